"""Drawings and pages as markup: well formed, self-contained, escaped; every stem, mark and pattern in its place."""

from __future__ import annotations

import importlib.util
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import qimen
from qimen import lang, svg
from qimen.compare import compare
from qimen.directions.reports import compass_report
from qimen.errors import InputError, UnknownNameError
from qimen.render import order, rose
from qimen.render.html import page

TIME = "2026-03-15T10:20"
NS = "{http://www.w3.org/2000/svg}"
#: Presentation attributes and what else a drawing may carry: no style, no event, no reference.
ATTRIBUTES = {
    "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "d", "width", "height", "viewBox", "fill", "fill-opacity",
    "stroke", "stroke-opacity", "stroke-width", "font-size", "font-family", "font-weight", "text-anchor", "class", "id",
    "role", "aria-labelledby", "lang", "data-cell", "data-box", "data-mountain", "data-rose-palace",
}  # fmt: skip
HOSTILE = "<b>\"'&]]></text><script>1</script>"


def texts(cell: ET.Element) -> list[str]:
    return [text.text or "" for text in cell.iter(f"{NS}text")]


def cells(drawn: str) -> dict[int, ET.Element]:
    return {int(g.get("data-cell", "0")): g for g in ET.fromstring(drawn).iter(f"{NS}g") if g.get("data-cell")}


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
@pytest.mark.parametrize("language", lang.LANGS)
def test_presentation_attributes_only(language: str, theme: str) -> None:
    for drawn in (
        svg.board(qimen.cast(TIME), language, theme),
        rose.compass(compass_report(TIME), language, theme),
    ):
        root = ET.fromstring(drawn)
        assert {element.tag.removeprefix(NS) for element in root.iter()} <= {
            "svg", "title", "desc", "g", "rect", "line", "text", "circle", "path",
        }  # fmt: skip
        assert {name for element in root.iter() for name in element.keys()} <= ATTRIBUTES  # noqa: SIM118
        title, desc = root[0], root[1]
        assert (title.tag, desc.tag, root.get("role")) == (f"{NS}title", f"{NS}desc", "img")
        assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
        assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")


def test_the_description_says_what_is_drawn() -> None:
    root = ET.fromstring(svg.board(qimen.cast(TIME, "chaibu")))
    assert root[0].text == "阳遁7局, 惊蛰中元, 丙午年 辛卯月 戊子日 丁巳时"
    assert (root[1].text or "").startswith("巽4 东南: 直符, 天冲, 惊门, 天 癸, 地 丁. 离9 南: 螣蛇")
    assert "兑7 西: 六合, 天芮禽, 生门, 天 壬丙, 地 戊." in (root[1].text or "")
    assert "艮8 东北: 九地, 天蓬, 景门, 天 辛, 地 己, 空." in (root[1].text or "")


def test_cells() -> None:
    drawn = cells(svg.board(qimen.cast(TIME, "chaibu")))
    assert list(drawn) == [4, 9, 2, 3, 5, 7, 8, 1, 6]
    assert texts(drawn[7]) == ["六合", "天芮禽", "生门", "壬", "丙", "戊", "兑7 西"]
    assert texts(drawn[8]) == ["空", "九地", "天蓬", "景门", "辛", "己", "艮8 东北"]
    assert texts(drawn[5]) == ["丙", "中5 中"]
    accents = [
        text.text for cell in drawn.values() for text in cell.iter(f"{NS}text") if text.get("class") == "qm-accent"
    ]
    assert accents == ["天冲", "伤门"]


def test_stems_of_every_palace_of_many_boards() -> None:
    for hour in range(29_500_000, 29_500_000 + 60 * 40, 61):
        for school in ("baojian", "tao"):
            board = qimen.cast(hour=hour, school=school)
            for number, cell in cells(svg.board(board)).items():
                place = board.palaces[number]
                stems = [text for text in texts(cell) if text in set("甲乙丙丁戊己庚辛壬癸")]
                assert stems == [*place.heaven, *place.earth]


def test_marks_are_the_named_patterns() -> None:
    board = qimen.cast(TIME, "chaibu")
    drawn = cells(svg.board(board))
    for place in order.named(board.patterns):
        if place.palace:
            titles = [title.text for title in drawn[place.palace].iter(f"{NS}title")]
            shown = [f"{hit.row.zh_hans}({hit.auspice})" for hit in place.hits][:6]
            assert titles == shown[::-1]
            assert (f"+{len(place.hits) - 6}" in texts(drawn[place.palace])) == (len(place.hits) > 6)


def test_themes() -> None:
    board = qimen.cast(TIME)
    light, dark, auto = (svg.board(board, theme=theme) for theme in ("light", "dark", "auto"))
    assert 'fill="#faf8f3"' in light
    assert 'fill="#16171a"' in dark
    assert "currentColor" in auto
    assert not re.search(r'class="qm-(paper|cell)" fill="#', auto)
    assert board._repr_svg_() == light
    with pytest.raises(UnknownNameError, match="theme='drak'"):
        svg.board(board, theme="drak")
    with pytest.raises(UnknownNameError, match="lang='klingon'"):
        svg.board(board, lang="klingon")


def test_names_are_escaped() -> None:
    board = qimen.cast(TIME, qimen.school("chaibu").replace(name=HOSTILE))
    root = ET.fromstring(svg.board(board))
    assert any(HOSTILE in text for text in texts(root))
    report = compass_report(TIME, board.school)
    text = page(board, compare(TIME, [board.school, "tao"]), report)
    assert "<script" not in text
    assert text.count("<b>") == 1  # the caption of the rival


class Reader(HTMLParser):
    """Notes open elements, ids and anything that would be fetched."""

    VOID = ("meta", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.fetched: list[tuple[str, str | None]] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "style", "srcset", "data", "action") or name.startswith("on"):
                self.fetched.append((name, value))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.parametrize("language", lang.LANGS)
def test_a_page_is_whole_and_fetches_nothing(language: str) -> None:
    found = compare("2026-12-20T10:20")
    board = found.boards[0]
    text = page(board, found, compass_report("2026-12-20T10:20"), language)
    reader = read(text)
    assert reader.fetched == []
    assert not reader.tags & {"script", "link", "img", "iframe", "object", "pre"}
    assert len(reader.ids) == len(set(reader.ids))
    assert "url(" not in text
    assert "@import" not in text
    assert "default-src &#x27;none&#x27;" in text


def test_a_page_names_patterns_sources_readings_directions_and_rivals() -> None:
    import html

    found = compare("2026-12-20T10:20")
    board = found.boards[0]
    report = compass_report("2026-12-20T10:20")
    text = html.unescape(page(board, found, report))
    for hit in board.patterns:
        assert hit.row.source in text
        assert hit.row.reading in text
    for row in report["directions"]:
        if row["auspice"] and row["value"] and row["kind"] != "code":
            assert f"{row['name']}</span>" in text
    assert text.count('role="img"') == 6  # the board, the compass, 林 陶 拆补 茅山
    assert "同此局: 景祐、李、置闰" in text


def test_a_page_of_one_board_alone() -> None:
    board = qimen.cast(TIME)
    assert read(page(board)).tags >= {"svg", "ul", "details", "dl"}
    with pytest.raises(InputError, match="first board"):
        page(board, compare(TIME, ["tao", "baojian"]))


# ---------------------------------------------------------------- notebooks

TABLES: dict[str, Any] = {
    "scan": lambda: qimen.scan("2026-01-01", "2027-01-01", "天遁 | 地遁"),
    "no hits": lambda: qimen.scan("2026-01-01", "2026-01-01", "天遁"),
    "plates": lambda: qimen.plates([[0, 413], [7, 1079]], "chaibu"),
    "one chart": lambda: qimen.plates(413, "chaibu"),
    "flying": lambda: qimen.plates(413, "tao"),
    "alignment": lambda: qimen.align(qimen.hour_range("2026-01-01", "2026-03-01")),
    "school": lambda: qimen.school("tao"),
    "hostile school": lambda: qimen.school("tao").replace(name=HOSTILE),
}


@pytest.mark.parametrize("what", TABLES)
def test_notebook_tables(what: str) -> None:
    text = TABLES[what]()._repr_html_()
    reader = read(text)
    assert reader.tags == {"table", "caption", "thead", "tbody", "tr", "th", "td"} - (
        {"td"} if what == "no hits" else set()
    )
    assert text.count("<tr>") <= 20
    assert len(text) < 6000


def test_notebook_tables_say_what_they_hold() -> None:
    hits = qimen.scan("2026-01-01", "2027-01-01", "天遁 | 地遁")
    text = hits._repr_html_()
    assert "天遁 | 地遁 · baojian · hits:" in text
    assert f"{hits.count - 10:,} more" in text
    assert next(iter(hits.rows()))["start"] in text
    assert "六合 芮禽 生 壬丙/戊" in qimen.plates(413, "chaibu")._repr_html_()
    assert "<td>motion</td><td>fly</td>" in qimen.school("tao")._repr_html_()


# ---------------------------------------------------------------- pictures of the docs


def test_the_drawings_of_the_docs_are_those_of_the_code() -> None:
    """`make docs` draws them anew."""
    root = Path(__file__).resolve().parent.parent
    spec = importlib.util.spec_from_file_location("build_images", root / "tools" / "build_images.py")
    assert spec
    assert spec.loader
    images = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(images)
    for name, draw in images.DRAWINGS.items():
        assert (root / "docs" / "images" / name).read_text(encoding="utf-8") == draw() + "\n", "run `make docs`"
