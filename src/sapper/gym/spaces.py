"""What an environment shows and takes: positions as arrays, moves as numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from sapper.errors import InputError
from sapper.game import Grid, Move, Position, Rules
from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE
from sapper.game.move import Action

#: What cells without a clue are in an observation; a clue is itself.
NUMBERS = {HIDDEN: -1, FLAGGED: -2, MINE: -3, BLOCKED: -4, GOLD: -5}
LOWEST = min(NUMBERS.values())
MOST_CLUE = 127  #: that a byte with a sign holds


def _table() -> NDArray[np.int8]:
    """The number of every byte of a position."""
    numbers = np.arange(256, dtype=np.int16)
    for code, number in NUMBERS.items():
        numbers[code] = number
    return numbers.astype(np.int8)


_NUMBERS = _table()


@dataclass(frozen=True)
class Sight:
    """How positions of a grid and rules are seen: an array of int8, (height, width), with a clue,
    or -1 hidden, -2 flagged, -3 an open mine, -4 blocked, -5 open gold. Where clues also show gold
    it is (2, height, width), and the second plane has that, 0 elsewhere.

    Raises ``InputError`` for a grid whose clues could be beyond 127.
    """

    grid: Grid
    rules: Rules

    def __post_init__(self) -> None:
        if self.grid.widest > MOST_CLUE:
            raise InputError(
                f"a cell has {self.grid.widest} neighbours, observations show {MOST_CLUE} at most"
            )

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation."""
        plane = self.grid.height, self.grid.width
        return plane if self.rules.signs == "none" else (2, *plane)

    def __call__(self, position: Position) -> NDArray[np.int8]:
        """A new array of what the position shows."""
        seen = _NUMBERS[np.frombuffer(position.cells, np.uint8)]
        if position.signs:
            seen = np.concatenate([seen, np.frombuffer(position.signs, np.int8)])
        return seen.reshape(self.shape)


@dataclass(frozen=True)
class Moves:
    """Which number is which move: cell i of action k of ``actions`` is k · (cells) + i.

    Raises ``InputError`` for no action, an unknown one, or one named twice.
    """

    grid: Grid
    actions: tuple[Action, ...] = ("open",)

    def __post_init__(self) -> None:
        known = get_args(Action)
        for action in self.actions:
            if action not in known:
                raise InputError(f"unknown action '{action}': {', '.join(known)}")
        if not self.actions or len(set(self.actions)) < len(self.actions):
            raise InputError(f"actions should be some of {', '.join(known)}, each once")

    def __len__(self) -> int:
        return self.grid.size * len(self.actions)

    def move(self, number: int) -> Move:
        """The move of a number. Raises ``InputError`` for one out of range."""
        if not 0 <= number < len(self):
            raise InputError(f"action {number} is not one of 0 to {len(self) - 1}")
        kind, index = divmod(number, self.grid.size)
        return Move(self.actions[kind], self.grid.cell(index))

    def number(self, move: Move) -> int:
        """The number of a move. Raises ``InputError`` for an action that there is not."""
        if move.action not in self.actions:
            raise InputError(f"{move} is none of the actions here: {', '.join(self.actions)}")
        return self.actions.index(move.action) * self.grid.size + self.grid.index(move.cell)

    def legal(self, position: Position) -> NDArray[np.int8]:
        """1 for every number whose move is legal and changes the board, else 0."""
        cells = np.frombuffer(position.cells, np.uint8)
        if position.outcome != "playing":
            return np.zeros(len(self), np.int8)
        legal = np.concatenate([self._legal(action, cells) for action in self.actions])
        return legal.view(np.int8)

    def _legal(self, action: Action, cells: NDArray[np.uint8]) -> NDArray[np.bool_]:
        if action != "chord":
            return np.asarray(cells == (FLAGGED if action == "unflag" else HIDDEN))
        hidden = self._around(cells == HIDDEN)
        marked = self._around((cells == FLAGGED) | (cells == MINE))
        clue = np.where(cells == GOLD, 0, cells)
        return np.asarray((clue < HIDDEN) & (clue == marked) & (hidden > 0))

    def _around(self, chosen: NDArray[np.bool_]) -> NDArray[np.intp]:
        """How many neighbours of each cell are chosen."""
        of, near = self._pairs
        return np.bincount(of[chosen[near]], minlength=self.grid.size)

    @cached_property
    def _pairs(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Each cell as often as it has neighbours, and these, by index."""
        starts, flat = self.grid.adjacency
        cells = np.arange(self.grid.size, dtype=np.intp)
        return np.repeat(cells, np.diff(starts)), np.array(flat, np.intp)
