"""Observe the values of computed predicates, whose types are not declared, by calling them.

Calls use terms of the examples and facts, and then the values that other calls returned, so that
predicates which only process such values, such as the elements of lists, are observed as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from sapper.errors import BudgetError, InputError
from sapper.kernel.chance import Chance
from sapper.mio.background.background import Background
from sapper.mio.background.interpreter import Interpreter, QueryLimits
from sapper.mio.background.relation import Places
from sapper.mio.language.program import Signature
from sapper.mio.language.terms import Term

#: A place of a predicate.
At = tuple[Signature, int]

_ROUNDS = 3
_TERMS = 24  #: terms of each group that calls are tried with
_CALLS = 300  #: calls of a predicate with the same places bound
_STEPS = 1000  #: steps of a call
_ANSWERS = 50  #: answers of a call that count
_OVERRUNS = 5  #: calls with the same places bound that may take too many steps


def observed(
    background: Background, abouts: Sequence[Signature], groups: Iterable[Sequence[Term]]
) -> dict[At, dict[Term, None]]:
    """Return the values at each place of computed predicates in the answers to sample calls.

    ``groups`` are terms to call the predicates with; all groups have equal shares. As few places
    as possible are bound. A place remains without values if no call has an answer.
    """
    engine = background.engine.within(QueryLimits(steps=_STEPS))
    found: dict[At, dict[Term, None]] = {
        (about, place): {} for about in abouts for place in range(about[1])
    }
    chance, pools = Chance(0), [_spread(group) for group in groups]
    for _ in range(_ROUNDS):
        known = sum(map(len, found.values()))
        new = (_spread(list(values)) for values in found.values())
        terms = list(dict.fromkeys(term for pool in (*pools, *new) for term in pool))
        for about in abouts:
            for count in range(1, about[1] + 1):
                for inputs in combinations(range(about[1]), count):
                    rows: list[tuple[Term, ...]] = [(term,) for term in terms]
                    if count > 1:
                        rows = [tuple(chance.choice(terms) for _ in inputs) for _ in range(_CALLS)]
                    for answer in _answers(engine, about, inputs, rows):
                        for place, term in enumerate(answer):
                            found[about, place][term] = None
                if found[about, 0]:
                    break
        if sum(map(len, found.values())) == known:
            break
    return found


def _answers(
    engine: Interpreter, about: Signature, inputs: Places, rows: Sequence[tuple[Term, ...]]
) -> Iterator[tuple[Term, ...]]:
    """Yield the answers to some calls, but to none after several that take too many steps."""
    overruns = 0
    for row in rows:
        try:
            yield from engine.rows(about, list(zip(inputs, row, strict=True)))[:_ANSWERS]
        except BudgetError:
            overruns += 1
            if overruns == _OVERRUNS:
                return
        except InputError:
            continue


def _spread(terms: Sequence[Term]) -> Sequence[Term]:
    """Return an evenly spread sample of terms."""
    return terms[:: max(1, len(terms) // _TERMS)][:_TERMS]
