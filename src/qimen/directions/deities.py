"""Palaces by deity and by stem: 九天九地太阴六合, 九天之上 to 六合之中 (景祐), 十干门户 (宝鉴 卷三); 利客, 利主, 吉门."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..names import DOORS, NONE8, RING, STARS, STEMS
from ..plates import CHARTS, boards
from ..schools import School
from .direction import Columns, Direction, branch, look_up, opposite_bit, palace_bit, places, stem

#: Steps round the ring (clockwise) from 直符 in yang and yin.
RING_STEPS = {"九天": (-1, 1), "九地": (-2, 2), "太阴": (2, -2), "六合": (3, -3)}

#: The two titles of each stem (宝鉴 卷三 十干门户).
STEM_GATES = {
    "甲": ("天辅", "青龙"), "乙": ("天德", "蓬星"), "丙": ("明堂", "天威"), "丁": ("太阴", "玉女"), "戊": ("天武", "天门"),
    "己": ("地户", "六合"), "庚": ("天狱", "天伐"), "辛": ("天庭", "天尉"), "壬": ("天牢", "天廪"), "癸": ("天藏", "华盖"),
}  # fmt: skip
#: The title that the other rules use, 简 and 繁, and the pinyin of the stem.
_TITLES = (
    ("青龙", "青龍", "jia"), ("蓬星", "蓬星", "yi"), ("明堂", "明堂", "bing"), ("太阴", "太陰", "ding"), ("天门", "天門", "wu"),
    ("地户", "地戶", "ji"), ("天狱", "天獄", "geng"), ("天庭", "天庭", "xin"), ("天牢", "天牢", "ren"), ("天藏", "天藏", "gui"),
)  # fmt: skip

#: Phases: 0 wood, each generates the next and controls the next but one.
_PHASES = "木火土金水"
_STAR_PHASE = dict(zip(STARS, "水土木木土金金土火", strict=True))
_PALACE_PHASE = ("", "水", "土", "木", "木", "", "金", "金", "土", "火")
#: Months and days that help a phase (景祐 利客): 水 autumn and winter, 金 last of summer and autumn, and so on.
_MONTHS = {"水": "申酉戌亥子丑", "金": "未申酉戌", "土": "辰戌丑未", "木": "亥子丑寅卯辰", "火": "寅卯辰巳午未"}
_DAY_STEMS = {"水": "壬癸", "金": "庚辛", "土": "戊己", "木": "甲乙", "火": "丙丁"}
_DAY_BRANCHES = {"水": "亥子", "金": "申酉", "土": "辰戌丑未", "木": "寅卯", "火": "巳午"}
_BRANCHES = "子丑寅卯辰巳午未申酉戌亥"


def controls(a: str, b: str) -> bool:
    """Tell whether phase a controls phase b."""
    return (_PHASES.index(b) - _PHASES.index(a)) % 5 == 2


def heaven_of(stem_name: str) -> Any:
    """Return the compute of the palace of a heaven stem; 甲 is 直符."""
    return lambda columns, which: palace_bit(places(which).heaven[columns["chart"], STEMS.index(stem_name)])


def _from_leader(steps: tuple[int, int]) -> Any:
    moved = np.zeros((2, 10), dtype=np.uint16)
    for dun, step in enumerate(steps):
        for index, palace in enumerate(RING):
            moved[dun, palace] = 1 << RING[(index + step) % 8]

    def compute(columns: Columns, which: School) -> NDArray[Any]:
        chart = columns["chart"]
        found = look_up(moved, chart // (CHARTS // 2), boards(which).hands.fu[chart])
        return found if which.motion == "rotate" else np.zeros(found.shape, dtype=np.uint16)

    return compute


# ---------------------------------------------------------------- host and guest


@functools.cache
def _winners(guest: bool, lodges: tuple[int, int], motion: str) -> NDArray[np.uint16]:
    """Return masks[winning phase, chart] of the palaces where the star (guest) or the palace (host) wins."""
    plates = boards(School("", lodging={(2, 2): "kun", (2, 8): "kun-gen"}.get(lodges, "none"), motion=motion)).plates
    masks = np.zeros((5, CHARTS), dtype=np.uint16)
    for p in range(1, 10):
        home = _PALACE_PHASE[p]
        for code, star in enumerate(STARS):
            here = (plates.star[:, p] == code) | ((star == "禽") & (plates.guest[:, p] != NONE8))
            phase = _STAR_PHASE[star]
            if home and (controls(phase, home) if guest else controls(home, phase)):
                masks[_PHASES.index(phase if guest else home), here] |= np.uint16(1 << p)
    masks.flags.writeable = False
    return masks


_MONTH_HELPS = np.array([[b in _MONTHS[phase] for b in _BRANCHES] for phase in _PHASES])
_STEM_HELPS = np.array([[s in _DAY_STEMS[phase] for s in STEMS] for phase in _PHASES])
_BRANCH_HELPS = np.array([[b in _DAY_BRANCHES[phase] for b in _BRANCHES] for phase in _PHASES])


def _contest(guest: bool, combine: Callable[[Any, Any], Any] | None) -> Any:
    def compute(columns: Columns, which: School) -> NDArray[Any]:
        masks = _winners(guest, which.lodges(), which.motion)[:, columns["chart"]]
        if combine is not None:
            month, s, b = branch(columns, "month"), stem(columns, "day"), branch(columns, "day")
            for phase in range(5):
                by_month = look_up(_MONTH_HELPS[phase], month)
                by_day = look_up(_STEM_HELPS[phase], s) | look_up(_BRANCH_HELPS[phase], b)
                masks[phase] = np.where(combine(by_month, by_day), masks[phase], 0)
        return np.asarray(np.bitwise_or.reduce(masks, axis=0))

    return compute


def _contest_rows() -> list[Direction]:
    rows = []
    for slug, hans, pinyin, english, guest, words in (
        (
            "like-fang",
            "利客方",
            "li ke fang",
            "palaces good for the guest",
            True,
            "Palaces controlled by a star that stands there: 蓬 in 9, 心柱 in 3 4, 任禽芮 in 1, 辅冲 in 2 8, 英 in 6 7; the star's phase wins",
        ),
        (
            "lizhu-fang",
            "利主方",
            "li zhu fang",
            "palaces good for the host",
            False,
            "Palaces that control a star that stands there: 英 in 1, 任禽芮 in 3 4, 辅冲 in 6 7, 蓬 in 2 8, 心柱 in 9; the palace's wins",
        ),
    ):
        for suffix, mark, mark_hant, combine, more in (
            ("", "", "", None, ""),
            (
                "-qiang",
                "（得时或得日）",
                "（得時或得日）",
                np.logical_or,
                "; kept where the month or the day helps that phase",
            ),
            (
                "-quan",
                "（得时得日）",
                "（得時得日）",
                np.logical_and,
                "; kept where the month and the day both help that phase",
            ),
        ):
            rows.append(
                Direction(
                    slug + suffix, hans + mark, hans + mark_hant, pinyin, english, "palace",
                    frozenset({"month", "day"}) if combine else frozenset(), f"景祐 遁甲{hans[:2]}", "jingyou", "",
                    words + more + ".", _contest(guest, combine), inferred=guest,
                    rejected="Only what is printed of 利客: 英 is missing there, and 8 beside 2." if guest else "",
                )
            )  # fmt: skip
    return rows


# ---------------------------------------------------------------- doors


def _lucky(columns: Columns, which: School) -> NDArray[Any]:
    doors = boards(which).plates.door[columns["chart"]]
    lucky = np.isin(doors, [DOORS.index(door) for door in "开休生"])
    return np.asarray(lucky @ (1 << np.arange(10)), dtype=np.uint16)


_JINGYOU = "景祐 九天九地太阴六合"
_WANGZHANG = "景祐 三奇之灵 王璋"

DIRECTIONS = (
    *(
        Direction(
            f"{slug}-fang", f"{hans}方", f"{hant}方", pinyin, english, "palace", frozenset(), _JINGYOU, "jingyou", "吉",
            f"From 直符 round the ring: {yang:+d} in yang, {yin:+d} in yin, clockwise counted plus; {use}. No deity on a flying "
            "plate.",
            _from_leader((yang, yin)),
        )
        for slug, hans, hant, pinyin, english, use in (
            ("jiutian", "九天", "九天", "jiu tian", "nine heavens", "raise troops"),
            ("jiudi", "九地", "九地", "jiu di", "nine earths", "lie hidden"),
            ("taiyin", "太阴", "太陰", "tai yin", "great yin", "flee"),
            ("liuhe", "六合", "六合", "liu he", "six harmonies", "flee"),
        )
        for yang, yin in (RING_STEPS[hans],)
    ),
    *(
        Direction(
            f"{slug}-fang", f"{hans}方", f"{hant}方", pinyin, english, "palace", frozenset(), _WANGZHANG, "jingyou", "吉",
            f"The palace of heaven {s}{words}.", heaven_of(s),
        )
        for slug, hans, hant, pinyin, english, s, words in (
            ("jiutian-zhishang", "九天之上", "九天之上", "jiu tian zhi shang", "above the nine heavens", "甲",
             ", 直符: keep the back to it"),
            ("jiudi-zhixia", "九地之下", "九地之下", "jiu di zhi xia", "below the nine earths", "癸", ": flee"),
            ("sanqi-zhiling", "三奇之灵", "三奇之靈", "san qi zhi ling", "spirit of the qi", "丁", ": go out unseen"),
            ("liuhe-zhizhong", "六合之中", "六合之中", "liu he zhi zhong", "within the six harmonies", "己", ": secret plans"),
        )
    ),
    Direction(
        "jiutian-zhichong-fang", "九天之上冲方", "九天之上沖方", "jiu tian zhi chong", "opposite the nine heavens", "palace",
        frozenset(), _WANGZHANG, "jingyou", "吉", "The palace opposite 直符, to be struck.",
        lambda c, which: opposite_bit(places(which).heaven[c["chart"], 0]),
    ),
    *(
        Direction(
            f"menhu-fang-{slug}", f"{s}{hans}方", f"{s}{hant}方", f"{slug} menhu", f"gate of {slug}", "palace", frozenset(),
            "宝鉴 卷三 十干门户", "baojian", "", f"The palace of heaven {s}" + (", that is of 直符." if s == "甲" else "."),
            heaven_of(s), default=True, rejected="The earth plate; the example is of a 甲 hour, where the two agree.",
        )
        for s, (hans, hant, slug) in zip(STEMS, _TITLES, strict=True)
    ),
    *_contest_rows(),
    Direction(
        "chuxing-jimen", "出行吉门", "出行吉門", "chu xing ji men", "lucky doors to leave by", "palace", frozenset(),
        "景祐 八门所主", "jingyou", "吉",
        "The palaces of the doors 开 休 生. Leave calling the byname of the star there, go sixty paces, turn left into 太阴.",
        _lucky,
    ),
)  # fmt: skip

__all__ = ["DIRECTIONS", "RING_STEPS", "STEM_GATES", "controls", "heaven_of"]
