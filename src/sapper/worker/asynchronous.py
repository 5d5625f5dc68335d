"""The asyncio front of a worker process."""

from __future__ import annotations

import asyncio
import logging
import pickle
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any

from sapper.worker.messages import (
    CANCEL,
    LENGTH,
    Answer,
    Call,
    DiedError,
    Limits,
    command,
    options,
    packed,
)

_log = logging.getLogger("sapper.worker")


class AsyncWorker:
    """A running worker process. Send a ``Call``, then receive until ``Done`` or ``Failed``."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, limits: Limits | None = None) -> AsyncWorker:
        """Start a process. Raises ``OSError`` if the system cannot."""
        process = await asyncio.create_subprocess_exec(
            *command(limits or Limits()), stdin=PIPE, stdout=PIPE, **options()
        )
        _log.debug("worker %d started", process.pid)
        return cls(process)

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    async def send(self, call: Call) -> None:
        """Send a call. Raises ``DiedError`` if the process is gone."""
        await self._write(packed(call))

    async def cancel(self) -> None:
        """Ask the running call to end at its next news. Raises ``DiedError``."""
        await self._write(packed(CANCEL))

    async def receive(self) -> Answer:
        """The next answer. Raises ``DiedError`` if the process is gone."""
        assert self._process.stdout is not None
        try:
            header = await self._process.stdout.readexactly(LENGTH.size)
            body = await self._process.stdout.readexactly(LENGTH.unpack(header)[0])
        except asyncio.IncompleteReadError:
            raise DiedError("the worker process ended unexpectedly") from None
        answer: Answer = pickle.loads(body)
        return answer

    async def end(self) -> None:
        """Kill the process, and wait until it is gone."""
        _log.debug("ending worker %d", self._process.pid)
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        transport: Any = getattr(self._process, "_transport", None)
        if transport is not None:  # else the pipes stay open until they are garbage
            transport.close()

    async def _write(self, data: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(data)
            await self._process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise DiedError("the worker process ended unexpectedly") from None
