"""Small tasks of many kinds, drawn here: what they were drawn from is found again."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import settings as trials
from hypothesis import strategies as st

from mio import (
    Background,
    Clause,
    Depth,
    Examples,
    LearningSettings,
    holds,
    learn,
    parse_declarations,
)
from mio.language import Program, read, read_term
from mio.learning import CandidateClause, Coverage, Saturation, compacted, cover
from prolog_worlds import bodies, tasks

CHESS = parse_declarations(
    "illegal(+state)",
    "cell(+state,-piece)",
    *(f"{kind}(+piece)" for kind in ("king", "rook", "white", "black")),
    "file(+piece,-int)",
    "rank(+piece,-int)",
)


@pytest.mark.parametrize("seed", range(2))
def test_literals_that_tell_nothing_by_themselves_are_joined(seed: int) -> None:
    """King and rook against king: each position has all three pieces, each on some file."""
    chance = random.Random(seed)
    facts: list[str] = []
    rows: tuple[list[tuple[str]], list[tuple[str]]] = ([], [])
    for state in range(100):
        placed = []
        for number, (kind, colour) in enumerate(
            (("king", "white"), ("rook", "white"), ("king", "black"))
        ):
            piece = f"p{state}_{number}"
            placed.append(chance.randrange(8))
            facts.append(f"cell(s{state},{piece}). {kind}({piece}). {colour}({piece}).")
            facts.append(f"file({piece},{placed[-1]}). rank({piece},{chance.randrange(8)}).")
        rows[placed[1] != placed[2]].append((f"s{state}",))
    learned = learn(Background("\n".join(facts)), CHESS, Examples(*map(tuple, rows)), auto=True)
    assert learned.train.accuracy == 1.0
    assert len(learned.theory) == 1
    assert learned.facts == 0


def test_a_predicate_with_many_facts_keeps_no_other_out() -> None:
    places = " ".join(f"near(e,{a},{b})." for a in range(20) for b in range(20))
    background = Background(f"{places} red(e). small(e).")
    modes = parse_declarations("t(+ex)", "near(+ex,-n,-m)", "red(+ex)", "small(+ex)")
    coverage = Coverage(background, (("e",),), ())
    for literals in (4, 10, 40):
        depth = Depth(recall=500, literals=literals)
        bottom = Saturation(background, modes, coverage.example(0), depth).run()
        assert {goal.about[0] for goal in bottom.goals} == {"near", "red", "small"}
        assert bottom.cut
        assert len(bottom.goals) <= literals


def test_whose_turn_is_next_is_learned_among_many_facts() -> None:
    """Neither whose turn it was nor whose it is asked about says anything alone."""
    chance, turns = random.Random(0), ("red", "green", "blue")
    facts = [f"agent_{turn}({turn})." for turn in turns]
    rows: tuple[list[tuple[int, str]], list[tuple[int, str]]] = ([], [])
    for game in range(90):
        now = chance.randrange(3)
        facts.append(f"control({game},{turns[now]}).")
        facts += [
            f"owner({game},c{cell},{chance.choice(turns)})." for cell in chance.sample(range(30), 9)
        ]
        for number, turn in enumerate(turns):
            rows[(now + 1) % 3 != number].append((game, turn))
    facts += [f"beside(c{a},c{b})." for a in range(30) for b in range(30) if abs(a - b) in (1, 6)]
    facts += [f"col_{cell % 6}(c{cell})." for cell in range(30)]
    modes = parse_declarations(
        "next(+ex,+agent)",
        "owner(+ex,-cell,-agent)",
        "beside(+cell,-cell)",
        *(f"col_{number}(+cell)" for number in range(6)),
        "control(+ex,-agent)",
        *(f"agent_{turn}(+agent)" for turn in turns),
    )
    settings = LearningSettings(nodes=1500, seeds=2)
    learned = learn(Background("\n".join(facts)), modes, Examples(*map(tuple, rows)), settings)
    assert learned.train.accuracy == 1.0
    assert len(learned.theory) == 3
    assert all(len(clause.body) == 3 for clause in learned.theory)


def test_of_few_positives_none_is_left_out_as_noise() -> None:
    background = Background("car(a,x). car(b,y). car(c,z). short(x). open(x). short(y). open(z).")
    modes = parse_declarations("east(+t)", "car(+t,-c)", "short(+c)", "open(+c)")
    examples = Examples((("a",),), (("b",), ("c",)))
    learned = learn(background, modes, examples, auto=True)
    assert list(map(str, learned.theory)) == ["east(A) :- car(A,B), short(B), open(B)."]


@given(tasks(), st.lists(bodies(), min_size=1, max_size=4))
@trials(max_examples=40)
def test_a_grown_coverage_is_that_of_all_examples(
    given_: tuple[Background, tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]],
    drawn: list[tuple[object, ...]],
) -> None:
    background, positives, negatives = given_
    clauses = [Clause(read_term("target(A,B)"), body) for body in drawn]
    half = Coverage(background, positives[: len(positives) // 2 + 1], negatives[:1])
    for clause in clauses[::2]:
        cover(clause, half, background)
    grown = half.grown(positives, negatives)
    for clause in clauses:
        whole = Coverage(background, positives, negatives)
        assert cover(clause, grown, background) == cover(clause, whole, background)


@given(
    st.lists(st.tuples(st.integers(1, 2**10 - 1), st.integers(1, 5)), min_size=1, max_size=8),
    st.integers(0, 30),
)
def test_a_compacted_theory_covers_as_much_with_no_more_literals_whenever_it_is_over(
    drawn: list[tuple[int, int]], looks: int
) -> None:
    literals = [read_term(f"p{number}(A)") for number in range(5)]
    pool = [
        CandidateClause(Clause(read_term("t(A)"), tuple(literals[:size])), cover)
        for cover, size in drawn
    ]
    chosen, positives = pool[: len(pool) // 2 + 1], 2**10 - 1
    time_left = iter(range(looks))
    found = compacted(chosen, pool, positives, lambda: next(time_left, None) is None)

    def covered(clauses: list[CandidateClause]) -> int:
        return sum(1 << i for i in range(10) if any(c.cover >> i & 1 for c in clauses))

    assert covered(chosen) & ~covered(found) == 0
    assert sum(c.size + 1 for c in found) <= sum(c.size + 1 for c in chosen)
    if looks == 0:
        assert all(clause in chosen for clause in found)  # only redundant ones are dropped


def test_numbers_of_other_bases_and_comparisons_of_finite_domains_are_read() -> None:
    text = "n(a,0x1F). n(b,1_000). n(c,0b101). n(d,-0o17). big(X) :- n(X,N), N #>= 31."
    background = Background(f"{text} next(X,M) :- n(X,N), M #= N + 1. odd(X) :- n(X,N), N #\\= 5.")
    assert [str(row[1]) for row in Program.read(read(text)).facts(("n", 2))] == [
        "31",
        "1000",
        "5",
        "-15",
    ]
    rows = [("a",), ("b",), ("c",), ("d",)]
    assert holds(background, [Clause.parse("t(A) :- big(A).")], rows) == [True, True, False, False]
    assert holds(background, [Clause.parse("t(A) :- next(A,6).")], rows) == [False] * 2 + [
        True,
        False,
    ]
    assert holds(background, [Clause.parse("t(A) :- odd(A).")], rows) == [True, True, False, True]
