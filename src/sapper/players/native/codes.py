"""The numbers by which compiled games know their strategies."""

from __future__ import annotations

from collections.abc import Mapping

from sapper.game.rules import OUTCOMES

#: The outcome of compiled games beside those of ``OUTCOMES``: the promise for the first move leaves
#: too few cells for the mines.
NO_ROOM = len(OUTCOMES)

#: The numbers of the compiled strategies; only these names, without options.
NUMBERS: Mapping[str, int] = {
    name: number
    for number, name in enumerate(("corner", "single-point", "csp", "random", "swift", "start"))
}

#: How much a game of certain moves sees, the weakest first: what single clues settle, what two
#: clues together settle, what all clues settle, and what they settle with the number of mines.
STRENGTHS = ("single clues", "pairs of clues", "all clues", "all clues and the number of mines")
