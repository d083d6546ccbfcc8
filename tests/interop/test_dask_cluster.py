"""A real cluster of two workers: the whole table scanned in partitions, and a data set of timestamps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from needs import need

import qimen
from qimen import ufuncs
from qimen.clock import FIRST_HOUR, LAST_HOUR

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

PARTS = 12


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    distributed = need("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None,
            local_directory=str(tmp_path_factory.mktemp("dask")),
        ) as cluster,
        distributed.Client(cluster) as client,
    ):  # fmt: skip
        yield client


def part(start: int, stop: int, where: str, school: str) -> tuple[np.ndarray, np.ndarray]:
    found = qimen.scan(start, stop, where, school)
    return found.hours, found.masks


def test_the_whole_table_in_partitions_is_the_local_answer(client: Any) -> None:
    edges = np.linspace(FIRST_HOUR, LAST_HOUR + 1, PARTS + 1).astype(int).tolist()
    where = "天遁@6 & ~门迫@6"
    futures = client.map(part, edges[:-1], edges[1:], where=where, school="chaibu")
    parts = client.gather(futures)
    assert len(client.scheduler_info()["workers"]) == 2
    local = qimen.scan(FIRST_HOUR, LAST_HOUR + 1, where, "chaibu")
    np.testing.assert_array_equal(np.concatenate([hours for hours, _ in parts]), local.hours)
    np.testing.assert_array_equal(np.concatenate([masks for _, masks in parts]), local.masks)
    assert local.count > 1000


def test_ufuncs_and_bound_callables_on_workers(client: Any) -> None:
    da = need("dask.array")
    span = qimen.hour_range("1900-01-01", "2101-01-01")
    lazy = da.arange(span.start, span.stop, chunks=len(span) // 7)
    np.testing.assert_array_equal(ufuncs.chart_id_lin(lazy).compute(), qimen.chart_ids(span, "lin"))
    clock = qimen.Clock(longitude=116.4, solar="mean")
    other = lazy.map_blocks(ufuncs.ChartId("li", clock), dtype=np.uint16)
    np.testing.assert_array_equal(other.compute(), qimen.chart_ids(qimen.HourRange(span.start, span.stop, clock), "li"))


def charts_of(path: str) -> np.ndarray:
    import pyarrow.parquet as pq

    times = pq.read_table(path)["time"].to_numpy()
    return qimen.chart_ids(times, "baojian")


def test_a_parquet_data_set_of_timestamps(client: Any, tmp_path: Path) -> None:
    pa, pq = need("pyarrow"), need("pyarrow.parquet")
    rng = np.random.default_rng(11)
    low, high = (np.datetime64(day, "ms").astype(int) for day in ("1900-01-01", "2101-01-01"))
    times = rng.integers(low, high, 40_000).astype("M8[ms]")
    paths = []
    for index, piece in enumerate(np.array_split(times, 8)):
        paths.append(str(tmp_path / f"part-{index}.parquet"))
        pq.write_table(pa.table({"time": piece}), paths[-1])
    found = np.concatenate(client.gather(client.map(charts_of, paths)))
    np.testing.assert_array_equal(found, qimen.chart_ids(times, "baojian"))
