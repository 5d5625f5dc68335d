"""Replays: mouse events on a board, and the moves that they make.

A replay file records where and when buttons were pressed and released; the effect of a click
depends on which cells are open. By the common convention, the left button opens when released, the
right one flags when pressed, both together (or the middle one, or left with Shift) chord, and
releasing the second button after a chord does nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from sapper.errors import NotationError
from sapper.game import Cell, Deal, Grid, Move, Position, Referee, Rules
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.game.move import Action

#: Left, right and middle button, each down (``c``) or up (``r``); ``mv``: the mouse moved;
#: ``sc``: left down with Shift; ``cc``: left and right down at once; ``pf``: a flag set before the
#: recording began; ``mt``: question marks switched on or off.
Kind = Literal["lc", "lr", "rc", "rr", "mc", "mr", "mv", "sc", "cc", "pf", "mt"]
BINARY_ENDINGS = ("avf", "evf", "mvf", "rmv")  #: of files that the package sapper_formats reads
KINDS: frozenset[str] = frozenset(get_args(Kind))


@dataclass(frozen=True)
class MouseEvent:
    """An event, its time in milliseconds (negative before the clock started), and its cell, None
    off the board."""

    milliseconds: int
    kind: Kind
    cell: Cell | None


@dataclass(frozen=True)
class Replay:
    """A board, given by the indices of its mines, and the mouse events on it.

    ``marks``: the right button also sets question marks, after a flag; ``super_click``: a left
    click on a clue is a chord; ``at_once``: the left button opens when it goes down. ``ended`` is
    when the game ended, in seconds since the epoch, or None if the file does not say. Raises
    ``NotationError`` for a board that consists of mines only.
    """

    grid: Grid
    mines: frozenset[int]
    events: tuple[MouseEvent, ...]
    player: str = ""
    program: str = ""
    lives: int = 1
    marks: bool = False
    super_click: bool = False
    at_once: bool = False
    ended: float | None = None

    def __post_init__(self) -> None:
        if len(self.mines) >= len(self.grid.playable):
            raise NotationError("every cell of the replay's board is a mine, so nothing was played")

    @property
    def deal(self) -> Deal:
        """The board as a deal."""
        return Deal.of_mines(self.grid, self.mines)


@dataclass(frozen=True)
class Click:
    """A move in a replay, and its time."""

    milliseconds: int
    move: Move


def pointer_path(replay: Replay) -> list[tuple[int, Cell]]:
    """Return the cells that the pointer came to, each with its time in milliseconds, in order.

    The path of a replay without movements of the mouse is empty.
    """
    if all(event.kind != "mv" for event in replay.events):
        return []
    path: list[tuple[int, Cell]] = []
    for event in replay.events:
        if event.cell is not None and (not path or path[-1][1] != event.cell):
            path.append((event.milliseconds, event.cell))
    return path


@dataclass
class Presses:
    """The number of clicks in a replay by kind, including those without effect.

    A chord with both buttons counts once; the right click that begins it counts only if it set or
    removed a flag.
    """

    left: int = 0
    right: int = 0
    chord: int = 0


def clicks(replay: Replay) -> tuple[list[Click], Position]:
    """Return the moves of a replay that changed the board, and the last position.

    Events after the end of the game are ignored. Raises ``NotationError`` for an event on a cell
    outside the board.
    """
    made, hand = _played(replay)
    return made, hand.referee.position


def presses(replay: Replay) -> Presses:
    """Return the number of clicks until the game ended. Raises the errors of ``clicks``."""
    return _played(replay)[1].presses


def _played(replay: Replay) -> tuple[list[Click], _Hand]:
    hand = _Hand(replay)
    made: list[Click] = []
    for event in replay.events:
        for action, cell in hand.moves(event):
            if _does_something(hand.referee.position, action, cell):
                move = Move(action, cell)
                hand.referee.play(move)
                made.append(Click(event.milliseconds, move))
        if hand.referee.position.outcome != "playing":
            break
    return made, hand


def _does_something(position: Position, action: Action, cell: Cell) -> bool:
    """Return whether a move is legal and changes the board."""
    if position.outcome != "playing":
        return False
    code = position[cell]
    if action in ("open", "flag"):
        return code == HIDDEN
    if action == "unflag":
        return code == FLAGGED
    near = [position.cells[i] for i in position.grid.neighbour_indices(position.grid.index(cell))]
    return code < HIDDEN and HIDDEN in near and code == sum(c > HIDDEN for c in near)


class _Hand:
    """The state of the mouse: which buttons are down, and which cells carry a question mark."""

    def __init__(self, replay: Replay) -> None:
        self.referee = Referee(replay.deal, Rules("any", lives=replay.lives))
        self.marks, self.at_once = replay.marks, replay.at_once
        self.super_click = replay.super_click
        self.left = self.right = self.middle = self.shift = False
        self.chorded = False  #: whether a chord was made since a button went down
        self.asked: set[Cell] = set()
        self.presses = Presses()
        self.idle = False  #: whether the right button went down where it could do nothing

    def moves(self, event: MouseEvent) -> Iterator[tuple[Action, Cell]]:
        """Yield the moves that an event requests, legal or not."""
        cell = event.cell
        if cell is not None:
            try:
                self.referee.deal.grid.index(cell)
            except ValueError as error:
                raise NotationError(f"the event at {event.milliseconds} ms: {error}") from None
        match event.kind:
            case "lc" | "sc" if not self.middle:
                self.left, self.shift = True, event.kind == "sc"
                if self.at_once:
                    yield from self._left_up(cell)
                    self.left = True
            case "lr" if self.left:
                yield from self._left_up(cell)
                self.left = self.shift = False
            case "rc" if not self.middle:
                self.right, self.shift = True, False
                if not self.left:
                    self.chorded = False
                    self.presses.right += 1
                    self.idle = cell is None or self._is_open(cell)
                    yield from self._marked(cell)
            case "rr" if self.right:
                self.right = self.shift = False
                if self.left:
                    self.chorded = True
                    yield from self._chord(cell)
                else:
                    self.chorded = self.idle = False
            case "cc":
                self.left = self.right = True
            case "mc":
                self.left = self.right = self.shift = self.chorded = self.idle = False
                self.middle = True
            case "mr" if self.middle:
                self.middle = False
                yield from self._chord(cell)
            case "pf":
                self.presses.right += 1
                yield from _on("flag", cell)
            case "mt":
                self.marks = not self.marks
                self.asked.clear()

    def _left_up(self, cell: Cell | None) -> Iterator[tuple[Action, Cell]]:
        if self.right or self.shift or (self.super_click and cell and self._is_open(cell)):
            self.chorded = self.right
            yield from self._chord(cell)
        elif self.chorded:
            self.chorded = False
        else:
            self.presses.left += 1
            yield from _on("open", cell)

    def _is_open(self, cell: Cell) -> bool:
        return self.referee.position[cell] not in (HIDDEN, FLAGGED)

    def _chord(self, cell: Cell | None) -> Iterator[tuple[Action, Cell]]:
        self.presses.right -= self.idle
        self.idle = False
        self.presses.chord += cell is not None
        yield from _on("chord", cell)

    def _marked(self, cell: Cell | None) -> Iterator[tuple[Action, Cell]]:
        if cell is None:
            return
        code = self.referee.position[cell]
        if code == FLAGGED:
            if self.marks:
                self.asked.add(cell)
            yield "unflag", cell
        elif cell in self.asked:
            self.asked.remove(cell)
        elif code == HIDDEN:
            yield "flag", cell


def _on(action: Action, cell: Cell | None) -> Iterator[tuple[Action, Cell]]:
    if cell is not None:
        yield action, cell
