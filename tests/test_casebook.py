"""Printed cases: exactly the readings listed for a row reproduce its ju (ju -n = yin n) and its pillars."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import qimen

VECTORS = Path(__file__).parent / "data" / "vectors"
ROWS = [json.loads(line) for line in (VECTORS / "casebook_ju.jsonl").read_text(encoding="utf-8").splitlines()]


def zhirun(leap_lead: int, lead_at: str) -> qimen.School:
    """A reading of 置闰."""
    return qimen.school("zhirun").replace(leap_lead=leap_lead, lead_at=lead_at)


#: The readings that the rows were tried with, as `matches` writes them.
READINGS = {
    "chaibu": qimen.school("chaibu"),
    "maoshan": qimen.school("maoshan"),
    **{f"zhirun leap_lead={n} lead_at=solstice": zhirun(n, "solstice") for n in (8, 9, 10)},
}
#: Rows whose printed ju the leap at the node misses. p202 is a case of 拆补 alone.
MISSED_AT_NODE = {
    8: {"p202", "p255", "p293"},
    9: {"p202"},
    10: {"p103", "p146", "p177", "p182", "p202", "p388", "p426"},
}


def signed_ju(row: dict[str, Any], which: qimen.School, day_start: str) -> int:
    """The ju of a row's time, negative in yin."""
    clock = qimen.Clock(utc_offset=row["utc_offset"], day_start=day_start)  # type: ignore[arg-type]
    found = qimen.align(row["local"], which, clock=clock)
    return int(found.ju) * (-1 if found.dun else 1)


# No case stands between 23:00 and 01:00, so neither knob of the clock and the switch may matter.
@pytest.mark.parametrize("term_switch", ["instant", "hour"])
@pytest.mark.parametrize("day_start", ["23:00", "00:00"])
@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_exactly_the_listed_readings_match(row: dict[str, Any], day_start: str, term_switch: str) -> None:
    found = {
        name
        for name, which in READINGS.items()
        if signed_ju(row, which.replace(term_switch=term_switch), day_start) == row["ju"]
    }
    assert found == set(row["matches"])


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_printed_pillars(row: dict[str, Any]) -> None:
    board = qimen.cast(row["local"], "chaibu", clock=qimen.Clock(utc_offset=row["utc_offset"]))
    assert "".join(board.pillars.values()) == row["sizhu"]


@pytest.mark.parametrize("leap_lead", MISSED_AT_NODE)
def test_the_lead_measured_at_the_node(leap_lead: int) -> None:
    which = zhirun(leap_lead, "node")
    missed = {row["id"].split("-")[1] for row in ROWS if signed_ju(row, which, "23:00") != row["ju"]}
    assert missed == MISSED_AT_NODE[leap_lead]


def test_rows_as_one_array() -> None:
    times = np.array([row["local"] for row in ROWS], dtype="M8[s]")
    for which in READINGS.values():
        found = qimen.align(times, which)
        alone = [signed_ju(row, which, "23:00") for row in ROWS]
        assert np.where(found.dun == 1, -1, 1).astype(int).tolist() == [1 if ju > 0 else -1 for ju in alone]
        assert found.ju.tolist() == [abs(ju) for ju in alone]
