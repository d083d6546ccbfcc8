"""Hours and civil times to term, yuan, dun, ju, pillars and chart ids."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from .calendars.steps import NO_LEAD, Int64, hour_keys, locate
from .calendars.tables import CONTEXT, Calendar, UInt8, ju_code
from .calendars.tables import calendar as calendar_of
from .clock import DAY_MS, Clock, as_clock, check_hours, check_span
from .errors import InputError, InputTypeError, RangeError
from .parallel import split
from .schools import School, find_school
from .times import HourRange, Times, read_times

#: What `Alignment.kind` codes: how the term stands to its leader (宝鉴 卷二).
KINDS = ("正受", "超神", "接气")
#: What `Alignment.part` codes: 李's remnant and make-up of a yuan.
PARTS = ("", "残局", "补局")
#: Rough cost of one hour in a range and in any order, for `parallel.split`.
RANGE_NS, RANDOM_NS = 0.1, 3.0
_UINT16 = np.dtype(np.uint16)


@dataclass(frozen=True)
class Moment:
    """Hours or times on one school's calendar: double-hours, axis keys, days (flat), and the shape asked."""

    hours: Int64
    keys: Int64
    days: Int64
    calendar: Calendar
    shape: tuple[int, ...]
    whole_hours: bool

    def codes(self) -> UInt8:
        """Return dun * 9 + ju - 1 of each."""
        if self.whole_hours:
            return (self.charts() // 60).astype(np.uint8)
        return self.calendar.codes_at(self.keys)

    def charts(self) -> NDArray[np.uint16]:
        """Return chart ids (flat)."""
        if self.whole_hours:
            out = np.empty(self.hours.size, dtype=np.uint16)
            _look_up(self.calendar, self.hours, out)
            return out
        return self.codes() * np.uint16(60) + (self.hours % 60).astype(np.uint16)

    def context(self, names: Iterable[str] = CONTEXT) -> dict[str, UInt8]:
        """Return columns that rules may read besides the chart."""
        return self.calendar.context(self.keys, self.days, names)


def moment(
    x: Any, which: School, clock: Clock | None = None, fold: int | None = None, table: Calendar | None = None
) -> Moment:
    """Read hours (int64, HourRange) or civil times on a school's calendar, or on the explicit one given."""
    if table is not None:
        return _moment_on(table, x, which, clock, fold)
    if isinstance(x, HourRange):
        clock = same_clock(x, clock)
    array = np.asarray(x)
    if array.dtype.kind in "iu" and array.dtype != bool:
        clock = as_clock(clock)
        flat = np.ascontiguousarray(array, dtype=np.int64).reshape(-1)
        check_hours(flat)
        return Moment(flat, hour_keys(flat), flat // 12, calendar_of(which, clock), array.shape, True)
    if array.dtype.kind in "fcb" and (array.size or isinstance(x, np.ndarray)):  # [] holds nothing to object to
        raise InputTypeError(f"hours has dtype {array.dtype}; integers (double-hours) or civil times are wanted")
    return moment_of_times(read_times(x, clock, fold=fold), which)


def same_clock(hours: HourRange, clock: Clock | None) -> Clock:
    """Return the clock of a range of hours; InputError when another one is asked."""
    if clock is not None and clock != hours.clock:
        raise InputError(f"clock={clock!r} differs from that of the hours, {hours.clock!r}")
    return hours.clock


def moment_of_times(times: Times, which: School) -> Moment:
    """Return the moment of times that have been read."""
    table = calendar_of(which, times.clock, by_hour=which.term_switch == "hour")
    axis = times.axis_ms.reshape(-1)
    keys = axis
    if table.terms.utc_ms is not None and which.term_switch == "instant" and not times.clock.is_fixed:
        # Where a zone repeats or skips local time, the instant decides: a time stays between the local readings
        # of the terms that its instant stands between.
        place = locate(table.terms.utc_ms, times.utc_ms.reshape(-1))
        keys = np.clip(axis, table.terms.start_ms[place], table.terms.start_ms[place + 1] - 1)
    return Moment(times.hours.reshape(-1), keys, times.days.reshape(-1), table, times.axis_ms.shape, False)


#: The knobs that an explicit calendar was built with.
_BUILT_WITH = ("method", "leap_lead", "lead_at", "lin_epoch", "term_switch")


def _moment_on(table: Calendar, x: Any, which: School, clock: Clock | None, fold: int | None) -> Moment:
    """Read hours or local times on an explicit calendar (`calendars.tables.from_terms`)."""
    differing = [knob for knob in _BUILT_WITH if getattr(which, knob) != getattr(table.school, knob)]
    if differing:
        built = ", ".join(f"{knob}={getattr(table.school, knob)!r}" for knob in differing)
        asked = ", ".join(f"{knob}={getattr(which, knob)!r}" for knob in differing)
        raise InputError(f"calendar= was built for {built}, school {which.name!r} has {asked}")
    if isinstance(x, HourRange):
        clock = same_clock(x, clock)
    if clock is not None and clock != table.clock:
        raise InputError(f"clock={clock!r} differs from that of the calendar, {table.clock!r}")
    array = np.asarray(x)
    if array.dtype.kind in "iu":
        hours = np.ascontiguousarray(array, dtype=np.int64).reshape(-1)
        keys, days, shape = hour_keys(hours), hours // 12, array.shape
    else:
        times = read_times(x, table.clock, fold=fold)
        keys, days, shape = times.axis_ms.reshape(-1), times.days.reshape(-1), times.axis_ms.shape
        hours = times.hours.reshape(-1)
    first = max(int(table.runs.start_ms[0]), int(table.terms.start_ms[0]))
    # The runs may end before the last term does: a list of long terms asks for more blocks than it brings.
    end = min(int(table.terms.start_ms[-1]), int(table.runs.start_ms[-1]) + 5 * DAY_MS)
    wrong = (keys < first) | (keys >= end)
    if wrong.any():
        raise RangeError(
            f"hours: {wrong.sum()} of {wrong.size} lie outside the terms of the calendar given, the first at index "
            f"{np.flatnonzero(wrong)[0]}",
            wrong.reshape(shape),
        )
    # Not as whole hours: those are answered by the block table, which leaves out the ends of a list.
    return Moment(hours, keys, days, table, shape, whole_hours=False)


@dataclass(frozen=True)
class Alignment:
    """定局 of hours: arrays of the shape asked.

    Attributes
    ----------
    ju_term, yuan, dun, ju : uint8
        The term whose ju it is, its yuan (0 upper, 1 middle, 2 lower), dun (0 yang, 1 yin) and ju 1-9.
    term : uint8
        The term in force.
    leader_day : int64
        Day number of the 符头: the 甲 or 己 day that opened the five days.
    lead_days : int16
        Day of the ju's term minus the upper leader of its block; -32768 for methods without blocks.
    leap : bool
        A repeated block (zhirun, li) or an inserted pentad (lin).
    kind : uint8
        0 正受, 1 超神, 2 接气; 255 for methods without blocks. `KINDS` names them.
    part : uint8
        0 whole, 1 残局, 2 补局 (li); `PARTS` names them.
    """

    ju_term: UInt8
    yuan: UInt8
    dun: UInt8
    ju: UInt8
    term: UInt8
    leader_day: Int64
    lead_days: NDArray[np.int16]
    leap: NDArray[np.bool_]
    kind: UInt8
    part: UInt8

    def _repr_html_(self) -> str:
        from .render.notebook import alignment_html

        return alignment_html(self)


def align(
    hours: Any,
    school: str | School = "baojian",
    *,
    clock: Clock | None = None,
    fold: int | None = None,
    calendar: Calendar | None = None,
) -> Alignment:
    """Return term, yuan, dun, ju and leader of hours or civil times.

    Parameters
    ----------
    hours : int64 array_like, HourRange, or times as in `qimen.hours`
        Integer hours compare terms by the double-hour that holds their instant, times by the instant itself
        (unless the school says `term_switch="hour"`).
    school : str or School
    clock : Clock, optional
        Default +08:00, or the clock of the HourRange.
    calendar : Calendar, optional
        An explicit list of terms instead of the shipped ones (`qimen.calendars.tables.from_terms`), built with
        the same knobs and clock. Hours from its first term to the one before its last can be asked.

    Raises
    ------
    RangeError, InputError, InputTypeError, LocalTimeError
    """
    return align_moment(moment(hours, find_school(school), clock, fold, calendar))


def align_moment(at: Moment) -> Alignment:
    """Return the alignment of a moment that has been read."""
    table = at.calendar
    run = table.runs.at(at.keys)
    ju_term, yuan = table.runs.ju_term[run], table.runs.yuan[run]
    code = ju_code(ju_term, yuan)
    lead = table.runs.lead_days[run]
    kind = np.where(lead == NO_LEAD, 255, (lead > 0) + np.uint8(2) * (lead < 0)).astype(np.uint8)
    columns: tuple[NDArray[Any], ...] = (
        ju_term, yuan, code // 9, code % 9 + np.uint8(1), (table.term_number(at.keys) % 24).astype(np.uint8),
        at.days - at.days % 5, lead, table.runs.leap[run], kind, table.runs.part[run],
    )  # fmt: skip
    return Alignment(*(column.reshape(at.shape) for column in columns))


def chart_ids(
    hours: Any,
    school: str | School = "baojian",
    out: NDArray[np.uint16] | None = None,
    *,
    clock: Clock | None = None,
    fold: int | None = None,
) -> NDArray[np.uint16]:
    """Return the chart ids 0..1079 of hours or civil times, uint16 of their shape.

    A HourRange is answered without being materialised; `out` is filled and returned when given. Parameters
    and errors are those of `align`.
    """
    which = find_school(school)
    if isinstance(hours, HourRange):
        same_clock(hours, clock)
        result = np.empty(hours.shape, dtype=np.uint16) if out is None else check_out(out, hours.shape)
        if result.size:
            check_span(hours.start, hours.stop)
            table = calendar_of(which, hours.clock)

            def fill(begin: int, end: int) -> None:
                _core.chart_range(table.blocks, table.first_hour, hours.start + begin, result[begin:end])

            split(result.size, RANGE_NS, fill)
        return result
    array = np.asarray(hours)
    if array.dtype.kind in "iu":
        flat = np.ascontiguousarray(array, dtype=np.int64).reshape(-1)
        result = np.empty(array.shape, dtype=np.uint16) if out is None else check_out(out, array.shape)
        _look_up(calendar_of(which, as_clock(clock)), flat, result.reshape(-1))
        return result
    at = moment(hours, which, clock, fold)
    charts = at.charts().reshape(at.shape)
    if out is None:
        return charts
    np.copyto(check_out(out, at.shape), charts)
    return out


def _look_up(table: Calendar, hours: Int64, out: NDArray[np.uint16]) -> None:
    """Fill the charts of contiguous int64 hours; RangeError when some lie outside the table."""
    outside: list[int] = []

    def fill(begin: int, end: int) -> None:
        part = _core.chart_ids(table.blocks, table.first_hour, *table.hours, hours[begin:end], out[begin:end])
        outside.append(part)

    split(hours.size, RANDOM_NS, fill)
    if any(outside):
        check_hours(hours)


def check_out(
    out: NDArray[Any], shape: tuple[int, ...], dtype: np.dtype[Any] = _UINT16, name: str = "out"
) -> NDArray[Any]:
    """Return `out` when a kernel can fill it; InputError otherwise."""
    if out.dtype != dtype or out.shape != shape or not out.flags.carray:  # contiguous, aligned and writable
        raise InputError(
            f"{name} has dtype {out.dtype} and shape {out.shape}; a writable, aligned, contiguous {dtype} array of "
            f"shape {shape} is wanted"
        )
    return out


@dataclass(frozen=True)
class Pillars:
    """Year, month, day and hour pillars, uint8 0..59 (甲子..癸亥) of the shape asked."""

    year: UInt8
    month: UInt8
    day: UInt8
    hour: UInt8


def pillars(
    hours: Any, school: str | School = "baojian", *, clock: Clock | None = None, fold: int | None = None
) -> Pillars:
    """Return the four pillars of hours or civil times.

    The year turns at 立春 and the month at the twelve 节, by the absolute instant for times and by the
    double-hour for integer hours; day and hour by the local clock. Only the school's terms matter (the mean
    terms of 景祐 also turn its year and month). Errors are those of `align`.
    """
    at = moment(hours, find_school(school), clock, fold)
    return pillars_of_moment(at)


def pillars_of_moment(at: Moment) -> Pillars:
    """Return the pillars of a moment that has been read."""
    context = at.context(("year", "month", "day"))
    hour = (at.hours % 60).astype(np.uint8)
    return Pillars(*(c.reshape(at.shape) for c in (context["year"], context["month"], context["day"], hour)))
