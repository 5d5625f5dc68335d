"""Makes the table of first moves: ``python -m bench.first_moves FILE``.

A run that was killed continues where it stopped. ``sapper.perfect.table`` reads the table.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from sapper.perfect.table import MOST_CELLS, MOST_LAYOUTS, fill


def main() -> None:
    """Fill the file, and show each entry."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--cells", type=int, default=MOST_CELLS, help="of the largest boards")
    parser.add_argument(
        "--layouts", type=int, default=MOST_LAYOUTS, help="the most, for a safe first cell"
    )
    chosen = parser.parse_args()
    for entry in fill(chosen.file, chosen.cells, chosen.layouts):
        best = float(max(map(entry.share, entry.won)))
        print(f"{entry.width}x{entry.height}x{entry.mines} {entry.first}: {100 * best:.4f}%")


if __name__ == "__main__":
    main()
