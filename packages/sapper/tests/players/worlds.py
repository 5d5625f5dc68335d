"""Small worlds of every kind, and what the players of these tests play on them."""

from collections.abc import Iterator
from itertools import product

from sapper.arena import Turn, turns
from sapper.game import PLAYS, Chance, Deal, First, Grid, Rules

#: The players that the kernel plays, too.
NATIVE = (
    "random",
    "single-point",
    "csp",
    "swift",
    "corner > csp",
    "start > swift",
    "csp > random",
    "single-point > corner > swift",
)
FIRSTS: tuple[First, ...] = ("any", "safe", "opening")
WHEEL = tuple((0, i) for i in range(1, 13)) + tuple((i, i % 12 + 1) for i in range(1, 25))
WORLDS = {
    "square": (Grid(8, 6), 9),
    "thin": (Grid(14, 2), 5),
    "torus": (Grid(6, 7, "torus"), 8),
    "hex": (Grid(7, 7, "hex"), 10),
    "graph": (Grid(5, 5, "graph", edges=WHEEL), 4),
    "blocked": (Grid(8, 7, blocked=frozenset({0, 1, 8, 27, 28, 36, 55})), 8),
}


def luck(seed: int, number: int) -> Chance:
    """The player's chances in a game of a match."""
    return Chance(seed, PLAYS, number)


def played(recipe: str, seed: int, games: int) -> Iterator[tuple[Turn, frozenset[int]]]:
    """Every turn of so many games in each world, with where the mines lie."""
    for (grid, mines), first in product(WORLDS.values(), FIRSTS):
        for number in range(games):
            deal = Deal.seeded(grid, mines, seed, number)
            shown = list(turns(recipe, Rules(first), deal, luck(seed, number)))
            laid = deal.mine_indices(grid.index(shown[0].step.decision.move.cell), first)
            for turn in shown:
                yield turn, laid
