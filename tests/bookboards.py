"""Charts of the kernel in the books' words, and the vectors: what the tests of the books stand on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import qimen
from qimen.calendars.tables import Calendar, from_terms, ju_code
from qimen.clock import EPOCH_DAY, HOUR_MS
from qimen.names import DEITIES, DOORS, DUN, PILLARS, STARS, STEMS, TERMS, XUN_YI, YUAN
from qimen.plates import boards

MIDNIGHT = qimen.Clock(day_start="00:00")
DAY = 86_400_000
#: A year of 365.25 days in 24: what 李 and 林 count with.
MEAN_TERM = DAY * 1461 // 96

VECTORS = Path(__file__).parent / "data" / "vectors"

#: Palace of each branch.
BRANCH_PALACE = dict(zip("子丑寅卯辰巳午未申酉戌亥", (1, 8, 8, 3, 4, 4, 9, 2, 2, 7, 6, 6), strict=True))
OPPOSITE = {1: 9, 9: 1, 2: 8, 8: 2, 3: 7, 7: 3, 4: 6, 6: 4}
#: The columns in which 景祐 prints a chart.
CHART_COLUMNS = ((2, 7, 6), (9, 5, 1), (4, 3, 8))


def lines(name: str) -> list[dict[str, Any]]:
    text = (VECTORS / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line]


@cache
def tables() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((VECTORS / "baojian_tables.json").read_text(encoding="utf-8"))
    return found


@cache
def claims() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in lines("baojian_claims.jsonl")}


@cache
def examples() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in lines("jingyou_examples.jsonl")}


def ju_of(term: str, yuan: str) -> tuple[str, int]:
    """Dun and ju of a term's yuan, as the kernel has them."""
    code = int(ju_code(np.uint8(TERMS.index(term)), np.uint8(YUAN.index(yuan))))
    return DUN[code // 9], code % 9 + 1


@dataclass(frozen=True)
class Chart:
    """One chart of a preset's kernel tables."""

    dun: str
    ju: int
    hour: str
    school: str = "jingyou"

    @cached_property
    def id(self) -> int:
        return (DUN.index(self.dun) * 9 + self.ju - 1) * 60 + PILLARS.index(self.hour)

    @property
    def name(self) -> str:
        return f"{self.dun}{self.ju}"

    @cached_property
    def _cells(self) -> dict[str, list[int]]:
        plates = boards(qimen.school(self.school)).plates
        return {field: getattr(plates, field)[self.id].tolist() for field in plates._fields}

    @cached_property
    def hands(self) -> dict[str, int]:
        hands = boards(qimen.school(self.school)).hands
        return {field: int(getattr(hands, field)[self.id]) for field in hands._fields}

    @property
    def lodge(self) -> int:
        return qimen.school(self.school).lodges()[DUN.index(self.dun)]

    @property
    def yi(self) -> str:
        return STEMS[XUN_YI[PILLARS.index(self.hour) // 10]]

    def earth(self, palace: int) -> str:
        return STEMS[self._cells["earth"][palace]]

    def native(self, stem: str) -> int:
        """The raw palace of an earth stem; 甲 is the hour's yi."""
        return self._cells["earth"].index(STEMS.index(self.yi if stem == "甲" else stem))

    def earth_at(self, palace: int) -> set[str]:
        stems = {self.earth(palace)} | ({self.earth(5)} if palace == self.lodge else set())
        return stems | ({"甲"} if self.yi in stems else set())

    def heaven_at(self, palace: int) -> set[str]:
        found = {self._cells["heaven"][palace], self._cells["guest"][palace]} - {255}
        stems = {STEMS[stem] for stem in found}
        return stems | ({"甲"} if self.yi in stems else set())

    def star(self, palace: int) -> str | None:
        code = self._cells["star"][palace]
        return STARS[code] if code != 255 else None

    def door(self, palace: int) -> str | None:
        code = self._cells["door"][palace]
        return DOORS[code] if code != 255 else None

    def deity(self, palace: int) -> str | None:
        code = self._cells["deity"][palace]
        return DEITIES[code] if code != 255 else None

    @property
    def fu_star(self) -> str:
        return STARS[self.hands["star"]]

    @property
    def shi_door(self) -> str | None:
        return DOORS[self.hands["door"]] if self.hands["door"] < 8 else None

    @property
    def doors_at_home(self) -> bool:
        return self.door(1) == "休"

    def printed(self) -> list[str]:
        """The earth plate as 景祐 prints a chart."""
        return ["".join(self.earth(palace) for palace in column) for column in CHART_COLUMNS]

    def holds(self, claim: list[Any]) -> bool:
        """Whether a claim of a worked example is true here."""
        kind, *words = claim
        hands = self.hands
        match kind, words:
            case "earth", [stem, palace]:
                return stem in self.earth_at(palace) or (palace == 5 and self.earth(5) == stem)
            case "heaven", [stem, palace]:
                return stem in self.heaven_at(palace)
            case "over", [upper, lower, palace]:
                return upper in self.heaven_at(palace) and lower in self.earth_at(palace)
            case "door", [door, palace]:
                return self.door(palace) == door
            case "deity", [deity, palace]:
                return self.deity(palace) == deity
            case "hstem", [stem]:
                return self.hour[0] == stem
            case "branchpal", [branch, palace]:
                return BRANCH_PALACE[branch] == palace
            case "fu_star", [star]:
                return self.fu_star == star
            case "fu_home", [palace]:
                return palace in (hands["fu_home"], hands["fu_home_raw"])
            case "fu_at", [palace]:
                return palace in (hands["fu"], hands["fu_raw"])
            case "shi", [door]:
                return self.shi_door == door
            case "shi_at", [palace]:
                return palace in (hands["shi"], hands["shi_raw"])
            case "fu_fuyin", []:
                return hands["fu"] == hands["fu_home"]
            case "fu_fanyin", []:
                return hands["fu"] == OPPOSITE[hands["fu_home"]]
            case "door_fuyin", []:
                return self.doors_at_home
            case "door_fanyin", []:
                return self.door(9) == "休"
        raise ValueError(f"claim {claim} is not known")


def every_chart(school: str) -> Iterator[Chart]:
    """All 1080 charts of a preset."""
    for dun in DUN:
        for ju in range(1, 10):
            for hour in PILLARS:
                yield Chart(dun, ju, hour, school)


# --- mean terms, as 李 and 林 count ------------------------------------------------------------------------


def pillar_of_day(axis_ms: int, day_start: str = "00:00") -> str:
    return PILLARS[(axis_ms - (HOUR_MS // 2 if day_start == "00:00" else 0)) // DAY % 60]


#: A 辛卯 day, in days since 1970; and where 立春 stands in the lists of `li_calendar`.
XINMAO = next(day for day in range(60) if PILLARS[(day + EPOCH_DAY) % 60] == "辛卯")
LICHUN = 240


def li_terms(minute: int) -> NDArray[np.int64]:
    """Mean terms with 立春 (place LICHUN, after ten years of run-in) so many minutes into a 辛卯 day."""
    return XINMAO * DAY + minute * 60_000 + (np.arange(360, dtype=np.int64) - LICHUN) * MEAN_TERM


def li_calendar(minute: int, clock: qimen.Clock = MIDNIGHT) -> Calendar:
    return from_terms(li_terms(minute), 3, "li", clock)


def insertions(strict: bool = False, count: int = 480) -> list[dict[str, Any]]:
    """林's insertions counted by hand: the surplus of every term, less sixty for every insertion."""
    found: list[dict[str, Any]] = []
    for term in range(1, count + 1):
        surplus = term * 21 / 8 - 60 * len(found)
        if surplus > 30 or (surplus == 30 and not strict):
            found.append(
                {
                    "n": len(found) + 1, "year": (term - 1) // 24 + 1, "after_term": TERMS[(term - 1) % 24],
                    "hou": YUAN[len(found) % 3], "surplus_double_hours": surplus, "term_index": term,
                }
            )  # fmt: skip
    return found
