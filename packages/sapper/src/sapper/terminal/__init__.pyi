from sapper.terminal.board import BoardDrawing as BoardDrawing, LETTERS as LETTERS, Line as Line
from sapper.terminal.board import explanation_lines as explanation_lines
from sapper.terminal.board import lettered_board as lettered_board
from sapper.terminal.board import lettered_lines as lettered_lines

__all__: list[str]
