"""Directions of the hour on branches, palaces and the 24 mountains, and the geometry of camps and rods.

`DIRECTIONS` holds every reading by id, `direction_masks` computes them for many hours, `told` spells a
value; `lay_rods`, `fence` and `encamp` give 运筹, 闭戊 and 安营 as plans.
"""

from .asking import Held, direction_masks, held, told
from .camp import Fence, encamp, fence
from .compass import MOUNTAINS
from .direction import Direction
from .registry import DIRECTIONS, directions_of
from .rods import Move, Rods, lay_rods

__all__ = [
    "DIRECTIONS",
    "MOUNTAINS",
    "Direction",
    "Fence",
    "Held",
    "Move",
    "Rods",
    "direction_masks",
    "directions_of",
    "encamp",
    "fence",
    "held",
    "lay_rods",
    "told",
]
