"""``sapper serve``: the workbench in the browser."""

from __future__ import annotations

import ipaddress
import os
import signal
from collections.abc import Iterable
from pathlib import Path

import click

from sapper.cli.errors import OutputError
from sapper.cli.options import Whole, history, strategies
from sapper.files import data_folder


@click.command(epilog="\b\nExample:\n  sapper serve --open")
@click.option(
    "--port",
    type=Whole(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0 for any free port.",
)
@click.option(
    "--host",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on. Any address but this machine's own requires a token, which the"
    " printed link contains; it is kept in --data, unless the environment variable SAPPER_TOKEN"
    " sets one.",
)
@click.option(
    "--proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    help="The address or network of a proxy, whose X-Forwarded-For header names the visitor's"
    " address. May be repeated.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
@strategies
@click.option(
    "--data",
    metavar="DIR",
    help="The folder for games and ratings.  [default: sapper/games in the user's state directory,"
    " and sapper in the user's data directory]",
)
@click.option(
    "--store",
    "results",
    metavar="FILE",
    multiple=True,
    help="A store of results to compare on the page. May be repeated.",
)
@history(
    "history.db in --data if that is given, else sapper/history.db in the user's data directory"
)
def command(
    port: int,
    host: str,
    proxies: tuple[str, ...],
    open_page: bool,
    data: str | None,
    results: tuple[str, ...],
    history: str | None,
    no_history: bool,
) -> None:
    """Play, watch, analyse, learn and compare in the browser.

    Prints the link to open. Only this machine can reach the server, unless --host says otherwise.
    Your games are still there after a restart; finished ones are in the history ('sapper history').
    With --host, every visitor has their own games, history and ratings. If a server already uses
    the folder, --open opens its page. Ctrl-C stops the server with exit code 130, a termination
    signal with exit code 0.
    """
    from sapper_workbench.history.database import FILE_NAME, history_file
    from sapper_workbench.web import server
    from sapper_workbench.web.games.journal import FolderInUseError

    if history is not None and no_history:
        raise click.UsageError("--history and --no-history contradict each other")
    lost: list[OutputError] = []

    def ready(link: str) -> None:
        try:
            click.echo(f"sapper is at {link}")
        except OutputError as error:  # raised here, it would break the server's event loop
            lost.append(error)
            signal.raise_signal(signal.SIGTERM)
            return
        click.echo("Press Ctrl-C to stop.", err=True)
        if open_page:
            click.launch(link)

    folder = Path(data) if data is not None else server.games_folder()
    ratings = Path(data) if data is not None else data_folder()
    usual = history_file() if data is None else folder / FILE_NAME
    kept = None if no_history else usual if history is None else Path(history)
    token = os.environ.get("SAPPER_TOKEN")  # not an option, which every user of the machine sees
    stores = server.stores(results)
    try:
        server.serve(host, port, folder, ratings, stores, kept, ready, token, networks(proxies))
    except FolderInUseError as error:
        if not (open_page and error.link):
            raise
        click.echo(f"sapper is already at {error.link}")
        click.launch(error.link)
    finally:
        if lost:
            raise lost[0]


def networks(addresses: Iterable[str]) -> list[str]:
    """Return addresses and networks. Raises a usage error if one is not valid."""
    for address in addresses:
        try:
            ipaddress.ip_network(address)
        except ValueError:
            raise click.BadParameter(
                f"expected an IP address or a network such as 10.0.0.0/8, not '{address[:40]}'",
                param_hint="--proxy",
            ) from None
    return [*addresses]
