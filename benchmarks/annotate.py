"""`qimen annotate` on a million rows in three zones: right first, then its time against pyarrow alone.

    python benchmarks/annotate.py [ROWS]

Every 200th row is held against the oracle and every 2000th against `cast`. The time is that of a fresh process each,
imports included, as a ratio to reading and writing the same file with pyarrow alone.
"""

from __future__ import annotations

import csv
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import qimen

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "interop"))
ZONES = ("Asia/Shanghai", "America/New_York", "Europe/London")
ALONE = {
    ".csv": "import sys, pyarrow.csv as c; c.write_csv(c.read_csv(sys.argv[1]), sys.argv[2])",
    ".parquet": "import sys, pyarrow.parquet as p; p.write_table(p.read_table(sys.argv[1]), sys.argv[2])",
}
ANNOTATE = (
    "import sys; from qimen.cli import main; "
    "main(['annotate', sys.argv[1], '--time', 'time', '--tz', 'zone', '-o', sys.argv[2]])"
)
PEAK = """
import pathlib
for line in pathlib.Path('/proc/self/status').read_text().splitlines():
    if line.startswith('VmHWM'): print(line.split()[1])
"""


def make(path: Path, rows: int) -> None:
    """Write random times of 1900-2100, with some columns beside them as events have."""
    rng = np.random.default_rng(7)
    low, high = (int(np.datetime64(day, "s").astype(int)) for day in ("1900-01-01", "2101-01-01"))
    times = np.datetime_as_string(rng.integers(low, high, rows).astype("M8[s]")).tolist()
    zones = rng.integers(0, 3, rows).tolist()
    with path.open("w") as stream:
        stream.write("id,time,zone,place,value\n")
        stream.writelines(
            f"{i},{t},{ZONES[z]},somewhere {z},{v:.3f}\n"
            for i, (t, z, v) in enumerate(zip(times, zones, rng.random(rows).tolist(), strict=True))
        )


def timed(script: str, source: Path, target: Path) -> tuple[float, float, float]:
    """Return wall seconds, processor seconds and peak memory (MiB) of a process."""
    began = time.perf_counter()
    # Bytecode may be kept, as it is where a program is installed; the peak is the process's own account of it, since
    # that of its parent would count in what `wait4` says.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(
        [sys.executable, "-c", script + PEAK, str(source), str(target)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    peak = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return wall, used.ru_utime + used.ru_stime, int(peak or 0) / 1024


def check(path: Path) -> int:
    """Hold rows against the oracle and `cast`; return how many were."""
    from oracle_rows import expected

    with path.open(newline="", encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream) if row["chart"]]
    chosen = random.Random(0).sample(rows, min(5000, len(rows)))
    for row in chosen:
        want = expected(row["time"], row["zone"])
        assert {name: row[name] for name in want} == want, row
    for row in chosen[:500]:
        board = qimen.cast(row["time"], clock=qimen.Clock(tz=row["zone"]))
        assert (row["chart"], row["month_pillar"]) == (str(board.chart), board.pillars["month"]), row
    return len(chosen)


def main() -> None:
    """Print the table."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        make(home / "in.csv", rows)
        timed("import sys, pyarrow.csv as c, pyarrow.parquet as p; p.write_table(c.read_csv(sys.argv[1]), sys.argv[2])",
              home / "in.csv", home / "in.parquet")  # fmt: skip
        timed(ANNOTATE, home / "in.csv", home / "out.csv")
        print(f"{check(home / 'out.csv')} rows agree with the oracle, 500 of them with cast")
        for suffix in (".csv", ".parquet"):
            source, target = home / f"in{suffix}", home / f"out{suffix}"
            # Best of five, in turn, so that a busy machine disturbs both alike.
            runs = [(timed(ALONE[suffix], source, target), timed(ANNOTATE, source, target)) for _ in range(5)]
            alone, ours = (tuple(min(run[k][i] for run in runs) for i in range(3)) for k in (0, 1))
            print(
                f"{suffix}: annotate {ours[0]:.2f} s ({ours[0] / rows * 1e6:.2f} us a row), "
                f"pyarrow alone {alone[0]:.2f} s: "
                f"{ours[0] / alone[0]:.2f} times; processor {ours[1]:.2f} s, {ours[1] / alone[1]:.2f} times; "
                f"peak {ours[2]:.0f} MiB"
            )


if __name__ == "__main__":
    main()
