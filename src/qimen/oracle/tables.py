"""What the books list: characters, orders and the ju table. The oracle's own transcription.

Nothing is imported and nothing is derived by formula where the book prints a list, so that a slip here and a
slip in the fast tables can not be the same slip.
"""

from __future__ import annotations

STEMS = ("甲", "乙", "丙", "丁", "戊", "己", "庚", "辛", "壬", "癸")
BRANCHES = ("子", "丑", "寅", "卯", "辰", "巳", "午", "未", "申", "酉", "戌", "亥")


def _sixty_pillars() -> tuple[str, ...]:
    """The round of sixty: a stem and a branch advance together until 甲子 comes back."""
    pillars: list[str] = []
    stem, branch = 0, 0
    while True:
        pillars.append(STEMS[stem] + BRANCHES[branch])
        stem = (stem + 1) % 10
        branch = (branch + 1) % 12
        if stem == 0 and branch == 0:
            return tuple(pillars)


PILLARS = _sixty_pillars()

#: The yi under which each 甲 hides, by xun (宝鉴 卷二 符使; 景祐 释天乙直使).
YI_OF_XUN = {"甲子": "戊", "甲戌": "己", "甲申": "庚", "甲午": "辛", "甲辰": "壬", "甲寅": "癸"}

#: The order in which the nine plate stems are laid: six yi forward, three qi backward (宝鉴 卷二 陶氏,
#: 阳一局).
PLATE_STEMS = ("戊", "己", "庚", "辛", "壬", "癸", "丁", "丙", "乙")

#: Palaces round the board, clockwise from north: 坎 艮 震 巽 离 坤 兑 乾. The centre, 5, is not in the ring.
RING = (1, 8, 3, 4, 9, 2, 7, 6)

#: Star and door native to each palace (景祐 九星所主, 八门所主). The centre has a star, 禽, and no door.
STAR_AT_HOME = {1: "蓬", 2: "芮", 3: "冲", 4: "辅", 5: "禽", 6: "心", 7: "柱", 8: "任", 9: "英"}
DOOR_AT_HOME = {1: "休", 8: "生", 3: "伤", 4: "杜", 9: "景", 2: "死", 7: "惊", 6: "开"}

#: The eight deities in the order in which they follow 直符 (景祐; 白虎 玄武 are other names of 勾陈 朱雀).
DEITIES = ("直符", "螣蛇", "太阴", "六合", "勾陈", "朱雀", "九地", "九天")

#: The 24 terms from 冬至. Those at odd places are the 节, which open a month; those at even places the 中气.
TERMS = (
    "冬至", "小寒", "大寒", "立春", "雨水", "惊蛰", "春分", "清明", "谷雨", "立夏", "小满", "芒种",
    "夏至", "小暑", "大暑", "立秋", "处暑", "白露", "秋分", "寒露", "霜降", "立冬", "小雪", "大雪",
)  # fmt: skip

#: Terms of the half year in which the plates run forward; all others run backward.
YANG_TERMS = frozenset(("冬至", "小寒", "大寒", "立春", "雨水", "惊蛰", "春分", "清明", "谷雨", "立夏", "小满", "芒种"))

#: The two terms after which 宝鉴 and 李 allow a leap (宝鉴 卷二 李氏: 芒种, 大雪, the terms before the
#: solstices).
LEAP_TERMS = ("芒种", "大雪")

YUANS = ("上", "中", "下")

#: Ju of the upper, middle and lower yuan (烟波钓叟歌; 宝鉴 and 景祐 agree, 景祐 after five emended term
#: lists).
JU_TABLE = {
    "冬至": (1, 7, 4), "小寒": (2, 8, 5), "大寒": (3, 9, 6),
    "立春": (8, 5, 2), "雨水": (9, 6, 3), "惊蛰": (1, 7, 4),
    "春分": (3, 9, 6), "清明": (4, 1, 7), "谷雨": (5, 2, 8),
    "立夏": (4, 1, 7), "小满": (5, 2, 8), "芒种": (6, 3, 9),
    "夏至": (9, 3, 6), "小暑": (8, 2, 5), "大暑": (7, 1, 4),
    "立秋": (2, 5, 8), "处暑": (1, 4, 7), "白露": (9, 3, 6),
    "秋分": (7, 1, 4), "寒露": (6, 9, 3), "霜降": (5, 8, 2),
    "立冬": (6, 9, 3), "小雪": (5, 8, 2), "大雪": (4, 7, 1),
}  # fmt: skip

#: Yuan of a leader day by its branch: 仲 upper, 孟 middle, 季 lower (宝鉴 卷二 考古法).
YUAN_OF_BRANCH = {
    "子": "上", "午": "上", "卯": "上", "酉": "上",
    "寅": "中", "申": "中", "巳": "中", "亥": "中",
    "辰": "下", "戌": "下", "丑": "下", "未": "下",
}  # fmt: skip

#: Branch of the month that each 节 opens.
MONTH_OF_NODE = {
    "立春": "寅", "惊蛰": "卯", "清明": "辰", "立夏": "巳", "芒种": "午", "小暑": "未",
    "立秋": "申", "白露": "酉", "寒露": "戌", "立冬": "亥", "大雪": "子", "小寒": "丑",
}  # fmt: skip

#: 五虎遁: stem of the 寅 month by the stem of the year.
TIGER_STEM = {
    "甲": "丙", "己": "丙", "乙": "戊", "庚": "戊", "丙": "庚", "辛": "庚",
    "丁": "壬", "壬": "壬", "戊": "甲", "癸": "甲",
}  # fmt: skip

#: 五鼠遁: stem of the 子 hour by the stem of the day.
RAT_STEM = {
    "甲": "甲", "己": "甲", "乙": "丙", "庚": "丙", "丙": "戊", "辛": "戊",
    "丁": "庚", "壬": "庚", "戊": "壬", "癸": "壬",
}  # fmt: skip

#: Month general by 中气: 亥 登明 from 雨水, one branch back with each 中气 (宝鉴 卷三 地将). The book's 娵訾
#: is the sun's entry into a sign; the instant of the 中气 is taken for it.
GENERAL_OF_ZHONGQI = {
    "雨水": "亥", "春分": "戌", "谷雨": "酉", "小满": "申", "夏至": "未", "大暑": "午",
    "处暑": "巳", "秋分": "辰", "霜降": "卯", "小雪": "寅", "冬至": "丑", "大寒": "子",
}  # fmt: skip


def xun_of(pillar: str) -> str:
    """Head of the ten pillars to which `pillar` belongs: walk back to the nearest 甲."""
    place = PILLARS.index(pillar)
    while not PILLARS[place].startswith("甲"):
        place -= 1
    return PILLARS[place]


def place_in_xun(pillar: str) -> int:
    """How many pillars `pillar` stands after the head of its xun, 0 to 9."""
    return PILLARS.index(pillar) - PILLARS.index(xun_of(pillar))


def month_general(term: str) -> str:
    """Branch of the 月将 while `term` is in force: that of the last 中气."""
    while term not in GENERAL_OF_ZHONGQI:
        term = TERMS[TERMS.index(term) - 1]
    return GENERAL_OF_ZHONGQI[term]
