"""What a rule of the oracle is, and the few questions that all rules put to a board.

A judge says at which palaces its rule holds: palace numbers for a rule that has a place, {0} for a rule of
the hour as a whole, nothing where it does not hold. The laws are those of the books as read throughout this
package:

- x over y holds when x is among the heaven stems and y among the earth stems of a palace, the lodged guest of
  the centre included and 伏吟 no exception;
- 甲 is the yi of the hour's xun, which stays itself besides (景祐 青龙逃走, the 阴二局 example);
- a palace named is the lodged one, so 5 is named only on a plate where nothing lodges.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .board import Board, step_number
from .context import Context
from .tables import RING, STEMS, place_in_xun

Hits = frozenset[int]
Judge = Callable[[Context], Hits]

NONE: Hits = frozenset()
WHOLE: Hits = frozenset((0,))

#: 开 休 生, the doors one may leave by (景祐 八门所主; 宝鉴 卷二 三奇得使).
LUCKY_DOORS = frozenset("开休生")

#: 乙 丙 丁, the three qi.
QI = frozenset("乙丙丁")


@dataclass(frozen=True)
class Rule:
    """A rule: its id in the catalogue, the book and section it is told from, and its judge."""

    id: str
    source: str
    judge: Judge


class MissingPillar(KeyError):  # noqa: N818  (it says what is missing, as KeyError does)
    """A rule asks for a pillar (or term, or 月将) which its context does not know."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"this rule needs {self.name}, which the context does not give"


class Book(dict[str, Rule]):
    """Rules by id. `rule` is the decorator that enters a judge, `enter` the call for rows of one table."""

    def enter(self, row: str, source: str, judge: Judge) -> None:
        """Enter `judge` as the rule `row`; an id is entered once only."""
        if row in self:
            raise ValueError(f"rule {row!r} is entered twice")
        self[row] = Rule(row, source, judge)

    def rule(self, row: str, source: str) -> Callable[[Judge], Judge]:
        """Enter the function below as the rule `row`."""

        def entered(judge: Judge) -> Judge:
            self.enter(row, source, judge)
            return judge

        return entered


def pillar(ctx: Context, role: str) -> str:
    """Pillar of hour, day, month, year or shuo; MissingPillar if it is not known."""
    try:
        return ctx.pillar(role)
    except ValueError:
        raise MissingPillar(role) from None


def plate_stem(ctx: Context, role: str) -> str:
    """The stem to look for on the plates for the pillar of `role`: never 甲 (see `Context.plate_stem`)."""
    pillar(ctx, role)
    return ctx.plate_stem(role)


def known(ctx: Context, name: str) -> str:
    """term, ju_term, yuan or general of the context; MissingPillar if it is not known."""
    value = getattr(ctx, name)
    if value is None:
        raise MissingPillar(name)
    assert isinstance(value, str)
    return value


def whole(holds: bool) -> Hits:
    """The hour as a whole, if `holds`."""
    return WHOLE if holds else NONE


def at(palace: int, holds: bool = True) -> Hits:
    """`palace`, if `holds`."""
    return frozenset((palace,)) if holds else NONE


def where(ctx: Context, test: Callable[[int], bool]) -> Hits:
    """Palaces in which `test` is true."""
    return frozenset(palace for palace in ctx.board.palaces if test(palace))


def over(ctx: Context, heaven: str, earth: str) -> Hits:
    """Palaces where one of the stems `heaven` stands over one of the stems `earth`."""
    return heaven_palace(ctx, heaven) & earth_palace(ctx, earth)


def over_either(ctx: Context, one: str, other: str) -> Hits:
    """Palaces where the two stand over each other, in either order (相加)."""
    return over(ctx, one, other) | over(ctx, other, one)


def heaven_palace(ctx: Context, stems: str) -> Hits:
    """Palaces where one of `stems` stands on the heaven plate."""
    return where(ctx, lambda p: bool(ctx.board.heaven_at(p) & set(stems)))


def earth_palace(ctx: Context, stems: str) -> Hits:
    """Palaces where one of `stems` stands on the earth plate, the centre's read at its lodge."""
    return where(ctx, lambda p: bool(ctx.board.earth_at(p) & set(stems)))


def star_palace(ctx: Context, stars: str) -> Hits:
    """Palaces where one of `stars` stands; a lodged 禽 stands with its host."""
    return where(ctx, lambda p: bool(set(ctx.board.stars.get(p, [])) & set(stars)))


def door_palace(ctx: Context, doors: str) -> Hits:
    """Palaces where one of `doors` stands."""
    return where(ctx, lambda p: p in ctx.board.doors and ctx.board.doors[p] in doors)


def deity_palace(ctx: Context, *names: str) -> Hits:
    """Palaces where one of the deities stands; none on a flying plate, which has no deities."""
    return where(ctx, lambda p: p in ctx.board.deities and ctx.board.deities[p] in names)


def native_palace(board: Board, stem: str) -> int:
    """Raw palace in which `stem` is native on the earth plate."""
    return next(palace for palace, there in board.earth.items() if there == stem)


def dun_gong(board: Board) -> int:
    """遁宫 of the hour: the raw palace on which its pillar hides (宝鉴 卷二 符使).

    The pillars of a xun hide one palace number after another from where its yi is native, on in yang and back
    in yin. It depends on the earth plate and the pillar only; on a rotating plate 直使 stands on it.
    """
    forward = 1 if board.dun == "阳" else -1
    return step_number(native_palace(board, board.yi), forward * place_in_xun(board.hour))


def leader_gong(board: Board) -> int:
    """Raw earth palace to which the hour's stem calls the leader; in a 甲 hour that of its own yi."""
    return native_palace(board, board.yi if board.hour.startswith("甲") else board.hour[0])


def lucky_envoy(board: Board) -> bool:
    """直使 is 开, 休 or 生 by its own, native door."""
    return board.shi_door is not None and board.shi_door in LUCKY_DOORS


def opposite(palace: int) -> int | None:
    """The palace facing `palace` over the centre; the centre faces none."""
    return None if palace == 5 else RING[(RING.index(palace) + 4) % 8]


def stem_after(stem: str, steps: int) -> str:
    """The stem `steps` on from `stem` in the ring of ten (back where negative)."""
    return STEMS[(STEMS.index(stem) + steps) % 10]
