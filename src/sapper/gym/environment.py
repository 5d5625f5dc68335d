"""One environment for every game: reset deals, step moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from sapper.errors import IllegalMoveError, InputError
from sapper.game import Position, Referee, World
from sapper.game.codes import HIDDEN
from sapper.game.move import Action
from sapper.gym.rewards import Rewards
from sapper.gym.spaces import LOWEST, Moves, Sight

#: Which game is meant by a seed and a number: its deal, its rules, and the cells shown at first.
Games = Callable[[int, int], World]

SEEDS = 2**31 - 1

Observation = NDArray[np.int8]
Info = dict[str, Any]


class GameEnvironment(gymnasium.Env[Observation, np.int64]):
    """A stream of games on one board.

    ``reset(seed=S)`` begins game 0 of seed S, each further ``reset()`` the next one, so a seed
    stands for the same games in the same order, those of ``sapper match --seed S``;
    ``reset(options={"number": N})`` goes to game N of it. Without any seed one is drawn.

    Observations are as ``Sight`` says, actions as ``Moves``. ``info`` has ``action_mask`` (int8, 1
    for each action that is legal and does something), ``position`` (the ``sapper.Position``, which
    shows no more than the observation), ``seed``, ``number``, ``moves`` made, and the ``outcome``.
    An action that is not legal changes nothing, and has the reward for it. An episode terminates
    when the game is won or lost; nothing truncates it.

    Raises ``InputError`` for games that the actions cannot win, or that observations cannot show.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        games: Games,
        actions: Sequence[Action] = ("open",),
        rewards: Rewards | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise InputError(f"unknown render_mode '{render_mode}': ansi")
        first = games(0, 0)
        self.grid, self.rules = first.deal.grid, first.rules
        self.moves = Moves(self.grid, tuple(actions))
        if self.rules.won_by == "flagging" and "flag" not in actions:
            raise InputError("a game that is won by flagging needs the action 'flag'")
        self.sight = Sight(self.grid, self.rules)
        self.rewards = rewards or Rewards()
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(
            LOWEST, max(self.grid.widest, 1), self.sight.shape, np.int8
        )
        self.action_space = gymnasium.spaces.Discrete(len(self.moves))
        self._games = games
        self._seed: int | None = None
        self._number = 0
        self._made = 0
        self._referee: Referee | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begin a game.

        Raises ``InputError`` for an unknown option or a number below 0, which changes nothing.
        """
        number = _number(options) if options else None
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._number = seed, 0
        elif self._seed is None:
            self._seed = int(self.np_random.integers(SEEDS))
        elif self._referee is not None:
            self._number += 1
        if number is not None:
            self._number = number
        world = self._games(self._seed, self._number)
        self._referee = Referee(world.deal, world.rules)
        for cell in world.hints:
            if self._referee.position[cell] == HIDDEN:
                self._referee.open(cell)
        self._made = 0
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Info]:
        """Make a move.

        Raises ``InputError`` for a number that is no action, ``IllegalMoveError`` where no game
        was begun or it is over.
        """
        referee = self._begun()
        before = referee.position
        if before.outcome != "playing":
            raise IllegalMoveError(f"the game is {before.outcome}: reset begins another")
        move = self.moves.move(int(action))
        try:
            after = referee.play(move)
        except IllegalMoveError:
            return self._seen(), self.rewards.illegal, False, False, self._info()
        self._made += 1
        reward = self.rewards(before, after)
        return self._seen(), reward, after.outcome != "playing", False, self._info()

    @property
    def position(self) -> Position:
        """What the player sees. Raises ``IllegalMoveError`` before the first reset."""
        return self._begun().position

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal and do something, as sb3-contrib's MaskablePPO asks for it."""
        return self.moves.legal(self.position).astype(np.bool_)

    def render(self) -> str | None:
        """The text of the position, if the mode is ``ansi``."""
        return f"{self.position}\n" if self.render_mode == "ansi" else None

    def _begun(self) -> Referee:
        if self._referee is None:
            raise IllegalMoveError("no game was begun: reset begins one")
        return self._referee

    def _seen(self) -> Observation:
        return self.sight(self.position)

    def _info(self) -> Info:
        return {
            "action_mask": self.moves.legal(self.position),
            "position": self.position,
            "seed": self._seed,
            "number": self._number,
            "moves": self._made,
            "outcome": self.position.outcome,
        }


def _number(options: dict[str, Any]) -> int:
    unknown = sorted(set(options) - {"number"})
    if unknown:
        raise InputError(f"unknown option '{unknown[0]}' of reset: number")
    number = options["number"]
    if not isinstance(number, int) or number < 0:
        raise InputError(f"option number={number!r} is not a whole number from 0")
    return number
