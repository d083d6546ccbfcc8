"""Columns as CSV: new cells appended to lines as they came, or whole rows written anew."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from . import _rows
from .arrow import plain_values, pyarrow, valid_rows

Int64 = NDArray[np.int64]

#: Numbers of columns of small whole numbers that are written by looking their text up.
_SMALL = {"uint8": 256, "uint16": 1081}


@dataclass(frozen=True)
class Lines:
    """The lines of a piece of CSV, one a row, without their ends."""

    data: bytes
    starts: Int64
    ends: Int64


#: Appends columns; where there are lines, the columns before the last `added` ones are only those lines.
Write = Callable[[Sequence[Any], Lines | None, int], None]


def csv_writer(stream: BinaryIO, names: Sequence[str], delimiter: str) -> Write:
    """Write the header, and return a function that writes pieces of a table below it."""
    import pyarrow.csv as pc

    pa = pyarrow()
    head = io.StringIO(newline="")
    csv.writer(head, delimiter=delimiter, lineterminator="\n").writerow(names)
    stream.write(head.getvalue().encode())
    labels = [str(index) for index in range(len(names))]
    room = np.empty(0, dtype=np.uint8)  # grows to what a piece takes, and is used again
    plain = pc.WriteOptions(include_header=False, delimiter=delimiter, quoting_style="none", batch_size=8192)

    def write(columns: Sequence[Any], lines: Lines | None, added: int) -> None:
        if (
            lines is not None
            and (made := _appended(lines, columns[len(columns) - added :], delimiter, room)) is not None
        ):
            stream.write(made)
            return
        cells = [_as_cells(column) for column in columns]
        out = pa.BufferOutputStream()
        try:
            pc.write_csv(pa.record_batch(cells, labels), out, plain)
            stream.write(out.getvalue())
        except pa.ArrowInvalid:  # a cell holds a quote, a delimiter or a line end
            stream.write(_quoted(cells, delimiter))

    return write


# ---------------------------------------------------------------- appending


def can_append(fields: Sequence[Any]) -> bool:
    """Return whether columns of these fields can be appended to lines: names, and small numbers."""
    return all(pyarrow().types.is_dictionary(f.type) or str(f.type) in _SMALL for f in fields)


def _appended(lines: Lines, columns: Sequence[Any], delimiter: str, room: NDArray[np.uint8]) -> memoryview | None:
    """Return the lines with cells appended, in `room`; None where a number is larger than those that are looked up."""
    texts: list[bytes] = []
    bounds = [0]
    codes = np.empty((len(columns), lines.starts.size), dtype=np.int32)
    for row, column in zip(codes, columns, strict=True):
        if isinstance(column, pyarrow().DictionaryArray):
            names = column.dictionary.to_pylist()
            row[:] = plain_values(column.indices)
        else:
            names = [str(number) for number in range(_SMALL[str(column.type)] - 1)]
            row[:] = plain_values(column)
        if column.null_count:
            row[~valid_rows(column)] = len(names)
        if row.size and row.max() > len(names):
            return None
        row += len(texts)
        texts += [(delimiter + name).encode() for name in names] + [delimiter.encode()]
        bounds.append(len(texts))
    text_starts = np.zeros(len(texts) + 1, dtype=np.int32)
    np.cumsum([len(text) for text in texts], out=text_starts[1:])
    longest = sum(max(len(text) for text in texts[first:last]) for first, last in itertools.pairwise(bounds))
    size = len(lines.data) + lines.starts.size * (longest + 1)
    if room.size < size:
        room.resize(size, refcheck=False)
    written = _rows.append_cells(
        np.frombuffer(lines.data, dtype=np.uint8), lines.starts, lines.ends, codes,
        np.frombuffer(b"".join(texts), dtype=np.uint8), text_starts, room,
    )  # fmt: skip
    return room.data[:written]


# ---------------------------------------------------------------- writing anew


def _as_cells(column: Any) -> Any:
    """Return a column as pyarrow's CSV writer takes it: lists become words with blanks between."""
    import pyarrow.compute as compute

    pa = pyarrow()
    if pa.types.is_list(column.type) or pa.types.is_large_list(column.type):
        if column.offset:  # a slice: its offsets and its validity do not begin at 0
            column = column.take(pa.array(range(len(column))))
        values = column.values
        text = values.dictionary_decode() if pa.types.is_dictionary(values.type) else values.cast(pa.string())
        words = type(column).from_arrays(column.offsets, text, mask=column.is_null() if column.null_count else None)
        return compute.binary_join(words, " ")
    return column


def _quoted(cells: Sequence[Any], delimiter: str) -> Any:
    """Return rows of CSV in which those cells that need it stand in quotes."""
    import pyarrow.compute as compute

    pa = pyarrow()
    texts = []
    for column in cells:
        text = column.dictionary_decode() if pa.types.is_dictionary(column.type) else column
        text = text.cast(pa.string()) if not pa.types.is_string(text.type) else text
        # As bytes: what is no UTF-8 passes through.
        raw = pa.Array.from_buffers(pa.binary(), len(text), text.buffers(), offset=text.offset)
        needs = None
        for mark in ('"', delimiter, "\n", "\r"):
            found = compute.match_substring(raw, mark)
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
    _, offsets, data = lines.buffers()
    if not len(lines) or data is None:
        return b""
    ends = np.frombuffer(offsets, dtype=np.int32)[lines.offset : lines.offset + len(lines) + 1]
    return memoryview(data)[int(ends[0]) : int(ends[-1])]
