"""Offsets of a time zone over arrays, and their text: zoneinfo's answers, kept as sorted transitions.

zoneinfo answers one datetime at a time and knows the years 1..9999. Before year 1 a zone stands at its first
(local mean) offset. From the last sampled year on, the rules repeat with the Gregorian cycle of 400 years.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from .errors import LocalTimeError

Int64 = NDArray[np.int64]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY_S = 86_400
_SECOND = timedelta(seconds=1)
#: Where a zone is sampled: from which year on, every how many days. Offsets are constant (local mean time)
#: before the first year in every zone of the database. Its closest two changes are four days apart (Freetown,
#: 1939), and years have rules of their own until 2087; those that recur change every 17 weeks at most.
_SAMPLES = ((1800, 30), (1880, 3), (2100, 60))
_CYCLE_YEAR, _LAST_SAMPLE = 2100, 2501
_CYCLE_MS = 146_097 * _DAY_S * 1000


def format_offset(ms: int) -> str:
    """Return "+08:00", with seconds only where there are some."""
    sign, seconds = ("-", -ms // 1000) if ms < 0 else ("+", ms // 1000)
    text = f"{sign}{seconds // 3600:02d}:{seconds // 60 % 60:02d}"
    return text + (f":{seconds % 60:02d}" if seconds % 60 else "")


def iso(local_ms: int) -> str:
    """Return local milliseconds since 1970 as an ISO time to the second (floor), any year."""
    return iso_seconds(np.array([int(local_ms) // 1000]))[0]


def iso_seconds(seconds: Int64) -> list[str]:
    """Return local seconds since 1970 as ISO times; years before 0 get four digits, as ISO 8601 has them."""
    texts: list[str] = np.datetime_as_string(seconds.astype("M8[s]")).tolist()
    return ["-" + t[1:].zfill(19) if t.startswith("-") else t for t in texts]


def _seconds(year: int) -> int:
    return int((datetime(year, 1, 1, tzinfo=UTC) - _EPOCH).total_seconds())


def _sample_instants() -> list[datetime]:
    bounds = [_seconds(year) for year, _ in _SAMPLES] + [_seconds(_LAST_SAMPLE)]
    return [
        _EPOCH + timedelta(seconds=instant)
        for (_, step), start, stop in zip(_SAMPLES, bounds, bounds[1:], strict=False)
        for instant in range(start, stop, step * _DAY_S)
    ]


@functools.cache
def _transitions(zone: Zone) -> tuple[Int64, Int64]:
    """Return (utc_ms of each change, offsets before the first and after each change), both ascending in time.

    The zone is sampled and each change found to the second: by trying the same weekday a year after the change
    before the last (rules recur so), else by bisection.
    """

    def offset(instant: datetime) -> timedelta | None:
        return instant.astimezone(zone.tz).utcoffset()

    samples = _sample_instants()
    before = samples[0]
    last = offset(before)
    changes: list[datetime] = []
    offsets = [last]
    for instant in samples:
        value = offset(instant)
        if value != last:
            low, high = before, instant
            for days in (364, 371) if len(changes) > 1 else ():
                guess = changes[-2] + timedelta(days=days)
                if low < guess <= high and offset(guess) == value and offset(guess - _SECOND) == last:
                    low, high = guess - _SECOND, guess
            while high - low > _SECOND:
                middle = low + (high - low) // (2 * _SECOND) * _SECOND
                if offset(middle) == last:
                    low = middle
                else:
                    high = middle
            changes.append(high)
            offsets.append(value)
            last = value
        before = instant
    at = [(change - _EPOCH) // timedelta(milliseconds=1) for change in changes]
    return np.array(at, dtype=np.int64), np.array([_milliseconds(o) for o in offsets], dtype=np.int64)


def _milliseconds(offset: timedelta | None) -> int:
    assert offset is not None  # astimezone always leaves an offset
    return offset // timedelta(milliseconds=1)


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

    def __hash__(self) -> int:
        return hash((self.name, self.offset))  # some tzinfo classes have no hash

    def offsets(self, utc_ms: Int64) -> Int64:
        """Return local minus world time in milliseconds at world times."""
        if self.offset is not None:
            return np.full(np.shape(utc_ms), self.offset, dtype=np.int64)
        changes, offsets = _transitions(self)
        folded = _fold_cycle(np.asarray(utc_ms, dtype=np.int64))
        return offsets[np.searchsorted(changes, folded, side="right")]

    def _local(self, local_ms: Int64) -> tuple[Int64, Int64, NDArray[np.bool_], NDArray[np.bool_], Int64]:
        """Return (offset before, offset after, in a gap, in a fold, the change) at the last change."""
        changes, offsets = _transitions(self)
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

    def resolve(
        self, local_ms: Int64, fold: int | None, argument: str, second: NDArray[np.bool_] | None = None
    ) -> Int64:
        """Return world times of civil times; LocalTimeError in a gap or a fold unless `fold` is 0 or 1.

        In a gap fold 0 reads the time by the offset before it, fold 1 by the one after it (PEP 495). Without
        a fold, the times marked in `second` are read as fold 1.
        """
        if self.offset is not None:
            return local_ms - self.offset
        old, new, gap, twice, _ = self._local(local_ms)
        unclear = gap | twice
        if fold is None:
            if second is not None:
                unclear &= ~second
            if unclear.any():
                self._refuse(local_ms, gap, unclear, argument)
            return local_ms - new
        return local_ms - np.where(unclear & (fold == 0), old, new)

    def _refuse(self, local_ms: Int64, gap: NDArray[np.bool_], unclear: NDArray[np.bool_], argument: str) -> NoReturn:
        where = np.flatnonzero(unclear.ravel())
        text = iso(int(local_ms.ravel()[where[0]]))
        what = "does not exist" if gap.ravel()[where[0]] else "occurs twice"
        hint = f"{what} in {self.name}; give fold=0 (by the offset before the change) or fold=1 (after it)"
        if local_ms.size == 1:
            raise LocalTimeError(f"{argument}={text!r} {hint}", mask=unclear)
        raise LocalTimeError(
            f"{argument}: {where.size} of {local_ms.size} times do not exist or occur twice; the first, "
            f"{text!r} at index {where[0]}, {hint}",
            mask=unclear,
        )

    def first_instant(self, local_ms: Int64) -> Int64:
        """Return the world times at which civil times are first reached: a gap's end, the first of a fold."""
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
