"""Checks explanations on many positions, and prints one line of JSON.

- ``chains``: every certain cell of positions of games: chains that the independent checker refuses,
  certificates, and hints that are dearer than the cheapest explanation of a safe cell.
- ``joined``: one proof of all safe cells of a position: refused, or with a step told twice.
- ``guesses``: advice about guesses in endings that perfect play by brute force refutes, and moves
  of ``swift`` among equally good ones that are not of the lowest risk.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, islice
from multiprocessing import get_context
from multiprocessing.pool import Pool

import sapper
from bench.boards import play
from bench.options import command
from sapper.explanations import explain_all
from sapper.explanations.explanation import together
from sapper.game import Level, Position
from sapper.inference import analyse
from sapper.players import Decision
from tests.explanations.checker import fault
from tests.reviews.advice import perfect, refuted

MAX_HIDDEN = 13  #: hidden cells of an ending that brute force plays
MAX_SAFE = 12  #: safe cells that are proved together


def chains(position: Position) -> Counter[str]:
    """Count the chains of a position, and their faults."""
    found = explain_all(position)
    tally = Counter(positions=1, cells=len(found))
    for explanation in found.values():
        tally["refused"] += fault(position, explanation.to_json()) is not None
        tally["certificates"] += explanation.certificate
    costs = [e.difficulty or 0.0 for e in found.values() if e.verdict == "safe"]
    if costs:
        hint = sapper.difficulty(position) or 0.0
        tally.update(hints=1, dearer=hint > min(costs), cheaper=hint < min(costs))
    return tally


def joined(position: Position) -> Counter[str]:
    """Count a proof of all safe cells of a position, and its faults."""
    safe = analyse(position).safe
    proof = together(position, safe) if 1 < len(safe) <= MAX_SAFE else None
    if proof is None:
        return Counter()
    told = [step for step in proof.steps if step.tells_steps]
    counts = [step for step in proof.steps if step.mine_count and step.suppose is None]
    suppositions = {tuple(sorted(inner.clues for inner in step.steps)) for step in told}
    return Counter(
        positions=1,
        refused=fault(position, proof.to_json()) is not None,
        suppositions=len(told),
        suppositions_twice=len(told) - len(suppositions),
        counts_twice=len(counts) - len({step.clues for step in counts}),
    )


def guesses(position: Position) -> Counter[str]:
    """Count the guesses of an ending, and the advice and the moves that are wrong."""
    said, faults = refuted(position, MAX_HIDDEN)
    if not said:
        return Counter()
    tally = Counter(positions=1, guesses=said, refuted=len(faults))
    exact, risks = perfect(position), analyse(position).probabilities
    most = max(exact.values())
    best = [index for index, won in exact.items() if won == most]
    move = sapper.suggest(position)
    if isinstance(move, Decision):
        chosen = position.grid.index(move.move.cell)
        tally.update(moves=1, worse=chosen not in best, ties=len(best) > 1)
        tally["riskier"] += risks[chosen] > min(risks[index] for index in best) + 1e-9
    return tally


CHECKS: dict[str, Callable[[Position], Counter[str]]] = {
    "chains": chains,
    "joined": joined,
    "guesses": guesses,
}


def _game(task: tuple[str, str, int, int]) -> list[Counter[str]]:
    """Return the tally of each position of a game that counts for a check."""
    check, level, seed, number = task
    tallies = (CHECKS[check](met.position) for met in play(Level.of(level), seed, number))
    return [tally for tally in tallies if tally]


def main() -> None:
    """Check positions until there are enough; the answer is the same on any number of workers."""
    parser = command("bench.teaching", __doc__, seed=1, workers=1)
    parser.add_argument("check", choices=CHECKS)
    parser.add_argument("--level", default="expert", help="a name, or WxHxM [expert]")
    parser.add_argument("-n", "--positions", type=int, default=100, metavar="N", help="[100]")
    options = parser.parse_args()
    start = time.perf_counter()
    tasks = ((options.check, options.level, options.seed, number) for number in count())
    total: Counter[str] = Counter()
    with get_context("spawn").Pool(options.workers) as pool:
        for tally in islice(_counted(pool, tasks, 2 * options.workers), options.positions):
            total.update(tally)
    print(json.dumps({**vars(options), **total, "seconds": round(time.perf_counter() - start, 1)}))


def _counted(
    pool: Pool, tasks: Iterator[tuple[str, str, int, int]], games: int
) -> Iterator[Counter[str]]:
    """Yield the tallies in the order of the games, of which so many are handed out at a time."""
    while True:
        for tallies in pool.map(_game, islice(tasks, games), chunksize=1):
            yield from tallies


if __name__ == "__main__":
    main()
