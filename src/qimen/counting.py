"""`counts`: how many hours of a range each pattern of a school has, all of them in one go.

The hours are not walked pattern by pattern: they are counted by chart, day and context once for every set of
things that patterns read, and each pattern then sums the charts where it holds.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from .calendars.tables import Calendar, calendar
from .clock import Clock
from .patterns import AnyRow, compiled, patterns_of
from .plates import CHARTS, boards
from .query import query, rows_query
from .rules import Program, program
from .scanning import Scan
from .schools import School, find_school
from .solving import PHASES, Contexts, segments, solve
from .times import read_range


class Group(Contexts):
    """Rows that read the same things, and where each holds: float64[context, row, phase * chart], 0 or 1."""

    def __init__(self, ids: tuple[str, ...], rows: Program, which: School) -> None:
        self.ids, self.program = ids, rows
        self.holds = np.empty((0, len(ids), 0), dtype=np.float64)
        super().__init__(rows, which)

    def work_out(self, keys: list[int]) -> None:
        """Add where the rows hold in new contexts."""
        found = self.program.run(boards(self.which).facts, self.moments(keys)) != 0
        added = found.reshape(len(self.ids), len(keys), -1).transpose(1, 0, 2).astype(np.float64)
        self.holds = np.concatenate([self.holds, added]) if self.holds.size else added

    def counts(self, table: Calendar, start: int, stop: int) -> NDArray[np.int64]:
        """Return the number of hours of [start, stop) at which each row holds."""
        parts = segments(table, self, start, stop)
        steps = np.zeros((int(parts.tables.max()) + 1, PHASES, 18, 61), dtype=np.int32)
        _core.histogram(table.blocks, table.first_hour, parts.starts, parts.tables, start, stop, steps)
        hours = np.cumsum(steps, axis=-1)[..., :60].reshape(len(steps), PHASES, CHARTS)
        if self.phases == 1:
            hours = hours.sum(axis=1)
        hours = hours.reshape(len(steps), -1, 1)
        sums = np.matmul(self.holds[: len(steps)], hours.astype(np.float64))  # whole numbers, exact in float64
        return np.asarray(sums.sum(axis=0)[:, 0], dtype=np.int64)


@functools.lru_cache(maxsize=16)
def _groups(rows: tuple[AnyRow, ...], which: School) -> tuple[tuple[Group, ...], tuple[AnyRow, ...]]:
    """Return the rows in groups, and those that are alone in what they read and are counted by themselves."""
    # Rows that test the same columns and look for the same stems tell the same, few contexts apart. What reads the ju's
    # own term or yuan walks every run of the calendar, and is best done once for all of it.
    alike: dict[object, list[AnyRow]] = {}
    for row in rows:
        rule = compiled(row)
        one = program([rule])
        key: object = (rule.needs, one.columns, one.roles)
        if rule.needs <= {"day"}:
            key = rule.needs
        elif rule.needs <= {"ju_term", "yuan"}:
            key = "ju"
        alike.setdefault(key, []).append(row)
    groups = tuple(
        Group(tuple(row.id for row in group), rows_query(group), which) for group in alike.values() if len(group) > 1
    )
    return groups, tuple(group[0] for group in alike.values() if len(group) == 1)


def counts(
    start: Any,
    stop: Any,
    school: str | School = "baojian",
    *,
    rows: Iterable[AnyRow] | None = None,
    clock: Clock | None = None,
    fold: int | None = None,
) -> dict[str, int]:
    """Return how many double-hours of [start, stop) each pattern of a school has, by id.

    Parameters
    ----------
    start, stop : time or int
        As in `scan`.
    rows : rows or patterns, optional
        Which ones; by default those that the school reads (`patterns_of`).

    Raises
    ------
    RangeError, InputError
    """
    which = find_school(school)
    asked = patterns_of(which) if rows is None else tuple(rows)
    span = read_range(start, stop, clock, fold)
    found = dict.fromkeys((row.id for row in asked), 0)
    if len(span):
        table = calendar(which, span.clock)
        groups, single = _groups(asked, which)
        for group in groups:
            found |= dict(zip(group.ids, group.counts(table, span.start, span.stop).tolist(), strict=True))
        for row in single:
            found[row.id] = Scan(solve(query(row, which), which), span).count
    return found
