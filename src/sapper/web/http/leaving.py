"""Work that is cancelled when a visitor disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import TypeVar

from starlette.types import Receive

from sapper.web.http.errors import LeftError

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
