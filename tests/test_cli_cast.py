"""The command `cast` in its other media: drawings, pages, comparisons, and the full list of patterns."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import qimen
from qimen import cli


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run the command in this process, in 简; returns its exit code, stdout and stderr."""
    monkeypatch.setenv("QIMEN_LANG", "zh-hans")

    def run(*words: str) -> tuple[int, str, str]:
        code = cli.main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_cast_format_follows_the_name_of_the_file(run: Any, tmp_path: Path) -> None:
    board = qimen.cast("2026-03-15T10:20", "chaibu")
    page = "<!doctype html>"
    heads = {"a.svg": "<svg ", "a.html": page, "a.HTM": page, "a.json": "{\n", "a.txt": "2026"}
    for name, head in heads.items():
        target = tmp_path / name
        words = ("cast", "2026-03-15T10:20", "--school", "chaibu", "-o", str(target))
        assert run(*words) == (0, "", "")
        assert target.read_text(encoding="utf-8").startswith(head)
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == qimen.svg.board(board) + "\n"
    words = ("cast", "2026-03-15T10:20", "--school", "chaibu", "-o", str(tmp_path / "a.svg"), "--format", "json")
    assert run(*words)[0] == 0
    assert json.loads((tmp_path / "a.svg").read_text(encoding="utf-8"))["ju"] == 7


def test_cast_svg_takes_theme_and_language(run: Any) -> None:
    words = ("cast", "2026-03-15T10:20", "--format", "svg", "--theme", "dark", "--lang", "en")
    assert run(*words)[1] == qimen.svg.board(qimen.cast("2026-03-15T10:20"), "en", "dark") + "\n"
    assert run("cast", "--theme", "drak")[0] == 2


def test_cast_html_of_an_hour_and_of_a_changed_clock(run: Any) -> None:
    for words in (("--hour", "29559053"), ("2026-03-15T10:20", "--longitude", "90", "--solar", "apparent")):
        code, out, err = run("cast", *words, "--format", "html")
        assert (code, err) == (0, "")
        assert out.count('role="img"') >= 3


def test_cast_all_lists_every_pattern(run: Any) -> None:
    out = run("cast", "2026-03-15T10:20", "--all")[1]
    assert all(hit.row.zh_hans in out for hit in qimen.cast("2026-03-15T10:20").patterns)


def test_cast_compare(run: Any) -> None:
    words = ("cast", "2026-12-20T10:20", "--compare", "baojian,拆补,tao")
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    assert "阴遁4局" in out
    record = json.loads(run(*words, "--format", "json")[1])
    assert record["schools"] == ["baojian", "chaibu", "tao"]
    assert "<table" in run(*words, "--format", "html")[1]
    assert len(json.loads(run("cast", "--compare", "all", "--format", "json")[1])["boards"]) == len(qimen.SCHOOLS)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--compare", "baojian,chaibo"], "did you mean 'chaibu'"),
        (["--compare", "baojian"], "at least two"),
        (["--compare", "baojian,"], "compare"),
        (["--compare", "baojian,tao", "--school", "li"], "exclude"),
        (["--compare", "baojian,tao", "--format", "svg"], "svg"),
        (["--lang", "klingon"], "klingon"),
    ],
)
def test_cast_wrong_words(run: Any, words: list[str], told: str) -> None:
    code, out, err = run("cast", "2026-03-15T10:20", *words)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


def test_markup_on_a_stream_without_characters_uses_references() -> None:
    words = (sys.executable, "-m", "qimen", "cast", "2026-03-15T10:20", "--format", "svg", "--lang", "zh-hans")
    environment = os.environ | {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(words, env=environment, capture_output=True, check=True)
    assert b"&#" in done.stdout
    assert done.stdout.isascii()
    assert b"\\u" not in done.stdout
