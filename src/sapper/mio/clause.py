"""Clauses: a head and the literals of a body; theories: several of them, with a text form."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sapper.errors import NotationError
from sapper.mio.reader import Statement, read
from sapper.mio.terms import Struct, Term, Variable, conjuncts, signature, variables
from sapper.mio.writer import written


@dataclass(frozen=True, slots=True)
class Clause:
    """``head :- body``: the head holds wherever all of the body does."""

    head: Term
    body: tuple[Term, ...] = ()

    def __str__(self) -> str:
        head = written(self.head)
        return f"{head} :- {', '.join(map(_goal, self.body))}." if self.body else f"{head}."

    @property
    def size(self) -> int:
        """The number of literals, that of the head included."""
        return 1 + len(self.body)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables, in the order of their first occurrence."""
        found = [v for part in (self.head, *self.body) for v in variables(part)]
        return tuple(dict.fromkeys(found))

    @staticmethod
    def parse(text: str) -> Clause:
        """A clause from its text. Raises ``NotationError``."""
        found = theory(text)
        if len(found) != 1:
            raise NotationError(f"one clause is expected, not {len(found)}")
        return found[0]


def theory(text: str, where: str = "theory") -> tuple[Clause, ...]:
    """The clauses of a Prolog text without directives. Raises ``NotationError``."""
    return tuple(clause_of(statement) for statement in read(text, where))


def clause_of(statement: Statement) -> Clause:
    """A statement as a clause. Raises ``NotationError`` for a directive or an impossible head."""
    term = statement.term
    head = term
    body: tuple[Term, ...] = ()
    if isinstance(term, Struct) and term.name == ":-":
        if len(term.args) == 1:
            raise NotationError(f"{statement.where}: a directive stands where a clause is expected")
        head = term.args[0]
        body = tuple(conjuncts(term.args[1]))
    if signature(head) is None:
        raise NotationError(f"{statement.where}: a clause cannot be about {written(head)}")
    return Clause(head, () if body == ("true",) else body)


def printed(clauses: Iterable[Clause]) -> str:
    """The text of a theory, a clause a line."""
    return "".join(f"{clause}\n" for clause in clauses)


def _goal(term: Term) -> str:
    text = written(term)
    control = isinstance(term, Struct) and term.name in (",", ";", "->") and len(term.args) == 2
    return f"({text})" if control else text
