"""Schools: what knobs go together, how a changed one is called, and the page that sets them side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import qimen
from qimen.errors import InputError, UnknownNameError
from qimen.schools import KNOBS

PAGE = Path(__file__).parent.parent / "docs" / "schools.md"


@pytest.mark.parametrize(
    ("preset", "knobs", "sentence"),
    [
        ("zhirun", {"lodging": "none"}, "a rotating plate needs a lodge for the centre"),
        ("zhirun", {"motion": "fly"}, "lodging='kun' does not go with motion='fly'"),
        ("tao", {"lodging": "kun-gen"}, "a flying plate has none"),
        ("tao", {"motion": "rotate"}, "needs a lodge"),
        ("lin", {"terms": "jingyou"}, "has pentads of its own"),
        ("jingyou", {"method": "lin"}, "has pentads of its own"),
        ("zhirun", {"lin_epoch": 0}, "goes with method='lin' only, not 'zhirun'"),
        ("zhirun", {"leap_lead": 0}, "leap_lead=0 is out of range; whole days, 1 to 15"),
        ("zhirun", {"leap_lead": 16}, "1 to 15"),
        ("zhirun", {"leap_lead": 9.5}, "whole days"),
    ],
)
def test_combinations_that_mean_nothing_are_refused(preset: str, knobs: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        qimen.school(preset).replace(**knobs)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("knob", KNOBS)
def test_unknown_values_are_named_with_the_known_ones(knob: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        qimen.school("zhirun").replace(**{knob: "sideways"})
    for allowed in KNOBS[knob]:
        assert allowed in str(caught.value)


def test_unknown_knobs_and_schools_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="leap_lead"):
        qimen.school("zhirun").replace(leap_leap=9)
    with pytest.raises(UnknownNameError, match="chaibu"):
        qimen.school("chaibuu")


def test_every_other_combination_can_be_asked() -> None:
    day = qimen.hour_range("2024-12-01", "2024-12-20")
    for method in KNOBS["method"]:
        for terms in KNOBS["terms"]:
            if (method, terms) == ("lin", "jingyou"):
                continue
            for lodging, motion in (("kun", "rotate"), ("kun-gen", "rotate"), ("none", "fly")):
                which = qimen.school("zhirun").replace(method=method, terms=terms, lodging=lodging, motion=motion)
                assert (qimen.chart_ids(day, which) < 1080).all()
                board = qimen.cast("2024-12-10T12:00", which)
                assert board.to_dict()["conventions"]["method"] == method


def test_a_changed_school_says_so() -> None:
    changed = qimen.school("baojian").replace(leap_lead=8, lead_at="solstice")
    assert changed.name == "baojian[leap_lead=8,lead_at=solstice]"
    assert changed.conventions()["leap_lead"] == 8
    assert qimen.school("baojian").replace().name == "baojian"
    assert qimen.school("baojian").replace(leap_lead=9) == qimen.school("baojian")


def test_qi_ying_is_chaibu() -> None:
    assert qimen.school("气应") is qimen.school("氣應") is qimen.school("qi_ying") is qimen.school("chaibu")


def test_tao_counts_as_li_and_flies() -> None:
    span = qimen.hour_range("2000-01-01", "2004-01-01")
    assert (qimen.chart_ids(span, "tao") == qimen.chart_ids(span, "li")).all()
    assert (qimen.school("tao").lodging, qimen.school("tao").motion) == ("none", "fly")


def test_the_page_names_every_preset_knob_and_value() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, which in qimen.SCHOOLS.items():
        assert f"`{name}`" in page
        for note in which.inferred:
            assert note in page
    for knob, values in KNOBS.items():
        assert f"`{knob}`" in page
        assert ", ".join(values) in page


def test_shares_and_leaps_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    span = qimen.hour_range("1900-01-01", "2101-01-01")
    share = np.mean(qimen.chart_ids(span, "chaibu") != qimen.chart_ids(span, "zhirun"))
    assert 0.28 < share < 0.33
    row = next(line for line in page.splitlines() if line.startswith("| `zhirun` |") and "%" in line)
    assert f"{share:.1%}" in row
    node = next(line for line in page.splitlines() if line.startswith("| 9 | node |")).split("|")
    mang_zhong, da_xue = ({int(year) for year in cell.split(",")} for cell in node[4:6])
    assert {year for year in da_xue if 2018 <= year <= 2033} == {2018, 2021, 2024, 2027, 2030, 2033}
    assert {year for year in mang_zhong if 2018 <= year <= 2040} == {2036}
    assert int(node[3]) == len(mang_zhong) + len(da_xue)
