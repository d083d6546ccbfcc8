"""三五 as directions, in its rival readings, and 四时所利 (宝鉴 卷二 三五; 景祐 四时所利)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..names import PILLARS, STEMS, XUN_YI
from ..plates import boards
from ..schools import School
from .compass import STEM_MOUNTAIN, branch_mask
from .direction import Columns, Direction, branch, look_up, palace_bit, places, table, xun

#: 生气 and 死气 counted from the day branch, and from the leader's stem.
BRANCH_GO, BRANCH_SHUN = -2, 4
STEM_GO, STEM_SHUN = 2, -4

_SOURCE = "宝鉴 卷二 三五"
_LEADER_HOURS = {"丙": tuple(p for p in PILLARS if p[0] == "丙"), "戊": (*(p for p in PILLARS if p[0] == "戊"), "甲子")}


def stem_from(step: int) -> list[int]:
    """Return the stem `step` on from the yi of each xun."""
    return [(yi + step) % 10 for yi in XUN_YI]


def _day(step: int) -> Any:
    masks = table("branch", [branch_mask([b + step]) for b in range(12)])
    return lambda columns, _: look_up(masks, branch(columns, "day"))


def _stem_place(plate: str, stems: list[int]) -> Any:
    """Return the compute of "the palace of the stem named by the hour's xun" on a plate."""
    of_xun = np.array(stems, dtype=np.uint8)

    def compute(columns: Columns, which: School) -> NDArray[Any]:
        chart = columns["chart"]
        return palace_bit(getattr(places(which), plate)[chart, of_xun[xun(columns)]])

    return compute


def _stem_mountain(stems: list[int]) -> Any:
    mountains = [STEM_MOUNTAIN[s] for s in stems]
    masks = table("mountain", [0 if m is None else 1 << m for m in mountains])
    return lambda columns, _: look_up(masks, xun(columns))


def _leader_when(stem_name: str) -> Any:
    hours = np.isin(np.array(PILLARS), _LEADER_HOURS[stem_name])

    def compute(columns: Columns, which: School) -> NDArray[Any]:
        here = palace_bit(boards(which).hands.fu[columns["chart"]])
        return np.where(hours[columns["hour"]], here, np.uint16(0))

    return compute


def _always(palace: int) -> Any:
    return lambda columns, _: np.full(columns["chart"].shape, 1 << palace, dtype=np.uint16)


def _leader_rows() -> list[Direction]:
    rows = []
    for slug, hans, hant, pinyin, english, auspice, step in (
        ("fuyou-fang", "符游方", "符遊方", "fu you fang", "side where the leader goes", "吉", STEM_GO),
        ("fubi-fang", "符避方", "符避方", "fu bi fang", "side that the leader shuns", "凶", STEM_SHUN),
    ):
        jia, yi = [step % 10] * 6, stem_from(step)
        where = "two on from the leader's stem" if step > 0 else "four back from the leader's stem"
        for stems, whose, mark, told in (
            (jia, "", "", f"{where}, 甲: {STEMS[step % 10]}"),
            (
                yi,
                "yi",
                "六仪",
                f"{where} where that is the yi of the hour's xun: {''.join(STEMS[s] for s in yi)} by xun",
            ),
        ):
            for plate, suffix, words, name in (
                ("earth", "", "on earth, lodged: 直符 goes to the earth palace of the hour stem", ""),
                ("heaven", "heaven", "on heaven", "天盘"),
                ("", "mountain", "among the 24 mountains, where 戊 and 己 are not", "二十四山"),
            ):
                variant = "-".join(part for part in (whose, suffix) if part)
                note = mark + name
                rows.append(
                    Direction(
                        slug + (f".{variant}" if variant else ""), hans + (f"（{note}）" if note else ""),
                        hant + (f"（{note.replace('仪', '儀').replace('盘', '盤')}）" if note else ""), pinyin, english,
                        "palace" if plate else "mountain", frozenset(), _SOURCE, "baojian", auspice,
                        f"The stem {told}; its place {words}. 甲 on a plate is the yi of the hour's xun.",
                        _stem_place(plate, stems) if plate else _stem_mountain(stems), default=not variant,
                    )
                )  # fmt: skip
    return rows


#: 春夏 (立春 to 大暑) 0, 秋冬 (立秋 to 大寒) 1, by term.
_SEASON = table("code", [0 if 3 <= term < 15 else 1 for term in range(24)])

DIRECTIONS = (
    Direction(
        "riyou-fang", "日游方", "日遊方", "ri you fang", "side to go by the day", "branch", frozenset({"day"}), _SOURCE,
        "baojian", "吉", "The branch three back, counted inclusively, from the day branch: 生气.", _day(BRANCH_GO), default=True,
        rejected="李's palaces, 林's stems: rows of their own.",
    ),
    Direction(
        "ribi-fang", "日避方", "日避方", "ri bi fang", "side to shun by the day", "branch", frozenset({"day"}), _SOURCE,
        "baojian", "凶", "The branch five on, counted inclusively, from the day branch: 死气; even with 奇 and a lucky door.",
        _day(BRANCH_SHUN), default=True,
    ),
    *_leader_rows(),
    Direction(
        "youzhen-fang.li", "游三方", "遊三方", "you san fang", "go to three", "palace", frozenset(), f"{_SOURCE} 引李氏", "li", "吉",
        "Palace 3 in every hour.", _always(3), rejected="宝鉴: then every march goes due east.",
    ),
    Direction(
        "bikun-fang.li", "避五方", "避五方", "bi wu fang", "shun five", "palace", frozenset(), f"{_SOURCE} 引李氏", "li", "凶",
        "Palace 2, where 李 lodges the 5, in every hour.", _always(2),
    ),
    Direction(
        "youbing-fang.lin", "游三方", "遊三方", "you san fang", "go where the leader is on 丙", "palace", frozenset(),
        f"{_SOURCE} 引林氏", "lin", "吉", "In hours of stem 丙, the palace of 直符; else none.", _leader_when("丙"),
        rejected="The plate: 直符 over an earth 丙 that is lodged with another stem.",
    ),
    Direction(
        "biwu-fang.lin", "避五方", "避五方", "bi wu fang", "shun where the leader is on 戊", "palace", frozenset(),
        f"{_SOURCE} 引林氏", "lin", "凶", "In hours of stem 戊 and in the 甲子 hour, the palace of 直符; else none.",
        _leader_when("戊"),
    ),
    Direction(
        "sishi-suoli", "四时所利", "四時所利", "si shi suo li", "ground by the season", "code", frozenset({"term"}),
        "景祐 四时所利", "jingyou", "",
        "内平野 (level ground inside) from 立春 to 大暑, when the deadly breath is low; 外丘陵 (hills outside) from 立秋 to 大寒.",
        lambda c, _: look_up(_SEASON, c["term"]), values=("内平野", "外丘陵"),
    ),
)  # fmt: skip

__all__ = ["DIRECTIONS", "stem_from"]
