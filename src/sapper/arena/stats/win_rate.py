"""The share of games won, which every result of games has."""

from __future__ import annotations

from typing import Any

from sapper.arena.stats.statistics import wilson


class WinRate:
    """A base class of results with a number of ``wins`` among ``games``, which adds the share."""

    games: int
    wins: int

    @property
    def win_rate(self) -> float:
        """The share of games won; 0 without games."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% Wilson interval of the win rate."""
        return wilson(self.wins, self.games)

    def rate_json(self) -> dict[str, Any]:
        """Return the share of games won as plain values."""
        return {
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.win_rate,
            "interval": list(self.interval),
        }
