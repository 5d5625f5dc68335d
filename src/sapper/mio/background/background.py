"""Background knowledge: predicates from facts, from Prolog clauses and from Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sapper.errors import BudgetError, InputError
from sapper.mio.background.comparison import COMPARED, Comparison
from sapper.mio.background.interpreter import Interpreter, QueryLimits
from sapper.mio.background.relation import Compute, Computed, FactTable, Places, Relation
from sapper.mio.language.clause import Clause
from sapper.mio.language.program import Program, Signature
from sapper.mio.language.reader import read
from sapper.mio.language.symbols import Symbols
from sapper.mio.language.terms import Term

_LISTING = QueryLimits(steps=2000)  #: for a query with nothing bound
_RECURSION = QueryLimits(steps=20_000, depth=5000)  #: for one example of a recursive theory


class Background:
    """Predicates by name and number of arguments, with the symbols they share.

    A predicate with only ground facts becomes a table. A built-in engine answers predicates with
    Prolog clauses, and a function those in Python; their answers are cached.
    """

    def __init__(self, prolog: str | Program = "", where: str = "background") -> None:
        program = prolog if isinstance(prolog, Program) else Program.read(read(prolog, where))
        self.symbols = Symbols()
        self._program = program
        self._python: dict[Signature, dict[Places, Compute]] = {}
        self._relations: dict[Signature, Relation] = {}
        self._ways: dict[Signature, set[Places]] = {}
        self._listed: dict[Signature, list[tuple[Term, ...]]] = {}
        self.engine = Interpreter(program, QueryLimits())

    def __getstate__(self) -> dict[str, object]:
        """Leave out cached answers: another process computes its own."""
        return {**self.__dict__, "_relations": {}, "symbols": Symbols()}

    @property
    def notices(self) -> list[str]:
        """Sentences about the parts of the Prolog text that are ignored."""
        return self._program.notices

    def function(self, name: str, inputs: str, call: Callable[..., object]) -> None:
        """Add a predicate in Python, with a sign for each place, such as ``++-``.

        ``call`` takes the inputs. It returns the rows of the outputs (for one output: its values),
        or whether the predicate holds if it has no outputs. It has to be deterministic. Raises
        ``InputError`` unless the signs are ``+`` and ``-`` with at least one ``+``.
        """
        if not set(inputs) <= {"+", "-"} or "+" not in inputs:
            raise InputError(
                f"{name}: expected signs + and - with at least one +, found {inputs!r}"
            )
        places = tuple(i for i, sign in enumerate(inputs) if sign == "+")
        outputs = len(inputs) - len(places)
        compute = _test(call) if outputs == 0 else _single(call) if outputs == 1 else _rows(call)
        self._python.setdefault((name, len(inputs)), {})[places] = compute
        self._relations.pop((name, len(inputs)), None)

    def knows(self, about: Signature) -> bool:
        """Whether the predicate exists."""
        return about in self._python or self.engine.knows(about)

    def is_table(self, about: Signature) -> bool:
        """Whether a predicate has only ground facts."""
        predicate = self._program.predicates.get(about)
        return about not in self._python and predicate is not None and predicate.is_facts

    def ways(self, about: Signature) -> list[Places]:
        """Return the sets of inputs that a predicate in Python accepts."""
        return list(self._python.get(about, ()))

    def allow(self, about: Signature, inputs: Places) -> None:
        """Let a Prolog predicate be called with these places bound, as a mode declares."""
        ways = self._ways.setdefault(about, set())
        if inputs not in ways:
            ways.add(inputs)
            self._relations.pop(about, None)

    def relation(self, about: Signature) -> Relation:
        """Return the relation of a predicate. Raises ``InputError`` for an unknown one."""
        found = self._relations.get(about)
        if found is None:
            found = self._relations[about] = self._related(about)
        return found

    def listed(self, about: Signature) -> list[tuple[Term, ...]]:
        """Return all answers of a Prolog predicate, called with nothing bound.

        Raises ``InputError`` for a predicate that needs an input, and ``BudgetError`` for one that
        has too many answers.
        """
        found = self._listed.get(about)
        if found is None:
            found = self._listed[about] = self.engine.within(_LISTING).rows(about, [])
        return found

    def with_clauses(self, clauses: Iterable[Clause]) -> Interpreter:
        """Return an engine for the Prolog text and more clauses, within stricter limits."""
        program = Program(clauses)
        for about, predicate in self._program.predicates.items():
            program.predicates.setdefault(about, predicate)
        return Interpreter(program, _RECURSION)

    def _related(self, about: Signature) -> Relation:
        name, arity = about
        if about in self._python:
            return Computed(name, arity, self._python[about], self.symbols)
        if not self.knows(about):
            raise InputError(f"unknown predicate {name}/{arity}")
        if self.is_table(about):
            facts = dict.fromkeys(self._program.facts(about))
            return FactTable(self.symbols.columns(facts, arity))
        ways = self._ways.get(about, set()) | {tuple(range(arity))}
        asked = {inputs: self._query(about, inputs) for inputs in ways}
        computed = Computed(name, arity, asked, self.symbols)
        if name in COMPARED and arity == 2:
            return Comparison(name, self.symbols, computed)
        return computed

    def _query(self, about: Signature, inputs: Places) -> Compute:
        outputs = [place for place in range(about[1]) if place not in inputs]

        def compute(terms: tuple[Term, ...]) -> Iterable[Sequence[Term]]:
            try:
                rows = self.engine.rows(about, list(zip(inputs, terms, strict=True)))
            except BudgetError as error:
                raise BudgetError(f"{about[0]}/{about[1]}: {error}") from None
            return ([row[place] for place in outputs] for row in rows)

        return compute


def _test(call: Callable[..., object]) -> Compute:
    return lambda terms: [()] if call(*terms) else []


def _single(call: Callable[..., object]) -> Compute:
    return lambda terms: [(value,) for value in call(*terms)]  # type: ignore[attr-defined]


def _rows(call: Callable[..., object]) -> Compute:
    return lambda terms: call(*terms)  # type: ignore[return-value]
