"""What `_rows.pyx` gives; `csv_cells.py` is the caller. The GIL is released."""

import numpy as np
from numpy.typing import NDArray

def append_cells(
    data: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    codes: NDArray[np.int32],
    text: NDArray[np.uint8],
    text_starts: NDArray[np.int32],
    out: NDArray[np.uint8],
) -> int:
    """Fill `out` with lines, the texts of their codes int32[k, n] and line ends; return how many bytes."""
