"""Columns of times of any kind to milliseconds: text, timestamps, dates, numbers where a unit says what they count."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..clock import AXIS_SHIFT, DAY_MS, Clock
from ..errors import InputError, InputTypeError
from ..times import read_times
from .arrow import plain_values, pyarrow, valid_rows
from .iso_times import Readings, read_texts

Int64 = NDArray[np.int64]

UNITS = {"s": 1000, "ms": 1}
#: Milliseconds since 1970 beyond which no year of the term table is meant.
_FARTHEST = 400_000_000_000_000


class TimeColumn:
    """One piece of a column of times.

    Attributes
    ----------
    read : Readings
        What could be read; `known` is cleared as rows are refused.
    faults : dict of row to reason
    zone : str or None
        The zone of a whole column of aware timestamps.
    """

    def __init__(self, values: Any, name: str, unit: str | None) -> None:
        pa = pyarrow()
        if pa.types.is_dictionary(values.type):
            values = values.dictionary_decode()
        self.values, self.name, self.unit = values, name, unit
        self.faults: dict[int, str] = {}
        self.zone: str | None = None
        self.is_text = is_text(values.type)
        self.read = self._read()

    def refuse(self, rows: Int64, reason: Any) -> None:
        """Mark rows as faulty, for a reason or for what `reason(row)` says; the first reason of a row stays."""
        for row in rows.tolist():
            if row not in self.faults:
                self.faults[row] = " ".join((reason if isinstance(reason, str) else reason(row)).split())
        self.read.known[rows] = False

    def _read(self) -> Readings:
        pa = pyarrow()
        kind = self.values.type
        numbers = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
        if numbers and self.unit is None:
            raise InputError(
                f"time={self.name!r} is a column of numbers ({kind}); say what they count with unit: s, ms"
            )
        if self.unit is not None and (numbers or self.is_text):
            return self._read_counts()
        if self.is_text:
            return read_texts(self.values)
        if self.unit is not None:
            raise InputError(f"unit={self.unit!r} is for numbers, and time={self.name!r} is a column of {kind}")
        if not (pa.types.is_timestamp(kind) or pa.types.is_date(kind)):
            raise InputTypeError(f"time={self.name!r} is a column of {kind}; times, dates or text are wanted")
        n = len(self.values)
        ms, known = _floor_ms(self.values), valid_rows(self.values)
        self.zone = getattr(kind, "tz", None)
        if self.zone is None:
            return Readings(ms, np.zeros(n, np.int64), np.zeros(n, np.bool_), known)
        # Within the years that zones are asked for; what lies outside is refused by its instant later.
        near = np.clip(ms, -_FARTHEST, _FARTHEST)
        offset = Clock(tz=self.zone).axis_from_utc(near) - AXIS_SHIFT - near
        return Readings(ms + offset, offset, np.ones(n, np.bool_), known)

    def _read_counts(self) -> Readings:
        """Read numbers, or text of numbers, since 1970 in UTC."""
        pa = pyarrow()
        import pyarrow.compute as compute

        values, result = self.values, Readings.none(len(self.values))
        result.aware[:] = True
        if self.is_text:
            number = compute.match_substring_regex(values, r"^[+-]?[0-9]{1,15}([.][0-9]+)?$")
            values = compute.if_else(number, values, pa.scalar(None, values.type))
        try:
            counts = values.cast(pa.int64())
        except pa.ArrowInvalid:
            counts = values.cast(pa.float64())
        known = valid_rows(counts)
        numbers = np.where(known, plain_values(counts), 0)
        factor = UNITS[str(self.unit)]
        with np.errstate(invalid="ignore"):
            known &= (numbers > -_FARTHEST / factor) & (numbers < _FARTHEST / factor)
        result.known[:] = known
        result.local_ms[:] = np.floor(np.where(known, numbers, 0) * factor).astype(np.int64)
        return result

    def read_the_rest(self) -> None:
        """Read one by one what no bulk form fits, and refuse what cannot be read at all."""
        read = self.read
        for row in np.flatnonzero(~read.known).tolist():
            if row in self.faults:
                continue
            value = self.text(row)
            try:
                if not value or not value.strip():
                    raise InputError(f"{self.name} is empty")
                if self.unit is not None:
                    raise InputError(f"{self.name}={value!r} is no number of {self.unit} within the term table")
                found = read_times(value, None, argument=self.name)
            except InputError as error:
                self.faults[row] = " ".join(str(error).split())
                continue
            local, utc = int(found.axis_ms) - AXIS_SHIFT, int(found.utc_ms)
            read.local_ms[row], read.aware[row], read.known[row] = local, found.aware, True
            read.offset_ms[row] = local - utc if found.aware else 0

    def text(self, row: int) -> str | None:
        """Return a value as text, None for a null."""
        return plain(self.values[row])


def is_text(kind: Any) -> bool:
    """Return whether a type is one of strings."""
    pa = pyarrow()
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def plain(value: Any) -> str | None:
    """Return a pyarrow scalar as text, None for a null; bytes that are no UTF-8 are shown as escapes."""
    pa = pyarrow()
    if not value.is_valid:
        return None
    if is_text(value.type):
        return bytes(value.as_buffer()).decode("utf-8", "backslashreplace")
    try:
        return str(value.as_py())
    except (ValueError, OverflowError):  # a year that Python's datetime does not know
        return str(value.cast(pa.int64()).as_py())


def _floor_ms(stamps: Any) -> Int64:
    """Return timestamps or dates as whole milliseconds since 1970, 0 where null."""
    pa = pyarrow()
    kind = stamps.type
    if pa.types.is_date32(kind):
        raw, factor, divisor = stamps.cast(pa.int32()).cast(pa.int64()), DAY_MS, 1
    elif pa.types.is_date64(kind):
        raw, factor, divisor = stamps.cast(pa.int64()), 1, 1
    else:
        raw = stamps.cast(pa.int64())
        factor, divisor = {"s": (1000, 1), "ms": (1, 1), "us": (1, 1000), "ns": (1, 1_000_000)}[kind.unit]
    # What lies beyond any year of the table is kept beyond it, without overflow.
    limit = 2**62 // factor
    return np.clip(np.where(valid_rows(raw), plain_values(raw), 0), -limit, limit) * factor // divisor
