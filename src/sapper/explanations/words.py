"""Words steps: sentences that name the numbers and do the arithmetic."""

from __future__ import annotations

from collections.abc import Iterable

from sapper.errors import listed, plural
from sapper.explanations.drafts import Bound, Draft
from sapper.explanations.region import Clue, GoldLimit, Region, bits
from sapper.explanations.signs import gold_left
from sapper.explanations.steps import Named, Text
from sapper.game.codes import GOLD, MINE
from sapper.inference.constraints import constraints

SPELT = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
LISTED = 8  #: maximum number of cells that a sentence names


class Sentences:
    """Composes the sentences of one step; its methods return placeholders for the cells they
    name."""

    def __init__(self, region: Region, draft: Draft) -> None:
        self.region, self.draft = region, draft
        self._names: list[Named] = []
        self._places: dict[Named, str] = {}

    def text(self, template: str) -> Text:
        """Return the finished text."""
        return Text(template, tuple(self._names))

    def clue(self, clue: Clue | int) -> str:
        """Name a clue: ``the 2 at [3, 4]``."""
        index = clue.cell if isinstance(clue, Clue) else clue
        position = self.region.position
        return self._place(Named(noun(position.cells[index]), (position.grid.cell(index),)))

    def again(self, clue: Clue) -> str:
        """Name a clue that was named before: ``the 2``, if the step has no other 2."""
        code = self.region.position.cells[clue.cell]
        same = [c for c in self.draft.clues if self.region.position.cells[c.cell] == code]
        return noun(code) if len(same) == 1 else self.clue(clue)

    def cells(self, mask: int) -> str:
        """Name hidden cells, or count them if there are many."""
        indices = sorted(self.region.cells[bit] for bit in bits(mask))
        if not indices or len(indices) > LISTED:
            return f"{spelt(len(indices))} cells"
        return self._place(Named("", tuple(map(self.region.position.grid.cell, indices))))

    def _place(self, named: Named) -> str:
        if named not in self._places:
            self._places[named] = f"{{{len(self._names)}}}"
            self._names.append(named)
        return self._places[named]

    def given(self) -> str:
        """Name the known cells that the step uses; empty if it uses none."""
        safe, mines = self.draft.used_safe, self.draft.used_mines
        parts = []
        if mines:
            parts.append(f"{self.cells(mines)} {'a mine' if mines.bit_count() == 1 else 'mines'}")
        if safe:
            parts.append(f"{self.cells(safe)} safe")
        return f"with {' and '.join(parts)}, " if parts else ""

    def open_mines(self, clue: Clue) -> int:
        """Return the open mines that a clue touches."""
        position = self.region.position
        return sum(position.cells[i] == MINE for i in position.grid.neighbours(clue.cell))


def text(region: Region, draft: Draft) -> Text:
    """Return the words of a step."""
    say = Sentences(region, draft)
    if draft.supposed is not None:
        return say.text(_suppose(say))
    if draft.certificate is not None:
        return say.text(_certificate(say))
    if draft.signs:
        return say.text(_signs(say))
    if draft.technique == "mine count":
        return say.text(_mine_count(say))
    if draft.technique == "one clue":
        return say.text(_one_clue(say, draft.clues[0]))
    if draft.technique == "two clues":
        return say.text(_two_clues(say))
    return say.text(_counts(say))


def noun(code: int) -> str:
    """Return the noun for a clue."""
    return "the gold" if code == GOLD else f"the {code}"


def spelt(number: int) -> str:
    """Return a number in letters, up to ten."""
    return SPELT[number] if 0 <= number < len(SPELT) else str(number)


def mines(number: int) -> str:
    """Return a number of mines: ``one mine``, ``two mines``."""
    return f"{spelt(number)} {'mine' if number == 1 else 'mines'}"


def are(mask: int) -> str:
    """Return the verb for some cells."""
    return "is" if mask.bit_count() == 1 else "are"


def mines_are(mask: int) -> str:
    """Return the verb and ``mines`` for some cells."""
    return "is a mine" if mask.bit_count() == 1 else "are mines"


def all_of(number: int) -> str:
    """Return ``both`` for 2, ``all three`` for 3."""
    return "both" if number == 2 else f"all {spelt(number)}"


def _one_clue(say: Sentences, clue: Clue) -> str:
    draft, name = say.draft, say.clue(clue)
    opened = say.open_mines(clue)
    also = f"touches {spelt(opened)} open {'mine' if opened == 1 else 'mines'}" if opened else ""
    if draft.contradiction:
        return _impossible(say, clue)
    if draft.safe:
        rest = f"{say.cells(draft.safe)} {are(draft.safe)} safe"
        held = draft.used_mines
        if not held and not opened:
            return f"{name} touches no mine, so {rest}."
        if not held:
            return f"{name} already {also}, which is all it counts, so {rest}."
        its = "its mine" if clue.mines == 1 else f"{all_of(clue.mines)} of its mines"
        if opened:
            return (
                f"{name} {also}, and {say.cells(held)} {mines_are(held)} too. That is all that it "
                f"counts, so {rest}."
            )
        return f"{name} already has {its} at {say.cells(held)}, so {rest}."
    size = clue.mask.bit_count()
    left = clue.mask & ~draft.used_safe
    needs = f"{also} and needs {mines(clue.mines)} more" if opened else ""
    few = f"{spelt(size)} {'hidden cell' if size == 1 else 'hidden cells'}"
    if not draft.used_safe:
        verb = f"{needs}; it has only {few}" if opened else f"touches only {few}"
        each = "it is a mine" if size == 1 else f"{all_of(size)} are mines"
        return f"{name} {verb}, so {each}: {say.cells(left)}."
    safe = f"{say.cells(draft.used_safe)} {are(draft.used_safe)} safe"
    verb = f"{needs} and touches {few}" if opened else f"touches {few}"
    if clue.mines == 1:
        end = f"the only one left, {say.cells(left)}, is its mine"
    else:
        end = f"the {spelt(clue.mines)} that are left are its mines: {say.cells(left)}"
    return f"{name} {verb}; {safe}, so {end}."


def _impossible(say: Sentences, clue: Clue) -> str:
    draft, name = say.draft, say.clue(clue)
    number = clue.mines + say.open_mines(clue)
    if draft.used_mines:
        touched = draft.used_mines.bit_count() + say.open_mines(clue)
        return (
            f"then {name} would touch {mines(touched)}, with {say.cells(draft.used_mines)}: "
            f"more than {spelt(number)}."
        )
    left = clue.mask & ~draft.used_safe
    place = f"only {say.cells(left)} left" if left else "no hidden cell left"
    return f"then {name} would have {place} for {mines(clue.mines)}."


def _left(say: Sentences, clue: Clue) -> int:
    """Return the number of mines of a clue beyond the known ones that the step uses."""
    return clue.mines - (clue.mask & say.draft.used_mines).bit_count()


def _two_clues(say: Sentences) -> str:
    draft = say.draft
    used = draft.used_safe | draft.used_mines
    a, b = draft.clues
    x, y = _left(say, a), _left(say, b)
    if y - x < (b.mask & ~a.mask & ~used).bit_count():
        a, b, x, y = b, a, y, x
    rest, extra = a.mask & ~b.mask & ~used, b.mask & ~a.mask & ~used
    one, other, more = say.again(a), say.again(b), extra.bit_count()
    given = say.given()
    if not extra and not draft.contradiction:
        end = "its mine is" if y == 1 else f"{all_of(y)} of its mines are"
        return (
            f"{given}{say.clue(a)} has {mines(x)} left and {say.clue(b)} has {spelt(y)}; every "
            f"hidden cell of {other} is also a cell of {one}, so {end} among the cells they "
            f"share. That is all that {one} has left: its extra "
            f"{'cell' if rest.bit_count() == 1 else 'cells'} {say.cells(rest)} {are(rest)} safe."
        )
    left = f"{say.clue(b)} has {mines(y)} left and {say.clue(a)} has {spelt(x)}"
    if draft.contradiction:
        room = f"only {plural(more, 'other cell')}" if more else "no other cell"
        return (
            f"{given or 'then '}{left}: the cells they share hold at most {spelt(x)}, and {other} "
            f"has {room}, so its {mines(y)} do not fit."
        )
    verb = "is" if more == 1 else "are"
    fit = f"in the {'' if more == 1 else spelt(more) + ' '}other {'cell' if more == 1 else 'cells'}"
    if not rest:
        return (
            f"{given}{left}; every hidden cell of {one} is also a cell of {other}, so "
            f"{y} − {x} = {more} {verb} {fit} of {other}: {say.cells(extra)} {mines_are(extra)}."
        )
    return (
        f"{given}{left}; the cells they share hold at most {spelt(x)}, so at least "
        f"{y} − {x} = {more} {verb} {fit} of {other}: {say.cells(extra)} {mines_are(extra)}. The "
        f"shared cells then hold {'the mine' if x == 1 else f'{all_of(x)} mines'} of {one}, so "
        f"{say.cells(rest)} {are(rest)} safe."
    )


def amount(low: int, high: int) -> str:
    """Return a number of mines between two bounds."""
    if low == high:
        return f"exactly {mines(low)}" if low else "no mine"
    if low == 0:
        return f"at most {mines(high)}"
    return f"{spelt(low)} to {mines(high)}"


def _counts(say: Sentences) -> str:
    draft = say.draft
    used = draft.used_safe | draft.used_mines
    limits: list[tuple[str, Bound]] = []
    for clue in draft.clues:
        number = _left(say, clue)
        name = say.clue(clue)
        limits.append(
            (f"{name} has {mines(number)} left", Bound(clue.mask & ~used, number, number))
        )
    for bound in draft.used_bounds:
        there = (bound.mask & draft.used_mines).bit_count()
        kept = Bound(bound.mask & ~used, max(0, bound.low - there), bound.high - there)
        name = f"there {'is' if kept.high == 1 else 'are'} {amount(kept.low, kept.high)} in"
        limits.append((f"{name} {say.cells(kept.mask)}", kept))
    (first, one), (second, other) = limits
    shared = one.mask & other.mask
    size, other_size = ((b.mask & ~shared).bit_count() for b in (one, other))
    low = max(0, one.low - size, other.low - other_size)
    high = min(shared.bit_count(), one.high, other.high)
    given = say.given()
    if draft.contradiction:
        return (
            f"{given or 'then '}{first}, and {second}: the cells they share would need at least "
            f"{spelt(low)} and could hold at most {spelt(high)}, which is impossible."
        )
    share = f"so the cells they share hold {amount(low, high)}"
    if shared.bit_count() == 1:
        share = f"so the cell they share, {say.cells(shared)}, holds {amount(low, high)}"
    owners = [f" of {say.again(clue)}" for clue in draft.clues] + [""] * len(draft.used_bounds)
    for owner, limit, outside in zip(owners, (one, other), (size, other_size), strict=True):
        if low > 0 and not outside and limit.low == low and owner:
            share += f" (every cell{owner} is one of them)"
            break
        if low > 0 and outside and limit.low - outside == low:
            which = f"{spelt(outside)} {'cell' if outside == 1 else 'cells'}{owner}"
            verb = "is" if outside == 1 else "are"
            share += (
                f" (at least {limit.low} − {outside} = {low}, as only {which} {verb} not shared)"
            )
            break
    ends = []
    if draft.safe:
        ends.append(f"{say.cells(draft.safe)} {are(draft.safe)} safe")
    if draft.mines:
        ends.append(f"{say.cells(draft.mines)} {mines_are(draft.mines)}")
    for bound in draft.bounds:
        verb = "hold" if bound.mask.bit_count() > 1 else "holds"
        ends.append(f"{say.cells(bound.mask)} {verb} {amount(bound.low, bound.high)}")
    return f"{given}{first}, and {second}, {share}. So {', and '.join(ends)}."


def _mine_count(say: Sentences) -> str:
    draft, region = say.draft, say.region
    left, size = region.position.mines_left, len(region.cells)
    safe = draft.counts_safe
    goal = size - left if safe else left
    total = f"there {'is' if left == 1 else 'are'} {mines(left)} left"
    if safe:
        total += f" for {size} hidden cells, so {spelt(goal)} {'is' if goal == 1 else 'are'} safe"
    known = draft.used_safe if safe else draft.used_mines
    parts, numbers, covered = [], [], 0
    for clue, mask in zip(draft.clues, draft.parts, strict=False):
        apart = clue.mask & ~mask
        number = clue.mines - (apart & draft.used_mines).bit_count()
        number = mask.bit_count() - number if safe else number
        numbers.append(number)
        what = f"{spelt(number)} safe" if safe else spelt(number)
        parts.append(f"{say.clue(clue)} has {what}{' more' if apart else ''}")
        covered |= mask
    for bound, mask in zip(draft.used_bounds, draft.parts[len(draft.clues) :], strict=True):
        held = (bound.mask & ~mask & draft.used_mines).bit_count()
        number = mask.bit_count() - bound.high + held if safe else bound.low - held
        numbers.append(number)
        parts.append(f"{say.cells(mask)} hold at least {spelt(number)}{' safe' if safe else ''}")
        covered |= mask
    single = known & ~covered
    if single:
        numbers.append(single.bit_count())
        verb = f"{are(single)} safe" if safe else mines_are(single)
        parts.append(f"{say.cells(single)} {verb}")
    rest = draft.mines if safe else draft.safe
    end = f"{say.cells(rest)} {mines_are(rest) if safe else are(rest) + ' safe'}"
    if not parts:
        every = "it is" if rest.bit_count() == 1 else "all of them are"
        return f"{total}: {every} {'mines' if safe else 'safe'}: {say.cells(rest)}."
    counted = _joined(parts)
    if len(draft.parts) > 1:
        counted += " (in cells that they do not share)"
    if len(numbers) > 1:
        counted += f", and {' + '.join(map(str, numbers))} = {sum(numbers)}"
    if draft.contradiction:
        return f"{total}. But then {counted}, which is more than {spelt(goal)}."
    return f"{total}. {counted}. That is all, so {end}."


def _signs(say: Sentences) -> str:
    draft, region = say.draft, say.region
    first, *others = draft.signs
    rest, need = gold_left(region, list(draft.signs), draft.used_mines)
    parts = [_need(say, first)]
    barred = 0
    for bit in bits(draft.used_mines):
        barred |= region.near(bit) & first.mask
    if barred:
        where, one = say.cells(draft.used_mines), draft.used_mines.bit_count() == 1
        parts.append(
            f"{where} {'is a mine' if one else 'are mines'}, and no gold touches a mine: "
            f"{_hold(say, barred)} none."
        )
    none = [other for other in others if not other.high]
    without = 0
    for other in none:
        without |= other.mask & first.mask & ~barred
    if without:
        shown = _clues(say, none)
        verb = "shows" if len(none) == 1 else "show"
        parts.append(f"{shown} {verb} no gold, so {_hold(say, without)} none.")
    covered = barred | without
    for other in others:
        shared = other.mask & first.mask & ~covered
        if other.high:
            parts.append(
                f"{_need(say, other)} So {say.cells(shared)} hold at most {other.high}, and "
                f"{first.low} − {other.high} is left for other cells."
            )
            covered |= shared
    amount = "one gold" if need == 1 else f"{need} gold"
    if draft.contradiction:
        place = f"only {say.cells(rest)} is left" if rest else "no cell is left"
        return f"{' '.join(parts)} But then {place} for {amount}."
    safe, single = say.cells(draft.safe), draft.safe.bit_count() == 1
    so = f"so {'it is' if single else 'they are'} safe."
    if rest.bit_count() == need:
        return (
            f"{' '.join(parts)} Only {say.cells(rest)} can hold {amount}. No mine lies on gold or "
            f"touches it, so {safe} {'is' if single else 'are'} safe."
        )
    who = safe if single else f"each of {safe}"
    if need == 1:
        where = f"There is gold at one of {say.cells(rest)}."
        why = f"Whichever it is, {who} holds the gold or touches it, and no mine does, {so}"
    else:
        where = f"At least {need} gold lie among {say.cells(rest)}."
        few = f"fewer than {need} of these cells are neither {safe} nor beside it"
        if not single:
            few = (
                f"for each of {safe}, fewer than {need} of these cells are neither it nor beside it"
            )
        why = f"But {few}: gold lies there or beside it, and no mine does, {so}"
    return f"{' '.join(parts)} {where} {why}"


def _need(say: Sentences, sign: GoldLimit) -> str:
    """Say what a sign reveals about hidden gold."""
    position = say.region.position
    if sign.total:
        return f"There {'is' if sign.low == 1 else 'are'} {sign.low} gold left."
    clue = say.clue(sign.clue)
    if position.rules.signs == "marks":
        return f"{clue} is marked: gold lies on a cell that shares a side with it."
    shown = position.signs[sign.clue]
    still = "" if shown == sign.low else f", and {sign.low} of it is still hidden"
    return f"{clue} touches {shown} gold{still}."


def _clues(say: Sentences, signs: list[GoldLimit]) -> str:
    return listed(say.clue(sign.clue) for sign in signs) if len(signs) < 5 else "the other clues"


def _hold(say: Sentences, mask: int) -> str:
    return f"{say.cells(mask)} {'holds' if mask.bit_count() == 1 else 'hold'}"


def _suppose(say: Sentences) -> str:
    draft = say.draft
    assert draft.supposed is not None
    bit, mine = draft.supposed
    cell = say.cells(1 << bit)
    state, truth = ("a mine", "safe") if mine else ("safe", "a mine")
    first = f"suppose that {cell} were {state}. This cannot be, so {cell} is {truth}."
    if draft.certificate is not None:
        return f"no short chain of simple steps was found for {cell}, so {first}"
    return first


def _certificate(say: Sentences) -> str:
    proof = say.draft.certificate
    assert proof is not None
    named = list(dict.fromkeys(say.clue(i) for i in (*proof.clues, *proof.signs)))
    parts = [_joined(named)] if 0 < len(named) <= LISTED else [f"these {len(named)} clues"]
    if not named:
        parts = []
    if proof.total:
        parts.append(f"the {plural(say.region.position.mines_left, 'mine')} left")
    if proof.gold_total:
        parts.append(f"the total of {say.region.position.gold} gold")
    signs = " (their signs of gold included)" if proof.signs else ""
    if len(proof.clues) == len(constraints(say.region.position)):  # it was too hard to find fewer
        return f"then {_joined(parts)}{signs} contradict each other, which takes a search to see."
    return (
        f"then {_joined(parts)}{signs} contradict each other. None of them can be left out, and "
        "it takes a search to see it."
    )


def _joined(words: Iterable[str]) -> str:
    *first, end = words
    return f"{', '.join(first)} and {end}" if first else end
