"""A school and a clock bound together, for callers that ask one hour at a time."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from . import _core
from .align import moment, pillars_of_moment
from .calendars.tables import calendar
from .clock import FIRST_HOUR, LAST_HOUR, Clock, as_clock, check_hours
from .names import PILLARS
from .schools import School, find_school


class Bound(_core.Bound):
    """The scalar steps of one school under one clock; `qimen.bind` makes it.

    `chart_id(hour)` costs a C call and a look into the block table. The object pickles as its school and clock.
    """

    def __new__(cls, school: School, clock: Clock) -> Bound:
        table = calendar(school, clock)
        self = super().__new__(cls, table.blocks, table.first_hour, FIRST_HOUR, LAST_HOUR)  # type: ignore[call-arg]  # the stub has __init__
        self.school = school
        self.clock = clock
        return self

    def __init__(self, school: School, clock: Clock) -> None:
        self.school = school
        self.clock = clock

    def outside(self, hour: int) -> NoReturn:
        """Raise RangeError for an hour outside the term table."""
        check_hours(np.array([hour], dtype=np.int64), "hour")
        raise AssertionError(hour)

    def ju(self, hour: int) -> tuple[int, int]:
        """Return (dun, ju) of a double-hour: 0 yang or 1 yin, and 1-9."""
        code = self.chart_id(hour) // 60
        return code // 9, code % 9 + 1

    def pillars(self, hour: int) -> tuple[str, str, str, str]:
        """Return the year, month, day and hour pillar of a double-hour."""
        found = pillars_of_moment(moment(np.array([hour], dtype=np.int64), self.school, self.clock))
        year, month, day, own = (PILLARS[int(p[0])] for p in (found.year, found.month, found.day, found.hour))
        return year, month, day, own

    def __reduce__(self) -> tuple[Any, ...]:
        return (Bound, (self.school, self.clock))

    def __repr__(self) -> str:
        return f"Bound({self.school.name}, {self.clock!r})"


def bind(school: str | School = "baojian", clock: Clock | None = None) -> Bound:
    """Return a school and a clock bound for scalar use.

    Raises UnknownNameError for a school that is none.
    """
    return Bound(find_school(school), as_clock(clock))
