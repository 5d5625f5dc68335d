"""Certain moves of strategies that count, with the clues that prove them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf

from sapper.errors import BudgetError, listed, plural
from sapper.explanations.explanation import Explanation, settled
from sapper.game import Cell, Chance, Move, Position
from sapper.game.codes import HIDDEN
from sapper.inference import analyse
from sapper.inference.counting import MAX_COUNT_STEPS
from sapper.inference.proof import MinimalProof, because, because_gold, called, minimal_proof
from sapper.players.decision import Decision, Pass, Reason

MAX_PROPAGATIONS = 2_000_000  #: budget for finding a proof, beyond which the reason names no clues
MAX_STEPS = 12  #: maximum number of steps in a reason; longer explanations are replaced by clues
MAX_NAMED_CLUES = 4  #: maximum number of clues that a sentence names


class Counting:
    """The common base of strategies that count: they guess only where counting proves no cell safe.

    One count serves several moves, because the cells that it proves safe are kept.
    """

    name = ""

    def __init__(self) -> None:
        self._proved: set[int] = set()

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open the lowest cell proved safe, flag a mine where a win needs flags, or guess.

        The position is counted once the safe cells of the last count are used up. The result is a
        pass if no cell can be guessed or counting is too hard.
        """
        decision = self._certain(position, ())
        if decision is not None:
            return decision
        if position.cells.count(HIDDEN) == 0:
            return Pass(self.name, "every hidden cell is flagged")
        analysis = analyse(position, seconds=inf, steps=MAX_COUNT_STEPS)
        index = position.grid.index
        self._proved.update(map(index, analysis.safe))
        decision = self._certain(position, map(index, analysis.certain_mines))
        if decision is not None:
            return decision
        if not analysis.counted:
            return Pass(self.name, analysis.note)
        return self._guess(position, analysis.probabilities.tolist(), chance)

    def _certain(self, position: Position, mines: Iterable[int]) -> Decision | None:
        self._proved = {i for i in self._proved if position.cells[i] == HIDDEN}
        return first_certain(position, sorted(self._proved), mines, self.name)

    def _guess(self, position: Position, risk: list[float], chance: Chance) -> Decision | Pass:
        """Guess by the mine probabilities of all cells, or pass."""
        raise NotImplementedError


def first_certain(
    position: Position, safe: Iterable[int], mines: Iterable[int], strategy: str
) -> Decision | None:
    """Open the first safe cell that is hidden and has no flag. Without one, flag the first such
    mine where a win needs flags, or return None."""
    flagging = position.rules.won_by == "flagging"
    for cells, mine in ((safe, False), (mines if flagging else (), True)):
        index = next((i for i in cells if position.cells[i] == HIDDEN), None)
        if index is not None:
            return certain(position, index, strategy, mine=mine)
    return None


def certain(
    position: Position,
    index: int,
    strategy: str,
    *,
    mine: bool,
    why: Callable[[], Reason] | None = None,
    turn: int | None = None,
) -> Decision:
    """Return the move at a settled cell: flag a mine, open a safe cell.

    ``why`` finds the reason when it is needed; the default is a proof by ``proven``. ``turn`` is
    that of the decision.
    """
    move = Move("flag" if mine else "open", position.grid.cell(index))
    reason = why or (lambda: proven(position, index, mine=mine))
    return Decision(move, strategy, reason, 1.0 if mine else 0.0, turn=turn)


def proven(
    position: Position, index: int, *, mine: bool, among: Iterable[int] | None = None
) -> Reason:
    """Return the reason why a cell is a mine, or safe.

    It is a short chain of steps, or a minimal set of clues if only a search finds a proof. If
    ``among`` gives the indices of clues known to suffice, it is a minimal set of those.
    """
    among = None if among is None else list(among)
    explanation = None
    if among is None or len(among) > 1:
        explanation = settled(position, index, mine=mine)
    if among is not None and explanation is not None:
        counted = any(step.mine_count for step in explanation.steps)
        explanation = None if counted else explanation  # the clues among them suffice
    return reason_of(position, index, explanation, mine=mine, among=among)


def reason_of(
    position: Position,
    index: int,
    explanation: Explanation | None,
    *,
    mine: bool,
    among: list[int] | None = None,
) -> Reason:
    """Return the reason for a certain cell whose explanation is known.

    - ``position``, ``index``, ``mine``: the cell, and whether it is a mine.
    - ``explanation``: its steps are the reason unless they are too many or a certificate.
    - ``among``: otherwise the reason is a minimal set of clues among these indices.
    """
    if (
        explanation is not None
        and not explanation.certificate
        and len(explanation.rows()) <= MAX_STEPS
    ):
        words = explanation.words.removesuffix(".")
        return Reason("proof", f"{words[0].lower()}{words[1:]}", clues=explanation.clues)
    proof = _minimal(position, index, mine=mine, among=among)
    verbs = ("forces", "force") if mine else ("rules out", "rule out")
    return _reason(position, proof, verbs, "a mine there")


def _minimal(
    position: Position, index: int, *, mine: bool, among: list[int] | None = None
) -> MinimalProof | None:
    try:
        if among is None:
            return minimal_proof(position, index, mine, propagations=MAX_PROPAGATIONS)
        return because(position, index, mine, among=among, propagations=MAX_PROPAGATIONS)
    except BudgetError:
        return None


def proof_cells(position: Position, index: int, *, mine: bool) -> tuple[Cell, ...]:
    """Return the cells of a minimal set of clues that proves a cell a mine, or safe."""
    proof = _minimal(position, index, mine=mine)
    if proof is None:
        return ()
    return tuple(position.grid.cell(i) for i in sorted({*proof.clues, *proof.signs}))


def proven_gold(position: Position, index: int) -> Reason:
    """Return a minimal set of clues and signs that proves that a cell holds gold, as a reason."""
    try:
        proof = because_gold(position, index, propagations=MAX_PROPAGATIONS)
    except BudgetError:
        proof = None
    return _reason(position, proof, ("shows", "show"), "that there is gold")


def _reason(
    position: Position, proof: MinimalProof | None, verbs: tuple[str, str], what: str
) -> Reason:
    """Return a clause about what the parts of a proof show, with a singular and a plural verb."""
    if proof is None:
        return Reason("proof", f"all clues together {verbs[1]} {what}")
    if proof == MinimalProof((), True) and not position.mines_left:
        return Reason("proof", "all mines are known, so this cell is safe")
    parts = listed(_parts(position, proof))
    if len(proof.clues) + len(proof.signs) + proof.total + proof.gold_total > 1:
        words = f"{parts} together {verbs[1]} {what}"
    else:
        words = f"{parts} {verbs[0]} {what}"
    cells = tuple(position.grid.cell(i) for i in sorted({*proof.clues, *proof.signs}))
    return Reason("proof", words, clues=cells)


def _parts(position: Position, proof: MinimalProof) -> list[str]:
    if len(proof.clues) + len(proof.signs) > MAX_NAMED_CLUES:
        named = [f"{len(proof.clues)} clues"] if proof.clues else []
        named += [plural(len(proof.signs), "sign") + " of gold"] if proof.signs else []
    else:
        named = [called(position, i) for i in proof.clues]
        named += [_sign(position, i) for i in proof.signs]
    if proof.total:
        named.append(f"the {plural(position.mines_left, 'mine')} left")
    if proof.gold_total:
        named.append(f"the total of {position.gold} gold")
    return named


def _sign(position: Position, clue: int) -> str:
    where = f"at {list(position.grid.cell(clue))}"
    if position.rules.signs == "counts":
        return f"the gold count {position.signs[clue]} {where}"
    return f"the {'' if position.signs[clue] else 'missing '}gold mark {where}"
