"""The board in a terminal: what stands in which cell, how wide lines are, what marks and colours say."""

from __future__ import annotations

import re
from types import SimpleNamespace as Bag
from typing import Any

import pytest

import qimen
from qimen.render import board_text, display_width
from qimen.render.text import CELLS_FROM

SGR = re.compile(r"\x1b\[[0-9;]*m")


def palace(earth: str, heaven: str = "", stars: str = "", door: str | None = None, deity: str | None = None) -> Bag:
    return Bag(earth=list(earth), heaven=list(heaven), stars=list(stars), door=door, deity=deity)


PALACES = {
    1: palace("辛", "乙", "心", "杜", "朱雀"), 2: palace("壬", "庚", "英", "休", "太阴"),
    3: palace("癸", "己", "任", "死", "九天"), 4: palace("丁", "癸", "冲", "惊", "直符"),
    5: palace("丙"), 6: palace("乙", "戊", "柱", "伤", "勾陈"), 7: palace("戊", "壬丙", "芮禽", "生", "六合"),
    8: palace("己", "辛", "蓬", "景", "九地"), 9: palace("庚", "丁", "辅", "开", "螣蛇"),
}  # fmt: skip


def stub(**changes: Any) -> Any:
    """A board of hand-written values (2026-03-15T10:20, yang 7), apart from whatever computes boards."""
    values = {
        "time": "2026-03-15T10:20:00+08:00",
        "hour": 29559053,
        "school": Bag(
            name="chaibu",
            conventions=lambda: {
                "name": "-",
                "method": "chaibu",
                "lodging": "kun",
                "readings": ("a", "b"),
                "epoch": None,
            },
        ),
        "clock": Bag(describe=lambda: {"tz": "+08:00", "solar": "civil", "day_start": "23:00"}),
        "pillars": {"year": "丙午", "month": "辛卯", "day": "戊子", "hour": "丁巳"},
        "term": "惊蛰",
        "ju_term": "惊蛰",
        "yuan": "中",
        "dun": "阳",
        "ju": 7,
        "xun": "甲寅",
        "xun_kong": ("子", "丑"),
        "ma_xing": "亥",
        "margin_seconds": None,
        "zhi_fu": Bag(star="冲", palace=4, raw_palace=4),
        "zhi_shi": Bag(door="伤", palace=6, raw_palace=6),
        "palaces": PALACES,
        "patterns": [],
    }
    return Bag(**(values | changes))


def hit(name: str, auspice: str, *palaces: int) -> Bag:
    row = Bag(id=name, zh_hans=name, family="stem-pairs", category="")
    return Bag(row=row, auspice=auspice, palaces=list(palaces))


def cells(text: str, frame: str = "│") -> list[list[str]]:
    """Return the nine cells, as the list of their stripped lines, in reading order."""
    rows: list[list[list[str]]] = [[]]
    for line in text.splitlines():
        if line.startswith(frame):
            rows[-1].append([part.strip() for part in line.strip(frame).split(frame)])
        elif rows[-1]:
            rows.append([])
    return [list(column) for row in rows if row for column in zip(*row, strict=True)]


WIDTHS = {
    "": 0,
    "abc": 3,
    "天遁": 4,
    "天a": 3,
    "（": 2,
    "e\u0301": 1,
    "\u200b": 0,
    "─": 1,
    "\x1b[32m吉\x1b[0m": 2,
}


@pytest.mark.parametrize(("text", "width"), WIDTHS.items())
def test_display_width(text: str, width: int) -> None:
    assert display_width(text) == width


def test_cells_stand_south_up() -> None:
    found = cells(board_text(stub()))
    assert " ".join(cell[0].split()[0] for cell in found) == "巽4 离9 坤2 震3 中5 兑7 艮8 坎1 乾6"
    assert " / ".join(" ".join(line.split()) for line in found[5]) == "兑7 西 / 六合 / 天芮禽 壬丙 / 生门 戊"
    assert [line.split() for line in found[4]] == [["中5", "中"], [], [], ["丙"]]


def test_header_says_what_made_the_chart() -> None:
    head = board_text(stub(), 80).split("┌")[0]
    assert head.splitlines() == [
        "2026-03-15T10:20:00+08:00",
        "丙午年  辛卯月  戊子日  丁巳时",
        "节气 惊蛰  局节 惊蛰中元  阳遁7局  旬首 甲寅癸",
        "直符 天冲 巽4  直使 伤门 乾6  旬空 子丑  马星 亥",
    ]


def test_lodged_zhi_fu_shows_the_raw_palace_too() -> None:
    board = stub(zhi_fu=Bag(star="禽", palace=2, raw_palace=5), zhi_shi=Bag(door=None, palace=5, raw_palace=5))
    assert "直符 天禽 坤2(遁中5)  直使 无 中5" in board_text(board)


def test_a_board_of_an_hour_has_no_time_but_its_number() -> None:
    assert board_text(stub(time=None)).startswith("时辰 29559053\n")
    assert "距换局 12.5 秒" in board_text(stub(margin_seconds=12.5))


def test_marks_of_the_void_and_the_horse() -> None:
    marked = {cell[0].split()[0]: cell[0].split()[2:] for cell in cells(board_text(stub()))}
    assert {name: marks for name, marks in marked.items() if marks} == {
        "坎1": ["空"],
        "艮8": ["空"],
        "乾6": ["马"],
    }
    both = board_text(stub(xun_kong=("戌", "亥")))
    assert "西北" in both
    assert "空马" in both


@pytest.mark.parametrize("frame", [True, False])
@pytest.mark.parametrize("width", [CELLS_FROM, 60, 66, 80, 200])
def test_every_line_of_the_grid_is_as_wide_as_the_next(width: int, frame: bool) -> None:
    text = board_text(stub(patterns=[hit("天遁", "吉", 6)]), width, ascii_frame=frame)
    lines = [line for line in text.splitlines() if line[0] in "┌├└│+|"]
    assert len(lines) == 3 * 4 + 4
    assert len({display_width(line) for line in lines}) == 1
    assert min(width, 66) - 2 <= display_width(lines[0]) <= min(width, 66)
    assert not set("┌┬┐├┼┤└┴┘─│") & set(text) if frame else "+--" not in text


@pytest.mark.parametrize("width", range(12, 120, 3))
def test_nothing_is_wider_than_asked_and_nothing_is_cut(width: int) -> None:
    many = [
        hit("三奇得使", "吉", 1, 2, 3, 4),
        hit("天网四张", "凶"),
        *(hit("飞鸟跌穴", "吉", 8) for _ in range(20)),
    ]
    board = stub(patterns=many)
    text = board_text(board, width)
    longest = max(display_width(item) for item in re.split(r"  +", text.replace("\n", "  ")))
    assert max(map(display_width, text.splitlines())) <= max(width, longest + 6)
    for place in PALACES.values():
        assert "".join(place.heaven) in text
        assert "".join(place.earth) in text
    assert text.count("飞鸟跌穴") == 20
    assert text.count("三奇得使") == 4


def test_a_narrow_terminal_gets_a_list() -> None:
    text = board_text(stub(), CELLS_FROM - 1)
    assert "│" not in text
    assert "兑7 西\n  神 六合  天 壬丙  星 天芮禽  门 生  地 戊\n" in text
    assert "坎1 北 空\n" in text
    assert "中5 中\n  地 丙\n" in text


def test_long_stems_turn_the_grid_into_a_list_rather_than_be_cut() -> None:
    crowded = dict(PALACES) | {7: palace("甲乙丙丁", "甲乙丙丁戊己庚辛", "芮禽", "生", "六合")}
    text = board_text(stub(palaces=crowded), CELLS_FROM)
    assert "天 甲乙丙丁戊己庚辛" in text
    wide = board_text(stub(palaces=crowded), 120)
    assert "天芮禽 甲乙丙丁戊己庚辛 │" in wide
    assert len({display_width(line) for line in wide.splitlines() if line.startswith("│")}) == 1


def test_patterns_are_listed_by_palace_after_those_of_the_hour() -> None:
    board = stub(
        patterns=[hit("天遁", "吉", 6), hit("门迫", "凶", 1, 6), hit("五不遇时", "凶"), hit("定义", "", 9)],
    )
    tail = board_text(board).split("┘\n")[1].splitlines()
    named = ["全时  五不遇时(凶)", "坎1   门迫(凶)", "乾6   天遁(吉)  门迫(凶)"]
    assert tail[:4] == [*named, "另有  名目 1  (--all 全列)"]
    tail = board_text(board, full=True).split("┘\n")[1].splitlines()
    assert tail[:4] == [*named, "名目  离9: 定义"]


def test_conventions_close_the_board() -> None:
    last = board_text(stub(), 200).splitlines()[-1]
    assert last == "school=chaibu method=chaibu lodging=kun readings=a,b tz=+08:00 solar=civil day_start=23:00"


def test_colours_are_asked_for_and_follow_the_auspice() -> None:
    board = stub(
        patterns=[hit("天遁", "吉", 6), hit("门迫", "凶", 1, 6), hit("日格", "凶", 9), hit("平", "平", 2)],
    )
    assert "\x1b" not in board_text(board)
    text = board_text(board, color=True)
    assert "\x1b[32m天遁(吉)\x1b[0m" in text
    assert "\x1b[31m门迫(凶)\x1b[0m" in text
    assert "\x1b[33m乾6\x1b[0m" in text  # good and bad in one palace
    assert "\x1b[31m离9\x1b[0m" in text
    assert "坤2 西南" in text
    assert SGR.sub("", text) == board_text(board)


@pytest.mark.parametrize("school", list(qimen.SCHOOLS))
@pytest.mark.parametrize("width", [40, 80])
def test_real_boards(school: str, width: int) -> None:
    for time in ("2026-03-15T10:20:00", "2026-01-07T12:30:00", "2026-06-22T10:30:00", "-0500-06-01T00:00:00"):
        board = qimen.cast(time, school)
        text = board_text(board, width, color=True)
        for number, place in board.palaces.items():
            assert f"{qimen.names.TRIGRAMS[number]}{number}" in text
            assert "".join(place.heaven) in text
        framed = [line for line in text.splitlines() if line.startswith(("│", "┌"))]
        assert len({display_width(line) for line in framed}) == (1 if width == 80 else 0)
