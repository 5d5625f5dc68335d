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
from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import CallToolRequestParams, CallToolResult, ListToolsResult, TextContent, Tool

from sapper.engine.tools import TOOLS, answered, description, read, schema
from sapper.errors import SapperError
from sapper.players.recipes import sources_used
from sapper.version import installed_version
from sapper.worker import ProcessLimits, Worker

SECONDS = 20.0  #: the time limit of a tool
MEMORY = 2_000_000_000

INSTRUCTIONS = """Minesweeper. A position is text: a first line WIDTHxHEIGHTxMINES, then one line
for each row, with 0 to 8 for clues, H for hidden cells, F for flags. Cells are [row, column] from
0. A player is a name such as swift, champion or csp, or strategies joined by ' > '."""


def serve() -> None:
    """Answer calls on standard input until it ends."""
    logging.getLogger("mcp").setLevel(logging.ERROR)  # answers say what is wrong with a call
    asyncio.run(_serve())


async def _serve() -> None:
    server = _server()
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def _server() -> Server[Any]:
    """Return the server with its tools.

    The library could derive the tools from annotated functions, but it ignores unknown arguments
    and words wrong ones in several lines.
    """
    worker = Worker(ProcessLimits(memory=MEMORY, seconds=SECONDS))

    async def listed(context: object, params: object) -> ListToolsResult:
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

    async def called(context: object, params: CallToolRequestParams) -> CallToolResult:
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
        on_list_tools=listed,
        on_call_tool=called,
    )


def _failed(sentence: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=sentence)], is_error=True)
