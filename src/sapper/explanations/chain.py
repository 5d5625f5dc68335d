"""Makes the steps of an explanation from those of a search: only the steps that the cell needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sapper.explanations.drafts import Draft
from sapper.explanations.narrowing import Known, narrowed
from sapper.explanations.patterns import pattern
from sapper.explanations.region import Region, bits
from sapper.explanations.steps import Count, Step, Supposition
from sapper.explanations.words import text


def chain(region: Region, last: Draft, target: int) -> tuple[Step, ...]:
    """Return the steps that end with the last one and conclude the bit ``target``, in an order in
    which each can be followed."""
    drafts = sorted((*last.support, last), key=lambda step: step.serial)
    return _steps(region, narrowed(drafts, target))


def _steps(region: Region, drafts: Sequence[Draft]) -> tuple[Step, ...]:
    known = Known({}, {})
    steps: list[Step] = []
    for draft in drafts:
        steps.append(_step(region, draft, known))
        known.conclude(draft, len(steps) - 1)
    return tuple(steps)


def _step(region: Region, draft: Draft, known: Known) -> Step:
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
    suppose = None
    if draft.supposed is not None:
        bit, mine = draft.supposed
        suppose = Supposition(grid.cell(cells[bit]), mine)
    return Step(
        draft.technique,
        text(region, draft, concluded),
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
        steps=_steps(region, draft.inner) if draft.inner else (),
        contradiction=draft.contradiction,
        cost=draft.cost,
        pattern=pattern(region, draft),
    )
