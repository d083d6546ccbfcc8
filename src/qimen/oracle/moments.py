"""Local time as three plain counts: milliseconds, double-hours, days.

`local_ms` counts milliseconds of the local clock from 1970-01-01T00:00. `hour` counts double-hours so that
`hour % 12` is the branch and `hour % 60` the pillar; `day` counts days so that `day % 60` is the pillar, and
1970-01-01 (辛巳) is day 2440637. The 子 hour begins at 23:00 of the evening before.
"""

from __future__ import annotations

MS_OF_HOUR = 7_200_000
MS_OF_DAY = 86_400_000
DAY_OF_1970 = 2_440_637
#: A day's number is its Julian day number and 49, which brings 甲子 to 0.
DAY_LESS_JDN = 49

DAY_STARTS = ("23:00", "00:00")


def hour_of(local_ms: int) -> int:
    """The double-hour that holds an instant. Integers only: no odd hour may fall by a rounded float."""
    return 12 * DAY_OF_1970 + (local_ms + MS_OF_HOUR // 2) // MS_OF_HOUR


def start_of_hour(hour: int) -> int:
    """Local milliseconds at which a double-hour begins."""
    return (hour - 12 * DAY_OF_1970) * MS_OF_HOUR - MS_OF_HOUR // 2


def day_of_hour(hour: int) -> int:
    """Day of a whole double-hour; the 子 hour counts whole to the new day, whatever the clock's day start."""
    return hour // 12


def day_of(local_ms: int, day_start: str) -> int:
    """Day of an instant, the day beginning at 23:00 of the evening before or at midnight."""
    if day_start == "23:00":
        return day_of_hour(hour_of(local_ms))
    if day_start == "00:00":
        return DAY_OF_1970 + local_ms // MS_OF_DAY
    raise ValueError(f"day_start must be one of {DAY_STARTS}, not {day_start!r}")


def local_ms_of(year: int, month: int, day: int, hour: int = 0, minute: int = 0, second: int = 0) -> int:
    """Local milliseconds of a proleptic Gregorian date, the year numbered astronomically (0 is 1 BC)."""
    days = _days_before_year(year) - _days_before_year(1970)
    for earlier in range(1, month):
        days += _days_in_month(year, earlier)
    days += day - 1
    return ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1000


def year_of(local_ms: int) -> int:
    """Proleptic Gregorian year that holds an instant."""
    days = local_ms // MS_OF_DAY + _days_before_year(1970)
    year = days // 366
    while _days_before_year(year + 1) <= days:
        year += 1
    while _days_before_year(year) > days:
        year -= 1
    return year


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_before_year(year: int) -> int:
    """Days from the first of January of year 0 to that of `year`."""
    last = year - 1
    return 365 * year + (last // 4 - last // 100 + last // 400) + 1


def _days_in_month(year: int, month: int) -> int:
    if month == 2:
        return 29 if _is_leap(year) else 28
    return 30 if month in (4, 6, 9, 11) else 31
