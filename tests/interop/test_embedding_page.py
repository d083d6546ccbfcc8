"""Every block of docs/embedding.md runs, in order, in one namespace."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from needs import need

PAGE = Path(__file__).resolve().parents[2] / "docs" / "embedding.md"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pandas", "polars", "pyarrow", "duckdb", "xarray", "dask.array", "numba"):
        need(name)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) > 8
    space: dict[str, object] = {"__name__": "page"}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), space)

    class Client:
        """A cluster of this process."""

        def map(self, function: object, *lists: list[int], **more: object) -> list[object]:
            return [function(*arguments, **more) for arguments in zip(*lists, strict=True)]  # type: ignore[operator]

        def gather(self, futures: list[object]) -> list[object]:
            return futures

    import qimen

    span = qimen.hour_range("1990-01-01", "2000-01-01")
    found = space["scan_on"](Client(), span.start, span.stop, "天遁")  # type: ignore[operator]
    assert found.tolist() == qimen.scan(span.start, span.stop, "天遁").hours.tolist()
