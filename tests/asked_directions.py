"""Directions asked one at a time, for the tests: what a direction says where only some things are known."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import qimen
from qimen.calendars.tables import month_general
from qimen.directions import DIRECTIONS, month_generals, told
from qimen.names import BRANCHES, PILLARS, TERMS
from qimen.schools import School

VECTORS = Path(__file__).parent / "data" / "vectors"


def read_lines(name: str) -> dict[str, dict[str, Any]]:
    """Return the records of a vector file by their ids."""
    records = map(json.loads, (VECTORS / name).read_text(encoding="utf-8").splitlines())
    return {record["id"]: record for record in records}


CLAIMS = read_lines("baojian_claims.jsonl")
EXAMPLES = read_lines("jingyou_examples.jsonl")
TABLES: dict[str, Any] = json.loads((VECTORS / "baojian_tables.json").read_text(encoding="utf-8"))
NAMES = ("hour", "day", "month", "year", "shuo", "term", "ju_term", "yuan", "general")
BAOJIAN = qimen.school("baojian")
CHARTS = np.arange(1080, dtype=np.uint16)


def columns(size: int = 1, **given: Any) -> dict[str, np.ndarray]:
    """Return columns where only what is given is known."""
    known = {name: np.full(size, 255, dtype=np.uint8) for name in NAMES}
    known["chart"] = np.zeros(size, dtype=np.uint16)
    return known | {name: np.broadcast_to(np.asarray(value), size) for name, value in given.items()}


def at(name: str, which: School = BAOJIAN, **given: Any) -> list[str]:
    """Return what a direction says where the given columns are known."""
    row = DIRECTIONS[name]
    return told(row, int(row.compute(columns(**given), which)[0]))


def at_offset(name: str, d: int) -> list[str]:
    """Return what a direction says with the 月将 子 on the hour branch d."""
    return at(name, hour=d, general=0)


def branch_pillar(branch: str) -> int:
    return BRANCHES.index(branch)


def chart(dun: str, ju: int, hour: str) -> int:
    return (("阳阴".index(dun) * 9) + ju - 1) * 60 + PILLARS.index(hour)


def of_chart(name: str, dun: str, ju: int, hour: str, which: School = BAOJIAN) -> list[str]:
    return at(name, which, chart=np.uint16(chart(dun, ju, hour)), hour=PILLARS.index(hour))


def mapping(name: str, role: str, code: Callable[[int], int] = int, size: int = 12) -> dict[str, str]:
    """Return what a direction says for each branch of one pillar."""
    return {BRANCHES[b]: "".join(at(name, **{role: code(b)})) for b in range(size)}


def general_of(term: int) -> int:
    """Return the branch of the 月将 of a term."""
    return int(month_general(np.array([term], dtype=np.uint8))[0])


def generals() -> dict[str, Any]:
    found = {}
    for term in range(0, 24, 2):
        (b,) = at("yuejiang", general=general_of(term))
        found[TERMS[term]] = {"branch": b, "name": month_generals.GODS[BRANCHES.index(b)][0]}
    return found


def four_doors(name: str, role: str) -> dict[str, list[str]]:
    return {b: sorted(at(name, **{role: branch_pillar(b)})) for b in BRANCHES}


def tianma(general_of: Callable[[int], int]) -> dict[str, str]:
    return {BRANCHES[m]: "".join(at("taichong-tianma", month=m, general=general_of(m))) for m in range(12)}


def after_zhongqi(month: int) -> int:
    """The general after the 中气 of a month combines with the month branch (子丑, 寅亥 ...)."""
    return (1 - month) % 12


def meeting(d: int) -> tuple[str, str, str]:
    (ting,), (jian,), (word,) = (at_offset(n, d) for n in ("tingting", "baijian", "tingjian"))
    return ting, jian, word


def seat(god: str, d: int) -> str:
    (found,) = at_offset(f"shen-{month_generals.GODS[BRANCHES.index(god)][2]}", d)
    return found


def march_of(dun: str, ju: int, hour: str, suffix: str = "") -> list[int]:
    slugs = ("tianmen", "dihu", "taiyin", "qinglong", "ji")
    return [int("".join(of_chart(f"chujun-{slug}{suffix}", dun, ju, hour))) for slug in slugs]
