"""Rules to rows of masks: the trees of `language` judged at one palace, as clauses the kernel can match.

A rule becomes a few clauses; a clause holds at a palace when its tests of the hour pass and its facts are there.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _core, lang
from .calendars.tables import month_general
from .errors import ExpressionError, unknown
from .facts import (
    ANY_STEM,
    COLUMN_INDEX,
    COLUMN_NEEDS,
    COLUMNS,
    DEITY_ALIASES,
    DIFFERENCES,
    HOUR_FIELDS,
    PLACE_FIELDS,
    ROLES,
    Moments,
    role_stem,
)
from .language import And, At, Call, Field, Literal, Name, Node, Not, Or, fault, parse
from .names import OPPOSITE
from .schools import School

#: Fields by which a rule or a where-expression may ask: place fields, hour fields, differences, any_stem.
FIELDS = (*(name for name in PLACE_FIELDS if name != "envoy"), *HOUR_FIELDS, *DIFFERENCES, "any_stem")
_ROLE_PLANE = {"heaven": 0, "earth": len(ROLES)}
_MAX_GROUPS = 8
#: What may stand around a whole rule: a hit of the hour wherever it holds; the hit moved across the board.
MOVES = ("hourly", "opposite")


@dataclass(frozen=True)
class Clause:
    """Bits of one palace and tests of the hour. Roles are bits r (heaven) and 5 + r (earth)."""

    need: int = 0
    deny: int = 0
    need_roles: int = 0
    deny_roles: int = 0
    groups: tuple[tuple[int, int], ...] = ()
    tests: tuple[tuple[int, int], ...] = ()

    def join(self, other: Clause) -> Clause | None:
        """Return both clauses at once, or None when their tests exclude each other."""
        tests = dict(self.tests)
        for column, values in other.tests:
            tests[column] = tests.get(column, (1 << 64) - 1) & values
            if not tests[column]:
                return None
        return Clause(
            self.need | other.need,
            self.deny | other.deny,
            self.need_roles | other.need_roles,
            self.deny_roles | other.deny_roles,
            tuple(dict.fromkeys(self.groups + other.groups)),
            tuple(sorted(tests.items())),
        )


@dataclass(frozen=True)
class Compiled:
    """A rule as clauses; `move` is "", "hourly" or "opposite"; `needs` names what it reads besides the chart."""

    clauses: tuple[Clause, ...]
    move: str = ""
    needs: frozenset[str] = field(default=frozenset())

    @property
    def roles(self) -> frozenset[str]:
        """The roles whose stem is looked for on the plates."""
        return frozenset().union(*(_roles_of(clause) for clause in self.clauses))

    @property
    def columns(self) -> frozenset[str]:
        """The columns that are tested."""
        return frozenset(COLUMNS[column] for clause in self.clauses for column, _ in clause.tests)


@functools.lru_cache(maxsize=4096)
def compile_rule(text: str) -> Compiled:
    """Return the clauses of a rule; ExpressionError pointing at the word that is wrong."""
    node = parse(text, "rule")
    move = ""
    if isinstance(node, Call) and node.function in MOVES and len(node.arguments) == 1:
        move, node = node.function, node.arguments[0]
    return replace(compile_node(node, text, "rule"), move=move)


def compile_node(node: Node, text: str, what: str) -> Compiled:
    """Return the clauses of a tree of fields."""
    clauses = tuple(dict.fromkeys(_clauses(node, False, text, what)))
    for clause in clauses:
        if len(clause.groups) > _MAX_GROUPS:
            raise ExpressionError(f"{what}: more than {_MAX_GROUPS} alternatives stand together in {text!r}")
    return Compiled(clauses, "", frozenset().union(*(_needs(c) for c in clauses)))


def _needs(clause: Clause) -> frozenset[str]:
    return (_roles_of(clause) - {"hour"}).union(*(COLUMN_NEEDS[COLUMNS[column]] for column, _ in clause.tests))


def _roles_of(clause: Clause) -> frozenset[str]:
    roles = clause.need_roles | clause.deny_roles
    for _, group_roles in clause.groups:
        roles |= group_roles
    roles |= roles >> len(ROLES)
    return frozenset(role for bit, role in enumerate(ROLES) if roles >> bit & 1)


def _told(column: str, field_name: str, chosen: int, values: NDArray[np.uint8]) -> NDArray[Any]:
    """Return what a test of a column can tell of values of a context column, as numbers that differ where it can."""
    if column == field_name:
        return np.array([chosen >> value & 1 for value in values.tolist()])
    if column == "general" and field_name == "term":
        return np.array([chosen >> value & 1 for value in month_general(values).tolist()])
    if field_name in COLUMN_NEEDS[column]:  # a difference: only its residue is asked
        minuend, subtrahend, left, right, _ = DIFFERENCES[column]
        if "general" in (minuend, subtrahend) and field_name == "term":
            return month_general(values)
        return left[values] if minuend == field_name else right[values]
    return np.zeros(values.size, dtype=np.int64)


def _clauses(node: Node, negated: bool, text: str, what: str) -> list[Clause]:
    """Return the disjunctive normal form of a tree."""
    if isinstance(node, Not):
        return _clauses(node.of, not negated, text, what)
    if isinstance(node, (And, Or)):
        parts = [_clauses(part, negated, text, what) for part in node.parts]
        if isinstance(node, And) is negated:
            return list(itertools.chain.from_iterable(parts))
        joined: list[Clause] = [Clause()]
        for part in parts:
            joined = [both for a in joined for b in part if (both := a.join(b)) is not None]
        return joined
    if isinstance(node, At):
        place = Field("palace", tuple(str(p) for p in node.palaces), 0)
        return _clauses(And((node.of, place)), negated, text, what)
    if isinstance(node, Name):
        if node.text == "envoy":
            return _place(Field("envoy", ("here",), node.position), negated, text, what)
        raise fault(text, node.position, f"{node.text!r} is no field; a rule is made of fields such as heaven:甲", what)
    if isinstance(node, Literal):
        raise ExpressionError(f"{what}: a rule is made of fields, not of other patterns")
    if isinstance(node, Call):
        raise fault(text, node.position, f"{node.function}() can only stand around a whole rule", what)
    if node.name in PLACE_FIELDS:
        return _place(node, negated, text, what)
    if node.name == "any_stem":
        parts_of = tuple(Field(name, node.values, node.position) for name in ANY_STEM)
        return _clauses(Or(parts_of), negated, text, what)
    if node.name in HOUR_FIELDS or node.name in DIFFERENCES:
        return _test(node, negated, text, what)
    raise fault(text, node.position, unknown("field", node.name, FIELDS).args[0], what)


def _place(node: Field, negated: bool, text: str, what: str) -> list[Clause]:
    first_bit, names = PLACE_FIELDS[node.name]
    word = roles = 0
    for value in _values(node, (*names, *DEITY_ALIASES) if node.name == "deity" else names, text, what):
        if value.startswith("@"):
            if node.name not in _ROLE_PLANE or value[1:] not in ROLES:
                raise fault(
                    text,
                    node.position,
                    f"{node.name}:{value} is no role; heaven and earth take @{', @'.join(ROLES)}",
                    what,
                )
            roles |= 1 << (_ROLE_PLANE[node.name] + ROLES.index(value[1:]))
        else:
            word |= 1 << (first_bit + names.index(DEITY_ALIASES.get(value, value) if node.name == "deity" else value))
    if negated:
        return [Clause(deny=word, deny_roles=roles)]
    if word.bit_count() + roles.bit_count() == 1:
        return [Clause(need=word, need_roles=roles)]
    return [Clause(groups=((word, roles),))]


def _test(node: Field, negated: bool, text: str, what: str) -> list[Clause]:
    if node.name in DIFFERENCES:
        modulus = DIFFERENCES[node.name][4]
        column, names, value_of = node.name, tuple(str(i) for i in range(modulus)), np.arange(modulus)
    else:
        column, names, value_of = HOUR_FIELDS[node.name]
    chosen = {names.index(value) for value in _values(node, names, text, what)}
    values = sum(1 << index for index, value in enumerate(value_of.tolist()) if (value in chosen) is not negated)
    return [Clause(tests=((COLUMN_INDEX[column], values),))]


def _values(node: Field, names: Sequence[str], text: str, what: str) -> list[str]:
    """Return the values of a field, splitting words that are runs of one-character names."""
    found: list[str] = []
    single = all(len(name) == 1 for name in names)
    for written in node.values:
        value = lang.canonical(node.name, written)
        if value in names or value.startswith("@"):
            found.append(value)
        elif len(value) > 1 and all(character in names for character in value):
            found.extend(value)
        else:
            hint = unknown(node.name, written, names).args[0]
            if single:
                hint = f"{node.name}={written!r} is unknown; known: {''.join(names)}"
            raise fault(text, node.position, hint, what)
    return found


# ---------------------------------------------------------------- matching


class Packed(NamedTuple):
    """Clauses as the kernel takes them (`_core.match_rows`)."""

    row_of: NDArray[np.int32]
    need: NDArray[np.uint64]
    deny: NDArray[np.uint64]
    need_roles: NDArray[np.uint32]
    deny_roles: NDArray[np.uint32]
    any_start: NDArray[np.int32]
    any_word: NDArray[np.uint64]
    any_roles: NDArray[np.uint32]
    test_start: NDArray[np.int32]
    test_column: NDArray[np.int32]
    test_set: NDArray[np.uint64]


@dataclass(frozen=True)
class Program:
    """Compiled rules packed for the kernel, row by row.

    `columns` are those that tests read, in the order of the kernel's column numbers; `roles` those whose stem is
    looked for on the plates.
    """

    rows: tuple[Compiled, ...]
    columns: tuple[str, ...]
    roles: frozenset[str]
    packed: Packed
    hourly: NDArray[np.intp]
    opposite: NDArray[np.intp]

    @property
    def needs(self) -> frozenset[str]:
        """What the rows read besides the chart."""
        return frozenset().union(*(row.needs for row in self.rows))

    def classes(self, field_name: str, which: School) -> NDArray[np.uint8]:
        """Return, for every value of a context column, the least value that no row can tell from it.

        A pillar is told apart by the tests made of it and, where a row looks for its stem on the plates, by the
        plate stem it stands for. Contexts that fall together are worked out once.
        """
        size = {"term": 24, "ju_term": 24, "yuan": 3}.get(field_name, 60)
        values = np.arange(size, dtype=np.uint8)
        signature: list[NDArray[Any]] = [np.zeros(size, dtype=np.int64)]
        for row in self.rows:
            for clause in row.clauses:
                if _roles_of(clause) & {field_name}:
                    signature.append(role_stem(values, which))
                signature += [_told(COLUMNS[column], field_name, chosen, values) for column, chosen in clause.tests]
        _, first, inverse = np.unique(np.stack(signature), axis=1, return_index=True, return_inverse=True)
        return values[first][inverse.reshape(-1)]

    def run(self, facts: NDArray[np.uint16], moments: Moments) -> NDArray[np.uint16]:
        """Return the palace masks uint16[rows, n]."""
        out = np.zeros((len(self.rows), moments.charts.size), dtype=np.uint16)
        columns, stems = moments.columns(self.columns), moments.stems(self.roles)
        _core.match_rows(facts, *self.packed, moments.charts, columns, stems, out)
        drop_hour_bit(out)
        if self.hourly.size:
            out[self.hourly] = out[self.hourly] != 0
        if self.opposite.size:
            out[self.opposite] = opposite(out[self.opposite])
        return out


def drop_hour_bit(masks: NDArray[np.uint16]) -> None:
    """Clear bit 0 in place where a palace bit is set."""
    masks &= ~(masks > 1).astype(np.uint16)


def _across() -> NDArray[np.uint16]:
    """Return each mask with its palaces moved across the board; bit 0, the hour as a whole, stays."""
    masks = range(1024)
    moved = (sum(1 << there for here, there in enumerate(OPPOSITE) if there and mask >> here & 1) for mask in masks)
    return np.array([across | mask & 1 for across, mask in zip(moved, masks, strict=True)], dtype=np.uint16)


_ACROSS = _across()


def opposite(masks: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Return the masks with every palace moved to the one across the board."""
    return _ACROSS[masks]


def program(rows: Iterable[Compiled]) -> Program:
    """Return rules packed for the kernel."""
    rows = tuple(rows)
    clauses = [(index, clause) for index, row in enumerate(rows) for clause in row.clauses]
    groups = [group for _, clause in clauses for group in clause.groups]
    tests = [test for _, clause in clauses for test in clause.tests]
    used = sorted({column for column, _ in tests})
    roles = frozenset().union(*(row.roles for row in rows))

    def column(values: Iterable[int], dtype: type) -> NDArray[Any]:
        return np.fromiter(values, dtype=dtype)

    def starts(lengths: Iterable[int]) -> NDArray[Any]:
        return np.concatenate([[0], np.cumsum(column(lengths, np.int32))]).astype(np.int32)

    packed = Packed(
        column((index for index, _ in clauses), np.int32),
        column((c.need for _, c in clauses), np.uint64),
        column((c.deny for _, c in clauses), np.uint64),
        column((c.need_roles for _, c in clauses), np.uint32),
        column((c.deny_roles for _, c in clauses), np.uint32),
        starts(len(c.groups) for _, c in clauses),
        column((word for word, _ in groups), np.uint64),
        column((roles for _, roles in groups), np.uint32),
        starts(len(c.tests) for _, c in clauses),
        column((used.index(index) for index, _ in tests), np.int32),
        column((values for _, values in tests), np.uint64),
    )
    moved = {move: np.array([i for i, row in enumerate(rows) if row.move == move], dtype=np.intp) for move in MOVES}
    return Program(rows, tuple(COLUMNS[index] for index in used), roles, packed, moved["hourly"], moved["opposite"])
