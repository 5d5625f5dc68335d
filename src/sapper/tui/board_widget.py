"""A widget that shows the drawing of a board with a cursor, scrolls, and reports clicks."""

from __future__ import annotations

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sapper.game import Cell, Grid, Position
from sapper.study.screen.board import NUMBER, BoardDrawing

AROUND = 2  #: cells to keep visible around the cursor


class BoardWidget(ScrollView, can_focus=False):
    """Shows a ``BoardDrawing``; the row and column numbers stay visible when it scrolls."""

    DEFAULT_CSS = """
    BoardWidget { scrollbar-size: 1 1; overflow: auto auto; }
    """

    class Pressed(Message):
        """A cell was pressed with a mouse button: 1 left, 2 middle, 3 right."""

        def __init__(self, cell: Cell, button: int) -> None:
            super().__init__()
            self.cell, self.button = cell, button

    def __init__(self) -> None:
        super().__init__()
        self.drawing = BoardDrawing(Position.start(Grid(1, 1), 0))
        self.cursor: Cell | None = (0, 0)  #: None for no cursor
        self.focus_cell: Cell = (0, 0)
        self.lines = 1  #: the lines of each row: its text is on the first

    def show(self, drawing: BoardDrawing, focus: Cell, *, cursor: bool) -> None:
        """Draw a board and scroll to a cell, which has the cursor if there is one."""
        self.drawing, self.focus_cell = drawing, focus
        self.cursor = focus if cursor else None
        self.virtual_size = self.whole
        self.keep_in_sight()
        self.refresh()

    def keep_in_sight(self) -> None:
        """Scroll no further than needed to show the cell in focus."""
        row, column = self.focus_cell
        board, room = self.drawing, self.scrollable_content_region.size
        left = board.label + board.indent(row) + column * board.whole
        around = AROUND * board.whole
        x = _scrolled(left, board.whole + 1, board.label, room.width, self.scroll_offset.x, around)
        down, spare = board.heads + row * self.lines, AROUND * self.lines
        y = _scrolled(down, self.lines, board.heads, room.height, self.scroll_offset.y, spare)
        self.scroll_to(x, y, animate=False, immediate=True)

    @property
    def whole(self) -> Size:
        """The size of the whole board, with a column for the cursor's bracket."""
        board = self.drawing
        return Size(board.width + 1, board.heads + board.grid.height * self.lines)

    def render_line(self, y: int) -> Strip:
        """Render a line of the widget: column numbers, or a row of the board."""
        board, (x, down) = self.drawing, self.scroll_offset
        width = self.scrollable_content_region.width
        row, below = divmod(y - board.heads + down, self.lines)
        columns = range(board.grid.width)
        if y < board.heads:
            label = " " * board.label
            line = [(" " * board.indent(0) + board.head(y, columns), NUMBER)]
        elif row < board.grid.height and not below:
            label, indent = board.number(row), board.indent(row)
            here = self.cursor[1] if self.cursor and self.cursor[0] == row else None
            line = [(" " * indent, ""), *board.row(row, columns, here)]
        else:
            return Strip.blank(width, self.rich_style)
        strip = Strip(Segment(text, _style(style)) for text, style in line)
        strip = strip.crop_extend(x, x + max(0, width - board.label), Style())
        number = Strip([Segment(label, _style(NUMBER))])
        return Strip.join([number, strip]).apply_style(self.rich_style)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Report a press on a cell; ignore it elsewhere."""
        board = self.drawing
        row = (event.y - board.heads + self.scroll_offset.y) // self.lines
        if event.y < board.heads or event.x < board.label or row >= board.grid.height:
            return
        column = (event.x - board.label + self.scroll_offset.x - board.indent(row)) // board.whole
        if 0 <= column < board.grid.width:
            self.post_message(self.Pressed((row, column), event.button))

    def on_resize(self) -> None:
        """Keep the cell in focus visible."""
        self.keep_in_sight()


@lru_cache(maxsize=512)
def _style(words: str) -> Style:
    return Style.parse(words)


def _scrolled(start: int, size: int, fixed: int, room: int, now: int, around: int) -> int:
    """Return the scroll offset that shows a span beyond the fixed part at the start."""
    low, high = start - fixed - around, start + size + around - room
    return max(0, min(max(now, high), low))
