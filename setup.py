"""The extensions. Everything else about the package is in pyproject.toml."""

import sys
from pathlib import Path

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup

extensions = [
    Extension(
        f"qimen.{name}",
        [f"src/qimen/{name.replace('.', '/')}.pyx"],
        include_dirs=["src/qimen", numpy.get_include()],
        depends=sorted(str(header) for header in Path("src/qimen").glob("*.h")),
        define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION")],
        extra_compile_args=[] if sys.platform == "win32" else ["-O3"],
    )
    for name in ("_core", "_walk", "_ufuncs", "interop._rows")
]

setup(
    ext_modules=cythonize(
        extensions,
        # Generated C stays under build/, out of the package and out of the sdist.
        build_dir="build/cython",
        compiler_directives={"language_level": 3},
    ),
)
