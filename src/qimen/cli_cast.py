"""The command `cast`: one chart as text, JSON, a drawing or a page; or the charts of several schools compared."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Any

import qimen

from . import _console, cli
from .clock import Clock
from .errors import unknown
from .schools import SCHOOLS, School, find_school

AddCommand = Callable[[str, Callable[[argparse.Namespace], int | None], str], argparse.ArgumentParser]

FORMATS = ("text", "json", "svg", "html")
#: The format that the name of a file asks for; any other name gets text.
_BY_SUFFIX = {".json": "json", ".svg": "svg", ".html": "html", ".htm": "html"}


def add_commands(command: AddCommand) -> None:
    """Add `cast` to the parser of `cli`."""
    cast = command("cast", _cast, "the chart of one time (now, unless given)")
    cast.add_argument("time", type=cli._text, nargs="?", metavar="TIME", help="such as 2026-03-15T10:20")
    cast.add_argument("--hour", type=int, metavar="N", help="the double-hour of this number instead of a time")
    cast.add_argument("--fold", type=int, choices=(0, 1), help="which of two equal local times is meant")
    cast.add_argument(
        "--compare",
        type=cli._text,
        metavar="NAME,NAME",
        help="where these schools differ, instead of one chart (`all` for every preset)",
    )
    cast.add_argument("--all", action="store_true", help="every pattern that holds, in groups (the text; JSON has all)")
    cli._define(cast)
    cast.add_argument("--width", type=int, metavar="N", help="columns to fit into (default: the terminal's)")
    cast.add_argument("--ascii", action="store_true", help="draw the frame with + - |")
    cast.add_argument(
        "--lang", type=cli._text, metavar="LANG", help="zh-hans, zh-hant, pinyin or en (JSON is in 简 always)"
    )
    cast.add_argument(
        "--theme",
        type=cli._choice("theme", "light", "dark", "auto"),
        default="light",
        metavar="light|dark|auto",
        help="colours of a drawing (default light; auto takes those of the text around it)",
    )
    cli._school(cast)
    cast.set_defaults(school=None)
    cli._clock_options(cast)
    cast.add_argument(
        "--format",
        type=cli._choice("format", *FORMATS),
        metavar="|".join(FORMATS),
        help="how to print (default: by the name of the file, else text)",
    )
    cli._file(cast)


def _cast(args: argparse.Namespace) -> None:
    screen = sys.stdout if args.output in (None, "-") else None
    if args.format is None:
        suffix = PurePath(args.output).suffix.lower() if screen is None else ""
        args.format = _BY_SUFFIX.get(suffix, "text")
    if args.compare is not None and args.school is not None:
        raise cli.UsageError("arguments --compare and --school exclude each other")
    if args.define and (args.compare is not None or args.format == "html"):
        raise cli.UsageError("argument --define: goes with one chart as text, json or svg")
    if args.compare is not None and args.format == "svg":
        raise cli.UsageError("argument --format: a comparison is text, json or html, not svg")
    # What is drawn depends on where it goes; a file is no terminal.
    width = args.width or (_console.columns(screen) if screen else 80)
    lang = _console.language(args.lang, screen if args.format == "text" else None)
    if args.format == "html":
        _write(args, _page(args, lang))
    elif args.compare is not None:
        _compare(args, lang, width)
    else:
        _board(args, lang, width)


def _board(args: argparse.Namespace, lang: str, width: int) -> None:
    board = qimen.cast(**_moment(args), school=args.school or "baojian", define=cli._definitions(args))
    if args.format == "svg":
        from . import svg

        _write(args, svg.board(board, lang, args.theme) + "\n")
        return
    from .render import board_text

    screen = sys.stdout if args.output in (None, "-") else None
    ascii_frame = args.ascii or (screen is not None and not _console.can_frame(screen))
    color = screen is not None and _console.wants_color(screen)
    cli._print(
        args,
        board.to_dict,
        lambda: board_text(board, width, ascii_frame, color, lang, full=args.all) + "\n",
    )


def _compare(args: argparse.Namespace, lang: str, width: int) -> None:
    from .compare import compare
    from .render.compare import comparison_text

    found = compare(**_moment(args), schools=_schools(args.compare))
    cli._print(args, found.to_dict, lambda: comparison_text(found, width, lang, args.all) + "\n")


def _page(args: argparse.Namespace, lang: str) -> str:
    """Return the page of a chart beside every other preset, or beside the schools asked."""
    from .compare import compare
    from .directions.reports import compass_report
    from .render.html import page

    if args.compare is not None:
        schools = _schools(args.compare)
    else:
        own = find_school(args.school or "baojian")
        schools = [own, *(which for which in SCHOOLS.values() if which != own)]
    found = compare(**_moment(args), schools=schools)
    board = found.boards[0]
    # A board of a double-hour compares terms by the hour; asked by its time, the directions have to do so too.
    which = board.school if args.hour is None else board.school.replace(term_switch="hour")
    report = compass_report(board.time, which, clock=board.clock)
    return page(board, found, report, lang)


def _moment(args: argparse.Namespace) -> dict[str, Any]:
    """Return what is cast: the time or the hour asked, else now."""
    time, clock = args.time, cli._clock(args)
    if time is None and args.hour is None:
        time, clock = datetime.now(UTC), clock or Clock()
    return {"time": time, "hour": args.hour, "clock": clock, "fold": args.fold}


def _schools(names: str) -> list[School]:
    if names == "all":
        return list(SCHOOLS.values())
    words = [word.strip() for word in names.replace("，", ",").split(",")]
    if "" in words:
        raise cli.UsageError(str(unknown("compare", names, ("all", *SCHOOLS))))
    return [find_school(word) for word in words]


def _write(args: argparse.Namespace, markup: str) -> None:
    """Write markup; where the stream lacks a character, as a reference, which markup has for that."""
    with _console.output(args.output) as stream:
        encoding = getattr(stream, "encoding", None) or "utf-8"
        stream.write(markup.encode(encoding, "xmlcharrefreplace").decode(encoding))
