"""docs/patterns.md: every row of the catalogue, with how rare it is under each preset."""

from __future__ import annotations

import functools
from collections.abc import Iterable

import numpy as np

import qimen
from qimen.catalogue import Row
from qimen.facts import moments
from qimen.patterns import patterns_of
from qimen.plates import CHARTS, boards
from qimen.render.catalogue import SPAN
from qimen.rules import compile_rule, program

HEAD = """# The catalogue

{rows} rows: every rule of the books as one line, and one row for each rival reading. `qimen patterns show NAME` prints
a row in full. A Chinese name means the row of the preset in use, an id means exactly one row.

Under each row: its id, the book, whose reading it is, its auspice (吉 good, 凶 bad, 半 half, 平 level, none for a
definition); the rule in words; what was not taken for it; the rivals, rows of the same name or the same rule. The
shares are those of the {hours:,} double-hours of {first}-{last} (+08:00) in which the row holds, as `qimen count` gives
them on the calendar and the plates of each preset. Presets with the same share stand together; **bold** are those that
mean this row by its name or read it in `cast`.

"""

#: The families in the order of the catalogue, with their titles; those with True are printed as tables.
FAMILIES = {
    "openings": ("三甲, 刑德, 开阖", False),
    "qi-serving": ("三奇得使, 游六仪", False),
    "qi": ("三奇", False),
    "formations": ("三遁 and the best of doors, 奇 and stars", False),
    "leader-and-envoy": ("直符 and 直使", False),
    "doors": ("Doors", False),
    "hours": ("Hours", False),
    "going-and-avoiding": ("三五, 行阳行阴", False),
    "net": ("天网", False),
    "stem-pairs": ("Pairs of stems", False),
    "gates": ("Palaces by stem and deity", False),
    "stars": ("Stars", False),
    "seasons": ("Stars by month, doors by node", True),
    "host-and-guest": ("利客 利主", False),
    "stem-table": ("The 加 table of 《景祐》", True),
    "modern": ("十干克应, as printed today", True),
}


@functools.cache
def _on_charts(school: str) -> dict[str, int]:
    """Hours by rule, of the rules that a chart alone decides: what `qimen.count` gives, all of them at once."""
    rules = list(dict.fromkeys(row.rule for row in qimen.PATTERNS if not compile_rule(row.rule).needs))
    often = np.bincount(qimen.chart_ids(qimen.hour_range(*SPAN), school), minlength=CHARTS)
    which = qimen.school(school)
    every = moments(np.arange(CHARTS, dtype=np.uint16), {}, which)
    masks = program(compile_rule(rule) for rule in rules).run(boards(which).facts, every)
    return dict(zip(rules, ((masks != 0) @ often).tolist(), strict=True))


@functools.cache
def _held(rule: str, school: str) -> int:
    known = _on_charts(school).get(rule)
    if known is not None:
        return known
    span = qimen.hour_range(*SPAN)
    return qimen.count(span.start, span.stop, qimen.Pattern("rule", rule), school)


@functools.cache
def _readers(school: str) -> frozenset[str]:
    return frozenset(row.id for row in patterns_of(school))


def share(row: Row, school: str) -> str:
    """Return the share of hours in which a row holds under a preset, to three figures."""
    return _percent(_held(row.rule, school), len(qimen.hour_range(*SPAN)))


def _percent(held: int, of: int) -> str:
    if held in (0, of):
        return "never" if not held else "always"
    value = 100 * held / of
    return f"{value:.{max(0, 2 - len(str(int(value))) + 1)}f}%" if value >= 1 else f"{value:.2g}%"


def shares(row: Row) -> str:
    """Return the shares under all presets, those that agree together."""
    groups: dict[str, list[str]] = {}
    for school in qimen.SCHOOLS:
        name = f"**{school}**" if row.id in _readers(school) else school
        groups.setdefault(share(row, school), []).append(name)
    if len(groups) == 1:
        value, names = next(iter(groups.items()))
        bold = [name for name in names if name.startswith("*")]
        return f"{value} everywhere" + (f" ({' '.join(bold)})" if bold else "")
    return "; ".join(f"{value} {' '.join(names)}" for value, names in groups.items())


def patterns() -> str:
    """Return docs/patterns.md."""
    first, stop = (text[:4] for text in SPAN)
    head = HEAD.format(
        rows=len(qimen.PATTERNS), hours=len(qimen.hour_range(*SPAN)), first=first, last=int(stop) - 1
    )  # fmt: skip
    families = list(dict.fromkeys(row.family for row in qimen.PATTERNS))
    assert families == list(FAMILIES)
    parts = [head]
    for family, (title, tabular) in FAMILIES.items():
        rows = [row for row in qimen.PATTERNS if row.family == family]
        parts.append(f"## {title}\n\n")
        parts.append(_table(rows) if tabular else "".join(map(_entry, rows)))
    return "".join(parts).rstrip("\n") + "\n"


def _entry(row: Row) -> str:
    title = " · ".join(dict.fromkeys((row.zh_hans, row.zh_hant, row.pinyin, row.english)))
    facts = [f"`{row.id}`", row.source, row.school, row.auspice]
    if row.category:
        facts.append(f"category {row.category}")
    if row.inferred:
        facts.append("*inferred*")
    lines = [f"### {title}", "", " · ".join(fact for fact in facts if fact) + "  ", f"{row.reading}  "]
    if row.rejected:
        lines.append(f"*Not taken:* {row.rejected}  ")
    if row.notes:
        lines.append(f"*Note:* {row.notes}  ")
    for rule, auspice in row.when:
        lines.append(f"*Auspice:* {auspice or 'none'} where `{rule}`  ")
    for what, ids in (("also called", row.aliases), ("softens", row.mitigates), ("ranks before", row.overrides)):
        if ids:
            lines.append(f"*{what.capitalize()}:* {', '.join(ids)}  ")
    rivals = qimen.PATTERNS.rivals(row)
    if rivals:
        lines.append(f"*Rivals:* {', '.join(f'`{other.id}`' for other in rivals)}  ")
    lines.append(f"*Holds in:* {shares(row)}")
    return "\n".join(lines) + "\n\n"


def _table(rows: Iterable[Row]) -> str:
    lines = ["| id | 简 | 繁 | English | source | auspice | the rule in words | holds in |", "|" + "---|" * 8]
    for row in rows:
        names = " ".join((row.zh_hans, *row.aliases))
        words = row.reading + (f" *Note:* {row.notes}" if row.notes else "")
        auspice = row.auspice + "".join(f" {value or 'none'} if `{rule}`" for rule, value in row.when)
        rivals = qimen.PATTERNS.rivals(row)
        if rivals:
            words += f" *Rivals:* {', '.join(f'`{other.id}`' for other in rivals)}"
        cells = (f"`{row.id}`", names, row.zh_hant, row.english, row.source, auspice, words, shares(row))
        lines.append("| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |")
    return "\n".join(lines) + "\n\n"
