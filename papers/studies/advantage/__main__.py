"""How much better a player guesses than ``swift``, measured guess by guess.

Wherever a player's guess differs from the one that ``swift`` would make, ``swift`` continues after
both guesses, many times and in the same layouts. The extra wins after the player's guesses, summed
over its games, are how much more often it wins (Kakade & Langford 2002, "Approximately optimal
approximate reinforcement learning", lemma 6.1), without the luck of surviving a guess: a hundred
games are as precise as ten thousand wins and losses.

With ``--than``, the guesses are compared with those of another player in the same positions. As
``swift`` continues after both, the sum is then the value of such guesses when ``swift`` plays the
rest, not exactly how much more often the player wins than the other.

    python -m papers.studies.advantage --player 'champion(playouts=2000)' --level expert --games 100

Both recipes may have the strategy ``engine(command=...)``, which asks another program for its moves
(see ``papers.studies.engine``).

With ``--log FILE`` every finished game is added to a file, games that it has already are not played
again, and ``--pool FILE ...`` prints the table of all games in several such files. A log holds for
the version of sapper that wrote it: begin a new one when a player has changed.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.options import add_deals, command
from bench.table import output
from papers.studies.advantage.comparison import Comparison, Entry, Log, resume, table
from sapper.cli.errors import INTERRUPTED, run_and_exit
from sapper.cli.views.progress import progress
from sapper.errors import InputError


def main() -> None:
    """Compare the guesses of two players, or print the table of earlier comparisons."""
    parser = command("papers.studies.advantage", __doc__, as_json=True)
    parser.add_argument("--player", metavar="RECIPE")
    parser.add_argument("--than", default="swift", metavar="RECIPE", help="the rival [swift]")
    add_deals(parser, 100)
    parser.add_argument("--playouts", type=int, default=400, metavar="N", help="of a guess [400]")
    parser.add_argument("--log", type=Path, metavar="FILE", help="add games here, or continue it")
    parser.add_argument("--pool", type=Path, nargs="+", metavar="FILE", help="print these logs")
    asked = parser.parse_args()
    if (asked.player is None) == (asked.pool is None):
        parser.error("expected either --player or --pool")
    run_and_exit(lambda: _pool(asked) if asked.pool else _run(asked))


def _pool(asked: argparse.Namespace) -> None:
    _print([entry for path in asked.pool for entry in Log(path).entries()], asked.json)


def _run(asked: argparse.Namespace) -> int:
    comparison = Comparison(asked.player, asked.than, asked.level, asked.first, asked.playouts)
    comparison.prepared()  # refuses what cannot be read before workers start
    log = Log(asked.log) if asked.log else None
    wanted = range(asked.start, asked.start + asked.games)
    with progress() as show:
        entries, complete = resume([(comparison, wanted)], log, asked.workers, show)
    _print(entries, asked.json)
    return 0 if complete else INTERRUPTED


def _print(entries: list[Entry], as_json: bool) -> None:
    if not entries:
        raise InputError("no game is finished")
    print(output(table(entries), as_json), flush=True)


if __name__ == "__main__":
    main()
