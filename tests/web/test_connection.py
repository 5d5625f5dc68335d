"""Connections: whoever does not come to the point is sent away, and nobody else."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import uvicorn

from sapper.web import connection
from sapper.web.connection import Patient

PATIENCE = 0.25


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Takes its time over an answer."""
    if scope["path"] == "/slow":
        import asyncio

        await asyncio.sleep(3 * PATIENCE)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"done"})


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Where a server with little patience listens."""
    monkeypatch.setattr(connection, "PATIENCE", PATIENCE)
    config = uvicorn.Config(answer, http=Patient, lifespan="off", log_level="error")
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        yield listening.getsockname()[1]
        server.should_exit = True
        thread.join()


def test_a_head_that_never_ends_closes_its_connection(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as slow:
        began = time.monotonic()
        slow.settimeout(30)
        slow.sendall(b"GET / HTTP/1.1\r\nhost: local")
        assert slow.recv(1) == b""
        assert time.monotonic() - began >= 0.8 * PATIENCE


def test_so_does_a_second_one_after_a_good_request(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as slow:
        slow.settimeout(30)
        slow.sendall(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert slow.recv(1000).startswith(b"HTTP/1.1 200")
        slow.sendall(b"GET / HT")
        while slow.recv(1000):
            pass


def test_an_answer_may_take_longer(port: int) -> None:
    with httpx.Client() as client:
        for path in ("/slow", "/", "/slow"):
            assert client.get(f"http://127.0.0.1:{port}{path}").text == "done"
