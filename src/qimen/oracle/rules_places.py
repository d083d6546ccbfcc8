"""Palaces by what stands there: doors, stars, deities, the titles of the stems."""

from __future__ import annotations

from .context import Context
from .judges import (
    NONE,
    Book,
    Hits,
    Judge,
    at,
    deity_palace,
    door_palace,
    earth_palace,
    heaven_palace,
    opposite,
)

RULES = Book()

# 景祐 八门所主. 景 and 惊 share their pinyin.
DOOR_SLUGS = {
    "开": "kai",
    "休": "xiu",
    "生": "sheng",
    "伤": "shang",
    "杜": "du",
    "景": "jing-fire",
    "死": "si",
    "惊": "jing-metal",
}
STAR_SLUGS = {
    "蓬": "peng",
    "芮": "rui",
    "冲": "chong",
    "辅": "fu",
    "禽": "qin",
    "心": "xin",
    "柱": "zhu",
    "任": "ren",
    "英": "ying",
}
STEM_SLUGS = {
    "甲": "jia",
    "乙": "yi",
    "丙": "bing",
    "丁": "ding",
    "戊": "wu",
    "己": "ji",
    "庚": "geng",
    "辛": "xin",
    "壬": "ren",
    "癸": "gui",
}


def _door(door: str) -> Judge:
    return lambda ctx: door_palace(ctx, door)


def _heaven(stem: str) -> Judge:
    return lambda ctx: heaven_palace(ctx, stem)


def _earth(stem: str) -> Judge:
    return lambda ctx: earth_palace(ctx, stem)


def _deity(name: str) -> Judge:
    return lambda ctx: deity_palace(ctx, name)


def _leader_is(stars: str) -> Judge:
    """直符, when its star is one of `stars` (景祐: 时下得 such a star)."""
    return lambda ctx: at(ctx.board.fu_palace, ctx.board.fu_star in stars)


for _name, _slug in DOOR_SLUGS.items():
    RULES.enter(f"{_slug}-men-suozhu", "景祐 八门所主", _door(_name))

for _name, _slug in STAR_SLUGS.items():
    RULES.enter(f"{_slug}-suozhu", "景祐 九星所主", _leader_is(_name))

# Titles of the stems, as places of the heaven plate; the one example is a 甲 hour, where the plates agree.
for _name, _slug in STEM_SLUGS.items():
    RULES.enter(f"menhu-{_slug}", "宝鉴 卷三 十干门户", _heaven(_name))
    RULES.enter(f"menhu-{_slug}.earth", "宝鉴 卷三 十干门户", _earth(_name))

RULES.enter("shangji-xing", "景祐 九星吉凶", _leader_is("辅禽心"))
RULES.enter("ciji-xing", "景祐 九星吉凶", _leader_is("任冲"))
RULES.enter("daxiong-xing", "景祐 九星吉凶", _leader_is("蓬芮"))
RULES.enter("cixiong-xing", "景祐 九星吉凶", _leader_is("柱英"))

# 张良's four, counted round the board from 直符.
RULES.enter("jiutian", "景祐 九天九地太阴六合", _deity("九天"))
RULES.enter("jiudi", "景祐 九天九地太阴六合", _deity("九地"))
RULES.enter("taiyin", "景祐 九天九地太阴六合", _deity("太阴"))
RULES.enter("liuhe", "景祐 九天九地太阴六合", _deity("六合"))

# 王璋's four, by stems: 六甲, 六癸, 六丁, 六己.
WANG = "景祐 三奇之灵 王璋"
RULES.enter("jiutian-zhishang", WANG, _heaven("甲"))
RULES.enter("jiudi-zhixia", WANG, _heaven("癸"))
RULES.enter("sanqi-zhiling-liuding", WANG, _heaven("丁"))
RULES.enter("liuhe-zhizhong", WANG, _heaven("己"))


@RULES.rule("jiutian-zhichong", WANG)
def jiutian_zhichong(ctx: Context) -> Hits:
    """With the back to 直符 one strikes the palace it faces."""
    facing = opposite(ctx.board.fu_palace)
    return NONE if facing is None else at(facing)
