"""The layout of palace facts, and the columns that rules may test besides them.

Each thing that can stand in a palace is a fact with a number; `plates.Board1080.facts` has for every chart the mask of
the palaces that have it (the kernel's `gather_facts` fills it). A clause is a word with a bit for each fact that it
asks of one palace, so that matching is to AND the masks of a few facts; tests ask columns of the hour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .calendars.tables import CONTEXT, month_general
from .names import BRANCHES, DEITIES, DEITIES_WINTER, DOORS, PILLARS, STARS, STEMS, TERMS, XUN_HEADS, YUAN
from .plates import boards
from .schools import School

UInt8 = NDArray[np.uint8]

#: First fact and names of each place field; a name's place in the tuple counts from it.
PLACE_FIELDS: dict[str, tuple[int, tuple[str, ...]]] = {
    "heaven": (0, tuple(STEMS)),
    "earth": (10, tuple(STEMS)),
    "star": (20, tuple(STARS)),
    "door": (29, tuple(DOORS)),
    "deity": (37, DEITIES),
    "palace": (45, tuple("123456789")),
    "envoy": (54, ("here",)),
}
DEITY_ALIASES = dict(zip(DEITIES_WINTER, DEITIES, strict=True))

#: Roles whose stem a rule may look for on heaven (bit r) and on earth (bit 5 + r).
ROLES = ("hour", "day", "month", "year", "shuo")

_PILLARS = tuple(PILLARS)
_STEM_OF = np.arange(60) % 10
_BRANCH_OF = np.arange(60) % 12
_XUN_OF = np.arange(60) // 10

#: Hour fields that name a set of values of one column: column, value names, and the value of each column entry.
HOUR_FIELDS: dict[str, tuple[str, tuple[str, ...], NDArray[Any]]] = {}
for _role in ROLES:
    HOUR_FIELDS[_role] = (_role, _PILLARS, np.arange(60))
    HOUR_FIELDS[f"{_role}_stem"] = (_role, tuple(STEMS), _STEM_OF)
    HOUR_FIELDS[f"{_role}_branch"] = (_role, tuple(BRANCHES), _BRANCH_OF)
    HOUR_FIELDS[f"{_role}_xun"] = (_role, tuple(XUN_HEADS), _XUN_OF)
HOUR_FIELDS |= {
    "term": ("term", TERMS, np.arange(24)),
    "ju_term": ("ju_term", TERMS, np.arange(24)),
    "yuan": ("yuan", tuple(YUAN), np.arange(3)),
    "dun": ("ju_code", ("阳", "阴"), np.arange(18) // 9),
    "ju": ("ju_code", tuple("123456789"), np.arange(18) % 9),
    "zhifu": ("zhifu", tuple(STARS), np.arange(9)),
    "zhishi": ("zhishi", (*DOORS, "none"), np.arange(9)),
    "zhifu_home": ("zhifu_home", tuple("123456789"), np.arange(10) - 1),
    "zhifu_raw": ("zhifu_raw", tuple("123456789"), np.arange(10) - 1),
    "zhishi_raw": ("zhishi_raw", tuple("123456789"), np.arange(10) - 1),
    "general": ("general", tuple(BRANCHES), np.arange(12)),
}
#: Differences modulo 10 or 12: minuend column, subtrahend column, their residues, the modulus.
DIFFERENCES: dict[str, tuple[str, str, NDArray[Any], NDArray[Any], int]] = {
    "hour_stem-day_stem": ("hour", "day", _STEM_OF, _STEM_OF, 10),
    "hour_branch-day_branch": ("hour", "day", _BRANCH_OF, _BRANCH_OF, 12),
    "hour_branch-month_branch": ("hour", "month", _BRANCH_OF, _BRANCH_OF, 12),
    "hour_branch-general": ("hour", "general", _BRANCH_OF, np.arange(12), 12),
    "day_branch-month_branch": ("day", "month", _BRANCH_OF, _BRANCH_OF, 12),
}
ANY_STEM = ("year_stem", "month_stem", "day_stem", "hour_stem")

#: Columns that are hands of the chart (`plates.Hands`).
_HANDS = {
    "zhifu": "star", "zhishi": "door", "zhifu_home": "fu_home_raw", "zhifu_raw": "fu_raw", "zhishi_raw": "shi_raw",
}  # fmt: skip
#: Everything that a test may ask of an hour.
COLUMNS = (
    "hour",
    *CONTEXT,
    "general",
    "ju_code",
    "zhifu",
    "zhishi",
    "zhifu_home",
    "zhifu_raw",
    "zhishi_raw",
    *DIFFERENCES,
)
COLUMN_INDEX = {name: index for index, name in enumerate(COLUMNS)}
#: Which of CONTEXT a column is made from.
COLUMN_NEEDS: dict[str, frozenset[str]] = {
    **{name: frozenset() for name in COLUMNS},
    **{name: frozenset({name}) for name in CONTEXT},
    "general": frozenset({"term"}),
    **{
        name: frozenset({"term" if x == "general" else x for x in (a, b)} - {"hour"})
        for name, (a, b, *_) in DIFFERENCES.items()
    },
}


@dataclass(frozen=True)
class Moments:
    """Charts uint16[n] of one school and what is known of their moments, by column of CONTEXT, uint8[n] or scalar.

    A column that is not known reads as 255, "none".
    """

    charts: NDArray[np.uint16]
    context: Mapping[str, Any]
    which: School

    def column(self, name: str) -> UInt8:
        """Return one of COLUMNS, uint8[n]."""
        charts = self.charts
        if name == "hour":
            return (charts % 60).astype(np.uint8)
        if name == "ju_code":
            return (charts // 60).astype(np.uint8)
        if name in _HANDS:
            column = getattr(boards(self.which).hands, _HANDS[name])[charts]
            # A flying plate's centre has no door: "none".
            return np.asarray(np.minimum(column, 8) if name == "zhishi" else column)
        if name == "general":
            term = self.column("term")
            return np.where(term != 255, month_general(term), 255).astype(np.uint8)
        if name in DIFFERENCES:
            minuend, subtrahend, left, right, modulus = DIFFERENCES[name]
            x, y = self.column(minuend), self.column(subtrahend)
            have = (x != 255) & (y != 255)
            found = (left[np.where(have, x, 0)] - right[np.where(have, y, 0)]) % modulus
            return np.where(have, found, 255).astype(np.uint8)
        given = self.context.get(name)
        out = np.empty(charts.size, dtype=np.uint8)
        out[:] = 255 if given is None else given
        return out

    def columns(self, names: Iterable[str]) -> UInt8:
        """Return columns stacked, uint8[c, n]."""
        names = list(names)
        out = np.empty((len(names), self.charts.size), dtype=np.uint8)
        for row, name in zip(out, names, strict=True):
            row[:] = self.column(name)
        return out

    def stems(self, roles: frozenset[str]) -> UInt8:
        """Return the plate stems of ROLES, uint8[5, n]; only the roles asked for are filled in."""
        out = np.zeros((len(ROLES), self.charts.size), dtype=np.uint8)
        for row, role in zip(out, ROLES, strict=True):
            if role in roles:
                row[:] = role_stem(self.column(role), self.which)
        return out


def moments(charts: NDArray[np.uint16], context: Mapping[str, Any], which: School) -> Moments:
    """Return charts with their context under a school."""
    return Moments(np.ascontiguousarray(charts), context, which)


def role_stem(pillar: UInt8, which: School) -> UInt8:
    """Return the plate stem that a pillar stands for: its stem; for 甲 its xun's yi, or 0 (the hour's 直符)."""
    stem = pillar % 10
    own = 4 + pillar // 10
    return np.where(stem == 0, own if which.jia_role == "own" else 0, stem).astype(np.uint8)
