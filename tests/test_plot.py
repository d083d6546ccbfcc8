"""Plots: the numbers that are drawn, the files, the fonts, and what is refused. Drawn without a screen (Agg)."""

from __future__ import annotations

import builtins
import sys
import warnings
from xml.etree import ElementTree

import numpy as np
import pytest

import qimen
from qimen import _console, cli, lang
from qimen import plot as plots
from qimen.errors import InputError, MissingPackageError, RangeError

matplotlib = pytest.importorskip("matplotlib", reason="the extra [plot] is not installed")
matplotlib.use("Agg")
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def fontless(monkeypatch):
    monkeypatch.setattr(plots, "CJK_FAMILIES", ())


def run(capsys, *argv):
    code = cli.main(list(argv))
    out, err = capsys.readouterr()
    return code, out, err


# ---------------------------------------------------------------- numbers


def test_a_year_as_a_grid_holds_each_hit_once():
    found = plots.year_scan(2026, "天遁 | 吉门合奇")
    grid = plots.calendar_grid(2026, found)
    assert grid.shape == (12, 365)
    assert np.count_nonzero(grid) == found.count
    hour = int(found.hours[7])
    first = 12 * (np.datetime64("2026-01-01").astype(int) + 2_440_637)
    day, branch = divmod(hour - int(first), 12)
    assert grid[branch, day] == bin(int(found.masks[7]) & 0xFFFE).count("1")
    assert plots.calendar_grid(2024, plots.year_scan(2024, "day_stem:甲")).shape == (12, 366)


def test_rules_of_the_hour_are_shaded_as_one():
    assert set(np.unique(plots.calendar_grid(2026, plots.year_scan(2026, "五不遇时")))) == {0, 1}


@pytest.mark.parametrize("clock", [None, qimen.Clock("America/New_York"), qimen.Clock(longitude=104.1, solar="mean")])
def test_counts_a_year_are_those_of_count(clock):
    counts = plots.year_counts(1999, 2003, "天遁", "chaibu", clock=clock)
    asked = [qimen.count(f"{y}-01-01", f"{y + 1}-01-01", "天遁", "chaibu", clock=clock) for y in range(1999, 2004)]
    assert counts.tolist() == asked


def test_counts_reach_both_ends_of_the_table():
    # The table ends with the 亥 hour of its last day: the 子 hour of the next opens at 23:00.
    assert plots.year_counts(2997, 2998, "hour_branch:子").tolist() == [365, 364]
    assert plots.year_counts(-2999, -2998, "hour_branch:子").tolist() == [365, 365]


def test_disagreement_is_the_share_of_hours_with_another_ju():
    shares = plots.disagreement(1890, 2010, ["chaibu", "zhirun"], "baojian")
    assert shares.shape == (2, 121)
    span = qimen.hour_range("2010-01-01", "2011-01-01")
    differs = qimen.chart_ids(span, "chaibu") // 60 != qimen.chart_ids(span, "baojian") // 60
    assert shares[0, -1] == pytest.approx(differs.mean())
    assert not shares[1].any()  # zhirun and baojian differ by their plates only


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("suffix", [".png", ".svg"])
@pytest.mark.parametrize(
    "what",
    [
        ("calendar", "2026", "--where", "天遁 & ~门迫"),
        ("years", "1950", "2000", "--where", "玉女守门", "--school", "chaibu"),
        ("years", "1850", "2000", "--where", "mine", "--define", "mine=heaven:丙 & earth:戊"),
        ("schools", "1990", "2000", "--schools", "chaibu,maoshan", "--against", "zhirun"),
    ],
)
def test_a_picture_is_written_whole(what, suffix, tmp_path, capsys):
    target = tmp_path / f"picture{suffix}"
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # a missing glyph would warn
        code, out, err = run(capsys, "plot", *what, "-o", str(target))
    assert (code, out) == (0, ""), err
    assert f"wrote {target}" in err
    assert [file.name for file in tmp_path.iterdir()] == [target.name]
    if suffix == ".png":
        assert target.read_bytes().startswith(PNG)
    else:
        assert ElementTree.parse(target).getroot().tag.endswith("svg")


def test_the_same_picture_twice_is_the_same_file(tmp_path):
    for name in ("a.svg", "b.svg"):
        plots.save(plots.calendar(2026, "天遁"), tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_without_a_font_labels_are_letters_and_said_once(fontless, tmp_path, capsys):
    target = tmp_path / "picture.png"
    code, _, err = run(capsys, "plot", "calendar", "2026", "--where", "天遁 & term:冬至", "-o", str(target))
    assert code == 0
    assert err.count("labels are in pinyin") == 1
    with pytest.warns(plots.MissingFontWarning):
        figure = plots.calendar(2026, "天遁 & term:冬至")
    texts = [text.get_text() for text in figure.findobj(matplotlib.text.Text)]
    assert all(text.isascii() for text in texts)
    assert any("tiandun & term:dongzhi" in text for text in texts)
    assert "chou" in texts


@pytest.mark.parametrize("language", lang.LANGS)
def test_labels_follow_the_language(language):
    if plots.find_font() is None:
        pytest.skip("no font with Chinese characters here (Debian: fonts-noto-cjk)")
    figure = plots.years(1990, 1995, "天遁", language=language)
    axes = figure.axes[0]
    assert axes.get_ylabel() == lang.label("每年时辰", language)
    figure.canvas.draw()


# ---------------------------------------------------------------- refused


def test_without_matplotlib_the_extra_is_named(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(plots.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingPackageError, match=r"qimen-dunjia\[plot\]"):
        plots.calendar(2026, "天遁")
    target = tmp_path / "a.png"
    code, _, err = run(capsys, "plot", "calendar", "2026", "--where", "天遁", "-o", str(target))
    assert code == 3
    assert "qimen-dunjia[plot]" in err
    assert not target.exists()


def test_the_module_is_there_without_matplotlib(monkeypatch):
    real = builtins.__import__

    def refuse(name, *args, **kwargs):
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", refuse)
    monkeypatch.delitem(sys.modules, "qimen.plot")
    import qimen.plot as again

    assert again.year_counts(2026, 2026, "天遁").tolist() == [53]


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("calendar", "2026", "--where", "天遁", "-o", "a.pdf"), ".png or .svg"),
        (("calendar", "4000", "--where", "天遁", "-o", "a.png"), "4000"),
        (("years", "2000", "1990", "--where", "天遁", "-o", "a.png"), "comes before"),
        (("years", "2000", "2001", "--where", "天盾", "-o", "a.png"), "天遁"),
        (("schools", "2000", "2001", "--schools", "baojian", "-o", "a.png"), "nothing to compare"),
        (("schools", "2000", "2001", "--schools", "nobody", "-o", "a.png"), "nobody"),
        (("calendar", "2026", "--where", "天遁", "-o", "a.png", "--lang", "xx"), "zh-hant"),
        (("calendar", "2026", "--where", "天遁"), "-o"),
    ],
)
def test_what_is_refused(argv, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, err = run(capsys, "plot", *argv)
    assert code == 2
    assert said in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_errors_of_the_functions():
    with pytest.raises(RangeError):
        plots.year_counts(2000, 3000, "天遁")
    with pytest.raises(InputError):
        plots.save(None, "a.jpg")  # type: ignore[arg-type]


# ---------------------------------------------------------------- the language of the board


def test_cast_in_each_language(capsys):
    for language, word in zip(lang.LANGS, ("惊蛰", "驚蟄", "jingzhe", "waking of insects"), strict=True):
        code, out, _ = run(capsys, "cast", "2026-03-15T10:20", "--lang", language)
        assert code == 0
        assert word in out


def test_an_ascii_stream_gets_pinyin_and_a_note(capsys, monkeypatch):
    class Ascii:
        encoding = "ascii"

    assert _console.language("zh-hant", Ascii()) == "pinyin"  # type: ignore[arg-type]
    assert "written in pinyin" in capsys.readouterr().err
    assert _console.language("en", Ascii()) == "en"  # type: ignore[arg-type]
    assert _console.language("zh-hans", None) == "zh-hans"
    monkeypatch.setenv("QIMEN_LANG", "en")
    assert _console.language(None, None) == "en"
    assert capsys.readouterr().err == ""


def test_json_stays_in_characters(capsys, monkeypatch):
    monkeypatch.setenv("QIMEN_LANG", "en")
    _, out, _ = run(capsys, "cast", "2026-03-15T10:20", "--format", "json")
    assert '"term": "惊蛰"' in out or '"term": "\\u60ca' in out
