"""十干克应, the 81 pairs of heaven stem over earth stem as commonly printed today.

Strict stems: 戊 is 戊 and no other yi, so 青龙返首 here is 戊 over 丙 whatever the xun. A name that an older row also
bears carries its pair in brackets; nothing here replaces the reading of the old books.
"""

from __future__ import annotations

from .row import Row

FAMILY = "modern"

#: Heaven, earth, usual auspice (平: the door decides), English; simplified and traditional names, other names after |.
_PAIRS = (
    ("戊", "戊", "凶", "lying low", "伏吟（戊加戊）|青龙伏吟", "伏吟（戊加戊）|青龍伏吟"),
    ("戊", "乙", "平", "the green dragon meets its mate", "青龙合会|青龙合灵", "青龍合會|青龍合靈"),
    ("戊", "丙", "吉", "the green dragon turns its head", "青龙返首（戊加丙）|青龙回首（戊加丙）", "青龍返首（戊加丙）|青龍回首（戊加丙）"),
    ("戊", "丁", "吉", "the green dragon shines", "青龙耀明", "青龍耀明"),
    ("戊", "己", "凶", "the noble enters prison", "贵人入狱", "貴人入獄"),
    ("戊", "庚", "凶", "the leader's flying palace", "值符飞宫", "值符飛宮"),
    ("戊", "辛", "凶", "the green dragon breaks a leg", "青龙折足", "青龍折足"),
    ("戊", "壬", "凶", "the green dragon enters the jail of heaven", "青龙入天牢", "青龍入天牢"),
    ("戊", "癸", "平", "the green dragon's canopy", "青龙华盖", "青龍華蓋"),
    ("乙", "戊", "凶", "yin harms the yang gate", "阴害阳门|利阴害阳", "陰害陽門|利陰害陽"),
    ("乙", "乙", "凶", "the day qi lies low", "日奇伏吟", "日奇伏吟"),
    ("乙", "丙", "吉", "qi and yi go smoothly", "奇仪顺遂", "奇儀順遂"),
    ("乙", "丁", "吉", "qi and yi assist each other", "奇仪相佐", "奇儀相佐"),
    ("乙", "己", "凶", "the day qi enters its tomb", "日奇入墓", "日奇入墓"),
    ("乙", "庚", "凶", "the day qi is punished", "日奇被刑", "日奇被刑"),
    ("乙", "辛", "凶", "the green dragon flees", "青龙逃走（乙加辛）", "青龍逃走（乙加辛）"),
    ("乙", "壬", "凶", "the day qi enters the earth", "日奇入地|日奇入天罗", "日奇入地|日奇入天羅"),
    ("乙", "癸", "平", "the day qi enters earth's net", "日奇入地网|日奇华盖", "日奇入地網|日奇華蓋"),
    ("丙", "戊", "吉", "the flying bird drops into its hole", "飞鸟跌穴（丙加戊）", "飛鳥跌穴（丙加戊）"),
    ("丙", "乙", "吉", "sun and moon go together", "日月并行", "日月並行"),
    ("丙", "丙", "凶", "the month qi rebels against its master", "月奇悖师", "月奇悖師"),
    ("丙", "丁", "吉", "the month qi and the vermilion bird", "月奇朱雀|星奇朱雀", "月奇朱雀|星奇朱雀"),
    ("丙", "己", "凶", "fire rebels and enters punishment", "火悖入刑", "火悖入刑"),
    ("丙", "庚", "凶", "Mars enters Venus", "荧入太白", "熒入太白"),
    ("丙", "辛", "吉", "the month qi meets its match", "月奇相合|日月相会", "月奇相合|日月相會"),
    ("丙", "壬", "凶", "fire enters heaven's net", "火入天罗", "火入天羅"),
    ("丙", "癸", "凶", "rebellion under the canopy", "悖格华盖|月奇地网", "悖格華蓋|月奇地網"),
    ("丁", "戊", "吉", "the green dragon turns to light", "青龙转光", "青龍轉光"),
    ("丁", "乙", "吉", "man's hiding", "人遁吉格", "人遁吉格"),
    ("丁", "丙", "吉", "the star turns with the moon", "星随月转", "星隨月轉"),
    ("丁", "丁", "吉", "the qi enters great yin", "奇入太阴|星奇伏吟", "奇入太陰|星奇伏吟"),
    ("丁", "己", "凶", "fire enters the hook", "火入勾陈", "火入勾陳"),
    ("丁", "庚", "凶", "letters are blocked", "文书阻隔|星奇受阻", "文書阻隔|星奇受阻"),
    ("丁", "辛", "凶", "the vermilion bird enters prison", "朱雀入狱", "朱雀入獄"),
    ("丁", "壬", "吉", "five spirits combine", "五神互合", "五神互合"),
    ("丁", "癸", "凶", "the vermilion bird drops into the river", "朱雀投江（丁加癸）", "朱雀投江（丁加癸）"),
    ("己", "戊", "平", "the dog meets the green dragon", "犬遇青龙", "犬遇青龍"),
    ("己", "乙", "平", "the tomb spirit is unclear", "墓神不明|地户逢星", "墓神不明|地戶逢星"),
    ("己", "丙", "凶", "fire rebels at the door of earth", "火悖地户", "火悖地戶"),
    ("己", "丁", "凶", "the vermilion bird enters its tomb", "朱雀入墓", "朱雀入墓"),
    ("己", "己", "凶", "the door of earth meets a ghost", "地户逢鬼", "地戶逢鬼"),
    ("己", "庚", "凶", "the block of punishment turns on the name", "刑格返名", "刑格返名"),
    ("己", "辛", "凶", "the wandering soul enters its tomb", "游魂入墓", "游魂入墓"),
    ("己", "壬", "凶", "earth's net is spread high", "地网高张", "地網高張"),
    ("己", "癸", "凶", "earthly punishment and the dark warrior", "地刑玄武", "地刑玄武"),
    ("庚", "戊", "凶", "Tianyi's hidden palace", "天乙伏宫", "天乙伏宮"),
    ("庚", "乙", "凶", "Venus meets a star", "太白逢星|太白蓬星", "太白逢星|太白蓬星"),
    ("庚", "丙", "凶", "Venus enters Mars", "太白入荧", "太白入熒"),
    ("庚", "丁", "平", "block of Tingting", "亭亭之格", "亭亭之格"),
    ("庚", "己", "凶", "block of official punishment", "官府刑格|刑格（庚加己）", "官府刑格|刑格（庚加己）"),
    ("庚", "庚", "凶", "Venus in its own palace", "太白同宫|战格", "太白同宮|戰格"),
    ("庚", "辛", "凶", "white tiger block", "白虎干格", "白虎干格"),
    ("庚", "壬", "凶", "block of drifting", "移荡格|小格（庚加壬）|上格", "移蕩格|小格（庚加壬）|上格"),
    ("庚", "癸", "凶", "great block", "大格（庚加癸）", "大格（庚加癸）"),
    ("辛", "戊", "凶", "the trapped dragon is hurt", "困龙被伤", "困龍被傷"),
    ("辛", "乙", "凶", "the white tiger runs wild", "白虎猖狂（辛加乙）", "白虎猖狂（辛加乙）"),
    ("辛", "丙", "凶", "the combined stem rebels", "干合悖师", "干合悖師"),
    ("辛", "丁", "吉", "the prison spirit gains a qi", "狱神得奇", "獄神得奇"),
    ("辛", "己", "凶", "entering prison, self-punished", "入狱自刑", "入獄自刑"),
    ("辛", "庚", "凶", "the white tiger shows its force", "白虎出力", "白虎出力"),
    ("辛", "辛", "凶", "lying low in the court of heaven", "伏吟天庭", "伏吟天庭"),
    ("辛", "壬", "凶", "the evil snake enters prison", "凶蛇入狱", "凶蛇入獄"),
    ("辛", "癸", "凶", "jail of heaven under the canopy", "天牢华盖", "天牢華蓋"),
    ("壬", "戊", "吉", "the small snake becomes a dragon", "小蛇化龙", "小蛇化龍"),
    ("壬", "乙", "吉", "the small snake gains power", "小蛇得势|小蛇日奇", "小蛇得勢|小蛇日奇"),
    ("壬", "丙", "凶", "the water snake enters fire", "水蛇入火", "水蛇入火"),
    ("壬", "丁", "平", "the combined stem and the snake punished", "干合蛇刑", "干合蛇刑"),
    ("壬", "己", "凶", "turning over, the snake punished", "反吟蛇刑", "反吟蛇刑"),
    ("壬", "庚", "凶", "Venus catches the snake", "太白擒蛇", "太白擒蛇"),
    ("壬", "辛", "凶", "the soaring snake coils", "螣蛇相缠", "螣蛇相纏"),
    ("壬", "壬", "凶", "the snake enters earth's net", "蛇入地罗|天狱自刑", "蛇入地羅|天獄自刑"),
    ("壬", "癸", "凶", "the young woman strays", "幼女奸淫", "幼女奸淫"),
    ("癸", "戊", "吉", "Tianyi meets and combines", "天乙会合", "天乙會合"),
    ("癸", "乙", "吉", "the canopy meets a star", "华盖逢星", "華蓋逢星"),
    ("癸", "丙", "凶", "the canopy rebels", "华盖悖师", "華蓋悖師"),
    ("癸", "丁", "凶", "the soaring snake writhes", "螣蛇夭矫（癸加丁）", "螣蛇夭矯（癸加丁）"),
    ("癸", "己", "平", "canopy at the door of earth", "华盖地户", "華蓋地戶"),
    ("癸", "庚", "凶", "Venus enters the net", "太白入网", "太白入網"),
    ("癸", "辛", "凶", "the net covers the jail of heaven", "网盖天牢", "網蓋天牢"),
    ("癸", "壬", "凶", "the soaring snake again", "复见螣蛇", "復見螣蛇"),
    ("癸", "癸", "凶", "heaven's net spread on four sides", "天网四张（癸加癸）", "天網四張（癸加癸）"),
)  # fmt: skip

_SLUG = dict(
    zip(
        "甲乙丙丁戊己庚辛壬癸",
        ("jia", "yi", "bing", "ding", "wu", "ji", "geng", "xin", "ren", "gui"),
        strict=True,
    )
)

ROWS = tuple(
    Row(
        f"keying-{_SLUG[heaven]}-{_SLUG[earth]}", names[0], names_hant[0], f"{_SLUG[heaven]} jia {_SLUG[earth]}", english,
        FAMILY, "今法 十干克应", "modern", auspice,
        f"heaven:{heaven} & earth:{earth}",
        f"Heaven {heaven} stands over earth {earth} in one palace, lodged stems included; no stem stands for 甲.",
        aliases=names[1:], notes="The door of the palace decides." if auspice == "平" else "",
    )
    for heaven, earth, auspice, english, hans, hant in _PAIRS
    for names, names_hant in ((tuple(hans.split("|")), hant.split("|")),)
)  # fmt: skip
