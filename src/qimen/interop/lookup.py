"""What stands at many times of one clock: one search of the terms and one of the runs, and gathers for the rest.

`qimen.align` and `qimen.pillars` search for every answer; here a grid over the axis finds the place of random times
in a step or two, and all columns are read at that place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..calendars.tables import calendar, ju_code, month_pillar, year_pillar
from ..clock import HOUR_MS, Clock
from ..schools import School

Int64 = NDArray[np.int64]
UInt8 = NDArray[np.uint8]

#: A cell of the grid is 2**28 ms, some three days: a term begins in every fifth, a run in half of them.
_SHIFT = 28


class Grid:
    """Finds the last start <= key, as `calendars.steps.locate` does; keys lie within the starts."""

    def __init__(self, starts: Int64) -> None:
        self._starts = starts
        self._first = int(starts[0]) >> _SHIFT
        cells = (starts >> _SHIFT) - self._first
        # Of each cell: the last start before it (or the first of all).
        edges = np.arange(int(cells[-1]) + 2)
        self._before = np.maximum(np.searchsorted(cells, edges, side="left") - 1, 0).astype(np.int32)
        self._most = int(np.bincount(cells).max())

    def find(self, keys: Int64) -> NDArray[np.int32]:
        """Return the index of the last start <= key of each key."""
        cell = (keys >> _SHIFT) - self._first
        index = self._before[np.clip(cell, 0, self._before.size - 1)]
        last = self._starts.size - 1
        for _ in range(self._most):
            index += self._starts[np.minimum(index + 1, last)] <= keys
        return np.minimum(index, last).astype(np.int32, copy=False)


class Lookup:
    """The calendar of a school under a clock, asked for many times at once."""

    def __init__(self, school: School, clock: Clock) -> None:
        by_hour = school.term_switch == "hour"
        table = calendar(school, clock, by_hour=by_hour)
        self.calendar, self.clock = table, clock
        # As `align.moment_of_times`: where a zone repeats or skips local time, the instant decides.
        self._by_instant = table.terms.utc_ms is not None and not by_hour and not clock.is_fixed
        self._terms = Grid(table.terms.utc_ms if self._by_instant else table.terms.start_ms)  # type: ignore[arg-type]
        self._runs = Grid(table.runs.start_ms)
        number, runs = table.terms.number, table.runs
        self._of_term = {
            "month_pillar": month_pillar(number), "year_pillar": year_pillar(number), "term": table.terms.code,
        }  # fmt: skip
        code = ju_code(runs.ju_term, runs.yuan)
        self._of_run: Mapping[str, UInt8] = {
            "ju_term": runs.ju_term, "yuan": runs.yuan, "dun": code // np.uint8(9), "ju": code % np.uint8(9) + np.uint8(1),
        }  # fmt: skip
        self._chart_base = code * np.uint16(60)

    def columns(self, axis_ms: Int64, utc_ms: Int64, wanted: set[str]) -> dict[str, NDArray[Any]]:
        """Return the columns named in `wanted` at local times on the axis and the same times in the world's."""
        terms = self.calendar.terms
        keys = axis_ms
        term = self._terms.find(utc_ms if self._by_instant else axis_ms)
        if self._by_instant:
            keys = np.clip(axis_ms, terms.start_ms[term], terms.start_ms[np.minimum(term + 1, terms.start_ms.size - 1)] - 1)
        run = self._runs.find(keys)
        hour = axis_ms // HOUR_MS
        found: dict[str, NDArray[Any]] = {"hour": hour}
        found |= {name: values[term] for name, values in self._of_term.items() if name in wanted}
        found |= {name: values[run] for name, values in self._of_run.items() if name in wanted}
        own = (hour % 60).astype(np.uint8)
        day = self.clock.day_from_axis(axis_ms)
        found |= {"hour_pillar": own, "chart": self._chart_base[run] + own}
        found["day_pillar"] = (day % 60).astype(np.uint8)
        if "shuo" in wanted:
            found["shuo"] = self.calendar.shuo_pillar(day)
        return found
