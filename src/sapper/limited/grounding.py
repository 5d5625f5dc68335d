"""Goals of questions: formulas ground over all names, with the beliefs inside answered first.

Belief in a formula about beliefs reduces to belief in an objective formula (Levesque 1984,
"Foundations of a functional approach to knowledge representation", RES). Its cases for every name
are tried only when a quantifier reaches them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from sapper.limited.budget import Budget
from sapper.limited.goal import Goal, every, some
from sapper.limited.language import (
    And,
    Constant,
    Exists,
    Expression,
    ForAll,
    Formula,
    Not,
    Or,
    Variable,
    substitute,
)
from sapper.limited.normal import Literal, flat, ground, literal_of
from sapper.limited.setup import Setup, Universe

#: Says whether a formula about beliefs, without free variables, is true.
Resolve = Callable[[Formula], bool]
Names = dict[Variable, Expression]


@dataclass(frozen=True)
class Grounding:
    """Grounds formulas, with negations pushed inwards, for one question to a setup."""

    setup: Setup
    universe: Universe
    resolve: Resolve
    budget: Budget

    def goal(self, formula: Formula, names: Names) -> Goal:
        """Return the goal of a formula with ``names`` for its free variables.

        Raises ``BudgetError``.
        """
        literal = literal_of(formula)
        if literal is not None:
            return self._clause([ground(literal, names)])
        match formula:
            case Constant(value):
                return value
            case And(parts):
                return every(self.goal(part, names) for part in parts)
            case Or():
                return self._disjunction(formula, names)
            case ForAll(variable, part) | Exists(variable, part):
                both = every if isinstance(formula, ForAll) else some
                found = self.universe.names.get(variable.sort, ())
                return both(self.goal(part, {**names, variable: name}) for name in found)
            case Not(part):
                return not self.resolve(substitute(part, names))
            case _:
                return self.resolve(substitute(formula, names))

    def _disjunction(self, formula: Or, names: Names) -> Goal:
        """Return a goal whose literals form one clause; any other part has to hold by itself."""
        literals: list[Literal] = []
        others: list[Goal] = []
        waiting: list[Formula] = [formula]
        while waiting:
            part = waiting.pop()
            literal = literal_of(part)
            if literal is not None:
                literals.append(ground(literal, names))
            elif isinstance(part, Or):
                waiting += reversed(part.parts)
            else:
                others.append(self.goal(part, names))
        return some([self._clause(literals), *others] if literals else others)

    def _clause(self, literals: list[Literal]) -> Goal:
        """Return a clause of ground literals, for all names that nested terms may take."""
        found = flat(literals)
        inner = dict.fromkeys(x.right for x in found if isinstance(x.right, Variable))
        domains = (self.universe.names.get(variable.sort, ()) for variable in inner)
        return every(
            self._instance(found, dict(zip(inner, choice, strict=True)))
            for choice in product(*domains)
        )

    def _instance(self, literals: list[Literal], names: Names) -> Goal:
        self.budget.spend()
        clause = self.setup.clause(ground(literal, names) for literal in literals)
        return True if clause is None else clause or False
