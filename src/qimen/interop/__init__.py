"""What other libraries take: Arrow streams, Parquet files, files of timestamps, headers (docs/embedding.md).

Nothing here imports pyarrow before it is used; where it is missing, `MissingPackageError` says which extra brings it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .annotate import Annotator, Options
    from .annotate_files import Report, annotate_file
    from .arrow import Table, board_table, chart_table, write_parquet

_LATER = {
    "Annotator": "annotate", "Options": "annotate", "Report": "annotate_files", "annotate_file": "annotate_files",
    "Table": "arrow", "board_table": "arrow", "chart_table": "arrow", "write_parquet": "arrow",
}  # fmt: skip


def get_include() -> str:
    """Return the folder to give as `include_path` to `cythonize`, for `cimport qimen._core`."""
    return str(Path(__file__).resolve().parent.parent.parent)


def __getattr__(name: str) -> Any:
    import importlib

    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f".{_LATER[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


__all__ = [
    "Annotator",
    "Options",
    "Report",
    "Table",
    "annotate_file",
    "board_table",
    "chart_table",
    "get_include",
    "write_parquet",
]
