"""The three qi: with doors, as envoys, on the six yi, in their tombs."""

from __future__ import annotations

from collections.abc import Mapping

from .context import Context
from .judges import (
    LUCKY_DOORS,
    NONE,
    QI,
    Book,
    Hits,
    at,
    deity_palace,
    door_palace,
    dun_gong,
    earth_palace,
    heaven_palace,
    native_palace,
    over,
)

RULES = Book()


@RULES.rule("qinglong-fanshou", "景祐 青龙反首; 宝鉴 卷二 天网时")
def qinglong_fanshou(ctx: Context) -> Hits:
    """甲 over 丙. 宝鉴 calls it 朱鸟跌穴 in passing; the usual name is kept."""
    board = ctx.board
    return at(board.fu_palace, "丙" in board.earth_at(board.fu_palace))


@RULES.rule("feiniao-diexue", "景祐 飞鸟跌穴; 宝鉴 卷三 勃格")
def feiniao_diexue(ctx: Context) -> Hits:
    """丙 over the palace where the leader is at home."""
    board = ctx.board
    return at(board.fu_home_palace, "丙" in board.heaven_at(board.fu_home_palace))


@RULES.rule("tiandun", "景祐 天遁")
def tiandun(ctx: Context) -> Hits:
    """生门 and 丙 together over 丁."""
    return door_palace(ctx, "生") & over(ctx, "丙", "丁")


@RULES.rule("didun", "景祐 地遁")
def didun(ctx: Context) -> Hits:
    """开门 and 乙 together over 己."""
    return door_palace(ctx, "开") & over(ctx, "乙", "己")


@RULES.rule("rendun", "景祐 人遁")
def rendun(ctx: Context) -> Hits:
    """休门 and 丁 together with the deity 太阴, two before 直符 in yang and two behind it in yin."""
    return door_palace(ctx, "休") & heaven_palace(ctx, "丁") & deity_palace(ctx, "太阴")


@RULES.rule("jimen-he-qi", "宝鉴 卷二 三奇得使")
def jimen_he_qi(ctx: Context) -> Hits:
    """A lucky door comes onto a qi (门加乙丙丁): the qi is that of the earth plate."""
    return door_palace(ctx, "开休生") & earth_palace(ctx, "乙丙丁")


# Tombs: 2 holds 未, where wood is buried; 6 holds 戌, where fire is (宝鉴 卷二 奇墓; 景祐 三奇入墓, 王璋).
QI_TOMB = {"乙": (2,), "丙": (6,), "丁": (6,)}
# Palaces that control a qi: metal controls wood, water controls fire (宝鉴 卷二 奇制).
QI_CONTROLLED = {"乙": (6, 7), "丙": (1,), "丁": (1,)}


def _qi_in(ctx: Context, table: Mapping[str, tuple[int, ...]]) -> Hits:
    hits = NONE
    for qi, palaces in table.items():
        hits |= heaven_palace(ctx, qi) & frozenset(palaces)
    return hits


@RULES.rule("sanqi-rumu", "宝鉴 卷二 奇墓")
def sanqi_rumu(ctx: Context) -> Hits:
    """A heaven qi in its tomb. (With a lucky door half good: an auspice, not another place.)"""
    return _qi_in(ctx, QI_TOMB)


@RULES.rule("sanqi-rumu.jingyou", "景祐 三奇入墓")
def sanqi_rumu_jingyou(ctx: Context) -> Hits:
    """The same places; here no door or star mends it."""
    return _qi_in(ctx, QI_TOMB)


@RULES.rule("qizhi", "宝鉴 卷二 奇墓")
def qizhi(ctx: Context) -> Hits:
    """A heaven qi in a palace whose phase controls it."""
    return _qi_in(ctx, QI_CONTROLLED)


def envoy_wins_qi(ctx: Context) -> bool:
    """三奇得使 of 宝鉴: 直使 is a lucky door and its 遁宫 is that of a qi.

    遁宫 are raw palaces, and 禽 as leader has no door of its own in the lists: read so, the book's sentence
    that 得使遇甲 happens in twelve charts is exact. Rejected: lodged palaces (160 charts), 禽 with the door
    of its host (126), the qi of the heaven plate (136).
    """
    board = ctx.board
    lucky = board.shi_door is not None and board.shi_door in LUCKY_DOORS
    return lucky and board.fu_star != "禽" and board.earth[dun_gong(board)] in QI


@RULES.rule("sanqi-deshi", "宝鉴 卷二 三奇得使")
def sanqi_deshi(ctx: Context) -> Hits:
    """A lucky 直使 comes onto a qi."""
    return at(ctx.board.shi_palace, envoy_wins_qi(ctx))


@RULES.rule("deshi-yujia", "宝鉴 卷二 三奇得使")
def deshi_yujia(ctx: Context) -> Hits:
    """三奇得使, and 甲 comes to the same 遁宫: only in 丙辰 and 丁酉 hours."""
    board = ctx.board
    return at(board.shi_palace, envoy_wins_qi(ctx) and board.fu_raw == dun_gong(board))


# Palaces whose branches carry the two 甲 that each qi serves (景祐 三奇得使: 乙 over 9 is over 甲午).
DESHI_BRANCH_PALACES = {"乙": (6, 9), "丙": (1, 2), "丁": (4, 8)}


@RULES.rule("sanqi-deshi.jingyou", "景祐 三奇得使")
def sanqi_deshi_jingyou(ctx: Context) -> Hits:
    """The qi stands on the branch of one of its 甲.

    乙 on 戌 or 午, 丙 on 子 or 申, 丁 on 辰 or 寅: branches of the palaces, not yi of the earth plate, which
    fit one example of six.
    """
    return _qi_in(ctx, DESHI_BRANCH_PALACES)


# A xun of the pair comes to its qi: 甲戌 甲午 to 乙, 甲子 甲申 to 丙, 甲辰 甲寅 to 丁 (the verse's dog and
# horse, rat and monkey, dragon and tiger).
YI_COMES_TO_QI = ("乙亥", "乙未", "丙寅", "丙戌", "丁未", "丁巳")


def deshi_li(ctx: Context) -> Hits:
    """李's 得使: the leader of a 甲 of the pair comes to the qi, in every ju."""
    return at(ctx.board.fu_palace, ctx.hour in YI_COMES_TO_QI)


RULES.enter("sanqi-deshi.li", "宝鉴 卷二 三奇得使 引李氏", deshi_li)
RULES.enter("sanqi-deshi.lin", "宝鉴 卷二 三奇得使 引林氏", deshi_li)
RULES.enter("sanqi-deshi.tao", "宝鉴 卷二 三奇得使 引陶氏", deshi_li)

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


def envoy_on_ding(ctx: Context) -> Hits:
    """直使 hides where 丁 is native, by 遁宫. (By lodged palaces 28 charts more, which no book counts.)"""
    board = ctx.board
    return at(board.shi_palace, dun_gong(board) == native_palace(board, "丁"))


RULES.enter("yunv-shoumen", "宝鉴 卷二 玉女守门; 景祐 三奇游六仪", envoy_on_ding)
RULES.enter("sanqi-you-liuyi.jingyou", "景祐 三奇游六仪即玉女守门时", envoy_on_ding)
RULES.enter("sanqi-you-liuyi.li", "宝鉴 卷二 三奇游六仪 引李氏", envoy_on_ding)
RULES.enter("sanqi-you-liuyi.tao", "宝鉴 卷二 三奇游六仪 引陶氏", envoy_on_ding)
