"""What the kernels of ranges assume, which array each fills, and what its result means.

Every array is C-contiguous with the dtype shown; inputs may be read-only; outputs belong to the caller and must
have the shape said. Nothing is checked here: `scanning.py` and `counting.py` are the callers and check first. All
release the GIL. A range is cut into segments: segment s holds from starts[s] to the next start, and the first begins
at or before the range.
"""

import numpy as np
from numpy.typing import NDArray

def walk(
    blocks: NDArray[np.uint32],
    first_hour: int,
    starts: NDArray[np.int64],
    contexts: NDArray[np.uint16],
    words: NDArray[np.uint64],
    masks: NDArray[np.uint16],
    hour: int,
    stop: int,
    hits: NDArray[np.int64],
    hit_masks: NDArray[np.uint16],
) -> tuple[int, int]:
    """Write hits of [hour, stop) until fewer than 60 places are left; return (written, hour to go on from)."""

def tally(
    blocks: NDArray[np.uint32],
    first_hour: int,
    starts: NDArray[np.int64],
    contexts: NDArray[np.uint16],
    words: NDArray[np.uint64],
    hour: int,
    stop: int,
) -> int:
    """Return the number of hits of [hour, stop); the first segment begins at or before `hour`."""

def covers(values: NDArray[np.uint16], numbers: NDArray[np.uint16]) -> bool:
    """Return whether every value has a number; 65535 is none."""

def cut(
    starts: NDArray[np.int64],
    values: NDArray[np.uint16],
    numbers: NDArray[np.uint16],
    turns: NDArray[np.int64],
    tables: NDArray[np.uint16],
) -> int:
    """Write the segments of numbers[value]: where each begins, and its number; returns how many there are.

    Both outputs have room for as many as there are starts.
    """

def survey(
    blocks: NDArray[np.uint32],
    first_hour: int,
    starts: NDArray[np.int64],
    values: NDArray[np.uint16],
    outside: int,
    hour: int,
    stop: int,
    keys: NDArray[np.int32],
    firsts: NDArray[np.int32],
    changes: NDArray[np.uint64],
) -> int:
    """Read the blocks that [hour, stop) touches; returns how many changes were written.

    keys[block] = (value at its end * 12 + block mod 12) * 18 + ju code; its changes are those from firsts[block] to
    firsts[block + 1]. `changes` has room for one a start, two a block and two more. A range that begins or ends inside
    a block changes there from or to the value `outside`. Values are below 2048.
    """

def tell(keys: NDArray[np.int32], out: NDArray[np.uint16]) -> None:
    """Add 1 to out[key] for every key."""

def fold(table: NDArray[np.uint16] | NDArray[np.int32], numbers: NDArray[np.uint16], out: NDArray[np.int32]) -> None:
    """Add table[value], [phases, width], to out[numbers[value]]; an `out` of one phase takes the sum of all."""

def spread(
    folded: NDArray[np.int32],
    changes: NDArray[np.uint64],
    edges: NDArray[np.uint64],
    places: NDArray[np.int32],
    hours: NDArray[np.int32],
) -> None:
    """Fill hours, int32[contexts, 12 or 1, 1080], from the blocks int32[contexts, 12 or 1, 18] and their changes.

    places[value] is where the context of a value begins in `hours`, flat. `hours` comes zeroed, or with steps to be
    summed with the others. The last context, outside the range, is left with what does not count.
    """

def totals(hours: NDArray[np.int32], holds: NDArray[np.uint8], out: NDArray[np.int64]) -> None:
    """Fill out[row] with the hours at which a row holds: holds[row], 1 or 0, has all places but the last context's."""

def weigh(
    changes: NDArray[np.uint64],
    edges: NDArray[np.uint64],
    places: NDArray[np.int32],
    words: NDArray[np.uint64],
) -> int:
    """Return how many hours words[context, block mod 12, ju code] gain by changes inside blocks, less those they lose.

    Blocks are counted whole by what stands at their end; no word of the last context has a bit. places[value] is where
    the context of a value begins in `words`, flat.
    """
