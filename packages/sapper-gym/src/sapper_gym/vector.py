"""The vector environment: many games stepped in one call of compiled code.

``gymnasium.make_vec("sapper/Minesweeper-v0", vectorization_mode="vector_entry_point")`` makes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from sapper.arguments import seed as checked_seed
from sapper.arguments import several
from sapper.errors import IllegalMoveError, InputError, listed, plural
from sapper.game import Deal, Grid, Position, Rules
from sapper.game.move import Action
from sapper.inference.many import analyse_many
from sapper_gym.environment import (
    MAX_RANDOM_SEED,
    Rewards,
    check_deal,
    check_number,
    check_options,
)
from sapper_gym.kernel.games import OUTCOMES, CompiledGames
from sapper_gym.spaces import Moves, Sight

MAX_GAMES = 1_000_000
_WORDS = np.array(OUTCOMES, dtype=object)

Observations = NDArray[np.int8]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Infos = dict[str, Any]


class VectorGames(gymnasium.vector.VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """``num_envs`` games of one board, identical to those of as many ``GameEnvironment`` objects.

    ``reset(seed=S)`` starts game 0 of the seeds S, S + 1, …; a list of seeds is used unchanged.
    After the end of a game, the next number of its seed starts by ``autoreset_mode``: in the next
    step (the default), in the same step, or only by ``reset`` with the option ``reset_mask``. With
    a reset in the same step, ``infos`` has ``final_obs`` and ``final_info`` of the finished games.

    Observations are int8, (num_envs, height, width), as described in ``Sight``. ``infos`` has
    arrays with one entry per game: ``action_mask`` (int8, (num_envs, actions)), ``seed`` (int64, or
    objects if a seed is larger), ``number``, ``moves``, ``outcome``; if ``mine_probability`` is
    true, the mine probabilities of ``sapper.analyse`` (float64, (num_envs, height, width)); if
    ``position`` is true, the positions. Unless ``copy`` is true, each step overwrites the arrays of
    observations and masks.

    Raises ``InputError`` for games with gold and for games that the actions cannot win.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        grid: Grid,
        mines: int,
        rules: Rules,
        *,
        actions: Sequence[Action] = ("open",),
        rewards: Rewards | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        mine_probability: bool = False,
        position: bool = False,
        copy: bool = True,
    ) -> None:
        if not 1 <= num_envs <= MAX_GAMES:
            raise InputError(f"num_envs: expected 1 to {MAX_GAMES:,} games, got {num_envs}")
        if rules.signs != "none":
            raise InputError(
                "games with gold are stepped one by one: use vectorization_mode='sync'"
            )
        if rules.won_by == "flagging" and "flag" not in actions:
            raise InputError("a game that is won by flagging needs the action 'flag'")
        try:
            self._mode = AutoresetMode(autoreset_mode)
        except ValueError:
            known = listed([mode.value for mode in AutoresetMode], "or")
            raise InputError(f"autoreset_mode: expected {known}, got {autoreset_mode!r}") from None
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.num_envs, self.grid, self.rules, self.mines = num_envs, grid, rules, mines
        self.moves = Moves(grid, tuple(several("actions", actions)))
        self.single_observation_space = Sight(grid, rules).space
        self.single_action_space = gymnasium.spaces.Discrete(len(self.moves))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy, self._labelled, self._placed = copy, mine_probability, position
        self._observations = np.zeros((num_envs, grid.size), np.int8)
        self._masks = np.zeros((num_envs, len(self.moves)), np.int8)
        self._seeds = np.zeros((num_envs, 2), np.uint64)  # their high and low words
        self._numbers, self._moves, self._steps = np.zeros((3, num_envs), np.int64)
        self._outcomes = np.zeros(num_envs, np.int8)
        self._rewards = np.zeros(num_envs)
        self._over = np.zeros(num_envs, np.bool_)
        self._begun = np.zeros(num_envs, np.bool_)
        self._games = CompiledGames(
            grid,
            mines,
            rules,
            self.moves.actions,
            rewards or Rewards(),
            self._observations,
            self._masks,
            self._seeds,
            self._numbers,
            self._moves,
            self._outcomes,
            self._rewards,
        )

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, Infos]:
        """Start games; return the observations and ``infos``.

        The options are ``number``, the number of the games; ``deal``, a deal for all of them, or a
        list with a deal for each; and ``reset_mask``, a Boolean array of the games to start (all by
        default). Raises ``InputError`` for other options, and for seeds that are not whole numbers
        from 0 to 2**128 - 1.
        """
        options = {} if options is None else options
        check_options(options, ("number", "deal", "reset_mask"))
        number, deals = check_number(options), self._asked_deals(options.get("deal"))
        which = self._asked_mask(options.get("reset_mask"))
        seeds = self._asked_seeds(seed)
        fresh = np.array([start_seed is None for start_seed in seeds]) & which
        self._numbers[fresh & self._begun] += 1
        drawn = fresh & ~self._begun
        self._seeds[drawn, 0] = 0
        self._seeds[drawn, 1] = self.np_random.integers(MAX_RANDOM_SEED, size=int(drawn.sum()))
        for game, start_seed in enumerate(seeds):
            if which[game] and start_seed is not None:
                self._seeds[game], self._numbers[game] = divmod(start_seed, 2**64), 0
        if number is not None:
            self._numbers[which] = number
        self._begin(which)
        for game, deal in enumerate(deals):
            if which[game]:
                self._games.give(game, deal.order)
        return self._seen(), self._infos()

    def step(self, actions: ArrayLike) -> tuple[Observations, Floats, Flags, Flags, Infos]:
        """Make a move in every game; return observations, rewards, terminations, truncations and
        ``infos``.

        With the ``autoreset_mode`` ``NextStep``, a game that ended in the previous step ignores its
        action and starts again, with the reward 0. Raises ``InputError`` unless there is one action
        number per game, and ``IllegalMoveError`` before the first ``reset`` or for a game that
        ended and was not reset.
        """
        chosen = self._asked_actions(actions)
        again = self._over.copy()
        if self._mode is not AutoresetMode.NEXT_STEP and again.any():
            which = int(np.flatnonzero(again)[0])
            raise IllegalMoveError(
                f"game {which} is over: call reset with 'reset_mask' to continue"
            )
        self._games.step(chosen, again.view(np.uint8))
        self._steps += 1
        if again.any():
            self._next(again)
        rewards, terminated = self._rewards.copy(), self._outcomes != 0
        truncated = (self._steps >= len(self.moves)) & ~terminated
        self._over, final = terminated | truncated, {}
        if self._mode is AutoresetMode.SAME_STEP and self._over.any():
            final = self._final(self._over)
            self._next(self._over.copy())
        return self._seen(), rewards, terminated, truncated, {**final, **self._infos()}

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions of all games, for players and analyses."""
        views = map(bytes, self._games.views)
        return tuple(Position(self.grid, self.rules, self.mines, cells) for cells in views)

    def action_masks(self) -> Flags:
        """Return which actions are legal and change the board: Boolean, (num_envs, actions)."""
        return self._masks.astype(np.bool_)

    def _next(self, which: Flags) -> None:
        self._numbers[which] += 1
        self._begin(which)

    def _begin(self, which: Flags) -> None:
        self._games.begin(which.view(np.uint8))
        self._steps[which] = 0
        self._begun |= which
        self._over[which] = self._outcomes[which] != 0

    def _seen(self) -> Observations:
        shaped = self._observations.reshape(self.num_envs, self.grid.height, self.grid.width)
        return shaped.copy() if self._copy else shaped

    def _infos(self) -> Infos:
        values = {
            "action_mask": self._masks.copy() if self._copy else self._masks,
            "seed": self._shown_seeds(),
            "number": self._numbers.copy(),
            "moves": self._moves.copy(),
            "outcome": _WORDS[self._outcomes],
        }
        if self._placed:
            values["position"] = np.array([*self.positions, None], object)[:-1]
        if self._labelled:
            values["mine_probability"] = self._mine_probability()
        return values | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in values}

    def _shown_seeds(self) -> NDArray[Any]:
        high, low = self._seeds.T
        if not high.any() and low.max() < 2**63:
            return low.astype(np.int64)
        seeds: NDArray[Any] = low.astype(object) + (high.astype(object) << 64)
        return seeds

    def _mine_probability(self) -> Floats:
        cells = self._games.views.reshape(self.num_envs, self.grid.height, self.grid.width)
        return analyse_many(cells, mines=self.mines, grid=self.grid).mine_probability

    def _final(self, ended: Flags) -> Infos:
        """Return the last observations and infos of finished games, before they start again."""
        observations = np.full(self.num_envs, None, object)
        seen = self._seen()
        for game in np.flatnonzero(ended):
            observations[game] = seen[game].copy()
        last: Infos = {}
        for name, values in self._infos().items():
            last[name] = ended.copy() if name.startswith("_") else values
        return {
            "final_obs": observations,
            "_final_obs": ended.copy(),
            "final_info": last,
            "_final_info": ended.copy(),
        }

    def _asked_deals(self, deal: Deal | Sequence[Deal] | None) -> list[Deal]:
        if deal is None:
            return []
        deals = [deal] * self.num_envs if isinstance(deal, Deal) else several("option deal", deal)
        if len(deals) != self.num_envs:
            raise InputError(f"option deal: expected {self.num_envs} deals, got {len(deals)}")
        enough = min(self.mines + self.grid.widest + 1, len(self.grid.playable))
        for one in deals:
            check_deal(one, self.grid, self.mines)
            if len(one.order) < enough:
                raise InputError(
                    f"option deal: expected an ordering of at least {plural(enough, 'cell')}, "
                    f"got {len(one.order)}"
                )
        return list(deals)

    def _asked_mask(self, which: ArrayLike | None) -> Flags:
        if which is None:
            return np.ones(self.num_envs, np.bool_)
        mask = np.asarray(which)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise InputError(f"option reset_mask: expected {self.num_envs} Booleans")
        if not self._begun[~mask].all():
            raise InputError("option reset_mask: the first reset begins all games")
        return mask.copy()

    def _asked_seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None or isinstance(seed, int):
            asked = [None if seed is None else seed + game for game in range(self.num_envs)]
        else:
            asked = list(seed)
        if len(asked) != self.num_envs:
            raise InputError(f"seed: expected {self.num_envs} seeds, got {len(asked)}")
        return [None if value is None else checked_seed("seed", value) for value in asked]

    def _asked_actions(self, actions: ArrayLike) -> NDArray[np.int64]:
        if not self._begun.all():
            raise IllegalMoveError("no game has begun: call reset first")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise InputError(
                f"actions: expected {self.num_envs} whole numbers, got an array of "
                f"{chosen.dtype} with shape {chosen.shape}"
            )
        if chosen.min() < 0 or chosen.max() >= len(self.moves):
            wrong = chosen[(chosen < 0) | (chosen >= len(self.moves))][0]
            raise InputError(f"action {wrong} is not one of 0 to {len(self.moves) - 1}")
        return np.ascontiguousarray(chosen, np.int64)
