"""Makes the table of first moves: ``python -m papers.studies.first_moves FILE``.

A run that was killed continues where it stopped. ``sapper_lab.perfect.table`` reads the table.
"""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from sapper.errors import RulesError
from sapper.game import Grid
from sapper.game.rules import First, first_cells, mine_free_indices
from sapper_lab.perfect.kernel.expectimax import Expectimax
from sapper_lab.perfect.table import SolvedBoard, entries

MAX_CELLS = 25
MAX_LAYOUTS = 43_000  #: limits on the boards in the file that ships with sapper
#: The stored rules: under ``any``, a first cell that survives wins what it does under ``safe``.
STORED: tuple[First, ...] = ("safe", "opening")


def main() -> None:
    """Fill the file, and show each entry."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--cells", type=int, default=MAX_CELLS, help="of the largest boards")
    parser.add_argument(
        "--layouts", type=int, default=MAX_LAYOUTS, help="the most, for a safe first cell"
    )
    chosen = parser.parse_args()
    for entry in fill(chosen.file, chosen.cells, chosen.layouts):
        best = float(max(map(entry.share, entry.won)))
        print(f"{entry.width}x{entry.height}x{entry.mines} {entry.first}: {100 * best:.4f}%")


def fill(path: Path, cells: int = MAX_CELLS, layouts: int = MAX_LAYOUTS) -> Iterator[SolvedBoard]:
    """Write the table of all boards with at most ``cells`` cells and ``layouts`` layouts for a safe
    first cell; yield each new entry once it is on disk.

    Existing entries are not recomputed, and an incomplete last line, left by a killed process, is
    removed. Raises ``NotationError`` for a file with other contents.
    """
    text = path.read_bytes() if path.exists() else b""
    whole = text[: text.rfind(b"\n") + 1]
    known = {entry.key for entry in entries(whole, str(path))}
    with path.open("ab") as file:
        file.truncate(len(whole))
        for width, height in shapes(cells):
            grid = Grid(width, height)
            due = [
                (width, height, mines, first)
                for mines in range(1, grid.size)
                if math.comb(grid.size - 1, mines) <= layouts
                for first in STORED
            ]
            search = Expectimax(grid) if set(due) - known else None
            for key in due:
                entry = None if search is None or key in known else _solved(search, grid, *key[2:])
                if entry is not None:
                    file.write(msgspec.json.encode(entry) + b"\n")
                    file.flush()
                    os.fsync(file.fileno())
                    yield entry


def shapes(cells: int) -> list[tuple[int, int]]:
    """Return the widths and heights of all boards with at most ``cells`` cells, smallest first,
    without their transposes."""
    sizes = [(w, h) for h in range(1, cells + 1) for w in range(h, cells // h + 1)]
    return sorted(sizes, key=lambda shape: (shape[0] * shape[1], shape))


def _solved(search: Expectimax, grid: Grid, mines: int, first: First) -> SolvedBoard | None:
    """Return the entry of a board, or ``None`` if a rule allows no first cell."""
    try:
        starts = first_cells(grid, mines, first)
    except RulesError:
        return None
    won = {}
    for start in starts:
        spared = {start, *mine_free_indices(grid, start, first)}
        search.lay([i for i in grid.playable if i not in spared], mines)
        won[start] = search.win(0)
    return SolvedBoard(grid.width, grid.height, mines, first, won)


if __name__ == "__main__":
    main()
