"""Directions and their twins agree: over what each reads, over all charts of every doctrine, at random."""

from dataclasses import replace

import pytest

import qimen
from qimen import verify_directions
from qimen.directions import DIRECTIONS
from qimen.verify import Comparison

DOCTRINES = {(which.lodging, which.motion): which for which in qimen.SCHOOLS.values()}


def test_plans():
    result = verify_directions.compare_plans()
    assert result.compared == 36
    assert not result.differences, result.examples


@pytest.mark.slow
def test_sky():
    result = verify_directions.compare_sky(qimen.school("baojian"))
    assert result.compared > 400_000
    assert not result.differences, result.examples


@pytest.mark.slow
@pytest.mark.parametrize("which", DOCTRINES.values(), ids=lambda which: f"{which.lodging}-{which.motion}")
def test_plates(which):
    result = verify_directions.compare_plate_directions(which)
    assert result.compared > 150_000
    assert not result.differences, result.examples


def test_one_job_of_each_sort_and_the_plates_of_every_doctrine():
    labels = [label for label, _ in verify_directions.jobs(DOCTRINES.values())]
    assert labels[:2] == ["directions plans", "directions sky"]
    assert len(set(labels)) == len(labels) == 2 + len(DOCTRINES)


@pytest.mark.parametrize(
    ("id_", "reads", "plates"),
    [
        ("tingting", {"term"}, False),
        ("jiang-taiyin", {"day", "term"}, False),
        ("jianchu", {"day", "month"}, False),
        ("di-sihu", set(), False),
        ("bajie-de.ju", {"ju_term"}, False),
        ("anying-dajiang", set(), False),
        ("biwang-bu", set(), True),
        ("like-fang-qiang", {"day", "month"}, True),
        ("chujun-ji.earth", set(), True),
    ],
)
def test_what_a_twin_reads(id_, reads, plates):
    assert verify_directions.reads_of(id_) == reads
    assert verify_directions.looks_at_plates(id_) == plates


def test_generals_days_and_hours_are_all_met():
    cells = list(verify_directions._sky_cells(frozenset(("day", "term"))))
    assert {(cell["day"], cell["chart"] % 60) for cell in cells} == {
        (day, day % 5 * 12 + branch) for day in range(60) for branch in range(12)
    }
    met = {(c["day"] % 10, c["chart"] % 12, c["term"] // 2, c["chart"] // 540) for c in cells}
    assert len(met) == 10 * 12 * 12 * 2
    assert {cell["term"] for cell in cells} == set(range(24))
    assert {cell["chart"] // 60 for cell in cells} == set(range(18))


@pytest.mark.parametrize("id_", ["biwang-fang", "fuyou-fang.mountain", "dihu-shi.sanshi", "jiang-taiyin"])
def test_a_wrong_answer_is_found(id_):
    row = DIRECTIONS[id_]
    which = qimen.school("baojian")

    def wrong(columns, school):
        answers = row.compute(columns, school).copy()
        answers[7] = 1 if row.kind == "code" and answers[7] == 0 else 0 if answers[7] else 2
        return answers

    cells = [verify_directions._cell(chart, 0, chart) for chart in range(60)]
    result = Comparison("a direction")
    verify_directions._check(result, [row, replace(row, compute=wrong)], cells, which)
    assert (result.compared, result.differences) == (120, 1)
    assert id_ in result.examples[0]
