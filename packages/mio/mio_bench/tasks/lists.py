"""Tasks about lists of numbers, and about strings as lists of characters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mio import Chance
from mio_bench.tasks.task import Labelled, Task, task

_LETTERS = "abcdefghij"
_LISTS = """
head([H|_],H).
tail([_|T],T).
empty([]).
cons(H,T,[H|T]).
"""
_NUMBERS = """
even(N) :- N mod 2 =:= 0.
odd(N) :- N mod 2 =:= 1.
small(N) :- N < 6.
large(N) :- N >= 6.
"""


def lists(chance: Chance) -> list[Task]:
    """Return tasks about lists of numbers."""
    return [_last(chance), _any_even(chance), _all_small(chance)]


def strings(chance: Chance) -> list[Task]:
    """Return tasks that change a string."""
    return [
        _changed(
            "string-drop-last",
            chance,
            lambda text: text[:-1],
            "f(A,B) :- tail(A,B), empty(B).\n"
            "f(A,B) :- head(A,C), tail(A,D), f(D,E), cons(C,E,B).\n",
        ),
        _changed(
            "string-double",
            chance,
            lambda text: [each for letter in text for each in (letter, letter)],
            "f(A,A) :- empty(A).\n"
            "f(A,B) :- head(A,C), tail(A,D), f(D,E), cons(C,E,F), cons(C,F,B).\n",
        ),
        _changed(
            "string-second-first",
            chance,
            lambda text: [text[1], text[0], *text[2:]],
            "f(A,B) :- head(A,C), tail(A,D), head(D,E), tail(D,F), cons(C,F,G), cons(E,G,B).\n",
        ),
    ]


def _shown(items: Sequence[object]) -> str:
    return f"[{','.join(map(str, items))}]"


def _numbers(chance: Chance, longest: int = 7) -> list[int]:
    return [chance.below(12) for _ in range(1 + chance.below(longest))]


def _predicates(*names: str) -> str:
    known = {
        "head": "body_pred(head,2). type(head,(list,element)). direction(head,(in,out)).",
        "tail": "body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).",
        "empty": "body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).",
        "cons": "body_pred(cons,3). type(cons,(element,list,list)). direction(cons,(in,in,out)).",
    }
    tests = "body_pred({0},1). type({0},(element,)). direction({0},(in,))."
    return "\n".join(known.get(name, tests.format(name)) for name in names)


def _last(chance: Chance) -> Task:
    examples: list[Labelled] = []
    for _ in range(300):
        numbers = _numbers(chance)
        value = numbers[-1] if chance.below(2) else chance.choice(numbers)
        examples.append((f"f({_shown(numbers)},{value})", value == numbers[-1]))
    return task(
        "list-last",
        chance,
        examples,
        background=[_LISTS + _NUMBERS],
        bias=f"""
enable_recursion. head_pred(f,2). type(f,(list,element)). direction(f,(in,out)).
{_predicates("head", "tail", "empty", "even", "odd")}
max_vars(5). max_body(4).
""",
        theory=("f(A,B) :- head(A,B), tail(A,C), empty(C).\nf(A,B) :- tail(A,C), f(C,B).\n"),
        each=(20, 60),
    )


def _any_even(chance: Chance) -> Task:
    drawn = [_numbers(chance) for _ in range(600)]
    numbers = [[2 * n + 1 for n in row] if chance.below(2) else row for row in drawn]
    return task(
        "list-any-even",
        chance,
        [(f"f({_shown(row)})", any(n % 2 == 0 for n in row)) for row in numbers],
        background=[_LISTS + _NUMBERS],
        bias=f"""
enable_recursion. head_pred(f,1). type(f,(list,)). direction(f,(in,)).
{_predicates("head", "tail", "empty", "even", "odd", "small", "large")}
max_vars(4). max_body(4).
""",
        theory="f(A) :- head(A,B), even(B).\nf(A) :- tail(A,B), f(B).\n",
    )


def _all_small(chance: Chance) -> Task:
    rows = [_numbers(chance) for _ in range(600)]
    rows = [[n % 6 for n in row] if chance.below(2) else row for row in rows]
    return task(
        "list-all-small",
        chance,
        [(f"f({_shown(row)})", all(n < 6 for n in row)) for row in rows],
        background=[_LISTS + _NUMBERS],
        bias=f"""
enable_recursion. head_pred(f,1). type(f,(list,)). direction(f,(in,)).
{_predicates("head", "tail", "empty", "even", "odd", "small", "large")}
max_vars(4). max_body(4).
""",
        theory="f(A) :- empty(A).\nf(A) :- head(A,B), small(B), tail(A,C), f(C).\n",
    )


def _changed(
    name: str,
    chance: Chance,
    change: Callable[[list[str]], list[str]],
    theory: str,
) -> Task:
    """Return the task of a function of strings, with near misses as negative examples."""
    examples: list[Labelled] = []
    for _ in range(200):
        text = [chance.choice(_LETTERS) for _ in range(2 + chance.below(5))]
        right = change(text)
        swapped = [*right[1:], *right[:1]]
        wrong = chance.choice([text, right[1:], [*right, "a"], swapped])
        examples.append((f"f({_shown(text)},{_shown(right)})", True))
        if wrong != right:
            examples.append((f"f({_shown(text)},{_shown(wrong)})", False))
    return task(
        name,
        chance,
        examples,
        background=[_LISTS],
        bias=f"""
enable_recursion. head_pred(f,2). type(f,(list,list)). direction(f,(in,out)).
{_predicates("head", "tail", "empty", "cons")}
max_vars(7). max_body(6).
""",
        theory=theory,
        each=(15, 60),
    )
