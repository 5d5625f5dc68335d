"""The base of all views: a board with a cursor, which scrolls and reports clicks, and text beside
or below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial, partialmethod
from typing import cast

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from sapper.errors import SapperError
from sapper.game import Cell, Grid, Position
from sapper.game.grid import MAX_CELLS
from sapper.reviews.position_report import Certainty, Findings, find, why
from sapper.terminal.board import NUMBER, WRONG, BoardDrawing
from sapper_workbench import narration
from sapper_workbench.keys import Binding, KeyView, View, bindings_of
from sapper_workbench.tui import story
from sapper_workbench.tui.host import Host, Question
from sapper_workbench.tui.story import Walk

CELLS_AROUND = 2  #: cells to keep visible around the cursor


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
        around = CELLS_AROUND * board.whole
        x = _scrolled(left, board.whole + 1, board.label, room.width, self.scroll_offset.x, around)
        down, spare = board.heads + row * self.lines, CELLS_AROUND * self.lines
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


MIN_TEXT_COLUMNS = 32  #: columns that the text needs to stand beside the board
MIN_TEXT_LINES = 4  #: lines that are left for it below the board
MIN_BOARD_LINES = 5  #: lines of the board
LARGE_COLUMNS = 100  #: columns of a terminal that is larger than usual
MAX_ROW_LINES = 4  #: lines of a row
PERCENT_COLUMNS = 3  #: columns of a cell that shows a percentage after a mark


FAR = MAX_CELLS  #: rows or columns that lead to the edge of any board


class BoardView(Container):
    """A board and its text. The action of each key is a method ``do_…`` named after its binding.

    A subclass defines ``position`` and draws it in ``redraw``; the program does the computing.
    """

    DEFAULT_CSS = """
    BoardView { layout: vertical; }
    BoardView.aside { layout: horizontal; }
    BoardView VerticalScroll { height: 1fr; padding: 0 1; scrollbar-size: 1 1; }
    BoardView.aside VerticalScroll { width: 1fr; height: 100%; padding: 1 2; }
    """

    view: View
    always_finds = False  #: whether positions are analysed even without the overlay

    def __init__(self) -> None:
        super().__init__(id=self.view)
        self.board = BoardWidget()
        self.cursor: Cell = (0, 0)
        self.findings: Findings | None = None  #: of the position shown, None until they arrive
        self.overlay = False  #: whether probabilities are shown
        self.walk: Walk | None = None  #: through the explanation that is shown
        self.message: list[Text] = []  #: the answer to the last action, if any
        self._lines: Sequence[Text] = ()
        self._text = Static(expand=True)
        self._story = VerticalScroll(self._text, can_focus=False)

    @property
    def host(self) -> Host:
        """The program around this view."""
        return cast(Host, self.app)

    def compose(self) -> ComposeResult:
        """Create the board and the text."""
        yield self.board
        yield self._story

    @property
    def keys(self) -> KeyView:
        """The view whose keys apply now."""
        return self.view

    # What a subclass defines

    @property
    def position(self) -> Position:
        """The position on the board."""
        raise NotImplementedError

    @property
    def shows_risks(self) -> bool:
        """True if mine probabilities are shown, now or as soon as they are known."""
        return self.overlay

    @property
    def title(self) -> str:
        """A short description of what is shown."""
        raise NotImplementedError

    @property
    def words(self) -> str:
        """The text beside the board."""
        return Text("\n").join(self._lines).plain

    @property
    def status(self) -> str:
        """The text of the status line."""
        raise NotImplementedError

    @property
    def bindings(self) -> tuple[Binding, ...]:
        """The bindings that act now."""
        return bindings_of(self.keys)

    def redraw(self) -> None:
        """Draw the position and its text."""
        raise NotImplementedError

    # What all views do

    def show_message(self, words: str) -> None:
        """Show a message."""
        self.message = [Text(narration.prose(words), narration.NOTE)]
        self.redraw()

    def show_error(self, error: SapperError) -> None:
        """Show why something could not be done."""
        self.show_message(str(error))

    def show(
        self, board: BoardDrawing, blocks: Sequence[Sequence[Text]], focus: Cell | None = None
    ) -> None:
        """Show a board, and blocks of text with blank lines between them if there is space. With
        a ``focus`` the board shows no cursor, but keeps that cell in sight.

        Cells have space for a probability if these are shown: they arrive later than the position,
        and the board should not jump then.
        """
        board.widen(2 if self.shows_risks and not self.tight else 1)
        self.board.lines = self.enlarge(board)
        self.board.show(board, focus or self.cursor, cursor=focus is None)
        lines: list[Text] = []
        for block in filter(None, blocks):
            lines += [Text()] if lines and self.fits_aside else []
            lines += block
        self._lines = tuple(lines)
        room = self.size.width - (self.board.whole.width + 6 if self.fits_aside else 3)
        shown = [part for line in lines for part in story.unsplit(line, room)]
        self._text.update(Text("\n").join(shown))
        self._story.scroll_home(animate=False)
        self.lay_out()
        self.host.update_bars()

    def enlarge(self, board: BoardDrawing) -> int:
        """Make cells larger where the terminal is, so that the board and the text beside it fill
        it; return the lines of a row. A cell of N lines has twice as many columns."""
        width, height = self.size
        for lines in range(MAX_ROW_LINES, 1, -1) if width >= LARGE_COLUMNS else ():
            columns = board.label + (2 * lines + board.sign_columns) * board.grid.width + 2
            fits = columns + board.indent(0) + MIN_TEXT_COLUMNS <= width
            if fits and board.heads + lines * board.grid.height <= height:
                board.cell = max(board.cell, 2 * lines)
                return lines
        return 1

    def draw_risks(self, board: BoardDrawing) -> float | None:
        """Draw the mine probabilities if they are known, or the clues at fault.

        Returns the probability of the cells away from all clues, None without such cells.
        """
        if self.findings is None:
            return None
        if self.findings.analysis is not None:
            return board.risks(self.findings.analysis, tight=self.tight)
        board.mark(self.findings.fault.clues if self.findings.fault else (), WRONG)
        return None

    @property
    def tight(self) -> bool:
        """True if risks are shown as bars, since in percent the board would not fit."""
        grid = self.position.grid
        label = len(str(grid.height - 1)) + 1
        return label + PERCENT_COLUMNS * grid.width + 1 > self.size.width

    @property
    def fits_aside(self) -> bool:
        """True if the text fits beside the board."""
        return self.size.width - self.board.whole.width - 1 >= MIN_TEXT_COLUMNS

    def lay_out(self) -> None:
        """Place the text beside the board if there is space, else below it."""
        whole, room, aside = self.board.whole, self.size, self.fits_aside
        self.set_class(aside, "aside")
        styles = self.board.styles
        if aside:
            styles.width, styles.height = whole.width + 1, "100%"
        else:
            bar = whole.width > room.width  # a scroll bar takes a line
            styles.width = "100%"
            styles.height = max(
                MIN_BOARD_LINES, min(whole.height + bar, room.height - MIN_TEXT_LINES)
            )

    def on_resize(self) -> None:
        """Redraw for the new size."""
        self.redraw()

    def refresh_position(self) -> None:
        """Update after a change of the position, and forget its findings."""
        self.findings = None
        self.cursor = self.clamped(self.cursor)
        if self.overlay or self.always_finds:
            self.find(self.show_findings)
        self.redraw()

    def show_findings(self) -> None:
        """Show findings that have just arrived."""
        self.redraw()

    def enter(self) -> None:
        """Draw the view when it comes to the front."""
        self.redraw()

    def clamped(self, cell: Cell) -> Cell:
        """Return the cell of the grid that is nearest to a cell, which may lie outside."""
        grid = self.position.grid
        row, column = cell
        return max(0, min(row, grid.height - 1)), max(0, min(column, grid.width - 1))

    def find(self, then: Callable[[], None]) -> None:
        """Analyse the position, then call ``then`` unless it has changed meanwhile."""
        if self.findings is not None:
            then()
            return
        position = self.position

        def keep(findings: Findings) -> None:
            if self.position == position:
                self.findings = findings
                then()

        def compute() -> Findings:
            return self.findings or analyst.call(find, position)  # they may have arrived meanwhile

        analyst = self.host.analyst
        self.host.find(Question(compute, keep, self, lambda: self.position == position))

    def with_findings(self, act: Callable[[Findings], None], name: str) -> None:
        """Act once there are findings; until then, the action with this name waits."""
        if self.findings is None:
            self.find(lambda: self.host.press(name, self))
        else:
            act(self.findings)

    def show_certainty(self, cell: Cell, certainty: Certainty) -> None:
        """Show whether a cell is certain, and why."""
        raise NotImplementedError

    def do_why(self) -> None:
        """Show what the clues say about the cell at the cursor."""
        decider, cell = self.host.decider, self.cursor

        def ask(findings: Findings) -> None:
            self.host.think(
                "looking for a proof",
                lambda: decider.call(why, findings, cell),
                partial(self.show_certainty, cell),
                self,
            )

        self.with_findings(ask, "why")

    def do_examine(self) -> None:
        """Open this position in Analyse."""
        self.host.examine(self.position, self.cursor)

    def do_probabilities(self) -> None:
        """Show or hide the mine probabilities."""
        self.overlay = not self.overlay
        if self.overlay and self.findings is None:
            self.find(self.redraw)
        self.redraw()

    def read(self, by: int) -> None:
        """Go to a later or an earlier step of an explanation, or scroll the text."""
        if self.walk is not None:
            self.walk.go(by)
            self.redraw()
        elif by > 0:
            self._story.scroll_page_down(animate=False)
        else:
            self._story.scroll_page_up(animate=False)

    do_read_on, do_read_back = partialmethod(read, 1), partialmethod(read, -1)

    def move_cursor(self, rows: int = 0, columns: int = 0) -> None:
        """Move the cursor by rows and columns within the grid; a torus wraps around."""
        grid = self.position.grid
        row, column = self.cursor[0] + rows, self.cursor[1] + columns
        if grid.kind == "torus" and max(abs(rows), abs(columns)) == 1:
            row, column = row % grid.height, column % grid.width
        self.cursor = self.clamped((row, column))
        self.board.show(self.board.drawing, self.cursor, cursor=True)
        self.host.update_bars()

    def move_by_key(self, rows: int, columns: int) -> None:
        """Move the cursor after a key."""
        self.move_cursor(rows, columns)

    do_left, do_right = partialmethod(move_by_key, 0, -1), partialmethod(move_by_key, 0, 1)
    do_up, do_down = partialmethod(move_by_key, -1, 0), partialmethod(move_by_key, 1, 0)
    do_row_start, do_row_end = (
        partialmethod(move_by_key, 0, -FAR),
        partialmethod(move_by_key, 0, FAR),
    )
    do_top, do_bottom = partialmethod(move_by_key, -FAR, 0), partialmethod(move_by_key, FAR, 0)


NOWHERE = Position.parse("1x1x0\nH")  #: shown while there is no task


class TaskView(BoardView):
    """A view that sets a task on a board, and judges the cells that are picked."""

    picks: str  #: the action of a click on a cell

    def legend(self, board: BoardDrawing, marks: Mapping[str, str], keys: str) -> list[Text]:
        """Return the legend of the ``marks`` on a board, and of the keys."""
        return [Text(story.legend(board, marks), narration.FADED), Text(keys, narration.FADED)]

    def on_board_widget_pressed(self, event: BoardWidget.Pressed) -> None:
        """Pick the cell that is clicked."""
        self.cursor = event.cell
        self.host.press(self.picks)

    def do_settings(self) -> None:
        """Say where games are set up."""
        raise SapperError("games are set up in Play and Watch")
