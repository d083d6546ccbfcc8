"""CSV files in blocks of whole rows, every cell as text, with line numbers and what is wrong with a row.

A block goes to pyarrow as it stands. Only where something is irregular (a row of another width, a quote inside a
field, bytes that are no UTF-8) is the block read a second time, here, cell by cell. Both readers follow RFC 4180: a
quote opens a field only at its beginning, a doubled quote inside is one quote. Blank lines are no rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .arrow import pyarrow
from .csv_cells import Lines

BLOCK_BYTES = 2 << 20
#: A quote that is not closed within so many bytes is taken for a mistake of its line.
QUOTE_BYTES = 32 << 20
#: No row of a table of events is so long; a file without line ends must not fill the memory.
ROW_BYTES = 256 << 20

_BOM = b"\xef\xbb\xbf"
_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff")
_ENDS = re.compile(rb"\r\n|\n|\r")


@dataclass
class Block:
    """Rows in the order of the file: text columns, the faults of rows by index, and where the rows stand.

    `text` is there where the rows are plain lines; then columns that are not wanted are None.
    """

    columns: list[Any]
    rows: int
    size: int
    first_line: int
    faults: dict[int, str] = field(default_factory=dict)
    lines: NDArray[np.int64] | None = None
    data: bytes = b""
    delimiter: bytes = b","
    text: Lines | None = None

    def line(self, row: int) -> int:
        """Return the line on which a row begins, counting from 1."""
        if self.lines is None:
            found = Rows(self.data, self.delimiter, self.first_line, whole=True)
            self.lines = np.array([line for line, _, _ in found], dtype=np.int64)
        return int(self.lines[row])


class Rows:
    """Rows of a piece of CSV, cell by cell: (line, cells, fault); stops before a row that may go on beyond it.

    After the iteration `stop` is where the next row begins, and `line` its line.
    """

    def __init__(self, data: bytes, delimiter: bytes, line: int, *, whole: bool) -> None:
        self.data, self.line, self.whole, self.stop = data, line, whole, 0
        d = re.escape(delimiter)
        # A closed quoted field with what follows it, or a plain one; then a delimiter or the end of the row.
        self._field = re.compile(
            rb'(?:"([^"]*+(?:""[^"]*+)*+)"([^' + d + rb"\r\n]*+)|([^" + d + rb"\r\n]*+))(" + d + rb"|\r\n|\n|\r|\Z)"
        )
        self._plain = re.compile(rb"([^" + d + rb"\r\n]*+)(" + d + rb"|\r\n|\n|\r|\Z)")

    def __iter__(self) -> Iterator[tuple[int, list[bytes], str]]:
        data, size = self.data, len(self.data)
        while self.stop < size:
            at, cells, fault, lines = self.stop, [], "", 0
            while True:
                found = self._field.match(data, at)
                assert found is not None  # the plain alternative matches anything
                quoted, after, plain, end = found.groups()
                if after and _ENDS.search(quoted):
                    # A field over several lines that does not end where its quote does: the quote that opened it
                    # was none, and only its own line is at fault.
                    found = self._plain.match(data, at)
                    assert found is not None
                    quoted, (plain, end) = None, found.groups()
                if quoted is None:
                    cells.append(plain)
                    if plain[:1] == b'"':
                        if not (self.whole or after) and size - self.stop < QUOTE_BYTES:
                            return  # it may be closed further on
                        fault = "has a quote that is not closed"
                else:
                    cells.append(quoted.replace(b'""', b'"') + after)
                    if after:
                        fault = "has text after a closing quote"
                    if b"\n" in quoted or b"\r" in quoted:
                        lines += len(_ENDS.findall(quoted))
                at = found.end()
                if end in (b"\r\n", b"\n", b"\r", b""):
                    break
            if not self.whole and (end == b"" or (end == b"\r" and at == size)):
                return
            line, self.stop = self.line, at
            self.line += lines + 1
            if cells != [b""] or quoted is not None:
                yield line, cells, fault


class CsvReader:
    """A CSV file read block by block.

    Attributes
    ----------
    names : list of str
        The header row.
    wanted : dict of int to bool, or None
        The only columns that are read where rows are plain lines, which are then passed on, and whether as
        dictionaries; None for all.
    """

    def __init__(self, stream: BinaryIO, label: str, delimiter: str = ",", *, any_bytes: bool = True) -> None:
        self.label, self.delimiter, self.any_bytes = label, delimiter.encode(), any_bytes
        self._stream, self._rest, self._ended, self._line = stream, b"", False, 1
        self.wanted: dict[int, bool] | None = None
        self.names = self._read_header()

    def _read(self, least: int = 1) -> None:
        """Read at least so many bytes more (a pipe gives less at a time), or to the end."""
        parts = [self._rest]
        while least > 0 and not self._ended:
            parts.append(self._stream.read(BLOCK_BYTES))
            least -= len(parts[-1])
            self._ended = not parts[-1]
        self._rest = b"".join(parts)

    def _read_header(self) -> list[str]:
        self._read()
        if self._rest.startswith(_WIDE_BOMS):
            raise InputError(f"{self.label} is UTF-16; UTF-8 is wanted")
        self._rest = self._rest.removeprefix(_BOM)
        while True:
            rows = Rows(self._rest, self.delimiter, self._line, whole=self._ended)
            for line, cells, fault in rows:
                if fault:
                    raise InputError(f"{self.label}: line {line}, the header, {fault}")
                self._rest, self._line = self._rest[rows.stop :], rows.line
                return [self._name(cell) for cell in cells]
            if self._ended:
                raise InputError(f"{self.label} is empty; a header row is wanted")
            self._limit()
            self._read()

    def _name(self, cell: bytes) -> str:
        try:
            return cell.decode()
        except UnicodeDecodeError:
            raise InputError(f"{self.label}: the header cell {cell!r} is not UTF-8") from None

    def _limit(self) -> None:
        if len(self._rest) > ROW_BYTES:
            raise InputError(f"{self.label}: line {self._line} is longer than {ROW_BYTES >> 20} MiB")

    def __iter__(self) -> Iterator[Block]:
        while True:
            if len(self._rest) < BLOCK_BYTES:
                self._read(BLOCK_BYTES - len(self._rest))
            if self._ended and not self._rest:
                return
            regular, cut = self._cut()
            if not cut:
                self._limit()
                self._read(BLOCK_BYTES)
                continue
            data, self._rest = self._rest[:cut], self._rest[cut:]
            block = self._parse(data) if regular else None
            if block is None:
                block = self._parse_slowly(data)
            self._line += data.count(b"\n") + (data.count(b"\r") - data.count(b"\r\n") if b"\r" in data else 0)
            block.size = cut
            yield block

    def _cut(self) -> tuple[bool, int]:
        """Return whether the quotes are regular, and where the last whole row of what was read ends (0: nowhere)."""
        data = self._rest
        if b'"' not in data:
            if self._ended:
                return True, len(data)
            # A last "\r" may be the half of a line end.
            return True, (data.rfind(b"\n") + 1) or (data.rfind(b"\r", 0, -1) + 1)
        array = np.frombuffer(data, dtype=np.uint8)
        if (ends := _ends_outside_quotes(array, ord(self.delimiter), self._ended)) is not None:
            if self._ended:
                return True, len(data)
            return True, int(ends[-1]) + 1 if ends.size else 0
        rows = Rows(data, self.delimiter, self._line, whole=self._ended)
        for _ in rows:
            pass
        return False, rows.stop

    def _parse(self, data: bytes) -> Block | None:
        """Read a regular block with pyarrow; None where it turns out to be none."""
        pa = pyarrow()
        import pyarrow.csv as pc

        labels = [str(index) for index in range(len(self.names))]
        # Plain lines: the rows are what stands between the line ends, unless some of these are blank.
        simple = b'"' not in data and b"\r" not in data
        wanted = self.wanted if simple and self.wanted is not None else dict.fromkeys(range(len(labels)), False)
        kinds = {False: pa.string(), True: pa.dictionary(pa.int32(), pa.string())}
        try:
            table = pc.read_csv(
                pa.BufferReader(data),
                pc.ReadOptions(column_names=labels, block_size=1 << 20),
                pc.ParseOptions(delimiter=self.delimiter.decode(), newlines_in_values=b'"' in data),
                pc.ConvertOptions(
                    column_types={labels[index]: kinds[coded] for index, coded in wanted.items()},
                    strings_can_be_null=False,
                    check_utf8=not self.any_bytes,
                    include_columns=[labels[index] for index in wanted],
                ),
            )
        except pa.ArrowInvalid:  # a row of another width, a cell longer than a block, bytes that are no UTF-8
            return None
        columns: list[Any] = [None] * len(labels)
        for index, column in zip(wanted, table.columns, strict=True):
            columns[index] = column.combine_chunks()
        block = Block(columns, table.num_rows, 0, self._line, data=data, delimiter=self.delimiter)
        if not simple:
            return block
        if table.num_rows == data.count(b"\n") + (not data.endswith(b"\n")):
            block.lines = np.arange(self._line, self._line + table.num_rows)
            if self.wanted is not None:
                ends = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == ord("\n"))
                ends = ends if data.endswith(b"\n") else np.append(ends, len(data))
                block.text = Lines(data, np.append(0, ends[:-1] + 1), ends)
        elif len(wanted) < len(labels):
            return None  # blank lines among them
        return block

    def _parse_slowly(self, data: bytes) -> Block:
        width = len(self.names)
        columns: list[list[bytes]] = [[] for _ in range(width)]
        lines: list[int] = []
        faults: dict[int, str] = {}
        for line, cells, fault in Rows(data, self.delimiter, self._line, whole=True):
            if len(cells) != width:
                extra = f"; left out: {_shown(cells[width:])}" if len(cells) > width else ""
                fault = fault or f"has {len(cells)} fields, the header has {width}{extra}"
                cells = (cells + [b""] * width)[:width]
            if not self.any_bytes:
                cells, fault = _as_utf8(cells, fault)
            if fault:
                faults[len(lines)] = fault
            lines.append(line)
            for column, cell in zip(columns, cells, strict=True):
                column.append(cell)
        arrays = [_text_array(column) for column in columns]
        return Block(arrays, len(lines), 0, self._line, faults, np.array(lines, dtype=np.int64))


def _ends_outside_quotes(data: NDArray[np.uint8], delimiter: int, ended: bool) -> NDArray[np.int64] | None:
    """Return the positions of line ends outside quotes; None where a quote stands where it neither opens nor closes.

    Where every odd quote follows a delimiter, a line end or a quote, and every even one is followed by one, the
    state of the reader is the parity of the quotes before.
    """
    quotes = np.flatnonzero(data == ord('"'))
    opening, closing = quotes[::2], quotes[1::2]
    borders = np.array([delimiter, ord("\n"), ord("\r"), ord('"')], dtype=np.uint8)
    before = data[opening[opening > 0] - 1]
    after = data[closing[closing + 1 < data.size] + 1]
    if not (np.isin(before, borders).all() and np.isin(after, borders).all()):
        return None
    if ended and quotes.size % 2:
        return None
    ends = np.flatnonzero(data == ord("\n"))
    outside = ends[np.searchsorted(quotes, ends) % 2 == 0]
    if not outside.size and not ended and data.size > QUOTE_BYTES:
        return None
    return np.asarray(outside)


def _shown(cells: list[bytes]) -> str:
    text = " ".join(repr(cell.decode("utf-8", "backslashreplace")) for cell in cells[:8])
    return text[:200] + ("..." if len(cells) > 8 or len(text) > 200 else "")


def _as_utf8(cells: list[bytes], fault: str) -> tuple[list[bytes], str]:
    try:
        b"".join(cells).decode()
    except UnicodeDecodeError:
        return [cell.decode(errors="replace").encode() for cell in cells], fault or "is not UTF-8"
    return cells, fault


def _text_array(cells: list[bytes]) -> Any:
    """Return bytes as a string array, unchecked: what is no UTF-8 is written as it came."""
    pa = pyarrow()
    if not cells:
        return pa.array([], pa.string())
    array = pa.array(cells, pa.binary())
    return pa.StringArray.from_buffers(len(array), array.buffers()[1], array.buffers()[2])
