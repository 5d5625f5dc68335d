"""The server inside a browser: a web worker runs the ASGI application, and asks another one for
long work.

JavaScript (``page/python/worker.js``) carries the messages, and keeps the files of the visitor.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote

from starlette.types import ASGIApp, Message

from sapper.kernel import chance
from sapper.players.recipes import DEFAULTS, Value
from sapper.worker.pool import Inbox
from sapper.worker.threads import Inline
from sapper.worker.worker import (
    CANCEL,
    LENGTH,
    Call,
    ProcessLimits,
    answered,
    packed,
    packed_answer,
)
from sapper_workbench.history.database import FILE_NAME, History
from sapper_workbench.history.writer import HistoryWriter
from sapper_workbench.study.puzzles.ratings import RATINGS_FILE, PuzzleStore
from sapper_workbench.web.asgi import PORTABLE, application
from sapper_workbench.web.games.served_games import ServedGames
from sapper_workbench.web.history.visitors import Histories, write_changed
from sapper_workbench.web.http.limits import SITE_PLAYOUTS, Limits
from sapper_workbench.web.http.security import Access
from sapper_workbench.web.workbench import Workbench
from sapper_workbench.web.workers.workers import Workers

HOST = "localhost"  #: the host name of all requests
#: The limits in a visitor's browser: one worker for long work, and fewer games than on a server.
LIMITS = Limits(workers=1, queue=8, games=200, games_memory=64_000_000)
#: The limits where the browser interprets the kernel: shorter reviews.
SLOW_LIMITS = replace(LIMITS, review_playouts=SITE_PLAYOUTS)
#: Options of strategies that think less than elsewhere where the browser interprets the kernel.
QUICKER: dict[str, dict[str, Value]] = {"champion": {"seconds": 5}}
SHORTER = "thinks for at most 5 s about a guess on this site"  #: says so


class Port(Protocol):
    """A web worker for long work."""

    def post(self, data: bytes) -> None:
        """Send a message to it."""

    def terminate(self) -> None:
        """End it at once."""


#: Starts a web worker; its argument is called with every message, and with None if it fails.
StartPort = Callable[[Callable[[bytes | None], None]], Port]


class WebWorker(Inbox):
    """A web worker that runs calls, as the asyncio front of a process does."""

    what = "web worker"
    _numbers = count(1)

    def __init__(self, start: StartPort) -> None:
        super().__init__()
        self.pid = next(self._numbers)
        self._port = start(self._received)

    @classmethod
    async def start(cls, start: StartPort, limits: ProcessLimits) -> WebWorker:
        """Start a web worker; browsers have limits of their own."""
        return cls(start)

    def send(self, call: Call) -> None:
        """Send a call."""
        self._port.post(packed(call))

    def cancel(self) -> None:
        """Ask the running call to end. A web worker receives this only when it is idle."""
        self._port.post(packed(CANCEL))

    def memory(self) -> int:
        """Return 0: a browser does not say."""
        return 0

    async def end(self) -> None:
        """End the web worker."""
        self.died = True
        self._changed.set()
        self._port.terminate()

    def _received(self, data: bytes | None) -> None:
        if data is None:
            self.died = True
        else:
            self._answers.append(bytes(data)[LENGTH.size :])
        self._changed.set()


def compute(data: bytes, send: Callable[[bytes], None]) -> None:
    """Answer a message in the web worker for long work: run a call, and send its answers."""
    call = pickle.loads(bytes(data)[LENGTH.size :])
    if call != CANCEL:
        last = answered(call, lambda: False, lambda answer: send(packed_answer(answer)))
        send(packed_answer(last))


def has_kernel() -> bool:
    """Return whether this Python has the compiled kernel."""
    return not chance.__file__.endswith((".py", ".pyc"))


def think_less() -> None:
    """Without a compiled kernel, give the strategies of ``QUICKER`` their options in this process,
    unless a recipe does."""
    if not has_kernel():
        DEFAULTS.update(QUICKER)


def workbench(home: Path, start: StartPort) -> Workbench:
    """Return the state for requests, with files in a folder and a web worker for long work."""
    history = History(home / FILE_NAME)
    histories = Histories(history, 0, 0)
    writer = HistoryWriter(history, thread=Inline())
    limits = LIMITS if has_kernel() else SLOW_LIMITS
    games = ServedGames(home / "games", limits, partial(write_changed, writer, histories))
    # The second Python starts when it is needed: it would slow down the start of the first.
    workers = Workers(limits, partial(WebWorker.start, start), ready=0)
    ratings = PuzzleStore(home / RATINGS_FILE)
    return Workbench(limits, games, workers, {}, ratings, histories, writer=writer)


#: Sends a part of the answer with a number to the page: the ``head`` with its status and headers
#: first, then each ``body``, then the ``end``.
Tell = Callable[[int, str, object], None]


class Served:
    """Answers the requests of a page by an ASGI application."""

    def __init__(self, app: ASGIApp, tell: Tell) -> None:
        self._app, self._tell = app, tell
        self._asked: dict[int, tuple[asyncio.Event, asyncio.Task[None]]] = {}

    def ask(
        self, number: int, method: str, target: str, headers: Sequence[Sequence[str]], body: str
    ) -> None:
        """Begin to answer a request; ``number`` identifies it."""
        left = asyncio.Event()
        task = asyncio.ensure_future(self._answer(number, method, target, headers, body, left))
        self._asked[number] = left, task
        task.add_done_callback(lambda _: self._asked.pop(number, None))

    def leave(self, number: int) -> None:
        """Stop a request whose answer the page no longer needs."""
        if number in self._asked:
            self._asked[number][0].set()

    async def _answer(
        self,
        number: int,
        method: str,
        target: str,
        headers: Sequence[Sequence[str]],
        body: str,
        left: asyncio.Event,
    ) -> None:
        path, _, query = target.partition("?")
        given = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
        content = body.encode()
        length = (b"content-length", str(len(content)).encode())
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(b"host", HOST.encode()), length, *given],
            "client": (HOST, 0),
            "server": (HOST, 80),
        }
        waiting: list[Message] = [{"type": "http.request", "body": content, "more_body": False}]

        async def receive() -> Message:
            if waiting:
                return waiting.pop()
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                pairs = [
                    [name.decode(), value.decode("latin-1")] for name, value in message["headers"]
                ]
                self._tell(number, "head", [message["status"], pairs])
            elif message.get("body"):
                self._tell(number, "body", message["body"])
            await asyncio.sleep(0)  # messages of the page arrive between the parts

        with suppress(Exception):  # the application has logged it
            await self._app(scope, receive, send)
        self._tell(number, "end", None)


async def served(home: str, start: StartPort, tell: Tell) -> Served:
    """Start the application on the files of a folder."""
    app = workbench(Path(home), start)
    await app.workers.start()
    return Served(application(PORTABLE, app, Access()), tell)
