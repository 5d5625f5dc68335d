"""Games won by several players on the same deals, with the CPU time of other programs.

The recipes may have the strategy ``engine(command=...)``, which asks another program for its moves
(see ``papers.studies.engine``). The result is that of ``sapper match``, with McNemar's exact test
for every pair, but the CPU time of a player includes that of the programs it asks.

    python -m papers.studies.wins --player swift --player 'engine(command=sapper engine)' --games 9
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial

from bench.options import add_deals, command
from bench.table import output
from papers.studies import engine
from sapper.arena.match import BoardSeries, MatchSetup, MatchSums, NumberedDeals, games_of
from sapper.arena.runner import Interrupted, WorkerPool, run_summed
from sapper.cli.errors import INTERRUPTED, run_and_exit
from sapper.cli.views.progress import progress
from sapper.game import Level, Rules
from sapper.players import Player
from sapper.players.tally import Tallies


class Series(BoardSeries):
    """The deals ``start``, ``start`` + 1, … of a seed, timed with the programs that are asked."""

    def __init__(self, level: str, setup: MatchSetup, games: int, start: int) -> None:
        super().__init__(level, setup, games)
        self._play = partial(_play, setup)
        self._prepare = lambda numbers: range(numbers.start + start, numbers.stop + start)


def _play(setup: MatchSetup, numbers: range) -> MatchSums:
    return MatchSums.of([_games(player, setup, numbers) for player in setup.players])


def _games(player: Player, setup: MatchSetup, numbers: range) -> Tallies:
    """Play the games of one player; the programs' time is divided equally among them."""
    before = engine.seconds(player)
    games = games_of(player, setup, NumberedDeals(numbers))
    extra = (engine.seconds(player) - before) / len(games)
    return replace(games, seconds=games.seconds + extra)


def main() -> None:
    """Play, and print the scores."""
    parser = command("papers.studies.wins", __doc__, as_json=True)
    parser.add_argument("--player", action="append", required=True, metavar="RECIPE")
    add_deals(parser, 1000)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the deals [0]")
    asked = parser.parse_args()
    run_and_exit(lambda: _run(asked))


def _run(asked: argparse.Namespace) -> int:
    players, level = tuple(map(engine.player, asked.player)), Level.parse(asked.level)
    setup = MatchSetup(players, level.grid, level.mines, Rules(asked.first), asked.seed)
    series = Series(asked.level, setup, asked.games, asked.start)
    code = 0
    with progress() as show:
        try:
            found = run_summed([series], series.result, WorkerPool(asked.workers), show)
        except Interrupted as interrupted:
            found, code = interrupted.result, INTERRUPTED
    print(output(found, asked.json))
    return code


if __name__ == "__main__":
    main()
