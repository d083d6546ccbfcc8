"""The census: in how many of its cells each row of each preset holds, as tests/census/<preset>.tsv.

A cell is one of the 1080 charts with one value of everything else that the row reads: of the day, the twelve
pillars on which the hour can fall (五鼠遁); of the month, the year and the day of the new moon, all sixty; of the
term, all twenty-four; of the ju's own term and yuan, the four pairs that give the ju. Nothing is said of how often
a cell comes about in time: a census counts rules, not years.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import qimen
from qimen.catalogue import Row
from qimen.facts import moments
from qimen.names import JU_TABLE
from qimen.patterns import compiled, patterns_of
from qimen.plates import CHARTS, boards
from qimen.rules import Program, program
from qimen.schools import School

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "census"
COLUMNS = ("id", "reads", "cells", "holds")
#: What a row may read, in the order in which it is told.
READS = ("year", "month", "day", "shuo", "term", "ju_term", "yuan")
#: (term, yuan) by the code of their ju, dun * 9 + ju - 1.
_ENTRIES: dict[int, list[tuple[int, int]]] = {}
for _term, _jus in enumerate(JU_TABLE):
    for _yuan, _ju in enumerate(_jus):
        _ENTRIES.setdefault(_term // 12 * 9 + _ju - 1, []).append((_term, _yuan))

Axis = list[tuple[dict[str, NDArray[np.uint8]], int]]


def _axes(reads: frozenset[str], packed: Program, which: School) -> list[Axis]:
    """Return, for each thing read, its values as columns over the charts, each with the number of cells it stands for.

    Values that no row of the group can tell apart are worked out once.
    """
    charts = np.arange(CHARTS)
    axes: list[Axis] = []
    for name in ("year", "month", "shuo", "term"):
        if name in reads:
            values, weights = np.unique(packed.classes(name, which), return_counts=True)
            axes.append(
                [
                    ({name: np.full(CHARTS, value, dtype=np.uint8)}, int(weight))
                    for value, weight in zip(values, weights, strict=True)
                ]
            )
    if "day" in reads:
        axes.append([({"day": (charts % 60 // 12 + 5 * n).astype(np.uint8)}, 1) for n in range(12)])
    if reads & {"ju_term", "yuan"}:
        entries = np.array([_ENTRIES[chart // 60] for chart in range(CHARTS)], dtype=np.uint8)
        assert entries.shape == (CHARTS, 4, 2)
        axes.append([({"ju_term": entries[:, n, 0], "yuan": entries[:, n, 1]}, 1) for n in range(4)])
    return axes


def holds(rows: Iterable[Row], which: School) -> dict[str, tuple[int, int]]:
    """Return (cells, cells in which it holds) of each row by its id."""
    groups: dict[frozenset[str], list[Row]] = {}
    for row in rows:
        groups.setdefault(compiled(row).needs, []).append(row)
    found: dict[str, tuple[int, int]] = {}
    every = np.arange(CHARTS, dtype=np.uint16)
    for reads, group in groups.items():
        packed = program(compiled(row) for row in group)
        held, cells = np.zeros(len(group), dtype=np.int64), 0
        for chosen in itertools.product(*_axes(reads, packed, which)):
            columns: dict[str, Any] = {}
            weight = 1
            for values, times in chosen:
                columns |= values
                weight *= times
            masks = packed.run(boards(which).facts, moments(every, columns, which))
            held += weight * np.count_nonzero(masks, axis=1)
            cells += weight * CHARTS
        found |= {row.id: (cells, count) for row, count in zip(group, held.tolist(), strict=True)}
    return found


@functools.cache
def _counted(doctrine: tuple[str, str, str], ids: frozenset[str]) -> dict[str, tuple[int, int]]:
    lodging, motion, jia_role = doctrine
    which = School("census", lodging=lodging, motion=motion, jia_role=jia_role)
    return holds((row for row in qimen.PATTERNS if row.id in ids), which)


def census() -> dict[str, str]:
    """Return the text of each preset's census."""
    asked: dict[tuple[str, str, str], set[str]] = {}
    for which in qimen.SCHOOLS.values():
        key = (which.lodging, which.motion, which.jia_role)
        asked.setdefault(key, set()).update(row.id for row in patterns_of(which))
    found = {}
    for name, which in qimen.SCHOOLS.items():
        key = (which.lodging, which.motion, which.jia_role)
        counted = _counted(key, frozenset(asked[key]))
        lines = ["\t".join(COLUMNS)]
        for row in patterns_of(which):
            reads = [r for r in READS if r in compiled(row).needs]
            cells, held = counted[row.id]
            lines.append(f"{row.id}\t{' '.join(reads)}\t{cells}\t{held}")
        found[name] = "\n".join(lines) + "\n"
    return found


def files() -> dict[Path, str]:
    """Return the files of the census and what is to stand in them."""
    return {FOLDER / f"{name}.tsv": text for name, text in census().items()}
