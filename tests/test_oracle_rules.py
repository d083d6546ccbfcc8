"""The oracle's rules against the counts, tables and worked examples of the books."""

import csv
import json
from functools import cache
from pathlib import Path

import pytest

from qimen.oracle import Context, board
from qimen.oracle.rules import RULES, MissingPillar
from qimen.oracle.tables import PILLARS, STEMS

VECTORS = Path(__file__).parent / "data" / "vectors"
TABLES = json.loads((VECTORS / "baojian_tables.json").read_text(encoding="utf-8"))
EXAMPLES = [
    json.loads(line) for line in (VECTORS / "jingyou_examples.jsonl").read_text(encoding="utf-8").splitlines()
]
EXAMPLE = {example["id"]: example for example in EXAMPLES}
JU = [f"{dun}{ju}" for dun in "阳阴" for ju in range(1, 10)]

#: Pairs (day stem, hour pillar) of one round of sixty hours: every day stem has twelve hours.
DAY_HOURS = [(PILLARS[number // 12 % 60], PILLARS[number % 60]) for number in range(120)]


@cache
def boards(lodging):
    return {
        (ju, hour): board(ju[0], int(ju[1]), hour, lodging, "fly" if lodging == "none" else "rotate")
        for ju in JU
        for hour in PILLARS
    }


@cache
def hits(row, lodging="kun-gen", **known):
    """(ju, hour) -> palaces, over the charts in which the rule holds."""
    found = {chart: RULES[row].judge(Context(laid, **known)) for chart, laid in boards(lodging).items()}
    return {chart: palaces for chart, palaces in found.items() if palaces}


def judge(row, ju, hour, lodging="kun-gen", **known):
    return RULES[row].judge(Context(boards(lodging)[ju, hour], **known))


def hours_of(row, lodging="kun-gen"):
    """Hours of a rule that holds in every ju alike."""
    held = hits(row, lodging)
    hours = {hour for _, hour in held}
    assert len(held) == 18 * len(hours)
    return hours


# Charts of 1080 in which a rule holds: (row, lodging, count).
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
    jixing = hits("liuyi-jixing")
    assert sum(boards("kun-gen")[c].fu_palace != boards("kun-gen")[c].fu_home_palace for c in jixing) == 108


# --- Tables of 宝鉴


def test_deshi_yujia_table():
    expected = {
        (entry["ju"], hour): (entry["palace"], entry["door"])
        for hour, entries in TABLES["deshi_yujia"].items()
        for entry in entries
    }
    found = hits("deshi-yujia")
    assert set(found) == set(expected)
    for chart, (raw, door) in expected.items():
        laid = boards("kun-gen")[chart]
        assert laid.shi_raw == raw == laid.fu_raw
        assert laid.shi_door == door
        assert found[chart] == {laid.lodged(raw)}


def test_deshi_hours():
    assert {hour for _, hour in hits("sanqi-deshi")} == {
        *("壬申", "辛巳", "庚寅", "己亥", "戊申", "丁巳"),
        *("辛未", "庚辰", "己丑", "戊戌", "丁未", "丙辰"),
        *("庚午", "己卯", "戊子", "丁酉", "丙午", "乙卯"),
    }


def test_youyi_table():
    found = {}
    for ju, hour in hits("sanqi-you-liuyi"):
        found.setdefault(ju, set()).add(f"{hour[0]}:{hour}")
    assert found == {ju: set(entries) for ju, entries in TABLES["youyi"].items()}


def test_yunv_tables():
    assert hours_of("yunv-shoumen") == set(TABLES["yunv_hours"])
    assert hours_of("yunv-shoumen.lin") == {h for hours in TABLES["yunv_lin"].values() for h in hours}
    for row in ("yunv-shoumen", "sanqi-you-liuyi.jingyou", "sanqi-you-liuyi.li", "sanqi-you-liuyi.tao"):
        for (ju, hour), palaces in hits(row, "kun").items():
            assert palaces == {boards("kun")[ju, hour].shi_palace}


def test_deshi_li_table():
    for (ju, hour), palaces in hits("sanqi-deshi.li").items():
        laid = boards("kun-gen")[ju, hour]
        assert laid.xun in TABLES["deshi_li"][hour[0]]
        assert palaces == {laid.fu_palace}
        assert hour[0] in laid.earth_at(laid.fu_palace)
    assert len(hours_of("sanqi-deshi.li")) == 6


def test_menpo_table():
    for chart, laid in boards("kun-gen").items():
        expected = {p for p, door in laid.doors.items() if p in TABLES["menpo"][door]}
        assert hits("menpo").get(chart, frozenset()) == expected


def test_wubuyu_tables():
    algorithm = TABLES["wubuyu"]["algorithm"]
    for row, table in (
        ("wubuyu-shi", {stem: [hour] for stem, hour in algorithm.items()}),
        ("wubuyu-shi.same-polarity", TABLES["wubuyu"]["seven_killing_hours"]),
        ("wubuyu-shi.any-polarity", TABLES["wubuyu"]["any_controlling_hours"]),
        ("wuhe-shi", TABLES["wuhe_hours"]),
    ):
        found = {stem: set() for stem in STEMS}
        for day, hour in DAY_HOURS:
            if judge(row, "阳1", hour, day=day):
                found[day[0]].add(hour)
        assert found == {stem: set(hours) for stem, hours in table.items()}, row


def test_jixing_table():
    for chart, laid in boards("kun-gen").items():
        on_it = laid.fu_palace == TABLES["jixing"]["book"][laid.yi]
        assert bool(hits("liuyi-jixing").get(chart)) == on_it


def test_star_fuyin_table():
    expected = {(ju, hour) for hour in TABLES["star_fuyin"]["six"] for ju in JU}
    expected |= {(ju, hour) for hour, jus in TABLES["star_fuyin"]["lodged_extra"].items() for ju in jus}
    assert set(hits("xing-fuyin")) == expected


def test_door_fuyin_table():
    expected = {(ju, hour) for hour in TABLES["door_fuyin"]["gui"] for ju in JU}
    for extra in ("qin_geng", "rui_ren_ding"):
        expected |= set(TABLES["door_fuyin"][extra].items())
    assert set(hits("men-fuyin")) == expected


@pytest.mark.parametrize(("row", "table"), [("xing-fanyin", "star_fanyin"), ("men-fanyin", "door_fanyin")])
def test_fanyin_table(row, table):
    expected = {(ju, hour) for ju, hours in TABLES[table].items() for hour in hours}
    assert set(hits(row)) == expected


def test_qi_tomb_and_control_tables():
    for row, table in (("sanqi-rumu", "qi_tomb_palace"), ("qizhi", "qi_controlled_palace")):
        for chart, laid in boards("kun-gen").items():
            expected = {
                palace
                for qi, palaces in TABLES[table].items()
                for palace in palaces
                if qi in laid.heaven_at(palace)
            }
            assert hits(row).get(chart, frozenset()) == expected


def test_sanqi_rumu_with_lucky_door():
    half = [
        chart
        for chart, palaces in hits("sanqi-rumu").items()
        if any(boards("kun-gen")[chart].doors[palace] in "开休生" for palace in palaces)
    ]
    assert len(hits("sanqi-rumu")) == 380
    assert len(half) == 162


def test_tianfu_table():
    assert hours_of("tianfu-shi") == set(TABLES["tianfu_hours"])


# --- Examples of 景祐

# Example -> row of the catalogue and what else the text gives. Where the text only says 甲己之日, the day is
# the one of the pair that the claim is about; a day 甲 is taken as 甲子, on which both readings agree.
PLACED = {
    "DS1": ("sanqi-deshi.jingyou", {}),
    "DS3": ("sanqi-deshi.jingyou", {}),
    "DS4": ("sanqi-deshi.jingyou", {}),
    "DS6": ("sanqi-deshi.jingyou", {}),
    "TD1": ("tiandun", {}),
    "DD1": ("didun", {}),
    "DD2": ("didun", {}),
    "RD1": ("rendun", {}),
    "RD2": ("rendun", {}),
    "RM3": ("sanqi-rumu.jingyou", {}),
    "RM4": ("sanqi-rumu.jingyou", {}),
    "RM6": ("sanqi-rumu.jingyou", {}),
    "JX2": ("liuyi-jixing", {}),
    "TB1": ("taibai-ru-yinghuo", {}),
    "YH1": ("yinghuo-ru-taibai", {}),
    "QL1": ("qinglong-fanshou", {}),
    "FN1": ("feiniao-diexue", {}),
    "FGF": ("tianyi-feigong-ge", {}),
    "FGA": ("tianyi-fugan-ge", {"day": "甲子"}),
    "FGB": ("tianyi-feigan-ge", {"day": "甲子"}),
    "SG1": ("suige", {"year": "辛未"}),
    "YG1": ("yuege", {"shuo": "己巳"}),
    "RG1": ("rige", {"day": "己卯"}),
    "SHG": ("shige", {}),
    "DG1": ("dage", {}),
    "BH1": ("baihu-changkuang", {}),
    "ZQ1": ("zhuque-toujiang", {}),
    "TS1": ("tengshe-yaojiao", {}),
    "SB1": ("shibei", {"day": "丁卯", "month": "丁卯", "year": "丁卯"}),
}


@pytest.mark.parametrize("name", PLACED)
def test_placed_example(name):
    row, known = PLACED[name]
    example = EXAMPLE[name]
    found = judge(row, f"{example['dun']}{example['ju']}", example["hour"], "kun", **known)
    assert example["palace"] in found


OF_THE_HOUR = {
    "FY1": ("xing-fuyin.jingyou", "men-fuyin.jingyou"),
    "FA1": ("xing-fanyin",),
    "FA2": ("men-fanyin",),
}


@pytest.mark.parametrize("name", OF_THE_HOUR)
def test_example_of_the_hour(name):
    example = EXAMPLE[name]
    for row in OF_THE_HOUR[name]:
        assert judge(row, f"{example['dun']}{example['ju']}", example["hour"], "kun") == {0}


def test_tianfu_examples():
    hours = {example["hour"] for example in EXAMPLES if example["pattern"] == "天辅时"}
    assert hours == hours_of("tianfu-shi.jingyou", "kun")


def test_yunv_examples():
    for example in EXAMPLES:
        if example["id"].startswith("YN"):
            assert example["hour"] in hours_of("sanqi-you-liuyi.jingyou", "kun")


def test_menpo_examples():
    for example in EXAMPLES:
        if example["pattern"] == "门迫":
            for (ju, hour), laid in boards("kun").items():
                for palace in example["palaces"]:
                    if laid.doors[palace] == example["door"]:
                        assert palace in hits("menpo", "kun")[ju, hour]


# --- What a context lacks


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


def test_csv_is_there():
    with (VECTORS / "stem_pairs_modern.csv").open(encoding="utf-8", newline="") as lines:
        assert len(list(csv.DictReader(lines))) == 81
