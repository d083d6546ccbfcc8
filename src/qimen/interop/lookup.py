"""What stands at many times of one clock: one search of the terms and one of the runs, and gathers for the rest.

`qimen.align` and `qimen.pillars` search for every answer; here a grid over the axis finds the place of random times
in a step or two, and all columns are read at that place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import terms
from ..calendars import BUILDERS
from ..calendars.steps import TermTimes
from ..calendars.tables import calendar, first_number, ju_code, month_pillar, year_pillar
from ..clock import DAY_MS, HOUR_MS, Clock
from ..schools import School

Int64 = NDArray[np.int64]
UInt8 = NDArray[np.uint8]

#: A cell of the grid is 2**28 ms, some three days: a term begins in every fifth, a run in half of them.
_SHIFT = 28
#: Three years before and after: leaders fall in step, and the last runs are whole.
_RUN_IN_MS = 3 * 366 * DAY_MS


class Grid:
    """Finds the last start <= key, as `calendars.steps.locate` does; keys lie within the starts."""

    def __init__(self, starts: Int64) -> None:
        self._starts = starts
        self._first = int(starts[0]) >> _SHIFT
        cells = (starts >> _SHIFT) - self._first
        # Of each cell: the last start before it (or the first of all).
        counts = np.bincount(cells)
        self._before = np.maximum(np.append(0, np.cumsum(counts)) - 1, 0).astype(np.int32)
        self._most = int(counts.max())

    def find(self, keys: Int64) -> NDArray[np.int32]:
        """Return the index of the last start <= key of each key."""
        cell = (keys >> _SHIFT) - self._first
        index = self._before[np.clip(cell, 0, self._before.size - 1)]
        last = self._starts.size - 1
        for _ in range(self._most):
            index += self._starts[np.minimum(index + 1, last)] <= keys
        return np.asarray(np.minimum(index, last), dtype=np.int32)


class Lookup:
    """The calendar of a school under a clock, asked for many times at once.

    `span` are the world milliseconds between which it is asked: terms and runs are then worked out for those years
    alone, which is what makes a clock a row's own affair. Methods that count from the epoch of a cycle or by mean
    terms are worked out whole.
    """

    def __init__(self, school: School, clock: Clock, span: tuple[int, int]) -> None:
        by_hour = school.term_switch == "hour"
        self.clock = clock
        if school.terms == "true" and school.method != "lin":
            times, self._moons = _years(clock, by_hour, span)
            runs = BUILDERS[school.method](times, school, clock)
        else:
            table = calendar(school, clock, by_hour=by_hour)
            times, runs, self._moons = table.terms, table.runs, table.moon_day
        self._times = times
        # As `align.moment_of_times`: where a zone repeats or skips local time, the instant decides.
        self._by_instant = times.utc_ms is not None and not by_hour and not clock.is_fixed
        self._terms = Grid(times.utc_ms if self._by_instant and times.utc_ms is not None else times.start_ms)
        self._runs = Grid(runs.start_ms)
        number = times.number
        self._of_term = {
            "month_pillar": month_pillar(number), "year_pillar": year_pillar(number), "term": times.code,
        }  # fmt: skip
        code = ju_code(runs.ju_term, runs.yuan)
        self._of_run: Mapping[str, UInt8] = {
            "ju_term": runs.ju_term, "yuan": runs.yuan,
            "dun": code // np.uint8(9), "ju": code % np.uint8(9) + np.uint8(1),
        }  # fmt: skip
        self._chart_base = code * np.uint16(60)

    def columns(self, axis_ms: Int64, utc_ms: Int64, wanted: set[str]) -> dict[str, NDArray[Any]]:
        """Return the columns named in `wanted` at local times on the axis and the same times in the world's."""
        keys = axis_ms
        term = self._terms.find(utc_ms if self._by_instant else axis_ms)
        if self._by_instant:
            starts = self._times.start_ms
            keys = np.clip(axis_ms, starts[term], starts[np.minimum(term + 1, starts.size - 1)] - 1)
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
            found["shuo"] = (self._moons[np.searchsorted(self._moons, day, side="right") - 1] % 60).astype(np.uint8)
        return found


def _years(clock: Clock, by_hour: bool, span: tuple[int, int]) -> tuple[TermTimes, Int64]:
    """Return the true terms of some years, and the first days of their lunar months, as `tables.calendar` has them."""
    utc = terms.term_utc_ms()
    # Walks of leaders fall in step within a year, wherever they begin.
    first = max(int(np.searchsorted(utc, span[0] - _RUN_IN_MS)), 0)
    last = int(np.searchsorted(utc, span[1] + _RUN_IN_MS))
    part = utc[first:last]
    times = TermTimes.of(clock.axis_from_utc(part), first_number() + first, clock, not by_hour, part)
    moons = terms.new_moon_utc_ms()
    moons = moons[(moons >= part[0]) & (moons <= part[-1])]
    return times, (clock.axis_from_utc(moons) - HOUR_MS // 2) // DAY_MS
