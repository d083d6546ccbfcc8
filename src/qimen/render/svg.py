"""The board as a drawing: nine cells, south up, in one SVG without dependencies (`qimen.svg.board`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..names import BOARD_ROWS, STEMS, XUN_HEADS, XUN_YI
from . import order
from .shapes import Pen, coordinate, drawing, element, fit
from .text import marks
from .words import Words, words

if TYPE_CHECKING:
    from ..board import Board, Palace

#: Size of a drawing. One unit is a pixel where it is shown at its own size; a phone shows it at some two thirds.
WIDTH = 600
_MARGIN = 24
_CELL = (WIDTH - 2 * _MARGIN) / 3
_CELL_HEIGHT = 168
_PAD = 14
_TOP = 190
_FOOT = 48
HEIGHT = _TOP + 3 * _CELL_HEIGHT + _FOOT
#: Marks of patterns that a cell has room for; more are counted.
_MARKS = 6


def board(board: Board, lang: str | None = None, theme: str = "light") -> str:
    """Return a board as SVG.

    Parameters
    ----------
    board : Board
    lang : {"zh-hans", "zh-hant", "pinyin", "en"}, optional
        Default 简.
    theme : {"light", "dark", "auto"}
        "light" and "dark" have a ground of their own and can be read anywhere, also as a picture. "auto" has
        none and takes the colour of the text around it: for SVG that stands inline in a page.

    Returns
    -------
    str
        The element `svg`, 600 units wide, with `title` and `desc`. In each cell: the deity above; star and
        heaven stems; door and earth stems (a lodged stem smaller, behind the native one); the palace below,
        and a mark for each named pattern, a disc good, a diamond bad, a ring half good. The star of 直符 and
        the door of 直使 have the colour of the accent; 空 and 马 stand in the corner.

    Raises
    ------
    UnknownNameError
        For a language or a theme that is none.

    Examples
    --------
    >>> import qimen
    >>> from qimen import svg
    >>> svg.board(qimen.cast("2026-03-15T10:20")).startswith("<svg xmlns")
    True
    """
    say, pen = words(lang), Pen(theme)
    parts = [pen.rect(0, 0, WIDTH, HEIGHT, "paper", 10)]
    parts += _head(board, say, pen)
    for row, numbers in enumerate(BOARD_ROWS):
        for column, number in enumerate(numbers):
            x, y = _MARGIN + column * _CELL, _TOP + row * _CELL_HEIGHT
            parts.append(element("g", {"data-cell": number}, "".join(_cell(board, number, x, y, say, pen))))
    parts += _rules(pen)
    parts += _foot(board, say, pen)
    key = f"qm-{board.school.name}-{board.hour}-{theme}"
    key = "".join(char if char.isalnum() and char.isascii() else "-" for char in key)
    return drawing(WIDTH, HEIGHT, summary(board, say), describe(board, say), parts, lang=say.lang, key=key)


def summary(board: Board, say: Words) -> str:
    """Return a board in one line."""
    pillars = " ".join(
        say.dated(board.pillars[key], unit)
        for key, unit in zip(("year", "month", "day", "hour"), "年月日时", strict=True)
    )
    return f"{say.ju(board.dun, board.ju)}, {say.term_and_yuan(board.ju_term, board.yuan)}, {pillars}"


def describe(board: Board, say: Words) -> str:
    """Return what stands in every palace, in sentences, for those who hear the board."""
    told = []
    for numbers in BOARD_ROWS:
        for number in numbers:
            palace = board.palaces[number]
            heaven, earth = say.stems(palace.heaven), say.stems(palace.earth)
            items = [
                say.deity(palace.deity),
                say.star(palace.stars),
                say.door(palace.door),
                heaven and f"{say.phrase('天')} {heaven}",
                earth and f"{say.phrase('地')} {earth}",
                *(say.phrase(mark) for mark in marks(board, number)),
            ]
            told.append(f"{say.palace(number)} {say.side(number)}: {', '.join(filter(None, items))}.")
    return " ".join(told)


def _head(board: Board, say: Words, pen: Pen) -> Iterable[str]:
    left = 256.0
    title, at = say.ju(board.dun, board.ju), say.time(board)
    term = say.term_and_yuan(board.ju_term, board.yuan)
    if board.term != board.ju_term:  # 超神 and 接气: the term in force is another one
        at = f"{say.term(board.term)} · {at}"
    column = 66.0
    start = WIDTH - _MARGIN - 4 * column
    inner = [
        pen.text(_MARGIN, 60, title, 36, room=left, serif=True, bold=True),
        pen.text(_MARGIN, 88, term, 18, "muted", room=left),
        pen.text(_MARGIN, 112, at, 16, "muted", room=left),
    ]
    yield element("g", {"data-box": _box(_MARGIN, 16, left, 104)}, "".join(inner))
    for place, (key, unit) in enumerate(zip(("year", "month", "day", "hour"), "年月日时", strict=True)):
        x = start + (place + 0.5) * column
        pillar = board.pillars[key]
        role = "accent" if key == "hour" else "ink"
        size = 30 if say.characters else 23
        inner = [
            pen.text(x, 36, say.phrase(unit), 15, "muted", room=column - 6, anchor="middle"),
            pen.text(x, 72, say.stems(pillar[0]), size, role, room=column - 8, anchor="middle", serif=True),
            pen.text(x, 108, say.branches(pillar[1]), size, role, room=column - 8, anchor="middle", serif=True),
        ]
        yield element("g", {"data-box": _box(x - column / 2, 16, column, 104)}, "".join(inner))
    fu, shi = board.zhi_fu, board.zhi_shi
    yi = STEMS[XUN_YI[XUN_HEADS.index(board.xun)]]
    rooms = (112.0, 134.0, 134.0, 92.0, 80.0) if say.characters else (106.0, 138.0, 144.0, 92.0, 72.0)
    facts = (
        ("旬首", say.xun(board.xun, yi)),
        ("直符", f"{say.star(fu.star)} {_home(say, fu)}"),
        ("直使", f"{say.door(shi.door) or say.phrase('无')} {_home(say, shi)}"),
        ("旬空", say.branches(board.xun_kong)),
        ("马星", say.branches(board.ma_xing)),
    )
    x = float(_MARGIN)
    for (label, value), room in zip(facts, rooms, strict=True):
        role = "accent" if label in ("直符", "直使") else "ink"
        inner = [
            pen.text(x, 144, say.phrase(label), 14, "muted", room=room - 10),
            pen.text(x, 168, value, 19, role, room=room - 10),
        ]
        yield element("g", {"data-box": _box(x, 126, room, 54)}, "".join(inner))
        x += room


def _box(*sides: float) -> str:
    """Return the room of a group (x, y, width, height), for whoever checks that nothing leaves it."""
    return " ".join(map(coordinate, sides))


def _home(say: Words, hand: Any) -> str:
    if hand.palace == hand.raw_palace:
        return say.palace(hand.palace)
    return f"{say.palace(hand.palace)} ({say.palace(hand.raw_palace)})"


def _cell(board: Board, number: int, x: float, y: float, say: Words, pen: Pen) -> Iterable[str]:
    palace = board.palaces[number]
    right, room = x + _CELL - _PAD, _CELL - 2 * _PAD
    left = x + _PAD
    yield pen.rect(x, y, _CELL, _CELL_HEIGHT, "cell")
    badges = [say.phrase(mark) for mark in marks(board, number)]
    if len(badges) > 1 and not say.characters:
        badges = [badge[0] for badge in badges]  # two words would leave no room for the deity
    yield from _badges(badges, right, y + 28, say, pen)
    taken = sum(_badge_width(badge, say) + 6 for badge in badges)
    yield pen.text(left, y + 34, say.deity(palace.deity), 18, "muted", room=room - taken)
    fu = board.zhi_fu.star in palace.stars and number == board.zhi_fu.palace
    shi = palace.door is not None and palace.door == board.zhi_shi.door and number == board.zhi_shi.palace
    side = room * (0.5 if say.characters else 0.56)
    size = 23.0 if say.characters else 20.0
    star, door = say.star(palace.stars), say.door(palace.door)
    yield pen.text(left, y + 78, star, size, "accent" if fu else "ink", room=side, bold=fu)
    yield pen.text(left, y + 122, door, size, "accent" if shi else "ink", room=side, bold=shi)
    yield from _stems(palace, right, y, room - side - 8, say, pen)
    hits = [hit for place in order.named(board.patterns) if place.palace == number for hit in place.hits]
    left_for_label = room - 14 * min(len(hits), _MARKS + 1) - 4
    label = f"{say.palace(number)} {say.bearing(number)}".rstrip()
    if fit(label, 14, left_for_label) < 12:
        label = say.palace(number)
    yield pen.text(left, y + 153, label, 14, "muted", room=left_for_label)
    yield from _dots(hits, right, y + 148, say, pen)


def _stems(palace: Palace, right: float, y: float, room: float, say: Words, pen: Pen) -> Iterable[str]:
    """Heaven above earth, right-aligned; a lodged stem is smaller: left of the native one, words below it."""
    for stems, base, role in ((palace.heaven, y + 80, "ink"), (palace.earth, y + 124, "muted")):
        if not stems:
            continue
        native, *lodged = stems
        if say.characters:
            yield pen.text(right, base, say.stems((native,)), 34, role, anchor="end", serif=True)
            yield pen.text(right - 38, base, say.stems(lodged), 23, "muted", anchor="end", serif=True)
            continue
        raised = 14 if lodged else 0
        name = say.stems((native,))
        yield pen.text(right, base - raised, name, 23, role, room=room, anchor="end", serif=True)
        yield pen.text(right, base + 7, say.stems(lodged), 15, "muted", room=room, anchor="end", serif=True)


def _badge_width(badge: str, say: Words) -> float:
    return 24.0 if say.characters else 9.0 * len(badge) + 8


def _badges(badges: list[str], right: float, y: float, say: Words, pen: Pen) -> Iterable[str]:
    for badge in reversed(badges):
        width = _badge_width(badge, say)
        box = {"x": right - width, "y": y - 12, "width": width, "height": 24, "rx": 12, "fill": "none"}
        yield element("rect", {**box, **pen.paint("line", "stroke"), "stroke-width": 1.4})
        yield pen.text(right - width / 2, y + 5, badge, 14, "muted", room=width - 6, anchor="middle")
        right -= width + 6


def _dots(hits: list[Any], right: float, y: float, say: Words, pen: Pen) -> Iterable[str]:
    shown = hits[:_MARKS]
    if len(hits) > _MARKS:
        yield pen.text(right, y + 5, f"+{len(hits) - _MARKS}", 13, "muted", anchor="end")
        right -= 20
    for place, hit in enumerate(reversed(shown)):
        name = say.pattern(hit.row)
        yield pen.mark(right - 5 - 14 * place, y, hit.auspice, f"{name}{say.gap}({say.auspice(hit.auspice)})")


def _rules(pen: Pen) -> Iterable[str]:
    """Draw the frame last, so that every line is whole."""
    side, tall = 3 * _CELL, 3 * _CELL_HEIGHT
    for step in range(4):
        x, y = _MARGIN + step * _CELL, _TOP + step * _CELL_HEIGHT
        yield pen.line(_MARGIN, y, _MARGIN + side, y)
        yield pen.line(x, _TOP, x, _TOP + tall)


def _foot(board: Board, say: Words, pen: Pen) -> Iterable[str]:
    y = HEIGHT - 18
    x = float(_MARGIN)
    for auspice in "吉凶半平":
        word = say.auspice(auspice)
        yield pen.mark(x + 5, y - 5, auspice)
        yield pen.text(x + 15, y, word, 14, "muted", room=44)
        x += 42 if say.characters else 66
    told = f"{say.school(board.school.name)} · {' '.join(board.clock.describe().values())}"
    room = WIDTH - _MARGIN - x - 12
    yield pen.text(WIDTH - _MARGIN, y, told, 14, "muted", room=room, anchor="end")
