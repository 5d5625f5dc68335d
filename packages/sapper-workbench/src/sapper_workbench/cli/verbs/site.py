"""``sapper site``: the workbench as static files that need no server of sapper."""

from __future__ import annotations

from pathlib import Path
from shutil import which

import click

from sapper.cli.options import as_json, echo_json
from sapper.cli.views.progress import status


@click.command(
    epilog="\b\nExample:\n  sapper site build/site\n  python3 -m http.server --directory build/site"
)
@click.argument("folder", metavar="DIR")
@click.option(
    "--parts",
    metavar="DIR",
    help="A folder with the parts to include, instead of downloading them from npm and PyPI.",
)
@click.option(
    "--kernel",
    is_flag=True,
    help="Compile the kernel to WebAssembly, which takes minutes and needs the packages cython and"
    " ziglang of PyPI and Python's headers. Reviews are then about a hundred times faster.",
)
@as_json
def command(folder: str, parts: str | None, kernel: bool, as_json: bool) -> None:
    """Write the workbench as static files to DIR.

    Any web server can serve them: sapper then runs in the visitor's browser, with Pyodide, even
    offline after the first visit. The parts, about 9 MB, are downloaded and checked against their
    hashes. An older site in DIR is replaced. Comparing players and the rule learner need a server.
    If Node is installed, it compiles the modules, and the site starts faster.
    """
    from sapper_workbench.web.site.build import build

    node = which("node")
    with status(f"writing the site to {folder}"):
        lock = build(Path(folder), None if parts is None else Path(parts), node, kernel=kernel)
    if as_json:
        echo_json(lock)
        return
    files = lock["files"]
    megabytes = sum(file["bytes"] for file in files.values()) / 1e6
    click.echo(f"{len(files)} files, {megabytes:.1f} MB, are in {folder}.")
    if node is None:
        click.echo(
            "Node is not installed, so browsers compile the modules and the site starts more "
            "slowly."
        )
