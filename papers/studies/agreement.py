"""Agreement of the kernel with brute force, and of its certain cells with satisfiability."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import isnan, log

from bench import boards
from bench.options import Options
from bench.table import Table
from sapper.errors import ImpossiblePositionError
from sapper.game import Chance, Position
from sapper.inference.analysis import Analysis, analyse
from sapper.inference.satisfiability import certain_cells
from sapper.players import STRATEGIES, Decision, player
from tests.inference.brute import mine_counts
from tests.inference.gilded import certain, gilded_positions
from tests.inference.positions import small_positions

TOLERANCE = 1e-12


def tables(options: Options) -> Iterator[Table]:
    """Yield tables of how often they disagree, and by how much."""
    rows = [
        _brute(options.small // 2, consistent=True),
        _brute(options.small // 2, consistent=False),
        _certain(options.positions * 2),
    ]
    columns = (
        "kernel compared with",
        "positions",
        "impossible",
        "disagreements",
        "largest difference",
    )
    yield Table("Agreement", columns, rows, f"A difference above {TOLERANCE} is a disagreement.")
    yield _moves(options.small // 2)


def _brute(count: int, *, consistent: bool) -> tuple[object, ...]:
    impossible = wrong = 0
    largest = 0.0
    for position in small_positions(7, count, consistent=consistent):
        total, counts = mine_counts(position)
        impossible += total == 0
        try:
            analysis = analyse(position)
        except ImpossiblePositionError:
            wrong += total > 0
            continue
        if total == 0:
            wrong += 1
            continue
        difference = _difference(position, analysis, total, counts)
        largest = max(largest, difference)
        wrong += difference > TOLERANCE
    kind = "brute force" if consistent else "brute force, a clue or the number of mines changed"
    return (f"{kind} (every kind of grid)", count, impossible, wrong, largest)


def _difference(position: Position, analysis: Analysis, total: int, counts: list[int]) -> float:
    """Return the largest difference of a probability or relative difference of the layouts."""
    found = analysis.mine_probability.ravel().tolist()
    # Compare logarithms, so that their rounding is not mistaken for an error of counting.
    largest = abs(analysis.log10_layouts - log(total) / log(10)) / max(1.0, log(total))
    for i in position.hidden_indices:
        if counts[i] in (0, total) and found[i] != counts[i] / total:
            return float("inf")  # certain cells must be exactly 0 or 1
        if isnan(found[i]) or (found[i] in (0.0, 1.0) and 0 < counts[i] < total):
            return float("inf")
        largest = max(largest, abs(found[i] - counts[i] / total))
    return largest


def _moves(count: int) -> Table:
    """Compare the certain moves of every strategy that makes any with brute force."""
    seen = dict.fromkeys(STRATEGIES, 0)
    wrong = dict.fromkeys(STRATEGIES, 0)
    third = count // 3
    for position in chain(
        small_positions(8, third, max_hidden=9),
        gilded_positions(9, third),
        gilded_positions(10, count - 2 * third, max_hidden=5),
    ):
        if position.untouched:
            continue  # the first cell is safe by the rules, not by proof
        safe, mines = certain(position)
        for name in STRATEGIES:
            decision = player(f"{name} > {name}").begin(Chance(1))(position)
            if isinstance(decision, Decision) and decision.mine_probability in (0.0, 1.0):
                cell = position.grid.index(decision.move.cell)
                seen[name] += 1
                wrong[name] += cell not in (mines if decision.move.action == "flag" else safe)
    rows = [(name, count, seen[name], wrong[name]) for name in STRATEGIES if seen[name]]
    columns = ("strategy", "positions", "certain moves", "wrong")
    return Table("Certain moves", columns, rows, "Two thirds of the positions have gold.")


def _certain(count: int) -> tuple[object, ...]:
    positions = boards.expert(count - count // 2, guess=False, seed=3)
    positions += boards.expert(count // 2, guess=True, seed=4)
    wrong = 0
    for position in positions:
        analysis = analyse(position)
        safe, mines = certain_cells(position)
        index = position.grid.index
        same = {*map(index, analysis.safe)} == safe
        wrong += not (same and {*map(index, analysis.certain_mines)} == mines)
    return ("satisfiability, certain cells (expert)", count, 0, wrong, None)
