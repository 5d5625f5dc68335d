"""Clauses, with a head and a body, and theories, which are sequences of clauses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sapper.errors import NotationError
from sapper.mio.language.reader import Statement, read
from sapper.mio.language.terms import Struct, Term, Variable, conjuncts, signature, variables
from sapper.mio.language.writer import written


@dataclass(frozen=True, slots=True)
class Clause:
    """``head :- body``: the head holds where all literals of the body do."""

    head: Term
    body: tuple[Term, ...] = ()

    def __str__(self) -> str:
        head = written(self.head)
        return f"{head} :- {', '.join(map(_goal, self.body))}." if self.body else f"{head}."

    @property
    def size(self) -> int:
        """The number of literals, the head included."""
        return 1 + len(self.body)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables, in order of first occurrence."""
        found = [v for part in (self.head, *self.body) for v in variables(part)]
        return tuple(dict.fromkeys(found))

    @staticmethod
    def parse(text: str) -> Clause:
        """Parse a clause. Raises ``NotationError``."""
        found = theory(text)
        if len(found) != 1:
            raise NotationError(f"expected one clause, found {len(found)}")
        return found[0]


def theory(text: str, where: str = "theory") -> tuple[Clause, ...]:
    """Parse the clauses of a Prolog text without directives. Raises ``NotationError``."""
    return tuple(clause_of(statement) for statement in read(text, where))


def clause_of(statement: Statement) -> Clause:
    """Return a statement as a clause. Raises ``NotationError`` for a directive or a wrong head."""
    term = statement.term
    head = term
    body: tuple[Term, ...] = ()
    if isinstance(term, Struct) and term.name == ":-":
        if len(term.args) == 1:
            raise NotationError(f"{statement.where}: expected a clause, found a directive")
        head = term.args[0]
        body = tuple(conjuncts(term.args[1]))
    if signature(head) is None:
        raise NotationError(f"{statement.where}: {written(head)} cannot be the head of a clause")
    return Clause(head, () if body == ("true",) else body)


def printed(clauses: Iterable[Clause]) -> str:
    """Return the text of a theory, one clause per line."""
    return "".join(f"{clause}\n" for clause in clauses)


def _goal(term: Term) -> str:
    text = written(term)
    control = isinstance(term, Struct) and term.name in (",", ";", "->") and len(term.args) == 2
    return f"({text})" if control else text
