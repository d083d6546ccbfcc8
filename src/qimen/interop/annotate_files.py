"""Files of times, annotated piece by piece in flat memory: rows in the order given, bad rows kept with nulls."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from .annotate import Annotator, Options
from .csv_cells import can_append
from .tables import Piece, kind_of, open_source, open_target


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
    with open_source(source, text_bytes=out_kind in ("csv", "tsv")) as opened:
        annotator = Annotator(options, opened.names, opened.label)
        added = annotator.fields()
        if out_kind == kind_of(source) and out_kind in ("csv", "tsv") and can_append(added):
            opened.wanted = annotator.reads
        told: dict[Any, Any] = {**opened.metadata, **annotator.metadata()}
        with (
            open_target(target, [*opened.fields, *added], told) as write,
            _read_ahead(opened.pieces, wait=source != "-") as pieces,
        ):
            for piece in pieces:
                found = annotator.add(piece.columns, piece.faults)
                for row, reason in found.faults.items():
                    line = f"{piece.place(row)}: {reason}"
                    if strict:
                        raise BadRowError(f"{opened.label}: {line}")
                    if on_fault is not None:
                        on_fault(line)
                write([*piece.columns, *found.columns], piece.lines, len(added))
                rows += piece.rows
                bad += len(found.faults)
                if on_progress is not None:
                    on_progress(rows, piece.done, opened.size)
    return Report(rows, bad)


@contextlib.contextmanager
def _read_ahead(pieces: Iterator[Piece], *, wait: bool) -> Iterator[Iterator[Piece]]:
    """Give pieces while the next one is being read by another thread.

    At an early end the reader is waited for, unless it may hang on a pipe: then it is left behind, and ends by itself
    when the pipe gives something or the process goes.
    """
    ready: queue.Queue[Piece | BaseException | None] = queue.Queue(1)
    ended = threading.Event()

    def hand_over(what: Piece | BaseException | None) -> None:
        while not ended.is_set():
            with contextlib.suppress(queue.Full):
                ready.put(what, timeout=0.1)
                return

    def read() -> None:
        try:
            for piece in pieces:
                hand_over(piece)
                if ended.is_set():
                    return
            hand_over(None)
        except BaseException as error:  # noqa: BLE001  (raised again by the thread that waits for it)
            hand_over(error)

    def received() -> Iterator[Piece]:
        while (what := ready.get()) is not None:
            if isinstance(what, BaseException):
                raise what
            yield what

    reader = threading.Thread(target=read, name="qimen-read-ahead", daemon=True)
    reader.start()
    try:
        yield received()
    finally:
        ended.set()
        if wait:
            reader.join()
