"""The price of a literal in theories with noise, by cross-validation.

    python -m mio_bench.prices FOLDER --seconds 4 --repeats 4

For each fold of the training examples, clauses with at most ``--noise`` negatives are searched for
in the other folds, and a theory is selected at each price: errors that a literal may cost. Prints
its accuracy on the examples of the fold, its clauses and its literals, as means over the folds.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from mio import Acceptance, Chance, LearningSettings, folder
from mio.learning.coverage import Coverage
from mio.learning.covering import Monitor
from mio.learning.learn import register_modes
from mio.learning.saturation import bits
from mio.learning.seeds import CandidateClause, Searcher, covered, keep_shortest
from mio.learning.selection import selected, selecting
from mio.learning.settings import FOLDS, Clock
from mio.learning.theory import Problem

PRICES = (0, 1 / 3, 1 / 2, 2 / 3, 1, 2)
_FOLDS = 5
_POOL = 300  #: clauses that a search returns, as in learning


def main() -> None:
    """Print a table of prices."""
    parser = argparse.ArgumentParser(
        prog="python -m mio_bench.prices",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, help="task folder")
    parser.add_argument("--seconds", type=float, default=4.0, help="CPU time of a fold [4]")
    parser.add_argument("--repeats", type=int, default=1, help="random divisions into folds [1]")
    parser.add_argument("--noise", type=float, default=0.2, help="share of negatives [0.2]")
    asked = parser.parse_args()
    settings = LearningSettings(acceptance=Acceptance(asked.noise, 2, 0.001), wanted=_POOL)
    task = folder(asked.folder)
    register_modes(task.background, task.declared, task.examples)
    coverage = Coverage(task.background, task.examples.positives, task.examples.negatives)
    clock = Clock()
    problem = Problem(task.background, task.declared, task.examples)
    searcher = Searcher(problem, coverage, 1, clock)
    right, clauses, literals = ([0.0] * len(PRICES) for _ in range(3))
    for held in folds(coverage, asked.repeats):
        kept = coverage.sets.without(held)
        watch = Monitor(clock, clock.now + asked.seconds)
        pool: dict[int, CandidateClause] = {}
        for search in selecting(searcher, settings, kept, watch).searches:
            keep_shortest(pool, search.found)
        for i, price in enumerate(PRICES):
            theory = selected(list(pool.values()), kept, price=price)
            wrong = (covered(theory) ^ coverage.positive) & held
            right[i] += held.bit_count() - wrong.bit_count()
            clauses[i] += len(theory)
            literals[i] += sum(candidate.size + 1 for candidate in theory)
    count = _FOLDS * asked.repeats
    print("| price | accuracy | clauses | literals |\n|--:|--:|--:|--:|")
    for row in zip(PRICES, right, clauses, literals, strict=True):
        price, of_all, many, long = row
        share = of_all / asked.repeats / len(task.examples)
        print(
            f"| {price:.2f} | {share:.3f} | {many / count:.1f} | {long / count:.1f} |", flush=True
        )


def folds(coverage: Coverage, repeats: int) -> list[int]:
    """Return folds of the examples, as bits, with positives and negatives spread evenly."""
    found = []
    for repeat in range(repeats):
        chance, order = Chance(repeat, FOLDS), list[int]()
        for kind in (coverage.positive, coverage.negative):
            order += chance.shuffled(bits(kind))
        found += [sum(1 << number for number in order[i::_FOLDS]) for i in range(_FOLDS)]
    return found


if __name__ == "__main__":
    main()
