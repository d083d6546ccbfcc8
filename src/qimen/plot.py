"""Plots of many hours: hits through a year, hits a year, and how far schools agree. Needs the extra `[plot]`.

Each function returns a matplotlib Figure that no window owns; `save` writes it as PNG or SVG.
"""

from __future__ import annotations

import functools
import importlib.util
import io
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import lang
from .align import chart_ids
from .clock import AXIS_SHIFT, HOUR_MS, LAST_HOUR, Clock
from .directions import DIRECTIONS
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
#: Font families with Chinese characters, looked for in this order.
CJK_FAMILIES = (
    "Noto Sans CJK SC", "Noto Sans CJK TC", "Noto Sans CJK JP", "Source Han Sans SC", "Noto Sans SC",
    "Noto Serif CJK SC",
    "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Droid Sans Fallback", "PingFang SC", "PingFang HK", "Heiti TC",
    "Hiragino Sans GB", "Songti SC", "Microsoft YaHei", "SimHei", "SimSun", "Arial Unicode MS",
)  # fmt: skip
#: Two colours that stay apart in print and for colour-blind eyes.
COLOURS = ("#0072b2", "#d55e00")
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

    A column is a day of the hours, which opens at 23:00 before. The shade is the number of palaces that hit.

    Raises MissingPackageError without matplotlib, and what `qimen.scan` raises.
    """
    found = year_scan(year, where, school, clock=clock, define=define)
    figure, axes, words = _canvas(10.0, 2.9, language)
    grid = calendar_grid(year, found)
    shade = np.where(grid > 0, np.minimum(grid, 4) + 2, 0)  # one palace already stands out from none
    axes.imshow(shade, aspect="auto", interpolation="nearest", cmap="Blues", vmin=0, vmax=6)
    first = np.array([np.datetime64(_iso(year)[:-5] + f"{month:02d}-01") for month in range(1, 13)])
    days = (first - first[0]).astype(np.int64).tolist()
    axes.set_xticks([day - 0.5 for day in days], [str(month) for month in range(1, 13)], ha="left")
    axes.set_yticks(range(12), [words.name("branch", branch) for branch in BRANCHES], fontfamily=words.family)
    for day in days[1:]:
        axes.axvline(day - 0.5, color="0.8", linewidth=0.6)
    _title(axes, words, str(year), where, found.school, f"n = {int((grid > 0).sum())}")
    return figure


def year_scan(
    year: int,
    where: Where,
    school: str | School = "baojian",
    *,
    clock: Clock | None = None,
    define: Iterable[Pattern] | Mapping[str, str] = (),
) -> Scan:
    """Return the scan of the whole days of a year, from the 子 hour that opens its first day."""
    _check_years(year, year)
    return scan(_first_hour(year), _first_hour(year + 1), where, school, clock=clock, define=define)


def calendar_grid(year: int, found: Scan) -> NDArray[np.uint8]:
    """Return uint8[12, days]: how many palaces hit in each double-hour of `year_scan` (1 for the hour as a whole)."""
    first = _first_hour(year)
    grid = np.zeros((12, (_first_hour(year + 1) - first) // 12), dtype=np.uint8)
    at = found.hours - first
    grid[at % 12, at // 12] = np.maximum(np.bitwise_count(found.masks & np.uint16(0xFFFE)), 1)
    return grid


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
    counts = year_counts(first, last, where, school, clock=clock, define=define)
    figure, axes, words = _canvas(9.0, 3.6, language)
    span = np.arange(first, last + 1)
    if span.size <= 60:
        axes.plot(span, counts, linewidth=1.0, marker=".", color=COLOURS[0])
    else:  # a line between the years would fill the plane
        axes.plot(span, counts, linestyle="", marker=".", markersize=2.5, color=COLOURS[0])
    if span.size >= 120:
        mean = np.convolve(counts, np.full(60, 1 / 60), mode="valid")
        axes.plot(span[30 : 30 + mean.size], mean, linewidth=1.6, color=COLOURS[1], label=words.label("六十年均值"))
        axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1.0, 1.0), prop={"family": words.family})
    if counts.min() <= counts.max() / 2:  # else a line far from nought would be flat
        axes.set_ylim(bottom=0)
    axes.set_xlabel(words.label("年"), fontfamily=words.family)
    axes.set_ylabel(words.label("每年时辰"), fontfamily=words.family)
    _whole_numbers(axes.xaxis, axes.yaxis)
    about = f"{words.label('均值')} {counts.mean():.1f}"
    _title(axes, words, f"{first}..{last}", where, find_school(school), about)
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
    edges = _year_edges(first, last, clock)
    span = HourRange(int(edges[0]), int(edges[-1]), clock)
    found = scan(span.start, span.stop, where, school, clock=span.clock, define=define)
    counts = np.zeros(last - first + 1, dtype=np.int64)
    for chunk in found.chunks():
        counts += np.diff(np.searchsorted(chunk.hours, edges))
    return counts


def schools(
    first: int,
    last: int,
    names: Iterable[str | School] | None = None,
    against: str | School = "baojian",
    *,
    clock: Clock | None = None,
    language: str = "zh-hans",
) -> Figure:
    """Return the share of the double-hours of each year in which a school's ju is not that of `against`.

    A row a school, with its mean; a column a year. Ju are dun and number: plates and readings are not compared.

    Raises MissingPackageError without matplotlib, RangeError for years outside the table.
    """
    base = find_school(against)
    chosen = [find_school(name) for name in (SCHOOLS if names is None else names)]
    chosen = [which for which in chosen if which != base]
    if not chosen:
        raise InputError(f"schools: nothing to compare with {base.name!r}")
    shares = disagreement(first, last, chosen, base, clock=clock)
    figure, axes, words = _canvas(9.0, 1.1 + 0.34 * len(chosen), language)
    shown = (first - 0.5, last + 0.5, len(chosen) - 0.5, -0.5)
    image = axes.imshow(
        100 * shares, aspect="auto", interpolation="nearest", cmap="Blues", vmin=0, vmax=100, extent=shown
    )
    told = [f"{which.name}  {share.mean():.1%}" for which, share in zip(chosen, shares, strict=True)]
    axes.set_yticks(range(len(chosen)), told)
    axes.set_xlabel(words.label("年"), fontfamily=words.family)
    figure.colorbar(image, ax=axes).set_label(words.label("异局时辰 %"), fontfamily=words.family)
    _whole_numbers(axes.xaxis)
    title = f"{words.label('异局')} {base.name}, {first}..{last}"
    axes.set_title(title, loc="left", fontsize=10, fontfamily=words.family)
    return figure


def disagreement(
    first: int,
    last: int,
    names: Iterable[str | School],
    against: str | School = "baojian",
    *,
    clock: Clock | None = None,
) -> NDArray[np.float64]:
    """Return float64[schools, years]: the share of double-hours of each year with another ju than `against`."""
    _check_years(first, last)
    chosen = [find_school(name) for name in names]
    parts = []
    for begin in range(first, last + 1, _YEARS_AT_ONCE):
        end = min(begin + _YEARS_AT_ONCE - 1, last)
        edges = _year_edges(begin, end, clock)
        span = HourRange(int(edges[0]), int(edges[-1]), clock)
        base = chart_ids(span, against) // 60
        differs = [(chart_ids(span, which) // 60 != base) for which in chosen]
        sums = np.array([np.add.reduceat(row, edges[:-1] - span.start, dtype=np.int64) for row in differs])
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


def _check_years(first: int, last: int) -> None:
    for year in (first, last):
        if not FIRST_YEAR <= year <= LAST_YEAR:
            raise RangeError(f"year={year} is outside the years {FIRST_YEAR}..{LAST_YEAR} of the term table")
    if last < first:
        raise InputError(f"years: {last} comes before {first}")


def _iso(year: int) -> str:
    return f"{'-' if year < 0 else ''}{abs(year):04d}-01-01"


def _first_hour(year: int) -> int:
    """Return the 子 hour that opens at 23:00 before the first day of a year."""
    midnight = int(np.datetime64(_iso(year), "ms").astype(np.int64)) + AXIS_SHIFT
    return midnight // HOUR_MS


def _year_edges(first: int, last: int, clock: Clock | None) -> NDArray[np.int64]:
    """Return the double-hour that begins first in each year, and the one after the last, int64[years + 1]."""
    _check_years(first, last)
    edges = [hour_range(_iso(y), _iso(y), clock=clock).start for y in range(first, min(last + 1, LAST_YEAR) + 1)]
    # Nothing is known of the year after the table; its hours would begin here.
    return np.array(edges if last < LAST_YEAR else [*edges, LAST_HOUR + 1], dtype=np.int64)


# ---------------------------------------------------------------- drawing


class _Words:
    """Labels in a language, or in letters where no font has the characters."""

    def __init__(self, language: str, cjk_family: str | None) -> None:
        self._in_letters = cjk_family is None
        self.language = "pinyin" if cjk_family is None and language.startswith("zh") else language
        #: Latin first: the font of characters is asked for what the first one lacks.
        self.family = ["DejaVu Sans"] if cjk_family is None else ["DejaVu Sans", cjk_family]

    def name(self, kind: str, value: str) -> str:
        return lang.name(kind, value, self.language)

    def label(self, text: str) -> str:
        return lang.label(text, self.language)

    def text(self, text: str) -> str:
        """Return a text whose characters the figure can draw."""
        return lang.in_letters(text, _pattern_letters()) if self._in_letters else text


def _pattern_letters() -> dict[str, str]:
    rows = (*PATTERNS, *DIRECTIONS.values())
    return {name: row.pinyin for row in rows for name in (row.zh_hans, row.zh_hant)}


def _canvas(width: float, height: float, language: str) -> tuple[Figure, Any, _Words]:
    require()
    family = find_font()
    if family is None:
        message = "no font with Chinese characters was found (Debian: fonts-noto-cjk); labels are in pinyin"
        warnings.warn(message, MissingFontWarning, stacklevel=3)
    figure = _figure_class()(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes, _Words(lang.find_lang(language), family)


@functools.cache
def _figure_class() -> type[Figure]:
    from matplotlib.figure import Figure

    class Picture(Figure):
        """A figure that notebooks show, also where pyplot was never imported."""

        def _repr_png_(self) -> bytes:
            stream = io.BytesIO()
            self.savefig(stream, format="png", dpi=96)
            return stream.getvalue()

    return Picture


def find_font() -> str | None:
    """Return a font family of `CJK_FAMILIES` that is installed, or None."""
    from matplotlib import font_manager

    families = {entry.name for entry in font_manager.fontManager.ttflist}
    return next((family for family in CJK_FAMILIES if family in families), None)


def _title(axes: Any, words: _Words, span: str, where: Where, which: School, about: str) -> None:
    asked = where if isinstance(where, str) else getattr(where, "name", "")
    parts = [words.text(part) for part in (asked, span, which.name, about) if part]
    # A dollar sign would open mathematics, which a where-expression is not.
    axes.set_title("   ".join(parts).replace("$", r"\$"), loc="left", fontsize=10, fontfamily=words.family)


def _whole_numbers(*sides: Any) -> None:
    from matplotlib.ticker import MaxNLocator

    for side in sides:
        side.set_major_locator(MaxNLocator(integer=True))
