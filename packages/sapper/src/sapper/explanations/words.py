"""The words of a step: short sentences that name the cells and say the arithmetic."""

from __future__ import annotations

from sapper.errors import listed, plural
from sapper.explanations import mine_count, pairs, signs
from sapper.explanations.region import Clue, Draft, Region, bits
from sapper.explanations.sentences import (
    MAX_LISTED,
    Sentences,
    both,
    capitalised,
    cells,
    mines,
    open_mines,
    safe,
    spelt,
)
from sapper.game.codes import FLAGGED
from sapper.inference.constraints import constraints

#: The patterns whose names begin a sentence: the numbers that clues in a row, or around a corner,
#: read.
NUMBERS = ("1-1", "1-2", "1-2-1", "1-2-2-1", "2-2-2", "1-3-1")


def words(
    region: Region, draft: Draft, known: int = 0, supposed: int = 0, pattern: str = ""
) -> str:
    """Return the words of a step; ``known`` cells are not among its conclusions, and it is under
    the supposition about a cell ``supposed``."""
    return capitalised(_sentences(Sentences(region, draft, known, supposed), pattern))


def _sentences(say: Sentences, pattern: str) -> str:
    draft = say.draft
    if draft.supposed is not None:
        return _suppose(say)
    if draft.certificate is not None:
        return _certificate(say)
    if draft.signs:
        return signs.sentence(say)
    if draft.technique == "mine count":
        return mine_count.sentence(say)
    if draft.singles:
        return mine_count.singles_sentence(say)
    if draft.technique == "one clue":
        return _one_clue(say, draft.clues[0])
    name = _named_first(say, pattern)
    composed = pairs.corner_sentence if draft.around_corner else pairs.sentence
    return f"{name}{composed(say, named=bool(name))}"


def _named_first(say: Sentences, pattern: str) -> str:
    """Return what begins a sentence: the name of a pattern, or the numbers as they read without
    known mines."""
    draft, position = say.draft, say.region.position
    if pattern == "hole":
        return "hole: "
    if pattern not in NUMBERS:
        return ""
    pattern += " around a corner" if draft.around_corner else ""
    if all(position.cells[clue.cell] == say.left(clue) for clue in draft.clues):
        return f"{pattern}: "
    flagged = all(position.cells[say.region.cells[b]] == FLAGGED for b in bits(draft.used_mines))
    known = "flags" if flagged and draft.used_mines else "known mines"
    return f"without their {known}, these numbers read {pattern}: "


def _one_clue(say: Sentences, clue: Clue) -> str:
    draft, name = say.draft, say.clue(clue)
    if draft.contradiction:
        return _impossible(say, clue)
    return _met(say, clue, name) if draft.safe else _all_left(say, clue, name)


def _met(say: Sentences, clue: Clue, name: str) -> str:
    """Say that a clue has all its mines."""
    held, opened = say.draft.used_mines, say.open_mines(clue)
    number = clue.mines + opened
    rest = f"{say.cells(say.safe)} {safe(say.safe)}"
    if say.safe.bit_count() > MAX_LISTED:
        rest = f"its {cells(say.safe.bit_count(), 'other hidden')} are safe"
    if not number:
        return f"{name} touches no mine, so {rest}."
    if not held:
        return f"{name} already touches {open_mines(opened)}, so {rest}."
    its = "its mine" if number == 1 else f"its {mines(number)}"
    if opened:
        return f"{name} already has {its}: {say.with_open(opened, held)}. So {rest}."
    where = "" if held.bit_count() > MAX_LISTED else f" at {say.cells(held)}"
    return f"{name} already has {its}{where}, so {rest}."


def _all_left(say: Sentences, clue: Clue, name: str) -> str:
    """Say that a clue has as many mines as hidden cells for them."""
    size, known = clue.mask.bit_count(), say.draft.used_safe
    left = clue.mask & ~known
    opened = say.open_mines(clue)
    has = f"touches only {cells(size, 'hidden')}"
    if opened:
        need = f"needs {spelt(clue.mines)} more {'mine' if clue.mines == 1 else 'mines'}"
        has = f"touches {open_mines(opened)} and {need}. It {has}"
    if not known:
        if size == 1:
            return f"{name} {has}, {say.cells(left)}, so that cell is its mine."
        return f"{name} {has}, so {both(size)} are mines{say.colon(left)}."
    out = f"{say.cells(known)} {safe(known)}"
    if known.bit_count() > MAX_LISTED:
        out = f"{spelt(known.bit_count())} of them are known to be safe"
    if clue.mines == 1:
        rest = f"the other one, {say.cells(left)}, is its mine"
        if size > 2:
            rest = rest.replace("the other", "the only other")
    else:
        rest = f"the other {spelt(clue.mines)} are its mines{say.colon(left)}"
    return f"{name} {has.replace(' only', '')}. {out}, so {rest}."


def _impossible(say: Sentences, clue: Clue) -> str:
    """Say that a clue has too many mines, or too few cells for them."""
    draft, name = say.draft, say.clue(clue)
    opened = say.open_mines(clue)
    if draft.used_mines:
        touched = draft.used_mines.bit_count() + opened
        named = f", {say.with_open(opened, draft.used_mines)}"
        if not opened and draft.used_mines.bit_count() > MAX_LISTED:
            named = ""
        return f"but then {name} touches {mines(touched)}{named}: too many."
    left = clue.mask & ~draft.used_safe
    more = f"{spelt(clue.mines)} more {'mine' if clue.mines == 1 else 'mines'}"
    need = more if opened else mines(clue.mines)
    if not left:
        return f"but then {name} needs {need} and touches no hidden cell that can be one."
    return f"but then {name} needs {need} and has only {say.cells(left)} left for that."


def _suppose(say: Sentences) -> str:
    draft = say.draft
    assert draft.supposed is not None
    bit, mine = draft.supposed
    cell = say.cells(1 << bit)
    state, truth = ("a mine", "safe") if mine else ("safe", "a mine")
    if draft.role == "first case":
        return f"suppose first that {cell} is a mine. Now suppose that {cell} is safe."
    if draft.role == "either way":
        case, _ = draft.inner[0].supposed or (0, True)
        return f"{say.cells(1 << case)} is a mine or safe. Either way, {cell} is {truth}."
    first = f"suppose that {cell} were {state}. That is impossible, so {cell} is {truth}."
    if draft.certificate is not None:
        return f"no short chain of simple steps was found for {cell}, so {first}"
    return first


def _certificate(say: Sentences) -> str:
    proof = say.draft.certificate
    assert proof is not None
    named = list(dict.fromkeys(say.clue(i) for i in (*proof.clues, *proof.signs)))
    parts = [listed(named)] if 0 < len(named) <= MAX_LISTED else [f"these {len(named)} clues"]
    if not named:
        parts = []
    if proof.total:
        parts.append(f"the {plural(say.region.position.mines_left, 'mine')} left")
    if proof.gold_total:
        parts.append(f"the total of {say.region.position.gold} gold")
    signs = " (their signs of gold included)" if proof.signs else ""
    if len(proof.clues) == len(constraints(say.region.position)):  # it was too hard to find fewer
        return f"then {listed(parts)}{signs} contradict each other, as a search shows."
    return (
        f"then {listed(parts)}{signs} contradict each other, as a search shows. Each of them is "
        "needed."
    )
