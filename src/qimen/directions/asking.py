"""Directions of many hours at once, what a value says in characters, and directions inside a `where`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import lang
from ..align import Moment, moment
from ..calendars.tables import CONTEXT, month_general
from ..clock import Clock
from ..errors import InputError, InputTypeError
from ..facts import Moments
from ..names import BRANCHES, NONE8
from ..schools import School, find_school
from . import compass
from .direction import Direction
from .registry import DIRECTIONS, directions_of


def columns_of(at: Moment) -> dict[str, NDArray[Any]]:
    """Return the columns that directions read at a moment (flat)."""
    context: dict[str, NDArray[Any]] = dict(at.context())
    return context | {
        "general": month_general(context["term"]),
        "hour": (at.hours % 60).astype(np.uint8),
        "chart": at.charts(),
    }


def direction_masks(
    x: Any,
    names: str | Direction | Iterable[str | Direction] | None = None,
    school: str | School = "baojian",
    *,
    clock: Clock | None = None,
    fold: int | None = None,
) -> dict[str, NDArray[Any]]:
    """Return directions of hours or times, by name.

    Parameters
    ----------
    x : int64 array_like, HourRange, or times
        Double-hours or civil times, as `qimen.align` takes them.
    names : str, Direction, or several of them, optional
        Ids or Chinese names as the school reads them; by default all that the school reads
        (`qimen.directions.directions_of`). `qimen.directions.DIRECTIONS` asks for every reading.
    school : str or School
        Its readings, its plates and, through its calendar, its terms and ju.
    clock, fold
        As in `qimen.align`.

    Returns
    -------
    dict of str to array
        In the order asked, under the name asked (ids by default), arrays of the shape of `x`: uint16 branch
        masks (bit b = branch b), uint16 palace masks (bit p = palace p), uint32 mountain masks (bit m = m-th
        mountain clockwise from north), or uint8 codes (an index into `Direction.values`, 255 = none). `told`
        spells them.

    Raises
    ------
    UnknownNameError
        With near matches.
    InputError, InputTypeError, RangeError, LocalTimeError
        As `qimen.align`; InputTypeError also for uint16, which are chart ids elsewhere and lack the calendar.

    Examples
    --------
    >>> import qimen
    >>> found = qimen.direction_masks("2026-03-15T10:20", ["地私门", "亭亭"])
    >>> qimen.directions.told("地私门", int(found["地私门"]))
    ['卯', '巳', '戌']
    """
    which = find_school(school)
    if getattr(x, "dtype", None) == np.uint16:
        raise InputTypeError("x has dtype uint16; chart ids have no calendar: give int64 hours or times")
    asked: list[tuple[str, Direction]]
    if names is None:
        asked = [(row.id, row) for row in directions_of(which)]
    else:
        several = [names] if isinstance(names, (str, Direction)) else list(names)
        asked = [
            (name.id, name) if isinstance(name, Direction) else (name, DIRECTIONS.resolve(name, which))
            for name in several
        ]
    at = moment(x, which, clock, fold)
    columns = columns_of(at)
    return {name: row.compute(columns, which).reshape(at.shape) for name, row in asked}


def told(direction: str | Direction, value: int, school: str | School = "baojian") -> list[str]:
    """Return what a value of a direction says: branches, palace digits, mountains, or the name of its code.

    Empty where the direction is nowhere, or says nothing.
    """
    row = direction if isinstance(direction, Direction) else DIRECTIONS.resolve(direction, school)
    if row.kind == "code":
        return [row.values[value]] if value != NONE8 else []
    if row.kind == "branch":
        return compass.branches_of(value)
    if row.kind == "mountain":
        return compass.mountains_of(value)
    return [str(p) for p in compass.bits_of(value)]


# ---------------------------------------------------------------- inside a where


@dataclass(frozen=True)
class Held:
    """A leaf of a `where`: a direction, and the value asked of it (None: the palaces that hold it)."""

    direction: Direction
    which: School
    wanted: int | None

    @property
    def needs(self) -> frozenset[str]:
        """What the leaf reads besides the chart."""
        return self.direction.needs

    def classes(self, field_name: str, size: int) -> NDArray[np.uint8]:
        """Return the value that stands for each of a context column: directions read months by branch."""
        values = np.arange(size, dtype=np.uint8)
        return values % 12 if field_name == "month" else values

    def masks(self, moments: Moments) -> NDArray[np.uint16]:
        """Return uint16[n]: bit 0 where the direction holds a value asked, or the mask of its palaces."""
        names = ("hour", *CONTEXT, "general")
        columns: dict[str, NDArray[Any]] = {name: moments.column(name) for name in names}
        value = self.direction.compute(columns | {"chart": moments.charts}, self.which)
        if self.wanted is None:
            return _palaces(self.direction.kind, value)
        if self.direction.kind == "code":
            held_now = np.left_shift(1, np.minimum(value, 31), dtype=np.int64) & self.wanted  # none: bit 31
        else:
            held_now = value & value.dtype.type(self.wanted)
        return np.asarray(held_now != 0, dtype=np.uint16)


def _palaces(kind: str, value: NDArray[Any]) -> NDArray[np.uint16]:
    if kind == "palace":
        return value.astype(np.uint16)
    found = np.zeros(value.shape, dtype=np.uint16)
    for bit, palace in enumerate(compass.BRANCH_PALACE if kind == "branch" else compass.MOUNTAIN_PALACE):
        here = (value >> value.dtype.type(bit) & value.dtype.type(1)).astype(np.uint16)
        found |= here << np.uint16(palace)
    return found


#: As what kinds of names the values of a direction are read (`qimen.lang`).
_KINDS_OF: Mapping[str, tuple[str, ...]] = {
    "branch": ("branch", "palace"),
    "palace": ("palace", "mountain"),
    "mountain": ("mountain", "palace"),
    "code": ("code", "officer", "branch"),
}


def held(name: str, values: tuple[str, ...] | None, which: School) -> Held:
    """Return the leaf of a direction by name: `name:value,value`, or the bare name (values None).

    A branch direction takes branches and palace digits, a palace direction palace digits and mountains
    (branches among them), a mountain direction mountains and palace digits, a code the names of its values.

    Raises UnknownNameError for a name that is none, InputError for a value the direction cannot have.
    """
    row = DIRECTIONS.resolve(name, which)
    if values is None:
        if row.kind == "code":
            raise InputError(f"{name!r} lies nowhere; ask for a value, such as {name}:{row.values[0]}")
        return Held(row, which, None)
    words = _words(row)
    wanted = 0
    for written in values:
        value = written if written in words else lang.among(words, written, *_KINDS_OF[row.kind])
        if value in words:
            wanted |= words[value]
        elif all(character in words for character in value):
            for character in value:
                wanted |= words[character]
        else:
            known = "".join(words) if all(len(word) == 1 for word in words) else ", ".join(words)
            raise InputError(f"{name}={written!r} is unknown; known: {known}")
    return Held(row, which, wanted)


def _words(row: Direction) -> dict[str, int]:
    """Return the bits that each word which may be asked of a direction stands for."""
    if row.kind == "code":
        return {name: 1 << code for code, name in enumerate(row.values)}
    digits = range(1, 10)
    if row.kind == "palace":
        words = {str(p): 1 << p for p in digits}
        return words | {m: 1 << compass.MOUNTAIN_PALACE[i] for i, m in enumerate(compass.MOUNTAINS)}
    if row.kind == "branch":
        words = {name: 1 << b for b, name in enumerate(BRANCHES)}
        return words | {str(p): compass.branches_of_palaces(1 << p) for p in digits}
    words = {name: 1 << m for m, name in enumerate(compass.MOUNTAINS)}
    return words | {str(p): compass.mountains_of_palaces(1 << p) for p in digits}
