"""Compiles the kernel: every module in a folder named kernel.

SAPPER_KERNEL=checked compiles all checks in; SAPPER_KERNEL=none compiles nothing.
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCE = Path("src/sapper_formats/pictures/kernel/filters.py")
FAST = {"boundscheck": False, "wraparound": False, "initializedcheck": False, "cdivision": True}
CHECKED = {"boundscheck": True, "wraparound": False, "overflowcheck": True}
MODES = {"": (FAST, "-O3"), "checked": (CHECKED, "-Og"), "none": None}

mode = os.environ.get("SAPPER_KERNEL", "")
if mode not in MODES:
    sys.exit(f"SAPPER_KERNEL={mode}: expected checked or none, or nothing for the fast build")
extensions = []
if MODES[mode]:
    directives, optimisation = MODES[mode]
    name = ".".join(SOURCE.with_suffix("").parts[1:])
    extensions = cythonize(
        [Extension(name, [str(SOURCE)], extra_compile_args=[optimisation, "-g0"])],
        build_dir=f"build/{mode or 'fast'}",
        compiler_directives={
            "language_level": 3,
            "annotation_typing": True,
            "auto_pickle": False,
            **directives,
        },
    )
    extensions[0].optional = True  # without a compiler the kernel runs interpreted
else:
    for library in SOURCE.parent.glob("filters.*.so"):  # of an earlier build
        library.unlink()
setup(ext_modules=extensions, options={"build": {"build_base": f"build/{mode or 'fast'}"}})
