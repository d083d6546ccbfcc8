"""The cases of tests/cases: for every row a board where it holds and a near miss, on the kernel and the oracle.

A case names a board (dun, ju, hour, lodging, and what else the row reads), the palaces expected (0 is the hour
as a whole, none where it does not hold), the facts of the plates that its derivation (`why`) stands on, and
what was changed for a near miss. The facts are checked on both boards too.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import qimen
from bookboards import Chart
from kernel_charts import SCHOOL_OF, palaces_of, stars_at
from qimen import oracle
from qimen.calendars.tables import CONTEXT
from qimen.facts import moments
from qimen.names import BRANCHES, PILLARS, TERMS, YUAN
from qimen.oracle.rules import RULES
from qimen.patterns import compiled
from qimen.plates import boards
from qimen.rules import program

CASES = Path(__file__).parent / "cases"
#: Families of generated tables: one file each, with some of their rows.
SHARED = ("modern", "stem-table", "seasons")
PILLAR_KEYS = ("day", "month", "year", "shuo")


@cache
def files() -> dict[str, dict[str, Any]]:
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(CASES.glob("*.toml"))}


def cases() -> list[Any]:
    found = []
    for name, content in files().items():
        for number, case in enumerate(content["case"], 1):
            row = case.get("row", content.get("row"))
            found.append(pytest.param(row, case, id=f"{name}-{number}" if name == row else f"{name}-{row}-{number}"))
    return found


def kernel(row: str, case: dict[str, Any], chart: Chart) -> set[int]:
    """What the kernel says: through `match` where a chart and pillars are enough, else with the term and the yuan."""
    needs = compiled(qimen.PATTERNS[row]).needs
    given = {key: np.uint8(PILLARS.index(case[key])) for key in PILLAR_KEYS if key in case}
    mask = None
    if needs <= set(PILLAR_KEYS):
        mask = int(qimen.match(np.uint16(chart.id), row, chart.school, **given))
    for key, names in (("term", TERMS), ("ju_term", TERMS), ("yuan", tuple(YUAN))):
        if key in case:
            given[key] = np.uint8(names.index(case[key]))
    assert needs <= set(given) <= set(CONTEXT)
    which = qimen.school(chart.school)
    at = moments(np.array([chart.id], dtype=np.uint16), given, which)
    told = int(program([compiled(qimen.PATTERNS[row])]).run(boards(which).facts, at)[0, 0])
    assert mask in (None, told)
    return palaces_of(told)


def told_board(case: dict[str, Any]) -> oracle.Board:
    motion = "fly" if case["lodging"] == "none" else "rotate"
    return oracle.board(case["dun"], case["ju"], case["hour"], case["lodging"], motion)


def told(row: str, case: dict[str, Any]) -> set[int]:
    """What the oracle says."""
    keys = (*PILLAR_KEYS, "term", "ju_term", "yuan", "general")
    known = {key: case[key] for key in keys if key in case}
    return set(RULES[row].judge(oracle.Context(told_board(case), **known)))


def kernel_fact(chart: Chart, fact: list[Any]) -> bool:
    match fact:
        case ["star", star, palace]:
            return star in stars_at(chart, palace)
        case ["native", stem, palace]:
            return chart.earth(palace) == stem
    return chart.holds(fact)


def oracle_fact(board: oracle.Board, fact: list[Any]) -> bool:
    match fact:
        case ["star", star, palace]:
            return star in board.stars.get(palace, [])
        case ["native", stem, palace]:
            return board.earth[palace] == stem
        case ["earth", stem, palace]:
            return stem in board.earth_at(palace)
        case ["heaven", stem, palace]:
            return stem in board.heaven_at(palace)
        case ["door", door, palace]:
            return board.doors.get(palace) == door
        case ["deity", deity, palace]:
            return board.deities.get(palace) == deity
        case ["fu_star", star]:
            return board.fu_star == star
        case ["fu_at", palace]:
            return board.fu_palace == palace
        case ["fu_home", palace]:
            return board.fu_home_palace == palace
        case ["shi", door]:
            return board.shi_door == door
        case ["shi_at", palace]:
            return board.shi_palace == palace
    raise ValueError(f"fact {fact} is not known")


@pytest.mark.parametrize(("row", "case"), cases())
def test_case(row: str, case: dict[str, Any]) -> None:
    chart = Chart(case["dun"], case["ju"], case["hour"], SCHOOL_OF[case["lodging"]])
    assert told(row, case) == set(case["palaces"])
    assert kernel(row, case, chart) == set(case["palaces"])
    board = told_board(case)
    for fact in case["facts"]:
        assert kernel_fact(chart, fact), fact
        assert oracle_fact(board, fact), fact
    assert len(case["why"]) > 12
    # Pillars that can stand together: the hour in its day, the month in its year, 月将 with the term.
    if "day" in case:
        assert PILLARS.index(case["day"]) % 5 == PILLARS.index(case["hour"]) // 12
    if "month" in case and "year" in case:
        month, year = PILLARS.index(case["month"]), PILLARS.index(case["year"])
        assert (month % 10 - 2 - year % 5 * 2 - (month % 12 - 2) % 12) % 10 == 0
    if "general" in case:
        assert "term" in case
        assert case["general"] in BRANCHES


def test_every_row_has_its_case_and_a_near_miss() -> None:
    alone = {row.id for row in qimen.PATTERNS if row.family not in SHARED}
    assert alone | set(SHARED) == set(files())
    for name, content in files().items():
        rows = {case.get("row", content.get("row")) for case in content["case"]}
        if name in SHARED:
            assert rows <= {row.id for row in qimen.PATTERNS if row.family == name}
            categories = {row.category for row in qimen.PATTERNS if row.family == name and row.category}
            assert {qimen.PATTERNS[row].category for row in rows} >= categories
        else:
            assert rows == {name} == {content["row"]}
        for row in rows:
            of_row = [case for case in content["case"] if case.get("row", content.get("row")) == row]
            assert any(case["palaces"] and "changed" not in case for case in of_row), row
            assert any("changed" in case for case in of_row), row


def test_near_misses_change_what_they_say() -> None:
    """A near miss is the board before it with one thing changed, and hits nothing, or another palace."""
    keys = ("dun", "ju", "hour", "lodging", *PILLAR_KEYS, "term", "ju_term", "yuan")
    words = {
        "the hour": {"hour"}, "the ju": {"ju"}, "the half of the year": {"dun"}, "the day": {"day"},
        "the month": {"month"}, "the year": {"year"}, "the day of the new moon": {"shuo"}, "the term": {"term"},
        "the lodging": {"lodging"},
    }  # fmt: skip
    for name, content in files().items():
        before: dict[str, Any] = {}
        for case in content["case"]:
            if "changed" in case:
                different = {key for key in keys if case.get(key) != before.get(key)}
                if case["changed"] == "palace":  # a rule that names a palace and nothing else
                    assert case["palaces"] == before["palaces"]
                else:
                    assert different == words[case["changed"]], name
                    assert not set(case["palaces"]) & set(before["palaces"]), name
            else:
                before = case
