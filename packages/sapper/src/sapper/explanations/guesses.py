"""Compares a guess with the other cells: risk, what its number may show, and 50/50s.

A cell makes progress if the number that it shows proves another cell safe that was not certain
before, or if it is the last safe cell.

A group consists of cells connected by open clues, directly or through others. Its layouts are the
ways to satisfy those clues. If all layouts have the same number of mines, and every other cell that
can still be opened touches the same number of them in each, the group is sealed: nothing that
happens elsewhere can reveal more about it. A 50/50 is the smallest case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, isnan
from typing import NamedTuple

from sapper.errors import listed, plural
from sapper.estimate import percent
from sapper.game import Position
from sapper.game.codes import GOLD, HIDDEN, MINE, UNFLAGGED
from sapper.inference.analysis import ROUNDING, Analysis
from sapper.inference.counting import (
    MAX_COUNT_STEPS,
    MAX_MEGABYTES,
    TIMEOUT_SECONDS,
    counter_of,
    possible_clues,
)
from sapper.inference.gold import has_signs
from sapper.inference.kernel.counter import Counter
from sapper.inference.status import Status
from sapper.kernel.arrays import doubles, indices

MAX_CELLS = 12  #: maximum number of cells
MAX_LAYOUTS = 200  #: maximum number

Risks = Sequence[float]  #: mine probabilities by cell index, nan where a cell is not hidden


@dataclass(frozen=True)
class Group:
    """Uncertain cells connected by clues, by grid index.

    ``layouts`` are the possible sets of mines. ``telling`` are the other hidden cells whose numbers
    would distinguish layouts.
    """

    cells: tuple[int, ...]
    layouts: tuple[frozenset[int], ...]
    telling: tuple[int, ...]

    @property
    def sealed(self) -> bool:
        """True if nothing more can be learned about the cells before one of them is opened."""
        return not self.telling and len({len(mines) for mines in self.layouts}) == 1

    @property
    def fifty_fifty(self) -> bool:
        """True if it is sealed and has two layouts, the opposites of each other."""
        if not self.sealed or len(self.layouts) != 2:
            return False
        one, other = self.layouts
        return not one & other and len(one | other) == len(self.cells)


def group_of(position: Position, index: int, risks: Risks) -> Group | None:
    """Return the group of an uncertain cell; None if it is too large or touches no clue."""
    codes, near = position.cells.translate(UNFLAGGED), position.grid.neighbour_indices
    cells, clues = [index], dict[int, int]()
    for cell in cells:  # grows as it goes
        for clue in near(cell):
            if codes[clue] >= HIDDEN or clue in clues:
                continue
            clues[clue] = codes[clue] - sum(
                codes[i] == MINE or (codes[i] == HIDDEN and risks[i] == 1.0) for i in near(clue)
            )
            fresh = (i for i in near(clue) if codes[i] == HIDDEN and 0.0 < risks[i] < 1.0)
            cells += [i for i in fresh if i not in cells]
        if len(cells) > MAX_CELLS:
            return None
    if not clues:
        return None
    cells.sort()
    limits = [(frozenset(near(clue)) & set(cells), number) for clue, number in clues.items()]
    layouts = []
    for mines in _layouts(cells, limits):
        layouts.append(mines)
        if len(layouts) > MAX_LAYOUTS:
            return None
    around = sorted({i for cell in cells for i in near(cell)} - set(cells))
    telling = [
        i
        for i in around
        if codes[i] == HIDDEN
        and risks[i] < 1.0
        and len({len(mines.intersection(near(i))) for mines in layouts}) > 1
    ]
    return Group(tuple(cells), tuple(layouts), tuple(telling))


def _layouts(
    cells: Sequence[int], limits: Sequence[tuple[frozenset[int], int]]
) -> Iterator[frozenset[int]]:
    """Yield the sets of cells that satisfy all limits."""

    def search(start: int, mines: frozenset[int]) -> Iterator[frozenset[int]]:
        rest = set(cells[start:])
        for among, number in limits:
            laid = len(among & mines)
            if laid > number or laid + len(among & rest) < number:
                return
        if start == len(cells):
            yield mines
            return
        yield from search(start + 1, mines | {cells[start]})
        yield from search(start + 1, mines)

    yield from search(0, frozenset())


MAX_NAMED = 3  #: cells of equal risk that are named
MAX_RIVALS = 8  #: of the safest cells that a guess is compared with


class Numbers(NamedTuple):
    """The numbers that a cell may show: how many are ``possible``, how many of them prove a next
    cell safe, and the chance to see one of those (risk included)."""

    possible: int
    helpful: int
    progress: float


def comparison(position: Position, index: int, analysis: Analysis) -> str:
    """Return how opening a cell that is not certain compares with opening another."""
    cell = _name(position, index)
    if position.next_open_is_safe:
        return "Whichever cell you open first is safe: the rules guarantee it."
    if not analysis.counted:
        return f"Nothing proves {cell} safe or a mine, and its risk is too hard to count."
    risks = analysis.probabilities
    said = [f"{cell} is a mine with probability {_risk(risks, index)}."]
    if analysis.safe:
        safe = _named(position, map(position.grid.index, analysis.safe))
        verb = "is" if len(analysis.safe) == 1 else "are"
        said.append(f"You do not have to guess yet: {safe} {verb} certainly safe.")
    else:
        said.append(_against_least(position, index, risks))
    twin = twin_of(position, index, risks)
    forever = "This is a 50/50: waiting cannot help"
    forever += "." if analysis.safe else ", so you can guess it now as well as later."
    if twin is not None:
        other = _name(position, twin)
        said.append(
            f"Exactly one of {cell} and {other} is a mine. Every other cell that you can still "
            f"open touches both of them or neither, so no number will ever tell which. {forever}"
        )
    elif not has_signs(position):
        group = group_of(position, index, risks)
        if group is not None and group.sealed:
            said.append(_sealed(position, index, group, risks, forever))
        elif not analysis.safe:
            said += _prospects(position, index, risks)
            if group is not None and group.telling:
                said.append(_waiting(position, index, group, risks))
    return " ".join(said)


def _risk(risks: Risks, index: int) -> str:
    """Return the risk of a cell, with a decimal if it would otherwise look like the least risk."""
    risk, least = risks[index], _least(risks)
    own = {round(100 * r) for r in (risk, least)}
    return percent(risk, 1 if len(own) == 1 and risk > least + ROUNDING else 0)


def _least(risks: Risks) -> float:
    return min(risk for risk in risks if risk == risk)  # nan where a cell is not hidden


def _name(position: Position, index: int) -> str:
    return str(list(position.grid.cell(index)))


def _named(position: Position, indices: Iterable[int]) -> str:
    """Name the first few cells, and count the others."""
    names = [_name(position, index) for index in indices]
    if len(names) <= MAX_NAMED + 1:
        return listed(names)
    return f"{', '.join(names[:MAX_NAMED])} and {len(names) - MAX_NAMED} more cells"


def _sealed(position: Position, index: int, group: Group, risks: Risks, forever: str) -> str:
    """Say that no clue will ever tell more about a cell's group; ``forever`` is said of a 50/50."""
    cells = listed(_name(position, i) for i in group.cells)
    mines = len(group.layouts[0])
    first = (
        f"The clues leave {len(group.layouts)} ways to place {plural(mines, 'mine')} in {cells}. "
        "Every other cell that you can still open touches the same number of them in each way, so "
        "no number will ever tell which way is right."
    )
    if group.fifty_fifty:
        return f"{first} {forever}"
    guess = f"{first} Waiting cannot help: sooner or later you must guess here, and"
    safest = min(group.cells, key=lambda i: risks[i])
    if risks[index] <= risks[safest] + ROUNDING:
        return f"{guess} none of these cells is safer than {_name(position, index)}."
    risk = percent(risks[safest], 0)
    return f"{guess} the safest of these cells is {_name(position, safest)}, at {risk}."


def _waiting(position: Position, index: int, group: Group, risks: Risks) -> str:
    """Say which cells would tell more about a group, and what opening them would take."""
    telling = sorted(group.telling, key=lambda i: (risks[i], i))
    least, own = risks[telling[0]], risks[index]
    if least >= own - ROUNDING:
        return (
            f"Waiting would not pay: {_name(position, telling[0])} would tell more about it, but "
            f"at a risk of {percent(least, 0)}."
        )
    best = [i for i in telling if risks[i] <= least + ROUNDING]
    numbers = "the number at" if len(best) == 1 else "a number at"
    return (
        f"Leave it for later: {numbers} {_either(position, best)} would tell more about it, at a "
        f"risk of {percent(least, 0)}."
    )


def _either(position: Position, indices: list[int]) -> str:
    return listed((_name(position, i) for i in indices[:MAX_NAMED]), "or")


def _against_least(position: Position, index: int, risks: Risks) -> str:
    least = _least(risks)
    best = [i for i, risk in enumerate(risks) if risk <= least + ROUNDING]
    others = [i for i in best if i != index]
    if len(others) == len(best):
        return (
            f"The lowest risk on the board is {_risk(risks, best[0])}, at {_named(position, best)}."
        )
    if not others:
        return "That is the lowest risk on the board."
    same = "another cell has" if len(others) == 1 else f"{len(others)} other cells have"
    return f"No cell has a lower risk, and {same} the same."


def _prospects(position: Position, index: int, risks: Risks) -> list[str]:
    """Say what the number of a cell may show, and how it compares with the safest cells."""
    counter = counter_of(position.grid)
    own = numbers(position, counter, risks, index)
    if own is None:
        return []
    said = [_shown(own)]
    if 0 < own.helpful < own.possible:
        gets = percent(own.progress, 0)
        said.append(f"In {gets} of cases you survive and then have another safe cell to open.")
    least = _least(risks)
    safest = [i for i, risk in enumerate(risks) if risk <= least + ROUNDING and i != index]
    safest.sort(key=lambda i: len(position.grid.neighbour_indices(i)))  # corners show most
    rivals = [
        (outlook.progress, -i)
        for i in safest[:MAX_RIVALS]
        if (outlook := numbers(position, counter, risks, i))
    ]
    if not rivals:
        return said
    progress, other = max(rivals)
    name, gets = _name(position, -other), percent(progress, 0)
    as_safe = risks[index] <= least + ROUNDING
    if progress > own.progress + 1e-9:
        how = "just as safe" if as_safe else "safer"
        said.append(
            f"{name} is a better guess: it is {how}, and leads to another safe cell in {gets} of "
            "cases."
        )
    elif progress < own.progress - 1e-9:
        if not as_safe:
            said.append(f"{name} is safer, but leads to another safe cell in only {gets} of cases.")
        elif len(safest) <= MAX_RIVALS:
            said.append("No equally safe cell leads to one more often.")
    return said


def _shown(own: Numbers) -> str:
    if own.possible == 1:
        what = "proves another cell safe" if own.helpful else "proves no other cell safe"
        return f"If it is safe, it can show only one number, which {what}."
    what = f", and {own.helpful} of them {'proves' if own.helpful == 1 else 'prove'}"
    if own.helpful in (0, own.possible):
        what = f", {'each' if own.helpful else 'none'} of which proves"
    return f"If it is safe, it shows one of {own.possible} numbers{what} another cell safe."


def numbers(
    position: Position, counter: Counter, risks: Risks, index: int, seconds: float = TIMEOUT_SECONDS
) -> Numbers | None:
    """Return what the number of a hidden cell may show; None if it is too hard to count."""
    cells = position.cells.translate(UNFLAGGED)
    limits = seconds, MAX_MEGABYTES, MAX_COUNT_STEPS
    if counter.count(cells, position.mines, *limits) != Status.OK:
        return None
    before = counter.logarithm
    possible = helpful = 0
    progress = 0.0
    for number in possible_clues(position.grid, cells, risks, index):
        after = cells[:index] + bytes([number]) + cells[index + 1 :]
        status = counter.count(after, position.mines, *limits)
        if status == Status.IMPOSSIBLE:
            continue
        if status != Status.OK:
            return None
        possible += 1
        now = doubles(position.grid.size)
        counter.risks(now)
        won = after.count(HIDDEN) == position.mines_left
        if won or any(risks[i] > 0.0 for i in indices(now, 0.0)):
            helpful += 1
            progress += exp(counter.logarithm - before)
    return None if isnan(progress) else Numbers(possible, helpful, min(1.0, progress))


def twin_of(position: Position, index: int, risks: Risks) -> int | None:
    """Return the other cell of a 50/50 that no clue can ever resolve, or None.

    Exactly one of the two is a mine, and no open or hidden cell but certain mines touches only one
    of them; so exchanging their mines never changes a clue.
    """
    if risks[index] != 0.5 or has_signs(position):
        return None
    grid, cells = position.grid, position.cells
    own = _telling(position, index, risks)
    around = {j for i in grid.neighbour_indices(index) for j in (i, *grid.neighbour_indices(i))}
    for other in sorted(around - {index}):
        if risks[other] != 0.5:
            continue
        if own - {other} != _telling(position, other, risks) - {index}:
            continue
        counter = counter_of(grid)
        after = bytearray(cells.translate(UNFLAGGED))
        after[index] = MINE
        if (
            counter.count(
                bytes(after), position.mines, TIMEOUT_SECONDS, MAX_MEGABYTES, MAX_COUNT_STEPS
            )
            == Status.OK
        ):
            now = doubles(grid.size)
            counter.risks(now)
            if now[other] == 0.0:
                return other
    return None


def _telling(position: Position, index: int, risks: Risks) -> set[int]:
    """Return the neighbours of a cell that show a clue, or may show one later."""
    cells = position.cells
    return {
        i
        for i in position.grid.neighbour_indices(index)
        if cells[i] < HIDDEN or cells[i] == GOLD or risks[i] < 1.0
    }
