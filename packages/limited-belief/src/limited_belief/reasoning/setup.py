"""Setups: grounds universal clauses over the names of a question, within a budget."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf

from limited_belief.errors import BudgetError
from limited_belief.kernel.closure import Closure
from limited_belief.language.logic import TRUTH, Expression, Function, Name, T, Term, Variable
from limited_belief.reasoning.normal import Form, Literal, ground, variables_of

STEPS_PER_CHECK = 256  #: steps between two checks of the clock
MAX_CLAUSES = 500_000  #: ground clauses of all knowledge, and of one question


class Budget:
    """A limit of ``seconds`` of wall time from now on (None: no limit). ``what`` is the subject of
    the error message."""

    def __init__(self, seconds: float | None = None, what: str = "the question") -> None:
        self.seconds = inf if seconds is None else seconds
        self._what = what
        self._deadline = time.monotonic() + self.seconds
        self._steps = 0
        self._made = 0

    def spend(self) -> None:
        """Count one step of work. Raises ``BudgetError`` once the time is up."""
        self._steps += 1
        if self._steps % STEPS_PER_CHECK == 0:
            self.check()

    def make(self) -> None:
        """Count one ground clause of a question. Raises ``BudgetError`` as ``spend`` does, and if
        there are too many for the memory."""
        self.spend()
        self._made += 1
        check_clauses(self._made, self._what)

    def check(self) -> None:
        """Raise ``BudgetError`` once the time is up."""
        if time.monotonic() > self._deadline:
            raise BudgetError(f"{self._what} was not answered within {self.seconds:g} seconds")


def check_clauses(number: int, what: str) -> None:
    """Raise ``BudgetError`` if there are more ground clauses than the memory should hold."""
    if number > MAX_CLAUSES:
        raise BudgetError(
            f"{what} makes more than {MAX_CLAUSES:,} ground clauses: use fewer names or variables"
        )


Key = tuple[Function, tuple[Name, ...]]


class Universe:
    """The names of each sort so far: those mentioned, and fresh ones that stand for all others."""

    def __init__(self) -> None:
        self.names: dict[str, list[Name]] = {TRUTH: [T, Name("truth#1", TRUTH)]}
        self._known: set[Name] = set(self.names[TRUTH])
        self._fresh: Counter[str] = Counter({TRUTH: 1})
        self._ranks: dict[Name, int] = {}
        self._ids: dict[Name, int] = {}
        self.back: list[Name] = []  #: names by their number

    def mention(self, names: Iterable[Name]) -> None:
        """Add mentioned names."""
        for name in names:
            if name not in self._known:
                self._known.add(name)
                self.names.setdefault(name.sort, []).append(name)

    def freshen(self, sort: str, count: int) -> None:
        """Ensure that a sort has at least ``count`` fresh names."""
        known = self.names.setdefault(sort, [])
        while self._fresh[sort] < count:
            self._fresh[sort] += 1
            name = Name(f"{sort}#{self._fresh[sort]}", sort)
            self._ranks[name] = self._fresh[sort]
            self._known.add(name)
            known.append(name)

    @property
    def fresh(self) -> dict[str, list[Name]]:
        """The fresh names of each sort, in the order of their ranks."""
        return {
            sort: [name for name in names if name in self._ranks]
            for sort, names in self.names.items()
        }

    def rank(self, name: Name) -> int:
        """Return the rank of a fresh name among those of its sort, from 1; 0 for other names."""
        return self._ranks.get(name, 0)

    def number(self, name: Name) -> int:
        """Return the number of a name in closures."""
        number = self._ids.get(name)
        if number is None:
            number = self._ids[name] = len(self.back)
            self.back.append(name)
        return number

    @property
    def sizes(self) -> dict[str, int]:
        """The number of names of each sort."""
        return {sort: len(names) for sort, names in self.names.items()}


class Setup:
    """The closure of ground knowledge over a universe of names, which setups may share."""

    def __init__(self, universe: Universe, forms: Iterable[Form] = ()) -> None:
        self.closure = Closure()
        self._universe = universe
        self._forms: list[Form] = list(forms)
        self._sizes: list[dict[str, int]] = [
            {} for _ in self._forms
        ]  # names that each is ground over
        self._seen: set[frozenset[int]] = set()
        self._sized: dict[str, int] = {}
        self._ground = 0  # the forms that are ground over names of these sizes

    def add(self, forms: Iterable[Form]) -> None:
        """Add knowledge."""
        for form in forms:
            self._forms.append(form)
            self._sizes.append({})

    def ground(self, budget: Budget) -> None:
        """Ground all knowledge over all names of the universe.

        Raises ``BudgetError``; the next call continues.
        """
        sizes = self._universe.sizes
        if sizes != self._sized:
            for term, key in enumerate(self.closure.keys):
                self.closure.term(key, sizes[self.sort(term)])
            self._sized = sizes
            self._ground = 0
        for place in range(self._ground, len(self._forms)):
            form = self._forms[place]
            wanted = {v.sort: sizes.get(v.sort, 0) for v in form.variables} | {"": 1}
            if self._sizes[place] != wanted:
                for clause in self._instances(form, budget):
                    if clause not in self._seen:
                        check_clauses(len(self._seen) + 1, "the knowledge")
                        self._seen.add(clause)
                        self.closure.add_clause(clause)
                self._sizes[place] = wanted
            self._ground = place + 1

    def _instances(self, form: Form, budget: Budget) -> Iterator[frozenset[int]]:
        """Yield the ground clauses of a form that are not valid."""
        variables = form.variables
        ready: list[list[Literal]] = [[] for _ in range(len(variables) + 1)]
        for literal in form.literals:  # each is ground as soon as its variables have names
            last = max((variables.index(v) + 1 for v in variables_of(literal)), default=0)
            ready[last].append(literal)
        names: dict[Variable, Expression] = {}

        def extend(depth: int, clause: frozenset[int]) -> Iterator[frozenset[int]]:
            budget.spend()
            extended = self.clause((ground(x, names) for x in ready[depth]), clause)
            if extended is None:
                return
            if depth == len(variables):
                yield extended
                return
            variable = variables[depth]
            for name in self._universe.names.get(variable.sort, ()):
                names[variable] = name
                yield from extend(depth + 1, extended)

        return extend(0, frozenset())

    def clause(
        self, literals: Iterable[Literal], before: frozenset[int] = frozenset()
    ) -> frozenset[int] | None:
        """Return a ground clause of flat literals and the literals ``before`` in the closure's
        form; None if valid."""
        merged = set(before)
        for literal in literals:
            truth = self.literal(literal)
            if truth is True:
                return None
            if truth is not False:
                merged.add(truth)
        return self.closure.simplified(merged)

    def literal(self, literal: Literal) -> int | bool:
        """Return a ground, flat literal in the closure's form, or its truth value for names and for
        equal sides."""
        left, right = literal.left, literal.right
        if left == right or not isinstance(left, Term):
            return (left == right) == literal.equal
        assert isinstance(right, Name)
        number = self._universe.number(right)
        equation = self.closure.equation(self.term(left), number)
        return equation if literal.equal else equation ^ 1

    def term(self, term: Term) -> int:
        """Return the closure's number of a term of names."""
        key = term.function, term.arguments
        size = len(self._universe.names.get(term.sort, ()))
        return self.closure.term(key, size)

    def family(self, literal: int) -> list[int]:
        """Return the equations isomorphic to one: those that differ only by a renaming of names
        other than the one on its right."""
        closure = self.closure
        function, arguments = self._key(closure.term_of[literal])
        number = closure.name_of[literal]
        shape = _shape(arguments, self._universe.back[number])
        family = []
        for term in range(len(closure.keys)):
            other, others = self._key(term)
            if other == function and _shape(others, self._universe.back[number]) == shape:
                family.append(closure.equation(term, number))
        return family

    def _key(self, term: int) -> Key:
        return self.closure.keys[term]  # type: ignore[return-value]

    def reach(self, term: int) -> dict[str, int]:
        """Return, by sort, the highest rank among the arguments of a term."""
        _, arguments = self._key(term)
        reached: dict[str, int] = {}
        for name in arguments:
            reached[name.sort] = max(reached.get(name.sort, 0), self._universe.rank(name))
        return reached

    def sort(self, term: int) -> str:
        """Return the sort of a term."""
        return self._key(term)[0].sort

    def term_text(self, term: int) -> str:
        """Return the text of a term."""
        function, arguments = self._key(term)
        return str(Term(function, arguments))

    def text(self, literal: int) -> str:
        """Return the text of a literal."""
        term = self.closure.term_of[literal]
        name = self._universe.back[self.closure.name_of[literal]]
        if name == T:
            return ("not " if literal & 1 else "") + self.term_text(term)
        return f"{self.term_text(term)} {'!=' if literal & 1 else '='} {name}"

    def texts(self, literals: Iterable[int]) -> tuple[str, ...]:
        """Return the texts of literals, without those that follow from an equation among them."""
        all_literals = list(literals)
        closure = self.closure
        named = {closure.term_of[x] for x in all_literals if not x & 1}
        kept = [x for x in all_literals if not x & 1 or closure.term_of[x] not in named]
        return tuple(map(self.text, kept))


def _shape(arguments: Sequence[Name], fixed: Name) -> tuple[object, ...]:
    """Return the part of arguments that is invariant under exchanging all names but one."""
    places: Mapping[Name, int] = {name: place for place, name in reversed([*enumerate(arguments)])}
    return tuple("fixed" if name == fixed else places[name] for name in arguments)
