"""刑德 of the eight nodes, and 坐德击刑 (宝鉴 卷二 刑德开阖)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..names import BRANCHES, NONE8, RING
from .compass import BRANCH_PALACE, PALACE_BRANCHES
from .direction import Column, Columns, Direction, look_up, table

_SOURCE = "宝鉴 卷二 刑德"


def de_of_node(node: int) -> int:
    """Return the 德 branch of node 0-7 from 冬至: the first branch of its palace, moved on by three.

    The palaces of the nodes go round the ring from 坎; 刑 is opposite. Neither ever falls on 寅申巳亥.
    """
    return (PALACE_BRANCHES[RING[node]][0] + 3) % 12


DE = tuple(BRANCHES[de_of_node(node)] for node in range(8))

_DE = [de_of_node(node) for node in range(8)]
_XING = [(b + 6) % 12 for b in _DE]


def _node(columns: Columns, role: str) -> Column:
    term = columns[role]
    return np.where(term < 24, term // 3, NONE8)


def _by_node(kind: str, values: list[int], role: str) -> Any:
    bits = table(kind, [1 << value for value in values])
    return lambda columns, _: look_up(bits, _node(columns, role))


def _rows() -> list[Direction]:
    rows = []
    for suffix, mark, role, words in (
        ("", "", "term", "the term in force"),
        (".ju", "（入局）", "ju_term", "the ju's term, as 宝鉴's 刑德在门 reads it"),
    ):
        for slug, hans, pinyin, english, auspice, values, what in (
            ("bajie-de", "德方", "de fang", "side of virtue", "吉", _DE, "卯辰午未酉戌子丑 by node from 冬至"),
            ("bajie-xing", "刑方", "xing fang", "side of punishment", "凶", _XING, "the branch opposite 德"),
        ):
            rows.append(
                Direction(
                    slug + suffix, hans + mark, hans + mark, pinyin, english, "branch", frozenset({role}), _SOURCE, "baojian",
                    auspice, f"By {words}, three terms a node: {what}.", _by_node("branch", values, role), default=not suffix,
                )
            )  # fmt: skip
        for slug, hans, hant, pinyin, english, values, what in (
            ("zuode", "坐德", "坐德", "zuo de", "sit on virtue", _DE, "德, to sit on"),
            ("jixing-fang", "击刑", "擊刑", "ji xing", "strike punishment", _XING, "刑, to strike"),
        ):
            rows.append(
                Direction(
                    slug + suffix, hans + mark, hant + mark, pinyin, english, "palace", frozenset({role}), _SOURCE, "baojian",
                    "吉", f"The palace of the branch of {what}, by {words}.",
                    _by_node("palace", [BRANCH_PALACE[b] for b in values], role), default=not suffix,
                )
            )  # fmt: skip
    return rows


DIRECTIONS = tuple(_rows())
