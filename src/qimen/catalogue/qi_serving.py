"""三奇得使, 得使遇甲, 三奇游六仪: a 奇 with the envoy, with the leader, among the yi.

The rules of one palace for two things (直使 and a 奇, 直使 and 直符) are stated for raw palaces. The stem under the raw
palace of 直使 depends on the hour pillar alone, so those rules are sets of hours.
"""

from __future__ import annotations

from .row import Row

FAMILY = "qi-serving"

#: 乙 in 己 or 辛, 丙 in 戊 or 庚, 丁 in 壬 or 癸: the leader of one yi comes onto the 奇, which goes to the other.
_YOU_LIUYI = (
    ("乙亥", "乙", "辛"), ("乙未", "乙", "己"), ("丙寅", "丙", "庚"),
    ("丙戌", "丙", "戊"), ("丁未", "丁", "癸"), ("丁巳", "丁", "壬"),
)  # fmt: skip
_DESHI_HOURS = (
    "壬申,辛巳,庚寅,己亥,戊申,丁巳,"  # raw 直使 on earth 乙
    "辛未,庚辰,己丑,戊戌,丁未,丙辰,"  # on 丙
    "庚午,己卯,戊子,丁酉,丙午,乙卯"  # on 丁
)
_SHOUMEN_HOURS = "庚午,己卯,戊子,丁酉,丙午,乙卯"
_LI_HOURS = "乙亥,乙未,丙寅,丙戌,丁未,丁巳"

_SERVING = (
    Row(
        "sanqi-deshi", "三奇得使", "三奇得使", "sanqi deshi", "a qi gains the envoy", FAMILY,
        "宝鉴 卷二 三奇得使", "baojian", "吉",
        f"envoy & zhishi:开休生 & ~zhifu:禽 & hour:{_DESHI_HOURS}",
        "直使's native door is 开, 休 or 生, the star of 直符 is not 禽, and the raw palace of 直使 is the native palace of "
        "earth 乙, 丙 or 丁: 壬申 辛巳 庚寅 己亥 戊申 丁巳 (乙), 辛未 庚辰 己丑 戊戌 丁未 丙辰 (丙), 庚午 己卯 戊子 丁酉 丙午 "
        "乙卯 (丁). The hit is at the lodged palace of 直使. 108 charts.",
        rejected="Lodged palaces, or 直符 禽 let in: then the book's own sentence, that only 丙辰 and 丁酉 both gain the "
        "envoy and meet 甲, is false.",
        default=True, aliases=("得使",),
    ),
    Row(
        "sanqi-deshi.jingyou", "三奇得使", "三奇得使", "sanqi deshi", "a qi gains its envoy", FAMILY,
        "景祐 三奇得使", "jingyou", "吉",
        "(heaven:乙 & palace:69) | (heaven:丙 & palace:12) | (heaven:丁 & palace:48)",
        "Heaven 乙 in 6 (甲戌) or 9 (甲午), heaven 丙 in 1 (甲子) or 2 (甲申), heaven 丁 in 4 (甲辰) or 8 (甲寅): the palace "
        "that holds the branch of one of its two 六甲. Any door.",
        rejected="The 奇 over the yi of its 六甲 on the plate (fits one of the six examples), or in an hour of that xun "
        "(fits none).",
        notes="All six examples also have a lucky door: that is sanqi-deshi.jingyou-full.",
    ),
    *(
        Row(
            f"sanqi-deshi.{school}", "三奇得使", "三奇得使", "sanqi deshi", "a qi gains its envoy", FAMILY,
            f"宝鉴 卷二 三奇得使 引{name}", school, "吉",
            f"heaven:甲 & hour:{_LI_HOURS}",
            "The hours 乙亥 乙未 丙寅 丙戌 丁未 丁巳 in every ju: a 奇 hour in a xun of its pair (乙 甲戌 甲午, 丙 甲子 甲申, "
            "丁 甲辰 甲寅), 直符 then standing on the 奇. The hit is at 直符.",
            rejected="宝鉴: this takes the yi, not the door, for the envoy.",
        )
        for school, name in (("li", "李氏"), ("lin", "林氏 (因李氏)"), ("tao", "陶氏 (因李氏)"))
    ),
    Row(
        "deshi-yujia", "得使遇甲", "得使遇甲", "deshi yujia", "gaining the envoy and meeting the leader", FAMILY,
        "宝鉴 卷二 三奇得使", "baojian", "吉",
        "envoy & zhishi:开休生 & ~zhifu:禽 & hour:丙辰,丁酉",
        "三奇得使 while 直符 stands in the same raw palace as 直使: the hours 丙辰 and 丁酉 with 直使 开, 休 or 生 and 直符 "
        "not 禽. The twelve charts the book prints; the hit is at 直使.",
        rejected="Lodged palaces (20 charts) or 直符 禽 let in (14): neither is the printed list.",
        default=True,
    ),
    Row(
        "sanqi-you-liuyi", "三奇游六仪", "三奇遊六儀", "sanqi you liuyi", "a qi wanders among the yi", FAMILY,
        "宝鉴 卷二 三奇游六仪", "baojian", "吉",
        " | ".join(f"(hour:{hour} & heaven:{qi} & earth:{yi})" for hour, qi, yi in _YOU_LIUYI),
        "The leader of one yi of the pair comes onto the 奇 and the rotation carries the 奇 onto the other: 乙亥 with 乙 "
        "over 辛, 乙未 乙 over 己, 丙寅 丙 over 庚, 丙戌 丙 over 戊, 丁未 丁 over 癸, 丁巳 丁 over 壬. The hit is at the 奇.",
        rejected="李, 陶 and 景祐 give the name to the six hours of 玉女守门.",
        default=True, aliases=("游六仪",),
        notes="36 charts with the lodging of the book. Read 阳二四七 for the printed 阳一四七.",
    ),
    *(
        Row(
            f"sanqi-you-liuyi.{school}", "三奇游六仪", "三奇遊六儀", "sanqi you liuyi", "a qi wanders among the yi",
            FAMILY, source, school, "吉",
            f"envoy & hour:{_SHOUMEN_HOURS}",
            "The six hours of 玉女守门: 庚午 己卯 戊子 丁酉 丙午 乙卯; the hit is at 直使.",
        )
        for school, source in (
            ("jingyou", "景祐 三奇游六仪即玉女守门时"),
            ("li", "宝鉴 卷二 三奇游六仪 引李氏"),
            ("tao", "宝鉴 卷二 三奇游六仪 引陶氏"),
        )
    ),
)  # fmt: skip

_SAME_RAW = "甲子,甲戌,甲申,甲午,甲辰,甲寅,丙辰,丁酉,戊午,己未,庚申,辛酉,壬戌,癸亥"
_LI_LEADER = "(hour_xun:甲戌,甲午 & {0}:乙{1}) | (hour_xun:甲子,甲申 & {0}:丙{1}) | (hour_xun:甲辰,甲寅 & {0}:丁{1})"

#: Slug, mark, school, book, rule, reading.
_VARIANTS = tuple(
    Row(
        f"{base}.{slug}", f"{hans}（{mark}）", f"{hant}（{mark_hant}）", base.replace("-", " "), english, FAMILY,
        source, school, "吉", rule, words,
    )
    for base, slug, hans, hant, mark, mark_hant, english, source, school, rule, words in (
        ("sanqi-deshi", "lodged", "三奇得使", "三奇得使", "寄宫", "寄宮", "gaining the envoy, lodged palaces",
         "宝鉴 卷二 三奇得使", "baojian", "envoy & zhishi:开休生 & earth:乙丙丁",
         "直使's native door is 开, 休 or 生 and its lodged palace holds earth 乙, 丙 or 丁, a lodged stem included."),
        ("sanqi-deshi", "with-qin", "三奇得使", "三奇得使", "禽", "禽", "gaining the envoy, qin let in",
         "宝鉴 卷二 三奇得使", "baojian", f"envoy & zhishi:开休生 & hour:{_DESHI_HOURS}",
         "As 三奇得使, with 直符 禽 let in where its door is 生."),
        ("sanqi-deshi", "heaven", "三奇得使", "三奇得使", "天盘", "天盤", "gaining the envoy, heaven plate",
         "宝鉴 卷二 三奇得使", "baojian", "envoy & zhishi:开休生 & heaven:乙丙丁",
         "直使's native door is 开, 休 or 生 and heaven 乙, 丙 or 丁 stands in its lodged palace."),
        ("sanqi-deshi", "jingyou-full", "三奇得使", "三奇得使", "合吉门", "合吉門", "gaining the envoy in full",
         "景祐 三奇得使", "jingyou",
         "door:开休生 & ((heaven:乙 & palace:69) | (heaven:丙 & palace:12) | (heaven:丁 & palace:48))",
         "景祐's 三奇得使 with door 开, 休 or 生 in the palace, as in all six examples."),
        ("sanqi-deshi", "li-plate", "三奇得使", "三奇得使", "直符临奇", "直符臨奇", "the leader of the pair on the qi",
         "宝鉴 卷二 三奇得使 引李氏", "li", f"heaven:甲 & ({_LI_LEADER.format('earth', '')})",
         "直符 stands in the palace of earth 乙 in the xun 甲戌 甲午, of 丙 in 甲子 甲申, of 丁 in 甲辰 甲寅."),
        ("sanqi-deshi", "over-leader", "三奇得使", "三奇得使", "奇临直符", "奇臨直符", "the qi on the leader of its pair",
         "宝鉴 卷二 三奇得使 引李氏", "li", f"earth:甲 & ({_LI_LEADER.format('heaven', '')})",
         "Heaven 乙 stands over 直符's home in the xun 甲戌 甲午, 丙 in 甲子 甲申, 丁 in 甲辰 甲寅."),
        ("sanqi-deshi", "over-yi", "三奇得使", "三奇得使", "奇加六仪", "奇加六儀", "the qi over a yi of its pair",
         "宝鉴 卷二 三奇得使 引李氏", "li",
         "(heaven:乙 & earth:己辛) | (heaven:丙 & earth:戊庚) | (heaven:丁 & earth:壬癸)",
         "Heaven 乙 over earth 己 or 辛, 丙 over 戊 or 庚, 丁 over 壬 or 癸, in any hour."),
        ("deshi-yujia", "lodged", "得使遇甲", "得使遇甲", "寄宫", "寄宮", "gaining and meeting, lodged qi",
         "宝鉴 卷二 三奇得使", "baojian", f"envoy & zhishi:开休生 & ~zhifu:禽 & earth:乙丙丁 & hour:{_SAME_RAW}",
         ("三奇得使 by lodged palaces while 直符 and 直使 stand in one raw palace, and the star of 直符 is not 禽: the twelve "
          "charts of 得使遇甲 and eight more, 20 in all (without that clause there would be more).")),
        ("deshi-yujia", "with-qin", "得使遇甲", "得使遇甲", "禽", "禽", "gaining and meeting, qin let in",
         "宝鉴 卷二 三奇得使", "baojian", "envoy & zhishi:开休生 & hour:丙辰,丁酉",
         "The hours 丙辰 and 丁酉 with 直使 开, 休 or 生, 直符 禽 let in."),
    )
)  # fmt: skip

ROWS = (*_SERVING, *_VARIANTS)
