"""Building the site: the page, Python, its packages and sapper's sources as static files.

The modules are compiled with the site's own Python, without docstrings, and packed into archives.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import shutil
import subprocess
import zipfile
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from importlib import import_module
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

import sapper
from sapper.errors import InputError
from sapper.json_input import convert
from sapper.players.recipes import with_options
from sapper_workbench.web.about import PlayerJson, facts
from sapper_workbench.web.http.stream import event
from sapper_workbench.web.site.browser import LIMITS, QUICKER, SHORTER, SLOW_LIMITS
from sapper_workbench.web.site.kernel import kernel as compiled_kernel
from sapper_workbench.web.site.parts import PYODIDE, WHEELS, fetched, unpacked
from sapper_workbench.web.static.page import (
    DOCUMENT,
    LATER,
    PAGE,
    SCRIPT,
    STYLE,
    document,
    entry,
    later,
    script,
    style,
)
from sapper_workbench.web.views.replay import show_game
from sapper_workbench.web.views.setup import Dealing

LOCK = "lock.json"
LIBRARY = "python_stdlib.zip"  #: the file of Pyodide with Python's own modules
PACKAGES_LOCK = "pyodide-lock.json"  #: the packages of Pyodide, of which the site has none
PYTHON = "python"  #: the folder of the files that Python needs
WORKER = "sw.js"
#: The packages that the page uses, and those of their parts that a browser cannot use.
PACKAGES = (
    "limited_belief",
    "mio",
    "sapper",
    "sapper_agents",
    "sapper_formats",
    "sapper_lab",
    "sapper_variants",
    "sapper_workbench",
)
WITHOUT = ("cli", "cli.py", "engine", "gym.py", "plots.py", "tui")
#: What no view of the site uses, by archive, which is a quarter of the files of Python: tools for
#: programmers and servers, old character sets, and what needs numpy or stores of results.
UNUSED = {
    "standard": r"_pyrepl/|unittest/|xml|wsgiref/|zoneinfo/|multiprocessing/"
    r"|(_pyio|antigravity|bdb|cmd|code|compileall|configparser|cProfile|csv|doctest|fileinput"
    r"|ftplib|imaplib|mailbox|modulefinder|netrc|optparse|pdb|pickletools|plistlib|poplib|profile"
    r"|pstats|pty|pyclbr|pydoc|rlcompleter|sched|shelve|smtplib|socketserver|symtable|tabnanny|this"
    r"|timeit|trace|tracemalloc|tty|wave|webbrowser|zipapp)\.py"
    r"|encodings/(big5|cp(?!437)|euc|gb|h|iso|johab|k|mac|palmos|ptcp|shift|tis)",
    "libraries": r"pysat/(examples/(?!__init__|rc2)|allies/)|anyio/_backends/_trio"
    r"|.*\.data/|.*/(RECORD|testclient\.py|pytest_plugin\.py)$",
    "sapper": r"sapper_lab/(?!__init__|sqlite)|sapper_agents/(learner|companions|mio/(export|task))"
    r"|mio/(cli|task|validation|folders/|learning/(?!__init__|modes)|learner)"
    r"|mio/background/(?!__init__|atoms|builtins)"
    r"|sapper_variants/checking|sapper_workbench/(narration|tui)"
    r"|sapper_workbench/web/(classes|results|rule_learning|server|site/(?!browser|__init__))"
    r"|sapper_workbench/web/(http/connections|views/(learning|match))"
    r"|(sapper|sapper/worker|limited_belief)/__main__|sapper/(logs|inference/many)",
}
#: Suffixes of files that only matter for compiling, or result from it.
COMPILED = {".c", ".pyc", ".pyd", ".so"}
TYPES = ".pxd"  #: the suffix of the types of the kernel
DEMO = {"level": "beginner", "first": "opening"}  #: the game that the first visit shows
DEMO_PLAYER, DEMO_SEED = "swift", 4
VIEWS = ("view-compare", "view-machine")  #: keys of views that the site does not have
#: A server sends this as a header.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'"
)
#: The time of all files in an archive, so that equal sites have equal bytes.
_EPOCH = (1980, 1, 1, 0, 0, 0)


def build(
    folder: Path, parts: Path | None = None, node: str | None = None, *, kernel: bool = False
) -> dict[str, Any]:
    """Write the site to a folder, in place of an older one, and return its lock.

    The lock has the SHA-256 hash and the size of every file. ``parts`` is a folder with the files
    of ``web.site.parts``; without it they are downloaded. ``node`` is the program Node, which
    compiles the modules; without it, browsers do. With ``kernel``, the kernel is compiled to
    WebAssembly; without it, browsers interpret it. Raises ``InputError`` if the parts cannot be
    read, if a compiler fails or is missing, or if the folder contains anything but a site.
    """
    check_free(folder)
    files = dict(_files(parts, node, kernel))
    version = f"sapper {sapper.__version__} {_hash(_locked(files))[:16]}"
    files[WORKER] = _service_worker(files[WORKER].decode(), version, files)
    lock = _locked(files)
    files[LOCK] = lock
    if folder.exists():
        shutil.rmtree(folder)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    whole: dict[str, Any] = json.loads(lock)
    return whole


def _locked(files: Mapping[str, bytes]) -> bytes:
    """Return the lock of some files as JSON."""
    lock = {name: {"sha256": _hash(data), "bytes": len(data)} for name, data in files.items()}
    return json.dumps({"sapper": sapper.__version__, "files": lock}, indent=1).encode()


def check_free(folder: Path) -> None:
    """Raise ``InputError`` unless a folder is missing, empty, or an older site."""
    try:
        if folder.exists() and any(folder.iterdir()) and not (folder / LOCK).is_file():
            raise InputError(f"{folder}: the folder contains something else; choose another one")
    except NotADirectoryError:
        raise InputError(f"{folder}: a file, not a folder") from None


def _files(parts: Path | None, node: str | None, kernel: bool) -> Iterator[tuple[str, bytes]]:
    """Yield all files but the lock; the service worker is not complete yet."""
    pyodide = dict(unpacked(PYODIDE, fetched(PYODIDE, parts)))
    wheels = [unpacked(part, fetched(part, parts)) for part in WHEELS]
    archives: Archives = {
        STANDARD: dict(_unzipped(pyodide[LIBRARY])),
        "libraries": dict(chain.from_iterable(wheels)),
        "sapper": _sapper(kernel),
    }
    archives = {
        archive: {name: data for name, data in files.items() if not re.match(UNUSED[archive], name)}
        for archive, files in archives.items()
    }
    if node is not None:
        archives = compiled(node, pyodide, archives)
    yield from _page()
    lock = json.loads(pyodide[PACKAGES_LOCK])
    pyodide[PACKAGES_LOCK] = json.dumps({**lock, "packages": {}}).encode()
    for name, data in pyodide.items():
        yield f"{PYTHON}/{name}", _zip(archives[STANDARD]) if name == LIBRARY else data
    hashes: list[dict[str, str]] = []
    for archive, files in archives.items():
        if archive != STANDARD:
            name, data = f"{archive}.bin", packed(files)
            hashes.append({"name": name, "sha256": b64encode(sha256(data).digest()).decode()})
            yield f"{PYTHON}/{name}", data
    yield f"{PYTHON}/archives.json", json.dumps(hashes).encode()
    yield f"{PYTHON}/LICENSES.txt", Path(__file__).with_name("LICENSES.txt").read_bytes()
    for name in ("preact.LICENSE", "htm.LICENSE"):
        yield f"licenses/{name}", (PAGE / "vendor" / name).read_bytes()
    yield from _made(kernel)


def _unzipped(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a zip file."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in archive.infolist():
            if not entry.is_dir():
                yield entry.filename, archive.read(entry)


def _page() -> Iterator[tuple[str, bytes]]:
    """Yield the page, bundled, with the site's own modules in place of some of the server's."""
    with TemporaryDirectory() as drafts:
        page = Path(drafts) / "page"
        shutil.copytree(PAGE, page)
        shutil.copytree(Path(__file__).with_name("page"), page, dirs_exist_ok=True)
        source = (page / DOCUMENT).read_text(encoding="utf-8")
        begin = entry(source)
        scripts = {SCRIPT: script(page, begin), LATER: later(page, begin)}
        bundles = {**scripts, STYLE: style(page, source)}
        policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
        whole = document(source, SCRIPT, STYLE).replace("<head>", f"<head>\n    {policy}", 1)
        yield DOCUMENT, whole.replace(' crossorigin="use-credentials"', "").encode()
        for name, text in bundles.items():
            yield name, text.encode()
        names = ["icon.svg", "manifest.webmanifest", WORKER]
        for path in [*map(page.joinpath, names), *page.glob("icons/*"), *page.glob("python/*")]:
            yield path.relative_to(page).as_posix(), path.read_bytes()


def _sapper(kernel: bool) -> dict[str, bytes]:
    """Return sapper's own files; with ``kernel``, libraries in place of the modules of the
    kernel."""
    files = dict(_sources())
    libraries = compiled_kernel(files) if kernel else {}
    modules = {f"{name.removesuffix('.so')}.py" for name in libraries}
    kept = {n: data for n, data in files.items() if n not in modules and not n.endswith(TYPES)}
    return {**kept, **libraries}


def _sources() -> Iterator[tuple[str, bytes]]:
    """Yield the sources and data that a browser can use."""
    for package in PACKAGES:
        root = Path(import_module(package).__file__ or "").parent
        for path in sorted(root.rglob("*")):
            name = path.relative_to(root)
            unwanted = name.parts[0] in WITHOUT or name.is_relative_to("web/page")
            unwanted = unwanted or name.is_relative_to("web/site/page")
            if path.is_file() and not unwanted and path.suffix not in COMPILED:
                yield f"{root.name}/{name.as_posix()}", path.read_bytes()
    about = f"Metadata-Version: 2.1\nName: sapper\nVersion: {sapper.__version__}\n"
    yield f"sapper-{sapper.__version__}.dist-info/METADATA", about.encode()


def _made(kernel: bool) -> Iterator[tuple[str, bytes]]:
    """Yield answers that the page needs before Python is loaded."""
    whole = facts(LIMITS if kernel else SLOW_LIMITS)
    players = [player if kernel else _offered(player) for player in whole.players if not player.own]
    keys = tuple(key for key in whole.keys if key.name not in VIEWS)
    offered = msgspec.structs.replace(whole, players=players, keys=keys)
    yield "about.json", msgspec.json.encode(offered)
    events: list[bytes] = []
    setup = convert({**DEMO, "seed": DEMO_SEED}, Dealing)
    show_game(lambda name, data: events.append(event(name, data)), recipe=DEMO_PLAYER, setup=setup)
    yield "first.txt", b"".join(events)


def _offered(player: PlayerJson) -> PlayerJson:
    """Return a player as a browser plays it."""
    if player.name not in QUICKER:
        return player
    words = f"{player.words}; {SHORTER}"
    quicker = sapper.player(with_options(player.name, QUICKER[player.name]))
    return msgspec.structs.replace(player, recipe=quicker.written_out, words=words)


def _service_worker(source: str, version: str, names: Iterable[str]) -> bytes:
    """Return the service worker with the version and the names of all files of the site."""
    addresses = ["./" if name == DOCUMENT else name for name in names if name != WORKER]
    source = re.sub(r"const VERSION = .*", f"const VERSION = {json.dumps(version)};", source)
    return re.sub(r"const FILES = .*", f"const FILES = {json.dumps(addresses)};", source).encode()


def _zip(files: Mapping[str, bytes]) -> bytes:
    """Return files as an archive that depends on nothing else."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()


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
