"""Where schools differ on one time: their boards side by side, fact by fact, palace by palace, name by name."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .board import Board, Palace, cast
from .clock import Clock
from .errors import InputError
from .patterns import patterns_of
from .schools import SCHOOLS, School, find_school

#: What is compared of a chart as a whole, in order, and how it is read off a board.
FACTS: Mapping[str, Callable[[Board], Any]] = {
    "year": lambda board: board.pillars["year"],
    "month": lambda board: board.pillars["month"],
    "day": lambda board: board.pillars["day"],
    "hour": lambda board: board.pillars["hour"],
    "term": lambda board: board.term,
    "ju_term": lambda board: board.ju_term,
    "yuan": lambda board: board.yuan,
    "dun": lambda board: board.dun,
    "ju": lambda board: board.ju,
    "zhi_fu": lambda board: board.zhi_fu,
    "zhi_shi": lambda board: board.zhi_shi,
}


@dataclass(frozen=True)
class NameDifference:
    """A pattern name that some of the schools hold and others do not, or that they hold elsewhere.

    Attributes
    ----------
    name : str
        In 简, as rows carry it.
    hits : tuple
        For each school the hit, None where the name does not hold.
    read : tuple of bool
        For each school whether it reads the name at all: where it does not, nothing was asked.
    """

    name: str
    hits: tuple[Any, ...]
    read: tuple[bool, ...]

    @property
    def hit(self) -> Any:
        """The first hit: the row that the name is shown by."""
        return next(hit for hit in self.hits if hit is not None)


@dataclass(frozen=True)
class Comparison:
    """The boards of one time under several schools, and where they differ."""

    boards: tuple[Board, ...]

    @property
    def schools(self) -> tuple[School, ...]:
        """The schools, in the order asked."""
        return tuple(board.school for board in self.boards)

    @functools.cached_property
    def facts(self) -> dict[str, tuple[Any, ...]]:
        """Every fact of `FACTS` with one value a school."""
        return {name: tuple(read(board) for board in self.boards) for name, read in FACTS.items()}

    @functools.cached_property
    def palaces(self) -> dict[int, tuple[Palace, ...]]:
        """The palaces in which the plates differ, with one palace a school."""
        found = {}
        for number in range(1, 10):
            palaces = tuple(board.palaces[number] for board in self.boards)
            if _differ(palaces):
                found[number] = palaces
        return found

    @functools.cached_property
    def patterns(self) -> tuple[NameDifference, ...]:
        """The names that not every school holds in the same palaces, in the order they are first met."""
        held = [_by_name(board) for board in self.boards]
        read = [_names_read(board.school) for board in self.boards]
        found = []
        for name in dict.fromkeys(name for names in held for name in names):
            hits = tuple(names.get(name) for names in held)
            if _differ([None if hit is None else hit.palaces for hit in hits]):
                found.append(NameDifference(name, hits, tuple(name in names for names in read)))
        return tuple(found)

    @functools.cached_property
    def common(self) -> int:
        """How many names all the schools hold in the same palaces."""
        names = set.intersection(*(set(_by_name(board)) for board in self.boards))
        return len(names - {difference.name for difference in self.patterns})

    def differs(self, fact: str) -> bool:
        """Tell whether the schools differ in one of `FACTS`."""
        return _differ(self.facts[fact])

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, the boards in full included."""
        return {
            "time": self.boards[0].time,
            "schools": [board.school.name for board in self.boards],
            "facts": {
                name: {"values": [_plain(value) for value in values], "differ": _differ(values)}
                for name, values in self.facts.items()
            },
            "palaces": {
                str(number): [_plain(palace) for palace in palaces] for number, palaces in self.palaces.items()
            },
            "patterns": [
                {
                    "name": difference.name,
                    "schools": [
                        {
                            "school": board.school.name,
                            "reads": reads,
                            "id": hit and hit.row.id,
                            "auspice": hit and hit.auspice,
                            "palaces": None if hit is None else list(hit.palaces),
                        }
                        for board, hit, reads in zip(self.boards, difference.hits, difference.read, strict=True)
                    ],
                }
                for difference in self.patterns
            ],
            "patterns_in_common": self.common,
            "boards": [board.to_dict() for board in self.boards],
        }


def compare(
    time: Any = None,
    schools: Iterable[str | School] | None = None,
    *,
    hour: int | None = None,
    clock: Clock | None = None,
    fold: int | None = None,
) -> Comparison:
    """Return the charts of one time under several schools, and where they differ.

    Parameters
    ----------
    time, hour, clock, fold
        As in `qimen.cast`.
    schools : names or Schools, optional
        Each once, at least two; all presets by default.

    Raises
    ------
    InputError, UnknownNameError
        And what `qimen.cast` raises.

    Examples
    --------
    >>> found = compare("2026-12-20", ["baojian", "chaibu"])
    >>> found.facts["ju"], found.differs("ju")
    ((1, 4), True)
    """
    chosen = [find_school(which) for which in (SCHOOLS if schools is None else schools)]
    if len(chosen) < 2:
        raise InputError(f"schools={[which.name for which in chosen]!r}: at least two are compared")
    for which in chosen:
        if chosen.count(which) > 1:
            raise InputError(f"schools: {which.name!r} is named twice")
    return Comparison(tuple(cast(time, which, hour=hour, clock=clock, fold=fold) for which in chosen))


def _differ(values: Iterable[Any]) -> bool:
    first, *rest = values
    return any(value != first for value in rest)


def _by_name(board: Board) -> dict[str, Any]:
    return {hit.row.zh_hans: hit for hit in board.patterns}


def _names_read(school: School) -> frozenset[str]:
    return frozenset(row.zh_hans for row in patterns_of(school))


def _plain(value: Any) -> Any:
    if isinstance(value, (str, int)) or value is None:
        return value
    return {key: list(item) if isinstance(item, tuple) else item for key, item in vars(value).items()}
