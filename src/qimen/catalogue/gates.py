"""Palaces to use by their stem or deity: 十干门户 (宝鉴 卷三), 九天九地太阴六合 and their stems (景祐)."""

from __future__ import annotations

from .row import Row

FAMILY = "gates"

#: Stem, slug, title used by the other rules, second title.
_TITLES = (
    ("甲", "jia", "青龙", "青龍", "天辅", "green dragon"),
    ("乙", "yi", "蓬星", "蓬星", "天德", "peng star"),
    ("丙", "bing", "明堂", "明堂", "天威", "bright hall"),
    ("丁", "ding", "太阴", "太陰", "玉女", "great yin"),
    ("戊", "wu", "天门", "天門", "天武", "gate of heaven"),
    ("己", "ji", "地户", "地戶", "六合", "door of earth"),
    ("庚", "geng", "天狱", "天獄", "天伐", "prison of heaven"),
    ("辛", "xin", "天庭", "天庭", "天尉", "court of heaven"),
    ("壬", "ren", "天牢", "天牢", "天廪", "jail of heaven"),
    ("癸", "gui", "天藏", "天藏", "华盖", "store of heaven"),
)  # fmt: skip

_STEM_GATES = tuple(
    Row(
        f"menhu-{slug}", f"{stem}{hans}", f"{stem}{hant}", f"{slug} menhu", f"{slug}, {english}", FAMILY,
        "宝鉴 卷三 十干门户", "baojian", "",
        f"heaven:{stem}",
        f"The palace of heaven {stem}" + (", that is of 直符." if stem == "甲" else "."),
        rejected="The earth plate; the example is of a 甲 hour, where the two agree.",
        default=True, aliases=(f"{stem}{second}",), category="menhu",
        notes="The palace of the yi of the xun is 青龙 and its own title at once." if stem == "甲" else "",
    )
    for stem, slug, hans, hant, second, english in _TITLES
)  # fmt: skip

_EARTH_GATES = tuple(
    Row(
        f"menhu-{slug}.earth", f"{stem}{hans}（地盘）", f"{stem}{hant}（地盤）", f"{slug} menhu", f"{slug}, {english}, earth "
        "plate", FAMILY, "宝鉴 卷三 十干门户", "baojian", "",
        f"earth:{stem} & star:蓬芮冲辅禽心柱任英",
        f"The (lodged) palace of earth {stem}" + (", the home of 直符." if stem == "甲" else "."),
    )
    for stem, slug, hans, hant, _, english in _TITLES
)  # fmt: skip

_DEITIES = tuple(
    Row(
        slug, hans, hant, pinyin, english, FAMILY, "景祐 九天九地太阴六合", "jingyou", "吉",
        f"deity:{deity}", f"The palace of the deity {deity}: {words}.",
    )
    for slug, hans, hant, pinyin, english, deity, words in (
        ("jiutian", "九天方", "九天方", "jiu tian", "nine heavens", "九天", "one back from 直符 in yang, one on in yin; raise troops"),
        ("jiudi", "九地方", "九地方", "jiu di", "nine earths", "九地", "two back in yang, two on in yin; hide"),
        ("taiyin", "太阴方", "太陰方", "tai yin", "great yin", "太阴", "two on in yang, two back in yin; flee"),
        ("liuhe", "六合方", "六合方", "liu he", "six harmonies", "六合", "three on in yang, three back in yin; flee"),
    )
)  # fmt: skip

_STEMS = (
    *(
        Row(
            slug, hans, hant, pinyin, english, FAMILY, "景祐 三奇之灵 王璋", "jingyou", "吉",
            f"heaven:{stem}", f"The palace of heaven {stem}: {words}.", notes=notes,
        )
        for slug, hans, hant, pinyin, english, stem, words, notes in (
            ("jiutian-zhishang", "九天之上", "九天之上", "jiu tian zhi shang", "above the nine heavens", "甲",
             "直符; keep the back to it and strike the palace opposite", ""),
            ("jiudi-zhixia", "九地之下", "九地之下", "jiu di zhi xia", "below the nine earths", "癸", "flee and leave no trace", ""),
            ("sanqi-zhiling-liuding", "三奇之灵六丁", "三奇之靈六丁", "san qi zhi ling liu ding", "the spirit of the qi, ding",
             "丁", "go out unseen",
             "Spirits to call: 丁卯 文伯, 丁丑 文翁, 丁亥 文公, 丁酉 文卿, 丁未 文通, 丁巳 庭卿."),
            ("liuhe-zhizhong", "六合之中", "六合之中", "liu he zhi zhong", "within the six harmonies", "己", "secret plans", ""),
        )
    ),
    Row(
        "jiutian-zhichong", "九天之上冲", "九天之上沖", "jiu tian zhi chong", "opposite the nine heavens", FAMILY,
        "景祐 三奇之灵 王璋", "jingyou", "吉",
        "opposite(heaven:甲)", "The palace opposite 直符: the one to strike.",
    ),
)  # fmt: skip

ROWS = (*_STEM_GATES, *_EARTH_GATES, *_DEITIES, *_STEMS)
