"""What every test stands on: a kernel that was built from the source beside it."""

from __future__ import annotations

import importlib.util
import os
import signal
import threading
from pathlib import Path

import pytest

EXTENSIONS = ("_core", "_walk", "_ufuncs", "interop/_rows")
SOURCE = Path(__file__).resolve().parent.parent / "src" / "qimen"


def pytest_configure(config: pytest.Config) -> None:
    """Stop at once where the kernel is older than its source: an editable install does not rebuild it."""
    os.environ["QIMEN_LANG"] = "zh-hans"  # whatever the locale here
    # A run in the background of a script ignores interruptions, and so would every command that a test interrupts.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)
    package = importlib.util.find_spec("qimen")
    folders = (package.submodule_search_locations if package else None) or ()
    for name in EXTENSIONS:
        built = [
            file for folder in folders for file in Path(folder).glob(f"{name}.*") if file.suffix in (".so", ".pyd")
        ]
        stale = stale_sources(max((file.stat().st_mtime for file in built), default=float("inf")), SOURCE, name)
        if stale:
            raise pytest.UsageError(
                f"the built {name} is older than {', '.join(stale)}: "
                "run `make test`, or `python setup.py build_ext --inplace`"
            )


def stale_sources(built: float, folder: Path, name: str = "_core") -> list[str]:
    """Return the sources of an extension in `folder` that changed after the time `built`."""
    sources = [folder / f"{name}{ending}" for ending in (".pyx", ".pxd", ".h")] + [folder / "_wide.h"]
    return [file.name for file in sources if file.exists() and file.stat().st_mtime > built]
