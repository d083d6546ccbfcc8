"""The pages run: every python and console block of README and docs/, their links, and the tables of the reference.

Conventions of the pages:

- ```python with `>>>`: a doctest; what it prints is compared, `...` stands for anything. Without `>>>` it is run.
  The blocks of one page share a namespace, from top to bottom.
- ```console: `$ command` and what it prints, standard error included; `...` stands for anything.
- a page with the header of a notebook (jupytext) is run cell by cell, and the last value of a cell is shown.
- any other fence (text, sh, json ...) is not run.
"""

from __future__ import annotations

import ast
import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from qimen import lang
from qimen.facts import DIFFERENCES
from qimen.rules import FIELDS

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
#: Packages of the extras: a page that needs one is skipped where it is missing.
OPTIONAL = {
    "dask", "duckdb", "matplotlib", "numba", "pandas", "polars", "pyarrow", "rich", "xarray",
}  # fmt: skip
_FENCE = re.compile(r"^(?P<indent> *)```(?P<kind>\w*)[^\n]*\n(?P<body>.*?)^(?P=indent)```\s*$", re.M | re.S)
_CHECKER = doctest.OutputChecker()
_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind, its text, and the line it begins in."""

    kind: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    """Yield the fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        body = found["body"]
        if found["indent"]:
            body = "\n".join(line.removeprefix(found["indent"]) for line in body.split("\n"))
        yield Block(found["kind"], body, text.count("\n", 0, found.start()) + 2)


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def having(kind: str) -> list[Path]:
    return [page for page in PAGES if any(block.kind == kind for block in blocks(page))]


@pytest.mark.parametrize("page", having("python"), ids=name)
def test_python_blocks(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    notebook = page.read_text(encoding="utf-8").startswith("---\njupyter:")
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page):
        if block.kind != "python":
            continue
        where = f"{name(page)}, line {block.line}"
        try:
            if ">>> " in block.text:
                run_doctest(block, names, where)
            elif notebook:
                run_cell(block, names, where)
            else:
                exec(compile(block.text, where, "exec"), names)
        except ImportError as error:
            if (error.name or "").split(".")[0] in OPTIONAL or "qimen-dunjia[" in str(error):
                pytest.skip(f"{where}: {error}")
            raise


def run_doctest(block: Block, names: dict[str, Any], where: str) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, names, where, str(where), block.line)
    test.globs = names  # the parser would copy them
    wrong: list[str] = []
    missing: list[ImportError] = []

    class Runner(doctest.DocTestRunner):
        def report_unexpected_exception(self, out, test, example, exc_info):
            if isinstance(exc_info[1], ImportError):
                missing.append(exc_info[1])
            super().report_unexpected_exception(out, test, example, exc_info)

    Runner(_CHECKER, verbose=False, optionflags=_FLAGS).run(test, out=wrong.append, clear_globs=False)
    if missing:
        raise missing[0]
    assert not wrong, "".join(wrong)


def run_cell(block: Block, names: dict[str, Any], where: str) -> None:
    """Run a cell as a notebook does: the value of its last expression is shown, as HTML where it can."""
    tree = ast.parse(block.text, where)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, where, "exec"), names)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), where, "eval"), names)
        ways = (getattr(value, f"_repr_{kind}_", None) for kind in ("html", "svg", "png"))
        assert next((shown for way in ways if way and (shown := way())), repr(value))


@pytest.mark.parametrize("page", having("console"), ids=name)
def test_console_blocks(page, tmp_path):
    environ = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "QIMEN_LANG", "NO_COLOR")}
    environ |= {
        "PATH": str(Path(sys.executable).parent) + os.pathsep + environ.get("PATH", ""),
        "PYTHONUTF8": "1",
        "LC_ALL": "C.UTF-8",
    }
    for block in blocks(page):
        if block.kind != "console":
            continue
        assert block.text.startswith("$ "), f"{name(page)}, line {block.line}: begins with no command"
        for command, expected, line in commands(block):
            done = subprocess.run(
                command, shell=True, cwd=tmp_path, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                encoding="utf-8", timeout=300, check=False,
            )  # fmt: skip
            if done.returncode == 3 and "qimen-dunjia[" in done.stdout:
                pytest.skip(f"{name(page)}, line {line}: {done.stdout.strip()}")
            same = _CHECKER.check_output(expected, done.stdout, _FLAGS)
            assert same, f"{name(page)}, line {line}: $ {command}\n--- expected\n{expected}--- printed\n{done.stdout}"


def commands(block: Block) -> Iterator[tuple[str, str, int]]:
    """Yield the commands of a console block, what each prints, and its line."""
    lines = block.text.splitlines(keepends=True)
    starts = [at for at, line in enumerate(lines) if line.startswith("$ ")]
    for at, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        command, rest = lines[at][2:], at + 1
        while command.endswith("\\\n"):
            command, rest = command + lines[rest], rest + 1
        yield command.rstrip("\n"), "".join(lines[rest:end]), block.line + at


def test_the_runner_sees_what_is_wrong(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```python\n>>> 1 + 1\n3\n\n```\n\n```console\n$ echo a \\\n  b\na b\n$ echo c\n```\n")
    python, console = blocks(page)
    with pytest.raises(AssertionError, match="Expected"):
        run_doctest(python, {}, "page")
    assert [(command, expected) for command, expected, _ in commands(console)] == [
        ("echo a \\\n  b", "a b\n"),
        ("echo c", ""),
    ]


# ---------------------------------------------------------------- links and tables

_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page):
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in _LINK.findall(text):
        if "://" in target or target.startswith("mailto:"):
            continue
        file, _, anchor = target.partition("#")
        there = (page.parent / file).resolve() if file else page
        assert there.exists(), f"{name(page)} links to {target}"
        if anchor:
            assert anchor in anchors(there), f"{name(page)} links to {target}"


def test_every_page_is_in_the_index():
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    linked = {target.partition("#")[0] for target in _LINK.findall(index)}
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")} - {"index.md"}
    assert pages <= linked


def first_column(page: Path, head: str) -> list[str]:
    """Return the code words of the first column of the table under a heading."""
    text = page.read_text(encoding="utf-8").split(f"\n## {head}\n")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("|")]
    return [word for cell in cells for word in re.findall(r"`([^`]+)`", cell)]


def test_the_reference_of_where_lists_every_field():
    page = ROOT / "docs" / "where.md"
    places = first_column(page, "What stands in a palace")
    hours = first_column(page, "What is true of the hour")
    differences = first_column(page, "Differences")
    assert sorted([*places, *hours, *differences]) == sorted([*FIELDS, "envoy"])
    assert set(differences) == set(DIFFERENCES)


def test_the_reference_of_names_is_the_table():
    page = ROOT / "docs" / "names.md"
    told = page.read_text(encoding="utf-8")
    for kind, rows in lang.KINDS.items():
        if kind in ("pillar", "label", "mountain", "code"):
            continue
        for row in rows:
            assert f"| {' | '.join(row[:4])} |" in told, (kind, row)
