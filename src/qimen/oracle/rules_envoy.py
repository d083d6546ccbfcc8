"""直使 on the qi and on 丁, the qi that wander, leader and envoy in one palace."""

from __future__ import annotations

from .context import Context
from .judges import (
    NONE,
    QI,
    Book,
    Hits,
    at,
    deity_palace,
    dun_gong,
    earth_palace,
    heaven_palace,
    leader_gong,
    lucky_envoy,
    native_palace,
    over,
)

RULES = Book()


def envoy_hides_on_qi(ctx: Context) -> bool:
    """直使 is a lucky door and its 遁宫 is that of a qi."""
    return lucky_envoy(ctx.board) and ctx.board.earth[dun_gong(ctx.board)] in QI


def envoy_wins_qi(ctx: Context) -> bool:
    """三奇得使 of 宝鉴.

    遁宫 are raw palaces, and 禽 as leader has no door of its own in the lists: read so, the book's sentence
    that 得使遇甲 happens in twelve charts is exact. Rejected: lodged palaces (160 charts), 禽 with the door
    of its host (126), the qi of the heaven plate (136).
    """
    return envoy_hides_on_qi(ctx) and ctx.board.fu_star != "禽"


def together(ctx: Context) -> bool:
    """Leader and envoy hide in one palace."""
    return leader_gong(ctx.board) == dun_gong(ctx.board)


@RULES.rule("sanqi-deshi", "宝鉴 卷二 三奇得使")
def sanqi_deshi(ctx: Context) -> Hits:
    """A lucky 直使 comes onto a qi."""
    return at(ctx.board.shi_palace, envoy_wins_qi(ctx))


@RULES.rule("sanqi-deshi.with-qin", "宝鉴 卷二 三奇得使")
def sanqi_deshi_with_qin(ctx: Context) -> Hits:
    """禽 let in where the door of its lodge is lucky, 生 in yin."""
    return at(ctx.board.shi_palace, envoy_hides_on_qi(ctx))


@RULES.rule("sanqi-deshi.lodged", "宝鉴 卷二 三奇得使")
def sanqi_deshi_lodged(ctx: Context) -> Hits:
    """By the palace where 直使 is seen, with the stems seen there."""
    return at(ctx.board.shi_palace, lucky_envoy(ctx.board)) & earth_palace(ctx, "乙丙丁")


@RULES.rule("sanqi-deshi.heaven", "宝鉴 卷二 三奇得使")
def sanqi_deshi_heaven(ctx: Context) -> Hits:
    """With the qi that has come there on the heaven plate."""
    return at(ctx.board.shi_palace, lucky_envoy(ctx.board)) & heaven_palace(ctx, "乙丙丁")


@RULES.rule("deshi-yujia", "宝鉴 卷二 三奇得使")
def deshi_yujia(ctx: Context) -> Hits:
    """三奇得使, and 甲 comes to the same 遁宫: only in 丙辰 and 丁酉 hours."""
    return at(ctx.board.shi_palace, envoy_wins_qi(ctx) and together(ctx))


@RULES.rule("deshi-yujia.with-qin", "宝鉴 卷二 三奇得使")
def deshi_yujia_with_qin(ctx: Context) -> Hits:
    """禽 let in: 阴一 丙辰 and 阴八 丁酉 more, which the book does not print."""
    return at(ctx.board.shi_palace, envoy_hides_on_qi(ctx) and together(ctx))


@RULES.rule("deshi-yujia.lodged", "宝鉴 卷二 三奇得使")
def deshi_yujia_lodged(ctx: Context) -> Hits:
    """得使 by the palace seen, the meeting by the palace hidden in: the twelve charts and eight more.

    禽 is out here too; with it there would be five more again, the three 甲 hours among them.
    """
    return sanqi_deshi_lodged(ctx) if together(ctx) and ctx.board.fu_star != "禽" else NONE


# A xun of the pair comes to its qi: 甲戌 甲午 to 乙, 甲子 甲申 to 丙, 甲辰 甲寅 to 丁 (the verse's dog and
# horse, rat and monkey, dragon and tiger).
YI_COMES_TO_QI = ("乙亥", "乙未", "丙寅", "丙戌", "丁未", "丁巳")
QI_OF_XUN = {"甲戌": "乙", "甲午": "乙", "甲子": "丙", "甲申": "丙", "甲辰": "丁", "甲寅": "丁"}


def deshi_li(ctx: Context) -> Hits:
    """李's 得使: the leader of a 甲 of the pair comes to the qi, in every ju."""
    return at(ctx.board.fu_palace, ctx.hour in YI_COMES_TO_QI)


RULES.enter("sanqi-deshi.li", "宝鉴 卷二 三奇得使 引李氏", deshi_li)
RULES.enter("sanqi-deshi.lin", "宝鉴 卷二 三奇得使 引林氏", deshi_li)
RULES.enter("sanqi-deshi.tao", "宝鉴 卷二 三奇得使 引陶氏", deshi_li)


@RULES.rule("sanqi-deshi.li-plate", "宝鉴 卷二 三奇得使 引李氏")
def deshi_li_plate(ctx: Context) -> Hits:
    """The leader seen over the qi of its xun."""
    board = ctx.board
    return at(board.fu_palace, QI_OF_XUN[board.xun] in board.earth_at(board.fu_palace))


@RULES.rule("sanqi-deshi.over-leader", "宝鉴 卷二 三奇得使 引李氏")
def deshi_over_leader(ctx: Context) -> Hits:
    """The qi of the xun seen over the leader's home."""
    board = ctx.board
    return at(board.fu_home_palace, QI_OF_XUN[board.xun] in board.heaven_at(board.fu_home_palace))


@RULES.rule("sanqi-deshi.over-yi", "宝鉴 卷二 三奇得使 引李氏")
def deshi_over_yi(ctx: Context) -> Hits:
    """A qi over either yi of its pair, whoever leads."""
    return over(ctx, "乙", "己辛") | over(ctx, "丙", "戊庚") | over(ctx, "丁", "壬癸")


# Hour -> the qi and the other yi of its pair (宝鉴 卷二 三奇游六仪: 乙游己辛, 丙游戊庚, 丁游壬癸).
QI_WANDERS = {
    "乙亥": ("乙", "辛"),
    "乙未": ("乙", "己"),
    "丙寅": ("丙", "庚"),
    "丙戌": ("丙", "戊"),
    "丁未": ("丁", "癸"),
    "丁巳": ("丁", "壬"),
}


@RULES.rule("sanqi-you-liuyi", "宝鉴 卷二 三奇游六仪")
def sanqi_you_liuyi(ctx: Context) -> Hits:
    """One yi of the pair comes onto the qi and the qi goes on to the other."""
    if ctx.hour not in QI_WANDERS:
        return NONE
    qi, other = QI_WANDERS[ctx.hour]
    return over(ctx, qi, other)


def guards(ctx: Context) -> bool:
    """直使 hides where 丁 is native. (By lodged palaces 28 charts more, which no book counts.)"""
    return dun_gong(ctx.board) == native_palace(ctx.board, "丁")


def envoy_on_ding(ctx: Context) -> Hits:
    """丁, 玉女, keeps the palace to which the door of 直使 comes."""
    return at(ctx.board.shi_palace, guards(ctx))


RULES.enter("yunv-shoumen", "宝鉴 卷二 玉女守门; 景祐 三奇游六仪", envoy_on_ding)
RULES.enter("sanqi-you-liuyi.jingyou", "景祐 三奇游六仪即玉女守门时", envoy_on_ding)
RULES.enter("sanqi-you-liuyi.li", "宝鉴 卷二 三奇游六仪 引李氏", envoy_on_ding)
RULES.enter("sanqi-you-liuyi.tao", "宝鉴 卷二 三奇游六仪 引陶氏", envoy_on_ding)


@RULES.rule("yunv-shoumen.lodged", "宝鉴 卷二 玉女守门")
def yunv_shoumen_lodged(ctx: Context) -> Hits:
    """丁 seen in the palace where 直使 is seen."""
    return at(ctx.board.shi_palace) & earth_palace(ctx, "丁")


# The full form: a lucky 直使 besides, and 太阴 on 六合 or 地户 (宝鉴 卷二 玉女守门). By the book's titles of
# the stems that is 丁 over 己; with 太阴 the deity there are three rivals.
FULL = "宝鉴 卷二 玉女守门"


def guards_lucky(ctx: Context) -> bool:
    """玉女守门 with a lucky 直使."""
    return guards(ctx) and lucky_envoy(ctx.board)


@RULES.rule("yunv-shoumen-full", FULL)
def yunv_full(ctx: Context) -> Hits:
    """丁 over 己 anywhere."""
    return at(ctx.board.shi_palace, guards_lucky(ctx) and bool(over(ctx, "丁", "己")))


@RULES.rule("yunv-shoumen-full.deity-heaven", FULL)
def yunv_full_deity_heaven(ctx: Context) -> Hits:
    """The deity with heaven 己."""
    return deity_palace(ctx, "太阴") & heaven_palace(ctx, "己") if guards_lucky(ctx) else NONE


@RULES.rule("yunv-shoumen-full.deity-earth", FULL)
def yunv_full_deity_earth(ctx: Context) -> Hits:
    """The deity over earth 己."""
    return deity_palace(ctx, "太阴") & earth_palace(ctx, "己") if guards_lucky(ctx) else NONE


@RULES.rule("yunv-shoumen-full.deity-envoy", FULL)
def yunv_full_deity_envoy(ctx: Context) -> Hits:
    """The deity with 直使."""
    return deity_palace(ctx, "太阴") & at(ctx.board.shi_palace) if guards_lucky(ctx) else NONE


# Hours of the xun 甲寅 in which leader and envoy hide together (宝鉴 卷二 天网时).
CHIHENG_HOURS = ("戊午", "己未", "庚申", "辛酉", "壬戌")


@RULES.rule("tianyi-chiheng", "宝鉴 卷二 天网时")
def tianyi_chiheng(ctx: Context) -> Hits:
    """天乙 holds the balance: the five hours the book names, in every ju."""
    return at(ctx.board.shi_palace, ctx.hour in CHIHENG_HOURS)


@RULES.rule("tianyi-chiheng-jimen", "宝鉴 卷二 天网时")
def tianyi_chiheng_jimen(ctx: Context) -> Hits:
    """With a lucky 直使: 阳一三五 (printed 一二三五; in 阳二 the door is 惊) and 阴二四六, so 禽 is out."""
    return tianyi_chiheng(ctx) if lucky_envoy(ctx.board) and ctx.board.fu_star != "禽" else NONE


@RULES.rule("tianyi-chiheng-jimen.with-qin", "宝鉴 卷二 天网时")
def tianyi_chiheng_jimen_with_qin(ctx: Context) -> Hits:
    """禽 let in with the door of its lodge."""
    return tianyi_chiheng(ctx) if lucky_envoy(ctx.board) else NONE
