"""Two well-known problems without mines for ``planning``: Tiger and RockSample, with POMCP beside.

Both are partially observable Markov decision processes whose rewards are discounted. What a planner
knows of them is a small value, from which the hidden state can be drawn. That is the state of a
``Model`` of ``planning``, so exact odds, shared nodes and myopic playouts apply as in Minesweeper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from math import dist, exp2, sqrt
from time import process_time
from typing import Any, Generic, Protocol, TypeVar

from sapper.arena.runner import Progress, SummedSeries, Sums, WorkerPool, run_summed
from sapper.estimate import Z
from sapper.game import Chance
from sapper.json_input import seed_json
from sapper_agents.bssuct import PAPER
from sapper_agents.planning import (
    Budget,
    Luck,
    Policy,
    Search,
    Settings,
    Ucb1,
    Ucb1Tuned,
    UcbV,
    Uniform,
    playout,
)

K = TypeVar("K")  #: what is known
W = TypeVar("W")  #: the hidden state


class Problem(Protocol[K, W]):
    """A partially observable Markov decision process.

    ``start`` is what is known at first; ``span`` is the difference between the largest and the
    smallest reward, which exploration is scaled by; ``gains`` bound the discounted sum of rewards.
    A game has ``steps`` steps, and a search looks ``ahead`` so many.
    """

    discount: float
    span: float
    gains: tuple[float, float]
    steps: int
    ahead: int
    start: K

    def draw(self, known: K, luck: Luck, /) -> W:
        """Return a hidden state by its probability."""

    def actions(self, known: K, /) -> Sequence[str]:
        """Return the possible actions; none if the game is over."""

    def step(self, known: K, action: str, hidden: W, luck: Luck, /) -> tuple[str, float, W]:
        """Return what is seen, the reward and the next hidden state."""

    def after(self, known: K, action: str, seen: str, /) -> K:
        """Return what is known then."""

    def odds(self, known: K, action: str, seen: str, /) -> float:
        """Return the probability of seeing something."""

    def myopic(self, known: K, luck: Luck, /) -> str:
        """Return the action of a simple player that does not plan."""

    @property
    def optimum(self) -> float | None:
        """The value of perfect play, if it is known."""

    def cost(self, known: K, action: str, /) -> float:
        """Return by how much an action is worse than the best, where the optimum is known."""


class Tiger:
    """The tiger problem (Kaelbling, Littman & Cassandra 1998, "Planning and acting in partially
    observable stochastic domains", section 5): behind one of two doors is a tiger.

    Listening costs 1 and is right in 85% of cases; the tiger costs 100 and the other door brings
    10. Then the tiger is put behind a door again. Known is by how much ``left`` leads in what was
    heard. The discount is .95.
    """

    ACCURACY = 0.85
    discount, span, steps, ahead, start = 0.95, 110.0, 60, 4, 0
    gains = (-100.0 / (1.0 - 0.95), 10.0 / (1.0 - 0.95))

    def left(self, lead: int) -> float:
        """Return the probability that the tiger is left."""
        odds = (self.ACCURACY / (1.0 - self.ACCURACY)) ** lead
        return odds / (1.0 + odds)

    def draw(self, known: int, luck: Luck, /) -> str:
        """Return the tiger's door."""
        return "left" if luck.random() < self.left(known) else "right"

    def actions(self, known: int, /) -> Sequence[str]:
        """Listen, or open a door."""
        return ("listen", "left", "right")

    def step(self, known: int, action: str, hidden: str, luck: Luck, /) -> tuple[str, float, str]:
        """Hear the tiger at a door, or open a door."""
        if action == "listen":
            other = "right" if hidden == "left" else "left"
            return hidden if luck.random() < self.ACCURACY else other, -1.0, hidden
        again = "left" if luck.random() < 0.5 else "right"
        return ("roar", -100.0, again) if action == hidden else ("gold", 10.0, again)

    def after(self, known: int, action: str, seen: str, /) -> int:
        """Count what was heard; nothing is known once a door has been opened."""
        return 0 if action != "listen" else known + (1 if seen == "left" else -1)

    def odds(self, known: int, action: str, seen: str, /) -> float:
        """Return the probability of what is heard, or found behind a door."""
        if action != "listen":
            tiger = self.left(known if action == "left" else -known)
            return max(tiger if seen == "roar" else 1.0 - tiger, 1e-12)
        left = self.left(known)
        heard = self.ACCURACY * left + (1.0 - self.ACCURACY) * (1.0 - left)
        return heard if seen == "left" else 1.0 - heard

    def reward(self, known: int, action: str) -> float:
        """Return the expected reward of an action."""
        if action == "listen":
            return -1.0
        tiger = self.left(known if action == "left" else -known)
        return 10.0 - 110.0 * tiger

    def myopic(self, known: int, luck: Luck, /) -> str:
        """Open a door if that is worth more than listening."""
        return max(self.actions(known), key=lambda action: self.reward(known, action))

    @property
    def optimum(self) -> float:
        """The value of perfect play."""
        return _tiger_values()[0]

    def cost(self, known: int, action: str, /) -> float:
        """Return by how much an action is worse than the best."""
        worth = self.worth(known, _tiger_values())
        return max(worth.values()) - worth[action]

    def worth(self, known: int, values: Mapping[int, float]) -> dict[str, float]:
        """Return the value of each action, given those of what is known next."""
        listened = -1.0 + self.discount * sum(
            self.odds(known, "listen", seen)
            * values[max(-MAX_LEAD, min(MAX_LEAD, self.after(known, "listen", seen)))]
            for seen in ("left", "right")
        )
        opened = {door: self.reward(known, door) for door in ("left", "right")}
        then = self.discount * values[0]
        return {"listen": listened, **{door: gain + then for door, gain in opened.items()}}


MAX_LEAD = 12  #: at which the tiger's door is as good as known


@cache
def _tiger_values() -> dict[int, float]:
    """Return the value of every lead by value iteration, to ten digits."""
    tiger, values = Tiger(), dict.fromkeys(range(-MAX_LEAD, MAX_LEAD + 1), 0.0)
    for _ in range(600):
        values = {lead: max(tiger.worth(lead, values).values()) for lead in values}
    return values


NEAR = 1e-9  #: a probability is no closer to 0 or 1, because it is rounded
Cell = tuple[int, int]  #: column and row, as in the literature


@dataclass(frozen=True)
class Rover:
    """Where the rover is, ``None`` once it has left, and for each rock the probability that it is
    good, or None once it has been sampled."""

    at: Cell | None
    rocks: tuple[float | None, ...]


class RockSample:
    """RockSample (Smith & Simmons 2004, "Heuristic search value iteration for POMDPs"): a rover
    samples rocks, of which each is good with probability 1/2, and leaves at the right.

    A good rock and leaving bring 10, a bad rock costs 10. A sensor tells from afar whether a rock
    is good, and is right with probability (1 + 2 ** (-d / 20)) / 2 at distance d. The discount is
    .95.
    Actions: ``n``, ``e``, ``s``, ``w``, ``sample``, and the number of a rock to check. The default
    is RockSample[7,8] as in Silver & Veness 2010.
    """

    optimum: float | None = None
    MOVES: Mapping[str, Cell] = {"e": (1, 0), "n": (0, 1), "s": (0, -1), "w": (-1, 0)}
    discount, span, steps, ahead = 0.95, 20.0, 90, 30

    def __init__(
        self,
        size: int = 7,
        rocks: Sequence[Cell] = (
            *((2, 0), (0, 1), (3, 1), (6, 3), (2, 4), (3, 4), (5, 5), (1, 6)),
        ),
        start: Cell = (0, 3),
    ) -> None:
        self.size, self.rocks = size, tuple(rocks)
        self.start = Rover(start, (0.5,) * len(rocks))
        self.gains = (-10.0 * len(rocks), 10.0 * len(rocks) + 10.0)

    def draw(self, known: Rover, luck: Luck, /) -> tuple[bool, ...]:
        """Return which rocks are good."""
        return tuple(odds is not None and luck.random() < odds for odds in known.rocks)

    def actions(self, known: Rover, /) -> Sequence[str]:
        """Return the moves within the board, sampling at a rock, and checks of rocks."""
        if known.at is None:
            return ()
        x, y = known.at
        allowed = ["e"]
        allowed += ["n"] * (y + 1 < self.size) + ["s"] * (y > 0) + ["w"] * (x > 0)
        left = [k for k, odds in enumerate(known.rocks) if odds is not None]
        if any(self.rocks[k] == known.at for k in left):
            allowed.insert(0, "sample")
        return (*allowed, *map(str, left))

    def accuracy(self, at: Cell, rock: int) -> float:
        """Return the probability that the sensor is right."""
        return 0.5 + 0.5 * exp2(-dist(at, self.rocks[rock]) / 20.0)

    def step(
        self, known: Rover, action: str, hidden: tuple[bool, ...], luck: Luck, /
    ) -> tuple[str, float, tuple[bool, ...]]:
        """Move, sample or check."""
        assert known.at is not None
        if action == "sample":
            good = hidden[self.rocks.index(known.at)]
            return "good" if good else "bad", 10.0 if good else -10.0, hidden
        if action in self.MOVES:
            leaves = action == "e" and known.at[0] + 1 == self.size
            return "", 10.0 if leaves else 0.0, hidden
        right = luck.random() < self.accuracy(known.at, int(action))
        return "good" if hidden[int(action)] == right else "bad", 0.0, hidden

    def after(self, known: Rover, action: str, seen: str, /) -> Rover:
        """Return where the rover is, and the probabilities of the rocks."""
        assert known.at is not None
        if action in self.MOVES:
            x, y = (a + b for a, b in zip(known.at, self.MOVES[action], strict=True))
            return replace(known, at=None if x == self.size else (x, y))
        rock = self.rocks.index(known.at) if action == "sample" else int(action)
        odds: float | None = None
        if action != "sample":
            before, right = known.rocks[rock], self.accuracy(known.at, rock)
            assert before is not None
            good = before * (right if seen == "good" else 1.0 - right)
            bad = (1.0 - before) * (1.0 - right if seen == "good" else right)
            share = good / (good + bad)
            odds = round(min(max(share, NEAR), 1.0 - NEAR), 9)  # equal in whatever order checked
        return replace(known, rocks=(*known.rocks[:rock], odds, *known.rocks[rock + 1 :]))

    def odds(self, known: Rover, action: str, seen: str, /) -> float:
        """Return the probability of what is seen."""
        if action in self.MOVES:
            return 1.0
        assert known.at is not None
        rock = self.rocks.index(known.at) if action == "sample" else int(action)
        good, right = known.rocks[rock], 1.0
        assert good is not None
        if action != "sample":
            right = self.accuracy(known.at, rock)
        seen_good = good * right + (1.0 - good) * (1.0 - right)
        return max(seen_good if seen == "good" else 1.0 - seen_good, 1e-12)

    def myopic(self, known: Rover, luck: Luck, /) -> str:
        """Sample a rock that is likelier good than bad; go to the nearest such rock; or leave."""
        assert known.at is not None
        x, y = known.at
        hopeful = [self.rocks[k] for k, odds in enumerate(known.rocks) if (odds or 0.0) > 0.5]
        if known.at in hopeful:
            return "sample"
        if not hopeful:
            return "e"
        there = min(hopeful, key=lambda rock: abs(rock[0] - x) + abs(rock[1] - y))
        return "e" if there[0] > x else "w" if there[0] < x else "n" if there[1] > y else "s"

    def cost(self, known: Rover, action: str, /) -> float:
        """Nobody knows the optimum of this problem exactly."""
        raise NotImplementedError


@dataclass(frozen=True)
class Ahead(Generic[K]):
    """A state of a search: what is known then, and how many steps ``ahead`` of now it is."""

    known: K
    ahead: int


class DiscountedModel(Generic[K, W]):
    """A problem as a ``Model`` with ``Odds``: rewards are discounted by their
    distance from now, and the game ends where the search does not look."""

    def __init__(self, problem: Problem[K, W], steps: int) -> None:
        self.problem, self.steps = problem, steps
        self.gains = problem.gains
        self.start = Ahead(problem.start, 0)

    def world(self, state: Ahead[K], luck: Luck) -> W:
        """Return a hidden state by its exact probability."""
        return self.problem.draw(state.known, luck)

    def actions(self, state: Ahead[K]) -> Sequence[str]:
        """Return the possible actions."""
        return () if state.ahead >= self.steps else self.problem.actions(state.known)

    def step(self, state: Ahead[K], action: str, world: W, luck: Luck) -> tuple[str, float, W]:
        """Return what is seen, the discounted reward and the next hidden state."""
        seen, reward, then = self.problem.step(state.known, action, world, luck)
        return seen, reward * self.problem.discount**state.ahead, then

    def after(self, state: Ahead[K], action: str, outcome: str) -> Ahead[K]:
        """Return what is known a step later."""
        return Ahead(self.problem.after(state.known, action, outcome), state.ahead + 1)

    def odds(self, state: Ahead[K], action: str, outcome: str) -> float:
        """Return the probability of an outcome."""
        return self.problem.odds(state.known, action, outcome)

    def bounds(self, state: Ahead[K], action: str) -> tuple[float, float]:
        """Return the bounds of all actions."""
        return self.gains


class Particles(DiscountedModel[K, W]):
    """The belief of POMCP (Silver & Veness 2010, "Monte-Carlo planning in large POMDPs"): hidden
    states that agree with all that was seen, drawn again after every step by simulating it.

    Where none agrees, they are drawn by their exact probability.
    """

    NUMBER = 500
    MAX_TRIES = 50_000

    def __init__(self, problem: Problem[K, W], luck: Luck) -> None:
        super().__init__(problem, problem.ahead)
        self._particles = [problem.draw(problem.start, luck) for _ in range(self.NUMBER)]

    def world(self, state: Ahead[K], luck: Luck) -> W:
        """Return one of the hidden states."""
        return self._particles[luck.below(len(self._particles))]

    def see(self, known: K, action: str, seen: str, luck: Luck) -> None:
        """Keep what agrees with an observation."""
        kept: list[W] = []
        for _ in range(self.MAX_TRIES):
            before = self._particles[luck.below(len(self._particles))]
            found, _, then = self.problem.step(known, action, before, luck)
            if found == seen:
                kept.append(then)
                if len(kept) == self.NUMBER:
                    break
        after = self.problem.after(known, action, seen)
        self._particles = kept or [self.problem.draw(after, luck) for _ in range(self.NUMBER)]


@dataclass(frozen=True)
class Planner:
    """A way to plan: the search's settings for a span of rewards, None for the myopic player; and
    whether leaves are played out by the myopic player, odds are exact, and beliefs are particles.
    """

    about: str
    settings: Callable[[float], Settings] | None = None
    myopic: bool = True
    odds: bool = False
    particles: bool = False


def _pomcp(span: float) -> Settings:
    return Settings(Ucb1(span, sqrt(0.5)), backup="mean", shared=False)


def _paper(span: float) -> Settings:
    return replace(PAPER, score=UcbV(span))


def _sapper(span: float) -> Settings:
    return Settings(Ucb1Tuned(span))


#: The planners by name.
PLANNERS: Mapping[str, Planner] = {
    "myopic": Planner("no search"),
    "pomcp": Planner("UCB1, random playouts, particles", _pomcp, myopic=False, particles=True),
    "bssuct": Planner("the search of BSSUCT, myopic playouts", _paper),
    "sapper": Planner("exact odds, shared nodes, myopic playouts", _sapper, odds=True),
}


#: The problems by name, with published values.
PROBLEMS: Mapping[str, tuple[Callable[[], Problem[Any, Any]], tuple[tuple[str, str], ...]]] = {
    "tiger": (Tiger, ()),
    "rocksample-7-8": (
        RockSample,
        (
            ("POMCP (Silver & Veness 2010), published", "20.71 ± 0.21"),
            ("SARSOP (Kurniawati et al. 2008), published", "21.39 ± 0.01"),
        ),
    ),
}


@dataclass(frozen=True)
class PlanSums(Sums):
    """Sums over games: the discounted rewards and their squares, decisions, and CPU time."""

    games: int = 0
    gained: float = 0.0
    squares: float = 0.0
    decisions: int = 0
    cpu_seconds: float = 0.0

    @property
    def mean(self) -> float:
        """The mean discounted sum of rewards."""
        return self.gained / max(self.games, 1)

    @property
    def half_width(self) -> float:
        """Half the width of its 95% interval."""
        games = max(self.games, 1)
        return Z * sqrt(max(0.0, self.squares / games - self.mean**2) / games)


def play_game(problem: Problem[K, W], planner: Planner, simulations: int, luck: Chance) -> PlanSums:
    """Play one game: before every step, search with so many simulations.

    Where the optimum is known, the gain is the optimum minus the costs of the actions.
    """
    before, known, decisions = process_time(), problem.start, 0
    gained = problem.optimum or 0.0
    hidden = problem.draw(known, luck)
    particles = Particles(problem, luck) if planner.particles else None
    for step in range(problem.steps):
        if not problem.actions(known):
            break
        decisions += 1
        if planner.settings is None:
            action = problem.myopic(known, luck)
        else:
            model = particles or DiscountedModel(problem, min(problem.ahead, problem.steps - step))
            leaf = playout(model, _playing(model, planner))
            settings = planner.settings(problem.span)
            odds = model if planner.odds else None
            search = Search(model, Ahead(known, 0), leaf, settings, odds)
            search.run(Budget(simulations), luck)
            action = search.best
        seen, reward, hidden = problem.step(known, action, hidden, luck)
        if particles is not None:
            particles.see(known, action, seen, luck)
        if problem.optimum is not None:
            reward = -problem.cost(known, action)
        known = problem.after(known, action, seen)
        gained += reward * problem.discount**step
    return PlanSums(1, gained, gained * gained, decisions, process_time() - before)


def _playing(model: DiscountedModel[K, W], planner: Planner) -> Policy[Ahead[K], str]:
    if not planner.myopic:
        return Uniform(model)
    return lambda state, luck: model.problem.myopic(state.known, luck)


def play_games(
    problem: str, planners: Sequence[str], simulations: int, seed: int, numbers: Sequence[int]
) -> tuple[PlanSums, ...]:
    """Let every planner play the games of these numbers."""
    made = PROBLEMS[problem][0]()
    return tuple(
        sum(
            (
                play_game(made, PLANNERS[name], simulations, Chance(seed, number))
                for number in numbers
            ),
            PlanSums(),
        )
        for name in planners
    )


@dataclass(frozen=True)
class PlanRow:
    """The sums of a planner on a problem."""

    problem: str
    planner: str
    sums: PlanSums

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        sums = self.sums
        return {
            "problem": self.problem,
            "planner": self.planner,
            "games": sums.games,
            "mean": sums.mean,
            "low": sums.mean - sums.half_width,
            "high": sums.mean + sums.half_width,
            "decisions": sums.decisions,
            "cpu_seconds": sums.cpu_seconds,
        }


@dataclass(frozen=True)
class PlanResult:
    """The rows of all planners, problem by problem; ``interrupted`` is True if some games were not
    played."""

    seed: int
    games: int
    simulations: int
    rows: tuple[PlanRow, ...]
    interrupted: bool = False

    @property
    def played(self) -> int:
        """The number of games played by all planners."""
        return sum(row.sums.games for row in self.rows)

    def to_json(self) -> dict[str, Any]:
        """Return plain values; the key ``interrupted`` is present only if true."""
        return {
            "seed": seed_json(self.seed),
            "games": self.games,
            "simulations": self.simulations,
            **({"interrupted": True} if self.interrupted else {}),
            "rows": self.flat_rows(),
        }

    def flat_rows(self) -> list[dict[str, Any]]:
        """Return the rows as plain values."""
        return [row.to_json() for row in self.rows]


def compare_planners(
    problems: Sequence[str],
    planners: Sequence[str],
    simulations: int,
    games: int,
    *,
    seed: int,
    workers: int = 1,
    progress: Progress | None = None,
) -> PlanResult:
    """Let all planners play so many games of every problem.

    Args:
        problems: names in ``PROBLEMS``.
        planners: names in ``PLANNERS``.
        simulations: the number of simulations before every step.
        games: the number of games.
        seed: the seed of the games.
        workers: the number of processes.
        progress: called at the start and after every batch.

    Raises ``Interrupted``, with the result of the games finished so far, on Ctrl-C.
    """
    zero = (PlanSums(),) * len(planners)
    series = [
        SummedSeries(
            games,
            partial(play_games, problem, planners, simulations, seed),
            zero,
            weight=len(planners),
        )
        for problem in problems
    ]

    def result() -> PlanResult:
        rows = tuple(
            PlanRow(problem, planner, sums)
            for problem, one in zip(problems, series, strict=True)
            for planner, sums in zip(planners, one.total, strict=True)
        )
        return PlanResult(seed, games, simulations, rows, any(one.done < one.due for one in series))

    return run_summed(series, result, WorkerPool(workers), progress)
