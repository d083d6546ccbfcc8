"""The bulk face: `match` over many hours, `scan` and `count` over ranges.

A query is worked out once on the finite board: for every chart and each of the twelve day pillars it can have
(a block of 60 hours repeats its day pillars every twelfth block) and, where the query reads them, for each
month, year, term or yuan that occurs. A range is then a walk over segments of one ju and one such context.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from .align import Moment, moment
from .calendars.steps import Int64, hour_keys, union
from .calendars.tables import CONTEXT, Calendar, UInt8, calendar
from .clock import Clock, hour_starts
from .errors import InputError, InputTypeError
from .facts import moments
from .names import DUN, PILLARS
from .patterns import AnyRow, Expression, Pattern
from .plates import CHARTS, boards, check_chart_ids
from .query import Masks, Query, query
from .schools import School, find_school
from .times import HourRange, read_range

#: Hours walked at a time; bounds the memory of an iterated scan.
WINDOW_HOURS = 12 * 366 * 100
PHASES = 12


# ---------------------------------------------------------------- the finite board


@dataclass
class Solved:
    """A query worked out on the finite board, one table a context, grown as contexts are met."""

    query: Query
    which: School
    contexts: dict[tuple[int, ...], int] = field(default_factory=dict)
    words: NDArray[np.uint64] = field(default_factory=lambda: np.empty((0, PHASES, 18), dtype=np.uint64))
    masks: Masks = field(default_factory=lambda: np.empty((0, PHASES, CHARTS), dtype=np.uint16))

    @functools.cached_property
    def fields(self) -> tuple[str, ...]:
        """The context columns that tell tables apart (the day is a table's own axis)."""
        return tuple(name for name in CONTEXT if name in self.query.needs and name != "day")

    @functools.cached_property
    def classes(self) -> dict[str, UInt8]:
        """For each of `fields`, the value that stands for each value the query cannot tell from it."""
        return {name: self.query.classes(name, self.which) for name in self.fields}

    def tables(self, columns: Mapping[str, UInt8], size: int) -> NDArray[np.uint16]:
        """Return the table number of each of `size` segments, working out those not met before."""
        if not self.fields:
            self._add([()])
            return np.zeros(size, dtype=np.uint16)
        packed = np.zeros(size, dtype=np.int64)
        for name in self.fields:
            packed = packed << 6 | self.classes[name][columns[name]]
        # Few fields make small keys: a table over them is faster than sorting thousands of segments.
        if len(self.fields) <= 3:
            present = np.flatnonzero(np.bincount(packed, minlength=1))
            number = np.zeros(int(present[-1]) + 1 if present.size else 1, dtype=np.uint16)
            number[present] = self._numbers(present)
            return number[packed]
        present, inverse = np.unique(packed, return_inverse=True)
        return self._numbers(present)[inverse]

    def _numbers(self, packed: NDArray[np.int64]) -> NDArray[np.uint16]:
        """Return the table number of each packed context, working out those not met before."""
        shifts = range(6 * (len(self.fields) - 1), -1, -6)
        keys = [tuple(value >> shift & 63 for shift in shifts) for value in packed.tolist()]
        self._add(keys)
        return np.array([self.contexts[key] for key in keys], dtype=np.uint16)

    def _add(self, keys: list[tuple[int, ...]]) -> None:
        keys = [key for key in keys if key not in self.contexts]
        if not keys:
            return
        solved = np.stack([self._solve(dict(zip(self.fields, key, strict=True))) for key in keys])
        bits = np.zeros((len(keys), PHASES, 18, 64), dtype=bool)
        bits[..., :60] = (solved != 0).reshape(len(keys), PHASES, 18, 60)
        words = np.packbits(bits, axis=-1, bitorder="little").view("<u8").reshape(len(keys), PHASES, 18)
        self.masks = np.concatenate([self.masks, solved])
        self.words = np.concatenate([self.words, words.astype(np.uint64)])
        for key in keys:
            self.contexts[key] = len(self.contexts)

    def _solve(self, context: Mapping[str, int]) -> Masks:
        """Return the masks uint16[phase, chart] in one context."""
        phases = PHASES if "day" in self.query.needs else 1
        charts = np.tile(np.arange(CHARTS, dtype=np.uint16), phases)
        known = {name: np.uint8(value) for name, value in context.items()}
        known_columns: dict[str, Any] = dict(known)
        if phases > 1:
            phase = np.repeat(np.arange(PHASES), CHARTS)
            known_columns["day"] = (phase * 5 + charts % 60 // 12).astype(np.uint8)
        found = self.query.masks(boards(self.which).facts, moments(charts, known_columns, self.which))
        return np.broadcast_to(found.reshape(phases, CHARTS), (PHASES, CHARTS))


@dataclass(frozen=True)
class Segments:
    """Stretches of one context: start hours int64, table numbers uint16. A query of no context has one stretch."""

    starts: Int64
    tables: NDArray[np.uint16]


def segments(table: Calendar, solved: Solved, start: int, stop: int) -> Segments:
    """Return the segments of [start, stop); the first begins at start."""
    fields = set(solved.fields)
    wanted = []
    if fields & {"month", "year", "term"}:
        wanted.append(clip(table.terms.hour, start, stop))
    if fields & {"ju_term", "yuan"}:
        wanted.append(clip(table.run_start, start, stop))
    if "shuo" in fields:
        wanted.append(clip(table.moon_day * 12, start, stop))
    if not wanted:
        return Segments(np.array([start], dtype=np.int64), solved.tables({}, 1))
    starts = union(*wanted) if len(wanted) > 1 else wanted[0]
    columns = table.context(hour_keys(starts), starts // 12, solved.fields)
    return Segments(starts, solved.tables(columns, starts.size))


def clip(starts: Int64, start: int, stop: int) -> Int64:
    """Return the distinct starts inside (start, stop), with `start` itself before them."""
    first = int(np.searchsorted(starts, start, side="right"))
    last = int(np.searchsorted(starts, stop, side="left"))
    return np.concatenate([[start], starts[first : max(first, last)]])


# ---------------------------------------------------------------- scanning


class Scan:
    """Hits of a query over a range, found when asked for.

    Attributes
    ----------
    hours : int64[N]
        The double-hours that hit, ascending.
    masks : uint16[N]
        Their palace masks (bit p = palace p, bit 0 = the hour as a whole).
    count : int
        Their number, found without materialising them.
    span : HourRange
        The hours asked.
    """

    def __init__(self, solved: Solved, span: HourRange, found: tuple[Int64, Masks] | None = None) -> None:
        self._solved, self.span = solved, span
        if found is not None:
            self.__dict__["_found"] = found

    @property
    def school(self) -> School:
        """The school that was asked."""
        return self._solved.which

    @property
    def clock(self) -> Clock:
        """The clock of the hours."""
        return self.span.clock

    @functools.cached_property
    def _found(self) -> tuple[Int64, Masks]:
        parts = [chunk._found for chunk in self.chunks()]
        if not parts:
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.uint16)
        return np.concatenate([hours for hours, _ in parts]), np.concatenate([masks for _, masks in parts])

    @property
    def hours(self) -> Int64:
        """The double-hours that hit, int64[N] ascending."""
        return self._found[0]

    @property
    def masks(self) -> Masks:
        """Palace masks of the hits, uint16[N]."""
        return self._found[1]

    @property
    def charts(self) -> NDArray[np.uint16]:
        """Chart ids of the hits, uint16[N]."""
        at = moment(self.hours, self.school, self.clock)
        return at.charts()

    @property
    def count(self) -> int:
        """Number of hits."""
        if "_found" in self.__dict__:
            return int(self.hours.size)
        table = calendar(self.school, self.clock)
        return sum(self._tally(table, start, stop, parts) for start, stop, parts in self._windows(table, WINDOW_HOURS))

    def _tally(self, table: Calendar, start: int, stop: int, parts: Segments) -> int:
        words = self._solved.words
        return _core.tally(table.blocks, table.first_hour, parts.starts, parts.tables, words, start, stop)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[int]:
        for chunk in self.chunks():
            yield from chunk.hours.tolist()

    def __repr__(self) -> str:
        return f"Scan({self._solved.query.text!r}, {self.school.name}, {self.span!r})"

    def _windows(self, table: Calendar, hours: int) -> Iterator[tuple[int, int, Segments]]:
        for start in range(self.span.start, self.span.stop, hours):
            stop = min(start + hours, self.span.stop)
            yield start, stop, segments(table, self._solved, start, stop)

    def chunks(self, hours: int = WINDOW_HOURS) -> Iterator[Scan]:
        """Yield the scan in pieces of so many hours of the range, in order, without holding them all."""
        if hours < 1:
            raise InputError(f"hours={hours!r} is out of range; 1 or more")
        table = calendar(self.school, self.clock)
        for start, stop, parts in self._windows(table, hours):
            count = self._tally(table, start, stop, parts)
            found, masks = np.empty(count + 60, dtype=np.int64), np.empty(count + 60, dtype=np.uint16)
            _core.walk(
                table.blocks, table.first_hour, parts.starts, parts.tables,
                self._solved.words, self._solved.masks, start, stop, found, masks,
            )  # fmt: skip
            yield Scan(self._solved, HourRange(start, stop, self.clock), (found[:count], masks[:count]))

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one dict a hit: hour, start (civil ISO time), day_pillar, hour_pillar, dun, ju, palaces."""
        for chunk in self.chunks():
            starts = hour_starts(chunk.hours, self.clock)
            for hour, begin, mask, chart in zip(
                chunk.hours.tolist(), starts, chunk.masks.tolist(), chunk.charts.tolist(), strict=True
            ):
                yield {
                    "hour": hour,
                    "start": begin,
                    "day_pillar": PILLARS[hour // 12 % 60],
                    "hour_pillar": PILLARS[hour % 60],
                    "dun": DUN[chart // 540],
                    "ju": chart // 60 % 9 + 1,
                    "palaces": list(PALACES_OF[mask]),
                }


#: Palaces 1-9 of each palace mask.
PALACES_OF = tuple(tuple(p for p in range(1, 10) if mask >> p & 1) for mask in range(1024))


def scan(
    start: Any,
    stop: Any,
    where: str | Expression,
    school: str | School = "baojian",
    *,
    clock: Clock | None = None,
    fold: int | None = None,
    define: Iterable[Pattern] | Mapping[str, str] = (),
) -> Scan:
    """Return the double-hours that begin in [start, stop) and satisfy an expression.

    Parameters
    ----------
    start, stop : time or int
        Civil times as in `qimen.hours`, or double-hours.
    where : str or Expression
        Names, fields, & | ~ ( ) and @palace (docs/where).
    school : str or School
    clock : Clock, optional
        Whose hours are walked; default +08:00.
    define : patterns of one's own that `where` names

    Raises
    ------
    ExpressionError, UnknownNameError, RangeError, InputError
    """
    which = find_school(school)
    return Scan(Solved(query(where, which, define), which), read_range(start, stop, clock, fold))


def count(
    start: Any,
    stop: Any,
    where: str | Expression,
    school: str | School = "baojian",
    *,
    clock: Clock | None = None,
    fold: int | None = None,
    define: Iterable[Pattern] | Mapping[str, str] = (),
) -> int:
    """Return how many double-hours `scan` would find, without materialising them."""
    return scan(start, stop, where, school, clock=clock, fold=fold, define=define).count


# ---------------------------------------------------------------- matching


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
) -> Masks:
    """Return the palace masks of patterns at charts, hours or times.

    Parameters
    ----------
    x : uint16 array_like, int64 array_like, HourRange or times
        uint16 are chart ids, int64 are double-hours.
    patterns : str, Row, Pattern, Expression, or a sequence of them
    day, month, year, shuo : uint8 array_like, optional
        Pillars 0-59 that broadcast with chart ids; hours and times bring their own.

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
    given = {"day": day, "month": month, "year": year, "shuo": shuo}
    kind = x.dtype if isinstance(x, (np.ndarray, np.generic)) else None
    if kind is not None and kind.newbyteorder("=") == np.uint16:
        masks, shape = _match_charts(x, asked, queries, which, given)
    else:
        if kind is not None and kind.kind in "iu" and kind.newbyteorder("=") not in (np.int64, np.uint16):
            raise InputTypeError(f"x has dtype {kind}; uint16 are chart ids, int64 double-hours")
        extra = [name for name, value in given.items() if value is not None]
        if extra:
            raise InputError(f"{extra[0]}= goes with chart ids; hours and times bring their own pillars")
        at = moment(x, which, clock, fold)
        masks, shape = _match_moment(at, queries, which), at.shape
    result = np.stack(masks).reshape(len(queries), *shape) if masks else np.empty((0, *shape), dtype=np.uint16)
    return result[0] if single else result


def _match_charts(
    x: Any, asked: list[Any], queries: list[Query], which: School, given: Mapping[str, Any]
) -> tuple[list[Masks], tuple[int, ...]]:
    charts = check_chart_ids(x)
    context: dict[str, Any] = {}
    for name, value in given.items():
        if value is not None:
            pillars = np.asarray(value)
            if pillars.dtype.kind not in "iu" or (pillars < 0).any() or (pillars > 59).any():
                raise InputError(f"{name}= wants pillars 0-59, not {value!r}")
            context[name] = pillars.astype(np.uint8)
    for pattern, q in zip(asked, queries, strict=True):
        lacking = sorted(q.needs - set(context))
        if lacking:
            name = getattr(pattern, "id", pattern)
            pillar = lacking[0] in given
            hint = f"give {lacking[0]}=" if pillar else "give hours instead of chart ids"
            raise InputError(f"pattern {name!r} reads the {lacking[0]}, which chart ids do not have; {hint}")
    try:
        broadcast = np.broadcast_arrays(charts, *context.values())
    except ValueError:
        shapes = ", ".join(f"{name} {value.shape}" for name, value in context.items())
        raise InputError(f"x of shape {charts.shape} does not broadcast with {shapes}") from None
    flat = np.ascontiguousarray(broadcast[0]).reshape(-1)
    columns = {name: b.reshape(-1) for name, b in zip(context, broadcast[1:], strict=True)}
    facts, at = boards(which).facts, moments(flat, columns, which)
    return [q.masks(facts, at) for q in queries], broadcast[0].shape


def _match_moment(at: Moment, queries: list[Query], which: School) -> list[Masks]:
    charts = at.charts()
    needed = frozenset().union(*(q.needs for q in queries))
    context = at.context() if needed else {}
    if charts.size < PHASES * CHARTS:
        facts, read = boards(which).facts, moments(charts, context, which)
        return [q.masks(facts, read) for q in queries]
    results = []
    for q in queries:
        solved = Solved(q, which)
        table = solved.tables(context, charts.size)
        # Late zi hours have the day pillar of the day before: their phase is found from the day they read.
        if "day" in q.needs and not at.whole_hours and (at.days != at.hours // 12).any():
            results.append(q.masks(boards(which).facts, moments(charts, context, which)))
            continue
        results.append(solved.masks[table, at.hours // 60 % PHASES, charts])
    return results
