"""What the kernels assume, which array each fills, and what its result means.

Every array is C-contiguous with the dtype shown; inputs may be read-only; outputs belong to the caller and must
have the shape said. Nothing is checked here: `plates.py`, `align.py`, `rules.py` and `matching.py` are the callers
and check first. All release the GIL.
"""

import numpy as np
from numpy.typing import NDArray

def lookup(starts: NDArray[np.int64], keys: NDArray[np.int64], out: NDArray[np.int64]) -> None:
    """Fill out[i] with the index of the last start <= keys[i], -1 before the first; starts ascend."""

def build_blocks(starts: NDArray[np.int64], codes: NDArray[np.uint8], first_block: int, out: NDArray[np.uint32]) -> int:
    """Fill one record a block of 60 hours from runs of ju codes (0..17) that cover them.

    Returns -1, or the first block with more than two changes (then the records after it are not written).
    """

def chart_id(blocks: NDArray[np.uint32], first_hour: int, hour: int) -> int:
    """Return the chart of one hour, 65535 outside the blocks."""

def chart_ids(
    blocks: NDArray[np.uint32],
    first_hour: int,
    first: int,
    last: int,
    hours: NDArray[np.int64],
    out: NDArray[np.uint16],
) -> int:
    """Fill the chart of each hour, 65535 outside first..last; returns how many were outside."""

def chart_range(blocks: NDArray[np.uint32], first_hour: int, start: int, out: NDArray[np.uint16]) -> None:
    """Fill the charts of the hours from `start` on; all of them must lie inside the blocks."""

class Bound:
    """Charts of single hours; the blocks must cover first..last, other hours go to `self.outside(hour)`."""

    def __init__(self, blocks: NDArray[np.uint32], first_hour: int, first: int, last: int, *rest: object) -> None: ...
    def chart_id(self, hour: int) -> int: ...

def range_rows(
    blocks: NDArray[np.uint32],
    first_hour: int,
    start: int,
    table: NDArray[np.uint8],
    out: NDArray[np.uint8],
) -> None:
    """Fill out[i] with table[chart of hour start + i], rows of uint8[width]; the blocks must cover the hours."""

def range_masks(
    blocks: NDArray[np.uint32],
    first_hour: int,
    starts: NDArray[np.int64],
    contexts: NDArray[np.uint16],
    masks: NDArray[np.uint16],
    start: int,
    out: NDArray[np.uint16],
) -> None:
    """Fill out[i] with masks[context, block mod 12 or 0, chart] of hour start + i: masks have 12 phases or 1.

    Segment s holds from starts[s] to the next; the first begins at or before `start`. Four more values must lie
    behind the masks in memory (they are read, not used).
    """

def lay_plates(
    lodge_yang: int,
    lodge_yin: int,
    fly: bool,
    earth: NDArray[np.uint8],
    heaven: NDArray[np.uint8],
    guest: NDArray[np.uint8],
    star: NDArray[np.uint8],
    door: NDArray[np.uint8],
    deity: NDArray[np.uint8],
    hands: NDArray[np.uint8],
) -> None:
    """Fill the plates of all charts, uint8[1080, 10], and hands, uint8[1080, 8] (`plates.Hands` names them)."""

def gather_facts(
    lodge_yang: int,
    lodge_yin: int,
    earth: NDArray[np.uint8],
    heaven: NDArray[np.uint8],
    guest: NDArray[np.uint8],
    star: NDArray[np.uint8],
    door: NDArray[np.uint8],
    deity: NDArray[np.uint8],
    hands: NDArray[np.uint8],
    out: NDArray[np.uint16],
) -> None:
    """Fill the mask of the palaces that have each fact, uint16[56, 1080]; the caller zeroes `out`.

    `facts.PLACE_FIELDS` numbers the facts; the last row has all palaces that are there.
    """

def match_rows(
    facts: NDArray[np.uint16],
    row_of: NDArray[np.int32],
    need: NDArray[np.uint64],
    deny: NDArray[np.uint64],
    need_roles: NDArray[np.uint32],
    deny_roles: NDArray[np.uint32],
    any_start: NDArray[np.int32],
    any_word: NDArray[np.uint64],
    any_roles: NDArray[np.uint32],
    test_start: NDArray[np.int32],
    test_column: NDArray[np.int32],
    test_set: NDArray[np.uint64],
    charts: NDArray[np.uint16],
    columns: NDArray[np.uint8],
    stems: NDArray[np.uint8],
    out: NDArray[np.uint16],
) -> None:
    """OR the palace mask of every clause into out[row_of[clause], element]; the caller zeroes `out`.

    A clause has at most 8 any-groups; columns tested at an element are below 64 there.
    """
