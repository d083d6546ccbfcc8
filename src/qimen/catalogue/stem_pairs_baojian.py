"""宝鉴's own scheme of stem pairs (卷三): 勃 格 刑 破, the two good and the four bad pairs, and the names it rejects.

Its 伏干 and 飞干 (these pairs while one of the four pillar stems is 庚) and 景祐's (tests against the day stem) are
two families under one name. The last six pairs hold in either order.
"""

from __future__ import annotations

from .row import Row

FAMILY = "stem-pairs"

#: Slug, names, heaven, earth, side of the harm, name with the pillar clause. 丙 is 勃, 庚 is 格.
_BO_GE = (
    ("bofei", "勃飞", "勃飛", "rebellion flies", "丙", "庚", "inside", "伏干"),
    ("bofu", "勃伏", "勃伏", "rebellion hides", "庚", "丙", "outside", "飞干"),
    ("gefei", "格飞", "格飛", "block flies", "庚", "甲", "inside", "伏干"),
    ("gefu", "格伏", "格伏", "block hides", "甲", "庚", "outside", "飞干"),
)  # fmt: skip
_HANT = {"伏干": "伏干", "飞干": "飛干"}
_PINYIN = {"伏干": "fugan", "飞干": "feigan"}


def _pair(heaven: str, earth: str) -> str:
    """Return the rule of one ordered pair; with 甲 the 甲申 xun is out, since there 庚 is 甲."""
    rule = f"heaven:{heaven} & earth:{earth}"
    return f"{rule} & ~hour_xun:甲申" if "甲" in (heaven, earth) else rule


def _either(x: str, y: str) -> str:
    return f"(heaven:{x} & earth:{y}) | (heaven:{y} & earth:{x})"


_PLAIN = tuple(
    Row(
        slug, hans, hant, slug, english, FAMILY, "宝鉴 卷三 勃格", "baojian", "凶",
        _pair(heaven, earth),
        f"Heaven {heaven} stands over earth {earth}"
        + (", 甲 being 直符, outside the 甲申 xun (where 庚 is 甲 itself)." if "甲" in (heaven, earth) else ".")
        + f" The harm is {side}.",
        default=True,
        notes=f"While a pillar stem is 庚 it is also called {other} ({slug}.{_PINYIN[other]}).",
    )
    for slug, hans, hant, english, heaven, earth, side, other in _BO_GE
)  # fmt: skip

_PILLAR = tuple(
    Row(
        f"{slug}.{_PINYIN[other]}", f"{hans}{other}", f"{hant}{_HANT[other]}", f"{slug} {_PINYIN[other]}",
        f"{english}, a pillar stem being geng", FAMILY, "宝鉴 卷三 勃格", "baojian", "凶",
        f"any_stem:庚 & {_pair(heaven, earth)}",
        f"Heaven {heaven} stands over earth {earth} while the stem of the year, month, day or hour pillar is 庚"
        + (", outside the 甲申 xun." if "甲" in (heaven, earth) else "."),
        rejected="The loose use of 勃 and 格 with whatever pillar stem (诸书).",
        default=True,
    )
    for slug, hans, hant, english, heaven, earth, _, other in _BO_GE
)  # fmt: skip

_UMBRELLA = tuple(
    Row(
        _PINYIN[name], name, _HANT[name], _PINYIN[name], english, FAMILY, "宝鉴 卷三 勃格", "baojian", "凶",
        "any_stem:庚 & ("
        + " | ".join(f"({_pair(heaven, earth)})" for _, _, _, _, heaven, earth, _, other in _BO_GE if other == name)
        + ")",
        words,
        rejected="景祐's tests against the day stem (tianyi-fugan-ge, tianyi-feigan-ge).",
        default=True,
    )
    for name, english, words in (
        ("伏干", "hidden stem", "勃飞 or 格飞 (丙 over 庚; 庚 over 甲 outside the 甲申 xun) while a pillar stem is 庚."),
        ("飞干", "flying stem", "勃伏 or 格伏 (庚 over 丙; 甲 over 庚 outside the 甲申 xun) while a pillar stem is 庚."),
    )
)  # fmt: skip

_ROLES = ("@year", "@month", "@day", "@hour")


def _any_role(plate: str) -> str:
    return "(" + " | ".join(f"{plate}:{role}" for role in _ROLES) + ")"


_LOOSE = tuple(
    Row(
        f"{slug}.zhushu", hans, hant, slug, f"{english} (loose use)", FAMILY, "宝鉴 卷三 勃格 引诸书", "zhushu", "凶",
        f"heaven:{stem} & {_any_role('earth')}" if above else f"{_any_role('heaven')} & earth:{stem}",
        f"Heaven {stem} over the earth stem of any of the four pillars."
        if above else f"The heaven stem of any of the four pillars over earth {stem}.",
        rejected="宝鉴: so taken, 青龙返首 and 飞鸟跌穴 would be 勃 too.",
        inferred=True, notes="The text says 互相加临 for both; which way is 飞 follows the book's own pairs.",
    )
    for slug, hans, hant, english, stem, above in (
        ("bofei", "勃飞", "勃飛", "rebellion flies", "丙", True),
        ("bofu", "勃伏", "勃伏", "rebellion hides", "丙", False),
        ("gefei", "格飞", "格飛", "block flies", "庚", True),
        ("gefu", "格伏", "格伏", "block hides", "庚", False),
    )
)  # fmt: skip

_XING_PO = (
    Row(
        "xing", "刑", "刑", "xing", "punishment", FAMILY, "宝鉴 卷三 勃格", "baojian", "凶",
        "(heaven:庚 & earth:癸) | (heaven:丙 & earth:己)",
        "Heaven 庚 over earth 癸, or heaven 丙 over earth 己; this order only.",
        rejected="The name 大格 for 庚 over 癸 (诸书, 景祐).", default=True,
    ),
    Row(
        "xing.geng-gui", "庚癸刑", "庚癸刑", "xing", "punishment, geng over gui", FAMILY, "宝鉴 卷三 勃格", "baojian",
        "凶", "heaven:庚 & earth:癸", "Heaven 庚 over earth 癸.",
    ),
    Row(
        "xing.bing-ji", "丙己刑", "丙己刑", "xing", "punishment, bing over ji", FAMILY, "宝鉴 卷三 勃格", "baojian",
        "凶", "heaven:丙 & earth:己", "Heaven 丙 over earth 己.",
        notes="One print has 丙加巳 where the stem 己 is meant.",
    ),
    Row(
        "po", "破", "破", "po", "breaking", FAMILY, "宝鉴 卷三 勃格", "baojian", "凶",
        f"{_either('庚', '丁')} | {_either('丙', '壬')}",
        "庚 and 丁, or 丙 and 壬, one over the other in either order.", default=True,
    ),
    Row(
        "po.geng-ding", "庚丁破", "庚丁破", "po", "breaking, geng and ding", FAMILY, "宝鉴 卷三 勃格", "baojian", "凶",
        _either("庚", "丁"), "庚 and 丁, one over the other in either order (breaking by clash).",
    ),
    Row(
        "po.bing-ren", "丙壬破", "丙壬破", "po", "breaking, bing and ren", FAMILY, "宝鉴 卷三 勃格", "baojian", "凶",
        _either("丙", "壬"), "丙 and 壬, one over the other in either order (breaking by control).",
    ),
)  # fmt: skip

_QIGE = tuple(
    Row(
        slug, hans, hans, slug, english, FAMILY, "宝鉴 卷三 奇格", "baojian", "",
        _either("庚", qi), f"庚 and {qi}, one over the other in either order.",
        rejected="As an omen: the book has 格 here mean pattern, not block.", default=True,
    )
    for slug, hans, english, qi in (
        ("zeige", "贼格", "pattern of the robber", "丙"),
        ("poge", "破格", "pattern of breaking", "丁"),
        ("hege", "合格", "pattern of union", "乙"),
    )
)  # fmt: skip

#: Slug, names, pair, auspice. The first two need no lucky door.
_SIX = (
    ("yinyang-huaqi", "阴阳化气", "陰陽化氣", "yin and yang transform", "丁", "甲", "吉"),
    ("longfeng-chengxiang", "龙凤呈祥", "龍鳳呈祥", "dragon and phoenix bring luck", "丁", "乙", "吉"),
    ("erlong-zhanye", "二龙战野", "二龍戰野", "two dragons fight in the field", "甲", "乙", "凶"),
    ("erhu-zhengxiong", "二虎争雄", "二虎爭雄", "two tigers contend", "庚", "辛", "凶"),
    ("qinglong-kundun", "青龙困顿", "青龍困頓", "the green dragon is worn out", "甲", "戊", "凶"),
    ("baihu-zhunzhan", "白虎迍邅", "白虎迍邅", "the white tiger cannot advance", "庚", "壬", "凶"),
)  # fmt: skip

_GOOD_AND_BAD = tuple(
    Row(
        slug, hans, hant, slug.replace("-", " "), english, FAMILY, "宝鉴 卷三 化气呈祥", "baojian", auspice,
        f"~hour_xun:甲子 & ({_either(x, y)})" if (x, y) == ("甲", "戊") else _either(x, y),
        f"{x} and {y}, one over the other in either order"
        + (", 甲 being 直符" if x == "甲" or y == "甲" else "")
        + (", outside the 甲子 xun, where 戊 is 甲 itself." if (x, y) == ("甲", "戊") else "."),
        default=True,
        notes="Needs no lucky door." if auspice == "吉" else "太阴 with a 奇 and a lucky door elsewhere lets one act there.",
    )
    for slug, hans, hant, english, x, y, auspice in _SIX
)  # fmt: skip

_REJECTED = tuple(
    Row(
        slug, hans, hans, pinyin, english, FAMILY, "宝鉴 卷三 勃格 引诸书", "zhushu", "凶",
        f"heaven:庚 & earth:{earth}", f"Heaven 庚 over earth {earth_words}.", rejected=why,
    )
    for slug, hans, pinyin, english, earth, earth_words, why in (
        ("dage.zhushu", "大格", "dage", "great block", "癸", "癸", "宝鉴 calls this pair 刑."),
        ("xiaoge", "小格", "xiaoge", "small block", "壬", "壬", "In 宝鉴's scheme 庚 and 壬 are 白虎迍邅."),
        ("xingge.zhushu", "刑格", "xingge", "block of punishment", "己", "己", "宝鉴 finds no ground for it."),
        ("qige", "奇格", "qige", "block of the qi", "乙丙丁", "乙, 丙 or 丁",
         "宝鉴 keeps three patterns apart: 贼格, 破格, 合格."),
    )
)  # fmt: skip

ROWS = (*_PLAIN, *_PILLAR, *_UMBRELLA, *_LOOSE, *_XING_PO, *_QIGE, *_GOOD_AND_BAD, *_REJECTED)
