"""Clauses, theories and Prolog programs, read from text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from mio.errors import InputError, NotationError
from mio.language.reader import Statement, no_collection, read
from mio.language.terms import (
    Struct,
    Term,
    Variable,
    arguments,
    conjuncts,
    is_ground,
    shortened,
    signature,
    written,
)
from mio.language.unify import Hole, stored


@dataclass(frozen=True, slots=True)
class Clause:
    """``head :- body``: the head holds if all literals of the body do."""

    head: Term
    body: tuple[Term, ...] = ()

    def __str__(self) -> str:
        head = written(self.head)
        return f"{head} :- {', '.join(map(_goal, self.body))}." if self.body else f"{head}."

    @property
    def size(self) -> int:
        """The number of literals, the head included."""
        return 1 + len(self.body)

    @staticmethod
    def parse(text: str) -> Clause:
        """Parse a clause. Raises ``NotationError``."""
        found = parse_theory(text)
        if len(found) != 1:
            raise NotationError(f"expected one clause, found {len(found)}")
        return found[0]


def parse_theory(text: str, where: str = "theory") -> tuple[Clause, ...]:
    """Parse the clauses of a Prolog text without directives. Raises ``NotationError``."""
    return tuple(clause_of(statement) for statement in read(text, where))


def clause_of(statement: Statement) -> Clause:
    """Convert a statement to a clause. Raises ``NotationError`` for a directive or an invalid
    head."""
    term = statement.term
    head = term
    body: tuple[Term, ...] = ()
    if isinstance(term, Struct) and term.name == ":-":
        if len(term.args) == 1:
            raise NotationError(f"{statement.where}: expected a clause, found a directive")
        head = term.args[0]
        body = tuple(conjuncts(term.args[1]))
    if signature(head) is None:
        raise NotationError(f"{statement.where}: {shortened(head)} cannot be the head of a clause")
    return Clause(head, () if body == ("true",) else body)


def printed(clauses: Iterable[Clause]) -> str:
    """Return the text of a theory, one clause per line."""
    return "".join(f"{clause}\n" for clause in clauses)


def _goal(term: Term) -> str:
    text = written(term)
    control = isinstance(term, Struct) and term.name in (",", ";", "->") and len(term.args) == 2
    return f"({text})" if control else text


Signature = tuple[str, int]


@dataclass(frozen=True, slots=True)
class StoredClause:
    """A clause prepared for the engine, with numbered variables."""

    head: tuple[Term, ...]
    body: tuple[Term, ...]
    holes: int
    where: str = ""  #: its place in a text


@dataclass(slots=True)
class Predicate:
    """The rules of one predicate, in order."""

    rules: list[StoredClause] = field(default_factory=list)
    is_facts: bool = True  #: whether all rules are ground facts
    loose: bool = False  #: whether some first argument is a variable, so all rules are tried
    _first: dict[Term, list[StoredClause]] | None = None
    _indices: dict[tuple[int, ...], dict[tuple[Term, ...], list[StoredClause]]] = field(
        default_factory=dict
    )

    def add(self, rule: StoredClause) -> None:
        """Add a rule at the end."""
        self.rules.append(rule)
        self._first = None
        self._indices.clear()
        if rule.body or rule.holes:
            self.is_facts = False
            if rule.head and isinstance(rule.head[0], Hole):
                self.loose = True

    @property
    def first(self) -> dict[Term, list[StoredClause]]:
        """The rules by their first argument, unless ``loose``. Built on first use, because most
        facts become tables and are never called."""
        if self._first is None:
            self._first = {}
            for rule in self.rules:
                self._first.setdefault(index_key(rule.head[0]), []).append(rule)
        return self._first

    def matching(self, places: tuple[int, ...], keys: tuple[Term, ...]) -> Sequence[StoredClause]:
        """Return the ground facts that have these index keys at these places."""
        index = self._indices.get(places)
        if index is None:
            index = self._indices[places] = {}
            for rule in self.rules:
                if rule.body or rule.holes:
                    continue
                key = tuple(index_key(rule.head[place]) for place in places)
                index.setdefault(key, []).append(rule)
        return index.get(keys, ())


def index_key(term: Term) -> Term:
    """Return an index key that is equal for any two nonvariable terms that unify."""
    return (term.name, len(term.args)) if isinstance(term, Struct) else (type(term), term)


class Program:
    """Clauses, and notices about ignored directives."""

    def __init__(self, clauses: Iterable[Clause] = ()) -> None:
        self.predicates: dict[Signature, Predicate] = {}
        self.notices: list[str] = []
        self.places: dict[Signature, str] = {}  #: where each predicate begins in its text
        for clause in clauses:
            self.add(clause)

    @staticmethod
    def read(statements: Iterable[Statement]) -> Program:
        """Return the program of some statements.

        ``dynamic`` declares a predicate; any other directive, and a clause whose head or goals
        cannot be called, is ignored with a notice.
        """
        program = Program()
        with no_collection():
            for statement in statements:
                term = statement.term
                if isinstance(term, Struct) and term.ground and term.name[:1].isalpha():
                    program._fact((term.name, len(term.args)), term.args, statement.where)
                    continue
                if isinstance(term, Struct) and term.name in (":-", "?-") and len(term.args) == 1:
                    program._directive(term.args[0], statement.where)
                else:
                    program._rule(statement)
        return program

    def add(self, clause: Clause, where: str = "") -> None:
        """Add a clause after the others of its predicate; ``where`` is its place in a text."""
        about = signature(clause.head)
        assert about is not None
        numbers: dict[Variable, int] = {}
        head = tuple(stored(arg, numbers) for arg in arguments(clause.head))
        body = tuple(stored(_callable(goal), numbers) for goal in clause.body)
        self.predicates.setdefault(about, Predicate()).add(
            StoredClause(head, body, len(numbers), where)
        )

    def facts(self, about: Signature) -> list[tuple[Term, ...]]:
        """Return the ground facts of a predicate."""
        return [r.head for r in self.predicates[about].rules if not r.body and not r.holes]

    def _rule(self, statement: Statement) -> None:
        """Add a clause, or skip it with a notice if its head or a goal cannot be called."""
        try:
            clause = clause_of(statement)
        except NotationError as error:
            self.notices.append(f"{error}; the clause is left out")
            return
        try:
            self.add(clause, statement.where)
        except InputError as error:
            self.notices.append(f"{statement.where}: the clause is left out: {error}")
            return
        about = signature(clause.head)
        assert about is not None
        self.places.setdefault(about, statement.where)

    def _fact(self, about: Signature, args: tuple[Term, ...], where: str) -> None:
        predicate = self.predicates.get(about)
        if predicate is None:
            self.places[about] = where
            predicate = self.predicates[about] = Predicate()
        predicate.add(StoredClause(args, (), 0))

    def _directive(self, term: Term, where: str) -> None:
        if isinstance(term, Struct) and term.name in ("dynamic", "discontiguous", "table"):
            for declared in conjuncts(term.args[0]):
                match declared:
                    case Struct(name="/", args=(str(name), int(arity))):
                        if term.name == "dynamic":
                            self.predicates.setdefault((name, arity), Predicate())
                        continue
        elif is_ground(term) and not _is_idle(term):
            self.notices.append(f"{where}: the directive {shortened(term)} is ignored")


def _is_idle(term: Term) -> bool:
    """Return whether a directive only concerns other systems, as one about style does."""
    match term:
        case Struct(name="style_check" | "set_prolog_flag"):
            return True
        case Struct(name="use_module", args=(Struct(name="library"), *_)):
            return True
    return False


def _callable(goal: Term) -> Term:
    if isinstance(goal, Variable):
        return Struct("call", (goal,))
    if signature(goal) is None:
        raise InputError(f"expected a goal, found {shortened(goal)}")
    return goal
