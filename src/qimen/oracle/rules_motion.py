"""What comes of the plates' motion: 伏吟, 反吟, 迫, 击刑."""

from __future__ import annotations

from collections.abc import Mapping

from .context import Context
from .judges import NONE, Book, Hits, at, door_palace, earth_palace, heaven_palace, opposite, pillar, whole

RULES = Book()

FUYIN = "宝鉴 卷二 反吟伏吟"
FUYIN_TAO = "宝鉴 卷二 反吟伏吟 引陶氏"


def star_at_home(ctx: Context) -> bool:
    """直符 stands where it is at home, lodged palaces compared."""
    return ctx.board.fu_palace == ctx.board.fu_home_palace


def door_at_home(ctx: Context) -> bool:
    """直使 stands where its own door is at home."""
    return ctx.board.shi_door is not None and ctx.board.shi_palace == ctx.board.fu_home_palace


def sent_out(ctx: Context) -> bool:
    """Not a 甲 hour. In a 甲 hour 直符 and 直使 rest, and rest is no 伏吟 (宝鉴, against 陶)."""
    return not ctx.hour.startswith("甲")


# 宝鉴: not in 甲 hours. 景祐 and 陶: they are all 伏吟.
RULES.enter("xing-fuyin", FUYIN, lambda ctx: whole(star_at_home(ctx) and sent_out(ctx)))
RULES.enter("xing-fuyin.jingyou", "景祐 伏吟", lambda ctx: whole(star_at_home(ctx)))
RULES.enter("xing-fuyin.tao", FUYIN_TAO, lambda ctx: whole(star_at_home(ctx)))
RULES.enter("men-fuyin", FUYIN, lambda ctx: whole(door_at_home(ctx) and sent_out(ctx)))
RULES.enter("men-fuyin.jingyou", "景祐 伏吟", lambda ctx: whole(door_at_home(ctx)))
RULES.enter("men-fuyin.tao", FUYIN_TAO, lambda ctx: whole(door_at_home(ctx)))


def either_at_home(ctx: Context) -> bool:
    """Star or door at home."""
    return star_at_home(ctx) or door_at_home(ctx)


RULES.enter("fuyin", FUYIN, lambda ctx: whole(either_at_home(ctx) and sent_out(ctx)))
RULES.enter("fuyin.jingyou", "景祐 伏吟", lambda ctx: whole(either_at_home(ctx)))
RULES.enter("fuyin.tao", FUYIN_TAO, lambda ctx: whole(either_at_home(ctx)))


@RULES.rule("xing-fuyin.by-stem", FUYIN)
def xing_fuyin_by_stem(ctx: Context) -> Hits:
    """The six hours the book lists, each leader called to itself."""
    return whole(ctx.hour in ("戊辰", "己卯", "庚寅", "辛丑", "壬子", "癸亥"))


def star_opposed(ctx: Context) -> bool:
    """直符 faces its home; 禽 goes by the star of the lodge and on a flying plate faces nothing."""
    return opposite(ctx.board.fu_home_palace) == ctx.board.fu_palace


def door_opposed(ctx: Context) -> bool:
    """直使 faces the home of its door."""
    board = ctx.board
    return board.shi_door is not None and opposite(board.fu_home_palace) == board.shi_palace


FANYIN = "宝鉴 卷二 反吟伏吟; 景祐 反吟"
RULES.enter("xing-fanyin", FANYIN, lambda ctx: whole(star_opposed(ctx)))
RULES.enter("men-fanyin", FANYIN, lambda ctx: whole(door_opposed(ctx)))
RULES.enter("fanyin", FANYIN, lambda ctx: whole(star_opposed(ctx) or door_opposed(ctx)))


# Door -> palaces it presses (宝鉴 卷二 迫; 景祐 门迫 lists part of them and gives the law).
MENPO = {
    "开": (3, 4),
    "惊": (3, 4),
    "休": (9,),
    "生": (1,),
    "死": (1,),
    "景": (6, 7),
    "伤": (2, 8),
    "杜": (2, 8),
}
# Door -> palaces that hold it down (景祐 门迫: 宫制其门则不为迫).
HELD_DOWN = {
    "开": (9,),
    "惊": (9,),
    "休": (2, 8),
    "生": (3, 4),
    "死": (3, 4),
    "景": (1,),
    "伤": (6, 7),
    "杜": (6, 7),
}


def doors_in(ctx: Context, doors: str, table: Mapping[str, tuple[int, ...]]) -> Hits:
    """Palaces where one of `doors` stands in one of its palaces of `table`."""
    hits = NONE
    for door in doors:
        hits |= door_palace(ctx, door) & frozenset(table[door])
    return hits


@RULES.rule("menpo", "宝鉴 卷二 迫; 景祐 门迫")
def menpo(ctx: Context) -> Hits:
    """The door controls the palace."""
    return doors_in(ctx, "休生伤杜景死惊开", MENPO)


# Lucky and unlucky doors pressed are two different harms; 景祐 counts 景 among the lucky here.
RULES.enter("jimen-beipo", "宝鉴 卷二 迫", lambda ctx: doors_in(ctx, "开休生", MENPO))
RULES.enter("xiongmen-beipo", "宝鉴 卷二 迫", lambda ctx: doors_in(ctx, "伤杜景死惊", MENPO))
RULES.enter("jimen-beipo.jingyou", "景祐 门迫", lambda ctx: doors_in(ctx, "开休生景", MENPO))
RULES.enter("xiongmen-beipo.jingyou", "景祐 门迫", lambda ctx: doors_in(ctx, "伤杜死惊", MENPO))


@RULES.rule("menpo-zhishi", "宝鉴 卷二 迫; 景祐 门迫")
def menpo_zhishi(ctx: Context) -> Hits:
    """直使 itself presses."""
    door = ctx.board.shi_door
    return at(ctx.board.shi_palace, door is not None and ctx.board.shi_palace in MENPO[door])


@RULES.rule("gong-zhi-men", "景祐 门迫")
def gong_zhi_men(ctx: Context) -> Hits:
    """The palace controls the door."""
    return doors_in(ctx, "休生伤杜景死惊开", HELD_DOWN)


# Lucky door -> months whose phase controls or brings forth its own: water under earth and metal, earth under
# wood and fire, metal under fire and earth. 景祐 九星吉凶 says 无气 of lucky doors and gives no table; its
# table of stars is used by the door's phase.
DOOR_WITHOUT_BREATH = {"休": "辰戌丑未申酉", "生": "寅卯巳午", "开": "巳午辰戌丑未"}


@RULES.rule("jimen-wuqi", "景祐 九星吉凶")
def jimen_wuqi(ctx: Context) -> Hits:
    """A lucky door out of season, wherever it stands."""
    month = pillar(ctx, "month")[1]
    return door_palace(ctx, "".join(door for door, months in DOOR_WITHOUT_BREATH.items() if month in months))


# Xun head -> the palace with the branch it punishes: 子卯 戌未 申寅 午午 辰辰 寅巳 (宝鉴 卷二 刑; 景祐
# 六仪击刑, 王璋).
JIXING = {"甲子": 3, "甲戌": 2, "甲申": 8, "甲午": 9, "甲辰": 4, "甲寅": 4}
# One edition adds the palaces that punish the head.
JIXING_YIBEN = {"甲戌": 8, "甲申": 4, "甲寅": 2}


@RULES.rule("liuyi-jixing", "宝鉴 卷二 刑; 景祐 六仪击刑 王璋")
def liuyi_jixing(ctx: Context) -> Hits:
    """The leader on the palace its 甲 punishes. Only the hour's own xun counts, no guest and no other yi."""
    board = ctx.board
    return at(board.fu_palace, JIXING[board.xun] == board.fu_palace)


# The preface names the same places 刑格.
RULES.enter("xingge.preface", "景祐 序", liuyi_jixing)


@RULES.rule("liuyi-jixing.yiben", "宝鉴 卷二 刑 引一本")
def liuyi_jixing_yiben(ctx: Context) -> Hits:
    """Punishing or punished."""
    board = ctx.board
    return at(board.fu_palace, board.fu_palace in (JIXING[board.xun], JIXING_YIBEN.get(board.xun)))


@RULES.rule("liuyi-jixing.raw", "宝鉴 卷二 刑")
def liuyi_jixing_raw(ctx: Context) -> Hits:
    """Only if the leader was called to that palace itself."""
    board = ctx.board
    return at(board.fu_palace, JIXING[board.xun] == board.fu_raw)


@RULES.rule("liuyi-jixing.moved", "景祐 六仪击刑 王璋")
def liuyi_jixing_moved(ctx: Context) -> Hits:
    """Only if the leader has left home."""
    return NONE if star_at_home(ctx) else liuyi_jixing(ctx)


@RULES.rule("liuyi-jixing.any-yi", "今法 六仪击刑")
def liuyi_jixing_any_yi(ctx: Context) -> Hits:
    """Any yi of the heaven plate, whoever leads."""
    hits = NONE
    for yi, palace in {"戊": 3, "己": 2, "庚": 8, "辛": 9, "壬": 4, "癸": 4}.items():
        hits |= heaven_palace(ctx, yi) & at(palace)
    return hits


@RULES.rule("tanhe-shouzhi", "宝鉴 卷三 贪合受制")
def tanhe_shouzhi(ctx: Context) -> Hits:
    """庚 greedy for 乙 at the lodge, watched by 丁 and 丙 from north and south."""
    board = ctx.board
    if {board.earth[1], board.earth[9]} != {"丁", "丙"}:
        return NONE
    return earth_palace(ctx, "乙") & earth_palace(ctx, "庚")
