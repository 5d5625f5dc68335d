"""Twelve tasks of the kinds that the learner was weakest at, fixed before any of them was learned:
noise in relations and numbers, scenes, absences, and long bodies on grids."""

from __future__ import annotations

from itertools import product

from mio import Chance
from mio_bench.tasks.task import Task, drawn
from mio_bench.tasks.worlds import COMPUTED


def names(prefix: str, count: int) -> list[str]:
    """Return the names of cases."""
    return [f"{prefix}{i}" for i in range(count)]


def pairs(chance: Chance, first: list[str], second: list[str], count: int) -> list[str]:
    """Return random pairs of different things."""
    return chance.shuffled([f"{a},{b}" for a, b in product(first, second) if a != b])[:count]


def frontier(chance: Chance) -> list[Task]:
    """Return the tasks; names that end in ``-noise10`` have ten per cent wrong training labels."""
    return [*_relations(chance), *_numbers(chance), *_scenes(chance), *_absences(chance)]


def _relations(chance: Chance) -> list[Task]:
    each, clients, orders = chance.choice, names("c", 300), names("o", 500)
    facts = [f"placed({each(clients)},{o})." for o in orders]
    facts += [f"via({o},k{chance.below(6)})." for o in orders] + ["slow(k1).", "slow(k4)."]
    facts += [f"holds({o},i{chance.below(40)})." for o in orders for _ in range(3)]
    facts += [f"{w}(i{i})." for i in range(40) for w in ("fragile", "heavy") if not chance.below(4)]
    facts += [f"lends({c},{each(clients[:90])})." for c in clients for _ in range(3)]
    papers = names("p", 240)
    library = [f"venue({p},v{chance.below(8)})." for p in papers] + ["top(v0).", "top(v3)."]
    library += [f"cites({p},{each(papers[:60])})." for p in papers for _ in range(3)]
    shop = "placed(c,o) via(o,k) holds(o,i) lends(c,c) slow(k) fragile(i) heavy(i)"
    return [
        drawn("rel-returns-noise15", chance, f"f(c) {shop}", sorted(set(facts)), clients,
              "f(C) :- placed(C,O), via(O,K), slow(K), holds(O,I), fragile(I).\n", each=(60, 60)),
        drawn("rel-mutual-noise10", chance, f"f(c) {shop}", sorted(set(facts)), clients[:90],
              "f(A) :- lends(A,B), lends(B,C), lends(C,A).\n", each=(40, 40)),
        drawn("rel-cocited-noise10", chance, "f(p,p) cites(p,p) venue(p,v) top(v)",
              sorted(set(library)), pairs(chance, papers, papers, 6000),
              "f(A,B) :- cites(A,C), cites(B,C), venue(C,V), top(V).\n", each=(80, 100)),
    ]  # fmt: skip


def _numbers(chance: Chance) -> list[Task]:
    cases, below = names("x", 400), chance.below
    facts = []
    for x in cases:
        left = below(9000) / 10
        facts += [f"left({x},{left}).", f"came({x},{left + 5 + below(600) / 10:.1f})."]
        facts += [f"way({x},{10 + below(1900) / 10}).", f"took({x},{0.5 + below(300) / 100:.2f})."]
        facts += [f"{w}({x})." for w in ("night", "paid") if below(2)]
        for i in range(2 + below(3)):
            facts += [f"probe({x},{x}_{i}).", f"heat({x}_{i},{below(1200) / 10})."]
    modes = "left(+x,-min) came(+x,-min) way(+x,-km) took(+x,-h) night(+x) paid(+x)"
    probes = f"f(+x) probe(+x,-p) heat(+p,-deg) {modes}"
    limits = "max_vars(8). max_body(8)."
    rows = (
        ("num-hotcold-noise10", probes, "threshold(deg).", "",
         "f(A) :- probe(A,P), heat(P,S), S >= 90.03, probe(A,Q), heat(Q,T), T =< 25.03.\n"),
        ("num-speed-noise10", f"f(+x) {modes} quot(+km,+h,-kmh)", "threshold(kmh).", "quot",
         "f(A) :- night(A), way(A,W), took(A,H), quot(W,H,V), V >= 55.003.\n"),
        ("num-between", f"f(+x) {modes} diff(+min,+min,-span)", "threshold(span).", "diff",
         "f(A) :- came(A,C), left(A,B), diff(C,B,S), S >= 20.03, S =< 40.03.\n"),
    )  # fmt: skip
    return [
        drawn(name, chance, given, [*facts, *([COMPUTED[rule]] if rule else [])], cases, theory,
              each=(60, 60), options=f"{limits} {options}")
        for name, given, options, rule, theory in rows
    ]  # fmt: skip


def _scenes(chance: Chance) -> list[Task]:
    facts, scenes = [], names("z", 400)
    for z in scenes:
        many = 3 + chance.below(3)
        ranks = chance.shuffled(range(many))
        for i in range(many):
            kinds = chance.choice(("red", "blue", "green")), chance.choice(("cube", "ball", "cone"))
            facts += [f"has({z},{z}_{i}).", *(f"{kind}({z}_{i})." for kind in kinds)]
            facts += [f"on({z}_{i},{z}_{i - 1})."] if i and chance.below(2) else []
        facts += [
            f"bigger({z}_{i},{z}_{j})."
            for i, j in product(range(many), repeat=2)
            if ranks[i] > ranks[j]
        ]
    modes = "f(z) has(z,o) on(o,o) bigger(o,o) red(o) blue(o) green(o) cube(o) ball(o) cone(o)"
    rows = (
        ("scene-threered-noise10", "f(A) :- aggregate_all(count,(has(A,B), red(B)),N), N >= 3.\n"),
        ("scene-biggest-noise10", "f(A) :- has(A,B), red(B), \\+ bigger(C,B).\n"),
        ("scene-noblue-noise5", "f(A) :- has(A,B), cone(B), \\+ (has(A,C), blue(C)).\n"),
    )
    return [
        drawn(name, chance, modes, facts, scenes, theory, each=(70, 70)) for name, theory in rows
    ]


def _absences(chance: Chance) -> list[Task]:
    facts, people = [], names("p", 240)
    for i, p in enumerate(people):
        facts += [f"team({p},t{i % 60}).", f"height({p},h{chance.below(40)})."]
        facts += [f"member(t{i % 60},{p})."] + ([f"injured({p})."] if chance.below(3) == 0 else [])
    facts += [f"taller(h{a},h{b})." for a in range(40) for b in range(a)]
    squad = "f(p) team(p,t) member(t,p) height(p,h) taller(h,h) injured(p)"
    side = 16
    land = [f"{chance.choice(('land', 'land', 'water'))}(s{i})." for i in range(side * side)]
    for i in range(side * side):
        land += [f"east(s{i},s{i + 1}).", f"west(s{i + 1},s{i})."] if (i + 1) % side else []
        land += [f"south(s{i},s{i + side}).", f"north(s{i + side},s{i})."] * (i + side < side**2)
    sea, cells = (
        "f(s) land(s) water(s) north(s,s) south(s,s) east(s,s) west(s,s)",
        names("s", side**2),
    )
    return [
        drawn("neg-smallest", chance, squad, facts, people,
              "f(A) :- team(A,T), height(A,H), \\+ (member(T,B), height(B,K), taller(H,K)).\n",
              each=(30, 60)),
        drawn("neg-fit", chance, squad, facts, people,
              "f(A) :- team(A,T), \\+ (member(T,B), injured(B)).\n", each=(30, 60)),
        drawn("grid-bridge", chance, sea, land, cells,
              "f(A) :- land(A), north(A,B), water(B), south(A,C), water(C).\n"
              "f(A) :- land(A), east(A,B), water(B), west(A,C), water(C).\n", each=(30, 40)),
    ]  # fmt: skip
