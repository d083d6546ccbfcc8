"""docs/coverage.md: where each rule of the books, and each reading settled for one, stands in the package.

The data is tools/coverage.tsv: rule, name, rows, why. A word among the rows is an id, an id with `*`,
`category:NAME`, `family:NAME`, or one of these after `direction:`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

import qimen
from qimen.directions import DIRECTIONS

DATA = Path(__file__).resolve().parent / "coverage.tsv"

HEAD = """# What covers which rule

Rules by the sections of the digests they were taken from, and the rows (`qimen patterns show ID`) or directions
(`qimen directions`) that hold them. A rule without either says why.

| letters | what |
|---|---|
| A B | 《宝鉴》 on the calendar and on laying the plates: settled by presets and knobs, no rows |
| C D | 《宝鉴》 on hours and on palaces |
| E F | 《宝鉴》 on directions and on ritual places |
| M | rules the digests had left out |
| P | readings made exact where a rule could be read in two ways |
| 景祐 | rules of 《景祐》, by their names |

"""
SECTIONS = (
    ("Calendar and plates", "AB"), ("Hours", "C"), ("Palaces", "D"), ("Directions and ritual places", "EF"),
    ("Rules added", "M"), ("Readings made exact", "P"), ("《景祐》", "景"),
)  # fmt: skip
#: More ids than this are told as a category or by their number.
FEW = 24


@dataclass(frozen=True)
class Covered:
    """A rule, the ids that cover it, and what else is to be said."""

    rule: str
    name: str
    words: tuple[str, ...]
    why: str

    def ids(self) -> tuple[str, ...]:
        """Return the ids of rows; LookupError for a word that means none."""
        return tuple(i for word in self.words if not word.startswith("direction:") for i in _rows(word))

    def directions(self) -> tuple[str, ...]:
        """Return the ids of directions; LookupError for a word that means none."""
        wanted = [word.removeprefix("direction:") for word in self.words if word.startswith("direction:")]
        return tuple(i for word in wanted for i in _match(word, list(DIRECTIONS), word))


def _match(word: str, ids: list[str], what: str) -> list[str]:
    found = [i for i in ids if fnmatchcase(i, word)]
    if not found:
        raise LookupError(f"{DATA.name}: {what!r} means nothing")
    return found


def _rows(word: str) -> list[str]:
    kind, colon, name = word.partition(":")
    if not colon:
        return _match(word, [row.id for row in qimen.PATTERNS], word)
    found = [row.id for row in qimen.PATTERNS if getattr(row, kind) == name]
    if not found:
        raise LookupError(f"{DATA.name}: {word!r} means nothing")
    return found


def covered() -> Iterator[Covered]:
    """Yield the rules in the order of the data."""
    with DATA.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file, delimiter="\t"):
            yield Covered(line["rule"], line["name"], tuple(line["rows"].split()), line["why"])


def coverage() -> str:
    """Return docs/coverage.md."""
    rules = list(covered())
    parts = [HEAD]
    for title, letters in SECTIONS:
        parts.append(f"## {title}\n\n| rule | name | covered by | remark |\n|---|---|---|---|\n")
        for rule in rules:
            if rule.rule[0] in letters:
                label = rule.rule.split(" ")[0]
                parts.append(f"| {label} | {rule.name} | {_told(rule)} | {rule.why} |\n")
        parts.append("\n")
    return "".join(parts).rstrip("\n") + "\n"


def _told(rule: Covered) -> str:
    cells = []
    for word in rule.words:
        ids = _rows(word) if not word.startswith("direction:") else []
        if len(ids) > FEW or (":" in word and ids):
            cells.append(f"{word.replace(':', ' ')} ({len(ids)} rows)")
        else:
            cells += [f"`{i}`" for i in ids]
    directions = rule.directions()
    if directions:
        cells.append("directions " + ", ".join(f"`{i}`" for i in directions[:FEW]))
        if len(directions) > FEW:
            cells.append(f"and {len(directions) - FEW} more")
    return ", ".join(cells) or "no row"
