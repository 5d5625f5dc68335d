"""Why ``mio`` decides: the rule that applies, and what its variables stand for."""

from __future__ import annotations

from sapper.errors import listed, plural
from sapper.game import Grid, Position
from sapper.game.codes import GOLD
from sapper.players.decision import Reason
from sapper.players.effort import AppliedRule, Binding, Bindings, CellSet
from sapper.players.mio.rules import Firing
from sapper.players.mio.view import Mines, members


def applied(firing: Firing, grid: Grid) -> AppliedRule:
    """Return a rule that is true of a tile, with what its variables stand for."""
    return AppliedRule(firing.rule.name, firing.rule.text, lambda: _bindings(firing, grid))


def _bindings(firing: Firing, grid: Grid) -> Bindings:
    cell, rule = grid.cell, firing.rule
    bindings: list[tuple[str, Binding]] = [(rule.tile, CellSet((cell(firing.tile),)))]
    for name, value in firing.values:
        if isinstance(value, Mines):
            bindings.append((name, CellSet(tuple(map(cell, members(value.cells))), value.mines)))
        else:
            bindings.append((name, cell(value) if name in rule.clue_names else value))
    return tuple(bindings)


def reason_of(firing: Firing, position: Position) -> Reason:
    """Return the rule, its sets and its clues as a reason, as they were in the position.

    Sets and clues have the names they have in the rule.
    """
    grid, rule = position.grid, firing.rule
    values = [
        f"{name} is {_words(position, value)}"
        for name, value in firing.values
        if isinstance(value, Mines) or name in rule.clue_names
    ]
    named = {value for name, value in firing.values if name in rule.clue_names}
    others = [list(grid.cell(clue)) for clue in firing.clues if clue not in named]
    if others:
        values.append(f"counted from the clues at {listed(map(str, others))}")
    verdict = "safe" if rule.target == "safe" else "a mine"
    name = f"rule {rule.name}" if rule.name else "the rule"
    words = f"{name} concludes that it is {verdict}: {', '.join(values)}"
    clues = tuple(map(grid.cell, sorted(firing.clues)))
    near = {i for clue in firing.clues for i in grid.neighbours(clue)}
    mines = tuple(grid.cell(i) for i in members(firing.known) if i in near)
    return Reason(rule.name, words, clues=clues, mines=mines)


def _words(position: Position, value: int | Mines) -> str:
    grid, cells = position.grid, position.cells
    if isinstance(value, Mines):
        where = listed(str(list(grid.cell(i))) for i in members(value.cells))
        return f"{plural(value.mines, 'mine')} in {where}"
    clue = "gold" if cells[value] == GOLD else str(cells[value])
    return f"the {clue} at {list(grid.cell(value))}"
