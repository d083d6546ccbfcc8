"""利客 and 利主: whether the star controls the palace or the palace the star (景祐 遁甲利客, 遁甲利主)."""

from __future__ import annotations

from .row import Row

FAMILY = "host-and-guest"

#: Stars, palaces, and the phase that wins. The guest is the star, the host the palace.
_GUEST = (
    ("蓬", "9", "水"),
    ("心柱", "34", "金"),
    ("任禽芮", "1", "土"),
    ("辅冲", "28", "木"),
    ("英", "67", "火"),
)
_HOST = (
    ("英", "1", "水"),
    ("任禽芮", "34", "木"),
    ("辅冲", "67", "金"),
    ("蓬", "28", "土"),
    ("心柱", "9", "火"),
)

#: Months and days that help the phase: 水 autumn and winter, 金 last of summer and autumn, and so on.
_SEASON = {
    "水": "申酉戌亥子丑",
    "金": "未申酉戌",
    "土": "辰戌丑未",
    "木": "亥子丑寅卯辰",
    "火": "寅卯辰巳午未",
}
_DAY = {
    "水": "(day_stem:壬癸 | day_branch:亥子)", "金": "(day_stem:庚辛 | day_branch:申酉)",
    "土": "(day_stem:戊己 | day_branch:辰戌丑未)", "木": "(day_stem:甲乙 | day_branch:寅卯)",
    "火": "(day_stem:丙丁 | day_branch:巳午)",
}  # fmt: skip


def _base(table: tuple[tuple[str, str, str], ...]) -> str:
    return " | ".join(f"(star:{stars} & palace:{palaces})" for stars, palaces, _ in table)


def _strong(table: tuple[tuple[str, str, str], ...], join: str) -> str:
    return " | ".join(
        f"(star:{stars} & palace:{palaces} & (month_branch:{_SEASON[phase]} {join} {_DAY[phase]}))"
        for stars, palaces, phase in table
    )


_STRENGTHS = (
    ("-quan", "（得时得日）", "（得時得日）", ", fullest", "&", "; the month and the day both help the winning phase"),
    ("-qiang", "（得时或得日）", "（得時或得日）", ", strong", "|", "; the month or the day helps the winning phase"),
    ("", "", "", "", "", ", whatever the season"),
)  # fmt: skip

_ROWS = tuple(
    Row(
        f"{slug}{suffix}{who}", f"{whose}{hans}{mark}", f"{whose}{hant}{mark_hant}", f"{gain_of}{gain}", f"{english}{strength}{by}",
        FAMILY, f"景祐 遁甲{hans}", "jingyou", "",
        (f"heaven:甲 & ({rule})" if who else rule),
        f"{reading}{words}{at}. Seasons: 水 autumn and winter, 金 last month of summer and autumn, 土 the four last months, 木 "
        "winter and spring, 火 spring and summer; days: by the stem or branch of the phase.",
        rejected=rejected, inferred=slug == "like", category=f"{slug}{who}",
    )
    for slug, hans, hant, gain, english, table, reading, rejected in (
        ("like", "利客", "利客", "li ke", "good for the guest", _GUEST,
         "The star's phase controls the palace's: 蓬 in 9, 心 柱 in 3 4, 任 禽 芮 in 1, 辅 冲 in 2 8, 英 in 6 7",
         "Only what is printed: 英 is missing there, and 8 beside 2."),
        ("lizhu", "利主", "利主", "li zhu", "good for the host", _HOST,
         "The palace's phase controls the star's: 英 in 1, 任 禽 芮 in 3 4, 辅 冲 in 6 7, 蓬 in 2 8, 心 柱 in 9",
         "Season and day as one condition: the text has 'or' once and elsewhere sets them side by side."),
    )
    for who, whose, gain_of, by, at in (
        ("", "", "", "", ""), ("-zhifu", "直符", "zhi fu ", ", by the leader's star", ", at 直符"),
    )
    for suffix, mark, mark_hant, strength, join, words in _STRENGTHS
    for rule in (_strong(table, join) if join else _base(table),)
)  # fmt: skip

_PRINTED = (
    Row(
        "like.printed", "利客（原文）", "利客（原文）", "li ke", "good for the guest, as printed", FAMILY, "景祐 遁甲利客",
        "jingyou", "",
        "(star:蓬 & palace:9) | (star:心柱 & palace:34) | (star:任禽芮 & palace:1) | (star:辅冲 & palace:2)",
        "As 利客, without what the print lacks: 英 in 6 7, and palace 8 for 辅 冲.",
    ),
)  # fmt: skip

ROWS = (*_ROWS, *_PRINTED)
