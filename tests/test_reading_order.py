"""What people read first: the named patterns, variants folded; the tables behind; nothing lost."""

from __future__ import annotations

from types import SimpleNamespace as Bag

import pytest

import qimen
from qimen.catalogue import ROWS
from qimen.render import board_text, order


def hit(name: str, auspice: str = "吉", palaces: tuple[int, ...] = (), family: str = "qi", category: str = "") -> Bag:
    return Bag(row=Bag(zh_hans=name, family=family, category=category), auspice=auspice, palaces=palaces)


def test_every_family_of_the_catalogue_has_a_group() -> None:
    groups = {order.group_of(Bag(row=row, auspice=row.auspice)) for row in ROWS}
    assert groups == set(order.GROUPS)
    named = {row.family for row in ROWS if order.group_of(Bag(row=row, auspice=row.auspice)) == "named"}
    assert {"formations", "stem-pairs", "leader-and-envoy", "qi-serving", "doors"} <= named
    assert not named & {"seasons", "stem-table", "gates", "host-and-guest", "stars", "modern"}


def test_groups() -> None:
    assert order.group_of(hit("天遁")) == "named"
    assert order.group_of(hit("破格", "")) == "terms"
    assert order.group_of(hit("开门所主", family="doors", category="bamen-suozhu")) == "doors-and-stars"
    assert order.group_of(hit("门迫", "凶", family="doors")) == "named"
    assert order.group_of(hit("乙加辛", "凶", family="stem-table")) == "stem-table"


def test_variants_fold_into_the_plain_name_of_the_same_palace_only() -> None:
    hits = [hit("合（天盘）", palaces=(2, 7)), hit("合", palaces=(2,)), hit("入墓（序坤）", "凶", (2,))]
    places = {place.palace: [h.row.zh_hans for h in place.hits] for place in order.named(hits)}
    assert places == {2: ["合", "入墓（序坤）"], 7: ["合（天盘）"]}
    unfolded = order.reading_order(hits, fold=False)["named"]
    assert [len(place.hits) for place in unfolded] == [3, 1]


def test_one_of_several_variants_stands_for_all() -> None:
    hits = [hit("合（天）", palaces=(1,)), hit("合（地）", palaces=(1,))]
    assert [h.row.zh_hans for h in order.named(hits)[0].hits] == ["合（天）"]


@pytest.mark.parametrize(
    ("auspices", "told"), [("吉吉", "吉"), ("吉凶", "半"), ("平", ""), ("凶平", "凶"), ("半", "半")]
)
def test_mood(auspices: str, told: str) -> None:
    assert order.mood(hit("x", auspice) for auspice in auspices) == told


@pytest.mark.parametrize("school", list(qimen.SCHOOLS))
def test_all_of_a_real_board_is_read_somewhere(school: str) -> None:
    board = qimen.cast("2026-03-15T10:20", school)
    groups = order.reading_order(board.patterns, fold=False)
    read = {h.row.id for places in groups.values() for place in places for h in place.hits}
    assert read == {h.row.id for h in board.patterns}
    assert list(groups) == [group for group in order.GROUPS if group in groups]
    left = sum(order.left_over(board.patterns).values())
    assert left + sum(order.group_of(h) == "named" for h in board.patterns) == len(board.patterns)
    short, full = board_text(board), board_text(board, full=True)
    assert len(short.splitlines()) < 45
    assert all(h.row.zh_hans in full for h in board.patterns)
    assert all(line in full for line in short.splitlines()[:19])
