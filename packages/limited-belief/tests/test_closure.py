"""The closure: what unit propagation makes true, whatever was assumed and taken back before."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limited_belief import Budget, Closure, Components, SplitTree, split_tree
from limited_belief.reasoning import Goal, satisfied

pytestmark = pytest.mark.kernel

TERMS, NAMES = 4, 3
literals = st.integers(0, 2 * TERMS * NAMES - 1)
clauses = st.lists(st.frozensets(literals, min_size=1, max_size=3), max_size=8)
of_different_terms = st.lists(
    literals, min_size=1, max_size=4, unique_by=lambda x: x // (2 * NAMES)
).map(frozenset)
counts = st.lists(st.tuples(of_different_terms, st.integers(0, 3)), max_size=3)

tight_counts = st.lists(
    st.tuples(of_different_terms.filter(lambda members: len(members) > 2), st.integers(1, 2)),
    min_size=1,
    max_size=4,
)


def closure_of(
    known: list[frozenset[int]], counted: list[tuple[frozenset[int], int]] | None = None
) -> Closure:
    """Four terms of three names each (there are more), literals 0, 2, 4 for the first one …"""
    closure = Closure()
    for term, name in product(range(TERMS), range(NAMES)):
        closure.equation(closure.term(term), name)
    for clause in known:
        closure.add_clause(clause)
    for members, most in counted or []:
        closure.add_at_most(sorted(members), most)
    return closure


def subsets(counted: list[tuple[frozenset[int], int]]) -> list[frozenset[int]]:
    """The clauses that counts stand for."""
    return [
        frozenset(x ^ 1 for x in chosen)
        for members, most in counted
        for chosen in combinations(sorted(members), most + 1)
    ]


def minimal(clause: frozenset[int]) -> frozenset[int] | None:
    """The clause without equations where it denies another of the term; None if it is valid."""
    denied = [x - 1 for x in clause if x & 1]
    if any(x in clause or (same_term(x, y) and x != y) for x in denied for y in denied):
        return None
    return frozenset(x for x in clause if x & 1 or not any(same_term(x, y) for y in denied))


def same_term(x: int, y: int) -> bool:
    return x // (2 * NAMES) == y // (2 * NAMES)


def propagated(known: list[frozenset[int]]) -> set[int] | None:
    """Unit propagation by its definition, again and again; None if the empty clause comes out."""
    known = [clause for clause in map(minimal, known) if clause is not None]
    true: set[int] = set()
    while True:
        false = {x ^ 1 for x in true}
        left = [clause - false for clause in known if not clause & true]
        if any(not clause for clause in left) or true & false:
            return None
        new = {x for clause in left if len(clause) == 1 for x in clause}
        for x in list(new):
            if not x & 1:
                first = x // (2 * NAMES) * 2 * NAMES
                new |= {y + 1 for y in range(first, first + 2 * NAMES, 2) if y != x}
        if new <= true:
            return true
        true |= new


@given(clauses)
def test_it_is_unit_propagation(known: list[frozenset[int]]) -> None:
    closure = closure_of(known)
    expected = propagated(known)
    assert closure.broken == (expected is None)
    if expected is not None:
        assert set(closure.trail) == expected


@given(clauses, counts)
def test_a_count_is_the_clauses_of_its_subsets(
    known: list[frozenset[int]], counted: list[tuple[frozenset[int], int]]
) -> None:
    closure, spelled = closure_of(known, counted), closure_of([*known, *subsets(counted)])
    assert closure.broken == spelled.broken
    if closure.broken:
        return
    assert set(closure.trail) == set(spelled.trail)
    for pair in combinations(range(2 * TERMS * NAMES), 2):
        clause = closure.simplified(pair)
        if clause is not None:
            assert closure.holds(clause) == spelled.holds(clause)


@given(clauses, tight_counts, st.lists(st.lists(literals, min_size=2, max_size=4), max_size=5))
def test_what_is_assumed_is_taken_back_without_a_trace(
    known: list[frozenset[int]],
    counted: list[tuple[frozenset[int], int]],
    assumptions: list[list[int]],
) -> None:
    closure, spelled = closure_of(known, counted), [*known, *subsets(counted)]
    if closure.broken:
        return
    before, mark = bytes(closure.value), len(closure.trail)
    for assumed in assumptions:
        consistent = closure.assume_all(assumed)
        expected = propagated([*spelled, *(frozenset([x]) for x in assumed)])
        assert consistent == (expected is not None)
        if expected is not None:
            assert set(closure.trail) == expected
        closure.undo(mark)
        assert closure.value == before


@given(clauses, clauses, st.lists(literals, max_size=3))
def test_added_after_assumptions_were_taken_back_is_added_at_once(
    known: list[frozenset[int]], more: list[frozenset[int]], assumed: list[int]
) -> None:
    closure = closure_of(known)
    if closure.broken:
        return
    mark = len(closure.trail)
    closure.assume_all(assumed)
    closure.undo(mark)
    for clause in more:
        closure.add_clause(clause)
    expected = propagated([*known, *more])
    assert closure.broken == (expected is None)
    if expected is not None:
        assert set(closure.trail) == expected


@given(clauses, st.frozensets(literals, min_size=1, max_size=3))
def test_a_clause_holds_if_one_of_the_closure_subsumes_it(
    known: list[frozenset[int]], asked: frozenset[int]
) -> None:
    closure = closure_of(known)
    clause = closure.simplified(asked)
    true = propagated(known)
    if clause is None or true is None:
        return
    by_units = any(covers(x, y) for x in true for y in clause)
    assert closure.holds(clause) == (by_units or subsumed(known, true, clause))


def proves(
    tree: SplitTree, known: list[frozenset[int]], goal: frozenset[int], assumed: frozenset[int]
) -> bool:
    """Whether a split tree proves a clause, each step of it checked by definition."""
    true = propagated([*known, *(frozenset([x]) for x in assumed)])
    if tree.term is None:
        believed = true is None or any(covers(x, y) for x in true for y in goal)
        return believed or subsumed(known, true or set(), goal)
    first = 2 * NAMES * tree.term
    cases = {case for case, _ in tree.branches}
    open_ = [x for x in range(first, first + 2 * NAMES, 2) if true and not {x, x ^ 1} & true]
    due = {(x,) for x in open_} | {tuple(x ^ 1 for x in open_)}
    return cases == due and all(
        proves(inner, known, goal, assumed.union(case)) for case, inner in tree.branches
    )


def covers(one: int, other: int) -> bool:
    """Whether a literal subsumes another."""
    differs = not one & 1 and bool(other & 1) and one + 1 != other
    return one == other or (same_term(one, other) and differs)


def subsumed(known: list[frozenset[int]], true: set[int], clause: frozenset[int]) -> bool:
    """Whether a clause that nothing true satisfies, without its false literals, subsumes one."""
    simple = [c for c in map(minimal, known) if c is not None]
    rest = [c - {x ^ 1 for x in true} for c in simple if not c & true]
    return any(all(any(covers(x, y) for y in clause) for x in c) for c in rest)


@given(clauses, st.frozensets(literals, min_size=1, max_size=2), st.integers(0, 3))
def test_a_split_tree_is_a_proof_of_no_more_splits_than_the_level(
    known: list[frozenset[int]], asked: frozenset[int], level: int
) -> None:
    closure = closure_of(known)
    goal = closure.simplified(asked)
    if closure.broken or goal is None:
        return
    tree = split_tree(closure, goal, level, Budget(), range(TERMS))
    if tree is not None:
        assert tree.depth <= level
        assert proves(tree, known, goal, frozenset())
        if tree.depth:
            assert split_tree(closure, goal, tree.depth - 1, Budget(), range(TERMS)) is None


@given(clauses, counts, st.integers(0, 3))
def test_all_that_is_decided_at_once_is_what_is_believed_one_by_one(
    known: list[frozenset[int]], counted: list[tuple[frozenset[int], int]], level: int
) -> None:
    closure = closure_of(known, counted)
    if closure.broken:
        return
    terms, budget = range(TERMS), Budget()
    parts = Components(closure)
    parts.touch(terms)
    found: set[int] = set(closure.trail)
    for part in parts.decided(level, budget):
        if part is None:
            assert split_tree(closure, False, level, budget, list(terms)) is not None
            return
        found |= part
    some = parts.some(level, budget)
    assert some is not None
    assert some <= found
    assert bool(some) == (found > set(closure.trail))
    if split_tree(closure, False, level, budget, list(terms)) is not None:
        return  # then everything is believed, but only within the part at fault decided
    for x in range(2 * TERMS * NAMES):
        goal: Goal = frozenset([x])
        believed = split_tree(closure, goal, level, budget, list(terms)) is not None
        if x & 1:  # a clause about one term denies names without making a denial true
            assert (x in found) <= believed
        else:
            assert (x in found) == believed
        assert believed >= satisfied(closure, goal)


@given(st.lists(st.frozensets(st.integers(0, 13), min_size=2, max_size=3), min_size=6, max_size=18))
def test_with_two_names_each_level_is_the_union_of_what_splits_have_in_common(
    known: list[frozenset[int]],
) -> None:
    """Levels 1 to 3 by their definition, every closure made anew."""
    closure, budget = Closure(), Budget()
    for term in range(7):
        closure.equation(closure.term(term), 0)
    for clause in known:
        closure.add_clause(clause)
    if closure.broken:
        return
    parts = Components(closure)
    parts.touch(range(7))
    for level in (1, 2, 3):
        found: set[int] = set(closure.trail)
        inconsistent = False
        for part in parts.decided(level, budget):
            inconsistent = inconsistent or part is None
            found |= part or set()
        expected = by_definition(known, frozenset(), level)
        assert inconsistent == (expected is None)
        if expected is not None:
            assert found == expected


def by_definition(
    known: list[frozenset[int]], assumed: frozenset[int], level: int
) -> set[int] | None:
    """The literals of seven terms of two names believed at a level; None: all of them."""
    true = two_valued([*known, *(frozenset([x]) for x in assumed)])
    if true is None or level == 0:
        return true
    found = set(true)
    for term in range(0, 14, 2):
        if not {term, term + 1} & true:
            both = [by_definition(known, assumed | {x}, level - 1) for x in (term, term + 1)]
            cases = [case for case in both if case is not None]
            if not cases:
                return None
            found |= set.intersection(*cases)
    return found


def two_valued(known: list[frozenset[int]]) -> set[int] | None:
    """Unit propagation where ``x ^ 1`` is all that contradicts ``x``; None upon contradiction."""
    true: set[int] = set()
    while True:
        false = {x ^ 1 for x in true}
        left = [clause - false for clause in known if not clause & true]
        if not all(left) or true & false:
            return None
        new = {x for clause in left if len(clause) == 1 for x in clause}
        if new <= true:
            return true
        true |= new


@given(clauses, clauses, st.integers(1, 2))
def test_parts_that_nothing_new_reaches_keep_right_answers(
    known: list[frozenset[int]], more: list[frozenset[int]], level: int
) -> None:
    closure, budget = closure_of(known), Budget()
    parts = Components(closure)
    parts.touch(range(TERMS))
    for clause in more:
        if closure.broken:
            return
        list(parts.decided(level, budget))
        closure.add_clause(clause)
        parts.touch([closure.term_of[x] for x in clause])
    if closure.broken:
        return
    again = Components(closure)
    again.touch(range(TERMS))
    kept, anew = list(parts.decided(level, budget)), list(again.decided(level, budget))
    if None in kept or None in anew:
        assert None in kept
        assert None in anew
    else:
        assert set().union(*filter(None, kept)) == set().union(*filter(None, anew))
