"""Compares guesses: their risk, the information their numbers may give, and 50/50s.

A cell makes progress if its number proves another, previously uncertain cell safe, or if it is the
last safe cell.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.errors import listed, plural
from sapper.estimate import percent
from sapper.explanations.groups import Group, group_of
from sapper.game import Position
from sapper.game.codes import GOLD, HIDDEN, MINE, UNFLAGGED
from sapper.inference import Analysis
from sapper.inference.counting import MEGABYTES, SECONDS, STEPS, counter_of
from sapper.inference.gold import has_signs
from sapper.inference.kernel.counter import Counter
from sapper.inference.status import Status

Risks = npt.NDArray[np.float64]

NAMED = 3  #: maximum number of cells of equal risk that are named


class Numbers(NamedTuple):
    """The numbers that a cell may show: how many are ``possible``, how many of them prove another
    cell safe, and the probability of seeing one of those (risk included)."""

    possible: int
    helpful: int
    progress: float


def comparison(position: Position, index: int, analysis: Analysis) -> str:
    """Say how opening an uncertain cell compares with opening others."""
    cell = list(position.grid.cell(index))
    if position.promised:
        return f"The rules promise that the first cell you open is safe, {cell} like any other."
    if not analysis.counted:
        return f"Nothing proves {cell} safe or a mine, and its risk is too hard to count."
    risks = analysis.mine_probability.ravel()
    said = [f"{cell} is a mine in {percent(float(risks[index]), 0)} of all layouts."]
    if analysis.safe:
        safe = listed(str(list(other)) for other in analysis.safe[:NAMED])
        verb = "is" if len(analysis.safe) == 1 else "are"
        more = len(analysis.safe) - NAMED
        others = f", and {plural(more, 'more cell')}," if more > 0 else ""
        said.append(f"There is no need to guess yet: {safe}{others} {verb} safe.")
    else:
        said.append(_against_least(position, index, analysis))
    twin = twin_of(position, index, risks)
    if twin is not None:
        other = list(position.grid.cell(twin))
        said.append(
            f"Exactly one of {cell} and {other} is a mine, and every other cell that can still "
            "be opened touches both of them or neither: no clue will ever tell them apart. It is "
            "a 50/50, and waiting does not make it better."
        )
    elif not has_signs(position):
        group = group_of(position, index, risks)
        if group is not None and group.sealed:
            said.append(_sealed(position, group, risks))
        elif not analysis.safe:
            said += _prospects(position, index, risks)
            if group is not None and group.telling:
                said.append(_worth_waiting(position, group, risks))
    return " ".join(said)


def _sealed(position: Position, group: Group, risks: Risks) -> str:
    """Say that no clue will ever reveal more about a group."""
    cells = listed(str(list(position.grid.cell(i))) for i in group.cells)
    mines = len(group.layouts[0])
    ways = "two ways" if len(group.layouts) == 2 else f"{len(group.layouts)} ways"
    first = (
        f"The clues leave {ways} to lay {plural(mines, 'mine')} in {cells}. In each, every other "
        "cell that can still be opened touches equally many of them, so no clue will ever tell "
        "which it is."
    )
    if group.fifty_fifty:
        return f"{first} It is a 50/50, and waiting does not make it better."
    least = min(float(risks[i]) for i in group.cells)
    return f"{first} Waiting does not help: one of them must be guessed, at {percent(least, 0)}."


def _worth_waiting(position: Position, group: Group, risks: Risks) -> str:
    """Say which cells would reveal more about a group, and at what risk."""
    telling = sorted(group.telling, key=lambda i: (float(risks[i]), i))[:NAMED]
    cells = listed(str(list(position.grid.cell(i))) for i in telling)
    least = percent(float(risks[telling[0]]), 0)
    if len(telling) == 1:
        return f"The number at {cells} would tell more about it, at a risk of {least}."
    return f"The numbers at {cells} would tell more about it, each at a risk of {least} or more."


def _against_least(position: Position, index: int, analysis: Analysis) -> str:
    risks = analysis.mine_probability.ravel()
    least = float(np.nanmin(risks))
    best = np.flatnonzero(np.isclose(risks, least, rtol=0.0, atol=1e-12)).tolist()
    others = [position.grid.cell(i) for i in best if i != index]
    if len(others) == len(best):
        named = listed(str(list(cell)) for cell in others[:NAMED])
        more = f" and {plural(len(others) - NAMED, 'more cell')}" if len(others) > NAMED else ""
        return f"The least risk is {percent(least, 0)}, at {named}{more}."
    if not others:
        return "No other cell has so little risk."
    same = "1 other cell has" if len(others) == 1 else f"{len(others)} others have"
    return f"No cell has less risk; {same} the same."


def _prospects(position: Position, index: int, risks: Risks) -> list[str]:
    """Say what the number of a cell may reveal, and which of the safest cells reveals more."""
    counter = counter_of(position.grid)
    own = numbers(position, counter, risks, index)
    if own is None:
        return []
    least = float(np.nanmin(risks))
    cell = list(position.grid.cell(index))
    said = [f"If it is safe, {_shown(own)}."]
    safest = [i for i in np.flatnonzero(risks <= least + 1e-12).tolist() if i != index][:8]
    rivals = [
        (outlook.progress, -i) for i in safest if (outlook := numbers(position, counter, risks, i))
    ]
    if rivals and float(risks[index]) <= least + 1e-12 and max(rivals)[0] > own.progress + 1e-9:
        progress, other = max(rivals)
        where = list(position.grid.cell(-other))
        said.append(
            f"{where} is as safe and shows more: opening it makes progress in "
            f"{percent(progress, 0)} of the cases, {cell} in {percent(own.progress, 0)}."
        )
    elif own.progress:
        said.append(f"Opening it makes progress in {percent(own.progress, 0)} of all cases.")
    return said


def _shown(own: Numbers) -> str:
    if own.possible == 1:
        what = "prove another cell safe" if own.helpful else "prove no other cell safe"
        return f"it can show only one number, which would {what}"
    few = {0: "none", own.possible: "each"}.get(own.helpful, str(own.helpful))
    return f"{few} of the {own.possible} numbers that it can show would prove another cell safe"


def numbers(position: Position, counter: Counter, risks: Risks, index: int) -> Numbers | None:
    """Return the numbers that a hidden cell may show; None if they are too hard to count."""
    cells = position.cells.translate(UNFLAGGED)
    limits = SECONDS, MEGABYTES, STEPS
    if counter.count(cells, position.mines, *limits) != Status.OK:
        return None
    before = counter.logarithm
    near = position.grid.neighbours(index)
    closed = [float(risks[i]) for i in near if cells[i] == HIDDEN]
    low = sum(cells[i] == MINE for i in near) + closed.count(1.0)
    possible = helpful = 0
    progress = 0.0
    for number in range(low, low + sum(0.0 < risk < 1.0 for risk in closed) + 1):
        after = cells[:index] + bytes([number]) + cells[index + 1 :]
        status = counter.count(after, position.mines, *limits)
        if status == Status.IMPOSSIBLE:
            continue
        if status != Status.OK:
            return None
        possible += 1
        now = np.empty(position.grid.size)
        counter.risks(now)
        won = after.count(HIDDEN) == position.mines_left
        if won or bool(((now == 0.0) & (risks > 0.0)).any()):
            helpful += 1
            progress += exp(counter.logarithm - before)
    return Numbers(possible, helpful, min(1.0, progress))


def twin_of(position: Position, index: int, risks: Risks) -> int | None:
    """Return the other cell of a 50/50 that no clue can ever resolve, or None.

    Exactly one of the two is a mine, and no other cell except certain mines touches only one of
    them, so exchanging their contents never changes a clue.
    """
    if float(risks[index]) != 0.5 or has_signs(position):
        return None
    grid, cells = position.grid, position.cells
    own = _telling(position, index, risks)
    around = {j for i in grid.neighbours(index) for j in (i, *grid.neighbours(i))}
    for other in sorted(around - {index}):
        if float(risks[other]) != 0.5:
            continue
        if own - {other} != _telling(position, other, risks) - {index}:
            continue
        counter = counter_of(grid)
        after = bytearray(cells.translate(UNFLAGGED))
        after[index] = MINE
        if counter.count(bytes(after), position.mines, SECONDS, MEGABYTES, STEPS) == Status.OK:
            now = np.empty(grid.size)
            counter.risks(now)
            if now[other] == 0.0:
                return other
    return None


def _telling(position: Position, index: int, risks: Risks) -> set[int]:
    """Return the neighbours of a cell that show, or may later show, a clue."""
    cells = position.cells
    return {
        i
        for i in position.grid.neighbours(index)
        if cells[i] < HIDDEN or cells[i] == GOLD or risks[i] < 1.0
    }
