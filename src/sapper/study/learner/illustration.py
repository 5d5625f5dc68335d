"""Illustrates a learned rule by a small position to which it applies.

(Peña Castillo & Wrobel 2003 show their rules this way in figure 4.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sapper.errors import InputError
from sapper.game import Cell, Level, Position
from sapper.game.codes import FLAGGED
from sapper.inference import analyse
from sapper.kernel.chance import Chance
from sapper.mio import Clause
from sapper.players.mio.mio import reason_of
from sapper.players.mio.rules import Firing, Rule, ruled
from sapper.players.mio.task import opened
from sapper.players.mio.view import Mines, RuleView, members

#: The board sizes to try, and the number of positions of each.
LEVELS = (Level(4, 3, 3), Level(4, 4, 4), Level(5, 4, 5), Level(5, 5, 6), Level(6, 6, 8))
POSITIONS = 400
FIGURES = 7  #: the random stream of figures, after those of the learner and its task


@dataclass(frozen=True)
class Named:
    """A variable of a rule and its value: cells, and their number of mines if it is given."""

    variable: str
    cells: tuple[Cell, ...]
    mines: int | None = None


@dataclass(frozen=True)
class Illustration:
    """A position in which a rule holds for ``tile``; ``verdict`` is ``safe`` or ``mine``.

    Known mines are flagged. ``clues`` are the clues that the rule uses, ``named`` the values of its
    variables, and ``words`` explains it in a sentence.
    """

    rule: str
    position: Position
    tile: Cell
    verdict: str
    clues: tuple[Cell, ...]
    named: tuple[Named, ...]
    words: str


def illustrated(rule: Rule, simpler: Sequence[Rule] = (), *, seed: int = 0) -> Illustration | None:
    """Illustrate a rule on the smallest suitable board among 2,000 positions of a seed.

    No ``simpler`` rule decides the same tile there. Positions without known mines come first.
    Returns None if no position shows the rule.
    """
    chance = Chance(seed, FIGURES)
    for level in LEVELS:
        positions = [opened(level, chance) for _ in range(POSITIONS)]
        for marked in (False, True):
            for position in positions:
                figure = _on(rule, simpler, _marked(position) if marked else position)
                if figure is not None:
                    return figure
    return None


def illustrated_clause(
    clause: Clause, simpler: Sequence[Clause] = (), *, seed: int = 0
) -> Illustration | None:
    """Illustrate a clause as ``illustrated`` does; return None if no player can evaluate it,
    or one of the simpler clauses."""
    try:
        return illustrated(Rule("", clause), ruled(simpler), seed=seed)
    except InputError:
        return None


def _marked(position: Position) -> Position:
    """Flag every certain mine but the last."""
    mines = analyse(position).certain_mines
    cells = bytearray(position.cells)
    for cell in mines[:-1]:
        cells[position.grid.index(cell)] = FLAGGED
    return replace(position, cells=bytes(cells))


def _on(rule: Rule, simpler: Sequence[Rule], position: Position) -> Illustration | None:
    known = sum(1 << i for i, code in enumerate(position.cells) if code == FLAGGED)
    view = RuleView(position.grid, position.cells, position.mines, known)
    firings = rule.firings(view)
    if not firings:
        return None
    wanted = sum(1 << tile for tile in firings)
    for other in simpler:
        if other.target == rule.target:
            wanted &= ~sum(1 << tile for tile in other.firings(view))
    tile = next(iter(members(wanted)), None)
    return None if tile is None else illustration(firings[tile], position)


def illustration(firing: Firing, position: Position) -> Illustration:
    """Illustrate one application of a rule."""
    cell = position.grid.cell
    named = tuple(
        Named(name, tuple(map(cell, members(value.cells))), value.mines)
        if isinstance(value, Mines)
        else Named(name, (cell(value),))
        for name, value in firing.values
        if isinstance(value, Mines) or name in firing.rule.clue_names
    )
    return Illustration(
        rule=firing.rule.name,
        position=position,
        tile=cell(firing.tile),
        verdict="safe" if firing.rule.target == "safe" else "mine",
        clues=tuple(map(cell, sorted(firing.clues))),
        named=named,
        words=reason_of(firing, position).words,
    )
