"""Steps from signs of gold: no mine touches gold, so wherever gold must lie, cells are safe.

A sign says how much gold some hidden cells hold. Cells that are mines or touch one hold none, nor
do those of a clue that shows no gold. If at least ``n`` of the cells that remain hold gold, and
fewer than ``n`` of them are apart from a cell, then gold touches that cell, and it is safe.
"""

from __future__ import annotations

from collections.abc import Iterator

from sapper.errors import listed
from sapper.explanations.region import Draft, GoldLimit, Region, bits
from sapper.explanations.sentences import MAX_LISTED, Sentences, cells, mines_are, safe, spelt
from sapper.explanations.steps import CLUE, DERIVED, MINE_COUNT, ONE_CLUE, TWO_CLUES, Technique


def steps(region: Region, mines: int, safe: int, near: int = -1) -> Iterator[Draft]:
    """Yield the steps from signs that settle a cell not yet known to be ``safe``.

    - ``mines``, ``safe``: what is known.
    - ``near``: only signs that count a cell of this mask.
    """
    for sign in region.signs:
        if sign.low > 0 and sign.mask & near:
            yield from _of_sign(region, sign, mines, safe)


def _of_sign(region: Region, sign: GoldLimit, mines: int, safe: int) -> Iterator[Draft]:
    """Yield steps from a sign that needs gold: alone, then beside other signs."""
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
    """Return the cells that may still hold the gold of the first sign, and how much they must.

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
    """Return the cells that are safe because of gold; None if it has no place."""
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


def sentence(say: Sentences) -> str:
    """Return the words of a step from signs of gold."""
    draft, region = say.draft, say.region
    first, *others = draft.signs
    rest, need = gold_left(region, list(draft.signs), draft.used_mines)
    parts = [_need(say, first)]
    barred = 0
    for bit in bits(draft.used_mines):
        barred |= region.near(bit) & first.mask
    if barred:
        mined = f"{say.cells(draft.used_mines)} {mines_are(draft.used_mines)}"
        parts.append(f"{mined}. Gold never touches a mine, so none is {_or(say, barred)}.")
    none = [other for other in others if not other.high]
    without = 0
    for other in none:
        without |= other.mask & first.mask & ~barred
    if without:
        verbs = ("touches no gold", "touch no gold")
        if region.position.rules.signs == "marks":
            verbs = ("has no mark", "have no mark")
        parts.append(
            f"{_named(say, none)} {verbs[len(none) > 1]}, so no gold is {_or(say, without)}."
        )
    covered = barred | without
    for other in others:
        shared = other.mask & first.mask & ~covered
        if other.high:
            most = f"so at most {spelt(other.high)} of these is {_or(say, shared)}"
            left = f"{first.low} − {other.high} = {first.low - other.high}"
            parts.append(f"{_need(say, other)} {most}. That leaves {left} for other cells.")
            covered |= shared
    if draft.contradiction:
        place = f"only {say.cells(rest)} is left" if rest else "no cell is left"
        return f"{' '.join(parts)} But then {place} for {_pieces(need)}."
    return " ".join([*parts, *_gold_there(say, rest, need)])


def _gold_there(say: Sentences, rest: int, need: int) -> Iterator[str]:
    """Say that some cells hold gold, and which cells are safe therefore."""
    target, size = say.safe, say.safe.bit_count()
    places, listable = rest.bit_count(), rest.bit_count() <= MAX_LISTED
    it_is = "it is" if size == 1 else "they are"
    if places == need:
        where = say.cells(rest) if listable else f"these {cells(places)}"
        yield f"only {where} can hold {'it, so it is' if need == 1 else 'them, so they are'} there."
        named = f"{say.cells(target)} {safe(target)}"
        if size > MAX_LISTED:
            around = cells((target & ~rest).bit_count(), "hidden")
            named = f"{where} and the {around} around {'it' if need == 1 else 'them'} are safe"
        yield f"no mine lies on gold or touches it, so {named}."
        return
    who = say.cells(target) if size == 1 else f"each of {say.cells(target)}"
    if need == 1:
        where = f"at {say.cells(rest, 'or')}" if listable else f"in one of {cells(places)}"
        yield f"so there is gold {where}."
        yield f"wherever it is, {who} holds it or touches it. No mine does, so {it_is} safe."
        return
    away = max((rest & ~say.region.near(bit)).bit_count() for bit in bits(target))
    among = say.cells(rest) if listable else cells(places, "hidden")
    few = (
        "none of these is"
        if not away
        else f"only {spelt(away)} of these {'is' if away == 1 else 'are'}"
    )
    yield f"they lie in {among}, and {few} away from {who}."
    yield f"so there is gold on {who} or beside it, and no mine: {it_is} safe."


def _pieces(number: int) -> str:
    return "one piece of gold" if number == 1 else f"{spelt(number)} pieces of gold"


def _or(say: Sentences, mask: int) -> str:
    size = mask.bit_count()
    return f"at {say.cells(mask, 'or')}" if size <= MAX_LISTED else f"in {cells(size)} of these"


def _need(say: Sentences, sign: GoldLimit) -> str:
    """Say what a sign tells of gold that is still hidden."""
    position = say.region.position
    if sign.total:
        return f"{_pieces(sign.low)} {'is' if sign.low == 1 else 'are'} left."
    clue = say.clue(sign.clue)
    if position.rules.signs != "counts":
        wide = position.rules.signs == "wide-marks"
        beside = "touches it" if wide else "shares a side with it"
        return f"{clue} is marked: gold lies on a cell that {beside}."
    shown = position.signs[sign.clue]
    still = f", and {spelt(sign.low)} of them {'is' if sign.low == 1 else 'are'} still hidden"
    still = "" if shown == sign.low else still
    return f"{clue} touches {_pieces(shown)}{still}."


def _named(say: Sentences, signs: list[GoldLimit]) -> str:
    return listed(say.clue(sign.clue) for sign in signs) if len(signs) < 5 else "the other clues"
