"""Learning Minesweeper's ``safe`` from one large sample instead of actively: the time of each rule.

    python -m bench.learned_rules --seed 0

Peña Castillo & Wrobel 2003 gave up on the complete set of 2,890 positive and 1,306 negative
examples after ten days; the default is a random sample of that size.
"""

from __future__ import annotations

import time

from bench.options import command
from mio import learn
from sapper_agents.mio.task import paper_name, sample, settings
from sapper_agents.mio.view import background, declared


def main() -> None:
    """Learn once; print a line for each rule when it is found, and finally all rules."""
    asked = command(
        "bench.learned_rules", __doc__, seed=0, positives=2890, negatives=1306, seconds=60.0
    ).parse_args()
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
