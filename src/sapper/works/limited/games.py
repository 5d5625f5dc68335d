"""The games of ``sapper experiment limited-minesweeper``: every agent on the boards of the demo."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sapper.arena.match.game import turns
from sapper.arena.match.workers import Pace, run
from sapper.arena.stats.statistics import wilson
from sapper.game import Chance, Rules
from sapper.game.deal import PLAYS
from sapper.notation.demo_boards import demo_board
from sapper.players import player
from sapper.players.limited.reason import level_of

#: The rules of the demo: the first-move rule is ``any``, because its boards already keep the first
#: cell free of mines, and every mine has to be flagged.
RULES = Rules("any", won_by="flagging")


@dataclass(frozen=True)
class Agent:
    """The demo's agent with a number of splits and a way to guess.

    It guesses the ``first`` cell or a ``random`` one, as in the demo, or uses ``exact``
    probabilities, which also open the cells that counting proves safe.
    """

    splits: int
    guess: str

    def recipe(self, row: int, column: int) -> str:
        """Return the recipe of the player that opens this cell first."""
        exact = self.guess == "exact"
        guess = "pass" if exact else self.guess
        own = f"limited(splits={self.splits}, guess={guess}, row={row}, column={column})"
        return f"{own} > csp" if exact else own


@dataclass(frozen=True)
class Tally:
    """Sums over games: ``levels`` counts the moves decided at each split level, ``counted`` those
    that only exact counting proved, ``guesses`` all others except the first of each game."""

    games: int = 0
    wins: int = 0
    levels: Counter[int] = field(default_factory=Counter)
    counted: int = 0
    guesses: int = 0
    cpu_seconds: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.wins + other.wins,
            self.levels + other.levels,
            self.counted + other.counted,
            self.guesses + other.guesses,
            self.cpu_seconds + other.cpu_seconds,
        )


@dataclass(frozen=True)
class Row:
    """The sums of one agent on the boards of a configuration."""

    configuration: str
    agent: Agent
    tally: Tally

    def to_json(self) -> dict[str, Any]:
        """Return plain values; times and moves are sums over all games."""
        tally = self.tally
        return {
            "configuration": self.configuration,
            "splits": self.agent.splits,
            "guess": self.agent.guess,
            "games": tally.games,
            "wins": tally.wins,
            "win_rate": tally.wins / tally.games if tally.games else 0.0,
            "interval": list(wilson(tally.wins, tally.games)),
            "levels": {str(level): tally.levels[level] for level in range(self.agent.splits + 1)},
            "counted": tally.counted,
            "guesses": tally.guesses,
            "cpu_seconds": tally.cpu_seconds,
        }


@dataclass(frozen=True)
class Plan:
    """The boards to play: those of ``games`` seeds, from ``seed`` on, of each configuration."""

    configurations: tuple[str, ...]
    agents: tuple[Agent, ...]
    games: int
    seed: int


@dataclass(frozen=True)
class Batch:
    """Some boards of one configuration, by seed."""

    configuration: str
    seeds: range


@dataclass(frozen=True)
class Sheet:
    """The sums of every agent on a batch; ``seconds`` is wall time."""

    configuration: str
    games: int
    tallies: tuple[Tally, ...]
    seconds: float


def play_one(configuration: str, seed: int, agent: Agent) -> Tally:
    """Play one game of an agent, whose random choices depend on the seed of the board."""
    board = demo_board(configuration, seed)
    chosen = player(agent.recipe(*board.first))
    before = time.thread_time()
    levels: Counter[int] = Counter()
    counted = guesses = 0
    outcome = "playing"
    for number, turn in enumerate(turns(chosen, RULES, board.deal, Chance(seed, PLAYS, 0))):
        decision = turn.step.decision
        level = level_of(decision)
        if level is not None:
            levels[level] += 1
        elif not decision.guess:
            counted += 1
        elif number:
            guesses += 1
        outcome = turn.after.outcome
    seconds = time.thread_time() - before
    return Tally(1, int(outcome == "won"), levels, counted, guesses, seconds)


def play_batch(agents: Sequence[Agent], batch: Batch) -> Sheet:
    """Let every agent play every board of a batch."""
    started = time.perf_counter()
    tallies = tuple(
        sum((play_one(batch.configuration, seed, agent) for seed in batch.seeds), Tally())
        for agent in agents
    )
    seconds = time.perf_counter() - started
    return Sheet(batch.configuration, len(batch.seeds), tallies, seconds)


def play_all(
    plan: Plan, workers: int, report: Callable[[int, int], None] | None
) -> tuple[list[Row], bool]:
    """Play a plan; return its rows and whether Ctrl-C interrupted it.

    An interrupted plan has the games finished so far. The configurations take turns, a few games
    each. Except for the CPU time, the rows are the same for any number of ``workers``.
    """
    totals = {name: [Tally()] * len(plan.agents) for name in plan.configurations}
    paces = {name: Pace(workers) for name in plan.configurations}
    done, due = 0, len(totals) * plan.games * len(plan.agents)
    interrupted = False

    def saw(sheet: Sheet) -> None:
        paces[sheet.configuration].saw(sheet)

    play = partial(play_batch, plan.agents)
    try:
        with closing(run(play, _batches(plan, paces), saw, workers)) as sheets:
            for sheet in sheets:
                both = zip(totals[sheet.configuration], sheet.tallies, strict=True)
                totals[sheet.configuration] = [before + new for before, new in both]
                done += sheet.games * len(plan.agents)
                if report is not None:
                    report(done, due)
    except KeyboardInterrupt:
        interrupted = True
    rows = [
        Row(name, agent, tally)
        for name, tallies in totals.items()
        for agent, tally in zip(plan.agents, tallies, strict=True)
    ]
    return rows, interrupted


def _batches(plan: Plan, paces: dict[str, Pace]) -> Iterator[Batch]:
    """Yield the next few games of every configuration in turn, each at its own pace."""
    played = dict.fromkeys(plan.configurations, 0)
    while any(number < plan.games for number in played.values()):
        for name in plan.configurations:
            left = plan.games - played[name]
            if left:
                start = plan.seed + played[name]
                size = paces[name].games(left)
                yield Batch(name, range(start, start + size))
                played[name] += size
