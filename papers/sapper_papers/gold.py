"""Daggers & Gold: tours of players through worlds, and their results in rows, sums and JSON."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any
from zlib import crc32

from sapper.arena.match import turns_of
from sapper.arena.runner import Progress, SummedSeries, Sums, WorkerPool, run_summed
from sapper.arena.stats import WinRate, stratified_mean
from sapper.errors import InputError
from sapper.game import Chance, World
from sapper.game.codes import GOLD, MINE
from sapper.game.deal import PLAYS
from sapper.game.world import DAGGERS_AND_GOLD, SIZES
from sapper.json_input import seed_json
from sapper.notation.worlds.map import rules_words
from sapper.players import Player
from sapper.players.recipes import player_of, with_java
from sapper.records import Game
from sapper.worker.threads import thread_time

PROBE = "random"  #: the strategy whose moves count as random probes


def tour(
    players: Sequence[Player | str],
    worlds: Sequence[World],
    games: int,
    *,
    seed: int = 0,
    java: bool = False,
    workers: int = 1,
    progress: Progress | None = None,
) -> TourResult:
    """Let every player play every world ``games`` times, and return the result.

    The random numbers of a game depend on ``seed``, the name of the world and the number of the
    game (see ``number_of``): they are the same for every player, and different in every world. So
    the other players and worlds of the tour, their order, and the number of ``workers`` change
    nothing but the CPU time. The worlds take turns, a few games each, so that an interrupted tour
    has about as many games of each. With ``java``, the random probes of game n come from
    ``java.util.Random(seed + n)``.

    Raises ``InputError`` for arguments that cannot be played, and ``Interrupted``, with the
    result of the games finished so far, on Ctrl-C.
    """
    chosen = tuple(map(player_of, players))
    _check(chosen, worlds, games)
    zero = (WorldSums(),) * len(chosen)
    series = [
        SummedSeries(
            games, partial(play_games, chosen, seed, world, java=java), zero, weight=len(chosen)
        )
        for world in worlds
    ]

    def result() -> TourResult:
        rows = tuple(
            TourRow(world.name, group_of(world), _options(world), str(player), sums)
            for world, one in zip(worlds, series, strict=True)
            for player, sums in zip(chosen, one.total, strict=True)
        )
        return TourResult(seed, games, rows, any(one.done < one.due for one in series))

    return run_summed(series, result, WorkerPool(workers), progress)


def number_of(world: World, game: int) -> int:
    """Return the number for the random stream ``Chance(seed, PLAYS, number)`` of a game of a world.

    It is the CRC-32 of the name of the world, followed by 32 bits for the game; records and
    sessions use it too. If worlds shared a stream, their games would be correlated and intervals
    too narrow.
    """
    return crc32(world.name.encode(errors="backslashreplace")) << 32 | game


def play_games(
    players: Sequence[Player],
    seed: int,
    world: World,
    games: Sequence[int],
    *,
    java: bool = False,
) -> tuple[WorldSums, ...]:
    """Let every player play the games of a world with these numbers."""
    import_module("sapper.solver")  # 50 ms that would count for the first player that proves a cell

    def played(player: Player, game: int) -> WorldSums:
        player = with_java(player, seed + game) if java else player
        return play_world(player, world, Chance(seed, PLAYS, number_of(world, game)))

    return tuple(sum((played(player, game) for game in games), WorldSums()) for player in players)


def play_world(player: Player, world: World, chance: Chance) -> WorldSums:
    """Play one game of a world after opening its hints."""
    before = thread_time()
    game = Game(world)
    decisions: Counter[str] = Counter()
    guesses = 0
    for turn in turns_of(game, player, chance):
        decision = turn.step.decision
        decisions[decision.strategy] += 1
        guesses += decision.guess
    last = game.position
    return WorldSums(
        games=1,
        wins=int(last.outcome == "won"),
        probes=Counter([decisions[PROBE]]),
        guesses=guesses,
        lives_lost=last.cells.count(MINE),
        gold_found=last.cells.count(GOLD),
        decisions=decisions,
        cpu_seconds=thread_time() - before,
    )


def _check(players: Sequence[Player], worlds: Sequence[World], games: int) -> None:
    if not players or not worlds:
        raise InputError("a tour needs at least one player and one world")
    if games < 1:
        raise InputError(f"a tour needs at least one game in each world, not {games}")
    for name, times in Counter(map(str, players)).items():
        if times > 1:
            raise InputError(f"player '{name[:60]}' is given {times} times: a tour needs it once")
    for name, times in Counter(world.name for world in worlds).items():
        if times > 1:
            raise InputError(f"{times} worlds of the tour have the name '{name[:60]}'")
    for world in worlds:
        Game(world)  # refuses impossible rules and hints


def _options(world: World) -> str:
    return " ".join(rules_words(world.rules, DAGGERS_AND_GOLD))


@dataclass(frozen=True)
class WorldSums(WinRate, Sums):
    """Sums over games: ``probes`` has the number of games for each number of random probes,
    ``guesses`` counts all moves that might have opened a mine, ``lives_lost`` the mines opened."""

    games: int = 0
    wins: int = 0
    probes: Counter[int] = field(default_factory=Counter)
    guesses: int = 0
    lives_lost: int = 0
    gold_found: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    cpu_seconds: float = 0.0

    @property
    def random_probes(self) -> int:
        """The random probes in all games."""
        return sum(number * games for number, games in self.probes.items())


@dataclass(frozen=True)
class TourRow:
    """One agent in one world; ``rules`` are the rules that differ from those of Daggers & Gold,
    written as in files of worlds."""

    world: str
    group: str
    rules: str
    agent: str
    figures: WorldSums


@dataclass(frozen=True)
class GroupSummary:
    """One agent in all worlds of a group; ``unprobed`` worlds needed no random probe in any game.

    The 95% intervals are for these particular worlds, not for others of their size: only the
    random choices differ from game to game. The interval of the win rate is Wilson's, as if all
    games had the same chance; as the worlds differ, it is too wide rather than too narrow. The
    interval of the mean number of random probes treats every world separately, and is missing if
    some world was played only once.
    """

    group: str
    agent: str
    worlds: int
    unprobed: int
    figures: WorldSums
    probes_interval: tuple[float, float] | None

    @property
    def probes(self) -> float:
        """The mean number of random probes in a game."""
        return self.figures.random_probes / max(self.figures.games, 1)


@dataclass(frozen=True)
class TourResult:
    """All rows of a tour, world by world. ``games`` is the planned number of games of each agent in
    each world; ``interrupted`` is True if there are fewer.
    """

    seed: int
    games: int
    rows: tuple[TourRow, ...]
    interrupted: bool = False

    @property
    def played(self) -> int:
        """The number of games played by all agents in all worlds."""
        return sum(row.figures.games for row in self.rows)

    @property
    def summaries(self) -> tuple[GroupSummary, ...]:
        """The summaries by group, in the order of their first worlds, with all agents in order."""
        groups: dict[str, dict[str, list[WorldSums]]] = {}
        for row in self.rows:
            groups.setdefault(row.group, {}).setdefault(row.agent, []).append(row.figures)
        return tuple(
            _summary(group, agent, figures)
            for group, agents in groups.items()
            for agent, figures in agents.items()
        )

    @property
    def strategies(self) -> tuple[str, ...]:
        """Every strategy that made a decision, by name."""
        return tuple(sorted({name for row in self.rows for name in row.figures.decisions}))

    def to_json(self) -> dict[str, Any]:
        """Return plain values; the key ``interrupted`` is present only if true."""
        return {
            "seed": seed_json(self.seed),
            "games": self.games,
            **({"interrupted": True} if self.interrupted else {}),
            "summary": [_summary_json(summary) for summary in self.summaries],
            "rows": [
                {
                    "world": row.world,
                    "group": row.group,
                    "rules": row.rules,
                    "agent": row.agent,
                    **_figures_json(row.figures),
                }
                for row in self.rows
            ],
        }

    def flat_rows(self) -> list[dict[str, Any]]:
        """Return the rows of ``to_json`` flattened for CSV.

        They have ``low`` and ``high`` of the interval, ``decisions.NAME`` for every strategy, and
        the games without a random probe as ``unprobed``.
        """
        return [_flat(row, self.strategies) for row in self.to_json()["rows"]]


def group_of(world: World) -> str:
    """Return the group in which a world is summed up.

    It is the size in the name of the world (``EASY`` in ``EASY1``, ``hard`` in ``hard-0-3``) if the
    world has that size, else ``WIDTHxHEIGHTxMINES`` with anything unusual about the grid.
    """
    grid, mines = world.deal.grid, world.deal.mines
    plain = grid.kind == "square" and not grid.blocked
    named = re.fullmatch(r"([A-Za-z]+)(\d+|-.*)", world.name, re.ASCII)
    if named and plain:
        size = SIZES.get(named[1].lower())
        if size == (grid.width, mines, world.deal.gold) and grid.width == grid.height:
            return named[1]
    name = f"{grid.width}x{grid.height}x{mines}"
    kinds = [grid.kind] * (grid.kind != "square") + ["blocked"] * bool(grid.blocked)
    return " ".join([name, *kinds])


def _summary(group: str, agent: str, worlds: list[WorldSums]) -> GroupSummary:
    played = [figures for figures in worlds if figures.games]
    _, interval = stratified_mean([figures.probes for figures in played])
    unprobed = sum(figures.random_probes == 0 for figures in played)
    return GroupSummary(group, agent, len(worlds), unprobed, sum(worlds, WorldSums()), interval)


def _summary_json(summary: GroupSummary) -> dict[str, Any]:
    interval = summary.probes_interval
    figures = _figures_json(summary.figures)
    return {
        "group": summary.group,
        "agent": summary.agent,
        "worlds": summary.worlds,
        "unprobed_worlds": summary.unprobed,
        "mean_probes": summary.probes,
        "mean_probes_interval": None if interval is None else list(interval),
        **figures,
    }


def _figures_json(figures: WorldSums) -> dict[str, Any]:
    return {
        **figures.rate_json(),
        "random_probes": figures.random_probes,
        "games_by_probes": {str(n): figures.probes[n] for n in sorted(figures.probes)},
        "guesses": figures.guesses,
        "lives_lost": figures.lives_lost,
        "gold_found": figures.gold_found,
        "decisions": dict(sorted(figures.decisions.items())),
        "cpu_seconds": figures.cpu_seconds,
    }


def _flat(row: dict[str, Any], strategies: Iterable[str]) -> dict[str, Any]:
    flat = {}
    for key, value in row.items():
        if key == "interval":
            flat["low"], flat["high"] = value
        elif key == "games_by_probes":
            flat["unprobed"] = value.get("0", 0)
        elif key == "decisions":
            flat |= {f"decisions.{name}": value.get(name, 0) for name in strategies}
        else:
            flat[key] = value
    return flat
