"""Certain moves of the strategies that count: what all clues together prove, and which clues do."""

from __future__ import annotations

from sapper.errors import BudgetError
from sapper.game import Move, Position
from sapper.game.codes import GOLD, HIDDEN
from sapper.inference import Analysis
from sapper.inference.proof import Proof, because
from sapper.players.decision import Decision, Reason

PROPAGATIONS = 2_000_000  #: to find the clues of a proof; beyond, the reason names none
NAMED = 4  #: clues that a sentence names


class Proved:
    """Safe cells that counting has proved in this game: one count serves several moves."""

    def __init__(self, strategy: str) -> None:
        self._strategy = strategy
        self._cells: set[int] = set()

    def add(self, analysis: Analysis) -> None:
        """Remember the safe cells of an analysis."""
        self._cells.update(map(analysis.position.grid.index, analysis.safe))

    def decide(self, position: Position) -> Decision | None:
        """Open the lowest remembered cell, None if there is none."""
        self._cells = {i for i in self._cells if position.cells[i] == HIDDEN}
        if not self._cells:
            return None
        index = min(self._cells)
        move = Move("open", position.grid.cell(index))
        return Decision(move, self._strategy, lambda: proven(position, index, mine=False), 0.0)


def flag_due(position: Position, analysis: Analysis, strategy: str) -> Decision | None:
    """Where mines must be flagged to win: flag the first certain one."""
    if position.rules.won_by != "flagging":
        return None
    due = (cell for cell in analysis.certain_mines if position[cell] == HIDDEN)
    cell = next(due, None)
    if cell is None:
        return None
    index = position.grid.index(cell)
    move = Move("flag", cell)
    return Decision(move, strategy, lambda: proven(position, index, mine=True), 1.0)


def proven(position: Position, index: int, *, mine: bool) -> Reason:
    """Why a cell is certainly a mine, or safe: a minimal set of clues that proves it."""
    try:
        proof = because(position, index, mine, propagations=PROPAGATIONS)
    except BudgetError:
        proof = None
    if proof is None:
        what = "a mine" if mine else "no mine"
        return Reason("proof", f"all clues together put {what} there")
    parties = _parties(position, proof)
    words = " and ".join(filter(None, [", ".join(parties[:-1]), parties[-1]]))
    verb = (
        ("put a" if mine else "leave no")
        if len(proof.clues) > 1 or proof.total
        else ("puts a" if mine else "leaves no")
    )
    cells = tuple(position.grid.cell(i) for i in proof.clues)
    return Reason("proof", f"{words} {verb} mine there", clues=cells)


def _parties(position: Position, proof: Proof) -> list[str]:
    """What a proof rests on, each as it is called in a sentence."""
    if len(proof.clues) > NAMED:
        named = [f"{len(proof.clues)} clues together"]
    else:
        named = [_called(position, i) for i in proof.clues]
    if proof.total:
        named.append(f"the {position.mines_left} mines left")
    return named


def _called(position: Position, clue: int) -> str:
    code = position.cells[clue]
    return f"the {'gold' if code == GOLD else code} at {list(position.grid.cell(clue))}"
