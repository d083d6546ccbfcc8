"""The four pillars of a moment.

The year turns at 立春 and the month at the twelve 节, by the instant (or, for whole double-hours, by the
double-hour that holds the instant); day and hour follow the local clock.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from .moments import day_of, day_of_hour, hour_of, start_of_hour, year_of
from .tables import BRANCHES, MONTH_OF_NODE, PILLARS, RAT_STEM, STEMS, TIGER_STEM


class Pillars(NamedTuple):
    """Year, month, day and hour pillar."""

    year: str
    month: str
    day: str
    hour: str


def pillars(
    moment: int,
    terms: Sequence[tuple[int, str]],
    day_start: str = "23:00",
    unit: str = "hour",
    term_switch: str = "instant",
) -> Pillars:
    """Four pillars of `moment`, a double-hour (`unit` "hour") or local milliseconds (`unit` "ms").

    `terms` is the sorted list of (local_ms, name) and must reach back to a 立春. `day_start` and
    `term_switch` concern milliseconds only: a whole 子 hour belongs to the new day and is compared by the
    double-hour.
    """
    if unit == "hour":
        hour, day = moment, day_of_hour(moment)
        passed = terms_begun_in_hour(terms, hour)
    elif unit == "ms":
        hour, day = hour_of(moment), day_of(moment, day_start)
        if term_switch == "instant":
            passed = terms_begun_at(terms, moment)
        elif term_switch == "hour":
            passed = terms_begun_in_hour(terms, hour)
        else:
            raise ValueError(f"term_switch must be instant or hour, not {term_switch!r}")
    else:
        raise ValueError(f"unit must be hour or ms, not {unit!r}")
    year = year_pillar(terms, passed)
    return Pillars(year, month_pillar(terms, passed, year), day_pillar(day), hour_pillar(hour))


def terms_begun_at(terms: Sequence[tuple[int, str]], local_ms: int) -> int:
    """How many terms of the list have begun at an instant, a term of the very instant included."""
    return bisect_right(terms, local_ms, key=lambda term: term[0])


def terms_begun_in_hour(terms: Sequence[tuple[int, str]], hour: int) -> int:
    """How many have begun by double-hours: one anywhere inside `hour` counts for the whole of it."""
    return bisect_left(terms, start_of_hour(hour + 1), key=lambda term: term[0])


def day_pillar(day: int) -> str:
    """Pillar of a day."""
    return PILLARS[day % 60]


def hour_pillar(hour: int) -> str:
    """Pillar of a double-hour by 五鼠遁.

    The stem is counted from the 子 hour of the day to which the hour itself belongs. In the late 子 of a day
    that turns at midnight that is the coming day, though the day pillar is still the old one.
    """
    stem_of_zi = STEMS.index(RAT_STEM[day_pillar(day_of_hour(hour))[0]])
    branch = hour % 12
    return STEMS[(stem_of_zi + branch) % 10] + BRANCHES[branch]


def year_pillar(terms: Sequence[tuple[int, str]], passed: int) -> str:
    """Pillar of the year that began with the last 立春 (AD 4 was 甲子)."""
    place = passed - 1
    while place >= 0 and terms[place][1] != "立春":
        place -= 1
    if place < 0:
        raise ValueError("the list of terms does not reach back to a 立春 before the moment asked for")
    return PILLARS[(year_of(terms[place][0]) - 4) % 60]


def month_pillar(terms: Sequence[tuple[int, str]], passed: int, year: str) -> str:
    """Pillar of the month that began with the last 节, its stem by 五虎遁 from the 寅 month of `year`."""
    place = passed - 1
    while terms[place][1] not in MONTH_OF_NODE:
        place -= 1
    branch = MONTH_OF_NODE[terms[place][1]]
    months_from_yin = (BRANCHES.index(branch) - BRANCHES.index("寅")) % 12
    return STEMS[(STEMS.index(TIGER_STEM[year[0]]) + months_from_yin) % 10] + branch
