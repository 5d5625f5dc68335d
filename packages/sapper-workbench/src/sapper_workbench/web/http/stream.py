"""Work that is cancelled when a visitor disconnects, and server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import aclosing, suppress
from typing import Any, TypeVar

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from sapper.errors import SapperError
from sapper_workbench.web.http.fields import LeftError, Refusal, sentence

T = TypeVar("T")


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


TAKING = 30.0  #: seconds within which a visitor must receive the bytes sent
PING = 15.0  #: seconds of silence after which a comment keeps the stream alive


class Stream(Response):
    """A response of server-sent events; a ``SapperError`` becomes the last event, ``refused``.

    When the visitor disconnects, the iterator of events is closed, which cancels the computation.
    """

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[tuple[str, Any]]) -> None:
        super().__init__()
        self._events = events
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events; see ASGI."""
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        with suppress(LeftError, OSError):
            await unless_left(receive, self._send_events(send))
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send_events(self, send: Send) -> None:
        async with aclosing(self._events) as events:  # type: ignore[type-var]  # it is a generator
            upcoming = asyncio.ensure_future(anext(events, None))
            try:
                while True:
                    done, _ = await asyncio.wait({upcoming}, timeout=PING)
                    if not done:
                        await _send(send, b": still at work\n\n")
                        continue
                    try:
                        latest = upcoming.result()
                    except SapperError as error:
                        await _send(send, event("refused", Refusal(sentence(error))))
                        return
                    if latest is None:
                        return
                    await _send(send, event(*latest))
                    upcoming = asyncio.ensure_future(anext(events, None))
            finally:
                upcoming.cancel()
                with suppress(asyncio.CancelledError, SapperError, StopAsyncIteration):
                    await upcoming


async def refusal(error: SapperError) -> AsyncIterator[tuple[str, Any]]:
    """Yield a single event that says why a request is refused."""
    yield "refused", Refusal(sentence(error))


def event(name: str, data: Any) -> bytes:
    """Return the bytes of an event."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), msgspec.json.encode(data))


async def _send(send: Send, body: bytes) -> None:
    """Send bytes. Raises ``LeftError`` if the visitor does not receive them in time."""
    try:
        async with asyncio.timeout(TAKING):
            await send({"type": "http.response.body", "body": body, "more_body": True})
    except TimeoutError:
        raise LeftError("the visitor stopped receiving") from None
