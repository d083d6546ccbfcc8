"""Lunar dates against published calendars: leap months, new years, and what other programs got wrong."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime

import numpy as np
import pytest

import qimen
from qimen import terms
from qimen.calendars.steps import locate
from qimen.errors import InputError, InputTypeError, RangeError, UnknownNameError
from qimen.lunar import months

#: Leap months of 1900-2100, year: month (published calendars; 2033 by the rule of GB/T 33661-2017).
LEAPS = {
    1900: 8, 1903: 5, 1906: 4, 1909: 2, 1911: 6, 1914: 5, 1917: 2, 1919: 7, 1922: 5, 1925: 4, 1928: 2,
    1930: 6, 1933: 5, 1936: 3, 1938: 7, 1941: 6, 1944: 4, 1947: 2, 1949: 7, 1952: 5, 1955: 3, 1957: 8,
    1960: 6, 1963: 4, 1966: 3, 1968: 7, 1971: 5, 1974: 4, 1976: 8, 1979: 6, 1982: 4, 1984: 10, 1987: 6,
    1990: 5, 1993: 3, 1995: 8, 1998: 5, 2001: 4, 2004: 2, 2006: 7, 2009: 5, 2012: 4, 2014: 9, 2017: 6,
    2020: 4, 2023: 2, 2025: 6, 2028: 5, 2031: 3, 2033: 11, 2036: 6, 2039: 5, 2042: 2, 2044: 7, 2047: 5,
    2050: 3, 2052: 8, 2055: 6, 2058: 4, 2061: 3, 2063: 7, 2066: 5, 2069: 4, 2071: 8, 2074: 6, 2077: 4,
    2080: 3, 2082: 7, 2085: 5, 2088: 4, 2090: 8, 2093: 6, 2096: 4, 2099: 2,
}  # fmt: skip

NEW_YEARS = (
    "1900-01-31", "1911-01-30", "1914-01-26", "1929-02-10", "1949-01-29", "1966-01-21", "1985-02-20",
    "1997-02-07", "2000-02-05", "2014-01-31", "2015-02-19", "2020-01-25", "2023-01-22", "2024-02-10",
    "2025-01-29", "2026-02-17", "2027-02-06", "2033-01-31", "2034-02-19",
)  # fmt: skip


def parts(date: qimen.LunarDate) -> tuple[int, int, bool, int]:
    return int(date.year), int(date.month), bool(date.leap), int(date.day)


def test_leap_months_of_two_centuries() -> None:
    table = months()
    chosen = table.leap & (table.year >= 1900) & (table.year <= 2100)
    assert dict(zip(table.year[chosen].tolist(), table.month[chosen].tolist(), strict=True)) == LEAPS
    # Beijing's own meridian moved single days before 1929, no leap month of this time.
    table = months("beijing")
    chosen = table.leap & (table.year >= 1900) & (table.year <= 2100)
    assert dict(zip(table.year[chosen].tolist(), table.month[chosen].tolist(), strict=True)) == LEAPS


@pytest.mark.parametrize("day", NEW_YEARS)
def test_new_years(day: str) -> None:
    year = int(day[:4])
    assert parts(qimen.lunar_date(day)) == (year, 1, False, 1)
    before = qimen.lunar_date(np.datetime64(day, "D") - 1)
    assert parts(before)[:3] == (year - 1, 12, False)
    assert int(before.day) in (29, 30)


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2020-05-22", (2020, 4, False, 30)),
        ("2020-05-23", (2020, 4, True, 1)),
        ("2020-06-20", (2020, 4, True, 29)),
        ("2020-06-21", (2020, 5, False, 1)),
        ("2014-10-23", (2014, 9, False, 30)),
        ("2014-10-24", (2014, 9, True, 1)),
        ("2014-11-22", (2014, 10, False, 1)),
        ("2033-12-22", (2033, 11, True, 1)),
        ("2034-01-20", (2033, 12, False, 1)),
        ("1984-11-23", (1984, 10, True, 1)),
    ],
)
def test_containment_is_by_the_day_case_p079(day: str, expected: tuple[int, int, bool, int]) -> None:
    assert parts(qimen.lunar_date(day)) == expected


def test_comparing_instants_would_make_another_month_leap() -> None:
    """What P079 reports: a 中气 and a new moon on one day, the 中气 first, still share a month."""
    moons, qi = terms.new_moon_utc_ms(), terms.term_utc_ms()[terms.term_table().term % 2 == 0]
    by_instant = np.zeros(moons.size, dtype=bool)
    by_instant[np.maximum(locate(moons, qi), 0)] = True
    by_day = np.zeros(moons.size, dtype=bool)
    shift, day = 8 * 3_600_000, 86_400_000
    by_day[np.maximum(locate((moons + shift) // day, (qi + shift) // day), 0)] = True
    year = moons.astype("M8[ms]").astype("M8[Y]").astype(int) + 1970
    near = (year >= 2000) & (year <= 2030)
    assert (by_instant != by_day)[near].any()


def test_beijing_meridian_moves_days_before_1929_only() -> None:
    ours, beijing = months(), months("beijing")
    days = np.datetime64("1970-01-01") + (np.array([ours.first_day, beijing.first_day]) - 2440637)
    moved = {(str(a), str(b)) for a, b in days[:, (days[0] != days[1]) & (days[0] > np.datetime64("1900-01-01"))].T}
    assert moved == {
        ("1906-04-24", "1906-04-23"),
        ("1914-11-18", "1914-11-17"),
        ("1916-02-04", "1916-02-03"),
        ("1920-11-11", "1920-11-10"),
    }
    # The new year of 1916 was kept on 3 February.
    assert parts(qimen.lunar_date("1916-02-03", meridian="beijing")) == (1916, 1, False, 1)
    assert parts(qimen.lunar_date("1916-02-03")) == (1915, 12, False, 30)


def test_every_year_of_the_table_has_its_months() -> None:
    for meridian in ("utc8", "beijing"):
        table = months(meridian)
        assert set(np.diff(table.first_day).tolist()) == {29, 30}
        # From one month to the next the number goes up by one, or stays and the second is leap.
        step = (table.month[1:].astype(int) - table.month[:-1]) % 12
        assert ((step == 1) & ~table.leap[1:] | (step == 0) & table.leap[1:]).all()
        # The year turns at month 1 and nowhere else.
        turns = np.diff(table.year) == 1
        assert (turns == (table.month[1:] == 1) & ~table.leap[1:]).all()
        assert np.isin(np.diff(table.year), (0, 1)).all()
        # 冬至 lies in month 11, never in a leap month.
        at = terms.term_table().term == 0
        shift = 8 * 3_600_000
        winter = (terms.term_utc_ms()[at][1:-1] + shift) // 86_400_000 + 2440637
        if meridian == "utc8":
            place = locate(table.first_day, winter)
            assert (table.month[place] == 11).all()
            assert not table.leap[place].any()
    whole = qimen.lunar_date(np.arange(np.datetime64("-2999-01-01"), np.datetime64("2999-01-01"), 11))
    assert whole.day.min() == 1
    assert whole.day.max() == 30
    assert int(whole.year[0]) == -3000
    assert int(whole.year[-1]) == 2998


def test_times_follow_the_clock_and_turn_at_midnight() -> None:
    assert parts(qimen.lunar_date("2024-02-09T23:30")) == (2023, 12, False, 30)
    assert parts(qimen.lunar_date("2024-02-10T00:00")) == (2024, 1, False, 1)
    # A double-hour counts to its day, the whole 子 hour to the new one.
    hour = qimen.hours("2024-02-09T23:30")
    assert parts(qimen.lunar_date(hour)) == (2024, 1, False, 1)
    assert parts(qimen.lunar_date(hour - 1)) == (2023, 12, False, 30)
    # One instant has two dates under two clocks; the months themselves are China's.
    moment = datetime(2024, 2, 9, 17, tzinfo=UTC)
    assert parts(qimen.lunar_date(moment)) == (2023, 12, False, 30)
    assert parts(qimen.lunar_date(moment, clock=qimen.Clock())) == (2024, 1, False, 1)


def test_shapes_and_refusals() -> None:
    grid = np.array([["2024-02-09", "2024-02-10"], ["2023-03-22", "2025-07-25"]], dtype="M8[D]")
    date = qimen.lunar_date(grid)
    assert date.month.tolist() == [[12, 1], [2, 6]]
    assert date.leap.tolist() == [[False, False], [True, True]]
    assert (date.year.dtype, date.month.dtype, date.leap.dtype, date.day.dtype) == (
        np.int32, np.uint8, bool, np.uint8,
    )  # fmt: skip
    assert qimen.lunar_date(np.array([], dtype="M8[D]")).day.shape == (0,)
    span = qimen.hour_range("2024-02-09", "2024-02-11")
    assert qimen.lunar_date(span).day.tolist() == qimen.lunar_date(np.asarray(span)).day.tolist()
    with pytest.raises(UnknownNameError, match="nanjing"):
        qimen.lunar_date("2024-02-09", meridian="nanjing")  # type: ignore[arg-type]
    with pytest.raises(RangeError):
        qimen.lunar_date("3100-01-01")
    with pytest.raises(InputTypeError):
        qimen.lunar_date(1.5)
    with pytest.raises(InputError):
        qimen.lunar_date(span, clock=qimen.Clock(tz="+09:00"))


def test_month_by_month_of_a_leap_year() -> None:
    days = np.arange(np.datetime64("2025-01-29"), np.datetime64("2026-02-17"))
    date = qimen.lunar_date(days)
    told = [(m, leap) for (m, leap), _ in itertools.groupby(zip(date.month.tolist(), date.leap.tolist(), strict=True))]
    assert told == [(m, False) for m in range(1, 7)] + [(6, True)] + [(m, False) for m in range(7, 13)]
    assert set(date.year.tolist()) == {2025}
