"""What a match found, with its JSON and text form."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sapper.arena.statistics import mcnemar, wilson
from sapper.errors import NotationError


@dataclass(frozen=True)
class Score:
    """One player's games: ``decisions`` counts moves by strategy, ``guesses`` those that might
    have opened a mine, ``cpu_seconds`` is the CPU time spent on them."""

    player: str
    wins: int
    games: int
    cpu_seconds: float
    decisions: dict[str, int]
    guesses: int

    @property
    def win_rate(self) -> float:
        """Share of games won; 0 where none was played."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the win rate."""
        return wilson(self.wins, self.games)


@dataclass(frozen=True)
class Pair:
    """Two players on the same deals: how many both, only one, and neither won."""

    a: str
    b: str
    both: int
    only_a: int
    only_b: int
    neither: int

    @property
    def p_value(self) -> float:
        """How likely so large a difference would be between equals: McNemar's exact test."""
        return mcnemar(self.only_a, self.only_b)


@dataclass(frozen=True)
class MatchResult:
    """Players in the order given, then all pairs of them in that order.

    ``level`` and ``first`` say what was played, ``games`` on how many deals; ``interrupted``
    that there should have been more. Text form: JSON, as ``sapper match --json`` prints it.
    """

    level: str
    first: str
    games: int
    players: tuple[Score, ...]
    pairs: tuple[Pair, ...]
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """Plain values; ``interrupted`` is there only if true."""
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
        try:
            found = json.loads(source)
            scores = tuple(
                Score(*(row[key] for key in Score.__match_args__)) for row in found["players"]
            )
            pairs = tuple(
                Pair(*(row[key] for key in Pair.__match_args__)) for row in found["pairs"]
            )
            interrupted = found.get("interrupted", False)
            head = (found["level"], found["first"], found["games"])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise NotationError("this is not the result of a match as JSON") from None
        return cls(*head, scores, pairs, interrupted)
