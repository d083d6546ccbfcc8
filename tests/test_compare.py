"""Where schools differ: facts, plates and names, as data and as text."""

from __future__ import annotations

import json
from typing import Any

import pytest

import qimen
from qimen import lang
from qimen.compare import compare
from qimen.errors import InputError, UnknownNameError
from qimen.render import display_width
from qimen.render.compare import chosen, comparison_text

TIME = "2026-12-20T10:20"


def test_boards_are_those_of_cast() -> None:
    found = compare(TIME, ["baojian", "chaibu", "tao"])
    assert [board.to_dict() for board in found.boards] == [
        qimen.cast(TIME, name).to_dict() for name in ("baojian", "chaibu", "tao")
    ]
    assert found.facts["ju"] == (1, 4, 1)
    assert found.facts["ju_term"] == ("冬至", "大雪", "冬至")
    assert found.differs("ju")
    assert not found.differs("day")


def test_presets_are_the_default_and_hours_and_clocks_are_taken() -> None:
    assert [which.name for which in compare(TIME).schools] == list(qimen.SCHOOLS)
    clock = qimen.Clock(longitude=90.0, solar="mean")
    found = compare(hour=29533092, schools=["chaibu", "lin"], clock=clock)
    assert {board.hour for board in found.boards} == {29533092}
    assert all(board.clock == clock for board in found.boards)


def test_palaces_and_names_that_differ_are_told_and_no_others() -> None:
    found = compare(TIME, ["baojian", "li", "tao"])
    first, second, third = found.boards
    for number in range(1, 10):
        same = first.palaces[number] == second.palaces[number] == third.palaces[number]
        assert (number in found.palaces) != same
    held: list[dict[str, Any]] = [{h.row.zh_hans: h.palaces for h in board.patterns} for board in found.boards]
    names = {name for board in held for name in board}
    differing = {name for name in names if len({board.get(name) for board in held}) > 1}
    assert {difference.name for difference in found.patterns} == differing
    assert found.common == len(names - differing)
    for difference in found.patterns:
        for board, names_held, hit, reads in zip(found.boards, held, difference.hits, difference.read, strict=True):
            assert (hit and hit.palaces) == names_held.get(difference.name)
            assert reads == any(row.zh_hans == difference.name for row in qimen.patterns_of(board.school))


def test_json_holds_everything() -> None:
    found = compare(TIME, ["baojian", "chaibu"])
    record = json.loads(json.dumps(found.to_dict(), ensure_ascii=False))
    assert record["schools"] == ["baojian", "chaibu"]
    assert record["facts"]["ju"] == {"values": [1, 4], "differ": True}
    assert record["facts"]["zhi_fu"]["values"][0] == vars(found.boards[0].zhi_fu)
    assert record["boards"][1] == json.loads(json.dumps(qimen.cast(TIME, "chaibu").to_dict()))
    assert len(record["patterns"]) == len(found.patterns)


@pytest.mark.parametrize("language", lang.LANGS)
@pytest.mark.parametrize("width", [40, 80, 120])
def test_text_keeps_to_its_columns(width: int, language: str) -> None:
    text = comparison_text(compare(TIME, ["baojian", "chaibu", "tao"]), width, language)
    assert max(map(display_width, text.splitlines())) <= max(width, 54)
    assert language != "pinyin" or text.isascii()


def test_text() -> None:
    found = compare(TIME, ["baojian", "chaibu"])
    lines = comparison_text(found).splitlines()
    assert lines[:2] == ["2026-12-20T10:20:00+08:00", "丙午年  庚子月  戊辰日  丁巳时"]
    assert lines[3].split() == ["门派", "baojian", "chaibu"]
    assert lines[4].split() == ["节气", "大雪", "大雪"]
    assert lines[5].split() == ["*", "局节", "冬至上元", "大雪上元"]
    assert lines[6].split() == ["*", "局", "阳遁1局", "阴遁4局"]
    table = {line.split()[0]: line.split()[1:] for line in lines if line}
    assert table["三奇之灵"] == ["2", "4", "9"]
    assert table["符游三方"] == ["8", "."]  # a name that 拆补 does not read
    assert table["青龙逃走"] == ["4", "-"]
    assert len(chosen(found, full=True)) == len(found.patterns) > len(chosen(found))


def test_schools_that_agree_say_so() -> None:
    same = [qimen.school("chaibu"), qimen.school("chaibu").replace(name="mine")]
    text = comparison_text(compare("2026-03-15T10:20", same))
    assert text.splitlines()[-1] == "各家相同"
    assert "*" not in text


def test_what_cannot_be_compared() -> None:
    with pytest.raises(InputError, match="at least two"):
        compare(TIME, ["chaibu"])
    with pytest.raises(InputError, match="named twice"):
        compare(TIME, ["chaibu", "拆补"])
    with pytest.raises(UnknownNameError, match="did you mean 'chaibu'"):
        compare(TIME, ["baojian", "chaibo"])
