"""What comes of the plates' motion: 伏吟, 反吟, 迫, 击刑, leader and envoy together."""

from __future__ import annotations

from .context import Context
from .judges import NONE, Book, Hits, at, door_palace, opposite, whole

RULES = Book()


def star_at_home(ctx: Context) -> bool:
    """直符 stands where it is at home, lodged palaces compared."""
    return ctx.board.fu_palace == ctx.board.fu_home_palace


def door_at_home(ctx: Context) -> bool:
    """直使 stands where its own door is at home."""
    return ctx.board.shi_door is not None and ctx.board.shi_palace == ctx.board.fu_home_palace


@RULES.rule("xing-fuyin", "宝鉴 卷二 反吟伏吟")
def xing_fuyin(ctx: Context) -> Hits:
    """The star is home though it was sent out. A 甲 hour rests and is no 伏吟 (against 陶)."""
    return whole(star_at_home(ctx) and not ctx.hour.startswith("甲"))


@RULES.rule("xing-fuyin.jingyou", "景祐 伏吟")
def xing_fuyin_jingyou(ctx: Context) -> Hits:
    """All 甲 hours are 伏吟 here."""
    return whole(star_at_home(ctx))


@RULES.rule("men-fuyin", "宝鉴 卷二 反吟伏吟")
def men_fuyin(ctx: Context) -> Hits:
    """The door is home though it was sent out."""
    return whole(door_at_home(ctx) and not ctx.hour.startswith("甲"))


@RULES.rule("men-fuyin.jingyou", "景祐 伏吟")
def men_fuyin_jingyou(ctx: Context) -> Hits:
    """All 甲 hours are 伏吟 here."""
    return whole(door_at_home(ctx))


@RULES.rule("xing-fanyin", "宝鉴 卷二 反吟伏吟; 景祐 反吟")
def xing_fanyin(ctx: Context) -> Hits:
    """直符 faces its home; 禽 goes by the star of the lodge and on a flying plate faces nothing."""
    return whole(opposite(ctx.board.fu_home_palace) == ctx.board.fu_palace)


@RULES.rule("men-fanyin", "宝鉴 卷二 反吟伏吟; 景祐 反吟")
def men_fanyin(ctx: Context) -> Hits:
    """直使 faces the home of its door."""
    board = ctx.board
    return whole(board.shi_door is not None and opposite(board.fu_home_palace) == board.shi_palace)


# Door -> palaces it presses (宝鉴 卷二 迫; 景祐 门迫 lists part of them and gives the law).
MENPO = {
    "开": (3, 4),
    "惊": (3, 4),
    "休": (9,),
    "生": (1,),
    "死": (1,),
    "景": (6, 7),
    "伤": (2, 8),
    "杜": (2, 8),
}


def pressed(ctx: Context, doors: str) -> Hits:
    """Palaces pressed by one of `doors`."""
    hits = NONE
    for door in doors:
        hits |= door_palace(ctx, door) & frozenset(MENPO[door])
    return hits


@RULES.rule("menpo", "宝鉴 卷二 迫; 景祐 门迫")
def menpo(ctx: Context) -> Hits:
    """The door controls the palace."""
    return pressed(ctx, "休生伤杜景死惊开")


# Xun head -> the palace with the branch it punishes: 子卯 戌未 申寅 午午 辰辰 寅巳 (宝鉴 卷二 刑; 景祐
# 六仪击刑, 王璋).
JIXING = {"甲子": 3, "甲戌": 2, "甲申": 8, "甲午": 9, "甲辰": 4, "甲寅": 4}


@RULES.rule("liuyi-jixing", "宝鉴 卷二 刑; 景祐 六仪击刑 王璋")
def liuyi_jixing(ctx: Context) -> Hits:
    """The leader on the palace its 甲 punishes. Only the hour's own xun counts, no guest and no other yi."""
    board = ctx.board
    return at(board.fu_palace, JIXING[board.xun] == board.fu_palace)


# Hours of the xun 甲寅 in which leader and envoy hide together (宝鉴 卷二 天网时).
CHIHENG_HOURS = ("戊午", "己未", "庚申", "辛酉", "壬戌")


@RULES.rule("tianyi-chiheng", "宝鉴 卷二 天网时")
def tianyi_chiheng(ctx: Context) -> Hits:
    """天乙 holds the balance: the five hours the book names, in every ju."""
    return at(ctx.board.shi_palace, ctx.hour in CHIHENG_HOURS)
