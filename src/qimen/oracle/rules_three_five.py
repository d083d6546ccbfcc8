"""Go with three, shun five; where 直使 walks."""

from __future__ import annotations

from .context import Context
from .judges import (
    NONE,
    Book,
    Hits,
    Judge,
    at,
    earth_palace,
    heaven_palace,
    pillar,
    stem_after,
    whole,
)
from .tables import BRANCHES

RULES = Book()

THREE_FIVE = "宝鉴 卷二 三五"
LI = "宝鉴 卷二 三五 引李氏"
LIN = "宝鉴 卷二 三五 引林氏"
TAO = "宝鉴 卷二 三五 引陶氏"


def _branches_on(ctx: Context, steps: int) -> bool:
    day = BRANCHES.index(pillar(ctx, "day")[1])
    return ctx.hour[1] == BRANCHES[(day + steps) % 12]


# 日后三辰 and 日前五辰, counted with the day's own branch: the stem arithmetic of the book fixes that.
RULES.enter("yousan", THREE_FIVE, lambda ctx: whole(_branches_on(ctx, -2)))
RULES.enter("biwu", THREE_FIVE, lambda ctx: whole(_branches_on(ctx, 4)))


def _leader_when(test: str) -> Judge:
    """直符, in an hour whose stem is one of `test`."""
    return lambda ctx: at(ctx.board.fu_palace, ctx.hour[0] in test)


# 符前三干 and 符后五干: the leader is 甲, so 丙, which it feeds, and 庚, which controls it.
RULES.enter("fuyousan", THREE_FIVE, _leader_when("丙"))
RULES.enter("fubiwu", THREE_FIVE, _leader_when("庚"))


@RULES.rule("fuyousan.yi", THREE_FIVE)
def fuyousan_yi(ctx: Context) -> Hits:
    """The leader taken as its yi: two stems on."""
    return at(ctx.board.fu_palace, ctx.hour[0] == stem_after(ctx.board.yi, 2))


@RULES.rule("fubiwu.yi", THREE_FIVE)
def fubiwu_yi(ctx: Context) -> Hits:
    """The leader taken as its yi: four stems back."""
    return at(ctx.board.fu_palace, ctx.hour[0] == stem_after(ctx.board.yi, -4))


RULES.enter("fuyousan-fang", THREE_FIVE, lambda ctx: earth_palace(ctx, "丙"))
RULES.enter("fuyousan-fang.heaven", THREE_FIVE, lambda ctx: heaven_palace(ctx, "丙"))
RULES.enter("fubiwu-fang", THREE_FIVE, lambda ctx: earth_palace(ctx, "庚"))
RULES.enter("fubiwu-fang.heaven", THREE_FIVE, lambda ctx: heaven_palace(ctx, "庚"))

# 景祐: the third and fifth hours of the xun. In its one example, 阳一 甲子, they are also those of 直使 at 3
# and 5.
RULES.enter("zhisan", "景祐 之三避五", lambda ctx: whole(ctx.hour[0] == "丙"))
RULES.enter("biwu.jingyou", "景祐 之三避五", lambda ctx: whole(ctx.hour[0] == "戊"))


def _envoy_raw(*palaces: int) -> Judge:
    """直使, when its raw palace is one of `palaces`."""
    return lambda ctx: at(ctx.board.shi_palace, ctx.board.shi_raw in palaces)


RULES.enter("zhisan.envoy", "景祐 之三避五", _envoy_raw(3))
RULES.enter("biwu.envoy", "景祐 之三避五", _envoy_raw(5))

# 李: go to 震, shun the 5 that lodges in 坤, in every hour alike.
RULES.enter("yousan.li", LI, lambda _: at(3))
RULES.enter("biwu.li", LI, lambda _: at(2))
RULES.enter("yousan.li-leader", LI, lambda ctx: at(3, ctx.board.fu_palace == 3))
RULES.enter("biwu.li-leader", LI, lambda ctx: at(ctx.board.fu_palace, ctx.board.fu_palace in (2, 5)))
RULES.enter("biwu.li-raw", LI, lambda ctx: at(ctx.board.fu_palace, ctx.board.fu_raw == 5))

# 林: the leader goes onto 丙, fed by 甲, or onto 戊, subdued by it.
RULES.enter("yousan.lin", LIN, _leader_when("丙"))


@RULES.rule("biwu.lin", LIN)
def biwu_lin(ctx: Context) -> Hits:
    """The 甲 of 甲子 is 戊 itself."""
    return at(ctx.board.fu_palace, ctx.hour[0] == "戊" or ctx.hour == "甲子")


RULES.enter("yousan.lin-plate", LIN, lambda ctx: at(ctx.board.fu_palace) & earth_palace(ctx, "丙"))
RULES.enter("biwu.lin-plate", LIN, lambda ctx: at(ctx.board.fu_palace) & earth_palace(ctx, "戊"))

# 陶: 直使 walks half its way in yang and half in yin; the halves of 5 can not be told apart.
RULES.enter("biwu.tao", TAO, _envoy_raw(5))


@RULES.rule("xingyang.tao", TAO)
def xingyang_tao(ctx: Context) -> Hits:
    """After 冬至 in 1 2 3 4, after 夏至 in 9 8 7 6."""
    first = (1, 2, 3, 4) if ctx.board.dun == "阳" else (9, 8, 7, 6)
    return at(ctx.board.shi_palace, ctx.board.shi_raw in first)


@RULES.rule("xingyin.tao", TAO)
def xingyin_tao(ctx: Context) -> Hits:
    """After 冬至 in 6 7 8 9, after 夏至 in 4 3 2 1."""
    second = (6, 7, 8, 9) if ctx.board.dun == "阳" else (4, 3, 2, 1)
    return at(ctx.board.shi_palace, ctx.board.shi_raw in second)


# 三氏: two envoys at once, from 1 forward and from 9 backward, meet in 5 at 戊辰 (宝鉴 卷三 气应).
@RULES.rule("biwu.sanshi", "宝鉴 卷三 气应 引三氏")
def biwu_sanshi(ctx: Context) -> Hits:
    """Only where the two run: 阳一 and 阴九."""
    board = ctx.board
    return at(board.shi_palace, ctx.hour == "戊辰" and (board.dun, board.ju) in (("阳", 1), ("阴", 9)))


# 景祐: after 夏至 from nine to five is yin and from five to one yang, so by palace number in both halves.
WALK = "景祐 阴阳二遁, 五阳, 五阴"
RULES.enter("xingyang", WALK, _envoy_raw(1, 2, 3, 4))
RULES.enter("xingyin", WALK, _envoy_raw(6, 7, 8, 9))
RULES.enter("zhishi-ju-wu", WALK, _envoy_raw(5))


def _envoy_door(doors: str) -> Judge:
    return lambda ctx: (
        at(ctx.board.shi_palace) if ctx.board.shi_door is not None and ctx.board.shi_door in doors else NONE
    )


# The author's own: not two envoys but two sides of the compass (宝鉴 卷三 气应).
RULES.enter("yangshi", "宝鉴 卷三 气应", _envoy_door("休生伤杜"))
RULES.enter("yinshi", "宝鉴 卷三 气应", _envoy_door("景死惊开"))
