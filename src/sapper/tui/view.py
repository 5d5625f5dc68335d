"""What the three views have in common: a board with a cursor, and a story beside or below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.widgets import Static

from sapper.errors import SapperError
from sapper.game import Cell, Position
from sapper.study.bindings import View
from sapper.study.findings import Findings, Why, find, why
from sapper.tui.board import Board
from sapper.tui.faces import Picture
from sapper.tui.question import Question

if TYPE_CHECKING:
    from sapper.tui.app import Workbench

ASIDE = 32  #: columns that a story needs to stand beside the board
BELOW = 4  #: lines that are left for it below the board
LEAST = 5  #: lines that the board has in any case


class BoardView(Container):
    """A board and its story. Each key's action is a method ``do_…`` named as its binding.

    A subclass says what is ``position``, draws it in ``redraw``, and counts on ``app`` to think.
    """

    DEFAULT_CSS = """
    BoardView { layout: vertical; }
    BoardView.aside { layout: horizontal; }
    BoardView VerticalScroll { height: 1fr; padding: 0 1; scrollbar-size: 1 1; }
    BoardView.aside VerticalScroll { width: 1fr; height: 100%; padding: 1 2; }
    """

    view: View
    always_finds = False  #: whether positions are analysed even where that is not drawn

    def __init__(self) -> None:
        super().__init__(id=self.view)
        self.board = Board()
        self.cursor: Cell = (0, 0)
        self.findings: Findings | None = None  #: of the position shown, once they are there
        self.overlay = False  #: whether they are shown
        self._lines: Sequence[Text] = ()
        self._told = Static(expand=True)
        self._story = VerticalScroll(self._told, can_focus=False)

    @property
    def bench(self) -> Workbench:
        """The program that this is a view of."""
        from sapper.tui.app import Workbench

        assert isinstance(self.app, Workbench)
        return self.app

    def compose(self) -> ComposeResult:
        """The board first."""
        yield self.board
        yield self._story

    # What a view is

    @property
    def position(self) -> Position:
        """What the board shows."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """What is shown, in a few words."""
        raise NotImplementedError

    @property
    def told(self) -> str:
        """The story as it is shown."""
        return Text("\n").join(self._lines).plain

    @property
    def status(self) -> str:
        """Where it stands."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw the position and tell its story."""
        raise NotImplementedError

    def refused(self, error: SapperError) -> None:
        """Say what could not be done."""
        raise NotImplementedError

    # What views do alike

    def show(self, picture: Picture, story: Sequence[Text], *, cursor: bool = True) -> None:
        """Draw a picture, and tell a story."""
        self.board.show(picture, self.cursor if cursor else None)
        self._lines = tuple(story)
        self._told.update(Text("\n").join(story))
        self._story.scroll_home(animate=False)
        self.lay_out()
        self.bench.tell()

    def lay_out(self) -> None:
        """The story beside the board where there is room, else below it."""
        whole, room = self.board.whole, self.size
        aside = room.width - whole.width - 1 >= ASIDE
        self.set_class(aside, "aside")
        styles = self.board.styles
        if aside:
            styles.width, styles.height = whole.width + 1, "100%"
        else:
            bar = whole.width > room.width  # a scroll bar takes a line
            styles.width = "100%"
            styles.height = max(LEAST, min(whole.height + bar, room.height - BELOW))

    def on_resize(self) -> None:
        """Lay out again."""
        self.lay_out()

    def changed(self) -> None:
        """The position is another: its findings are not known yet."""
        self.findings = None
        self.cursor = self.clamped(self.cursor)
        if self.overlay or self.always_finds:
            self.find(self.redraw)
        self.redraw()

    def entered(self) -> None:
        """This view comes to the front."""
        self.redraw()

    def clamped(self, cell: Cell) -> Cell:
        """The cell of the grid that is nearest to one that may lie outside."""
        grid = self.position.grid
        row, column = cell
        return max(0, min(row, grid.height - 1)), max(0, min(column, grid.width - 1))

    def find(self, then: Callable[[], None]) -> None:
        """Analyse the position, and then do something, unless it has changed meanwhile."""
        if self.findings is not None:
            then()
            return
        position = self.position

        def found(findings: Findings) -> None:
            if self.position is position:
                self.findings = findings
                then()

        def compute() -> Findings:
            return self.findings or analyst.call(find, position)  # they may have come meanwhile

        analyst = self.bench.analyst
        self.bench.find(Question(compute, found, self, lambda: self.position is position))

    def ask_why(self, then: Callable[[Cell, Why], None]) -> None:
        """Find out why the cell at the cursor is what it is; once there are findings."""
        findings, thinker, cell = self.findings, self.bench.thinker, self.cursor
        if findings is None:
            self.find(lambda: self.bench.press("why", self))
            return

        def told(answer: Why) -> None:
            then(cell, answer)

        self.bench.think("the proof", lambda: thinker.call(why, findings, cell), told, self)

    def do_probabilities(self) -> None:
        """Show or hide every mine probability."""
        self.overlay = not self.overlay
        if self.overlay and self.findings is None:
            self.find(self.redraw)
        self.redraw()

    def do_read_on(self) -> None:
        """Scroll the story down."""
        self._story.scroll_page_down(animate=False)

    def do_read_back(self) -> None:
        """Scroll the story up."""
        self._story.scroll_page_up(animate=False)

    def move_cursor(self, rows: int = 0, columns: int = 0) -> None:
        """Move by so many cells, as far as the grid goes; it is glued together on a torus."""
        grid = self.position.grid
        row, column = self.cursor[0] + rows, self.cursor[1] + columns
        if grid.kind == "torus" and max(abs(rows), abs(columns)) == 1:
            row, column = row % grid.height, column % grid.width
        self.cursor = self.clamped((row, column))
        self.board.show(self.board.picture, self.cursor)

    def do_left(self) -> None:
        """One cell to the left."""
        self.move_cursor(columns=-1)

    def do_right(self) -> None:
        """One cell to the right."""
        self.move_cursor(columns=1)

    def do_up(self) -> None:
        """One cell up."""
        self.move_cursor(rows=-1)

    def do_down(self) -> None:
        """One cell down."""
        self.move_cursor(rows=1)

    def do_row_start(self) -> None:
        """To the start of the row."""
        self.move_cursor(columns=-self.position.grid.width)

    def do_row_end(self) -> None:
        """To the end of the row."""
        self.move_cursor(columns=self.position.grid.width)

    def do_top(self) -> None:
        """To the top of the column."""
        self.move_cursor(rows=-self.position.grid.height)

    def do_bottom(self) -> None:
        """To the bottom of the column."""
        self.move_cursor(rows=self.position.grid.height)
