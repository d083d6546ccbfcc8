"""Files that appear whole under their name or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def draft_of(path: str | Path) -> Iterator[Path]:
    """Give the name of a draft beside `path`, which takes its place at the end; an error removes the draft.

    Whatever stood under the name stays until then. What is no regular file (a pipe, a device) is given as it is.
    """
    target = Path(path).resolve()  # through a link, so that the link stays one
    if target.exists() and not target.is_file():
        yield target
        return
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        yield draft
        with draft.open("rb+") as stream:
            os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
