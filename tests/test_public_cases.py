"""Reports that users made against other programs, each as a test of what was found to be right.

A test carries the ids of its cases; NO_TEST says why the others have none. Ids are those of
tests/data/vectors/public_cases.jsonl.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import numpy as np
import pytest

import qimen
from qimen import timescales
from qimen.clock import HOUR_MS
from qimen.errors import LocalTimeError
from qimen.names import DUN, PILLARS, TERMS, YUAN
from qimen.plates import boards

VECTORS = Path(__file__).parent / "data" / "vectors"
CASES = {
    row["id"]: row for row in map(json.loads, (VECTORS / "public_cases.jsonl").read_text(encoding="utf-8").splitlines())
}

#: Cases that make no test of these kinds.
NO_TEST = {
    "P002": "twelve stages of growth of stems in palaces: not part of the books' boards",
    "P005": "asks what kind of board a program lays; ours says so in its conventions",
    "P006": "twelve stages of growth",
    "P012": "twelve stages of growth",
    "P014": "twelve stages of growth",
    "P028": "charts of the year, whose yuan follow a cycle of 180 years: hours only here",
    "P037": "no time was given",
    "P044": "no claim was given",
    "P045": "hidden stems: not part of the books' boards",
    "P046": "asks for yin-pan boards",
    "P047": "asks another library for qimen",
    "P063": "the civil calendar's missing days of October 1582: dates are proleptic Gregorian here",
}
#: Ids that tests below carry.
TESTED: set[str] = set()
MIDNIGHT = qimen.Clock(day_start="00:00")
CHINA = qimen.Clock(tz="Asia/Shanghai")


Test = TypeVar("Test", bound=Callable[..., None])


def case(*ids: str) -> Callable[[Test], Test]:
    """Mark a test as the test of these cases."""
    assert set(ids) <= CASES.keys(), ids
    TESTED.update(ids)
    return lambda function: function


def pillars(time: Any, clock: qimen.Clock | None = None, which: str = "chaibu") -> str:
    """The four pillars, as printed."""
    return " ".join(qimen.cast(time, which, clock=clock).pillars.values())


def pillar(time: Any, name: str, clock: qimen.Clock | None = None) -> str:
    """One pillar by name."""
    return PILLARS[int(getattr(qimen.pillars(time, clock=clock), name))]


def ju(time: Any, which: str | qimen.School, clock: qimen.Clock | None = None) -> str:
    """Term, yuan, dun and ju in one word."""
    found = qimen.align(time, which, clock=clock)
    return f"{TERMS[int(found.ju_term)]}{YUAN[int(found.yuan)]}{DUN[int(found.dun)]}{int(found.ju)}"


def term_utc8(year: int, name: str) -> str:
    """A term at +08:00, to the second."""
    _, code, tt = qimen.term_instants(year, year)
    utc = timescales.utc_ms_from_tt(int(tt[code == TERMS.index(name)][0]))
    return str(np.datetime64((utc + 8 * 3_600_000 + 500) // 1000, "s"))


def test_every_case_is_tested_or_says_why_not() -> None:
    assert not TESTED & NO_TEST.keys()
    assert TESTED | NO_TEST.keys() == CASES.keys()


# ---------------------------------------------------------------- terms to the second, and what they turn


@case("P004", "P020", "P023", "P050", "P052", "P054", "P055")
@pytest.mark.parametrize(
    ("year", "name", "instant", "which", "before", "after"),
    [
        (2021, "立夏", "2021-05-05T14:47:10", "month", "壬辰", "癸巳"),
        (2005, "立夏", "2005-05-05T17:52:50", "month", "庚辰", "辛巳"),
        (1997, "小暑", "1997-07-07T09:49:23", "month", "丙午", "丁未"),
        (1993, "立春", "1993-02-04T03:37:09", "year", "壬申", "癸酉"),
        (1997, "大雪", "1997-12-07T10:04:52", "month", "辛亥", "壬子"),
        (1986, "清明", "1986-04-05T10:06:06", "month", "辛卯", "壬辰"),
    ],
)
def test_year_and_month_turn_at_the_instant(
    year: int, name: str, instant: str, which: str, before: str, after: str
) -> None:
    assert term_utc8(year, name) == instant
    at = np.datetime64(instant)
    assert pillar(at - np.timedelta64(1, "s"), which) == before
    assert pillar(at + np.timedelta64(1, "s"), which) == after


@case("P004", "P020", "P050", "P052", "P054", "P055")
@pytest.mark.parametrize(
    ("time", "which", "expected"),
    [
        ("2021-05-05T14:00", "month", "壬辰"),
        ("2005-05-05T16:30", "month", "庚辰"),
        ("1997-07-07T09:40", "month", "丙午"),
        ("1997-07-07T09:50", "month", "丁未"),
        ("1993-02-04T00:00", "year", "壬申"),
        ("1997-12-07T10:04:49", "month", "辛亥"),
        ("1986-04-05T10:00", "month", "辛卯"),
        ("1986-04-05T10:10", "month", "壬辰"),
    ],
)
def test_pillars_that_were_asked(time: str, which: str, expected: str) -> None:
    assert pillar(time, which) == expected


@case("P054")
def test_the_margin_says_that_a_term_is_three_seconds_off() -> None:
    margin = qimen.cast("1997-12-07T10:04:49", "chaibu").margin_seconds
    assert margin is not None
    assert 2 < margin < 4


@case("P056", "P058")
@pytest.mark.parametrize(
    ("year", "name", "instant"),
    [(2024, "立春", "2024-02-04T16:27:08"), (2020, "小雪", "2020-11-22T04:39:46")],
)
def test_instants_of_terms(year: int, name: str, instant: str) -> None:
    assert term_utc8(year, name) == instant


@case("P056")
def test_lichun_2024_to_a_tenth() -> None:
    _, code, tt = qimen.term_instants(2024, 2024)
    utc = timescales.utc_ms_from_tt(int(tt[code == TERMS.index("立春")][0]))
    assert abs(utc - int(np.datetime64("2024-02-04T08:27:07.600", "ms").astype(np.int64))) <= 100


@case("P061")
def test_the_terms_of_1898_are_all_there() -> None:
    _, code, tt = qimen.term_instants(1898, 1898)
    assert code.tolist() == [*range(1, 24), 0]
    days = np.diff(tt) / 86_400_000
    assert days.min() > 14.6
    assert days.max() < 15.8
    assert term_utc8(1898, "白露").startswith("1898-09-0")


@case("P029")
def test_the_ju_switches_at_the_second() -> None:
    for name in ("立春", "夏至", "寒露", "冬至"):
        at = np.datetime64(term_utc8(2026, name), "ms")
        for which in ("chaibu", "maoshan"):
            found = qimen.align(at + np.array([-1500, -501, 501, 1500]), which)
            code = TERMS.index(name)
            assert found.term.tolist() == [(code - 1) % 24, (code - 1) % 24, code, code]


@case("P060")
def test_before_1929_the_almanacs_used_the_meridian_of_beijing() -> None:
    """Terms of the first quarter hour of a day of UTC+8 fall on the day before by UTC+7:45:40."""
    beijing = qimen.Clock(utc_offset="+07:45:40", day_start="00:00")
    utc = timescales.utc_ms_from_tt(qimen.term_instants(1850, 1928)[2])
    aware = [datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(milliseconds=int(ms)) for ms in utc]  # noqa: UP017
    there = qimen.pillars(aware, clock=beijing).day.astype(int)
    here = qimen.pillars(aware, clock=MIDNIGHT).day.astype(int)
    late = (utc + 8 * 3_600_000) % 86_400_000 < 860_000
    assert late.any()
    np.testing.assert_array_equal((here - there) % 60, late.astype(int))


@case("P079")
def test_leap_months_go_by_the_day() -> None:
    """The years asked: 2020 has a leap month 4, 2014 a leap month 9."""
    for year, month, day in ((2020, 4, "2020-05-23"), (2014, 9, "2014-10-24")):
        found = qimen.lunar_date(day)
        assert (int(found.year), int(found.month), bool(found.leap), int(found.day)) == (year, month, True, 1)


# ---------------------------------------------------------------- ju


@case("P007")
def test_the_ju_of_30_december_2021() -> None:
    time = "2021-12-30T18:00"
    assert ju(time, "chaibu") == ju(time, "zhirun") == "冬至上阳1"
    zhirun = qimen.school("zhirun")
    others = {}
    for leap_lead in (8, 9, 10):
        for lead_at in ("node", "solstice"):
            for clock in (qimen.Clock(), MIDNIGHT):
                which = zhirun.replace(leap_lead=leap_lead, lead_at=lead_at)
                others[leap_lead, lead_at, clock.day_start] = ju(time, which, clock)
    assert others.pop((10, "solstice", "00:00")) == "小寒上阳2"
    assert set(others.values()) == {"冬至上阳1"}


@case("P008")
def test_one_time_two_answers() -> None:
    time = "2021-12-24T20:00"
    assert ju(time, "chaibu") == "冬至下阳4"
    assert ju(time, "zhirun") == "大雪下阴1"
    found = qimen.align(time, "zhirun")
    assert found.leap
    assert TERMS[int(found.term)] == "冬至"


@case("P017")
def test_chaibu_and_zhirun_part() -> None:
    time = "2004-09-01T12:00"
    assert ju(time, "chaibu") == "处暑上阴1"
    for leap_lead in (9, 10):
        assert ju(time, qimen.school("zhirun").replace(leap_lead=leap_lead)) == "白露上阴9"
    assert TERMS[int(qimen.align(time, "zhirun").term)] == "处暑"


@case("P023")
def test_zhirun_of_31_october_2027() -> None:
    assert ju("2027-10-31T20:49", "zhirun") == "立冬上阴6"


@case("P033")
def test_two_ju_of_one_day() -> None:
    assert ju("2024-05-20T10:00", "chaibu") == "立夏中阳1"
    assert ju("2024-05-20T21:30", "chaibu") == "小满中阳2"


@case("P035")
def test_the_leader_turns_with_the_day_at_23() -> None:
    assert pillar("2024-03-10T23:30", "day") == "甲戌"
    assert ju("2024-03-10T23:30", "chaibu") == "惊蛰下阳4"
    assert pillar("2024-03-10T23:30", "day", MIDNIGHT) == "癸酉"
    assert ju("2024-03-10T23:30", "chaibu", MIDNIGHT) != "惊蛰下阳4"


@case("P040")
def test_chaibu_zhirun_and_maoshan_are_all_there() -> None:
    hours = qimen.hour_range("2025-01-01", "2026-01-01")
    chaibu, zhirun, maoshan = (qimen.chart_ids(hours, name) for name in ("chaibu", "zhirun", "maoshan"))
    for one, other in ((chaibu, zhirun), (chaibu, maoshan), (zhirun, maoshan)):
        assert 0.1 < np.mean(one != other) < 0.9


# ---------------------------------------------------------------- boards


@case("P010")
def test_a_jia_hour_has_a_whole_heaven_plate_at_home() -> None:
    board = qimen.cast("2016-05-02T20:00", "chaibu")
    assert (board.dun, board.ju, board.pillars["hour"][0]) == ("阳", 2, "甲")
    for p in (1, 2, 3, 4, 6, 7, 8, 9):
        assert board.palaces[p].heaven == board.palaces[p].earth
    assert len(board.palaces[2].heaven) == 2


@case("P015")
def test_the_stem_of_the_centre_is_not_lost() -> None:
    board = qimen.cast("2021-12-13T18:00", "chaibu")
    assert (board.dun, board.ju) == ("阴", 4)
    assert board.palaces[5].earth == ("乙",)
    assert board.palaces[2].heaven == ("庚", "乙")
    assert "芮" in board.palaces[2].stars
    assert board.pillars["day"][0] == board.pillars["hour"][0] == "乙"


@case("P019")
def test_a_gui_hai_hour_has_all_at_home() -> None:
    board = qimen.cast("2025-04-09T22:00", "chaibu")
    assert (board.term, board.yuan, board.dun, board.ju) == ("清明", "下", "阳", 7)
    assert board.pillars["hour"] == "癸亥"
    for palace in board.palaces.values():
        assert palace.heaven in ((), palace.earth)
    assert [board.palaces[p].door for p in (1, 8, 3, 4, 9, 2, 7, 6)] == list("休生伤杜景死惊开")
    assert [board.palaces[p].stars[0] for p in (1, 2, 3, 4, 6, 7, 8, 9)] == list("蓬芮冲辅心柱任英")


@case("P025")
def test_two_boards_of_yuanling_jing() -> None:
    """阳九局 丙辰时: 禽 and 死 at 兑7; 阴八局 辛未时: 任 comes to raw 5, 生门 to 坎1."""
    hands = boards(qimen.school("chaibu")).hands
    one = (9 - 1) * 60 + PILLARS.index("丙辰")
    assert (hands.star[one], hands.fu[one], hands.door[one], hands.shi[one]) == (4, 7, 5, 7)
    other = (9 + 8 - 1) * 60 + PILLARS.index("辛未")
    assert (hands.star[other], hands.fu_raw[other], hands.door[other], hands.shi[other]) == (7, 5, 1, 1)


@case("P036")
def test_a_board_laid_by_hand() -> None:
    board = qimen.cast("2024-06-21T10:00", "chaibu")
    assert (board.dun, board.ju) == ("阴", 3)
    heaven = {p: "".join(palace.heaven) for p, palace in board.palaces.items() if p != 5}
    assert heaven == {1: "戊", 8: "乙", 3: "辛", 4: "己丙", 9: "癸", 2: "丁", 7: "庚", 6: "壬"}


@case("P042")
def test_jia_hours_stand_at_home_whatever_the_xun() -> None:
    charts = np.arange(0, 1080, 10, dtype=np.uint16)
    for name in ("chaibu", "baojian"):
        hands = boards(qimen.school(name)).hands
        np.testing.assert_array_equal(hands.fu[charts], hands.fu_home[charts])
        np.testing.assert_array_equal(hands.fu_raw[charts], hands.fu_home_raw[charts])
    # 《景祐》 counts them among the 伏吟 hours.
    for pattern in ("星伏吟", "门伏吟"):
        assert (qimen.match(charts, pattern, "jingyou") != 0).all()


@case("P043")
def test_fuyin_is_flagged() -> None:
    board = qimen.cast("2016-05-02T20:00", qimen.school("chaibu").replace(readings="jingyou"))
    assert {"星伏吟", "门伏吟"} <= {hit.row.zh_hans for hit in board.patterns}
    # The default reading leaves 甲 hours out: 132 charts of each.
    charts = np.arange(1080, dtype=np.uint16)
    for pattern in ("星伏吟", "门伏吟"):
        assert np.count_nonzero(qimen.match(charts, pattern, "chaibu")) == 132


# ---------------------------------------------------------------- stems in patterns


@case("P003", "P027")
def test_wubuyushi_reads_day_and_hour_stem() -> None:
    """The verse names one hour a day stem; by stems alone an hour hits when its stem is six on."""
    hours = qimen.hour_range("2026-01-01", "2026-03-02")
    found = qimen.pillars(hours)
    six_on = (found.hour.astype(int) - found.day.astype(int)) % 10 == 6
    np.testing.assert_array_equal(qimen.match(hours, "五不遇时（同性）") != 0, six_on)
    hit = qimen.match(hours, "五不遇时") != 0
    assert (six_on | ~hit).all()
    pairs = {(int(day) % 10, int(hour)) for day, hour in zip(found.day[hit], found.hour[hit], strict=True)}
    assert sorted(day for day, _ in pairs) == list(range(10))
    # The stem is that of the day, not of the year.
    year = int(qimen.pillars("2026-01-15T12:00").year)
    assert (hit & (found.day % 10 != year % 10)).any()


@case("P026")
def test_xiaoge_is_geng_over_ren() -> None:
    charts = np.arange(1080, dtype=np.uint16)
    rule = qimen.Pattern("x", "heaven:庚 & earth:壬")
    np.testing.assert_array_equal(qimen.match(charts, "小格", "chaibu"), qimen.match(charts, rule, "chaibu"))


# ---------------------------------------------------------------- the zi hour


@case("P066", "P070")
def test_the_late_zi_hour_has_the_next_hour_pillar_under_both_schools() -> None:
    assert pillars("2025-01-13T23:30")[6:] == "癸未 壬子"
    assert pillars("2025-01-13T23:30", MIDNIGHT)[6:] == "壬午 壬子"


@case("P068", "P069", "P070")
@pytest.mark.parametrize("date", ["2024-04-07", "2021-12-31", "1999-02-28"])
def test_the_day_turns_at_23_or_at_midnight(date: str) -> None:
    noon = int(qimen.pillars(f"{date}T12:00").day)
    for time in ("23:00", "23:30", "23:59:59"):
        assert int(qimen.pillars(f"{date}T{time}").day) == (noon + 1) % 60
        assert int(qimen.pillars(f"{date}T{time}", clock=MIDNIGHT).day) == noon
        assert int(qimen.pillars(f"{date}T{time}").hour) % 12 == 0
    assert int(qimen.pillars(f"{date}T22:59:59").day) == noon


@case("P070")
def test_both_halves_of_a_zi_hour() -> None:
    late, early = "2024-04-07T23:30", "2024-04-08T00:30"
    assert qimen.hours(late) == qimen.hours(early)
    assert pillars(late) == pillars(early)
    one, other = pillars(late, MIDNIGHT).split(), pillars(early, MIDNIGHT).split()
    assert one[3] == other[3]
    assert (PILLARS.index(other[2]) - PILLARS.index(one[2])) % 60 == 1


@case("P078")
def test_the_day_rolls_with_true_solar_time() -> None:
    """Ürümqi: 23:00 of the sun is past 1 o'clock by the civil clock."""
    sun = qimen.Clock(longitude=87.6, solar="apparent")
    midnight = qimen.Clock(longitude=87.6, solar="apparent", day_start="00:00")
    noon = int(qimen.pillars("2024-06-10T14:00", clock=sun).day)
    assert int(qimen.pillars("2024-06-11T00:30", clock=sun).day) == noon  # 22:20 by the sun
    assert int(qimen.pillars("2024-06-11T01:30", clock=sun).day) == (noon + 1) % 60  # 23:20
    assert int(qimen.pillars("2024-06-11T01:30", clock=midnight).day) == noon
    assert int(qimen.pillars("2024-06-11T02:30", clock=midnight).day) == (noon + 1) % 60


# ---------------------------------------------------------------- zones and clocks


@case("P030")
def test_terms_are_compared_as_instants_whatever_the_clock() -> None:
    instant = timescales.utc_ms_from_tt(int(qimen.term_instants(2024, 2024)[2][2]))  # 立春
    utc = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(milliseconds=instant)  # noqa: UP017
    clocks = [
        qimen.Clock(tz="America/New_York"), CHINA, qimen.Clock(tz="Australia/Lord_Howe"),
        qimen.Clock(tz="Asia/Urumqi", longitude=87.6, solar="apparent"),
        qimen.Clock(longitude=-120, solar="mean"),
    ]  # fmt: skip
    for clock in clocks:
        for seconds, expected in ((-1, "大寒"), (1, "立春")):
            found = qimen.align(utc + timedelta(seconds=seconds), "chaibu", clock=clock)
            assert TERMS[int(found.term)] == expected
            year = qimen.pillars(utc + timedelta(seconds=seconds), "chaibu", clock=clock).year
            assert PILLARS[int(year)] == ("癸卯" if seconds < 0 else "甲辰")


@case("P031", "P071", "P072")
def test_summer_time_of_china_is_kept_as_civil_time() -> None:
    """1986-1991: the same naive time is another hour under the zone than under a fixed +08:00."""
    noon = "1986-07-17T12:00"
    assert qimen.cast(noon, clock=CHINA).time == "1986-07-17T12:00:00+09:00"
    assert int(qimen.hours(noon, tz="Asia/Shanghai")) % 12 == 6
    aware = datetime(1986, 7, 17, 12, tzinfo=ZoneInfo("Asia/Shanghai"))
    assert qimen.hours(aware) == qimen.hours(noon)  # its own wall time, not UTC and not +08:00
    assert int(qimen.hours(aware, utc_offset="+08:00")) % 12 == 6  # 11:00, still 午
    eleven = datetime(1986, 7, 17, 11, 30, tzinfo=ZoneInfo("Asia/Shanghai"))
    assert int(qimen.hours(eleven)) % 12 == 6
    assert int(qimen.hours(eleven, utc_offset="+08:00")) % 12 == 5
    lunar = qimen.lunar_date(noon, CHINA)
    assert (int(lunar.month), int(lunar.day)) == (6, 11)


@case("P074")
def test_the_gap_of_1986_in_china() -> None:
    for time, exists in (("01:59:59", True), ("02:00", False), ("02:59:59", False), ("03:00", True)):
        text = f"1986-05-04T{time}"
        if exists:
            qimen.hours(text, tz="Asia/Shanghai")
        else:
            with pytest.raises(LocalTimeError, match="does not exist in Asia/Shanghai"):
                qimen.hours(text, tz="Asia/Shanghai")


@case("P077")
def test_hours_fall_exactly_at_odd_hours() -> None:
    days = np.arange("1900-01-01", "1950-01-01", dtype="M8[D]")
    starts = days[:, None] + (np.arange(12) * 2 - 1) * np.timedelta64(3600, "s")
    for times, branch in ((starts, np.arange(12)), (starts - np.timedelta64(1, "s"), np.arange(-1, 11) % 12)):
        np.testing.assert_array_equal(qimen.hours(times) % 12, np.broadcast_to(branch, times.shape))


@case("P080")
def test_mean_and_apparent_solar_time_by_longitude() -> None:
    noon = "2024-11-03T12:00"  # the equation of time is +16 m 26 s
    civil, mean, sun = (qimen.Clock(longitude=105, solar=solar) for solar in ("civil", "mean", "apparent"))
    utc = civil.utc_from_civil(np.array([np.datetime64(noon, "ms").astype(np.int64)]), None)
    at = {name: int(c.axis_from_utc(utc)[0]) for name, c in (("civil", civil), ("mean", mean), ("sun", sun))}
    assert at["civil"] - at["mean"] == 3_600_000  # fifteen degrees west of the zone's meridian
    assert abs(at["sun"] - at["mean"] - (16 * 60 + 26) * 1000) < 5000
    assert at["civil"] // HOUR_MS == at["sun"] // HOUR_MS  # 11:16 by the sun is still 午
    assert int(qimen.hours(noon, longitude=100, solar="mean")) % 12 == 5  # 10:40
