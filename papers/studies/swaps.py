"""How much do losses that nobody can avoid lower the bound on perfect play after an opened 0?

    python -m papers.studies.swaps 8x8x10 --start 0 --deals 20000

Plays the relaxed game of ``sapper bounds`` with one guess. *F* is the safety of the first guess;
*pairs* and *all* are worth what the game is worth if two layouts that differ by swapped cells are
known not to be won both, with swaps of two adjacent cells only, and with blocks and chains too.
All columns have the same deals.
"""

from __future__ import annotations

import time

import numpy as np

from bench.options import command
from bench.table import points
from sapper.arena.stats import Floats
from sapper.game import Grid
from sapper.game.codes import HIDDEN
from sapper.game.level import board_of
from sapper.game.rules import FIRST_CODES
from sapper.players import swaps
from sapper_lab.bounds.kernel.relaxation import Relaxation

GUESSES, LAYOUTS = 1, 20  #: the defaults of ``sapper bounds``


def main() -> None:
    """Measure the three means and the difference of the last two."""
    parser = command("papers.studies.swaps", __doc__, deals=20000, seed=7)
    parser.add_argument("level")
    parser.add_argument("--start", type=int, default=0, help="index of the first cell, a 0")
    chosen = parser.parse_args()
    grid, mines = board_of(chosen.level)
    complete = Relaxation(grid, mines, True, GUESSES, LAYOUTS)
    simple = Relaxation(grid, mines, True, GUESSES, LAYOUTS, swaps=[pairs(grid)])
    safety, both, slow = values(complete, grid, chosen.start, chosen.seed, chosen.deals)
    _, few, quick = values(simple, grid, chosen.start, chosen.seed, chosen.deals)
    print(
        f"{chosen.deals} deals: F {points(safety)}, pairs {points(few)}, all {points(both)},"
        f" difference {points(few - both)}; {1000 * quick:.2f} and {1000 * slow:.2f} ms of CPU time"
        " per deal"
    )


def values(
    game: Relaxation, grid: Grid, start: int, seed: int, deals: int
) -> tuple[Floats, Floats, float]:
    """Return *F* and the values of deals that open a 0 at a cell, and the CPU seconds of a deal."""
    first, last = np.empty(deals), np.empty(deals)
    begun = time.process_time()
    game.values(bytes([HIDDEN]) * grid.size, start, FIRST_CODES["opening"], seed, 0, first, last)
    return first, last, (time.process_time() - begun) / deals


def pairs(grid: Grid) -> swaps.Swaps:
    """Return only the swaps of two adjacent cells."""
    found = swaps.swaps(grid)
    count = found.sizes.count(1)  # they come first
    return swaps.Swaps(
        found.sizes[:count],
        found.starts[: count + 1],
        found.cells[: found.starts[count]],
        found.of_starts,
        found.of_cell,
    )


if __name__ == "__main__":
    main()
