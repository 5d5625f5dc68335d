"""Setups closed under unit propagation: interned literals, a trail, and undo.

A *term* takes exactly one of infinitely many names. A *literal* says which (``t = n``) or which
not (``t ≠ n``); literals are integers, the equation even and its denial the odd number after it.
Of any two equations of one term at most one is true, so ``t = n`` makes ``t ≠ n'`` true for every
other name: the literal algebra of Schwering 2017, "A Reasoning System for a First-Order Logic of
Limited Belief" (IJCAI), section 3. Clauses are watched at two literals (Moskewicz et al. 2001,
"Chaff"); counts – "at most so many of these" – stand for all the clauses of their subsets.
Assumptions go on a trail and are taken back from it; nothing is ever copied.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from math import inf

Clause = frozenset[int]


class Closure:
    """The unit closure of everything added; ``assume`` and ``undo`` go on from it and back.

    ``value[literal]`` is 1 where the closure makes it true, -1 where false, 0 where open. The
    literals that are true stand on ``trail`` in the order in which they became so. ``broken`` says
    that the empty clause was derived from what was added.
    """

    def __init__(self) -> None:
        self.value: list[int] = []
        self.trail: list[int] = []
        self.broken = False
        self.version = 0  #: grows with everything added
        self.keys: list[Hashable] = []  #: what each term was interned as
        self.pairs: list[list[int]] = []  #: the equations of each term
        self.term_of: list[int] = []  #: the term of each literal
        self.name_of: list[int] = []  #: the name of each literal
        self.clauses: list[list[int]] = []
        self._names: list[float] = []  # of each term: how many names there are for it
        self._terms: dict[Hashable, int] = {}
        self._literals: dict[tuple[int, int], int] = {}
        self._rivals: list[list[int]] = []  # of an equation: the term's other equations
        self._watching: list[list[list[int]]] = []  # of each literal: clauses that watch it
        self._occurs: list[list[list[int]]] = []  # of each literal: clauses it stands in
        self._counting: list[list[int]] = []  # of each literal: counts it is a member of
        self._room: list[int] = []  # of each count: how many more members may be true
        self._members: list[tuple[int, ...]] = []
        self._head = 0  # the trail before it has been propagated

    # ---- terms and literals

    def term(self, key: Hashable, names: float = inf) -> int:
        """The term of a key; ``names`` is how many names there are to take, where that matters."""
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
        """The literal ``term = name``; its denial is the literal after it (``^ 1``)."""
        literal = self._literals.get((term, name))
        if literal is not None:
            return literal
        literal = self._literals[term, name] = len(self.value)
        others = self.pairs[term]
        for other in others:
            self._rivals[other].append(literal)
        self._rivals += [list(others), []]
        self.value += [0, 0]
        self.term_of += [term, term]
        self.name_of += [name, name]
        for lists in (self._watching, self._occurs, self._counting):
            lists += [[], []]
        if any(self.value[other] > 0 for other in others):
            self._make_true(literal ^ 1)
            self._head = len(self.trail)  # nothing speaks of it yet
        others.append(literal)
        return literal

    def has_other(self, term: int) -> bool:
        """Whether there are names that no literal of the term speaks of."""
        return len(self.pairs[term]) < self._names[term]

    def settled(self, term: int) -> bool:
        """Whether a split on the term would tell nothing: its name is known, or it is known to be
        none of those spoken of while there are others."""
        value, open_ = self.value, False
        for literal in self.pairs[term]:
            if value[literal] > 0:
                return True
            open_ = open_ or not value[literal]
        return not open_ and self.has_other(term)

    def cases(self, term: int) -> list[tuple[int, ...]]:
        """What a split on the term has to assume, case by case, and closure does not refute: each
        equation, and that it is none of them where there are other names. No case at all: the
        setup is inconsistent, though it may take this split to see it."""
        value = self.value
        open_ = [x for x in self.pairs[term] if not value[x]]
        cases: list[tuple[int, ...]] = [(x,) for x in open_]
        if self.has_other(term):
            cases.append(tuple(x ^ 1 for x in open_))
        return cases

    # ---- adding

    def add_clause(self, literals: Iterable[int]) -> None:
        """At least one of these is true. Only where nothing is assumed."""
        self.version += 1
        value = self.value
        clause = self.simplified(literals)
        if clause is None or any(value[x] > 0 for x in clause):
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
        """At most so many of these, of different terms, are true. Only where nothing is assumed."""
        self.version += 1
        value = self.value
        room = most - sum(value[x] > 0 for x in literals)
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
        """A clause without literals that subsume another of its literals (``t = n`` beside
        ``t ≠ n'``); None if it is valid."""
        clause = set(literals)
        for x in list(clause):
            if x & 1:
                if x ^ 1 in clause or any(y ^ 1 in clause for y in self._rivals[x ^ 1]):
                    return None
                clause.difference_update(self._rivals[x ^ 1])
        return frozenset(clause)

    # ---- assuming

    def assume(self, literal: int) -> bool:
        """Make a literal true and close; False if that derives the empty clause.

        After False only ``undo`` makes sense.
        """
        state = self.value[literal]
        if state:
            return state > 0
        self._make_true(literal)
        return self._propagate()

    def assume_all(self, literals: Iterable[int]) -> bool:
        """Assume one after the other; False as soon as one contradicts."""
        return all(map(self.assume, literals))

    def undo(self, mark: int) -> None:
        """Take back what was made true since the trail was so long."""
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
        self.value[literal] = 1
        self.value[literal ^ 1] = -1
        self.trail.append(literal)

    def _propagate(self) -> bool:
        """Close under unit propagation; False upon the empty clause."""
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
            self._head = head  # from here on undo gives the room back
            for x in rivals[literal]:
                state = value[x]
                if state > 0:
                    return False
                if not state:
                    value[x] = -1
                    value[x ^ 1] = 1
                    trail.append(x ^ 1)
            for number in full:
                if room[number] < 0:
                    return False
                for x in members[number]:
                    if not value[x]:
                        value[x] = -1
                        value[x ^ 1] = 1
                        trail.append(x ^ 1)
            if watching[literal ^ 1] and not self._visit(literal ^ 1):
                return False
        return True

    def _visit(self, false: int) -> bool:
        """Find other literals to watch for the clauses that watch this one, which became false."""
        value, trail, watching = self.value, self.trail, self._watching
        waiting = watching[false]
        kept: list[list[int]] = []
        consistent = True
        for place, clause in enumerate(waiting):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            first = clause[0]
            if value[first] <= 0:
                for i in range(2, len(clause)):
                    x = clause[i]
                    if value[x] >= 0:
                        clause[1], clause[i] = x, false
                        watching[x].append(clause)
                        break
                else:
                    kept.append(clause)
                    if value[first] < 0:
                        kept += waiting[place + 1 :]
                        consistent = False
                        break
                    value[first] = 1
                    value[first ^ 1] = -1
                    trail.append(first)
                continue
            kept.append(clause)
        watching[false] = kept
        return consistent

    # ---- asking

    def holds(self, clause: Collection[int]) -> bool:
        """Whether a clause of the closure subsumes this one, which must not be valid."""
        value = self.value
        if any(value[x] > 0 for x in clause):
            return True
        cover = self.cover(clause)
        tally: dict[int, int] = {}
        for x in cover:
            if value[x]:
                continue
            for other in self._occurs[x]:
                if all(y in cover or value[y] < 0 for y in other):
                    return True
            for number in self._counting[x ^ 1]:
                tally[number] = tally.get(number, 0) + 1
                if tally[number] > self._room[number]:
                    return True
        return False

    def cover(self, clause: Collection[int]) -> set[int]:
        """The literals that subsume one of the clause's: themselves, and equations where it
        denies another. Clauses made of these subsume it."""
        cover = set(clause)
        for x in clause:
            if x & 1:
                cover.update(self._rivals[x ^ 1])
        return cover

    def left_over(self) -> tuple[set[Clause], set[int]]:
        """What is not settled: the clauses that no true literal satisfies, without their false
        literals, and the literals that stand in clauses of counts."""
        value = self.value
        clauses = {
            frozenset([x for x in clause if not value[x]])
            for clause in self.clauses
            if not any(value[x] > 0 for x in clause)
        }
        counted: set[int] = set()
        for members, room in zip(self._members, self._room, strict=True):
            open_ = [x ^ 1 for x in members if not value[x]]
            if len(open_) > room:
                counted.update(open_)
        return clauses, counted

    def neighbours(self, term: int) -> set[int]:
        """The terms that share an unsettled clause or count with a term (itself, too)."""
        value, term_of = self.value, self.term_of
        found = {term}
        for equation in self.pairs[term]:
            if value[equation]:
                continue
            for x in (equation, equation ^ 1):
                for clause in self._occurs[x]:
                    if not any(value[y] > 0 for y in clause):
                        found.update([term_of[y] for y in clause if not value[y]])
                for number in self._counting[x]:
                    open_ = [y for y in self._members[number] if not value[y]]
                    if len(open_) > self._room[number]:
                        found.update([term_of[y] for y in open_])
        return found

    def component(self, terms: Iterable[int]) -> set[int]:
        """The terms that unsettled clauses and counts join to these, one after the other."""
        found: set[int] = set()
        waiting = list(terms)
        while waiting:
            term = waiting.pop()
            if term not in found:
                found.add(term)
                waiting += self.neighbours(term) - found
        return found

    def at_most(self) -> list[tuple[tuple[int, ...], int]]:
        """The counts that are not settled: their open members, and how many may be true."""
        value = self.value
        both = zip(self._members, self._room, strict=True)
        counts = ((tuple([x for x in members if not value[x]]), room) for members, room in both)
        return [(members, room) for members, room in counts if room < len(members)]
