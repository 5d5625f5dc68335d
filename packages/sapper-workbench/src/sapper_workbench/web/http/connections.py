"""Connections: how many there may be, and which of them are closed.

Clients that open connections and send or read nothing, or a byte now and then, must not keep others
out. A connection that waits for a request has a deadline, and gives way if there are too many; so
does a client that does not read its answer. ``Guard`` limits requests, and bodies that are not
complete.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 15.0  #: seconds within which the head of a request must arrive
TAKING = 30.0  #: seconds within which a client must make room for more of its answer
ACCEPTED = 32  #: connections accepted between two looks at the others
WANTED = 4_096  #: open files that the server asks the system for
OTHER_FILES = 200  #: open files that are not connections: databases, workers

_log = logging.getLogger("sapper_workbench.web")


def most_connections(wanted: int) -> int:
    """Raise the limit of open files if possible, and return the largest number of connections, at
    most ``wanted``, that it allows."""
    try:
        import resource
    except ImportError:  # Windows
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    if soft == resource.RLIM_INFINITY:
        return wanted
    return min(wanted, max(soft - OTHER_FILES, soft // 2))


class Connections:
    """The connections of a server that wait for a request, by their address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._waiting: dict[str, dict[Connection, None]] = {}  # the longest waiting first

    def add(self, connection: Connection) -> None:
        """Add a connection that waits from now on."""
        self.discard(connection)
        self._waiting.setdefault(connection.address, {})[connection] = None

    def discard(self, connection: Connection) -> None:
        """Remove a connection that waits no longer."""
        waiting = self._waiting.get(connection.address, {})
        if waiting.pop(connection, self) is None and not waiting:
            del self._waiting[connection.address]

    def make_room(self) -> bool:
        """Close the connection that has waited longest at the address with the most of them, and
        return whether there is one."""
        if not self._waiting:
            return False
        waiting = max(self._waiting.values(), key=len)
        oldest = next(iter(waiting))
        self.discard(oldest)
        oldest.transport.abort()
        return True


class Connection(H11Protocol):
    """A connection that closes if a request, or the reading of its answer, takes too long."""

    _deadline: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def __init__(self, *args: Any, waiting: Connections, **options: Any) -> None:
        super().__init__(*args, **options)
        self._waiting = waiting
        self.address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See ``asyncio.Protocol``."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self._wait()
        if len(self.connections) > self._waiting.most:
            self._waiting.make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """See ``asyncio.Protocol``."""
        self._stop()
        if self._reading is not None:
            self._reading.cancel()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """See ``H11Protocol``; a request that has begun stops the clock."""
        super().handle_events()
        if self._at_work:
            self._stop()

    def on_response_complete(self) -> None:
        """Start the clock for the next request on this connection."""
        super().on_response_complete()
        if not self.transport.is_closing() and not self._at_work:
            self._wait()

    def pause_writing(self) -> None:
        """See ``asyncio.Protocol``."""
        super().pause_writing()
        if self._reading is None:
            self._reading = self.loop.call_later(TAKING, self.transport.abort)

    def resume_writing(self) -> None:
        """See ``asyncio.Protocol``."""
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    @property
    def _at_work(self) -> bool:
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete

    def _wait(self) -> None:
        self._stop()
        # Not closed, which would wait until the client has read the rest of the last answer.
        self._deadline = self.loop.call_later(PATIENCE, self.transport.abort)
        self._waiting.add(self)

    def _stop(self) -> None:
        self._waiting.discard(self)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class ListeningSocket(socket.socket):
    """A socket that accepts few connections at a time, so that others can be closed in between.

    asyncio would accept thousands at once, more than the system may allow, and log each failure.
    """

    waiting: Connections | None = None
    _accepted = 0

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection. Raises ``BlockingIOError`` if there is none, or it has to wait."""
        loop = asyncio.get_running_loop()
        if self._accepted >= ACCEPTED:
            raise BlockingIOError
        if not self._accepted:
            loop.call_soon(self._continue)
        self._accepted += 1
        try:
            return super().accept()
        except OSError as error:
            if error.errno not in (errno.EMFILE, errno.ENFILE):
                raise
            self._accepted = ACCEPTED
            if self.waiting is not None and self.waiting.make_room():
                raise BlockingIOError from None
            raise  # asyncio tries again in a second

    def _continue(self) -> None:
        self._accepted = 0


def report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Handle an exception in the event loop; too many open files are one line."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        _log.error("no connection can be accepted: %s", (error.strerror or str(error)).lower())
    else:
        loop.default_exception_handler(context)
