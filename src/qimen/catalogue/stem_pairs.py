"""Pairs of one heaven stem over one earth stem, as 景祐 names them.

x over y holds in a palace when x is among its one or two heaven stems and y among its one or two earth stems:
lodged guests count, and so do 伏吟 charts. 甲 is the yi of the hour's xun (直符), which is also itself.
"""

from __future__ import annotations

from .row import Row

FAMILY = "stem-pairs"

#: 景祐's pairs, one section each: slug, names, heaven, earth, auspice, section, aliases, note.
_JINGYOU_PAIRS = (
    ("qinglong-taozou", "青龙逃走", "青龍逃走", "qinglong taozou", "the green dragon flees",
     "乙", "辛", "凶", (), ""),
    ("baihu-changkuang", "白虎猖狂", "白虎猖狂", "baihu changkuang", "the white tiger runs wild",
     "辛", "乙", "凶", (), ""),
    ("zhuque-toujiang", "朱雀投江", "朱雀投江", "zhuque toujiang", "the vermilion bird drops into the river",
     "丁", "癸", "凶", ("朱雀入江",), "The preface says 投江, the section 入江; its heading is lost."),
    ("tengshe-yaojiao", "螣蛇夭矫", "螣蛇夭矯", "tengshe yaojiao", "the soaring snake writhes",
     "癸", "丁", "凶", (), ""),
    ("yinghuo-ru-taibai", "荧惑入太白", "熒惑入太白", "yinghuo ru taibai", "Mars enters Venus",
     "丙", "庚", "凶", (), "Raiders withdraw."),
    ("taibai-ru-yinghuo", "太白入荧惑", "太白入熒惑", "taibai ru yinghuo", "Venus enters Mars",
     "庚", "丙", "凶", (), "Expect raiders."),
    ("dage", "大格", "大格", "dage", "great block", "庚", "癸", "凶", (),
     "宝鉴 calls 庚 over 癸 刑 and rejects this name."),
    ("xingge", "刑格", "刑格", "xingge", "block of punishment", "庚", "己", "凶", (),
     "The preface gives the name to 直符 over its palace of punishment (xingge.preface)."),
)  # fmt: skip

_JINGYOU = tuple(
    Row(
        slug, hans, hant, pinyin, english, FAMILY, f"景祐 {hans}", "jingyou", auspice,
        f"heaven:{heaven} & earth:{earth}",
        f"Heaven stem {heaven} stands over earth stem {earth} in one palace.",
        aliases=aliases, notes=notes,
    )
    for slug, hans, hant, pinyin, english, heaven, earth, auspice, aliases, notes in _JINGYOU_PAIRS
)  # fmt: skip

_LEADER = (
    Row(
        "qinglong-fanshou", "青龙返首", "青龍返首", "qinglong fanshou", "the green dragon turns its head", FAMILY,
        "景祐 青龙反首; 宝鉴 卷二 天网时", "baojian", "吉",
        "heaven:甲 & earth:丙",
        "直符 (heaven 甲, the yi of the hour's xun) stands in the palace of earth 丙; the hit is at 直符.",
        rejected="Strict 戊 over 丙, as printed today: that is keying-wu-bing. Only in the 甲子 xun are they one.",
        default=True, aliases=("青龙反首", "青龙回首", "朱鸟跌穴"),
        notes="All 108 丙 hours, and more by lodging. 宝鉴 prints 甲加丙 as 朱鸟跌穴; the usual name is kept. 宝鉴 names "
        "返首 and 跌穴 in its paragraph on 勃格, so both are good in its preset.",
        overrides=("bofu.zhushu",),
    ),
    Row(
        "feiniao-diexue", "飞鸟跌穴", "飛鳥跌穴", "feiniao diexue", "the flying bird drops into its hole", FAMILY,
        "景祐 飞鸟跌穴; 宝鉴 卷三 勃格", "baojian", "吉",
        "heaven:丙 & earth:甲",
        "Heaven 丙 stands in the home palace of 直符 (earth 甲, lodged where that is the centre); the hit is there.",
        rejected="Strict 丙 over 戊, as printed today: that is keying-bing-wu.",
        default=True,
        notes="景祐's 时悖 also counts 丙 over 直符's home. Both are reported; this one ranks first.",
        overrides=("shibei", "shibei-zhifu", "bofei.zhushu"),
    ),
    Row(
        "tianyi-feigong-ge", "天乙飞宫格", "天乙飛宮格", "tianyi feigong ge", "Tianyi's flying-palace block", FAMILY,
        "景祐 天乙飞宫格", "jingyou", "凶",
        "heaven:甲 & earth:庚",
        "直符 (heaven 甲) stands in the palace of earth 庚. Bad for host and guest alike.",
        aliases=("飞宫格",), notes="Every 庚 hour, and more by lodging. In the 甲申 xun 庚 is 甲 itself and still counts.",
    ),
    Row(
        "tianyi-fugong-ge", "天乙伏宫格", "天乙伏宮格", "tianyi fugong ge", "Tianyi's hidden-palace block", FAMILY,
        "景祐 天乙伏宫格", "jingyou", "凶",
        "heaven:庚 & earth:甲",
        "Heaven 庚 stands in the home palace of 直符 (earth 甲). Bad for host and guest alike.",
        aliases=("伏宫格",), notes="142 charts with the centre in 坤, 102 of them outside the 甲申 xun.",
    ),
    Row(
        "tianyi-fugan-ge", "天乙伏干格", "天乙伏干格", "tianyi fugan ge", "Tianyi's hidden-stem block", FAMILY,
        "景祐 天乙伏干格", "jingyou", "凶",
        "heaven:庚 & earth:@day",
        "Heaven 庚 stands over the earth stem of the day; a day stem 甲 stands for the yi of its own xun.",
        rejected="The preface calls 庚 over the day stem 飞干格: the section is followed, the preface is a row of its own.",
        aliases=("伏干格",), notes="One test with 日格.",
    ),
    Row(
        "tianyi-feigan-ge", "天乙飞干格", "天乙飛干格", "tianyi feigan ge", "Tianyi's flying-stem block", FAMILY,
        "景祐 天乙飞干格", "jingyou", "凶",
        "heaven:@day & earth:庚",
        "The heaven stem of the day stands over earth 庚; a day stem 甲 stands for the yi of its own xun.",
        aliases=("飞干格",), notes="Printed 飞十格 in one heading.",
    ),
    Row(
        "tianyi-feigan-ge.preface", "天乙飞干格（序）", "天乙飛干格（序）", "tianyi feigan ge", "flying-stem block of the "
        "preface", FAMILY, "景祐 序", "jingyou", "凶",
        "heaven:庚 & earth:@day",
        "Heaven 庚 stands over the earth stem of the day.",
        rejected="Contradicts the section of the same book, which calls this 伏干格.",
    ),
)  # fmt: skip

_PREFACE = (
    Row(
        "xingge.preface", "刑格（序）", "刑格（序）", "xingge", "block of punishment of the preface", FAMILY, "景祐 序",
        "jingyou", "凶",
        "heaven:甲 & ((hour_xun:甲子 & palace:3) | (hour_xun:甲戌 & palace:2) | (hour_xun:甲申 & palace:8) | "
        "(hour_xun:甲午 & palace:9) | (hour_xun:甲辰,甲寅 & palace:4))",
        "直符 stands in the palace that its xun head punishes: the places of 六仪击刑.",
        rejected="The section of the same book: 庚 over 己.",
    ),
)  # fmt: skip

_PILLAR_BLOCKS = (
    ("suige", "岁格", "歲格", "suige", "block of the year", "@year", "stem of the year pillar"),
    ("yuege", "月格", "月格", "yuege", "block of the month", "@shuo",
     "stem of the day of the new moon that opens the lunar month"),
    ("rige", "日格", "日格", "rige", "block of the day", "@day", "stem of the day pillar"),
    ("shige", "时格", "時格", "shige", "block of the hour", "@hour", "stem of the hour pillar"),
)  # fmt: skip

_BLOCK_REJECTED = {
    "yuege": "Stem of the month pillar (yuege.month-pillar). The book's own example has 己 in a 寅 month, which no month "
    "pillar can have; its wording is 月朔日 and 月朔干.",
}
_BLOCK_NOTES = {
    "rige": "One test with 天乙伏干格.",
    "shige": "All ten hours of the 甲申 xun, as the book says, and 20 charts more by lodging.",
}
_BLOCK_ALIASES = {"yuege": ("月朔格",), "shige": ("伏吟格",)}

_PILLARS = (
    *(
        Row(
            slug, hans, hant, pinyin, english, FAMILY, f"景祐 {hans}", "jingyou", "凶",
            f"heaven:庚 & earth:{role}",
            f"Heaven 庚 stands over the earth stem of the {words}; a stem 甲 stands for the yi of its own xun.",
            rejected=_BLOCK_REJECTED.get(slug, ""), default=slug == "yuege",
            aliases=_BLOCK_ALIASES.get(slug, ()), notes=_BLOCK_NOTES.get(slug, ""),
        )
        for slug, hans, hant, pinyin, english, role, words in _PILLAR_BLOCKS
    ),
    Row(
        "yuege.month-pillar", "月格", "月格", "yuege", "block of the month, by the month pillar", FAMILY,
        "今法 月格", "modern", "凶",
        "heaven:庚 & earth:@month",
        "Heaven 庚 stands over the earth stem of the month pillar; a stem 甲 stands for the yi of its own xun.",
        rejected="Stem of the day of the new moon, as 景祐 has it (yuege).",
    ),
)  # fmt: skip

_ROLES = ("@year", "@month", "@day", "@hour")
_EARTH_ROLES = " | ".join(f"earth:{role}" for role in _ROLES)

_DISORDER = (
    Row(
        "shibei", "时悖", "時悖", "shibei", "disorder of the hour", FAMILY, "景祐 时悖格", "jingyou", "凶",
        f"heaven:丙 & (earth:甲 | {_EARTH_ROLES})",
        "Heaven 丙 stands over the earth stem of the year, month, day or hour pillar, or over the home of 直符.",
        aliases=("时悖格",), notes="Over 直符's home it is also 飞鸟跌穴, which ranks first.",
    ),
    Row(
        "shibei-zhifu", "时悖（直符之宫）", "時悖（直符之宮）", "shibei zhifu", "disorder in the leader's palace", FAMILY,
        "景祐 时悖格", "jingyou", "凶",
        "earth:甲 & earth:丙庚 & star:蓬芮冲辅禽心柱任英",
        "The (lodged) home palace of 直符 is also the earth palace of 丙 or of 庚; the hit is that palace. 40 charts by "
        "丙, 200 by 庚 (the 甲申 xun among them).",
        notes="The book's closing line: when the palace of 丙 or 庚 is 直符, the hour is one of disorder. The star atom "
        "keeps the bare centre of a rotating plate out.",
    ),
)  # fmt: skip

ROWS = (*_LEADER, *_JINGYOU, *_PREFACE, *_PILLARS, *_DISORDER)
