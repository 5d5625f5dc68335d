"""Checks independently that each step of an explanation follows from its stated premises alone.

The checker reads the JSON form of an explanation and shares no code with the search. It merges
cells that the named clues do not distinguish, and enumerates the numbers of mines in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sapper.game import FLAGGED, GOLD, HIDDEN, MINE, Position
from sapper.inference import MiniCard

TECHNIQUES = ("one clue", "two clues", "derived counts", "mine count", "suppose")

#: Bounds on the number of mines in some cells: the cells, minimum and maximum.
Limit = tuple[frozenset[int], int, int]


@dataclass(frozen=True)
class _Facts:
    """The facts that a step may use: known cells (whether mines) and derived counts."""

    cells: Mapping[int, bool] = field(default_factory=dict)
    counts: tuple[Limit, ...] = ()

    def and_(self, other: _Facts) -> _Facts:
        return _Facts({**self.cells, **other.cells}, self.counts + other.counts)


class _FaultError(Exception):
    """A fault in an explanation."""


def fault(position: Position, explanation: Mapping[str, Any]) -> str | None:
    """Return the fault in the JSON form of an explanation as a sentence, or None.

    Each step must follow from its clues, the number of mines or gold if stated, and the conclusions
    of the steps it uses; the last must conclude the cell.
    """
    steps, verdict = explanation["steps"], explanation["verdict"]
    if verdict == "guess":
        return "a guess has steps" if steps else None
    try:
        _check_chain(position, steps, _Facts(), inside=False)
        kind = "mines" if verdict == "mine" else "safe"
        if not steps or list(explanation["cell"]) not in [list(c) for c in steps[-1][kind]]:
            raise _FaultError("the last step does not conclude the cell")
    except _FaultError as found:
        return str(found)
    return None


def _check_chain(
    position: Position, steps: Sequence[Mapping[str, Any]], given: _Facts, *, inside: bool
) -> None:
    concluded: list[_Facts] = []
    for number, step in enumerate(steps):
        where = f"step {number + 1}"
        last = number == len(steps) - 1
        if bool(step.get("contradiction")) != (inside and last):
            raise _FaultError(f"{where}: only the last step under a supposition is a contradiction")
        uses = step["uses"]
        if any(not 0 <= use < number for use in uses):
            raise _FaultError(f"{where} uses a step that is not before it")
        facts = given
        for use in uses:
            facts = facts.and_(concluded[use])
        try:
            concluded.append(_check_step(position, step, facts))
        except _FaultError as found:
            raise _FaultError(f"{where}: {found}") from None


def _check_step(position: Position, step: Mapping[str, Any], facts: _Facts) -> _Facts:
    """Return the conclusions of a step. Raises ``_FaultError`` if they do not follow."""
    technique = step["technique"]
    index = position.grid.index
    clues = [index(tuple(cell)) for cell in step["clues"]]
    if technique not in TECHNIQUES:
        raise _FaultError(f"unknown technique {technique!r}")
    expected = {"one clue": 1, "two clues": 2}.get(technique)
    if expected is not None and len(set(clues)) != expected:
        raise _FaultError(f"{technique!r} names {len(set(clues))} clues")
    if any(position.cells[clue] >= HIDDEN and position.cells[clue] != GOLD for clue in clues):
        raise _FaultError("a clue is not an open number")
    if technique in ("one clue", "two clues") and step["mine_count"]:
        raise _FaultError(f"{technique!r} uses the number of mines")
    cells = {index(tuple(cell)): False for cell in step["safe"]}
    cells |= {index(tuple(cell)): True for cell in step["mines"]}
    counts = tuple(
        (frozenset(index(tuple(c)) for c in count["cells"]), count["least"], count["most"])
        for count in step["counts"]
    )
    concluded = _Facts(cells, counts)
    if not all(
        HIDDEN <= position.cells[i] <= FLAGGED for i in {*cells, *(i for c in counts for i in c[0])}
    ):
        raise _FaultError("a conclusion is about a cell that is not hidden")
    premises = _Premises(
        position,
        tuple(clues),
        tuple(index(tuple(cell)) for cell in step.get("signs", ())),
        step["mine_count"],
        bool(step.get("gold_count")),
        facts,
    )
    if not set(premises.signs) <= set(clues):
        raise _FaultError("a sign of gold is not on a clue that the step names")
    if technique == "mine count":
        _check_sum(premises, concluded)
    if technique == "suppose":
        _check_supposition(position, step, concluded, facts)
    elif step.get("contradiction"):
        if cells or counts:
            raise _FaultError("a contradiction concludes something")
        if premises.possible():
            raise _FaultError("there is no contradiction")
    elif not cells and not counts:
        raise _FaultError("it concludes nothing")
    else:
        _check_conclusions(premises, concluded)
    return concluded


def _check_supposition(
    position: Position, step: Mapping[str, Any], concluded: _Facts, facts: _Facts
) -> None:
    supposed, inner = step["suppose"], step["steps"]
    cell, mine = position.grid.index(tuple(supposed["cell"])), supposed["mine"]
    if concluded != _Facts({cell: not mine}):
        raise _FaultError("it does not conclude that its cell is the opposite")
    if not inner:
        raise _FaultError("nothing refutes the supposition")
    for key in ("clues", "signs"):
        named = {tuple(clue) for clue in step.get(key, ())}
        if {tuple(clue) for refuting in inner for clue in refuting.get(key, ())} != named:
            raise _FaultError(f"it does not name the {key} of the steps inside")
    for key, what in (("mine_count", "mines"), ("gold_count", "gold")):
        if any(refuting.get(key, False) for refuting in inner) != step.get(key, False):
            raise _FaultError(f"the steps inside differ in their use of the number of {what}")
    _check_chain(position, inner, facts.and_(_Facts({cell: mine})), inside=True)


def _check_sum(premises: _Premises, concluded: _Facts) -> None:
    """Check that a mine count is a sum over disjoint parts, which a person can follow.

    The parts are the known cells, the other cells of each clue, and the cells of some counts of the
    used steps. They hold all remaining mines, or all remaining safe cells; in a contradiction,
    more.
    """
    position, known = premises.position, premises.facts.cells
    if not premises.mine_count:
        raise _FaultError("'mine count' does not use the number of mines")
    limits = [premises.limit(clue) for clue in premises.clues]
    parts = [cells - known.keys() for cells, _, _ in limits]
    covered = frozenset().union(*parts)
    if sum(map(len, parts)) != len(covered):
        raise _FaultError("two clues of a mine count share a cell")
    mines = sum(known.values())
    mines += sum(n - sum(known.get(i, False) for i in cells) for cells, n, _ in limits)
    safe = len(covered | known.keys()) - mines
    left = position.mines_left
    goal = len(position.hidden_indices) - left
    for cells, least, least_safe in _disjoint_sums(covered | known.keys(), premises, known):
        if not concluded.cells:
            follows = mines + least > left or safe + least_safe > goal
        elif any(concluded.cells.values()):
            follows = safe + least_safe == goal and all(concluded.cells.values())
        else:
            follows = mines + least == left
        if follows and cells.isdisjoint(concluded.cells):
            return
    raise _FaultError("the sum does not prove it")


def _disjoint_sums(
    covered: frozenset[int], premises: _Premises, known: Mapping[int, bool], start: int = 0
) -> Iterator[tuple[frozenset[int], int, int]]:
    """Yield the sums of disjoint used counts: all cells covered, and the minimum numbers of mines
    and of safe cells that the counts add."""
    yield covered, 0, 0
    for i, (cells, least, most) in enumerate(premises.facts.counts[start:], start):
        rest = cells - known.keys()
        laid = sum(known.get(cell, False) for cell in cells)
        if rest.isdisjoint(covered):
            for more, mines, safe in _disjoint_sums(covered | rest, premises, known, i + 1):
                yield more, mines + least - laid, safe + len(rest) - (most - laid)


def _check_conclusions(premises: _Premises, concluded: _Facts) -> None:
    for cell, mine in concluded.cells.items():
        if premises.possible((frozenset([cell]), int(not mine), int(not mine))):
            where = list(premises.position.grid.cell(cell))
            raise _FaultError(f"{where} does not have to be {'a mine' if mine else 'safe'}")
    for cells, least, most in concluded.counts:
        if premises.possible((cells, 0, least - 1)) or premises.possible(
            (cells, most + 1, len(cells))
        ):
            raise _FaultError("a count does not follow")


@dataclass(frozen=True)
class _Premises:
    """The premises of a step: its clues, the numbers of mines and gold, and earlier conclusions."""

    position: Position
    clues: tuple[int, ...]
    signs: tuple[int, ...]
    mine_count: bool
    gold_count: bool
    facts: _Facts

    def possible(self, *more: Limit) -> bool:
        """Return whether some placement of mines satisfies all premises and further limits."""
        if self.signs or self.gold_count:
            return _possible_with_gold(self, more)
        limits = [*map(self.limit, self.clues), *self.facts.counts, *more]
        limits += [(frozenset([i]), int(m), int(m)) for i, m in self.facts.cells.items()]
        totals = _totals(limits)
        if not self.mine_count:
            return bool(totals)
        near = frozenset().union(*(limit[0] for limit in limits))
        free, left = len(set(self.position.hidden_indices) - near), self.position.mines_left
        return any(0 <= left - total <= free for total in totals)

    def limit(self, clue: int) -> Limit:
        """Return the hidden cells of a clue, and their number of mines."""
        cells, near = self.position.cells, self.position.grid.neighbour_indices(clue)
        number = 0 if cells[clue] == GOLD else cells[clue]
        left = number - sum(cells[i] == MINE for i in near)
        return frozenset(i for i in near if HIDDEN <= cells[i] <= FLAGGED), left, left


def _totals(limits: Sequence[Limit]) -> set[int]:
    """Return the possible total numbers of mines in the limited cells; empty if contradictory."""
    totals = {0}
    rest = list(range(len(limits)))
    while rest:
        part = [rest.pop()]
        cells = set(limits[part[0]][0])
        grown = True
        while grown:
            grown = False
            for number in rest[:]:
                if not cells.isdisjoint(limits[number][0]):
                    rest.remove(number)
                    part.append(number)
                    cells |= limits[number][0]
                    grown = True
        component = _of_component([limits[i] for i in part])
        totals = {a + b for a in totals for b in component}
    return totals


def _of_component(limits: Sequence[Limit]) -> set[int]:
    """Return the possible total numbers of mines in the cells of some limits.

    Cells in the same limits are counted together, and their numbers chosen in turn. A state has the
    mines of each limit so far; a limit is checked and dropped after its last cells.
    """
    sizes: dict[tuple[int, ...], int] = {}
    for cell in frozenset().union(*(limit[0] for limit in limits)):
        key = tuple(i for i, limit in enumerate(limits) if cell in limit[0])
        sizes[key] = sizes.get(key, 0) + 1
    groups = sorted(sizes)
    last = {i: n for n, group in enumerate(groups) for i in group}
    if any(low > 0 or high < 0 for cells, low, high in limits if not cells):
        return set()
    states: set[tuple[tuple[tuple[int, int], ...], int]] = {((), 0)}
    for n, group in enumerate(groups):
        after = set()
        for sums, total in states:
            for mines in range(sizes[group] + 1):
                now = dict(sums)
                for i in group:
                    now[i] = now.get(i, 0) + mines
                if any(now[i] > limits[i][2] for i in group):
                    break
                if any(last[i] == n and now[i] < limits[i][1] for i in group):
                    continue
                kept = tuple(sorted((i, s) for i, s in now.items() if last[i] > n))
                after.add((kept, total + mines))
        states = after
    return {total for _, total in states}


def _possible_with_gold(premises: _Premises, more: Iterable[Limit]) -> bool:
    """Do the same for clues that show signs of gold, by satisfiability."""
    position, solver = premises.position, MiniCard()
    grid, cells = position.grid, position.cells
    mine = {i: solver.variable() for i in position.hidden_indices}
    gold = {i: solver.variable() for i in position.hidden_indices}
    for i, golden in gold.items():
        for j in (i, *grid.neighbour_indices(i)):
            if j in mine:
                solver.clause(-golden, -mine[j])
            elif cells[j] == MINE:
                solver.clause(-golden)
    facts = [(frozenset([i]), int(m), int(m)) for i, m in premises.facts.cells.items()]
    named = map(premises.limit, premises.clues)
    for around, low, high in [*named, *facts, *premises.facts.counts, *more]:
        solver.count([mine[i] for i in sorted(around)], low, high)
    if premises.mine_count:
        solver.count(list(mine.values()), position.mines_left, position.mines_left)
    for clue in premises.signs:
        counts = position.rules.signs == "counts"
        wide = position.rules.signs in ("counts", "wide-marks")
        near = grid.neighbour_indices(clue) if wide else grid.cardinal_indices(clue)
        shown, opened = position.signs[clue], sum(cells[i] == GOLD for i in near)
        literals = [gold[i] for i in near if i in gold]
        low = high = shown - opened
        if not counts and shown:
            low, high = max(low, 0), len(literals)
        solver.count(literals, low, high)
    if premises.gold_count and position.gold is not None:
        left = position.gold - cells.count(GOLD)
        solver.count(list(gold.values()), left, left)
    return solver.solve()
