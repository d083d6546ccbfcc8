"""Ranges of double-hours: which hours begin in them, and how they behave as ranges and as arrays."""

from __future__ import annotations

import pickle
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import qimen
from qimen.clock import FIRST_HOUR, LAST_HOUR, hour_starts
from qimen.errors import InputError, InputTypeError, RangeError
from qimen.times import HourRange

TIME = "2026-03-15T10:20:00"
HOUR = 29_533_973
SHANGHAI = "Asia/Shanghai"
YORK = "America/New_York"


def one_line(error: BaseException) -> str:
    """The message, which must be one line."""
    text = str(error)
    assert text
    assert "\n" not in text
    return text


# ---------------------------------------------------------------- ranges


def test_a_range_holds_the_hours_that_begin_in_it() -> None:
    found = qimen.hour_range("2026-03-15T09:00", "2026-03-15T15:00")
    assert list(found) == [HOUR, HOUR + 1, HOUR + 2]
    assert list(qimen.hour_range("2026-03-15T09:00:00.001", "2026-03-15T15:00:00.001")) == [
        HOUR + 1,
        HOUR + 2,
        HOUR + 3,
    ]
    assert qimen.hour_range(HOUR, HOUR + 3) == found
    assert qimen.hour_range(np.int64(HOUR), np.array(HOUR + 3)) == found
    assert qimen.hour_range(HOUR, "2026-03-15T15:00") == found
    assert len(qimen.hour_range("2026-01-01", "2027-01-01")) == 12 * 365
    assert len(qimen.hour_range(TIME, TIME)) == 0


def test_the_whole_table_is_a_range() -> None:
    found = qimen.hour_range(FIRST_HOUR, LAST_HOUR + 1)
    assert qimen.hour_range("-3000-12-31T23:00", "2998-12-31T23:00") == found
    assert qimen.chart_ids(found[:10]).shape == (10,)
    for start, stop in (
        (FIRST_HOUR - 1, HOUR),
        (HOUR, LAST_HOUR + 2),
        ("-4000-01-01", HOUR),
        (HOUR, "2999-06-01"),
    ):
        with pytest.raises(RangeError, match=r"-2999\.\.2998|hours \d+\.\.\d+ of the term table"):
            qimen.hour_range(start, stop)


@pytest.mark.parametrize(
    ("start", "stop"),
    [
        ("2026-03-15", "2026-03-14"), (HOUR, HOUR - 1), ("2026-03-15T10:30", "2026-03-15T10:20"),
        ("2026-03-15T10:20:00.002", "2026-03-15T10:20:00.001"), (HOUR, "2026-03-15"), ("2027-01-01", HOUR),
        ("2026-03-15T10:20+00:00", "2026-03-15T10:19+00:00"),
    ],
)  # fmt: skip
def test_a_stop_before_the_start(start: Any, stop: Any) -> None:
    for function in (qimen.hour_range, lambda a, b: qimen.scan(a, b, "天遁")):
        with pytest.raises(InputError, match="is before start=") as caught:
            function(start, stop)
        assert f"stop={stop!r} is before start={start!r}" in one_line(caught.value)


def test_the_order_of_ends_is_that_of_their_instants() -> None:
    with pytest.raises(InputError, match="is before start="):
        qimen.hour_range("2026-03-15T10:20+00:00", "2026-03-15T11:20+08:00", tz=SHANGHAI)
    first = datetime(2026, 11, 1, 1, 50, tzinfo=ZoneInfo(YORK))
    second = datetime(2026, 11, 1, 1, 10, tzinfo=ZoneInfo(YORK), fold=1)
    assert len(qimen.hour_range(first, second)) == 0
    with pytest.raises(InputError, match="is before start="):
        qimen.hour_range(second, first)


@pytest.mark.parametrize(
    "value", [None, "NaT", [TIME, TIME], np.array([HOUR, HOUR]), 1.5, True, "soon", np.timedelta64(1, "h")]
)
def test_ends_that_are_none(value: Any) -> None:
    with pytest.raises((InputError, InputTypeError), match="start") as caught:
        qimen.hour_range(value, HOUR)
    one_line(caught.value)
    with pytest.raises((InputError, InputTypeError), match="stop"):
        qimen.hour_range(HOUR, value)


def test_ends_of_one_kind_and_zone() -> None:
    with pytest.raises(InputTypeError, match="are aware and naive; give one kind"):
        qimen.hour_range(TIME, "2026-03-16T00:00+08:00")
    with pytest.raises(InputError, match="carry different zones; ask for one"):
        qimen.hour_range("2026-03-15T00:00-05:00", "2026-06-16T00:00-04:00")
    found = qimen.hour_range("2026-03-01T00:00-05:00", "2026-06-16T00:00-04:00", tz=YORK)
    assert found.clock == qimen.Clock(tz=YORK)
    own = qimen.hour_range(datetime(2026, 3, 1, tzinfo=ZoneInfo(YORK)), datetime(2026, 6, 16, tzinfo=ZoneInfo(YORK)))
    assert own == found
    assert qimen.hour_range(HOUR, TIME + "-05:00").clock == qimen.Clock(tz="-05:00")


def test_ranges_over_gaps_and_folds() -> None:
    # Summer time of São Paulo began at midnight: the 子 hour begins at 23:00, the 丑 hour at 01:00, as ever.
    brazil = qimen.hour_range("2018-11-03T23:00", "2018-11-04T03:00", tz="America/Sao_Paulo")
    assert len(brazil) == 2
    # Samoa skipped a day: its hours begin with the next one.
    apia = qimen.Clock(tz="Pacific/Apia")
    found = qimen.hour_range("2011-12-31T00:00", "2011-12-31T01:00", clock=apia)
    assert set(hour_starts(np.asarray(found), apia)) == {"2011-12-31T00:00:00+14:00"}
    assert len(found) == 12
    # In the second pass of a fold the hour that holds it has begun already.
    york = qimen.hour_range("2026-11-01T01:00", "2026-11-01T05:00", tz=YORK, fold=1)
    assert hour_starts(np.asarray(york), york.clock) == ["2026-11-01T03:00:00-05:00"]
    york = qimen.hour_range("2026-11-01T01:00", "2026-11-01T05:00", tz=YORK, fold=0)
    assert len(york) == 2


# ---------------------------------------------------------------- HourRange


def test_hour_range_is_like_a_range() -> None:
    hours, plain = HourRange(100, 160), range(100, 160)
    assert len(hours) == 60
    assert hours.shape == (60,)
    assert list(hours) == list(plain)
    five: Any = np.int64(5)
    assert (hours[0], hours[-1], hours[five]) == (100, 159, 105)
    assert 159 in hours
    assert np.int64(100) in hours
    assert 160 not in hours
    assert 100.0 not in hours
    assert "100" not in hours
    assert not HourRange(5, 5)
    assert not HourRange(5, 3)
    with pytest.raises(IndexError):
        hours[60]
    with pytest.raises(TypeError):
        hours[1.5]  # type: ignore[call-overload]


@settings(max_examples=100)
@given(st.slices(60))
def test_slices(piece: slice) -> None:
    hours, plain = HourRange(100, 160, qimen.Clock(tz=SHANGHAI)), range(100, 160)
    found: Any = hours[piece]
    assert np.asarray(found).tolist() == list(plain[piece])
    assert isinstance(found, HourRange) == (plain[piece].step == 1)
    if isinstance(found, HourRange):
        assert found.clock == hours.clock


def test_hour_range_as_an_array() -> None:
    hours = HourRange(100, 103)
    assert np.asarray(hours).dtype == np.int64
    np.testing.assert_array_equal(np.asarray(hours), [100, 101, 102])
    np.testing.assert_array_equal(np.array(hours, dtype=np.int32), [100, 101, 102])
    assert np.asarray(hours, dtype="f8").dtype == np.float64
    np.testing.assert_array_equal(np.asarray(hours) % 60, [40, 41, 42])
    with pytest.raises(ValueError, match="copy=False"):
        np.asarray(hours, copy=False)


def test_hour_range_equality_hash_pickle_repr() -> None:
    hours = HourRange(100, 160, qimen.Clock(tz=SHANGHAI, day_start="00:00"))
    assert hours == HourRange(100, 160, qimen.Clock(tz=ZoneInfo(SHANGHAI), day_start="00:00"))
    assert hours != HourRange(100, 160)
    assert hours != HourRange(100, 161, hours.clock)
    assert hours != object()
    assert HourRange(1, 2) == HourRange(1, 2, qimen.Clock())
    copy = pickle.loads(pickle.dumps(hours))
    assert copy == hours
    assert hash(copy) == hash(hours)
    assert repr(hours).startswith("HourRange(100, 160, Clock(")
    with pytest.raises(AttributeError):
        hours.start = 5  # type: ignore[misc]


@pytest.mark.parametrize("value", [1.0, "5", None, np.float64(3)])
def test_hour_range_wants_whole_numbers(value: Any) -> None:
    with pytest.raises(InputTypeError, match=r"start=.* is no whole number of double-hours"):
        HourRange(value, 10)
    with pytest.raises(InputTypeError, match="stop="):
        HourRange(0, value)


def test_a_range_carries_its_clock() -> None:
    hours = qimen.hour_range("2026-01-01", "2026-01-10", tz=YORK)
    with pytest.raises(InputError, match="differs from that of the hours"):
        qimen.chart_ids(hours, clock=qimen.Clock())
    np.testing.assert_array_equal(
        qimen.chart_ids(hours), qimen.chart_ids(np.asarray(hours), clock=qimen.Clock(tz=YORK))
    )
    same = qimen.hour_range("2026-01-01", "2026-01-10")
    np.testing.assert_array_equal(qimen.chart_ids(same, clock=qimen.Clock(utc_offset=480)), qimen.chart_ids(same))
