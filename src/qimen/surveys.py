"""The blocks of a range by what stands in them: what `counts` sums over, whatever is counted.

A block of 60 hours has one ju, and its stretch of the calendar one month, year and term; or some of them change at an
hour inside. An index says it of every block of a calendar once, like the block table says the ju; a range is then
counted without another look at its hours.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _walk
from .calendars.axes import Axis, UInt16, covering
from .calendars.steps import Int64
from .calendars.tables import Calendar, calendar
from .clock import Clock
from .schools import School
from .solving import PHASES

UInt64 = NDArray[np.uint64]
Int32 = NDArray[np.int32]


class Survey(NamedTuple):
    """The blocks of a range by what stands at their end, uint16[numbers + 1, 12, 18], and what changes inside them.

    The last number stands for outside the range; `edges` are the changes of the blocks in which it begins and ends.
    16 bits are enough: a number comes back every sixty years, every lunar month of one day pillar, or a few times a
    year, and 6,000 years have 12,000 blocks at most that are alike.
    """

    whole: UInt16
    changes: UInt64
    edges: UInt64


@dataclass(frozen=True)
class Index:
    """All blocks of a calendar on one axis.

    `starts` and `values` are the stretches; `keys` int32[b] says what stands at the end of each block, `changes`
    uint64[n] what changes inside, those of a block from `firsts` int32[b + 1] on (`_walk.survey`).
    """

    axis: Axis
    table: Calendar
    starts: Int64
    values: UInt16
    keys: Int32
    firsts: Int32
    changes: UInt64

    def survey(self, start: int, stop: int) -> Survey:
        """Count the blocks of [start, stop): the whole ones from the index, those at its ends anew."""
        whole = np.zeros((self.axis.size + 1, PHASES, 18), dtype=np.uint16)
        origin = self.table.first_hour
        first, last = -(-(start - origin) // 60), (stop - origin) // 60
        ends = [(start, stop)] if first > last else [(start, origin + 60 * first), (origin + 60 * last, stop)]
        last = max(first, last)
        edges = [self.changes[:0]]
        for begin, end in ends:
            if begin < end:
                keys, _, changes = _read(self.table, self.axis.size, self.starts, self.values, begin, end)
                _walk.tell(keys, whole.reshape(-1))
                edges.append(changes)
        _walk.tell(self.keys[first:last], whole.reshape(-1))
        return Survey(whole, self.changes[self.firsts[first] : self.firsts[last]], np.concatenate(edges))


@functools.lru_cache(maxsize=8)
def index(which: School, clock: Clock, axis: Axis) -> Index:
    """Return the index of a calendar, built when first asked."""
    table = calendar(which, clock)
    starts, values = axis.stretches(table)
    stop = table.first_hour + 60 * table.blocks.size
    return Index(axis, table, starts, values, *_read(table, axis.size, starts, values, table.first_hour, stop))


def _read(
    table: Calendar, outside: int, starts: Int64, values: UInt16, start: int, stop: int
) -> tuple[Int32, Int32, UInt64]:
    """Return keys, firsts and changes of the blocks of [start, stop)."""
    inside = covering(starts, start, stop)
    size = (stop - 1 - table.first_hour) // 60 - (start - table.first_hour) // 60 + 1
    keys, firsts = np.empty(size, dtype=np.int32), np.empty(size + 1, dtype=np.int32)
    # Every start, two splits a block and both ends.
    changes = np.empty(inside.stop - inside.start + 2 * size + 2, dtype=np.uint64)
    count = _walk.survey(
        table.blocks, table.first_hour, starts[inside], values[inside], outside, start, stop, keys, firsts, changes
    )
    return keys, firsts, changes[:count].copy()
