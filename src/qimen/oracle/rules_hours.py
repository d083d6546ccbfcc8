"""Rules of the hour's pillar, alone or against the day's; the net of heaven."""

from __future__ import annotations

from .context import Context
from .judges import NONE, Book, Hits, Judge, at, heaven_palace, pillar, stem_after, whole

RULES = Book()

PHASE_OF_STEM = {
    "甲": "木", "乙": "木", "丙": "火", "丁": "火", "戊": "土",
    "己": "土", "庚": "金", "辛": "金", "壬": "水", "癸": "水",
}  # fmt: skip
#: Phase -> the phase it controls.
CONTROLS = {"木": "土", "土": "水", "水": "火", "火": "金", "金": "木"}


def _hour_in(*hours: str) -> Judge:
    return lambda ctx: whole(ctx.hour in hours)


def _stem_in(stems: str) -> Judge:
    return lambda ctx: whole(ctx.hour[0] in stems)


# Day stem -> its hour: 庚 on 午, backward, 戌 and 亥 passed over (宝鉴 卷二 五不遇时, the verse).
WUBUYU = {
    "甲": "庚午", "乙": "辛巳", "丙": "壬辰", "丁": "癸卯", "戊": "甲寅",
    "己": "乙丑", "庚": "丙子", "辛": "丁酉", "壬": "戊申", "癸": "己未",
}  # fmt: skip


@RULES.rule("wubuyu-shi", "宝鉴 卷二 五不遇时")
def wubuyu_shi(ctx: Context) -> Hits:
    """Ten (day stem, hour) pairs; 己日乙亥 and 庚日丙戌 are passed over by the verse."""
    return whole(WUBUYU[pillar(ctx, "day")[0]] == ctx.hour)


def seventh_stem(ctx: Context) -> Hits:
    """顺数七干: the seventh stem from the day's, which controls it with the same polarity."""
    return whole(stem_after(pillar(ctx, "day")[0], 6) == ctx.hour[0])


RULES.enter("wubuyu-shi.same-polarity", "今法 五不遇时", seventh_stem)
# Counted forward by stems alone it is called 七杀; counted backward with the branches, 五不遇.
RULES.enter("qisha", "宝鉴 卷二 五不遇时", seventh_stem)


def hour_controls_day(ctx: Context) -> Hits:
    """时干克日干, to the letter and whatever the polarity."""
    return whole(CONTROLS[PHASE_OF_STEM[ctx.hour[0]]] == PHASE_OF_STEM[pillar(ctx, "day")[0]])


RULES.enter("wubuyu-shi.any-polarity", "宝鉴 卷二 五不遇时 首句", hour_controls_day)
RULES.enter("shigan-zeiri", "景祐 序", hour_controls_day)

COMBINES = {
    "甲": "己", "乙": "庚", "丙": "辛", "丁": "壬", "戊": "癸",
    "己": "甲", "庚": "乙", "辛": "丙", "壬": "丁", "癸": "戊",
}  # fmt: skip


def wuhe_shi(ctx: Context) -> Hits:
    """The stems of hour and day combine."""
    return whole(COMBINES[pillar(ctx, "day")[0]] == ctx.hour[0])


RULES.enter("wuhe-shi", "宝鉴 卷二 五合时", wuhe_shi)

# --- 天辅时: who is pardoned when

RULES.enter("tianfu-shi", "宝鉴 卷二 天辅时", _hour_in("甲子", "甲戌", "甲申", "甲午", "甲辰", "甲寅"))
# 己巳 on 甲己 days, 甲申 on 乙庚, 甲午 on 丙辛, 甲辰 on 丁壬, 甲寅 on 戊癸; the hour alone fixes the days.
RULES.enter("tianfu-shi.jingyou", "景祐 天辅时", _hour_in("己巳", "甲申", "甲午", "甲辰", "甲寅"))
RULES.enter("tianfu-shi.lin", "宝鉴 卷二 天辅时 引林氏", wuhe_shi)
# 丁 is what 甲 brings forth and what subdues 庚.
RULES.enter("tianfu-shi.tao", "宝鉴 卷二 天辅时 引陶氏", _stem_in("丁"))

# 丙 on 甲己 days, 辛 on 乙庚, 乙 on 丙辛, 己 on 丁壬, 壬 on 戊癸, which has two such hours.
RULES.enter(
    "yunv-shoumen.lin",
    "宝鉴 卷二 玉女守门 引林氏",
    _hour_in("丙寅", "辛巳", "乙未", "己酉", "壬子", "壬戌"),
)

# --- Tombs by the hour (宝鉴 卷二 奇墓)

RULES.enter("shigan-rumu", "宝鉴 卷二 奇墓", _hour_in("戊辰", "壬辰", "己未", "癸未", "辛丑"))
# The old edition, printed 戊丙戌 丁己丑: four hours that the revision drops, and 壬辰 癸未 that it keeps.
RULES.enter("shigan-rumu.jiuben", "宝鉴 卷二 奇墓 引旧本", _hour_in("戊戌", "丙戌", "丁丑", "己丑", "壬辰", "癸未"))
# 丁 is said to be as 丙, but there is no 丁戌 (景祐 三奇入墓, 葛洪).
RULES.enter("sanqi-rumu-shi", "景祐 三奇入墓 葛洪", _hour_in("乙未", "丙戌"))
RULES.enter("sanqi-rumu-shi.modern", "今法 三奇入墓", _hour_in("乙未", "丙戌", "丁丑"))


@RULES.rule("rishi-sanqi-rumu", "宝鉴 卷二 奇墓")
def rishi_sanqi_rumu(ctx: Context) -> Hits:
    """A qi sits on its tomb in the pillar of the day or of the hour."""
    buried = {"乙未", "丙戌", "丁丑"}
    return whole(pillar(ctx, "day") in buried or ctx.hour in buried)


# --- Stems of the hour in 景祐

RULES.enter("wuyang-shi", "景祐 五阳所利", _stem_in("甲乙丙丁戊"))
RULES.enter("wuyin-shi", "景祐 五阴所主", _stem_in("己庚辛壬癸"))
RULES.enter("dewei-shi", "景祐 德威之时", _stem_in("甲丙"))
RULES.enter("de-shi", "景祐 德威之时", _stem_in("甲"))
RULES.enter("wei-shi", "景祐 德威之时", _stem_in("丙"))
# Xun 甲子 with 卯, 甲戌 未, 甲申 寅, 甲午 午, 甲辰 辰, 甲寅 巳 (景祐 六仪击刑, 葛洪).
RULES.enter(
    "liuyi-jixing-shi",
    "景祐 六仪击刑 葛洪",
    _hour_in("丁卯", "癸未", "庚寅", "甲午", "甲辰", "丁巳"),
)

# --- The net: 癸 hours, when every door is at home

NET = "宝鉴 卷二 天网时"
GUI_HOURS = ("癸酉", "癸未", "癸巳", "癸卯", "癸丑", "癸亥")

RULES.enter("tianwang-shi", NET, _hour_in(*GUI_HOURS))


@RULES.rule("tianwang-shi.sanshi", "宝鉴 卷二 天网时 引三氏")
def tianwang_shi_sanshi(ctx: Context) -> Hits:
    """All ten hours led by 甲寅, whose yi is 癸."""
    return whole(ctx.board.xun == "甲寅")


@RULES.rule("tianwang-shi.sanshi-palace", "宝鉴 卷二 天网时 引三氏")
def tianwang_shi_sanshi_palace(ctx: Context) -> Hits:
    """Wherever heaven 癸 comes to stand."""
    return heaven_palace(ctx, "癸")


@RULES.rule("tianwang-sizhang", NET)
def tianwang_sizhang(ctx: Context) -> Hits:
    """癸亥 while 癸 is native to the centre: 阳九 and 阴一 only. No way out on any side."""
    return whole(ctx.hour == "癸亥" and ctx.board.earth[5] == "癸")


RULES.enter("tianwang-sizhang.jingyou", "景祐 天网四张", _hour_in(*GUI_HOURS))


def _gui_in(*palaces: int) -> Judge:
    """In a 癸 hour, heaven 癸 in one of `palaces`."""
    return lambda ctx: heaven_palace(ctx, "癸") & frozenset(palaces) if ctx.hour in GUI_HOURS else NONE


def _leader_called_to(*palaces: int) -> Judge:
    """In a 癸 hour, 直符 called to one of the raw `palaces`; it is seen where that lodges."""
    return lambda ctx: at(ctx.board.fu_palace, ctx.hour in GUI_HOURS and ctx.board.fu_raw in palaces)


# So high that one passes at will, say the three.
RULES.enter("tianwang-sizhang.sanshi", "宝鉴 卷二 天网时 引三氏", _gui_in(8, 9))
RULES.enter("tianwang-fang", NET, _gui_in(1, 2, 3, 4, 5, 6, 7, 8, 9))
RULES.enter("tianwang-di", NET, _gui_in(1, 2, 3))
RULES.enter("tianwang-rumu", NET, _gui_in(4))
RULES.enter("tianwang-chuguan", NET, _gui_in(6))
RULES.enter("tianwang-gao", NET, _gui_in(7, 8, 9))

# 景祐: height by the palace of 直符. Its section also says that of heaven 癸, a rival reading: they agree in
# 20 charts only.
RULES.enter("tianwang-di.jingyou", "景祐 序", _leader_called_to(1, 2, 3, 4, 5))
RULES.enter("tianwang-gao.jingyou", "景祐 序", _leader_called_to(6, 7, 8, 9))
RULES.enter("tianwang-di.jingyou-gui", "景祐 天网四张", _gui_in(1, 2, 3, 4, 5))
RULES.enter("tianwang-gao.jingyou-gui", "景祐 天网四张", _gui_in(6, 7, 8, 9))
for _feet in range(1, 10):
    RULES.enter(f"tianwang-chi-{_feet}", "景祐 天网四张", _leader_called_to(_feet))
RULES.enter("tianwang-pufu", "景祐 天网四张", _leader_called_to(1))
RULES.enter("tianwang-xiaoxi", "景祐 天网四张", _leader_called_to(2, 3, 4, 5, 6, 7, 8, 9))
