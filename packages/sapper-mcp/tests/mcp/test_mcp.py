"""The MCP server, asked by the official client over standard input and output."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any, TextIO

import pytest
from msgspec.structs import fields

import sapper
from sapper.engine import RequestError
from sapper.engine.requests import read as read_request
from sapper.errors import InputError
from sapper.json_input import MAX_EXACT
from sapper_mcp.tools import REVIEW_PLAYOUTS, TOOLS, answered, description, read, schema
from tests.sources import ROOT

POSITION = "4x3x2\nHHHH\n1221\n0000"
QUIET = str(ROOT / "examples" / "quiet.py")


async def asked(errors: TextIO, *calls: tuple[str, dict[str, Any]]) -> list[Any]:
    """Start the server, list its tools, and call some of them: their answers, or the words of an
    error. ``errors`` gets what the server writes to its standard error."""
    from mcp.client.stdio import stdio_client

    from mcp import ClientSession, StdioServerParameters

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
    tools, hello, analysis, move, why, begun, opened, solved, wrong, outside = asyncio.run(
        asked(
            sys.stderr,
            ("hello", {}),
            ("analyse", {"position": POSITION, "playouts": 5}),
            ("suggest", {"position": POSITION, "player": "quiet"}),
            ("explain", {"position": POSITION, **cell}),
            ("play", {"level": "beginner8", "seed": 7}),
            ("play", {"level": "beginner8", "seed": 7, "moves": [[0, 0]]}),
            ("solve", {"board": "..*\n...\n...", "start": [1, 1]}),
            ("suggest", {"position": "nonsense"}),
            ("explain", {"position": POSITION, "row": 9, "column": 9}),
        )
    )
    assert tools == {
        *("hello", "analyse", "suggest", "explain", "hint", "play", "review", "solve"),
    }
    assert (solved["guess_needed"], solved["other_starts"]) == (True, [[0, 0]])
    assert solved["read"] == "read '.' as safe, '*' as a mine"
    assert "quiet" in hello["players"]
    assert "requests" not in hello  # those of the engine protocol are no tools
    assert analysis["safe"] == [[0, 0], [0, 3]]
    assert analysis["candidates"][0]["cell"] in analysis["safe"]
    assert move["decision"]["strategy"] == "quiet"
    assert (why["certain"], bool(why["clues"])) == ("mine", True)
    assert begun["position"] == "8x8x10\n" + "\n".join(["H" * 8] * 8)
    player = sapper.Player("first", own={"first": _First})
    record = sapper.play(player, "beginner8", seed=7).record
    assert opened["position"] == str(list(record.positions())[1])
    assert "line 1" in wrong
    assert "outside" in outside or "[9, 9]" in outside


@pytest.mark.slow
def test_wrong_requests_are_answered_with_a_sentence_and_not_logged(tmp_path: Path) -> None:
    wrong: list[tuple[tuple[str, dict[str, Any]], str]] = [
        (("suggest", {"position": "nonsense"}), "line 1"),
        (("suggest", {"position": POSITION, "player": "nobody"}), "'nobody'"),
        (("analyse", {"position": POSITION, "playouts": 0}), "'playouts': expected a whole number"),
        (("explain", {"position": POSITION}), "the field 'row' is missing"),
        (("hello", {"x": 1}), "unknown field 'x': expected no fields"),
        (("analyze", {}), "unknown tool 'analyze': did you mean 'analyse'?"),
    ]
    with (tmp_path / "errors").open("w+") as errors:
        _, *sentences = asyncio.run(asked(errors, *(call for call, _ in wrong)))
        errors.seek(0)
        assert errors.read() == ""
    for sentence, (_, expected) in zip(sentences, wrong, strict=True):
        assert expected in sentence
        assert len(sentence.splitlines()) == 1
        assert "http" not in sentence


@pytest.mark.slow
def test_every_line_that_is_not_a_message_is_answered_with_an_error() -> None:
    initialize = {
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "a test", "version": "1"},
        },
    }
    unpaired = "expected valid Unicode, got an unpaired surrogate"
    lines: list[tuple[bytes, int | None, int, str]] = [
        (_message(1, _call("suggest", {"position": "\ud800"})), 1, -32700, unpaired),
        (_message(2, {"method": "\ud800"}), 2, -32700, unpaired),
        (_message("\ud800", {"method": "tools/list"}), None, -32700, unpaired),
        (b"garbage", None, -32700, "line 1, column 1"),
        (b'{"id":3,', None, -32700, "line 1, column 9"),
        (b"\xff\xfe", None, -32700, "not valid JSON"),
        (b"[" * 100_000, None, -32700, "deep nesting"),
        (b"[]", None, -32600, "expected a JSON-RPC 2.0 message"),
        (b"null", None, -32600, "expected a JSON-RPC 2.0 message"),
        (_message(4, {}), 4, -32600, "expected a JSON-RPC 2.0 message"),
        (_message(5, {"method": "tools/list", "params": 5}), 5, -32600, "expected a JSON-RPC"),
    ]
    command = [sys.executable, "-m", "sapper", "mcp"]
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdin.write(_message(0, initialize) + b"\n")
        server.stdin.flush()
        assert json.loads(server.stdout.readline())["id"] == 0
        for line, *_ in lines:
            server.stdin.write(b"\n" + line + b"\n")  # empty lines are not answered
        server.stdin.flush()
        answers = [json.loads(server.stdout.readline()) for _ in lines]
        moves = {"moves": '["\\ud800"]'}  # valid JSON, in which the text is not
        server.stdin.write(_message(6, _call("play", moves)) + b"\n")
        server.stdin.flush()
        last = json.loads(server.stdout.readline())
        server.stdin.close()
        assert server.stderr.read() == b""
    assert server.returncode == 0
    for answer, (_, number, code, sentence) in zip(answers, lines, strict=True):
        assert (answer["id"], answer["error"]["code"]) == (number, code)
        assert sentence in answer["error"]["message"]
    assert (last["id"], last["result"]["isError"]) == (6, True)


def _message(number: int | str, rest: dict[str, Any]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, **rest}).encode()


def _call(tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return {"method": "tools/call", "params": {"name": tool, "arguments": arguments}}


A_MOVE = "a cell [row, column] or a string of at most 40 characters"


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("play", {"move": [[0, 0]]}, "unknown field 'move': did you mean 'moves'?"),
        (
            "play",
            {"seed": 2**53},
            f"'seed': expected a whole number from 0 to {MAX_EXACT} or a string of at most 39"
            " digits, got 9007199254740992",
        ),
        ("play", {"level": 5}, "'level': expected a string, got 5"),
        ("play", {"moves": "left"}, "'moves': expected a list, got 'left'"),
        ("play", {"moves": [3]}, f"'moves[0]': expected {A_MOVE}, got 3"),
        (
            "play",
            {"moves": [[0, 0], [1]]},
            f"'moves[1]': expected {A_MOVE}, got a list of 1 value",
        ),
        (
            "explain",
            {"position": POSITION, "row": "0", "column": 1},
            f"'row': expected a whole number from 0 to {MAX_EXACT}, got '0'",
        ),
    ],
)
def test_a_wrong_argument_is_refused_by_name(
    tool: str, arguments: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InputError) as refusal:
        read(tool, arguments)
    assert str(refusal.value) == sentence


def test_the_tools_and_the_engine_refuse_an_argument_in_the_same_words() -> None:
    for wrong in ({"position": 3}, {"position": POSITION, "playouts": 0}, {"positions": POSITION}):
        with pytest.raises(InputError) as of_tool:
            read("analyse", wrong)
        with pytest.raises(RequestError) as of_engine:
            read_request(json.dumps({"id": 0, "request": "analyse", **wrong}).encode())
        assert str(of_tool.value) == str(of_engine.value)


def test_a_language_model_is_not_sent_a_board_that_it_cannot_read() -> None:
    most = answered((), read("hello", {}))["limits"]["cells"]
    assert len(answered((), read("play", {"level": f"50x{most // 50}x9"}))["position"]) > most
    for level in (f"50x{most // 50 + 1}x9", "1000x1000x10"):
        with pytest.raises(InputError, match=f"at most {most:,} cells"):
            answered((), read("play", {"level": level}))
    wide = {"position": f"100x{most // 100 + 1}x9\n" + "\n".join(["H" * 100] * (most // 100 + 1))}
    with pytest.raises(InputError, match=f"at most {most:,} cells"):
        answered((), read("analyse", wide))
    found = answered((), read("analyse", {"position": "50x50x500\n" + "\n".join(["H" * 50] * 50)}))
    assert len(json.dumps(found)) < 40_000
    assert found["mine_probability"][0][0] == 0.2


def test_a_move_may_be_a_flag_or_a_chord_on_a_board_of_ones_own() -> None:
    board = {"board": "* . .\n. . .\n. . ."}
    moves = ["open 1,1", "flag [0, 0]", "chord 1,1"]
    assert answered((), read("play", {**board, "moves": moves}))["outcome"] == "won"
    shown = answered((), read("play", {**board, "moves": [[1, 1], "flag 0,1"]}))
    assert shown["position"].endswith("HFH\nH1H\nHHH")
    with pytest.raises(InputError, match="move 2: cannot chord"):
        answered((), read("play", {**board, "moves": [[1, 1], "chord 1,1"]}))
    with pytest.raises(InputError, match="move 1: expected words such as 'flag 3,4'"):
        answered((), read("play", {"moves": ["defuse 1,1"]}))


def test_a_hint_says_more_with_each_grade() -> None:
    position = "3x2x1\nH11\nH1H"
    where, numbers, whole = (
        answered((), read("hint", {"position": position, "grade": grade})) for grade in (1, 2, 3)
    )
    assert where["words"].startswith("Look closely: a cell is certainly safe.")
    assert numbers["cells"] == ((0, 1), (0, 2))
    assert whole["words"] == str(sapper.easiest(position))
    guess = {"position": "2x2x1\n1H\n1H"}
    assert "you must guess" in answered((), read("hint", guess))["words"]
    assert "50%" in answered((), read("hint", {**guess, "grade": 2}))["words"]


def test_cells_and_games_have_the_sentences_of_the_library() -> None:
    for position, cell in ((POSITION, (0, 1)), ("2x2x1\n1H\nHH", (0, 1))):
        call = {"position": position, "row": cell[0], "column": cell[1]}
        said = answered((), read("explain", call))["words"]
        assert said == str(sapper.explain(position, cell))
    game = sapper.Game("3x3x3", seed=5)
    for cell in ((0, 0), (2, 2)):
        game.open(cell)
    lost = {"level": "3x3x3", "seed": 5, "moves": [[0, 0], [2, 2]]}
    with pytest.raises(InputError, match="the game is not over"):
        answered((), read("review", {**lost, "moves": [[0, 0]]}))
    found = answered((), read("review", lost))
    whole = json.loads(json.dumps(sapper.review(game, playouts=REVIEW_PLAYOUTS).to_json()))
    assert found["guesses"]
    assert json.loads(json.dumps(found)) == {key: whole[key] for key in found}


def test_moves_may_be_a_list_written_as_a_string() -> None:
    assert read("play", {"moves": "[[0, 1]]"}) == read("play", {"moves": [[0, 1]]})


def test_the_schema_of_a_tool_allows_its_declared_arguments_only() -> None:
    for kind in TOOLS.values():
        found = schema(kind)
        assert set(found["properties"]) == {field.name for field in fields(kind)}
        assert found["type"] == "object"
        assert found["additionalProperties"] is False
        assert description(kind)


class _First:
    """Opens the first cell, then passes."""

    name = "first"

    def decide(self, position: sapper.Position, chance: sapper.Chance) -> Any:
        if not position.untouched:
            return sapper.Pass(self.name, "one move is enough")
        move = sapper.Move("open", (0, 0))
        return sapper.Decision(move, self.name, sapper.Reason("first", "it is first"), None)
