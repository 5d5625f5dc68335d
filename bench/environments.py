"""Gymnasium: steps per second of the vector environments, compiled and one by one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import sapper.gym  # noqa: F401  # registers the environments
from bench.measure import cpu_seconds
from bench.options import Options
from bench.table import Spread, Table

LEVELS = ("beginner", "intermediate", "expert")
#: Games stepped at once: many by compiled code, few one by one.
GAMES = {"vector_entry_point": 2048, "sync": 32}
STEPS = 100  #: of every game in a round


def tables(options: Options) -> Iterator[Table]:
    """Yield a table of steps per second."""
    rounds = max(options.rounds, 3)
    rows = []
    for level in LEVELS:
        rates = {mode: _rates(mode, level, rounds) for mode in GAMES}
        compiled, single = rates["vector_entry_point"], rates["sync"]
        ratio = f"{compiled.median / single.median:.0f} times"
        rows.append((level, compiled, single, ratio))
    yield Table(
        f"Gymnasium: steps per second, random legal moves, {STEPS} steps of every game",
        ("level", "compiled (2,048 games)", "one by one (32 games)", "ratio"),
        rows,
        "CPU time of step() alone, which writes observations, masks, rewards and infos; the moves"
        " were chosen before.\nMedian (min–max) of the rounds.",
    )


def _rates(mode: str, level: str, rounds: int) -> Spread:
    """Return the steps per second of one core over several rounds."""
    games = gymnasium.make_vec(
        "sapper/Minesweeper-v0", num_envs=GAMES[mode], vectorization_mode=mode, level=level
    )
    rates = []
    for number in range(rounds + 1):
        actions = _actions(games, number)
        games.reset(seed=number)
        seconds = cpu_seconds(partial(_replay, games, actions))
        rates.append(GAMES[mode] * STEPS / seconds)
    return Spread.of(rates[1:])  # the first round is a warm-up


def _actions(games: gymnasium.vector.VectorEnv[Any, Any, Any], seed: int) -> list[NDArray[Any]]:
    """Play at random, and return the actions, uniform among the legal ones."""
    rng = np.random.default_rng(seed)
    _, infos = games.reset(seed=seed)
    actions = []
    for _ in range(STEPS):
        keys = rng.random(infos["action_mask"].shape, np.float32) * infos["action_mask"]
        actions.append(keys.argmax(axis=1))
        _, _, _, _, infos = games.step(actions[-1])
    return actions


def _replay(games: gymnasium.vector.VectorEnv[Any, Any, Any], actions: list[NDArray[Any]]) -> None:
    for chosen in actions:
        games.step(chosen)
