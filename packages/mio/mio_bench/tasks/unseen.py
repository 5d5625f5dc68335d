"""Sixty tasks, six of each of ten families, fixed before any learner ran on them.

They are a second set beside ``blind``, with other theories, for a comparison after the learner was
changed with the results of the first one at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from mio import Chance
from mio_bench.tasks.task import Task, drawn
from mio_bench.tasks.worlds import (
    LISTS,
    TERMS,
    Row,
    World,
    random_world,
    shown,
    tasks_of_functions,
    tasks_of_rows,
)


def relational(chance: Chance) -> list[Task]:
    """Return tasks about patients, lorries, molecules and reviews."""
    clinic = random_world(chance, "p:420 d:30 w:12 m:50 takes(p,m)~3 seen(p,d)*1 ward(d,w)*1 "
        "clash(m,m)*3 strong(m)?3 intensive(w)?3 refers(d,d)*1 allergic(p,m)*2 "
        "smoker(p)?3")  # fmt: skip
    lorries = random_world(chance, "t:900 c:60 k:30 s:160 stop(t,c)~3 tunnel(c,c)*3 "
        "carries(t,k)*1 toxic(k)?2 driver(t,s)*1 mate(s,s)*1 trained(s)?2 port(c)?3")  # fmt: skip
    molecules = random_world(chance, "m:520 a:3100 atom(m,a)< bond(a,a)^1 bridge(a,a)^3 "
        "sulphur|oxygen|carbon|iron(a) charged(a)?4")  # fmt: skip
    reviews = random_world(chance, "r:700 e:14 m:30 opened(r,e)*1 reviewed(r,e)*2 mentors(e,e)*2 "
        "leads(e,m)+1 touches(r,m)*2 core(m)?3 new(e)?3 urgent(r)?3")  # fmt: skip
    rows = (
        Row("rel-allergy-noise10", clinic, "p",
            "f(P) :- takes(P,M), clash(M,N), allergic(P,N).\n", (60, 60)),
        Row("rel-transfer-noise15", clinic, "p",
            "f(P) :- seen(P,D), refers(D,E), ward(E,W), intensive(W).\n"
            "f(P) :- takes(P,M), strong(M), smoker(P).\n", (80, 80)),
        Row("rel-detour", lorries, "t",
            "f(T) :- stop(T,A), tunnel(A,B), stop(T,B), carries(T,K), toxic(K).\n", (30, 60)),
        Row("rel-crew", lorries, "t",
            "f(T) :- driver(T,S), mate(S,U), trained(U), stop(T,C), port(C).\n", (30, 60),
            typed=False),
        Row("rel-chain-noise20", molecules, "m",
            "f(M) :- atom(M,A), oxygen(A), bond(A,B), bond(B,C), sulphur(C).\n", (80, 60)),
        Row("rel-merge", reviews, "r",
            "f(R) :- opened(R,A), mentors(B,A), reviewed(R,B), touches(R,M), core(M).\n",
            (30, 60)),
    )  # fmt: skip
    return tasks_of_rows(chance, rows)


def knowledge(chance: Chance) -> list[Task]:
    """Return tasks about pairs of entities of two knowledge graphs, with irrelevant relations."""
    football = random_world(chance, "p:150 c:40 l:10 t:36 n:9 plays(p,c)~2 league(c,l)*1 "
        "based(c,t)*1 country(t,n)*1 born(p,t)*1 coached(p,p)*1 rival(c,c)*1 captain(p,c)+1 "
        "agent(p,p)*1 twinned(t,t)+1 relegated(c)?4")  # fmt: skip
    genes = random_world(chance, "g:200 q:150 d:100 w:20 binds(g,g)~2 causes(g,d)*2 "
        "targets(q,g)*2 part(g,w)*1 similar(d,d)*1 linked(d,w)*1 blocks(q,g)*1 precedes(w,w)*1 "
        "essential(g)?3 toxic(q)?3")  # fmt: skip
    rows = (
        Row("kg-faces-noise10", football, "p,p",
            "f(A,B) :- plays(A,C), rival(C,D), plays(B,D).\n"),
        Row("kg-homecoming-noise10", football, "p,c",
            "f(A,B) :- born(A,T), based(B,T).\nf(A,B) :- coached(A,C), captain(C,B).\n"),
        Row("kg-abroad", football, "p,p", "f(A,B) :- born(A,S), country(S,N), plays(B,C), "
            "based(C,T), country(T,N).\n", (40, 80)),
        Row("kg-repurpose-noise15", genes, "q,d",
            "f(A,B) :- targets(A,G), binds(G,H), causes(H,B).\n", (80, 80)),
        Row("kg-interact", genes, "q,q",
            "f(A,B) :- toxic(A), targets(A,G), targets(B,G).\n", typed=False),
        Row("kg-pathway", genes, "d,w",
            "f(A,B) :- causes(G,A), essential(G), part(G,B).\n"
            "f(A,B) :- similar(A,C), linked(C,B).\n"),
    )  # fmt: skip
    return tasks_of_rows(chance, rows)


def measured(chance: Chance) -> list[Task]:
    """Return tasks of numbers that are compared with each other or with thresholds."""
    clinic = random_world(chance, "x:600 dose(x,mg)#20:400 weight(x,kg)#10:90 pulse(x,bpm)#50:120 "
        "child(x)?2 fasting(x)?2")  # fmt: skip
    buses = random_world(chance, "x:90 r:6 route(x,r)*1 left(x,h)#0:12 came(x,h)=left:1:8 "
        "night(x)?3 full(x)?2")  # fmt: skip
    sensors = random_world(chance, "x:420 low(x,v)#0:50 high(x,v)#40:100 now(x,v)#0:100 "
        "wired(x)?2 checked(x)?2")  # fmt: skip
    plant = random_world(chance, "x:420 next(x,x)*1 flow(x,lps)#0:80 heat(x,deg)#10:120 "
        "pump(x)?2 rusty(x)?2")  # fmt: skip
    budget = random_world(chance, "x:500 income(x,eur)#10:90 rent(x,eur)#5:50 food(x,eur)#5:40 "
        "pension(x)?2 tenant(x)?2")  # fmt: skip
    staff = random_world(chance, "x:520 manager(x,x)*1 age(x,years)#20:65 pay(x,keur)#20:90 "
        "remote(x)?2")  # fmt: skip
    rows = (
        Row("num-dose-noise10", clinic, "+x",
            "f(A) :- child(A), dose(A,D), weight(A,W), quot(D,W,Q), Q >= 4.0003.\n", (60, 60),
            "threshold(mg). threshold(kg). threshold(ratio).", "quot(+mg,+kg,-ratio)"),
        Row("num-delayed", buses, "+x,+x",
            "f(A,B) :- route(A,R), route(B,R), left(A,S), left(B,T), below(S,T), came(A,P), "
            "came(B,Q), below(Q,P).\n", (50, 60), more="below(+h,+h)"),
        Row("num-inrange-noise5", sensors, "+x",
            "f(A) :- low(A,L), now(A,R), below(L,R), high(A,H), below(R,H).\n", (60, 70),
            more="below(+v,+v)"),
        Row("num-pump", plant, "+x",
            "f(A) :- next(A,B), pump(B), heat(B,T), T >= 60.003.\n", (40, 60),
            "threshold(deg). threshold(lps)."),
        Row("num-balance", budget, "+x", "f(A) :- tenant(A), rent(A,R), food(A,F), sum(R,F,S), "
            "income(A,I), below(I,S).\n", (40, 60), more="sum(+eur,+eur,-eur) below(+eur,+eur)"),
        Row("num-agegap-noise15", staff, "+x",
            "f(A) :- manager(A,B), age(A,X), age(B,Y), diff(X,Y,D), D >= 8.003.\n", (70, 60),
            "threshold(years). threshold(gap).", "diff(+years,+years,-gap)"),
    )  # fmt: skip
    return tasks_of_rows(chance, rows, "max_vars(8). max_body(8).")


def recursive(chance: Chance) -> list[Task]:
    """Return tasks about graphs, trees, numbers and lists that need a recursive clause."""
    supply = random_world(chance, "n:400 feeds(n,n)*2 near(n,n)*1 source(n)?12 weak(n)?2 old(n)?2")
    city = random_world(chance, "n:60 bus(n,n)*1 tram(n,n)*1 walk(n,n)+1 ferry(n,n)+1 hub(n)?2")

    def tree(depth: int) -> str:
        if not depth or not chance.below(5):
            return f"leaf({chance.below(4)})"
        return f"node({tree(depth - 1)},{tree(depth - 1)})"

    def row(shortest: int, longest: int) -> list[int]:
        many = shortest + chance.below(longest - shortest + 1)
        return [chance.below(10) for _ in range(many)]

    places, thinned = [], []
    for _ in range(200):
        numbers = row(3, 7)
        place = chance.below(len(numbers))
        places += [shown(numbers, place, numbers[place])]
        places += [shown(numbers, place, chance.choice(numbers))]
        kept = [n for n in numbers if chance.below(2)]
        changed = chance.choice((chance.shuffled(kept), kept[::-1], row(1, 4)))
        thinned += [shown(kept, numbers), shown(changed, numbers)]
    walk = "left(+tree,-tree) right(+tree,-tree)"
    trees = [tree(5) for _ in range(250)]
    computed = (
        ("rec-nth", f"f(+l,+e,-e) {LISTS} zero(+e) dec(+e,-e) inc(+e,-e)", places,
         "f(A,B,C) :- zero(B), head(A,C).\nf(A,B,C) :- dec(B,D), tail(A,E), f(E,D,C).\n",
         (14, 60)),
        ("rec-subsequence", f"f(+l,+l) {LISTS} inc(+e,-e) big(+e) small(+e)", thinned,
         "f(A,B) :- empty(A).\nf(A,B) :- head(A,C), head(B,C), tail(A,D), tail(B,E), f(D,E).\n"
         "f(A,B) :- tail(B,C), f(A,C).\n", (20, 60)),
        ("rec-leftdepth", f"f(+tree,-e) leaf(+tree,-e) {walk} zero(-e) inc(+e,-e) dec(+e,-e) "
         "odd(+e)", [shown(t, n) for t in trees for n in range(5)],
         "f(A,B) :- leaf(A,C), zero(B).\nf(A,B) :- left(A,C), f(C,D), inc(D,B).\n", (14, 60)),
        ("rec-multiple", "f(+e,+e) zero(+e) one(+e) inc(+e,-e) dec(+e,-e) minus(+e,+e,-e) "
         "plus_of(+e,+e,-e) even(+e) odd(+e)",
         [shown(a * b + c, b) for a in range(12) for b in range(2, 12) for c in (0, a % b)],
         "f(A,B) :- zero(A).\nf(A,B) :- minus(A,B,C), f(C,B).\n", (14, 60)),
    )  # fmt: skip
    terms = [TERMS, "leaf(leaf(X),X).", "left(node(L,_),L).", "right(node(_,R),R).",
             "minus(A,B,C) :- number(A), number(B), A >= B, B > 0, C is A - B."]  # fmt: skip
    recursion = "enable_recursion. max_vars(6). max_body(6)."
    made = [
        drawn(name, chance, modes, terms, candidates, theory, each=each, options=recursion)
        for name, modes, candidates, theory, each in computed
    ]
    graphs = (
        Row("rec-tainted-noise5", supply, "n",
            "f(A) :- source(A).\nf(A) :- feeds(B,A), f(B), weak(A).\n", (40, 60)),
        Row("rec-commute", city, "n,n",
            "f(A,B) :- walk(A,B).\nf(A,B) :- bus(A,C), tram(C,D), f(D,B).\n", (30, 60)),
    )  # fmt: skip
    return made + tasks_of_rows(chance, graphs, recursion)


def functions(chance: Chance) -> list[Task]:
    """Return tasks of functions on lists, with thirteen or more background predicates."""
    nil, walk, each = "f(A,A) :- empty(A).\n", "head(A,C), tail(A,D)", (12, 60)
    maps = "inc(+e,-e) dec(+e,-e) twice(+e,-e) big(+e) small(+e) zero(-e) plus_of(+e,+e,-e)"
    one, two = "f(+l,-l)", "f(+l,+l,-l)"

    def after_small(row: Sequence[int]) -> Sequence[int]:
        while row and row[0] < 5:
            row = row[1:]
        return row

    rows = (
        ("lf-dropsmall", one, maps, after_small,
         f"{nil}f(A,A) :- head(A,B), big(B).\nf(A,B) :- {walk}, small(C), f(D,B).\n", each),
        ("lf-oddzero", one, maps, lambda r: [0 if n % 2 else n for n in r],
         f"{nil}f(A,B) :- {walk}, odd(C), zero(E), f(D,F), cons(E,F,B).\n"
         f"f(A,B) :- {walk}, even(C), f(D,F), cons(C,F,B).\n", each),
        ("lf-addeach", "f(+l,+e,-l)", maps, lambda r, n: [m + n for m in r],
         "f(A,B,A) :- empty(A).\nf(A,B,C) :- head(A,D), tail(A,E), plus_of(D,B,F), f(E,B,G), "
         "cons(F,G,C).\n", each),
        ("lf-firsteven", "f(+l,-e)", maps,
         lambda r: next((i for i, n in enumerate(r) if n % 2 == 0), None),
         f"f(A,B) :- head(A,C), even(C), zero(B).\nf(A,B) :- {walk}, odd(C), f(D,E), inc(E,B).\n",
         each),
    )  # fmt: skip
    recursion = "enable_recursion. max_vars(9). max_body(8)."
    made = tasks_of_functions(chance, rows, recursion)
    append = ("lf-append", two, maps, lambda r, s: [*r, *s],
              "f(A,B,B) :- empty(A).\nf(A,B,C) :- head(A,D), tail(A,E), f(E,B,F), cons(D,F,C).\n",
              each)  # fmt: skip
    rotate = ("lf-rotatetwo", one, maps, lambda r: [*r[2:], *r[:2]],
              "f(A,B) :- head(A,C), tail(A,D), snoc(D,C,E), head(E,F), tail(E,G), snoc(G,F,B).\n",
              each)  # fmt: skip
    made += tasks_of_functions(chance, (append,), recursion, shortest=1)
    return made + tasks_of_functions(chance, (rotate,), "max_vars(9). max_body(8).", shortest=2)


def absence(chance: Chance) -> list[Task]:
    """Return tasks whose theories need that something is absent, or holds for all."""
    forum = random_world(chance, "x:360 q:500 d:120 asked(x,q)*2 answered(q,d)+1 hard(q)?2 "
        "closed(q)?3 expert(d)?3")  # fmt: skip
    school = random_world(chance, "x:420 c:30 takes(x,c)*2 enrolled(x)?2 hard(c)?3 evening(c)?3")
    passed = [fact.replace("takes", "passed") for fact in school.facts
              if fact.startswith("takes") and chance.below(4)]  # fmt: skip
    school = World(school.names, [*school.facts, *passed], f"{school.modes} passed(x,c)")
    library = random_world(chance, "x:420 b:200 holds(x,b)+2 overdue(b)?3 member(x)?2 staff(x)?7 "
        "child(x)?3")  # fmt: skip
    contacts = random_world(chance, "x:420 met(x,x)+2 ill(x)?4 open(x)?2 old(x)?3")
    region = random_world(chance, "x:360 s:12 c:60 needs(x,s)*1 near(x,c)*2 offers(c,s)*4 "
        "private(c)?3 rural(x)?2")  # fmt: skip
    harbour = random_world(chance, "x:420 b:900 owns(x,b)< other(b,b)> sail|motor|rowing(b) "
        "leased(b)?3 club(x)?2")  # fmt: skip
    each = (30, 60)
    rows = (
        Row("neg-unanswered", forum, "x",
            "f(A) :- asked(A,B), hard(B), \\+ answered(B,C).\n", each),
        Row("neg-allpassed", school, "x",
            "f(A) :- enrolled(A), \\+ (takes(A,B), \\+ passed(A,B)).\n", each),
        Row("neg-lending-noise10", library, "x",
            "f(A) :- member(A), \\+ (holds(A,B), overdue(B)).\nf(A) :- staff(A).\n", (70, 70)),
        Row("neg-quarantine-noise5", contacts, "x",
            "f(A) :- open(A), \\+ (met(A,B), met(B,C), ill(C)).\n", (60, 60)),
        Row("neg-uncovered", region, "x",
            "f(A) :- needs(A,B), \\+ (near(A,C), offers(C,B)).\n", each),
        Row("neg-solesail", harbour, "x",
            "f(A) :- owns(A,B), sail(B), \\+ (owns(A,C), other(B,C), sail(C)).\n", each),
    )  # fmt: skip
    return tasks_of_rows(chance, rows)


def grids(chance: Chance) -> list[Task]:
    """Return tasks about boards and cellular automata."""

    def board(side: int, boards: int, steps: dict[str, str], words: str) -> World:
        """Return boards of one word for each field, or one board if ``boards`` is 0.

        ``steps`` has the relations of fields, and their differences such as ``0+1 1+0``.
        """
        fields, facts = [f"s{x}_{y}" for x, y in product(range(side), repeat=2)], []
        for step, ways in steps.items():
            for x, y, way in product(range(side), range(side), ways.split()):
                right, up = x + int(way[:-2]), y + int(way[-2:])
                if 0 <= right < side and 0 <= up < side:
                    facts.append(f"{step}(s{x}_{y},s{right}_{up}).")
        worlds, place = [f"w{i}" for i in range(boards)], "w,s" if boards else "s"
        for one in [f"{w}," for w in worlds] or [""]:
            facts += [f"{chance.choice(words.split())}({one}{s})." for s in fields]
        modes = [*(f"{step}(s,s)" for step in steps), *(f"{w}({place})" for w in {*words.split()})]
        return World({"w": worlds, "s": fields}, facts, " ".join(sorted(modes)))

    leaps = " ".join(f"{x}{y:+}" for x, y in product((-2, -1, 1, 2), repeat=2) if x * x != y * y)
    slant = {"ne": "1+1", "nw": "-1+1", "se": "1-1", "sw": "-1-1"}
    ways = {"north": "0+1", "south": "0-1", "east": "1+0", "west": "-1+0"}
    draughts = board(8, 40, slant, "man foe free")
    chess = board(8, 40, {"leap": leaps, **slant}, "free free free free king knight pawn")
    rooms = board(30, 0, ways, "wall floor floor")
    stones = board(30, 0, {"adj": " ".join(ways.values())}, "black white free")
    row = [f"next(c{j}_{i},c{j}_{i + 1})." for j in range(12) for i in range(30)]
    row += [f"{chance.choice(('on', 'off'))}(c{j}_{i})." for j in range(12) for i in range(31)]
    inner = [f"c{j}_{i}" for j in range(12) for i in range(1, 30)]
    tape = World({"c": inner}, row, "next(c,c) on(c) off(c)")
    rows = (
        Row("grid-jump", draughts, "w,s", "".join(
            f"f(W,A) :- man(W,A), {a}(A,B), foe(W,B), {a}(B,C), free(W,C).\n"
            for a in ("ne", "nw")), (40, 60)),
        Row("grid-check", chess, "w,s",
            "f(W,A) :- king(W,A), leap(A,B), knight(W,B).\n" + "".join(
            f"f(W,A) :- king(W,A), {a}(A,B), pawn(W,B).\n" for a in ("ne", "nw")), (40, 60)),
        Row("grid-queue-noise10", rooms, "s",
            "f(A) :- floor(A), east(A,B), floor(B), east(B,C), wall(C).\n", (60, 60)),
        Row("grid-traffic-noise5", tape, "c", "f(A) :- on(A), next(A,B), on(B).\n"
            "f(A) :- off(A), next(B,A), on(B).\n", (50, 70)),
        Row("grid-rule22", tape, "c", "".join(
            f"f(A) :- {b}(A), next(B,A), {a}(B), next(A,C), {c}(C).\n" for a, b, c in
            (("on", "off", "off"), ("off", "on", "off"), ("off", "off", "on"))), (50, 70)),
        Row("grid-atari", stones, "s",
            "f(A) :- black(A), aggregate_all(count,(adj(A,B), free(B)),1).\n", (40, 60)),
    )  # fmt: skip
    return tasks_of_rows(chance, rows)


def scenes(chance: Chance) -> list[Task]:
    """Return tasks about the things on a table, half of them with noise."""
    table = random_world(chance, "z:520 o:2350 q:6 in(z,o)< above(o,o)^2 beside(o,o)^1 "
        "faces(o,o)^2 cup|plate|jug(o) blue|white(o) cracked(o)?2 full(o)?2 "
        "pattern(o,q)*1")  # fmt: skip
    rows = (
        Row("scene-spill-noise15", table, "z",
            "f(A) :- in(A,B), cracked(B), above(B,C), beside(C,D), cup(D).\n", (80, 60)),
        Row("scene-mutual", table, "z",
            "f(A) :- in(A,B), faces(B,C), faces(C,B).\n", (30, 60), typed=False),
        Row("scene-tray-noise10", table, "z",
            "f(A) :- in(A,B), beside(B,C), above(C,D), jug(D), white(D).\n", (80, 60)),
        Row("scene-pattern-noise20", table, "z",
            "f(A) :- in(A,B), above(B,C), pattern(B,P), pattern(C,P).\n"
            "f(A) :- in(A,B), jug(B), full(B), cracked(B).\n", (90, 80)),
        Row("scene-spare", table, "z",
            "f(A) :- in(A,B), jug(B), \\+ full(B), \\+ cracked(B).\n", (40, 60)),
        Row("scene-round", table, "z",
            "f(A) :- in(A,B), above(B,C), beside(C,D), faces(D,B).\n", (30, 60)),
    )  # fmt: skip
    return tasks_of_rows(chance, rows)


def few(chance: Chance) -> list[Task]:
    """Return tasks with one to five positive examples."""
    office = random_world(chance, "p:90 t:4 r:20 boss(p,p)~1 desk(p,r)*1 assists(p,p)*1 "
        "team(p,t)*1 senior(p)?3 quiet(r)?2")  # fmt: skip
    rail = random_world(chance, "s:90 l:9 line(s,l)*2 next(s,s)*1 hub(s)?15 old(s)?3 night(l)?3")
    rows = (
        Row("few-crew", office, "p,p",
            "f(A,B) :- boss(A,C), boss(B,C), team(A,T), team(B,T).\n", (4, 60)),
        Row("few-aide", office, "p,p",
            "f(A,B) :- boss(A,C), boss(C,D), assists(B,D).\n", (4, 60)),
        Row("few-change", rail, "s,s",
            "f(A,B) :- line(A,L), line(C,L), hub(C), line(C,M), line(B,M).\n", (5, 60)),
    )  # fmt: skip
    more = "inc(+e,-e) twice(+e,-e) plus_of(+e,+e,-e)"
    short = (
        ("few-1shot-penultimate", "f(+l,-e)", more, lambda r: r[-2],
         "f(A,B) :- front(A,C), last(C,B).\n", (1, 60)),
        ("few-2shot-middle", "f(+l,-l)", more, lambda r: r[1:-1],
         "f(A,B) :- tail(A,C), front(C,B).\n", (2, 60)),
        ("few-3shot-endsum", "f(+l,-e)", more, lambda r: r[0] + r[-1],
         "f(A,B) :- head(A,C), last(A,D), plus_of(C,D,B).\n", (3, 60)),
    )  # fmt: skip
    options = "max_vars(6). max_body(6)."
    return tasks_of_rows(chance, rows) + tasks_of_functions(chance, short, options, shortest=4)


def large(chance: Chance) -> list[Task]:
    """Return tasks with tens of thousands of facts or thousands of examples."""
    network = random_world(chance, "u:8000 l:30 follows(u,u)*4 speaks(u,l)*1 mutes(u,u)*1 bot(u)?9 "
        "star(u)?6")  # fmt: skip
    bank = random_world(chance, "a:6000 b:60 pays(a,a)*4 bank(a,b)*1 offshore(b)?4 fresh(a)?5 "
        "flagged(a)?9 owner(a,a)*1")  # fmt: skip
    centre = random_world(chance, "x:5000 r:300 rack(x,r)*1 load(x,pct)#0:100 heat(x,deg)#10:90 "
        "old(x)?3 crowded(r)?3 spare(x)?2")  # fmt: skip
    alloys = random_world(chance, "m:3000 a:18000 atom(m,a)< bond(a,a)^1 bridge(a,a)^4 "
        "carbon|sulphur|gold|oxygen(a) charged(a)?2")  # fmt: skip
    papers = random_world(chance, "q:1500 p:6000 j:40 wrote(q,p)*4 venue(p,j)*1 cites(p,p)*3 "
        "prize(p)?8 open(j)?2")  # fmt: skip
    posts = random_world(chance, "u:7000 m:14000 t:200 posted(u,m)*2 tag(m,t)*1 hot(t)?3 "
        "image(m)?3 old(u)?2")  # fmt: skip
    rows = (
        Row("large-echo-noise10", network, "u",
            "f(A) :- follows(A,B), bot(B), follows(B,C), star(C).\n", (400, 100)),
        Row("large-offshore", bank, "a",
            "f(A) :- pays(A,B), fresh(B), pays(B,C), bank(C,D), offshore(D).\n", (300, 100)),
        Row("large-cluster-noise10", centre, "+x",
            "f(A) :- old(A), load(A,L), L >= 70.003.\n"
            "f(A) :- rack(A,R), crowded(R), heat(A,H), H >= 65.003.\n", (1000, 100),
            "threshold(pct). threshold(deg)."),
        Row("large-alloy-noise15", alloys, "m",
            "f(M) :- atom(M,A), gold(A), bond(A,B), sulphur(B), charged(B).\n", (350, 100)),
        Row("large-honours-noise5", papers, "q,j",
            "f(A,B) :- wrote(A,P), cites(P,Q), prize(Q), venue(Q,B).\n", (400, 100)),
        Row("large-trending", posts, "u",
            "f(A) :- posted(A,B), image(B), tag(B,C), hot(C).\n", (1200, 100)),
    )  # fmt: skip
    return tasks_of_rows(chance, rows)


#: The ten families.
UNSEEN: tuple[Callable[[Chance], list[Task]], ...] = (
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
