"""Every direction by id and by name, and which one a name means under a school."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from .. import lang
from ..errors import unknown
from ..schools import School, find_school
from . import camp, deities, going, heavenly_generals, march, month_generals, rods, tingting, xingde
from .direction import Direction

_FAMILIES = (month_generals, heavenly_generals, tingting, xingde, going, deities, march, rods, camp)


class Directions(Mapping[str, Direction]):
    """The directions by id, in the order of the families."""

    def __init__(self, rows: tuple[Direction, ...]) -> None:
        self._rows = {row.id: row for row in rows}
        if len(self._rows) != len(rows):
            raise ValueError("two directions share an id")
        self._by_name: dict[str, list[Direction]] = {}
        for row in rows:
            for name in dict.fromkeys((row.zh_hans, row.zh_hant)):
                rivals = self._by_name.setdefault(name, [])
                if any(rival.school == row.school for rival in rivals):
                    raise ValueError(f"two directions of {row.school} are called {name}")
                rivals.append(row)

        self._by_spelling: dict[str, list[Direction]] = {}
        for row in rows:
            for spelling in dict.fromkeys((lang.slug(row.pinyin), lang.slug(row.english))):
                self._by_spelling.setdefault(spelling, []).append(row)

    def __getitem__(self, id_: str) -> Direction:
        return self._rows[id_]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def names(self) -> tuple[str, ...]:
        """Return every name and id by which a direction can be asked."""
        return (*self._by_name, *self._rows)

    def find(self, name: str, school: str | School = "baojian") -> Direction | None:
        """Return what an id or a name (简, 繁, pinyin, English) means under a school, None when it names nothing."""
        if name in self._rows:
            return self._rows[name]
        rivals = self._by_name.get(name) or self._by_spelling.get(lang.slug(name))
        if rivals is None or len({row.zh_hans.split("（")[0] for row in rivals}) > 1:
            return None
        return _choose(rivals, find_school(school).readings)

    def resolve(self, name: str, school: str | School = "baojian") -> Direction:
        """Return what an id or a name means under a school; UnknownNameError with near matches."""
        found = self.find(name, school)
        if found is None:
            raise unknown("direction", name, self.names())
        return found


def _choose(rivals: list[Direction], readings: str) -> Direction:
    def rank(row: Direction) -> int:
        if row.school == readings:
            return 0
        if row.default:
            return 1
        return {"jingyou": 2, "zhushu": 3}.get(row.school, 4)

    return min(rivals, key=rank)


DIRECTIONS = Directions(tuple(row for family in _FAMILIES for row in family.DIRECTIONS))


def directions_of(school: str | School) -> tuple[Direction, ...]:
    """Return the directions that a school reads: for each plain name the one it means, in order.

    Variants that the name tells apart in （） and readings quoted to be rejected are left out.
    """
    return _directions_of(find_school(school).readings)


@functools.cache
def _directions_of(readings: str) -> tuple[Direction, ...]:
    chosen = {}
    for row in DIRECTIONS.values():
        if "（" in row.zh_hans:
            continue
        best = _choose(DIRECTIONS._by_name[row.zh_hans], readings)
        if best.school in (readings, "jingyou") or best.default:
            chosen[best.id] = best
    return tuple(row for row in DIRECTIONS.values() if row.id in chosen)


__all__ = ["DIRECTIONS", "directions_of"]
