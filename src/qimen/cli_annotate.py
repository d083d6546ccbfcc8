"""The command `annotate`: a file of times in, the same file with their charts out."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

from . import _console, cli

Add = Callable[[str, Callable[[argparse.Namespace], int | None], str], argparse.ArgumentParser]


def add_commands(command: Add) -> None:
    """Add the command to the parser."""
    parser = command("annotate", _annotate, "the charts of a file of times: CSV, Parquet or Arrow, by its suffix")
    word = cli._text
    parser.add_argument("file", type=word, metavar="FILE", help="the table; - for CSV on stdin")
    parser.add_argument("--time", type=word, required=True, metavar="COLUMN", help="the column of times")
    parser.add_argument(
        "--tz",
        type=word,
        metavar="COLUMN|NAME",
        help="column of zones, or one zone (default: a time's own offset, else +08:00)",
    )
    parser.add_argument("--lon", type=word, metavar="COLUMN", help="column of degrees east: go by the sun there")
    parser.add_argument(
        "--solar",
        type=cli._choice("solar", "mean", "apparent"),
        metavar="mean|apparent",
        help="which sun, with --lon (default apparent)",
    )
    parser.add_argument(
        "--add",
        type=word,
        default="chart,pillars,ju",
        metavar="WHAT,...",
        help="of hour, chart, pillars, ju, patterns, masks (default chart,pillars,ju)",
    )
    parser.add_argument(
        "--patterns", type=word, default="", metavar="NAME,...", help="only these patterns (default: all of the school)"
    )
    parser.add_argument(
        "--unit", type=word, metavar="s|ms", help="times are numbers: seconds or milliseconds since 1970"
    )
    parser.add_argument("--prefix", type=word, default="", metavar="TEXT", help="put before the names of new columns")
    parser.add_argument(
        "--fold", type=int, choices=(0, 1), help="which of two equal local times is meant (default: a bad row)"
    )
    parser.add_argument(
        "--day-start",
        type=cli._choice("day_start", "23:00", "00:00"),
        default="23:00",
        metavar="23:00|00:00",
        help="when the day pillar turns (default 23:00)",
    )
    parser.add_argument("--strict", action="store_true", help="stop at the first bad row and write nothing")
    cli._school(parser)
    parser.add_argument(
        "-o",
        "--output",
        type=word,
        default="-",
        metavar="OUT",
        help="the table to write, whole or not at all; - for CSV on stdout",
    )


def _annotate(args: argparse.Namespace) -> int | None:
    from .interop.annotate import Options
    from .interop.annotate_files import BadRowError, annotate_file

    options = Options(
        time=args.time,
        tz=args.tz,
        lon=args.lon,
        add=tuple(_list(args.add)),
        school=args.school,
        unit=args.unit,
        solar=args.solar,
        day_start=args.day_start,
        fold=args.fold,
        prefix=args.prefix,
        patterns=tuple(_list(args.patterns)),
    )
    try:
        with _ending(), _meter() as update:
            done = annotate_file(
                args.file,
                args.output,
                options,
                strict=args.strict,
                on_fault=lambda line: print(line, file=sys.stderr),
                on_progress=update,
            )
    except BadRowError as error:
        return cli._fail(cli.FAILED, error)
    _console.note(f"{done.rows} rows, {done.bad} of them bad; school {args.school}; {_clock_text(args)}")
    return None


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _clock_text(args: argparse.Namespace) -> str:
    zone = args.tz or ("UTC to +08:00" if args.unit else "own offset, else +08:00")
    solar = "civil" if args.lon is None else args.solar or "apparent"
    return f"tz={zone} solar={solar} day_start={args.day_start}"


@contextmanager
def _ending() -> Iterator[None]:
    """Let a request to end (SIGTERM) unwind as an interruption does, so that no half file stays behind."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, _frame: object) -> NoReturn:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _meter() -> Iterator[Callable[[int, int, int | None], None]]:
    """Give a function that draws rows, rate and time left on one line of stderr, on a terminal only."""
    began = shown = time.monotonic()
    width = 0

    def update(rows: int, done: int, size: int | None) -> None:
        nonlocal shown, width
        now = time.monotonic()
        if now - shown < 0.2 or not sys.stderr.isatty():
            return
        shown = now
        text = meter_text(rows, done, size, now - began)
        print("\r" + text.ljust(width), end="", file=sys.stderr, flush=True)
        width = len(text)

    try:
        yield update
    finally:
        if width:
            print("\r" + " " * width + "\r", end="", file=sys.stderr, flush=True)


def meter_text(rows: int, done: int, size: int | None, seconds: float) -> str:
    """Return a line of progress: rows, rate, and share and time left where the size is known."""
    text = f"annotating: {rows} rows, {rows / max(seconds, 1e-9):.0f} rows/s"
    if size and done:
        left = seconds * max(size - done, 0) / done
        text += f", {100 * done // size}%, {int(left) // 60}:{int(left) % 60:02d} left"
    return text
