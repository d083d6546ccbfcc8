"""林's calendar: pentads counted on without leaders, and twenty-one of them put in every twenty years.

Source: 宝鉴 卷二 林氏. Seventy-two pentads of 60 double-hours from the 冬至 upper make 360 days; each term
leaves 21/8 double-hours over (5 double-hours and 2 of 8 ke for a pair of terms), and when the sum reaches
half a pentad one is put in. The first three are the book's: after 芒种 upper, after 小满 middle, after 立夏
lower. Its "416 years" fits no such count and is left out.
"""

from __future__ import annotations

from typing import NamedTuple

from .tables import TERMS, YUANS

HOURS_OF_PENTAD = 60
TERMS_OF_CYCLE = 20 * 24
#: 21 pentads in 20 years, exactly 7305 days.
HOURS_OF_CYCLE = (3 * TERMS_OF_CYCLE + 21) * HOURS_OF_PENTAD


class Pentad(NamedTuple):
    """Sixty double-hours of one ju; `term_number` counts the terms of the cycle from 0."""

    term: str
    yuan: str
    leap: bool
    term_number: int


def cycle() -> list[Pentad]:
    """The 1461 pentads of twenty years. 21 is a multiple of three, so the next cycle is the same."""
    pentads: list[Pentad] = []
    surplus_eighths = 0
    put_in = 0
    for number in range(TERMS_OF_CYCLE):
        term = TERMS[number % 24]
        pentads.extend(Pentad(term, yuan, False, number) for yuan in YUANS)
        surplus_eighths += 21
        # Exactly half a pentad counts as reached; three insertions of a cycle hang on that, none of them told
        # in the book.
        if surplus_eighths >= 8 * HOURS_OF_PENTAD // 2:
            pentads.append(Pentad(term, YUANS[put_in % 3], True, number))
            surplus_eighths -= 8 * HOURS_OF_PENTAD
            put_in += 1
    return pentads


def pentad_at(pentads: list[Pentad], hours_from_epoch: int) -> Pentad:
    """The pentad that holds a double-hour counted from the epoch, which may lie ahead."""
    return pentads[hours_from_epoch % HOURS_OF_CYCLE // HOURS_OF_PENTAD]
