"""One setup and its answers: what is believed, and what is considered possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from sapper.errors import plural
from sapper.limited import unlimited
from sapper.limited.answer import Answer, Case
from sapper.limited.budget import Budget
from sapper.limited.goal import Goal, literals_of
from sapper.limited.grounding import Grounding, Resolve
from sapper.limited.language import (
    And,
    ForAll,
    Formula,
    Known,
    Level,
    Possible,
    substitute,
)
from sapper.limited.normal import Form, inwards
from sapper.limited.possible import consider
from sapper.limited.setup import Setup, Universe
from sapper.limited.splits import Tree, believe, components, splittable


class Sphere:
    """Knowledge over a universe of names, and the questions put to it."""

    def __init__(self, universe: Universe, forms: Iterable[Form] = ()) -> None:
        self.setup = Setup(universe, forms)
        self._universe = universe
        #: For the unlimited level: by sort, fresh names beyond what variables need.
        self.spare: dict[str, int] = {}
        self._inconsistent: dict[int, Tree | None] = {}
        self._version = -1

    def known(
        self, level: Level, formula: Formula, resolve: Resolve, budget: Budget, guarantee: bool
    ) -> Answer:
        """Whether an objective formula (but for beliefs, which ``resolve`` answers) is believed at
        a level. Belief in a conjunction is belief in its parts, with splits of their own."""
        return self._known(level, inwards(formula), resolve, budget, guarantee)

    def _known(
        self, level: Level, formula: Formula, resolve: Resolve, budget: Budget, guarantee: bool
    ) -> Answer:
        asked = Known(level, formula)
        if isinstance(formula, And | ForAll):
            found = []
            for part in self._conjuncts(formula):
                found.append(self._known(level, part, resolve, budget, guarantee))
                if not found[-1].holds:
                    return Answer(asked, False, parts=(found[-1],))
            needed = max((part.level or 0 for part in found), default=0)
            return Answer(asked, True, needed, parts=tuple(found))
        goal = self._goal(formula, resolve, budget)
        if level is None:
            elsewhere = self._elsewhere()
            holds = unlimited.entails(self.setup.closure, goal, budget, elsewhere)
            words = "by satisfiability"
            if elsewhere and not holds:
                words += ", over fewer names than it might take"
            return Answer(asked, holds, words=words)
        tree = self._believed(goal, level, budget, guarantee)
        if tree is None:
            return Answer(
                asked, False, words=f"it takes more than {plural(level, 'split')}, if it follows"
            )
        return Answer(asked, True, tree.depth, self._case(tree, ()))

    def possible(
        self, level: Level, formula: Formula, resolve: Resolve, budget: Budget, guarantee: bool
    ) -> Answer:
        """Whether such a formula is considered possible at a level."""
        asked = Possible(level, formula)
        goal = self._goal(inwards(formula), resolve, budget)
        closure = self.setup.closure
        if level is None:
            holds = unlimited.satisfiable(closure, goal, budget)
            return Answer(asked, holds, words="by satisfiability")
        near = None
        if guarantee:
            near = closure.component({closure.term_of[x] for x in literals_of(goal)})
        fixes = consider(closure, goal, level, self.setup.family, budget, near)
        if fixes is None:
            words = f"it takes more than {plural(level, 'term')} fixed, if it is possible"
            return Answer(asked, False, words=words)
        told = tuple(self.setup.texts(fix) for fix in fixes)
        return Answer(asked, True, len(fixes), fixes=told)

    def refuted(self, budget: Budget) -> bool:
        """Whether the knowledge, over the names there are so far, has no model."""
        closure = self.setup.closure
        return unlimited.entails(closure, False, budget, unlimited.crowded(closure))

    def crowd(self) -> list[str]:
        """The sorts of the terms that might run out of names, each as often as it has such."""
        return [self.setup.sort(term) for term in unlimited.crowded(self.setup.closure)]

    def _elsewhere(self) -> list[int]:
        """The terms for which there are too few names to say that there are no others.

        Names that nobody mentioned may be exchanged. So the first term may be taken to have one
        that was mentioned or the first fresh one, the second one of these or the second fresh one,
        and so on while there are fresh ones to spare: as long as a term is about no other names
        than terms before it may have.
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

    def inconsistent(self, level: int, budget: Budget) -> Tree | None:
        """The split tree that refutes the knowledge itself at a level, if there is one."""
        closure = self.setup.closure
        if self._version != closure.version:
            self._version, self._inconsistent = closure.version, {}
        if level not in self._inconsistent:
            trees = (
                believe(closure, False, level, part, budget)
                for part in components(closure, range(len(closure.keys)))
            )
            found = Tree((), broken=True) if closure.broken else next(filter(None, trees), None)
            self._inconsistent[level] = found
        return self._inconsistent[level]

    def _believed(self, goal: Goal, level: int, budget: Budget, guarantee: bool) -> Tree | None:
        """Split what is joined to the goal; the rest can only be inconsistent by itself."""
        closure = self.setup.closure
        tree = believe(closure, goal, level, splittable(closure, goal), budget)
        if tree is None and not guarantee:
            tree = self.inconsistent(level, budget)
        return tree

    def _goal(self, formula: Formula, resolve: Resolve, budget: Budget) -> Goal:
        return Grounding(self.setup, self._universe, resolve, budget).goal(formula, {})

    def _conjuncts(self, formula: And | ForAll) -> Sequence[Formula]:
        """The parts of a conjunction; of a universal formula its instances."""
        if isinstance(formula, And):
            return formula.parts
        names = self._universe.names.get(formula.variable.sort, ())
        return [substitute(formula.part, {formula.variable: name}) for name in names]

    def _case(self, tree: Tree, assumed: tuple[int, ...]) -> Case:
        texts = self.setup.texts
        term = None if tree.term is None else self.setup.term_text(tree.term)
        told, learned = texts(assumed), texts(tree.learned)
        return Case(
            told,
            tuple(text for text in learned if text not in told),
            tree.broken,
            term,
            tuple(self._case(case, assumption) for assumption, case in tree.branches),
        )
