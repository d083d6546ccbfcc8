"""What a calendar tells besides the ju, as stretches of hours with numbers that come back.

A rule that reads the month, the year or the term can only tell 24 * 60 numbers apart, whatever the range; so can one
that reads the opening of the lunar month (60), or term and yuan of the ju (72). Ranges are cut where a number turns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from .steps import Int64
from .tables import Calendar, UInt8, month_pillar, year_pillar

UInt16 = NDArray[np.uint16]


@dataclass(frozen=True, eq=False)
class Axis:
    """Stretches of hours, and what their numbers mean.

    `meaning` has the values of some context columns (`tables.CONTEXT`) for every number; `starts` and `values` name
    what of a calendar holds where stretches begin (int64) and their numbers (uint16).
    """

    meaning: Mapping[str, UInt8]
    starts: str
    values: str

    @property
    def fields(self) -> frozenset[str]:
        """The columns that are known."""
        return frozenset(self.meaning)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(next(iter(self.meaning.values())))

    def stretches(self, table: Calendar) -> tuple[Int64, UInt16]:
        """Return the start hours and the numbers of a calendar."""
        found: tuple[Int64, UInt16] = attrgetter(self.starts, self.values)(table)
        return found


_TERMS = np.arange(24 * 60)
_RUNS = np.arange(24 * 3, dtype=np.uint8)
#: Numbers of terms (they come back with their month and year after sixty years), of lunar months, and of runs.
AXES = (
    Axis(
        {"month": month_pillar(_TERMS), "year": year_pillar(_TERMS), "term": (_TERMS % 24).astype(np.uint8)},
        "terms.hour",
        "term_cycle",
    ),
    Axis({"shuo": np.arange(60, dtype=np.uint8)}, "moon_hour", "moon_cycle"),
    Axis({"ju_term": _RUNS // 3, "yuan": _RUNS % 3}, "run_start", "run_cycle"),
)


def axis_of(fields: frozenset[str]) -> Axis | None:
    """Return the axis that knows all of these columns; None where no single one does."""
    return next((axis for axis in AXES if fields <= axis.fields), None)


def covering(starts: Int64, start: int, stop: int) -> slice:
    """Return the slice of starts from the last at or before `start` to the last before `stop`."""
    first = int(np.searchsorted(starts, start, side="right")) - 1
    return slice(max(first, 0), int(np.searchsorted(starts, stop, side="left")))
