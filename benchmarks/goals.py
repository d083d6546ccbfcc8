"""What the package promises about speed, each promise as a ratio measured in one run.

A goal proves a slice of its answer against the oracle or the plain way first; only then is it timed.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

import qimen
from qimen import oracle
from qimen.calendars.tables import calendar, month_general
from qimen.clock import FIRST_HOUR, LAST_HOUR, Clock
from qimen.facts import moments
from qimen.names import BRANCHES, DUN, PILLARS, TERMS
from qimen.plates import boards
from qimen.query import query
from qimen.verify import oracle_terms

from . import baselines
from .ratios import Ratio, alternate

SIZES = {"day": 12, "year": 4_383, "century": 438_300, "millennium": 4_383_000, "table": LAST_HOUR + 1 - FIRST_HOUR}
CENTURY = int(qimen.hours("1950-01-01"))
CLOCK = Clock()
libc = ctypes.CDLL(None)


@dataclass(frozen=True)
class Goal:
    """One promise: at most `limit` times the reference (cost), or at least `limit` times as fast (gain)."""

    stage: str
    what: str
    kind: str
    limit: float
    subject: Callable[[], object]
    reference: Callable[[], object]

    def measure(self) -> Ratio:
        """Time it."""
        return alternate(self.subject, self.reference)

    def value(self, ratio: Ratio) -> float:
        """The figure that the limit is about."""
        return ratio.cost if self.kind == "cost" else ratio.gain

    def reached(self, ratio: Ratio) -> bool:
        """Whether the promise was kept."""
        return ratio.cost <= self.limit if self.kind == "cost" else ratio.gain >= self.limit


def hours_of(size: str) -> qimen.HourRange:
    """Return the range that a size means: centred on the present, the whole table for "table"."""
    if size == "table":
        return qimen.HourRange(FIRST_HOUR, LAST_HOUR + 1)
    start = CENTURY if SIZES[size] <= SIZES["century"] else CENTURY - SIZES[size] // 2
    return qimen.HourRange(start, start + SIZES[size])


def memset(array: np.ndarray) -> Callable[[], object]:
    """Return a call that writes zeros over the bytes of an array."""
    return functools.partial(libc.memset, ctypes.c_void_p(array.ctypes.data), 0, ctypes.c_size_t(array.nbytes))


@functools.cache
def oracle_calendar(school: str) -> oracle.Calendar:
    """Return the oracle's calendar of a preset on the package's terms."""
    which = qimen.school(school)
    method = "jingyou" if which.terms == "jingyou" else which.method
    return oracle.Calendar(oracle_terms(calendar(which, CLOCK)), method, leap_lead=which.leap_lead)


def oracle_chart(school: str, hour: int) -> int:
    """Return the chart id of an hour as the oracle tells it."""
    reading = oracle_calendar(school).at_hour(hour)
    return (DUN.index(reading.dun) * 9 + reading.ju - 1) * 60 + hour % 60


def prove_charts(school: str, hours: qimen.HourRange, ids: np.ndarray) -> None:
    """Hold some ids of a range against the oracle."""
    for index in np.random.default_rng(0).integers(0, len(hours), 200):
        assert ids[index] == oracle_chart(school, hours.start + int(index)), (school, hours.start + int(index))


# ---------------------------------------------------------------- goals by stage


def chart_ids(school: str, size: str) -> Iterator[Goal]:
    """Chart ids of a contiguous range into a warm array."""
    hours, table = hours_of(size), calendar(qimen.school(school), CLOCK)
    out, other = np.empty(len(hours), dtype=np.uint16), np.empty(len(hours), dtype=np.uint16)
    subject = functools.partial(qimen.chart_ids, hours, school, out)
    prove_charts(school, hours, subject())
    np.testing.assert_array_equal(baselines.charts_by_blocks(table, hours.start, other), out)
    what = f"{school}: chart ids of a {size}"
    if size in ("century", "millennium", "table"):
        yield Goal("chart ids", f"{what}, to memset", "cost", 2.5 if size == "century" else 2.0, subject, memset(out))
        broadcast = functools.partial(baselines.charts_by_blocks, table, hours.start, other)
        yield Goal("chart ids", f"{what}, to NumPy repeat and add", "gain", 8, subject, broadcast)
    if size in ("year", "century"):
        every = np.asarray(hours)
        search = functools.partial(baselines.charts_by_search, table, every)
        yield Goal("chart ids", f"{what}, to searchsorted", "gain", 300 if size == "century" else 20, subject, search)


def random_ids(school: str, size: str) -> Iterator[Goal]:
    """Chart ids of a million hours in any order."""
    span, table = hours_of(size), calendar(qimen.school(school), CLOCK)
    hours = np.random.default_rng(1).integers(span.start, span.stop, 1_000_000)
    out, copy = np.empty(hours.size, dtype=np.uint16), np.empty_like(hours)
    subject = functools.partial(qimen.chart_ids, hours, school, out)
    np.testing.assert_array_equal(subject(), baselines.charts_by_search(table, hours))
    what = f"{school}: chart ids of random hours of a {size}"
    limit = 4 if size == "century" else 7
    yield Goal(
        "random ids", f"{what}, to copying them", "cost", limit, subject, functools.partial(np.copyto, copy, hours)
    )
    search = functools.partial(baselines.charts_by_search, table, hours)
    yield Goal("random ids", f"{what}, to searchsorted", "gain", 20, subject, search)


def plates(school: str) -> Iterator[Goal]:
    """All six plates of a century of hours."""
    hours, board = hours_of("century"), boards(qimen.school(school))
    ids = qimen.chart_ids(hours, school)
    out = qimen.Plates(*(np.empty((len(hours), 10), dtype=np.uint8) for _ in range(6)))
    other = np.empty((6, len(hours), 10), dtype=np.uint8)
    subject = functools.partial(qimen.plates, hours, school, out)
    subject()
    for plate, filled in zip(board.plates, out, strict=True):
        np.testing.assert_array_equal(filled, plate[ids])
    yield Goal("plates", f"{school}: plates of a century, to memset", "cost", 2, subject, memset(other))

    def gather() -> None:
        for plate, target in zip(board.plates, other, strict=True):
            baselines.plates_by_indexing(plate, ids, target)

    yield Goal("plates", f"{school}: plates of a century, to fancy indexing", "gain", 2, subject, gather)
    if qimen.school(school).motion == "rotate":
        one = qimen.HourRange(hours.start, hours.start + 43_830)
        few, room = ids[: len(one)], qimen.Plates(*(np.empty((len(one), 10), dtype=np.uint8) for _ in range(6)))
        rotate = functools.partial(
            baselines.plates_by_rotation, board.plates.earth, few, board.hands.fu_home, board.hands.fu
        )
        np.testing.assert_array_equal(rotate()[:, 1:], board.plates.heaven[few][:, 1:])
        yield Goal(
            "plates", f"{school}: six plates, to rotating one of them anew", "gain", 5,
            functools.partial(qimen.plates, one, school, room), rotate,
        )  # fmt: skip


SIXTEEN = (
    "青龙返首", "飞鸟跌穴", "天遁", "地遁", "人遁", "门迫", "三奇入墓", "六仪击刑",
    "岁格", "月格", "日格", "时格", "吉门合奇", "奇制", "玉女守门", "三奇得使",
)  # fmt: skip


def palace_masks(school: str) -> Iterator[Goal]:
    """Palace masks of sixteen patterns over a century, month and year roles among them."""
    hours = hours_of("century")
    out = np.empty((16, len(hours)), dtype=np.uint16)
    subject = functools.partial(qimen.match, hours, SIXTEEN, school, out=out)
    subject()
    some = np.asarray(hours)[:: len(hours) // 997]
    np.testing.assert_array_equal(out[:, some - hours.start], qimen.match(some, SIXTEEN, school))
    yield Goal("palace masks", f"{school}: 16 patterns over a century, to memset", "cost", 2.5, subject, memset(out))
    board = boards(qimen.school(school))
    ids = qimen.chart_ids(hours, school)
    one = np.empty(len(hours), dtype=np.uint16)
    direct = functools.partial(
        baselines.masks_by_evaluation, board.plates.heaven, board.plates.guest, board.plates.earth, ids, (6, 9)
    )
    yield Goal(
        "palace masks", f"{school}: one stem pair over a century, to evaluating it hour by hour in NumPy", "gain", 20,
        functools.partial(qimen.match, hours, "大格", school, out=one), direct,
    )  # fmt: skip


def scans(school: str) -> Iterator[Goal]:
    """Scans and counts of the whole table."""
    which = qimen.school(school)
    hours = hours_of("table")
    ids = qimen.chart_ids(hours, school)
    every = moments(np.arange(1080, dtype=np.uint16), {}, which)
    rare_one, common_one = "得使遇甲 & dun:阳 & ju:1", "门迫"  # one chart of 1080; two hours of three
    wanted = query(rare_one, which).masks(boards(which).facts, every) != 0
    ready = functools.partial(baselines.scan_ready_ids, ids, wanted)

    def rare() -> np.ndarray:
        return qimen.scan(hours.start, hours.stop, rare_one, school).hours

    assert rare().size > 20_000
    np.testing.assert_array_equal(rare() - hours.start, ready())
    yield Goal(
        "scan", f"{school}: a rare pattern over the table, to flatnonzero over ready ids", "gain", 40, rare, ready
    )
    tenth = hours.start + len(hours) // 10
    yield Goal(
        "scan", f"{school}: a rare pattern over a tenth of the table, to all of it", "cost", 0.2,
        lambda: qimen.scan(hours.start, tenth, rare_one, school).hours, rare,
    )  # fmt: skip
    often = query(common_one, which).masks(boards(which).facts, every) != 0
    ready_common = functools.partial(baselines.scan_ready_ids, ids, often)

    def common() -> int:
        return sum(len(chunk.hours) for chunk in qimen.scan(hours.start, hours.stop, common_one, school).chunks())

    assert common() == ready_common().size
    yield Goal(
        "scan", f"{school}: a common pattern over the table, to flatnonzero over ready ids", "gain", 1.5,
        common, ready_common,
    )  # fmt: skip
    simple, complex_ = (
        "天遁",
        "天遁 & ~门迫@1 & (~门迫@2 | 地遁) & ~人遁@3 & (吉门合奇 | 奇制 | 大格 | 刑格 | 破格) & ~时格@9 & ~五不遇时",
    )
    yield Goal(
        "scan", f"{school}: 12 terms over the table, to one term", "cost", 1.3,
        lambda: qimen.count(hours.start, hours.stop, complex_, school),
        lambda: qimen.count(hours.start, hours.stop, simple, school),
    )  # fmt: skip
    yield Goal(
        "scan", f"{school}: counting over the table, to the rare scan", "cost", 1.5,
        lambda: qimen.count(hours.start, hours.stop, "天遁", school), rare,
    )  # fmt: skip
    for reading in ("month_branch:寅", "year_stem:甲", "term:冬至", "shuo_stem:甲"):
        yield Goal(
            "scan", f"{school}: counting 天遁 & {reading} over the table, to 天遁", "cost", 3,
            functools.partial(qimen.count, hours.start, hours.stop, f"天遁 & {reading}", school),
            functools.partial(qimen.count, hours.start, hours.stop, "天遁", school),
        )  # fmt: skip
    table = calendar(which, CLOCK)
    span = qimen.hour_range("1900-01-01", "2101-01-01")
    array = np.asarray(span)
    yield Goal(
        "scan", f"{school}: 1900-2100 for one pattern, to searchsorted and indexing", "gain", 20,
        lambda: qimen.scan(span.start, span.stop, rare_one, school).hours,
        functools.partial(baselines.scan_by_search, table, array, wanted),
    )  # fmt: skip


def nearest(school: str) -> Iterator[Goal]:
    """The hit next to a time: a common one at once, and never more than one walk of what lies between."""
    hours = hours_of("table")
    never = "得使遇甲 & day:丁卯"  # its hours, 丙辰 and 丁酉, do not fall on such a day

    def whole() -> np.ndarray:
        return qimen.scan(hours.start, hours.stop, never, school).hours

    assert whole().size == 0
    for name, find, edge in (("next", qimen.next_hit, hours.start), ("previous", qimen.previous_hit, hours.stop)):
        near = find(CENTURY, "门迫", school)
        found = qimen.match(np.array([near]), "门迫", school)
        assert found[0] != 0
        assert abs(near - CENTURY) < 60
        yield Goal(
            "nearest", f"{school}: {name} hit of a common pattern, to a scan of the table", "cost", 0.1,
            functools.partial(find, CENTURY, "门迫", school), whole,
        )  # fmt: skip
        yield Goal(
            "nearest", f"{school}: {name} hit where there is none, to a scan of the table", "cost", 1.5,
            functools.partial(find, edge, never, school), whole,
        )  # fmt: skip


def scalars(school: str) -> Iterator[Goal]:
    """One hour at a time."""
    bound = qimen.bind(school)
    hour = CENTURY + 12_345
    assert bound.chart_id(hour) == oracle_chart(school, hour)
    ones = np.array(hour)
    yield Goal(
        "scalar", f"{school}: bind().chart_id, to one NumPy scalar ufunc call", "cost", 0.4,
        functools.partial(bound.chart_id, hour), functools.partial(np.floor_divide, ones, 60),
    )  # fmt: skip
    board = qimen.cast(hour=hour, school=school)

    def told() -> object:
        which = qimen.school(school)
        reading = oracle_calendar(school).at_hour(hour)
        chart = oracle.board(reading.dun, reading.ju, PILLARS[hour % 60], which.lodging, which.motion)
        asked = oracle.Context(chart, *(board.pillars[p] for p in ("day", "month", "year")), shuo="甲子",
                               term=reading.term, ju_term=reading.ju_term, yuan=reading.yuan, general="子")  # fmt: skip
        return [oracle.RULES[row.id].judge(asked) for row in qimen.patterns_of(school)]

    yield Goal(
        "scalar", f"{school}: cast with its patterns, to the oracle", "gain", 2,
        lambda: qimen.cast(hour=hour, school=school).patterns, told,
    )  # fmt: skip


def oracle_ratios(school: str) -> Iterator[Goal]:
    """The same answers from the oracle, hour by hour."""
    hours = hours_of("year")
    out = np.empty(len(hours), dtype=np.uint16)
    yield Goal(
        "oracle", f"{school}: chart ids of a year, to the oracle", "gain", 1000,
        functools.partial(qimen.chart_ids, hours, school, out), lambda: [oracle_chart(school, h) for h in hours],
    )  # fmt: skip


def directions(school: str) -> Iterator[Goal]:
    """Every direction of a year of hours in one call, to the oracle's twins hour by hour."""
    hours = hours_of("year")
    board = qimen.cast(hour=hours.start, school=school)
    which = qimen.school(school)
    term = TERMS.index(board.term)
    general = BRANCHES[int(month_general(np.array([term], dtype=np.uint8))[0])]
    asked = oracle.Context(
        oracle.board(board.dun, board.ju, board.pillars["hour"], which.lodging, which.motion),
        **{name: board.pillars[name] for name in ("day", "month", "year")}, shuo="甲子", term=board.term,
        ju_term=board.ju_term, yuan=board.yuan, general=general, jia_role=which.jia_role,
    )  # fmt: skip
    twins = oracle_directions()
    subject = functools.partial(qimen.direction_masks, hours, None, school)

    def a_hundredth() -> None:
        for _ in range(len(hours) // 100):
            for twin in twins.values():
                twin.judge(asked)

    yield Goal(
        "directions",
        f"{school}: all directions of a year, to the oracle's for a hundredth of it",
        "gain",
        1,
        subject,
        a_hundredth,
    )


def oracle_directions() -> dict[str, object]:
    """Return the oracle's twins of the directions."""
    from qimen.oracle.directions import DIRECTIONS

    return DIRECTIONS


def every_count(school: str) -> Iterator[Goal]:
    """Counts of all patterns of a preset over the table, to counting one."""
    hours = hours_of("table")
    found = qimen.counts(hours.start, hours.stop, school)
    for row in list(found)[::40]:
        assert found[row] == qimen.count(hours.start, hours.stop, row, school)
    yield Goal(
        "scan", f"{school}: counts of all {len(found)} patterns over the table, to one count each", "gain", 10,
        functools.partial(qimen.counts, hours.start, hours.stop, school),
        lambda: [qimen.count(hours.start, hours.stop, row, school) for row in found],
    )  # fmt: skip
    yield Goal(
        "scan", f"{school}: counts of all {len(found)} patterns over the table, to one count", "cost", 3,
        functools.partial(qimen.counts, hours.start, hours.stop, school),
        lambda: qimen.count(hours.start, hours.stop, "天遁", school),
    )  # fmt: skip


def all_goals() -> Iterator[Goal]:
    """Every goal of every preset, in the order of the report."""
    for school in qimen.SCHOOLS:
        for size in SIZES:
            yield from chart_ids(school, size)
        for size in ("century", "table"):
            yield from random_ids(school, size)
        yield from plates(school)
        yield from palace_masks(school)
        yield from scans(school)
        yield from nearest(school)
        yield from every_count(school)
        yield from scalars(school)
        yield from directions(school)
        yield from oracle_ratios(school)
