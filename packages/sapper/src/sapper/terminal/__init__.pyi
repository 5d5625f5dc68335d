from sapper.terminal.board import BoardDrawing as BoardDrawing, LETTERS as LETTERS, Line as Line
from sapper.terminal.narration import items as items, plain as plain, prose as prose
from sapper.terminal.narration import step_lines as step_lines

__all__: list[str]
