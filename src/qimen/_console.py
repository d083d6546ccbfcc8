"""What the command line needs of a terminal: streams that never crash, whole files, progress."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

from .lang import choose_lang

Update = Callable[[int], None]


def prepare_streams() -> None:
    """Let a stream that cannot show a character print its escape instead of failing.

    The escapes are those of JSON and Python, so that JSON stays JSON even under an ASCII locale.
    """
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def note(text: str) -> None:
    """Print one line for the person at the terminal, on stderr."""
    print(f"qimen: {text}", file=sys.stderr, flush=True)


def wants_color(stream: TextIO) -> bool:
    """Tell whether to colour: only on a terminal, and never where NO_COLOR is set (to anything but "")."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def columns(stream: TextIO) -> int:
    """Return the columns of the terminal, 80 where the stream is none."""
    return shutil.get_terminal_size((80, 24)).columns if stream.isatty() else 80


def can_frame(stream: TextIO) -> bool:
    """Tell whether the stream's encoding has the characters that frames are drawn with."""
    return _encodes("┌─┼┘", getattr(stream, "encoding", None) or "ascii")


def language(asked: str | None, stream: TextIO | None) -> str:
    """Return the language to write in, as `choose_lang` does: pinyin, with a note, where the stream has no characters.

    None stands for what can show everything: a file, which is UTF-8.
    """
    chosen = choose_lang(asked)
    sample = {"zh-hans": "惊阳", "zh-hant": "驚陽"}.get(chosen)
    encoding = getattr(stream, "encoding", None) or "ascii"
    if stream is not None and sample is not None and not _encodes(sample, encoding):
        note(f"an output in {encoding} has no Chinese characters; names are written in pinyin")
        return "pinyin"
    return chosen


def _encodes(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def abandon_stdout() -> None:
    """Drop what is left for a reader that has gone, so that the interpreter's last flush stays silent."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextlib.contextmanager
def output(path: str | None) -> Iterator[TextIO]:
    """Give the stream for data: stdout, or a file that appears whole under its name or not at all.

    The file is written in UTF-8 beside its final place and renamed at the end; an error or an interruption
    leaves whatever stood there before. What is no regular file (a pipe, a device) is written to directly.
    """
    if path is None or path == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    target = Path(path).resolve()  # through a link, so that the link stays one
    if target.exists() and not target.is_file():
        with target.open("w", encoding="utf-8", newline="") as stream:
            yield stream
        return
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with draft.open("x", encoding="utf-8", newline="") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def patient() -> Iterator[Callable[[], None]]:
    """Hold Ctrl-C back until the function given is called, between two lines; a second Ctrl-C acts at once.

    An interruption inside a write would lose what stands in the buffers: the output would end in the middle
    of a line, or lack lines that were counted.
    """
    asked = False

    def ask(_signal: int, _frame: object) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True

    def check() -> None:
        if asked:
            raise KeyboardInterrupt

    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield check  # somebody else handles, or ignores, interruptions
        return
    signal.signal(signal.SIGINT, ask)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextlib.contextmanager
def progress(label: str, total: int, shown: bool = True) -> Iterator[Update]:
    """Give a function to call with how much of `total` is done; it draws on stderr, on a terminal only.

    The bar is rich's where rich is installed, else one plain line that rewrites itself.
    """
    if not shown or total <= 0 or not sys.stderr.isatty():
        yield _no_progress
        return
    try:
        from rich.console import Console
        from rich.progress import Progress
    except ImportError:
        with _plain_progress(label, total) as update:
            yield update
        return
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.update(task, completed=done)


def _no_progress(_: int) -> None:
    pass


@contextlib.contextmanager
def _plain_progress(label: str, total: int) -> Iterator[Update]:
    last = 0.0

    def update(done: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= 0.1:
            last = now
            print(f"\r{label} {100 * done // total:3d}%", end="", file=sys.stderr, flush=True)

    try:
        yield update
    finally:
        if last:
            print("\r" + " " * (len(label) + 5) + "\r", end="", file=sys.stderr, flush=True)
