"""How far a time is from the nearest change of its chart, and whether the era's uncertainty reaches that far.

A chart changes at the double-hour, at a term that changes the ju or a pillar, and where a new yuan opens (on
a leader day, or after sixty double-hours where a method has no leaders). All but the terms are exact by
convention; a term is known to `timescales.uncertainty_seconds`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import timescales
from .align import Moment, moment
from .calendars.steps import Int64, locate
from .calendars.tables import Calendar, ju_code
from .clock import DAY_MS, HOUR_MS, Clock
from .schools import School, find_school
from .times import read_times

#: What `Margin.kind` codes: a double-hour, the turn of the day at midnight, a new yuan, a term.
CHANGES = ("hour", "day", "leader", "term")
_HOUR, _DAY, _LEADER, _TERM = range(4)


@dataclass(frozen=True)
class Margin:
    """Distance to the nearest change of a chart: arrays of the shape asked.

    Attributes
    ----------
    seconds : float64
        Seconds to the nearest change, before or after; exact to the millisecond.
    kind : uint8
        What changes there; `CHANGES` names it: "hour" a double-hour, "day" the day pillar at midnight under
        day_start 00:00, "leader" a new yuan without a term (a leader day; a count of sixty in maoshan and
        lin), "term" a term that changes the ju, the month or the year pillar. Where several fall together the
        last of them in this order.
    uncertain : bool
        Whether a term that would change this chart lies no further off than the uncertainty of its instant.
    """

    seconds: NDArray[np.float64]
    kind: NDArray[np.uint8]
    uncertain: NDArray[np.bool_]


def margin(
    times: Any, school: str | School = "baojian", clock: Clock | None = None, *, fold: int | None = None
) -> Margin:
    """Return how far times are from the nearest change of their chart.

    Parameters
    ----------
    times : array_like of times, or int64 double-hours, or HourRange; any shape
        An integer double-hour stands for itself as a whole and takes the terms up to its end; what can change
        its chart is then a term crossing that end, and `seconds` is how far the nearest one is from it.
    school : str or School
    clock : Clock, optional
        Default +08:00, or that of the times.
    fold : {0, 1}, optional

    Raises
    ------
    RangeError, InputError, InputTypeError, LocalTimeError

    Notes
    -----
    The mean terms of 景祐 are defined by integers and have no uncertainty. `uncertain` is about the terms
    beside the time: that a term near midnight may fall on another day, and so make or unmake a leap months
    away, is not in it.

    Examples
    --------
    >>> found = margin("1997-12-07T10:04:49", "chaibu")  # 大雪 is three seconds ahead
    >>> round(float(found.seconds)), CHANGES[int(found.kind)]
    (3, 'term')
    """
    which = find_school(school)
    at = moment(times, which, clock, fold)
    if at.whole_hours:
        return _of_hours(at)
    read = read_times(times, clock, fold=fold)
    return _of_times(at, read.axis_ms.reshape(-1), read.utc_ms.reshape(-1), which.term_switch == "hour")


def margin_of_moment(at: Moment, utc_ms: Int64, axis_ms: Int64, which: School) -> Margin:
    """Return the margin of a moment that has been read; `utc_ms` and `axis_ms` are its instants (flat)."""
    if at.whole_hours:
        return _of_hours(at)
    return _of_times(at, axis_ms, utc_ms, which.term_switch == "hour")


def _of_hours(at: Moment) -> Margin:
    """An integer hour reads the last term up to its end: only a term crossing that end changes it."""
    table = at.calendar
    end = table.clock.utc_from_axis((at.hours + 1) * HOUR_MS)
    # Two terms on each side: every second one is a 节 and changes the month.
    place = locate(table.terms.start_ms, at.keys)[:, None] + np.array([-1, 0, 1, 2])
    place = np.clip(place, 0, table.terms.code.size - 1)
    distance = np.abs(_instants(table, place) - end[:, None])
    changes = _changes(table, place)
    seconds = np.where(changes, distance, np.iinfo(np.int64).max).min(axis=1) / 1000.0
    # A term can cross the end only if it is nearer to it than its own uncertainty.
    reached = (changes & (distance <= _uncertainty_ms(table, place))).any(axis=1)
    shape = at.shape
    kind = np.full(at.hours.size, _TERM, dtype=np.uint8)
    return Margin(seconds.reshape(shape), kind.reshape(shape), reached.reshape(shape))


def _of_times(at: Moment, axis_ms: Int64, utc_ms: Int64, by_hour: bool) -> Margin:
    table, clock = at.calendar, at.calendar.clock
    hour = axis_ms // HOUR_MS
    edges = [hour * HOUR_MS, (hour + 1) * HOUR_MS]
    if clock.day_shift:
        # Midnight, the middle of the 子 hour: the day turns there, and with it the leader.
        edges.append((axis_ms + DAY_MS // 2 - clock.day_shift) // DAY_MS * DAY_MS + clock.day_shift)
    edge = np.column_stack(edges)
    distance = np.abs(clock.utc_from_axis(edge) - utc_ms[:, None])
    kind = np.full(edge.shape, _HOUR, dtype=np.uint8)
    if clock.day_shift:
        kind[:, 2] = _DAY
    run = table.runs.at(edge)
    kind[table.runs.start_ms[run] == edge] = _LEADER

    place = locate(table.terms.start_ms, at.keys)[:, None] + np.array([0, 1])
    place = np.clip(place, 0, table.terms.code.size - 1)
    changes = _changes(table, place)
    instant = _instants(table, place)
    switch = clock.utc_from_axis(table.terms.start_ms[place]) if by_hour else instant
    term_distance = np.where(changes, np.abs(switch - utc_ms[:, None]), np.iinfo(np.int64).max)
    # Compared by the double-hour, a term is as far from changing this hour as from the end of the hour.
    to_cross = np.abs(instant - clock.utc_from_axis(edge[:, 1])[:, None]) if by_hour else term_distance
    reached = (changes & (to_cross <= _uncertainty_ms(table, place))).any(axis=1)

    distances = np.column_stack([distance, term_distance])
    kinds = np.column_stack([kind, np.full(place.shape, _TERM, dtype=np.uint8)])
    nearest = distances.min(axis=1)
    told = np.where(distances == nearest[:, None], kinds, 0).max(axis=1).astype(np.uint8)
    shape = at.shape
    return Margin((nearest / 1000.0).reshape(shape), told.reshape(shape), reached.reshape(shape))


def _changes(table: Calendar, place: Int64) -> NDArray[np.bool_]:
    """Return which terms (by their place in the table) change the ju or the month pillar where they begin."""
    start = table.terms.start_ms[place]
    before, after = table.runs.at(start - 1), table.runs.at(start)
    was, now = np.maximum(before, 0), np.maximum(after, 0)
    runs = table.runs
    ju_changes = ju_code(runs.ju_term[was], runs.yuan[was]) != ju_code(runs.ju_term[now], runs.yuan[now])
    return np.asarray(ju_changes | (table.terms.code[place] % 2 == 1))


def _instants(table: Calendar, place: Int64) -> Int64:
    """Return the world times of terms."""
    if table.terms.utc_ms is not None:
        return table.terms.utc_ms[place]
    return table.clock.utc_from_axis(table.terms.start_ms[place])


def _uncertainty_ms(table: Calendar, place: Int64) -> NDArray[np.float64]:
    """Return the uncertainty of the instants of terms in milliseconds; mean terms have none."""
    if table.terms.utc_ms is None:
        return np.full(place.shape, -1.0)
    return np.asarray(timescales.uncertainty_seconds(table.terms.utc_ms[place])) * 1000.0
