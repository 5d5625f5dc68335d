from sapper.terminal.board import BoardDrawing as BoardDrawing, LETTERS as LETTERS, Line as Line

__all__: list[str]
