"""The nine stars: what each is for, how good it is, and how the month changes that (景祐 九星吉凶, 九星所主)."""

from __future__ import annotations

from .row import Row
from .seasons import leader_in

FAMILY = "stars"

#: Star, full name, bynames, auspice, what it is for.
_USES = (
    ("peng", "蓬", "天蓬", "天蓬", "子禽", "凶", "good for the guest only; large victories in spring and summer"),
    ("rui", "芮", "天芮", "天芮", "子成", "凶", "receive teaching, make friends; campaigns fail"),
    ("chong", "冲", "天冲", "天沖", "子翘", "吉", "revenge and attack"),
    ("fu", "辅", "天辅", "天輔", "子卿", "吉", "rites; campaigns carry far"),
    ("qin", "禽", "天禽", "天禽", "子公", "吉", "honours and rewards; the enemy falls of himself"),
    ("xin", "心", "天心", "天心", "子襄", "吉", "the commander wins, but not in spring and summer"),
    ("zhu", "柱", "天柱", "天柱", "子韦", "凶", "hide and hold; shows of force win nothing"),
    ("ren", "任", "天任", "天任", "子申", "吉", "celebrations; the commander comes back with success"),
    ("ying", "英", "天英", "天英", "子然", "凶", "two lines disagree: hollow strength, and luck in battle"),
)  # fmt: skip

_SUOZHU = tuple(
    Row(
        f"{slug}-suozhu", f"{hans}所主", f"{hant}所主", f"tian {slug} suozhu", f"what star {slug} is for", FAMILY,
        "景祐 九星所主", "jingyou", auspice,
        f"heaven:甲 & zhifu:{star}",
        f"The star native to the raw home of 直符 is {star}; the hit is at 直符. For: {use}.",
        category="jiuxing-suozhu", notes=f"Byname {byname}.",
    )
    for slug, star, hans, hant, byname, auspice, use in _USES
)  # fmt: skip

_JIXIONG = tuple(
    Row(
        slug, hans, hant, slug.replace("-", " "), english, FAMILY, "景祐 九星吉凶", "jingyou", auspice,
        f"heaven:甲 & zhifu:{stars}",
        f"The star native to the raw home of 直符 is one of {stars}; the hit is at 直符.", category="jiuxing-jixiong",
    )
    for slug, hans, hant, english, stars, auspice in (
        ("shangji-xing", "上吉星", "上吉星", "star of the best luck", "辅禽心", "吉"),
        ("ciji-xing", "次吉星", "次吉星", "star of the next best luck", "任冲", "吉"),
        ("daxiong-xing", "大凶星", "大凶星", "star of great misfortune", "蓬芮", "凶"),
        ("cixiong-xing", "次凶星", "次凶星", "star of lesser misfortune", "柱英", "凶"),
    )
)  # fmt: skip

#: The same after the month is weighed: 旺相 lifts, 囚死 (无气) lowers, 休 is unstated and leaves the base value.
_WEIGHED = tuple(
    Row(
        f"xing-{slug}", f"星{hans}", f"星{hans}", f"xing {slug}", english, FAMILY, "景祐 九星吉凶", "jingyou", auspice,
        f"heaven:甲 & ({rule})", f"{words}; the hit is at 直符.", category="jiuxing-qi", inferred=True,
        notes="旺 is taken with 相 for a good star, as the text takes 旺相 for a bad one; a star that is 休 keeps its base value.",
    )
    for slug, hans, english, auspice, rule, words in (
        ("daxiong", "大凶", "great misfortune", "凶", leader_in("休囚废", "蓬芮"), "直符 is 蓬 or 芮 and neither 旺 nor 相"),
        ("xiaoxiong", "小凶", "lesser misfortune", "凶",
         f"{leader_in('旺相', '蓬芮')} | {leader_in('休囚废', '柱英')}",
         "直符 is 蓬 or 芮 and 旺 or 相, or 柱 or 英 and neither"),
        ("zhongping", "中平", "neither", "平",
         f"{leader_in('旺相', '柱英')} | {leader_in('囚废', '辅禽心任冲')}",
         "直符 is 柱 or 英 and 旺 or 相, or one of 辅禽心任冲 and 囚 or 死"),
        ("shangji", "上吉", "the best luck", "吉",
         f"{leader_in('旺相休', '辅禽心')} | {leader_in('旺相', '任冲')}",
         "直符 is one of 辅禽心 and not 囚 or 死, or 任 or 冲 and 旺 or 相"),
        ("ciji", "次吉", "the next best luck", "吉", leader_in("休", "任冲"), "直符 is 任 or 冲 and 休"),
    )
)  # fmt: skip

_SEASONAL = (
    Row(
        "peng-chunxia", "天蓬春夏", "天蓬春夏", "tian peng chunxia", "star peng in spring and summer", FAMILY,
        "景祐 九星所主", "jingyou", "吉",
        "heaven:甲 & zhifu:蓬 & month_branch:寅卯辰巳午未",
        "直符 is 蓬 and the month is one of 寅 to 未: good for the guest. The hit is at 直符.",
    ),
    Row(
        "peng-qiudong", "天蓬秋冬", "天蓬秋冬", "tian peng qiudong", "star peng in autumn and winter", FAMILY,
        "景祐 九星所主", "jingyou", "凶",
        "heaven:甲 & zhifu:蓬 & month_branch:申酉戌亥子丑",
        "直符 is 蓬 and the month is one of 申 to 丑. The hit is at 直符.",
    ),
    Row(
        "xin-chunxia", "天心春夏", "天心春夏", "tian xin chunxia", "star xin in spring and summer", FAMILY,
        "景祐 九星所主", "jingyou", "凶",
        "heaven:甲 & zhifu:心 & month_branch:寅卯辰巳午未",
        "直符 is 心 and the month is one of 寅 to 未. The hit is at 直符.",
    ),
    Row(
        "chong-he-qi", "天冲合奇", "天沖合奇", "tian chong he qi", "star chong meets a qi", FAMILY,
        "景祐 九星所主", "jingyou", "吉",
        "heaven:甲 & zhifu:冲 & earth:乙丙丁",
        "直符 is 冲 and stands over earth 乙, 丙 or 丁. The hit is at 直符.",
        rejected="A heaven 奇 beside 直符: when 冲 is 直符 its own heaven stem is the yi, so there is never one.",
    ),
)  # fmt: skip

ROWS = (*_SUOZHU, *_JIXIONG, *_WEIGHED, *_SEASONAL)
