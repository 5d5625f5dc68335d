"""Variants on 8x8 boards: CPU time of certain cells, of chances, and of making a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from bench.measure import cpu_seconds
from bench.options import Options
from bench.table import Table
from sapper.errors import BudgetError
from sapper.game import Chance
from sapper_variants import Counting, Layouts, Position, Variant, deal, names, opened, puzzle

SIDE = 8
MINES = 20
#: The mines of variants that do not allow so many, by the beginning of the name.
OTHERS = {"apart": 8, "balance": 24, "battleship": 16, "domino": 16}
SHARES = (0.2, 0.4, 0.6, 0.8)  #: of the safe cells that are open


def tables(options: Options) -> Iterator[Table]:
    """Yield a table with a row for each variant."""
    number = max(len(SHARES), options.positions // 50)
    rows = []
    for name in names():
        variant = Variant.named(name)
        certain, chances, refused = [], [], 0
        for position in positions(variant, number):
            certain.append(1000 * cpu_seconds(lambda at=position: Layouts.of(at).certain()))
            try:
                chances.append(1000 * cpu_seconds(lambda at=position: Counting(at).chances()))
            except BudgetError:
                refused += 1
        made = cpu_seconds(lambda of=variant: puzzle(of, SIDE, SIDE, mines(of), seed=1))
        figures = (median(certain), max(certain), median(chances), max(chances))
        rows.append((name, number, *figures, refused, made))
    columns = ("certain ms", "most", "chances ms", "most", "refused", "a puzzle, s")
    yield Table(
        f"Variants: {SIDE}x{SIDE} boards, a fifth to four fifths of the safe cells open",
        ("variant", "positions", *columns),
        rows,
        "CPU time of one core: median and most. The first puzzle of each variant, with its deal.",
    )


def mines(variant: Variant) -> int:
    """Return the number of mines for a variant."""
    return OTHERS.get(variant.name.partition("-")[0], MINES)


def positions(variant: Variant, number: int) -> Iterator[Position]:
    """Yield positions of a deal by chance, in which some safe cells show their clues."""
    layout = deal(variant, SIDE, SIDE, mines(variant), seed=5)
    chance = Chance(6)
    full = opened(variant, SIDE, SIDE, layout, chance)
    for at in range(number):
        share = SHARES[at % len(SHARES)]
        yield full.opened({i: "H" for i in range(SIDE * SIDE) if chance.random() >= share})
