"""What limits the bound on perfect play for a safe first cell: its bound by what that cell shows.

    python -m papers.studies.first_clues expert --deals 8000 --seconds 150 --state expert_safe.npz

Searches as ``sapper bounds`` does, from the same file of samples if there is one, and prints the
outcomes of the first cell with the largest bound.
"""

from __future__ import annotations

from bench.options import command
from sapper_lab.bounds.bounds import BoundsState, bounds
from sapper_lab.bounds.early import EarlyPosition
from sapper_lab.bounds.samples import STAGES, Zero


def main() -> None:
    """Search, and print the outcomes."""
    parser = command("papers.studies.first_clues", __doc__, deals=10_000, seconds=60.0)
    parser.add_argument("level")
    parser.add_argument("--state")
    chosen = parser.parse_args()
    states: list[BoundsState] = []
    found = bounds(
        chosen.level,
        deals=chosen.deals,
        seconds=chosen.seconds,
        file=chosen.state,
        progress=states.append,
    )
    root = states[-1].root
    cell = int(root.bounds.argmax())
    print(f"{100 * found.high:.2f}% from {list(found.cells[0].cell)}, {found.deals} deals")
    for probability, node in root.moves.get(cell, ()):
        print(f"{100 * probability:6.2f}%  at most {100 * node.high:6.2f}%  {_described(node)}")


def _described(node: EarlyPosition | Zero) -> str:
    """Say what the bound of an outcome is from."""
    if isinstance(node, Zero):
        return f"an opening, estimated at {100 * node.guess:.2f}%"
    if node.pairs is not None and node.high == node.pairs.high:
        layouts = STAGES[node.pairs.stage - 1]
        return (
            f"the next two guesses, estimated at {100 * node.pairs.mean:.2f}% in {layouts} layouts"
        )
    if not node.moves:
        return "the safety of the next guess, or solved"
    best = int(node.bounds.argmax())
    outcomes = node.moves.get(best, ())
    searched = sum(p for p, after in outcomes if isinstance(after, Zero) or after.moves)
    survived = float(node.safety[best])
    return (
        f"{len(node.moves)} moves searched; the best is survived in {100 * survived:.2f}%, and"
        f" searched further in {100 * searched:.2f}%"
    )


if __name__ == "__main__":
    main()
