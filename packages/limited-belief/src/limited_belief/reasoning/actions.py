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
from limited_belief.language.formulas import (
    TRUTH,
    After,
    And,
    Believed,
    Constant,
    Equal,
    Exists,
    Expression,
    ForAll,
    Formula,
    Function,
    Guarantee,
    Iff,
    Implies,
    Known,
    Name,
    Not,
    Or,
    Possible,
    T,
    Term,
    Variable,
    free,
    objective,
    rebuilt,
    subexpressions,
    substitute,
    walk,
    within,
)
from limited_belief.reasoning.normal import changing
from limited_belief.reasoning.setup import Budget

Actions = tuple[Expression, ...]

MAX_SIZE = 20_000  #: maximum number of parts of a regressed question


class Axiom(Struct, frozen=True):
    """``always [action] term = value <-> formula``, or the same without an action.

    With an action, which is a variable, the formula is about the situation before it; without one,
    about the same situation. Variables stand for all names.
    """

    action: Variable | None
    term: Term
    value: Expression
    formula: Formula

    def __str__(self) -> str:
        action = f"[{self.action}] " if self.action else ""
        return f"always {action}{Equal(self.term, self.value)} <-> {self.formula}"


class Theory(Struct):
    """The dynamic axioms, and the sensors of each sort of actions."""

    axioms: list[Axiom] = field(default_factory=list)
    sensors: dict[str, list[Function]] = field(default_factory=dict)

    def add(self, axiom: Axiom) -> None:
        """Add an axiom. Raises ``InputError`` if it does not define its term."""
        if not objective(axiom.formula) or any(isinstance(p, After) for p in walk(axiom.formula)):
            raise InputError("a dynamic axiom cannot be about belief or later actions")
        known = set(free(Equal(axiom.term, axiom.value))) | {axiom.action}
        loose = [v for v in free(axiom.formula) if v not in known]
        if loose:
            raise InputError(
                f"variable '{loose[0]}' is free in the dynamic axiom of '{axiom.term}': "
                "bind it with exists or forall"
            )
        if axiom.action is None:
            self._check_order(axiom)
        self.axioms.append(axiom)

    def sense(self, sensor: Function) -> None:
        """Add a sensor: a function of one action, whose value is known after the action."""
        sensors = self.sensors.setdefault(sensor.arguments[0], [])
        if sensor not in sensors:
            sensors.append(sensor)

    def _check_order(self, axiom: Axiom) -> None:
        """Raise ``InputError`` for a circular definition."""
        uses: dict[Function, set[Function]] = {}
        for one in (*self.axioms, axiom):
            if one.action is None:
                uses.setdefault(one.term.function, set()).update(_functions(one.formula))
        start = axiom.term.function
        waiting: list[tuple[Function, tuple[str, ...]]] = [(start, (start.text,))]
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

    def regress(self, formula: Formula, budget: Budget) -> Formula:
        """Return an equivalent formula without actions.

        Raises ``InputError`` if it grows too large, and ``BudgetError``.
        """
        if not self.axioms and not any(isinstance(part, After) for part in walk(formula)):
            return formula
        return _Regression(self, budget).formula(formula, ())


def _functions(formula: Formula) -> set[Function]:
    return {e.function for e in subexpressions(formula) if isinstance(e, Term)}


class _Regression:
    """The regression of one question; all variables it introduces are new."""

    def __init__(self, theory: Theory, budget: Budget) -> None:
        self._theory = theory
        self._budget = budget
        self._defined = {axiom.term.function for axiom in theory.axioms}
        self._numbers = count(1)
        self._size = 0

    def formula(self, formula: Formula, actions: Actions) -> Formula:
        """Return the condition in the present for a formula to hold after the actions."""
        self._size += 1
        self._budget.spend()
        if self._size > MAX_SIZE:
            raise InputError(
                f"the question grows too large in regression: {plural(len(actions), 'action')} left"
            )
        match formula:
            case Constant():
                return formula
            case Equal() | Not(Equal()):
                return self._literal(formula, actions)
            case Not(part):
                return negated(self.formula(part, actions))
            case And(several):
                return joined(And, [self.formula(part, actions) for part in several])
            case Or(several):
                return joined(Or, [self.formula(part, actions) for part in several])
            case Implies(a, b):
                return self.formula(Or((Not(a), b)), actions)
            case Iff(a, b):
                return Iff(self.formula(a, actions), self.formula(b, actions))
            case Exists(variable, part) | ForAll(variable, part):
                inner = self.formula(part, actions)
                if isinstance(inner, Constant):
                    return inner
                return type(formula)(variable, inner)
            case After(action, part):
                return self.formula(part, (*actions, action))
            case Guarantee(part):
                return Guarantee(self.formula(part, actions))
            case Known() | Possible() | Believed():
                return self._belief(formula, actions)

    def _belief(self, formula: Known | Possible | Believed, actions: Actions) -> Formula:
        """Return a belief after an action as a belief before it, given the sensors' values."""
        if not actions:
            return rebuilt(formula, lambda part: self.formula(part, ()))
        *before, action = actions
        sensors = [
            sensor
            for sensor in self._theory.sensors.get(action.sort, ())
            if action not in before or self._may_differ(Term(sensor, (action,)))
        ]
        return self.formula(self._given(formula, action, sensors, []), tuple(before))

    def _may_differ(self, term: Term) -> bool:
        """Return whether a sensor may show another value when the same action is repeated."""
        return any(_match(axiom.term, term, {}) for axiom in self._theory.axioms)

    def _given(
        self,
        formula: Known | Possible | Believed,
        action: Expression,
        sensors: list[Function],
        shown: list[Formula],
    ) -> Formula:
        """Return a belief after an action as beliefs before it, for all values of the sensors
        except those already ``shown``."""
        if sensors:
            sensor, *rest = sensors
            term = Term(sensor, (action,))
            if sensor.sort == TRUTH:
                atom = Equal(term, T)
                signs: list[Formula] = [atom, Not(atom)]
                return And(tuple(self._given(formula, action, rest, [*shown, x]) for x in signs))
            value = Variable(f"{sensor.text}.{next(self._numbers)}", sensor.sort)
            every = self._given(formula, action, rest, [*shown, Equal(term, value)])
            return ForAll(value, every)
        hidden: list[Formula] = [Not(one) for one in shown]
        belief: Formula
        match formula:
            case Known(level, part):
                belief = Known(level, _either([*hidden, After(action, part)]))
            case Possible(level, part):
                belief = Possible(level, _all([*shown, After(action, part)]))
            case Believed(level, possible, condition, consequence):
                given = _all([*shown, After(action, condition)])
                belief = Believed(level, possible, given, After(action, consequence))
        return _either([*hidden, belief])

    def _literal(self, formula: Equal | Not, actions: Actions) -> Formula:
        """Regress an equation or its negation, nested terms first."""
        equation = formula.part if isinstance(formula, Not) else formula
        assert isinstance(equation, Equal)
        left, right = equation.left, equation.right
        if left == right:
            return Constant(equation is formula)
        if self._is_defined(right) and not self._is_defined(left):
            left, right = right, left
        arguments = left.arguments if isinstance(left, Term) else ()
        for inner in within(*arguments, right):
            if self._is_defined(inner):
                name = Variable(f"{inner.sort}.{next(self._numbers)}", inner.sort)
                outer: Formula = Equal(_put(left, inner, name), _put(right, inner, name))
                if isinstance(formula, Not):
                    outer = Not(outer)
                named = ForAll(name, Or((Not(Equal(inner, name)), outer)))
                return self.formula(named, actions)
        regressed = self._equation(left, right, actions)
        return negated(regressed) if isinstance(formula, Not) else regressed

    def _is_defined(self, expression: Expression) -> bool:
        return isinstance(expression, Term) and expression.function in self._defined

    def _equation(self, left: Expression, right: Expression, actions: Actions) -> Formula:
        if not self._is_defined(left):
            return plain(left, right)
        for axiom in self._theory.axioms:
            names: dict[Variable, Expression] = {}
            before = actions
            if axiom.action is not None:
                if not actions or axiom.action.sort != actions[-1].sort:
                    continue
                before = actions[:-1]
                names[axiom.action] = actions[-1]
            if _match(axiom.term, left, names) and _match(axiom.value, right, names):
                return self.formula(substitute(self._apart(axiom.formula), names), before)
        if actions:  # the last action has no axiom for the term, which keeps its value
            return self._equation(left, right, actions[:-1])
        return plain(left, right)

    def _apart(self, formula: Formula) -> Formula:
        """Return an axiom's formula with its bound variables renamed."""
        match formula:
            case Exists(variable, part) | ForAll(variable, part):
                new = Variable(f"{variable.text}.{next(self._numbers)}", variable.sort)
                return type(formula)(new, self._apart(substitute(part, {variable: new})))
            case _:
                return rebuilt(formula, self._apart)


def _put(where: Expression, old: Expression, new: Variable) -> Expression:
    """Return an expression with a variable in place of a term, but not of the whole left side."""
    if where == old:
        return new
    if isinstance(where, Term):
        return Term(where.function, tuple(_put(e, old, new) for e in where.arguments))
    return where


def _match(pattern: Expression, expression: Expression, names: dict[Variable, Expression]) -> bool:
    """Return whether an expression matches a pattern; bind its variables in ``names``."""
    if isinstance(pattern, Variable):
        return (
            pattern.sort == expression.sort and names.setdefault(pattern, expression) == expression
        )
    if isinstance(pattern, Name):
        return pattern == expression
    return (
        isinstance(expression, Term)
        and pattern.function == expression.function
        and all(
            _match(p, f, names)
            for p, f in zip(pattern.arguments, expression.arguments, strict=True)
        )
    )


def plain(left: Expression, right: Expression) -> Formula:
    """Simplify an equation as far as names and rigid terms decide it."""
    if left == right:
        return Constant(True)
    if isinstance(left, Variable) or isinstance(right, Variable):
        return Equal(left, right)
    if changing(left) or changing(right):
        return Equal(left, right)
    if isinstance(left, Name) or isinstance(right, Name) or left.function != right.function:
        return Constant(False)
    pairs = zip(left.arguments, right.arguments, strict=True)
    return joined(And, [plain(a, b) for a, b in pairs])


def negated(formula: Formula) -> Formula:
    """Return the negation of a formula."""
    return Constant(not formula.value) if isinstance(formula, Constant) else Not(formula)


def joined(join: type[And | Or], several: list[Formula]) -> Formula:
    """Return a conjunction or disjunction without its constant parts."""
    decisive = join is Or
    parts = []
    for part in several:
        if not isinstance(part, Constant):
            parts.append(part)
        elif part.value == decisive:
            return part
    if not parts:
        return Constant(not decisive)
    return parts[0] if len(parts) == 1 else join(tuple(parts))


def _all(several: list[Formula]) -> Formula:
    return joined(And, several)


def _either(several: list[Formula]) -> Formula:
    return joined(Or, several)
