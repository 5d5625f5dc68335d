"""Proofs: minimal sets of clues that settle a cell or contradict each other.

Every clue and the number of mines enters the solver under a condition of its own. The conditions
that a refutation uses are the parts of the proof, which are then dropped one by one until the set
is minimal. Signs of gold and the number of gold are parts as well. That no mine touches gold is a
rule of the game, which proofs do not name. ``explain`` words proofs that a position is impossible.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sapper.errors import BudgetError, ImpossiblePositionError, listed, plural
from sapper.game import Position
from sapper.game.codes import FLAGGED, GOLD, HIDDEN, UNGILDED
from sapper.inference.constraints import Constraint, alike, constraints, frontier
from sapper.inference.gold import Gold, Sign, has_signs, near_gold, signs
from sapper.inference.minicard import MiniCard

TOTAL = -1  #: the number of mines, among indices of clues
GOLD_TOTAL = -2  #: the number of gold
_SIGN = -3  #: the sign at index i is the part ``_SIGN - i``


class MinimalProof(NamedTuple):
    """The parts of a proof: clues by ascending index, whether it needs the number of mines, signs
    of gold by index, and whether it needs the number of gold."""

    clues: tuple[int, ...]
    total: bool
    signs: tuple[int, ...] = ()
    gold_total: bool = False


def because(
    position: Position,
    cell: int,
    mine: bool,
    *,
    among: Iterable[int] | None = None,
    seconds: float | None = None,
    propagations: int | None = None,
) -> MinimalProof | None:
    """Return a minimal set of clues that proves a hidden cell (an index) a mine, or safe.

    - ``position``: the position.
    - ``cell``, ``mine``: the index of a hidden cell, and whether it is a mine.
    - ``among``: the indices of the clues to use; None uses all.
    - ``seconds``, ``propagations``: limits on the time and on the work; the latter is the same on
      every machine.

    Returns None if there is no proof. The set is minimal in that no part can be left out. Clues
    near the cell are preferred, and signs of gold and the numbers of mines and gold are avoided if
    possible. In an impossible position everything can be proved.

    Raises ``ValueError`` for a cell that is not hidden, and ``BudgetError`` after ``seconds`` or
    ``propagations``.
    """
    if cell not in position.hidden_indices:
        raise ValueError(f"cell {cell} is not hidden, so there is nothing to prove")
    among = None if among is None else sorted(among)
    parts = Refutation(
        position, [cell], among=among, last=mine, seconds=seconds, propagations=propagations
    )
    otherwise = -parts.literal(cell) if mine else parts.literal(cell)
    return _proof(parts, cell, [otherwise], among)


#: Numbers of nearest clues; powers of two, like the steps of ``because``.
NEAREST = (16, 128)


def minimal_proof(
    position: Position, cell: int, mine: bool, *, propagations: int, near: Iterable[int] = NEAREST
) -> MinimalProof | None:
    """Return the proof that ``because`` finds, from clues near the cell if these suffice, so that
    large boards cost no more than small ones.

    ``near`` are the numbers of nearest clues that are tried before all clues, which are ordered as
    in ``because``. Raises ``BudgetError`` after ``propagations``.
    """
    if not has_signs(position) and position.gold is None:
        for most in near:
            clues = nearest_clues(position, cell, most)
            proof = because(position, cell, mine, among=clues, propagations=propagations)
            if proof is not None and not proof.total:
                return proof
            if len(clues) < most:  # no clues are left to add
                break
    return because(position, cell, mine, propagations=propagations)


def nearest_clues(position: Position, index: int, most: int) -> list[int]:
    """Return up to ``most`` clues with hidden neighbours, by the number of steps from a cell.

    A step leads from one clue to another that shares a hidden cell with it.
    """
    cells, neighbours = position.cells.translate(UNGILDED), position.grid.neighbour_indices
    clues = {clue: None for clue in sorted(neighbours(index)) if cells[clue] < HIDDEN}
    seen, waiting = {index}, list(clues)
    for clue in waiting:  # grows as it goes
        for hidden in sorted(neighbours(clue)):
            if HIDDEN <= cells[hidden] <= FLAGGED and hidden not in seen:
                seen.add(hidden)
                for other in sorted(neighbours(hidden)):
                    if cells[other] < HIDDEN and other not in clues:
                        clues[other] = None
                        waiting.append(other)
        if len(clues) >= most:
            break
    return list(clues)[:most]


def because_gold(
    position: Position, cell: int, *, propagations: int | None = None
) -> MinimalProof | None:
    """Return a minimal set of clues and signs that proves that a hidden cell (an index) holds gold.

    Works like ``because``; raises ``KeyError`` for a cell where no sign needs gold.
    """
    parts = Refutation(position, propagations=propagations)
    return _proof(parts, cell, [-parts.gold_literal(cell)], None)


def _proof(
    parts: Refutation, cell: int, otherwise: list[int], among: Iterable[int] | None
) -> MinimalProof | None:
    """Return a minimal set of parts that refutes ``otherwise``, an assumption about a cell."""
    wanted = None if among is None else set(among)
    order = [i for i in _nearest_first(cell, parts) if wanted is None or _place(i) in wanted]
    clues = [i for i in order if i >= 0]
    for known in (clues, order):
        for totals in ([], [TOTAL], [GOLD_TOTAL], [TOTAL, GOLD_TOTAL]):
            if GOLD_TOTAL in totals and parts.position.gold is None:
                continue
            if parts.refute([*known, *totals], otherwise) is not None:
                return proof(parts.minimal(_first_few(parts, known, totals, otherwise), otherwise))
        if len(clues) == len(order):
            break
    return None


def _first_few(
    parts: Refutation, order: list[int], totals: list[int], otherwise: list[int]
) -> list[int]:
    """Return the parts used by a refutation from the first parts of an order.

    The prefix is the shortest that suffices, rounded up to a power of two.
    """
    size = 1
    while size < len(order):
        refutation = parts.refute(order[:size] + totals, otherwise)
        if refutation is not None:
            return refutation
        size *= 2
    refutation = parts.refute(order + totals, otherwise)
    assert refutation is not None, "the whole order was a refutation"
    return refutation


def proof(parts: Iterable[int]) -> MinimalProof:
    """Return these parts as a proof."""
    parts = set(parts)
    return MinimalProof(
        tuple(sorted(part for part in parts if part >= 0)),
        TOTAL in parts,
        tuple(sorted(_place(part) for part in parts if part <= _SIGN)),
        GOLD_TOTAL in parts,
    )


def _place(part: int) -> int:
    """Return the cell index of a clue or of a sign."""
    return part if part >= 0 else _SIGN - part


class Refutation:
    """Refutes sets of parts of a position: clues by index, signs and totals without a common
    layout.

    ``watch`` lists the hidden cells that will be asked about, on or off the frontier. Among cells
    that touch the same clues, the first are assumed to be the mines, so watched cells come first,
    or ``last`` if they will be assumed safe. With ``among``, only the clues at these indices are
    parts, which is much cheaper on a large board.
    """

    def __init__(
        self,
        position: Position,
        watch: Iterable[int] = (),
        *,
        among: Iterable[int] | None = None,
        last: bool = False,
        seconds: float | None = None,
        propagations: int | None = None,
    ) -> None:
        self.constraints = {c.clue: c for c in constraints(position, among)}
        self.signs = {_SIGN - sign.clue: sign for sign in signs(position)}
        self.position = position
        self._solver = solver = MiniCard(seconds, propagations)
        watch = frozenset(watch)
        sight = frontier(self.constraints.values()) | watch
        # A cell where nothing needs gold has no effect on mines.
        about_gold = {i for sign in self.signs.values() if sign.low > 0 for i in sign.cells}
        if position.gold is not None:
            about_gold.update(position.hidden_indices)
        near = near_gold(position, about_gold)
        sight |= near
        self._literals = {i: solver.variable() for i in sorted(sight)}
        self._conditions: dict[int, list[int]] = {}
        for clue, (_, cells, mines) in self.constraints.items():
            condition = solver.variable()
            solver.count([self._literals[i] for i in cells], mines, mines, only_if=condition)
            self._conditions[clue] = [condition]
        for group in alike(self.constraints.values(), near):
            group.sort(key=lambda i: (i in watch) == last)
            solver.in_descending_order([self._literals[i] for i in group])
        # See ``satisfiability``: these bounds on the cells in sight encode the number of mines.
        counted, left = list(self._literals.values()), position.mines_left
        least = left - (len(position.hidden_indices) - len(counted))
        self._at_most, self._at_least = solver.variable(), solver.variable()
        solver.count(counted, 0, left, only_if=self._at_most)
        solver.count(counted, least, len(counted), only_if=self._at_least)
        known = position.rules.mines_known
        self._conditions[TOTAL] = [self._at_most, self._at_least] if known else []
        self._gold = Gold(solver, self._literals.__getitem__)
        for part, sign in self.signs.items():
            condition = solver.variable()
            kept = sign._replace(cells=sign.cells & about_gold)
            self._gold.tell(position, kept, only_if=condition)
            self._conditions[part] = [condition]
        self._conditions[GOLD_TOTAL] = []
        if position.gold is not None:
            condition = solver.variable()
            self._gold.tell_total(position, only_if=condition)
            self._conditions[GOLD_TOTAL] = [condition]

    def literal(self, cell: int) -> int:
        """Return the literal for "this cell in sight is a mine"."""
        return self._literals[cell]

    def gold_literal(self, cell: int) -> int:
        """Return the literal for "this cell holds gold".

        Raises ``KeyError`` for a cell where no sign needs gold.
        """
        return self._gold.literals[cell]

    def refute(self, parts: Sequence[int], given: Sequence[int] = ()) -> list[int] | None:
        """Return the parts that a refutation used, in the same order, or None if a layout exists.

        ``given`` are literals of cells, which are assumed too. Raises ``BudgetError``.
        """
        conditions = [x for part in parts for x in self._conditions[part]]
        if self._solver.solve(*given, *conditions):
            return None
        used = set(self._solver.core())
        return [part for part in parts if not used.isdisjoint(self._conditions[part])]

    def minimal(self, parts: Sequence[int], given: Sequence[int] = ()) -> list[int]:
        """Return a minimal contradictory subset of contradictory parts.

        The last parts are dropped first.
        """
        needed = list(parts)
        for part in reversed(parts):
            if part in needed:
                refutation = self.refute([other for other in needed if other != part], given)
                needed = needed if refutation is None else refutation
        return needed

    def one_sided(self, clues: Sequence[int]) -> str:
        """Return how clues contradict the number of mines: they need ``more``, allow only
        ``fewer``, or are refuted only by ``both`` bounds together."""
        conditions = [x for clue in clues for x in self._conditions[clue]]
        if not self._solver.solve(*conditions, self._at_most):
            return "more"
        return "both" if self._solver.solve(*conditions, self._at_least) else "fewer"


def _nearest_first(cell: int, parts: Refutation) -> list[int]:
    """Return all clues and signs by their distance from a cell, in steps over shared cells."""
    limits: dict[int, Constraint | Sign] = {**parts.constraints, **parts.signs}
    around: dict[int, list[int]] = {}
    for part, limit in limits.items():
        for i in _reach(parts, limit):
            around.setdefault(i, []).append(part)
    order = dict.fromkeys(around.get(cell, []))
    waiting = list(order)
    for part in waiting:  # grows as it goes
        for i in sorted(_reach(parts, limits[part])):
            for other in around[i]:
                if other not in order:
                    order[other] = None
                    waiting.append(other)
    return [*order, *(part for part in limits if part not in order)]


def _reach(parts: Refutation, limit: Constraint | Sign) -> Iterable[int]:
    """Return the hidden cells that a clue or a sign affects."""
    return limit.cells if isinstance(limit, Constraint) else near_gold(parts.position, limit.cells)


MAX_NAMED = 4  #: maximum number of clues that a message names; the rest are counted


def explain(position: Position, *, seconds: float | None = None) -> ImpossiblePositionError:
    """Return the error to raise for a position without layouts.

    Its ``clues`` are a minimal contradictory set, together with the number of mines if the message
    mentions it. After ``seconds``, the error names no clues. Raises ``ValueError`` if there is a
    layout.
    """
    fault = _one_clue(position) or _number(position)
    if fault is not None:
        return fault
    try:
        return _together(position, seconds)
    except BudgetError:
        return ImpossiblePositionError(
            f"no layout fits; the clues at fault were not found within {seconds} seconds"
        )


def _one_clue(position: Position) -> ImpossiblePositionError | None:
    """Find a clue that contradicts the cells around it."""
    broken = next((c for c in constraints(position) if not c.possible), None)
    if broken is None:
        return None
    open_mines = position.cells.translate(UNGILDED)[broken.clue] - broken.mines
    touched = [plural(open_mines, "open mine")] if open_mines else []
    if broken.mines < 0:
        return _error(position, (broken.clue,), f"touches {touched[0]}")
    if broken.cells:
        touched.append(plural(len(broken.cells), "hidden cell"))
    around = f"only {' and '.join(touched)}" if touched else "no hidden cell"
    return _error(position, (broken.clue,), f"touches {around}")


def _number(position: Position) -> ImpossiblePositionError | None:
    """Compare the number of mines with the number of cells."""
    left, hidden = position.mines_left, len(position.hidden_indices)
    if not position.rules.mines_known:
        return None
    if left < 0:
        opened = position.mines - left
        total = f"but the board has only {position.mines}"
        return _error(position, (), f"{plural(opened, 'open mine')}, {total}")
    if left > hidden:
        cells = plural(hidden, "hidden cell")
        return _error(position, (), f"{plural(left, 'mine')} left for {cells}")
    return None


def _together(position: Position, seconds: float | None) -> ImpossiblePositionError:
    """Find clues that contradict one another or, together, the number of mines."""
    clues = Refutation(position, seconds=seconds)
    parts = list(clues.constraints)
    refutation = clues.refute(parts) or clues.refute([*parts, TOTAL])
    if refutation is None:
        return _with_gold(position, clues)
    at_fault, total, _, _ = proof(clues.minimal(refutation))
    for clue in at_fault if not total else ():
        # Clues that contradict each other may be more than it takes to contradict the total.
        fewer = [other for other in at_fault if other != clue]
        if (refutation := clues.refute([*fewer, TOTAL])) is not None:
            at_fault, total, _, _ = proof(clues.minimal(refutation))
            break
    if not total:
        return _error(position, at_fault, "contradict each other")
    left = plural(position.mines_left, "mine")
    together, ending = ("together ", "") if len(at_fault) > 1 else ("", "s")
    sentences = {
        "more": f"{together}need{ending} more than the {left} left",
        "fewer": f"{together}leave{ending} too few cells for the {left} left",
        "both": f"{together}cannot be right with exactly {left} left",
    }
    return _error(position, at_fault, sentences[clues.one_sided(at_fault)])


def _with_gold(position: Position, clues: Refutation) -> ImpossiblePositionError:
    """Find signs that contradict one another, the clues, or the numbers of gold and mines."""
    parts = [*clues.signs, *clues.constraints, GOLD_TOTAL, TOTAL]
    refutation = clues.refute(parts)
    if refutation is None:
        raise ValueError("the position has a layout, so there is no conflict to explain")
    at_fault = proof(clues.minimal(refutation))
    named = [
        f"the sign of gold at {list(position.grid.cell(i))}" for i in at_fault.signs[:MAX_NAMED]
    ]
    named += [plural(len(at_fault.signs) - MAX_NAMED, "more sign")] * (
        len(at_fault.signs) > MAX_NAMED
    )
    named += [called(position, i) for i in at_fault.clues]
    named += [f"the {plural(position.mines_left, 'mine')} left"] * at_fault.total
    named += [f"the total of {position.gold} gold"] * at_fault.gold_total
    cells = tuple(map(position.grid.cell, sorted({*at_fault.clues, *at_fault.signs})))
    verb = "contradict each other" if len(named) > 1 else "cannot be right"
    return ImpossiblePositionError(f"no layout fits: {listed(named)} {verb}", cells)


def called(position: Position, clue: int) -> str:
    """Return the name of a clue or of open gold in a sentence: ``the 3 at [0, 2]``."""
    code = position.cells[clue]
    return f"the {'gold' if code == GOLD else code} at {list(position.grid.cell(clue))}"


def _error(position: Position, clues: tuple[int, ...], what: str) -> ImpossiblePositionError:
    named = [called(position, i) for i in clues[:MAX_NAMED]]
    if len(clues) > MAX_NAMED:
        named.append(plural(len(clues) - MAX_NAMED, "more clue"))
    sentence = f"{listed(named)} {what}" if named else what
    cells = tuple(map(position.grid.cell, clues))
    return ImpossiblePositionError(f"no layout fits: {sentence}", cells)
