"""The words of steps from two limits: two clues, or counts that earlier steps have derived.

If all cells of one limit are cells of the other, the sentences say what is left for the rest of the
larger one. Otherwise they first say how many mines the shared cells hold at least, or at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sapper.errors import listed
from sapper.explanations.region import Bound, Clue, Limit, overlap, shared, without
from sapper.explanations.sentences import (
    MAX_LISTED,
    Sentences,
    both,
    cells,
    mines,
    mines_are,
    open_mines,
    safe,
    spelt,
)


class _Limit(NamedTuple):
    """A clue or a derived count; ``left`` is what it says about its cells that are not known, and
    ``held`` its known mines."""

    limit: Clue | Bound
    left: Bound
    held: int


def sentence(say: Sentences, *, named: bool) -> str:
    """Return the words of a step from two limits; ``named`` if the name of its pattern precedes
    them."""
    draft = say.draft
    used = draft.used_safe | draft.used_mines
    both_: list[Limit] = [*draft.clues, *draft.used_bounds]
    one, other = (
        _Limit(limit, without(limit, used, draft.used_mines), limit.mask & draft.used_mines)
        for limit in both_
    )
    if draft.contradiction:
        said = _contradiction(say, one, other)
    elif overlap(one.left, other.left):
        said = _overlapping(say, one, other)
    else:
        said = _within(say, *sorted((one, other), key=lambda limit: limit.left.mask.bit_count()))
    return f"{_known_safe(say, named=named)}{' '.join(said)}"


def corner_sentence(say: Sentences, *, named: bool) -> str:
    """Return the words of a step from three clues around a corner."""
    draft = say.draft
    used = draft.used_safe | draft.used_mines
    one, middle, other = (without(clue, used, draft.used_mines) for clue in draft.clues)
    names = [say.clue(clue) for clue in draft.clues]
    sides, ends = f"{names[0]} and {names[2]}", (one.mask | other.mask) & ~middle.mask
    tip = middle.mask & ~(one.mask | other.mask)
    whole = all(say.region.position.cells[c.cell] == say.left(c) for c in draft.clues)
    need = "need" if whole else "still need"
    said = []
    if draft.used_mines & ~say.supposed:
        held = draft.used_mines & ~say.supposed
        said.append(f"{say.cells(held)} {mines_are(held)}.")
    if one.high == 2:
        first, second = (say.cells(limit.mask & ~middle.mask) for limit in (one, other))
        said.append(
            f"{sides} {need} two mines each. Only one of these can be at {first}, and only one at "
            f"{second}, so each shares at least one with {names[1]}. That is all it needs: its "
            f"other cell, {say.cells(tip)}, is safe, and {say.cells(ends)} are mines."
        )
    else:
        said.append(
            f"{sides} {need} one mine each, so each shares at most one with {names[1]}, which "
            f"needs three. So its other cell, {say.cells(tip)}, is a mine, and {say.cells(ends)} "
            "are safe."
        )
    return f"{_known_safe(say, named=named)}{' '.join(said)}"


def _known_safe(say: Sentences, *, named: bool) -> str:
    """Say which cells are known to be safe: as a clause that a sentence goes on after if the name
    of a pattern precedes it, otherwise as sentences of their own."""
    known = say.draft.used_safe & ~say.supposed
    said = "leave out the " + cells(known.bit_count()) + " that are known to be safe. "
    if known.bit_count() <= MAX_LISTED:
        named &= known == say.draft.used_safe  # nothing is supposed
        where = say.cells(known)
        said = f"with {where} safe, " if named else f"we know that {where} {safe(known)}. "
        said = said if known else ""
    if supposed := say.draft.used_safe & say.supposed:
        said = f"we supposed that {say.cells(supposed)} is safe. {said}"
    return said


def _need(say: Sentences, limit: _Limit, only: str = "") -> str:
    """Say what a clue needs: ``needs two mines``; with known ones, what it has as well."""
    assert isinstance(limit.limit, Clue)
    number, opened, held = limit.left.high, say.open_mines(limit.limit), limit.held.bit_count()
    have = [open_mines(opened)] if opened else []
    if held:
        where = f" at {say.cells(limit.held)}" if held <= MAX_LISTED else ""
        have.append(f"{'a mine' if held == 1 else mines(held)}{where}")
    if not have:
        return f"needs {only}{mines(number)}"
    return f"already has {listed(have)} and needs {only}{spelt(number)} more"


def _fact(say: Sentences, limit: _Limit, also: str = "") -> str:
    """Say what an earlier step has found about some cells."""
    assert isinstance(limit.limit, Bound)
    said = f"we {also}know that {_amount(say, limit.limit)}"
    if limit.held:
        known = f"{say.cells(limit.held)} {mines_are(limit.held)}"
        said += f". {known}, so {_amount(say, limit.left)}"
    return said


def _amount(say: Sentences, bound: Bound) -> str:
    """Say how many mines some cells hold: ``exactly one of [0, 1] and [0, 2] is a mine``."""
    mask, low, high = bound
    size = mask.bit_count()
    if size == 1:
        return f"{say.cells(mask)} {'is a mine' if low else 'is safe'}"
    number, most = f"{spelt(low)} {'or' if high == low + 1 else 'to'} {spelt(high)}", high
    if low == high:
        number = f"exactly {spelt(low)}"
    elif low == 0:
        number = f"at most {spelt(high)}"
    elif high >= size:
        number, most = f"at least {spelt(low)}", low
    return f"{number} of {say.cells(mask)} {'is a mine' if most == 1 else 'are mines'}"


def _others(limit: _Limit, rest: int) -> str:
    """Return what to call the cells of a limit beside those named before."""
    size = rest.bit_count()
    if isinstance(limit.limit, Clue):
        return "its other cell" if size == 1 else f"its {cells(size, 'other')}"
    return "the other one" if size == 1 else f"the other {spelt(size)}"


def _safe(say: Sentences, limit: _Limit, rest: int) -> str:
    """Say that the cells of a limit beside those named before are safe."""
    return f"{say.named(_others(limit, rest), rest)} {safe(rest)}."


def _settles(say: Sentences, limit: _Limit, taken: Bound, rest: int) -> str:
    """Say what is left for the ``rest`` of a limit, if its other cells have the mines ``taken``."""
    own, others = limit.left, _others(limit, rest)
    if rest & say.mines:
        left = _minus(own.low, taken.high)
        return f"that leaves {left} for {others}: {say.cells(rest)} {mines_are(rest)}."
    wanted = next(bound for bound in say.draft.bounds if bound.mask == rest)
    if wanted.low == wanted.high:
        left = _minus(own.low, taken.high)
    elif wanted.high < rest.bit_count():
        left = f"at most {_minus(own.high, taken.low)}"
    else:
        left = f"at least {_minus(own.low, taken.high)}"
    return f"that leaves {left} for {others}: {_amount(say, wanted)}."


def _minus(number: int, taken: int) -> str:
    return f"{number} − {taken} = {number - taken}" if taken else f"{number}"


def _within(say: Sentences, inner: _Limit, outer: _Limit) -> Iterator[str]:
    """Yield the sentences of a step in which all cells of one limit are cells of the other."""
    own, rest = inner.left, outer.left.mask & ~inner.left.mask
    if isinstance(inner.limit, Clue):
        yield f"{say.clue(inner.limit)} {_need(say, inner)}, {say.among(own.mask, own.high)}."
    else:
        yield f"{_fact(say, inner)}."
    if rest & say.safe:
        if isinstance(outer.limit, Clue):
            same = "the same one" if own.low == 1 else "the same ones"
            yield f"{_again(say, outer, own.mask, 'only ')}, which must be {same}."
        else:
            yield f"{_fact(say, outer, 'also ')}."
        yield f"so {_safe(say, outer, rest)}"
        return
    yield f"{_again(say, outer, own.mask)}."
    if rest & say.mines or any(bound.mask == rest for bound in say.draft.bounds):
        yield _settles(say, outer, own, rest)
    for bound in say.draft.bounds:
        if bound.mask == own.mask:
            sums = _minus(outer.left.low, rest.bit_count())
            where = "elsewhere" if isinstance(outer.limit, Clue) else "among the others"
            room = f"there is room for only {spelt(rest.bit_count())} {where}"
            yield f"{room}, so at least {sums} is here: {_amount(say, bound)}."


def _overlapping(say: Sentences, one: _Limit, other: _Limit) -> Iterator[str]:
    """Yield the sentences of a step in which each limit has cells that the other has not."""
    both_ = shared(one.left, other.left)
    concluded = {bound.mask for bound in say.draft.bounds}
    said = False
    for limit, beside in ((one, other), (other, one)):  # whose other cells hold many mines
        rest = limit.left.mask & ~both_.mask
        if rest & say.mines or (rest in concluded and not _few(limit, both_, rest)):
            yield _at_most(say, beside, both_)
            yield f"{_again(say, limit, both_.mask)}."
            yield _settles(say, limit, both_, rest)
            said = True
    for limit, beside in ((one, other), (other, one)):  # whose other cells hold few
        rest = limit.left.mask & ~both_.mask
        if rest & say.safe and said and isinstance(limit.limit, Clue):
            hold = "holds" if both_.mask.bit_count() == 1 else "hold"
            all_ = "the mine" if both_.low == 1 else f"{both(both_.low)} mines"
            yield f"then {say.cells(both_.mask)} {hold} {all_} of {say.again(limit.limit)}."
            yield f"so {_safe(say, limit, rest)}"
        elif rest & say.safe:
            yield _at_least(say, beside, both_)
            only = "only " if isinstance(limit.limit, Clue) else "also "
            yield f"{_again(say, limit, both_.mask, only)}."
            yield f"so {_safe(say, limit, rest)}"
        elif rest in concluded and _few(limit, both_, rest):
            yield _at_least(say, beside, both_)
            yield f"{_again(say, limit, both_.mask)}."
            yield _settles(say, limit, both_, rest)
        else:
            continue
        said = True
    if both_.mask & (say.safe | say.mines) or both_.mask in concluded:
        if not said and both_.low:
            yield _at_least(say, max(one, other, key=lambda x: _surely(x.left, both_.mask)), both_)
        if not said and both_.high < both_.mask.bit_count():
            yield _at_most(say, min(one, other, key=lambda limit: limit.left.high), both_)
        yield f"so {_amount(say, both_)}."


def _few(limit: _Limit, both_: Bound, rest: int) -> bool:
    """Return whether the shared cells leave fewer mines for the ``rest`` than the limit allows."""
    return limit.left.high - both_.low < min(rest.bit_count(), limit.left.high)


def _again(say: Sentences, limit: _Limit, mask: int, how: str = "") -> str:
    """Say what a limit says about cells named before; ``how`` is ``only`` or ``also``."""
    if isinstance(limit.limit, Bound):
        return _fact(say, limit, "also ")
    size, need = mask.bit_count(), _need(say, limit, how)
    these = "that cell" if size == 1 else f"{both(size)} of these cells"
    join = " and" if need.startswith("needs") else ". It"
    return f"{say.clue(limit.limit)} touches {these}{join} {need}"


def _surely(limit: Bound, mask: int) -> int:
    """Return how many mines of a limit must lie in some of its cells."""
    return limit.low - (limit.mask & ~mask).bit_count()


def _at_most(say: Sentences, limit: _Limit, both_: Bound) -> str:
    """Say that the shared cells hold at most what one limit allows."""
    most = _amount(say, Bound(both_.mask, 0, both_.high))
    if isinstance(limit.limit, Bound):
        return f"{_fact(say, limit)}. So {most}."
    return f"{say.clue(limit.limit)} {_need(say, limit)}, so {most}."


def _at_least(say: Sentences, limit: _Limit, both_: Bound) -> str:
    """Say that the shared cells hold at least what one limit cannot place elsewhere."""
    rest = limit.left.mask & ~both_.mask
    size, single = rest.bit_count(), both_.mask.bit_count() == 1
    where, verb = say.cells(both_.mask), "is a mine" if both_.low == 1 else "are mines"
    sums = f"at least {_minus(limit.left.low, size)} of"
    if isinstance(limit.limit, Bound):
        if not size:
            return f"{_fact(say, limit)}."
        even = f"Even if {say.cells(rest)} {'is one' if size == 1 else 'are'} of them"
        return f"{_fact(say, limit)}. {even}, {where if single else f'{sums} {where}'} {verb}."
    need = f"{say.clue(limit.limit)} {_need(say, limit)}"
    if not size:
        return f"{need}, {say.among(both_.mask, both_.low)}."
    room = "only one of them" if size == 1 else f"at most {spelt(size)} of them"
    elsewhere = f"{'at' if size == 1 else 'among'} {say.cells(rest)}"
    elsewhere = elsewhere if size <= MAX_LISTED else "elsewhere"
    these = where if single else f"at least {spelt(both_.low)} of {where}"
    return f"{need}. {room} can be {elsewhere}, so {these} {verb}."


def _contradiction(say: Sentences, one: _Limit, other: _Limit) -> Iterator[str]:
    both_ = shared(one.left, other.left)
    if _surely(one.left, both_.mask) != both_.low:
        one, other = other, one
    yield _at_least(say, one, both_)
    if isinstance(other.limit, Clue):
        yield f"but {_again(say, other, both_.mask, 'only ')}."
    else:
        yield f"but {_fact(say, other, 'also ')}."
    yield "that is impossible."
