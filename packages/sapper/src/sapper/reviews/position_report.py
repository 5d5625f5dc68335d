"""The analysis of a position: probabilities, faults, a suggestion, and proofs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from sapper.errors import ImpossiblePositionError, listed, plural
from sapper.estimate import percent
from sapper.explanations import Explanation
from sapper.explanations.explanation import easiest, settled
from sapper.game import Cell, Chance, Move, Position
from sapper.game.codes import FLAGGED, GOLD, HIDDEN, MINE
from sapper.inference import Analysis, analyse
from sapper.inference.analysis import layouts
from sapper.players import Decision, Pass, Player, Reason
from sapper.players.proved import proven, reason_of
from sapper.players.recipes import STRATEGIES, own_names, player_of
from sapper.reviews.candidates import Candidates
from sapper.reviews.comparison import guess


def sentence(words: str) -> str:
    """Return a clause with a capital letter and a final stop, unless it has them already.

    A strategy's name at the beginning keeps its lower-case letter.
    """
    words = words.strip()
    named = words.partition(" ")[0] in {*STRATEGIES, *own_names()}
    first = words[:1] if named else words[:1].upper()
    stop = "" if words[-1:] in ("", ".", "?", "!", "…") else "."
    return f"{first}{words[1:]}{stop}"


ANALYSIS_SECONDS = 10.0  #: time limit of an analysis
ANALYSIS_MEGABYTES = 512  #: memory limit of an analysis


@dataclass(frozen=True, eq=False)
class Findings:
    """The analysis of a position, or the reason why no layout fits it."""

    position: Position
    analysis: Analysis | None
    fault: ImpossiblePositionError | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """Warnings about the position and its figures, one clause each."""
        if self.fault is not None:
            return (str(self.fault),)
        note = (self.analysis.note,) if self.analysis is not None and self.analysis.note else ()
        return (*note, *(fault.sentence for fault in self.position.faults()))


@dataclass(frozen=True)
class Certainty:
    """The verdict on a cell: certainly ``safe``, certainly a ``mine``, or ``neither``.

    ``explanation`` has the steps of the proof; None if the cell is not certain, or no explanation
    was found.
    """

    certain: Literal["safe", "mine", "neither"]
    reason: Reason
    explanation: Explanation | None = None


def find(
    position: Position, seconds: float = ANALYSIS_SECONDS, megabytes: int = ANALYSIS_MEGABYTES
) -> Findings:
    """Analyse a position. An impossible position is reported as a fault, not raised."""
    try:
        return Findings(position, analyse(position, seconds=seconds, megabytes=megabytes))
    except ImpossiblePositionError as error:
        return Findings(position, None, error)


def suggest(position: Position | str, player: Player | str = "swift") -> Decision | Pass:
    r"""Return the move that a player makes in a position, as ``sapper analyse`` suggests it.

    - ``position``: the position or its text.
    - ``player``: a player or its recipe.

    The result is a ``Pass``, which says why, if the game is over or no strategy decides. If exact
    counting is too hard for the position, only a cell proved safe is suggested.

    Raises ``ImpossiblePositionError`` if no layout fits the position, and ``RecipeError`` for an
    unknown player.

    >>> sapper.suggest("4x3x2\nHHHH\n1221\n0000", "csp").move
    Move(action='open', cell=(0, 0))
    """
    findings = find(Position.of(position))
    if findings.fault is not None:
        raise findings.fault
    return advised(findings, player)


def advised(findings: Findings, player: Player | str) -> Decision | Pass:
    """Return the player's move, or a pass that says why there is no move.

    Players ignore the time limit of the analysis. If the analysis could not count the position, the
    player is not asked: a cell that is proved safe is suggested, if there is one. Raises
    ``RecipeError`` for an unknown player.
    """
    position, analysis = findings.position, findings.analysis
    player = player_of(player)
    if analysis is None:
        return Pass("analysis", str(findings.fault))
    if position.outcome != "playing":
        return Pass("analysis", f"the game is {position.outcome}")
    if analysis.counted:
        return player.begin(Chance(0))(position)
    cell = next((cell for cell in analysis.safe if position[cell] == HIDDEN), None)
    if cell is None:
        return Pass("analysis", f"{analysis.note}; no cell is proved safe")
    reason = proven(position, position.grid.index(cell), mine=False)
    return Decision(Move("open", cell), "sat", reason, 0.0)


def hinted(position: Position, advice: Decision) -> Decision:
    """Return a player's advice as a person gets it: instead of a certain cell, the easiest one.

    A move that a rule of the player chose stays, because the rule is its reason.
    """
    if advice.mine_probability != 0.0 or advice.effort is not None or position.next_open_is_safe:
        return advice
    explanation = easiest(position)
    if explanation is None:
        return advice
    index = position.grid.index(explanation.cell)
    reason = reason_of(position, index, explanation, mine=False)
    return replace(advice, move=Move("open", explanation.cell), why=reason)


def why(findings: Findings, cell: Cell) -> Certainty:
    """Return whether a cell is certain, with a reason and the clues that prove it.

    If a hidden cell is certain, the reason names a minimal set of clues that proves it. Raises
    ``RulesError`` for a cell outside the grid.
    """
    position, analysis = findings.position, findings.analysis
    index = position.grid.index(cell)
    if index not in position.hidden_indices:
        return Certainty("neither", Reason("open", _open_words(position, index)))
    if findings.fault is not None:
        return Certainty(
            "neither", Reason("impossible", str(findings.fault), clues=findings.fault.clues)
        )
    assert analysis is not None, "a position is impossible, or it has an analysis"
    risk = analysis.probability(cell)
    if risk in (0.0, 1.0):
        certain: Literal["safe", "mine"] = "mine" if risk else "safe"
        explanation = settled(position, index, mine=bool(risk))
        reason = reason_of(position, index, explanation, mine=bool(risk))
        return Certainty(certain, reason, explanation)
    if position.next_open_is_safe:
        words = f"the rules guarantee that {analysis.promise}, whichever you open"
        return Certainty("neither", Reason("promised", words))
    if risk != risk:
        return Certainty(
            "neither", Reason("uncounted", f"the risk of a mine is not known: {analysis.note}")
        )
    near = [i for i in position.grid.neighbour_indices(index) if _is_clue(position.cells[i])]
    clues = tuple(map(position.grid.cell, near))
    possible = layouts(analysis.log10_layouts).replace("layout", "possible layout")
    words = f"a mine lies here in {percent(risk)} of the {possible}"
    return Certainty("neither", Reason("share", words, clues=clues))


def compared(findings: Findings, cell: Cell) -> Explanation | None:
    """Return how a guess compares with others; None for a cell that is open or certain, or whose
    risk is not known."""
    analysis = findings.analysis
    if analysis is None or not 0.0 < analysis.probability(cell) < 1.0:
        return None
    return guess(analysis, findings.position.grid.index(cell))


def _is_clue(code: int) -> bool:
    return code < HIDDEN or code == GOLD


def _open_words(position: Position, index: int) -> str:
    """Return what an open cell shows about its neighbours."""
    code = position.cells[index]
    if code == MINE:
        return "this is an open mine"
    if not _is_clue(code):
        return "this cell is blocked, so it never holds a mine"
    near = [position.cells[i] for i in position.grid.neighbour_indices(index)]
    clue = 0 if code == GOLD else code
    if not clue:
        return f"this {'gold' if code == GOLD else clue} touches no mine"
    hidden, flags, mines = near.count(HIDDEN), near.count(FLAGGED), near.count(MINE)
    parts = [f"{hidden or 'none'} of its neighbours {'is' if hidden < 2 else 'are'} hidden"]
    parts += [f"{flags} {'is' if flags == 1 else 'are'} flagged"] if flags else []
    parts += [f"{mines} {'is an open mine' if mines == 1 else 'are open mines'}"] if mines else []
    return f"this {clue} touches {plural(clue, 'mine')}; {listed(parts)}"


def findings_json(
    findings: Findings, suggestion: Decision | Pass, compared: Candidates | None = None
) -> dict[str, Any]:
    """Return plain values, null where there is no number, and the best cells if they were compared.

    An impossible position has the same keys, plus the clues at fault.
    """
    position, analysis, fault = findings.position, findings.analysis, findings.fault
    advice: dict[str, Any] = {"suggestion": None}
    if isinstance(suggestion, Decision):
        advice["suggestion"] = {
            "action": suggestion.move.action,
            "cell": suggestion.move.cell,
            "strategy": suggestion.strategy,
            "reason": suggestion.reason.words,
        }
    if analysis is not None:
        known = analysis.to_json()
        doubts: dict[str, Any] = {
            name: known.pop(name) for name in ("promise", "exact", "note") if name in known
        }
        if compared is not None:
            doubts["candidates"] = [candidate.to_json() for candidate in compared.best]
            if compared.note:
                doubts["note"] = compared.note
        return known | advice | doubts
    fields: dict[str, Any] = {
        "width": position.grid.width,
        "height": position.grid.height,
        "mines": position.mines if position.rules.mines_known else None,
        "consistent": False,
        "log10_layouts": None,
        "mine_probability": None,
        "safe": [],
        "certain_mines": [],
    }
    return fields | advice | {"clues": fault and fault.clues, "note": str(fault)}
