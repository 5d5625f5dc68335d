"""Expert games: in the kernel, alternating with those of other programs, and in Python."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from functools import partial

from bench.measure import rivals, run
from bench.options import Options
from bench.table import Share, Spread, Table
from sapper.arena.match import match, turns
from sapper.game import Cell, Chance, Deal, Level, Move, Position, Referee, Rules
from sapper.game.codes import HIDDEN
from sapper.players import Decision, Pass, Player, Reason
from sapper.players.recipes import Link

PLAYERS = ("csp", "swift")


def tables(options: Options) -> Iterator[Table]:
    """Yield a table of the CPU milliseconds for each game, and one of games in Python."""
    yield _kernel(options)
    yield _python(options)


def _kernel(options: Options) -> Table:
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
                Share.of(wins[name], games),
                *(medians[name] / medians[player] for player in PLAYERS),
            )
        )
    ratios = [f"times {player}" for player in PLAYERS]
    columns = ("player", "ms per game, median (min–max) of rounds", "games/s", "won % (95%)")
    title = f"Expert games, first cell safe: CPU of one core, {options.rounds} × {options.games}"
    notes = "The players of sapper played the same deals; other programs used their own deals."
    return Table(title, (*columns, *ratios), rows, notes)


class Prepared:
    """A strategy that answers at once: it opens the next of the cells that it was made with."""

    name = "prepared"
    why = Reason("prepared", "it comes next")

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._cells = iter(cells)

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open the next cell."""
        return Decision(Move("open", next(self._cells)), self.name, self.why, 0.0)


def _python(options: Options) -> Table:
    level, rules = Level.parse("expert"), Rules("safe")
    count = max(1, options.games // 100)
    deals = [Deal.seeded(level.grid, level.mines, 0, number) for number in range(count)]
    cells = [_winning(deal, rules) for deal in deals]
    players = [
        Player(Prepared.name, (Link(Prepared.name, partial(Prepared, one)),)) for one in cells
    ]

    def games() -> None:
        for one, deal in zip(players, deals, strict=True):
            for _ in turns(one, rules, deal):
                pass

    spread = rivals({"games": games}, options.rounds, 1000 / count)["games"]
    moves = sum(map(len, cells)) / count
    title = f"Expert games in Python, won by a strategy that answers at once: {count} games"
    columns = ("moves per game", "ms per game, median (min–max) of rounds", "µs per move")
    return Table(title, columns, [(moves, spread, 1000 * spread.median / moves)])


def _winning(deal: Deal, rules: Rules) -> list[Cell]:
    """Return the cells that win a game, each still hidden when it is opened: the first playable
    cell, and then all others without a mine in order."""
    referee, cells = Referee(deal, rules), []
    for index in deal.grid.playable:
        cell = deal.grid.cell(index)
        if referee.position[cell] == HIDDEN and cell not in referee.mines:
            referee.open(cell)
            cells.append(cell)
    return cells


def _ours(player: str, games: int, seed: int) -> tuple[float, int]:
    (score,) = match([player], "expert", Rules("safe"), games, seed=seed).players
    return score.cpu_seconds, score.wins


def _peer(command: str, games: int) -> tuple[float, int]:
    done = run(shlex.split(command.replace("{games}", str(games))))
    last = re.search(r"(\d+)\D*$", done.output)
    return done.cpu, int(last[1]) if last else 0
