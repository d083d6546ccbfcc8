"""The catalogue as a whole: ids and names, what a name means under a preset, categories, and its coverage."""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import qimen
from kernel_charts import CHARTS, hits
from qimen.catalogue import ROWS
from qimen.catalogue.row import SCHOOLS as AUTHORS
from qimen.cli import main
from qimen.errors import UnknownNameError
from qimen.oracle.rules import RULES
from qimen.patterns import patterns_of
from qimen.rules import compile_rule

PRESETS = list(qimen.SCHOOLS)
TOOLS = Path(__file__).resolve().parent.parent / "tools"

#: Names that have been there from the first catalogue on; every preset must know them.
_FIRST = """
三奇得使 得使遇甲 三奇游六仪 玉女守门 吉门合奇 门迫 三奇入墓 奇制 六仪击刑 五不遇时 时干入墓 天辅时 五合时 天网时
天网四张 天乙持衡 星伏吟 门伏吟 星反吟 门反吟 伏吟 反吟 天遁 地遁 人遁 三奇之灵 青龙返首 飞鸟跌穴 天乙飞宫格
天乙伏宫格 天乙伏干格 天乙飞干格 岁格 月格 日格 时格 时悖 大格 刑格 太白入荧惑 荧惑入太白 青龙逃走 白虎猖狂
朱雀投江 螣蛇夭矫
"""
FIRST_NAMES = tuple(_FIRST.split())

#: Categories of which one value holds in every chart, at one palace or for the hour as a whole.
ALWAYS = {
    "kaihe", "xingyang-xingyin-jingyou", "yangshi-yinshi", "jiuxing-suozhu", "jiuxing-jixiong", "jiuxing-qi",
    "qiying-zhifu", "qiying-zhishi", "sishi-suoli",
}  # fmt: skip
#: Of which at most one holds in a palace; the rest of the charts has none.
AT_MOST_ONE = {
    "sanjia", "sanjia-jingyou", "sanjia-sanshi", "sanshi-sanjia", "bamen-suozhu", "xingyang-xingyin-tao",
    "tianwang-gaodi-jingyou", "tianwang-chi", "tianwang-bu", "qiying-door",
}  # fmt: skip
#: Values go by stem, star or pair, so that a palace with a lodged guest has one for each of its own.
ONE_A_THING = {"menhu", "qiying-star", "xiuwang-star", "jiabiao"}
#: Exclusive by their order alone: the first that holds is meant.
BY_ORDER = {"tianwang-gaodi", "like", "like-zhifu", "lizhu", "lizhu-zhifu"}


# ---------------------------------------------------------------- rows


def test_ids_and_names_are_unique() -> None:
    ids = [row.id for row in ROWS]
    assert len(ids) == len(set(ids)) == len(qimen.PATTERNS) == 669
    pairs = [(row.zh_hans, row.school) for row in ROWS]
    assert len(pairs) == len(set(pairs))
    defaults = [row.zh_hans for row in ROWS if row.default]
    assert len(defaults) == len(set(defaults))


@pytest.mark.parametrize("preset", PRESETS)
def test_names_are_unique_within_a_preset(preset: str) -> None:
    rows = patterns_of(preset)
    for names in ([row.zh_hans for row in rows], [row.zh_hant for row in rows]):
        assert len(names) == len(set(names))
    # What a preset reads is what its names mean.
    assert all(qimen.PATTERNS.resolve(row.zh_hans, preset) is row for row in rows)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_a_row_is_whole(row: qimen.catalogue.Row) -> None:
    compile_rule(row.rule)
    for rule, _ in row.when:
        compile_rule(rule)
    assert row.id in RULES
    assert row.school in AUTHORS
    assert row.source
    assert row.pinyin
    assert row.english
    assert row.reading.endswith((".", "：", "。"))
    for other in (*row.mitigates, *row.overrides):
        assert qimen.PATTERNS[other].id == other != row.id
    assert row.id in qimen.PATTERNS
    for rival in qimen.PATTERNS.rivals(row):
        assert rival is not row
        assert row in qimen.PATTERNS.rivals(rival)


def test_every_rule_of_the_oracle_is_a_row() -> None:
    assert set(RULES) == {row.id for row in ROWS}


def test_aliases_lead_to_their_row() -> None:
    names = {row.zh_hans for row in ROWS} | {row.zh_hant for row in ROWS} | {row.id for row in ROWS}
    seen: set[str] = set()
    for row in ROWS:
        for alias in row.aliases:
            assert alias not in names
            assert alias not in seen
            seen.add(alias)
            assert qimen.PATTERNS[alias] is row


# ---------------------------------------------------------------- what a name means


@pytest.mark.parametrize("preset", PRESETS)
def test_first_names_are_known_under_every_preset(preset: str) -> None:
    for name in FIRST_NAMES:
        row = qimen.PATTERNS.resolve(name, preset)
        assert row.zh_hans == name
        qimen.count(29_000_000, 29_000_120, name, preset)


@pytest.mark.parametrize(
    ("name", "preset", "row"),
    [
        # The school's own reading first,
        ("三奇得使", "baojian", "sanqi-deshi"), ("三奇得使", "jingyou", "sanqi-deshi.jingyou"),
        ("三奇得使", "li", "sanqi-deshi.li"), ("三奇得使", "lin", "sanqi-deshi.lin"),
        ("三奇得使", "tao", "sanqi-deshi.tao"), ("星伏吟", "tao", "xing-fuyin.tao"),
        ("玉女守门", "lin", "yunv-shoumen.lin"), ("避五", "li", "biwu.li"), ("月格", "chaibu", "yuege.month-pillar"),
        ("天辅时", "jingyou", "tianfu-shi.jingyou"), ("天网四张", "jingyou", "tianwang-sizhang.jingyou"),
        # then the default,
        ("三奇得使", "chaibu", "sanqi-deshi"), ("玉女守门", "jingyou", "yunv-shoumen"), ("星伏吟", "li", "xing-fuyin"),
        ("天辅时", "zhirun", "tianfu-shi"), ("月格", "baojian", "yuege"), ("勃飞", "maoshan", "bofei"),
        ("仲甲", "lin", "zhongjia"),
        # then 景祐,
        ("天遁", "baojian", "tiandun"), ("大格", "chaibu", "dage"), ("刑格", "tao", "xingge"),
        # then the books that are quoted to be rejected,
        ("小格", "baojian", "xiaoge"), ("奇格", "jingyou", "qige"),
        # then the only row of the name; a modern pair never takes a name away.
        ("刑门", "chaibu", "xingmen"), ("青龙耀明", "baojian", "keying-wu-ding"),
        ("青龙返首", "chaibu", "qinglong-fanshou"),
        # Traditional characters, pinyin and an id.
        ("飛鳥跌穴", "jingyou", "feiniao-diexue"), ("feiniao diexue", "lin", "feiniao-diexue"),
        ("sanqi-deshi", "jingyou", "sanqi-deshi"), ("朱鸟跌穴", "baojian", "qinglong-fanshou"),
    ],
)  # fmt: skip
def test_lookup_order(name: str, preset: str, row: str) -> None:
    assert qimen.PATTERNS.resolve(name, preset).id == row


def test_a_preset_leaves_out_what_its_author_rejects() -> None:
    for preset in ("baojian", "li", "lin", "tao"):
        assert not [row for row in patterns_of(preset) if row.school in ("zhushu", "modern")]
    for preset in ("chaibu", "zhirun", "maoshan"):
        assert sum(row.family == "modern" for row in patterns_of(preset)) == 81
    assert "xiaoge" in {row.id for row in patterns_of("jingyou")}


def test_an_unknown_name_gets_near_ones() -> None:
    with pytest.raises(UnknownNameError, match="天遁"):
        qimen.PATTERNS.resolve("天盾")
    assert qimen.PATTERNS.get("天盾") is None
    assert "天遁" in qimen.PATTERNS
    assert "天盾" not in qimen.PATTERNS


# ---------------------------------------------------------------- categories


def categories() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in ROWS:
        if row.category:
            found.setdefault(row.category, []).append(row.id)
    return found


@cache
def held(category: str, preset: str) -> np.ndarray:
    """Masks of a category's rows over three years, uint16[rows, hours]."""
    hours = qimen.hour_range("2024-01-01", "2027-01-01")
    return qimen.match(hours, categories()[category], preset)


def test_every_category_is_of_one_kind() -> None:
    kinds = (ALWAYS, AT_MOST_ONE, ONE_A_THING, BY_ORDER)
    assert set().union(*kinds) == set(categories())
    assert sum(map(len, kinds)) == len(categories())


@pytest.mark.parametrize("preset", ["baojian", "jingyou", "tao"])
@pytest.mark.parametrize("category", sorted(ALWAYS | AT_MOST_ONE))
def test_values_of_a_category_exclude_each_other(category: str, preset: str) -> None:
    masks = held(category, preset)
    for bit in range(10):
        assert (masks >> bit & 1).sum(axis=0).max() <= 1
    if category in ALWAYS and not (preset == "tao" and category in ("yangshi-yinshi", "qiying-zhishi")):
        assert ((masks != 0).sum(axis=0) == 1).all()  # the centre of a flying plate has no door


@pytest.mark.parametrize("preset", ["baojian", "jingyou"])
def test_a_palace_has_one_value_for_each_thing_in_it(preset: str) -> None:
    for category in ("qiying-star", "xiuwang-star"):
        assert ((held(category, preset) != 0).sum(axis=0) == 9).all()
    assert ((held("menhu", preset) != 0).sum(axis=0) == 10).all()


def test_order_decides_where_values_overlap() -> None:
    order = categories()
    assert order["tianwang-gaodi"][0] == "tianwang-sizhang"
    four_sides = hits("tianwang-sizhang")
    assert set(four_sides) <= set(hits("tianwang-di")) | set(hits("tianwang-gao"))
    for name in ("like", "lizhu"):
        for who in ("", "-zhifu"):
            ids = order[f"{name}{who}"]
            assert ids == [f"{name}-quan{who}", f"{name}-qiang{who}", f"{name}{who}"]
            for preset in ("baojian", "jingyou"):
                full, strong, base = held(f"{name}{who}", preset)
                assert not (full & ~strong).any()
                assert not (strong & ~base).any()
    # The 加 table lists the bad cells first: a palace is worth its worst pair.
    marks = [qimen.PATTERNS[row].auspice for row in order["jiabiao"]]
    assert marks == sorted(marks, key=["凶", "半", "吉", "平", ""].index)


# ---------------------------------------------------------------- the command


@pytest.mark.parametrize("preset", PRESETS)
def test_the_scan_of_two_centuries(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    span = ("1900-01-01", "2100-01-01")
    where = "三奇得使 & ~门迫"
    assert main(["scan", *span, "--where", where, "--school", preset]) == 0
    lines = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(lines) == qimen.count(*span, where, preset) > 1000
    row = qimen.PATTERNS.resolve("三奇得使", preset)
    for line in lines[:: len(lines) // 20]:
        board = qimen.cast(hour=int(line["hour"]), school=preset)
        found = {hit.row.id: hit.palaces for hit in board.patterns}
        assert set(map(int, line["palaces"].split())) == set(found[row.id])
        assert "menpo" not in found
        assert (line["day_pillar"], line["hour_pillar"]) == (board.pillars["day"], board.pillars["hour"])


def test_show_says_the_rule_its_source_its_rivals_and_how_rare_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["patterns", "show", "三奇得使", "--school", "jingyou"]) == 0
    out = capsys.readouterr().out
    row = qimen.PATTERNS["sanqi-deshi.jingyou"]
    for text in (row.reading, row.source, row.rejected, "under jingyou"):
        assert text in out
    for rival in qimen.PATTERNS.rivals(row):
        assert f"{rival.id} ({rival.school}" in out
        assert rival.reading in out
    assert main(["patterns", "show", "三奇得使", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    span = ("1900-01-01", "2101-01-01")
    assert told["rarity"]["hours"] == qimen.count(*span, "sanqi-deshi", "baojian")
    assert told["rarity"]["of"] == len(qimen.hour_range(*span))
    assert "sanqi-deshi.jingyou" in told["rivals"]


def test_a_row_that_never_holds_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["patterns", "show", "人遁", "--school", "tao"]) == 0
    assert "none of the double-hours" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [
        ["scan", "2026-01-01", "2026-02-01", "--where", "mine"],
        ["count", "2026-01-01", "2026-02-01", "--where", "mine & ~门迫"],
        ["cast", "2026-03-15T10:20"],
    ],
    ids=lambda command: command[0],
)
def test_define(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--define", "mine=heaven:丙 & earth:戊"]) == 0
    assert capsys.readouterr().out
    assert main([*command, "--define", "mine=heaven:丙 & earht:戊"]) == 2
    error = capsys.readouterr().err
    assert "earth" in error
    assert "character 12" in error
    assert main([*command, "--define", "heaven:丙"]) == 2
    assert "NAME=RULE" in capsys.readouterr().err


def test_cast_finds_a_pattern_of_one_s_own() -> None:
    board = qimen.cast(
        "2026-03-15T10:20", define={"我的": "heaven:丙 & earth:戊", "无": "heaven:丙 & ~star:蓬芮冲辅禽心柱任英"}
    )
    [own] = [hit for hit in board.patterns if hit.row.zh_hans == "我的"]
    assert own.palaces == tuple(
        p for p in range(1, 10) if "丙" in board.palaces[p].heaven and "戊" in board.palaces[p].earth
    )
    assert "无" not in {hit.row.id for hit in board.patterns}
    assert board.to_dict()["patterns"][0]["name"] == "我的"
    assert "我的" in str(board)
    plain = qimen.cast("2026-03-15T10:20")
    assert plain == board
    assert [hit.row.id for hit in plain.patterns] == [hit.row.id for hit in board.patterns][1:]


# ---------------------------------------------------------------- coverage


@cache
def coverage() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_coverage", TOOLS / "docs_coverage.py")
    assert spec
    assert spec.loader
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_rule_is_a_row_or_says_why_it_is_none() -> None:
    rules = list(coverage().covered())
    names = [rule.rule for rule in rules]
    assert len(names) == len(set(names))
    wanted = {"A": 12, "B": 6, "C": 26, "D": 25, "E": 11, "F": 5}
    assert {f"{letter}{n:02d}" for letter, last in wanted.items() for n in range(1, last + 1)} <= set(names)
    assert {f"M{n}" for n in range(1, 26)} | {f"P{n}" for n in range(1, 31)} <= set(names)
    for rule in rules:
        assert rule.name
        assert rule.ids() or rule.directions() or len(rule.why) > 10, rule.rule


def test_every_row_belongs_to_a_rule() -> None:
    told = {row for rule in coverage().covered() for row in rule.ids()}
    assert told == {row.id for row in ROWS}
    assert CHARTS.size == 1080
