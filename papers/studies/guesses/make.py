"""Make a set of guess positions: those of swift's own games, with the values of its candidates.

The positions are those where ``swift`` guesses by looking ahead: neither the first cell nor an
endgame that it solves. In each of them, up to eight candidates, at most .07 less likely than the
best one to survive it and the next move, are valued by the same playouts, in which ``swift`` plays
on. The file depends on neither the number of workers nor their speed.

    python -m papers.studies.guesses.make --level expert --seed 7001 --games 99 --playouts 400 a.npz

Games that the file already has are not played again, so a run that was stopped, by Ctrl-C too,
continues where it was, and more games can be added. A set holds for the version of ``swift`` that
made it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

from bench.options import add_deals, command
from papers.studies.guesses.sets import HALVES, Guess, GuessSet, Origin, read_set
from papers.studies.guesses.valuation import valuation
from papers.studies.playouts import play_numbers
from sapper.arena.match import turns
from sapper.arena.runner import Progress
from sapper.cli.errors import INTERRUPTED, run_and_exit
from sapper.cli.views.progress import progress
from sapper.errors import InputError
from sapper.game import Chance, Deal, Rules
from sapper.game.deal import PLAYS

RECIPE = "start > single-point > swift"
SAVE_SECONDS = 30.0  #: seconds between two writings of the file

Played = list[tuple[int, list[Guess]]]


def main() -> None:
    """Play games, and write their guesses to a file."""
    parser = command("papers.studies.guesses.make", __doc__)
    add_deals(parser, 100)
    parser.add_argument("--seed", type=int, required=True, metavar="N", help="of the deals")
    parser.add_argument(
        "--playouts", type=int, default=100, metavar="N", help="of a candidate [100]"
    )
    parser.add_argument("file", type=Path, metavar="FILE.npz")
    asked = parser.parse_args()
    run_and_exit(lambda: _run(asked))


def _run(asked: argparse.Namespace) -> int:
    origin = Origin(asked.level, asked.first, asked.seed, asked.playouts)
    if origin.playouts < HALVES or origin.playouts % HALVES:
        raise InputError(f"expected an even number of playouts, not {origin.playouts}")
    origin.board  # noqa: B018 – refuses an unknown level before workers start
    found = GuessSet(origin, (), ())
    if asked.file.exists():
        found = read_set(asked.file)
        if found.origin != origin:
            raise InputError(f"{asked.file}: expected guesses of {origin}, not of {found.origin}")
    with progress() as show:
        found, finished = make(
            found, range(asked.start, asked.start + asked.games), asked.workers, asked.file, show
        )
    print(f"{asked.file}: {len(found.guesses):,} guesses of {len(found.games):,} games")
    return 0 if finished else INTERRUPTED


def make(
    found: GuessSet, wanted: range, workers: int, path: Path, show: Progress = lambda *_: None
) -> tuple[GuessSet, bool]:
    """Play those games that a set does not have yet, and keep its file up to date.

    Returns the larger set, and whether it is complete: upon Ctrl-C it has the finished games.
    """
    have = set(found.games)
    numbers = [number for number in wanted if number not in have]
    done, saved = len(wanted) - len(numbers), time.monotonic()

    def report(new: Played) -> None:
        nonlocal found, done, saved
        done += len(new)
        found = found.plus(
            (game for game, _ in new), chain.from_iterable(guesses for _, guesses in new)
        )
        show(done, len(wanted))
        if time.monotonic() >= saved + SAVE_SECONDS:
            found.save(path)
            saved = time.monotonic()

    try:
        complete = play_numbers(numbers, partial(_play, found.origin), workers, report)
    finally:
        found.save(path)
    return found, complete


def _play(origin: Origin, numbers: Sequence[int]) -> Played:
    """Play a batch; this may run in any process."""
    return [(number, play(origin, number)) for number in numbers]


def play(origin: Origin, number: int) -> list[Guess]:
    """Play one game, and value the candidates of its guesses."""
    board, judge = origin.board, valuation(origin)
    deal = Deal.seeded(board.grid, board.mines, origin.seed, number)
    found: list[Guess] = []
    for turn in turns(RECIPE, Rules(origin.first), deal, Chance(origin.seed, PLAYS, number)):
        if turn.before.untouched or turn.step.decision.reason.kind != "look-ahead":
            continue
        judge.take(turn.before)
        cells = judge.candidates()
        if len(cells) > 1:
            guess = Guess(number, len(found) + 1, turn.before.cells, tuple(cells), ())
            values = tuple(judge.values(cell, guess.luck) for cell in cells)
            found.append(replace(guess, values=values))
    return found


if __name__ == "__main__":
    main()
