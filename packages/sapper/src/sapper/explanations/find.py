"""Finds the cheapest explanation of a certain cell, searching nearby and with simple techniques
first.

A chain that needs a clue more than ``hops`` away from the cell has at least ``hops + 2`` steps of
cost 1 or more, so a cheaper chain within that distance is optimal. The number of mines and
suppositions are tried only if nothing simpler settles the cell, except near the end of a game,
where counting the mines is often simplest.

The steps under a supposition are steps of the same kinds, found by the same search. If they find no
contradiction, a second supposition is made under the first; if that finds none within its budget,
the certificate remains: a minimal set of clues that contradict the supposition all at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Literal

from sapper.errors import BudgetError
from sapper.explanations.chain import irredundant, narrowed
from sapper.explanations.deduction import Deduction
from sapper.explanations.mine_count import offer_mine_count, settle_singles
from sapper.explanations.region import Draft, Region, around, bits, whole
from sapper.explanations.steps import (
    CERTIFICATE,
    CLUE,
    DERIVED,
    MINE_COUNT,
    ONE_CLUE,
    PART,
    SUPPOSE,
)
from sapper.game import Position
from sapper.inference.constraints import constraints
from sapper.inference.proof import MinimalProof, minimal_proof

MAX_PROPAGATIONS = 100_000  #: budget for the clues of a certificate


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
    if under.refuted is None:
        return None
    return _supposed(
        deduction, bit, mine, narrowed(_above(deduction, under.refuted), None), SUPPOSE
    )


def either_way(deduction: Deduction, bit: int, mine: bool) -> Draft | None:
    """Return the cheapest step that settles a cell in two cases: whether a cell beside it is a mine
    or safe.

    It is written as a supposition: were the cell the opposite, the first case would contradict
    that, and so would the second.
    """
    best: Draft | None = None
    beside = {
        b
        for number in deduction.region.touching[bit]
        for b in bits(deduction.region.clues[number].mask)
    }
    for other in sorted(beside - {bit} - set(deduction.source)):
        cases: list[list[Draft]] = []
        for value in (True, False):
            under = deduction.fork(other, value)
            last = under.run(bit)
            if (
                last is None
                or last.contradiction
                or not (last.mines if mine else last.safe) >> bit & 1
            ):
                break
            cases.append(_case(deduction, last, bit))
        if len(cases) == 2:
            first = _supposed(deduction, other, False, cases[0], 0.0, "first case")
            step = _supposed(deduction, bit, mine, [first, *cases[1]], SUPPOSE, "either way")
            if best is None or step.cost < best.cost:
                best = step
    return best


def _case(deduction: Deduction, last: Draft, bit: int) -> list[Draft]:
    """Return the steps of a case, whose last contradicts that the cell were the opposite."""
    *steps, last = narrowed(_above(deduction, last), bit)
    return [*steps, replace(last, safe=0, mines=0, bounds=(), contradiction=True, told=last)]


def _above(deduction: Deduction, last: Draft) -> list[Draft]:
    """Return the steps under a supposition on which the last one rests, and that one."""
    steps = [step for step in (*last.support, last) if step.level > deduction.level]
    return sorted(steps, key=lambda step: step.serial)


def _supposed(
    deduction: Deduction,
    bit: int,
    mine: bool,
    steps: Sequence[Draft],
    cost: float,
    role: Literal["", "either way", "first case"] = "",
) -> Draft:
    """Return the supposition that a cell is the opposite, which steps refute."""
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
        cost + sum(step.cost for step in steps),
        safe,
        mines,
        tuple(dict.fromkeys(bounds)),
        safe=0 if mine else 1 << bit,
        mines=1 << bit if mine else 0,
        mine_count=any(step.mine_count for step in steps),
        supposed=(bit, not mine),
        inner=tuple(steps),
        signs=tuple(dict.fromkeys(sign for step in steps for sign in step.signs)),
        role=role,
    )


def certificate(deduction: Deduction, bit: int, mine: bool) -> Draft:
    """Return a minimal set of clues that prove a cell a mine, or safe, as one supposition."""
    region, cell = deduction.region, deduction.region.cells[bit]
    try:
        proof = minimal_proof(region.position, cell, mine, propagations=MAX_PROPAGATIONS)
    except BudgetError:
        proof = None
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


HOPS = (1, 3, 6, 12)
NEAR_HOPS = 4  #: hops within which derived counts and suppositions are tried first
LAST_SAFE_CELLS = 24  #: safe cells up to which the mines are counted before dearer chains
FEW_MINES = 4  #: mines left up to which none of them has to be left out of a count
MAX_TRIES = 30  #: maximum number of suppositions per cell
MAX_NESTED = 12  #: maximum number of cells for second suppositions
MAX_HIDDEN = 4_000  #: maximum number of hidden cells of a board that is searched whole
#: Maximum number of comparisons in a search with suppositions, near the cell and on the whole
#: board: about 40 and 120 milliseconds.
NEAR_WORK = 4_000
WHOLE_WORK = 13_000

Found = tuple[Region, Draft]
Certain = Callable[[], Mapping[int, bool]]
Given = Mapping[int, bool]
NOTHING: Given = {}


def cheapest(
    position: Position, index: int, mine: bool, certain: Certain, given: Given = NOTHING
) -> Found:
    """Return the step that settles a cell, with its support, and the region that its masks refer
    to.

    - ``mine``: whether the cell is a mine, or safe.
    - ``certain``: returns whether each certain cell is a mine, by index; called only if nothing
      simple settles the cell.
    - ``given``: what is known before, by index.
    """
    best = _nearby(position, index, given)
    if best is None or best[1].total >= 2 * DERIVED:
        best = _better(best, _with_counts(position, index, given))
    safe_left = len(position.hidden_indices) - position.mines_left
    if safe_left <= LAST_SAFE_CELLS and (best is None or best[1].total > MINE_COUNT + PART):
        if position.mines_left <= FEW_MINES or not safe_left:
            best = _better(
                best, _by_counting_mines(Deduction(whole(position), given), index, certain)
            )
        best = _better(best, _by_counting_mines(_last(position, given), index, certain))
    if best is not None:
        return best
    near = around(position, index, NEAR_HOPS)[0]
    deduction = Deduction(near, given, bounds=True, work=NEAR_WORK)
    best = _by_supposing(deduction, index, certain, total=False)
    if best is None and len(position.hidden_indices) <= MAX_HIDDEN:
        deduction = _last(position, given, bounds=True, work=WHOLE_WORK)
        best = (
            _by_counting_mines(deduction, index, certain)
            or _by_supposing(deduction, index, certain, total=True)
            or _by_supposing(deduction, index, certain, total=True, nested=MAX_NESTED)
        )
    if best is not None:
        return best
    deduction = Deduction(near, NOTHING)
    step = certificate(deduction, near.bits[index], mine)
    deduction.offer(step)
    return near, step


def simplest(position: Position, certain: Mapping[int, bool]) -> tuple[int, Found] | None:
    """Return a safe cell and the step that settles it with derived counts near it, or else by
    counting the mines; None if neither is enough.

    ``certain`` says of each certain cell whether it is a mine. Single clues and pairs must have
    nothing left to conclude. This is much faster than to ask ``cheapest`` about every cell.
    """
    found: dict[int, Found] = {}
    best: Found | None = None
    for index in (index for index, mine in certain.items() if not mine):
        near = _with_counts(position, index, NOTHING, best)
        if near is not None and _better(best, near) is near:
            best = found[index] = near
    if best is not None:
        return next((index, near) for index, near in found.items() if near is best)
    few = position.mines_left <= FEW_MINES
    deduction = Deduction(whole(position), NOTHING) if few else _last(position, NOTHING)
    deduction.run()
    known = deduction.safe
    for bit in _unsettled(deduction, certain):
        if bit not in deduction.source and offer_mine_count(deduction, bit):
            deduction.run()
        for safe in bits(deduction.safe & ~known):
            return deduction.region.cells[safe], (deduction.region, deduction.source[safe])
    return None


def _nearby(position: Position, index: int, given: Given) -> Found | None:
    """Return the cheapest chain of single clues and pairs of clues."""
    best = None
    for hops in HOPS:
        region, complete = around(position, index, hops)
        deduction = Deduction(region, given)
        step = _sharing(deduction, deduction.run(region.bits[index]))
        best = None if step is None else (region, step)
        if complete or (step is not None and step.total <= (hops + 2) * ONE_CLUE):
            break
    return best


def _with_counts(
    position: Position, index: int, given: Given, best: Found | None = None
) -> Found | None:
    """Return a chain with derived counts; none that is dearer than the ``best`` one so far."""
    region, _ = around(position, index, NEAR_HOPS)
    deduction = Deduction(region, given, bounds=True)
    limit = inf if best is None else best[1].total
    step = _sharing(deduction, deduction.run(region.bits[index], limit))
    return None if step is None else (region, step)


def _sharing(deduction: Deduction, last: Draft | None) -> Draft | None:
    """Return the last step with a cheaper chain, if one comes of steps that conclude what others
    have concluded before them, and share more with the rest of the chain."""
    if last is None or len(last.support) < 2:
        return last
    used = last.used_safe | last.used_mines
    for draft in last.support:
        used |= draft.used_safe | draft.used_mines
    for other in deduction.others:
        if (other.safe | other.mines) & used and other.total + last.cost < last.total:
            more = {*last.support, *other.support, other}
            fewer = irredundant([*sorted(more, key=lambda draft: draft.serial), last])
            total = sum(draft.cost for draft in fewer)
            if total < last.total:
                last.support, last.total = frozenset(fewer[:-1]), total
                serials = sorted(draft.serial for draft in fewer)
                for draft, serial in zip(fewer, serials, strict=True):
                    draft.serial = serial  # in an order in which each follows from those before it
    return last


def _last(
    position: Position, given: Given, *, bounds: bool = False, work: float = inf
) -> Deduction:
    """Return a deduction on the whole board that begins with what single clues settle."""
    deduction = Deduction(whole(position), given, bounds=bounds, work=work)
    settle_singles(deduction)
    return deduction


def _by_counting_mines(deduction: Deduction, index: int, certain: Certain) -> Found | None:
    region = deduction.region
    target = region.bits[index]
    deduction.run(target, limit=MINE_COUNT)
    if target not in deduction.source:
        offer_mine_count(deduction, target)
    deduction.run(target)
    for bit in _unsettled(deduction, certain()):
        if target in deduction.source:
            break
        if bit not in deduction.source and offer_mine_count(deduction, bit):
            deduction.run(target)
    step = deduction.source.get(target)
    counts = step is not None and any(one.mine_count for one in (step, *step.support))
    return (region, step) if step is not None and counts else None


def _by_supposing(
    deduction: Deduction, index: int, certain: Certain, *, total: bool, nested: int = 0
) -> Found | None:
    region = deduction.region
    deduction.run()
    target = region.bits[index]
    cases = None
    if target not in deduction.source and not nested:
        cases = either_way(deduction, target, certain()[index])
    if cases is not None:
        deduction.offer(cases)
    while target not in deduction.source:
        progress = cases is not None
        for bit in [target, *_unsettled(deduction, certain())][:MAX_TRIES]:
            if deduction.exhausted:
                return None
            others = [b for b in range(len(region.cells)) if b not in deduction.source and b != bit]
            step = supposition(
                deduction, bit, certain()[region.cells[bit]], total=total, nested=others[:nested]
            )
            if step is not None:
                deduction.offer(step)
                progress = True
                if nested:
                    break
        if not progress:
            return None
        deduction.run(target)
    return region, deduction.source[target]


def _unsettled(deduction: Deduction, certain: Mapping[int, bool]) -> list[int]:
    """Return the bits of certain cells that are not yet settled."""
    cells = deduction.region.cells
    return [b for b in range(len(cells)) if b not in deduction.source and cells[b] in certain]


def _better(one: Found | None, other: Found | None) -> Found | None:
    if one is None or other is None:
        return one or other
    return other if other[1].total < one[1].total else one
