"""The oracle's rules against the worked examples of 景祐 and its table of 加."""

import json

import pytest

from oracle_charts import VECTORS, boards, hits, hours_of, judge, table_of
from qimen.oracle.rules import RULES
from qimen.oracle.rules_pairs import JIA_TABLE
from qimen.oracle.rules_places import STEM_SLUGS
from qimen.oracle.tables import PILLARS

EXAMPLES = [json.loads(line) for line in (VECTORS / "jingyou_examples.jsonl").read_text(encoding="utf-8").splitlines()]
EXAMPLE = {example["id"]: example for example in EXAMPLES}


# Example -> row of the catalogue and what else the text gives. Where the text only says 甲己之日, the day is
# the one of the pair that the claim is about; a day 甲 is taken as 甲子, on which both readings agree.
PLACED = {
    "DS1": ("sanqi-deshi.jingyou", {}),
    "DS3": ("sanqi-deshi.jingyou", {}),
    "DS4": ("sanqi-deshi.jingyou", {}),
    "DS6": ("sanqi-deshi.jingyou-full", {}),
    "SL1": ("sanqi-zhiling", {}),
    "SL2": ("sanqi-zhiling", {}),
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
    "RM1": ("sanqi-rumu-shi",),
    "RM2": ("sanqi-rumu-shi",),
    "JX1": ("liuyi-jixing-shi",),
    "YY1": ("wuyang-shi", "de-shi", "dewei-shi"),
    "YY2": ("wuyin-shi",),
    "ZS1": ("zhisan",),
    "ZS2": ("biwu.jingyou",),
}


@pytest.mark.parametrize("name", OF_THE_HOUR)
def test_example_of_the_hour(name):
    example = EXAMPLE[name]
    for row in OF_THE_HOUR[name]:
        assert judge(row, f"{example['dun']}{example['ju']}", example["hour"], "kun") == {0}


def test_tianfu_examples():
    hours = {example["hour"] for example in EXAMPLES if example["pattern"] == "天辅时"}
    assert hours == hours_of("tianfu-shi.jingyou", "kun")


def test_deity_example():
    example = EXAMPLE["JT1"]
    rows = {"九天": "jiutian", "九地": "jiudi", "太阴": "taiyin", "六合": "liuhe"}
    for kind, *claim in (entry["claim"] for entry in example["claims_emended"]):
        if kind == "deity":
            name, palace = claim
            assert judge(rows[name], "阳1", example["hour"], "kun") == {palace}


def test_sanjiahe_examples():
    rows = {"仲甲": "zhongjia", "孟甲": "mengjia", "季甲": "jijia"}
    for example in EXAMPLES:
        if example["id"].startswith("SJ"):
            name = example["pattern"].removeprefix("三甲合(").removesuffix(")")
            if name in rows:
                assert example["hour"] in hours_of(f"{rows[name]}.jingyou", "kun")


def test_guest_and_host_examples():
    rows = {"遁甲利客": "like", "遁甲利主": "lizhu"}
    for example in EXAMPLES:
        row = rows.get(example["pattern"])
        if row is not None:
            for chart, laid in boards("kun").items():
                for palace in example["palaces"]:
                    if set(laid.stars[palace]) & set(example["stars"]):
                        assert palace in hits(row, "kun")[chart]


def test_guest_helped_by_season_and_day():
    # 蓬 over 9 wins by water: autumn or winter, a day of 壬癸亥子.
    chart = next(c for c, laid in boards("kun").items() if laid.stars[9] == ["蓬"])
    for month, day, grades in (
        ("丁亥", "壬寅", {"like", "like-qiang", "like-quan"}),
        ("丁亥", "丙寅", {"like", "like-qiang"}),
        ("丙寅", "丙子", {"like", "like-qiang"}),
        ("丙寅", "丙寅", {"like"}),
    ):
        held = {
            row for row in ("like", "like-qiang", "like-quan") if 9 in judge(row, *chart, "kun", month=month, day=day)
        }
        assert held == grades


def test_star_luck_example():
    # 任 under 冬至 is 相 in the 丑 month only and then 上吉; in 子 it is 休.
    chart = next(c for c, laid in boards("kun").items() if laid.fu_star == "任")
    for month, row in (("丁丑", "xing-shangji"), ("丙子", "xing-ciji"), ("丙寅", "xing-zhongping")):
        assert judge(row, *chart, "kun", month=month)


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


def test_jingyou_stem_table():
    table = table_of("jingyou_stem_table.json")
    for heaven, row in table["cells"].items():
        told = {cell[0]: cell[1] for cell in JIA_TABLE[heaven].split() if cell[1] != "门"}
        assert told == {earth: auspice for earth, auspice in row.items() if auspice}
    jia = [row for row in RULES if row.startswith("jiabiao-")]
    for chart, laid in list(boards("kun").items())[::5]:
        for palace in laid.palaces:
            read = [
                {"甲" if stem == laid.yi else stem for stem in stems if stem != "甲"}
                for stems in (laid.heaven_at(palace), laid.earth_at(palace))
            ]
            pairs = {f"jiabiao-{STEM_SLUGS[h]}-{STEM_SLUGS[e]}" for h in read[0] for e in read[1]}
            held = {row for row in jia if palace in hits(row, "kun").get(chart, ())}
            assert held == pairs & set(jia)


def test_states_exclude_each_other():
    for month in PILLARS[:12]:
        for family in (
            [f"qiying-zhifu-{word}" for word in ("wang", "xiang", "xiu", "qiu", "fei")],
            [f"xing-{word}" for word in ("daxiong", "xiaoxiong", "zhongping", "shangji", "ciji")],
        ):
            for chart, laid in list(boards("kun").items())[::7]:
                assert [
                    judge(row, *chart, "kun", month=month) for row in family if judge(row, *chart, "kun", month=month)
                ] == [{laid.fu_palace}]
