"""Writes a hundred explanations, drawn by a fixed seed or another one, for anybody to judge:

python -m docs.hundred [SEED] > docs/hundred.md
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count, islice
from math import log10

import sapper
from bench.boards import Met, play
from sapper.explanations import Explanation, explain_all
from sapper.game import LEVELS, Chance
from sapper.inference import analyse
from sapper.players import Decision
from sapper.reviews.position_report import hinted
from sapper.terminal.board import lettered_board

SEED = 2026
NUMBER = 100
#: What each of ten explanations in turn is of: a hint that needs more than one clue; any certain
#: cell that costs more than two of them; one that needs the number of mines; a guess; and a guess
#: near the end.
KINDS = (*("hint",) * 2, *("cell",) * 3, *("count",) * 2, "guess", *("ending",) * 2)
MAX_LAYOUTS = 300  #: of an ending

HEAD = """\
# A hundred explanations

Judge for yourself whether you can follow these explanations. They come from games on three levels,
and a fixed seed drew them: 20 hints that need more than one clue, 30 other certain cells that are
harder than two single clues, 20 that need the number of mines, and 30 guesses of `swift`, 20 of
them near the end.

Each is about the cell A. The other cells that it names are B, C and so on, and the board shows all
of them with the cells around. `■` is a hidden cell and `·` an empty one; `!■` is a mine that you
find by looking at single numbers, and `ok` a safe cell. A layout is one way to place all the mines
that are left.
`python -m docs.hundred` writes this page.
"""


def explanations(seed: int) -> Iterator[tuple[str, Explanation]]:
    """Yield explanations with their kinds, each from another game."""
    chance, games = Chance(seed), count()
    for number in count():
        kind = KINDS[number % len(KINDS)]
        found: Explanation | None = None
        while found is None:
            game = next(games)
            level = LEVELS[("beginner", "intermediate", "expert")[game % 3]]
            met = [one for one in play(level, seed, game) if not one.position.untouched]
            if met:
                found = _drawn(kind, met[chance.below(len(met))], chance)
        yield kind, found


def _drawn(kind: str, met: Met, chance: Chance) -> Explanation | None:
    """Return an explanation of this kind in a position, if there is one."""
    position = met.position
    if kind in ("guess", "ending"):
        layouts = analyse(position).log10_layouts if met.guess else 0.0
        few = layouts <= log10(MAX_LAYOUTS)
        asked = layouts > log10(2.5) and few == (kind == "ending")  # no mere toss of a coin
        decision = sapper.suggest(position) if asked else None
        if not isinstance(decision, Decision):
            return None
        return sapper.explain(position, hinted(position, decision).move.cell)
    if met.guess:
        return None
    if kind == "hint":
        easiest = sapper.easiest(position)
        return easiest if easiest is not None and (easiest.difficulty or 0.0) > 1.0 else None
    counts = kind == "count"
    harder = [
        one
        for one in explain_all(position).values()
        if (one.difficulty or 0.0) > 2.0 and counts == any(step.mine_count for step in one.steps)
    ]
    return harder[chance.below(len(harder))] if harder else None


def entry(number: int, kind: str, explanation: Explanation) -> str:
    """Return one explanation as it reads beside a board."""
    grid, left = explanation.position.grid, explanation.position.mines_left
    title = f"{number}. {kind}, {grid.width}×{grid.height}, {left} mines left"
    said = explanation.lettered(str(explanation))
    drawn = "\n".join(lettered_board(explanation))
    return f"## {title}\n\n```text\n{drawn}\n\n{said}\n```\n"


def page(seed: int = SEED) -> Iterator[str]:
    """Yield the head of the page, then each explanation."""
    yield HEAD
    for number, (kind, explanation) in enumerate(islice(explanations(seed), NUMBER), start=1):
        yield entry(number, kind, explanation)


if __name__ == "__main__":
    print("\n".join(page(*map(int, sys.argv[1:]))), end="")
