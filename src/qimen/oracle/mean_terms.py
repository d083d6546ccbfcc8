"""The mean terms and mean new moons of 景祐, in the book's own integers.

Source: 景祐遁甲符应经纂, 释求天正冬至日辰, 释诸求发敛加时, 释求天正十一月经朔日辰. A day has 10500 parts
(日法), a year 3835068 (岁实), a month 310071 and 24 hundredths (朔实). Counted from the book's epoch the
number of whole days, taken modulo 60 from 甲子, is the day's pillar. The double-hours are those of the
author's clock: local already, no zone.
"""

from __future__ import annotations

from dataclasses import dataclass

from .moments import DAY_LESS_JDN, DAY_OF_1970, MS_OF_DAY
from .tables import BRANCHES, PILLARS, TERMS

#: Years from the epoch to 景祐元年, 甲戌, which is 1034.
YEARS_TO_1034 = 10_154_950
PARTS_OF_DAY = 10_500
PARTS_OF_YEAR = 3_835_068
#: A twenty-fourth of the year is 159794 parts and a half, so terms are counted in half parts.
HALF_PARTS_OF_DAY = 2 * PARTS_OF_DAY
HALF_PARTS_OF_TERM = PARTS_OF_YEAR // 12
#: The month in hundredths of a part.
HUNDREDTHS_OF_DAY = 100 * PARTS_OF_DAY
HUNDREDTHS_OF_MONTH = 31_007_124
#: Whole days from the book's epoch to the beginning of the Julian day count.
EPOCH_JDN = -3_706_941_649


@dataclass(frozen=True)
class MeanTerm:
    """A mean term: its name, the day (as in `moments`), and the rest of the day in half parts."""

    name: str
    epoch_days: int
    rest_half_parts: int

    @property
    def jdn(self) -> int:
        """Julian day number of the civil day."""
        return self.epoch_days + EPOCH_JDN

    @property
    def day(self) -> int:
        """Number of the civil day, midnight to midnight."""
        return self.jdn + DAY_LESS_JDN

    @property
    def day_pillar(self) -> str:
        """Pillar of the day, by the book's own remainder of sixty."""
        return PILLARS[self.epoch_days % 60]

    @property
    def double_hour(self) -> tuple[int, int, int]:
        """(double-hour from 0 子 to 12, ke, half parts left): 释诸求发敛加时.

        Half a double-hour is added first because 子 straddles midnight; 12 is the late 子, after 23:00.
        """
        moved = self.rest_half_parts + 875
        hours, rest = divmod(moved, 2 * 875)
        ke, half_parts = divmod(rest, 2 * 105)
        return hours, ke, half_parts

    @property
    def branch(self) -> str:
        """Branch of the double-hour."""
        return BRANCHES[self.double_hour[0] % 12]

    @property
    def local_ms(self) -> int:
        """Local milliseconds since 1970, the fraction dropped (which never crosses a double-hour)."""
        midnight = (self.day - DAY_OF_1970) * MS_OF_DAY
        return midnight + self.rest_half_parts * MS_OF_DAY // HALF_PARTS_OF_DAY


def mean_term(year: int, number: int) -> MeanTerm:
    """Term `number` counted from 0, the 冬至 in December before `year`; 24 is the next 冬至."""
    years = YEARS_TO_1034 + (year - 1034)
    half_parts = 2 * years * PARTS_OF_YEAR + number * HALF_PARTS_OF_TERM
    days, rest = divmod(half_parts, HALF_PARTS_OF_DAY)
    return MeanTerm(TERMS[number % 24], days, rest)


def jingyou_terms(first_year: int, last_year: int) -> list[tuple[int, str]]:
    """(local_ms, name) of the terms from the 冬至 before `first_year` to the 大雪 of `last_year`."""
    terms: list[tuple[int, str]] = []
    for year in range(first_year, last_year + 1):
        for number in range(24):
            term = mean_term(year, number)
            terms.append((term.local_ms, term.name))
    return terms


def mean_new_moon(year: int, number: int = 0) -> tuple[int, int]:
    """(epoch days, hundredths of a part) of a mean new moon.

    Number 0 opens the eleventh month: it is the last one not after the 冬至 before `year`. Whole months
    follow. The shift of a late new moon to the next day (进退) is left out, as the book states no rule for
    it.
    """
    years = YEARS_TO_1034 + (year - 1034)
    hundredths = 100 * years * PARTS_OF_YEAR
    hundredths -= hundredths % HUNDREDTHS_OF_MONTH
    hundredths += number * HUNDREDTHS_OF_MONTH
    return divmod(hundredths, HUNDREDTHS_OF_DAY)
