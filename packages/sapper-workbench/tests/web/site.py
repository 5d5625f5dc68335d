"""The static site, built once per session, and a plain file server for it."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

from sapper.errors import InputError
from sapper_workbench.web import PYODIDE, WHEELS, fetched
from tests.cli.runs import run

#: A folder with the parts, so that they need not be downloaded.
PARTS = "SAPPER_SITE_PARTS"


def parts(folder: Path) -> Path:
    """Return a folder with the parts of the site; without a connection, skip the test."""
    if given := os.environ.get(PARTS):
        return Path(given)
    for part in (PYODIDE, *WHEELS):
        try:
            (folder / part.name).write_bytes(fetched(part, None))
        except InputError as error:
            pytest.skip(f"the site's parts are not available: {error}")
    return folder


def built(folder: Path) -> None:
    """Build the site in ``folder / "site"``, by ``sapper site`` with Playwright's Node."""
    (folder / "parts").mkdir(exist_ok=True)
    node, _ = compute_driver_executable()
    given = str(parts(folder / "parts"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{Path(node).parent}{os.pathsep}{os.environ['PATH']}")
        done = run("site", str(folder / "site"), "--parts", given)
    assert done.exit_code == 0, done.stderr
    assert re.fullmatch(r"\d+ files, [\d.]+ MB, are in .*\n", done.stdout), done.stdout


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@contextmanager
def file_server(folder: Path) -> Iterator[str]:
    """Serve a folder as ``python -m http.server`` does; yields its address."""
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
