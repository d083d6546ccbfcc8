"""Everything a rule may ask: the board and what time it is."""

from __future__ import annotations

from dataclasses import dataclass

from .board import Board
from .tables import YI_OF_XUN, xun_of


@dataclass(frozen=True)
class Context:
    """A board with its pillars and terms. What is not known is None; the hour pillar is the board's own.

    `shuo` is the day pillar of the first day of the lunar month, `general` the branch of the 月将, `term` the
    term in force and `ju_term` the ju's. `jia_role` says what a pillar of stem 甲 stands for on the plates:
    "own", the yi of that pillar's own xun, or "leader", the yi of the hour's (景祐's two examples read so).
    """

    board: Board
    day: str | None = None
    month: str | None = None
    year: str | None = None
    shuo: str | None = None
    term: str | None = None
    ju_term: str | None = None
    yuan: str | None = None
    general: str | None = None
    jia_role: str = "own"

    @property
    def hour(self) -> str:
        """The hour pillar."""
        return self.board.hour

    def pillar(self, role: str) -> str:
        """Pillar of "hour", "day", "month", "year" or "shuo"; ValueError if the context does not know it."""
        known = {
            "hour": self.board.hour,
            "day": self.day,
            "month": self.month,
            "year": self.year,
            "shuo": self.shuo,
        }
        if role not in known:
            raise ValueError(f"role must be one of {tuple(known)}, not {role!r}")
        pillar = known[role]
        if pillar is None:
            raise ValueError(f"this rule needs the {role} pillar")
        return pillar

    def plate_stem(self, role: str) -> str:
        """The stem to look for on the plates where a rule says "the stem of the day": never 甲."""
        pillar = self.pillar(role)
        if not pillar.startswith("甲"):
            return pillar[0]
        if self.jia_role == "own":
            return YI_OF_XUN[xun_of(pillar)]
        if self.jia_role == "leader":
            return self.board.yi
        raise ValueError(f"jia_role must be own or leader, not {self.jia_role!r}")
