"""The command `plot`: a picture of many hours, written to a file."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from . import _console, cli, lang

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AddCommand = Callable[[str, Callable[[argparse.Namespace], int | None], str], argparse.ArgumentParser]


def add_commands(command: AddCommand) -> None:
    """Add `plot calendar`, `plot years` and `plot schools` to the parser."""
    plot = command("plot", _plot, "a picture of a year, of centuries, or of what schools disagree in (PNG or SVG)")
    kinds = plot.add_subparsers(dest="kind", metavar="KIND", required=True, parser_class=cli.Parser)

    def kind(name: str, text: str) -> argparse.ArgumentParser:
        made = kinds.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".", allow_abbrev=False)
        made.add_argument(
            "-o", "--output", type=cli._text, required=True, metavar="FILE", help="a .png or .svg to write"
        )
        made.add_argument("--lang", type=cli._text, metavar="|".join(lang.LANGS), help="language of the labels")
        cli._clock_options(made)
        return made

    def where(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--where", type=cli._text, required=True, metavar="EXPR", help="what to look for")
        parser.add_argument(
            "--define", type=cli._text, action="append", default=[], metavar="NAME=RULE", help="a pattern of your own"
        )
        cli._school(parser)

    calendar = kind("calendar", "the double-hours of a year in which an expression holds, day by day")
    calendar.add_argument("year", type=int, metavar="YEAR", help="astronomical year")
    where(calendar)

    years = kind("years", "how many double-hours an expression holds in, year by year")
    years.add_argument("first", type=int, metavar="FIRST", help="first year")
    years.add_argument("last", type=int, metavar="LAST", help="last year")
    where(years)

    schools = kind("schools", "the share of each year in which schools give another ju than one of them")
    schools.add_argument("first", type=int, metavar="FIRST", help="first year")
    schools.add_argument("last", type=int, metavar="LAST", help="last year")
    schools.add_argument("--schools", type=cli._text, metavar="A,B,...", help="which presets (default: all of them)")
    schools.add_argument(
        "--against", type=cli._text, default="baojian", metavar="NAME", help="held against (default baojian)"
    )


def _plot(args: argparse.Namespace) -> None:
    from . import plot  # brings the catalogue: not for the commands that need none

    plot.check_suffix(args.output)
    plot.require()
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", plot.MissingFontWarning)
        figure = _figure(args)
    for message in dict.fromkeys(str(w.message) for w in said if issubclass(w.category, plot.MissingFontWarning)):
        _console.note(message)
    target = Path(args.output)
    # Whole under its name or not at all, as every other output.
    draft = target.with_name(f".{target.stem}.part{target.suffix}")
    try:
        plot.save(figure, draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    _console.note(f"wrote {args.output}")


def _figure(args: argparse.Namespace) -> Figure:
    from . import plot

    clock, language = cli._clock(args), lang.choose_lang(args.lang)
    if args.kind == "schools":
        names = None if args.schools is None else [name.strip() for name in args.schools.split(",")]
        return plot.schools(args.first, args.last, names, args.against, clock=clock, language=language)
    define = cli._definitions(args)
    if args.kind == "calendar":
        return plot.calendar(args.year, args.where, args.school, clock=clock, define=define, language=language)
    return plot.years(args.first, args.last, args.where, args.school, clock=clock, define=define, language=language)
