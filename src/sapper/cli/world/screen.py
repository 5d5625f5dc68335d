"""Views of a session of ``sapper world``: a screen that changes in place, or plain text, in the
terms of the coursework."""

from __future__ import annotations

import re
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from types import FrameType
from typing import TYPE_CHECKING

from rich.console import Console
from rich.control import Control
from rich.text import Text

from sapper.cli.views.progress import attentive
from sapper.cli.views.tables import board_text, coloured
from sapper.errors import plural
from sapper.estimate import percent
from sapper.game.codes import GOLD, HIDDEN, MINE
from sapper.records.game import YOU
from sapper.study.findings import sentence
from sapper.study.screen.board import LETTERS, OUTCOME_STYLES, SYMBOLS, BoardDrawing
from sapper.study.screen.keys import LONGEST
from sapper.study.session.counts import HINT

if TYPE_CHECKING:
    from sapper.game import Cell, Move, Position
    from sapper.players import Decision, Pass
    from sapper.records.game import Step
    from sapper.study.session.session import Session

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
    decisions = session.record().decisions
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
    """The result of a command: ``lines`` to show, and whether the game ``moved``.

    On a screen the lines are shown next to the board, followed by the story of the last move unless
    they contain it already (``story`` is false), or without the board (``alone``).
    """

    lines: Sequence[Text] = ()
    moved: bool = False
    story: bool = True
    alone: bool = False


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
        board.truth(session.record())
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
        sys.stdin.reconfigure(errors="replace")
    while sys.stdin is not None and (line := sys.stdin.readline(LONGEST + 2)):
        rest = line
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(LONGEST + 2)
        yield line


DELAY = 0.1  #: seconds per move while the agent plays several
ASIDE = 30  #: columns that the story needs to fit next to the board
GAP = 3  #: columns between the board and the story
PROMPT = "Enter: the agent moves, ?: keys > "


class Screen:
    """A full-screen view, redrawn after every command and when the terminal changes its size."""

    def __init__(self, session: Session, console: Console) -> None:
        self._session, self._console = session, console
        self._message = Message()
        self._waiting = self._drawing = self._stale = False

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Use the whole screen; the board stays on the terminal afterwards."""
        try:
            with self._console.screen(hide_cursor=False), self._noticing_sizes():
                yield
        except KeyboardInterrupt:
            self._leave()
            raise
        self._leave()

    @contextmanager
    def _noticing_sizes(self) -> Iterator[None]:
        """Redraw when the terminal changes its size."""
        if not hasattr(signal, "SIGWINCH"):
            yield
            return
        before = signal.signal(signal.SIGWINCH, self._resized)
        try:
            yield
        finally:
            signal.signal(signal.SIGWINCH, before or signal.SIG_DFL)

    def _leave(self) -> None:
        self._message = Message(story=False)
        for line in self._frame():
            self._console.print(line, no_wrap=True, overflow="crop")

    def commands(self) -> Iterator[str]:
        """The lines typed at the prompt."""
        self._draw()
        lines = read_lines()
        with attentive() as wait:
            while True:
                self._waiting = True
                if self._stale:
                    self._draw()
                wait()
                line = next(lines, None)
                self._waiting = False
                if line is None:
                    return
                yield line
                self._draw()

    def show(self, message: Message, *, more: bool = False) -> None:
        """Keep a message for the next frame; draw it now if more moves follow."""
        self._message = message
        if more:
            self._draw()
            time.sleep(DELAY)

    def _resized(self, number: int, frame: FrameType | None) -> None:
        """Draw a new frame for the new size, at once or when the current command is done."""
        self._stale = True
        if self._waiting:
            self._draw()

    def _draw(self) -> None:
        while not self._drawing:  # true if a signal arrives while drawing
            self._drawing, self._stale = True, False
            try:
                self._paint()
            finally:
                self._drawing = False
            if not self._stale:  # checked last: a later signal draws a frame itself
                return

    def _paint(self) -> None:
        console = self._console
        console.control(Control.home(), Control.clear())
        for line in self._frame():
            console.print(line, no_wrap=True, overflow="crop")
        prompt = Text(PROMPT[-max(2, console.width - 20) :], "grey50")
        console.print(prompt, end="")
        console.file.flush()

    def _frame(self) -> list[Text]:
        """All lines but the prompt, as many as fit on the screen."""
        console, session = self._console, self._session
        width, height = console.width, console.height
        message = self._message
        roomy = height >= 12
        body = max(1, height - (5 if roomy else 3))
        if message.alone:
            lines = _wrapped(console, message.lines, width, body)
        else:
            last = last_story(session) if message.story else []
            between = [Text("")] if last and message.lines else []
            story = [*message.lines, *between, *last, *end_lines(session)]
            focus = session.steps[-1].decision.move.cell if session.steps else (0, 0)
            lines = _body(console, board_of(session, console), focus, story, width, body)
        gap = [Text("")] if roomy else []
        every = [title_line(session), *gap, *lines, *gap, status_line(session)]
        return every[-max(1, height - 1) :]


def _body(
    console: Console,
    board: BoardDrawing,
    focus: Cell,
    story: Sequence[Text],
    width: int,
    height: int,
) -> list[Text]:
    """The board around the focus, and the story beside it if both fit, otherwise below it."""

    def around(height: int) -> list[Text]:
        return list(board_text(board.lines(*board.window(focus, width, height))).split("\n"))

    aside = width - board.width - GAP
    if aside >= ASIDE:
        left, right = around(height), _wrapped(console, story, aside, height)
        rows = max(len(left), len(right))
        left += [Text("") for _ in range(rows - len(left))]
        right += [Text("") for _ in range(rows - len(right))]
        lines = []
        for a, b in zip(left, right, strict=True):
            a.pad_right(max(0, board.width + GAP - a.cell_len))
            lines.append(a.append_text(b))
        return lines
    below = _wrapped(console, story, width, max(4, height - board.height))
    return [*around(max(1, height - len(below))), *below]


def _wrapped(console: Console, story: Sequence[Text], width: int, most: int) -> list[Text]:
    """A story wrapped to a width. If it is too long its end is kept, which has the move."""
    lines = [line for text in story for line in text.wrap(console, width)]
    return lines if len(lines) <= most else [Text("…", "grey50"), *lines[len(lines) - most + 1 :]]
