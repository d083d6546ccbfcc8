"""Offsets of a time zone over arrays, and their text: zoneinfo's answers, kept as a sorted list of transitions.

zoneinfo answers one datetime at a time and knows the years 1..9999. Before year 1 a zone stands at its first
(local mean) offset. From the last sampled year on, the rules repeat with the Gregorian cycle of 400 years.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import LocalTimeError

Int64 = NDArray[np.int64]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY_S = 86_400
#: Offsets are constant (local mean time) before the first sampled year in every zone of the database.
_FIRST_SAMPLE, _CYCLE_YEAR, _LAST_SAMPLE = 1800, 2100, 2501
_CYCLE_MS = 146_097 * _DAY_S * 1000


def format_offset(ms: int) -> str:
    """Return "+08:00", with seconds only where there are some."""
    sign, seconds = ("-", -ms // 1000) if ms < 0 else ("+", ms // 1000)
    text = f"{sign}{seconds // 3600:02d}:{seconds // 60 % 60:02d}"
    return text + (f":{seconds % 60:02d}" if seconds % 60 else "")


def iso(local_ms: int) -> str:
    """Return local milliseconds since 1970 as an ISO time to the second (floor), any year."""
    return str(np.datetime64(int(local_ms) // 1000, "s"))


def _seconds(year: int) -> int:
    return int((datetime(year, 1, 1, tzinfo=UTC) - _EPOCH).total_seconds())


def _offset_ms(zone: tzinfo, utc_s: int) -> int:
    offset = (_EPOCH + timedelta(seconds=utc_s)).astimezone(zone).utcoffset()
    assert offset is not None
    return offset // timedelta(milliseconds=1)


@functools.cache
def _transitions(zone: tzinfo) -> tuple[Int64, Int64]:
    """Return (utc_ms of each change, offsets before the first and after each change), both ascending in time.

    The zone is sampled daily (every ten days where only local mean time or recurring rules stand) and each
    change found by bisection to the second; two changes inside one step that cancel each other would be
    missed, and no zone of the database has such a pair.
    """
    changes: list[int] = []
    before = _seconds(_FIRST_SAMPLE)
    offsets = [_offset_ms(zone, before)]
    samples = [
        *range(before + 10 * _DAY_S, _seconds(1880), 10 * _DAY_S),
        *range(_seconds(1880), _seconds(2038), _DAY_S),
        *range(_seconds(2038), _seconds(_LAST_SAMPLE), 10 * _DAY_S),
    ]
    for instant in samples:
        value = _offset_ms(zone, instant)
        if value != offsets[-1]:
            low, high = before, instant
            while high - low > 1:
                middle = (low + high) // 2
                if _offset_ms(zone, middle) == offsets[-1]:
                    low = middle
                else:
                    high = middle
            changes.append(high * 1000)
            offsets.append(value)
        before = instant
    return np.array(changes, dtype=np.int64), np.array(offsets, dtype=np.int64)


@dataclass(frozen=True)
class Zone:
    """A fixed offset (milliseconds), or a tzinfo with its transitions."""

    name: str
    offset: int | None = None
    tz: tzinfo | None = None

    @classmethod
    def fixed(cls, offset_ms: int) -> Zone:
        """Return the zone of a constant offset."""
        return cls(format_offset(offset_ms), offset=offset_ms)

    @classmethod
    def of(cls, tz: tzinfo) -> Zone:
        """Return the zone of a tzinfo."""
        return cls(str(getattr(tz, "key", None) or tz), tz=tz)

    @property
    def is_fixed(self) -> bool:
        """Whether the offset never changes."""
        return self.offset is not None

    def _table(self) -> tuple[Int64, Int64]:
        assert self.tz is not None
        return _transitions(self.tz)

    def offsets(self, utc_ms: Int64) -> Int64:
        """Return local minus world time in milliseconds at world times."""
        if self.offset is not None:
            return np.full(np.shape(utc_ms), self.offset, dtype=np.int64)
        changes, offsets = self._table()
        folded = _fold_cycle(np.asarray(utc_ms, dtype=np.int64))
        return offsets[np.searchsorted(changes, folded, side="right")]

    def _local(self, local_ms: Int64) -> tuple[Int64, Int64, NDArray[np.bool_], NDArray[np.bool_], Int64]:
        """Return (offset before, offset after, in a gap, in a fold, the change) at the nearest past change."""
        changes, offsets = self._table()
        before, after = offsets[:-1], offsets[1:]
        low = changes + np.minimum(before, after)
        high = changes + np.maximum(before, after)
        folded = _fold_cycle(local_ms)
        index = np.searchsorted(low, folded, side="right") - 1
        known = index >= 0
        at = np.maximum(index, 0)
        inside = known & (folded < high[at]) if changes.size else np.zeros(local_ms.shape, dtype=bool)
        if not changes.size:
            constant = np.full(local_ms.shape, offsets[0])
            return constant, constant, inside, inside, constant
        old = np.where(known, before[at], offsets[0])
        new = np.where(known, after[at], offsets[0])
        return old, new, inside & (new > old), inside & (new < old), changes[at] + (local_ms - folded)

    def resolve(self, local_ms: Int64, fold: int | None, argument: str) -> Int64:
        """Return world times of civil times; LocalTimeError in a gap or a fold unless `fold` is 0 or 1."""
        if self.offset is not None:
            return local_ms - self.offset
        old, new, gap, twice, _ = self._local(local_ms)
        if fold is None and (gap | twice).any():
            where = np.flatnonzero((gap | twice).ravel())
            text = iso(int(local_ms.ravel()[where[0]]))
            what = "does not exist" if gap.ravel()[where[0]] else "occurs twice"
            count = f"{where.size} of {local_ms.size} times; " if local_ms.size > 1 else ""
            raise LocalTimeError(
                f"{argument}: {count}{text} {what} in {self.name}; give fold=0 (first) or fold=1 (second)",
                mask=gap | twice,
            )
        earlier = (gap | twice) & (fold == 0)
        return local_ms - np.where(earlier, old, new)

    def first_instant(self, local_ms: Int64) -> Int64:
        """Return the world times at which civil times are first reached: the end of a gap, the first of a fold."""
        if self.offset is not None:
            return local_ms - self.offset
        old, new, gap, twice, change = self._local(local_ms)
        return np.where(gap, change, local_ms - np.where(twice, old, new))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Zone, (self.name, self.offset, self.tz))


def _fold_cycle(ms: Int64) -> Int64:
    """Bring instants past the sampled years back by whole cycles of 400 years."""
    start = _seconds(_CYCLE_YEAR) * 1000
    return np.where(ms < start, ms, start + (ms - start) % _CYCLE_MS)
