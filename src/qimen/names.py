"""Stems, branches, pillars, palaces, stars, doors, deities, terms: integer codes and their names.

Codes are those of the public encodings (docs/encodings). Relations between them (phases, generating,
controlling, opposites) stand here too, once, since the calendars, the catalogue and the boards all read them.
"""

from __future__ import annotations

STEMS = "甲乙丙丁戊己庚辛壬癸"
BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
PILLARS = tuple(STEMS[i % 10] + BRANCHES[i % 12] for i in range(60))
XUN_HEADS = PILLARS[::10]

#: The yi that stands for 甲 on the plates, by xun: 甲子戊 甲戌己 甲申庚 甲午辛 甲辰壬 甲寅癸.
XUN_YI = (4, 5, 6, 7, 8, 9)
#: The nine plate stems in the order in which the earth plate is laid.
PLATE_ORDER = (4, 5, 6, 7, 8, 9, 3, 2, 1)

STARS = "蓬芮冲辅禽心柱任英"
DOORS = "休生伤杜景死惊开"
DEITIES = ("直符", "螣蛇", "太阴", "六合", "勾陈", "朱雀", "九地", "九天")
DEITIES_WINTER = ("直符", "螣蛇", "太阴", "六合", "白虎", "玄武", "九地", "九天")
TERMS = (
    "冬至", "小寒", "大寒", "立春", "雨水", "惊蛰", "春分", "清明", "谷雨", "立夏", "小满", "芒种",
    "夏至", "小暑", "大暑", "立秋", "处暑", "白露", "秋分", "寒露", "霜降", "立冬", "小雪", "大雪",
)  # fmt: skip
YUAN = "上中下"
DUN = "阳阴"

#: Palaces clockwise from north; boards are drawn south up.
RING = (1, 8, 3, 4, 9, 2, 7, 6)
#: The palace across the board, by palace; the centre has none, a palace of its own or not.
OPPOSITE = tuple(RING[(RING.index(p) + 4) % 8] if p in RING else None for p in range(10))
BOARD_ROWS = ((4, 9, 2), (3, 5, 7), (8, 1, 6))
TRIGRAMS = ("", "坎", "坤", "震", "巽", "中", "乾", "兑", "艮", "离")
DIRECTIONS = ("", "北", "西南", "东", "东南", "中", "西北", "西", "东北", "南")
#: Palace in which each door is at home (休1 生8 伤3 杜4 景9 死2 惊7 开6): the ring itself.
DOOR_HOME = RING

#: The ju of upper, middle and lower yuan of each term (烟波钓叟歌's table; 宝鉴 and 景祐 agree).
JU_TABLE = (
    (1, 7, 4), (2, 8, 5), (3, 9, 6), (8, 5, 2), (9, 6, 3), (1, 7, 4),
    (3, 9, 6), (4, 1, 7), (5, 2, 8), (4, 1, 7), (5, 2, 8), (6, 3, 9),
    (9, 3, 6), (8, 2, 5), (7, 1, 4), (2, 5, 8), (1, 4, 7), (9, 3, 6),
    (7, 1, 4), (6, 9, 3), (5, 8, 2), (6, 9, 3), (5, 8, 2), (4, 7, 1),
)  # fmt: skip

NONE8 = 255
