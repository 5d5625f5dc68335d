"""Games played by learned rules, with the number of moves that each rule made."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sapper.arena.stats.statistics import wilson
from sapper.game import Chance, Deal, Level, Referee, Rules
from sapper.game.deal import PLAYS
from sapper.players import Decision
from sapper.players.effort import AppliedRule
from sapper.players.mio.examples import LEVEL
from sapper.players.mio.mio import Guess, Mio
from sapper.players.mio.rules import Rule

GUESS = "guess"


@dataclass
class PlayedGames:
    """The games of one player; ``moves`` counts the moves that each rule, or guessing, decided."""

    games: int = 0
    wins: int = 0
    cpu_seconds: float = 0.0
    moves: Counter[str] = field(default_factory=Counter)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% Wilson interval of the share of games won."""
        return wilson(self.wins, self.games) if self.games else (0.0, 1.0)

    def to_json(self) -> dict[str, object]:
        """Return the sums as plain values."""
        return {
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.wins / self.games if self.games else None,
            "interval": list(self.interval),
            "cpu_seconds": self.cpu_seconds,
            "moves": dict(sorted(self.moves.items())),
        }


def play_games(
    rules: Sequence[Rule],
    guess: Guess,
    games: int,
    seed: int,
    report: Callable[[int], None] = lambda done: None,
) -> PlayedGames:
    """Play the deals of a seed on the board of the paper, under the first-move rule ``any``.

    A ``match`` with these rules wins the same games.
    """
    found = PlayedGames()
    level = Level.parse(LEVEL)
    begun = time.process_time()
    for number in range(games):
        deal = Deal.seeded(level.grid, level.mines, seed, number)
        player, chance = Mio.with_rules(rules, guess), Chance(seed, PLAYS, number)
        referee = Referee(deal, Rules("any"))
        while referee.position.outcome == "playing":
            decision = player.decide(referee.position, chance)
            if not isinstance(decision, Decision):
                break
            rule = decision.effort
            found.moves[rule.name if isinstance(rule, AppliedRule) else GUESS] += 1
            referee.play(decision.move)
        found.moves.update(firing.rule.name for firing in player.mines)
        found.games += 1
        found.wins += referee.position.outcome == "won"
        report(found.games)
    found.cpu_seconds = time.process_time() - begun
    return found
