"""The 24 solar terms and the new moons, and the time scales they need.

Instants are kept in terrestrial time (TT), as int64 milliseconds since J2000.0 (2000-01-01T12:00:00 TT),
because TT is what an ephemeris gives and never has to be revised. Civil time is derived from it with a
separate table of delta-T and the leap seconds; both may be replaced without touching the instants.
`tools/build_terms.py` makes all the data, and `data/provenance.json` says from what.

Civil world time, called `utc_ms` here (int64 milliseconds since 1970-01-01T00:00, proleptic Gregorian), means

* before 1972-01-01: UT1 = TT - delta-T;
* from 1972-01-01 to the expiry of the leap second table: UTC by leap seconds;
* after that: TT - predicted delta-T.

Data are read on first use (about 20 ms). Every array handed out is read-only and shared.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final, SupportsIndex, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import InputError, InputTypeError, RangeError

__all__ = [
    "FIRST_YEAR",
    "LAST_YEAR",
    "TermTable",
    "delta_t_seconds",
    "equation_of_time_seconds",
    "new_moon_utc_ms",
    "new_moons",
    "provenance",
    "solar_longitude",
    "term_instants",
    "term_table",
    "term_utc_ms",
    "tt_from_utc_ms",
    "uncertainty_seconds",
    "utc_ms_from_tt",
]

FIRST_YEAR: Final = -2999
LAST_YEAR: Final = 2998

J2000_UNIX_MS: Final = 946_728_000_000  # the label 2000-01-01T12:00:00 counted from 1970-01-01T00:00:00
DAY_MS: Final = 86_400_000
JULIAN_YEAR_MS: Final = 31_557_600_000  # 365.25 days
GREGORIAN_YEAR_MS: Final = 31_556_952_000  # 365.2425 days
TT_MINUS_TAI_MS: Final = 32_184
UTC8_MS: Final = 28_800_000


# --- the data -----------------------------------------------------------------------------------------------


def _read(name: str) -> bytes:
    from importlib.resources import files  # 10 ms of imports, so not at import of the package

    return (files("qimen") / "data" / name).read_bytes()


def _read_json(name: str) -> dict[str, Any]:
    import json

    content: dict[str, Any] = json.loads(_read(name))
    return content


@cache
def provenance() -> dict[str, Any]:
    """Return where the data come from: sources, versions, checksums, layout, accuracy by era.

    Returns
    -------
    dict
        The content of `data/provenance.json`. Shared: do not change it.
    """
    return _read_json("provenance.json")


def _unpack(name: str) -> NDArray[np.int64]:
    """tt_ms of the table `name`: a straight line through the index plus an int32 residual."""
    about = provenance()[name]
    residual = np.frombuffer(_read(about["file"]), dtype="<i4")
    tt_ms = np.arange(len(residual), dtype=np.int64)
    tt_ms *= about["step_us"]
    tt_ms //= 1000
    tt_ms += about["origin_ms"]
    tt_ms += residual
    return _frozen(tt_ms)


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


@dataclass(frozen=True, eq=False)
class TermTable:
    """The term instants in time order.

    Attributes
    ----------
    tt_ms : int64[N]
        Milliseconds of TT since J2000.0, strictly ascending, read-only.
    first_term : int
        Term code (0 冬至, 1 小寒 ... 23 大雪) of row 0; the codes of the rows after it follow in order.
    """

    tt_ms: NDArray[np.int64]
    first_term: int

    def __len__(self) -> int:
        return len(self.tt_ms)

    @cached_property
    def term(self) -> NDArray[np.uint8]:
        """Term code of every row, uint8[N], read-only."""
        return _frozen(((np.arange(len(self.tt_ms)) + self.first_term) % 24).astype(np.uint8))


@cache
def term_table() -> TermTable:
    """Return the stored solar terms, some beyond each end of the years FIRST_YEAR .. LAST_YEAR.

    The instants at which the sun's apparent geocentric longitude of date is a multiple of 15 degrees.

    Returns
    -------
    TermTable
        One shared object of 143 981 rows, from 小雪 of the year -3000 to 大寒 of the year 3000.

    Notes
    -----
    JPL DE440 for 1551-2649 and DE422 outside, IAU 2006 precession, IAU 2000A nutation; see
    `uncertainty_seconds` for what they are worth.
    """
    return TermTable(_unpack("terms"), int(provenance()["terms"]["first_term"]))


@cache
def new_moons() -> NDArray[np.int64]:
    """Return the new moons: geocentric apparent conjunctions in longitude.

    Returns
    -------
    int64[M]
        Milliseconds of TT since J2000.0, strictly ascending, read-only, over the span of `term_table`.
    """
    return _unpack("new_moons")


@cache
def term_utc_ms() -> NDArray[np.int64]:
    """Return the rows of `term_table` in civil world time: int64[N] ms since 1970, ascending, read-only."""
    return _frozen(np.asarray(utc_ms_from_tt(term_table().tt_ms)))


@cache
def new_moon_utc_ms() -> NDArray[np.int64]:
    """Return `new_moons` in civil world time: int64[M] ms since 1970, ascending, read-only."""
    return _frozen(np.asarray(utc_ms_from_tt(new_moons())))


def term_instants(
    first_year: SupportsIndex, last_year: SupportsIndex
) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.int64]]:
    """Return the 24 terms of every year from `first_year` to `last_year`, both included.

    Parameters
    ----------
    first_year, last_year : int
        Gregorian years at UTC+8 in astronomical numbering (0 is 1 BC), both within FIRST_YEAR .. LAST_YEAR.

    Returns
    -------
    year : int32[24 * n]
    term : uint8[24 * n]
        0 冬至 .. 23 大雪. Rows are in time order, so a year begins with 小寒 (1) and ends with 冬至 (0).
    tt_ms : int64[24 * n]
        Milliseconds of TT since J2000.0; a read-only view of the table.

    Raises
    ------
    RangeError
        If a year lies outside FIRST_YEAR .. LAST_YEAR.
    InputError
        If `first_year` is later than `last_year`.
    InputTypeError
        If a year is not an integer.

    Examples
    --------
    >>> year, term, tt_ms = term_instants(2024, 2024)
    >>> int(term[2]), str(np.datetime64(int(utc_ms_from_tt(tt_ms)[2]), "ms"))  # 立春, world time
    (3, '2024-02-04T08:27:07.593')
    """
    first, last = _year("first_year", first_year), _year("last_year", last_year)
    if first > last:
        raise InputError(f"first_year={first} is later than last_year={last}")
    # In the Gregorian calendar 小寒 stays the first and 冬至 the last term of the year over the whole table
    # (the tests look at every row), so the place of a year is plain arithmetic.
    table = term_table()
    start = (1 - table.first_term) % 24 + 24 * (first - FIRST_YEAR)
    count = last - first + 1
    year = np.repeat(np.arange(first, last + 1, dtype=np.int32), 24)
    return year, table.term[start : start + 24 * count], table.tt_ms[start : start + 24 * count]


def _year(name: str, value: SupportsIndex) -> int:
    try:
        year = operator.index(value)
    except TypeError:
        raise InputTypeError(f"{name}={value!r} is not an integer year") from None
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise RangeError(f"{name}={year} is outside the years {FIRST_YEAR}..{LAST_YEAR} of the term table")
    return year


# --- time scales --------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Leaps:
    """The UTC era: from each `tt_ms` (or `utc_ms`) on TT - UTC = `offset_ms`; the last only ends the era."""

    tt_ms: NDArray[np.int64]
    utc_ms: NDArray[np.int64]
    offset_ms: NDArray[np.int64]


@cache
def _leaps() -> _Leaps:
    table = _read_json("leap_seconds.json")
    days = [day for day, _ in table["tai_minus_utc"]] + [table["expires"]]
    seconds = [s for _, s in table["tai_minus_utc"]]
    utc_ms = np.array(days, dtype="datetime64[ms]").astype(np.int64)
    offset_ms = np.array(seconds, dtype=np.int64) * 1000 + TT_MINUS_TAI_MS
    tt_ms = utc_ms - J2000_UNIX_MS + np.append(offset_ms, offset_ms[-1])
    return _Leaps(_frozen(tt_ms), _frozen(utc_ms), _frozen(offset_ms))


@cache
def _delta_t_segments() -> NDArray[np.float64]:
    """Rows x0, x1, c3, c2, c1, c0 of the cubic pieces of delta-T, float64[6, n]."""
    table = np.frombuffer(_read(provenance()["delta_t"]["file"]), dtype="<f8").reshape(-1, 6)
    return _frozen(np.ascontiguousarray(table.T, dtype=np.float64))


def _delta_t(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Seconds at Julian years x; the outermost pieces are the long-term parabola and go on for ever."""
    x0, x1, c3, c2, c1, c0 = _delta_t_segments()
    i = np.clip(np.searchsorted(x0, x, side="right") - 1, 0, len(x0) - 1)
    t = (x - x0[i]) / (x1[i] - x0[i])
    return np.asarray(((c3[i] * t + c2[i]) * t + c1[i]) * t + c0[i])


def _delta_t_ms(tt_ms: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.rint(_delta_t(2000.0 + tt_ms / JULIAN_YEAR_MS) * 1000.0).astype(np.int64)


def _milliseconds(name: str, value: ArrayLike) -> NDArray[np.int64]:
    array = np.asarray(value)
    if array.dtype.kind not in "iu" and array.size:
        raise InputTypeError(f"{name} must be integers (milliseconds), not {array.dtype}")
    return array.astype(np.int64, copy=False)


@overload
def utc_ms_from_tt(tt_ms: int | np.integer[Any]) -> int: ...
@overload
def utc_ms_from_tt(tt_ms: NDArray[Any] | list[int]) -> NDArray[np.int64]: ...
def utc_ms_from_tt(tt_ms: ArrayLike) -> Any:
    """Return civil world time of an instant of TT.

    Parameters
    ----------
    tt_ms : int or int array of any shape
        Milliseconds of TT since J2000.0.

    Returns
    -------
    int or int64 array of the same shape
        Milliseconds since 1970-01-01T00:00, proleptic Gregorian: UT1 before 1972, UTC by leap seconds until
        the table expires, TT - predicted delta-T after it. Never decreases. During a leap second it stands
        at 23:59:59.999; where the scales meet it stands for 39 ms (end of 1971) and skips 0.1 s (expiry of
        the leap seconds).

    Raises
    ------
    InputTypeError
        If `tt_ms` are not integers.

    Examples
    --------
    >>> utc_ms_from_tt(0)  # 2000-01-01T11:58:55.816
    946727935816
    """
    tt = _milliseconds("tt_ms", tt_ms)
    leaps = _leaps()
    row = np.searchsorted(leaps.tt_ms, tt, side="right") - 1
    last = len(leaps.offset_ms) - 1
    inside = np.clip(row, 0, last)
    shown = tt + J2000_UNIX_MS
    utc = np.minimum(shown - leaps.offset_ms[inside], leaps.utc_ms[inside + 1] - 1)
    outside = (row < 0) | (row > last)
    if outside.any():
        ut1 = shown - _delta_t_ms(tt)
        ut1 = np.where(row < 0, np.minimum(ut1, leaps.utc_ms[0] - 1), np.maximum(ut1, leaps.utc_ms[-1]))
        utc = np.where(outside, ut1, utc)
    return utc if tt.ndim else int(utc)


@overload
def tt_from_utc_ms(utc_ms: int | np.integer[Any]) -> int: ...
@overload
def tt_from_utc_ms(utc_ms: NDArray[Any] | list[int]) -> NDArray[np.int64]: ...
def tt_from_utc_ms(utc_ms: ArrayLike) -> Any:
    """Return TT of an instant of civil world time, the inverse of `utc_ms_from_tt`.

    Parameters
    ----------
    utc_ms : int or int array of any shape
        Milliseconds since 1970-01-01T00:00, proleptic Gregorian.

    Returns
    -------
    int or int64 array of the same shape
        Milliseconds of TT since J2000.0. Never decreases. Exact from 1972 to the expiry of the leap seconds,
        elsewhere to the millisecond; civil times skipped where the scales meet give the instant of the
        meeting.

    Raises
    ------
    InputTypeError
        If `utc_ms` are not integers.
    """
    utc = _milliseconds("utc_ms", utc_ms)
    leaps = _leaps()
    row = np.searchsorted(leaps.utc_ms, utc, side="right") - 1
    last = len(leaps.offset_ms) - 1
    label = utc - J2000_UNIX_MS
    tt = label + leaps.offset_ms[np.clip(row, 0, last)]
    outside = (row < 0) | (row > last)
    if outside.any():
        ut1 = label
        for _ in range(3):  # delta-T changes by less than 1e-6 s a second: 75 000 s, 75 ms, nothing
            ut1 = label + _delta_t_ms(ut1)
        ut1 = np.where(row < 0, np.minimum(ut1, leaps.tt_ms[0]), np.maximum(ut1, leaps.tt_ms[-1]))
        tt = np.where(outside, ut1, tt)
    return tt if utc.ndim else int(tt)


def delta_t_seconds(tt_ms: ArrayLike | None = None, *, year: ArrayLike | None = None) -> Any:
    """Return delta-T = TT - UT1.

    Parameters
    ----------
    tt_ms : int or array, optional
        Milliseconds of TT since J2000.0.
    year : float or array, keyword only, optional
        Julian years of TT instead (2000.0 is J2000.0). Give exactly one of the two.

    Returns
    -------
    float or float64 array of the same shape
        Seconds. Outside the table the long-term parabola goes on.

    Raises
    ------
    InputError
        If neither or both are given.

    Notes
    -----
    Stephenson, Morrison and Hohenkerk 2016 with the 2020 addendum (from -720), led over 800 years into
    their long-term parabola at both ends; IERS values from 1973 until the prediction begins. Continuous to
    1 ms.

    Examples
    --------
    >>> round(delta_t_seconds(year=1900.0), 1)
    -2.0
    """
    if (tt_ms is None) == (year is None):
        raise InputError("give exactly one of tt_ms and year")
    if year is None:
        x = 2000.0 + _milliseconds("tt_ms", tt_ms if tt_ms is not None else 0) / JULIAN_YEAR_MS
    else:
        x = np.asarray(year, dtype=np.float64)
    seconds = _delta_t(x)
    return seconds if seconds.ndim else float(seconds)


# The instants in TT, (year, seconds): against an independent JPL computation where there is one, else the
# spread of ephemerides and of precession models. The last figure is an extrapolation of the ones before it.
_TT_UNCERTAINTY: Final = (
    (-3000.0, 400.0),
    (-2000.0, 150.0),
    (-1000.0, 50.0),
    (-720.0, 25.0),
    (0.0, 5.0),
    (999.9, 5.0),
    (1000.0, 1.0),
    (1599.9, 1.0),
    (1600.0, 0.05),
    (2649.9, 0.05),
    (2650.0, 1.0),
    (3000.0, 1.0),
)
# Standard error of delta-T (Espenak and Meeus, Five Millennium Canon, "Uncertainty in delta-T"): 0.8 t^2, t
# centuries from 1820, for -1000..1200 (Morrison and Stephenson 2004); 20 s for the decade fluctuations of
# 1300-1600; then Stephenson and Houlden 1986. Before -1000 the Brownian model of Huber 2000 counted from
# -500, tabulated.
_DELTA_T_UNCERTAINTY: Final = (
    (-3000.0, 8978.0),
    (-2500.0, 6094.0),
    (-2000.0, 3733.0),
    (-1500.0, 1900.0),
    (-1000.0, 636.0),
    (-500.0, 431.0),
    (0.0, 265.0),
    (500.0, 139.0),
    (1000.0, 54.0),
    (1200.0, 31.0),
    (1300.0, 20.0),
    (1600.0, 20.0),
    (1700.0, 5.0),
    (1800.0, 1.0),
    (1900.0, 0.1),
    (1955.0, 0.03),
    (1972.0, 0.01),
)


def uncertainty_seconds(utc_ms: ArrayLike) -> Any:
    """Return the stated uncertainty of a term's civil instant.

    Parameters
    ----------
    utc_ms : int or int array of any shape
        Civil world time, milliseconds since 1970.

    Returns
    -------
    float or float64 array of the same shape
        Seconds, positive.

    Raises
    ------
    InputTypeError
        If `utc_ms` are not integers.

    Notes
    -----
    The root of the sum of squares of two parts, each linear between a few years of a table above this
    function: the instant in TT (0.05 s in 1600-2650, 1 s in 1000-3000, 5 s in 0-1000, 25 s at -720, 50 s at
    -1000, 150 s at -2000) and delta-T. From 1972 until the leap second table expires delta-T does not
    enter. After it, N years on, delta-T has the error 0.36525 N sqrt(N Q / 3 (1 + N / M)), Q = 0.058 ms^2 a
    year, M = 2500 (Huber 2000), and 0.9 s are added because UTC may differ so much from UT1. What clocks of
    the time were set to is another matter.
    """
    utc = _milliseconds("utc_ms", utc_ms)
    year = 1970.0 + utc / GREGORIAN_YEAR_MS
    instant = np.interp(year, *np.array(_TT_UNCERTAINTY).T)
    delta_t = np.interp(year, *np.array(_DELTA_T_UNCERTAINTY).T)
    leaps = _leaps()
    ahead = np.maximum(utc - leaps.utc_ms[-1], 0) / GREGORIAN_YEAR_MS
    predicted = 0.9 + 0.36525 * ahead * np.sqrt(ahead * 0.058 / 3.0 * (1.0 + ahead / 2500.0))
    delta_t = np.where(utc >= leaps.utc_ms[0], 0.0, delta_t)
    delta_t = np.where(utc >= leaps.utc_ms[-1], predicted, delta_t)
    total = np.hypot(instant, delta_t)
    return total if total.ndim else float(total)


# --- the sun between the terms ------------------------------------------------------------------------------


def _lunar_inequality(tt_ms: NDArray[np.int64]) -> NDArray[np.float64]:
    """The monthly swing of the sun's longitude, degrees.

    The earth swings about its barycentre with the moon in 29.5 days, which samples 15 days apart cannot
    carry.
    """
    c = tt_ms / (100.0 * JULIAN_YEAR_MS)
    elongation = np.radians(297.85019 + 445267.11140 * c - 0.00188 * c * c)
    return np.asarray(6.454 / 3600.0 * np.sin(elongation))


def solar_longitude(tt_ms: ArrayLike) -> Any:
    """Return the apparent geocentric longitude of the sun, true equinox of date.

    Parameters
    ----------
    tt_ms : int or int array of any shape
        Milliseconds of TT since J2000.0, within the term table.

    Returns
    -------
    float or float64 array of the same shape
        Degrees, 0 <= value < 360; at a term exactly its multiple of 15.

    Raises
    ------
    RangeError
        If an instant lies outside the term table; `mask` marks which.
    InputTypeError
        If `tt_ms` are not integers.

    Notes
    -----
    Lagrange interpolation through the six nearest terms, with the monthly inequality taken out before and
    put back after. Within 1.2" of the ephemeris: 30 s of the sun's motion, 0.08 s of right ascension.
    """
    tt = _milliseconds("tt_ms", tt_ms)
    table = term_table()
    nodes = table.tt_ms
    outside = (tt < nodes[0]) | (tt > nodes[-1])
    if outside.any():
        raise RangeError(
            f"tt_ms: {np.count_nonzero(outside)} of {tt.size} instants lie outside the term table "
            f"(years {FIRST_YEAR}..{LAST_YEAR})",
            mask=outside,
        )
    start = np.clip(np.searchsorted(nodes, tt, side="right") - 3, 0, len(nodes) - 6)
    six = start[..., np.newaxis] + np.arange(6)
    place = nodes[six]
    value = 15.0 * np.arange(6) - _lunar_inequality(place)
    offset = (place - tt[..., np.newaxis]) / DAY_MS
    longitude = _lunar_inequality(tt)
    for j in range(6):
        weight = np.ones(tt.shape)
        for i in range(6):
            if i != j:
                weight = weight * (offset[..., i] / (offset[..., i] - offset[..., j]))
        longitude = longitude + weight * value[..., j]
    # Row 0 has the code first_term, and code 0 (冬至) is 270 degrees.
    longitude = np.asarray((longitude + 15.0 * ((start + table.first_term) % 24) + 270.0) % 360.0)
    return longitude if tt.ndim else float(longitude)


def equation_of_time_seconds(tt_ms: ArrayLike) -> Any:
    """Return the equation of time: apparent minus mean solar time.

    Add it to local mean time (UT1 + longitude / 15) to get the hour angle of the true sun plus 12 h: what a
    sundial shows.

    Parameters
    ----------
    tt_ms : int or int array of any shape
        Milliseconds of TT since J2000.0, within the term table.

    Returns
    -------
    float or float64 array of the same shape
        Seconds, within about -1200 .. 1200.

    Raises
    ------
    RangeError
        If an instant lies outside the term table; `mask` marks which.
    InputTypeError
        If `tt_ms` are not integers.

    Notes
    -----
    Greenwich apparent sidereal time less the right ascension of the sun less UT1, that is

        E = ERA(UT1) - UT1 + p(TT) + dpsi cos(eps) - alpha

    with the earth rotation angle of IAU 2000, the polynomial p of IAU 2006 sidereal time, mean obliquity of
    IAU 2006 and the four largest terms of nutation (Meeus, chapter 22); alpha follows from
    `solar_longitude`. The mean sun is the one that UT1 defines. The textbook formula (Meeus 28.1) takes the
    mean longitude at TT instead and so differs by 0.0027379 delta-T: 0.16 s in 1992, 0.3 s in 1600, 2
    minutes in -2000. Within 0.1 s of the full computation over 1600-2600 and 0.3 s over -3000..3000, given
    delta-T. (UT1 differs from UTC by up to 0.9 s.)
    """
    tt = _milliseconds("tt_ms", tt_ms)
    longitude = np.radians(solar_longitude(tt))
    days = tt / DAY_MS
    c = days / 36525.0

    # Nutation, Meeus chapter 22: node, mean longitudes of sun and moon.
    node = np.radians(125.04452 - 1934.136261 * c + 0.0020708 * c * c)
    sun = np.radians(280.4665 + 36000.7698 * c)
    moon = np.radians(218.3165 + 481267.8813 * c)
    psi = -17.20 * np.sin(node) - 1.32 * np.sin(2 * sun) - 0.23 * np.sin(2 * moon) + 0.21 * np.sin(2 * node)
    eps = 9.20 * np.cos(node) + 0.57 * np.cos(2 * sun) + 0.10 * np.cos(2 * moon) - 0.09 * np.cos(2 * node)
    mean = np.polyval((-4.34e-8, -5.76e-7, 0.00200340, -0.0001831, -46.836769, 84381.406), c)
    obliquity = np.radians((mean + eps) / 3600.0)

    alpha = np.arctan2(np.cos(obliquity) * np.sin(longitude), np.cos(longitude))
    precession = np.polyval((-3.68e-8, -2.9956e-5, -4.4e-7, 1.3915817, 4612.156534, 0.014506), c)
    ut1_days = days - _delta_t(2000.0 + tt / JULIAN_YEAR_MS) / 86400.0
    # ERA less the whole turns of UT1: 360 (0.779... + 0.00273... D), D in UT1 days from 2000-01-01T12:00 UT1.
    turns = 0.7790572732640 + 0.00273781191135448 * ut1_days
    degrees = 360.0 * turns + (precession + psi * np.cos(obliquity)) / 3600.0 - np.degrees(alpha)
    seconds = np.asarray(((degrees + 180.0) % 360.0 - 180.0) * 240.0)
    return seconds if tt.ndim else float(seconds)
