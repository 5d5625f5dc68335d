"""The server: its application with all endpoints and the page, its socket, connections and
shutdown."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount

from sapper.arena.store.store import open_store
from sapper.errors import InputError
from sapper.files import state_folder
from sapper.game import Position
from sapper.history.database import History
from sapper.history.writer import HistoryWriter
from sapper.players import player as read_recipe
from sapper.players.recipes import RECIPES
from sapper.study.lessons.lesson import FILE as PROGRESS
from sapper.study.puzzles.ratings import FILE, PuzzleStore
from sapper.web import results, rule_learning
from sapper.web.asgi import PORTABLE, application
from sapper.web.games.served_games import ServedGames
from sapper.web.history.visitors import Histories, look_through, write_changed
from sapper.web.http.connections import (
    Connection,
    Connections,
    ListeningSocket,
    most_connections,
    report,
)
from sapper.web.http.endpoints import Endpoint, description
from sapper.web.http.limits import Limits
from sapper.web.http.security import LOOPBACK, Access, Visitors, key_in
from sapper.web.static.page import PAGE, Page
from sapper.web.views.analysis import SUGGESTS, AnalysisJson
from sapper.web.workbench import Workbench
from sapper.web.workers.workers import Workers

BACKLOG = 1024  #: the largest number of connections that wait to be accepted
SWITCHING = 0.001  #: thread switch interval in seconds, short to keep quick answers quick
SHUTDOWN_SECONDS = 2  #: seconds for answers in progress when the server shuts down


def described(bench: Workbench) -> dict[str, Any]:
    """Describe all endpoints (OpenAPI 3.1)."""
    return description(ENDPOINTS)


ENDPOINTS: tuple[Endpoint, ...] = (
    *PORTABLE,
    *rule_learning.ENDPOINTS,
    *results.ENDPOINTS,
    Endpoint("GET", "/api/openapi.json", described),
)


def app(bench: Workbench, access: Access) -> Starlette:
    """Return the ASGI application; its workers start and stop with it."""

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        await bench.workers.start()
        await asyncio.to_thread(_warm)
        # A killed server may have left games unwritten.
        journal, most = bench.games.journal, bench.limits.games
        unwritten = asyncio.to_thread(look_through, bench.writer, bench.histories, journal, most)
        looking = asyncio.create_task(unwritten)
        try:
            yield
        finally:
            looking.cancel()
            await bench.workers.stop()
            await asyncio.to_thread(bench.writer.close)
            bench.histories.close()
            bench.games.close()

    return application(ENDPOINTS, bench, access, [Mount("/", Page(PAGE))], running)


def _warm() -> None:
    """Load what the first visitors need, so that loading delays no request."""
    for recipe in RECIPES:
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
) -> None:
    """Serve until Ctrl-C or a termination signal.

    Args:
        host: the address or host name to listen on; others than loopback require a token.
        port: the port; 0 chooses a free one.
        data: the folder for games.
        ratings: the folder for the ratings of puzzles.
        results: stores of results by name.
        history: the file for finished games, or None to keep none.
        ready: called with the link to open as soon as the server answers.

    Raises:
        InputError: the address, a folder or the file cannot be used.
    """
    limits = Limits()
    waiting = Connections(most_connections(limits.connections))
    limits = replace(limits, requests=min(limits.requests, waiting.most // 2))
    access = access_of(host)
    listening = _socket(host, port)
    listening.waiting = waiting
    with listening:
        own = None if history is None else History(history)
        writer = HistoryWriter(own)
        histories = Histories(own, limits.visitors, limits.visitor_history)
        games = ServedGames(data, limits, partial(write_changed, writer, histories))
        tokens = access.token is not None
        if tokens:
            access = replace(access, visitors=Visitors(key_in(data)))
        kept = PuzzleStore(ratings / FILE)
        workers = Workers(limits)
        lessons = None if tokens else ratings / PROGRESS
        bench = Workbench(
            limits, games, workers, results, kept, histories, tokens, writer, lessons=lessons
        )
        config = uvicorn.Config(
            app(bench, access),
            loop="asyncio",
            http=partial(Connection, waiting=waiting),  # type: ignore[arg-type]
            ws="none",
            log_level="error",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
        sys.setswitchinterval(SWITCHING)
        signal.signal(signal.SIGTERM, _leave)  # uvicorn raises them again after its shutdown
        signal.signal(signal.SIGINT, _interrupt)
        address = link(host, listening.getsockname()[1], access.token)
        server = _Server(config, partial(ready, address))
        # The shutdown interrupts streams and workers, which is not an error.
        for logger in ("uvicorn.error", "asyncio"):
            logging.getLogger(logger).addFilter(lambda record: not server.should_exit)
        server.run(sockets=[listening])


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


def _leave(number: int, frame: FrameType | None) -> None:
    sys.exit(0)


def _interrupt(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # a second one must not interrupt the shutdown
    raise KeyboardInterrupt


def access_of(host: str) -> Access:
    """Return the rules of access: a loopback address needs no token, any other does."""
    if host.lower() in LOOPBACK:
        return Access()
    names = LOOPBACK | {host.lower(), socket.gethostname().lower()}
    return Access(names, anywhere=True, token=token_urlsafe(24))


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
