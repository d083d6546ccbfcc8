"""The errors a caller can act on. Each is also a builtin, so `except ValueError` works."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class QimenError(Exception):
    """Base of every error that qimen raises on purpose."""


class InputError(QimenError, ValueError):
    """A value that cannot be used; the message names the argument, the value and what is allowed.

    `mask` marks the offending elements where the argument was an array, else it is None.
    """

    def __init__(self, message: str, mask: Any = None) -> None:
        super().__init__(message)
        self.mask = mask


class RangeError(InputError):
    """A time outside the years of the term table."""


class UnknownNameError(InputError):
    """A school, pattern, palace, format ... that does not exist; near matches are offered."""


class ExpressionError(InputError):
    """A malformed expression; `position` is the 0-based index of the character at fault."""

    def __init__(self, message: str, position: int = 0) -> None:
        super().__init__(message)
        self.position = position


class LocalTimeError(InputError):
    """A local time that the zone skips or has twice."""


class MissingPackageError(QimenError, ImportError):
    """An optional package is needed; the message says which extra brings it."""


class InputTypeError(QimenError, TypeError):
    """A value of a kind that cannot be used at all (float hours, aware times among naive ...)."""


def _near(value: str, names: list[str]) -> list[str]:
    """Return up to three names like `value`; among equally like ones the earlier first (names are often short)."""
    from difflib import SequenceMatcher  # only when something is wrong

    matcher = SequenceMatcher(b=value)
    likeness = []
    for name in names:
        matcher.set_seq1(name)
        if matcher.real_quick_ratio() >= 0.5 and matcher.ratio() >= 0.5:
            likeness.append((matcher.ratio(), name))
    return [name for _, name in sorted(likeness, key=lambda pair: -pair[0])[:3]]


def unknown(argument: str, value: object, known: Iterable[str]) -> UnknownNameError:
    """Return the error for a name that is not among `known`, with the near matches."""
    names = [str(k) for k in known]
    near = _near(str(value), names)
    if near:
        hint = "did you mean " + " or ".join(repr(n) for n in near) + "?"
    elif len(names) <= 30:
        hint = "known: " + ", ".join(names)
    else:
        hint = f"{len(names)} names are known, such as {', '.join(names[:5])}"
    return UnknownNameError(f"{argument}={value!r} is unknown; {hint}")
