"""Where the printed books are emended: what they print, what is read instead, and why.

One table for both books. Printed and emended words are the books' own characters (vol. 2 of 宝鉴 in full
forms, the rest in simplified ones, as the editions used print them); blanks inside a printed line are left
out, and the lines of a printed chart are divided by blanks. Rows of the kinds "figure", "chart" and "term" can
be computed, and so can some of the others: `check` then names the test of tests/test_errata.py that shows the
printed value to fail and the emended one to hold.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

JINGYOU = "景祐遁甲符应经纂"
BAOJIAN = "奇門寶鑑御定"

#: What an emendation is about: a number, stem or hour; a printed chart; a term list; a word that changes no
#: computation; lost text; a contradiction between two sentences; a sentence for which no emendation is known.
KINDS = ("figure", "chart", "term", "word", "gap", "contradiction", "open")


@dataclass(frozen=True)
class Erratum:
    """One emendation.

    Attributes
    ----------
    book, place : str
        The book, and the section in it.
    printed, emended : str
        What stands there and what is read; "" for text that is missing, or where nothing can be proposed.
    why : str
        The reason, in a sentence.
    evidence : str
        What the reason rests on.
    kind : str
        One of `KINDS`.
    refs : tuple of str
        Ids of the worked examples and claims (tests/data/vectors) that it stems from.
    check : str
        "example" (the worked example of `refs` fails as printed and holds as emended), the name of another
        test, or "" where nothing can be computed.
    """

    book: str
    place: str
    printed: str
    emended: str
    why: str
    evidence: str
    kind: str
    refs: tuple[str, ...] = ()
    check: str = ""

    def to_dict(self) -> dict[str, object]:
        """Return the row as plain data, the keys of `qimen errata --format json`."""
        return asdict(self) | {"refs": list(self.refs)}


def _jingyou(
    place: str,
    printed: str,
    emended: str,
    why: str,
    evidence: str,
    kind: str,
    refs: str = "",
    check: str = "",
) -> Erratum:
    return Erratum(JINGYOU, place, printed, emended, why, evidence, kind, tuple(refs.split()), check)


def _baojian(
    place: str,
    printed: str,
    emended: str,
    why: str,
    evidence: str,
    kind: str,
    refs: str = "",
    check: str = "",
) -> Erratum:
    return Erratum(BAOJIAN, place, printed, emended, why, evidence, kind, tuple(refs.split()), check)


_BOARD = "the board of the example"
_JU = "the table of ju"
_SENSE = "the sense of the sentence"

ERRATA: tuple[Erratum, ...] = (
    # ------------------------------------------------------------ 景祐, in the order of the book
    _jingyou(
        "目录, 释飞鸟跌穴", "飞乌跌穴", "飞鸟跌穴", "the bird of the name is 鸟; the two characters look alike",
        "the name everywhere else", "word", "FN1",
    ),
    _jingyou(
        "目录", "天乙飞十格", "天乙飞干格", "the section itself is headed 飞干格", "the heading of the section",
        "word",
    ),
    _jingyou(
        "序 (庚加日干)", "庚加日干为飞干格", "庚加日干为伏干格",
        "the section gives 庚 over the day stem to 伏干格 and the day stem over 庚 to 飞干格",
        "the two sections and their examples", "contradiction", "FGA", "fu_gan",
    ),
    _jingyou(
        "序 (乙奇加坤)", "丁同", "丙加乾, 丁同",
        "as printed 丁 has its tomb in 坤 with 乙; the section puts 乙 in 坤 and both 丙 and 丁 in 乾, so the "
        "clause of 丙 seems lost", "释三奇入墓", "gap",
    ),
    _jingyou("序 (乙奇加坤)", "又或日加艮", "又或曰加艮", "曰 is meant: another opinion follows", _SENSE, "word"),
    _jingyou(
        "释诸求发敛加时", "加中星辰法四百三十七分半", "加半辰法四百三十七分半",
        "437.5 is half of the 875 parts of a double-hour", "the figures of the section", "word", "",
        "half_double_hour",
    ),
    _jingyou(
        "释天乙直使起宫异门", "夏至后，阴使起一宫，阳使起九宫", "夏至后，阴使起九宫，阳使起一宫",
        "in the yin half the yin envoy opens at palace 9 with 景门; the next clause says so itself",
        "葛洪 under 二遁直符合于中宫; the quotation in 宝鉴", "contradiction", "QG1", "envoys_of_summer",
    ),
    _jingyou(
        "释天乙直使起宫异门", "夏至巳后", "夏至已后", "已 and 巳 confused", _SENSE, "word",
    ),
    _jingyou(
        "释天乙直使起宫异门", "一百八十二者", "一百八十二日", "half a year is 182 days and 62.5 hundredths; twice",
        "365.25 / 2 = 182.625", "word", "QG2", "half_year",
    ),
    _jingyou(
        "释三甲合", "此时阳气在外，利藏兵固守", "此时阳气在内，利藏兵固守",
        "孟甲 favours the host and hiding; 季甲 has the yang outside and favours the guest",
        "the next sentence; the quotation in 宝鉴", "contradiction", "SJ3",
    ),
    _jingyou(
        "释三甲合", "丁壬之日入时甲辰", "丁壬之日食时甲辰", "the 辰 hour is called 食时", "the names of the twelve hours",
        "word", "SJ5", "hour_names",
    ),
    _jingyou(
        "释三奇得使 (乙奇, 阳三局)", "芒种下", "芒种中", "芒种 lower is yang 9, not the yang 3 of the example", _JU, "term",
        "DS1", "example",
    ),
    _jingyou(
        "释三奇得使 (丙奇, 阳五局)", "谷雨下", "谷雨上", "谷雨 lower is yang 8; the next example of the same ju has 上",
        _JU, "term", "DS3", "example",
    ),
    _jingyou(
        "释三奇得使 (丙辛之日)", "食神是壬辰", "食时是壬辰", "an hour is meant, and the 辰 hour is 食时",
        "the names of the twelve hours", "word",
    ),
    _jingyou(
        "释三奇之灵 (chart under 阳四局戊午时)", "丙庚辛 戊壬乙 癸丁己", "阴九局 戊癸日 日昳己未时",
        "the chart and its label 乙奇己未时 belong to a yin example that is lost: 天辅 on 己 at 8, 杜 at 8, 休 with 乙 "
        "at 7", "the chart is yin 9 and fits no yang 4", "gap", "SL2", "lost_example",
    ),
    _jingyou(
        "释反吟", "六一在九宫", "六乙在九宫", "乙 is meant, which stands at 9 in yang 1", _BOARD, "word", "FA1",
    ),
    _jingyou(
        "释遁甲利客", "加一宫木", "加一宫水", "palace 1 is water", "the phases of the palaces", "word", "LK3",
        "palace_phases",
    ),
    _jingyou(
        "释遁甲利客", "二宫", "加二宫八宫",
        "辅 and 冲 are wood and control both earth palaces; 加 and 八宫 are lost", "释遁甲利主 lists both", "gap", "LK4",
        "palace_phases",
    ),
    _jingyou(
        "释遁甲利客", "", "天英加六宫七宫", "the fire star over the metal palaces is missing from the list",
        "the rule of the section", "gap", "LK4", "palace_phases",
    ),
    _jingyou("释遁甲利主", "星如九宫", "星加九宫", "如 and 加 confused", _SENSE, "word", "LZ5"),
    _jingyou(
        "释地遁甲 (阳一局辛卯时)", "直事加二宫", "直事加一宫",
        "in the eighth hour of its xun the envoy of palace 3 stands at 1; with 伤 at 2 开 could not be there", _BOARD,
        "figure", "DD1", "example",
    ),
    _jingyou(
        "释地遁甲 (阳一局辛卯时)", "即门与六乙日奇合", "即开门与六乙日奇合", "the name of the door is lost; 地遁 wants 开",
        _BOARD, "gap", "DD1", "di_dun_door",
    ),
    _jingyou(
        "释地遁甲 (chart)", "伤 in palace 2", "开 in palace 2", "the label repeats the misprint of the text", _BOARD, "chart",
        "DD1", "di_dun_door",
    ),
    _jingyou(
        "释人遁甲 (阳七局丙子时)", "加时干六己，景门直事加时四宫", "加时干六丙，生门直事加时一宫",
        "the copyist's eye went from the yang example into a yin one; the board of yang 7 gives 丙, 生 and 1", _BOARD,
        "figure", "RD1", "example",
    ),
    _jingyou(
        "释人遁甲", "后入阴中临六宫", "后二太阴中临六宫",
        "the yin half: 阴九局 甲己日 禺中己巳时, 天英 on 己, 景 at 4, 休 with 丁 at 6, 太阴 two behind in yin; "
        "the label 己巳时 and the mark 丁辛休 at 6 belong to it", "all six figures of the passage fit this board", "gap",
        "RD2", "lost_example",
    ),
    _jingyou(
        "释三奇入墓 (丁壬之日)", "昳时乙巳", "日昳丁未", "日昳 is the 未 hour; at 乙巳 乙 goes to 4, at 丁未 to its tomb in 2",
        _BOARD, "figure", "RM3", "example",
    ),
    _jingyou(
        "释三奇入墓 (chart)", "乙己时", "丁未时", "the label follows the misprint of the text", _BOARD, "chart", "RM3",
        "example",
    ),
    _jingyou(
        "释三奇入墓 (chart, 辛卯时)", "辛亥丙", "辛庚丙", "亥 is no stem; yang 1 has 庚 at 3", _BOARD, "chart", "RM6", "example",
    ),
    _jingyou(
        "释六仪击刑 (日昳未时)", "", "阳九局 (or 阴六局)",
        "no ju is named, and in the yang 1 of the example before 辛 stands at 4, not at 3; the alternative is to keep "
        "yang 1 and read 日中庚午, 六庚于三宫", _BOARD, "gap", "JX2", "xin_at_three",
    ),
    _jingyou(
        "释荧惑入太白 (chart)", "壬庚", "丙庚", "the mark is 丙 over 庚, as the pattern says", _BOARD, "chart", "YH1", "mark",
    ),
    _jingyou(
        "释荧惑入太白", "即六丙下六庚", "即六丙下临六庚", "a word is lost", "the sentence in the other examples", "gap", "YH1",
    ),
    _jingyou(
        "释飞鸟跌穴", "中元", "大寒中元 (or 春分中元)", "the term of the yuan is lost; yang 9 is 中 of these two", _JU, "gap",
        "FN1", "middle_of_nine",
    ),
    _jingyou(
        "释天乙伏干格 (chart)", "丁庚乙 壬戊癸 己丙辛", "丁庚己 壬戊癸 乙丙辛", "乙 and 己 have changed places (palaces 6 and 4)",
        _BOARD, "chart", "FGA", "example",
    ),
    _jingyou(
        "释岁格", "立春上元阳五局", "立春中元阳五局", "立春 upper is yang 8, its middle yang 5", _JU, "term", "SG1", "example",
    ),
    _jingyou(
        "释岁格", "即六甲下临六辛", "即六庚下临六辛", "the pattern is 庚 over the year stem, and 庚 stands over 辛 at 8", _BOARD,
        "figure", "SG1", "example",
    ),
    _jingyou(
        "释岁格 (second chart)", "辛乙丙 己丁庚 癸壬戊", "under 月格",
        "the chart is yang 8 and belongs to the next example", "the chart of 月格", "chart", "SG1", "second_chart",
    ),
    _jingyou(
        "释月格", "六庚在二宫", "六庚在一宫", "yang 8 has 庚 at 1", _BOARD, "figure", "YG1", "example",
    ),
    _jingyou(
        "释月格 (chart)", "己丁庚 辛乙丙 癸壬戊", "辛乙丙 己丁庚 癸壬戊", "the first two lines have changed places", _BOARD,
        "chart", "YG1", "example",
    ),
    _jingyou(
        "释时格", "丙辛日鸡鸣为乙丑时", "丙辛日鸡鸣为己丑时", "the 丑 hour of a 丙 or 辛 day is 己丑", "五鼠遁; the board", "figure",
        "SHG", "example",
    ),
    _jingyou(
        "释大格", "", "阴四局 甲己日 平旦丙寅时",
        "dun, ju and day are lost; the chart and 天辅 as 直符 over 丙 leave only this", "the chart", "gap", "DG1",
        "lost_example",
    ),
    _jingyou(
        "释朱雀投江", "======", "释朱雀投江", "the heading is lost", "the list of contents", "gap", "ZQ1",
    ),
    _jingyou(
        "释朱雀投江", "夏至上元阴三局", "夏至中元阴三局", "夏至 upper is yin 9, its middle yin 3", _JU, "term", "ZQ1", "example",
    ),
    _jingyou(
        "释朱雀投江 (chart)", "心 at 己 (2)", "心 at 癸 (7)", "天心 rides with 丁 over 癸", _BOARD, "chart", "ZQ1 CM_ZQ1",
        "mark",
    ),
    _jingyou(
        "释天辅时", "日中己巳", "禺中己巳", "the 巳 hour is called 禺中", "the names of the twelve hours", "word", "TF1",
        "hour_names",
    ),
    _jingyou(
        "释天辅时", "时下得己，庚乙丙辛丁壬戊癸，己时下得甲", "时下得己；乙庚丙辛丁壬戊癸日，时下得甲",
        "two characters out of place: on 甲 and 己 days the hour has 己, on the other eight 甲",
        "the five hours that follow", "word", "TF1", "tian_fu",
    ),
    _jingyou(
        "释亭亭白奸", "登明临子", "登明临午", "the general 亥 was laid on the 午 hour just before", "the example itself", "figure",
        "BJ1", "deng_ming",
    ),
    _jingyou(
        "释亭亭白奸", "亥卯未日在辰", "亥卯未日在寅", "白奸 stands on 寅 申 巳 亥 only; the other three are given",
        "宝鉴 卷三 日亭亭, which has 木局寅", "figure", "BJ2", "four_births",
    ),
    # ------------------------------------------------------------ 宝鉴 卷二
    _baojian(
        "卷二 符使", "制卯", "",
        "of 丑 it is said that it controls 卯, and that 卯 controls it; by the phases only the second holds. No effect "
        "on any computation", "the phases", "open", "v2.xin_chou",
    ),
    _baojian(
        "卷二 李氏", "用立春下元陽五局為補局", "用立春下元陽二局為補局",
        "立春 lower is yang 2, as the same passage has it for the 殘局; yang 5 is the middle yuan", _JU, "figure",
        "v2.li_ju_sequence", "make_up",
    ),
    _baojian(
        "卷二 林氏", "凡一節氣三十日五時二刻", "凡一節一氣三十日五時二刻",
        "one term is 15 days 2 double-hours 5 刻; the figure is that of two, a 节 and a 气", "365.25 / 24 days", "word",
        "v2.lin_term_length", "pair_of_terms",
    ),
    _baojian(
        "卷二 林氏", "積四百一十六年而天正冬至，仍閏上候", "",
        "his insertions come round in exactly twenty years and none of them follows 冬至; no year length of the time "
        "gives 416. Not followed", "480 terms counted through", "open", "v2.lin_416", "lin_416",
    ),
    _baojian(
        "卷二 三奇游六儀", "陽一局、陰九局九見", "陽一局、陰九局凡見", "in these two ju all three 奇 appear, in six hours",
        "1080 charts counted through", "word", "", "youyi",
    ),
    _baojian(
        "卷二 三奇游六儀", "陽一四七局", "陽二四七局",
        "only 丙 appears in yang 2, 4 and 7, the mirror of yin 8, 6 and 3; yang 1 has all three",
        "1080 charts counted through", "figure", "v2.youyi_bing_only", "youyi",
    ),
    _baojian(
        "卷二 時干入墓 (舊本)", "戊、丙戌、丁、己丑四時", "戊戌、丙戌、丁丑、己丑四時",
        "an hour has a stem and a branch; with these two the old list is the one that lets earth follow fire",
        "the difference of four and three that the passage states", "gap", "v2.tomb_old", "old_tombs",
    ),
    _baojian(
        "卷二 天網時", "甲加丙為朱鳥跌穴", "甲加丙為青龍返首",
        "甲 over 丙 is 青龍返首 everywhere else, 丙 over 甲 飛鳥跌穴; at 丙辰 it is 甲 that stands over 丙", "the boards of 丙辰",
        "word", "v2.dieXue_name", "jia_over_bing",
    ),
    _baojian(
        "卷二 天網時", "陽一二三五局", "陽一三五局",
        "in yang 2 the envoy of 甲寅 is 驚; without it the six ju of the sentence are six", "1080 charts counted through",
        "figure", "v2.jiayin_lucky_envoy", "lucky_envoy",
    ),
    # ------------------------------------------------------------ 宝鉴 卷三
    _baojian(
        "卷三 气应", "三代气应", "三氏气应", "the heading introduces 三氏, the three authors of the book", _SENSE, "word",
        "v3.three_qiying_gengwu",
    ),
    _baojian(
        "卷三 气应 (八门)", "绝", "相", "the usual ring is 旺相胎没死囚休废; probable only, since the book prints 绝 in the ring and in its example",
        "the name of the ring elsewhere", "word", "v3.qiying_doors",
    ),
    _baojian(
        "卷三 天将", "坎纳戊己", "坎纳戊巳", "each trigram takes a stem and a branch; 己 is the stem of 离", "the song of the nobles",
        "word", "v3.noble_yang", "noble_yang",
    ),
    _baojian(
        "卷三 天将", "兑纳丁己", "兑纳丁巳", "a branch is wanted, and 乙未 丙午 丁巳 戊卯 go down in order", "the song of the nobles",
        "word", "v3.noble_yin", "noble_yin",
    ),
    _baojian(
        "卷三 天将", "始子申、终未丑", "始子申、终丑未",
        "the yang walk opens at 子 and ends at 丑, the yin walk opens at 申 and ends at 未", "the two walks", "word",
        "v3.noble_verse_end", "noble_ends",
    ),
    _baojian(
        "卷三 亭亭白奸", "不能为奸，故宜守", "不能为奸，故宜战", "子 on 巳 is 合, and 合 is for fighting", "合时宜战，格时宜守 just above",
        "contradiction", "v3.zi_on_si",
    ),
    _baojian(
        "卷三 日月亭亭", "正卯二神顺行", "正卯二辰顺行", "month 1 卯, month 2 辰 and on: a branch is meant", _SENSE, "word",
        "v3.month_tingting",
    ),
    _baojian(
        "卷三 日月亭亭", "金局丑", "金局申", "the other three are 亥 寅 巳; the fourth of their kind is 申",
        "景祐 释亭亭白奸, which has 巳酉丑日在申", "figure", "v3.day_tingting", "four_births",
    ),
    _baojian(
        "卷三 刑破", "午与子对冲，故曰勃", "午与子对冲，故曰格；丙所加者寅，寅与午合，故曰勃",
        "庚 over 甲 is 格, not 勃; the sentence that follows explains both, so that a clause is lost", "the sentence that follows",
        "gap", "v3.jiazi_geng_chong",
    ),
    _baojian(
        "卷三 运筹", "猴牛□猪屋", "猴□猪屋", "the twelve rods go to twelve places only if 申 goes to 亥; 丑 is taken by 卯",
        "the twelve targets", "figure", "v3.yunchou_ninth", "rods",
    ),
)  # fmt: skip
