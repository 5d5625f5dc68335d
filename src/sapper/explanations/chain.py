"""Turns the drafts of a search into the steps of an explanation, keeping only those that the cell
needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sapper.explanations.drafts import Bound, Draft
from sapper.explanations.patterns import pattern
from sapper.explanations.region import Region, bits
from sapper.explanations.steps import Count, Step, Supposition
from sapper.explanations.words import text


@dataclass
class Known:
    """The steps of a chain that conclude each cell and count."""

    cells: dict[int, int]
    counts: dict[Bound, int]


def chain(region: Region, last: Draft) -> tuple[Step, ...]:
    """Return the steps up to the last draft, in an order in which each can be followed."""
    steps = sorted((*last.support, last), key=lambda step: step.serial)
    return _steps(region, steps)


def _steps(region: Region, drafts: list[Draft]) -> tuple[Step, ...]:
    kept = needed(drafts)
    known = Known({}, {})
    steps: list[Step] = []
    for draft in drafts:
        if draft in kept:
            steps.append(_step(region, draft, known))
            _conclude(known, draft, len(steps) - 1)
    return tuple(steps)


def needed(drafts: list[Draft]) -> set[Draft]:
    """Return the drafts that the last one needs; a fact is attributed to the earliest draft that
    concludes it."""
    known = Known({}, {})
    uses: list[set[int]] = []
    for number, draft in enumerate(drafts):
        uses.append(_uses(known, draft))
        _conclude(known, draft, number)
    needed, waiting = set[int](), [len(drafts) - 1]
    while waiting:
        number = waiting.pop()
        if number not in needed:
            needed.add(number)
            waiting.extend(uses[number])
    return {drafts[number] for number in needed}


def _uses(known: Known, draft: Draft) -> set[int]:
    """Return the steps whose conclusions a draft uses."""
    used = {known.cells.get(bit, -1) for bit in bits(draft.used_safe | draft.used_mines)}
    used |= {known.counts.get(bound, -1) for bound in draft.used_bounds}
    return used - {-1}


def _conclude(known: Known, draft: Draft, number: int) -> None:
    for bit in bits(draft.safe | draft.mines):
        known.cells.setdefault(bit, number)
    for bound in draft.bounds:
        known.counts.setdefault(bound, number)


def _step(region: Region, draft: Draft, known: Known) -> Step:
    grid, cells = region.position.grid, region.cells

    def fresh(mask: int) -> Iterable[int]:
        return (cells[bit] for bit in bits(mask) if bit not in known.cells)

    proof = draft.certificate
    signs = [sign.clue for sign in draft.signs if not sign.total]
    gold_count = len(signs) < len(draft.signs)
    clues = [clue.cell for clue in draft.clues]
    if proof is not None:
        clues, signs, gold_count = list(proof.clues), list(proof.signs), proof.gold_total
    suppose = None
    if draft.supposed is not None:
        bit, mine = draft.supposed
        suppose = Supposition(grid.cell(cells[bit]), mine)
    return Step(
        draft.technique,
        text(region, draft),
        clues=tuple(grid.cell(i) for i in sorted({*clues, *signs})),
        signs=tuple(grid.cell(i) for i in sorted(set(signs))),
        mine_count=draft.mine_count,
        gold_count=gold_count,
        uses=tuple(sorted(_uses(known, draft))),
        safe=tuple(grid.cell(i) for i in sorted(fresh(draft.safe))),
        mines=tuple(grid.cell(i) for i in sorted(fresh(draft.mines))),
        counts=tuple(
            Count(tuple(grid.cell(i) for i in sorted(cells[b] for b in bits(mask))), low, high)
            for mask, low, high in draft.bounds
        ),
        suppose=suppose,
        steps=_steps(region, list(draft.inner)) if draft.inner else (),
        contradiction=draft.contradiction,
        cost=draft.cost,
        pattern=pattern(region, draft),
    )
