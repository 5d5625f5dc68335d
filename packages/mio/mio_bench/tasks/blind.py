"""Tasks of ten families, drawn by fixed seeds, that no one looked at while working on the learner.

Their theories and seeds were written before any of them was learned, and apart from the work on the
learner. Names that end in ``-noise10`` have ten per cent wrong training labels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    """Return tasks about students, orders, molecules and modules of programs."""
    college = random_world(chance, "s:420 c:40 t:30 h:12 took(s,c)~3 taught(t,c)*2 "
        "advises(t,s)*18 lives(s,h)*1 hard(c)?3 dorm(h)?2 busy(t)?5 evening(c)?3 "
        "tutor(s,s)+1 senior(s)?3")  # fmt: skip
    shop = random_world(chance, "o:420 p:60 b:14 u:160 line(o,p)~3 brand(p,b)*1 "
        "goes(p,p)*2 buyer(o,u)*1 recalled(b)?3 express(o)?2 gift(o)?3 bulky(p)?4 "
        "friend(u,u)~2 loyal(u)?3")  # fmt: skip
    chemistry = random_world(chance, "m:420 a:2500 atom(m,a)< single(a,a)^1 double(a,a)^4 "
        "carbon|nitrogen|oxygen|chlorine(a) charged(a)?6")  # fmt: skip
    code = random_world(chance, "m:420 d:40 k:12 imports(m,m)~3 owner(m,d)*1 "
        "package(m,k)*1 untested(m)?3 legacy(m)?4 junior(d)?3 core(k)?4 "
        "reviews(d,d)*2 left(d)?4")  # fmt: skip
    rows = (
        Row("rel-owncourse-noise10", college, "s",
             "f(S) :- took(S,C), taught(T,C), advises(T,S).\n", (70, 60)),
        Row("rel-dropout-noise15", college, "s",
             "f(S) :- took(S,C), hard(C), lives(S,H), dorm(H).\n"
             "f(S) :- advises(T,S), busy(T), senior(S).\n", (80, 70)),
        Row("rel-recall-noise10", shop, "o",
             "f(O) :- line(O,P), brand(P,B), recalled(B), express(O).\n", (70, 60)),
        Row("rel-bundle", shop, "o", "f(O) :- line(O,P), goes(P,Q), line(O,Q).\n", (30, 50)),
        Row("rel-toxic-noise15", chemistry, "m",
             "f(M) :- atom(M,A), nitrogen(A), single(A,B), oxygen(B).\n"
             "f(M) :- atom(M,A), double(A,B), chlorine(B), charged(B).\n", (80, 70)),
        Row("rel-fragile-noise10", code, "m",
             "f(M) :- imports(M,N), untested(N), owner(N,D), junior(D).\n", (70, 60), typed=False),
        Row("rel-orphaned", code, "m",
             "f(M) :- package(M,K), core(K), owner(M,D), reviews(D,E), left(E).\n", (25, 40)),
    )  # fmt: skip
    return tasks_of_rows(chance, rows)


def knowledge(chance: Chance) -> list[Task]:
    """Return tasks about pairs of entities of two knowledge graphs, with irrelevant relations."""
    film = random_world(chance, "p:150 f:120 g:14 t:36 r:9 l:10 stars(p,f)~2 "
        "directs(p,f)+1 genre(f,g)*1 sequel(f,f)+1 married(p,p)+1 born(p,t)*1 "
        "lives(p,t)*1 region(t,r)*1 speaks(r,l)*2 shot(f,t)*1 admires(p,p)*1 "
        "award(f)?5")  # fmt: skip
    nature = random_world(chance, "s:110 q:50 b:10 d:60 eats(s,s)~2 grazes(s,q)~2 "
        "grows(q,b)*2 hosts(s,d)*1 kills(d,q)*1 fears(s,s)*2 nests(s,q)*1 "
        "spreads(s,d)+1 near(b,b)*2 nocturnal(s)?3 rare(q)?3")  # fmt: skip
    rows = (
        Row("kg-playsin-noise10", film, "p,g", "f(A,B) :- stars(A,F), genre(F,B).\n"),
        Row("kg-local", film, "p,r", "f(A,B) :- directs(A,F), shot(F,T), region(T,B).\n",
             typed=False),
        Row("kg-met-noise10", film, "p,p",
             "f(A,B) :- stars(A,F), directs(B,F).\nf(A,B) :- married(A,C), admires(C,B).\n"),
        Row("kg-tongue-noise15", film, "p,l",
             "f(A,B) :- born(A,T), region(T,R), speaks(R,B).\n", (90, 90)),
        Row("kg-habitat-noise10", nature, "s,b",
             "f(A,B) :- grazes(A,P), grows(P,B).\nf(A,B) :- nests(A,P), rare(P), grows(P,B).\n"),
        Row("kg-hunter", nature, "s,s", "f(A,B) :- nocturnal(A), eats(A,C), eats(C,B).\n",
             typed=False),
        Row("kg-endangers", nature, "d,b",
             "f(A,B) :- kills(A,P), rare(P), grows(P,C), near(C,B).\n",
             (30, 40)),
    )  # fmt: skip
    return tasks_of_rows(chance, rows)


def measured(chance: Chance) -> list[Task]:
    """Return tasks of thresholds, intervals, sums and products, some of them with noise."""
    crate = random_world(chance, "x:420 wide(x,cm)#10:90 tall(x,cm)#10:90 "
        "weight(x,kg)#1:40 glass(x)?2 marked(x)?2")  # fmt: skip
    store = random_world(chance, "x:420 cost(x,eur)#5:60 price(x,eur)=cost:-4:16 "
        "stock(x,n)#0:100 fresh(x)?2 foreign(x)?2")  # fmt: skip
    house = random_world(chance, "h:300 r:1100 room(h,r)< warm(r,deg)#14:30 "
        "damp(r,pct)#20:90 floor(r,m2)#6:40 attic(r)?3 rented(h)?2")  # fmt: skip
    road = random_world(chance, "v:80 l:6 lane(v,l)*1 speed(v,kmh)#30:150 truck(v)?3 "
        "long(v,m)#3:18")  # fmt: skip
    work = random_world(chance, "x:420 morning(x,h)#0:7 evening(x,h)#0:7 "
        "age(x,years)#16:66 night(x)?2 trainee(x)?3")  # fmt: skip
    rows = (
        Row("num-area", crate, "+x", "f(A) :- wide(A,W), tall(A,T), prod(W,T,P), P >= 2300.03.\n",
             options="threshold(cm2).", more="prod(+cm,+cm,-cm2)"),
        Row("num-girth-noise10", crate, "+x",
             "f(A) :- glass(A), wide(A,W), tall(A,T), sum(W,T,S), S =< 95.003.\n", (70, 60),
             "threshold(cm). threshold(kg). threshold(girth).", "sum(+cm,+cm,-girth)"),
        Row("num-margin-noise10", store, "+x",
             "f(A) :- price(A,P), cost(A,C), diff(P,C,D), D =< 4.003.\n", (70, 70),
             "threshold(gain). threshold(n).", "diff(+eur,+eur,-gain)"),
        Row("num-comfort", house, "+h",
             "f(A) :- room(A,R), warm(R,T), T >= 19.003, T =< 23.003, damp(R,D), D =< 55.003.\n",
             (60, 60), "threshold(deg). threshold(pct). threshold(m2)."),
        Row("num-mould-noise15", house, "+h",
             "f(A) :- room(A,R), damp(R,D), D >= 84.003.\n"
             "f(A) :- rented(A), room(A,R), attic(R), warm(R,T), T =< 20.003.\n", (80, 60),
             "threshold(deg). threshold(pct). threshold(m2)."),
        Row("num-overtake", road, "+v,+v",
             "f(A,B) :- lane(A,L), lane(B,L), speed(A,S), speed(B,T), below(T,S), truck(B).\n",
             more="below(+kmh,+kmh)"),
        Row("num-overtime-noise5", work, "+x",
             "f(A) :- morning(A,M), evening(A,E), sum(M,E,S), S >= 8.003, age(A,Y), Y =< 30.003.\n"
             "f(A) :- night(A), evening(A,E), E >= 6.003.\n", (80, 60),
             "threshold(h). threshold(years). threshold(hours).", "sum(+h,+h,-hours)"),
    )  # fmt: skip
    return tasks_of_rows(chance, rows, "max_vars(8). max_body(8).")


def recursive(chance: Chance) -> list[Task]:
    """Return tasks about graphs, trees, numbers and lists that need a recursive clause."""
    water = random_world(chance, "n:45 river(n,n)*1 canal(n,n)*1 ferry(n,n)+1 open(n)?2")
    ring = random_world(chance, "n:40 step(n,n)*1 jump(n,n)*1 red(n)?2")
    kinds = random_world(chance, "k:90 p:14 has(k,p)+1 lost(k,p)+1 rare(k)?3 likes(k,k)*1")
    isa = [f"isa(k{i},k{chance.below(max(1, i // 2))})." for i in range(3, 90)]
    kinds = World(kinds.names, [*kinds.facts, *isa], f"{kinds.modes} isa(k,k)")

    def tree(depth: int) -> str:
        if depth == 0 or chance.below(5) == 0:
            return f"leaf({chance.below(3)})"
        return f"node({tree(depth - 1)},{tree(depth - 1)})"

    def flipped(text: str) -> str:
        if text.startswith("leaf"):
            return text
        deep, inner = 0, text[5:-1]
        for i, c in enumerate(inner):
            deep += (c == "(") - (c == ")")
            if c == "," and deep == 0:
                return f"node({flipped(inner[i + 1 :])},{flipped(inner[:i])})"
        raise AssertionError(text)

    def row(longest: int = 6) -> list[int]:
        return [chance.below(10) for _ in range(chance.below(longest + 1))]

    def stairs() -> list[int]:
        first, many = chance.below(12), 2 + chance.below(6)
        drawn = [first + i for i in range(many)]
        if chance.below(2):
            drawn[chance.below(many)] = chance.below(10)
        return drawn

    trees = [tree(2) for _ in range(220)]
    mirrors = [f"{t},{u}" for t in trees for u in (t, flipped(t), flipped(chance.choice(trees)))]
    rows = [row(6) for _ in range(200)]
    ends = [shown(r, s) for r in rows for s in (r[chance.below(len(r) + 1) :], r[:2], row(2))]
    sums = [
        f"{n},{n * (n + 1) // 2 + d}" for n in range(25) for d in (0, chance.choice((1, 2, n + 1)))
    ]
    lists = f"{LISTS} inc(+e,-e) big(+e) small(+e)"
    recursion = "enable_recursion. max_vars(6). max_body(6)."
    computed = (
        ("rec-suffix", f"f(+l,+l) {lists}", ends, "f(A,A) :- empty(A).\nf(A,A) :- head(A,B).\n"
         "f(A,B) :- tail(A,C), f(C,B).\n", (14, 60)),
        ("rec-stairs", f"f(+l) {lists}", [shown(stairs()) for _ in range(600)],
         "f(A) :- tail(A,B), empty(B).\n"
         "f(A) :- head(A,X), tail(A,B), head(B,Y), inc(X,Y), f(B).\n", (14, 40)),
        ("rec-powers", "f(+e) zero(+e) one(+e) dec(+e,-e) half(+e,-e) odd(+e) even(+e)",
         [*(str(2**i) for i in range(19)), *(str(chance.below(300)) for _ in range(60))],
         "f(A) :- one(A).\nf(A) :- half(A,B), f(B).\n", (7, 12)),
        ("rec-sumto", "f(+e,+e) zero(+e) one(+e) dec(+e,-e) inc(+e,-e) plus_of(+e,+e,-e) "
         "twice(+e,-e)",
         sums, "f(A,B) :- zero(A), zero(B).\nf(A,B) :- dec(A,C), f(C,D), plus_of(A,D,B).\n",
         (8, 20)),
        ("rec-mirrortrees", "f(+tree,+tree) leaf(+tree,-e) left(+tree,-tree) right(+tree,-tree) "
         "zero(+e) odd(+e)", mirrors, "f(A,B) :- leaf(A,X), leaf(B,X).\n"
         "f(A,B) :- left(A,C), right(B,D), f(C,D), right(A,E), left(B,F), f(E,F).\n", (14, 50)),
    )  # fmt: skip
    terms = [TERMS, "leaf(leaf(X),X).", "left(node(L,_),L).", "right(node(_,R),R)."]
    made = [
        drawn(name, chance, modes, terms, candidates, theory, each=each, options=recursion)
        for name, modes, candidates, theory, each in computed
    ]
    graphs = (
        Row("rec-downriver", water, "n,n", "f(A,B) :- river(A,B).\n"
             "f(A,B) :- canal(A,C), open(C), f(C,B).\n", (30, 70)),
        Row("rec-twojumps", ring, "n,n", "f(A,B) :- step(A,B).\n"
             "f(A,B) :- jump(A,C), jump(C,D), f(D,B).\n", (30, 60)),
        Row("rec-inherits", kinds, "k,p", "f(A,B) :- has(A,B).\nf(A,B) :- isa(A,C), f(C,B).\n",
             (30, 70)),
    )  # fmt: skip
    return made + tasks_of_rows(chance, graphs, recursion)


def functions(chance: Chance) -> list[Task]:
    """Return tasks of functions on lists, with thirteen or more background predicates."""
    nil, walk = "f(A,A) :- empty(A).\n", "head(A,C), tail(A,D)"
    maps = "inc(+e,-e) twice(+e,-e) capped(+e,-e) big(+e) small(+e)"
    ends = f"{maps} zero(-e) plus_of(+e,+e,-e) lesser(+e,+e,-e)"
    one, two, fold, each = "f(+l,-l)", "f(+l,+l,-l)", "f(+l,-e)", (11, 50)
    rows = (
        ("lf-twice", one, maps, lambda r: [2 * n for n in r],
         f"{nil}f(A,B) :- {walk}, twice(C,E), f(D,F), cons(E,F,B).\n", each),
        ("lf-raise", one, maps, lambda r: [n + 1 if n < 5 else n for n in r],
         f"{nil}f(A,B) :- {walk}, small(C), inc(C,E), f(D,F), cons(E,F,B).\n"
         f"f(A,B) :- {walk}, big(C), f(D,F), cons(C,F,B).\n", each),
        ("lf-dropbig-twice", one, maps, lambda r: [2 * n for n in r if n < 5],
         f"{nil}f(A,B) :- {walk}, big(C), f(D,B).\n"
         f"f(A,B) :- {walk}, small(C), twice(C,E), f(D,F), cons(E,F,B).\n", each),
        ("lf-countodd", fold, ends, lambda r: sum(n % 2 for n in r),
         f"f(A,B) :- empty(A), zero(B).\nf(A,B) :- {walk}, even(C), f(D,B).\n"
         f"f(A,B) :- {walk}, odd(C), f(D,E), inc(E,B).\n", each),
        ("lf-sumcapped", fold, ends, lambda r: sum(min(n, 5) for n in r),
         "f(A,B) :- empty(A), zero(B).\n"
         f"f(A,B) :- {walk}, capped(C,F), f(D,E), plus_of(F,E,B).\n", each),
        ("lf-pairsums", two, ends, lambda r, s: [a + b for a, b in zip(r, s, strict=True)],
         "f(A,B,C) :- empty(A), empty(C).\nf(A,B,C) :- head(A,X), head(B,Y), tail(A,S), tail(B,T), "
         "f(S,T,U), plus_of(X,Y,V), cons(V,U,C).\n", each),
        ("lf-zerobetween", one, ends, lambda r: [m for n in r for m in (n, 0)],
         f"{nil}f(A,B) :- {walk}, f(D,E), zero(F), cons(F,E,G), cons(C,G,B).\n", each),
    )  # fmt: skip
    made = tasks_of_functions(chance, rows, "enable_recursion. max_vars(9). max_body(8).")
    short = (
        ("lf-swapfirst", one, maps, lambda r: [r[1], r[0], *r[2:]],
         "f(A,B) :- head(A,C), tail(A,D), head(D,E), tail(D,F), cons(C,F,G), cons(E,G,B).\n", each),
    )  # fmt: skip
    return made + tasks_of_functions(chance, short, "max_vars(9). max_body(8).", shortest=2)


def absence(chance: Chance) -> list[Task]:
    """Return tasks whose theories need that something is absent, or holds for all."""
    site = random_world(chance, "x:360 y:120 link(x,y)+2 rated(y)?2 spam(y)?3 fresh(x)?2 "
        "paid(x)?2")  # fmt: skip
    goods = random_world(chance, "x:360 s:60 supplies(s,x)*10 certified(s)?2 cheap(s)?3 "
        "local(x)?2")  # fmt: skip
    town = random_world(chance, "x:360 c:90 owns(x,c)+2 new(c)?2 student(x)?3 "
        "resident(x)?2 old(x)?4")  # fmt: skip
    clan = random_world(chance, "x:360 sibling(x,x)&1 older(x,x)*1 male(x)?2 twin(x)?5")
    clan = World(
        clan.names,
        [*(f for f in clan.facts if not f.startswith("older")),
         *(f"older({a},{b})." for a, b in (f[8:-2].split(",") for f in clan.facts
                                          if f.startswith("sibling")) if int(a[1:]) < int(b[1:]))],
        clan.modes,
    )  # fmt: skip
    pets = random_world(chance, "x:420 p:760 keeps(x,p)< other(p,p)> cat|dog|fish(p) "
        "quiet(p)?2 flat(x)?2")  # fmt: skip
    park = random_world(chance, "x:300 near(x,x)*2 toxic(x)?5 indoor(x)?2 tall(x)?3")
    each = (30, 60)
    rows = (
        Row("neg-clean", site, "x", "f(A) :- paid(A), \\+ (link(A,B), spam(B)).\n", each),
        Row("neg-trusted", goods, "x",
             "f(A) :- supplies(B,A), \\+ (supplies(C,A), \\+ certified(C)).\n", (20, 40)),
        Row("neg-exempt", town, "x",
             "f(A) :- resident(A), \\+ student(A), \\+ (owns(A,B), new(B)).\n", (25, 45)),
        Row("neg-eldest", clan, "x",
             "f(A) :- male(A), \\+ (sibling(A,B), older(B,A)).\n", each),
        Row("neg-onlypet", pets, "x",
             "f(A) :- keeps(A,B), dog(B), \\+ (keeps(A,C), other(B,C)).\n",
             (24, 36)),
        Row("neg-safe-noise10", park, "x", "f(A) :- indoor(A), \\+ (near(A,B), toxic(B)).\n",
             (60, 50)),
    )  # fmt: skip
    return tasks_of_rows(chance, rows)


_COMPASS = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}
_ROUND = {f"d{i}": (dx, dy) for i, (dx, dy) in enumerate(product((-1, 0, 1), repeat=2)) if dx or dy}
_KNIGHT = {f"d{i}": (dx, dy) for i, (dx, dy) in enumerate(product((-2, -1, 1, 2), repeat=2))
           if abs(dx) != abs(dy)}  # fmt: skip


def _map(side: int, steps: Mapping[str, tuple[int, int]], name: str = "") -> list[str]:
    """Return how the fields of a square board are related, by one relation if it has a name."""
    return [
        f"{name or step}(s{x}_{y},s{x + dx}_{y + dy})."
        for x, y in product(range(side), repeat=2)
        for step, (dx, dy) in steps.items()
        if 0 <= x + dx < side and 0 <= y + dy < side
    ]


def grids(chance: Chance) -> list[Task]:
    """Return tasks about boards and cellular automata."""

    def fields(side: int) -> list[str]:
        return [f"s{x}_{y}" for x, y in product(range(side), repeat=2)]

    worlds, cells = [f"w{i}" for i in range(16)], fields(20)

    def boards(step: Sequence[str], modes: str, *words: str) -> World:
        facts = [f"{chance.choice(words)}({w},{s})." for w in worlds for s in fields(8)]
        content = " ".join(f"{word}(w,s)" for word in dict.fromkeys(words))
        return World({"w": worlds, "s": fields(8)}, [*step, *facts], f"{content} {modes}")

    def plane(step: Sequence[str], modes: str, *words: str) -> World:
        facts = [f"{chance.choice(words)}({s})." for s in cells]
        content = " ".join(f"{word}(s)" for word in dict.fromkeys(words))
        return World({"s": cells}, [*step, *facts], f"{content} {modes}")

    ways = " ".join(f"{step}(s,s)" for step in _COMPASS)
    compass, around = _map(8, _COMPASS), _map(20, _ROUND, "near")
    jumps = boards(_map(8, _KNIGHT, "leap"), "leap(s,s)", "free", "free", "king", "queen", "pawn")
    pins = boards(compass, ways, "king", "rook", "man")
    slides = boards(compass, ways, "mine", "free", "free", "wall")
    maze = plane(_map(20, _COMPASS), ways, "wall", "floor", "floor")
    life = plane(around, "near(s,s)", "live", "dead", "dead")
    row = [f"next(c{j}_{i},c{j}_{i + 1})." for j in range(12) for i in range(30)]
    row += [f"{chance.choice(['on', 'off'])}(c{j}_{i})." for j in range(12) for i in range(31)]
    inner = [f"c{j}_{i}" for j in range(12) for i in range(1, 30)]
    tape = World({"c": inner}, row, "next(c,c) on(c) off(c)")
    opposite = (("west", "east"), ("east", "west"), ("north", "south"), ("south", "north"))
    beside = [(a, b) for a in ("north", "south") for b in ("east", "west")]
    each = (40, 70)
    rows = (
        Row("grid-fork", jumps, "w,s",
             "f(W,A) :- free(W,A), leap(A,B), king(W,B), leap(A,C), queen(W,C).\n", each),
        Row("grid-pinned", pins, "w,s", "".join(
            f"f(W,A) :- man(W,A), {a}(A,B), king(W,B), {b}(A,C), rook(W,C).\n"
            for a, b in opposite), each),
        Row("grid-slide-noise5", slides, "w,s", "".join(
            f"f(W,A) :- mine(W,A), {a}(A,B), free(W,B), {a}(B,C), free(W,C).\n"
            for a in ("east", "west")), each),
        Row("grid-nook", maze, "s", "".join(
            f"f(A) :- floor(A), {a}(A,B), wall(B), {b}(A,C), wall(C).\n" for a, b in beside), each),
        Row("grid-rule30", tape, "c",
             "f(A) :- next(B,A), on(B), off(A), next(A,C), off(C).\n"
             "f(A) :- next(B,A), off(B), on(A).\nf(A) :- next(B,A), off(B), next(A,C), on(C).\n",
             each),
        Row("grid-pair", life, "s",
             "f(A) :- live(A), aggregate_all(count,(near(A,B), live(B)),1).\n", (12, 18)),
        Row("grid-fewdead", life, "s",
             "f(A) :- aggregate_all(count,(near(A,B), dead(B)),N), N =< 4.\n", each),
    )  # fmt: skip
    return tasks_of_rows(chance, rows)


def scenes(chance: Chance) -> list[Task]:
    """Return tasks about pieces in a scene, most of them with noise."""
    table = random_world(chance, "z:420 o:1900 q:5 has(z,o)< on(o,o)^2 touch(o,o)^2 "
        "left(o,o)^2 other(o,o)> slab|pillar|ball(o) wood|metal|glass(o) heavy(o)?3 "
        "colour(o,q)*1")  # fmt: skip
    rows = (
        Row("scene-arch-noise15", table, "z",
             "f(A) :- has(A,B), slab(B), on(B,C), pillar(C).\n", (80, 60)),
        Row("scene-tip-noise10", table, "z",
             "f(A) :- has(A,B), on(B,C), on(C,D), glass(D).\n", (60, 50), typed=False),
        Row("scene-match-noise10", table, "z",
             "f(A) :- has(A,B), touch(B,C), colour(B,D), colour(C,D).\n", (70, 60)),
        Row("scene-allsame", table, "z",
             "f(A) :- has(A,B), \\+ (has(A,C), glass(C)).\n", (30, 50)),
        Row("scene-twometal-noise10", table, "z",
             "f(A) :- aggregate_all(count,(has(A,B), metal(B)),2).\n", (70, 50)),
        Row("scene-either-noise20", table, "z",
             "f(A) :- has(A,B), ball(B), heavy(B), left(B,C).\n"
             "f(A) :- has(A,B), glass(B), touch(B,C), pillar(C).\n", (90, 80)),
        Row("scene-row", table, "z",
             "f(A) :- has(A,B), wood(B), left(B,C), left(C,D), ball(D).\n", (20, 40)),
    )  # fmt: skip
    return tasks_of_rows(chance, rows)


def few(chance: Chance) -> list[Task]:
    """Return tasks with one to five positive examples."""
    kin = random_world(chance, "p:90 married(p,p)&1 parent(p,p)*1 male|female(p)")
    couples = {p: f"p{i ^ 1}" for i, p in enumerate(kin.names["p"])}
    kin = World(
        kin.names,
        [*(f for f in kin.facts if f.startswith(("male", "female"))),
         *(f"married({p},{q})." for p, q in couples.items()),
         *(f"parent({q},p{i})." for i in range(10, 90)
           for p in [f"p{chance.below(i // 2)}"] for q in (p, couples[p]))],
        kin.modes,
    )  # fmt: skip
    train = random_world(chance, "t:130 c:560 car(t,c)< behind(c,c)^1 open|closed(c) "
        "short|long(c) empty(c)?3")  # fmt: skip
    plan = random_world(chance, "k:90 r:8 h:7 t:9 place(k,r)*1 hour(k,h)*1 teacher(k,t)*1 "
        "then(h,h)*1 exam(k)?3")  # fmt: skip
    rows = (
        Row("few-brotherinlaw", kin, "p,p",
             "f(A,B) :- male(A), parent(C,A), parent(C,D), married(D,B).\n", (4, 60)),
        Row("few-stepfather", kin, "p,p",
             "f(A,B) :- male(A), married(A,C), parent(C,B).\n", (4, 60)),
        Row("few-openload", train, "t",
             "f(A) :- car(A,B), open(B), behind(B,C), empty(C).\n", (5, 40)),
        Row("few-stay", plan, "k,k",
             "f(A,B) :- place(A,R), place(B,R), hour(A,H), then(H,I), hour(B,I).\n", (5, 70)),
    )  # fmt: skip
    one, inc = "f(+l,-l)", "inc(+e,-e)"
    short = (
        ("few-1shot-third", "f(+l,-e)", inc, lambda r: r[2],
         "f(A,B) :- tail(A,C), tail(C,D), head(D,B).\n", (1, 60)),
        ("few-2shot-duplicate", one, inc, lambda r: [r[0], *r],
         "f(A,B) :- head(A,C), cons(C,A,B).\n", (2, 60)),
        ("few-3shot-raiselast", one, inc, lambda r: [*r[:-1], r[-1] + 1],
         "f(A,B) :- last(A,C), front(A,D), inc(C,E), snoc(D,E,B).\n", (3, 60)),
    )  # fmt: skip
    options = "max_vars(6). max_body(6)."
    return tasks_of_rows(chance, rows) + tasks_of_functions(chance, short, options, shortest=4)


def large(chance: Chance) -> list[Task]:
    """Return tasks with tens of thousands of facts or thousands of examples."""
    papers = random_world(chance, "p:7000 j:40 a:2500 cites(p,p)*5 venue(p,j)*1 "
        "wrote(a,p)*4 retracted(p)?18 open(j)?2")  # fmt: skip
    forum = random_world(chance, "u:2500 m:12000 t:300 wrote(u,m)*6 reply(m,m)*1 "
        "tag(m,t)*2 banned(t)?7 staff(u)?9 old(u)?2")  # fmt: skip
    plant = random_world(chance, "x:6000 flow(x,lps)#0:80 heat(x,deg)#10:120 "
        "noise(x,db)#20:100 old(x)?2 backup(x)?3 spare(x)?2")  # fmt: skip
    city = random_world(chance, "p:3000 t:20 w:400 home(p,t)*1 job(p,w)*1 knows(p,p)*12 "
        "site(w,t)*1 bank(w)?4 car(p)?2")  # fmt: skip
    rows = (
        Row("large-tainted-noise10", papers, "p",
             "f(A) :- cites(A,B), retracted(B), venue(B,C), open(C).\n", (400, 400)),
        Row("large-flamed", forum, "u",
             "f(A) :- wrote(A,B), reply(B,C), tag(C,D), banned(D), old(A).\n", (300, 300)),
        Row("large-alarm-noise10", plant, "+x",
             "f(A) :- old(A), heat(A,H), H >= 82.003.\n"
             "f(A) :- backup(A), flow(A,F), F =< 20.003, noise(A,N), N >= 60.003.\n",
             (1200, 400), "threshold(lps). threshold(deg). threshold(db)."),
        Row("large-commuter-noise10", city, "p",
             "f(A) :- job(A,B), bank(B), site(B,C), home(A,D), knows(A,E), home(E,C).\n",
             (250, 150)),
    )  # fmt: skip
    return tasks_of_rows(chance, rows)


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
