"""The numbers by which compiled games know their strategies and outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

#: ``passed``: every strategy passed; ``unfinished``: the player was stopped.
Ending = Literal["lost", "won", "passed", "unfinished"]

#: The outcomes of compiled games by number; ``NO_ROOM``: the promise for the first move leaves too
#: few cells for the mines.
OUTCOMES: tuple[Ending, ...] = ("lost", "won", "passed")
NO_ROOM = len(OUTCOMES)

#: The numbers of the compiled strategies; only these names, without options.
NUMBERS: Mapping[str, int] = {
    name: number
    for number, name in enumerate(("corner", "single-point", "csp", "random", "swift", "start"))
}

#: How much a game of certain moves sees, the weakest first: what single clues settle, what two
#: clues together settle, what all clues settle, and what they settle with the number of mines.
STRENGTHS = ("single clues", "pairs of clues", "all clues", "all clues and the number of mines")
