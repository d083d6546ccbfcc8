"""The compass table of a moment, and plans of a camp and of a day's rods, as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..directions.compass import MOUNTAINS, PALACE_MOUNTAINS
from ..names import TRIGRAMS
from .text import display_width

#: The 24 mountains as the rim of a square of seven by seven, south up: the corners are 巽 坤 乾 艮.
_TOP, _RIGHT, _BOTTOM, _LEFT = "巽巳丙午丁未坤", "申庚酉辛戌", "艮丑癸子壬亥乾", "辰乙卯甲寅"


def compass_text(report: Mapping[str, Any], width: int = 80) -> str:
    """Return the directions of a moment (`compass_report`): a line a mountain, clockwise from north.

    Directions of a whole palace stand once, at its middle mountain, after a bar. Lines wrap at `width`.
    """
    rows = {row["id"]: row for row in report["directions"]}

    def names(ids: Iterable[str]) -> list[str]:
        return [_named(rows[id_]) for id_ in ids]

    lines = [*_header(report)]
    said = (row for row in rows.values() if row["kind"] == "code" and row["value"])
    codes = [f"{row['name']} {row['value'][0]}" for row in said]
    lines += _wrap(codes, width, "")
    middle = {MOUNTAINS[PALACE_MOUNTAINS[p][1]] for p in range(1, 10) if p != 5}
    for place in report["compass"]:
        head = f"{place['mountain']} {_palace(place['palace'])} {_pad(place['side'], 4)} "
        here = names(place["directions"])
        if place["mountain"] in middle:
            here += ["|", *names(place["palace_directions"])]
        first, *rest = _wrap(here, width - display_width(head), "") or [""]
        lines += [(head + first).rstrip(), *(" " * display_width(head) + line for line in rest)]
    return "\n".join(lines) + "\n"


def camp_text(report: Mapping[str, Any]) -> str:
    """Return a camp (`camp_report`) as a plan, south up, and the words and order of 闭戊."""
    posts = report["posts"]
    shut = report["fence"]
    lines = [*_header(report), f"安营 {report['camp_xun']}旬"]
    lines += _plan({post["branch"]: post["post"] for post in posts})
    lines += [
        f"{post['title']} {post['post']} {post['stem']}{post['branch']} {_palace(post['palace'])}" for post in posts
    ]
    lines += ["", f"闭戊 坑 {shut['pit']}  每步取土 {shut['dou_per_pace']} 斗"]
    steps = zip(shut["order"], shut["order"][1:], shut["phrases"], strict=False)
    lines += [f"{n} {here}→{there} {phrase}" for n, (here, there, phrase) in enumerate(steps, 1)]
    if report["net"]:
        lines += ["", f"避网步 {report['net']}"]
    return "\n".join(lines) + "\n"


def rods_text(report: Mapping[str, Any]) -> str:
    """Return a day's rods (`rods_report`): the moves, the plan, south up, and the way out."""
    lines = [f"运筹 {report['day']}日"]
    for move in report["moves"]:
        lifted = f" 拾{move['picked_up']}筹" if move["picked_up"] else ""
        formed = f" 成{''.join(move['formed'])}" if move["formed"] else ""
        way = f"{move['phrase']} {move['frm']}→{move['to']}"
        lines.append(f"{move['step']} {move['spirit']}{lifted} {way}{formed}")
    marks = dict.fromkeys(report["rods"], "筹") | {report["tianmen"]: "天门", report["dihu"]: "地户"}
    marks[report["kaifang"]], marks[report["bifang"]] = "开方", "闭方"
    marks[report["yunv"]] = "／".join(filter(None, (marks.get(report["yunv"]), "玉女")))
    lines += _plan(marks)
    lines += [
        f"出天门 {report['tianmen']}（{'、'.join(report['tianmen_between'])}之间）",
        f"入地户 {report['dihu']}（{'、'.join(report['dihu_between'])}之间）",
        f"乘玉女 {report['yunv']}",
        f"开方 {report['kaifang']}  闭方 {report['bifang']}",
    ]
    return "\n".join(lines) + "\n"


def _header(report: Mapping[str, Any]) -> list[str]:
    pillars = report["pillars"]
    named = zip(("year", "month", "day", "hour"), "年月日时", strict=True)
    return [
        f"{report['time']}  {report['school']}",
        "  ".join(f"{pillars[key]}{unit}" for key, unit in named),
        f"节气 {report['term']}  {report['dun']}遁{report['ju']}局  旬首 {report['xun']}",
    ]


def _palace(number: int) -> str:
    return f"{TRIGRAMS[number]}{number}"


def _named(row: Mapping[str, Any]) -> str:
    return f"{row['name']}({row['auspice']})" if row["auspice"] else str(row["name"])


def _plan(labels: Mapping[str, str]) -> list[str]:
    """Return the rim of the 24 mountains with a label at some of them."""
    cells = {mountain: mountain + labels.get(mountain, "") for mountain in MOUNTAINS}
    wide = max(display_width(cell) for cell in cells.values()) + 1
    lines = ["".join(_pad(cells[m], wide) for m in _TOP)]
    inner = " " * (5 * wide)
    lines += [_pad(cells[left], wide) + inner + cells[right] for left, right in zip(_LEFT, _RIGHT, strict=True)]
    lines.append("".join(_pad(cells[m], wide) for m in _BOTTOM))
    return [line.rstrip() for line in lines]


def _pad(text: str, width: int) -> str:
    return text + " " * (width - display_width(text))


def _wrap(items: Iterable[str], width: int, start: str) -> list[str]:
    lines: list[str] = []
    line = start
    for item in items:
        longer = f"{line} {item}" if line else item
        if line and display_width(longer) > width:
            lines.append(line)
            longer = item
        line = longer
    return [*lines, line] if line else lines
