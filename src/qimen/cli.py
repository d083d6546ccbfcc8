"""The command `qimen`: arguments in, exit codes out. What a chart is stands elsewhere.

Data goes to stdout, notes and progress to stderr. Exit codes: 0 done, 1 failed while running (for `verify`:
a difference was found), 2 wrong usage (names, expressions and dates included), 3 an optional package is
missing, 130 interrupted.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import itertools
import json
import platform
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NoReturn, TextIO

import numpy as np

import qimen

from . import _console, datafiles, terms, timescales
from .errors import InputError, InputTypeError, MissingPackageError, QimenError, unknown
from .names import TERMS
from .times import read_times
from .zones import iso

FAILED = 1
USAGE = 2
MISSING_PACKAGE = 3
INTERRUPTED = 130

SCAN_COLUMNS = ("hour", "start", "day_pillar", "hour_pillar", "dun", "ju", "palaces")
TERM_COLUMNS = ("year", "term", "tt", "civil")
#: Five years of double-hours.
STRETCH_HOURS = 5 * 366 * 12
#: J2000.0, 2000-01-01T12:00, in milliseconds since 1970.
J2000_MS = 946_728_000_000


class UsageError(Exception):
    """The arguments themselves are wrong; the message is one line."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line and no exit."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Parameters
    ----------
    argv
        Arguments without the program's name; `sys.argv[1:]` by default.
    """
    _console.prepare_streams()
    words = sys.argv[1:] if argv is None else list(argv)
    try:
        # A leading blank makes argparse take "-0500-01-01" and "-05:00" for values; `_text` strips it again.
        args = _parser().parse_args([f" {word}" if re.match(r"-\d", word) else word for word in words])
        code: int = args.run(args) or 0
        sys.stdout.flush()
    except (UsageError, InputError, InputTypeError) as error:
        return _fail(USAGE, error)
    except MissingPackageError as error:
        return _fail(MISSING_PACKAGE, error)
    except BrokenPipeError:  # the reader has enough (`| head`): no error
        _console.abandon_stdout()
        return 0
    except OSError as error:
        return _fail(FAILED, f"{error.filename}: {error.strerror}" if error.filename else error)
    except QimenError as error:
        return _fail(FAILED, error)
    except KeyboardInterrupt:
        _console.note("interrupted")
        return INTERRUPTED
    return code


def _fail(code: int, error: object) -> int:
    _console.note("error: " + " ".join(str(error).split()))
    return code


# ---------------------------------------------------------------- arguments


def _text(word: str) -> str:
    return word.strip()


def _choice(name: str, *allowed: str) -> Callable[[str], str]:
    def check(word: str) -> str:
        if word not in allowed:
            raise argparse.ArgumentTypeError(str(unknown(name, word, allowed)))
        return word

    return check


def _formats(parser: argparse.ArgumentParser, default: str, *others: str) -> None:
    names = (default, *others)
    parser.add_argument(
        "--format",
        type=_choice("format", *names),
        default=default,
        metavar="|".join(names),
        help=f"how to print (default {default})",
    )
    _file(parser)


def _file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o",
        "--output",
        type=_text,
        metavar="FILE",
        help="write to FILE, whole or not at all, instead of stdout",
    )


def _school(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--school",
        type=_text,
        default="baojian",
        metavar="NAME",
        help="preset, see `qimen schools` (default baojian)",
    )


def _clock_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("clock", "the local time that hours are counted in (default +08:00)")
    group.add_argument("--tz", type=_text, metavar="ZONE", help="IANA name such as Asia/Shanghai, or an offset")
    group.add_argument("--utc-offset", type=_text, metavar="OFFSET", help="fixed offset such as +08:00")
    group.add_argument("--longitude", type=float, metavar="DEGREES", help="degrees east, for solar time")
    group.add_argument(
        "--solar",
        type=_choice("solar", "civil", "mean", "apparent"),
        metavar="civil|mean|apparent",
        help="civil time (default), local mean time or apparent solar time",
    )
    group.add_argument(
        "--day-start",
        type=_choice("day_start", "23:00", "00:00"),
        metavar="23:00|00:00",
        help="when the day pillar turns (default 23:00)",
    )


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--define",
        type=_text,
        action="append",
        default=[],
        metavar="NAME=RULE",
        help="a pattern of your own; may be repeated",
    )


def _query(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("start", type=_text, metavar="START", help="first moment, such as 1900-01-01")
    parser.add_argument("stop", type=_text, metavar="STOP", help="first moment no longer meant")
    parser.add_argument(
        "--where",
        type=_text,
        required=True,
        metavar="EXPR",
        help="what to look for: names, & | ~ ( ), @palace",
    )
    _define(parser)
    _school(parser)
    _clock_options(parser)


def _parser() -> Parser:
    parser = Parser(prog="qimen", description="Charts and patterns of qimen dunjia.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"qimen {qimen.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int | None], text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".", allow_abbrev=False)
        made.set_defaults(run=run)
        return made

    from . import cli_annotate, cli_cast, cli_directions, cli_plot  # they import this module

    cli_cast.add_commands(command)

    scan = command("scan", _scan, "every double-hour of a range in which an expression holds")
    _query(scan)
    scan.add_argument("--limit", type=int, metavar="N", help="stop after N hits")
    _formats(scan, "csv", "jsonl")

    count = command("count", _count, "how many double-hours of a range an expression holds in")
    _query(count)
    _file(count)

    patterns = command("patterns", _patterns, "the catalogue; `patterns show NAME` prints one entry in full")
    patterns.add_argument("words", type=_text, nargs="*", metavar="show NAME", help="print one name or id in full")
    patterns.add_argument(
        "--school",
        type=_text,
        metavar="NAME",
        help="the preset by which names and rarity are meant; `list` only its rows",
    )
    _formats(patterns, "text", "json")

    schools = command("schools", _schools, "the presets and their knobs")
    _formats(schools, "text", "json")

    errata = command("errata", _errata, "where the printed books are emended, and why")
    _formats(errata, "text", "json")

    instants = command("terms", _terms, "the instants of the 24 solar terms of a year, or of several")
    instants.add_argument("year", type=int, metavar="YEAR", help="astronomical year (0 is 1 BC)")
    instants.add_argument("last", type=int, nargs="?", metavar="LAST", help="last year of a range")
    _clock_options(instants)
    _formats(instants, "csv", "jsonl")

    verify = command("verify", _verify, "hold the kernel against the oracle")
    verify.add_argument("--hours", type=int, default=20_000, metavar="N", help="random hours a preset (default 20000)")
    verify.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the random hours (default 0)")
    verify.add_argument("--school", type=_text, action="append", metavar="NAME", help="only this preset; repeatable")
    _formats(verify, "text", "json")

    info = command("info", _info, "versions, ranges and what optional packages are there")
    _formats(info, "text", "json")

    cli_directions.add_commands(command)
    cli_annotate.add_commands(command)
    cli_plot.add_commands(command)
    return parser


# ---------------------------------------------------------------- commands


def _clock(args: argparse.Namespace) -> qimen.Clock | None:
    """Return the clock asked for; None where nothing was, so that a time with a zone keeps its own.

    Where other knobs are asked but no zone, a time with a zone keeps its own too.
    """
    given = {name: getattr(args, name) for name in ("tz", "utc_offset", "longitude", "solar", "day_start")}
    given = {name: value for name, value in given.items() if value is not None}
    if not given:
        return None
    clock = qimen.Clock(**given)
    time = getattr(args, "time", None) or getattr(args, "start", None)
    if time is None or "tz" in given or "utc_offset" in given:
        return clock
    return read_times(
        time, clock, fold=getattr(args, "fold", None), argument="time", own_zone=True, until_end=True
    ).clock


def _print(args: argparse.Namespace, record: Callable[[], Any], text: Callable[[], str]) -> None:
    """Print a record as JSON, or its text, as `--format` says."""
    with _console.output(args.output) as stream:
        if args.format == "json":
            stream.write(json.dumps(record(), ensure_ascii=False, indent=2) + "\n")
        else:
            stream.write(text())


def _block(title: str, facts: Mapping[str, Any]) -> str:
    told = ((name, _plain(value)) for name, value in facts.items() if value is not None)
    return f"{title}\n" + "".join(f"  {name:<14} {value}\n" for name, value in told if value)


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return _words(value)
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _scan(args: argparse.Namespace) -> int | None:
    if args.limit is not None and args.limit < 0:
        raise UsageError(f"argument --limit: {args.limit} is negative")
    found = qimen.scan(args.start, args.stop, args.where, args.school, clock=_clock(args), define=_definitions(args))
    on_terminal = args.output in (None, "-") and sys.stdout.isatty()
    printed = 0
    try:
        with (
            _console.output(args.output) as stream,
            _console.progress("scanning", len(found.span), not on_terminal) as update,
            _console.patient() as check_interrupt,
        ):
            write = _row_writer(stream, args.format, SCAN_COLUMNS)
            for row in itertools.islice(_rows(found, update), args.limit):
                write(row)
                printed += 1
                check_interrupt()
    except KeyboardInterrupt:
        left = "the output is partial" if args.output is None else f"{args.output} was not written"
        _console.note(f"interrupted after {printed} hits; {left}")
        return INTERRUPTED
    shown = f"{printed} hits" if printed != args.limit else f"the first {printed} hits"
    _console.note(f"{shown}; school {args.school}; {_words(found.clock.describe())}")
    return None


def _rows(found: qimen.Scan, update: _console.Update) -> Iterator[dict[str, Any]]:
    """Walk the hits some years at a time, so that the first come at once and the bar moves."""
    for chunk in found.chunks(STRETCH_HOURS):
        yield from chunk.rows()
        update(chunk.span.stop - found.span.start)


def _definitions(args: argparse.Namespace) -> dict[str, str]:
    rules: dict[str, str] = {}
    for text in args.define:
        name, sign, rule = text.partition("=")
        name = name.strip()
        if not sign:
            raise UsageError(f"argument --define: {text!r} is not NAME=RULE")
        if name in rules:
            raise UsageError(f"argument --define: {name!r} is defined twice")
        rules[name] = rule.strip()
    return rules


def _row_writer(stream: TextIO, kind: str, columns: Sequence[str]) -> Callable[[Mapping[str, Any]], object]:
    if kind == "jsonl":
        return lambda row: stream.write(json.dumps(row, ensure_ascii=False) + "\n")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    return lambda row: writer.writerow([_cell(row[name]) for name in columns])


def _cell(value: Any) -> Any:
    return " ".join(map(str, value)) if isinstance(value, list) else value


def _words(knobs: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in knobs.items())


def _count(args: argparse.Namespace) -> None:
    found = qimen.count(args.start, args.stop, args.where, args.school, clock=_clock(args), define=_definitions(args))
    with _console.output(args.output) as stream:
        stream.write(f"{found}\n")


def _terms(args: argparse.Namespace) -> None:
    clock = _clock(args) or qimen.Clock()
    years, codes, instants = qimen.term_instants(args.year, args.year if args.last is None else args.last)
    world = timescales.utc_ms_from_tt(instants)
    with _console.output(args.output) as stream:
        write = _row_writer(stream, args.format, TERM_COLUMNS)
        for year, code, tt, utc in zip(years.tolist(), codes.tolist(), instants.tolist(), world.tolist(), strict=True):
            # The civil time is to the second, rounded: half a millisecond of the table is no claim about it.
            civil = clock.civil_text((int(utc) + 500) // 1000 * 1000)
            values = (year, TERMS[code], f"{iso(tt + J2000_MS)}.{tt % 1000:03d}", civil)
            write(dict(zip(TERM_COLUMNS, values, strict=True)))


def _patterns(args: argparse.Namespace) -> None:
    from .render import catalogue  # brings every row: not for the commands that need none

    action, *names = args.words or ["list"]
    if action not in ("list", "show"):
        raise UsageError(str(unknown("action", action, ("list", "show"))))
    if action == "show" and len(names) != 1:
        raise UsageError("patterns show takes one NAME (or id); quote a name with blanks")
    if action == "list" and names:
        raise UsageError(f"patterns list takes no name, not {names[0]!r}")
    if action == "show":
        school = args.school or "baojian"
        row = qimen.PATTERNS.resolve(names[0], school)
        _print(args, lambda: catalogue.row_record(row, school), lambda: catalogue.row_text(row, school))
    else:
        rows = qimen.patterns_of(args.school) if args.school else tuple(qimen.PATTERNS)
        _print(args, lambda: catalogue.row_records(rows), lambda: catalogue.table_text(rows))


def _schools(args: argparse.Namespace) -> None:
    presets = [school.conventions() for school in qimen.SCHOOLS.values()]
    _print(args, lambda: presets, lambda: "".join(_block(str(preset.pop("name")), preset) for preset in presets))


def _errata(args: argparse.Namespace) -> None:
    from .render.errata import errata_text

    rows = qimen.ERRATA
    _print(args, lambda: [row.to_dict() for row in rows], lambda: errata_text(rows))


def _verify(args: argparse.Namespace) -> int:
    if args.hours < 0:
        raise UsageError(f"argument --hours: {args.hours} is negative")
    with _console.progress("verifying", 1000) as update:
        report = qimen.verify.run(
            args.school, args.hours, args.seed, progress=lambda _what, share: update(round(1000 * share))
        )
    _print(args, report.to_dict, lambda: f"{report}\n")
    return FAILED if report.differences else 0


def _info(args: argparse.Namespace) -> None:
    optional = ("rich", "pyarrow", "matplotlib")
    facts = {
        "qimen": qimen.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "years": f"{terms.FIRST_YEAR}..{terms.LAST_YEAR}",
        "ephemerides": list(datafiles.provenance()["ephemerides"]),
        "schools": list(qimen.SCHOOLS),
        "patterns": len(qimen.PATTERNS),
        "optional": {name: importlib.util.find_spec(name) is not None for name in optional},
    }
    _print(args, lambda: facts, lambda: _block("qimen", facts))
