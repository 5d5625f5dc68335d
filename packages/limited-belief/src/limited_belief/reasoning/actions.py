"""Actions: reduces questions about the situation after them to questions about the present.

A *dynamic axiom* defines the value of a term in every situation, or after any action, by a formula
about the situation before. *Regression* (Reiter 2001, "Knowledge in Action", chapter 4; Lakemeyer &
Levesque 2004, "Situations, si! Situation terms, no!") replaces the terms of a question by these
axioms until no action is left. Actions can have sensors, whose values are known afterwards.
"""

from __future__ import annotations

from itertools import count

from msgspec import Struct, field

from limited_belief.errors import InputError, plural
from limited_belief.language import logic
from limited_belief.reasoning.setup import Budget

Actions = tuple[logic.Expression, ...]

MAX_SIZE = 20_000  #: maximum number of parts of a regressed question


class Theory(Struct):
    """The dynamic axioms, and the sensors of each sort of actions."""

    axioms: list[logic.Axiom] = field(default_factory=list)
    sensors: dict[str, list[logic.Function]] = field(default_factory=dict)

    def add(self, axiom: logic.Axiom) -> None:
        """Add an axiom. Raises ``InputError`` if it does not define its term."""
        if not logic.objective(axiom.formula) or any(
            isinstance(p, logic.After) for p in logic.walk(axiom.formula)
        ):
            raise InputError("a dynamic axiom cannot be about belief or later actions")
        known = set(logic.free(logic.Equal(axiom.term, axiom.value))) | {axiom.action}
        loose = [v for v in logic.free(axiom.formula) if v not in known]
        if loose:
            raise InputError(
                f"variable '{loose[0]}' is free in the dynamic axiom of '{axiom.term}': "
                "bind it with exists or forall"
            )
        if axiom.action is None:
            self._check_order(axiom)
        self.axioms.append(axiom)

    def sense(self, sensor: logic.Function) -> None:
        """Add a sensor: a function of one action, whose value is known after the action."""
        sensors = self.sensors.setdefault(sensor.arguments[0], [])
        if sensor not in sensors:
            sensors.append(sensor)

    def _check_order(self, axiom: logic.Axiom) -> None:
        """Raise ``InputError`` for a circular definition."""
        uses: dict[logic.Function, set[logic.Function]] = {}
        for one in (*self.axioms, axiom):
            if one.action is None:
                uses.setdefault(one.term.function, set()).update(_functions(one.formula))
        start = axiom.term.function
        waiting: list[tuple[logic.Function, tuple[str, ...]]] = [(start, (start.text,))]
        seen = {start}
        while waiting:
            function, path = waiting.pop()
            for other in uses.get(function, ()):
                if other == start:
                    circle = " → ".join((*path, start.text))
                    raise InputError(f"the definition of '{start.text}' is circular: {circle}")
                if other not in seen:
                    seen.add(other)
                    waiting.append((other, (*path, other.text)))

    def regress(self, formula: logic.Formula, budget: Budget) -> logic.Formula:
        """Return an equivalent formula without actions.

        Raises ``InputError`` if it grows too large, and ``BudgetError``.
        """
        if not self.axioms and not any(
            isinstance(part, logic.After) for part in logic.walk(formula)
        ):
            return formula
        return _Regression(self, budget).formula(formula, ())


def _functions(formula: logic.Formula) -> set[logic.Function]:
    return {e.function for e in logic.subexpressions(formula) if isinstance(e, logic.Term)}


class _Regression:
    """The regression of one question; all variables it introduces are new."""

    def __init__(self, theory: Theory, budget: Budget) -> None:
        self._theory = theory
        self._budget = budget
        self._defined = {axiom.term.function for axiom in theory.axioms}
        self._numbers = count(1)
        self._size = 0

    def formula(self, formula: logic.Formula, actions: Actions) -> logic.Formula:
        """Return the condition in the present for a formula to hold after the actions."""
        self._size += 1
        self._budget.spend()
        if self._size > MAX_SIZE:
            raise InputError(
                f"the question grows too large in regression: {plural(len(actions), 'action')} left"
            )
        match formula:
            case logic.Constant():
                return formula
            case logic.Equal() | logic.Not(logic.Equal()):
                return self._literal(formula, actions)
            case logic.Not(part):
                return negated(self.formula(part, actions))
            case logic.And(several):
                return joined(logic.And, [self.formula(part, actions) for part in several])
            case logic.Or(several):
                return joined(logic.Or, [self.formula(part, actions) for part in several])
            case logic.Implies(a, b):
                return self.formula(logic.Or((logic.Not(a), b)), actions)
            case logic.Iff(a, b):
                return logic.Iff(self.formula(a, actions), self.formula(b, actions))
            case logic.Exists(variable, part) | logic.ForAll(variable, part):
                inner = self.formula(part, actions)
                if isinstance(inner, logic.Constant):
                    return inner
                return type(formula)(variable, inner)
            case logic.After(action, part):
                return self.formula(part, (*actions, action))
            case logic.Guarantee(part):
                return logic.Guarantee(self.formula(part, actions))
            case logic.Known() | logic.Possible() | logic.Believed():
                return self._belief(formula, actions)

    def _belief(
        self, formula: logic.Known | logic.Possible | logic.Believed, actions: Actions
    ) -> logic.Formula:
        """Return a belief after an action as a belief before it, given the sensors' values."""
        if not actions:
            return logic.rebuilt(formula, lambda part: self.formula(part, ()))
        *before, action = actions
        sensors = [
            sensor
            for sensor in self._theory.sensors.get(action.sort, ())
            if action not in before or self._may_differ(logic.Term(sensor, (action,)))
        ]
        return self.formula(self._given(formula, action, sensors, []), tuple(before))

    def _may_differ(self, term: logic.Term) -> bool:
        """Return whether a sensor may show another value when the same action is repeated."""
        return any(_match(axiom.term, term, {}) for axiom in self._theory.axioms)

    def _given(
        self,
        formula: logic.Known | logic.Possible | logic.Believed,
        action: logic.Expression,
        sensors: list[logic.Function],
        shown: list[logic.Formula],
    ) -> logic.Formula:
        """Return a belief after an action as beliefs before it, for all values of the sensors
        except those already ``shown``."""
        if sensors:
            sensor, *rest = sensors
            term = logic.Term(sensor, (action,))
            if sensor.sort == logic.TRUTH:
                atom = logic.Equal(term, logic.T)
                signs: list[logic.Formula] = [atom, logic.Not(atom)]
                return logic.And(
                    tuple(self._given(formula, action, rest, [*shown, x]) for x in signs)
                )
            value = logic.Variable(f"{sensor.text}.{next(self._numbers)}", sensor.sort)
            every = self._given(formula, action, rest, [*shown, logic.Equal(term, value)])
            return logic.ForAll(value, every)
        hidden: list[logic.Formula] = [logic.Not(one) for one in shown]
        belief: logic.Formula
        match formula:
            case logic.Known(level, part):
                belief = logic.Known(level, joined(logic.Or, [*hidden, logic.After(action, part)]))
            case logic.Possible(level, part):
                belief = logic.Possible(
                    level, joined(logic.And, [*shown, logic.After(action, part)])
                )
            case logic.Believed(level, possible, condition, consequence):
                given = joined(logic.And, [*shown, logic.After(action, condition)])
                belief = logic.Believed(level, possible, given, logic.After(action, consequence))
        return joined(logic.Or, [*hidden, belief])

    def _literal(self, formula: logic.Equal | logic.Not, actions: Actions) -> logic.Formula:
        """Regress an equation or its negation, nested terms first."""
        equation = formula.part if isinstance(formula, logic.Not) else formula
        assert isinstance(equation, logic.Equal)
        left, right = equation.left, equation.right
        if left == right:
            return logic.Constant(equation is formula)
        if self._is_defined(right) and not self._is_defined(left):
            left, right = right, left
        arguments = left.arguments if isinstance(left, logic.Term) else ()
        for inner in logic.within(*arguments, right):
            if self._is_defined(inner):
                name = logic.Variable(f"{inner.sort}.{next(self._numbers)}", inner.sort)
                outer: logic.Formula = logic.Equal(
                    _put(left, inner, name), _put(right, inner, name)
                )
                if isinstance(formula, logic.Not):
                    outer = logic.Not(outer)
                named = logic.ForAll(name, logic.Or((logic.Not(logic.Equal(inner, name)), outer)))
                return self.formula(named, actions)
        regressed = self._equation(left, right, actions)
        return negated(regressed) if isinstance(formula, logic.Not) else regressed

    def _is_defined(self, expression: logic.Expression) -> bool:
        return isinstance(expression, logic.Term) and expression.function in self._defined

    def _equation(
        self, left: logic.Expression, right: logic.Expression, actions: Actions
    ) -> logic.Formula:
        if not self._is_defined(left):
            return plain(left, right)
        for axiom in self._theory.axioms:
            names: dict[logic.Variable, logic.Expression] = {}
            before = actions
            if axiom.action is not None:
                if not actions or axiom.action.sort != actions[-1].sort:
                    continue
                before = actions[:-1]
                names[axiom.action] = actions[-1]
            if _match(axiom.term, left, names) and _match(axiom.value, right, names):
                return self.formula(logic.substitute(self._apart(axiom.formula), names), before)
        if actions:  # the last action has no axiom for the term, which keeps its value
            return self._equation(left, right, actions[:-1])
        return plain(left, right)

    def _apart(self, formula: logic.Formula) -> logic.Formula:
        """Return an axiom's formula with its bound variables renamed."""
        match formula:
            case logic.Exists(variable, part) | logic.ForAll(variable, part):
                new = logic.Variable(f"{variable.text}.{next(self._numbers)}", variable.sort)
                return type(formula)(new, self._apart(logic.substitute(part, {variable: new})))
            case _:
                return logic.rebuilt(formula, self._apart)


def _put(where: logic.Expression, old: logic.Expression, new: logic.Variable) -> logic.Expression:
    """Return an expression with a variable in place of a term, but not of the whole left side."""
    if where == old:
        return new
    if isinstance(where, logic.Term):
        return logic.Term(where.function, tuple(_put(e, old, new) for e in where.arguments))
    return where


def _match(
    pattern: logic.Expression,
    expression: logic.Expression,
    names: dict[logic.Variable, logic.Expression],
) -> bool:
    """Return whether an expression matches a pattern; bind its variables in ``names``."""
    if isinstance(pattern, logic.Variable):
        return (
            pattern.sort == expression.sort and names.setdefault(pattern, expression) == expression
        )
    if isinstance(pattern, logic.Name):
        return pattern == expression
    return (
        isinstance(expression, logic.Term)
        and pattern.function == expression.function
        and all(
            _match(p, f, names)
            for p, f in zip(pattern.arguments, expression.arguments, strict=True)
        )
    )


def plain(left: logic.Expression, right: logic.Expression) -> logic.Formula:
    """Simplify an equation as far as names and rigid terms decide it."""
    if left == right:
        return logic.Constant(True)
    if isinstance(left, logic.Variable) or isinstance(right, logic.Variable):
        return logic.Equal(left, right)
    if logic.changing(left) or logic.changing(right):
        return logic.Equal(left, right)
    if (
        isinstance(left, logic.Name)
        or isinstance(right, logic.Name)
        or left.function != right.function
    ):
        return logic.Constant(False)
    pairs = zip(left.arguments, right.arguments, strict=True)
    return joined(logic.And, [plain(a, b) for a, b in pairs])


def negated(formula: logic.Formula) -> logic.Formula:
    """Return the negation of a formula."""
    return (
        logic.Constant(not formula.value)
        if isinstance(formula, logic.Constant)
        else logic.Not(formula)
    )


def joined(join: type[logic.And | logic.Or], several: list[logic.Formula]) -> logic.Formula:
    """Return a conjunction or disjunction without its constant parts."""
    decisive = join is logic.Or
    parts = []
    for part in several:
        if not isinstance(part, logic.Constant):
            parts.append(part)
        elif part.value == decisive:
            return part
    if not parts:
        return logic.Constant(not decisive)
    return parts[0] if len(parts) == 1 else join(tuple(parts))
