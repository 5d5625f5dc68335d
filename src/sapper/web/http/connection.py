"""Connections that time out."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 15.0  #: seconds within which the head of a request must arrive


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
