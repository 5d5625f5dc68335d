"""Puzzles in the terminal: the question, answers read from a prompt, and the solution."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from sapper.cli.views.tables import board_text, screen
from sapper.errors import InputError, SapperError, plural
from sapper.reviews.position_report import sentence
from sapper.terminal.board import BoardDrawing, lettered_lines
from sapper_workbench.study.puzzles.answers import Attempt, Verdict, given_up, judge
from sapper_workbench.study.puzzles.grading import flagged
from sapper_workbench.study.puzzles.package import TASKS

if TYPE_CHECKING:
    from sapper.game import Position
    from sapper_workbench.study.puzzles.package import Puzzle

ANSWER_FORMS = {
    "safe": "the cells as row,column with spaces between",
    "guess": "a cell as row,column",
    "certain": "a cell as row,column, or none",
    "ending": "a cell as row,column",
}


def read_answer(puzzle: Puzzle, text: str, before: Attempt | None = None) -> Attempt:
    """Read an answer; in an ending its cells follow those ``before``. Raises ``InputError``."""
    text = text.strip().lower()
    if puzzle.kind == "certain" and text in ("none", "no"):
        return Attempt(none=True)
    cells = []
    for word in text.split():
        match = re.fullmatch(r"\[?(\d{1,4}),(\d{1,4})\]?", word, re.ASCII)
        if match is None:
            raise InputError(f"expected {ANSWER_FORMS[puzzle.kind]}")
        cells.append((int(match[1]), int(match[2])))
    if not cells:
        raise InputError(f"expected {ANSWER_FORMS[puzzle.kind]}")
    return Attempt((*(before.cells if before else ()), *cells))


def show_board(position: Position) -> None:
    """Print a position with the numbers of its rows and columns."""
    console = screen()
    width = console.width if console.is_terminal else None
    console.print(board_text(BoardDrawing(position).bands(width)), soft_wrap=width is None)


def ask(puzzle: Puzzle, read: Callable[[], str], *, brief: bool = False) -> Verdict | None:
    """Print a puzzle, read answers until one is judged, and print what is right; ``brief`` leaves
    the proof out.

    ``show`` gives up; None means that the answers ended or ``quit`` was read.
    """
    position = flagged(puzzle.position)
    mines = f": {plural(position.mines, 'mine')}" if position.rules.mines_known else ""
    click.echo(f"{puzzle.id}{mines}")
    show_board(position)
    click.echo(f"{TASKS[puzzle.kind].capitalize()}. Answer with {ANSWER_FORMS[puzzle.kind]}.")
    made: Attempt | None = None
    while True:
        try:
            line = read().strip()
        except EOFError:
            return None
        if line in ("quit", "exit"):
            return None
        try:
            attempt = None if line == "show" else read_answer(puzzle, line, made)
            verdict = given_up(puzzle) if attempt is None else judge(puzzle, attempt)
        except SapperError as error:
            click.echo(f"{str(error).capitalize()}.")
            continue
        if verdict.done:
            if brief:
                click.echo(sentence(verdict.words))
            else:
                explain(puzzle, verdict)
            return verdict
        made = attempt
        show_board(flagged(verdict.position))
        click.echo(sentence(verdict.words))


def explain(puzzle: Puzzle, verdict: Verdict) -> None:
    """Print the judgement of an answer, and the proofs."""
    click.echo(sentence(verdict.words))
    if verdict.explanation is not None:
        for line in lettered_lines(verdict.explanation, flagged(verdict.position)):
            click.echo(f"  {line}".rstrip())
    click.echo(f"Themes: {', '.join(puzzle.themes)}.")
