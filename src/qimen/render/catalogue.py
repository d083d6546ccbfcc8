"""The catalogue as records and as text: a table of rows, and one row in full with its rivals."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from ..catalogue import Row
from ..patterns import PATTERNS, patterns_of
from ..rules import compile_rule
from ..schools import SCHOOLS
from .text import display_width

#: The keys of a row in a list, in order.
KEYS = ("id", "zh_hans", "zh_hant", "pinyin", "english", "family", "source", "schools", "scope", "auspice")
_COLUMNS = (("id", 34), ("zh_hans", 20), ("auspice", 4), ("source", 0))


def row_records(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Return one record a row with the `KEYS` of a list; `schools` are the presets that read the row."""
    readers: dict[str, list[str]] = {}
    for name in SCHOOLS:
        for row in patterns_of(name):
            readers.setdefault(row.id, []).append(name)
    records = []
    for row in rows:
        known = {**_fields(row), "schools": readers.get(row.id, []), "scope": scope(row)}
        records.append({key: known[key] for key in KEYS})
    return records


def row_record(row: Row) -> dict[str, Any]:
    """Return everything that is known of one row, the ids of its rivals included."""
    [listed] = row_records([row])
    return listed | _fields(row) | {"rivals": [other.id for other in PATTERNS.rivals(row)]}


def scope(row: Row) -> str:
    """Return "palace" for a rule that is judged in single palaces, "hour" for one of the hour as a whole."""
    rule = compile_rule(row.rule)
    if rule.move == "hourly":
        return "hour"
    in_place = any(c.need or c.deny or c.need_roles or c.deny_roles or c.groups for c in rule.clauses)
    return "palace" if in_place else "hour"


def table_text(rows: Iterable[Row]) -> str:
    """Return one line a row: id, name, auspice, source."""
    lines = []
    for record in row_records(rows):
        cells = [record[key] + " " * max(width - display_width(record[key]), 1) for key, width in _COLUMNS]
        lines.append("".join(cells).rstrip() + "\n")
    return "".join(lines)


def row_text(row: Row) -> str:
    """Return one row in full, a line for everything that it says."""
    record = row_record(row)
    title = " ".join(dict.fromkeys((record.pop("zh_hans"), record.pop("zh_hant"))))
    told = [(key, _plain(value)) for key, value in record.items()]
    return title + "\n" + "".join(f"  {key:<10} {value}\n" for key, value in told if value)


def _fields(row: Row) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, (list, tuple)):
        return ", ".join(": ".join(item) if isinstance(item, tuple) else str(item) for item in value)
    return str(value)
