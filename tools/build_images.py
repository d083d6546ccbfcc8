"""Draw docs/images/: boards and a compass of a book's example as SVG, and pictures of them in a browser as PNG.

The drawings need nothing; the pictures need Chromium and a font with Chinese characters (Debian: chromium,
fonts-noto-cjk) and are left as they are where those are missing. `make docs` runs this.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import qimen
from qimen import svg
from qimen.compare import compare
from qimen.directions.reports import compass_report
from qimen.render import rose
from qimen.render.html import page

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"

#: 景祐's example of 天遁: 阳四局, hour 乙酉 of a day 乙 or 庚; 生 with 丙 over 丁 in 坎 1. docs/chart.md
#: works it out step by step for the same hour.
SCHOOL, TIME = "jingyou", "2026-04-06T17:30"


def example() -> qimen.Board:
    """Return the board of the example."""
    board = qimen.cast(TIME, SCHOOL)
    assert (board.dun, board.ju, board.pillars["hour"]) == ("阳", 4, "乙酉")
    assert any(hit.row.id == "tiandun" and hit.palaces == (1,) for hit in board.patterns)
    return board


#: The drawings by file name.
DRAWINGS: Mapping[str, Callable[[], str]] = {
    "board.svg": lambda: svg.board(example()),
    "board-dark.svg": lambda: svg.board(example(), theme="dark"),
    "board-en.svg": lambda: svg.board(example(), "en"),
    "compass.svg": lambda: rose.compass(compass_report(TIME, SCHOOL)),
}


def _page(language: str) -> str:
    schools = [SCHOOL, *(name for name in qimen.SCHOOLS if name != SCHOOL)]
    found = compare(TIME, schools)
    return page(found.boards[0], found, compass_report(TIME, SCHOOL), language)


def _bare(drawing: str) -> str:
    return f'<!doctype html><meta charset="utf-8"><body style="margin:0">{drawing}'


def main() -> None:
    """Write every drawing, and the pictures where a browser is there."""
    IMAGES.mkdir(exist_ok=True)
    for name, draw in DRAWINGS.items():
        (IMAGES / name).write_text(draw() + "\n", encoding="utf-8")
        print(f"docs/images/{name}")
    sys.path.insert(0, str(ROOT / "tests"))
    import browser

    if browser.find() is None or not browser.has_characters():
        print("no Chromium or no Chinese font: the pictures stay as they are", file=sys.stderr)
        return
    pictures = (
        ("board.png", _bare(svg.board(example())), 600, int(svg.HEIGHT), 2.0),
        ("board-dark.png", _bare(svg.board(example(), theme="dark")), 600, int(svg.HEIGHT), 2.0),
        ("page.png", _page("zh-hans"), 1200, 1500, 1.0),
        ("page-narrow.png", _page("en"), 500, 1300, 1.0),
    )
    for name, markup, width, height, scale in pictures:
        browser.picture(markup, IMAGES / name, width, height, scale)
        print(f"docs/images/{name}")


if __name__ == "__main__":
    main()
