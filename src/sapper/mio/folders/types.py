"""Infer types that are not declared: places whose values overlap in the data are of one type.

Two places without a common value can never share a variable, so separate types lose nothing. They
give modes fewer inputs to choose from, and a type that holds only numbers can be compared with
constants. The values of a computed predicate are those of sample calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sapper.mio.background.background import Background
from sapper.mio.background.builtins import is_number
from sapper.mio.background.relation import FactTable
from sapper.mio.folders.observed import At, observed
from sapper.mio.language.program import Signature
from sapper.mio.language.terms import Term, written

_TERM = "term"  #: the type shared by all places of a task if none can be distinguished
_COMMON = 0.2  #: minimum share of common values for two places of numbers to have one type

Kinds = dict[Signature, tuple[str, ...]]


def typed(
    background: Background,
    target: Signature,
    known: Sequence[Signature],
    stated: Mapping[Signature, tuple[str, ...]],
    examples: Sequence[tuple[Term, ...]],
) -> tuple[Kinds, dict[At, list[Term]]]:
    """Return the types of the target and of the known predicates, declared or inferred, and the
    observed values of computed predicates without declared types.

    If no value is observed at a place, all places without a declared type share one.
    """
    abouts = dict.fromkeys((target, *known))
    untyped = [about for about in abouts if about not in stated]
    values = {
        (about, place): _values(background, about, place, target, examples)
        for about in abouts
        for place in range(about[1])
        if about == target or background.is_table(about)
    }
    computed = [about for about in untyped if (about, 0) not in values]
    seen: dict[At, list[Term]] = {}
    if computed:
        groups = _groups(list(values), values)
        terms = [
            sorted(set().union(*(values[at] for at in group)), key=written) for group in groups
        ]
        answers = observed(background, computed, terms)
        seen = {at: list(found) for at, found in answers.items() if found}
        if not all(answers.values()):
            return {about: stated.get(about) or (_TERM,) * about[1] for about in abouts}, seen
        values |= {at: set(found) for at, found in answers.items()}
    names: dict[At, str] = {
        (about, place): kind
        for about, kinds in stated.items()
        if about in abouts
        for place, kind in enumerate(kinds)
    }
    for group in _groups([(about, p) for about in untyped for p in range(about[1])], values):
        own = set[Term]().union(*(values[at] for at in group))
        shared: dict[str, int] = {}
        for at, kind in names.items():
            if at in values and at[0] in stated and _overlap(own, values[at]):
                shared[kind] = shared.get(kind, 0) + len(own & values[at])
        (name, place) = group[0][0][0], group[0][1]
        kind = max(shared, key=lambda each: shared[each]) if shared else f"{name}_{place + 1}"
        if len(shared) > 1 and seen.keys() >= set(group) and not all(map(is_number, own)):
            kind = _TERM  # the predicate answers for terms of any type, so it is of none
        names.update(dict.fromkeys(group, kind))
    return {about: tuple(names[about, p] for p in range(about[1])) for about in abouts}, seen


def _groups(places: Sequence[At], values: Mapping[At, set[Term]]) -> list[list[At]]:
    """Group the places by overlapping values."""
    groups: list[list[At]] = []
    for at in places:
        joined = [
            group for group in groups if any(_overlap(values[at], values[one]) for one in group)
        ]
        groups = [group for group in groups if group not in joined]
        groups.append([one for group in joined for one in group] + [at])
    return groups


def _overlap(one: set[Term], other: set[Term]) -> bool:
    """Return whether two places have values in common; for numbers, which may coincide, a share of
    them."""
    common = one & other
    if not common:
        return False
    if all(map(is_number, common)):
        return len(common) >= _COMMON * min(len(one), len(other))
    return True


def _values(
    background: Background,
    about: Signature,
    place: int,
    target: Signature,
    examples: Sequence[tuple[Term, ...]],
) -> set[Term]:
    if about == target:
        return {row[place] for row in examples}
    relation = background.relation(about)
    assert isinstance(relation, FactTable)
    return set(map(background.symbols.term, set(relation.columns[place].tolist())))
