"""Tasks about rules of games, as in general game playing, and about rows of coloured cells."""

from __future__ import annotations

from collections.abc import Callable

from mio import Chance
from mio_bench.tasks.task import Labelled, Task, task

_BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


def games(chance: Chance) -> list[Task]:
    """Return tasks about the next state and the legal moves of games."""
    return [_lights(chance), _score(chance), _legal(chance)]


def _lights(chance: Chance) -> Task:
    """Learn which lamps are on after a button was pressed that toggles some of them."""
    controls = {"a": "pq", "b": "q", "c": "rs", "d": "ps"}
    facts = [f"controls({b},{lamp})." for b, lamps in controls.items() for lamp in lamps]
    facts += [
        f"ignores({b},{lamp})."
        for b, lamps in controls.items()
        for lamp in "pqrs"
        if lamp not in lamps
    ]
    examples: list[Labelled] = []
    for number in range(70):
        state, pressed = f"e{number}", chance.choice("abcd")
        facts.append(f"does({state},{pressed}).")
        for lamp in "pqrs":
            on = bool(chance.below(2))
            facts.append(f"{'on' if on else 'off'}({state},{lamp}).")
            examples.append((f"next_on({state},{lamp})", on != (lamp in controls[pressed])))
    return task(
        "game-lights",
        chance,
        examples,
        background=facts,
        bias="""
head_pred(next_on,2). body_pred(on,2). body_pred(off,2). body_pred(does,2).
body_pred(controls,2). body_pred(ignores,2).
type(next_on,(ex,lamp)). type(on,(ex,lamp)). type(off,(ex,lamp)). type(does,(ex,button)).
type(controls,(button,lamp)). type(ignores,(button,lamp)).
max_vars(4). max_body(4).
""",
        theory=(
            "next_on(A,B) :- on(A,B), does(A,C), ignores(C,B).\n"
            "next_on(A,B) :- off(A,B), does(A,C), controls(C,B).\n"
        ),
    )


def _score(chance: Chance) -> Task:
    """Learn the scores after a round of rock, paper and scissors."""
    facts = [f"beats({a},{b})." for a, b in _BEATS.items()]
    facts += [f"succ({n},{n + 1})." for n in range(9)]
    facts += ["opponent(left,right).", "opponent(right,left)."]
    examples: list[Labelled] = []
    for number in range(150):
        state = f"e{number}"
        moves = {p: chance.choice(tuple(_BEATS)) for p in ("left", "right")}
        for player, other in (("left", "right"), ("right", "left")):
            score = chance.below(8)
            facts += [
                f"score({state},{player},{score}).",
                f"does({state},{player},{moves[player]}).",
            ]
            right = score + (_BEATS[moves[player]] == moves[other])
            wrong = score + (right == score) if chance.below(2) else chance.below(9)
            examples.append((f"next_score({state},{player},{right})", True))
            if wrong != right:
                examples.append((f"next_score({state},{player},{wrong})", False))
    return task(
        "game-score",
        chance,
        examples,
        background=facts,
        bias="""
head_pred(next_score,3). body_pred(score,3). body_pred(does,3). body_pred(beats,2).
body_pred(succ,2). body_pred(opponent,2).
type(next_score,(ex,agent,int)). type(score,(ex,agent,int)). type(does,(ex,agent,action)).
type(beats,(action,action)). type(succ,(int,int)). type(opponent,(agent,agent)).
max_vars(7). max_body(6).
:- clause(C), #count{V : var_type(C,V,ex)} != 1.
""",
        theory=(
            "next_score(A,B,C) :- score(A,B,D), succ(D,C), does(A,B,E), opponent(B,F), "
            "does(A,F,G), beats(E,G).\n"
            "next_score(A,B,C) :- score(A,B,C), does(A,B,E), opponent(B,F), does(A,F,G), "
            "beats(G,E).\n"
            "next_score(A,B,C) :- score(A,B,C), does(A,B,E), opponent(B,F), does(A,F,E).\n"
        ),
    )


def _legal(chance: Chance) -> Task:
    """Learn where a player may put a stone: on a free field beside one of the own stones."""
    fields = [(x, y) for x in range(4) for y in range(4)]
    facts = [
        f"beside(c{x}{y},c{v}{w})."
        for x, y in fields
        for v, w in fields
        if abs(x - v) + abs(y - w) == 1
    ]
    examples: list[Labelled] = []
    for number in range(40):
        state, turn = f"e{number}", chance.choice(("black", "white"))
        facts.append(f"control({state},{turn}).")
        stones = {at: chance.choice(("black", "white", "", "")) for at in fields}
        for (x, y), owner in stones.items():
            cell = f"c{x}{y}"
            facts.append(f"stone({state},{cell},{owner})." if owner else f"free({state},{cell}).")
            near = {stones.get(at) for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))}
            examples.append((f"legal({state},{cell})", not owner and turn in near))
    return task(
        "game-legal",
        chance,
        examples,
        background=facts,
        bias="""
head_pred(legal,2). body_pred(control,2). body_pred(stone,3). body_pred(free,2).
body_pred(beside,2).
type(legal,(ex,cell)). type(control,(ex,agent)). type(stone,(ex,cell,agent)).
type(free,(ex,cell)). type(beside,(cell,cell)).
max_vars(5). max_body(5).
""",
        theory="legal(A,B) :- free(A,B), control(A,C), stone(A,D,C), beside(D,B).\n",
    )


def rows(chance: Chance) -> list[Task]:
    """Return tasks that change a row of coloured cells, as in the one-dimensional ARC."""
    return [
        _rows(
            "row-shift",
            chance,
            lambda cells: [0, *cells[:-1]],
            "out(A,B,C) :- in(A,D,C), succ(D,B).\n",
        ),
        _rows(
            "row-grow",
            chance,
            lambda cells: [here or (cells[i - 1] if i else 0) for i, here in enumerate(cells)],
            "out(A,B,C) :- in(A,B,C).\nout(A,B,C) :- blank(A,B), succ(D,B), in(A,D,C).\n",
        ),
        _rows(
            "row-mirror",
            chance,
            lambda cells: cells[::-1],
            "out(A,B,C) :- in(A,D,C), mirror(D,B).\n",
            directed=True,
        ),
    ]


def _rows(
    name: str,
    chance: Chance,
    change: Callable[[list[int]], list[int]],
    theory: str,
    *,
    directed: bool = False,
) -> Task:
    size = 9
    facts = [f"succ({n},{n + 1})." for n in range(size - 1)]
    facts += [f"mirror({n},{size - 1 - n})." for n in range(size)]
    facts += [f"colour({n})." for n in (1, 2, 3)]
    examples: list[Labelled] = []
    for number in range(60):
        row = f"e{number}"
        cells = [chance.choice((0, 0, 0, 1, 2, 3)) for _ in range(size)]
        facts += [f"in({row},{i},{c})." if c else f"blank({row},{i})." for i, c in enumerate(cells)]
        for i, result in enumerate(change(cells)):
            examples += [(f"out({row},{i},{c})", c == result) for c in (1, 2, 3)]
    directions = """
direction(out,(in,in,out)). direction(in,(in,out,out)). direction(blank,(in,out)).
direction(succ,(in,out)). direction(mirror,(in,out)). direction(colour,(in,)).
"""
    return task(
        name,
        chance,
        examples,
        background=facts,
        bias=f"""
head_pred(out,3). body_pred(in,3). body_pred(blank,2). body_pred(succ,2). body_pred(mirror,2).
body_pred(colour,1).
type(out,(ex,place,colour)). type(in,(ex,place,colour)). type(blank,(ex,place)).
type(succ,(place,place)). type(mirror,(place,place)). type(colour,(colour,)).
{directions if directed else ""}max_vars(5). max_body(4).
""",
        theory=theory,
    )
