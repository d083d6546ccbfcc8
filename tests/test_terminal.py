"""The board in a real terminal (tmux): what stands on the screen is what the renderer said, cell by cell."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import qimen
from qimen.render import board_text, display_width

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="no tmux (Debian: tmux)")

TIME = "2026-03-15T10:20"
#: More lines than any board has: nothing scrolls away.
LINES = 90
DONE = "=done="

Screen = Callable[..., str]


@pytest.fixture
def screen(tmp_path: Path) -> Screen:
    """Run `qimen cast` in a terminal of so many columns and return its screen."""
    servers = itertools.count()
    # COLUMNS would be believed before the terminal itself.
    dropped = ("NO_COLOR", "TMUX", "LC_ALL", "COLUMNS", "LINES")
    environment = {name: value for name, value in os.environ.items() if name not in dropped}
    environment |= {"LANG": "C.UTF-8", "QIMEN_LANG": "zh-hans", "TERM": "screen-256color"}

    def show(columns: int, *words: str, colours: bool = False, before: str = "") -> str:
        # A server of its own each time: one that is just closing down would refuse the next session.
        tmux = ["tmux", "-u", "-S", str(tmp_path / f"tmux{next(servers)}"), "-f", os.devnull]
        command = f"{before} '{sys.executable}' -m qimen cast {TIME} {' '.join(words)}; echo {DONE}; sleep 60"
        size = ("-x", str(columns), "-y", str(LINES))
        subprocess.run([*tmux, "new-session", "-d", *size, command], env=environment, check=True)
        capture = [*tmux, "capture-pane", "-p", *(["-e"] if colours else [])]
        try:
            for _ in range(300):
                seen = subprocess.run(capture, capture_output=True, env=environment, check=True).stdout.decode()
                if DONE in seen:
                    return seen.split(DONE)[0]
                time.sleep(0.1)
            raise AssertionError(seen)
        finally:
            subprocess.run([*tmux, "kill-server"], env=environment, check=False, capture_output=True)

    return show


@pytest.mark.parametrize(
    ("columns", "language"),
    [(40, "zh-hans"), *((columns, language) for columns in (54, 80, 120) for language in ("zh-hans", "en"))],
)
def test_the_screen_shows_the_board_whole(screen: Screen, columns: int, language: str) -> None:
    seen = [line.rstrip() for line in screen(columns, "--lang", language).splitlines()]
    told = board_text(qimen.cast(TIME), columns, lang=language).splitlines()
    assert [line for line in seen if line] == [line.rstrip() for line in told]
    assert max(map(display_width, told)) <= columns  # or the terminal would have wrapped a line
    framed = [line for line in seen if line.startswith(("│", "┌", "├", "└"))]
    assert bool(framed) == (columns >= 80 or (columns == 54 and language == "zh-hans"))


def test_a_terminal_gets_colours_unless_it_asks_for_none(screen: Screen) -> None:
    assert "\x1b[32m" in screen(80, colours=True)
    assert "\x1b[3" not in screen(80, colours=True, before="NO_COLOR=1")


def test_a_terminal_without_characters_gets_letters(screen: Screen) -> None:
    seen = screen(80, before="PYTHONIOENCODING=ascii")
    assert "names are written in pinyin" in seen
    assert "zhifu" in seen
    assert "+-----" in seen
    assert seen.isascii()
