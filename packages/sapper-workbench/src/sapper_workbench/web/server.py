"""The server: its application with all endpoints and the page, its socket, connections and
shutdown."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount

from sapper.errors import InputError
from sapper.files import state_folder
from sapper.game import Position
from sapper.players import player as read_recipe
from sapper.players.recipes import RECIPES, is_playable
from sapper_lab.store import open_store
from sapper_workbench.history.database import History
from sapper_workbench.history.writer import HistoryWriter
from sapper_workbench.study.classes import CLASSES_FILE, Classes
from sapper_workbench.study.lessons.lesson import PROGRESS_FILE as PROGRESS
from sapper_workbench.study.puzzles.ratings import RATINGS_FILE, PuzzleStore
from sapper_workbench.web import classes, results, rule_learning
from sapper_workbench.web.asgi import PORTABLE, application
from sapper_workbench.web.games.served_games import ServedGames
from sapper_workbench.web.history.visitors import Histories, look_through, write_changed
from sapper_workbench.web.http.connections import (
    Connection,
    Connections,
    ListeningSocket,
    most_connections,
    report,
)
from sapper_workbench.web.http.endpoints import Endpoint, description
from sapper_workbench.web.http.limits import Limits
from sapper_workbench.web.http.security import (
    LOOPBACK,
    Access,
    Visitors,
    checked_token,
    key_in,
    token_in,
)
from sapper_workbench.web.static.page import PAGE, Page
from sapper_workbench.web.views.analysis import SUGGESTS, AnalysisJson
from sapper_workbench.web.workbench import Workbench
from sapper_workbench.web.workers.workers import Workers

BACKLOG = 1024  #: the largest number of connections that wait to be accepted
SWITCHING = 0.001  #: thread switch interval in seconds, short to keep quick answers quick
SHUTDOWN_SECONDS = 2  #: seconds for answers in progress when the server shuts down
LONGEST_SHUTDOWN = 8.0  #: seconds after which it ends whatever is not finished; games are on disk
EXIT_CODES: dict[int, int] = {signal.SIGINT: 130, signal.SIGTERM: 0}


def describe(app: Workbench) -> dict[str, Any]:
    """Describe all endpoints (OpenAPI 3.1)."""
    return description(ENDPOINTS)


ENDPOINTS: tuple[Endpoint, ...] = (
    *PORTABLE,
    *rule_learning.ENDPOINTS,
    *results.ENDPOINTS,
    *classes.ENDPOINTS,
    Endpoint("GET", "/api/openapi.json", describe),
)


def asgi_app(app: Workbench, access: Access) -> Starlette:
    """Return the ASGI application; its workers start and stop with it."""

    @asynccontextmanager
    async def running(_: Starlette) -> AsyncIterator[None]:
        await app.workers.start()
        await asyncio.to_thread(_warm)
        # A killed server may have left games unwritten.
        journal, most = app.games.journal, app.limits.games
        unwritten = asyncio.to_thread(look_through, app.writer, app.histories, journal, most)
        looking = asyncio.create_task(unwritten)
        try:
            yield
        finally:
            looking.cancel()
            await app.workers.stop()
            await asyncio.to_thread(app.writer.close)
            app.histories.close()
            app.games.close()

    return application(ENDPOINTS, app, access, [Mount("/", Page(PAGE))], running)


def _warm() -> None:
    """Load what the first visitors need, so that loading delays no request."""
    for recipe in filter(is_playable, RECIPES):
        read_recipe(recipe)
    AnalysisJson.of(Position.parse("4x3x2\nHHHH\n1221\n0000"), SUGGESTS, 1.0)


def serve(
    host: str,
    port: int,
    data: Path,
    ratings: Path,
    results: Mapping[str, Path],
    history: Path | None,
    ready: Callable[[str], None],
    token: str | None = None,
    proxies: Sequence[str] = (),
) -> None:
    """Serve until Ctrl-C or a termination signal.

    Args:
        host: the address or host name to listen on; others than loopback require a token, and
            each browser is a visitor there.
        port: the port; 0 chooses a free one.
        data: the folder for games.
        ratings: the folder for the ratings of puzzles.
        results: stores of results by name.
        history: the file for finished games, or None to keep none.
        ready: called with the link to open as soon as the server answers.
        token: the token that requests need; if None, one in ``data``, or none on loopback.
        proxies: addresses and networks of proxies, whose X-Forwarded-For is trusted.

    Raises:
        InputError: the address, a folder, the file or the token cannot be used.
        FolderInUseError: another server uses ``data``.
    """
    limits = Limits()
    waiting = Connections(most_connections(limits.connections))
    limits = replace(limits, requests=min(limits.requests, waiting.most // 2))
    shared = host.lower() not in LOOPBACK
    if token is not None:
        checked_token(token, "SAPPER_TOKEN")
    with ExitStack() as stack:
        own = None if history is None else History(history)
        writer = HistoryWriter(own)
        histories = Histories(own, limits.visitors, limits.visitor_history)
        # First of all: who starts a second server wants to know of the first, not of its port.
        games = ServedGames(data, limits, partial(write_changed, writer, histories))
        stack.callback(games.close)
        listening = stack.enter_context(_socket(host, port))
        listening.waiting = waiting
        if shared and token is None:
            token = token_in(data)
        access = access_of(host, token)
        if shared:
            access = replace(access, visitors=Visitors(key_in(data)))
        kept = PuzzleStore(ratings / RATINGS_FILE)
        workers = Workers(limits)
        lessons = None if shared else ratings / PROGRESS
        app = Workbench(
            limits,
            games,
            workers,
            results,
            kept,
            histories,
            token or "",
            writer,
            lessons=lessons,
            classes=Classes(ratings / CLASSES_FILE),
        )
        config = _configuration(app, access, waiting, proxies)
        sys.setswitchinterval(SWITCHING)
        signal.signal(signal.SIGTERM, _leave)  # uvicorn raises them again after its shutdown
        signal.signal(signal.SIGINT, _interrupt)
        address = link(host, listening.getsockname()[1], access.token)

        def answering() -> None:
            games.journal.announce(address)
            ready(address)

        server = _Server(config, answering)
        # The shutdown interrupts streams and workers, which is not an error.
        for logger in ("uvicorn.error", "asyncio"):
            logging.getLogger(logger).addFilter(lambda record: not server.should_exit)
        server.run(sockets=[listening])


def _configuration(
    app: Workbench, access: Access, waiting: Connections, proxies: Sequence[str]
) -> uvicorn.Config:
    """Return the settings of uvicorn."""
    return uvicorn.Config(
        asgi_app(app, access),
        loop="asyncio",
        http=partial(Connection, waiting=waiting),  # type: ignore[arg-type]
        ws="none",
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),  # uvicorn would trust all programs of this machine
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


class _Server(uvicorn.Server):
    """A server that reports when it is ready; after that, Ctrl-C ends it without a message."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """See uvicorn."""
        asyncio.get_running_loop().set_exception_handler(report)
        await super().startup(sockets)
        if not self.should_exit:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """See uvicorn; also end if threads are busy, which nothing can stop."""
        super().handle_exit(sig, frame)
        end = threading.Timer(LONGEST_SHUTDOWN, os._exit, (EXIT_CODES.get(sig, 0),))
        end.daemon = True
        end.start()


def _leave(number: int, frame: FrameType | None) -> None:
    sys.exit(0)


def _interrupt(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # a second one must not interrupt the shutdown
    raise KeyboardInterrupt


def access_of(host: str, token: str | None) -> Access:
    """Return the rules of access to a server that listens on an address."""
    if host.lower() in LOOPBACK:
        return Access(token=token)
    names = LOOPBACK | {host.lower(), socket.gethostname().lower()}
    return Access(names, anywhere=True, token=token)


def link(host: str, port: int, token: str | None) -> str:
    """Return the address to open in a browser."""
    name = socket.gethostname() if host in ("", "0.0.0.0", "::") else host
    if ":" in name:
        name = f"[{name}]"
    return f"http://{name}:{port}/" + (f"?token={token}" if token else "")


def games_folder() -> Path:
    """Return the default folder for games."""
    return state_folder() / "games"


def _socket(host: str, port: int) -> ListeningSocket:
    """Open a listening socket. Raises ``InputError`` if the address cannot be used."""
    name = "127.0.0.1" if host.lower() == "localhost" else host
    try:
        family = socket.AF_INET6 if ":" in name else socket.AF_INET
        # With the protocol given, asyncio sets TCP_NODELAY; without it answers wait 40 ms.
        listening = ListeningSocket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((name, port))
            listening.listen(BACKLOG)  # so that the link works as soon as it is printed
        except BaseException:
            listening.close()
            raise
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        hint = ": another program uses the port; choose another one with --port"
        if not port or "in use" not in reason:
            hint = ""
        raise InputError(f"cannot listen on {host}:{port}: {reason}{hint}") from None
    return listening


def stores(files: Iterable[str]) -> dict[str, Path]:
    """Return stores of results by file name; a number tells files of the same name apart.

    Raises ``InputError`` for a file that does not exist, and ``StoreError`` for one that is not a
    store.
    """
    named: dict[str, Path] = {}
    for file in map(Path, files):
        if not file.is_file():
            raise InputError(f"{file}: no such file")
        with open_store(file):
            pass
        name, count = file.stem, 1
        while name in named:
            count += 1
            name = f"{file.stem}-{count}"
        named[name] = file
    return named
