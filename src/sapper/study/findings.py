"""What is found out about a position: figures, what is at fault, why a cell is what it is."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Literal

from sapper.errors import ImpossiblePositionError
from sapper.game import Cell, Chance, Move, Position
from sapper.game.codes import FLAGGED, GOLD, HIDDEN, MINE
from sapper.inference import Analysis, analyse
from sapper.players import Decision, Pass, Player, Reason
from sapper.players import player as read_recipe
from sapper.players.proved import proven

SECONDS = 10.0  #: that an analysis may take
MEGABYTES = 512


@dataclass(frozen=True, eq=False)
class Findings:
    """The analysis of a position, or why no layout fits it."""

    position: Position
    analysis: Analysis | None
    fault: ImpossiblePositionError | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """Everything odd about the position and its figures, a sentence each."""
        if self.fault is not None:
            return (str(self.fault),)
        note = (self.analysis.note,) if self.analysis is not None and self.analysis.note else ()
        return (*note, *(fault.sentence for fault in self.position.status()))


@dataclass(frozen=True)
class Why:
    """What is known of a cell: whether it is certainly ``safe`` or a ``mine``, and the reason."""

    certain: Literal["safe", "mine", "neither"]
    reason: Reason


def find(position: Position, seconds: float = SECONDS, megabytes: int = MEGABYTES) -> Findings:
    """Analyse a position; one that is impossible is a finding, too."""
    try:
        return Findings(position, analyse(position, seconds=seconds, megabytes=megabytes))
    except ImpossiblePositionError as error:
        return Findings(position, None, error)


def suggest(findings: Findings, player: Player | str) -> Decision | Pass:
    """The player's move, or that there is none and why.

    Players count without regard to time. Where counting was too hard they are not asked: a cell
    proved safe is suggested, if there is one. Raises ``RecipeError`` for an unknown player.
    """
    position, analysis = findings.position, findings.analysis
    player = read_recipe(player) if isinstance(player, str) else player
    if analysis is None:
        return Pass("analysis", str(findings.fault))
    if position.outcome != "playing":
        return Pass("analysis", f"the game is {position.outcome}")
    if analysis.counted:
        return player.begin(Chance(0))(position)
    cell = next((cell for cell in analysis.safe if position[cell] == HIDDEN), None)
    if cell is None:
        return Pass("analysis", f"{analysis.note}; nothing is proved safe")
    reason = proven(position, position.grid.index(cell), mine=False)
    return Decision(Move("open", cell), "sat", reason, 0.0)


def why(findings: Findings, cell: Cell) -> Why:
    """What is known of a cell, and which clues say so. Raises ``RulesError`` outside the grid.

    For a hidden cell that is certain the reason names a minimal set of clues that proves it.
    """
    position, analysis = findings.position, findings.analysis
    index = position.grid.index(cell)
    if index not in position.hidden:
        return Why("neither", Reason("open", _open_words(position, index)))
    if findings.fault is not None:
        return Why("neither", Reason("impossible", str(findings.fault), clues=findings.fault.clues))
    assert analysis is not None, "a position is impossible, or it has an analysis"
    risk = float(analysis.mine_probability[cell])
    if risk in (0.0, 1.0):
        certain: Literal["safe", "mine"] = "mine" if risk else "safe"
        return Why(certain, proven(position, index, mine=bool(risk)))
    if risk != risk:
        return Why("neither", Reason("uncounted", f"not known: {analysis.note}"))
    near = [i for i in position.grid.neighbours(index) if _is_clue(position.cells[i])]
    clues = tuple(map(position.grid.cell, near))
    words = f"a mine in {100 * risk:.1f} % of {layouts(analysis.log10_layouts)}"
    return Why("neither", Reason("share", words, clues=clues))


def layouts(log10: float) -> str:
    """How many layouts there are, in words: exact while that is readable."""
    if log10 < 9:
        count = round(10**log10)
        return f"{count:,} layout" + ("s" if count != 1 else "")
    power = floor(log10)
    digits = f"{10 ** (log10 - power):.2f}"
    return f"1.00e{power + 1} layouts" if digits == "10.00" else f"{digits}e{power} layouts"


def _is_clue(code: int) -> bool:
    return code < HIDDEN or code == GOLD


def _open_words(position: Position, index: int) -> str:
    """What an open cell says of those around it."""
    code = position.cells[index]
    if code == MINE:
        return "an open mine"
    if not _is_clue(code):
        return "a blocked cell: never a mine"
    near = [position.cells[i] for i in position.grid.neighbours(index)]
    hidden, flags, mines = near.count(HIDDEN), near.count(FLAGGED), near.count(MINE)
    told = [f"{hidden} hidden", *([f"{flags} flagged"] if flags else [])]
    told += [f"{mines} open mine" + ("s" if mines > 1 else "")] if mines else []
    what = "gold: no mine" if code == GOLD else f"{code} mine" + ("" if code == 1 else "s")
    return f"{what} around it, where it has {', '.join(told)}"
