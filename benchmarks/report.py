"""Measure every goal and write benchmarks/REPORT.md: the ratios, whether they are reached, and on what machine."""

from __future__ import annotations

import importlib.util
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import qimen
from qimen.parallel import split

from . import goals
from .ratios import alternate

HERE = Path(__file__).resolve().parent


def machine() -> list[str]:
    """Return lines that say what the figures were measured on."""
    name = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        models = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
        name = models[0].split(":", 1)[1].strip() if models else name
    compiler = subprocess.run(["gcc", "--version"], capture_output=True, text=True, check=False).stdout.splitlines()
    return [
        f"- {name}, {len(goals_cpus())} processors, {platform.system()} {platform.machine()}",
        f"- Python {platform.python_version()}, NumPy {np.__version__}, qimen {qimen.__version__}"
        + (f", {compiler[0]}" if compiler else ""),
    ]


def goals_cpus() -> list[int]:
    """Return the processors that this process may use."""
    import os

    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(os.cpu_count() or 1))


def scaling() -> list[str]:
    """Return how two threads fare against one: our work, work that only computes, and work that only moves memory."""
    import os

    hours, thousand = goals.hours_of("table"), goals.hours_of("millennium")
    order = np.random.default_rng(3).integers(hours.start, hours.stop, 8_000_000)
    out, copy = np.empty(order.size, dtype=np.uint16), np.empty_like(order)
    masks = np.empty((8, len(thousand)), dtype=np.uint16)
    patterns = ("天遁", "门迫", "青龙返首", "大格", "地遁", "人遁", "奇制", "时格")
    cached = np.random.default_rng(4).random(400_000)
    octets = masks.reshape(-1).view(np.uint8)

    def limited(count: str, call) -> object:
        def run() -> object:
            os.environ["QIMEN_THREADS"] = count
            try:
                return call()
            finally:
                del os.environ["QIMEN_THREADS"]

        return run

    def always(size: int, work) -> object:
        return lambda: split(size, 1e9, work, 64)

    lines = []
    for what, call in (
        ("chart ids of 8 million hours in any order", lambda: qimen.chart_ids(order, "chaibu", out)),
        ("masks of 8 patterns over a millennium", lambda: qimen.match(thousand, patterns, "chaibu", out=masks)),
        ("control: sines of an array that stays in the cache",
         always(cached.size, lambda a, b: np.sin(np.sin(np.sin(cached[a:b]))))),
        ("control: memset of the bytes of those masks", always(octets.size, lambda a, b: goals.memset(octets[a:b])())),
        ("control: a copy of those hours", always(order.size, lambda a, b: np.copyto(copy[a:b], order[a:b]))),
    ):  # fmt: skip
        ratio = alternate(limited("2", call), limited("1", call), seconds=2)
        lines.append(f"| {what} | {ratio.gain:.2f} | {ratio.subject * 1e3:.1f} |")
    return lines


def importing() -> str:
    """Return the median of what importing qimen adds to importing NumPy, in milliseconds."""
    code = "import time, numpy; t = time.perf_counter(); import qimen; print((time.perf_counter() - t) * 1e3)"
    times = sorted(
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(9)
    )
    return f"{times[4]:.1f}"


def casting() -> str:
    """Return the median time of one board, in microseconds."""
    times = []
    for _ in range(1000):
        begin = time.perf_counter()
        qimen.cast("2026-03-15T10:20:00", "chaibu")
        times.append(time.perf_counter() - begin)
    return f"{statistics.median(times[1:]) * 1e6:.0f}"


def others() -> list[str]:
    """Return how the package that one would pick instead fares at one chart a call, where it is installed."""
    if importlib.util.find_spec("qimen_rs") is None:
        return ["`qimen-rs` (extra `[bench]`) is not installed: no comparison with it.", ""]
    from qimen_rs import calculate

    asked = {"year": 2026, "month": 3, "day": 15, "hour": 10, "minute": 20}
    told = calculate(asked)
    board = qimen.cast("2026-03-15T10:20:00", "chaibu")
    assert (told["ju"], told["dun"]) == (board.ju, {"阳": "yang", "阴": "yin"}[board.dun])
    hours = goals.hours_of("century")
    out = np.empty(len(hours), dtype=np.uint16)
    one = alternate(lambda: qimen.cast("2026-03-15T10:20:00", "chaibu"), lambda: calculate(asked))
    bulk = alternate(lambda: qimen.chart_ids(hours, "chaibu", out), lambda: calculate(asked))
    return [
        "## Beside qimen-rs",
        "",
        "It casts one chart a call (hour school, chaibu, rotating).",
        "",
        "| work | times as fast |",
        "|---|---:|",
        f"| one `cast` to one `calculate` | {one.gain:.2f} |",
        f"| a century of chart ids, an hour each, to one `calculate` | {bulk.gain * len(hours):,.0f} |",
        "",
    ]


#: What stops a goal that may be missed, by the words it begins with after the school's name.
LIMITS = {
    "chart ids of a": (
        "A century of ids is 0.88 MB, more than the second-level cache of many machines. A block of 120 bytes "
        "takes four stores and 17 instructions (callgrind, AVX2), some 45 where a ju begins inside, as in every "
        "block of lin and most of maoshan; what is left is that an ordinary store first fetches its line from the "
        "next cache, which memset's string instruction is spared (a loop that only stores takes 1.0 to 1.6 times "
        "memset, and stores past the caches twice as long), and some 3 us of Python a call."
    ),
    "16 patterns over": (
        "16 rows of 0.88 MB are 14 MB, beyond the second-level cache: both sides are bound by the third, and rows "
        "that read the month or the year are cut where it turns."
    ),
    "a rare pattern": (
        "A walk costs about 27 instructions a block (callgrind), 438,000 blocks over the table, whatever is asked; "
        "the rest is one call of Python and NumPy."
    ),
    "counts of all": (
        "One count reads every block at 31 instructions each (callgrind), 13 million over the table, out of tables "
        "that stay in the first cache. Counting everything reads one key a block on each axis that rows ask "
        "(terms, lunar months, runs), 3 instructions each, and every place where something changes inside a block "
        "once for each family of rows: 27 instructions where several rows share a table of hours, 32 for a row by "
        "itself. Terms alone change 142,000 times, and the families are 6 or 7: some 33 million instructions, into "
        "tables of 0.6 MB each. Under maoshan 425,000 places change; lin's blocks all split, at one hour, and are "
        "counted as two."
    ),
    "chart ids of random": (
        "Each hour reads one record out of 1.75 MB at a place that nothing foretells: the copy it is measured "
        "against streams."
    ),
}


def limits(missed: list[str]) -> list[str]:
    """Return what stops the goals that were missed, each explanation once."""
    found = [text for start, text in LIMITS.items() if any(what.split(": ", 1)[1].startswith(start) for what in missed)]
    return ["## What stops the goals that are missed", "", *(f"- {text}" for text in found), ""] if found else []


def main() -> int:
    """Write the report."""
    begin = time.perf_counter()
    rows, missed = [], []
    for goal in goals.all_goals():
        ratio = goal.measure()
        reached = goal.reached(ratio)
        missed += [] if reached else [goal.what]
        sign = "at most" if goal.kind == "cost" else "at least"
        rows.append(
            f"| {goal.stage} | {goal.what} | {goal.value(ratio):.2f} | {sign} {goal.limit:g} "
            f"| {'yes' if reached else '**no**'} "
            f"| {ratio.subject * 1e6:,.1f} |"
        )
        print(rows[-1], file=sys.stderr, flush=True)
    text = [
        "# Speed",
        "",
        "Generated by `make bench`. Every figure is a ratio of medians measured in turn in one process, with warm",
        "outputs; times stand in the last column for people to read. Before a goal is timed, a slice of its answer is",
        "held against the oracle or the plain way.",
        "",
        *machine(),
        f"- importing qimen after NumPy: {importing()} ms (median of 9)",
        f"- `cast` of one time: {casting()} µs (median of 999)",
        "",
        f"{len(rows) - len(missed)} of {len(rows)} goals are reached.",
        "",
        "| stage | what | ratio | goal | reached | µs |",
        "|---|---|---:|---|---|---:|",
        *rows,
        "",
        "## Two threads",
        "",
        "Work that only computes shows what the second processor is worth here, work that only moves memory what the",
        "memory leaves of it: masks of a range are written as fast as `memset` writes.",
        "",
        "| work above 5 ms | times as fast as one thread | ms with two |",
        "|---|---:|---:|",
        *scaling(),
        "",
        *limits(missed),
        *others(),
        f"Measured in {time.perf_counter() - begin:.0f} s.",
        "",
    ]
    (HERE / "REPORT.md").write_text("\n".join(text), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
