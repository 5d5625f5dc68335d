"""The board as a widget: it draws a picture with a cursor, scrolls, and reports mouse presses."""

from __future__ import annotations

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sapper.game import Cell, Grid
from sapper.tui.faces import Face, Picture

CURSOR = "bold reverse"
HEAD = "grey50"
SIGN = "bold gold1"
AROUND = 2  #: cells to keep visible around the cursor


class Board(ScrollView, can_focus=False):
    """Draws a ``Picture``; the row and column numbers stay visible when it scrolls."""

    DEFAULT_CSS = """
    Board { scrollbar-size: 1 1; overflow: auto auto; }
    """

    class Pressed(Message):
        """A cell was pressed with a mouse button: 1 left, 2 middle, 3 right."""

        def __init__(self, cell: Cell, button: int) -> None:
            super().__init__()
            self.cell, self.button = cell, button

    def __init__(self) -> None:
        super().__init__()
        self.picture = Picture(Grid(1, 1), (Face(" "),))
        self.cursor: Cell | None = (0, 0)  #: None for no cursor

    def show(self, picture: Picture, cursor: Cell | None) -> None:
        """Draw a picture and scroll to the cursor, or to the picture's focus without a cursor."""
        self.picture, self.cursor = picture, cursor
        self.virtual_size = self.whole
        self.keep_in_sight()
        self.refresh()

    def keep_in_sight(self) -> None:
        """Scroll no further than needed to show the cursor."""
        row, column = self.cursor or self.picture.focus
        cell, room = self.picture.cell, self.scrollable_content_region.size
        left = self._label + self._slant(row) + column * cell
        x = _scrolled(left, cell + 1, self._label, room.width, self.scroll_offset.x, AROUND * cell)
        y = _scrolled(self._heads + row, 1, self._heads, room.height, self.scroll_offset.y, AROUND)
        self.scroll_to(x, y, animate=False, immediate=True)

    @property
    def whole(self) -> Size:
        """The columns and lines of the whole board."""
        grid = self.picture.grid
        wide = self._label + self._slant(0) + grid.width * self.picture.cell + 1
        return Size(wide, grid.height + self._heads)

    def render_line(self, y: int) -> Strip:
        """Render a line of the widget: column numbers, or a row of the board."""
        x, down = self.scroll_offset
        width = self.scrollable_content_region.width
        row = y - self._heads + down
        if y < self._heads:
            label, line = Strip.blank(self._label), self._head(y)
        elif row < self.picture.grid.height:
            text = f"{row:{self._label - 1}d} "
            label, line = Strip([Segment(text, _style(HEAD))]), self._row(row)
        else:
            return Strip.blank(width, self.rich_style)
        line = line.crop_extend(x, x + max(0, width - self._label), Style())
        return Strip.join([label, line]).apply_style(self.rich_style)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Report a press on a cell; ignore it elsewhere."""
        grid = self.picture.grid
        row = event.y - self._heads + self.scroll_offset.y
        if event.y < self._heads or event.x < self._label or row >= grid.height:
            return
        place = event.x - self._label + self.scroll_offset.x - self._slant(row)
        column = place // self.picture.cell
        if 0 <= column < grid.width:
            self.post_message(self.Pressed((row, column), event.button))

    def on_resize(self) -> None:
        """Keep the cursor visible."""
        self.keep_in_sight()

    @property
    def _label(self) -> int:
        return len(str(self.picture.grid.height - 1)) + 1

    @property
    def _heads(self) -> int:
        """The lines of column numbers: one, or one per digit if the numbers would touch."""
        digits = len(str(self.picture.grid.width - 1))
        return 1 if digits < self.picture.cell else digits

    def _slant(self, row: int) -> int:
        """The indent of a row: each row of hexagons starts half a cell left of the one above."""
        grid = self.picture.grid
        return (grid.height - 1 - row) * (self.picture.cell // 2) if grid.kind == "hex" else 0

    def _head(self, line: int) -> Strip:
        cell, columns = self.picture.cell, range(self.picture.grid.width)
        if self._heads == 1:
            text = "".join(f"{column:{cell}d}" for column in columns)
        else:
            power = 10 ** (self._heads - 1 - line)
            digits = [
                str(c // power % 10) if (c >= power or power == 1) and c % power == 0 else ""
                for c in columns
            ]
            text = "".join(digit.rjust(cell) for digit in digits)
        text = " " * self._slant(self.picture.grid.height // 2) + text
        return Strip([Segment(text, _style(HEAD))])

    def _row(self, row: int) -> Strip:
        width = self.picture.grid.width
        faces = self.picture.faces[row * width : (row + 1) * width]
        here = self.cursor[1] if self.cursor and self.cursor[0] == row else -1
        segments = [Segment(" " * self._slant(row))]
        for column, face in enumerate(faces):
            gap = self.picture.cell - 1 - len(face.text) - len(face.sign)
            after = column == here + 1 > 0  # the cell after the cursor's has the other bracket
            mark = "[" if column == here else face.mark
            before = "]".ljust(gap) if after and gap else " " * gap
            if after and not gap:
                mark = "]"
            marked = mark == face.mark != " "
            style = f"{face.style} {CURSOR}" if column == here else face.style
            segments.append(Segment(before, _style("bold")))
            segments.append(Segment(mark, _style(face.style if marked else "bold")))
            segments.append(Segment(face.text, _style(style)))
            segments.append(Segment(face.sign, _style(SIGN)))
        segments.append(Segment("]" if here == width - 1 else " ", _style("bold")))
        return Strip(segments)


@lru_cache(maxsize=512)
def _style(words: str) -> Style:
    return Style.parse(words)


def _scrolled(start: int, size: int, fixed: int, room: int, now: int, around: int) -> int:
    """The scroll offset that makes a span visible behind the fixed part at the front."""
    low, high = start - fixed - around, start + size + around - room
    return max(0, min(max(now, high), low))
