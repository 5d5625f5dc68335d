"""Laws of limited belief, against every interpretation of small knowledge bases."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from formulas import (
    CONSTANTS,
    EVERYTHING,
    NAMES,
    PLAIN,
    Interpretation,
    P,
    X,
    clauses,
    cubes,
    interpretations,
    many_valued,
    propositional,
    true,
    without_function,
)
from limited_belief import KnowledgeBase, Session
from limited_belief.language import logic

LEVELS = range(4)
some_clauses = st.lists(clauses(), max_size=7)


def knowing(known: list[logic.Formula]) -> KnowledgeBase:
    knowledge = KnowledgeBase()
    for formula in known:
        knowledge.know(formula)
    return knowledge


@cache
def plain_worlds() -> list[Interpretation]:
    return list(interpretations([], PLAIN))


@cache
def worlds() -> list[Interpretation]:
    """All interpretations with names enough for two constants, two variables and one more."""
    return list(interpretations(EVERYTHING[:5], [*CONSTANTS, P]))


def models(known: list[logic.Formula]) -> list[Interpretation]:
    return [w for w in plain_worlds() if all(true(formula, w, []) for formula in known)]


def levels(
    knowledge: KnowledgeBase, formula: logic.Formula, of: type[logic.Known | logic.Possible]
) -> list[bool]:
    return [knowledge.ask(of(level, formula)).holds for level in LEVELS]


@given(some_clauses, propositional())
def test_belief_grows_with_the_level_and_never_claims_what_is_false(
    known: list[logic.Formula], asked: logic.Formula
) -> None:
    found = levels(knowing(known), asked, logic.Known)
    assert found == sorted(found)
    if found[-1]:
        assert all(true(asked, world, []) for world in models(known))


@given(some_clauses, propositional())
def test_with_a_split_for_every_proposition_belief_is_what_follows(
    known: list[logic.Formula], asked: logic.Formula
) -> None:
    follows = all(true(asked, world, []) for world in models(known))
    assert knowing(known).ask(logic.Known(len(PLAIN), asked)).holds == follows


@given(some_clauses, propositional())
def test_the_unlimited_level_is_satisfiability(
    known: list[logic.Formula], asked: logic.Formula
) -> None:
    knowledge = knowing(known)
    found = [true(asked, world, []) for world in models(known)]
    assert knowledge.ask(logic.Known(None, asked)).holds == all(found)
    assert knowledge.ask(logic.Possible(None, asked)).holds == any(found)


@given(some_clauses, propositional())
def test_what_is_considered_possible_is(known: list[logic.Formula], asked: logic.Formula) -> None:
    found = levels(knowing(known), asked, logic.Possible)
    assert found == sorted(found)
    if found[-1]:
        assert any(true(asked, world, []) for world in models(known))


@given(some_clauses, propositional())
def test_with_a_fix_for_every_proposition_all_that_is_possible_is_seen(
    known: list[logic.Formula], asked: logic.Formula
) -> None:
    possible = any(true(asked, world, []) for world in models(known))
    assert knowing(known).ask(logic.Possible(len(PLAIN), asked)).holds == possible


@given(some_clauses, propositional(), st.sampled_from(LEVELS))
def test_a_guarantee_changes_nothing_on_consistent_knowledge(
    known: list[logic.Formula], asked: logic.Formula, level: int
) -> None:
    knowledge = knowing(known)
    if not models(known):
        return
    believed = knowledge.ask(logic.Known(level, asked)).holds
    assert knowledge.ask(logic.Guarantee(logic.Known(level, asked))).holds == believed


def test_a_contradiction_elsewhere_counts_except_under_a_guarantee() -> None:
    u, v, w, _ = (logic.Equal(logic.Term(f), logic.T) for f in PLAIN)
    knowledge = knowing(
        [
            logic.Or((u, v)),
            logic.Or((u, logic.Not(v))),
            logic.Or((logic.Not(u), v)),
            logic.Or((logic.Not(u), logic.Not(v))),
        ]
    )
    assert [knowledge.ask(logic.Known(level, w)).holds for level in (0, 1)] == [False, True]
    assert not knowledge.ask(logic.Guarantee(logic.Known(1, w))).holds
    assert not knowledge.ask(logic.Possible(4, w)).holds
    assert knowledge.ask(logic.Guarantee(logic.Possible(1, w))).holds


def test_what_exists_may_differ_for_each() -> None:
    """Everybody is loved by somebody; that does not make it the same one."""
    session = Session()
    text = """sort person name a, b : person variable x, y : person predicate loves(person, person)
    know exists y loves(y, x)
    ask K<0> exists y loves(y, a) is no
    ask K<1> exists y loves(y, a) is yes
    ask K<2> exists y forall x loves(y, x) is no
    ask exists y K<2> loves(y, a) is no
    know exists y forall x loves(y, x)
    ask K<1> exists y (loves(y, a) and loves(y, b)) is yes"""
    for result in session.run(session.read(text)):
        assert result.answer is not None
        assert result.as_expected, str(result.answer)


@given(some_clauses, propositional(), st.integers(0, 2), st.integers(0, 2))
def test_belief_is_known_to_be_believed(
    known: list[logic.Formula], asked: logic.Formula, inner: int, outer: int
) -> None:
    knowledge = knowing(known)
    believed = knowledge.ask(logic.Known(inner, asked)).holds
    inconsistent = knowledge.ask(logic.Known(outer, logic.Constant(False))).holds
    assert (
        knowledge.ask(logic.Known(outer, logic.Known(inner, asked))).holds == believed
        or inconsistent
    )
    assert knowledge.ask(logic.Known(outer, logic.Not(logic.Known(inner, asked)))).holds == (
        not believed or inconsistent
    )


@given(some_clauses, propositional(), clauses(), st.sampled_from(LEVELS))
def test_nested_beliefs_are_about_the_same_worlds(
    known: list[logic.Formula], asked: logic.Formula, condition: logic.Formula, level: int
) -> None:
    """Of consistent knowledge, M and B inside K and M are as true as in all its models."""
    inside = models(known)
    assume(inside)
    knowledge, enough = knowing(known), len(PLAIN)
    possible = any(true(asked, world, []) for world in inside)
    follows = all(true(asked, w, []) for w in inside if true(condition, w, []))
    for formula, holds in (
        (logic.Possible(enough, asked), possible),
        (logic.Believed(enough, enough, condition, asked), follows),
    ):
        assert knowledge.ask(logic.Known(level, formula)).holds == holds
        assert knowledge.ask(logic.Known(level, logic.Not(formula))).holds != holds
        assert knowledge.ask(logic.Known(level, logic.Known(0, formula))).holds == holds
        assert (
            knowledge.ask(logic.Possible(enough, logic.And((formula, logic.Constant(True))))).holds
            == holds
        )


@given(some_clauses, some_clauses, propositional(), st.sampled_from(LEVELS))
def test_knowledge_added_between_questions_gives_the_same_answers_as_all_at_once(
    known: list[logic.Formula], more: list[logic.Formula], asked: logic.Formula, level: int
) -> None:
    grown = knowing(known)
    for formula in more:
        grown.ask(logic.Known(1, asked))
        grown.ask(logic.Possible(1, asked))
        grown.know(formula)
    again = knowing([*known, *more])
    for question in (logic.Known(level, asked), logic.Possible(level, asked)):
        assert grown.ask(question).holds == again.ask(question).holds


@pytest.mark.slow
@settings(max_examples=20, derandomize=True)
@given(st.lists(without_function(), max_size=3), without_function())
def test_no_interpretation_refutes_what_is_believed_of_things(
    known: list[logic.Formula], asked: logic.Formula
) -> None:
    knowledge = knowing(known)
    names = EVERYTHING[:5]
    found = [knowledge.ask(logic.Known(level, asked)).holds for level in (0, 1, 2)]
    unlimited = knowledge.ask(logic.Known(None, asked)).holds
    assert found == sorted(found)
    possible = [knowledge.ask(logic.Possible(level, asked)).holds for level in (0, 1)]
    assert possible == sorted(possible)
    everything = logic.And((logic.Constant(True), *known))
    inside = [w for w in worlds() if true(everything, w, names)]
    if unlimited or found[-1]:
        assert all(true(asked, world, names) for world in inside)
    else:  # with functions of things it may miss what only infinitely many names show
        assert any(not true(asked, world, names) for world in inside)
    if possible[-1]:
        assert any(true(asked, world, names) for world in inside)


THINGS = """sort thing  name m : thing  variable x, y : thing
function a : thing  function f(thing) : thing  predicate p(thing)
"""


@pytest.mark.parametrize(
    "known",
    [
        "know a = a -> p(m)",
        "know f(a) = f(a) -> p(m)",
        "know f(a) = x -> p(m)",
        "know f(f(a)) = x -> p(m)",
        "know exists x f(a) = x -> p(m)",
    ],
)
def test_that_a_term_has_some_name_is_no_condition(known: str) -> None:
    session = Session()
    for result in session.run(session.read(f"{THINGS} {known} ask K<0> p(m) ask K<inf> p(m)")):
        assert result.answer is not None
        assert result.answer.holds


def test_the_unlimited_level_says_where_it_had_too_few_names() -> None:
    """One split of f(m) shows it, as f(m) has one of the names that there are; of f(f(m)) only
    endlessly many names would."""
    session = Session()
    text = f"""{THINGS} know f(x) != m
    know f(m) = x -> p(m) or x = m
    know f(f(m)) = x -> p(f(m)) or x = m
    ask K<1> p(m)  ask K<inf> p(m)  ask K<inf> p(f(m))"""
    answers = [result.answer for result in session.run(session.read(text))]
    assert [answer.holds for answer in answers if answer] == [True, True, False]
    assert answers[2] is not None
    assert answers[2].words == "decided by a SAT solver, over fewer names than might be needed"


@cache
def unary_worlds() -> list[Interpretation]:
    return list(interpretations(NAMES, UNARY))


def most_plausible(
    beliefs: list[tuple[logic.Formula, logic.Formula]],
    condition: logic.Formula,
    worlds: list[Interpretation],
) -> list[Interpretation]:
    """The interpretations of the first sphere, by rational closure (Pearl 1990, "System Z"), in
    which the condition is true."""
    left = list(beliefs)
    while True:
        inside = [
            world
            for world in worlds
            if all(not true(c, world, []) or true(d, world, []) for c, d in left)
        ]
        found = [world for world in inside if true(condition, world, [])]
        kept = [(c, d) for c, d in left if not any(true(c, world, []) for world in inside)]
        if found or kept == left:
            return found
        left = kept


@given(st.lists(st.tuples(cubes(), clauses()), min_size=2, max_size=6), cubes(), propositional())
def test_with_levels_enough_conditional_belief_is_rational_closure(
    known: list[tuple[logic.Formula, logic.Formula]],
    condition: logic.Formula,
    consequence: logic.Formula,
) -> None:
    knowledge, enough = KnowledgeBase(), len(PLAIN)
    for given_, then in known:
        knowledge.believe(given_, then, enough, enough)
    expected = all(
        true(consequence, world, []) for world in most_plausible(known, condition, plain_worlds())
    )
    asked = logic.Believed(enough, enough, condition, consequence)
    assert knowledge.ask(asked).holds == expected
    assert knowledge.ask(logic.Believed(None, None, condition, consequence)).holds == expected


UNARY = [
    P,
    logic.Function("r", logic.TRUTH, ("thing",)),
    logic.Function("s", logic.TRUTH, ("thing",)),
]
M, N = NAMES


def about(*expressions: logic.Expression) -> SearchStrategy[logic.Formula]:
    """Literals of three predicates about some expressions."""
    atoms = st.builds(
        lambda f, e: logic.Equal(logic.Term(f, (e,)), logic.T),
        st.sampled_from(UNARY),
        st.sampled_from(expressions),
    )
    return atoms | atoms.map(logic.Not)


def pairs(*expressions: logic.Expression) -> SearchStrategy[tuple[logic.Formula, logic.Formula]]:
    """A condition, one or two literals, and a consequence, one literal."""
    both = st.lists(about(*expressions), min_size=2, max_size=2, unique=True)
    return st.tuples(
        about(*expressions) | both.map(lambda found: logic.And(tuple(found))), about(*expressions)
    )


@settings(max_examples=40, deadline=None)
@given(st.lists(pairs(X, X, X, M), min_size=1, max_size=4), pairs(M, N))
def test_a_conditional_belief_with_free_variables_is_believed_of_every_name(
    beliefs: list[tuple[logic.Formula, logic.Formula]],
    question: tuple[logic.Formula, logic.Formula],
) -> None:
    """Like believing each instance, also of a name that only the question mentions."""
    closed, open_ = KnowledgeBase(), KnowledgeBase()
    for condition, consequence in beliefs:
        open_.believe(condition, consequence, None, None)
        for name in (M, N):
            given_, then = (logic.substitute(part, {X: name}) for part in (condition, consequence))
            closed.believe(given_, then, None, None)
    asked = logic.Believed(None, None, *question)
    assert open_.ask(asked).holds == closed.ask(asked).holds
    inside = most_plausible(
        [
            (logic.substitute(condition, {X: name}), logic.substitute(consequence, {X: name}))
            for condition, consequence in beliefs
            for name in (M, N)
        ],
        question[0],
        unary_worlds(),
    )
    assert open_.ask(asked).holds == all(true(question[1], world, []) for world in inside)


@settings(max_examples=20, deadline=None)
@given(without_function(), without_function(), st.sampled_from([0, 1]))
def test_a_conditional_belief_is_closed_as_knowledge_is(
    closed: logic.Formula, asked: logic.Formula, level: int
) -> None:
    """Where nothing is exceptional the most plausible circumstances are those of ``know``."""
    assert isinstance(closed, logic.ForAll)
    assert isinstance(closed.part, logic.ForAll)
    plain, believed = KnowledgeBase(), KnowledgeBase()
    plain.know(closed.part.part)
    believed.believe(logic.Constant(True), closed.part.part, None, None)
    assume(not plain.contradictory())
    found = believed.ask(logic.Believed(level, None, logic.Constant(True), asked))
    assert found.holds == plain.ask(logic.Known(level, asked)).holds


def test_an_exceptional_pair_leaves_other_pairs_alone() -> None:
    session = Session()
    text = """sort person  name ann, bob, cy : person  variable x, y : person
    predicate met(person, person), trusts(person, person), liar(person)
    believe <inf, inf> met(x, y) => trusts(x, y)
    believe <inf, inf> met(x, y) and liar(y) => not trusts(x, y)
    know not met(ann, ann)
    ask B<inf, inf> (met(ann, bob) => trusts(ann, bob)) is yes
    ask B<inf, inf> (met(ann, bob) and liar(bob) => trusts(ann, bob)) is no
    ask B<inf, inf> (met(ann, bob) and liar(bob) => not trusts(ann, bob)) is yes
    ask B<inf, inf> (met(bob, bob) => trusts(bob, bob)) is yes
    ask B<inf, inf> (met(bob, cy) => trusts(cy, bob)) is no"""
    for result in session.run(session.read(text)):
        assert result.answer is not None
        assert result.as_expected, str(result.answer)


@settings(max_examples=30)
@given(st.lists(many_valued(2), max_size=2), many_valued(2))
def test_belief_in_functions_grows_with_the_level(
    known: list[logic.Formula], asked: logic.Formula
) -> None:
    knowledge = knowing(known)
    found = [knowledge.ask(logic.Known(level, asked)).holds for level in (0, 1)]
    assert found == sorted(found)
    if found[-1]:
        assert not knowledge.ask(logic.Possible(1, logic.Not(asked))).holds


@given(
    st.lists(st.tuples(clauses(), clauses()), max_size=4),
    clauses(),
    clauses(),
    st.integers(0, 2),
    st.integers(0, 2),
)
def test_conditional_belief_grows_with_both_levels(
    known: list[tuple[logic.Formula, logic.Formula]],
    condition: logic.Formula,
    consequence: logic.Formula,
    k: int,
    m: int,
) -> None:
    knowledge = KnowledgeBase()
    for given_, then in known:
        knowledge.believe(given_, then)
    found = {
        (i, j): knowledge.ask(logic.Believed(i, j, condition, consequence)).holds
        for i, j in product((k, k + 1), (m, m + 1))
    }
    assert found[k, m] <= found[k + 1, m] <= found[k + 1, m + 1]
    assert found[k, m] <= found[k, m + 1]
