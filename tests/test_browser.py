"""Boards, the compass and pages in a real browser: no text leaves its cell or runs into another."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

import qimen
from browser import measure, needs_browser, picture
from qimen import lang, svg
from qimen.compare import compare
from qimen.directions.reports import compass_report
from qimen.render import rose
from qimen.render.html import page

pytestmark = [needs_browser, pytest.mark.slow]

#: Letters may reach a little left of where they begin, and a browser rounds.
SLACK = 1.5
#: Every box of a group that stands outside its cell or its room, texts that lie over each other on one line,
#: and texts smaller than can be read.
SCRIPT = f"""
const wrong = [], slack = {SLACK};
const inside = (a, b) => a.x >= b.x - slack && a.y >= b.y - slack &&
  a.x + a.width <= b.x + b.width + slack && a.y + a.height <= b.y + b.height + slack;
for (const drawing of document.querySelectorAll('svg')) {{
  const name = drawing.getAttribute('aria-labelledby');
  const [x, y, width, height] = drawing.getAttribute('viewBox').split(' ').map(Number);
  for (const text of drawing.querySelectorAll('text')) {{
    if (!inside(text.getBBox(), {{x, y, width, height}})) wrong.push([name, 'leaves the drawing', text.textContent]);
    if (Number(text.getAttribute('font-size')) < 10) wrong.push([name, 'too small', text.textContent]);
  }}
  for (const group of drawing.querySelectorAll('g')) {{
    const cell = group.querySelector('rect'), room = group.dataset.box;
    const [bx, by, bw, bh] = room ? room.split(' ').map(Number) : [];
    const bounds = room ? {{x: bx, y: by, width: bw, height: bh}} : group.dataset.cell ? cell.getBBox() : null;
    const parts = [...group.querySelectorAll('text,circle,path,rect')];
    for (const part of parts)
      if (bounds && !inside(part.getBBox(), bounds)) wrong.push([name, "leaves its room", part.textContent]);
    const texts = parts.filter(part => part.tagName == 'text');
    for (const a of texts) for (const b of parts) {{
      if (a === b || b === cell || b.tagName == 'rect') continue;
      const p = a.getBBox(), q = b.getBBox();
      const height = Math.min(p.y + p.height, q.y + q.height) - Math.max(p.y, q.y);
      const close = height > 0.45 * Math.min(p.height, q.height);
      if (close && p.x < q.x + q.width - slack && q.x < p.x + p.width - slack)
        wrong.push([name, 'overlap', a.textContent, b.textContent]);
    }}
  }}
}}
return {{wrong: wrong.slice(0, 30), count: wrong.length, drawings: document.querySelectorAll('svg').length}};
"""


@functools.cache
def all_ju(school: str) -> tuple[Any, ...]:
    """Return two boards of each of the 18 ju, at hours far apart."""
    boards: dict[tuple[str, int], list[Any]] = {}
    first = int(qimen.hours("2026-01-01"))
    for hour in range(first, first + 12 * 365, 17):
        board = qimen.cast(hour=hour, school=school)
        found = boards.setdefault((board.dun, board.ju), [])
        if len(found) < 2:
            found.append(board)
    assert len(boards) == 18
    return tuple(board for found in boards.values() for board in found)


@pytest.mark.parametrize("school", ["baojian", "tao"])
@pytest.mark.parametrize("language", lang.LANGS)
def test_no_text_overflows_its_cell_for_all_18_ju(language: str, school: str, tmp_path: Path) -> None:
    boards = all_ju(school)
    found = measure("".join(svg.board(board, language) for board in boards), SCRIPT, tmp_path)
    assert found == {"wrong": [], "count": 0, "drawings": len(boards)}


def test_the_check_sees_an_overflow(tmp_path: Path) -> None:
    drawn = svg.board(qimen.cast("2026-03-15T10:20")).replace(">天冲<", ">天冲天冲天冲天冲天冲天冲<")
    found = measure(drawn, SCRIPT, tmp_path)
    assert {kind for _, kind, *_ in found["wrong"]} == {"leaves its room", "overlap"}


@pytest.mark.parametrize("language", lang.LANGS)
def test_the_compass(language: str, tmp_path: Path) -> None:
    drawn = [
        rose.compass(compass_report(time, "baojian"), language)
        for time in ("2026-03-15T10:20", "2026-06-21T04:00", "2026-09-01T14:00", "2026-12-20T10:20")
    ]
    found = measure("".join(drawn), SCRIPT, tmp_path)
    assert found == {"wrong": [], "count": 0, "drawings": 4}


PAGE_SCRIPT = """
const page = document.querySelector('iframe').contentDocument, room = page.documentElement.clientWidth;
const wide = [...page.querySelectorAll('main *')].filter(e => !e.closest('.scroll') && !e.closest('svg'))
  .filter(e => e.getBoundingClientRect().right > room + 1 && e.getClientRects().length)
  .map(e => e.outerHTML.slice(0, 90));
return {room, scroll: page.documentElement.scrollWidth, wide, drawings: page.querySelectorAll('svg[role=img]').length};
"""


@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.parametrize("width", [390, 1200])
def test_a_page_fits_phones_and_desks(width: int, language: str, tmp_path: Path) -> None:
    found = compare("2026-12-20T10:20", ["baojian", "chaibu", "tao", "lin"])
    text = page(found.boards[0], found, compass_report("2026-12-20T10:20"), language)
    # Pages of files may not look into each other: the frame is given its text inline, and measured once loaded.
    script = "window.addEventListener('load',()=>{document.getElementById('found').textContent=JSON.stringify("
    escaped = text.replace("&", "&amp;").replace('"', "&quot;")
    markup = f'<iframe width="{width}" height="900" style="border:0" srcdoc="{escaped}"></iframe>'
    late = f"{script}(()=>{{{PAGE_SCRIPT}}})())}});return null;"
    told = measure(markup, late, tmp_path, 1300)
    assert told["room"] == width
    assert told["scroll"] <= width
    assert told["wide"] == []
    assert told["drawings"] == 5  # the board, the compass, three rivals


def test_a_picture_is_drawn(tmp_path: Path) -> None:
    target = tmp_path / "board.png"
    picture(svg.board(qimen.cast("2026-03-15T10:20")), target, 640, 760)
    assert target.read_bytes().startswith(b"\x89PNG")
    assert target.stat().st_size > 20_000
