"""Hostile CSV: whatever the bytes are, there is no crash, and every row is right or listed."""

from __future__ import annotations

import csv
import functools
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from needs import need

import qimen
from qimen.errors import InputError, QimenError
from qimen.interop import csv_blocks, iso_times
from qimen.interop.annotate import Options

pa = need("pyarrow")

from qimen.interop.annotate_files import annotate_file  # noqa: E402

GOOD = [
    "2026-03-15T10:20:00", "1999-12-31 23:59", "2000-02-29", "1900-01-01T00:00:00.123", "2026-03-15T10:20+09:00",
    "2026-03-15T10:20:00Z", "2026-03-15T10:20:00.123456789-03:30", "2026-03-15T10", "-0044-03-15T12:00",
    "20260315", " 2026-03-15T10:20 ", "2026-03-15T10:20:00+0800",
]  # fmt: skip
BAD = [
    "",
    "x",
    "2026-02-30",
    "2026-03-15T25:00",
    "1700000000",
    "3500-01-01",
    "2026-03-15T10:20:00+99:00",
    "２０２６-03-15",
    "2026-3-5",
]
OTHER = ["", "plain", 'say "hi"', "a,b", "two\nlines", "cr\rlf\r\nmix", "甲子", '"', '""', "  blank  ", "é\u0000"]


@functools.cache
def judge(text: str) -> tuple[str, bool]:
    """Return the chart that `cast` gives for a cell, and whether it gives one."""
    if not text.strip():
        return "", False
    try:
        return str(qimen.cast(text).chart), True
    except QimenError:
        return "", False


def run(tmp_path: Path, data: bytes, block: int) -> tuple[list[list[str]], list[str]]:
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_bytes(data)
    before = csv_blocks.BLOCK_BYTES
    csv_blocks.BLOCK_BYTES = block
    faults: list[str] = []
    try:
        annotate_file(str(source), str(target), Options("time", add=("chart",)), on_fault=faults.append)
    finally:
        csv_blocks.BLOCK_BYTES = before
    with target.open(newline="", encoding="utf-8", errors="surrogateescape") as stream:
        return list(csv.reader(stream)), faults


CELL = st.sampled_from(GOOD + BAD)
ROW = st.tuples(st.sampled_from(OTHER), CELL, st.sampled_from(OTHER))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.lists(ROW, max_size=25),
    end=st.sampled_from(["\n", "\r\n"]),
    bom=st.booleans(),
    every=st.booleans(),
    last=st.booleans(),
    blanks=st.lists(st.integers(0, 25), max_size=4),
    block=st.sampled_from([7, 64, 1000, 1 << 20]),
)
def test_well_formed_files_of_any_look(
    tmp_path: Path,
    rows: list[tuple[str, str, str]],
    end: str,
    bom: bool,
    every: bool,
    last: bool,
    blanks: list[int],
    block: int,
) -> None:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator=end, quoting=csv.QUOTE_ALL if every else csv.QUOTE_MINIMAL)
    writer.writerow(["a", "time", "b"])
    for index, row in enumerate(rows):
        if index in blanks:
            stream.write(end)
        writer.writerow(row)
    text = stream.getvalue() if last else stream.getvalue().removesuffix(end)
    got, faults = run(tmp_path, (b"\xef\xbb\xbf" if bom else b"") + text.encode(), block)
    assert got[0] == ["a", "time", "b", "chart"]
    assert [tuple(row[:3]) for row in got[1:]] == rows
    assert [row[3] for row in got[1:]] == [judge(row[1])[0] for row in rows]
    # Each bad row is listed with the line on which it begins.
    lines = _lines(text)
    wrong = [i for i, row in enumerate(rows) if not judge(row[1])[1]]
    assert [int(fault.split(":")[0].removeprefix("line ")) for fault in faults] == [lines[i] for i in wrong]


def _lines(text: str) -> list[int]:
    """Return the lines on which the rows after the header begin, by Python's own reader."""
    found, before = [], 0
    reader = csv.reader(io.StringIO(text, newline=""))
    for row in reader:
        if row:
            found.append(before + 1)
        before = reader.line_num
    return found[1:]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    body=st.lists(
        st.sampled_from(
            [b"2026-03-15T10:20", b",", b",", b"\n", b"\n", b"\r\n", b"\r", b'"', b'""', b"x", b"\xff", b"\x00", b" "]
        ),
        max_size=60,
    ),
    block=st.sampled_from([5, 50, 1 << 20]),
)
def test_any_bytes_at_all(tmp_path: Path, body: list[bytes], block: int) -> None:
    got, faults = run(tmp_path, b"a,time\n" + b"".join(body), block)
    want = "{}".format(qimen.cast("2026-03-15T10:20").chart)
    listed = 0
    for row in got[1:]:
        assert len(row) == 3
        if row[2]:
            assert (row[1].strip(), row[2]) == ("2026-03-15T10:20", want)
        else:
            listed += 1
    assert listed == len(faults)
    # What the blocks are cut into makes no difference.
    assert run(tmp_path, b"a,time\n" + b"".join(body), 1 << 16) == (got, faults)


def test_rows_of_another_width(tmp_path: Path) -> None:
    data = b"a,time\n1,2026-03-15\n2\n3,2026-03-15,more,still\n4,2026-03-16\n"
    got, faults = run(tmp_path, data, 1 << 20)
    assert [row[:2] for row in got[1:]] == [["1", "2026-03-15"], ["2", ""], ["3", "2026-03-15"], ["4", "2026-03-16"]]
    assert [bool(row[2]) for row in got[1:]] == [True, False, False, True]
    assert faults == [
        "line 3: has 1 fields, the header has 2",
        "line 4: has 4 fields, the header has 2; left out: 'more' 'still'",
    ]


def test_a_stray_quote_harms_its_own_line_only(tmp_path: Path) -> None:
    data = b'a,time\n1,2026-03-15\n"2,2026-03-16\n3,2026-03-17\n4",2026-03-18\n5,2026-03-19\n6 "inch",2026-03-20\n'
    got, faults = run(tmp_path, data.replace(b'4"', b"4"), 1 << 20)
    assert [bool(row[2]) for row in got[1:]] == [True, False, True, True, True, True]
    assert len(faults) == 1
    assert faults[0].startswith("line 3: has a quote that is not closed")
    got, faults = run(tmp_path, b'a,time\n"1" x,2026-03-15\n2,2026-03-16\n', 1 << 20)
    assert faults == ["line 2: has text after a closing quote"]


def test_an_open_quote_does_not_swallow_a_large_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_blocks, "QUOTE_BYTES", 1 << 14)
    data = b'a,time\n"1,2026-03-15\n' + b"2,2026-03-16\n" * 20_000
    got, faults = run(tmp_path, data, 1 << 12)
    assert len(got) == 20_002
    assert [fault.split(":")[0] for fault in faults] == ["line 2"]


def test_a_huge_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cell = b"x" * (3 << 20)
    data = b"a,time\n" + cell + b',2026-03-15\n"' + cell + b'\n",2026-03-16\n,2026-03-17\n'
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_bytes(data)
    for block in (1 << 16, 8 << 20):
        monkeypatch.setattr(csv_blocks, "BLOCK_BYTES", block)
        assert annotate_file(str(source), str(target), Options("time", add=("chart",))).bad == 0
        assert len(target.read_bytes()) > 6 << 20
    monkeypatch.setattr(csv_blocks, "ROW_BYTES", 1 << 20)
    monkeypatch.setattr(csv_blocks, "BLOCK_BYTES", 1 << 16)
    with pytest.raises(InputError, match="line 2 is longer than 1 MiB"):
        annotate_file(str(source), str(target), Options("time", add=("chart",)))


def test_utf16_and_other_encodings(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="UTF-16"):
        run(tmp_path, "a,time\n1,2026-03-15\n".encode("utf-16"), 1 << 20)
    gbk = b"a,time\n" + "甲子,2026-03-15\n".encode("gbk")
    got, faults = run(tmp_path, gbk, 1 << 20)
    assert got[1][0].encode("utf-8", "surrogateescape") == "甲子".encode("gbk")
    assert (faults, bool(got[1][2])) == ([], True)
    target = tmp_path / "out.parquet"
    listed: list[str] = []
    annotate_file(str(tmp_path / "in.csv"), str(target), Options("time", add=("chart",)), on_fault=listed.append)
    assert listed == ["line 2: is not UTF-8"]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.datetimes().map(lambda t: t.isoformat()),
            st.datetimes().map(lambda t: t.isoformat(" ", "minutes") + "Z"),
            st.from_regex(
                r"(19|20)\d\d-[01]\d-[0-3]\d([T ][0-2]\d:[0-6]\d(:[0-6]\d([.,]\d{1,9})?)?)?(Z|[+-]\d\d:\d\d)?",
                fullmatch=True,
            ),
            st.text(max_size=30),
        ),
        max_size=20,
    )
)
def test_the_bulk_reader_of_times_agrees_with_the_one_for_one(texts: list[str]) -> None:
    from qimen.times import read_times

    read = iso_times.read_texts(pa.array(texts, pa.string()))
    for index, text in enumerate(texts):
        if not read.known[index]:
            continue
        try:
            one: Any = read_times(text, qimen.Clock(tz="+00:00"))
        except QimenError as error:
            if isinstance(error, qimen.errors.RangeError):  # asked of the clock, not of the text
                continue
            raise
        assert int(one.utc_ms) == int(read.local_ms[index] - read.offset_ms[index]), text
        assert one.aware == bool(read.aware[index])
