"""Clauses between their text and the numbers that the learner handles."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from sapper.errors import InputError
from sapper.mio.background import Background
from sapper.mio.clause import Clause
from sapper.mio.coverage import Coverage
from sapper.mio.goals import Goal, constant
from sapper.mio.symbols import Symbols
from sapper.mio.terms import Term, Variable, arguments, is_ground, literal, signature
from sapper.mio.writer import written


def named(name: str, head: Sequence[int], body: Sequence[Goal], symbols: Symbols) -> Clause:
    """The clause of numbers, its variables named A, B, C … as they occur."""
    names: dict[int, Variable] = {}

    def term(arg: int) -> Term:
        if arg < 0:
            return symbols.term(constant(arg))
        return names.setdefault(arg, Variable(_name(len(names))))

    made = literal(name, [term(arg) for arg in head])
    goals = tuple(literal(g.about[0], [term(arg) for arg in g.args]) for g in body)
    return Clause(made, goals)


def numbered(clause: Clause, symbols: Symbols) -> tuple[tuple[int, ...], tuple[Goal, ...]]:
    """The numbers of a clause: its head's arguments and its goals.

    Raises ``InputError`` for a compound argument with variables and for what is no plain goal.
    """
    numbers: dict[Variable, int] = {}
    head_args = arguments(clause.head)

    def number(term: Term, place: int | None = None) -> int:
        if isinstance(term, Variable):
            new = place if place is not None else len(head_args) + len(numbers)
            return numbers.setdefault(term, new)
        if not is_ground(term):
            raise InputError(f"{written(term)} has variables within it")
        return constant(symbols.number(term))

    head = tuple(number(term, place) for place, term in enumerate(head_args))
    goals = []
    for goal in clause.body:
        about = signature(goal)
        if about is None or not about[1]:
            raise InputError(f"{written(goal)} is no goal with arguments")
        goals.append(Goal(about, tuple(map(number, arguments(goal)))))
    return head, tuple(goals)


def cover(clause: Clause, coverage: Coverage, background: Background) -> int:
    """The examples that a clause covers, as bits. Raises as ``numbered``."""
    head, body = numbered(clause, background.symbols)
    return coverage.head(head) & coverage.body(body)


def _name(number: int) -> str:
    letter, again = number % len(ascii_uppercase), number // len(ascii_uppercase)
    return f"{ascii_uppercase[letter]}{again or ''}"
