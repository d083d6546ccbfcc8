"""Rules of the hour's pillar, alone or against the day's."""

from __future__ import annotations

from .context import Context
from .judges import NONE, Book, Hits, heaven_palace, pillar, stem_after, whole

RULES = Book()

PHASE_OF_STEM = {
    "甲": "木", "乙": "木", "丙": "火", "丁": "火", "戊": "土",
    "己": "土", "庚": "金", "辛": "金", "壬": "水", "癸": "水",
}  # fmt: skip
#: Phase -> the phase it controls.
CONTROLS = {"木": "土", "土": "水", "水": "火", "火": "金", "金": "木"}


# Day stem -> its hour: 庚 on 午, backward, 戌 and 亥 passed over (宝鉴 卷二 五不遇时, the verse).
WUBUYU = {
    "甲": "庚午", "乙": "辛巳", "丙": "壬辰", "丁": "癸卯", "戊": "甲寅",
    "己": "乙丑", "庚": "丙子", "辛": "丁酉", "壬": "戊申", "癸": "己未",
}  # fmt: skip


@RULES.rule("wubuyu-shi", "宝鉴 卷二 五不遇时")
def wubuyu_shi(ctx: Context) -> Hits:
    """Ten (day stem, hour) pairs; 己日乙亥 and 庚日丙戌 are passed over by the verse."""
    return whole(WUBUYU[pillar(ctx, "day")[0]] == ctx.hour)


@RULES.rule("wubuyu-shi.same-polarity", "今法 五不遇时")
def wubuyu_same_polarity(ctx: Context) -> Hits:
    """The seventh stem from the day's, which controls it with the same polarity."""
    return whole(stem_after(pillar(ctx, "day")[0], 6) == ctx.hour[0])


@RULES.rule("wubuyu-shi.any-polarity", "宝鉴 卷二 五不遇时 首句")
def wubuyu_any_polarity(ctx: Context) -> Hits:
    """时干克日干, to the letter."""
    return whole(CONTROLS[PHASE_OF_STEM[ctx.hour[0]]] == PHASE_OF_STEM[pillar(ctx, "day")[0]])


COMBINES = {
    "甲": "己", "乙": "庚", "丙": "辛", "丁": "壬", "戊": "癸",
    "己": "甲", "庚": "乙", "辛": "丙", "壬": "丁", "癸": "戊",
}  # fmt: skip


def wuhe_shi(ctx: Context) -> Hits:
    """The stems of hour and day combine."""
    return whole(COMBINES[pillar(ctx, "day")[0]] == ctx.hour[0])


RULES.enter("wuhe-shi", "宝鉴 卷二 五合时", wuhe_shi)
RULES.enter("tianfu-shi.lin", "宝鉴 卷二 天辅时 引林氏", wuhe_shi)


@RULES.rule("tianfu-shi", "宝鉴 卷二 天辅时")
def tianfu_shi(ctx: Context) -> Hits:
    """The six 甲 hours."""
    return whole(ctx.hour in ("甲子", "甲戌", "甲申", "甲午", "甲辰", "甲寅"))


@RULES.rule("tianfu-shi.jingyou", "景祐 天辅时")
def tianfu_shi_jingyou(ctx: Context) -> Hits:
    """己巳 on 甲己 days, 甲申 乙庚, 甲午 丙辛, 甲辰 丁壬, 甲寅 戊癸; the hour fixes the days."""
    return whole(ctx.hour in ("己巳", "甲申", "甲午", "甲辰", "甲寅"))


@RULES.rule("tianfu-shi.tao", "宝鉴 卷二 天辅时 引陶氏")
def tianfu_shi_tao(ctx: Context) -> Hits:
    """The six 丁 hours: 丁 is what 甲 brings forth and what subdues 庚."""
    return whole(ctx.hour[0] == "丁")


@RULES.rule("yunv-shoumen.lin", "宝鉴 卷二 玉女守门 引林氏")
def yunv_shoumen_lin(ctx: Context) -> Hits:
    """丙 on 甲己 days, 辛 on 乙庚, 乙 on 丙辛, 己 on 丁壬, 壬 on 戊癸, which has two such hours."""
    return whole(ctx.hour in ("丙寅", "辛巳", "乙未", "己酉", "壬子", "壬戌"))


@RULES.rule("tianwang-shi", "宝鉴 卷二 天网时")
def tianwang_shi(ctx: Context) -> Hits:
    """The six 癸 hours."""
    return whole(ctx.hour in ("癸酉", "癸未", "癸巳", "癸卯", "癸丑", "癸亥"))


@RULES.rule("tianwang-shi.sanshi", "宝鉴 卷二 天网时 引三氏")
def tianwang_shi_sanshi(ctx: Context) -> Hits:
    """All ten hours led by 甲寅, whose yi is 癸."""
    return whole(ctx.board.xun == "甲寅")


@RULES.rule("tianwang-shi.sanshi-palace", "宝鉴 卷二 天网时 引三氏")
def tianwang_shi_sanshi_palace(ctx: Context) -> Hits:
    """Wherever heaven 癸 comes to stand."""
    return heaven_palace(ctx, "癸")


@RULES.rule("tianwang-sizhang", "宝鉴 卷二 天网时")
def tianwang_sizhang(ctx: Context) -> Hits:
    """癸亥 while 癸 is native to the centre: 阳九 and 阴一 only. No way out on any side."""
    return whole(ctx.hour == "癸亥" and ctx.board.earth[5] == "癸")


@RULES.rule("tianwang-sizhang.jingyou", "景祐 天网四张")
def tianwang_sizhang_jingyou(ctx: Context) -> Hits:
    """时下得癸: any 癸 hour."""
    return whole(ctx.hour[0] == "癸")


@RULES.rule("tianwang-sizhang.sanshi", "宝鉴 卷二 天网时 引三氏")
def tianwang_sizhang_sanshi(ctx: Context) -> Hits:
    """A 癸 hour with 癸 on 8 or 9: so high that one passes at will, say the three."""
    if ctx.hour[0] != "癸":
        return NONE
    return heaven_palace(ctx, "癸") & frozenset((8, 9))
