"""Why a position is impossible: a minimal set of clues at fault, in one sentence."""

from __future__ import annotations

from sapper.errors import BudgetError, ImpossiblePositionError, listed, plural
from sapper.game import Position
from sapper.game.codes import GOLD, UNGILDED
from sapper.inference.constraints import constraints
from sapper.inference.proof import GOLD_TOTAL, TOTAL, Refutation, proof

NAMED = 4  #: the most clues that a message names; the rest are counted


def explain(position: Position, *, seconds: float | None = None) -> ImpossiblePositionError:
    """Return the error to raise for a position without layouts.

    Its ``clues`` are a minimal contradictory set, together with the number of mines if the message
    mentions it. After ``seconds``, the error names no clues. Raises ``ValueError`` if there is a
    layout.
    """
    fault = _one_clue(position) or _number(position)
    if fault is not None:
        return fault
    try:
        return _together(position, seconds)
    except BudgetError:
        return ImpossiblePositionError(
            f"no layout fits; the clues at fault were not found within {seconds} seconds"
        )


def _one_clue(position: Position) -> ImpossiblePositionError | None:
    """Find a clue that contradicts the cells around it."""
    broken = next((c for c in constraints(position) if not c.possible), None)
    if broken is None:
        return None
    open_mines = position.cells.translate(UNGILDED)[broken.clue] - broken.mines
    touched = [plural(open_mines, "open mine")] if open_mines else []
    if broken.mines < 0:
        return _error(position, (broken.clue,), f"touches {touched[0]}")
    if broken.cells:
        touched.append(plural(len(broken.cells), "hidden cell"))
    around = f"only {' and '.join(touched)}" if touched else "no hidden cell"
    return _error(position, (broken.clue,), f"touches {around}")


def _number(position: Position) -> ImpossiblePositionError | None:
    """Compare the number of mines with the number of cells."""
    left, hidden = position.mines_left, len(position.hidden)
    if left < 0:
        opened = position.mines - left
        total = f"but only {position.mines} in all"
        return _error(position, (), f"{plural(opened, 'open mine')}, {total}")
    if left > hidden:
        cells = plural(hidden, "hidden cell")
        return _error(position, (), f"{plural(left, 'mine')} left for {cells}")
    return None


def _together(position: Position, seconds: float | None) -> ImpossiblePositionError:
    """Find clues that contradict one another or, together, the number of mines."""
    clues = Refutation(position, seconds=seconds)
    parts = list(clues.constraints)
    refutation = clues.refute(parts) or clues.refute([*parts, TOTAL])
    if refutation is None:
        return _with_gold(position, clues)
    at_fault, total, _, _ = proof(clues.minimal(refutation))
    if not total:
        return _error(position, at_fault, "contradict each other")
    left = plural(position.mines_left, "mine")
    together, ending = ("together ", "") if len(at_fault) > 1 else ("", "s")
    sentences = {
        "more": f"{together}need{ending} more than the {left} left",
        "fewer": f"{together}leave{ending} too few cells for the {left} left",
        "both": f"{together}cannot be right with exactly {left} left",
    }
    return _error(position, at_fault, sentences[clues.one_sided(at_fault)])


def _with_gold(position: Position, clues: Refutation) -> ImpossiblePositionError:
    """Find signs that contradict one another, the clues, or the numbers of gold and mines."""
    parts = [*clues.signs, *clues.constraints, GOLD_TOTAL, TOTAL]
    refutation = clues.refute(parts)
    if refutation is None:
        raise ValueError("the position has a layout, so there is no conflict to explain")
    at_fault = proof(clues.minimal(refutation))
    named = [f"the sign of gold at {list(position.grid.cell(i))}" for i in at_fault.signs[:NAMED]]
    named += [plural(len(at_fault.signs) - NAMED, "more sign")] * (len(at_fault.signs) > NAMED)
    named += [called(position, i) for i in at_fault.clues]
    named += [f"the {plural(position.mines_left, 'mine')} left"] * at_fault.total
    named += [f"the {position.gold} gold in all"] * at_fault.gold_total
    cells = tuple(map(position.grid.cell, sorted({*at_fault.clues, *at_fault.signs})))
    verb = "contradict each other" if len(named) > 1 else "cannot be right"
    return ImpossiblePositionError(f"no layout fits: {listed(named)} {verb}", cells)


def called(position: Position, clue: int) -> str:
    """Return the name of a clue or of open gold in a sentence: ``the 3 at [0, 2]``."""
    code = position.cells[clue]
    return f"the {'gold' if code == GOLD else code} at {list(position.grid.cell(clue))}"


def _error(position: Position, clues: tuple[int, ...], what: str) -> ImpossiblePositionError:
    named = [called(position, i) for i in clues[:NAMED]]
    if len(clues) > NAMED:
        named.append(plural(len(clues) - NAMED, "more clue"))
    sentence = f"{listed(named)} {what}" if named else what
    cells = tuple(map(position.grid.cell, clues))
    return ImpossiblePositionError(f"no layout fits: {sentence}", cells)
