"""`scan` and `count`: the hours of a range that satisfy an expression, and the nearest one to a time."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _walk
from .align import moment
from .calendars.steps import Int64
from .calendars.tables import calendar
from .catalogue import Row
from .clock import FIRST_HOUR, LAST_HOUR, Clock, hour_starts
from .errors import InputError
from .names import DUN, PILLARS
from .patterns import Expression, Pattern
from .query import Masks, query
from .schools import School, find_school
from .solving import Solved, segments, solve
from .times import HourRange, read_range

if TYPE_CHECKING:
    from .interop.arrow import Table

#: Hits found at a time; bounds the memory of an iterated scan.
CHUNK_HITS = 100_000


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
        table, start, stop = calendar(self.school, self.clock), self.span.start, self.span.stop
        parts = segments(table, self._solved, start, stop)
        words = self._solved.words
        return _walk.tally(table.blocks, table.first_hour, parts.starts, parts.tables, words, start, stop)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[int]:
        for chunk in self.chunks():
            yield from chunk.hours.tolist()

    def __repr__(self) -> str:
        return f"Scan({self._solved.query.text!r}, {self.school.name}, {self.span!r})"

    def _repr_html_(self) -> str:
        from .render.notebook import scan_html

        return scan_html(self, self._solved.query.text)

    def chunks(self, hours: int | None = None) -> Iterator[Scan]:
        """Yield the scan in pieces, in order, without holding them all.

        Parameters
        ----------
        hours : int, optional
            Hours of the range in a piece; by default pieces end where some 100,000 hits have been found.
        """
        if hours is not None and hours < 1:
            raise InputError(f"hours={hours!r} is out of range; 1 or more")
        table, hour, stop = calendar(self.school, self.clock), self.span.start, self.span.stop
        if hour == stop:
            return
        parts = segments(table, self._solved, hour, stop)
        words, masks = self._solved.words, self._solved.masks
        room = min(CHUNK_HITS, stop - hour) + 60
        while hour < stop:
            found, found_masks = np.empty(room, dtype=np.int64), np.empty(room, dtype=np.uint16)
            end = stop if hours is None else min(stop, hour + hours)
            size, reached = _walk.walk(
                table.blocks,
                table.first_hour,
                parts.starts,
                parts.tables,
                words,
                masks,
                hour,
                end,
                found,
                found_masks,
            )
            span = HourRange(hour, reached, self.clock)
            yield Scan(self._solved, span, (found[:size], found_masks[:size]))
            hour = reached

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

    def table(self) -> Table:
        """Return the hits as a stream of Arrow record batches (docs/embedding.md); needs the extra `arrow`."""
        from .interop.arrow import scan_table

        return scan_table(self)

    def __arrow_c_schema__(self) -> object:
        return self.table().__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.table().__arrow_c_stream__(requested_schema)

    def write_parquet(self, path: str | Path, **options: Any) -> int:
        """Write the hits to a Parquet file, whole or not at all, and return their number."""
        from .interop.arrow import write_parquet

        return write_parquet(self, path, **options)


#: Palaces 1-9 of each palace mask.
PALACES_OF = tuple(tuple(p for p in range(1, 10) if mask >> p & 1) for mask in range(1024))


def scan(
    start: Any,
    stop: Any,
    where: str | Expression | Row,
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
    return Scan(solve(query(where, which, define), which), read_range(start, stop, clock, fold))


def count(
    start: Any,
    stop: Any,
    where: str | Expression | Row,
    school: str | School = "baojian",
    *,
    clock: Clock | None = None,
    fold: int | None = None,
    define: Iterable[Pattern] | Mapping[str, str] = (),
) -> int:
    """Return how many double-hours `scan` would find, without materialising them."""
    return scan(start, stop, where, school, clock=clock, fold=fold, define=define).count


def next_hit(
    after: Any,
    where: str | Expression | Row,
    school: str | School = "baojian",
    *,
    clock: Clock | None = None,
    fold: int | None = None,
    define: Iterable[Pattern] | Mapping[str, str] = (),
) -> int | None:
    """Return the first double-hour that begins at or after a time (or is at or after an hour) and hits, or None.

    Parameters and errors are those of `scan`.
    """
    which = find_school(school)
    span = read_range(after, LAST_HOUR + 1, clock, fold)
    return _first(solve(query(where, which, define), which), span, forward=True)


def previous_hit(
    before: Any,
    where: str | Expression | Row,
    school: str | School = "baojian",
    *,
    clock: Clock | None = None,
    fold: int | None = None,
    define: Iterable[Pattern] | Mapping[str, str] = (),
) -> int | None:
    """Return the last double-hour that begins before a time (or is before an hour) and hits, or None.

    Parameters and errors are those of `scan`.
    """
    which = find_school(school)
    span = read_range(FIRST_HOUR, before, clock, fold)
    return _first(solve(query(where, which, define), which), span, forward=False)


def _first(solved: Solved, span: HourRange, forward: bool) -> int | None:
    """Walk stretches that double, so that a common pattern costs microseconds and a rare one a single walk."""
    length, edge = 3600, span.start if forward else span.stop
    while span.start <= edge < span.stop if forward else span.start < edge:
        near = min(edge + length, span.stop) if forward else max(edge - length, span.start)
        piece = HourRange(min(edge, near), max(edge, near), span.clock)
        hours = Scan(solved, piece).hours
        if hours.size:
            return int(hours[0] if forward else hours[-1])
        edge, length = near, length * 2
    return None
