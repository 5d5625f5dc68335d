"""Steps from the number of mines left and from clues without common hidden cells.

The cells of disjoint clues hold the sum of their numbers, those of derived counts at least their
lower bounds. If this is the number of mines left, every other cell is safe; if it is more, that is
a contradiction. Safe cells are counted in the same way: if some clues have all of them, every other
cell is a mine.
"""

from __future__ import annotations

from typing import NamedTuple

from sapper.explanations.deduction import Deduction
from sapper.explanations.drafts import Bound, Draft
from sapper.explanations.region import Clue, bits
from sapper.explanations.steps import CLUE, MINE_COUNT

NODES = 2_000  #: limit of the search for disjoint clues


class _Part(NamedTuple):
    """Cells that hold at least ``number`` mines (or safe cells): those of a clue or of a derived
    count, without some ``used`` known cells."""

    mask: int
    number: int
    limit: Clue | Bound
    used: int


def offer_mine_count(deduction: Deduction, target: int | None = None) -> bool:
    """Offer steps from the number of mines that settle a cell, or without a cell, any
    contradiction.

    The region must have all hidden cells of the position. Returns whether a step was found.
    """
    offered = False
    for mine in (False, True):
        step = _step(deduction, target, mine)
        if step is not None:
            deduction.offer(step)
            offered = True
    return offered


def _step(deduction: Deduction, target: int | None, mine: bool) -> Draft | None:
    """Return a step that proves the target a mine or safe, or finds a contradiction."""
    region = deduction.region
    size, left = len(region.cells), region.position.mines_left
    goal = size - left if mine else left  # the number of cells of the other kind
    if target is None:
        goal += 1
    known = deduction.safe if mine else deduction.mines
    banned = 0 if target is None else 1 << target
    parts = []
    limits: list[Clue | Bound] = [*region.clues, *deduction.derived]
    for limit in limits:
        if not limit.mask & banned:
            part = _part(deduction, limit, mine, deduction.safe | deduction.mines)
            if part.mask and part.number > 0:
                parts.append(part)
    # Clues before counts, which are dearer; the sort is stable.
    parts.sort(key=lambda part: (-part.number, part.mask.bit_count()))
    chosen = _disjoint(parts, goal - known.bit_count())
    return None if chosen is None else _draft(deduction, chosen, goal, target, mine)


def _part(deduction: Deduction, limit: Clue | Bound, mine: bool, without: int) -> _Part:
    """Return a clue or a count as a part, ``without`` some known cells."""
    used = limit.mask & without
    mask = limit.mask & ~used
    known = (used & deduction.mines).bit_count()
    low, high = (limit.mines, limit.mines) if isinstance(limit, Clue) else limit[1:]
    return _Part(mask, mask.bit_count() - high + known if mine else low - known, limit, used)


def _disjoint(parts: list[_Part], goal: int) -> list[_Part] | None:
    """Return disjoint parts that together hold at least ``goal``, preferring few clues."""
    most = [0] * (len(parts) + 1)
    for i in range(len(parts) - 1, -1, -1):
        most[i] = most[i + 1] + parts[i].number
    nodes = NODES

    def search(start: int, covered: int, held: int, depth: int) -> list[_Part] | None:
        nonlocal nodes
        if held >= goal:
            return []
        for i in range(start, len(parts) if depth else start):
            nodes -= 1
            if held + min(most[i], depth * parts[i].number) < goal or nodes < 0:
                return None
            part = parts[i]
            if part.mask & covered:
                continue
            rest = search(i + 1, covered | part.mask, held + part.number, depth - 1)
            if rest is not None:
                return [part, *rest]
        return None

    for depth in range(len(parts) + 1):
        disjoint = search(0, 0, 0, depth)
        if disjoint is not None or nodes < 0:
            return disjoint
    return None


def _draft(
    deduction: Deduction, chosen: list[_Part], goal: int, target: int | None, mine: bool
) -> Draft:
    """Return the step with these parts and the known cells, replacing the latter by clues where
    possible."""
    kind, other = deduction.mines, deduction.safe
    if mine:
        kind, other = other, kind
    parts: list[_Part] = []
    covered = 0
    reserved = sum(part.mask for part in chosen)  # their masks have no common bit
    for part in chosen:
        elsewhere = covered | reserved & ~part.mask
        if isinstance(part.limit, Bound):  # as its step concludes it, or weaker
            elsewhere |= part.used
        parts.append(_part(deduction, part.limit, mine, elsewhere))
        covered |= parts[-1].mask
    barred = 0 if target is None else 1 << target
    singles = []
    for clue in sorted(deduction.region.clues, key=lambda clue: -(clue.mask & kind).bit_count()):
        settled = not clue.mask & ~(kind | other)
        if settled and clue.mask & kind and not clue.mask & (barred | covered):
            singles.append(_part(deduction, clue, mine, 0))
            covered |= clue.mask
    while True:
        masks = _covered(parts) | _covered(singles)
        spare = kind & ~masks
        held = sum(part.number for part in (*parts, *singles))
        while held + spare.bit_count() > goal and spare:
            spare &= spare - 1
        used = spare | _used(parts)
        known = 0  # the conclusions of steps that are used anyway
        for source in {deduction.source[bit] for bit in bits(used)}:
            known |= source.safe if mine else source.mines
        kept = [part for part in singles if part.mask & kind & ~known]
        if len(kept) == len(singles):
            break
        singles = kept
    parts += singles
    parts.sort(key=lambda part: isinstance(part.limit, Bound))
    covered = _covered(parts) | spare
    step = Draft(
        "mine count",
        tuple(part.limit for part in parts if isinstance(part.limit, Clue)),
        MINE_COUNT + CLUE * len(parts),
        used & deduction.safe,
        used & deduction.mines,
        tuple(part.limit for part in parts if isinstance(part.limit, Bound)),
        mine_count=True,
        counts_safe=mine,
        parts=tuple(part.mask for part in parts),
    )
    rest = (1 << len(deduction.region.cells)) - 1 & ~covered & ~used
    if target is None:
        step.contradiction = True
    elif mine:
        step.mines = rest
    else:
        step.safe = rest
    return step


def _covered(parts: list[_Part]) -> int:
    """Return the cells of some parts."""
    covered = 0
    for part in parts:
        covered |= part.mask
    return covered


def _used(parts: list[_Part]) -> int:
    """Return the known cells that some parts exclude."""
    used = 0
    for part in parts:
        used |= part.used
    return used
