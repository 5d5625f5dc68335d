"""Tasks whose result is a list made element by element, for developing the learner.

They are made as the tasks of ``sequences`` and ``lists`` are, but change each element, keep some,
or add some, in other ways and with other predicates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mio import Chance
from mio_bench.tasks.task import Labelled, Task, task

_BACKGROUND = """
first([H|_],H).
rest([_|T],T).
nil([]).
put(H,T,[H|T]).
twice(A,B) :- B is 2 * A.
less(A,B) :- B is A - 1.
low(N) :- N < 5.
high(N) :- N >= 5.
vowel(a). vowel(e). vowel(i).
consonant(b). consonant(c). consonant(d). consonant(f).
upper(a,'A'). upper(b,'B'). upper(c,'C'). upper(d,'D'). upper(e,'E'). upper(f,'F'). upper(i,'I').
comma(',').
"""
_LETTERS = "abcdefi"


def changes(chance: Chance) -> list[Task]:
    """Return tasks about lists of numbers."""

    def numbers() -> list[object]:
        return [chance.below(10) for _ in range(chance.below(6))]

    def doubled(row: Sequence[object]) -> list[object]:
        return [2 * n for n in row if isinstance(n, int)]

    def high(row: Sequence[object]) -> list[object]:
        return [n for n in row if isinstance(n, int) and n >= 5]

    def lowered(row: Sequence[object]) -> list[object]:
        return [n - 1 for n in row if isinstance(n, int) and n >= 5]

    unary, binary = ("low", "high"), ("twice", "less")
    return [
        _changed(
            "change-twice",
            chance,
            numbers,
            doubled,
            unary,
            binary,
            "f(A,A) :- nil(A).\nf(A,B) :- first(A,C), twice(C,D), rest(A,E), f(E,F), put(D,F,B).\n",
        ),
        _changed(
            "change-keep-high",
            chance,
            numbers,
            high,
            unary,
            binary,
            "f(A,A) :- nil(A).\n"
            "f(A,B) :- first(A,C), low(C), rest(A,D), f(D,B).\n"
            "f(A,B) :- first(A,C), high(C), rest(A,D), f(D,E), put(C,E,B).\n",
        ),
        _changed(
            "change-keep-lowered",
            chance,
            numbers,
            lowered,
            unary,
            binary,
            "f(A,A) :- nil(A).\n"
            "f(A,B) :- first(A,C), low(C), rest(A,D), f(D,B).\n"
            "f(A,B) :- first(A,C), high(C), rest(A,D), f(D,E), less(C,F), put(F,E,B).\n",
        ),
    ]


def words(chance: Chance) -> list[Task]:
    """Return tasks about words as lists of letters."""

    def word() -> list[object]:
        return [chance.choice(_LETTERS) for _ in range(chance.below(6))]

    unary, binary = ("vowel", "consonant"), ("upper",)
    return [
        _changed(
            "word-upper",
            chance,
            word,
            lambda row: [str(letter).upper() for letter in row],
            unary,
            binary,
            "f(A,A) :- nil(A).\nf(A,B) :- first(A,C), upper(C,D), rest(A,E), f(E,F), put(D,F,B).\n",
        ),
        _changed(
            "word-no-vowels",
            chance,
            word,
            lambda row: [letter for letter in row if letter not in "aei"],  # type: ignore[operator]
            unary,
            binary,
            "f(A,A) :- nil(A).\n"
            "f(A,B) :- first(A,C), vowel(C), rest(A,D), f(D,B).\n"
            "f(A,B) :- first(A,C), consonant(C), rest(A,D), f(D,E), put(C,E,B).\n",
        ),
        _changed(
            "word-after-comma",
            chance,
            word,
            lambda row: [each for letter in row for each in (",", letter)],
            unary,
            binary,
            "f(A,A) :- nil(A).\n"
            "f(A,B) :- first(A,C), rest(A,D), f(D,E), put(C,E,F), comma(G), put(G,F,B).\n",
        ),
    ]


def _shown(items: Sequence[object]) -> str:
    return f"[{','.join(_quoted(item) for item in items)}]"


def _quoted(item: object) -> str:
    text = str(item)
    return text if text.isdigit() or text.islower() else f"'{text}'"


def _changed(
    name: str,
    chance: Chance,
    draw: Callable[[], list[object]],
    change: Callable[[Sequence[object]], list[object]],
    unary: Sequence[str],
    binary: Sequence[str],
    theory: str,
) -> Task:
    """Return the task of a function of lists; the negatives are results of other functions."""
    examples: list[Labelled] = []
    for _ in range(200):
        row = draw()
        right = change(row)
        wrong = chance.choice([row, right[1:], [*right, *row[:1]], right[::-1], right[:-1]])
        examples.append((f"f({_shown(row)},{_shown(right)})", True))
        if wrong != right:
            examples.append((f"f({_shown(row)},{_shown(wrong)})", False))
    tests = "".join(
        f"body_pred({each},1). type({each},(element,)). direction({each},(in,)).\n"
        for each in unary
    )
    pairs = "".join(
        f"body_pred({each},2). type({each},(element,element)). direction({each},(in,out)).\n"
        for each in binary
    )
    comma = "body_pred(comma,1). type(comma,(element,)). direction(comma,(out,)).\n"
    return task(
        name,
        chance,
        examples,
        background=[_BACKGROUND],
        bias=f"""
enable_recursion. head_pred(f,2). type(f,(list,list)). direction(f,(in,out)).
body_pred(first,2). type(first,(list,element)). direction(first,(in,out)).
body_pred(rest,2). type(rest,(list,list)). direction(rest,(in,out)).
body_pred(nil,1). type(nil,(list,)). direction(nil,(in,)).
body_pred(put,3). type(put,(element,list,list)). direction(put,(in,in,out)).
{tests}{pairs}{comma if "comma(" in theory else ""}max_vars(7). max_body(6).
""",
        theory=theory,
        each=(18, 60),
    )
