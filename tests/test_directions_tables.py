"""The tables worked out of 宝鉴 卷三, computed and equal."""

from __future__ import annotations

from asked_directions import (
    BAOJIAN,
    TABLES,
    after_zhongqi,
    at,
    at_offset,
    branch_pillar,
    chart,
    four_doors,
    generals,
    mapping,
    march_of,
    meeting,
    seat,
    tianma,
)
from qimen.directions import (
    DIRECTIONS,
    camp,
    compass,
    deities,
    fence,
    going,
    lay_rods,
    rods,
    xingde,
)
from qimen.directions import heavenly_generals as jiang
from qimen.directions.direction import places
from qimen.names import BRANCHES, STEMS, TERMS, XUN_HEADS

YEAR = ("2026-01-01", "2027-01-01")


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
        assert (shut.pit, list(shut.order), list(shut.phrases)) == (
            want["wu"],
            want["order"],
            want["phrases"],
        )
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
