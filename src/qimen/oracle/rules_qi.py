"""The three qi: with doors, with 太阴, with lucky stars, in their tombs, over the branches they serve."""

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


