"""The calendars of the books: their printed figures, worked examples and lists.

景祐's mean terms, 李's chain and his 立春 hour by hour, 林's insertions, 陶's shared charts. The claims of
宝鉴 on the calendar stand in test_calendar_claims.py, what holds for every method in test_calendar_runs.py.
"""

from __future__ import annotations

import csv
import itertools

import numpy as np
import pytest

import qimen
from bookboards import (
    DAY,
    LICHUN,
    VECTORS,
    insertions,
    li_calendar,
    li_terms,
    pillar_of_day,
    tables,
)
from qimen.calendars import mean_terms
from qimen.calendars.pentads import lin_cycle
from qimen.calendars.tables import calendar, from_terms
from qimen.clock import AXIS_SHIFT
from qimen.names import BRANCHES, DUN, PILLARS, TERMS, YUAN
from qimen.plates import flying_number


def rows(name: str) -> list[dict[str, str]]:
    with (VECTORS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


# --- 景祐 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", rows("jingyou_24qi_1034.csv"), ids=lambda row: f"n{row['n']}")
def test_terms_of_1034(row: dict[str, str]) -> None:
    term = mean_terms.mean_term(1034, int(row["n"]))
    assert term.day + mean_terms.DAY_SHIFT == int(row["D"])
    assert term.day - 49 == int(row["jdn"])
    assert PILLARS[term.day % 60] == row["ganzhi"]
    assert term.half_parts == int(row["rem_half_fen"])
    assert BRANCHES[term.branch % 12] + ("+" if term.branch == 12 else "") == row["chen"]
    assert (term.ke, term.fen / 2) == (int(row["ke"]), float(row["fen"]))


@pytest.mark.parametrize("row", rows("jingyou_calendar_1000_1100.csv"), ids=lambda row: row["year"])
def test_solstices_and_new_moons(row: dict[str, str]) -> None:
    year = int(row["year"])
    term = mean_terms.mean_term(year, 0)
    assert mean_terms.EPOCH_YEARS + year - mean_terms.EPOCH_YEAR == int(row["N"])
    assert PILLARS[(year - 4) % 60] == row["ganzhi_year"]
    assert term.day + mean_terms.DAY_SHIFT == int(row["D"])
    assert term.day - 49 == int(row["jdn"])
    assert (term.day % 60, PILLARS[term.day % 60]) == (int(row["day_index"]), row["day_ganzhi"])
    assert term.half_parts == 2 * int(row["remainder_fen"])
    assert f"{term.half_parts / 21000 * 24:.4f}" == row["hour_of_day"]
    assert (term.branch % 12, term.branch // 12) == (int(row["chen_index"]), int(row["day_carry"]))
    assert BRANCHES[term.branch % 12] == row["chen"]
    assert (term.ke, term.fen / 2) == (int(row["ke"]), float(row["fen"]))
    moon, hundredths = mean_terms.mean_new_moon_before(year)
    assert moon + mean_terms.DAY_SHIFT == int(row["newmoon11_D"])
    assert moon - 49 == int(row["newmoon11_jdn"])
    assert PILLARS[moon % 60] == row["newmoon11_ganzhi"]
    assert hundredths == round(100 * float(row["newmoon11_rem"]))


def test_jingyou_terms_begin_with_the_double_hour_of_the_book() -> None:
    table = calendar(qimen.school("jingyou"), qimen.Clock())
    for year, code in itertools.product(range(990, 1110, 7), range(24)):
        term = mean_terms.mean_term(year, code)
        hour = 12 * term.day + term.branch
        place = int(np.flatnonzero(table.terms.number == (year - 1984) * 24 + code)[0])
        assert int(table.terms.hour[place]) == hour
        found = qimen.align(np.array([hour - 1, hour]), "jingyou")
        assert [TERMS[t] for t in found.term] == [TERMS[code - 1], TERMS[code]]
    # The double-hours are local already: the zone has no say.
    far = calendar(qimen.school("jingyou"), qimen.Clock(tz="-05:00"))
    assert (far.terms.hour == table.terms.hour).all()
    # 冬至 of 1034 as the book computes its own year.
    assert qimen.pillars(12 * mean_terms.mean_term(1034, 0).day, "jingyou").day == PILLARS.index("甲申")
    moons = table.moon_day
    for year in range(1000, 1100, 9):
        assert mean_terms.mean_new_moon_before(year)[0] in moons


# --- 李 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("minute", [705, 712, 719])
def test_lichun_of_li_hour_by_hour(minute: int) -> None:
    table = li_calendar(minute)
    start = int(table.terms.hour[LICHUN])
    assert PILLARS[start // 12 % 60] == "辛卯"
    assert BRANCHES[start % 12] == "午"
    hours = np.arange(start - 1, start + 184)
    found = qimen.align(hours, "li", calendar=table)
    told = [
        (TERMS[t], YUAN[y], DUN[d], int(j), int(p))
        for t, y, d, j, p in zip(found.ju_term, found.yuan, found.dun, found.ju, found.part, strict=True)
    ]
    assert told[0][:2] == ("大寒", "下")
    wanted = [("立春", "下", "阳", 2, 1)] * 30 + [("立春", "上", "阳", 8, 0)] * 60
    wanted += [("立春", "中", "阳", 5, 0)] * 60 + [("立春", "下", "阳", 2, 2)] * 33
    assert told[1:184] == wanted
    # 雨水 in the 酉 hour of 丙午 opens with its own lower yuan, yang 3.
    assert told[184] == ("雨水", "下", "阳", 3, 1)
    assert (PILLARS[hours[184] // 12 % 60], PILLARS[hours[184] % 60]) == ("丙午", "丁酉")
    segments = [(yuan[0], ju) for _, _, yuan, ju in tables()["li_example"]["segments"]]
    assert segments == [(yuan, ju) for (_, yuan, _, ju, _), _ in itertools.groupby(wanted)]


@pytest.mark.parametrize("minute", [705, 712, 719])
def test_chain_of_li(minute: int) -> None:
    table = li_calendar(minute)
    han_lu = LICHUN + TERMS.index("寒露") - TERMS.index("立春")
    chain = []
    for steps in (0, 16, 28, 40):
        instant = table.terms.start_ms[han_lu + steps] - AXIS_SHIFT
        found = qimen.align(np.array(instant).astype("M8[ms]"), "li", calendar=table)
        assert int(found.term) == int(found.ju_term)
        chain.append((TERMS[int(found.term)], pillar_of_day(int(instant) + AXIS_SHIFT), int(found.lead_days)))
        assert not found.leap
    assert chain == [("寒露", "甲午", 0), ("芒种", "戊戌", 4), ("大雪", "辛丑", 7), ("芒种", "癸卯", 9)]
    # The 芒种 of lead 9 is repeated from the next upper leader; the ones before are not.
    leaps = (table.runs.start_ms[table.runs.leap & (table.runs.yuan == 0)] - AXIS_SHIFT).tolist()
    after = [int(ms) for ms in leaps if ms > table.terms.start_ms[han_lu] - AXIS_SHIFT]
    assert pillar_of_day(after[0] + AXIS_SHIFT) == "己酉"
    assert 0 < after[0] - (table.terms.start_ms[han_lu + 40] - AXIS_SHIFT) < 15 * DAY


def test_explicit_calendars_are_checked() -> None:
    table = li_calendar(710)
    first = int(table.terms.hour[0])
    for hours in ([first - 1], [first + 20, int(table.terms.hour[-1]) + 1]):
        with pytest.raises(qimen.errors.RangeError, match="outside the terms"):
            qimen.align(np.array(hours), "li", calendar=table)
    with pytest.raises(qimen.errors.InputError, match="built for method='li'"):
        qimen.align(np.array([first + 20]), "chaibu", calendar=table)
    with pytest.raises(qimen.errors.InputError, match="that of the calendar"):
        qimen.align(np.array([first + 20]), "li", calendar=table, clock=qimen.Clock())
    with pytest.raises(qimen.errors.InputError, match="gaps"):
        from_terms([0, 15 * DAY, 50 * DAY], 0)
    with pytest.raises(qimen.errors.InputError, match="three or more"):
        from_terms([0, -1, 5], 0)
    with pytest.raises(qimen.errors.InputError, match="no term"):
        from_terms(li_terms(710), 24)
    with pytest.raises(qimen.errors.InputError, match="lin_epoch"):
        from_terms(li_terms(710), 3, "lin")
    lin = qimen.school("lin").replace(lin_epoch=first + 5)
    assert int(qimen.align(first + 5, lin, calendar=from_terms(li_terms(710), 3, lin)).ju) == 1


def test_an_explicit_list_of_the_true_terms_says_what_the_table_says() -> None:
    for name in ("zhirun", "chaibu", "li", "maoshan"):
        whole = calendar(qimen.school(name), qimen.Clock())
        place = int(np.flatnonzero(whole.terms.number == 0)[0])
        local = whole.terms.start_ms[place : place + 240] - AXIS_SHIFT
        table = from_terms(local, 0, name)
        hours = np.arange(int(whole.terms.hour[place + 30]), int(whole.terms.hour[place + 230]), 5)
        ours, theirs = qimen.align(hours, name, calendar=table), qimen.align(hours, name)
        for field in (
            "ju_term",
            "yuan",
            "dun",
            "ju",
            "term",
            "leader_day",
            "lead_days",
            "leap",
            "kind",
            "part",
        ):
            assert (getattr(ours, field) == getattr(theirs, field)).all(), (name, field)
        times = (local[40:200] + 1000).astype("M8[ms]")
        assert (qimen.align(times, name, calendar=table).ju == qimen.align(times, name).ju).all()


# --- 林 -----------------------------------------------------------------------------------------------------


def test_the_whole_table_of_lin() -> None:
    assert insertions() == tables()["lin_intercalation"]
    assert insertions(strict=True) == tables()["lin_intercalation_strict"]
    assert insertions()[-1]["n"] == 21
    # The same through `align`, hour by hour of one pentad each: the cycle of twenty years from its epoch.
    epoch = int(qimen.hours("1983-12-22T18:30"))
    pentads = 480 * 3 + 21
    found = qimen.align(epoch + 60 * np.arange(-1, pentads + 1), "lin")
    told = list(zip(found.ju_term.tolist(), found.yuan.tolist(), found.leap.tolist(), strict=True))
    assert told[1:-1] == list(lin_cycle())
    assert told[-1] == told[1] == (0, 0, False)
    assert pentads * 60 == 7305 * 12
    inserted, terms_done = [], 0
    for term, yuan, leap in told[1:-1]:
        terms_done += (yuan, leap) == (0, False)
        if leap:
            inserted.append((terms_done, TERMS[term], YUAN[yuan]))
    assert inserted == [(row["term_index"], row["after_term"], row["hou"]) for row in tables()["lin_intercalation"]]


# --- 陶 -----------------------------------------------------------------------------------------------------


def test_groups_of_tao_share_their_plates() -> None:
    plates = qimen.plates(np.arange(1080, dtype=np.uint16), "tao")
    groups = tables()["tao_chart_groups"]
    assert [len(hours) for hours in groups.values()] == [7] * 6 + [6] * 3
    number = flying_number(np.arange(60, dtype=np.uint16))
    assert {str(n): sorted(h for h in PILLARS if number[PILLARS.index(h)] == n) for n in range(1, 10)} == {
        n: sorted(hours) for n, hours in groups.items()
    }
    kinds = set()
    for ju in range(18):
        block = slice(60 * ju, 60 * ju + 60)
        whole = np.concatenate([plates.heaven[block], plates.star[block], plates.door[block]], axis=1)
        # Two hours have one plate exactly when they have one number.
        same = (whole[:, None] == whole[None]).all(axis=2)
        assert (same == (number[:, None] == number[None])).all()
        kinds |= {(ju, *row) for row in whole.tolist()}
    assert len(kinds) == 162
    assert (plates.deity == 255).all()
    assert (plates.guest == 255).all()
    with pytest.raises(qimen.errors.InputError):
        flying_number(np.array([1080], dtype=np.uint16))
