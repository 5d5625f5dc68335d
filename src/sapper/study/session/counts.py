"""The nodes of a game's tree, and the counts of a game: moves, guesses, lives, mines and gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sapper.game import Position
from sapper.game.codes import FLAGGED, GOLD, MINE
from sapper.records.game import Step
from sapper.study.tree import Node


@dataclass(frozen=True)
class Origin:
    """Where the board of a session comes from.

    ``known`` says that the user may know it: it comes from a file or a position, or was played
    before. ``no_guess`` says that it was dealt to need no guess, and ``repaired`` that mines were
    moved for that. ``drawn`` says that the seed is random: it determines the deal, so it is shown
    only when the game ends.
    """

    known: bool = False
    no_guess: bool = False
    repaired: bool = False
    drawn: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Played:
    """A step of a game, and the position that it led to.

    ``player`` is the recipe or the name of the player that decided the step; it is None for the
    user's own moves and for hints. ``at`` is when the step was made, in seconds since the epoch;
    0 if that is not known. The start of a game has no step.
    """

    after: Position
    made: Step | None = None
    player: str | None = None
    at: float = 0.0

    @property
    def step(self) -> Step:
        """The step that led here; the start has none."""
        assert self.made is not None, "the start of a game has no step"
        return self.made


GameNode = Node[Played]


HINT = "hint"  #: the strategy of cells shown before the first move
YOU = "you"  #: the strategy of the user's own moves
PEOPLE = (YOU, "person")  #: strategies that are people's moves: here and in replays


@dataclass(frozen=True)
class GameCounts:
    """The counts of one line of a game.

    ``moves`` leaves out hints. ``random_probes`` counts the cells opened by the strategy
    ``random``, ``guesses`` the moves of agents that were not certain, and ``yours`` the user's own
    moves. ``daggers_found`` counts the daggers that are open or flagged, rightly or wrongly;
    ``daggers`` is their total. ``gold`` is the gold that is open, ``gold_in_all`` the total (None
    if the rules do not reveal it).
    """

    moves: int
    random_probes: int
    guesses: int
    yours: int
    lives: int
    daggers_found: int
    daggers: int
    gold: int
    gold_in_all: int | None


def counts(steps: Sequence[Step], position: Position) -> GameCounts:
    """Count a game from its steps so far and the position they led to."""
    decisions = [step.decision for step in steps]
    names = [decision.strategy for decision in decisions]
    return GameCounts(
        moves=len(steps) - names.count(HINT),
        random_probes=sum(d.strategy == "random" and d.move.action == "open" for d in decisions),
        guesses=sum(decision.guess for decision in decisions),
        yours=names.count(YOU),
        lives=position.lives_left,
        daggers_found=position.cells.count(MINE) + position.cells.count(FLAGGED),
        daggers=position.mines,
        gold=position.cells.count(GOLD),
        gold_in_all=position.gold,
    )
