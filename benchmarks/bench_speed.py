"""The stages of the hot path by size, for `pytest benchmarks --benchmark-only`; `report.py` states the ratios.

Each benchmark first holds a slice of its answer against the oracle.
"""

from __future__ import annotations

import numpy as np
import pytest

import qimen
from benchmarks import baselines, goals
from qimen.calendars.tables import calendar
from qimen.clock import Clock

SCHOOLS = list(qimen.SCHOOLS)


@pytest.mark.parametrize("school", SCHOOLS)
@pytest.mark.parametrize("size", list(goals.SIZES))
@pytest.mark.benchmark(group="chart ids of a range")
def bench_chart_ids(benchmark, school, size):
    hours = goals.hours_of(size)
    out = np.empty(len(hours), dtype=np.uint16)
    goals.prove_charts(school, hours, qimen.chart_ids(hours, school, out))
    benchmark(qimen.chart_ids, hours, school, out)


@pytest.mark.parametrize("size", ["day", "year", "century"])
@pytest.mark.benchmark(group="chart ids by searchsorted (NumPy)")
def bench_chart_ids_by_search(benchmark, size):
    hours = np.asarray(goals.hours_of(size))
    table = calendar(qimen.school("chaibu"), Clock())
    np.testing.assert_array_equal(baselines.charts_by_search(table, hours), qimen.chart_ids(hours, "chaibu"))
    benchmark(baselines.charts_by_search, table, hours)


@pytest.mark.parametrize("school", SCHOOLS)
@pytest.mark.benchmark(group="scan 1900-2100 for one pattern")
def bench_scan(benchmark, school):
    span = qimen.hour_range("1900-01-01", "2101-01-01")
    found = benchmark(lambda: qimen.scan(span.start, span.stop, "得使遇甲", school).hours)
    for hour in found[:: max(1, len(found) // 50)]:
        board = qimen.cast(hour=int(hour), school=school)
        assert "得使遇甲" in [hit.row.zh_hans for hit in board.patterns]


@pytest.mark.benchmark(group="scan 1900-2100 for one pattern")
def bench_scan_by_search(benchmark):
    span = np.asarray(qimen.hour_range("1900-01-01", "2101-01-01"))
    wanted = np.zeros(1080, dtype=bool)
    wanted[qimen.match(np.arange(1080, dtype=np.uint16), "得使遇甲", "chaibu").nonzero()] = True
    benchmark(baselines.scan_by_search, calendar(qimen.school("chaibu"), Clock()), span, wanted)


@pytest.mark.parametrize("school", SCHOOLS)
@pytest.mark.benchmark(group="one chart")
def bench_cast(benchmark, school):
    board = benchmark(qimen.cast, "2026-03-15T10:20:00", school)
    assert board.chart == qimen.bind(school).chart_id(board.hour)


@pytest.mark.parametrize("school", SCHOOLS)
@pytest.mark.benchmark(group="one chart with its patterns")
def bench_cast_patterns(benchmark, school):
    assert benchmark(lambda: qimen.cast("2026-03-15T10:20:00", school).patterns)


@pytest.mark.benchmark(group="one hour")
def bench_bound(benchmark):
    bound = qimen.bind("chaibu")
    hour = int(qimen.hours("2026-03-15T10:20:00"))
    assert benchmark(bound.chart_id, hour) == goals.oracle_chart("chaibu", hour)


@pytest.mark.parametrize("school", SCHOOLS)
@pytest.mark.benchmark(group="sixteen patterns over a century")
def bench_masks(benchmark, school):
    hours = goals.hours_of("century")
    out = np.empty((len(goals.SIXTEEN), len(hours)), dtype=np.uint16)
    benchmark(qimen.match, hours, goals.SIXTEEN, school, out=out)


@pytest.mark.benchmark(group="counts of all patterns over the table")
def bench_counts(benchmark):
    hours = goals.hours_of("table")
    found = benchmark(qimen.counts, hours.start, hours.stop, "chaibu")
    assert found["tiandun"] == qimen.count(hours.start, hours.stop, "tiandun", "chaibu")
