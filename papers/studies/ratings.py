"""Whether ratings converge: ``papers.studies.ratings`` simulates players of known strength.

Each player tries puzzles one after the other, chosen as ``sapper puzzle`` chooses them, and solves
one with the chance that Elo's formula gives for the two strengths. The strength of a puzzle is its
first rating with a normal error, so that estimates are wrong; players and puzzles start and change
as they do in the store of ratings.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random

from bench.options import command
from bench.table import Table
from sapper.kernel.chance import Chance
from sapper_workbench.study.puzzles.package import Collection, puzzles
from sapper_workbench.study.puzzles.ratings import FIRST_RATING, PUZZLE_DEVIATION, Rating, moved

STRENGTHS = 1450.0, 250.0  #: mean and standard deviation of the players
POINTS = (10, 25, 50, 100, 200)  #: numbers of tries after which the ratings are compared


@dataclass(frozen=True)
class Errors:
    """Differences between ratings and strengths: their root mean square, and the share of those
    within two deviations of the rating."""

    count: int
    rms: float
    within: float

    @classmethod
    def of(cls, pairs: list[tuple[Rating, float]]) -> Errors:
        """Return the errors of ratings, each with the strength that it should have."""
        differences = [(rating, rating.value - true) for rating, true in pairs]
        square = sum(error * error for _, error in differences) / len(differences)
        near = sum(abs(error) <= 2 * rating.deviation for rating, error in differences)
        return cls(len(differences), sqrt(square), near / len(differences))


def simulate(
    among: Collection, players: int, tries: int, error: float, seed: int
) -> tuple[dict[int, Errors], Errors, Errors]:
    """Return the errors of the players after some numbers of tries, and those of the puzzles that
    five players or more have tried, before and after it."""
    luck, chance = Random(seed), Chance(seed)
    known = {one.id: Rating(float(one.rating), PUZZLE_DEVIATION) for one in among.by_id.values()}
    true = {one.id: one.rating + luck.gauss(0.0, error) for one in among.by_id.values()}
    strengths = [luck.gauss(*STRENGTHS) for _ in range(players)]
    ratings = [FIRST_RATING] * players
    done: list[set[str]] = [set() for _ in range(players)]
    tried = dict.fromkeys(known, 0)
    found: dict[int, Errors] = {}
    for number in range(1, tries + 1):
        for at, strength in enumerate(strengths):
            own = ratings[at]
            name = among.chosen(own.value, chance, None, done[at]).id
            solved = luck.random() < 1 / (1 + 10 ** ((true[name] - strength) / 400))
            ratings[at] = moved(own, known[name], float(solved))
            known[name] = moved(known[name], own, float(not solved))
            done[at].add(name)
            tried[name] += 1
        if number in POINTS or number == tries:
            found[number] = Errors.of(list(zip(ratings, strengths, strict=True)))
    often = [one for one in among.by_id.values() if tried[one.id] >= 5]
    before = Errors.of(
        [(Rating(float(one.rating), PUZZLE_DEVIATION), true[one.id]) for one in often]
    )
    return found, before, Errors.of([(known[one.id], true[one.id]) for one in often])


def main() -> None:
    """Simulate, and print a table."""
    parser = command(
        "papers.studies.ratings", __doc__, players=200, tries=200, puzzles=2000, seed=1
    )
    parser.add_argument("--error", type=float, default=120.0, help="of the puzzles' first ratings")
    options = parser.parse_args()
    chosen = Chance(options.seed).shuffled(sorted(puzzles().by_id))[: options.puzzles]
    among = Collection(puzzles().by_id[name] for name in chosen)
    found, before, after = simulate(
        among, options.players, options.tries, options.error, options.seed
    )
    rows: list[tuple[object, ...]] = [
        (f"players after {number} tries", errors.count, f"{errors.rms:.0f}", f"{errors.within:.0%}")
        for number, errors in found.items()
    ]
    for name, errors in (("puzzles, first rating", before), ("puzzles, at the end", after)):
        rows.append((name, errors.count, f"{errors.rms:.0f}", f"{errors.within:.0%}"))
    title = f"{options.players} players, {len(among)} puzzles, seed {options.seed}"
    columns = ("rating", "number", "error (root mean square)", "within two deviations")
    print(Table(title, columns, rows))


if __name__ == "__main__":
    main()
