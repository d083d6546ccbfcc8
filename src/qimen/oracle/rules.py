"""All rules of the oracle by their id in the catalogue, one short function (or one line of a table) each.

Written from the books and from the readings settled for them, never from the catalogue's own masks: a slip
made in one of the two tellings shows as a difference. See `judges` for the laws common to all rules.
"""

from __future__ import annotations

from . import (
    rules_envoy,
    rules_gate,
    rules_ge,
    rules_hours,
    rules_motion,
    rules_pairs,
    rules_places,
    rules_qi,
    rules_seasons,
    rules_three_five,
)
from .judges import Book, MissingPillar, Rule

__all__ = ["RULES", "MissingPillar", "Rule"]

_BOOKS = (
    rules_gate.RULES,
    rules_qi.RULES,
    rules_envoy.RULES,
    rules_motion.RULES,
    rules_hours.RULES,
    rules_three_five.RULES,
    rules_ge.RULES,
    rules_pairs.RULES,
    rules_places.RULES,
    rules_seasons.RULES,
)


def _all() -> dict[str, Rule]:
    rules = Book()
    for book in _BOOKS:
        for rule in book.values():
            rules.enter(rule.id, rule.source, rule.judge)
    return rules


RULES: dict[str, Rule] = _all()
