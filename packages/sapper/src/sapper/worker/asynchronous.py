"""The asyncio front of a worker process."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE
from collections import deque
from contextlib import suppress
from pathlib import Path

from sapper.worker.messages import (
    CANCEL,
    LENGTH,
    Answer,
    Call,
    DiedError,
    ProcessLimits,
    command,
    options,
    packed,
)

_log = logging.getLogger("sapper.worker")


class Inbox:
    """The answers of a worker; ``what`` names it in the error after its death."""

    what = "worker process"

    def __init__(self) -> None:
        self._answers: deque[bytes] = deque()
        self._changed = asyncio.Event()  # set when an answer arrives or the worker ends
        self.died = False

    async def receive(self) -> Answer:
        """Return the next answer. No answer is lost if the caller is cancelled.

        Raises ``DiedError`` if the worker is gone.
        """
        while not self._answers:
            if self.died:
                raise DiedError(f"the {self.what} ended unexpectedly")
            self._changed.clear()
            await self._changed.wait()
        answer: Answer = pickle.loads(self._answers.popleft())
        return answer


class AsyncWorker(Inbox, asyncio.SubprocessProtocol):
    """A running worker process. Send a ``Call``, then receive until ``Done`` or ``Failed``."""

    def __init__(self) -> None:
        super().__init__()
        self._transport: asyncio.SubprocessTransport | None = None
        self._received = bytearray()  # the incomplete next answer
        self._exited = asyncio.Event()

    @classmethod
    async def start(cls, limits: ProcessLimits | None = None) -> AsyncWorker:
        """Start a process. Raises ``OSError`` if the system cannot."""
        loop = asyncio.get_running_loop()
        transport, worker = await loop.subprocess_exec(
            cls,
            *command(limits or ProcessLimits()),
            stdin=PIPE,
            stdout=PIPE,
            stderr=None,
            **options(),
        )
        worker._transport = transport
        _log.debug("worker %d started", worker.pid)
        return worker

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._running.get_pid()

    def send(self, call: Call) -> None:
        """Send a call. If the process is gone, ``receive`` reports it."""
        self._write(packed(call))

    def cancel(self) -> None:
        """Ask the running call to end at its next news."""
        self._write(packed(CANCEL))

    def memory(self) -> int:
        """Return the bytes of its address space; 0 if the system does not say (it is not Linux)."""
        try:
            pages = int(Path(f"/proc/{self.pid}/statm").read_bytes().split()[0])
        except (OSError, IndexError):
            return 0
        return pages * os.sysconf("SC_PAGE_SIZE")

    async def end(self) -> None:
        """Kill the process, and wait until it is gone."""
        _log.debug("ending worker %d", self.pid)
        if self._running.get_returncode() is None:
            with suppress(ProcessLookupError):
                self._kill()
        await self._exited.wait()
        self._running.close()

    def _kill(self) -> None:
        # Before Python 3.12.8 the transport looks first whether the process has ended, and if it
        # has, takes its exit code from asyncio, which then warns of an unknown process (gh-127049).
        if sys.platform == "win32":
            self._running.kill()
        else:
            os.kill(self.pid, signal.SIGKILL)

    @property
    def _running(self) -> asyncio.SubprocessTransport:
        assert self._transport is not None
        return self._transport

    def _write(self, data: bytes) -> None:
        pipe = self._running.get_pipe_transport(0)
        assert isinstance(pipe, asyncio.WriteTransport)
        if not pipe.is_closing():
            pipe.write(data)

    # Calls of the event loop.

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Collect complete answers."""
        self._received += data
        while len(self._received) >= LENGTH.size:
            (length,) = LENGTH.unpack_from(self._received)
            end = LENGTH.size + length
            if len(self._received) < end:
                break
            self._answers.append(bytes(self._received[LENGTH.size : end]))
            del self._received[:end]
        self._changed.set()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Record that the process closed its output, because it is ending."""
        self.died = True
        self._changed.set()

    def process_exited(self) -> None:
        """Record the end of the process."""
        self._exited.set()
