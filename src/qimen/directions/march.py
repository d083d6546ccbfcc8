"""出军: leave by 天门, enter by 地户, pass 太阴, settle on 青龙, strike what is opposite (宝鉴 卷三)."""

from __future__ import annotations

from typing import Any

from ..names import STEMS
from .deities import heaven_of
from .direction import Direction, opposite_bit, palace_bit, places

#: The gates in the order of the march and their stems.
GATES = (("天门", "戊"), ("地户", "己"), ("太阴", "丁"), ("青龙", "甲"))

_SOURCE = "宝鉴 卷三 出军"
_NAMES = {
    "天门": ("天門", "tianmen", "gate of heaven, to leave by"),
    "地户": ("地戶", "dihu", "door of earth, to enter by"),
    "太阴": ("太陰", "taiyin", "great yin, to pass"),
    "青龙": ("青龍", "qinglong", "green dragon, to settle on"),
}


def _earth(stem_name: str) -> Any:
    return lambda columns, which: palace_bit(places(which).earth[columns["chart"], STEMS.index(stem_name)])


def _strike(plate: str) -> Any:
    return lambda columns, which: opposite_bit(getattr(places(which), plate)[columns["chart"], 0])


def _rows() -> list[Direction]:
    rows = []
    for hans, s in GATES:
        hant, slug, english = _NAMES[hans]
        leader = s == "甲"
        rows += [
            Direction(
                f"chujun-{slug}", f"出军{hans}", f"出軍{hant}", f"chu jun {slug}", english, "palace", frozenset(), _SOURCE,
                "baojian", "吉", f"The palace of heaven {s}" + (", that is of 直符." if leader else "."), heaven_of(s), default=True,
                rejected="The earth plate (chujun-*.earth); the example is of a 甲 hour, where the two agree.",
            ),
            Direction(
                f"chujun-{slug}.earth", f"出军{hans}（地盘）", f"出軍{hant}（地盤）", f"chu jun {slug}", english, "palace",
                frozenset(), _SOURCE, "baojian", "吉",
                f"The earth palace of {s}" + (", the yi of the hour's xun" if leader else "") + ", lodged.", _earth(s),
            ),
        ]  # fmt: skip
    for suffix, mark, mark_hant, plate, of in (
        ("", "", "", "heaven", "直符"),
        (".earth", "（地盘）", "（地盤）", "earth", "the lodged home of 直符"),
    ):
        rows.append(
            Direction(
                f"chujun-ji{suffix}", f"出军击方{mark}", f"出軍擊方{mark_hant}", "chu jun ji fang", "palace to strike", "palace",
                frozenset(), _SOURCE, "baojian", "吉", f"The palace opposite {of}; where that is the unlodged centre, none.",
                _strike(plate), default=not suffix,
            )
        )  # fmt: skip
    return rows


DIRECTIONS = tuple(_rows())
