"""Charts of columns of times: every row on the clock of its own zone and longitude, a whole column at a time.

Rows are sorted by clock, and each clock's rows are read together. A row that cannot be read keeps its place with
nulls, and its reason is that which `qimen.cast` would give.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..clock import AXIS_SHIFT, DAY_MS, FIRST_HOUR, HOUR_MS, LAST_HOUR, Clock
from ..errors import InputError, LocalTimeError, unknown
from ..names import DUN, PILLARS, TERMS, YUAN
from ..patterns import PATTERNS, patterns_of
from ..schools import School, find_school
from ..times import read_times
from .arrow import metadata, names_array, names_type, numbers_array, plain_values, pyarrow, valid_rows
from .lookup import Lookup
from .patterns import PatternLists
from .time_columns import UNITS, TimeColumn, plain

Int64 = NDArray[np.int64]

#: What `--add` may name, and the columns that each adds.
ADDS: Mapping[str, tuple[str, ...]] = {
    "hour": ("hour",),
    "chart": ("chart",),
    "pillars": ("year_pillar", "month_pillar", "day_pillar", "hour_pillar"),
    "ju": ("term", "ju_term", "yuan", "dun", "ju"),
    "patterns": ("patterns",),
    "masks": ("masks",),
}
LISTS = ("patterns", "masks")
_NAMES: Mapping[str, Sequence[str]] = {
    **{f"{name}_pillar": PILLARS for name in ("year", "month", "day", "hour")},
    "term": TERMS, "ju_term": TERMS, "yuan": tuple(YUAN), "dun": tuple(DUN),
}  # fmt: skip
_DTYPES: Mapping[str, Any] = {"hour": np.int64, "chart": np.uint16}
#: A millisecond of mean solar time, in degrees of longitude: two places nearer than this have one clock.
_LONGITUDE_STEPS = 240_000
#: Pattern lists are long; so many rows of them are made at a time.
LIST_ROWS = 8192
#: Clocks whose tables are kept from one piece to the next; those of two centuries take a megabyte.
KEPT_CLOCKS = 64
#: By how much the years of the tables exceed those that were met, at least: ten years.
MIN_YEARS_MS = 10 * 365 * DAY_MS
#: World times that zones and the sun are asked for: a day more than the term table on both sides.
_REACH = (FIRST_HOUR * HOUR_MS - AXIS_SHIFT - 2 * DAY_MS, (LAST_HOUR + 1) * HOUR_MS - AXIS_SHIFT + 2 * DAY_MS)
#: What patterns read besides the chart.
_CONTEXT = {"year_pillar", "month_pillar", "day_pillar", "shuo", "term", "ju_term", "yuan", "chart"}


@dataclass(frozen=True)
class Options:
    """What to read and what to add.

    Attributes
    ----------
    time : str
        Column of times: ISO text, timestamps, dates, or whole numbers when `unit` says which.
    tz : str, optional
        Column of zones, or one zone (IANA name or offset). Naive times are civil time of the zone (+08:00 where
        none is given); aware ones are turned into it, or keep their own where none is given.
    lon : str, optional
        Column of longitudes in degrees east, or one longitude: hours go by the sun there.
    solar : {"apparent", "mean"}, optional
        Which sun; apparent unless said otherwise. Only with `lon`.
    add : tuple of str
        Of `ADDS`.
    unit : {"s", "ms"}, optional
        What whole numbers count since 1970 in UTC.
    """

    time: str
    tz: str | None = None
    lon: str | None = None
    add: tuple[str, ...] = ("chart", "pillars", "ju")
    school: School | str = "baojian"
    unit: str | None = None
    solar: str | None = None
    day_start: str = "23:00"
    fold: int | None = None
    prefix: str = ""
    patterns: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for what in self.add:
            if what not in ADDS:
                raise unknown("add", what, ADDS)
        if not self.add:
            raise InputError(f"add names nothing; known: {', '.join(ADDS)}")
        if self.unit is not None and self.unit not in UNITS:
            raise unknown("unit", self.unit, UNITS)
        if self.solar not in (None, "mean", "apparent"):
            raise unknown("solar", self.solar, ("mean", "apparent"))
        if self.solar is not None and self.lon is None:
            raise InputError(f"solar={self.solar!r} needs lon, the column of longitudes")
        if self.patterns and not set(LISTS) & set(self.add):
            raise InputError("patterns are named, but add has neither patterns nor masks")


@dataclass
class Added:
    """The columns that were added to a piece of a table, and the faults of its rows."""

    columns: list[Any]
    faults: dict[int, str]


class Annotator:
    """Adds the columns of `Options` to pieces of one table; `names` are the columns that it has."""

    def __init__(self, options: Options, names: Sequence[str], label: str = "the table") -> None:
        self.options, self.school = options, find_school(options.school)
        self.time = _column(options.time, "time", names, label)
        self.tz = _column(options.tz, "tz", names, label) if options.tz in names else None
        self.lon = None
        self._one_lon: float | None = None
        if options.lon is not None:
            if options.lon not in names:
                with contextlib.suppress(ValueError):
                    self._one_lon = float(options.lon)
            if self._one_lon is None:
                self.lon = _column(options.lon, "lon", names, label)
        self._solar = "civil" if options.lon is None else options.solar or "apparent"
        self.clock: Clock | None = None
        if self.tz is None and self.lon is None:
            self.clock = self._clock_of(options.tz, self._one_lon)
        elif self.tz is None and options.tz is not None:
            self._clock_of(options.tz, 0.0 if self.lon is not None else None)  # a zone that is none is said at once
        self.columns = [column for what in ADDS if what in options.add for column in ADDS[what]]
        taken = [name for name in names if name in {options.prefix + column for column in self.columns}]
        if taken:
            raise InputError(f"{label} has a column {taken[0]!r} already; give a prefix for the new ones")
        self._lookups: dict[Clock, Lookup] = {}
        self._span = (2**62, -(2**62))
        self._lists: PatternLists | None = None
        self._wanted = {name for name in self.columns if name not in LISTS}
        if set(LISTS) & set(options.add):
            self._wanted |= _CONTEXT
            rows = [PATTERNS.resolve(name, self.school) for name in options.patterns] or patterns_of(self.school)
            self._lists = PatternLists(self.school, rows)

    @property
    def reads(self) -> dict[int, bool]:
        """The places of the columns that are read, and whether a dictionary does best there."""
        places = ((self.tz, True), (self.lon, False), (self.time, False))
        return {place: coded for place, coded in places if place is not None}

    # ------------------------------------------------------------ what comes out

    def fields(self) -> list[Any]:
        """Return the pyarrow fields of the new columns."""
        pa = pyarrow()
        kinds = {name: names_type(names) for name, names in _NAMES.items()}
        kinds |= {"hour": pa.int64(), "chart": pa.uint16(), "ju": pa.uint8()}
        if self._lists is not None:
            kinds["patterns"] = pa.list_(names_type(self._lists.names))
            kinds["masks"] = pa.list_(pa.uint16())
        return [pa.field(self.options.prefix + name, kinds[name]) for name in self.columns]

    def metadata(self) -> dict[str, str]:
        """Return the conventions of the new columns, for a schema."""
        told = {"time": self.options.time, "tz": self.options.tz, "lon": self.options.lon, "unit": self.options.unit}
        clock = self.clock.describe() if self.clock else {"solar": self._solar, "day_start": self.options.day_start}
        return metadata(self.school, None, clock=clock, columns={k: v for k, v in told.items() if v is not None})

    def add(self, columns: Sequence[Any], known: Mapping[int, str] | None = None) -> Added:
        """Return the new columns of a piece.

        Parameters
        ----------
        columns : sequence of pyarrow.Array
            All columns of the piece, or at least those that are read, at their places.
        known : mapping of row to fault, optional
            Rows whose cells are not to be trusted.
        """
        column = TimeColumn(columns[self.time], self.options.time, self.options.unit)
        for row, reason in (known or {}).items():
            column.refuse(np.array([row]), reason)
        column.read_the_rest()
        found = self._gather(column, columns)
        valid = column.read.known
        made = {}
        for name in self.columns:
            if name in _NAMES:
                made[name] = names_array(found[name], _NAMES[name], valid)
            elif name not in LISTS:
                made[name] = numbers_array(found[name], valid)
        if self._lists is not None:
            made |= self._pattern_columns(self._lists, found, valid)
        return Added([made[name] for name in self.columns], dict(sorted(column.faults.items())))

    def _gather(self, column: TimeColumn, columns: Sequence[Any]) -> dict[str, NDArray[Any]]:
        """Return what the new columns are made of, one array a name; rows that cannot be told are refused."""
        n = len(column.values)
        codes = {name: np.zeros(n, dtype=_DTYPES.get(name, np.uint8)) for name in self._wanted}
        for clock, rows in self._by_clock(column, columns):
            at, axis, utc = self._on_clock(column, rows, clock)
            if at.size:
                found = self._lookup(clock, utc).columns(axis, utc, self._wanted)
                for name, array in codes.items():
                    array[at] = found[name]
        return codes

    def _lookup(self, clock: Clock, utc: Int64) -> Lookup:
        """Return the tables of a clock over all years met so far; years that were not are added for all clocks."""
        low, high = int(utc.min()), int(utc.max())
        if not (self._span[0] <= low and high <= self._span[1]):
            low, high = min(low, self._span[0]), max(high, self._span[1])
            step = max(MIN_YEARS_MS, (high - low) // 4)
            self._span = (low - step, high + step)
            self._lookups.clear()
        if clock not in self._lookups:
            if len(self._lookups) >= KEPT_CLOCKS:
                self._lookups.pop(next(iter(self._lookups)))
            self._lookups[clock] = Lookup(self.school, clock, self._span)
        return self._lookups[clock]

    # ------------------------------------------------------------ clocks

    def _by_clock(self, column: TimeColumn, columns: Sequence[Any]) -> list[tuple[Clock, Int64]]:
        """Return the clocks of the rows and the rows of each; rows without one are refused."""
        if self.clock is not None and (self.options.tz is not None or not column.read.aware.any()):
            return [(self.clock, np.flatnonzero(column.read.known))]
        zones, zone_of = self._zones(column, columns)
        longitude_of = self._longitudes(column, columns)
        at = np.flatnonzero(column.read.known)
        key = zone_of[at]
        if longitude_of is not None:
            key = key * (2 * 180 * _LONGITUDE_STEPS + 1) + longitude_of[at] + 180 * _LONGITUDE_STEPS
        order = np.argsort(key, kind="stable")
        key, at = key[order], at[order]
        cuts = np.flatnonzero(np.append(True, key[1:] != key[:-1])) if key.size else np.zeros(0, dtype=np.intp)
        found = []
        for part in np.split(at, cuts[1:]) if cuts.size else []:
            zone = zones[int(zone_of[part[0]])]
            longitude = self._one_lon
            if longitude_of is not None:
                longitude = int(longitude_of[part[0]]) / _LONGITUDE_STEPS
            try:
                found.append((self._clock_of(zone, longitude), part))
            except InputError as error:
                column.refuse(part, str(error))
        return found

    def _clock_of(self, zone: str | None, longitude: float | None) -> Clock:
        return Clock(zone, None, longitude, self._solar, self.options.day_start)  # type: ignore[arg-type]  # Clock checks

    def _zones(self, column: TimeColumn, columns: Sequence[Any]) -> tuple[list[str | None], Int64]:
        """Return zones, and the number of the zone of each row."""
        n = len(column.values)
        if self.tz is not None:
            encoded = columns[self.tz]
            if not pyarrow().types.is_dictionary(encoded.type):
                encoded = encoded.dictionary_encode()
            zones = [plain(value) for value in encoded.dictionary]
            index = np.where(valid_rows(encoded), plain_values(encoded.indices), len(zones)).astype(np.int64)
            zones.append(None)
            empty = np.array([not zone for zone in zones])[index]
            if empty.any():
                column.refuse(np.flatnonzero(empty & column.read.known), f"{self.options.tz} is empty")
            return zones, index
        if self.options.tz is not None or self.options.unit is not None or not column.read.aware.any():
            return [self.options.tz], np.zeros(n, dtype=np.int64)
        if column.zone is not None:
            return [column.zone], np.zeros(n, dtype=np.int64)
        offsets, index = np.unique(column.read.offset_ms, return_inverse=True)
        texts: list[str | None] = [None]
        for offset in offsets.tolist():
            sign, seconds = "-" if offset < 0 else "+", abs(offset) // 1000
            texts.append(f"{sign}{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}")
        return texts, np.where(column.read.aware, index + 1, 0)

    def _longitudes(self, column: TimeColumn, columns: Sequence[Any]) -> Int64 | None:
        """Return longitudes in steps of a millisecond of time; rows without one are refused."""
        if self.lon is None:
            return None
        values = columns[self.lon]
        degrees = _numbers(values)
        name = self.options.lon
        bad = ~(np.abs(degrees) <= 180.0) & column.read.known
        if bad.any():

            def reason(row: int) -> str:
                value = plain(values[row])
                return f"{name}={value!r} is no longitude; degrees east, -180 to 180" if value else f"{name} is empty"

            column.refuse(np.flatnonzero(bad), reason)
        steps = np.where(np.abs(degrees) <= 180.0, degrees, 0.0) * _LONGITUDE_STEPS
        return np.asarray(np.rint(steps), dtype=np.int64)

    def _on_clock(self, column: TimeColumn, at: Int64, clock: Clock) -> tuple[Int64, Int64, Int64]:
        """Return the rows that a clock can tell, on its axis and in world time; those that it cannot are refused."""
        read = column.read
        local = read.local_ms[at]
        utc = local - read.offset_ms[at]
        naive = slice(None) if not read.aware.any() else np.flatnonzero(~read.aware[at])
        if not read.aware.all():
            utc[naive], bad = self._civil(local[naive], clock)
            if bad.any():
                column.refuse(at[naive][bad], lambda row: self._reason(column, row, clock))
        # Zones and the sun are asked near the table only; beyond it any answer is out of range.
        if clock.solar == "civil" and self.options.fold is None and not read.aware.any():
            axis = local + AXIS_SHIFT  # neither skipped nor told twice: the time is what was read
        else:
            axis = clock.axis_from_utc(np.clip(utc, *_REACH))
        bad = (axis < FIRST_HOUR * HOUR_MS) | (axis >= (LAST_HOUR + 1) * HOUR_MS)
        if bad.any():
            column.refuse(at[bad & read.known[at]], lambda row: self._reason(column, row, clock))
        good = read.known[at]
        return (at, axis, utc) if good.all() else (at[good], axis[good], utc[good])

    def _civil(self, local: Int64, clock: Clock) -> tuple[Int64, NDArray[np.bool_]]:
        """Return world times of civil ones, and which of them the zone skips or has twice."""
        try:
            return clock.utc_from_civil(local, self.options.fold), np.zeros(local.size, dtype=bool)
        except LocalTimeError as error:
            bad = np.asarray(error.mask)
            utc = np.zeros_like(local)
            utc[~bad] = clock.utc_from_civil(local[~bad], self.options.fold)
            return utc, bad

    def _reason(self, column: TimeColumn, row: int, clock: Clock) -> str:
        """Return what `qimen.cast` says of the time of a row."""
        local, offset = int(column.read.local_ms[row]), int(column.read.offset_ms[row])
        try:
            if column.read.aware[row]:
                read_times(np.datetime64(local - offset, "ms"), Clock(utc_offset=0), argument=self.options.time)
            read_times(np.datetime64(local, "ms"), clock, fold=self.options.fold, argument=self.options.time)
        except InputError as error:
            return " ".join(str(error).split())
        return f"{self.options.time} is outside the term table"

    def _pattern_columns(
        self, lists: PatternLists, found: Mapping[str, NDArray[Any]], valid: NDArray[np.bool_]
    ) -> dict[str, Any]:
        pa = pyarrow()
        context = {name: found[f"{name}_pillar"] for name in ("day", "month", "year")}
        context |= {name: found[name] for name in ("shuo", "term", "ju_term", "yuan")}
        made: dict[str, list[Any]] = {"patterns": [], "masks": []}
        for first in range(0, max(valid.size, 1), LIST_ROWS):
            piece = slice(first, first + LIST_ROWS)
            held = lists.masks(found["chart"][piece], {name: array[piece] for name, array in context.items()})
            held[~valid[piece]] = 0
            for name, array in zip(made, lists.lists(held, valid[piece]), strict=True):
                made[name].append(array)
        return {name: pa.concat_arrays(arrays) for name, arrays in made.items()}


def _column(name: str | None, argument: str, names: Sequence[str], label: str) -> int:
    """Return the place of a column; InputError, with near matches, where it is not there or there twice."""
    places = [index for index, other in enumerate(names) if other == name]
    if len(places) > 1:
        raise InputError(f"{argument}={name!r}: {label} has {len(places)} columns of this name")
    if not places:
        raise unknown(argument, name, names)
    return places[0]


def _numbers(values: Any) -> NDArray[np.float64]:
    """Return a column of numbers or of their text as floats, NaN where there is none."""
    pa = pyarrow()
    if pa.types.is_dictionary(values.type):
        values = values.dictionary_decode()
    try:
        cast = values.cast(pa.float64())
    except pa.ArrowInvalid:
        out = np.full(len(values), np.nan)
        for row, value in enumerate(values):
            try:
                out[row] = float(plain(value) or "nan")
            except ValueError:
                continue
        return out
    return np.asarray(cast.to_numpy(zero_copy_only=False), dtype=np.float64)
