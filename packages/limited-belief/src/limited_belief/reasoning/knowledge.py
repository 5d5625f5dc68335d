"""Knowledge bases: knowledge, conditional beliefs, and questions about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial

from limited_belief.errors import InputError
from limited_belief.language import logic
from limited_belief.reasoning.actions import Theory
from limited_belief.reasoning.answer import Answer, decide_by_parts
from limited_belief.reasoning.normal import Form, demand, forms, names_in
from limited_belief.reasoning.progression import Situation
from limited_belief.reasoning.questions import Asking, check, short
from limited_belief.reasoning.questions import levels as levels_of
from limited_belief.reasoning.setup import Budget, Universe
from limited_belief.reasoning.sphere import Conditional, Sphere, no_belief, plausible

MAX_CROWD_NAMES = (
    12  #: maximum number of fresh names for the unlimited level, beyond those of variables
)


class KnowledgeBase:
    """Everything that is known and believed (only-knowing).

    Conditional beliefs make *spheres* of plausibility (Schwering & Lakemeyer 2016, "Decidable
    Reasoning in a First-Order Logic of Limited Conditional Belief", ECAI). The first contains all
    knowledge and all conditionals, and later ones drop conditionals. ``K`` and ``M`` refer to the
    last sphere.

    *Real* facts are true but not known. They answer questions outside any belief, and give the
    values that sensors show after an action.
    """

    def __init__(self) -> None:
        self._universe = Universe()
        self._forms: list[Form] = []
        self._conditionals: list[Conditional] = []
        self._named: dict[str, dict[logic.Name, None]] = {}  # in knowledge and beliefs, by sort
        self._made_up: Counter[str] = Counter()  # Skolem functions
        self._variables: Counter[str] = Counter()  # maximum in one clause, by sort
        self._fresh: Counter[str] = Counter()
        self._real: list[Form] = []
        self._world: Sphere | None = None
        self._spheres: list[Sphere] = []
        self._theory = Theory()
        self._situation = Situation()
        self._distribute = True
        self._answers: dict[tuple[logic.Formula, bool], Answer] = {}

    # ---- adding knowledge

    def know(self, formula: logic.Formula) -> None:
        """Add an objective formula to the knowledge; its free variables stand for all names.

        Raises ``InputError`` if the formula is about belief or makes too many clauses.
        """
        clauses = self._stated(formula, "knowledge")
        self._forms += clauses
        if self._conditionals or not self._spheres:
            self.start_over()
            return
        self._spheres[0].setup.add(clauses)
        self._answers = {
            asked: answer
            for asked, answer in self._answers.items()
            if answer.holds and isinstance(asked[0], logic.Known) and logic.objective(asked[0].part)
        }  # more knowledge does not retract such a belief

    def real(self, formula: logic.Formula) -> None:
        """Add an objective formula to the facts of the real world, known or not.

        Raises the ``InputError`` of ``know``.
        """
        self._real += self._stated(formula, "the real world")
        self.start_over()

    def _stated(self, formula: logic.Formula, subject: str) -> list[Form]:
        """Return the clauses of what is said about the present, and note its names."""
        if not logic.objective(formula):
            raise InputError(f"{subject} cannot be about belief: {formula}")
        formula = self._situation.at_first(formula, self._theory, Budget())
        clauses = forms(formula, self._made_up)
        self._note(formula, clauses)
        return clauses

    def define(self, axiom: logic.Axiom) -> None:
        """Add a dynamic axiom. Raises ``InputError`` if it does not define its term."""
        self._situation.check_new("a dynamic axiom")
        self._theory.add(axiom)
        self._answers = {}

    def sense(self, sensor: logic.Function) -> None:
        """Add a sensor, whose value is known after an action."""
        self._situation.check_new("a sensor")
        self._theory.sense(sensor)
        self._answers = {}

    def believe(
        self,
        condition: logic.Formula,
        consequence: logic.Formula,
        level: logic.Level = 1,
        possible: logic.Level = 1,
        *,
        guarantee: bool = False,
    ) -> None:
        """Add the belief that the consequence holds in the most plausible cases of the condition.

        Free variables stand for all names, as in ``know``, and each instance is a separate belief.
        ``level`` and ``possible`` are the levels at which the condition is judged, and with
        ``guarantee`` it is judged given that the knowledge is consistent. Raises the ``InputError``
        of ``know``.
        """
        implication = logic.Implies(condition, consequence)
        if not logic.objective(implication):
            raise InputError("a conditional belief cannot be about belief")
        self._situation.check_new("a conditional belief")
        conditional = Conditional(condition, consequence, level, possible, guarantee, self._made_up)
        self._note(implication, conditional.forms)
        self._conditionals.append(conditional)
        self.start_over()

    def do(self, action: logic.Expression, *, seconds: float | None = None) -> None:
        """Do an action: questions, knowledge and real facts from now on are about the situation
        after it. The real values of its sensors are known afterwards. Raises ``InputError`` for an
        action with variables or terms that may change, and ``BudgetError`` after ``seconds``."""
        if any(isinstance(e, logic.Variable) or logic.changing(e) for e in logic.within(action)):
            raise InputError(f"'{action}' is not an action: expected one made of names")
        budget = Budget(seconds, f"'{action}'")
        sensors = self._theory.sensors.get(action.sort, ())
        shown = [self._sense_value(logic.Term(sensor, (action,)), budget) for sensor in sensors]
        sensed = [formula for formula in shown if formula is not None]
        wait = bool(sensed and (self._conditionals or self._situation.waiting))
        after = self._situation.after(action, self._theory, budget, wait=wait)
        if not wait:
            for formula in sensed:
                self.know(formula)
        self._situation = after
        self._universe.mention(self._situation.names)
        self._answers = {}

    def _sense_value(self, term: logic.Term, budget: Budget) -> logic.Formula | None:
        """Return the real value of a sensor, or None if it is undecided."""
        any_value = logic.Equal(term, logic.Variable("value", term.sort))
        self._prepare(self._situation.asked(any_value, self._theory, budget), budget)
        assert self._world is not None
        atom = logic.Equal(term, logic.T)
        names = self._universe.names.get(term.sort, ())
        values: list[logic.Formula] = [logic.Equal(term, name) for name in names]
        left = []
        if term.sort == logic.TRUTH:
            values = [atom, logic.Not(atom)]
        for value in values:
            refuted = self._situation.asked(logic.Not(value), self._theory, budget)
            if not self._world.known(0, refuted, Asking(no_belief, budget)).holds:
                left.append(value)
        return left[0] if len(left) == 1 else None

    def _note(self, formula: logic.Formula, clauses: Iterable[Form]) -> None:
        names = names_in(formula)
        self._universe.mention(names)
        for name in names:
            self._named.setdefault(name.sort, {})[name] = None
        for form in clauses:
            self._variables |= Counter(variable.sort for variable in form.variables)

    # ---- asking

    def ask(
        self, formula: logic.Formula, *, real: bool = False, seconds: float | None = None
    ) -> Answer:
        """Answer a formula about beliefs, and explain the answer.

        Raises ``BudgetError`` after ``seconds``; intermediate results are kept. Raises
        ``InputError`` for a formula with free variables, or with a statement about the world
        outside any belief unless the question is about the ``real`` world.
        """
        check(formula, real=real)
        budget = Budget(seconds, f"'{short(formula)}'")
        formula = self._situation.asked(formula, self._theory, budget)
        self._prepare(formula, budget)
        return self._answer(formula, False, budget)

    def least(
        self, formula: logic.Formula, deepest: int, *, seconds: float | None = None
    ) -> Answer:
        """Answer an objective formula at the lowest level that believes it, or at level ``deepest``
        if no lower level does. Raises the errors of ``ask``."""
        budget = Budget(seconds, f"'{short(formula)}'")
        check(logic.Known(0, formula))
        formula = self._situation.asked(formula, self._theory, budget)
        for level in range(deepest + 1):
            asked = logic.Known(level, formula)
            self._prepare(asked, budget)
            answer = self._answer(asked, False, budget)
            if answer.holds:
                break
        return answer

    def contradictory(self, *, seconds: float | None = None) -> bool:
        """Return whether a SAT solver finds the knowledge contradictory.

        If so, everything is believed, though perhaps only at high levels. Raises the errors of
        ``ask``.
        """
        budget = Budget(seconds, "the consistency check")
        self._prepare(logic.Constant(True), budget)
        return self._spheres[-1].refuted(budget)

    def spheres(self, *, seconds: float | None = None) -> int:
        """Return the number of spheres of plausibility."""
        self._prepare(logic.Constant(True), Budget(seconds, "the number of spheres"))
        return len(self._spheres)

    def start_over(self) -> None:
        """Discard all results but keep the knowledge; call this after an interrupted question."""
        self._world = None
        self._spheres = []
        self._answers = {}

    def distribute_conjunctions(self, distribute: bool) -> None:
        """Choose whether belief in a conjunction is belief in each part with separate splits (the
        default) or a single belief with common splits."""
        self._distribute = distribute
        self._answers = {}

    # ---- names and spheres

    def _prepare(self, formula: logic.Formula, budget: Budget) -> None:
        """Create enough names for a question, and ground all knowledge over them."""
        self._universe.mention(names_in(formula))
        wanted = self._variables | demand(formula)
        instances: Counter[str] = Counter()
        for conditional in self._conditionals:
            wanted |= demand(conditional.condition) | demand(conditional.consequence)
            instances |= Counter(variable.sort for variable in conditional.free)
        wanted += instances  # their conditions mention fresh names
        levels = [*levels_of(formula), *(c.level for c in self._conditionals)]
        splits = max((level or 0 for level in levels), default=0)
        sorts = [*self._universe.names, *wanted]
        for sort in sorts:
            self._freshen(sort, wanted[sort] + max(splits, 1))
        self._ground(budget)
        if None in levels:
            self._uncrowd(wanted, budget)

    def _freshen(self, sort: str, wanted: int) -> None:
        if self._fresh[sort] < wanted:
            self._fresh[sort] = wanted
            self._universe.freshen(sort, wanted)

    def _uncrowd(self, variables: Counter[str], budget: Budget) -> None:
        """Create a fresh name for each term that might need one, for the unlimited level."""
        for sphere in self._spheres:
            crowd = Counter(sphere.crowd())
            for sort, terms in crowd.items():
                self._freshen(sort, variables[sort] + min(terms, MAX_CROWD_NAMES) + 1)
        self._ground(budget)
        for sphere in self._spheres:
            sphere.spare = {s: self._fresh[s] - variables[s] for s in self._universe.names}

    def _ground(self, budget: Budget) -> None:
        if not self._spheres:
            mentioned = {sort: list(names) for sort, names in self._named.items()}
            self._spheres = plausible(
                self._universe, self._forms, self._conditionals, mentioned, budget
            )
        if self._world is None:
            self._world = Sphere(self._universe, self._real)
        for sphere in (self._world, *self._spheres):
            sphere.setup.ground(budget)
            sphere.values = self._situation.values

    # ---- answers, inside out

    def _answer(self, formula: logic.Formula, guarantee: bool, budget: Budget) -> Answer:
        """Answer a formula without free variables; answers about beliefs are cached."""
        if isinstance(formula, logic.Known | logic.Possible | logic.Believed):
            answer = self._answers.get((formula, guarantee))
            if answer is None:
                answer = self._answer_belief(formula, guarantee, budget)
                self._answers[formula, guarantee] = answer
            return answer
        ask = partial(self._answer, guarantee=guarantee, budget=budget)
        if not logic.subjective(formula) and not isinstance(formula, logic.Guarantee):
            assert self._world is not None
            asking = Asking(lambda part: ask(part).holds, budget)
            answer = self._world.known(0, formula, asking)
            return Answer(formula, answer.holds, words="in the real world")
        match formula:
            case logic.Constant(value):
                return Answer(formula, value)
            case logic.Equal(left, right):
                return Answer(formula, left == right)
            case logic.Not(part):
                inner = ask(part)
                return Answer(formula, not inner.holds, parts=(inner,))
            case logic.And(found_parts):
                return decide_by_parts(formula, found_parts, ask, by=False)
            case logic.Or(found_parts):
                return decide_by_parts(formula, found_parts, ask, by=True)
            case logic.Implies(a, b):
                return decide_by_parts(formula, (logic.Not(a), b), ask, by=True)
            case logic.Iff(a, b):
                both = ask(a), ask(b)
                return Answer(formula, both[0].holds == both[1].holds, parts=both)
            case logic.Exists(variable, part) | logic.ForAll(variable, part):
                names = self._universe.names.get(variable.sort, ())
                instances = tuple(logic.substitute(part, {variable: name}) for name in names)
                return decide_by_parts(
                    formula, instances, ask, by=isinstance(formula, logic.Exists)
                )
            case logic.Guarantee(part):
                inner = self._answer(part, True, budget)
                return Answer(formula, inner.holds, parts=(inner,))
            case logic.After():
                raise AssertionError(f"{formula} was not regressed")

    def _answer_belief(
        self,
        formula: logic.Known | logic.Possible | logic.Believed,
        guarantee: bool,
        budget: Budget,
    ) -> Answer:
        def resolve(part: logic.Formula) -> bool:
            return self._answer(part, guarantee, budget).holds

        asking = Asking(resolve, budget, guarantee, self._distribute)
        if isinstance(formula, logic.Known):
            return self._spheres[-1].known(formula.level, formula.part, asking)
        if isinstance(formula, logic.Possible):
            return self._spheres[-1].possible(formula.level, formula.part, asking)
        return self._answer_conditional(formula, asking)

    def _answer_conditional(self, formula: logic.Believed, asking: Asking) -> Answer:
        """Answer a conditional belief: its consequence must follow in every sphere up to the first
        that makes its condition possible."""
        implication = logic.Implies(formula.condition, formula.consequence)
        answers = []
        for number, sphere in enumerate(self._spheres, start=1):
            follows = sphere.known(formula.level, implication, asking)
            answers.append(follows)
            if not follows.holds:
                words = f"fails in sphere {number} of {len(self._spheres)}"
                return Answer(formula, False, parts=(follows,), words=words)
            reached = sphere.possible(formula.possible, formula.condition, asking)
            if reached.holds:
                answers.append(reached)
                words = f"the condition is possible in sphere {number} of {len(self._spheres)}"
                return Answer(formula, True, parts=tuple(answers), words=words)
        return Answer(formula, True, parts=tuple(answers), words="follows in every sphere")
