"""Observations as numbers or as one-hot planes, and moves as numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args

import gymnasium
import numpy as np
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sapper.arguments import whole
from sapper.errors import InputError, listed
from sapper.game import Grid, Move, Position, Rules
from sapper.game.codes import BLOCKED, FLAGGED, GOLD, HIDDEN, MINE
from sapper.game.move import Action
from sapper.lazy import cached_property
from sapper_gym.kernel.games import NUMBERS

MIN_NUMBER = min(NUMBERS.values())
MAX_CLUE = 127  #: largest clue that int8 can represent


def _table() -> NDArray[np.int8]:
    """Return the value in an observation of every byte of a position."""
    numbers = np.arange(256, dtype=np.int16)
    for code, number in NUMBERS.items():
        numbers[code] = number
    return numbers.astype(np.int8)


_NUMBERS = _table()
#: The cell code of every value in an observation, from -128 on.
_CODES = np.arange(-128, 128).astype(np.uint8)
for _code, _number in NUMBERS.items():
    _CODES[_number + 128] = _code


def _array(name: str, values: object) -> NDArray[Any]:
    """Return boards as an array of at least two dimensions. Raises ``InputError``."""
    try:
        read = np.asarray(values)
    except ValueError:  # rows of different lengths
        read = np.empty(0)
    if read.ndim < 2:
        raise InputError(f"{name}: expected an array of whole numbers (…, height, width)")
    return read


def cell_codes(observations: NDArray[np.integer[Any]]) -> NDArray[np.uint8]:
    """Return the cell codes of observations, an array of the same shape.

    ``Position.from_array`` takes the codes of one observation, ``sapper.analyse_many`` those of a
    batch; ``observed`` is the inverse. Raises ``InputError`` for numbers that no observation has.
    """
    read = _array("observations", observations)
    if read.dtype.kind not in "iu" or ((read < MIN_NUMBER) | (read > MAX_CLUE)).any():
        raise InputError(
            f"observations: expected whole numbers from {MIN_NUMBER} to {MAX_CLUE}; arrays of cell"
            " codes are the argument of sapper_gym.observed"
        )
    return _CODES[read.astype(np.int16) + 128]


def observed(codes: NDArray[np.integer[Any]]) -> NDArray[np.int8]:
    """Return the observations of cell codes (``Position.array``) in the same shape.

    The inverse of ``cell_codes``. Raises ``InputError`` for numbers that are not cell codes.
    """
    read = _array("codes", codes)
    known = np.isin(read, [*range(MAX_CLUE + 1), *NUMBERS])
    if read.dtype.kind not in "iu" or not known.all():
        raise InputError(
            "codes: expected cell codes; observations are the argument of sapper_gym.cell_codes"
        )
    found: NDArray[np.int8] = _NUMBERS[read]
    return found


@dataclass(frozen=True)
class Sight:
    """Converts positions of one grid and rules into observations.

    An observation is an array of int8, (height, width): the clue of a cell, or -1 hidden, -2
    flagged, -3 an open mine, -4 blocked, -5 open gold. If clues also show gold, it is (2, height,
    width): the second plane has the sign of gold of each clue, 0 elsewhere. By the rules of a
    variant, a clue that is no number below 100 has a number from 100 on
    (``sapper_variants.clue_texts``).

    Raises ``InputError`` for a grid whose clues could exceed 127.
    """

    grid: Grid
    rules: Rules

    def __post_init__(self) -> None:
        if self.grid.widest > MAX_CLUE:
            raise InputError(
                f"a cell has {self.grid.widest} neighbours, but observations show at most "
                f"{MAX_CLUE}"
            )

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation."""
        plane = self.grid.height, self.grid.width
        return plane if self.rules.signs == "none" else (2, *plane)

    @property
    def space(self) -> gymnasium.Space[NDArray[np.int8]]:
        """The space of all observations."""
        largest = MAX_CLUE if self.rules.variant else max(self.grid.widest, 1)
        return gymnasium.spaces.Box(MIN_NUMBER, largest, self.shape, np.int8)

    def __call__(self, position: Position) -> NDArray[np.int8]:
        """Return the observation of a position, a new array."""
        seen = _NUMBERS[np.frombuffer(position.cells, np.uint8)]
        if position.signs:
            seen = np.concatenate([seen, np.frombuffer(position.signs, np.int8)])
        return seen.reshape(self.shape)


@dataclass(frozen=True)
class Moves:
    """Numbers moves: action k of ``actions`` on cell i is k · (number of cells) + i.

    Raises ``InputError`` if ``actions`` is empty or has unknown or repeated actions.
    """

    grid: Grid
    actions: tuple[Action, ...] = ("open",)

    def __post_init__(self) -> None:
        known = get_args(Action)
        for action in self.actions:
            if action not in known:
                raise InputError(f"unknown action '{action}': expected {listed(known, 'or')}")
        if not self.actions or len(set(self.actions)) < len(self.actions):
            raise InputError(f"actions: expected some of {', '.join(known)}, each once")

    def __len__(self) -> int:
        return self.grid.size * len(self.actions)

    def move(self, number: int) -> Move:
        """Return the move with a number. Raises ``InputError`` if it is out of range."""
        number = whole("action", number)
        if not 0 <= number < len(self):
            raise InputError(f"action {number} is not one of 0 to {len(self) - 1}")
        kind, index = divmod(number, self.grid.size)
        return Move(self.actions[kind], self.grid.cell(index))

    def number(self, move: Move) -> int:
        """Return the number of a move. Raises ``InputError`` if its action is not available."""
        if move.action not in self.actions:
            raise InputError(f"{move} is not among the actions here: {', '.join(self.actions)}")
        return self.actions.index(move.action) * self.grid.size + self.grid.index(move.cell)

    def legal(self, position: Position) -> NDArray[np.int8]:
        """Return an array of int8: 1 for each move that is legal and changes the board, else 0."""
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
        """Return the number of chosen neighbours of each cell."""
        of, near = self._pairs
        return np.bincount(of[chosen[near]], minlength=self.grid.size)

    @cached_property
    def _pairs(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return two arrays of cell indices: each cell once per neighbour, and these neighbours."""
        starts, flat = self.grid.adjacency
        cells = np.arange(self.grid.size, dtype=np.intp)
        return np.repeat(cells, np.diff(starts)), np.array(flat, np.intp)


#: The contents of the planes: the clues 0 to 8, then cells without a clue.
PLANES = (*range(9), *(NUMBERS[code] for code in (HIDDEN, FLAGGED, MINE, BLOCKED, GOLD)))

Planes = NDArray[np.uint8]


def one_hot(observations: NDArray[np.int8]) -> Planes:
    """Return observations (…, height, width) as planes (…, 14, height, width) of 0 and 1.

    Plane k < 9 shows the clue k; the others hidden, flagged, open mine, blocked and gold cells.
    """
    shown = np.array(PLANES, np.int8)[:, None, None]
    observations = _array("observations", observations)
    return np.equal(observations[..., None, :, :], shown).astype(np.uint8)


def _space(space: gymnasium.Space[Any] | None) -> gymnasium.Space[Any]:
    """Return the space of planes. Raises ``InputError`` for a space that planes cannot show."""
    if not isinstance(space, gymnasium.spaces.Box) or len(space.shape) != 2 or space.high.max() > 8:
        raise InputError("planes show boards of cells with at most 8 neighbours, and no signs")
    return gymnasium.spaces.Box(0, 1, (len(PLANES), *space.shape), np.uint8)


class OneHot(gymnasium.ObservationWrapper[Planes, Any, Any]):
    """A single environment whose observations are planes: see ``one_hot``."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        self.observation_space = _space(env.observation_space)

    def observation(self, observation: Any) -> Planes:
        """Return an observation as planes."""
        return one_hot(observation)


class VectorOneHot(gymnasium.vector.VectorObservationWrapper):
    """A vector environment whose observations are planes: (num_envs, 14, height, width)."""

    def __init__(self, env: gymnasium.vector.VectorEnv[Any, Any, Any]) -> None:
        super().__init__(env)
        self.single_observation_space = _space(env.single_observation_space)
        self.observation_space = batch_space(self.single_observation_space, env.num_envs)

    def observations(self, observations: Any) -> Planes:
        """Return observations as planes."""
        return one_hot(observations)
