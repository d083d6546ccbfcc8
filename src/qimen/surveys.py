"""The blocks of a range by what stands in them: what `counts` sums over, whatever is counted.

A block of 60 hours has one ju, and its stretch of the calendar one month, year and term; or some of them change at an
hour inside. An index says it of every block of a calendar once, like the block table says the ju; a range is then
counted without another look at its hours.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _walk
from .calendars.axes import Axis, UInt16, covering
from .calendars.steps import Int64
from .calendars.tables import Calendar, calendar
from .clock import Clock
from .schools import School
from .solving import PHASES

#: First bit and mask of what a change says (`QIMEN_CHANGE` in _walk.h): value, next value, phase and ju, next of them,
#: offset.
CHANGE = ((0, 2047), (11, 2047), (22, 255), (30, 255), (38, 63))

UInt64 = NDArray[np.uint64]
Int32 = NDArray[np.int32]


class Survey(NamedTuple):
    """The blocks of a range by what stands at their end, uint16[numbers + 1, 12, 18], and what changes inside them.

    The last number stands for outside the range; `edges` are the changes of the blocks in which it begins and ends.
    16 bits are enough: a number comes back every sixty years, every lunar month of one day pillar, or a few times a
    year, and 6,000 years have 12,000 blocks at most that are alike. `splits` int32[numbers + 1, 12, 18], where there
    are some, counts the blocks that have a ju below the hour `offset` more or less than it stands at their end.
    """

    whole: UInt16
    changes: UInt64
    edges: UInt64
    splits: Int32 | None
    offset: int


class Splits(NamedTuple):
    """Changes that are all at one offset: the keys before and after it, those of a block from `firsts` int32[b + 1] on.

    林's fives follow each other from a 冬至 on, wherever in a block that fell: every block splits there. Counted like
    whole blocks they need no look at each for every family of rows.
    """

    offset: int
    before: Int32
    after: Int32
    firsts: Int32


@dataclass(frozen=True)
class Index:
    """All blocks of a calendar on one axis.

    `starts` and `values` are the stretches; `keys` int32[b] says what stands at the end of each block, `changes`
    uint64[n] what changes inside, those of a block from `firsts` int32[b + 1] on (`_walk.survey`).
    """

    axis: Axis
    table: Calendar
    starts: Int64
    values: UInt16
    keys: Int32
    firsts: Int32
    changes: UInt64
    splits: Splits | None

    def survey(self, start: int, stop: int) -> Survey:
        """Count the blocks of [start, stop): the whole ones from the index, those at its ends anew."""
        whole = np.zeros((self.axis.size + 1, PHASES, 18), dtype=np.uint16)
        origin = self.table.first_hour
        first, last = -(-(start - origin) // 60), (stop - origin) // 60
        ends = [(start, stop)] if first > last else [(start, origin + 60 * first), (origin + 60 * last, stop)]
        last = max(first, last)
        edges = [self.changes[:0]]
        for begin, end in ends:
            if begin < end:
                keys, _, changes = _read(self.table, self.axis.size, self.starts, self.values, begin, end)
                _walk.tell(keys, whole.reshape(-1))
                edges.append(changes)
        _walk.tell(self.keys[first:last], whole.reshape(-1))
        inside = self.changes[self.firsts[first] : self.firsts[last]]
        if self.splits is None:
            return Survey(whole, inside, np.concatenate(edges), None, 0)
        some = slice(self.splits.firsts[first], self.splits.firsts[last])
        before, after = np.zeros_like(whole), np.zeros_like(whole)
        _walk.tell(self.splits.before[some], before.reshape(-1))
        _walk.tell(self.splits.after[some], after.reshape(-1))
        splits = before.astype(np.int32) - after
        return Survey(whole, inside, np.concatenate(edges), splits, self.splits.offset)


@functools.lru_cache(maxsize=8)
def index(which: School, clock: Clock, axis: Axis) -> Index:
    """Return the index of a calendar, built when first asked."""
    table = calendar(which, clock)
    starts, values = axis.stretches(table)
    stop = table.first_hour + 60 * table.blocks.size
    keys, firsts, changes = _read(table, axis.size, starts, values, table.first_hour, stop)
    splits, firsts, changes = _take_splits(firsts, changes)
    return Index(axis, table, starts, values, keys, firsts, changes, splits)


def _take_splits(firsts: Int32, changes: UInt64) -> tuple[Splits | None, Int32, UInt64]:
    """Take out of the changes those at their commonest offset, where they are most of all."""
    value, later, place, next_place, at = (changes >> np.uint64(shift) & np.uint64(mask) for shift, mask in CHANGE)
    offset = int(np.bincount(at.astype(np.int64), minlength=1).argmax())
    taken = at == offset
    if 2 * np.count_nonzero(taken) <= changes.size:
        return None, firsts, changes
    width = np.uint64(PHASES * 18)
    before, after = (
        (value * width + place)[taken].astype(np.int32),
        (later * width + next_place)[taken].astype(np.int32),
    )
    sums = np.concatenate([[0], np.cumsum(taken)])[firsts].astype(np.int32)
    return Splits(offset, before, after, sums), firsts - sums, changes[~taken]


def _read(
    table: Calendar, outside: int, starts: Int64, values: UInt16, start: int, stop: int
) -> tuple[Int32, Int32, UInt64]:
    """Return keys, firsts and changes of the blocks of [start, stop)."""
    inside = covering(starts, start, stop)
    size = (stop - 1 - table.first_hour) // 60 - (start - table.first_hour) // 60 + 1
    keys, firsts = np.empty(size, dtype=np.int32), np.empty(size + 1, dtype=np.int32)
    # Every start, two splits a block and both ends.
    changes = np.empty(inside.stop - inside.start + 2 * size + 2, dtype=np.uint64)
    count = _walk.survey(
        table.blocks, table.first_hour, starts[inside], values[inside], outside, start, stop, keys, firsts, changes
    )
    return keys, firsts, changes[:count].copy()
