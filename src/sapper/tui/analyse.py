"""Analyse: a position that is drawn, pasted or taken from a game, and all that it implies."""

from __future__ import annotations

from rich.text import Text

from sapper.errors import InputError, SapperError
from sapper.game import Cell, Level, Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE
from sapper.game.level import LEVELS
from sapper.players import Decision, Pass
from sapper.study.board import AnalysisBoard
from sapper.study.findings import Why, layouts, suggest
from sapper.tui import story
from sapper.tui.ask import AskText
from sapper.tui.board import Board
from sapper.tui.faces import ADVISED, CLUE, Faces, items
from sapper.tui.view import BoardView

#: A game at its first guess, to begin with.
START = """9x9x10 first=opening
011100000
01H100000
022200000
02H200000
02H200000
233210011
HH3H1012H
HHH2101H2
HHH100111"""

KEYS = items(
    "0–8 clue",
    "x hidden",
    "f flag",
    "m mine",
    "+/− mines",
    "s suggest",
    "Enter why",
    "o as text",
)


class Analyse(BoardView):
    """A position and its figures."""

    view = "analyse"
    always_finds = True

    def __init__(self, position: Position, player: str) -> None:
        super().__init__()
        self.desk = AnalysisBoard(position)
        self.player = player
        self.overlay = True
        self.message: list[Text] = []
        self.advice: Decision | None = None
        self.because: tuple[Cell, ...] = ()  #: clues to mark

    @property
    def position(self) -> Position:
        """What the board shows."""
        return self.desk.position

    @property
    def title(self) -> str:
        """The size of the board."""
        grid = self.position.grid
        return f"{grid.width}x{grid.height}, {self.position.mines} mines"

    @property
    def status(self) -> str:
        """What the analysis found, in short."""
        if self.findings is None:
            return ""
        analysis = self.findings.analysis
        if analysis is None:
            return "impossible"
        counted = [layouts(analysis.log10_layouts)] if analysis.counted else []
        certain = [f"{len(analysis.safe)} safe", f"{len(analysis.certain_mines)} certain mines"]
        return story.PARTED.join([*counted, *certain])

    def show_position(self, position: Position, cursor: Cell = (0, 0)) -> None:
        """Another position in place of this one."""
        self.desk.show(position)
        self.cursor = cursor
        self.edited()

    def edited(self) -> None:
        """The position is another."""
        self._forget()
        self.changed()

    def entered(self) -> None:
        """Nothing is found out before somebody looks."""
        if self.findings is None:
            self.changed()
        else:
            self.redraw()

    def redraw(self) -> None:
        """The board, and what was found out."""
        faces, away = Faces(self.position), None
        if self.findings is not None and (self.overlay or self.findings.analysis is None):
            away = faces.risks(self.findings)
        if self.advice is not None:
            faces.reason(self.advice, ADVISED)
        faces.mark(self.because, CLUE)
        told = list(self.message)
        if self.findings is not None:
            told += story.findings_lines(self.findings, away)
        elif self.bench.finding:
            told.append(Text("counting …", story.FADED))
        self.show(
            faces.picture(self.cursor, overlay=self.overlay), [*told, Text(KEYS, story.FADED)]
        )

    def refused(self, error: SapperError) -> None:
        """Say what could not be done."""
        self._forget()
        self.message = [Text(story.plain(str(error)), story.NOTE)]
        self.redraw()

    def move_cursor(self, rows: int = 0, columns: int = 0) -> None:
        """What was said of another cell is not said of this one."""
        super().move_cursor(rows, columns)
        if self.advice is None and (self.message or self.because):
            self._forget()
            self.redraw()

    def on_board_pressed(self, event: Board.Pressed) -> None:
        """The cursor goes there; the right button flags, the middle one says why."""
        self.cursor = event.cell
        self.move_cursor()
        if event.button != 1:
            self.bench.press({2: "why", 3: "flag"}.get(event.button, "why"))

    def put(self, code: int) -> None:
        """What the cell shows."""
        self.desk.put(self.cursor, code)
        self.edited()

    def do_clue(self, clue: int) -> None:
        """The cell shows a clue."""
        self.put(clue)

    def do_hidden(self) -> None:
        """The cell is hidden."""
        self.put(HIDDEN)

    def do_flag(self) -> None:
        """The cell is flagged."""
        self.put(FLAGGED)

    def do_mine(self) -> None:
        """The cell is an open mine."""
        self.put(MINE)

    def do_more_mines(self) -> None:
        """One mine more on the board."""
        self.desk.mines(self.position.mines + 1)
        self.edited()

    def do_fewer_mines(self) -> None:
        """One mine less."""
        self.desk.mines(self.position.mines - 1)
        self.edited()

    def do_undo(self) -> None:
        """Take the last change back."""
        self.desk.undo()
        self.edited()

    def do_redo(self) -> None:
        """Make it again."""
        self.desk.redo()
        self.edited()

    def do_new(self) -> None:
        """An empty board of the same size."""
        self.desk.clear()
        self.edited()

    def do_why(self) -> None:
        """What the clues say of this cell, and which."""

        def tell(cell: Cell, told: Why) -> None:
            self._forget()
            self.message = story.why_lines(cell, told)
            self.because = told.reason.clues
            self.redraw()

        self.ask_why(tell)

    def do_suggest(self) -> None:
        """A move, its reason, and who passed."""

        def tell(advice: Decision | Pass) -> None:
            self._forget()
            self.message = story.advice_lines(advice)
            if isinstance(advice, Decision):
                self.advice, self.cursor = advice, advice.move.cell
            self.redraw()

        findings, worker = self.findings, self.bench.thinker
        if findings is None:
            self.find(lambda: self.bench.press("suggest", self))
            return
        self.bench.think(
            self.player, lambda: worker.call(suggest, findings, self.player), tell, self
        )

    def do_settings(self) -> None:
        """The position as text, to be changed or replaced."""

        def chosen(text: str) -> None:
            self.load(text)

        words = "A position, a link, or a size as 9x9x10 · Ctrl-S shows it, Esc leaves"
        self.bench.push_screen(AskText(words, str(self.position), chosen))

    def load(self, text: str) -> None:
        """What a text holds, in the view that shows it. Raises ``InputError`` for nothing."""
        words = "\n".join(text.strip().splitlines())  # terminals paste lines that end in CR
        if words in LEVELS or (words[:1].isdigit() and "\n" not in words):
            level = Level.parse(words)
            self.show_position(Position.start(level.grid, level.mines))
        elif words:
            self.bench.open_bytes(words.encode(), "")
        else:
            raise InputError("the text is empty: a position starts with a line 'WxHxM'")

    def _forget(self) -> None:
        self.message, self.advice, self.because = [], None, ()
