"""How much the guesses of a player win more than those of another one, measured in seconds.

Both are asked for their guesses in the positions of sets whose candidates have been valued by
playouts (``python -m papers.studies.guesses.make``). The games that the positions come from are
those of ``swift``, and ``swift`` plays on after each guess, so the gain for a game is that of a
player that guesses otherwise in such positions only: neither the first cell nor endgames count.

    python -m papers.studies.guesses --player champion
    python -m papers.studies.guesses --player 'swift' --than csp expert.npz

A set holds for the version of ``swift`` that made it. Without files, a small set is used that is
part of the repository.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.options import command
from bench.table import output
from papers.studies.guesses.comparison import table
from papers.studies.guesses.sets import read_sets
from sapper.cli.errors import run_and_exit

SMALL = Path(__file__).with_name("expert-safe.npz")


def main() -> None:
    """Compare the guesses of two players in sets of positions."""
    parser = command("papers.studies.guesses", __doc__, as_json=True)
    parser.add_argument("--player", required=True, metavar="RECIPE")
    parser.add_argument("--than", default="swift", metavar="RECIPE", help="the rival [swift]")
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE", help=f"[{SMALL.name}]")
    asked = parser.parse_args()
    run_and_exit(lambda: _run(asked))


def _run(asked: argparse.Namespace) -> None:
    found = table(asked.player, asked.than, read_sets(asked.files or [SMALL]))
    print(output(found, asked.json))


if __name__ == "__main__":
    main()
