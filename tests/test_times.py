"""What may be given as a time: good input of every kind reads alike, bad input says what is wrong."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import qimen
from qimen.clock import EPOCH_DAY, FIRST_HOUR, HOUR_MS, LAST_HOUR
from qimen.errors import InputError, InputTypeError, QimenError, RangeError
from qimen.times import HourRange

TIME = "2026-03-15T10:20:00"
HOUR = 29_533_973
MISSING = np.iinfo(np.int64).min
SHANGHAI = "Asia/Shanghai"
YORK = "America/New_York"


def by_hand(text: str) -> int:
    """The double-hour of a civil time in whole numbers alone."""
    day, _, clock = text.partition("T")
    hour = int(clock[:2])
    return 12 * (EPOCH_DAY + int(np.datetime64(day, "D").astype(np.int64))) + (hour + 1) // 2


def one_line(error: BaseException) -> str:
    """The message, which must be one line."""
    text = str(error)
    assert text
    assert "\n" not in text
    return text


# ---------------------------------------------------------------- good input


@pytest.mark.parametrize(
    "time",
    [
        TIME, "2026-03-15 10:20:00", "2026-03-15T10:20", "2026-03-15T10", "2026-03-15T102000",
        "2026-03-15T1020", "+2026-03-15T10:20", "+002026-03-15T10:20", " 2026-03-15T10:20 ",
        "2026-03-15T10:20:00.5", "2026-03-15T10:20:00,123456789012345", "2026-03-15T10:59:59.999999999",
        np.str_(TIME),
        datetime(2026, 3, 15, 10, 20), np.datetime64(TIME),
    ],
)  # fmt: skip
def test_scalars_of_any_kind(time: Any) -> None:
    found = qimen.hours(time)
    assert found == HOUR == by_hand(TIME)
    assert found.dtype == np.int64
    assert found.shape == ()
    assert qimen.cast(time).hour == HOUR


@pytest.mark.parametrize("unit", ["h", "m", "s", "ms", "us", "ns", "25m", "1000ns", "10s"])
@pytest.mark.parametrize("order", "<>")
def test_datetime64_of_any_unit(unit: str, order: str) -> None:
    times = np.array(["2026-03-15T10", "1999-12-31T23", "1700-01-01T00"], "M8[h]").astype(f"{order}M8[{unit}]")
    assert qimen.hours(times).tolist() == [by_hand(str(t)) for t in times.astype("M8[m]")]


@pytest.mark.parametrize("unit", ["ps", "fs", "as", "1000as"])
def test_units_too_fine_to_leave_1970(unit: str) -> None:
    raw = [0, -1, 1, 9 * 10**18, -9 * 10**18]
    per_second = {"ps": 10**12, "fs": 10**15, "as": 10**18, "1000as": 10**15}[unit]
    expected = [by_hand(str(np.datetime64(value // per_second, "s"))) for value in raw]
    assert qimen.hours(np.array(raw).view(f"M8[{unit}]")).tolist() == expected


@pytest.mark.parametrize(
    ("unit", "text"), [("Y", "2026-01-01"), ("M", "2026-03-01"), ("W", "2026-03-12"), ("D", "2026-03-15")]
)
def test_coarse_units_are_midnights(unit: Any, text: str) -> None:
    assert qimen.hours(np.datetime64("2026-03-15", unit)) == by_hand(f"{text}T00:00")
    assert qimen.hours(np.array(["2026-03-15"], dtype=f"M8[{unit}]")).tolist() == [by_hand(f"{text}T00:00")]


def test_what_is_finer_than_a_millisecond_is_cut_off_downwards() -> None:
    before = np.datetime64("1969-12-31T22:59:59.999999999", "ns")
    assert qimen.hours(before) + 1 == qimen.hours(before + np.timedelta64(1, "ns"))
    text = "1969-12-31T22:59:59.999999999"
    assert qimen.hours(text) == qimen.hours(before)
    aware = datetime(1969, 12, 31, 22, 59, 59, 999_999, tzinfo=timezone(timedelta(hours=8)))
    assert qimen.hours(aware) == qimen.hours(before)


def test_dates_are_midnights() -> None:
    assert qimen.hours(date(2026, 3, 15)) == qimen.hours("2026-03-15") == by_hand("2026-03-15T00:00")
    assert qimen.hours([date(2026, 3, 15), date(2026, 3, 16)]).tolist() == [HOUR - 5, HOUR + 7]


@pytest.mark.parametrize(
    "times",
    [
        [TIME, "2026-03-15"], (TIME, "2026-03-15"), np.array([TIME, "2026-03-15"]),
        np.array([TIME, "2026-03-15"], dtype=object),
        np.array([TIME, "2026-03-15"], dtype=np.dtypes.StringDType()),
        [datetime(2026, 3, 15, 10, 20), date(2026, 3, 15)],
        [np.datetime64(TIME), np.datetime64("2026-03-15")],
        [np.datetime64(TIME), "2026-03-15"], [datetime(2026, 3, 15, 10, 20), "2026-03-15T00:30"],
        [np.datetime64(TIME), date(2026, 3, 15)],
    ],
)  # fmt: skip
def test_sequences(times: Any) -> None:
    assert qimen.hours(times).tolist() == [HOUR, HOUR - 5]


def test_shapes_are_kept() -> None:
    times = np.arange("2026-01-01", "2026-02-01", dtype="M8[h]").reshape(2, 12, 31)
    assert qimen.hours(times).shape == (2, 12, 31)
    np.testing.assert_array_equal(qimen.hours(times).ravel(), qimen.hours(times.ravel()))
    assert qimen.hours(np.array(TIME, dtype="M8[s]")) == HOUR
    assert qimen.hours(np.array(TIME, dtype=object)) == HOUR
    assert qimen.hours([[TIME], [TIME]]).shape == (2, 1)
    assert qimen.hours(np.array([[datetime(2026, 1, 1)] * 3] * 2)).shape == (2, 3)


@pytest.mark.parametrize(
    "empty",
    [
        [],
        (),
        np.empty(0, "M8[s]"),
        np.empty((0, 3), "M8[D]"),
        np.empty(0, "M8"),
        np.empty(0, object),
        np.empty(0, "U5"),
    ],
)
def test_empty_input_gives_empty_output(empty: Any) -> None:
    assert qimen.hours(empty).shape == np.shape(empty)
    assert qimen.hours(empty).dtype == np.int64
    assert qimen.hours(empty, tz=SHANGHAI, day_start="00:00").size == 0
    assert qimen.chart_ids(empty).shape == np.shape(empty)
    assert qimen.pillars(empty).day.shape == np.shape(empty)
    assert qimen.align(empty).ju.shape == np.shape(empty)


def test_read_only_strided_and_swapped_arrays() -> None:
    times = np.arange("2026-01-01", "2026-02-01", dtype="M8[h]")
    expected = qimen.hours(times)
    frozen = times.copy()
    frozen.flags.writeable = False
    np.testing.assert_array_equal(qimen.hours(frozen), expected)
    np.testing.assert_array_equal(qimen.hours(times[::-3]), expected[::-3])
    np.testing.assert_array_equal(qimen.hours(times.astype(">M8[s]")), expected)
    np.testing.assert_array_equal(qimen.hours(np.asfortranarray(times.reshape(31, 24))), expected.reshape(31, 24))
    np.testing.assert_array_equal(qimen.hours(np.broadcast_to(times[0], (4,))), np.repeat(expected[0], 4))
    np.testing.assert_array_equal(times, frozen)  # and nothing was written to


@pytest.mark.parametrize("dtype", ["i8", ">i8", "i4", "u4", "u8", ">u4"])
def test_whole_hours_of_any_integer_type(dtype: str) -> None:
    hours = np.arange(HOUR, HOUR + 60).astype(dtype)
    hours.flags.writeable = False
    expected = qimen.chart_ids(np.arange(HOUR, HOUR + 60))
    np.testing.assert_array_equal(qimen.chart_ids(hours), expected)
    np.testing.assert_array_equal(qimen.chart_ids(hours[::-2].reshape(5, 6)), expected[::-2].reshape(5, 6))
    np.testing.assert_array_equal(qimen.chart_ids(hours[:0]), expected[:0])
    assert qimen.chart_ids(hours[0]) == qimen.chart_ids(HOUR) == expected[0]
    np.testing.assert_array_equal(qimen.pillars(hours).day, np.arange(HOUR, HOUR + 60) // 12 % 60)


def test_a_masked_array_is_missing_where_it_is_masked() -> None:
    times: Any = np.ma.masked_array(np.array([TIME, TIME], dtype="M8[s]"), mask=[False, True])
    assert qimen.hours(times, missing="mask").tolist() == [HOUR, MISSING]
    with pytest.raises(InputError, match="1 of 2 times are missing"):
        qimen.hours(times)


# ---------------------------------------------------------------- years


@pytest.mark.parametrize(
    "text",
    [
        "-2999-01-01T00:00", "-2999-06-15", "-1000-02-28T23:59:59", "-0999-12-31", "-0001-12-31T12:00",
        "0000-01-01", "0000-02-29T22:59", "0001-01-01T00:00", "0009-09-09", "1582-10-10",
        "2998-12-31T22:59:59.999",
    ],
)  # fmt: skip
def test_years_of_the_table(text: str) -> None:
    full = text if "T" in text else text + "T00:00"
    assert qimen.hours(text) == by_hand(full)
    assert qimen.hours(np.array(text, dtype="M8[ms]")) == by_hand(full)
    assert qimen.hours(full + "+08:00") == by_hand(full)
    assert qimen.hours(full + "Z") == by_hand(full)
    assert qimen.cast(full + "+08:00").time.startswith(full[:16])  # type: ignore[union-attr]


@pytest.mark.parametrize("year", [1, 2, 999, 1000, 2998])
def test_datetimes_at_the_ends_of_what_they_hold(year: int) -> None:
    for zone in (None, UTC, timezone(timedelta(hours=14)), timezone(timedelta(hours=-12)), ZoneInfo(YORK)):
        for month, day in ((1, 1), (12, 31)):
            moment = datetime(year, month, day, 12, tzinfo=zone)
            assert qimen.hours(moment) == by_hand(f"{year:04d}-{month:02d}-{day:02d}T12:00")


@pytest.mark.parametrize(
    "time",
    [
        "-3000-12-31T22:59:59", "-3001-06-01", "2999-01-01", "2998-12-31T23:00", "9999-12-31", "-9999-01-01",
        "99999-01-01", "-123456-01-01T00:00+08:00", "+10000-01-01", datetime(2999, 1, 1),
        datetime(9999, 12, 31),
        datetime(9999, 12, 31, tzinfo=UTC), date(9999, 12, 31), np.datetime64("3500-01-01"),
        np.datetime64("-4000", "Y"), np.datetime64(10**15, "s"), np.datetime64(2**62, "D"),
        np.datetime64(-(2**62), "W"), np.datetime64(2**62, "Y"), np.datetime64(2**62, "h"),
        np.datetime64(2**62, "us"), np.datetime64(2**62, "ms"), np.datetime64(-(2**60), "M"),
        np.array(2**62).view("M8[1000ns]"),
    ],
)  # fmt: skip
def test_years_outside_the_table(time: Any) -> None:
    """The range is named; nothing wraps round, however large the number."""
    for function in (qimen.hours, qimen.chart_ids, qimen.cast, qimen.pillars):
        with pytest.raises(RangeError, match=r"outside the years -2999\.\.2998 of the term table") as caught:
            function(time)
        one_line(caught.value)


def test_over_arrays_the_range_is_reported_once() -> None:
    times = np.array([[TIME, "3500-01-01"], ["-4000-01-01", "NaT"]], dtype="M8[s]")
    with pytest.raises(RangeError, match=r"times: 2 of 4 times .*'3500-01-01T00:00:00' at index 1") as caught:
        qimen.hours(times, missing="mask")
    assert caught.value.mask.tolist() == [[False, True], [True, False]]
    edge = np.array([TIME, "2998-12-31T23:30"], dtype="M8[s]")  # inside the years, not the table's last day
    with pytest.raises(RangeError, match=r"times: 1 of 2 .*'2998-12-31T23:30:00\+08:00' at index 1") as caught:
        qimen.hours(edge)
    assert caught.value.mask.tolist() == [False, True]
    with pytest.raises(RangeError, match=r"times: 1 of 2 times cannot be read; .*index 1: .*'9999-01-01'") as caught:
        qimen.hours([TIME, "9999-01-01"])
    assert caught.value.mask.tolist() == [False, True]


def test_whole_hours_outside_the_table() -> None:
    with pytest.raises(RangeError, match=r"2 of 3 hours .*-2999\.\.2998") as caught:
        qimen.chart_ids([FIRST_HOUR - 1, FIRST_HOUR, LAST_HOUR + 1])
    assert caught.value.mask.tolist() == [True, False, True]
    with pytest.raises(RangeError, match="-2999"):
        qimen.cast(hour=LAST_HOUR + 1)


# ---------------------------------------------------------------- text that is no time


@pytest.mark.parametrize(
    "text",
    [
        "", "now", "today", "tomorrow", "2026", "2026-03", "20260315", "2026-3-15", "15.3.2026", "2026/03/15",
        "2026-03-15T", "2026-03-15T1", "2026-03-15T10:2", "2026-03-15T10:20:0", "2026-03-15T10:20:00.",
        "2026-02-29", "2026-13-01", "2026-00-01", "2026-04-31", "2026-03-15T24:00", "2026-03-15T10:60",
        "2026-03-15T10:20:60", "2026-03-15T10:20+", "2026-03-15T10:20+8", "2026-03-15T10:20+24:00",
        "2026-03-15T10:20+08:60", "2026-03-15+08:00", "2026-03-15T10:20 Asia/Shanghai", "2026-03-15T10:20 PM",
        "٢٠٢٦-03-15", "2026-03-15T10:20\n2026", "026-03-15", "--2026-03-15", "2026-W11-7", "1582-02-29x",
    ],
)  # fmt: skip
def test_malformed_text(text: str) -> None:
    with pytest.raises(InputError) as caught:
        qimen.hours(text)
    assert repr(text) in one_line(caught.value)
    assert one_line(caught.value).startswith("times=")
    with pytest.raises(InputError, match="start="):
        qimen.hour_range(text, TIME)
    with pytest.raises(InputError, match="time="):
        qimen.cast(text)


def test_malformed_text_in_an_array_is_counted() -> None:
    times = [[TIME, "soon"], ["2026-02-30", TIME]]
    with pytest.raises(InputError, match=r"times: 2 of 4 times cannot be read; the first, at index 1: .*'soon'") as e:
        qimen.hours(times)
    assert e.value.mask.tolist() == [[False, True], [True, False]]


# ---------------------------------------------------------------- kinds that are no time


@pytest.mark.parametrize(
    "value",
    [1.5, 5, HOUR, True, 1j, b"2026-03-15", object(), timedelta(1), np.timedelta64(5, "s"), {}, {TIME},
     np.float64(3), np.int64(HOUR), 29533973.0, np.bool_(True)],
)  # fmt: skip
def test_values_that_are_no_time(value: Any) -> None:
    with pytest.raises(InputTypeError, match="give datetime64, ISO strings or datetimes") as caught:
        qimen.hours(value)
    assert isinstance(caught.value, TypeError)
    one_line(caught.value)


@pytest.mark.parametrize(
    "values",
    [
        np.array([1.5]), np.array([HOUR]), [HOUR], [1.5], np.array([True]), [b"2026-03-15"], [TIME.encode()],
        np.array([1], "m8[s]"), np.empty(0), np.zeros(3), [datetime(2026, 3, 15), 5],
        [datetime(2026, 3, 15), 5.5],
        [TIME, object()], np.array([1 + 2j]),
    ],
)  # fmt: skip
def test_arrays_that_are_no_times(values: Any) -> None:
    with pytest.raises(InputTypeError) as caught:
        qimen.hours(values)
    one_line(caught.value)


@pytest.mark.parametrize("hours", [1.5, float(HOUR), [float(HOUR)], np.array([1.0]), np.float32(3), [True], 1j])
def test_float_hours_are_a_type_error(hours: Any) -> None:
    for function in (qimen.chart_ids, qimen.align, qimen.pillars):
        with pytest.raises(TypeError) as caught:
            function(hours)
        assert isinstance(caught.value, QimenError)
    with pytest.raises(TypeError):
        qimen.hour_range(hours, HOUR)
    with pytest.raises(TypeError):
        HourRange(hours, HOUR)


def test_ragged_lists() -> None:
    with pytest.raises(InputError, match="times is no array of times") as caught:
        qimen.hours([[TIME], [TIME, TIME]])
    one_line(caught.value)


def test_a_range_of_hours_is_no_time() -> None:
    with pytest.raises(InputTypeError, match="holds hours already"):
        qimen.hours(HourRange(5, 7))


@pytest.mark.parametrize("fold", [2, -1, "0", 0.5, [0]])
def test_fold_is_0_or_1(fold: Any) -> None:
    with pytest.raises(InputError, match=r"fold=.* is unknown; give 0 \(first\) or 1 \(second\)"):
        qimen.hours(TIME, fold=fold)


def test_missing_is_raise_or_mask() -> None:
    with pytest.raises(InputError, match="missing='drop' is unknown; known: raise, mask"):
        qimen.hours(TIME, missing="drop")  # type: ignore[arg-type]


def test_clock_excludes_its_parts() -> None:
    for part in (
        {"tz": SHANGHAI},
        {"utc_offset": 480},
        {"longitude": 5},
        {"solar": "mean"},
        {"day_start": "00:00"},
    ):
        with pytest.raises(InputError, match="clock= excludes"):
            qimen.hours(TIME, clock=qimen.Clock(), **part)
    with pytest.raises(InputError, match=r"is no qimen\.Clock"):
        qimen.hours(TIME, clock=SHANGHAI)  # type: ignore[arg-type]


# ---------------------------------------------------------------- missing times


@pytest.mark.parametrize("nat", [np.datetime64("NaT"), np.datetime64("NaT", "ns"), None, "NaT"])
def test_a_missing_time(nat: Any) -> None:
    with pytest.raises(InputError, match="is missing; give a time") as caught:
        qimen.hours(nat)
    one_line(caught.value)
    assert qimen.hours(nat, missing="mask") == MISSING
    assert qimen.hours(nat, missing="mask").shape == ()
    for function in (qimen.chart_ids, qimen.align):
        with pytest.raises(InputError):
            function(nat)


@pytest.mark.parametrize(
    "times",
    [
        np.array([TIME, "NaT", TIME], "M8[s]"), np.array([TIME, "NaT", TIME], "M8[s]").astype(">M8[us]"),
        [TIME, None, TIME], [TIME, "NaT", TIME], [datetime(2026, 3, 15, 10, 20), None, TIME],
        np.array([TIME, float("nan"), TIME], dtype=object), [np.datetime64(TIME), np.datetime64("NaT"), TIME],
    ],
)  # fmt: skip
def test_missing_times_in_an_array(times: Any) -> None:
    with pytest.raises(InputError, match=r"times: 1 of 3 times are missing \(NaT\), first at index 1") as caught:
        qimen.hours(times)
    assert caught.value.mask.tolist() == [False, True, False]
    assert qimen.hours(times, missing="mask").tolist() == [HOUR, MISSING, HOUR]
    # What stands in for a missing time never makes trouble of its own.
    assert qimen.hours(times, tz="Africa/Monrovia", missing="mask").tolist() == [HOUR, MISSING, HOUR]
    with pytest.raises(InputError):
        qimen.chart_ids(times)


def test_all_missing() -> None:
    for times in (np.full(3, "NaT", "M8[s]"), np.full((2, 2), "NaT", "M8"), [None, None]):
        assert (qimen.hours(times, missing="mask") == MISSING).all()
        assert (qimen.hours(times, tz=SHANGHAI, missing="mask") == MISSING).all()


def test_missing_among_aware_times() -> None:
    aware = datetime(2026, 3, 15, 10, 20, tzinfo=ZoneInfo(SHANGHAI))
    assert qimen.hours([aware, None], missing="mask").tolist() == [HOUR, MISSING]


def test_missing_hours_are_refused_later() -> None:
    hours = qimen.hours([TIME, None], missing="mask")
    with pytest.raises(RangeError, match=r"missing \(NaT\) at index 1"):
        qimen.chart_ids(hours)


# ---------------------------------------------------------------- whole numbers alone


@pytest.mark.parametrize("year", [-2999, -1, 0, 1, 1582, 1900, 2026, 2998])
def test_odd_hours_of_every_day_of_a_year(year: int) -> None:
    first = np.datetime64(year - 1970, "Y").astype("M8[D]")
    odd = first + np.arange(365)[:, None] + np.arange(1, 23, 2) * np.timedelta64(3600, "s")
    branch = np.broadcast_to(np.arange(1, 12), odd.shape)
    for unit in ("s", "ms", "us"):
        times = odd.astype(f"M8[{unit}]")
        np.testing.assert_array_equal(qimen.hours(times) % 12, branch)
        np.testing.assert_array_equal(qimen.hours(times - np.timedelta64(1, unit)) % 12, branch - 1)


@settings(max_examples=300)
@given(st.integers(FIRST_HOUR, LAST_HOUR), st.integers(0, HOUR_MS - 1))
@example(FIRST_HOUR, 0)
@example(LAST_HOUR, HOUR_MS - 1)
def test_every_millisecond_has_its_hour(hour: int, rest: int) -> None:
    local = hour * HOUR_MS + rest - HOUR_MS // 2 - 12 * HOUR_MS * EPOCH_DAY
    time = np.datetime64(local, "ms")
    assert qimen.hours(time) == hour
    year = int(time.astype("M8[Y]").astype(np.int64)) + 1970
    text = f"{year:05d}" if year < 0 else f"{year:04d}"
    rest_of = str(time).lstrip("-").split("-", 1)[1]
    assert qimen.hours(f"{text}-{rest_of}") == hour


@settings(max_examples=100, deadline=None)
@given(
    st.datetimes(datetime(1, 1, 2), datetime(2998, 12, 30)),
    st.sampled_from([None, "UTC", "+05:45", SHANGHAI, YORK, "Australia/Lord_Howe", "Europe/Dublin"]),
)
def test_all_ways_to_write_a_time_agree(moment: datetime, zone: str | None) -> None:
    text = moment.isoformat()
    kinds: list[Any] = [moment, text, text.replace("T", " "), np.datetime64(text), [moment], [text]]
    answers = {int(np.ravel(qimen.hours(kind, tz=zone, fold=0))[0]) for kind in kinds}
    assert len(answers) == 1
    if zone is None:
        assert answers == {by_hand(text)}
