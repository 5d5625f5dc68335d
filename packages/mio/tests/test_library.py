"""The library of Prolog predicates, compared with SWI-Prolog's answers.

``ANSWERS`` lists what SWI-Prolog 9 prints; where it is installed, they are computed again.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from mio import BudgetError, InputError, Struct, written
from mio.background import Interpreter
from mio.language import Program, UnboundError, read, read_term

FACTS = """
age(ann, 30). age(bob, 25). age(cid, 30). age(dan, 25). age(eve, 41).
parent(ann, bob). parent(ann, cid). parent(bob, dan).
double(X, Y) :- Y is 2 * X.
even(X) :- X mod 2 =:= 0.
sibling(X, Y) :- dif(X, Y), parent(P, X), parent(P, Y).
"""

#: Queries about R, and the answers for it in order.
ANSWERS = {
    "append(R, [3], [1,2,3])": ["[1,2]"],
    "append([[1],[2,3],[]], R)": ["[1,2,3]"],
    "nth0(1, [a,b,c], R)": ["b"],
    "nth1(R, [a,b,a], a)": ["1", "3"],
    "nth0(0, L, a, [b]), R = L": ["[a,b]"],
    "nth1(2, [a,b,c], _, R)": ["[a,c]"],
    "last([1,2,3], R)": ["3"],
    "nextto(a, R, [a,b,a,c])": ["b", "c"],
    "reverse([1,2,3], R)": ["[3,2,1]"],
    "msort([b,1,a,f(x),2.0,1], R)": ["[1,1,2.0,a,b,f(x)]"],
    "sort([c,a,b,a], R)": ["[a,b,c]"],
    "sort(0, @>=, [1,3,2,3], R)": ["[3,3,2,1]"],
    "sort(1, @<, [f(2,a),f(1,b),f(2,c)], R)": ["[f(1,b),f(2,a)]"],
    "keysort([b-1,a-2,b-0,a-1], R)": ["[a-2,a-1,b-1,b-0]"],
    "list_to_set([a,b,a,1,1.0,b], R)": ["[a,b,1,1.0]"],
    "delete([a,b,a,c], a, R)": ["[b,c]"],
    "subtract([a,b,c], [b], R)": ["[a,c]"],
    "intersection([a,b,c], [c,a], R)": ["[a,c]"],
    "union([a,b], [b,c], R)": ["[a,b,c]"],
    "(subset([a], [b,a]) -> R = yes ; R = no)": ["yes"],
    "exclude(even, [1,2,3,4], R)": ["[1,3]"],
    "include(even, [1,2,3,4], R)": ["[2,4]"],
    "partition(even, [1,2,3,4], I, E), R = I-E": ["[2,4]-[1,3]"],
    "permutation([1,2,3], R)": [
        *("[1,2,3]", "[1,3,2]", "[2,1,3]", "[2,3,1]", "[3,1,2]", "[3,2,1]"),
    ],
    "flatten([a,[b,[c]],[]], R)": ["[a,b,c]"],
    "sum_list([1,2,3.5], R)": ["6.5"],
    "sumlist([1,2], R)": ["3"],
    "max_list([3,1,2], R)": ["3"],
    "min_list([3,1,2], R)": ["1"],
    "max_member(R, [3,a,f(x)])": ["f(x)"],
    "min_member(R, [3,a,f(x)])": ["3"],
    "numlist(2, 5, R)": ["[2,3,4,5]"],
    "numlist(3, 2, R)": [],
    "select(R, [a,b], L)": ["a", "b"],
    "selectchk(b, [a,b,b], R)": ["[a,b]"],
    "select(b, [a,b,c], x, R)": ["[a,x,c]"],
    "pairs_keys_values(R, [a,b], [1,2])": ["[a-1,b-2]"],
    "pairs_values([a-1,b-2], R)": ["[1,2]"],
    "between(2, 4, R)": ["2", "3", "4"],
    "succ(R, 4)": ["3"],
    "succ(3, R)": ["4"],
    "plus(2, R, 5)": ["3"],
    "length(R, 0)": ["[]"],
    "maplist(double, [1,2,3], R)": ["[2,4,6]"],
    "(maplist(even, [2,4]) -> R = yes ; R = no)": ["yes"],
    "maplist(plus, [1,2], [3,4], R)": ["[4,6]"],
    "foldl(plus, [1,2,3], 0, R)": ["6"],
    "findall(X, age(X, 30), R)": ["[ann,cid]"],
    "findall(X, age(X, 99), R)": ["[]"],
    "bagof(X, age(X, 99), R)": [],
    "findall(X, age(X, 30), R, [z])": ["[ann,cid,z]"],
    "bagof(X, age(X, A), L), R = A-L": ["25-[bob,dan]", "30-[ann,cid]", "41-[eve]"],
    "bagof(X, A^age(X, A), R)": ["[ann,bob,cid,dan,eve]"],
    "setof(A, X^age(X, A), R)": ["[25,30,41]"],
    "setof(A-X, age(X, A), [R|_])": ["25-bob"],
    "setof(X, P^parent(P, X), R)": ["[bob,cid,dan]"],
    "aggregate_all(count, age(_, 30), R)": ["2"],
    "aggregate_all(sum(A), age(_, A), R)": ["151"],
    "aggregate_all(max(A), age(_, A), R)": ["41"],
    "aggregate_all(max(A, X), age(X, A), R)": ["max(41,eve)"],
    "aggregate_all(min(A, X), age(X, A), R)": ["min(25,bob)"],
    "aggregate_all(max(A), age(nobody, A), R)": [],
    "aggregate_all(set(A), age(_, A), R)": ["[25,30,41]"],
    "sibling(bob, R)": ["cid"],
    "sibling(R, S), S = bob": ["cid"],
    "(dif(a, a) -> R = yes ; R = no)": ["no"],
    "(dif(f(X), g(X)) -> R = yes ; R = no)": ["yes"],
    "(ground(f(X)) -> R = yes ; R = no)": ["no"],
    "(callable(3) -> R = yes ; R = no)": ["no"],
    "(compare(<, 1, a) -> R = yes ; R = no)": ["yes"],
    "copy_term(f(a), R)": ["f(a)"],
    "(unify_with_occurs_check(X, f(X)) -> R = yes ; R = no)": ["no"],
    "term_variables(f(X, g(Y), X), L), length(L, R)": ["2"],
    "atom_codes(abc, R)": ["[97,98,99]"],
    "atom_chars(R, [a,b])": ["ab"],
    "atom_chars(123, R)": ["['1','2','3']"],
    "char_code(R, 97)": ["a"],
    "atom_length(hello, R)": ["5"],
    "atom_length('', R)": ["0"],
    "atom_concat(ab, cd, R)": ["abcd"],
    "atom_concat(R, cd, abcd)": ["ab"],
    "atom_concat(R, _, ab)": ["''", "a", "ab"],
    "sub_atom(hello, 1, 3, _, R)": ["ell"],
    "sub_atom(hello, R, _, 0, lo)": ["3"],
    "sub_atom(abab, R, _, _, ab)": ["0", "2"],
    "sub_atom(ab, _, 1, _, R)": ["a", "b"],
    "sub_atom(ab, _, _, _, R)": ["''", "a", "ab", "''", "b", "''"],
    "upcase_atom(abc, R)": ["'ABC'"],
    "atom_number('12', R)": ["12"],
    "atom_number('1.5', R)": ["1.5"],
    "atom_number(x1, R)": [],
    "number_codes(R, [49,50])": ["12"],
    "atomic_list_concat([a,1,b], R)": ["a1b"],
    "atomic_list_concat([a,b], '-', R)": ["'a-b'"],
    "atomic_list_concat(R, '-', 'a-b-c')": ["[a,b,c]"],
    "R is 5 /\\ 3": ["1"],
    "R is 5 \\/ 3": ["7"],
    "R is 5 xor 3": ["6"],
    "R is 1 << 4 + 1": ["17"],
    "((X = 1, fail) -> true ; X = 2), R = X": ["2"],
    "R is gcd(12, 18)": ["6"],
    "R is truncate(2 * pi)": ["6"],
    "(ignore(fail), R = done)": ["done"],
    "call(plus, 1, 2, R)": ["3"],
    "call(plus(1), 2, R)": ["3"],
}


def compact(text: str) -> str:
    """Return a term's text without the white space and parentheses that writers put
    differently."""
    return text.translate(dict.fromkeys(map(ord, " ()")))


def answers(query: str) -> list[str]:
    """Return the values of R in order."""
    engine = Interpreter(Program.read(read(FACTS)))
    return [compact(written(answer["R"])) for answer in engine.ask(read_term(query))]


@pytest.mark.parametrize("query", ANSWERS)
def test_answers_are_those_of_swi_prolog(query: str) -> None:
    assert answers(query) == list(map(compact, ANSWERS[query]))


@pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog is not installed")
def test_swi_prolog_answers_so(tmp_path: Path) -> None:
    goals = "".join(
        f"t({number}) :- forall(({query}), (print(R), nl)).\n"
        for number, query in enumerate(ANSWERS)
    )
    run = "forall(between(0, {}, N), (writeq(query), nl, (catch(t(N), _, true) -> true ; true)))"
    options = ":- set_prolog_flag(double_quotes, chars).\n"
    program = tmp_path / "program.pl"
    program.write_text(options + FACTS + goals)
    done = subprocess.run(
        ["swipl", "-q", "-g", run.format(len(ANSWERS) - 1), "-t", "halt", str(program)],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    found = [block.split("\n")[:-1] for block in done.stdout.split("query\n")[1:]]
    printed = [[compact(line) for line in block] for block in found]
    assert printed == [list(map(compact, expected)) for expected in ANSWERS.values()]


@pytest.mark.parametrize(
    "query",
    ["dif(X, a)", "succ(X, Y)", "plus(X, Y, 3)", "atom_length(X, 3)", "atom_concat(X, b, Y)"],
)
def test_calls_with_too_few_arguments_are_errors(query: str) -> None:
    """They do not merely fail, so that no mode with too few inputs is inferred."""
    with pytest.raises(UnboundError):
        list(Interpreter(Program()).ask(read_term(query)))


def test_definitions_of_a_program_take_precedence() -> None:
    program = Program.read(read("ground(moist). atom_length(X, long). delete(a, b, c)."))
    engine = Interpreter(program)
    assert list(engine.ask(read_term("ground(moist), \\+ ground(dry), atom_length(a, long)")))
    assert not list(engine.ask(read_term("delete([a], a, [])")))


@pytest.mark.parametrize(
    "query",
    [
        "numlist(1, 100000000, L)",
        "length(L, 1000000)",
        "atom_codes(A, B)",
        "sub_atom(A, 1, 2, 3, B)",
        "atom_number(A, B)",
        "char_code(a, b, c)",
        "sort(foo, bar, [], L)",
        "keysort([a], L)",
        "X is gcd(a, 2)",
        "X is 1 << 1000000",
        "findall(X, Y, Z)",
        "maplist(G, [1,2])",
    ],
)
def test_impossible_calls_are_errors(query: str) -> None:
    with pytest.raises((InputError, BudgetError)):
        list(Interpreter(Program()).ask(read_term(query)))


def test_a_growing_atom_is_limited() -> None:
    text = "grow(A, 0, A). grow(A, N, B) :- atom_concat(A, A, C), M is N - 1, grow(C, M, B)."
    with pytest.raises(InputError, match="an atom of more than 10,000 characters"):
        list(Interpreter(Program.read(read(text))).ask(Struct("grow", ("ab", 60, "x"))))
