"""Learning Minesweeper's ``safe`` from one large sample instead of actively: the time of each rule.

    python -m mio_bench.complete --seed 0

Peña Castillo & Wrobel 2003 gave up on the complete set of 2,890 positive and 1,306 negative
examples after ten days; the default is a random sample of that size.
"""

from __future__ import annotations

import argparse
import time

from mio import learn
from sapper_agents.mio.task import paper_name, sample, settings
from sapper_agents.mio.view import background, declared


def main() -> None:
    """Learn once; print a line for each rule when it is found, and finally all rules."""
    parser = argparse.ArgumentParser(prog="python -m mio_bench.complete", description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--positives", type=int, default=2890)
    parser.add_argument("--negatives", type=int, default=1306)
    parser.add_argument("--seconds", type=float, default=60.0)
    asked = parser.parse_args()
    examples = sample("safe", seed=asked.seed, counts=(asked.positives, asked.negatives))
    begun, seen = time.process_time(), 0

    def report(left: int, total: int, clauses: int) -> None:
        nonlocal seen
        if clauses > seen:
            seen = clauses
            spent = time.process_time() - begun
            print(f"{spent:6.1f} s CPU: {clauses} rules, {left} of {total} positives left")

    how = settings(seed=asked.seed, seconds=asked.seconds)
    found = learn(background(), declared("safe"), examples, how, report=report)
    print(f"{time.process_time() - begun:6.1f} s CPU in total, {len(found.searches)} searches")
    for clause in found.theory:
        name = paper_name(clause) or "   "
        print(f"{name} {clause}")


if __name__ == "__main__":
    main()
