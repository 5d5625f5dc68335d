"""Puts the steps of a chain into the order in which they are read, and cuts what it does not need.

The steps that a step rests on come right before it, so that a reader has to keep little in mind. A
step from two limits that could conclude several things concludes only what a later step needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sapper.explanations.drafts import Bound, Draft
from sapper.explanations.limits import Limit, compared, full, implied, overlap, without
from sapper.explanations.region import bits


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


def narrowed(drafts: Sequence[Draft], target: int | None) -> list[Draft]:
    """Return the steps that the last one needs, in the order in which they are read.

    ``target`` is the cell that the last step has to conclude; without one, it keeps all it
    concludes.
    """
    found = needed(_read(needed(list(drafts))))
    return needed(_read(needed(_cut(found, target))))


def needed(drafts: list[Draft]) -> list[Draft]:
    """Return the drafts that the last one needs, in the same order."""
    uses = _uses(drafts)
    kept, waiting = set[int](), [len(drafts) - 1]
    while waiting:
        number = waiting.pop()
        if number not in kept:
            kept.add(number)
            waiting.extend(uses[number])
    return [draft for number, draft in enumerate(drafts) if number in kept]


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


def _cut(drafts: list[Draft], target: int | None) -> list[Draft]:
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
