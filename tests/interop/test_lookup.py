"""The tables of a stretch of years against `align`, `pillars` and `chart_ids`, for every school and kind of clock."""

from __future__ import annotations

import numpy as np
import pytest
from needs import need

import qimen

need("pyarrow")

from qimen.interop.lookup import Lookup  # noqa: E402

CLOCKS = (
    qimen.Clock(),
    qimen.Clock(tz="America/New_York", day_start="00:00"),
    qimen.Clock(longitude=87.6, solar="mean"),
    qimen.Clock(longitude=-71.06, solar="apparent", day_start="00:00"),
)
SPANS = (
    ("1900-01-01", "2101-01-01"),
    ("2026-01-01", "2026-02-01"),
    ("-2999-02-01", "-2900-01-01"),
    ("2900-01-01", "2998-11-30"),
)
WANTED = {"hour", "chart", "shuo", "term", "ju_term", "yuan", "dun", "ju"} | {
    f"{name}_pillar" for name in ("year", "month", "day", "hour")
}


@pytest.mark.parametrize("span", SPANS)
@pytest.mark.parametrize("clock", CLOCKS, ids=lambda c: f"{c.solar}-{c.zone_name}")
def test_it_is_align_and_pillars(clock: qimen.Clock, span: tuple[str, str]) -> None:
    low, high = (int(np.datetime64(day, "ms").astype(int)) for day in span)
    utc = np.random.default_rng(4).integers(low, high, 2000)
    axis = clock.axis_from_utc(utc)
    schools = [
        *qimen.SCHOOLS.values(),
        qimen.school("zhirun").replace(leap_lead=8, lead_at="solstice", term_switch="hour"),
    ]
    for school in schools if clock.solar != "apparent" else schools[:2]:
        found = Lookup(school, clock, (low, high)).columns(axis, utc, WANTED)
        for name, values in _expected(utc, clock, school).items():
            np.testing.assert_array_equal(found[name], values, err_msg=f"{school.name} {name}")
    assert found["hour"].tolist() == (axis // 7_200_000).tolist()


def _expected(utc: np.ndarray, clock: qimen.Clock, school: qimen.School) -> dict[str, np.ndarray]:
    """What the bulk functions say of the same instants."""
    from qimen.align import align_moment, moment_of_times, pillars_of_moment
    from qimen.times import Times

    at = moment_of_times(Times(clock.axis_from_utc(utc), utc, clock, None, True), school)
    aligned, pillars = align_moment(at), pillars_of_moment(at)
    told = {name: getattr(aligned, name) for name in ("term", "ju_term", "yuan", "dun", "ju")}
    told |= {f"{name}_pillar": getattr(pillars, name) for name in ("year", "month", "day", "hour")}
    return told | {"chart": at.charts(), "shuo": at.context()["shuo"]}
