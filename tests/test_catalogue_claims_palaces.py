"""Claims of 宝鉴 on 三五, on lying low and on palaces (C20 and on, and D, of the rules), by the kernel.

The keys of CLAIMS at the end are the ids of tests/data/vectors/baojian_claims.jsonl that are tested here. A
claim that fails as printed is tested for what counting through everything finds instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import qimen
from bookboards import BRANCH_PALACE, claims, tables
from kernel_charts import (
    CONTROLS,
    GENERATES,
    JU,
    STEM_PHASE,
    charts,
    count,
    hits,
    hours_of,
    judge,
    palaces_of,
    rule_hits,
    span,
    stem_after,
)
from qimen.names import BRANCHES, DOORS, PILLARS, STEMS, TERMS, XUN_HEADS

PALACE_PHASE = dict(zip(range(1, 10), "水土木木土金金土火", strict=True))
DOOR_PHASE = dict(zip(DOORS, "水土木木火土金金", strict=True))
#: The branch that a branch punishes (三刑, self-punishment included).
PUNISHES = dict(zip("子卯寅巳申丑戌未辰午酉亥", "卯子巳申寅戌未丑辰午酉亥", strict=True))


# ---------------------------------------------------------------- C20-C22: three and five


def sanwu_stem(claim: dict[str, Any]) -> None:
    for day in STEMS:
        assert GENERATES[STEM_PHASE[stem_after(day, -2)]] == STEM_PHASE[day]
        assert CONTROLS[STEM_PHASE[day]] == STEM_PHASE[stem_after(day, 4)]
    for row, steps in (("fuyousan", 2), ("fubiwu", -4)):
        for suffix in ("", ".yi"):
            for name, chart in charts().items():
                leader = chart.yi if suffix else "甲"
                assert bool(judge(row + suffix, *name)) == (name[1][0] == stem_after(leader, steps))
    assert GENERATES[STEM_PHASE["甲"]] == STEM_PHASE["丙"]
    assert CONTROLS[STEM_PHASE["庚"]] == STEM_PHASE["甲"]
    for row, steps in (("yousan", -2), ("biwu", 4)):
        for day in PILLARS[:12]:
            assert {h[1] for _, h in hits(row, day=day)} == {BRANCHES[(BRANCHES.index(day[1]) + steps) % 12]}


def lin_bing_wu(claim: dict[str, Any]) -> None:
    assert hours_of("yousan.lin") == {p for p in PILLARS if p[0] == "丙"}
    assert hours_of("biwu.lin") == {p for p in PILLARS if p[0] == "戊"} | {"甲子"}
    assert stem_after("甲", 2) == "丙"
    assert stem_after("甲", 4) == "戊"
    assert CONTROLS[STEM_PHASE["甲"]] == STEM_PHASE["戊"]
    assert hours_of("fubiwu") == {p for p in PILLARS if p[0] == "庚"}


def li_zhen_jixing(claim: dict[str, Any]) -> None:
    three = {name for name, palaces in hits("liuyi-jixing & hour_xun:甲子").items() if palaces == {3}}
    assert three == set(hits("yousan.li-leader & hour_xun:甲子"))
    for name, chart in charts().items():
        if name[0][0] == "阴" and chart.hands["fu_home_raw"] == 5:
            assert (chart.hands["fu_home"], chart.shi_door) == (8, "生")


# ---------------------------------------------------------------- C24, C25: lying low


def star_fuyin_six(claim: dict[str, Any]) -> None:
    assert len(hours_of("xing-fuyin.by-stem")) == 6
    extra: dict[str, list[str]] = {}
    for ju, hour in set(hits("xing-fuyin")) - set(hits("xing-fuyin.by-stem")):
        extra.setdefault(hour, []).append(ju)
    told = claim["result"]["extra_under_lodging"]
    assert {hour: sorted(jus, key=JU.index) for hour, jus in extra.items()} == told


def door_fuyin_gui(claim: dict[str, Any]) -> None:
    gui = [name for name in hits("men-fuyin") if name[1][0] == "癸"]
    assert f"{len(gui)}/108" == claim["result"]


def door_fuyin_qin(claim: dict[str, Any]) -> None:
    found = {name[0]: name[1] for name in hits("men-fuyin") if charts()[name].fu_star == "禽" and name[1][0] == "庚"}
    assert found == claim["result"]
    assert {(ju[0], charts()[ju, hour].shi_door) for ju, hour in found.items()} == {("阳", "死"), ("阴", "生")}


def door_fuyin_complete(claim: dict[str, Any]) -> None:
    assert count("men-fuyin") == claim["result"] == 132
    stems = [hour[0] for _, hour in hits("men-fuyin")]
    assert {stem: stems.count(stem) for stem in set(stems)} == {"癸": 108, "庚": 12, "丁": 12}


def door_fuyin_kun(claim: dict[str, Any]) -> None:
    found: dict[str, list[str]] = {}
    for ju, hour in hits("men-fuyin", "kun"):
        if ju[0] == "阴" and hour[0] != "癸":
            found.setdefault(ju, []).append(hour + charts("kun")[ju, hour].fu_star)
    assert {ju: sorted(hours) for ju, hours in found.items()} == {
        ju: sorted(hours) for ju, hours in claim["result"].items()
    }
    book = {ju: {h for j, h in hits("men-fuyin") if j == ju} for ju in JU}
    kun = {ju: {h for j, h in hits("men-fuyin", "kun") if j == ju} for ju in JU}
    assert {ju for ju in JU if book[ju] != kun[ju]} == {ju for ju in JU if ju[0] == "阴"}


# ---------------------------------------------------------------- D: palaces


def menpo(claim: dict[str, Any]) -> None:
    found: dict[str, set[int]] = {}
    for name, palaces in hits("menpo").items():
        for palace in palaces:
            found.setdefault(charts()[name].door(palace) or "", set()).add(palace)
    assert {door: sorted(palaces) for door, palaces in found.items()} == claim["result"]
    controlled = {
        door: {p for p in (1, 2, 3, 4, 6, 7, 8, 9) if CONTROLS[DOOR_PHASE[door]] == PALACE_PHASE[p]} for door in DOORS
    }
    assert found == controlled


def qizhi(claim: dict[str, Any]) -> None:
    only = {
        qi: sorted({p for name, ps in hits("qizhi").items() for p in ps if qi in charts()[name].heaven_at(p)
                    and CONTROLS[PALACE_PHASE[p]] == STEM_PHASE[qi]})
        for qi in "乙丙丁"
    }  # fmt: skip
    assert only == claim["result"]


def jixing(row: str) -> Callable[[dict[str, Any]], None]:
    def check(claim: dict[str, Any]) -> None:
        found: dict[str, set[int]] = {}
        for name, palaces in hits(row).items():
            found.setdefault(charts()[name].yi, set()).update(palaces)
        told = {yi: set(palaces) for yi, palaces in claim["result"].items()}
        heads = {charts()["阳1", head].yi: head for head in XUN_HEADS}
        if row == "liuyi-jixing":
            assert found == told
            assert {yi: {BRANCH_PALACE[PUNISHES[head[1]]]} for yi, head in heads.items()} == told
        else:  # the edition adds the branches that punish the head
            punished_by = {b: a for a, b in PUNISHES.items()}
            assert {yi: {BRANCH_PALACE[punished_by[head[1]]]} for yi, head in heads.items()} == told
            book = {yi: {BRANCH_PALACE[PUNISHES[head[1]]]} for yi, head in heads.items()}
            assert found == {yi: book[yi] | told[yi] for yi in told}

    return check


def yongjia_boge_die_xue(claim: dict[str, Any]) -> None:
    # In a 丙 hour the leader comes onto 丙: 返首. With any pillar stem for 干 every such hour would be 勃伏
    # too, and 跌穴 would be 勃飞 whenever a pillar is of the leader's stem.
    known = {"year": "甲子", "month": "甲子", "day": "甲子"}
    in_jiazi = {n for n in hits("qinglong-fanshou") if charts()[n].yi == "戊"}
    assert in_jiazi <= set(hits("bofu.zhushu", **known))
    drops = {n for n in hits("feiniao-diexue") if charts()[n].yi == "戊"}
    assert drops <= set(hits("bofei.zhushu", **known))
    assert not in_jiazi & set(hits("bofu")) - set(rule_hits("heaven:庚 & earth:丙"))


def po_pairs(claim: dict[str, Any]) -> None:
    # Counted inclusively, four back from 庚 and four on from 丁.
    assert stem_after("庚", -3) == "丁"
    assert stem_after("丁", 3) == "庚"
    assert CONTROLS[STEM_PHASE["壬"]] == STEM_PHASE["丙"]
    pairs = ("庚", "丁"), ("丁", "庚"), ("丙", "壬"), ("壬", "丙")
    every = " | ".join(f"(heaven:{above} & earth:{below})" for above, below in pairs)
    assert hits("po") == rule_hits(every)
    for ordered in ("po.geng-ding", "po.bing-ren"):
        assert all(palaces <= hits("po")[name] for name, palaces in hits(ordered).items())


def branch_po(claim: dict[str, Any]) -> None:
    six = ("子酉", "卯午", "辰丑", "未戌", "寅亥", "巳申")
    found = {frozenset((b, BRANCHES[(i + (3 if i % 2 else -3)) % 12])) for i, b in enumerate(BRANCHES)}
    assert found == set(map(frozenset, six))


def branch_xing(claim: dict[str, Any]) -> None:
    book = {b: BRANCHES[(i + 3) % 12] for i, b in enumerate(BRANCHES)}
    assert book == claim["result"]["book"]
    agrees = [b for b in BRANCHES if PUNISHES[b] == book[b]]
    assert agrees == claim["result"]["agrees_with_usual_三刑"]
    # It is not what 六仪击刑 goes by: only two of the six heads would come to the printed palace.
    own = {head: BRANCH_PALACE[book[head[1]]] for head in XUN_HEADS}
    printed = tables()["jixing"]["book"]
    same = [head for head in XUN_HEADS if own[head] == printed[charts()["阳1", head].yi]]
    assert same == ["甲子", "甲寅"]


def jiazi_geng_chong(claim: dict[str, Any]) -> None:
    # 庚午 clashes with 甲子, but 庚 over 甲 is 格 in the book's own scheme; 勃 is the pair of 丙 and 庚.
    assert (BRANCHES.index("午") - BRANCHES.index("子")) % 12 == 6
    assert rule_hits("heaven:庚 & earth:甲 & hour_xun:甲子") == hits("gefei & hour_xun:甲子")
    assert judge("gefu", "阳1", "庚午") == {3}
    assert not judge("bofei", "阳1", "庚午")
    assert not judge("bofu", "阳1", "庚午")


def qiying_water(claim: dict[str, Any]) -> None:
    words = {"旺": "wang", "相": "xiang", "休": "xiu", "囚": "qiu", "废": "fei"}
    for branch, state in claim["result"].items():
        month = next(p for p in PILLARS if p[1] == branch)
        for other, word in words.items():
            assert count(f"qiying-peng-{word}", month=month) == (1080 if other == state else 0)


def qiying_doors(claim: dict[str, Any]) -> None:
    words = dict(zip("旺绝胎没死囚休废", ("wang", "jue", "tai", "mo", "si", "qiu", "xiu", "fei"), strict=True))
    slugs = dict(zip(DOORS, ("xiu", "sheng", "shang", "du", "jing-fire", "si", "jing-metal", "kai"), strict=True))
    at = span()
    ring = list(DOORS)
    for number, node in enumerate(tables()["xingde"]):
        terms = [TERMS.index(term) for term in tables()["xingde"][node]["terms"]]
        hours = qimen.HourRange(at.hours.start, at.hours.stop)
        first = int((at.term == terms[0]).argmax())
        for door, state in claim["result"].items():
            # Each node turns the ring to its own door.
            turned = ring[(ring.index(door) + number) % 8]
            mask = int(qimen.match(hours[first : first + 1], f"qiying-{slugs[turned]}-men-{words[state]}")[0])
            chart = charts()[_name(int(at.charts[first]))]
            assert {chart.door(p) for p in palaces_of(mask)} == {turned}


def _name(chart: int) -> tuple[str, str]:
    return JU[chart // 60], PILLARS[chart % 60]


CLAIMS: dict[str, Callable[[dict[str, Any]], None]] = {
    "v2.sanwu_stem": sanwu_stem,
    "v2.lin_bing_wu": lin_bing_wu,
    "v2.li_zhen_jixing": li_zhen_jixing,
    "v2.star_fuyin_six": star_fuyin_six,
    "v2.door_fuyin_gui": door_fuyin_gui,
    "v2.door_fuyin_qin": door_fuyin_qin,
    "v2.door_fuyin_complete": door_fuyin_complete,
    "v2.door_fuyin_kun": door_fuyin_kun,
    "v2.menpo": menpo,
    "v2.qizhi": qizhi,
    "v2.jixing": jixing("liuyi-jixing"),
    "v2.jixing_yiben": jixing("liuyi-jixing.yiben"),
    "v3.yongjia_boge_dieXue": yongjia_boge_die_xue,
    "v3.po_pairs": po_pairs,
    "v3.branch_po": branch_po,
    "v3.branch_xing": branch_xing,
    "v3.jiazi_geng_chong": jiazi_geng_chong,
    "v3.qiying_water": qiying_water,
    "v3.qiying_doors": qiying_doors,
}


@pytest.mark.parametrize("name", CLAIMS)
def test_claim(name: str) -> None:
    CLAIMS[name](claims()[name])
