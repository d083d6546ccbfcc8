"""Kernel and oracle agree: every chart, every row over what it reads, hours and times of every preset."""

import pytest

import qimen
from qimen import verify

CHOSEN = [qimen.school(name) for name in ("baojian", "chaibu", "tao")]


@pytest.mark.parametrize("which", CHOSEN, ids=lambda s: s.lodging)
def test_plates(which):
    result = verify.compare_plates(which)
    assert result.compared == 1080 * 46
    assert not result.differences, result.examples


@pytest.mark.slow
@pytest.mark.parametrize(
    ("which", "rows"),
    list(verify._rule_jobs(list(qimen.SCHOOLS.values()))),
    ids=lambda value: f"{value.lodging}-{value.jia_role}" if isinstance(value, qimen.School) else str(len(value)),
)
def test_rules(which, rows):
    result = verify.compare_rules(which, rows)
    assert result.compared > 100_000
    assert not result.differences, result.examples


@pytest.mark.parametrize("name", list(qimen.SCHOOLS))
def test_calendar(name):
    result = verify.compare_calendar(qimen.school(name), 20_000, seed=7)
    assert result.compared == 4 * 20_000
    assert not result.differences, result.examples


def test_a_difference_is_reported():
    result = verify.Comparison("a thing")
    result.check(1, 1, "here")
    result.check(1, 2, "there")
    report = verify.Report([result])
    assert (report.compared, report.differences) == (2, 1)
    assert "there: kernel 1, oracle 2" in str(report)
    assert report.to_dict()["differences"] == 1
