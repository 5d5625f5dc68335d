"""Compiling the kernel to WebAssembly, for the Python of a site.

Cython translates the modules to C against Python's limited API, so that the headers of any Python
from 3.11 on serve for the newer one in the browser. Zig, which PyPI has as ``ziglang``, contains
Clang and its linker for WebAssembly, and makes each module a library that Pyodide loads like those
of Emscripten: both have the same calling convention, and the library gets all functions of C and
Python from Pyodide.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from sapper.errors import InputError

NEEDED = "the kernel needs Cython, Zig and Python's headers: pip install cython ziglang"
SHARED = "sapper.kernel._shared"  #: the module with the code that Cython would repeat in each
#: As the kernel is compiled elsewhere.
DIRECTIVES = (
    "annotation_typing=True,auto_pickle=False,boundscheck=False,wraparound=False,"
    "initializedcheck=False,cdivision=True"
)
#: What browsers have had for years; newer instructions would exclude some of them.
TARGET = ("-target", "wasm32-wasi", "-mcpu=mvp+bulk_memory+mutable_globals+nontrapping_fptoint")
COMPILE = (
    "-fPIC",
    "-O2",
    "-g0",
    "-DNDEBUG",
    "-DCYTHON_LIMITED_API=1",
    "-DPy_LIMITED_API=0x030b0000",
)
LINK = (
    "-shared",
    "--experimental-pic",
    "--allow-undefined",
    "--import-memory",
    "-O2",
    "--strip-all",
)
#: The configuration of a Python for WebAssembly, in place of that of this machine.
CONFIGURATION = "\n".join(
    (
        *("#define STDC_HEADERS 1", "#define WITH_DOC_STRINGS 1", "#define HAVE_SSIZE_T 1"),
        *(
            f"#define SIZEOF_{kind} {size}"
            for size, kinds in (
                (2, ("SHORT",)),
                (4, ("INT", "LONG", "FLOAT", "SIZE_T", "VOID_P", "UINTPTR_T", "WCHAR_T", "PID_T")),
                (4, ("PTHREAD_T", "PTHREAD_KEY_T")),
                (8, ("LONG_LONG", "DOUBLE", "OFF_T", "TIME_T")),
                (16, ("LONG_DOUBLE", "FPOS_T")),
            )
            for kind in kinds
        ),
        *("#define ALIGNOF_LONG 4", "#define ALIGNOF_SIZE_T 4", "#define ALIGNOF_MAX_ALIGN_T 16"),
        "",
    )
)


def kernel(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return libraries for the modules of the kernel, by name.

    ``files`` has the sources of packages by name, with the types of the kernel beside it. Raises
    ``InputError`` if a tool is missing or fails.
    """
    zig = _zig()
    headers = Path(sysconfig.get_path("include"))
    if find_spec("Cython") is None or not (headers / "Python.h").exists():
        raise InputError(NEEDED)
    with TemporaryDirectory() as drafts:
        folder = Path(drafts)
        modules = [name for name in files if "/kernel/" in name and _is_module(name)]
        for name, data in files.items():
            if "/kernel/" in name or name.endswith("__init__.py"):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(data)
        shutil.copytree(headers, folder / "include")  # headers find the others beside them first
        (folder / "include" / "pyconfig.h").write_text(CONFIGURATION, encoding="utf-8")
        translate = [sys.executable, "-m", "cython", "-3", "-X", DIRECTIVES]
        shared = f"{SHARED.replace('.', '/')}.c"
        _run([*translate, "--generate-shared", shared], folder)

        def library(module: str) -> tuple[str, bytes]:
            name = module.removesuffix(".py").removesuffix(".c")
            if module != shared:
                dotted = name.replace("/", ".")
                named = ["--shared", SHARED, "--module-name", dotted, "-o", f"{name}.c"]
                _run([*translate, *named, module], folder)
            _run(
                [*zig, "cc", *TARGET, *COMPILE, "-Iinclude", "-c", f"{name}.c", "-o", f"{name}.o"],
                folder,
            )
            export = f"--export=PyInit_{Path(name).name}"
            _run([*zig, "wasm-ld", *LINK, export, f"{name}.o", "-o", f"{name}.so"], folder)
            return f"{name}.so", (folder / name).with_suffix(".so").read_bytes()

        with ThreadPoolExecutor(os.cpu_count()) as threads:
            return dict(threads.map(library, [*modules, shared]))


def _is_module(name: str) -> bool:
    return name.endswith(".py") and not name.endswith("__init__.py")


def _zig() -> Sequence[str]:
    """Return the command of Zig. Raises ``InputError`` if it is not installed."""
    if find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang"]
    if (zig := shutil.which("zig")) is not None:
        return [zig]
    raise InputError(NEEDED)


def _run(command: Sequence[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        said = (errors or done.stderr.splitlines() or ["it said nothing"])[0].strip()[:200]
        raise InputError(f"the kernel could not be compiled for the site: {said}")
