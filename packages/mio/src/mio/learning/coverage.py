"""Computes which examples a clause covers, for all examples at once.

A body consists of parts that share only variables of the head. Each part is a join over the
relevant examples, computed once for all clauses that contain it and cached as a bit set: examples
are numbered, positives first, and bit e of a cover is set if example e is covered. After each
literal of a join, variables that no other literal needs are dropped, and duplicate rows with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from math import inf
from string import ascii_uppercase
from typing import NamedTuple

import numpy as np

from mio.background.background import Background
from mio.background.columns import (
    Bools,
    Floats,
    Goal,
    Ints,
    Symbols,
    canonical,
    constant,
    distinct,
    parts,
)
from mio.background.conditions import read_condition, shown_goal
from mio.background.interpreter import OutOfTimeError
from mio.background.relation import Places
from mio.errors import BudgetError, InputError
from mio.language.program import Clause
from mio.language.terms import (
    Term,
    Variable,
    arguments,
    is_ground,
    literal,
    signature,
    variables,
    written,
)

_MAX_JOIN_ROWS = 1_000_000  #: maximum number of rows of a join, beyond which it is split
_MIN_ROWS_TO_MERGE = 64  #: number of rows below which duplicates are kept

Example = tuple[Term, ...]


class ExampleSets(NamedTuple):
    """Positive and negative examples, as bits."""

    positives: int
    negatives: int

    def counts(self, cover: int) -> tuple[int, int]:
        """Return the numbers of the positives and of the negatives in a cover."""
        return (cover & self.positives).bit_count(), (cover & self.negatives).bit_count()

    def without(self, examples: int) -> ExampleSets:
        """Return the others than these examples."""
        return ExampleSets(self.positives & ~examples, self.negatives & ~examples)


class BodyPart:
    """A part of a body, with the examples for which it is known to hold or to fail."""

    __slots__ = ("_coverage", "_goals", "_holds", "_known")

    def __init__(self, coverage: Coverage, goals: tuple[Goal, ...]) -> None:
        self._coverage, self._goals = coverage, goals
        self._known = self._holds = 0

    def renumbered(self, coverage: Coverage, positives: int, shift: int) -> BodyPart:
        """Return the same part after positives have been inserted before the negatives.

        ``positives`` are the old ones, as bits; all other examples move up by ``shift``.
        """
        part = BodyPart(coverage, self._goals)
        part._known = self._known & positives | (self._known & ~positives) << shift
        part._holds = self._holds & positives | (self._holds & ~positives) << shift
        return part

    def within(self, examples: int) -> int:
        """Return those of the given examples for which the part holds."""
        missing = examples & ~self._known
        if missing:
            self._holds |= self._coverage.join(self._goals, missing)
            self._known |= missing
        return self._holds & examples


class Coverage:
    """The examples of one target, and all body parts evaluated so far."""

    def __init__(
        self, background: Background, positives: Sequence[Example], negatives: Sequence[Example]
    ) -> None:
        self._examples = examples = [*positives, *negatives]
        arities = {len(example) for example in examples}
        if len(arities) != 1:
            raise InputError(
                "there are no examples"
                if not arities
                else "examples differ in their number of arguments"
            )
        self.background = background
        self.arity = arities.pop()
        self.count = len(examples)
        self.positive = (1 << len(positives)) - 1
        self.all = (1 << self.count) - 1
        self.negative = self.all & ~self.positive
        self.sets = ExampleSets(self.positive, self.negative)
        self._columns = background.symbols.columns(examples, self.arity)
        self._parts: dict[tuple[Goal, ...], BodyPart] = {}
        self._groups: dict[Places, tuple[list[Ints], Ints]] = {}
        self.over: Callable[[], bool] | None = None  #: polled: is the time of joins up?

    def grown(self, positives: Sequence[Example], negatives: Sequence[Example]) -> Coverage:
        """Return the coverage of these examples followed by further ones of each kind.

        Results for the old examples are kept.
        """
        count = self.positive.bit_count()
        old = [*positives[:count], *negatives[: self.count - count]]
        if old != self._examples:
            raise ValueError("examples may only be added")
        found = Coverage(self.background, positives, negatives)
        shift = len(positives) - count
        found._parts = {
            goals: part.renumbered(found, self.positive, shift)
            for goals, part in self._parts.items()
        }
        return found

    def example(self, number: int) -> tuple[int, ...]:
        """Return the symbols of an example."""
        return tuple(int(column[number]) for column in self._columns)

    def column(self, place: int) -> Ints:
        """Return the symbols of all examples at a place of the head."""
        return self._columns[place]

    def head(self, args: Sequence[int]) -> int:
        """Return the examples that match a head, given its equal variables and constants."""
        fits = np.ones(self.count, dtype=bool)
        for place, arg in enumerate(args):
            if arg < 0:
                fits &= self._columns[place] == constant(arg)
            elif arg != place:
                fits &= self._columns[place] == self._columns[arg]
        return bits_of(fits)

    def body(self, goals: Iterable[Goal]) -> int:
        """Return the examples for which all goals hold jointly."""
        found = self.all
        for goals_together in parts(goals, self.arity):
            found = self.part(goals_together).within(found)
        return found

    def part(self, goals: Sequence[Goal]) -> BodyPart:
        """Return the part of connected goals, whatever their order and their variables' names."""
        return self.canonical_part(canonical(goals, self.arity))

    def canonical_part(self, key: tuple[Goal, ...]) -> BodyPart:
        """Return the part of connected goals in their canonical form."""
        found = self._parts.get(key)
        if found is None:
            found = self._parts[key] = BodyPart(self, key)
        return found

    def join(self, goals: tuple[Goal, ...], examples: int) -> int:
        """Join connected goals, and return those of the given examples for which they hold."""
        places = tuple(sorted({a for g in goals for a in g.args if 0 <= a < self.arity}))
        columns, group_of = self._grouped(places)
        held = np.zeros(columns[0].size if columns else 1, dtype=bool)
        asked = np.zeros_like(held)
        asked[group_of[flags_of(examples, self.count)]] = True
        groups = np.flatnonzero(asked)
        rows = {place: column[groups] for place, column in zip(places, columns, strict=True)}
        self._join(groups, rows, list(goals), held)
        return bits_of(held[group_of]) & examples

    def extremes(self, goals: Sequence[Goal], variable: int, examples: int) -> dict[str, Floats]:
        """Join connected goals, and return the numbers of a variable that decide its comparisons,
        by their names: the smallest and the largest for each of the given examples, infinite for
        examples without one."""
        used = {arg for goal in goals for arg in goal.args} | {variable}
        places = tuple(sorted(arg for arg in used if 0 <= arg < self.arity))
        columns, group_of = self._grouped(places)
        size = columns[0].size if columns else 1
        held, asked = np.zeros(size, dtype=bool), np.zeros(size, dtype=bool)
        asked[group_of[flags_of(examples, self.count)]] = True
        groups = np.flatnonzero(asked)
        rows = {place: column[groups] for place, column in zip(places, columns, strict=True)}
        found: list[tuple[Ints, Ints]] = []
        self._join(groups, rows, list(goals), held, (variable, found))
        smallest, largest = np.full(size, inf), np.full(size, -inf)
        for group, symbols in found:
            numbers = self.background.symbols.values[symbols]
            np.fmin.at(smallest, group, numbers)
            np.fmax.at(largest, group, numbers)
        return {"=<": smallest[group_of], ">=": largest[group_of]}

    def _grouped(self, places: Places) -> tuple[list[Ints], Ints]:
        """Return the distinct arguments at some places of the head, and the index of each example's
        among them."""
        found = self._groups.get(places)
        if found is None:
            if places:
                table = np.stack([self._columns[place] for place in places], axis=1)
                rows, group_of = np.unique(table, axis=0, return_inverse=True)
                columns = [np.ascontiguousarray(rows[:, i]) for i in range(len(places))]
                found = (columns, group_of.reshape(-1))
            else:
                found = ([], np.zeros(self.count, dtype=np.int64))
            self._groups[places] = found
        return found

    def _join(
        self,
        group: Ints,
        rows: dict[int, Ints],
        goals: list[Goal],
        held: Bools,
        kept: tuple[int, list[tuple[Ints, Ints]]] | None = None,
    ) -> None:
        """Join goals to the rows, and mark the groups in which a row remains. With a variable to be
        ``kept``, add the groups of the remaining rows and its values to the list."""
        while goals and group.size:
            if self.over is not None and self.over():
                raise OutOfTimeError
            goal, known = self._next(goals, rows)
            fan = self.background.relation(goal.about).fan(known)
            if group.size > 1 and group.size * max(1.0, fan) > _MAX_JOIN_ROWS:
                return self._join_halves(group, rows, goals, held, kept)
            goals = [other for other in goals if other is not goal]
            needed = {arg for other in goals for arg in other.args}
            if kept is not None:
                needed.add(kept[0])
            group, rows = self._apply(goal, known, group, rows, needed)
            self.background.work.add("join")
            self.background.work.add("row", group.size)
        held[group] = True
        if kept is not None and group.size:
            kept[1].append((group, rows[kept[0]]))
        return None

    def _join_halves(
        self,
        group: Ints,
        rows: dict[int, Ints],
        goals: list[Goal],
        held: Bools,
        kept: tuple[int, list[tuple[Ints, Ints]]] | None,
    ) -> None:
        order = np.argsort(group, kind="stable")
        for half in (order[: group.size // 2], order[group.size // 2 :]):
            if kept is None:
                half = half[~held[group[half]]]
            self._join(group[half], {v: c[half] for v, c in rows.items()}, goals, held, kept)

    def _next(self, goals: list[Goal], rows: dict[int, Ints]) -> tuple[Goal, Places]:
        """Return the goal to join next: a test if there is one, else the goal with the fewest
        answers."""
        best: tuple[float, Goal, Places] | None = None
        for goal in goals:
            known = tuple(i for i, arg in enumerate(goal.args) if arg < 0 or arg in rows)
            relation = self.background.relation(goal.about)
            if not known or not relation.usable(known):
                continue
            if len(known) == len(goal.args):
                return goal, known
            fan = relation.fan(known)
            if best is None or fan < best[0]:
                best = (fan, goal, known)
        if best is None:
            free = (goal for goal in goals if all(0 <= arg not in rows for arg in goal.args))
            for goal in free:
                with suppress(InputError, BudgetError):
                    self.background.list_answers(goal.about)
                    return goal, ()
            names = ", ".join(f"{g.about[0]}/{g.about[1]}" for g in goals)
            raise InputError(f"no literal binds the inputs of {names}")
        return best[1], best[2]

    def _apply(
        self, goal: Goal, known: Places, group: Ints, rows: dict[int, Ints], needed: set[int]
    ) -> tuple[Ints, dict[int, Ints]]:
        relation = self.background.relation(goal.about)
        asked = [
            rows[goal.args[place]]
            if goal.args[place] >= 0
            else np.full(group.size, constant(goal.args[place]), dtype=np.int64)
            for place in known
        ]
        new = [arg for place, arg in enumerate(goal.args) if place not in known]
        before = len(rows)
        if known and len(set(new)) == len(new) and not needed.intersection(new):
            keep = relation.holds(known, asked)
            group = group[keep]
            rows = {v: column[keep] for v, column in rows.items()}
        else:
            runs, answers = self._answers(goal, known, asked, group.size)
            group = group[runs]
            rows = {v: column[runs] for v, column in rows.items() if v in needed}
            fit: Bools | None = None
            for arg, column in zip(new, answers, strict=True):
                if arg in rows and new.count(arg) > 1:
                    equal = rows[arg] == column
                    fit = equal if fit is None else fit & equal
                rows.setdefault(arg, column)
            if fit is not None:
                group = group[fit]
                rows = {v: column[fit] for v, column in rows.items()}
        live = [v for v in rows if v in needed]
        if group.size <= _MIN_ROWS_TO_MERGE or len(live) == before + len(new):
            return group, {v: rows[v] for v in live}
        group, *columns = distinct([group, *(rows[v] for v in live)])
        return group, dict(zip(live, columns, strict=True))

    def _answers(
        self, goal: Goal, known: Places, asked: Sequence[Ints], size: int
    ) -> tuple[Ints, list[Ints]]:
        """Return the answers to ``size`` questions, and the number of the question of each."""
        if known:
            return self.background.relation(goal.about).answers(known, asked)
        rows = self.background.list_answers(goal.about)
        columns = self.background.symbols.columns(rows, goal.about[1])
        return np.arange(size).repeat(len(rows)), [np.tile(column, size) for column in columns]


def bits_of(flags: Bools) -> int:
    """Return flags as bits."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def flags_of(bits: int, count: int) -> Bools:
    """Return bits as flags of ``count`` examples."""
    packed = np.frombuffer(bits.to_bytes((count + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(packed, count=count, bitorder="little").view(np.bool_)


def clause_from_ids(
    name: str, head: Sequence[int], body: Sequence[Goal], symbols: Symbols
) -> Clause:
    """Return a clause from numbers, with its variables named A, B, C … in order."""
    names: dict[int, Variable] = {}

    def term(arg: int) -> Term:
        if arg < 0:
            return symbols.term(constant(arg))
        return names.setdefault(arg, Variable(_name(len(names))))

    def local() -> Variable:
        return names.setdefault(-1 - len(names), Variable(_name(len(names))))

    made = literal(name, [term(arg) for arg in head])
    goals = [(g, [term(arg) for arg in g.args]) for g in body]
    return Clause(made, tuple(shown_goal(g, args, local, term) for g, args in goals))


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
        rest = (clause.head, *(other for other in clause.body if other is not goal))
        elsewhere = {variable for term in rest for variable in variables(term)}
        condition = read_condition(goal, elsewhere, number)
        if condition is not None:
            name, args = condition
            goals.append(Goal(name.about, tuple(map(number, args))))
            continue
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
