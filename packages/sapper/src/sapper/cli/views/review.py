"""A review for people: the curve of the game, a line for each guess, a board for avoidable ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from sapper.cli.views.tables import board_text, screen
from sapper.errors import plural
from sapper.metrics.figures import rows
from sapper.reviews.findings import meanings
from sapper.reviews.guess import Guess, Slip, is_fault
from sapper.reviews.position_report import sentence
from sapper.terminal.board import (
    ADVISED,
    BARS,
    CLUE,
    MARK_STYLES,
    MOVED,
    OUTCOME_STYLES,
    BoardDrawing,
    Glyph,
)

if TYPE_CHECKING:
    from sapper.game import Cell, Grid, Position
    from sapper.metrics.figures import GameFigures
    from sapper.records import Record
    from sapper.reviews.findings import Review

MAX_CURVE_COLUMNS = 72  #: columns of the curve
CELLS_AROUND = 2  #: rows and columns shown around the cells of an excerpt
MAX_ROWS, MAX_COLUMNS = 12, 24  #: the largest excerpt


class ReviewPrinter:
    """Prints a review as it comes: the comments, last step first, then curve and summary."""

    def __init__(self, record: Record) -> None:
        self._console = screen()
        self._positions = list(record.positions())
        self._print(_head(record))

    def comment(self, comment: Guess | Slip) -> None:
        """Print the comment on a step, if any."""
        if isinstance(comment, Slip):
            self._print(_line(comment.step, sentence(comment.words), "yellow"))
            return
        words = f"{comment.grade}: {comment.words}" if is_fault(comment.grade) else comment.words
        style = "red1" if comment.hit else "dark_orange" if comment.avoidable else ""
        self._print(_line(comment.step, sentence(words), style))
        if comment.reason:
            self._print(Text(f"      {comment.reason}"))
        if comment.avoidable:
            self._print(_excerpt(self._positions[comment.step - 1], comment))

    def end(self, review: Review) -> None:
        """Print the curve, the summary and the figures."""
        if review.complete and not review.guesses:
            self._print(Text("No guesses were made.", "bold"))
        if review.curve:
            self._print(Text("\n").append_text(_curve(self._console, review)))
        if review.story:
            self._print(Text(review.story, "bold"))
        for clause in review.summary:
            self._print(Text(sentence(clause), "bold"))
        for meaning in meanings(review):
            self._print(Text(meaning, "grey50"))
        for note in review.notes:
            self._print(Text(f"note: {note}", "yellow"))
        if review.figures is not None:
            self._print(_figures(review.figures))
        if not review.complete:
            done = max(0, len(review.curve) - 1)
            self._print(Text(f"interrupted after {done} of {review.steps} steps", "yellow"))

    def _print(self, text: Text) -> None:
        self._console.print(text, soft_wrap=True)


def _figures(found: GameFigures) -> Text:
    """The player's figures, a line each."""
    shown = rows(found)
    width = max(len(name) for name, _ in shown)
    text = Text("\n")
    for name, value in shown:
        text.append(f"{name:{width}}  ", "grey50").append(f"{value}\n")
    text.rstrip()
    return text


def _head(record: Record) -> Text:
    deal = record.deal
    size = f"{deal.grid.width}x{deal.grid.height}x{deal.mines}"
    text = Text(f"{record.player} · {size} · {plural(len(record.steps), 'step')} · ", "bold")
    return text.append(record.outcome, OUTCOME_STYLES.get(record.outcome, "bold")).append("\n")


def _curve(console: Console, review: Review) -> Text:
    """A bar for every few steps, and below it the guesses: ! if avoidable, else ?."""
    points = review.curve
    room = min(MAX_CURVE_COLUMNS, console.width - 24 if console.is_terminal else MAX_CURVE_COLUMNS)
    each = -(-len(points) // max(room, 8))  # steps a column
    columns = [points[i : i + each] for i in range(0, len(points), each)]
    last = [column[-1] for column in columns]
    text = Text("chance of winning  ", "grey50")
    bars = [
        "·" if p.chance is None else BARS[min(int(p.chance.value * len(BARS)), len(BARS) - 1)]
        for p in last
    ]
    text.append("".join(bars), "bold")
    ends = ["?" if p.chance is None else str(p.chance) for p in (points[0], points[-1])]
    text.append(f"  from {ends[0]} to {ends[1]}\n", "grey50")
    if review.guesses:
        first = points[0].step
        marks = {(guess.step - first) // each: "?" for guess in review.guesses}
        bad = [guess for guess in review.guesses if guess.avoidable]
        marks |= {(guess.step - first) // each: "!" for guess in bad}
        line = "".join(marks.get(place, " ") for place in range(len(columns))).rstrip()
        text.append(f"guesses            {line}\n", "grey50")
    return text


def _line(step: int, words: str, style: str) -> Text:
    return Text.assemble((f"{step:4d}  ", "grey50"), (words, style))


def _excerpt(position: Position, guess: Guess) -> Text:
    """The board around the move: ? is the move, + the better one; the clues are highlighted."""
    board = BoardDrawing(position, cell=3)
    board.mark(guess.clues, CLUE)
    if guess.best != guess.move.cell:
        board.put([guess.best], Glyph("+", MARK_STYLES[ADVISED]))
    if guess.move.action == "open":
        board.put([guess.move.cell], Glyph("?"))
    board.mark([guess.move.cell], MOVED)
    lines = board.lines(*_window(position.grid, guess))
    return board_text([("      ", ""), *line] for line in lines).append("\n")


def _window(grid: Grid, guess: Guess) -> tuple[range, range]:
    """The rows and columns to show: the move, the better one and its clues if they are near."""
    cells: list[Cell] = [guess.move.cell, guess.best, *guess.clues]
    for about in (cells, cells[:2], cells[:1]):
        rows = _span([row for row, _ in about], grid.height)
        columns = _span([column for _, column in about], grid.width)
        if len(rows) <= MAX_ROWS and len(columns) <= MAX_COLUMNS:
            break
    return rows, columns


def _span(places: list[int], size: int) -> range:
    return range(max(0, min(places) - CELLS_AROUND), min(size, max(places) + CELLS_AROUND + 1))
