"""Tables in files, piece by piece: CSV, Parquet and Arrow IPC, by the suffix of the name; `-` is CSV on a pipe."""

from __future__ import annotations

import contextlib
import csv
import io
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from ..errors import InputError
from .arrow import pyarrow
from .csv_blocks import CsvReader
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
    """Some rows: columns, the faults of rows by index, where a row stands, and what share of the source is read."""

    columns: list[Any]
    rows: int
    done: int
    place: Callable[[int], str]
    faults: dict[int, str] = field(default_factory=dict)


@dataclass
class Source:
    """A table to read: names, fields with their types, metadata, pieces, and its size in the units of `done`."""

    label: str
    fields: list[Any]
    metadata: dict[bytes, bytes]
    pieces: Iterator[Piece]
    size: int | None

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
            stream: BinaryIO = sys.stdin.buffer if path == "-" else stack.enter_context(Path(path).open("rb"))
            label = "stdin" if path == "-" else path
            reader = CsvReader(stream, label, _DELIMITERS[kind], any_bytes=text_bytes)
            size = Path(path).stat().st_size if path != "-" and Path(path).is_file() else None
            yield Source(label, [pa.field(n, pa.string()) for n in reader.names], {}, _csv_pieces(reader), size)
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
            batches, schema = _ipc(pa, stream, path)
            yield Source(path, list(schema), schema.metadata or {}, _pieces(batches), None)
    except pa.ArrowInvalid as error:
        raise InputError(f"{path} is no {kind} file that can be read: {' '.join(str(error).split())}") from None


def _ipc(pa: Any, stream: Any, path: str) -> tuple[Iterator[Any], Any]:
    magic = stream.read(6)
    stream.seek(0)
    if magic == b"ARROW1":
        reader = pa.ipc.open_file(stream)
        return (reader.get_batch(i) for i in range(reader.num_record_batches)), reader.schema
    reader = pa.ipc.open_stream(stream)
    return iter(reader), reader.schema


def _csv_pieces(reader: CsvReader) -> Iterator[Piece]:
    done = 0
    for block in reader:
        done += block.bytes
        yield Piece(
            block.columns, block.rows, done, lambda row, block=block: f"line {block.line(row)}", block.faults
        )  # fmt: skip


def _pieces(batches: Iterator[Any]) -> Iterator[Piece]:
    done = 0
    for whole in batches:
        for first in range(0, whole.num_rows, PIECE_ROWS):
            batch = whole.slice(first, PIECE_ROWS)
            before = done
            done += batch.num_rows
            yield Piece(
                list(batch.columns), batch.num_rows, done, lambda row, before=before: f"row {before + row + 1}"
            )


# ---------------------------------------------------------------- writing

Write = Callable[[Sequence[Any]], None]


@contextlib.contextmanager
def open_target(path: str, fields: Sequence[Any], metadata: dict[Any, Any]) -> Iterator[Write]:
    """Give a function that appends columns to a table, which appears whole under its name or not at all."""
    kind = kind_of(path)
    pa = pyarrow()
    schema = pa.schema(list(fields), metadata=metadata or None)
    if path == "-":
        yield _csv_writer(sys.stdout.buffer, schema, ",")
        sys.stdout.buffer.flush()
        return
    with draft_of(path) as draft:
        if kind in _DELIMITERS:
            with draft.open("wb") as stream:
                yield _csv_writer(stream, schema, _DELIMITERS[kind])
            return
        if kind == "parquet":
            import pyarrow.parquet as pq

            writer: Any = pq.ParquetWriter(draft, schema, compression="zstd")
        elif kind == "arrow":
            writer = pa.ipc.new_file(str(draft), schema)
        else:
            writer = pa.ipc.new_stream(str(draft), schema)
        with writer:
            yield lambda columns: writer.write_batch(pa.record_batch(list(columns), schema=schema))


def _csv_writer(stream: BinaryIO, schema: Any, delimiter: str) -> Write:
    pa = pyarrow()
    import pyarrow.csv as pc

    head = io.StringIO(newline="")
    csv.writer(head, delimiter=delimiter, lineterminator="\n").writerow(schema.names)
    stream.write(head.getvalue().encode())
    labels = [str(index) for index in range(len(schema))]
    plain = pc.WriteOptions(include_header=False, delimiter=delimiter, quoting_style="none", batch_size=8192)

    def write(columns: Sequence[Any]) -> None:
        cells = [_as_cells(column) for column in columns]
        out = pa.BufferOutputStream()
        try:
            pc.write_csv(pa.record_batch(cells, labels), out, plain)
            stream.write(out.getvalue())
        except pa.ArrowInvalid:  # a cell holds a quote, a delimiter or a line end
            stream.write(_quoted(cells, delimiter))

    return write


def _as_cells(column: Any) -> Any:
    """Return a column as pyarrow's CSV writer takes it: lists become words with blanks between."""
    pa = pyarrow()
    import pyarrow.compute as compute

    if pa.types.is_list(column.type) or pa.types.is_large_list(column.type):
        values = column.values
        text = values.dictionary_decode() if pa.types.is_dictionary(values.type) else values.cast(pa.string())
        words = type(column).from_arrays(column.offsets, text, mask=column.is_null() if column.null_count else None)
        return compute.binary_join(words, " ")
    return column


def _quoted(cells: Sequence[Any], delimiter: str) -> Any:
    """Return rows of CSV in which those cells that need it stand in quotes."""
    pa = pyarrow()
    import pyarrow.compute as compute

    texts = []
    for column in cells:
        text = column.dictionary_decode() if pa.types.is_dictionary(column.type) else column
        text = text.cast(pa.string()) if not pa.types.is_string(text.type) else text
        # As bytes: what is no UTF-8 passes through.
        raw = pa.Array.from_buffers(pa.binary(), len(text), text.buffers(), offset=text.offset)
        needs = None
        for mark in (b'"', delimiter.encode(), b"\n", b"\r"):
            found = compute.match_substring(raw, mark.decode())
            needs = found if needs is None else compute.or_(needs, found)
        if compute.any(needs).as_py():
            doubled = compute.replace_substring(raw, '"', '""')
            framed = compute.binary_join_element_wise(pa.scalar(b'"'), doubled, pa.scalar(b'"'), pa.scalar(b""))
            raw = compute.if_else(needs, framed, raw)
        texts.append(raw)
    joined = compute.binary_join_element_wise(
        *texts, pa.scalar(delimiter.encode()), null_handling="replace", null_replacement=b""
    )
    lines = compute.binary_join_element_wise(joined, pa.scalar(b""), pa.scalar(b"\n"))
    return _contents(lines)


def _contents(strings: Any) -> Any:
    """Return the bytes of all strings of an array, one after the other."""
    _, offsets, data = strings.buffers()
    if not len(strings) or data is None:
        return b""
    ends = np.frombuffer(offsets, dtype=np.int32)[strings.offset : strings.offset + len(strings) + 1]
    return memoryview(data)[int(ends[0]) : int(ends[-1])]

