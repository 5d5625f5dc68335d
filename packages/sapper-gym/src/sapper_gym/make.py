"""The named environments, and their registration with Gymnasium."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import gymnasium
from gymnasium.vector import AutoresetMode

from sapper.arguments import mapping
from sapper.errors import InputError, RulesError, plural, quoted
from sapper.game import Cell, Deal, Grid, Level, Rules, World, seeded_world
from sapper.game.grid import Kind
from sapper.game.move import Action
from sapper.game.rules import First, Signs, WonBy
from sapper.game.world import DAGGERS_AND_GOLD, SIZES
from sapper.notation.worlds.series import is_series, numbered_world, series_name
from sapper.notation.worlds.worlds import find_world
from sapper_gym.environment import GameEnvironment, Rewards
from sapper_gym.vector import VectorGames

MINESWEEPER, DAGGERS = "sapper/Minesweeper-v0", "sapper/DaggersAndGold-v0"


def register() -> None:
    """Register the environments with Gymnasium; repeated calls have no effect."""
    makers: dict[str, dict[str, Any]] = {
        MINESWEEPER: {
            "entry_point": "sapper_gym.make:minesweeper",
            "vector_entry_point": "sapper_gym.make:minesweeper_vector",
        },
        DAGGERS: {"entry_point": "sapper_gym.make:daggers_and_gold"},
    }
    for name, points in makers.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, **points)


def minesweeper(
    level: str | Level = "beginner",
    first: First = "safe",
    *,
    grid: Kind = "square",
    blocked: Iterable[Cell] = (),
    edges: Iterable[tuple[int, int]] = (),
    lives: int = 1,
    zeros_open: bool = True,
    won_by: WonBy = "opening",
    actions: Sequence[Action] = ("open",),
    rewards: Rewards | Mapping[str, float] | None = None,
    render_mode: str | None = None,
) -> GameEnvironment:
    """Make ``sapper/Minesweeper-v0``: games of a level, dealt by ``Deal.seeded``.

    - ``level``: a ``Level``, its name, or ``WIDTHxHEIGHTxMINES``; or a series of boards with rules
      of their own, such as those of a variant, ``liar:8x8x10``, to which no other rules are given.
      The cells that they show first are open after a reset.
    - ``first``: the first-move rule, ``any``, ``safe`` or ``opening``.
    - ``grid``: ``square``, ``torus``, ``hex`` or ``graph``; observations of all have rows and
      columns.
    - ``blocked``: cells ``(row, column)`` that are not part of the game.
    - ``edges``: the edges of a graph, as pairs of cell indices (row · width + column).
    - ``lives``, ``zeros_open``, ``won_by``: the fields of ``sapper.Rules``.
    - ``actions``: some of ``open``, ``flag``, ``unflag`` and ``chord``.
    - ``rewards``: a ``Rewards``, or a mapping with some of its fields.
    - ``render_mode``: ``ansi``, ``rgb_array`` or None.

    Raises ``InputError`` for an unknown setting, and ``RulesError`` if some first move would leave
    too few cells for the mines.
    """
    if isinstance(level, str) and is_series(level):
        given = (first, grid, tuple(blocked), tuple(edges), lives, zeros_open, won_by)
        if given != ("safe", "square", (), (), 1, True, "opening"):
            raise InputError(f"{level} has its own board and rules")
        worlds = partial(numbered_world, series_name(level))
        return GameEnvironment(worlds, actions, _rewards(rewards), render_mode)
    rules = Rules(first, zeros_open, lives, won_by)
    board, mines = _board(level, grid, blocked, edges, first)

    def games(seed: int, number: int) -> World:
        return World("", Deal.seeded(board, mines, seed, number), rules)

    return GameEnvironment(games, actions, _rewards(rewards), render_mode)


# Gymnasium passes the same arguments to both makers; each lists them as documentation for callers.
def minesweeper_vector(
    num_envs: int,
    level: str | Level = "beginner",
    first: First = "safe",
    *,
    grid: Kind = "square",
    blocked: Iterable[Cell] = (),
    edges: Iterable[tuple[int, int]] = (),
    lives: int = 1,
    zeros_open: bool = True,
    won_by: WonBy = "opening",
    actions: Sequence[Action] = ("open",),
    rewards: Rewards | Mapping[str, float] | None = None,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    mine_probability: bool = False,
    position: bool = False,
    copy: bool = True,
) -> VectorGames:
    """Make a vector of ``num_envs`` environments ``sapper/Minesweeper-v0``, stepped together.

    ``autoreset_mode`` is NextStep, SameStep or Disabled, as Gymnasium defines them. With
    ``mine_probability``, ``infos`` also has the exact mine probabilities; with ``position``, the
    positions. Without ``copy``, the next step overwrites the arrays of observations and masks. All
    other arguments and the errors are those of ``minesweeper``.
    """
    rules = Rules(first, zeros_open, lives, won_by)
    board, mines = _board(level, grid, blocked, edges, first)
    return VectorGames(
        num_envs,
        board,
        mines,
        rules,
        actions=actions,
        rewards=_rewards(rewards),
        autoreset_mode=autoreset_mode,
        mine_probability=mine_probability,
        position=position,
        copy=copy,
    )


def _board(
    level: str | Level,
    kind: Kind,
    blocked: Iterable[Cell],
    edges: Iterable[tuple[int, int]],
    first: First,
) -> tuple[Grid, int]:
    """Return the grid and the number of mines. Raises ``RulesError`` if they leave no room."""
    size = Level.of(level)
    plain = Grid(size.width, size.height, kind, edges=tuple(edges))
    board = replace(plain, blocked=frozenset(map(plain.index, blocked)))
    spared = {"any": 0, "safe": 1, "opening": board.widest + 1}[first]
    if len(board.playable) - spared < size.mines:
        raise RulesError(
            f"{plural(size.mines, 'mine')} on {len(board.playable)} cells: with the rule '{first}' "
            f"some first moves leave too few cells for the mines"
        )
    return board, size.mines


def daggers_and_gold(
    world: str = "easy",
    *,
    lives: int | None = None,
    signs: Signs | None = None,
    gold_known: bool | None = None,
    actions: Sequence[Action] = ("open",),
    rewards: Rewards | Mapping[str, float] | None = None,
    render_mode: str | None = None,
) -> GameEnvironment:
    """Make ``sapper/DaggersAndGold-v0``.

    - ``world``: a size, ``easy``, ``medium`` or ``hard``, whose worlds are dealt as by ``sapper
      world``; or the name of a world, such as ``HARD10``, which is then played in every episode.
    - ``lives``, ``signs``, ``gold_known``: override the rules of the world.
    - ``actions``, ``rewards``, ``render_mode``: as for ``minesweeper``.

    The cells that a world shows first are open after a reset.

    Raises ``InputError`` for an unknown world.
    """
    given = {"lives": lives, "signs": signs, "gold_known": gold_known}
    changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if world in SIZES:
        rules = replace(DAGGERS_AND_GOLD, **changes)
        return GameEnvironment(
            lambda seed, number: seeded_world(world, seed, number, rules),
            actions,
            _rewards(rewards),
            render_mode,
        )
    named = find_world(world)
    named = replace(named, rules=replace(named.rules, **changes))
    return GameEnvironment(lambda seed, number: named, actions, _rewards(rewards), render_mode)


def _rewards(given: Rewards | Mapping[str, float] | None) -> Rewards:
    if given is None or isinstance(given, Rewards):
        return given or Rewards()
    unknown = mapping("rewards", given).keys() - Rewards.__dataclass_fields__.keys()
    if unknown:
        names = ", ".join(Rewards.__dataclass_fields__)
        word = quoted(min(map(str, unknown)))
        raise InputError(f"unknown reward {word}: expected some of {names}")
    return Rewards(**given)


for _make in (minesweeper, daggers_and_gold):
    # ``gymnasium.make`` looks here to offer ``rgb_array_list`` and, with pygame, ``human`` as well.
    setattr(_make, "metadata", GameEnvironment.metadata)  # noqa: B010
