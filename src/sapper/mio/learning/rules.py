"""Conversion between clauses and the numbers that the learner uses."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from sapper.errors import InputError
from sapper.mio.background.background import Background
from sapper.mio.background.goals import Goal, constant
from sapper.mio.language.clause import Clause
from sapper.mio.language.symbols import Symbols
from sapper.mio.language.terms import Term, Variable, arguments, is_ground, literal, signature
from sapper.mio.language.writer import written
from sapper.mio.learning.coverage import Coverage


def named(name: str, head: Sequence[int], body: Sequence[Goal], symbols: Symbols) -> Clause:
    """Return a clause from numbers, with its variables named A, B, C … in order."""
    names: dict[int, Variable] = {}

    def term(arg: int) -> Term:
        if arg < 0:
            return symbols.term(constant(arg))
        return names.setdefault(arg, Variable(_name(len(names))))

    made = literal(name, [term(arg) for arg in head])
    goals = tuple(literal(g.about[0], [term(arg) for arg in g.args]) for g in body)
    return Clause(made, goals)


def numbered(clause: Clause, symbols: Symbols) -> tuple[tuple[int, ...], tuple[Goal, ...]]:
    """Return the numbers of a clause: the arguments of its head, and its goals.

    Raises ``InputError`` for a compound argument with variables and for a goal without arguments.
    """
    numbers: dict[Variable, int] = {}
    head_args = arguments(clause.head)

    def number(term: Term, place: int | None = None) -> int:
        if isinstance(term, Variable):
            new = place if place is not None else len(head_args) + len(numbers)
            return numbers.setdefault(term, new)
        if not is_ground(term):
            raise InputError(f"the compound term {written(term)} contains variables")
        return constant(symbols.number(term))

    head = tuple(number(term, place) for place, term in enumerate(head_args))
    goals = []
    for goal in clause.body:
        about = signature(goal)
        if about is None or not about[1]:
            raise InputError(f"expected a goal with arguments, found {written(goal)}")
        goals.append(Goal(about, tuple(map(number, arguments(goal)))))
    return head, tuple(goals)


def cover(clause: Clause, coverage: Coverage, background: Background) -> int:
    """Return the examples that a clause covers, as bits. Raises as ``numbered`` does."""
    head, body = numbered(clause, background.symbols)
    return coverage.head(head) & coverage.body(body)


def _name(number: int) -> str:
    letter, again = number % len(ascii_uppercase), number // len(ascii_uppercase)
    return f"{ascii_uppercase[letter]}{again or ''}"
