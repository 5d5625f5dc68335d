"""Strategies for variants: each opens a cell, with its reason, or passes."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

from sapper.arguments import ranged
from sapper.errors import BudgetError
from sapper.estimate import percent
from sapper.game import Cell, Chance, Move
from sapper.game import Position as PlainPosition
from sapper.players import Decision, Pass, Reason
from sapper_variants.analysis import analyse, certain_cells
from sapper_variants.counting import Counting
from sapper_variants.playing import clues_of_layout, variant_position
from sapper_variants.position import Position
from sapper_variants.proof import Explanation, explain, premises_alone

CLOSE = 0.05  #: a candidate of the look-ahead has at most so much more risk than the safest cell
ROUNDING = 12  #: decimal places in which chances are compared


class SingleClue:
    """Opens a cell that a single clue, a rule or the number of mines proves safe.

    >>> import sapper, sapper_variants
    >>> game = sapper.play("single-clue > random", "cross:5x5x5", seed=4)
    >>> game.record.decisions
    {'hint': 1, 'random': 2, 'single-clue': 17}
    """

    name = "single-clue"
    variants = True

    def decide(self, position: PlainPosition, chance: Chance) -> Decision | Pass:
        """Open the first such cell."""
        if not position.rules.variant:
            return _of_variants(self.name)
        view = variant_position(position)
        for step in premises_alone(view):
            if step.safe:
                found = Explanation(view, step.safe[0], "safe", (step,))
                return _opening(view, step.safe[0], self.name, found)
        return Pass(self.name, "no single clue or rule proves a hidden cell safe")


class Satisfiability:
    """Opens a cell that all clues and rules together prove safe."""

    name = "satisfiability"
    variants = True

    def decide(self, position: PlainPosition, chance: Chance) -> Decision | Pass:
        """Open the first such cell."""
        if not position.rules.variant:
            return _of_variants(self.name)
        view = variant_position(position)
        safe, _ = certain_cells(view)
        if not safe:
            return Pass(self.name, "no hidden cell is certainly safe")
        return _opening(view, min(safe), self.name, None)


class LeastRisk:
    """Opens a cell that is least likely to be a mine, by an exact count."""

    name = "least-risk"
    variants = True

    def decide(self, position: PlainPosition, chance: Chance) -> Decision | Pass:
        """Open the first cell of the least risk; pass where counting is too hard."""
        if not position.rules.variant:
            return _of_variants(self.name)
        try:
            ranked = _ranked(variant_position(position))
        except BudgetError as error:
            return Pass(self.name, str(error))
        return _guessing(position, ranked, self.name, "least risk", "least likely to be a mine")


@dataclass(frozen=True)
class LookAhead:
    """Opens the cell that most often leads on: it is safe, and some cell is then certainly safe.

    - ``samples``: the layouts that are tried for each candidate.
    - ``most``: the number of candidates, those of the least risk.
    """

    samples: int = 12
    most: int = 4
    name = "look-ahead"
    variants = True

    def __post_init__(self) -> None:
        ranged("samples", self.samples, 1, 10_000)
        ranged("most", self.most, 1, 1_000)

    def decide(self, position: PlainPosition, chance: Chance) -> Decision | Pass:
        """Open the best candidate; pass where counting is too hard."""
        if not position.rules.variant:
            return _of_variants(self.name)
        view = variant_position(position)
        try:
            counting = Counting(view)
            ranked = _ranked(view, counting)
        except BudgetError as error:
            return Pass(self.name, str(error))
        layouts = [counting.sample(chance) for _ in range(self.samples)]
        least = ranked[0][1]
        close = [pair for pair in ranked[: self.most] if pair[1] <= least + CLOSE]
        scored = [(cell, (1 - risk) * _leads_on(view, cell, layouts), risk) for cell, risk in close]
        best = sorted(scored, key=lambda found: (-round(found[1], ROUNDING), found[2], found[0]))
        chosen = [(cell, risk) for cell, _, risk in best]
        words = f"safe and leads on in {percent(best[0][1])} of the layouts, as far as samples tell"
        return _guessing(position, chosen, self.name, "look-ahead", words)


def _leads_on(view: Position, cell: int, layouts: Sequence[frozenset[int]]) -> float:
    """The share of the layouts with this cell safe in which, once open, another one is certain."""
    safe = [layout for layout in layouts if cell not in layout]
    seen = (clues_of_layout(view.variant, view.board, layout).cells[cell] for layout in safe)
    after = [view.opened({cell: text}) for text in seen]
    return sum(bool(certain_cells(each)[0]) for each in after) / len(after) if after else 0.0


def _ranked(view: Position, counting: Counting | None = None) -> list[tuple[int, float]]:
    """The hidden cells with their risks, the safest first."""
    chances = (counting or Counting(view)).chances()
    return sorted(chances.items(), key=lambda pair: (round(pair[1], ROUNDING), pair[0]))


def _guessing(
    position: PlainPosition, ranked: Sequence[tuple[int, float]], name: str, kind: str, words: str
) -> Decision:
    cell, risk = ranked[0]
    at = position.grid.cell
    considered = tuple((at(i), chance) for i, chance in ranked[:5])
    reason = Reason(kind, f"{list(at(cell))} is {words} ({percent(risk)})", considered=considered)
    return Decision(Move("open", at(cell)), name, reason, risk)


def _opening(view: Position, cell: int, name: str, known: Explanation | None) -> Decision:
    where = view.cell(cell)
    return Decision(Move("open", where), name, lambda: _reason(view, where, known), 0.0)


def reason_of(position: PlainPosition, index: int) -> Reason:
    """Return why a cell is certain by the rules of a variant, in words."""
    return _reason(variant_position(position), position.grid.cell(index))


def _reason(view: Position, cell: Cell, found: Explanation | None = None) -> Reason:
    try:
        found = found or explain(view, cell)
    except BudgetError as error:
        return Reason("proof", str(error))
    sources = (source for step in found.steps for source in step.sources)
    clues = {view.cell(source.number): None for source in sources if source.kind == "clue"}
    return Reason("proof", " ".join(str(found).split()).rstrip("."), tuple(clues))


def chances(position: PlainPosition, seconds: float) -> tuple[array[float], float, str]:
    """Return the mine probability of each cell (nan where it is not hidden or not known), the
    decimal logarithm of the number of layouts, and a note if not everything is known."""
    found = analyse(variant_position(position), seconds=seconds)
    certain = dict.fromkeys(found.safe, 0.0) | dict.fromkeys(found.certain_mines, 1.0)
    known = {position.grid.index(cell): chance for cell, chance in certain.items()}
    known |= found.chances
    every = array("d", (known.get(i, nan) for i in range(position.grid.size)))
    return every, found.log10_layouts, found.note


def _of_variants(name: str) -> Pass:
    return Pass(name, "it plays only boards of a variant, such as liar:8x8x10")
