"""What is laid on the ground: rods (运筹), six heaps (闭戊), the camp (安营) and the way of the march (出军).

Each plan is a plain function that does with names what the book tells one to do on foot; the directions
entered below read single places off them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations

from .board import Board
from .context import Context
from .directions_common import MOUNTAINS, Bearing, Bearings, day_branch, on, one
from .judges import opposite, pillar
from .tables import BRANCHES, STEMS, xun_of

DIRECTIONS = Bearings()

RODS = "宝鉴 卷三 运筹"
HEAPS = "宝鉴 卷三 闭戊"
CAMP = "宝鉴 卷三 安营"

# ---------------------------------------------------------------- 运筹

#: The twelve phrases: where one stands -> where the rod is carried. The ninth is damaged; it still names the
#: boar as its goal, and 亥 is the one branch to which no other phrase leads.
CARRIED_TO = {
    "子": "戌", "丑": "卯", "寅": "巳", "卯": "丑", "辰": "午", "巳": "申",
    "午": "辰", "未": "酉", "申": "亥", "酉": "未", "戌": "子", "亥": "寅",
}  # fmt: skip

#: The gods called, one a rod, from the first again after the sixth.
CALLED = ("青龙", "朱雀", "勾陈", "螣蛇", "白虎", "玄武")

#: 四维: no gate is made of them.
CORNERS = frozenset("艮巽坤乾")


@dataclass(frozen=True)
class Move:
    """One rod carried: from where, to where, under which god; the rod lifted for it, the gates it makes."""

    step: int
    start: str
    goal: str
    god: str
    lifted: str | None
    formed: tuple[str, ...]


@dataclass(frozen=True)
class Rods:
    """The rods of a day: all moves, where they lie at the end in the order laid, and what they make."""

    moves: tuple[Move, ...]
    lying: tuple[str, ...]
    tianmen: str
    dihu: str
    kaifang: str
    bifang: str
    yunv: str


def beside(mountain: str) -> tuple[str, str]:
    """The mountains on either side of `mountain`."""
    place = MOUNTAINS.index(mountain)
    return MOUNTAINS[place - 1], MOUNTAINS[(place + 1) % 24]


def gates_between(lying: list[str]) -> list[str]:
    """两支夹干: the stems of the circle that have a rod on both sides."""
    stems = [mountain for mountain in MOUNTAINS if mountain not in BRANCHES and mountain not in CORNERS]
    return [stem for stem in stems if all(branch in lying for branch in beside(stem))]


def steps_apart(one_mountain: str, other: str) -> int:
    """How many of the 24 places lie between two mountains, the shorter way round."""
    apart = abs(MOUNTAINS.index(one_mountain) - MOUNTAINS.index(other))
    return min(apart, 24 - apart)


def yunv_of(branch: str) -> str:
    """玉女 of a day: 子 on 庚, the others forward over eight stems and four corners."""
    at_mountain, counted = "庚", "子"
    while counted != branch:
        counted = on(counted, 1)
        at_mountain = beside(at_mountain)[1]
        while at_mountain in BRANCHES:
            at_mountain = beside(at_mountain)[1]
    return at_mountain


def carry_rods(branch: str) -> Rods:
    """Carry the rods of a day whose branch is `branch`.

    Six are carried, each from the next branch on. If no second gate has formed the first rod is picked up and
    carried from the branch after, and so on until one has.
    """
    lying: list[str] = []
    moves: list[Move] = []
    made: list[str] = []
    standing = branch
    while len(moves) < 6 or len(made) < 2:
        if len(moves) == 12:
            raise AssertionError(f"no second gate on a {branch} day")
        lifted = lying.pop(0) if len(lying) == 6 else None
        goal = CARRIED_TO[standing]
        lying.append(goal)
        formed = tuple(gate for gate in gates_between(lying) if gate not in made)
        made += formed
        moves.append(Move(len(moves) + 1, standing, goal, CALLED[len(moves) % 6], lifted, formed))
        standing = on(standing, 1)
    first, second = made[:2]
    # 孤筹: the two rods that make neither gate. Each opens or shuts the gate it faces, so they are paired so
    # as to stand as nearly across from the gates as they can.
    alone = [rod for rod in lying if rod not in (*beside(first), *beside(second))]
    opening, closing = max(
        permutations(alone, 2), key=lambda pair: steps_apart(pair[0], first) + steps_apart(pair[1], second)
    )
    return Rods(tuple(moves), tuple(lying), first, second, opening, closing, yunv_of(branch))


def _of_rods(read: Callable[[Rods], frozenset[str]]) -> Bearing:
    return lambda ctx: read(carry_rods(day_branch(ctx)))


DIRECTIONS.enter("yunchou-tianmen", RODS, _of_rods(lambda rods: one(rods.tianmen)))
DIRECTIONS.enter("yunchou-dihu", RODS, _of_rods(lambda rods: one(rods.dihu)))
DIRECTIONS.enter("yunchou-chou", RODS, _of_rods(lambda rods: frozenset(rods.lying)))
DIRECTIONS.enter("yunchou-kaifang", RODS, _of_rods(lambda rods: one(rods.kaifang)))
DIRECTIONS.enter("yunchou-bifang", RODS, _of_rods(lambda rods: one(rods.bifang)))
DIRECTIONS.enter("yunchou-yunv", RODS, _of_rods(lambda rods: one(rods.yunv)))

# ---------------------------------------------------------------- 闭戊 and 安营

#: The posts of a camp by the stems of the xun: the stem's title and who stands there (宝鉴 卷三 安营).
POSTS = {
    "甲": ("青龙", "大将"),
    "乙": ("蓬星", "旗鼓"),
    "丙": ("明堂", "士卒"),
    "丁": ("太阴", "伏兵"),
    "戊": ("天门", "奇兵"),
    "己": ("地户", "裨将"),
    "庚": ("天狱", "斩断"),
    "辛": ("天庭", "治事"),
    "壬": ("天廪", "刍粮"),
    "癸": ("天藏", "兵器"),
}

#: How the ids of the posts spell them.
POST_SLUGS = {
    "大将": "dajiang",
    "旗鼓": "qigu",
    "士卒": "shizu",
    "伏兵": "fubing",
    "奇兵": "qibing",
    "裨将": "pijiang",
    "斩断": "zhanduan",
    "治事": "zhishi",
    "刍粮": "chuliang",
    "兵器": "bingqi",
}


def branches_of_xun(xun: str) -> dict[str, str]:
    """Stem -> the branch it goes with in a xun, from its head on (以旬中六甲加支)."""
    return {stem: on(xun[1], place) for place, stem in enumerate(STEMS)}


def camp(xun: str) -> dict[str, str]:
    """Who camps where: post -> branch, in a xun."""
    branches = branches_of_xun(xun)
    return {post: branches[stem] for stem, (_, post) in POSTS.items()}


def six_heaps(xun: str) -> tuple[str, ...]:
    """The six heaps of earth in the order joined, from the branch of 戊 round to it again.

    The earth is dug at the first, where the knife is buried at the end.
    """
    order = [branches_of_xun(xun)["戊"]]
    while len(order) < 7:
        order.append(on(order[-1], 2))
    return tuple(order)


def _xun(ctx: Context, role: str) -> str:
    return xun_of(pillar(ctx, role))


def _pit(role: str) -> Bearing:
    return lambda ctx: one(six_heaps(_xun(ctx, role))[0])


def _post(role: str, post: str) -> Bearing:
    return lambda ctx: one(camp(_xun(ctx, role))[post])


# 本旬, 一旬一易: the book does not say of hours or of days. The hour's is taken, as for the plates; a camp
# that stands for days would have the day's.
for _suffix, _role in (("", "hour"), (".ri", "day")):
    DIRECTIONS.enter(f"biwu-keng{_suffix}", HEAPS, _pit(_role))
    for _name, _slug in POST_SLUGS.items():
        DIRECTIONS.enter(f"anying-{_slug}{_suffix}", CAMP, _post(_role, _name))

# ---------------------------------------------------------------- 出军

#: Out by 戊, in by 己, past 丁, to rest on 甲 (宝鉴 卷三 出军).
ROUTE = {"天门": "戊", "地户": "己", "太阴": "丁", "青龙": "甲"}


def march(laid: Board, plate: str = "heaven") -> dict[str, int | None]:
    """The palaces of the march on the heaven or the earth plate, and the one to strike, across from 青龙."""
    stems_at = {"heaven": laid.heaven_at, "earth": laid.earth_at}[plate]
    route: dict[str, int | None] = {
        name: next(palace for palace in laid.palaces if stem in stems_at(palace)) for name, stem in ROUTE.items()
    }
    stand = route["青龙"]
    route["击"] = None if stand is None else opposite(stand)
    return route
