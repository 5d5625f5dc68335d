"""Figures of statistics as text."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.arena.stats.win_rate import WinRate
from sapper.estimate import hundredths, interval_text


def p_value(p: float) -> str:
    """A p-value in three decimals, or in scientific notation if it is below 0.001."""
    if p < 1e-300:
        return "<1e-300"  # floats below have few digits left, or none
    return f"{p:.3f}" if p >= 0.001 else f"{p:.1e}"


#: The titles of the cells of ``won``.
WON = ("won", "games", "won %", "95%")


def won(score: WinRate) -> tuple[str, ...]:
    """The wins, the games, the share of games won in percent, and its interval."""
    share = hundredths(score.win_rate) if score.games else "–"
    return f"{score.wins:,}", f"{score.games:,}", share, interval_text(score.interval)


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows of cells as lines with aligned columns; the first ``left`` ones are aligned left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            f"{cell:{'<' if i < left else '>'}{width}}"
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
