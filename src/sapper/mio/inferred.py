"""Modes where none are declared: which arguments may be inputs, found from the facts.

A set of places may be the input of a predicate if it answers with few rows on average; a smaller
set is preferred to those that contain it. A predicate that has to be computed is tried out on
terms of the right types instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product

from sapper.errors import BudgetError, InputError
from sapper.mio.background import Background
from sapper.mio.engine import Bounds
from sapper.mio.modes import Mode, Place
from sapper.mio.program import Signature
from sapper.mio.relation import Places
from sapper.mio.terms import Term

_FAN = 12.0  #: mean answers for one input, at most
_FAN_OF_HEAD = 60.0  #: the same where an input is of a type that the head has: clauses begin there
_TRIALS = 12  #: inputs that a computed predicate is tried with
_TRIAL_STEPS = 20_000


def inferred(
    background: Background,
    about: Signature,
    types: Sequence[str],
    head: Sequence[str],
    single: frozenset[str],
    terms: Mapping[str, Sequence[Term]],
) -> list[Mode]:
    """The modes of a predicate whose directions are not declared.

    ``head`` are the types of the target's places, ``single`` those with one variable only: their
    places are always inputs. ``terms`` are examples of terms by type.
    """
    places = range(about[1])
    always = tuple(p for p in places if types[p] in single)
    found: list[Places] = []
    for count in range(max(1, len(always)), about[1] + 1):
        for inputs in combinations(places, count):
            if not set(always) <= set(inputs) or any(set(way) <= set(inputs) for way in found):
                continue
            if _suits(background, about, inputs, types, head, terms):
                found.append(inputs)
    return [
        Mode(about[0], tuple(Place("+" if p in way else "-", types[p]) for p in places))
        for way in found
    ]


def _suits(
    background: Background,
    about: Signature,
    inputs: Places,
    types: Sequence[str],
    head: Sequence[str],
    terms: Mapping[str, Sequence[Term]],
) -> bool:
    if background.is_table(about):
        most = _FAN_OF_HEAD if any(types[p] in head for p in inputs) else _FAN
        return len(inputs) == about[1] or background.relation(about).fan(inputs) <= most
    if background.ways(about):
        return inputs in background.ways(about)
    return _answers(background, about, inputs, [terms.get(types[p], ()) for p in inputs])


def _answers(
    background: Background, about: Signature, inputs: Places, terms: Sequence[Sequence[Term]]
) -> bool:
    """Whether a predicate answers all trials, not too much, and something at all."""
    engine = background.engine.within(Bounds(steps=_TRIAL_STEPS))
    trials = _sample([list(column) for column in terms])
    answers = 0
    for trial in trials:
        try:
            answers += len(engine.rows(about, list(zip(inputs, trial, strict=True))))
        except (InputError, BudgetError, RecursionError):
            return False
    return bool(trials) and answers <= _FAN * len(trials)


def _sample(columns: list[list[Term]]) -> list[tuple[Term, ...]]:
    """Some rows, spread over all that there are."""
    rows = list(product(*(column[:_TRIALS] for column in columns)))
    return rows[:: max(1, len(rows) // _TRIALS)]
