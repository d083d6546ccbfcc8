"""Every heaven stem over every earth stem: 景祐's table of 加 and the eighty-one names in use today."""

from __future__ import annotations

from .context import Context
from .judges import Book, Hits, Judge, over, where
from .rules_places import STEM_SLUGS

RULES = Book()

# 景祐 序, the lists 加甲 加乙 ..: heaven stem -> earth stems with what is said of them (吉 凶, 半 for 半吉).
# 甲 is the leader. 戊 has no row, 甲 and 己 standing for it; as an earth stem it is named under 甲 and 乙
# only, and in the heading 加戊己 under 己. 辛 over 壬: the list prints 加辛凶 where 壬 is wanted, its own
# 加辛 following. A stem over itself is judged by the door (门合, 不合), marked 门.
JIA_TABLE = {
    "甲": "甲门 乙吉 丙吉 丁吉 戊吉 己吉 庚吉 辛吉 壬吉 癸吉",
    "乙": "甲凶 乙门 丙吉 丁半 戊吉 己半 庚凶 辛凶 壬吉 癸半",
    "丙": "甲吉 乙吉 丙门 丁吉 己凶 庚凶 辛吉 壬凶 癸凶",
    "丁": "甲吉 乙吉 丙半 丁门 己凶 庚凶 辛凶 壬吉 癸凶",
    "己": "甲吉 乙半 丙半 丁半 戊门 己门 庚凶 辛半 壬凶 癸凶",
    "庚": "甲吉 乙半 丙凶 丁凶 己凶 庚门 辛凶 壬凶 癸凶",
    "辛": "甲半 乙凶 丙吉 丁凶 己吉 庚凶 辛门 壬凶 癸半",
    "壬": "甲吉 乙吉 丙凶 丁吉 己凶 庚凶 辛凶 壬门 癸半",
    "癸": "甲吉 乙吉 丙吉 丁凶 己半 庚凶 辛凶 壬凶 癸门",
}


def as_table_reads(ctx: Context, stems: frozenset[str]) -> frozenset[str]:
    """Stems of a palace for this table: the yi of the hour's xun is 甲 and nothing else.

    Elsewhere it is both. Here every stem has a row, so one would answer twice and against itself.
    """
    return stems - {ctx.board.yi}


def _reads(heaven: str, earth: str) -> Judge:
    def judge(ctx: Context) -> Hits:
        board = ctx.board
        return where(
            ctx,
            lambda p: (
                heaven in as_table_reads(ctx, board.heaven_at(p)) and earth in as_table_reads(ctx, board.earth_at(p))
            ),
        )

    return judge


for _heaven, _row in JIA_TABLE.items():
    for _cell in _row.split():
        RULES.enter(f"jiabiao-{STEM_SLUGS[_heaven]}-{STEM_SLUGS[_cell[0]]}", "景祐 序 加表", _reads(_heaven, _cell[0]))

# 戊 that does not lead, judged by the row of 己 (a heading names the two together).
for _earth in "甲乙丙丁庚辛壬癸":
    RULES.enter(f"jiabiao-wu-{STEM_SLUGS[_earth]}", "景祐 序 加表", _reads("戊", _earth))


def _plain(heaven: str, earth: str) -> Judge:
    return lambda ctx: over(ctx, heaven, earth)


# The eighty-one pairs as named today. No stem stands for 甲 there: 戊 over 丙 is 青龙返首 in every xun.
PLATE_STEMS = "戊乙丙丁己庚辛壬癸"

for _heaven in PLATE_STEMS:
    for _earth in PLATE_STEMS:
        RULES.enter(f"keying-{STEM_SLUGS[_heaven]}-{STEM_SLUGS[_earth]}", "今法 十干克应", _plain(_heaven, _earth))
