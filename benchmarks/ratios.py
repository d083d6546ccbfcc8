"""Ratios measured in one process: both sides in turn, warm outputs, medians."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Ratio:
    """Median seconds of the subject and of the reference, and their quotient."""

    subject: float
    reference: float

    @property
    def cost(self) -> float:
        """Subject over reference: how many times as long."""
        return self.subject / self.reference

    @property
    def gain(self) -> float:
        """Reference over subject: how many times as fast."""
        return self.reference / self.subject


def alternate(subject: Callable[[], object], reference: Callable[[], object], seconds: float = 0.6) -> Ratio:
    """Time two calls in turn for about so many seconds, at least five rounds of each."""
    times: tuple[list[float], list[float]] = ([], [])
    loops = [_loops(call) for call in (subject, reference)]
    enabled = gc.isenabled()
    gc.disable()
    try:
        begin = time.perf_counter()
        while len(times[0]) < 5 or time.perf_counter() - begin < seconds:
            for call, count, kept in zip((subject, reference), loops, times, strict=True):
                start = time.perf_counter()
                for _ in range(count):
                    call()
                kept.append((time.perf_counter() - start) / count)
    finally:
        if enabled:
            gc.enable()
    return Ratio(statistics.median(times[0]), statistics.median(times[1]))


def _loops(call: Callable[[], object]) -> int:
    """Return how often to call so that one measurement takes some 2 ms."""
    call()
    start = time.perf_counter()
    call()
    return max(1, int(0.002 / max(time.perf_counter() - start, 1e-9)))
