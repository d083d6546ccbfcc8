"""Stem over stem: the named 格, 悖 and 刑, by fixed stems, by the leader and by the stems of the pillars."""

from __future__ import annotations

from .context import Context
from .judges import NONE, Book, Hits, Judge, at, heaven_palace, over, plate_stem

RULES = Book()


def _pair(heaven: str, earth: str) -> Judge:
    return lambda ctx: over(ctx, heaven, earth)


# 景祐, one section each: heaven stem, earth stem.
RULES.enter("qinglong-taozou", "景祐 青龙逃走", _pair("乙", "辛"))
RULES.enter("baihu-changkuang", "景祐 白虎猖狂", _pair("辛", "乙"))
RULES.enter("zhuque-toujiang", "景祐 朱雀投江", _pair("丁", "癸"))
RULES.enter("tengshe-yaojiao", "景祐 螣蛇夭矫", _pair("癸", "丁"))
RULES.enter("yinghuo-ru-taibai", "景祐 荧惑入太白", _pair("丙", "庚"))
RULES.enter("taibai-ru-yinghuo", "景祐 太白入荧惑", _pair("庚", "丙"))
RULES.enter("dage", "景祐 大格", _pair("庚", "癸"))
RULES.enter("xingge", "景祐 刑格", _pair("庚", "己"))
RULES.enter("xiaoge", "宝鉴 卷三 勃格 引诸书", _pair("庚", "壬"))


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


@RULES.rule("shibei", "景祐 时悖格")
def shibei(ctx: Context) -> Hits:
    """丙 over the stem of the year, month, day or hour, or over the home of 直符."""
    hits = heaven_palace(ctx, "丙") & at(ctx.board.fu_home_palace)
    for role in ("year", "month", "day", "hour"):
        hits |= over(ctx, "丙", plate_stem(ctx, role))
    return hits


@RULES.rule("shibei-zhifu", "景祐 时悖格")
def shibei_zhifu(ctx: Context) -> Hits:
    """The palace of 丙 or of 庚 is itself that of 直符, before it moves."""
    board = ctx.board
    home = board.fu_home_palace
    return at(home) if board.earth_at(home) & {"丙", "庚"} else NONE
