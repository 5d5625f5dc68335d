"""``python -m bench.variants``: the speed of variants on 8x8 boards, or a check on small ones.

For each variant, CPU times of certain cells and of chances in positions of several deals, and of
making puzzles, with their difficulty. With ``--oracle N``, instead: all layouts of boards up to 16
cells, and the certain cells, chances and proofs of N random positions of each, against enumeration.
With ``--peer FOLDER``, instead: certain cells beside a public solver, whose files are in a folder,
github.com/Harry-Zhu-45/v-14-mine with z3-solver, on the same positions.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from statistics import median
from time import process_time
from typing import Any

from bench.measure import cpu_seconds
from bench.options import Options, command
from bench.table import Table
from sapper.game import Chance
from sapper_variants import (
    Position,
    Variant,
    analyse,
    certain_cells,
    check,
    deal,
    names,
    opened,
    puzzle,
)
from sapper_variants.checking import LARGE, SIZES

SIDE = 8
MINES = 20
#: The mines of variants that do not allow so many, by the beginning of the name.
OTHERS = {"apart": 8, "balance": 24, "battleship": 16, "domino": 16}
SHARES = (0.2, 0.4, 0.6, 0.8)  #: of the safe cells that are open

#: The names of those variants that the public solver knows.
PEER = {
    "standard": "Standard",
    "knight": "Knight",
    "cross": "Cross",
    "negation": "OddEven",
    "partition": "Partition",
}

Row = dict[str, Any]


def tables(options: Options) -> Iterator[Table]:
    """Yield a table with a row for each variant, for ``python -m bench variants``."""
    jobs = [partial(measure, name, 1, seed=1, puzzles=1) for name in names()]
    yield speed_table([job() for job in jobs])


def measure(name: str, deals: int, seed: int, puzzles: int) -> Row:
    """Return the CPU times of a variant: milliseconds for positions, seconds for puzzles."""
    variant = Variant.named(name)
    certain, chances, made, refused = list[float](), list[float](), list[float](), 0
    rounds, difficulties = list[float](), list[float]()
    for number in range(deals):
        for position in positions(variant, seed, number):
            certain.append(1000 * cpu_seconds(partial(certain_cells, position)))
            before = process_time()
            exact = analyse(position).exact
            chances.append(1000 * (process_time() - before))
            refused += not exact
    for number in range(puzzles):
        before = process_time()
        found = puzzle(variant, SIDE, SIDE, mines(variant), seed + number)
        made.append(process_time() - before)
        difficulties.append(found.difficulty)
        rounds.append(found.rounds)
    return {
        "variant": name,
        "global": any(variant.groups(variant.board(SIDE, SIDE))),
        "positions": len(certain),
        "certain ms": spread(certain),
        "chances ms": spread(chances),
        "refused": refused,
        "puzzles": puzzles,
        "puzzle s": spread(made),
        "rounds": spread(rounds),
        "difficulty": spread(difficulties),
    }


def beside(name: str, deals: int, seed: int, folder: str) -> Row:
    """Return the CPU times of certain cells, ours and those of a public solver, in milliseconds."""
    sys.path.insert(0, folder)
    peer: Any = import_module("core.solver").MinesweeperSolver
    variant = Variant.named(name)
    ours, theirs, unlike = list[float](), list[float](), 0
    for number in range(deals):
        for position in positions(variant, seed, number):
            before = process_time()
            safe, mined = certain_cells(position)
            ours.append(1000 * (process_time() - before))
            codes = [-1 if text in "HF" else int(text) for text in position.cells]
            rows = [codes[at : at + SIDE] for at in range(0, SIDE * SIDE, SIDE)]
            before = process_time()
            found = peer(SIDE, SIDE, rows, PEER[name], mines(variant)).solve()
            theirs.append(1000 * (process_time() - before))
            certain = [sorted(map(position.cell, cells)) for cells in (safe, mined)]
            unlike += certain != list(map(sorted, found))
    return {
        "variant": name,
        "positions": len(ours),
        "ours ms": spread(ours),
        "peer ms": spread(theirs),
        "different answers": unlike,
    }


def oracle(name: str, positions: int, seed: int) -> Row:
    """Return the result of checking a variant on all boards up to 16 cells."""
    sizes = SIZES + LARGE
    found = check(Variant.named(name), -(-positions // len(sizes)), seed, sizes)
    return {"variant": name, **vars(found)}


def spread(values: Sequence[float]) -> dict[str, float]:
    """Return the median, the 95th percentile and the most of some values."""
    if not values:
        return {}
    ordered = sorted(values)
    high = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return {"median": median(ordered), "p95": high, "most": ordered[-1]}


def mines(variant: Variant) -> int:
    """Return the number of mines for a variant."""
    return OTHERS.get(variant.name.partition("-")[0], MINES)


def positions(variant: Variant, seed: int, number: int) -> Iterator[Position]:
    """Yield positions of a deal by chance, in which some safe cells show their clues."""
    layout = deal(variant, SIDE, SIDE, mines(variant), seed=seed * 1_000_000 + number)
    chance = Chance(seed, number)
    full = opened(variant, SIDE, SIDE, layout, chance)
    for share in SHARES:
        yield full.opened({i: "H" for i in range(SIDE * SIDE) if chance.random() >= share})


def speed_table(rows: Sequence[Row]) -> Table:
    """Return the table of measured rows."""
    measured = ("certain ms", "chances ms", "puzzle s", "difficulty")
    columns = [f"{name} {part}".strip() for name in measured for part in ("", "p95", "most")]
    return Table(
        f"Variants: {SIDE}x{SIDE} boards, a fifth to four fifths of the safe cells open",
        ("variant", "positions", *columns, "refused"),
        [
            (
                row["variant"],
                row["positions"],
                *(row[n].get(p) for n in measured for p in ("median", "p95", "most")),
                row["refused"],
            )
            for row in rows
        ],
        "CPU time of one core: median, 95th percentile and most.",
    )


def peer_table(rows: Sequence[Row]) -> Table:
    """Return the table of both solvers."""
    measured = ("ours ms", "peer ms")
    columns = [f"{name} {part}".strip() for name in measured for part in ("", "p95", "most")]
    cells = [
        (
            row["variant"],
            row["positions"],
            *(row[n][p] for n in measured for p in ("median", "p95", "most")),
            row["different answers"],
        )
        for row in rows
    ]
    return Table(
        "Certain cells beside a public solver",
        ("variant", "positions", *columns, "different answers"),
        cells,
        "CPU time of one core: median, 95th percentile and most.",
    )


def oracle_table(rows: Sequence[Row]) -> Table:
    """Return the table of checked variants."""
    columns = ("variant", "layouts", "obeyed", "positions", "proofs", "fault")
    cells = [tuple(row[name] for name in columns) for row in rows]
    return Table("Variants against enumeration", columns, cells)


def _call(job: Callable[[], Row]) -> Row:
    row = job()
    print(f"{row['variant']} done", file=sys.stderr, flush=True)
    return row


def main() -> None:
    """Measure or check variants, and print a table or JSON."""
    parser = command(
        "bench.variants", __doc__, as_json=True, deals=5, seed=1, workers=1, puzzles=3, oracle=0
    )
    parser.add_argument("--peer", metavar="FOLDER", help="the files of the public solver")
    parser.add_argument("variant", nargs="*", help="[all]")
    found = parser.parse_args()
    chosen = found.variant or names()
    table = speed_table
    if found.peer:
        known = [name for name in chosen if name in PEER]
        jobs, table = (
            [partial(beside, n, found.deals, found.seed, found.peer) for n in known],
            peer_table,
        )
    elif found.oracle:
        table = oracle_table
        jobs = [partial(oracle, name, found.oracle, found.seed) for name in chosen]
    else:
        jobs = [partial(measure, n, found.deals, found.seed, found.puzzles) for n in chosen]
    with get_context("spawn").Pool(found.workers) as pool:  # nothing is cached from before
        rows = sorted(pool.imap_unordered(_call, jobs, chunksize=1), key=lambda r: r["variant"])
    if found.json:
        print(json.dumps({"options": vars(found), "rows": rows}, ensure_ascii=False, indent=1))
    else:
        print(table(rows))


if __name__ == "__main__":
    main()
