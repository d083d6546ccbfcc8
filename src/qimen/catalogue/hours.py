"""Rules of the hour: what the hour pillar, alone or against the day, decides."""

from __future__ import annotations

from .row import Row

FAMILY = "hours"

#: 宝鉴 卷二 五不遇时: the hour of each day stem by its verse, 甲 first; 戌 and 亥 are skipped.
WUBUYU = ("庚午", "辛巳", "壬辰", "癸卯", "甲寅", "乙丑", "丙子", "丁酉", "戊申", "己未")
_WUBUYU_RULE = " | ".join(
    f"(day_stem:{stem} & hour:{hour})" for stem, hour in zip("甲乙丙丁戊己庚辛壬癸", WUBUYU, strict=True)
)
#: The hour stem controls the day stem, either polarity: six or seven stems on for 甲丙戊庚壬, five or six else.
_CONTROLS = "(day_stem:甲丙戊庚壬 & hour_stem-day_stem:6,7) | (day_stem:乙丁己辛癸 & hour_stem-day_stem:5,6)"

_AGAINST_THE_DAY = (
    Row(
        "wubuyu-shi", "五不遇时", "五不遇時", "wubuyu shi", "hour of the five that do not meet", FAMILY,
        "宝鉴 卷二 五不遇时", "baojian", "凶",
        _WUBUYU_RULE,
        "The hour of the verse: 甲 day 庚午, 乙 辛巳, 丙 壬辰, 丁 癸卯, 戊 甲寅, 己 乙丑, 庚 丙子, 辛 丁酉, 壬 戊申, 癸 己未.",
        rejected="Every hour stem that controls the day stem: that adds 乙亥 on 己 days and 丙戌 on 庚 days, which the "
        "verse steps over (same polarity), or 24 hours in all (any polarity).",
        default=True, aliases=("五不遇",),
    ),
    Row(
        "wubuyu-shi.same-polarity", "五不遇时（同性）", "五不遇時（同性）", "wubuyu shi", "five that do not meet, same "
        "polarity", FAMILY, "今法 五不遇时", "modern", "凶",
        "hour_stem-day_stem:6",
        "The hour stem controls the day stem with the same polarity: six stems on from it. 12 of 120 pairs.",
        notes="The same test as 七杀.",
    ),
    Row(
        "wubuyu-shi.any-polarity", "五不遇时（干克）", "五不遇時（干剋）", "wubuyu shi", "five that do not meet, either "
        "polarity", FAMILY, "宝鉴 卷二 五不遇时 首句", "modern", "凶",
        _CONTROLS,
        "The phase of the hour stem controls that of the day stem, whatever the polarity. 24 of 120 pairs.",
    ),
    Row(
        "wuhe-shi", "五合时", "五合時", "wuhe shi", "hour of the five combinations", FAMILY,
        "宝鉴 卷二 五合时", "baojian", "吉",
        "hour_stem-day_stem:5",
        "The hour stem combines with the day stem (甲己 乙庚 丙辛 丁壬 戊癸). Good for unions and secrets, not for "
        "clearing wrongs.",
        default=True, aliases=("五合",),
    ),
)  # fmt: skip

_TIANFU = (
    Row(
        "tianfu-shi", "天辅时", "天輔時", "tianfu shi", "hour of heaven's help", FAMILY,
        "宝鉴 卷二 天辅时", "baojian", "吉",
        "hour_stem:甲",
        "The six 甲 hours, before 直符 and 直使 part.",
        rejected="景祐's five hours, 林's five combinations, 陶's 丁 hours: rows of their own.",
        default=True,
    ),
    Row(
        "tianfu-shi.jingyou", "天辅时", "天輔時", "tianfu shi", "hour of heaven's help", FAMILY,
        "景祐 天辅时", "jingyou", "吉",
        "hour:己巳,甲申,甲午,甲辰,甲寅",
        "On 甲 and 己 days the hour 己巳, on 乙庚 甲申, on 丙辛 甲午, on 丁壬 甲辰, on 戊癸 甲寅. The hour pillar alone "
        "fixes the pair of day stems, so five hour pillars say it all.",
    ),
    Row(
        "tianfu-shi.lin", "天辅时", "天輔時", "tianfu shi", "hour of heaven's help", FAMILY,
        "宝鉴 卷二 天辅时 引林氏", "lin", "吉",
        "hour_stem-day_stem:5",
        "The hour stem combines with the day stem, as in 五合时.",
    ),
    Row(
        "tianfu-shi.tao", "天辅时", "天輔時", "tianfu shi", "hour of heaven's help", FAMILY,
        "宝鉴 卷二 天辅时 引陶氏", "tao", "吉",
        "hour_stem:丁",
        "The six 丁 hours.",
    ),
)  # fmt: skip

_TIANWANG = (
    Row(
        "tianwang-shi", "天网时", "天網時", "tianwang shi", "hour of heaven's net", FAMILY,
        "宝鉴 卷二 天网时", "baojian", "凶",
        "hour_stem:癸",
        "The six 癸 hours, when every door is at home.",
        default=True, notes="Flight goes by the palace of heaven 癸 (tianwang-fang).",
    ),
    Row(
        "tianwang-shi.sanshi", "天网时", "天網時", "tianwang shi", "hour of heaven's net", FAMILY,
        "宝鉴 卷二 天网时 引三氏", "sanshi", "凶",
        "hour_xun:甲寅",
        "All ten hours of the 甲寅 xun.",
        rejected="宝鉴: the same xun holds 天辅时, 青龙返首 and 天乙持衡, so it cannot all be net.",
    ),
    Row(
        "tianwang-shi.sanshi-palace", "天网时（癸下）", "天網時（癸下）", "tianwang shi", "net below heaven's gui", FAMILY,
        "宝鉴 卷二 天网时 引三氏", "sanshi", "凶",
        "heaven:癸",
        "The palace under heaven 癸, in every hour.",
    ),
)  # fmt: skip

_VARIANTS = (
    Row(
        "qisha", "七杀", "七殺", "qisha", "the seventh that kills", FAMILY, "宝鉴 卷二 五不遇时", "baojian", "凶",
        "hour_stem-day_stem:6",
        "The hour stem is the seventh, counted inclusively, from the day stem: it controls it with the same polarity. "
        "12 of 120 pairs of day stem and hour.",
        notes="The book's name for the count by stems alone.", default=True,
    ),
    Row(
        "shigan-zeiri", "时干贼日", "時干賊日", "shigan zei ri", "the hour robs the day", FAMILY, "景祐 序", "jingyou",
        "凶", _CONTROLS,
        "The phase of the hour stem controls that of the day stem, whatever the polarity. 24 of 120 pairs.",
        rejected="Same polarity only: the preface says no more than that the hour stem robs the day.",
    ),
)  # fmt: skip

_TOMBS = (
    Row(
        "shigan-rumu", "时干入墓", "時干入墓", "shigan rumu", "the hour stem enters its tomb", FAMILY,
        "宝鉴 卷二 奇墓", "baojian", "凶",
        "hour:戊辰,壬辰,己未,癸未,辛丑",
        "The hour is 戊辰, 壬辰, 己未, 癸未 or 辛丑.", rejected="The six of the old print (shigan-rumu.jiuben).",
        default=True, notes="Earth goes with water: 戊 as 壬, 己 as 癸.",
    ),
    Row(
        "shigan-rumu.jiuben", "时干入墓", "時干入墓", "shigan rumu", "the hour stem enters its tomb", FAMILY,
        "宝鉴 卷二 奇墓 引旧本", "jiuben", "凶",
        "hour:戊戌,丙戌,丁丑,己丑,壬辰,癸未",
        "The hour is 戊戌, 丙戌, 丁丑, 己丑, 壬辰 or 癸未.",
        notes="Printed as four with two stems lacking their branch; earth goes with fire.",
    ),
    Row(
        "rishi-sanqi-rumu", "日时三奇入墓", "日時三奇入墓", "ri shi sanqi rumu", "day or hour of a qi in its tomb", FAMILY,
        "宝鉴 卷二 奇墓", "baojian", "凶",
        "hour:乙未,丙戌,丁丑 | day:乙未,丙戌,丁丑",
        "The day pillar or the hour pillar is 乙未, 丙戌 or 丁丑.", default=True, aliases=("日时干三奇入墓",),
    ),
    Row(
        "sanqi-rumu-shi", "三奇入墓时", "三奇入墓時", "sanqi rumu shi", "hour of a qi in its tomb", FAMILY,
        "景祐 三奇入墓 葛洪", "jingyou", "凶",
        "hour:乙未,丙戌",
        "The hour is 乙未 (乙) or 丙戌 (丙).",
        rejected="丁丑, which later books add: here 丁 goes with 丙, and no pillar is 丁戌.",
    ),
    Row(
        "sanqi-rumu-shi.modern", "三奇入墓时", "三奇入墓時", "sanqi rumu shi", "hour of a qi in its tomb", FAMILY,
        "今法 三奇入墓", "modern", "凶", "hour:乙未,丙戌,丁丑", "The hour is 乙未, 丙戌 or 丁丑.",
    ),
)  # fmt: skip

_OPEN_AND_SHUT = (
    Row(
        "wuyang-shi", "五阳时", "五陽時", "wu yang shi", "five yang hours", FAMILY, "景祐 五阳所利", "jingyou", "吉",
        "hour_stem:甲乙丙丁戊",
        "The hour stem is 甲, 乙, 丙, 丁 or 戊, in either half of the year: good for the guest, who moves first.",
    ),
    Row(
        "wuyin-shi", "五阴时", "五陰時", "wu yin shi", "five yin hours", FAMILY, "景祐 五阴所主", "jingyou", "凶",
        "hour_stem:己庚辛壬癸",
        "The hour stem is 己, 庚, 辛, 壬 or 癸: bad to act in, good for the host and for secret work.",
    ),
    Row(
        "dewei-shi", "德威之时", "德威之時", "de wei shi", "hours of virtue and might", FAMILY, "景祐 德威之时", "jingyou",
        "吉", "hour_stem:甲丙",
        "The hour stem is 甲 (德) or 丙 (威): good for the guest, not for the host.", aliases=("德威",),
    ),
    Row(
        "de-shi", "六甲为德", "六甲為德", "de", "hour of virtue", FAMILY, "景祐 德威之时", "jingyou", "吉",
        "hour_stem:甲", "The hour stem is 甲.",
    ),
    Row(
        "wei-shi", "六丙为威", "六丙為威", "wei", "hour of might", FAMILY, "景祐 德威之时", "jingyou", "吉",
        "hour_stem:丙", "The hour stem is 丙.",
    ),
    Row(
        "liuyi-jixing-shi", "六仪击刑时", "六儀擊刑時", "liuyi jixing shi", "hour of a yi striking its punishment", FAMILY,
        "景祐 六仪击刑 葛洪", "jingyou", "凶",
        "hour:丁卯,癸未,庚寅,甲午,甲辰,丁巳",
        "The hour whose branch the xun head punishes: 甲子 xun 卯, 甲戌 未, 甲申 寅, 甲午 午, 甲辰 辰, 甲寅 巳; that is 丁卯 "
        "癸未 庚寅 甲午 甲辰 丁巳.",
        notes="甲午 and 甲辰 are the xun heads themselves.",
    ),
)  # fmt: skip

ROWS = (*_AGAINST_THE_DAY, *_VARIANTS, *_TOMBS, *_TIANFU, *_TIANWANG, *_OPEN_AND_SHUT)
