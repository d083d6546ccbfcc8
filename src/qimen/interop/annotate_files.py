"""Files of times, annotated piece by piece in flat memory: rows in the order given, bad rows kept with nulls."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain

from ..errors import InputError
from .annotate import Annotator, Options
from .tables import kind_of, open_source, open_target


class BadRowError(InputError):
    """A row that cannot be annotated, where that ends the run."""


@dataclass(frozen=True)
class Report:
    """How many rows were written, and how many of them are bad."""

    rows: int
    bad: int


def annotate_file(
    source: str,
    target: str,
    options: Options,
    *,
    strict: bool = False,
    on_fault: Callable[[str], object] | None = None,
    on_progress: Callable[[int, int, int | None], object] | None = None,
) -> Report:
    """Copy a file of times with the charts of each, and return what was done.

    Parameters
    ----------
    source, target : str
        CSV, TSV, Parquet or Arrow IPC by their suffixes; "-" is CSV on stdin or stdout. The target appears whole,
        or not at all. Columns of a CSV stay text.
    options : Options
    strict : bool
        Raise BadRowError at the first bad row instead of writing nulls.
    on_fault : callable, optional
        Called with one line of text a bad row, in order: where it stands, and what is wrong.
    on_progress : callable, optional
        Called with (rows done, how much of the source is read, its size or None).

    Raises
    ------
    InputError, InputTypeError, MissingPackageError, OSError
    """
    rows = bad = 0
    out_kind = kind_of(target)
    with open_source(source, text_bytes=out_kind in ("csv", "tsv")) as opened, ThreadPoolExecutor(1) as ahead:
        annotator = Annotator(options, opened.names, opened.label)
        added = annotator.fields()
        told = {**opened.metadata, **annotator.metadata()}
        with open_target(target, [*opened.fields, *added], told) as write:
            # The next piece is read while this one is worked on.
            pieces = chain(opened.pieces, (None,))
            coming = ahead.submit(next, pieces)
            while (piece := coming.result()) is not None:
                coming = ahead.submit(next, pieces)
                found = annotator.add(piece.columns, piece.faults)
                for row, reason in found.faults.items():
                    line = f"{piece.place(row)}: {reason}"
                    if strict:
                        raise BadRowError(f"{opened.label}: {line}")
                    if on_fault is not None:
                        on_fault(line)
                write([*piece.columns, *found.columns])
                rows += piece.rows
                bad += len(found.faults)
                if on_progress is not None:
                    on_progress(rows, piece.done, opened.size)
    return Report(rows, bad)


