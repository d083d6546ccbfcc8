"""亭亭 and 白奸: with the back to the noble god one strikes the wicked one."""

from __future__ import annotations

from collections.abc import Callable

from .context import Context
from .directions_common import (
    MENG,
    NOTHING,
    TRINES,
    Bearing,
    Bearings,
    day_branch,
    facing_all,
    month_branch,
    on,
    one,
    plate_of_hour,
    under,
)

DIRECTIONS = Bearings()

TINGTING = "宝鉴 卷三 亭亭"
BAIJIAN = "宝鉴 卷三 白奸"
SANSHI = "宝鉴 卷三 引三氏"

#: The three that may be 白奸: 功曹, 胜光, 天魁.
WICKED = ("寅", "午", "戌")

#: By the day's trine: 景祐's 白奸 又法, and what 宝鉴 quotes as 日亭亭. Each emends the other: 景祐 prints 辰
#: for 寅 in the wood trine, 宝鉴 丑 for 申 in the metal one; all four must be 孟.
MENG_OF_TRINE = {"寅午戌": "亥", "亥卯未": "寅", "申子辰": "巳", "巳酉丑": "申"}


def tingting(ctx: Context) -> frozenset[str]:
    """The seat of 神后 (宝鉴 卷三; 景祐 the same)."""
    return one(under(plate_of_hour(ctx), "子"))


def tingting_by_day(ctx: Context) -> frozenset[str]:
    """景祐 又一法: on a 子 day 巳, on a 丑 day 午, and on."""
    seat, counted = "巳", "子"
    while counted != day_branch(ctx):
        seat, counted = on(seat, 1), on(counted, 1)
    return one(seat)


def baijian(ctx: Context) -> frozenset[str]:
    """宝鉴: the seat of that one of 寅 午 戌 which has come down upon a 孟 (临孟辰)."""
    plate = plate_of_hour(ctx)
    return frozenset(seat for seat in (under(plate, god) for god in WICKED) if seat in MENG)


def baijian_jingyou(ctx: Context) -> frozenset[str]:
    """景祐: the 孟 god seen over the earth's 寅 午 戌; the direction is that god's own branch.

    Its example, the general 亥 over 午, gives 亥 (the text has 临子 for 临午), and only so do the two meet on
    巳 and 亥 and stand across each other on 寅 and 申.
    """
    plate = plate_of_hour(ctx)
    return frozenset(plate[earth] for earth in WICKED if plate[earth] in MENG)


def baijian_sanshi(ctx: Context) -> frozenset[str]:
    """三氏: as 景祐, but the direction is the place on the earth, as the author's objection needs."""
    plate = plate_of_hour(ctx)
    return frozenset(earth for earth in WICKED if plate[earth] in MENG)


def by_trine(ctx: Context) -> frozenset[str]:
    """The 孟 branch of the day's trine."""
    return one(MENG_OF_TRINE[next(trine for trine in TRINES if day_branch(ctx) in trine)])


def month_tingting(ctx: Context) -> frozenset[str]:
    """三氏: 正卯二神顺行, read 正卯二辰: 卯 in month 1, 辰 in month 2."""
    seat, counted = "卯", "寅"
    while counted != month_branch(ctx):
        seat, counted = on(seat, 1), on(counted, 1)
    return one(seat)


DIRECTIONS.enter("tingting", f"{TINGTING}; 景祐 亭亭", tingting)
DIRECTIONS.enter("tingting.jingyou-ri", "景祐 亭亭 又一法", tingting_by_day)
DIRECTIONS.enter("tingting-chong", "景祐 亭亭", lambda ctx: facing_all(tingting(ctx)))
DIRECTIONS.enter("baijian", BAIJIAN, baijian)
DIRECTIONS.enter("baijian.jingyou", "景祐 白奸", baijian_jingyou)
DIRECTIONS.enter("baijian.jingyou-ri", "景祐 白奸 又法", by_trine)
DIRECTIONS.enter("baijian.sanshi", SANSHI, baijian_sanshi)
DIRECTIONS.enter("yue-tingting.sanshi", SANSHI, month_tingting)
DIRECTIONS.enter("ri-tingting.sanshi", SANSHI, by_trine)


def _by_seat(bearing: Bearing) -> Bearing:
    """合 upon 巳 or 亥, 格 upon 寅 or 申, else 余 (常合于巳亥, 格于寅申)."""

    def kind(ctx: Context) -> frozenset[str]:
        seats = bearing(ctx)
        if seats <= set("巳亥"):
            return one("合")
        return one("格" if seats <= set("寅申") else "余")

    return kind


def _by_meeting(noble: Bearing, wicked: Bearing, same: str) -> Callable[[Context], frozenset[str]]:
    """`same` where the two are in one place, 格 where they face each other, else 余."""

    def kind(ctx: Context) -> frozenset[str]:
        here, there = noble(ctx), wicked(ctx)
        if NOTHING in (here, there):
            return NOTHING
        if here == there:
            return one(same)
        return one("格" if facing_all(here) == there else "余")

    return kind


BOTH = "宝鉴 卷三 亭亭白奸"
DIRECTIONS.enter("tingjian", BOTH, _by_seat(tingting))
# 寅 or 戌 upon 巳亥 too are called meeting, upon 寅申 facing. So no hour is left over, which the book's 余时
# denies; kept as a rival only.
DIRECTIONS.enter("tingjian.kuozhan", BOTH, _by_seat(baijian))
DIRECTIONS.enter("tingjian.jingyou", "景祐 白奸", _by_meeting(tingting, baijian_jingyou, "合"))
DIRECTIONS.enter("tingjian.jingyou-ri", "景祐 白奸 又法", _by_meeting(tingting_by_day, by_trine, "合"))
DIRECTIONS.enter("tingjian.sanshi", SANSHI, _by_meeting(tingting, baijian_sanshi, "囚"))
