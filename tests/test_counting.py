"""counts: every pattern in one go is what counting each of them gives."""

import itertools

import numpy as np
import pytest

import qimen
from qimen import counting, parallel, surveys
from qimen.calendars.axes import AXES


@pytest.mark.parametrize("name", list(qimen.SCHOOLS))
def test_counts_are_the_counts(name):
    start, stop = "2019-05-03T07:00", "2023-08-09T17:00"
    found = qimen.counts(start, stop, name)
    assert list(found) == [row.id for row in qimen.patterns_of(name)]
    chosen = [*list(found)[::9], *(i for i in ("suige", "yuege", "rige", "shibei", "wubuyu", "kai") if i in found)]
    for row in chosen:
        assert found[row] == qimen.count(start, stop, row, name), row


FIRST, LAST = 7_508_964, 33_797_663  # the hours of the table


@pytest.mark.parametrize(
    ("start", "stop"),
    [
        (29_000_007, 29_000_008),  # an hour inside a block
        (29_000_040, 29_000_100),  # a whole block
        (29_000_041, 29_000_099),  # all of it but its ends
        (29_000_059, 29_000_161),  # two ends and a block between them
        (29_000_099, 29_000_101),  # an hour on either side
        (FIRST, FIRST + 61),
        (LAST - 60, LAST + 1),
    ],
)
@pytest.mark.parametrize("name", ["lin", "maoshan", "jingyou"])
def test_ranges_that_begin_and_end_inside_blocks(name, start, stop):
    found = qimen.counts(start, stop, name)
    rows = list(found)
    masks = qimen.match(np.arange(start, stop), [qimen.PATTERNS[row] for row in rows], name)
    assert [found[row] for row in rows] == (masks != 0).sum(axis=1).tolist()


def test_blocks_that_all_split_at_one_hour_are_counted_with_the_whole_ones():
    clock = qimen.Clock()
    for axis in AXES:
        found = surveys.index(qimen.school("lin"), clock, axis)
        assert found.splits is not None
        assert 0 < found.splits.offset < 60
        assert len(found.splits.before) > 0.6 * len(found.keys)
        assert surveys.index(qimen.school("chaibu"), clock, axis).splits is None


def test_counts_under_another_clock():
    clock = qimen.Clock("America/New_York", longitude=-74.0, solar="apparent")
    found = qimen.counts(28_900_000, 28_930_000, "chaibu", clock=clock)
    for row in [*list(found)[::25], "suige", "yuege.month-pillar", "shibei", "jimen-wuqi"]:
        assert found[row] == qimen.count(28_900_000, 28_930_000, row, "chaibu", clock=clock), row


def test_rows_that_tell_hundreds_of_contexts_apart():
    rule = "heaven:@year & earth:@month & ~year_branch:{0} & ~month_branch:{0} & ~day_branch:{0}"
    rows = [qimen.Pattern(f"避{branch}", rule.format(branch)) for branch in "子丑寅卯"]
    families, _ = counting._families(tuple(rows), qimen.school("chaibu"))
    assert len(families) == 4  # each by itself: together they would fill more tables than the cache holds
    found = qimen.counts("1980-01-01", "2045-01-01", "chaibu", rows=rows)
    assert found == {row.name: qimen.count("1980-01-01", "2045-01-01", row, "chaibu") for row in rows}
    assert min(found.values()) > 0


def test_rows_that_read_things_of_two_axes():
    rules = {
        "月与朔": "heaven:@month & earth:@shuo",
        "元与年": "hourly(year_stem:甲 & yuan:上)",
        "节与局": "hourly(term:冬至 & ju_term:大雪)",
        "日与元": "hourly(day_stem:甲 & yuan:上)",
        "日与朔": "heaven:@day & earth:@shuo",
    }
    rows = [qimen.Pattern(name, rule) for name, rule in rules.items()]
    found = qimen.counts("1990-01-01", "2020-01-01", "zhirun", rows=rows)
    assert found == {row.name: qimen.count("1990-01-01", "2020-01-01", row, "zhirun") for row in rows}
    assert min(found.values()) > 0


def test_counts_of_chosen_rows_and_empty_ranges():
    mine = qimen.Pattern("我的", "heaven:@year & door:生")
    found = qimen.counts("2026-01-01", "2026-06-01", rows=[qimen.PATTERNS["天遁"], mine])
    assert found == {
        "tiandun": qimen.count("2026-01-01", "2026-06-01", "天遁"),
        "我的": qimen.count("2026-01-01", "2026-06-01", mine),
    }
    assert set(qimen.counts(29_000_000, 29_000_000).values()) == {0}


# ---------------------------------------------------------------- threads


def test_parts_cover_everything_once(monkeypatch):
    monkeypatch.setenv("QIMEN_THREADS", "3")
    done = []
    parallel.split(1_000_003, 10.0, lambda start, stop: done.append((start, stop)))
    assert len(done) == 12
    flat = sorted(done)
    assert flat[0][0] == 0
    assert flat[-1][1] == 1_000_003
    assert all(a[1] == b[0] and b[0] % 60 == 0 for a, b in itertools.pairwise(flat))


def test_short_work_stays_in_one_thread(monkeypatch):
    monkeypatch.setenv("QIMEN_THREADS", "4")
    done = []
    parallel.split(1000, 10.0, lambda start, stop: done.append((start, stop)))
    assert done == [(0, 1000)]
    monkeypatch.setenv("QIMEN_THREADS", "1")
    parallel.split(10**9, 10.0, lambda start, stop: done.append((start, stop)))
    assert done[1:] == [(0, 10**9)]


def test_an_error_in_a_part_is_raised(monkeypatch):
    monkeypatch.setenv("QIMEN_THREADS", "2")

    def work(start, stop):
        if start:
            raise ValueError("second part")

    with pytest.raises(ValueError, match="second part"):
        parallel.split(10**7, 10.0, work)


def test_threads_give_the_same_answers(monkeypatch):
    hours = qimen.HourRange(20_000_000, 22_000_077)
    order = np.random.default_rng(0).integers(hours.start, hours.stop, 3_000_000)
    answers = []
    for count in ("1", "2"):
        monkeypatch.setenv("QIMEN_THREADS", count)
        answers.append(
            (
                qimen.chart_ids(hours),
                qimen.chart_ids(order),
                qimen.match(hours, ["天遁", "岁格", "五不遇时"]),
                *qimen.plates(hours),
            )
        )
    for one, two in zip(*answers, strict=True):
        np.testing.assert_array_equal(one, two)
