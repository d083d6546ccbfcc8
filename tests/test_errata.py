"""The table of errata: complete, and every row that can be computed fails as printed and holds as emended."""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import qimen
from bookboards import Chart, claims, every_chart, examples, ju_of, tables
from qimen import cli
from qimen.calendars.mean_terms import DAY_PARTS, HOUR_PARTS
from qimen.calendars.pentads import lin_cycle
from qimen.errata import BAOJIAN, JINGYOU, KINDS, Erratum
from qimen.names import BRANCHES, PILLARS, STEMS, TERMS
from qimen.render.errata import errata_text

ROWS = {f"{row.place}: {row.printed or row.emended}": row for row in qimen.ERRATA}


def chart_of(example: dict[str, Any]) -> Chart:
    return Chart(example["dun"], example["ju"], example["hour"])


def differences(example: dict[str, Any]) -> list[str]:
    """What of a worked example can be computed and differs between print and emendation."""
    found = [name for name in ("claims", "terms", "chart") if differs(example, name)]
    return found + (["hour"] if "raw_hour" in example else [])


def differs(example: dict[str, Any], name: str) -> bool:
    return bool(example.get(f"{name}_printed", []) != example.get(f"{name}_emended", []))


# --- worked examples ----------------------------------------------------------------------------------------

LAID = [name for name, row in examples().items() if row["kind"] == "chart"]


@pytest.mark.parametrize("name", LAID)
def test_worked_example_holds_as_emended(name: str) -> None:
    example = examples()[name]
    chart = chart_of(example)
    for row in example.get("claims_emended", []):
        assert row["ok"]
        assert chart.holds(row["claim"]), row["claim"]
    for term in example.get("terms_emended", []):
        assert ju_of(term[:2], term[2]) == (example["dun"], example["ju"]), term
    if "chart_emended" in example:
        assert chart.printed() == example["chart_emended"]
    expected = example["expected"]
    for palace in (1, 2, 3, 4, 6, 7, 8, 9):
        assert chart.heaven_at(palace) - {"甲"} == set(expected["heaven"][str(palace)])
        assert chart.door(palace) == expected["doors"][str(palace)]
        assert chart.deity(palace) == expected["deities"][str(palace)]
    assert chart.fu_star == example["star"]
    assert chart.hands["fu"] == example["star_to"]
    assert chart.hands["shi_raw"] == example["door_to_raw"]


@pytest.mark.parametrize("name", [name for name in LAID if differences(examples()[name])])
def test_worked_example_fails_as_printed(name: str) -> None:
    example = examples()[name]
    chart = chart_of(example)
    for row in example.get("claims_printed", []):
        assert chart.holds(row["claim"]) == row["ok"], row["claim"]
    if differs(example, "claims"):
        assert not all(chart.holds(row["claim"]) for row in example["claims_printed"])
    wrong = [term for term in example.get("terms_printed", []) if ju_of(term[:2], term[2]) != (chart.dun, chart.ju)]
    assert wrong == example.get("terms_bad", [])
    if differs(example, "terms"):
        assert wrong
    if differs(example, "chart"):
        assert chart.printed() != example["chart_printed"]
    if "raw_hour" in example:
        printed = Chart(example["dun"], example["ju"], example["raw_hour"])
        told = [printed.holds(row["claim"]) for row in example["claims_printed"]]
        assert told == example["printed_hour_claims_ok"]
        assert not all(told)


# --- the table ----------------------------------------------------------------------------------------------


def test_rows_are_well_formed() -> None:
    for row in qimen.ERRATA:
        assert row.book in (JINGYOU, BAOJIAN)
        assert row.kind in KINDS
        assert row.printed != row.emended
        assert row.place
        assert row.why
        assert row.evidence
        assert bool(row.emended) == (row.kind != "open")
        assert row.check in ("", "example", *CHECKS)
        for ref in row.refs:
            assert ref in (examples() if row.book == JINGYOU else claims())
        if row.kind in ("figure", "chart", "term"):
            assert row.check
    assert len({(row.book, row.place, row.printed, row.emended) for row in qimen.ERRATA}) == len(qimen.ERRATA)


EMENDED = [(name, text) for name, row in examples().items() for text in row.get("emendation", [])] + [
    (name, row["emendation"]) for name, row in claims().items() if row.get("emendation")
]


@pytest.mark.parametrize(("name", "text"), EMENDED, ids=[f"{name}-{i}" for i, (name, _) in enumerate(EMENDED)])
def test_every_emendation_of_the_vectors_is_in_the_table(name: str, text: str) -> None:
    rows = [row for row in qimen.ERRATA if name in row.refs]
    # One row an emendation: the characters that the vector names, printed or emended, stand in one of them.
    words = re.findall(r"[\u4e00-\u9fff]{2,}", text)
    told = [f"{row.place}{row.printed}{row.emended}{row.why}" for row in rows]
    assert rows
    assert not words or any(word[:2] in line for word in words for line in told)
    assert len(rows) >= len(examples().get(name, {}).get("emendation", [1]))


@pytest.mark.parametrize(
    "row", [r for r in qimen.ERRATA if r.check == "example"], ids=lambda r: f"{r.refs[0]}-{r.kind}"
)
def test_rows_of_examples_differ_where_they_say(row: Erratum) -> None:
    example = examples()[row.refs[0]]
    wanted = {"term": {"terms"}, "chart": {"chart", "hour"}, "figure": {"claims", "hour"}}[row.kind]
    assert wanted & set(differences(example))
    if row.kind == "term":
        assert example["terms_bad"] == [re.sub("[元阳阴].*", "", row.printed)]
        emended = re.sub("[元阳阴].*", "", row.emended)
        assert ju_of(emended[:2], emended[2]) == (example["dun"], example["ju"])


# --- checks of single rows ----------------------------------------------------------------------------------


#: 宝鉴's plates.
def baojian(dun: str, ju: int, hour: str) -> Chart:
    return Chart(dun, ju, hour, "baojian")


def fu_gan(row: Erratum) -> None:
    chart = chart_of(examples()["FGA"])
    assert chart.holds(["over", "庚", "甲", 2])
    assert not chart.holds(["over", "甲", "庚", 2])


def half_double_hour(row: Erratum) -> None:
    assert DAY_PARTS == 12 * HOUR_PARTS
    assert HOUR_PARTS == 2 * 437.5


def envoys_of_summer(row: Erratum) -> None:
    yin, yang = Chart("阴", 9, "甲子"), Chart("阳", 1, "甲子")
    assert (yin.hands["shi_raw"], yin.shi_door) == (9, "景")
    assert (yang.hands["shi_raw"], yang.shi_door) == (1, "休")


def half_year(row: Erratum) -> None:
    assert 365.25 / 2 == 182 + 0.625
    assert row.emended.endswith("日")


HOUR_NAMES = dict(zip(BRANCHES, re.findall("..", "夜半鸡鸣平旦日出食时禺中日中日昳晡时日入黄昏人定"), strict=True))


def hour_names(row: Erratum) -> None:
    pillar = next(pillar for pillar in PILLARS if pillar in row.emended)
    assert HOUR_NAMES[pillar[1]] in row.emended
    assert HOUR_NAMES[pillar[1]] not in row.printed


def lost_example(row: Erratum) -> None:
    example = examples()[row.refs[0]]
    chart = chart_of(example)
    assert all(chart.holds(line["claim"]) for line in example["claims_emended"])
    if "chart_printed" in example:
        same = [
            (dun, ju) for dun in "阳阴" for ju in range(1, 10)
            if Chart(dun, ju, "甲子").printed() == example["chart_printed"]
        ]  # fmt: skip
        assert same == [(example["dun"], example["ju"])]


PHASE = dict(zip("水土木金火", ((1,), (2, 5, 8), (3, 4), (6, 7), (9,)), strict=True))
CONTROLS = dict(zip("水火金木土", "火金木土水", strict=True))


def palace_phases(row: Erratum) -> None:
    if "一宫" in row.emended:
        assert 1 in PHASE["水"]
        assert 1 not in PHASE["木"]
    elif "天英" in row.emended:
        assert PHASE[CONTROLS["火"]] == (6, 7)
    else:
        assert set(PHASE[CONTROLS["木"]]) - {5} == {2, 8}


def di_dun_door(row: Erratum) -> None:
    chart = chart_of(examples()["DD1"])
    assert chart.door(2) == "开"
    assert chart.door(1) == "伤"


def xin_at_three(row: Erratum) -> None:
    where = [(dun, ju) for dun in "阳阴" for ju in range(1, 10) if Chart(dun, ju, "辛未").native("辛") == 3]
    assert where == [("阳", 9), ("阴", 6)]
    assert Chart("阳", 1, "辛未").native("辛") == 4
    assert Chart("阳", 1, "庚午").native("庚") == 3


def mark(row: Erratum) -> None:
    chart = chart_of(examples()[row.refs[0]])
    if row.printed == "壬庚":
        assert chart.holds(["over", "丙", "庚", 4])
        assert not chart.holds(["over", "壬", "庚", 4])
    else:
        assert chart.star(7) == "心"
        assert chart.star(2) != "心"
        assert chart.holds(["over", "丁", "癸", 7])


def middle_of_nine(row: Erratum) -> None:
    yang = [term for term in TERMS[:12] if ju_of(term, "中") == ("阳", 9)]
    assert yang == ["大寒", "春分"]


def second_chart(row: Erratum) -> None:
    assert Chart("阳", 8, "丁卯").printed() == row.printed.split()
    assert Chart("阳", 5, "癸酉").printed() != row.printed.split()


def tian_fu(row: Erratum) -> None:
    hours = [examples()[f"TF{n}"]["hour"] for n in range(1, 6)]
    assert [hour[0] for hour in hours] == list("己甲甲甲甲")


def deng_ming(row: Erratum) -> None:
    # The general 亥 laid on 午: 子 stands over 未 as the text has it; laid on 子 it would stand over 丑.
    def over(general: str, hour: str, god: str) -> str:
        return BRANCHES[(BRANCHES.index(god) + BRANCHES.index(hour) - BRANCHES.index(general)) % 12]

    assert over("亥", "午", "子") == "未"
    assert over("亥", "子", "子") == "丑"
    assert over("亥", "午", "亥") == row.emended[-1]


def four_births(row: Erratum) -> None:
    jingyou = {"火": "亥", "木": "寅", "水": "巳", "金": "申"}
    assert set(jingyou.values()) == set("寅申巳亥")
    trine = {"亥卯未": "木", "金局": "金"}[row.printed[: -1 - row.printed.count("日在")].removesuffix("日")]
    assert row.emended.endswith(jingyou[trine])
    assert row.printed[-1] not in "寅申巳亥"


def make_up(row: Erratum) -> None:
    digits = "〇一二三四五六七八九"
    assert ju_of("立春", "下") == ("阳", digits.index(row.emended[row.emended.index("陽") + 1]))
    assert ju_of("立春", "中") == ("阳", digits.index(row.printed[row.printed.index("陽") + 1]))


def pair_of_terms(row: Erratum) -> None:
    # Eight 刻 to the double-hour here: a term is 15 d 2 h 5 k.
    ke = 365.25 / 24 * 12 * 8
    assert int(ke) == (15 * 12 + 2) * 8 + 5
    assert 2 * ke == (30 * 12 + 5) * 8 + 2
    assert ke != 2 * ke


def lin_416(row: Erratum) -> None:
    inserted = [(place, term) for place, (term, _, leap) in enumerate(lin_cycle()) if leap]
    assert all(TERMS[term] != "冬至" for _, term in inserted)
    assert 416 % 20


def youyi(row: Erratum) -> None:
    found: dict[str, set[str]] = {}
    pairs = {"乙亥": "辛", "乙未": "己", "丙寅": "庚", "丙戌": "戊", "丁未": "癸", "丁巳": "壬"}
    for chart in every_chart("baojian"):
        other = pairs.get(chart.hour)
        if other and any(
            chart.hour[0] in chart.heaven_at(p) and other in chart.earth_at(p) for p in (1, 2, 3, 4, 6, 7, 8, 9)
        ):
            found.setdefault(chart.name, set()).add(chart.hour[0])
    assert {ju for ju, qi in found.items() if qi == {"丙"}} == {"阳2", "阳4", "阳7", "阴3", "阴6", "阴8"}
    assert {ju for ju, qi in found.items() if qi == set("乙丙丁")} >= {"阳1", "阴9"}
    assert found["阳1"] != {"丙"}


def old_tombs(row: Erratum) -> None:
    listed = re.findall("[戊丙丁己].", row.emended.removesuffix("四時"))
    assert all(pillar in PILLARS for pillar in listed)
    assert set(listed) < set(tables()["hour_stem_tomb"]["old"])
    assert "戊、" not in PILLARS
    # Against the five of the book the four named come in, and three go, as the passage says.
    old, book = (set(tables()["hour_stem_tomb"][name]) for name in ("old", "book_five"))
    assert old - book == set(listed)
    assert book - old == {"戊辰", "己未", "辛丑"}


def jia_over_bing(row: Erratum) -> None:
    for dun in "阳阴":
        for ju in range(1, 10):
            chart = baojian(dun, ju, "丙辰")
            assert chart.holds(["over", "甲", "丙", chart.hands["fu"]])
    assert not all(
        any(baojian(dun, ju, "丙辰").holds(["over", "丙", "甲", p]) for p in (1, 2, 3, 4, 6, 7, 8, 9))
        for dun in "阳阴"
        for ju in range(1, 10)
    )


def lucky_envoy(row: Erratum) -> None:
    lucky = {
        f"{dun}{ju}"
        for dun in "阳阴"
        for ju in range(1, 10)
        if baojian(dun, ju, "丙辰").shi_door in ("开", "休", "生") and baojian(dun, ju, "丙辰").fu_star != "禽"
    }
    assert lucky == {"阳1", "阳3", "阳5", "阴2", "阴4", "阴6"}
    assert baojian("阳", 2, "丙辰").shi_door == "惊"


def _noble(half: str) -> dict[str, str]:
    found: dict[str, str] = tables()["noble"][f"stem_branch_{half}"]
    return found


def noble_yang(row: Erratum) -> None:
    assert row.printed[-1] in STEMS
    assert row.printed[-1] not in BRANCHES
    # The noble of a stem starts where the stem that combines with it is lodged: 癸 with 戊, that is 巳.
    assert _noble("yang")["戊"] == row.emended[-1] == tables()["noble"]["yang"]["癸"]


def noble_yin(row: Erratum) -> None:
    assert row.printed[-1] in STEMS
    assert row.printed[-1] not in BRANCHES
    assert _noble("yin")["丁"] == row.emended[-1] == tables()["noble"]["yin"]["壬"]


def noble_ends(row: Erratum) -> None:
    ends = [(_noble(half)["甲"], _noble(half)["癸"]) for half in ("yang", "yin")]
    assert ends == [("子", "丑"), ("申", "未")]
    assert "".join(first for first, _ in ends) in row.emended
    assert "".join(last for _, last in ends) == row.emended[-2:]
    assert "".join(last for _, last in ends) != row.printed[-2:]


def rods(row: Erratum) -> None:
    target = tables()["yunchou_map"]
    assert sorted(target.values()) == sorted(BRANCHES)
    assert target["申"] == "亥"
    # Read as printed, 申 would go to 牛 (丑), where 卯 goes already.
    assert target["卯"] == "丑"


CHECKS: dict[str, Callable[[Erratum], None]] = {
    check.__name__: check
    for check in (
        fu_gan, half_double_hour, envoys_of_summer, half_year, hour_names, lost_example, palace_phases,
        di_dun_door, xin_at_three, mark, middle_of_nine, second_chart, tian_fu, deng_ming, four_births,
        make_up, pair_of_terms, lin_416, youyi, old_tombs, jia_over_bing, lucky_envoy, noble_yang, noble_yin,
        noble_ends, rods,
    )
}  # fmt: skip


@pytest.mark.parametrize("key", [key for key, row in ROWS.items() if row.check in CHECKS])
def test_row_fails_as_printed_and_holds_as_emended(key: str) -> None:
    CHECKS[ROWS[key].check](ROWS[key])


def test_every_check_is_used() -> None:
    assert {row.check for row in qimen.ERRATA} - {"", "example"} == set(CHECKS)
    assert all(inspect.isfunction(check) for check in CHECKS.values())


# --- what is shown ------------------------------------------------------------------------------------------


def test_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["errata"]) == 0
    text = capsys.readouterr().out
    assert text == errata_text(qimen.ERRATA)
    for row in qimen.ERRATA:
        assert row.why in text
    assert cli.main(["errata", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == [row.to_dict() for row in qimen.ERRATA]
    assert list(told[0]) == [
        "book",
        "place",
        "printed",
        "emended",
        "why",
        "evidence",
        "kind",
        "refs",
        "check",
    ]


def test_generated_pages_are_current(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent / "tools"))
    import build_docs

    page = build_docs.errata()
    assert page.count("\n| ") == len(qimen.ERRATA) + 2
    assert build_docs.main(["--check"]) == 0
    monkeypatch.setattr(build_docs, "DOCS", tmp_path)
    assert build_docs.main(["errata", "--check"]) == 1
    assert build_docs.main(["errata"]) == 0
    assert build_docs.main(["errata", "--check"]) == 0
    sys.modules.pop("build_docs")
