"""Directions of one moment, a camp and a day's rods as plain data: what the command prints, as text or JSON."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..align import pillars
from ..board import Board, cast
from ..clock import Clock
from ..errors import InputError
from ..names import BRANCHES, PILLARS, STEMS, XUN_HEADS
from ..names import DIRECTIONS as SIDES
from ..schools import School
from . import camp, compass
from .asking import direction_masks, told
from .registry import DIRECTIONS
from .rods import lay_rods


def _moment(board: Board) -> dict[str, Any]:
    return {
        "time": board.time,
        "school": board.school.name,
        "conventions": board.school.conventions() | board.clock.describe(),
        "pillars": dict(board.pillars),
        "term": board.term,
        "dun": board.dun,
        "ju": board.ju,
        "xun": board.xun,
        "hour": board.hour,
    }


def compass_report(
    time: Any, school: str | School = "baojian", *, clock: Clock | None = None, fold: int | None = None
) -> dict[str, Any]:
    """Return the directions of a time: each with what it says, and the 24 mountains with what lies there.

    Parameters
    ----------
    time, school, clock, fold
        As in `qimen.cast`.

    Returns
    -------
    dict
        `directions`: one dict a direction the school reads (id, name, kind, school, source, auspice, value).
        `compass`: the mountains clockwise from north, each with its palace, its side, the ids of the branch and
        mountain directions that hold it, and those of its palace.
    """
    board = cast(time, school, clock=clock, fold=fold)
    found = direction_masks(time, None, board.school, clock=clock, fold=fold)
    rows = []
    at: dict[str, list[str]] = {}
    for id_, mask in found.items():
        row = DIRECTIONS[id_]
        value = told(row, int(np.asarray(mask).ravel()[0]))
        rows.append(
            {
                "id": id_,
                "name": row.zh_hans,
                "kind": row.kind,
                "school": row.school,
                "source": row.source,
                "auspice": row.auspice,
                "value": value,
            }
        )
        if row.kind != "code":
            for word in value:
                at.setdefault(word, []).append(id_)
    mountains = [
        {
            "mountain": mountain,
            "palace": compass.MOUNTAIN_PALACE[m],
            "side": SIDES[compass.MOUNTAIN_PALACE[m]],
            "directions": at.get(mountain, []),
            "palace_directions": at.get(str(compass.MOUNTAIN_PALACE[m]), []),
        }
        for m, mountain in enumerate(compass.MOUNTAINS)
    ]
    return _moment(board) | {"directions": rows, "compass": mountains}


def camp_report(
    time: Any,
    school: str | School = "baojian",
    *,
    xun: str = "hour",
    clock: Clock | None = None,
    fold: int | None = None,
) -> dict[str, Any]:
    """Return 安营 and 闭戊 of a time: the ten posts on their branches, the pit and the order of joining.

    `xun` says whose xun: that of the "hour" (default) or of the "day".
    """
    if xun not in ("hour", "day"):
        raise InputError(f"xun={xun!r} is unknown; known: hour, day")
    board = cast(time, school, clock=clock, fold=fold)
    head = XUN_HEADS[PILLARS.index(board.pillars[xun]) // 10]
    shut = camp.fence(head)
    posts = [
        {"title": title, "post": post, "stem": stem, "branch": branch, "palace": _palace(branch)}
        for stem, (title, post, *_), branch in zip(STEMS, camp.POSTS, camp.encamp(head).values(), strict=True)
    ]
    step = direction_masks(time, "避网步", board.school, clock=clock, fold=fold)["避网步"]
    net = told("避网步", int(np.asarray(step).ravel()[0]), board.school)
    return _moment(board) | {
        "camp_xun": head,
        "posts": posts,
        "fence": {
            "pit": shut.pit,
            "order": list(shut.order),
            "phrases": list(shut.phrases),
            "dou_per_pace": camp.DOU_PER_PACE,
        },
        "net": net[0] if net else None,
    }


def rods_report(day: Any, *, clock: Clock | None = None) -> dict[str, Any]:
    """Return 运筹 of a day, given by its branch (子), its pillar (甲子) or a date.

    Raises InputError for what is none of them.
    """
    name = str(day).strip()
    pillar = name if name in PILLARS else None
    if pillar is None and name not in BRANCHES:
        pillar = PILLARS[int(pillars([day], clock=clock).day[0])]
    branch = pillar[1] if pillar else name
    laid = lay_rods(branch)
    gates = {gate: _beside(gate) for gate in (laid.tianmen, laid.dihu)}
    return {
        "day": pillar or branch,
        "branch": branch,
        "moves": [vars(move) | {"formed": list(move.formed)} for move in laid.moves],
        "rods": list(laid.rods),
        "tianmen": laid.tianmen,
        "tianmen_between": gates[laid.tianmen],
        "dihu": laid.dihu,
        "dihu_between": gates[laid.dihu],
        "lone": list(laid.lone),
        "kaifang": laid.kaifang,
        "bifang": laid.bifang,
        "yunv": laid.yunv,
    }


def _palace(branch: str) -> int:
    return compass.BRANCH_PALACE[BRANCHES.index(branch)]


def _beside(gate: str) -> list[str]:
    place = compass.MOUNTAINS.index(gate)
    return [compass.MOUNTAINS[(place + side) % 24] for side in (-1, 1)]
