"""Door, stem and deity together in one palace: the three 遁 and their kin."""

from __future__ import annotations

from .row import Row

FAMILY = "formations"

_DUN = (
    Row(
        "tiandun", "天遁", "天遁", "tiandun", "heaven's hiding", FAMILY, "景祐 天遁", "jingyou", "吉",
        "door:生 & heaven:丙 & earth:丁",
        "Door 生 with heaven 丙 over earth 丁 in one palace.",
    ),
    Row(
        "didun", "地遁", "地遁", "didun", "earth's hiding", FAMILY, "景祐 地遁", "jingyou", "吉",
        "door:开 & heaven:乙 & earth:己",
        "Door 开 with heaven 乙 over earth 己 in one palace.",
    ),
    Row(
        "rendun", "人遁", "人遁", "rendun", "man's hiding", FAMILY, "景祐 人遁", "jingyou", "吉",
        "door:休 & heaven:丁 & deity:太阴",
        "Door 休 with heaven 丁 in the palace of the deity 太阴 (two on from 直符 in yang, two back in yin).",
    ),
)  # fmt: skip

#: 吉宿, the lucky stars: 辅禽心 of the best, 任冲 of the next best luck (景祐 九星吉凶).
_BEST = tuple(
    Row(
        f"jimen-qi-jixiu{suffix}", f"吉门奇宿{mark}", f"吉門奇宿{mark_hant}", "jimen qi jixiu",
        f"lucky door, qi and lucky star{english}", FAMILY, "景祐 八门所主", "jingyou", "吉",
        f"door:开休生 & heaven:乙丙丁 & {stars}",
        f"Door 开, 休 or 生, heaven 乙, 丙 or 丁, and {words} in one palace.", rejected=rejected, notes=notes,
        aliases=("最上吉",) if not suffix else (),
    )
    for suffix, mark, mark_hant, english, stars, words, rejected, notes in (
        ("", "", "", "", "star:辅禽心任冲", "a lucky star (辅禽心任冲)", "辅禽心 alone: 吉宿 are all the lucky stars.",
         "Where 禽 lodges with 芮 the palace holds the worst star and a best one at once; the variants part them."),
        (".shang", "（上吉星）", "（上吉星）", ", of the best", "star:辅禽心", "one of 辅禽心", "", ""),
        (".ci", "（次吉星）", "（次吉星）", ", of the next best", "star:任冲", "任 or 冲", "", ""),
        (".qin-leader", "（禽为直符）", "（禽為直符）", ", qin only as leader",
         "(star:辅心任冲 | (star:禽 & heaven:甲 & zhifu:禽))",
         "one of 辅心任冲, or 禽 while it is the star of 直符,", "", ""),
    )
)  # fmt: skip

ROWS = (*_DUN, *_BEST)
