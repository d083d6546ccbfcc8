"""亭亭 and 白奸, and how they stand to each other: 合, 格, or neither (宝鉴 卷三, 景祐 亭亭白奸)."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from ..names import BRANCHES
from .compass import branch_mask
from .direction import Direction, branch, look_up, offset, shifted, table

#: 四孟, the four branches of birth.
MENG = tuple(BRANCHES.index(b) for b in "寅申巳亥")
_FIRE = tuple(BRANCHES.index(b) for b in "寅午戌")
#: Day branches of the four trines and 白奸 by the day: 火亥 木寅 水巳 金申 (景祐 又法; 宝鉴 reports it as 日亭亭).
_TRINES = (("寅午戌", "亥"), ("亥卯未", "寅"), ("申子辰", "巳"), ("巳酉丑", "申"))

HE, GE = 1, 2
_BAOJIAN, _JINGYOU = "宝鉴 卷三 亭亭白奸", "景祐 亭亭白奸"
_TERM, _DAY, _MONTH = frozenset({"term"}), frozenset({"day"}), frozenset({"month"})


def baijian_seat(d: int) -> int:
    """Return 宝鉴's 白奸: the seat of that god of 寅 午 戌 which sits on a 孟 branch; there is always exactly one."""
    (seat,) = [(x + d) % 12 for x in _FIRE if (x + d) % 12 in MENG]
    return seat


def baijian_god(d: int) -> tuple[int, int]:
    """Return the one 孟 god over earth 寅 午 戌, and the earth branch under it: (god, earth)."""
    (found,) = [((e - d) % 12, e) for e in _FIRE if (e - d) % 12 in MENG]
    return found


def baijian_of_day(day_branch: int) -> int:
    """Return 白奸 by the trine of the day."""
    (found,) = [to for trine, to in _TRINES if BRANCHES[day_branch] in trine]
    return BRANCHES.index(found)


def meeting(ting: int, jian: int) -> int:
    """Return 合 where the two are together, 格 where they face each other, else 0 (景祐; 三氏 call 合 囚)."""
    return HE if ting == jian else GE if (ting - jian) % 12 == 6 else 0


_TING = table("branch", shifted([0]))
_JIAN = table("branch", [1 << baijian_seat(d) for d in range(12)])
_JIAN_JINGYOU = table("branch", [1 << baijian_god(d)[0] for d in range(12)])
_JIAN_SANSHI = table("branch", [1 << baijian_god(d)[1] for d in range(12)])
_JIAN_DAY = table("branch", [1 << baijian_of_day(b) for b in range(12)])
_ON_MENG = {BRANCHES.index(b): value for b, value in (("巳", HE), ("亥", HE), ("寅", GE), ("申", GE))}

_MEET = table("code", [_ON_MENG.get(d, 0) for d in range(12)])
_MEET_WIDE = table("code", [_ON_MENG[baijian_seat(d)] for d in range(12)])
_MEET_JINGYOU = table("code", [meeting(d, baijian_god(d)[0]) for d in range(12)])
_MEET_DAY = table("code", [meeting((b + 5) % 12, baijian_of_day(b)) for b in range(12)])
_MEET_SANSHI = table("code", [meeting(d, baijian_god(d)[1]) for d in range(12)])
_MONTH_ON = table("branch", [branch_mask([b + 1]) for b in range(12)])
_DAY_ON = table("branch", [branch_mask([b + 5]) for b in range(12)])


def _offset(values: NDArray[Any]) -> Any:
    return lambda columns, _: look_up(values, offset(columns))


def _of(values: NDArray[Any], role: str) -> Any:
    return lambda columns, _: look_up(values, branch(columns, role))


DIRECTIONS = (
    Direction(
        "tingting", "亭亭", "亭亭", "ting ting", "tingting, noble spirit of heaven", "branch", _TERM, _BAOJIAN, "baojian", "吉",
        "The seat of 神后 子: hour branch less 月将. Keep the back to it.", _offset(_TING), default=True,
        rejected="景祐's day method (tingting.jingyou-ri); 三氏's by month and day.",
    ),
    Direction(
        "tingting.jingyou-ri", "亭亭（又法）", "亭亭（又法）", "ting ting", "tingting by the day", "branch", _DAY, _JINGYOU,
        "jingyou", "吉", "Day branch + 5: 巳 on 子 days, 午 on 丑 days.", _of(_DAY_ON, "day"),
    ),
    Direction(
        "tingting-chong", "亭亭冲", "亭亭沖", "ting ting chong", "opposite tingting", "branch", _TERM, _JINGYOU, "jingyou", "吉",
        "The branch opposite 亭亭, to be struck.", _offset(table("branch", shifted([6]))),
    ),
    Direction(
        "baijian", "白奸", "白奸", "bai jian", "baijian, false spirit of heaven", "branch", _TERM, _BAOJIAN, "baojian", "凶",
        "The seat of that one of 功曹 寅, 胜光 午, 天魁 戌 which sits on 寅申巳亥. Strike it.", _offset(_JIAN), default=True,
        rejected="The 孟 god over earth 寅午戌 (景祐, 三氏): then 合 and 格 never come as 宝鉴 has them.",
    ),
    Direction(
        "baijian.jingyou", "白奸", "白奸", "bai jian", "baijian", "branch", _TERM, _JINGYOU, "jingyou", "凶",
        "Over earth 寅 午 戌 one of the 孟 gods 寅申巳亥 stands; the direction is that god's own branch.", _offset(_JIAN_JINGYOU),
        rejected="The earth branch under it: 合于巳亥 and 格于寅申 need the god's own.",
    ),
    Direction(
        "baijian.jingyou-ri", "白奸（又法）", "白奸（又法）", "bai jian", "baijian by the day", "branch", _DAY, _JINGYOU, "jingyou",
        "凶", "亥 on 寅午戌 days, 寅 on 亥卯未 days (printed 辰), 巳 on 申子辰 days, 申 on 巳酉丑 days.", _of(_JIAN_DAY, "day"),
    ),
    Direction(
        "baijian.sanshi", "白奸", "白奸", "bai jian", "baijian", "branch", _TERM, f"{_BAOJIAN} 引三氏", "sanshi", "凶",
        "That earth branch of 寅 午 戌 over which a 孟 god 寅申巳亥 stands.", _offset(_JIAN_SANSHI),
    ),
    Direction(
        "tingjian", "亭奸", "亭奸", "ting jian", "how tingting and baijian stand", "code", _TERM, _BAOJIAN, "baojian", "",
        "合 when 亭亭 is at 巳 or 亥 (fight), 格 at 寅 or 申 (hold), else 余 (back to 亭亭, strike 白奸). Exactly in 合 and 格 the two "
        "are opposite.",
        _offset(_MEET), default=True, values=("余", "合", "格"),
        rejected="The class of the branch under 白奸 alone, which leaves no 余 (tingjian.kuozhan); at 子加巳 the print has 宜守.",
    ),
    Direction(
        "tingjian.kuozhan", "亭奸（广）", "亭奸（廣）", "ting jian", "how the two stand, extended", "code", _TERM, _BAOJIAN,
        "baojian", "", "By the seat of 白奸 alone: 合 on 巳 亥, 格 on 寅 申; never 余.", _offset(_MEET_WIDE),
        values=("余", "合", "格"), inferred=True,
    ),
    Direction(
        "tingjian.jingyou", "亭奸", "亭奸", "ting jian", "how the two stand", "code", _TERM, _JINGYOU, "jingyou", "",
        "合 when 亭亭 and 景祐's 白奸 are one branch (back to both), 格 when opposite, else 余.", _offset(_MEET_JINGYOU),
        values=("余", "合", "格"),
    ),
    Direction(
        "tingjian.jingyou-ri", "亭奸（又法）", "亭奸（又法）", "ting jian", "how the two stand, by the day", "code", _DAY, _JINGYOU,
        "jingyou", "", "As 景祐's, of 亭亭 and 白奸 by the day.", _of(_MEET_DAY, "day"), values=("余", "合", "格"),
    ),
    Direction(
        "tingjian.sanshi", "亭奸", "亭奸", "ting jian", "how the two stand", "code", _TERM, f"{_BAOJIAN} 引三氏", "sanshi", "",
        "囚 when 亭亭 and 三氏's 白奸 are one branch, 格 when opposite, else 余; as 宝鉴 says, neither ever comes.",
        _offset(_MEET_SANSHI), values=("余", "囚", "格"),
    ),
    Direction(
        "yue-tingting.sanshi", "月亭亭", "月亭亭", "yue ting ting", "tingting by the month", "branch", _MONTH,
        f"{_BAOJIAN} 引三氏", "sanshi", "吉", "Month branch + 1: 卯 in month 1, 辰 in month 2 (正卯二神, read 二辰).",
        _of(_MONTH_ON, "month"),
    ),
    Direction(
        "ri-tingting.sanshi", "日亭亭", "日亭亭", "ri ting ting", "tingting by the day", "branch", _DAY, f"{_BAOJIAN} 引三氏",
        "sanshi", "吉", "亥 on 寅午戌 days, 寅 on 亥卯未 days, 巳 on 申子辰 days, 申 on 巳酉丑 days.", _of(_JIAN_DAY, "day"),
        rejected="金局丑 as printed: 景祐 has the same four as 白奸 by the day, with 申.",
    ),
)  # fmt: skip

__all__ = ["DIRECTIONS", "baijian_god", "baijian_of_day", "baijian_seat", "meeting"]
