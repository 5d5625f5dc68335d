"""The static site: what it contains, and Python in a web worker in place of a server."""

from __future__ import annotations

import ast
import asyncio
import io
import json
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright._impl._driver import compute_driver_executable

import sapper
from sapper.errors import InputError
from sapper.players import recipes
from sapper.worker import LENGTH, Started, packed
from sapper_workbench.web import (
    PORTABLE,
    QUICKER,
    WHEELS,
    Access,
    Part,
    Served,
    application,
    build,
    compiled,
    compute,
    fetched,
    has_kernel,
    think_less,
)
from sapper_workbench.web.site.browser import workbench
from tests.sources import ROOT

RECIPES = ("csp", "swift", "limited", "mio", "pgms")
GAMES = f"""
import json, sapper
RECIPES = {RECIPES}
print(json.dumps([
    [
        [step.decision.move.action, step.decision.move.cell, step.decision.strategy]
        for step in sapper.play(recipe, level=level, seed=seed).steps
    ]
    for level in ("beginner8", "beginner", "intermediate")
    for recipe in RECIPES
    for seed in (11, 12)
]))
"""
#: Prints the modules of the site that cannot be imported.
IMPORTS = """
import json, pkgutil, sys
from importlib import import_module
wrong = []
for name in ("limited_belief", "mio", "sapper", "sapper_agents", "sapper_formats", "sapper_lab",
             "sapper_variants", "sapper_workbench"):
    package = import_module(name)
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        try:
            import_module(module.name)
        except ImportError as error:
            wrong.append(f"{module.name}: {error}")
for module, name in LATE:
    if module in sys.modules and name not in sys.modules:
        try:
            import_module(name)
        except ImportError as error:
            wrong.append(f"{module}: {error}")
print(json.dumps(wrong))
"""
#: What no view of the site calls, and so may be missing there.
UNCALLED = {"joblib", "ms_toollib", "multiprocessing", "numpy", "platformdirs", "resource"}
NODE = """
import { readFileSync } from "node:fs";
const folder = new URL("./python/", import.meta.url);
const { loadPython } = await import(new URL("load.js", folder));
const read = async (name) => new Uint8Array(readFileSync(new URL(name, folder)));
const python = await loadPython(read, { indexURL: folder.pathname });
python.runPython(readFileSync(0, "utf8"));
"""


def imported_late() -> Iterator[tuple[str, str]]:
    """Yield the modules that functions import when they are called, after that of the function."""
    for source in sorted((ROOT / "packages").glob("*/src")):
        for file in source.rglob("*.py"):
            module = ".".join(file.relative_to(source).with_suffix("").parts)
            for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(function, ast.FunctionDef):
                    for node in ast.walk(function):
                        if isinstance(node, ast.Import):
                            yield from ((module, name.name) for name in node.names)
                        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                            yield module, node.module


@pytest.mark.slow
def test_the_site_imports_all_its_modules_and_plays_the_games_of_this_build(
    site: Path, tmp_path: Path
) -> None:
    shutil.copytree(site / "python", tmp_path / "python")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "play.js").write_text(NODE)
    node, _ = compute_driver_executable()
    late = [pair for pair in {*imported_late()} if pair[1].split(".")[0] not in UNCALLED]
    there = subprocess.run(
        [node, tmp_path / "play.js"],
        input=f"LATE = {late}{IMPORTS}{GAMES}",
        capture_output=True,
        text=True,
        check=False,
    )
    assert there.returncode == 0, there.stderr[-2000:]
    with redirect_stdout(io.StringIO()) as here:
        exec(GAMES, {})
    wrong, played = there.stdout.splitlines()[-2:]
    assert not json.loads(wrong), "\n".join(json.loads(wrong))
    assert json.loads(played) == json.loads(here.getvalue())


@pytest.mark.slow
def test_the_lock_has_the_hash_of_every_file(site: Path) -> None:
    lock = json.loads((site / "lock.json").read_text())["files"]
    files = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    assert files.keys() == {"lock.json", *lock}
    for name, known in lock.items():
        data = files[name].read_bytes()
        assert (sha256(data).hexdigest(), len(data)) == (known["sha256"], known["bytes"]), name
    compressed = io.BytesIO()
    with zipfile.ZipFile(compressed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in files.items():
            archive.write(path, name)
    assert len(compressed.getvalue()) < 15_000_000


def test_a_folder_with_other_files_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(InputError, match="contains something else"):
        build(tmp_path)
    assert (tmp_path / "thesis.txt").exists()


def test_a_missing_or_wrong_part_is_named(tmp_path: Path) -> None:
    part = WHEELS[0]
    with pytest.raises(InputError, match="expected a copy of https://"):
        fetched(part, tmp_path)
    (tmp_path / part.name).write_bytes(b"something else")
    with pytest.raises(InputError, match="SHA-256 hash differs"):
        fetched(part, tmp_path)


def test_a_part_that_cannot_be_downloaded_is_one_sentence() -> None:
    with pytest.raises(
        InputError, match=r"^http://127\.0\.0\.1:9/x\.whl cannot be downloaded \(.*--parts$"
    ):
        fetched(Part("http://127.0.0.1:9/x.whl", ""), None)


def test_players_that_think_less_in_a_browser_keep_their_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = {name: sapper.player(name).written_out for name in QUICKER}
    for name in QUICKER:
        monkeypatch.setitem(recipes.DEFAULTS, name, {})  # undone after the test
    think_less()  # this Python has a kernel, unless it is tested without one
    assert not has_kernel() or not any(recipes.DEFAULTS[name] for name in QUICKER)
    monkeypatch.setattr("sapper_workbench.web.site.browser.has_kernel", lambda: False)
    think_less()
    for name, options in QUICKER.items():
        assert sapper.player(name).written_out == before[name]
        assert recipes.DEFAULTS[name] == options

    def given(recipe: str) -> object:
        return vars(sapper.player(recipe).chain[-1].begin())["_seconds"]

    assert given("champion") == given("champion(seconds=5)") == 5
    assert given("champion(playouts=9)") is None


def test_node_that_fails_is_one_sentence() -> None:
    with pytest.raises(InputError, match=r"^false: Node cannot compile the site's modules"):
        compiled("false", {}, {})


class Page:
    """A page that asks Python by messages; long work runs in a worker beside it."""

    def __init__(self, home: Path, port: type[InlinePort] | None = None) -> None:
        self._port = port or InlinePort
        self.answers: dict[int, list[Any]] = {}
        self.ended: dict[int, asyncio.Event] = {}
        self.started: list[InlinePort] = []
        self.app = workbench(home, self._start)
        self.served = Served(application(PORTABLE, self.app, Access()), self._tell)

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Return the status and the answer of a request, as JSON or as text."""
        number = len(self.answers) + 1
        self.answers[number], self.ended[number] = [], asyncio.Event()
        headers = [] if body is None else [["content-type", "application/json"]]
        text = "" if body is None else json.dumps(body)
        self.served.ask(number, method, path, headers, text)
        await self.ended[number].wait()
        (status, _), *parts = self.answers[number]
        whole = b"".join(parts).decode()
        return status, json.loads(whole) if whole.startswith(("{", "[")) else whole

    def _tell(self, number: int, kind: str, value: object) -> None:
        if kind == "end":
            self.ended[number].set()
        else:
            self.answers[number].append(value)

    def _start(self, heard: Callable[[bytes | None], None]) -> InlinePort:
        self.started.append(self._port(heard))
        return self.started[-1]


class InlinePort:
    """A web worker that answers at the next turn of the event loop."""

    def __init__(self, heard: Callable[[bytes | None], None]) -> None:
        self._heard = heard
        self.posted = 0
        self.ended = False

    def post(self, data: bytes) -> None:
        """Compute what a message asks for."""
        self.posted += 1
        assert len(data) >= LENGTH.size
        asyncio.get_running_loop().call_soon(compute, data, self._heard)

    def terminate(self) -> None:
        """Compute nothing more."""
        self.ended = True


class BusyPort(InlinePort):
    """A web worker that begins what it is asked to do once it is ready, and never ends it."""

    ready = False

    def post(self, data: bytes) -> None:
        """Say that a call has begun."""
        if self.ready:
            self.posted += 1
            self._heard(packed(Started()))
        else:
            self.ready = True
            super().post(data)


def test_long_work_that_the_page_leaves_ends_its_web_worker(tmp_path: Path) -> None:
    async def visit() -> None:
        page = Page(tmp_path, BusyPort)
        await page.app.workers.start()
        asking = asyncio.ensure_future(page.ask("GET", "/api/watch?player=csp&level=beginner8"))
        while not page.started or not page.started[0].posted > 1:
            await asyncio.sleep(0)
        page.served.leave(1)
        await asking
        while not page.started[0].ended:
            await asyncio.sleep(0.01)
        await page.app.workers.stop()
        page.app.games.close()

    asyncio.run(visit())


def test_python_answers_the_page_by_the_handlers_of_the_server(tmp_path: Path) -> None:
    async def visit() -> None:
        page = Page(tmp_path)
        await page.app.workers.start()
        status, about = await page.ask("GET", "/api/about")
        assert status == 200
        assert about["version"] == sapper.__version__
        status, game = await page.ask("POST", "/api/games", {"width": 9, "height": 9, "mines": 10})
        assert status == 201
        address = f"/api/games/{game['id']}"
        move = {"action": "open", "cell": [4, 4]}
        assert (await page.ask("POST", f"{address}/moves", move))[0] == 200
        # The hint of mio needs a worker, and so does a game to watch.
        assert (await page.ask("GET", f"{address}/hint?player=mio"))[1]["strategy"]
        watched = (await page.ask("GET", "/api/watch?player=csp&level=beginner8&seed=1"))[1]
        assert "event: start" in watched
        assert "event: end" in watched
        status, missing = await page.ask("GET", "/api/games/0000000000000000")
        assert (status, "no such game" in missing["error"]) == (404, True)
        await page.app.workers.stop()
        assert all(port.ended for port in page.started)
        page.app.games.close()

    asyncio.run(visit())


def test_games_are_in_the_history_as_soon_as_they_end(tmp_path: Path) -> None:
    async def visit() -> None:
        page = Page(tmp_path)
        fields = {"width": 2, "height": 1, "mines": 1, "first": "safe"}
        _, game = await page.ask("POST", "/api/games", fields)
        move = {"action": "open", "cell": [0, 0]}
        _, moved = await page.ask("POST", f"/api/games/{game['id']}/moves", move)
        assert moved["board"]["outcome"] == "won" if "board" in moved else moved["step"]
        _, listed = await page.ask("GET", "/api/history?start=0&most=10")
        assert len(listed["games"]) == 1
        page.app.games.close()

    asyncio.run(visit())
