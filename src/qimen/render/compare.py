"""A comparison of schools as text: a table with a column a school, or a list where the columns do not fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .. import lang as spell
from .order import group_of
from .text import display_width
from .words import Words, words

if TYPE_CHECKING:
    from ..compare import Comparison, NameDifference

#: A line of a table: what is compared, and how each school has it.
Line = tuple[str, tuple[str, ...]]

#: What a school says that does not hold a name, and one that does not read it at all.
ABSENT, UNREAD = "-", "."

_FACT_LABELS = {
    "year": "年", "month": "月", "day": "日", "hour": "时", "term": "节气", "ju_term": "局节", "ju": "局",
    "zhi_fu": "直符", "zhi_shi": "直使",
}  # fmt: skip
_PARTS = (("神", "deity"), ("星", "stars"), ("门", "door"), ("天", "heaven"), ("地", "earth"))


def fact_lines(found: Comparison, say: Words) -> list[tuple[str, tuple[str, ...], bool]]:
    """Return term, ju and the two hands, and those pillars that differ: label, values, whether they differ."""
    lines = []
    for fact, label in _FACT_LABELS.items():
        if fact in ("year", "month", "day", "hour") and not found.differs(fact):
            continue
        values = tuple(_fact(board, fact, say) for board in found.boards)
        lines.append((say.phrase(label), values, len(set(values)) > 1))
    return lines


def _fact(board: Any, fact: str, say: Words) -> str:
    if fact == "term":
        return say.term(board.term)
    if fact == "ju_term":
        return say.term_and_yuan(board.ju_term, board.yuan)
    if fact == "ju":
        return say.ju(board.dun, board.ju)
    if fact == "zhi_fu":
        return f"{say.star(board.zhi_fu.star)} {say.home(board.zhi_fu.palace, board.zhi_fu.raw_palace)}"
    if fact == "zhi_shi":
        door = say.door(board.zhi_shi.door) or say.phrase("无")
        return f"{door} {say.home(board.zhi_shi.palace, board.zhi_shi.raw_palace)}"
    return say.pillar(board.pillars[fact])


def palace_lines(found: Comparison, say: Words) -> list[Line]:
    """Return what differs in the palaces, a line for each thing that stands in one."""
    lines = []
    for number, palaces in found.palaces.items():
        for label, part in _PARTS:
            if len({getattr(palace, part) for palace in palaces}) > 1:
                values = tuple(_part(getattr(palace, part), part, say) for palace in palaces)
                lines.append((f"{say.palace(number)} {say.phrase(label)}", values))
    return lines


def _part(value: Any, part: str, say: Words) -> str:
    if not value:
        return ABSENT
    if part in ("heaven", "earth"):
        return say.stems(value)
    return {"deity": say.deity, "stars": say.star, "door": say.door}[part](value)


def chosen(found: Comparison, full: bool = False) -> list[NameDifference]:
    """Return the names that differ: the named patterns without their variants in （）, or all of them."""
    return [
        difference
        for difference in found.patterns
        if full or (group_of(difference.hit) == "named" and "（" not in difference.name)
    ]


def held(difference: NameDifference, place: int, say: Words) -> str:
    """Return how one school holds a name: the palaces, the hour as a whole, not at all, or not read."""
    hit = difference.hits[place]
    if hit is None:
        return ABSENT if difference.read[place] else UNREAD
    return " ".join(map(str, hit.palaces)) or say.phrase("全时")


def comparison_text(found: Comparison, width: int = 80, lang: str = "zh-hans", full: bool = False) -> str:
    """Return a comparison as lines of text, without a newline at the end.

    Parameters
    ----------
    found
        What `qimen.compare.compare` returns.
    width
        Columns to fit into; where the columns of the schools do not fit, the values stand below each other.
    lang
        One of `qimen.lang.LANGS`.
    full
        Every name that differs, not the named patterns alone.

    Returns
    -------
    str
        Term, ju, 直符 and 直使 (a star before what differs); what differs in the palaces; the names that some
        hold and others do not, with the palaces they hold in, ``-`` where a school reads the name and it does
        not hold, ``.`` where the school has no such name.
    """
    say = words(lang)
    first = found.boards[0]
    pillars = "  ".join(
        say.dated(first.pillars[key], unit)
        for key, unit in zip(("year", "month", "day", "hour"), "年月日时", strict=True)
    )
    lines = [first.time or f"{say.phrase('时辰')} {first.hour}", pillars, ""]
    heads = tuple(board.school.name for board in found.boards)
    facts: list[Line] = [
        (f"{'*' if differ else ' '} {label}", values) for label, values, differ in fact_lines(found, say)
    ]
    lines += _table((say.phrase("门派"), heads), facts, width)
    palaces = palace_lines(found, say)
    if palaces:
        lines += ["", *_table((say.phrase("宫"), heads), palaces, width)]
    names = chosen(found, full)
    if names:
        rows = [
            (
                say.pattern(difference.hit.row),
                tuple(held(difference, place, say) for place in range(len(heads))),
            )
            for difference in names
        ]
        lines += ["", *_table((say.phrase("格"), heads), rows, width)]
    rest = len(found.patterns) - len(names)
    if rest:
        lines += ["", f"{say.phrase('另有')} {rest} (--all {say.phrase('全列')})"]
    if not (palaces or found.patterns or any(differ for _, _, differ in fact_lines(found, say))):
        lines += ["", say.phrase("各家相同")]
    text = "\n".join(lines)
    return text if say.characters else spell.in_letters(text)


def _table(head: Line, lines: Sequence[Line], width: int) -> list[str]:
    columns = [[line[0] for line in (head, *lines)]]
    columns += [[line[1][place] for line in (head, *lines)] for place in range(len(head[1]))]
    wide = [max(map(display_width, column)) for column in columns]
    if sum(wide) + 2 * (len(wide) - 1) <= width:
        return [_row(cells, wide) for cells in zip(*columns, strict=True)]
    listed = []
    names = max(map(display_width, head[1]))
    for label, values in lines:
        if len(set(values)) == 1:
            listed.append(f"{label.strip()}  {values[0]}")
            continue
        listed.append(label.strip())
        listed += [f"  {_pad(name, names)}  {value}" for name, value in zip(head[1], values, strict=True)]
    return listed


def _row(cells: Iterable[str], wide: Sequence[int]) -> str:
    return "  ".join(_pad(cell, size) for cell, size in zip(cells, wide, strict=True)).rstrip()


def _pad(text: str, width: int) -> str:
    return text + " " * (width - display_width(text))
