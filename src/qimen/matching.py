"""`match`: the palace masks of patterns at charts, hours or times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from .align import Moment, check_out, moment, same_clock
from .calendars.tables import UInt8, calendar
from .clock import Clock, check_span
from .errors import InputError, InputTypeError
from .facts import ROLES, moments
from .parallel import split
from .patterns import AnyRow, Expression, Pattern
from .plates import CHARTS, boards, check_chart_ids
from .query import Masks, Query, query
from .schools import School, find_school
from .solving import PHASES, segments, solve
from .times import HourRange

#: Rough cost of the mask of one pattern at one hour of a range, for `parallel.split`.
MASKS_NS = 0.2


def match(
    x: Any,
    patterns: Any,
    school: str | School = "baojian",
    *,
    day: Any = None,
    month: Any = None,
    year: Any = None,
    shuo: Any = None,
    clock: Clock | None = None,
    fold: int | None = None,
    define: Iterable[Pattern] | Mapping[str, str] = (),
    out: Masks | None = None,
) -> Masks:
    """Return the palace masks of patterns at charts, hours or times.

    Parameters
    ----------
    x : uint16 array_like, int64 array_like, HourRange or times
        uint16 are chart ids, int64 are double-hours.
    patterns : str, Row, Pattern, Expression, or a sequence of them
    day, month, year, shuo : uint8 array_like, optional
        Pillars 0-59 that broadcast with chart ids; hours and times bring their own.
    out : uint16 array, optional
        Filled and returned.

    Returns
    -------
    uint16[n_patterns, *x.shape], or x.shape for one pattern that is not in a sequence.

    Raises
    ------
    InputError
        When a pattern reads a pillar that chart ids do not have; it names both.
    InputTypeError
        For x of any other kind.
    """
    which = find_school(school)
    single = isinstance(patterns, (str, Expression)) or not isinstance(patterns, Iterable)
    asked: list[str | Expression | AnyRow] = [patterns] if single else list(patterns)
    queries = [query(p, which, define) for p in asked]
    given = {
        name: value
        for name, value in (("day", day), ("month", month), ("year", year), ("shuo", shuo))
        if value is not None
    }
    kind = x.dtype.newbyteorder("=") if isinstance(x, (np.ndarray, np.generic)) else None
    if kind == np.uint16:
        charts, context = _with_pillars(x, asked, queries, given)
        result = _result(out, (len(queries), *charts.shape), single)
        _match_charts(charts.reshape(-1), context, queries, which, result.reshape(len(queries), -1))
    elif kind is not None and kind.kind in "iu" and kind != np.int64:
        raise InputTypeError(f"x has dtype {kind}; uint16 are chart ids, int64 double-hours")
    elif given:
        raise InputError(f"{next(iter(given))}= goes with chart ids; hours and times bring their own pillars")
    elif isinstance(x, HourRange):
        same_clock(x, clock)
        result = _result(out, (len(queries), len(x)), single)
        _match_range(x, queries, which, result)
    else:
        at = moment(x, which, clock, fold)
        result = _result(out, (len(queries), *at.shape), single)
        _match_moment(at, queries, which, result.reshape(len(queries), -1))
    if out is not None:
        return out
    return result[0] if single else result


def _result(out: Masks | None, shape: tuple[int, ...], single: bool) -> Masks:
    """Return the array to fill, with its first axis over patterns: a view of `out`, or a new one."""
    if out is None:
        return np.empty(shape, dtype=np.uint16)
    return check_out(out, shape[1:] if single else shape).reshape(shape)


def _with_pillars(
    x: Any, asked: list[Any], queries: list[Query], given: Mapping[str, Any]
) -> tuple[NDArray[np.uint16], dict[str, UInt8]]:
    """Return charts and the pillars given with them, broadcast; InputError where a query reads one that is not."""
    charts = check_chart_ids(x)
    context: dict[str, Any] = {}
    for name, value in given.items():
        pillars = np.asarray(value)
        if pillars.dtype.kind not in "iu" or (pillars < 0).any() or (pillars > 59).any():
            raise InputError(f"{name}= wants pillars 0-59, not {value!r}")
        context[name] = pillars.astype(np.uint8)
    for pattern, q in zip(asked, queries, strict=True):
        lacking = sorted(q.needs - set(context))
        if lacking:
            name = getattr(pattern, "id", pattern)
            hint = f"give {lacking[0]}=" if lacking[0] in ROLES else "give hours instead of chart ids"
            raise InputError(f"pattern {name!r} reads the {lacking[0]}, which chart ids do not have; {hint}")
    try:
        broadcast = np.broadcast_arrays(charts, *context.values())
    except ValueError:
        shapes = ", ".join(f"{name} {value.shape}" for name, value in context.items())
        raise InputError(f"x of shape {charts.shape} does not broadcast with {shapes}") from None
    columns = {name: b.reshape(-1) for name, b in zip(context, broadcast[1:], strict=True)}
    return np.ascontiguousarray(broadcast[0]).reshape(broadcast[0].shape), columns


def _match_charts(
    charts: NDArray[np.uint16], context: Mapping[str, UInt8], queries: list[Query], which: School, out: Masks
) -> None:
    facts = boards(which).facts
    for row, q in zip(out, queries, strict=True):
        if charts.size > CHARTS and not q.needs:
            every = moments(np.arange(CHARTS, dtype=np.uint16), {}, which)
            np.take(q.masks(facts, every), charts, out=row)
        else:
            row[:] = q.masks(facts, moments(charts, dict(context), which))


def _match_range(hours: HourRange, queries: list[Query], which: School, out: Masks) -> None:
    if not len(hours):
        return
    check_span(hours.start, hours.stop)
    table = calendar(which, hours.clock)
    jobs = []
    for row, q in zip(out, queries, strict=True):
        solved = solve(q, which)
        parts = segments(table, solved, hours.start, hours.stop)
        jobs.append((parts, solved.masks, row))

    def fill(begin: int, end: int) -> None:
        start = hours.start + begin
        for parts, masks, row in jobs:
            first = max(int(np.searchsorted(parts.starts, start, side="right")) - 1, 0)
            _core.range_masks(
                table.blocks,
                table.first_hour,
                parts.starts[first:],
                parts.tables[first:],
                masks,
                start,
                row[begin:end],
            )

    split(len(hours), MASKS_NS * len(queries), fill)


def _match_moment(at: Moment, queries: list[Query], which: School, out: Masks) -> None:
    charts = at.charts()
    facts = boards(which).facts
    context = at.context(frozenset().union(*(q.needs for q in queries)))
    # Late zi hours have the day pillar of the day before, which the finite board does not know.
    regular = at.whole_hours or bool((at.days == at.hours // 12).all())
    for row, q in zip(out, queries, strict=True):
        if charts.size < PHASES * CHARTS or ("day" in q.needs and not regular):
            row[:] = q.masks(facts, moments(charts, context, which))
        else:
            solved = solve(q, which)
            table = solved.tables(context, charts.size)
            row[:] = solved.masks[table, at.hours // 60 % solved.phases, charts]
