"""The commands `directions`, `camp` and `rods` of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from . import cli
from .clock import Clock

Add = Callable[[str, Callable[[argparse.Namespace], int | None], str], argparse.ArgumentParser]


def add_commands(command: Add) -> None:
    """Add the commands to the parser of `cli`, with the options that its other commands have."""
    directions = command("directions", _directions, "the directions of one time, round the compass")
    camp = command("camp", _camp, "the camp of one time: its ten posts, and 闭戊")
    for made in (directions, camp):
        made.add_argument("time", type=cli._text, nargs="?", metavar="TIME", help="default: now")
        made.add_argument("--fold", type=int, choices=(0, 1), help="which of two equal local times is meant")
    camp.add_argument(
        "--xun", type=cli._choice("xun", "hour", "day"), default="hour", metavar="hour|day",
        help="whose ten pillars carry the posts (default hour)",
    )  # fmt: skip
    directions.add_argument("--width", type=int, default=80, metavar="N", help="columns to fit into (default 80)")
    rods = command("rods", _rods, "the six rods of a day: moves, gates and the way out")
    rods.add_argument("day", type=cli._text, metavar="DAY", help="a date, a day pillar such as 甲子, or a branch")
    for made in (directions, camp):
        cli._school(made)
    for made in (directions, camp, rods):
        cli._clock_options(made)
        cli._formats(made, "text", "json")


def _moment(args: argparse.Namespace) -> tuple[Any, Clock | None]:
    clock = cli._clock(args)
    return (datetime.now(UTC), clock or Clock()) if args.time is None else (args.time, clock)


def _directions(args: argparse.Namespace) -> None:
    from .directions.reports import compass_report
    from .render.directions import compass_text

    time, clock = _moment(args)
    report = compass_report(time, args.school, clock=clock, fold=args.fold)
    cli._print(args, lambda: report, lambda: compass_text(report, args.width))


def _camp(args: argparse.Namespace) -> None:
    from .directions.reports import camp_report
    from .render.directions import camp_text

    time, clock = _moment(args)
    report = camp_report(time, args.school, xun=args.xun, clock=clock, fold=args.fold)
    cli._print(args, lambda: report, lambda: camp_text(report))


def _rods(args: argparse.Namespace) -> None:
    from .directions.reports import rods_report
    from .render.directions import rods_text

    report = rods_report(args.day, clock=cli._clock(args))
    cli._print(args, lambda: report, lambda: rods_text(report))
