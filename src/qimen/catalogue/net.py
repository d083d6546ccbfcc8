"""天网, heaven's net in the 癸 hours: the palace to flee by, how high it hangs, how to pass under."""

from __future__ import annotations

from .row import Row

FAMILY = "net"

_BAOJIAN_HEIGHTS = (
    ("di", "网低", "網低", "low net", "123", "平", "crouch and crawl out with the blade on both arms"),
    ("rumu", "网入墓", "網入墓", "net in the tomb", "4", "凶", "do not leave"),
    ("chuguan", "网触冠", "網觸冠", "net at the cap", "6", "凶", "do not leave"),
    ("gao", "网高", "網高", "high net", "789", "平", "look up and walk out alone, slowly"),
)  # fmt: skip

_FANG = (
    Row(
        "tianwang-fang", "天网方", "天網方", "tianwang fang", "the side to flee by", FAMILY, "宝鉴 卷二 天网时", "baojian",
        "", "hour_stem:癸 & heaven:癸",
        "In a 癸 hour, the palace of heaven 癸: who flees by it is not caught.", default=True,
    ),
)  # fmt: skip

_SIZHANG = (
    Row(
        "tianwang-sizhang", "天网四张", "天網四張", "tianwang sizhang", "heaven's net spread on four sides", FAMILY,
        "宝鉴 卷二 天网时", "baojian", "凶",
        "hour:癸亥 & ((dun:阳 & ju:9) | (dun:阴 & ju:1))",
        "The 癸亥 hour when earth 癸 is native to the centre: yang 9 and yin 1 only. No way out on any side, so the hit "
        "is the hour as a whole.",
        rejected="景祐's any 癸 hour; 三氏's heaven 癸 in 8 or 9.",
        default=True, aliases=("四张",), overrides=("tianwang-di", "tianwang-gao"), category="tianwang-gaodi",
        notes="By lodging, heaven 癸 is then in 2 (yang 9) or 8 (yin 1), which the scale of heights would call low or high.",
    ),
    Row(
        "tianwang-sizhang.jingyou", "天网四张", "天網四張", "tianwang sizhang", "heaven's net spread on four sides",
        FAMILY, "景祐 天网四张", "jingyou", "凶",
        "hour_stem:癸",
        "Any 癸 hour; how high the net hangs is a scale of its own.",
    ),
    Row(
        "tianwang-sizhang.sanshi", "天网四张", "天網四張", "tianwang sizhang", "heaven's net spread on four sides",
        FAMILY, "宝鉴 卷二 天网时 引三氏", "sanshi", "平",
        "hour_stem:癸 & heaven:癸 & palace:89",
        "A 癸 hour with heaven 癸 in palace 8 or 9: high, passable at will. The hit is that palace.",
        rejected="宝鉴: what is spread on four sides leaves no way.",
    ),
)  # fmt: skip

_BAOJIAN = tuple(
    Row(
        f"tianwang-{slug}", hans, hant, f"tianwang {slug}", english, FAMILY, "宝鉴 卷二 天网时", "baojian", auspice,
        f"hour_stem:癸 & heaven:癸 & palace:{palaces}",
        f"In a 癸 hour, heaven 癸 stands in palace {' or '.join(palaces)}: {words}.",
        rejected="景祐's height by the palace of 直符.", default=True, category="tianwang-gaodi",
        notes="天网四张 comes first. Sixty paces on, walk freely." if slug in ("di", "gao") else "",
    )
    for slug, hans, hant, english, palaces, auspice, words in _BAOJIAN_HEIGHTS
)  # fmt: skip

_NUMERALS = "一二三四五六七八九"

_JINGYOU = (
    *(
        Row(
            f"tianwang-{slug}.jingyou", hans, hant, f"tianwang {slug}", english, FAMILY, "景祐 序", "jingyou", "",
            f"hour_stem:癸 & heaven:甲 & zhifu_raw:{raw}",
            f"In a 癸 hour, the raw palace of 直符 is one of {raw}: {words}. The hit is at 直符.",
            rejected="Heaven 癸, which the section also offers: the two agree in 20 of 108 charts "
            f"(tianwang-{slug}.jingyou-gui).",
            category="tianwang-gaodi-jingyou",
        )
        for slug, hans, hant, english, raw, words in (
            ("di", "网低", "網低", "low net", "12345", "runners do not get far"),
            ("gao", "网高", "網高", "high net", "6789", "runners get away"),
        )
    ),
    *(
        Row(
            f"tianwang-{slug}.jingyou-gui", f"{hans}（六癸）", f"{hant}（六癸）", f"tianwang {slug}", english, FAMILY,
            "景祐 天网四张", "jingyou", "",
            f"hour_stem:癸 & heaven:癸 & palace:{palaces}",
            f"In a 癸 hour, heaven 癸 stands (lodged) in one of {palaces}.",
        )
        for slug, hans, hant, english, palaces in (
            ("di", "网低", "網低", "low net", "12345"), ("gao", "网高", "網高", "high net", "6789"),
        )
    ),
    *(
        Row(
            f"tianwang-chi-{n}", f"天网{_NUMERALS[n - 1]}尺", f"天網{_NUMERALS[n - 1]}尺", f"tianwang {n} chi",
            f"net at {n} feet", FAMILY, "景祐 天网四张", "jingyou", "",
            f"hour_stem:癸 & heaven:甲 & zhifu_raw:{n}",
            f"In a 癸 hour, the raw palace of 直符 is {n}: the net hangs {n} 尺 above the ground. The hit is at 直符.",
            rejected="The lodged palace: it changes the figure of 12 charts.", category="tianwang-chi",
        )
        for n in range(1, 10)
    ),
    *(
        Row(
            f"tianwang-{slug}", hans, hant, f"tianwang {slug}", english, FAMILY, "景祐 天网四张", "jingyou", "",
            f"hour_stem:癸 & heaven:甲 & zhifu_raw:{raw}", f"In a 癸 hour, the net hangs {words}. The hit is at 直符.",
            category="tianwang-bu",
        )
        for slug, hans, hant, english, raw, words in (
            ("pufu", "天网匍匐", "天網匍匐", "crawl under the net", "1", "1 尺 high (直符 raw at 1): crawl"),
            ("xiaoxi", "天网消息", "天網消息", "evade the net", "23456789", "2 尺 or more (直符 raw at 2 to 9): evade"),
        )
    ),
)  # fmt: skip

ROWS = (*_FANG, *_SIZHANG, *_BAOJIAN, *_JINGYOU)
