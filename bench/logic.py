"""The satisfiability test: one solver for a whole game, compared with new solvers and with DNF."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import Any

from bench import boards
from bench.measure import cpu_seconds
from bench.options import Options
from bench.table import Spread, Table
from sapper.game import Level, Position
from sapper.inference.constraints import constraints
from sapper.inference.satisfiability import Satisfiability, certain_cells

GAMES = 12
DNF_POSITIONS = 3  #: one position from each game; DNF takes a tenth of a second for each
LOW, HIGH = boards.MIDDLE


def tables(options: Options) -> Iterator[Table]:
    """Yield a table of the CPU time for all frontier cells of an expert mid-game position."""
    games = max(2, GAMES * options.positions // 1000)
    kept, new, dnf = [], [], []
    proved = missed = 0
    for number in range(games):
        middle = _middle(number)
        solver: Satisfiability | None = None
        for k, position in enumerate(middle):
            if solver is None:
                solver = Satisfiability(position)  # its first position does not count as mid-game
                solver.certain()
                continue
            kept.append(1000 * cpu_seconds(partial(_grow, solver, position)))
            if k % max(1, len(middle) // DNF_POSITIONS) == 0:
                found: list[Any] = []
                new.append(1000 * cpu_seconds(partial(_keep, found, certain_cells, position)))
                dnf.append(1000 * cpu_seconds(partial(_keep, found, by_dnf, position)))
                (safe, mines), (safe_by_dnf, mines_by_dnf) = found
                assert safe_by_dnf <= safe
                assert mines_by_dnf <= mines
                proved += len(safe_by_dnf) + len(mines_by_dnf)
                frontier = {i for c in constraints(position) for i in c.cells}
                missed += len((safe | mines) & frontier) - len(safe_by_dnf) - len(mines_by_dnf)
    median = Spread.of(kept).median
    rows = [
        ("one solver for the whole game", len(kept), Spread.of(kept), 1.0),
        ("a new solver per position", len(new), Spread.of(new), Spread.of(new).median / median),
        ("DNF, a solver per question", len(dnf), Spread.of(dnf), Spread.of(dnf).median / median),
    ]
    yield Table(
        "Satisfiability test, expert mid-game positions, all frontier cells",
        ("method", "positions", "CPU ms", "times as long"),
        rows,
        "DNF is the encoding of the 2018 report: each clue is the disjunction of its arrangements, "
        "and the number of mines is used only\nif five or fewer are left. It is converted to "
        "clauses by Tseitin's method and solved by MiniSat, with a new solver for every question\n"
        f"as in the report. It proves {proved} of the {proved + missed} frontier cells that are "
        "certain here.",
    )


def _middle(number: int) -> list[Position]:
    """Return the positions in the middle of one game, in order."""
    met = boards.play(Level.parse("expert"), 11, number, lives=20)
    return [m.position for m in met if LOW <= m.open <= HIGH]


def _grow(solver: Satisfiability, position: Position) -> object:
    solver.grow(position)
    return solver.certain()


def _keep(found: list[Any], ask: Callable[[Position], object], position: Position) -> None:
    found.append(ask(position))


def by_dnf(position: Position) -> tuple[set[int], set[int]]:
    """Return the frontier cells proved safe and those proved mines, by the method of the report."""
    clauses, frontier = _clauses(position)
    mines = {i for i in frontier if not _satisfiable(clauses, -_literal(i))}
    return {i for i in frontier - mines if not _satisfiable(clauses, _literal(i))}, mines


def _satisfiable(clauses: list[list[int]], literal: int) -> bool:
    from pysat.solvers import Minisat22

    with Minisat22(bootstrap_with=[*clauses, [literal]]) as solver:
        return bool(solver.solve())


def _clauses(position: Position) -> tuple[list[list[int]], set[int]]:
    limits = [(sorted(c.cells), c.mines) for c in constraints(position)]
    frontier = {i for cells, _ in limits for i in cells}
    if (
        position.mines_left <= 5 and len(position.hidden_indices) <= 16
    ):  # more would run out of memory
        limits.append((list(position.hidden_indices), position.mines_left))
    clauses: list[list[int]] = []
    variable = position.grid.size
    for cells, count in limits:
        arrangements = []
        for mines in combinations(cells, count):
            variable += 1
            arrangements.append(variable)
            clauses += [[-variable, _literal(i) if i in mines else -_literal(i)] for i in cells]
        clauses.append(arrangements)
    return clauses, frontier


def _literal(cell: int) -> int:
    return cell + 1
