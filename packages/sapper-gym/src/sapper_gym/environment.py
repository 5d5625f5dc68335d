"""The Gymnasium environment of one game, and its rewards; players as policies, and the reverse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from sapper.arguments import function, mapping, number, several, whole
from sapper.errors import IllegalMoveError, InputError, listed, plural, quoted
from sapper.game import Cell, Chance, Deal, Grid, Position, Referee, World
from sapper.game.codes import GOLD, HIDDEN, MINE
from sapper.game.deal import PLAYS
from sapper.game.move import Action
from sapper.players import Decision, Pass, Player, Reason
from sapper.players.recipes import Link
from sapper.players.recipes import player_of as as_player
from sapper_gym.picture import Picture, picture
from sapper_gym.spaces import Moves, Sight


@dataclass(frozen=True)
class Rewards:
    """The parts of a step's reward, which is the sum of those that apply.

    ``win`` applies to the winning move, ``loss`` to the losing move, ``mine`` to each mine that a
    move opens, ``cell`` to each other cell (gold included), ``gold`` to each gold, ``move`` to
    every legal move, and ``illegal`` to a move that the position does not allow.

    By default, a won game is worth 1, a lost game 0, and an illegal move costs 0.1. Raises
    ``InputError`` for anything but finite numbers.
    """

    win: float = 1.0
    loss: float = 0.0
    mine: float = 0.0
    cell: float = 0.0
    gold: float = 0.0
    move: float = 0.0
    illegal: float = -0.1

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not isfinite(number(name, value)):
                raise InputError(f"reward {name}: expected a finite number, not {value}")

    def __call__(self, before: Position, after: Position) -> float:
        """Return the reward of a legal move from one position to another."""
        reward = self.move
        if after.outcome != "playing":
            reward += self.win if after.outcome == "won" else self.loss
        if self.mine or self.gold or self.cell:
            reward += self._opened(before, after)
        return reward

    def _opened(self, before: Position, after: Position) -> float:
        mines, gold = (after.cells.count(c) - before.cells.count(c) for c in (MINE, GOLD))
        closed = _open(after) - _open(before)
        return self.mine * mines + self.gold * gold + self.cell * (closed - mines)


def _open(position: Position) -> int:
    """Return the number of open cells, mines and gold included."""
    clues = sum(code < HIDDEN for code in position.cells)
    return clues + position.cells.count(MINE) + position.cells.count(GOLD)


#: A function from a seed and a number to a game: its deal, its rules, and the cells shown first.
Games = Callable[[int, int], World]

MAX_RANDOM_SEED = 2**31 - 1  #: the bound of random seeds

Observation = NDArray[np.int8]
Info = dict[str, Any]


class GameEnvironment(gymnasium.Env[Observation, np.int64]):
    """A stream of games on one board.

    ``reset(seed=S)`` starts game 0 of seed S, and each further ``reset()`` the next game, so a seed
    always yields the same games in the same order, those of ``sapper match --seed S``;
    ``reset(options={"number": N})`` jumps to game N. Without a seed, a random one is drawn.

    ``Sight`` describes the observations, ``Moves`` the actions. ``info`` has ``action_mask`` (int8,
    1 for each action that is legal and changes the board), ``position`` (the ``sapper.Position``,
    which shows no more than the observation), ``seed``, ``number``, the number of ``moves`` made,
    and the ``outcome``. ``reset(options={"deal": DEAL})`` plays a deal of your own; seed and number
    stay as they are.

    An illegal action changes nothing and earns the reward ``illegal``. An episode terminates when
    the game is won or lost. After as many steps as there are actions, it is truncated: otherwise a
    deterministic policy that chooses an illegal action, or sets and removes a flag, would do so for
    ever. Games in which no action is wasted end earlier.

    ``render()`` returns the text of the position (``render_mode`` ``ansi``) or a picture with a
    frame around the cell of the last move (``rgb_array``).

    - ``games``: a function that returns the ``World`` of a seed and a number.
    - ``actions``: some of ``open``, ``flag``, ``unflag`` and ``chord``.
    - ``rewards``: by default 1 for a win and -0.1 for an illegal action.
    - ``render_mode``: ``ansi``, ``rgb_array`` or None.

    Raises ``InputError`` for games that the actions cannot win or that observations cannot show.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 4,
    }

    def __init__(
        self,
        games: Games,
        actions: Sequence[Action] = ("open",),
        rewards: Rewards | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            known = listed(self.metadata["render_modes"], "or")
            raise InputError(f"unknown render_mode {quoted(render_mode)}: expected {known}")
        first = games(0, 0)
        self.grid, self.rules, self.mines = first.deal.grid, first.rules, first.deal.mines
        self.moves = Moves(self.grid, tuple(several("actions", actions)))
        if self.rules.won_by == "flagging" and "flag" not in actions:
            raise InputError("a game that is won by flagging needs the action 'flag'")
        self.sight = Sight(self.grid, self.rules)
        self.rewards = rewards or Rewards()
        self.render_mode = render_mode
        self.observation_space = self.sight.space
        self.action_space = gymnasium.spaces.Discrete(len(self.moves))
        self._games = games
        self._seed: int | None = None
        self._number = 0
        self._made = 0
        self._steps = 0
        self._last: Cell | None = None
        self._referee: Referee | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Start a game; return the first observation and ``info``.

        Raises ``InputError`` for an unknown option, a negative number or a deal of another board,
        without starting a game.
        """
        check_options({} if options is None else options, ("number", "deal"))
        number = check_number(options)
        deal = (options or {}).get("deal")
        if deal is not None:
            check_deal(deal, self.grid, self.mines)
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._number = seed, 0
        elif self._seed is None:
            self._seed = int(self.np_random.integers(MAX_RANDOM_SEED))
        elif self._referee is not None:
            self._number += 1
        if number is not None:
            self._number = number
        world = self._games(self._seed, self._number)
        self._referee = Referee(deal or world.deal, world.rules)
        for cell in world.hints if deal is None else ():
            if self._referee.position[cell] == HIDDEN:
                self._referee.open(cell)
        self._steps, self._made, self._last = 0, 0, None
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Info]:
        """Make a move; return observation, reward, terminated, truncated and ``info``.

        Raises ``InputError`` for a number without an action, and ``IllegalMoveError`` before the
        first reset and after the end of the episode.
        """
        referee, longest = self._begun(), len(self.moves)
        before = referee.position
        if before.outcome != "playing":
            raise IllegalMoveError(f"the game is {before.outcome}: call reset to begin another")
        if self._steps >= longest:
            raise IllegalMoveError("the episode was truncated: call reset to begin another")
        move = self.moves.move(whole("action", action))
        self._steps += 1
        try:
            after = referee.play(move)
        except IllegalMoveError:
            return self._seen(), self.rewards.illegal, False, self._steps >= longest, self._info()
        self._made, self._last = self._made + 1, move.cell
        over = after.outcome != "playing"
        truncated = not over and self._steps >= longest
        return self._seen(), self.rewards(before, after), over, truncated, self._info()

    @property
    def position(self) -> Position:
        """The position of the game. Raises ``IllegalMoveError`` before the first reset."""
        return self._begun().position

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal and change the board, for MaskablePPO of sb3-contrib."""
        return self.moves.legal(self.position).astype(np.bool_)

    def render(self) -> str | Picture | None:
        """Return the text or the picture of the position, as ``render_mode`` says, or None."""
        match self.render_mode:
            case "ansi":
                return f"{self.position}\n"
            case "rgb_array":
                return picture(self.position, self._last)
        return None

    def _begun(self) -> Referee:
        if self._referee is None:
            raise IllegalMoveError("no game has begun: call reset first")
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


def check_options(options: dict[str, Any], known: Sequence[str]) -> None:
    """Raise ``InputError`` for an option of ``reset`` that is not known."""
    unknown = sorted(set(map(str, mapping("options", options))) - set(known))
    if unknown:
        names = listed([f"'{name}'" for name in known], "or")
        raise InputError(f"unknown option '{unknown[0]}' of reset: expected {names}")


def check_number(options: dict[str, Any] | None) -> int | None:
    """Return the option ``number``. Raises ``InputError`` unless it is a whole number from 0 on."""
    number = (options or {}).get("number")
    if number is not None and (not isinstance(number, int) or number < 0):
        raise InputError(f"option number={number!r} is not a whole number of 0 or more")
    return number


def check_deal(deal: Deal, grid: Grid, mines: int) -> None:
    """Raise ``InputError`` unless ``deal`` is a deal of this grid with so many mines."""
    if not isinstance(deal, Deal):
        raise InputError(f"option deal: expected a sapper.Deal, not {quoted(deal)}")
    if deal.grid != grid or deal.mines != mines:
        raise InputError(
            f"option deal: {repr(deal)[1:-1]} is not a deal of this board, "
            f"{grid.width}x{grid.height} with {plural(mines, 'mine')}"
        )


#: A function from an observation and its ``info`` to the number of an action.
Policy = Callable[[Observation, Info], int]


class PlayerPolicy:
    """A player as a policy: ``policy(observation, info)`` returns the number of its move.

    When ``info`` reports no moves, the player starts a new game with the random numbers of that
    game in a match, so it plays every game as it does there. Raises ``InputError`` if all its
    strategies pass, or if its move is not among ``actions``.
    """

    def __init__(self, player: Player | str, actions: tuple[Action, ...] = ("open",)) -> None:
        self.player = as_player(player)
        self.actions = actions
        self._decide: Callable[[Position], Decision | Pass] | None = None

    def __call__(self, observation: Observation, info: Info) -> int:
        """Return the action for an observation; only ``info`` is used."""
        position: Position = info["position"]
        if self._decide is None or not info["moves"]:
            self._decide = self.player.begin(Chance(info["seed"], PLAYS, info["number"]))
        decision = self._decide(position)
        if isinstance(decision, Pass):
            raise InputError(f"the player {self.player} passes: {decision.words}")
        return Moves(position.grid, self.actions).number(decision.move)


@dataclass
class PolicyStrategy:
    """A policy as a strategy, which sees a position as an environment shows it.

    Its decisions count as guesses, because a policy does not report what it knows.
    """

    policy: Policy
    actions: tuple[Action, ...] = ("open",)
    name: str = "policy"
    moves: int = 0

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Return the policy's move, or a pass if none of its actions is legal."""
        numbers = Moves(position.grid, self.actions)
        mask: NDArray[np.int8] = numbers.legal(position)
        if not mask.any():
            return Pass(self.name, "none of its actions is legal here")
        info = {"action_mask": mask, "position": position, "moves": self.moves}
        chosen = self.policy(Sight(position.grid, position.rules)(position), info)
        action = whole("the action of the policy", chosen)
        self.moves += 1
        reason = Reason("policy", "the policy chose this move")
        return Decision(numbers.move(action), self.name, reason, None)


def player_of(policy: Policy, actions: tuple[Action, ...] = ("open",)) -> Player:
    """Return a player whose only strategy is the policy, for ``sapper.play`` and the like.

    For a ``PlayerPolicy``, this is its player.
    """
    if isinstance(policy, PlayerPolicy):
        return policy.player
    function("policy", policy)
    return Player("policy", (Link("policy", lambda: PolicyStrategy(policy, actions)),))
