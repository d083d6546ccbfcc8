"""Small HTML tables for notebooks: a scan, charts, the 定局 of hours, a school.

Plain tables without style of their own: the notebook's style sheet draws them, light or dark. They show a first
and a last few rows, so that a scan of centuries costs no more than a glance.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ..names import DEITIES, DOORS, DUN, NONE8, STARS, STEMS, TERMS, YUAN
from .text import plain

if TYPE_CHECKING:
    from ..align import Alignment
    from ..plates import Plates
    from ..scanning import Scan
    from ..schools import School

#: Rows shown of something longer.
ROWS = 10


def scan_html(scan: Scan, where: str) -> str:
    """Return a scan: what was asked, how many hits there are, and the first of them."""
    rows = list(itertools.islice(scan.rows(), ROWS + 1))
    count = len(rows) if len(rows) <= ROWS else scan.count
    columns = ("start", "day_pillar", "hour_pillar", "dun", "ju", "palaces")
    shown = [[row[name] for name in columns] for row in rows[:ROWS]]
    told = f"{where} · {scan.school.name} · hits: {count:,}"
    return _table(told, columns, shown, more=count - len(shown))


def plates_html(plates: Plates) -> str:
    """Return charts: a row a chart, a column a palace; star, door, deity, heaven over earth stems."""
    shape = plates.earth.shape[:-1]
    flat = [plate.reshape(-1, plate.shape[-1]) for plate in plates]
    count = flat[0].shape[0]
    rows = []
    for chart in range(min(count, ROWS)):
        here = [plate[chart].tolist() for plate in flat]
        place = list(np.unravel_index(chart, shape)) if shape else [""]
        head = ", ".join(str(index) for index in place)
        rows.append([head, *(_palace(*(plate[p] for plate in here)) for p in range(1, 10))])
    told = f"Plates · charts: {' × '.join(map(str, shape)) or 1}"
    return _table(told, ("", *map(str, range(1, 10))), rows, more=count - len(rows))


def _palace(earth: int, heaven: int, guest: int, star: int, door: int, deity: int) -> str:
    stems = "".join(STEMS[stem] for stem in (heaven, guest) if stem != NONE8)
    parts = [
        DEITIES[deity] if deity != NONE8 else "",
        STARS[star] + (STARS[4] if guest != NONE8 else "") if star != NONE8 else "",
        DOORS[door] if door != NONE8 else "",
        f"{stems}/{STEMS[earth]}" if stems else STEMS[earth] if earth != NONE8 else "",
    ]
    return " ".join(filter(None, parts))


def alignment_html(found: Alignment) -> str:
    """Return the 定局 of hours: term in force, term and yuan of the ju, dun and ju."""
    given = (found.term, found.ju_term, found.yuan, found.dun, found.ju)
    columns = [np.asarray(column).reshape(-1) for column in given]
    count = columns[0].size
    rows = [
        [TERMS[term], TERMS[ju_term], YUAN[yuan], DUN[dun], ju]
        for term, ju_term, yuan, dun, ju in zip(*(column[:ROWS].tolist() for column in columns), strict=True)
    ]
    heads = ("term", "ju_term", "yuan", "dun", "ju")
    return _table(f"Alignment · hours: {count:,}", heads, rows, more=count - len(rows))


def school_html(school: School) -> str:
    """Return a school: a row a knob."""
    knobs = school.conventions()
    name = knobs.pop("name")
    rows = [[knob, plain(value)] for knob, value in knobs.items() if value not in (None, "", (), [], {})]
    return _table(f"School {name}", ("knob", "value"), rows)


def _table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[Any]], more: int = 0) -> str:
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(_cell(value))}</td>" for value in row) + "</tr>" for row in rows)
    if more > 0:
        body += f'<tr><td colspan="{len(heads)}">… {more:,} more</td></tr>'
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
