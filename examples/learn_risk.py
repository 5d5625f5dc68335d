"""Learn the mine probability of a cell from the cells around it, and play by what was learned.

A small network sees the 5×5 cells around a hidden cell and predicts how likely that is a mine. Its
teacher is the exact probability, which the vector environment computes for every position. Only
numpy is needed: python learn_risk.py [SECONDS]
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass

import gymnasium
import numpy as np

import sapper
from sapper_gym import one_hot, player_of

REACH = 2  # cells to each side of the one that is judged
SIDE = 2 * REACH + 1
PLANES = 10  # the clues 0 to 8, and hidden; a cell outside the board is zero in all of them
FEATURES = PLANES * SIDE * SIDE


def patches(observations):
    """The cells around each hidden cell: where these are, and an array (cells, FEATURES)."""
    planes = one_hot(observations)[:, :PLANES]
    margin = ((0, 0), (0, 0), (REACH, REACH), (REACH, REACH))
    views = np.lib.stride_tricks.sliding_window_view(np.pad(planes, margin), (SIDE, SIDE), (2, 3))
    games, rows, columns = np.nonzero(planes[:, 9])
    found = views[games, :, rows, columns].reshape(len(games), FEATURES)
    return (games, rows, columns), found.astype(np.float32)


@dataclass
class Network:
    """Two layers, trained by Adam on the cross-entropy with the exact probabilities."""

    hidden: int = 64
    rate: float = 0.002
    seed: int = 0

    def __post_init__(self):
        luck = np.random.default_rng(self.seed)
        sizes = [(FEATURES, self.hidden), (self.hidden, 1)]
        self.weights = [luck.normal(0, (2 / a) ** 0.5, (a, b)).astype(np.float32) for a, b in sizes]
        self.weights += [np.zeros(b, np.float32) for _, b in sizes]
        self.moments = [(np.zeros_like(one), np.zeros_like(one)) for one in self.weights]
        self.steps = 0

    def risk(self, features):
        """The predicted mine probability of each cell."""
        first, second, bias, other = self.weights
        self.active = np.maximum(features @ first + bias, 0)
        return 1 / (1 + np.exp(-(self.active @ second + other)[:, 0]))

    def learn(self, features, exact):
        """Improve on some cells; return the mean error before."""
        found = self.risk(features)
        slope = ((found - exact) / len(exact)).astype(np.float32)[:, None]
        back = (slope @ self.weights[1].T) * (self.active > 0)
        slopes = [features.T @ back, self.active.T @ slope, back.sum(0), slope.sum(0)]
        self.steps += 1
        for weight, slope, (mean, square) in zip(self.weights, slopes, self.moments, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            fair = mean / (1 - 0.9**self.steps), square / (1 - 0.999**self.steps)
            weight -= self.rate * fair[0] / (np.sqrt(fair[1]) + 1e-8)
        return float(np.abs(found - exact).mean())


def train(seconds, level="beginner", games=64, seed=0):
    """Play by what is learned so far, and learn from every position; return the network and the
    mean error of each step."""
    network, errors = Network(seed=seed), []
    environment = gymnasium.make_vec(
        "sapper_gym:sapper/Minesweeper-v0", num_envs=games, level=level, mine_probability=True,
        vectorization_mode="vector_entry_point",
    )  # fmt: skip
    observations, info = environment.reset(seed=1_000_000 * (seed + 1))
    luck, end = np.random.default_rng(seed), time.process_time() + seconds
    while time.process_time() < end:
        cells, features = patches(observations)
        exact = info["mine_probability"][cells]
        errors.append(network.learn(features, exact))
        risk = np.full(observations.shape, 2.0)
        risk[cells] = network.risk(features)
        careless = luck.random(games) < 0.05  # a few other moves lead to other positions
        risk[careless] = np.where(
            observations[careless] == -1, luck.random(risk[careless].shape), 2
        )
        observations, _, _, _, info = environment.step(risk.reshape(games, -1).argmin(1))
    return network, errors


def player(network):
    """A player that opens the cell with the least predicted risk."""

    def policy(observation, info):
        (_, rows, columns), features = patches(observation[None])
        best = int(network.risk(features).argmin())
        return int(rows[best]) * observation.shape[1] + int(columns[best])

    return player_of(policy)


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    network, errors = train(seconds)
    few = max(1, len(errors) // 20)
    print(f"{len(errors)} steps; mean error {np.mean(errors[-few:]):.4f}")
    games = 1000 if seconds >= 10 else 50
    print(sapper.match([player(network), "csp", "single-point"], "beginner", games=games, seed=1))
