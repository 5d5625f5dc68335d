"""Connections: whoever does not come to the point is sent away, and nobody else."""

from __future__ import annotations

import asyncio
import errno
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any

import httpx
import pytest
import uvicorn

from sapper_workbench.web import Connection, Connections, ListeningSocket
from sapper_workbench.web.http import connections

PATIENCE = 0.25
TRIES = 100  #: to be in time
heard: list[str] = []  #: the paths of requests that have come to the point


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Takes its time over an answer."""
    heard.append(scope["path"])
    if scope["path"] == "/slow":
        await asyncio.sleep(3 * PATIENCE)
    if scope["path"] == "/long":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(500):
            part = {"type": "http.response.body", "body": b"x" * 100_000, "more_body": True}
            await send(part)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"done"})


MOST = 20  #: connections of the server


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Where a server with little patience listens."""
    monkeypatch.setattr(connections, "PATIENCE", PATIENCE)
    with running() as port:
        yield port


@contextmanager
def running() -> Iterator[int]:
    """The port of a server."""
    waiting = Connections(MOST)
    connection: Any = partial(Connection, waiting=waiting)
    config = uvicorn.Config(
        answer, http=connection, lifespan="off", log_level="error", loop="asyncio"
    )
    server = uvicorn.Server(config)
    with ListeningSocket() as listening:
        listening.waiting = waiting
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        yield listening.getsockname()[1]
        server.should_exit = True
        thread.join()


def test_a_head_that_never_ends_closes_its_connection(port: int) -> None:
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", port)) as slow:
        slow.settimeout(120)
        slow.sendall(b"GET / HTTP/1.1\r\nhost: local")
        assert slow.recv(1) == b""
        assert time.monotonic() - began >= 0.8 * PATIENCE


def test_so_does_a_second_one_after_a_good_request(port: int) -> None:
    """Where this process is held up before the good one is sent, it is tried again."""
    for _ in range(TRIES):
        with socket.create_connection(("127.0.0.1", port)) as slow, suppress(ConnectionError):
            slow.settimeout(120)
            slow.sendall(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
            reply = slow.recv(1000)
            slow.sendall(b"GET / HT")
            while slow.recv(1000):
                pass
        if reply:
            break
    assert reply.startswith(b"HTTP/1.1 200")


def test_an_answer_may_take_longer(port: int) -> None:
    with httpx.Client(timeout=120) as client:
        for path in ("/slow", "/", "/slow"):
            assert answered(client, f"http://127.0.0.1:{port}{path}") == "done"


def answered(client: httpx.Client, url: str) -> str:
    """An answer; asked again where the request did not come to the point in time, since this
    process was held up."""
    for _ in range(TRIES):
        before = len(heard)
        try:
            return client.get(url).text
        except httpx.TransportError:
            assert len(heard) == before
    raise AssertionError("no request came to the point")


def test_the_connection_that_has_waited_longest_gives_way() -> None:
    """Idle connections, and heads that never end, keep nobody out."""
    with running() as port, ExitStack() as stack:

        def connect() -> socket.socket:
            made = socket.create_connection(("127.0.0.1", port))
            made.settimeout(120)
            return stack.enter_context(made)

        working = connect()
        working.sendall(b"GET /long HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert working.recv(1000).startswith(b"HTTP/1.1 200")
        idle = [connect() for _ in range(3 * MOST)]
        for number in range(5):
            idle.append(connect())
            idle[-1].sendall(b"GET /%d HTTP/1.1\r\nhost: localhost\r\n\r\n" % number)
            assert idle[-1].recv(1000).startswith(b"HTTP/1.1 200")
        closed = len(idle) + 1 - MOST
        for connection in idle[:closed]:
            assert connection.recv(1) == b""
        assert working.recv(1000)


def test_the_address_with_most_waiting_connections_makes_room() -> None:
    closed: list[str] = []

    class Waiting:
        def __init__(self, name: str, address: str) -> None:
            self.name, self.address, self.transport = name, address, self

        def abort(self) -> None:
            closed.append(self.name)

    waiting: Any = Connections(9)
    few = [Waiting("a", "10.0.0.1")]
    many = [Waiting(name, "10.0.0.2") for name in "bcd"]
    for connection in (*few, *many):
        waiting.add(connection)
    waiting.add(many[0])  # after an answer it is the last again
    waiting.discard(many[2])
    assert [waiting.make_room() for _ in range(4)] == [True, True, True, False]
    assert closed == ["c", "a", "b"]


def test_a_client_that_does_not_read_its_answer_is_disconnected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lost = threading.Event()
    usual = Connection.connection_lost

    def noticed(self: Connection, exc: Exception | None) -> None:
        lost.set()
        usual(self, exc)

    monkeypatch.setattr(connections, "TAKING", PATIENCE)
    monkeypatch.setattr(Connection, "connection_lost", noticed)
    with running() as port, socket.create_connection(("127.0.0.1", port)) as idle:
        idle.sendall(b"GET /long HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert lost.wait(120)


def test_without_files_for_a_connection_another_one_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting = Connections(MOST)
    made: list[bool] = []

    def make_room() -> bool:
        made.append(True)
        return len(made) < 2

    monkeypatch.setattr(waiting, "make_room", make_room)

    async def accept() -> None:
        with ListeningSocket() as listening:
            listening.waiting = waiting
            with pytest.raises(BlockingIOError):
                listening.accept()
            with pytest.raises(BlockingIOError):  # at most one try, until others are closed
                listening.accept()
            await asyncio.sleep(0)
            with pytest.raises(OSError, match="too many"):
                listening.accept()

    def full(self: socket.socket) -> None:
        raise OSError(errno.EMFILE, "too many open files")

    monkeypatch.setattr(socket.socket, "accept", full)
    asyncio.run(accept())
    assert made == [True, True]
