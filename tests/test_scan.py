"""scan, count, match, next and previous: they agree with each other, whatever the question reads."""

import numpy as np
import pytest

import qimen
from qimen.clock import FIRST_HOUR, LAST_HOUR
from qimen.errors import InputError, InputTypeError, RangeError, UnknownNameError

QUESTIONS = [
    "天遁",
    "天遁@6 & ~门迫@6",
    "三奇得使 & day_stem:甲",
    "玉女守门 & term:冬至 & hour_branch:午",
    "岁格 | 月格",
    "same_palace(吉门合奇, 门迫)",
    "星伏吟 & yuan:上 | ju_term:立春 & 五不遇时",
    "~(天遁 | 地遁 | 人遁)",
    "door:开 & palace:6",
    "opposite(天遁)",
    "时格 & month_branch:寅卯 & year_stem:甲",
]


@pytest.mark.parametrize("name", list(qimen.SCHOOLS))
@pytest.mark.parametrize("where", QUESTIONS)
def test_scan_count_and_match_agree(name, where):
    hours = qimen.hour_range("2023-11-20", "2026-03-07")
    scan = qimen.scan(hours.start, hours.stop, where, name)
    masks = qimen.match(hours, qimen.where(where), name)
    assert scan.count == qimen.count(hours.start, hours.stop, where, name) == np.count_nonzero(masks)
    np.testing.assert_array_equal(scan.hours, np.asarray(hours)[masks != 0])
    np.testing.assert_array_equal(scan.masks, masks[masks != 0])
    # A few hours in any order go another way (no finite board) and must say the same.
    some = np.random.default_rng(1).choice(np.asarray(hours), 500)
    np.testing.assert_array_equal(qimen.match(some, qimen.where(where), name), masks[some - hours.start])
    many = np.random.default_rng(2).choice(np.asarray(hours), 13_000)
    np.testing.assert_array_equal(qimen.match(many, qimen.where(where), name), masks[many - hours.start])


def test_a_where_is_worth_what_its_parts_are():
    hours = qimen.hour_range("2025-01-01", "2026-01-01")
    a, b = qimen.match(hours, ["天遁", "门迫"])
    at = {
        text: qimen.match(hours, qimen.where(text))
        for text in ("天遁 & 门迫", "天遁 | 门迫", "~天遁", "天遁@6", "term:冬至", "天遁 & term:冬至")
    }
    np.testing.assert_array_equal(at["天遁 & 门迫"], np.where((a != 0) & (b != 0), a | b, 0))
    np.testing.assert_array_equal(at["天遁 | 门迫"], a | b)
    np.testing.assert_array_equal(at["~天遁"], a == 0)
    np.testing.assert_array_equal(at["天遁@6"], a & 64)
    assert set(np.unique(at["term:冬至"])) == {0, 1}
    # Bit 0 is dropped where a palace bit is set.
    np.testing.assert_array_equal(at["天遁 & term:冬至"], np.where(at["term:冬至"] != 0, a, 0))


def test_objects_and_text_say_the_same():
    a, b = qimen.PATTERNS["天遁"], qimen.where("门迫")
    built = qimen.where("天遁") @ 6 & ~b @ 6
    hours = qimen.hour_range("2025-01-01", "2026-01-01")
    np.testing.assert_array_equal(qimen.match(hours, built), qimen.match(hours, qimen.where("天遁@6 & ~门迫@6")))
    np.testing.assert_array_equal(qimen.match(hours, a), qimen.match(hours, "天遁"))
    mine = qimen.Pattern("我的", "heaven:丙 & earth:丁 & door:生")
    np.testing.assert_array_equal(qimen.match(hours, mine), qimen.match(hours, "天遁"))
    assert qimen.count(hours.start, hours.stop, "我的 & ~天遁", define=[mine]) == 0
    assert qimen.count(hours.start, hours.stop, "我的", define={"我的": mine.rule}) == qimen.count(
        hours.start, hours.stop, "天遁"
    )


def test_chunks_are_the_scan_in_pieces():
    scan = qimen.scan("1990-01-01", "2010-01-01", "青龙返首 & ~岁格")
    pieces = list(scan.chunks(hours=1000))
    np.testing.assert_array_equal(np.concatenate([piece.hours for piece in pieces]), scan.hours)
    assert pieces[0].span.stop == pieces[1].span.start
    assert sum(len(piece) for piece in pieces) == len(scan) == scan.count
    assert list(scan)[:3] == scan.hours[:3].tolist()


def test_rows_carry_the_columns_of_the_format():
    row = next(iter(qimen.scan("2026-01-01", "2026-02-01", "天遁").rows()))
    assert list(row) == ["hour", "start", "day_pillar", "hour_pillar", "dun", "ju", "palaces"]
    board = qimen.cast(hour=row["hour"])
    assert (board.pillars["day"], board.pillars["hour"], board.dun, board.ju) == (
        row["day_pillar"],
        row["hour_pillar"],
        row["dun"],
        row["ju"],
    )
    assert board.time == row["start"]
    assert "天遁" in [hit.row.zh_hans for hit in board.patterns]


def test_next_and_previous_are_the_nearest_hits():
    scan = qimen.scan("2020-01-01", "2026-01-01", "得使遇甲")
    middle = int(scan.hours[3])
    assert qimen.next_hit(middle, "得使遇甲") == middle
    assert qimen.next_hit(middle + 1, "得使遇甲") == scan.hours[4]
    assert qimen.previous_hit(middle, "得使遇甲") == scan.hours[2]
    assert qimen.next_hit("2026-01-01", "天遁 & ~天遁") is None
    assert qimen.previous_hit(FIRST_HOUR, "天遁") is None


def test_ends_of_the_table():
    assert qimen.count(FIRST_HOUR, LAST_HOUR + 1, "~天遁 | 天遁") == LAST_HOUR + 1 - FIRST_HOUR
    assert len(qimen.chart_ids(qimen.hour_range(LAST_HOUR - 5, LAST_HOUR + 1))) == 6
    for name in qimen.SCHOOLS:
        ids = qimen.chart_ids(np.array([FIRST_HOUR, LAST_HOUR]), name)
        assert (ids < 1080).all()
    with pytest.raises(RangeError, match=r"-2999\.\.2998"):
        qimen.chart_ids([FIRST_HOUR - 1])
    with pytest.raises(RangeError):
        qimen.scan(FIRST_HOUR - 1, LAST_HOUR, "天遁")


def test_empty_ranges_are_empty():
    scan = qimen.scan(29_000_000, 29_000_000, "天遁")
    assert (scan.count, scan.hours.size, list(scan.rows())) == (0, 0, [])
    assert qimen.match(qimen.hour_range(29_000_000, 29_000_000), ["天遁", "地遁"]).shape == (2, 0)
    assert qimen.chart_ids(np.empty((0, 3), dtype=np.int64)).shape == (0, 3)
    with pytest.raises(InputError, match="before"):
        qimen.scan("2026-01-02", "2026-01-01", "天遁")


# ---------------------------------------------------------------- match on charts


def test_charts_need_the_pillars_that_a_pattern_reads():
    charts = np.arange(1080, dtype=np.uint16)
    assert qimen.match(charts, "天遁").shape == (1080,)
    assert qimen.match(charts.reshape(18, 60), ["天遁", "地遁"]).shape == (2, 18, 60)
    with pytest.raises(InputError, match=r"岁格.*year="):
        qimen.match(charts, "岁格")
    with pytest.raises(InputError, match="broadcast"):
        qimen.match(charts, "岁格", year=np.zeros(7, dtype=np.uint8))
    with pytest.raises(InputError, match="0-59"):
        qimen.match(charts, "岁格", year=60)
    grid = qimen.match(charts[:, None], "岁格", year=np.arange(60, dtype=np.uint8)[None, :])
    assert grid.shape == (1080, 60)
    np.testing.assert_array_equal(grid[:, 7], qimen.match(charts, "岁格", year=7))


def test_match_refuses_what_it_cannot_read():
    with pytest.raises(InputTypeError, match="uint16 are chart ids"):
        qimen.match(np.zeros(3, dtype=np.int32), "天遁")
    with pytest.raises(InputTypeError):
        qimen.match(np.zeros(3), "天遁")
    with pytest.raises(InputError, match="year="):
        qimen.match(np.array([29_000_000]), "岁格", year=3)
    with pytest.raises(InputError, match="1080"):
        qimen.match(np.array([1080], dtype=np.uint16), "天遁")
    with pytest.raises(UnknownNameError, match="chaibu"):
        qimen.match(np.array([1], dtype=np.uint16), "天遁", "chaibo")


def test_out_is_filled_and_returned():
    hours = qimen.hour_range("2026-01-01", "2026-02-01")
    out = np.empty((2, len(hours)), dtype=np.uint16)
    assert qimen.match(hours, ["天遁", "门迫"], out=out) is out
    np.testing.assert_array_equal(out, qimen.match(hours, ["天遁", "门迫"]))
    one = np.empty(len(hours), dtype=np.uint16)
    assert qimen.match(hours, "门迫", out=one) is one
    np.testing.assert_array_equal(one, out[1])
    ids = np.empty(len(hours), dtype=np.uint16)
    assert qimen.chart_ids(hours, out=ids) is ids
    np.testing.assert_array_equal(ids, qimen.chart_ids(np.asarray(hours)))
    with pytest.raises(InputError, match="out has"):
        qimen.chart_ids(hours, out=np.empty(3, dtype=np.uint16))


def test_kernels_take_any_layout():
    hours = np.asarray(qimen.hour_range("2026-01-01", "2026-02-01"))
    want = qimen.chart_ids(hours)
    np.testing.assert_array_equal(qimen.chart_ids(hours[::-1]), want[::-1])
    np.testing.assert_array_equal(qimen.chart_ids(hours[::3]), want[::3])
    np.testing.assert_array_equal(qimen.chart_ids(hours.astype(">i8")), want)
    np.testing.assert_array_equal(
        qimen.chart_ids(np.asfortranarray(hours[:370].reshape(10, 37))), want[:370].reshape(10, 37)
    )
    frozen = hours.copy()
    frozen.flags.writeable = False
    np.testing.assert_array_equal(qimen.match(frozen, "天遁"), qimen.match(hours, "天遁"))
    assert qimen.chart_ids(hours[0]).shape == ()
    assert qimen.match(np.asarray(want[0]), "天遁").shape == ()


def test_bound_answers_single_hours():
    import pickle

    bound = pickle.loads(pickle.dumps(qimen.bind("maoshan", qimen.Clock("Asia/Shanghai"))))
    hours = qimen.hour_range("2026-01-01", "2026-03-01", clock=bound.clock)
    assert [bound.chart_id(h) for h in hours] == qimen.chart_ids(hours, "maoshan").tolist()
    board = qimen.cast(hour=hours[100], school="maoshan", clock=bound.clock)
    assert bound.pillars(hours[100]) == tuple(board.pillars.values())
    assert bound.ju(hours[100]) == ("阳阴".index(board.dun), board.ju)
    with pytest.raises(RangeError):
        bound.chart_id(7)


@pytest.mark.parametrize("where", ["~天遁", "青龙返首 & ju_term:冬至 & yuan:上 | 岁格 & 月格"])
def test_an_iterated_scan_needs_little_memory(where):
    """Whatever the range: chunks are freed as the next one is found (the tables of the calendar are shared)."""
    import tracemalloc

    qimen.count(FIRST_HOUR, FIRST_HOUR + 1, where)
    tracemalloc.start()
    try:
        hits = sum(chunk.hours.size for chunk in qimen.scan(FIRST_HOUR, LAST_HOUR + 1, where).chunks())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert hits == qimen.count(FIRST_HOUR, LAST_HOUR + 1, where)
    assert peak < 64 * 2**20
