"""The oracle's calendars against the books' worked examples, printed tables, casebooks and checked dates."""

from __future__ import annotations

import csv
import itertools
import json
import math
import re
from bisect import bisect_right
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from qimen.oracle import (
    Calendar,
    Reading,
    day_of,
    hour_of,
    jingyou_terms,
    local_ms_of,
    mean_new_moon,
    mean_term,
    pillars,
    start_of_hour,
    year_of,
    yuan_of_day,
)
from qimen.oracle.blocks import Block
from qimen.oracle.pentads import cycle
from qimen.oracle.tables import BRANCHES, PILLARS, TERMS

VECTORS = Path(__file__).parent / "data" / "vectors"
MS_OF_DAY = 86_400_000
Terms = list[tuple[int, str]]


def rows(name: str) -> list[dict[str, str]]:
    with (VECTORS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / name).read_text(encoding="utf-8").splitlines() if line]


def moment(iso: str) -> int:
    year, month, day, hour, minute, second = (int(part) for part in re.split("[-T:]", iso))
    return local_ms_of(year, month, day, hour, minute, second)


# --- terms of our time, good to some minutes: enough for cases that are not at an edge
# -----------------------


def sun_longitude(days: float) -> float:
    """Apparent longitude of the sun, degrees, days of TT from J2000 (short series, J. Meeus, 1979)."""
    t = days / 36525

    def sin(degrees: float) -> float:
        return math.sin(math.radians(degrees))

    def cos(degrees: float) -> float:
        return math.cos(math.radians(degrees))

    mean = 280.46646 + 36000.76983 * t + 0.0003032 * t * t
    m = 357.52911 + 35999.05029 * t
    centre = (1.914602 - 0.004817 * t) * sin(m) + (0.019993 - 0.000101 * t) * sin(2 * m) + 0.000289 * sin(3 * m)
    planets = (
        0.00134 * cos(153.23 + 22518.7541 * (t + 1))
        + 0.00154 * cos(216.57 + 45037.5082 * (t + 1))
        + 0.00200 * cos(312.69 + 32964.3577 * (t + 1))
        + 0.00179 * sin(350.74 + 445267.1142 * (t + 1) - 0.00144 * (t + 1) ** 2)
        + 0.00178 * sin(231.19 + 20.20 * (t + 1))
    )
    node = 125.04 - 1934.136 * t
    return mean + centre + planets - 0.00569 - 0.00478 * sin(node)


@cache
def true_terms() -> tuple[tuple[int, str], ...]:
    """Terms at +08:00 from 冬至 1979 to 大雪 2050, up to five minutes off."""
    found = []
    ms_of_j2000 = local_ms_of(2000, 1, 1, 12)
    days = -7315.0
    first = math.ceil(sun_longitude(days) / 15)
    for number in range(first, first + 71 * 24 + 24):
        for _ in range(8):
            days += (number * 15 - sun_longitude(days)) * 365.2422 / 360
        # TT less civil time is about a minute and more; 8 hours to +08:00.
        found.append((ms_of_j2000 + round((days + 8 / 24) * MS_OF_DAY) - 66_000, TERMS[(number - 18) % 24]))
    start = next(place for place, term in enumerate(found) if term[1] == "冬至")
    return tuple(found[start:])


def published() -> dict[tuple[int, str], int]:
    """Instants of an independent computation that the checked facts name."""
    return {
        (2021, "冬至"): local_ms_of(2021, 12, 21, 23, 59, 18),
        (2025, "冬至"): local_ms_of(2025, 12, 21, 23, 3, 5),
        (2024, "立春"): local_ms_of(2024, 2, 4, 16, 27, 8),
        (2021, "立夏"): local_ms_of(2021, 5, 5, 14, 47, 10),
        (2005, "立夏"): local_ms_of(2005, 5, 5, 17, 52, 50),
        (1997, "大雪"): local_ms_of(1997, 12, 7, 10, 4, 52),
        (1993, "立春"): local_ms_of(1993, 2, 4, 3, 37, 9),
    }


@cache
def terms_of_today() -> Terms:
    """`true_terms` with the published instants in their places."""
    exact = published()
    return [(exact.get((year_of(ms), name), ms), name) for ms, name in true_terms()]


def test_the_terms_used_here_are_good_to_some_minutes() -> None:
    near = {(year_of(ms), name): ms for ms, name in true_terms()}
    for key, instant in published().items():
        assert abs(near[key] - instant) < 360_000, key


# --- counting -----------------------------------------------------------------------------------------------


def test_hours_and_days_count_from_1970() -> None:
    assert hour_of(0) == 12 * 2440637
    assert PILLARS[day_of(0, "23:00") % 60] == "辛巳"
    assert hour_of(-3_600_000) == hour_of(0)
    assert hour_of(-3_600_001) == hour_of(0) - 1
    assert start_of_hour(hour_of(0)) == -3_600_000
    assert day_of(-1, "23:00") == 2440637
    assert day_of(-1, "00:00") == 2440636
    assert local_ms_of(2000, 3, 1) == 951_868_800_000
    for year in (-2999, -1, 0, 1, 1582, 1900, 2000, 2998):
        assert year_of(local_ms_of(year, 1, 1)) == year
        assert year_of(local_ms_of(year, 1, 1) - 1) == year - 1


# --- 景祐 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", rows("jingyou_24qi_1034.csv"), ids=lambda row: f"n{row['n']}")
def test_twenty_four_terms_of_1034(row: dict[str, str]) -> None:
    term = mean_term(1034, int(row["n"]))
    hours, ke, half_parts = term.double_hour
    assert term.epoch_days == int(row["D"])
    assert term.jdn == int(row["jdn"])
    assert term.day_pillar == row["ganzhi"] == PILLARS[term.day % 60]
    assert term.rest_half_parts == int(row["rem_half_fen"])
    assert (term.branch + ("+" if hours == 12 else "")) == row["chen"]
    assert (ke, half_parts / 2) == (int(row["ke"]), float(row["fen"]))
    # The instant in milliseconds falls in the very double-hour.
    assert hour_of(term.local_ms) == 12 * term.day + hours


@pytest.mark.parametrize("row", rows("jingyou_calendar_1000_1100.csv"), ids=lambda row: row["year"])
def test_solstices_and_new_moons_1000_to_1100(row: dict[str, str]) -> None:
    year = int(row["year"])
    term = mean_term(year, 0)
    hours, ke, half_parts = term.double_hour
    assert PILLARS[(year - 4) % 60] == row["ganzhi_year"]
    assert 10154950 + (year - 1034) == int(row["N"])
    assert term.epoch_days == int(row["D"])
    assert term.jdn == int(row["jdn"])
    assert PILLARS.index(term.day_pillar) == int(row["day_index"])
    assert term.day_pillar == row["day_ganzhi"]
    assert term.rest_half_parts == 2 * int(row["remainder_fen"])
    assert (hours % 12, hours // 12) == (int(row["chen_index"]), int(row["day_carry"]))
    assert term.branch == row["chen"]
    assert (ke, half_parts / 2) == (int(row["ke"]), float(row["fen"]))
    moon_days, hundredths = mean_new_moon(year)
    assert moon_days == int(row["newmoon11_D"])
    assert PILLARS[moon_days % 60] == row["newmoon11_ganzhi"]
    assert hundredths == round(100 * float(row["newmoon11_rem"]))


def test_new_moons_follow_each_other_by_the_month_of_the_book() -> None:
    days, rest = mean_new_moon(1034, 0)
    for number in range(1, 13):
        days, rest = days + 29, rest + 557_124
        if rest >= 1_050_000:
            days, rest = days + 1, rest - 1_050_000
        assert mean_new_moon(1034, number) == (days, rest)


def test_jingyou_is_zhirun_over_its_own_terms() -> None:
    terms = jingyou_terms(1020, 1045)
    ours, theirs = Calendar(terms, "jingyou"), Calendar(terms, "zhirun")
    start = hour_of(local_ms_of(1030, 1, 1))
    for hour in range(start, start + 12 * 365 * 5, 7):
        assert ours.at_hour(hour) == theirs.at_hour(hour)


# --- 李 -----------------------------------------------------------------------------------------------------


def li_terms(minute: int) -> tuple[Terms, int]:
    """Mean terms of 365.25/24 days, 立春 at 11:`minute` of a 辛卯 day; and the place of that 立春.

    The list begins ten years before, so that the walk has fallen in step.
    """
    day = next(day for day in range(2440637, 2440697) if PILLARS[day % 60] == "辛卯")
    lichun = (day - 2440637) * MS_OF_DAY + (11 * 60 + minute) * 60_000
    step = MS_OF_DAY * 1461 // 96
    terms = [(lichun + k * step, TERMS[(3 + k) % 24]) for k in range(-240, 120)]
    return terms, 240


@pytest.mark.parametrize("minute", [45, 52, 59])
def test_example_of_li_hour_by_hour(minute: int) -> None:
    terms, place = li_terms(minute)
    calendar = Calendar(terms, "li", day_start="00:00")
    hour = hour_of(terms[place][0])
    assert PILLARS[hour // 12 % 60] == "辛卯"
    assert BRANCHES[hour % 12] == "午"

    before = calendar.at_hour(hour - 1)
    assert (before.ju_term, before.yuan) == ("大寒", "下")
    expected = [("下", 2, "残局")] * 30 + [("上", 8, "")] * 60 + [("中", 5, "")] * 60 + [("下", 2, "补局")] * 33
    for offset, (yuan, ju, part) in enumerate(expected):
        reading = calendar.at_hour(hour + offset)
        assert (reading.ju_term, reading.yuan, reading.dun, reading.ju) == ("立春", yuan, "阳", ju)
        assert reading.part == part
    # 雨水 at 酉 of 丙午: it too begins with its lower yuan, yang 3.
    hour += len(expected)
    assert PILLARS[hour // 12 % 60] == "丙午"
    assert PILLARS[hour % 60] == "丁酉"
    assert hour == hour_of(terms[place + 1][0])
    reading = calendar.at_hour(hour)
    assert (reading.ju_term, reading.yuan, reading.ju, reading.part) == ("雨水", "下", 3, "残局")


@pytest.mark.parametrize("minute", [45, 52, 59])
def test_chain_of_li_from_han_lu_to_the_leap(minute: int) -> None:
    terms, place = li_terms(minute)
    calendar = Calendar(terms, "li", day_start="00:00")
    han_lu = place + TERMS.index("寒露") - TERMS.index("立春")
    dates = []
    for steps in (0, 16, 28, 40):
        ms, name = terms[han_lu + steps]
        block = next(b for b in calendar.blocks if b.term == han_lu + steps and not b.leap)
        dates.append((name, PILLARS[day_of(ms, "00:00") % 60], block.lead))
    # Late 子 of 甲午: with the day turning at 23:00 寒露 would be on 乙未.
    assert hour_of(terms[han_lu][0]) % 12 == 0
    assert dates == [("寒露", "甲午", 0), ("芒种", "戊戌", 4), ("大雪", "辛丑", 7), ("芒种", "癸卯", 9)]
    leaps = [b for b in calendar.blocks if b.leap and han_lu < b.term <= han_lu + 40]
    assert [(b.term, PILLARS[b.start_day % 60]) for b in leaps] == [(han_lu + 40, "己酉")]
    # 霜降 is taken up at 己酉, ahead of its instant.
    shuang_jiang = next(b for b in calendar.blocks if b.term == han_lu + 1)
    assert PILLARS[shuang_jiang.start_day % 60] == "己酉"
    assert shuang_jiang.lead >= 0


def test_li_is_the_later_of_block_and_term_in_force() -> None:
    terms = terms_of_today()
    li, zhirun, chaibu = (Calendar(terms, method) for method in ("li", "zhirun", "chaibu"))
    places = {"li": 0, "zhirun": 0, "both": 0}
    start = hour_of(local_ms_of(2000, 1, 1))
    for hour in range(start, start + 12 * 365 * 20, 5):
        a, b, c = li.at_hour(hour), zhirun.at_hour(hour), chaibu.at_hour(hour)
        assert a.yuan == b.yuan == c.yuan
        ahead = (TERMS.index(b.ju_term) - TERMS.index(c.ju_term)) % 24
        assert ahead in (0, 1, 23)
        later = c if ahead == 23 else b
        assert (a.ju_term, a.ju) == (later.ju_term, later.ju)
        places["both" if ahead == 0 else "zhirun" if later is b else "li"] += 1
    assert min(places.values()) > 0


# --- 林 -----------------------------------------------------------------------------------------------------


def test_insertions_of_lin_as_in_the_table() -> None:
    table = json.loads((VECTORS / "baojian_tables.json").read_text(encoding="utf-8"))["lin_intercalation"]
    inserted = [
        {
            "n": n,
            "year": pentad.term_number // 24 + 1,
            "after_term": pentad.term,
            "hou": pentad.yuan,
            "surplus_double_hours": (pentad.term_number + 1) * 21 / 8 - 60 * (n - 1),
            "term_index": pentad.term_number + 1,
        }
        for n, pentad in enumerate((p for p in cycle() if p.leap), start=1)
    ]
    assert inserted == table
    assert len(cycle()) * 60 == 7305 * 12


def test_lin_runs_on_from_the_solstice_of_1983_both_ways() -> None:
    calendar = Calendar(terms_of_today(), "lin")
    epoch = calendar.lin_epoch
    assert epoch is not None
    assert start_of_hour(epoch) == local_ms_of(1983, 12, 22, 17)
    first = calendar.at_hour(epoch)
    assert (first.ju_term, first.yuan, first.dun, first.ju, first.leap) == ("冬至", "上", "阳", 1, False)
    last = calendar.at_hour(epoch - 1)
    assert (last.ju_term, last.yuan) == ("大雪", "下")
    # 芒种 of the first year: 36 pentads, and one more, upper.
    inserted = calendar.at_hour(epoch + 36 * 60)
    assert (inserted.ju_term, inserted.yuan, inserted.ju, inserted.leap) == ("芒种", "上", 6, True)
    assert calendar.at_hour(epoch + 37 * 60).ju_term == "夏至"
    for hour in range(epoch, epoch + 87660, 601):
        later = calendar.at_hour(hour + 87660)
        assert (later.ju_term, later.yuan, later.ju) == (
            calendar.at_hour(hour).ju_term,
            calendar.at_hour(hour).yuan,
            calendar.at_hour(hour).ju,
        )
    given = Calendar(jingyou_terms(1020, 1030), "lin", lin_epoch=epoch)
    assert given.at_hour(epoch - 48 * 87660).ju_term == "冬至"
    with pytest.raises(ValueError, match="lin_epoch"):
        Calendar(jingyou_terms(1000, 1010), "lin")


# --- 茅山, 拆补
# ----------------------------------------------------------------------------------------------


def test_maoshan_counts_from_the_double_hour_of_the_term() -> None:
    terms = terms_of_today()
    calendar = Calendar(terms, "maoshan")
    for (ms, name), (after, _) in itertools.pairwise(terms[500:561]):
        first, end = hour_of(ms), hour_of(after)
        yuans = [calendar.at_hour(hour).yuan for hour in range(first, end)]
        assert yuans == ["上"] * 60 + ["中"] * 60 + ["下"] * (end - first - 120)
        assert {calendar.at_hour(hour).ju_term for hour in range(first, end)} == {name}
        # By the instant only the beginning moves: the sixty of the upper yuan still end with their
        # double-hour.
        assert calendar.at_time(ms - 1).ju_term != name
        assert calendar.at_time(ms).ju_term == name
        assert calendar.at_time(start_of_hour(first + 60) - 1).yuan == "上"
        assert calendar.at_time(start_of_hour(first + 60)).yuan == "中"


def test_two_terms_in_one_double_hour() -> None:
    terms = terms_of_today()
    early, late = local_ms_of(2026, 2, 4, 3, 57), local_ms_of(2026, 2, 4, 4, 7)
    assert hour_of(early) == hour_of(late)

    def short(reading: Reading) -> tuple[str, str, str, int]:
        return reading.ju_term, reading.yuan, reading.dun, reading.ju

    by_instant = Calendar(terms, "chaibu")
    assert short(by_instant.at_time(early)) == ("大寒", "上", "阳", 3)
    assert short(by_instant.at_time(late)) == ("立春", "上", "阳", 8)
    assert short(by_instant.at_hour(hour_of(early))) == ("立春", "上", "阳", 8)
    by_hour = Calendar(terms, "chaibu", term_switch="hour")
    assert short(by_hour.at_time(early)) == ("立春", "上", "阳", 8)


def test_qi_ying_is_chaibu_and_tao_counts_as_li() -> None:
    terms = terms_of_today()
    start = hour_of(local_ms_of(2011, 1, 1))
    for one, other in (("chaibu", "qi_ying"), ("li", "tao")):
        a, b = Calendar(terms, one), Calendar(terms, other)
        assert all(a.at_hour(hour) == b.at_hour(hour) for hour in range(start, start + 9000, 11))


def test_yuan_by_the_leader() -> None:
    for day in range(2440637, 2440697):
        assert yuan_of_day(day) == "上中下"[day % 60 // 5 % 3]


# --- 置闰 ---------------------------------------------------------------------------------------------------


def leaps(calendar: Calendar) -> list[tuple[str, int]]:
    return [
        (calendar.names[block.term], year_of(calendar.instants[block.term])) for block in calendar.blocks if block.leap
    ]


def test_leaps_near_us() -> None:
    found = [leap for leap in leaps(Calendar(terms_of_today(), "zhirun")) if 2017 <= leap[1] <= 2036]
    assert found == [("大雪", year) for year in (2018, 2021, 2024, 2027, 2030, 2033)] + [("芒种", 2036)]


@pytest.mark.parametrize(
    ("time", "method", "expected"),
    [
        ("2004-09-01T12:00:00", "chaibu", ("处暑", "上", "阴", 1)),
        ("2004-09-01T12:00:00", "zhirun", ("白露", "上", "阴", 9)),
        ("2027-10-31T20:49:00", "zhirun", ("立冬", "上", "阴", 6)),
        ("2024-11-11T21:54:00", "zhirun", ("小雪", "上", "阴", 5)),
        ("2021-12-30T18:00:00", "chaibu", ("冬至", "上", "阳", 1)),
        ("2021-12-30T18:00:00", "zhirun", ("冬至", "上", "阳", 1)),
        ("2021-12-24T20:00:00", "chaibu", ("冬至", "下", "阳", 4)),
        ("2021-12-24T20:00:00", "zhirun", ("大雪", "下", "阴", 1)),
    ],
)
def test_checked_dates(time: str, method: str, expected: tuple[str, str, str, int]) -> None:
    calendar = Calendar(terms_of_today(), method)
    for reading in (calendar.at_time(moment(time)), calendar.at_hour(hour_of(moment(time)))):
        assert (reading.ju_term, reading.yuan, reading.dun, reading.ju) == expected


def test_late_2021_under_every_threshold() -> None:
    """A public report: yang 2 comes only of ten days, at the solstice, with the day turning at midnight."""
    other = []
    for leap_lead in (9, 10):
        for lead_at in ("node", "solstice"):
            for day_start in ("23:00", "00:00"):
                calendar = Calendar(terms_of_today(), "zhirun", leap_lead, lead_at, day_start)
                reading = calendar.at_time(local_ms_of(2021, 12, 30, 18))
                if (reading.dun, reading.ju) != ("阳", 1):
                    other.append((leap_lead, lead_at, day_start, reading.ju_term, reading.ju))
    assert other == [(10, "solstice", "00:00", "小寒", 2)]


@pytest.mark.parametrize("method", ["zhirun", "li"])
@pytest.mark.parametrize("day_start", ["23:00", "00:00"])
@pytest.mark.parametrize("leap_lead", [8, 9, 10])
def test_blocks_are_the_law(method: str, day_start: str, leap_lead: int) -> None:
    terms = terms_of_today()
    at_node = Calendar(terms, method, leap_lead, "node", day_start)
    at_solstice = Calendar(terms, method, leap_lead, "solstice", day_start)
    for calendar in (at_node, at_solstice):
        for block, following in zip(calendar.blocks, calendar.blocks[1:], strict=False):
            assert block.start_day % 15 == 0
            assert following.start_day == block.start_day + 15
            assert block.lead == calendar.days[block.term] - block.start_day
            assert following.term == block.term + (not following.leap)
            if following.leap:
                assert calendar.names[block.term] in ("芒种", "大雪")
                assert not block.leap
    firsts = [b for b in at_node.blocks[48:] if at_node.names[b.term] in ("芒种", "大雪") and not b.leap]
    repeated = {b.term for b in at_node.blocks if b.leap}
    assert all((b.lead >= leap_lead) == (b.term in repeated) for b in firsts)
    for block in at_solstice.blocks[48:]:
        if at_solstice.names[block.term] in ("冬至", "夏至"):
            assert leap_lead - 15 <= block.lead <= leap_lead - 1


@pytest.mark.parametrize("lead_at", ["node", "solstice"])
def test_the_walk_does_not_depend_on_where_the_list_begins(lead_at: str) -> None:
    terms = terms_of_today()
    whole = Calendar(terms, "zhirun", lead_at=lead_at)

    def dated(calendar: Calendar, begin: int) -> set[tuple[int, int, bool]]:
        return {(b.start_day, b.term + begin, b.leap) for b in calendar.blocks}

    for begin in range(1, 240, 5):
        part = Calendar(terms[begin:], "zhirun", lead_at=lead_at)
        settled = {key for key in dated(part, begin) if key[1] >= begin + 26}
        assert settled <= dated(whole, 0)


def test_leads_of_true_terms_stay_in_their_range() -> None:
    blocks: list[Block] = Calendar(terms_of_today(), "zhirun").blocks[48:]
    assert min(b.lead for b in blocks) >= -8
    assert max(b.lead for b in blocks) <= 14


@pytest.mark.parametrize("case", lines("casebook_ju.jsonl"), ids=lambda case: str(case["id"]))
def test_casebook(case: dict[str, Any]) -> None:
    """Which readings reproduce the ju a modern casebook prints."""
    terms = terms_of_today()
    calendars = {"chaibu": Calendar(terms, "chaibu"), "maoshan": Calendar(terms, "maoshan")}
    for leap_lead in (8, 9, 10):
        name = f"zhirun leap_lead={leap_lead} lead_at=solstice"
        calendars[name] = Calendar(terms, "zhirun", leap_lead, "solstice")
    at = moment(case["local"])
    assert "".join(pillars(at, terms, unit="ms")) == case["sizhu"]
    same = set()
    for name, calendar in calendars.items():
        reading = calendar.at_time(at)
        if (reading.ju if reading.dun == "阳" else -reading.ju) == case["ju"]:
            same.add(name)
    assert same == set(case["matches"])


@pytest.mark.parametrize("case", lines("boards.jsonl"), ids=lambda case: str(case["id"]))
def test_pillars_and_ju_of_published_boards(case: dict[str, Any]) -> None:
    terms = terms_of_today()
    at = moment(case["local"])
    assert " ".join(pillars(at, terms, unit="ms")) == case["pillars"]
    reading = Calendar(terms, case["method"]).at_time(at)
    assert (reading.ju if reading.dun == "阳" else -reading.ju) == case["ju"]


# --- the day that turns at midnight
# ---------------------------------------------------------------------------


def test_late_zi_keeps_the_old_day_and_leader() -> None:
    terms = terms_of_today()
    late = local_ms_of(2025, 1, 13, 23, 30)
    turned = pillars(late, terms, unit="ms")
    kept = pillars(late, terms, "00:00", "ms")
    hour_before = pillars(late - 3_600_000, terms, "00:00", "ms")
    hour_after = pillars(late + 3_600_000, terms, "00:00", "ms")
    assert turned.hour == kept.hour == hour_after.hour == "壬子"
    assert (kept.day, turned.day) == (hour_before.day, hour_after.day) == ("壬午", "癸未")


def test_leader_and_yuan_turn_with_the_day() -> None:
    terms = terms_of_today()
    turns = 0
    for method in ("chaibu", "zhirun", "li"):
        evening, midnight = Calendar(terms, method), Calendar(terms, method, day_start="00:00")
        for day in range(120):
            late = local_ms_of(2026, 3, 1, 23, 30) + day * MS_OF_DAY
            early, old, new = (
                evening.at_time(late),
                midnight.at_time(late),
                midnight.at_time(late + 3_600_000),
            )
            before = midnight.at_time(late - 3_600_000)
            assert (old.leader_day, old.yuan) == (before.leader_day, before.yuan)
            assert (early.leader_day, early.yuan) == (new.leader_day, new.yuan)
            # A whole double-hour counts to the new day under either rule.
            assert midnight.at_hour(hour_of(late)).yuan == new.yuan
            turns += old.yuan != new.yuan
    assert turns == 72


def test_the_day_of_a_term_turns_with_the_clock() -> None:
    terms = terms_of_today()
    place = next(i for i, (ms, n) in enumerate(terms) if n == "冬至" and year_of(ms) == 2021)
    evening, midnight = Calendar(terms, "zhirun"), Calendar(terms, "zhirun", day_start="00:00")
    assert evening.days[place] == midnight.days[place] + 1


# --- pillars ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("time", "which", "expected"),
    [
        ("2021-05-05T14:00:00", "month", "壬辰"),
        ("2021-05-05T15:00:00", "month", "癸巳"),
        ("2005-05-05T16:30:00", "month", "庚辰"),
        ("1993-02-04T00:00:00", "year", "壬申"),
        ("1993-02-04T04:00:00", "year", "癸酉"),
        ("1997-12-07T10:04:49", "month", "辛亥"),
        ("1997-12-07T10:04:52", "month", "壬子"),
        ("1984-02-05T12:00:00", "year", "甲子"),
        ("1984-02-05T12:00:00", "month", "丙寅"),
    ],
)
def test_pillars_at_their_edges(time: str, which: str, expected: str) -> None:
    assert getattr(pillars(moment(time), terms_of_today(), unit="ms"), which) == expected


def test_pillars_of_a_double_hour_go_by_the_double_hour() -> None:
    terms = terms_of_today()
    before = local_ms_of(1997, 12, 7, 9, 30)
    assert hour_of(before) == hour_of(local_ms_of(1997, 12, 7, 10, 4, 52))
    assert pillars(before, terms, unit="ms").month == "辛亥"
    assert pillars(before, terms, unit="ms", term_switch="hour").month == "壬子"
    assert pillars(hour_of(before), terms).month == "壬子"


def test_hour_pillars_are_the_round_of_sixty() -> None:
    terms = terms_of_today()
    start = hour_of(local_ms_of(2026, 6, 1))
    for hour in range(start, start + 120):
        assert pillars(hour, terms)[2:] == (PILLARS[hour // 12 % 60], PILLARS[hour % 60])


# --- use ----------------------------------------------------------------------------------------------------


def test_hours_outside_the_list_are_refused() -> None:
    terms = terms_of_today()[100:200]
    for method in ("chaibu", "zhirun", "li", "maoshan"):
        calendar = Calendar(terms, method)
        with pytest.raises(ValueError, match=r"before|outside"):
            calendar.at_hour(hour_of(terms[0][0]) - 12 * 16)
        with pytest.raises(ValueError, match=r"beyond|outside"):
            calendar.at_hour(hour_of(terms[-1][0]) + 12 * 17)


def test_bad_lists_and_knobs_are_refused() -> None:
    terms = terms_of_today()[:50]
    for bad in (terms[::-1], terms[:10] + terms[11:], []):
        with pytest.raises(ValueError, match=r"order|follow|empty"):
            Calendar(bad, "chaibu")
    with pytest.raises(ValueError, match="method"):
        Calendar(terms, "fengju")
    with pytest.raises(ValueError, match="lead_at"):
        Calendar(terms, "zhirun", lead_at="equinox")
    with pytest.raises(ValueError, match="day_start"):
        Calendar(terms, "zhirun", day_start="22:00")
    with pytest.raises(ValueError, match="term_switch"):
        Calendar(terms, "zhirun", term_switch="day")
    with pytest.raises(ValueError, match="list of terms"):
        Calendar(None, "chaibu")


def test_lookups_agree_with_a_search_of_the_list() -> None:
    terms = terms_of_today()
    instants = [ms for ms, _ in terms]
    calendar = Calendar(terms, "chaibu")
    for at in range(local_ms_of(1990, 1, 1), local_ms_of(1991, 1, 1), 5 * 3_600_000 + 1):
        assert calendar.at_time(at).term == terms[bisect_right(instants, at) - 1][1]
