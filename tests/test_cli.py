"""The command line: formats, exit codes, one-line errors, whole files, interruptions, poor terminals."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import qimen
from qimen import _console, cli, verify
from qimen.errors import MissingPackageError, QimenError
from qimen.render import catalogue

YEAR = ("2026-01-01", "2027-01-01")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command in this process; returns its exit code, stdout and stderr."""

    def run(*words: str) -> tuple[int, str, str]:
        code = cli.main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return run


def start(*words: str, **environment: str) -> subprocess.Popen[bytes]:
    """Start the command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "qimen", *words],
        env=os.environ | {"PYTHONUTF8": "0", "PYTHONIOENCODING": "utf-8"} | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,  # what is read by line here and by `communicate` later is one stream
    )


# ---------------------------------------------------------------- cast


def test_cast_json_has_the_fixed_keys(run: Any) -> None:
    code, out, err = run("cast", "2026-03-15T10:20", "--school", "chaibu", "--format", "json")
    board = json.loads(out)
    assert (code, err) == (0, "")
    assert board["time"] == "2026-03-15T10:20:00+08:00"
    assert board["school"] == "chaibu"
    assert board["pillars"] == {"year": "丙午", "month": "辛卯", "day": "戊子", "hour": "丁巳"}
    keys = ("term", "ju_term", "yuan", "dun", "ju", "xun", "chart")
    assert [board[key] for key in keys] == ["惊蛰", "惊蛰", "中", "阳", 7, "甲寅", 413]
    assert board["zhi_fu"] == {"star": "冲", "palace": 4, "raw_palace": 4}
    assert board["zhi_shi"] == {"door": "伤", "palace": 6, "raw_palace": 6}
    assert list(board["palaces"]) == list("123456789")
    assert board["palaces"]["1"] == {
        "earth": ["辛"],
        "heaven": ["乙"],
        "stars": ["心"],
        "door": "杜",
        "deity": "朱雀",
    }
    assert board["palaces"]["7"]["heaven"] == ["壬", "丙"]
    assert board["palaces"]["5"]["door"] is None
    for hit in board["patterns"]:
        assert {"id", "name", "source", "auspice", "palaces"} <= set(hit)
    assert board["conventions"]["lodging"] == "kun"
    assert "margin_seconds" in board


def test_cast_text_is_the_rendered_board(run: Any) -> None:
    board = qimen.cast("2026-03-15T10:20", "chaibu")
    code, out, err = run("cast", "2026-03-15T10:20", "--school", "chaibu")
    assert (code, out, err) == (0, qimen.render.board_text(board) + "\n", "")
    assert run("cast", "2026-03-15T10:20", "--school", "chaibu", "--width", "40", "--ascii")[1] == (
        qimen.render.board_text(board, 40, ascii_frame=True) + "\n"
    )


def test_cast_now_and_cast_an_hour(run: Any) -> None:
    code, out, _ = run("cast", "--format", "json")
    assert code == 0
    hour = json.loads(out)["hour"]
    code, out, _ = run("cast", "--hour", str(hour), "--format", "json")
    assert (code, json.loads(out)["hour"]) == (0, hour)


def test_a_time_with_a_zone_keeps_its_own_unless_another_is_asked(run: Any) -> None:
    own = json.loads(run("cast", "2026-03-15T10:20+09:00", "--format", "json")[1])
    assert own["time"] == "2026-03-15T10:20:00+09:00"
    asked = json.loads(run("cast", "2026-03-15T10:20+09:00", "--utc-offset", "+08:00", "--format", "json")[1])
    assert asked["time"] == "2026-03-15T09:20:00+08:00"


def test_values_that_begin_with_a_minus(run: Any) -> None:
    code, out, err = run("cast", "-0500-06-01T00:00", "--utc-offset", "-05:00", "--format", "json")
    assert (code, err) == (0, "")
    assert json.loads(out)["time"] == "-0500-06-01T00:00:00-05:00"


def test_clock_options_reach_the_clock(run: Any) -> None:
    words = (
        "cast",
        "2026-03-15T23:30",
        "--longitude",
        "-71.06",
        "--solar",
        "apparent",
        "--day-start",
        "00:00",
    )
    code, out, _ = run(*words, "--utc-offset=-05:00", "--format", "json")
    assert code == 0
    clock = qimen.Clock(utc_offset="-05:00", longitude=-71.06, solar="apparent", day_start="00:00")
    assert json.loads(out) == json.loads(json.dumps(qimen.cast("2026-03-15T23:30", clock=clock).to_dict()))


def test_fold_chooses_between_two_equal_times(run: Any) -> None:
    words = ("cast", "2025-11-02T01:30", "--tz", "America/New_York", "--format", "json")
    assert run(*words)[0] == 2
    assert json.loads(run(*words, "--fold", "0")[1])["time"].endswith("-04:00")
    assert json.loads(run(*words, "--fold", "1")[1])["time"].endswith("-05:00")


# ---------------------------------------------------------------- scan, count


def test_scan_csv(run: Any) -> None:
    code, out, err = run("scan", *YEAR, "--where", "天遁", "--school", "chaibu")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert out.splitlines()[0] == "hour,start,day_pillar,hour_pillar,dun,ju,palaces"
    assert len(rows) == qimen.count(*YEAR, "天遁", "chaibu") > 0
    assert [int(row["hour"]) for row in rows] == sorted(int(row["hour"]) for row in rows)
    for row in rows:
        assert YEAR[0] <= row["start"] < YEAR[1]
        assert row["start"].endswith(":00:00+08:00")
        assert row["dun"] in "阳阴"
        assert 1 <= int(row["ju"]) <= 9
        assert {len(row["day_pillar"]), len(row["hour_pillar"])} == {2}
        assert set(row["palaces"].split()) <= set("12346789")
        assert row["palaces"]
    assert err.startswith(f"qimen: {len(rows)} hits; school chaibu; tz=+08:00")
    assert err.count("\n") == 1


def test_a_row_of_a_scan_is_the_chart_of_its_hour(run: Any) -> None:
    _, out, _ = run("scan", *YEAR, "--where", "天遁@6", "--limit", "3")
    for row in csv.DictReader(io.StringIO(out)):
        board = qimen.cast(hour=int(row["hour"]))
        assert (board.pillars["day"], board.pillars["hour"]) == (row["day_pillar"], row["hour_pillar"])
        assert (board.dun, str(board.ju)) == (row["dun"], row["ju"])
        assert row["palaces"] == "6"


def test_scan_jsonl_says_the_same_as_csv(run: Any) -> None:
    words = ("scan", *YEAR, "--where", "五不遇时 | 天遁")
    table = list(csv.DictReader(io.StringIO(run(*words)[1])))
    lines = [json.loads(line) for line in run(*words, "--format", "jsonl")[1].splitlines()]
    assert all(isinstance(line["palaces"], list) for line in lines)
    for line in lines:
        line["palaces"] = " ".join(map(str, line["palaces"]))
    assert [{key: str(value) for key, value in line.items()} for line in lines] == table
    assert any(row["palaces"] == "" for row in table)


def test_scan_limit(run: Any) -> None:
    everything = run("scan", *YEAR, "--where", "天遁")[1].splitlines()
    code, out, err = run("scan", *YEAR, "--where", "天遁", "--limit", "2")
    assert (code, out.splitlines()) == (0, everything[:3])
    assert err.startswith("qimen: the first 2 hits;")
    assert run("scan", *YEAR, "--where", "天遁", "--limit", "0")[1].splitlines() == everything[:1]
    assert run("scan", *YEAR, "--where", "天遁", "--limit", "-1")[0] == 2


def test_count_is_one_integer(run: Any) -> None:
    code, out, err = run("count", *YEAR, "--where", "天遁@6 & ~门迫@6")
    assert (code, err) == (0, "")
    assert out == f"{qimen.count(*YEAR, '天遁@6 & ~门迫@6')}\n"


def test_an_empty_range_has_no_hits(run: Any) -> None:
    assert run("count", "2026-01-01", "2026-01-01", "--where", "天遁")[:2] == (0, "0\n")
    assert run("scan", "2026-01-01", "2026-01-01", "--where", "天遁")[1].count("\n") == 1


def test_define_passes_a_rule_of_ones_own(run: Any) -> None:
    words = (*YEAR, "--define", "双乙=heaven:乙 & earth:乙")
    code, out, _ = run("count", *words, "--where", "双乙")
    assert code == 0
    assert 0 < int(out) < 4383
    assert len(run("scan", *words, "--where", "双乙")[1].splitlines()) == int(out) + 1
    assert run("count", *YEAR, "--define", "双乙", "--where", "双乙")[0] == 2


# ---------------------------------------------------------------- the other commands


def test_terms_csv(run: Any) -> None:
    code, out, err = run("terms", "2025", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "year,term,tt,civil"
    assert [row["term"] for row in rows] == [*qimen.names.TERMS[1:], qimen.names.TERMS[0]]
    assert {row["year"] for row in rows} == {"2025"}
    assert rows[-1]["civil"] == "2025-12-21T23:03:05+08:00"
    assert rows[-1]["tt"].startswith("2025-12-21T15:04:1")
    years = list(csv.DictReader(io.StringIO(run("terms", "-1", "1", "--utc-offset", "+00:00")[1])))
    assert [row["year"] for row in years[::24]] == ["-1", "0", "1"]
    assert years[0]["civil"].startswith("-0001-01-0")
    lines = run("terms", "2025", "--format", "jsonl")[1].splitlines()
    assert [json.loads(line)["civil"] for line in lines] == [row["civil"] for row in rows]


def test_patterns_json_lists_every_row(run: Any) -> None:
    code, out, _ = run("patterns", "--format", "json")
    rows = json.loads(out)
    assert code == 0
    assert [set(row) for row in rows] == [set(catalogue.KEYS)] * len(rows)
    assert [row["id"] for row in rows] == [row.id for row in qimen.PATTERNS]
    assert {row["scope"] for row in rows} == {"hour", "palace"}
    assert all(set(row["schools"]) <= set(qimen.SCHOOLS) for row in rows)
    text = run("patterns")[1].splitlines()
    assert [line.split()[0] for line in text] == [row["id"] for row in rows]
    assert run("patterns", "list")[1].splitlines() == text
    some = json.loads(run("patterns", "--school", "chaibu", "--format", "json")[1])
    assert 0 < len(some) < len(rows)
    assert all("chaibu" in row["schools"] for row in some)


def test_patterns_show(run: Any) -> None:
    code, out, _ = run("patterns", "show", "天遁")
    row = qimen.PATTERNS.resolve("天遁", "baojian")
    assert code == 0
    for value in (row.id, row.source, row.rule, row.reading):
        assert value in out
    shown = json.loads(run("patterns", "show", row.id, "--format", "json")[1])
    assert shown["id"] == row.id
    assert shown["rule"] == row.rule


def test_schools(run: Any) -> None:
    code, out, _ = run("schools", "--format", "json")
    presets = json.loads(out)
    assert code == 0
    assert [preset["name"] for preset in presets] == list(qimen.SCHOOLS)
    assert presets[0]["lodging"] == "kun-gen"
    text = run("schools")[1]
    assert [line for line in text.splitlines() if not line.startswith(" ")] == list(qimen.SCHOOLS)


def test_info(run: Any) -> None:
    code, out, _ = run("info", "--format", "json")
    info = json.loads(out)
    assert code == 0
    assert info["qimen"] == qimen.__version__
    assert info["years"] == "-2999..2998"
    assert info["patterns"] == len(list(qimen.PATTERNS))
    assert "qimen" in run("info")[1]


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"qimen {qimen.__version__}\n"


def test_verify_prints_what_was_compared(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told = verify.Report([verify.Comparison("plates kun/rotate", 9000)])
    asked: list[Any] = []
    monkeypatch.setattr(verify, "run", lambda *words, progress: asked.append(words) or told)
    code, out, err = run("verify", "--hours", "20", "--seed", "3", "--school", "chaibu", "--school", "tao")
    assert (code, out, err) == (0, f"{told}\n", "")
    assert asked == [(["chaibu", "tao"], 20, 3)]
    assert json.loads(run("verify", "--format", "json")[1])["compared"] == 9000


def test_verify_fails_where_kernel_and_oracle_differ(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told = verify.Report([verify.Comparison("plates", 9, 1, ["chart 7: kernel 1, oracle 2"])])
    monkeypatch.setattr(verify, "run", lambda *words, progress: told)
    code, out, _ = run("verify")
    assert code == 1
    assert "chart 7: kernel 1, oracle 2" in out


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ([], "COMMAND"),
        (["csat"], "csat"),
        (["cast", "--school", "chaibo"], "did you mean 'chaibu'"),
        (["cast", "2026-13-01"], "2026-13-01"),
        (["cast", "yesterday"], "yesterday"),
        (["cast", "9999-01-01"], "2998"),
        (["cast", "--format", "jsn"], "did you mean 'json'"),
        (["cast", "--tz", "Asia/Peking"], "Asia/Peking"),
        (["cast", "--utc-offset", "8h"], "8h"),
        (["cast", "--solar", "mean"], "longitude"),
        (["cast", "--longitude", "east"], "east"),
        (["cast", "--longitude", "200"], "200"),
        (["cast", "--day-start", "22:00"], "22:00"),
        (["cast", "--fold", "2"], "2"),
        (["cast", "--hour", "noon"], "noon"),
        (["cast", "2025-03-09T02:30", "--tz", "America/New_York"], "2025-03-09T02:30"),
        (["cast", "--bogus"], "--bogus"),
        (["scan", *YEAR], "--where"),
        (["scan", *YEAR, "--where", "天盾"], "天遁"),
        (["scan", *YEAR, "--where", "天遁 &"], "天遁 &"),
        (["scan", *YEAR, "--where", "天遁@10"], "10"),
        (["scan", *YEAR, "--where", "ju:10"], "10"),
        (["scan", *YEAR, "--where", "天遁", "--format", "xml"], "xml"),
        (["scan", YEAR[1], YEAR[0], "--where", "天遁"], YEAR[0]),
        (["count", *YEAR, "--where", ""], "where"),
        (["count", *YEAR, "--where", "(天遁"], "(天遁"),
        (["patterns", "show", "天盾"], "天遁"),
        (["patterns", "show"], "NAME"),
        (["patterns", "shwo", "天遁"], "did you mean 'show'"),
        (["terms", "3000"], "3000"),
        (["terms", "soon"], "soon"),
        (["verify", "--school", "nobody"], "nobody"),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_one_line_that_names_the_value(run: Any, words: list[str], named: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("qimen: error: ")
    assert err.count("\n") == 1
    assert named in err


@pytest.mark.parametrize(
    ("error", "code"),
    [(QimenError("broken"), 1), (OSError(28, "No space left"), 1), (MissingPackageError("needs pyarrow"), 3)],
)
def test_exit_codes_of_other_errors(run: Any, monkeypatch: pytest.MonkeyPatch, error: Exception, code: int) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(qimen, "cast", fail)
    assert run("cast")[0] == code


def test_a_bug_is_not_dressed_up_as_an_error_of_the_user(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qimen, "cast", lambda *a, **k: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        run("cast")


# ---------------------------------------------------------------- files


def test_output_file_holds_what_stdout_would(run: Any, tmp_path: Path) -> None:
    words = ("scan", *YEAR, "--where", "天遁")
    target = tmp_path / "hits.csv"
    code, out, _ = run(*words, "-o", str(target))
    assert (code, out) == (0, "")
    assert target.read_text(encoding="utf-8") == run(*words)[1]
    assert [file.name for file in tmp_path.iterdir()] == ["hits.csv"]
    run("count", *YEAR, "--where", "天遁", "-o", str(target))
    assert int(target.read_text()) > 0


def test_output_file_is_left_alone_by_an_interruption(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "hits.csv"
    target.write_text("before")
    interrupted_scan(monkeypatch)
    code, out, err = run("scan", *YEAR, "--where", "天遁", "-o", str(target))
    assert (code, out, err) == (130, "", f"qimen: interrupted after 2 hits; {target} was not written\n")
    assert [file.read_text() for file in tmp_path.iterdir()] == ["before"]


def test_output_keeps_links_and_modes_and_takes_devices(run: Any, tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("before")
    real.chmod(0o600)
    link.symlink_to(real)
    assert run("count", *YEAR, "--where", "天遁", "-o", str(link))[0] == 0
    assert link.is_symlink()
    assert real.read_text() != "before"
    assert real.stat().st_mode & 0o777 == 0o600
    assert run("count", *YEAR, "--where", "天遁", "-o", os.devnull)[0] == 0
    assert not Path(os.devnull).is_file()
    assert run("count", *YEAR, "--where", "天遁", "-o", "-")[1].strip().isdigit()


def test_output_that_cannot_be_written(run: Any, tmp_path: Path) -> None:
    target = tmp_path / "nowhere" / "hits.csv"
    code, out, err = run("count", *YEAR, "--where", "天遁", "-o", str(target))
    assert (code, out) == (1, "")
    assert err.startswith("qimen: error: ")
    assert str(target.parent) in err
    assert err.count("\n") == 1


# ---------------------------------------------------------------- interruptions and pipes


def interrupted_scan(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every scan be interrupted after two rows."""
    real = qimen.scan

    def chunks(found: Any, _: int) -> Iterator[Any]:
        def rows() -> Iterator[Any]:
            for number, row in enumerate(found.rows()):
                if number == 2:
                    raise KeyboardInterrupt
                yield row

        yield SimpleNamespace(rows=rows)

    def scan(*words: Any, **options: Any) -> Any:
        found = real(*words, **options)
        return SimpleNamespace(chunks=lambda hours: chunks(found, hours), clock=found.clock, span=found.span)

    monkeypatch.setattr(qimen, "scan", scan)


def test_interrupted_scan_says_that_it_is_partial(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run("scan", *YEAR, "--where", "天遁")[1].splitlines()
    interrupted_scan(monkeypatch)
    code, out, err = run("scan", *YEAR, "--where", "天遁")
    assert (code, out.splitlines()) == (130, whole[:3])
    assert err == "qimen: interrupted after 2 hits; the output is partial\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no POSIX signals")
def test_control_c_leaves_whole_lines() -> None:
    process = start("scan", "-2000-01-01", "2900-01-01", "--where", "~天遁")
    assert process.stdout is not None
    assert process.stderr is not None
    head = process.stdout.readline() + process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    lines = (head + out).decode().splitlines(keepends=True)
    assert process.returncode == 130
    assert {(line.count(","), line[-1]) for line in lines} == {(6, "\n")}
    assert err.decode() == f"qimen: interrupted after {len(lines) - 1} hits; the output is partial\n"


def test_a_reader_that_leaves_is_no_error() -> None:
    process = start("scan", "1000-01-01", "2900-01-01", "--where", "~天遁")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


# ---------------------------------------------------------------- poor terminals


def test_stdout_without_the_characters_does_not_crash() -> None:
    words = ("cast", "2026-03-15T10:20", "--school", "chaibu")
    out, err = start(*words, "--format", "json", PYTHONIOENCODING="ascii").communicate(timeout=60)
    assert err == b""
    assert json.loads(out.decode("ascii"))["pillars"]["hour"] == "丁巳"
    process = start(*words, PYTHONIOENCODING="ascii")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert err == b"qimen: an output in ascii has no Chinese characters; names are written in pinyin\n"
    assert b"+-----" in out
    assert b"jingzhe" in out
    assert b"\\u" not in out
    process = start("cast", "--school", "拆朴", PYTHONIOENCODING="ascii")
    assert b"\\u62c6" in process.communicate(timeout=60)[1]
    assert process.returncode == 2


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_colour_only_on_a_terminal_without_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert _console.wants_color(Terminal())
    assert not _console.wants_color(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "")  # the convention: empty does not count
    assert _console.wants_color(Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not _console.wants_color(Terminal())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not _console.wants_color(Terminal())


@pytest.mark.parametrize("rich", [True, False])
def test_progress_is_drawn_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch, rich: bool) -> None:
    if not rich:
        monkeypatch.setitem(sys.modules, "rich.console", None)
    for stream in (Terminal(), io.StringIO()):
        monkeypatch.setattr(sys, "stderr", stream)
        with _console.progress("scanning", 10) as update:
            update(5)
        assert bool(stream.getvalue()) == stream.isatty()
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with _console.progress("scanning", 10, shown=False) as update:
        update(5)
    with _console.progress("scanning", 0) as update:
        update(5)
    assert terminal.getvalue() == ""
