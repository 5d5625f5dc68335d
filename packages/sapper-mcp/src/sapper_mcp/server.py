"""An MCP server: the requests of the engine as tools for programs that use language models.

MCP is the Model Context Protocol (modelcontextprotocol.io), spoken by its official library on
standard input and output. Computations run in a worker process, which is killed at a time limit.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import traceback
from collections.abc import AsyncIterable, Awaitable, Callable
from typing import Any

import anyio
from anyio.streams.memory import MemoryObjectSendStream
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    CallToolRequestParams,
    CallToolResult,
    ErrorData,
    JSONRPCError,
    ListToolsResult,
    TextContent,
    Tool,
)
from pydantic import ValidationError

from sapper.engine.requests import id_of
from sapper.errors import InputError, SapperError
from sapper.json_input import read_json
from sapper.players.recipes import sources_used
from sapper.version import installed_version
from sapper.worker import ProcessLimits, Worker
from sapper_mcp.tools import TOOLS, answered, description, read, schema

TOOL_SECONDS = 20.0  #: the time limit of a tool
MAX_MEMORY_BYTES = 2_000_000_000
#: Refuses JSON that is not a message of JSON-RPC.
EXPECTED_MESSAGE = (
    "expected a JSON-RPC 2.0 message: an object with 'jsonrpc', 'method' and perhaps 'params'"
)

INSTRUCTIONS = """Minesweeper. A position is text: a first line WIDTHxHEIGHTxMINES, then one line
for each row, with 0 to 8 for clues, H for hidden cells, F for flags. Other common forms are read
too; the field "read" of a result then says how. Cells are [row, column] from
0. A player is a name such as swift, champion or csp, or strategies joined by ' > '."""


def serve() -> None:
    """Answer calls on standard input until it ends."""
    logging.getLogger("mcp").setLevel(logging.ERROR)  # answers say what is wrong with a call
    asyncio.run(_serve())


async def _serve() -> None:
    server = _server()
    messages, readable = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    async with stdio_server() as (reading, writing), anyio.create_task_group() as tasks:
        tasks.start_soon(_pass_on, reading, messages, writing.send)
        await server.run(readable, writing, server.create_initialization_options())


async def _pass_on(
    reading: AsyncIterable[SessionMessage | Exception],
    messages: MemoryObjectSendStream[SessionMessage | Exception],
    answer: Callable[[SessionMessage], Awaitable[None]],
) -> None:
    """Pass the client's messages on to the server; answer lines that are not messages, which the
    library ignores."""
    async with messages:
        async for item in reading:
            if not isinstance(item, ValidationError):
                await messages.send(item)
            elif (refusal := _refusal(item)) is not None:
                await answer(SessionMessage(refusal))


def _refusal(error: ValidationError) -> JSONRPCError | None:
    """Return the answer to a line that is not a message; None for an empty line."""
    faults = error.errors()
    if faults[0]["type"] != "json_invalid":
        whole = (fault["input"] for fault in faults if fault["type"] == "missing")
        data = ErrorData(code=INVALID_REQUEST, message=EXPECTED_MESSAGE)
        return JSONRPCError(jsonrpc="2.0", id=id_of(json.dumps(next(whole, None))), error=data)
    line = faults[0]["input"].strip()
    if not line:
        return None
    sentence = "expected a message as JSON without deep nesting"
    try:
        read_json(line, dict, "a message")
    except InputError as fault:
        sentence = str(fault)
    data = ErrorData(code=PARSE_ERROR, message=sentence)
    return JSONRPCError(jsonrpc="2.0", id=id_of(line), error=data)


def _server() -> Server[Any]:
    """Return the server with its tools.

    The library could derive the tools from annotated functions, but it ignores unknown arguments
    and words wrong ones in several lines.
    """
    worker = Worker(ProcessLimits(memory=MAX_MEMORY_BYTES, seconds=TOOL_SECONDS))

    async def list_tools(context: object, params: object) -> ListToolsResult:
        return ListToolsResult(
            tools=[
                Tool(
                    name=name,
                    description=description(kind),
                    input_schema=schema(kind),
                    output_schema={"type": "object"},
                )
                for name, kind in TOOLS.items()
            ]
        )

    async def call_tool(context: object, params: CallToolRequestParams) -> CallToolResult:
        try:
            call = read(params.name, params.arguments or {})
            result = await asyncio.to_thread(worker.call, answered, sources_used(), call)
            text = json.dumps(result, allow_nan=False)
        except SapperError as error:
            return _failed(str(error))
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            return _failed(f"an internal error: {type(error).__name__}")
        return CallToolResult(content=[TextContent(text=text)], structured_content=result)

    return Server(
        "sapper",
        version=installed_version(),
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _failed(sentence: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=sentence)], is_error=True)
