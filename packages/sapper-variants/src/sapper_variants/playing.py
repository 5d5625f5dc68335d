"""Games of a variant: dealt boards as worlds of sapper, and their positions read back.

A position of sapper has one byte for each cell. The code of a clue is the number that it shows, or
from ``FIRST_TEXT`` on the place of its text among those that are no number. The clues at the border
follow the name of the variant, as in ``totals:2,1,?;1,2,2``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from zlib import crc32

from sapper.errors import BudgetError, InputError
from sapper.game import Chance, Deal, Grid, Level, Rules, World
from sapper.game import Position as PlainPosition
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.game.codes import MINE as MINE_CODE
from sapper.game.deal import DEALS
from sapper_variants.board import Board
from sapper_variants.dealing import layout_of, opened, unopened
from sapper_variants.position import FLAGGED as FLAG
from sapper_variants.position import HIDDEN as CLOSED
from sapper_variants.position import MINE, OPEN, Position
from sapper_variants.variant import Variant

FIRST_TEXT = 100  #: the code of the first text that is no number below it
_SPECIAL = {HIDDEN: CLOSED, FLAGGED: FLAG, MINE_CODE: MINE}
_NUMBER = re.compile(r"\d{1,2}", re.ASCII)


def variant_world(name: str, size: str, seed: int, number: int = 0) -> World:
    """Return a dealt board of a variant as a world, in which the cell in the middle is open.

    - ``name``: a name, several joined by ``+``, or a file ``*.toml``.
    - ``size``: a level or ``WxHxM``.
    - ``seed``, ``number``: choose the deal.

    Raises ``InputError`` for a wrong name or size, or if no layout obeys the rules.

    >>> from sapper_variants import variant_world
    >>> world = variant_world("liar", "5x5x5", seed=1)
    >>> world.name, world.hints, world.rules.variant
    ('liar:5x5x5', ((2, 2),), 'liar')
    """
    variant, level = Variant.named(name), Level.of(size)
    width, height, mines = level.width, level.height, level.mines
    middle = height // 2 * width + width // 2
    begun = unopened(variant, width, height, mines).opened({middle: OPEN})
    layout = layout_of(begun, Chance(seed, DEALS, number))
    board = variant.board(width, height)
    grid = Grid(width, height, board.shape)
    lines = clues_of_layout(variant, board, layout).lines
    written = ";".join(",".join(texts) for texts in lines)
    rules = Rules("safe", zeros_open=False, variant=f"{name}:{written}" if written else name)
    world = f"{name}:{level.dimensions}"
    return World(world, Deal.of_mines(grid, layout), rules, (grid.cell(middle),))


def clue_codes(grid: Grid, name: str, mines: frozenset[int]) -> bytes:
    """Return the code of the clue that each safe cell shows, and 0 for mines.

    Where a clue can show two texts, the layout alone decides which.
    """
    variant = _named(name)[0]
    board = variant.board(grid.width, grid.height)
    codes = {text: code for code, text in clue_texts(variant, board).items()}
    dealt = clues_of_layout(variant, board, mines)
    return bytes(0 if i in mines else codes[text] for i, text in enumerate(dealt.cells))


def variant_position(position: PlainPosition) -> Position:
    """Return what a position of sapper by the rules of a variant shows.

    Raises ``InputError`` if its rules are not those of a variant, or a clue cannot occur.

    >>> import sapper
    >>> from sapper_variants import variant_position
    >>> print(variant_position(sapper.Game("liar:4x3x2", seed=1).position))
    4x3x2 liar
    H H H H
    H H 3 H
    H H H H
    """
    if not position.rules.variant:
        raise InputError("expected a position by the rules of a variant")
    variant, lines = _named(position.rules.variant)
    grid = position.grid
    texts = _SPECIAL | clue_texts(variant, variant.board(grid.width, grid.height))
    try:
        cells = tuple(texts[code] for code in position.cells)
    except KeyError as error:
        raise InputError(f"the clue {error} cannot occur in {variant.name}") from None
    if not lines:
        lines = unopened(variant, grid.width, grid.height, position.mines).lines
    return Position(variant, grid.width, grid.height, position.mines, cells, lines)


def sapper_position(position: Position) -> PlainPosition:
    """Return a position of a variant as one of sapper, which players, records and engines take."""
    variant, board = position.variant, position.board
    codes = {text: code for code, text in (_SPECIAL | clue_texts(variant, board)).items()}
    written = ";".join(",".join(texts) for texts in position.lines)
    name = f"{variant.name}:{written}" if written else variant.name
    rules = Rules("safe", zeros_open=False, variant=name)
    grid = Grid(board.width, board.height, board.shape)
    cells = bytes(codes[text] for text in position.cells)
    return PlainPosition(grid, rules, position.mines, cells)


@lru_cache(maxsize=64)
def clue_texts(variant: Variant, board: Board) -> dict[int, str]:
    """Return the text of the clue of each code that can occur on a board."""
    texts = {OPEN}
    for view in set(variant.views(board)):
        texts |= variant.clue.possible(view)
    others = sorted(text for text in texts if not _NUMBER.fullmatch(text))
    if len(others) > HIDDEN - FIRST_TEXT:
        raise BudgetError(f"a clue of {variant.name} can show more than {len(others)} texts")
    numbers = {int(text): text for text in texts if _NUMBER.fullmatch(text)}
    return numbers | dict(enumerate(others, start=FIRST_TEXT))


def clues_of_layout(variant: Variant, board: Board, mines: frozenset[int]) -> Position:
    """Return all clues of a layout; it alone chooses among texts that a clue can show."""
    chance = Chance(crc32(repr(sorted(mines)).encode()))
    return opened(variant, board.width, board.height, mines, chance)


@lru_cache(maxsize=64)
def _named(rules: str) -> tuple[Variant, tuple[tuple[str, ...], ...]]:
    """The variant of rules, and the clues at its border."""
    name, _, written = rules.partition(":")
    variant = Variant.named(name)
    lines = tuple(tuple(line.split(",")) for line in written.split(";")) if written else ()
    if lines and len(lines) != len(variant.border):
        raise InputError(f"{name} has {len(variant.border)} borders with clues, not {len(lines)}")
    return variant, lines
