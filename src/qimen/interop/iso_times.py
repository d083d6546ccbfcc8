"""ISO times in bulk: a column of strings to milliseconds, a whole column at a time.

Only the common forms are read here: YYYY-MM-DD, with hh:mm, hh:mm:ss or a fraction, and with nothing, Z or an offset
+hh:mm after them. Every other text is left to `qimen.times`, one by one, which also says what is wrong with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Int64 = NDArray[np.int64]
Bool = NDArray[np.bool_]
Bytes = NDArray[np.uint8]

DAY_MS = 86_400_000
DATE, MINUTES, SECONDS = 10, 16, 19
LONGEST = SECONDS + 1 + 9 + 6

_MONTH_DAYS = np.array([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31], dtype=np.int32)


@dataclass
class Readings:
    """Times read: local milliseconds since 1970, the offset of those that carry one, and which could be read."""

    local_ms: Int64
    offset_ms: Int64
    aware: Bool
    known: Bool

    @classmethod
    def none(cls, n: int) -> Readings:
        """Return n readings of nothing."""
        return cls(np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.bool_), np.zeros(n, np.bool_))


def text_buffers(array: Any) -> tuple[Bytes, Int64, NDArray[np.int32]]:
    """Return (bytes, where each string begins, lengths) of a pyarrow string array; a null has length 0."""
    _, offsets, data = array.buffers()
    wide = str(array.type).startswith("large_")
    ends = np.frombuffer(offsets, dtype=np.int64 if wide else np.int32)[array.offset : array.offset + len(array) + 1]
    text = np.frombuffer(data, dtype=np.uint8) if data is not None else np.zeros(0, dtype=np.uint8)
    return text, ends[:-1].astype(np.int64), np.diff(ends).astype(np.int32)


def read_texts(array: Any) -> Readings:
    """Read a pyarrow string array; what is null or in another form is left unknown."""
    text, begins, lengths = text_buffers(array)
    result = Readings.none(len(array))
    if not len(array):
        return result
    for length in np.flatnonzero(np.bincount(np.minimum(lengths, LONGEST + 1))[: LONGEST + 1]).tolist():
        if length < DATE:
            continue
        rows = np.flatnonzero(lengths == length)
        if rows.size * length == text.size and begins[rows[0]] == 0:  # nothing else in the buffer: no copy
            chars = text.reshape(rows.size, length)
        else:
            chars = text[begins[rows][:, None] + np.arange(length)]
        _read_length(chars, rows, result)
    return result


def _read_length(chars: Bytes, rows: Int64, result: Readings) -> None:
    """Read texts of one length, sorted by what stands at their end."""
    length = chars.shape[1]
    zulu = chars[:, -1] == ord("Z")
    offset = np.zeros(rows.size, dtype=bool)
    if length >= MINUTES + 6:
        sign = chars[:, -6]
        offset = ((sign == ord("+")) | (sign == ord("-"))) & (chars[:, -3] == ord(":"))
    for chosen, tail in ((~zulu & ~offset, 0), (zulu, 1), (offset, 6)):
        count = np.count_nonzero(chosen)
        base = length - tail
        if not count or not (base in (DATE, MINUTES, SECONDS) or SECONDS + 2 <= base <= SECONDS + 10):
            continue
        if base == DATE and tail:
            continue
        part, at = (chars, rows) if count == rows.size else (chars[chosen], rows[chosen])
        ms, good = _local_ms(part[:, :base])
        if tail == 6:
            minutes, fine = _offset_minutes(part[:, -6:])
            good &= fine
            result.offset_ms[at] = minutes.astype(np.int64) * 60_000
        result.local_ms[at] = ms
        result.known[at] = good
        result.aware[at] = tail > 0


class _Digits:
    """Numbers out of columns of characters, and whether all of them were digits."""

    def __init__(self, chars: Bytes) -> None:
        self.digits = np.ascontiguousarray((chars - np.uint8(48)).T)
        self.good = np.ones(chars.shape[0], dtype=bool)

    def number(self, first: int, count: int) -> NDArray[np.int32]:
        value = np.zeros(self.good.size, dtype=np.int32)
        for column in self.digits[first : first + count]:
            self.good &= column <= 9
            value = value * np.int32(10) + column
        return value

    def sign(self, at: int, *allowed: str) -> None:
        column = self.digits[at]
        self.good &= np.logical_or.reduce([column == np.uint8((ord(c) - 48) % 256) for c in allowed])


def _local_ms(chars: Bytes) -> tuple[Int64, Bool]:
    base = chars.shape[1]
    read = _Digits(chars)
    year, month, day = read.number(0, 4), read.number(5, 2), read.number(8, 2)
    read.sign(4, "-")
    read.sign(7, "-")
    read.good &= (month >= 1) & (month <= 12)
    month = np.where(read.good, month, 1)
    leap = (month == 2) & (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    read.good &= (day >= 1) & (day <= _MONTH_DAYS[month] + leap)
    ms = _days(year, month, day).astype(np.int64) * DAY_MS
    if base >= MINUTES:
        hour, minute = read.number(11, 2), read.number(14, 2)
        read.sign(10, "T", " ")
        read.sign(13, ":")
        read.good &= (hour < 24) & (minute < 60)
        second_ms = (hour * 60 + minute) * np.int32(60_000)
        if base >= SECONDS:
            second = read.number(17, 2)
            read.sign(16, ":")
            read.good &= second < 60
            second_ms += second * np.int32(1000)
        if base > SECONDS:
            places = base - SECONDS - 1
            read.sign(19, ".", ",")
            fraction = read.number(20, min(places, 3)) * np.int32(10 ** max(0, 3 - places))
            read.number(23, max(0, places - 3))  # finer than a millisecond: digits, and cut off
            second_ms += fraction
        ms += second_ms
    return ms, read.good


def _days(year: NDArray[np.int32], month: NDArray[np.int32], day: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return days since 1970-01-01 of the proleptic Gregorian calendar, counting years from March."""
    early = month <= 2
    y = year - early
    of_year = (153 * (month + np.where(early, 9, -3).astype(np.int32)) + 2) // 5 + day - 1
    return y * 365 + y // 4 - y // 100 + y // 400 + of_year - np.int32(719_468)


def _offset_minutes(chars: Bytes) -> tuple[NDArray[np.int32], Bool]:
    read = _Digits(chars)
    hours, minutes = read.number(1, 2), read.number(4, 2)
    read.good &= (hours < 24) & (minutes < 60)
    total = hours * 60 + minutes
    return np.where(chars[:, 0] == ord("-"), -total, total), read.good
