"""Table 3 and §5 of Peña Castillo & Wrobel 2003: the learned rules, and the games they win.

The proofs of the rules and the coverage of certain moves are our additions.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from sapper.players.mio.mio import Guess, rules
from sapper.players.mio.rules import Rule
from sapper.players.mio.task import JudgedRule, judged
from sapper.works.mio.coverage import GameCoverage, coverage
from sapper.works.mio.games import PlayedGames, play_games

GUESSES: tuple[Guess, ...] = ("random", "probability")
#: Games won in % in Peña Castillo & Wrobel 2003, with random guesses and guesses by probability;
#: 10,000 games of the latter won 60.
PUBLISHED = {("paper", "random"): 52.0, ("paper", "probability"): 57.9}
#: What decided the 15,481 moves of the paper's 1,000 games with random guesses.
MOVES = {"guess": 2762, "S-1": 169, "S-2": 10285, "S-3": 54, "M-1": 2211}
#: Levels to measure coverage on, and how many times as many games as on expert.
COVERED = (("beginner8", 10), ("expert", 1))


@dataclass(frozen=True)
class TheoryResult:
    """A theory: its rules with proofs, its games with each kind of guess, and its coverage by
    level."""

    name: str
    rules: tuple[tuple[Rule, JudgedRule], ...]
    games: dict[Guess, PlayedGames]
    coverage: dict[str, GameCoverage]

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "theory": self.name,
            "rules": [
                {
                    "name": rule.name,
                    "rule": str(rule.clause),
                    "sound": one.proof.sound,
                    "placings": one.proof.placings,
                    "note": one.proof.note,
                    "paper": one.paper,
                }
                for rule, one in self.rules
            ],
            "games": {
                guess: {**games.to_json(), "published": PUBLISHED.get((self.name, guess))}
                for guess, games in self.games.items()
            },
            "coverage": {level: found.to_json() for level, found in self.coverage.items()},
        }


def measured_table_3(theory: str, games: int, covered: int, seed: int) -> TheoryResult:
    """Prove the rules of a theory, play ``games`` games with each kind of guess, and measure
    coverage on ``covered`` expert games and ten times as many on 8×8."""
    known = rules(theory)
    return TheoryResult(
        theory,
        tuple((rule, judged(rule.clause, seconds=math.inf)) for rule in known),
        {guess: play_games(known, guess, games, seed) for guess in GUESSES},
        {level: coverage(known, level, times * covered) for level, times in COVERED},
    )
