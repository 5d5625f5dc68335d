"""Compiles the kernel: Python files with C types, each of which can also be imported uncompiled.

SAPPER_KERNEL=checked compiles all checks in; SAPPER_KERNEL=none compiles nothing.
"""

import gzip
import multiprocessing
import os
import sys
import tarfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 – pip builds an sdist before it reads which it needs
    sys.exit("sapper needs Python 3.11 or newer")

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.editable_wheel import editable_wheel
from setuptools.command.sdist import sdist

SOURCES = Path("src")
# Every module in a folder named kernel is compiled. All of them or none, because a compiled module
# cannot use the types of an interpreted one.
KERNEL = sorted(file for file in SOURCES.glob("**/kernel/**/*.py") if file.name != "__init__.py")
# Code that Cython would otherwise repeat in each module: sharing it halves size and build time.
SHARED = SOURCES / "sapper" / "kernel" / "_shared.c"

COMMON = {
    "language_level": 3,
    "annotation_typing": True,
    "auto_pickle": False,  # arrays of C types cannot be pickled, so this would only add code
}
FAST = {
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}
CHECKED = {
    "boundscheck": True,
    "wraparound": False,  # a negative index is always a mistake here
    "initializedcheck": True,
    "overflowcheck": True,
    "cdivision": False,
}
# Otherwise Cython's reference counting is inlined wherever a constructor makes an array: that takes
# the compiler longer and makes nothing faster.
NOT_INLINE = "-DCYTHON_INLINE=__attribute__((unused))"
# No -march=native, because a wheel runs on other machines; no -ffast-math, because zero must stay
# exactly zero.
MODES = {
    "": (FAST, ["-O3", "-g0", NOT_INLINE]),
    "checked": (CHECKED, ["-Og", "-g0", "-UNDEBUG"]),
    "none": None,
}
# The time of all files in an sdist or a wheel: the same sources then give the same archive. The
# default is the earliest time that a zip file can hold.
os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")
#: Processes that translate modules to C. Other ways to start one would import this file again.
PROCESSES = (os.cpu_count() or 1) if multiprocessing.get_start_method() == "fork" else 0


def name(source: Path) -> str:
    """Return the name under which a file is imported."""
    return ".".join(source.relative_to(SOURCES).with_suffix("").parts)


def folder(mode: str) -> str:
    """Return a build folder for a mode: stale files are detected by date, not by compiler flags."""
    return f"build/{mode or 'fast'}"


def extensions(mode: str) -> list[Extension]:
    """Return the kernel as extension modules that may fail to build."""
    if mode not in MODES:
        known = " or ".join(filter(None, MODES))
        sys.exit(f"SAPPER_KERNEL={mode}: expected {known}, or nothing for the fast build")
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
        nthreads=PROCESSES,
        compiler_directives={**COMMON, **directives},
    )
    for extension in made:
        extension.optional = True  # cythonize does not pass this on
    return made


class BuildKernel(build_ext):
    """Compiles the whole kernel or, without a compiler or Python's headers, none of it."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = True  # an editable build loses options given to setup

    def run(self) -> None:
        super().run()
        libraries = [Path(self.get_ext_fullpath(made.name)) for made in self.extensions]
        if not all(library.exists() for library in libraries):
            print(
                "warning: the kernel could not be compiled and will run interpreted, slowly",
                file=sys.stderr,
            )
            for library in libraries:
                library.unlink(missing_ok=True)
            wheel = self.distribution.get_command_obj("bdist_wheel", create=False)
            if wheel is not None:
                wheel.root_is_pure = True  # its name is then not that of a compiled wheel


class EditableWheel(editable_wheel):
    """Removes the libraries of earlier builds, which would hide the sources beside them."""

    def run(self) -> None:
        for suffix in EXTENSION_SUFFIXES:
            for library in SOURCES.rglob(f"*{suffix}"):
                library.unlink()
        super().run()


class Sdist(sdist):
    """Writes an archive that depends only on the files: not on owners, permissions or the clock."""

    def make_archive(self, base_name: str, *args: object, base_dir: str, **options: object) -> str:
        def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.mtime = int(os.environ["SOURCE_DATE_EPOCH"])
            return member

        name = f"{base_name}.tar.gz"
        with (
            gzip.GzipFile(name, "wb", mtime=0) as packed,
            tarfile.open(fileobj=packed, mode="w") as archive,
        ):
            archive.add(base_dir, filter=plain)  # sorted by name
        return name


mode = os.environ.get("SAPPER_KERNEL", "")
setup(
    ext_modules=extensions(mode),
    cmdclass={"build_ext": BuildKernel, "editable_wheel": EditableWheel, "sdist": Sdist},
    options={"build": {"build_base": folder(mode)}},
)
