"""The rules of a game, apart from its size: the first move, the end, and the signs of gold."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from sapper.arguments import first_rule, text, truth, whole
from sapper.errors import RulesError, import_beside, listed, plural, quoted
from sapper.game.codes import GOLD, HIDDEN
from sapper.game.grid import Grid

First = Literal["any", "safe", "opening"]
WonBy = Literal["opening", "flagging"]
Signs = Literal["none", "marks", "counts", "all-marks", "wide-marks"]

#: How a game ended. ``passed``: every strategy passed; ``unfinished``: the player was stopped.
Ending = Literal["lost", "won", "passed", "unfinished"]

#: The endings of games that players finish, indexed by their numbers in compiled code.
OUTCOMES: tuple[Ending, ...] = ("lost", "won", "passed")

#: The numbers of the first-move rules in compiled code.
FIRST_CODES: Mapping[First, int] = {first: number for number, first in enumerate(get_args(First))}


@dataclass(frozen=True)
class Rules:
    """The rules of a game.

    ``first`` is the first-move rule: the first cell opened may be a mine (``any``), cannot be one
    (``safe``), or cannot touch one either (``opening``). If ``zeros_open``, a 0 opens its
    neighbours. The game is lost once ``lives`` mines are open. It is won (``won_by``) by
    ``opening`` every safe cell or by ``flagging`` every mine as well. ``signs`` is what a clue also
    shows of gold: nothing (``none``), a mark if gold lies on a cell that shares a side with it
    (``marks``), or the number of gold on its neighbours (``counts``). With ``all-marks``, open gold
    is marked in the same way as a clue; with ``wide-marks``, so are all cells with gold on any
    neighbour. If ``gold_known``, players know the total number of gold. If ``mines_known`` is
    False, they do not know the total number of mines: a position then counts only its open ones.
    ``variant`` names a variant of ``sapper_variants``, with the clues at its border, if any: clues
    then show what its rules say, and cell codes from 100 on stand for those that are no number.

    Raises ``RulesError`` for an unknown word or fewer than one life.

    >>> sapper.Rules("opening", lives=2).lives
    2
    """

    first: First = "safe"
    zeros_open: bool = True
    lives: int = 1
    won_by: WonBy = "opening"
    signs: Signs = "none"
    gold_known: bool = False
    mines_known: bool = True
    variant: str = ""

    def __post_init__(self) -> None:
        first_rule("first", self.first)
        truth("zeros_open", self.zeros_open)
        truth("gold_known", self.gold_known)
        truth("mines_known", self.mines_known)
        if text("won_by", self.won_by) not in get_args(WonBy):
            raise RulesError(
                f"unknown way to win {quoted(self.won_by)}: expected opening or flagging"
            )
        if text("signs", self.signs) not in get_args(Signs):
            raise RulesError(
                f"unknown signs of gold {quoted(self.signs)}: expected"
                f" {listed(get_args(Signs), 'or')}"
            )
        if len(text("variant", self.variant).split()) != bool(self.variant):
            raise RulesError(f"variant: expected a name without spaces, not {quoted(self.variant)}")
        whole("lives", self.lives)
        if self.lives < 1:
            raise RulesError(f"a game needs at least one life, not {self.lives}")

    @property
    def variants(self) -> Any:
        """The package that knows what the clues of these rules mean. Raises ``InputError``."""
        return import_beside("sapper_variants", f"the variant {self.variant}")


def with_first(rules: Rules | None, first: First | None) -> Rules:
    """Return the rules, by default ``Rules()``, with another first-move rule if given.

    Raises ``RulesError`` for an unknown first-move rule.
    """
    rules = rules or Rules()
    return rules if first is None else replace(rules, first=first)


def mine_free_indices(grid: Grid, cell: int, first: First) -> tuple[int, ...]:
    """Return the indices of the cells that a rule keeps free of mines if ``cell`` is opened first:
    none, the cell itself, or the cell and its neighbours."""
    if first == "any":
        return ()
    return (cell, *grid.neighbour_indices(cell)) if first == "opening" else (cell,)


def leaves_room(grid: Grid, mines: int, cell: int, first: First) -> bool:
    """Return whether the mines fit on the board once ``cell`` is opened first."""
    return len(grid.playable) - max(1, len(mine_free_indices(grid, cell, first))) >= mines


def first_cells(grid: Grid, mines: int, first: First) -> tuple[int, ...]:
    """Return the indices of the first cells that leave room for the mines, one for each class of
    symmetric cells (``Grid.symmetry_representatives``).

    Raises ``RulesError`` if no cell leaves room.
    """
    cells = tuple(i for i in grid.symmetry_representatives if leaves_room(grid, mines, i, first))
    if not cells:
        raise RulesError(f"{plural(mines, 'mine')} leave no first cell that first={first} allows")
    return cells


def sign_scope(grid: Grid, signs: Signs, index: int) -> tuple[int, ...]:
    """Return the indices of the cells whose gold the sign of a cell counts, in ascending order."""
    if signs == "none":
        return ()
    across = signs in ("marks", "all-marks")
    return grid.cardinal_indices(index) if across else grid.neighbour_indices(index)


def shows_sign(signs: Signs, code: int) -> bool:
    """Return whether an open cell with this code shows a sign of gold."""
    return signs != "none" and (code < HIDDEN or code == signed_gold(signs))


def signed_gold(signs: Signs) -> int | None:
    """Return the code of open gold if it shows signs, else None."""
    return GOLD if signs in ("all-marks", "wide-marks") else None


def max_sign(grid: Grid, signs: Signs, index: int) -> int:
    """Return the largest sign that a cell can show."""
    near = len(sign_scope(grid, signs, index))
    return near if signs == "counts" else min(near, 1)


def signs_of(grid: Grid, signs: Signs, gold: Collection[int], cells: bytes) -> bytes:
    """Return the sign of every cell: 0 or 1 for marks, the number of gold for counts.

    Cells that show no sign have 0. The result is empty if the rules show no signs.
    """
    if signs == "none":
        return b""
    shown, signed = bytearray(len(cells)), signed_gold(signs)
    for i, code in enumerate(cells):
        if code < HIDDEN or code == signed:
            count = sum(j in gold for j in sign_scope(grid, signs, i))
            shown[i] = count if signs == "counts" else min(count, 1)
    return bytes(shown)
