"""三五 (go with three, shun five) in all its readings, 行阳行阴, and 阳使阴使."""

from __future__ import annotations

from .row import Row

FAMILY = "going-and-avoiding"

_STAR_HERE = "star:蓬芮冲辅禽心柱任英"

_DAY = (
    Row(
        "yousan", "游三", "遊三", "yousan", "go with three", FAMILY, "宝鉴 卷二 三五", "baojian", "吉",
        "hour_branch-day_branch:10",
        "The hour branch is the third, counted inclusively, behind the day branch (day branch less two): 生气.",
        rejected="李's palaces, 林's stems, 景祐's ordinal hours: rows of their own.",
        default=True, aliases=("日游三", "生气"), notes="As a direction it holds even without 奇 and lucky door.",
    ),
    Row(
        "biwu", "避五", "避五", "biwu", "shun five", FAMILY, "宝鉴 卷二 三五", "baojian", "凶",
        "hour_branch-day_branch:4",
        "The hour branch is the fifth, counted inclusively, before the day branch (day branch plus four): 死气.",
        default=True, aliases=("日避五", "死气"), overrides=("jimen-he-qi",),
        notes="To be shunned even with 奇 and lucky door.",
    ),
)  # fmt: skip

#: yi of each xun, the stem two on (生气) and the stem four back (死气).
_YI_GO = (("甲子", "庚"), ("甲戌", "辛"), ("甲申", "壬"), ("甲午", "癸"), ("甲辰", "甲"), ("甲寅", "乙"))
_YI_SHUN = (("甲子", "甲"), ("甲戌", "乙"), ("甲申", "丙"), ("甲午", "丁"), ("甲辰", "戊"), ("甲寅", "己"))


def _by_xun(table: tuple[tuple[str, str], ...]) -> str:
    return "heaven:甲 & (" + " | ".join(f"(hour_xun:{xun} & hour_stem:{stem})" for xun, stem in table) + ")"


_LEADER = (
    Row(
        "fuyousan", "符游三", "符遊三", "fu yousan", "the leader goes with three", FAMILY, "宝鉴 卷二 三五", "baojian",
        "吉", "heaven:甲 & hour_stem:丙",
        "The hour stem is 丙, two on from 甲 (直符), which it feeds; the hit is at 直符.",
        rejected="Counting from the yi of the xun (fuyousan.yi).", default=True,
    ),
    Row(
        "fubiwu", "符避五", "符避五", "fu biwu", "the leader shuns five", FAMILY, "宝鉴 卷二 三五", "baojian", "凶",
        "heaven:甲 & hour_stem:庚",
        "The hour stem is 庚, four back from 甲 (直符), which it controls; the hit is at 直符.",
        rejected="Counting from the yi of the xun (fubiwu.yi).", default=True, overrides=("jimen-he-qi",),
    ),
    Row(
        "fuyousan.yi", "符游三（六仪）", "符遊三（六儀）", "fu yousan", "the leader goes with three, by its yi", FAMILY,
        "宝鉴 卷二 三五", "baojian", "吉", _by_xun(_YI_GO),
        "The hour stem is two on from the yi of the hour's xun; for 壬 that is 甲, the 甲辰 hour itself. The hit is at 直符.",
    ),
    Row(
        "fubiwu.yi", "符避五（六仪）", "符避五（六儀）", "fu biwu", "the leader shuns five, by its yi", FAMILY,
        "宝鉴 卷二 三五", "baojian", "凶", _by_xun(_YI_SHUN),
        "The hour stem is four back from the yi of the hour's xun; for 戊 that is 甲, the 甲子 hour itself. The hit is at "
        "直符.",
    ),
    *(
        Row(
            f"{slug}-fang{suffix}", f"{hans}方{mark}", f"{hant}方{mark_hant}", f"{pinyin} fang", f"{english}: the side",
            FAMILY, "宝鉴 卷二 三五", "baojian", auspice,
            f"{plate}:{stem}" + (f" & {_STAR_HERE}" if plate == "earth" else ""),
            f"The (lodged) palace of {plate} {stem}, in every hour.", rejected=rejected,
        )
        for slug, hans, hant, pinyin, english, stem, auspice in (
            ("fuyousan", "符游三", "符遊三", "fu yousan", "the leader goes with three", "丙", "吉"),
            ("fubiwu", "符避五", "符避五", "fu biwu", "the leader shuns five", "庚", "凶"),
        )
        for plate, suffix, mark, mark_hant, rejected in (
            ("earth", "", "", "", "The heaven plate: 直符 goes to the earth palace of the hour stem."),
            ("heaven", ".heaven", "（天盘）", "（天盤）", ""),
        )
    ),
)  # fmt: skip

_JINGYOU = (
    Row(
        "zhisan", "之三", "之三", "zhi san", "go with three", FAMILY, "景祐 之三避五", "jingyou", "吉",
        "hour_stem:丙",
        "The third hour of a xun, whose stem is 丙.",
        rejected="直使 at palace 3: the worked example is of yang 1, where the two agree (zhisan.envoy).",
    ),
    Row(
        "biwu.jingyou", "避五", "避五", "bi wu", "shun five", FAMILY, "景祐 之三避五", "jingyou", "凶",
        "hour_stem:戊",
        "The fifth hour of a xun, whose stem is 戊.",
        rejected="直使 at palace 5 (biwu.envoy).", notes="Against 五阳时, which counts 戊 good.",
    ),
    Row(
        "zhisan.envoy", "之三（直使）", "之三（直使）", "zhi san", "go with three, by the envoy", FAMILY, "景祐 之三避五",
        "jingyou", "吉", "envoy & zhishi_raw:3", "The raw palace of 直使 is 3; the hit is at 直使.",
    ),
    Row(
        "biwu.envoy", "避五（直使）", "避五（直使）", "bi wu", "shun five, by the envoy", FAMILY, "景祐 之三避五",
        "jingyou", "凶", "envoy & zhishi_raw:5", "The raw palace of 直使 is 5; the hit is at its lodged palace.",
    ),
)  # fmt: skip

_OTHERS = (
    Row(
        "yousan.li", "游三", "遊三", "yousan", "go with three", FAMILY, "宝鉴 卷二 三五 引李氏", "li", "吉",
        "palace:3", "Palace 3, in every hour: the place where wood is born.",
        rejected="宝鉴: then every march goes due east; and 甲子 on 3 is 击刑.",
    ),
    Row(
        "biwu.li", "避五", "避五", "biwu", "shun five", FAMILY, "宝鉴 卷二 三五 引李氏", "li", "凶",
        "palace:2", "Palace 2, where 李 lodges the 5, in every hour.",
    ),
    Row(
        "yousan.li-leader", "游三（直符）", "遊三（直符）", "yousan", "go with three, by the leader", FAMILY,
        "宝鉴 卷二 三五 引李氏", "li", "吉", "heaven:甲 & palace:3", "直符 stands in palace 3.",
    ),
    Row(
        "biwu.li-leader", "避五（直符）", "避五（直符）", "biwu", "shun five, by the leader", FAMILY,
        "宝鉴 卷二 三五 引李氏", "li", "凶", "heaven:甲 & palace:25", "直符 stands (lodged) in palace 2, or in 5.",
    ),
    Row(
        "biwu.li-raw", "避五（遁宫）", "避五（遁宮）", "biwu", "shun five, by the raw palace", FAMILY,
        "宝鉴 卷二 三五 引李氏", "li", "凶", "heaven:甲 & zhifu_raw:5",
        "The raw palace of 直符 is 5; the hit is at its lodged palace. 120 charts.",
    ),
    Row(
        "yousan.lin", "游三", "遊三", "yousan", "go with three", FAMILY, "宝鉴 卷二 三五 引林氏", "lin", "吉",
        "heaven:甲 & hour_stem:丙", "直符 goes onto 丙: the hour stem is 丙. The hit is at 直符.",
        rejected="Any palace with 甲 over 丙 (yousan.lin-plate, 136 charts).",
    ),
    Row(
        "biwu.lin", "避五", "避五", "biwu", "shun five", FAMILY, "宝鉴 卷二 三五 引林氏", "lin", "凶",
        "heaven:甲 & (hour_stem:戊 | hour:甲子)",
        "直符 goes onto 戊: the hour stem is 戊, or the hour is 甲子, whose 甲 is 戊. The hit is at 直符. 126 charts.",
        rejected="Any palace with 甲 over 戊 (biwu.lin-plate, 152 charts).",
    ),
    Row(
        "yousan.lin-plate", "游三（盘）", "遊三（盤）", "yousan", "go with three, by the plate", FAMILY,
        "宝鉴 卷二 三五 引林氏", "lin", "吉", "heaven:甲 & earth:丙", "直符 stands in the palace of earth 丙.",
    ),
    Row(
        "biwu.lin-plate", "避五（盘）", "避五（盤）", "biwu", "shun five, by the plate", FAMILY,
        "宝鉴 卷二 三五 引林氏", "lin", "凶", "heaven:甲 & earth:戊", "直符 stands in the palace of earth 戊.",
    ),
    Row(
        "biwu.tao", "避五", "避五", "biwu", "shun five", FAMILY, "宝鉴 卷二 三五 引陶氏", "tao", "凶",
        "envoy & zhishi_raw:5", "The raw palace of 直使 is 5, shared by yang and yin. 120 charts.",
    ),
    Row(
        "biwu.sanshi", "避五", "避五", "biwu", "shun five", FAMILY, "宝鉴 卷三 气应 引三氏", "sanshi", "凶",
        "envoy & hour:戊辰 & ((dun:阳 & ju:1) | (dun:阴 & ju:9))",
        "The hour 戊辰 of yang 1 or yin 9, when both envoys reach 5; the hit is at 直使.",
        rejected="Every hour with 直使 raw at 5: the text works only this one.",
    ),
)  # fmt: skip

_YANG_YIN = (
    *(
        Row(
            slug, hans, hant, slug, english, FAMILY, "宝鉴 卷二 三五 引陶氏", "tao", "",
            f"envoy & ((dun:阳 & zhishi_raw:{yang}) | (dun:阴 & zhishi_raw:{yin}))",
            f"In a yang ju the raw palace of 直使 is one of {yang}, in a yin ju one of {yin}; the hit is at 直使.",
            rejected="景祐's labels, the same in both halves.", category="xingyang-xingyin-tao",
        )
        for slug, hans, hant, english, yang, yin in (
            ("xingyang.tao", "行阳", "行陽", "moving in yang", "1234", "6789"),
            ("xingyin.tao", "行阴", "行陰", "moving in yin", "6789", "1234"),
        )
    ),
    *(
        Row(
            slug, hans, hant, slug, english, FAMILY, "景祐 阴阳二遁, 五阳, 五阴", "jingyou", "",
            f"envoy & zhishi_raw:{raw}", f"The raw palace of 直使 is one of {raw}, in yang and yin ju alike; {words}.",
            category="xingyang-xingyin-jingyou",
        )
        for slug, hans, hant, english, raw, words in (
            ("xingyang", "行阳", "行陽", "moving in yang", "1234", "good for the guest"),
            ("xingyin", "行阴", "行陰", "moving in yin", "6789", "good for the host"),
            ("zhishi-ju-wu", "直使居五", "直使居五", "the envoy in five", "5", "good for the guest, not for the host"),
        )
    ),
    *(
        Row(
            slug, hans, hant, slug, english, FAMILY, "宝鉴 卷三 气应", "baojian", "",
            f"envoy & zhishi:{doors}", f"The native door of 直使 is one of {doors} ({side}); the hit is at 直使.",
            rejected="三氏 and 王璋: two envoys at once, from 1 forward and from 9 backward.",
            default=True, category="yangshi-yinshi",
        )
        for slug, hans, hant, english, doors, side in (
            ("yangshi", "阳使", "陽使", "yang envoy", "休生伤杜", "east"),
            ("yinshi", "阴使", "陰使", "yin envoy", "景死惊开", "west"),
        )
    ),
)  # fmt: skip

ROWS = (*_DAY, *_LEADER, *_JINGYOU, *_OTHERS, *_YANG_YIN)
