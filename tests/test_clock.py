"""Clocks: zones, offsets, solar time and day starts, from world time to local time and back."""

from __future__ import annotations

import dataclasses
import pickle
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import qimen
from odd_zones import ODD_ZONES
from qimen.calendars.tables import calendar
from qimen.clock import (
    AXIS_SHIFT,
    DAY_MS,
    EPOCH_DAY,
    FIRST_HOUR,
    HOUR_MS,
    LAST_HOUR,
    as_clock,
    check_hours,
    fixed_offset,
    hour_starts,
)
from qimen.errors import InputError, RangeError, UnknownNameError
from qimen.zones import format_offset, iso, iso_seconds

SEATTLE_TO_TOKYO = [-122.33, 0.0, 87.6, 116.4074, 139.69, 180.0, -180.0]


def ms_of(text: str) -> int:
    """Milliseconds since 1970 of a label."""
    return int(np.datetime64(text, "ms").astype(np.int64))


def array(*values: int) -> NDArray[np.int64]:
    """A flat int64 array."""
    return np.array(values, dtype=np.int64)


# ---------------------------------------------------------------- making one


def test_the_default_is_utc_plus_8() -> None:
    clock = qimen.Clock()
    assert clock.describe() == {"tz": "+08:00", "solar": "civil", "day_start": "23:00"}
    assert clock.is_fixed
    assert as_clock(None) == clock
    assert as_clock(clock) is clock


@pytest.mark.parametrize(
    "written",
    [
        {"tz": "+08:00"}, {"tz": "+0800"}, {"tz": "+08"}, {"tz": "+8"}, {"tz": "UTC+8"}, {"tz": "UTC+08:00"},
        {"utc_offset": "+08:00"}, {"utc_offset": 480}, {"utc_offset": np.int16(480)},
        {"utc_offset": timedelta(hours=8)}, {"tz": timezone(timedelta(hours=8))},
    ],
)  # fmt: skip
def test_clocks_are_equal_however_they_are_written(written: dict[str, Any]) -> None:
    assert qimen.Clock(**written) == qimen.Clock()
    assert hash(qimen.Clock(**written)) == hash(qimen.Clock())
    assert calendar(qimen.school(), qimen.Clock(**written)) is calendar(qimen.school(), qimen.Clock())


def test_a_zone_by_name_is_the_zone_as_an_object() -> None:
    assert qimen.Clock(tz="Asia/Shanghai") == qimen.Clock(tz=ZoneInfo("Asia/Shanghai"))
    assert qimen.Clock(tz="Asia/Shanghai") != qimen.Clock()
    assert qimen.Clock(tz="Asia/Shanghai").zone_name == "Asia/Shanghai"
    assert not qimen.Clock(tz="Asia/Shanghai").is_fixed
    assert qimen.Clock(tz="UTC") == qimen.Clock(tz="Z") == qimen.Clock(tz=UTC) == qimen.Clock(utc_offset=0)


@pytest.mark.parametrize(
    "change",
    [{"day_start": "00:00"}, {"longitude": 120.0, "solar": "mean"}, {"tz": "+09:00"}, {"tz": "Asia/Tokyo"}],
)
def test_clocks_that_show_other_times_differ(change: dict[str, Any]) -> None:
    assert qimen.Clock(**change) != qimen.Clock()


@pytest.mark.parametrize(
    ("offset", "ms"),
    [
        ("+00:00", 0), ("Z", 0), ("UTC", 0), ("-00:30", -1_800_000), ("+05:45", 20_700_000),
        ("+08:05:43", 29_143_000), ("-12", -43_200_000), ("-0330", -12_600_000), ("+14:00", 50_400_000),
        ("+23:59", 86_340_000), (480, 28_800_000), (-210, -12_600_000), (0, 0), (19, 1_140_000),
        (timedelta(minutes=-90), -5_400_000), (timedelta(seconds=1), 1000),
    ],
)  # fmt: skip
def test_offsets(offset: Any, ms: int) -> None:
    assert fixed_offset(offset) == ms
    assert qimen.Clock(utc_offset=offset).axis_from_utc(array(0)).tolist() == [ms + AXIS_SHIFT]


@pytest.mark.parametrize(
    "offset",
    [
        "8", "+", "+8:0", "+08:60", "+08:00:61", "+08:", "08:00", "+8 h", "", "east", "+24:00", "-24:00", 8,
        -8, 18, 1440, -1500, timedelta(days=1), 8.0, True, [480], None,
    ],
)  # fmt: skip
def test_offsets_that_are_none(offset: Any) -> None:
    with pytest.raises(InputError, match="utc_offset=") as caught:
        fixed_offset(offset)
    assert repr(offset) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        (
            {"tz": "Asia/Shangai"},
            UnknownNameError,
            r"tz='Asia/Shangai' is unknown; did you mean 'Asia/Shanghai'",
        ),
        ({"tz": "asia/shanghai "}, UnknownNameError, "'Asia/Shanghai'"),
        ({"tz": "Beijing"}, UnknownNameError, r"tz='Beijing'.*'\+08:00'"),
        ({"tz": ""}, UnknownNameError, "tz=''"),
        ({"tz": "../../etc/passwd"}, UnknownNameError, "tz="),
        ({"tz": "Asia"}, UnknownNameError, "tz='Asia'"),
        ({"tz": "+25:00"}, InputError, r"tz='\+25:00' is out of range"),
        ({"tz": "+8:0"}, InputError, r"tz='\+8:0' is no offset"),
        ({"tz": 8}, InputError, "tz=8 is no time zone; give an IANA name, an offset or a tzinfo"),
        ({"tz": "+08:00", "utc_offset": 480}, InputError, "exclude each other"),
        ({"solar": "true"}, UnknownNameError, "solar='true' is unknown; known: civil, mean, apparent"),
        ({"solar": None}, UnknownNameError, "solar=None"),
        ({"solar": "mean"}, InputError, "solar='mean' needs longitude="),
        ({"day_start": "24:00"}, UnknownNameError, "day_start='24:00' is unknown; known: 23:00, 00:00"),
        ({"day_start": 23}, UnknownNameError, "day_start=23"),
        ({"longitude": 180.1}, InputError, "longitude=180.1 is out of range; degrees east, -180 to 180"),
        ({"longitude": float("nan")}, InputError, "longitude=nan"),
        ({"longitude": "east"}, InputError, "longitude='east' is no number"),
        ({"longitude": [1]}, InputError, r"longitude=\[1\] is no number"),
    ],
)
def test_clocks_that_are_none(given: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says) as caught:
        qimen.Clock(**given)
    assert "\n" not in str(caught.value)


def test_as_clock_wants_a_clock() -> None:
    with pytest.raises(InputError, match=r"clock='Asia/Shanghai' is no qimen\.Clock"):
        as_clock("Asia/Shanghai")


@pytest.mark.parametrize(
    "clock",
    [
        qimen.Clock(), qimen.Clock(tz="Asia/Shanghai"), qimen.Clock(tz=ZoneInfo("America/New_York")),
        qimen.Clock(utc_offset="-03:30", day_start="00:00"), qimen.Clock(tz=UTC),
        qimen.Clock(tz="Asia/Urumqi", longitude=87.6, solar="apparent"),
    ],
)  # fmt: skip
def test_clocks_are_frozen_hash_and_pickle(clock: qimen.Clock) -> None:
    copy = pickle.loads(pickle.dumps(clock))
    assert copy == clock
    assert hash(copy) == hash(clock)
    assert copy.describe() == clock.describe()
    np.testing.assert_array_equal(copy.axis_from_utc(array(0, 10**12)), clock.axis_from_utc(array(0, 10**12)))
    assert {clock: 1}[copy] == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        clock.day_start = "00:00"  # type: ignore[misc]
    assert dataclasses.replace(clock, day_start="00:00").day_start == "00:00"


def test_describe_keeps_every_digit_of_the_longitude() -> None:
    clock = qimen.Clock(tz="Asia/Shanghai", longitude=116.4074, solar="apparent", day_start="00:00")
    assert clock.describe() == {
        "tz": "Asia/Shanghai",
        "solar": "apparent",
        "day_start": "00:00",
        "longitude": "116.4074",
    }
    assert qimen.Clock(longitude=120, solar="mean").describe()["longitude"] == "120"


class Unhashable(tzinfo):
    """A tzinfo without a hash, as some libraries have them; summer time is the second half of a year."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unhashable)

    def utcoffset(self, moment: datetime | None) -> timedelta:
        return timedelta(hours=2 if moment is not None and moment.month > 6 else 1)

    def dst(self, moment: datetime | None) -> timedelta:
        return self.utcoffset(moment) - timedelta(hours=1)

    def tzname(self, moment: datetime | None) -> str:
        return "odd"

    def __str__(self) -> str:
        return "odd"


def test_a_tzinfo_of_any_make() -> None:
    clock = qimen.Clock(tz=Unhashable())
    assert clock == qimen.Clock(tz=Unhashable())
    assert clock.zone_name == "odd"
    assert clock.civil_text(ms_of("2024-03-01T12:00")) == "2024-03-01T13:00:00+01:00"
    assert clock.civil_text(ms_of("2024-08-01T12:00")) == "2024-08-01T14:00:00+02:00"
    aware = [datetime(2024, 8, 1, 12, tzinfo=Unhashable()), datetime(2024, 3, 1, 12, tzinfo=Unhashable())]
    assert [int(h) % 12 for h in qimen.hours(aware)] == [6, 6]


class Pytz(tzinfo):
    """One offset of a zone, which knows the zone's name, as pytz has them."""

    def __init__(self, hours: int) -> None:
        self.zone = "America/New_York"
        self.hours = hours

    def utcoffset(self, moment: datetime | None) -> timedelta:
        return timedelta(hours=self.hours)

    def dst(self, moment: datetime | None) -> timedelta:
        return timedelta(0)

    def tzname(self, moment: datetime | None) -> str:
        return "one of many"


def test_a_tzinfo_that_stands_for_one_offset_of_a_named_zone() -> None:
    times = [datetime(2024, 1, 1, 12, tzinfo=Pytz(-5)), datetime(2024, 7, 1, 12, tzinfo=Pytz(-4))]
    assert qimen.Clock(tz=times[0].tzinfo) == qimen.Clock(tz="America/New_York")
    assert [int(h) % 12 for h in qimen.hours(times)] == [6, 6]


# ---------------------------------------------------------------- solar time


@pytest.mark.parametrize("longitude", SEATTLE_TO_TOKYO)
def test_mean_time_is_four_minutes_a_degree(longitude: float) -> None:
    clock = qimen.Clock(longitude=longitude, solar="mean")
    utc = array(0, 10**12, -(10**13))
    np.testing.assert_array_equal(clock.axis_from_utc(utc) - AXIS_SHIFT, utc + round(longitude * 240_000))
    np.testing.assert_array_equal(clock.utc_from_axis(clock.axis_from_utc(utc)), utc)
    assert not clock.is_fixed


def test_mean_time_does_not_depend_on_the_zone() -> None:
    one = qimen.Clock(longitude=116.4, solar="mean")
    two = qimen.Clock(tz="America/New_York", longitude=116.4, solar="mean")
    utc = array(0, 10**12)
    np.testing.assert_array_equal(one.axis_from_utc(utc), two.axis_from_utc(utc))
    assert one.civil_text(0) == "1970-01-01T08:00:00+08:00"  # printed times are civil


@pytest.mark.parametrize(
    ("date", "minutes"),
    [
        ("2024-02-11", -14.23), ("2024-05-14", 3.65), ("2024-07-26", -6.54), ("2024-11-03", 16.45),
        ("2024-04-15", 0.0), ("2024-06-13", 0.0), ("2024-09-01", 0.0), ("2024-12-25", 0.0),
    ],
)  # fmt: skip
def test_the_equation_of_time(date: str, minutes: float) -> None:
    mean, sun = (qimen.Clock(longitude=0, solar=solar) for solar in ("mean", "apparent"))
    utc = array(ms_of(f"{date}T12:00"))
    difference = (sun.axis_from_utc(utc) - mean.axis_from_utc(utc)) / 60_000
    assert difference == pytest.approx(minutes, abs=0.3)


@settings(max_examples=60, deadline=None)
@given(st.integers(FIRST_HOUR, LAST_HOUR), st.sampled_from(SEATTLE_TO_TOKYO))
def test_solar_hours_begin_where_they_begin(hour: int, longitude: float) -> None:
    clock = qimen.Clock(longitude=longitude, solar="apparent")
    utc = clock.utc_from_axis(array(hour * HOUR_MS))
    axis = int(clock.axis_from_utc(utc)[0])
    assert 0 <= axis - hour * HOUR_MS <= 2  # a whole millisecond of the sun's clock may be skipped
    assert int(clock.axis_from_utc(utc - 1)[0]) <= hour * HOUR_MS


# ---------------------------------------------------------------- days


@pytest.mark.parametrize(("day_start", "turns"), [("23:00", "23:00"), ("00:00", "00:00")])
def test_where_the_day_turns(day_start: Any, turns: str) -> None:
    clock = qimen.Clock(day_start=day_start)
    edge = ms_of(f"2024-05-0{4 if turns == '23:00' else 5}T{turns}") + AXIS_SHIFT
    day = EPOCH_DAY + ms_of("2024-05-05") // DAY_MS
    assert clock.day_from_axis(array(edge - 1, edge)).tolist() == [day - 1, day]


@settings(max_examples=200, deadline=None)
@given(st.integers(FIRST_HOUR, LAST_HOUR), st.integers(0, HOUR_MS - 1))
def test_hours_and_days_in_whole_numbers(hour: int, rest: int) -> None:
    axis = array(hour * HOUR_MS + rest)
    assert int(axis[0]) // HOUR_MS == hour
    assert qimen.Clock().day_from_axis(axis).tolist() == [hour // 12]
    late = hour % 12 == 0 and rest < HOUR_MS // 2
    assert qimen.Clock(day_start="00:00").day_from_axis(axis).tolist() == [hour // 12 - late]


# ---------------------------------------------------------------- round trips


CLOCKS = st.one_of(
    st.builds(lambda name: qimen.Clock(tz=name), st.sampled_from(ODD_ZONES)),
    st.builds(lambda m: qimen.Clock(utc_offset=timedelta(seconds=m)), st.integers(-86_399, 86_399)),
    st.builds(
        lambda longitude, solar, day_start: qimen.Clock(longitude=longitude, solar=solar, day_start=day_start),
        st.floats(-180, 180),
        st.sampled_from(["mean", "apparent"]),
        st.sampled_from(["23:00", "00:00"]),
    ),
)


@settings(max_examples=200, deadline=None)
@given(CLOCKS, st.lists(st.integers(FIRST_HOUR + 24, LAST_HOUR - 24), min_size=1, max_size=20))
def test_hour_to_text_to_hour(clock: qimen.Clock, hours: list[int]) -> None:
    """The printed start of a double-hour, which carries its offset, reads back as that double-hour."""
    starts = hour_starts(np.array(hours), clock)
    back = qimen.hours(starts, clock=clock)
    begins = clock.utc_from_axis(np.array(hours) * HOUR_MS)
    whole = clock.axis_from_utc(begins) // HOUR_MS == hours
    np.testing.assert_array_equal(back[whole], np.array(hours)[whole])
    # Where an hour lies wholly inside a gap it prints the gap's end, which is in a later one.
    assert (back[~whole] > np.array(hours)[~whole]).all()
    if clock.zone_name.startswith(("+", "-")):
        assert whole.all()


@settings(max_examples=100, deadline=None)
@given(CLOCKS, st.integers(FIRST_HOUR + 24, LAST_HOUR - 30))
def test_a_range_of_one_hour_by_its_printed_ends(clock: qimen.Clock, hour: int) -> None:
    start, stop = hour_starts(array(hour, hour + 1), clock)
    found = qimen.hour_range(start, stop, clock=clock)
    begins = clock.utc_from_axis(np.arange(hour - 30, hour + 30) * HOUR_MS)
    utc = clock.utc_from_axis(array(hour, hour + 1) * HOUR_MS)
    inside = np.arange(hour - 30, hour + 30)[(begins >= utc[0]) & (begins < utc[1])]
    assert list(found) == inside.tolist()


@pytest.mark.parametrize("year", [-2999, -1000, -999, -1, 0, 1, 9, 1582, 1970, 2998])
def test_text_of_any_year(year: int) -> None:
    text = f"{year:05d}" if year < 0 else f"{year:04d}"
    instant = ms_of(f"{text}-03-01T12:34:56.789")
    assert iso(instant) == f"{text}-03-01T12:34:56"
    assert qimen.Clock(utc_offset=0).civil_text(instant) == f"{text}-03-01T12:34:56.789+00:00"
    assert qimen.Clock(utc_offset=0).civil_text(instant - 789) == f"{text}-03-01T12:34:56+00:00"
    assert iso_seconds(array(instant // 1000)) == [iso(instant)]


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0, "+00:00"),
        (28_800_000, "+08:00"),
        (-1_800_000, "-00:30"),
        (29_143_000, "+08:05:43"),
        (-1000, "-00:00:01"),
    ],
)
def test_text_of_offsets(ms: int, text: str) -> None:
    assert format_offset(ms) == text
    assert fixed_offset(text) == ms


# ---------------------------------------------------------------- the table's range


def test_check_hours_counts_and_carries_the_mask() -> None:
    hours = array(FIRST_HOUR, LAST_HOUR + 1, FIRST_HOUR - 1)
    with pytest.raises(RangeError, match=r"hours: 2 of 3 .*-2999\.\.2998 .*first is \d+ at index 1") as caught:
        check_hours(hours)
    assert caught.value.mask.tolist() == [False, True, True]
    with pytest.raises(RangeError, match=r"first is missing \(NaT\) at index 0"):
        check_hours(array(int(np.iinfo(np.int64).min)))
    check_hours(array())
    check_hours(array(FIRST_HOUR, LAST_HOUR))


def test_the_first_and_the_last_hour() -> None:
    assert hour_starts(array(FIRST_HOUR, LAST_HOUR), qimen.Clock()) == [
        "-3000-12-31T23:00:00+08:00",
        "2998-12-31T21:00:00+08:00",
    ]
