"""Names of the art in four spellings, a hand table: 简, 繁, pinyin without tones, English, then other spellings.

The first column is the name that data, JSON and CSV carry; the others are read as input and drawn on boards.
Where English has no word (stems, branches, terms of the trade such as yuan) the pinyin stands, with a capital.
Star and door names follow the sense of the character; no translation of them is standard.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

#: 简, 繁, pinyin, English, and any further spellings that are read.
Spellings = tuple[str, ...]

STEMS: tuple[Spellings, ...] = (
    ("甲", "甲", "jia", "Jia", "yang-wood"), ("乙", "乙", "yi", "Yi", "yin-wood"),
    ("丙", "丙", "bing", "Bing", "yang-fire"), ("丁", "丁", "ding", "Ding", "yin-fire"),
    ("戊", "戊", "wu", "Wu", "yang-earth"), ("己", "己", "ji", "Ji", "yin-earth"),
    ("庚", "庚", "geng", "Geng", "yang-metal"), ("辛", "辛", "xin", "Xin", "yin-metal"),
    ("壬", "壬", "ren", "Ren", "yang-water"), ("癸", "癸", "gui", "Gui", "yin-water"),
)  # fmt: skip

BRANCHES: tuple[Spellings, ...] = (
    ("子", "子", "zi", "Zi", "rat"), ("丑", "丑", "chou", "Chou", "ox"), ("寅", "寅", "yin", "Yin", "tiger"),
    ("卯", "卯", "mao", "Mao", "rabbit"), ("辰", "辰", "chen", "Chen", "dragon"),
    ("巳", "巳", "si", "Si", "snake"),
    ("午", "午", "wu", "Wu", "horse"), ("未", "未", "wei", "Wei", "goat"),
    ("申", "申", "shen", "Shen", "monkey"),
    ("酉", "酉", "you", "You", "rooster"), ("戌", "戌", "xu", "Xu", "dog"), ("亥", "亥", "hai", "Hai", "pig"),
)  # fmt: skip

#: Palaces by number, named by their trigrams; the centre has none.
PALACES: tuple[Spellings, ...] = (
    ("坎", "坎", "kan", "Kan", "water"), ("坤", "坤", "kun", "Kun", "earth"),
    ("震", "震", "zhen", "Zhen", "thunder"),
    ("巽", "巽", "xun", "Xun", "wind"), ("中", "中", "zhong", "Centre", "center"),
    ("乾", "乾", "qian", "Qian", "heaven"),
    ("兑", "兌", "dui", "Dui", "lake"), ("艮", "艮", "gen", "Gen", "mountain"),
    ("离", "離", "li", "Li", "fire"),
)  # fmt: skip
SIDES: tuple[Spellings, ...] = (
    ("北", "北", "bei", "north", "n"), ("西南", "西南", "xinan", "southwest", "sw"),
    ("东", "東", "dong", "east", "e"),
    ("东南", "東南", "dongnan", "southeast", "se"), ("中", "中", "zhong", "centre", "center"),
    ("西北", "西北", "xibei", "northwest", "nw"), ("西", "西", "xi", "west", "w"),
    ("东北", "東北", "dongbei", "northeast", "ne"), ("南", "南", "nan", "south", "s"),
)  # fmt: skip
CORNERS: tuple[Spellings, ...] = tuple(row for row in PALACES if row[0] in "艮巽坤乾")

STARS: tuple[Spellings, ...] = (
    ("蓬", "蓬", "peng", "canopy", "天蓬", "tianpeng"), ("芮", "芮", "rui", "sprout", "天芮", "tianrui"),
    ("冲", "沖", "chong", "surge", "衝", "天冲", "天沖", "tianchong"),
    ("辅", "輔", "fu", "helper", "天辅", "天輔", "tianfu"),
    ("禽", "禽", "qin", "bird", "天禽", "tianqin"), ("心", "心", "xin", "heart", "天心", "tianxin"),
    ("柱", "柱", "zhu", "pillar", "天柱", "tianzhu"), ("任", "任", "ren", "bearer", "天任", "tianren"),
    ("英", "英", "ying", "bloom", "天英", "tianying"),
)  # fmt: skip
#: 景 and 惊 are both jing without tones: the pinyin of 景门 is written jing3, that of 惊门 jing1.
DOORS: tuple[Spellings, ...] = (
    ("休", "休", "xiu", "rest", "休门", "休門", "xiumen"),
    ("生", "生", "sheng", "life", "生门", "生門", "shengmen"),
    ("伤", "傷", "shang", "harm", "伤门", "傷門", "shangmen"),
    ("杜", "杜", "du", "block", "杜门", "杜門", "dumen"),
    ("景", "景", "jing3", "view", "景门", "景門", "jing3men"),
    ("死", "死", "si", "death", "死门", "死門", "simen"),
    ("惊", "驚", "jing1", "fright", "惊门", "驚門", "jing1men"),
    ("开", "開", "kai", "open", "开门", "開門", "kaimen"),
)  # fmt: skip
#: Both name sets of the fifth and sixth deity.
DEITIES: tuple[Spellings, ...] = (
    ("直符", "直符", "zhifu", "chief", "值符"), ("螣蛇", "螣蛇", "tengshe", "flying snake", "腾蛇", "騰蛇"),
    ("太阴", "太陰", "taiyin", "great yin"), ("六合", "六合", "liuhe", "six harmonies"),
    ("勾陈", "勾陳", "gouchen", "hook"), ("朱雀", "朱雀", "zhuque", "vermilion bird"),
    ("九地", "九地", "jiudi", "nine earths"), ("九天", "九天", "jiutian", "nine heavens"),
    ("白虎", "白虎", "baihu", "white tiger"), ("玄武", "玄武", "xuanwu", "dark warrior", "元武"),
)  # fmt: skip

TERMS: tuple[Spellings, ...] = (
    ("冬至", "冬至", "dongzhi", "winter solstice"), ("小寒", "小寒", "xiaohan", "slight cold"),
    ("大寒", "大寒", "dahan", "great cold"), ("立春", "立春", "lichun", "start of spring"),
    ("雨水", "雨水", "yushui", "rain water"), ("惊蛰", "驚蟄", "jingzhe", "waking of insects"),
    ("春分", "春分", "chunfen", "spring equinox", "vernal-equinox"),
    ("清明", "清明", "qingming", "clear and bright"),
    ("谷雨", "穀雨", "guyu", "grain rain"), ("立夏", "立夏", "lixia", "start of summer"),
    ("小满", "小滿", "xiaoman", "lesser fullness", "grain-full"), ("芒种", "芒種", "mangzhong", "grain in ear"),
    ("夏至", "夏至", "xiazhi", "summer solstice"), ("小暑", "小暑", "xiaoshu", "slight heat"),
    ("大暑", "大暑", "dashu", "great heat"), ("立秋", "立秋", "liqiu", "start of autumn"),
    ("处暑", "處暑", "chushu", "end of heat"), ("白露", "白露", "bailu", "white dew"),
    ("秋分", "秋分", "qiufen", "autumn equinox", "autumnal-equinox"), ("寒露", "寒露", "hanlu", "cold dew"),
    ("霜降", "霜降", "shuangjiang", "frost descent"), ("立冬", "立冬", "lidong", "start of winter"),
    ("小雪", "小雪", "xiaoxue", "slight snow"), ("大雪", "大雪", "daxue", "great snow"),
)  # fmt: skip
YUAN: tuple[Spellings, ...] = (
    ("上", "上", "shang", "upper", "上元"), ("中", "中", "zhong", "middle", "中元"),
    ("下", "下", "xia", "lower", "下元"),
)  # fmt: skip
DUN: tuple[Spellings, ...] = (
    ("阳", "陽", "yang", "yang", "阳遁", "陽遁"), ("阴", "陰", "yin", "yin", "阴遁", "陰遁"),
)  # fmt: skip
AUSPICES: tuple[Spellings, ...] = (
    ("吉", "吉", "ji", "good"), ("凶", "凶", "xiong", "bad"), ("半", "半", "ban", "half"),
    ("平", "平", "ping", "even"),
)  # fmt: skip

#: The twelve gods of the 月将, by their branches from 子.
GODS: tuple[Spellings, ...] = (
    ("神后", "神后", "shenhou", "divine queen"), ("大吉", "大吉", "daji", "great luck"),
    ("功曹", "功曹", "gongcao", "merit officer"), ("太冲", "太沖", "taichong", "great surge"),
    ("天罡", "天罡", "tiangang", "dipper of heaven"), ("太乙", "太乙", "taiyi", "great unity"),
    ("胜光", "勝光", "shengguang", "surpassing light"), ("小吉", "小吉", "xiaoji", "little luck"),
    ("传送", "傳送", "chuansong", "messenger"), ("从魁", "從魁", "congkui", "follower of the chief"),
    ("天魁", "天魁", "tiankui", "chief of heaven", "河魁"),
    ("登明", "登明", "dengming", "rising light", "征明"),
)  # fmt: skip
#: The twelve 天将 in order from the noble.
GENERALS: tuple[Spellings, ...] = (
    ("贵人", "貴人", "guiren", "noble"), ("螣蛇", "螣蛇", "tengshe", "flying snake"),
    ("朱雀", "朱雀", "zhuque", "vermilion bird"), ("六合", "六合", "liuhe", "six harmonies"),
    ("勾陈", "勾陳", "gouchen", "hook"), ("青龙", "青龍", "qinglong", "green dragon"),
    ("天空", "天空", "tiankong", "void of heaven"), ("白虎", "白虎", "baihu", "white tiger"),
    ("太常", "太常", "taichang", "great constant"), ("玄武", "玄武", "xuanwu", "dark warrior"),
    ("太阴", "太陰", "taiyin", "great yin"), ("天后", "天后", "tianhou", "queen of heaven"),
)  # fmt: skip
#: The twelve day officers.
OFFICERS: tuple[Spellings, ...] = (
    ("建", "建", "jian", "establish"), ("除", "除", "chu", "remove"), ("满", "滿", "man", "full"),
    ("平", "平", "ping", "level"), ("定", "定", "ding", "settle"), ("执", "執", "zhi", "hold"),
    ("破", "破", "po", "break"), ("危", "危", "wei", "danger"), ("成", "成", "cheng", "complete"),
    ("收", "收", "shou", "receive"), ("开", "開", "kai", "open"), ("闭", "閉", "bi", "shut"),
)  # fmt: skip

#: What the other coded directions say.
CODES: tuple[Spellings, ...] = (
    ("合", "合", "he", "meet"), ("格", "格", "ge", "blocked"), ("余", "餘", "yu", "rest"),
    ("是", "是", "shi", "yes"), ("非", "非", "fei", "no"),
    ("低", "低", "di", "low"), ("高", "高", "gao", "high"), ("四张", "四張", "sizhang", "spread on four sides"),
    ("入墓", "入墓", "rumu", "in the tomb"), ("囚", "囚", "qiu", "imprisoned"),
    ("消息", "消息", "xiaoxi", "ebb and flow"),
    ("仰行", "仰行", "yangxing", "upright"), ("匍匐", "匍匐", "pufu", "crawling"),
    ("触冠", "觸冠", "chuguan", "brushing the cap"),
    ("内平野", "內平野", "nei pingye", "plain within"), ("外丘陵", "外丘陵", "wai qiuling", "hills without"),
    *((f"{n}尺", f"{n}尺", f"{p} chi", f"{k} feet") for k, (n, p) in enumerate(
        zip("一二三四五六七八九", ("yi", "er", "san", "si", "wu", "liu", "qi", "ba", "jiu"), strict=True), 1)),
)  # fmt: skip

#: What boards, lists and plots print besides names.
LABELS: tuple[Spellings, ...] = (
    ("年", "年", "nian", "year"), ("月", "月", "yue", "month"), ("日", "日", "ri", "day"),
    ("时", "時", "shi", "hour"),
    ("时辰", "時辰", "shichen", "double-hour"), ("节气", "節氣", "jieqi", "term"),
    ("局节", "局節", "jujie", "ju term"),
    ("元", "元", "yuan", "yuan"), ("遁", "遁", "dun", "dun"), ("局", "局", "ju", "ju"),
    ("旬", "旬", "xun", "xun"), ("旬首", "旬首", "xunshou", "xun head"),
    ("旬空", "旬空", "xunkong", "void"), ("马星", "馬星", "maxing", "horse"),
    ("直符", "直符", "zhifu", "chief"), ("直使", "直使", "zhishi", "envoy"), ("空", "空", "kong", "void"),
    ("马", "馬", "ma", "horse"),
    ("天", "天", "tian", "heaven"), ("地", "地", "di", "earth"), ("神", "神", "shen", "deity"),
    ("星", "星", "xing", "star"),
    ("门", "門", "men", "door"), ("无", "無", "wu", "none"), ("全时", "全時", "quanshi", "hour"),
    ("距换局", "距換局", "ju huanju", "change in"),
    ("秒", "秒", "miao", "s"), ("宫", "宮", "gong", "palace"),
    ("月将", "月將", "yuejiang", "general of the month"), ("格", "格", "ge", "patterns"),
    ("超神", "超神", "chaoshen", "ahead"), ("接气", "接氣", "jieqi", "behind"),
    ("正受", "正受", "zhengshou", "exact"),
    ("置闰", "置閏", "zhirun", "leap"), ("残局", "殘局", "canju", "remnant"),
    ("补局", "補局", "buju", "made up"),
    ("每年时辰", "每年時辰", "mei nian shichen", "double-hours a year"), ("均值", "均值", "junzhi", "mean"),
    ("六十年均值", "六十年均值", "liushi nian junzhi", "60-year mean"),
    ("异局", "異局", "yiju", "another ju than"),
    ("异局时辰 %", "異局時辰 %", "yiju shichen %", "% of double-hours"),
)  # fmt: skip

#: The presets; the second and later spellings are read wherever a school is named.
SCHOOLS: Mapping[str, Spellings] = MappingProxyType(
    {
        "baojian": ("宝鉴", "寶鑑", "baojian", "precious mirror", "奇门宝鉴", "奇門寶鑑", "寶鑒"),
        "jingyou": ("景祐", "景祐", "jingyou", "jingyou manual", "景祐遁甲符应经纂", "景祐遁甲符應經纂", "景佑"),
        "li": ("李", "李", "li", "master li", "李氏"),
        "lin": ("林", "林", "lin", "master lin", "林氏"),
        "tao": ("陶", "陶", "tao", "master tao", "陶氏"),
        "chaibu": ("拆补", "拆補", "chaibu", "split and mend", "气应", "氣應", "qi_ying", "qiying", "qi-ying"),
        "zhirun": ("置闰", "置閏", "zhirun", "leap method"),
        "maoshan": ("茅山", "茅山", "maoshan", "maoshan method"),
    }
)
