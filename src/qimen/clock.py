"""Civil and solar clocks: times to local milliseconds, days and double-hours, and back.

A clock says which local time the double-hours are counted in. Everything that takes hours takes one, because
the solar terms fall at different local hours under different clocks.

Two axes are used below this file, both int64 milliseconds:
`utc_ms`, world time since 1970-01-01T00:00, and `axis_ms`, local time on the double-hour axis, so that
`axis_ms // HOUR_MS` is the double-hour and `axis_ms // (12 * HOUR_MS)` the day that begins at 23:00.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta, timezone, tzinfo
from typing import Any, Literal
from zoneinfo import ZoneInfo, available_timezones

import numpy as np
from numpy.typing import NDArray

from . import sun, terms, timescales
from .errors import InputError, RangeError, UnknownNameError, unknown
from .zones import Zone, format_offset, iso_seconds

Int64 = NDArray[np.int64]
Solar = Literal["civil", "mean", "apparent"]
DayStart = Literal["23:00", "00:00"]

HOUR_MS = 7_200_000
DAY_MS = 12 * HOUR_MS
#: Day number (JDN + 49) of 1970-01-01, 辛巳.
EPOCH_DAY = 2_440_637
#: What turns local milliseconds since 1970 into the double-hour axis: the 子 hour begins at 23:00.
AXIS_SHIFT = EPOCH_DAY * DAY_MS + HOUR_MS // 2

#: The hours of the years that the term table covers; alignment beyond them is refused.
FIRST_HOUR = 12 * (EPOCH_DAY + int(np.datetime64(f"{terms.FIRST_YEAR}-01-01", "D").astype(np.int64)))
LAST_HOUR = 12 * (EPOCH_DAY + int(np.datetime64(f"{terms.LAST_YEAR + 1}-01-01", "D").astype(np.int64))) - 1

_OFFSET = re.compile(r"(?:UTC)?([+-])([0-9]{1,2})(?::?([0-5][0-9])(?::?([0-5][0-9]))?)?")


def fixed_offset(value: object, argument: str = "utc_offset") -> int:
    """Return an offset from world time in milliseconds: "+08:00", a timedelta, or whole minutes.

    1 to 18 is refused as a number: whoever writes 8 means hours.
    """
    if isinstance(value, timedelta):
        ms = value // timedelta(milliseconds=1)
    elif isinstance(value, str):
        found = _OFFSET.fullmatch(value)
        if value in ("Z", "UTC"):
            ms = 0
        elif found:
            sign, hours, minutes, seconds = found.groups()
            ms = (int(hours) * 3600 + int(minutes or 0) * 60 + int(seconds or 0)) * (-1000 if sign == "-" else 1000)
        else:
            raise InputError(f"{argument}={value!r} is no offset; write it like '+08:00'")
    elif isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        if 0 < abs(int(value)) <= 18:
            raise InputError(f"{argument}={value!r} is ambiguous; write '+08:00', or minutes such as 480")
        ms = int(value) * 60_000
    else:
        raise InputError(f"{argument}={value!r} is no offset; give '+08:00', a timedelta or minutes such as 480")
    if abs(ms) >= DAY_MS:
        raise InputError(f"{argument}={value!r} is out of range; an offset is less than 24 hours")
    return ms


@dataclass(frozen=True)
class Clock:
    """A local clock: a zone or a fixed offset, optionally turned into solar time by longitude.

    Parameters
    ----------
    tz : str or tzinfo, optional
        IANA name ("Asia/Shanghai"), an offset such as "+08:00", or a tzinfo. Default +08:00.
    utc_offset : str, timedelta or int, optional
        A fixed offset instead of `tz`; a number counts minutes (480).
    longitude : float, optional
        Degrees east, -180..180; needed by and only used for solar time.
    solar : {"civil", "mean", "apparent"}
        Civil time, local mean time, or apparent solar time (with the equation of time).
    day_start : {"23:00", "00:00"}
        When the day pillar turns. The 子 hour begins at 23:00 in both; under "00:00" its first half still
        has the old day (late zi).

    Raises
    ------
    InputError
        For an unknown zone or a value out of range.
    """

    # Clocks are equal when they show the same time: zones are compared, not how they were written.
    tz: str | tzinfo | None = field(default=None, compare=False)
    utc_offset: str | timedelta | int | None = field(default=None, compare=False)
    longitude: float | None = None
    solar: Solar = "civil"
    day_start: DayStart = "23:00"
    _zone: Zone = field(init=False, repr=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.tz is not None and self.utc_offset is not None:
            raise InputError(f"tz={self.tz!r} and utc_offset={self.utc_offset!r} exclude each other; give one")
        if self.solar not in ("civil", "mean", "apparent"):
            raise UnknownNameError(f"solar={self.solar!r} is unknown; known: civil, mean, apparent")
        if self.day_start not in ("23:00", "00:00"):
            raise UnknownNameError(f"day_start={self.day_start!r} is unknown; known: 23:00, 00:00")
        if self.longitude is not None:
            try:
                longitude = float(self.longitude)
            except (TypeError, ValueError):
                raise InputError(f"longitude={self.longitude!r} is no number; degrees east, -180 to 180") from None
            if not -180.0 <= longitude <= 180.0:
                raise InputError(f"longitude={self.longitude!r} is out of range; degrees east, -180 to 180")
            object.__setattr__(self, "longitude", longitude)
        elif self.solar != "civil":
            raise InputError(f"solar={self.solar!r} needs longitude= (degrees east)")
        object.__setattr__(self, "_zone", self._find_zone())
        self._keep_hash()

    def _keep_hash(self) -> None:
        # Calendars are kept by clock, and asked for at every call.
        object.__setattr__(self, "_hash", hash((self.longitude, self.solar, self.day_start, self._zone)))

    def __hash__(self) -> int:
        return self._hash

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._keep_hash()  # texts hash otherwise in another process

    def _find_zone(self) -> Zone:
        if self.utc_offset is not None:
            return Zone.fixed(fixed_offset(self.utc_offset))
        if self.tz is None:
            return Zone.fixed(8 * 3_600_000)
        if isinstance(self.tz, str):
            if self.tz in ("Z", "UTC") or self.tz.startswith(("+", "-", "UTC+", "UTC-")):
                return Zone.fixed(fixed_offset(self.tz, "tz"))
            return _named_zone(self.tz)
        if isinstance(self.tz, timezone):
            return Zone.fixed(fixed_offset(self.tz.utcoffset(None), "tz"))
        if isinstance(self.tz, tzinfo):
            # pytz has one tzinfo object for every offset of a zone; its name means all of them.
            name = getattr(self.tz, "zone", None)
            return _named_zone(name) if isinstance(name, str) else Zone.of(self.tz)
        raise InputError(f"tz={self.tz!r} is no time zone; give an IANA name, an offset or a tzinfo")

    @property
    def zone_name(self) -> str:
        """The zone as written in outputs: an IANA name or an offset."""
        return self._zone.name

    @property
    def is_fixed(self) -> bool:
        """Whether local time differs from world time by a constant."""
        return self._zone.is_fixed and self.solar == "civil"

    def describe(self) -> dict[str, str]:
        """Return the clock as text, for outputs that state their conventions."""
        text = {"tz": self.zone_name, "solar": self.solar, "day_start": self.day_start}
        if self.longitude is not None:
            text["longitude"] = f"{self.longitude:.12g}"
        return text

    # ------------------------------------------------------------ world time <-> this clock

    def axis_from_utc(self, utc_ms: Int64) -> Int64:
        """Return local milliseconds on the double-hour axis of world times."""
        return self._solar_shift(utc_ms) + utc_ms + AXIS_SHIFT

    def _solar_shift(self, utc_ms: Int64) -> Int64:
        """Local minus world time in milliseconds."""
        if self.solar == "civil":
            return self._zone.offsets(utc_ms)
        assert self.longitude is not None
        mean = np.int64(round(self.longitude * 240_000))
        if self.solar == "mean":
            return np.full(utc_ms.shape, mean)
        equation = sun.equation_of_time_seconds(timescales.tt_from_utc_ms(utc_ms))
        return mean + np.rint(np.asarray(equation) * 1000.0).astype(np.int64)

    def utc_from_axis(self, axis_ms: Int64) -> Int64:
        """Return world ms of local times: in a gap its first valid instant, in a fold the first of two."""
        local = axis_ms - AXIS_SHIFT
        if self.solar == "civil":
            return self._zone.first_instant(local)
        utc = local - self._solar_shift(local)
        if self.solar == "mean":
            return utc
        # The equation of time moves by less than 30 s a day: two steps reach the millisecond.
        for _ in range(2):
            utc = local - self._solar_shift(utc)
        # Whole milliseconds of the sun's clock are skipped now and then; never answer one too early.
        return utc + (self._solar_shift(utc) + utc < local)

    def utc_from_civil(
        self,
        local_ms: Int64,
        fold: int | None,
        argument: str = "times",
        second: NDArray[np.bool_] | None = None,
    ) -> Int64:
        """Return world ms of naive civil times; gaps and folds raise unless `fold` or `second` says which."""
        return self._zone.resolve(local_ms, fold, argument, second)

    def civil_text(self, utc_ms: int) -> str:
        """Return the civil ISO time with its offset, to the second or, where it has some, the millisecond."""
        return self.civil_texts(np.array([utc_ms], dtype=np.int64))[0]

    def civil_texts(self, utc_ms: Int64) -> list[str]:
        """Return the civil ISO times of a flat array, so exact that they read back as the same instants."""
        offsets = self._zone.offsets(utc_ms)
        seconds, fractions = np.divmod(utc_ms + offsets, 1000)
        suffix = {offset: format_offset(offset) for offset in np.unique(offsets).tolist()}
        return [
            text + (f".{fraction:03d}" if fraction else "") + suffix[offset]
            for text, fraction, offset in zip(iso_seconds(seconds), fractions.tolist(), offsets.tolist(), strict=True)
        ]

    def day_from_axis(self, axis_ms: Int64) -> Int64:
        """Return the day numbers (JDN + 49) of local times, turning at `day_start`."""
        return (axis_ms - self.day_shift) // DAY_MS

    @property
    def day_shift(self) -> int:
        """Milliseconds from the beginning of the 子 hour to the turn of the day."""
        return HOUR_MS // 2 if self.day_start == "00:00" else 0


def hour_starts(hours: Int64, clock: Clock) -> list[str]:
    """Return the civil ISO times at which double-hours begin under a clock: each its first valid instant."""
    return clock.civil_texts(clock.utc_from_axis(np.asarray(hours, dtype=np.int64).ravel() * HOUR_MS))


def check_span(start: int, stop: int, argument: str = "hours") -> None:
    """Raise RangeError unless every hour of [start, stop) lies in the years of the term table."""
    if start < stop and not FIRST_HOUR <= start < stop <= LAST_HOUR + 1:
        check_hours(np.array([start, stop - 1], dtype=np.int64), argument)


def check_hours(hours: Int64, argument: str = "hours") -> None:
    """Raise RangeError unless every hour lies in the years of the term table."""
    wrong = (hours < FIRST_HOUR) | (hours > LAST_HOUR)
    if wrong.any():
        where = np.flatnonzero(wrong.ravel())
        value = int(hours.ravel()[where[0]])
        first = "missing (NaT)" if value == np.iinfo(np.int64).min else str(value)
        raise RangeError(
            f"{argument}: {where.size} of {hours.size} hours are missing or outside the years "
            f"{terms.FIRST_YEAR}..{terms.LAST_YEAR} (hours {FIRST_HOUR}..{LAST_HOUR}); the first is {first} "
            f"at index {where[0]}",
            mask=wrong,
        )


def _named_zone(name: str) -> Zone:
    try:
        return Zone.of(ZoneInfo(name))
    except (KeyError, ValueError, OSError):
        known = available_timezones()
    if not known:
        raise UnknownNameError(f"tz={name!r} cannot be looked up: no time zone database here; install tzdata")
    error = unknown("tz", name, sorted(known))
    raise UnknownNameError(f"{error}; IANA names such as 'Asia/Shanghai' and offsets such as '+08:00' are allowed")


_DEFAULT = Clock()


def as_clock(clock: Any) -> Clock:
    """Return `clock`, or the default of +08:00 for None."""
    if clock is None:
        return _DEFAULT
    if isinstance(clock, Clock):
        return clock
    raise InputError(f"clock={clock!r} is no qimen.Clock")
