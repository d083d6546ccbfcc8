"""What holds for the runs of every calendar method: order, cover, leaps, and agreement with the oracle."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import qimen
from qimen import verify, verify_directions
from qimen.calendars.steps import NO_LEAD
from qimen.calendars.tables import Calendar, calendar, from_terms
from qimen.clock import AXIS_SHIFT, DAY_MS, FIRST_HOUR, HOUR_MS, LAST_HOUR
from qimen.names import PILLARS, TERMS, YUAN
from qimen.schools import KNOBS, School

# --- 置闰 ---------------------------------------------------------------------------------------------------


def readings(times: list[str], which: School) -> list[tuple[str, str, bool, int]]:
    found = qimen.align(np.array(times, dtype="M8[m]"), which)
    return [
        (TERMS[t], YUAN[y], bool(leap), int(lead))
        for t, y, leap, lead in zip(found.ju_term, found.yuan, found.leap, found.lead_days, strict=True)
    ]


def test_da_xue_of_1898_is_repeated() -> None:
    found = readings(["1898-11-27T12:00", "1898-12-12T12:00", "1898-12-27T12:00"], qimen.school("baojian"))
    assert [row[:3] for row in found] == [("大雪", "上", False), ("大雪", "上", True), ("冬至", "上", False)]
    day = qimen.pillars(np.array(["1898-12-12T12:00", "1898-12-27T12:00"], dtype="M8[m]")).day
    assert [PILLARS[p] for p in day] == ["己酉", "甲子"]


def test_mang_zhong_of_1718_is_repeated_by_one_reading_alone() -> None:
    times = ["1718-05-30T12:00", "1718-06-14T12:00"]
    assert PILLARS[int(qimen.pillars("1718-05-30T12:00").day)] == "己酉"
    repeated = set()
    for lead, at in itertools.product((8, 9, 10), ("node", "solstice")):
        first, second = readings(times, qimen.school("zhirun").replace(leap_lead=lead, lead_at=at))
        assert first[:3] == ("芒种", "上", False)
        if second[:3] == ("芒种", "上", True):
            repeated.add((lead, at))
        else:
            assert second[:3] == ("夏至", "上", False)
    assert repeated == {(8, "solstice")}


LEADS = [(lead, at) for at in ("node", "solstice") for lead in (8, 9, 10)]


@pytest.mark.parametrize(("lead", "at"), LEADS)
def test_where_the_terms_begin_makes_no_difference(lead: int, at: str) -> None:
    """Walks begun at later terms fall in step within a year."""
    for name in ("zhirun", "li"):
        which = qimen.school(name).replace(leap_lead=lead, lead_at=at)
        whole = calendar(which, qimen.Clock())
        rng = np.random.default_rng(lead)
        for place in rng.integers(100, 143_000, 40).tolist():
            local = whole.terms.start_ms[place : place + 96] - AXIS_SHIFT
            part = from_terms(local, int(whole.terms.code[place]), which)
            hours = np.arange(int(whole.terms.hour[place + 25]), int(whole.terms.hour[place + 92]), 13)
            ours, theirs = qimen.align(hours, which, calendar=part), qimen.align(hours, which)
            for field in ("ju_term", "yuan", "ju", "lead_days", "leap", "part"):
                assert (getattr(ours, field) == getattr(theirs, field)).all(), (name, place, field)


@pytest.mark.parametrize("name", qimen.SCHOOLS)
def test_a_part_of_a_range_is_a_slice_of_the_whole(name: str) -> None:
    span = qimen.hour_range("1900-01-01", "1931-01-01")
    whole = qimen.chart_ids(span, name)
    aligned = qimen.align(span, name)
    rng = np.random.default_rng(1)
    for start, stop in np.sort(rng.integers(0, len(span), (20, 2)), axis=1).tolist():
        assert (qimen.chart_ids(span[start:stop], name) == whole[start:stop]).all()
        part = qimen.align(np.asarray(span)[start:stop], name)
        assert (part.ju == aligned.ju[start:stop]).all()
        assert (part.leap == aligned.leap[start:stop]).all()


@pytest.mark.parametrize(("lead", "at"), LEADS)
def test_leads_stay_in_their_bounds(lead: int, at: str) -> None:
    runs = calendar(qimen.school("zhirun").replace(leap_lead=lead, lead_at=at), qimen.Clock()).runs
    # Of our era: where the half from solstice to solstice falls short of 180 days, leads go back further.
    years = (runs.start_ms - AXIS_SHIFT).astype("M8[ms]").astype("M8[Y]").astype(int) + 1970
    kept = (years >= 1200) & (years < 2400)
    leads, leap = runs.lead_days[kept], runs.leap[kept]
    solstice = np.isin(runs.ju_term[kept], (0, 12))
    if at == "solstice":
        # A solstice is led by less than leap_lead, and by no more than the leap takes back.
        assert leads[solstice].max() == lead - 1
        assert leads[solstice].min() == lead - 15
    else:
        gate = np.isin(runs.ju_term[kept], (11, 23))
        assert leads[gate & leap].min() == lead - 15
        assert leads[gate & ~leap].max() < lead + 6
    assert set(runs.ju_term[kept][leap].tolist()) == {11, 23}


# --- runs ---------------------------------------------------------------------------------------------------

VARIANTS = [(f"calendar {name}", which, qimen.Clock()) for name, which in qimen.SCHOOLS.items()]
VARIANTS += verify.calendar_variants()
NAMES = [label.removeprefix("calendar ") for label, _, _ in VARIANTS]


def check_runs(table: Calendar) -> None:
    """Runs are sorted and adjoin, each is one yuan of one term, and the ju follows from them."""
    runs = table.runs
    lengths = np.diff(runs.start_ms)
    assert (lengths > 0).all()
    # Five days at most, but for the lower yuan of maoshan, which takes what is left of the term.
    assert lengths.max() <= (7 if table.school.method == "maoshan" else 5) * DAY_MS
    assert runs.ju_term.max() < 24
    assert runs.yuan.max() < 3
    assert runs.part.max() <= 2
    assert ((runs.lead_days == NO_LEAD).all()) == (table.school.method in ("chaibu", "maoshan", "lin"))
    # A term goes on or gives way to the next one; the terms never turn back.
    step = (runs.ju_term[1:].astype(int) - runs.ju_term[:-1]) % 24
    assert np.isin(step, (0, 1)).all()
    assert {column.size for column in vars(runs).values()} == {runs.start_ms.size}
    # What integer hours see ascends too, and the ju changes where it says.
    assert (np.diff(table.run_start) > 0).all()
    assert (np.diff(table.ju_start) > 0).all()
    assert (table.ju_code[1:] != table.ju_code[:-1]).all()


@pytest.mark.parametrize(("label", "which", "clock"), VARIANTS, ids=NAMES)
def test_runs_are_sorted_adjoin_and_cover_the_table(label: str, which: School, clock: qimen.Clock) -> None:
    table = calendar(which, clock)
    check_runs(table)
    assert table.runs.start_ms[0] <= FIRST_HOUR * HOUR_MS
    # The last run opens near the end and holds it.
    assert table.runs.start_ms[-1] + 15 * DAY_MS >= (LAST_HOUR + 1) * HOUR_MS
    ends = np.array([FIRST_HOUR, LAST_HOUR])
    assert (qimen.chart_ids(ends, which, clock=clock) < 1080).all()
    # 72 yuan a year, a cut of each where a term comes in between, and a leap every third year.
    a_year = table.runs.start_ms.size / 6000
    assert 71.9 <= a_year <= 98


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    first=st.integers(0, 23),
    begin=st.integers(-(10**14), 10**14),
    method=st.sampled_from(("zhirun", "chaibu", "maoshan", "li")),
    lead=st.integers(1, 15),
    at=st.sampled_from(("node", "solstice")),
    day_start=st.sampled_from(("23:00", "00:00")),
    gaps=st.lists(st.integers(14 * 86_400_000, 16 * 86_400_000), min_size=3, max_size=120),
)
def test_runs_of_any_list_of_terms(
    first: int, begin: int, method: str, lead: int, at: str, day_start: str, gaps: list[int]
) -> None:
    which = qimen.school("zhirun").replace(method=method, leap_lead=lead, lead_at=at)
    local = begin + np.concatenate([[0], np.cumsum(gaps)])
    table = from_terms(local, first, which, qimen.Clock(day_start=day_start))  # type: ignore[arg-type]
    lengths = np.diff(table.runs.start_ms)
    assert (lengths > 0).all()
    assert lengths.max() <= (7 if method == "maoshan" else 5) * DAY_MS
    # Long terms ask for more blocks than a list brings: the runs then end first, and so do the answers.
    end = min(int(table.terms.hour[-1]), int(table.run_start[-1]) + 59)
    hours = np.arange(int(table.terms.hour[0]) + 1, end, 17)
    found = qimen.align(hours, which, calendar=table)
    assert ((found.ju >= 1) & (found.ju <= 9)).all()
    assert ((found.leader_day % 5 == 0) & (hours // 12 - found.leader_day < 5)).all()
    if method != "maoshan":
        assert (found.yuan == found.leader_day % 60 // 5 % 3).all()


@pytest.mark.parametrize(("label", "which", "clock"), VARIANTS, ids=NAMES)
def test_kernel_and_oracle_agree(label: str, which: School, clock: qimen.Clock) -> None:
    """2,000 hours and as many times of each; `qimen verify` asks ten times as many."""
    result = verify.compare_calendar(which, 2000, seed=len(label), clock=clock)
    assert result.compared >= 4000
    assert not result.differences, result.examples


def test_verify_asks_for_every_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    for name in ("compare_plates", "compare_rules"):
        monkeypatch.setattr(verify, name, lambda *_: verify.Comparison(""))
    monkeypatch.setattr(verify_directions, "jobs", lambda *_: [])

    def note(which: School, hours: int, seed: int, clock: qimen.Clock | None = None) -> verify.Comparison:
        asked.append((which, clock, hours))
        return verify.Comparison("")

    monkeypatch.setattr(verify, "compare_calendar", note)
    report = verify.run(hours=20_000)
    assert asked == [(which, clock, 20_000) for _, which, clock in VARIANTS]
    assert [row.what for row in report.rows if row.what.startswith("calendar")] == [v[0] for v in VARIANTS]
    # Every value of every knob of a calendar is among them.
    wanted: dict[str, set[object]] = {"leap_lead": {8, 9, 10}}
    wanted |= {name: set(KNOBS[name]) for name in ("method", "terms", "lead_at", "term_switch")}
    for knob, values in wanted.items():
        assert {getattr(which, knob) for which, _, _ in asked} >= values
    asked.clear()
    verify.run(["chaibu"], hours=5)
    assert [which.name for which, _, _ in asked] == ["chaibu"]
