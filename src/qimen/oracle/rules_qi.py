"""The three qi: with doors, with 太阴, with lucky stars, in their tombs."""

from __future__ import annotations

from collections.abc import Mapping

from .context import Context
from .judges import (
    NONE,
    Book,
    Hits,
    at,
    deity_palace,
    door_palace,
    earth_palace,
    heaven_palace,
    over,
    star_palace,
)

RULES = Book()

LUCKY = "开休生"
QI = "乙丙丁"


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
    return door_palace(ctx, LUCKY) & earth_palace(ctx, QI)


@RULES.rule("jimen-he-qi.heaven", "宝鉴 卷二 三奇得使")
def jimen_he_qi_heaven(ctx: Context) -> Hits:
    """The qi is read on the heaven plate."""
    return door_palace(ctx, LUCKY) & heaven_palace(ctx, QI)


@RULES.rule("jimen-he-qi.either", "宝鉴 卷二 三奇得使")
def jimen_he_qi_either(ctx: Context) -> Hits:
    """A qi on either plate will do."""
    return door_palace(ctx, LUCKY) & (heaven_palace(ctx, QI) | earth_palace(ctx, QI))


@RULES.rule("jimen-he-qi.both", "宝鉴 卷二 三奇得使")
def jimen_he_qi_both(ctx: Context) -> Hits:
    """A qi over a qi, the same or another."""
    return door_palace(ctx, LUCKY) & over(ctx, QI, QI)


@RULES.rule("sanqi-zhiling", "景祐 三奇之灵")
def sanqi_zhiling(ctx: Context) -> Hits:
    """One of the three qi comes to a palace together with one of the three doors."""
    return heaven_palace(ctx, QI) & door_palace(ctx, LUCKY)


# 太阴合奇门 is said three times and never defined. 太阴 is taken for the deity, the stem 丁 kept as a rival.
TAIYIN = "宝鉴 卷二 反吟伏吟; 卷三 化气呈祥"


@RULES.rule("taiyin-he-qimen", TAIYIN)
def taiyin_he_qimen(ctx: Context) -> Hits:
    """Deity, lucky door and a heaven qi."""
    return deity_palace(ctx, "太阴") & sanqi_zhiling(ctx)


@RULES.rule("taiyin-he-qimen.earth", TAIYIN)
def taiyin_he_qimen_earth(ctx: Context) -> Hits:
    """Deity, lucky door and an earth qi."""
    return deity_palace(ctx, "太阴") & jimen_he_qi(ctx)


@RULES.rule("taiyin-he-qimen.either", TAIYIN)
def taiyin_he_qimen_either(ctx: Context) -> Hits:
    """Deity, lucky door and a qi on either plate."""
    return deity_palace(ctx, "太阴") & jimen_he_qi_either(ctx)


@RULES.rule("taiyin-he-qimen.stem", TAIYIN)
def taiyin_he_qimen_stem(ctx: Context) -> Hits:
    """丁, by its title of 太阴 (宝鉴 卷三 十干门户), with a lucky door; it is the qi as well."""
    return heaven_palace(ctx, "丁") & door_palace(ctx, LUCKY)


# Tombs: 2 holds 未, where wood is buried; 6 holds 戌, where fire is (宝鉴 卷二 奇墓; 景祐 三奇入墓, 王璋).
QI_TOMB = {"乙": (2,), "丙": (6,), "丁": (6,)}
# Palaces that control a qi: metal controls wood, water controls fire (宝鉴 卷二 奇制).
QI_CONTROLLED = {"乙": (6, 7), "丙": (1,), "丁": (1,)}
# The preface to the letter: 乙 in 坤, 丁 the same, or, as some say, with 艮 (景祐 序). 丙 in 乾 is likely
# lost there.
QI_TOMB_PREFACE_KUN = {"乙": (2,), "丁": (2,)}
QI_TOMB_PREFACE_GEN = {"乙": (2,), "丁": (8,)}
# Palaces whose branches carry the two 甲 that each qi serves (景祐 三奇得使: 乙 over 9 is over 甲午).
DESHI_BRANCH_PALACES = {"乙": (6, 9), "丙": (1, 2), "丁": (4, 8)}


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


@RULES.rule("sanqi-rumu.preface-kun", "景祐 序")
def sanqi_rumu_preface_kun(ctx: Context) -> Hits:
    """丁 buried where 乙 is."""
    return _qi_in(ctx, QI_TOMB_PREFACE_KUN)


@RULES.rule("sanqi-rumu.preface-gen", "景祐 序")
def sanqi_rumu_preface_gen(ctx: Context) -> Hits:
    """丁 buried in 艮, which holds 丑."""
    return _qi_in(ctx, QI_TOMB_PREFACE_GEN)


@RULES.rule("sanqi-rumu.qi-door", "宝鉴 卷二 奇墓")
def sanqi_rumu_qi_door(ctx: Context) -> Hits:
    """In its tomb, but with a lucky door."""
    return _qi_in(ctx, QI_TOMB) & door_palace(ctx, LUCKY)


@RULES.rule("qizhi", "宝鉴 卷二 奇墓")
def qizhi(ctx: Context) -> Hits:
    """A heaven qi in a palace whose phase controls it."""
    return _qi_in(ctx, QI_CONTROLLED)


@RULES.rule("sanqi-deshi.jingyou", "景祐 三奇得使")
def sanqi_deshi_jingyou(ctx: Context) -> Hits:
    """The qi stands on the branch of one of its 甲.

    乙 on 戌 or 午, 丙 on 子 or 申, 丁 on 辰 or 寅: branches of the palaces, not yi of the earth plate, which
    fit one example of six.
    """
    return _qi_in(ctx, DESHI_BRANCH_PALACES)


@RULES.rule("sanqi-deshi.jingyou-full", "景祐 三奇得使")
def sanqi_deshi_jingyou_full(ctx: Context) -> Hits:
    """With a lucky door besides, as all six examples have."""
    return _qi_in(ctx, DESHI_BRANCH_PALACES) & door_palace(ctx, LUCKY)


# 合三奇吉宿最为上吉 (景祐 八门所主); lucky stars by 景祐 九星吉凶: 辅禽心 first, 任冲 second.
@RULES.rule("jimen-qi-jixiu", "景祐 八门所主")
def jimen_qi_jixiu(ctx: Context) -> Hits:
    """Lucky door, heaven qi and any lucky star."""
    return sanqi_zhiling(ctx) & star_palace(ctx, "辅禽心任冲")


@RULES.rule("jimen-qi-jixiu.shang", "景祐 八门所主")
def jimen_qi_jixiu_shang(ctx: Context) -> Hits:
    """The star one of the first rank."""
    return sanqi_zhiling(ctx) & star_palace(ctx, "辅禽心")


@RULES.rule("jimen-qi-jixiu.ci", "景祐 八门所主")
def jimen_qi_jixiu_ci(ctx: Context) -> Hits:
    """The star one of the second rank."""
    return sanqi_zhiling(ctx) & star_palace(ctx, "任冲")


@RULES.rule("jimen-qi-jixiu.qin-leader", "景祐 八门所主")
def jimen_qi_jixiu_qin_leader(ctx: Context) -> Hits:
    """禽 counts only where it leads: else its host 芮, most unlucky, stands in the same palace."""
    stars = star_palace(ctx, "辅心任冲")
    if ctx.board.fu_star == "禽":
        stars |= star_palace(ctx, "禽")
    return sanqi_zhiling(ctx) & stars
