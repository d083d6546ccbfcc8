"""qimen: charts, patterns and directions of 奇门遁甲 in bulk, exactly as the source books say.

Civil time -> hour -> (term, yuan, dun, ju) -> chart id -> plates -> patterns -> hits. The public names follow
that flow; docs/ explains it and says which book each step comes from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import errors
from .align import Alignment, Pillars, align, chart_ids, pillars
from .clock import Clock
from .margin import Margin, margin
from .plates import Plates, plates
from .schools import SCHOOLS, School, school
from .terms import term_instants
from .times import HourRange, hour_range, hours

if TYPE_CHECKING:
    from . import directions, oracle
    from .board import Board, cast
    from .bound import Bound, bind
    from .directions import DIRECTIONS, direction_masks
    from .counting import counts
    from .errata import ERRATA
    from .interop import get_include
    from .lunar import LunarDate, lunar_date
    from .matching import match
    from .patterns import PATTERNS, Pattern, patterns_of, where
    from .scanning import Scan, count, next_hit, previous_hit, scan

__version__ = "0.1.0"

#: Names that bring the catalogue or the oracle with them, imported when first asked for.
_LATER = {
    "PATTERNS": "patterns", "Pattern": "patterns", "patterns_of": "patterns", "where": "patterns",
    "Scan": "scanning", "count": "scanning", "scan": "scanning", "next_hit": "scanning", "previous_hit": "scanning",
    "match": "matching", "counts": "counting", "bind": "bound", "Bound": "bound",
    "Board": "board", "cast": "board",
    "DIRECTIONS": "directions", "direction_masks": "directions",
    "get_include": "interop", "ERRATA": "errata", "LunarDate": "lunar", "lunar_date": "lunar",
}  # fmt: skip


#: Modules that are imported when first asked for.
_MODULES = ("compare", "directions", "interop", "oracle", "svg", "ufuncs", "verify")


def __getattr__(name: str) -> Any:
    import importlib

    if name in _LATER:
        value = getattr(importlib.import_module(f".{_LATER[name]}", __name__), name)
    elif name in _MODULES:
        value = importlib.import_module(f".{name}", __name__)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER, *_MODULES})


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
    "count",
    "counts",
    "direction_masks",
    "directions",
    "errors",
    "get_include",
    "hour_range",
    "hours",
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
    "term_instants",
    "where",
]
