"""Directions against their twins in the oracle: exhaustively over what each reads, at random over the rest.

What a direction reads is found out from the twin, by leaving things out and by changing them, and not from
the record that is to be compared; the record's own `needs` are one of the answers compared.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from . import oracle
from .calendars.tables import CONTEXT
from .directions import DIRECTIONS, Direction, encamp, fence, lay_rods
from .names import BRANCHES, NONE8, PILLARS, TERMS, XUN_HEADS, YUAN
from .oracle.directions import DIRECTIONS as TWINS
from .oracle.directions import Answer, MissingPillar
from .oracle.directions_common import MOUNTAINS
from .oracle.directions_plans import POSTS, camp, carry_rods, six_heaps
from .plates import CHARTS
from .schools import School
from .verify import Comparison

#: A moment in codes: the chart and every column of `CONTEXT`, 255 where it is not known.
Cell = dict[str, int]

#: How many values each column has.
SIZES = {"day": 60, "month": 60, "year": 60, "shuo": 60, "term": 24, "ju_term": 24, "yuan": 3}

#: Random moments of the sweep in which everything changes at once. In one of ten a column is unknown.
RANDOM_CELLS = 600


@dataclass(frozen=True)
class _NoPlates:
    """A board of which only ju and hour are known: asking it for a plate is an AttributeError."""

    dun: str
    ju: int
    hour: str
    xun: str
    yi: str


def jobs(doctrines: Iterable[School]) -> list[tuple[str, Callable[[], Comparison]]]:
    """Return the comparisons of directions, as (label, job): plans, sky, and the plates of each doctrine."""
    several = list(doctrines)
    found: list[tuple[str, Callable[[], Comparison]]] = [
        ("directions plans", compare_plans),
        ("directions sky", functools.partial(compare_sky, several[0])),
    ]
    for which in several:
        label = f"directions plates {which.lodging}/{which.motion}"
        found.append((label, functools.partial(compare_plate_directions, which)))
    return found


# ---------------------------------------------------------------- what is compared


def compare_sky(which: School) -> Comparison:
    """Compare the directions that no plate moves: over generals, days, hours, months, terms and ju."""
    result = Comparison("directions sky")
    _check_records(result)
    for reads, rows in _by_reads(plates=False).items():
        _check(result, rows, list(_sky_cells(reads)), which)
    return result


def compare_plate_directions(which: School, seed: int = 0) -> Comparison:
    """Compare the directions read off plates over all charts, then every direction at random moments."""
    result = Comparison("directions plates")
    for reads, rows in _by_reads(plates=True).items():
        _check(result, rows, list(_plate_cells(reads)), which)
    twinned = [row for row in DIRECTIONS.values() if row.id in TWINS]
    _check(result, twinned, list(_random_cells(random.Random(seed))), which)
    return result


def compare_plans() -> Comparison:
    """Compare rods of all days, heaps and camp of all xun."""
    result = Comparison("directions plans")
    for day in BRANCHES:
        laid, told = lay_rods(day), carry_rods(day)
        kernel: tuple[object, ...] = tuple(
            (m.step, m.frm, m.to, m.spirit, m.picked_up, tuple(m.formed)) for m in laid.moves
        )
        other: tuple[object, ...] = tuple((m.step, m.start, m.goal, m.god, m.lifted, m.formed) for m in told.moves)
        result.check(kernel, other, "rods", day)
        kernel = (tuple(laid.rods), laid.tianmen, laid.dihu, laid.kaifang, laid.bifang, laid.yunv)
        other = (told.lying, told.tianmen, told.dihu, told.kaifang, told.bifang, told.yunv)
        result.check(kernel, other, "gates", day)
    for xun in XUN_HEADS:
        result.check(tuple(fence(xun).order), six_heaps(xun), "heaps", xun)
        posts = camp(xun)
        titled = {title: posts[post] for title, post in POSTS.values()}
        result.check(dict(encamp(xun)), titled, "camp", xun)
    return result


def _check_records(result: Comparison) -> None:
    """Every direction has a twin and every twin a direction, and the record names what the twin reads."""
    for id_ in sorted({*DIRECTIONS, *TWINS}):
        result.check(id_ in DIRECTIONS, id_ in TWINS, "a direction and its twin:", id_)
    for row in DIRECTIONS.values():
        if row.id in TWINS:
            # 三氏's 亭奸 reads the general and always says the same: needs may name that or not.
            result.check(reads_of(row.id) <= row.needs <= asks_of(row.id), True, "needs of", row.id, row.needs)


def _check(result: Comparison, rows: list[Direction], cells: list[Cell], which: School) -> None:
    """Compare `rows` at every cell."""
    columns = _columns(cells)
    answers = [row.compute(columns, which).tolist() for row in rows]
    boards = [_board(which, chart) for chart in range(CHARTS)]
    for index, cell in enumerate(cells):
        board = boards[cell["chart"]]
        asked = _context(board, cell)
        for row, answer in zip(rows, answers, strict=True):
            kernel = spelt(row, answer[index])
            try:
                told = TWINS[row.id].judge(asked)
            except MissingPillar as missing:
                # Nothing is right then, and so is what holds whatever the unknown may be.
                told = _certain(row.id, board, cell, missing.name) if kernel else frozenset()
            result.check(kernel, tuple(sorted(told)), row.id, which.lodging, _Asked(asked))


def _certain(id_: str, board: oracle.Board, cell: Cell, missing: str) -> Answer:
    """Return what the twin answers for every value of what is missing."""
    name = "term" if missing == "general" else missing
    several = (_context(board, cell | {name: value}) for value in range(SIZES[name]))
    return functools.reduce(lambda some, more: some & more, (TWINS[id_].judge(one) for one in several))


@dataclass(frozen=True)
class _Asked:
    """A context that writes itself in one line."""

    context: oracle.Context

    def __str__(self) -> str:
        known = {name: getattr(self.context, name) for name in (*CONTEXT, "general")}
        board = self.context.board
        return f"{board.dun}{board.ju} {board.hour} {known}"


# ---------------------------------------------------------------- from codes to characters and back


def spelt(row: Direction, answer: int) -> tuple[str | int, ...]:
    """Spell an answer of the kernel as the oracle would, in order."""
    return _spelt(row.kind, row.values, answer)


@functools.cache
def _spelt(kind: str, values: tuple[str, ...], answer: int) -> tuple[str | int, ...]:
    if kind == "code":
        return () if answer == NONE8 else (values[answer],)
    bits = [bit for bit in range(answer.bit_length()) if answer >> bit & 1]
    if kind == "palace":
        return tuple(bits)
    circle = {"branch": BRANCHES, "mountain": MOUNTAINS}[kind]
    return tuple(sorted(circle[bit] for bit in bits))


def _columns(cells: list[Cell]) -> dict[str, Any]:
    """Return the columns the kernel reads; the general is the oracle's, by its own table."""
    columns: dict[str, Any] = {name: np.array([c[name] for c in cells], dtype=np.uint8) for name in CONTEXT}
    generals = [_general(cell["term"]) for cell in cells]
    columns["general"] = np.array([NONE8 if g is None else BRANCHES.index(g) for g in generals], dtype=np.uint8)
    columns["chart"] = np.array([cell["chart"] for cell in cells], dtype=np.uint16)
    columns["hour"] = (columns["chart"] % 60).astype(np.uint8)
    return columns


def _general(term: int) -> str | None:
    return None if term == NONE8 else oracle.month_general(TERMS[term])


def _board(which: School, chart: int) -> oracle.Board:
    return _laid("阳阴"[chart // 540], chart // 60 % 9 + 1, PILLARS[chart % 60], which.lodging, which.motion)


_laid = functools.lru_cache(maxsize=CHARTS)(oracle.board)


def _context(board: oracle.Board, cell: Cell) -> oracle.Context:
    def name_of(column: str, names: Sequence[str]) -> str | None:
        return None if cell[column] == NONE8 else names[cell[column]]

    return oracle.Context(
        board,
        day=name_of("day", PILLARS),
        month=name_of("month", PILLARS),
        year=name_of("year", PILLARS),
        shuo=name_of("shuo", PILLARS),
        term=name_of("term", TERMS),
        ju_term=name_of("ju_term", TERMS),
        yuan=name_of("yuan", YUAN),
        general=_general(cell["term"]),
    )


# ---------------------------------------------------------------- what a twin reads


@functools.cache
def reads_of(id_: str) -> frozenset[str]:
    """Return the columns of `CONTEXT` which the twin asks for and which change its answer at some hour.

    The month cancels out of 四户, and where the noble sits does not change what branch it is.
    """
    return frozenset(name for name in asks_of(id_) if any(_varies(id_, name, hour) for hour in PILLARS))


@functools.cache
def asks_of(id_: str) -> frozenset[str]:
    """Return the columns of `CONTEXT` without which the twin does not answer at some hour."""
    return frozenset(name for name in CONTEXT if any(_asks(id_, name, hour) for hour in PILLARS))


def _varies(id_: str, name: str, hour: str) -> bool:
    board, known = _laid("阳", 1, hour), dict.fromkeys(CONTEXT, 0)
    several = (known | {name: value} for value in range(SIZES[name]))
    first, *others = (TWINS[id_].judge(_context(board, cell)) for cell in several)
    return any(other != first for other in others)


def _asks(id_: str, name: str, hour: str) -> bool:
    known = dict.fromkeys(CONTEXT, 0) | {name: NONE8}
    try:
        TWINS[id_].judge(_context(_laid("阳", 1, hour), known))
    except MissingPillar:
        return True
    return False


@functools.cache
def looks_at_plates(id_: str) -> bool:
    """Return whether the twin looks at a plate at some hour."""
    known = dict.fromkeys(CONTEXT, 0)
    for hour in PILLARS:
        laid = _laid("阳", 1, hour)
        bare = cast("oracle.Board", _NoPlates(laid.dun, laid.ju, laid.hour, laid.xun, laid.yi))
        try:
            TWINS[id_].judge(_context(bare, known))
        except AttributeError:
            return True
    return False


def _by_reads(plates: bool) -> dict[frozenset[str], list[Direction]]:
    """Return the directions that do (not) look at plates, by what else they read."""
    found: dict[frozenset[str], list[Direction]] = {}
    for row in DIRECTIONS.values():
        if row.id in TWINS and looks_at_plates(row.id) == plates:
            found.setdefault(reads_of(row.id), []).append(row)
    return found


# ---------------------------------------------------------------- moments


def _cell(chart: int, day: int, count: int, **changed: int) -> Cell:
    """Return a moment of this chart and day; whatever is not given moves with `count`."""
    return {
        "chart": chart,
        "day": day,
        "month": count * 7 % 60,
        "year": count * 11 % 60,
        "shuo": count * 13 % 60,
        "term": count * 5 % 24,
        "ju_term": count * 11 % 24,
        "yuan": count % 3,
    } | changed


def _sky_cells(reads: frozenset[str]) -> Iterator[Cell]:
    """Yield moments with every combination of hour and of what is read, in all ju by turns.

    Days are those that 五鼠遁 gives the hour: all twelve where the day is read, else one. With the day, terms
    are one for each general, the 节 or the 中气 by turns of the day's decade.
    """
    count = 0
    for hour in range(60):
        days = [day for day in range(60) if day % 5 == hour // 12]
        if "day" not in reads:
            days = days[hour % 12 : hour % 12 + 1]
        for day in days:
            terms = [2 * pair + day // 10 % 2 for pair in range(12)] if "day" in reads else list(range(24))
            axes = {"term": terms, "month": list(range(12)), "ju_term": list(range(24))}
            read = [name for name in axes if name in reads]
            for values in itertools.product(*(axes[name] for name in read)):
                count += 1
                ju = (day // 10 * 3 + hour + count) % 18
                yield _cell(ju * 60 + hour, day, count, **dict(zip(read, values, strict=True)))


def _plate_cells(reads: frozenset[str]) -> Iterator[Cell]:
    """Yield all charts, each on its twelve days if anything else is read."""
    count = 0
    for chart in range(CHARTS):
        days = [day for day in range(60) if day % 5 == chart % 60 // 12]
        for day in days if reads else days[chart % 12 : chart % 12 + 1]:
            count += 1
            yield _cell(chart, day, count)


def _random_cells(draw: random.Random) -> Iterator[Cell]:
    """Yield moments of which one thing other than the chart may be unknown."""
    for count in range(RANDOM_CELLS):
        cell = _cell(draw.randrange(CHARTS), draw.randrange(60), count)
        cell |= {name: draw.randrange(SIZES[name]) for name in CONTEXT if name != "day"}
        yield cell | {draw.choice(CONTEXT): NONE8} if draw.random() < 0.1 else cell
