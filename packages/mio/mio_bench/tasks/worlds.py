"""Random worlds of entities and facts, and tasks from a row each: a world and a true theory."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from mio import Chance
from mio_bench.tasks.task import Task, drawn

_FACTS = re.compile(r"([\w|]+)\((\w+)(?:,(\w+))?\)(\W?)([\w.:-]*)")

FEW_NEGATIVES = 10  #: at least so many in training where there are one to five positives


@dataclass(frozen=True)
class World:
    """Entities by their kind, facts about them, and the modes of the predicates."""

    names: Mapping[str, Sequence[str]]
    facts: Sequence[str]
    modes: str

    def candidates(self, kinds: str, chance: Chance, most: int = 25000) -> list[str]:
        """Return entities, or pairs of different entities, of kinds such as ``p,t``."""
        found = product(*(self.names[kind] for kind in kinds.split(",")))
        texts = [",".join(one) for one in found if len({*one}) == len(one)]
        return chance.shuffled(texts)[:most]


def random_world(chance: Chance, content: str) -> World:
    """Return a world from the numbers of entities, such as ``p:90 t:20``, and its predicates.

    - ``old(p)?3``: of every third entity; ``red|blue(p)``: one of them for each entity;
    - ``knows(p,p)*2``: two random ones for each; ``+2``: up to two; ``~2``: two, few of them often;
      ``&2``: two, in both directions;
    - ``has(z,o)<``: each ``o`` is of one ``z``, and for each ``o`` ``on(o,o)^2`` has another one of
      the same ``z`` with odds of one in two, and ``other(o,o)>`` all the others;
    - ``mass(p,kg)#40:130``: a number in this range; ``came(p,t)=left:5:9`` adds one to another.
      With numbers, all predicates have directions.
    """
    sizes = [word.split(":") for word in content.split() if word[1] == ":"]
    names = {kind: [f"{kind}{i}" for i in range(int(many))] for kind, many in sizes}
    facts: list[str] = []
    modes: list[str] = []
    groups: dict[str, list[str]] = {}
    numbers: dict[tuple[str, str], float] = {}
    for word in content.split()[len(sizes) :]:
        match = _FACTS.fullmatch(word)
        assert match is not None, word
        name, first, second, sign, rest = match.groups()
        way, back = ("+", "-") if "#" in content else ("", "")
        places = f"{way}{first},{back}{second}" if second else f"{way}{first}"
        modes += [f"{one}({places})" for one in name.split("|")]
        if sign == "<":
            owners = {o: chance.choice(names[first]) for o in names[second]}
            facts += [f"{name}({z},{o})." for o, z in owners.items()]
            groups |= {o: [p for p, y in owners.items() if y == z] for o, z in owners.items()}
            continue
        for a in names[first]:
            if sign == "?":
                facts += [f"{name}({a})."] if chance.below(int(rest)) == 0 else []
            elif not second:
                facts.append(f"{chance.choice(name.split('|'))}({a}).")
            elif sign in "#=":
                base, *span = [0.0, *rest.split(":")] if sign == "#" else rest.split(":")
                low, high = map(float, span)
                value = numbers.get((f"{base}", a), 0.0) + low + (high - low) * chance.random()
                numbers[name, a] = round(value, 2)
                facts.append(f"{name}({a},{value:.2f}).")
            else:
                others = groups.get(a, []) if sign in "^>" else names[second]
                for b in _chosen(chance, sign, int(rest or 1), [b for b in others if b != a]):
                    facts += [f"{name}({a},{b})."] + [f"{name}({b},{a})."] * (sign == "&")
    return World(names, sorted({*facts}), " ".join(modes))


def _chosen(chance: Chance, sign: str, many: int, others: Sequence[str]) -> Sequence[str]:
    """Return the entities that are related to one, as ``random_world`` describes."""
    if not others or sign == ">":
        return others
    if sign == "^":
        return [chance.choice(others)] if chance.below(many) == 0 else []
    if sign == "+":
        many = chance.below(many + 1)
    if sign == "~":
        return [others[chance.below(chance.below(len(others)) + 1)] for _ in range(many)]
    return [chance.choice(others) for _ in range(many)]


class Row(NamedTuple):
    """A task: its name, its world, the kinds of the target's places, the true theory, and what
    differs from other tasks."""

    name: str
    world: World
    kinds: str
    theory: str
    each: tuple[int, int] = (50, 80)
    options: str = ""
    more: str = ""  #: further modes, of computed predicates
    typed: bool = True


def tasks_of_rows(
    chance: Chance, rows: Iterable[Row], options: str = "max_vars(6). max_body(6)."
) -> list[Task]:
    """Return the tasks of rows."""
    made = []
    for row in rows:
        kinds = row.kinds.replace("+", "").replace("-", "")
        made.append(
            drawn(
                row.name,
                chance,
                f"f({row.kinds}) {row.world.modes} {row.more}".strip(),
                [*row.world.facts, *(COMPUTED[m.split("(")[0]] for m in row.more.split())],
                row.world.candidates(kinds, chance),
                row.theory,
                each=row.each,
                negatives=FEW_NEGATIVES * (row.each[0] < 6),
                options=f"{options} {row.options}",
                typed=row.typed,
            )
        )
    return made


#: What computes numbers, by its name.
COMPUTED = {
    "prod": "prod(A,B,C) :- number(A), number(B), C is A * B.",
    "quot": "quot(A,B,C) :- number(A), number(B), B > 0, C is A / B.",
    "diff": "diff(A,B,C) :- number(A), number(B), C is A - B.",
    "sum": "sum(A,B,C) :- number(A), number(B), C is A + B.",
    "below": "below(A,B) :- number(A), number(B), A < B.",
}


LIST_TERMS = """
head([H|_],H).
tail([_|T],T).
empty([]).
cons(H,T,[H|T]).
last(L,X) :- nonvar(L), last_of(L,X).
last_of([X],X).
last_of([_|T],X) :- last_of(T,X).
front(L,M) :- nonvar(L), front_of(L,M).
front_of([_],[]).
front_of([H|T],[H|S]) :- front_of(T,S).
snoc(L,X,M) :- nonvar(L), joined(L,[X],M).
joined([],L,L).
joined([H|T],L,[H|S]) :- joined(T,L,S).
zero(0).
one(1).
even(X) :- number(X), 0 is X mod 2.
odd(X) :- number(X), 1 is X mod 2.
inc(A,B) :- number(A), B is A + 1.
dec(A,B) :- number(A), A > 0, B is A - 1.
"""
TERMS = f"""{LIST_TERMS}half(A,B) :- number(A), A > 0, 0 is A mod 2, B is A / 2.
twice(A,B) :- number(A), B is 2 * A.
capped(A,B) :- number(A), B is min(A,5).
big(A) :- number(A), A >= 5.
small(A) :- number(A), A < 5.
plus_of(A,B,C) :- number(A), number(B), C is A + B.
lesser(A,B,C) :- number(A), number(B), C is min(A,B).
"""
LISTS = (
    "head(+l,-e) tail(+l,-l) empty(+l) cons(+e,+l,-l) last(+l,-e) front(+l,-l) snoc(+l,+e,-l) "
    "even(+e) odd(+e)"
)


def shown(*values: object) -> str:
    """Return values as the text of arguments."""
    return ",".join(map(str, values)).replace(" ", "")


def tasks_of_functions(
    chance: Chance,
    rows: Iterable[tuple[str, str, str, Callable[..., object], str, tuple[int, int]]],
    options: str,
    shortest: int = 0,
) -> list[Task]:
    """Return tasks of functions from names, heads, modes, functions, and theories.

    The first input is a list; a function returns None where it has no value.
    """
    made = []
    for name, head, modes, value, theory, each in rows:
        labels: dict[str, bool] = {}
        for _ in range(200):
            many = shortest + chance.below(6 - shortest // 2)
            ways = [place for place in head[2:-1].split(",") if place[0] == "+"]
            inputs = [[chance.below(10) for _ in range(many if way == "+l" else 1)] for way in ways]
            given = [one if way == "+l" else one[0] for one, way in zip(inputs, ways, strict=True)]
            right, first = value(*given), inputs[0]
            if right is None:
                continue
            if isinstance(right, int):
                wrongs: list[object] = [right + 1, len(first) + 1, *first]
            else:
                assert isinstance(right, list)
                wrongs = [first, first[1:], first[::-1], right[1:], [*right, 3], right[::-1]]
                wrongs.append([*right[:-1], (right[-1] + 1) % 10] if right else [1])
            wrong = chance.choice(wrongs)
            for output, true in ((wrong, wrong == right), (right, True)):
                labels[f"f({shown(*given, output)})"] = true
        made.append(
            drawn(
                name,
                chance,
                f"{head} {LISTS} {modes}",
                [TERMS],
                (),
                theory,
                each=each,
                negatives=min(FEW_NEGATIVES, 3 * each[0]),
                options=options,
                labels=labels.items(),
            )
        )
    return made
