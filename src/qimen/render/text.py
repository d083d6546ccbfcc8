"""The board in a terminal: nine cells, south up, or a list where the terminal is too narrow for cells.

Columns are counted by the East Asian width of each character. Characters of *ambiguous* width, the frame
among them, count as one column, as terminals in common use draw them; one that draws them two columns wide
wants `ascii_frame`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from .. import lang as spell
from ..names import BOARD_ROWS, BRANCHES, STEMS, XUN_HEADS, XUN_YI
from .order import Place, group_of, left_over, mood, reading_order
from .words import Words, words

if TYPE_CHECKING:
    from ..board import Board, Palace

#: Narrower than this, cells would be cramped: the palaces become a list.
CELLS_FROM = 54
#: Cells do not grow past this total, however wide the terminal: a board should be seen at one glance.
CELLS_UNTIL = 66

#: The palace in which each of the twelve branches lies, from 子: the four corners hold two each.
BRANCH_PALACE = (1, 8, 8, 3, 4, 4, 9, 2, 2, 7, 6, 6)

_SGR = re.compile(r"\x1b\[[0-9;]*m")
_COLOURS = {"吉": "32", "凶": "31", "半": "33"}
_BOX = (("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"), "─", "│")
_ASCII = (("+", "+", "+"), ("+", "+", "+"), ("+", "+", "+"), "-", "|")


def display_width(text: str) -> int:
    """Return the number of terminal columns that `text` takes; colour sequences take none."""
    width = 0
    for char in _SGR.sub("", text):
        if unicodedata.category(char) in ("Mn", "Me", "Cf"):
            continue
        width += 2 if unicodedata.east_asian_width(char) in "WF" else 1
    return width


def board_text(
    board: Board,
    width: int = 80,
    ascii_frame: bool = False,
    color: bool = False,
    lang: str = "zh-hans",
    full: bool = False,
) -> str:
    """Return `board` as lines of text, without a newline at the end.

    Parameters
    ----------
    board
        The chart to draw.
    width
        Columns to fit into. Below 54 the palaces are listed one after the other. A line is longer than
        `width` only where one item alone is: nothing is ever cut.
    ascii_frame
        Draw the frame with ``+ - |``.
    color
        Colour patterns and the palaces they stand in by their auspice: green 吉, red 凶, yellow mixed.
    lang
        One of `qimen.lang.LANGS`.
    full
        Every row of the catalogue that holds, by groups; otherwise the named patterns, and how many rows each
        other group holds (`render.order`).

    Returns
    -------
    str
        Header, palaces, patterns by palace, conventions.
    """
    say = words(lang)
    return "\n".join(
        [
            *_header(board, say, width),
            *_palaces(board, say, width, ascii_frame, color),
            *_patterns(board, say, width, color, full),
            *_conventions(board, say, width),
        ]
    )


def _header(board: Board, say: Words, width: int) -> list[str]:
    fu, shi = board.zhi_fu, board.zhi_shi
    yi = STEMS[XUN_YI[XUN_HEADS.index(board.xun)]]
    moment = [board.time] if board.time is not None else [f"{say.phrase('时辰')} {board.hour}"]
    if board.margin_seconds is not None:
        moment.append(f"{say.phrase('距换局')} {board.margin_seconds:g} {say.phrase('秒')}")
    groups = [
        moment,
        [
            say.dated(board.pillars[key], unit)
            for key, unit in zip(("year", "month", "day", "hour"), "年月日时", strict=True)
        ],
        [
            f"{say.phrase('节气')} {say.term(board.term)}",
            f"{say.phrase('局节')} {say.term_and_yuan(board.ju_term, board.yuan)}",
            say.ju(board.dun, board.ju),
            f"{say.phrase('旬首')} {say.xun(board.xun, yi)}",
        ],
        [
            f"{say.phrase('直符')} {say.star(fu.star)} {say.home(fu.palace, fu.raw_palace)}",
            f"{say.phrase('直使')} {say.door(shi.door) or say.phrase('无')} {say.home(shi.palace, shi.raw_palace)}",
            f"{say.phrase('旬空')} {say.branches(board.xun_kong)}",
            f"{say.phrase('马星')} {say.branches(board.ma_xing)}",
        ],
    ]
    return [line for group in groups for line in _wrap(group, width)]


def marks(board: Board, number: int) -> list[str]:
    """Return what else marks a palace: 空 where a void branch lies in it, 马 where the horse does."""
    empty = any(BRANCH_PALACE[BRANCHES.index(branch)] == number for branch in board.xun_kong)
    horse = BRANCH_PALACE[BRANCHES.index(board.ma_xing)] == number
    return ["空"] * empty + ["马"] * horse


def _palaces(board: Board, say: Words, width: int, ascii_frame: bool, color: bool) -> list[str]:
    labels = {number: _paint(say.palace(number), _mood(board, number), color) for number in board.palaces}
    marked = {number: [say.phrase(mark) for mark in marks(board, number)] for number in board.palaces}
    if width >= CELLS_FROM:
        cells = {
            number: _cell(palace, say, f"{labels[number]} {say.bearing(number)}", say.gap.join(marked[number]))
            for number, palace in board.palaces.items()
        }
        least = max(display_width(left) + display_width(right) for cell in cells.values() for left, right in cell)
        inner = max((min(width, CELLS_UNTIL) - 4) // 3 - 2, least + 1)
        if 3 * (inner + 2) + 4 <= width:
            return _grid(cells, inner, _ASCII if ascii_frame else _BOX)
    lines: list[str] = []
    for number, palace in board.palaces.items():
        lines += _wrap([labels[number], say.side(number), *marked[number]], width, sep=" ")
        lines += _wrap(_listed(palace, say), width, indent="  ")
    return lines


def _cell(palace: Palace, say: Words, title: str, marked: str) -> list[tuple[str, str]]:
    """Return the four lines of a cell as what stands left and what stands right: heaven above earth."""
    return [
        (title, marked),
        (say.deity(palace.deity), ""),
        (say.star(palace.stars), say.stems(palace.heaven)),
        (say.door(palace.door), say.stems(palace.earth)),
    ]


def _listed(palace: Palace, say: Words) -> list[str]:
    door = spell.name("door", palace.door or "", say.lang)
    items = (
        ("神", say.deity(palace.deity)),
        ("天", say.stems(palace.heaven)),
        ("星", say.star(palace.stars)),
        ("门", door),
        ("地", say.stems(palace.earth)),
    )
    return [f"{say.phrase(label)} {item}" for label, item in items if item]


def _grid(
    cells: Mapping[int, list[tuple[str, str]]],
    inner: int,
    frame: tuple[tuple[str, str, str], tuple[str, str, str], tuple[str, str, str], str, str],
) -> list[str]:
    top, middle, bottom, flat, upright = frame

    def rule(ends: tuple[str, str, str]) -> str:
        return ends[0] + ends[1].join([flat * (inner + 2)] * 3) + ends[2]

    lines = [rule(top)]
    for index, row in enumerate(BOARD_ROWS):
        if index:
            lines.append(rule(middle))
        for parts in zip(*(cells[number] for number in row), strict=True):
            filled = [
                left + " " * (inner - display_width(left) - display_width(right)) + right for left, right in parts
            ]
            lines.append(upright + upright.join(f" {text} " for text in filled) + upright)
    return [*lines, rule(bottom)]


def _patterns(board: Board, say: Words, width: int, color: bool, full: bool) -> list[str]:
    order = reading_order(board.patterns, fold=not full)
    lines: list[str] = []
    for place in order.get("named", ()):
        lines += _hung(_place(place.palace, say), _items(place, say, color), width)
    if not full:
        rest = [f"{say.group(group)} {count}" for group, count in left_over(board.patterns).items()]
        if rest:
            lines += _wrap([say.phrase("另有"), *rest, f"(--all {say.phrase('全列')})"], width, indent="")
        return lines
    for group, places in order.items():
        if group != "named":
            listed = []
            for place in places:
                first, *others = _items(place, say, color)
                listed += [f"{_place(place.palace, say)}: {first}", *others]
            lines += _hung(say.group(group), listed, width, sep=" " if say.characters else "  ")
    return lines


def _items(place: Place, say: Words, color: bool) -> list[str]:
    items = []
    for hit in place.hits:
        judged = f"{say.gap}({say.auspice(hit.auspice)})" if hit.auspice else ""
        items.append(_paint(f"{say.pattern(hit.row)}{judged}", hit.auspice, color))
    return items


def _place(number: int, say: Words) -> str:
    return say.palace(number) if number else say.phrase("全时")


def _hung(label: str, items: list[str], width: int, sep: str = "  ") -> list[str]:
    """Return wrapped items that hang from a label: beside it where it is short, else below."""
    first, *rest = _wrap(items, width, sep, indent=" " * 6)
    if display_width(label) > 5:
        return [label, first, *rest]
    return [label + first[display_width(label) :], *rest]


def _mood(board: Board, number: int) -> str:
    """Return the auspice common to the named patterns of a palace."""
    return mood(hit for hit in board.patterns if number in hit.palaces and group_of(hit) == "named")


def _paint(text: str, auspice: str, color: bool) -> str:
    code = _COLOURS.get(auspice) if color else None
    return f"\x1b[{code}m{text}\x1b[0m" if code else text


def _conventions(board: Board, say: Words, width: int) -> list[str]:
    knobs = {"school": board.school.name, **board.school.conventions(), **board.clock.describe()}
    del knobs["name"]  # said as `school`
    told = [f"{knob}={plain(value)}" for knob, value in knobs.items() if value not in (None, "", (), [], {})]
    line = " ".join(told)
    return _wrap((line if say.characters else spell.in_letters(line)).split(), width, sep=" ")


def plain(value: object) -> str:
    """Return the value of a convention in words."""
    if isinstance(value, Mapping):
        return ",".join(f"{key}:{plain(item)}" for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return ",".join(plain(item) for item in value)
    return str(value)


def _wrap(items: Iterable[str], width: int, sep: str = "  ", indent: str = "") -> list[str]:
    """Return lines of whole items; only an item that is wider than `width` by itself makes a longer line."""
    lines: list[str] = []
    line = ""
    for item in items:
        longer = f"{line}{sep}{item}" if line else f"{indent}{item}"
        if line and display_width(longer) > width:
            lines.append(line)
            longer = f"{indent}{item}"
        line = longer
    return [*lines, line] if line else lines
