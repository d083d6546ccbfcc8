"""`where` expressions over palace masks: what a pattern, a field and their combinations are worth at an hour.

A pattern is worth its palace mask, a field of the hour bit 0. `A & B` is the union of both masks where both
hold, `A | B` the union, `~A` bit 0 where A does not hold, `A@p` bit p; `same_palace(A, B)` the palaces common
to both. Bit 0 is dropped where a palace bit is set.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import ExpressionError, UnknownNameError
from .facts import Moments
from .language import And, At, Call, Field, Literal, Name, Node, Not, Or, fault
from .patterns import AnyRow, Expression, Pattern, as_node, compiled, find_name
from .rules import Compiled, Program, compile_node, drop_hour_bit, opposite, program
from .schools import School

Masks = NDArray[np.uint16]


@dataclass(frozen=True)
class Query:
    """An expression under one school: the rules it reads, packed, and how their masks combine."""

    text: str
    tree: Node
    leaves: tuple[Node, ...]
    program: Program

    @property
    def needs(self) -> frozenset[str]:
        """What the expression reads besides the chart (names of `calendars.tables.CONTEXT`)."""
        return self.program.needs

    def classes(self, field_name: str, which: School) -> NDArray[np.uint8]:
        """Return the value that stands for each value of a context column (`Program.classes`)."""
        return self.program.classes(field_name, which)

    def masks(self, facts: NDArray[np.uint64], moments: Moments) -> Masks:
        """Return the masks of the expression at moments, uint16[n]."""
        rows = self.program.run(facts, moments)
        return self._value(self.tree, dict(zip(self.leaves, rows, strict=True)))

    def _value(self, node: Node, leaf: Mapping[Node, Masks]) -> Masks:
        if isinstance(node, Not):
            return (self._value(node.of, leaf) == 0).astype(np.uint16)
        if isinstance(node, (And, Or)):
            values = [self._value(part, leaf) for part in node.parts]
            union = np.bitwise_or.reduce(values)
            if isinstance(node, And):
                union = np.where(np.logical_and.reduce([v != 0 for v in values]), union, np.uint16(0))
            drop_hour_bit(union)
            return union
        if isinstance(node, At):
            return self._value(node.of, leaf) & np.uint16(sum(1 << p for p in node.palaces))
        if isinstance(node, Call):
            values = [self._value(argument, leaf) for argument in node.arguments]
            if node.function == "same_palace":
                return np.bitwise_and.reduce(values) & np.uint16(0xFFFE)
            if node.function == "opposite":
                return opposite(values[0])
            return (values[0] != 0).astype(np.uint16)
        return leaf[node]


def query(
    expression: str | Expression | Any, which: School, define: Iterable[Pattern] | Mapping[str, str] = ()
) -> Query:
    """Return an expression compiled under a school.

    Raises ExpressionError for malformed text, UnknownNameError for unknown names, both with the position.
    """
    text = expression if isinstance(expression, str) else ""
    tree = as_node(expression)
    defined = definitions(define)
    leaves: dict[Node, Compiled] = {}
    _collect(tree, text, which, defined, leaves)
    return Query(text, tree, tuple(leaves), program(leaves.values()))


def definitions(define: Iterable[Pattern] | Mapping[str, str]) -> dict[str, Pattern]:
    """Return patterns of one's own by name, from Patterns or from a mapping of names to rules."""
    if isinstance(define, Mapping):
        return {name: Pattern(name, rule) for name, rule in define.items()}
    if isinstance(define, Pattern):
        define = (define,)
    return {pattern.name: pattern for pattern in define}


def _collect(node: Node, text: str, which: School, defined: dict[str, Pattern], leaves: dict[Node, Compiled]) -> None:
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


def _leaf(node: Name | Field | Literal, text: str, which: School, defined: dict[str, Pattern]) -> Compiled:
    if isinstance(node, Literal):
        return compiled(node.row)
    if isinstance(node, Field):
        return compile_node(node, text, "where")
    if node.text == "envoy" and "envoy" not in defined:
        return compile_node(node, text, "where")
    try:
        return compiled(find_name(node, which, defined))
    except UnknownNameError as error:
        near = fault(text, node.position, str(error)) if text else None
        raise UnknownNameError(str(near) if near else str(error)) from None


def rows_query(rows: Iterable[AnyRow]) -> Program:
    """Return the program of rows, one result row each."""
    return program(compiled(row) for row in rows)


__all__ = ["ExpressionError", "Query", "definitions", "query", "rows_query"]
