"""Tasks of ten families, drawn by fixed seeds, that no one looked at while working on the learner.

Their theories and seeds were written before any of them was learned, and apart from the work on the
learner. Names that end in ``-noise10`` have ten per cent wrong training labels.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product

from mio import Chance, holds, parse_theory, read_task
from mio_bench.tasks.task import Labelled, Task, task

_PLACE = re.compile(r"(\w+)\((.*)\)")
_PERCENT = re.compile(r"-noise(\d+)$")


def _bias(modes: str, options: str, *, typed: bool = True) -> str:
    """Return Popper's lines for modes such as ``f(+case) part(+case,-part) near(part,part)``.

    The first is that of the head; one without signs has no direction.
    """
    lines = []
    for number, mode in enumerate(modes.split()):
        match = _PLACE.fullmatch(mode)
        assert match is not None, mode
        name, places = match[1], match[2].split(",")
        comma = "," if len(places) == 1 else ""
        lines.append(f"{'body' if number else 'head'}_pred({name},{len(places)}).")
        if typed:
            lines.append(f"type({name},({','.join(p.strip('+-') for p in places)}{comma})).")
        if all(p[0] in "+-" for p in places):
            signs = ",".join("in" if p[0] == "+" else "out" for p in places)
            lines.append(f"direction({name},({signs}{comma})).")
    return "\n".join([*lines, options, ""])


def _drawn(
    name: str,
    chance: Chance,
    modes: str,
    facts: Iterable[str],
    candidates: Iterable[str],
    theory: str,
    *,
    each: tuple[int, int] = (50, 100),
    options: str = "max_vars(6). max_body(6).",
    typed: bool = True,
    labels: Iterable[Labelled] = (),
) -> Task:
    """Return a task whose theory labels the candidates, the arguments of ``f`` as text, unless
    ``labels`` has the examples."""
    background, examples = list(facts), list(labels)
    bias = _bias(modes, options, typed=typed)
    if not examples:
        atoms = [f"f({candidate})" for candidate in dict.fromkeys(candidates)]
        texts = {"bk.pl": "\n".join(background), "bias.pl": bias}
        texts["exs.pl"] = "\n".join(f"pos({atom})." for atom in atoms)
        read = read_task(texts.get)
        true = holds(read.background, parse_theory(theory), read.examples.positives)
        examples = list(zip(atoms, true, strict=True))
    noise = _PERCENT.search(name)
    return task(
        name,
        chance,
        examples,
        background=background,
        bias=bias,
        theory=theory,
        noise=int(noise[1]) / 100 if noise else 0.0,
        each=each,
    )


def _some(chance: Chance, count: int, prefix: str) -> str:
    return f"{prefix}{chance.below(count)}"


def _pairs(chance: Chance, first: Sequence[str], second: Sequence[str], count: int) -> list[str]:
    """Return random pairs of different things."""
    every = [f"{a},{b}" for a, b in product(first, second) if a != b]
    return chance.shuffled(every)[:count]


def _names(prefix: str, count: int) -> list[str]:
    return [f"{prefix}{i}" for i in range(count)]


def relational(chance: Chance) -> list[Task]:
    """Return tasks about papers, patients, accounts and pages."""
    authors, papers = _names("a", 220), _names("p", 420)
    facts = [f"venue({p},{_some(chance, 14, 'v')})." for p in papers]
    facts += [
        f"wrote({a},{p})." for p in papers for a in chance.shuffled(authors)[: 1 + len(p) % 3]
    ]
    for i, p in enumerate(papers):
        cited = {_some(chance, i, "p") for _ in range(chance.below(4))} if i else set()
        facts += [f"cites({p},{q})." for q in sorted(cited)]
    own = chance.shuffled([f for f in facts if f.startswith("wrote")])[:160]
    of_paper = {
        m[2]: m[1] for m in (re.fullmatch(r"wrote\((\w+),(\w+)\)\.", f) for f in facts) if m
    }
    for fact in own:  # authors cite themselves
        a, p = fact[6:-2].split(",")
        others = [q for q in papers if of_paper[q] == a and int(q[1:]) < int(p[1:])]
        facts += [f"cites({p},{others[0]})."] if others else []
    facts += [f"top(v{i})." for i in range(4)] + [f"journal(v{i})." for i in range(0, 14, 3)]
    library = "wrote(author,paper) cites(paper,paper) venue(paper,venue) top(venue) journal(venue)"
    hospital = _hospital(chance)
    takes = (
        "f(patient) takes(patient,drug) has(patient,illness) ward(patient,ward) acts(drug,group) "
        "interacts(drug,drug) avoid(drug,illness) surgical(ward) opioid(group) diuretic(group)"
    )
    bank = (
        "f(client) owns(client,account) sent(account,account,amount) large(amount) small(amount) "
        "flagged(client) frozen(account) vouches(client,client) branch(account,town) port(town)"
    )
    money, pages = _bank(chance), _names("w", 500)
    web = [f"links({a},{b})." for a in pages for b in chance.shuffled(pages)[: 1 + chance.below(3)]]
    words = ("staff", "seminar", "exam", "thesis", "lab", "menu")
    web += [f"{w}({p})." for p in pages for w in words if chance.below(4) == 0]
    patients, clients = _names("n", 420), _names("c", 420)
    rows = (
        ("rel-topcited-noise10", f"f(author) {library}", facts, authors,
         "f(A) :- wrote(A,P), cites(Q,P), venue(Q,V), top(V).\n", (60, 40), True),
        ("rel-selfcite", f"f(paper) {library}", facts, papers,
         "f(P) :- cites(P,Q), wrote(A,P), wrote(A,Q).\n", (40, 60), True),
        ("rel-interaction-noise10", takes, hospital, patients,
         "f(P) :- takes(P,D), takes(P,E), interacts(D,E).\n", (70, 70), True),
        ("rel-alert-noise15", takes, hospital, patients,
         "f(P) :- takes(P,D), acts(D,G), opioid(G), ward(P,W), surgical(W).\n"
         "f(P) :- has(P,I), avoid(D,I), takes(P,D).\n", (70, 70), True),
        ("rel-launder-noise15", bank, money, clients,
         "f(C) :- owns(C,A), sent(A,B,L), large(L), owns(D,B), flagged(D).\n", (70, 50), True),
        ("rel-voucher", bank, money, clients,
         "f(C) :- vouches(D,C), owns(D,A), frozen(A).\n", (30, 40), True),
        ("rel-page-noise10", f"f(page) links(page,page) {' '.join(f'{w}(page)' for w in words)}",
         web, pages, "f(P) :- links(Q,P), staff(Q), links(P,R), thesis(R).\n"
         "f(P) :- lab(P), exam(P).\n", (70, 50), False),
    )  # fmt: skip
    return [
        _drawn(name, chance, modes, known, candidates, theory, each=each, typed=typed)
        for name, modes, known, candidates, theory, each, typed in rows
    ]


def _hospital(chance: Chance) -> list[str]:
    facts = [
        f"acts(d{i},{chance.choice(['opiate', 'water', 'statin', 'other'])})." for i in range(30)
    ]
    facts += ["opioid(opiate).", "diuretic(water)."]
    for _ in range(26):
        a, b = chance.shuffled(range(30))[:2]
        facts += [f"interacts(d{a},d{b}).", f"interacts(d{b},d{a})."]
    facts += [f"avoid(d{chance.below(30)},i{chance.below(12)})." for _ in range(26)]
    for patient in _names("n", 420):
        facts += [
            f"takes({patient},d{d})." for d in chance.shuffled(range(30))[: 2 + chance.below(4)]
        ]
        facts += [
            f"has({patient},i{i})." for i in chance.shuffled(range(12))[: 1 + chance.below(2)]
        ]
        facts.append(f"ward({patient},w{chance.below(6)}).")
    return sorted({*facts, *(f"surgical(w{i})." for i in range(3))})


def _bank(chance: Chance) -> list[str]:
    accounts = _names("k", 600)
    facts = [f"owns(c{i if i < 420 else chance.below(420)},k{i})." for i in range(600)]
    for account in accounts:
        facts += [
            f"sent({account},{_some(chance, 600, 'k')},{chance.choice(['large', 'small'])})."
            for _ in range(1 + chance.below(4))
        ]
        facts.append(f"branch({account},t{chance.below(9)}).")
    facts += [f"flagged({c})." for c in _names("c", 420) if chance.below(4) == 0]
    facts += [f"frozen({a})." for a in accounts if chance.below(7) == 0]
    facts += [f"vouches({c},{_some(chance, 420, 'c')})." for c in _names("c", 420)]
    return sorted({*facts, "large(large).", "small(small).", "port(t1).", "port(t4).", "port(t7)."})


def knowledge(chance: Chance) -> list[Task]:
    """Return tasks about pairs of entities of two knowledge graphs, with irrelevant relations."""
    people, towns, lands = _names("p", 140), _names("t", 40), _names("l", 12)
    firms, goods, tongues = _names("m", 60), _names("g", 16), _names("s", 9)
    each = chance.choice
    facts = [f"in({t},{each(lands)})." for t in towns] + [f"port({t})." for t in towns[::3]]
    facts += [f"{r}({p},{each(towns)})." for p in people for r in ("lives", "born", "studied")]
    facts += [f"official({c},{s})." for c in lands for s in chance.shuffled(tongues)[:2]]
    facts += [f"borders({c},{d})." for c in lands for d in chance.shuffled(lands)[:3] if c != d]
    facts += [f"seat({m},{each(towns)})." for m in firms]
    facts += [f"{r}({m},{each(goods)})." for m in firms for r in ("makes", "makes", "uses")]
    facts += [f"works({p},{each(firms)})." for p in people]
    facts += [f"{r}({p},{each(people)})." for p in people for r in ("knows", "married", "sued")]
    facts = sorted(set(facts))
    world = (
        "lives(p,t) born(p,t) studied(p,t) in(t,l) port(t) official(l,s) borders(l,l) seat(m,t) "
        "makes(m,g) uses(m,g) works(p,m) knows(p,p) married(p,p) sued(p,p)"
    )
    drugs, genes, ills, organs = _names("d", 80), _names("e", 90), _names("i", 40), _names("o", 9)
    cell = [f"targets({d},{each(genes)})." for d in drugs for _ in range(2)]
    cell += [f"linked({e},{each(ills)})." for e in genes for _ in range(2)]
    cell += [f"regulates({e},{each(genes)})." for e in genes]
    cell += [f"expressed({e},{each(organs)})." for e in genes]
    cell += [f"harms({i},{each(organs)})." for i in ills]
    kinds = {"d": drugs, "e": genes, "i": ills, "o": organs}
    others = [tuple(pair) for pair in ("de", "ee", "ei", "ii", "dd", "io", "eo", "di")]
    for number, (a, b) in enumerate(others):
        cell += [f"r{number}({x},{each(kinds[b])})." for x in kinds[a] for _ in range(2)]
    cell = sorted(set(cell))
    graph = "targets(d,e) linked(e,i) regulates(e,e) expressed(e,o) harms(i,o) " + " ".join(
        f"r{number}({a},{b})" for number, (a, b) in enumerate(others)
    )
    treats = (
        "f(D,I) :- targets(D,E), linked(E,I).\n"
        "f(D,I) :- targets(D,E), regulates(E,G), linked(G,I).\n"
    )
    firm = "f(A,B) :- makes(A,G), uses(B,G), seat(B,T), port(T).\n"
    rows = (
        ("kg-speaks-noise10", "p,s", world, facts, _pairs(chance, people, tongues, 1260),
         "f(A,B) :- lives(A,T), in(T,C), official(C,B).\n", (80, 100), True),
        ("kg-citizen-noise10", "p,l", world, facts, _pairs(chance, people, lands, 1680),
         "f(A,B) :- born(A,T), in(T,B).\nf(A,B) :- married(A,P), born(P,T), in(T,B).\n",
         (80, 100), True),
        ("kg-exports", "m,l", world, facts, _pairs(chance, firms, lands, 720),
         "f(A,B) :- seat(A,T), in(T,C), borders(C,B).\n", (40, 60), False),
        ("kg-supplies", "m,m", world, facts, _pairs(chance, firms, firms, 3540), firm,
         (40, 60), True),
        ("kg-treats-noise10", "d,i", graph, cell, _pairs(chance, drugs, ills, 3200), treats,
         (100, 100), True),
        ("kg-symptom-noise15", "d,o", graph, cell, _pairs(chance, drugs, organs, 720),
         "f(D,O) :- targets(D,E), linked(E,I), harms(I,O).\n", (80, 100), False),
    )  # fmt: skip
    return [
        _drawn(name, chance, f"f({kind}) {modes}", known, pairs, theory, each=size, typed=typed)
        for name, kind, modes, known, pairs, theory, size, typed in rows
    ]


def _measured(
    chance: Chance, count: int, draw: Callable[[str, Callable[[float, float], str]], Sequence[str]]
) -> list[str]:
    """Return the facts of cases; ``draw`` takes a name and a function that draws numbers."""

    def number(low: float, high: float) -> str:
        return f"{low + (high - low) * chance.random():.2f}"

    return [fact for i in range(count) for fact in draw(f"x{i}", number)]


#: What computes numbers, by its name.
_COMPUTED = {
    "sq": "sq(A,B) :- number(A), B is A * A.",
    "quot": "quot(A,B,C) :- number(A), number(B), B > 0, C is A / B.",
    "diff": "diff(A,B,C) :- number(A), number(B), C is A - B.",
    "half": "half(A,B) :- number(A), B is A / 2.",
    "below": "below(A,B) :- number(A), number(B), A < B.",
}


def measured(chance: Chance) -> list[Task]:
    """Return tasks of thresholds, intervals, differences and ratios, some of them with noise."""

    def kinds(name: str, *words: str) -> list[str]:
        return [f"{word}({name})." for word in words if chance.below(2)]

    def person(x: str, number: Callable[[float, float], str]) -> list[str]:
        return [
            f"mass({x},{number(40, 130)}).", f"size({x},{number(1.4, 2.1)}).",
            f"age({x},{16 + chance.below(70)}).", *kinds(x, "smokes", "runs"),
        ]  # fmt: skip

    def trip(x: str, number: Callable[[float, float], str]) -> list[str]:
        left, took = 5 + 900 * chance.random(), 30 + 150 * chance.random()
        times = [f"left({x},{left:.1f}).", f"came({x},{left + took:.1f})."]
        return [*times, f"fare({x},{number(3, 60)}).", *kinds(x, "express", "night")]

    def purse(x: str, number: Callable[[float, float], str]) -> list[str]:
        earned = 20 + 60 * chance.random()
        share = 0.2 + 0.7 * chance.random()
        facts = [f"earned({x},{earned:.1f}).", f"spent({x},{earned * share:.1f})."]
        return [*facts, f"saved({x},{number(0, 60)}).", *kinds(x, "single", "tenant")]

    def machine(x: str, number: Callable[[float, float], str]) -> list[str]:
        facts = kinds(x, "old", "leased")
        for i in range(2 + chance.below(3)):
            r = f"{x}_{i}"
            facts += [f"reading({x},{r}).", f"temp({r},{number(20, 110)})."]
            facts += [f"pressure({r},{number(0.5, 6)}).", f"load({r},{number(0, 100)})."]
        return facts

    def lease(x: str, number: Callable[[float, float], str]) -> list[str]:
        start = 100 * chance.random()
        end = start + 5 + 40 * chance.random()
        room = f"room({x},r{chance.below(4)})."
        return [f"start({x},{start:.1f}).", f"end({x},{end:.1f}).", room, *kinds(x, "paid")]

    cases = _names("x", 420)
    body = "mass(+x,-kg) size(+x,-m) age(+x,-years) smokes(+x) runs(+x)"
    sale = "earned(+x,-eur) spent(+x,-eur) saved(+x,-eur) single(+x) tenant(+x)"
    state = "f(+x) reading(+x,-r) temp(+r,-deg) pressure(+r,-bar) load(+r,-pct) old(+x) leased(+x)"
    rooms = _pairs(chance, cases[:60], cases[:60], 3540)
    rows: tuple[tuple[str, str, Callable[..., Sequence[str]], str, str, Sequence[str]], ...] = (
        ("num-bmi", f"f(+x) {body} sq(+m,-m2) quot(+kg,+m2,-bmi)", person, "threshold(bmi).",
         "f(A) :- mass(A,M), size(A,S), sq(S,T), quot(M,T,Q), Q >= 28.003.\n", cases),
        ("num-weight-window", f"f(+x) {body}", person, "threshold(kg). threshold(years).",
         "f(A) :- mass(A,M), M >= 61.003, M =< 92.003, runs(A).\n", cases),
        ("num-slow-noise10", "f(+x) left(+x,-t) came(+x,-t) fare(+x,-eur) express(+x) night(+x) "
         "diff(+t,+t,-span)", trip, "threshold(span). threshold(eur).",
         "f(A) :- express(A), came(A,C), left(A,L), diff(C,L,S), S >= 95.03.\n", cases),
        ("num-thrifty", f"f(+x) {sale} half(+eur,-eur) below(+eur,+eur)", purse, "",
         "f(A) :- earned(A,E), half(E,H), spent(A,S), below(S,H).\n", cases),
        ("num-ratio-noise10", f"f(+x) {sale} quot(+eur,+eur,-share)", purse, "threshold(share).",
         "f(A) :- spent(A,S), earned(A,E), quot(S,E,Q), Q =< 0.6003, tenant(A).\n", cases),
        ("num-overheat-noise10", state, machine, "threshold(deg). threshold(bar). threshold(pct).",
         "f(A) :- reading(A,R), temp(R,T), T >= 75.003, pressure(R,P), P =< 3.003.\n", cases),
        ("num-either-noise15", state, machine, "threshold(deg). threshold(bar). threshold(pct).",
         "f(A) :- reading(A,R), temp(R,T), T >= 98.003.\n"
         "f(A) :- old(A), reading(A,R), pressure(R,P), P >= 4.503.\n", cases),
        ("num-clash", "f(+x,+x) start(+x,-day) end(+x,-day) room(+x,-room) paid(+x) "
         "below(+day,+day)", lease, "", "f(A,B) :- room(A,R), room(B,R), start(A,S), end(B,E), "
         "below(S,E), start(B,U), end(A,V), below(U,V).\n", rooms),
    )  # fmt: skip
    return [
        _drawn(
            name,
            chance,
            modes,
            [
                *_measured(chance, 60 if draw is lease else 420, draw),
                *(rule for word, rule in _COMPUTED.items() if f" {word}(" in modes),
            ],
            candidates,
            theory,
            options=f"max_vars(8). max_body(8). {options}",
            each=(70, 70) if "noise" in name else (50, 70),
        )
        for name, modes, draw, options, theory, candidates in rows
    ]


_TERMS = """
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
mirrored(A,B) :- number(A), B is 9 - A.
big(A) :- number(A), A >= 5.
small(A) :- number(A), A < 5.
plus_of(A,B,C) :- number(A), number(B), C is A + B.
larger(A,B,C) :- number(A), number(B), C is max(A,B).
"""
_LISTS = (
    "head(+l,-e) tail(+l,-l) empty(+l) cons(+e,+l,-l) last(+l,-e) front(+l,-l) snoc(+l,+e,-l) "
    "even(+e) odd(+e)"
)


def recursive(chance: Chance) -> list[Task]:
    """Return tasks about graphs, trees, numbers and lists that need a recursive clause."""
    nodes = _names("n", 40)
    net = [f"{r}({n},{chance.choice(nodes)})." for n in nodes for r in ("rail", "road", "boat")]
    kin = [f"parent(q{chance.below(max(1, (i - 1) // 2))},q{i})." for i in range(1, 60)]
    tree = {int(f.split("q")[2][:-2]): int(f.split("q")[1][:-1]) for f in kin}
    sibling = [
        f"sibling(q{a},q{b})." for a, b in product(tree, tree) if a != b and tree[a] == tree[b]
    ]
    things = _names("k", 240)
    parts = [f"part(k{chance.below(i)},k{i})." for i in range(40, 240)]
    parts += [
        f"{w}({t})." for t in things for w in ("brittle", "glued", "steel") if not chance.below(7)
    ]

    def leaves(depth: int) -> str:
        if depth == 0 or chance.below(4) == 0:
            return f"leaf({2 * chance.below(4) + (chance.below(8) == 0)})"
        return f"node({leaves(depth - 1)},{leaves(depth - 1)})"

    def row(longest: int, bound: int = 10) -> list[int]:
        return [chance.below(bound) for _ in range(chance.below(longest + 1))]

    def zigzag() -> list[int]:
        first, many = chance.below(2), 1 + chance.below(6)
        drawn = [2 * chance.below(5) + (first + i) % 2 for i in range(many)]
        if chance.below(2):
            drawn[chance.below(many)] = chance.below(10)
        return drawn

    starts = [row(6) for _ in range(160)]
    begins = [(r[: chance.below(len(r) + 1)], r) for r in starts]
    begins += [(r[1 : 1 + chance.below(3)], r) for r in starts] + [(row(3), r) for r in starts]
    recursion = "enable_recursion. max_vars(6). max_body(6)."
    rows = (
        ("rec-alternating", "f(n,n) rail(n,n) road(n,n) boat(n,n)", net,
         _pairs(chance, nodes, nodes, 1560), "f(A,B) :- rail(A,C), road(C,B).\n"
         "f(A,B) :- rail(A,C), road(C,D), f(D,B).\n", (40, 70)),
        ("rec-generation", "f(q,q) parent(q,q) sibling(q,q)", [*kin, *sibling],
         _pairs(chance, _names("q", 60), _names("q", 60), 3540), "f(A,B) :- sibling(A,B).\n"
         "f(A,B) :- parent(C,A), f(C,D), parent(D,B).\n", (30, 100)),
        ("rec-brittle", "f(k) part(k,k) brittle(k) glued(k) steel(k)", parts, things,
         "f(A) :- brittle(A).\nf(A) :- part(A,B), f(B).\n", (16, 50)),
        ("rec-half", "f(+e,+e) zero(+e) one(+e) dec(+e,-e) even(+e)", [_TERMS],
         [f"{a},{b}" for a, b in product(range(60), range(30)) if abs(a - 2 * b) < 4],
         "f(A,B) :- zero(A), zero(B).\nf(A,B) :- dec(A,C), dec(C,D), dec(B,E), f(D,E).\n",
         (6, 20)),
        ("rec-begins", f"f(+l,+l) {_LISTS}", [_TERMS],
         sorted({f"{a},{b}".replace(" ", "") for a, b in begins}), "f(A,B) :- empty(A).\n"
         "f(A,B) :- head(A,H), head(B,H), tail(A,S), tail(B,T), f(S,T).\n", (14, 60)),
        ("rec-zigzag", f"f(+l) {_LISTS} small(+e) big(+e)", [_TERMS],
         sorted({str(zigzag()).replace(" ", "") for _ in range(300)}),
         "f(A) :- tail(A,B), empty(B).\nf(A) :- head(A,X), even(X), tail(A,B), head(B,Y), odd(Y), "
         "f(B).\nf(A) :- head(A,X), odd(X), tail(A,B), head(B,Y), even(Y), f(B).\n", (16, 60)),
        ("rec-times", "f(+e,+e,+e) zero(+e) one(+e) dec(+e,-e) inc(+e,-e) plus_of(+e,+e,-e)",
         [_TERMS], [f"{a},{b},{a * b + d}" for a, b in product(range(6), range(9))
                    for d in (0, chance.choice((1, 2, a, b)))],
         "f(A,B,C) :- zero(A), zero(C).\nf(A,B,C) :- dec(A,D), f(D,B,E), plus_of(B,E,C).\n",
         (12, 25)),
        ("rec-evenleaves", "f(+tree) leaf(+tree,-e) left(+tree,-tree) right(+tree,-tree) "
         "even(+e) odd(+e) zero(+e)",
         [_TERMS, "leaf(leaf(X),X).", "left(node(L,_),L).", "right(node(_,R),R)."],
         sorted({leaves(3) for _ in range(300)}), "f(A) :- leaf(A,X), even(X).\n"
         "f(A) :- left(A,B), f(B), right(A,C), f(C).\n", (12, 50)),
    )  # fmt: skip
    return [
        _drawn(
            name, chance, modes, facts, candidates, theory, each=each, options=recursion,
        )
        for name, modes, facts, candidates, theory, each in rows
    ]  # fmt: skip


def functions(chance: Chance) -> list[Task]:
    """Return tasks of functions on lists, with thirteen or more background predicates."""

    def interleaved(a: list[int], b: list[int]) -> list[int]:
        return [n for pair in zip(a, b, strict=False) for n in pair]

    def after_small(row: list[int]) -> list[int]:
        return next((row[i:] for i, n in enumerate(row) if n >= 5), [])

    nil, walk = "f(A,A) :- empty(A).\n", "head(A,C), tail(A,D)"
    rows: tuple[tuple[str, Callable[..., object], str], ...] = (
        ("lf-mirrored", lambda r: [9 - n for n in r],
         f"{nil}f(A,B) :- {walk}, mirrored(C,E), f(D,F), cons(E,F,B).\n"),
        ("lf-keepbig", lambda r: [n for n in r if n >= 5],
         f"{nil}f(A,B) :- {walk}, small(C), f(D,B).\n"
         f"f(A,B) :- {walk}, big(C), f(D,E), cons(C,E,B).\n"),
        ("lf-aftersmall", after_small,
         f"{nil}f(A,A) :- head(A,C), big(C).\nf(A,B) :- {walk}, small(C), f(D,B).\n"),
        ("lf-everyother", lambda r: r[::2],
         f"{nil}f(A,A) :- tail(A,B), empty(B).\n"
         f"f(A,B) :- {walk}, tail(D,E), f(E,F), cons(C,F,B).\n"),
        ("lf-withnext", lambda r: [n for x in r for n in (x, x + 1)],
         f"{nil}f(A,B) :- {walk}, inc(C,E), f(D,F), cons(E,F,G), cons(C,G,B).\n"),
        ("lf-total", sum, "f(A,B) :- empty(A), zero(B).\n"
         f"f(A,B) :- {walk}, f(D,E), plus_of(C,E,B).\n"),
        ("lf-maximum", lambda r: max(r, default=0), "f(A,B) :- empty(A), zero(B).\n"
         f"f(A,B) :- {walk}, f(D,E), larger(C,E,B).\n"),
        ("lf-interleave", interleaved, "f(A,B,C) :- empty(A), empty(C).\n"
         "f(A,B,C) :- head(A,X), head(B,Y), tail(A,S), tail(B,T), f(S,T,U), cons(Y,U,V), "
         "cons(X,V,C).\n"),
    )  # fmt: skip
    made = []
    for name, value, theory in rows:
        labels: dict[str, bool] = {}
        for _ in range(160):
            inputs = [[chance.below(10) for _ in range(chance.below(6))]]
            inputs *= 1 if name != "lf-interleave" else 2
            if len(inputs) == 2:
                inputs[1] = [chance.below(10) for _ in inputs[0]]
            right, first = value(*inputs), inputs[0]
            wrongs: list[object] = [first, first[1:], first[::-1]]
            if isinstance(right, int):
                wrongs = [right + 1, len(first), *first]
            elif isinstance(right, list):
                wrongs += [right[1:], right[:-1], [*right, 3], right[::-1]]
            wrong = chance.choice(wrongs)
            for shown, true in ((wrong, wrong == right), (right, True)):
                labels[f"f({','.join(map(str, [*inputs, shown]))})".replace(" ", "")] = true
        out = "e" if name in ("lf-total", "lf-maximum") else "l"
        head = "f(+l,+l,-l)" if name == "lf-interleave" else f"f(+l,-{out})"
        modes = f"{head} {_LISTS} inc(+e,-e) mirrored(+e,-e) big(+e) small(+e)"
        if out == "e":
            modes += " zero(-e) plus_of(+e,+e,-e) larger(+e,+e,-e)"
        made.append(
            _drawn(
                name,
                chance,
                modes,
                [_TERMS],
                (),
                theory,
                each=(11, 50),
                options="enable_recursion. max_vars(9). max_body(8).",
                labels=labels.items(),
            )
        )
    return made


def absence(chance: Chance) -> list[Task]:
    """Return tasks whose theories need that something is absent, or holds for all."""
    cases = _names("x", 360)

    def marks(names: Iterable[str], *words: str, odds: int = 2) -> list[str]:
        return [f"{w}({n})." for n in names for w in words if chance.below(odds) == 0]

    def several(relation: str, pool: str, size: int, most: int) -> list[str]:
        return [
            f"{relation}({x},{pool}{i})."
            for x in cases
            for i in chance.shuffled(range(size))[: chance.below(most + 1)]
        ]

    kin = [f"parent({_some(chance, 360, 'x')},{x})." for x in cases for _ in range(2)]
    food = several("uses", "i", 24, 4) + marks(_names("i", 24), "meat", odds=5)
    food += marks(_names("i", 24), "spice", "cheap")
    course = several("needs", "c", 30, 3) + marks(_names("c", 30), "passed", "hard")
    clients = marks(cases, "member", "late", "owes", "urban", "adult")
    lines = [f"wire({_some(chance, 360, 'x')},{_some(chance, 360, 'x')})." for _ in range(260)]
    shop = [f"group(x{i},g{chance.below(60)})." for i in range(360)]
    shop += [f"sold(x{i},{chance.below(1000)})." for i in range(360)]
    visits = several("saw", "m", 30, 4) + marks(_names("m", 30), "modern", odds=2)
    visits += marks(cases, "tourist") + marks(_names("m", 30), "free", odds=3)
    rows = (
        ("neg-orphan", "f(x) parent(x,x) alive(x) adult(x)",
         [*sorted(set(kin)), *marks(cases, "alive", "adult")],
         "f(A) :- alive(A), \\+ (parent(B,A), alive(B)).\n"),
        ("neg-vegan", "f(x) uses(x,i) meat(i) spice(i) cheap(i) fried(x)",
         [*food, *marks(cases, "fried"), *(f"dish({x})." for x in cases)],
         "f(A) :- \\+ (uses(A,B), meat(B)).\n"),
        ("neg-ready", "f(x) needs(x,c) passed(c) hard(c) open(x)",
         [*course, *marks(cases, "open", odds=2)],
         "f(A) :- open(A), \\+ (needs(A,B), \\+ passed(B)).\n"),
        ("neg-discount", "f(x) member(x) late(x) owes(x) urban(x) adult(x)", clients,
         "f(A) :- member(A), \\+ late(A), \\+ owes(A).\n"),
        ("neg-loose", "f(x) wire(x,x) red(x) blue(x)", [*sorted(set(lines)),
         *marks(cases, "red", "blue")], "f(A) :- \\+ wire(A,B), \\+ wire(C,A).\n"),
        ("neg-bestseller", "f(+x) group(+x,-g) member_of(+g,-x) sold(+x,-n) more(+n,+n)",
         [*shop, "member_of(G,X) :- group(X,G).", "more(A,B) :- number(A), number(B), A > B."],
         "f(A) :- group(A,G), sold(A,N), \\+ (member_of(G,B), sold(B,M), more(M,N)).\n"),
        ("neg-onlymodern", "f(x) saw(x,m) modern(m) free(m) tourist(x)", visits,
         "f(A) :- saw(A,C), \\+ (saw(A,B), \\+ modern(B)).\n"),
    )  # fmt: skip
    return [
        _drawn(name, chance, modes, facts, cases, theory, each=(25, 60))
        for name, modes, facts, theory in rows
    ]


_COMPASS = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}
_SLANTS = {"ne": (1, 1), "nw": (-1, 1), "se": (1, -1), "sw": (-1, -1)}


def _map(side: int, steps: dict[str, tuple[int, int]]) -> list[str]:
    """Return how the fields of a square board are related."""
    return [
        f"{step}(s{x}_{y},s{x + dx}_{y + dy})."
        for x, y in product(range(side), repeat=2)
        for step, (dx, dy) in steps.items()
        if 0 <= x + dx < side and 0 <= y + dy < side
    ]


def grids(chance: Chance) -> list[Task]:
    """Return tasks about boards and cellular automata."""
    fields = [f"s{x}_{y}" for x, y in product(range(8), repeat=2)]
    cells = [f"s{x}_{y}" for x, y in product(range(20), repeat=2)]
    worlds = _names("w", 16)

    def content(*words: str) -> list[str]:
        return [f"{chance.choice(words)}({w},{s})." for w in worlds for s in fields]

    def once(*words: str) -> list[str]:
        return [f"{chance.choice(words)}({c})." for c in cells]

    boards = _pairs(chance, worlds, fields, 1024)
    moves = " ".join(f"{step}(s,s)" for step in (*_COMPASS, *_SLANTS))
    plane = _map(20, _COMPASS | _SLANTS)
    near = [f"near({fact.split('(')[1]}" for fact in plane]
    row = [f"next(r{j}_{i},r{j}_{i + 1})." for j in range(12) for i in range(30)]
    marked = [f"{chance.choice(['on', 'off'])}(r{j}_{i})." for j in range(12) for i in range(31)]
    inner = [f"r{j}_{i}" for j in range(12) for i in range(1, 30)]
    capture = "".join(
        f"f(W,A) :- mine(W,A), {s}(A,B), foe(W,B), {s}(B,C), free(W,C).\n" for s in _SLANTS
    )
    hole = "".join(f", {s}(A,{v}), wall({v})" for s, v in zip(_COMPASS, "BCDE", strict=True))
    three = "".join(
        f"f(W,A) :- x(W,A), {s}(A,B), x(W,B), {s}(B,C), x(W,C).\n" for s in ("east", "ne")
    )
    rows = (
        ("grid-capture", f"f(w,s) mine(w,s) foe(w,s) free(w,s) {moves}",
         [*_map(8, _COMPASS | _SLANTS), *content("mine", "foe", "free")], boards, capture),
        ("grid-fall", "f(w,s) block(w,s) free(w,s) stone(w,s) below(s,s) right(s,s)",
         [*content("block", "free", "stone", "free"),
          *_map(8, {"below": (0, -1), "right": (1, 0)})], boards,
         "f(W,A) :- stone(W,A).\nf(W,A) :- block(W,A), below(A,B), block(W,B).\n"
         "f(W,A) :- free(W,A), below(B,A), block(W,B).\n"),
        ("grid-three", f"f(w,s) x(w,s) o(w,s) {moves}",
         [*_map(8, _COMPASS | _SLANTS), *content("x", "o")], boards, three),
        ("grid-rule90", "f(c) next(c,c) on(c) off(c)", [*row, *marked], inner,
         "f(A) :- next(B,A), on(B), next(A,C), off(C).\n"
         "f(A) :- next(B,A), off(B), next(A,C), on(C).\n"),
        ("grid-court", "f(s) wall(s) floor(s) north(s,s) south(s,s) east(s,s) west(s,s)",
         [*_map(20, _COMPASS), *once("wall", "wall", "wall", "floor")], cells,
         f"f(A) :- floor(A){hole}.\n"),
        ("grid-seeds", "f(s) near(s,s) live(s) dead(s)", [*near, *once("live", "dead", "dead")],
         cells, "f(A) :- dead(A), aggregate_all(count,(near(A,B), live(B)),2).\n"),
        ("grid-crowd", "f(s) near(s,s) live(s) dead(s)", [*near, *once("live", "dead")], cells,
         "f(A) :- live(A), aggregate_all(count,(near(A,B), live(B)),N), N >= 4.\n"),
    )  # fmt: skip
    return [
        _drawn(
            name, chance, modes, facts, candidates, theory,
            each=(40, 80), options=f"max_vars(5). max_body({9 if name == 'grid-court' else 6}).",
        )
        for name, modes, facts, candidates, theory in rows
    ]  # fmt: skip


def scenes(chance: Chance) -> list[Task]:
    """Return tasks about pieces in a scene, most of them with noise."""
    colours, forms = ("red", "blue", "green", "white"), ("cube", "ball", "cone")
    words = " ".join(f"{w}(o)" for w in (*colours, *forms, "large", "little"))

    def piece(scene: str, i: int) -> list[str]:
        o = f"{scene}_{i}"
        size = chance.choice(("large", "little"))
        return [f"has({scene},{o}).", *(f"{w}({o})." for w in (chance.choice(colours),
                chance.choice(forms), size))]  # fmt: skip

    def scene(name: str) -> list[str]:
        many = 3 + chance.below(3)
        facts = [fact for i in range(many) for fact in piece(name, i)]
        places = ("on", "beside", "behind")
        facts += [f"{chance.choice(places)}({name}_{i},{name}_{i - 1})." for i in range(1, many)]
        facts += [
            f"other({name}_{i},{name}_{j})." for i, j in product(range(many), repeat=2) if i != j
        ]
        return facts

    names = _names("z", 500)
    facts = [fact for name in names for fact in scene(name)]
    modes = f"f(z) has(z,o) on(o,o) beside(o,o) behind(o,o) other(o,o) {words}"
    same = "".join(f"f(A) :- has(A,B), {c}(B), {f}(B), other(B,C), {c}(C), {f}(C).\n"
                   for c in colours for f in forms)  # fmt: skip
    rows = (
        ("scene-tower-noise15", "f(A) :- has(A,B), cube(B), on(C,B), little(C).\n", True),
        ("scene-behind-noise20",
         "f(A) :- has(A,B), red(B), other(B,C), large(C), ball(C).\n", True),
        ("scene-stack", "f(A) :- has(A,B), on(B,C), beside(C,D), large(D).\n", True),
        ("scene-untyped-noise10",
         "f(A) :- has(A,B), blue(B), beside(B,C), other(C,D), white(D).\n", False),
        ("scene-twins-noise5", same, True),
        ("scene-either-noise10", "f(A) :- has(A,B), green(B), cone(B).\n"
         "f(A) :- has(A,B), red(B), behind(B,C), little(C).\n", True),
        ("scene-threelarge-noise10",
         "f(A) :- aggregate_all(count,(has(A,B), large(B)),N), N >= 3.\n", True),
    )  # fmt: skip
    return [
        _drawn(name, chance, modes, facts, names, theory, each=(80, 70), typed=typed)
        for name, theory, typed in rows
    ]


def few(chance: Chance) -> list[Task]:
    """Return tasks with one to five positive examples."""
    people = _names("p", 90)
    kin = [f"parent(p{chance.below(max(1, i // 2))},p{i})." for i in range(6, 90)]
    kin += [f"parent(p{chance.below(max(1, i // 2))},p{i})." for i in range(30, 90)]
    kin += [f"{chance.choice(['male', 'female'])}({p})." for p in people]
    for a in range(0, 90, 2):
        kin += [f"married(p{a},p{a + 1}).", f"married(p{a + 1},p{a})."]
    kin = sorted(set(kin))
    relatives = "f(p,p) parent(p,p) married(p,p) male(p) female(p)"
    pairs = _pairs(chance, people, people, 8010)
    strings = _names("b", 160)
    beads = []
    for name in strings:
        many = 4 + chance.below(4)
        for i in range(many):
            bead = f"{name}_{i}"
            beads += [f"bead({name},{bead}).", f"{chance.choice(['red', 'blue', 'gold'])}({bead})."]
            beads += [f"after({name}_{i - 1},{bead})."] if i else []
    lessons = [
        f"{kind}(k{i},{kind[0]}{chance.below(5)})."
        for i in range(70)
        for kind in ("day", "room", "teacher")
    ]
    plan = "f(k,k) day(k,d) room(k,r) teacher(k,t) taught(t,k)"
    lessons += [f"taught({f.split(',')[1][:-2]},{f.split('(')[1].split(',')[0]})." for f in lessons
                if f.startswith("teacher")]  # fmt: skip

    def lists(value: Callable[[list[int]], list[int]]) -> list[Labelled]:
        labels: dict[str, bool] = {}
        for _ in range(120):
            row = [chance.below(10) for _ in range(4 + chance.below(3))]
            right = value(row)
            wrong = chance.choice([row, row[1:], row[::-1], right[::-1], [*right, row[0]], row[:2]])
            for shown in (wrong, right):
                labels[f"f({row},{shown})".replace(" ", "")] = shown == right
        return list(labels.items())

    rows = (
        ("few-motherinlaw", relatives, kin, pairs,
         "f(A,B) :- female(A), parent(A,C), married(C,B).\n", (4, 60), ()),
        ("few-grandson", relatives, kin, pairs,
         "f(A,B) :- male(A), parent(B,C), parent(C,A).\n", (4, 60), ()),
        ("few-necklace", "f(b) bead(b,a) after(a,a) red(a) blue(a) gold(a)", beads, strings,
         "f(A) :- bead(A,B), red(B), after(B,C), gold(C).\n", (5, 50), ()),
        ("few-clash", plan, lessons, _pairs(chance, _names("k", 70), _names("k", 70), 4830),
         "f(A,B) :- day(A,D), day(B,D), room(A,R), room(B,R).\n", (5, 80), ()),
        ("few-2shot-ends", f"f(+l,-l) {_LISTS} inc(+e,-e)", [_TERMS], (),
         "f(A,B) :- front(A,C), tail(C,B).\n", (2, 60), lists(lambda r: r[1:-1])),
        ("few-1shot-drop2", f"f(+l,-l) {_LISTS} inc(+e,-e)", [_TERMS], (),
         "f(A,B) :- tail(A,C), tail(C,B).\n", (1, 60), lists(lambda r: r[2:])),
        ("few-3shot-nextfirst", f"f(+l,-l) {_LISTS} inc(+e,-e)", [_TERMS], (),
         "f(A,B) :- head(A,H), inc(H,I), tail(A,T), cons(I,T,B).\n", (3, 60),
         lists(lambda r: [r[0] + 1, *r[1:]])),
    )  # fmt: skip
    return [
        _drawn(name, chance, modes, facts, candidates, theory, each=each, labels=labels)
        for name, modes, facts, candidates, theory, each, labels in rows
    ]


def large(chance: Chance) -> list[Task]:
    """Return tasks with tens of thousands of facts or thousands of examples."""
    phones = _names("h", 6000)
    calls = [f"calls({p},{_some(chance, 6000, 'h')})." for p in phones for _ in range(8)]
    calls += [f"mast({p},m{chance.below(5)})." for p in phones]
    calls += [
        f"{w}({p})."
        for p in phones
        for w in ("stolen", "foreign", "prepaid")
        if chance.below(3) == 0
    ]
    calls = sorted(set(calls))
    phone = "calls(h,h) mast(h,m) stolen(h) foreign(h) prepaid(h)"
    baskets = []
    for b in _names("b", 9000):
        baskets += [f"item({b},g{chance.below(40)})." for _ in range(2 + chance.below(4))]
        baskets += [f"card({b})."] if chance.below(2) else []
    baskets += [
        f"{w}(g{i})." for i in range(40) for w in ("wine", "cheese", "tool") if not chance.below(4)
    ]
    drives = []
    for d in _names("v", 8000):
        drives += [
            f"speed({d},{20 + chance.below(16000) / 100}).",
            f"load({d},{chance.below(900) / 10}).",
        ]
        drives += [f"{w}({d})." for w in ("wet", "dark", "bus") if chance.below(2)]
    chosen = _pairs(chance, phones[:300], phones, 4000)
    linked = [f[6:-2] for f in chance.shuffled([f for f in calls if f.startswith("calls(")])[:4000]]
    rows = (
        ("large-phones", f"f(h) {phone}", calls, phones[:1500],
         "f(A) :- mast(A,M), calls(A,B), mast(B,M), stolen(B), foreign(B).\n", (300, 300), ""),
        ("large-callers-noise10", f"f(h,h) {phone}", calls, [*chosen, *linked],
         "f(A,B) :- calls(A,B), mast(A,M), mast(B,M).\n", (400, 200), ""),
        ("large-baskets-noise10", "f(b) item(b,g) card(b) wine(g) cheese(g) tool(g)",
         sorted(set(baskets)), _names("b", 9000),
         "f(A) :- card(A), item(A,B), wine(B), item(A,C), cheese(C).\n", (1500, 500), ""),
        ("large-drives-noise10", "f(+v) speed(+v,-kmh) load(+v,-t) wet(+v) dark(+v) bus(+v)",
         drives, _names("v", 8000), "f(A) :- wet(A), speed(A,S), S >= 95.003.\n"
         "f(A) :- bus(A), load(A,L), L >= 70.03.\n", (1500, 500), "threshold(kmh). threshold(t)."),
    )  # fmt: skip
    return [
        _drawn(
            name, chance, modes, facts, candidates, theory,
            each=each, options=f"max_vars(5). max_body(5). {options}",
        )
        for name, modes, facts, candidates, theory, each, options in rows
    ]  # fmt: skip


#: The ten families.
BLIND: tuple[Callable[[Chance], list[Task]], ...] = (
    relational,
    knowledge,
    measured,
    recursive,
    functions,
    absence,
    grids,
    scenes,
    few,
    large,
)
