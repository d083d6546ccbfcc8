"""What a caller may give as a time, read into milliseconds on the double-hour axis of a clock."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from .clock import FIRST_HOUR, HOUR_MS, LAST_HOUR, Clock, as_clock, check_hours, clock_of
from .errors import InputError, InputTypeError, LocalTimeError, RangeError
from .terms import FIRST_YEAR, LAST_YEAR

Int64 = NDArray[np.int64]
MISSING_HOUR = int(np.iinfo(np.int64).min)

_ISO = re.compile(
    r"(?P<date>[+-]?\d{4,6}-\d\d-\d\d)(?:[T ](?P<time>\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)?))?"
    r"(?P<offset>Z|[+-]\d\d(?::?\d\d(?::?\d\d)?)?)?"
)
_EPOCH = datetime(1970, 1, 1)


@dataclass(frozen=True)
class Times:
    """Times on one clock: local milliseconds on the double-hour axis, and world milliseconds."""

    axis_ms: Int64
    utc_ms: Int64
    clock: Clock
    missing: NDArray[np.bool_] | None = None

    @property
    def hours(self) -> Int64:
        """The double-hours that hold the times; missing ones are INT64_MIN."""
        hours = self.axis_ms // HOUR_MS
        if self.missing is not None:
            hours = np.where(self.missing, MISSING_HOUR, hours)
        return hours

    @property
    def days(self) -> Int64:
        """The days by the clock's day_start."""
        return self.clock.day_from_axis(self.axis_ms)


class HourRange:
    """Contiguous double-hours of a clock, like a `range`; an int64 array where one is asked for."""

    __slots__ = ("clock", "start", "stop")

    def __init__(self, start: int, stop: int, clock: Clock | None = None) -> None:
        self.start, self.stop, self.clock = int(start), max(int(start), int(stop)), as_clock(clock)

    def __len__(self) -> int:
        return self.stop - self.start

    @property
    def shape(self) -> tuple[int]:
        """Shape of the array that this range stands for."""
        return (len(self),)

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
        return hour in range(self.start, self.stop)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HourRange):
            return NotImplemented
        return (self.start, self.stop, self.clock) == (other.start, other.stop, other.clock)

    def __hash__(self) -> int:
        return hash((self.start, self.stop, self.clock))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.arange(self.start, self.stop, dtype=dtype or np.int64)

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
        datetime64 of any unit, ISO strings, or datetimes, any shape. Naive times are civil time of the zone;
        aware ones are turned into the asked zone, or keep their own where none is asked.
    tz, utc_offset, longitude, solar, day_start
        As in `Clock`; or give `clock`.
    fold : {0, 1}, optional
        Which of the two readings of a time that a zone skips or has twice is meant; without it they raise.
    missing : {"raise", "mask"}
        What NaT does: raise InputError, or give INT64_MIN.

    Returns
    -------
    int64 array of the shape of `times` (0-d for a scalar): 12 * day + branch, so `hour % 60` is the pillar.

    Raises
    ------
    InputError, RangeError, LocalTimeError, InputTypeError
        Each carries the mask of the offenders where `times` is an array.
    """
    clock = make_clock(tz, utc_offset, longitude, solar, day_start, clock)
    return read_times(times, clock, fold=fold, missing=missing).hours


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

    Raises InputError when stop is before start, RangeError outside the term table.
    """
    return read_range(start, stop, make_clock(tz, utc_offset, longitude, solar, day_start, clock), fold)


def make_clock(
    tz: Any, utc_offset: Any, longitude: float | None, solar: str, day_start: str, clock: Clock | None
) -> Clock | None:
    """Return the clock that the keywords of a public function mean; None when none of them was given."""
    given = tz is not None or utc_offset is not None or longitude is not None
    plain = solar == "civil" and day_start == "23:00"
    if clock is not None:
        if given or not plain:
            raise InputError("clock= excludes tz=, utc_offset=, longitude=, solar= and day_start=; give one or the others")
        return as_clock(clock)
    if not given and plain:
        return None
    return Clock(tz, utc_offset, longitude, solar, day_start)  # type: ignore[arg-type]  # checked by Clock itself


def read_range(start: Any, stop: Any, clock: Clock | None, fold: int | None = None) -> HourRange:
    """Return the hours that begin in [start, stop)."""
    first, found = _edge(start, clock, fold, "start")
    last, other = _edge(stop, clock or found, fold, "stop")
    if last < first:
        raise InputError(f"stop={stop!r} is before start={start!r}")
    result = HourRange(first, last, clock or found or other)
    if len(result):
        check_hours(np.array([first, last - 1], dtype=np.int64), "start, stop")
    return result


def _edge(value: Any, clock: Clock | None, fold: int | None, argument: str) -> tuple[int, Clock | None]:
    if isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.timedelta64)):
        if not FIRST_HOUR <= value <= LAST_HOUR + 1:
            raise RangeError(f"{argument}={value!r} is outside the hours {FIRST_HOUR}..{LAST_HOUR} of the term table")
        return int(value), None
    times = read_times(value, clock, fold=fold, argument=argument, until_end=True)
    if times.axis_ms.ndim:
        raise InputError(f"{argument}={value!r} is no single time")
    return int(-(-times.axis_ms // HOUR_MS)), times.clock


# ---------------------------------------------------------------- reading


def read_times(
    times: Any,
    clock: Clock | None,
    *,
    fold: int | None = None,
    missing: str = "raise",
    argument: str = "times",
    until_end: bool = False,
) -> Times:
    """Read times of any accepted kind onto a clock (their own, or +08:00, when none is asked).

    `until_end` also admits the instant that ends the last year, for ends of ranges.
    """
    if fold not in (None, 0, 1):
        raise InputError(f"fold={fold!r} is unknown; give 0 (first) or 1 (second)")
    if missing not in ("raise", "mask"):
        raise InputError(f"missing={missing!r} is unknown; known: raise, mask")
    ms, aware, own, folds = _milliseconds(times, argument, clock is not None)
    void = ms == np.iinfo(np.int64).min
    if void.any():
        if missing == "raise":
            first = np.flatnonzero(void.ravel())[0]
            raise InputError(f"{argument}: {void.sum()} of {ms.size} times are missing (NaT), first at index {first}", void)
        ms = np.where(void, 0, ms)
    if fold is None:
        fold = folds
    if aware:
        clock = clock or own or Clock()
        utc = ms
    else:
        clock = clock or Clock()
        utc = clock.utc_from_civil(ms, fold, argument)
    # Far outside the table the time scales themselves mean nothing: check before using them.
    _check_years(utc, argument)
    axis = clock.axis_from_utc(utc)
    limit = (LAST_HOUR + 1) * HOUR_MS + (1 if until_end else 0)
    wrong = (axis < FIRST_HOUR * HOUR_MS) | (axis >= limit)
    if wrong.any():
        _raise_range(wrong, argument)
    return Times(axis, utc, clock, void if void.any() else None)


def _check_years(utc: Int64, argument: str) -> None:
    years = utc.astype("M8[ms]").astype("M8[Y]").astype(np.int64) + 1970
    wrong = (years < FIRST_YEAR - 1) | (years > LAST_YEAR + 1)
    if wrong.any():
        _raise_range(wrong, argument)


def _raise_range(wrong: NDArray[np.bool_], argument: str) -> None:
    where = np.flatnonzero(wrong.ravel())
    if wrong.size == 1:
        raise RangeError(f"{argument} is outside the years {FIRST_YEAR}..{LAST_YEAR} of the term table", wrong)
    raise RangeError(
        f"{argument}: {where.size} of {wrong.size} times are outside the years {FIRST_YEAR}..{LAST_YEAR} "
        f"of the term table, first at index {where[0]}",
        wrong,
    )


def _milliseconds(
    times: Any, argument: str, asked: bool
) -> tuple[Int64, bool, Clock | None, int | None]:
    """Return (ms since 1970, whether they are world time, the clock they carry, the fold they carry).

    Naive times give local milliseconds, aware ones world milliseconds.
    """
    if isinstance(times, HourRange):
        raise InputTypeError(f"{argument} holds hours already; civil times are wanted here")
    array = times if isinstance(times, np.ndarray) else None
    if array is None and not isinstance(times, (str, date, np.generic)):
        array = np.asarray(times)
    if isinstance(times, np.datetime64):
        array = np.asarray(times)
    if array is not None and array.dtype.kind == "M":
        return _from_datetime64(array, argument), False, None, None
    if array is None:
        array = np.empty((), dtype=object)
        array[()] = times
    if array.dtype.kind in "UT":
        array = array.astype(object)
    if array.dtype.kind != "O":
        raise InputTypeError(
            f"{argument} has dtype {array.dtype}; give datetime64, ISO strings or datetimes "
            "(integers are double-hours and go where hours are taken)"
        )
    return _from_objects(array, argument, asked)


def _from_datetime64(array: NDArray[Any], argument: str) -> Int64:
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    if array.dtype == np.dtype("M8"):  # unit-less: only NaT can be meant
        array = array.astype("M8[ms]")
    years = array.astype("M8[Y]").astype(np.int64) + 1970
    void = np.isnat(array)
    wrong = ~void & ((years < FIRST_YEAR - 1) | (years > LAST_YEAR + 1))
    if wrong.any():  # checked in whole years first: the conversion to milliseconds could overflow
        _raise_range(wrong, argument)
    return array.astype("M8[ms]").astype(np.int64)


def _from_objects(
    array: NDArray[Any], argument: str, asked: bool
) -> tuple[Int64, bool, Clock | None, int | None]:
    out = np.empty(array.size, dtype=np.int64)
    naive = aware = 0
    zones: dict[Any, Clock] = {}
    folds: set[int] = set()
    for index, value in enumerate(array.ravel()):
        found = _from_object(value, argument, index)
        if found is None:
            out[index] = MISSING_HOUR
        elif isinstance(found, tuple):
            out[index], fold = found
            folds.add(fold)
            naive += 1
        else:
            if found.tzinfo not in zones:
                zones[found.tzinfo] = clock_of(found)
            out[index] = _aware_ms(found, argument, index)
            aware += 1
    if naive and aware:
        raise InputError(f"{argument} mixes {aware} aware and {naive} naive times; give one kind")
    clocks = list(dict.fromkeys(zones.values()))
    if len(clocks) > 1 and not asked:
        raise InputError(f"{argument} carries {len(clocks)} different zones; ask for one with tz= or clock=")
    own = clocks[0] if clocks else None
    return out.reshape(array.shape), aware > 0, own, 1 if folds == {1} else None


def _from_object(value: Any, argument: str, index: int) -> datetime | tuple[int, int] | None:
    """Return an aware datetime, (local ms, fold) of a naive time, or None for a missing one."""
    if value is None or value is np.datetime64("NaT") or (isinstance(value, np.datetime64) and np.isnat(value)):
        return None
    if isinstance(value, str):
        return _from_text(value, argument)
    if isinstance(value, datetime):
        if value != value:  # pandas.NaT is a datetime that differs from itself
            return None
        if value.tzinfo is not None:
            return value
        return (value.replace(fold=0) - _EPOCH) // timedelta(milliseconds=1), value.fold
    if isinstance(value, date):
        return (value - _EPOCH.date()) // timedelta(milliseconds=1), 0
    if isinstance(value, np.datetime64):
        return int(_from_datetime64(np.asarray(value), argument)), 0
    raise InputTypeError(
        f"{argument}={value!r} at index {index} is no time; give datetime64, ISO strings or datetimes "
        "(integers are double-hours and go where hours are taken)"
    )


def _from_text(text: str, argument: str) -> datetime | tuple[int, int]:
    found = _ISO.fullmatch(text.strip())
    if not found:
        raise InputError(f"{argument}={text!r} is no ISO time; write it like '2026-03-15T10:20:00' or with '+08:00'")
    if found["offset"] and not found["time"]:
        raise InputError(f"{argument}={text!r} has an offset but no time of day")
    clock_text = (found["time"] or "00:00").replace(",", ".")
    if len(clock_text) >= 4 and clock_text[2] != ":":
        clock_text = ":".join((clock_text[:2], clock_text[2:4], *([clock_text[4:]] if clock_text[4:] else [])))
    try:
        if found["offset"]:
            return datetime.fromisoformat(found["date"].lstrip("+") + "T" + clock_text + found["offset"])
        local = np.datetime64(found["date"].lstrip("+") + "T" + clock_text)
        return int(_from_datetime64(np.asarray(local), argument)), 0
    except RangeError:
        raise RangeError(
            f"{argument}={text!r} is outside the years {FIRST_YEAR}..{LAST_YEAR} of the term table"
        ) from None
    except ValueError as error:
        raise InputError(f"{argument}={text!r} is no ISO time: {error}") from None


def _aware_ms(value: datetime, argument: str, index: int) -> int:
    """Return world milliseconds of an aware datetime; one that its zone skips raises."""
    world = value.astimezone(UTC)
    if world.astimezone(value.tzinfo).replace(tzinfo=None, fold=0) != value.replace(tzinfo=None, fold=0):
        raise LocalTimeError(f"{argument}={value.isoformat()} at index {index} does not exist in {value.tzinfo}")
    return (world.replace(tzinfo=None) - _EPOCH) // timedelta(milliseconds=1)
