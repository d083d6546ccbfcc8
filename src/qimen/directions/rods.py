"""运筹: six rods moved about the 24 directions open a gate of heaven and a door of earth (宝鉴 卷三 运筹)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..names import BRANCHES
from .compass import CORNERS, MOUNTAINS, branch_mask
from .direction import Direction, branch, look_up, table

#: The twelve phrases by the branch they start from, cut to what they move; the ninth is restored: the print
#: has 猴牛, a gap, 猪屋, and only 申 to 亥 makes the twelve targets a permutation.
PHRASES = (
    "鼠行狗窦", "牛收兔阡", "虎蹲蛇窟", "兔入牛栏", "龙吟马续", "蛇蟠猴跧", "马泉龙浴", "羊食鸡湌", "猴牛猪屋", "鸡立羊藩",
    "狗窥鼠出", "猪伺虎眠",
)  # fmt: skip
#: Where each branch sends its rod: the second animal of its phrase.
TARGETS = "戌卯巳丑午申辰酉亥未子寅"
#: The spirits called, one a rod, over and over.
SPIRITS = ("青龙", "朱雀", "勾陈", "螣蛇", "白虎", "玄武")
RODS = 6

#: 玉女 of each day: 子 at 庚, then clockwise over the eight stems and the four corners.
_YUNV_RING = [m for m in MOUNTAINS if m not in BRANCHES]
YUNV = tuple(_YUNV_RING[(_YUNV_RING.index("庚") + b) % 12] for b in range(12))


@dataclass(frozen=True)
class Move:
    """One rod: from the branch stood on, to its target; the spirit called, the rod lifted first, gates it forms."""

    step: int
    frm: str
    to: str
    phrase: str
    spirit: str
    picked_up: str | None
    formed: tuple[str, ...]


@dataclass(frozen=True)
class Rods:
    """The rods of one day: the moves in order, where the six lie at the end, the gates and the lone rods."""

    day: str
    moves: tuple[Move, ...]
    rods: tuple[str, ...]
    tianmen: str
    dihu: str
    lone: tuple[str, ...]
    kaifang: str
    bifang: str
    yunv: str


def gates_at(rods: set[str], at: str, corners: bool = False) -> list[str]:
    """Return the gates that a rod at a branch forms with its neighbours: the one direction between two rods.

    Only stems are gates; with `corners` 艮巽坤乾 count too, which the book's worked day excludes.
    """
    place = MOUNTAINS.index(at)
    found = []
    for side in (1, -1):
        between, other = MOUNTAINS[(place + side) % 24], MOUNTAINS[(place + 2 * side) % 24]
        if other in rods and (corners or between not in CORNERS):
            found.append(between)
    return found


def lay_rods(day_branch: str, corners: bool = False) -> Rods:
    """Return the moves of a day, told step by step.

    The diviner stands on the branch of the day and goes on branch by branch. When six rods have not formed a
    second gate, the first rod is lifted and laid once more.

    >>> laid = lay_rods("子")
    >>> laid.tianmen, laid.dihu, laid.kaifang, laid.bifang, laid.yunv
    ('丙', '乙', '丑', '申', '庚')
    """
    start = BRANCHES.index(day_branch)
    lying: list[str] = []
    moves: list[Move] = []
    gates: list[str] = []
    while len(moves) < RODS or len(gates) < 2:
        step = len(moves)
        frm = BRANCHES[(start + step) % 12]
        to = TARGETS[BRANCHES.index(frm)]
        lifted = lying.pop(0) if step >= RODS else None
        formed = gates_at(set(lying), to, corners)
        lying.append(to)
        gates += formed
        moves.append(Move(step + 1, frm, to, PHRASES[BRANCHES.index(frm)], SPIRITS[step % 6], lifted, tuple(formed)))
    tianmen, dihu = gates[:2]
    beside = {MOUNTAINS[(MOUNTAINS.index(gate) + side) % 24] for gate in (tianmen, dihu) for side in (1, -1)}
    lone = tuple(rod for rod in lying if rod not in beside)
    return Rods(day_branch, tuple(moves), tuple(lying), tianmen, dihu, lone, lone[0], lone[-1], YUNV[start])


def facing_costs(laid: Rods) -> tuple[int, int]:
    """Return how far the lone rods are from facing the gates squarely: as taken, and exchanged.

    One rod faces 天门 and the other 地户; of the two ways the one that is nearer to opposite is taken. On every day
    it is also the order in which the rods were laid.
    """

    def away(rod: str, gate: str) -> int:
        apart = (MOUNTAINS.index(rod) - MOUNTAINS.index(gate)) % 24
        return abs(12 - min(apart, 24 - apart))

    def cost(opening: str, closing: str) -> int:
        return away(opening, laid.tianmen) + away(closing, laid.dihu)

    return cost(laid.kaifang, laid.bifang), cost(laid.bifang, laid.kaifang)


#: The rods of the twelve days.
DAYS = tuple(lay_rods(day) for day in BRANCHES)

_SOURCE = "宝鉴 卷三 运筹"
_LAY = "By the day branch: six rods, one from each branch on from the day's, each to its phrase's target. "
_GATE = "A gate is a stem mountain between two adjacent branches that both hold a rod, the corners excepted. "


def _by_day(kind: str, bits: Callable[[Rods], int]) -> Any:
    masks = table(kind, [bits(day) for day in DAYS])
    return lambda columns, _: look_up(masks, branch(columns, "day"))


def _mountain(name: str) -> int:
    return 1 << MOUNTAINS.index(name)


def _branches(*names: str) -> int:
    return branch_mask(BRANCHES.index(name) for name in names)


DIRECTIONS = tuple(
    Direction(
        f"yunchou-{slug}", f"运筹{hans}", f"運籌{hant}", f"yun chou {slug}", english, kind, frozenset({"day"}), _SOURCE, "baojian",
        auspice, reading, _by_day(kind, bits), default=True, rejected=rejected,
    )
    for slug, hans, hant, english, kind, auspice, bits, reading, rejected in (
        ("tianmen", "天门", "天門", "gate of heaven, to leave by", "mountain", "吉", lambda r: _mountain(r.tianmen),
         f"{_LAY}{_GATE}The first formed.", "Corners as gates: then 子 days form 巽 with 乙, against the worked example."),
        ("dihu", "地户", "地戶", "door of earth, to come in by", "mountain", "吉", lambda r: _mountain(r.dihu),
         f"{_LAY}{_GATE}The second formed; when six rods form none, the first is lifted and laid again.", ""),
        ("chou", "六筹", "六籌", "where the six rods lie", "branch", "", lambda r: _branches(*r.rods),
         f"{_LAY}Where they lie at the end.", ""),
        ("kaifang", "开方", "開方", "opening side", "branch", "", lambda r: _branches(r.kaifang),
         f"{_LAY}Of the two rods beside neither gate, the one that faces 天门, which is the one laid first.", ""),
        ("bifang", "闭方", "閉方", "closing side", "branch", "", lambda r: _branches(r.bifang),
         f"{_LAY}Of the two rods beside neither gate, the one that faces 地户, which is the one laid second.", ""),
        ("yunv", "玉女", "玉女", "jade maid, to go off by", "mountain", "吉", lambda r: _mountain(r.yunv),
         "子 days at 庚, then clockwise over the eight stems and four corners.", ""),
    )
)  # fmt: skip
