"""Tasks about recursive functions of lists, hands of cards, lines on a grid, and sequences."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from mio import Chance
from mio_bench.tasks.task import Labelled, Task, cases, task

_LISTS = """
head([H|_],H).
tail([_|T],T).
empty([]).
cons(H,T,[H|T]).
succ(A,B) :- integer(A), !, B is A + 1.
succ(A,B) :- integer(B), A is B - 1.
zero(0).
even(N) :- N mod 2 =:= 0.
odd(N) :- N mod 2 =:= 1.
"""
_LIST_BIAS = """
body_pred(head,2). type(head,(list,int)). direction(head,(in,out)).
body_pred(tail,2). type(tail,(list,list)). direction(tail,(in,out)).
body_pred(empty,1). type(empty,(list,)). direction(empty,(in,)).
body_pred(succ,2). type(succ,(int,int)). direction(succ,(in,out)).
body_pred(zero,1). type(zero,(int,)). direction(zero,(out,)).
body_pred(even,1). type(even,(int,)). direction(even,(in,)).
body_pred(odd,1). type(odd,(int,)). direction(odd,(in,)).
"""
_CONS = """
body_pred(cons,3). type(cons,(int,list,list)). direction(cons,(in,in,out)).
"""


def maps(chance: Chance) -> list[Task]:
    """Return tasks whose result is a list as well."""
    return [
        _function(
            "map-succ",
            chance,
            lambda row: [n + 1 for n in row],
            "f(A,A) :- empty(A).\n"
            "f(A,B) :- head(A,C), succ(C,D), tail(A,E), f(E,F), cons(D,F,B).\n",
        ),
        _function(
            "map-keep-even",
            chance,
            lambda row: [n for n in row if n % 2 == 0],
            "f(A,A) :- empty(A).\n"
            "f(A,B) :- head(A,C), odd(C), tail(A,D), f(D,B).\n"
            "f(A,B) :- head(A,C), even(C), tail(A,D), f(D,E), cons(C,E,B).\n",
        ),
    ]


def measures(chance: Chance) -> list[Task]:
    """Return tasks whose result is a number."""
    return [
        _function(
            "measure-length",
            chance,
            len,
            "f(A,B) :- empty(A), zero(B).\nf(A,B) :- tail(A,C), f(C,D), succ(D,B).\n",
        ),
        _function(
            "measure-evens",
            chance,
            lambda row: sum(n % 2 == 0 for n in row),
            "f(A,B) :- empty(A), zero(B).\n"
            "f(A,B) :- head(A,C), odd(C), tail(A,D), f(D,B).\n"
            "f(A,B) :- head(A,C), even(C), tail(A,D), f(D,E), succ(E,B).\n",
        ),
    ]


def _function(
    name: str, chance: Chance, value: Callable[[list[int]], list[int] | int], theory: str
) -> Task:
    examples: list[Labelled] = []
    for _ in range(150):
        row = [chance.below(9) for _ in range(chance.below(6))]
        right: list[int] | int = value(row)
        wrong: list[int] | int
        if isinstance(right, int):
            kind, wrong = "int", chance.choice((right + 1, abs(right - 1)))
        else:
            kind = "list"
            wrong = chance.choice(([*right, 3], right[1:], row, right[::-1]))
        shown = [str(each).replace(" ", "") for each in (row, right, wrong)]
        examples.append((f"f({shown[0]},{shown[1]})", True))
        if wrong != right:
            examples.append((f"f({shown[0]},{shown[2]})", False))
    return task(
        name,
        chance,
        examples,
        background=[_LISTS],
        bias=f"""
enable_recursion. head_pred(f,2). type(f,(list,{kind})). direction(f,(in,out)).
{_LIST_BIAS}{_CONS if kind == "list" else ""}max_vars(7). max_body(6).
""",
        theory=theory,
        each=(20, 60),
    )


Card = tuple[int, str]
_SUITS = ("spades", "hearts", "clubs", "diamonds")


def hands(chance: Chance) -> list[Task]:
    """Return tasks about hands of cards."""

    def flush(cards: list[Card]) -> bool:
        return len({suit for _, suit in cards}) == 1

    def pair(cards: list[Card]) -> bool:
        return len({rank for rank, _ in cards}) < len(cards)

    def royal(cards: list[Card]) -> bool:
        return any(
            r >= 8 and s == "hearts" and (r - 1, t) in cards for r, s in cards for t in _SUITS
        )

    return [
        _hands(
            "hand-pair",
            chance,
            5,
            pair,
            "f(A) :- card(A,B), card(A,C), rank(B,D), rank(C,D), different(B,C).\n",
        ),
        _hands(
            "hand-flush",
            chance,
            3,
            flush,
            "f(A) :- first(A,B), suit(B,C), after(B,D), suit(D,C), after(D,E), suit(E,C).\n",
        ),
        _hands(
            "hand-royal",
            chance,
            4,
            royal,
            "f(A) :- card(A,B), suit(B,C), hearts(C), "
            "rank(B,D), high(D), succ(E,D), rank(F,E), card(A,F).\n",
        ),
    ]


def _hands(
    name: str, chance: Chance, count: int, true: Callable[[list[Card]], bool], theory: str
) -> Task:
    deck = [(rank, suit) for rank in range(1, 11) for suit in _SUITS]

    def draw(hand: str) -> tuple[list[str], bool]:
        cards = chance.shuffled(deck)[:count]
        facts = []
        for i, (rank, suit) in enumerate(cards):
            own = f"{hand}_{i}"
            facts += [f"card({hand},{own}).", f"rank({own},{rank}).", f"suit({own},{suit})."]
            facts.append(f"after({hand}_{i - 1},{own})." if i else f"first({hand},{own}).")
            facts += [f"different({own},{hand}_{j})." for j in range(count) if i != j]
        return facts, true(cards)

    facts, labels = cases(draw, "h", each=100)
    facts += [f"succ({n},{n + 1})." for n in range(1, 10)]
    facts += [f"high({n})." for n in range(8, 11)] + [f"{suit}({suit})." for suit in _SUITS]
    return task(
        name,
        chance,
        [(f"f({hand})", label) for hand, label in labels],
        background=facts,
        bias="""
head_pred(f,1). body_pred(card,2). body_pred(first,2). body_pred(after,2). body_pred(rank,2).
body_pred(suit,2). body_pred(different,2). body_pred(succ,2). body_pred(high,1).
body_pred(spades,1). body_pred(hearts,1). body_pred(clubs,1). body_pred(diamonds,1).
max_vars(7). max_body(8).
""",
        theory=theory,
    )


def lines(chance: Chance) -> list[Task]:
    """Return tasks about stones on a grid of four by four fields."""
    fields = [(x, y) for x in range(4) for y in range(4)]
    steps = {"east": (1, 0), "south": (0, 1), "southeast": (1, 1)}

    def row(stones: dict[tuple[int, int], str]) -> bool:
        return any(
            all(stones.get((x + i * dx, y + i * dy)) == "black" for i in range(3))
            for x, y in fields
            for dx, dy in steps.values()
        )

    def capture(stones: dict[tuple[int, int], str]) -> bool:
        return any(
            [stones.get((x + i, y)) for i in range(3)] == ["black", "white", "black"]
            for x, y in fields
        )

    def draw(true: Callable[[dict[tuple[int, int], str]], bool]) -> Sequence[object]:
        def board(name: str) -> tuple[list[str], bool]:
            stones = {at: chance.choice(("black", "white", "")) for at in fields}
            facts = [f"{owner}({name},c{x}{y})." for (x, y), owner in stones.items() if owner]
            return facts, true(stones)

        return cases(board, "b", each=100)

    known = [
        f"{step}(c{x}{y},c{x + dx}{y + dy})."
        for x, y in fields
        for step, (dx, dy) in steps.items()
        if (x + dx, y + dy) in fields
    ]
    three = "".join(
        f"f(A) :- black(A,B), {step}(B,C), black(A,C), {step}(C,D), black(A,D).\n" for step in steps
    )
    bias = """
head_pred(f,1). body_pred(black,2). body_pred(white,2).
body_pred(east,2). body_pred(south,2). body_pred(southeast,2).
type(f,(board,)). type(black,(board,field)). type(white,(board,field)).
type(east,(field,field)). type(south,(field,field)). type(southeast,(field,field)).
max_vars(5). max_body(6).
"""
    made = []
    for name, true, theory in (
        ("line-three", row, three),
        (
            "line-capture",
            capture,
            "f(A) :- black(A,B), east(B,C), white(A,C), east(C,D), black(A,D).\n",
        ),
    ):
        facts, labels = draw(true)
        assert isinstance(facts, list)
        assert isinstance(labels, list)
        made.append(
            task(
                name,
                chance,
                [(f"f({board})", label) for board, label in labels],
                background=[*facts, *known],
                bias=bias,
                theory=theory,
            )
        )
    return made


def events(chance: Chance) -> list[Task]:
    """Return tasks about events in time, with their sources."""
    kinds = ("start", "stop", "alarm", "reset")

    def late(rows: list[tuple[str, str]]) -> bool:
        return any(
            a == ("alarm", s) and (("stop", s) in rows[i + 1 : i + 3])
            for i, a in enumerate(rows)
            for s in "xyz"
        )

    def again(rows: list[tuple[str, str]]) -> bool:
        return any(
            a[0] == "start" and b == ("reset", a[1])
            for i, a in enumerate(rows)
            for b in rows[i + 1 :]
        )

    return [
        _sequence(
            "event-late",
            chance,
            late,
            [
                "f(A) :- step(A,B), alarm(B), source(B,C), next(B,D), stop(D), source(D,C).\n"
                "f(A) :- step(A,B), alarm(B), source(B,C), next(B,D), next(D,E), stop(E), "
                "source(E,C).\n"
            ],
            kinds,
            noise=0.05,
        ),
        _sequence(
            "event-reset",
            chance,
            again,
            ["f(A) :- step(A,B), start(B), source(B,C), before(B,D), reset(D), source(D,C).\n"],
            kinds,
        ),
    ]


def sentences(chance: Chance) -> list[Task]:
    """Return tasks about the words of sentences, with their number or gender."""
    kinds = ("noun", "verb", "adjective", "article")

    def agreement(rows: list[tuple[str, str]]) -> bool:
        return any(
            a[0] == "article" and b[0] == "noun" and a[1] == b[1]
            for a, b in itertools.pairwise(rows)
        )

    def clause(rows: list[tuple[str, str]]) -> bool:
        return any(
            a == ("noun", "x") and b[0] == "verb" and ("noun", "y") in rows[i + j + 2 :]
            for i, a in enumerate(rows)
            for j, b in enumerate(rows[i + 1 :])
        )

    return [
        _sequence(
            "sentence-agreement",
            chance,
            agreement,
            ["f(A) :- step(A,B), article(B), next(B,C), noun(C), source(B,D), source(C,D).\n"],
            kinds,
            noise=0.1,
        ),
        _sequence(
            "sentence-clause",
            chance,
            clause,
            [
                "f(A) :- step(A,B), noun(B), source(B,F), x(F), before(B,C), verb(C), "
                "before(C,D), noun(D), source(D,E), y(E).\n"
            ],
            kinds,
        ),
    ]


def _sequence(
    name: str,
    chance: Chance,
    true: Callable[[list[tuple[str, str]]], bool],
    theory: Sequence[str],
    kinds: Sequence[str],
    *,
    noise: float = 0.0,
) -> Task:
    def draw(case: str) -> tuple[list[str], bool]:
        rows = [(chance.choice(kinds), chance.choice("xyz")) for _ in range(4 + chance.below(5))]
        facts = []
        for i, (kind, source) in enumerate(rows):
            own = f"{case}_{i}"
            facts += [f"step({case},{own}).", f"{kind}({own}).", f"source({own},{source})."]
            if i:
                facts.append(f"next({case}_{i - 1},{own}).")
            facts += [f"before({case}_{j},{own})." for j in range(i)]
        return facts, true(rows)

    facts, labels = cases(draw, "s", each=120)
    unary = "".join(f"body_pred({kind},1). type({kind},(step,)).\n" for kind in kinds)
    return task(
        name,
        chance,
        [(f"f({case})", label) for case, label in labels],
        background=[*facts, "x(x).", "y(y).", "z(z)."],
        bias=f"""
head_pred(f,1). body_pred(step,2). body_pred(next,2). body_pred(before,2). body_pred(source,2).
{unary}body_pred(x,1). body_pred(y,1). body_pred(z,1).
type(f,(case,)). type(step,(case,step)). type(next,(step,step)). type(before,(step,step)).
type(source,(step,source)). type(x,(source,)). type(y,(source,)). type(z,(source,)).
max_vars(6). max_body(10).
""",
        theory="".join(theory),
        noise=noise,
        each=(60, 60),
    )
