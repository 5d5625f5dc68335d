"""Compiles the kernel: Python files with C types, each also importable as it stands.

SAPPER_KERNEL=checked compiles every check in, SAPPER_KERNEL=none compiles nothing.
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
# What is compiled: every module with its C declarations beside it. All of them or none, as a
# compiled module cannot use the types of an interpreted one.
KERNEL = sorted(declarations.with_suffix(".py") for declarations in SOURCES.rglob("*.pxd"))
# What Cython would repeat in each of them, once: half the size and half the time to compile.
SHARED = SOURCES / "sapper" / "_shared.c"

FAST = {
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}
CHECKED = {
    "boundscheck": True,
    "wraparound": False,  # a negative index is a mistake here, never "from the end"
    "initializedcheck": True,
    "overflowcheck": True,
    "cdivision": False,
}
# No -march=native: a wheel runs on other machines. No -ffast-math: zero must stay exactly zero.
MODES = {
    "": (FAST, ["-O3", "-g0"]),
    "checked": (CHECKED, ["-O1", "-UNDEBUG"]),
    "none": None,
}


def name(source: Path) -> str:
    """The name that a file is imported by."""
    return ".".join(source.relative_to(SOURCES).with_suffix("").parts)


def folder(mode: str) -> str:
    """Where a mode is built: apart, as stale files are told by their dates, not their flags."""
    return f"build/{mode or 'fast'}"


def extensions(mode: str) -> list[Extension]:
    """The kernel as extension modules that may fail to build."""
    if mode not in MODES:
        sys.exit(f"SAPPER_KERNEL={mode}: say {', '.join(filter(None, MODES))} or nothing")
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
        extension.optional = True  # only now: cythonize does not pass it on
    return made


class BuildKernel(build_ext):
    """Compiles all of the kernel or, without a compiler or Python's headers, none of it."""

    def run(self) -> None:
        super().run()
        libraries = [Path(self.get_ext_fullpath(made.name)) for made in self.extensions]
        if not all(library.exists() for library in libraries):
            print("warning: not compiled, so the kernel is interpreted and slow", file=sys.stderr)
            for library in libraries:
                library.unlink(missing_ok=True)


class EditableWheel(editable_wheel):
    """Removes what an earlier build left beside the sources: it would hide them."""

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
