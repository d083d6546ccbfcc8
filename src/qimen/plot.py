"""Plots of many hours: hits through a year, hits a year, and how far schools agree. Needs the extra `[plot]`.

Each function returns a matplotlib Figure that no window owns; `save` writes it as PNG or SVG.
"""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import lang
from .align import chart_ids
from .clock import AXIS_SHIFT, HOUR_MS, Clock, as_clock
from .errors import InputError, MissingPackageError, RangeError
from .names import BRANCHES
from .patterns import PATTERNS, Expression, Pattern
from .scanning import Scan, scan
from .schools import SCHOOLS, School, find_school
from .terms import FIRST_YEAR, LAST_YEAR
from .times import HourRange, hour_range

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Where = str | Expression
#: Families looked for, in this order, before any other font that has the characters.
CJK_FAMILIES = (
    "Noto Sans CJK SC", "Noto Sans CJK TC", "Noto Sans CJK JP", "Source Han Sans SC", "Noto Sans SC", "Noto Serif CJK SC",
    "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Droid Sans Fallback", "PingFang SC", "PingFang HK", "Heiti TC",
    "Hiragino Sans GB", "Songti SC", "Microsoft YaHei", "SimHei", "SimSun", "Arial Unicode MS",
)  # fmt: skip
#: Colours that stay apart in print and for colour-blind eyes (after Okabe and Ito).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")
SUFFIXES = (".png", ".svg")
_YEARS_AT_ONCE = 100


class MissingFontWarning(UserWarning):
    """No font here has Chinese characters; labels are in pinyin."""


def calendar(
    year: int,
    where: Where,
    school: str | School = "baojian",
    *,
    clock: Clock | None = None,
    define: Iterable[Pattern] | Mapping[str, str] = (),
    language: str = "zh-hans",
) -> Figure:
    """Return a heat map of a year: days across, the twelve double-hours down, dark where `where` holds.

    A day's column is that of the hours' day, which opens at 23:00. The number of palaces a hit has is its shade.

    Raises MissingPackageError without matplotlib, and what `qimen.scan` raises.
    """
    figure, axes, words = _canvas(10.0, 2.9, language)
    found = scan(*_years(year, year), where, school, clock=clock, define=define)
    days, grid = calendar_grid(year, found)
    axes.imshow(grid, aspect="auto", interpolation="nearest", cmap="Blues", vmin=0, vmax=max(3, int(grid.max())))
    first = [(date(2000 + year % 400, month, 1) - date(2000 + year % 400, 1, 1)).days for month in range(1, 13)]
    axes.set_xticks(first, [str(month) for month in range(1, 13)], ha="left")
    axes.set_yticks(range(12), [words.name("branch", branch) for branch in BRANCHES])
    axes.set_xlim(-0.5, days - 0.5)
    for day in first[1:]:
        axes.axvline(day - 0.5, color="0.8", linewidth=0.6)
    _title(axes, words, f"{year}", where, found.school, f"n = {int((grid > 0).sum())}")
    return figure


def calendar_grid(year: int, found: Scan) -> tuple[int, NDArray[np.uint8]]:
    """Return the days of a year and, uint8[12, days], how many palaces hit in each double-hour (1 for the hour)."""
    first = _first_hour(year)
    days = (_first_hour(year + 1) - first) // 12
    grid = np.zeros((12, days), dtype=np.uint8)
    at = found.hours - first
    # The civil year opens at midnight, in the middle of the 子 hour of its first day: 23:00 belongs to it.
    inside = (at >= 0) & (at < 12 * days)
    weight = np.maximum(np.bitwise_count(found.masks & np.uint16(0xFFFE)), 1)
    grid[at[inside] % 12, at[inside] // 12] = weight[inside]
    return days, grid


def years(
    first: int,
    last: int,
    where: Where,
    school: str | School = "baojian",
    *,
    clock: Clock | None = None,
    define: Iterable[Pattern] | Mapping[str, str] = (),
    language: str = "zh-hans",
) -> Figure:
    """Return the number of hits in each year from `first` to `last`, with their mean over 60 years where that fits.

    Raises MissingPackageError without matplotlib, and what `qimen.scan` raises.
    """
    figure, axes, words = _canvas(9.0, 3.6, language)
    counts = year_counts(first, last, where, school, clock=clock, define=define)
    span = np.arange(first, last + 1)
    axes.plot(span, counts, linewidth=0.8, color=COLOURS[0], marker="." if span.size <= 60 else "")
    if span.size >= 120:
        mean = np.convolve(counts, np.full(60, 1 / 60), mode="valid")
        axes.plot(span[30 : 30 + mean.size], mean, linewidth=1.6, color=COLOURS[1], label="60-year mean")
        axes.legend(frameon=False, loc="upper right")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("year")
    axes.set_ylabel("double-hours a year")
    _whole_years(axes)
    _title(axes, words, f"{first}..{last}", where, find_school(school), f"mean {counts.mean():.1f}")
    return figure


def year_counts(
    first: int,
    last: int,
    where: Where,
    school: str | School = "baojian",
    *,
    clock: Clock | None = None,
    define: Iterable[Pattern] | Mapping[str, str] = (),
) -> NDArray[np.int64]:
    """Return int64[years]: the hits that begin in each year from `first` to `last`, both inclusive."""
    start, stop = _years(first, last)
    span = hour_range(start, stop, clock=clock)
    edges = _year_edges(first, last, span)
    found = scan(span, None, where, school, define=define) if False else _scan(span, where, school, define)
    counts = np.zeros(last - first + 1, dtype=np.int64)
    for chunk in found.chunks():
        counts += np.diff(np.searchsorted(chunk.hours, edges))
    return counts


def _scan(span: HourRange, where: Where, school: str | School, define: Any) -> Scan:
    return scan(span.start, span.stop, where, school, clock=span.clock, define=define)


def schools(
    first: int,
    last: int,
    names: Iterable[str | School] | None = None,
    against: str | School = "baojian",
    *,
    clock: Clock | None = None,
    language: str = "zh-hans",
) -> Figure:
    """Return, for each school, the share of the double-hours of each year in which its ju is not that of `against`.

    Raises MissingPackageError without matplotlib, RangeError for years outside the table.
    """
    figure, axes, words = _canvas(9.0, 3.8, language)
    base = find_school(against)
    chosen = [find_school(name) for name in (SCHOOLS if names is None else names)]
    chosen = [which for which in chosen if which != base]
    if not chosen:
        raise InputError(f"schools: nothing to compare with {base.name!r}")
    shares = disagreement(first, last, chosen, base, clock=clock)
    span = np.arange(first, last + 1)
    for index, (which, share) in enumerate(zip(chosen, shares, strict=True)):
        style = ("-", "--", ":")[index % 3]
        colour = COLOURS[index % len(COLOURS)]
        axes.plot(span, 100 * share, style, linewidth=1.1, color=colour, label=words.school(which))
    axes.set_ylim(bottom=0)
    axes.set_xlabel("year")
    axes.set_ylabel("% of double-hours")
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    _whole_years(axes)
    axes.set_title(words.text(f"{words.ju} != {words.school(base)}, {first}..{last}"), loc="left", fontsize=10)
    return figure


def disagreement(
    first: int, last: int, names: Iterable[str | School], against: str | School = "baojian", *, clock: Clock | None = None
) -> NDArray[np.float64]:
    """Return float64[schools, years]: the share of double-hours of each year with another ju than `against`."""
    chosen = [find_school(name) for name in names]
    parts = []
    for begin in range(first, last + 1, _YEARS_AT_ONCE):
        end = min(begin + _YEARS_AT_ONCE - 1, last)
        span = hour_range(*_years(begin, end), clock=clock)
        edges = _year_edges(begin, end, span) - span.start
        base = chart_ids(span, against) // 60
        differs = [(chart_ids(span, which) // 60 != base) for which in chosen]
        sums = np.array([np.add.reduceat(row, edges[:-1], dtype=np.int64) for row in differs])
        parts.append(sums / np.diff(edges))
    return np.concatenate(parts, axis=1)


def save(figure: Figure, path: str | Path, *, dpi: int = 144) -> None:
    """Write a figure as PNG or SVG, by the suffix of `path`. Files are reproducible: they carry no date.

    Raises InputError for any other suffix.
    """
    import matplotlib as mpl

    suffix = check_suffix(path)
    about = {"Date": None} if suffix == ".svg" else {"Software": None}
    with mpl.rc_context({"svg.hashsalt": "qimen", "svg.fonttype": "path"}):
        figure.savefig(path, format=suffix[1:], dpi=dpi, metadata=about)


def check_suffix(path: str | Path) -> str:
    """Return the suffix of a path that `save` can write; InputError for another."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(f"output={str(path)!r}: a plot is written as .png or .svg")
    return suffix


def require() -> None:
    """Raise MissingPackageError unless matplotlib is there."""
    if importlib.util.find_spec("matplotlib") is None:
        raise MissingPackageError("plots need matplotlib: install qimen-dunjia[plot]")


# ---------------------------------------------------------------- years


def _years(first: int, last: int) -> tuple[str, str]:
    for year in (first, last):
        if not FIRST_YEAR <= year <= LAST_YEAR:
            raise RangeError(f"year={year} is outside the years {FIRST_YEAR}..{LAST_YEAR}")
    if last < first:
        raise InputError(f"years: {last} comes before {first}")
    return _iso(first), _iso(last + 1)


def _iso(year: int) -> str:
    return f"{'-' if year < 0 else ''}{abs(year):04d}-01-01"


def _first_hour(year: int) -> int:
    """Return the 子 hour that opens at 23:00 before the first day of a year."""
    midnight = int(np.datetime64(_iso(year), "ms").astype(np.int64)) + AXIS_SHIFT
    return midnight // HOUR_MS


def _year_edges(first: int, last: int, span: HourRange) -> NDArray[np.int64]:
    """Return the double-hours that begin first in each year and after the last, int64[years + 1]."""
    clock = span.clock
    starts = [hour_range(_iso(y), _iso(y + 1), clock=clock).start for y in range(first, last + 1)]
    return np.array([*starts, span.stop], dtype=np.int64)


# ---------------------------------------------------------------- drawing


class _Words:
    """Labels in a language, or in letters where no font has the characters."""

    def __init__(self, language: str, in_letters: bool) -> None:
        self.language = "pinyin" if in_letters and language.startswith("zh") else language
        self._in_letters = in_letters
        self.ju = lang.label("局", self.language)

    def name(self, kind: str, value: str) -> str:
        return lang.name(kind, value, self.language)

    def school(self, which: School) -> str:
        return which.name

    def text(self, text: str) -> str:
        """Return a text whose characters the figure can draw."""
        if not self._in_letters or text.isascii():
            return text
        return lang.in_letters(text, _pattern_letters())


def _pattern_letters() -> dict[str, str]:
    return {name: row.pinyin for row in PATTERNS for name in (row.zh_hans, row.zh_hant, *row.aliases)}


def _canvas(width: float, height: float, language: str) -> tuple[Figure, Any, _Words]:
    require()
    from matplotlib.figure import Figure

    family = find_font()
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    words = _Words(lang.find_lang(language), family is None)
    if family is None:
        message = "no font with Chinese characters was found (Debian: fonts-noto-cjk); labels are in pinyin"
        warnings.warn(message, MissingFontWarning, stacklevel=3)
    else:
        figure._qimen_family = family  # type: ignore[attr-defined]  # read again by `_title`
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes, words


def find_font() -> str | None:
    """Return a font family that has Chinese characters, or None."""
    from matplotlib import font_manager

    families = {entry.name for entry in font_manager.fontManager.ttflist}
    return next((family for family in CJK_FAMILIES if family in families), None)
