"""``read_board``: reads boards whose mines are known, as people and programs write them.

A mine map has one letter for mines and others for safe cells, perhaps with clues, which decide
what a letter means.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from sapper.errors import NotationError, RulesError, listed, plural
from sapper.game import Cell, Deal, Grid
from sapper.notation.links.links import is_link, read_link
from sapper.notation.pasted.game_id import is_game_id, read_game_id
from sapper.notation.pasted.position import MEANINGS, check_letters, check_size, spelt
from sapper.notation.pasted.table import table_of


@dataclass(frozen=True)
class ReadBoard:
    """A board with its mines, the first cell that the source names (None: it names none), and how
    letters were read, as a clause."""

    deal: Deal
    start: Cell | None = None
    words: str = ""


def read_board(source: str) -> ReadBoard:
    """Read a mine map, a game ID of Simon Tatham's Mines, or a link to a board.

    Raises ``NotationError`` naming what is wrong and where, also if the mines are not known.
    """
    if is_game_id(source):
        return ReadBoard(*read_game_id(source))
    if is_link(source):
        deal = read_link(source)
        if not isinstance(deal, Deal):
            raise NotationError("this is a position, which does not say where the mines are")
        start = re.search(r"[?&]start=(\d{1,7})(?:&|\s|$)", source)
        return ReadBoard(deal, deal.grid.cell(int(start[1])) if start else None)
    return _of_map(source)


_MINES = frozenset("*✱✹✸✺💣💥🧨Xx×✗❌Mm@●Bb■█#FfP🚩⚑!D") | {"-1", "9", "True"}
_UNKNOWN = frozenset("Hh?uUC🟦")  #: hidden cells, which can only stand for mines
MAX_LETTERS = 8  #: letters other than clues that a map may have


def _of_map(source: str) -> ReadBoard:
    table = table_of(source, lambda token: token in MEANINGS or token in ("True", "False"))
    check_letters(table, {*MEANINGS, "True", "False"})
    grid = Grid(table.width, len(table.rows))
    check_size(table)
    letters = [token.text for row in table.rows for token in row]
    others = [each for each in dict.fromkeys(letters) if not (each.isdigit() and int(each) < 9)]
    if not others and {*letters} <= {"0", "1"}:
        mines = frozenset(i for i, letter in enumerate(letters) if letter == "1")
        return _checked(
            ReadBoard(Deal.of_mines(grid, mines), None, "read '1' as a mine"), table.mines
        )
    if not others or len(others) > MAX_LETTERS:
        raise NotationError("the text has no mines: expected a letter for them, such as *")

    def cost(mined: Sequence[bool]) -> int:
        unlikely = sum((other in _MINES) != mine for other, mine in zip(others, mined, strict=True))
        return 2 * unlikely + abs(sum(mined) - 1) + 5 * (all(mined) and {*others} == {*letters})

    unknown = [each for each in others if each in _UNKNOWN]
    fault = ""
    for mined in sorted(product((True, False), repeat=len(others)), key=cost):
        meaning = dict(zip(others, mined, strict=True))
        mines = frozenset(i for i, letter in enumerate(letters) if meaning.get(letter))
        # Beside hidden cells a usual letter for mines keeps its meaning, and something is safe.
        safe = {other for other, mine in meaning.items() if not mine}
        if unknown and (safe & (_MINES | _UNKNOWN) or len(mines) == grid.size):
            continue
        wrong = _wrong_clue(grid, letters, mines)
        fault = fault or wrong
        if not wrong and (table.mines is None or len(mines) == table.mines):
            said = [
                f"{spelt(each)} as {'a mine' if mine else 'safe'}" for each, mine in meaning.items()
            ]
            return ReadBoard(Deal.of_mines(grid, mines), None, f"read {', '.join(said)}")
    if unknown:
        fault = f"{listed(list(map(spelt, unknown)))} may be mines or not"
    raise NotationError(
        f"the text does not say where all mines are: {fault or 'their number differs'}"
    )


def _checked(read: ReadBoard, mines: int | None) -> ReadBoard:
    if mines not in (None, read.deal.mines):
        raise RulesError(f"the text says {plural(mines or 0, 'mine')}, but shows {read.deal.mines}")
    return read


def _wrong_clue(grid: Grid, letters: Sequence[str], mines: frozenset[int]) -> str:
    """Return in words which clue is not the number of mines around it, empty if all are."""
    for i, letter in enumerate(letters):
        if letter.isdigit() and int(letter) < 9:
            around = sum(near in mines for near in grid.neighbour_indices(i))
            if int(letter) != around:
                where = list(grid.cell(i))
                return f"the {letter} at {where} touches {plural(around, 'mine')}"
    return ""
