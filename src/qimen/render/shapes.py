"""What SVG drawings are made of: elements with escaped text, palettes, and text that keeps to its room.

Only presentation attributes are written, no style sheet and no script, so that a drawing may stand anywhere:
as a file, in a notebook, inside a page. Colours carry a class beside them (`qm-ink` for a fill, `qm-ink-line`
for a stroke), by which a page may recolour a drawing; without a style sheet the class does nothing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from xml.sax.saxutils import escape, quoteattr

from ..errors import unknown

#: Fonts with the characters, on the systems people have; the last word is the viewer's.
SANS = "'Noto Sans CJK SC','Source Han Sans SC','PingFang SC','Microsoft YaHei','Noto Sans',sans-serif"
SERIF = "'Noto Serif CJK SC','Source Han Serif SC','Songti SC',STSong,SimSun,'Noto Serif',serif"

#: What is drawn in which colour. Each drawing says everything in one of these roles.
ROLES = ("paper", "cell", "line", "ink", "muted", "accent", "good", "bad", "half", "even")

#: Colours by theme. "auto" takes the colour of the text around it and has no ground of its own: for inline use.
PALETTES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "light": {
            "paper": "#faf8f3", "cell": "#fffefb", "line": "#dcd5c7", "ink": "#23201c", "muted": "#756d62",
            "accent": "#8f5b0a", "good": "#2b7a54", "bad": "#b5382d", "half": "#a97c14", "even": "#8b8377",
        },
        "dark": {
            "paper": "#16171a", "cell": "#1d1f23", "line": "#383b42", "ink": "#ece8df", "muted": "#a09a8f",
            "accent": "#e0b565", "good": "#66c294", "bad": "#f08478", "half": "#d9b04c", "even": "#8f8a80",
        },
        "auto": {
            "paper": "none", "cell": "none", "line": "currentColor", "ink": "currentColor",
            "muted": "currentColor", "accent": "#b07d22", "good": "#36966a", "bad": "#d4544a", "half": "#b88f2b",
            "even": "#8b8680",
        },
    }
)  # fmt: skip
#: In the theme "auto" a role that shares the colour of the text is told apart by how much of it shows.
_AUTO_OPACITY = {"line": "0.25", "muted": "0.65"}
#: The mark of each auspice: shapes differ as well as colours.
AUSPICE_ROLES: Mapping[str, str] = MappingProxyType({"吉": "good", "凶": "bad", "半": "half", "平": "even"})


def palette(theme: str) -> Mapping[str, str]:
    """Return the colours of a theme; UnknownNameError for one that is none."""
    if theme not in PALETTES:
        raise unknown("theme", theme, PALETTES)
    return PALETTES[theme]


def ems(text: str) -> float:
    """Return about how wide a text is, in units of its font size; on the wide side.

    A browser measures; this has to do without one. Characters are one em in any font; for letters the widths
    are those of a wide sans serif.
    """
    width = 0.0
    for char in text:
        if unicodedata.category(char) in ("Mn", "Me", "Cf"):
            continue
        if unicodedata.east_asian_width(char) in "WF":
            width += 1
        elif char in " .,:;|'il·()[]-":
            width += 0.36
        else:
            width += 0.72 if char.isupper() or char in "mw" else 0.6
    return width


def fit(text: str, size: float, room: float) -> float:
    """Return the font size, at most `size`, at which a text fits into a room."""
    wide = ems(text)
    return size if wide * size <= room else int(room / wide * 10) / 10


def element(name: str, attributes: Mapping[str, object], content: str | None = None) -> str:
    """Return an element; `content` is markup, attributes are escaped here and None leaves one out."""
    told = "".join(f" {key}={quoteattr(str(value))}" for key, value in attributes.items() if value is not None)
    return f"<{name}{told}/>" if content is None else f"<{name}{told}>{content}</{name}>"


class Pen:
    """Draws elements in the colours of one theme."""

    def __init__(self, theme: str) -> None:
        self.theme = theme
        self.colours = palette(theme)

    def paint(self, role: str, attribute: str = "fill") -> dict[str, object]:
        """Return the attributes that give an element the colour of a role."""
        opacity = _AUTO_OPACITY.get(role) if self.theme == "auto" else None
        kind = f"qm-{role}-line" if attribute == "stroke" else f"qm-{role}"
        return {attribute: self.colours[role], f"{attribute}-opacity": opacity, "class": kind}

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        role: str = "ink",
        *,
        room: float | None = None,
        anchor: str = "start",
        serif: bool = False,
        bold: bool = False,
    ) -> str:
        """Return a line of text on the baseline y, made smaller where it would not fit into `room`."""
        if not text:
            return ""
        return element(
            "text",
            {
                "x": coordinate(x),
                "y": coordinate(y),
                "font-size": coordinate(fit(text, size, room) if room else size),
                "text-anchor": None if anchor == "start" else anchor,
                "font-family": SERIF if serif else None,
                "font-weight": "600" if bold else None,
                **self.paint(role),
            },
            escape(text),
        )

    def rect(self, x: float, y: float, width: float, height: float, role: str, radius: float = 0) -> str:
        """Return a filled rectangle."""
        box = {"x": coordinate(x), "y": coordinate(y), "width": coordinate(width), "height": coordinate(height)}
        return element("rect", {**box, "rx": coordinate(radius) if radius else None, **self.paint(role)})

    def line(self, x1: float, y1: float, x2: float, y2: float, role: str = "line", width: float = 1) -> str:
        """Return a straight line."""
        ends = {"x1": coordinate(x1), "y1": coordinate(y1), "x2": coordinate(x2), "y2": coordinate(y2)}
        return element("line", {**ends, **self.paint(role, "stroke"), "stroke-width": coordinate(width)})

    def ring(self, x: float, y: float, radius: float, role: str, width: float = 1.4) -> str:
        """Return a circle that is not filled."""
        at = {"cx": coordinate(x), "cy": coordinate(y), "r": coordinate(radius), "fill": "none"}
        return element("circle", {**at, **self.paint(role, "stroke"), "stroke-width": coordinate(width)})

    def mark(self, x: float, y: float, auspice: str, label: str = "", radius: float = 4.6) -> str:
        """Return the mark of an auspice: a disc good, a diamond bad, a ring half, a small ring level.

        `label` is shown where a pointer rests on it.
        """
        told = element("title", {}, escape(label)) if label else None
        role = AUSPICE_ROLES.get(auspice, "even")
        if auspice == "凶":
            r = coordinate(radius * 1.2)
            path = f"M{coordinate(x)} {coordinate(y - radius * 1.2)}l{r} {r}l-{r} {r}l-{r} -{r}z"
            return element("path", {"d": path, **self.paint(role)}, told)
        at = {"cx": coordinate(x), "cy": coordinate(y)}
        if auspice == "吉":
            return element("circle", {**at, "r": coordinate(radius), **self.paint(role)}, told)
        size = radius * (0.85 if auspice == "半" else 0.6)
        return element(
            "circle",
            {**at, "r": coordinate(size), "fill": "none", **self.paint(role, "stroke"), "stroke-width": "1.8"},
            told,
        )


def coordinate(value: float) -> str:
    """Return a coordinate to a hundredth, without needless zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def drawing(width: float, height: float, title: str, desc: str, parts: Iterable[str], *, lang: str, key: str) -> str:
    """Return a whole SVG with a title and a description for those who do not see it; `key` makes its ids."""
    head = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {coordinate(width)} {coordinate(height)}",
        "width": coordinate(width),
        "height": coordinate(height),
        "role": "img",
        "aria-labelledby": f"{key}-title {key}-desc",
        "lang": {"zh-hans": "zh-Hans", "zh-hant": "zh-Hant", "pinyin": "zh-Latn"}.get(lang, lang),
        "font-family": SANS,
    }
    told = element("title", {"id": f"{key}-title"}, escape(title)) + element(
        "desc", {"id": f"{key}-desc"}, escape(desc)
    )
    return element("svg", head, told + "".join(parts))
