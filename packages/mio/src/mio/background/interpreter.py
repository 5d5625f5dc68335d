"""A small Prolog: SLD resolution, depth first, with negation as failure, cut, bounds and tabling.

The machine keeps goals in a linked list and choices on a stack (as in Warren 1983, "An abstract
Prolog instruction set", but without compilation), so deep recursion uses no Python frames.

Calls of a tabled predicate are answered from a table with one entry for each variant of a call
(Tamaki & Sato 1986, "OLD resolution with tabulation"). A new call is queued; a call is evaluated
again when an entry that it has read gains answers. Evaluation therefore reaches the least fixed
point on cyclic data too, whatever the order of clauses and literals.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mio.background.atoms import ATOM_TESTS
from mio.background.builtins import ROWS, TESTS, differ, in_order, without_repetitions
from mio.background.library import LIBRARY
from mio.errors import BudgetError, InputError
from mio.language.program import Program, Signature, StoredClause, index_key
from mio.language.terms import (
    NIL,
    Struct,
    Term,
    Variable,
    arguments,
    listed,
    literal,
    signature,
)
from mio.language.unify import (
    Hole,
    Ref,
    UnboundError,
    built,
    copied,
    plain,
    references,
    renamed,
    resolved,
    stored,
    undo,
    unify,
    walk,
)


@dataclass(frozen=True)
class QueryLimits:
    """Limits for one query: resolution steps, and the depth of calls."""

    steps: int = 1_000_000
    depth: int = 20_000


class OutOfTimeError(Exception):
    """Raised when work is stopped because its time limit has passed."""


def never() -> bool:
    """Return false: there is no time limit."""
    return False


#: Goals to prove: (goal, height of the choices that a cut returns to, depth, other goals).
_Goals = Any


class Interpreter:
    """Answers queries to a program and the built-in predicates."""

    def __init__(self, program: Program, bounds: QueryLimits | None = None) -> None:
        self._program = program
        #: The clauses of a program take precedence over built-in predicates that are not of ISO.
        self._tests = TESTS
        if not program.predicates.keys().isdisjoint(_REDEFINABLE):
            self._tests = {
                about: test
                for about, test in TESTS.items()
                if about not in _REDEFINABLE or about not in program.predicates
            }
        self.bounds = bounds or QueryLimits()
        self.left = 0  #: steps left over by the last query
        self.over: Callable[[], bool] = never  #: polled regularly; true stops the query

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Leave out the tests, some of which are closures."""
        return Interpreter, (self._program, self.bounds)

    def within(self, bounds: QueryLimits) -> Interpreter:
        """Return an interpreter of the same program with other bounds."""
        return Interpreter(self._program, bounds)

    def knows(self, about: Signature) -> bool:
        """Return whether a predicate is built in or defined by the program."""
        return (
            about in self._program.predicates
            or about in TESTS
            or about in LIBRARY.predicates
            or about in ROWS
            or about in _CONTROL
        )

    def ask(self, goal: Term) -> Iterator[dict[str, Term]]:
        """Yield the answers to a query in Prolog's order: terms by the names of its variables.

        Unbound variables of an answer are ``_1``, ``_2`` … Raises ``InputError`` for an unknown
        predicate and for impossible arithmetic, and ``BudgetError`` when a bound is reached.
        """
        numbers: dict[Variable, int] = {}
        query = stored(goal, numbers)
        frame: list[Ref | None] = [None] * len(numbers)
        asked = built(query, frame)
        self.left = self.bounds.steps
        try:
            for _ in self._solve(asked, [], 0):
                names: dict[Ref, Variable] = {}
                yield {v.name: renamed(frame[number], names) for v, number in numbers.items()}
        except RecursionError:
            raise BudgetError(_TOO_DEEP) from None

    def rows(self, about: Signature, inputs: Sequence[tuple[int, Term]]) -> list[tuple[Term, ...]]:
        """Return the distinct answers of a predicate as rows of all its arguments.

        ``inputs`` maps places to given terms. Raises the errors of ``ask``, and ``InputError`` for
        an answer that is not ground.
        """
        args: list[Term] = [Ref() for _ in range(about[1])]
        for place, term in inputs:
            args[place] = term
        self.left = self.bounds.steps
        goal = literal(about[0], args)
        try:
            answers = (tuple(plain(arg) for arg in args) for _ in self._solve(goal, [], 0))
            return list(dict.fromkeys(answers))
        except UnboundError as error:
            raise UnboundError(f"{about[0]}/{about[1]}: {error}") from None
        except RecursionError:
            raise BudgetError(_TOO_DEEP) from None

    def _solve(self, goal: Term, trail: list[Ref], deep: int) -> Iterator[None]:
        goals: _Goals = (goal, 0, deep, None)
        #: (length of the trail, goals, remaining alternatives): the last are a list of rules and an
        #: index.
        choices: list[tuple[int, _Goals, Sequence[Any], int]] = []
        while goals is not _FAILED:
            if goals is not None:
                goals = self._step(goals, trail, choices)
            else:
                yield None
                goals = _FAILED
                self._count()
            if goals is _FAILED:
                goals = self._retry(trail, choices)

    def _count(self) -> None:
        """Count a step or an answer. Raises ``BudgetError`` and ``OutOfTimeError``."""
        self.left -= 1
        if self.left % _STEPS_PER_CHECK == 0 and self.over():
            raise OutOfTimeError
        if self.left < 0:
            raise BudgetError(f"the query needs more than {self.bounds.steps:,} steps")

    def _step(self, goals: _Goals, trail: list[Ref], choices: list[Any]) -> _Goals:
        goal, cut, deep, rest = goals
        goal = walk(goal)
        about = signature(goal)
        if about is None:
            if isinstance(goal, Ref):
                raise UnboundError("a goal is an unbound variable")
            raise InputError(f"{goal!r} cannot be called")
        self._count()
        args = arguments(goal)
        if about in _CONTROL and about not in self._program.predicates:
            return self._control(about, args, (cut, deep, rest), trail, choices)
        test = self._tests.get(about)
        if test is not None:
            return rest if test(args, trail) else _FAILED
        return self._call(about, args, (cut, deep, rest), trail, choices)

    def _call(
        self,
        about: Signature,
        args: tuple[Term, ...],
        place: tuple[int, int, _Goals],
        trail: list[Ref],
        choices: list[Any],
    ) -> _Goals:
        _, deep, rest = place
        predicate = self._program.predicates.get(about) or LIBRARY.predicates.get(about)
        if predicate is None and about in ROWS:
            unified, rows = ROWS[about](args)
            choices.append((len(trail), (unified, deep, rest), rows, 0))
            return self._retry(trail, choices)
        if predicate is None:
            raise InputError(f"unknown predicate {about[0]}/{about[1]}")
        if deep > self.bounds.depth:
            raise BudgetError(f"the query nests more than {self.bounds.depth:,} calls")
        rules: Sequence[StoredClause] = predicate.rules
        if predicate.is_facts and len(args) > 1:
            values = [walk(arg) for arg in args]
            known = [place for place, value in enumerate(values) if not isinstance(value, Ref)]
            if known:
                keys = tuple(index_key(values[place]) for place in known)
                rules = predicate.matching(tuple(known), keys)
        elif args and not predicate.loose:
            key = walk(args[0])
            if not isinstance(key, Ref):
                rules = predicate.first.get(index_key(key), ())
        if not rules:
            return _FAILED
        choices.append((len(trail), (args, deep, rest), rules, 0))
        return self._retry(trail, choices)

    def _retry(self, trail: list[Ref], choices: list[Any]) -> _Goals:
        """Backtrack to the last choice point with remaining alternatives."""
        while choices:
            mark, saved, others, index = choices.pop()
            undo(trail, mark)
            if saved is None:  # the goals of the alternative
                return others[0]
            args, deep, rest = saved
            height = len(choices)
            while index < len(others):
                option = others[index]
                index += 1
                if not isinstance(option, StoredClause):  # a tuple of bindings, as of between/3
                    if all(unify(a, b, trail) for a, b in zip(args, option, strict=True)):
                        if index < len(others):
                            choices.append((mark, saved, others, index))
                        return rest
                    undo(trail, mark)
                    continue
                frame: list[Ref | None] = [None] * option.holes
                if _match_head(option.head, args, frame, trail):
                    if index < len(others):
                        choices.append((mark, saved, others, index))
                    goals = rest
                    for goal in reversed(option.body):
                        goals = (built(goal, frame), height, deep + 1, goals)
                    return goals
                undo(trail, mark)
        return _FAILED

    def _control(
        self,
        about: Signature,
        args: tuple[Term, ...],
        place: tuple[int, int, _Goals],
        trail: list[Ref],
        choices: list[Any],
    ) -> _Goals:
        cut, deep, rest = place
        name = about[0]
        if name == "true":
            return rest
        if name in ("fail", "false"):
            return _FAILED
        if name == "!":
            del choices[cut:]
            return rest
        if name == ",":
            return (args[0], cut, deep, (args[1], cut, deep, rest))
        if name == "->":
            return _FAILED if not self._once(args[0], trail, deep) else (args[1], cut, deep, rest)
        if name == ";":
            first = walk(args[0])
            if isinstance(first, Struct) and first.name == "->" and len(first.args) == 2:
                chosen = first.args[1] if self._once(first.args[0], trail, deep) else args[1]
                return (chosen, cut, deep, rest)
            choices.append((len(trail), None, ((args[1], cut, deep, rest),), 0))
            return (first, cut, deep, rest)
        if name in ("\\+", "not"):
            mark = len(trail)
            held = self._once(args[0], trail, deep)
            undo(trail, mark)
            return _FAILED if held else rest
        if name == "once":
            return rest if self._once(args[0], trail, deep) else _FAILED
        if name == "call":
            called = walk(args[0])
            if len(args) > 1:
                about_called = signature(called)
                if about_called is None:
                    raise UnboundError("a goal is an unbound variable")
                called = literal(about_called[0], (*arguments(called), *args[1:]))
            return (called, len(choices), deep + 1, rest)
        if name == "forall":
            failing = Struct(",", (args[0], Struct("\\+", (args[1],))))
            return (Struct("\\+", (failing,)), cut, deep, rest)
        if name == "dif":
            different = differ(args, trail)
            if different is not None:
                return rest if different else _FAILED
            if rest is None or walk(rest[0]) == "!":
                raise UnboundError("dif/2 needs bound arguments")
            later, its_cut, its_depth, others = rest  # decided after the next goal
            return (later, its_cut, its_depth, (Struct("dif", args), cut, deep, others))
        if name == "^":
            return (args[1], cut, deep, rest)
        if name in ("bagof", "setof"):
            witness, rows = self._collect(name, args, trail, deep)
            choices.append((len(trail), ((witness, args[2]), deep, rest), rows, 0))
            return self._retry(trail, choices)
        assert name == "findall"
        found = self._find_all(args[0], args[1], trail, deep)
        tail = args[3] if len(args) > 3 else NIL
        return rest if unify(listed(found, tail), args[2], trail) else _FAILED

    def _find_all(self, wanted: Term, goal: Term, trail: list[Ref], deep: int) -> list[Term]:
        """Return copies of a term, one for each answer of a goal."""
        mark = len(trail)
        found = [copied(wanted) for _ in self._solve(goal, trail, deep + 1)]
        undo(trail, mark)
        return found

    def _collect(
        self, name: str, args: tuple[Term, ...], trail: list[Ref], deep: int
    ) -> tuple[Term, list[tuple[Term, Term]]]:
        """Return the free variables of a goal, as one term, and the list of answers for each of
        their values."""
        bound, goal = [args[0]], walk(args[1])
        while isinstance(goal, Struct) and goal.name == "^" and len(goal.args) == 2:
            bound.append(goal.args[0])
            goal = walk(goal.args[1])
        known = set(references(resolved(listed(bound))))
        free = [one for one in dict.fromkeys(references(resolved(goal))) if one not in known]
        witness = listed(free)
        groups: list[tuple[Term, list[Term]]] = []
        pairs = self._find_all(Struct("-", (witness, args[0])), goal, trail, deep)
        if free:
            pairs.sort(key=lambda pair: in_order(arguments(pair)[0]))
        for pair in pairs:
            value, wanted = arguments(pair)
            if not groups or (free and groups[-1][0] != value):
                groups.append((value, []))
            groups[-1][1].append(wanted)
        if name == "setof":
            groups = [
                (value, without_repetitions(sorted(found, key=in_order))) for value, found in groups
            ]
        return witness, [(value, listed(found)) for value, found in groups]

    def _once(self, goal: Term, trail: list[Ref], deep: int) -> bool:
        """Return whether a goal holds, keeping the bindings of its first answer."""
        if deep > self.bounds.depth:
            raise BudgetError(f"the query nests more than {self.bounds.depth:,} calls")
        mark = len(trail)
        held = next(self._solve(goal, trail, deep + 1), _FAILED) is not _FAILED
        if not held:
            undo(trail, mark)
        return held


_TOO_DEEP = "the terms of the query nest too deeply"
_STEPS_PER_CHECK = 2048  #: steps between two checks of the time limit
_FAILED: Any = object()
_CONTROL = frozenset(
    {("true", 0), ("fail", 0), ("false", 0), ("!", 0), (",", 2), (";", 2), ("->", 2)}
    | {("\\+", 1), ("not", 1), ("once", 1), ("forall", 2), ("findall", 3), ("findall", 4)}
    | {("call", n) for n in range(1, 9)}
    | {("dif", 2), ("^", 2), ("bagof", 3), ("setof", 3)}
)
#: Built-in predicates that a program may define in another way.
_REDEFINABLE = frozenset(
    {("ground", 1), ("callable", 1), ("string", 1), ("numlist", 3), ("list_to_set", 2)}
    | {("compare", 3), ("copy_term", 2), ("term_variables", 2), ("sort", 4), ("keysort", 2)}
    | ATOM_TESTS.keys()
)


def _match_head(
    head: tuple[Term, ...], args: tuple[Term, ...], frame: list[Ref | None], trail: list[Ref]
) -> bool:
    """Unify the head of a rule, building terms only for unbound arguments."""
    for pattern, arg in zip(head, args, strict=True):
        if isinstance(pattern, Hole):
            bound = frame[pattern.number]
            if bound is None:
                value = walk(arg)
                fresh = value if isinstance(value, Ref) else Ref()
                if not isinstance(value, Ref):
                    fresh.value = value
                frame[pattern.number] = fresh
            elif not unify(bound, arg, trail):
                return False
        elif isinstance(pattern, Struct):
            value = walk(arg)
            if isinstance(value, Struct):
                if value.name != pattern.name or len(value.args) != len(pattern.args):
                    return False
                if not _match_head(pattern.args, value.args, frame, trail):
                    return False
            elif not unify(built(pattern, frame), value, trail):
                return False
        elif not unify(pattern, arg, trail):
            return False
    return True


class TabledInterpreter(Interpreter):
    """An interpreter that tables one predicate and keeps the tables between queries.

    The step limit of ``bounds`` applies to each query, including everything it evaluates.
    """

    def __init__(self, program: Program, bounds: QueryLimits, tabled: Signature) -> None:
        super().__init__(program, bounds)
        self._tabled = tabled
        self._answers: dict[Term, dict[tuple[Term, ...], None]] = {}
        self._readers: dict[Term, set[Term]] = {}
        self._waiting: deque[Term] = deque()
        self._current: Term | None = None
        self._entering = False

    def holds(self, args: Sequence[Term]) -> bool:
        """Return whether the tabled predicate holds for ground arguments. Raises the errors of
        ``ask``."""
        self.left = self.bounds.steps
        call = literal(self._tabled[0], args)
        found = self._entry(call)
        try:
            while self._waiting and not found:
                self._evaluate(self._waiting.popleft())
        finally:
            if self._waiting and not found:  # a limit was reached, so entries may be incomplete
                self._waiting.clear()
                self._answers.clear()
        return bool(found)

    def _entry(self, call: Term) -> dict[tuple[Term, ...], None]:
        """Return the answers to a call so far; a new call is queued for evaluation."""
        found = self._answers.get(call)
        if found is None:
            found = self._answers[call] = {}
            self._waiting.append(call)
        return found

    def _evaluate(self, call: Term) -> None:
        """Add the answers that the clauses derive from the current tables."""
        found, known = self._answers[call], len(self._answers[call])
        numbers: dict[Variable, int] = {}
        goals = [stored(arg, numbers) for arg in arguments(call)]
        frame: list[Ref | None] = [None] * len(numbers)
        args = [built(goal, frame) for goal in goals]
        self._current, self._entering = call, True
        for _ in self._solve(literal(self._tabled[0], args), [], 0):
            found[tuple(plain(arg) for arg in args)] = None
        if len(found) > known:
            self._waiting.extend(self._readers.get(call, set()) - set(self._waiting))

    def _call(
        self, about: Signature, args: tuple[Term, ...], place: Any, trail: Any, choices: Any
    ) -> Any:
        if about != self._tabled or self._entering:
            self._entering = False
            return super()._call(about, args, place, trail, choices)
        names: dict[Ref, Variable] = {}
        call = literal(about[0], [renamed(resolved(arg), names) for arg in args])
        found = self._entry(call)
        assert self._current is not None
        self._readers.setdefault(call, set()).add(self._current)
        _, deep, rest = place
        choices.append((len(trail), (args, deep, rest), list(found), 0))
        return self._retry(trail, choices)
