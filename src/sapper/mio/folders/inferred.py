"""Infer the modes of undeclared predicates: which of their arguments can be inputs.

A set of places can serve as input if the facts give few answers per input on average; of nested
sets, the smallest is used. A computed predicate is called with terms of the right types instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from sapper.errors import BudgetError, InputError
from sapper.mio.background.background import Background
from sapper.mio.background.interpreter import QueryLimits
from sapper.mio.background.relation import Places
from sapper.mio.language.program import Signature
from sapper.mio.language.terms import Term
from sapper.mio.language.unify import UnboundError
from sapper.mio.learning.modes import Mode, Place

_FAN = 12.0  #: maximum mean number of answers to one input
_FAN_OF_HEAD = 60.0  #: the same for inputs of a type in the head, where clauses begin
_TRIALS = 12  #: trial inputs of a computed predicate
_TRIAL_STEPS = 20_000  #: steps of a trial that decides whether a mode suits
_REFUSAL_STEPS = 1000  #: steps of a trial that only decides whether a predicate fails


def inferred(
    background: Background,
    about: Signature,
    types: Sequence[str],
    head: Sequence[str],
    single: frozenset[str],
    terms: Sequence[Sequence[Term]],
) -> list[Mode]:
    """Return the modes of a predicate with undeclared directions.

    ``head`` are the types of the target's places. ``single`` are the types with only one variable:
    their places are always inputs. ``terms`` are example terms for each place.
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
    terms: Sequence[Sequence[Term]],
) -> bool:
    if background.is_table(about):
        most = _FAN_OF_HEAD if any(types[p] in head for p in inputs) else _FAN
        return len(inputs) == about[1] or background.relation(about).fan(inputs) <= most
    if background.ways(about):
        return inputs in background.ways(about)
    return _answers(background, about, inputs, [terms[p] for p in inputs])


def refused(
    background: Background, about: Signature, inputs: Places, terms: Sequence[Sequence[Term]]
) -> str | None:
    """Return the reason why a computed predicate fails on every trial input, or None if one
    succeeds."""
    if background.is_table(about) or background.ways(about):
        return None
    engine = background.engine.within(QueryLimits(steps=_REFUSAL_STEPS))
    reason = None
    for trial in _sample([list(column) for column in terms]):
        try:
            engine.rows(about, list(zip(inputs, trial, strict=True)))
        except BudgetError:
            return None
        except InputError as error:
            reason = str(error).removeprefix(f"{about[0]}/{about[1]}: ")
        else:
            return None
    return reason


def _answers(
    background: Background, about: Signature, inputs: Places, terms: Sequence[Sequence[Term]]
) -> bool:
    """Return whether a predicate answers trials with a moderate number of answers.

    Inputs of the wrong kind, such as names where it computes with numbers, have no answer; at least
    one trial has to succeed.
    """
    engine = background.engine.within(QueryLimits(steps=_TRIAL_STEPS))
    trials = _sample([list(column) for column in terms])
    answers = answered = 0
    for trial in trials:
        try:
            answers += len(engine.rows(about, list(zip(inputs, trial, strict=True))))
            answered += 1
        except (UnboundError, BudgetError):
            return False
        except InputError:
            continue
    return answered > 0 and answers <= _FAN * answered


def _sample(columns: list[list[Term]]) -> list[tuple[Term, ...]]:
    """Return an evenly spread sample of the combinations."""
    rows = list(product(*(column[:_TRIALS] for column in columns)))
    return rows[:: max(1, len(rows) // _TRIALS)]
