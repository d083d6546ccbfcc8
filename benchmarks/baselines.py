"""The same work as a skilled NumPy user would do it: what the kernels are measured against.

Everything here starts from the same runs and tables as the package, so that only the hot path differs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from qimen.calendars.tables import Calendar
from qimen.names import RING

RING_ARRAY = np.array(RING)


def charts_by_search(calendar: Calendar, hours: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Chart ids of any hours: searchsorted in the runs, then fancy indexing."""
    place = np.searchsorted(calendar.ju_start, hours, side="right") - 1
    return (calendar.ju_code[place].astype(np.uint16) * 60 + hours % 60).astype(np.uint16)


def charts_by_blocks(calendar: Calendar, start: int, out: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Chart ids of contiguous hours: repeat each run over its hours and add a tiled hour pillar.

    The best plain NumPy found: no search, one pass over the output for each term.
    """
    stop = start + out.size
    first = np.searchsorted(calendar.ju_start, start, side="right") - 1
    last = np.searchsorted(calendar.ju_start, stop, side="left")
    edges = np.clip(calendar.ju_start[first:last], start, stop)
    lengths = np.diff(np.append(edges, stop))
    np.copyto(out, np.repeat(calendar.ju_code[first:last].astype(np.uint16) * 60, lengths))
    pad = start % 60
    tiled = np.resize(np.roll(np.arange(60, dtype=np.uint16), -pad), out.size)
    out += tiled
    return out


def plates_by_rotation(
    earth: NDArray[np.uint8], charts: NDArray[np.uint16], home: NDArray[np.uint8], at: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Heaven stems of each hour, its plate rotated anew: the ring rolled by the step of 直符, hour by hour."""
    place = np.zeros(10, dtype=np.int64)
    place[RING_ARRAY] = np.arange(8)
    step = place[at[charts]] - place[home[charts]]
    source = RING_ARRAY[(np.arange(8)[None, :] - step[:, None]) % 8]
    out = np.full((charts.size, 10), 255, dtype=np.uint8)
    out[:, RING_ARRAY] = earth[charts[:, None], source]
    return out


def plates_by_indexing(
    plate: NDArray[np.uint8], charts: NDArray[np.uint16], out: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """A plate of each hour, gathered from the table of all charts."""
    return np.take(plate, charts, axis=0, out=out)


def masks_by_evaluation(
    heaven: NDArray[np.uint8], guest: NDArray[np.uint8], earth: NDArray[np.uint8], charts: NDArray[np.uint16],
    pair: tuple[int, int],
) -> NDArray[np.uint16]:  # fmt: skip
    """Palace masks of one stem pair, evaluated for every hour: compare, combine, pack."""
    above = (heaven[charts] == pair[0]) | (guest[charts] == pair[0])
    below = earth[charts] == pair[1]
    return ((above & below) << np.arange(10, dtype=np.uint16)).sum(axis=1, dtype=np.uint16)


def scan_ready_ids(ids: NDArray[np.uint16], wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Positions of wanted charts among ids that are already there."""
    return np.flatnonzero(wanted[ids])


def scan_by_search(calendar: Calendar, hours: NDArray[np.int64], wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Hours of a range that have a wanted chart: search, index, filter."""
    return hours[wanted[charts_by_search(calendar, hours)]]
