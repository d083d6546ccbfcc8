"""One direction as a record, and the small steps from columns of moments to its value.

A direction is worked out by law into a table over the few things it depends on; `look_up` then reads the
table for whole columns. Where something it depends on is unknown (255) it is nowhere: an empty mask, or code
255.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..names import NONE8, OPPOSITE, STEMS
from ..plates import CHARTS, boards
from ..schools import School

Column = NDArray[Any]
#: What a direction may read: hour, day, month, year, shuo (pillars), term, ju_term, yuan, general (branch of
#: the 月将), chart.
Columns = Mapping[str, Column]

#: The dtype of each kind of direction.
KINDS: Mapping[str, Any] = {
    "branch": np.uint16,
    "palace": np.uint16,
    "mountain": np.uint32,
    "code": np.uint8,
}


@dataclass(frozen=True)
class Direction:
    """A direction of the hour: branches, palaces or mountains as masks, or one of a few named values.

    Attributes
    ----------
    id
        Slug in pinyin; a rival reading is ``<slug>.<reading>``.
    zh_hans, zh_hant, pinyin, english
        The name. One school has one direction of a given name.
    kind
        "branch" (uint16, bit b = branch b), "palace" (uint16, bit p = palace p), "mountain" (uint32, bit m =
        m-th mountain clockwise from north) or "code" (uint8, an index into `values`, 255 = none).
    needs
        What it reads besides the chart: names of `calendars.tables.CONTEXT`.
    source, school, auspice, reading, rejected, default, inferred
        As in a row of the catalogue.
    values
        The names of the codes, for the kind "code".
    compute
        From columns and a school to the array.
    """

    id: str
    zh_hans: str
    zh_hant: str
    pinyin: str
    english: str
    kind: str
    needs: frozenset[str]
    source: str
    school: str
    auspice: str
    reading: str
    compute: Callable[[Columns, School], NDArray[Any]]
    rejected: str = ""
    default: bool = False
    inferred: bool = False
    values: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a kind that is none, and codes without names."""
        if self.kind not in KINDS or (self.kind == "code") != bool(self.values):
            raise ValueError(f"direction {self.id}: kind {self.kind!r} with values {self.values!r}")


def look_up(table: NDArray[Any], *axes: Column) -> NDArray[Any]:
    """Return table[axes] for columns; 0 for masks and 255 for codes where an axis is out of range."""
    sizes = table.shape[: len(axes)]
    index = np.zeros(axes[0].shape, dtype=np.intp)
    known = np.ones(axes[0].shape, dtype=bool)
    for axis, size in zip(axes, sizes, strict=True):
        inside = axis < size
        known &= inside
        index = index * size + np.where(inside, axis, 0)
    fill = np.array(NONE8 if table.dtype == np.uint8 else 0, dtype=table.dtype)
    return np.where(known, table.reshape(-1)[index], fill)


def table(kind: str, values: Sequence[Any]) -> NDArray[Any]:
    """Return a read-only table of a kind."""
    made = np.array(values, dtype=KINDS[kind])
    made.flags.writeable = False
    return made


# ---------------------------------------------------------------- what columns say


def part(pillar: Column, modulus: int) -> Column:
    """Return the stem (10) or branch (12) of pillars; 255 where there is none."""
    return np.where(pillar < 60, pillar % modulus, NONE8)


def stem(columns: Columns, role: str) -> Column:
    """Return the stem of a pillar column."""
    return part(columns[role], 10)


def branch(columns: Columns, role: str) -> Column:
    """Return the branch of a pillar column."""
    return part(columns[role], 12)


def difference(a: Column, b: Column) -> Column:
    """Return a - b modulo 12; 255 where either is unknown."""
    known = (a != NONE8) & (b != NONE8)
    return np.where(known, (a.astype(np.int16) - b) % 12, NONE8)


def offset(columns: Columns) -> Column:
    """Return d = hour branch - 月将: with the 月将 laid on the hour, heaven x is over earth x + d."""
    return difference(branch(columns, "hour"), columns["general"])


def xun(columns: Columns, role: str = "hour") -> Column:
    """Return the xun 0-5 of a pillar column."""
    pillar = columns[role]
    return np.where(pillar < 60, pillar // 10, NONE8)


def half(columns: Columns) -> Column:
    """Return 0 from 冬至, 1 from 夏至, by the instant of the solstice: the term in force."""
    term = columns["term"]
    return np.where(term < 24, term // 12, NONE8)


def half_of_ju(columns: Columns) -> Column:
    """Return the dun of the ju, 0 yang and 1 yin."""
    return columns["chart"] // (CHARTS // 2)


# ---------------------------------------------------------------- what stands where


@dataclass(frozen=True)
class Places:
    """Palaces by chart, uint8[1080, 10 stems]; 甲 is the yi of the hour's xun, 255 where nothing stands.

    `earth` lodges the centre where the school does; `earth_raw` does not.
    """

    heaven: NDArray[np.uint8]
    earth: NDArray[np.uint8]
    earth_raw: NDArray[np.uint8]


def places(which: School) -> Places:
    """Return where the ten stems stand in every chart of a school's plate doctrine."""
    return _places(which.lodges(), which.motion)


@functools.cache
def _places(lodges: tuple[int, int], motion: str) -> Places:
    plates = boards(_doctrine(lodges, motion)).plates
    lodge = np.repeat(np.array(lodges, dtype=np.uint8), CHARTS // 2)
    leader = 4 + np.arange(CHARTS) % 60 // 10
    result = {name: np.full((CHARTS, len(STEMS)), NONE8, dtype=np.uint8) for name in ("heaven", "earth_raw")}
    for p in range(1, 10):
        for name, layers in (("heaven", (plates.heaven, plates.guest)), ("earth_raw", (plates.earth,))):
            for layer in layers:
                for s in range(1, len(STEMS)):
                    result[name][layer[:, p] == s, s] = p
    for found in result.values():
        found[:, 0] = found[np.arange(CHARTS), leader]
    raw = result["earth_raw"]
    earth = np.where((raw == 5) & (lodge != 0)[:, None], lodge[:, None], raw)
    for array in (*result.values(), earth):
        array.flags.writeable = False
    return Places(result["heaven"], earth, raw)


def _doctrine(lodges: tuple[int, int], motion: str) -> School:
    lodging = {(2, 2): "kun", (2, 8): "kun-gen", (0, 0): "none"}[lodges]
    return School("", lodging=lodging, motion=motion)


def palace_bit(palace: Column) -> NDArray[np.uint16]:
    """Return the palace mask of one palace each; empty for 0 and 255."""
    return look_up(_PALACE_BITS, palace)


def opposite_bit(palace: Column) -> NDArray[np.uint16]:
    """Return the mask of the palace across the board; empty for the centre, 0 and 255."""
    return look_up(_OPPOSITE_BITS, palace)


_PALACE_BITS = table("palace", [0] + [1 << p for p in range(1, 10)])
_OPPOSITE_BITS = table("palace", [0 if across is None else 1 << across for across in OPPOSITE])


def shifted(bits: Sequence[int], by: int = 0) -> list[int]:
    """Return the branch mask of `bits` moved on by each of 0..11 (and `by` more): a table over an offset."""
    return [functools.reduce(lambda mask, b: mask | 1 << (b + d + by) % 12, bits, 0) for d in range(12)]
