"""Directions of many hours, their names, and directions in a `where`."""

from __future__ import annotations

import doctest
from typing import Any

import numpy as np
import pytest

import qimen
from asked_directions import (
    BAOJIAN,
)
from qimen.align import moment
from qimen.directions import (
    DIRECTIONS,
    asking,
    camp,
    compass,
    direction_masks,
    directions_of,
    rods,
    tingting,
    told,
)
from qimen.directions.direction import KINDS
from qimen.errors import ExpressionError, InputError, InputTypeError, UnknownNameError

YEAR = ("2026-01-01", "2027-01-01")


# ---------------------------------------------------------------- many hours


def test_rows_are_complete_and_apart() -> None:
    pattern_ids = {row.id for row in qimen.PATTERNS}
    for id_, row in DIRECTIONS.items():
        assert id_ == row.id
        assert id_ not in pattern_ids
        assert row.reading.endswith(".")
        assert row.source[:2] in ("宝鉴", "景祐")
        assert row.school in ("baojian", "jingyou", "li", "lin", "sanshi", "zhushu")


def test_masks_have_the_shape_and_dtype_of_their_kind() -> None:
    hours = qimen.hour_range(*YEAR)
    found = direction_masks(hours, DIRECTIONS)
    assert list(found) == list(DIRECTIONS)
    for name, values in found.items():
        assert values.shape == (len(hours),)
        assert values.dtype == KINDS[DIRECTIONS[name].kind]
    some = direction_masks(np.asarray(hours)[:24].reshape(2, 12), ["亭亭", DIRECTIONS["baijian"]])
    assert [v.shape for v in some.values()] == [(2, 12)] * 2
    assert (some["亭亭"].ravel() == found["tingting"][:24]).all()
    assert direction_masks(np.empty(0, dtype=np.int64), "亭亭")["亭亭"].shape == (0,)
    assert qimen.direction_masks is direction_masks


def test_needs_name_everything_that_is_read() -> None:
    """Hide every column that a direction does not declare: nothing may change."""
    hours = np.asarray(qimen.hour_range(*YEAR))[::7]
    for which in (BAOJIAN, qimen.school("tao")):
        whole = asking.columns_of(moment(hours, which))
        for row in DIRECTIONS.values():
            shown = {"hour", "chart", *row.needs} | ({"general"} if "term" in row.needs else set())
            hidden = {n: v if n in shown else np.full_like(v, 255) for n, v in whole.items()}
            assert (row.compute(whole, which) == row.compute(hidden, which)).all(), row.id


def test_the_month_turns_at_jie_and_the_general_at_zhongqi() -> None:
    # 春分 of 2026 is at 22:46 +08:00 on 20 March, 清明 on 5 April at 02:40.
    before, after = (direction_masks(t, "月将")["月将"] for t in ("2026-03-20T22:40", "2026-03-20T22:50"))
    assert (told("月将", int(before)), told("月将", int(after))) == (["亥"], ["戌"])
    before, after = (direction_masks(t, "建除")["建除"] for t in ("2026-04-05T02:30", "2026-04-05T02:50"))
    assert (int(before) - int(after)) % 12 == 1


def test_what_a_name_means_depends_on_the_school() -> None:
    assert DIRECTIONS.resolve("白奸").id == "baijian"
    assert DIRECTIONS.resolve("白奸", "jingyou").id == "baijian.jingyou"
    assert DIRECTIONS.resolve("亭亭", "jingyou").id == "tingting"
    assert DIRECTIONS.resolve("游三方", "li").id == "youzhen-fang.li"
    assert DIRECTIONS.resolve("天三門").id == "tian-sanmen"
    assert DIRECTIONS.resolve("地三门").id == "di-sanmen.sanshi"
    ids = {row.id for row in directions_of("jingyou")}
    assert {"baijian.jingyou", "tingting", "biwang-bu.jingyou"} <= ids
    assert not ids & {"baijian", "biwang-bu", "di-simen.ju", "tian-sanmen.sanshi", "guiren.liuren"}


def test_errors() -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean .*'亭亭'"):
        direction_masks(0, "亭婷")
    with pytest.raises(InputTypeError, match="uint16"):
        direction_masks(np.array([3], dtype=np.uint16), "亭亭")


# ---------------------------------------------------------------- in a where


QUERIES = (
    "地私门:卯 & 吉门合奇@3",
    "same_palace(地私门, 吉门合奇)",
    "亭奸:合",
    "运筹天门:丙",
    "太冲天马:3",
    "九天方:子 & 天遁",
    "jiang-taiyin.ju:卯",
    "~建除:破 & 天三门:卯酉",
    "地四户:子 & term:惊蛰 & month:辛卯",
)


@pytest.mark.parametrize("where", QUERIES)
@pytest.mark.parametrize("which", ["baojian", "jingyou", "li"])
def test_where(where: str, which: str) -> None:
    hours = qimen.hour_range(*YEAR)
    found = qimen.scan(*YEAR, where, which)
    masks = qimen.match(hours, where, which)
    assert found.count == qimen.count(*YEAR, where, which) == (masks != 0).sum()
    assert (found.hours == np.asarray(hours)[masks != 0]).all()
    assert (found.masks == masks[masks != 0]).all()
    few = np.asarray(hours)[100:700]
    assert (qimen.match(few, where, which) == masks[100:700]).all()


def test_where_agrees_with_the_masks() -> None:
    hours = qimen.hour_range(*YEAR)
    found = direction_masks(hours, ["地私门", "运筹天门", "九天方", "亭奸"])
    bit = qimen.match(hours, "地私门:卯")
    assert (bit == (found["地私门"] >> 3 & 1)).all()
    assert (qimen.match(hours, "地私门:8") == ((found["地私门"] & 0b110) != 0)).all()
    assert (qimen.match(hours, "地私门:卯") == qimen.match(hours, "地私门:3")).all()
    assert (qimen.match(hours, "运筹天门:丙庚") == ((found["运筹天门"] >> 11 | found["运筹天门"] >> 17) & 1)).all()
    assert (qimen.match(hours, "九天方:艮") == (found["九天方"] >> 8 & 1)).all()
    assert (qimen.match(hours, "亭奸:合,格") == (found["亭奸"] > 0)).all()
    palaces = qimen.match(hours, "地私门")
    assert (palaces == [compass.palaces_of_branches(int(m)) for m in found["地私门"]]).all()


def test_where_at_times_reads_the_term_in_force() -> None:
    times = ["2026-03-20T22:40", "2026-03-20T22:50"]
    assert qimen.match(times, "月将:戌").tolist() == [0, 1]


def test_where_faults_point_at_the_word() -> None:
    with pytest.raises(ExpressionError, match="did you mean '地私门'"):
        qimen.count(*YEAR, "天遁 & 地私们:卯")
    with pytest.raises(ExpressionError, match="地私门='龙' is unknown") as caught:
        qimen.count(*YEAR, "天遁 & 地私门:龙")
    assert caught.value.position == 5
    with pytest.raises(ExpressionError, match="lies nowhere"):
        qimen.count(*YEAR, "建除")
    with pytest.raises(InputError, match="reads the"):
        qimen.match(np.array([3], dtype=np.uint16), "地私门:卯")


@pytest.mark.parametrize("module", [compass, rods, camp, asking, tingting])
def test_docstrings(module: Any) -> None:
    assert doctest.testmod(module).failed == 0
