"""The steps from other compiled code: a consumer extension that cimports them, and numba by address."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from needs import need

import qimen
from qimen import ufuncs

SPAN = qimen.hour_range("2000-01-01", "2010-01-01")

CONSUMER = """\
# cython: language_level=3
from libc.stdint cimport int64_t, uint32_t
from qimen._core cimport chart_id
from qimen._ufuncs cimport chart_id_at, day_pillar_at, hour_pillar_at


def first_with_ju(const uint32_t[::1] blocks, int64_t first_hour, int64_t start, int ju):
    cdef int64_t hour = start
    while chart_id_at(&blocks[0], blocks.shape[0], first_hour, hour) // 60 % 9 + 1 != ju:
        hour += 1
    assert chart_id(blocks, first_hour, hour) == chart_id_at(&blocks[0], blocks.shape[0], first_hour, hour)
    return hour, hour_pillar_at(hour), day_pillar_at(hour)
"""

SETUP = """\
import qimen
from Cython.Build import cythonize
from setuptools import Extension, setup

setup(ext_modules=cythonize([Extension("consumer", ["consumer.pyx"])], include_path=[qimen.get_include()]))
"""


@pytest.mark.slow
def test_a_consumer_extension(tmp_path: Path) -> None:
    need("Cython")
    (tmp_path / "consumer.pyx").write_text(CONSUMER)
    (tmp_path / "setup.py").write_text(SETUP)
    build = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    quick = {**os.environ, "CFLAGS": "-O0 -g0"}
    done = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True, check=False, env=quick)
    assert done.returncode == 0, done.stderr[-3000:]
    script = (
        "import qimen, consumer\nfrom qimen import ufuncs\n"
        f"print(consumer.first_with_ju(*ufuncs.block_table('chaibu'), {SPAN.start}, 5))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    ju = qimen.align(SPAN, "chaibu").ju
    hour = SPAN.start + int(np.flatnonzero(ju == 5)[0])
    assert done.stdout.strip() == str((hour, hour % 60, hour // 12 % 60))


def test_the_include_folder_holds_the_package() -> None:
    folder = Path(qimen.get_include())
    assert (folder / "qimen" / "_core.pxd").is_file()
    assert (folder / "qimen" / "_ufuncs.pxd").is_file()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_numba_by_address() -> None:
    numba = need("numba")
    from numba.extending import get_cython_function_address

    int64, pointer = ctypes.c_int64, ctypes.c_void_p
    address = get_cython_function_address("qimen._ufuncs", "chart_id_at")
    chart_id_at = ctypes.CFUNCTYPE(ctypes.c_uint16, pointer, int64, int64, int64)(address)
    address = get_cython_function_address("qimen._ufuncs", "hour_pillar_at")
    hour_pillar_at = ctypes.CFUNCTYPE(ctypes.c_uint8, int64)(address)

    @numba.njit
    def census(table: np.ndarray, first_hour: int, start: int, stop: int) -> np.ndarray:
        found = np.zeros(1080, np.int64)
        for hour in range(start, stop):
            chart = chart_id_at(table.ctypes, table.size, first_hour, hour)
            if chart % 60 == hour_pillar_at(hour):
                found[chart] += 1
        return found

    blocks, first_hour = ufuncs.block_table("zhirun")
    found = census(blocks.copy(), first_hour, SPAN.start, SPAN.stop)
    np.testing.assert_array_equal(found, np.bincount(qimen.chart_ids(SPAN, "zhirun"), minlength=1080))
