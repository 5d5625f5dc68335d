"""The steps of an explanation, with their cost, sentences and JSON form.

The difficulty of a cell is the cost of its cheapest chain found, the sum over its steps. A step
costs

- the weight of its technique;
- ``CLUE`` for each clue to be kept in mind beyond those that its technique always has;
- ``CORNER`` for three clues around a corner, a pattern that one sees at once;
- ``APART`` if its two clues are not neighbours: the eye must jump;
- ``OVERLAP`` if each of its two clues (or counts) has cells that the other lacks;
- ``PART`` for each clue or count of a mine count, which the eye finds all over the board;
- for a supposition, the cost of the steps inside it as well.

Costs of steps, and a chain as their sum, follow B. Bogaerts, E. Gamba and T. Guns (2021), "A
framework for step-wise explaining how to solve constraint satisfaction problems".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from sapper.errors import article
from sapper.game import Cell

Technique = Literal["one clue", "two clues", "derived counts", "mine count", "suppose"]

ONE_CLUE = 1.0
TWO_CLUES = 2.5
DERIVED = 3.0  #: concluding a count, or using one
CORNER = 3.5
MINE_COUNT = 2.0
SUPPOSE = 6.0
CERTIFICATE = 40.0  #: a contradiction between many clues at once, which takes a search to see
CLUE = 0.5
APART = 0.5
OVERLAP = 0.5
PART = 1.0

#: The motif of a step: the family of its pattern or, without one, its technique.
MOTIFS = {
    "1-1": "1-1",
    "1-2": "1-2",
    "1-2-1": "1-2-1",
    "1-2-2-1": "1-2-2-1",
    "hole": "hole",
    "T": "hole",
    "2-2-2": "corner",
    "1-3-1": "corner",
    "last cells": "mines left",
    "one clue": "one clue",
    "single numbers": "one clue",
    "two clues": "two clues",
    "derived counts": "counts",
    "mine count": "mines left",
    "suppose": "suppose",
    "either way": "suppose",
}

SINGLE_NUMBERS = "single numbers"  #: the pattern of a step that gives all that single clues settle
OPEN_MINE = "open mine"  #: what sentences call a mine in sight; see ``Step.calling_mines``


class Count(NamedTuple):
    """From ``least`` to ``most`` mines in some hidden cells."""

    cells: tuple[Cell, ...]
    least: int
    most: int


class Supposition(NamedTuple):
    """A cell that is supposed to be a ``mine``, or to be safe."""

    cell: Cell
    mine: bool


@dataclass(frozen=True)
class Step:
    """One step of an explanation: its premises, its conclusions and its words.

    - ``words``: the step as sentences for people, with cells as ``[row, column]``.
    - ``clues``: the open cells whose numbers it uses; ``signs``: those of them whose signs of gold
      it uses; ``mine_count``, ``gold_count``: whether it uses the number of mines or of gold.
    - ``uses``: the earlier steps, by index, whose conclusions it uses.
    - ``safe``, ``mines``, ``counts``: its new conclusions.
    - ``suppose``, ``steps``: a supposition, and the steps that refute it. Those may use the
      supposition and the steps that this one ``uses``; their own ``uses`` are indices among them.
      The last is a ``contradiction`` and concludes nothing.
    - ``cost``: see ``sapper.explanations.steps``; ``pattern``: the name of a known pattern, or "".
    """

    technique: Technique
    words: str
    clues: tuple[Cell, ...] = ()
    signs: tuple[Cell, ...] = ()
    mine_count: bool = False
    gold_count: bool = False
    uses: tuple[int, ...] = ()
    safe: tuple[Cell, ...] = ()
    mines: tuple[Cell, ...] = ()
    counts: tuple[Count, ...] = ()
    suppose: Supposition | None = None
    steps: tuple[Step, ...] = ()
    contradiction: bool = False
    cost: float = 0.0
    pattern: str = ""

    @property
    def motif(self) -> str:
        """What one has to see to find the step: see ``MOTIFS``."""
        return MOTIFS[self.pattern or self.technique]

    @property
    def tells_steps(self) -> bool:
        """True if the words enclose those of the steps under its supposition: they are then two
        sentences, but one if an equal supposition was told before."""
        return self.suppose is not None and ". " in self.words

    def calling_mines(self, noun: str) -> Step:
        """Return the step with another noun for open mines, such as ``flag``."""
        words = self.words.replace(article(OPEN_MINE), article(noun)).replace(OPEN_MINE, noun)
        steps = tuple(each.calling_mines(noun) for each in self.steps)
        return replace(self, words=words, steps=steps)

    def to_json(self) -> dict[str, Any]:
        """Return plain values for ``json.dumps``."""
        plain: dict[str, Any] = {
            "technique": self.technique,
            "clues": self.clues,
            "mine_count": self.mine_count,
            "uses": self.uses,
            "safe": self.safe,
            "mines": self.mines,
            "counts": [count._asdict() for count in self.counts],
            "words": self.words,
        }
        if self.signs:
            plain["signs"] = self.signs
        if self.gold_count:
            plain["gold_count"] = True
        if self.pattern:
            plain["pattern"] = self.pattern
        if self.suppose is not None:
            plain["suppose"] = self.suppose._asdict()
            plain["steps"] = [step.to_json() for step in self.steps]
        if self.contradiction:
            plain["contradiction"] = True
        return plain
