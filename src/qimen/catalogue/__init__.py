"""The catalogue: every rule of the books as one row, in the order in which the books treat them.

Importing it builds plain tuples; no rule is parsed until it is asked for.
"""

from __future__ import annotations

from . import (
    doors,
    formations,
    gates,
    going_and_avoiding,
    host_and_guest,
    hours,
    leader_and_envoy,
    modern,
    net,
    openings,
    qi,
    qi_serving,
    seasons,
    stars,
    stem_pairs,
    stem_pairs_baojian,
    stem_table,
)
from .row import Row

ROWS: tuple[Row, ...] = (
    *openings.ROWS,
    *qi_serving.ROWS,
    *qi.ROWS,
    *formations.ROWS,
    *leader_and_envoy.ROWS,
    *doors.ROWS,
    *hours.ROWS,
    *going_and_avoiding.ROWS,
    *net.ROWS,
    *stem_pairs.ROWS,
    *stem_pairs_baojian.ROWS,
    *gates.ROWS,
    *stars.ROWS,
    *seasons.ROWS,
    *host_and_guest.ROWS,
    *stem_table.ROWS,
    *modern.ROWS,
)

__all__ = ["ROWS", "Row"]
