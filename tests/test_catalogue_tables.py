"""The tables of 宝鉴 as the kernel reproduces them: `match` at charts, or at hours for what reads the ju's entry.

No row is compared with its own text: what a table says is laid out over all charts, or over twenty years of
hours, and the masks must be exactly that.
"""

from __future__ import annotations

import csv

import numpy as np
import pytest
from numpy.typing import NDArray

import qimen
from bookboards import VECTORS, tables
from kernel_charts import (
    CHARTS,
    JU,
    charts,
    count,
    day_hours,
    hits,
    hours_of,
    judge,
    span,
    stars_at,
)
from qimen.names import BRANCHES, DOORS, PILLARS, STARS, STEMS, TERMS

STEM_SLUGS = dict(zip(STEMS, ("jia", "yi", "bing", "ding", "wu", "ji", "geng", "xin", "ren", "gui"), strict=True))
STAR_SLUGS = dict(zip(STARS, ("peng", "rui", "chong", "fu", "qin", "xin", "zhu", "ren", "ying"), strict=True))
STAR_STATES = {"旺": "wang", "相": "xiang", "休": "xiu", "囚": "qiu", "废": "fei"}
DOOR_SLUGS = dict(zip(DOORS, ("xiu", "sheng", "shang", "du", "jing-fire", "si", "jing-metal", "kai"), strict=True))
DOOR_STATES = {
    "旺": "wang", "绝": "jue", "胎": "tai", "没": "mo", "死": "si", "囚": "qiu", "休": "xiu", "废": "fei",
}  # fmt: skip
KAIHE = {"盡開": "jinkai", "半開": "bankai", "半闔": "banhe", "盡闔": "jinhe", "開": "kai", "闔": "he"}


def led_by(stars: list[str]) -> NDArray[np.bool_]:
    """Charts whose 直符 is one of the stars."""
    return np.array([chart.fu_star in stars for chart in charts().values()])


# ---------------------------------------------------------------- the envoy, the leader and the 奇


def test_deshi_yujia() -> None:
    expected = {
        (entry["ju"], hour): (entry["palace"], entry["door"])
        for hour, entries in tables()["deshi_yujia"].items()
        for entry in entries
    }
    found = hits("deshi-yujia")
    assert set(found) == set(expected)
    for name, (raw, door) in expected.items():
        chart = charts()[name]
        assert chart.hands["shi_raw"] == raw == chart.hands["fu_raw"]
        assert chart.shi_door == door
        assert found[name] == {chart.lodge if raw == 5 else raw} == {chart.hands["shi"]}
        assert found[name] == hits("sanqi-deshi")[name]


def test_youyi() -> None:
    found: dict[str, set[str]] = {}
    for ju, hour in hits("sanqi-you-liuyi"):
        found.setdefault(ju, set()).add(f"{hour[0]}:{hour}")
    assert found == {ju: set(entries) for ju, entries in tables()["youyi"].items()}


def test_yunv_hours() -> None:
    assert hours_of("yunv-shoumen") == set(tables()["yunv_hours"])
    for row in ("yunv-shoumen", "sanqi-you-liuyi.jingyou", "sanqi-you-liuyi.li", "sanqi-you-liuyi.tao"):
        for lodging in ("kun-gen", "kun", "none"):
            assert hours_of(row, lodging) == set(tables()["yunv_hours"])
            for name, palaces in hits(row, lodging).items():
                assert palaces == {charts(lodging)[name].hands["shi"]}


def test_yunv_lin() -> None:
    for pair, hours in tables()["yunv_lin"].items():
        for stem in pair:
            assert day_hours("yunv-shoumen.lin").get(stem) == set(hours)


def test_deshi_li() -> None:
    table = tables()["deshi_li"]
    assert hours_of("sanqi-deshi.li") == {h for h in PILLARS if h[0] in table and h in _in_xun(table[h[0]])}
    for name, palaces in hits("sanqi-deshi.li").items():
        chart = charts()[name]
        assert palaces == {chart.hands["fu"]}
        assert name[1][0] in chart.earth_at(chart.hands["fu"])


def _in_xun(heads: list[str]) -> set[str]:
    return {PILLARS[PILLARS.index(head) + i] for head in heads for i in range(10)}


def test_tanhe() -> None:
    found = {(ju, *palaces) for (ju, _), palaces in hits("tanhe-shouzhi").items()}
    assert found == {(entry["ju"], entry["meet"]) for entry in tables()["tanhe"]}
    assert count("tanhe-shouzhi") == 60 * len(found)
    for entry in tables()["tanhe"]:
        chart = charts()[entry["ju"], "甲子"]
        assert (chart.earth(entry["ding"]), chart.earth(entry["bing"])) == ("丁", "丙")


def test_star_fuyin() -> None:
    table = tables()["star_fuyin"]
    expected = {(ju, hour) for hour in table["six"] for ju in JU}
    assert hours_of("xing-fuyin.by-stem") == set(table["six"])
    expected |= {(ju, hour) for hour, jus in table["lodged_extra"].items() for ju in jus}
    assert set(hits("xing-fuyin")) == expected


def test_door_fuyin() -> None:
    table = tables()["door_fuyin"]
    expected = {(ju, hour) for hour in table["gui"] for ju in JU}
    for extra in ("qin_geng", "rui_ren_ding"):
        expected |= set(table[extra].items())
    assert set(hits("men-fuyin")) == expected


@pytest.mark.parametrize(("row", "table"), [("xing-fanyin", "star_fanyin"), ("men-fanyin", "door_fanyin")])
def test_fanyin(row: str, table: str) -> None:
    assert set(hits(row)) == {(ju, hour) for ju, hours in tables()[table].items() for hour in hours}


def test_pei_branch_of_yi() -> None:
    assert hours_of("xing-fuyin.by-stem") == set(tables()["pei_branch_of_yi"].values())
    for yi, pillar in tables()["pei_branch_of_yi"].items():
        assert {chart.yi for (_, hour), chart in charts().items() if hour == pillar} == {yi}


def test_jixing() -> None:
    table = tables()["jixing"]
    for name, chart in charts().items():
        here = chart.hands["fu"]
        book = here == table["book"][chart.yi]
        also = here == table["yiben_extra"].get(chart.yi)
        assert judge("liuyi-jixing", *name) == ({here} if book else set())
        assert judge("liuyi-jixing.yiben", *name) == ({here} if book or also else set())


def test_tao_chart_groups() -> None:
    """Rows of the plate alone hold alike in all the hours that share a chart of 陶's 162."""
    groups = tables()["tao_chart_groups"]
    assert [len(groups[str(n)]) for n in range(1, 10)] == [7, 7, 7, 7, 7, 7, 6, 6, 6]
    rows = [f"heaven:{h} & earth:{e}" for h in "乙丙丁戊己庚辛壬癸" for e in "乙丙丁戊己庚辛壬癸"]
    rows += [f"star:{star}" for star in STARS]
    masks = qimen.match(CHARTS, rows, "tao")
    seen = set()
    for ju in range(18):
        for hours in groups.values():
            ids = [ju * 60 + PILLARS.index(hour) for hour in hours]
            plates = {masks[:, i].tobytes() for i in ids}
            assert len(plates) == 1
            seen |= plates
    assert len(seen) == 162


# ---------------------------------------------------------------- palaces


def test_menpo() -> None:
    table = tables()["menpo"]
    for name, chart in charts().items():
        assert judge("menpo", *name) == {p for p in range(1, 10) if p in table.get(chart.door(p), ())}


def test_qi_tomb_and_control_palaces() -> None:
    for row, table in (("sanqi-rumu", "qi_tomb_palace"), ("qizhi", "qi_controlled_palace")):
        for name, chart in charts().items():
            expected = {p for qi, places in tables()[table].items() for p in places if qi in chart.heaven_at(p)}
            assert judge(row, *name) == expected


def test_named_pairs() -> None:
    table = tables()["named_pairs"]
    ordered = {
        "bofei": "勃飞(伏干)", "bofu": "勃伏(飞干)", "gefei": "格飞(伏干)", "gefu": "格伏(飞干)", "xing": "刑",
    }  # fmt: skip
    either = {
        "po": "破(either order)", "zeige": "贼格", "poge": "破格", "hege": "合格", "yinyang-huaqi": "阴阳化气",
        "longfeng-chengxiang": "龙凤呈祥", "erlong-zhanye": "二龙战野", "erhu-zhengxiong": "二虎争雄",
        "qinglong-kundun": "青龙困顿", "baihu-zhunzhan": "白虎迍邅",
    }  # fmt: skip
    rejected = {"dage.zhushu": "大格", "xiaoge": "小格", "xingge.zhushu": "刑格", "qige": "奇格"}
    assert {*ordered.values(), *either.values(), "诸书"} == set(table)
    assert set(rejected.values()) == set(table["诸书"])
    pairs = {row: _pairs(table[name]) for row, name in (ordered | either).items()}
    pairs |= {row: _pairs(table["诸书"][name]) for row, name in rejected.items()}
    for row in either:
        pairs[row] |= {(earth, heaven) for heaven, earth in pairs[row]}
    # Where 甲 would be the other stem itself there is no pair: 庚 in the 甲申 xun, 戊 in the 甲子 xun.
    not_in = {"gefei": "庚", "gefu": "庚", "qinglong-kundun": "戊"}
    for row, wanted in pairs.items():
        for name, chart in charts().items():
            expected = {
                p
                for p in range(1, 10)
                if chart.star(p) and any(h in chart.heaven_at(p) and e in chart.earth_at(p) for h, e in wanted)
            }
            if not_in.get(row) == chart.yi:
                expected = set()
            assert judge(row, *name) == expected, (row, name)


def _pairs(listed: list[object]) -> set[tuple[str, str]]:
    """A pair, or several; 庚 over 乙丙丁 is three."""
    several = [listed] if isinstance(listed[0], str) else listed
    return {(str(pair[0]), earth) for pair in several for earth in str(pair[1])}  # type: ignore[index]


def test_stem_gates() -> None:
    assert set(tables()["stem_gates"]) == set(STEMS)
    for stem, titles in tables()["stem_gates"].items():
        row = qimen.PATTERNS[f"menhu-{STEM_SLUGS[stem]}"]
        named = {name.removeprefix(stem) for name in (row.zh_hans, *row.aliases)}
        assert named == set(titles)
        for name, chart in charts().items():
            outer = [p for p in range(1, 10) if chart.star(p)]
            assert hits(row.id)[name] == {p for p in outer if stem in chart.heaven_at(p)}
            assert hits(f"{row.id}.earth")[name] == {p for p in outer if stem in chart.earth_at(p)}


# ---------------------------------------------------------------- hours


def test_wubuyu_and_wuhe() -> None:
    table = tables()["wubuyu"]
    algorithm = {stem: [hour] for stem, hour in table["algorithm"].items()}
    for row, hours in (
        ("wubuyu-shi", algorithm),
        ("wubuyu-shi.same-polarity", table["seven_killing_hours"]),
        ("qisha", table["seven_killing_hours"]),
        ("wubuyu-shi.any-polarity", table["any_controlling_hours"]),
        ("shigan-zeiri", table["any_controlling_hours"]),
        ("wuhe-shi", tables()["wuhe_hours"]),
        ("tianfu-shi.lin", tables()["wuhe_hours"]),
    ):
        assert day_hours(row) == {stem: set(found) for stem, found in hours.items()}, row


def test_hour_stem_tomb() -> None:
    table = tables()["hour_stem_tomb"]
    assert hours_of("shigan-rumu") == set(table["book_five"])
    assert hours_of("shigan-rumu.jiuben") == set(table["old"])
    assert hours_of("sanqi-rumu-shi.modern") == set(table["sanqi_three"])
    assert hours_of("shigan-rumu") | hours_of("sanqi-rumu-shi.modern") == set(table["book_all"])
    for pillar in PILLARS:
        held = pillar in table["sanqi_three"]
        assert bool(judge("rishi-sanqi-rumu", "阳1", "甲子", day=pillar)) == held
        assert bool(judge("rishi-sanqi-rumu", "阳1", pillar, day="甲子")) == held


def test_tianfu_hours() -> None:
    assert hours_of("tianfu-shi") == set(tables()["tianfu_hours"])


def test_three_five() -> None:
    table = tables()["three_five"]
    for row, side in (("yousan", "sheng"), ("biwu", "si")):
        for day in PILLARS:
            found = {hour for _, hour in hits(row, day=day)}
            assert found == {h for h in PILLARS if h[1] == table["day_branch"][day[1]][side]}
    for name, chart in charts().items():
        for leader, ending in (("甲", ""), (chart.yi, ".yi")):
            for row, side in (("fuyousan", "sheng"), ("fubiwu", "si")):
                stem = table["fu_stem"][leader][side]
                assert judge(row + ending, *name) == ({chart.hands["fu"]} if name[1][0] == stem else set())


# ---------------------------------------------------------------- the entry of the ju: 三甲, 刑德, 开阖


def test_star_polarity() -> None:
    table = tables()["star_polarity"]
    for row, stars in (("kai.star", table["yang"]), ("he.star", table["yin"])):
        assert ((qimen.match(CHARTS, row) != 0) == led_by(stars)).all()


def test_sanjia() -> None:
    classes = {"仲": "zhongjia", "孟": "mengjia", "季": "jijia"}
    every = {
        (term, yuan, hour)
        for term in TERMS
        for yuan, entry in tables()["sanjia"].items()
        for hour in _in_xun(entry["xun"])
    }
    assert span().entries("sanjia") == every
    for yuan, entry in tables()["sanjia"].items():
        row = classes[entry["kind"]]
        assert span().entries(row) == {cell for cell in every if cell[1] == yuan}


def test_xingde_and_what_is_at_the_gate() -> None:
    """Over twenty years of hours, 德在门 and 刑在门 are exactly the hours listed for each node and xun."""
    sanjia = tables()["sanjia"]
    for side, row in (("de", "de-zai-men"), ("xing", "xing-zai-men")):
        expected = set()
        for node, entry in tables()["xingde"].items():
            listed = tables()["xingde_at_door_in_sanjia"][node]
            for term in entry["terms"]:
                for yuan, of_yuan in sanjia.items():
                    for xun in of_yuan["xun"]:
                        hours = listed[of_yuan["kind"] + xun][side]
                        assert {h for h in _in_xun([xun]) if h[1] == entry[side]} == set(hours)
                        expected |= {(term, yuan, hour) for hour in hours}
        assert span().entries(row) == expected
        for term in TERMS:
            assert sum(cell[0] == term for cell in expected) == 5


@pytest.mark.parametrize("school", ["baojian", "chaibu", "lin"])
def test_kaihe(school: str) -> None:
    at = span(school)
    held = {name: at.masks(row) != 0 for name, row in KAIHE.items()}
    assert (np.sum(list(held.values()), axis=0) == 1).all()
    gates = {"德在門": at.masks("de-zai-men") != 0, "刑在門": at.masks("xing-zai-men") != 0}
    gates["不當刑德"] = ~gates["德在門"] & ~gates["刑在門"]
    stars = {"陽星": led_by(tables()["star_polarity"]["yang"])[at.charts]}
    stars["陰星"] = ~stars["陽星"]
    for condition, name in tables()["kaihe"].items():
        gate, polarity = condition.split("+")
        assert (held[name] == (gates[gate] & stars[polarity])).all(), name


def test_three_schools_sanjia() -> None:
    rows = {
        "內開外闔": "neikai-waihe", "半開半闔": "bankai-banhe", "外開內闔": "waikai-neihe",
        "內半開外盡闔": "neibankai-waijinhe", "外半開內盡闔": "waibankai-neijinhe",
    }  # fmt: skip
    hours = {entry["kind"]: (yuan, entry["xun"]) for yuan, entry in tables()["sanjia"].items()}
    given = 0
    for stars, by_class in tables()["three_schools_sanjia"].items():
        led = led_by(tables()["star_polarity"]["yang" if stars == "陽星" else "yin"])
        for kind, name in by_class.items():
            if name not in rows:
                assert (stars, kind) == ("陰星", "仲")
                continue
            yuan, heads = hours[kind]
            expected = led & np.isin(CHARTS % 60, [PILLARS.index(head) for head in heads])
            assert ((qimen.match(CHARTS, rows[name]) != 0) == expected).all()
            at = span()
            of_yuan = expected[at.charts] & (at.yuan == "上中下".index(yuan))
            assert ((at.masks(f"{rows[name]}.yuan") != 0) == of_yuan).all()
            given += 1
    assert given == 5


# ---------------------------------------------------------------- seasons


def test_qiying_stars() -> None:
    """A month by its branch: every star in its palace, in exactly the state of the table."""
    for star, by_month in tables()["qiying_stars"].items():
        place = {name: {p for p in range(1, 10) if star in stars_at(c, p)} for name, c in _some().items()}
        for branch, state in by_month.items():
            month = next(pillar for pillar in PILLARS if pillar[1] == branch)
            for other, word in STAR_STATES.items():
                jingyou = "si" if other == "废" else word
                for row in (f"qiying-{STAR_SLUGS[star]}-{word}", f"xiuwang-{STAR_SLUGS[star]}-{jingyou}"):
                    found = hits(row, month=month)
                    for name, palaces in place.items():
                        assert found.get(name, set()) == (palaces if other == state else set())
    led = [chart.fu_star for chart in charts().values()]
    for branch in BRANCHES:
        month = next(pillar for pillar in PILLARS if pillar[1] == branch)
        for other, word in STAR_STATES.items():
            expected = {
                name: {chart.hands["fu"]}
                for (name, chart), star in zip(charts().items(), led, strict=True)
                if tables()["qiying_stars"][star][branch] == other
            }
            assert hits(f"qiying-zhifu-{word}", month=month) == expected


def _some() -> dict[tuple[str, str], object]:
    return dict(list(charts().items())[::41])


def test_qiying_doors() -> None:
    """By the node of the term in force, over twenty years of hours."""
    at = span()
    doors = qimen.plates(CHARTS, "baojian").door
    envoy = np.array([DOORS.index(chart.shi_door or "") for chart in charts().values()])
    places = np.array([chart.hands["shi"] for chart in charts().values()])
    node_of = {term: node for node, entry in tables()["xingde"].items() for term in entry["terms"]}
    state = np.array([[list(DOOR_STATES).index(tables()["qiying_doors"][node_of[t]][d]) for d in DOORS] for t in TERMS])
    bits = np.arange(10, dtype=np.uint16)
    for door in range(8):
        where = ((doors == door) << bits).sum(axis=1).astype(np.uint16)[at.charts]
        for number, word in enumerate(DOOR_STATES.values()):
            held = state[at.term, door] == number
            row = f"qiying-{DOOR_SLUGS[DOORS[door]]}-men-{word}"
            assert (at.masks(row) == np.where(held, where, 0)).all(), row
    for number, word in enumerate(DOOR_STATES.values()):
        held = state[at.term, envoy[at.charts]] == number
        expected = np.where(held, np.uint16(1) << places[at.charts].astype(np.uint16), 0)
        assert (at.masks(f"qiying-zhishi-{word}") == expected).all()


# ---------------------------------------------------------------- today


def test_modern_stem_pairs() -> None:
    with (VECTORS / "stem_pairs_modern.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 81
    modern = {row.id: row for row in qimen.PATTERNS if row.family == "modern"}
    stands = {
        (name, p): (chart.heaven_at(p), chart.earth_at(p))
        for name, chart in charts("kun").items()
        for p in range(1, 10)
        if chart.star(p)
    }
    total = 0
    for line in lines:
        heaven, earth = line["heaven"], line["earth"]
        row = modern.pop(f"keying-{STEM_SLUGS[heaven]}-{STEM_SLUGS[earth]}")
        expected: dict[tuple[str, str], set[int]] = {}
        for (name, palace), (above, below) in stands.items():
            if heaven in above and earth in below:
                expected.setdefault(name, set()).add(palace)
        assert hits(row.id, "kun") == expected
        total += sum(map(len, expected.values()))
        assert row.auspice == line["auspice"]
        # Names that an older row bears carry their pair in brackets.
        told = {name.split("（")[0] for name in (row.zh_hans, *row.aliases)}
        assert told == set(line["names"].split("|"))
    assert not modern
    assert total == 11040
