"""Proof by contradiction: suppose a cell is the opposite of what it is, and see a clue fail.

The steps under a supposition are steps of the same kinds, found by the same search. If they find no
contradiction, a second supposition is made under the first; if that finds none within its budget,
the certificate remains: a minimal set of clues that contradict the supposition all at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from sapper.errors import BudgetError
from sapper.explanations.deduction import Deduction
from sapper.explanations.drafts import Draft
from sapper.explanations.mine_count import offer_mine_count
from sapper.explanations.narrowing import narrowed
from sapper.explanations.region import around
from sapper.explanations.steps import CERTIFICATE, CLUE, SUPPOSE
from sapper.game import Position
from sapper.inference.constraints import constraints
from sapper.inference.gold import has_signs
from sapper.inference.proof import MinimalProof, because

PROPAGATIONS = 100_000  #: budget for the clues of a certificate
HOPS = (2, 4, 8)  #: between the cell and the clues among which a certificate is sought first


def supposition(
    deduction: Deduction, bit: int, mine: bool, *, total: bool, nested: Iterable[int] = ()
) -> Draft | None:
    """Return the step that supposes the opposite of what a cell is, if that leads to a
    contradiction.

    - ``deduction``: what is known before, with nothing left to conclude.
    - ``bit``, ``mine``: the cell, and what it is.
    - ``total``: whether the number of mines may contradict, too; the region is the whole board.
    - ``nested``: cells on which a second supposition may be made.
    """
    under = deduction.fork(bit, not mine)
    under.run()
    if under.refuted is None and total and offer_mine_count(under):
        under.run()
    for other in nested:
        if under.refuted is not None:
            break
        for value in (False, True):
            if other in under.source or under.refuted is not None:
                break
            step = supposition(under, other, value, total=total)
            if step is not None:
                under.offer(step)
                under.run()
    return None if under.refuted is None else _step(deduction, under.refuted, bit, mine)


def _step(deduction: Deduction, last: Draft, bit: int, mine: bool) -> Draft:
    """Return the supposition that ends with a contradiction."""
    level = deduction.level
    steps = [step for step in (*last.support, last) if step.level > level]
    steps = narrowed(sorted(steps, key=lambda step: step.serial), None)
    known = safe = mines = 0
    bounds = []
    for step in steps:
        safe |= step.used_safe & deduction.safe & ~known
        mines |= step.used_mines & deduction.mines & ~known
        bounds += [bound for bound in step.used_bounds if bound in deduction.derived]
        known |= step.safe | step.mines
    clues = dict.fromkeys(clue for step in steps for clue in step.clues)
    return Draft(
        "suppose",
        tuple(clues),
        SUPPOSE + sum(step.cost for step in steps),
        safe,
        mines,
        tuple(dict.fromkeys(bounds)),
        safe=0 if mine else 1 << bit,
        mines=1 << bit if mine else 0,
        mine_count=any(step.mine_count for step in steps),
        supposed=(bit, not mine),
        inner=tuple(steps),
        signs=tuple(dict.fromkeys(sign for step in steps for sign in step.signs)),
    )


def certificate(deduction: Deduction, bit: int, mine: bool) -> Draft:
    """Return a minimal set of clues that prove a cell a mine, or safe, as one supposition."""
    region = deduction.region
    proof = _proof(region.position, region.cells[bit], mine)
    if proof is None:
        proof = MinimalProof(tuple(c.clue for c in constraints(region.position)), True)
    named = {*proof.clues, *proof.signs}
    clues = tuple(clue for clue in region.clues if clue.cell in named)
    last = Draft(
        "derived counts",
        clues,
        CERTIFICATE + CLUE * len(named),
        mine_count=proof.total,
        contradiction=True,
        level=deduction.level + 1,
        certificate=proof,
    )
    return Draft(
        "suppose",
        clues,
        SUPPOSE + last.cost,
        safe=0 if mine else 1 << bit,
        mines=1 << bit if mine else 0,
        mine_count=proof.total,
        supposed=(bit, not mine),
        inner=(last,),
        certificate=proof,
    )


def _proof(position: Position, index: int, mine: bool) -> MinimalProof | None:
    """Return a minimal proof, of clues near the cell if they are enough; None if it is too hard."""
    try:
        if not has_signs(position) and position.gold is None:
            for hops in HOPS:
                near, complete = around(position, index, hops)
                clues = [clue.cell for clue in near.clues]
                proof = because(position, index, mine, among=clues, propagations=PROPAGATIONS)
                if proof is not None and not proof.total:
                    return proof
                if complete:
                    break
        return because(position, index, mine, propagations=PROPAGATIONS)
    except BudgetError:
        return None
