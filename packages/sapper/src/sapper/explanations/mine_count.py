"""Steps that rest on the number of mines left, and on clues that share no hidden cell.

Clues without a common cell hold the sum of their numbers, and derived counts at least their lower
bounds. If that is all the mines left, every cell outside them is safe; if they need more, that is a
contradiction. The safe cells can be counted in the same way: if those in some clues are all there
are, every cell outside them is a mine.

Nobody counts the mines that are known already. So a count leaves out all cells that single clues
settle; one step before it concludes them.
"""

from __future__ import annotations

from typing import NamedTuple

from sapper.errors import listed
from sapper.explanations.deduction import Deduction
from sapper.explanations.region import Bound, Clue, Draft, bits, settled_by_singles
from sapper.explanations.sentences import (
    MAX_LISTED,
    Sentences,
    cells,
    mines,
    mines_are,
    safe,
    spelt,
)
from sapper.explanations.steps import MINE_COUNT, ONE_CLUE, PART
from sapper.game.codes import FLAGGED, MINE

MAX_NODES = 10_000  #: limit for the search of clues without a common cell


def settle_singles(deduction: Deduction) -> None:
    """Settle all cells that single clues settle, by one step."""
    safe, mines, clues = settled_by_singles(deduction.region.clues)
    safe, mines = safe & ~deduction.given, mines & ~deduction.given
    step = Draft("derived counts", tuple(clues), ONE_CLUE, safe=safe, mines=mines)
    step.singles = step.proved = safe | mines
    step.total = step.cost
    for mask, mine in ((safe, False), (mines, True)):
        for bit in bits(mask):
            deduction.settle(bit, mine, step)


class _Part(NamedTuple):
    """Cells that hold at least ``number`` mines (or safe cells): those of a clue or of a derived
    count, without some ``used`` known cells."""

    mask: int
    number: int
    limit: Clue | Bound
    used: int


def offer_mine_count(deduction: Deduction, target: int | None = None) -> bool:
    """Offer steps from the number of mines that settle a cell, or any contradiction without one.

    The region must have all hidden cells of the position. Returns whether a step was found.
    """
    if not deduction.region.position.rules.mines_known:
        return False
    offered = False
    for mine in (False, True):
        step = _step(deduction, target, mine)
        if step is not None:
            deduction.offer(step)
            offered = True
    return offered


def _step(deduction: Deduction, target: int | None, mine: bool) -> Draft | None:
    """Return a step that proves the target a mine, or safe, or finds too many of the others."""
    region, singles = deduction.region, _singles(deduction)
    size, left = len(region.cells), region.position.mines_left
    known = deduction.safe if mine else deduction.mines
    goal = size - left if mine else left  # the number of cells of the other kind
    goal += (target is None) - (known & singles).bit_count()
    known &= ~singles
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


def _singles(deduction: Deduction) -> int:
    """Return the cells that ``settle_singles`` has settled."""
    return next((source.singles for source in deduction.source.values() if source.singles), 0)


def _part(deduction: Deduction, limit: Clue | Bound, mine: bool, without: int) -> _Part:
    """Return what a clue or a count says about its cells, ``without`` some known ones."""
    used = limit.mask & without
    mask = limit.mask & ~used
    known = (used & deduction.mines).bit_count()
    low, high = (limit.mines, limit.mines) if isinstance(limit, Clue) else limit[1:]
    return _Part(mask, mask.bit_count() - high + known if mine else low - known, limit, used)


def _disjoint(parts: list[_Part], goal: int) -> list[_Part] | None:
    """Return parts without a common cell that hold at least ``goal`` together; few clues first."""
    most = [0] * (len(parts) + 1)
    for i in range(len(parts) - 1, -1, -1):
        most[i] = most[i + 1] + parts[i].number
    nodes = MAX_NODES

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
    """Return the step with these parts, the known cells, and clues in the place of these."""
    given = _singles(deduction)
    kind, other = deduction.mines, deduction.safe
    if mine:
        kind, other = other, kind
    kind &= ~given
    parts: list[_Part] = []
    covered = 0
    reserved = sum(part.mask for part in chosen)  # their masks have no common bit
    for part in chosen:
        elsewhere = given | covered | reserved & ~part.mask
        if isinstance(part.limit, Bound):  # as the step that concludes it says it, or less
            elsewhere |= part.used
        parts.append(_part(deduction, part.limit, mine, elsewhere))
        covered |= parts[-1].mask
    barred = 0 if target is None else 1 << target
    singles = []
    for clue in sorted(deduction.region.clues, key=lambda clue: -(clue.mask & kind).bit_count()):
        settled = not clue.mask & ~(kind | other | given)
        if settled and clue.mask & kind and not clue.mask & (barred | covered):
            singles.append(_part(deduction, clue, mine, given))
            covered |= clue.mask
    while True:
        masks = _covered(parts) | _covered(singles)
        spare = kind & ~masks
        held = sum(part.number for part in (*parts, *singles))
        while held + spare.bit_count() > goal and spare:
            spare &= spare - 1
        used = spare | _used([*parts, *singles]) | (given if mine else given & deduction.mines)
        known = 0  # the conclusions of the steps that are used in any case
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
        MINE_COUNT + PART * len(parts),
        used & deduction.safe,
        used & deduction.mines,
        tuple(part.limit for part in parts if isinstance(part.limit, Bound)),
        mine_count=True,
        counts_safe=mine,
        parts=tuple(part.mask for part in parts),
        singles=given,
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
    """Return the known cells that some parts leave out."""
    used = 0
    for part in parts:
        used |= part.used
    return used


def singles_sentence(say: Sentences) -> str:
    """Return the words of the step that concludes what single clues settle."""
    draft, position = say.draft, say.region.position
    found, left = draft.mines.bit_count(), position.mines_left
    hidden = "hidden " if MINE in position.cells else ""
    of = f"{spelt(found)} of the {spelt(left)} {hidden}mines"
    if found == left:
        of = f"all {spelt(left)} {hidden}mines" if left > 1 else f"the only {hidden}mine"
    given = [of] if draft.mines else []
    given += [cells(draft.safe.bit_count(), "safe")] if draft.safe else []
    flags = {i for i, code in enumerate(position.cells) if code == FLAGGED}
    if flags and flags == {say.region.cells[bit] for bit in bits(draft.mines)}:
        given[0] += ", those with a flag"
    if draft.mines and found == left:
        return f"single numbers give {listed(given)}."
    rest = spelt(left - found) + ("" if draft.mines else " mine" if left == 1 else " mines")
    are = "is" if left - found == 1 else "are"
    return f"single numbers give {listed(given)}; {rest} {are} left."


def sentence(say: Sentences) -> str:
    """Return the words of a step that counts all mines, or all safe cells."""
    draft, count_safe = say.draft, say.draft.counts_safe
    left = say.region.position.mines_left - (draft.singles & draft.used_mines).bit_count()
    size = len(say.region.cells) - draft.singles.bit_count()
    goal = size - left if count_safe else left
    total = f"{mines(left)} {'is' if left == 1 else 'are'} left" if left else "no mine is left"
    if count_safe and (goal or not draft.singles):
        total += f" in {cells(size, 'other' if draft.singles else 'hidden')}"
    elif count_safe:
        total += f", and only {cells(size, 'other hidden')}"
    if count_safe and goal:
        total += f", so {size} − {left} = {goal} of them {'is' if goal == 1 else 'are'} safe"
    rest = draft.mines if count_safe else draft.safe
    state = "mines" if count_safe else "safe"
    many = rest.bit_count() > MAX_LISTED
    end = f"the {cells(rest.bit_count(), 'other hidden')}" if many else say.cells(rest)
    said, numbers = _parts(say)
    if not numbers:
        if draft.singles:
            return f"{total}, so {end} {mines_are(rest) if count_safe else safe(rest)}."
        return f"{total}, so all hidden cells are {state}{say.colon(rest)}."
    makes = " + ".join(map(str, numbers)) + (f" = {sum(numbers)}" if len(numbers) > 1 else "")
    apart = ", and none of these cells is shared" if count_safe else ", in different cells"
    apart = apart if len(draft.parts) > 1 else ""
    if draft.contradiction and count_safe:
        room = f"at most {size} − {sum(numbers)} = {size - sum(numbers)} of them"
        of = f"{mines(left)} {'is' if left == 1 else 'are'} left in {cells(size, 'hidden')}"
        return f"{of}. But then {said}{apart}, so {room} can be mines: too few."
    if draft.contradiction:
        return f"{total}. But then {said}{apart}. That makes {makes}, which is too many."
    makes = f": {makes}" if len(numbers) > 1 else ""
    if count_safe:
        return f"{total}. {said}{apart}{makes}. So {end} {mines_are(rest)}."
    return f"{total}. {said}{apart}{makes}. So no mine is left for {end}."


def _parts(say: Sentences) -> tuple[str, list[int]]:
    """Say how many mines (safe cells) the clues, counts and known cells have; and the numbers."""
    draft, count_safe = say.draft, say.draft.counts_safe
    clues: dict[tuple[int, bool], list[str]] = {}
    parts, numbers, covered = [], [], draft.singles
    for clue, mask in zip(draft.clues, draft.parts, strict=False):
        apart = clue.mask & ~mask
        number = clue.mines - (apart & draft.used_mines).bit_count()
        number = mask.bit_count() - number if count_safe else number
        more = apart & (draft.used_safe if count_safe else draft.used_mines)
        clues.setdefault((number, bool(more)), []).append(say.clue(clue))
        covered |= mask
    many = len(draft.clues) > MAX_LISTED  # too many to follow one by one: the board shows them
    if many:
        numbers.append(sum(number * len(names) for (number, _), names in clues.items()))
        what = (
            f"have {cells(numbers[0])} more than mines to find"
            if count_safe
            else f"need {spelt(numbers[0])}"
        )
        parts.append(f"{spelt(len(draft.clues))} clues together {what}")
    else:
        for (number, more), names in sorted(clues.items(), reverse=True):
            parts.append(_clues(names, number, more=more, count_safe=count_safe))
            numbers += [number] * len(names)
    for bound, mask in zip(draft.used_bounds, draft.parts[len(draft.clues) :], strict=True):
        held = (bound.mask & ~mask & draft.used_mines).bit_count()
        number = mask.bit_count() - bound.high + held if count_safe else bound.low - held
        numbers.append(number)
        is_ = ("is" if number == 1 else "are") + (" safe" if count_safe else "")
        mine = "" if count_safe else (" a mine" if number == 1 else " mines")
        parts.append(f"at least {spelt(number)} of {say.cells(mask)} {is_}{mine}")
        covered |= mask
    single = (draft.used_safe if count_safe else draft.used_mines) & ~covered
    if single:
        numbers.append(single.bit_count())
        size = single.bit_count()
        named = cells(size, "other") if many and size > MAX_LISTED else say.cells(single)
        if many or count_safe or draft.contradiction:
            parts.append(f"{named} {safe(single) if count_safe else mines_are(single)}")
        else:  # the mines that need no counting come first
            all_ = not parts and (draft.safe | draft.mines)
            them = ("it is" if size == 1 else "they are") if all_ else ""
            parts.insert(0, f"{them or spelt(size) + (' is' if size == 1 else ' are')} at {named}")
            numbers.insert(0, numbers.pop())
    if many and len(parts) > 1:
        return f"{parts[0]}, and {listed(parts[1:])}", numbers
    return (listed(parts) if parts else ""), numbers


def _clues(names: list[str], number: int, *, more: bool, count_safe: bool) -> str:
    """Say that each of some clues needs a number of (more) mines, or touches so many safe cells."""
    each = "" if len(names) == 1 else " each"
    amount = f"{spelt(number)} more" if more else spelt(number)
    if not count_safe:
        return f"{listed(names)} {'need' if each else 'needs'} {amount}{each}"
    return (
        f"{listed(names)}{each} {'have' if each else 'has'} {cells(number)} more than mines to find"
    )
