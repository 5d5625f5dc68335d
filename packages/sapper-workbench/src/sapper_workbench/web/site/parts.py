"""What a site needs from the registries: Pyodide and Python packages, each pinned by its hash."""

from __future__ import annotations

import io
import tarfile
import urllib.request
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from sapper.errors import InputError

_PYPI = "https://files.pythonhosted.org/packages"
SECONDS = 60.0  #: the longest silence of a registry


@dataclass(frozen=True)
class Part:
    """A file of a registry: a package of npm (``.tgz``) or a wheel.

    ``files`` are those of its files that the site needs, all by default.
    """

    url: str
    sha256: str
    files: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.url.rpartition("/")[2]


PYODIDE = Part(
    "https://registry.npmjs.org/pyodide/-/pyodide-314.0.7.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    (
        "pyodide.mjs",
        "pyodide.asm.mjs",
        "pyodide.asm.wasm",
        "python_stdlib.zip",
        "pyodide-lock.json",
    ),
)
WHEELS = (
    Part(
        f"{_PYPI}/75/5d/c0e6bdb81a87f6bd56a663a330c271af7670490c80d8d635d9fa21ad1adf/"
        "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
    ),
    Part(
        f"{_PYPI}/18/ae/ffea0d0115a34b40dd76c230481d56ff8e69a38597cda951e4ca91cb72ff/"
        "python_sat-1.9.dev24-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "621b06b68cbd46c4862f6fa1872f506c982cb7e4635235f9ae0749de0564a03d",
    ),
    Part(  # for python-sat
        f"{_PYPI}/b7/ce/149a00dd41f10bc29e5921b496af8b574d8413afcd5e30dfa0ed46c2cc5e/"
        "six-1.17.0-py2.py3-none-any.whl",
        "4721f391ed90541fddacab5acf947aa0d3dc7d27b2e1e8eda2be8970586c3274",
    ),
    Part(
        f"{_PYPI}/88/2e/947cfe02def9371c07cd5bf5b6b61c829e9aecb9904db02a66cfafbc1eec/"
        "starlette-1.10.0-py3-none-any.whl",
        "478c0ab3b4ced6e82719849c118fa406f0278a3499c1a898cd15cd31bdc38ce4",
    ),
    Part(
        f"{_PYPI}/a9/16/7757fb84c819accc7d7e9af5291b261e4abb8627ee040f99e7d35ef2457a/"
        "anyio-4.16.0-py3-none-any.whl",
        "c66ae634e0b8228396b801741beb3294326d4b6102f7bba4041c0dfb58c29026",
    ),
    # The kernel is interpreted, and then imports only the stand-ins for Cython's types.
    Part(
        f"{_PYPI}/9d/55/088578d75bc8dbcbc535af04b1d596ff227ca756dd74f9d3c1c526f955d0/"
        "cython-3.3.1-py3-none-any.whl",
        "61abc7feedd20dac6c4ff7ab3a30e17136a067b242ab9253e2b4a6d9a72c2b61",
        ("cython.py", "Cython/__init__.py", "Cython/Shadow.py"),
    ),
)


def fetched(part: Part, folder: Path | None) -> bytes:
    """Return a part from a folder, or without one from its registry.

    Raises ``InputError`` if it is missing, cannot be downloaded, or has another hash.
    """
    if folder is not None:
        path = folder / part.name
        try:
            data = path.read_bytes()
        except OSError:
            raise InputError(f"{path}: expected a copy of {part.url}") from None
    else:
        try:
            with urllib.request.urlopen(part.url, timeout=SECONDS) as answer:
                data = answer.read()
        except OSError as error:
            reason = getattr(error, "reason", error)
            raise InputError(
                f"{part.url} cannot be downloaded ({reason}): check the connection, or name a"
                " folder that contains the file with --parts"
            ) from None
    if sha256(data).hexdigest() != part.sha256:
        raise InputError(f"{part.name} is not the expected file: its SHA-256 hash differs")
    return data


def unpacked(part: Part, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a part that the site needs, by name."""
    if part.name.endswith(".tgz"):
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            for name in part.files:
                file = tar.extractfile(f"package/{name}")
                assert file is not None
                yield name, file.read()
        return
    with zipfile.ZipFile(io.BytesIO(data)) as wheel:
        for name in part.files or wheel.namelist():
            yield name, wheel.read(name)
