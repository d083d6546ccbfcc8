"""置闰: the walk that gives every fifteen days a term (宝鉴 卷二 李氏 and 考古法).

From an upper leader (甲子 己卯 甲午 己酉) to the next one is a block of fifteen days, three yuan of one term.
A term lasts a little more, so the leaders run ahead of the terms; after 芒种 or 大雪, if they are too far
ahead, the block is laid once more with the same term.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .tables import LEAP_TERMS

DAYS_OF_BLOCK = 15
LEAD_PLACES = ("node", "solstice")


@dataclass(frozen=True)
class Block:
    """Fifteen days from an upper leader, and the place of their term in the list of terms.

    `lead` is the term's day less the leader's day: above 0 超神, 0 正受, below 0 接气. In a repeated block it
    is measured from that block's own leader, hence fifteen less than in the first.
    """

    start_day: int
    term: int
    lead: int
    leap: bool


def upper_leader(day: int) -> int:
    """The last 甲子, 己卯, 甲午 or 己酉 day on or before `day`: walk back to it."""
    while day % 60 not in (0, 15, 30, 45):
        day -= 1
    return day


def walk(names: Sequence[str], days: Sequence[int], leap_lead: int, lead_at: str) -> list[Block]:
    """Blocks of the terms `names`, which fall on the civil days `days`.

    The walk begins at the last upper leader on or before the first term and gives that block the first term,
    whatever its lead. Wherever it begins so, it falls in step within a year. It ends with the list, or at a
    node whose solstice is missing from the list when the lead is measured there.
    """
    if lead_at not in LEAD_PLACES:
        raise ValueError(f"lead_at must be one of {LEAD_PLACES}, not {lead_at!r}")
    blocks: list[Block] = []
    leader = upper_leader(days[0])
    for term, name in enumerate(names):
        lead = days[term] - leader
        blocks.append(Block(leader, term, lead, leap=False))
        leader += DAYS_OF_BLOCK
        if name not in LEAP_TERMS:
            continue
        if lead_at == "solstice":
            # The solstice would get the block that now begins; how far would it be led there?
            if term + 1 == len(names):
                break
            measured = days[term + 1] - leader
        else:
            measured = lead
        # "Past nine days" of the book is nine whole days from leader to term: 李's 癸卯 after 甲午 is a leap.
        if measured >= leap_lead:
            blocks.append(Block(leader, term, lead - DAYS_OF_BLOCK, leap=True))
            leader += DAYS_OF_BLOCK
    return blocks
