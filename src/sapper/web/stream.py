"""Server-sent events: news one after the other, until they end or the visitor leaves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from sapper.errors import SapperError
from sapper.web.errors import LeftError, sentence
from sapper.web.leaving import unless_left

TAKING = 30.0  #: seconds in which a visitor must take what is sent
PING = 15.0  #: seconds of silence after which a remark says that the stream still lives


class Stream(Response):
    """News as server-sent events; where one raises an error of sapper, the last is ``refused``.

    As soon as the visitor leaves, the news are closed, and whatever computes them ends.
    """

    media_type = "text/event-stream"

    def __init__(self, news: AsyncIterator[tuple[str, Any]]) -> None:
        super().__init__()
        self._news = news
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events; see ASGI."""
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        with suppress(LeftError, OSError):
            await unless_left(receive, self._tell(send))
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _tell(self, send: Send) -> None:
        async with aclosing(self._news) as news:  # type: ignore[type-var]  # they are generators
            following = asyncio.ensure_future(anext(news, None))
            try:
                while True:
                    done, _ = await asyncio.wait({following}, timeout=PING)
                    if not done:
                        await _send(send, b": still at work\n\n")
                        continue
                    try:
                        found = following.result()
                    except SapperError as error:
                        await _send(send, event("refused", {"error": sentence(error)}))
                        return
                    if found is None:
                        return
                    await _send(send, event(*found))
                    following = asyncio.ensure_future(anext(news, None))
            finally:
                following.cancel()
                with suppress(asyncio.CancelledError, SapperError, StopAsyncIteration):
                    await following


async def refusal(error: SapperError) -> AsyncIterator[tuple[str, Any]]:
    """A stream that says no more than why there is none."""
    yield "refused", {"error": sentence(error)}


def event(name: str, data: Any) -> bytes:
    """An event as it is sent."""
    return f"event: {name}\ndata: {json.dumps(data, allow_nan=False)}\n\n".encode()


async def _send(send: Send, body: bytes) -> None:
    """Send a piece. Raises ``LeftError`` where the visitor does not take it, as one who is gone."""
    try:
        async with asyncio.timeout(TAKING):
            await send({"type": "http.response.body", "body": body, "more_body": True})
    except TimeoutError:
        raise LeftError("the visitor takes no more") from None
