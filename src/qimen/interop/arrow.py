"""Scans and tables of charts as Arrow streams, and Parquet files written from them batch by batch.

Names are dictionary columns whose dictionaries are the whole series in traditional order (甲子..癸亥,
冬至..大雪), equal in every batch: a sort by the column is a sort by the book. The schema's metadata says by
which conventions and from which tables the columns were made.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..align import Moment, align_moment, moment, pillars_of_moment, same_clock
from ..clock import AXIS_SHIFT, HOUR_MS, Clock, as_clock
from ..datafiles import provenance
from ..errors import InputError, MissingPackageError
from ..names import DEITIES, DEITIES_WINTER, DOORS, DUN, PILLARS, STARS, STEMS, TERMS, YUAN
from ..plates import CHARTS, boards
from ..schools import School, find_school
from ..times import HourRange

if TYPE_CHECKING:
    from ..scanning import Scan

#: Rows of one batch of a table.
BATCH_ROWS = 1 << 17


def pyarrow() -> Any:
    """Return the module; MissingPackageError, naming the extra, where it is not installed."""
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingPackageError(
            "pyarrow is needed for Arrow and Parquet; install the extra: pip install 'qimen-dunjia[arrow]'"
        ) from None
    return pa


# ---------------------------------------------------------------- columns


def names_type(names: Sequence[str]) -> Any:
    """Return the type of a column of names: ordered, small indices."""
    pa = pyarrow()
    return pa.dictionary(pa.int8() if len(names) < 128 else pa.int16(), pa.string(), ordered=len(names) < 128)


def names_array(codes: NDArray[Any], names: Sequence[str], valid: NDArray[np.bool_] | None = None) -> Any:
    """Return a dictionary array of codes into `names`; codes beyond it, and rows that are not valid, are null."""
    pa = pyarrow()
    kind = names_type(names)
    known = codes < len(names)
    if valid is not None:
        known &= valid
    indices = numbers_array(np.where(known, codes, 0).astype(str(kind.index_type)), known)
    return pa.DictionaryArray.from_arrays(indices, _texts(tuple(names)), ordered=kind.ordered)


@functools.cache
def _texts(names: tuple[str, ...]) -> Any:
    pa = pyarrow()
    cells = [name.encode() for name in names]
    ends = np.cumsum([0, *map(len, cells)], dtype=np.int32)
    return pa.StringArray.from_buffers(len(cells), pa.py_buffer(ends), pa.py_buffer(b"".join(cells)))


def numbers_array(values: NDArray[Any], valid: NDArray[np.bool_] | None = None, kind: Any = None) -> Any:
    """Return numbers as an array, null where not valid; as `kind`, when their bits mean something else.

    Made of its buffers: `pyarrow.array` imports pandas wherever it is installed, which takes longer than the work.
    """
    pa = pyarrow()
    bits = None
    if valid is not None and not valid.all():
        bits = pa.py_buffer(np.packbits(valid, bitorder="little"))
    buffers = [bits, pa.py_buffer(np.ascontiguousarray(values))]
    return pa.Array.from_buffers(kind or pa.from_numpy_dtype(values.dtype), values.size, buffers)


def hour_starts(hours: NDArray[np.int64], clock: Clock) -> tuple[Any, Any]:
    """Return (civil time, world time) at which hours begin, timestamp[ms] without and with UTC."""
    pa = pyarrow()
    utc = clock.utc_from_axis(hours * HOUR_MS)
    # The civil axis of the clock's zone, whatever sun the hours go by.
    civil = Clock(tz=clock.tz, utc_offset=clock.utc_offset).axis_from_utc(utc) - AXIS_SHIFT
    return numbers_array(civil, kind=pa.timestamp("ms")), numbers_array(utc, kind=pa.timestamp("ms", "UTC"))


def moment_columns(at: Moment) -> dict[str, Any]:
    """Return pillars, term, ju and chart of a moment, as arrays by column name."""
    pillars, found = pillars_of_moment(at), align_moment(at)
    columns = {
        f"{name}_pillar": names_array(getattr(pillars, name).ravel(), PILLARS)
        for name in ("year", "month", "day", "hour")
    }
    columns |= {
        "term": names_array(found.term.ravel(), TERMS),
        "ju_term": names_array(found.ju_term.ravel(), TERMS),
        "yuan": names_array(found.yuan.ravel(), tuple(YUAN)),
        "dun": names_array(found.dun.ravel(), tuple(DUN)),
        "ju": numbers_array(found.ju.ravel()),
        "chart": numbers_array(at.charts()),
    }
    return columns


def valid_rows(array: Any) -> NDArray[np.bool_]:
    """Return which elements are no nulls, without pyarrow.compute, which takes longer to import than to use."""
    if not array.null_count:
        return np.ones(len(array), dtype=bool)
    bits = np.frombuffer(array.buffers()[0], dtype=np.uint8)
    found = np.unpackbits(bits, count=array.offset + len(array), bitorder="little")[array.offset :]
    return found.view(np.bool_)


def plain_values(array: Any) -> NDArray[Any]:
    """Return the numbers of an array of them, whatever stands at its nulls."""
    dtype = np.dtype(str(array.type).replace("double", "float64"))
    return np.frombuffer(array.buffers()[1], dtype=dtype)[array.offset : array.offset + len(array)]


def palace_lists(masks: NDArray[np.uint16]) -> Any:
    """Return the palaces 1-9 of each mask as list<uint8>."""
    pa = pyarrow()
    rows, bits = np.nonzero(masks[:, None] >> np.arange(1, 10, dtype=np.uint16) & np.uint16(1))
    offsets = np.searchsorted(rows, np.arange(masks.size + 1)).astype(np.int32)
    return pa.ListArray.from_arrays(numbers_array(offsets), numbers_array((bits + 1).astype(np.uint8)))


def metadata(school: School, clock: Clock | None, /, **more: Any) -> dict[str, str]:
    """Return what a schema says of its columns: versions, knobs of school and clock, and the rest as JSON."""
    from .. import __version__

    sources = provenance()["ephemerides"]
    told: dict[str, Any] = {
        "version": __version__,
        "conventions": school.conventions() | (clock.describe() if clock is not None else {}),
        "ephemerides": {name: source["tt_years"] for name, source in sources.items()},
    } | more
    return {
        f"qimen.{name}": value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
        for name, value in told.items()
    }


# ---------------------------------------------------------------- tables


class Table:
    """A stream of record batches that can be read more than once; any Arrow library takes it as it stands.

    Attributes
    ----------
    schema : pyarrow.Schema
        With the conventions in its metadata.
    """

    def __init__(self, schema: Any, batches: Callable[[], Iterator[Any]]) -> None:
        self.schema, self._batches = schema, batches

    @classmethod
    def of(cls, columns: Callable[[], Iterator[Mapping[str, Any]]], told: Mapping[str, str]) -> Table:
        """Return the table of an iterator of columns; the first, which must be there, gives the schema."""
        pa = pyarrow()
        first = next(columns())
        schema = pa.schema([(name, array.type) for name, array in first.items()], metadata=dict(told))
        return cls(schema, lambda: (pa.record_batch(list(c.values()), schema=schema) for c in columns()))

    def reader(self) -> Any:
        """Return a pyarrow.RecordBatchReader over the batches."""
        return pyarrow().RecordBatchReader.from_batches(self.schema, self._batches())

    def __arrow_c_schema__(self) -> object:
        return self.schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.reader().__arrow_c_stream__(requested_schema)


def scan_table(found: Scan) -> Table:
    """Return the hits of a scan: hour, start, start_utc, pillars, term, dun, ju, chart, mask and palaces.

    `start` is the civil time of the clock's zone at which the double-hour begins, without zone; `start_utc` the
    same instant in UTC; `mask` has bit p for palace p and bit 0 for the hour as a whole.
    """

    def batch(chunk: Scan) -> dict[str, Any]:
        start, start_utc = hour_starts(chunk.hours, found.clock)
        columns = moment_columns(moment(chunk.hours, found.school, found.clock))
        return {
            "hour": numbers_array(chunk.hours), "start": start, "start_utc": start_utc, **columns,
            "mask": numbers_array(chunk.masks), "palaces": palace_lists(chunk.masks),
        }  # fmt: skip

    def columns() -> Iterator[dict[str, Any]]:
        # An empty range has no chunks, and a stream needs its columns all the same.
        empty = True
        for chunk in found.chunks():
            empty = False
            yield batch(chunk)
        if empty:
            yield batch(found)

    query = found._solved.query
    told = {"start": found.span.start, "stop": found.span.stop, "where": query.text or repr(query.tree)}
    return Table.of(columns, metadata(found.school, found.clock, **told))


def chart_table(hours: Any, school: str | School = "baojian", *, clock: Clock | None = None) -> Table:
    """Return the charts of double-hours as a table, a row an hour.

    Parameters
    ----------
    hours : HourRange or int64 array_like
    school : str or School
    clock : Clock, optional
        Default +08:00, or the clock of the HourRange.

    Raises
    ------
    MissingPackageError, RangeError, InputError, InputTypeError
    """
    which = find_school(school)
    clock = same_clock(hours, clock) if isinstance(hours, HourRange) else as_clock(clock)
    span = hours if isinstance(hours, HourRange) else np.asarray(hours).reshape(-1)
    if not isinstance(span, HourRange) and span.dtype.kind not in "iu" and span.size:
        raise InputError(f"hours has dtype {span.dtype}; double-hours are wanted, `qimen.hours` makes them of times")
    hands = boards(which).hands

    def batch(part: Any) -> dict[str, Any]:
        array = np.asarray(part, dtype=np.int64)
        at = moment(array, which, clock)
        charts = at.charts()
        start, start_utc = hour_starts(array, clock)
        return {
            "hour": numbers_array(array), "start": start, "start_utc": start_utc, **moment_columns(at),
            "zhi_fu": names_array(hands.star[charts], tuple(STARS)), "zhi_fu_palace": numbers_array(hands.fu[charts]),
            "zhi_shi": names_array(hands.door[charts], tuple(DOORS)),
            "zhi_shi_palace": numbers_array(hands.shi[charts]),
        }  # fmt: skip

    def columns() -> Iterator[dict[str, Any]]:
        for first in range(0, max(len(span), 1), BATCH_ROWS):
            yield batch(span[first : first + BATCH_ROWS])

    return Table.of(columns, metadata(which, clock))


def board_table(school: str | School = "baojian") -> Table:
    """Return the 1080 boards of a school as a table, a row a palace: 9720 rows of stems, star, door and deity.

    Raises MissingPackageError without pyarrow, UnknownNameError for a school that is none.
    """
    which = find_school(school)
    deities = DEITIES if which.deity_names == "勾陈朱雀" else DEITIES_WINTER

    def columns() -> Iterator[dict[str, Any]]:
        charts = np.repeat(np.arange(CHARTS, dtype=np.uint16), 9)
        palaces = np.tile(np.arange(1, 10, dtype=np.uint8), CHARTS)
        laid = {name: plate[charts, palaces] for name, plate in boards(which).plates._asdict().items()}
        yield {
            "chart": numbers_array(charts),
            "dun": names_array(charts // 540, tuple(DUN)),
            "ju": numbers_array((charts // 60 % 9 + 1).astype(np.uint8)),
            "hour_pillar": names_array(charts % 60, PILLARS),
            "palace": numbers_array(palaces),
            **{name: names_array(laid[name], tuple(STEMS)) for name in ("earth", "heaven", "guest")},
            "star": names_array(laid["star"], tuple(STARS)),
            "door": names_array(laid["door"], tuple(DOORS)),
            "deity": names_array(laid["deity"], deities),
        }

    return Table.of(columns, metadata(which, None))


def write_parquet(source: Any, path: str | Path, **options: Any) -> int:
    """Write an Arrow stream to a Parquet file batch by batch, and return the number of rows.

    Parameters
    ----------
    source : Scan, Table, or anything else with `__arrow_c_stream__`
    path : path
        The file appears whole under this name, or not at all: it is written beside it and renamed.
    **options
        As those of pyarrow.parquet.ParquetWriter; compression is zstd unless said otherwise.

    Raises
    ------
    MissingPackageError, OSError
    """
    from .files import draft_of

    pa = pyarrow()
    import pyarrow.parquet as pq

    options.setdefault("compression", "zstd")
    rows = 0
    with (
        pa.RecordBatchReader.from_stream(source) as reader,
        draft_of(path) as draft,
        pq.ParquetWriter(draft, reader.schema, **options) as writer,
    ):
        for batch in reader:
            if batch.num_rows:
                writer.write_batch(batch)
                rows += batch.num_rows
    return rows
