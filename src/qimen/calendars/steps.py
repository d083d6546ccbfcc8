"""Piecewise-constant functions of local time: what every calendar method is made of.

Keys are `axis_ms` (see `clock.py`). An integer hour is read at its last millisecond, so that the double-hour
that holds the instant of a term belongs to the new term, and a whole 子 hour to the new day.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..clock import DAY_MS, HOUR_MS, Clock
from ..errors import InputError

Int64 = NDArray[np.int64]


def locate(starts: Int64, keys: Int64) -> Int64:
    """Return the index of the last start <= key for each key (any shape), -1 before the first."""
    flat = np.ascontiguousarray(keys, dtype=np.int64).reshape(-1)
    out = np.empty(flat.shape, dtype=np.int64)
    _core.lookup(starts, flat, out)
    return out.reshape(np.shape(keys))


def hour_keys(hours: Int64) -> Int64:
    """Return the keys at which integer hours are read."""
    return hours * HOUR_MS + (HOUR_MS - 1)


def union(*starts: Int64) -> Int64:
    """Return the sorted distinct starts of several step functions, from where all of them are defined."""
    first = max(int(s[0]) for s in starts)
    merged = np.sort(np.concatenate(starts), kind="stable")  # a merge of sorted runs
    return np.asarray(merged[(merged >= first) & np.append(True, merged[1:] != merged[:-1])])


@dataclass(frozen=True)
class TermTimes:
    """The terms as one local clock (or 景祐's own arithmetic) meets them.

    Attributes
    ----------
    start_ms : int64[n]
        Where each term begins on the axis: its instant, or the beginning of its double-hour.
    hour : int64[n]
        The double-hour that holds the instant.
    day : int64[n]
        The day that the instant belongs to, by the clock's day_start.
    code : uint8[n]
        Term codes from 冬至 = 0.
    number : int64[n]
        Terms counted through, so that number % 24 is the code and 立春 of 1984 is 3.
    utc_ms : int64[n] or None
        World time of the instants; None for terms that are local already.
    """

    start_ms: Int64
    hour: Int64
    day: Int64
    code: NDArray[np.uint8]
    number: Int64
    utc_ms: Int64 | None

    @classmethod
    def of(
        cls, axis_ms: Int64, first_number: int, clock: Clock, by_instant: bool, utc_ms: Int64 | None = None
    ) -> TermTimes:
        """Read terms at local instants `axis_ms`, the first of which has number `first_number`."""
        number = np.arange(first_number, first_number + axis_ms.size, dtype=np.int64)
        hour = axis_ms // HOUR_MS
        return cls(
            axis_ms if by_instant else hour * HOUR_MS,
            hour,
            clock.day_from_axis(axis_ms),
            (number % 24).astype(np.uint8),
            number,
            utc_ms,
        )

    def in_force(self, keys: Int64) -> Int64:
        """Return the index of the term in force at each key."""
        return locate(self.start_ms, keys)


@dataclass(frozen=True)
class Runs:
    """Runs of one term, yuan and ju: sorted, adjoining, each from its start to the next.

    `lead_days` is the day of the block's term minus the upper leader day that opens the block (NO_LEAD where
    the method has no blocks); `leap` marks a repeated block or an inserted pentad; `part` is 1 for 残局 and 2
    for 补局.
    """

    start_ms: Int64
    ju_term: NDArray[np.uint8]
    yuan: NDArray[np.uint8]
    lead_days: NDArray[np.int16]
    leap: NDArray[np.bool_]
    part: NDArray[np.uint8]

    def at(self, keys: Int64) -> Int64:
        """Return the run of each key."""
        return locate(self.start_ms, keys)

    def by_hour(self) -> tuple[Int64, Int64]:
        """Return (start hours, run index) of the runs that hours see; runs of no whole hour drop out."""
        hours = self.start_ms // HOUR_MS
        last = np.append(hours[1:] != hours[:-1], True)
        kept = np.flatnonzero(last)
        return hours[kept], kept


#: lead_days where a method knows no leader.
NO_LEAD = np.iinfo(np.int16).min


def runs(
    start_ms: Int64,
    ju_term: NDArray[np.uint8],
    yuan: NDArray[np.uint8],
    *,
    lead_days: Int64 | None = None,
    leap: NDArray[np.bool_] | None = None,
    part: NDArray[np.uint8] | None = None,
) -> Runs:
    """Return Runs with the columns that a method does not know filled with their "none"."""
    n = start_ms.size
    result = Runs(
        start_ms.astype(np.int64, copy=False),
        ju_term.astype(np.uint8, copy=False),
        yuan.astype(np.uint8, copy=False),
        np.full(n, NO_LEAD, dtype=np.int16) if lead_days is None else lead_days.astype(np.int16),
        np.zeros(n, dtype=bool) if leap is None else leap,
        np.zeros(n, dtype=np.uint8) if part is None else part,
    )
    for column in vars(result).values():
        column.flags.writeable = False
    return result


def yuan_steps(first_day: int, last_day: int, clock: Clock) -> tuple[Int64, Int64]:
    """Return (start_ms, leader day) of every 甲 and 己 day (符头) from the one on or before first_day.

    A leader opens five days; its branch says which yuan: 仲 upper, 孟 middle, 季 lower (宝鉴 卷二 符头).
    """
    days = np.arange(first_day - first_day % 5, last_day + 5, 5, dtype=np.int64)
    return days * DAY_MS + clock.day_shift, days


def yuan_of(leader_day: Int64) -> NDArray[np.uint8]:
    """Return the yuan that a leader day opens."""
    return (leader_day % 60 // 5 % 3).astype(np.uint8)


#: Consecutive terms are some fifteen days apart; a list with other gaps is no list of consecutive terms.
_GAP_DAYS = (12, 18)


def check_terms(local_ms: Sequence[int] | Int64) -> Int64:
    """Return an explicit list of term instants as an ascending array; InputError otherwise."""
    array = np.asarray(local_ms, dtype=np.int64).reshape(-1)
    if array.size < 3 or (np.diff(array) <= 0).any():
        raise InputError("local_ms must hold three or more instants in ascending order")
    gaps = np.diff(array)
    wrong = np.flatnonzero((gaps < _GAP_DAYS[0] * DAY_MS) | (gaps > _GAP_DAYS[1] * DAY_MS))
    if wrong.size:
        raise InputError(
            f"local_ms: {wrong.size} of {gaps.size} gaps are no gaps of consecutive terms ({_GAP_DAYS[0]} to "
            f"{_GAP_DAYS[1]} days), first between index {wrong[0]} and the next"
        )
    return array
