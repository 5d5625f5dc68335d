"""Tasks about positions in chess endings, and about structures as in the game Zendo."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from mio import Chance
from mio_bench.tasks.task import TRAIN, Task, cases, task

Square = tuple[int, int]
KRKI_EXAMPLES = 400  #: examples of each kind, half of them for training


def chess(chance: Chance) -> list[Task]:
    """Return tasks about positions with two kings and a white rook."""
    return [
        _chess("chess-check", chance, _check, _CHECK),
        _chess("chess-illegal", chance, lambda k, r, b: _check(k, r, b) or _near(k, b), _ILLEGAL),
        _chess(
            "chess-opposition",
            chance,
            lambda k, _, b: k[0] == b[0] and abs(k[1] - b[1]) == 2,
            _OPPOSITION,
            typed=False,
        ),
        _illegal_with_white_to_move(chance),
    ]


_CHECK = "f(A) :- rook(A,B,C), enemy(A,B,D).\nf(A) :- rook(A,B,C), enemy(A,D,C).\n"
_ILLEGAL = _CHECK + "f(A) :- king(A,B,C), enemy(A,D,E), near(B,D), near(C,E).\n"
_OPPOSITION = "f(A) :- king(A,B,C), enemy(A,B,D), two_apart(C,D).\n"


def _check(_king: Square, rook: Square, enemy: Square) -> bool:
    return rook[0] == enemy[0] or rook[1] == enemy[1]


def _near(one: Square, other: Square) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 1


def _chess(
    name: str,
    chance: Chance,
    true: Callable[[Square, Square, Square], bool],
    theory: str,
    *,
    typed: bool = True,
) -> Task:
    def draw(board: str) -> tuple[list[str], bool]:
        squares = chance.shuffled([(x, y) for x in range(1, 9) for y in range(1, 9)])
        king, rook, enemy = squares[:3]
        if chance.below(3) == 0:  # kings close together
            enemy = next(
                s for s in squares[2:] if max(abs(s[0] - king[0]), abs(s[1] - king[1])) < 3
            )
        places = zip(("king", "rook", "enemy"), (king, rook, enemy), strict=True)
        return [f"{piece}({board},{x},{y})." for piece, (x, y) in places], true(king, rook, enemy)

    facts, labels = cases(draw, "b")
    steps = range(1, 9)
    facts += [f"near({a},{b})." for a in steps for b in steps if abs(a - b) <= 1]
    facts += [f"two_apart({a},{b})." for a in steps for b in steps if abs(a - b) == 2]
    facts += [f"less({a},{b})." for a, b in combinations(steps, 2)]
    types = """
type(f,(board,)). type(king,(board,line,line)). type(rook,(board,line,line)).
type(enemy,(board,line,line)).
type(near,(line,line)). type(two_apart,(line,line)). type(less,(line,line)).
"""
    return task(
        name,
        chance,
        [(f"f({board})", label) for board, label in labels],
        background=facts,
        bias=f"""
head_pred(f,1). body_pred(king,3). body_pred(rook,3). body_pred(enemy,3).
body_pred(near,2). body_pred(two_apart,2). body_pred(less,2).{types if typed else ""}
max_vars(6). max_body(5).
""",
        theory=theory,
    )


_KRKI = """f(A,B,A,B,C,D).
f(A,B,C,D,C,D).
f(A,B,C,D,E,F) :- near(A,E), near(B,F).
f(A,B,C,D,C,E) :- differ(A,C).
f(A,B,C,D,E,D) :- differ(B,D).
f(A,B,A,C,A,D) :- outside(B,C,D).
f(A,B,C,B,D,B) :- outside(A,C,D).
"""


def _illegal_with_white_to_move(chance: Chance) -> Task:
    """Return the task of illegal positions of king and rook against king with White to move.

    An example has the files and ranks of White's king, White's rook and Black's king, which may
    stand on one square; White's king may block the check. After Muggleton, Bain, Hayes-Michie and
    Michie 1989, "An experimental comparison of human and machine learning formalisms".
    """
    lines, count = range(1, 9), {True: 0, False: 0}

    def between(one: int, middle: int, other: int) -> bool:
        return min(one, other) < middle < max(one, other)

    def illegal(king: Square, rook: Square, enemy: Square) -> bool:
        if king == rook or rook == enemy or _near(king, enemy):
            return True
        return any(
            rook[same] == enemy[same]
            and not (king[same] == rook[same] and between(rook[along], king[along], enemy[along]))
            for same, along in ((0, 1), (1, 0))
        )

    examples: dict[str, bool] = {}
    while min(count.values()) < KRKI_EXAMPLES:
        king, rook, enemy = ((1 + chance.below(8), 1 + chance.below(8)) for _ in range(3))
        label = illegal(king, rook, enemy)
        atom = f"f({','.join(map(str, (*king, *rook, *enemy)))})"
        if count[label] < KRKI_EXAMPLES and atom not in examples:
            examples[atom] = label
            count[label] += 1
    facts = [f"near({a},{b})." for a in lines for b in lines if abs(a - b) <= 1]
    facts += [f"differ({a},{b})." for a in lines for b in lines if a != b]
    facts += [f"less({a},{b})." for a, b in combinations(lines, 2)]
    triples = ((a, b, c) for a in lines for b in lines for c in lines)
    facts += [f"outside({a},{b},{c})." for a, b, c in triples if not between(b, a, c)]
    return task(
        "chess-krki",
        chance,
        examples.items(),
        background=facts,
        bias="""
head_pred(f,6). body_pred(near,2). body_pred(differ,2). body_pred(less,2). body_pred(outside,3).
type(f,(line,line,line,line,line,line)). type(near,(line,line)). type(differ,(line,line)).
type(less,(line,line)). type(outside,(line,line,line)).
max_body(4).
""",
        theory=_KRKI,
        each=(KRKI_EXAMPLES // 2, KRKI_EXAMPLES // 2),
    )


_COLOURS, _SIZES = ("red", "green", "blue"), ("small", "medium", "large")
_POSES = ("upright", "flat", "leaning")
_Piece = tuple[str, str, str]  # colour, size, pose


def zendo(chance: Chance) -> list[Task]:
    """Return tasks about structures of pieces, some of which touch."""

    def touching(pieces: list[_Piece], contacts: list[tuple[int, int]]) -> bool:
        return any(
            pieces[a][0] == "red" and pieces[b][2] == "upright"
            for pair in contacts
            for a, b in (pair, pair[::-1])
        )

    def largest(pieces: list[_Piece], _contacts: list[tuple[int, int]]) -> bool:
        return any(p[:2] == ("blue", "large") for p in pieces) or any(
            p == ("green", "small", "flat") for p in pieces
        )

    def alike(pieces: list[_Piece], contacts: list[tuple[int, int]]) -> bool:
        return any(
            pieces[a][0] == pieces[b][0]
            and pieces[a][1] != "small"
            and pieces[a][1] == pieces[b][1]
            for a, b in contacts
        )

    return [
        _zendo(
            "zendo-touching",
            chance,
            touching,
            "f(A) :- piece(A,B), red(B), contact(B,C), upright(C).\n",
            bound=True,
        ),
        _zendo(
            "zendo-either",
            chance,
            largest,
            "f(A) :- piece(A,B), blue(B), size(B,C), large(C).\n"
            "f(A) :- piece(A,B), green(B), size(B,C), small(C), flat(B).\n",
            noise=0.1,
        ),
        _zendo(
            "zendo-alike",
            chance,
            alike,
            "".join(
                f"f(A) :- piece(A,B), contact(B,C), {colour}(B), {colour}(C), "
                f"size(B,D), size(C,D), {size}(D).\n"
                for colour in _COLOURS
                for size in ("medium", "large")
            ),
        ),
    ]


def _zendo(
    name: str,
    chance: Chance,
    true: Callable[[list[_Piece], list[tuple[int, int]]], bool],
    theory: str,
    *,
    noise: float = 0.0,
    bound: bool = False,
) -> Task:
    def draw(case: str) -> tuple[list[str], bool]:
        count = 3 + chance.below(3)
        pieces = [
            (chance.choice(_COLOURS), chance.choice(_SIZES), chance.choice(_POSES))
            for _ in range(count)
        ]
        contacts = [pair for pair in combinations(range(count), 2) if chance.below(3) == 0]
        facts = []
        for i, (colour, size, pose) in enumerate(pieces):
            own = f"{case}_{i}"
            facts += [
                f"piece({case},{own}).",
                f"size({own},{size}).",
                f"{colour}({own}).",
                f"{pose}({own}).",
            ]
        for a, b in contacts:
            facts += [f"contact({case}_{a},{case}_{b}).", f"contact({case}_{b},{case}_{a})."]
        return facts, true(pieces, contacts)

    facts, labels = cases(draw, "z", each=2 * TRAIN + 60)
    return task(
        name,
        chance,
        [(f"f({case})", label) for case, label in labels],
        background=[*facts, *(f"{size}({size})." for size in _SIZES)],
        bias=f"""
head_pred(f,1). body_pred(piece,2). body_pred(contact,2). body_pred(size,2).
body_pred(red,1). body_pred(green,1). body_pred(blue,1).
body_pred(small,1). body_pred(medium,1). body_pred(large,1).
body_pred(upright,1). body_pred(flat,1). body_pred(leaning,1).
type(f,(state,)). type(piece,(state,piece)). type(contact,(piece,piece)).
type(size,(piece,size)). type(red,(piece,)). type(green,(piece,)). type(blue,(piece,)).
type(small,(size,)). type(medium,(size,)). type(large,(size,)).
type(upright,(piece,)). type(flat,(piece,)). type(leaning,(piece,)).
max_vars(6). max_body(7).
{":- clause(C), #count{V : var_type(C,V,state)} != 1." if bound else ""}
""",
        theory=theory,
        noise=noise,
        each=(2 * TRAIN, 60),
    )
