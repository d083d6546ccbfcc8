"""The directions of a time as a compass rose of the 24 mountains, south up as the board is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from .. import lang as spell
from ..directions import DIRECTIONS
from ..directions.compass import MOUNTAINS
from ..names import RING
from .shapes import Pen, drawing, element
from .words import Words, words

SIZE = 600
_CENTRE = SIZE / 2
#: Radii: the palaces, the mountains, and the marks outside them.
_INNER, _PALACES, _MOUNTAINS, _OUTER = 78.0, 146.0, 212.0, 286.0


def compass(report: Mapping[str, Any], lang: str | None = None, theme: str = "light") -> str:
    """Return the compass of a moment as SVG.

    Parameters
    ----------
    report
        What `directions.reports.compass_report` returns.
    lang, theme
        As for the board.

    Returns
    -------
    str
        Rings from within: the hour; the eight palaces; the 24 mountains; outside them a mark for each good or
        bad direction that lies there, those of a whole palace at its middle, beside the palace's name. What a
        mark means is said where a pointer rests on it, and in lists by `favoured`.
    """
    say, pen = words(lang), Pen(theme)
    parts = [pen.rect(0, 0, SIZE, SIZE, "paper", 10)]
    parts += [pen.ring(_CENTRE, _CENTRE, radius, "line", 1) for radius in (_INNER, _PALACES, _MOUNTAINS, _OUTER)]
    parts += _spokes(pen)
    parts += _middle(report, say, pen)
    rows = {row["id"]: row for row in report["directions"]}
    for place, mountain in enumerate(report["compass"]):
        parts.append(_mountain(place, mountain, rows, say, pen))
    for step, palace in enumerate(RING):
        middle = next(m for m in report["compass"] if m["palace"] == palace)
        parts.append(_palace(step, palace, _judged(middle["palace_directions"], rows), say, pen))
    told = []
    for mountain in report["compass"]:
        here = _judged(mountain["directions"], rows)
        if here:
            names = ", ".join(_named(row, say) for row in here)
            told.append(f"{spell.name('mountain', mountain['mountain'], say.lang)}: {names}.")
    key = f"rose-{report['hour']}-{report['school']}-{theme}"
    key = "".join(char if char.isalnum() and char.isascii() else "-" for char in key)
    return drawing(SIZE, SIZE, say.phrase("方位"), " ".join(told), parts, lang=say.lang, key=key)


def favoured(report: Mapping[str, Any], lang: str | None = None) -> list[dict[str, str]]:
    """Return the directions that are good or bad and lie somewhere: name, auspice, where, source."""
    say = words(lang)
    found = []
    for row in report["directions"]:
        if not row["auspice"] or not row["value"] or row["kind"] == "code":
            continue
        if row["kind"] == "palace":
            where = [f"{say.palace(int(value))} {say.bearing(int(value))}" for value in row["value"]]
        else:
            where = [spell.name("mountain", value, say.lang) for value in row["value"]]
        found.append(
            {
                "name": _name(row, say),
                "auspice": row["auspice"],
                "where": say.comma.join(where),
                "source": row["source"],
                "reading": DIRECTIONS[row["id"]].reading,
            }
        )
    return found


def _name(row: Mapping[str, Any], say: Words) -> str:
    return say.pattern(DIRECTIONS[row["id"]])


def _named(row: Mapping[str, Any], say: Words) -> str:
    return f"{_name(row, say)}{say.gap}({say.auspice(row['auspice'])})"


def _judged(ids: Iterable[str], rows: Mapping[str, Any]) -> list[Any]:
    """Return the directions of some place that are good or bad; the others are names of places."""
    return [rows[id_] for id_ in ids if rows[id_]["auspice"]]


def _at(degrees: float, radius: float) -> tuple[float, float]:
    """Return a point by its bearing, clockwise from north, which is below: south is up."""
    turn = math.radians(degrees + 180)
    return _CENTRE + radius * math.sin(turn), _CENTRE - radius * math.cos(turn)


def _spokes(pen: Pen) -> Iterable[str]:
    for place in range(24):
        degrees = 15 * place + 7.5
        # Every third line divides palaces and goes on inwards.
        inner = _INNER if (place - 1) % 3 == 0 else _PALACES
        yield pen.line(*_at(degrees, inner), *_at(degrees, _OUTER))


def _middle(report: Mapping[str, Any], say: Words, pen: Pen) -> Iterable[str]:
    hour = say.dated(report["pillars"]["hour"], "时")
    yield pen.text(_CENTRE, _CENTRE - 4, hour, 24, room=110, anchor="middle", serif=True, bold=True)
    yield pen.text(_CENTRE, _CENTRE + 24, say.ju(report["dun"], report["ju"]), 16, "muted", room=110, anchor="middle")


def _mountain(place: int, mountain: Mapping[str, Any], rows: Mapping[str, Any], say: Words, pen: Pen) -> str:
    name = mountain["mountain"]
    x, y = _at(15 * place, (_PALACES + _MOUNTAINS) / 2)
    branch = name in "子丑寅卯辰巳午未申酉戌亥"
    size = 25.0 if say.characters else 17.0
    said = spell.name("mountain", name, say.lang)
    role = "ink" if branch else "muted"
    parts = [pen.text(x, y + size * 0.36, said, size, role, room=44, anchor="middle", serif=True, bold=branch)]
    judged = _judged(mountain["directions"], rows)
    apart = min(16.0, (_OUTER - _MOUNTAINS - 26) / max(len(judged) - 1, 1))
    for step, row in enumerate(judged):
        x, y = _at(15 * place, _MOUNTAINS + 14 + apart * step)
        parts.append(pen.mark(x, y, row["auspice"], _named(row, say)))
    return element("g", {"data-mountain": MOUNTAINS[place]}, "".join(parts))


def _palace(step: int, palace: int, judged: list[Any], say: Words, pen: Pen) -> str:
    degrees = 45 * step
    x, y = _at(degrees, (_INNER + _PALACES) / 2)
    size = 17.0 if say.characters else 15.0
    parts = [pen.text(x, y + 1, say.palace(palace), size, room=62, anchor="middle")]
    counts = [(auspice, [row for row in judged if row["auspice"] == auspice]) for auspice in "吉凶"]
    shown = [(auspice, found) for auspice, found in counts if found]
    for place, (auspice, found) in enumerate(shown):
        left = x - 15 * (len(shown) - 1) + 30 * place - 7
        names = ", ".join(_named(row, say) for row in found)
        parts.append(pen.mark(left, y + 15, auspice, names, 4))
        parts.append(pen.text(left + 7, y + 19.5, str(len(found)), 12, "muted"))
    return element("g", {"data-rose-palace": palace}, "".join(parts))
