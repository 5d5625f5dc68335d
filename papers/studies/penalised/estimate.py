"""The estimate of positions on larger boards: logistic, fitted to what the look-ahead wins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from papers.studies.penalised.large import Estimate, LargeGame
from sapper.arena.stats import Floats
from sapper.game import Deal, Grid

RIDGE_WEIGHT = 0.01  #: weight of the squared coefficients
NEWTON_ROUNDS = 30  #: of Newton's method
FIT_SEED = 1  #: the seed of the games for fitting; the study has other ones


@dataclass(frozen=True)
class Fitted:
    """An estimate with its weights, and the share that the look-ahead won of ``games`` games."""

    estimate: Estimate
    weights: Floats
    won: float
    games: int
    positions: int


def mines_of(grid: Grid, mines: int, start: int, seed: int, number: int) -> frozenset[int]:
    """Return the mines of a deal in which ``start`` is opened first and shows 0."""
    deal = Deal.seeded(grid, mines, seed, number)
    return deal.mine_indices(start, "opening")


def fitted(game: LargeGame, start: int, games: int) -> Fitted:
    """Play games with the guesses of the look-ahead, and fit an estimate to the results.

    The result of a game is 0 if it is lost before an ending that can be solved, otherwise the value
    of the ending."""
    rows: list[tuple[float, ...]] = []
    results: list[float] = []
    won = 0.0
    for number in range(games):
        mines = mines_of(game.grid, game.mines, start, FIT_SEED, number)
        position = game.first(mines)
        seen = []
        while (result := game.counted(position.shown).exact) is None:
            seen.append(game.counted(position.shown).features)
            cell = game.candidates(position)[0]
            if cell in mines:
                result = 0.0
                break
            position = game.after(position, cell, mines)
        won += result
        rows += seen
        results += [result] * len(seen)
        game.forget()
    weights = _logistic(np.array(rows), np.array(results))

    def estimate(features: tuple[float, ...]) -> float:
        return float(1.0 / (1.0 + np.exp(-np.dot(weights, features))))

    return Fitted(estimate, weights, won / games, games, len(rows))


def _logistic(inputs: Floats, results: Floats) -> Floats:
    """Return the weights of a logistic regression."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(NEWTON_ROUNDS):
        chances = 1.0 / (1.0 + np.exp(-inputs @ weights))
        curve = (inputs.T * (chances * (1.0 - chances))) @ inputs + RIDGE_WEIGHT * np.eye(
            len(weights)
        )
        weights += np.linalg.solve(curve, inputs.T @ (results - chances) - RIDGE_WEIGHT * weights)
    return weights
