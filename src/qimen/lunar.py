"""Lunar dates: month, leap month and day of the Chinese calendar, from the shipped new moons and terms.

The rule is that of GB/T 33661-2017, which is the astronomical rule of 1645 with today's meridian: months open
on the day of the new moon, month 11 holds 冬至, and where thirteen months run from one month 11 to the next,
the first of them without a 中气 is leap. A 中气 belongs to the month that holds its DAY: the instant of the
new moon within that day does not matter, and comparing instants would make other months leap. (Calendars
before 1645 used mean terms and other rules; what this file says of them is what the modern rule would have
said.)
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from . import terms
from .calendars.steps import Int64, locate
from .clock import DAY_MS, EPOCH_DAY, HOUR_MS, Clock, check_hours
from .errors import InputError, InputTypeError, UnknownNameError
from .times import HourRange, read_times

Meridian = Literal["utc8", "beijing"]

#: Milliseconds from world time to the meridian of 120 degrees east, and to that of Beijing, 116 degrees 25'.
_UTC8 = 8 * 3_600_000
_BEIJING = (7 * 3600 + 45 * 60 + 40) * 1000
#: World time at which the almanacs went from Beijing's own meridian to 120 degrees east: 1929-01-01.
_CHANGED = int(np.datetime64("1929-01-01", "ms").astype(np.int64)) - _UTC8
#: Year of the 冬至 at which terms are counted from 0 (`calendars.steps.TermTimes`).
_YEAR_OF_ZERO = 1983


@dataclass(frozen=True)
class LunarDate:
    """Lunar dates as arrays of the shape asked.

    Attributes
    ----------
    year : int32
        The Gregorian year in which the lunar year opens (astronomical numbering).
    month : uint8
        1..12; a leap month has the number of the one before it.
    leap : bool
        Whether it is a leap month.
    day : uint8
        1..30.
    """

    year: NDArray[np.int32]
    month: NDArray[np.uint8]
    leap: NDArray[np.bool_]
    day: NDArray[np.uint8]


@dataclass(frozen=True)
class Months:
    """The lunar months of the term table in order: first day (JDN + 49), year, month and leap flag."""

    first_day: Int64
    year: NDArray[np.int32]
    month: NDArray[np.uint8]
    leap: NDArray[np.bool_]


def lunar_date(
    x: Any, clock: Clock | None = None, meridian: Meridian = "utc8", *, fold: int | None = None
) -> LunarDate:
    """Return lunar year, month, leap flag and day of civil dates or times, or of double-hours.

    Parameters
    ----------
    x : datetime64, ISO strings, dates or datetimes, or int64 double-hours, or HourRange; any shape
        A time has the lunar date of its local civil date, which turns at midnight; an integer double-hour
        that of its day, the whole 子 hour counting to the new day as everywhere.
    clock : Clock, optional
        The clock of the times; default +08:00. It says which date a time has: the months themselves are
        always those of China.
    meridian : {"utc8", "beijing"}
        Whether the days of new moons and terms before 1929 are those of UTC+8, or of Beijing's local mean
        time (UTC+7:45:40) as the almanacs of the time had them. From 1929 on both are UTC+8.
    fold : {0, 1}, optional
        For a local time that its zone has twice or skips.

    Returns
    -------
    LunarDate
        Arrays of the shape of `x`.

    Raises
    ------
    RangeError, InputError, InputTypeError, LocalTimeError, UnknownNameError

    Examples
    --------
    >>> date = lunar_date("2023-03-22")
    >>> int(date.year), int(date.month), bool(date.leap), int(date.day)
    (2023, 2, True, 1)
    """
    days, shape = _days(x, clock, fold)
    table = months(meridian)
    place = locate(table.first_day, days)
    day = (days - table.first_day[place] + 1).astype(np.uint8)
    return LunarDate(
        table.year[place].reshape(shape),
        table.month[place].reshape(shape),
        table.leap[place].reshape(shape),
        day.reshape(shape),
    )


def _days(x: Any, clock: Clock | None, fold: int | None) -> tuple[Int64, tuple[int, ...]]:
    """Return the day numbers (JDN + 49) of what was asked, flat, and its shape."""
    if isinstance(x, HourRange) and clock is not None and clock != x.clock:
        raise InputError(f"clock={clock!r} differs from that of the hours, {x.clock!r}")
    array = np.asarray(x)
    if array.dtype.kind in "iu":
        hours = array.astype(np.int64).reshape(-1)
        check_hours(hours, "x")
        return hours // 12, array.shape
    if array.dtype.kind in "fcb":
        raise InputTypeError(f"x has dtype {array.dtype}; integers (double-hours) or civil times are wanted")
    times = read_times(x, clock, fold=fold, argument="x")
    return (times.axis_ms.reshape(-1) - HOUR_MS // 2) // DAY_MS, times.axis_ms.shape


@functools.cache
def months(meridian: str = "utc8") -> Months:
    """Return the months of the whole term table, built once.

    Raises UnknownNameError for a meridian that is none.
    """
    if meridian not in ("utc8", "beijing"):
        raise UnknownNameError(f"meridian={meridian!r} is unknown; known: utc8, beijing")
    first_day = _china_day(terms.new_moon_utc_ms(), meridian)
    table = terms.term_table()
    zhong_qi = np.flatnonzero(table.term % 2 == 0)
    qi_day = _china_day(terms.term_utc_ms()[zhong_qi], meridian)
    qi_month = locate(first_day, qi_day)
    has_qi = np.zeros(first_day.size + 1, dtype=bool)
    has_qi[qi_month] = True  # a 中气 before the first new moon falls on the spare place, -1

    winter = qi_month[table.term[zhong_qi] == 0]
    winter_year = _winter_years(table)
    known = winter >= 0
    winter, winter_year = winter[known], winter_year[known]
    # Months from one month 11 to the next, and of a year of thirteen the first without a 中气.
    index = np.arange(winter[0], winter[-1])
    year_of = locate(winter, index)
    place = index - winter[year_of]
    long_year = np.diff(winter) == 13
    candidate = np.flatnonzero(~has_qi[index] & long_year[year_of] & (place > 0))
    leap = np.zeros(index.size, dtype=bool)
    _, first = np.unique(year_of[candidate], return_index=True)
    leap[candidate[first]] = True
    after = np.cumsum(leap)
    after -= after[winter[:-1] - winter[0]][year_of]  # leap months so far in this winter's year
    ordinal = place - after
    month = ((10 + ordinal) % 12 + 1).astype(np.uint8)
    year = (winter_year[year_of] + (ordinal >= 2)).astype(np.int32)
    columns = (first_day[index], year, month, leap)
    for column in columns:
        column.flags.writeable = False
    return Months(*columns)


def _china_day(utc_ms: Int64, meridian: str) -> Int64:
    """Return the day numbers (JDN + 49) in China of world times; the day turns at midnight."""
    shift = np.where(utc_ms < _CHANGED, _BEIJING, _UTC8) if meridian == "beijing" else _UTC8
    return (utc_ms + shift) // DAY_MS + EPOCH_DAY


def _winter_years(table: terms.TermTable) -> Int64:
    """Return the Gregorian year of every 冬至 of the table."""
    rows = np.flatnonzero(table.term == 0)
    years, codes, instants = terms.term_instants(_YEAR_OF_ZERO, _YEAR_OF_ZERO)
    anchor = int(np.searchsorted(table.tt_ms, instants[codes == 0][0]))
    return (rows - anchor) // 24 + int(years[0])
