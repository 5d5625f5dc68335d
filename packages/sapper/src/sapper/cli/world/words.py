"""What ``sapper world`` says about a game, in the terms of the coursework."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import TextIOWrapper, UnsupportedOperation
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from sapper.cli.views.tables import coloured
from sapper.errors import plural
from sapper.estimate import percent
from sapper.game.codes import GOLD, HIDDEN, MINE
from sapper.records import HINT, YOU
from sapper.reviews.position_report import sentence
from sapper.terminal.board import LETTERS, OUTCOME_STYLES, SYMBOLS, BoardDrawing
from sapper.terminal.keys import LONGEST

if TYPE_CHECKING:
    from sapper.game import Cell, Move, Position
    from sapper.players import Decision, Pass
    from sapper.records import Step
    from sapper.session.session import Session

LONG = 2000  #: characters of one sentence; only a forged record is longer

ACTIONS = {"open": "probe", "flag": "mark", "unflag": "unmark", "chord": "chord"}
_REFUSED = re.compile(r"^cannot (open|flag|unflag)\b")
_MINE = re.compile(r"\b([mM])ine(s?)\b")


def reworded(words: str) -> str:
    """Return a text in the terms of the coursework: daggers for mines, probe for open.

    Unprintable characters become spaces, as the text may come from a file.
    """
    words = "".join(c if c.isprintable() else " " for c in words[:LONG])
    words = _REFUSED.sub(lambda m: f"cannot {ACTIONS[m[1]]}", words)
    return _MINE.sub(lambda m: ("D" if m[1] == "M" else "d") + f"agger{m[2]}", words)


def move_words(move: Move) -> str:
    """Return a move in the terms of the coursework: ``probe [row, column]``."""
    return f"{ACTIONS[move.action]} {list(move.cell)}"


def step_lines(number: int, step: Step, after: Position) -> list[Text]:
    """One move in full: the strategies that passed, the decision, its reason and the result."""
    decision = step.decision
    lines = [Text(f"move {number}", "grey50"), *_passes(decision.passed)]
    who = reworded(decision.strategy)
    if who in (YOU, HINT):
        lines.append(Text(f"{who}: {move_words(decision.move)}", "bold"))
    else:
        chosen = Text(f"{who} decides: {move_words(decision.move)}", "bold")
        lines.append(chosen.append(_risk(decision), "not bold dark_orange"))
        lines.append(Text(sentence(reworded(decision.reason.words))))
    lines.append(_came(step, after))
    return lines


def pass_lines(passed: Pass) -> list[Text]:
    """Return the reason of each strategy for passing, and that the agent has no move."""
    say = "The agent has no move: make one yourself, or undo."
    return [*_passes(passed.passed), Text(say, "bold yellow")]


def taken_back(steps: Sequence[Step]) -> Text:
    """The moves that an undo took back."""
    move = steps[-1].decision
    one = f"{move_words(move.move)} by {reworded(move.strategy)}"
    return Text(f"taken back: {one if len(steps) == 1 else plural(len(steps), 'move')}", "yellow")


def end_lines(session: Session) -> list[Text]:
    """The outcome, the decisions by strategy and the number of guesses; nothing before the end."""
    outcome = session.position.outcome
    if outcome == "playing":
        return []
    decisions = session.record.decisions
    chosen = ", ".join(f"{reworded(name)} {count}" for name, count in decisions.items())
    words = f"{chosen}; {plural(session.counts.guesses, 'guess')}"
    return [
        Text(f"{outcome.capitalize()}: ", OUTCOME_STYLES[outcome]).append(words, "not bold default")
    ]


def status_line(session: Session) -> Text:
    """The current counts of the game."""
    counts = session.counts
    of = f" of {counts.gold_in_all}" if counts.gold_in_all is not None else ""
    parts = [
        f"move {counts.moves}",
        plural(counts.lives, "life"),
        f"daggers {counts.daggers_found} of {counts.daggers}",
        f"gold {counts.gold}{of}",
        f"random probes {counts.random_probes}",
    ]
    parts += [f"{session.redoable} to redo"] if session.redoable else []
    return Text(" · ".join(parts), "bold", no_wrap=True)


def title_line(session: Session) -> Text:
    """The name of the game, its size, its player and its seed."""
    world, grid = session.world, session.position.grid
    name = reworded(world.name) or "a game"
    size = f"{grid.width}x{grid.height}, {plural(world.deal.mines, 'dagger')}"
    words = f" · {size} · player {reworded(str(session.player))} · seed {session.seed}"
    return Text(name, "bold", no_wrap=True).append(words, "not bold grey50")


def clue_words(position: Position, cell: Cell) -> str:
    """Return the clue of an open cell: ``2``; next to gold ``2m``, or ``2+1`` if it is counted."""
    index = position.grid.index(cell)
    sign = position.signs[index] if position.signs else 0
    beside = "m" if position.rules.signs == "marks" else f"+{sign}"
    return f"{position.cells[index]}{beside if sign else ''}"


def _passes(passed: Sequence[Pass]) -> list[Text]:
    return [
        Text(f"{reworded(missed.strategy)} passes: {reworded(missed.words)}", "grey50")
        for missed in passed
    ]


def _risk(decision: Decision) -> str:
    known = decision.mine_probability
    risky = decision.move.action == "open" and known not in (None, 0.0)
    return f", risk {percent(known)}" if risky and known is not None else ""


def _came(step: Step, after: Position) -> Text:
    """The result of a move."""
    move, codes = step.decision.move, [after[cell] for cell in step.opened]
    daggers, gold = codes.count(MINE), codes.count(GOLD)
    if not codes:
        marks = {"flag": "the cell is marked", "unflag": "the mark is removed"}
        return Text(marks.get(move.action, "nothing opens"), "yellow")
    here = after[move.cell]
    shown = f"it shows {clue_words(after, move.cell)}" if here < HIDDEN else ""
    more = len(codes) - (move.cell in step.opened)
    parts = [
        *filter(None, [shown]),
        *([f"{_some(gold, 'gold')}: +{plural(gold, 'life')}"] if gold else []),
        *([f"{_some(daggers, 'a dagger')}: -{plural(daggers, 'life')}"] if daggers else []),
        *([f"{after.lives_left} left"] if gold or daggers else []),
        *([f"{plural(more, 'more cell')} open{'s' if more == 1 else ''}"] if more else []),
    ]
    style = "bold red1" if daggers else "bold gold1" if gold else "green3"
    return Text(", ".join(parts), style)


def _some(number: int, one: str) -> str:
    return one if number == 1 else f"{number} {one.removeprefix('a ')}" + "s" * one.startswith("a ")


@dataclass(frozen=True)
class Message:
    """The result of a command: ``lines`` to show, and whether the game ``moved``."""

    lines: Sequence[Text] = ()
    moved: bool = False


def board_of(session: Session, console: Console) -> BoardDrawing:
    """The current board with the last move, the cells it opened, and those that its reason uses;
    when the game is over, with all daggers and gold.

    It has the colours and characters that a console can show. Without colours, cells have marks.
    """
    colours, unicode = coloured(console), console.encoding.lower().startswith("utf")
    board = BoardDrawing(
        session.position,
        cell=2 if colours else 3,
        marks=not colours,
        symbols=SYMBOLS if unicode else LETTERS,
    )
    if session.steps:
        board.step(session.steps[-1])
    if session.position.outcome != "playing":
        board.truth(session.record)
    return board


def last_story(session: Session) -> list[Text]:
    """The last move in full, or nothing at the start."""
    steps = session.steps
    if not steps or steps[-1].decision.strategy == HINT:
        return []
    return step_lines(session.counts.moves, steps[-1], session.position)


def read_lines() -> Iterator[str]:
    """The lines of standard input; lines that are far too long are cut."""
    if isinstance(sys.stdin, TextIOWrapper):
        with suppress(UnsupportedOperation):  # something was read from it before
            sys.stdin.reconfigure(errors="replace")
    while sys.stdin is not None and (line := sys.stdin.readline(LONGEST + 2)):
        rest = line
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(LONGEST + 2)
        yield line
