"""Time scales: terrestrial time, civil world time, delta-T, and what they are uncertain by.

Civil world time, called `utc_ms` (int64 milliseconds since 1970-01-01T00:00, proleptic Gregorian), means

* before 1972-01-01: UT1 = TT - delta-T;
* from 1972-01-01 to the expiry of the leap second table: UTC by leap seconds;
* after that: TT - predicted delta-T.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .datafiles import frozen, provenance, read, read_json
from .errors import InputError, InputTypeError

J2000_UNIX_MS: Final = 946_728_000_000  # the label 2000-01-01T12:00:00 counted from 1970-01-01T00:00:00
DAY_MS: Final = 86_400_000
JULIAN_YEAR_MS: Final = 31_557_600_000  # 365.25 days
GREGORIAN_YEAR_MS: Final = 31_556_952_000  # 365.2425 days
TT_MINUS_TAI_MS: Final = 32_184


@dataclass(frozen=True, eq=False)
class _Leaps:
    """The UTC era: from each `tt_ms` (or `utc_ms`) on TT - UTC = `offset_ms`; the last only ends the era."""

    tt_ms: NDArray[np.int64]
    utc_ms: NDArray[np.int64]
    offset_ms: NDArray[np.int64]


@cache
def _leaps() -> _Leaps:
    table = read_json("leap_seconds.json")
    days = [day for day, _ in table["tai_minus_utc"]] + [table["expires"]]
    seconds = [s for _, s in table["tai_minus_utc"]]
    utc_ms = np.array(days, dtype="datetime64[ms]").astype(np.int64)
    offset_ms = np.array(seconds, dtype=np.int64) * 1000 + TT_MINUS_TAI_MS
    tt_ms = utc_ms - J2000_UNIX_MS + np.append(offset_ms, offset_ms[-1])
    return _Leaps(frozen(tt_ms), frozen(utc_ms), frozen(offset_ms))


@cache
def _delta_t_segments() -> NDArray[np.float64]:
    """Rows x0, x1, c3, c2, c1, c0 of the cubic pieces of delta-T, float64[6, n]."""
    table = np.frombuffer(read(provenance()["delta_t"]["file"]), dtype="<f8").reshape(-1, 6)
    return frozen(np.ascontiguousarray(table.T, dtype=np.float64))


def delta_t(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Seconds at Julian years x; the outermost pieces are the long-term parabola and go on for ever."""
    x0, x1, c3, c2, c1, c0 = _delta_t_segments()
    i = np.clip(np.searchsorted(x0, x, side="right") - 1, 0, len(x0) - 1)
    t = (x - x0[i]) / (x1[i] - x0[i])
    return np.asarray(((c3[i] * t + c2[i]) * t + c1[i]) * t + c0[i])


def delta_t_ms(tt_ms: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.rint(delta_t(2000.0 + tt_ms / JULIAN_YEAR_MS) * 1000.0).astype(np.int64)


def milliseconds(name: str, value: ArrayLike) -> NDArray[np.int64]:
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
    tt = milliseconds("tt_ms", tt_ms)
    leaps = _leaps()
    row = np.searchsorted(leaps.tt_ms, tt, side="right") - 1
    last = len(leaps.offset_ms) - 1
    inside = np.clip(row, 0, last)
    shown = tt + J2000_UNIX_MS
    utc = np.minimum(shown - leaps.offset_ms[inside], leaps.utc_ms[inside + 1] - 1)
    outside = (row < 0) | (row > last)
    if outside.any():
        ut1 = shown - delta_t_ms(tt)
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
    utc = milliseconds("utc_ms", utc_ms)
    leaps = _leaps()
    row = np.searchsorted(leaps.utc_ms, utc, side="right") - 1
    last = len(leaps.offset_ms) - 1
    label = utc - J2000_UNIX_MS
    tt = label + leaps.offset_ms[np.clip(row, 0, last)]
    outside = (row < 0) | (row > last)
    if outside.any():
        ut1 = label
        for _ in range(3):  # delta-T changes by less than 1e-6 s a second: 75 000 s, 75 ms, nothing
            ut1 = label + delta_t_ms(ut1)
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
        x = 2000.0 + milliseconds("tt_ms", tt_ms if tt_ms is not None else 0) / JULIAN_YEAR_MS
    else:
        x = np.asarray(year, dtype=np.float64)
    seconds = delta_t(x)
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
    utc = milliseconds("utc_ms", utc_ms)
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
