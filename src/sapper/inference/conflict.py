"""Why a position is impossible: a minimal set of clues at fault, in one sentence."""

from __future__ import annotations

from sapper.errors import BudgetError, ImpossiblePositionError, plural
from sapper.game import Position
from sapper.game.codes import GOLD
from sapper.inference.constraints import constraints
from sapper.inference.proof import TOTAL, Refutation, proof

NAMED = 4  #: clues that a sentence names, before it only counts the rest


def explain(position: Position, *, seconds: float | None = None) -> ImpossiblePositionError:
    """The error to raise for a position without layouts.

    Its ``clues``, with the number of mines where the sentence speaks of that, contradict each
    other; without any one of them the rest does not. After ``seconds`` it settles for an error
    that names none. Raises ``ValueError`` if there is a layout.
    """
    fault = _one_clue(position) or _number(position)
    if fault is not None:
        return fault
    try:
        return _together(position, seconds)
    except BudgetError:
        return ImpossiblePositionError(
            f"no layout fits; which clues are at fault was not found within {seconds} seconds"
        )


def _one_clue(position: Position) -> ImpossiblePositionError | None:
    """A clue that contradicts what is around it."""
    broken = next((c for c in constraints(position) if not c.possible), None)
    if broken is None:
        return None
    open_mines = _value(position, broken.clue) - broken.mines
    touched = [plural(open_mines, "open mine")] if open_mines else []
    if broken.mines < 0:
        return _error(position, (broken.clue,), f"touches {touched[0]}")
    if broken.cells:
        touched.append(plural(len(broken.cells), "hidden cell"))
    around = f"only {' and '.join(touched)}" if touched else "no hidden cell"
    return _error(position, (broken.clue,), f"touches {around}")


def _number(position: Position) -> ImpossiblePositionError | None:
    """A number of mines that contradicts the number of cells."""
    left, hidden = position.mines_left, len(position.hidden)
    if left < 0:
        opened = position.mines - left
        return _error(position, (), f"{plural(opened, 'open mine')}, but {position.mines} in all")
    if left > hidden:
        cells = plural(hidden, "hidden cell")
        return _error(position, (), f"{plural(left, 'mine')} left for {cells}")
    return None


def _together(position: Position, seconds: float | None) -> ImpossiblePositionError:
    """Clues that contradict each other, or else the number of mines."""
    clues = Refutation(position, seconds=seconds)
    parts = list(clues.constraints)
    found = clues.refute(parts) or clues.refute([*parts, TOTAL])
    if found is None:
        raise ValueError("the position has a layout: there is nothing to explain")
    at_fault, total = proof(clues.minimal(found))
    if not total:
        return _error(position, at_fault, "contradict each other")
    left = plural(position.mines_left, "mine")
    together, ending = ("together ", "") if len(at_fault) > 1 else ("", "s")
    words = {
        "more": f"{together}need{ending} more than the {left} left",
        "fewer": f"{together}leave{ending} no room for the {left} left",
        "both": f"{together}cannot be right with exactly the {left} left",
    }
    return _error(position, at_fault, words[clues.one_sided(at_fault)])


def _error(position: Position, clues: tuple[int, ...], what: str) -> ImpossiblePositionError:
    cells = tuple(position.grid.cell(i) for i in clues)
    named = [
        f"the {'gold' if position.cells[i] == GOLD else position.cells[i]} at {list(cell)}"
        for i, cell in zip(clues[:NAMED], cells, strict=False)
    ]
    if len(clues) > NAMED:
        named.append(plural(len(clues) - NAMED, "more clue"))
    who = " and ".join(filter(None, [", ".join(named[:-1]), *named[-1:]]))
    return ImpossiblePositionError(f"no layout fits: {f'{who} {what}'.strip()}", cells)


def _value(position: Position, clue: int) -> int:
    return 0 if position.cells[clue] == GOLD else position.cells[clue]
