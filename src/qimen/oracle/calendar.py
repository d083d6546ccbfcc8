"""定局: which ju an hour has, by each of the methods.

chaibu, qi_ying   the term switches when it comes, the yuan is the leader's (宝鉴 卷二 李氏, 三氏 气应)
zhirun            blocks of fifteen days with leaps (宝鉴 卷二 考古法); `blocks`
jingyou           zhirun over the mean terms of 景祐; `mean_terms`
li, tao           ahead of the term as zhirun, behind it as chaibu (宝鉴 卷二 李氏; 陶 follows him)
maoshan           60 double-hours upper, 60 middle, the rest lower, without leaders
lin               pentads without leaders (宝鉴 卷二 林氏); `pentads`
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .blocks import DAYS_OF_BLOCK, Block, walk
from .mean_terms import jingyou_terms
from .moments import DAY_STARTS, day_of, day_of_hour, hour_of, local_ms_of
from .pentads import cycle, pentad_at
from .pillars import day_pillar
from .tables import JU_TABLE, TERMS, YANG_TERMS, YUAN_OF_BRANCH, YUANS

METHODS = ("chaibu", "qi_ying", "zhirun", "jingyou", "li", "tao", "maoshan", "lin")
TERM_SWITCHES = ("instant", "hour")
#: No term follows another in less; beyond this many days after the last term given nothing is known.
DAYS_AFTER_LAST_TERM = 14


@dataclass(frozen=True)
class Reading:
    """What a method says of an hour.

    `term` is in force, `ju_term` gave the ju. `leader_day` is the 甲 or 己 day that opened the five days (in
    all methods, though maoshan and lin do not ask it). `lead_days` and `kind` are those of the block of
    fifteen days, None and "" for methods without blocks; `leap` marks a repeated block or an inserted pentad.
    `part` is 李's 残局 or 补局, "" elsewhere.
    """

    term: str
    ju_term: str
    yuan: str
    dun: str
    ju: int
    leader_day: str
    leader_day_number: int
    lead_days: int | None
    leap: bool
    kind: str
    part: str


class Calendar:
    """One method over one list of terms; ask it `at_hour` or `at_time`.

    Parameters
    ----------
    terms
        (local_ms, name) in order, every term of the 24 in turn. None only for "jingyou", which then takes its
        own mean terms of the years -3001 to 3000. Leave a year before and a month after what you will ask:
        block methods need the run-in, and 14 days after the last term nothing is known.
    method
        One of METHODS.
    leap_lead
        Days of lead from which a leap is made.
    lead_at
        "node": the lead of 芒种 or 大雪 itself; "solstice": that of the solstice in the block it would get
        without a leap.
    day_start
        "23:00" or "00:00": when the day of an instant turns, for terms and for `at_time`.
    term_switch
        "instant" or "hour": how `at_time` compares terms.
    lin_epoch
        Double-hour at which 林's first 冬至 pentad begins. When None, that of the 冬至 of December 1983,
        before a 甲子 year (inferred: the book gives no epoch).
    """

    def __init__(
        self,
        terms: Sequence[tuple[int, str]] | None,
        method: str,
        leap_lead: int = 9,
        lead_at: str = "node",
        day_start: str = "23:00",
        term_switch: str = "instant",
        lin_epoch: int | None = None,
    ) -> None:
        if method not in METHODS:
            raise ValueError(f"method must be one of {METHODS}, not {method!r}")
        if day_start not in DAY_STARTS:
            raise ValueError(f"day_start must be one of {DAY_STARTS}, not {day_start!r}")
        if term_switch not in TERM_SWITCHES:
            raise ValueError(f"term_switch must be one of {TERM_SWITCHES}, not {term_switch!r}")
        if terms is None:
            if method != "jingyou":
                raise ValueError(f"method {method} needs a list of terms")
            terms = jingyou_terms(-3001, 3000)
        _check_order(terms)
        self.method = method
        self.day_start = day_start
        self.term_switch = term_switch
        self.names = [name for _, name in terms]
        self.instants = [local_ms for local_ms, _ in terms]
        self.hours = [hour_of(local_ms) for local_ms in self.instants]
        self.days = [day_of(local_ms, day_start) for local_ms in self.instants]
        self.blocks: list[Block] = []
        if method in ("zhirun", "jingyou", "li", "tao"):
            self.blocks = walk(self.names, self.days, leap_lead, lead_at)
        self.block_starts = [block.start_day for block in self.blocks]
        self.pentads = cycle()
        self.lin_epoch = lin_epoch
        if method == "lin" and lin_epoch is None:
            self.lin_epoch = self._solstice_of_1983()

    def at_hour(self, hour: int) -> Reading:
        """Reading of a whole double-hour: a term anywhere in it has come, a 子 hour is all of the new day."""
        return self._read(hour, day_of_hour(hour), bisect_right(self.hours, hour) - 1)

    def at_time(self, local_ms: int) -> Reading:
        """Reading of an instant of the local clock, by `term_switch` and `day_start`."""
        hour = hour_of(local_ms)
        if self.term_switch == "instant":
            in_force = bisect_right(self.instants, local_ms) - 1
        else:
            in_force = bisect_right(self.hours, hour) - 1
        return self._read(hour, day_of(local_ms, self.day_start), in_force)

    def _read(self, hour: int, day: int, in_force: int) -> Reading:
        """Reading of an hour on a day, `in_force` the place of the last term that has come (-1: none)."""
        if day > self.days[-1] + DAYS_AFTER_LAST_TERM:
            raise ValueError(f"hour {hour} lies too far beyond the last term of the list")
        if self.method in ("chaibu", "qi_ying"):
            return self._chaibu(hour, day, in_force)
        if self.method in ("zhirun", "jingyou"):
            return self._zhirun(hour, day, in_force)
        if self.method in ("li", "tao"):
            return self._li(hour, day, in_force)
        if self.method == "maoshan":
            return self._maoshan(hour, day, in_force)
        return self._lin(hour, day, in_force)

    def _chaibu(self, hour: int, day: int, in_force: int) -> Reading:
        """拆补: the term in force, the leader's yuan (宝鉴 卷二 三氏 气应 says the same)."""
        term = self._known(hour, in_force)
        return _reading(day, term, term, yuan_of_day(day))

    def _zhirun(self, hour: int, day: int, in_force: int) -> Reading:
        """超神 接气 置闰: the block's term, early or late, and the leader's yuan."""
        block = self._block(hour, day)
        return _reading(day, self._name(in_force), self.names[block.term], yuan_of_day(day), block)

    def _li(self, hour: int, day: int, in_force: int) -> Reading:
        """李: the later of the block's term and the term in force, and the leader's yuan.

        残局 and 补局 are the lower yuan before and after (宝鉴 卷二: 立春 in a 辛卯 day): the lower yuan that
        a term has in the block before its own, and the lower yuan at the end of its own. With leads of -6 and
        below a term also begins in the middle yuan; no name is given for that. `lead_days` and `kind` stay
        those of the block.
        """
        block = self._block(hour, day)
        yuan = yuan_of_day(day)
        ju_term = max(block.term, in_force)
        part = ""
        if yuan == "下" and in_force > block.term:
            part = "残局"
        elif yuan == "下" and ju_term == block.term and block.lead < 0 and not block.leap:
            # A repeated block makes up for nothing: its term was ahead and had all three yuan before.
            part = "补局"
        if ju_term > block.term:
            block = replace(block, leap=False)
        return _reading(day, self._name(in_force), self.names[ju_term], yuan, block, part)

    def _maoshan(self, hour: int, day: int, in_force: int) -> Reading:
        """茅山: by double-hours since the term; the one that holds the term's instant is the first of sixty.

        When times are compared by the instant only the beginning of the term moves to the instant.
        """
        term = self._known(hour, in_force)
        since = hour - self.hours[in_force]
        return _reading(day, term, term, YUANS[min(since // 60, 2)])

    def _lin(self, hour: int, day: int, in_force: int) -> Reading:
        """林: the pentad of the hour; only `term` looks at the sky."""
        assert self.lin_epoch is not None
        pentad = pentad_at(self.pentads, hour - self.lin_epoch)
        reading = _reading(day, self._known(hour, in_force), pentad.term, pentad.yuan)
        return replace(reading, leap=pentad.leap)

    def _known(self, hour: int, in_force: int) -> str:
        """Name of the term in force, which must be in the list."""
        if in_force < 0:
            raise ValueError(f"hour {hour} lies before the first term of the list")
        return self.names[in_force]

    def _name(self, in_force: int) -> str:
        """Name of the term in force; before the first of the list it can only be the one that precedes it."""
        return self.names[in_force] if in_force >= 0 else TERMS[TERMS.index(self.names[0]) - 1]

    def _block(self, hour: int, day: int) -> Block:
        """The block of fifteen days that holds a day."""
        place = bisect_right(self.block_starts, day) - 1
        if place < 0 or day >= self.block_starts[place] + DAYS_OF_BLOCK:
            raise ValueError(f"hour {hour} lies outside the blocks that the list of terms allows")
        return self.blocks[place]

    def _solstice_of_1983(self) -> int:
        """Double-hour of the 冬至 of December 1983."""
        first, after = local_ms_of(1983, 12, 1), local_ms_of(1984, 1, 1)
        for place, (local_ms, name) in enumerate(zip(self.instants, self.names, strict=True)):
            if name == "冬至" and first <= local_ms < after:
                return self.hours[place]
        raise ValueError("the list of terms has no 冬至 in December 1983: give lin_epoch")


def leader_of(day: int) -> int:
    """The 符头: the last 甲 or 己 day on or before `day`."""
    while day_pillar(day)[0] not in "甲己":
        day -= 1
    return day


def yuan_of_day(day: int) -> str:
    """Yuan by the branch of the leader: 仲 upper, 孟 middle, 季 lower."""
    return YUAN_OF_BRANCH[day_pillar(leader_of(day))[1]]


def dun_of(term: str) -> str:
    """阳 from 冬至 to 芒种, 阴 from 夏至 to 大雪."""
    return "阳" if term in YANG_TERMS else "阴"


def ju_of(term: str, yuan: str) -> int:
    """Ju of a term's upper, middle or lower yuan."""
    return JU_TABLE[term][YUANS.index(yuan)]


def _check_order(terms: Sequence[tuple[int, str]]) -> None:
    """Every method counts on terms that follow each other in time and in name."""
    if not terms:
        raise ValueError("the list of terms is empty")
    for (before, name), (after, following) in itertools.pairwise(terms):
        if before >= after:
            raise ValueError(f"terms out of order: {name} at {before}, {following} at {after}")
        if following != TERMS[(TERMS.index(name) + 1) % 24]:
            raise ValueError(f"{following} at {after} does not follow {name}")


def _reading(day: int, term: str, ju_term: str, yuan: str, block: Block | None = None, part: str = "") -> Reading:
    leader = leader_of(day)
    kind = ""
    if block is not None:
        kind = "正受" if block.lead == 0 else "超神" if block.lead > 0 else "接气"
    return Reading(
        term=term,
        ju_term=ju_term,
        yuan=yuan,
        dun=dun_of(ju_term),
        ju=ju_of(ju_term, yuan),
        leader_day=day_pillar(leader),
        leader_day_number=leader,
        lead_days=None if block is None else block.lead,
        leap=block is not None and block.leap,
        kind=kind,
        part=part,
    )
