"""All rules of the oracle by their id in the catalogue, one short function (or one line of a table) each.

Written from the books and from the readings settled for them, never from the catalogue's own masks: a slip
made in one of the two tellings shows as a difference. See `judges` for the laws common to all rules.
"""

from __future__ import annotations

from . import rules_ge, rules_hours, rules_motion, rules_qi
from .judges import Book, MissingPillar, Rule

__all__ = ["RULES", "MissingPillar", "Rule"]

RULES: dict[str, Rule] = Book()

for _book in (rules_qi.RULES, rules_ge.RULES, rules_motion.RULES, rules_hours.RULES):
    for _rule in _book.values():
        if _rule.id in RULES:
            raise ValueError(f"rule {_rule.id!r} is entered in two books")
        RULES[_rule.id] = _rule
