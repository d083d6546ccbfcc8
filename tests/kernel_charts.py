"""Where a row of the catalogue holds, as the kernel has it: shared by the tests of the catalogue.

The twin of `oracle_charts`: the same questions, put to `qimen.match`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import qimen
from bookboards import Chart
from qimen.names import DUN, PILLARS, STEMS, TERMS, YUAN

#: A preset of each plate doctrine; in all of them a pillar of 甲 stands for the yi of its own xun.
SCHOOL_OF = {"kun-gen": "baojian", "kun": "chaibu", "none": "tao"}

JU = [f"{dun}{ju}" for dun in DUN for ju in range(1, 10)]
CHARTS = np.arange(1080, dtype=np.uint16)
NAMES = [(ju, hour) for ju in JU for hour in PILLARS]

#: Twenty years of double-hours: every term has every yuan in every ju that it can have.
SPAN = ("1984-01-01", "2004-01-01")

STEM_PHASE = dict(zip(STEMS, "木木火火土土金金水水", strict=True))
GENERATES = dict(zip("木火土金水", "火土金水木", strict=True))
CONTROLS = dict(zip("木土水火金", "土水火金木", strict=True))

Hits = dict[tuple[str, str], set[int]]


def stem_after(stem: str, steps: int) -> str:
    """The stem so many steps on in the ring of ten (back where negative)."""
    return STEMS[(STEMS.index(stem) + steps) % 10]


def palaces_of(mask: int) -> set[int]:
    """Palaces of a mask; 0 is the hour as a whole."""
    return {bit for bit in range(10) if mask >> bit & 1}


@cache
def charts(lodging: str = "kun-gen") -> dict[tuple[str, str], Chart]:
    """Every chart by (ju, hour)."""
    return {(ju, hour): Chart(ju[0], int(ju[1]), hour, SCHOOL_OF[lodging]) for ju in JU for hour in PILLARS}


def known_pillars(values: Mapping[str, str]) -> dict[str, Any]:
    """Pillars in characters as `qimen.match` takes them."""
    return {role: np.uint8(PILLARS.index(pillar)) for role, pillar in values.items()}


@cache
def _hits(row: str | qimen.Pattern, lodging: str, known: tuple[tuple[str, str], ...]) -> Hits:
    masks = qimen.match(CHARTS, row, SCHOOL_OF[lodging], **known_pillars(dict(known)))
    return {name: palaces_of(mask) for name, mask in zip(NAMES, masks.tolist(), strict=True) if mask}


def hits(row: str, lodging: str = "kun-gen", **known: str) -> Hits:
    """(ju, hour) -> palaces, over the charts in which a row (or a `where`) holds; `known` are pillars."""
    return _hits(row, lodging, tuple(sorted(known.items())))


def rule_hits(rule: str, lodging: str = "kun-gen", **known: str) -> Hits:
    """The same of a rule, judged at one palace at a time as the rules of rows are."""
    return _hits(qimen.Pattern("规则", rule), lodging, tuple(sorted(known.items())))


def count(row: str, lodging: str = "kun-gen", **known: str) -> int:
    """In how many of the 1080 charts it holds."""
    return len(hits(row, lodging, **known))


def judge(row: str, ju: str, hour: str, lodging: str = "kun-gen", **known: str) -> set[int]:
    """Palaces at one chart, empty where it does not hold."""
    return hits(row, lodging, **known).get((ju, hour), set())


def hours_of(row: str, lodging: str = "kun-gen") -> set[str]:
    """Hours of a row that holds in every ju alike."""
    held = hits(row, lodging)
    hours = {hour for _, hour in held}
    assert len(held) == 18 * len(hours)
    return hours


@cache
def day_hours(row: str) -> dict[str, set[str]]:
    """Day stem -> hour pillars, of a row that asks nothing but the day and the hour; over all ju."""
    found: dict[str, set[str]] = {}
    for day in range(60):
        for branch in range(12):
            hour = (12 * day + branch) % 60
            masks = qimen.match(CHARTS[hour::60], row, "baojian", day=np.uint8(day))
            assert len(set(masks.tolist())) == 1
            if masks[0]:
                found.setdefault(PILLARS[day][0], set()).add(PILLARS[hour])
    return found


class Span:
    """Double-hours of a preset with what their rules of entry read, and where rows hold among them."""

    def __init__(self, school: str = "baojian") -> None:
        self.school = school
        self.hours = qimen.hour_range(*SPAN)
        found = qimen.align(self.hours, school)
        self.ju_term, self.term, self.yuan = found.ju_term, found.term, found.yuan
        pillars = qimen.pillars(self.hours, school)
        self.month, self.day = pillars.month, pillars.day
        self.pillar = np.asarray(self.hours) % 60
        self.charts = qimen.chart_ids(self.hours, school)

    def masks(self, row: str) -> NDArray[np.uint16]:
        return qimen.match(self.hours, row, self.school)

    def entries(self, row: str) -> set[tuple[str, str, str]]:
        """(term of the ju, yuan, hour pillar) of every hour in which a row holds."""
        return self.named(self.masks(row) != 0)

    def named(self, where: NDArray[np.bool_]) -> set[tuple[str, str, str]]:
        code = (self.ju_term[where].astype(np.int64) * 3 + self.yuan[where]) * 60 + self.pillar[where]
        return {(TERMS[c // 180], YUAN[c // 60 % 3], PILLARS[c % 60]) for c in np.unique(code).tolist()}


@cache
def span(school: str = "baojian") -> Span:
    """The hours of SPAN under a preset."""
    return Span(school)


def stars_at(chart: Chart, palace: int) -> set[str]:
    """The stars of a palace, the lodged one included."""
    plates = qimen.plates(np.uint16(chart.id), chart.school)
    star = chart.star(palace)
    return ({star} if star else set()) | ({"禽"} if plates.guest[palace] != 255 else set())
