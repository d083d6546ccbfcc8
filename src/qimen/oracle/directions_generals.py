"""天将: the noble of the day, the twelve that follow it, and the private gates."""

from __future__ import annotations

from collections.abc import Callable

from .context import Context
from .directions_common import Bearing, Bearings, half, half_of_ju, on, one, plate_of_hour, round_from, under
from .judges import pillar

DIRECTIONS = Bearings()

GENERALS = "宝鉴 卷三 天将"
GATES = "宝鉴 卷三 私门"
SANSHI = "宝鉴 卷三 引三氏"

#: 阳贵 and 阴贵 by the day's stem, from the two songs (宝鉴 卷三 天将).
NOBLE = {
    "阳": {
        "甲": "未", "戊": "丑", "庚": "丑", "己": "子", "乙": "申",
        "丙": "酉", "丁": "亥", "壬": "卯", "癸": "巳", "辛": "寅",
    },
    "阴": {
        "甲": "丑", "戊": "未", "庚": "未", "乙": "子", "己": "申",
        "丙": "亥", "丁": "酉", "壬": "巳", "癸": "卯", "辛": "午",
    },
}  # fmt: skip

#: The twelve in order from the noble (宝鉴 卷三 天将; printed 元武 for 玄武), and how their ids spell them.
TWELVE = {
    "贵人": "guiren",
    "螣蛇": "tengshe",
    "朱雀": "zhuque",
    "六合": "liuhe",
    "勾陈": "gouchen",
    "青龙": "qinglong",
    "天空": "tiankong",
    "白虎": "baihu",
    "太常": "taichang",
    "玄武": "xuanwu",
    "太阴": "taiyin",
    "天后": "tianhou",
}

#: Trigrams in the order in which stems and branches are given to them (宝鉴 卷三 天将). 乾 and 坤 come twice.
NAJIA_TRIGRAMS = tuple("乾坤艮兑坎离震巽乾坤")

#: Each stem and the one it combines with.
PARTNER = {"甲": "己", "乙": "庚", "丙": "辛", "丁": "壬", "戊": "癸"}


def branches_given(which: str) -> dict[str, str]:
    """Stem -> the branch given with it to its trigram, in the 阳 or 阴 table.

    阳 begins with 子 and goes forward without 午, 辰 and 戌; 阴 begins with 申 and goes back without 寅, 辰
    and 戌. Nine branches remain: 坤 has 癸 and 乙 on the one.
    """
    first, forward = ("子", 1) if which == "阳" else ("申", -1)
    left_out = {on(first, 6), "辰", "戌"}
    round_of_twelve = [on(first, forward * place) for place in range(12)]
    branches = [branch for branch in round_of_twelve if branch not in left_out]
    given = dict(zip("甲乙丙丁戊己庚辛壬", branches, strict=True))
    given["癸"] = given["乙"]
    return given


def noble_by_najia(stem: str, which: str) -> str:
    """The noble derived: the branch given with the stem that combines with the day's."""
    partners = PARTNER | {other: stem for stem, other in PARTNER.items()}
    return branches_given(which)[partners[stem]]


#: How one reading finds the noble: its branch in heaven, and 1 if the others follow forward, -1 if backward.
Noble = Callable[[Context], tuple[str, int]]


def _by_half(half_of: Callable[[Context], str]) -> Noble:
    """阳贵顺, 阴贵逆: table and way by the half of the year."""

    def noble(ctx: Context) -> tuple[str, int]:
        which = half_of(ctx)
        return NOBLE[which][pillar(ctx, "day")[0]], 1 if which == "阳" else -1

    return noble


def _liuren(ctx: Context) -> tuple[str, int]:
    """The rule usual in 六壬: table by day or night of the hour, way by where the noble stands on the earth.

    卯 to 申 are hours of the day. From 亥 through 子 to 辰 the others go forward, from 巳 to 戌 backward.
    """
    which = "阳" if ctx.hour[1] in "卯辰巳午未申" else "阴"
    branch = NOBLE[which][pillar(ctx, "day")[0]]
    seat = under(plate_of_hour(ctx), branch)
    return branch, 1 if seat in "亥子丑寅卯辰" else -1


#: The readings by the suffix of their ids. The book says 冬至以后 and 夏至以后, and also 阳局 and 阴局.
READINGS: dict[str, Noble] = {"": _by_half(half), ".ju": _by_half(half_of_ju), ".liuren": _liuren}


def twelve_in_heaven(noble: str, way: int) -> dict[str, str]:
    """General -> branch of heaven on which it stands, from the noble forward (1) or backward (-1)."""
    forward = round_from(noble)
    return dict(zip(TWELVE, forward if way == 1 else forward[:1] + forward[:0:-1], strict=True))


def seats_of(reading: Noble, *names: str) -> Bearing:
    """Earth branches under which these generals stand once the month general is laid on the hour."""

    def seats(ctx: Context) -> frozenset[str]:
        heaven = twelve_in_heaven(*reading(ctx))
        plate = plate_of_hour(ctx)
        return frozenset(under(plate, heaven[name]) for name in names)

    return seats


def _noble_of(reading: Noble) -> Bearing:
    return lambda ctx: one(reading(ctx)[0])


def _private(reading: Noble) -> Bearing:
    """私门: 太阴, 六合 and 太常 (宝鉴 卷三 私门)."""
    return seats_of(reading, "太阴", "六合", "太常")


for _suffix, _reading in READINGS.items():
    DIRECTIONS.enter(f"guiren{_suffix}", GENERALS, _noble_of(_reading))
    for _name, _slug in TWELVE.items():
        DIRECTIONS.enter(f"jiang-{_slug}{_suffix}", GATES, seats_of(_reading, _name))
    DIRECTIONS.enter(f"di-simen{_suffix}", GATES, _private(_reading))

# 三氏: the three generals of heaven are to be called the gates of heaven.
DIRECTIONS.enter("tian-sanmen.sanshi", SANSHI, _private(READINGS[""]))
