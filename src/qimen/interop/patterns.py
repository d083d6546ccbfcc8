"""Which patterns hold at many moments, as lists: most of them are read off tables of the finite board."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..facts import moments
from ..plates import CHARTS, boards
from ..query import rows_query
from ..rules import Program
from ..schools import School
from .arrow import names_array, names_type, numbers_array, pyarrow

UInt8 = NDArray[np.uint8]
#: How many values a column of the context has.
_SIZES = {"day": 60, "month": 60, "year": 60, "shuo": 60, "term": 24, "ju_term": 24, "yuan": 3}
#: Contexts of a table: one more column of sixty would cost more to solve than it saves.
_LARGEST = 100


@dataclass
class _Group:
    """Patterns that read the same columns: their places in the catalogue, and their table once it is solved."""

    needs: tuple[str, ...]
    at: NDArray[np.intp]
    program: Program
    masks: NDArray[np.uint16] | None = None


class PatternLists:
    """The patterns of a school, asked together."""

    def __init__(self, which: School, rows: Sequence[Any]) -> None:
        self.which, self.rows = which, tuple(rows)
        self.names = tuple(dict.fromkeys(row.zh_hans for row in self.rows))
        place = {name: index for index, name in enumerate(self.names)}
        self._name_of = np.array([place[row.zh_hans] for row in self.rows], dtype=np.int16)
        groups: dict[tuple[str, ...], list[int]] = {}
        for index, row in enumerate(self.rows):
            groups.setdefault(tuple(sorted(rows_query([row]).needs)), []).append(index)
        self._groups = [
            _Group(needs, np.array(at, dtype=np.intp), rows_query([self.rows[i] for i in at]))
            for needs, at in groups.items()
        ]

    def masks(self, charts: NDArray[np.uint16], context: Mapping[str, UInt8]) -> NDArray[np.uint16]:
        """Return the palace masks of every pattern, uint16[n, patterns]."""
        out = np.empty((charts.size, len(self.rows)), dtype=np.uint16)
        rest = [group for group in self._groups if not self._by_table(group, charts, context, out)]
        if rest:
            read = moments(charts, dict(context), self.which)
            for group in rest:
                out[:, group.at] = group.program.run(boards(self.which).facts, read).T
        return out

    def _by_table(
        self, group: _Group, charts: NDArray[np.uint16], context: Mapping[str, UInt8], out: NDArray[np.uint16]
    ) -> bool:
        sizes = [_SIZES[name] for name in group.needs]
        if math.prod(sizes) > _LARGEST:
            return False
        if group.masks is None:
            group.masks = self._solve(group, sizes)
        key = np.zeros(charts.size, dtype=np.intp)
        for name, size in zip(group.needs, sizes, strict=True):
            key = key * size + context[name]
        out[:, group.at] = group.masks[key * CHARTS + charts]
        return True

    def _solve(self, group: _Group, sizes: Sequence[int]) -> NDArray[np.uint16]:
        """Return the masks of a group in every context, uint16[contexts * 1080, patterns]."""
        charts = np.tile(np.arange(CHARTS, dtype=np.uint16), math.prod(sizes))
        values = np.indices((*sizes, CHARTS))[:-1].reshape(len(sizes), charts.size).astype(np.uint8)
        known = dict(zip(group.needs, values, strict=True))
        found = group.program.run(boards(self.which).facts, moments(charts, known, self.which))
        return np.ascontiguousarray(found.T)

    def lists(self, masks: NDArray[np.uint16], valid: NDArray[np.bool_]) -> tuple[Any, Any]:
        """Return (names, masks) of the patterns that hold at each row, as lists; null where not valid."""
        pa = pyarrow()
        hits = np.flatnonzero((masks != 0).ravel())
        row, pattern = np.divmod(hits, len(self.rows))
        offsets = numbers_array(np.searchsorted(row, np.arange(len(masks) + 1)).astype(np.int32))
        void = None if valid.all() else pa.array(~valid)
        kind = names_type(self.names)
        names = names_array(self._name_of[pattern].astype(np.uint16), self.names)
        palaces = numbers_array(masks.ravel()[hits])
        return (
            pa.ListArray.from_arrays(offsets, names, type=pa.list_(kind), mask=void),
            pa.ListArray.from_arrays(offsets, palaces, type=pa.list_(pa.uint16()), mask=void),
        )
