"""Compile the kernel: Python files with C types, each of which can also be imported uncompiled.

SAPPER_KERNEL=checked compiles with all runtime checks, SAPPER_KERNEL=none compiles nothing.
"""

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.editable_wheel import editable_wheel

SOURCES = Path("src")
# The modules to compile: those with C declarations beside them. Either all or none are compiled,
# because a compiled module cannot use the types of an interpreted one.
KERNEL = sorted(declarations.with_suffix(".py") for declarations in SOURCES.rglob("*.pxd"))
# Utility code that Cython would otherwise repeat in each module; this halves size and compile time.
SHARED = SOURCES / "sapper" / "_shared.c"

FAST = {
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}
CHECKED = {
    "boundscheck": True,
    "wraparound": False,  # a negative index is always an error here
    "initializedcheck": True,
    "overflowcheck": True,
    "cdivision": False,
}
# No -march=native, because wheels run on other machines. No -ffast-math, because zero must stay
# exactly zero.
MODES = {
    "": (FAST, ["-O3", "-g0"]),
    "checked": (CHECKED, ["-O1", "-UNDEBUG"]),
    "none": None,
}


def name(source: Path) -> str:
    """Return the module name of a file."""
    return ".".join(source.relative_to(SOURCES).with_suffix("").parts)


def folder(mode: str) -> str:
    """Return the build folder of a mode; they differ because builds check dates but not flags."""
    return f"build/{mode or 'fast'}"


def extensions(mode: str) -> list[Extension]:
    """Return the kernel as extension modules, which may fail to build."""
    if mode not in MODES:
        expected = ", ".join(filter(None, MODES))
        sys.exit(f"SAPPER_KERNEL: expected {expected} or nothing, not {mode!r}")
    if MODES[mode] is None:
        return []
    directives, flags = MODES[mode]
    made = cythonize(
        [
            Extension(name(source), [str(source)], extra_compile_args=flags)
            for source in [*KERNEL, SHARED]
        ],
        shared_utility_qualified_name=name(SHARED),
        build_dir=f"{folder(mode)}/c",
        compiler_directives={"language_level": 3, "annotation_typing": True, **directives},
    )
    for extension in made:
        extension.optional = True  # set here, because cythonize does not pass it on
    return made


class BuildKernel(build_ext):
    """Compile the whole kernel or, without a compiler or Python's headers, none of it."""

    def run(self) -> None:
        super().run()
        libraries = [Path(self.get_ext_fullpath(made.name)) for made in self.extensions]
        if not all(library.exists() for library in libraries):
            print("warning: the kernel was not compiled and will be slow", file=sys.stderr)
            for library in libraries:
                library.unlink(missing_ok=True)


class EditableWheel(editable_wheel):
    """Remove the libraries of earlier builds beside the sources, which would hide the sources."""

    def run(self) -> None:
        for source in [*KERNEL, SHARED]:
            for suffix in EXTENSION_SUFFIXES:
                source.with_suffix(suffix).unlink(missing_ok=True)
        super().run()


mode = os.environ.get("SAPPER_KERNEL", "")
setup(
    ext_modules=extensions(mode),
    cmdclass={"build_ext": BuildKernel, "editable_wheel": EditableWheel},
    options={"build": {"build_base": folder(mode)}, "build_ext": {"parallel": True}},
)
