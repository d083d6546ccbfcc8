"""The month general, the day's name, and what is found from them in haste: three gates, four doors, 天马."""

from __future__ import annotations

from .context import Context
from .directions_common import (
    Bearing,
    Bearings,
    day_branch,
    heaven_plate,
    month_branch,
    on,
    one,
    plate_of_hour,
    under,
)
from .judges import known
from .tables import BRANCHES

DIRECTIONS = Bearings()

GENERALS = "宝鉴 卷三 地将"
GATES = "宝鉴 卷三 三门四户"
SANSHI = "宝鉴 卷三 引三氏"

#: The gods of the twelve branches, 神后 on 子 to 登明 on 亥 (宝鉴 卷三 地将), and how their ids spell them.
GOD_SLUGS = {
    "子": "shenhou",
    "丑": "daji",
    "寅": "gongcao",
    "卯": "taichong",
    "辰": "tiangang",
    "巳": "taiyi",
    "午": "shengguang",
    "未": "xiaoji",
    "申": "chuansong",
    "酉": "congkui",
    "戌": "tiankui",
    "亥": "dengming",
}

#: The names of the days, from the one on the month's own branch (宝鉴 卷三 直辰).
DAY_NAMES = tuple("建除满平定执破危成收开闭")

#: The names of which 四户 are (宝鉴 卷三 三门四户).
FOUR_DOORS = "除定危开"


def named_from(start: str) -> dict[str, str]:
    """Branch -> name when 建 stands on `start` and the rest follow it forward."""
    return {on(start, place): name for place, name in enumerate(DAY_NAMES)}


DIRECTIONS.enter("yuejiang", GENERALS, lambda ctx: one(known(ctx, "general")))
DIRECTIONS.enter("jianchu", "宝鉴 卷三 直辰", lambda ctx: one(named_from(month_branch(ctx))[day_branch(ctx)]))


def seats_of(*gods: str) -> Bearing:
    """Seats of the gods of these branches when the general is laid on the hour."""

    def seats(ctx: Context) -> frozenset[str]:
        plate = plate_of_hour(ctx)
        return frozenset(under(plate, god) for god in gods)

    return seats


for _branch, _slug in GOD_SLUGS.items():
    DIRECTIONS.enter(f"shen-{_slug}", GENERALS, seats_of(_branch))

#: 太冲, 小吉, 从魁.
THREE_GATES = seats_of("卯", "未", "酉")
DIRECTIONS.enter("tian-sanmen", GATES, THREE_GATES)
# They would have the three generals of heaven be the gates of heaven and the three of earth those of earth;
# or drop 小吉 and keep two. The other half of the exchange, tian-sanmen.sanshi, is with the 天将.
DIRECTIONS.enter("di-sanmen.sanshi", SANSHI, THREE_GATES)
DIRECTIONS.enter("di-liangmen.sanshi", SANSHI, seats_of("卯", "酉"))


def di_sihu(ctx: Context) -> frozenset[str]:
    """月建加正时: the month's branch on the hour, and the earth under 除 危 定 开.

    Names follow the month's branch on the plate, so 建 is over the hour whatever the month.
    """
    month = month_branch(ctx)
    plate = heaven_plate(month, ctx.hour[1])
    names = named_from(month)
    return frozenset(earth for earth, heaven in plate.items() if names[heaven] in FOUR_DOORS)


def door_hours(ctx: Context) -> frozenset[str]:
    """The branches of the month's four doors, which 三氏 take for hours.

    The book gives them by class: in a month of 四孟 the 四仲 hours, in one of 四仲 the 四季, in
    one of 四季 the 四孟.
    """
    classes = ("寅申巳亥", "子午卯酉", "辰戌丑未")
    month = month_branch(ctx)
    place = next(place for place, members in enumerate(classes) if month in members)
    return frozenset(classes[(place + 1) % 3])


DIRECTIONS.enter("di-sihu", GATES, di_sihu)
DIRECTIONS.enter("di-sihu.sanshi", SANSHI, door_hours)
DIRECTIONS.enter("dihu-shi.sanshi", SANSHI, lambda ctx: one("是" if ctx.hour[1] in door_hours(ctx) else "非"))


def taichong_tianma(ctx: Context) -> frozenset[str]:
    """月将加月建: the seat of 太冲 when the general is laid on the month's branch."""
    return one(under(heaven_plate(known(ctx, "general"), month_branch(ctx)), "卯"))


def tianma_sanshi(ctx: Context) -> frozenset[str]:
    """三氏: 子 laid on 辰 in month 1, on 巳 in month 2 and on; the seat of the month's own branch."""
    month = month_branch(ctx)
    on_which = "辰"
    counted = "寅"
    while counted != month:
        counted, on_which = on(counted, 1), on(on_which, 1)
    return one(under(heaven_plate("子", on_which), month))


DIRECTIONS.enter("taichong-tianma", "宝鉴 卷三 天马", taichong_tianma)
DIRECTIONS.enter("taichong-tianma.sanshi", SANSHI, tianma_sanshi)

assert tuple(GOD_SLUGS) == BRANCHES
