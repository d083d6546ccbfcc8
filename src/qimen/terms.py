"""The 24 solar terms and the new moons.

Instants are kept in terrestrial time (TT), as int64 milliseconds since J2000.0 (2000-01-01T12:00:00 TT),
because TT is what an ephemeris gives and never has to be revised. Civil time is derived from it (`timescales`)
with a separate table of delta-T and the leap seconds; both may be replaced without touching the instants.
`tools/build_terms.py` makes all the data, and `data/provenance.json` says from what.

Data are read on first use (about 20 ms). Every array handed out is read-only and shared.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from .datafiles import frozen, provenance, unpack
from .errors import InputError, InputTypeError, RangeError
from .timescales import utc_ms_from_tt

FIRST_YEAR: Final = -2999
LAST_YEAR: Final = 2998
UTC8_MS: Final = 28_800_000


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
        return frozen(((np.arange(len(self.tt_ms)) + self.first_term) % 24).astype(np.uint8))


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
    return TermTable(unpack("terms"), int(provenance()["terms"]["first_term"]))


@cache
def new_moons() -> NDArray[np.int64]:
    """Return the new moons: geocentric apparent conjunctions in longitude.

    Returns
    -------
    int64[M]
        Milliseconds of TT since J2000.0, strictly ascending, read-only, over the span of `term_table`.
    """
    return unpack("new_moons")


@cache
def term_utc_ms() -> NDArray[np.int64]:
    """Return the rows of `term_table` in civil world time: int64[N] ms since 1970, ascending, read-only."""
    return frozen(np.asarray(utc_ms_from_tt(term_table().tt_ms)))


@cache
def new_moon_utc_ms() -> NDArray[np.int64]:
    """Return `new_moons` in civil world time: int64[M] ms since 1970, ascending, read-only."""
    return frozen(np.asarray(utc_ms_from_tt(new_moons())))


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
