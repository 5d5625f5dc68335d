"""Learning: theories that hold, the same from the same seed, and reasons where there is none."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given
from hypothesis import settings as trials

from mio import (
    GREEDY_MACROS,
    IDA,
    IDA_MACROS,
    Acceptance,
    Background,
    Clause,
    Depth,
    Examples,
    InputError,
    LearningSettings,
    confusion,
    holds,
    learn,
    load,
    parse_declarations,
    save,
)
from mio.learning import (
    LITERAL_COST,
    CandidateClause,
    ExampleSets,
    best_clause,
    cost,
    selected,
    selection_words,
)
from prolog_worlds import GRAPH, proven, tasks, texts

FAMILY = """
    parent(ann, bob). parent(ann, cid). parent(bob, dan). parent(cid, eve). parent(eve, fay).
    parent(gus, cid). parent(dan, hal).
    female(ann). female(eve). female(fay).
    male(bob). male(cid). male(dan). male(gus). male(hal).
"""
MODES = parse_declarations(
    "grandmother(+p,+p)", "parent(+p,-p)", "parent(-p,+p)", "female(+p)", "male(+p)"
)
TRUE = (("ann", "dan"), ("ann", "eve"))
FALSE = tuple(
    (a, b)
    for a in ("ann", "bob", "cid", "eve", "gus", "dan")
    for b in ("ann", "bob", "cid", "dan", "eve", "fay", "hal")
    if (a, b) not in TRUE
)
FOUND = "grandmother(A,B) :- female(A), parent(A,C), parent(C,B)."


@pytest.mark.parametrize("order", [1, -1])
def test_of_clauses_with_equal_values_the_shortest_is_taken(order: int) -> None:
    """Each literal more covers one positive more, which the evaluation weighs alike."""
    bodies = ["a(A)", "a(A), b(A)", "a(A), b(A), c(A)"]
    clauses = [Clause.parse(f"t(A) :- {body}.") for body in bodies]
    pool = [CandidateClause(clause, 2 ** (3 + i) - 1) for i, clause in enumerate(clauses)]
    best = best_clause(pool[::order], LearningSettings(), ExampleSets(2**9 - 1, 2**20))
    assert best is not None
    assert best.clause == clauses[0]


@pytest.mark.parametrize("settings", [LearningSettings(), GREEDY_MACROS, IDA_MACROS, IDA])
def test_every_search_finds_the_rule(settings: LearningSettings) -> None:
    learned = learn(Background(FAMILY), MODES, Examples(TRUE, FALSE), settings)
    (clause,) = learned.theory
    assert sorted(map(str, clause.body)) == sorted(map(str, Clause.parse(FOUND).body))
    assert learned.train.accuracy == 1.0
    assert learned.finished
    assert not learned.notes
    assert learned.explored == sum(search.explored for search in learned.searches) > 0


@pytest.mark.slow
@given(tasks(), texts)
@trials(max_examples=40)
def test_without_noise_no_negative_is_covered_and_the_engine_agrees(
    given_: tuple[Background, tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]], text: str
) -> None:
    _, positives, negatives = given_
    background = Background(text)
    learned = learn(background, GRAPH, Examples(positives, negatives))
    assert learned.train.false_positives == 0
    for clause in learned.theory:
        assert any(proven(text, clause, example) for example in positives)
    covered = sum(any(proven(text, c, e) for c in learned.theory) for e in positives)
    assert learned.train.true_positives == covered
    if learned.train.false_negatives:
        assert any("no rule covers" in note for note in learned.notes)


@pytest.mark.slow
@given(tasks())
@trials(max_examples=25)
def test_the_same_seed_learns_the_same_theory(given_: tuple[Background, tuple, tuple]) -> None:  # type: ignore[type-arg]
    background, positives, negatives = given_
    examples = Examples(positives, negatives)
    first = learn(background, GRAPH, examples, LearningSettings(seed=3))
    again = learn(background, GRAPH, examples, LearningSettings(seed=3))  # all is computed already
    assert first.theory == again.theory
    assert first.explored == again.explored


def test_workers_learn_the_same_theory() -> None:
    examples = Examples((*TRUE, ("gus", "eve"), ("cid", "fay")), (("bob", "dan"), ("fay", "ann")))
    one, two = (
        learn(Background(FAMILY), MODES, examples, LearningSettings(seed=1, workers=workers))
        for workers in (1, 2)
    )
    assert one.theory == two.theory
    assert one.searches == two.searches


def test_an_interruption_does_not_wait_for_workers() -> None:
    """Searches in workers do not poll, and these would take ten minutes."""
    background = Background(FAMILY)
    background.function("slow", "+", lambda person: time.sleep(600))
    modes = parse_declarations("grandmother(+p,+p)", "parent(+p,-p)", "slow(+p)")
    polls = count(1)
    learned = learn(
        background,
        modes,
        Examples((*TRUE, ("gus", "eve")), (("bob", "dan"),)),
        LearningSettings(workers=2),
        interrupted=lambda: next(polls) > 20,
    )
    assert not learned.finished
    assert next(polls) < 80


def test_python_predicates_and_constants_are_learned_from() -> None:
    background = Background()
    background.function("half", "+-", lambda n: [n // 2])
    background.function("rest", "++-", lambda n, m: [n % m])
    modes = parse_declarations(
        "t(+int)", "half(+int,-#int)", "rest(+int,#int,-#int)", "half(+int,-int)"
    )
    with pytest.raises(InputError, match="has fewer inputs than its predicate needs"):
        learn(background, modes, Examples(((8,),), ((9,),)))
    modes = parse_declarations("t(+int)", "half(+int,-#int)")
    even = tuple((n,) for n in (6, 7))
    odd = tuple((n,) for n in (1, 2, 4, 8, 9, 12))
    learned = learn(background, modes, Examples(even, odd))
    assert list(map(str, learned.theory)) == ["t(A) :- half(A,3)."]


def test_noise_is_allowed_as_far_as_it_is_asked_for() -> None:
    facts = " ".join(f"red({n})." for n in range(20))
    background = Background(facts)
    modes = parse_declarations("t(+int)", "red(+int)")
    examples = Examples(
        tuple((n,) for n in range(18)), ((18,), (19,), *((n,) for n in range(20, 30)))
    )
    rule = ["t(A) :- red(A)."]
    for noise, theory, tolerated in ((0.0, [], 0), (0.2, rule, 2)):
        learned = learn(background, modes, examples, LearningSettings(acceptance=Acceptance(noise)))
        assert list(map(str, learned.theory)) == theory
        assert learned.train.false_positives == tolerated


def test_what_tuning_allowed_is_counted_and_only_then_called_noise() -> None:
    """A colour explains most; the rest have marks of their own, which cost more than they gain."""
    facts = " ".join(f"red({n})." for n in [*range(32), 60, 61, 62])
    facts += " " + " ".join(f"mark({n},{n})." for n in range(70))
    modes = parse_declarations("t(+int)", "red(+int)", "mark(+int,#m)")
    positives = tuple((n,) for n in range(42))
    negatives = tuple((n,) for n in range(50, 63))
    noisy = learn(Background(facts), modes, Examples(positives, negatives), auto=True)
    assert list(map(str, noisy.theory)) == ["t(A) :- red(A)."]
    assert noisy.train.false_positives == 3
    assert noisy.notes[0].startswith("noise allowed, 3 negatives covered and 10 positives left out")
    pure = learn(Background(facts), modes, Examples(positives[:32], negatives[:10]), auto=True)
    assert pure.train.false_positives == 0
    assert not pure.notes


def test_a_selection_without_errors_is_not_called_noise() -> None:
    assert "noise allowed" not in selection_words(0, 0, (20.0, 10.0)).split(":")[0]
    assert selection_words(1, 0, (20.0, 10.0)).startswith("noise allowed, 1 negative covered:")


def test_positives_that_no_rule_covers_can_be_added_as_facts() -> None:
    examples = Examples((*TRUE, ("fay", "ann")), FALSE[:-1])
    negatives = tuple(row for row in examples.negatives if row != ("fay", "ann"))
    examples = Examples(examples.positives, (*negatives, ("fay", "hal"), ("hal", "ann")))
    learned = learn(Background(FAMILY), MODES, examples, LearningSettings(facts=True, length=3))
    assert learned.theory[-1] == Clause.parse("grandmother(fay,ann).")
    assert learned.facts == 1
    assert learned.train.accuracy == 1.0
    assert "no rule covers 1 positive, so added as facts" in learned.notes[-1]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"length": 1}, "no clause of at most 1 literal was found for them, so they may be noise"),
        ({"nodes": 1}, "ended at the limit of 1 clause"),
        ({"depth": Depth(literals=2)}, "limits left literals out"),
    ],
)
def test_where_nothing_is_found_the_result_says_why(
    changes: dict[str, object], expected: str
) -> None:
    settings = replace(IDA_MACROS, **changes)  # type: ignore[arg-type]
    learned = learn(Background(FAMILY), MODES, Examples(TRUE, FALSE), settings)
    assert not learned.theory
    assert learned.train.false_negatives == 2
    assert expected in learned.notes[0]


def test_a_time_limit_is_kept_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock that only one function moves."""
    background, now = Background(), [0.0]
    for name in ("thread_time", "monotonic"):
        monkeypatch.setattr(time, name, lambda: now[0])

    def slow(number: int) -> list[int]:
        now[0] += 0.05
        return [number // 2]

    background.function("slow", "+-", slow)
    modes = parse_declarations("t(+int)", "slow(+int,-int)")
    rows = tuple((n,) for n in range(40))
    learned = learn(
        background,
        modes,
        Examples(rows[::2], rows[1::2]),
        LearningSettings(seconds=0.5, nodes=10**6),
    )
    assert 0.5 <= now[0] < 8
    assert not learned.finished
    assert "when learning stopped" in learned.notes[0]


def test_an_interrupt_keeps_what_was_found() -> None:
    found: list[int] = []
    examples = Examples((*TRUE, ("gus", "eve"), ("cid", "fay")), (("bob", "dan"), ("fay", "ann")))
    learned = learn(
        Background(FAMILY),
        MODES,
        examples,
        LearningSettings(seeds=1),
        interrupted=lambda: any(found),
        report=lambda left, total, clauses: found.append(clauses),
    )
    assert len(learned.theory) == 1


@pytest.mark.parametrize(
    ("modes", "positives", "expected"),
    [
        (MODES, (), "expected at least one positive example"),
        (MODES, (("ann",),), r"does not have 2 arguments, as grandmother\(\+p,\+p\) does"),
        (
            parse_declarations("g(+p,+p)", "likes(+p,-p)"),
            TRUE,
            r"the predicate of the mode likes\(\+p,-p\) is unknown",
        ),
    ],
)
def test_wrong_input_is_one_sentence(modes: object, positives: object, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        learn(Background(FAMILY), modes, Examples(positives, FALSE))  # type: ignore[arg-type]


def test_without_negatives_the_most_general_clause_is_best() -> None:
    learned = learn(Background(FAMILY), MODES, Examples(TRUE, ()))
    assert list(map(str, learned.theory)) == ["grandmother(A,B)."]
    assert "without negative examples" in learned.notes[0]


def test_without_negatives_all_positives_are_covered_even_without_time() -> None:
    rows = Examples(TRUE, ())
    learned = learn(Background(FAMILY), MODES, rows, LearningSettings(seconds=1e-9), auto=True)
    assert list(map(str, learned.theory)) == ["grandmother(A,B)."]
    assert (learned.train.accuracy, learned.left) == (1.0, ())


def test_an_example_cannot_be_both() -> None:
    with pytest.raises(InputError, match=r"target\(ann,dan\) is both"):
        Examples(TRUE, TRUE[:1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p(a,+b)", r"expected \+, -, # or -# and a type, found a"),
        ("p(-a)", "needs at least one input"),
        ("p(+)", "expected"),
    ],
)
def test_wrong_modes_are_errors(text: str, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        parse_declarations("t(+a)", text)


def test_types_are_strict() -> None:
    """The same numbers as two types never meet in a variable."""
    background = Background("size(a,3). size(b,4). age(a,3). age(b,5). age(c,6). size(c,7).")
    examples = Examples((("a",),), (("b",), ("c",)))
    loose = parse_declarations("t(+x)", "size(+x,-n)", "age(+x,-n)")
    strict = parse_declarations("t(+x)", "size(+x,-n)", "age(+x,-m)")
    assert len(learn(background, loose, examples).theory) == 1
    nothing = learn(background, strict, examples)
    assert not nothing.theory
    assert "no clause does within 3 levels of variables" in nothing.notes[0]
    assert nothing.notes[-1] == "the bias allows no recursion, constants or thresholds of numbers"


def test_a_theory_comes_back_from_its_file(tmp_path: object) -> None:
    file = f"{tmp_path}/theory.pl"
    background = Background(FAMILY)
    learned = learn(background, MODES, Examples(TRUE, FALSE))
    save(learned.theory, file)
    assert load(file, MODES) == learned.theory
    assert holds(background, load(file), [*TRUE, *FALSE]) == [True] * 2 + [False] * len(FALSE)
    assert confusion(background, load(file), Examples(TRUE, FALSE)) == learned.train
    with pytest.raises(InputError, match=r"theory.pl: the clause .* is not about other\(\+p\)"):
        load(file, parse_declarations("other(+p)", "female(+p)"))
    with pytest.raises(InputError, match="cannot be read"):
        load(f"{tmp_path}/none.pl")


def test_selection_cannot_be_made_cheaper_by_one_change() -> None:
    clause = Clause.parse("t(A) :- p(A).")
    pool = [
        CandidateClause(clause, cover) for cover in (0b111000, 0b000111, 0b111111 << 6, 0b010010)
    ]
    examples = ExampleSets(0b111111, 0b111111 << 6)
    chosen = selected(pool, examples)
    assert cost(chosen, examples) == pytest.approx(4 * LITERAL_COST)
    assert {c.cover for c in chosen} == {0b111000, 0b000111}
