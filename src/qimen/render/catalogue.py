"""The catalogue as records and as text: a table of rows, and one row in full with its rivals."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from ..catalogue import Row
from ..patterns import PATTERNS, patterns_of
from ..rules import compile_rule
from ..scanning import count
from ..schools import SCHOOLS, School, find_school
from ..times import hour_range
from .text import display_width

#: The keys of a row in a list, in order.
KEYS = ("id", "zh_hans", "zh_hant", "pinyin", "english", "family", "source", "schools", "scope", "auspice")
#: The years over which it is said how rare a row is.
SPAN = ("1900-01-01", "2101-01-01")
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


def row_record(row: Row, school: str | School = "baojian") -> dict[str, Any]:
    """Return everything that is known of one row: the ids of its rivals, and how rare it is under a school."""
    [listed] = row_records([row])
    told = {"rivals": [other.id for other in PATTERNS.rivals(row)], "rarity": rarity(row, school)}
    return listed | _fields(row) | told


def rarity(row: Row, school: str | School = "baojian") -> dict[str, Any]:
    """Return in how many of the double-hours of `SPAN` (+08:00) a row holds under a school."""
    span = hour_range(*SPAN)
    held = count(span.start, span.stop, row, school)
    return {"school": find_school(school).name, "hours": held, "of": len(span), "share": held / len(span)}


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


def row_text(row: Row, school: str | School = "baojian") -> str:
    """Return one row in full, a line for everything that it says, and a line for each of its rivals."""
    record = row_record(row, school)
    title = " ".join(dict.fromkeys((record.pop("zh_hans"), record.pop("zh_hant"))))
    record["rare"] = rarity_text(record.pop("rarity"))
    del record["rivals"]
    told = [(key, _plain(value)) for key, value in record.items()]
    lines = [f"  {key:<10} {value}\n" for key, value in told if value]
    lines += [
        f"  {'rival':<10} {other.id} ({other.school}, {other.source}): {other.reading}\n"
        for other in PATTERNS.rivals(row)
    ]
    return title + "\n" + "".join(lines)


def rarity_text(found: dict[str, Any]) -> str:
    """Return how rare a row is in words."""
    first, stop = (text[:4] for text in SPAN)
    once = f", one double-hour in {found['of'] / found['hours']:.3g}" if found["hours"] else ""
    share = f"{found['share']:.3%}".rstrip("0").rstrip(".%") + "%" if found["hours"] else "none"
    return f"{share} of the double-hours of {first}-{int(stop) - 1} under {found['school']}{once}"


def _fields(row: Row) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, (list, tuple)):
        return ", ".join(": ".join(item) if isinstance(item, tuple) else str(item) for item in value)
    return str(value)
