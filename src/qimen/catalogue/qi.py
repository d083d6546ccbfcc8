"""The three 奇 乙丙丁: with a lucky door, with 太阴, in the tomb, under control."""

from __future__ import annotations

from .row import Row

FAMILY = "qi"

#: Tombs by palace: 乙 in 2 (未), 丙 and 丁 in 6 (戌).
_TOMB = "(heaven:乙 & palace:2) | (heaven:丙丁 & palace:6)"

_WITH_DOORS = (
    Row(
        "jimen-he-qi", "吉门合奇", "吉門合奇", "jimen he qi", "a lucky door meets a qi", FAMILY,
        "宝鉴 卷二 三奇得使", "baojian", "吉",
        "door:开休生 & earth:乙丙丁",
        "Door 开, 休 or 生 stands over earth 乙, 丙 or 丁, a lodged stem included.",
        rejected="The heaven plate (景祐's 三奇之灵, and the variant jimen-he-qi.heaven): the book lays the door ON the 奇.",
        default=True, notes="What 宝鉴 calls 奇门 elsewhere is this, on the same plate.",
    ),
    *(
        Row(
            f"jimen-he-qi.{slug}", f"吉门合奇（{hans}）", f"吉門合奇（{hant}）", "jimen he qi",
            f"a lucky door meets a qi, {english}", FAMILY, "宝鉴 卷二 三奇得使", "baojian", "吉",
            f"door:开休生 & {rule}", f"Door 开, 休 or 生 with 乙, 丙 or 丁 on {words} in its palace.",
        )
        for slug, hans, hant, english, rule, words in (
            ("heaven", "天盘", "天盤", "heaven plate", "heaven:乙丙丁", "the heaven plate"),
            ("either", "天地", "天地", "either plate", "(heaven:乙丙丁 | earth:乙丙丁)", "the heaven or the earth plate"),
            ("both", "天地俱", "天地俱", "both plates", "heaven:乙丙丁 & earth:乙丙丁", "both plates (not the same 奇 alone)"),
        )
    ),
    Row(
        "sanqi-zhiling", "三奇之灵", "三奇之靈", "sanqi zhi ling", "the spirit of the three qi", FAMILY,
        "景祐 三奇之灵", "jingyou", "吉",
        "door:开休生 & heaven:乙丙丁",
        "Heaven 乙, 丙 or 丁 with door 开, 休 or 生 in one palace.",
        rejected="The earth plate, as in 宝鉴's 吉门合奇.",
        notes="The text adds a 'good spirit' and never says which: left out.", inferred=True,
    ),
    *(
        Row(
            f"taiyin-he-qimen{suffix}", f"太阴合奇门{mark}", f"太陰合奇門{mark_hant}", "taiyin he qimen",
            f"taiyin covers qi and door{english}", FAMILY, "宝鉴 卷二 反吟伏吟; 卷三 化气呈祥", "baojian", "吉",
            rule, words, rejected=rejected, default=not suffix, inferred=True,
            mitigates=(
                "xing-fuyin", "men-fuyin", "xing-fanyin", "men-fanyin",
                "erlong-zhanye", "erhu-zhengxiong", "qinglong-kundun", "baihu-zhunzhan",
            )
            if not suffix
            else (),
            notes=notes,
        )
        for suffix, mark, mark_hant, english, rule, words, rejected, notes in (
            ("", "", "", "", "deity:太阴 & door:开休生 & heaven:乙丙丁",
             "The deity 太阴, door 开, 休 or 生, and heaven 乙, 丙 or 丁 in one palace.",
             "Stem 丁 for 太阴, its title in 十干门户; the 奇 of the earth plate: variants.",
             ("Used three times as a softener and never defined. The book never lays out the eight deities: the deity is "
             "borrowed from 景祐, and inferred; that the 奇 is the one of the heaven plate, where 太阴 covers it, is inferred too, "
             "for 吉门合奇 itself is read on the earth plate. 反吟 and 伏吟 are halved; under the four bad pairs one may act "
             "elsewhere.")),
            (".earth", "（地盘）", "（地盤）", ", earth plate", "deity:太阴 & door:开休生 & earth:乙丙丁",
             "The deity 太阴 and door 开, 休 or 生 over earth 乙, 丙 or 丁: 吉门合奇 under 太阴.", "",
             "The plate on which 吉门合奇 itself is read."),
            (".either", "（天地）", "（天地）", ", either plate", "deity:太阴 & door:开休生 & (heaven:乙丙丁 | earth:乙丙丁)",
             "The deity 太阴, door 开, 休 or 生, and 乙, 丙 or 丁 on either plate.", "", ""),
            (".stem", "（六丁）", "（六丁）", ", by the stem", "door:开休生 & heaven:丁",
             "Door 开, 休 or 生 under heaven 丁, which is both 太阴 (by its title) and a 奇.", "", ""),
        )
    ),
)  # fmt: skip

_HARMED = (
    Row(
        "sanqi-rumu", "三奇入墓", "三奇入墓", "sanqi rumu", "a qi enters its tomb", FAMILY,
        "宝鉴 卷二 奇墓", "baojian", "凶",
        _TOMB,
        "Heaven 乙 in palace 2, or heaven 丙 or 丁 in palace 6. With door 开, 休 or 生 in that palace, half good.",
        default=True, aliases=("奇墓",), when=(("door:开休生", "半"),),
        notes="162 of 380 charts (kun-gen) have a lucky door in a tomb palace.",
    ),
    Row(
        "sanqi-rumu.jingyou", "三奇入墓", "三奇入墓", "sanqi rumu", "a qi enters its tomb", FAMILY,
        "景祐 三奇入墓", "jingyou", "凶",
        _TOMB,
        "Heaven 乙 in palace 2, or heaven 丙 or 丁 in palace 6; bad whatever door or star is with it.",
        rejected="宝鉴's half good with a lucky door.",
        notes="The worked example of yin 4 庚寅 is itself a 伏吟 chart: the 奇 still counts there.",
        overrides=("jimen-he-qi", "sanqi-zhiling"),
    ),
    Row(
        "qizhi", "奇制", "奇制", "qizhi", "a qi under control", FAMILY,
        "宝鉴 卷二 奇墓", "baojian", "凶",
        "(heaven:乙 & palace:67) | (heaven:丙丁 & palace:1)",
        "Heaven 乙 in palace 6 or 7 (metal), or heaven 丙 or 丁 in palace 1 (water). Judged as the tomb is, so half good "
        "with door 开, 休 or 生.",
        default=True, aliases=("三奇受制",), when=(("door:开休生", "半"),),
    ),
    *(
        Row(
            f"sanqi-rumu.preface-{slug}", f"三奇入墓（序{mark}）", f"三奇入墓（序{mark}）", "sanqi rumu",
            f"a qi enters its tomb, preface, ding in {slug}", FAMILY, "景祐 序", "jingyou", "凶",
            rule, words, rejected="The section of the same book puts 丙 and 丁 in 6.", notes=notes,
        )
        for slug, mark, rule, words, notes in (
            ("kun", "坤", "heaven:乙丁 & palace:2", "Heaven 乙 or heaven 丁 in palace 2.",
             "丁同 taken to the letter; a lacuna (丙 in 乾 lost before it) is likelier."),
            ("gen", "艮", "(heaven:乙 & palace:2) | (heaven:丁 & palace:8)", "Heaven 乙 in palace 2, or heaven 丁 in palace 8.",
             "The alternative the preface itself adds; later books keep 丁 in 8."),
        )
    ),
    Row(
        "sanqi-rumu.qi-door", "奇墓合吉门", "奇墓合吉門", "qi mu he ji men", "a qi in its tomb with a lucky door", FAMILY,
        "宝鉴 卷二 奇墓", "baojian", "半",
        f"door:开休生 & ({_TOMB})", "三奇入墓 with door 开, 休 or 生 in the same palace.",
        rejected="景祐: bad even so.",
    ),
)  # fmt: skip

ROWS = (*_WITH_DOORS, *_HARMED)
