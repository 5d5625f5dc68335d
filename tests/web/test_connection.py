"""Connections: whoever does not come to the point is sent away, and nobody else."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
import uvicorn

from sapper.web import server as web_server
from sapper.web.server import TimedConnection

PATIENCE = 0.25
TRIES = 100  #: to be in time
heard: list[str] = []  #: the paths of requests that have come to the point


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Takes its time over an answer."""
    heard.append(scope["path"])
    if scope["path"] == "/slow":
        await asyncio.sleep(3 * PATIENCE)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"done"})


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Where a server with little patience listens."""
    monkeypatch.setattr(web_server, "PATIENCE", PATIENCE)
    config = uvicorn.Config(answer, http=TimedConnection, lifespan="off", log_level="error")
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
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
