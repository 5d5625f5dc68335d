"""An MCP server: the requests of the engine as tools for programs that use language models.

MCP is the Model Context Protocol (modelcontextprotocol.io), spoken by its official library on
standard input and output. Computations run in a worker process, which is killed at a time limit.
"""

from __future__ import annotations

from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from sapper.engine.answers import THINKING, answered, explained, played
from sapper.errors import SapperError
from sapper.players.recipes import sources_used
from sapper.version import installed_version
from sapper.worker import ProcessLimits, Worker

SECONDS = 20.0  #: the time limit of a tool
MEMORY = 2_000_000_000

INSTRUCTIONS = """Minesweeper. A position is text: a first line WIDTHxHEIGHTxMINES, then one line
for each row, with 0 to 8 for clues, H for hidden cells, F for flags. Cells are [row, column] from
0. A player is a name such as swift, champion or csp, or strategies joined by ' > '."""


def server() -> MCPServer[Any]:
    """Return the server with its tools; ``run`` it with the transport ``stdio``."""
    made = MCPServer(
        "sapper",
        instructions=INSTRUCTIONS,
        version=installed_version(),
        log_level="ERROR",  # the answers to wrong requests say what is wrong
    )
    worker = Worker(ProcessLimits(memory=MEMORY, seconds=SECONDS))

    def call(function: Any, *values: object) -> Any:
        try:
            return worker.call(function, *values)
        except SapperError as error:
            raise ToolError(str(error)) from None

    def ask(request: str, **fields: object) -> dict[str, Any]:
        return dict(call(answered, sources_used(), {"id": 0, "request": request, **fields}))

    @made.tool()
    def hello() -> dict[str, Any]:
        """List the players, the levels and the limits."""
        return ask("hello")

    @made.tool()
    def analyse(position: str, playouts: int | None = None) -> dict[str, Any]:
        """Compute the mine probability of every hidden cell, the cells that are certain, and a
        move. With ``playouts``, such as 500, compare the best cells by their chances of winning."""
        return ask("analyse", position=position, seconds=THINKING, playouts=playouts)

    @made.tool()
    def suggest(position: str, player: str = "swift") -> dict[str, Any]:
        """Let a player decide on a move, with its reason and the clues that prove it."""
        return ask("move", position=position, player=player, seconds=THINKING)

    @made.tool()
    def explain(position: str, row: int, column: int) -> dict[str, Any]:
        """Explain one hidden cell: whether it is certain, and the fewest clues that prove it."""
        return dict(call(explained, position, row, column))

    @made.tool()
    def play(
        level: str = "beginner", seed: int = 0, moves: list[list[int]] | None = None
    ) -> dict[str, Any]:
        """Play a game: return the position after opening the cells of ``moves``, in order.

        Call it again with one more cell for each turn. The first cell is never a mine. The mines of
        a game are not shown before it has ended.
        """
        return dict(call(played, level, seed, moves or []))

    return made
