"""What a direction of the oracle is, the circles it is read on, and what directions ask of an hour.

A judge answers with a set: branches or mountains as characters, palaces as numbers (the lodged ones), and for
a reading that is not a place, such as the name of the day, a set of that one value. An empty set says that
the rule names nothing at this hour.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .context import Context
from .judges import known, pillar
from .tables import BRANCHES, YANG_TERMS

Answer = frozenset[str] | frozenset[int]
Finder = Callable[[Context], Answer]
#: A judge of branches or mountains, on which other directions stand.
Bearing = Callable[[Context], frozenset[str]]

NOTHING: frozenset[str] = frozenset()

#: The circle of 24 as the book writes it on the ground, from 子 in the north turning left (宝鉴 卷三 运筹).
#: It prints 昴 for 卯 and 干 for 乾.
MOUNTAINS = tuple("子癸丑艮寅甲卯乙辰巽巳丙午丁未坤申庚酉辛戌乾亥壬")

#: The four trines: fire, wood, water, metal (宝鉴 卷三 亭亭; 景祐 白奸 又法).
TRINES = ("寅午戌", "亥卯未", "申子辰", "巳酉丑")

#: 四孟, the branches on which 白奸 is looked for.
MENG = frozenset("寅申巳亥")


@dataclass(frozen=True)
class Direction:
    """A direction: its id, the book and section it is told from, and its judge."""

    id: str
    source: str
    judge: Finder


class Bearings(dict[str, Direction]):
    """Directions by id; an id is entered once only."""

    def enter(self, row: str, source: str, judge: Finder) -> None:
        """Enter `judge` as the direction `row`."""
        if row in self:
            raise ValueError(f"direction {row!r} is entered twice")
        self[row] = Direction(row, source, judge)


def one(value: str) -> frozenset[str]:
    """The answer that is `value` alone."""
    return frozenset((value,))


def on(branch: str, steps: int) -> str:
    """The branch `steps` on from `branch` round the twelve; back where negative."""
    return BRANCHES[(BRANCHES.index(branch) + steps) % 12]


def round_from(branch: str) -> tuple[str, ...]:
    """The twelve branches forward from `branch`."""
    place = BRANCHES.index(branch)
    return BRANCHES[place:] + BRANCHES[:place]


def facing(branch: str) -> str:
    """The branch across the circle (冲)."""
    return on(branch, 6)


def facing_all(branches: frozenset[str]) -> frozenset[str]:
    """What faces each of `branches`."""
    return frozenset(facing(branch) for branch in branches)


def day_branch(ctx: Context) -> str:
    """Branch of the day pillar."""
    return pillar(ctx, "day")[1]


def month_branch(ctx: Context) -> str:
    """Branch of the month pillar, which turns at the 节."""
    return pillar(ctx, "month")[1]


def half(ctx: Context) -> str:
    """阳 from 冬至 on, 阴 from 夏至 on, by the term in force (宝鉴 卷三 天将: 冬至以后, 夏至以后)."""
    return "阳" if known(ctx, "term") in YANG_TERMS else "阴"


def half_of_ju(ctx: Context) -> str:
    """The half read as the dun of the ju (宝鉴 卷三 天将: 阳局, 阴局)."""
    return ctx.board.dun


def heaven_plate(general: str, under: str) -> dict[str, str]:
    """The twelve branches of heaven laid so that `general` stands over the branch `under` of the earth.

    Earth branch -> heaven branch over it. Both go the same way round (宝鉴 卷三 地将: 将加正时).
    """
    return dict(zip(round_from(under), round_from(general), strict=True))


def plate_of_hour(ctx: Context) -> dict[str, str]:
    """月将加时: the month general laid on the branch of the hour."""
    return heaven_plate(known(ctx, "general"), ctx.hour[1])


def under(plate: dict[str, str], heaven: str) -> str:
    """The earth branch under the branch `heaven` of the plate: its seat, 所临之下."""
    return next(earth for earth, over in plate.items() if over == heaven)
