"""Where to sit and strike, go and shun: 刑德, 三五, and the stems and doors of the plates as directions."""

from __future__ import annotations

from collections.abc import Callable

from .context import Context
from .directions_common import Bearing, Bearings, day_branch, on, one
from .judges import (
    NONE,
    Hits,
    Judge,
    at,
    door_palace,
    earth_palace,
    heaven_palace,
    known,
    opposite,
    stem_after,
)
from .rules_places import STEM_SLUGS
from .tables import RING

DIRECTIONS = Bearings()

XINGDE = "宝鉴 卷二 刑德"
THREE_FIVE = "宝鉴 卷二 三五"
LI = "宝鉴 卷二 引李氏"
LIN = "宝鉴 卷二 引林氏"
ZHANG = "景祐 九天九地太阴六合"
WANG = "景祐 三奇之灵 王璋"
STEM_GATES = "宝鉴 卷三 十干门户"
MARCH = "宝鉴 卷三 出军"
NET = "宝鉴 卷二 天网"

#: 德 and 刑 as printed, each pair for the three terms from its node (宝鉴 卷二 刑德: 三气共之).
DE_XING = {
    ("冬至", "小寒", "大寒"): ("卯", "酉"),
    ("夏至", "小暑", "大暑"): ("酉", "卯"),
    ("春分", "清明", "谷雨"): ("午", "子"),
    ("秋分", "寒露", "霜降"): ("子", "午"),
    ("立春", "雨水", "惊蛰"): ("辰", "戌"),
    ("立秋", "处暑", "白露"): ("戌", "辰"),
    ("立夏", "小满", "芒种"): ("未", "丑"),
    ("立冬", "小雪", "大雪"): ("丑", "未"),
}

#: The branches that each palace of the ring contains: one in the middle of a side, two in a corner.
BRANCHES_OF_PALACE = {1: "子", 8: "丑寅", 3: "卯", 4: "辰巳", 9: "午", 2: "未申", 7: "酉", 6: "戌亥"}

#: Stems that have a mountain of their own; 戊 and 己 belong to the centre.
STEMS_ON_THE_CIRCLE = frozenset("甲乙丙丁庚辛壬癸")


# ---------------------------------------------------------------- 刑德


def _de(of_term: str) -> Bearing:
    """德 of the node, by the term named `of_term` in the context."""

    def de(ctx: Context) -> frozenset[str]:
        term = known(ctx, of_term)
        return one(next(pair[0] for terms, pair in DE_XING.items() if term in terms))

    return de


def _xing(of_term: str) -> Bearing:
    """刑 of the node, likewise."""

    def xing(ctx: Context) -> frozenset[str]:
        term = known(ctx, of_term)
        return one(next(pair[1] for terms, pair in DE_XING.items() if term in terms))

    return xing


def _palaces_of(bearing: Bearing) -> Judge:
    """The palaces in which these branches lie."""

    def palaces(ctx: Context) -> Hits:
        branches = bearing(ctx)
        return frozenset(p for p, within in BRANCHES_OF_PALACE.items() if branches & set(within))

    return palaces


# 入局 speaks of the ju's term; to sit and strike is a matter of the day, hence of the term in force.
for _suffix, _term in (("", "term"), (".ju", "ju_term")):
    DIRECTIONS.enter(f"bajie-de{_suffix}", XINGDE, _de(_term))
    DIRECTIONS.enter(f"bajie-xing{_suffix}", XINGDE, _xing(_term))
    DIRECTIONS.enter(f"zuode{_suffix}", XINGDE, _palaces_of(_de(_term)))
    DIRECTIONS.enter(f"jixing-fang{_suffix}", XINGDE, _palaces_of(_xing(_term)))


# ---------------------------------------------------------------- 三五

# 日后三辰 and 日前五辰, both counted with the day's own branch.
DIRECTIONS.enter("riyou-fang", THREE_FIVE, lambda ctx: one(on(day_branch(ctx), -2)))
DIRECTIONS.enter("ribi-fang", THREE_FIVE, lambda ctx: one(on(day_branch(ctx), 4)))


def _of_yi(steps: int) -> Callable[[Context], str]:
    """The stem so many steps from the leader's, when the leader is taken as its yi."""
    return lambda ctx: stem_after(ctx.board.yi, steps)


def _mountain(stem: str) -> frozenset[str]:
    """The stem's own mountain among the 24; none for 戊 and 己."""
    return frozenset(stem) & STEMS_ON_THE_CIRCLE


def _enter_three_five(row: str, of_jia: str, of_yi: Callable[[Context], str]) -> None:
    """Enter 符游 or 符避: from 甲 and from the yi, each on earth, on heaven and among the mountains.

    符前三干 and 符后五干 too are counted with the leader's own: two on and four back.
    """
    DIRECTIONS.enter(row, THREE_FIVE, lambda ctx: earth_palace(ctx, of_jia))
    DIRECTIONS.enter(f"{row}.heaven", THREE_FIVE, lambda ctx: heaven_palace(ctx, of_jia))
    DIRECTIONS.enter(f"{row}.mountain", THREE_FIVE, lambda _: _mountain(of_jia))
    DIRECTIONS.enter(f"{row}.yi", THREE_FIVE, lambda ctx: earth_palace(ctx, of_yi(ctx)))
    DIRECTIONS.enter(f"{row}.yi-heaven", THREE_FIVE, lambda ctx: heaven_palace(ctx, of_yi(ctx)))
    DIRECTIONS.enter(f"{row}.yi-mountain", THREE_FIVE, lambda ctx: _mountain(of_yi(ctx)))


_enter_three_five("fuyou-fang", "丙", _of_yi(2))
_enter_three_five("fubi-fang", "庚", _of_yi(-4))

# 李: 震 and the 坤 in which 5 lodges, whatever the hour: the author objects that one would always go east.
DIRECTIONS.enter("youzhen-fang.li", LI, lambda _: at(3))
DIRECTIONS.enter("bikun-fang.li", LI, lambda _: at(2))
# 林: 直符 on 丙 and on 戊. It stands on the hour's stem; in 甲子 it is 戊 and at home.
DIRECTIONS.enter("youbing-fang.lin", LIN, lambda ctx: at(ctx.board.fu_palace, ctx.hour[0] == "丙"))
DIRECTIONS.enter("biwu-fang.lin", LIN, lambda ctx: at(ctx.board.fu_palace, ctx.hour[0] == "戊" or ctx.hour == "甲子"))


# ---------------------------------------------------------------- stems and doors as places


def _from_leader(before: int) -> Judge:
    """So many places before 直符 (后 where negative), clockwise in yang and anticlockwise in yin.

    A flying plate has no ring to count on.
    """

    def place(ctx: Context) -> Hits:
        board = ctx.board
        if board.motion != "rotate":
            return NONE
        clockwise = RING if board.dun == "阳" else RING[::-1]
        return at(clockwise[(clockwise.index(board.fu_palace) + before) % 8])

    return place


def _heaven(stems: str) -> Judge:
    return lambda ctx: heaven_palace(ctx, stems)


def _earth(stems: str) -> Judge:
    return lambda ctx: earth_palace(ctx, stems)


def _across(judge: Judge) -> Judge:
    """The palaces that face those of `judge`; the centre faces none."""

    def across(ctx: Context) -> Hits:
        faced = (opposite(palace) for palace in judge(ctx))
        return frozenset(palace for palace in faced if palace is not None)

    return across


# 后一九天, 后二九地, 前二太阴, 前三六合 in yang; in yin 前 and 后 change, which counting the other way does.
DIRECTIONS.enter("jiutian-fang", ZHANG, _from_leader(-1))
DIRECTIONS.enter("jiudi-fang", ZHANG, _from_leader(-2))
DIRECTIONS.enter("taiyin-fang", ZHANG, _from_leader(2))
DIRECTIONS.enter("liuhe-fang", ZHANG, _from_leader(3))

DIRECTIONS.enter("jiutian-zhishang-fang", WANG, _heaven("甲"))
DIRECTIONS.enter("jiudi-zhixia-fang", WANG, _heaven("癸"))
DIRECTIONS.enter("sanqi-zhiling-fang", WANG, _heaven("丁"))
DIRECTIONS.enter("liuhe-zhizhong-fang", WANG, _heaven("己"))
DIRECTIONS.enter("jiutian-zhichong-fang", WANG, _across(_heaven("甲")))

for _stem, _slug in STEM_SLUGS.items():
    DIRECTIONS.enter(f"menhu-fang-{_slug}", STEM_GATES, _heaven(_stem))

# The one example of 出军 is a 甲 hour, in which the plates agree.
for _slug, _stem in (("tianmen", "戊"), ("dihu", "己"), ("taiyin", "丁"), ("qinglong", "甲")):
    DIRECTIONS.enter(f"chujun-{_slug}", MARCH, _heaven(_stem))
    DIRECTIONS.enter(f"chujun-{_slug}.earth", MARCH, _earth(_stem))
DIRECTIONS.enter("chujun-ji", MARCH, _across(_heaven("甲")))
DIRECTIONS.enter("chujun-ji.earth", MARCH, _across(_earth("甲")))

DIRECTIONS.enter("chuxing-jimen", "景祐 八门所主 出行", lambda ctx: door_palace(ctx, "开休生"))


# ---------------------------------------------------------------- the net of the 癸 hours


def _net_palace(ctx: Context) -> Hits:
    """Where heaven's 癸 has come down, in a 癸 hour."""
    return heaven_palace(ctx, "癸") if ctx.hour[0] == "癸" else NONE


#: 一二三为低 crouch and crawl; 四 the tomb and 六 the cap, by which one does not leave; 七八九为高 look up.
POSTURE = {1: "匍匐", 2: "匍匐", 3: "匍匐", 4: "入墓", 6: "触冠", 7: "仰行", 8: "仰行", 9: "仰行"}


def _posture(ctx: Context) -> frozenset[str]:
    """How to go under the net, or that it is spread on all four sides.

    四张 is 癸亥 in 阳九 and 阴一 only, the two ju in which 癸 is native to the centre.
    """
    if ctx.hour == "癸亥" and (ctx.board.dun, ctx.board.ju) in (("阳", 9), ("阴", 1)):
        return one("四张")
    return frozenset(POSTURE[palace] for palace in _net_palace(ctx) if palace in POSTURE)


def _by_height(words: tuple[str, ...]) -> Bearing:
    """In a 癸 hour the word for the raw palace of 直符, which is the net's height."""
    return lambda ctx: one(words[ctx.board.fu_raw - 1]) if ctx.hour[0] == "癸" else frozenset()


DIRECTIONS.enter("biwang-fang", NET, _net_palace)
DIRECTIONS.enter("biwang-bu", NET, _posture)
# 景祐's preface, and two scales in its section: 直符's own palace, the centre counting five.
DIRECTIONS.enter("biwang-bu.jingyou", "景祐 序", _by_height(("低",) * 5 + ("高",) * 4))
DIRECTIONS.enter("tianwang-bu.jingyou", "景祐 天网四张", _by_height(("匍匐",) + ("消息",) * 8))
DIRECTIONS.enter(
    "tianwang-chi.jingyou", "景祐 天网四张", _by_height(tuple(f"{count}尺" for count in "一二三四五六七八九"))
)
