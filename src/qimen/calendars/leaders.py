"""Methods that count from leaders: chaibu 拆补, zhirun 超神接气置闰, li 李.

Sources: 宝鉴 卷二 符使, 考古法, 李氏; 景祐 names 超神接气. The three differ only in which term an hour has.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..clock import DAY_MS, Clock
from ..schools import School
from .steps import Runs, TermTimes, locate, runs, union, yuan_of, yuan_steps

Int64 = NDArray[np.int64]

MANGZHONG, DAXUE = 11, 23
LOWER = 2
#: Terms from 芒种 or 大雪 to the solstice after it.
TO_SOLSTICE = 1


def chaibu(terms: TermTimes, school: School, clock: Clock) -> Runs:  # noqa: ARG001  # one shape for all
    """拆补 (三氏's 气应): the term switches at its instant, the yuan is that of the day's leader."""
    starts, leaders = yuan_steps(int(terms.day[0]), int(terms.day[-1]), clock)
    keys = union(terms.start_ms, starts)
    term = terms.in_force(keys)
    leader = leaders[locate(starts, keys)]
    return runs(keys, terms.code[term], yuan_of(leader))


@dataclass(frozen=True)
class Blocks:
    """Blocks of fifteen days from the upper leaders: one term a block, some terms twice."""

    day: Int64
    term_index: Int64
    leap: NDArray[np.bool_]


def blocks(terms: TermTimes, school: School) -> Blocks:
    """Walk the blocks (宝鉴 卷二 考古法): a term each, 芒种 and 大雪 repeated when the leader leads too far.

    The walk begins at the last upper leader on or before the first term; walks begun elsewhere fall in step
    within a year, so what is asked of the table never changes an answer. Only the gates need a loop: between
    them the term index and the block index advance together.
    """
    first = int(terms.day[0]) - int(terms.day[0]) % 15
    gates = np.flatnonzero((terms.code == MANGZHONG) | (terms.code == DAXUE))
    measured = gates + (TO_SOLSTICE if school.lead_at == "solstice" else 0)
    measured, gates = measured[measured < terms.day.size], gates[measured < terms.day.size]
    repeated = []
    leaps = 0
    for gate, at, day in zip(gates.tolist(), measured.tolist(), terms.day[measured].tolist(), strict=True):
        # The block that the measured term gets without a leap here.
        if day - (first + 15 * (at + leaps)) >= school.leap_lead:
            repeated.append(gate)
            leaps += 1
    count = np.ones(terms.day.size, dtype=np.int64)
    count[repeated] = 2
    index = np.repeat(np.arange(terms.day.size), count)
    leap = np.zeros(index.size, dtype=bool)
    leap[1:] = index[1:] == index[:-1]
    return Blocks(first + 15 * np.arange(index.size, dtype=np.int64), index, leap)


def _block_yuans(found: Blocks, clock: Clock) -> tuple[Int64, Int64, NDArray[np.uint8]]:
    """Return (start_ms, block, yuan) of every yuan of every block, five days each."""
    leader = (found.day[:, None] + np.array([0, 5, 10])).ravel()
    return leader * DAY_MS + clock.day_shift, np.repeat(np.arange(found.day.size), 3), yuan_of(leader)


def zhirun(terms: TermTimes, school: School, clock: Clock) -> Runs:
    """超神接气置闰: the three yuan of the block's term."""
    found = blocks(terms, school)
    starts, block, yuan = _block_yuans(found, clock)
    index = found.term_index[block]
    lead = terms.day[index] - found.day[block]
    return runs(starts, terms.code[index], yuan, lead_days=lead, leap=found.leap[block])


def li(terms: TermTimes, school: School, clock: Clock) -> Runs:
    """李: ahead of the term as zhirun, behind it as chaibu: the later of block term and term in force.

    A term that comes behind its leader opens with what is left of the running yuan (残局) and makes it up at
    the end of its own block (补局).
    """
    found = blocks(terms, school)
    starts, block_of, block_yuan = _block_yuans(found, clock)
    keys = union(starts, terms.start_ms)
    in_force = terms.in_force(keys)
    place = locate(starts, keys)
    block, yuan = block_of[place], block_yuan[place]
    ahead = found.term_index[block]
    index = np.maximum(ahead, in_force)
    remnant = in_force > ahead
    # The yuan that a term's coming cut, kept for the same term's runs in its own block.
    opening = np.full(terms.code.size, 255, dtype=np.uint8)
    cut = np.flatnonzero(remnant & np.append(True, index[1:] != index[:-1]))
    opening[index[cut]] = yuan[cut]
    makeup = ~remnant & (ahead == in_force) & (yuan >= opening[index]) & ~found.leap[block]
    return runs(
        keys,
        terms.code[index],
        yuan,
        lead_days=terms.day[ahead] - found.day[block],
        leap=found.leap[block] & ~remnant,
        # The book gives the two names to the lower yuan alone.
        part=np.where(yuan != LOWER, 0, np.where(remnant, 1, np.where(makeup, 2, 0))).astype(np.uint8),
    )
