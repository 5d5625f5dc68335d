"""Steps during the search: masks of a region instead of cells."""

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

    ``support`` has all steps that it rests on, ``total`` the cost of them and itself. ``level`` is
    the number of suppositions that it is made under.
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
    counts_safe: bool = False  # the number of safe cells is counted, not that of mines
    parts: tuple[int, ...] = ()  # the cells of each clue and bound that a mine count counts
    contradiction: bool = False
    supposed: tuple[int, bool] | None = None
    inner: tuple[Draft, ...] = ()
    signs: tuple[GoldLimit, ...] = ()  # what a step uses of gold; the first needs it
    certificate: MinimalProof | None = None
    level: int = 0
    support: frozenset[Draft] = frozenset()
    total: float = 0.0
    serial: int = field(default_factory=_serial.__next__)


#: The source of a supposition, which no step concludes.
SUPPOSED = Draft("suppose", (), 0.0)
