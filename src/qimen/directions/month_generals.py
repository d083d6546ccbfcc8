"""月将 and the twelve gods, 建除, 天三门, 地四户, 太冲天马 (宝鉴 卷三 地将, 直辰, 三门四户, 天马).

With the 月将 laid on the hour branch, the god x of heaven sits over the earth branch x + d, d = hour - 月将.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from ..names import BRANCHES
from ..schools import School
from .compass import branch_mask
from .direction import Column, Columns, Direction, branch, difference, look_up, offset, shifted, table

#: The twelve gods from 子, their names and pinyin.
GODS = (
    ("神后", "神后", "shenhou"), ("大吉", "大吉", "daji"), ("功曹", "功曹", "gongcao"), ("太冲", "太沖", "taichong"),
    ("天罡", "天罡", "tiangang"), ("太乙", "太乙", "taiyi"), ("胜光", "勝光", "shengguang"), ("小吉", "小吉", "xiaoji"),
    ("传送", "傳送", "chuansong"), ("从魁", "從魁", "congkui"), ("天魁", "天魁", "tiankui"), ("登明", "登明", "dengming"),
)  # fmt: skip
#: The twelve day officers from the month branch on.
JIANCHU = "建除满平定执破危成收开闭"

_DINGJIANG = "宝鉴 卷三 地将"
_GATES = "宝鉴 卷三 三门四户"
_SANSHI = "宝鉴 卷三 三门四户 引三氏"
_TERM = frozenset({"term"})


def seats(gods: str) -> NDArray[Any]:
    """Return the seats of gods named by their branches, a branch mask for each offset d."""
    return table("branch", shifted([BRANCHES.index(god) for god in gods]))


def officers(names: str) -> list[int]:
    """Return the steps from the month branch of day officers, as 除 定 危 开 are 1, 4, 7, 10."""
    return [JIANCHU.index(name) for name in names]


#: The three heavenly gates, and the four doors of earth as steps from 建.
SANMEN = seats("卯未酉")
SIHU = officers("除定危开")

_CODES = table("code", range(12))
_FOUR = table("branch", shifted(SIHU))
#: 卯 with the 月将 laid on the month branch, by (month branch - 月将).
_TIANMA = seats("卯")
#: 三氏: 子 is laid on 辰 in month 1 (寅), on 巳 in month 2 ...: the seat of the month branch itself.
_TIANMA_SANSHI = table("branch", [branch_mask([month + (4 + (month - 2) % 12)]) for month in range(12)])


def _general(columns: Columns, _: School) -> NDArray[Any]:
    return look_up(_CODES, columns["general"])


def officer(columns: Columns) -> Column:
    """Return the day officer 0-11: day branch less month branch."""
    return difference(branch(columns, "day"), branch(columns, "month"))


def _sihu_hour(columns: Columns, _: School) -> NDArray[Any]:
    step = difference(branch(columns, "hour"), branch(columns, "month"))
    return look_up(table("code", [step in SIHU for step in range(12)]), step)


def _tianma(columns: Columns, _: School) -> NDArray[Any]:
    return look_up(_TIANMA, difference(branch(columns, "month"), columns["general"]))


def _seat_rows() -> list[Direction]:
    rows = []
    for index, (hans, hant, pinyin) in enumerate(GODS):
        rows.append(
            Direction(
                f"shen-{pinyin}", hans, hant, pinyin, f"seat of the god of {BRANCHES[index]}", "branch", _TERM, _DINGJIANG,
                "baojian", "", f"The seat of the god {BRANCHES[index]}: its branch moved by hour branch less 月将.",
                _by_offset(seats(BRANCHES[index])), default=True,
            )
        )  # fmt: skip
    return rows


def _by_offset(seat: NDArray[Any]) -> Any:
    return lambda columns, _: look_up(seat, offset(columns))


DIRECTIONS = (
    Direction(
        "yuejiang", "月将", "月將", "yue jiang", "general of the month", "code", _TERM, _DINGJIANG, "baojian", "",
        "The branch of the general: 亥 登明 from 雨水, one branch back at each 中气, by its instant.", _general,
        rejected="Turning with the 节 or with the lunar month: the general is the sun's lodge.", default=True,
        values=tuple(BRANCHES),
    ),
    Direction(
        "jianchu", "建除", "建除", "jian chu", "officer of the day", "code", frozenset({"day", "month"}), "宝鉴 卷三 直辰",
        "baojian", "", "Day branch less month branch, 建 first; the month turns at the 节.",
        lambda c, _: look_up(_CODES, officer(c)), default=True, values=tuple(JIANCHU),
    ),
    *_seat_rows(),
    Direction(
        "tian-sanmen", "天三门", "天三門", "tian san men", "three gates of heaven", "branch", _TERM, _GATES, "baojian", "吉",
        "The seats of 太冲 卯, 小吉 未 and 从魁 酉.", _by_offset(SANMEN),
        rejected="三氏 exchange the names of 天三门 and 地三门, or drop 小吉; 宝鉴: 未 is where the two breaths meet.",
        default=True,
    ),
    Direction(
        "di-sanmen.sanshi", "地三门", "地三門", "di san men", "three gates of earth", "branch", _TERM, _SANSHI, "sanshi", "吉",
        "三氏 exchange the names: the seats of the 月将 卯 未 酉.", _by_offset(SANMEN),
    ),
    Direction(
        "di-liangmen.sanshi", "地两门", "地兩門", "di liang men", "two gates of earth", "branch", _TERM, _SANSHI, "sanshi", "吉",
        "三氏 drop 小吉 to have three of heaven and two of earth: the seats of 卯 and 酉.", _by_offset(seats("卯酉")),
    ),
    Direction(
        "di-sihu", "地四户", "地四戶", "di si hu", "four doors of earth", "branch", frozenset(), _GATES, "baojian", "吉",
        "With the month branch laid on the hour, 除 定 危 开 fall on hour branch + 1, + 4, + 7, + 10; the month cancels.",
        lambda c, _: look_up(_FOUR, branch(c, "hour")), rejected="三氏's hours instead of sides.", default=True,
    ),
    Direction(
        "di-sihu.sanshi", "地四户", "地四戶", "di si hu", "hours of the doors of earth", "branch", frozenset({"month"}), _SANSHI,
        "sanshi", "吉", "The hours whose branch is month branch + 1, + 4, + 7, + 10.",
        lambda c, _: look_up(_FOUR, branch(c, "month")),
    ),
    Direction(
        "dihu-shi.sanshi", "地户时", "地戶時", "di hu shi", "an hour of the doors of earth", "code", frozenset({"month"}),
        _SANSHI, "sanshi", "", "是 when hour branch less month branch is 1, 4, 7 or 10, else 非.", _sihu_hour,
        values=("非", "是"),
    ),
    Direction(
        "taichong-tianma", "太冲天马", "太沖天馬", "tai chong tian ma", "heavenly horse", "branch", frozenset({"month", "term"}),
        "宝鉴 卷三 天马", "baojian", "吉",
        "With the 月将 laid on the month branch, the seat of 太冲 卯; before the month's 中气 the general is still the last.",
        _tianma, default=True,
    ),
    Direction(
        "taichong-tianma.sanshi", "天马", "天馬", "tian ma", "heavenly horse by the month", "branch", frozenset({"month"}),
        "宝鉴 卷三 天马 引三氏", "sanshi", "吉",
        "子 is laid on 辰 in month 1, on 巳 in month 2 and so on; the seat of the month branch. After the 中气 the same table.",
        lambda c, _: look_up(_TIANMA_SANSHI, branch(c, "month")),
    ),
)  # fmt: skip

__all__ = ["DIRECTIONS", "GODS", "JIANCHU", "SANMEN", "SIHU", "officer", "officers", "seats"]
