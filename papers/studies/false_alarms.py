"""How often the sequential test is wrong: ``python -m papers.studies.false_alarms``.

Two players play the same deals, and only one of them wins a given share of these. In half of the
matches they are equally strong; in the other half, one is stronger by exactly the difference that
the test looks for. The test checks after every deal, which is when it errs most.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from random import Random

from bench.options import command
from bench.table import Share, Table
from sapper.arena.stats import Gsprt, GsprtState, PairedCounts

#: The share of deals that only one player wins, the difference to detect, and both error levels.
CASES = (
    (0.20, 0.02, 0.05),
    (0.20, 0.05, 0.05),
    (0.30, 0.10, 0.05),
    (0.30, 0.20, 0.05),
    (0.60, 0.10, 0.05),
    (0.05, 0.05, 0.05),
    (0.20, 0.05, 0.01),
)


def main() -> None:
    """Simulate matches, and print a table."""
    options = command("papers.studies.false_alarms", __doc__, matches=1000, seed=1).parse_args()
    rows = []
    for apart, difference, level in CASES:
        test = Gsprt(difference, alpha=level, beta=level)
        equal = [play(test, apart, 0.0, k, options.seed) for k in range(options.matches)]
        unequal = [play(test, apart, difference, k, options.seed) for k in range(options.matches)]
        rows.append(
            (
                apart,
                difference,
                level,
                share(equal, "difference"),
                share(unequal, "null"),
                sum(deals for deals, _ in equal) / len(equal),
                sum(deals for deals, _ in unequal) / len(unequal),
            )
        )
        print(f"{len(rows)} of {len(CASES)}", file=sys.stderr, flush=True)
    columns = (
        "won by one",
        "difference",
        "level",
        "false alarms %",
        "misses %",
        "deals, equals",
        "deals, unequals",
    )
    print(Table(f"Sequential test, {options.matches:,} matches of each kind", columns, rows))


def first_answer(
    test: Gsprt, outcomes: Iterable[int], every: int = 1
) -> tuple[int, GsprtState] | None:
    """Return the number of deals after which a test first has an answer, and its state then.

    Returns None if it never has one. ``outcomes`` are, in the order of the deals, 1 if only ``a``
    won, -1 if only ``b`` won and 0 otherwise; the test is checked after every ``every`` deals.
    """
    counts = {1: 0, 0: 0, -1: 0}
    for deals, outcome in enumerate(outcomes, start=1):
        counts[outcome] += 1
        if deals % every == 0:
            state = test.state(PairedCounts(counts[1], counts[0], counts[-1]))
            if state.verdict != "undecided":
                return deals, state
    return None


def play(test: Gsprt, apart: float, difference: float, match: int, seed: int) -> tuple[int, str]:
    """Return after how many deals a simulated match ends, and the answer of the test."""
    random = Random(f"{seed} {match}").random
    only_a = (apart + difference) / 2
    draws = iter(random, None)
    answer = first_answer(test, (1 if x < only_a else -1 if x < apart else 0 for x in draws))
    assert answer is not None  # the draws never end
    deals, state = answer
    return deals, state.verdict


def share(ends: list[tuple[int, str]], verdict: str) -> Share:
    """Return the share of matches that ended with a verdict."""
    return Share.of(sum(said == verdict for _, said in ends), len(ends))


if __name__ == "__main__":
    main()
