"""A server in this process, and what tests ask of it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import httpx

from sapper_workbench.history import FILE_NAME, History, HistoryWriter
from sapper_workbench.study import CLASSES_FILE, RATINGS_FILE, Classes, PuzzleStore
from sapper_workbench.web import (
    Access,
    Histories,
    Limits,
    ServedGames,
    Workbench,
    Workers,
    asgi_app,
    write_changed,
)

URL = "http://127.0.0.1:8000"
LIMITS = replace(Limits(), workers=2, no_guess_seconds=30.0)
ALONE = replace(LIMITS, workers=0, queue=0)  #: with nobody who computes what takes long
LOCAL = Access()

T = TypeVar("T")


class Client:
    """Asks a server that runs in a thread of its own, and waits for whole answers."""

    def __init__(self, loop: asyncio.AbstractEventLoop, client: httpx.AsyncClient) -> None:
        self._loop, self._client = loop, client

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(120)

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Any request."""
        return self.run(self._client.request(method, path, **options))

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self.request("POST", path, **options)


@contextmanager
def served(
    folder: Path,
    limits: Limits = LIMITS,
    access: Access = LOCAL,
    results: dict[str, Path] | None = None,
    history: bool = False,
    lessons: Path | None = None,
) -> Iterator[Client]:
    """A client of a server; faults of the server are answers, as they are for visitors. With
    ``history`` it keeps one in the folder; ``lessons`` is its file of progress."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def run(work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, loop).result(120)

    try:
        own = History(folder / FILE_NAME) if history else None
        writer = HistoryWriter(own)
        histories = Histories(own, limits.visitors, limits.visitor_history)
        games = ServedGames(folder, limits, partial(write_changed, writer, histories))
        ratings = PuzzleStore(folder / RATINGS_FILE)
        app = Workbench(
            limits,
            games,
            Workers(limits),
            results or {},
            ratings,
            histories,
            writer=writer,
            lessons=lessons,
            classes=Classes(folder / CLASSES_FILE),
        )
        running = _running(app, access)
        client = run(running.__aenter__())
        try:
            yield Client(loop, client)
        finally:
            run(running.__aexit__(None, None, None))
    finally:
        run(loop.shutdown_default_executor())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@asynccontextmanager
async def _running(app: Workbench, access: Access) -> AsyncIterator[httpx.AsyncClient]:
    application = asgi_app(app, access)
    transport = httpx.ASGITransport(application, raise_app_exceptions=False)
    async with (
        application.router.lifespan_context(application),
        httpx.AsyncClient(transport=transport, base_url=URL, timeout=120) as client,
    ):
        yield client


def get(client: Client, path: str, **query: Any) -> Any:
    """The JSON of an answer that must be no refusal."""
    answer = client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def post(client: Client, path: str, status: int = 200, /, **body: Any) -> Any:
    """The JSON of an answer."""
    answer = client.post(path, json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def events(client: Client, path: str, **query: Any) -> list[tuple[str, Any]]:
    """A whole stream: every event with its data."""
    answer = client.get(path, params=query, headers={"accept": "text/event-stream"})
    assert answer.status_code == 200, answer.text
    return parsed(answer.text)


def parsed(text: str) -> list[tuple[str, Any]]:
    """The events of a stream's text, but for how many others wait for a worker."""
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if line[:1] != ":")
        if lines and lines["event"] != "waiting":
            found.append((lines["event"], json.loads(lines["data"])))
    return found


def timeless(found: Any) -> Any:
    """An answer without what is different each time."""
    if isinstance(found, dict):
        return {k: timeless(v) for k, v in found.items() if k not in ("seconds", "id", "challenge")}
    return [timeless(one) for one in found] if isinstance(found, list) else found
