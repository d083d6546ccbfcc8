"""`qimen annotate`: formats, zones, bad rows, units, strictness, whole files, and the same answers as elsewhere."""

from __future__ import annotations

import csv
import io
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from needs import need
from oracle_rows import expected

import qimen
from qimen import cli
from qimen.cli_annotate import meter_text
from qimen.errors import InputError
from qimen.interop.annotate import ADDS, Annotator, Options

pa = need("pyarrow")
pq = need("pyarrow.parquet")

ZONES = ("Asia/Shanghai", "America/New_York", "Europe/London")
ROWS = 200_000


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Any:
    """Run the command in this process; returns its exit code, stdout and stderr."""

    def run(*words: object) -> tuple[int, str, str]:
        code = cli.main(["annotate", *map(str, words)])
        out, err = capfdbinary.readouterr()
        return code, out.decode(), err.decode()

    return run


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8", newline="")
    return path


def random_file(path: Path, rows: int, seed: int) -> list[tuple[str, str]]:
    """Write random times of 1900-2100 in three zones, and return them."""
    rng = np.random.default_rng(seed)
    low, high = (int(np.datetime64(day, "s").astype(int)) for day in ("1900-01-01", "2101-01-01"))
    times = np.datetime_as_string(rng.integers(low, high, rows).astype("M8[s]")).tolist()
    zones = [ZONES[i] for i in rng.integers(0, 3, rows).tolist()]
    with path.open("w", newline="") as stream:
        stream.write("id,time,zone,note\n")
        stream.writelines(f'{i},{t},{z},"n, {i}"\n' for i, (t, z) in enumerate(zip(times, zones, strict=True)))
    return list(zip(times, zones, strict=True))


# ---------------------------------------------------------------- the same answers


@pytest.mark.slow
def test_a_large_file_in_three_zones(run: Any, tmp_path: Path) -> None:
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    asked = random_file(source, ROWS, 5)
    code, out, err = run(source, "--time", "time", "--tz", "zone", "--add", "chart,pillars,ju", "-o", target)
    assert (code, out) == (0, "")
    with target.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["time"], row["zone"]) for row in rows] == asked
    assert [row["id"] for row in rows] == [str(i) for i in range(ROWS)]
    assert rows[7]["note"] == "n, 7"
    bad = {int(line.split(":")[0].removeprefix("line ")) - 2 for line in err.splitlines() if line.startswith("line ")}
    assert bad == {i for i, row in enumerate(rows) if not row["chart"]}
    assert 0 < len(bad) < ROWS / 1000
    for index in random.Random(1).sample(sorted(set(range(ROWS)) - bad), 1500):
        row = rows[index]
        want = expected(*asked[index])
        assert {name: row[name] for name in want} == want, row
    for index in random.Random(2).sample(sorted(set(range(ROWS)) - bad), 300):
        row = rows[index]
        board = qimen.cast(row["time"], clock=qimen.Clock(tz=row["zone"]))
        assert row["chart"] == str(board.chart)
        assert [row[f"{name}_pillar"] for name in board.pillars] == list(board.pillars.values())
    for index in sorted(bad)[:20]:
        with pytest.raises(qimen.errors.LocalTimeError):
            qimen.cast(rows[index]["time"], clock=qimen.Clock(tz=rows[index]["zone"]))


def test_patterns_and_masks_are_those_of_cast(run: Any, tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    random_file(source, 60, 6)
    for school in ("baojian", "chaibu", "tao"):
        _, out, _ = run(source, "--time", "time", "--tz", "zone", "--add", "patterns,masks", "--school", school)
        for row in table(out):
            if not row["masks"]:
                continue
            board = qimen.cast(row["time"], school, clock=qimen.Clock(tz=row["zone"]))
            assert row["patterns"].split() == [hit.row.zh_hans for hit in board.patterns]
            assert row["masks"].split() == [str(sum(1 << p for p in hit.palaces) or 1) for hit in board.patterns]


def test_named_patterns_only(run: Any, tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv", "time\n" + "".join(f"2026-03-{d:02d}T10:20\n" for d in range(1, 32)))
    code, out, _ = run(source, "--time", "time", "--add", "patterns", "--patterns", "天遁,门迫")
    assert code == 0
    named = {name for row in table(out) for name in row["patterns"].split()}
    assert named <= {"天遁", "门迫"}
    assert named
    assert run(source, "--time", "time", "--add", "patterns", "--patterns", "天盾")[0] == 2


@pytest.mark.parametrize("options", [["--solar", "mean"], []])
def test_longitudes(run: Any, tmp_path: Path, options: list[str]) -> None:
    places = [
        (116.4, "2026-03-15T10:50"),
        (87.6, "2026-03-15T10:50"),
        (-71.06, "1999-12-31T23:40"),
        (0, "2001-01-01T00:59"),
    ]
    source = write(
        tmp_path / "in.csv", "t,lon\n" + "".join(f"{t},{lon}\n" for lon, t in places) + "2026-01-01,181\n2026-01-01,\n"
    )
    code, out, err = run(source, "--time", "t", "--lon", "lon", *options)
    assert code == 0
    for (lon, text), row in zip(places, table(out), strict=False):
        clock = qimen.Clock(longitude=lon, solar="mean" if options else "apparent")
        assert row["chart"] == str(qimen.cast(text, clock=clock).chart)
    assert "line 6: lon='181' is no longitude" in err
    assert "line 7: lon is empty" in err


def test_offsets_of_their_own_and_a_zone_that_is_asked(run: Any, tmp_path: Path) -> None:
    texts = [
        "2026-03-15T10:20+09:00",
        "2026-03-15T10:20",
        "2026-03-15 10:20:30.5Z",
        "2026-03-15T10:20:00-0330",
        "-0500-06-01T12:00",
    ]
    source = write(tmp_path / "in.csv", "t\n" + "\n".join(texts) + "\n")
    for words, clock in (((), None), (("--tz", "America/New_York"), qimen.Clock(tz="America/New_York"))):
        code, out, _ = run(source, "--time", "t", "--add", "hour,chart", *words)
        assert code == 0
        for text, row in zip(texts, table(out), strict=True):
            board = qimen.cast(text, clock=clock)
            assert (row["hour"], row["chart"]) == (str(board.hour), str(board.chart))


def test_day_start_fold_and_prefix(run: Any, tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv", "t,chart\n2025-11-02T01:30,x\n2025-11-02T23:30,y\n")
    words = (
        "--time",
        "t",
        "--tz",
        "America/New_York",
        "--day-start",
        "00:00",
        "--prefix",
        "q_",
        "--add",
        "pillars,chart",
    )
    _, out, err = run(source, *words)
    assert "line 2" in err
    assert "occurs twice" in err
    assert table(out)[0]["q_chart"] == ""
    _, out, err = run(source, *words, "--fold", "1")
    assert "line 2" not in err
    clock = qimen.Clock(tz="America/New_York", day_start="00:00")
    for row in table(out):
        board = qimen.cast(row["t"], clock=clock, fold=1)
        assert (row["q_chart"], row["q_day_pillar"]) == (str(board.chart), board.pillars["day"])
    assert [row["chart"] for row in table(out)] == ["x", "y"]
    code, _, err = run(source, "--time", "t")
    assert code == 2
    assert "'chart' already" in err


@pytest.mark.parametrize(("unit", "factor"), [("s", 1), ("ms", 1000)])
def test_numbers_count_only_when_it_is_said_what(run: Any, tmp_path: Path, unit: str, factor: int) -> None:
    seconds = [1_700_000_000, -5_000_000_000, 0]
    source = write(
        tmp_path / "in.csv", "t\n" + "".join(f"{s * factor}\n" for s in seconds) + "soon\n\n1e3\n9999999999999999\n"
    )
    code, out, err = run(source, "--time", "t", "--unit", unit, "--add", "chart", "--tz", "Asia/Shanghai")
    assert code == 0
    rows = table(out)
    for second, row in zip(seconds, rows, strict=False):
        want = qimen.cast(np.datetime64(second, "s").astype(str) + "+00:00", clock=qimen.Clock(tz="Asia/Shanghai"))
        assert row["chart"] == str(want.chart)
    assert [row["chart"] for row in rows[3:]] == ["", "", ""]
    assert [line.split(":")[0] for line in err.splitlines()[:-1]] == ["line 5", "line 7", "line 8"]
    code, out, err = run(source, "--time", "t", "--add", "chart")
    assert {row["chart"] for row in table(out)} == {""}
    numbers = tmp_path / "in.parquet"
    pq.write_table(pa.table({"t": pa.array([s * factor for s in seconds])}), numbers)
    code, _, err = run(numbers, "--time", "t", "--add", "chart")
    assert code == 2
    assert "unit" in err
    target = tmp_path / "out.parquet"
    assert run(numbers, "--time", "t", "--unit", unit, "--tz", "Asia/Shanghai", "--add", "chart", "-o", target)[0] == 0
    assert pq.read_table(target)["chart"].to_pylist() == [int(row["chart"]) for row in rows[:3]]


# ---------------------------------------------------------------- formats


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".parquet", ".arrow", ".arrows"])
def test_every_format_in_and_out(run: Any, tmp_path: Path, suffix: str) -> None:
    source = tmp_path / "in.csv"
    asked = random_file(source, 500, 8)
    first, second = tmp_path / f"a{suffix}", tmp_path / "b.csv"
    words = ("--time", "time", "--tz", "zone")
    assert run(source, *words, "--add", "chart,pillars", "-o", first)[0] == 0
    assert run(first, *words, "--add", "ju,masks", "-o", second)[0] == 0
    _, out, _ = run(source, *words, "--add", "chart,pillars,ju,masks")
    want = table(out)
    with second.open(newline="", encoding="utf-8") as stream:
        got = list(csv.DictReader(stream))
    assert [{name: row[name] for name in want[0]} for row in got] == want
    assert [(row["time"], row["zone"]) for row in got] == asked
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted({"in.csv", first.name, "b.csv"})


def test_parquet_carries_types_and_conventions(run: Any, tmp_path: Path) -> None:
    times = np.array(["2026-03-15T10:20:00", "NaT", "1950-07-01T12:00:00.5"], dtype="M8[us]")
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"t": times, "x": [1.5, 2.5, None]}).replace_schema_metadata({"mine": "kept"}), source)
    code, _, err = run(source, "--time", "t", "--tz", "Asia/Tokyo", "-o", target)
    assert code == 0
    assert "row 2: t is empty" in err
    found = pq.read_table(target)
    assert found["x"].to_pylist() == [1.5, 2.5, None]
    assert found.schema.field("t").type == pa.timestamp("us")
    assert found["chart"].to_pylist() == [
        qimen.cast(str(times[0]), clock=qimen.Clock(tz="Asia/Tokyo")).chart, None,
        qimen.cast(str(times[2]), clock=qimen.Clock(tz="Asia/Tokyo")).chart,
    ]  # fmt: skip
    assert found["year_pillar"].type.ordered
    assert found.schema.metadata[b"mine"] == b"kept"
    assert b"Asia/Tokyo" in found.schema.metadata[b"qimen.clock"]


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_aware_timestamps_and_dates(unit: str) -> None:
    texts = ["2026-03-15T10:20:00", "1950-07-01T12:00:01"]
    ns = np.array(texts, dtype=f"M8[{unit}]")
    stamps = pa.array(ns.astype(np.int64), pa.timestamp(unit, "America/New_York"))
    want = [qimen.cast(text + "+00:00", clock=qimen.Clock(tz="America/New_York")).chart for text in texts]
    options = Options("t", add=("chart",))
    assert Annotator(options, ["t"]).add([stamps]).columns[0].to_pylist() == want
    days = pa.array(ns.astype("M8[D]"))
    want = [qimen.cast(text[:10]).chart for text in texts]
    for kind in (pa.date32(), pa.date64()):
        assert Annotator(options, ["t"]).add([days.cast(kind)]).columns[0].to_pylist() == want
    encoded = pa.array(texts).dictionary_encode()
    assert Annotator(options, ["t"]).add([encoded]).columns[0].to_pylist() == [qimen.cast(t).chart for t in texts]


def test_pipes(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "qimen", "annotate", "-", "--time", "t", "--add", "chart", "-o", "-"],
        input="\ufefft,名\n2026-03-15T10:20,甲\nx,乙\n".encode(), capture_output=True, check=True,
    )  # fmt: skip
    chart = qimen.cast("2026-03-15T10:20").chart
    assert done.stdout.decode() == f"t,名,chart\n2026-03-15T10:20,甲,{chart}\nx,乙,\n"
    assert "line 3: t='x' is no ISO time" in done.stderr.decode()


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--time", "tme"], "did you mean 'time'"),
        (["--time", "time", "--tz", "Asia/Shangai"], "Asia/Shanghai"),
        (["--time", "time", "--add", "charts"], "did you mean 'chart'"),
        (["--time", "time", "--add", ","], "names nothing"),
        (["--time", "time", "--unit", "us"], "did you mean 's'"),
        (["--time", "time", "--lon", "longitude"], "longitude"),
        (["--time", "time", "--solar", "mean"], "needs lon"),
        (["--time", "time", "--school", "baojan"], "baojian"),
        (["--time", "time", "-o", "out.xlsx"], "no known suffix"),
    ],
)
def test_usage(run: Any, tmp_path: Path, words: list[str], reason: str) -> None:
    source = write(tmp_path / "in.csv", "time\n2026-03-15T10:20\n")
    code, out, err = run(source, *words)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert reason in err


def test_files_that_are_none(run: Any, tmp_path: Path) -> None:
    for name in ("none.csv", "none.parquet", "none.arrow"):
        assert run(tmp_path / name, "--time", "t")[0] == 1
    for name in ("empty.csv", "bad.parquet", "bad.arrow"):
        (tmp_path / name).write_bytes(b"" if "empty" in name else b"no such thing")
        code, _, err = run(tmp_path / name, "--time", "t")
        assert code == 2, err
        assert len(err.splitlines()) == 1


def test_strict_stops_at_the_first_and_writes_nothing(run: Any, tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv", "time\n2026-03-15T10:20\n2026-02-30\nnever\n")
    target = write(tmp_path / "out.csv", "before")
    code, out, err = run(source, "--time", "time", "--strict", "-o", target)
    assert (code, out) == (1, "")
    assert "line 3" in err
    assert "line 4" not in err
    assert target.read_text() == "before"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in.csv", "out.csv"]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".arrow"])
def test_an_interruption_leaves_no_half_file(tmp_path: Path, suffix: str, number: int) -> None:
    target = tmp_path / f"out{suffix}"
    process = subprocess.Popen(
        [sys.executable, "-m", "qimen", "annotate", "-", "--time", "time", "--add", "chart", "-o", str(target)],
        stdin=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.write(b"time\n")
    process.stdin.write(b"2026-03-15T10:20:00\n" * 500_000)  # more than a block: it is in the middle of the work
    process.stdin.flush()
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob(".out*.part")) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert list(tmp_path.glob(".out*.part"))
    process.send_signal(number)
    assert process.wait(60) != 0  # though the pipe is still open
    assert list(tmp_path.iterdir()) == []
    process.stdin.close()
    assert process.stderr is not None
    process.stderr.close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells the peak on Linux")
def test_memory_stays_flat(tmp_path: Path) -> None:
    peaks = []
    for rows in (400_000, 2_000_000):
        source = tmp_path / "in.csv"
        with source.open("w") as stream:
            stream.write("time,zone\n")
            for _ in range(rows // 100_000):
                stream.write("1987-06-05T04:03:02,Asia/Shanghai\n" * 100_000)
        script = (
            "import sys\nfrom qimen import cli\n"
            "assert cli.main(['annotate', sys.argv[1], '--time', 'time', '--tz', 'zone', '-o', sys.argv[2]]) == 0\n"
            "print(next(line for line in open('/proc/self/status') if line.startswith('VmHWM')).split()[1])"
        )
        done = subprocess.run(
            [sys.executable, "-c", script, str(source), str(tmp_path / "out.csv")],
            capture_output=True,
            check=True,
            text=True,
        )
        peaks.append(int(done.stdout) / 1024)
    assert peaks[1] < peaks[0] + 100, peaks


def test_progress_says_rate_and_time_left() -> None:
    assert meter_text(50_000, 25, 100, 2.0) == "annotating: 50000 rows, 25000 rows/s, 25%, 0:06 left"
    assert meter_text(50_000, 25, None, 2.0) == "annotating: 50000 rows, 25000 rows/s"


def test_every_addition_has_its_columns() -> None:
    options = Options("t", add=tuple(ADDS))
    annotator = Annotator(options, ["t"])
    added = annotator.add([pa.array(["2026-03-15T10:20", None])])
    assert [f.name for f in annotator.fields()] == [name for names in ADDS.values() for name in names]
    assert [column.type for column in added.columns] == [f.type for f in annotator.fields()]
    assert all(column[1].as_py() is None for column in added.columns)
    assert added.faults == {1: "t is empty"}
    nothing = annotator.add([pa.array([], pa.string())])
    assert [column.type for column in nothing.columns] == [f.type for f in annotator.fields()]
    with pytest.raises(InputError, match="2 columns"):
        Annotator(options, ["t", "t"])


def test_the_environment_requires_what_it_says() -> None:
    if os.environ.get("QIMEN_REQUIRE_INTEROP") == "1":
        for name in ("pyarrow", "pandas", "polars", "duckdb", "xarray", "dask", "distributed", "numba"):
            need(name)
