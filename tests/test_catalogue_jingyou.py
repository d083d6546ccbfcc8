"""Every example of 《景祐》 as a row of the catalogue, found by the kernel where the book has it.

The boards themselves are in test_jingyou_charts; here each example, chart or bare rule, names the row that it
is an example of, and the palace of the hit where the book gives one.
"""

from __future__ import annotations

import json

import numpy as np
import pytest

import qimen
from bookboards import VECTORS, Chart, examples
from kernel_charts import CHARTS, JU, charts, day_hours, hits, hours_of, judge, palaces_of, rule_hits, stars_at
from qimen.names import BRANCHES, PILLARS
from test_catalogue_tables import STEM_SLUGS

#: Example -> row and the pillars it reads. Where the text only says 甲己之日, the day is the one of the pair
#: that the claim is about, and a day 甲 is taken as 甲子, on which both readings of 甲 agree. 庚 over the stem
#: of the year (辛), of the new moon (己) and of the day (己).
PLACED = {
    "DS1": ("sanqi-deshi.jingyou", {}), "DS3": ("sanqi-deshi.jingyou", {}), "DS4": ("sanqi-deshi.jingyou", {}),
    "DS6": ("sanqi-deshi.jingyou", {}), "SL1": ("sanqi-zhiling", {}), "SL2": ("sanqi-zhiling", {}),
    "TD1": ("tiandun", {}), "DD1": ("didun", {}), "DD2": ("didun", {}), "RD1": ("rendun", {}), "RD2": ("rendun", {}),
    "RM3": ("sanqi-rumu.jingyou", {}), "RM4": ("sanqi-rumu.jingyou", {}), "RM6": ("sanqi-rumu.jingyou", {}),
    "JX2": ("liuyi-jixing", {}), "TB1": ("taibai-ru-yinghuo", {}), "YH1": ("yinghuo-ru-taibai", {}),
    "QL1": ("qinglong-fanshou", {}), "FN1": ("feiniao-diexue", {}), "FGF": ("tianyi-feigong-ge", {}),
    "FGA": ("tianyi-fugan-ge", {"day": "甲子"}), "FGB": ("tianyi-feigan-ge", {"day": "甲子"}),
    "SG1": ("suige", {"year": "辛未"}), "YG1": ("yuege", {"shuo": "己巳"}), "RG1": ("rige", {"day": "己卯"}),
    "SHG": ("shige", {}), "DG1": ("dage", {}), "BH1": ("baihu-changkuang", {}), "ZQ1": ("zhuque-toujiang", {}),
    "TS1": ("tengshe-yaojiao", {}), "SB1": ("shibei", {"day": "丁卯", "month": "丁卯", "year": "丁卯"}),
    # The palaces of 直使 that three later sections count to.
    "HZ1": ("biwu.envoy", {}), "HZ2": ("biwu.envoy", {}), "ZS1": ("zhisan.envoy", {}), "ZS2": ("biwu.envoy", {}),
    "CL1": ("xingyin", {}),
}  # fmt: skip
#: Examples of the hour as a whole.
OF_THE_HOUR = {
    "FY1": ("xing-fuyin.jingyou", "men-fuyin.jingyou", "fuyin.jingyou"), "FA1": ("xing-fanyin", "fanyin"),
    "FA2": ("men-fanyin", "fanyin"), "RM1": ("sanqi-rumu-shi",), "RM2": ("sanqi-rumu-shi",),
    "JX1": ("liuyi-jixing-shi",), "YY1": ("wuyang-shi", "de-shi", "dewei-shi"), "YY2": ("wuyin-shi",),
    "ZS1": ("zhisan", "wei-shi"), "ZS2": ("biwu.jingyou",),
}  # fmt: skip
SANJIA = {"仲甲": "zhongjia.jingyou", "孟甲": "mengjia.jingyou", "季甲": "jijia.jingyou"}
#: Examples without a row: directions on the twelve branches (tests of the directions), and the two envoys, of
#: which one runs in each half of the year (docs/coverage.md).
ELSEWHERE = {"TT1", "TT2", "BJ1", "BJ2", "QG1", "QG2"}


def of(prefix: str) -> list[str]:
    return [name for name in examples() if name.startswith(prefix)]


def chart_of(name: str) -> Chart:
    row = examples()[name]
    return charts("kun")[f"{row['dun']}{row['ju']}", row["hour"]]


def test_every_example_has_its_test() -> None:
    tested = {*PLACED, *OF_THE_HOUR, "JT1"}
    for prefix in ("SJ", "TF", "YN", "MP", "LK", "LZ", "XW", "CM_"):
        tested |= set(of(prefix))
    assert tested | ELSEWHERE == set(examples())


@pytest.mark.parametrize("name", PLACED)
def test_example_with_a_palace(name: str) -> None:
    row, known = PLACED[name]
    chart = chart_of(name)
    palace = 2 if examples()[name]["palace"] == 5 else examples()[name]["palace"]  # 5 lodges in 坤
    assert palace in judge(row, chart.name, chart.hour, "kun", **known)
    # So too under the book's own preset, where a pillar of 甲 stands for 直符.
    given = {role: np.uint8(PILLARS.index(pillar)) for role, pillar in known.items()}
    assert palace in palaces_of(int(qimen.match(np.uint16(chart.id), row, "jingyou", **given)))
    for claim in examples()[name].get("claims_emended", []):
        if claim["ok"] and claim["claim"][0] != "branchpal":
            assert chart.holds(claim["claim"])


def test_six_examples_of_deshi_have_a_lucky_door_too() -> None:
    for name in of("DS"):
        chart = chart_of(name)
        assert examples()[name]["palace"] in judge("sanqi-deshi.jingyou-full", chart.name, chart.hour, "kun")
        # 宝鉴's 得使 (the envoy) and the plate reading of 李 are other rules.
        assert examples()[name]["palace"] not in judge("sanqi-deshi.over-yi", chart.name, chart.hour, "kun")


@pytest.mark.parametrize("name", OF_THE_HOUR)
def test_example_of_the_hour(name: str) -> None:
    chart = chart_of(name)
    for row in OF_THE_HOUR[name]:
        assert judge(row, chart.name, chart.hour, "kun") == {0}


def test_deities() -> None:
    chart = chart_of("JT1")
    rows = {"九天": "jiutian", "九地": "jiudi", "太阴": "taiyin", "六合": "liuhe"}
    told = {c["claim"][1]: c["claim"][2] for c in examples()["JT1"]["claims_emended"] if c["claim"][0] == "deity"}
    assert set(told) == set(rows)
    for deity, palace in told.items():
        assert judge(rows[deity], chart.name, chart.hour, "kun") == {palace}


@pytest.mark.parametrize("name", of("SJ"))
def test_sanjia(name: str) -> None:
    example = examples()[name]
    row = SANJIA[example["pattern"].removeprefix("三甲合(").removesuffix(")")]
    assert example["hour"] in hours_of(row, "kun")
    # The day stems that the text gives the hour are those on which it can fall.
    days = {day for day, hours in day_hours(row).items() if example["hour"] in hours}
    assert days == set(example["day_stem_pair"])


def test_all_three_jia() -> None:
    """三甲皆合: midnight of a 甲 day, 甲子; 甲戌 only by the variant that goes by stems alone."""
    assert day_hours("sanjia-jiehe") == {"甲": {"甲子"}}
    assert day_hours("sanjia-jiehe.both-stems") == {"甲": {"甲子", "甲戌"}}


@pytest.mark.parametrize("name", of("TF"))
def test_tianfu(name: str) -> None:
    example = examples()[name]
    for stem in example["day_stem_pair"]:
        assert day_hours("tianfu-shi.jingyou")[stem] == {example["hour"]}


@pytest.mark.parametrize("name", of("YN"))
def test_yunv(name: str) -> None:
    for row in ("sanqi-you-liuyi.jingyou", "yunv-shoumen"):
        assert {ju for ju, hour in hits(row, "kun") if hour == examples()[name]["hour"]} == set(JU)
        for ju in JU:
            chart = charts("kun")[ju, examples()[name]["hour"]]
            assert judge(row, ju, chart.hour, "kun") == {chart.hands["shi"]}
            assert chart.earth(chart.hands["shi_raw"]) == "丁"


@pytest.mark.parametrize("name", of("MP"))
def test_menpo(name: str) -> None:
    example = examples()[name]
    half = "jimen-beipo.jingyou" if example["door"] in "开休生景" else "xiongmen-beipo.jingyou"
    for row in ("menpo", half):
        for palace in example["palaces"]:
            met = [n for n, chart in charts("kun").items() if chart.door(palace) == example["door"]]
            assert met
            assert all(palace in hits(row, "kun")[n] for n in met)


@pytest.mark.parametrize("name", [*of("LK"), *of("LZ")])
def test_host_and_guest(name: str) -> None:
    example = examples()[name]
    row = "like" if name.startswith("LK") else "lizhu"
    for star in example["stars"]:
        for palace in example["palaces"]:
            met = [n for n, chart in charts("kun").items() if star in stars_at(chart, palace)]
            assert met
            assert all(palace in hits(row, "kun")[n] for n in met)


def test_stars_by_month() -> None:
    """XW1: 蓬 is 旺 in 寅卯, 相 in 亥子, 死 in 申酉, 囚 in 辰戌丑未, 休 in 巳午."""
    states = {"wang": "寅卯", "xiang": "亥子", "si": "申酉", "qiu": "辰戌丑未", "xiu": "巳午"}
    for word, branches in states.items():
        for branch in BRANCHES:
            month = next(p for p in PILLARS if p[1] == branch)
            found = hits(f"xiuwang-peng-{word}", "kun", month=month)
            assert len(found) == (1080 if branch in branches else 0)


def test_star_of_the_best_luck() -> None:
    """XW2: 任 as 直符 after 冬至, 相 in the 丑 month: 上吉; in the 子 month it is 休 and keeps its own luck."""
    led = {name: {c.hands["fu"]} for name, c in charts("kun").items() if c.fu_star == "任"}
    for month, row in (("丁丑", "xing-shangji"), ("丙子", "xing-ciji"), ("丙寅", "xing-zhongping")):
        found = hits(row, "kun", month=month)
        assert led.items() <= found.items()


@pytest.mark.parametrize("name", of("CM_"))
def test_star_drawn_on_a_board(name: str) -> None:
    star, palace = examples()[name]["claim"].removeprefix("chart mark: star ").split(" drawn at ")
    chart = chart_of(name)
    assert rule_hits(f"star:{star}", "kun")[chart.name, chart.hour] == {int(palace)}


def test_stem_table() -> None:
    """The 加 table: the rows are its cells, and each pair of a palace, the yi read as 甲, is reported."""
    table = json.loads((VECTORS / "jingyou_stem_table.json").read_text(encoding="utf-8"))
    rows = {row.id: row for row in qimen.PATTERNS if row.category == "jiabiao"}
    for heaven, cells in table["cells"].items():
        for earth, auspice in cells.items():
            row = rows.get(f"jiabiao-{STEM_SLUGS[heaven]}-{STEM_SLUGS[earth]}")
            if auspice is None:
                assert row is None or row.inferred  # a cell on itself, decided by the door
            else:
                assert row is not None
                assert row.auspice == auspice
    masks = dict(zip(rows, qimen.match(CHARTS, list(rows), "jingyou"), strict=True))
    for chart in list(charts("kun").values())[::3]:
        held = {(row, p) for row, mask in masks.items() for p in palaces_of(int(mask[chart.id]))}
        expected = set()
        for palace in (1, 2, 3, 4, 6, 7, 8, 9):
            above, below = chart.heaven_at(palace), chart.earth_at(palace)
            for h in above - ({chart.yi} if "甲" in above else set()):
                for e in below - ({chart.yi} if "甲" in below else set()):
                    expected.add((f"jiabiao-{STEM_SLUGS[h]}-{STEM_SLUGS[e]}", palace))
        assert held == {cell for cell in expected if cell[0] in rows}
