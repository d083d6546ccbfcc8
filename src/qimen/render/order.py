"""The order in which people read the patterns of a chart.

A chart holds about a hundred rows of the catalogue, and most of them hold in every chart: each star has one of
five seasonal states, each stem one of ten gates. People come for the few that are news. So rows are put into
groups, and the named patterns come first:

- **named**: rows that the book calls good, bad, half or level, outside the tables below, and one's own patterns;
- **terms**: rows of the same families without an auspice, words that other rules are built from;
- the **tables**, a group a family: one value of each always holds, so that a value says little by itself.

A name with a gloss in （） is a variant reading. Where the plain name, or another reading of the same rule,
stands in the same palace already, the variant adds nothing for the eye and is folded into it; `fold=False`
keeps it. The JSON of a board is not touched by any of this: it holds every row in the order of the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

#: The groups in reading order, with what people call them.
GROUPS = ("named", "terms", "doors-and-stars", "gates", "host-and-guest", "seasons", "stem-table", "modern")

#: The families that are tables rather than patterns, and the group each is read in.
_TABLES = {
    "own": "named",
    "stars": "doors-and-stars",
    "gates": "gates",
    "host-and-guest": "host-and-guest",
    "seasons": "seasons",
    "stem-table": "stem-table",
    "modern": "modern",
}
#: Categories of which one value holds for every door, wherever it stands.
_TABLE_CATEGORIES = {"bamen-suozhu": "doors-and-stars"}


@dataclass(frozen=True)
class Place:
    """What is read at one palace (0: the hour as a whole) in one group, in order."""

    palace: int
    hits: tuple[Any, ...]


def group_of(hit: Any) -> str:
    """Return the group, one of `GROUPS`, that a hit of `Board.patterns` is read in."""
    row = hit.row
    table = _TABLES.get(row.family) or _TABLE_CATEGORIES.get(row.category)
    return table or ("named" if hit.auspice else "terms")


def reading_order(hits: Iterable[Any], fold: bool = True) -> dict[str, tuple[Place, ...]]:
    """Return what there is to read, group by group, in each group from the hour as a whole to palace 9.

    Parameters
    ----------
    hits
        `Board.patterns`.
    fold
        Leave variants out where the plain name stands beside them.

    Returns
    -------
    dict
        From the groups that have something, in the order of `GROUPS`, to their places. A hit stands once for
        each of its palaces.
    """
    by_group: dict[str, list[Any]] = {group: [] for group in GROUPS}
    for hit in hits:
        by_group[group_of(hit)].append(hit)
    found = {}
    for group, members in by_group.items():
        places = []
        for number in range(10):
            here = [hit for hit in members if number in (hit.palaces or (0,))]
            if fold:
                here = _folded(here)
            if here:
                places.append(Place(number, tuple(here)))
        if places:
            found[group] = tuple(places)
    return found


def named(hits: Iterable[Any]) -> tuple[Place, ...]:
    """Return the named patterns alone, palace by palace, variants folded."""
    return reading_order(hits).get("named", ())


def left_over(hits: Iterable[Any]) -> dict[str, int]:
    """Return how many rows each of the other groups holds."""
    counts = dict.fromkeys(GROUPS[1:], 0)
    for hit in hits:
        group = group_of(hit)
        if group in counts:
            counts[group] += 1
    return {group: count for group, count in counts.items() if count}


def mood(hits: Iterable[Any]) -> str:
    """Return the auspice that hits have in common, 半 where they differ, "" where none has any."""
    moods = {hit.auspice for hit in hits} & {"吉", "凶", "半"}
    return moods.pop() if len(moods) == 1 else "半" if moods else ""


def _folded(hits: list[Any]) -> list[Any]:
    """Return hits of one palace without the variants of what stands there in its plain form."""
    kept: list[Any] = []
    plain = {hit.row.zh_hans for hit in hits if "（" not in hit.row.zh_hans}
    seen: set[str] = set()
    for hit in hits:
        name = hit.row.zh_hans
        base = name.split("（")[0]
        if base != name and (base in plain or base in seen):
            continue
        seen.add(base)
        kept.append(hit)
    return kept
