"""Many visitors at once, in small: nobody meets an error while others think hard."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from bench import visitors
from bench.visitors import alone, crowd, server, table


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with server() as found:
        yield found


@pytest.mark.slow
def test_nobody_meets_an_error(url: str) -> None:
    for seconds in (3.0, 10.0, 30.0):  # machines are shared, and may be slow
        log = asyncio.run(crowd(url, players=8, analysts=2, watchers=3, seconds=seconds, pause=0.2))
        assert log.errors == []
        moves = sorted(log.seconds["move"])
        if len(moves) >= 20 and log.seconds["analysis of a text"]:
            break
    assert len(moves) >= 20
    assert log.seconds["analysis of a text"]
    assert moves[len(moves) // 2] < 5.0  # far above what is promised
    assert "| move " in str(table("some visitors", log))


@pytest.mark.slow
def test_a_click_with_the_overlay_is_answered_soon(url: str) -> None:
    log = asyncio.run(alone(url, 20))
    assert log.errors == []
    clicks = sorted(log.seconds["click: move and overlay"])
    assert clicks[len(clicks) // 4] < 1.0


@pytest.mark.slow
def test_a_visitor_who_breaks_down_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*arguments: Any) -> None:
        raise KeyError("cell")

    monkeypatch.setattr(visitors, "play", broken)
    log = asyncio.run(asyncio.wait_for(alone("http://127.0.0.1:9", 1), 120))
    assert log.errors == ["a visitor failed: KeyError('cell')"]
