"""Where 直符 and 直使 stand: at home, opposite, together, at the gate, in punishment."""

from __future__ import annotations

from .row import Row

FAMILY = "leader-and-envoy"

#: Each star (door) in the palace opposite its home. 禽 rides with its host, whose atom then speaks for it.
STAR_OPPOSITE = (
    "(star:蓬 & palace:9) | (star:英 & palace:1) | (star:任 & palace:2) | (star:芮 & palace:8) | "
    "(star:冲 & palace:7) | (star:柱 & palace:3) | (star:辅 & palace:6) | (star:心 & palace:4)"
)
DOOR_OPPOSITE = (
    "(door:休 & palace:9) | (door:景 & palace:1) | (door:生 & palace:2) | (door:死 & palace:8) | "
    "(door:伤 & palace:7) | (door:惊 & palace:3) | (door:杜 & palace:6) | (door:开 & palace:4)"
)
DOOR_HOME = (
    "(door:休 & palace:1) | (door:生 & palace:8) | (door:伤 & palace:3) | (door:杜 & palace:4) | "
    "(door:景 & palace:9) | (door:死 & palace:2) | (door:惊 & palace:7) | (door:开 & palace:6)"
)

_AT_HOME = (
    Row(
        "xing-fuyin", "星伏吟", "星伏吟", "xing fuyin", "the stars lie low", FAMILY,
        "宝鉴 卷二 反吟伏吟", "baojian", "凶",
        "hourly(heaven:甲 & earth:甲 & ~hour_stem:甲)",
        "直符 stands in its own (lodged) home palace in an hour whose stem is not 甲. A hit of the hour as a whole. 108 "
        "charts by stem identity and 24 by lodging.",
        rejected="甲 hours: the book argues at length that they rest and do not lie low; 景祐 and 陶 count them.",
        default=True, notes="Store goods.",
    ),
    Row(
        "xing-fuyin.jingyou", "星伏吟", "星伏吟", "xing fuyin", "the stars lie low", FAMILY,
        "景祐 伏吟", "jingyou", "凶",
        "hourly(heaven:甲 & earth:甲)",
        "直符 stands in its own (lodged) home palace, 甲 hours included. A hit of the hour as a whole. 240 charts.",
        aliases=("符伏吟",),
    ),
    Row(
        "men-fuyin", "门伏吟", "門伏吟", "men fuyin", "the doors lie low", FAMILY,
        "宝鉴 卷二 反吟伏吟", "baojian", "凶",
        f"hourly(envoy & ({DOOR_HOME}) & ~hour_stem:甲)",
        "直使 stands in the home palace of its own door in an hour whose stem is not 甲. A hit of the hour as a whole. "
        "The six 癸 hours in every ju, and 24 charts by lodging (禽 in a 庚 hour, 芮 or 任 in a 丁 hour).",
        rejected="甲 hours, as for the stars.",
        default=True, notes="Store goods.",
    ),
    Row(
        "men-fuyin.jingyou", "门伏吟", "門伏吟", "men fuyin", "the doors lie low", FAMILY,
        "景祐 伏吟", "jingyou", "凶",
        f"hourly(envoy & ({DOOR_HOME}))",
        "直使 stands in the home palace of its own door, 甲 hours included. A hit of the hour as a whole. 240 charts.",
    ),
)  # fmt: skip

_HOME_VARIANTS = (
    Row(
        "xing-fuyin.by-stem", "星伏吟（干同）", "星伏吟（干同）", "xing fuyin", "the stars lie low, by stem", FAMILY,
        "宝鉴 卷二 反吟伏吟", "baojian", "凶",
        "hour:戊辰,己卯,庚寅,辛丑,壬子,癸亥",
        "The hour stem is the yi of its own xun: 戊辰 己卯 庚寅 辛丑 壬子 癸亥, in every ju.",
        notes="The list the book prints for the stars. It gives the cases that lodging adds for the doors only. The same "
        "pillars are the 应配之辰 of the six yi.",
    ),
    *(
        Row(
            f"{slug}.tao", hans, hant, pinyin, english, FAMILY, "宝鉴 卷二 反吟伏吟 引陶氏", "tao", "凶",
            rule, f"{words}, 甲 hours included. A hit of the hour as a whole.",
            rejected="宝鉴: a 甲 hour rests.",
        )
        for slug, hans, hant, pinyin, english, rule, words in (
            ("xing-fuyin", "星伏吟", "星伏吟", "xing fuyin", "the stars lie low", "hourly(heaven:甲 & earth:甲)",
             "直符 stands in its own home palace"),
            ("men-fuyin", "门伏吟", "門伏吟", "men fuyin", "the doors lie low", f"hourly(envoy & ({DOOR_HOME}))",
             "直使 stands in the home palace of its own door"),
        )
    ),
    Row(
        "fuyin", "伏吟", "伏吟", "fuyin", "lying low", FAMILY, "宝鉴 卷二 反吟伏吟", "baojian", "凶",
        f"hourly(~hour_stem:甲 & ((heaven:甲 & earth:甲) | (envoy & ({DOOR_HOME}))))",
        "星伏吟 or 门伏吟: 直符 in its own home palace, or 直使 in the home palace of its own door, not in a 甲 hour. A hit "
        "of the hour as a whole.",
        default=True,
    ),
    *(
        Row(
            f"fuyin.{school}", "伏吟", "伏吟", "fuyin", "lying low", FAMILY, source, school, "凶",
            f"hourly((heaven:甲 & earth:甲) | (envoy & ({DOOR_HOME})))",
            "直符 in its own home palace, or 直使 in the home palace of its own door, 甲 hours included. A hit of the "
            "hour as a whole.",
        )
        for school, source in (("jingyou", "景祐 伏吟"), ("tao", "宝鉴 卷二 反吟伏吟 引陶氏"))
    ),
)  # fmt: skip

_OPPOSITE = (
    Row(
        "xing-fanyin", "星反吟", "星反吟", "xing fanyin", "the stars turn over", FAMILY,
        "宝鉴 卷二 反吟伏吟; 景祐 反吟", "baojian", "凶",
        f"hourly(heaven:甲 & ({STAR_OPPOSITE}))",
        "The star of 直符 (its host where it is 禽) stands in the palace opposite its home. A hit of the hour as a whole.",
        default=True, aliases=("符反吟",), notes="120 charts. Give out goods.",
    ),
    Row(
        "men-fanyin", "门反吟", "門反吟", "men fanyin", "the doors turn over", FAMILY,
        "宝鉴 卷二 反吟伏吟; 景祐 反吟", "baojian", "凶",
        f"hourly(envoy & ({DOOR_OPPOSITE}))",
        "直使 stands in the palace opposite the home of its own door. A hit of the hour as a whole.",
        default=True, notes="120 charts; 20 have both. Give out goods.",
    ),
    Row(
        "fanyin", "反吟", "反吟", "fanyin", "turning over", FAMILY, "宝鉴 卷二 反吟伏吟; 景祐 反吟", "baojian", "凶",
        f"hourly((heaven:甲 & ({STAR_OPPOSITE})) | (envoy & ({DOOR_OPPOSITE})))",
        "星反吟 or 门反吟: 直符's star or 直使's door in the palace opposite its home. A hit of the hour as a whole.",
        default=True, notes="220 charts.",
    ),
)  # fmt: skip

_SHOUMEN = "庚午,己卯,戊子,丁酉,丙午,乙卯"

_GATE_FULL = (
    Row(
        "yunv-shoumen.lodged", "玉女守门（寄宫）", "玉女守門（寄宮）", "yunv shoumen", "the jade maiden keeps the gate, "
        "lodged", FAMILY, "宝鉴 卷二 玉女守门", "baojian", "吉",
        "envoy & earth:丁",
        "The lodged palace of 直使 holds earth 丁, a lodged stem included: 28 charts more than the six hours give.",
        rejected="It is here for comparison: both books list six hours for every ju.",
    ),
    Row(
        "yunv-shoumen-full", "玉女守门全格", "玉女守門全格", "yunv shoumen quan ge", "the jade maiden keeps the gate, in full",
        FAMILY, "宝鉴 卷二 玉女守门", "baojian", "吉",
        "envoy & ((dun:阳 & ju:8 & hour:庚午 & heaven:乙) | (dun:阴 & ju:1 & hour:庚午 & heaven:丙) | "
        "(dun:阴 & ju:2 & hour:乙卯 & palace:2) | (dun:阴 & ju:4 & hour:乙卯 & heaven:己))",
        "玉女守门 with 直使's native door 开, 休 or 生, while heaven 丁 (太阴) stands over earth 己 (地户, 六合) in any palace; "
        "the hit is at 直使.",
        rejected="The deity 太阴 at 六合 or 地户, or at 直使: variants. The book's own titles of the stems read 丁 and 己.",
        default=True,
        notes="The charts are listed because the pair stands in another palace than the hit: yang 8 and yin 1 at 庚午, "
        "and, with the centre in 坤 in both halves, yin 2 and yin 4 at 乙卯; the stem or palace beside each tells the "
        "two lodgings apart.",
    ),
    *(
        Row(
            f"yunv-shoumen-full.{slug}", f"玉女守门全格（{mark}）", f"玉女守門全格（{mark_hant}）", "yunv shoumen quan ge",
            f"the jade maiden in full, {english}", FAMILY, "宝鉴 卷二 玉女守门", "baojian", "吉",
            f"{rule} & zhishi:开休生 & hour:{_SHOUMEN}", words,
        )
        for slug, mark, mark_hant, english, rule, words in (
            ("deity-heaven", "太阴临天己", "太陰臨天己", "taiyin at heaven's ji", "deity:太阴 & heaven:己",
             "玉女守门 with a lucky 直使, while the deity 太阴 stands in the palace of heaven 己; the hit is that palace."),
            ("deity-earth", "太阴临地己", "太陰臨地己", "taiyin at earth's ji", "deity:太阴 & earth:己",
             "玉女守门 with a lucky 直使, while the deity 太阴 stands in the palace of earth 己; the hit is that palace."),
            ("deity-envoy", "太阴临门", "太陰臨門", "taiyin at the envoy", "envoy & deity:太阴",
             "玉女守门 with a lucky 直使, while the deity 太阴 stands in the palace of 直使; the hit is there."),
        )
    ),
    Row(
        "tianyi-chiheng-jimen", "天乙持衡吉门", "天乙持衡吉門", "tianyi chiheng jimen", "Tianyi holds the balance, lucky door",
        FAMILY, "宝鉴 卷二 天网时", "baojian", "吉",
        "envoy & hour:戊午,己未,庚申,辛酉,壬戌 & zhishi:开休生 & ~zhifu:禽",
        "天乙持衡 with 直使's native door 开, 休 or 生 and 直符 not 禽: yang 1 3 5, yin 2 4 6. 30 charts; the hit is at 直使.",
        rejected="Yang 2, printed among them (its door is 惊); yin 1, lucky only by the lodged 生.",
    ),
    Row(
        "tianyi-chiheng-jimen.with-qin", "天乙持衡吉门（禽）", "天乙持衡吉門（禽）", "tianyi chiheng jimen",
        "Tianyi holds the balance, lucky door, qin let in", FAMILY, "宝鉴 卷二 天网时", "baojian", "吉",
        "envoy & hour:戊午,己未,庚申,辛酉,壬戌 & zhishi:开休生",
        "天乙持衡 with 直使's native door 开, 休 or 生, the lodged 生 of 禽 let in.",
    ),
)  # fmt: skip

_GATE = (
    Row(
        "yunv-shoumen", "玉女守门", "玉女守門", "yunv shoumen", "the jade maiden keeps the gate", FAMILY,
        "宝鉴 卷二 玉女守门; 景祐 三奇游六仪", "baojian", "吉",
        "envoy & hour:庚午,己卯,戊子,丁酉,丙午,乙卯",
        "The raw palace of 直使 is the native palace of earth 丁: the hours 庚午 己卯 戊子 丁酉 丙午 乙卯 in every ju. The hit "
        "is at 直使.",
        rejected="Lodged palaces: 28 spurious charts (yunv-shoumen.lodged).",
        default=True,
    ),
    Row(
        "yunv-shoumen.lin", "玉女守门", "玉女守門", "yunv shoumen", "the jade maiden keeps the gate", FAMILY,
        "宝鉴 卷二 玉女守门 引林氏", "lin", "吉",
        "hour:丙寅,辛巳,乙未,己酉,壬子,壬戌",
        "On 甲己 days the 丙 hour, on 乙庚 辛, on 丙辛 乙, on 丁壬 己, on 戊癸 壬: six hour pillars, no palace.",
        rejected="宝鉴 finds no ground for it; no condition on the plate yields the list.",
    ),
    Row(
        "tianyi-chiheng", "天乙持衡", "天乙持衡", "tianyi chiheng", "Tianyi holds the balance", FAMILY,
        "宝鉴 卷二 天网时", "baojian", "吉",
        "envoy & hour:戊午,己未,庚申,辛酉,壬戌",
        "The hours 戊午 己未 庚申 辛酉 壬戌, when 直符 and 直使 stand in one raw palace. The hit is at 直使. 90 charts.",
        rejected="All hours with both in one raw palace (the 甲 hours, 丙辰, 丁酉 and 癸亥 too): the book names five.",
        default=True,
    ),
)  # fmt: skip

#: The palace where the branch of each xun head punishes or is punished (宝鉴 卷二 刑; 景祐 六仪击刑 王璋).
JIXING = (("甲子", "3"), ("甲戌", "2"), ("甲申", "8"), ("甲午", "9"), ("甲辰", "4"), ("甲寅", "4"))

#: What another edition adds: the branch that punishes the xun head.
_JIXING_YIBEN = (("甲戌", "8"), ("甲申", "4"), ("甲寅", "2"))

_PUNISHED = (
    Row(
        "liuyi-jixing", "六仪击刑", "六儀擊刑", "liuyi jixing", "a yi strikes its punishment", FAMILY,
        "宝鉴 卷二 刑; 景祐 六仪击刑 王璋", "baojian", "凶",
        "heaven:甲 & (" + " | ".join(f"(hour_xun:{xun} & palace:{palace})" for xun, palace in JIXING) + ")",
        "直符 stands (lodged) in the palace its xun head punishes: 甲子 3, 甲戌 2, 甲申 8, 甲午 9, 甲辰 4, 甲寅 4. By the xun "
        "of the hour, so a guest stem beside 直符 does not count. 140 charts.",
        rejected="Any heaven yi (liuyi-jixing.any-yi): the book lays the 甲 on the palace.",
        default=True, aliases=("击刑",),
    ),
    Row(
        "liuyi-jixing.yiben", "六仪击刑", "六儀擊刑", "liuyi jixing", "a yi strikes its punishment", FAMILY,
        "宝鉴 卷二 刑 引一本", "yiben", "凶",
        "heaven:甲 & ("
        + " | ".join(f"(hour_xun:{xun} & palace:{palace})" for xun, palace in (*JIXING, *_JIXING_YIBEN))
        + ")",
        "六仪击刑, and also 甲戌 in 8, 甲申 in 4, 甲寅 in 2: the palaces that punish the xun head. 220 charts.",
    ),
    Row(
        "liuyi-jixing.raw", "六仪击刑（遁宫）", "六儀擊刑（遁宮）", "liuyi jixing", "a yi strikes, raw palace", FAMILY,
        "宝鉴 卷二 刑", "baojian", "凶",
        "heaven:甲 & (" + " | ".join(f"(hour_xun:{xun} & zhifu_raw:{palace})" for xun, palace in JIXING) + ")",
        "六仪击刑 by the raw palace of 直符, so that a 直符 lodged from the centre does not count. 120 charts.",
    ),
    Row(
        "liuyi-jixing.moved", "六仪击刑（离宫）", "六儀擊刑（離宮）", "liuyi jixing", "a yi strikes, away from home", FAMILY,
        "景祐 六仪击刑 王璋", "jingyou", "凶",
        "heaven:甲 & ~earth:甲 & (" + " | ".join(f"(hour_xun:{xun} & palace:{palace})" for xun, palace in JIXING) + ")",
        "六仪击刑 while 直符 is not in its own (lodged) home palace. 108 charts.",
    ),
    Row(
        "liuyi-jixing.any-yi", "六仪击刑（天盘六仪）", "六儀擊刑（天盤六儀）", "liuyi jixing", "any yi strikes", FAMILY,
        "今法 六仪击刑", "modern", "凶",
        "(heaven:戊 & palace:3) | (heaven:己 & palace:2) | (heaven:庚 & palace:8) | (heaven:辛 & palace:9) | "
        "(heaven:壬癸 & palace:4)",
        "Any heaven yi in its palace: 戊 3, 己 2, 庚 8, 辛 9, 壬 4, 癸 4, leader or not.",
        rejected="Not in the old books, which speak of 直符.",
    ),
)  # fmt: skip

_UNION = (
    Row(
        "tanhe-shouzhi", "贪合受制", "貪合受制", "tanhe shouzhi", "greedy for union and brought under control", FAMILY,
        "宝鉴 卷三 贪合受制", "baojian", "吉",
        "earth:乙 & earth:庚 & star:蓬芮冲辅禽心柱任英 & ((dun:阳 & ju:3) | (dun:阴 & ju:7))",
        "Yang 3 or yin 7: earth 乙 and earth 庚 share the palace where the centre lodges, between 丁 and 丙 in north and "
        "south. A fact of the ju, true in all its 60 hours.",
        default=True, notes="With the centre in 坤 in both halves yin 7 has no such palace.",
    ),
)  # fmt: skip

ROWS = (*_AT_HOME, *_HOME_VARIANTS, *_OPPOSITE, *_GATE, *_GATE_FULL, *_PUNISHED, *_UNION)
