"""Everything that a position of a variant implies."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from math import log10, nan
from typing import Any

from sapper import Position as PlainPosition
from sapper.errors import BudgetError
from sapper.estimate import percent
from sapper.game import BLOCKED, Cell, Grid, Rules
from sapper.game import HIDDEN as HIDDEN_CODE
from sapper.inference import analyse as analyse_plain
from sapper.inference.analysis import layouts
from sapper_variants.certain import Layouts
from sapper_variants.counting import Counting
from sapper_variants.position import MINE, OPEN, Position
from sapper_variants.variant import Clue

SECONDS = 10.0  #: of each question about certain cells
EASY_PROPAGATIONS = 16_000  #: of a solver in a question that is easier than most counts
EASY_WEIGHTS = 2_000_000  #: numbers in memory of a count that is easier than a harder question


@dataclass(frozen=True, eq=False)
class Analysis:
    r"""What a position of a variant implies about its hidden cells.

    - ``chances``: the mine probability of each hidden cell by index, 0 or 1 only if it is certain;
      empty if counting exceeds its budget, and ``note`` then says why.
    - ``safe``, ``certain_mines``: the certain cells, which are always found.
    - ``log10_layouts``: the decimal logarithm of the number of layouts, nan if it is not known.

    >>> from sapper_variants import analyse
    >>> found = analyse("3x2x2 liar\nH 1 H\nH H H")
    >>> found.safe, found.log10_layouts, found.probability((0, 0))
    ((), 1.0, 0.4)
    """

    position: Position
    safe: tuple[Cell, ...]
    certain_mines: tuple[Cell, ...]
    chances: dict[int, float]
    log10_layouts: float = nan
    note: str = ""

    @property
    def exact(self) -> bool:
        """Whether the chances are known."""
        return not self.note

    def probability(self, cell: Cell) -> float:
        """The mine probability of a cell, nan if it is not hidden or not known."""
        return self.chances.get(cell[0] * self.position.width + cell[1], nan)

    @property
    def safest(self) -> Cell | None:
        """The first hidden cell of the least known risk, None if none is known."""
        if self.safe:
            return self.safe[0]
        known = min(self.chances, key=lambda i: (self.chances[i], i), default=None)
        return None if known is None else self.position.cell(known)

    def __str__(self) -> str:
        """A summary, and the board with the risk of every hidden cell."""
        position = self.position
        texts = list(position.cells)
        for i, chance in self.chances.items():
            texts[i] = percent(chance, 0)
        if not self.exact:
            for row, column in self.safe:
                texts[row * position.width + column] = "safe"
            for row, column in self.certain_mines:
                texts[row * position.width + column] = "mine"
        wide = max(4, *map(len, texts))
        count = f"{layouts(self.log10_layouts)}, " if self.exact else ""
        lines = [f"{count}{len(self.safe)} safe, {len(self.certain_mines)} certain mines"]
        rows = (texts[at : at + position.width] for at in range(0, len(texts), position.width))
        lines += [" ".join(f"{text:>{wide}}" for text in row) for row in rows]
        return "\n".join([*lines, *([self.note] if self.note else [])])

    def to_json(self) -> dict[str, Any]:
        """The fields that ``sapper variant analyse --json`` prints."""
        position = self.position
        rows = [
            [self.chances.get(row * position.width + column) for column in range(position.width)]
            for row in range(position.height)
        ]
        return {
            "variant": position.variant.name,
            "width": position.width,
            "height": position.height,
            "mines": position.mines,
            "exact": self.exact,
            "log10_layouts": self.log10_layouts if self.exact else None,
            "mine_probability": rows,
            "safe": [list(cell) for cell in self.safe],
            "certain_mines": [list(cell) for cell in self.certain_mines],
            **({"note": self.note} if self.note else {}),
        }


def analyse(position: Position | str, *, seconds: float = SECONDS) -> Analysis:
    """Return what a position implies: certain cells always, chances if counting is not too hard.

    Where clues show plain sums and layouts obey no rule, the kernel of sapper counts unless that is
    too hard for it. ``seconds`` limits the search for certain cells. Raises
    ``ImpossiblePositionError`` if no layout fits, and ``BudgetError`` when the time is over.
    """
    if isinstance(position, str):
        position = Position.parse(position)
    plain = as_plain(position)
    found = None if plain is None else _of_plain(position, plain)
    if found is not None and found.exact:
        return found
    try:
        counting = Counting(position)
        return _of_chances(position, counting.chances(), log10(counting.layouts))
    except BudgetError as error:
        note = f"the chances are not known: {error}"
    if found is not None:
        return replace(found, note=note)
    safe, mines = Layouts.of(position, seconds=seconds).certain()
    cells = position.cell
    return Analysis(
        position, tuple(map(cells, sorted(safe))), tuple(map(cells, sorted(mines))), {}, nan, note
    )


def certain_cells(
    position: Position, *, seconds: float | None = None
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the cells that are safe in every layout, and those that are mines in every layout.

    By a solver if that is easy, perhaps with sums that follow from others, or else by a count, or
    else by the solver, for which ``seconds`` is then the limit. Raises ``ImpossiblePositionError``
    if there is no layout, and ``BudgetError`` when the time is over.
    """
    layouts = Layouts.of(position, seconds=seconds)
    with suppress(BudgetError):
        return layouts.certain(EASY_PROPAGATIONS)
    if layouts.add_lines(position) or position.variant.groups(position.board):
        with suppress(BudgetError):
            return layouts.certain(EASY_PROPAGATIONS)
    try:
        chances = Counting(position, layouts.proved, max_weights=EASY_WEIGHTS).chances()
    except BudgetError:
        return layouts.certain()
    safe, mines = (
        frozenset(i for i, chance in chances.items() if chance == sure) for sure in (0.0, 1.0)
    )
    return safe, mines


def _of_chances(position: Position, chances: dict[int, float], log10_layouts: float) -> Analysis:
    safe, mines = (
        tuple(position.cell(i) for i in sorted(chances) if chances[i] == certain)
        for certain in (0.0, 1.0)
    )
    return Analysis(position, safe, mines, dict(sorted(chances.items())), log10_layouts)


def as_plain(position: Position) -> PlainPosition | None:
    """The same position of standard Minesweeper on a grid of any shape, if the variant is that.

    Clues must show the number of mines in cells that see each other alike. Open cells without a
    clue and open mines are blocked, and clues count the other mines.
    """
    variant, board = position.variant, position.board
    plain_clue = Clue(looks=variant.clue.looks)
    if variant.layout or variant.border or variant.clue != plain_clue or position.mines_left < 0:
        return None
    views = variant.views(board)
    pairs = {(i, j) for i, view in enumerate(views) for j in view.cells}
    weights = {weight for view in views for weight in view.weights}
    blocked = frozenset(i for i, text in enumerate(position.cells) if text in (OPEN, MINE))
    if any((j, i) not in pairs for i, j in pairs) or weights - {1} or len(blocked) == board.size:
        return None
    codes = bytearray([BLOCKED]) * board.size
    for i in set(range(board.size)) - blocked:
        codes[i] = HIDDEN_CODE
        if i not in position.hidden:
            others = [j for j in views[i].cells if position.cells[j] != MINE]
            seen = int(position.cells[i]) - (len(views[i].cells) - len(others))
            if not 0 <= seen <= len(set(others) - blocked):
                return None
            codes[i] = seen
    around = plain_clue.looks == "around"
    edges = () if around else tuple(sorted((i, j) for i, j in pairs if i < j))
    grid = Grid(board.width, board.height, board.shape if around else "graph", blocked, edges)
    return PlainPosition(grid, Rules(), position.mines_left, bytes(codes))


def _of_plain(position: Position, plain: PlainPosition) -> Analysis:
    found = analyse_plain(plain)
    chances = found.probabilities
    return Analysis(
        position,
        found.safe,
        found.certain_mines,
        {i: chances[i] for i in position.hidden} if found.exact else {},
        found.log10_layouts,
        found.note,
    )
