"""Tours: several players in the same worlds, each played many times with different random seeds."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from zlib import crc32

from sapper.arena.match.game import begun, turns
from sapper.arena.match.match import MAX_WORKERS, Progress
from sapper.arena.match.workers import Pace, run
from sapper.errors import InputError
from sapper.game import Chance, World
from sapper.game.codes import GOLD, MINE
from sapper.game.deal import PLAYS
from sapper.game.world import DAGGERS_AND_GOLD
from sapper.notation.worlds.options import rules_words
from sapper.players import Player
from sapper.players import player as read_recipe
from sapper.works.gold.result import Figures, TourResult, TourRow, group_of

PROBE = "random"  #: the strategy whose moves count as random probes


class TourInterrupted(KeyboardInterrupt):
    """Ctrl-C during a tour; ``result`` has everything finished by then."""

    def __init__(self, result: TourResult) -> None:
        super().__init__("the tour was interrupted")
        self.result = result


@dataclass(frozen=True)
class Leg:
    """Some games of one world, by number; ``place`` is the index of the world in the tour."""

    place: int
    world: World
    games: range


@dataclass(frozen=True)
class Sheet:
    """The sums of every player on a leg; ``seconds`` is wall time."""

    place: int
    games: int
    figures: tuple[Figures, ...]
    seconds: float


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

    Raises ``InputError`` for arguments that cannot be played, and ``TourInterrupted``, with the
    games finished so far, on Ctrl-C.
    """
    chosen = tuple(read_recipe(p) if isinstance(p, str) else p for p in players)
    _check(chosen, worlds, games, workers)
    total = [[Figures()] * len(chosen) for _ in worlds]
    paces = [Pace(workers) for _ in worlds]
    done, due = 0, len(worlds) * games * len(chosen)

    def saw(sheet: Sheet) -> None:
        paces[sheet.place].saw(sheet)

    try:
        play = partial(play_leg, chosen, seed)
        with closing(run(play, _legs(worlds, games, paces), saw, workers)) as sheets:
            for sheet in sheets:
                both = zip(total[sheet.place], sheet.figures, strict=True)
                total[sheet.place] = [before + new for before, new in both]
                done += sheet.games * len(chosen)
                if progress is not None:
                    progress(done, due)
    except KeyboardInterrupt:
        rows = _rows(chosen, worlds, total)
        raise TourInterrupted(TourResult(seed, games, rows, interrupted=True)) from None
    return TourResult(seed, games, _rows(chosen, worlds, total))


def number_of(world: World, game: int) -> int:
    """Return the number for the random stream ``Chance(seed, PLAYS, number)`` of a game of a world.

    It is the CRC-32 of the name of the world, followed by 32 bits for the game; records and
    sessions use it too. If worlds shared a stream, their games would be correlated and intervals
    too narrow.
    """
    return crc32(world.name.encode(errors="backslashreplace")) << 32 | game


def play_leg(players: Sequence[Player], seed: int, leg: Leg) -> Sheet:
    """Let every player play the games of a leg."""
    import_module("sapper.solver")  # 50 ms that would count for the first player that proves a cell
    started = time.perf_counter()
    figures = []
    for player in players:
        numbers = (number_of(leg.world, game) for game in leg.games)
        chances = (Chance(seed, PLAYS, number) for number in numbers)
        games = (play_world(player, leg.world, chance) for chance in chances)
        figures.append(sum(games, Figures()))
    seconds = time.perf_counter() - started
    return Sheet(leg.place, len(leg.games), tuple(figures), seconds)


def play_world(player: Player, world: World, chance: Chance) -> Figures:
    """Play one game of a world after opening its hints."""
    before = time.thread_time()
    last = begun(world.rules, world.deal, world.hints).position
    decisions: Counter[str] = Counter()
    guesses = 0
    for turn in turns(player, world.rules, world.deal, chance, hints=world.hints):
        decision, last = turn.step.decision, turn.after
        decisions[decision.strategy] += 1
        guesses += decision.guess
    return Figures(
        games=1,
        wins=int(last.outcome == "won"),
        probes=Counter([decisions[PROBE]]),
        guesses=guesses,
        lives_lost=last.cells.count(MINE),
        gold_found=last.cells.count(GOLD),
        decisions=decisions,
        cpu_seconds=time.thread_time() - before,
    )


def _check(players: Sequence[Player], worlds: Sequence[World], games: int, workers: int) -> None:
    if not players or not worlds:
        raise InputError("a tour needs at least one player and one world")
    if games < 1:
        raise InputError(f"a tour needs at least one game in each world, not {games}")
    if not 1 <= workers <= MAX_WORKERS:
        raise InputError(f"a tour needs 1 to {MAX_WORKERS} workers, not {workers}")
    for name, times in Counter(map(str, players)).items():
        if times > 1:
            raise InputError(f"player '{name[:60]}' is given {times} times: a tour needs it once")
    for name, times in Counter(world.name for world in worlds).items():
        if times > 1:
            raise InputError(f"{times} worlds of the tour have the name '{name[:60]}'")
    for world in worlds:
        begun(world.rules, world.deal, world.hints)


def _legs(worlds: Sequence[World], games: int, paces: Sequence[Pace]) -> Iterator[Leg]:
    """Yield legs in rounds: the next few games of every world, as many as suit the slowest."""
    start = 0
    while start < games:
        end = start + min(pace.games(games - start) for pace in paces)
        for place, world in enumerate(worlds):
            yield Leg(place, world, range(start, end))
        start = end


def _rows(
    players: Sequence[Player], worlds: Sequence[World], total: Sequence[Sequence[Figures]]
) -> tuple[TourRow, ...]:
    return tuple(
        TourRow(world.name, group_of(world), _options(world), str(player), figures)
        for world, row in zip(worlds, total, strict=True)
        for player, figures in zip(players, row, strict=True)
    )


def _options(world: World) -> str:
    return " ".join(rules_words(world.rules, DAGGERS_AND_GOLD))
