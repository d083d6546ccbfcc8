"""Kernel against oracle: exhaustively over charts, roles and doctrines, at random over time.

The two share nothing but the encodings: what the kernel answers in codes and masks is turned into the oracle's
characters here, and compared cell by cell.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import oracle
from .align import PARTS, align_moment, moment, pillars_of_moment
from .calendars.steps import NO_LEAD
from .calendars.tables import CONTEXT, Calendar, calendar, month_general
from .clock import AXIS_SHIFT, FIRST_HOUR, HOUR_MS, LAST_HOUR, Clock
from .facts import moments
from .names import BRANCHES, DEITIES, DOORS, DUN, PILLARS, STARS, STEMS, TERMS, YUAN
from .oracle.rules import RULES
from .patterns import PATTERNS, AnyRow, compiled, patterns_of
from .plates import CHARTS, boards
from .rules import program
from .schools import SCHOOLS, School, school

Progress = Callable[[str, float], None]

#: Pillars that show a role every plate stem it can stand for (nine stems, and 甲 in its six xun) and every branch.
ROLE_PILLARS = (*range(1, 10), *range(0, 60, 10), 11)


@dataclass
class Comparison:
    """How much of one thing was compared, and where it differed (the first few, as text)."""

    what: str
    compared: int = 0
    differences: int = 0
    examples: list[str] = field(default_factory=list)

    def check(self, kernel: object, told: object, *where: object) -> None:
        """Compare one answer of the kernel with the oracle's; `where` is only written out when they differ."""
        self.compared += 1
        if kernel != told:
            self.differences += 1
            if len(self.examples) < 5:
                self.examples.append(f"{' '.join(map(str, where))}: kernel {kernel!r}, oracle {told!r}")


@dataclass
class Report:
    """All comparisons of a run."""

    rows: list[Comparison] = field(default_factory=list)

    @property
    def compared(self) -> int:
        """Answers compared."""
        return sum(row.compared for row in self.rows)

    @property
    def differences(self) -> int:
        """Answers that differ."""
        return sum(row.differences for row in self.rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {
            "compared": self.compared,
            "differences": self.differences,
            "rows": [vars(row) for row in self.rows],
        }

    def __str__(self) -> str:
        width = max((len(row.what) for row in self.rows), default=0)
        lines = []
        for row in self.rows:
            lines.append(f"{row.what:<{width}}  {row.compared:>12,} compared  {row.differences:>8,} differ")
            lines += [f"    {example}" for example in row.examples]
        return "\n".join([*lines, f"{self.compared:,} compared, {self.differences:,} differ"])


def run(
    schools: Iterable[str | School] | None = None,
    hours: int = 20_000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Report:
    """Compare kernel and oracle.

    Parameters
    ----------
    schools : names, optional
        Presets to compare; by default all of them, and the calendars of `calendar_variants` besides.
    hours : int
        Random hours (and as many random times) a preset, over the whole table.
    seed : int
        Of the random hours.
    progress : callable(what, share), optional
    """
    chosen = [school(name) for name in schools] if schools is not None else list(SCHOOLS.values())
    report = Report()
    doctrines = {(s.lodging, s.motion): s for s in chosen}
    jobs: list[tuple[str, Callable[[], Comparison]]] = [
        (f"plates {_doctrine(doctrine)}", functools.partial(compare_plates, doctrine))
        for doctrine in doctrines.values()
    ]
    for judged, rows in _rule_jobs(chosen):
        label = f"rules {_doctrine(judged)} 甲={judged.jia_role} ({len(rows)} rows)"
        jobs.append((label, functools.partial(compare_rules, judged, rows)))
    timed = [(f"calendar {which.name}", which, Clock()) for which in chosen]
    if schools is None:
        timed += calendar_variants()
    jobs += [
        (label, functools.partial(compare_calendar, which, hours, seed, clock))
        for label, which, clock in (timed if hours else ())
    ]
    from .verify_directions import jobs as direction_jobs  # it compares with the Comparison of this file

    jobs += direction_jobs(doctrines.values()) if doctrines else []
    for number, (label, job) in enumerate(jobs):
        if progress:
            progress(label, number / len(jobs))
        comparison = job()
        comparison.what = label
        report.rows.append(comparison)
    if progress:
        progress("done", 1.0)
    return report


def _doctrine(which: School) -> str:
    return f"{which.lodging}/{which.motion}"


# ---------------------------------------------------------------- plates


def compare_plates(which: School) -> Comparison:
    """Compare every cell of every chart of a plate doctrine."""
    result = Comparison("plates")
    table = boards(which)
    for chart in range(CHARTS):
        told = _oracle_board(which, chart)
        for p in range(1, 10):
            for name, kernel, other in _cells(table, told, chart, p):
                result.check(kernel, other, _Chart(chart), name, p)
        hands = [int(column[chart]) for column in table.hands]
        door = DOORS[hands[7]] if hands[7] < 8 else None
        kernel_hands = (*hands[:6], STARS[hands[6]], door)
        told_hands = (
            told.fu_home, told.fu_raw, told.fu_home_palace, told.fu_palace, told.shi_raw, told.shi_palace,
            told.fu_star, told.shi_door,
        )  # fmt: skip
        result.check(kernel_hands, told_hands, _Chart(chart), "hands")
    return result


def _cells(table: Any, told: Any, chart: int, p: int) -> Iterator[tuple[str, Any, Any]]:
    plates = {name: int(getattr(table.plates, name)[chart, p]) for name in table.plates._fields}
    heaven = [STEMS[plates[n]] for n in ("heaven", "guest") if plates[n] != 255]
    stars = [STARS[plates["star"]]] if plates["star"] != 255 else []
    if plates["guest"] != 255:
        stars.append("禽")
    yield "earth", STEMS[plates["earth"]], told.earth[p]
    yield "heaven", heaven, list(told.heaven.get(p, []))
    yield "stars", stars, list(told.stars.get(p, []))
    yield "door", DOORS[plates["door"]] if plates["door"] != 255 else None, told.doors.get(p)
    yield "deity", DEITIES[plates["deity"]] if plates["deity"] != 255 else None, told.deities.get(p)


def _oracle_board(which: School, chart: int) -> Any:
    return oracle.board(
        DUN[chart // 540],
        chart // 60 % 9 + 1,
        PILLARS[chart % 60],
        lodging=which.lodging,
        motion=which.motion,
    )


@dataclass(frozen=True)
class _Chart:
    """A chart that writes itself as 阳1 甲子."""

    number: int

    def __str__(self) -> str:
        return f"{DUN[self.number // 540]}{self.number // 60 % 9 + 1} {PILLARS[self.number % 60]}"


# ---------------------------------------------------------------- rules


def _rule_jobs(chosen: Sequence[School]) -> Iterator[tuple[School, list[AnyRow]]]:
    """Yield each (plate doctrine, reading of 甲) once, with the rows to judge on it.

    With all presets every row of the catalogue is judged on every doctrine, whoever reads it; rows without a
    pillar are judged once a doctrine, since 甲 as a pillar stem does not touch them.
    """
    everything: list[AnyRow] = list(PATTERNS) if len(chosen) == len(SCHOOLS) else []
    seen: dict[tuple[str, str, str], tuple[School, dict[str, AnyRow]]] = {}
    for which in chosen:
        key = (which.lodging, which.motion, which.jia_role)
        _, rows = seen.setdefault(key, (which, {}))
        rows.update({row.id: row for row in everything or patterns_of(which)})
    plain_done = set()
    for (lodging, motion, _), (which, found) in seen.items():
        judged = list(found.values())
        if (lodging, motion) in plain_done:
            judged = [row for row in judged if compiled(row).needs & {"day", "month", "year", "shuo"}]
        plain_done.add((lodging, motion))
        yield which, judged


def compare_rules(which: School, rows: Sequence[AnyRow]) -> Comparison:
    """Compare rows over every chart and, one after the other, every value of what they read."""
    result = Comparison("rules")
    told_boards = [_oracle_board(which, chart) for chart in range(CHARTS)]
    by_needs: dict[frozenset[str], list[AnyRow]] = {}
    for row in rows:
        if row.id in RULES:
            by_needs.setdefault(compiled(row).needs, []).append(row)
        else:
            result.check("a row", "no twin", row.id)
    for needs, group in by_needs.items():
        cells = list(_cells_of(needs))
        charts = np.array([chart for chart, _ in cells], dtype=np.uint16)
        columns = {
            name: np.array([context[name] for _, context in cells], dtype=np.uint8)
            for name in CONTEXT
            if name in needs or name in ("term", "ju_term", "yuan", "day", "month", "year", "shuo")
        }
        masks = program(compiled(row) for row in group).run(boards(which).facts, moments(charts, columns, which))
        for index, (chart, context) in enumerate(cells):
            asked = _oracle_context(told_boards[chart], context, which)
            for row, mask in zip(group, masks[:, index].tolist(), strict=True):
                told = sum(1 << palace for palace in RULES[row.id].judge(asked))
                result.check(mask, told, row.id, which.lodging, _Chart(chart), context)
    return result


def _cells_of(needs: frozenset[str]) -> Iterator[tuple[int, dict[str, int]]]:
    """Yield (chart, context) so that each thing read takes all its values while the others stand still.

    Days are those that 五鼠遁 allows, the ju's term and yuan those that give the chart's ju.
    """
    for chart in range(CHARTS):
        days = [day for day in range(60) if day % 5 == chart % 60 // 12]
        tuples = _ju_sources(chart // 60)
        base = {
            "day": days[chart % 12], "month": chart * 7 % 60, "year": chart * 11 % 60, "shuo": chart * 13 % 60,
            "term": chart * 5 % 24, "ju_term": tuples[chart % 4][0], "yuan": tuples[chart % 4][1],
        }  # fmt: skip
        values: dict[str, Iterable[dict[str, int]]] = {
            "day": ({"day": day} for day in days),
            "month": ({"month": m} for m in ROLE_PILLARS),
            "year": ({"year": y} for y in ROLE_PILLARS),
            "shuo": ({"shuo": s} for s in ROLE_PILLARS),
            "term": ({"term": t} for t in range(24)),
        }
        ju_values = ({"ju_term": term, "yuan": yuan} for term, yuan in tuples)
        varied = [values[name] for name in values if name in needs]
        if needs & {"ju_term", "yuan"}:
            varied.append(ju_values)
        if not varied:
            yield chart, base
        for change in itertools.chain.from_iterable(varied):
            yield chart, base | change


def _ju_sources(code: int) -> list[tuple[int, int]]:
    """Return the four (term, yuan) whose ju has this code (dun * 9 + ju - 1), by the oracle's own table."""
    return [
        (term, yuan)
        for term, yuan in itertools.product(range(24), range(3))
        if (oracle.dun_of(TERMS[term]) == "阴") * 9 + oracle.ju_of(TERMS[term], YUAN[yuan]) - 1 == code
    ]


def _oracle_context(board: Any, context: dict[str, int], which: School) -> Any:
    term = context["term"]
    return oracle.Context(
        board,
        day=PILLARS[context["day"]],
        month=PILLARS[context["month"]],
        year=PILLARS[context["year"]],
        shuo=PILLARS[context["shuo"]],
        term=TERMS[term],
        ju_term=TERMS[context["ju_term"]],
        yuan=YUAN[context["yuan"]],
        general=BRANCHES[int(month_general(np.array([term], dtype=np.uint8))[0])],
        jia_role=which.jia_role,
    )


# ---------------------------------------------------------------- time axis


def calendar_variants() -> list[tuple[str, School, Clock]]:
    """Return (label, school, clock) of every knob value of a calendar, and of every kind of clock."""
    plain = Clock()
    zhirun, chaibu, maoshan, li, lin = (SCHOOLS[n] for n in ("zhirun", "chaibu", "maoshan", "li", "lin"))
    leads = [{"leap_lead": lead, "lead_at": at} for at in ("node", "solstice") for lead in (8, 9, 10)]
    changed = [which.replace(**lead) for which in (zhirun, li) for lead in leads if lead != leads[1]]
    changed += [which.replace(term_switch="hour") for which in (zhirun, chaibu, maoshan, li, lin)]
    changed += [which.replace(terms="jingyou") for which in (chaibu, maoshan, li)]
    changed.append(zhirun.replace(terms="jingyou", leap_lead=8, lead_at="solstice"))
    changed.append(lin.replace(lin_epoch=FIRST_HOUR + 60 * 7305 + 7))
    found = [(f"calendar {which.name}", which, plain) for which in changed]
    midnight = Clock(day_start="00:00")
    found += [(f"calendar {w.name} day_start=00:00", w, midnight) for w in (zhirun, chaibu, maoshan, li, lin)]
    clocks = (
        Clock(longitude=116.4, solar="mean"), Clock(longitude=-73.9, solar="apparent"), Clock(tz="Asia/Shanghai"),
        Clock(tz="America/New_York", day_start="00:00"),
    )  # fmt: skip
    for clock in clocks:
        text = " ".join(f"{key}={value}" for key, value in clock.describe().items())
        found += [(f"calendar {which.name} {text}", which, clock) for which in (zhirun, chaibu, li)]
    return found


def compare_calendar(which: School, hours: int, seed: int, clock: Clock | None = None) -> Comparison:
    """Compare alignment and pillars at random hours, at as many random times, and at times near terms."""
    clock = clock or Clock()
    result = Comparison("calendar")
    draw = random.Random(seed)
    table = calendar(which, clock)
    terms = oracle_terms(table)
    told = oracle.Calendar(
        terms, _oracle_method(which), leap_lead=which.leap_lead, lead_at=which.lead_at,
        day_start=clock.day_start, term_switch=which.term_switch, lin_epoch=which.lin_epoch,
    )  # fmt: skip
    # The oracle names a year by a 立春 that it has seen: the first weeks of the table have none.
    first_hour = max(FIRST_HOUR, int(table.terms.hour[table.terms.code == 3][0]))
    sample = sorted(draw.randrange(first_hour, LAST_HOUR + 1) for _ in range(hours))
    at = moment(np.array(sample, dtype=np.int64), which, clock)
    _check_readings(result, at, [told.at_hour(h) for h in sample], [f"hour {h}" for h in sample])
    _check_pillars(result, at, [oracle.pillars(h, terms, day_start=clock.day_start) for h in sample], sample)
    if not clock.is_fixed:
        return result
    span = (first_hour + 1) * HOUR_MS, (LAST_HOUR + 1) * HOUR_MS
    local = [draw.randrange(*span) - AXIS_SHIFT for _ in range(hours // 2)]
    near = [ms + draw.randrange(-HOUR_MS, HOUR_MS) for ms, _ in draw.sample(terms[400:-400], hours // 2)]
    times = sorted(local + near)
    at = moment(np.array(times, dtype=np.int64).astype("M8[ms]"), which, clock)
    _check_readings(result, at, [told.at_time(ms) for ms in times], [f"ms {ms}" for ms in times])
    readings = [
        oracle.pillars(ms, terms, day_start=clock.day_start, unit="ms", term_switch=which.term_switch) for ms in times
    ]
    _check_pillars(result, at, readings, times)
    return result


def oracle_terms(table: Calendar) -> list[tuple[int, str]]:
    """Return the terms of a calendar as the oracle takes them: (local milliseconds, name)."""
    local = (table.terms.start_ms - AXIS_SHIFT).tolist()
    return [(ms, TERMS[code]) for ms, code in zip(local, table.terms.code.tolist(), strict=True)]


def _oracle_method(which: School) -> str:
    return "jingyou" if which.terms == "jingyou" and which.method == "zhirun" else which.method


def _check_readings(result: Comparison, at: Any, told: list[Any], names: list[str]) -> None:
    found = align_moment(at)
    charts = at.charts()
    for i, (reading, name) in enumerate(zip(told, names, strict=True)):
        lead = int(found.lead_days[i])
        kind = int(found.kind[i])
        kernel = (
            TERMS[found.term[i]], TERMS[found.ju_term[i]], YUAN[found.yuan[i]], DUN[found.dun[i]], int(found.ju[i]),
            int(found.leader_day[i]), None if lead == NO_LEAD else lead, bool(found.leap[i]),
            "" if kind == 255 else ("正受", "超神", "接气")[kind], PARTS[found.part[i]], int(charts[i]) // 60,
        )  # fmt: skip
        other = (
            reading.term, reading.ju_term, reading.yuan, reading.dun, reading.ju, reading.leader_day_number,
            reading.lead_days, reading.leap, reading.kind, reading.part, (reading.dun == "阴") * 9 + reading.ju - 1,
        )  # fmt: skip
        result.check(kernel, other, name)


def _check_pillars(result: Comparison, at: Any, told: list[Any], names: Sequence[object]) -> None:
    found = pillars_of_moment(at)
    for i, (other, name) in enumerate(zip(told, names, strict=True)):
        kernel = tuple(PILLARS[column[i]] for column in (found.year, found.month, found.day, found.hour))
        result.check(kernel, (other.year, other.month, other.day, other.hour), "pillars", name)
