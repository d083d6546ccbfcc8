"""NumPy ufuncs of the scalar steps: what takes NumPy's ufuncs takes these (docs/embedding.md).

`hour_pillar` and `day_pillar` give pillars of double-hours; `chart_id_<preset>` the chart ids of double-hours under
a preset and the default clock of +08:00. Missing hours (INT64_MIN) and
hours outside the term table give 255 or 65535. They broadcast, take `out=`, `where=` and any integer that fits into
int64, and release the GIL. `ChartId` does the same for any school and clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._ufuncs import (
    PRESETS,
    chart_id_baojian,
    chart_id_chaibu,
    chart_id_jingyou,
    chart_id_li,
    chart_id_lin,
    chart_id_maoshan,
    chart_id_tao,
    chart_id_zhirun,
    day_pillar,
    hour_pillar,
    look_up,
)
from .calendars.tables import calendar
from .clock import Clock, as_clock
from .errors import InputTypeError
from .schools import School, find_school

#: The chart id ufunc of each preset.
CHART_ID: Mapping[str, np.ufunc] = MappingProxyType({name: globals()[f"chart_id_{name}"] for name in PRESETS})


def block_table(school: str | School = "baojian", clock: Clock | None = None) -> tuple[NDArray[np.uint32], int]:
    """Return the block table of a school under a clock, for `chart_id_at` of `_ufuncs.pxd` and for numba.

    Returns
    -------
    blocks : uint32[n]
        One record a block of 60 double-hours, read-only, over the whole term table.
    first_hour : int
        The double-hour at which blocks[0] begins.
    """
    table = calendar(find_school(school), as_clock(clock))
    return table.blocks, table.first_hour


class ChartId:
    """Chart ids of double-hours under any school and clock: a function of arrays that can be pickled.

    For `dask.array.map_blocks`, `xarray.apply_ufunc` and other workers, where the ufuncs of the presets do not do.
    Elementwise: int64 in, uint16 of the same shape out, 65535 for missing hours and those outside the term table.
    """

    def __init__(self, school: str | School = "baojian", clock: Clock | None = None) -> None:
        self.school, self.clock = find_school(school), as_clock(clock)

    def __call__(self, hours: Any) -> NDArray[np.uint16]:
        array = np.asarray(hours)
        if array.dtype.kind not in "iu" or not np.can_cast(array.dtype, np.int64):
            raise InputTypeError(f"hours has dtype {array.dtype}; integers that fit into int64 are wanted")
        blocks, first_hour = block_table(self.school, self.clock)
        out = np.empty(array.shape, dtype=np.uint16)
        flat = np.ascontiguousarray(array, dtype=np.int64).reshape(-1)
        look_up(blocks, first_hour, flat, out.reshape(-1))
        return out

    def __repr__(self) -> str:
        return f"ChartId({self.school.name!r}, {self.clock!r})"


__all__ = [
    "CHART_ID",
    "PRESETS",
    "ChartId",
    "block_table",
    "chart_id_baojian",
    "chart_id_chaibu",
    "chart_id_jingyou",
    "chart_id_li",
    "chart_id_lin",
    "chart_id_maoshan",
    "chart_id_tao",
    "chart_id_zhirun",
    "day_pillar",
    "hour_pillar",
]
