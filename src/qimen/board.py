"""One chart as an immutable object, with its patterns, for people."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import numpy as np

from .align import Moment, align_moment, moment, moment_of_times, pillars_of_moment
from .clock import HOUR_MS, Clock, as_clock
from .errors import InputError
from .facts import Moments, moments
from .margin import CHANGES, Margin, margin_of_moment
from .names import (
    BRANCHES,
    DEITIES,
    DEITIES_WINTER,
    DOORS,
    DUN,
    PILLARS,
    STARS,
    STEMS,
    TERMS,
    XUN_HEADS,
    YUAN,
)
from .patterns import Pattern, patterns_of
from .plates import boards
from .query import definitions, rows_query
from .rules import Program, compile_rule, program
from .scanning import PALACES_OF
from .schools import School, find_school
from .times import Times, read_times

#: 马星 by the trine of the hour branch: 申子辰寅 寅午戌申 亥卯未巳 巳酉丑亥.
_HORSE = ("寅", "亥", "申", "巳")


@dataclass(frozen=True)
class Palace:
    """What stands in one palace: stems by plate (native first), stars, door and deity (None where there is none)."""

    earth: tuple[str, ...]
    heaven: tuple[str, ...]
    stars: tuple[str, ...]
    door: str | None
    deity: str | None


@dataclass(frozen=True)
class Hit:
    """A pattern that holds: its row, its palaces (none for the hour as a whole), its auspice there."""

    row: Any
    palaces: tuple[int, ...]
    auspice: str


@dataclass(frozen=True)
class ZhiFu:
    """直符: its star, the palace where it stands, and that palace before lodging."""

    star: str
    palace: int
    raw_palace: int


@dataclass(frozen=True)
class ZhiShi:
    """直使: its door (None on a flying plate's centre), the palace where it stands, and before lodging."""

    door: str | None
    palace: int
    raw_palace: int


@dataclass(frozen=True)
class Board:
    """One chart of one school; `to_dict` is its JSON, `str()` the board as text."""

    time: str | None
    school: School
    clock: Clock
    hour: int
    pillars: MappingProxyType[str, str]
    term: str
    ju_term: str
    yuan: str
    dun: str
    ju: int
    xun: str
    chart: int
    zhi_fu: ZhiFu
    zhi_shi: ZhiShi
    palaces: MappingProxyType[int, Palace]
    xun_kong: tuple[str, str]
    ma_xing: str
    _at: Moment = field(repr=False, compare=False)
    _near: tuple[Any, Any] = field(repr=False, compare=False)
    _own: tuple[Pattern, ...] = field(default=(), repr=False, compare=False)

    @functools.cached_property
    def patterns(self) -> tuple[Hit, ...]:
        """The patterns that hold: one's own, then the school's in catalogue order; found when first asked for."""
        return _own_hits(self._own, self._at, self.chart, self.school) + _hits(self._at, self.chart, self.school)

    @functools.cached_property
    def _margin(self) -> Margin:
        return margin_of_moment(self._at, *self._near, self.school)

    @property
    def margin_seconds(self) -> float:
        """Seconds from the time to the nearest change of its chart (`qimen.margin`)."""
        return float(self._margin.seconds.ravel()[0])

    @property
    def margin_change(self) -> str:
        """What changes there: hour, day, leader or term."""
        return CHANGES[int(self._margin.kind.ravel()[0])]

    @property
    def margin_uncertain(self) -> bool:
        """Whether the uncertainty of the era reaches that far."""
        return bool(self._margin.uncertain.ravel()[0])

    def to_dict(self) -> dict[str, Any]:
        """Return the chart as plain data, the keys of `cast --format json`."""
        return {
            "time": self.time,
            "school": self.school.name,
            "conventions": self.school.conventions() | self.clock.describe(),
            "pillars": dict(self.pillars),
            "term": self.term,
            "ju_term": self.ju_term,
            "yuan": self.yuan,
            "dun": self.dun,
            "ju": self.ju,
            "xun": self.xun,
            "chart": self.chart,
            "hour": self.hour,
            "zhi_fu": vars(self.zhi_fu),
            "zhi_shi": vars(self.zhi_shi),
            "palaces": {str(p): _palace_dict(palace) for p, palace in self.palaces.items()},
            "patterns": [
                {
                    "id": hit.row.id,
                    "name": hit.row.zh_hans,
                    "source": hit.row.source,
                    "auspice": hit.auspice,
                    "palaces": list(hit.palaces),
                }
                for hit in self.patterns
            ],
            "xun_kong": list(self.xun_kong),
            "ma_xing": self.ma_xing,
            "margin_seconds": self.margin_seconds,
            "margin_change": self.margin_change,
            "margin_uncertain": self.margin_uncertain,
        }

    def __reduce__(self) -> tuple[Any, ...]:
        utc, axis = self._near
        hour = self.hour if self._at.whole_hours else None
        return _again, (self.school, self.clock, hour, utc, axis, self._own)

    def __str__(self) -> str:
        from .render.text import board_text

        return board_text(self)

    def _repr_svg_(self) -> str:
        from .render.svg import board

        return board(self)


def _palace_dict(palace: Palace) -> dict[str, Any]:
    return {
        "earth": list(palace.earth),
        "heaven": list(palace.heaven),
        "stars": list(palace.stars),
        "door": palace.door,
        "deity": palace.deity,
    }


def cast(
    time: Any = None,
    school: str | School = "baojian",
    *,
    hour: int | None = None,
    clock: Clock | None = None,
    fold: int | None = None,
    define: Iterable[Pattern] | Mapping[str, str] = (),
) -> Board:
    """Return the chart of one time, or of one double-hour.

    Parameters
    ----------
    time : str, datetime or datetime64, optional
        Now by default. Naive times are civil time of the clock; aware ones keep their own zone unless a clock is given.
        Terms are compared by the instant (`term_switch`).
    school : str or School
    hour : int, optional
        A double-hour instead of a time, as scans give them; terms are then compared by the double-hour.
    clock : Clock, optional
        Default +08:00.
    fold : {0, 1}, optional
        For a local time that the zone has twice or skips.
    define : Patterns, or a mapping of names to rules, optional
        Patterns of one's own that are looked for besides those of the school.

    Raises
    ------
    InputError, RangeError, LocalTimeError, InputTypeError
    """
    which = find_school(school)
    own = tuple(definitions(define).values())
    if hour is not None:
        if time is not None:
            raise InputError(f"time={time!r} and hour={hour!r} exclude each other; give one")
        clock = as_clock(clock)
        at = moment(np.array([hour]), which, clock)
        axis = np.array([hour * HOUR_MS])
        utc = clock.utc_from_axis(axis)
    else:
        if time is None:
            time, clock = datetime.now(UTC), as_clock(clock)
        times = read_times(time, clock, fold=fold, argument="time")
        if times.axis_ms.ndim:
            raise InputError(f"time={time!r} is no single time; qimen.chart_ids and qimen.match take arrays")
        clock = times.clock
        at = moment_of_times(times, which)
        axis, utc = times.axis_ms.reshape(-1), times.utc_ms.reshape(-1)
    return _board(at, which, clock, clock.civil_text(int(utc[0])), (utc, axis), own)


def _again(which: School, clock: Clock, hour: int | None, utc: Any, axis: Any, own: tuple[Pattern, ...] = ()) -> Board:
    """Return a board that was pickled: it is cast again."""
    if hour is not None:
        return cast(hour=hour, school=which, clock=clock, define=own)
    at = moment_of_times(Times(axis, utc, clock), which)
    return _board(at, which, clock, clock.civil_text(int(utc[0])), (utc, axis), own)


def _board(
    at: Moment, which: School, clock: Clock, text: str, near: tuple[Any, Any], own: tuple[Pattern, ...]
) -> Board:
    found = align_moment(at)
    pillars = pillars_of_moment(at)
    hour, dun, ju = int(at.hours[0]), found.dun.item(), found.ju.item()
    chart = (dun * 9 + ju - 1) * 60 + hour % 60
    hands = boards(which).hands
    hour_pillar = chart % 60
    xun = hour_pillar // 10
    door = int(hands.door[chart])
    return Board(
        time=text,
        school=which,
        clock=clock,
        hour=hour,
        pillars=MappingProxyType(
            {
                "year": PILLARS[pillars.year.item()],
                "month": PILLARS[pillars.month.item()],
                "day": PILLARS[pillars.day.item()],
                "hour": PILLARS[hour_pillar],
            }
        ),
        term=TERMS[found.term.item()],
        ju_term=TERMS[found.ju_term.item()],
        yuan=YUAN[found.yuan.item()],
        dun=DUN[dun],
        ju=ju,
        xun=XUN_HEADS[xun],
        chart=chart,
        zhi_fu=ZhiFu(STARS[int(hands.star[chart])], int(hands.fu[chart]), int(hands.fu_raw[chart])),
        zhi_shi=ZhiShi(DOORS[door] if door < 8 else None, int(hands.shi[chart]), int(hands.shi_raw[chart])),
        palaces=_palaces(chart, which),
        xun_kong=(BRANCHES[(10 - 2 * xun) % 12], BRANCHES[(11 - 2 * xun) % 12]),
        ma_xing=_HORSE[hour_pillar % 12 % 4],
        _at=at,
        _near=near,
        _own=own,
    )


@functools.lru_cache(maxsize=256)
def _palaces(chart: int, which: School) -> MappingProxyType[int, Palace]:
    earth, heaven, guest, star, door, deity = (plate[chart].tolist() for plate in boards(which).plates)
    lodge = which.lodges()[chart // 540]
    names = DEITIES if which.deity_names == "勾陈朱雀" else DEITIES_WINTER
    result = {}
    for p in range(1, 10):
        stems = [STEMS[earth[p]]] + ([STEMS[earth[5]]] if p == lodge else [])
        stars = [STARS[star[p]]] if star[p] != 255 else []
        heavens = [STEMS[heaven[p]]] if heaven[p] != 255 else []
        if guest[p] != 255:
            heavens.append(STEMS[guest[p]])
            stars.append(STARS[4])
        result[p] = Palace(
            tuple(stems),
            tuple(heavens),
            tuple(stars),
            DOORS[door[p]] if door[p] != 255 else None,
            names[deity[p]] if deity[p] != 255 else None,
        )
    return MappingProxyType(result)


# ---------------------------------------------------------------- patterns of one chart


@functools.lru_cache(maxsize=32)
def _catalogue_program(which: School) -> tuple[Program, tuple[tuple[int, Program], ...]]:
    """Return the school's rows packed, and the conditions of the rows whose auspice depends on one."""
    rows = patterns_of(which)
    conditions = tuple(
        (index, program(compile_rule(rule) for rule, _ in row.when)) for index, row in enumerate(rows) if row.when
    )
    return rows_query(rows), conditions


def _hits(at: Moment, chart: int, which: School) -> tuple[Hit, ...]:
    rows = patterns_of(which)
    facts = boards(which).facts
    packed, conditions = _catalogue_program(which)
    read = moments(np.array([chart], dtype=np.uint16), at.context(), which)
    masks = packed.run(facts, read)[:, 0]
    auspice = {}
    for index, condition in conditions:
        if masks[index]:
            auspice[index] = _auspice(rows[index], int(masks[index]), condition, facts, read)
    return tuple(
        Hit(rows[index], PALACES_OF[masks[index]], auspice.get(index, rows[index].auspice))
        for index in np.flatnonzero(masks).tolist()
    )


def _own_hits(own: tuple[Pattern, ...], at: Moment, chart: int, which: School) -> tuple[Hit, ...]:
    read = moments(np.array([chart], dtype=np.uint16), at.context(), which)
    masks = rows_query(own).run(boards(which).facts, read)[:, 0].tolist() if own else []
    return tuple(Hit(row, PALACES_OF[mask], row.auspice) for row, mask in zip(own, masks, strict=True) if mask)


def _auspice(row: Any, mask: int, condition: Program, facts: Any, read: Moments) -> str:
    """Return the auspice of a hit: that of the first condition that holds where the row does."""
    for (_, value), found in zip(row.when, condition.run(facts, read)[:, 0].tolist(), strict=True):
        if found & mask or found == 1:
            return str(value)
    return str(row.auspice)
