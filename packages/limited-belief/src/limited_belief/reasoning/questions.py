"""Checks questions, and grounds them to goals over all names.

A goal is a ground objective formula that a setup decides, without negation as failure. Beliefs
inside a question are answered first: belief in a formula about beliefs reduces to belief in an
objective formula (Levesque 1984, "Foundations of a functional approach to knowledge
representation", RES). The cases of such a formula, one for every name, are tried only when a
quantifier reaches them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product

from msgspec import Struct

from limited_belief.errors import InputError
from limited_belief.kernel.closure import Closure
from limited_belief.kernel.truth import FALSE, Clause
from limited_belief.language import logic
from limited_belief.reasoning.normal import Literal, flat, ground, literal_of
from limited_belief.reasoning.progression import Key, Value, current
from limited_belief.reasoning.setup import Budget, Setup, Universe


class Every(Struct, frozen=True, cache_hash=True):
    """A conjunction: all parts must hold."""

    parts: tuple[Goal, ...]


class Some(Struct, frozen=True, cache_hash=True):
    """A disjunction other than a clause: one part must hold by itself."""

    parts: tuple[Goal, ...]


Goal = bool | Clause | Every | Some


def every(parts: Iterable[Goal]) -> Goal:
    """Return the simplified conjunction."""
    return _joined(parts, Every, decisive=False)


def some(parts: Iterable[Goal]) -> Goal:
    """Return the simplified disjunction."""
    return _joined(parts, Some, decisive=True)


def _joined(parts: Iterable[Goal], join: type[Every | Some], *, decisive: bool) -> Goal:
    """Join the distinct open parts; a part equal to ``decisive`` decides the result."""
    undecided: dict[Goal, None] = {}
    for part in parts:
        if part is decisive:
            return decisive
        if not isinstance(part, bool):
            undecided[part] = None
    if not undecided:
        return not decisive
    return next(iter(undecided)) if len(undecided) == 1 else join(tuple(undecided))


def satisfied(closure: Closure, goal: Goal) -> bool:
    """Return whether the closure satisfies the goal in its current state."""
    if isinstance(goal, bool):
        return goal
    if isinstance(goal, Every):
        return all(satisfied(closure, part) for part in goal.parts)
    if isinstance(goal, Some):
        return any(satisfied(closure, part) for part in goal.parts)
    return closure.holds(goal)


def refuted(closure: Closure, goal: Goal) -> bool:
    """Return whether no assumption can make the closure satisfy the goal without contradiction."""
    if isinstance(goal, bool):
        return not goal
    if isinstance(goal, Every):
        return any(refuted(closure, part) for part in goal.parts)
    if isinstance(goal, Some):
        return all(refuted(closure, part) for part in goal.parts)
    return all(closure.value[x] == FALSE for x in goal)


def literals_of(goal: Goal) -> set[int]:
    """Return all literals of the goal."""
    if isinstance(goal, bool):
        return set()
    if isinstance(goal, Every | Some):
        return set().union(*(literals_of(part) for part in goal.parts))
    return set(goal)


def levels(formula: logic.Formula) -> list[logic.Level]:
    """Return all levels of belief in a formula."""
    result: list[logic.Level] = []
    for part in logic.walk(formula):
        if isinstance(part, logic.Known | logic.Possible | logic.Believed):
            result.append(part.level)
        if isinstance(part, logic.Believed):
            result.append(part.possible)
    return result


def check(formula: logic.Formula, *, real: bool = False) -> None:
    """Raise ``InputError`` for a question with free variables, or about the world outside any
    belief unless it is about the ``real`` world."""
    loose = logic.free(formula)
    if loose:
        raise InputError(
            f"variable '{loose[0]}' is free in the question '{short(formula)}': "
            "bind it with exists or forall"
        )
    if not real and not logic.subjective(formula):
        outside = next(_outside(formula))
        raise InputError(f"'{outside}' is outside any belief: put K, M or B before it")


def _outside(formula: logic.Formula) -> Iterator[logic.Formula]:
    """Yield the equations of terms outside any belief."""
    if isinstance(formula, logic.Equal):
        if isinstance(formula.left, logic.Term) or isinstance(formula.right, logic.Term):
            yield formula
    elif not isinstance(formula, logic.Known | logic.Possible | logic.Believed):
        for part in logic.parts(formula):
            yield from _outside(part)


def short(formula: logic.Formula) -> str:
    """Return the text of a formula, shortened to one line."""
    text = str(formula)
    return text if len(text) <= 60 else text[:59] + "…"


#: Answers a formula about beliefs without free variables.
Resolve = Callable[[logic.Formula], bool]
Names = dict[logic.Variable, logic.Expression]


def telling(
    formula: logic.ForAll | logic.Exists,
    universe: Universe,
    names: Mapping[logic.Variable, logic.Expression],
) -> Iterable[logic.Name]:
    """Return the names that can decide a quantified formula with negations pushed inwards: if
    ``exists x (x = n and …)`` is true, it is true for n. ``names`` are those of free variables."""
    candidates: Iterable[logic.Name] = universe.names.get(formula.variable.sort, ())
    limited = _limits(formula.part, formula.variable, names, isinstance(formula, logic.Exists))
    return candidates if limited is None else [name for name in candidates if name in limited]


def _limits(
    formula: logic.Formula,
    variable: logic.Variable,
    names: Mapping[logic.Variable, logic.Expression],
    wanted: bool,
) -> set[logic.Name] | None:
    """Return the names for which the formula can have the ``wanted`` truth value, None for any."""
    match formula:
        case logic.Constant(value):
            return None if value == wanted else set()
        case logic.Equal() | logic.Not(logic.Equal()):
            literal = literal_of(formula)
            assert literal is not None
            return _limit(literal, variable, names) if literal.equal == wanted else None
        case logic.And(parts) | logic.Or(parts):
            limits = [_limits(part, variable, names, wanted) for part in parts]
            sets = [one for one in limits if one is not None]
            if isinstance(formula, logic.And) == wanted:
                return min(sets, key=len) if sets else None
            return set().union(*sets) if len(sets) == len(limits) else None
        case logic.Exists(inner, part) | logic.ForAll(inner, part) if inner != variable:
            outer = {v: name for v, name in names.items() if v != inner}
            return _limits(part, variable, outer, wanted)
        case _:
            return None


def _limit(
    literal: Literal, variable: logic.Variable, names: Mapping[logic.Variable, logic.Expression]
) -> set[logic.Name] | None:
    sides = literal.left, literal.right
    if variable not in sides:
        return None
    other = sides[0] if sides[1] == variable else sides[1]
    other = names.get(other, other) if isinstance(other, logic.Variable) else other
    return {other} if isinstance(other, logic.Name) else None


class Asking(Struct, frozen=True):
    """How a question is answered: ``resolve`` answers the beliefs in it.

    With ``guarantee``, the knowledge is taken to be consistent. Belief in a conjunction is belief
    in its parts, each with separate splits, unless ``distribute`` is false.
    """

    resolve: Resolve
    budget: Budget
    guarantee: bool = False
    distribute: bool = True


class Grounding(Struct, frozen=True):
    """Grounds formulas, with negations pushed inwards, for one question to a setup."""

    setup: Setup
    universe: Universe
    asking: Asking
    values: Mapping[Key, Value]  #: the current values of terms

    def goal(self, formula: logic.Formula, names: Names) -> Goal:
        """Return the goal of a formula with ``names`` for its free variables.

        Raises ``BudgetError``.
        """
        literal = literal_of(formula)
        if literal is not None:
            return self._clause([ground(literal, names)])
        match formula:
            case logic.Constant(value):
                return value
            case logic.And(parts):
                return every(self.goal(part, names) for part in parts)
            case logic.Or():
                return self._disjunction(formula, names)
            case logic.ForAll(variable, part) | logic.Exists(variable, part):
                both = every if isinstance(formula, logic.ForAll) else some
                domain = telling(formula, self.universe, names)
                return both(self.goal(part, {**names, variable: name}) for name in domain)
            case logic.Not(part):
                return not self.asking.resolve(logic.substitute(part, names))
            case _:
                return self.asking.resolve(logic.substitute(formula, names))

    def _disjunction(self, formula: logic.Or, names: Names) -> Goal:
        """Return a goal whose literals form one clause; any other part must hold by itself."""
        literals: list[Literal] = []
        others: list[Goal] = []
        waiting: list[logic.Formula] = [formula]
        while waiting:
            part = waiting.pop()
            literal = literal_of(part)
            if literal is not None:
                literals.append(ground(literal, names))
            elif isinstance(part, logic.Or):
                waiting += reversed(part.parts)
            else:
                others.append(self.goal(part, names))
        return some([self._clause(literals), *others] if literals else others)

    def _clause(self, literals: list[Literal]) -> Goal:
        """Return a clause of ground literals, for all names that nested terms may take."""
        flattened = flat(literals)
        inner = dict.fromkeys(x.right for x in flattened if isinstance(x.right, logic.Variable))
        domains = (self.universe.names.get(variable.sort, ()) for variable in inner)
        return every(
            self._instance(flattened, dict(zip(inner, choice, strict=True)))
            for choice in product(*domains)
        )

    def _instance(self, literals: list[Literal], names: Names) -> Goal:
        self.asking.budget.make()
        values = self.values
        clause = self.setup.clause(current(ground(x, names), values) for x in literals)
        return True if clause is None else clause or False
