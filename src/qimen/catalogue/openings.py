"""三甲, 刑德 at the gate, and 开阖: which hours open and which are shut (宝鉴 卷二 阴阳刑德开阖, 三甲; 景祐 三甲合).

宝鉴's rules are entry rules of the ju (入局): they read the yuan and the term of the ju, not the term in force.
"""

from __future__ import annotations

from .row import Row

FAMILY = "openings"

YANG_STARS = "蓬任冲辅禽"
YIN_STARS = "英芮柱心"

#: Class of a xun head's branch, and the yuan whose leaders have it (宝鉴 卷二 三甲).
_CLASSES = (
    ("zhongjia", "仲甲", "the middle jia", "上", "甲子,甲午"),
    ("mengjia", "孟甲", "the eldest jia", "中", "甲寅,甲申"),
    ("jijia", "季甲", "the youngest jia", "下", "甲辰,甲戌"),
)  # fmt: skip
SANJIA = " | ".join(f"(yuan:{yuan} & hour_xun:{xun})" for _, _, _, yuan, xun in _CLASSES)

#: 德 and 刑 branch of each node; each holds for the node's three terms (宝鉴 卷二 阴阳刑德开阖).
XINGDE = (
    ("冬至,小寒,大寒", "卯", "酉"), ("立春,雨水,惊蛰", "辰", "戌"),
    ("春分,清明,谷雨", "午", "子"), ("立夏,小满,芒种", "未", "丑"),
    ("夏至,小暑,大暑", "酉", "卯"), ("立秋,处暑,白露", "戌", "辰"),
    ("秋分,寒露,霜降", "子", "午"), ("立冬,小雪,大雪", "丑", "未"),
)  # fmt: skip
_DE = " | ".join(f"(ju_term:{terms} & hour_branch:{de})" for terms, de, _ in XINGDE)
_XING = " | ".join(f"(ju_term:{terms} & hour_branch:{xing})" for terms, _, xing in XINGDE)
DE_AT_GATE = f"({SANJIA}) & ({_DE})"
XING_AT_GATE = f"({SANJIA}) & ({_XING})"

_BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
_XUN = ("甲子", "甲戌", "甲申", "甲午", "甲辰", "甲寅")


_PILLARS = tuple("甲乙丙丁戊己庚辛壬癸"[i % 10] + _BRANCHES[i % 12] for i in range(60))


def _days_of(yuan: str) -> tuple[str, ...]:
    """Return the day pillars whose leader is of the yuan: leaders run 上 中 下 every five days from 甲子."""
    return tuple(pillar for i, pillar in enumerate(_PILLARS) if "上中下"[i // 5 % 3] == yuan)


def _nothing_at_gate() -> str:
    """Return "not an hour of 三甲, or neither 德 nor 刑", said without a negation so that it stays short."""
    others = (
        f"(yuan:{yuan} & hour_xun:{','.join(x for x in _XUN if x not in xun)})" for _, _, _, yuan, xun in _CLASSES
    )
    still = (
        f"(ju_term:{terms} & hour_branch:{''.join(b for b in _BRANCHES if b not in de + xing)})"
        for terms, de, xing in XINGDE
    )
    return " | ".join((*others, *still))


_SANJIA_ROWS = (
    *(
        Row(
            slug, hans, hans, slug, english, FAMILY, "宝鉴 卷二 三甲", "baojian", "",
            f"yuan:{yuan} & hour_xun:{xun}",
            f"The ju is of the {yuan} yuan and the hour is in the xun {xun.replace(',', ' or ')}.",
            rejected="The class of the day leader: the same under 拆补 and 置闰, not under 林 or 茅山; the book says "
            "the yuan enters the ju.",
            default=True, category="sanjia",
        )
        for slug, hans, english, yuan, xun in _CLASSES
    ),
    *(
        Row(
            f"{slug}.leader", f"{hans}（符头）", f"{hans}（符頭）", slug, f"{english}, by the day leader", FAMILY,
            "宝鉴 卷二 三甲", "baojian", "",
            f"day:{','.join(_days_of(yuan))} & hour_xun:{xun}",
            f"The branch of the day leader is of the class of {hans} and the hour is in the xun {xun.replace(',', ' or ')}. "
            "The leader is the last 甲 or 己 day.",
            rejected="It is the same as the yuan of the ju under 拆补 and 置闰, and not under 林 or 茅山.",
        )
        for slug, hans, english, yuan, xun in _CLASSES
    ),
    Row(
        "sanjia", "三甲", "三甲", "sanjia", "the three jia", FAMILY, "宝鉴 卷二 三甲", "baojian", "",
        SANJIA,
        "Upper yuan and the xun 甲子 or 甲午, middle and 甲寅 or 甲申, lower and 甲辰 or 甲戌. 20 of 60 hours.",
        default=True,
    ),
    Row(
        "de-zai-men", "德在门", "德在門", "de zai men", "virtue at the gate", FAMILY, "宝鉴 卷二 三甲", "baojian", "吉",
        DE_AT_GATE,
        "An hour of 三甲 whose branch is the 德 of the node of the ju's term: 冬至 卯, 立春 辰, 春分 午, 立夏 未, 夏至 酉, "
        "立秋 戌, 秋分 子, 立冬 丑, each for three terms. Act, fight.",
        rejected="直使's palace holding the branch: then every xun has both, against the book's own distribution.",
        default=True, notes="Five hours in the three yuan of each term.",
    ),
    Row(
        "xing-zai-men", "刑在门", "刑在門", "xing zai men", "punishment at the gate", FAMILY, "宝鉴 卷二 三甲",
        "baojian", "凶",
        XING_AT_GATE,
        "An hour of 三甲 whose branch is the 刑 of the node of the ju's term, opposite its 德. Keep still, defend.",
        rejected="直使's palace holding the branch.",
        default=True, notes="Five hours in the three yuan of each term.",
    ),
)  # fmt: skip

_GATE_OPENINGS = (
    ("jinkai", "尽开", "盡開", "wide open", DE_AT_GATE, YANG_STARS, "吉", "德在门 with a yang 直符"),
    ("bankai", "半开", "半開", "half open", DE_AT_GATE, YIN_STARS, "半", "德在门 with a yin 直符"),
    ("banhe", "半阖", "半闔", "half shut", XING_AT_GATE, YANG_STARS, "半", "刑在门 with a yang 直符"),
    ("jinhe", "尽阖", "盡闔", "shut fast", XING_AT_GATE, YIN_STARS, "凶", "刑在门 with a yin 直符"),
)  # fmt: skip

_STARS_SAID = "the star native to the raw home of 直符: 蓬任冲辅禽 yang, 英芮柱心 yin"

_KAIHE = (
    *(
        Row(
            slug, hans, hant, slug, english, FAMILY, "宝鉴 卷二 三甲", "baojian", auspice,
            f"zhifu:{stars} & {gate}", f"{words} ({_STARS_SAID}).", default=True, category="kaihe",
        )
        for slug, hans, hant, english, gate, stars, auspice, words in _GATE_OPENINGS
    ),
    *(
        Row(
            slug, hans, hant, slug, english, FAMILY, "宝鉴 卷二 阴阳刑德开阖", "baojian", "",
            f"zhifu:{stars} & ({_nothing_at_gate()})",
            f"Neither 德 nor 刑 is at the gate, and 直符 is {kind} ({_STARS_SAID}). Favours the {side}.",
            rejected="The star of the palace where the centre lodges: 540 and 480 charts, without 禽.",
            default=True, category="kaihe",
        )
        for slug, hans, hant, english, stars, kind, side in (
            ("kai", "开", "開", "open", YANG_STARS, "yang", "guest"),
            ("he", "阖", "闔", "shut", YIN_STARS, "yin", "host"),
        )
    ),
    *(
        Row(
            f"{slug}.star", f"{hans}（直符）", f"{hant}（直符）", slug, f"{english} by the star alone", FAMILY,
            "宝鉴 卷二 阴阳刑德开阖", "baojian", "",
            f"zhifu:{stars}", f"直符 is {kind}, whatever is at the gate ({_STARS_SAID}). {count} charts.",
        )
        for slug, hans, hant, english, stars, kind, count in (
            ("kai", "开", "開", "open", YANG_STARS, "yang", 600),
            ("he", "阖", "闔", "shut", YIN_STARS, "yin", 480),
        )
    ),
)  # fmt: skip

#: 三氏 and 景祐 take the six 甲 hours by the class of their branch; who gains, and its auspice.
_JIA_HOURS = (
    ("zhongjia", "仲甲", "the middle jia", "上", "甲子,甲午", "凶", "bad for both; the first to move loses; hide"),
    ("mengjia", "孟甲", "the eldest jia", "中", "甲寅,甲申", "平", "good for the host: yang within; hold the walls"),
    ("jijia", "季甲", "the youngest jia", "下", "甲辰,甲戌", "吉", "good for the guest: yang without; move out"),
)  # fmt: skip

_JIA_ROWS = (
    *(
        Row(
            f"{slug}.{school}", hans, hans, slug, english, FAMILY, source, school, auspice,
            f"hour:{hours}",
            f"The hours {hours.replace(',', ' and ')} themselves; {words}.",
            rejected="The whole xun, as in 宝鉴's own rule: the gloss speaks of the 甲 hours.",
            category=f"sanjia-{school}",
            notes="景祐 prints yang without for 孟甲 too; read within." if (slug, school) == ("mengjia", "jingyou") else "",
        )
        for school, source in (("jingyou", "景祐 三甲合"), ("sanshi", "宝鉴 卷二 三甲 引三氏"))
        for slug, hans, english, _, hours, auspice, words in _JIA_HOURS
    ),
    *(
        Row(
            f"{slug}.{school}-yuan", f"{hans}（本元）", f"{hans}（本元）", slug, f"{english} of its own yuan", FAMILY,
            source, school, auspice,
            f"yuan:{yuan} & hour:{hours}",
            f"The hours {hours.replace(',', ' and ')} while the ju is of the {yuan} yuan; {words}. A third of them.",
        )
        for school, source in (("jingyou", "景祐 三甲合"), ("sanshi", "宝鉴 卷二 三甲 引三氏"))
        for slug, hans, english, yuan, hours, auspice, words in _JIA_HOURS
    ),
    Row(
        "sanjia-jiehe", "三甲皆合", "三甲皆合", "sanjia jiehe", "all three jia meet", FAMILY, "景祐 三甲合", "jingyou",
        "吉", "day_stem:甲 & hour:甲子",
        "The midnight hour 甲子 of a 甲 day.",
        rejected="Any 甲 hour of a 甲 day: the text says midnight (sanjia-jiehe.both-stems adds 甲戌).",
    ),
    Row(
        "sanjia-jiehe.both-stems", "三甲皆合（干同）", "三甲皆合（干同）", "sanjia jiehe", "all three jia meet, by stem",
        FAMILY, "景祐 三甲合 注", "jingyou", "吉", "day_stem:甲 & hour_stem:甲",
        "Day stem and hour stem are both 甲: 甲子 and 甲戌 of a 甲 day.",
    ),
)  # fmt: skip

#: 三氏's table: star by class of the 甲 hour; a yin star in a 仲 hour is not given.
_SANSHI_STARS = (
    ("neikai-waihe", "内开外阖", "內開外闔", "open within, shut without", YANG_STARS, "甲寅,甲申"),
    ("bankai-banhe", "半开半阖", "半開半闔", "half open, half shut", YANG_STARS, "甲子,甲午"),
    ("waikai-neihe", "外开内阖", "外開內闔", "open without, shut within", YANG_STARS, "甲辰,甲戌"),
    ("neibankai-waijinhe", "内半开外尽阖", "內半開外盡闔", "half open within, shut without", YIN_STARS, "甲寅,甲申"),
    ("waibankai-neijinhe", "外半开内尽阖", "外半開內盡闔", "half open without, shut within", YIN_STARS, "甲辰,甲戌"),
)  # fmt: skip

_SANSHI = (
    *(
        Row(
            slug, hans, hant, slug.replace("-", " "), english, FAMILY, "宝鉴 卷二 三甲 引三氏 注", "sanshi", "",
            f"hour:{hours} & zhifu:{stars}",
            f"The hours {hours.replace(',', ' and ')} with 直符 one of {stars}.",
            rejected="The author sees no ground for the table.", category="sanshi-sanjia",
            notes="A yin star in 甲子 or 甲午 is not given.",
        )
        for slug, hans, hant, english, stars, hours in _SANSHI_STARS
    ),
    *(
        Row(
            f"{slug}.yuan", f"{hans}（本元）", f"{hant}（本元）", slug.replace("-", " "), f"{english}, of its own yuan", FAMILY,
            "宝鉴 卷二 三甲 引三氏 注", "sanshi", "",
            f"yuan:{yuan} & hour:{hours} & zhifu:{stars}",
            f"The hours {hours.replace(',', ' and ')} with 直符 one of {stars}, while the ju is of the {yuan} yuan.",
        )
        for slug, hans, hant, english, stars, hours in _SANSHI_STARS
        for _, _, _, yuan, xun in _CLASSES
        if xun in (hours, ",".join(reversed(hours.split(","))))
    ),
    Row(
        "xingmen", "刑门", "刑門", "xingmen", "gate of punishment", FAMILY, "宝鉴 卷二 三甲 引三氏", "sanshi", "凶",
        "heaven:甲 & hour_xun:甲申",
        "直符 is 庚: the hours of the 甲申 xun; the hit is at 直符. 180 charts.",
        notes="The text names the gate and gives no further predicate.", inferred=True,
    ),
)  # fmt: skip

ROWS = (*_SANJIA_ROWS, *_KAIHE, *_JIA_ROWS, *_SANSHI)
