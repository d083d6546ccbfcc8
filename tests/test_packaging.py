"""What is shipped: the sdist has the sources; the wheel built from it has one fresh binary and no source."""

from __future__ import annotations

import email
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from conftest import stale_sources

ROOT = Path(__file__).resolve().parent.parent
TREE = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "MANIFEST.in",
    "Makefile",
    "README.md",
    "pyproject.toml",
    "setup.py",
)

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Run a command that must succeed, away from this tree's own paths, and return what it printed."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=clean | {"PYTHONUTF8": "1"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sdist, then the wheel from it, of a copy of this tree in which older builds left traces."""
    tree = tmp_path_factory.mktemp("tree")
    for name in TREE:
        shutil.copy2(ROOT / name, tree)
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so"))
    package = tree / "src" / "qimen"
    (package / "_core.c").write_text("#error stale\n")
    (package / "_core.cpython-39-x86_64-linux-gnu.so").write_bytes(b"stale")
    (package / "data" / "draft.c").write_text("#error stale\n")
    # Without isolation: the environment that runs the tests has what a build needs.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", tree / "dist", ".", cwd=tree)
    return tree / "dist"


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    [path] = dist.glob("*.whl")
    return path


def test_sdist_holds_the_sources_and_nothing_generated(dist: Path) -> None:
    [path] = dist.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {
        "LICENSE", "MANIFEST.in", "README.md", "pyproject.toml", "setup.py", "src/qimen/_core.h", "src/qimen/_core.pxd",
        "src/qimen/_core.pyi", "src/qimen/_core.pyx", "src/qimen/_walk.pyi", "src/qimen/py.typed", "tests/conftest.py",
        "tests/test_packaging.py",
    }  # fmt: skip
    wanted |= {f"src/qimen/data/{file.name}" for file in (ROOT / "src/qimen/data").iterdir()}
    assert wanted <= names
    assert not [name for name in names if re.search(r"\.(c|cpp|html|so|pyd|pyc)$|__pycache__|^build/", name)]


def test_wheel_holds_fresh_extensions_and_no_source(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        extensions = sorted(name for name in names if re.search(r"\.(so|pyd)$", name))
        assert [name.partition(".")[0] for name in extensions] == [
            "qimen/_core", "qimen/_ufuncs", "qimen/_walk", "qimen/interop/_rows"
        ]  # fmt: skip
        # The planted one has five bytes.
        assert all(archive.getinfo(name).file_size > 10_000 for name in extensions)
    assert not [name for name in names if re.search(r"\.(c|h|cpp|pyx|html|pyc)$", name)]
    assert {name.split("/")[0] for name in names} == {"qimen", wheel.name.partition("-cp")[0] + ".dist-info"}
    shipped = {"_core.pxd", "_core.pyi", "_walk.pyi", "_ufuncs.pxd", "_ufuncs.pyi", "interop/_rows.pyi", "py.typed"}
    shipped |= {f"data/{file.name}" for file in (ROOT / "src/qimen/data").iterdir()}
    assert {f"qimen/{name}" for name in shipped} <= set(names)
    modules = {file.relative_to(ROOT / "src").as_posix() for file in (ROOT / "src/qimen").rglob("*.py")}
    assert modules == {name for name in names if name.endswith(".py")}


def test_wheel_metadata(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = email.message_from_bytes(archive.read(name))
    assert metadata["Name"] == "qimen-dunjia"
    assert metadata["License-Expression"] == "BSD-3-Clause"
    assert metadata["Requires-Python"] == ">=3.11"
    needed = [line for line in metadata.get_all("Requires-Dist") or [] if "extra ==" not in line]
    everywhere = [line for line in needed if "sys_platform" not in line]
    assert [re.split(r"[<>=!~ ;]", line)[0] for line in everywhere] == ["numpy"]
    assert [line.replace('"', "'") for line in needed if line not in everywhere] == ["tzdata; sys_platform == 'win32'"]


def test_wheel_installs_and_imports_from_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    home, empty = tmp_path / "venv", tmp_path / "empty"
    empty.mkdir()
    venv.create(home, with_pip=True)
    scripts = home / ("Scripts" if sys.platform == "win32" else "bin")
    run(scripts / "python", "-m", "pip", "install", "--quiet", wheel, cwd=empty)
    script = (
        "import sys, pathlib, qimen, qimen._core, qimen.oracle\n"
        "assert pathlib.Path(qimen.__file__).is_relative_to(sys.prefix), qimen.__file__\n"
        "assert not {'rich', 'pyarrow', 'matplotlib'} & set(sys.modules)\n"
        "print(qimen.cast('2026-03-15T10:20:00', 'chaibu').chart)"
    )
    assert run(scripts / "python", "-W", "error", "-c", script, cwd=empty).strip() == "413"
    found = run(scripts / "qimen", "cast", "2026-03-15T10:20", "--school", "chaibu", "--format", "json", cwd=empty)
    assert '"chart": 413' in found
    assert not list(empty.iterdir())


def test_extras_name_what_they_are_for() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(extras) == {"cli", "arrow", "plot", "build-terms", "test", "bench", "interop", "dev"}


def test_stale_kernel_is_noticed(tmp_path: Path) -> None:
    source = tmp_path / "_core.pyx"
    source.touch()
    os.utime(source, (1000, 1000))
    assert stale_sources(1001.0, tmp_path) == []
    assert stale_sources(999.0, tmp_path) == ["_core.pyx"]
