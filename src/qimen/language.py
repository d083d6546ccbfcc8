"""The one little language: rules of patterns and `where` expressions, text to tree.

    or    = and ("|" and)*          and  = not ("&" not)*        not = "~" not | at
    at    = leaf ("@" palaces)?     leaf = "(" or ")" | word "(" or ("," or)* ")" | field ":" values | name

The tree knows positions, so that whoever gives it meaning can point at the word that is wrong.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Any

from .errors import ExpressionError


@dataclass(frozen=True)
class Name:
    """A pattern by name or id."""

    text: str
    position: int


@dataclass(frozen=True)
class Field:
    """`field:value,value`; the values as written, and where each begins."""

    name: str
    values: tuple[str, ...]
    position: int


@dataclass(frozen=True)
class Not:
    """`~A`."""

    of: Node


@dataclass(frozen=True)
class And:
    """`A & B & ...`."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Or:
    """`A | B | ...`."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class At:
    """`A@p`: only the palaces p."""

    of: Node
    palaces: tuple[int, ...]


@dataclass(frozen=True)
class Call:
    """`word(A, B, ...)`: same_palace, hourly, opposite."""

    function: str
    arguments: tuple[Node, ...]
    position: int


@dataclass(frozen=True)
class Literal:
    """A row or pattern object that stands in the tree itself."""

    row: Any


Node = Name | Field | Not | And | Or | At | Call | Literal

_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"[\w.（）·-]+")
#: Values go on after a comma unless what follows is another field or function: same_palace(heaven:丙, earth:丁).
_VALUES = re.compile(r"@?\w+(?:-\w+)*(?:\s*[,，、]\s*@?\w+(?:-\w+)*(?![\w.-]*\s*[:：(]))*")
_DIGITS = re.compile(r"[0-9]+")
FUNCTIONS = ("same_palace", "hourly", "opposite")


def parse(text: str, what: str = "where") -> Node:
    """Return the tree of an expression; ExpressionError, with the position, for a malformed one."""
    if not isinstance(text, str):
        raise ExpressionError(f"{what}={text!r} is no expression; give text or patterns")
    return _tree(text, what)


@functools.lru_cache(maxsize=1024)
def _tree(text: str, what: str) -> Node:
    return _Parser(text, what).whole()


class _Parser:
    def __init__(self, text: str, what: str) -> None:
        self.text, self.what, self.place = text, what, 0

    def whole(self) -> Node:
        node = self.either()
        if self.peek():
            self.fail(f"unexpected {self.peek()!r}")
        return node

    def fail(self, why: str) -> None:
        raise fault(self.text, self.place, why, self.what)

    def peek(self) -> str:
        self.place = _SPACE.match(self.text, self.place).end()  # type: ignore[union-attr]  # always matches
        return self.text[self.place : self.place + 1]

    def take(self, mark: str) -> bool:
        if self.peek() != mark:
            return False
        self.place += 1
        return True

    def either(self) -> Node:
        parts = [self.both()]
        while self.take("|"):
            parts.append(self.both())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def both(self) -> Node:
        parts = [self.maybe_not()]
        while self.take("&"):
            parts.append(self.maybe_not())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def maybe_not(self) -> Node:
        return Not(self.maybe_not()) if self.take("~") else self.at()

    def at(self) -> Node:
        node = self.leaf()
        while self.take("@"):
            self.peek()
            found = _DIGITS.match(self.text, self.place)
            if not found or "0" in found[0]:
                self.fail("after @ a palace 1-9 is wanted")
            assert found
            self.place = found.end()
            node = At(node, tuple(sorted({int(digit) for digit in found[0]})))
        return node

    def leaf(self) -> Node:
        if self.take("("):
            node = self.either()
            self.close()
            return node
        start = self.place
        word = _WORD.match(self.text, self.place)
        if not word:
            self.fail(f"unexpected {self.peek()!r}" if self.peek() else "the expression ends too early")
        assert word
        self.place = word.end()
        if self.text[self.place : self.place + 1] in (":", "："):
            self.place += 1
            self.peek()
            values = _VALUES.match(self.text, self.place)
            if not values:
                self.fail(f"{word[0]}: wants a value")
            assert values
            self.place = values.end()
            return Field(word[0], tuple(re.split(r"\s*[,，、]\s*", values[0])), start)
        if self.peek() == "(" and word[0] in FUNCTIONS:
            self.place += 1
            arguments = [self.either()]
            while self.take(","):
                arguments.append(self.either())
            self.close()
            return Call(word[0], tuple(arguments), start)
        return Name(word[0], start)

    def close(self) -> None:
        if not self.take(")"):
            self.fail("a closing ) is missing")


def fault(text: str, position: int, why: str, what: str = "where") -> ExpressionError:
    """Return the error for a fault at a position of an expression: one line that points there."""
    around = text[position : position + 16]
    place = f"at {around!r}, character {position + 1}" if around else "at the end"
    return ExpressionError(f"{what}: {why} ({place} of {text!r})", position)
