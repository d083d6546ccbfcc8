"""What the calendars are known to give: facts worked out by hand and elsewhere, each on its own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import qimen
from qimen import timescales
from qimen.calendars.tables import from_terms
from qimen.clock import EPOCH_DAY, FIRST_HOUR, HOUR_MS, LAST_HOUR, hour_starts
from qimen.names import DUN, JU_TABLE, PILLARS, TERMS, YUAN
from qimen.terms import FIRST_YEAR, LAST_YEAR

MIDNIGHT = qimen.Clock(day_start="00:00")


def ju_of(time: Any, which: str | qimen.School, clock: qimen.Clock | None = None) -> tuple[str, str, str, int]:
    """(term of the ju, yuan, dun, ju) in characters."""
    found = qimen.align(time, which, clock=clock)
    return TERMS[int(found.ju_term)], YUAN[int(found.yuan)], DUN[int(found.dun)], int(found.ju)


def term_utc8(year: int, name: str) -> np.datetime64:
    """A term of a year at +08:00, to the second."""
    _, code, tt = qimen.term_instants(year, year)
    utc = timescales.utc_ms_from_tt(int(tt[code == TERMS.index(name)][0]))
    return np.datetime64((utc + 8 * 3_600_000 + 500) // 1000, "s")


# ---------------------------------------------------------------- checked facts


@pytest.mark.parametrize(
    ("time", "which", "expected"),
    [
        ("2004-09-01T12:00", "chaibu", ("处暑", "上", "阴", 1)),
        ("2004-09-01T12:00", "zhirun", ("白露", "上", "阴", 9)),
        ("2027-10-31T20:49", "zhirun", ("立冬", "上", "阴", 6)),
        ("2024-11-11T21:54", "zhirun", ("小雪", "上", "阴", 5)),
    ],
)
def test_checked_ju(time: str, which: str, expected: tuple[str, str, str, int]) -> None:
    assert ju_of(time, which) == expected


def test_the_term_in_force_may_lag_behind_the_ju() -> None:
    found = qimen.align("2027-10-31T20:49", "zhirun")
    assert TERMS[int(found.term)] == "霜降"
    assert TERMS[int(found.ju_term)] == "立冬"


def test_leaps_near_us() -> None:
    hours = qimen.hour_range("2018-01-01", "2037-01-01")
    found = qimen.align(hours, "zhirun")
    opens = np.flatnonzero(found.leap[1:] & ~found.leap[:-1]) + 1
    years = [int(text[:4]) for text in hour_starts(opens + hours.start, hours.clock)]
    leaps = [(TERMS[int(found.ju_term[i])], year) for i, year in zip(opens, years, strict=True)]
    assert leaps == [
        *(("大雪", year) for year in (2018, 2021, 2024, 2027, 2030, 2033)),
        ("芒种", 2036),
    ]
    # Just before a leap its term is led by nine days or more.
    assert (found.lead_days[opens - 1] >= 9).all()
    assert (found.lead_days[opens] == found.lead_days[opens - 1] - 15).all()
    # A leap lasts one block.
    assert found.leap.sum() == len(leaps) * 15 * 12


def test_how_often_chaibu_and_zhirun_differ() -> None:
    whole = qimen.HourRange(FIRST_HOUR, LAST_HOUR + 1)
    share = np.mean(qimen.chart_ids(whole, "chaibu") != qimen.chart_ids(whole, "zhirun"))
    assert 0.29 < share < 0.31
    near = qimen.hour_range("1900-01-01", "2100-01-01")
    share = np.mean(qimen.chart_ids(near, "chaibu") != qimen.chart_ids(near, "zhirun"))
    assert 0.29 < share < 0.32


@pytest.mark.parametrize(("year", "time"), [(2021, "23:59:18"), (2025, "23:03:05")])
def test_solstices_at_the_edge_of_a_day(year: int, time: str) -> None:
    instant = term_utc8(year, "冬至")
    assert instant == np.datetime64(f"{year}-12-21T{time}")
    # 23:00-24:00 is the 子 hour of the day after, or the last hour of its own day.
    hour = qimen.hours(instant)
    assert int(hour) % 12 == 0
    day = EPOCH_DAY + int(instant.astype("M8[D]").astype(np.int64))
    after = qimen.align(instant + np.timedelta64(1, "s"), "chaibu")
    assert int(after.term) == TERMS.index("冬至")
    assert int(qimen.pillars(instant).day) == (day + 1) % 60
    assert int(qimen.pillars(instant, clock=MIDNIGHT).day) == day % 60
    assert int(qimen.pillars(instant).hour) == int(qimen.pillars(instant, clock=MIDNIGHT).hour)


def test_the_solstice_of_2021_is_led_by_nine_days_or_ten() -> None:
    """By the civil date 9, by the day that begins at 23:00 10 (public case P007)."""
    for clock, lead in ((MIDNIGHT, 9), (qimen.Clock(), 10)):
        day = int(clock.day_from_axis(qimen_axis("2021-12-21T23:59:18")))
        assert day - day % 15 == EPOCH_DAY + int(np.datetime64("2021-12-12", "D").astype(np.int64))
        assert day % 15 == lead


def qimen_axis(text: str) -> Any:
    """Local milliseconds on the axis of double-hours."""
    return np.int64(np.datetime64(text, "ms").astype(np.int64)) + EPOCH_DAY * 12 * HOUR_MS + HOUR_MS // 2


# ---------------------------------------------------------------- the instant and the double-hour


def test_two_times_of_one_double_hour_on_both_sides_of_a_term() -> None:
    assert str(term_utc8(2026, "立春")).startswith("2026-02-04T04:0")
    before, after = "2026-02-04T03:57", "2026-02-04T04:07"
    assert qimen.hours(before) == qimen.hours(after)
    assert ju_of(before, "chaibu") == ("大寒", "上", "阳", 3)
    assert ju_of(after, "chaibu") == ("立春", "上", "阳", 8)
    # By the double-hour, as integer hours are read, both belong to the new term.
    by_hour = qimen.school("chaibu").replace(term_switch="hour")
    assert ju_of(before, by_hour) == ju_of(after, by_hour) == ("立春", "上", "阳", 8)
    assert ju_of(qimen.hours(before), "chaibu") == ("立春", "上", "阳", 8)
    # So do year and month.
    one, two = qimen.pillars(before, "chaibu"), qimen.pillars(after, "chaibu")
    assert [PILLARS[int(p)] for p in (one.year, one.month)] == ["乙巳", "己丑"]
    assert [PILLARS[int(p)] for p in (two.year, two.month)] == ["丙午", "庚寅"]
    whole = qimen.pillars(qimen.hours(before), "chaibu")
    assert [PILLARS[int(p)] for p in (whole.year, whole.month)] == ["丙午", "庚寅"]


@pytest.mark.parametrize("which", ["chaibu", "maoshan"])
def test_every_term_switches_at_its_instant_for_times_and_at_its_hour_for_hours(which: str) -> None:
    _, code, tt = qimen.term_instants(1890, 2110)
    local = timescales.utc_ms_from_tt(tt) + 8 * 3_600_000
    at, before = local.astype("M8[ms]"), (local - 1).astype("M8[ms]")
    np.testing.assert_array_equal(qimen.align(at, which).term, code)
    np.testing.assert_array_equal(qimen.align(before, which).term, (code - 1.0) % 24)
    hour = qimen.hours(at)
    np.testing.assert_array_equal(qimen.align(hour, which).term, code)
    np.testing.assert_array_equal(qimen.align(hour - 1, which).term, (code - 1.0) % 24)
    by_hour = qimen.school(which).replace(term_switch="hour")
    opens = ((local + HOUR_MS // 2) // HOUR_MS * HOUR_MS - HOUR_MS // 2).astype("M8[ms]")
    np.testing.assert_array_equal(qimen.align(opens, by_hour).term, code)
    np.testing.assert_array_equal(qimen.align(opens - np.timedelta64(1, "ms"), by_hour).term, (code - 1.0) % 24)


def test_a_term_within_half_a_second_of_a_double_hour() -> None:
    instant = timescales.utc_ms_from_tt(int(qimen.term_instants(2068, 2068)[2][0])) + 8 * 3_600_000
    off = (instant + HOUR_MS // 2) % HOUR_MS
    assert min(off, HOUR_MS - off) <= 500  # 2068 小寒


# ---------------------------------------------------------------- days, pillars, tables


def test_the_day_number_is_the_pillar() -> None:
    hour = int(qimen.hours("1970-01-01T12:00"))
    assert hour == 12 * EPOCH_DAY + 6
    assert PILLARS[hour // 12 % 60] == "辛巳"
    assert PILLARS[int(qimen.pillars(hour).day)] == "辛巳"
    assert PILLARS[int(qimen.pillars(hour).hour)] == PILLARS[hour % 60] == "甲午"


def test_five_tigers_and_five_rats() -> None:
    """五虎遁 and 五鼠遁: the first month of a 甲 year is 丙寅, the first hour of a 甲 day is 甲子."""
    start, stop = qimen.hours(["1950-01-01", "2010-01-01"]).tolist()
    hours = np.arange(start, stop, 7)
    found = qimen.pillars(hours)
    year, month, day, hour = (p.astype(np.int64) for p in (found.year, found.month, found.day, found.hour))
    branch = (month % 12 - 2) % 12  # months from 寅
    np.testing.assert_array_equal(month % 10, (2 + 2 * (year % 5) + branch) % 10)
    np.testing.assert_array_equal(hour % 10, (2 * (day % 5) + hour % 12) % 10)


def test_ju_table() -> None:
    spoken = (
        "冬至174 小寒285 大寒396 立春852 雨水963 惊蛰174 春分396 清明417 谷雨528 立夏417 小满528 芒种639 "
        "夏至936 小暑825 大暑714 立秋258 处暑147 白露936 秋分714 寒露693 霜降582 立冬693 小雪582 大雪471"
    )
    assert " ".join(name + "".join(map(str, ju)) for name, ju in zip(TERMS, JU_TABLE, strict=True)) == spoken


def test_leads_run_from_8_behind_to_14_ahead() -> None:
    found = qimen.align(np.arange(FIRST_HOUR, LAST_HOUR, 60), "zhirun")  # every yuan
    assert (found.lead_days.min(), found.lead_days.max()) == (-8, 14)


@pytest.mark.parametrize("leap_lead", [8, 9, 10])
def test_a_lead_measured_at_the_solstice_ends_within_fifteen_days(leap_lead: int) -> None:
    which = qimen.school("zhirun").replace(leap_lead=leap_lead, lead_at="solstice")
    found = qimen.align(qimen.hour_range("-1000-01-01", "2998-01-01")[::60], which)
    leads = found.lead_days[(found.ju_term == 0) | (found.ju_term == 12)]
    assert (leads.min(), leads.max()) == (leap_lead - 15, leap_lead - 1)
    # In older times the half year to 冬至 had 178 days, less than twelve blocks: leads could fall two more.
    found = qimen.align(qimen.hour_range("-2999-01-01", "-1000-01-01")[::60], which)
    leads = found.lead_days[(found.ju_term == 0) | (found.ju_term == 12)]
    assert (leads.min(), leads.max()) == (leap_lead - 17, leap_lead - 1)


def test_rows_of_term_instants_are_in_time_order() -> None:
    year, code, tt = qimen.term_instants(FIRST_YEAR, LAST_YEAR)
    assert year.size == 24 * (LAST_YEAR - FIRST_YEAR + 1)
    assert (np.diff(tt) > 0).all()
    assert (code.reshape(-1, 24) == [*range(1, 24), 0]).all()
    assert (year.reshape(-1, 24) == np.arange(FIRST_YEAR, LAST_YEAR + 1)[:, None]).all()


@pytest.mark.parametrize("which", list(qimen.SCHOOLS))
def test_every_hour_of_the_table_has_a_chart(which: str) -> None:
    for start in (FIRST_HOUR, LAST_HOUR - 10_000):
        hours = qimen.HourRange(start, start + 10_001)
        charts = qimen.chart_ids(hours, which)
        assert charts.max() < 1080
        found = qimen.align(hours, which)
        np.testing.assert_array_equal(charts, (found.dun * 9 + found.ju - 1) * 60.0 + np.asarray(hours) % 60)
    assert qimen.cast(hour=FIRST_HOUR, school=which).chart == qimen.chart_ids(FIRST_HOUR, which)
    assert qimen.cast(hour=LAST_HOUR, school=which).chart == qimen.chart_ids(LAST_HOUR, which)


# ---------------------------------------------------------------- worked examples of the books


def test_li_s_worked_example() -> None:
    """立春 at 午 of a 辛卯 day: 30 hours of lower yuan, 60 upper, 60 middle, 33 lower (宝鉴 卷二, 李氏)."""
    day = next(d for d in range(2_440_637, 2_440_737) if PILLARS[d % 60] == "辛卯")
    lichun = (day - EPOCH_DAY) * 86_400_000 + 12 * 3_600_000  # noon, in the middle of 午
    spacing = 36_525 * 86_400_000 // 100 // 24
    local = [lichun + spacing * k for k in range(-26, 27)]
    calendar = from_terms(local, (3 - 26) % 24, qimen.school("li"), qimen.Clock())
    start = 12 * day + 6
    following = (local[27] + 3_600_000) // HOUR_MS + 12 * EPOCH_DAY
    hours = np.arange(start, following, dtype=np.int64)
    found = qimen.align(hours, "li", calendar=calendar)
    assert (found.ju_term == TERMS.index("立春")).all()
    cuts = np.flatnonzero(np.diff(found.ju)) + 1
    runs = [(len(part), int(part[0])) for part in np.split(found.ju, cuts)]
    assert runs == [(30, 2), (60, 8), (60, 5), (33, 2)]
    # What is left over of the yuan that was running, and its make-up at the end (残局, 补局).
    assert [int(part[0]) for part in np.split(found.part, cuts)] == [1, 0, 0, 2]


def test_lin_inserts_21_pentads_in_20_years() -> None:
    epoch = int(qimen.hours(term_utc8(1983, "冬至")))
    hours = qimen.HourRange(epoch, epoch + 60 * 1461)
    found = qimen.align(hours, "lin")
    assert found.leap.sum() == 21 * 60
    opens = np.flatnonzero(found.leap & ~np.append(False, found.leap[:-1]))
    assert [TERMS[int(found.ju_term[i])] for i in opens[:3]] == ["芒种", "小满", "立夏"]
    assert [YUAN[int(found.yuan[i])] for i in opens[:6]] == list("上中下上中下")


def test_dates_are_proleptic_gregorian_with_a_year_0() -> None:
    days = [int(h) // 12 for h in qimen.hours(["-0001-12-31", "0000-01-01", "0000-12-31", "0001-01-01"])]
    assert [b - days[0] for b in days] == [0, 1, 366, 367]  # year 0 is a leap year
    julian_1582_10_04_is = qimen.hours("1582-10-14")
    assert int(qimen.hours("1582-10-15") - julian_1582_10_04_is) == 12
