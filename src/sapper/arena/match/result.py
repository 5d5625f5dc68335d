"""The result of a match, with its JSON and text form."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sapper.arena.stats.statistics import mcnemar, wilson


@dataclass(frozen=True)
class Score:
    """The games of one player: ``decisions`` counts moves by strategy, ``guesses`` those that might
    have opened a mine, and ``cpu_seconds`` is the CPU time of the games."""

    player: str
    wins: int
    games: int
    cpu_seconds: float
    decisions: dict[str, int]
    guesses: int

    @property
    def win_rate(self) -> float:
        """The share of games won; 0 without games."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the win rate."""
        return wilson(self.wins, self.games)


@dataclass(frozen=True)
class Pair:
    """Two players on the same deals: how many deals both, only one, and neither won."""

    a: str
    b: str
    both: int
    only_a: int
    only_b: int
    neither: int

    @property
    def p_value(self) -> float:
        """The probability of a difference at least this large between equally strong players, by
        McNemar's exact test."""
        return mcnemar(self.only_a, self.only_b)


@dataclass(frozen=True)
class MatchResult:
    """The scores of the players in the order given, and of all pairs of them in that order.

    ``level`` and ``first`` are the board and the first-move rule, ``games`` is the number of deals,
    and ``interrupted`` is True if more were planned. The text form is the JSON that
    ``sapper match --json`` prints.
    """

    level: str
    first: str
    games: int
    players: tuple[Score, ...]
    pairs: tuple[Pair, ...]
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return plain values; the key ``interrupted`` is present only if true."""
        return {
            "level": self.level,
            "first": self.first,
            "games": self.games,
            **({"interrupted": True} if self.interrupted else {}),
            "players": [
                {
                    "player": score.player,
                    "wins": score.wins,
                    "games": score.games,
                    "win_rate": score.win_rate,
                    "interval": list(score.interval),
                    "cpu_seconds": score.cpu_seconds,
                    "decisions": score.decisions,
                    "guesses": score.guesses,
                }
                for score in self.players
            ],
            "pairs": [
                {
                    "a": pair.a,
                    "b": pair.b,
                    "both": pair.both,
                    "only_a": pair.only_a,
                    "only_b": pair.only_b,
                    "neither": pair.neither,
                    "p_value": pair.p_value,
                }
                for pair in self.pairs
            ],
        }

    def __str__(self) -> str:
        return json.dumps(self.to_json(), indent=2, allow_nan=False, ensure_ascii=False)

    @classmethod
    def parse(cls, source: str) -> MatchResult:
        """Read ``str(result)`` back. Raises ``NotationError``."""
        from sapper.json_input import read_json  # with msgspec, which playing does not need

        return read_json(source, cls, "a match result")
