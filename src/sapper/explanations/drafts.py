"""Drafts: steps during the search, with masks of a region instead of cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from sapper.explanations.region import Clue, GoldLimit
from sapper.explanations.steps import Technique
from sapper.inference.proof import MinimalProof

_serial = count()


class Bound(NamedTuple):
    """From ``low`` to ``high`` mines in the cells of ``mask``."""

    mask: int
    low: int
    high: int


@dataclass(slots=True, eq=False)
class Draft:
    """A step during the search: masks of the region instead of cells.

    ``support`` has all steps on which it rests, ``total`` their cost including its own. ``level``
    is the number of suppositions that it is under.
    """

    technique: Technique
    clues: tuple[Clue, ...]
    cost: float
    used_safe: int = 0
    used_mines: int = 0
    used_bounds: tuple[Bound, ...] = ()
    safe: int = 0
    mines: int = 0
    bounds: tuple[Bound, ...] = ()
    mine_count: bool = False
    counts_safe: bool = False  # counts safe cells instead of mines
    parts: tuple[int, ...] = ()  # the counted cells of each clue and bound of a mine count
    contradiction: bool = False
    supposed: tuple[int, bool] | None = None
    inner: tuple[Draft, ...] = ()
    signs: tuple[GoldLimit, ...] = ()  # signs of gold that it uses; the first one requires gold
    certificate: MinimalProof | None = None
    level: int = 0
    support: frozenset[Draft] = frozenset()
    total: float = 0.0
    serial: int = field(default_factory=_serial.__next__)


#: The source of a supposition, which no step concludes.
SUPPOSED = Draft("suppose", (), 0.0)
