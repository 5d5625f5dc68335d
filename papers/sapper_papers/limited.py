"""The games of ``sapper experiment limited-minesweeper``: every agent on the boards of the demo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sapper.arena.match import turns
from sapper.arena.runner import Progress, SummedSeries, Sums, WorkerPool, run_summed
from sapper.arena.stats import WinRate
from sapper.game import Chance
from sapper.game.deal import PLAYS
from sapper.notation.demo_boards import DEMO_RULES, demo_board
from sapper.players import player
from sapper.worker.threads import thread_time
from sapper_agents.limited.limited import level_of

#: The published percentages of 1,000 games won, by configuration, for 0, 1 and 2 splits. They are
#: those of the agent that guesses the first cell, with which they agree in every digit.
PUBLISHED = {
    "small": (62.0, 87.3, 87.8),
    "medium": (46.0, 84.9, 85.0),
    "large": (1.4, 37.7, 39.1),
    "huge": (28.3, 69.8, 70.0),
}


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
class AgentSums(WinRate, Sums):
    """Sums over games: ``levels`` counts the moves decided at each split level, ``counted`` those
    that only exact counting proved, ``guesses`` all others except the first of each game."""

    games: int = 0
    wins: int = 0
    levels: Counter[int] = field(default_factory=Counter)
    counted: int = 0
    guesses: int = 0
    cpu_seconds: float = 0.0


@dataclass(frozen=True)
class AgentRow:
    """The sums of one agent on the boards of a configuration."""

    configuration: str
    agent: Agent
    sums: AgentSums

    @property
    def published(self) -> float | None:
        """The published percentage of games won by this agent, or None."""
        known, splits = PUBLISHED[self.configuration], self.agent.splits
        return known[splits] if self.agent.guess == "first" and splits < len(known) else None

    def to_json(self) -> dict[str, Any]:
        """Return plain values; times and moves are sums over all games."""
        sums = self.sums
        return {
            "configuration": self.configuration,
            "splits": self.agent.splits,
            "guess": self.agent.guess,
            **sums.rate_json(),
            "levels": {str(level): sums.levels[level] for level in range(self.agent.splits + 1)},
            "counted": sums.counted,
            "guesses": sums.guesses,
            "cpu_seconds": sums.cpu_seconds,
            "published": self.published,
        }


@dataclass(frozen=True)
class LimitedResult:
    """The rows of all agents, configuration by configuration.

    The boards are those of ``games`` seeds from ``seed`` on; ``interrupted`` is True if not all
    were played.
    """

    seed: int
    games: int
    rows: tuple[AgentRow, ...]
    interrupted: bool = False

    @property
    def played(self) -> int:
        """The number of games played by all agents on all boards."""
        return sum(row.sums.games for row in self.rows)

    def to_json(self) -> dict[str, Any]:
        """Return plain values; the key ``interrupted`` is present only if true."""
        return {
            "games": self.games,
            "seed": self.seed,
            **({"interrupted": True} if self.interrupted else {}),
            "rows": [row.to_json() for row in self.rows],
        }

    def flat_rows(self) -> list[dict[str, Any]]:
        """Return the rows of ``to_json`` flattened for CSV.

        They have ``low`` and ``high`` of the interval, and ``level0``, ``level1``, … up to the
        highest level of any agent; levels that an agent does not have are empty.
        """
        deepest = max(row.agent.splits for row in self.rows)
        flat = []
        for row in self.rows:
            plain = row.to_json()
            plain["low"], plain["high"] = plain.pop("interval")
            levels = plain.pop("levels")
            plain |= {f"level{k}": levels.get(str(k), "") for k in range(deepest + 1)}
            flat.append(plain)
        return flat


def play_one(configuration: str, seed: int, agent: Agent) -> AgentSums:
    """Play one game of an agent, whose random choices depend on the seed of the board."""
    board = demo_board(configuration, seed)
    chosen = player(agent.recipe(*board.first))
    before = thread_time()
    levels: Counter[int] = Counter()
    counted = guesses = 0
    outcome = "playing"
    for number, turn in enumerate(turns(chosen, DEMO_RULES, board.deal, Chance(seed, PLAYS, 0))):
        decision = turn.step.decision
        level = level_of(decision)
        if level is not None:
            levels[level] += 1
        elif not decision.guess:
            counted += 1
        elif number:
            guesses += 1
        outcome = turn.after.outcome
    seconds = thread_time() - before
    return AgentSums(1, int(outcome == "won"), levels, counted, guesses, seconds)


def play_games(
    configuration: str, agents: Sequence[Agent], seed: int, games: Sequence[int]
) -> tuple[AgentSums, ...]:
    """Let every agent play the boards whose seeds are these numbers after ``seed``."""
    return tuple(
        sum((play_one(configuration, seed + game, agent) for game in games), AgentSums())
        for agent in agents
    )


def play_all(
    configurations: Sequence[str],
    agents: Sequence[Agent],
    games: int,
    *,
    seed: int,
    workers: int = 1,
    progress: Progress | None = None,
) -> LimitedResult:
    """Let all agents play the same boards of every configuration.

    Args:
        configurations: their names, as in the demo.
        agents: the agents.
        games: the number of boards of each configuration.
        seed: the boards have the ``games`` seeds from this one on.
        workers: the number of games played in parallel.
        progress: called at the start and after every batch.

    Except for the CPU time, the result is the same for any number of ``workers``. Raises
    ``Interrupted``, with the result of the games finished so far, on Ctrl-C.
    """
    zero = (AgentSums(),) * len(agents)
    series = [
        SummedSeries(games, partial(play_games, name, agents, seed), zero, weight=len(agents))
        for name in configurations
    ]

    def result() -> LimitedResult:
        rows = tuple(
            AgentRow(name, agent, sums)
            for name, one in zip(configurations, series, strict=True)
            for agent, sums in zip(agents, one.total, strict=True)
        )
        return LimitedResult(seed, games, rows, any(one.done < one.due for one in series))

    return run_summed(series, result, WorkerPool(workers), progress)
