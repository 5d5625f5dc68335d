"""``python -m formats_bench``: how well the picture reader reads boards after many programs.

A cell is silently wrong if it is neither right nor marked as doubtful; a board of the wrong size
counts as wrong in all its cells, silently unless the reader says that the size is not clear.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from formats_bench.looks import LOOKS
from formats_bench.screens import Screen, screen
from sapper.errors import NotationError
from sapper.game.codes import FLAGGED, HIDDEN, MINE
from sapper.notation import read_picture

LETTERS = {HIDDEN: "H", FLAGGED: "F", MINE: "*"}
MANY_DOUBTS = 0.1  #: share of doubtful cells that makes people check the size of a board
FIGURES = ("boards", "refused", "other size", "cells", "wrong", "silent", "doubtful")


def judged(shot: Screen) -> tuple[Counter[str], float, str]:
    """Read a screenshot, and return ``FIGURES``, the seconds of CPU time, and words."""
    height, width = len(shot.rows), len(shot.rows[0])
    cells = height * width
    found = Counter(boards=1, cells=cells, wrong=cells)
    start = time.process_time()
    try:
        board = read_picture(shot.data)
    except NotationError as error:
        return found + Counter(refused=1), time.process_time() - start, str(error)
    seconds = time.process_time() - start
    doubts = set(board.doubtful)
    if (board.grid.width, board.grid.height) != (width, height):
        said = bool(board.words) and (not board.clear or board.cut)
        said |= len(doubts) > MANY_DOUBTS * board.grid.size
        found += Counter({"other size": 1, "silent": 0 if said else cells})
        return found, seconds, f"{board.grid.width}x{board.grid.height} {board.words}"
    pairs = [
        letter + LETTERS.get(code, str(code)) + "?" * (divmod(at, width) in doubts)
        for at, (letter, code) in enumerate(zip("".join(shot.rows), board.codes, strict=True))
    ]
    wrong = [pair for pair in pairs if pair[0] != pair[1]]
    silent = sum(len(pair) == 2 for pair in wrong)
    found.update(wrong=len(wrong) - cells, silent=silent, doubtful=len(doubts))
    return found, seconds, " ".join(sorted(set(wrong)))


def row(name: str, found: list[tuple[Counter[str], float, str]]) -> str:
    """Return a row of the table, in Markdown."""
    total = sum((each for each, _, _ in found), Counter[str]())
    times = sorted(1000 * seconds for _, seconds, _ in found)
    right = 100 - 100 * total["wrong"] / total["cells"]
    figures = [name, *(str(total[figure]) for figure in FIGURES), f"{right:.2f}"]
    return f"| {' | '.join(figures)} | {times[len(times) // 2]:.0f} | {times[-1]:.0f} |"


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m formats_bench")
    parser.add_argument("--count", type=int, default=20, help="screenshots of each look")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--held-out", action="store_true", help="those that were not tuned on")
    parser.add_argument("--look", default="", help="only looks whose name contains this")
    parser.add_argument("--verbose", "-v", action="store_true", help="name each wrong one")
    asked = parser.parse_args()
    print(f"| look | {' | '.join(FIGURES)} | right % | CPU ms, median | most |")
    print("|---" + "|--:" * (len(FIGURES) + 3) + "|")
    every = []
    for look in (each for each in LOOKS if asked.look in each.name):
        found = []
        for seed in range(asked.first, asked.first + asked.count):
            shot = screen(look, seed, asked.held_out)
            found.append(judged(shot))
            one, _, words = found[-1]
            if asked.verbose and one["wrong"]:
                what = f"{one['wrong']} wrong, {one['silent']} silent; {words}"
                print(f"  {look.name} {seed}: {shot.made}: {what}", flush=True)
        print(row(look.name, found), flush=True)
        every += found
    print(row("all", every))


if __name__ == "__main__":
    main()
