"""The archives of a site: modules compiled with its own Python, and files packed into one."""

from __future__ import annotations

import gzip
import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from sapper.errors import InputError

#: The files of archives by the name of the archive, then by their own.
Archives = Mapping[str, Mapping[str, bytes]]
#: The archive of Python's own modules, which are compiled without docstrings.
STANDARD = "standard"
_SCRIPT = Path(__file__).with_name("compile.mjs")


def compiled(node: str, pyodide: Mapping[str, bytes], archives: Archives) -> Archives:
    """Return archives with bytecode in place of the modules that the page imports.

    Compiling them takes longer than all else when Python starts in a browser. ``node`` runs
    ``pyodide``, the files of Pyodide, because bytecode depends on the version of Python. Raises
    ``InputError`` if that fails.
    """
    with TemporaryDirectory() as drafts:
        parts, modules = Path(drafts) / "pyodide", Path(drafts) / "modules"
        _write(parts, pyodide)
        for archive, files in archives.items():
            _write(modules / archive, files)
        done = subprocess.run(
            [node, _SCRIPT, parts, modules], capture_output=True, text=True, check=False
        )
        if done.returncode:
            said = (done.stderr.strip().splitlines() or ["it said nothing"])[-1][:200]
            raise InputError(f"{node}: Node cannot compile the site's modules ({said})")
        return {archive: _files_in(modules / archive) for archive in archives}


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return files as one, which JavaScript unpacks faster than Python would a zip file.

    The file is compressed by gzip. It begins with the length of a JSON text in four bytes, the
    highest first; the text lists names and sizes, and then come the files.
    """
    index = json.dumps([[name, len(data)] for name, data in files.items()]).encode()
    whole = b"".join((len(index).to_bytes(4, "big"), index, *files.values()))
    return gzip.compress(whole, mtime=0)


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _files_in(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, sorted by name."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
