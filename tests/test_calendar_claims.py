"""Claims of 宝鉴 on the calendar and on how plates are laid (sections A and B of the rules).

The keys of CLAIMS at the end are the ids of tests/data/vectors/baojian_claims.jsonl that are tested here. A
claim that fails as printed is tested for what counting through everything finds instead.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import qimen
from bookboards import (
    DAY,
    LICHUN,
    Chart,
    claims,
    every_chart,
    insertions,
    ju_of,
    li_calendar,
    li_terms,
    pillar_of_day,
    tables,
)
from qimen.calendars.pentads import lin_cycle
from qimen.calendars.tables import calendar, month_general
from qimen.catalogue.openings import XINGDE
from qimen.clock import AXIS_SHIFT, HOUR_MS
from qimen.names import BRANCHES, DUN, PILLARS, STEMS, TERMS, XUN_HEADS, XUN_YI, YUAN
from qimen.plates import flying_number

ALL_JU = [(dun, ju) for dun in DUN for ju in range(1, 10)]
CLASH = {a: BRANCHES[(i + 6) % 12] for i, a in enumerate(BRANCHES)}
SIX_HARMONY = {a: BRANCHES[(1 - i) % 12] for i, a in enumerate(BRANCHES)}
STEM_PHASE = dict(zip(STEMS, "木木火火土土金金水水", strict=True))
BRANCH_PHASE = dict(zip(BRANCHES, "水土木木土火火土金金土水", strict=True))
GENERATES = dict(zip("木火土金水", "火土金水木", strict=True))
CONTROLS = dict(zip("木土水火金", "土水火金木", strict=True))


def jia_gui_same_palace(claim: dict[str, Any]) -> None:
    for (dun, ju), xun in itertools.product(ALL_JU, range(6)):
        chart = Chart(dun, ju, PILLARS[10 * xun + 9], "baojian")
        assert chart.hands["shi_raw"] == chart.hands["fu_home_raw"] == chart.native("甲")


def yi_pei_branch(claim: dict[str, Any]) -> None:
    found = {STEMS[yi]: PILLARS[10 * xun + (yi - 10 * xun) % 10] for xun, yi in enumerate(XUN_YI)}
    assert found == claim["result"] == tables()["pei_branch_of_yi"]
    for (dun, ju), pillar in itertools.product(ALL_JU, found.values()):
        chart = Chart(dun, ju, pillar, "baojian")
        assert chart.hands["fu"] == chart.hands["fu_home"]


def pei_combines(claim: dict[str, Any]) -> None:
    def combine(a: str, b: str) -> bool:
        return SIX_HARMONY[a] == b or (BRANCHES.index(a) - BRANCHES.index(b)) % 4 == 0

    assert {pair: combine(*pair) for pair in claim["result"]} == claim["result"]
    # So with four xun; 庚 and 辛 clash and harm instead (the claims after this one).
    pei = tables()["pei_branch_of_yi"].values()
    heads = [head for head, pillar in zip(XUN_HEADS, pei, strict=True) if combine(pillar[1], head[1])]
    assert heads == ["甲子", "甲戌", "甲辰", "甲寅"]


def geng_yin_chong_hai(claim: dict[str, Any]) -> None:
    assert CLASH["寅"] == "申"
    # 害 is the clash of what one is in harmony with.
    assert CLASH[SIX_HARMONY["寅"]] == "巳"


def xin_chou(claim: dict[str, Any]) -> None:
    chou = BRANCH_PHASE["丑"]
    assert GENERATES[chou] == STEM_PHASE["辛"]
    assert GENERATES[BRANCH_PHASE["午"]] == chou
    assert CONTROLS[chou] != BRANCH_PHASE["卯"]
    assert CONTROLS[BRANCH_PHASE["卯"]] == chou


def li_chain(claim: dict[str, Any]) -> None:
    # Minute by minute of the 午 hour of 辛卯.
    steps = {"yushui": 1, "hanlu": 16, "mangzhong1": 32, "daxue": 44, "mangzhong2": 56}
    found: dict[str, list[int]] = {name: [] for name in claim["result"]}
    evening = []
    for minute in range(660, 780):
        axis = {name: int(li_terms(minute)[LICHUN + n]) + AXIS_SHIFT for name, n in steps.items()}
        day = {name: pillar_of_day(ms) for name, ms in axis.items()}
        hour = {name: BRANCHES[ms // HOUR_MS % 12] for name, ms in axis.items()}
        holds = {
            "yushui": (day["yushui"], hour["yushui"]) == ("丙午", "酉"),
            "hanlu_day_jiawu_or_yiwei_zi": day["hanlu"] in ("甲午", "乙未") and hour["hanlu"] == "子",
            "hanlu_literal": (day["hanlu"], hour["hanlu"]) == ("甲午", "子"),
            "mangzhong1": day["mangzhong1"] == "戊戌",
            "daxue": day["daxue"] == "辛丑",
            "mangzhong2": day["mangzhong2"] == "癸卯",
        }
        holds["all_literal"] = all(holds.values())
        for name, value in holds.items():
            if value:
                found[name].append(minute)
        if holds["all_literal"]:
            evening.append(pillar_of_day(axis["hanlu"], "23:00"))
    told = {
        name: [f"{m[0] // 60}:{m[0] % 60:02d}", f"{m[-1] // 60}:{m[-1] % 60:02d}", len(m)] for name, m in found.items()
    }
    assert told == claim["result"]
    # Were the day to turn at 23:00, 寒露 would be on 乙未.
    assert set(evening) == {"乙未"}


def li_ju_sequence(claim: dict[str, Any]) -> None:
    table = li_calendar(710)
    found = {}
    for pillar in claim["result"]:
        offset = (PILLARS.index(pillar) - PILLARS.index("辛卯")) % 60
        hour = int(table.terms.hour[LICHUN]) + 12 * offset
        at = qimen.align(hour, "li", calendar=table)
        found[pillar] = [YUAN[int(at.yuan)], int(at.ju)]
    assert found == claim["result"]
    assert ju_of("立春", "下") == ("阳", 2)
    assert ju_of("立春", "下") != ("阳", 5)


def li_daxue_rule(claim: dict[str, Any]) -> None:
    elapsed = [steps * 365.25 / 24 % 15 for steps in (16, 28, 40)]
    assert elapsed == claim["result"]["elapsed_days"]
    assert [int(-(-days // 1)) for days in elapsed] == claim["result"]["ceil"] == [4, 7, 9]
    # Nine is a leap and seven is none.
    table = li_calendar(710)
    han_lu = LICHUN + 16
    repeated = [
        int(index) for index in range(han_lu, han_lu + 45)
        if (table.runs.leap & (table.runs.start_ms > table.terms.start_ms[index])
            & (table.runs.start_ms < table.terms.start_ms[index] + 15 * DAY)
            & (table.runs.ju_term == table.terms.code[index])).any()
    ]  # fmt: skip
    assert repeated == [han_lu + 40]


def chao_40_terms(claim: dict[str, Any]) -> None:
    assert 24 + TERMS.index("芒种") + 24 - TERMS.index("寒露") == 40


def lin_term_length(claim: dict[str, Any]) -> None:
    ke = 365.25 / 24 * 12 * 8
    assert divmod(int(ke), 96) == (15, 2 * 8 + 5)
    assert divmod(2 * ke, 96) == (30, 5 * 8 + 2)


def lin_first3(claim: dict[str, Any]) -> None:
    keys = ("n", "year", "after_term", "hou", "surplus_double_hours", "term_index")
    assert [[row[key] for key in keys] for row in insertions()[:3]] == claim["result"]
    # Ties: the fourth, eleventh and eighteenth reach exactly half a pentad.
    ties = [row["n"] for row in insertions() if row["surplus_double_hours"] == 30]
    assert ties == [4, 11, 18]


def lin_416(claim: dict[str, Any]) -> None:
    years = insertions(count=420 * 24)
    assert all(row["after_term"] != "冬至" for row in years)
    around = [(row["year"], row["after_term"], row["hou"]) for row in years if 414 <= row["year"] <= 418]
    assert str(around) in claim["result"]["with_365.25"]
    assert next(row["year"] for row in insertions(strict=True) if row["after_term"] == "冬至") == 11
    assert 416 % 20
    assert 420 % 20 == 0


def lin_ties(claim: dict[str, Any]) -> None:
    keys = ("year", "after_term", "hou")
    pairs = [
        [[a[key] for key in keys], [b[key] for key in keys]]
        for a, b in zip(insertions(), insertions(strict=True), strict=True)
        if a != b
    ]
    assert pairs == claim["result"]["differences"]
    # The product takes a tie as reached.
    assert sum(leap for _, _, leap in lin_cycle()) == 21


def tao_group(number: int) -> Callable[[dict[str, Any]], None]:
    def check(claim: dict[str, Any]) -> None:
        found = [h for h in PILLARS if flying_number(np.array([PILLARS.index(h)], dtype=np.uint16))[0] == number]
        assert set(found) == set(claim["result"]) == set(tables()["tao_chart_groups"][str(number)])
        # As its own yi 甲戌 would have the plate of 甲子: the printed list of chart 2 has it.
        assert ("甲戌" in found) == (number == 2)

    return check


def tao_yichou_yang1(claim: dict[str, Any]) -> None:
    chart = Chart("阳", 1, "乙丑", "tao")
    found = {stem: p for p in range(1, 10) for stem in chart.heaven_at(p) - {"甲"}}
    assert found == claim["result"]
    assert chart.star(9) == "蓬"
    assert chart.door(9) == "休"


def xingde_rule(claim: dict[str, Any]) -> None:
    assert {terms[:2]: f"{de}/{xing}" for terms, de, xing in XINGDE} == claim["result"]
    first = dict(zip(("冬至", "立春", "春分", "立夏", "夏至", "立秋", "秋分", "立冬"), "子丑卯辰午未酉戌", strict=True))
    for terms, de, xing in XINGDE:
        assert de == BRANCHES[(BRANCHES.index(first[terms[:2]]) + 3) % 12]
        assert xing == CLASH[de]
        start = TERMS.index(terms[:2])
        assert terms.split(",") == list(TERMS[start : start + 3])


def xingde_no_four_birth(claim: dict[str, Any]) -> None:
    assert not {branch for _, *pair in XINGDE for branch in pair} & set("寅申巳亥")


def yuan_540(claim: dict[str, Any]) -> None:
    assert claim["result"] == 3 * 3 * 60
    # Three terms of zhirun between leaps: nine yuan of sixty double-hours.
    table = calendar(qimen.school("zhirun"), qimen.Clock())
    assert (np.diff(table.run_start) == 60).all()


def month_generals(claim: dict[str, Any]) -> None:
    code = np.arange(24, dtype=np.uint8)
    general = [BRANCHES[b] for b in month_general(code).tolist()]
    assert {TERMS[c]: general[c] for c in range(0, 24, 2)} == {t: row["branch"] for t, row in claim["result"].items()}
    # It holds through the 节 that follows.
    assert general[::2] == general[1::2]


def three_qiying_gengwu(claim: dict[str, Any]) -> None:
    noon = 12 * PILLARS.index("甲子") + BRANCHES.index("午")
    assert (PILLARS[noon % 60], PILLARS[(noon - 1) % 60]) == ("庚午", "己巳")
    # 气应: before the double-hour of the term the old ju, from it on the new one.
    table = calendar(qimen.school("qi_ying"), qimen.Clock())
    place = np.arange(60_000, 60_100)
    hours = table.terms.hour[place]
    found = qimen.align(np.stack([hours - 1, hours]), "气应")
    assert (found.ju_term[1] == table.terms.code[place]).all()
    assert (found.ju_term[0] == table.terms.code[place - 1]).all()


def half_year(claim: dict[str, Any]) -> None:
    assert 365.25 / 2 == 182.625
    assert "182.625" in claim["result"]


def wuchen_center(claim: dict[str, Any]) -> None:
    found = [Chart(dun, ju, "戊辰", "baojian").hands["shi_raw"] for dun, ju in (("阳", 1), ("阴", 9))]
    assert found == claim["result"] == [5, 5]


def eight_doors_sides(claim: dict[str, Any]) -> None:
    chart = Chart("阳", 1, "甲子", "baojian")
    home = {chart.door(p): p for p in (1, 2, 3, 4, 6, 7, 8, 9)}
    assert home == claim["result"]
    # Clockwise from north: the first four are the east half.
    assert [home[door] for door in "休生伤杜"] == [1, 8, 3, 4]
    east = sum(chart.shi_door in tuple("休生伤杜") for chart in every_chart("baojian"))
    assert east == 540
    assert sum(chart.shi_door in tuple("休生伤杜") for chart in every_chart("jingyou")) == 480


CLAIMS: dict[str, Callable[[dict[str, Any]], None]] = {
    "v2.jia_gui_same_palace": jia_gui_same_palace,
    "v2.yi_pei_branch": yi_pei_branch,
    "v2.pei_combines": pei_combines,
    "v2.geng_yin_chong_hai": geng_yin_chong_hai,
    "v2.xin_chou": xin_chou,
    "v2.li_chain": li_chain,
    "v2.li_ju_sequence": li_ju_sequence,
    "v2.li_daxue_rule": li_daxue_rule,
    "v2.chao_40_terms": chao_40_terms,
    "v2.lin_term_length": lin_term_length,
    "v2.lin_first3": lin_first3,
    "v2.lin_416": lin_416,
    "v2.lin_ties": lin_ties,
    "v2.tao_group1": tao_group(1),
    "v2.tao_group2": tao_group(2),
    "v2.tao_yichou_yang1": tao_yichou_yang1,
    "v2.xingde_rule": xingde_rule,
    "v2.xingde_no_four_birth": xingde_no_four_birth,
    "v3.yuan_540": yuan_540,
    "v3.month_general": month_generals,
    "v3.three_qiying_gengwu": three_qiying_gengwu,
    "v3.half_year": half_year,
    "v3.wuchen_center": wuchen_center,
    "v3.eight_doors_sides": eight_doors_sides,
}


@pytest.mark.parametrize("name", CLAIMS)
def test_claim(name: str) -> None:
    CLAIMS[name](claims()[name])


def test_the_centre_lodges_where_greed_meets_harmony() -> None:
    """B06 贪合受制 holds in yang 3 and yin 7 alone, and only if the centre lodges at 艮 in yin (B03)."""

    def found(school: str) -> list[dict[str, Any]]:
        result = []
        for dun, ju in ALL_JU:
            chart = Chart(dun, ju, "甲子", school)
            meet = [p for p in (1, 2, 3, 4, 6, 7, 8, 9) if {"乙", "庚"} <= chart.earth_at(p)]
            places = {stem: chart.native(stem) for stem in "丁丙"}
            if meet and set(places.values()) == {1, 9}:
                result.append({"ju": chart.name, "meet": meet[0], "ding": places["丁"], "bing": places["丙"]})
        return result

    assert found("baojian") == tables()["tanhe"]
    assert [row["ju"] for row in found("jingyou")] == ["阳3"]


def test_jia_heads_stand_at_home() -> None:
    """B01: in a 甲 hour the leader is at home, else on the earth palace of the hour stem."""
    for chart in every_chart("baojian"):
        head = chart.hour in XUN_HEADS
        assert chart.hands["fu_raw"] == chart.native("甲" if head else chart.hour[0])
