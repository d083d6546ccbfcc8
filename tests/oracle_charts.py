"""Charts of the oracle by (ju, hour), and where a rule holds among them: shared by the tests of its rules."""

import json
from functools import cache
from pathlib import Path

from qimen.oracle import Context, board
from qimen.oracle.rules import RULES
from qimen.oracle.tables import PILLARS

VECTORS = Path(__file__).parent / "data" / "vectors"

JU = [f"{dun}{ju}" for dun in "阳阴" for ju in range(1, 10)]

#: Pairs (day, hour) of one round of sixty hours: every day stem has twelve hours.
DAY_HOURS = [(PILLARS[number // 12 % 60], PILLARS[number % 60]) for number in range(120)]


@cache
def boards(lodging):
    return {
        (ju, hour): board(ju[0], int(ju[1]), hour, lodging, "fly" if lodging == "none" else "rotate")
        for ju in JU
        for hour in PILLARS
    }


@cache
def hits(row, lodging="kun-gen", **known):
    """(ju, hour) -> palaces, over the charts in which the rule holds."""
    found = {chart: RULES[row].judge(Context(laid, **known)) for chart, laid in boards(lodging).items()}
    return {chart: palaces for chart, palaces in found.items() if palaces}


def judge(row, ju, hour, lodging="kun-gen", **known):
    return RULES[row].judge(Context(boards(lodging)[ju, hour], **known))


def hours_of(row, lodging="kun-gen"):
    """Hours of a rule that holds in every ju alike."""
    held = hits(row, lodging)
    hours = {hour for _, hour in held}
    assert len(held) == 18 * len(hours)
    return hours


def table_of(name):
    """A JSON table of the vectors."""
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))
