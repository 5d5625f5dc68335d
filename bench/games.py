"""Expert games in the kernel, alternating with those of other programs."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from bench.measure import run
from bench.options import Options
from bench.table import Share, Spread, Table
from sapper.arena.match.match import match
from sapper.arena.stats.statistics import wilson
from sapper.game import Rules

PLAYERS = ("csp", "swift")


def tables(options: Options) -> Iterator[Table]:
    """Yield a table of the CPU milliseconds for each game."""
    taken: dict[str, list[float]] = {}
    wins: dict[str, int] = {}
    for seed in range(options.rounds):
        played = [(name, *_ours(name, options.games, seed)) for name in PLAYERS]
        played += [(name, *_peer(command, options.games)) for name, command in options.peers]
        for name, seconds, won in played:
            taken.setdefault(name, []).append(1000 * seconds / options.games)
            wins[name] = wins.get(name, 0) + won
    rows = []
    games = options.games * options.rounds
    medians = {name: Spread.of(values).median for name, values in taken.items()}
    for name, values in taken.items():
        rows.append(
            (
                name,
                Spread.of(values),
                round(1000 / medians[name]),
                Share(wins[name] / games, *wilson(wins[name], games)),
                *(medians[name] / medians[player] for player in PLAYERS),
            )
        )
    ratios = [f"times {player}" for player in PLAYERS]
    columns = ("player", "ms a game, median (min–max) of rounds", "games/s", "won % (95 %)")
    title = f"Expert games, first cell safe: CPU of one core, {options.rounds} × {options.games}"
    notes = "The players of sapper played the same deals; other programs used their own deals."
    yield Table(title, (*columns, *ratios), rows, notes)


def _ours(player: str, games: int, seed: int) -> tuple[float, int]:
    (score,) = match([player], "expert", Rules("safe"), games, seed=seed).players
    return score.cpu_seconds, score.wins


def _peer(command: str, games: int) -> tuple[float, int]:
    done = run(shlex.split(command.replace("{games}", str(games))))
    last = re.search(r"(\d+)\D*$", done.output)
    return done.cpu, int(last[1]) if last else 0
