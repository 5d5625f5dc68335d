"""The boards of the experiments with ``bssuct``, with the results of perfect play and of others."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.game.rules import First


@dataclass(frozen=True)
class PublishedBoard:
    """A board with published results, under one rule for the first move.

    ``perfect`` is the share of games that perfect play wins, as computed by ``sapper optimum``;
    ``published`` has players and the percentages they won, as printed.
    """

    level: str
    first: First
    perfect: Fraction
    published: tuple[tuple[str, str], ...] = ()


def _row(level: str, perfect: Fraction, csp: str, bssuct: str, seconds: int) -> PublishedBoard:
    """A row of Table 2 of Sebag & Teytaud 2012, "Combining Myopic Optimization and Tree Search:
    Application to MineSweeper" (LION 6); ``seconds`` are its thinking time a move."""
    return PublishedBoard(
        level, "safe", perfect, (("CSP-PGMS", csp), (f"BSSUCT, {seconds} s", bssuct))
    )


#: The paper's Table 2, in its order.
TABLE_2 = (
    _row("4x4x4", Fraction(961, 1365), "64.7", "70.0 ± 0.6", 10),
    _row("3x1x1", Fraction(1), "100", "100", 10),
    _row("5x2x3", Fraction(1, 4), "22.6", "25.4 ± 1.0", 10),
    _row("5x5x10", Fraction(13765, 115368), "8.20", "9", 300),
    _row("10x1x5", Fraction(4, 21), "12.93", "18.9 ± 0.2", 10),
    _row("7x3x10", Fraction(3524, 46189), "4.50", "5.96 ± 0.16", 30),
    _row("5x5x15", Fraction(20039, 1307504), "0.63", "0.9 ± 0.1", 10),
)
#: Opening the centre first always wins: its neighbours are then safe and show all other mines.
GNOMINE = (PublishedBoard("5x5x15", "opening", Fraction(1)),)
#: Too many mines for the first-move rule ``opening``.
SEVEN = (PublishedBoard("3x3x7", "safe", Fraction(1, 4)),)
