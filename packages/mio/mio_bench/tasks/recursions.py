"""Tasks of recursion and of functions on lists, trees and numbers, written before any was learned.

They follow the recursive families of ``blind``, whose results were known by then.
"""

from __future__ import annotations

from mio import Chance
from mio_bench.tasks.task import Task, drawn
from mio_bench.tasks.worlds import LIST_TERMS, LISTS

TERMS = f"""{LIST_TERMS}mirrored(A,B) :- number(A), B is 9 - A.
big(A) :- number(A), A >= 5.
small(A) :- number(A), A < 5.
plus_of(A,B,C) :- number(A), number(B), C is A + B.
larger(A,B,C) :- number(A), number(B), C is max(A,B).
"""

_TREES = ("leaf(leaf(X),X).", "left(node(L,_),L).", "right(node(_,R),R).")
_TREE = "leaf(+tree,-e) left(+tree,-tree) right(+tree,-tree)"
_NUMBERS = "inc(+e,-e) mirrored(+e,-e) plus_of(+e,+e,-e) larger(+e,+e,-e)"


def recursions(chance: Chance) -> list[Task]:
    """Return ten tasks, five of functions and five of other relations."""

    def row(longest: int = 6) -> list[int]:
        return [chance.below(10) for _ in range(chance.below(longest))]

    def tree(depth: int = 3) -> str:
        if not depth or not chance.below(4):
            return f"leaf({chance.below(10)})"
        return f"node({tree(depth - 1)},{tree(depth - 1)})"

    def text(*values: object) -> str:
        return ",".join(map(str, values)).replace(" ", "")

    def pair() -> tuple[list[int], list[int]]:
        one = row()
        return one, [chance.below(10) for _ in one]

    def near(one: str, other: object, right: object) -> list[str]:
        return [text(one, right), text(one, other)]

    pairs = [pair() for _ in range(160)]
    rows = [row() for _ in range(200)]
    trees = [tree() for _ in range(160)]
    steps: list[list[int]] = []
    for _ in range(300):
        first, many = chance.below(5), 1 + chance.below(5)
        steps.append([first + i for i in range(many)])
        if chance.below(2):
            steps[-1][chance.below(many)] = chance.below(10)
    walk = "head(A,C), tail(A,D)"
    recursion = "enable_recursion. max_vars(9). max_body(8)."
    tasks: tuple[tuple[str, str, list[str], str, tuple[int, int]], ...] = (
        ("rec-addlists", f"f(+l,+l,-l) {LISTS} {_NUMBERS}",
         [t for a, b in pairs for t in near(
             text(a, b), chance.choice([a, b, [*a, 1]]),
             [x + y for x, y in zip(a, b, strict=True)])],
         "f(A,B,A) :- empty(A).\nf(A,B,C) :- head(A,D), head(B,E), tail(A,F), tail(B,G), "
         "f(F,G,H), plus_of(D,E,I), cons(I,H,C).\n", (11, 50)),
        ("rec-pairsums", f"f(+l,-l) {LISTS} {_NUMBERS}",
         [t for r in rows for t in near(
             text(r), chance.choice([r, r[::-1], r[1:]]),
             [a + b for a, b in zip(r[::2], r[1::2], strict=False)])],
         "f(A,A) :- empty(A).\nf(A,B) :- tail(A,B), empty(B).\n"
         f"f(A,B) :- {walk}, head(D,E), tail(D,F), plus_of(C,E,G), f(F,H), cons(G,H,B).\n",
         (11, 50)),
        ("rec-treelargest", f"f(+tree,-e) {_TREE} {_NUMBERS} even(+e)",
         [t for r in trees for t in near(r, chance.below(10), max(
             int(n) for n in r.replace("node", "").replace("leaf", "").replace("(", " ")
             .replace(")", " ").replace(",", " ").split()))],
         "f(A,B) :- leaf(A,B).\n"
         "f(A,B) :- left(A,C), right(A,D), f(C,E), f(D,F), larger(E,F,B).\n", (11, 40)),
        ("rec-treedepth", f"f(+tree,-e) {_TREE} {_NUMBERS} zero(-e)",
         [t for r in trees for t in (text(r, n) for n in range(5))],
         "f(A,B) :- leaf(A,C), zero(B).\n"
         "f(A,B) :- left(A,C), right(A,D), f(C,E), f(D,F), larger(E,F,G), inc(G,B).\n", (11, 40)),
        ("rec-run", f"f(+l) {LISTS} inc(+e,-e) mirrored(+e,-e)", [text(r) for r in steps],
         "f(A) :- tail(A,B), empty(B).\n"
         "f(A) :- head(A,C), inc(C,D), tail(A,B), head(B,D), f(B).\n", (14, 60)),
        ("rec-sameshape", f"f(+tree,+tree) {_TREE} even(+e) odd(+e)",
         [text(a, b) for a in trees[:40] for b in trees[:40]],
         "f(A,B) :- leaf(A,C), leaf(B,D).\nf(A,B) :- left(A,C), left(B,D), f(C,D), right(A,E), "
         "right(B,F), f(E,F).\n", (14, 60)),
        ("rec-oddlength", f"f(+l) {LISTS} inc(+e,-e) small(+e)", [text(r) for r in rows],
         "f(A) :- tail(A,B), empty(B).\nf(A) :- tail(A,B), tail(B,C), f(C).\n", (14, 50)),
        ("rec-dominates", f"f(+l,+l) {LISTS} above(+e,+e) inc(+e,-e)",
         [text(a, [max(0, n - chance.below(3)) for n in a]) for a, _ in pairs]
         + [text(a, [max(0, n + 1 - chance.below(3)) for n in a]) for a, _ in pairs],
         "f(A,B) :- empty(A).\n"
         "f(A,B) :- head(A,C), head(B,D), above(C,D), tail(A,E), tail(B,F), f(E,F).\n", (14, 50)),
        ("rec-power", "f(+e,+e,+e) zero(+e) one(-e) dec(+e,-e) inc(+e,-e) plus_of(+e,+e,-e) "
         "times_of(+e,+e,-e)",
         [text(a, b, a**b + d) for a in range(6) for b in range(5)
          for d in (0, 1 + chance.below(5))],
         "f(A,B,C) :- zero(B), one(C).\nf(A,B,C) :- dec(B,D), f(A,D,E), times_of(A,E,C).\n",
         (11, 18)),
        ("rec-countbig", f"f(+l,-e) {LISTS} {_NUMBERS} big(+e) small(+e) zero(-e)",
         [t for r in rows for t in near(
             text(r), chance.below(6), sum(n >= 5 for n in r))],
         "f(A,B) :- empty(A), zero(B).\n"
         f"f(A,B) :- {walk}, small(C), f(D,B).\nf(A,B) :- {walk}, big(C), f(D,E), inc(E,B).\n",
         (11, 50)),
    )  # fmt: skip
    facts = [TERMS, *_TREES, "above(A,B) :- number(A), number(B), A >= B.",
             "times_of(A,B,C) :- number(A), number(B), C is A * B."]  # fmt: skip
    return [
        drawn(name, chance, modes, facts, candidates, theory, each=each, options=recursion)
        for name, modes, candidates, theory, each in tasks
    ]
