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

from ..names import BOARD_ROWS, BRANCHES, DIRECTIONS, STEMS, TRIGRAMS, XUN_HEADS, XUN_YI

if TYPE_CHECKING:
    from ..board import Board, Palace

#: Narrower than this, cells would be cramped: the palaces become a list.
CELLS_FROM = 54
#: Cells do not grow past this total, however wide the terminal: a board should be seen at one glance.
CELLS_UNTIL = 66

#: The palace in which each of the twelve branches lies, from 子: the four corners hold two each.
_BRANCH_PALACE = (1, 8, 8, 3, 4, 4, 9, 2, 2, 7, 6, 6)

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


def board_text(board: Board, width: int = 80, ascii_frame: bool = False, color: bool = False) -> str:
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

    Returns
    -------
    str
        Header, palaces, patterns by palace, conventions.
    """
    return "\n".join(
        [
            *_header(board, width),
            *_palaces(board, width, ascii_frame, color),
            *_patterns(board, width, color),
            *_conventions(board, width),
        ]
    )


def _header(board: Board, width: int) -> list[str]:
    pillars = board.pillars
    fu, shi = board.zhi_fu, board.zhi_shi
    door = f"{shi.door}门" if shi.door else "无"
    yi = STEMS[XUN_YI[XUN_HEADS.index(board.xun)]]
    moment = [board.time] if board.time is not None else [f"时辰 {board.hour}"]
    if board.margin_seconds is not None:
        moment.append(f"距换局 {board.margin_seconds:g} 秒")
    groups = [
        moment,
        [
            f"{pillars[key]}{unit}"
            for key, unit in zip(("year", "month", "day", "hour"), "年月日时", strict=True)
        ],
        [
            f"节气 {board.term}",
            f"局节 {board.ju_term}{board.yuan}元",
            f"{board.dun}遁{board.ju}局",
            f"旬首 {board.xun}{yi}",
        ],
        [
            f"直符 天{fu.star} {_home(fu.palace, fu.raw_palace)}",
            f"直使 {door} {_home(shi.palace, shi.raw_palace)}",
            f"旬空 {''.join(board.xun_kong)}",
            f"马星 {board.ma_xing}",
        ],
    ]
    return [line for group in groups for line in _wrap(group, width)]


def _home(palace: int, raw: int) -> str:
    """Return the palace, with the raw one where they differ (the centre, lodged)."""
    return _name(palace) if palace == raw else f"{_name(palace)}(遁{_name(raw)})"


def _name(palace: int) -> str:
    return f"{TRIGRAMS[palace]}{palace}"


def _marks(board: Board, number: int) -> list[str]:
    empty = any(_BRANCH_PALACE[BRANCHES.index(branch)] == number for branch in board.xun_kong)
    horse = _BRANCH_PALACE[BRANCHES.index(board.ma_xing)] == number
    return ["空"] * empty + ["马"] * horse


def _palaces(board: Board, width: int, ascii_frame: bool, color: bool) -> list[str]:
    labels = {number: _paint(_name(number), _mood(board, number), color) for number in board.palaces}
    if width >= CELLS_FROM:
        cells = {
            number: _cell(palace, f"{labels[number]} {DIRECTIONS[number]}", "".join(_marks(board, number)))
            for number, palace in board.palaces.items()
        }
        least = max(
            display_width(left) + display_width(right) for cell in cells.values() for left, right in cell
        )
        inner = max((min(width, CELLS_UNTIL) - 4) // 3 - 2, least + 1)
        if 3 * (inner + 2) + 4 <= width:
            return _grid(cells, inner, _ASCII if ascii_frame else _BOX)
    lines: list[str] = []
    for number, palace in board.palaces.items():
        lines += _wrap([labels[number], DIRECTIONS[number], *_marks(board, number)], width, sep=" ")
        lines += _wrap(_listed(palace), width, indent="  ")
    return lines


def _cell(palace: Palace, title: str, marks: str) -> list[tuple[str, str]]:
    """Return the four lines of a cell as what stands left and what stands right: heaven above earth."""
    return [
        (title, marks),
        (palace.deity or "", ""),
        (_stars(palace), "".join(palace.heaven)),
        (f"{palace.door}门" if palace.door else "", "".join(palace.earth)),
    ]


def _listed(palace: Palace) -> list[str]:
    items = [
        f"神 {palace.deity}" if palace.deity else "",
        f"天 {''.join(palace.heaven)}" if palace.heaven else "",
        f"星 {_stars(palace)}" if palace.stars else "",
        f"门 {palace.door}" if palace.door else "",
        f"地 {''.join(palace.earth)}",
    ]
    return [item for item in items if item]


def _stars(palace: Palace) -> str:
    return "天" + "".join(palace.stars) if palace.stars else ""


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
                left + " " * (inner - display_width(left) - display_width(right)) + right
                for left, right in parts
            ]
            lines.append(upright + upright.join(f" {text} " for text in filled) + upright)
    return [*lines, rule(bottom)]


def _patterns(board: Board, width: int, color: bool) -> list[str]:
    lines: list[str] = []
    for number in range(10):
        # Palace 0 is the hour as a whole.
        found = [hit for hit in board.patterns if number in (hit.palaces or [0])]
        if not found:
            continue
        items = [
            _paint(
                f"{hit.row.zh_hans}({hit.auspice})" if hit.auspice else hit.row.zh_hans, hit.auspice, color
            )
            for hit in found
        ]
        label = _name(number) if number else "全时"
        first, *rest = _wrap(items, width, indent=" " * 6)
        lines += [label + first[display_width(label) :], *rest]
    return lines


def _mood(board: Board, number: int) -> str:
    """Return the auspice common to the patterns of a palace, 半 where they differ, "" where there is none."""
    moods = {hit.auspice for hit in board.patterns if number in hit.palaces} & set(_COLOURS)
    return moods.pop() if len(moods) == 1 else "半" if moods else ""


def _paint(text: str, auspice: str, color: bool) -> str:
    code = _COLOURS.get(auspice) if color else None
    return f"\x1b[{code}m{text}\x1b[0m" if code else text


def _conventions(board: Board, width: int) -> list[str]:
    knobs = {"school": board.school.name, **board.school.conventions(), **board.clock.describe()}
    del knobs["name"]  # said as `school`
    told = [f"{knob}={_plain(value)}" for knob, value in knobs.items() if value not in (None, "", (), [], {})]
    return _wrap(" ".join(told).split(), width, sep=" ")


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return ",".join(f"{key}:{_plain(item)}" for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return ",".join(_plain(item) for item in value)
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
