"""How far a time is from the nearest change of its chart."""

from __future__ import annotations

import numpy as np
import pytest

import qimen
from qimen import terms, timescales
from qimen.margin import CHANGES

UTC8 = np.timedelta64(8, "h")


def kinds(found: qimen.Margin) -> list[str]:
    return [CHANGES[code] for code in found.kind.ravel().tolist()]


def test_three_seconds_before_da_xue_case_p054() -> None:
    for name in ("baojian", "chaibu", "li", "maoshan"):
        found = qimen.margin("1997-12-07T10:04:49", name)
        assert float(found.seconds) == pytest.approx(2.945, abs=0.06)
        assert kinds(found) == ["term"]
        assert not found.uncertain
        board = qimen.cast("1997-12-07T10:04:49", name)
        assert board.pillars["month"] == "辛亥"
        assert board.margin_seconds == float(found.seconds) < 60
        told = board.to_dict()
        assert told["margin_change"] == "term"
        assert told["margin_uncertain"] is False
    assert qimen.cast("1997-12-07T10:04:52").pillars["month"] == "壬子"
    # The mean 大雪 of 景祐 falls elsewhere.
    assert kinds(qimen.margin("1997-12-07T10:04:49", "jingyou")) == ["hour"]


def test_xiao_han_2068_is_within_its_uncertainty_of_a_double_hour() -> None:
    _, _, tt = qimen.term_instants(2068, 2068)
    instant = np.datetime64(int(timescales.utc_ms_from_tt(tt)[0]), "ms") + UTC8
    assert abs(instant - np.datetime64("2068-01-05T21:00:00", "ms")) < np.timedelta64(500, "ms")
    board = qimen.cast(str(instant - np.timedelta64(200, "ms")), "chaibu")
    assert board.margin_seconds == 0.2
    assert board.margin_uncertain
    assert board.to_dict()["margin_uncertain"] is True
    # As whole hours: the one before the term could have it, the one of the term has it anyway.
    hours = qimen.hours(["2068-01-05T20:00", "2068-01-05T21:10"])
    found = qimen.margin(hours, "chaibu")
    assert float(found.seconds[0]) == pytest.approx(0.438, abs=0.05)
    assert found.uncertain.tolist() == [True, False]
    assert kinds(found) == ["term", "term"]
    # By the double-hour the whole hour before is uncertain, by the instant only its last seconds are.
    by_hour = qimen.school("chaibu").replace(term_switch="hour")
    times = np.array(["2068-01-05T19:30", "2068-01-05T20:59:59.5", "2068-01-05T21:00:01"], dtype="M8[ms]")
    assert qimen.margin(times, by_hour).uncertain.tolist() == [True, True, False]
    assert qimen.margin(times, "chaibu").uncertain.tolist() == [False, True, True]


def test_terms_that_change_nothing_do_not_count() -> None:
    # 中气 under zhirun change neither ju nor month: 夏至 2024-06-21 04:51.
    instant = "2024-06-21T04:50:50"
    near, far = qimen.margin(instant, "chaibu"), qimen.margin(instant, "zhirun")
    assert kinds(near) == ["term"]
    assert float(near.seconds) < 60
    assert kinds(far) == ["hour"]
    assert float(far.seconds) == 550


def test_double_hours_leaders_and_midnight() -> None:
    start = next(
        day for day in np.arange(np.datetime64("2024-06-06"), np.datetime64("2024-06-12"))
        if qimen.cast(f"{day}T12:00").pillars["day"][0] in "甲己"
    )  # fmt: skip
    before = np.datetime64(start, "s") - np.timedelta64(3610, "s")
    assert kinds(qimen.margin(before)) == ["leader"]
    assert float(qimen.margin(before).seconds) == 10
    assert kinds(qimen.margin(before - np.timedelta64(86400, "s"))) == ["hour"]
    # With the day turning at midnight the leader does so too, and every other midnight changes the day.
    midnight = qimen.Clock(day_start="00:00")
    late = np.datetime64(start, "s") - np.timedelta64(20, "s")
    assert kinds(qimen.margin(late, clock=midnight)) == ["leader"]
    assert kinds(qimen.margin(late - np.timedelta64(86400, "s"), clock=midnight)) == ["day"]
    assert kinds(qimen.margin(late - np.timedelta64(86400, "s"))) == ["hour"]
    assert float(qimen.margin(late, clock=midnight).seconds) == 20


def test_margin_is_where_the_chart_changes() -> None:
    """On both sides of what the margin names the chart or a pillar differs, and nearer nothing does."""
    rng = np.random.default_rng(3)
    start = np.datetime64("1995-01-01", "ms")
    times = start + rng.integers(0, 10 * 365 * 86_400_000, 400)
    near_terms = terms.term_utc_ms()[rng.integers(118_800, 120_000, 100)] + rng.integers(-900_000, 900_000, 100)
    times = np.concatenate([times, near_terms.astype("M8[ms]")])
    for which in ("zhirun", "chaibu", "li", "lin", "maoshan"):
        found = qimen.margin(times, which)
        reach = np.round(found.seconds * 1000).astype("m8[ms]")

        def read(t: np.ndarray, which: str = which) -> np.ndarray:
            pillars = qimen.pillars(t, which)
            return np.stack([qimen.chart_ids(t, which), pillars.year, pillars.month, pillars.day])

        here = read(times)
        one = np.timedelta64(1, "ms")
        at_edge = (read(times + reach) != here).any(axis=0) | (read(times - reach - one) != here).any(axis=0)
        assert at_edge.all()
        inside = np.maximum(reach - one, np.timedelta64(0, "ms"))
        assert (read(times + inside) == here).all()
        assert (read(times - inside) == here).all()


def test_far_past_is_uncertain_near_terms() -> None:
    place = 12_000  # about -2500: delta-T is uncertain by more than an hour
    instant = terms.term_utc_ms()[place : place + 2]
    assert (timescales.uncertainty_seconds(instant) > 3600).all()
    times = (instant + 1_800_000).astype("M8[ms]") + UTC8
    assert qimen.margin(times, "chaibu").uncertain.all()
    assert not qimen.margin(times + np.timedelta64(5, "D"), "chaibu").uncertain.any()
    # Terms that are defined by integers have no uncertainty.
    assert not qimen.margin(times, "jingyou").uncertain.any()


def test_seconds_are_elapsed_time_where_a_zone_jumps() -> None:
    new_york = qimen.Clock(tz="America/New_York")
    assert float(qimen.margin("2024-03-10T01:59:58", clock=new_york).seconds) == 2
    assert float(qimen.margin("2024-11-03T01:30", clock=new_york, fold=0).seconds) == 1800
    assert float(qimen.margin("2024-11-03T01:30", clock=new_york, fold=1).seconds) == 5400
    solar = qimen.Clock(longitude=116.4, solar="apparent")
    assert 0 < float(qimen.margin("2024-06-05T22:59:50", clock=solar).seconds) < 3600


def test_shapes() -> None:
    grid = np.array([["2024-06-05T22:00:00", "2024-06-05T10:59:50"]], dtype="M8[s]")
    found = qimen.margin(grid)
    assert found.seconds.shape == found.kind.shape == found.uncertain.shape == (1, 2)
    assert qimen.margin(np.array([], dtype="M8[s]")).seconds.shape == (0,)
    span = qimen.hour_range("2024-06-05", "2024-06-06")
    assert qimen.margin(span).seconds.tolist() == qimen.margin(np.asarray(span)).seconds.tolist()
    board = qimen.cast(hour=span.start)
    assert board.margin_seconds == qimen.margin(span).seconds[0]
