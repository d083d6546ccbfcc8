"""Matching the whole catalogue: all rows of a preset on all 1080 charts, as it is done at first use.

Each benchmark first holds some of its masks against the oracle. Filling as many bytes as the masks take
(`np.copyto`) and judging the same rows in the oracle are the measures beside it.
"""

from __future__ import annotations

import numpy as np
import pytest

import qimen
from benchmarks.ratios import alternate
from qimen import oracle
from qimen.facts import Moments, moments
from qimen.names import DUN, PILLARS, TERMS, YUAN
from qimen.oracle.rules import RULES
from qimen.patterns import compiled
from qimen.plates import CHARTS, boards
from qimen.rules import Program, program

SCHOOLS = list(qimen.SCHOOLS)
#: What is known of every moment: one day that each hour can fall on, and one month, year, new moon and term.
KNOWN = {"month": 14, "year": 30, "shuo": 7, "term": 4, "ju_term": 4, "yuan": 1}


def catalogue(school: str) -> tuple[Program, Moments]:
    """Return a preset's rows packed, and all charts with what rows read besides."""
    charts = np.arange(CHARTS, dtype=np.uint16)
    known = {name: np.full(CHARTS, value, dtype=np.uint8) for name, value in KNOWN.items()}
    known["day"] = (charts % 60 // 12).astype(np.uint8)
    rows = program(compiled(row) for row in qimen.patterns_of(school))
    return rows, moments(charts, known, qimen.school(school))


def oracle_context(school: str, chart: int) -> oracle.Context:
    """Return the same moment as the oracle takes it."""
    which = qimen.school(school)
    ju, hour = chart // 60, PILLARS[chart % 60]
    board = oracle.board(DUN[ju // 9], ju % 9 + 1, hour, which.lodging, which.motion)
    pillars = {name: PILLARS[KNOWN[name]] for name in ("month", "year", "shuo")}
    day, term = PILLARS[chart % 60 // 12], TERMS[KNOWN["term"]]
    return oracle.Context(
        board, day=day, term=term, ju_term=TERMS[KNOWN["ju_term"]], yuan=YUAN[KNOWN["yuan"]], general="亥",
        jia_role=which.jia_role, **pillars,
    )  # fmt: skip


def prove(school: str, masks: np.ndarray) -> None:
    """Hold every row on some charts against the oracle."""
    for chart in range(0, CHARTS, 97):
        context = oracle_context(school, chart)
        for row, mask in zip(qimen.patterns_of(school), masks[:, chart].tolist(), strict=True):
            assert mask == sum(1 << palace for palace in RULES[row.id].judge(context)), (row.id, chart)


@pytest.mark.parametrize("school", SCHOOLS)
@pytest.mark.benchmark(group="all rows on all charts")
def bench_match_catalogue(benchmark, school):
    rows, every = catalogue(school)
    facts = boards(qimen.school(school)).facts
    prove(school, benchmark(rows.run, facts, every))


@pytest.mark.parametrize("school", SCHOOLS)
@pytest.mark.benchmark(group="all rows on all charts, within six oracle charts")
def bench_ratio_to_the_oracle(benchmark, school):
    """All 1080 charts cost less than six charts of the oracle: some 10 ms where the oracle needs 2 ms a chart."""
    rows, every = catalogue(school)
    facts, context = boards(qimen.school(school)).facts, oracle_context(school, 500)
    judges = [RULES[row.id].judge for row in qimen.patterns_of(school)]
    ratio = alternate(lambda: rows.run(facts, every), lambda: [judge(context) for judge in judges])
    benchmark.extra_info["cost in charts of the oracle"] = ratio.cost
    assert ratio.cost < 6
    benchmark(rows.run, facts, every)


@pytest.mark.parametrize("school", SCHOOLS)
@pytest.mark.benchmark(group="packing the rows of a preset, compiled already")
def bench_pack_catalogue(benchmark, school):
    benchmark(lambda: program(compiled(row) for row in qimen.patterns_of(school)))


@pytest.mark.benchmark(group="all rows on all charts")
def bench_copy_as_many_masks(benchmark):
    rows, _ = catalogue("chaibu")
    masks = np.zeros((len(rows.rows), CHARTS), dtype=np.uint16)
    benchmark(np.copyto, masks, np.ones_like(masks))


@pytest.mark.benchmark(group="all rows on one chart, oracle")
def bench_oracle_catalogue(benchmark):
    context = oracle_context("chaibu", 500)
    judges = [RULES[row.id].judge for row in qimen.patterns_of("chaibu")]
    benchmark(lambda: [judge(context) for judge in judges])
