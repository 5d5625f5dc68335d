"""Peña Castillo & Wrobel 2003: the games, coverage, Table 2 and Table 3 of the rule learner."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sapper.arena.stats.statistics import wilson
from sapper.errors import BudgetError
from sapper.game import Chance, Deal, Level, Position, Referee, Rules
from sapper.game.deal import PLAYS
from sapper.inference.proof import because
from sapper.mio import Clause
from sapper.mio.learning.settings import SearchName
from sapper.players import Decision
from sapper.players.effort import AppliedRule
from sapper.players.mio.mio import Guess, Mio, rules
from sapper.players.mio.rules import Rule, ruled
from sapper.players.mio.task import LEVEL, JudgedRule, judged
from sapper.study.learner.minesweeper import LearnedRules, learn_minesweeper
from sapper.study.learner.stuck import Stuck, stuck_in_game

SEED = 20031  #: the seed of the deals that coverage is measured on
LOOKED_AT = 60  #: the number of positions with misses for which proofs are searched


@dataclass(frozen=True)
class MissedCell:
    """A safe cell that no rule finds: ``clues`` is a minimal set that proves it, and ``total`` says
    whether the proof needs the number of mines."""

    position: Position
    cell: int
    clues: tuple[int, ...]
    total: bool

    def to_json(self) -> dict[str, Any]:
        """Return the cell and its proof as plain values."""
        at = self.position.grid.cell
        return {
            "position": str(self.position),
            "cell": list(at(self.cell)),
            "clues": [list(at(i)) for i in self.clues],
            "total": self.total,
        }


@dataclass(frozen=True)
class GameCoverage:
    """The certain moves of games: how many each rule ``found``, and how many all rules missed."""

    games: int
    found: dict[str, int]
    missed: int
    simplest: tuple[MissedCell, ...]

    @property
    def share(self) -> float:
        """The share of certain moves that the theory finds; 1 if there were no certain moves."""
        total = sum(self.found.values())
        return total / (total + self.missed) if total + self.missed else 1.0

    def to_json(self) -> dict[str, Any]:
        """Return the counts as plain values."""
        return {
            "games": self.games,
            "found": self.found,
            "missed": self.missed,
            "share": self.share,
            "simplest": [one.to_json() for one in self.simplest],
        }


def coverage(
    rules: Sequence[Rule], level: str, games: int, *, seed: int = SEED, simplest: int = 3
) -> GameCoverage:
    """Play ``games`` games whose first cell is safe, and return the coverage.

    ``simplest`` is how many missed cells to return: those whose proofs need the fewest clues among
    the first ``LOOKED_AT`` positions. Raises ``InputError`` for an unknown level.
    """
    counts = Counter(dict.fromkeys((rule.name for rule in rules), 0))
    stuck: list[Stuck] = []
    for number in range(games):
        stuck += stuck_in_game(rules, Level.parse(level), seed, number, counts)
    missed = sum(len(one.safe) for one in stuck)
    proved = sorted(
        (proof for one in stuck[:LOOKED_AT] if (proof := _proved(one)) is not None),
        key=lambda one: (one.total, len(one.clues)),
    )
    return GameCoverage(games, counts, missed, tuple(proved[:simplest]))


def _proved(stuck: Stuck) -> MissedCell | None:
    """Return the first safe cell of a position with the clues that prove it, or None if the proof
    takes too long."""
    try:
        proof = because(stuck.position, stuck.safe[0], False, propagations=2_000_000)
    except BudgetError:
        return None
    assert proof is not None, "what counting proves safe has a proof"
    return MissedCell(stuck.position, stuck.safe[0], tuple(proof.clues), proof.total)


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
    played = PlayedGames()
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
            played.moves[rule.name if isinstance(rule, AppliedRule) else GUESS] += 1
            referee.play(decision.move)
        played.moves.update(firing.rule.name for firing in player.mines)
        played.games += 1
        played.wins += referee.position.outcome == "won"
        report(played.games)
    played.cpu_seconds = time.process_time() - begun
    return played


#: Random examples for learning that is not active: as many as active learning used in the paper.
EXAMPLES = (40, 34)


@dataclass(frozen=True)
class Variant:
    """A column of the table: how to learn, and the published figures (clauses explored per search,
    % of searches cut, rules, % of games won)."""

    name: str
    search: SearchName
    active: bool
    published: tuple[float, float, float, float]


VARIANTS = (
    Variant("IDA*", "ida", False, (3135, 70, 2.8, 42.6)),
    Variant("IDA*+M", "ida-macros", False, (1462, 23, 4, 34.0)),
    Variant("AL+IDA*+M", "ida-macros", True, (1008, 4, 4, 52.4)),
    Variant("AL+GS+M", "greedy-macros", True, (566, 3, 3, 52.0)),
)


@dataclass(frozen=True)
class VariantResult:
    """What one variant learned, and the games that its rules won."""

    variant: Variant
    rules: LearnedRules
    games: PlayedGames

    @property
    def theory(self) -> tuple[Clause, ...]:
        """All rules learned, the refuted ones too."""
        return tuple(one.clause for one in self.rules.judged)

    @property
    def refuted(self) -> int:
        """The number of rules that are refuted."""
        return sum(one.proof.sound is False for one in self.rules.judged)

    @property
    def paper(self) -> list[str]:
        """The rules of the paper that were learned, by name."""
        return sorted({one.paper for one in self.rules.judged if one.paper is not None})

    @property
    def explored(self) -> float:
        """The clauses explored per search."""
        learned = self.rules.learned
        return learned.explored / max(1, len(learned.searches))

    @property
    def cut(self) -> float:
        """The searches that ended at the limit of clauses, in percent."""
        learned = self.rules.learned
        return 100 * learned.cut / max(1, len(learned.searches))

    def to_json(self) -> dict[str, Any]:
        """Return plain values; shares are in percent, as in the paper."""
        learned = self.rules.learned
        explored, cut, rules, won = self.variant.published
        return {
            "setting": self.variant.name,
            "searches": len(learned.searches),
            "explored": self.explored,
            "cut": self.cut,
            "rules": [str(clause) for clause in self.theory],
            "refuted": self.refuted,
            "paper": self.paper,
            "seconds": learned.seconds,
            "finished": learned.finished,
            **self.games.to_json(),
            "published": {"explored": explored, "cut": cut, "rules": rules, "won": won},
        }


def measured_table_2(variant: Variant, games: int, seed: int, seconds: float) -> VariantResult:
    """Learn with a variant for so many seconds, and play ``games`` games with the rules learned."""
    counts = None if variant.active else EXAMPLES
    learned = learn_minesweeper(search=variant.search, seed=seed, seconds=seconds, counts=counts)
    rules = ruled([one.clause for one in learned.judged])
    return VariantResult(variant, learned, play_games(rules, "random", games, seed))


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
