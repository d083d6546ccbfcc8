"""What `_ufuncs.pyx` gives Python; `ufuncs.py` is its public face, `_ufuncs.pxd` what C code gets.

Every ufunc takes one array and returns one, never raises for a value, and releases the GIL.
"""

import numpy as np
from numpy.typing import NDArray

PRESETS: tuple[str, ...]

hour_pillar: np.ufunc
day_pillar: np.ufunc
chart_id_baojian: np.ufunc
chart_id_jingyou: np.ufunc
chart_id_li: np.ufunc
chart_id_lin: np.ufunc
chart_id_tao: np.ufunc
chart_id_chaibu: np.ufunc
chart_id_zhirun: np.ufunc
chart_id_maoshan: np.ufunc

def look_up(blocks: NDArray[np.uint32], first_hour: int, hours: NDArray[np.int64], out: NDArray[np.uint16]) -> None:
    """Fill out[i] with the chart of hours[i], 65535 outside the blocks; both contiguous and of one length."""
