"""Fit the weights of swift's evaluation to guess sets, and print how much they win.

The weights are fitted to the values of the candidates in the sets (``python -m
papers.studies.guesses.make``), so that the estimates differ between the candidates of a position as
their values do. The gains are cross-validated: the guesses in the games of a part are chosen with
weights that were fitted on the other parts. (The weights that ``swift`` has now may have been
fitted on some of these games; that makes them look better than they are.)

    python -m papers.studies.guesses.fit expert.npz opening.npz -o FILE

The players read ``packages/sapper/src/sapper/players/weights.json``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bench.options import command
from bench.table import Gain, Table, output
from papers.studies.guesses.network import Floats, Network
from papers.studies.guesses.samples import Samples, samples_of
from papers.studies.guesses.sets import read_sets
from papers.studies.guesses.training import fitted
from sapper.cli.errors import run_and_exit
from sapper.cli.views.progress import progress
from sapper.errors import InputError
from sapper.players.kernel.lookahead import DEFAULT_SLACK
from sapper.players.weights import read_weights

SLACKS = (0.01, 0.02, 0.03, 0.04, 0.05, 0.07)
COLUMNS = ("slack", "won more than by survival", "won more than now")
NOTE = (
    "Percentage points per guess with 95% intervals. slack: how much less likely than the best one"
    " a candidate may be to\nsurvive it and the next move; by survival: the likeliest one; now: the"
    f" weights that swift has, slack {DEFAULT_SLACK}."
)


def main() -> None:
    """Cross-validate the weights fitted to some sets, and write them to a file."""
    parser = command("papers.studies.guesses.fit", __doc__, as_json=True)
    parser.add_argument("--units", type=int, default=12, metavar="N", help="hidden units [12]")
    parser.add_argument("--epochs", type=int, default=150, metavar="N", help="steps [150]")
    parser.add_argument("--decay", type=float, default=0.03, metavar="X", help="of weights [.03]")
    parser.add_argument(
        "--folds", type=int, default=4, metavar="N", help="parts, or 0 to measure nothing [4]"
    )
    parser.add_argument("-o", dest="out", type=Path, metavar="FILE", help="write the weights here")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="guess sets")
    asked = parser.parse_args()
    run_and_exit(lambda: _run(asked))


def _run(asked: argparse.Namespace) -> None:
    if asked.units < 1 or asked.epochs < 1 or asked.decay < 0.0:
        raise InputError("expected at least one unit, one epoch and a decay from 0")
    if asked.folds < 2 and (asked.folds or not asked.out):
        raise InputError("expected at least 2 folds, or 0 folds and a file for the weights")
    samples = samples_of(read_sets(asked.files))
    due = asked.epochs * (asked.folds + bool(asked.out))
    with progress("epochs") as show:
        done = 0

        def report() -> None:
            nonlocal done
            done += 1
            show(done, due)

        def fit(weights: Floats) -> Network:
            return fitted(samples, weights, asked.units, asked.epochs, asked.decay, report)

        values = cross_validated(samples, asked.folds, fit) if asked.folds else None
        network = fit(np.ones(len(samples.firsts))) if asked.out else None
    if values is not None:
        print(output(table(samples, values), asked.json))
    if network is not None:
        try:
            asked.out.write_text(network.to_json(), encoding="utf-8")
        except OSError as error:
            raise InputError(f"{asked.out}: {error.strerror}") from None


def cross_validated(samples: Samples, folds: int, fit: Callable[[Floats], Network]) -> Floats:
    """Return the value of each candidate by a network that has not seen its game.

    ``fit`` returns the network for the positions with these weights. Raises ``InputError`` if there
    are fewer games than folds.
    """
    games = int(samples.games.max()) + 1
    if games < folds:
        raise InputError(f"expected at least {folds} games with guesses, not {games}")
    parts = np.random.default_rng(1).permutation(games) % folds
    part = parts[samples.games]
    values = np.zeros(len(samples.targets))
    for k in range(folds):
        fold = part[samples.position] == k
        values[fold] = samples.values(fit((part != k).astype(np.float64)))[fold]
    return values


def table(samples: Samples, values: Floats) -> Table:
    """Return what choices by these values win, by slack."""
    survival = samples.won(samples.survival, 0.0)
    now = samples.won(samples.values(Network.of(read_weights())), DEFAULT_SLACK)
    rows = []
    for slack in SLACKS:
        won = samples.won(values, slack)
        rows.append((slack, Gain.of(won - survival), Gain.of(won - now)))
    positions, games = len(samples.firsts), len(set(samples.games.tolist()))
    title = f"Fitted weights, cross-validated: {positions:,} positions of {games:,} games"
    return Table(title, COLUMNS, rows, NOTE)


if __name__ == "__main__":
    main()
