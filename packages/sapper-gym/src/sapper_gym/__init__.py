"""Sapper's games as Gymnasium environments.

Importing this package registers ``sapper/Minesweeper-v0`` and ``sapper/DaggersAndGold-v0``:

>>> import gymnasium
>>> import sapper_gym
>>> environment = gymnasium.make("sapper/Minesweeper-v0", level="beginner")
>>> observation, info = environment.reset(seed=7)
>>> observation.shape, int(info["action_mask"].sum())
((9, 9), 81)
"""

from sapper_gym.environment import GameEnvironment, Games, PlayerPolicy, Policy, Rewards, player_of
from sapper_gym.make import daggers_and_gold, minesweeper, minesweeper_vector, register
from sapper_gym.spaces import (
    PLANES,
    Moves,
    OneHot,
    Sight,
    VectorOneHot,
    cell_codes,
    observed,
    one_hot,
)
from sapper_gym.vector import VectorGames

__all__ = [
    "PLANES",
    "GameEnvironment",
    "Games",
    "Moves",
    "OneHot",
    "PlayerPolicy",
    "Policy",
    "Rewards",
    "Sight",
    "VectorGames",
    "VectorOneHot",
    "cell_codes",
    "daggers_and_gold",
    "minesweeper",
    "minesweeper_vector",
    "observed",
    "one_hot",
    "player_of",
    "register",
]

register()
