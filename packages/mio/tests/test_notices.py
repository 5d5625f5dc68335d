"""What is left out of a task, and why nothing was learned, is said with its place."""

from __future__ import annotations

import pytest

from mio import Folder, InputError, learn_folder, learn_texts, read_task

EXAMPLES = "pos(f(1,0)). pos(f(2,1)). pos(f(3,0)). pos(f(0,3)). neg(f(1,1)). neg(f(2,2))."
BIAS = "head_pred(f,2). body_pred(r,2)."


def task(bk: str, exs: str = EXAMPLES, bias: str = BIAS) -> Folder:
    return read_task({"bk.pl": bk, "exs.pl": exs, "bias.pl": bias}.get)


@pytest.mark.parametrize(
    "definition",
    [
        "X \\= Y",
        "\\+ X = Y",
        "dif(X, Y)",
        "nonvar(X), nonvar(Y), X =\\= Y",
        "integer(X), number(Y), X \\== Y",
        "ground(f(X, Y)), \\+ X == Y",
        "integer(X), (X @< Y ; integer(Y), Y @< X)",
    ],
)
def test_a_guarded_test_is_called_with_all_its_arguments(definition: str) -> None:
    """It fails, instead of raising an error, if one is unbound."""
    learned = learn_folder(task(f"r(X,Y) :- {definition}.")).learned
    assert [str(clause) for clause in learned.theory] == ["f(A,B) :- r(A,B)."]


def test_a_guarded_function_keeps_its_output() -> None:
    sums = [(a, b, a + b) for a in range(4) for b in range(3)]
    exs = "".join(f"pos(g({a},{b},{c})). neg(g({a},{b},{c + 1})). " for a, b, c in sums)
    bias = "head_pred(g,3). body_pred(add,3)."
    read = task("add(X,Y,Z) :- integer(X), integer(Y), Z is X + Y.", exs, bias)
    assert [mode.inputs for mode in read.declared.body] == [(0, 1)]
    learned = learn_folder(read).learned
    assert [str(clause) for clause in learned.theory] == ["g(A,B,C) :- add(A,B,C)."]


def test_constants_of_popper_are_constants_of_clauses() -> None:
    exs = "pos(f(car)). pos(f(van)). pos(f(bus)). neg(f(bike)). neg(f(truck)). neg(f(trike))."
    bk = "wheels(car,4). wheels(van,4). wheels(bus,4). wheels(bike,2). wheels(truck,6). "
    bias = """head_pred(f,1). body_pred(wheels,2). constant(4,num). constant(c1,none).
        type(f,(thing,)). type(wheels,(thing,num))."""
    read = task(bk + "wheels(trike,3).", exs, bias)
    assert read.notices == (
        "bias.pl: constant(c1,none) is left out: no predicate has an argument of the type",
    )
    learned = learn_folder(read).learned
    assert [str(clause) for clause in learned.theory] == ["f(A) :- wheels(A,4)."]
    other = learn_folder(task(bk + "wheels(trike,3).", exs, bias.replace("(4,", "(6,"))).learned
    assert not any("4" in str(clause) for clause in other.theory)


def test_unknown_words_of_a_bias_are_named_with_their_line() -> None:
    bias = (
        f"{BIAS}\nbody_prd(q,1).\nmax_vars(6). enable_pi.\nhelper(r). body_pred(P,2) :- helper(P)."
    )
    assert task("r(1,0).", bias=bias).notices == (
        "bias.pl: these settings of Popper have no meaning here: max_vars and enable_pi",
        "bias.pl, line 2: body_prd/2 is ignored: did you mean body_pred?",
    )
    with pytest.raises(InputError, match=r"body_prd/2 is ignored: did you mean body_pred\?"):
        task("r(1,0).", bias="head_pred(f,2). body_prd(r,2).")


def test_undefined_predicates_are_named_with_their_line() -> None:
    bk = """p(1).
        r(X,Y) :- p(X), findall(Z, missing(Z), [Y|_]).
        r(X,Y) :- \\+ absent(X), maplist(gone(Y), [X]), (p(X) -> missing(X) ; lost(Y)).
        :- dynamic known/1.
        r(X,X) :- known(X), nb_getval(X, X)."""
    found = [one for one in task(bk, bias=BIAS + " body_pred(p,1).").notices if "called" in one]
    assert sorted(found) == [
        "bk.pl, line 2: missing/1 is called, but nothing defines it",
        "bk.pl, line 3: absent/1 is called, but nothing defines it",
        "bk.pl, line 3: gone/2 is called, but nothing defines it",
        "bk.pl, line 3: lost/1 is called, but nothing defines it",
        "bk.pl, line 5: nb_getval/2 is called, but nothing defines it",
    ]


def test_a_predicate_left_out_is_given_with_its_reason() -> None:
    with pytest.raises(InputError, match=r"r/2 \(bk\.pl, line 1\) is left out: it calls missing/2"):
        task("r(X,Y) :- missing(X,Y).")
    with pytest.raises(InputError, match=r"r/2 \(bk\.pl, line 1\) is left out: "):
        task("r(X,Y) :- Z is a + Y, X = Z.")


def test_an_error_names_few_of_many_predicates() -> None:
    many = "".join(f"body_pred(q{number},1). " for number in range(1000))
    with pytest.raises(InputError) as raised:
        task("p(1).", bias=f"head_pred(f,2). {many}")
    assert len(str(raised.value)) < 1000
    assert str(raised.value).endswith("; 995 more")


def test_predicates_that_never_answer_are_named() -> None:
    bk = "r(X,Y) :- X > Y.\nnever(X,Y) :- X > 100, Y > 100.\n:- dynamic none/2."
    bias = f"{BIAS} body_pred(never,2). body_pred(none,2).\n" + "".join(
        f"type({name},(n,n)). direction({name},(in,in)). " for name in ("f", "r", "never", "none")
    )
    learned = learn_folder(task(bk, bias=bias)).learned
    assert "none/2 has no facts" in learned.notes
    (note,) = [one for one in learned.notes if "never answered" in one]
    assert note.startswith("never/2 (bk.pl, line 2) never answered: it failed for all ")


@pytest.mark.slow
def test_noise_is_not_explained_by_the_length_of_clauses() -> None:
    """Ten of sixty positives have the wrong label, so no rule should cover them."""
    right = [number for number in range(300) if number % 3 == 0][:50]
    wrong = [number for number in range(300) if number % 3 == 1][:10]
    others = [number for number in range(300) if number % 3][20:80]
    bk = "third(N) :- N mod 3 =:= 0.\neven(N) :- N mod 2 =:= 0.\nfifth(N) :- N mod 5 =:= 0.\n"
    bk += "next(N,M) :- M is N + 1, M < 300."
    exs = "".join(f"pos(t({number})). " for number in (*right, *wrong))
    exs += "".join(f"neg(t({number})). " for number in others)
    bias = "".join(f"body_pred({name},1). " for name in ("third", "even", "fifth"))
    texts = {"bk.pl": bk, "exs.pl": exs, "bias.pl": f"head_pred(t,1). {bias}body_pred(next,2)."}
    learned = learn_texts(texts, 10)
    assert learned["theory"] == ["t(A) :- third(A)."]
    assert learned["notes"] == [
        "no rule covers 10 positives: no clause of at most 10 literals was found for them, "
        "so they may be noise",
        "the bias allows no recursion, constants or thresholds of numbers",
    ]
