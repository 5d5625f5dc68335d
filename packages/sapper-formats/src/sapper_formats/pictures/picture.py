"""Reads the board in a picture as a position, with its doubtful cells."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from sapper.errors import BudgetError, NotationError
from sapper.game import Grid, Position, Rules
from sapper.game.codes import HIDDEN, MINE
from sapper.notation.pictures import OTHERS, PictureBoard

FIT_PROPAGATIONS = 200_000  #: work to find clues that no layout fits, the same on any machine
MAX_DOUBTS = 0.5  #: share of doubtful cells beyond which the picture does not count as a board


def read_picture(data: bytes) -> PictureBoard:
    """Read the board in the bytes of a PNG picture.

    Raises ``NotationError`` for a damaged picture, for other kinds of pictures, and for a picture
    without a board.
    """
    for start, kind in OTHERS.items():
        if data.startswith(start):
            raise NotationError(f"this is a {kind} picture: save it as PNG")
    # Loaded when there is a picture: commands that read any file would start more slowly.
    from sapper_formats.pictures.cells import read_cells
    from sapper_formats.pictures.lattice import find_lattice
    from sapper_formats.pictures.png import read_png

    picture = read_png(data)
    lattice = find_lattice(picture)
    grid = Grid(lattice.width, lattice.height)  # refuses too large ones before they are read
    cells = read_cells(picture, lattice, grid)
    doubts = {i for i, doubtful in enumerate(cells.doubtful) if doubtful}
    doubts |= _contradictory(grid, cells.codes, doubts)
    doubtful = tuple(map(grid.cell, sorted(doubts)))
    if len(doubtful) > MAX_DOUBTS * grid.size:
        raise NotationError("the picture shows no Minesweeper board that can be read")
    return PictureBoard(grid, cells.codes, doubtful, lattice.cut, lattice.clear)


def _contradictory(grid: Grid, codes: bytes, doubts: Collection[int]) -> set[int]:
    """Return the clues that no layout fits, with their neighbours: one of these was misread. It may
    be anything that lies under what is doubtful."""
    from sapper.inference import Refutation

    fault: set[int] = set()
    with suppress(BudgetError):
        while True:
            cells = bytearray(codes)
            for index in fault.union(doubts):
                cells[index] = HIDDEN
            rules = Rules(zeros_open=False, mines_known=False)
            position = Position(grid, rules, cells.count(MINE), bytes(cells))
            clues = Refutation(position, propagations=FIT_PROPAGATIONS)
            refutation = clues.refute(list(clues.constraints))
            if refutation is None:
                break
            found = clues.minimal(refutation)
            fault |= {*found, *(i for clue in found for i in grid.neighbour_indices(clue))}
    return fault
