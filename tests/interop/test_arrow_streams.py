"""Scans and tables of charts as Arrow streams and Parquet files, read back by four libraries."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from needs import need

import qimen
from qimen import interop
from qimen.errors import MissingPackageError
from qimen.names import BRANCHES, DUN, PILLARS, STEMS, TERMS

pa = need("pyarrow")
pq = need("pyarrow.parquet")

YEARS = ("1990-01-01", "2011-01-01")


@pytest.fixture(scope="module")
def found() -> qimen.Scan:
    return qimen.scan(*YEARS, "天遁", clock=qimen.Clock(tz="Asia/Shanghai"))


def test_columns_are_those_of_rows(found: qimen.Scan) -> None:
    table = pa.table(found)
    rows = list(found.rows())
    assert table.num_rows == len(rows) == found.count > 50
    for mine, row in zip(table.to_pylist(), rows, strict=True):
        assert {name: mine[name] for name in ("hour", "day_pillar", "hour_pillar", "dun", "ju", "palaces")} == {
            name: row[name] for name in ("hour", "day_pillar", "hour_pillar", "dun", "ju", "palaces")
        }
        assert row["start"].startswith(mine["start"].isoformat())
        assert mine["start_utc"].isoformat() == _utc(row["start"])
    assert table["mask"].to_numpy().tolist() == found.masks.tolist()
    assert table["chart"].to_numpy().tolist() == found.charts.tolist()


def _utc(text: str) -> str:
    from datetime import UTC, datetime

    return datetime.fromisoformat(text).astimezone(UTC).isoformat()


def test_dictionaries_are_whole_in_order_and_equal_in_every_batch() -> None:
    often = qimen.scan("1900-01-01", "2101-01-01", "door:休")
    table = often.table()
    batches = list(table.reader())
    assert len(batches) > 1
    wanted = {"day_pillar": PILLARS, "term": TERMS, "dun": tuple(DUN), "yuan": tuple("上中下")}
    for batch in batches:
        for name, names in wanted.items():
            column = batch.column(batch.schema.get_field_index(name))
            assert column.type.ordered
            assert tuple(column.dictionary.to_pylist()) == tuple(names)
    assert sum(batch.num_rows for batch in batches) == often.count


def test_metadata_states_conventions_and_versions(found: qimen.Scan) -> None:
    told = {key.decode(): value.decode() for key, value in pa.schema(found).metadata.items()}
    assert told["qimen.version"] == qimen.__version__
    assert told["qimen.where"] == "天遁"
    conventions = json.loads(told["qimen.conventions"])
    assert conventions["method"] == found.school.method
    assert conventions["tz"] == "Asia/Shanghai"
    assert "DE440" in json.loads(told["qimen.ephemerides"])
    assert int(told["qimen.stop"]) - int(told["qimen.start"]) == len(found.span)


def test_an_empty_scan_has_its_columns() -> None:
    empty = qimen.scan("2026-01-01", "2026-01-01", "天遁")
    assert pa.table(empty).schema.names == pa.schema(qimen.scan(*YEARS, "天遁")).names
    assert pa.table(empty).num_rows == 0
    assert pa.table(interop.chart_table(empty.span)).num_rows == 0


def test_chart_table_is_align_and_pillars() -> None:
    span = qimen.hour_range("2025-12-01", "2026-02-01", tz="America/New_York")
    table = pa.table(interop.chart_table(span, "li"))
    aligned, pillars = qimen.align(span, "li"), qimen.pillars(span, "li")
    assert table["ju"].to_numpy().tolist() == aligned.ju.tolist()
    assert table["term"].to_pylist() == [TERMS[t] for t in aligned.term]
    assert table["ju_term"].to_pylist() == [TERMS[t] for t in aligned.ju_term]
    for name in ("year", "month", "day", "hour"):
        assert table[f"{name}_pillar"].to_pylist() == [PILLARS[p] for p in getattr(pillars, name)]
    board = qimen.cast(hour=span[5], school="li", clock=span.clock)
    row = table.slice(5, 1).to_pylist()[0]
    assert (row["zhi_fu"], row["zhi_fu_palace"]) == (board.zhi_fu.star, board.zhi_fu.palace)
    assert (row["zhi_shi"], row["zhi_shi_palace"]) == (board.zhi_shi.door, board.zhi_shi.palace)
    assert pa.table(interop.chart_table(np.asarray(span), "li", clock=span.clock)).equals(table)
    with pytest.raises(qimen.errors.InputError):
        interop.chart_table(np.array(["2000-01-01"], dtype="M8[D]"))


@pytest.mark.parametrize("school", ["baojian", "tao"])
def test_board_table_is_plates(school: str) -> None:
    table = pa.table(interop.board_table(school))
    assert table.num_rows == 1080 * 9
    plates = qimen.plates(np.arange(1080), school)
    heaven = np.array([-1 if s is None else STEMS.index(s) for s in table["heaven"].to_pylist()]).reshape(1080, 9)
    want = plates.heaven[:, 1:].astype(int)
    np.testing.assert_array_equal(heaven, np.where(want == 255, -1, want))
    assert set("".join(p or "" for p in table["hour_pillar"].to_pylist())) == set(STEMS + BRANCHES)


# ---------------------------------------------------------------- other libraries


@pytest.fixture(scope="module")
def parquet(found: qimen.Scan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("parquet") / "hits.parquet"
    assert found.write_parquet(path) == found.count
    return path


def test_pyarrow_reads_it_back(found: qimen.Scan, parquet: Path) -> None:
    assert pq.read_table(parquet).equals(pa.table(found))
    assert pq.read_schema(parquet).metadata[b"qimen.version"].decode() == qimen.__version__


def test_polars_takes_both(found: qimen.Scan, parquet: Path) -> None:
    pl = need("polars")
    want = [PILLARS[h // 12 % 60] for h in found.hours.tolist()]
    for frame in (pl.DataFrame(found), pl.read_parquet(parquet)):
        assert frame["hour"].to_list() == found.hours.tolist()
        assert frame["day_pillar"].cast(pl.String).to_list() == want
        assert frame["palaces"].to_list() == [row["palaces"] for row in found.rows()]


def test_pandas_takes_both_and_sorts_by_the_book(found: qimen.Scan, parquet: Path) -> None:
    pd = need("pandas")
    for frame in (pd.DataFrame.from_arrow(found), pd.read_parquet(parquet)):
        assert frame["hour"].tolist() == found.hours.tolist()
        assert frame["day_pillar"].dtype.ordered
        ordered = frame.sort_values("day_pillar")["day_pillar"].tolist()
        assert ordered == sorted(ordered, key=PILLARS.index)


def test_duckdb_takes_both(found: qimen.Scan, parquet: Path) -> None:
    duckdb = need("duckdb")
    hits = found  # duckdb finds it by the name of the variable
    assert hits is found
    for source in ("hits", f"'{parquet}'"):
        rows = duckdb.sql(f"select hour, hour_pillar, palaces from {source} order by hour").fetchall()
        assert [(h, p, list(q)) for h, p, q in rows] == [
            (row["hour"], row["hour_pillar"], row["palaces"]) for row in found.rows()
        ]


# ---------------------------------------------------------------- files, memory, absence


def test_a_failing_stream_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "hits.parquet"
    path.write_bytes(b"before")

    class Failing:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            schema = pa.schema([("x", pa.int64())])

            def batches() -> Any:
                yield pa.record_batch([[1]], schema=schema)
                raise RuntimeError("no more")

            return pa.RecordBatchReader.from_batches(schema, batches()).__arrow_c_stream__(requested_schema)

    with pytest.raises(Exception, match="no more"):
        interop.write_parquet(Failing(), path)
    assert path.read_bytes() == b"before"
    assert [p.name for p in tmp_path.iterdir()] == ["hits.parquet"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells the peak on Linux")
def test_memory_stays_flat(tmp_path: Path) -> None:
    """Eight times the hits, 3.5 million, may not take much more memory."""
    peaks = []
    for years in (100, 800):
        script = (
            "import sys, qimen\n"
            f"n = qimen.scan('1000-01-01', '{1000 + years}-01-01', 'door:休').write_parquet(sys.argv[1])\n"
            "print(n, next(line for line in open('/proc/self/status') if line.startswith('VmHWM')).split()[1])"
        )
        done = subprocess.run(
            [sys.executable, "-c", script, str(tmp_path / "x.parquet")], capture_output=True, check=True, text=True
        )
        peaks.append(int(done.stdout.split()[1]) / 1024)
    assert peaks[1] < peaks[0] + 60, peaks


def test_without_pyarrow_the_error_names_the_extra() -> None:
    script = (
        "import sys; sys.modules['pyarrow'] = None\nimport qimen\n"
        "s = qimen.scan('2026-01-01', '2026-02-01', '天遁')\n"
        "try: s.__arrow_c_stream__()\n"
        "except qimen.errors.MissingPackageError as e: print(e, isinstance(e, ImportError))\n"
        "from qimen import cli; print(cli.main(['annotate', 'x.csv', '--time', 't']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        check=True,
        text=True,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert "[arrow]" in done.stdout
    assert done.stdout.splitlines()[-1] == "3"
    assert issubclass(MissingPackageError, ImportError)


def test_nothing_is_imported_before_it_is_used() -> None:
    script = (
        "import sys, qimen\nqimen.scan('2026-01-01', '2026-02-01', '天遁').count, qimen.get_include(), qimen.interop\n"
        "import qimen.cli_annotate\n"
        "print(sorted({'pyarrow', 'pandas', 'polars', 'dask', 'xarray', 'numba', 'duckdb'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert done.stdout == "[]\n"
