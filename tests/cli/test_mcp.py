"""The MCP server, asked by the official client over standard input and output."""

from __future__ import annotations

import asyncio
import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TextIO

import pytest

import sapper
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(find_spec("mcp") is None, reason="the extra mcp is not installed")

POSITION = "4x3x2\nHHHH\n1221\n0000"
QUIET = str(ROOT / "examples" / "quiet.py")


async def asked(errors: TextIO, *calls: tuple[str, dict[str, Any]]) -> list[Any]:
    """Start the server, list its tools, and call some of them: their answers, or the words of an
    error. ``errors`` gets what the server writes to its standard error."""
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    arguments = ["-m", "sapper", "mcp", "--strategies", QUIET]
    server = StdioServerParameters(command=sys.executable, args=arguments)
    found: list[Any] = []
    async with (
        stdio_client(server, errlog=errors) as (reading, writing),
        ClientSession(reading, writing) as session,
    ):
        await session.initialize()
        found.append({tool.name for tool in (await session.list_tools()).tools})
        for name, fields in calls:
            answer = await session.call_tool(name, fields)
            text = getattr(answer.content[0], "text", "")
            found.append(text if answer.is_error else json.loads(text))
    return found


@pytest.mark.slow
def test_the_tools_answer_as_the_library_does() -> None:
    cell = {"row": 0, "column": 1}
    tools, hello, analysis, move, why, begun, opened, wrong, outside = asyncio.run(
        asked(
            sys.stderr,
            ("hello", {}),
            ("analyse", {"position": POSITION, "playouts": 5}),
            ("suggest", {"position": POSITION, "player": "quiet"}),
            ("explain", {"position": POSITION, **cell}),
            ("play", {"level": "beginner8", "seed": 7}),
            ("play", {"level": "beginner8", "seed": 7, "moves": [[0, 0]]}),
            ("suggest", {"position": "nonsense"}),
            ("explain", {"position": POSITION, "row": 9, "column": 9}),
        )
    )
    assert tools == {"hello", "analyse", "suggest", "explain", "play"}
    assert "quiet" in hello["players"]
    assert analysis["safe"] == [[0, 0], [0, 3]]
    assert analysis["candidates"][0]["cell"] in analysis["safe"]
    assert move["decision"]["strategy"] == "quiet"
    assert (why["certain"], bool(why["clues"])) == ("mine", True)
    assert begun["position"] == "8x8x10\n" + "\n".join(["H" * 8] * 8)
    record = sapper.play(sapper.player("first", own={"first": _First}), level="beginner8", seed=7)
    assert opened["position"] == str(list(record.positions())[1])
    assert "line 1" in wrong
    assert "outside" in outside or "[9, 9]" in outside


@pytest.mark.slow
def test_wrong_requests_are_answered_and_not_logged(tmp_path: Path) -> None:
    with (tmp_path / "errors").open("w+") as errors:
        _, nonsense, unknown, playouts, missing = asyncio.run(
            asked(
                errors,
                ("suggest", {"position": "nonsense"}),
                ("suggest", {"position": POSITION, "player": "nobody"}),
                ("analyse", {"position": POSITION, "playouts": 0}),
                ("explain", {"position": POSITION}),
            )
        )
        errors.seek(0)
        assert errors.read() == ""
    assert "line 1" in nonsense
    assert "'nobody'" in unknown
    assert "playouts" in playouts
    assert "row" in missing


class _First:
    """Opens the first cell, then passes."""

    name = "first"

    def decide(self, position: sapper.Position, chance: sapper.Chance) -> Any:
        if not position.untouched:
            return sapper.Pass(self.name, "one move is enough")
        move = sapper.Move("open", (0, 0))
        return sapper.Decision(move, self.name, sapper.Reason("first", "it is first"), None)
