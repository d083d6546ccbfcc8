"""Every count that the readings of the rules were settled with, by the kernel: charts of 1080, pairs of 120.

The key is the paragraph of the settled readings (M: rules added, P: rules made exact) where the count stands.
"""

from __future__ import annotations

import functools

import numpy as np
import pytest

import qimen
from bookboards import Chart
from kernel_charts import CHARTS, JU, charts, count, day_hours, hits, rule_hits
from qimen.names import PILLARS, TERMS

KG, K = "kun-gen", "kun"
#: (paragraph, row, lodging, charts).
ROWS = [
    ("M1", "qinglong-fanshou", KG, 136), ("M1", "feiniao-diexue", KG, 130), ("M2", "taiyin-he-qimen", KG, 177),
    ("M2", "taiyin-he-qimen.either", KG, 254), ("M2", "taiyin-he-qimen.stem", KG, 409),
    ("M3", "yunv-shoumen-full", KG, 2), ("M3", "yunv-shoumen-full", K, 4),
    ("M3", "yunv-shoumen-full.deity-heaven", KG, 2), ("M3", "yunv-shoumen-full.deity-earth", KG, 4),
    ("M3", "yunv-shoumen-full.deity-envoy", KG, 7), ("M4", "yangshi", KG, 540), ("M4", "yinshi", KG, 540),
    ("M4", "yangshi", K, 480), ("M4", "yinshi", K, 600), ("M5", "xingyang", K, 480), ("M5", "xingyin", K, 480),
    ("M5", "zhishi-ju-wu", K, 120), ("M7", "shibei-zhifu", K, 240), ("M8", "jimen-qi-jixiu", K, 650),
    ("M8", "jimen-qi-jixiu.shang", K, 440), ("M11", "menpo", KG, 720), ("M11", "menpo", K, 720),
    ("M11", "jimen-beipo", KG, 360), ("M11", "jimen-beipo", K, 360), ("M11", "jimen-beipo.jingyou", K, 480),
    ("M11", "jimen-beipo.jingyou", KG, 480), ("M11", "menpo-zhishi", KG, 192), ("M11", "menpo-zhishi", K, 192),
    ("M12", "sanqi-rumu", KG, 380), ("M12", "sanqi-rumu.qi-door", KG, 162), ("M14", "biwu.tao", KG, 120),
    ("M14", "zhisan.envoy", K, 120), ("M14", "biwu.envoy", K, 120), ("M14", "biwu.sanshi", KG, 2),
    ("P1", "sanqi-deshi", KG, 108), ("P1", "sanqi-deshi", K, 108), ("P1", "sanqi-deshi.lodged", KG, 160),
    ("P1", "sanqi-deshi.lodged", K, 136), ("P1", "sanqi-deshi.with-qin", KG, 126),
    ("P1", "sanqi-deshi.with-qin", K, 108), ("P1", "sanqi-deshi.heaven", KG, 136),
    ("P1", "sanqi-deshi.heaven", K, 107), ("P1", "deshi-yujia", KG, 12), ("P1", "deshi-yujia", K, 12),
    ("P1", "deshi-yujia.lodged", KG, 20), ("P1", "deshi-yujia.with-qin", KG, 14), ("P2", "jimen-he-qi", KG, 899),
    ("P2", "jimen-he-qi", K, 890), ("P2", "jimen-he-qi.heaven", KG, 897), ("P2", "jimen-he-qi.heaven", K, 888),
    ("P2", "sanqi-zhiling", K, 888), ("P2", "jimen-he-qi.either", KG, 1017), ("P2", "jimen-he-qi.either", K, 1010),
    ("P2", "jimen-he-qi.both", KG, 454), ("P2", "jimen-he-qi.both", K, 447), ("P3", "qinglong-fanshou", K, 136),
    ("P3", "taibai-ru-yinghuo", K, 120), ("P3", "dage", K, 134), ("P3", "qinglong-taozou", K, 120),
    ("P4", "gefei", KG, 100), ("P4", "gefu", KG, 112), ("P4", "qinglong-kundun", KG, 194),
    ("P5", "zhongjia.sanshi", KG, 36), ("P8", "kai.star", KG, 600), ("P8", "he.star", KG, 480),
    ("P9", "sanqi-you-liuyi", KG, 36), ("P9", "sanqi-you-liuyi", K, 34), ("P10", "sanqi-deshi.li", KG, 108),
    ("P10", "sanqi-deshi.li-plate", KG, 132), ("P10", "sanqi-deshi.over-leader", KG, 110),
    ("P10", "sanqi-deshi.over-yi", KG, 476), ("P13", "tianwang-shi.sanshi", KG, 180),
    ("P13", "tianwang-shi.sanshi-palace", KG, 1080), ("P13", "tianwang-sizhang.sanshi", KG, 26),
    ("P13", "tianwang-sizhang", KG, 2), ("P15", "tianyi-chiheng", KG, 90), ("P15", "tianyi-chiheng", K, 90),
    ("P15", "tianyi-chiheng-jimen", KG, 30), ("P15", "tianyi-chiheng-jimen.with-qin", KG, 35),
    ("P16", "fuyousan", KG, 108), ("P16", "fubiwu", KG, 108), ("P16", "fuyousan.yi", KG, 108),
    ("P16", "fubiwu.yi", KG, 108), ("P17", "yousan.li-leader", KG, 120), ("P17", "biwu.li-leader", KG, 180),
    ("P17", "biwu.li-leader", K, 240), ("P17", "biwu.li-raw", KG, 120), ("P17", "yousan.lin", KG, 108),
    ("P17", "yousan.lin-plate", KG, 136), ("P17", "biwu.lin", KG, 126), ("P17", "biwu.lin-plate", KG, 152),
    ("P18", "xing-fuyin", KG, 132), ("P18", "xing-fuyin.by-stem", KG, 108), ("P18", "men-fuyin", KG, 132),
    ("P18", "xing-fuyin.jingyou", K, 240), ("P18", "men-fuyin.jingyou", K, 240), ("P18", "xing-fanyin", KG, 120),
    ("P18", "men-fanyin", KG, 120), ("P18", "xing-fanyin", K, 120), ("P18", "men-fanyin", K, 120),
    ("P18", "fanyin", KG, 220), ("P19", "liuyi-jixing", KG, 140), ("P19", "liuyi-jixing", K, 140),
    ("P19", "liuyi-jixing.raw", KG, 120), ("P19", "liuyi-jixing.moved", K, 108),
    ("P19", "liuyi-jixing.any-yi", KG, 594), ("P19", "liuyi-jixing.any-yi", K, 572),
    ("P19", "liuyi-jixing.yiben", KG, 220), ("P20", "bofei", KG, 120), ("P20", "bofu", KG, 118),
    ("P23", "sanqi-deshi.jingyou", K, 609), ("P23", "sanqi-deshi.jingyou", KG, 585),
    ("P23", "sanqi-deshi.jingyou-full", K, 256), ("P23", "sanqi-deshi.jingyou-full", KG, 270),
    ("P26", "like", K, 720), ("P26", "lizhu", K, 720), ("P26", "like-zhifu", K, 192), ("P26", "lizhu-zhifu", K, 192),
    ("P28", "tanhe-shouzhi", KG, 120),
    ("C06", "xingmen", KG, 180), ("C24", "xing-fuyin.tao", KG, 240),
    ("three hidings", "tiandun", K, 11), ("three hidings", "tiandun", KG, 13), ("three hidings", "didun", K, 19),
    ("three hidings", "didun", KG, 17), ("three hidings", "rendun", K, 12), ("three hidings", "rendun", KG, 13),
    ("feiniao", "feiniao-diexue", K, 130), ("fugong", "tianyi-fugong-ge", K, 142), ("shige", "shige", K, 200),
    ("strict", "keying-wu-bing", K, 123), ("strict", "keying-bing-wu", K, 119),
]  # fmt: skip


@pytest.mark.parametrize(("paragraph", "row", "lodging", "charts_held"), ROWS, ids=str)
def test_count(paragraph: str, row: str, lodging: str, charts_held: int) -> None:
    assert count(row, lodging) == charts_held


def _jixing(how: str) -> str:
    """直符 in the palace that its xun head punishes, the yi found by `how`."""
    places = zip("戊己庚辛壬癸", ("甲子", "甲戌", "甲申", "甲午", "甲辰", "甲寅"), "328944", strict=True)
    return " | ".join(f"(heaven:甲 & {how.format(yi=yi, xun=xun)} & palace:{p})" for yi, xun, p in places)


#: (paragraph, rule judged at one palace, lodging, charts): counts of readings that are no rows of their own.
RULES = [
    ("M7 by 丙", "earth:甲 & earth:丙 & star:蓬芮冲辅禽心柱任英", K, 40),
    ("M7 by 庚", "earth:甲 & earth:庚 & star:蓬芮冲辅禽心柱任英", K, 200),
    ("M14 直使 in five", "envoy & zhishi_raw:5", KG, 120), ("M19 丁 in 坤", "heaven:丁 & palace:2", K, 136),
    ("M19 丁 in 艮", "heaven:丁 & palace:8", KG, 136),
    ("P3 格飞 and 伏吟", "heaven:庚 & earth:甲 & ~hour_xun:甲申", KG, 100),
    ("P4 庚/癸", "heaven:庚 & earth:癸 & ~hour_xun:甲申,甲寅", K, 84),
    ("P4 乙/辛", "heaven:乙 & earth:辛 & ~hour_xun:甲午", K, 100),
    ("P8 star of the lodge, yang", "heaven:甲 & star:蓬任冲辅", KG, 540),
    ("P17 raw five", "heaven:甲 & zhifu_raw:5", KG, 120),
    ("P19 by bits", _jixing("heaven:{yi}"), KG, 156),
    ("P19 not 甲 hours", "~hour_stem:甲 & (" + _jixing("hour_xun:{xun}") + ")", KG, 126),
]  # fmt: skip


@pytest.mark.parametrize(("paragraph", "rule", "lodging", "charts_held"), RULES, ids=lambda v: str(v)[:24])
def test_count_of_a_reading(paragraph: str, rule: str, lodging: str, charts_held: int) -> None:
    assert len(rule_hits(rule, lodging)) == charts_held


def test_lodged_deshi_yujia_is_the_twelve_and_eight_more() -> None:
    extra = set(hits("deshi-yujia.lodged")) - set(hits("deshi-yujia"))
    assert extra == {
        ("阳3", "庚申"), ("阳5", "戊午"), ("阴2", "甲午"), ("阴2", "辛酉"), ("阴3", "甲辰"), ("阴4", "甲寅"),
        ("阴4", "癸亥"), ("阴6", "己未"),
    }  # fmt: skip
    assert all(charts()[name].fu_star != "禽" for name in hits("deshi-yujia.lodged"))


def test_pairs_of_day_and_hour() -> None:
    """M6 七杀 12 of 120; C11 the verse 10; P25 either polarity 24."""
    for row, pairs in (("qisha", 12), ("wubuyu-shi", 10), ("shigan-zeiri", 24), ("wuhe-shi", 12)):
        assert sum(map(len, day_hours(row).values())) == pairs
    for row, hours in (("tianfu-shi.jingyou", 5), ("yunv-shoumen.lin", 6), ("tianfu-shi", 6), ("tianfu-shi.tao", 6)):
        assert count(row) == 18 * hours


def native_pair(chart: Chart, above: str, below: str) -> bool:
    """Whether the native heaven stem of some palace is one and its native earth stem the other."""
    plates = qimen.plates(np.uint16(chart.id), chart.school)
    yi = chart.yi
    upper, lower = (yi if stem == "甲" else stem for stem in (above, below))
    stems = "甲乙丙丁戊己庚辛壬癸"
    return any(
        plates.heaven[p] == stems.index(upper) and plates.earth[p] == stems.index(lower)
        for p in (1, 2, 3, 4, 6, 7, 8, 9)
    )


def test_guests_of_the_lodge_count() -> None:
    """P3: native stems alone would give 94, 92, 92 and 94; 伏吟 is no exception to the cross product."""
    for pair, lodging, natives, crossed in (
        ("甲丙", KG, 94, 136), ("庚丙", K, 92, 120), ("庚癸", K, 92, 134), ("乙辛", K, 94, 120),
    ):  # fmt: skip
        assert sum(native_pair(chart, *pair) for chart in charts(lodging).values()) == natives
        assert len(rule_hits(f"heaven:{pair[0]} & earth:{pair[1]}", lodging)) == crossed
    for rule, lodging, mates in (
        ("heaven:庚 & earth:癸", K, 28), ("heaven:甲 & earth:丙", KG, 12),
        ("heaven:庚 & earth:甲 & ~hour_xun:甲申", KG, 6),
    ):  # fmt: skip
        # Mates of one lodge while the plate is at home.
        still = [
            n for n in rule_hits(rule, lodging) if charts(lodging)[n].hands["fu"] == charts(lodging)[n].hands["fu_home"]
        ]
        assert len(still) == mates


def test_parts_of_counts() -> None:
    fanshou = hits("qinglong-fanshou", K)
    assert sum(hour[0] == "丙" for _, hour in fanshou) == 108
    fugong = hits("tianyi-fugong-ge", K)
    assert sum(charts(K)[name].yi != "庚" for name in fugong) == 102
    assert sum(charts(K)[name].yi == "庚" for name in hits("shige", K)) == 180
    assert len(set(hits("xing-fanyin")) & set(hits("men-fanyin"))) == 20
    assert sum(charts()[n].hands["fu"] != charts()[n].hands["fu_home"] for n in hits("liuyi-jixing")) == 108
    assert set(hits("yunv-shoumen-full")) == {("阳8", "庚午"), ("阴1", "庚午")}
    assert {ju for ju, _ in hits("tianyi-chiheng-jimen")} == {"阳1", "阳3", "阳5", "阴2", "阴4", "阴6"}
    # P18: 24 boards by lodging, half of them in each dun.
    assert len(set(hits("xing-fuyin")) - set(hits("xing-fuyin.by-stem"))) == 24
    assert sum(hour[0] != "癸" for _, hour in hits("men-fuyin")) == 24
    # P15: 直符 and 直使 in one palace, 90 charts, whether the palace is lodged or not.
    assert all(charts()[n].hands["fu"] == charts()[n].hands["shi"] for n in hits("tianyi-chiheng"))
    # C26 and M2: 太阴 with a 奇 and a lucky door halves 反吟 in 36 charts.
    assert len(set(hits("fanyin")) & set(hits("taiyin-he-qimen"))) == 36


def test_pairs_that_an_exclusion_would_change() -> None:
    """P4: were the hour's yi only 甲, 庚 and 辛 would have 152 charts, 庚 and 壬 150."""
    for row, pair, xun, charts_held in (
        ("erhu-zhengxiong", "庚辛", "甲申,甲午", 152), ("baihu-zhunzhan", "庚壬", "甲申,甲辰", 150),
    ):  # fmt: skip
        either = f"(heaven:{pair[0]} & earth:{pair[1]}) | (heaven:{pair[1]} & earth:{pair[0]})"
        assert len(rule_hits(f"~hour_xun:{xun} & ({either})")) == charts_held
        assert count(row) > charts_held


def test_stem_table_readings() -> None:
    """P24: 11040 pairs of a heaven and an earth stem, of which 1746 read another cell when the yi is 甲."""
    pairs = changed = 0
    for chart in charts(K).values():
        for palace in (1, 2, 3, 4, 6, 7, 8, 9):
            above, below = chart.heaven_at(palace) - {"甲"}, chart.earth_at(palace) - {"甲"}
            pairs += len(above) * len(below)
            changed += sum(
                cell(h, e) != cell("甲" if h == chart.yi else h, "甲" if e == chart.yi else e)
                for h in above
                for e in below
            )
    assert pairs == 11040
    assert changed == 1746


@functools.cache
def cell(heaven: str, earth: str) -> str | None:
    """Value of a cell of the 加 table in the catalogue; None where it has none or the door decides."""
    row = next(
        (row for row in qimen.PATTERNS if row.category == "jiabiao" and row.zh_hans == f"{heaven}加{earth}"), None
    )
    return row.auspice if row and not row.inferred else None


def test_geng_in_one_pillar() -> None:
    """P20: the four pairs while the hour alone has the stem 庚."""
    known = {"year": "甲子", "month": "丙寅", "day": "甲子"}
    rows = ("bofei.fugan", "bofu.feigan", "gefei.fugan", "gefu.feigan")
    assert [count(row, **known) for row in rows] == [4, 14, 14, 90]


def test_heights_of_the_net() -> None:
    """P14: 12 charts a foot; the palace of 直符 and that of heaven 癸 agree in 20 of 108."""
    assert [count(f"tianwang-chi-{feet}", K) for feet in range(1, 10)] == [12] * 9
    agree = [n for n, p in hits("tianwang-fang", K).items() if p == {charts(K)[n].hands["fu"]}]
    assert len(agree) == 20
    # Raw or lodged changes only the figure of the 12 charts with 直符 in 5.
    assert sum(charts(K)[n].hands["fu_raw"] != charts(K)[n].hands["fu"] for n in hits("tianwang-fang", K)) == 12
    # P13: by 癸亥 alone, 三氏's palaces 8 and 9 are two charts in each dun by the native stem.
    by_native = [(ju, charts()[ju, "癸亥"].native("癸")) for ju in JU]
    assert [ju for ju, palace in by_native if palace in (8, 9)] == ["阳3", "阳4", "阴4", "阴5"]


def test_a_third_of_the_jia_hours_have_their_own_yuan() -> None:
    """P5: 三氏's and 景祐's classes of 甲 hours, by the hour alone and with the yuan of the ju."""
    hours = qimen.hour_range("1984-01-01", "2044-01-01")
    for slug in ("zhongjia", "mengjia", "jijia"):
        for school in ("jingyou", "sanshi"):
            plain, own = (qimen.count(hours.start, hours.stop, f"{slug}.{school}{tail}") for tail in ("", "-yuan"))
            assert own / plain == pytest.approx(1 / 3, abs=0.002)


def test_how_often_the_ju_runs_ahead_of_the_term() -> None:
    """P7: under zhirun with mean terms the ju's term is another than that in force on 28.6% of days, the node on
    9.3%, the half on 2.2%."""
    which = qimen.school("zhirun").replace(terms="jingyou")
    days = np.asarray(qimen.hour_range("1600-01-01", "2000-01-01"))[6::12]
    found = qimen.align(days, which)
    shares = [np.mean(found.ju_term // width != found.term // width) for width in (1, 3, 12)]
    assert shares == pytest.approx([0.286, 0.093, 0.022], abs=0.006)
    assert len(TERMS) == 24


def test_every_raw_rule_is_a_set_of_hours() -> None:
    """The stem under the raw palace of 直使 depends on the pillar alone: 18 ju by 60 hours."""
    for hour in PILLARS:
        stems = {charts()[ju, hour].earth(charts()[ju, hour].hands["shi_raw"]) for ju in JU}
        assert len(stems) == 1
    assert CHARTS.size == len(JU) * len(PILLARS)
