"""The oracle's rules: the counts stated for them over the 1080 charts, and what a judge does at the edges."""

import pytest

from oracle_charts import boards, hits, judge
from qimen.oracle import Context
from qimen.oracle.rules import RULES, MissingPillar

# Charts of 1080 in which a rule holds: (row, lodging, count). The counts were stated with the readings.
COUNTS = [
    ("qinglong-fanshou", "kun-gen", 136),
    ("qinglong-fanshou", "kun", 136),
    ("feiniao-diexue", "kun-gen", 130),
    ("feiniao-diexue", "kun", 130),
    ("tianyi-fugong-ge", "kun", 142),
    ("dage", "kun", 134),
    ("qinglong-taozou", "kun", 120),
    ("taibai-ru-yinghuo", "kun", 120),
    ("tiandun", "kun", 11),
    ("tiandun", "kun-gen", 13),
    ("didun", "kun", 19),
    ("didun", "kun-gen", 17),
    ("rendun", "kun", 12),
    ("rendun", "kun-gen", 13),
    ("shibei-zhifu", "kun", 240),
    ("jimen-he-qi", "kun-gen", 899),
    ("jimen-he-qi", "kun", 890),
    ("sanqi-deshi", "kun-gen", 108),
    ("sanqi-deshi", "kun", 108),
    ("sanqi-deshi.jingyou", "kun", 609),
    ("sanqi-deshi.jingyou", "kun-gen", 585),
    ("deshi-yujia", "kun-gen", 12),
    ("sanqi-you-liuyi", "kun-gen", 36),
    ("sanqi-you-liuyi", "kun", 34),
    ("yunv-shoumen", "kun-gen", 108),
    ("menpo", "kun-gen", 720),
    ("menpo", "kun", 720),
    ("xing-fuyin", "kun-gen", 132),
    ("men-fuyin", "kun-gen", 132),
    ("xing-fuyin.jingyou", "kun", 240),
    ("men-fuyin.jingyou", "kun", 240),
    ("xing-fanyin", "kun-gen", 120),
    ("men-fanyin", "kun-gen", 120),
    ("xing-fanyin", "kun", 120),
    ("men-fanyin", "kun", 120),
    ("liuyi-jixing", "kun-gen", 140),
    ("liuyi-jixing", "kun", 140),
    ("tianyi-chiheng", "kun-gen", 90),
    ("tianwang-shi.sanshi", "kun-gen", 180),
    ("tianwang-sizhang", "kun-gen", 2),
    ("tianwang-sizhang.sanshi", "kun-gen", 26),
    ("tianfu-shi.jingyou", "kun", 90),
    ("shige", "kun", 200),
    ("sanqi-deshi.lodged", "kun-gen", 160),
    ("sanqi-deshi.lodged", "kun", 136),
    ("sanqi-deshi.with-qin", "kun-gen", 126),
    ("sanqi-deshi.with-qin", "kun", 108),
    ("sanqi-deshi.heaven", "kun-gen", 136),
    ("sanqi-deshi.heaven", "kun", 107),
    ("sanqi-deshi.jingyou-full", "kun", 256),
    ("sanqi-deshi.jingyou-full", "kun-gen", 270),
    ("sanqi-deshi.li-plate", "kun-gen", 132),
    ("sanqi-deshi.over-leader", "kun-gen", 110),
    ("sanqi-deshi.over-yi", "kun-gen", 476),
    ("deshi-yujia.lodged", "kun-gen", 20),
    ("deshi-yujia.with-qin", "kun-gen", 14),
    ("jimen-he-qi.heaven", "kun-gen", 897),
    ("jimen-he-qi.heaven", "kun", 888),
    ("jimen-he-qi.either", "kun-gen", 1017),
    ("jimen-he-qi.either", "kun", 1010),
    ("jimen-he-qi.both", "kun-gen", 454),
    ("jimen-he-qi.both", "kun", 447),
    ("sanqi-zhiling", "kun", 888),
    ("taiyin-he-qimen", "kun-gen", 177),
    ("taiyin-he-qimen.either", "kun-gen", 254),
    ("taiyin-he-qimen.stem", "kun-gen", 409),
    ("jimen-qi-jixiu", "kun", 650),
    ("jimen-qi-jixiu.shang", "kun", 440),
    ("yunv-shoumen-full", "kun-gen", 2),
    ("yunv-shoumen-full", "kun", 4),
    ("yunv-shoumen-full.deity-heaven", "kun-gen", 2),
    ("yunv-shoumen-full.deity-earth", "kun-gen", 4),
    ("yunv-shoumen-full.deity-envoy", "kun-gen", 7),
    ("tianyi-chiheng-jimen", "kun-gen", 30),
    ("tianyi-chiheng-jimen.with-qin", "kun-gen", 35),
    ("yunv-shoumen.lodged", "kun-gen", 136),
    ("yangshi", "kun-gen", 540),
    ("yinshi", "kun-gen", 540),
    ("yangshi", "kun", 480),
    ("yinshi", "kun", 600),
    ("xingyang", "kun", 480),
    ("xingyin", "kun", 480),
    ("zhishi-ju-wu", "kun", 120),
    ("biwu.tao", "kun", 120),
    ("zhisan.envoy", "kun", 120),
    ("biwu.envoy", "kun", 120),
    ("jimen-beipo", "kun-gen", 360),
    ("jimen-beipo.jingyou", "kun", 480),
    ("menpo-zhishi", "kun-gen", 192),
    ("menpo-zhishi", "kun", 192),
    ("liuyi-jixing.yiben", "kun-gen", 220),
    ("liuyi-jixing.raw", "kun-gen", 120),
    ("liuyi-jixing.moved", "kun", 108),
    ("liuyi-jixing.any-yi", "kun-gen", 594),
    ("liuyi-jixing.any-yi", "kun", 572),
    ("fuyousan", "kun-gen", 108),
    ("fubiwu", "kun-gen", 108),
    ("fuyousan.yi", "kun-gen", 108),
    ("fubiwu.yi", "kun-gen", 108),
    ("yousan.li-leader", "kun-gen", 120),
    ("biwu.li-leader", "kun-gen", 180),
    ("biwu.li-leader", "kun", 240),
    ("biwu.li-raw", "kun-gen", 120),
    ("yousan.lin", "kun-gen", 108),
    ("yousan.lin-plate", "kun-gen", 136),
    ("biwu.lin", "kun-gen", 126),
    ("biwu.lin-plate", "kun-gen", 152),
    ("biwu.sanshi", "kun-gen", 2),
    ("bofei", "kun-gen", 120),
    ("bofu", "kun-gen", 118),
    ("gefei", "kun-gen", 100),
    ("gefu", "kun-gen", 112),
    ("qinglong-kundun", "kun-gen", 194),
    ("kai.star", "kun-gen", 600),
    ("he.star", "kun-gen", 480),
    ("xingmen", "kun-gen", 180),
    ("tanhe-shouzhi", "kun-gen", 120),
    ("tianwang-chi-5", "kun", 12),
    ("like", "kun", 720),
    ("lizhu", "kun", 720),
    ("like-zhifu", "kun", 192),
    ("lizhu-zhifu", "kun", 192),
    ("xing-fuyin.by-stem", "kun-gen", 108),
    ("fanyin", "kun", 220),
]


@pytest.mark.parametrize(("row", "lodging", "count"), COUNTS, ids=str)
def test_count(row, lodging, count):
    assert len(hits(row, lodging)) == count


def test_every_rule_names_its_source():
    for row, rule in RULES.items():
        assert rule.id == row
        assert rule.source


def test_counts_by_part():
    homes = [(boards("kun")[c], *palaces) for c, palaces in hits("shibei-zhifu", "kun").items()]
    assert sum("丙" in laid.earth_at(home) for laid, home in homes) == 40
    assert len(set(hits("xing-fanyin")) & set(hits("men-fanyin"))) == 20
    fanshou = hits("qinglong-fanshou", "kun")
    assert sum(hour[0] == "丙" for _, hour in fanshou) == 108
    fugong = hits("tianyi-fugong-ge", "kun")
    assert sum(boards("kun")[chart].xun != "甲申" for chart in fugong) == 102
    shige = hits("shige", "kun")
    assert sum(boards("kun")[chart].xun == "甲申" for chart in shige) == 180
    assert set(hits("yunv-shoumen-full")) == {("阳8", "庚午"), ("阴1", "庚午")}
    assert set(hits("biwu.sanshi")) == {("阳1", "戊辰"), ("阴9", "戊辰")}
    assert set(hits("deshi-yujia.lodged")) - set(hits("deshi-yujia")) == {
        *(("阳3", "庚申"), ("阳5", "戊午"), ("阴2", "甲午"), ("阴2", "辛酉")),
        *(("阴3", "甲辰"), ("阴4", "甲寅"), ("阴4", "癸亥"), ("阴6", "己未")),
    }
    assert {ju for ju, _ in hits("tianyi-chiheng-jimen")} == {"阳1", "阳3", "阳5", "阴2", "阴4", "阴6"}
    for ending in ("", ".jingyou"):
        of_star, of_door = set(hits("xing-fuyin" + ending)), set(hits("men-fuyin" + ending))
        assert set(hits("fuyin" + ending)) == of_star | of_door
    jixing = hits("liuyi-jixing")
    assert sum(boards("kun-gen")[c].fu_palace != boards("kun-gen")[c].fu_home_palace for c in jixing) == 108


def test_missing_pillar_is_named():
    with pytest.raises(MissingPillar, match="day") as caught:
        judge("wubuyu-shi", "阳1", "甲子")
    assert caught.value.name == "day"
    assert isinstance(caught.value, KeyError)


def test_flying_plates_have_hits_in_the_centre():
    assert any(5 in palaces for palaces in hits("qinglong-fanshou", "none").values())
    assert not hits("rendun", "none")


def test_no_hit_outside_the_palaces():
    for row in RULES:
        for lodging in ("kun-gen", "kun", "none"):
            for chart in list(boards(lodging))[::37]:
                laid = boards(lodging)[chart]
                ctx = Context(
                    laid, day="甲戌", month="甲午", year="甲辰", shuo="丙寅", term="冬至", ju_term="大雪",
                    yuan="上", general="丑",
                )  # fmt: skip
                assert RULES[row].judge(ctx) <= {0, *laid.palaces}
