"""``python -m formats_bench``: how well the picture reader reads boards after many programs.

A cell is silently wrong if it is neither right nor marked as doubtful; a board of the wrong size
counts as wrong in all its cells, silently unless the reader says that the size is not clear.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass

from formats_bench.looks import LOOKS
from formats_bench.screens import Screen, screen
from sapper.errors import NotationError
from sapper.game.codes import FLAGGED, HIDDEN, MINE
from sapper.notation import read_picture

LETTERS = {HIDDEN: "H", FLAGGED: "F", MINE: "*"}
MANY_DOUBTS = 0.1  #: share of doubtful cells that makes people check the size of a board


@dataclass(frozen=True)
class Verdict:
    """What was read from a screenshot: the number of cells, wrong, silently wrong and doubtful
    ones, whether the reader refused it or read another size, the CPU time, and words."""

    cells: int
    wrong: int
    silent: int = 0
    doubts: int = 0
    refused: bool = False
    other_size: bool = False
    seconds: float = 0.0
    words: str = ""


def judged(shot: Screen) -> Verdict:
    """Read a screenshot and compare."""
    height, width = len(shot.rows), len(shot.rows[0])
    cells = height * width
    start = time.process_time()
    try:
        board = read_picture(shot.data)
    except NotationError as error:
        return Verdict(cells, cells, refused=True, words=str(error))
    seconds = time.process_time() - start
    doubts = set(board.doubtful)
    if (board.grid.width, board.grid.height) != (width, height):
        said = bool(board.words) and (not board.clear or board.cut)
        said |= len(doubts) > MANY_DOUBTS * board.grid.size
        words = f"{board.grid.width}x{board.grid.height} {board.words}"
        silent = 0 if said else cells
        return Verdict(cells, cells, silent, 0, other_size=True, seconds=seconds, words=words)
    pairs = []
    for i, row in enumerate(shot.rows):
        for j, letter in enumerate(row):
            code = board.codes[i * width + j]
            read = LETTERS.get(code, str(code))
            if read != letter:
                pairs.append(letter + read + "?" * ((i, j) in doubts))
    silent = sum(not pair.endswith("?") for pair in pairs)
    words = " ".join(sorted(set(pairs)))
    return Verdict(cells, len(pairs), silent, len(doubts), seconds=seconds, words=words)


def row(name: str, found: Sequence[Verdict]) -> str:
    """Return a row of the table, in Markdown."""
    cells, wrong = (sum(getattr(each, what) for each in found) for what in ("cells", "wrong"))
    silent, doubts = (sum(getattr(each, what) for each in found) for what in ("silent", "doubts"))
    refused, other = (
        sum(getattr(each, what) for each in found) for what in ("refused", "other_size")
    )
    times = sorted(1000 * each.seconds for each in found)
    right = 100 - 100 * wrong / cells
    spent = f"{times[len(times) // 2]:.0f}", f"{times[-1]:.0f}"
    figures = (len(found), refused, other, cells, wrong, f"{right:.2f}", silent, doubts, *spent)
    return f"| {name} | {' | '.join(map(str, figures))} |"


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m formats_bench")
    parser.add_argument("--count", type=int, default=20, help="screenshots of each look")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--held-out", action="store_true", help="those that were not tuned on")
    parser.add_argument("--look", default="", help="only looks whose name contains this")
    parser.add_argument("--verbose", "-v", action="store_true", help="name each wrong one")
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.count)
    total: dict[str, list[Verdict]] = {}
    for look in (each for each in LOOKS if asked.look in each.name):
        for seed in seeds:
            shot = screen(look, seed, asked.held_out)
            one = judged(shot)
            total.setdefault(look.name, []).append(one)
            if asked.verbose and one.wrong:
                what = f"{one.wrong} wrong, {one.silent} silent; {one.words}"
                print(f"  {look.name} {seed}: {shot.made}: {what}", flush=True)
    print("| look | boards | refused | other size | cells | wrong | right % | silent | doubtful |"
          " CPU ms, median | most |\n|---" + 10 * "|--:" + "|")  # fmt: skip
    for name, each in total.items():
        print(row(name, each))
    print(row("all", [one for each in total.values() for one in each]))


if __name__ == "__main__":
    main()
