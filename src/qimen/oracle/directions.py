"""All directions of the oracle by id: where the hour says to go, sit, strike, hide or camp.

Told from the books in the same manner as `rules`, and as far from the tables of the fast path. The files of
the families, in the order in which they can be read: directions_common, directions_gods, directions_generals,
directions_tingting, directions_places, directions_sides, directions_plans.
"""

from __future__ import annotations

from . import (
    directions_generals,
    directions_gods,
    directions_places,
    directions_plans,
    directions_sides,
    directions_tingting,
)
from .directions_common import Answer, Bearings, Direction
from .judges import MissingPillar

__all__ = ["DIRECTIONS", "Answer", "Direction", "MissingPillar"]

_FAMILIES = (
    directions_gods.DIRECTIONS,
    directions_generals.DIRECTIONS,
    directions_tingting.DIRECTIONS,
    directions_places.DIRECTIONS,
    directions_sides.DIRECTIONS,
    directions_plans.DIRECTIONS,
)


def _all() -> dict[str, Direction]:
    directions = Bearings()
    for family in _FAMILIES:
        for direction in family.values():
            directions.enter(direction.id, direction.source, direction.judge)
    return directions


DIRECTIONS: dict[str, Direction] = _all()
