"""The difficulty of a board that needs no guess: the weakest player that solves it, and its longest
proof.

The players (``STRENGTHS``) are fixed: each opens every cell that it can prove safe, until it finds
none. The longest proof is the largest number of clues needed at once: where single clues settle
nothing more, the cell with the smallest proof is opened next.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sapper.errors import BudgetError, RulesError
from sapper.game import Cell, Deal, Position, Rules
from sapper.game.rules import PROMISES
from sapper.inference.counting import Belief
from sapper.inference.proof import MinimalProof, because
from sapper.players.kernel.certain import STRENGTHS, CertainGame
from sapper.records.game import Step

PROPAGATIONS = 200_000  #: limit for one proof, the same on every machine


@dataclass(frozen=True)
class Difficulty:
    """``weakest`` is the weakest of ``STRENGTHS`` that solves the board. ``proof`` is the number of
    clues of the longest proof that is needed where single clues settle nothing more, 0 if they
    settle everything; ``mines_left`` says whether some proof needs the number of mines."""

    weakest: str
    proof: int
    mines_left: bool

    @property
    def words(self) -> str:
        """The difficulty as a clause."""
        if not self.proof:
            return "single clues solve it"
        clues = f"the longest proof has {self.proof} clue" + "s" * (self.proof != 1)
        return f"{self.weakest} solve it; {clues}"

    def to_json(self) -> dict[str, Any]:
        """Return plain values for ``json.dumps``."""
        return {"weakest": self.weakest, "proof": self.proof, "mines_left": self.mines_left}


def difficulty(deal: Deal, rules: Rules, first: Cell) -> Difficulty:
    """Return the difficulty of a deal from its first cell on.

    Raises ``RulesError`` if it needs a guess, ``BudgetError`` if a proof is too hard to find.
    """
    start = deal.grid.index(first)
    mines = deal.mine_cells(start, rules.first)
    for strength in range(len(STRENGTHS)):
        if _game(deal, rules, start, mines, strength).play() == 0:
            break
    else:
        raise RulesError(f"from {list(first)}, this deal needs a guess")
    proof, total = _longest(_game(deal, rules, start, mines, 0), deal, rules)
    return Difficulty(STRENGTHS[strength], proof, total)


def first_cell(steps: Iterable[Step]) -> Cell | None:
    """Return the first cell that the steps of a game open, or None."""
    return next((step.decision.move.cell for step in steps if step.opened), None)


def _game(
    deal: Deal, rules: Rules, first: int, mines: frozenset[int], strength: int
) -> CertainGame:
    promise = PROMISES[rules.first]
    game = CertainGame(deal.grid, deal.mines, promise, rules.zeros_open, first, strength)
    game.place(mines)
    return game


def _longest(game: CertainGame, deal: Deal, rules: Rules) -> tuple[int, bool]:
    """Return the clues of the longest proof, and whether some proof needs the number of mines.

    Proofs stay valid when more cells are open, so opening the cell of the smallest proof first
    keeps the longest one as short as possible. Cells whose proofs need the number of mines come
    last.
    """
    longest, total = 0, False
    left = game.play()
    while left:
        position = Position(deal.grid, rules, deal.mines, game.show())
        found = _smallest(position, longest, total=total)
        longest, total = max(longest, len(found[1].clues)), total or found[1].total
        game.open(found[0])
        left = game.resume()
    return longest, total


def _smallest(position: Position, enough: int, *, total: bool) -> tuple[int, MinimalProof]:
    """Return the safe cell with the smallest proof, or the first with at most ``enough`` clues.

    Cells whose proofs are too hard to find are left out. Raises ``BudgetError`` if all are.
    """
    best: tuple[int, MinimalProof] | None = None
    risks = Belief(position).probabilities
    for cell in position.hidden:
        if risks[cell] != 0.0:
            continue
        try:
            proof = because(position, cell, mine=False, propagations=PROPAGATIONS)
        except BudgetError:
            continue
        assert proof is not None, "counting and satisfiability agree"
        if best is None or _size(proof) < _size(best[1]):
            best = cell, proof
        if len(proof.clues) <= enough and proof.total <= total:
            break
    if best is None:
        raise BudgetError("the proofs of this board are too hard to find")
    return best


def _size(proof: MinimalProof) -> tuple[bool, int]:
    return proof.total, len(proof.clues)
