"""Compiles the kernel: every module in a folder named kernel, on the declarations of sapper's.

SAPPER_KERNEL=checked compiles all checks in; SAPPER_KERNEL=none compiles nothing.
"""

import os
import shutil
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.editable_wheel import editable_wheel
from setuptools.command.sdist import sdist

SOURCES = Path("src")
KERNEL = sorted(file for file in SOURCES.glob("**/kernel/**/*.py") if file.name != "__init__.py")
#: Code that Cython would otherwise repeat in each module: sharing it halves size and build time.
SHARED = next(SOURCES.glob("*/__init__.py")).with_name("_shared.c")
#: The C declarations of sapper: beside this package or, in an sdist, a copy.
DECLARATIONS = next(filter(Path.is_dir, [Path("../sapper/src"), Path("declarations")]))
COMMON = {"language_level": 3, "annotation_typing": True, "auto_pickle": False}
FAST = {"boundscheck": False, "wraparound": False, "initializedcheck": False, "cdivision": True}
CHECKED = {"boundscheck": True, "wraparound": False, "overflowcheck": True, "cdivision": False}
MODES = {"": (FAST, "-O3"), "checked": (CHECKED, "-Og"), "none": None}


def name(source: Path) -> str:
    """Return the name under which a file is imported."""
    return ".".join(source.relative_to(SOURCES).with_suffix("").parts)


class EditableWheel(editable_wheel):
    """Removes the libraries of earlier builds, which would hide the sources beside them."""

    def run(self) -> None:
        """Remove them, and build."""
        for suffix in EXTENSION_SUFFIXES:
            for library in SOURCES.rglob(f"*{suffix}"):
                library.unlink()
        super().run()


class Sdist(sdist):
    """Adds the declarations of sapper to the archive."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Copy the files and the declarations."""
        super().make_release_tree(base_dir, files)
        for file in [*DECLARATIONS.rglob("*.pxd"), *DECLARATIONS.rglob("__init__.py")]:
            to = Path(base_dir, "declarations", file.relative_to(DECLARATIONS))
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, to)


mode = os.environ.get("SAPPER_KERNEL", "")
if mode not in MODES:
    sys.exit(f"SAPPER_KERNEL={mode}: expected checked or none, or nothing for the fast build")
extensions = []
if MODES[mode]:
    directives, optimisation = MODES[mode]
    flags = [optimisation, "-g0", "-DCYTHON_INLINE=__attribute__((unused))"]
    extensions = cythonize(
        [
            Extension(name(source), [str(source)], extra_compile_args=flags)
            for source in [*KERNEL, SHARED]
        ],
        shared_utility_qualified_name=name(SHARED),
        include_path=[str(DECLARATIONS)],
        build_dir=f"build/{mode or 'fast'}/c",
        compiler_directives={**COMMON, **directives},
    )
    for extension in extensions:
        extension.optional = True  # without a compiler the kernel runs interpreted, as sapper's
setup(
    ext_modules=extensions,
    cmdclass={"editable_wheel": EditableWheel, "sdist": Sdist},
    options={"build": {"build_base": f"build/{mode or 'fast'}"}, "build_ext": {"parallel": True}},
)
