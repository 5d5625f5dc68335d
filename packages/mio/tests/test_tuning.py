"""Tuning starts from the clauses of earlier searches, and drops those that explain too little."""

from __future__ import annotations

import random
from collections.abc import Sequence

from mio import (
    Background,
    Clause,
    Examples,
    LearningSettings,
    learn,
    parse_declarations,
    parse_theory,
)
from mio.learning import (
    Acceptance,
    CandidateClause,
    Clock,
    Coverage,
    ExampleSets,
    Monitor,
    Problem,
    Searcher,
    SearchResult,
    Shuffles,
    Tuned,
    Tuning,
    compacted,
    divided,
    reliable,
    select_theory,
    selected,
)

_MANY = 40  #: positives, and as many negatives


def _tuned(
    known: tuple[CandidateClause, ...],
    seconds: float = float("inf"),
    facts: str = "fine(other).",
    count: int = _MANY,
) -> Tuned:
    """Tune a task whose background, by default, says nothing about the examples."""
    background = Background(facts)
    rows = [[(f"{kind}{i}",) for i in range(count)] for kind in "pn"]
    examples = Examples(*map(tuple, rows))
    clock = Clock()
    problem = Problem(background, parse_declarations("good(+thing)", "fine(+thing)"), examples)
    coverage = Coverage(background, examples.positives, examples.negatives)
    background.allow(("fine", 1), (0,))
    searcher = Searcher(problem, coverage, 1, clock)
    watch = Monitor(clock, clock.now + seconds)
    shuffles = Shuffles(0, coverage.count)
    return Tuning(searcher, LearningSettings(), watch, None, shuffles, known).run()


def _clause(size: int) -> Clause:
    return parse_theory(f"good(A) :- {', '.join(['fine(A)'] * size)}.")[0]


def test_known_clauses_are_taken_even_without_time_to_search() -> None:
    known = CandidateClause(_clause(2), (1 << _MANY) - 1)
    assert _tuned((known,), seconds=0).covering.chosen == [known]


def test_redundant_clauses_are_dropped_even_without_time() -> None:
    narrow = [CandidateClause(_clause(1), 3 << i) for i in range(0, 30, 2)]
    complete = CandidateClause(_clause(6), (1 << _MANY) - 1)
    assert _tuned((*narrow, complete), seconds=0).covering.chosen == [complete]
    assert compacted([*narrow, complete], [], (1 << _MANY) - 1, lambda: True) == [complete]


def test_clauses_that_cost_more_than_they_explain_are_left_out() -> None:
    many = CandidateClause(_clause(2), (1 << 12) - 1)
    single = [CandidateClause(_clause(6), 1 << i) for i in range(12, 16)]
    found = _tuned((many, *single))
    assert found.covering.chosen == [many]
    assert found.covering.left.bit_count() == _MANY - 12
    assert found.words == "4 clauses left out: two thirds of the literals exceed the gain"


def test_a_cheaper_theory_with_noise_displaces_an_incomplete_one() -> None:
    fine = [*(f"p{i}" for i in range(26)), *(f"n{i}" for i in range(6))]
    known = CandidateClause(_clause(2), (1 << 18) - 1)
    found = _tuned((known,), facts=" ".join(f"fine({name})." for name in fine))
    assert [str(one.clause) for one in found.covering.chosen] == ["good(A) :- fine(A)."]
    assert "6 negatives covered and 14 positives left out" in found.words


def test_a_selection_ends_when_a_short_theory_makes_no_error() -> None:
    background = Background(" ".join(f"fine(p{i})." for i in range(_MANY)))
    rows = [tuple((f"{kind}{i}",) for i in range(_MANY)) for kind in "pn"]
    declared = parse_declarations("good(+thing)", "fine(+thing)")
    coverage = Coverage(background, *rows)
    searcher = Searcher(Problem(background, declared, Examples(*rows)), coverage, 1, Clock())
    settings = LearningSettings(seeds=5)
    found = select_theory(
        searcher, settings, coverage.sets, Monitor(Clock()), Shuffles(0, 2 * _MANY)
    )
    assert [str(one.clause) for one in found.chosen] == ["good(A) :- fine(A)."]
    assert len(found.searches) == settings.seeds


def test_few_positives_are_not_explained_by_clauses_that_cost_more() -> None:
    known = tuple(CandidateClause(_clause(6), 1 << i) for i in range(3))
    found = _tuned(known, count=12)
    assert found.covering.chosen == []
    assert found.words == "3 clauses left out: two thirds of the literals exceed the gain"


def test_a_task_without_a_rule_is_given_up_after_few_searches() -> None:
    """Each positive has a negative of which the same holds, so no clause without noise exists, and
    clauses with noise explain nothing."""
    chance = random.Random(1)
    facts = list[str]()
    for i in range(_MANY):
        for k in range(12):
            value = chance.randrange(3)
            facts += [f"has(p{i}, {k}, {value}).", f"has(n{i}, {k}, {value})."]
    background = Background(" ".join(facts))
    rows = [tuple((f"{kind}{i}",) for i in range(_MANY)) for kind in "pn"]
    declared = parse_declarations(
        "good(+thing)", "has(+thing,#place,#value)", "has(+thing,-place,-value)"
    )
    learned = learn(background, declared, Examples(*rows), LearningSettings(nodes=100), auto=True)
    assert learned.theory == ()
    assert learned.finished
    assert len(learned.searches) < _MANY


def test_two_clauses_replace_one_that_no_single_exchange_improves() -> None:
    positives, negatives = (1 << _MANY) - 1, ((1 << 20) - 1) << _MANY
    examples = ExampleSets(positives, negatives)
    broad = CandidateClause(_clause(2), positives | negatives)
    halves = [CandidateClause(_clause(4), ((1 << 20) - 1) << place) for place in (0, 20)]
    assert selected([broad, *halves], examples, [broad]) == [broad]
    assert divided([broad], [broad, *halves], examples) == halves


def _tried(covers: Sequence[int], examples: ExampleSets, seed: int = 0) -> Shuffles:
    """Return how good clauses of three literals with these covers look by luck."""
    shuffles = Shuffles(seed, sum(map(int.bit_count, examples)))
    found = SearchResult(0, len(covers), "done", 3, False, (), tuple((one, 3) for one in covers))
    shuffles.add(examples, Acceptance(0.4), [found])
    return shuffles


def _random_covers(chance: random.Random, count: int, size: int, examples: int) -> list[int]:
    return [sum(1 << i for i in chance.sample(range(examples), size)) for _ in range(count)]


def test_clauses_are_selected_if_a_rule_is_planted_but_not_for_random_labels() -> None:
    examples = ExampleSets((1 << 30) - 1, ((1 << 30) - 1) << 30)
    planted = CandidateClause(_clause(3), (1 << 24) - 1 | 0b111 << 30)
    empty = 0
    for seed in range(100):
        covers = _random_covers(random.Random(seed), 20, 12, 60)
        pool = [CandidateClause(_clause(3), cover) for cover in covers]
        empty += not selected(pool, examples, luck=_tried(covers, examples, seed).most)
        covers.append(planted.cover)
        luck = _tried(covers, examples, seed).most
        assert planted in selected([*pool, planted], examples, luck=luck)
    assert empty >= 90


def test_the_more_clauses_are_tried_the_better_one_must_be() -> None:
    examples = ExampleSets((1 << _MANY) - 1, ((1 << _MANY) - 1) << _MANY)
    truth = CandidateClause(_clause(3), (1 << 20) - 1)
    lucky = CandidateClause(_clause(3), ((1 << 12) - 1) << 20 | 0b11111 << _MANY)
    covers = [truth.cover, lucky.cover]
    few = _tried(covers, examples)
    covers += _random_covers(random.Random(0), 300, 10, 2 * _MANY)
    many = _tried(covers, examples)
    left = examples.without(truth.cover)
    assert few.most(left) < many.most(left)
    assert selected([truth, lucky], examples, luck=few.most) == [truth, lucky]
    assert selected([truth, lucky], examples, luck=many.most) == [truth]
    assert reliable([truth, lucky], examples, many.most) == [truth]


def test_why_learning_ended_is_said() -> None:
    background = Background("fine(p0). fine(n0).")
    modes = parse_declarations("good(+thing)", "fine(+thing)")
    rows = [tuple((f"{kind}{i}",) for i in range(2)) for kind in "pn"]
    assert learn(background, modes, Examples(*rows), auto=True).end.startswith("the widest")
    pure = Examples(rows[0][:1], rows[1][1:])
    assert learn(background, modes, pure, auto=True).end == "right about all training examples"
    stopped = learn(background, modes, Examples(*rows), interrupted=lambda: True)
    assert stopped.end == "interrupted"


def test_the_clock_ends_with_the_cpu_time_of_workers_too() -> None:
    clock = Clock()
    deadline = clock.limit(1000.0)
    assert not clock.over(deadline)
    clock.spent(work=1.0, cpu=1001.0)
    assert clock.over(deadline)
    assert not clock.over(clock.limit(1000.0))
