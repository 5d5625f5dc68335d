"""Connections that time out, and work that is cancelled when a visitor disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any, TypeVar

from starlette.types import Receive
from uvicorn.protocols.http.h11_impl import H11Protocol

from sapper.web.http.errors import LeftError

T = TypeVar("T")
PATIENCE = 15.0  #: seconds in which the head of a request must arrive


class TimedConnection(H11Protocol):
    """A connection that closes if the head of a request does not arrive in time.

    Otherwise clients that send a byte now and then could occupy all connections.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See ``asyncio.Protocol``."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """See ``asyncio.Protocol``."""
        self._stop()
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

    @property
    def _at_work(self) -> bool:
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete

    def _wait(self) -> None:
        self._stop()
        self._deadline = self.loop.call_later(PATIENCE, self.transport.close)

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


async def left(receive: Receive) -> None:
    """Return when the visitor disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def unless_left(receive: Receive, work: Awaitable[T]) -> T:
    """Return the result of ``work``, or cancel it and raise ``LeftError`` if the visitor leaves."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(left(receive))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise LeftError("the visitor has disconnected")
        return working.result()
    finally:
        for task in (working, leaving):
            if not task.done():
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
