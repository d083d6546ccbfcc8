"""Times with a zone, and local times that a zone skips or has twice: never silently another zone's."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest

import qimen
from qimen.clock import EPOCH_DAY
from qimen.errors import InputError, InputTypeError, LocalTimeError
from qimen.timescales import utc_ms_from_tt

TIME = "2026-03-15T10:20:00"
HOUR = 29_533_973
SHANGHAI = "Asia/Shanghai"
YORK = "America/New_York"


def by_hand(text: str) -> int:
    """The double-hour of a civil time in whole numbers alone."""
    day, _, clock = text.partition("T")
    hour = int(clock[:2])
    return 12 * (EPOCH_DAY + int(np.datetime64(day, "D").astype(np.int64))) + (hour + 1) // 2


# ---------------------------------------------------------------- aware times


def test_an_aware_time_keeps_its_own_zone() -> None:
    """Never silently UTC, and never silently +08:00."""
    for zone in (UTC, timezone(timedelta(hours=-5)), ZoneInfo(YORK), ZoneInfo("Asia/Kolkata")):
        moment = datetime(2026, 3, 15, 10, 20, tzinfo=zone)
        assert qimen.hours(moment) == HOUR
        assert qimen.cast(moment).time == moment.isoformat()
        assert qimen.cast(moment).clock == qimen.Clock(tz=zone)
    for offset in ("Z", "-05:00", "+05:30", "+0530", "+08", "-09:30:15"):
        assert qimen.hours(TIME + offset) == HOUR


def test_an_aware_time_goes_to_the_zone_asked() -> None:
    moment = datetime(2026, 3, 15, 10, 20, tzinfo=ZoneInfo(YORK))  # 22:20 in China
    for asked in ({"tz": SHANGHAI}, {"utc_offset": 480}, {"clock": qimen.Clock()}):
        assert qimen.hours(moment, **asked) == HOUR + 6
        assert qimen.hours([moment], **asked).tolist() == [HOUR + 6]
        assert qimen.hours("2026-03-15T10:20-04:00", **asked) == HOUR + 6
    assert qimen.cast(moment, clock=qimen.Clock()).time == "2026-03-15T22:20:00+08:00"


def test_other_knobs_of_the_clock_leave_the_zone_to_the_time() -> None:
    moment = datetime(2026, 3, 15, 23, 20, tzinfo=ZoneInfo(YORK))
    assert qimen.hours(moment, day_start="00:00") == qimen.hours(moment) == by_hand("2026-03-15T23:20")
    assert qimen.hour_range(moment, moment, day_start="00:00").clock == qimen.Clock(tz=YORK, day_start="00:00")
    # By the sun the zone says nothing but how the time is written.
    sun = {"longitude": -74.0, "solar": "mean"}
    at = qimen.hours(moment, **sun)  # type: ignore[arg-type]
    assert at == qimen.hours(moment.astimezone(UTC), **sun)  # type: ignore[arg-type]


def test_one_array_one_zone() -> None:
    one = datetime(2026, 3, 15, 10, 20, tzinfo=ZoneInfo(SHANGHAI))
    other = datetime(2026, 3, 15, 10, 20, tzinfo=ZoneInfo(YORK))
    with pytest.raises(InputError, match=r"times carries 2 different zones \(Asia/Shanghai, America/New_York\); ask"):
        qimen.hours([one, other])
    assert qimen.hours([one, other], tz=SHANGHAI).tolist() == [HOUR, HOUR + 6]
    with pytest.raises(InputError, match=r"2 different zones \(\+08:00, -05:00\)"):
        qimen.hours([TIME + "+08:00", TIME + "-05:00"])
    assert (
        qimen.hours(
            [
                TIME + "+08:00",
                TIME + "+0800",
                datetime(2026, 3, 15, 10, 20, tzinfo=timezone(timedelta(hours=8))),
            ]
        ).tolist()
        == [HOUR] * 3
    )


@pytest.mark.parametrize(
    "times",
    [
        [datetime(2026, 3, 15), datetime(2026, 3, 15, tzinfo=UTC)], [TIME, TIME + "Z"],
        [date(2026, 3, 15), TIME + "Z"],
        [np.datetime64(TIME), datetime(2026, 3, 15, tzinfo=UTC)], [datetime(2026, 3, 15, tzinfo=UTC), TIME],
    ],
)  # fmt: skip
def test_aware_and_naive_do_not_mix(times: Any) -> None:
    kinds: list[dict[str, Any]] = [{}, {"tz": SHANGHAI}]
    for asked in kinds:
        with pytest.raises(InputTypeError, match="times mixes 1 aware and 1 naive times; give one kind"):
            qimen.hours(times, **asked)
    with pytest.raises(InputTypeError, match="mixes"):
        qimen.chart_ids(times)


class Floating(tzinfo):
    """A tzinfo that knows no offset: such times are naive."""

    def utcoffset(self, moment: datetime | None) -> None:
        return None

    def dst(self, moment: datetime | None) -> None:
        return None

    def tzname(self, moment: datetime | None) -> None:
        return None


def test_a_time_without_an_offset_is_naive() -> None:
    assert qimen.hours(datetime(2026, 3, 15, 10, 20, tzinfo=Floating())) == HOUR
    assert qimen.hours([datetime(2026, 3, 15, 10, 20, tzinfo=Floating()), TIME]).tolist() == [HOUR, HOUR]


# ---------------------------------------------------------------- gaps and folds


def test_a_gap_needs_a_fold() -> None:
    with pytest.raises(
        LocalTimeError, match=r"times='1986-05-04T02:30:00' does not exist in Asia/Shanghai; give fold=0"
    ):
        qimen.hours("1986-05-04T02:30", tz=SHANGHAI)
    assert qimen.hours("1986-05-04T02:30", tz=SHANGHAI, fold=0) == by_hand("1986-05-04T03:30")
    assert qimen.hours("1986-05-04T02:30", tz=SHANGHAI, fold=1) == by_hand("1986-05-04T01:30")
    with pytest.raises(LocalTimeError, match="time="):
        qimen.cast("1986-05-04T02:30", clock=qimen.Clock(tz=SHANGHAI))
    assert qimen.cast("1986-05-04T02:30", clock=qimen.Clock(tz=SHANGHAI), fold=0).time == "1986-05-04T03:30:00+09:00"


def test_a_fold_needs_a_fold() -> None:
    clock = qimen.Clock(tz=YORK)
    with pytest.raises(LocalTimeError, match="occurs twice in America/New_York"):
        qimen.hours("2026-11-01T01:30", clock=clock)
    times = [qimen.cast("2026-11-01T01:30", clock=clock, fold=fold).time for fold in (0, 1)]
    assert times == ["2026-11-01T01:30:00-04:00", "2026-11-01T01:30:00-05:00"]


def test_a_naive_datetime_may_say_fold_1_itself() -> None:
    clock = qimen.Clock(tz=YORK)
    first, second = datetime(2026, 11, 1, 1, 30), datetime(2026, 11, 1, 1, 30, fold=1)
    assert qimen.cast(second, clock=clock).time == "2026-11-01T01:30:00-05:00"
    with pytest.raises(LocalTimeError):
        qimen.hours(first, clock=clock)  # fold=0 is what every datetime says
    with pytest.raises(LocalTimeError, match="1 of 2") as caught:
        qimen.hours([second, first], clock=clock)
    assert caught.value.mask.tolist() == [False, True]
    assert qimen.cast(second, clock=clock, fold=0).time == "2026-11-01T01:30:00-04:00"


def test_an_aware_datetime_says_which_itself_but_not_in_a_gap() -> None:
    for fold, offset in ((0, "-04:00"), (1, "-05:00")):
        moment = datetime(2026, 11, 1, 1, 30, tzinfo=ZoneInfo(YORK), fold=fold)
        assert qimen.cast(moment).time == f"2026-11-01T01:30:00{offset}"
    nowhere = datetime(2026, 3, 8, 2, 30, tzinfo=ZoneInfo(YORK))
    with pytest.raises(LocalTimeError, match=r"times='2026-03-08T02:30:00-05:00' does not exist in America/New_York"):
        qimen.hours(nowhere)
    with pytest.raises(LocalTimeError, match="1 of 2 times cannot be read") as caught:
        qimen.hours([datetime(2026, 3, 8, tzinfo=ZoneInfo(YORK)), nowhere])
    assert caught.value.mask.tolist() == [False, True]
    assert qimen.cast(nowhere, fold=0).time == "2026-03-08T03:30:00-04:00"
    assert qimen.cast(nowhere, fold=1).time == "2026-03-08T01:30:00-05:00"


def test_over_arrays_gaps_and_folds_are_counted() -> None:
    times = np.array(["2026-03-08T02:30", "2026-06-01", "2026-11-01T01:30"], "M8[s]")
    with pytest.raises(LocalTimeError, match=r"times: 2 of 3 .*'2026-03-08T02:30:00' at index 0, does not exist") as e:
        qimen.hours(times, tz=YORK)
    assert e.value.mask.tolist() == [True, False, True]
    assert qimen.hours(times, tz=YORK, fold=1).shape == (3,)


def test_far_future_summer_time() -> None:
    with pytest.raises(LocalTimeError, match="does not exist"):
        qimen.hours("2900-03-14T02:30", tz=YORK)
    assert qimen.cast("2900-07-01T12:00", clock=qimen.Clock(tz=YORK)).time == "2900-07-01T12:00:00-04:00"
    assert qimen.cast("-2000-07-01T12:00", clock=qimen.Clock(tz=YORK)).time == "-2000-07-01T12:00:00-04:56:02"


# ---------------------------------------------------------------- instants in a zone


def test_a_term_in_the_hour_that_a_zone_repeats() -> None:
    """The instant decides which side of a term a time is on, also where local time runs backwards."""
    _, code, tt = qimen.term_instants(1970, 2090)
    utc = utc_ms_from_tt(tt)
    for name in (YORK, SHANGHAI, "Australia/Lord_Howe", "Pacific/Apia"):
        clock = qimen.Clock(tz=name)
        for shift, expected in ((-1000, (code - 1.0) % 24), (0, code), (1000, code)):
            aware = [datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=int(ms)) for ms in utc + shift]
            np.testing.assert_array_equal(qimen.align(aware, "chaibu", clock=clock).term, expected)
