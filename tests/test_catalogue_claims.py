"""Claims of 宝鉴 on 三甲, on the 奇 and the envoy, and on hours (sections C01 to C19 of the rules), by the kernel.

The keys of CLAIMS at the end are the ids of tests/data/vectors/baojian_claims.jsonl that are tested here. A
claim that fails as printed is tested for what counting through everything finds instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import qimen
import test_calendar_claims
import test_catalogue_claims_palaces
import test_directions
from bookboards import BRANCH_PALACE, claims, tables
from kernel_charts import (
    CONTROLS,
    JU,
    STEM_PHASE,
    charts,
    count,
    day_hours,
    hits,
    hours_of,
    judge,
    rule_hits,
    span,
    stem_after,
)
from qimen.names import BRANCHES, PILLARS, STEMS, TERMS, XUN_HEADS

CLASS_ROWS = {"仲": "zhongjia", "孟": "mengjia", "季": "jijia"}


def xun_of(hour: str) -> str:
    return XUN_HEADS[PILLARS.index(hour) // 10]


# ---------------------------------------------------------------- C02-C04: 三甲 and the gate


def at_gate(node: str) -> dict[str, str]:
    """仲甲子 -> "both", "de", "xing" or "": what comes to the gate in the three terms of a node."""
    terms = tables()["xingde"][node]["terms"]
    found: dict[str, list[str]] = {}
    for side, row in (("de", "de-zai-men"), ("xing", "xing-zai-men")):
        for term, yuan, hour in span().entries(row):
            if term in terms:
                kind = {"上": "仲", "中": "孟", "下": "季"}[yuan]
                found.setdefault(kind + xun_of(hour), []).append(side)
    return {xun: "both" if len(set(sides)) == 2 else sides[0] for xun, sides in found.items()}


def sanjia_class(claim: dict[str, Any]) -> None:
    for yuan, entry in tables()["sanjia"].items():
        held = {(y, xun_of(hour)) for _, y, hour in span().entries(CLASS_ROWS[entry["kind"]])}
        assert held == {(yuan, xun) for xun in entry["xun"]}
        assert {BRANCHES.index(xun[1]) % 3 for _, xun in held} == {"仲孟季".index(entry["kind"]) * 2 % 3}
    assert all(
        sum(cell[:2] == (term, yuan) for cell in span().entries("sanjia")) == 20 for term in TERMS for yuan in "上中下"
    )


def yin_yang_half(claim: dict[str, Any]) -> None:
    assert count("kai.star") == claim["result"]["leader yang star boards of 1080"] == 600
    assert count("he.star") == 480
    assert {charts()[name].fu_star for name in hits("kai.star")} == set("蓬任冲辅禽")
    assert {charts()[name].fu_star for name in hits("he.star")} == set("英芮柱心")
    for chart in charts().values():  # the star on the hour is the leader's
        assert {"甲"} <= chart.heaven_at(chart.hands["fu"])


def five_mao(claim: dict[str, Any]) -> None:
    told = claim["result"]["per_term_3_yuan_restricted_to_sanjia_hours"]
    found = {side: span().entries(row) for side, row in (("de", "de-zai-men"), ("xing", "xing-zai-men"))}
    for node, entry in tables()["xingde"].items():
        for term in entry["terms"]:
            hours = {side: {h for t, _, h in cells if t == term} for side, cells in found.items()}
            assert [len(hours["de"]), len(hours["xing"])] == told[node]
            for side in ("de", "xing"):  # each pillar of the branch once
                assert hours[side] == {p for p in PILLARS if p[1] == entry[side]}
    assert 9 * sum(h[1] == "卯" for h in PILLARS) == claim["result"]["all_hours_per_540"]


def distribution(node: str) -> Callable[[dict[str, Any]], None]:
    def check(claim: dict[str, Any]) -> None:
        assert at_gate(node) == claim["result"]

    return check


def dist_summer(claim: dict[str, Any]) -> None:
    other = {"de": "xing", "xing": "de", "both": "both"}
    for node, summer in (("冬至", "夏至"), ("立春", "立秋"), ("春分", "秋分"), ("立夏", "立冬")):
        assert at_gate(summer) == {xun: other[value] for xun, value in at_gate(node).items()}


def five_mao_palace_definition(claim: dict[str, Any]) -> None:
    # Were "at the gate" to mean that 直使's palace holds the branch, no xun would be without 德 or without 刑.
    for xun in XUN_HEADS:
        for side in ("de", "xing"):
            branches = {entry[side] for entry in tables()["xingde"].values()}
            for branch in branches:
                rule = f"envoy & palace:{BRANCH_PALACE[branch]} & hour_xun:{xun}"
                assert {ju for ju, _ in rule_hits(rule)} == set(JU)
    assert set(claim["result"].values()) == {10}


# ---------------------------------------------------------------- C07-C10: the 奇 and the envoy


def deshi_yujia_hours(claim: dict[str, Any]) -> None:
    found: dict[str, int] = {}
    for _, hour in hits("deshi-yujia.with-qin"):
        found[hour] = found.get(hour, 0) + 1
    assert found == claim["result"]
    for name, chart in charts().items():  # by raw palaces, and in no other hour
        here = chart.hands["shi_raw"]
        meets = here == chart.hands["fu_raw"] and chart.earth(here) in "乙丙丁"
        lucky = chart.shi_door in ("开", "休", "生")
        assert judge("deshi-yujia.with-qin", *name) == ({chart.hands["shi"]} if meets and lucky else set())


def deshi_yujia_list(claim: dict[str, Any]) -> None:
    def told(row: str, lodging: str) -> dict[str, list[list[Any]]]:
        found: dict[str, list[list[Any]]] = {"丙辰": [], "丁酉": []}
        for name in hits(row, lodging):
            chart = charts(lodging)[name]
            found[name[1]].append([name[0], chart.hands["shi_raw"], chart.shi_door, chart.fu_star])
        return found

    assert told("deshi-yujia.with-qin", "kun-gen") == claim["result"]["book_lodging"]
    printed = {
        hour: [cell for cell in cells if cell[3] != "禽"] for hour, cells in claim["result"]["book_lodging"].items()
    }
    assert told("deshi-yujia", "kun-gen") == printed
    assert told("deshi-yujia.with-qin", "kun") == printed  # 禽 leads no lucky door where 5 lodges in 坤


def deshi_yujia_lodged_extra(claim: dict[str, Any]) -> None:
    rule = "envoy & heaven:甲 & hour_stem:乙丙丁 & zhishi:开休生 & ~zhifu:禽"
    extra = set(rule_hits(rule)) - set(hits("deshi-yujia"))
    assert extra == {(cells[0][0], hour) for hour, cells in claim["result"].items()}
    for ju, hour in extra:
        chart = charts()[ju, hour]
        [[_, raw, *rest]] = claim["result"][hour]
        assert rest == [chart.shi_door, chart.fu_star]
        assert raw in (chart.hands["shi_raw"], chart.hands["fu_raw"])
        assert chart.hands["shi_raw"] != chart.hands["fu_raw"]  # together by lodging only


def deshi_jia_pairs(claim: dict[str, Any]) -> None:
    found: dict[str, set[str]] = {}
    for hour in hours_of("sanqi-deshi.li"):
        found.setdefault(hour[0], set()).add(xun_of(hour))
    assert found == {qi: set(heads) for qi, heads in claim["result"].items()}
    assert hours_of("sanqi-deshi.li") == {hour for _, hour in hits("sanqi-you-liuyi")}


def youyi_hours(claim: dict[str, Any]) -> None:
    assert sorted({hour for _, hour in hits("sanqi-you-liuyi")}) == sorted(claim["result"])


def of_ju(lodging: str = "kun-gen") -> dict[str, str]:
    """Ju -> the 奇 that wander in it."""
    found: dict[str, set[str]] = {}
    for ju, hour in hits("sanqi-you-liuyi", lodging):
        found.setdefault(ju, set()).add(hour[0])
    return {ju: "".join(sorted(stems, key=STEMS.index)) for ju, stems in found.items()}


def youyi_yang1_example(claim: dict[str, Any]) -> None:
    chart = charts()["阳1", "乙亥"]
    assert [chart.native(stem) for stem in "乙辛己"] == [9, 4, 2]
    assert judge("sanqi-you-liuyi", "阳1", "乙亥") == {4}
    assert judge("sanqi-you-liuyi", "阳1", "乙未") == {2}
    assert sorted([h[0], h] for ju, h in hits("sanqi-you-liuyi") if ju == "阳1") == sorted(claim["result"])


def youyi_yang3_gap(claim: dict[str, Any]) -> None:
    assert sorted([h[0], h] for ju, h in hits("sanqi-you-liuyi") if ju == "阳3") == sorted(claim["result"])
    chart = charts()["阳3", "乙亥"]
    ring = (1, 8, 3, 4, 9, 2, 7, 6)
    place = {stem: ring.index(2 if chart.native(stem) == 5 else chart.native(stem)) for stem in "乙己辛"}
    assert {(place[yi] - place["乙"]) % 8 for yi in "己辛"} == {2, 6}


def youyi_bing_only(claim: dict[str, Any]) -> None:
    assert sorted(ju for ju, qi in of_ju().items() if qi == "丙") == sorted(claim["result"]["sim_only_bing"])
    assert of_ju()["阳1"] == "乙丙丁"  # where 阳一 is printed for 阳二


def youyi_yi_only(claim: dict[str, Any]) -> None:
    assert sorted(ju for ju, qi in of_ju().items() if qi == "乙") == sorted(claim["result"])
    assert {ju for ju, qi in of_ju().items() if qi == "乙丙丁"} == {"阳1", "阴9"}


def youyi_kun_lodging(claim: dict[str, Any]) -> None:
    # Four of the 34 stand at ring distance three (阴3 丙寅 丙戌, 阴4 乙亥 乙未), which the book does not know.
    assert of_ju("kun") == claim["result"]["kun"] != of_ju()
    assert (count("sanqi-you-liuyi"), count("sanqi-you-liuyi", "kun")) == (36, 34)


def yunv_six(claim: dict[str, Any]) -> None:
    found: dict[str, int] = {}
    for name, palaces in hits("yunv-shoumen").items():
        chart = charts()[name]
        assert chart.earth(chart.hands["shi_raw"]) == "丁"
        assert palaces == {chart.hands["shi"]}
        found[name[1]] = found.get(name[1], 0) + 1
    assert found == claim["result"]
    raw = {name for name, chart in charts().items() if chart.earth(chart.hands["shi_raw"]) == "丁"}
    assert raw == set(hits("yunv-shoumen"))


def yunv_lin(claim: dict[str, Any]) -> None:
    for pair, hours in claim["result"]["hours"].items():
        for stem in pair:
            assert day_hours("yunv-shoumen.lin").get(stem) == set(hours)
    where = claim["result"]["ju_out_of_18_where_envoy_on_丁"]
    assert hours_of("yunv-shoumen.lin") == set(where)
    lodged = hits("yunv-shoumen.lodged")
    assert {hour: sum(h == hour for _, h in lodged) for hour in where} == where


def yunv_lodged(claim: dict[str, Any]) -> None:
    extra: dict[str, list[str]] = {}
    for ju, hour in set(hits("yunv-shoumen.lodged")) - set(hits("yunv-shoumen")):
        extra.setdefault(hour, []).append(ju)
    assert {hour: sorted(jus) for hour, jus in extra.items()} == {
        hour: sorted(jus) for hour, jus in claim["result"].items()
    }


# ---------------------------------------------------------------- C11-C15: the hour against the day


def wubuyu_alg(claim: dict[str, Any]) -> None:
    # 庚 at 午, one branch back a day stem, over ten branches (戌 and 亥 stepped over).
    kept = [b for b in BRANCHES if b not in "戌亥"]
    for i, day in enumerate(STEMS):
        [hour] = day_hours("wubuyu-shi")[day]
        assert hour == claim["result"][day]
        assert hour[1] == kept[(kept.index("午") - i) % 10]
        assert hour[0] == stem_after("庚", i)


def wubuyu_vs_stem(claim: dict[str, Any]) -> None:
    wide, verse = day_hours("wubuyu-shi.same-polarity"), day_hours("wubuyu-shi")
    assert sum(map(len, wide.values())) == 12
    extra = {day: sorted(hours - verse[day]) for day, hours in wide.items() if hours - verse[day]}
    assert extra == claim["result"]


def wubuyu_7_5(claim: dict[str, Any]) -> None:
    for day, hours in day_hours("qisha").items():
        assert {hour[0] for hour in hours} == {stem_after(day, 6)} == {stem_after(day, -4)}
        assert CONTROLS[STEM_PHASE[stem_after(day, 6)]] == STEM_PHASE[day]


def tomb_book(claim: dict[str, Any]) -> None:
    assert sorted(hours_of("shigan-rumu") | hours_of("sanqi-rumu-shi.modern")) == sorted(claim["result"])
    assert not hours_of("shigan-rumu") & hours_of("sanqi-rumu-shi.modern")


def tomb_old(claim: dict[str, Any]) -> None:
    assert sorted(hours_of("shigan-rumu.jiuben")) == sorted(claim["result"])
    book = hours_of("shigan-rumu") | hours_of("sanqi-rumu-shi.modern")
    assert book - hours_of("shigan-rumu.jiuben") == {"戊辰", "乙未", "辛丑", "己未"}
    assert hours_of("shigan-rumu.jiuben") - book == {"戊戌", "己丑"}


def wuhe(claim: dict[str, Any]) -> None:
    assert {day: sorted(hours) for day, hours in day_hours("wuhe-shi").items()} == {
        day: sorted(hours) for day, hours in claim["result"].items()
    }
    for day, hours in day_hours("wuhe-shi").items():
        assert {hour[0] for hour in hours} == {stem_after(day, 5)}


# ---------------------------------------------------------------- C16-C19: the net


def tianwang_sizhang(claim: dict[str, Any]) -> None:
    assert set(hits("tianwang-sizhang")) == {("阳9", "癸亥"), ("阴1", "癸亥")}
    told = claim["result"]["癸_native_palace"]
    assert {ju: charts()[ju, "癸亥"].native("癸") for ju in JU} == told
    assert {ju for ju, palace in told.items() if palace == 5} == {ju for ju, _ in hits("tianwang-sizhang")}


def tianwang_sizhang_89(claim: dict[str, Any]) -> None:
    found = {ju: palaces for (ju, hour), palaces in hits("tianwang-sizhang.sanshi").items() if hour == "癸亥"}
    native = {ju: {palace} for ju, palace in claim["result"].items()}
    assert {ju: p for ju, p in found.items() if charts()[ju, "癸亥"].native("癸") in (8, 9)} == native
    # By lodging 阴1 comes to 8 too; neither list is the book's 阳9 and 阴1.
    assert set(found) - set(native) == {"阴1"}
    assert set(found) != {"阳9", "阴1"}


def tianwang_height(claim: dict[str, Any]) -> None:
    found: dict[str, int] = {}
    for palaces in hits("tianwang-fang").values():
        [palace] = palaces
        found[str(palace)] = found.get(str(palace), 0) + 1
    assert found == claim["result"]
    rows = {"tianwang-di": "123", "tianwang-rumu": "4", "tianwang-chuguan": "6", "tianwang-gao": "789"}
    for row, scale in rows.items():
        assert count(row) == sum(found[p] for p in scale)
        assert {str(p) for palaces in hits(row).values() for p in palaces} == set(scale)


def chiheng(claim: dict[str, Any]) -> None:
    found: dict[str, int] = {}
    for name, chart in charts().items():
        if chart.hands["shi_raw"] == chart.hands["fu_raw"]:
            found[name[1]] = found.get(name[1], 0) + 1
    assert found == claim["result"]
    assert hours_of("tianyi-chiheng") == {"戊午", "己未", "庚申", "辛酉", "壬戌"} <= set(found)
    for name, palaces in hits("tianyi-chiheng").items():
        assert palaces == {charts()[name].hands["shi"]} == {charts()[name].hands["fu"]}


def jiayin_lucky_envoy(claim: dict[str, Any]) -> None:
    def lucky(row: str, lodging: str) -> list[list[str | None]]:
        names = {ju: charts(lodging)[ju, hour].shi_door for ju, hour in hits(row, lodging)}
        return [[ju, door] for ju, door in names.items()]

    assert lucky("tianyi-chiheng-jimen.with-qin", "kun-gen") == claim["result"]["book"]
    assert lucky("tianyi-chiheng-jimen", "kun") == claim["result"]["kun"]
    assert lucky("tianyi-chiheng-jimen", "kun-gen") == claim["result"]["kun"]
    assert charts()["阳2", "戊午"].shi_door == "惊"


def six_ju_bingchen(claim: dict[str, Any]) -> None:
    def at(row: str) -> list[str]:
        return [ju for ju, hour in hits(row) if hour == "丙辰"]

    assert at("deshi-yujia.with-qin") == claim["result"]
    assert set(at("deshi-yujia")) == {ju for ju, _ in hits("tianyi-chiheng-jimen")}


def bingchen_jia_on_bing(claim: dict[str, Any]) -> None:
    found = [name for name in hits("qinglong-fanshou") if name[1] == "丙辰"]
    assert len(found) == claim["result"] == 18


def die_xue_name(claim: dict[str, Any]) -> None:
    assert qimen.PATTERNS["朱鸟跌穴"].id == "qinglong-fanshou"
    assert hits("朱鸟跌穴") == rule_hits("heaven:甲 & earth:丙")
    assert hits("飞鸟跌穴") == rule_hits("heaven:丙 & earth:甲")


CLAIMS: dict[str, Callable[[dict[str, Any]], None]] = {
    "v2.sanjia_class": sanjia_class,
    "v2.yin_yang_half": yin_yang_half,
    "v2.five_mao": five_mao,
    "v2.dist_dongzhi": distribution("冬至"),
    "v2.dist_lichun": distribution("立春"),
    "v2.dist_lixia": distribution("立夏"),
    "v2.dist_summer": dist_summer,
    "v2.five_mao_palace_definition": five_mao_palace_definition,
    "v2.deshi_yujia_hours": deshi_yujia_hours,
    "v2.deshi_yujia_list": deshi_yujia_list,
    "v2.deshi_yujia_lodged_extra": deshi_yujia_lodged_extra,
    "v2.deshi_jia_pairs": deshi_jia_pairs,
    "v2.youyi_hours": youyi_hours,
    "v2.youyi_yang1_example": youyi_yang1_example,
    "v2.youyi_yang3_gap": youyi_yang3_gap,
    "v2.youyi_bing_only": youyi_bing_only,
    "v2.youyi_yi_only": youyi_yi_only,
    "v2.youyi_kun_lodging": youyi_kun_lodging,
    "v2.yunv_six": yunv_six,
    "v2.yunv_lin": yunv_lin,
    "v2.yunv_lodged": yunv_lodged,
    "v2.wubuyu_alg": wubuyu_alg,
    "v2.wubuyu_vs_stem": wubuyu_vs_stem,
    "v2.wubuyu_7_5": wubuyu_7_5,
    "v2.tomb_book": tomb_book,
    "v2.tomb_old": tomb_old,
    "v2.wuhe": wuhe,
    "v2.tianwang_sizhang": tianwang_sizhang,
    "v2.tianwang_sizhang_89": tianwang_sizhang_89,
    "v2.tianwang_height": tianwang_height,
    "v2.chiheng": chiheng,
    "v2.jiayin_lucky_envoy": jiayin_lucky_envoy,
    "v2.six_ju_bingchen": six_ju_bingchen,
    "v2.bingchen_jia_on_bing": bingchen_jia_on_bing,
    "v2.dieXue_name": die_xue_name,
}


@pytest.mark.parametrize("name", CLAIMS)
def test_claim(name: str) -> None:
    CLAIMS[name](claims()[name])


def test_every_claim_is_tested_with_the_catalogue_the_calendars_or_the_directions() -> None:
    tested = (
        CLAIMS, test_catalogue_claims_palaces.CLAIMS, test_calendar_claims.CLAIMS, test_directions.CHECKS,
    )  # fmt: skip
    assert set().union(*tested) == set(claims())
