"""Claims of 宝鉴 卷三 (directions, camps, rods) by their ids, and the examples of 景祐."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import qimen
from asked_directions import (
    BAOJIAN,
    CLAIMS,
    EXAMPLES,
    after_zhongqi,
    at,
    at_offset,
    branch_pillar,
    chart,
    columns,
    four_doors,
    generals,
    mapping,
    march_of,
    meeting,
    of_chart,
    seat,
    tianma,
)
from qimen.directions import (
    DIRECTIONS,
    compass,
    deities,
    encamp,
    fence,
    lay_rods,
    march,
    rods,
)
from qimen.directions import heavenly_generals as jiang
from qimen.directions import month_generals as months
from qimen.names import BRANCHES, PILLARS, STARS, STEMS, TERMS, XUN_HEADS

YEAR = ("2026-01-01", "2027-01-01")


# ---------------------------------------------------------------- claims, each by its id


def noble_songs(half: int) -> dict[str, Any]:
    laid, noble = jiang.branch_of_stem(half), jiang.noble_of_stem(half)
    return {
        "stem_branch": {s: BRANCHES[b] for s, b in zip(STEMS, laid, strict=True)},
        "noble": {s: BRANCHES[b] for s, b in zip(STEMS, noble, strict=True)},
    }


def nine() -> bool:
    sets = [jiang.nine_branches("子", 1), jiang.nine_branches("申", -1)]
    return all(len(set(s)) == 9 for s in sets) and all(
        jiang.branch_of_stem(half)[STEMS.index("癸")] == jiang.branch_of_stem(half)[STEMS.index("乙")]
        for half in (0, 1)
    )


def partners(pairs: str) -> bool:
    return all((BRANCHES.index(a) + BRANCHES.index(b)) % 12 == 1 for a, b in pairs.split())


def rods_row(day: str, corners: bool = False) -> list[Any]:
    laid = lay_rods(day, corners)
    return [laid.tianmen, laid.dihu, *laid.lone, laid.yunv, len(laid.moves) == 7]


def corner_gates(day: str) -> list[str]:
    """Gates in order if the corners counted, while the rods are laid as the book lays them."""
    found: list[str] = []
    lying: set[str] = set()
    for move in lay_rods(day).moves:
        lying -= {move.picked_up} if move.picked_up else set()
        found += rods.gates_at(lying, move.to, corners=True)
        lying.add(move.to)
    return found


#: The charts of the 癸 hours.
GUI_CHARTS = [(dun, ju, hour) for dun in "阳阴" for ju in range(1, 10) for hour in PILLARS[9::10]]


def holds(condition: bool) -> None:
    assert condition


CHECKS: dict[str, Callable[[Any], None]] = {
    "v3.noble_yang": lambda r: holds(noble_songs(0) == {k: r[k] for k in ("stem_branch", "noble")}),
    "v3.noble_yin": lambda r: holds(noble_songs(1) == {k: r[k] for k in ("stem_branch", "noble")}),
    "v3.noble_nine": lambda r: holds(nine() is r),
    "v3.noble_verse_end": lambda r: holds([BRANCHES[jiang.branch_of_stem(h)[9]] for h in (0, 1)] == list(r.values())),
    "v3.month_general": lambda r: holds(generals() == r),
    "v3.dihu_month_independent": lambda r: holds(four_doors("di-sihu", "hour") == {k: sorted(v) for k, v in r.items()}),
    "v3.dihu_three_schools": lambda r: holds(
        four_doors("di-sihu.sanshi", "month") == {k: sorted(v) for k, v in r.items()}
    ),
    "v3.tianma_vs_schools": lambda r: holds(
        tianma(after_zhongqi) == r["taichong"] and mapping("taichong-tianma.sanshi", "month") == r["three_schools"]
    ),
    "v3.simen_homes": lambda r: holds(set(r.values()) == set(at_offset("tian-sanmen", 0)) and len(r) == 3),
    "v3.baijian_unique": lambda r: holds(all(len(at_offset("baijian", d)) == 1 for d in range(12))),
    "v3.he_ge": lambda r: holds(
        all(meeting(d) == (*r[str(d)][:2], r[str(d)][2].replace("-", "余")) for d in range(12))
    ),
    "v3.three_schools_baijian_never": lambda r: holds(
        all(
            [at_offset("tingting", d)[0], at_offset("baijian.sanshi", d)] == r[str(d)]
            and at_offset("tingjian.sanshi", d) == ["余"]
            for d in range(12)
        )
    ),
    "v3.zi_on_si": lambda r: holds(
        r and meeting(5)[2] == "合" and [seat(g, 5) for g in "寅戌午"] == list("未卯亥") and partners("亥寅 未午 卯戌")
    ),
    "v3.zi_on_hai": lambda r: holds(r and meeting(11)[2] == "合" and seat("寅", 11) == "丑" and partners("寅亥 子丑")),
    "v3.zi_on_yin": lambda r: holds(r and meeting(2)[2] == "格" and seat("戌", 2) == "子"),
    "v3.yinxu_mutual": lambda r: holds(
        all(
            meeting(int(d))[0] == ting
            and meeting(int(d))[1] == jian
            and seat(spirit, int(d)) == jian
            and at_offset("tingjian.kuozhan", int(d)) == ["合" if jian in "巳亥" else "格"]
            for d, (ting, spirit, jian) in r.items()
        )
    ),
    "v3.month_tingting": lambda r: holds(
        "二辰" in CLAIMS["v3.month_tingting"]["emendation"]
        and [at("yue-tingting.sanshi", month=branch_pillar(b)) for b in "寅卯丑"] == [["卯"], ["辰"], ["寅"]]
    ),
    "v3.day_tingting": lambda r: holds(
        [at("ri-tingting.sanshi", day=branch_pillar(b)) for b in "午卯子酉"] == [["亥"], ["寅"], ["巳"], ["申"]]
    ),
    "v3.chujun_yang1": lambda r: holds(march_of("阳", 1, "甲子") == [*r, 9] == march_of("阳", 1, "甲子", ".earth")),
    "v3.yunchou_ninth": lambda r: holds(
        dict(zip(BRANCHES, rods.TARGETS, strict=True)) == r["map"] and sorted(rods.TARGETS) == sorted(BRANCHES)
    ),
    "v3.yunchou_all12": lambda r: holds({day: rods_row(day) for day in BRANCHES} == r),
    "v3.yunchou_wei": lambda r: holds(all(set(corner_gates(day)[: len(want)]) == set(want) for day, want in r.items())),
    "v3.kaifang_alt": lambda r: holds(
        all(
            [list(x.lone), x.kaifang, x.bifang, rods.facing_costs(x)[0] < rods.facing_costs(x)[1]] == r[x.day]
            for x in rods.DAYS
        )
    ),
    "v3.biwu_jiazi": lambda r: holds(
        {"wu": fence("甲子").pit, "order": list(fence("甲子").order), "phrases": list(fence("甲子").phrases)} == r
    ),
    "v3.biwu_all": lambda r: holds({head: fence(head).pit for head in XUN_HEADS} == r),
    "v3.anying": lambda r: holds({head: encamp(head) for head in XUN_HEADS} == r),
    "v3.dihu_stem_names": lambda r: holds({k: list(v) for k, v in deities.STEM_GATES.items()} == r),
    "v3.three_gates": lambda r: holds(
        r["example 亥将 午时"] == {months.GODS[BRANCHES.index(g)][0]: seat(g, 7) for g in "卯未酉"}
        and sorted(r["example 亥将 午时"].values()) == sorted(at("tian-sanmen", hour=6, general=11))
    ),
    "v2.xingde_rule": lambda r: holds(
        {TERMS[t]: f"{at('bajie-de', term=t)[0]}/{at('bajie-xing', term=t)[0]}" for t in range(0, 24, 3)} == r
    ),
    "v2.xingde_no_four_birth": lambda r: holds(not set("寅申巳亥") & {at("bajie-de", term=t)[0] for t in range(24)}),
    "v2.tianwang_sizhang": lambda r: holds(
        {f"{dun}{ju}" for dun in "阳阴" for ju in range(1, 10) if of_chart("biwang-bu", dun, ju, "癸亥") == ["四张"]}
        == {k for k, palace in r["癸_native_palace"].items() if palace == 5}
    ),
    "v2.tianwang_height": lambda r: holds(
        {p: sum(int(of_chart("biwang-fang", dun, ju, h)[0]) == int(p) for dun, ju, h in GUI_CHARTS) for p in r} == r
    ),
}


@pytest.mark.parametrize("claim", CHECKS)
def test_claim(claim: str) -> None:
    CHECKS[claim](CLAIMS[claim]["result"])


#: Sections of volume 3 that E and F digest; claims of other sections are tested with the catalogue.
_OURS = ("天将", "地将", "四户", "天马", "私门", "亭亭", "出军", "运筹", "闭戊", "安营", "十干门户", "三門")


def test_every_claim_of_the_sections_is_here() -> None:
    ours = {c["id"] for c in CLAIMS.values() if c["source"][:2] == "V3" and any(s in c["source"] for s in _OURS)}
    assert ours <= set(CHECKS)
    assert len(ours) > 25


# ---------------------------------------------------------------- 景祐's examples


def test_tt_and_bj_examples() -> None:
    assert EXAMPLES["TT1"]["claim"].startswith("月将亥 加午")
    assert at("tingting", hour=branch_pillar("午"), general=BRANCHES.index("亥")) == ["未"]
    assert [at("tingting.jingyou-ri", day=d) for d in (0, 1)] == [["巳"], ["午"]]  # TT2
    assert at("baijian.jingyou", hour=branch_pillar("午"), general=BRANCHES.index("亥")) == ["亥"]  # BJ1
    for trine, b in (("寅午戌", "亥"), ("亥卯未", "寅"), ("申子辰", "巳"), ("巳酉丑", "申")):  # BJ2
        assert all(at("baijian.jingyou-ri", day=branch_pillar(x)) == [b] for x in trine)


def test_jingyou_meets_at_si_hai_and_faces_at_yin_shen() -> None:
    for d in range(12):
        want = {"巳": "合", "亥": "合", "寅": "格", "申": "格"}.get(BRANCHES[d], "余")
        assert at_offset("tingjian.jingyou", d) == [want]
        assert at("tingjian.jingyou-ri", day=(d - 5) % 12) == [want]


@pytest.mark.parametrize("example", ["LK1", "LK3", "LK4", "LZ1", "LZ2", "LZ3", "LZ4", "LZ5"])
def test_host_and_guest_examples(example: str) -> None:
    told_pair = EXAMPLES[example]
    name = "like-fang" if example.startswith("LK") else "lizhu-fang"
    charts = np.arange(1080, dtype=np.uint16)
    jingyou = qimen.school("jingyou")
    masks = DIRECTIONS[name].compute(columns(1080, chart=charts, hour=charts % 60), jingyou)
    plates = qimen.plates(charts, jingyou)
    for star in told_pair["stars"]:
        for palace in told_pair["palaces"]:
            here = plates.star[:, palace] == STARS.index(star)
            if star == "禽":
                here |= plates.guest[:, palace] != 255
            assert here.any()
            assert (masks[here] >> palace & 1).all()


def test_host_and_guest_counts() -> None:
    charts = np.arange(1080, dtype=np.uint16)
    for name in ("like-fang", "lizhu-fang"):
        masks = DIRECTIONS[name].compute(columns(1080, chart=charts, hour=charts % 60), BAOJIAN)
        assert (masks != 0).sum() == 720
        assert ((masks & qimen.match(charts, "heaven:甲")) != 0).sum() == 192


# ---------------------------------------------------------------- rival readings


def test_halves_may_be_those_of_the_ju_or_of_day_and_night() -> None:
    yin_chart = np.uint16(chart("阴", 9, "甲子"))
    assert at("guiren", day=0, term=0, chart=yin_chart) == ["未"]
    assert at("guiren.ju", day=0, term=0, chart=yin_chart) == ["丑"]
    assert at("guiren.liuren", day=0, term=0, hour=branch_pillar("午"), general=0) == ["未"]
    assert at("guiren.liuren", day=0, term=0, hour=branch_pillar("子"), general=0) == ["丑"]
    # At 午 with 月将 丑 the noble 未 sits on 子: forward; with 月将 午 it sits on 未: backward.
    assert at("jiang-tengshe.liuren", day=0, hour=6, general=1) == ["丑"]
    assert at("jiang-tengshe.liuren", day=0, hour=6, general=6) == ["午"]


def test_leaders_side() -> None:
    # 阳1: 丙 is in 8, 庚 in 3.
    assert of_chart("fuyou-fang", "阳", 1, "丁卯") == ["8"]
    assert of_chart("fubi-fang", "阳", 1, "丁卯") == ["3"]
    # By the yi 戊 of 甲子: go to 庚, shun 甲, which is the yi itself.
    assert of_chart("fuyou-fang.yi", "阳", 1, "丁卯") == ["3"]
    assert of_chart("fubi-fang.yi", "阳", 1, "丁卯") == ["1"]
    assert of_chart("fubi-fang.yi-mountain", "阳", 1, "甲辰") == []
    assert of_chart("youzhen-fang.li", "阳", 1, "丁卯") == ["3"]
    assert of_chart("youbing-fang.lin", "阳", 1, "丙寅") == ["8"]
    assert of_chart("youbing-fang.lin", "阳", 1, "丁卯") == []
    charts = np.arange(1080, dtype=np.uint16)
    for name, count in (("youbing-fang.lin", 108), ("biwu-fang.lin", 126)):
        masks = DIRECTIONS[name].compute(columns(1080, chart=charts, hour=charts % 60), BAOJIAN)
        assert (masks != 0).sum() == count


def test_deities_stand_where_the_plate_has_them() -> None:
    charts = np.arange(1080, dtype=np.uint16)
    for which in ("baojian", "jingyou", "tao"):
        for slug, deity in (("jiutian", "九天"), ("jiudi", "九地"), ("taiyin", "太阴"), ("liuhe", "六合")):
            found = DIRECTIONS[f"{slug}-fang"].compute(columns(1080, chart=charts), qimen.school(which))
            assert (found == qimen.match(charts, f"deity:{deity}", which)).all()


def test_heaven_stems_are_those_of_the_catalogue() -> None:
    charts = np.arange(1080, dtype=np.uint16)
    given = columns(1080, chart=charts, hour=charts % 60)
    for which in ("baojian", "jingyou", "tao"):
        for (gate, s), slug in zip(march.GATES, ("tianmen", "dihu", "taiyin", "qinglong"), strict=True):
            found = DIRECTIONS[f"chujun-{slug}"].compute(given, qimen.school(which))
            assert (found == qimen.match(charts, f"heaven:{s}", which)).all(), gate
    struck = DIRECTIONS["chujun-ji"].compute(given, BAOJIAN)
    assert (struck == qimen.match(charts, "opposite(heaven:甲)", "baojian")).all()
    lucky = DIRECTIONS["chuxing-jimen"].compute(given, BAOJIAN)
    assert (lucky == qimen.match(charts, "door:开休生", "baojian")).all()


def test_the_net() -> None:
    charts = np.arange(1080, dtype=np.uint16)
    given = columns(1080, chart=charts, hour=charts % 60)
    baojian = DIRECTIONS["biwang-bu"].compute(given, BAOJIAN)
    names = ("tianwang-di", "tianwang-rumu", "tianwang-chuguan", "tianwang-gao", "tianwang-sizhang")
    rows = [qimen.match(charts, name, "baojian") != 0 for name in names]
    for code, row in enumerate(rows[:4]):
        assert ((baojian == code) == (row & ~rows[4])).all()
    assert ((baojian == 4) == rows[4]).all()
    jingyou = qimen.school("jingyou")
    feet = DIRECTIONS["tianwang-chi.jingyou"].compute(given, jingyou)
    for n in range(1, 10):
        assert ((feet == n - 1) == (qimen.match(charts, f"tianwang-chi-{n}", jingyou) != 0)).all()
    height = DIRECTIONS["biwang-bu.jingyou"].compute(given, jingyou)
    assert ((height == 0) == (qimen.match(charts, "tianwang-di.jingyou", jingyou) != 0)).all()


# ---------------------------------------------------------------- the compass


def test_compass_relations() -> None:
    assert [compass.MOUNTAINS.index(m) for m in "子卯午酉"] == [0, 6, 12, 18]
    told_palaces = {p: "".join(compass.MOUNTAINS[m] for m in compass.PALACE_MOUNTAINS[p]) for p in range(1, 10)}
    assert told_palaces == dict(
        enumerate(["壬子癸", "未坤申", "甲卯乙", "辰巽巳", "", "戌乾亥", "庚酉辛", "丑艮寅", "丙午丁"], 1)
    )
    assert compass.branches_of(compass.branches_of_palaces(1 << 4)) == ["辰", "巳"]
    assert compass.bits_of(compass.palaces_of_branches(compass.branch_mask([1, 2, 6]))) == [8, 9]
    assert compass.mountains_of(compass.mountains_of_palaces(1 << 1)) == ["子", "癸", "壬"]
    assert compass.bits_of(compass.palaces_of_mountains(0b111)) == [1, 8]
    assert compass.STEM_MOUNTAIN[4:6] == (None, None)
