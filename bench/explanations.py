"""Explanations: how long the chains are, what they use, and the CPU time of one cell."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from math import inf

from bench.boards import gilded, lattice, other_grids, play
from bench.options import Options
from bench.table import Table
from limited_belief import Budget
from sapper.explanations import Explanation, difficulty, explain_all
from sapper.game import Position
from sapper.game.codes import HIDDEN
from sapper.game.level import LEVELS
from sapper.inference import analyse
from sapper.reviews import explain
from sapper_agents.limited.limited import CellKnowledge, cell_of
from tests.explanations.checker import fault

TECHNIQUES = ("one clue", "two clues", "derived counts", "mine count", "suppose")
LATTICES = 14  #: boards of isolated clues
SIDE = 15
MAX_OTHER_POSITIONS = 1000  #: positions at most of other grids, and of worlds with gold


def tables(options: Options) -> Iterator[Table]:
    """Yield tables of the chains of every certain cell: steps, techniques, cost and time."""
    named = {level: met(level, options.positions) for level in ("beginner", "intermediate")}
    named["expert"] = met("expert", options.positions)
    others = min(options.positions, MAX_OTHER_POSITIONS)
    named["other grids"] = other_grids(33, others)
    named["worlds with gold"] = gilded(33, others)
    named["isolated clues"] = lattices(2 if options.quick else LATTICES)
    rows, used = [], []
    for name, positions in named.items():
        steps, costs, taken = [], [], []
        hardest = Counter[str]()
        places = refused = dearer = 0
        for position in positions:
            places += 1
            least = inf
            for explanation, seconds in timed(position):
                if explanation.verdict == "safe":
                    least = min(least, explanation.difficulty or inf)
                steps.append(length(explanation))
                costs.append(explanation.difficulty or 0.0)
                taken.append(1000 * seconds)
                hardest[technique(explanation)] += 1
                refused += fault(position, explanation.to_json()) is not None
            dearer += (difficulty(position) or inf) > least
        cells = len(steps)
        figures = (quantiles(steps), quantiles(costs), quantiles(taken))
        rows.append((name, places, cells, refused, dearer, *figures))
        kinds = (*TECHNIQUES, "nested", "certificate")
        used.append((name, *(100 * hardest[kind] / max(1, cells) for kind in kinds)))
    faults = ("refused by the checker", "hints dearer than the least")
    columns = ("positions", "number", "certain cells", *faults)
    quantile = "median, 99%, most"
    heads = tuple(f"{what}: {quantile}" for what in ("steps", "cost", "CPU ms"))
    notes = "Steps inside a supposition count. The time is that of sapper.explain of one cell."
    yield Table("Explanations: the chains of all certain cells", (*columns, *heads), rows, notes)
    title = "The hardest technique of a chain, in percent of the certain cells"
    yield Table(title, ("positions", *TECHNIQUES, "nested", "certificate"), used)
    yield _levels(options)


def _levels(options: Options) -> Table:
    """Return the costs of the cells that each split level of limited belief decides."""
    costs: dict[str, list[float]] = {name: [] for name in ("0", "1", "2", "more, or the total")}
    for position in met("expert", options.positions):
        decided = levels(position)
        for cell, explanation in explain_all(position).items():
            level = decided.get(position.grid.index(cell), "more, or the total")
            costs[level].append(explanation.difficulty or 0.0)
    rows = [(level, len(found), quantiles(found)) for level, found in costs.items()]
    title = f"Split level of limited belief and cost, expert positions: {options.positions}"
    return Table(title, ("level", "certain cells", "cost: median, 99%, most"), rows)


def levels(position: Position) -> dict[int, str]:
    """Return the lowest split level that decides each hidden cell, by index."""
    knowledge = CellKnowledge(position.grid)
    knowledge.learn(position, [i for i, code in enumerate(position.cells) if code < HIDDEN])
    found: dict[int, str] = {}
    for level in range(3):
        literals = knowledge.news() if level == 0 else knowledge.decided(level, Budget())
        for literal in literals:
            found.setdefault(cell_of(literal), str(level))
    return found


def met(level: str, positions: int) -> Iterator[Position]:
    """Yield this many positions of least-risk games."""
    number = 0
    while positions:
        for found in play(LEVELS[level], 33, number):
            if positions:
                positions -= 1
                yield found.position
        number += 1


def lattices(number: int) -> Iterator[Position]:
    """Yield boards whose clues lie apart from each other."""
    for seed in range(number):
        yield lattice(SIDE, 0.2, seed)


def timed(position: Position) -> Iterator[tuple[Explanation, float]]:
    """Yield the explanation of every certain cell with its CPU seconds."""
    analysis = analyse(position)
    for cell in (*analysis.safe, *analysis.certain_mines):
        before = time.process_time()
        explanation = explain(position, cell)
        yield explanation, time.process_time() - before


def length(explanation: Explanation) -> int:
    """Return the number of steps of a chain, with those inside suppositions."""
    return len(explanation.rows())


def technique(explanation: Explanation) -> str:
    """Return the hardest technique of a chain."""
    if explanation.certificate:
        return "certificate"
    inner = [inside for step in explanation.steps for inside in step.steps]
    if any(step.technique == "suppose" for step in inner):
        return "nested"
    kinds = {step.technique for step in (*explanation.steps, *inner)}
    return max(kinds, key=TECHNIQUES.index)


def quantiles(values: Iterable[float]) -> str:
    """Return the median, the 99th percentile and the largest of some values."""
    found = sorted(values)
    if not found:
        return "–"
    chosen = (found[len(found) // 2], found[len(found) * 99 // 100], found[-1])
    return ", ".join(f"{value:.3g}" for value in chosen)
