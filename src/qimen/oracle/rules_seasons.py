"""Stars, doors, host and guest by the season."""

from __future__ import annotations

from collections.abc import Callable

from .context import Context
from .judges import NONE, QI, Book, Hits, Judge, at, door_palace, known, pillar, star_palace, whole
from .rules_places import DOOR_SLUGS, STAR_SLUGS

RULES = Book()

QIYING = "宝鉴 卷三 气应"

STAR_PHASE = {
    "蓬": "水", "芮": "土", "冲": "木", "辅": "木", "禽": "土",
    "心": "金", "柱": "金", "任": "土", "英": "火",
}  # fmt: skip
MONTHS = {"水": "亥子", "木": "寅卯", "火": "巳午", "金": "申酉", "土": "辰戌丑未"}
# What a phase brings forth, and what it controls.
FEEDS = {"木": "火", "火": "土", "土": "金", "金": "水", "水": "木"}
CONTROLS = {"木": "土", "土": "水", "水": "火", "火": "金", "金": "木"}


def phase_of_month(branch: str) -> str:
    """Phase of the month of `branch`."""
    return next(phase for phase, months in MONTHS.items() if branch in months)


def star_state(star: str, month: str) -> str:
    """旺 相 休 囚 废 of a star: it feeds the month, is like it, controls it, is controlled, is fed.

    宝鉴 卷三 气应.     Not the usual order of 旺相休囚死. 景祐 九星休旺 is the same with 死 for 废.
    """
    own, its = STAR_PHASE[star], phase_of_month(month)
    if FEEDS[own] == its:
        return "旺"
    if own == its:
        return "相"
    if CONTROLS[own] == its:
        return "休"
    if CONTROLS[its] == own:
        return "囚"
    return "废"


def _star_is(star: str, state: str) -> Judge:
    def judge(ctx: Context) -> Hits:
        month = pillar(ctx, "month")[1]
        return star_palace(ctx, star) if star_state(star, month) == state else NONE

    return judge


STATE_SLUGS = {"旺": "wang", "相": "xiang", "休": "xiu", "囚": "qiu", "废": "fei"}

for _star, _slug in STAR_SLUGS.items():
    for _state, _word in STATE_SLUGS.items():
        RULES.enter(f"qiying-{_slug}-{_word}", QIYING, _star_is(_star, _state))
        _jingyou = "si" if _state == "废" else _word
        RULES.enter(f"xiuwang-{_slug}-{_jingyou}", "景祐 九星休旺", _star_is(_star, _state))


def leader_state(ctx: Context) -> str:
    """State of the star of 直符."""
    return star_state(ctx.board.fu_star, pillar(ctx, "month")[1])


def _leader_state_is(state: str) -> Judge:
    return lambda ctx: at(ctx.board.fu_palace, leader_state(ctx) == state)


for _state, _word in STATE_SLUGS.items():
    RULES.enter(f"qiying-zhifu-{_word}", QIYING, _leader_state_is(_state))


# --- Luck of the leader with its season (景祐 九星吉凶). What 休 does is not said: it changes nothing.

HELPED = "旺相"
SPOILED = "囚废"


def _luck(ctx: Context) -> str:
    star, state = ctx.board.fu_star, leader_state(ctx)
    if star in "蓬芮":
        return "小凶" if state in HELPED else "大凶"
    if star in "柱英":
        return "中平" if state in HELPED else "小凶"
    if state in SPOILED:
        return "中平"
    if star in "辅禽心" or state in HELPED:
        return "上吉"
    return "次吉"


def _luck_is(luck: str) -> Judge:
    return lambda ctx: at(ctx.board.fu_palace, _luck(ctx) == luck)


for _luck_name, _word in (
    ("大凶", "daxiong"),
    ("小凶", "xiaoxiong"),
    ("中平", "zhongping"),
    ("上吉", "shangji"),
    ("次吉", "ciji"),
):
    RULES.enter(f"xing-{_word}", "景祐 九星吉凶", _luck_is(_luck_name))

SPRING_SUMMER = "寅卯辰巳午未"
AUTUMN_WINTER = "申酉戌亥子丑"


def _leader_in(star: str, months: str) -> Judge:
    def judge(ctx: Context) -> Hits:
        month = pillar(ctx, "month")[1]
        return at(ctx.board.fu_palace, ctx.board.fu_star == star and month in months)

    return judge


RULES.enter("peng-chunxia", "景祐 九星所主", _leader_in("蓬", SPRING_SUMMER))
RULES.enter("peng-qiudong", "景祐 九星所主", _leader_in("蓬", AUTUMN_WINTER))
RULES.enter("xin-chunxia", "景祐 九星所主", _leader_in("心", SPRING_SUMMER))


@RULES.rule("chong-he-qi", "景祐 九星所主")
def chong_he_qi(ctx: Context) -> Hits:
    """冲 leads and has a qi under it."""
    board = ctx.board
    return at(board.fu_palace, board.fu_star == "冲" and bool(board.earth_at(board.fu_palace) & QI))


RULES.enter("shaqi-di", "景祐 四时所利", lambda ctx: whole(pillar(ctx, "month")[1] in SPRING_SUMMER))
RULES.enter("shaqi-gao", "景祐 四时所利", lambda ctx: whole(pillar(ctx, "month")[1] in AUTUMN_WINTER))


# --- Doors by the node (宝鉴 卷三 气应): the node's own door is 旺, the rest follow round the ring

DOOR_RING = "休生伤杜景死惊开"
DOOR_STATES = "旺绝胎没死囚休废"
DOOR_OF_NODE = {
    ("冬至", "小寒", "大寒"): "休",
    ("立春", "雨水", "惊蛰"): "生",
    ("春分", "清明", "谷雨"): "伤",
    ("立夏", "小满", "芒种"): "杜",
    ("夏至", "小暑", "大暑"): "景",
    ("立秋", "处暑", "白露"): "死",
    ("秋分", "寒露", "霜降"): "惊",
    ("立冬", "小雪", "大雪"): "开",
}
DOOR_STATE_SLUGS = {
    "旺": "wang",
    "绝": "jue",
    "胎": "tai",
    "没": "mo",
    "死": "si",
    "囚": "qiu",
    "休": "xiu",
    "废": "fei",
}


def door_state(door: str, term: str) -> str:
    """State of a door while `term` is in force."""
    own = next(native for terms, native in DOOR_OF_NODE.items() if term in terms)
    return DOOR_STATES[(DOOR_RING.index(door) - DOOR_RING.index(own)) % 8]


def _door_is(door: str, state: str) -> Judge:
    def judge(ctx: Context) -> Hits:
        term = known(ctx, "term")
        return door_palace(ctx, door) if door_state(door, term) == state else NONE

    return judge


def _envoy_is(state: str) -> Judge:
    def judge(ctx: Context) -> Hits:
        term, door = known(ctx, "term"), ctx.board.shi_door
        return at(ctx.board.shi_palace) if door is not None and door_state(door, term) == state else NONE

    return judge


for _state, _word in DOOR_STATE_SLUGS.items():
    RULES.enter(f"qiying-zhishi-{_word}", QIYING, _envoy_is(_state))
    for _door, _slug in DOOR_SLUGS.items():
        RULES.enter(f"qiying-{_slug}-men-{_word}", QIYING, _door_is(_door, _state))


# --- Guest and host (景祐 遁甲利客, 遁甲利主): star over palace, then season and day

# Star -> palaces it controls. 英 in 6 7 and 8 for 辅冲 are wanting in the print, 一宫木 is read 一宫水.
GUEST = {
    "蓬": (9,), "心": (3, 4), "柱": (3, 4), "任": (1,), "禽": (1,), "芮": (1,),
    "辅": (2, 8), "冲": (2, 8), "英": (6, 7),
}  # fmt: skip
GUEST_PRINTED = {
    "蓬": (9,), "心": (3, 4), "柱": (3, 4), "任": (1,), "禽": (1,), "芮": (1,), "辅": (2,), "冲": (2,),
    "英": (),
}  # fmt: skip
# Star -> palaces that control it.
HOST = {
    "英": (1,), "任": (3, 4), "禽": (3, 4), "芮": (3, 4), "辅": (6, 7), "冲": (6, 7),
    "蓬": (2, 8), "心": (9,), "柱": (9,),
}  # fmt: skip
PALACE_PHASE = {1: "水", 2: "土", 3: "木", 4: "木", 6: "金", 7: "金", 8: "土", 9: "火"}

# Phase that wins -> months and days that help it: water in autumn and winter, wood in winter and spring, fire
# in spring and summer, metal in the last month of summer and in autumn, earth in the four last months.
HELPING_MONTHS = {
    "水": "申酉戌亥子丑", "木": "亥子丑寅卯辰", "火": "寅卯辰巳午未", "金": "未申酉戌", "土": "辰戌丑未",
}  # fmt: skip
HELPING_DAYS = {"水": "壬癸亥子", "木": "甲乙寅卯", "火": "丙丁巳午", "金": "庚辛申酉", "土": "戊己辰戌丑未"}

Won = dict[int, set[str]]


def guest_wins(ctx: Context, table: dict[str, tuple[int, ...]] = GUEST) -> Won:
    """Palace -> phases of the stars that control it."""
    return {
        palace: {STAR_PHASE[star] for star in ctx.board.stars.get(palace, []) if palace in table[star]}
        for palace in PALACE_PHASE
    }


def host_wins(ctx: Context) -> Won:
    """Palace -> its phase, if it controls a star that stands there."""
    return {
        palace: {phase for star in ctx.board.stars.get(palace, []) if palace in HOST[star]}
        for palace, phase in PALACE_PHASE.items()
    }


def _helps(ctx: Context, phase: str) -> tuple[bool, bool]:
    month, day = pillar(ctx, "month"), pillar(ctx, "day")
    return month[1] in HELPING_MONTHS[phase], bool(set(day) & set(HELPING_DAYS[phase]))


def full(ctx: Context, won: Won) -> Hits:
    """Season and day both on the winner's side."""
    return frozenset(p for p, phases in won.items() if any(all(_helps(ctx, phase)) for phase in phases))


def strong(ctx: Context, won: Won) -> Hits:
    """Season or day on the winner's side."""
    return frozenset(p for p, phases in won.items() if any(any(_helps(ctx, phase)) for phase in phases))


def plain(_: Context, won: Won) -> Hits:
    """Whatever the season."""
    return frozenset(p for p, phases in won.items() if phases)


Grade = Callable[[Context, Won], Hits]
Side = Callable[[Context], Won]


def _enter_side(slug: str, source: str, won: Side, ending: str, grade: Grade) -> None:
    """One grade of one side: in every palace, and for the star of 直符 where that stands."""
    RULES.enter(f"{slug}{ending}", source, lambda ctx: grade(ctx, won(ctx)))
    RULES.enter(f"{slug}{ending}-zhifu", source, lambda ctx: grade(ctx, won(ctx)) & at(ctx.board.fu_palace))


for _ending, _grade in (("-quan", full), ("-qiang", strong), ("", plain)):
    _enter_side("like", "景祐 遁甲利客", guest_wins, _ending, _grade)
    _enter_side("lizhu", "景祐 遁甲利主", host_wins, _ending, _grade)

RULES.enter("like.printed", "景祐 遁甲利客", lambda ctx: plain(ctx, guest_wins(ctx, GUEST_PRINTED)))
