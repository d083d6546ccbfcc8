"""Directions against the books: claims and tables of 宝鉴 卷三, the examples of 景祐, and the `where` language."""

from __future__ import annotations

import doctest
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import qimen
from qimen.directions import DIRECTIONS, asking, camp, compass, deities, directions_of, going, march
from qimen.directions import direction_masks, encamp, fence, lay_rods, rods, told, tingting, xingde
from qimen.directions import heavenly_generals as jiang
from qimen.directions import month_generals as months
from qimen.directions.direction import KINDS
from qimen.errors import ExpressionError, InputError, InputTypeError, UnknownNameError
from qimen.names import BRANCHES, PILLARS, STARS, STEMS, TERMS, XUN_HEADS
from qimen.schools import School

VECTORS = Path(__file__).parent / "data" / "vectors"
CLAIMS = {
    claim["id"]: claim
    for claim in map(json.loads, (VECTORS / "baojian_claims.jsonl").read_text(encoding="utf-8").splitlines())
}
EXAMPLES = {
    example["id"]: example
    for example in map(json.loads, (VECTORS / "jingyou_examples.jsonl").read_text(encoding="utf-8").splitlines())
}
TABLES: dict[str, Any] = json.loads((VECTORS / "baojian_tables.json").read_text(encoding="utf-8"))
YEAR = ("2026-01-01", "2027-01-01")
NAMES = ("hour", "day", "month", "year", "shuo", "term", "ju_term", "yuan", "general")
BAOJIAN = qimen.school("baojian")


def columns(size: int = 1, **given: Any) -> dict[str, np.ndarray]:
    """Return columns where only what is given is known."""
    known = {name: np.full(size, 255, dtype=np.uint8) for name in NAMES}
    known["chart"] = np.zeros(size, dtype=np.uint16)
    return known | {name: np.broadcast_to(np.asarray(value), size) for name, value in given.items()}


def at(name: str, which: School = BAOJIAN, **given: Any) -> list[str]:
    """Return what a direction says where the given columns are known."""
    row = DIRECTIONS[name]
    return told(row, int(row.compute(columns(**given), which)[0]))


def at_offset(name: str, d: int) -> list[str]:
    """Return what a direction says with the 月将 子 on the hour branch d."""
    return at(name, hour=d, general=0)


def branch_pillar(branch: str) -> int:
    return BRANCHES.index(branch)


def chart(dun: str, ju: int, hour: str) -> int:
    return (("阳阴".index(dun) * 9) + ju - 1) * 60 + PILLARS.index(hour)


def of_chart(name: str, dun: str, ju: int, hour: str, which: School = BAOJIAN) -> list[str]:
    return at(name, which, chart=np.uint16(chart(dun, ju, hour)), hour=PILLARS.index(hour))


def mapping(name: str, role: str, code: Callable[[int], int] = int, size: int = 12) -> dict[str, str]:
    """Return what a direction says for each branch of one pillar."""
    return {BRANCHES[b]: "".join(at(name, **{role: code(b)})) for b in range(size)}


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


def generals() -> dict[str, Any]:
    found = {}
    for term in range(0, 24, 2):
        (b,) = at("yuejiang", general=int(months_general(term)))
        found[TERMS[term]] = {"branch": b, "name": months.GODS[BRANCHES.index(b)][0]}
    return found


def months_general(term: int) -> int:
    from qimen.calendars.tables import month_general

    return int(month_general(np.array([term], dtype=np.uint8))[0])


def four_doors(name: str, role: str) -> dict[str, list[str]]:
    return {b: sorted(at(name, **{role: branch_pillar(b)})) for b in BRANCHES}


def tianma(general_of: Callable[[int], int]) -> dict[str, str]:
    return {
        BRANCHES[m]: "".join(at("taichong-tianma", month=m, general=general_of(m))) for m in range(12)
    }


def after_zhongqi(month: int) -> int:
    """The general after the 中气 of a month combines with the month branch (子丑, 寅亥 ...)."""
    return (1 - month) % 12


def meeting(d: int) -> tuple[str, str, str]:
    (ting,), (jian,), (word,) = (at_offset(n, d) for n in ("tingting", "baijian", "tingjian"))
    return ting, jian, word


def seat(god: str, d: int) -> str:
    (found,) = at_offset(f"shen-{months.GODS[BRANCHES.index(god)][2]}", d)
    return found


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


def march_of(dun: str, ju: int, hour: str, suffix: str = "") -> list[int]:
    slugs = ("tianmen", "dihu", "taiyin", "qinglong", "ji")
    return [int("".join(of_chart(f"chujun-{slug}{suffix}", dun, ju, hour))) for slug in slugs]


def holds(condition: bool) -> None:
    assert condition


CHECKS: dict[str, Callable[[Any], None]] = {
    "v3.noble_yang": lambda r: holds(noble_songs(0) == {k: r[k] for k in ("stem_branch", "noble")}),
    "v3.noble_yin": lambda r: holds(noble_songs(1) == {k: r[k] for k in ("stem_branch", "noble")}),
    "v3.noble_nine": lambda r: holds(nine() is r),
    "v3.noble_verse_end": lambda r: holds(
        [BRANCHES[jiang.branch_of_stem(h)[9]] for h in (0, 1)] == list(r.values())
    ),
    "v3.month_general": lambda r: holds(generals() == r),
    "v3.dihu_month_independent": lambda r: holds(
        four_doors("di-sihu", "hour") == {k: sorted(v) for k, v in r.items()}
    ),
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
            meeting(int(d))[0] == ting and meeting(int(d))[1] == jian and seat(spirit, int(d)) == jian
            and at_offset("tingjian.kuozhan", int(d)) == ["合" if jian in "巳亥" else "格"]
            for d, (ting, spirit, jian) in r.items()
        )
    ),
    "v3.month_tingting": lambda r: holds(
        mapping("yue-tingting.sanshi", "month") == {BRANCHES[(n + 1) % 12]: b for n, b in
                                                    ((int(k), v) for k, v in TABLES["day_month_tingting"]["month"].items())}
    ),
    "v3.day_tingting": lambda r: holds(
        [at("ri-tingting.sanshi", day=branch_pillar(b)) for b in "午卯子酉"] == [["亥"], ["寅"], ["巳"], ["申"]]
    ),
    "v3.chujun_yang1": lambda r: holds(march_of("阳", 1, "甲子") == [*r, 9] == march_of("阳", 1, "甲子", ".earth")),
    "v3.yunchou_ninth": lambda r: holds(
        dict(zip(BRANCHES, rods.TARGETS, strict=True)) == r["map"] and sorted(rods.TARGETS) == sorted(BRANCHES)
    ),
    "v3.yunchou_all12": lambda r: holds({day: rods_row(day) for day in BRANCHES} == r),
    "v3.yunchou_wei": lambda r: holds(
        all(set(corner_gates(day)[: len(want)]) == set(want) for day, want in r.items())
    ),
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
        {p: sum(int(of_chart("biwang-fang", dun, ju, h)[0]) == int(p) for dun in "阳阴" for ju in range(1, 10)
                for h in PILLARS[9::10]) for p in r} == r
    ),
}  # fmt: skip


@pytest.mark.parametrize("claim", CHECKS)
def test_claim(claim: str) -> None:
    CHECKS[claim](CLAIMS[claim]["result"])


#: Sections of volume 3 that E and F digest; claims of other sections are tested with the catalogue.
_OURS = ("天将", "地将", "四户", "天马", "私门", "亭亭", "出军", "运筹", "闭戊", "安营", "十干门户", "三門")


def test_every_claim_of_the_sections_is_here() -> None:
    ours = {c["id"] for c in CLAIMS.values() if c["source"][:2] == "V3" and any(s in c["source"] for s in _OURS)}
    assert ours <= set(CHECKS)
    assert len(ours) > 25


# ---------------------------------------------------------------- tables


def test_noble_table() -> None:
    table = TABLES["noble"]
    for half, name in enumerate(("yang", "yin")):
        for s, b in table[name].items():
            assert at("guiren", day=STEMS.index(s), term=12 * half) == [b]
            assert BRANCHES[jiang.branch_of_stem(half)[STEMS.index(s)]] == table[f"stem_branch_{name}"][s]
        laid = {
            trigram: {STEMS[i] + BRANCHES[jiang.branch_of_stem(half)[i]] for i in range(10) if i % 8 == place}
            for place, trigram in enumerate(jiang.NAJIA_TRIGRAMS)
        }
        assert laid == {trigram: set(pairs) for trigram, pairs in table[f"trigram_{name}"].items()}
    assert [names[0] for names in jiang.GENERALS] == table["order"]


def test_simen_table() -> None:
    for backward, name in enumerate(("yang_forward", "yin_backward")):
        for noble, by_offset in TABLES["simen"][name].items():
            for d, seats in by_offset.items():
                for general, b in seats.items():
                    k = TABLES["noble"]["order"].index(general)
                    assert BRANCHES[jiang.general_seat(BRANCHES.index(noble), bool(backward), k, int(d))] == b
    for half, name in enumerate(("yang", "yin")):
        for s, noble in TABLES["noble"][name].items():
            for d in range(12):
                want = TABLES["simen"][("yang_forward", "yin_backward")[half]][noble][str(d)]
                given = {"day": STEMS.index(s), "term": 12 * half, "hour": d, "general": 0}
                assert sorted(at("di-simen", **given)) == sorted(want.values())
                assert at("jiang-taiyin", **given) == [want["太阴"]]


def test_month_general_and_jianchu_tables() -> None:
    assert generals() == TABLES["month_general"]
    for month, days in TABLES["jianchu"].items():
        for day, officer in days.items():
            assert at("jianchu", day=branch_pillar(day), month=branch_pillar(month)) == [officer]


def test_dihu_tables() -> None:
    for name, key, role in (
        ("di-sihu", "dihu_by_hour", "hour"),
        ("di-sihu.sanshi", "dihu_three_schools_hours", "month"),
    ):
        assert four_doors(name, role) == {k: sorted(v) for k, v in TABLES[key].items()}
    for month in range(12):
        hours = {BRANCHES[h] for h in range(12) if at("dihu-shi.sanshi", hour=h, month=month) == ["是"]}
        assert hours == set(TABLES["dihu_three_schools_hours"][BRANCHES[month]])


def test_tianma_table() -> None:
    table = TABLES["tianma"]
    assert tianma(after_zhongqi) == table["by_month_after_zhongqi"]
    assert tianma(lambda m: (after_zhongqi(m) + 1) % 12) == table["before_zhongqi_previous_general"]
    assert mapping("taichong-tianma.sanshi", "month") == table["three_schools"]


def test_tiansanmen_table() -> None:
    for d, gods in TABLES["tiansanmen_by_offset"].items():
        assert sorted(at_offset("tian-sanmen", int(d))) == sorted(gods.values())
        assert {g: seat({"太冲": "卯", "小吉": "未", "从魁": "酉"}[g], int(d)) for g in gods} == gods
        assert sorted(at_offset("di-liangmen.sanshi", int(d))) == sorted({gods["太冲"], gods["从魁"]})
        assert at_offset("di-sanmen.sanshi", int(d)) == at_offset("tian-sanmen", int(d))


def test_tingting_baijian_table() -> None:
    for d, want in TABLES["tingting_baijian"].items():
        ting, jian, word = meeting(int(d))
        assert (ting, jian) == (want["tingting"], want["baijian"])
        assert word == want["relation"].replace("-", "余")
        assert seat(want["baijian_heaven"], int(d)) == jian
        assert ((BRANCHES.index(ting) - BRANCHES.index(jian)) % 12 == 6) is want["opposite"]


def test_day_month_tingting_table() -> None:
    table = TABLES["day_month_tingting"]
    for number, b in table["month"].items():
        assert at("yue-tingting.sanshi", month=(int(number) + 1) % 12) == [b]
    for trine, branches in (("火局", "寅午戌"), ("木局", "亥卯未"), ("水局", "申子辰"), ("金局", "巳酉丑")):
        for b in branches:
            assert at("ri-tingting.sanshi", day=branch_pillar(b)) == [table["day"][trine].strip("?")]


def test_xingde_table() -> None:
    for node, want in TABLES["xingde"].items():
        for term in want["terms"]:
            code = TERMS.index(term)
            for suffix, role in (("", "term"), (".ju", "ju_term")):
                assert at(f"bajie-de{suffix}", **{role: code}) == [want["de"]]
                assert at(f"bajie-xing{suffix}", **{role: code}) == [want["xing"]]
                palace = compass.BRANCH_PALACE[BRANCHES.index(want["de"])]
                assert at(f"zuode{suffix}", **{role: code}) == [str(palace)]
                assert at(f"jixing-fang{suffix}", **{role: code}) == [str(10 - palace)]
        assert xingde.DE[TERMS.index(node) // 3] == want["de"]


def test_three_five_table() -> None:
    for b, want in TABLES["three_five"]["day_branch"].items():
        assert at("riyou-fang", day=branch_pillar(b)) == [want["sheng"]]
        assert at("ribi-fang", day=branch_pillar(b)) == [want["si"]]
    leader = TABLES["three_five"]["fu_stem"]
    assert [STEMS[s] for s in going.stem_from(going.STEM_GO)] == [leader[s]["sheng"] for s in "戊己庚辛壬癸"]
    assert [STEMS[s] for s in going.stem_from(going.STEM_SHUN)] == [leader[s]["si"] for s in "戊己庚辛壬癸"]
    assert at("fuyou-fang.mountain", hour=0) == [leader["甲"]["sheng"]]
    assert at("fubi-fang.mountain", hour=0) == [leader["甲"]["si"]]


def test_chujun_table() -> None:
    from qimen.directions.direction import places

    raw = places(BAOJIAN).earth_raw
    for name, by_head in TABLES["chujun_xunhead"].items():
        dun, ju = name[0], int(name[1])
        lodge = 2 if dun == "阳" else 8
        for head, want in by_head.items():
            gates = [want["天门戊"], want["地户己"], want["太阴丁"], want["青龙甲"]]
            assert raw[chart(dun, ju, head), [4, 5, 3, 0]].tolist() == gates
            lodged = [lodge if p == 5 else p for p in gates]
            # In a 甲 hour the plates agree; the heaven plate never has a 5, nor does a strike.
            assert march_of(dun, ju, head) == [*lodged, 10 - lodged[3]] == march_of(dun, ju, head, ".earth")


def test_yunchou_tables() -> None:
    assert dict(zip(BRANCHES, rods.TARGETS, strict=True)) == TABLES["yunchou_map"]
    assert dict(zip(BRANCHES, rods.YUNV, strict=True)) == TABLES["yunchou_yunv"]
    for day, want in TABLES["yunchou"].items():
        laid = lay_rods(day)
        for move, told_move in zip(laid.moves, want["moves"], strict=True):
            assert {**vars(move), "formed": list(move.formed)} | {"phrase": 0} == told_move | {"phrase": 0}
            restored = told_move["phrase"].replace("牛□", "牛").replace("X", "牛")
            assert move.phrase == restored or move.frm == "申"
        assert list(laid.rods) == want["rods"]
        for key in ("tianmen", "dihu", "kaifang", "bifang", "yunv"):
            assert getattr(laid, key) == want[key]
            assert at(f"yunchou-{key}", day=branch_pillar(day)) == [want[key]]
        assert list(laid.lone) == want["lone"]
        assert list(rods.facing_costs(laid)) == want["costs"]
        assert set(at("yunchou-chou", day=branch_pillar(day))) == set(want["rods"])


def test_biwu_and_anying_tables() -> None:
    for index, head in enumerate(XUN_HEADS):
        shut = fence(head)
        want = TABLES["biwu"][head]
        assert (shut.pit, list(shut.order), list(shut.phrases)) == (want["wu"], want["order"], want["phrases"])
        for suffix, role in (("", "hour"), (".ri", "day")):
            assert at(f"biwu-keng{suffix}", **{role: index * 10 + 3}) == [want["wu"]]
            for s, (title, post, _, slug, _) in zip(STEMS, camp.POSTS, strict=True):
                told_post = TABLES["anying"][head][title]
                assert (told_post["stem"], told_post["post"]) == (s, post)
                assert at(f"anying-{slug}{suffix}", **{role: index * 10 + 7}) == [told_post["branch"]]


def test_stem_gates_table() -> None:
    assert {k: list(v) for k, v in deities.STEM_GATES.items()} == TABLES["stem_gates"]
    for s, titles in TABLES["stem_gates"].items():
        row = next(r for r in DIRECTIONS.values() if r.id.startswith("menhu-fang") and r.zh_hans[0] == s)
        assert row.zh_hans[1:-1] in titles


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
    # 午 with 月将 丑: the noble 未 sits on 子, so forward; with 月将 子 on 丑 too; with 午 it stays on 未: backward.
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
        assert (DIRECTIONS[name].compute(columns(1080, chart=charts, hour=charts % 60), BAOJIAN) != 0).sum() == count


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
    rows = [qimen.match(charts, name, "baojian") != 0 for name in
            ("tianwang-di", "tianwang-rumu", "tianwang-chuguan", "tianwang-gao", "tianwang-sizhang")]  # fmt: skip
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
    assert told_palaces == {
        1: "壬子癸", 2: "未坤申", 3: "甲卯乙", 4: "辰巽巳", 5: "", 6: "戌乾亥", 7: "庚酉辛", 8: "丑艮寅", 9: "丙午丁"
    }  # fmt: skip
    assert compass.branches_of(compass.branches_of_palaces(1 << 4)) == ["辰", "巳"]
    assert compass.bits_of(compass.palaces_of_branches(compass.branch_mask([1, 2, 6]))) == [8, 9]
    assert compass.mountains_of(compass.mountains_of_palaces(1 << 1)) == ["子", "癸", "壬"]
    assert compass.bits_of(compass.palaces_of_mountains(0b111)) == [1, 8]
    assert compass.STEM_MOUNTAIN[4:6] == (None, None)


# ---------------------------------------------------------------- many hours


def test_rows_are_complete_and_apart() -> None:
    pattern_ids = {row.id for row in qimen.PATTERNS}
    for id_, row in DIRECTIONS.items():
        assert id_ == row.id
        assert id_ not in pattern_ids
        assert row.reading.endswith(".")
        assert row.source[:2] in ("宝鉴", "景祐")
        assert row.school in ("baojian", "jingyou", "li", "lin", "sanshi", "zhushu")


def test_masks_have_the_shape_and_dtype_of_their_kind() -> None:
    hours = qimen.hour_range(*YEAR)
    found = direction_masks(hours, DIRECTIONS)
    assert list(found) == list(DIRECTIONS)
    for name, values in found.items():
        assert values.shape == (len(hours),)
        assert values.dtype == KINDS[DIRECTIONS[name].kind]
    some = direction_masks(np.asarray(hours)[:24].reshape(2, 12), ["亭亭", DIRECTIONS["baijian"]])
    assert [v.shape for v in some.values()] == [(2, 12)] * 2
    assert (some["亭亭"].ravel() == found["tingting"][:24]).all()
    assert direction_masks(np.empty(0, dtype=np.int64), "亭亭")["亭亭"].shape == (0,)
    assert qimen.direction_masks is direction_masks


def test_needs_name_everything_that_is_read() -> None:
    """Hide every column that a direction does not declare: nothing may change."""
    hours = np.asarray(qimen.hour_range(*YEAR))[::7]
    from qimen.align import moment

    for which in (BAOJIAN, qimen.school("tao")):
        whole = asking.columns_of(moment(hours, which))
        for row in DIRECTIONS.values():
            shown = {"hour", "chart", *row.needs} | ({"general"} if "term" in row.needs else set())
            hidden = {n: v if n in shown else np.full_like(v, 255) for n, v in whole.items()}
            assert (row.compute(whole, which) == row.compute(hidden, which)).all(), row.id


def test_the_month_turns_at_jie_and_the_general_at_zhongqi() -> None:
    # 春分 of 2026 is at 22:46 +08:00 on 20 March, 清明 on 5 April at 02:40.
    before, after = (direction_masks(t, "月将")["月将"] for t in ("2026-03-20T22:40", "2026-03-20T22:50"))
    assert (told("月将", int(before)), told("月将", int(after))) == (["亥"], ["戌"])
    before, after = (direction_masks(t, "建除")["建除"] for t in ("2026-04-05T02:30", "2026-04-05T02:50"))
    assert (int(before) - int(after)) % 12 == 1


def test_what_a_name_means_depends_on_the_school() -> None:
    assert DIRECTIONS.resolve("白奸").id == "baijian"
    assert DIRECTIONS.resolve("白奸", "jingyou").id == "baijian.jingyou"
    assert DIRECTIONS.resolve("亭亭", "jingyou").id == "tingting"
    assert DIRECTIONS.resolve("游三方", "li").id == "youzhen-fang.li"
    assert DIRECTIONS.resolve("天三門").id == "tian-sanmen"
    assert DIRECTIONS.resolve("地三门").id == "di-sanmen.sanshi"
    ids = {row.id for row in directions_of("jingyou")}
    assert {"baijian.jingyou", "tingting", "biwang-bu.jingyou"} <= ids
    assert not ids & {"baijian", "biwang-bu", "di-simen.ju", "tian-sanmen.sanshi", "guiren.liuren"}


def test_errors() -> None:
    with pytest.raises(UnknownNameError, match="did you mean .*'亭亭'"):
        direction_masks(0, "亭婷")
    with pytest.raises(InputTypeError, match="uint16"):
        direction_masks(np.array([3], dtype=np.uint16), "亭亭")


# ---------------------------------------------------------------- in a where


QUERIES = (
    "地私门:卯 & 吉门合奇@3",
    "same_palace(地私门, 吉门合奇)",
    "亭奸:合",
    "运筹天门:丙",
    "太冲天马:3",
    "九天方:子 & 天遁",
    "jiang-taiyin.ju:卯",
    "~建除:破 & 天三门:卯酉",
    "地四户:子 & term:惊蛰 & month:辛卯",
)


@pytest.mark.parametrize("where", QUERIES)
@pytest.mark.parametrize("which", ["baojian", "jingyou", "li"])
def test_where(where: str, which: str) -> None:
    hours = qimen.hour_range(*YEAR)
    found = qimen.scan(*YEAR, where, which)
    masks = qimen.match(hours, where, which)
    assert found.count == qimen.count(*YEAR, where, which) == (masks != 0).sum()
    assert (found.hours == np.asarray(hours)[masks != 0]).all()
    assert (found.masks == masks[masks != 0]).all()
    few = np.asarray(hours)[100:700]
    assert (qimen.match(few, where, which) == masks[100:700]).all()


def test_where_agrees_with_the_masks() -> None:
    hours = qimen.hour_range(*YEAR)
    found = direction_masks(hours, ["地私门", "运筹天门", "九天方", "亭奸"])
    bit = qimen.match(hours, "地私门:卯")
    assert (bit == (found["地私门"] >> 3 & 1)).all()
    assert (qimen.match(hours, "地私门:8") == ((found["地私门"] & 0b110) != 0)).all()
    assert (qimen.match(hours, "地私门:卯") == qimen.match(hours, "地私门:3")).all()
    assert (qimen.match(hours, "运筹天门:丙庚") == ((found["运筹天门"] >> 11 | found["运筹天门"] >> 17) & 1)).all()
    assert (qimen.match(hours, "九天方:艮") == (found["九天方"] >> 8 & 1)).all()
    assert (qimen.match(hours, "亭奸:合,格") == (found["亭奸"] > 0)).all()
    palaces = qimen.match(hours, "地私门")
    assert (palaces == [compass.palaces_of_branches(int(m)) for m in found["地私门"]]).all()


def test_where_at_times_reads_the_term_in_force() -> None:
    times = ["2026-03-20T22:40", "2026-03-20T22:50"]
    assert qimen.match(times, "月将:戌").tolist() == [0, 1]


def test_where_faults_point_at_the_word() -> None:
    with pytest.raises(ExpressionError, match="did you mean '地私门'"):
        qimen.count(*YEAR, "天遁 & 地私们:卯")
    with pytest.raises(ExpressionError, match="地私门='龙' is unknown") as caught:
        qimen.count(*YEAR, "天遁 & 地私门:龙")
    assert caught.value.position == 5
    with pytest.raises(ExpressionError, match="lies nowhere"):
        qimen.count(*YEAR, "建除")
    with pytest.raises(InputError, match="reads the"):
        qimen.match(np.array([3], dtype=np.uint16), "地私门:卯")


@pytest.mark.parametrize("module", [compass, rods, camp, asking, tingting])
def test_docstrings(module: Any) -> None:
    assert doctest.testmod(module).failed == 0


