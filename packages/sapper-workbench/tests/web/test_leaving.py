"""Whoever leaves takes his request with him; whoever stays is answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from sapper.errors import InputError
from sapper_workbench.web import LeftError, Stream, unless_left
from sapper_workbench.web.http import stream
from tests.web.served import parsed


async def stays() -> dict[str, Any]:
    await asyncio.sleep(3600)
    return {}


class Leaves:
    """Stays until asked to go."""

    def __init__(self) -> None:
        self.now = asyncio.Event()

    async def __call__(self) -> dict[str, Any]:
        await self.now.wait()
        return {"type": "http.disconnect"}


class Work:
    """News for ever, or work without end, that tells when it has begun and notes how it ends."""

    ended = ""

    def __init__(self, begun: Callable[[], None] = lambda: None) -> None:
        self._begun = begun

    async def news(self) -> AsyncIterator[tuple[str, Any]]:
        try:
            yield "first", 1
            self._begun()
            await asyncio.sleep(3600)
        except BaseException as error:
            self.ended = type(error).__name__
            raise

    async def work(self) -> None:
        try:
            self._begun()
            await asyncio.sleep(3600)
        except BaseException as error:
            self.ended = type(error).__name__
            raise


async def sent(
    news: AsyncIterator[tuple[str, Any]],
    receive: Any,
    noted: Callable[[bytes], None] = lambda body: None,
) -> str:
    """What a stream sends; each piece is noted."""
    body = b""

    async def send(message: Any) -> None:
        nonlocal body
        body += message.get("body", b"")
        noted(message.get("body", b""))

    await Stream(news)({"type": "http"}, receive, send)
    return body.decode()


def test_news_end_when_the_visitor_leaves() -> None:
    leaves = Leaves()
    work = Work(leaves.now.set)
    assert parsed(asyncio.run(sent(work.news(), leaves))) == [("first", 1)]
    assert work.ended == "CancelledError"


def test_work_is_cancelled_when_the_visitor_leaves() -> None:
    leaves = Leaves()
    work = Work(leaves.now.set)

    async def run() -> None:
        with pytest.raises(LeftError):
            await unless_left(leaves, work.work())

    asyncio.run(run())
    assert work.ended == "CancelledError"


def test_whoever_stays_is_answered() -> None:
    async def answer() -> int:
        await asyncio.sleep(0.01)
        return 7

    async def wrong() -> int:
        raise InputError("wrong")

    async def run() -> None:
        assert await unless_left(stays, answer()) == 7
        with pytest.raises(InputError):
            await unless_left(stays, wrong())
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(run())


def test_errors_among_news_are_told_last() -> None:
    async def news() -> AsyncIterator[tuple[str, Any]]:
        yield "first", 1
        raise InputError("no more")

    reply = parsed(asyncio.run(sent(news(), stays)))
    assert reply == [("first", 1), ("refused", {"error": "no more"})]


def test_silence_is_filled_with_remarks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PING", 0.01)
    remarks: list[bytes] = []
    enough = asyncio.Event()

    async def news() -> AsyncIterator[tuple[str, Any]]:
        await enough.wait()
        yield "first", 1

    def remarked(body: bytes) -> None:
        remarks.extend([body] if body == b": still at work\n\n" else [])
        if len(remarks) == 2:
            enough.set()

    text = asyncio.run(sent(news(), stays, remarked))
    assert text.count(": still at work\n\n") >= 2
    assert parsed(text) == [("first", 1)]


def test_whoever_takes_nothing_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "TAKING", 0.02)
    work = Work()

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            await asyncio.sleep(3600)

    asyncio.run(Stream(work.news())({"type": "http"}, stays, send))
    assert work.ended in ("CancelledError", "GeneratorExit")
