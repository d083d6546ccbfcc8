"""Tables in files, piece by piece: CSV, Parquet and Arrow IPC, by the suffix of the name; `-` is CSV on a pipe."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, cast

from ..errors import InputError
from .arrow import pyarrow
from .csv_blocks import Block, CsvReader
from .csv_cells import Lines, Write, csv_writer
from .files import draft_of

#: Rows of a piece of a Parquet or Arrow file.
PIECE_ROWS = 1 << 17

_KINDS = {
    ".csv": "csv", ".tsv": "tsv", ".parquet": "parquet", ".pq": "parquet",
    ".arrow": "arrow", ".ipc": "arrow", ".feather": "arrow", ".arrows": "stream",
}  # fmt: skip
_DELIMITERS = {"csv": ",", "tsv": "\t"}


@dataclass
class Piece:
    """Some rows: columns, the faults of rows by index, where a row stands, and how much of the source is read.

    Where there are `lines`, columns that were not asked for are None.
    """

    columns: list[Any]
    rows: int
    done: int
    place: Callable[[int], str]
    faults: dict[int, str] = field(default_factory=dict)
    lines: Lines | None = None


@dataclass
class Source:
    """A table to read: names, fields with their types, metadata, pieces, and its size in the units of `done`."""

    label: str
    fields: list[Any]
    metadata: dict[bytes, bytes]
    pieces: Iterator[Piece]
    size: int | None
    #: Set before the first piece: the only columns that are wanted of rows whose lines are passed
    #: on, and whether as dictionaries.
    wanted: dict[int, bool] | None = None

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return [f.name for f in self.fields]


def kind_of(path: str) -> str:
    """Return the kind of a file by its suffix; InputError for a suffix that says none."""
    if path == "-":
        return "csv"
    kind = _KINDS.get(Path(path).suffix.lower())
    if kind is None:
        raise InputError(f"{path!r} has no known suffix; known: {', '.join(_KINDS)}, or - for CSV on a pipe")
    return kind


# ---------------------------------------------------------------- reading


@contextlib.contextmanager
def open_source(path: str, *, text_bytes: bool = True) -> Iterator[Source]:
    """Open a table; `text_bytes` lets bytes of a CSV that are no UTF-8 pass as they are."""
    kind = kind_of(path)
    pa = pyarrow()
    if kind in _DELIMITERS:
        with contextlib.ExitStack() as stack:
            stream = stack.enter_context(Path(path).open("rb")) if path != "-" else _stdin()
            label = "stdin" if path == "-" else path
            reader = CsvReader(stream, label, _DELIMITERS[kind], any_bytes=text_bytes)
            size = Path(path).stat().st_size if path != "-" and Path(path).is_file() else None
            found = Source(label, [pa.field(n, pa.string()) for n in reader.names], {}, iter(()), size)
            found.pieces = _csv_pieces(reader, found)
            yield found
        return
    try:
        if kind == "parquet":
            import pyarrow.parquet as pq

            with pq.ParquetFile(path) as file:
                schema, count = file.schema_arrow, file.metadata.num_rows
                batches = file.iter_batches(batch_size=PIECE_ROWS)
                yield Source(path, list(schema), schema.metadata or {}, _pieces(batches), count)
            return
        with pa.OSFile(path) as stream:
            batches, schema = _ipc(pa, stream)
            yield Source(path, list(schema), schema.metadata or {}, _pieces(batches), None)
    except pa.ArrowInvalid as error:
        raise InputError(f"{path} is no {kind} file that can be read: {' '.join(str(error).split())}") from None


def _stdin() -> BinaryIO:
    """Return stdin without a buffer: a thread that waits in it may be left behind when the program ends."""
    try:
        return cast(BinaryIO, open(sys.stdin.fileno(), "rb", buffering=0, closefd=False))
    except (OSError, ValueError):  # stdin was replaced by something that is no file
        return sys.stdin.buffer


def _ipc(pa: Any, stream: Any) -> tuple[Iterator[Any], Any]:
    magic = stream.read(6)
    stream.seek(0)
    if magic == b"ARROW1":
        reader = pa.ipc.open_file(stream)
        return (reader.get_batch(i) for i in range(reader.num_record_batches)), reader.schema
    reader = pa.ipc.open_stream(stream)
    return iter(reader), reader.schema


def _csv_pieces(reader: CsvReader, source: Source) -> Iterator[Piece]:
    done = 0
    reader.wanted = source.wanted
    for block in reader:
        done += block.size
        yield Piece(block.columns, block.rows, done, _line_of(block), block.faults, block.text)


def _line_of(block: Block) -> Callable[[int], str]:
    return lambda row: f"line {block.line(row)}"


def _pieces(batches: Iterator[Any]) -> Iterator[Piece]:
    done = 0
    for whole in batches:
        for first in range(0, whole.num_rows, PIECE_ROWS):
            batch = whole.slice(first, PIECE_ROWS)
            yield Piece(list(batch.columns), batch.num_rows, done + batch.num_rows, _row_of(done))
            done += batch.num_rows


def _row_of(before: int) -> Callable[[int], str]:
    return lambda row: f"row {before + row + 1}"


# ---------------------------------------------------------------- writing


@contextlib.contextmanager
def open_target(path: str, fields: Sequence[Any], metadata: dict[Any, Any]) -> Iterator[Write]:
    """Give a function that appends columns to a table, which appears whole under its name or not at all."""
    kind = kind_of(path)
    pa = pyarrow()
    schema = pa.schema(list(fields), metadata=metadata or None)
    if path == "-":
        yield csv_writer(sys.stdout.buffer, schema.names, ",")
        sys.stdout.buffer.flush()
        return
    with draft_of(path) as draft:
        if kind in _DELIMITERS:
            with draft.open("wb") as stream:
                yield csv_writer(stream, schema.names, _DELIMITERS[kind])
            return
        if kind == "parquet":
            import pyarrow.parquet as pq

            writer: Any = pq.ParquetWriter(draft, schema)
        elif kind == "arrow":
            writer = pa.ipc.new_file(str(draft), schema)
        else:
            writer = pa.ipc.new_stream(str(draft), schema)
        with writer:
            yield lambda columns, _lines, _added: writer.write_batch(pa.record_batch(list(columns), schema=schema))
