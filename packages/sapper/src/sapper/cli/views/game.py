"""A game as text: a line for each move, a board that changes in place, and the outcome."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rich.console import Group
from rich.live import Live
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sapper.cli.views.tables import board_text, screen
from sapper.errors import plural
from sapper.estimate import percent
from sapper.game.codes import FLAGGED, HIDDEN, MINE
from sapper.terminal.board import OUTCOME_STYLES, SYMBOLS, BoardDrawing, Glyph, explanation_lines

if TYPE_CHECKING:
    from sapper.arena.match import Turn
    from sapper.players import Decision
    from sapper.records import Record

MOVE_SECONDS = 0.1  #: seconds per move, in a terminal
REASON_INDENT = 6  #: columns before the steps of an explanation
MAX_CELLS = 10_000  #: cells of a board that is still printed: more fill screen after screen
OTHER_ROWS = 4  #: rows besides the board: two blank ones, the counts, and the cursor's


class GameDisplay:
    """Shows a game during play; uses a part of the terminal until it is closed.

    With ``why``, the explanation of each move follows its line.
    """

    def __init__(self, delay: float | None, *, why: bool = False) -> None:
        self.why = why
        self.console = screen()
        animated = self.console.is_terminal and not self.console.is_dumb_terminal
        self.delay = (MOVE_SECONDS if animated else 0.0) if delay is None else delay
        self.live = Live(console=self.console, auto_refresh=False, transient=True)
        self.animated = animated
        self.guesses = 0

    def close(self) -> None:
        """Give the terminal back."""
        if self.live.is_started:
            self.live.stop()
        self.console.print()

    def show(self, turn: Turn, number: int) -> None:
        """Show one move: its line above, and the board after it below. Where the board does not fit
        or cannot change in place, it is printed after guesses only, unless it is very large."""
        decision = turn.step.decision
        self.guesses += decision.guess
        self.console.print(self._line(turn, number), soft_wrap=not self.console.is_terminal)
        for line in self._reasons(turn):
            if self.console.is_terminal:
                self.console.print(Padding(Text(line), (0, 0, 0, REASON_INDENT)))
            else:
                self.console.print(Text((" " * REASON_INDENT + line).rstrip()), soft_wrap=True)
        if self.console.is_terminal and turn.after.grid.size <= MAX_CELLS:
            board = _board(turn, self.console.width)
            rows = board.plain.count("\n") + 1 + OTHER_ROWS
            if self.animated and rows < self.console.height:
                if not self.live.is_started:
                    self.live.start()
                self.live.update(Group("", board, "", self._counts(turn, number)), refresh=True)
            elif decision.guess:
                self.console.print(board)
        if self.delay:
            time.sleep(self.delay)

    def _reasons(self, turn: Turn) -> list[str]:
        """The steps that prove a move, or why its guess is as good as any, with a board unless one
        clue is enough."""
        if not self.why or turn.before.next_open_is_safe or turn.before.rules.variant:
            return []  # the line of a move by the rules of a variant has the whole proof
        from sapper.reviews import explain

        explanation = explain(turn.before, turn.step.decision.move.cell)
        single = len(explanation.steps) == 1 and explanation.steps[0].technique == "one clue"
        return explanation.lines() if single else explanation_lines(explanation)

    def _line(self, turn: Turn, number: int) -> Table | Text:
        """The line of a move: its number, the strategy that chose it, the risk and the reason."""
        decision = turn.step.decision
        words = decision.reason.words
        if len(turn.step.opened) > 1:
            words += f" (opens {len(turn.step.opened)} cells)"
        risk, style = _risk(decision)
        if not self.console.is_terminal:
            move = str(decision.move)
            return Text(f"{number:4d}  {move:<14} {risk:>6}  {decision.strategy:<12}  {words}")
        # Short, so that most reasons fit beside it in 80 columns.
        action = "" if decision.move.action == "open" else f"{decision.move.action} "
        chosen = Text(decision.strategy, style)
        if decision.guess:
            chosen.append(f" {risk}")
        line = Table.grid(padding=(0, 1))
        line.add_column(min_width=3, justify="right", style="grey50", no_wrap=True)
        line.add_column(min_width=8, no_wrap=True)
        line.add_column(min_width=12, no_wrap=True)
        line.add_column()
        line.add_row(str(number), f"{action}{list(decision.move.cell)}", chosen, words)
        return line

    def _counts(self, turn: Turn, number: int) -> Text:
        hidden, mines = len(turn.after.hidden_indices), turn.after.mines_left
        return Text(
            f"move {number} · guesses {self.guesses} · {hidden} hidden cells, {mines} mines",
            "bold",
            no_wrap=True,
        )


def show_head(again: str) -> None:
    """Print the command that plays this game again."""
    screen().print(Text.assemble(("again: ", "grey50"), again, "\n"), soft_wrap=True)


def show_end(record: Record) -> None:
    """Print the final board with all its mines, unless it is very large, and how the game ended."""
    console = screen()
    if (size := record.deal.grid.size) > MAX_CELLS:
        words = (
            f"The board has {size:,} cells, too many to show; --output writes a record of the game."
        )
        console.print(Text(words, "grey50"))
    else:
        width = console.width if console.is_terminal else None
        console.print(_final(record, width), soft_wrap=True)
    console.print()
    console.print(Text(_ending(record), OUTCOME_STYLES.get(record.outcome, "bold")))


def _risk(decision: Decision) -> tuple[str, str]:
    """The risk of a move in words, and its style."""
    known = decision.mine_probability
    if decision.move.action != "open":
        return ("mine" if known == 1 else ""), "red1"
    if known == 0:
        return "safe", "green3"
    return ("?" if known is None else percent(known)), "bold dark_orange"


def _board(turn: Turn, width: int) -> Text:
    """The board after a move, with the move, the cells it opened and those its reason uses."""
    board = BoardDrawing(turn.after)
    board.step(turn.step)
    return board_text(board.bands(width))


def _final(record: Record, width: int | None) -> Text:
    *_, last = record.positions()
    board = BoardDrawing(last)
    hidden = [cell for cell in record.mines if last[cell] in (HIDDEN, FLAGGED)]
    won = record.outcome == "won"
    board.put(hidden, Glyph(SYMBOLS[FLAGGED], "green3") if won else Glyph(SYMBOLS[MINE], "red1"))
    return board_text(board.bands(width))


def _ending(record: Record) -> str:
    steps, guesses = len(record.steps), record.guesses
    moves = plural(steps, "move")
    chosen = ", ".join(f"{name} {count}" for name, count in record.decisions.items())
    counts = plural(guesses, "guess") + (f"; {chosen}" if chosen else "")
    if record.false_proofs:
        counts += f"; {plural(record.false_proofs, 'false proof')}"
    match record.outcome:
        case "won":
            return f"Won after {moves}, {counts}."
        case "lost":
            last = record.steps[-1].decision
            risk = last.mine_probability
            known = "risk " + ("unknown" if risk is None else percent(risk))
            if last.false_proof(mine=True):
                known = f"{last.strategy} claimed that it was safe"
            cell = list(last.move.cell)
            return f"Lost: {cell} was a mine ({known}). {moves}, {counts}."
        case "passed":
            return f"Neither won nor lost: every strategy passed. {moves}, {counts}."
    return f"Interrupted. {moves}, {counts}."
