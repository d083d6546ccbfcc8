"""One self-contained page: the board, its patterns with sources, the compass, and what rival schools say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from . import compare as tables
from . import rose, svg
from .order import GROUPS, group_of
from .shapes import Pen, element
from .stylesheet import stylesheet
from .text import plain
from .words import Words, words

if TYPE_CHECKING:
    from ..board import Board, Hit
    from ..compare import Comparison

_HTML_LANG = {"zh-hans": "zh-Hans", "zh-hant": "zh-Hant", "pinyin": "zh-Latn", "en": "en"}
#: A page asks for nothing from anywhere; this makes a browser hold it to that.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(
    board: Board,
    comparison: Comparison | None = None,
    directions: Mapping[str, Any] | None = None,
    lang: str | None = None,
) -> str:
    """Return a page about one chart: HTML with everything inside, no script, nothing fetched.

    Parameters
    ----------
    board : Board
    comparison : Comparison, optional
        What the page says of other schools; its first board is `board` itself.
    directions : dict, optional
        What `directions.reports.compass_report` returns for the time of the board.
    lang : {"zh-hans", "zh-hant", "pinyin", "en"}, optional
        Default 简. The readings of patterns are English in any language.

    Returns
    -------
    str
        Light or dark as the reader's system is, one column on a phone.
    """
    if comparison is not None and comparison.boards[0] != board:
        raise InputError("comparison: its first board is another one than `board`")
    say = words(lang)
    title = f"{say.ju(board.dun, board.ju)} · {say.time(board)}"
    body = [_header(board, say), _patterns(board, say)]
    if directions is not None:
        body.append(_directions(directions, say))
    if comparison is not None:
        body.append(_schools(comparison, say))
    body.append(_conventions(board, say))
    head = (
        '<meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{stylesheet()}</style>"
    )
    return (
        f'<!doctype html>\n<html lang="{_HTML_LANG[say.lang]}"><head>{head}</head>\n'
        f"<body><main>{''.join(body)}</main></body></html>\n"
    )


def _header(board: Board, say: Words) -> str:
    told = f"{svg.summary(board, say)} · {say.school(board.school.name)}"
    return f"<header><h1>{_h(say.time(board))}</h1><p>{_h(told)}</p></header>"


def _patterns(board: Board, say: Words) -> str:
    groups: dict[str, list[Hit]] = {group: [] for group in GROUPS}
    for hit in board.patterns:
        groups[group_of(hit)].append(hit)
    named = groups.pop("named")
    rest = "".join(
        f"<details><summary>{_h(say.group(group))} <span class=muted>{len(hits)}</span></summary>"
        f"{_list(hits, say)}</details>"
        for group, hits in groups.items()
        if hits
    )
    return (
        f'<section class="two">{svg.board(board, say.lang, "auto")}'
        f"<div>{_heading(3, say.phrase('名格'))}{_list(named, say)}{rest}</div></section>"
    )


def _list(hits: Iterable[Hit], say: Words) -> str:
    items = []
    for hit in hits:
        where = say.comma.join(say.palace(number) for number in hit.palaces) or say.phrase("全时")
        items.append(_item(say.pattern(hit.row), hit.auspice, where, hit.row.source, hit.row.reading, say))
    return f'<ul class="list">{"".join(items)}</ul>'


def _item(name: str, auspice: str, where: str, source: str, reading: str, say: Words) -> str:
    judged = f'<span class="muted">{_h(say.auspice(auspice))}</span>' if auspice else ""
    return (
        f"<li>{_mark(auspice)}<span class=name>{_h(name)}</span><span class=where>{_h(where)}</span>{judged}"
        f"<span class=src>{_h(source)}</span><span class=why lang=en>{_h(reading)}</span></li>"
    )


def _mark(auspice: str) -> str:
    if not auspice:
        return ""
    box = {"viewBox": "0 0 14 14", "aria-hidden": "true"}
    return element("svg", box, Pen("auto").mark(7, 7, auspice, radius=5))


def _directions(report: Mapping[str, Any], say: Words) -> str:
    listed = "".join(
        _item(row["name"], row["auspice"], row["where"], row["source"], row["reading"], say)
        for row in rose.favoured(report, say.lang)
    )
    return (
        f"<section>{_heading(2, say.phrase('方位'))}<div class=two>{rose.compass(report, say.lang, 'auto')}"
        f'<ul class="list">{listed}</ul></div></section>'
    )


def _schools(found: Comparison, say: Words) -> str:
    heads = [say.school(board.school.name) for board in found.boards]
    facts = [(label, values, differ) for label, values, differ in tables.fact_lines(found, say)]
    parts = [_table(say.phrase("门派"), heads, facts)]
    palaces = tables.palace_lines(found, say)
    names = [
        (
            say.pattern(difference.hit.row),
            tuple(tables.held(difference, place, say) for place in range(len(heads))),
            False,
        )
        for difference in tables.chosen(found)
    ]
    if names:
        parts.append(_table(say.phrase("格"), heads, names))
    if palaces:
        rows = [(label, values, False) for label, values in palaces]
        inner = _table(say.phrase("宫"), heads, rows)
        parts.append(f"<details><summary>{_h(say.phrase('宫'))}</summary>{inner}</details>")
    return (
        f"<section>{_heading(2, say.phrase('诸家'))}{_rivals(found, say)}</section>"
        f"<section>{_heading(2, say.phrase('异同'))}{''.join(parts)}</section>"
    )


def _rivals(found: Comparison, say: Words) -> str:
    """Return the boards of the other schools; those whose plates are the same share one drawing."""
    shared: list[list[Board]] = []
    for board in found.boards:
        for same in shared:
            if (board.chart, board.palaces) == (same[0].chart, same[0].palaces):
                same.append(board)
                break
        else:
            shared.append([board])
    own, *others = shared
    figures = []
    for boards in others:
        names = say.comma.join(say.school(board.school.name) for board in boards)
        told = f"<b>{_h(names)}</b> · {_h(say.ju(boards[0].dun, boards[0].ju))}"
        figures.append(f"<figure><figcaption>{told}</figcaption>{svg.board(boards[0], say.lang, 'auto')}</figure>")
    alike = [say.school(board.school.name) for board in own[1:]]
    note = f"<p class=muted>{_h(say.phrase('同此局'))}: {_h(say.comma.join(alike))}</p>" if alike else ""
    drawn = f"<div class=many>{''.join(figures)}</div>" if figures else ""
    return note + ("<br>" if note and drawn else "") + drawn


def _table(label: str, heads: Sequence[str], lines: Iterable[tuple[str, tuple[str, ...], bool]]) -> str:
    top = "".join(f"<th scope=col>{_h(head)}</th>" for head in ("", *heads))
    rows = []
    for name, values, differ in lines:
        cells = "".join(f"<td>{_h(_absent(value))}</td>" for value in values)
        rows.append(f"<tr{' class=differ' if differ else ''}><th scope=row>{_h(name)}</th>{cells}</tr>")
    return (
        f'<div class="scroll"><table aria-label="{_h(label)}"><thead><tr>{top}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _absent(value: str) -> str:
    return {tables.ABSENT: "–", tables.UNREAD: "·"}.get(value, value)


def _conventions(board: Board, say: Words) -> str:
    knobs = {**board.school.conventions(), **board.clock.describe()}
    told = "".join(
        f"<dt>{_h(knob)}</dt><dd>{_h(plain(value))}</dd>"
        for knob, value in knobs.items()
        if value not in (None, "", (), [], {})
    )
    return f"<section>{_heading(2, say.phrase('约定'))}<dl>{told}</dl></section>"


def _heading(level: int, text: str) -> str:
    return f"<h{level}>{_h(text)}</h{level}>"


def _h(text: str) -> str:
    return escape(str(text))
