"""《景祐遁甲符应经纂》: the chart examples of the book, laid and judged by the kernel (lodged in kun)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import qimen
from qimen.names import BRANCHES, DEITIES, DOORS, JU_TABLE, PILLARS, STARS, STEMS, TERMS, XUN_YI, YUAN
from qimen.plates import boards

VECTORS = Path(__file__).parent / "data" / "vectors"
EXAMPLES = [json.loads(line) for line in (VECTORS / "jingyou_examples.jsonl").read_text(encoding="utf-8").splitlines()]
CHARTS = [row for row in EXAMPLES if row["kind"] == "chart"]
MARKS = [row for row in EXAMPLES if row["id"].startswith("CM_")]
HOURS = [row for row in EXAMPLES if row["id"][:2] in ("SJ", "TF")]
ENVOYS = [row for row in EXAMPLES if row["id"].startswith("YN")]
GATES = [row for row in EXAMPLES if row["id"].startswith("MP")]
STARS_AT = [row for row in EXAMPLES if row["id"][:2] in ("LK", "LZ")]
#: Examples that show no board: seasons of the stars, and directions on the twelve branches.
NO_BOARD = {"XW1", "XW2", "TT1", "TT2", "BJ1", "BJ2", "QG1", "QG2"}

KUN = qimen.school("jingyou")
LODGE = 2
OUTER = (1, 2, 3, 4, 6, 7, 8, 9)
#: 《景祐》 prints a board by columns, the right one first.
PRINTED = ((2, 7, 6), (9, 5, 1), (4, 3, 8))
#: Which palace a branch belongs to.
BRANCH_PALACE = dict(zip(BRANCHES, (1, 8, 8, 3, 4, 4, 9, 2, 2, 7, 6, 6), strict=True))

#: Examples whose catalogue row, under the book's own readings, hits the palace of the example.
PATTERNS = {
    "DS1": "三奇得使", "DS3": "三奇得使", "DS4": "三奇得使", "DS6": "三奇得使", "SL1": "三奇之灵",
    "SL2": "三奇之灵", "TD1": "天遁", "DD1": "地遁",
    "DD2": "地遁", "RD1": "人遁", "RD2": "人遁", "RM3": "三奇入墓", "RM4": "三奇入墓", "RM6": "三奇入墓",
    "JX2": "六仪击刑", "TB1": "太白入荧惑", "YH1": "荧惑入太白", "QL1": "青龙返首", "FN1": "飞鸟跌穴",
    "FGF": "天乙飞宫格", "DG1": "大格", "BH1": "白虎猖狂", "ZQ1": "朱雀投江", "TS1": "螣蛇夭矫",
    "SHG": "时格",
}  # fmt: skip
#: Examples of the hour as a whole, or whose palace the rule of the hour does not say.
HOUR_PATTERNS = {
    "RM1": "三奇入墓时", "RM2": "三奇入墓时", "JX1": "六仪击刑时", "YY1": "五阳时", "YY2": "五阴时",
    "ZS1": "之三", "ZS2": "避五", "FY1": "伏吟", "FA1": "星反吟", "FA2": "门反吟",
}  # fmt: skip
#: Examples whose row reads another pillar: which one, and the stem that it must have.
ROLES = {"FGA": ("天乙伏干格", "day", "甲"), "FGB": ("天乙飞干格", "day", "甲"), "RG1": ("日格", "day", "己"),
         "SG1": ("岁格", "year", "辛"), "YG1": ("月格", "shuo", "己")}  # fmt: skip


def chart_id(dun: str, ju: int, hour: str) -> int:
    """The chart of a ju and an hour pillar."""
    return (("阳", "阴").index(dun) * 9 + ju - 1) * 60 + PILLARS.index(hour)


def chart_of(row: dict[str, Any]) -> int:
    """The chart of an example."""
    return chart_id(row["dun"], row["ju"], row["hour"])


def hand(chart: int, name: str) -> int:
    """One of the hands of a chart."""
    return int(getattr(boards(KUN).hands, name)[chart])


def heaven_at(chart: int, palace: int) -> set[str]:
    """The heaven stems of a palace; 甲 stands with 直符."""
    plates = qimen.plates(chart, KUN)
    stems = {STEMS[s] for s in (int(plates.heaven[palace]), int(plates.guest[palace])) if s != 255}
    return stems | ({"甲"} if hand(chart, "fu") == palace else set())


def earth_at(chart: int, palace: int) -> set[str]:
    """The earth stems of a palace, the centre's too where it lodges; 甲 stands in the home of 直符."""
    earth = qimen.plates(chart, KUN).earth
    stems = {STEMS[int(earth[palace])]} | ({STEMS[int(earth[5])]} if palace == LODGE else set())
    home = {hand(chart, "fu_home_raw"), hand(chart, "fu_home")}
    return stems | ({"甲"} if palace in home else set())


def plate_stem(chart: int, stem: str) -> str:
    """A stem as it stands on plates: 甲 as the yi of the hour's xun."""
    return STEMS[XUN_YI[chart % 60 // 10]] if stem == "甲" else stem


def holds(chart: int, claim: list[Any]) -> bool:
    """Whether what the book says of a board is so on ours."""
    kind, *rest = claim
    plates = qimen.plates(chart, KUN)
    match kind, rest:
        case "heaven", [stem, palace]:
            return stem in heaven_at(chart, palace)
        case "earth", [stem, palace]:
            return stem in earth_at(chart, palace) or STEMS[int(plates.earth[palace])] == stem
        case "over", [above, below, palace]:
            return above in heaven_at(chart, palace) and below in earth_at(chart, palace)
        case "door", [door, palace]:
            return DOORS[int(plates.door[palace])] == str(door)
        case "deity", [deity, palace]:
            return DEITIES[int(plates.deity[palace])] == str(deity)
        case "fu_star", [star]:
            return STARS[hand(chart, "star")] == str(star)
        case "fu_at", [palace]:
            return hand(chart, "fu") == int(palace)
        case "fu_home", [palace]:
            return hand(chart, "fu_home_raw") == int(palace)
        case "shi", [door]:
            return DOORS[hand(chart, "door")] == str(door)
        case "shi_at", [palace]:
            return int(palace) in (hand(chart, "shi_raw"), hand(chart, "shi"))
        case "hstem", [stem]:
            return STEMS[chart % 10] == str(stem)
        case "branchpal", [branch, palace]:
            return BRANCH_PALACE[str(branch)] == int(palace)
        case "fu_fuyin", []:
            return hand(chart, "fu") == hand(chart, "fu_home")
        case "fu_fanyin", []:
            return hand(chart, "fu") == 10 - hand(chart, "fu_home")
        case "door_fuyin", []:
            return hand(chart, "shi") == hand(chart, "fu_home")
        case "door_fanyin", []:
            return hand(chart, "shi") == 10 - hand(chart, "fu_home")
    raise AssertionError(f"claim {claim!r} has no test")


def test_every_example_is_tested_or_shows_no_board() -> None:
    tested = {row["id"] for rows in (CHARTS, MARKS, HOURS, ENVOYS, GATES, STARS_AT) for row in rows}
    assert {row["id"] for row in EXAMPLES} == tested | NO_BOARD
    assert len(CHARTS) == 45


@pytest.mark.parametrize("row", CHARTS, ids=[row["id"] for row in CHARTS])
def test_boards_of_the_book(row: dict[str, Any]) -> None:
    chart = chart_of(row)
    plates = qimen.plates(chart, KUN)
    expected = row["expected"]
    for palace in OUTER:
        stems = [STEMS[s] for s in (int(plates.heaven[palace]), int(plates.guest[palace])) if s != 255]
        assert sorted(stems) == sorted(expected["heaven"][str(palace)])
        assert DOORS[int(plates.door[palace])] == expected["doors"][str(palace)]
        assert DEITIES[int(plates.deity[palace])] == expected["deities"][str(palace)]
    assert STARS[hand(chart, "star")] == row["star"]
    assert (hand(chart, "fu_home_raw"), hand(chart, "fu")) == (row["star_home"], row["star_to"])
    assert DOORS[hand(chart, "door")] == row["door"]
    assert (hand(chart, "shi_raw"), hand(chart, "shi")) == (row["door_to_raw"], row["door_to"])


@pytest.mark.parametrize("row", CHARTS, ids=[row["id"] for row in CHARTS])
def test_what_the_book_says_of_its_boards(row: dict[str, Any]) -> None:
    chart = chart_of(row)
    for claim in row.get("claims_emended") or []:
        assert holds(chart, claim["claim"]) == claim["ok"], claim
    if "printed_hour_claims_ok" in row:  # the misprinted hour shows itself: its board does not bear the claims
        raw = chart_id(row["dun"], row["ju"], row["raw_hour"])
        assert [holds(raw, c["claim"]) for c in row["claims_printed"]] == row["printed_hour_claims_ok"]
    if "chart_emended" in row:
        earth = qimen.plates(chart, KUN).earth
        printed = ["".join(STEMS[int(earth[p])] for p in column) for column in PRINTED]
        assert printed == row["chart_emended"]


@pytest.mark.parametrize("row", CHARTS, ids=[row["id"] for row in CHARTS])
def test_terms_that_the_book_gives_a_ju(row: dict[str, Any]) -> None:
    dun = ("阳", "阴").index(row["dun"])
    for name in row.get("terms_emended", []):
        term = TERMS.index(name[:2])
        assert (term // 12, JU_TABLE[term][YUAN.index(name[2])]) == (dun, row["ju"])
    for name in row.get("terms_bad", []):
        term = TERMS.index(name[:2])
        assert JU_TABLE[term][YUAN.index(name[2])] != row["ju"]


@pytest.mark.parametrize("row", [r for r in CHARTS if r["id"] in PATTERNS], ids=lambda row: str(row["id"]))
def test_the_catalogue_finds_the_book_s_examples(row: dict[str, Any]) -> None:
    mask = int(qimen.match(np.uint16(chart_of(row)), PATTERNS[row["id"]], KUN))
    assert mask >> row["palace"] & 1, f"{PATTERNS[row['id']]} hits {mask:#x}"


@pytest.mark.parametrize("row", [r for r in CHARTS if r["id"] in HOUR_PATTERNS], ids=lambda row: str(row["id"]))
def test_the_catalogue_finds_examples_of_the_hour(row: dict[str, Any]) -> None:
    assert qimen.match(np.uint16(chart_of(row)), HOUR_PATTERNS[row["id"]], KUN) != 0


@pytest.mark.parametrize("row", [r for r in CHARTS if r["id"] in ROLES], ids=lambda row: str(row["id"]))
def test_the_catalogue_finds_examples_that_read_a_pillar(row: dict[str, Any]) -> None:
    name, role, stem = ROLES[row["id"]]
    assert stem == row.get(f"{role}_stem", "甲") or role == "shuo"
    pillar = next(p for p in PILLARS if p[0] == stem)
    given: dict[str, Any] = {role: np.uint8(PILLARS.index(pillar))}
    mask = int(qimen.match(np.uint16(chart_of(row)), name, KUN, **given))
    assert mask >> row["palace"] & 1, f"{name} hits {mask:#x}"


@pytest.mark.parametrize("row", MARKS, ids=[row["id"] for row in MARKS])
def test_a_star_drawn_on_the_board(row: dict[str, Any]) -> None:
    star, palace = row["claim"].removeprefix("chart mark: star ").split(" drawn at ")
    plate = qimen.plates(chart_of(row), KUN).star
    host = "芮" if star == "禽" else star  # lodged in kun, 禽 goes with 芮
    assert STARS[int(plate[int(palace)])] == host


@pytest.mark.parametrize("row", HOURS, ids=[row["id"] for row in HOURS])
def test_hours_that_the_book_names_by_their_day(row: dict[str, Any]) -> None:
    """五鼠遁: the hours that days of a pair of stems allow."""
    hour = PILLARS.index(row["hour"])
    assert hour == row["hour_index"]
    days = [day for day in range(60) if (day * 12 + hour % 12) % 60 == hour]
    assert {STEMS[day % 10] for day in days} == set(row["day_stem_pair"])
    start = qimen.hours("2026-01-01T00:00")
    for x in range(int(start), int(start) + 720):
        pillars = qimen.pillars(x)
        if int(pillars.hour) == hour:
            assert STEMS[int(pillars.day) % 10] in row["day_stem_pair"]
    if row["id"].startswith("TF"):
        found = qimen.match(np.arange(hour, 1080, 60, dtype=np.uint16), "天辅时", KUN)
        assert (found != 0).all()


@pytest.mark.parametrize("row", ENVOYS, ids=[row["id"] for row in ENVOYS])
def test_the_envoy_meets_earth_ding_in_all_18_ju(row: dict[str, Any]) -> None:
    for chart in range(PILLARS.index(row["hour"]), 1080, 60):
        earth = qimen.plates(chart, KUN).earth
        assert STEMS[int(earth[hand(chart, "shi_raw")])] == "丁"


@pytest.mark.parametrize("row", GATES, ids=[row["id"] for row in GATES])
def test_doors_that_press_their_palace(row: dict[str, Any]) -> None:
    charts = np.arange(1080, dtype=np.uint16)
    doors = qimen.plates(charts, KUN).door
    masks = qimen.match(charts, "门迫", KUN)
    for palace in row["palaces"]:
        there = doors[:, palace] == DOORS.index(row["door"])
        assert there.any()
        assert (masks[there] >> palace & 1).all()


@pytest.mark.parametrize("row", STARS_AT, ids=[row["id"] for row in STARS_AT])
def test_stars_that_control_or_are_controlled(row: dict[str, Any]) -> None:
    """利客: the star controls the palace it stands in; 利主: the palace controls the star."""
    phase_of_palace = dict(zip(range(1, 10), "水土木木土金金土火", strict=True))
    phase_of_star = dict(zip(STARS, "水土木木土金金土火", strict=True))
    controls = dict(zip("木土水火金", "土水火金木", strict=True))
    for star in row["stars"]:
        for palace in row["palaces"]:
            one, other = phase_of_star[star], phase_of_palace[palace]
            if row["id"].startswith("LZ"):
                one, other = other, one
            assert controls[one] == other


def test_a_ju_of_the_book_in_its_stems() -> None:
    """甲 is never on a plate: it stands as the yi of the hour's xun."""
    chart = chart_id("阳", 1, "甲子")
    assert plate_stem(chart, "甲") == "戊"
    assert "甲" in heaven_at(chart, 1)
    assert "甲" in earth_at(chart, 1)
    assert (qimen.plates(np.arange(1080), KUN).earth[:, 1:] != 0).all()
