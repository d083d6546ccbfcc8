"""All charts of a school as frozen arrays: plates, hands, and the facts of every palace."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from .align import check_out
from .calendars.tables import calendar
from .clock import check_span
from .errors import InputError, InputTypeError
from .names import PLATE_ORDER, XUN_YI
from .parallel import split
from .schools import School, find_school
from .times import HourRange

UInt8 = NDArray[np.uint8]

CHARTS = 1080
#: Things that can stand in a palace (`facts.PLACE_FIELDS`).
FACTS = 55
#: Rough cost of the six plates of one hour, for `parallel.split`.
PLATES_NS = 5.0


class Plates(NamedTuple):
    """Plates of charts, uint8[..., 10]: column p is palace p, column 0 spare, 255 where nothing stands.

    `guest` is the second heaven stem, at the palace where the lodged star stands. The centre keeps its own
    earth stem; on rotating plates it has nothing else.
    """

    earth: UInt8
    heaven: UInt8
    guest: UInt8
    star: UInt8
    door: UInt8
    deity: UInt8

    def _repr_html_(self) -> str:
        from .render.notebook import plates_html

        return plates_html(self)


class Hands(NamedTuple):
    """Where 直符 and 直使 stand, uint8[1080] each; raw palaces are counted before the centre is lodged."""

    fu_home_raw: UInt8
    fu_raw: UInt8
    fu_home: UInt8
    fu: UInt8
    shi_raw: UInt8
    shi: UInt8
    star: UInt8
    door: UInt8


@dataclass(frozen=True)
class Board1080:
    """Everything that depends on chart id and plate doctrine alone.

    `facts` uint16[56, 1080] has the palaces in which each fact stands (`facts.PLACE_FIELDS` numbers them); the last row
    has all palaces that are there: the centre of a lodged plate is not.
    """

    plates: Plates
    hands: Hands
    facts: NDArray[np.uint16]


def boards(which: School) -> Board1080:
    """Return the 1080 charts of a school's plate doctrine (read-only, kept)."""
    return _boards(*which.lodges(), which.motion == "fly")


@functools.cache
def _boards(lodge_yang: int, lodge_yin: int, fly: bool) -> Board1080:
    plates = Plates(*(np.empty((CHARTS, 10), dtype=np.uint8) for _ in Plates._fields))
    table = np.empty((CHARTS, 8), dtype=np.uint8)
    _core.lay_plates(lodge_yang, lodge_yin, fly, *plates, table)
    facts = np.zeros((FACTS + 1, CHARTS), dtype=np.uint16)
    _core.gather_facts(lodge_yang, lodge_yin, *plates, table, facts)
    hands = Hands(*np.ascontiguousarray(table.T))
    for array in (*plates, *hands, facts):
        array.flags.writeable = False
    return Board1080(plates, hands, facts)


def check_chart_ids(chart_ids: Any) -> NDArray[np.uint16]:
    """Return chart ids as uint16; InputTypeError for other kinds, InputError outside 0..1079."""
    array = np.asarray(chart_ids)
    if array.dtype.kind not in "ui" or array.dtype == bool:
        raise InputTypeError(f"chart_ids has dtype {array.dtype}; whole numbers 0..1079 are wanted")
    wrong = (array < 0) | (array >= CHARTS)
    if wrong.any():
        first = np.flatnonzero(wrong.ravel())[0]
        raise InputError(
            f"chart_ids: {wrong.sum()} of {array.size} are outside 0..1079, the first is {array.ravel()[first]} "
            f"at index {first}",
            wrong,
        )
    return array.astype(np.uint16)


def plates(chart_ids: Any, school: str | School = "baojian", out: Plates | None = None) -> Plates:
    """Return the plates of charts.

    Parameters
    ----------
    chart_ids : int array_like or HourRange
        0..1079, any shape: ((dun * 9) + ju - 1) * 60 + hour pillar. Or a range of hours, whose charts are
        looked up on the way.
    school : str or School
        Only lodging and motion matter.
    out : Plates, optional
        Six uint8[..., 10] arrays to fill.

    Returns
    -------
    Plates
        earth, heaven, guest, star, door, deity: uint8[..., 10], 255 = none.

    Raises
    ------
    InputError, InputTypeError
        For ids that are none; the error carries their mask.
    """
    which = find_school(school)
    table = boards(which).plates
    shape = chart_ids.shape if isinstance(chart_ids, HourRange) else np.shape(chart_ids)
    if out is None:
        out = Plates(*(np.empty((*shape, 10), dtype=np.uint8) for _ in table))
    else:
        _check_out(out, (*shape, 10))
    if isinstance(chart_ids, HourRange):
        if len(chart_ids):
            check_span(chart_ids.start, chart_ids.stop)
            hours = calendar(which, chart_ids.clock)

            def fill(begin: int, end: int) -> None:
                for plate, target in zip(table, out, strict=True):
                    _core.range_rows(hours.blocks, hours.first_hour, chart_ids.start + begin, plate, target[begin:end])

            split(len(chart_ids), PLATES_NS, fill)
        return out
    ids = check_chart_ids(chart_ids)
    for plate, target in zip(table, out, strict=True):
        np.take(plate, ids, axis=0, out=target, mode="clip")  # checked above; "raise" would buffer the output
    return out


def _check_out(out: Plates, shape: tuple[int, ...]) -> None:
    for name, array in zip(Plates._fields, out, strict=True):
        check_out(array, shape, np.dtype(np.uint8), f"out.{name}")


def flying_number(chart_ids: NDArray[np.uint16]) -> UInt8:
    """Return 陶's number 1..9 of charts within their ju, uint8 of their shape.

    The flying plate depends on it alone: 18 ju of nine charts, 162 in all. Counted in the order 戊己庚辛壬癸丁丙乙
    from the yi of the xun back to the hour stem, with hour stem 甲 taken for 戊 and not for its own yi, as the
    printed list of chart 2 wants (宝鉴 卷二 陶氏).
    """
    return _FLYING_NUMBER[check_chart_ids(chart_ids) % 60]


def _flying_numbers() -> UInt8:
    place = {stem: index for index, stem in enumerate(PLATE_ORDER)} | {0: 0}
    numbers = [1 + (place[XUN_YI[pillar // 10]] - place[pillar % 10]) % 9 for pillar in range(60)]
    result = np.array(numbers, dtype=np.uint8)
    result.flags.writeable = False
    return result


_FLYING_NUMBER = _flying_numbers()
