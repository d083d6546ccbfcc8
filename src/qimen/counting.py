"""`counts`: how many hours of a range each pattern of a school has, all of them in one go.

The hours are not walked pattern by pattern. A survey counts the blocks of the range by what stands in them; rows that
read much the same share a table of hours by context, day and chart made from it, and each sums the places where it
holds.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _walk
from .calendars.axes import Axis, UInt16, axis_of
from .calendars.tables import UInt8, calendar
from .clock import Clock
from .patterns import AnyRow, compiled, patterns_of
from .plates import CHARTS, boards
from .query import query, rows_query
from .rules import Program
from .scanning import Scan
from .schools import School, find_school
from .solving import PHASES, PIECE, day_axis, solve, word_bits
from .surveys import Int32, Survey, UInt64, index
from .times import read_range

#: Tables of 1080 hours that rows share at most; beyond, each row is better off by itself.
MOST = 1500


class Group:
    """Rows that read the same columns, and at which hours each holds.

    `numbers` gives, for each context of a family, the context that these rows can tell apart; `holds`
    uint8[rows, context * phase * chart] is 1 where a row holds, with one phase where no row reads the day.
    """

    def __init__(self, rows: list[AnyRow], meaning: Mapping[str, UInt8], size: int, which: School) -> None:
        self.ids = tuple(row.id for row in rows)
        asked = rows_query(rows)
        self.numbers, contexts = _contexts(asked, meaning, size, which)
        self.size, self.phases = int(self.numbers[-1]), _phases(asked)
        self.alike = np.array_equal(self.numbers, np.arange(size + 1))  # the family's contexts as they are
        held = []
        for first in range(0, self.size, PIECE):
            piece = {name: values[first : first + PIECE] for name, values in contexts.items()}
            moments = day_axis(piece, min(PIECE, self.size - first), self.phases, which)
            held.append((asked.run(boards(which).facts, moments) != 0).view(np.uint8))
        self.holds: NDArray[np.uint8] = np.ascontiguousarray(np.concatenate(held, axis=1))

    def counts(self, hours: Int32) -> dict[str, int]:
        """Return the number of hours at which each row holds, from hours by context, phase and chart.

        The phases of `hours` are those of the group.
        """
        table = hours
        if not self.alike:
            table = np.zeros((self.size + 1, self.phases, CHARTS), dtype=np.int32)
            _walk.fold(hours, self.numbers, table)
        sums = np.zeros(len(self.ids), dtype=np.int64)
        _walk.totals(table, self.holds, sums)
        return dict(zip(self.ids, sums.tolist(), strict=True))

    def words(self) -> UInt64:
        """Return one word for each context, phase and ju of a single row; none for what is outside the range."""
        words = np.zeros((self.size + 1, PHASES, 18), dtype=np.uint64)
        words[:-1] = word_bits(self.holds.reshape(self.size, self.phases, CHARTS) != 0)
        return words


class Family:
    """Groups that share a table of hours: its contexts are those that any of their rows can tell apart.

    `numbers` gives the context of each number of the axis, `places` where the table of that context begins. A single
    row needs no table of hours: its `words` are asked for the blocks and their changes.
    """

    def __init__(
        self, rows: list[AnyRow], axis: Axis, numbers: UInt16, contexts: Mapping[str, UInt8], which: School
    ) -> None:
        self.axis, self.numbers = axis, numbers
        self.size = int(self.numbers[-1])
        alike: dict[frozenset[str], list[AnyRow]] = {}
        for row in rows:
            alike.setdefault(compiled(row).needs, []).append(row)
        self.groups = [Group(group, contexts, self.size, which) for group in alike.values()]
        self.words = self.groups[0].words() if len(rows) == 1 else None
        self.phases, width = max(group.phases for group in self.groups), CHARTS
        if self.words is not None:
            self.phases, width = PHASES, 18
        self.places = self.numbers * np.int32(self.phases * width)

    def counts(self, survey: Survey) -> dict[str, int]:
        """Return the number of hours at which each row holds."""
        blocks = self._folded(survey.whole)
        splits = None if survey.splits is None else self._folded(survey.splits)
        if self.words is not None:
            total = _walk.weigh(survey.changes, survey.edges, self.places, self.words) + _hours(self.words, blocks)
            if splits is not None:
                total += _hours(self.words & np.uint64((1 << survey.offset) - 1), splits)
            return dict.fromkeys(self.groups[0].ids, total)
        hours = np.zeros((self.size + 1, self.phases, CHARTS), dtype=np.int32)
        if splits is not None:
            hours.reshape(*splits.shape, 60)[..., survey.offset] = splits
        _walk.spread(blocks, survey.changes, survey.edges, self.places, hours)
        dayless = hours
        if self.phases > 1 and any(group.phases == 1 for group in self.groups):
            dayless = np.zeros((self.size + 1, 1, CHARTS), dtype=np.int32)
            _walk.fold(hours, np.arange(self.size + 1, dtype=np.uint16), dayless)
        found: dict[str, int] = {}
        for group in self.groups:
            found |= group.counts(hours if group.phases > 1 else dayless)
        return found

    def _folded(self, table: UInt16 | Int32) -> Int32:
        """Return a table by number of the axis as one by context."""
        out = np.zeros((self.size + 1, self.phases, 18), dtype=np.int32)
        _walk.fold(table, self.numbers, out)
        return out


def _hours(words: UInt64, blocks: Int32) -> int:
    """Return the hours of so many blocks that have a bit in their words."""
    return int((np.bitwise_count(words) * blocks).sum())


def _phases(rows: Program) -> int:
    return PHASES if "day" in rows.needs else 1


def _contexts(rows: Program, meaning: Mapping[str, UInt8], size: int, which: School) -> tuple[UInt16, dict[str, UInt8]]:
    """Return the context of each of `size` moments, with one more for none of them, and the columns of the contexts."""
    packed = np.zeros(size, dtype=np.int64)
    told = {name: rows.classes(name, which)[values] for name, values in meaning.items() if name in rows.needs}
    for values in told.values():
        packed = packed << 6 | values
    _, first, inverse = np.unique(packed, return_index=True, return_inverse=True)
    return np.append(inverse, first.size).astype(np.uint16), {name: values[first] for name, values in told.items()}


@functools.lru_cache(maxsize=16)
def _own_families(which: School) -> tuple[tuple[Family, ...], tuple[AnyRow, ...]]:
    """Return the families of what a school reads; asking by the school saves comparing hundreds of rows a call."""
    return _families(patterns_of(which), which)


@functools.lru_cache(maxsize=16)
def _families(rows: tuple[AnyRow, ...], which: School) -> tuple[tuple[Family, ...], tuple[AnyRow, ...]]:
    """Return the rows in families, and those that read things of two axes and are counted by themselves."""
    alike: dict[Any, list[AnyRow]] = {}
    mixed = []
    for row in rows:
        one = compiled(row)
        fields = one.needs - {"day"}
        axis = axis_of(fields)
        if axis is None:
            mixed.append(row)
            continue
        # Rows that look for stems on the plates, or read the year, tell many contexts apart and share few of them.
        own = (one.needs, one.roles, one.columns) if one.roles & fields or "year" in fields else None
        alike.setdefault((axis, own), []).append(row)
    families = (family for (axis, _), together in alike.items() for family in _of_axis(together, axis, which))
    return tuple(families), tuple(mixed)


def _of_axis(rows: list[AnyRow], axis: Axis, which: School) -> list[Family]:
    """Return the family of rows of an axis, or one for each of them where they tell too much apart."""
    asked = rows_query(rows)
    numbers, contexts = _contexts(asked, axis.meaning, axis.size, which)
    if len(rows) > 1 and int(numbers[-1]) * _phases(asked) > MOST:
        return [family for row in rows for family in _of_axis([row], axis, which)]
    return [Family(rows, axis, numbers, contexts, which)]


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
        families, mixed = _own_families(which) if rows is None else _families(asked, which)
        for axis in dict.fromkeys(family.axis for family in families):
            survey = index(table.school, table.clock, axis).survey(span.start, span.stop)
            for family in families:
                if family.axis is axis:
                    found |= family.counts(survey)
        for row in mixed:
            found[row.id] = Scan(solve(query(row, which), which), span).count
    return found
