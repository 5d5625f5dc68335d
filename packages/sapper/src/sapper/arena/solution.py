"""``sapper.solve``: whether a board needs a guess from its first cell, with the proof."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from math import inf
from typing import Any

from sapper.arena.no_guess import ALL, certain_game
from sapper.errors import BudgetError, RulesError, listed, plural
from sapper.explanations.chain import chain_of_all
from sapper.explanations.deduction import Deduction
from sapper.explanations.explanation import Explanation, simplest_of
from sapper.explanations.find import NOTHING
from sapper.explanations.region import Region, bits
from sapper.explanations.steps import ONE_CLUE, Step
from sapper.game import Cell, Deal, Position, Referee, Rules, regions
from sapper.game.codes import HIDDEN, changed
from sapper.inference import analyse
from sapper.inference.constraints import constraints, frontier
from sapper.inference.satisfiability import Satisfiability
from sapper.notation import read_board

RULES = Rules("any")
EASY = 8 * ONE_CLUE  #: the cost of chains that are looked for first


@dataclass(frozen=True)
class Solution:
    r"""Whether a board needs a guess from its first cell, ``start``.

    If not, ``rounds`` are the proof: each proves safe cells, which are opened before the next one.
    If so, ``stuck`` is the position in which no cell is certainly safe, ``layouts`` are the mines
    of two boards that show it alike, the second of which is this one, and ``other_starts`` are the
    first cells, one of each opening, from which this board needs no guess.

    >>> sapper.solve("....*\n*....\n....*")
    <Solution: from [0, 2], this board needs no guess: 4 steps, the hardest by two clues>
    """

    deal: Deal
    start: Cell
    guess_needed: bool
    rounds: tuple[Explanation, ...] = ()
    stuck: Position | None = None
    layouts: tuple[tuple[Cell, ...], tuple[Cell, ...]] | None = None
    other_starts: tuple[Cell, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of all rounds."""
        return tuple(chain.from_iterable(each.steps for each in self.rounds))

    @property
    def differing(self) -> tuple[Cell, ...]:
        """The cells in which the two ``layouts`` differ, row by row."""
        one, two = map(set, self.layouts or ((), ()))
        return tuple(sorted(one ^ two))

    @property
    def hardest(self) -> str | None:
        """The technique of the step that costs most; None without steps."""
        return max(self.steps, key=lambda step: step.cost).technique if self.steps else None

    def __repr__(self) -> str:
        return f"<Solution: {self.words}>"

    @property
    def words(self) -> str:
        """The answer as a clause."""
        where = list(self.start)
        if not self.guess_needed:
            proof = f": {plural(len(self.steps), 'step')}, the hardest by {self.hardest}"
            return f"from {where}, this board needs no guess{proof if self.steps else ''}"
        starts = [str(list(cell)) for cell in self.other_starts]
        less = f"from {listed(starts, 'or')}, it needs none" if starts else "so does every opening"
        return f"from {where}, this board needs a guess; {less}"

    def to_json(self) -> dict[str, Any]:
        """Return plain values for ``json.dumps``, as ``sapper solve --json`` prints them."""
        return {
            "guess_needed": self.guess_needed,
            "from": self.start,
            "steps": len(self.steps),
            "hardest": self.hardest,
            "stuck": None if self.stuck is None else str(self.stuck),
            "layouts": self.layouts,
            "other_starts": self.other_starts,
        }


def solve(board: Deal | str, start: Cell | None = None) -> Solution:
    r"""Return whether a board needs a guess from a first cell, with the proof.

    - ``board``: a deal, whose mines are those under the rule ``any``, or a text that ``read_board``
      reads: a mine map, a game ID of Simon Tatham's Mines, or a link.
    - ``start``: the first cell, which may touch mines. The default is the one that the text names,
      else the first from which the board needs no guess, else the one that leaves fewest cells.

    What follows from the clues and the number of mines is no guess. Raises ``RulesError`` for a
    first cell that is a mine or outside the board, ``BudgetError`` if a position is too hard.

    >>> found = sapper.solve("..*\n...\n...", (1, 1))
    >>> found.guess_needed, found.other_starts
    (True, ((0, 0),))
    """
    if isinstance(board, str):
        read = read_board(board)
        board, start = read.deal, start or read.start
    mines = frozenset(board.order[: board.mines])
    if start is None:
        start, left = _best_start(board, mines)
    else:
        if board.grid.index(start) in mines:
            raise RulesError(f"{list(start)} is a mine: start from a safe cell")
        left = _left(board, mines, start)[0]
    if not left:
        return Solution(board, start, False, tuple(_Proof(board, start).rounds()))
    stuck = _left(board, mines, start)[1]
    others = (cell for cell in starts(board, mines) if not _left(board, mines, cell)[0])
    return Solution(board, start, True, (), stuck, _twins(stuck, mines), tuple(others))


def starts(board: Deal, mines: frozenset[int]) -> Iterator[Cell]:
    """Yield first cells: the first of each opening and then, as they open least, other clues."""
    found = regions(board.grid, mines)
    for opening in found.openings:
        yield board.grid.cell(opening.zeros[0])
    if not found.openings:
        yield from map(board.grid.cell, found.isolated)


def _best_start(board: Deal, mines: frozenset[int]) -> tuple[Cell, int]:
    best: tuple[int, Cell] | None = None
    for cell in starts(board, mines):
        left = _left(board, mines, cell)[0]
        if best is None or left < best[0]:
            best = left, cell
        if not left:
            break
    if best is None:
        raise RulesError("every cell is a mine: there is no first cell")
    return best[1], best[0]


def _left(board: Deal, mines: frozenset[int], start: Cell) -> tuple[int, Position]:
    """Return the safe cells left when no cell is certain any more, and the position then."""
    game = certain_game(board, RULES, board.grid.index(start), mines, ALL)
    left = game.play()
    while True:
        position = Position(board.grid, RULES, board.mines, game.show())
        if not left:
            return 0, position
        found = analyse(position)
        if not found.safe:
            if not found.counted:
                raise BudgetError(f"a position of this board is too hard: {found.note}")
            return left, position
        for cell in found.safe:  # counting was too hard for the game
            game.open(board.grid.index(cell))
        left = game.resume()


def _twins(stuck: Position, mines: frozenset[int]) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Return the mines of another board that shows this position, and those of the board.

    They differ in the cell that is least likely a mine, and in no more than that needs.
    """
    risks = analyse(stuck)
    safe = [i for i in stuck.hidden_indices if i not in mines]
    asked = min(safe, key=risks.probabilities.__getitem__)
    seen = frontier(constraints(stuck)) | {asked}
    solver = Satisfiability(stuck)
    solver.possible(mines=[asked])
    other = solver.layout
    for i in sorted((other ^ mines) & seen - {asked}):
        alike = seen - (other ^ mines) | {i}
        if i in other ^ mines and solver.possible({asked} | alike & mines, alike - mines):
            other = solver.layout
    # Of the cells off the frontier, the one nearest to this cell is exchanged, if any must be.
    cell = stuck.grid.cell
    row, column = cell(asked)

    def late(i: int) -> tuple[bool, int]:
        far = max(abs(cell(i)[0] - row), abs(cell(i)[1] - column))
        return i not in mines, -far if i in mines else far

    rest = sorted(set(stuck.hidden_indices) - seen, key=late)
    other = other & seen
    other |= set(rest[: len(mines) - len(other)])
    one, two = (tuple(map(cell, sorted(layout))) for layout in (other, mines))
    return one, two


class _Proof:
    """Explains safe cells, and opens them, until all are open; easy ones are explained together.

    A round looks only at clues with a hidden cell that was not proved a mine before, and at those
    that prove the mines around them: ``proofs`` has the clues that proved each mine.
    """

    def __init__(self, board: Deal, start: Cell) -> None:
        deal = Deal.of_mines(board.grid, frozenset(board.order[: board.mines]))
        self.referee = Referee(deal, RULES)
        self.near = board.grid.neighbour_indices
        self.proofs: dict[int, set[int]] = {}
        self.live: set[int] = set()
        self._open([start])

    def rounds(self) -> Iterator[Explanation]:
        while self.referee.position.outcome == "playing":
            found = self._round(self.referee.position)
            yield found
            self._open(cell for step in found.steps for cell in step.safe)

    def _open(self, cells: Iterable[Cell]) -> None:
        before = self.referee.position.cells
        for cell in cells:
            if self.referee.position[cell] == HIDDEN and self.referee.position.outcome == "playing":
                self.referee.open(cell)
        self.live.update(changed(before, self.referee.position.cells))

    def _round(self, position: Position) -> Explanation:
        """Return the explanation of safe cells that follow easily, or of one that is harder."""
        deduction = Deduction(Region(position, sorted(self._clues(position))), NOTHING)
        region = deduction.region
        for limit in (EASY, inf):
            deduction.run(limit=limit)
            drafts = [draft for bit, draft in deduction.source.items() if deduction.safe >> bit & 1]
            if drafts:
                break
        for bit in bits(deduction.mines):
            last = deduction.source[bit]
            proof = {clue.cell for draft in (*last.support, last) for clue in draft.clues}
            self.proofs.setdefault(region.cells[bit], proof)
        if drafts:
            steps = chain_of_all(region, drafts)
            cell = next(step.safe[0] for step in reversed(steps) if step.safe)
            return Explanation(position, cell, "safe", steps)
        return simplest_of(analyse(position))

    def _clues(self, position: Position) -> set[int]:
        """Return the clues to look at."""
        codes, proofs = position.cells, self.proofs
        hidden = {clue: [i for i in self.near(clue) if codes[i] == HIDDEN] for clue in self.live}
        self.live = {clue for clue, cells in hidden.items() if any(i not in proofs for i in cells)}
        clues = set(self.live)
        for mine in {i for clue in self.live for i in hidden[clue] if i in proofs}:
            # A clue whose hidden cells are all known mines proves each of them alone.
            alone = [i for i in self.near(mine) if codes[i] < HIDDEN and i not in self.live]
            clues.update(alone or proofs[mine])
        return clues
