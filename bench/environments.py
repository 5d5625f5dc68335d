"""Gymnasium: steps per second of the vector environments, compiled and one by one.

The compiled games are also compared with those of jumanji (https://github.com/instadeepai/jumanji),
which JAX compiles, if jumanji can be imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import sapper_gym  # noqa: F401  # registers the environments
from bench.measure import cpu_seconds
from bench.options import Options
from bench.table import Spread, Table
from sapper.game import Level

LEVELS = ("beginner", "intermediate", "expert")
#: Games stepped at once: many by compiled code, few one by one.
GAMES = {"vector_entry_point": 2048, "sync": 32}
PEER_LEVELS = ("10x10x10", "expert")
STEPS_PER_ROUND = 100  #: of every game in a round


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
        f"Gymnasium: steps per second, random legal moves, {STEPS_PER_ROUND} steps of every game",
        ("level", "compiled (2,048 games)", "one by one (32 games)", "ratio"),
        rows,
        "CPU time of step() alone, which writes observations, masks, rewards and infos; the moves"
        " were chosen before.\nMedian (min–max) of the rounds.",
    )
    if find_spec("jumanji"):
        yield _peers(rounds)


def _peers(rounds: int) -> Table:
    """Return the steps per second beside jumanji, which takes turns with the compiled games."""
    rows = []
    for level in PEER_LEVELS:
        ours = _rates("vector_entry_point", level, rounds)
        theirs = _jumanji_rates(level, rounds)
        rows.append((level, ours, theirs, f"{ours.median / theirs.median:.1f} times"))
    return Table(
        f"jumanji: steps per second, random legal moves, {STEPS_PER_ROUND} steps of 2,048 games",
        ("level", "sapper", f"jumanji {import_module('jumanji').__version__}", "ratio"),
        rows,
        "CPU time of all threads. A step of jumanji opens one cell, even if it shows 0.",
    )


def _jumanji_rates(level: str, rounds: int) -> Spread:
    """Return the steps per second of jumanji's games; a game that ends is dealt again."""
    jax, jumanji = import_module("jax"), import_module("jumanji.environments")
    wrappers = import_module("jumanji.wrappers")
    generator = import_module("jumanji.environments.logic.minesweeper.generator")
    board = Level.parse(level)
    deal = generator.UniformSamplingGenerator(board.height, board.width, board.mines)
    games = wrappers.VmapAutoResetWrapper(jumanji.Minesweeper(deal))
    step, reset = jax.jit(games.step), jax.jit(games.reset)
    count = GAMES["vector_entry_point"]
    rates = []
    for number in range(rounds + 1):
        start, shown = reset(jax.random.split(jax.random.key(number), count))
        state, moves, rng = start, [], np.random.default_rng(number)
        for _ in range(STEPS_PER_ROUND):
            legal = np.asarray(shown.observation.action_mask).reshape(count, -1)
            keys = rng.random(legal.shape, np.float32) * legal
            cells = np.stack(np.divmod(keys.argmax(axis=1), board.width), axis=1)
            moves.append(jax.numpy.asarray(cells, jax.numpy.int32))
            state, shown = step(state, moves[-1])

        def replay(state: Any = start, moves: list[Any] = moves) -> None:
            for move in moves:
                state, _ = step(state, move)
            jax.block_until_ready(state)

        rates.append(count * STEPS_PER_ROUND / cpu_seconds(replay))
    return Spread.of(rates[1:])  # the first round is a warm-up


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
        rates.append(GAMES[mode] * STEPS_PER_ROUND / seconds)
    return Spread.of(rates[1:])  # the first round is a warm-up


def _actions(games: gymnasium.vector.VectorEnv[Any, Any, Any], seed: int) -> list[NDArray[Any]]:
    """Play at random, and return the actions, uniform among the legal ones."""
    rng = np.random.default_rng(seed)
    _, infos = games.reset(seed=seed)
    actions = []
    for _ in range(STEPS_PER_ROUND):
        keys = rng.random(infos["action_mask"].shape, np.float32) * infos["action_mask"]
        actions.append(keys.argmax(axis=1))
        _, _, _, _, infos = games.step(actions[-1])
    return actions


def _replay(games: gymnasium.vector.VectorEnv[Any, Any, Any], actions: list[NDArray[Any]]) -> None:
    for chosen in actions:
        games.step(chosen)
