"""The calendar of one school under one clock, over the whole term table, built once and kept.

`Calendar` holds what every later step reads: the runs of the method, the terms, month and year they stand in,
and the block table that answers a chart id with one load and one shift.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core, terms
from ..clock import AXIS_SHIFT, DAY_MS, FIRST_HOUR, HOUR_MS, LAST_HOUR, Clock
from ..errors import InputError
from ..names import JU_TABLE
from ..schools import School, find_school
from . import BUILDERS, mean_terms
from .steps import Int64, Runs, TermTimes, check_terms, locate

UInt8 = NDArray[np.uint8]

#: dun * 9 + ju - 1 of 3 * term + yuan.
_CODES = (np.repeat([0, 9], 36) + np.array(JU_TABLE).reshape(-1) - 1).astype(np.uint8)
#: What a rule may read of a moment besides its chart, in the order of `Calendar.context`.
CONTEXT = ("day", "month", "year", "shuo", "term", "ju_term", "yuan")


@dataclass(frozen=True)
class Calendar:
    """Runs, terms and new moons on one axis, and the ju of every double-hour.

    Attributes
    ----------
    terms : TermTimes
        The terms that are in force.
    term_month, term_year : uint8[n]
        Month and year pillar in which each term stands.
    runs : Runs
        The school's runs.
    moon_day : int64[m]
        First days of the lunar months (the civil date of each new moon).
    run_start, run_ju_term, run_yuan : int64[r], uint8[r], uint8[r]
        The runs that integer hours see: the double-hours at which they begin, their term and yuan.
    ju_start, ju_code : int64[k], uint8[k]
        Double-hours at which the ju changes, and dun * 9 + ju - 1 from there.
    blocks, first_hour : uint32[b], int
        One record a block of 60 double-hours (`_core.build_blocks`), from first_hour on.
    hours : (int, int)
        First and last double-hour that the calendar answers.
    """

    school: School
    clock: Clock
    terms: TermTimes
    term_month: UInt8
    term_year: UInt8
    runs: Runs
    moon_day: Int64
    run_start: Int64
    run_ju_term: UInt8
    run_yuan: UInt8
    ju_start: Int64
    ju_code: UInt8
    blocks: NDArray[np.uint32]
    first_hour: int
    hours: tuple[int, int]

    # ------------------------------------------------------------ what stands at a key

    def term_number(self, keys: Int64) -> Int64:
        """Return the number of the term in force (`TermTimes.number`) at axis keys."""
        return self.terms.number[self.terms.in_force(keys)]

    def context(self, keys: Int64, days: Int64, names: Iterable[str] = CONTEXT) -> dict[str, UInt8]:
        """Return columns of CONTEXT at axis keys; `days` are the day numbers of the same moments."""
        columns: dict[str, UInt8] = {}
        wanted = set(names)
        if wanted & {"month", "year", "term"}:
            place = self.terms.in_force(keys)
            columns |= {"month": self.term_month[place], "year": self.term_year[place]}
            columns["term"] = self.terms.code[place]
        if wanted & {"ju_term", "yuan"}:
            run = self.runs.at(keys)
            columns |= {"ju_term": self.runs.ju_term[run], "yuan": self.runs.yuan[run]}
        if "day" in wanted:
            columns["day"] = (days % 60).astype(np.uint8)
        if "shuo" in wanted:
            columns["shuo"] = self.shuo_pillar(days)
        return {name: columns[name] for name in CONTEXT if name in wanted}

    def shuo_pillar(self, days: Int64) -> UInt8:
        """Return the day pillar of the first day of the lunar month of each day."""
        return self.moon_cycle[locate(self.moon_day, days)].astype(np.uint8)

    @functools.cached_property
    def moon_hour(self) -> Int64:
        """The double-hours at which lunar months open."""
        return self.moon_day * 12

    @functools.cached_property
    def term_cycle(self) -> NDArray[np.uint16]:
        """The terms' numbers within sixty years (`axes.AXES`)."""
        return (self.terms.number % (24 * 60)).astype(np.uint16)

    @functools.cached_property
    def moon_cycle(self) -> NDArray[np.uint16]:
        """The day pillars on which lunar months open."""
        return (self.moon_day % 60).astype(np.uint16)

    @functools.cached_property
    def run_cycle(self) -> NDArray[np.uint16]:
        """Term and yuan of the runs that integer hours see: 3 * term + yuan."""
        return self.run_ju_term * np.uint16(3) + self.run_yuan

    def codes_at(self, keys: Int64) -> UInt8:
        """Return dun * 9 + ju - 1 at axis keys."""
        run = self.runs.at(keys)
        return ju_code(self.runs.ju_term[run], self.runs.yuan[run])


def ju_code(ju_term: UInt8, yuan: UInt8) -> UInt8:
    """Return dun * 9 + ju - 1 of terms and yuan."""
    codes: UInt8 = _CODES[ju_term * np.uint8(3) + yuan]
    return codes


def month_pillar(term_number: Int64) -> UInt8:
    """Return month pillars: a month opens at each 节; 立春 of 1984 (number 3) opened 丙寅."""
    return (((term_number - 1) // 2 + 1) % 60).astype(np.uint8)


def year_pillar(term_number: Int64) -> UInt8:
    """Return year pillars: a year opens at 立春; that of 1984 (number 3) opened 甲子."""
    return ((term_number - 3) // 24 % 60).astype(np.uint8)


def month_general(term: UInt8) -> UInt8:
    """Return the branch of the 月将: 亥 登明 from 雨水, one branch back at each 中气 (宝鉴 卷三 地将)."""
    return ((13 - term // 2) % 12).astype(np.uint8)


# ---------------------------------------------------------------- building


def calendar(which: School, clock: Clock, *, by_hour: bool = False) -> Calendar:
    """Return the calendar of a school under a clock; `by_hour` lets terms begin with their double-hour.

    Integer hours read the same from both kinds; only times between the double-hour's beginning and the
    instant differ.
    """
    return _kept(which.method, which.terms, which.leap_lead, which.lead_at, which.lin_epoch, clock, by_hour)


@functools.lru_cache(maxsize=24)
def _kept(
    method: str,
    term_source: str,
    leap_lead: int,
    lead_at: str,
    lin_epoch: int | None,
    clock: Clock,
    by_hour: bool,
) -> Calendar:
    which = School("", method=method, terms=term_source, leap_lead=leap_lead, lead_at=lead_at, lin_epoch=lin_epoch)
    if term_source == "jingyou":
        axis, first = mean_terms.axis_ms(terms.FIRST_YEAR - 1, terms.LAST_YEAR + 1)
        times = TermTimes.of(axis, first, clock, not by_hour)
        moons = mean_terms.new_moon_days(terms.FIRST_YEAR - 1, terms.LAST_YEAR + 1)
    else:
        times = _true_terms(clock, by_hour)
        moons = _true_moons(clock)
    return assemble(which, clock, times, moons, (FIRST_HOUR, LAST_HOUR + 1))


@functools.lru_cache(maxsize=8)
def _true_terms(clock: Clock, by_hour: bool) -> TermTimes:
    utc = terms.term_utc_ms()
    return TermTimes.of(clock.axis_from_utc(utc), first_number(), clock, not by_hour, utc)


@functools.lru_cache(maxsize=4)
def _true_moons(clock: Clock) -> Int64:
    # A lunar month opens on the civil date of the new moon, which turns at midnight whatever the day_start.
    # The equation of time ends with the terms, the new moons one later.
    utc = terms.new_moon_utc_ms()
    utc = utc[utc <= terms.term_utc_ms()[-1]]
    return (clock.axis_from_utc(utc) - HOUR_MS // 2) // DAY_MS


def first_number() -> int:
    """Return the number of the first term of the table, where 立春 of 1984 has number 3."""
    _, code, tt = terms.term_instants(1984, 1984)
    table = terms.term_table()
    place = int(np.searchsorted(table.tt_ms, tt[code == 3][0]))
    return 3 - place


def assemble(
    which: School, clock: Clock, times: TermTimes, moon_day: Int64, hours: tuple[int, int] | None = None
) -> Calendar:
    """Return the calendar over given terms; `hours` are those that the block table must cover."""
    runs = BUILDERS[which.method](times, which, clock)
    start_hour, run = runs.by_hour()
    code = ju_code(runs.ju_term[run], runs.yuan[run])
    changes = np.flatnonzero(np.append(True, code[1:] != code[:-1]))
    ju_start, ju_codes = start_hour[changes], code[changes]
    first, stop = (
        hours
        if hours
        else (int(ju_start[0]) + 60, max(min(int(times.hour[-1]), int(start_hour[-1]) + 60), int(ju_start[0]) + 61))
    )
    first_hour = first - first % 60
    blocks = np.empty(max(-(-(stop - first_hour) // 60), 0), dtype=np.uint32)
    crowded = _core.build_blocks(ju_start, ju_codes, first_hour // 60, blocks)
    if crowded >= 0:
        raise AssertionError(f"method {which.method!r} changes the ju more than twice in block {crowded}")
    for array in (start_hour, ju_start, ju_codes, blocks):
        array.flags.writeable = False
    months, years = month_pillar(times.number), year_pillar(times.number)
    return Calendar(
        which, clock, times, months, years, runs, moon_day, start_hour, runs.ju_term[run], runs.yuan[run], ju_start,
        ju_codes,
        blocks, first_hour, (first, stop - 1),
    )  # fmt: skip


def from_terms(
    local_ms: Any, first_term: int, school: str | School = "baojian", clock: Clock | None = None
) -> Calendar:
    """Return the calendar of a school over an explicit list of terms, for `qimen.align(..., calendar=)`.

    Parameters
    ----------
    local_ms : int64[n]
        Local instants of consecutive terms in milliseconds since 1970-01-01T00:00, ascending.
    first_term : int
        Code of the first of them (冬至 = 0).
    school : str or School
        The method and its knobs; `terms` is not asked.
    clock : Clock, optional
        Decides when the day turns; its zone has no say, the terms being local already.

    Raises
    ------
    InputError
        When fewer than three terms are given or they do not ascend, when `first_term` is no term, or for
        method `lin` without `lin_epoch` (its default is a 冬至 of the true terms).

    Notes
    -----
    The terms are numbered from `first_term` on, so year and month pillars of such a calendar are only right
    when its terms are those of the years they claim, and it has no new moons; the ju needs no more than the
    codes. Block methods fall in step within a year of the first term.
    """
    which, clock = find_school(school), clock or Clock()
    axis = check_terms(local_ms) + AXIS_SHIFT
    if not 0 <= first_term < 24:
        raise InputError(f"first_term={first_term!r} is no term; codes are 0 (冬至) to 23 (大雪)")
    if which.method == "lin" and which.lin_epoch is None:
        raise InputError("lin_epoch=None goes with the true terms only; give the hour at which its cycle opens")
    times = TermTimes.of(axis, int(first_term), clock, which.term_switch == "instant")
    return assemble(which, clock, times, np.array([0], dtype=np.int64))
