"""Host and guest: palaces where the star controls the palace or is controlled; the season's ground (景祐)."""

from __future__ import annotations

from collections.abc import Callable

from .context import Context
from .directions_common import Bearings, month_branch, one
from .judges import Hits, Judge, known, pillar

DIRECTIONS = Bearings()

GUEST = "景祐 遁甲利客"
HOST = "景祐 遁甲利主"

#: Stars, the palaces over which they favour the guest, and the winning phase, which is the star's own.
#: 英 over 6 and 7 has dropped out of the text, as has 八宫 after 二宫; 利主 names both palaces of earth.
FOR_THE_GUEST = (
    ("蓬", (9,), "水"),
    ("心柱", (3, 4), "金"),
    ("任禽芮", (1,), "土"),
    ("辅冲", (2, 8), "木"),
    ("英", (6, 7), "火"),
)

#: The same for the host; the winning phase is the palace's.
FOR_THE_HOST = (
    ("英", (1,), "水"),
    ("任禽芮", (3, 4), "木"),
    ("辅冲", (6, 7), "金"),
    ("蓬", (8, 2), "土"),
    ("柱心", (9,), "火"),
)

#: Months that help a phase: 秋冬, 季夏并秋, 四季, 冬春, 春夏.
MONTHS = {
    "水": "申酉戌亥子丑",
    "金": "未申酉戌",
    "土": "辰戌丑未",
    "木": "亥子丑寅卯辰",
    "火": "寅卯辰巳午未",
}

#: Days that help a phase, by stem or by branch.
DAYS = {
    "水": "壬癸亥子",
    "金": "庚辛申酉",
    "土": "戊己辰戌丑未",
    "木": "甲乙寅卯",
    "火": "丙丁巳午",
}

#: How the season and the day tell on the outcome: (season helps, day helps) -> counts.
Weight = Callable[[bool, bool], bool]
Matches = tuple[tuple[str, tuple[int, ...], str], ...]


def _helped(phase: str, month: str, day: str, weight: Weight) -> bool:
    """Whether season and day, weighed so, help the phase. `month` is a branch and `day` a pillar."""
    return weight(month in MONTHS[phase], bool(set(day) & set(DAYS[phase])))


def _wins(ctx: Context, matches: Matches) -> dict[int, str]:
    """Palaces where one of the matches stands, and the phase that wins there.

    A lodged 禽 is where its host is. The centre is on neither list, so on a flying plate it is neither's.
    """
    return {
        palace: phase
        for stars, palaces, phase in matches
        for palace in palaces
        if set(ctx.board.stars.get(palace, [])) & set(stars)
    }


def _any(matches: Matches) -> Judge:
    return lambda ctx: frozenset(_wins(ctx, matches))


def _weighed(matches: Matches, weight: Weight) -> Judge:
    """Only the palaces whose winner is helped."""

    def judge(ctx: Context) -> Hits:
        month, day = month_branch(ctx), pillar(ctx, "day")
        return frozenset(p for p, phase in _wins(ctx, matches).items() if _helped(phase, month, day, weight))

    return judge


# 若在秋冬之月, 或壬癸亥子日: 或 stands once, elsewhere the two are only set side by side. Hence a base, a
# strong and a full grade.
for _row, _source, _matches in (("like-fang", GUEST, FOR_THE_GUEST), ("lizhu-fang", HOST, FOR_THE_HOST)):
    DIRECTIONS.enter(_row, _source, _any(_matches))
    DIRECTIONS.enter(f"{_row}-qiang", _source, _weighed(_matches, lambda season, day: season or day))
    DIRECTIONS.enter(f"{_row}-quan", _source, _weighed(_matches, lambda season, day: season and day))


#: 春夏: from 立春 until 立秋.
SPRING_AND_SUMMER = frozenset(
    ("立春", "雨水", "惊蛰", "春分", "清明", "谷雨", "立夏", "小满", "芒种", "夏至", "小暑", "大暑")
)

# 春夏杀气潜藏, flat ground within; 冬秋飞腾居上, hills without.
DIRECTIONS.enter(
    "sishi-suoli",
    "景祐 四时所利",
    lambda ctx: one("内平野" if known(ctx, "term") in SPRING_AND_SUMMER else "外丘陵"),
)
