"""三甲 and the gate: 刑 and 德, open and shut."""

from __future__ import annotations

from .context import Context
from .judges import NONE, Book, Hits, at, known, pillar, whole
from .tables import PILLARS, YUAN_OF_BRANCH

RULES = Book()

SANJIA = "宝鉴 卷二 三甲"
KAIHE = "宝鉴 卷二 阴阳刑德开阖"
SANSHI = "宝鉴 卷二 三甲 引三氏"

# Yuan of the ju -> the two xun that are of its class, 仲 in 上, 孟 in 中, 季 in 下 (宝鉴 卷二 三甲).
XUN_OF_YUAN = {"上": ("甲子", "甲午"), "中": ("甲寅", "甲申"), "下": ("甲辰", "甲戌")}

# Node -> 德 and 刑 of its three terms (宝鉴 卷二 阴阳刑德开阖).
NODES = {
    ("冬至", "小寒", "大寒"): ("卯", "酉"),
    ("立春", "雨水", "惊蛰"): ("辰", "戌"),
    ("春分", "清明", "谷雨"): ("午", "子"),
    ("立夏", "小满", "芒种"): ("未", "丑"),
    ("夏至", "小暑", "大暑"): ("酉", "卯"),
    ("立秋", "处暑", "白露"): ("戌", "辰"),
    ("秋分", "寒露", "霜降"): ("子", "午"),
    ("立冬", "小雪", "大雪"): ("丑", "未"),
}

YANG_STARS = "蓬任冲辅禽"
YIN_STARS = "英芮柱心"


def de_and_xing(term: str) -> tuple[str, str]:
    """德 and 刑 of the node that `term` belongs to."""
    return next(pair for terms, pair in NODES.items() if term in terms)


def of_sanjia(ctx: Context) -> bool:
    """The xun of the hour is of the class of the ju's yuan."""
    return ctx.board.xun in XUN_OF_YUAN[known(ctx, "yuan")]


def de_at_gate(ctx: Context) -> bool:
    """The branch of an hour of 三甲 is the 德.

    At the gate means the hour's branch, five hours in the 180 of a term. The palace of 直使 holding the
    branch is rejected: every xun would then have both, against the lists.
    """
    de, _ = de_and_xing(known(ctx, "ju_term"))
    return of_sanjia(ctx) and ctx.hour[1] == de


def xing_at_gate(ctx: Context) -> bool:
    """The branch of an hour of 三甲 is the 刑."""
    _, xing = de_and_xing(known(ctx, "ju_term"))
    return of_sanjia(ctx) and ctx.hour[1] == xing


def led_by(ctx: Context, stars: str) -> bool:
    """The star of 直符 is one of `stars`."""
    return ctx.board.fu_star in stars


def gate_is_empty(ctx: Context) -> bool:
    """Neither 德 nor 刑."""
    return not de_at_gate(ctx) and not xing_at_gate(ctx)


def _of_yuan(ctx: Context, yuan: str) -> Hits:
    return whole(known(ctx, "yuan") == yuan and ctx.board.xun in XUN_OF_YUAN[yuan])


def leader_day(day: str) -> str:
    """符头: the last day of stem 甲 or 己, the day itself included (宝鉴 卷二 考古法)."""
    place = PILLARS.index(day)
    while PILLARS[place][0] not in "甲己":
        place -= 1
    return PILLARS[place]


def _of_leader(ctx: Context, yuan: str) -> Hits:
    """As by the yuan, which the methods that do not follow 符头 may number otherwise."""
    leader = leader_day(pillar(ctx, "day"))
    return whole(YUAN_OF_BRANCH[leader[1]] == yuan and ctx.board.xun in XUN_OF_YUAN[yuan])


RULES.enter("zhongjia", SANJIA, lambda ctx: _of_yuan(ctx, "上"))
RULES.enter("mengjia", SANJIA, lambda ctx: _of_yuan(ctx, "中"))
RULES.enter("jijia", SANJIA, lambda ctx: _of_yuan(ctx, "下"))
RULES.enter("zhongjia.leader", SANJIA, lambda ctx: _of_leader(ctx, "上"))
RULES.enter("mengjia.leader", SANJIA, lambda ctx: _of_leader(ctx, "中"))
RULES.enter("jijia.leader", SANJIA, lambda ctx: _of_leader(ctx, "下"))
RULES.enter("sanjia", SANJIA, lambda ctx: whole(of_sanjia(ctx)))
RULES.enter("de-zai-men", SANJIA, lambda ctx: whole(de_at_gate(ctx)))
RULES.enter("xing-zai-men", SANJIA, lambda ctx: whole(xing_at_gate(ctx)))
RULES.enter("jinkai", SANJIA, lambda ctx: whole(de_at_gate(ctx) and led_by(ctx, YANG_STARS)))
RULES.enter("bankai", SANJIA, lambda ctx: whole(de_at_gate(ctx) and led_by(ctx, YIN_STARS)))
RULES.enter("banhe", SANJIA, lambda ctx: whole(xing_at_gate(ctx) and led_by(ctx, YANG_STARS)))
RULES.enter("jinhe", SANJIA, lambda ctx: whole(xing_at_gate(ctx) and led_by(ctx, YIN_STARS)))
# Only where the gate is empty are open and shut by the star alone (宝鉴 卷二 天辅时: 如不当刑德 ..).
RULES.enter("kai", KAIHE, lambda ctx: whole(gate_is_empty(ctx) and led_by(ctx, YANG_STARS)))
RULES.enter("he", KAIHE, lambda ctx: whole(gate_is_empty(ctx) and led_by(ctx, YIN_STARS)))
RULES.enter("kai.star", KAIHE, lambda ctx: whole(led_by(ctx, YANG_STARS)))
RULES.enter("he.star", KAIHE, lambda ctx: whole(led_by(ctx, YIN_STARS)))

# 景祐 三甲合 and 三氏: the six 甲 hours themselves, by the class of their branch.
ZHONG = ("甲子", "甲午")
MENG = ("甲寅", "甲申")
JI = ("甲辰", "甲戌")

RULES.enter("zhongjia.jingyou", "景祐 三甲合", lambda ctx: whole(ctx.hour in ZHONG))
RULES.enter("mengjia.jingyou", "景祐 三甲合", lambda ctx: whole(ctx.hour in MENG))
RULES.enter("jijia.jingyou", "景祐 三甲合", lambda ctx: whole(ctx.hour in JI))
RULES.enter("zhongjia.sanshi", SANSHI, lambda ctx: whole(ctx.hour in ZHONG))
RULES.enter("mengjia.sanshi", SANSHI, lambda ctx: whole(ctx.hour in MENG))
RULES.enter("jijia.sanshi", SANSHI, lambda ctx: whole(ctx.hour in JI))


def _in_own_yuan(ctx: Context, hours: tuple[str, str], yuan: str) -> Hits:
    return whole(known(ctx, "yuan") == yuan and ctx.hour in hours)


for _school, _source in (("sanshi", SANSHI), ("jingyou", "景祐 三甲合")):
    RULES.enter(f"zhongjia.{_school}-yuan", _source, lambda ctx: _in_own_yuan(ctx, ZHONG, "上"))
    RULES.enter(f"mengjia.{_school}-yuan", _source, lambda ctx: _in_own_yuan(ctx, MENG, "中"))
    RULES.enter(f"jijia.{_school}-yuan", _source, lambda ctx: _in_own_yuan(ctx, JI, "下"))

# 三氏's note on the 甲 hours; what a yin star makes of 仲 it does not say.
NOTE = "宝鉴 卷二 三甲 引三氏 注"


def _enter_note(row: str, hours: tuple[str, str], yuan: str, stars: str) -> None:
    """A line of the note, in any yuan and in the hours' own."""

    def led(ctx: Context) -> Hits:
        return whole(ctx.hour in hours and led_by(ctx, stars))

    RULES.enter(row, NOTE, led)
    RULES.enter(f"{row}.yuan", NOTE, lambda ctx: led(ctx) & _in_own_yuan(ctx, hours, yuan))


_enter_note("neikai-waihe", MENG, "中", YANG_STARS)
_enter_note("bankai-banhe", ZHONG, "上", YANG_STARS)
_enter_note("waikai-neihe", JI, "下", YANG_STARS)
_enter_note("neibankai-waijinhe", MENG, "中", YIN_STARS)
_enter_note("waibankai-neijinhe", JI, "下", YIN_STARS)


@RULES.rule("xingmen", SANSHI)
def xingmen(ctx: Context) -> Hits:
    """甲申, hidden in 庚, is the gate of punishment."""
    return at(ctx.board.fu_palace) if ctx.board.xun == "甲申" else NONE


@RULES.rule("sanjia-jiehe", "景祐 三甲合")
def sanjia_jiehe(ctx: Context) -> Hits:
    """Midnight of a day of stem 甲."""
    return whole(pillar(ctx, "day")[0] == "甲" and ctx.hour == "甲子")


@RULES.rule("sanjia-jiehe.both-stems", "景祐 三甲合 注")
def sanjia_jiehe_both_stems(ctx: Context) -> Hits:
    """Day and hour both of stem 甲, the 甲戌 hour of a 甲 day too."""
    return whole(pillar(ctx, "day")[0] == "甲" and ctx.hour[0] == "甲")
