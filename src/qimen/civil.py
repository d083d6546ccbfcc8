"""Civil times of every kind that a caller may give, read into milliseconds since 1970.

Naive times stay on their local clock, aware ones become world time; `times.py` decides the clock.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .clock import DAY_MS, fixed_offset
from .errors import InputError, InputTypeError, LocalTimeError, RangeError
from .terms import FIRST_YEAR, LAST_YEAR

Int64 = NDArray[np.int64]
Bool = NDArray[np.bool_]
#: What stands for a missing time, and for its hour.
MISSING = int(np.iinfo(np.int64).min)

_ISO = re.compile(
    r"(?P<year>[+-]?[0-9]{4,6})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"
    r"(?:[T ](?P<hour>[0-9]{2})(?::?(?P<minute>[0-9]{2})"
    r"(?::?(?P<second>[0-9]{2})(?:[.,](?P<fraction>[0-9]+))?)?)?)?"
    r"(?P<offset>Z|[+-][0-9]{2}(?::?[0-9]{2}(?::?[0-9]{2})?)?)?"
)
_EPOCH = datetime(1970, 1, 1)
_MS = timedelta(milliseconds=1)
#: Bounds of what is turned into milliseconds at all: a year more than the table on both sides.
_FIRST_MS = int(np.datetime64(f"{FIRST_YEAR - 1}-01-01", "ms").astype(np.int64))
_LAST_MS = int(np.datetime64(f"{LAST_YEAR + 2}-01-01", "ms").astype(np.int64)) - 1
#: Milliseconds of the coarser units of datetime64, and how many of the finer ones make a millisecond.
_COARSE = {"W": 7 * DAY_MS, "D": DAY_MS, "h": 3_600_000, "m": 60_000, "s": 1000, "ms": 1}
_FINE = {"us": 10**3, "ns": 10**6, "ps": 10**9, "fs": 10**12, "as": 10**15}
_YEARS = f"the years {FIRST_YEAR}..{LAST_YEAR} of the term table"
_KINDS = "give datetime64, ISO strings or datetimes (integers are double-hours and go where hours are taken)"


class Reading(NamedTuple):
    """Milliseconds since 1970: world time when there are zones, else civil; which naive ones said fold=1."""

    ms: Int64
    zones: tuple[tzinfo, ...] = ()
    second: Bool | None = None


class _Value(NamedTuple):
    ms: int
    zone: tzinfo | None = None
    fold: int = 0


_NOTHING = _Value(MISSING)


def refuse_years(wrong: Bool, argument: str, text: Callable[[int], str]) -> None:
    """Raise RangeError about the times marked in `wrong`; `text` gives the one at a flat index."""
    where = np.flatnonzero(wrong.ravel())
    if wrong.size == 1:
        raise RangeError(f"{argument}={text(0)!r} is outside {_YEARS}", wrong)
    raise RangeError(
        f"{argument}: {where.size} of {wrong.size} times are outside {_YEARS}; the first is "
        f"{text(int(where[0]))!r} at index {where[0]}",
        wrong,
    )


def read_civil(times: Any, argument: str, fold: int | None) -> Reading:
    """Read times of any accepted kind; errors name `argument` and carry the mask of the offenders."""
    if isinstance(times, np.ma.MaskedArray):
        masked: Any = times
        plain = masked.dtype.kind == "M"
        times = masked.filled(np.datetime64("NaT")) if plain else masked.astype(object).filled(None)
    if isinstance(times, (str, date, np.generic)) and not isinstance(times, np.datetime64):
        array = np.empty((), dtype=object)
        array[()] = times
    else:
        try:
            array = np.asarray(times)
        except ValueError as error:
            raise InputError(f"{argument} is no array of times: {error}") from None
    if array.dtype.kind == "M":
        return Reading(_from_datetime64(array, argument))
    if array.dtype.kind in "UT" or (array.size == 0 and not isinstance(times, np.ndarray)):
        array = array.astype(object)
    if array.dtype.kind != "O":
        raise InputTypeError(f"{argument} has dtype {array.dtype}; {_KINDS}")
    return _from_objects(array, argument, fold)


def _from_datetime64(array: NDArray[Any], argument: str) -> Int64:
    unit, count = np.datetime_data(array.dtype)
    if unit == "generic":  # NumPy lets nothing but NaT be without a unit
        return np.full(array.shape, MISSING, dtype=np.int64)
    # Bounds are compared in the array's own unit first: NumPy wraps round where a conversion overflows.
    if unit in "YM":
        months = 12 if unit == "M" else 1
        low, high = (FIRST_YEAR - 1 - 1970) * months, (LAST_YEAR + 2 - 1970) * months
    elif unit in _COARSE:
        low, high = -(-_FIRST_MS // _COARSE[unit]), _LAST_MS // _COARSE[unit] + 1
    else:
        low, high = _FIRST_MS * _FINE[unit], (_LAST_MS + 1) * _FINE[unit]
    raw = array.astype(np.int64)
    wrong = ((raw < -(-low // count)) | (raw >= -(-high // count))) & ~np.isnat(array)
    if wrong.any():
        refuse_years(wrong, argument, lambda index: str(array.ravel()[index]))
    return array.astype("M8[ms]").astype(np.int64)


def _from_objects(array: NDArray[Any], argument: str, fold: int | None) -> Reading:
    """Read one by one; the error about the first that cannot be read carries the mask of all such."""
    ms = np.empty(array.size, dtype=np.int64)
    second = np.zeros(array.size, dtype=bool)
    wrong = np.zeros(array.size, dtype=bool)
    errors: list[InputError] = []
    zones: dict[int, tzinfo] = {}  # by identity: some tzinfo classes have no hash
    naive = aware = 0
    for index, value in enumerate(array.ravel()):
        try:
            found = _from_object(value, argument, fold)
        except InputTypeError as error:
            where = "" if array.size == 1 else f" (index {index})"
            raise InputTypeError(f"{error}{where}") from None
        except InputError as error:
            errors.append(error)
            wrong[index] = True
            continue
        ms[index], second[index] = found.ms, found.fold
        if found.zone is not None:
            aware += 1
            zones[id(found.zone)] = found.zone
        elif found is not _NOTHING:
            naive += 1
    if errors:
        text = str(errors[0])
        if array.size > 1:
            text = (
                f"{argument}: {len(errors)} of {array.size} times cannot be read; the first, at index "
                f"{np.flatnonzero(wrong)[0]}: {text}"
            )
        raise type(errors[0])(text, wrong.reshape(array.shape))
    if naive and aware:
        raise InputTypeError(f"{argument} mixes {aware} aware and {naive} naive times; give one kind")
    shape = array.shape
    return Reading(ms.reshape(shape), tuple(zones.values()), second.reshape(shape) if second.any() else None)


def _from_object(value: Any, argument: str, fold: int | None) -> _Value:
    """Return world milliseconds and zone of an aware time, civil milliseconds and fold of a naive one."""
    if value is None or (isinstance(value, (datetime, np.datetime64, float)) and value != value):
        return _NOTHING  # NaT, pandas' too, and NaN among strings
    if isinstance(value, str):
        return _from_text(value, argument)
    if isinstance(value, datetime):
        return _from_datetime(value, argument, fold)
    if isinstance(value, date):
        return _Value((value - _EPOCH.date()) // _MS)
    if isinstance(value, np.datetime64):
        return _Value(int(_from_datetime64(np.asarray(value), argument)))
    raise InputTypeError(f"{argument}={value!r} is no time; {_KINDS}")


def _from_datetime(value: datetime, argument: str, fold: int | None) -> _Value:
    zone, wall = value.tzinfo, value.replace(tzinfo=None)
    if zone is not None and fold is not None:
        value = value.replace(fold=fold)
    offset = value.utcoffset()
    if zone is None or offset is None:  # what has no offset is naive, whatever its tzinfo
        return _checked(_Value((wall - _EPOCH) // _MS, None, value.fold), argument, value)
    if fold is None and not isinstance(zone, timezone):
        try:
            there = value.astimezone(UTC).astimezone(zone).replace(tzinfo=None) == wall
        except OverflowError:  # at the ends of what datetime can hold no zone skips anything
            there = True
        if not there:
            raise LocalTimeError(
                f"{argument}={value.isoformat()!r} does not exist in {zone}; give fold=0 (by the offset "
                "before the change) or fold=1 (after it)"
            )
    if isinstance(zone, timezone):  # equal offsets become one object
        zone = _fixed_zone(offset // _MS)
    return _checked(_Value((wall - _EPOCH - offset) // _MS, zone), argument, value)


def _from_text(text: str, argument: str) -> _Value:
    if text == "NaT":
        return _NOTHING
    found = _ISO.fullmatch(text.strip())
    if not found:
        raise InputError(f"{argument}={text!r} is no ISO time; write it like '2026-03-15T10:20:00' or with '+08:00'")
    year, month, day, hours, minutes, seconds, fraction, offset = found.groups()
    if offset and not hours:
        raise InputError(f"{argument}={text!r} has an offset but no time of day")
    hour, minute, second = int(hours or 0), int(minutes or 0), int(seconds or 0)
    if hour > 23 or minute > 59 or second > 59:
        raise InputError(f"{argument}={text!r} is no time of day; 00:00:00 to 23:59:59 are allowed")
    if not FIRST_YEAR - 1 <= int(year) <= LAST_YEAR + 1:
        raise RangeError(f"{argument}={text!r} is outside {_YEARS}")
    # The Gregorian cycle of 400 years brings every year into those that `date` knows.
    cycles, rest = divmod(int(year) - 2000, 400)
    try:
        days = date(2000 + rest, int(month), int(day)).toordinal() - _EPOCH.toordinal() + cycles * 146_097
    except ValueError:
        raise InputError(f"{argument}={text!r} is no date of the Gregorian calendar") from None
    ms = days * DAY_MS + (hour * 3600 + minute * 60 + second) * 1000
    if fraction:
        ms += int(fraction.ljust(3, "0")[:3])
    if not offset:
        return _Value(ms)
    try:
        offset_ms = fixed_offset(offset)
    except InputError:
        raise InputError(f"{argument}={text!r} has no offset that exists; -23:59 to +23:59 are allowed") from None
    return _Value(ms - offset_ms, _fixed_zone(offset_ms))


@functools.lru_cache(maxsize=64)
def _fixed_zone(offset_ms: int) -> timezone:
    return timezone(timedelta(milliseconds=offset_ms))


def _checked(value: _Value, argument: str, given: object) -> _Value:
    if not _FIRST_MS <= value.ms <= _LAST_MS:
        raise RangeError(f"{argument}={str(given)!r} is outside {_YEARS}")
    return value
