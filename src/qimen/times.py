"""Civil times to double-hours of a clock, and contiguous ranges of them."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from .civil import MISSING, read_civil, refuse_years
from .clock import FIRST_HOUR, HOUR_MS, LAST_HOUR, Clock, as_clock, check_span
from .errors import InputError, InputTypeError, RangeError

Int64 = NDArray[np.int64]
Bool = NDArray[np.bool_]


@dataclass(frozen=True)
class Times:
    """Times on one clock: local milliseconds on the double-hour axis, and world milliseconds."""

    axis_ms: Int64
    utc_ms: Int64
    clock: Clock
    missing: Bool | None = None
    aware: bool = False

    @property
    def hours(self) -> Int64:
        """The double-hours that hold the times; missing ones are INT64_MIN."""
        hours = self.axis_ms // HOUR_MS
        if self.missing is not None:
            hours = np.where(self.missing, MISSING, hours)[()]
        return hours

    @property
    def days(self) -> Int64:
        """The days by the clock's day_start."""
        return self.clock.day_from_axis(self.axis_ms)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class HourRange:
    """Contiguous double-hours of a clock, like a `range`; an int64 array where one is asked for.

    A stop before the start makes an empty range, as with `range`; `hour_range` refuses it.
    """

    start: int
    stop: int
    clock: Clock

    def __init__(self, start: int, stop: int, clock: Clock | None = None) -> None:
        for name, value in (("start", start), ("stop", stop)):
            if not hasattr(value, "__index__"):
                raise InputTypeError(f"{name}={value!r} is no whole number of double-hours")
        first = operator.index(start)
        object.__setattr__(self, "start", first)
        object.__setattr__(self, "stop", max(first, operator.index(stop)))
        object.__setattr__(self, "clock", as_clock(clock))

    def __len__(self) -> int:
        return self.stop - self.start

    @property
    def shape(self) -> tuple[int]:
        """Shape of the array that this range stands for."""
        return (self.stop - self.start,)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> HourRange | Int64: ...
    def __getitem__(self, index: int | slice) -> int | HourRange | Int64:
        inner = range(self.start, self.stop)[index]
        if isinstance(inner, int):
            return inner
        if inner.step == 1:
            return HourRange(inner.start, inner.stop, self.clock)
        return np.arange(inner.start, inner.stop, inner.step, dtype=np.int64)

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.start, self.stop))

    def __contains__(self, hour: object) -> bool:
        return isinstance(hour, (int, np.integer)) and int(hour) in range(self.start, self.stop)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError("a HourRange has no array to share; copy=False cannot be met")
        return np.arange(self.start, self.stop, dtype=np.int64).astype(dtype or np.int64, copy=False)

    def __repr__(self) -> str:
        return f"HourRange({self.start}, {self.stop}, {self.clock!r})"


def hours(
    times: Any,
    tz: Any = None,
    *,
    utc_offset: Any = None,
    longitude: float | None = None,
    solar: str = "civil",
    day_start: str = "23:00",
    clock: Clock | None = None,
    fold: int | None = None,
    missing: Literal["raise", "mask"] = "raise",
) -> Int64:
    """Return the double-hours that hold civil times.

    Parameters
    ----------
    times : array_like
        datetime64 of any unit, ISO strings, datetimes or dates, any shape. Naive times are civil time of the
        zone (+08:00 where none is asked); aware ones are turned into the asked zone, or keep their own where
        none is asked. What is finer than a millisecond is cut off.
    tz, utc_offset, longitude, solar, day_start
        As in `Clock`; or give `clock`.
    fold : {0, 1}, optional
        Which of the two readings of a time that a zone skips or has twice is meant; without it they raise.
        A datetime with `fold=1` says so itself, and so does an aware one that its zone has twice.
    missing : {"raise", "mask"}
        What NaT and None do: raise InputError, or give INT64_MIN.

    Returns
    -------
    int64 array of the shape of `times` (a NumPy integer for one time): 12 * day + branch, so `hour % 60` is
    the pillar.

    Raises
    ------
    InputError, RangeError, LocalTimeError
        Each carries the mask of the offenders where `times` is an array.
    InputTypeError
        For numbers, and for aware times among naive ones.

    Examples
    --------
    >>> int(qimen.hours("2026-03-15T10:20"))
    29533973
    """
    made, own_zone = make_clock(tz, utc_offset, longitude, solar, day_start, clock)
    return read_times(times, made, fold=fold, missing=missing, own_zone=own_zone).hours


def hour_range(
    start: Any,
    stop: Any,
    tz: Any = None,
    *,
    utc_offset: Any = None,
    longitude: float | None = None,
    solar: str = "civil",
    day_start: str = "23:00",
    clock: Clock | None = None,
    fold: int | None = None,
) -> HourRange:
    """Return the double-hours that begin in [start, stop); times as in `hours`, integers are hours.

    A double-hour that a zone skips in part begins at its first valid instant. Raises InputError when stop is
    before start, RangeError outside the term table, and otherwise as `hours`.
    """
    made, own_zone = make_clock(tz, utc_offset, longitude, solar, day_start, clock)
    return read_range(start, stop, made, fold, own_zone=own_zone)


def make_clock(
    tz: Any, utc_offset: Any, longitude: float | None, solar: str, day_start: str, clock: Clock | None
) -> tuple[Clock | None, bool]:
    """Return the clock that keywords mean (None for none), and whether aware times keep their own zone."""
    zone = tz is not None or utc_offset is not None
    rest = longitude is not None or solar != "civil" or day_start != "23:00"
    if clock is not None:
        if zone or rest:
            raise InputError(
                "clock= excludes tz=, utc_offset=, longitude=, solar= and day_start=; give one or the others"
            )
        return as_clock(clock), False
    if not (zone or rest):
        return None, True
    return Clock(tz, utc_offset, longitude, solar, day_start), not zone  # type: ignore[arg-type]  # Clock checks


def read_range(
    start: Any, stop: Any, clock: Clock | None, fold: int | None = None, *, own_zone: bool = False
) -> HourRange:
    """Return the hours that begin in [start, stop)."""
    edges = [_edge(start, "start", clock, fold, own_zone), _edge(stop, "stop", clock, fold, own_zone)]
    times = [edge for edge in edges if isinstance(edge, Times)]
    if len(times) == 2:
        first, last = times
        if first.aware != last.aware:
            raise InputTypeError(f"start={start!r} and stop={stop!r} are aware and naive; give one kind")
        if first.clock != last.clock:
            raise InputError(f"start={start!r} and stop={stop!r} carry different zones; ask for one with tz= or clock=")
        if last.utc_ms < first.utc_ms:
            raise InputError(f"stop={stop!r} is before start={start!r}")
    begin, end = (_first_hour(edge) if isinstance(edge, Times) else edge for edge in edges)
    if end < begin:
        raise InputError(f"stop={stop!r} is before start={start!r}")
    result = HourRange(begin, end, times[0].clock if times else clock)
    if len(result):
        check_span(begin, end, "start, stop")
    return result


def _edge(value: Any, argument: str, clock: Clock | None, fold: int | None, own_zone: bool) -> int | Times:
    whole = value[()] if isinstance(value, np.ndarray) and value.ndim == 0 else value
    if isinstance(whole, (int, np.integer)) and not isinstance(whole, (bool, np.timedelta64)):
        if not FIRST_HOUR <= whole <= LAST_HOUR + 1:
            raise RangeError(f"{argument}={value!r} is outside the hours {FIRST_HOUR}..{LAST_HOUR} of the term table")
        return int(whole)
    times = read_times(value, clock, fold=fold, argument=argument, until_end=True, own_zone=own_zone)
    if np.ndim(times.axis_ms):
        raise InputError(f"{argument}={value!r} is no single time")
    return times


def _first_hour(times: Times) -> int:
    """Return the first double-hour that begins at a time or after it."""
    hour, clock, utc = int(-(-times.axis_ms // HOUR_MS)), times.clock, int(times.utc_ms)
    if clock.is_fixed:
        return hour

    def begins(hour: int) -> int:
        return int(clock.utc_from_axis(np.array([hour * HOUR_MS]))[0])

    while begins(hour) < utc:  # in the second pass of a fold: it began in the first one
        hour += 1
    while begins(hour - 1) >= utc:  # at the end of a gap: the hours inside it begin here
        hour -= 1
    return hour


# ---------------------------------------------------------------- reading


def read_times(
    times: Any,
    clock: Clock | None,
    *,
    fold: int | None = None,
    missing: str = "raise",
    argument: str = "times",
    until_end: bool = False,
    own_zone: bool = False,
) -> Times:
    """Read times of any accepted kind onto a clock (their own, or +08:00, when none is asked).

    `until_end` also admits the instant that ends the last year, for ends of ranges; with `own_zone` the zone
    of `clock` is that of naive times only.
    """
    if fold is not None and fold not in (0, 1):
        raise InputError(f"fold={fold!r} is unknown; give 0 (first) or 1 (second)")
    if missing not in ("raise", "mask"):
        raise InputError(f"missing={missing!r} is unknown; known: raise, mask")
    if isinstance(times, HourRange):
        raise InputTypeError(f"{argument} holds hours already; civil times are wanted here")
    read = read_civil(times, argument, fold)
    void = read.ms == MISSING
    lost = bool(void.any())
    if lost and missing == "raise":
        if void.size == 1:
            raise InputError(f"{argument}={times!r} is missing; give a time, or missing='mask'", void)
        first = np.flatnonzero(void.ravel())[0]
        raise InputError(
            f"{argument}: {void.sum()} of {void.size} times are missing (NaT), first at index {first}", void
        )
    ms = np.where(void, 0, read.ms) if lost else read.ms
    aware = bool(read.zones)
    if aware:
        if clock is None or own_zone:
            clock = _own_clock(read.zones, clock, argument)
        utc = ms
    else:
        clock = as_clock(clock)
        second = void if read.second is None else void | read.second
        utc = clock.utc_from_civil(ms, fold, argument, second if lost or read.second is not None else None)
    axis = clock.axis_from_utc(utc)
    wrong = (axis < FIRST_HOUR * HOUR_MS) | (axis >= (LAST_HOUR + 1) * HOUR_MS + until_end)
    if wrong.any():
        refuse_years(wrong & ~void, argument, lambda index: clock.civil_text(int(utc.ravel()[index])))
    return Times(axis, utc, clock, void if lost else None, aware)


def _own_clock(zones: tuple[tzinfo, ...], clock: Clock | None, argument: str) -> Clock:
    """Return the clock of the one zone that aware times carry; its other knobs are those of `clock`."""
    clock = as_clock(clock)
    clocks: list[Clock] = []
    for zone in zones:
        own = dataclasses.replace(clock, tz=zone, utc_offset=None)
        if own not in clocks:
            clocks.append(own)
    if len(clocks) > 1:
        names = ", ".join(c.zone_name for c in clocks[:3])
        raise InputError(f"{argument} carries {len(clocks)} different zones ({names}); ask for one with tz= or clock=")
    return clocks[0]
