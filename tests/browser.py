"""A headless Chromium, where there is one: pages measured through their own script, and pictures of them."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
)  # fmt: skip


def find() -> str | None:
    """Return the path of a Chromium, None where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def has_characters() -> bool:
    """Tell whether a font with Chinese characters is installed; boxes would prove nothing."""
    listed = shutil.which("fc-list")
    return bool(listed and subprocess.run([listed, ":lang=zh"], capture_output=True, check=False).stdout.strip())


needs_browser = pytest.mark.skipif(
    find() is None or not has_characters(),
    reason="no Chromium, or no font with Chinese characters (Debian: chromium, fonts-noto-cjk)",
)


def _run(page: Path, *flags: str) -> str:
    program = find()
    assert program
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        words = [program, *FLAGS, f"--user-data-dir={profile}", *flags, page.as_uri()]
        done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", timeout=180, check=True)
    return done.stdout


def measure(markup: str, script: str, folder: Path, width: int = 1300) -> Any:
    """Return what `script` (the body of a function) returns on a page with `markup`, through JSON."""
    page = folder / "measured.html"
    page.write_text(
        f'<!doctype html><meta charset="utf-8"><body>{markup}<pre id="found"></pre><script>'
        f"const found=(()=>{{{script}}})();"
        "document.getElementById('found').textContent=JSON.stringify(found);</script>",
        encoding="utf-8",
    )
    dom = _run(page, f"--window-size={width},1000", "--virtual-time-budget=10000", "--dump-dom")
    found = re.search(r'<pre id="found">(.*?)</pre>', dom, re.DOTALL)
    assert found, dom[:2000]
    return json.loads(html.unescape(found[1]))


def picture(markup: str, target: Path, width: int, height: int, scale: float = 1) -> None:
    """Write a picture of a page as PNG."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "pictured.html"
        page.write_text(markup, encoding="utf-8")
        flags = (f"--window-size={width},{height}", f"--force-device-scale-factor={scale}")
        _run(page, *flags, f"--screenshot={target}")
