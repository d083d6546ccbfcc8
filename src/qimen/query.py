"""`where` expressions over palace masks: what a pattern, a field and their combinations are worth at an hour.

A pattern is worth its palace mask, a field of the hour bit 0. A direction asked for a value (`地私门:卯`) is
worth bit 0, the bare name of a direction the palaces that hold it. `A & B` is the union of both masks where
both hold, `A | B` the union, `~A` bit 0 where A does not hold, `A@p` bit p; `same_palace(A, B)` the palaces
common to both. Bit 0 is dropped where a palace bit is set.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .directions import DIRECTIONS, Held, held
from .errors import ExpressionError, InputError, UnknownNameError, unknown
from .facts import Moments
from .language import And, At, Call, Field, Literal, Name, Node, Not, Or, fault
from .patterns import PATTERNS, AnyRow, Expression, Pattern, as_node, compiled, find_name
from .rules import FIELDS, Compiled, Program, compile_node, drop_hour_bit, opposite, program
from .schools import School

Masks = NDArray[np.uint16]


@dataclass(frozen=True, eq=False)
class Query:
    """An expression under one school: the rules it reads, packed, and how their masks combine."""

    text: str
    tree: Node
    leaves: tuple[Node, ...]
    program: Program
    directions: tuple[tuple[Node, Held], ...] = ()

    @property
    def needs(self) -> frozenset[str]:
        """What the expression reads besides the chart (names of `calendars.tables.CONTEXT`)."""
        return self.program.needs.union(*(leaf.needs for _, leaf in self.directions))

    def classes(self, field_name: str, which: School) -> NDArray[np.uint8]:
        """Return the value that stands for each value of a context column (`Program.classes`)."""
        found = self.program.classes(field_name, which)
        for _, leaf in self.directions:
            if field_name in leaf.needs:
                _, first, inverse = np.unique(
                    np.stack([found, leaf.classes(field_name, found.size)]),
                    axis=1, return_index=True, return_inverse=True,
                )  # fmt: skip
                found = first.astype(np.uint8)[inverse.reshape(-1)]
        return found

    def masks(self, facts: NDArray[np.uint16], moments: Moments) -> Masks:
        """Return the masks of the expression at moments, uint16[n]."""
        values = dict(zip(self.leaves, self.program.run(facts, moments), strict=True))
        values |= {node: leaf.masks(moments) for node, leaf in self.directions}
        return self._value(self.tree, values)

    def _value(self, node: Node, leaf: Mapping[Node, Masks]) -> Masks:
        if isinstance(node, Not):
            return np.asarray(self._value(node.of, leaf) == 0, dtype=np.uint16)
        if isinstance(node, (And, Or)):
            values = [self._value(part, leaf) for part in node.parts]
            union: Masks = np.bitwise_or.reduce(values)
            if isinstance(node, And):
                union = np.where(np.logical_and.reduce([v != 0 for v in values]), union, np.uint16(0))
            drop_hour_bit(union)
            return union
        if isinstance(node, At):
            return np.bitwise_and(self._value(node.of, leaf), np.uint16(sum(1 << p for p in node.palaces)))
        if isinstance(node, Call):
            values = [self._value(argument, leaf) for argument in node.arguments]
            if node.function == "same_palace":
                return np.asarray(np.bitwise_and.reduce(values) & np.uint16(0xFFFE))
            if node.function == "opposite":
                return opposite(values[0])
            return np.asarray(values[0] != 0, dtype=np.uint16)
        return leaf[node]


def query(
    expression: str | Expression | Any, which: School, define: Iterable[Pattern] | Mapping[str, str] = ()
) -> Query:
    """Return an expression compiled under a school.

    Raises ExpressionError for malformed text, UnknownNameError for unknown names, both with the position.
    """
    text = expression if isinstance(expression, str) else ""
    return _compiled(as_node(expression), text, which, tuple(definitions(define).values()))


@functools.lru_cache(maxsize=128)
def _compiled(tree: Node, text: str, which: School, define: tuple[Pattern, ...]) -> Query:
    defined = {pattern.name: pattern for pattern in define}
    leaves: dict[Node, Compiled | Held] = {}
    _collect(tree, text, which, defined, leaves)
    rules = {node: leaf for node, leaf in leaves.items() if isinstance(leaf, Compiled)}
    directions = tuple((node, leaf) for node, leaf in leaves.items() if isinstance(leaf, Held))
    return Query(text, tree, tuple(rules), program(rules.values()), directions)


def definitions(define: Iterable[Pattern] | Mapping[str, str]) -> dict[str, Pattern]:
    """Return patterns of one's own by name, from Patterns or from a mapping of names to rules."""
    if isinstance(define, Mapping):
        return {name: Pattern(name, rule) for name, rule in define.items()}
    if isinstance(define, Pattern):
        define = (define,)
    return {pattern.name: pattern for pattern in define}


def _collect(
    node: Node, text: str, which: School, defined: dict[str, Pattern], leaves: dict[Node, Compiled | Held]
) -> None:
    if isinstance(node, (Not, At)):
        _collect(node.of, text, which, defined, leaves)
    elif isinstance(node, (And, Or, Call)):
        parts = node.arguments if isinstance(node, Call) else node.parts
        if isinstance(node, Call) and len(parts) != 1 and node.function != "same_palace":
            raise fault(text, node.position, f"{node.function}() takes one expression")
        for part in parts:
            _collect(part, text, which, defined, leaves)
    elif node not in leaves:
        leaves[node] = _leaf(node, text, which, defined)


def _leaf(node: Name | Field | Literal, text: str, which: School, defined: dict[str, Pattern]) -> Compiled | Held:
    """Return what a leaf is: a field of the plate or the hour, a pattern, or else a direction."""
    if isinstance(node, Literal):
        return compiled(node.row)
    if isinstance(node, Field):
        if node.name in FIELDS:
            return compile_node(node, text, "where")
        if DIRECTIONS.find(node.name, which) is None:
            known = (*FIELDS, *DIRECTIONS.names())
            raise fault(text, node.position, unknown("field", node.name, known).args[0])
        return _direction(node, node.values, text, which)
    if node.text == "envoy" and "envoy" not in defined:
        return compile_node(node, text, "where")
    try:
        return compiled(find_name(node, which, defined))
    except UnknownNameError:
        if DIRECTIONS.find(node.text, which) is not None:
            return _direction(node, None, text, which)
        names = (n for row in PATTERNS for n in (row.zh_hans, row.zh_hant, row.pinyin, *row.aliases, row.id))
        error = unknown("pattern", node.text, (*dict.fromkeys(names), *DIRECTIONS.names()))
        near = fault(text, node.position, str(error)) if text else error
        raise UnknownNameError(str(near)) from None


def _direction(node: Name | Field, values: tuple[str, ...] | None, text: str, which: School) -> Held:
    try:
        return held(node.name if isinstance(node, Field) else node.text, values, which)
    except InputError as error:
        raise fault(text, node.position, str(error)) from None


def rows_query(rows: Iterable[AnyRow]) -> Program:
    """Return the program of rows, one result row each."""
    return program(compiled(row) for row in rows)


__all__ = ["ExpressionError", "Query", "definitions", "query", "rows_query"]
