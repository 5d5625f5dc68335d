"""Steps from signs of gold: since no mine touches gold, cells are safe where gold must lie.

A sign gives the number of gold in some hidden cells. Mines and their neighbours hold none, nor do
neighbours of a clue that shows no gold. If at least ``n`` of the remaining cells hold gold, and
fewer than ``n`` of them are neither a given cell nor adjacent to it, that cell is safe.
"""

from __future__ import annotations

from collections.abc import Iterator

from sapper.explanations.drafts import Draft
from sapper.explanations.region import GoldLimit, Region, bits
from sapper.explanations.steps import CLUE, DERIVED, MINE_COUNT, ONE_CLUE, TWO_CLUES, Technique


def steps(region: Region, mines: int, safe: int, near: int = -1) -> Iterator[Draft]:
    """Yield the steps from signs that settle a cell not yet known to be ``safe``.

    - ``mines``, ``safe``: the known cells.
    - ``near``: restricts the signs to those that count a cell of this mask.
    """
    for sign in region.signs:
        if sign.low > 0 and sign.mask & near:
            yield from _of_sign(region, sign, mines, safe)


def _of_sign(region: Region, sign: GoldLimit, mines: int, safe: int) -> Iterator[Draft]:
    """Yield steps from a sign that needs gold, alone and then combined with other signs."""
    others = [other for other in region.signs if other != sign and other.mask & sign.mask]
    none = [other for other in others if not other.high]
    some = [other for other in others if other.high]
    attempts = [[sign], [sign, *none], *([sign, *none, other] for other in some)]
    if sign.total and len(some) > 1:
        attempts.append([sign, *none, *some])
    known = 0
    for attempt in attempts:
        goal = _safe(region, attempt, mines)
        if goal is None or goal & ~(safe | known):
            yield _step(region, attempt, mines, goal)
            known |= -1 if goal is None else goal


def gold_left(region: Region, signs: list[GoldLimit], mines: int) -> tuple[int, int]:
    """Return the cells that may still hold the gold of the first sign, and the amount that they
    must hold.

    The other signs limit what their cells hold; each cell is subtracted once.
    """
    first, *others = signs
    rest, need = first.mask, first.low
    for bit in bits(mines):
        rest &= ~region.near(bit)
    for other in others:
        shared = rest & other.mask
        if other.high < shared.bit_count():
            need -= other.high
            rest &= ~shared
    return rest, need


def _safe(region: Region, signs: list[GoldLimit], mines: int) -> int | None:
    """Return the cells that gold makes safe; None if there is no room for it."""
    rest, need = gold_left(region, signs, mines)
    if need <= 0:
        return 0
    if rest.bit_count() < need:
        return None
    around = 0
    for bit in bits(rest):
        around |= region.near(bit)
    return sum(1 << b for b in bits(around) if (rest & ~region.near(b)).bit_count() < need)


def _step(region: Region, signs: list[GoldLimit], mines: int, goal: int | None) -> Draft:
    """Return the step that proves the goal, with the signs and known mines that it needs."""

    def enough(fewer: list[GoldLimit], used: int) -> bool:
        safe = _safe(region, fewer, used)
        return safe is None or (goal is not None and not goal & ~safe)

    for other in signs[1:]:
        fewer = [sign for sign in signs if sign != other]
        if enough(fewer, mines):
            signs = fewer
    near = 0
    for bit in bits(signs[0].mask):
        near |= region.near(bit)
    used = mines & near
    for bit in bits(used):
        if enough(signs, used & ~(1 << bit)):
            used &= ~(1 << bit)
    count = len(signs) - signs[0].total
    technique: Technique = "derived counts"
    cost = DERIVED + CLUE * (count - 2)
    if any(sign.total for sign in signs):
        cost = MINE_COUNT + CLUE * count
    elif count < 3:
        technique = "one clue" if count == 1 else "two clues"
        cost = ONE_CLUE if count == 1 else TWO_CLUES
    return Draft(
        technique,
        (),
        cost,
        used_mines=used,
        safe=goal or 0,
        contradiction=goal is None,
        signs=tuple(signs),
    )
