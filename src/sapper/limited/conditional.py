"""Conditional beliefs, and the instances of those with free variables.

Like knowledge, a conditional belief is universally closed: it is believed of every name. Each
instance is separate, so one exceptional bird does not make all birds exceptional. Instances that
differ only in names that nothing mentions behave alike, so a few patterns stand for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from sapper.limited.language import (
    Expression,
    Formula,
    Implies,
    Level,
    Name,
    Not,
    Variable,
    free,
    substitute,
)
from sapper.limited.normal import Form, Literal, flat_clauses, form, ground
from sapper.limited.questions import Asking
from sapper.limited.setup import Budget, Universe
from sapper.limited.sphere import Sphere


class Instance(Struct, frozen=True):
    """An instance ``of`` a conditional belief for some names, or for all names of one pattern.

    Its ``condition`` decides which spheres include it; ``forms`` are its material implication.
    """

    of: Conditional
    condition: Formula
    forms: tuple[Form, ...]


def implied(instances: Sequence[Instance]) -> Iterator[Form]:
    """Yield the material implications of some instances, as knowledge.

    A conditional with all its instances becomes one universal implication, which entails more at
    low levels than the separate instances.
    """
    counts = Counter(id(instance.of) for instance in instances)
    for conditional in {id(instance.of): instance.of for instance in instances}.values():
        if counts[id(conditional)] == conditional.count:
            yield from conditional.forms
    for instance in instances:
        if counts[id(instance.of)] < instance.of.count:
            yield from instance.forms


class Conditional:
    """A conditional belief, the levels at which its condition is judged, and whether that is under
    the ``guarantee`` that the knowledge is consistent.

    ``made_up`` counts the Skolem functions so far. Raises ``InputError`` for an implication that
    would make too many clauses.
    """

    def __init__(
        self,
        condition: Formula,
        consequence: Formula,
        level: Level,
        possible: Level,
        guarantee: bool,
        made_up: Counter[str],
    ) -> None:
        self.condition, self.consequence = condition, consequence
        self.level, self.possible, self.guarantee = level, possible, guarantee
        implication = Implies(condition, consequence)
        self.free = free(implication)
        self._clauses = flat_clauses(implication, made_up)
        self.forms = tuple(map(form, self._clauses))
        self.count = 1  #: number of instances, once created

    def instances(
        self, mentioned: Mapping[str, Sequence[Name]], fresh: Mapping[str, Sequence[Name]]
    ) -> list[Instance]:
        """Return the instances: one for each choice of mentioned names and of fresh ones.

        ``mentioned`` are the names, by sort, in everything known and believed. Instances that
        differ only in other names behave alike: ``fresh`` names represent those, at least as many
        of each sort as the conditional has free variables.
        """
        instances = []
        for chosen in self._choices(mentioned, {}):
            names: dict[Variable, Expression] = {}
            named: dict[Variable, Expression] = {}
            guards: list[Literal] = []
            others: dict[str, list[Variable]] = {}
            for variable, choice in chosen.items():
                if isinstance(choice, Name):
                    names[variable] = named[variable] = choice
                    continue
                named[variable] = choice
                apart = others.setdefault(variable.sort, [])
                if choice not in apart:
                    known = mentioned.get(variable.sort, ())
                    guards += [Literal(choice, name, True) for name in known]
                    guards += [Literal(choice, other, True) for other in apart]
                    apart.append(choice)
                names[variable] = fresh[variable.sort][apart.index(choice)]
            forms = self.forms
            if chosen:
                guarded = ([*guards, *(ground(x, named) for x in c)] for c in self._clauses)
                forms = tuple(map(form, guarded))
            condition = substitute(self.condition, names)
            instances.append(Instance(self, condition, forms))
        self.count = len(instances)
        return instances

    def _choices(
        self, mentioned: Mapping[str, Sequence[Name]], chosen: dict[Variable, Name | Variable]
    ) -> Iterator[dict[Variable, Name | Variable]]:
        """Yield the choices for the free variables: each is a mentioned name, a separate other
        name, represented by the variable itself, or the same as an earlier variable with such a
        name."""
        if len(chosen) == len(self.free):
            yield dict(chosen)
            return
        variable = self.free[len(chosen)]
        earlier = [
            other
            for other, choice in chosen.items()
            if choice == other and other.sort == variable.sort
        ]
        choices: list[Name | Variable] = [*mentioned.get(variable.sort, ()), *earlier, variable]
        for choice in choices:
            yield from self._choices(mentioned, {**chosen, variable: choice})


def plausible(
    universe: Universe,
    forms: Iterable[Form],
    conditionals: Iterable[Conditional],
    mentioned: Mapping[str, Sequence[Name]],
    budget: Budget,
) -> list[Sphere]:
    """Return the spheres of plausibility, the most plausible first.

    Args:
        universe: the names over which knowledge is ground.
        forms: the knowledge, as clauses.
        conditionals: the conditional beliefs.
        mentioned: the names, by sort, in everything known or believed.
        budget: the limit of the work.

    An instance of a conditional is dropped after the first sphere that does not refute its
    condition. If that sphere cannot confirm the condition either, all later spheres but the last
    are left out. Raises ``BudgetError``.
    """
    fresh = universe.fresh
    left = [
        instance
        for conditional in conditionals
        for instance in conditional.instances(mentioned, fresh)
    ]
    spheres: list[Sphere] = []
    certain = True
    while True:
        sphere = Sphere(universe, [*forms, *implied(left)])
        sphere.setup.ground(budget)
        if certain:
            spheres.append(sphere)
        kept: list[Instance] = []
        for one in left:
            asking = Asking(no_belief, budget, one.of.guarantee)
            if sphere.known(one.of.level, Not(one.condition), asking).holds:
                kept.append(one)
                continue
            confirmed = sphere.possible(one.of.possible, one.condition, asking)
            certain = certain and confirmed.holds
        if len(kept) == len(left):
            return spheres if certain else [*spheres, sphere]
        left = kept


def no_belief(part: Formula) -> bool:
    """Reject a belief in a formula that should contain none."""
    raise AssertionError(f"belief in an objective formula: {part}")
