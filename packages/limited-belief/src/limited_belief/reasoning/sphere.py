"""Spheres: setups with the beliefs and possibilities they support, by plausibility.

Like knowledge, a conditional belief is universally closed: it is believed of every name. Each
instance is separate, so one exceptional bird does not make all birds exceptional. Instances that
differ only in names that nothing mentions behave alike, so a few patterns stand for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from limited_belief.errors import plural
from limited_belief.language import logic
from limited_belief.reasoning import unlimited
from limited_belief.reasoning.answer import Answer
from limited_belief.reasoning.normal import Form, Literal, flat_clauses, form, ground, inwards
from limited_belief.reasoning.possible import consider
from limited_belief.reasoning.progression import Key, Value
from limited_belief.reasoning.questions import Asking, Goal, Grounding, literals_of, telling
from limited_belief.reasoning.setup import Budget, Setup, Universe
from limited_belief.reasoning.splits import SplitTree, components, split_tree


class Sphere:
    """Knowledge over a universe of names, which answers questions."""

    def __init__(self, universe: Universe, forms: Iterable[Form] = ()) -> None:
        self.setup = Setup(universe, forms)
        self._universe = universe
        #: For the unlimited level: by sort, the fresh names beyond what variables need.
        self.spare: dict[str, int] = {}
        #: The values of terms after the actions so far.
        self.values: Mapping[Key, Value] = {}
        self._inconsistent: dict[int, SplitTree | None] = {}
        self._version = -1

    def known(self, level: logic.Level, formula: logic.Formula, asking: Asking) -> Answer:
        """Return whether a formula is believed at a level."""
        return self._known(level, inwards(formula), asking)

    def _known(self, level: logic.Level, formula: logic.Formula, asking: Asking) -> Answer:
        asked = logic.Known(level, formula)
        if asking.distribute and isinstance(formula, logic.And | logic.ForAll):
            answers = []
            for part in self._conjuncts(formula):
                answers.append(self._known(level, part, asking))
                if not answers[-1].holds:
                    return Answer(asked, False, parts=(answers[-1],))
            needed = max((part.level or 0 for part in answers), default=0)
            return Answer(asked, True, needed, parts=tuple(answers))
        goal = self._goal(formula, asking)
        if level is None:
            elsewhere = self._elsewhere()
            holds = unlimited.entails(self.setup.closure, goal, asking.budget, elsewhere)
            words = "decided by a SAT solver"
            if elsewhere and not holds:
                words += ", over fewer names than might be needed"
            return Answer(asked, holds, words=words)
        tree = self._believed(goal, level, asking)
        if tree is None:
            shown = f"with {plural(level, 'split')}" if level else "by unit propagation alone"
            return Answer(asked, False, words=f"not shown {shown}")
        case = tree.case(self.setup.texts, self.setup.term_text)
        return Answer(asked, True, tree.depth, case)

    def possible(self, level: logic.Level, formula: logic.Formula, asking: Asking) -> Answer:
        """Return whether a formula is considered possible at a level."""
        asked = logic.Possible(level, formula)
        goal, budget = self._goal(inwards(formula), asking), asking.budget
        closure = self.setup.closure
        if level is None:
            holds = unlimited.satisfiable(closure, goal, budget)
            return Answer(asked, holds, words="decided by a SAT solver")
        near = None
        if asking.guarantee:
            near = closure.component({closure.term_of[x] for x in literals_of(goal)})
        fixes = consider(closure, goal, level, self.setup.family, budget, near)
        if fixes is None:
            how = f"with {plural(level, 'term')} fixed" if level else "without fixing a term"
            return Answer(asked, False, words=f"not shown to be possible {how}")
        texts = tuple(self.setup.texts(fix) for fix in fixes)
        return Answer(asked, True, len(fixes), fixes=texts)

    def refuted(self, budget: Budget) -> bool:
        """Return whether the knowledge has no model over the current names."""
        return unlimited.contradictory(self.setup.closure, budget)

    def crowd(self) -> list[str]:
        """Return the sort of each term that might run out of names."""
        return [self.setup.sort(term) for term in unlimited.crowded(self.setup.closure)]

    def _elsewhere(self) -> list[int]:
        """Return the terms for which there are too few names to rule out other names.

        Names that are not mentioned are interchangeable. So the first term can be assumed to have
        a mentioned name or the first fresh name, the second term one of these or the second fresh
        name, and so on while fresh names last. This is sound as long as the arguments of a term
        are names that earlier terms may have.
        """
        setup = self.setup
        named: Counter[str] = Counter()
        left = []
        ranks = {term: setup.reach(term) for term in unlimited.crowded(setup.closure)}
        for term in sorted(ranks, key=lambda term: max(ranks[term].values(), default=0)):
            sort = setup.sort(term)
            known = all(rank <= named[other] for other, rank in ranks[term].items())
            if known and named[sort] < self.spare.get(sort, 0):
                named[sort] += 1
            else:
                left.append(term)
        return left

    def inconsistent(self, level: int, budget: Budget) -> SplitTree | None:
        """Return the split tree that refutes the knowledge itself at a level, or None."""
        closure = self.setup.closure
        if self._version != closure.version:
            self._version, self._inconsistent = closure.version, {}
        if level not in self._inconsistent:
            trees = (
                split_tree(closure, False, level, budget, part)
                for part in components(closure, range(len(closure.keys)))
            )
            proof = (
                SplitTree((), broken=True) if closure.broken else next(filter(None, trees), None)
            )
            self._inconsistent[level] = proof
        return self._inconsistent[level]

    def _believed(self, goal: Goal, level: int, asking: Asking) -> SplitTree | None:
        """Search with splits on terms connected to the goal; others matter only if inconsistent."""
        tree = split_tree(self.setup.closure, goal, level, asking.budget)
        if tree is None and not asking.guarantee:
            tree = self.inconsistent(level, asking.budget)
        return tree

    def _goal(self, formula: logic.Formula, asking: Asking) -> Goal:
        grounding = Grounding(self.setup, self._universe, asking, self.values)
        return grounding.goal(formula, {})

    def _conjuncts(self, formula: logic.And | logic.ForAll) -> Sequence[logic.Formula]:
        """Return the parts of a conjunction, or the instances of a universal formula."""
        if isinstance(formula, logic.And):
            return formula.parts
        names = telling(formula, self._universe, {})
        return [logic.substitute(formula.part, {formula.variable: name}) for name in names]


class Instance(Struct, frozen=True):
    """An instance ``of`` a conditional belief for some names, or for all names of one pattern.

    Its ``condition`` decides which spheres include it; ``forms`` are its material implication.
    """

    of: Conditional
    condition: logic.Formula
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
        condition: logic.Formula,
        consequence: logic.Formula,
        level: logic.Level,
        possible: logic.Level,
        guarantee: bool,
        made_up: Counter[str],
    ) -> None:
        self.condition, self.consequence = condition, consequence
        self.level, self.possible, self.guarantee = level, possible, guarantee
        implication = logic.Implies(condition, consequence)
        self.free = logic.free(implication)
        self._clauses = flat_clauses(implication, made_up)
        self.forms = tuple(map(form, self._clauses))
        self.count = 1  #: number of instances, once created

    def instances(
        self,
        mentioned: Mapping[str, Sequence[logic.Name]],
        fresh: Mapping[str, Sequence[logic.Name]],
    ) -> list[Instance]:
        """Return the instances: one for each choice of mentioned names and of fresh ones.

        ``mentioned`` are the names, by sort, in everything known and believed. Instances that
        differ only in other names behave alike: ``fresh`` names represent those, at least as many
        of each sort as the conditional has free variables.
        """
        instances = []
        for chosen in self._choices(mentioned, {}):
            names: dict[logic.Variable, logic.Expression] = {}
            named: dict[logic.Variable, logic.Expression] = {}
            guards: list[Literal] = []
            others: dict[str, list[logic.Variable]] = {}
            for variable, choice in chosen.items():
                if isinstance(choice, logic.Name):
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
            condition = logic.substitute(self.condition, names)
            instances.append(Instance(self, condition, forms))
        self.count = len(instances)
        return instances

    def _choices(
        self,
        mentioned: Mapping[str, Sequence[logic.Name]],
        chosen: dict[logic.Variable, logic.Name | logic.Variable],
    ) -> Iterator[dict[logic.Variable, logic.Name | logic.Variable]]:
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
        choices: list[logic.Name | logic.Variable] = [
            *mentioned.get(variable.sort, ()),
            *earlier,
            variable,
        ]
        for choice in choices:
            yield from self._choices(mentioned, {**chosen, variable: choice})


def plausible(
    universe: Universe,
    forms: Iterable[Form],
    conditionals: Iterable[Conditional],
    mentioned: Mapping[str, Sequence[logic.Name]],
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
            if sphere.known(one.of.level, logic.Not(one.condition), asking).holds:
                kept.append(one)
                continue
            confirmed = sphere.possible(one.of.possible, one.condition, asking)
            certain = certain and confirmed.holds
        if len(kept) == len(left):
            return spheres if certain else [*spheres, sphere]
        left = kept


def no_belief(part: logic.Formula) -> bool:
    """Reject a belief in a formula that should contain none."""
    raise AssertionError(f"belief in an objective formula: {part}")
