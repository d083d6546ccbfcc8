"""Optional packages in tests: skipped where they are missing, unless the run says that none may be."""

from __future__ import annotations

import importlib
import os
from typing import Any

import pytest


def need(name: str) -> Any:
    """Return a module; without it skip the test, or fail where QIMEN_REQUIRE_INTEROP is 1 (`make test` sets it)."""
    if os.environ.get("QIMEN_REQUIRE_INTEROP") == "1":
        return importlib.import_module(name)
    return pytest.importorskip(name)
