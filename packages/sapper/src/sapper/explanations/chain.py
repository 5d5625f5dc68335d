"""Makes the steps of an explanation from those of a search: only the steps that the cell needs.

The steps that a step rests on come right before it, so that a reader has to keep little in mind. A
step from two limits that could conclude several things concludes only what a later step needs.
Steps that are instances of a pattern of clues get its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sapper.explanations.region import (
    Bound,
    Clue,
    Draft,
    Limit,
    Region,
    bits,
    compared,
    full,
    implied,
    overlap,
    settled_by_singles,
    without,
)
from sapper.explanations.steps import SINGLE_NUMBERS, Count, Step, Supposition
from sapper.explanations.words import words
from sapper.game import Cell


@dataclass
class Known:
    """The steps of a chain that conclude each cell and each count: the earliest counts."""

    cells: dict[int, int]
    counts: dict[Bound, int]

    def uses(self, draft: Draft) -> set[int]:
        """Return the steps that a draft uses; facts from outside the chain have none."""
        used = {self.cells.get(bit, -1) for bit in bits(draft.used_safe | draft.used_mines)}
        used |= {self.counts.get(bound, -1) for bound in draft.used_bounds}
        return used - {-1}

    def conclude(self, draft: Draft, number: int) -> None:
        """Add what a step concludes."""
        for bit in bits(draft.safe | draft.mines):
            self.cells.setdefault(bit, number)
        for bound in draft.bounds:
            self.counts.setdefault(bound, number)


def narrowed(drafts: Sequence[Draft], target: int | None, *, alone: bool = True) -> list[Draft]:
    """Return the steps that the last one needs, in the order in which they are read.

    ``target`` is the cell that the last step has to conclude; without one, it keeps all it
    concludes. If other chains follow (not ``alone``), which may use them, the cells that a clue
    gives stay as well.
    """
    found = needed(_read(irredundant(needed(list(drafts)))))
    return needed(_read(needed(_cut(found, target, alone))))


def needed(drafts: list[Draft], last: Iterable[int] = (-1,)) -> list[Draft]:
    """Return the drafts that the one with index ``last`` needs, or several, in the same order."""
    uses = _uses(drafts)
    kept, waiting = set[int](), [number % len(drafts) for number in last]
    while waiting:
        number = waiting.pop()
        if number not in kept:
            kept.add(number)
            waiting.extend(uses[number])
    return [draft for number, draft in enumerate(drafts) if number in kept]


def irredundant(drafts: list[Draft]) -> list[Draft]:
    """Return the drafts without those whose conclusions others give as well, the dearest first;
    the last one stays."""
    for draft in sorted(drafts[:-1], key=lambda draft: (-draft.cost, draft.serial)):
        fewer = _ordered([other for other in drafts if other is not draft], drafts)
        drafts = fewer or drafts
    return drafts


def _ordered(drafts: list[Draft], all_: list[Draft]) -> list[Draft] | None:
    """Return drafts in an order in which each follows from those before it, up to the last one;
    None if there is no such order. What no draft of ``all_`` concludes is given."""
    cells, bounds = 0, set[Bound]()  # not concluded yet
    for draft in all_:
        cells |= draft.safe | draft.mines
        bounds.update(draft.bounds)

    def follows(draft: Draft) -> bool:
        used = draft.used_safe | draft.used_mines
        return not used & cells and bounds.isdisjoint(draft.used_bounds)

    *waiting, last = drafts
    ordered: list[Draft] = []
    while not follows(last):
        ready = [draft for draft in waiting if follows(draft)]
        if not ready:
            return None
        waiting = [draft for draft in waiting if draft not in ready]
        ordered += ready
        for draft in ready:
            cells &= ~(draft.safe | draft.mines)
            bounds -= set(draft.bounds)
    return [*ordered, last]


def _uses(drafts: Sequence[Draft]) -> list[set[int]]:
    known = Known({}, {})
    uses = []
    for number, draft in enumerate(drafts):
        uses.append(known.uses(draft))
        known.conclude(draft, number)
    return uses


def _read(drafts: list[Draft]) -> list[Draft]:
    """Return the drafts with those that a draft uses right before it, the longest part first."""
    uses = _uses(drafts)
    depth = [0] * len(drafts)
    for number, used in enumerate(uses):
        depth[number] = 1 + max((depth[i] for i in used), default=0)
    order: list[int] = []

    def visit(number: int) -> None:
        for i in sorted(uses[number], key=lambda i: (-depth[i], i)):
            if i not in order:
                visit(i)
        order.append(number)

    visit(len(drafts) - 1)
    return [drafts[number] for number in order]


def _cut(drafts: list[Draft], target: int | None, alone: bool) -> list[Draft]:
    """Return the drafts without the conclusions that no later one uses."""
    known = Known({}, {})
    owned: list[int] = []  # the cells that each draft is the first to conclude
    for number, draft in enumerate(drafts):
        owned.append(sum(1 << b for b in bits(draft.safe | draft.mines) if b not in known.cells))
        known.conclude(draft, number)
    wanted_cells = 0 if target is None else 1 << target
    wanted_bounds: set[Bound] = set()
    cut: list[Draft] = []
    for number in range(len(drafts) - 1, -1, -1):
        draft = drafts[number]
        if target is not None or number < len(drafts) - 1:
            counts = tuple(
                b for b in draft.bounds if b in wanted_bounds and known.counts[b] == number
            )
            draft = _with(draft, wanted_cells & owned[number], counts)
            if alone and draft.technique == "one clue" and number < len(drafts) - 1:
                draft = replace(draft, safe=draft.safe & wanted_cells)
            if draft.singles and not draft.mine_count:
                draft = _with_singles(draft, draft.mines | wanted_cells & draft.safe)
        wanted_cells |= draft.used_safe | draft.used_mines
        wanted_bounds.update(draft.used_bounds)
        cut.append(draft)
    return cut[::-1]


def _with(draft: Draft, cells: int, bounds: tuple[Bound, ...]) -> Draft:
    """Return a step from two limits with only some of its conclusions, and what those need."""
    pair: list[Limit] = [*draft.clues, *draft.used_bounds]
    if len(pair) != 2 or draft.technique not in ("two clues", "derived counts") or draft.signs:
        return draft
    # All cells are safe in one sentence and mines in another, so either all stay or none.
    safe = draft.safe if draft.safe & cells else 0
    mines = draft.mines if draft.mines & cells else 0
    if (safe, mines, bounds) == (draft.safe, draft.mines, draft.bounds) or draft.contradiction:
        return draft
    known_safe, known_mines = draft.used_safe, draft.used_mines
    one, other = pair

    def enough(used: int) -> bool:
        a, b = (without(limit, used, known_mines) for limit in pair)
        found = compared(a, b)
        if found is None or (overlap(a, b) and not apart):
            return False
        if not a.high or not b.high or full(a) or full(b):
            return False  # one limit would be enough
        return not (safe & ~found[0] or mines & ~found[1]) and set(bounds) <= set(implied(a, b))

    used = known_safe | known_mines
    apart = overlap(without(one, used, known_mines), without(other, used, known_mines))
    for bit in bits(used):
        if enough(used & ~(1 << bit)):
            used &= ~(1 << bit)
    return replace(
        draft,
        safe=safe,
        mines=mines,
        bounds=bounds,
        used_safe=known_safe & used,
        used_mines=known_mines & used,
    )


def _with_singles(draft: Draft, wanted: int) -> Draft:
    """Return the step that gives what single clues settle with only what is ``wanted``, and the
    clues that this needs."""
    clues = list(draft.clues)
    for clue in draft.clues[::-1]:
        fewer = [other for other in clues if other is not clue]
        safe, mines, _ = settled_by_singles(fewer)
        if not wanted & ~(safe | mines):
            clues = fewer
    return replace(draft, clues=tuple(clues), safe=draft.safe & wanted)


def pattern(region: Region, draft: Draft) -> str:
    """Return the name of the pattern that a step is an instance of, or an empty string.

    Numbers are those that remain after subtracting known mines.

    - ``1-1``: two clues side by side along a straight row of hidden cells, with equal numbers, and
      one of them touches all cells of the other: its extra cell is safe.
    - ``1-2``: two clues side by side along such a row, whose numbers differ by the extra cells of
      the larger: they are mines. ``1-2-1`` and ``1-2-2-1`` if the neighbouring clues continue it.
    - ``hole``: all cells of one clue are cells of the other, and the two are not side by side.
    - ``T``: the same with two clues one behind the other.
    - ``2-2-2``, ``1-3-1``: three clues around a corner; see ``region.CORNERS``.
    - ``either way``: what follows both if a cell is a mine and if it is safe.
    - ``last cells``: the number of mines settles the remaining cells.
    - ``single numbers``: all that single clues settle, in one step.
    """
    if draft.role == "either way":
        return draft.role
    if draft.singles and not draft.mine_count:
        return SINGLE_NUMBERS
    if draft.technique == "mine count":
        return "last cells"
    if draft.around_corner:
        return "-".join(str(_left(clue, draft)) for clue in draft.clues)
    if draft.technique != "two clues" or draft.contradiction or draft.signs:
        return ""
    used = draft.used_safe | draft.used_mines
    a, b = draft.clues
    x, y = _left(a, draft), _left(b, draft)
    if y - x < (b.mask & ~a.mask & ~used).bit_count():
        a, b, x, y = b, a, y, x
    extra = b.mask & ~a.mask & ~used
    line = _line(region, a, b, (a.mask | b.mask) & ~used)
    if line == "row":
        if not extra:
            return "1-1" if x == y == 1 else ""
        if y - x == 1 and x >= 1:
            return _longer(region, a, b) or "1-2"
        return ""
    if a.mask & ~b.mask & ~used and extra:
        return ""
    return "T" if line == "behind" else "hole"


def _left(clue: Clue, draft: Draft) -> int:
    return clue.mines - (clue.mask & draft.used_mines).bit_count()


def _line(region: Region, a: Clue, b: Clue, mask: int) -> str:
    """Return how two clues lie relative to the hidden cells: along them (``row``), one ``behind``
    the other, or neither."""
    grid = region.position.grid
    if grid.kind not in ("square", "torus"):
        return ""
    (r, c), (r2, c2) = grid.cell(a.cell), grid.cell(b.cell)
    if abs(r - r2) + abs(c - c2) != 1:
        return ""
    cells = [grid.cell(region.cells[bit]) for bit in bits(mask)]
    across = 1 if r == r2 else 0  # the coordinate along which the clues lie
    rows = {cell[1 - across] for cell in cells}
    if len(rows) == 1 and abs(rows.pop() - (r, c)[1 - across]) == 1:
        return "row"
    columns = {cell[across] for cell in cells}
    return "behind" if len(columns) == 1 else ""


def _longer(region: Region, a: Clue, b: Clue) -> str:
    """Return the longer pattern that contains these clues 1 and 2, or an empty string."""
    one, two = (region.position.grid.cell(clue.cell) for clue in (a, b))
    step = two[0] - one[0], two[1] - one[1]
    known = settled_by_singles(region.clues)[1]
    numbers = {
        region.position.grid.cell(clue.cell): clue.mines - (clue.mask & known).bit_count()
        for clue in region.clues
    }
    following: list[int] = []
    cell: Cell = one
    for _ in range(4):
        following.append(numbers.get(cell, 0))
        cell = cell[0] + step[0], cell[1] + step[1]
    if following[:3] == [1, 2, 1]:
        return "1-2-1"
    return "1-2-2-1" if following == [1, 2, 2, 1] else ""


def chain(
    region: Region, last: Draft, target: int, before: Sequence[Step] | None = None
) -> tuple[Step, ...]:
    """Return the steps that end with the last one and conclude the bit ``target``, in an order in
    which each can be followed, after the steps ``before`` them, if they are part of a longer
    chain."""
    drafts = sorted((*last.support, last), key=lambda step: step.serial)
    return _steps(region, narrowed(drafts, target, alone=before is None), before or ())


def chain_of_all(region: Region, drafts: Iterable[Draft]) -> tuple[Step, ...]:
    """Return the steps that conclude the safe cells of drafts, and all on which they rest, in an
    order in which each can be followed, without those that conclude no cell anew."""
    concluded, opening = 0, list[int]()
    fresh: list[Draft] = []
    together = {draft for last in drafts for draft in (*last.support, last)}
    for draft in sorted(together, key=lambda step: step.serial):
        if (draft.safe | draft.mines) & ~concluded:
            if draft.safe & ~concluded:
                opening.append(len(fresh))
            fresh.append(draft)
            concluded |= draft.safe | draft.mines
    return _steps(region, needed(fresh, opening))


def _steps(
    region: Region, drafts: Sequence[Draft], before: Sequence[Step] = (), supposed: int = 0
) -> tuple[Step, ...]:
    known = Known({}, {})
    for number, step in enumerate(before):
        indices = map(region.position.grid.index, (*step.safe, *step.mines))
        known.cells |= {region.bits[index]: number for index in indices if index in region.bits}
    steps: list[Step] = []
    for draft in drafts:
        steps.append(_step(region, draft, known, supposed))
        known.conclude(draft, len(before) + len(steps) - 1)
    return tuple(steps)


def _step(region: Region, draft: Draft, known: Known, supposed: int) -> Step:
    grid, cells = region.position.grid, region.cells

    concluded = sum(1 << bit for bit in known.cells)

    def fresh(mask: int) -> Iterable[int]:
        return (cells[bit] for bit in bits(mask & ~concluded))

    proof = draft.certificate
    signs = [sign.clue for sign in draft.signs if not sign.total]
    gold_count = len(signs) < len(draft.signs)
    clues = [clue.cell for clue in draft.clues]
    if proof is not None:
        clues, signs, gold_count = list(proof.clues), list(proof.signs), proof.gold_total
    name = pattern(region, draft)
    suppose, under = None, supposed
    if draft.supposed is not None:
        bit, mine = draft.supposed
        under |= 1 << bit
        if draft.role == "either way" and draft.inner[0].supposed is not None:
            under |= 1 << draft.inner[0].supposed[0]  # in one of the cases
        suppose = Supposition(grid.cell(cells[bit]), mine)
    return Step(
        draft.technique,
        words(region, draft.told or draft, concluded, supposed, name),
        clues=tuple(grid.cell(i) for i in sorted({*clues, *signs})),
        signs=tuple(grid.cell(i) for i in sorted(set(signs))),
        mine_count=draft.mine_count,
        gold_count=gold_count,
        uses=tuple(sorted(known.uses(draft))),
        safe=tuple(grid.cell(i) for i in sorted(fresh(draft.safe))),
        mines=tuple(grid.cell(i) for i in sorted(fresh(draft.mines))),
        counts=tuple(
            Count(tuple(grid.cell(i) for i in sorted(cells[b] for b in bits(mask))), low, high)
            for mask, low, high in draft.bounds
        ),
        suppose=suppose,
        steps=_steps(region, draft.inner, (), under) if draft.inner else (),
        contradiction=draft.contradiction,
        cost=draft.cost,
        pattern=name,
    )
