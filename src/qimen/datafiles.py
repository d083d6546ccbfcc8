"""The data files that ship with the package, and where they come from."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray


def read(name: str) -> bytes:
    from importlib.resources import files  # 10 ms of imports, so not at import of the package

    return (files("qimen") / "data" / name).read_bytes()


def read_json(name: str) -> dict[str, Any]:
    import json

    content: dict[str, Any] = json.loads(read(name))
    return content


@cache
def provenance() -> dict[str, Any]:
    """Return where the data come from: sources, versions, checksums, layout, accuracy by era.

    Returns
    -------
    dict
        The content of `data/provenance.json`. Shared: do not change it.
    """
    return read_json("provenance.json")


def unpack(name: str) -> NDArray[np.int64]:
    """tt_ms of the table `name`: a straight line through the index plus an int32 residual."""
    about = provenance()[name]
    residual = np.frombuffer(read(about["file"]), dtype="<i4")
    tt_ms = np.arange(len(residual), dtype=np.int64)
    tt_ms *= about["step_us"]
    tt_ms //= 1000
    tt_ms += about["origin_ms"]
    tt_ms += residual
    return frozen(tt_ms)


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array
