"""A query worked out on the finite board, and the contexts that a range of hours runs through.

A query is worked out once: for every chart and each of the twelve day pillars it can have (a block of 60 hours
repeats its day pillars every twelfth block) and, where it reads them, for each month, year, term or yuan that it
can tell apart. A range is then a walk over blocks, each with its ju, in stretches of one context.
"""

from __future__ import annotations

import functools
import math
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _walk
from .calendars.axes import AXES, Axis, axis_of, covering
from .calendars.steps import Int64, hour_keys, union
from .calendars.tables import CONTEXT, Calendar, UInt8
from .errors import InputError
from .facts import Moments, moments
from .plates import CHARTS, boards
from .query import Masks, Query
from .schools import School

PHASES = 12
#: Contexts worked out at a time.
PIECE = 64
#: Where a context has no table yet.
NO_TABLE = np.iinfo(np.uint16).max


def day_axis(contexts: Mapping[str, UInt8], count: int, phases: int, which: School) -> Moments:
    """Return every chart on each of its days in `count` contexts, [context, phase, chart] flat.

    `contexts` are their columns; with one phase the day is not told.
    """
    shape = (count, phases, CHARTS)
    charts = np.broadcast_to(np.arange(CHARTS, dtype=np.uint16), shape)
    columns: dict[str, Any] = {
        name: np.broadcast_to(values[:, None, None], shape).reshape(-1) for name, values in contexts.items()
    }
    if phases > 1:
        days = np.arange(PHASES)[:, None] * 5 + np.arange(CHARTS) % 60 // 12
        columns["day"] = np.broadcast_to(days.astype(np.uint8), shape).reshape(-1)
    return moments(charts.reshape(-1), columns, which)


def word_bits(hits: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return one word for the 60 hours of each ju of bool[context, phase, chart]: uint64[context, phase, 18]."""
    bits = np.zeros((*hits.shape[:2], 18, 64), dtype=bool)
    bits[..., :60] = hits.reshape(*hits.shape[:2], 18, 60)
    return np.packbits(bits, axis=-1, bitorder="little").view("<u8")[..., 0].astype(np.uint64)


class Solved:
    """A query worked out on the finite board, one table a context that it can tell apart, numbered as they are met.

    `fields` are the context columns that it reads (the day is an axis of every table instead: `phases` is 12 where the
    query reads it, else 1); `classes` gives for each of them the value that stands for each value it cannot tell from
    another. `words[table, block mod 12, ju code]` has bit r set when hour r of the block hits; `masks[table, phase,
    chart]` is the palace mask. Both only grow, by replacement, under a lock: whoever holds an older array still holds
    every table that was numbered when it was taken.
    """

    def __init__(self, asked: Query, which: School) -> None:
        self.query, self.which = asked, which
        self.phases = PHASES if "day" in asked.needs else 1
        self.fields = tuple(name for name in CONTEXT if name in asked.needs and name != "day")
        self.classes = {name: asked.classes(name, which) for name in self.fields}
        self.words = np.empty((0, PHASES, 18), dtype=np.uint64)
        self.masks = np.empty((0, self.phases, CHARTS), dtype=np.uint16)
        self._numbers: dict[int, int] = {}
        self._known: dict[Axis, NDArray[np.uint16]] = {}
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

    def numbers(self, axis: Axis, values: NDArray[np.uint16]) -> NDArray[np.uint16]:
        """Return the table of each number of an axis, working out those that `values` have and were not met before."""
        known = self._known.get(axis)
        if known is None or not _walk.covers(values, known):
            present = np.flatnonzero(np.bincount(values, minlength=axis.size))
            columns = {name: axis.meaning[name][present] for name in self.fields}
            known = np.full(axis.size, NO_TABLE, dtype=np.uint16) if known is None else known.copy()
            known[present] = self.tables(columns, present.size)
            self._known[axis] = known
        return known

    def _add(self, keys: list[int]) -> NDArray[np.uint16]:
        with self._lock:
            new = [key for key in keys if key not in self._numbers]
            if len(self._numbers) + len(new) > NO_TABLE:
                raise InputError("the expression tells too many months, years and terms apart at once")
            if new:
                self._work_out(new)
                for key in new:
                    self._numbers[key] = len(self._numbers)
            return np.array([self._numbers[key] for key in keys], dtype=np.uint16)

    def _work_out(self, keys: list[int]) -> None:
        solved = np.concatenate([self._solve(keys[i : i + PIECE]) for i in range(0, len(keys), PIECE)])
        words = word_bits(solved != 0)
        self.masks = _padded(self.masks, solved)
        self.words = np.concatenate([self.words, np.broadcast_to(words, (len(keys), PHASES, 18))])

    def _solve(self, keys: list[int]) -> Masks:
        """Return the masks uint16[context, phase, chart]."""
        context = {
            name: np.array([key >> 6 * place & 63 for key in keys], dtype=np.uint8)
            for place, name in enumerate(reversed(self.fields))
        }
        found = self.query.masks(boards(self.which).facts, day_axis(context, len(keys), self.phases, self.which))
        return found.reshape(len(keys), self.phases, CHARTS)


def _padded(old: Masks, new: Masks) -> Masks:
    """Return both joined, with the four values behind them that `_core.range_masks` may read."""
    shape = (len(old) + len(new), *new.shape[1:])
    room = np.zeros(math.prod(shape) + 4, dtype=np.uint16)
    joined = room[:-4].reshape(shape)
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


def segments(table: Calendar, solved: Solved, start: int, stop: int) -> Segments:
    """Return the segments of [start, stop); the first begins at or before start."""
    if not solved.fields:
        return Segments(np.array([start], dtype=np.int64), np.zeros(1, dtype=np.uint16))
    axis = axis_of(frozenset(solved.fields))
    if axis is None:
        several = [each.stretches(table)[0] for each in AXES if each.fields & set(solved.fields)]
        starts = union(*(starts[covering(starts, start, stop)] for starts in several))
        values = solved.tables(table.context(hour_keys(starts), starts // 12, solved.fields), starts.size)
        numbers = np.arange(int(values.max()) + 1, dtype=np.uint16)
    else:
        starts, values = axis.stretches(table)
        inside = covering(starts, start, stop)
        starts, values = starts[inside], values[inside]
        numbers = solved.numbers(axis, values)
    turns, tables = np.empty(starts.size, dtype=np.int64), np.empty(starts.size, dtype=np.uint16)
    count = _walk.cut(starts, values, numbers, turns, tables)
    return Segments(turns[:count], tables[:count])
