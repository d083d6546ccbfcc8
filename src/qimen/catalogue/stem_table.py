"""The 加 table of 景祐: heaven row over earth column, each pair good, half good or bad.

The yi of the hour's xun reads as 甲 here and as itself nowhere; heaven 戊 outside the 甲子 xun has no row. A palace with
lodged stems shows up to four pairs; the category lists the bad ones first, so a palace is worth its worst pair.
"""

from __future__ import annotations

from .row import Row

FAMILY = "stem-table"

_COLUMNS = "甲乙丙丁戊己庚辛壬癸"
#: Row by row over the columns 甲..癸: 吉, 凶, 半; － not stated; ＝ the entry on itself, which asks for the door. The
#: cell 己 over 戊 belongs to the entry on itself (加戊己). 辛 over 壬 reads 凶 for a misprint.
_CELLS = (
    ("甲", "＝吉吉吉吉吉吉吉吉吉"),
    ("乙", "凶＝吉半吉半凶凶吉半"),
    ("丙", "吉吉＝吉－凶凶吉凶凶"),
    ("丁", "吉吉半＝－凶凶凶吉凶"),
    ("己", "吉半半半＝＝凶半凶凶"),
    ("庚", "吉半凶凶－凶＝凶凶凶"),
    ("辛", "半凶吉凶－吉凶＝凶半"),
    ("壬", "吉吉凶吉－凶凶凶＝半"),
    ("癸", "吉吉吉凶－半凶凶凶＝"),
)  # fmt: skip
#: Entries on themselves: value without and with 门合, and a note. Some of the printed glosses are corrupt.
_ON_ITSELF = {
    "甲": ("", "吉", "Good for wealth."), "乙": ("", "吉", ""), "丙": ("", "", "Both glosses are corrupt."),
    "丁": ("凶", "吉", "Good for letters."), "己": ("凶", "吉", "Good for going far (printed 远望)."),
    "庚": ("凶", "", "门合 is not stated."), "辛": ("凶", "", "门合 is not stated."),
    "壬": ("", "", "Both glosses are corrupt."), "癸": ("", "", "The gloss is corrupt."),
}  # fmt: skip
_SLUG = dict(zip(_COLUMNS, ("jia", "yi", "bing", "ding", "wu", "ji", "geng", "xin", "ren", "gui"), strict=True))
_XUN = {"戊": "甲子", "己": "甲戌", "庚": "甲申", "辛": "甲午", "壬": "甲辰", "癸": "甲寅"}
_CONFLICTS = {
    ("甲", "庚"): "Good here, yet 天乙飞宫格 is bad.", ("庚", "甲"): "Good here, yet 天乙伏宫格 is bad.",
    ("乙", "甲"): "Bad, with no pattern of that name.", ("辛", "壬"): "Printed 加辛 a second time where 壬 is wanted.",
}  # fmt: skip


def _rule(heaven: str, earth: str) -> str:
    """Return the rule of a cell; a yi counts as itself only outside its own xun."""
    xun = sorted({_XUN[stem] for stem in (heaven, earth) if stem in _XUN})
    rule = f"heaven:{heaven} & earth:{earth}"
    return f"{rule} & ~hour_xun:{','.join(xun)}" if xun else rule


def _cell(heaven: str, earth: str, value: str) -> Row:
    own = value == "＝"
    plain, joined, note = _ON_ITSELF[heaven] if own else (value, "", "")
    yi = ", outside the xun of either yi named" if {heaven, earth} & set(_XUN) else ""
    return Row(
        f"jiabiao-{_SLUG[heaven]}-{_SLUG[earth]}", f"{heaven}加{earth}", f"{heaven}加{earth}",
        f"{_SLUG[heaven]} jia {_SLUG[earth]}", f"{_SLUG[heaven]} over {_SLUG[earth]} in the table", FAMILY, "景祐 序 加表",
        "jingyou", plain, _rule(heaven, earth),
        f"Heaven {heaven} over earth {earth}{yi}"
        + (", 甲 being the yi of the hour's xun." if "甲" in (heaven, earth) else ".")
        + (" 门合, a door 开, 休 or 生 in the palace, decides." if own else ""),
        rejected="The yi of the xun as itself. For 门合, a door that is not 迫." if own else "The yi of the xun as itself.",
        when=(("door:开休生", joined),) if own else (), inferred=own,
        notes=note or _CONFLICTS.get((heaven, earth), ""), category="jiabiao",
    )  # fmt: skip


_ALL = tuple(
    _cell(heaven, earth, value)
    for heaven, values in _CELLS
    for earth, value in zip(_COLUMNS, values, strict=True)
    if value != "－"
)

#: 加戊己 taken to give heaven 戊 the row of 己: a variant, outside the category.
_WU = tuple(
    Row(
        f"jiabiao-wu-{_SLUG[earth]}", f"戊加{earth}（从己）", f"戊加{earth}（從己）", f"wu jia {_SLUG[earth]}",
        f"wu over {_SLUG[earth]}, with the row of ji", FAMILY, "景祐 序 加表", "jingyou", value,
        _rule("戊", earth),
        f"Heaven 戊 outside the 甲子 xun over earth {earth}, judged by the row of 己.",
        rejected="No value for heaven 戊: the table has no such row.", inferred=True,
    )
    for earth, value in zip(_COLUMNS, _CELLS[4][1], strict=True)
    if value != "＝"
)  # fmt: skip

_ORDER = ("凶", "半", "吉", "平", "")
ROWS = (*sorted(_ALL, key=lambda row: _ORDER.index(row.auspice)), *_WU)
