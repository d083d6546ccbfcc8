"""天乙贵人, the twelve 天将 laid from it, and 地私门 (宝鉴 卷三 天将, 私门).

The book derives the noble from 纳甲: stems and nine branches are laid on the eight trigrams, and the noble of a
day is the branch of the stem that combines with the day's. Both songs come out of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..names import BRANCHES, NONE8
from .direction import Column, Columns, Direction, branch, half, half_of_ju, look_up, offset, stem, table

#: The trigrams in the book's order; 甲..辛 take one each, then 壬 and 癸 the first two again.
NAJIA_TRIGRAMS = "乾坤艮兑坎离震巽"
#: The 天将 in order from the noble: 简, 繁, pinyin, English.
GENERALS = (
    ("贵人", "貴人", "guiren", "noble"), ("螣蛇", "螣蛇", "tengshe", "flying snake"),
    ("朱雀", "朱雀", "zhuque", "vermilion bird"), ("六合", "六合", "liuhe", "six harmonies"),
    ("勾陈", "勾陳", "gouchen", "hook"), ("青龙", "青龍", "qinglong", "green dragon"),
    ("天空", "天空", "tiankong", "void of heaven"), ("白虎", "白虎", "baihu", "white tiger"),
    ("太常", "太常", "taichang", "great constant"), ("玄武", "玄武", "xuanwu", "dark warrior"),
    ("太阴", "太陰", "taiyin", "great yin"), ("天后", "天后", "tianhou", "queen of heaven"),
)  # fmt: skip
#: The three of the private gates.
PRIVATE = ("太阴", "六合", "太常")

_SOURCE = "宝鉴 卷三 天将"


def nine_branches(head: str, step: int) -> list[int]:
    """Return the nine branches used, from the head: without 辰, 戌 and the one that clashes with the head."""
    first = BRANCHES.index(head)
    barred = {(first + 6) % 12, BRANCHES.index("辰"), BRANCHES.index("戌")}
    return [b for k in range(12) if (b := (first + step * k) % 12) not in barred]


def branch_of_stem(half_of_year: int) -> list[int]:
    """Return the branch laid with each stem: from 子 forward in the yang half, from 申 backward in the yin.

    The ninth branch returns to 乾, under 壬; 癸 shares 坤, and the branch there, with 乙.
    """
    nine = nine_branches("子申"[half_of_year], (1, -1)[half_of_year])
    return [*nine, nine[1]]


def noble_of_stem(half_of_year: int) -> list[int]:
    """Return the branch of the noble for each day stem: that laid with the stem it combines with."""
    laid = branch_of_stem(half_of_year)
    return [laid[(s + 5) % 10] for s in range(10)]


#: noble[half, stem]: the yang song and the yin song.
NOBLE = np.array([noble_of_stem(0), noble_of_stem(1)], dtype=np.uint8)
NOBLE.flags.writeable = False


def general_seat(noble: int, backward: bool, general: int, d: int) -> int:
    """Return the earth branch of the k-th 天将 from the noble, laid on or back on heaven, then moved by d."""
    return (noble + (-general if backward else general) + d) % 12


def _seat_table() -> NDArray[Any]:
    """Return seats[song, direction, stem, d, general] as branch masks."""
    seats = np.zeros((2, 2, 10, 12, 12), dtype=np.uint16)
    for song, way, s, d, k in np.ndindex(*seats.shape):
        seats[song, way, s, d, k] = 1 << general_seat(int(NOBLE[song, s]), bool(way), k, d)
    seats.flags.writeable = False
    return seats


_SEATS = _seat_table()
_NOBLE_BITS = table("branch", (1 << NOBLE.astype(np.int64)).tolist())

# ---------------------------------------------------------------- which song, and which way round

Halves = Callable[[Columns], tuple[Column, Column]]


def _by_solstice(columns: Columns) -> tuple[Column, Column]:
    now = half(columns)
    return now, now


def _by_ju(columns: Columns) -> tuple[Column, Column]:
    now = half_of_ju(columns)
    return now, now


def _by_day_and_night(columns: Columns) -> tuple[Column, Column]:
    """Return the song by day (卯..申) and night, and the way round by where the noble then sits (六壬)."""
    hour = branch(columns, "hour")
    song = np.where(hour == NONE8, NONE8, np.where((hour >= 3) & (hour <= 8), 0, 1))
    noble = look_up(NOBLE, song, stem(columns, "day"))
    d = offset(columns)
    seat = (noble.astype(np.int16) + d) % 12
    way = np.where((seat >= 5) & (seat <= 10), 1, 0)
    return song, np.where((noble == NONE8) | (d == NONE8), NONE8, way)


def _noble(halves: Halves) -> Any:
    return lambda columns, _: look_up(_NOBLE_BITS, halves(columns)[0], stem(columns, "day"))


def _seat(halves: Halves, *generals: int) -> Any:
    seats = np.bitwise_or.reduce([_SEATS[..., k] for k in generals])

    def compute(columns: Columns, _: object) -> NDArray[Any]:
        return look_up(seats, *halves(columns), stem(columns, "day"), offset(columns))

    return compute


_READINGS: tuple[tuple[str, str, str, Halves, str, str, frozenset[str]], ...] = (
    ("", "", "baojian", _by_solstice, "The half of the year is that of the term in force, by the instant of the solstice",
     "The dun of the ju; and 六壬's day and night.", frozenset({"day", "term"})),
    (".ju", "（入局）", "baojian", _by_ju, "The half of the year is the dun of the ju (阳局, 阴局)", "", frozenset({"day", "term"})),
    (".liuren", "（六壬）", "zhushu", _by_day_and_night,
     "The yang song by day (hours 卯-申), the yin song by night; forward when the noble sits on 亥子丑寅卯辰, else backward", "宝鉴: the songs are those of the two halves of the year.", frozenset({"day", "term"})),
)  # fmt: skip


def _rows() -> list[Direction]:
    rows = []
    private = [index for index, names in enumerate(GENERALS) if names[0] in PRIVATE]
    private = [index for index, names in enumerate(GENERALS) if names[0] in PRIVATE]
    for suffix, mark, school, halves, words, rejected, needs in _READINGS:
        default = not suffix
        rows.append(
            Direction(
                f"guiren{suffix}", f"贵人{mark}", f"貴人{mark}", "guiren", "noble of heaven", "branch",
                needs - ({"term"} if suffix else set()), _SOURCE, school, "",
                f"The branch of the noble by day stem, from 纳甲. {words}.", _noble(halves), rejected=rejected, default=default,
                inferred=suffix == ".liuren",
            )
        )  # fmt: skip
        for k, (hans, hant, pinyin, english) in enumerate(GENERALS):
            rows.append(
                Direction(
                    f"jiang-{pinyin}{suffix}", f"天将{hans}{mark}", f"天將{hant}{mark}", pinyin, f"seat of the {english}",
                    "branch", needs, _SOURCE, school, "",
                    f"The seat of 天将 {k + 1} of 12: the noble's branch {k} on (yang half) or back (yin half), then moved by hour "
                    f"branch less 月将. {words}.",
                    _seat(halves, k), rejected=rejected, default=default, inferred=suffix == ".liuren",
                )
            )  # fmt: skip
        rows.append(
            Direction(
                f"di-simen{suffix}", f"地私门{mark}", f"地私門{mark}", "di si men", "private gates of earth", "branch", needs,
                "宝鉴 卷三 私门", school, "吉",
                f"The seats of 太阴, 六合 and 太常; best where 奇 and a lucky door stand too. {words}.", _seat(halves, *private),
                rejected=rejected, default=default, inferred=suffix == ".liuren",
            )
        )  # fmt: skip
    rows.append(
        Direction(
            "tian-sanmen.sanshi", "天三门", "天三門", "tian san men", "three gates of heaven", "branch", frozenset({"day", "term"}),
            "宝鉴 卷三 三门四户 引三氏", "sanshi", "吉",
            "三氏 exchange the names: 天三门 are the seats of 太阴, 六合 and 太常, as 地私门.", _seat(_by_solstice, *private),
        )
    )  # fmt: skip
    return rows


DIRECTIONS = tuple(_rows())
