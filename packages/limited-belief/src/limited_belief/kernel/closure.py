# cython: annotation_typing=False
# (closure.pxd says what is typed for C)
"""Setups closed under unit propagation: interned literals, a trail, and undo.

A *term* takes exactly one of infinitely many names. A *literal* says which name it takes
(``t = n``) or does not take (``t ≠ n``). Literals are integers: an equation is even, and its
negation is the odd number after it. At most one equation of a term is true, so ``t = n`` makes
``t ≠ n'`` true for every other name: this is the literal algebra of Schwering 2017, "A Reasoning
System for a First-Order Logic of Limited Belief" (IJCAI), section 3. Each clause watches two
literals (Moskewicz et al. 2001, "Chaff"). A count, "at most m of these", stands for the clauses
of all its subsets. Assumptions go on a trail and are undone from it; nothing is ever copied.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import inf

import cython

from limited_belief.kernel import truth
from limited_belief.kernel.truth import Clause

TRUE = cython.declare(cython.int, truth.TRUE)
FALSE = cython.declare(cython.int, truth.FALSE)


class Closure:
    """The unit closure of everything added, extended by ``assume`` and restored by ``undo``.

    ``value[literal]`` is ``TRUE``, ``FALSE`` or, if the closure leaves the literal open, 0.
    ``trail`` lists the true literals in the order in which they became true. ``broken`` is set when
    the empty clause is derived from what was added.
    """

    def __init__(self) -> None:
        self.value = bytearray()
        self.trail: list[int] = []
        self.broken = False
        self.version = 0  #: increases with every addition
        self.keys: list[Hashable] = []  #: what each term was interned as
        self.pairs: list[list[int]] = []  #: the equations of each term
        self.term_of: list[int] = []  #: the term of each literal
        self.name_of: list[int] = []  #: the name of each literal
        self.clauses: list[list[int]] = []
        self._names: list[float] = []  # of each term: the number of names it can take
        self._terms: dict[Hashable, int] = {}
        self._literals: dict[tuple[int, int], int] = {}
        self._rivals: list[list[int]] = []  # of an equation: the term's other equations
        self._covers: dict[Clause, set[int]] = {}  # cached for clauses in questions
        self._watching: list[list[list[int]]] = []  # of each literal: clauses that watch it
        self._occurs: list[list[list[int]]] = []  # of each literal: clauses that contain it
        self._counting: list[list[int]] = []  # of each literal: counts it is a member of
        self._room: list[int] = []  # of each count: how many more members may be true
        self._members: list[tuple[int, ...]] = []
        self._connected: dict[int, frozenset[int]] = {}  # the component of each term
        self._connected_in = (-1, 0)  # the version and trail for which it holds
        self._head = 0  # the trail up to here has been propagated

    # ---- terms and literals

    def term(self, key: Hashable, names: float = inf) -> int:
        """Return the term of a key; ``names`` is the number of names it can take, if limited."""
        term = self._terms.get(key)
        if term is None:
            term = self._terms[key] = len(self.keys)
            self.keys.append(key)
            self.pairs.append([])
            self._names.append(names)
        else:
            self._names[term] = names
        return term

    def equation(self, term: int, name: int) -> int:
        """Return the literal ``term = name``; its negation is the literal after it (``^ 1``)."""
        literal = self._literals.get((term, name))
        if literal is not None:
            return literal
        literal = self._literals[term, name] = len(self.value)
        others = self.pairs[term]
        for other in others:
            self._rivals[other].append(literal)
        self._rivals += [list(others), []]
        self._covers.clear()
        self.value += b"\0\0"
        self.term_of += [term, term]
        self.name_of += [name, name]
        for lists in (self._watching, self._occurs, self._counting):
            lists += [[], []]
        if any(self.value[other] == TRUE for other in others):
            self._make_true(literal ^ 1)
            self._head = len(self.trail)  # no clause mentions it yet
        others.append(literal)
        return literal

    def has_other(self, term: int) -> bool:
        """Return whether the term can take names that no literal mentions."""
        return len(self.pairs[term]) < self._names[term]

    def settled(self, term: int) -> bool:
        """Return whether a split on the term would show nothing new.

        That is, its name is known, or all mentioned names are ruled out although there are others.
        """
        value, some_open = self.value, False
        for literal in self.pairs[term]:
            if value[literal] == TRUE:
                return True
            if not value[literal]:
                some_open = True
        return not some_open and self.has_other(term)

    def cases(self, term: int) -> list[tuple[int, ...]]:
        """Return the cases of a split on the term that the closure does not refute.

        Each open equation is a case; where the term can take other names, so is the negation of
        all of them. An empty list means that the setup is inconsistent, although it may take this
        split to show it.
        """
        value = self.value
        open_ = [x for x in self.pairs[term] if not value[x]]
        cases: list[tuple[int, ...]] = [(x,) for x in open_]
        if self.has_other(term):
            cases.append(tuple([x ^ 1 for x in open_]))
        return cases

    # ---- adding

    def add_clause(self, literals: Iterable[int]) -> None:
        """Require that at least one of the literals is true. Call this only when nothing is
        assumed."""
        self.version += 1
        value = self.value
        clause = self.simplified(literals)
        if clause is None or any(value[x] == TRUE for x in clause):
            return
        left = [x for x in sorted(clause) if not value[x]]
        if len(left) < 2:
            if not left or not self.assume(left[0]):
                self.broken = True
            return
        self.clauses.append(left)
        for x in left:
            self._occurs[x].append(left)
        for x in left[:2]:
            self._watching[x].append(left)

    def add_at_most(self, literals: Sequence[int], most: int) -> None:
        """Require that at most ``most`` of the literals, all of different terms, are true. Call
        this only when nothing is assumed."""
        self.version += 1
        value = self.value
        room = most - sum(value[x] == TRUE for x in literals)
        left = tuple([x for x in literals if not value[x]])
        if room < 0:
            self.broken = True
        elif room == 0:
            if not all(self.assume(x ^ 1) for x in left):
                self.broken = True
        elif room < len(left):
            number = len(self._room)
            self._room.append(room)
            self._members.append(left)
            for x in left:
                self._counting[x].append(number)

    def simplified(self, literals: Iterable[int]) -> Clause | None:
        """Return a clause without the literals that subsume another of its literals, as ``t = n``
        does ``t ≠ n'``; None if the clause is valid."""
        clause = set(literals)
        for x in list(clause):
            if x & 1:
                if x ^ 1 in clause or any(y ^ 1 in clause for y in self._rivals[x ^ 1]):
                    return None
                clause.difference_update(self._rivals[x ^ 1])
        return frozenset(clause)

    # ---- assuming

    def assume(self, literal: int) -> bool:
        """Make a literal true and propagate; return False if that derives the empty clause.

        After False, only ``undo`` may be called.
        """
        state = self.value[literal]
        if state:
            return bool(state == TRUE)
        self._make_true(literal)
        return self._propagate()

    def assume_all(self, literals: Iterable[int]) -> bool:
        """Assume literals one by one; return False as soon as one leads to a contradiction."""
        for literal in literals:  # noqa: SIM110 (compiled functions have no closures)
            if not self.assume(literal):
                return False
        return True

    def undo(self, mark: int) -> None:
        """Take back everything after the first ``mark`` literals of the trail."""
        trail, value = self.trail, self.value
        room, counting = self._room, self._counting
        for x in trail[mark : self._head]:
            for number in counting[x]:
                room[number] += 1
        for x in trail[mark:]:
            value[x] = value[x ^ 1] = 0
        del trail[mark:]
        self._head = mark

    def _make_true(self, literal: int) -> None:
        self.value[literal] = TRUE
        self.value[literal ^ 1] = FALSE
        self.trail.append(literal)

    def _propagate(self) -> bool:
        """Close under unit propagation; return False if the empty clause is derived."""
        value, trail, room = self.value, self.trail, self._room
        rivals, counting, watching = self._rivals, self._counting, self._watching
        members = self._members
        head = self._head
        while head < len(trail):
            literal = trail[head]
            head += 1
            full = []
            for number in counting[literal]:
                left = room[number] - 1
                room[number] = left
                if left <= 0:
                    full.append(number)
            self._head = head  # from here on, undo restores the counts
            for x in rivals[literal]:
                state = value[x]
                if state == TRUE:
                    return False
                if not state:
                    value[x] = FALSE
                    value[x ^ 1] = TRUE
                    trail.append(x ^ 1)
            for number in full:
                if room[number] < 0:
                    return False
                for x in members[number]:
                    if not value[x]:
                        value[x] = FALSE
                        value[x ^ 1] = TRUE
                        trail.append(x ^ 1)
            if watching[literal ^ 1] and not self._visit(literal ^ 1):
                return False
        return True

    def _visit(self, false: int) -> bool:
        """Find other literals to watch for the clauses that watched a literal that became false."""
        value, trail, watching = self.value, self.trail, self._watching
        waiting = watching[false]
        kept: list[list[int]] = []
        consistent = True
        for place, clause in enumerate(waiting):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            first = clause[0]
            if value[first] != TRUE:
                for i in range(2, len(clause)):
                    x = clause[i]
                    if value[x] != FALSE:
                        clause[1], clause[i] = x, false
                        watching[x].append(clause)
                        break
                else:
                    kept.append(clause)
                    if value[first] == FALSE:
                        kept += waiting[place + 1 :]
                        consistent = False
                        break
                    value[first] = TRUE
                    value[first ^ 1] = FALSE
                    trail.append(first)
                continue
            kept.append(clause)
        watching[false] = kept
        return consistent

    # ---- asking

    def holds(self, clause: Clause) -> bool:
        """Return whether a clause of the closure subsumes this clause, which must not be valid."""
        value = self.value
        for x in clause:
            if value[x] == TRUE:
                return True
        cover = self.cover(clause)
        counting: dict[int, int] = {}
        for x in cover:
            if value[x]:
                continue
            for other in self._occurs[x]:
                for y in other:
                    if value[y] != FALSE and y not in cover:
                        break
                else:
                    return True
            for number in self._counting[x ^ 1]:
                counting[number] = counting.get(number, 0) + 1
                if counting[number] > self._room[number]:
                    return True
        return False

    def cover(self, clause: Clause) -> set[int]:
        """Return the literals that subsume a literal of the clause: the literals themselves, and
        for each negated equation the other equations of its term. Every clause made of these
        subsumes it."""
        cover = self._covers.get(clause)
        if cover is None:
            cover = self._covers[clause] = set(clause)
            for x in clause:
                if x & 1:
                    cover.update(self._rivals[x ^ 1])
        return cover

    def left_over(self) -> tuple[set[Clause], set[int]]:
        """Return the open clauses, which no true literal satisfies, without their false literals,
        and the literals of the clauses that counts represent."""
        value = self.value
        clauses = {
            frozenset([x for x in clause if not value[x]])
            for clause in self.clauses
            if not any(value[x] == TRUE for x in clause)
        }
        counted: set[int] = set()
        for members, room in zip(self._members, self._room, strict=True):
            open_ = [x ^ 1 for x in members if not value[x]]
            if len(open_) > room:
                counted.update(open_)
        return clauses, counted

    def neighbours(self, term: int) -> set[int]:
        """Return the terms that share an open clause or count with a term, itself included."""
        value, term_of = self.value, self.term_of
        terms = {term}
        for equation in self.pairs[term]:
            if value[equation]:
                continue
            for x in (equation, equation ^ 1):
                for clause in self._occurs[x]:
                    if not any(value[y] == TRUE for y in clause):
                        terms.update([term_of[y] for y in clause if not value[y]])
                for number in self._counting[x]:
                    open_ = [y for y in self._members[number] if not value[y]]
                    if len(open_) > self._room[number]:
                        terms.update([term_of[y] for y in open_])
        return terms

    def component(self, terms: Iterable[int]) -> set[int]:
        """Return the terms that open clauses and counts connect to these, directly or not.

        Call this only when nothing is assumed: the result is cached until something is added.
        """
        state = self.version, len(self.trail)
        if state != self._connected_in:
            self._connected_in, self._connected = state, {}
        connected: set[int] = set()
        for term in terms:
            if term not in connected:
                if term not in self._connected:
                    part = self._part(term)
                    self._connected |= dict.fromkeys(part, part)
                connected |= self._connected[term]
        return connected

    def _part(self, term: int) -> frozenset[int]:
        part: set[int] = set()
        waiting = [term]
        while waiting:
            term = waiting.pop()
            if term not in part:
                part.add(term)
                waiting += self.neighbours(term) - part
        return frozenset(part)

    def at_most(self) -> list[tuple[tuple[int, ...], int]]:
        """Return the open counts: their open members, and how many of these may be true."""
        value = self.value
        both = zip(self._members, self._room, strict=True)
        counts = ((tuple([x for x in members if not value[x]]), room) for members, room in both)
        return [(members, room) for members, room in counts if room < len(members)]
