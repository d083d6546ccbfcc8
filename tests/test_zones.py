"""Zones over arrays: offsets, gaps and folds as zoneinfo has them, before year 1 and for ever after."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import qimen
from odd_zones import ODD_ZONES
from qimen.clock import (
    AXIS_SHIFT,
    DAY_MS,
    HOUR_MS,
    hour_starts,
)
from qimen.errors import LocalTimeError
from qimen.zones import Zone, iso

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
ZONES = sorted(available_timezones())


def ms_of(text: str) -> int:
    """Milliseconds since 1970 of a label."""
    return int(np.datetime64(text, "ms").astype(np.int64))


def array(*values: int) -> NDArray[np.int64]:
    """A flat int64 array."""
    return np.array(values, dtype=np.int64)


# ---------------------------------------------------------------- zones against zoneinfo


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(ODD_ZONES) | st.sampled_from(ZONES),
    st.lists(st.datetimes(datetime(1, 1, 3), datetime(2998, 12, 29)), min_size=1, max_size=30),
)
@example("Asia/Gaza", [datetime(2040, 10, 20, 12), datetime(2040, 10, 24, 12), datetime(2040, 10, 30, 12)])
def test_offsets_are_those_of_zoneinfo(name: str, moments: list[datetime]) -> None:
    zone = ZoneInfo(name)
    aware = [m.replace(tzinfo=UTC) for m in moments]
    expected = [m.astimezone(zone).utcoffset() for m in aware]
    utc = np.array([(m - EPOCH) // timedelta(milliseconds=1) for m in aware])
    found = Zone.of(zone).offsets(utc)
    assert found.tolist() == [e // timedelta(milliseconds=1) for e in expected if e is not None]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(ODD_ZONES), st.integers(0, 4000), st.integers(-20, 20), st.sampled_from([0, 1]))
def test_local_times_near_a_change_are_read_as_zoneinfo_reads_them(
    name: str, which: int, quarters: int, fold: int
) -> None:
    """Around every change: a time exists once, twice or never, and fold says which."""
    zone = Zone.of(ZoneInfo(name))
    years = np.arange(ms_of("1850-01-01"), ms_of("2090-01-01"), DAY_MS)
    offsets = zone.offsets(years)
    changes = np.flatnonzero(np.diff(offsets))
    day = int(years[changes[which % len(changes)]])
    wall = (EPOCH + timedelta(milliseconds=day)).replace(tzinfo=None) + timedelta(minutes=15 * quarters, hours=12)
    local = array((wall - datetime(1970, 1, 1)) // timedelta(milliseconds=1))
    both = [wall.replace(tzinfo=ZoneInfo(name), fold=f) for f in (0, 1)]
    expected = (both[fold] - EPOCH) // timedelta(milliseconds=1)
    assert zone.resolve(local, fold, "times").tolist() == [expected]
    if both[0].utcoffset() == both[1].utcoffset():
        assert zone.resolve(local, None, "times").tolist() == [expected]
    else:
        with pytest.raises(LocalTimeError):
            zone.resolve(local, None, "times")


def test_before_year_1_a_zone_stands_at_its_first_offset() -> None:
    clock = qimen.Clock(tz="Asia/Shanghai")
    for year in ("-2999", "-0001", "0000", "0500", "1899"):
        assert clock.civil_text(ms_of(f"{year}-06-01")).endswith("+08:05:43")
    assert clock.civil_text(ms_of("1920-01-01")).endswith("+08:00")


@pytest.mark.parametrize("year", [2026, 2101, 2499, 2500, 2501, 2900, 2998])
def test_summer_time_goes_on_for_ever(year: int) -> None:
    clock = qimen.Clock(tz="America/New_York")
    assert clock.civil_text(ms_of(f"{year}-01-15")).endswith("-05:00")
    assert clock.civil_text(ms_of(f"{year}-07-15")).endswith("-04:00")
    first = np.datetime64(f"{year}-03-08", "D")
    sunday = first + (6 - (first.astype(np.int64) + 3)) % 7  # the second Sunday of March
    with pytest.raises(LocalTimeError, match=r"02:30:00' does not exist in America/New_York"):
        clock.utc_from_civil(array(ms_of(f"{sunday}T02:30")), None)
    first = np.datetime64(f"{year}-11-01", "D")
    sunday = first + (6 - (first.astype(np.int64) + 3)) % 7
    with pytest.raises(LocalTimeError, match=r"01:30:00' occurs twice in America/New_York"):
        clock.utc_from_civil(array(ms_of(f"{sunday}T01:30")), None)


# ---------------------------------------------------------------- gaps and folds


@pytest.mark.parametrize(
    ("time", "what"),
    [
        ("1986-05-04T01:59:59.999", None), ("1986-05-04T02:00", "does not exist"),
        ("1986-05-04T02:59:59.999", "does not exist"), ("1986-05-04T03:00", None),
        ("1986-09-14T00:59:59.999", None), ("1986-09-14T01:00", "occurs twice"),
        ("1986-09-14T01:59:59.999", "occurs twice"), ("1986-09-14T02:00", None),
    ],
)  # fmt: skip
def test_the_edges_of_a_gap_and_a_fold(time: str, what: str | None) -> None:
    clock = qimen.Clock(tz="Asia/Shanghai")
    local = array(ms_of(time))
    if what is None:
        utc = clock.utc_from_civil(local, None)
        np.testing.assert_array_equal(utc, clock.utc_from_civil(local, 0))
        np.testing.assert_array_equal(utc, clock.utc_from_civil(local, 1))
        return
    with pytest.raises(
        LocalTimeError, match=rf"times='{iso(int(local[0]))}' {what} in Asia/Shanghai; give fold=0"
    ) as e:
        clock.utc_from_civil(local, None)
    assert e.value.mask.tolist() == [True]
    first, second = clock.utc_from_civil(local, 0), clock.utc_from_civil(local, 1)
    # In a fold the first reading is the earlier; in a gap it is the later one (PEP 495).
    assert int(second[0] - first[0]) == (3_600_000 if what == "occurs twice" else -3_600_000)


def test_over_arrays_the_error_counts() -> None:
    local = np.array([[ms_of("1986-05-01"), ms_of("1986-05-04T02:10")], [ms_of("1986-09-14T01:10"), 0]])
    with pytest.raises(LocalTimeError, match=r"times: 2 of 4 times do not exist or occur twice; .*index 1") as e:
        qimen.Clock(tz="Asia/Shanghai").utc_from_civil(local, None)
    assert e.value.mask.tolist() == [[False, True], [True, False]]


def test_a_double_hour_that_begins_in_a_gap_prints_its_first_valid_instant() -> None:
    apia = qimen.Clock(tz="Pacific/Apia")  # 2011-12-30 was skipped altogether
    hours = array(*range(*qimen.hours(["2011-12-29T21:30", "2011-12-31T02:00"], clock=apia).tolist()))
    starts = hour_starts(hours, apia)
    assert starts[0] == "2011-12-29T21:00:00-10:00"
    assert set(starts[1:13]) == {"2011-12-29T23:00:00-10:00", "2011-12-31T00:00:00+14:00"}
    brazil = qimen.Clock(tz="America/Sao_Paulo")  # 2018-11-04 began at 01:00
    hour = qimen.hours("2018-11-04T01:00", clock=brazil)
    assert hour_starts(array(int(hour) - 1, int(hour)), brazil) == [
        "2018-11-03T23:00:00-03:00",
        "2018-11-04T01:00:00-02:00",
    ]
    # 23:00 was inside a gap in Manila at the end of 1844.
    manila = qimen.Clock(tz="Asia/Manila")
    hour = qimen.hours("1845-01-01T01:00", clock=manila)
    for text in hour_starts(np.arange(int(hour) - 6, int(hour) + 1), manila):
        assert qimen.hours(text[:19], clock=manila) <= hour


def test_a_double_hour_that_begins_in_a_fold_prints_the_first_of_the_two() -> None:
    york = qimen.Clock(tz="America/New_York")
    hour = qimen.hours("2026-11-01T00:30", clock=york)
    assert hour_starts(array(int(hour) + 1), york) == ["2026-11-01T01:00:00-04:00"]


def test_a_zone_that_changes_a_date_keeps_order() -> None:
    for name in ("Pacific/Apia", "Pacific/Kwajalein", "America/Juneau", "Asia/Manila"):
        clock = qimen.Clock(tz=name)
        local = np.arange(ms_of("1840-01-01"), ms_of("2020-01-01"), 3 * HOUR_MS) + AXIS_SHIFT
        begins = clock.utc_from_axis(local)
        assert (np.diff(begins) >= 0).all()
