"""Recursive programs: learned from few examples, they are right about lists never seen."""

from __future__ import annotations

import random
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from math import inf
from pathlib import Path

import pytest

from mio import (
    Background,
    Confusion,
    Declarations,
    Examples,
    LearningSettings,
    Mode,
    Term,
    holds,
    learn,
    learn_folder,
    parse_declarations,
    parse_theory,
    read_folder,
    written,
)
from mio.background import Places
from mio.language import Signature, listed, literal
from mio.learning import Lookup, RecursiveProgram, is_recursive
from mio.learning import Row as Numbers

LISTS = """
head([H|_], H).
tail([_|T], T).
empty([]).
zero(0).
one(1).
even(N) :- 0 is N mod 2.
odd(N) :- 1 is N mod 2.
next(N, M) :- succ(N, M).
before(N, M) :- succ(M, N).
joined(X, L, [X|L]).
added(L, X, R) :- append(L, [X], R).
holding([X|_], X).
holding([_|T], X) :- holding(T, X).
"""
COMMON = ("head(+list,-item)", "tail(+list,-list)", "empty(+list)", "even(+item)", "odd(+item)")
GENERATORS = ("empty(-list)", "zero(-item)", "one(-item)")
Row = tuple[Term, ...]
#: Given a list, return what the target holds of and what it does not hold of.
Teacher = Callable[[list[int], random.Random], tuple[Row, Row]]


def _row(*values: list[int] | int) -> Row:
    return tuple(listed(value) if isinstance(value, list) else value for value in values)


def _even(items: list[int], chance: random.Random) -> tuple[Row, Row]:
    pairs = [2 * item for item in items]
    odd = list(pairs)
    odd[chance.randrange(len(odd))] += 1
    return _row(pairs), _row(odd)


def _reversed(items: list[int], chance: random.Random) -> tuple[Row, Row]:
    return _row(items, items[::-1]), _row(items, [*items[::-1], chance.randrange(9)])


def _length(items: list[int], chance: random.Random) -> tuple[Row, Row]:
    return _row(items, len(items)), _row(items, len(items) + chance.choice((-1, 1)))


def _dropped(items: list[int], chance: random.Random) -> tuple[Row, Row]:
    count = chance.randrange(1, len(items) + 1)
    other = chance.choice([n for n in range(len(items) + 1) if n != count])
    return _row(items, count, items[count:]), _row(items, count, items[other:])


def _repeated(items: list[int], chance: random.Random) -> tuple[Row, Row]:
    items = chance.sample(range(100), len(items) + 2)
    twice = chance.choice(items)
    once = next(item for item in items if item != twice)
    items.insert(chance.randrange(len(items)), twice)
    return _row(items, twice), _row(items, once)


def _last(items: list[int], chance: random.Random) -> tuple[Row, Row]:
    items = chance.sample(range(100), len(items) + 1)
    return _row(items, items[-1]), _row(items, chance.choice(items[:-1]))


def _kept(items: list[int], chance: random.Random) -> tuple[Row, Row]:
    kept = [item for item in items if item % 2 == 0]
    wrong = chance.choice([items, kept[1:], kept[::-1], [*kept, 1]])
    return _row(items, kept), _row(items, wrong if wrong != kept else [*kept, 3])


def _twice(items: list[int], chance: random.Random) -> tuple[Row, Row]:
    doubled = [each for item in items for each in (item, item)]
    wrong = chance.choice([items, doubled[1:], [*items, *items], [*doubled, 1]])
    return _row(items, doubled), _row(items, wrong if wrong != doubled else [*doubled, 3])


@pytest.mark.parametrize(
    ("teacher", "head", "body"),
    [
        (_even, "f(+list)", ()),
        (_reversed, "f(+list,-list)", ("added(+list,+item,-list)",)),
        (_length, "f(+list,-item)", ("next(+item,-item)",)),
        (_dropped, "f(+list,+item,-list)", ("before(+item,-item)",)),
        (_repeated, "f(+list,-item)", ("holding(+list,-item)",)),
        (_last, "f(+list,-item)", ()),
    ],
)
def test_few_lists_teach_a_program_for_all_lists(
    teacher: Teacher, head: str, body: tuple[str, ...]
) -> None:
    chance = random.Random(1)
    taught = [teacher([chance.randrange(9) for _ in range(1 + i % 6)], chance) for i in range(10)]
    asked = [teacher([chance.randrange(9) for _ in range(7 + i)], chance) for i in range(5)]
    stated = recursive(head, *COMMON, *body)
    examples = Examples(tuple(p for p, _ in taught), tuple(n for _, n in taught))
    background = Background(LISTS)
    learned = learn(background, stated, examples, LearningSettings(seconds=30))
    assert learned.train.accuracy == 1, learned
    assert all(holds(background, learned.theory, [p for p, _ in asked])), learned
    assert not any(holds(background, learned.theory, [n for _, n in asked])), learned


def recursive(head: str, *body: str) -> Declarations:
    """Declarations of a recursive target over lists."""
    return replace(
        parse_declarations(head, *body),
        recursive=True,
        generators=tuple(map(Mode.parse, GENERATORS)),
    )


EDGES = "edge(a,b). edge(b,c). edge(c,a). edge(c,d). edge(d,e). edge(e,f). edge(x,y). edge(y,x)."
PATHS = {"a": "abcdef", "b": "abcdef", "c": "abcdef", "d": "ef", "e": "f", "x": "xy", "y": "xy"}
CLOSURES = [
    "way(A,B) :- edge(A,B).\nway(A,B) :- edge(A,C), way(C,B).",
    "way(A,B) :- way(A,C), way(C,B).\nway(A,B) :- edge(A,B).",
    "way(A,B) :- way(A,C), edge(C,B).\nway(A,B) :- edge(A,B).",
]
ROWS = [(a, b) for a in "abcdefxy" for b in "abcdefxy"]


@pytest.mark.parametrize("closure", CLOSURES, ids=["right", "double", "left"])
def test_closures_of_cyclic_graphs_end_whatever_the_order_of_clauses(closure: str) -> None:
    """The paths are those that following edges step by step reaches."""
    expected = [b in PATHS.get(a, "") for a, b in ROWS]
    assert holds(Background(EDGES), parse_theory(closure), ROWS) == expected


@pytest.mark.parametrize("closure", CLOSURES, ids=["right", "double", "left"])
def test_tabling_answers_as_another_prolog_does(closure: str, tmp_path: Path) -> None:
    program = shutil.which("swipl")
    if program is None:
        pytest.skip("needs SWI-Prolog")
    file = tmp_path / "closure.pl"
    file.write_text(f":- table way/2.\n{EDGES}\n{closure}\n", encoding="utf-8")
    command = [program, "-q", "-g", "forall(way(A,B), (write(A), write(B), nl))", "-t", "halt"]
    run = subprocess.run([*command, str(file)], capture_output=True, text=True, check=True)
    held = holds(Background(EDGES), parse_theory(closure), ROWS)
    assert {a + b for (a, b), yes in zip(ROWS, held, strict=True) if yes} == set(run.stdout.split())


def test_closures_of_cyclic_graphs_are_learned() -> None:
    positives = [("a", "b"), ("a", "c"), ("a", "e"), ("b", "f"), ("a", "f"), ("x", "y"), ("d", "f")]
    negatives = [("d", "a"), ("a", "x"), ("x", "e"), ("d", "c"), ("f", "a"), ("e", "d")]
    stated = replace(parse_declarations("way(+n,+n)", "edge(+n,-n)"), recursive=True)
    learned = learn(Background(EDGES), stated, Examples(tuple(positives), tuple(negatives)))
    assert list(map(str, learned.theory)) == CLOSURES[0].split("\n")


def test_a_recursion_that_never_ends_covers_only_what_another_clause_covers() -> None:
    background = Background("next(N, M) :- succ(N, M). zero(0).")
    endless = parse_theory("f(A) :- next(A,B), f(B).\nf(A) :- zero(A).")
    assert holds(background, endless, [(0,), (1,)]) == [True, False]
    assert holds(background, parse_theory("f(A) :- f(A)."), [(0,)]) == [False]


POPPER = """
    enable_recursion.
    head_pred(above,2). body_pred(on,2).
    type(above,(block,block)). type(on,(block,block)).
"""
ALEPH = """
    :- modeh(1, above(+block,+block)).
    :- modeb(*, on(+block,-block)).
    :- modeb(*, above(+block,+block)).
    :- determination(above/2, on/2).
    :- determination(above/2, above/2).
"""


@pytest.mark.parametrize("bias", [POPPER, ALEPH])
def test_folders_of_both_forms_can_ask_for_recursion(tmp_path: Path, bias: str) -> None:
    """The tower a, b, … f, and a hash that Prolog does not know."""
    blocks = "abcdef"
    on = "".join(f"on({x},{y}). " for x, y in pairwise(blocks))
    pairs = [(x, y) for x in blocks for y in blocks]
    taught = [f"{'pos' if x < y else 'neg'}(above({x},{y}))." for x, y in pairs]
    (tmp_path / "bk.pl").write_text(on)
    (tmp_path / "bias.pl").write_text(bias)
    (tmp_path / "exs.pl").write_text("\n".join(["#T1", *taught]))
    learned = learn_folder(read_folder(tmp_path, LearningSettings(seconds=30))).learned
    assert learned.train.accuracy == 1
    assert {str(clause) for clause in learned.theory} == {
        "above(A,B) :- on(A,B).",
        "above(A,B) :- on(A,C), above(C,B).",
    }


def test_a_long_chain_is_found_although_it_is_deeper_than_the_usual_clause() -> None:
    moves = Background("right(X, Y) :- Y is X + 1. left(X, Y) :- Y is X - 1.")
    stated = parse_declarations("f(+place,-place)", "right(+place,-place)", "left(+place,-place)")
    examples = Examples(((0, 5),), tuple((0, n) for n in range(5)))
    learned = learn(moves, stated, examples, LearningSettings(seconds=30), auto=True)
    assert len(learned.theory) == 1
    assert len(learned.theory[0].body) == 5
    assert learned.train.accuracy == 1


@pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog is not installed")
def test_a_real_prolog_gives_the_same_answers(tmp_path: Path) -> None:
    program = "f(A,A) :- empty(A).\nf(A,B) :- head(A,C), tail(A,D), f(D,E), added(E,C,B).\n"
    chance = random.Random(2)
    rows = [
        row
        for n in range(1, 9)
        for row in _reversed([chance.randrange(9) for _ in range(n)], chance)
    ]
    goals = "".join(f"t :- ( {literal_text(row)} -> write(1) ; write(0) ), fail.\n" for row in rows)
    (tmp_path / "program.pl").write_text(f"{LISTS}{program}{goals}t.\n")
    ended = subprocess.run(
        ["swipl", "-q", "-g", "t", "-t", "halt", "program.pl"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    ours = holds(Background(LISTS), parse_theory(program), rows)
    assert ended.stdout == "".join("1" if held else "0" for held in ours)
    assert ours == [True, False] * 8


def literal_text(row: Row) -> str:
    """A call of the target as Prolog text."""
    return written(literal("f", row))


@pytest.mark.slow
@pytest.mark.parametrize("teacher", [_kept, _twice])
def test_functions_that_build_a_list_are_learned(teacher: Teacher) -> None:
    """With two recursive clauses, and with two literals after the recursive one."""
    chance = random.Random(1)
    taught = [teacher([chance.randrange(9) for _ in range(i % 6)], chance) for i in range(16)]
    asked = [teacher([chance.randrange(9) for _ in range(7 + i)], chance) for i in range(5)]
    body = (*COMMON, "joined(+item,+list,-list)")
    stated = replace(parse_declarations("f(+list,-list)", *body), recursive=True)
    examples = Examples(tuple(p for p, _ in taught), tuple(n for _, n in taught))
    background = Background(LISTS)
    learned = learn(background, stated, examples, LearningSettings(seconds=30))
    assert learned.train.accuracy == 1, learned
    assert all(holds(background, learned.theory, [p for p, _ in asked])), learned
    assert not any(holds(background, learned.theory, [n for _, n in asked])), learned


def test_functions_on_long_lists_ask_few_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong program is given up at its first wrong answer, not when it has derived them all."""
    chance, asked = random.Random(1), list[object]()
    lists = [chance.sample(range(100), 20 + i) for i in range(8)]
    examples = Examples(
        tuple(_row(each, each[:-1]) for each in lists),
        tuple(_row(each, each[: chance.randrange(20)]) for each in lists),
    )
    answer = Lookup._ask

    def counted(self: Lookup, about: Signature, known: Places, row: Numbers) -> list[Numbers]:
        asked.append(row)
        return answer(self, about, known, row)

    monkeypatch.setattr(Lookup, "_ask", counted)
    body = (*COMMON, "joined(+item,+list,-list)")
    stated = replace(parse_declarations("f(+list,-list)", *body), recursive=True)
    background = Background(LISTS)
    learned = learn(background, stated, examples)
    assert holds(background, learned.theory, [_row([4, 1, 1], [4, 1]), _row([4, 1], [])]) == [
        True,
        False,
    ]
    assert len(asked) < 3000


def test_a_program_is_learned_from_noisy_examples() -> None:
    """A tenth of the labels are wrong."""
    chance = random.Random(1)
    ordered = [sorted(chance.sample(range(100), 2 + n % 12)) for n in range(40)]
    rows = [(row, True) for row in ordered]
    for row in ordered:
        at = chance.randrange(len(row) - 1)
        rows.append(([*row[:at], *reversed(row[at:])], False))
    labels = [label != (n % 10 == 5) for n, (_, label) in enumerate(rows)]
    kinds = [
        tuple(_row(row) for (row, _), label in zip(rows, labels, strict=True) if label == kind)
        for kind in (True, False)
    ]
    stated = recursive("f(+list)", *COMMON, "most(+item,+item)")
    background = Background(LISTS + "most(X, Y) :- X =< Y.")
    learned = learn(background, stated, Examples(*kinds), LearningSettings(seconds=30), auto=True)
    asked = [_row([3, 8, 40, 41]), _row([3, 8, 40, 39]), _row([8, 3]), _row([7])]
    assert holds(background, learned.theory, asked) == [True, False, False, True], learned


def test_programs_are_only_briefly_searched_for_if_a_short_clause_suffices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    efforts = list[float]()
    monkeypatch.setattr(
        "mio.learning.learn.search_program", lambda *given: efforts.append(given[-1])
    )
    lists = [[n, n + 2, n + 1][: 1 + n % 3] for n in range(8)]
    examples = Examples(
        tuple(_row(each, [each[0], each[0], *each]) for each in lists),
        tuple(_row(each, [each[0], *each]) for each in lists),
    )
    stated = recursive("f(+list,-list)", *COMMON, "joined(+item,+list,-list)")
    learned = learn(Background(LISTS), stated, examples)
    assert [clause.size for clause in learned.theory] == [4]
    assert learned.train.accuracy == 1
    assert max(efforts) < inf


@pytest.mark.slow
def test_of_two_complete_programs_the_one_with_single_answers_is_learned() -> None:
    """The shorter one drops items above 4 or keeps them, and no negative says that it must not."""
    rows = [[], [2], [7], [4, 3], [5, 6], [1, 7], [8, 2], [3, 8, 1], [7, 5, 4], [6, 1, 9, 4]]
    kept = [[item for item in row if item < 5] for row in rows]
    examples = Examples(
        tuple(_row(row, right) for row, right in zip(rows, kept, strict=True)),
        tuple(_row(row, [*right, 0]) for row, right in zip(rows, kept, strict=True)),
    )
    body = ("head(+list,-item)", "tail(+list,-list)", "empty(+list)", "joined(+item,+list,-list)")
    tests = ("low(+item)", "high(+item)")
    stated = replace(parse_declarations("f(+list,-list)", *body, *tests), recursive=True)
    background = Background(LISTS + "low(X) :- X < 5.\nhigh(X) :- X >= 5.")
    learned = learn(background, stated, examples, LearningSettings(seconds=30))
    result = [[2, 3], [7, 2, 3], [2, 3, 9], [7, 2, 3, 9]]
    wanted = [True, False, False, False]
    assert (
        holds(background, learned.theory, [_row([7, 2, 3, 9], each) for each in result]) == wanted
    ), learned


@pytest.mark.slow
def test_a_recursion_that_makes_results_grow_is_given_up() -> None:
    """Here every call leads back to itself with one more item in the result."""
    background = Background(LISTS + "same(X, X).")
    stated = recursive("f(+list,-list)", "same(+list,-list)", "head(+list,-item)")
    stated = replace(stated, body=(*stated.body, Mode.parse("joined(+item,+list,-list)")))
    examples = Examples((_row([1], [1, 1, 1]), _row([2], [2, 2, 2])), (_row([1], [2]),))
    clock = time.thread_time()
    learn(background, stated, examples, LearningSettings(seconds=3))
    assert time.thread_time() - clock < 15  # a busy machine stretches every step


def test_an_interrupted_search_for_programs_gives_way_to_single_clauses() -> None:
    rows = [_even([n, n + 1], random.Random(n)) for n in range(4)]
    examples = Examples(tuple(p for p, _ in rows), tuple(n for _, n in rows))
    stated = recursive("f(+list)", *COMMON)
    learned = learn(Background(LISTS), stated, examples, interrupted=lambda: True)
    assert not any(map(is_recursive, learned.theory))
    assert len(learned.searches) <= LearningSettings().seeds  # one round


def test_a_recursive_program_below_the_larger_class_is_not_learned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However cheap it is: here it covers everything, and two of three examples are negative."""
    clauses = parse_theory("p(A) :- q(A).\np(A) :- r(A, B), p(B).")
    cheap = RecursiveProgram(clauses, Confusion(1, 0, 0, 2), (), 1)
    monkeypatch.setattr(RecursiveProgram, "cost", property(lambda self: -1.0))
    monkeypatch.setattr("mio.learning.learn.search_program", lambda *given: cheap)
    background = Background("q(1). q(2). r(1, 2).")
    rows = Examples(((1,),), ((2,), (3,)), target="p")
    declared = replace(parse_declarations("p(+n)", "q(+n)", "r(+n,-n)"), recursive=True)
    learned = learn(background, declared, rows)
    assert learned.theory != clauses
    assert learned.train.accuracy >= learned.train.majority


@pytest.mark.parametrize("count", [29, 30, 31])
def test_a_program_without_errors_is_found_from_few_and_from_many_examples(count: int) -> None:
    """From 30 examples of each kind, noise is possible, but a short program without errors wins."""
    chance = random.Random(5)
    parents = {child: chance.randrange(max(0, child - 12), child) for child in range(1, 60)}
    facts = [
        f"{chance.choice(['father', 'mother'])}(p{parents[c]}, p{c}).".replace(" ", "")
        for c in parents
    ]

    def ancestors(person: int) -> set[int]:
        above = parents.get(person)
        return set() if above is None else {above, *ancestors(above)}

    true = [(a, b) for b in range(60) for a in ancestors(b)]
    false = [(a, b) for a in range(60) for b in range(60) if (a, b) not in set(true)]
    rows = [
        tuple((f"p{a}", f"p{b}") for a, b in chance.sample(kind, count)) for kind in (true, false)
    ]
    modes = ("father(+person,-person)", "mother(+person,-person)")
    declared = parse_declarations("ancestor(+person,+person)", *modes)
    learned = learn(
        Background(" ".join(facts)),
        replace(declared, recursive=True),
        Examples(*rows),
        auto=True,
    )
    assert learned.train.accuracy == 1
    assert len(learned.theory) == 4
