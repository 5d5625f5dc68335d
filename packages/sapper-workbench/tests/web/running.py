"""``sapper serve`` as a process of its own, as a user starts it but for its luck."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

SEEDED = ("-m", "tests.web.seeded")  #: ``sapper``, with games that are the same in every run
PATIENCE = 120  #: seconds for a server to start or to answer, on a machine that has much else to do


class Server:
    """A server that runs, and its address."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("sapper is at http://"), line
        self.url = line.split()[-1].rstrip("/")

    @property
    def workers(self) -> list[int]:
        """The processes that it has started (Linux)."""
        pid = self.process.pid
        return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def get(self, path: str) -> httpx.Response:
        """Its answer, however long that takes."""
        return httpx.get(f"{self.url}{path}", timeout=PATIENCE)

    def post(self, path: str, body: dict[str, Any]) -> httpx.Response:
        """The answer to a request with a JSON body."""
        return httpx.post(f"{self.url}{path}", json=body, timeout=PATIENCE)

    @contextmanager
    def watch(self, player: str) -> Iterator[Iterator[str]]:
        """The lines of an expert game that a player plays, as they come."""
        query = {"player": player, "level": "expert"}
        address = f"{self.url}/api/watch"
        with httpx.stream("GET", address, params=query, timeout=PATIENCE) as stream:
            yield stream.iter_lines()

    def end(self, how: signal.Signals = signal.SIGINT) -> int:
        """Its exit code, after a signal to end."""
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)


@contextmanager
def server(*arguments: str, command: tuple[str, ...] = SEEDED) -> Iterator[Server]:
    """A server on a free port, killed in the end if it still runs; ``command`` is what Python
    runs."""
    port = () if "--port" in arguments else ("--port", "0")
    whole = [sys.executable, *command, "serve", *port, *arguments]
    process = subprocess.Popen(
        whole, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    )
    try:
        yield Server(process)
    finally:
        process.kill()
        process.communicate()


def quiet_port() -> int:
    """A port that is free, and below those that systems give to whoever asks for any: nobody
    takes it before a server that was there comes back."""
    while True:
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", random.randrange(10_000, 30_000)))
            port: int = tried.getsockname()[1]
            return port


def gone(pid: int, seconds: float = PATIENCE) -> bool:
    """Whether a process ends soon."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.02)
    return False
