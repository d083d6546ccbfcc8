"""The commands `directions`, `camp` and `rods`, and the page that tells of them."""

from __future__ import annotations

import doctest
import json
from pathlib import Path
from typing import Any

import pytest

from qimen import cli
from qimen.directions import MOUNTAINS
from qimen.directions.reports import camp_report, rods_report
from qimen.errors import InputError

TIME = "2026-03-15T10:20"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command in this process; returns its exit code, stdout and stderr."""

    def run(*words: str) -> tuple[int, str, str]:
        code = cli.main(words)
        return code, *capsys.readouterr()

    return run


def test_directions_go_round_the_compass(run: Any) -> None:
    code, out, err = run("directions", TIME)
    assert (code, err) == (0, "")
    heads = [line[0] for line in out.splitlines()[4:] if not line.startswith(" ")]
    assert "".join(heads) == MOUNTAINS
    assert "月将 亥 建除 收 亭奸 余" in out
    code, out, err = run("directions", TIME, "--format", "json", "--school", "jingyou")
    report = json.loads(out)
    assert (code, err, report["school"], report["pillars"]["hour"]) == (0, "", "jingyou", "丁巳")
    assert "".join(place["mountain"] for place in report["compass"]) == MOUNTAINS
    rows = {row["id"]: row for row in report["directions"]}
    assert rows["baijian.jingyou"]["name"] == "白奸"
    for place in report["compass"]:
        assert all(place["mountain"] in rows[id_]["value"] for id_ in place["directions"])
        assert all(str(place["palace"]) in rows[id_]["value"] for id_ in place["palace_directions"])


def test_camp_is_a_plan(run: Any) -> None:
    code, out, err = run("camp", TIME)
    assert (code, err) == (0, "")
    assert "安营 甲寅旬" in out
    assert "寅大将" in out
    assert "1 午→申 马岭土宽均接猴山" in out
    report = json.loads(run("camp", TIME, "--xun", "day", "--format", "json")[1])
    assert report["camp_xun"] == "甲申"
    assert report["posts"][0] == {"title": "青龙", "post": "大将", "stem": "甲", "branch": "申", "palace": 2}
    assert report["fence"]["order"] == list("子寅辰午申戌子")
    assert run("camp", TIME, "--xun", "year")[0] == 2
    with pytest.raises(InputError, match="xun='year'"):
        camp_report(TIME, xun="year")


def test_rods_of_a_date_a_pillar_and_a_branch(run: Any) -> None:
    code, out, err = run("rods", "2026-03-15")
    assert (code, err) == (0, "")
    assert "运筹 戊子日" in out
    assert "7 青龙 拾戌筹 马泉龙浴 午→辰 成乙" in out
    assert "乙地户" in out
    of_date, of_pillar, of_branch = (rods_report(day) for day in ("2026-03-15", "戊子", "子"))
    assert of_date == of_pillar
    assert of_branch == of_date | {"day": "子"}
    assert json.loads(run("rods", "子", "--format", "json")[1]) == of_branch
    code, out, err = run("rods", "龙")
    assert (code, out) == (2, "")
    assert "'龙'" in err


def test_the_page_runs() -> None:
    page = Path(__file__).parent.parent / "docs" / "directions.md"
    assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0
