"""The census of the catalogue: counted anew, and held against the counts that are known otherwise.

`python tools/build_docs.py census` rewrites tests/census/*.tsv; a change of a count there is a change of a rule.
"""

from __future__ import annotations

import csv
import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import oracle_charts
import qimen
from kernel_charts import CHARTS
from qimen.patterns import compiled, patterns_of
from test_catalogue_counts import KG, ROWS, K

TOOLS = Path(__file__).resolve().parent.parent / "tools"
FOLDER = Path(__file__).parent / "census"
SIZES = {"year": 60, "month": 60, "day": 12, "shuo": 60, "term": 24}


@cache
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_census", TOOLS / "docs_census.py")
    assert spec
    assert spec.loader
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def told(preset: str) -> dict[str, dict[str, str]]:
    with (FOLDER / f"{preset}.tsv").open(encoding="utf-8", newline="") as file:
        return {line["id"]: line for line in csv.DictReader(file, delimiter="\t")}


def test_the_census_is_as_counted() -> None:
    found = tool().files()
    assert {path.name for path in found} == {path.name for path in FOLDER.iterdir()}
    for path, text in found.items():
        assert path.read_text(encoding="utf-8") == text, path.name


@pytest.mark.parametrize("preset", list(qimen.SCHOOLS))
def test_rows_and_cells(preset: str) -> None:
    rows = patterns_of(preset)
    lines = told(preset)
    assert list(lines) == [row.id for row in rows]
    for row in rows:
        line = lines[row.id]
        reads = compiled(row).needs
        assert set(line["reads"].split()) == reads
        cells = 1080
        for name in reads:
            cells *= SIZES.get(name, 1)
        if reads & {"ju_term", "yuan"}:
            cells *= 4
        assert int(line["cells"]) == cells
        assert 0 <= int(line["holds"]) <= cells


def test_counts_that_are_known() -> None:
    lines = {KG: told("baojian"), K: told("chaibu")}
    met = 0
    for _, row, lodging, count in ROWS:
        if row in lines[lodging]:
            assert int(lines[lodging][row]["holds"]) == count
            met += 1
    assert met > 80


def test_rows_that_never_hold_are_those_of_deities_on_flying_plates() -> None:
    """A flying plate has no deities, and nothing lodges on it."""
    for preset in qimen.SCHOOLS:
        never = {name for name, line in told(preset).items() if line["holds"] == "0"}
        if preset == "tao":
            assert {"jiutian", "jiudi", "taiyin", "liuhe", "rendun"} <= never
        else:
            assert never == set()


def test_a_day_is_counted_by_the_oracle_too() -> None:
    """庚 over the stem of the day, chart by chart with the twelve days on which the hour can fall."""
    held = 0
    for chart in CHARTS[::7].tolist():
        ju, hour = oracle_charts.JU[chart // 60], oracle_charts.PILLARS[chart % 60]
        for n in range(12):
            day = (chart % 60 // 12 + 5 * n) % 60
            palaces = oracle_charts.judge("rige", ju, hour, "kun", day=oracle_charts.PILLARS[day])
            mask = int(qimen.match(np.uint16(chart), "rige", "chaibu", day=np.uint8(day)))
            assert {p for p in range(10) if mask >> p & 1} == palaces
            held += bool(palaces)
    assert 0 < held < CHARTS[::7].size * 12
