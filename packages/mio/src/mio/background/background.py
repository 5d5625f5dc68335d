"""Background knowledge: predicates from facts, from Prolog clauses and from Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from mio.background.builtins import THRESHOLD_COMPARISONS
from mio.background.columns import Symbols
from mio.background.conditions import Condition, Solutions
from mio.background.interpreter import (
    Interpreter,
    OutOfTimeError,
    QueryLimits,
    TabledInterpreter,
    never,
)
from mio.background.library import called
from mio.background.relation import (
    Comparison,
    Compute,
    Computed,
    FactTable,
    Places,
    Relation,
)
from mio.background.work import Work
from mio.errors import BudgetError, InputError, checked_text
from mio.language.program import Clause, Predicate, Program, Signature, index_key
from mio.language.reader import few, read
from mio.language.terms import Term, shortened

_LISTING_LIMITS = QueryLimits(steps=2000)  #: limits of a query with no argument bound
#: Limits per input of a computed predicate: at first, after one query over the limit, and after
#: two. After the third such query, the predicate loses its rules.
_QUERY_LIMITS = tuple(QueryLimits(steps=steps) for steps in (30_000, 10_000, 3000))
#: Total steps of its queries after which it does as well, if a query takes so many on average.
_MAX_TOTAL_STEPS, _COSTLY_STEPS = 1_000_000, 100
_RECURSION_LIMITS = QueryLimits(
    steps=20_000, depth=5000
)  #: limits per example of a recursive theory


_TABLING_LIMITS = QueryLimits(steps=100_000, depth=5000)  #: limits per example with tabling


class Background:
    """Predicates by name and number of arguments, with the symbols they share.

    A predicate that consists of ground facts becomes a table. The interpreter answers predicates
    with Prolog clauses, and a function those defined in Python; both cache their answers.
    """

    def __init__(self, prolog: str | Program = "", where: str = "background") -> None:
        if not isinstance(prolog, Program):
            prolog = Program.read(read(checked_text("prolog", prolog), where))
        program = prolog
        self.symbols = Symbols()
        self._program = program
        self._python: dict[Signature, dict[Places, Compute]] = {}
        self._relations: dict[Signature, Relation] = {}
        self._ways: dict[Signature, set[Places]] = {}
        self._listed: dict[Signature, list[tuple[Term, ...]]] = {}
        self._failures: dict[Signature, str] = {}
        self._overruns: dict[Signature, int] = {}
        self._steps: dict[Signature, int] = {}
        self._queries: dict[Signature, int] = {}
        self.work = Work()  #: what learning from this background has done
        self.engine = Interpreter(program, QueryLimits())
        self._answering = tuple(map(self.engine.within, _QUERY_LIMITS))
        self.over: Callable[[], bool] | None = None  #: polled: is the time of queries up?

    def __getstate__(self) -> dict[str, object]:
        """Leave out cached answers: another process computes its own."""
        return {**self.__dict__, "_relations": {}, "symbols": Symbols(), "over": None}

    @property
    def notices(self) -> list[str]:
        """Sentences about the parts of the Prolog text that are ignored."""
        return self._program.notices

    @property
    def undefined(self) -> list[str]:
        """Sentences about the predicates that clauses call, but nothing defines."""
        found: dict[Signature, str] = {}
        for about in self._program.predicates:
            for (name, arity), where in self._undefined(about):
                words = f"{where}: {name}/{arity} is called, but nothing defines it"
                found.setdefault((name, arity), words)
        return few(list(found.values()), len(found), "predicate not defined", "background")

    def lacking(self, about: Signature) -> str | None:
        """Return why a predicate cannot work if it calls one that nothing defines, else None."""
        for (name, arity), _ in self._undefined(about):
            return f"it calls {name}/{arity}, which nothing defines"
        return None

    def _undefined(self, about: Signature) -> Iterator[tuple[Signature, str]]:
        predicate = self._program.predicates.get(about)
        for rule in () if predicate is None or predicate.is_facts else predicate.rules:
            for one in called(rule.body):
                if not self.knows(one):
                    yield one, rule.where

    @property
    def failures(self) -> list[str]:
        """Sentences about the predicates that could not answer an input, one for each."""
        return list(self._failures.values())

    def silent(self, abouts: Iterable[Signature]) -> list[str]:
        """Return sentences about the predicates among these that have no facts, or have answered
        none of the questions so far."""
        found = []
        for about in dict.fromkeys(abouts):
            relation = self._relations.get(about)
            if isinstance(relation, FactTable) and not relation.columns[0].size:
                found.append(f"{self.label(about)} has no facts")
            if isinstance(relation, Computed) and about not in self._failures:
                asked, answers = relation.asked
                if asked and not answers:
                    found.append(
                        f"{self.label(about)} never answered: it failed for"
                        f" {'the 1 input' if asked == 1 else f'all {asked:,} inputs'} it was given"
                    )
        return found

    def label(self, about: Signature) -> str:
        """Return the name of a predicate, with its place in the Prolog text if it has clauses."""
        place = self._program.places.get(about)
        return f"{about[0]}/{about[1]}" + (f" ({place})" if place else "")

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
        kind = _test if outputs == 0 else _single if outputs == 1 else _rows
        self._python.setdefault((name, len(inputs)), {})[places] = partial(kind, call)
        self._relations.pop((name, len(inputs)), None)

    def extended(self, prolog: str) -> Background:
        """Return a background with further clauses, such as the facts of an unseen example.

        Raises ``NotationError``.
        """
        program, added = Program(), Program.read(read(prolog, "facts"))
        program.notices, program.places = added.notices, {**added.places, **self._program.places}
        program.predicates = {**self._program.predicates}
        for about, predicate in added.predicates.items():
            program.predicates[about] = Predicate()
            known = self._program.predicates.get(about, Predicate())
            for rule in (*known.rules, *predicate.rules):
                program.predicates[about].add(rule)
        found = Background(program)
        found._python = {about: {**ways} for about, ways in self._python.items()}
        found._ways = {about: {*ways} for about, ways in self._ways.items()}
        return found

    def forget(self, about: Signature) -> None:
        """Remove a predicate in Python."""
        self._python.pop(about, None)
        self._relations.pop(about, None)

    def knows(self, about: Signature) -> bool:
        """Return whether a predicate exists."""
        known = about in self._python or self.engine.knows(about)
        return known or isinstance(about[0], Condition)

    def is_table(self, about: Signature) -> bool:
        """Return whether a predicate has only ground facts."""
        predicate = self._program.predicates.get(about)
        return about not in self._python and predicate is not None and predicate.is_facts

    def ways(self, about: Signature) -> list[Places]:
        """Return the sets of inputs that a predicate in Python accepts."""
        return list(self._python.get(about, ()))

    def allow(self, about: Signature, inputs: Places) -> None:
        """Allow calls of a Prolog predicate with these places bound, as a mode declares."""
        ways = self._ways.setdefault(about, set())
        if inputs not in ways and not isinstance(about[0], Condition):
            ways.add(inputs)
            self._relations.pop(about, None)

    def relation(self, about: Signature) -> Relation:
        """Return the relation of a predicate. Raises ``InputError`` for an unknown one."""
        found = self._relations.get(about)
        if found is None:
            found = self._relations[about] = self._make_relation(about)
        return found

    def list_answers(self, about: Signature) -> list[tuple[Term, ...]]:
        """Return all answers of a Prolog predicate called with no argument bound.

        Raises ``InputError`` for a predicate that needs an input, and ``BudgetError`` for one that
        has too many answers.
        """
        found = self._listed.get(about)
        if found is None:
            found = self._listed[about] = self.engine.within(_LISTING_LIMITS).rows(about, [])
        return found

    def terms(self, about: Signature, place: int, most: int | None = None) -> list[Term]:
        """Return the distinct terms at a place of a table, in the order of its facts; those of the
        first ``most`` facts if given."""
        relation = self.relation(about)
        assert isinstance(relation, FactTable)
        numbers = dict.fromkeys(relation.columns[place][:most].tolist())
        return list(map(self.symbols.term, numbers))

    def with_clauses(self, clauses: Iterable[Clause]) -> Interpreter:
        """Return an interpreter of the Prolog text and further clauses, within stricter limits."""
        engine = Interpreter(self._extended(clauses), _RECURSION_LIMITS)
        engine.over = self.over or never
        return engine

    def tabled(self, clauses: Iterable[Clause], about: Signature) -> TabledInterpreter:
        """Return an interpreter of the Prolog text and further clauses that tables one
        predicate."""
        engine = TabledInterpreter(self._extended(clauses), _TABLING_LIMITS, about)
        engine.over = self.over or never
        return engine

    def _extended(self, clauses: Iterable[Clause]) -> Program:
        program = Program(clauses)
        for about, predicate in self._program.predicates.items():
            program.predicates.setdefault(about, predicate)
        return program

    def _make_relation(self, about: Signature) -> Relation:
        name, arity = about
        if isinstance(name, Condition):
            return Solutions(self.symbols, self.relation, name, self.work)
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
        if name in THRESHOLD_COMPARISONS and arity == 2:
            return Comparison(name, self.symbols, computed)
        return computed

    def _query(self, about: Signature, inputs: Places) -> Compute:
        outputs = [place for place in range(about[1]) if place not in inputs]

        def compute(terms: tuple[Term, ...]) -> Iterable[Sequence[Term]]:
            overruns = self._overruns.get(about, 0)
            if overruns >= len(_QUERY_LIMITS):
                return self._of_facts(about, inputs, terms)
            answering = self._answering[overruns]
            answering.over = self.over or never
            if answering.over():  # short queries do not poll it themselves
                raise OutOfTimeError
            try:
                rows = answering.rows(about, list(zip(inputs, terms, strict=True)))
            except (BudgetError, InputError, RecursionError) as error:
                self._record_failure(about, terms, error)
                return self._of_facts(about, inputs, terms)
            finally:
                used = answering.bounds.steps - max(0, answering.left)
                self._steps[about] = self._steps.get(about, 0) + used
                self._queries[about] = self._queries.get(about, 0) + 1
                self.work.add("query")
                self.work.add("step", used)
            most = max(_MAX_TOTAL_STEPS, _COSTLY_STEPS * self._queries[about])
            if self._steps[about] > most:
                self._disable(
                    about, f"its queries need more than {_MAX_TOTAL_STEPS:,} steps", terms
                )
            return ([row[place] for place in outputs] for row in rows)

        return compute

    def _record_failure(self, about: Signature, terms: tuple[Term, ...], error: Exception) -> None:
        """Record that a predicate failed to answer; after several overruns it is disabled."""
        shown = shortened(*terms)
        reason = str(error).removeprefix(f"{about[0]}/{about[1]}: ")
        if isinstance(error, InputError):
            self._failures.setdefault(
                about,
                f"{self.label(about)} has no answer for some inputs, such as {shown}: {reason}",
            )
            return
        self._failures.setdefault(
            about, f"{self.label(about)} has no answer for inputs such as {shown}: {reason}"
        )
        self._overruns[about] = self._overruns.get(about, 0) + 1
        if self._overruns[about] >= len(_QUERY_LIMITS):
            self._disable(about, reason, terms)

    def _disable(self, about: Signature, reason: str, terms: tuple[Term, ...]) -> None:
        """Restrict a predicate to its facts from now on, and record why."""
        self._overruns[about] = len(_QUERY_LIMITS)
        some = about in self._program.predicates and self._program.facts(about)
        verb = "only its facts are used" if some else "it is left out"
        shown = shortened(*terms)
        self._failures[about] = (
            f"{self.label(about)} takes too long, so {verb}: {reason}, for inputs such as {shown}; "
            "clauses with fewer choices, or facts instead of clauses, would help"
        )

    def _of_facts(
        self, about: Signature, inputs: Places, terms: tuple[Term, ...]
    ) -> list[list[Term]]:
        predicate = self._program.predicates.get(about)
        if predicate is None:
            return []
        rows = predicate.matching(inputs, tuple(map(index_key, terms)))
        return [
            [row.head[place] for place in range(about[1]) if place not in inputs]
            for row in rows
            if all(row.head[place] == term for place, term in zip(inputs, terms, strict=True))
        ]


def _test(call: Callable[..., object], terms: tuple[Term, ...]) -> Iterable[Sequence[Term]]:
    return [()] if call(*terms) else []


def _single(call: Callable[..., object], terms: tuple[Term, ...]) -> Iterable[tuple[Term]]:
    return [(value,) for value in call(*terms)]  # type: ignore[attr-defined]


def _rows(call: Callable[..., object], terms: tuple[Term, ...]) -> Iterable[Sequence[Term]]:
    return call(*terms)  # type: ignore[return-value]
