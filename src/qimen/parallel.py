"""Two or more threads where the work is worth them; the kernels hold no GIL.

Below some five milliseconds of work starting threads costs more than it saves, so short calls never leave the
caller's thread. QIMEN_THREADS limits the number (1 switches threads off).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

#: Work below this stays in one thread.
WORTH_NS = 5_000_000
_MOST = 8
#: Parts a thread: with several, one that is held up by another process leaves its share to the others.
_PARTS = 4


def threads() -> int:
    """Return how many threads may be used: the processors this process may run on, at most 8, or QIMEN_THREADS."""
    asked = os.environ.get("QIMEN_THREADS", "")
    if asked.isdigit() and int(asked) > 0:
        return min(int(asked), _MOST)
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, _MOST)


def split(size: int, ns_each: float, work: Callable[[int, int], None], align: int = 60) -> None:
    """Call work(start, stop) over [0, size): at once when it is short, else in parts, a few a thread.

    `ns_each` is a rough cost of one element; parts begin at multiples of `align`.
    """
    count = threads() if size * ns_each >= WORTH_NS else 1
    if count == 1:
        work(0, size)
    else:
        _share(size, -(-size // (count * _PARTS * align)) * align, count, work)


def _share(size: int, step: int, count: int, work: Callable[[int, int], None]) -> None:
    starts = range(0, size, step)
    with ThreadPoolExecutor(count) as pool:
        # list() so that an error of any part is raised here.
        list(pool.map(lambda start: work(start, min(start + step, size)), starts))
