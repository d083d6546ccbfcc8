"""The catalogue by id and by name, and users' own patterns.

A Chinese name means the row of the school in use: its own reading, else the default reading, else 景祐's, else
that of the books 宝鉴 quotes and rejects (诸书). An id means exactly one row.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from . import lang
from .catalogue import ROWS, Row
from .errors import InputError, unknown
from .language import And, At, Literal, Name, Node, Not, Or, parse
from .rules import Compiled, compile_rule
from .schools import School, find_school

#: The family of modern stem-pair names, which never take a name away from a rule of the books.
MODERN_PAIRS = "modern"
#: The family of users' own patterns.
OWN = "own"
#: Readings whose author quotes 诸书 in order to reject them.
_REJECTS_ZHUSHU = ("baojian", "li", "lin", "tao")


class Expression:
    """Something that can stand in a `where`: combine with & | ~ and @ palace."""

    @property
    def node(self) -> Node:
        """The tree of the expression."""
        raise NotImplementedError

    def __and__(self, other: Expression | str) -> Expression:
        return Where(And((self.node, as_node(other))))

    def __rand__(self, other: str) -> Expression:
        return Where(And((as_node(other), self.node)))

    def __or__(self, other: Expression | str) -> Expression:
        return Where(Or((self.node, as_node(other))))

    def __ror__(self, other: str) -> Expression:
        return Where(Or((as_node(other), self.node)))

    def __invert__(self) -> Expression:
        return Where(Not(self.node))

    def __matmul__(self, palaces: int | Iterable[int]) -> Expression:
        chosen = (palaces,) if isinstance(palaces, int) else tuple(palaces)
        if not chosen or any(p not in range(1, 10) for p in chosen):
            raise InputError(f"@{palaces!r}: palaces are 1 to 9")
        if isinstance(self.node, Not):  # Python binds ~ before @, the language @ before ~
            return Where(Not(At(self.node.of, chosen)))
        return Where(At(self.node, chosen))


@dataclass(frozen=True)
class Where(Expression):
    """An expression as a tree; `qimen.where(text)` makes one."""

    tree: Node

    @property
    def node(self) -> Node:
        return self.tree


def where(text: str) -> Where:
    """Return an expression from text; ExpressionError, with the position, when it is malformed."""
    return Where(parse(text))


@dataclass(frozen=True)
class Pattern(Expression):
    """A pattern of one's own, in the rule language of the catalogue (docs/patterns).

    Parameters
    ----------
    name : str
        What the pattern is called in outputs and in `where`.
    rule : str
        For example `heaven:丙 & earth:戊 & ~door:死`.
    auspice : str
        吉 凶 半 平, or empty.

    Raises
    ------
    ExpressionError
        Pointing at the word that is wrong.
    """

    name: str
    rule: str
    auspice: str = ""
    source: str = ""

    def __post_init__(self) -> None:
        if not self.name or any(mark in self.name for mark in " &|~()@:,"):
            raise InputError(f"name={self.name!r} cannot name a pattern; no spaces and none of & | ~ ( ) @ : ,")
        compile_rule(self.rule)

    @property
    def id(self) -> str:
        """The name, as rows of the catalogue have an id."""
        return self.name

    @property
    def zh_hans(self) -> str:
        """The name."""
        return self.name

    @property
    def reading(self) -> str:
        """The rule, for want of other words."""
        return self.rule

    @property
    def family(self) -> str:
        """The family of all patterns of one's own."""
        return OWN

    @property
    def category(self) -> str:
        """No category."""
        return ""

    @property
    def node(self) -> Node:
        return Literal(self)


AnyRow = Row | Pattern


def as_node(value: Expression | str | Row) -> Node:
    """Return the tree of an expression, a row, or text."""
    if isinstance(value, Expression):
        return value.node
    if isinstance(value, Row):
        return Literal(value)
    if isinstance(value, str):
        return parse(value)
    raise InputError(f"where={value!r} is no expression; give text, a pattern or qimen.where(...)")


def compiled(row: AnyRow) -> Compiled:
    """Return the clauses of a row."""
    return compile_rule(row.rule)


class Patterns:
    """The catalogue: iterate its rows, look one up by id, name (简, 繁, pinyin, English) or alias."""

    def __init__(self, rows: tuple[Row, ...]) -> None:
        self._rows = rows
        self._by_id = {row.id: row for row in rows}
        self._by_name: dict[str, list[Row]] = {}
        for row in rows:
            for name in dict.fromkeys((row.zh_hans, row.zh_hant, row.pinyin, row.pinyin.replace(" ", ""))):
                self._by_name.setdefault(name, []).append(row)
        self._by_alias: dict[str, list[Row]] = {}
        for row in rows:
            for name in row.aliases:
                self._by_alias.setdefault(name, []).append(row)
        self._by_letters: dict[str, list[Row]] = {}
        for row in rows:
            for name in dict.fromkeys((lang.slug(row.pinyin), lang.slug(row.english))):
                self._by_letters.setdefault(name, []).append(row)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.get(name) is not None

    def __getitem__(self, name: str) -> Row:
        return self.resolve(name)

    def get(self, name: str, school: str | School = "baojian") -> Row | None:
        """Return the row of a name or id under a school, or None."""
        try:
            return self.resolve(name, school)
        except InputError:
            return None

    def resolve(self, name: str, school: str | School = "baojian") -> Row:
        """Return the row that a name or id means under a school.

        Raises UnknownNameError with near matches, InputError for letters that several names share.
        """
        if name in self._by_id:
            return self._by_id[name]
        rows = self._by_name.get(name) or self._by_alias.get(name) or self._by_letters.get(lang.slug(name))
        if rows is None:
            raise unknown("pattern", name, (*self._by_name, *self._by_alias, *self._by_id))
        if name.isascii() and len(plain := dict.fromkeys(row.zh_hans.split("（")[0] for row in rows)) > 1:
            raise InputError(f"pattern={name!r} may mean {', '.join(plain)}; say which, or give an id")
        return _choose(rows, find_school(school).readings)

    def names(self) -> tuple[str, ...]:
        """Return the Chinese names, each once, in the order of the catalogue."""
        return tuple(dict.fromkeys(row.zh_hans for row in self._rows))

    def rivals(self, row: Row) -> tuple[Row, ...]:
        """Return the other rows of the same name or of the same rule (the part of the id before the dot)."""
        stem = row.id.split(".")[0]
        return tuple(r for r in self._rows if r is not row and (r.zh_hans == row.zh_hans or r.id.split(".")[0] == stem))


def _choose(rows: list[Row], readings: str) -> Row:
    def rank(row: Row) -> int:
        if row.family == MODERN_PAIRS:
            return 5
        if row.school == readings:
            return 0
        if row.default:
            return 1
        return {"jingyou": 2, "zhushu": 3}.get(row.school, 4)

    return min(rows, key=rank)


PATTERNS = Patterns(ROWS)


def patterns_of(school: str | School) -> tuple[Row, ...]:
    """Return the rows that a school reads: for every name the one it means, in the order of the catalogue.

    Rows of other schools, and those that the school's author quotes only to reject, are left out; the modern
    stem pairs belong to the modern presets.
    """
    return _rows_of(find_school(school).readings)


@functools.cache
def _rows_of(readings: str) -> tuple[Row, ...]:
    chosen = set()
    for name in PATTERNS.names():
        row = _choose([r for r in PATTERNS._by_name[name] if r.zh_hans == name], readings)
        own = row.school in (readings, "jingyou") or row.default
        if row.school == "zhushu":
            own = readings not in _REJECTS_ZHUSHU
        if row.family == MODERN_PAIRS:
            own = readings == "modern"
        if own:
            chosen.add(row.id)
    return tuple(row for row in PATTERNS if row.id in chosen)


def find_name(name: Name, which: School, defined: dict[str, Pattern]) -> AnyRow:
    """Return what a name in an expression means: a pattern defined by the user, else a row."""
    return defined.get(name.text) or PATTERNS.resolve(name.text, which)
