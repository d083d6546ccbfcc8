"""Methods without leaders: maoshan 茅山 and lin 林."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from ..clock import HOUR_MS, Clock
from ..schools import School
from .steps import Runs, TermTimes, runs

Int64 = NDArray[np.int64]


def maoshan(terms: TermTimes, school: School, clock: Clock) -> Runs:  # noqa: ARG001  # one shape for all
    """茅山: 60 double-hours upper, 60 middle, the rest lower, counted from the double-hour of the term."""
    later = terms.hour[:, None] * HOUR_MS + np.array([60, 120]) * HOUR_MS
    starts = np.column_stack([terms.start_ms, later]).ravel()
    index = np.repeat(np.arange(terms.code.size), 3)
    yuan = np.tile(np.arange(3, dtype=np.uint8), terms.code.size)
    return runs(starts, terms.code[index], yuan)


# 林氏 (宝鉴 卷二): a term has 182 5/8 double-hours, three pentads have 180; 21 eighths are saved up.
_LEFT_OVER = 21
_PENTAD = 60 * 8
_CYCLE_TERMS = 480


@functools.cache
def lin_cycle() -> tuple[tuple[int, int, bool], ...]:
    """Return the 1461 pentads of twenty years: (term code, yuan, inserted).

    When the savings reach half a pentad (a tie counts as reached, inferred) one is inserted after that term,
    labelled upper, middle, lower in turn: 21 insertions, after which everything is as it was. The text's
    "416 years" fits no year length that was ever used and is not followed.
    """
    pentads = []
    saved = inserted = 0
    for count in range(_CYCLE_TERMS):
        term = count % 24
        pentads += [(term, yuan, False) for yuan in range(3)]
        saved += _LEFT_OVER
        if 2 * (saved - _PENTAD * inserted) >= _PENTAD:
            pentads.append((term, inserted % 3, True))
            inserted += 1
    return tuple(pentads)


def lin(terms: TermTimes, school: School, clock: Clock) -> Runs:  # noqa: ARG001  # one shape for all
    """林: pentads in unbroken order from an epoch, 60 double-hours each."""
    epoch = school.lin_epoch
    if epoch is None:
        # 冬至 of December 1983, before the 甲子 year 1984: inferred.
        epoch = int(terms.hour[terms.number == 0][0])
    cycle = np.array(lin_cycle(), dtype=np.int64)
    first = (int(terms.hour[0]) - epoch) // 60
    last = (int(terms.hour[-1]) - epoch) // 60
    number = np.arange(first, last + 2, dtype=np.int64)
    place = number % len(cycle)
    return runs(
        (epoch + 60 * number) * HOUR_MS,
        cycle[place, 0].astype(np.uint8),
        cycle[place, 1].astype(np.uint8),
        leap=cycle[place, 2].astype(bool),
    )
