"""景祐's mean terms and mean new moons, in the book's own integers.

Source: 景祐 求天正冬至, 发敛加时, 经朔. 积年 counts from the superior epoch; 10500 parts make a day (日法),
875 a double-hour (辰法), 105 a 刻.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Int64 = NDArray[np.int64]

DAY_PARTS = 10_500
HOUR_PARTS = 875
KE_PARTS = 105
YEAR_PARTS = 3_835_068  # 岁实
MOON_PARTS = 31_007_124  # 朔实, in hundredths of a part
#: 积年 at 景祐元年 (1034).
EPOCH_YEARS = 10_154_950
EPOCH_YEAR = 1034
#: JDN is the count of days since the epoch less this.
JDN_SHIFT = 3_706_941_649
#: Day numbers (JDN + 49) of this package.
DAY_SHIFT = JDN_SHIFT - 49


class MeanTerm(NamedTuple):
    """One 气: its day number, the rest of the day in half parts (21000 a day), and 发敛加时."""

    day: int
    half_parts: int
    branch: int
    ke: int
    fen: int


def term_half_parts(number: Int64) -> Int64:
    """Half parts since the book's epoch of the term with this number (0 = 冬至 of December 1983).

    24 terms make a 岁实; one term is 319589 half parts.
    """
    years = EPOCH_YEARS + (1984 - EPOCH_YEAR)
    return years * (2 * YEAR_PARTS) + number * (2 * YEAR_PARTS // 24)


def mean_term(year: int, term: int) -> MeanTerm:
    """Return mean term `term` (code from 冬至) after the 冬至 that opens `year` (the December before)."""
    total = int(term_half_parts(np.int64((year - 1984) * 24 + term)))  # type: ignore[arg-type]  # a scalar goes as well
    day, rest = divmod(total, 2 * DAY_PARTS)
    # 发敛加时: half a 辰法 is added, so that the double-hour is counted from its middle.
    branch, left = divmod(rest + HOUR_PARTS, 2 * HOUR_PARTS)
    ke, fen = divmod(left, 2 * KE_PARTS)
    return MeanTerm(day - DAY_SHIFT, rest, branch, ke, fen)


def mean_new_moon_before(year: int) -> tuple[int, int]:
    """Return (day number, hundredths of a part) of the 天正经朔 of `year`: the new moon up to its 冬至."""
    total = (EPOCH_YEARS + year - EPOCH_YEAR) * YEAR_PARTS * 100
    total -= total % MOON_PARTS
    day, rest = divmod(total, DAY_PARTS * 100)
    return day - DAY_SHIFT, rest


def axis_ms(first_year: int, last_year: int) -> tuple[Int64, int]:
    """Return (axis milliseconds, number of the first) of all terms from the 冬至 opening first_year.

    The book's times are local; a fraction of a millisecond is cut off, which no 刻 can see. Midnight is
    3600 s into the 子 hour of the axis.
    """
    first = (first_year - 1984) * 24
    number = np.arange(first, (last_year + 1 - 1984) * 24, dtype=np.int64)
    total = term_half_parts(number)
    day, rest = np.divmod(total, 2 * DAY_PARTS)
    return (day - DAY_SHIFT) * 86_400_000 + rest * 86_400_000 // (2 * DAY_PARTS) + 3_600_000, first


def new_moon_days(first_year: int, last_year: int) -> Int64:
    """Return the day numbers of the mean new moons (经朔) from before first_year to after last_year."""
    total = (EPOCH_YEARS + first_year - EPOCH_YEAR) * YEAR_PARTS * 100
    # Exact integers of some 4e15: they stay well inside int64.
    start = total - total % MOON_PARTS
    count = (last_year + 2 - first_year) * 13
    moons = start + np.arange(count, dtype=np.int64) * MOON_PARTS
    return moons // (DAY_PARTS * 100) - DAY_SHIFT
