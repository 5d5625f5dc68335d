"""The experiments of Peña Castillo & Wrobel 2003 with the rule learner: games, Table 2 and Table
3."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import fsum
from typing import Any

from mio import IDA, Clause, Learned, LearningSettings, SearchName, together
from sapper.arena.runner import SummedSeries, Sums, WorkerPool, interruptible, run
from sapper.arena.stats import WinRate
from sapper.errors import plural
from sapper.game import Chance, Deal, Level, Referee, Rules
from sapper.game.deal import PLAYS
from sapper.json_input import seed_json
from sapper.players import Decision
from sapper.players.effort import AppliedRule
from sapper.worker.threads import thread_time
from sapper_agents.mio.mio import Guess, Marks, Mio, rules
from sapper_agents.mio.rules import Rule, ruled
from sapper_agents.mio.task import LEVEL, PAPER, JudgedRule, judged, learn_target, settings
from sapper_papers.coverage import SEED, GameCoverage, StuckSums, stuck_games

GUESS = "guess"


@dataclass(frozen=True)
class PlayedGames(WinRate, Sums):
    """The games of one player; ``moves`` counts the moves that each rule, or guessing, decided."""

    games: int = 0
    wins: int = 0
    cpu_seconds: float = 0.0
    moves: Counter[str] = field(default_factory=Counter)

    def to_json(self) -> dict[str, object]:
        """Return the sums as plain values."""
        return {
            **self.rate_json(),
            "cpu_seconds": self.cpu_seconds,
            "moves": dict(sorted(self.moves.items())),
        }


def play_games(
    rules: Sequence[Rule], guess: Guess, marks: Marks, seed: int, numbers: Sequence[int]
) -> PlayedGames:
    """Play the deals of a seed with these numbers on the board of the paper, under the first-move
    rule ``any``.

    A ``match`` with these rules, guesses and marks wins the same games.
    """
    level = Level.parse(LEVEL)
    begun = thread_time()
    wins, moves = 0, Counter[str]()
    for number in numbers:
        deal = Deal.seeded(level.grid, level.mines, seed, number)
        player = Mio.with_rules(rules, guess, marks)
        chance = Chance(seed, PLAYS, number)
        referee = Referee(deal, Rules("any"))
        while referee.position.outcome == "playing":
            decision = player.decide(referee.position, chance)
            if not isinstance(decision, Decision):
                break
            rule = decision.effort
            moves[rule.name if isinstance(rule, AppliedRule) else GUESS] += 1
            referee.play(decision.move)
        moves.update(firing.rule.name for firing in player.mines)
        wins += referee.position.outcome == "won"
    return PlayedGames(len(numbers), wins, thread_time() - begun, moves)


#: Numbers of random examples for learning that is not active, those of active learning in the
#: paper.
EXAMPLES = (40, 34)
SAMPLES = 5  #: samples of examples that each setting learns from, as in the paper
TARGET = "safe"  #: what the settings learn; the paper adds the rule for mines of its best setting
MINES = PAPER["M-1"]


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
class SampleResult:
    """The rules learned from one sample, and the games that they won with ``MINES``."""

    learned: Learned
    rules: tuple[JudgedRule, ...]
    games: PlayedGames

    @property
    def theory(self) -> tuple[Clause, ...]:
        """The rules, including refuted ones."""
        return tuple(one.clause for one in self.rules)

    @property
    def refuted(self) -> int:
        """The number of rules that are refuted."""
        return sum(one.proof.sound is False for one in self.rules)

    @property
    def paper(self) -> list[str]:
        """The rules of the paper that were learned, by name."""
        return sorted({one.paper for one in self.rules if one.paper is not None})

    @property
    def explored(self) -> float:
        """The clauses explored per search."""
        return self.learned.explored / max(1, len(self.learned.searches))

    @property
    def cut(self) -> float:
        """The searches that ended at the limit of clauses, in percent."""
        return 100 * self.learned.cut / max(1, len(self.learned.searches))

    def to_json(self) -> dict[str, Any]:
        """Return plain values; ``cut`` is in percent, as in the paper."""
        return {
            "searches": len(self.learned.searches),
            "explored": self.explored,
            "cut": self.cut,
            "rules": [str(clause) for clause in self.theory],
            "refuted": self.refuted,
            "paper": self.paper,
            "seconds": self.learned.seconds,
            "finished": self.learned.finished,
            **self.games.to_json(),
        }


@dataclass(frozen=True)
class VariantResult:
    """What one variant learned from each sample."""

    variant: Variant
    samples: tuple[SampleResult, ...]

    def mean(self, figure: Callable[[SampleResult], float]) -> float:
        """Return the mean of a figure over the samples."""
        return fsum(map(figure, self.samples)) / max(1, len(self.samples))

    @property
    def won(self) -> float:
        """The mean share of games won, in percent."""
        return self.mean(lambda one: 100 * one.games.win_rate)

    @property
    def won_range(self) -> tuple[float, float]:
        """The shares of games won by the worst and the best sample, in percent."""
        won = [100 * one.games.win_rate for one in self.samples]
        return min(won), max(won)

    def to_json(self) -> dict[str, Any]:
        """Return the means over the samples, and the samples, as plain values."""
        explored, cut, rules, won = self.variant.published
        return {
            "setting": self.variant.name,
            "explored": self.mean(lambda one: one.explored),
            "cut": self.mean(lambda one: one.cut),
            "rules": self.mean(lambda one: len(one.rules)),
            "won": self.won,
            "won_range": list(self.won_range),
            "published": {"explored": explored, "cut": cut, "rules": rules, "won": won},
            "samples": [one.to_json() for one in self.samples],
        }


@dataclass(frozen=True)
class Table2:
    """The rules learned with each setting, and the games won; after Ctrl-C, only for samples that
    had been learned.

    - ``games``: the number of games of each sample.
    - ``samples``: the number of samples of each setting.
    - ``examples``: the numbers of random examples in a sample, if learning is not active.
    - ``nodes``: the limit of clauses of each search.
    - ``variants``: the number of settings.
    """

    games: int
    seed: int
    samples: int
    examples: tuple[int, int]
    nodes: int
    variants: int
    rows: tuple[VariantResult, ...]

    @property
    def played(self) -> int:
        """The games played by all settings."""
        return sum(one.games.games for row in self.rows for one in row.samples)

    @property
    def due(self) -> int:
        """The games that all settings play."""
        return self.games * self.samples * self.variants

    @property
    def interrupted(self) -> bool:
        """True if some games were not played."""
        return self.played < self.due

    def to_json(self) -> dict[str, Any]:
        """Return plain values; the key ``interrupted`` is present only if true."""
        return {
            "games": self.games,
            "seed": seed_json(self.seed),
            "examples": list(self.examples),
            "nodes": self.nodes,
            **({"interrupted": True} if self.interrupted else {}),
            "rows": [row.to_json() for row in self.rows],
        }

    def flat_rows(self) -> list[dict[str, Any]]:
        """Return a row for each sample, for CSV: rules are separated by spaces."""
        rows = []
        for row in self.to_json()["rows"]:
            published = {f"published.{name}": value for name, value in row["published"].items()}
            for number, sample in enumerate(row["samples"], 1):
                low, high = sample.pop("interval")
                texts = {name: " ".join(sample[name]) for name in ("rules", "paper")}
                del sample["moves"]
                which = {"setting": row["setting"], "sample": number}
                rows.append(which | sample | texts | {"low": low, "high": high} | published)
        return rows


#: Called with a line about the progress of an experiment.
Report = Callable[[str], object]


def measure_table_2(
    games: int,
    seed: int,
    seconds: float,
    *,
    samples: int = SAMPLES,
    examples: tuple[int, int] = EXAMPLES,
    nodes: int = IDA.nodes,
    variants: Sequence[Variant] = VARIANTS,
    workers: int = 1,
    report: Report = lambda words: None,
) -> Table2:
    """Learn rules for safe cells with each variant, and play games by them and ``MINES``.

    Args:
        games: the number of games of each sample.
        seed: the seed of the deals and of the first sample; the next samples have the next seeds.
        seconds: the CPU time for learning from each sample.
        samples: the number of samples of each variant.
        examples: the numbers of positive and negative examples in a sample, if learning is not
            active.
        nodes: the limit of clauses of each search.
        variants: the columns of the table.
        workers: the number of games played in parallel.
        report: called with a line on the progress.

    Except for times, the result is the same for any number of ``workers``, if no search reaches the
    time limit. Raises ``Interrupted``, with the finished part, on Ctrl-C.
    """
    rows: dict[str, VariantResult] = {}

    def result() -> Table2:
        found = tuple(rows.values())
        return Table2(games, seed, samples, examples, nodes, len(variants), found)

    pool = WorkerPool(workers)
    with interruptible(result):
        for variant in variants:
            found: list[SampleResult] = []
            for number in range(samples):
                name = f"{variant.name}, sample {number + 1} of {samples}"
                how = settings(variant.search, seed=seed + number, seconds=seconds, workers=workers)
                how = replace(how, nodes=nodes)
                learned = _learned(name, how, None if variant.active else examples, report)
                theory = tuple(judged(clause) for clause in learned.theory)
                known = ruled([*(one.clause for one in theory), MINES])
                play = partial(play_games, known, "random", "needed", seed)
                series = SummedSeries(games, play, PlayedGames())
                try:
                    _play(name, series, pool, report)
                finally:
                    found.append(SampleResult(learned, theory, series.total))
                    rows[variant.name] = VariantResult(variant, tuple(found))
    return result()


def _learned(
    name: str, how: LearningSettings, counts: tuple[int, int] | None, report: Report
) -> Learned:
    def progress(left: int, total: int, clauses: int) -> None:
        covered = f"{total - left:,} of {plural(total, 'positive')} covered"
        report(f"{name}: learning, {covered}")

    report(f"{name}: learning")
    found = learn_target(TARGET, how, counts=counts, progress=progress)
    return together([found])


def _play(name: str, series: SummedSeries[Any], pool: WorkerPool, report: Report) -> None:
    run([series], pool, lambda one: report(f"{name}: {one.done:,} of {plural(one.due, 'game')}"))


GUESSES: tuple[Guess, ...] = ("random", "probability")
#: Games won by eleven people, each of whom played at least ten, in %, and its standard deviation.
PEOPLE = (35, 8)
#: Games won in % in Peña Castillo & Wrobel 2003, with random guesses and guesses by probability;
#: 10,000 games of the latter won 60.
PUBLISHED = {("paper", "random"): 52.0, ("paper", "probability"): 57.9}
PUBLISHED_GAMES = 1000
#: The rules that decided the 15,481 moves of the paper's games with random guesses.
MOVES = {"guess": 2762, "S-1": 169, "S-2": 10285, "S-3": 54, "M-1": 2211}
#: Levels on which coverage is measured, with the number of games relative to expert.
COVERED = (("beginner8", 10), ("expert", 1))


@dataclass(frozen=True)
class TheoryResult:
    """A theory: its rules with proofs, its games by kind of guess, its coverage by level."""

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


@dataclass(frozen=True)
class Table3:
    """The theories measured; after Ctrl-C, with what was finished of the last one."""

    games: int
    seed: int
    marks: Marks
    theories: tuple[TheoryResult, ...]
    interrupted: bool = False

    @property
    def played(self) -> int:
        """The games played with both kinds of guesses by all theories."""
        return sum(games.games for one in self.theories for games in one.games.values())

    def to_json(self) -> dict[str, Any]:
        """Return plain values; the key ``interrupted`` is present only if true."""
        return {
            "games": self.games,
            "seed": seed_json(self.seed),
            "marks": self.marks,
            **({"interrupted": True} if self.interrupted else {}),
            "published_moves": MOVES,
            "theories": [one.to_json() for one in self.theories],
        }

    def flat_rows(self) -> list[dict[str, Any]]:
        """Return a row for each theory and kind of guess, with the moves that each rule decided."""
        names = {
            name: None for one in self.theories for rule, _ in one.rules for name in [rule.name]
        }
        rows = []
        for one in self.theories:
            for guess, games in one.games.items():
                plain = games.to_json()
                moves = games.moves
                del plain["moves"]
                plain["low"], plain["high"] = games.interval
                del plain["interval"]
                decided = {f"moves.{name}": moves[name] for name in (GUESS, *names)}
                published = PUBLISHED.get((one.name, guess), "")
                row = {"theory": one.name, "guess": guess, **plain, "published": published}
                rows.append(row | decided)
        return rows


def measure_table_3(
    theories: Sequence[str],
    games: int,
    covered: int,
    seed: int,
    *,
    marks: Marks = "needed",
    workers: int = 1,
    report: Report = lambda words: None,
) -> Table3:
    """Prove the rules of theories, play games with them, and measure their coverage.

    Args:
        theories: the names of the theories.
        games: the number of games with each kind of guess.
        covered: the number of expert games for the coverage; on 8×8, ten times as many.
        seed: the seed of the deals.
        marks: which mines the players mark; ``needed`` counts moves as the paper does.
        workers: the number of games played in parallel.
        report: called with a line on the progress.

    Except for times, the result is the same for any number of ``workers``. Raises ``Interrupted``,
    with the finished part, on Ctrl-C.
    """
    results: list[TheoryResult] = []
    pool = WorkerPool(workers)
    with interruptible(lambda: Table3(games, seed, marks, tuple(results), interrupted=True)):
        for theory in theories:
            known = rules(theory)
            results.append(TheoryResult(theory, (), {}, {}))
            for number, rule in enumerate(known):
                report(f"{theory}: {number} of {len(known)} rules proved")
                proved = (rule, judged(rule.clause, seconds=math.inf))
                results[-1] = replace(results[-1], rules=(*results[-1].rules, proved))
            for guess in GUESSES:
                name = f"{theory}, guesses by {guess}"
                play = partial(play_games, known, guess, marks, seed)
                series = SummedSeries(games, play, PlayedGames())
                try:
                    _play(name, series, pool, report)
                finally:
                    results[-1] = replace(
                        results[-1], games={**results[-1].games, guess: series.total}
                    )
            for level, times in COVERED:
                stuck = SummedSeries(
                    times * covered, partial(stuck_games, known, level, SEED), StuckSums()
                )
                _play(f"{theory}, coverage on {level}", stuck, pool, report)
                found = GameCoverage.of(known, stuck.total)
                results[-1] = replace(results[-1], coverage={**results[-1].coverage, level: found})
    return Table3(games, seed, marks, tuple(results))
