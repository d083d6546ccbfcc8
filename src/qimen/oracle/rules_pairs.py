"""Every heaven stem over every earth stem: 景祐's table of 加 and the eighty-one names in use today."""

from __future__ import annotations

from .context import Context
from .judges import LUCKY_DOORS, NONE, Book, Hits, Judge, over

RULES = Book()

# 景祐 序, the lists 加甲 加乙 ..: row = heaven stem, then earth stems with what is said of them (吉 凶, 半 for 半吉).
# 甲 is the leader. 戊 has no row, 甲 and 己 standing for it, and is named as an earth stem under 甲 and 乙 only.
# 辛 over 壬: the list prints 加辛凶 where 壬 is wanted, its own 加辛 following.
JIA_TABLE = {
    "甲": "乙吉 丙吉 丁吉 戊吉 己吉 庚吉 辛吉 壬吉 癸吉",
    "乙": "甲凶 丙吉 丁半 戊吉 己半 庚凶 辛凶 壬吉 癸半",
    "丙": "甲吉 乙吉 丁吉 己凶 庚凶 辛吉 壬凶 癸凶",
    "丁": "甲吉 乙吉 丙半 己凶 庚凶 辛凶 壬吉 癸凶",
    "己": "甲吉 乙半 丙半 丁半 庚凶 辛半 壬凶 癸凶",
    "庚": "甲吉 乙半 丙凶 丁凶 己凶 辛凶 壬凶 癸凶",
    "辛": "甲半 乙凶 丙吉 丁凶 己吉 庚凶 壬凶 癸半",
    "壬": "甲吉 乙吉 丙凶 丁吉 己凶 庚凶 辛凶 癸半",
    "癸": "甲吉 乙吉 丙吉 丁凶 己半 庚凶 辛凶 壬凶",
}

# The same lists, a stem over itself: what 门合 gives and what 不合 gives, "" where the list does not say. 门合 is
# read as a lucky door in the palace. Corrupt words (丙 争法 刑色, 壬 才理 天理, 癸 文字制) are taken as the other
# entries go: 合 good, 不合 bad.
JIA_SELF = {
    "甲": ("吉", ""),
    "乙": ("吉", ""),
    "丙": ("吉", "凶"),
    "丁": ("吉", "凶"),
    "己": ("吉", "凶"),
    "庚": ("", "凶"),
    "辛": ("", "凶"),
    "壬": ("吉", "凶"),
    "癸": ("吉", ""),
}
