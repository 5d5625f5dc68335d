"""Analyse: edit or paste a position, or take it from a game, and see its analysis."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partialmethod
from typing import Any

from rich.text import Text

from sapper.errors import InputError, plural
from sapper.game import Cell, Level, Position
from sapper.game.codes import FLAGGED, HIDDEN, MINE
from sapper.game.level import LEVELS
from sapper.inference.analysis import layouts
from sapper.notation.variations.text import write as write_tree
from sapper.players import Decision, Pass
from sapper.records import Node, Tree, change_between, variations_of
from sapper.reviews.candidates import MAX_SECONDS, Candidates, begin, refine
from sapper.reviews.position_report import Certainty, Findings, advised
from sapper.terminal.board import ADVISED, CLUE, BoardDrawing
from sapper_workbench import narration
from sapper_workbench.study.analysis_board import AnalysisBoard
from sapper_workbench.tui import story
from sapper_workbench.tui.dialogs import TextDialog
from sapper_workbench.tui.host import Question
from sapper_workbench.tui.moves import TreeView, change_name
from sapper_workbench.tui.story import Walk, walk_of
from sapper_workbench.tui.view import BoardWidget

#: The first position shown: a game at its first guess.
START_POSITION = """9x9x10 first=opening
011100000
01H100000
022200000
02H200000
02H200000
233210011
HH3H1012H
HHH2101H2
HHH100111"""

KEYS = narration.items(
    "0–8 clue",
    "x hidden",
    "f flag",
    "m mine",
    "+/− mines",
    "d draw mines",
    "s suggest",
    "Enter why",
    "o edit as text",
)


class AnalyseView(TreeView):
    """A position and its analysis."""

    view = "analyse"
    always_finds = True

    def __init__(self, position: Position, player: str) -> None:
        super().__init__()
        self.editor = AnalysisBoard(position)
        self.player = player
        self.overlay = True
        self.because: tuple[Cell, ...] = ()  #: clues to highlight
        self.candidates: Candidates | None = None  #: of the position, increasingly precise
        self.seconds = MAX_SECONDS  #: spent on more precise candidates

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.editor.position

    @property
    def title(self) -> str:
        """The size of the board."""
        grid = self.position.grid
        return f"{grid.width}x{grid.height}, {self.position.mines} mines"

    @property
    def status(self) -> str:
        """A summary of the analysis."""
        if self.findings is None:
            return ""
        analysis = self.findings.analysis
        if analysis is None:
            return "impossible"
        counted = [layouts(analysis.log10_layouts)] if analysis.counted else []
        mines = plural(len(analysis.certain_mines), "certain mine")
        certain = [f"{len(analysis.safe)} safe", mines]
        return narration.SEPARATOR.join([*counted, *certain])

    def show_position(self, position: Position, cursor: Cell = (0, 0)) -> None:
        """Replace the position."""
        self.editor.show(position)
        self.cursor = cursor
        self.refresh_position()

    def show_tree(self, tree: Tree[Position]) -> None:
        """Replace the tree of positions."""
        self.editor.open(tree)
        self.cursor = (0, 0)
        self.refresh_position()

    @property
    def tried(self) -> Tree[Any]:
        """The positions that were tried."""
        return self.editor.tree

    def name_of(self, node: Node[Any]) -> str:
        """Return the name of a change."""
        before = node.value if node.parent is None else node.parent.value
        return change_name(change_between(before, node.value))

    def visit(self, node: Node[Any]) -> None:
        """Go to a position."""
        self.editor.tree.visit(node)
        self.refresh_position()

    def discard(self, node: Node[Any]) -> int:
        """Delete a position and everything below it."""
        count = self.tried.delete(node)
        self.refresh_position()
        return count

    def tree_text(self) -> str:
        """Return the tree as text."""
        return write_tree(variations_of(self.tried))

    def show_message(self, words: str) -> None:
        """Show a message."""
        self._forget()
        super().show_message(words)

    def refresh_position(self) -> None:
        """Analyse the position after a change, and look for its best cells."""
        self._forget()
        self.candidates = None
        super().refresh_position()

    def show_findings(self) -> None:
        """Show the analysis, then increasingly precise figures of the candidates."""
        self.redraw()
        findings = self.findings
        if findings is None or findings.analysis is None or not findings.analysis.counted:
            return
        position, analyst = self.position, self.host.analyst
        until = time.monotonic() + self.seconds

        def more(candidates: Candidates | None) -> None:
            def compute() -> Candidates:
                if candidates is None:
                    return analyst.call(begin, position)
                return analyst.call(refine, candidates)

            self.host.find(Question(compute, show, self, lambda: self.position == position))

        def show(candidates: Candidates) -> None:
            if self.position != position:
                return
            self.candidates = candidates
            self.redraw()
            if not candidates.done and time.monotonic() < until:
                more(candidates)

        more(None)

    def enter(self) -> None:
        """Start the analysis when the view is first shown."""
        if self.findings is None:
            self.refresh_position()
        else:
            self.redraw()

    def redraw(self) -> None:
        """Draw the board and the analysis."""
        board, away = BoardDrawing(self.position, marks=True), None
        if self.findings is not None and (self.overlay or self.findings.analysis is None):
            away = self.draw_risks(board)
        if self.editor.drawn is not None:
            board.mines(self.editor.drawn)
        if self.walk is not None:
            self.walk.mark(board)
        elif self.advice is not None:
            board.decision(self.advice, ADVISED)
        board.mark(self.because, CLUE)
        lines: list[Text] = []
        if self.findings is not None:
            lines = story.findings_lines(self.findings, away)
            if self.candidates is not None:
                lines += story.candidates_lines(self.candidates)
        elif self.host.finding:
            lines = [Text("analysing …", narration.FADED)]
        blocks = [self.walk.lines() if self.walk is not None else [], self.message, lines]
        blocks.insert(0 if self.listing else len(blocks), self.list_lines())
        self.show(board, [*blocks, [Text(KEYS, narration.FADED)]])

    def move_cursor(self, rows: int = 0, columns: int = 0) -> None:
        """Move the cursor, and drop the explanation of the cell it was on."""
        super().move_cursor(rows, columns)
        if self.advice is None and (self.message or self.because or self.walk):
            self._forget()
            self.redraw()

    def on_board_widget_pressed(self, event: BoardWidget.Pressed) -> None:
        """Move the cursor there; the right button flags, the middle one explains."""
        self.cursor = event.cell
        self.move_cursor()
        if event.button != 1:
            self.host.press({2: "why", 3: "flag"}.get(event.button, "why"))

    def put(self, code: int) -> None:
        """Set what the cell shows."""
        self.editor.put(self.cursor, code)
        self.refresh_position()

    do_hidden = partialmethod(put, HIDDEN)
    do_flag = partialmethod(put, FLAGGED)
    do_mine = partialmethod(put, MINE)

    def add_mines(self, more: int) -> None:
        """Add mines to the total."""
        self.editor.mines(self.position.mines + more)
        self.refresh_position()

    do_more_mines = partialmethod(add_mines, 1)
    do_fewer_mines = partialmethod(add_mines, -1)

    def do_draw(self) -> None:
        """Start or stop drawing mines, from which the clues follow."""
        analysis = self.findings.analysis if self.findings is not None else None
        self.editor.draw(analysis.certain_mines if analysis is not None else ())
        self.refresh_position()

    def edit(self, change: Callable[[AnalysisBoard], None]) -> None:
        """Change the board as a whole."""
        change(self.editor)
        self.refresh_position()

    do_undo = partialmethod(edit, AnalysisBoard.undo)
    do_redo = partialmethod(edit, AnalysisBoard.redo)
    do_new = partialmethod(edit, AnalysisBoard.clear)
    do_open_all = partialmethod(edit, AnalysisBoard.open_all)

    def show_certainty(self, cell: Cell, certainty: Certainty) -> None:
        """Show whether a cell is certain and why, and highlight the clues."""
        self._forget()
        if certainty.explanation is not None:
            self.walk = Walk(certainty.explanation)
        else:
            self.message = story.why_lines(cell, certainty)
            self.because = certainty.reason.clues
        self.redraw()

    def do_suggest(self) -> None:
        """Suggest a move, with its reason and the strategies that passed."""
        worker, position = self.host.decider, self.position

        def show(found: tuple[Decision | Pass, Walk | None]) -> None:
            self._forget()
            self.show_advice(*found)

        def ask(findings: Findings) -> None:
            def compute() -> tuple[Decision | Pass, Walk | None]:
                advice = worker.call(advised, findings, self.player)
                return advice, walk_of(position, advice)

            self.host.think(f"{self.player} is thinking", compute, show, self)

        self.with_findings(ask, "suggest")

    def do_settings(self) -> None:
        """Show the position as text, to edit or replace it."""
        words = "Position, link, or size such as 9x9x10 · Ctrl-S: apply · Esc: cancel"
        self.host.push_screen(TextDialog(words, str(self.position), self.load))

    def load(self, text: str) -> None:
        """Show the content of a text in the view that fits. Raises ``InputError``."""
        words = "\n".join(text.strip().splitlines())  # terminals paste lines that end in CR
        if words in LEVELS or (words[:1].isdigit() and "\n" not in words):
            level = Level.parse(words)
            self.show_position(Position.start(level.grid, level.mines))
        elif words:
            self.host.open_bytes(words.encode(), "")
        else:
            raise InputError("the text is empty: a position starts with a line 'WxHxM'")

    def _forget(self) -> None:
        self.message, self.advice, self.because, self.walk = [], None, (), None
