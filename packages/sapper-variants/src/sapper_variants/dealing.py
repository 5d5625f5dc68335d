"""Layouts of a variant by chance, and what their clues show."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from sapper.errors import BudgetError, ImpossiblePositionError, InputError
from sapper.kernel.chance import Chance
from sapper_variants.certain import Layouts
from sapper_variants.counting import Counting
from sapper_variants.position import HIDDEN, MINE, OPEN, Position
from sapper_variants.variant import Variant

EXAMPLE = 6, 6  #: the width and height of an example


def unopened(variant: Variant, width: int, height: int, mines: int) -> Position:
    """Return the position before the first move, without a clue at the border.

    Raises ``NotationError`` for an impossible size.
    """
    board = variant.board(width, height)
    lines = tuple((OPEN,) * len(board.lines(border.lines)) for border in variant.border)
    position = Position(variant, width, height, mines, (HIDDEN,) * (width * height), lines)
    return Position.parse(str(position), variant)  # checks the size


def deal(variant: Variant, width: int, height: int, mines: int, seed: int) -> frozenset[int]:
    """Return the mines of a layout that obeys the rules, as indices.

    Every layout has the same chance, unless counting them exceeds its budget: a solver then finds
    one near random cells. Raises ``InputError`` if there is none.

    >>> from sapper_variants import Variant, deal
    >>> sorted(deal(Variant.named("snake"), 3, 3, 5, seed=1))
    [2, 4, 5, 6, 7]
    """
    return layout_of(unopened(variant, width, height, mines), Chance(seed))


def layout_of(position: Position, chance: Chance) -> frozenset[int]:
    """Return the mines of a layout of a position, dealt as ``deal`` does it."""
    try:
        return _counting(position).sample(chance)
    except BudgetError:
        layouts = Layouts.of(position)
    except ImpossiblePositionError:
        raise _none(position) from None
    layouts.prefer_mines(chance.shuffled(position.hidden)[: position.mines_left])
    if not layouts.possible():
        raise _none(position)
    return layouts.mines | {i for i, mine in position.known.items() if mine}


@lru_cache(maxsize=2)
def _counting(position: Position) -> Counting:
    """The count of a position of which many layouts are dealt, one after another."""
    return Counting(position, first=True)


def opened(
    variant: Variant, width: int, height: int, mines: Collection[int], chance: Chance
) -> Position:
    """Return the position of a layout in which every safe cell and every border shows its clue.

    Where a clue can show two texts, ``chance`` decides.
    """
    board = variant.board(width, height)
    views = variant.views(board)
    cells = [
        HIDDEN if i in mines else chance.choice(variant.clue.texts(views[i], mines))
        for i in range(board.size)
    ]
    lines = tuple(
        tuple(chance.choice(border.texts(line, mines)) for line in board.lines(border.lines))
        for border in variant.border
    )
    return Position(variant, width, height, len(mines), tuple(cells), lines)


def finished(variant: Variant, width: int, height: int, mines: int, seed: int) -> Position:
    """Return a deal as a position in which everything is open.

    >>> from sapper_variants import Variant, finished
    >>> print(finished(Variant.named("wall"), 4, 2, 3, seed=1))
    4x2x3 wall
      * 1.1 1.1   *
      1 1.1   * 1.1
    """
    layout = deal(variant, width, height, mines, seed)
    position = opened(variant, width, height, layout, Chance(seed, 1))
    return position.opened(dict.fromkeys(layout, MINE))


def shown_example(variant: Variant) -> Position:
    """Return a small finished board of a variant, with the number of mines nearest to a third."""
    width, height = EXAMPLE
    third = width * height // 3
    for mines in sorted(range(width * height), key=lambda number: abs(number - third)):
        try:
            return finished(variant, width, height, mines, seed=1)
        except InputError:
            continue
    raise _none(unopened(variant, width, height, third))


def _none(position: Position) -> InputError:
    size = f"{position.width}x{position.height}x{position.mines}"
    return InputError(f"no layout of {size} obeys the rules of {position.variant.name}")
