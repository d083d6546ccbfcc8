"""The oracle's plates against published boards, the books' lists and the laws of all 1080 charts."""

from __future__ import annotations

import doctest
import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import qimen.oracle
from qimen.oracle import Board, Context, board, chart_number, month_general
from qimen.oracle.tables import (
    DEITIES,
    DOOR_AT_HOME,
    JU_TABLE,
    PILLARS,
    PLATE_STEMS,
    RING,
    STAR_AT_HOME,
    TERMS,
)

VECTORS = Path(__file__).parent / "data" / "vectors"
JIA_HOURS = PILLARS[::10]
OPPOSITE = {1: 9, 9: 1, 2: 8, 8: 2, 3: 7, 7: 3, 4: 6, 6: 4}


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / name).read_text(encoding="utf-8").splitlines() if line]


def tables() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((VECTORS / "baojian_tables.json").read_text(encoding="utf-8"))
    return found


def every_chart(lodging: str, motion: str = "rotate") -> Iterator[Board]:
    for dun in "阳阴":
        for ju in range(1, 10):
            for hour in PILLARS:
                yield board(dun, ju, hour, lodging, motion)


def name_of(chart: Board) -> str:
    return f"{chart.dun}{chart.ju}"


# --- laws ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lodging", ["kun", "kun-gen"])
def test_each_plate_is_a_permutation(lodging: str) -> None:
    for chart in every_chart(lodging):
        assert sorted(chart.earth) == list(range(1, 10))
        assert sorted(chart.earth.values()) == sorted(PLATE_STEMS)
        for plate in (chart.heaven, chart.stars, chart.doors, chart.deities):
            assert sorted(plate) == sorted(RING)
        assert sorted(s for here in chart.heaven.values() for s in here) == sorted(PLATE_STEMS)
        assert sorted(s for here in chart.stars.values() for s in here) == sorted(STAR_AT_HOME.values())
        assert sorted(chart.doors.values()) == sorted(DOOR_AT_HOME.values())
        assert sorted(chart.deities.values()) == sorted(DEITIES)


@pytest.mark.parametrize("lodging", ["kun", "kun-gen"])
def test_the_leader_stands_on_the_hour_stem_with_its_deity(lodging: str) -> None:
    for chart in every_chart(lodging):
        stem = chart.yi if chart.hour[0] == "甲" else chart.hour[0]
        assert chart.earth[chart.fu_raw] == stem
        assert chart.earth[chart.fu_home] == chart.yi
        assert chart.fu_star in chart.stars[chart.fu_palace]
        assert chart.yi in chart.heaven[chart.fu_palace]
        assert "甲" in chart.heaven_at(chart.fu_palace)
        assert "甲" in chart.earth_at(chart.fu_home_palace)
        assert chart.deities[chart.fu_palace] == "直符"
        assert chart.doors[chart.shi_palace] == chart.shi_door
        assert [p for p in chart.palaces if "甲" in chart.heaven_at(p)] == [chart.fu_palace]


@pytest.mark.parametrize("lodging", ["kun", "kun-gen"])
def test_jia_hours_stand_at_home(lodging: str) -> None:
    at_home = [
        chart
        for chart in every_chart(lodging)
        if chart.hour in JIA_HOURS
        and all(STAR_AT_HOME[p] == chart.stars[p][0] for p in RING)
        and all(DOOR_AT_HOME[p] == chart.doors[p] for p in RING)
    ]
    assert len(at_home) == 108


@pytest.mark.parametrize("lodging", ["kun", "kun-gen"])
def test_gui_hours_have_the_doors_at_home(lodging: str) -> None:
    # 宝鉴 卷二 符使: each 癸 hour returns to the palace of its xun's head.
    for chart in every_chart(lodging):
        if chart.hour[0] == "癸":
            assert chart.shi_raw == chart.fu_home
            assert chart.doors == DOOR_AT_HOME


@pytest.mark.parametrize("lodging", ["kun", "kun-gen"])
def test_counts_of_fu_yin_and_fan_yin(lodging: str) -> None:
    seen: Counter[str] = Counter()
    for chart in every_chart(lodging):
        star_home = next(p for p, star in STAR_AT_HOME.items() if star == chart.stars[1][0])
        door_home = next(p for p, door in DOOR_AT_HOME.items() if door == chart.doors[1])
        seen["star at home"] += star_home == 1
        seen["door at home"] += door_home == 1
        seen["star opposite"] += star_home == OPPOSITE[1]
        seen["door opposite"] += door_home == OPPOSITE[1]
    assert seen == {"star at home": 240, "door at home": 240, "star opposite": 120, "door opposite": 120}


def test_mates_of_palace_5_share_its_lodge() -> None:
    for chart in every_chart("kun-gen"):
        assert chart.lodge == (2 if chart.dun == "阳" else 8)
        guest_palace = next(p for p, here in chart.stars.items() if "禽" in here)
        assert chart.stars[guest_palace] == [STAR_AT_HOME[chart.lodge], "禽"]
        assert chart.heaven[guest_palace] == [chart.earth[chart.lodge], chart.earth[5]]
        assert {chart.earth[chart.lodge], chart.earth[5]} <= chart.earth_at(chart.lodge)


# --- 宝鉴's lists: they part the two lodgings ---------------------------------------------------------------


def test_door_fu_yin_of_the_centre_leader_as_listed() -> None:
    # 宝鉴 卷二 伏吟: the 庚 hours of leader 禽, door 死 in yang and 生 in yin.
    listed = {
        ("阳1", "庚戌"), ("阴9", "庚戌"), ("阳2", "庚子"), ("阴8", "庚子"), ("阳3", "庚寅"), ("阴7", "庚寅"),
        ("阳4", "庚辰"), ("阴6", "庚辰"), ("阳5", "庚午"), ("阴5", "庚午"), ("阳9", "庚申"), ("阴1", "庚申"),
    }  # fmt: skip

    def found(lodging: str) -> set[tuple[str, str]]:
        return {
            (name_of(chart), chart.hour)
            for chart in every_chart(lodging)
            if chart.fu_star == "禽" and chart.hour[0] not in "甲癸" and chart.doors == DOOR_AT_HOME
        }

    assert found("kun-gen") == listed
    assert found("kun") != listed
    assert board("阴", 9, "庚戌", "kun-gen").shi_door == "生"
    assert board("阳", 1, "庚戌", "kun-gen").shi_door == "死"


def test_door_fu_yin_totals_132_besides_the_jia_hours() -> None:
    home = [c for c in every_chart("kun-gen") if c.hour[0] != "甲" and c.doors == DOOR_AT_HOME]
    assert len(home) == 132


def hours_where(lodging: str, holds: Callable[[Board], bool]) -> dict[str, list[str]]:
    """Hours of each ju, 甲 hours left out, in which a test holds."""
    found: dict[str, list[str]] = {}
    for chart in every_chart(lodging):
        if chart.hour[0] != "甲" and holds(chart):
            found.setdefault(name_of(chart), []).append(chart.hour)
    return found


def test_hours_of_fan_yin_ju_by_ju() -> None:
    opposite_stars = hours_where("kun-gen", lambda c: c.stars[9][0] == STAR_AT_HOME[1])
    opposite_doors = hours_where("kun-gen", lambda c: c.doors[9] == DOOR_AT_HOME[1])
    assert opposite_stars == tables()["star_fanyin"]
    assert opposite_doors == tables()["door_fanyin"]


def test_hours_of_fu_yin_ju_by_ju() -> None:
    every_ju = [f"{dun}{ju}" for dun in "阳阴" for ju in range(1, 10)]
    star, door = tables()["star_fuyin"], tables()["door_fuyin"]
    stars = {ju: set(star["six"]) for ju in every_ju}
    for hour, where in star["lodged_extra"].items():
        for ju in where:
            stars[ju].add(hour)
    doors = {ju: set(door["gui"]) for ju in every_ju}
    for extra in (door["qin_geng"], door["rui_ren_ding"]):
        for ju, hour in extra.items():
            doors[ju].add(hour)
    at_home = hours_where("kun-gen", lambda c: c.stars[1][0] == STAR_AT_HOME[1])
    assert {ju: set(hours) for ju, hours in at_home.items()} == stars
    at_home = hours_where("kun-gen", lambda c: c.doors[1] == DOOR_AT_HOME[1])
    assert {ju: set(hours) for ju, hours in at_home.items()} == doors


def test_month_general_agrees_with_the_vectors() -> None:
    generals = tables()["month_general"]
    assert {term: month_general(term) for term in generals} == {term: row["branch"] for term, row in generals.items()}
    # A node keeps the general of the 中气 before it.
    assert month_general("立春") == "子"
    assert month_general("小寒") == "丑"


def test_leader_and_envoy_meet_in_the_hours_the_book_tells() -> None:
    # 宝鉴 卷二 天乙持衡, raw palaces.
    meet = Counter(c.hour for c in every_chart("kun-gen") if c.fu_raw == c.shi_raw)
    told = {*JIA_HOURS, "丁酉", "丙辰", "戊午", "己未", "庚申", "辛酉", "壬戌", "癸亥"}
    assert meet == dict.fromkeys(told, 18)


def test_jade_maiden_hours_by_raw_palace() -> None:
    # 宝鉴 卷二 玉女守門, 景祐 玉女守门: 直使 on the earth 丁, six hours in every ju.
    hours = Counter(c.hour for c in every_chart("kun") if c.earth[c.shi_raw] == "丁")
    assert hours == dict.fromkeys(("庚午", "己卯", "戊子", "丁酉", "丙午", "乙卯"), 18)


def test_counts_of_the_three_dun() -> None:
    # 天遁 丙/丁 生门, 地遁 乙/己 开门, 人遁 休门 with 太阴 and heaven 丁.
    def count(lodging: str) -> tuple[int, int, int]:
        tian = di = ren = 0
        for chart in every_chart(lodging):
            for p in chart.palaces:
                heaven, earth, door = chart.heaven_at(p), chart.earth_at(p), chart.doors[p]
                tian += "丙" in heaven and "丁" in earth and door == "生"
                di += "乙" in heaven and "己" in earth and door == "开"
                ren += "丁" in heaven and door == "休" and chart.deities[p] == "太阴"
        return tian, di, ren

    assert count("kun") == (11, 19, 12)
    assert count("kun-gen") == (13, 17, 13)


def test_ju_table_agrees_with_the_vectors() -> None:
    table = tables()["ju_table"]
    assert set(table) == set(TERMS)
    for term, row in table.items():
        assert tuple(row[yuan] for yuan in "上中下") == JU_TABLE[term]


# --- published boards -----------------------------------------------------------------------------------

GODS = {
    "符": "直符", "蛇": "螣蛇", "阴": "太阴", "合": "六合",
    "虎": "勾陈", "玄": "朱雀", "地": "九地", "天": "九天",
}  # fmt: skip


@pytest.mark.parametrize("case", lines("boards.jsonl"), ids=lambda case: str(case["id"]))
def test_published_board_cell_by_cell(case: dict[str, Any]) -> None:
    hour = case["pillars"].split()[3]
    chart = board("阳" if case["ju"] > 0 else "阴", abs(case["ju"]), hour, "kun")
    assert {str(p): stem for p, stem in chart.earth.items()} == case["earth"]
    assert {str(p): "".join(here) for p, here in chart.heaven.items()} == case["heaven"]
    assert {str(p): "".join(here) for p, here in chart.stars.items()} == case["stars"]
    assert {str(p): door for p, door in chart.doors.items()} == case["doors"]
    assert chart.deities == {int(p): GODS[god] for p, god in case["gods"].items()}
    assert chart.fu_star == case["chief_star"]
    assert chart.fu_palace == case["chief_star_palace"]
    assert chart.shi_door == case["chief_door"]
    assert chart.shi_raw == case["chief_door_raw"]
    assert chart.shi_palace == case["chief_door_palace"]


EXAMPLES = [case for case in lines("jingyou_examples.jsonl") if case["kind"] == "chart"]


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: str(case["id"]))
def test_board_of_a_jingyou_example(case: dict[str, Any]) -> None:
    chart = board(case["dun"], case["ju"], case["hour"], "kun")
    expected = case["expected"]
    assert {str(p): here for p, here in chart.heaven.items()} == expected["heaven"]
    assert {str(p): door for p, door in chart.doors.items()} == expected["doors"]
    assert {str(p): god for p, god in chart.deities.items()} == expected["deities"]
    if case.get("chart_emended"):
        # Printed by columns, the right one first: 2 7 6, 9 5 1, 4 3 8; the cells are earth stems.
        columns = ((2, 7, 6), (9, 5, 1), (4, 3, 8))
        printed = dict(zip(sum(columns, ()), "".join(case["chart_emended"]), strict=True))
        assert chart.earth == printed
    assert chart.fu_star == case["star"]
    assert chart.shi_door == case["door"]
    if case.get("door_to_raw"):
        assert chart.shi_raw == case["door_to_raw"]


# --- 陶's flying plate ------------------------------------------------------------------------------------


def test_flying_plates_are_permutations_of_nine() -> None:
    for chart in every_chart("none", "fly"):
        assert sorted(chart.heaven) == sorted(chart.stars) == list(range(1, 10))
        assert sorted(here[0] for here in chart.heaven.values()) == sorted(PLATE_STEMS)
        assert len(chart.doors) == 8
        assert not chart.deities
        assert chart.lodge is None
        assert chart.doors.get(chart.shi_palace) == chart.shi_door
        assert chart.stars[chart.fu_palace] == [chart.fu_star]
        assert chart.palaces == tuple(range(1, 10))


def test_two_printed_lists_and_all_groups_of_tao() -> None:
    groups: dict[int, list[str]] = {}
    for hour in PILLARS:
        groups.setdefault(chart_number(hour), []).append(hour)
    assert set(groups[1]) == {"甲子", "戊辰", "己卯", "庚寅", "辛丑", "壬子", "癸亥"}
    assert set(groups[2]) == {"乙丑", "甲戌", "戊寅", "己丑", "庚子", "辛亥", "壬戌"}
    vector = tables()["tao_chart_groups"]
    assert {str(number): set(hours) for number, hours in groups.items()} == {
        number: set(hours) for number, hours in vector.items()
    }
    assert [len(groups[number]) for number in range(1, 10)] == [7, 7, 7, 7, 7, 7, 6, 6, 6]


def test_the_flying_plate_depends_on_the_chart_number_alone() -> None:
    plates: dict[tuple[str, int, int], tuple[str, ...]] = {}
    for chart in every_chart("none", "fly"):
        key = (chart.dun, chart.ju, chart_number(chart.hour))
        plate = tuple(chart.heaven[p][0] for p in range(1, 10))
        assert plates.setdefault(key, plate) == plate
    assert len(plates) == len({(key[0], key[1], plate) for key, plate in plates.items()}) == 162


def test_tao_yang_1_yi_chou_as_printed() -> None:
    chart = board("阳", 1, "乙丑", motion="fly")
    printed = {9: "戊", 1: "己", 2: "庚", 3: "辛", 4: "壬", 5: "癸", 6: "丁", 7: "丙", 8: "乙"}
    assert {p: here[0] for p, here in chart.heaven.items()} == printed
    assert chart.stars[9] == ["蓬"]
    assert chart.doors[9] == "休"


# --- use ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("阳", 0, "甲子"), "ju"),
        (("yang", 1, "甲子"), "dun"),
        (("阳", 1, "甲丑"), "hour"),
        (("阳", 1, "甲子", "none"), "lodging"),
        (("阳", 1, "甲子", "kun", "fly"), "lodging"),
        (("阳", 1, "甲子", "kun", "hover"), "motion"),
    ],
)
def test_what_can_not_be_laid_is_refused(arguments: tuple[Any, ...], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        board(*arguments)


def test_context_turns_a_jia_pillar_into_a_plate_stem() -> None:
    chart = board("阳", 1, "乙丑")
    own = Context(board=chart, day="甲午", month="丙寅")
    assert own.plate_stem("day") == "辛"
    assert own.plate_stem("month") == "丙"
    assert own.plate_stem("hour") == "乙"
    assert Context(board=chart, day="甲午", jia_role="leader").plate_stem("day") == "戊"
    with pytest.raises(ValueError, match="year"):
        own.plate_stem("year")


def test_the_session_in_the_docstring_runs() -> None:
    assert doctest.testmod(qimen.oracle).failed == 0
