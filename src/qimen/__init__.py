"""qimen: charts, patterns and directions of 奇门遁甲 in bulk, exactly as the source books say.

Civil time -> hour -> (term, yuan, dun, ju) -> chart id -> plates -> patterns -> hits. The public names follow
that flow; docs/ explains it and says which book each step comes from.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import compare, directions, errors, interop, oracle, svg, terms, ufuncs, verify
    from .align import Alignment, Pillars, align, chart_ids, pillars
    from .board import Board, cast
    from .bound import Bound, bind
    from .clock import Clock
    from .counting import counts
    from .directions import DIRECTIONS, direction_masks
    from .errata import ERRATA
    from .interop import get_include
    from .lunar import LunarDate, lunar_date
    from .margin import Margin, margin
    from .matching import match
    from .patterns import PATTERNS, Pattern, patterns_of, where
    from .plates import Plates, plates
    from .scanning import Scan, count, next_hit, previous_hit, scan
    from .schools import SCHOOLS, School, school
    from .terms import term_instants
    from .times import HourRange, hour_range, hours

__version__ = "0.1.0"

#: The public names by the module that has them. Nothing is imported before it is asked for: a program that wants
#: chart ids does not wait for the catalogue, nor one that wants the catalogue for the solar terms.
_HOME = {
    name: module
    for module, names in {
        "align": ("Alignment", "Pillars", "align", "chart_ids", "pillars"),
        "board": ("Board", "cast"),
        "bound": ("Bound", "bind"),
        "clock": ("Clock",),
        "counting": ("counts",),
        "directions": ("DIRECTIONS", "direction_masks"),
        "errata": ("ERRATA",),
        "interop": ("get_include",),
        "lunar": ("LunarDate", "lunar_date"),
        "margin": ("Margin", "margin"),
        "matching": ("match",),
        "patterns": ("PATTERNS", "Pattern", "patterns_of", "where"),
        "plates": ("Plates", "plates"),
        "scanning": ("Scan", "count", "next_hit", "previous_hit", "scan"),
        "schools": ("SCHOOLS", "School", "school"),
        "terms": ("term_instants",),
        "times": ("HourRange", "hour_range", "hours"),
    }.items()
    for name in names
}
_MODULES = ("compare", "directions", "errors", "interop", "oracle", "svg", "terms", "ufuncs", "verify")


def __getattr__(name: str) -> Any:
    import importlib

    if name in _HOME:
        value = getattr(importlib.import_module(f".{_HOME[name]}", __name__), name)
    elif name in _MODULES:
        value = importlib.import_module(f".{name}", __name__)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *_MODULES})


class _Package(ModuleType):
    """The package: importing a module `plates` does not hide the function of that name behind it."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package

__all__ = [
    "DIRECTIONS",
    "ERRATA",
    "PATTERNS",
    "SCHOOLS",
    "Alignment",
    "Board",
    "Bound",
    "Clock",
    "HourRange",
    "LunarDate",
    "Margin",
    "Pattern",
    "Pillars",
    "Plates",
    "Scan",
    "School",
    "align",
    "bind",
    "cast",
    "chart_ids",
    "compare",
    "count",
    "counts",
    "direction_masks",
    "directions",
    "errors",
    "get_include",
    "hour_range",
    "hours",
    "interop",
    "lunar_date",
    "margin",
    "match",
    "next_hit",
    "oracle",
    "patterns_of",
    "pillars",
    "plates",
    "previous_hit",
    "scan",
    "school",
    "svg",
    "term_instants",
    "terms",
    "ufuncs",
    "verify",
    "where",
]
