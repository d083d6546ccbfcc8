"""The table of errata as text and as a page."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ..errata import Erratum

_NOTHING = "—"


def errata_text(rows: Sequence[Erratum]) -> str:
    """Return the rows as blocks of lines, by book."""
    blocks = []
    for book, group in itertools.groupby(rows, key=lambda row: row.book):
        blocks.append(f"《{book}》\n")
        blocks += [_block(row) for row in group]
    return "\n".join(blocks)


def _block(row: Erratum) -> str:
    lines = [
        row.place,
        f"  printed   {row.printed or _NOTHING}",
        f"  read      {row.emended or _NOTHING}",
        f"  why       {row.why}",
        f"  evidence  {row.evidence}",
        f"  kind      {row.kind}{', checked by code' if row.check else ''}",
    ]
    return "".join(f"{line}\n" for line in lines)


def errata_page(rows: Sequence[Erratum]) -> str:
    """Return the rows as Markdown tables, one a book."""
    parts = []
    for book, group in itertools.groupby(rows, key=lambda row: row.book):
        parts.append(f"## 《{book}》\n\n| place | printed | read | why | evidence | kind | checked |\n")
        parts.append("|---|---|---|---|---|---|---|\n")
        for row in group:
            checked = f"{row.check}{' ' if row.refs else ''}{' '.join(row.refs)}" if row.check else ""
            words = (row.place, row.printed or _NOTHING, row.emended or _NOTHING)
            cells = (*words, row.why, row.evidence, row.kind, checked)
            parts.append("| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |\n")
        parts.append("\n")
    return "".join(parts).rstrip("\n") + "\n"
