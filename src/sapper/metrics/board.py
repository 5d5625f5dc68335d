"""The figures of a board, which do not depend on the player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sapper.game import Grid
from sapper.game.regions import Regions, regions
from sapper.metrics.minimum import fewest_clicks
from sapper.metrics.zini import chain_zini, greedy_zini, human_zini


@dataclass(frozen=True)
class BoardFigures:
    """The figures of a board.

    - ``bbbv``: the 3BV, the fewest left clicks that open all safe cells.
    - ``openings``: the regions that a click on a zero opens.
    - ``islands``: the connected groups of numbers that no opening opens.
    - ``zini``, ``human_zini``: the clicks of the two ZiNi algorithms, flags and chords included.
    - ``chain_zini``: the clicks of chain ZiNi, which counts what all chords need together.
    - ``fewest``: the minimum number of clicks, flags and chords included; None on large boards.
    """

    bbbv: int
    openings: int
    islands: int
    zini: int
    human_zini: int
    chain_zini: int
    fewest: int | None

    @classmethod
    def of(cls, grid: Grid, mines: Iterable[int]) -> BoardFigures:
        """Return the figures of a grid with mines at some indices."""
        return cls.of_regions(regions(grid, mines), grid.width)

    @classmethod
    def of_regions(cls, board: Regions, width: int) -> BoardFigures:
        """Return the figures of a board whose rows are ``width`` cells wide."""
        return cls(
            board.bbbv,
            len(board.openings),
            board.islands,
            greedy_zini(board, width),
            human_zini(board, width),
            chain_zini(board),
            fewest_clicks(board),
        )

    def to_json(self) -> dict[str, int | None]:
        """Return plain values."""
        return {
            "bbbv": self.bbbv,
            "openings": self.openings,
            "islands": self.islands,
            "zini": self.zini,
            "human_zini": self.human_zini,
            "chain_zini": self.chain_zini,
            "fewest_clicks": self.fewest,
        }
