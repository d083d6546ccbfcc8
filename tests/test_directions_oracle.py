"""Every direction against its twin in the oracle: all it depends on where that is finite, then hours."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import qimen
from asked_directions import columns, general_of
from qimen.align import moment
from qimen.directions import DIRECTIONS, Direction, told
from qimen.directions.asking import columns_of
from qimen.names import BRANCHES, DUN, PILLARS, STEMS, TERMS, YUAN
from qimen.oracle import Context, board
from qimen.oracle.directions import DIRECTIONS as TWINS
from qimen.schools import School

#: Schools whose plates differ: 艮 in yin, 坤 always, flying.
PLATES = ("baojian", "jingyou", "tao")
#: A pillar of each stem and of each branch.
OF_STEM = [PILLARS.index(next(p for p in PILLARS if p[0] == s)) for s in STEMS]
OF_BRANCH = [PILLARS.index(next(p for p in PILLARS if p[1] == b)) for b in BRANCHES]


def said(row: Direction, value: int) -> set[Any]:
    """Return what a value says, as the oracle says it: palaces as numbers."""
    words = told(row, value)
    return set(map(int, words)) if row.kind == "palace" else set(words)


class Circle:
    """The contexts of the oracle, one made of each set of columns and kept."""

    def __init__(self, which: School) -> None:
        self.which, self._boards = which, {}

    def context(self, given: dict[str, int]) -> Context:
        """Return the oracle's context of one row of columns; 255 is unknown."""
        chart = given["chart"]
        if chart not in self._boards:
            dun, ju, hour = DUN[chart // 540], chart // 60 % 9 + 1, PILLARS[chart % 60]
            self._boards[chart] = board(dun, ju, hour, self.which.lodging, self.which.motion)
        names = {"term": TERMS, "ju_term": TERMS, "yuan": YUAN, "general": BRANCHES}
        known = {
            name: names.get(name, PILLARS)[value]
            for name, value in given.items()
            if name not in ("hour", "chart") and value != 255
        }
        return Context(self._boards[chart], **known)


def differences(row: Direction, given: dict[str, np.ndarray], circle: Circle) -> Iterable[tuple[Any, ...]]:
    """Yield what the direction and its twin say where they differ."""
    values = row.compute(given, circle.which)
    for index, value in enumerate(values.tolist()):
        one = {name: int(column[index]) for name, column in given.items()}
        if one["month"] == 255:  # twins may ask for what cancels: any will do
            one["month"] = index % 60
        if one["general"] == 255:
            one["term"], one["general"] = index % 24, general_of(index % 24)
        want = set(TWINS[row.id].judge(circle.context(one)))
        if said(row, value) != want:
            yield row.id, one, said(row, value), want


def axes(row: Direction) -> dict[str, list[int]]:
    """Return values of each column that a direction without plates reads, enough for all its cases."""
    stems = row.id.split(".")[0].split("-")[0] in ("guiren", "jiang", "di", "tian")
    found = {"chart": OF_BRANCH if stems or row.kind == "branch" else list(range(60))}
    for name in row.needs:
        days = OF_STEM if stems else list(range(60))
        found[name] = {"day": days, "month": OF_BRANCH}.get(name, list(range(24)))
    if row.id.endswith(".ju"):
        found["chart"] = [*OF_BRANCH, *(540 + p for p in OF_BRANCH)]
    return found


def test_the_twins_are_the_same_directions() -> None:
    assert set(TWINS) == set(DIRECTIONS)


@pytest.mark.parametrize("name", [row.id for row in DIRECTIONS.values() if row.needs])
def test_directions_of_the_calendar(name: str) -> None:
    """Every direction that reads the calendar, over every case of what it reads."""
    row = DIRECTIONS[name]
    found = axes(row)
    if "-fang-q" in name:  # host and guest read the plates too: some months and days at every chart
        found = {"chart": list(range(0, 1080, 7)), "month": OF_BRANCH, "day": [0, 13, 26, 39, 52]}
    grid = np.array(list(itertools.product(*found.values())), dtype=np.int64)
    given = columns(len(grid), **{k: grid[:, i].astype(np.uint16) for i, k in enumerate(found)})
    given["hour"] = given["chart"] % 60
    if "term" in found:
        by_term = np.array([general_of(term) for term in range(24)])
        given["general"] = by_term[given["term"]]
    assert not list(itertools.islice(differences(row, given, Circle(qimen.school("baojian"))), 3))


@pytest.mark.parametrize("which", PLATES)
def test_directions_of_the_board(which: str) -> None:
    """Every direction that reads the chart alone, over all 1080 charts."""
    charts = np.arange(1080, dtype=np.uint16)
    given = columns(1080, chart=charts, hour=charts % 60)
    circle = Circle(qimen.school(which))
    for row in DIRECTIONS.values():
        if not row.needs:
            assert not list(itertools.islice(differences(row, given, circle), 3))


@pytest.mark.parametrize("which", PLATES)
def test_directions_of_hours(which: str) -> None:
    """Every direction at hours spread over 60 years, the columns as the calendar gives them."""
    rng = np.random.default_rng(5)
    hours = np.sort(rng.integers(*(int(qimen.hours(t)) for t in ("1984-01-01", "2044-01-01")), 60))
    school = qimen.school(which)
    given = columns_of(moment(hours, school))
    circle = Circle(school)
    for row in DIRECTIONS.values():
        assert not list(itertools.islice(differences(row, given, circle), 3))
