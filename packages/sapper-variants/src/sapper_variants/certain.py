"""Certain cells of any variant, by satisfiability.

A sum is a cardinality constraint, which MiniCard supports; every other constraint is a decision
diagram, whose states are variables. Rules on groups are not encoded: a solution that violates one
adds the clauses that it violates (lazy cuts, as in the solution of travelling salesmen by Dantzig,
Fulkerson and Johnson 1954).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sapper.errors import BudgetError, ImpossiblePositionError
from sapper.inference.minicard import MiniCard
from sapper_variants.diagram import DEAD, Constraint, Sum, Table, propagate, shortened
from sapper_variants.groups import Groups, Literal
from sapper_variants.position import Position

QUESTION = 5_000  #: propagations that a solution counts as in a budget, with what is done about it
ANSWERS = 100  #: of the solver to questions with a limit each, with cuts after most of them
MANY_CELLS = 10  #: of a sum, more than around a cell
CHUNK = 16  #: cells about which one question is asked: whether one of them may differ


#: Clauses that layouts violated, in the order in which they were found.
Cuts = dict[tuple[Literal, ...], None]


class Layouts:
    """The layouts that some constraints allow, in a solver that keeps what it has proved.

    - ``cells``: the unknown cells; ``known`` says of others whether they are mines.
    - ``seconds``: the wall time that each question may take.
    - ``propagations``: the work that all questions may take, the same on every machine; each
      counts as ``QUESTION`` propagations at least.
    - ``cuts``: what earlier solutions of other positions with these groups violated; it grows.

    A question raises ``BudgetError`` when it takes more.
    """

    def __init__(
        self,
        cells: Sequence[int],
        constraints: Iterable[Constraint],
        groups: Collection[Groups] = (),
        known: dict[int, bool] | None = None,
        *,
        seconds: float | None = None,
        propagations: int | None = None,
        cuts: Cuts | None = None,
    ) -> None:
        self.cells = cells
        self.mines = frozenset[int]()  #: of the last layout found
        self._solver = MiniCard(propagations=propagations)
        self._seconds = seconds
        self._questions = None if propagations is None else propagations // QUESTION
        self._literals = {cell: self._solver.variable() for cell in cells}
        self._proved = set[int]()
        self._answers = 0
        self._groups = groups
        self._known = known or {}
        self._cuts: Cuts = {} if cuts is None else cuts
        propagated = propagate(constraints)
        if propagated is None:
            self._solver.clause()
            return
        certain, left = propagated
        for cell, mine in certain.items():
            self._solver.clause(self._literals[cell] if mine else -self._literals[cell])
        for constraint in left:
            self.add(constraint)
        for cut in self._cuts:
            self._cut(cut)

    @classmethod
    def of(
        cls,
        position: Position,
        *,
        seconds: float | None = None,
        propagations: int | None = None,
        cuts: Cuts | None = None,
    ) -> Layouts:
        """The layouts of a position."""
        constraints = [*(premise.constraint for premise in position.premises), position.total]
        groups = position.variant.groups(position.board)
        return cls(
            position.hidden,
            constraints,
            groups,
            position.known,
            seconds=seconds,
            propagations=propagations,
            cuts=cuts,
        )

    def add(self, constraint: Constraint) -> None:
        """Add a constraint on unknown cells."""
        if isinstance(constraint, Sum) and _is_range(constraint.totals):
            literals, base = [], 0  # a mine with the weight -2 counts as a safe cell with weight 2
            for cell, weight in zip(constraint.cells, constraint.weights, strict=True):
                base += min(weight, 0)
                literal = self._literals[cell]
                literals += [literal if weight > 0 else -literal] * abs(weight)
            low, high = min(constraint.totals) - base, max(constraint.totals) - base
            self._solver.count(literals, low, high)
            return
        literals = [self._literals[cell] for cell in constraint.cells]
        if isinstance(constraint, Table) and constraint.allowed.count(0) <= len(literals):
            for filling in constraint.forbidden():
                signs = zip(literals, filling, strict=True)
                self._solver.clause(*(-x if mine else x for x, mine in signs))
            return
        levels = constraint.diagram(constraint.cells).levels
        states = [self._solver.variable()]
        self._solver.clause(states[0])
        if not levels and not constraint.allows(()):
            self._solver.clause(-states[0])
        for literal, nexts in zip(literals, levels, strict=True):
            number = 1 + max((*nexts[0], *nexts[1]), default=DEAD)
            after = [self._solver.variable() for _ in range(number)]
            for state, safe, mine in zip(states, nexts[0], nexts[1], strict=False):
                for bit, then in ((-literal, safe), (literal, mine)):
                    self._solver.clause(-state, -bit, *([] if then == DEAD else [after[then]]))
            states = after

    def add_lines(self, position: Position) -> bool:
        """If clues add up many cells, add the sums that follow from them and read few cells, row by
        row or column by column, such as that of a row. Whether there are any."""
        constraints = [premise.constraint for premise in position.premises]
        equations = [c for c in constraints if isinstance(c, Sum) and len(c.totals) == 1]
        if max((len(each.cells) for each in equations), default=0) < MANY_CELLS:
            return False
        columns = sorted(position.hidden, key=lambda i: position.cell(i)[::-1])
        found = [
            each for order in (position.hidden, columns) for each in shortened(equations, order)
        ]
        counts = {each for each in found if len(set(each.weights)) == 1} - set(equations)
        for count in counts:
            self.add(count)
        return bool(counts)

    def prefer_mines(self, cells: Collection[int]) -> None:
        """Prefer mines in these cells, and safe cells elsewhere."""
        self._solver.prefer([x if i in cells else -x for i, x in self._literals.items()])

    def possible(self, *, mines: Iterable[int] = (), safe: Iterable[int] = ()) -> bool:
        """Whether a layout has mines in these cells and none in those; it is then ``mines``."""
        self._solver.within(self._seconds)
        return self._solve(
            [*(self._literals[i] for i in mines), *(-self._literals[i] for i in safe)]
        )

    def certain(self, propagations: int | None = None) -> tuple[frozenset[int], frozenset[int]]:
        """The cells that are safe in every layout, and those that are mines in every layout.

        Each question may take so many ``propagations``, and all together ``ANSWERS``. Raises
        ``ImpossiblePositionError`` if there is no layout.
        """
        self._answers = 0
        self._solver.within(self._seconds)
        if not self._solve([], propagations):
            raise ImpossiblePositionError("no layout fits the position")
        agreed = self._found() - self._proved
        while agreed:
            self._solver.prefer([-x for x in agreed])
            differs = self._solver.variable()
            asked = sorted(agreed)[:CHUNK]
            self._solver.clause(-differs, *(-x for x in asked))
            found = self._solve([differs], propagations)
            self._solver.clause(-differs)  # the question is answered
            if found:
                agreed &= self._found()
                continue
            for literal in asked:
                self._solver.clause(literal)
            self._proved.update(asked)
            agreed.difference_update(asked)
        proved = self.proved
        safe, mines = (frozenset(i for i in proved if proved[i] == kind) for kind in (False, True))
        return safe, mines

    @property
    def proved(self) -> dict[int, bool]:
        """The cells that ``certain`` has found so far, and whether they are mines."""
        signs = ((i, literal) for i, literal in self._literals.items())
        return {i: x in self._proved for i, x in signs if self._proved & {x, -x}}

    def _found(self) -> set[int]:
        """The last layout found, as literals."""
        return {x if i in self.mines else -x for i, x in self._literals.items()}

    def _solve(self, assumptions: list[int], propagations: int | None = None) -> bool:
        """Look for a layout that obeys the rules on groups, with cuts until one does."""
        while self._answer(assumptions, propagations):
            if self._questions is not None:
                self._questions -= 1
                if self._questions < 0:
                    raise BudgetError(
                        "satisfiability was not decided within its limit of questions"
                    )
            model = set(self._solver.model())
            self.mines = frozenset(i for i in self.cells if self._literals[i] in model)
            board = {*self.mines, *(i for i, mine in self._known.items() if mine)}
            cuts = [tuple(cut) for groups in self._groups for cut in groups.cuts(board)]
            if not cuts:
                return True
            for cut in cuts:
                self._cuts[cut] = None
                self._cut(cut)
        return False

    def _answer(self, assumptions: list[int], propagations: int | None) -> bool:
        """Whether a model exists. Raises ``BudgetError`` if it takes more propagations."""
        if propagations is None:
            return self._solver.solve(*assumptions)
        self._answers += 1
        answer = self._solver.solve_soon(propagations, *assumptions)
        if answer is None or self._answers > ANSWERS:
            raise BudgetError(f"satisfiability was not decided in {propagations:,} propagations")
        return answer

    def _cut(self, cut: tuple[Literal, ...]) -> None:
        """Add a clause, unless known cells satisfy it."""
        if not any(self._known.get(i) is mine for i, mine in cut):
            unknown = (pair for pair in cut if pair.cell not in self._known)
            self._solver.clause(*(self._literals[i] * (1 if mine else -1) for i, mine in unknown))


def _is_range(totals: frozenset[int]) -> bool:
    return bool(totals) and max(totals) - min(totals) == len(totals) - 1
