"""The ufuncs of the scalar steps alone, and inside pandas, polars, xarray and dask."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest
from needs import need

import qimen
from qimen import _ufuncs, ufuncs

MISSING = np.iinfo(np.int64).min
SPAN = qimen.hour_range("1900-01-01", "2101-01-01")


@pytest.fixture(scope="module")
def hours() -> np.ndarray:
    return np.random.default_rng(3).integers(SPAN.start, SPAN.stop, 20_000)


def test_every_preset_has_one_and_it_is_chart_ids(hours: np.ndarray) -> None:
    assert set(ufuncs.CHART_ID) == set(qimen.SCHOOLS)
    for name, ufunc in ufuncs.CHART_ID.items():
        assert isinstance(ufunc, np.ufunc)
        assert (ufunc.nin, ufunc.nout) == (1, 1)
        found = ufunc(hours)
        assert found.dtype == np.uint16
        np.testing.assert_array_equal(found, qimen.chart_ids(hours, name))


def test_pillars(hours: np.ndarray) -> None:
    wide = np.concatenate([hours, -hours, [0, -1, 59, 60, 719, 720, MISSING + 1]])
    assert ufuncs.hour_pillar(wide).dtype == ufuncs.day_pillar(wide).dtype == np.uint8
    np.testing.assert_array_equal(ufuncs.hour_pillar(wide), wide % 60)
    np.testing.assert_array_equal(ufuncs.day_pillar(wide), wide // 12 % 60)


def test_missing_and_outside() -> None:
    hours = np.array([MISSING, qimen.hour_range("-2999-01-01", "-2998-01-01").start - 1000, 2**62, -(2**62)])
    assert (ufuncs.chart_id_chaibu(hours) == 65535).all()
    assert ufuncs.hour_pillar(hours[:1])[0] == ufuncs.day_pillar(hours[:1])[0] == 255
    ends = np.array([MISSING, SPAN.start])
    assert ufuncs.ChartId("chaibu")(ends).tolist() == [65535, int(qimen.chart_ids(SPAN.start, "chaibu"))]


def test_broadcasting_out_where_and_narrow_types(hours: np.ndarray) -> None:
    grid = hours[:12].reshape(3, 4)
    want = qimen.chart_ids(grid)
    out = np.zeros((3, 4), dtype=np.uint16)
    assert ufuncs.chart_id_baojian(grid, out=out) is out
    np.testing.assert_array_equal(out, want)
    some = ufuncs.chart_id_baojian(grid, where=[True, False, True, False], out=np.full((3, 4), 7, np.uint16))
    np.testing.assert_array_equal(some, np.where([True, False, True, False], want, 7))
    wide = ufuncs.chart_id_baojian(grid, out=np.zeros((2, 3, 4), dtype=np.uint16))
    np.testing.assert_array_equal(wide, np.broadcast_to(want, (2, 3, 4)))
    np.testing.assert_array_equal(ufuncs.chart_id_baojian(grid.astype(np.int32)[:, ::-2]), want[:, ::-2])
    np.testing.assert_array_equal(ufuncs.hour_pillar(np.arange(200, dtype=np.uint8)), np.arange(200) % 60)
    assert ufuncs.chart_id_baojian(int(hours[0])) == want.flat[0]
    assert ufuncs.chart_id_baojian(hours[:0]).shape == (0,)
    assert ufuncs.chart_id_baojian(grid, dtype=np.int64).dtype == np.int64
    for wrong in (np.array([1.5]), np.array([1], dtype=np.uint64), np.array(["2000-01-01"], dtype="M8[D]")):
        with pytest.raises(TypeError):
            ufuncs.chart_id_baojian(wrong)
        with pytest.raises(TypeError):
            ufuncs.ChartId()(wrong)
    masked = ufuncs.chart_id_baojian(np.ma.array(hours[:3], mask=[False, True, False]))
    assert masked.mask.tolist() == [False, True, False]


def test_a_new_process_that_unpickles_one_answers_at_once(hours: np.ndarray) -> None:
    sent = pickle.dumps((ufuncs.chart_id_li, hours[:5]))
    script = "import pickle, sys; f, h = pickle.loads(sys.stdin.buffer.read()); print(f(h).tolist())"
    done = subprocess.run([sys.executable, "-c", script], input=sent, capture_output=True, check=True)
    assert done.stdout.decode().strip() == str(qimen.chart_ids(hours[:5], "li").tolist())


def test_first_use_in_many_threads_of_a_new_process() -> None:
    script = (
        "import threading, numpy as np\nfrom qimen import _ufuncs\n"
        f"h = np.arange({SPAN.start}, {SPAN.start} + 5000); found = [None] * 8\n"
        "def ask(i): found[i] = _ufuncs.chart_id_maoshan(h)\n"
        "crew = [threading.Thread(target=ask, args=(i,)) for i in range(8)]\n"
        "[t.start() for t in crew]; [t.join() for t in crew]\n"
        "assert all((f == found[0]).all() for f in found) and (found[0] < 1080).all(); print('same')"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"same\n", b"")


def test_no_table_is_no_crash() -> None:
    script = (
        "import sys, numpy as np\nsys.modules['qimen.ufuncs'] = None\nfrom qimen import _ufuncs\n"
        "sys.unraisablehook = lambda args: print(args.err_msg)\n"
        f"print(_ufuncs.chart_id_tao(np.array([{SPAN.start}])))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert done.stdout.splitlines() == ["qimen: no table for the ufunc chart_id_tao", "[65535]"]


def test_chart_id_of_any_school_and_clock_pickles(hours: np.ndarray) -> None:
    school = qimen.school("chaibu").replace(lodging="kun-gen")
    clock = qimen.Clock(tz="America/New_York")
    ask = ufuncs.ChartId(school, clock)
    want = qimen.chart_ids(hours, school, clock=clock)
    for same in (ask, pickle.loads(pickle.dumps(ask)), copy.copy(ask)):
        np.testing.assert_array_equal(same(hours), want)
    np.testing.assert_array_equal(ask(hours.reshape(100, -1)[::2]), want.reshape(100, -1)[::2])
    assert "chaibu" in repr(ask)


def test_loops_release_the_lock(hours: np.ndarray) -> None:
    many = np.tile(hours, 50)
    seen = []
    other = threading.Thread(target=lambda: seen.append(ufuncs.chart_id_baojian(many)))
    other.start()
    mine = ufuncs.chart_id_baojian(many)
    other.join()
    np.testing.assert_array_equal(mine, seen[0])


def test_the_names_of_both_modules_agree() -> None:
    names = {f"chart_id_{name}" for name in _ufuncs.PRESETS} | {"hour_pillar", "day_pillar"}
    assert names <= set(ufuncs.__all__)
    assert all(getattr(ufuncs, name) is getattr(_ufuncs, name) for name in names)
    assert all(getattr(ufuncs, name).__name__ == name for name in names)


# ---------------------------------------------------------------- in other libraries


def test_pandas_keeps_the_index_and_na(hours: np.ndarray) -> None:
    pd = need("pandas")
    few = hours[:4]
    series = pd.Series(few, index=list("wxyz"), name="hour")
    found = ufuncs.chart_id_baojian(series)
    assert isinstance(found, pd.Series)
    assert (list(found.index), found.name, found.dtype) == (list("wxyz"), "hour", np.uint16)
    assert found.tolist() == qimen.chart_ids(few).tolist()
    gaps = pd.Series([few[0], None, few[2]], dtype="Int64", index=[3, 1, 2])
    kept = ufuncs.chart_id_baojian(gaps)
    assert kept.dtype == "UInt16"
    assert kept.isna().tolist() == [False, True, False]
    assert kept[3] == qimen.chart_ids(few)[0]
    frame = ufuncs.hour_pillar(pd.DataFrame({"a": few, "b": few[::-1]}))
    assert frame["b"].tolist() == (few[::-1] % 60).tolist()


def test_polars_expressions_keep_na(hours: np.ndarray) -> None:
    pl = need("polars")
    few = [int(hours[0]), None, int(hours[2])]
    want = [int(qimen.chart_ids(few[0])), None, int(qimen.chart_ids(few[2]))]
    frame = pl.DataFrame({"hour": few})
    lazy = frame.lazy().select(ufuncs.chart_id_baojian(pl.col("hour")).cast(pl.UInt16).alias("chart"))
    assert lazy.collect()["chart"].to_list() == want
    assert lazy.collect_schema() == {"chart": pl.UInt16}
    assert ufuncs.chart_id_baojian(frame["hour"]).to_list() == want
    pillars = frame.select(ufuncs.hour_pillar(pl.col("hour")))["hour"].to_list()
    assert pillars == [few[0] % 60, None, few[2] % 60]


def test_dask_is_lazy(hours: np.ndarray) -> None:
    da = need("dask.array")
    lazy = da.from_array(hours, chunks=3000)
    charts = ufuncs.chart_id_zhirun(lazy)
    assert isinstance(charts, da.Array)
    assert (charts.dtype, charts.chunks) == (np.uint16, lazy.chunks)
    want = qimen.chart_ids(hours, "zhirun")
    for scheduler in ("threads", "synchronous"):
        np.testing.assert_array_equal(charts.compute(scheduler=scheduler), want)
    clock = qimen.Clock(tz="Europe/London")
    other = lazy.map_blocks(ufuncs.ChartId("li", clock), dtype=np.uint16)
    np.testing.assert_array_equal(other.compute(), qimen.chart_ids(hours, "li", clock=clock))


def test_xarray_keeps_coordinates_and_laziness(hours: np.ndarray) -> None:
    xr, da = need("xarray"), need("dask.array")
    grid = hours[:12].reshape(3, 4)
    array = xr.DataArray(da.from_array(grid, chunks=(1, 4)), dims=("place", "t"), coords={"place": list("abc")})
    charts = ufuncs.chart_id_baojian(array)
    assert isinstance(charts.data, da.Array)
    assert (charts.dims, list(charts.place.values)) == (("place", "t"), list("abc"))
    np.testing.assert_array_equal(charts.compute().values, qimen.chart_ids(grid))
    other = xr.apply_ufunc(ufuncs.ChartId("tao"), array, dask="parallelized", output_dtypes=[np.uint16])
    np.testing.assert_array_equal(other.compute().values, qimen.chart_ids(grid, "tao"))


def test_several_outputs_by_gufunc(hours: np.ndarray) -> None:
    da = need("dask.array")

    def pillars(block: np.ndarray) -> tuple[np.ndarray, ...]:
        found = qimen.pillars(block)
        return found.year, found.month, found.day, found.hour

    lazy = da.from_array(hours, chunks=7000)
    four = da.apply_gufunc(pillars, "()->(),(),(),()", lazy, output_dtypes=[np.uint8] * 4)
    want = qimen.pillars(hours)
    for found, name in zip(four, ("year", "month", "day", "hour"), strict=True):
        np.testing.assert_array_equal(found.compute(), getattr(want, name))
