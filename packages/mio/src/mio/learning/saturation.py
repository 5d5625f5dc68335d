"""The most specific clause of an example (Muggleton 1995, "Inverse entailment and Progol", §4).

Saturation proceeds level by level. A literal is added when all its inputs are terms of earlier
levels; its outputs become new variables, and constants stay. Equal terms of one type become the
same variable.

A macro is a search step of more than one literal. A literal whose outputs feed others (a provider)
rarely separates positive from negative examples by itself. A macro is a literal that may do so,
with one derivation of its inputs, so that a search skips the clauses in between (Peña Castillo &
Wrobel 2002, "Macro-operators in multirelational learning: a search-space reduction technique").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from typing import TypeAlias

import numpy as np

from mio.background.background import Background
from mio.background.columns import Goal, canonical, constant
from mio.language.program import Signature
from mio.language.terms import Term
from mio.learning.modes import Declarations, Mode
from mio.learning.thresholds import Thresholds

_MAX_ALIKE = 30  #: the most macros that are equal but for their variables, if there are too many
_MAX_INPUTS = 20_000  #: the most combinations of inputs of a literal that a level tries


@dataclass(frozen=True)
class Depth:
    """Limits on the most specific clause.

    ``levels`` limits the distance of a variable from the head, in literals; ``recall`` the answers
    to one input where the mode does not; ``literals`` the literals of the clause.
    """

    levels: int = 3
    recall: int = 50
    literals: int = 600


@dataclass
class Bottom:
    """A most specific clause.

    Variables are bits. ``needs[i]`` are the ways to bind the inputs of literal i, each a set of
    variables, and ``binds[i]`` are all its variables. ``bound`` are the head's inputs, ``outputs``
    the head variables that a body must bind. ``cut`` is true if a limit excluded literals.
    ``compared`` are the comparisons that searches have added, by their goals.
    """

    head: tuple[int, ...]
    bound: int
    outputs: int
    goals: list[Goal] = field(default_factory=list)
    needs: list[tuple[int, ...]] = field(default_factory=list)
    binds: list[int] = field(default_factory=list)
    types: dict[int, str] = field(default_factory=dict)
    cut: bool = False
    compared: dict[Goal, int] = field(default_factory=dict)
    _canonical: dict[int, tuple[Goal, ...]] = field(default_factory=dict, repr=False)

    @property
    def size(self) -> int:
        """The number of literals, without comparisons that searches have added."""
        return len(self.goals) - len(self.compared)

    def comparison(self, name: str, variable: int, symbol: int) -> int:
        """Return the number of a literal that compares a variable with a constant."""
        goal = Goal((name, 2), (variable, constant(symbol)))
        if goal not in self.compared:
            self.compared[goal] = len(self.goals)
            self.goals.append(goal)
            self.needs.append((1 << variable,))
            self.binds.append(1 << variable)
        return self.compared[goal]

    def canonical(self, literals: int) -> tuple[Goal, ...]:
        """Return the canonical form of literals, given as bits; cached."""
        found = self._canonical.get(literals)
        if found is None:
            goals = [self.goals[i] for i in bits(literals)]
            found = self._canonical[literals] = canonical(goals, len(self.head))
        return found


#: A literal: its mode, its inputs and its outputs.
_Answer: TypeAlias = tuple[Mode, tuple[int, ...], list[int]]


class Saturation:
    """Makes the most specific clause of an example, given by its symbols.

    ``thresholds`` are the constants of modes that compare numbers, by default those in the facts.
    """

    def __init__(
        self,
        background: Background,
        declared: Declarations,
        example: Sequence[int],
        depth: Depth,
        thresholds: Thresholds | None = None,
    ) -> None:
        self._background, self._declared, self._depth = background, declared, depth
        self._thresholds = thresholds or Thresholds.of(background, declared, ())
        self._variables: dict[tuple[int, str], int] = {}
        self._known: dict[str, list[int]] = {}
        self._entered: dict[Goal, int] = {}
        self._constants = dict(declared.constants)
        head: list[int] = []
        bound = outputs = 0
        for place, (symbol, way) in enumerate(zip(example, declared.head.places, strict=True)):
            if way.sign == "#":
                head.append(constant(symbol))
                continue
            variable = self._variables.setdefault((symbol, way.type), place)
            head.append(variable)
            if way.sign == "+":
                bound |= 1 << variable
                if symbol not in self._known.setdefault(way.type, []):
                    self._known[way.type].append(symbol)
            else:
                outputs |= 1 << variable
        self._next = len(example)
        self._bottom = Bottom(tuple(head), bound, outputs & ~bound)
        self._bottom.types = {v: kind for (_, kind), v in self._variables.items()}

    def run(self) -> Bottom:
        """Return the clause."""
        for mode in self._declared.sources:
            for row in self._background.list_answers(mode.about):
                symbols = list(map(self._background.symbols.number, row))
                for kind, symbol in self._enter(mode, (), symbols):
                    self._known.setdefault(kind, []).append(symbol)
        old = dict.fromkeys(self._known, 0)
        for _ in range(self._depth.levels):
            before = {kind: len(terms) for kind, terms in self._known.items()}
            found: dict[tuple[str, int], None] = {}
            for mode, inputs, outputs in self._shared(
                [self._candidates(mode, old) for mode in self._declared.body]
            ):
                if len(self._bottom.goals) >= self._depth.literals:
                    break
                for name in self._enter(mode, inputs, outputs):
                    found[name] = None
            if len(self._bottom.goals) >= self._depth.literals:
                self._bottom.cut = True
                break
            for kind, symbol in found:
                terms = self._known.setdefault(kind, [])
                if symbol not in terms:
                    terms.append(symbol)
            old = before
            if all(len(terms) == before.get(kind, 0) for kind, terms in self._known.items()):
                break
        return self._bottom

    def symbols(self, kind: str) -> list[int]:
        """Return the terms of a type that have a variable, as symbols."""
        return self._known.get(kind, [])

    def terms(self, kind: str) -> list[Term]:
        """Return the terms of a type that have a variable."""
        return list(map(self._background.symbols.term, self.symbols(kind)))

    def _shared(self, by_mode: Sequence[list[_Answer]]) -> Iterator[_Answer]:
        """Yield the answers of a level, mode by mode.

        If there are too many, the modes get equal shares, so that none crowds out another.
        """
        room = self._depth.literals - len(self._bottom.goals)
        most = max(map(len, by_mode), default=0)
        if sum(map(len, by_mode)) > room:
            self._bottom.cut = True
            most = _level([len(answers) for answers in by_mode], room)
        for answers in by_mode:
            yield from answers[:most]

    def _candidates(self, mode: Mode, old: dict[str, int]) -> list[_Answer]:
        """Return the literals of a mode that have a new input."""
        kinds = [mode.places[place].type for place in mode.inputs]
        terms = [self._known.get(kind, []) for kind in kinds]
        rows = list(islice(_new(terms, [old.get(kind, 0) for kind in kinds]), _MAX_INPUTS + 1))
        if not rows:
            return []
        if len(rows) > _MAX_INPUTS:
            rows.pop()
            self._bottom.cut = True
        if mode.is_threshold:
            return [(mode, row, [c]) for row in rows for c in self._thresholds.around(mode, row[0])]
        columns = [np.array(column, dtype=np.int64) for column in zip(*rows, strict=True)]
        relation = self._background.relation(mode.about)
        asked, answers = relation.answers(mode.inputs, columns)
        recall = mode.recall or self._depth.recall
        taken: dict[int, int] = {}
        found: list[_Answer] = []
        for row, *outputs in zip(asked.tolist(), *map(np.ndarray.tolist, answers), strict=True):
            if self._constants and not self._are_constants(mode, outputs):
                continue
            taken[row] = taken.get(row, 0) + 1
            if taken[row] <= recall:
                found.append((mode, rows[row], outputs))
            else:
                self._bottom.cut = True
        return found

    def _are_constants(self, mode: Mode, outputs: Sequence[int]) -> bool:
        """Return whether the values of the places for constants are those declared, if any are."""
        term = self._background.symbols.term
        return all(
            term(symbol) in self._constants.get(place.type, (term(symbol),))
            for place, symbol in zip(mode.others, outputs, strict=True)
            if place.sign == "#"
        )

    def _enter(
        self, mode: Mode, inputs: tuple[int, ...], outputs: list[int]
    ) -> Iterator[tuple[str, int]]:
        given, found = iter(inputs), iter(outputs)
        choices: list[list[int]] = []
        need = 0
        for place in mode.places:
            if place.sign == "+":
                variable = self._variables[next(given), place.type]
                need |= 1 << variable
                choices.append([variable])
                continue
            symbol = next(found)
            options: list[int] = []
            if place.sign in ("-", "-#"):
                options.append(self._variable(symbol, place.type))
                yield place.type, symbol
            if place.sign in ("#", "-#"):
                options.append(constant(symbol))
            choices.append(options)
        for args in product(*choices):
            self._add(Goal(mode.about, args), need)

    def _variable(self, symbol: int, kind: str) -> int:
        found = self._variables.get((symbol, kind))
        if found is None:
            found = self._variables[symbol, kind] = self._next
            self._bottom.types[found] = kind
            self._next += 1
        return found

    def _add(self, goal: Goal, need: int) -> None:
        bottom, place = self._bottom, self._entered.get(goal)
        if place is None:
            self._entered[goal] = len(bottom.goals)
            bottom.goals.append(goal)
            bottom.needs.append((need,))
            bottom.binds.append(sum(1 << v for v in goal.variables))
        elif need not in bottom.needs[place]:
            bottom.needs[place] = (*bottom.needs[place], need)


def _new(terms: Sequence[Sequence[int]], old: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the combinations of one term of each column that contain a new term.

    The first ``old`` terms of each column are not new.
    """
    for place, count in enumerate(old):
        earlier = [column[:n] for column, n in zip(terms[:place], old, strict=False)]
        yield from product(*earlier, terms[place][count:], *terms[place + 1 :])


def _level(counts: Sequence[int], room: int) -> int:
    """Return the largest common limit under which the counts fit into the room."""
    left = sorted(counts)
    for i, count in enumerate(left):
        share = max(0, room) // (len(left) - i)
        if count > share:
            return share
        room -= count
    return max(left, default=0)


def bits(mask: int) -> list[int]:
    """Return the positions of the set bits, in ascending order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


@dataclass(frozen=True, slots=True)
class SearchStep:
    """Literals of a most specific clause, as bits, that a search adds in one step."""

    literals: int

    @property
    def size(self) -> int:
        """The number of literals."""
        return self.literals.bit_count()


@dataclass(frozen=True)
class MacroBounds:
    """Limits on macros.

    ``derivations`` limits the derivations kept per variable, ``size`` the literals of a macro, and
    ``macros`` the number of macros; the shortest are kept. ``met`` limits the outputs of the last
    literal that other literals derive as well. With None, as in the paper, no macro ends with a
    provider: nothing else needs the outputs of its last literal. If too many macros have the same
    length, or too many derivations, those of the first literals are kept, but not too many that are
    equal but for their variables; with ``spread``, each predicate of a last literal gets an equal
    share.
    """

    derivations: int = 6
    size: int = 8
    macros: int = 600
    met: int | None = 2
    spread: bool = False


def literals(bottom: Bottom) -> tuple[SearchStep, ...]:
    """Return each literal as a separate step, for a search without macros."""
    return tuple(SearchStep(1 << i) for i in range(len(bottom.goals)))


def macros(bottom: Bottom, bounds: MacroBounds) -> tuple[SearchStep, ...]:
    """Return the macros of a most specific clause, the shortest first.

    A macro ends with a literal whose inputs are derived. Its outputs are new or, so that literals
    can share a variable, some of them are derived by other literals as well. All inputs of a macro
    are bound.
    """
    ways = _derivations(bottom, bounds)
    needed = 0
    for needs in bottom.needs:
        needed |= needs[0]
    found: dict[int, Signature] = {}
    for i in range(len(bottom.goals)):
        own = 1 << i
        for need in bottom.needs[i]:
            outputs = bottom.binds[i] & ~need & ~bottom.bound
            if bounds.met is None and outputs & needed:
                continue
            free = [v for v in bits(outputs) if v in ways]
            for count in range(min(len(free), bounds.met or 0) + 1):
                for met in combinations(free, count):
                    wanted = need | sum(1 << v for v in met)
                    for derived in _together(ways, wanted & ~bottom.bound, bounds):
                        if not derived & own:
                            found[derived | own] = bottom.goals[i].about
    sized: dict[int, list[int]] = {}
    for mask in found:
        sized.setdefault(mask.bit_count(), []).append(mask)
    sizes = [size for size in sorted(sized) if size <= bounds.size]
    many = sum(len(sized[size]) for size in sizes) > bounds.macros
    ordered: Iterable[int] = (mask for size in sizes for mask in _earliest(sized[size]))
    if many and bounds.spread:
        ordered = (mask for size in sizes for mask in _spread(_earliest(sized[size]), found))
    if many:
        ordered = _varied(ordered, bottom, bounds.macros)
    return tuple(map(SearchStep, ordered))


def _earliest(masks: Sequence[int]) -> list[int]:
    """Order sets of literals of one size, those with the earliest literals first."""
    return sorted(masks, key=lambda mask: f"{mask:b}"[::-1], reverse=True)


def _varied(masks: Iterable[int], bottom: Bottom, most: int) -> list[int]:
    """Return the first sets of literals, but only a few that are equal but for their variables."""
    alike: Counter[tuple[Goal, ...]] = Counter()
    varied = list[int]()
    for mask in masks:
        form = bottom.canonical(mask)
        alike[form] += 1
        if alike[form] <= _MAX_ALIKE:
            varied.append(mask)
        if len(varied) == most:
            break
    return varied


def _derivations(bottom: Bottom, bounds: MacroBounds) -> dict[int, list[int]]:
    """Return, for each variable, the shortest minimal sets of literals that bind it."""
    ways: dict[int, list[int]] = {}
    last: dict[int, Signature] = {}
    changed = True
    while changed:
        changed = False
        for i, needs in enumerate(bottom.needs):
            for need in needs:
                outputs = bits(bottom.binds[i] & ~need & ~bottom.bound)
                if not outputs:
                    continue
                for derived in _together(ways, need & ~bottom.bound, bounds):
                    mask = derived | 1 << i
                    if mask.bit_count() < bounds.size:
                        for variable in outputs:
                            last.setdefault(mask, bottom.goals[i].about)
                            changed |= _insert(ways.setdefault(variable, []), mask, bounds, last)
    return ways


def _insert(ways: list[int], mask: int, bounds: MacroBounds, last: dict[int, Signature]) -> bool:
    """Keep a derivation unless it contains a known one or enough better ones exist."""
    full = len(ways) == bounds.derivations
    if full and mask.bit_count() >= ways[-1].bit_count() + bounds.spread:
        return False
    if any(way & ~mask == 0 for way in ways):
        return False
    kept = sorted((*(way for way in ways if mask & ~way), mask), key=int.bit_count)
    if bounds.spread:
        kept = _spread(kept, last)
    kept = kept[: bounds.derivations]
    if kept == ways:
        return False
    ways[:] = kept
    return True


def _spread(masks: Sequence[int], last: dict[int, Signature]) -> list[int]:
    """Order sets of literals by size, and within a size so that their ``last`` predicates take
    turns."""
    before: Counter[tuple[int, Signature]] = Counter()
    turns = {}
    for mask in masks:
        group = (mask.bit_count(), last[mask])
        turns[mask] = before[group]
        before[group] += 1
    return sorted(masks, key=lambda mask: (mask.bit_count(), turns[mask]))


def _together(ways: dict[int, list[int]], wanted: int, bounds: MacroBounds) -> list[int]:
    """Return sets of literals that together bind the given variables.

    Sets for some of the variables that are too large already, or equal, are not combined further.
    """
    found = {0: None}
    for variable in bits(wanted):
        joined = (mask | way for mask in found for way in ways.get(variable, ()))
        found = {mask: None for mask in joined if mask.bit_count() < bounds.size}
    kept = sorted(found, key=int.bit_count)
    return kept[: bounds.derivations * bounds.derivations]
