"""``python -m papers.studies.curve``: what ``champion`` wins more than ``swift``, by CPU time.

Each setting plays on each board, and its guesses are compared with those of ``swift`` (see
``papers.studies.advantage``). The settings take turns, a few deals at a time. Every finished game
is added to the log, and a run that was interrupted continues where it stopped. With the table in
papers/README.md, ``python docs/pictures.py`` draws the curve.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.options import command
from papers.studies.advantage.comparison import Comparison, Log, resume, table
from sapper.cli.errors import INTERRUPTED, run_and_exit
from sapper.cli.views.progress import progress
from sapper.errors import InputError
from sapper.game.rules import First

BOARDS: tuple[tuple[str, First], ...] = (
    ("expert", "safe"),
    ("expert", "opening"),
    ("16x16x40", "safe"),
    ("20x20x80", "safe"),
    ("30x30x180", "safe"),
)
SETTINGS = ("champion(playouts=100)", "champion(playouts=500)", "champion")
BATCH = 25  #: deals of one setting before the next has its turn
START = 2_000_000  #: the first deal's number: none of these served to choose parameters


def main() -> None:
    """Compare the settings on all boards, and print the table."""
    parser = command(
        "papers.studies.curve", __doc__, games=5_000, playouts=120, start=START, workers=1
    )
    parser.add_argument("--log", type=Path, required=True, metavar="FILE")
    parser.add_argument("--player", action="append", metavar="RECIPE", help="instead of champion's")
    asked = parser.parse_args()
    run_and_exit(lambda: _run(asked))


def _run(asked: argparse.Namespace) -> int:
    comparisons = [
        Comparison(player, "swift", level, first, asked.playouts)
        for level, first in BOARDS
        for player in asked.player or SETTINGS
    ]
    for comparison in comparisons:
        comparison.prepared()  # refuses what cannot be read before workers start
    end = asked.start + asked.games
    parts = [
        (comparison, range(number, min(end, number + BATCH)))
        for number in range(asked.start, end, BATCH)
        for comparison in comparisons
    ]
    with progress() as show:
        entries, complete = resume(parts, Log(asked.log), asked.workers, show)
    if not entries:
        raise InputError("no game is finished")
    print(table(entries))
    return 0 if complete else INTERRUPTED


if __name__ == "__main__":
    main()
