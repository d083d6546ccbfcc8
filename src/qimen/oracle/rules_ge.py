"""Stem over stem: the named 格, 悖, 勃 and 刑, by fixed stems, by the leader and by the pillars."""

from __future__ import annotations

from .context import Context
from .judges import NONE, Book, Hits, Judge, at, heaven_palace, over, over_either, pillar, plate_stem

RULES = Book()

FOUR = ("year", "month", "day", "hour")


def _pair(heaven: str, earth: str) -> Judge:
    return lambda ctx: over(ctx, heaven, earth)


def _either(one: str, other: str) -> Judge:
    return lambda ctx: over_either(ctx, one, other)


# 景祐, one section each: heaven stem, earth stem.
RULES.enter("qinglong-taozou", "景祐 青龙逃走", _pair("乙", "辛"))
RULES.enter("baihu-changkuang", "景祐 白虎猖狂", _pair("辛", "乙"))
RULES.enter("zhuque-toujiang", "景祐 朱雀投江", _pair("丁", "癸"))
RULES.enter("tengshe-yaojiao", "景祐 螣蛇夭矫", _pair("癸", "丁"))
RULES.enter("yinghuo-ru-taibai", "景祐 荧惑入太白", _pair("丙", "庚"))
RULES.enter("taibai-ru-yinghuo", "景祐 太白入荧惑", _pair("庚", "丙"))
RULES.enter("dage", "景祐 大格", _pair("庚", "癸"))
RULES.enter("xingge", "景祐 刑格", _pair("庚", "己"))
# The other books, as 宝鉴 quotes them to set them right.
RULES.enter("dage.zhushu", "宝鉴 卷三 勃格 引诸书", _pair("庚", "癸"))
RULES.enter("xiaoge", "宝鉴 卷三 勃格 引诸书", _pair("庚", "壬"))
RULES.enter("xingge.zhushu", "宝鉴 卷三 勃格 引诸书", _pair("庚", "己"))
RULES.enter("qige", "宝鉴 卷三 勃格 引诸书", _pair("庚", "乙丙丁"))


@RULES.rule("tianyi-feigong-ge", "景祐 天乙飞宫格")
def tianyi_feigong_ge(ctx: Context) -> Hits:
    """直符 comes onto 庚."""
    board = ctx.board
    return at(board.fu_palace, "庚" in board.earth_at(board.fu_palace))


@RULES.rule("tianyi-fugong-ge", "景祐 天乙伏宫格")
def tianyi_fugong_ge(ctx: Context) -> Hits:
    """庚 comes onto the palace where 直符 is at home."""
    board = ctx.board
    return at(board.fu_home_palace, "庚" in board.heaven_at(board.fu_home_palace))


def _geng_over(role: str) -> Judge:
    return lambda ctx: over(ctx, "庚", plate_stem(ctx, role))


RULES.enter("tianyi-fugan-ge", "景祐 天乙伏干格", _geng_over("day"))
# The preface gives the name 飞干格 to what its own section calls 伏干格.
RULES.enter("tianyi-feigan-ge.preface", "景祐 序", _geng_over("day"))
RULES.enter("suige", "景祐 岁格", _geng_over("year"))
# 月朔日, 月朔干: the day of the new moon. Its example has 己, which no 寅 month has for a stem.
RULES.enter("yuege", "景祐 月格", _geng_over("shuo"))
RULES.enter("yuege.month-pillar", "今法 月格", _geng_over("month"))
RULES.enter("rige", "景祐 日格", _geng_over("day"))
RULES.enter("shige", "景祐 时格", _geng_over("hour"))


@RULES.rule("tianyi-feigan-ge", "景祐 天乙飞干格")
def tianyi_feigan_ge(ctx: Context) -> Hits:
    """The stem of the day comes onto 庚."""
    return over(ctx, plate_stem(ctx, "day"), "庚")


def over_pillars(ctx: Context, stem: str) -> Hits:
    """`stem` over the stem of any of the four pillars."""
    return over(ctx, stem, "".join(plate_stem(ctx, role) for role in FOUR))


def pillars_over(ctx: Context, stem: str) -> Hits:
    """The stem of any of the four pillars over `stem`."""
    return over(ctx, "".join(plate_stem(ctx, role) for role in FOUR), stem)


@RULES.rule("shibei", "景祐 时悖格")
def shibei(ctx: Context) -> Hits:
    """丙 over the stem of the year, month, day or hour, or over the home of 直符."""
    return over_pillars(ctx, "丙") | heaven_palace(ctx, "丙") & at(ctx.board.fu_home_palace)


@RULES.rule("shibei-zhifu", "景祐 时悖格")
def shibei_zhifu(ctx: Context) -> Hits:
    """The palace of 丙 or of 庚 is itself that of 直符, before it moves."""
    board = ctx.board
    home = board.fu_home_palace
    return at(home) if board.earth_at(home) & {"丙", "庚"} else NONE


# --- 宝鉴 卷三 勃格: 丙 is 勃 to 庚, 庚 is 格 to 甲; 飞 harms within, 伏 without


@RULES.rule("bofei", "宝鉴 卷三 勃格")
def bofei(ctx: Context) -> Hits:
    """丙 over 庚."""
    return over(ctx, "丙", "庚")


@RULES.rule("bofu", "宝鉴 卷三 勃格")
def bofu(ctx: Context) -> Hits:
    """庚 over 丙."""
    return over(ctx, "庚", "丙")


@RULES.rule("gefei", "宝鉴 卷三 勃格")
def gefei(ctx: Context) -> Hits:
    """庚 over 甲. While 甲申 leads, 庚 is 甲 and can not stand against itself."""
    return over(ctx, "庚", "甲") if ctx.board.xun != "甲申" else NONE


@RULES.rule("gefu", "宝鉴 卷三 勃格")
def gefu(ctx: Context) -> Hits:
    """甲 over 庚, with the same exception."""
    return over(ctx, "甲", "庚") if ctx.board.xun != "甲申" else NONE


def geng_in_pillars(ctx: Context) -> bool:
    """干者, 庚为岁月日时干也: the printed stem of one of the four pillars is 庚."""
    return "庚" in [pillar(ctx, role)[0] for role in FOUR]


def _while_geng(judge: Judge) -> Judge:
    return lambda ctx: judge(ctx) if geng_in_pillars(ctx) else NONE


RULES.enter("bofei.fugan", "宝鉴 卷三 勃格", _while_geng(bofei))
RULES.enter("bofu.feigan", "宝鉴 卷三 勃格", _while_geng(bofu))
RULES.enter("gefei.fugan", "宝鉴 卷三 勃格", _while_geng(gefei))
RULES.enter("gefu.feigan", "宝鉴 卷三 勃格", _while_geng(gefu))
RULES.enter("fugan", "宝鉴 卷三 勃格", _while_geng(lambda ctx: bofei(ctx) | gefei(ctx)))
RULES.enter("feigan", "宝鉴 卷三 勃格", _while_geng(lambda ctx: bofu(ctx) | gefu(ctx)))

# The loose use that 宝鉴 rejects: with it 返首 and 跌穴 would be 勃 too.
ZHUSHU = "宝鉴 卷三 勃格 引诸书"
RULES.enter("bofei.zhushu", ZHUSHU, lambda ctx: over_pillars(ctx, "丙"))
RULES.enter("bofu.zhushu", ZHUSHU, lambda ctx: pillars_over(ctx, "丙"))
RULES.enter("gefei.zhushu", ZHUSHU, lambda ctx: over_pillars(ctx, "庚"))
RULES.enter("gefu.zhushu", ZHUSHU, lambda ctx: pillars_over(ctx, "庚"))

# 刑 drains (庚 by 癸, 丙 by 己), in this order; 破 is 相加, in either.
RULES.enter("xing", "宝鉴 卷三 勃格", lambda ctx: over(ctx, "庚", "癸") | over(ctx, "丙", "己"))
RULES.enter("xing.geng-gui", "宝鉴 卷三 勃格", _pair("庚", "癸"))
RULES.enter("xing.bing-ji", "宝鉴 卷三 勃格", _pair("丙", "己"))
RULES.enter("po", "宝鉴 卷三 勃格", lambda ctx: over_either(ctx, "庚", "丁") | over_either(ctx, "丙", "壬"))
RULES.enter("po.geng-ding", "宝鉴 卷三 勃格", _either("庚", "丁"))
RULES.enter("po.bing-ren", "宝鉴 卷三 勃格", _either("丙", "壬"))

# 奇格 are three, one for each qi with 庚, all 相加 (宝鉴 卷三 奇格).
RULES.enter("zeige", "宝鉴 卷三 奇格", _either("庚", "丙"))
RULES.enter("poge", "宝鉴 卷三 奇格", _either("庚", "丁"))
RULES.enter("hege", "宝鉴 卷三 奇格", _either("庚", "乙"))

# Two good and four bad pairs, all 相加 (宝鉴 卷三 化气呈祥).
PAIRS = "宝鉴 卷三 化气呈祥"
RULES.enter("yinyang-huaqi", PAIRS, _either("丁", "甲"))
RULES.enter("longfeng-chengxiang", PAIRS, _either("丁", "乙"))
RULES.enter("erlong-zhanye", PAIRS, _either("甲", "乙"))
RULES.enter("erhu-zhengxiong", PAIRS, _either("庚", "辛"))
RULES.enter("baihu-zhunzhan", PAIRS, _either("庚", "壬"))


@RULES.rule("qinglong-kundun", PAIRS)
def qinglong_kundun(ctx: Context) -> Hits:
    """甲 with 戊. While 甲子 leads, 戊 is 甲."""
    return over_either(ctx, "甲", "戊") if ctx.board.xun != "甲子" else NONE
