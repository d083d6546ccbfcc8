"""A query worked out on the finite board, and the contexts that a range of hours runs through.

A query is worked out once: for every chart and each of the twelve day pillars it can have (a block of 60 hours
repeats its day pillars every twelfth block) and, where it reads them, for each month, year, term or yuan that it
can tell apart. A range is then a walk over blocks, each with its ju, in stretches of one context.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .calendars.steps import Int64, hour_keys, union
from .calendars.tables import CONTEXT, Calendar, UInt8
from .errors import InputError
from .facts import Moments, moments
from .plates import CHARTS, boards
from .query import Masks, Query
from .rules import Program
from .schools import School

PHASES = 12


class Contexts:
    """The contexts that something can tell apart, numbered as they are met.

    `fields` are the context columns that it reads (the day is an axis of every table instead); `classes` gives for
    each of them the value that stands for each value it cannot tell from another.
    """

    def __init__(self, asked: Query | Program, which: School) -> None:
        self.which = which
        self.phases = PHASES if "day" in asked.needs else 1
        self.fields = tuple(name for name in CONTEXT if name in asked.needs and name != "day")
        self.classes = {name: asked.classes(name, which) for name in self.fields}
        self._numbers: dict[int, int] = {}
        self._lock = threading.Lock()
        if not self.fields:
            self._add([0])

    def tables(self, columns: Mapping[str, UInt8], size: int) -> NDArray[np.uint16]:
        """Return the number of the context of each of `size` segments, working out those not met before."""
        if not self.fields:
            return np.zeros(size, dtype=np.uint16)
        packed = self.classes[self.fields[0]][columns[self.fields[0]]].astype(np.int32)
        for name in self.fields[1:]:
            packed = packed.astype(np.int64) << 6 | self.classes[name][columns[name]]
        if len(self.fields) <= 3:  # small keys: a table over them is faster than sorting the segments
            present = np.flatnonzero(np.bincount(packed))
            number = np.zeros(int(present[-1]) + 1 if present.size else 1, dtype=np.uint16)
            number[present] = self._add(present.tolist())
            return number[packed]
        present, inverse = np.unique(packed, return_inverse=True)
        return self._add(present.tolist())[inverse]

    def _add(self, keys: list[int]) -> NDArray[np.uint16]:
        with self._lock:
            new = [key for key in keys if key not in self._numbers]
            if len(self._numbers) + len(new) > np.iinfo(np.uint16).max:
                raise InputError("the expression tells too many months, years and terms apart at once")
            if new:
                self.work_out(new)
                for key in new:
                    self._numbers[key] = len(self._numbers)
            return np.array([self._numbers[key] for key in keys], dtype=np.uint16)

    def work_out(self, keys: list[int]) -> None:
        """Work out the tables of new contexts; called with the lock held."""
        raise NotImplementedError

    def moments(self, keys: list[int]) -> Moments:
        """Return every chart on every day of the table's axis in each context, [context, phase, chart] flat."""
        shape = (len(keys), self.phases, CHARTS)
        charts = np.broadcast_to(np.arange(CHARTS, dtype=np.uint16), shape)
        context: dict[str, Any] = {}
        for place, name in enumerate(reversed(self.fields)):
            values = np.array([key >> 6 * place & 63 for key in keys], dtype=np.uint8)
            context[name] = np.broadcast_to(values[:, None, None], shape).reshape(-1)
        if self.phases > 1:
            days = np.arange(PHASES)[:, None] * 5 + np.arange(CHARTS) % 60 // 12
            context["day"] = np.broadcast_to(days.astype(np.uint8), shape).reshape(-1)
        return moments(charts.reshape(-1), context, self.which)


class Solved(Contexts):
    """A query worked out on the finite board, one table a context, grown as contexts are met.

    `words[table, block mod 12, ju code]` has bit r set when hour r of the block hits; `masks[table, block mod 12,
    chart]` is the palace mask. Both only grow, by replacement, under a lock: whoever holds an older array still
    holds every table that was numbered when it was taken.
    """

    def __init__(self, asked: Query, which: School) -> None:
        self.query = asked
        self.words = np.empty((0, PHASES, 18), dtype=np.uint64)
        self.masks = np.empty((0, PHASES, CHARTS), dtype=np.uint16)
        super().__init__(asked, which)

    def work_out(self, keys: list[int]) -> None:
        """Add the tables of new contexts."""
        solved = np.concatenate([self._solve(keys[i : i + 64]) for i in range(0, len(keys), 64)])
        bits = np.zeros((*solved.shape[:2], 18, 64), dtype=bool)
        bits[..., :60] = (solved != 0).reshape(*solved.shape[:2], 18, 60)
        words = np.packbits(bits, axis=-1, bitorder="little").view("<u8")[..., 0].astype(np.uint64)
        full = (len(keys), PHASES)
        self.masks = _padded(self.masks, np.broadcast_to(solved, (*full, CHARTS)))
        self.words = np.concatenate([self.words, np.broadcast_to(words, (*full, 18))])

    def _solve(self, keys: list[int]) -> Masks:
        """Return the masks uint16[context, phase, chart]; one phase only when the query does not read the day."""
        found = self.query.masks(boards(self.which).facts, self.moments(keys))
        return found.reshape(len(keys), self.phases, CHARTS)


def _padded(old: Masks, new: Masks) -> Masks:
    """Return both joined, with the four values behind them that `_core.range_masks` may read."""
    count = len(old) + len(new)
    room = np.zeros(count * PHASES * CHARTS + 4, dtype=np.uint16)
    joined = room[:-4].reshape(count, PHASES, CHARTS)
    joined[: len(old)] = old
    joined[len(old) :] = new
    return joined


@functools.lru_cache(maxsize=32)
def solve(asked: Query, which: School) -> Solved:
    """Return a query worked out under a school, kept while it is in use."""
    return Solved(asked, which)


@dataclass(frozen=True)
class Segments:
    """Stretches of one context: start hours int64, table numbers uint16. A query of no context has one stretch."""

    starts: Int64
    tables: NDArray[np.uint16]


def segments(table: Calendar, solved: Contexts, start: int, stop: int) -> Segments:
    """Return the segments of [start, stop); the first begins at or before start."""
    fields = set(solved.fields)
    if not fields:
        return Segments(np.array([start], dtype=np.int64), np.zeros(1, dtype=np.uint16))
    if fields <= {"month", "year", "term"}:
        inside = _covering(table.terms.hour, start, stop)
        starts = table.terms.hour[inside]
        columns = {
            "month": table.term_month[inside],
            "year": table.term_year[inside],
            "term": table.terms.code[inside],
        }
    elif fields <= {"ju_term", "yuan"}:
        inside = _covering(table.run_start, start, stop)
        starts = table.run_start[inside]
        columns = {"ju_term": table.run_ju_term[inside], "yuan": table.run_yuan[inside]}
    elif fields == {"shuo"}:
        inside = _covering(table.moon_hour, start, stop)
        starts, columns = table.moon_hour[inside], {"shuo": table.moon_pillar[inside]}
    else:
        kinds = (
            ({"month", "year", "term"}, table.terms.hour),
            ({"ju_term", "yuan"}, table.run_start),
            ({"shuo"}, table.moon_hour),
        )
        starts = union(*(hours[_covering(hours, start, stop)] for names, hours in kinds if names & fields))
        columns = table.context(hour_keys(starts), starts // 12, solved.fields)
    number = solved.tables(columns, starts.size)
    changes = np.flatnonzero(number[1:] != number[:-1]) + 1
    kept = np.concatenate([[0], changes])
    return Segments(starts[kept], number[kept])


def _covering(starts: Int64, start: int, stop: int) -> slice:
    """Return the slice of starts from the last at or before `start` to the last before `stop`."""
    first = int(np.searchsorted(starts, start, side="right")) - 1
    return slice(max(first, 0), int(np.searchsorted(starts, stop, side="left")))
