"""安营, 闭戊, and how to pass under the net: 避网步 (宝鉴 卷三 安营, 闭戊; 卷二 天网时; 景祐 天网)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..names import BRANCHES, NONE8, PILLARS, STEMS, XUN_HEADS
from ..plates import boards
from ..schools import School
from .direction import Columns, Direction, look_up, palace_bit, places, stem, table, xun

#: The ten posts by the stem that carries them: title, post, 繁, pinyin, English.
POSTS = (
    ("青龙", "大将", "大將", "dajiang", "commander"), ("蓬星", "旗鼓", "旗鼓", "qigu", "banners and drums"),
    ("明堂", "士卒", "士卒", "shizu", "troops"), ("太阴", "伏兵", "伏兵", "fubing", "ambush"),
    ("天门", "奇兵", "奇兵", "qibing", "shock troops"), ("地户", "裨将", "裨將", "pijiang", "officers"),
    ("天狱", "斩断", "斬斷", "zhanduan", "executions"), ("天庭", "治事", "治事", "zhishi", "office"),
    ("天廪", "刍粮", "芻糧", "chuliang", "fodder and grain"), ("天藏", "兵器", "兵器", "bingqi", "arms"),
)  # fmt: skip

#: The six phrases of 闭戊 by the branch they start from.
JOINING = {
    "子": "鼠穴土塞均接虎穴", "寅": "虎穴土盈均接龙门", "辰": "龙门土坰均接马岭", "午": "马岭土宽均接猴山", "申": "猴山土灵均接狗城",
    "戌": "狗城土足均接鼠窟",
}  # fmt: skip
#: Dou of earth for each pace of the circle: 6 paces 12 dou, 60 paces 120.
DOU_PER_PACE = 2


def branch_of(head: str, stem_name: str) -> str:
    """Return the branch that carries a stem in a xun named by its head."""
    return PILLARS[PILLARS.index(head) + STEMS.index(stem_name)][1]


@dataclass(frozen=True)
class Fence:
    """闭戊 of one xun: the pit (where 戊 is), the heaps joined in order back to it, and the phrases said."""

    xun: str
    pit: str
    order: tuple[str, ...]
    phrases: tuple[str, ...]


def fence(head: str) -> Fence:
    """Return 闭戊 of a xun: from the branch of its 戊, two branches on at each phrase, six times round.

    >>> "".join(fence("甲子").order)
    '辰午申戌子寅辰'
    """
    pit = BRANCHES.index(branch_of(head, "戊"))
    order = tuple(BRANCHES[(pit + 2 * k) % 12] for k in range(7))
    return Fence(head, order[0], order, tuple(JOINING[b] for b in order[:-1]))


def encamp(head: str) -> dict[str, str]:
    """Return 安营 of a xun: the branch of each of the ten posts, by the title of its stem."""
    return {title: branch_of(head, s) for s, (title, *_) in zip(STEMS, POSTS, strict=True)}


_BY_XUN = {s: table("branch", [1 << BRANCHES.index(branch_of(head, s)) for head in XUN_HEADS]) for s in STEMS}


def _carried(stem_name: str, role: str) -> Any:
    return lambda columns, _: look_up(_BY_XUN[stem_name], xun(columns, role))


def _camp_rows() -> list[Direction]:
    rows = []
    for suffix, mark, role, needs, words, rejected in (
        (
            "",
            "",
            "hour",
            frozenset[str](),
            "the hour's xun",
            "The day's xun: 宝鉴's xun is the hour's throughout (anying-*.ri).",
        ),
        (".ri", "（日旬）", "day", frozenset({"day"}), "the day's xun", ""),
    ):
        rows.append(
            Direction(
                f"biwu-keng{suffix}", f"闭戊坑{mark}", f"閉戊坑{mark}", "bi wu keng", "pit of the shut camp", "branch", needs,
                "宝鉴 卷三 闭戊", "baojian", "", f"The branch that carries 戊 in {words}: earth is taken and the knife buried there.",
                _carried("戊", role), rejected=rejected, default=not suffix, inferred=bool(suffix),
            )
        )  # fmt: skip
        for s, (title, post, hant, slug, english) in zip(STEMS, POSTS, strict=True):
            rows.append(
                Direction(
                    f"anying-{slug}{suffix}", f"安营{post}{mark}", f"安營{hant}{mark}", f"an ying {slug}", f"camp: {english}",
                    "branch", needs, "宝鉴 卷三 安营", "baojian", "", f"{title}: the branch that carries {s} in {words}.",
                    _carried(s, role), rejected=rejected, default=not suffix, inferred=bool(suffix),
                )
            )  # fmt: skip
    return rows


# ---------------------------------------------------------------- the net

STEPS = ("匍匐", "入墓", "触冠", "仰行", "四张")
#: 宝鉴: the palace of heaven 癸, 1-3 low, 4 in the tomb, 6 at the cap, 7-9 high; the unlodged centre is silent.
_STEP_OF_PALACE = table("code", [NONE8, 0, 0, 0, 1, NONE8, 2, 3, 3, 3])
_GUI = STEMS.index("癸")
_GUIHAI = PILLARS.index("癸亥")
#: 景祐: by the raw palace of 直符.
_JINGYOU_HEIGHT = table("code", [NONE8, *[0] * 5, *[1] * 4])
_JINGYOU_CRAWL = table("code", [NONE8, 0, *[1] * 8])
_JINGYOU_FEET = table("code", [NONE8, *range(9)])


def _in_gui(columns: Columns, found: NDArray[Any], otherwise: int) -> NDArray[Any]:
    return np.where(stem(columns, "hour") == _GUI, found, found.dtype.type(otherwise))


def _side(columns: Columns, which: School) -> NDArray[Any]:
    return _in_gui(columns, palace_bit(places(which).heaven[columns["chart"], _GUI]), 0)


def _steps(columns: Columns, which: School) -> NDArray[Any]:
    chart = columns["chart"]
    found = look_up(_STEP_OF_PALACE, places(which).heaven[chart, _GUI])
    spread = (columns["hour"] == _GUIHAI) & (places(which).earth_raw[chart, _GUI] == 5)
    return _in_gui(columns, np.where(spread, np.uint8(STEPS.index("四张")), found), NONE8)


def _by_leader(values: NDArray[Any]) -> Any:
    def compute(columns: Columns, which: School) -> NDArray[Any]:
        return _in_gui(columns, look_up(values, boards(which).hands.fu_raw[columns["chart"]]), NONE8)

    return compute


_SIZHANG = "景祐 天网四张"

DIRECTIONS = (
    *_camp_rows(),
    Direction(
        "biwang-fang", "避网方", "避網方", "bi wang fang", "side to flee by under the net", "palace", frozenset(),
        "宝鉴 卷二 天网时", "baojian", "", "In a 癸 hour the palace of heaven 癸; else none.", _side, default=True,
    ),
    Direction(
        "biwang-bu", "避网步", "避網步", "bi wang bu", "how to pass under the net", "code", frozenset(), "宝鉴 卷二 天网时",
        "baojian", "",
        "In a 癸 hour: 四张 (no way out) when the hour is 癸亥 and 癸 is native to the centre, else by the palace of heaven 癸: 匍匐 "
        "1-3 (crouch and crawl), 入墓 4 and 触冠 6 (do not leave), 仰行 7-9 (look up and walk slowly); then sixty paces.",
        _steps, default=True, values=STEPS, rejected="景祐's height by 直符 (biwang-bu.jingyou).",
    ),
    Direction(
        "biwang-bu.jingyou", "避网步", "避網步", "bi wang bu", "height of the net", "code", frozenset(), "景祐 序", "jingyou", "",
        "In a 癸 hour: 低 when the raw palace of 直符 is 1-5 (runners are caught), 高 when 6-9 (they get away).",
        _by_leader(_JINGYOU_HEIGHT), values=("低", "高"),
    ),
    Direction(
        "tianwang-bu.jingyou", "天网步", "天網步", "tian wang bu", "crawl or evade", "code", frozenset(), _SIZHANG, "jingyou", "",
        "In a 癸 hour: 匍匐 at one 尺 (raw palace of 直符 1), 消息 from two 尺 on.", _by_leader(_JINGYOU_CRAWL),
        values=("匍匐", "消息"),
    ),
    Direction(
        "tianwang-chi.jingyou", "天网尺", "天網尺", "tian wang chi", "feet of the net above ground", "code", frozenset(), _SIZHANG,
        "jingyou", "", "In a 癸 hour, as many 尺 as the raw palace of 直符.", _by_leader(_JINGYOU_FEET),
        values=tuple(f"{n}尺" for n in "一二三四五六七八九"), rejected="The lodged palace: it changes 12 charts.",
    ),
)  # fmt: skip

__all__ = ["DIRECTIONS", "Fence", "encamp", "fence"]
