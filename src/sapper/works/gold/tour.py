"""Tours: several players in the same worlds, each played many times with different random seeds."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from zlib import crc32

from sapper.arena.match.game import begun, turns
from sapper.arena.runner.runner import Progress, SummedSeries, run_summed
from sapper.arena.runner.workers import WorkerPool
from sapper.errors import InputError
from sapper.game import Chance, World
from sapper.game.codes import GOLD, MINE
from sapper.game.deal import PLAYS
from sapper.game.world import DAGGERS_AND_GOLD
from sapper.notation.worlds.options import rules_words
from sapper.players import Player
from sapper.players import player as read_recipe
from sapper.works.gold.result import TourResult, TourRow, WorldSums, group_of

PROBE = "random"  #: the strategy whose moves count as random probes


def tour(
    players: Sequence[Player | str],
    worlds: Sequence[World],
    games: int,
    *,
    seed: int = 0,
    workers: int = 1,
    progress: Progress | None = None,
) -> TourResult:
    """Let every player play every world ``games`` times, and return the result.

    The random numbers of a game depend on ``seed``, the name of the world and the number of the
    game (see ``number_of``): they are the same for every player, and different in every world. So
    the other players and worlds of the tour, their order, and the number of ``workers`` change
    nothing but the CPU time. The worlds take turns, a few games each, so that an interrupted tour
    has about as many games of each.

    Raises ``InputError`` for arguments that cannot be played, and ``Interrupted``, with the
    result of the games finished so far, on Ctrl-C.
    """
    chosen = tuple(read_recipe(p) if isinstance(p, str) else p for p in players)
    _check(chosen, worlds, games)
    zero = (WorldSums(),) * len(chosen)
    series = [
        SummedSeries(games, partial(play_games, chosen, seed, world), zero, weight=len(chosen))
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
    players: Sequence[Player], seed: int, world: World, games: Sequence[int]
) -> tuple[WorldSums, ...]:
    """Let every player play the games of a world with these numbers."""
    import_module("sapper.solver")  # 50 ms that would count for the first player that proves a cell
    numbers = [number_of(world, game) for game in games]
    return tuple(
        sum(
            (play_world(player, world, Chance(seed, PLAYS, number)) for number in numbers),
            WorldSums(),
        )
        for player in players
    )


def play_world(player: Player, world: World, chance: Chance) -> WorldSums:
    """Play one game of a world after opening its hints."""
    before = time.thread_time()
    last = begun(world.rules, world.deal, world.hints).position
    decisions: Counter[str] = Counter()
    guesses = 0
    for turn in turns(player, world.rules, world.deal, chance, hints=world.hints):
        decision, last = turn.step.decision, turn.after
        decisions[decision.strategy] += 1
        guesses += decision.guess
    return WorldSums(
        games=1,
        wins=int(last.outcome == "won"),
        probes=Counter([decisions[PROBE]]),
        guesses=guesses,
        lives_lost=last.cells.count(MINE),
        gold_found=last.cells.count(GOLD),
        decisions=decisions,
        cpu_seconds=time.thread_time() - before,
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
        begun(world.rules, world.deal, world.hints)


def _options(world: World) -> str:
    return " ".join(rules_words(world.rules, DAGGERS_AND_GOLD))
