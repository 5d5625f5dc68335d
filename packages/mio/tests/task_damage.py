"""Task folders with damaged files, drawn at random, and whether something can be learned from them.

Each folder is a sound task with one to three damages. Those of ``HARMLESS`` leave everything that
the theory needs, so it has to be learned; one of ``FATAL`` leaves nothing to learn from.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

Files = dict[str, bytes]
#: Changes the files of a folder.
Damage = Callable[[Files, random.Random], None]

_FAMILY = """parent(ann,bob). parent(bob,dan). parent(ann,cid). parent(cid,eve). parent(gus,cid).
parent(dan,fay). parent(eve,hal).
female(ann). female(eve). female(fay).
"""
_GRANDPARENT = """pos(gp(ann,dan)). pos(gp(ann,eve)). pos(gp(gus,eve)). pos(gp(bob,fay)).
neg(gp(ann,bob)). neg(gp(bob,dan)). neg(gp(ann,fay)). neg(gp(dan,ann)). neg(gp(eve,eve)).
"""
_TYPED = """head_pred(gp,2). body_pred(parent,2). body_pred(female,1).
type(gp,(person,person)). type(parent,(person,person)). type(female,(person,)).
direction(gp,(in,in)). direction(parent,(in,out)). direction(female,(in,)).
"""
_MODES = """:- modeh(1, gp(+person,+person)).
:- modeb(*, parent(+person,-person)).
:- modeb(1, female(+person)).
:- determination(gp/2, parent/2).
:- determination(gp/2, female/1).
"""
_SHIP = """density(oak,0.75). density(pine,0.52). density(iron,7.87). density(cork,0.24).
density(ice,0.92). density(ebony,1.18). density(lead,11.34). density(wax,0.96).
hollow(iron). hollow(glass). density(glass,2.52).
"""
_FLOATS = """pos(gp(oak)). pos(gp(pine)). pos(gp(cork)). pos(gp(ice)). pos(gp(wax)).
pos(gp(iron)). pos(gp(glass)).
neg(gp(ebony)). neg(gp(lead)).
"""
_MEASURED = """head_pred(gp,1). body_pred(density,2). body_pred(hollow,1).
type(gp,(stuff,)). type(density,(stuff,ratio)). type(hollow,(stuff,)).
"""
_WAYS = """edge(a,b). edge(b,c). edge(c,d). edge(d,e). edge(x,y). edge(y,z).
"""
_REACHED = """pos(gp(a,b)). pos(gp(a,c)). pos(gp(a,e)). pos(gp(b,d)). pos(gp(x,z)).
neg(gp(b,a)). neg(gp(a,x)). neg(gp(x,e)). neg(gp(d,c)). neg(gp(a,a)).
"""
_COMPUTED = """third(N) :- N mod 3 =:= 0.
even(N) :- N mod 2 =:= 0.
"""
_NUMBERS = """pos(gp(3)). pos(gp(6)). pos(gp(9)). pos(gp(12)). neg(gp(2)). neg(gp(4)). neg(gp(7)).
"""


def _texts(background: str, examples: str, bias: str) -> Files:
    named = {"bk.pl": background, "exs.pl": examples, "bias.pl": bias}
    return {name: text.encode() for name, text in named.items()}


#: Sound tasks, all about ``gp``.
TASKS = (
    _texts(_FAMILY, _GRANDPARENT, _TYPED),
    _texts(_FAMILY, _GRANDPARENT, "head_pred(gp,2). body_pred(parent,2). body_pred(female,1).\n"),
    _texts(_FAMILY, _GRANDPARENT, _MODES),
    _texts(_SHIP, _FLOATS, _MEASURED),
    _texts(_WAYS, _REACHED, "enable_recursion. head_pred(gp,2). body_pred(edge,2).\n"),
    _texts(_COMPUTED, _NUMBERS, "head_pred(gp,1). body_pred(third,1). body_pred(even,1).\n"),
)

#: Definitions of ``bad/2``, which the bias then declares.
_CLAUSES = (
    "bad(X, Y).",
    "bad(X, _).",
    "bad(X, Y) :- bad(X, Y).",
    "bad(X, Y) :- worse(X, Y). worse(X, Y) :- bad(Y, X).",
    "bad(X, Y) :- nobody(X, Y).",
    "bad(X, Y) :- Y is X + 1.",
    "bad(X, Y) :- Y is 1 / 0.",
    "bad(X, Y) :- Y is 2 ** 1000000.",
    "bad(X, Y) :- Y is foo.",
    "bad(X, Y) :- atom_length(X, Y).",
    "bad(X, s(Y)) :- bad(X, Y). bad(X, z).",
    "bad(X, Y) :- bad(X, s(Y)).",
    "bad(X, Y) :- Y = f(_).",
    "bad(X, Y) :- Y = f(Y).",
    "bad(X, Y) :- X = [Y|X].",
    "bad(X, Y) :- between(1, inf, Y).",
    "bad(X, Y) :- between(1, 100000000, Y), Y < 0.",
    "bad(X, Y) :- between(X, Y, 3).",
    "bad(X, Y) :- append(Y, Z, W).",
    "bad(X, Y) :- findall(A, between(1, inf, A), Y).",
    "bad(X, Y) :- forall(bad(X, Y), bad(Y, X)).",
    "bad(X, Y) :- call(Z, X).",
    "bad(X, Y) :- X.",
    "bad(X, Y) :- 3(X).",
    "bad(X, Y) :- \\+ bad(X, Y).",
    "bad(X, Y) :- !, fail ; ! -> true ; X > Z.",
    "bad(X, Y) :- assertz(bad(X, Y)), write(Y), halt.",
    "bad(X Y).",
    "bad('open, X).",
    'bad(a, "text"). bad("text", "").',
    "bad(a, 1.5e400). bad(a, -0.0). bad(a, 1.0Inf).",
    f"bad(a, {'9' * 5000}).",
    f"bad(a, {'s(' * 3000}z{')' * 3000}).",
    f"bad(a, [{','.join(map(str, range(3000)))}]).",
    f"bad(a, {'(' * 3000}z{')' * 3000}).",
    f"bad(a, {'- ' * 3000}1).",
    "bad(a, 0'a). bad(a, 0' ). bad(a, 0x1F). bad(a, 0b2). bad(a, 1_000).",
    "bad('it''s', '\\x41\\'). bad('', 'two words').",
    "bad(X, Y) :- X ==> Y.",
    ":- op(700, xfx, ==>). bad(X, Y) :- X ==> Y.",
    ":- op(9999, nothing, [a, b]). bad(a, b).",
    ":- table bad/2. bad(X, Y) :- bad(Y, X).",
    ":- use_module(library(lists)). :- incremental(bad/2). bad(a, a).",
    ":- bad(",
    "bad --> [x], bad.",
    "bad(X, Y) :- { X = Y }.",
    "X :- bad(X, X).",
    "3. [a]. 'quoted'. f. \"text\".",
    "bad. bad(a). bad(a, b, c).",
    "mod:bad(a, b). mod:bad(X, Y) :- other:thing(X, Y).",
)
_BIAS_LINES = (
    "type(bad,(person,)).",
    "type(bad,person).",
    "type(bad,[person,person]).",
    "direction(bad,(in,sideways)).",
    "direction(bad,(out,out)).",
    "direction(bad,(in,out)). direction(bad,(out,in)).",
    "body_pred(nowhere,3).",
    "body_pred(bad,1000).",
    "body_pred(bad,-1).",
    "body_pred(bad,two).",
    "body_pred(bad,1.5).",
    "body_pred(X,Y).",
    "body_pred(bad).",
    'body_pred("bad",2).',
    "max_body(many). max_vars(-3). max_clauses(0).",
    "max_clauses(2). max_vars(4). enable_pi. allow_singletons. non_datalog.",
    "unknown_setting(7). unknown_setting.",
    "threshold(nothing). threshold.",
    "type(X,Y). direction(X,Y).",
    "body_pred(P,A) :- missing(P,A).",
    "body_pred(P,2) :- P = bad.",
    ":- clause(C), #count{V : clause_var(C,V)} > 4.",
    "#show body_literal/4.",
    "{ a ; b } 1 :- c.",
    "constant(c1). body_pred(c1,1). const(c, 3, 0..7).",
    "body_pred(bad,2",
    "body_pred(bad,2) body_pred(bad,2).",
)
_MODE_LINES = (
    ":- modeb(*, bad(+person,-person)).",
    ":- modeb(many, bad(+person,-person)).",
    ":- modeb(0, bad(+person,-person)).",
    ":- modeb(*, bad(person)).",
    ":- modeb(*, bad(+f(person),#g)).",
    ":- modeb(*, nowhere(+person)). :- determination(gp/2, nowhere/1).",
    ":- set(noise, lots). :- set(i, -1). :- set(unheard, of).",
    ":- set(clauselength). :- set.",
    ":- mode(*, bad(+person)).",
    ":- modeb(*, 3).",
    ":- modeb.",
)
_EXAMPLE_LINES = (
    "pos(gp(X,X)). pos(gp(X)).",
    "neg(gp).",
    "neg(gp(a,b,c,d)).",
    "pos(other(ann,dan)).",
    "pos(gp(both,both)). neg(gp(both,both)). pos(gp(both)). neg(gp(both)).",
    "foo(bar).",
    "pos gp(ann,dan).",
    ":- pos(gp(ann,dan)).",
    "pos(3). pos. pos(gp(a), gp(b)).",
    "\0\1.",
    "pos('gp'",
    "% nothing",
    "# a comment of some published files",
    "pos(gp(ann,dan)) :- true.",
)


def _line(name: str, lines: tuple[str, ...]) -> Damage:
    def damage(files: Files, chance: random.Random) -> None:
        files[name] += f"\n{chance.choice(lines)}\n".encode()

    return damage


def _bad_predicate(files: Files, chance: random.Random) -> None:
    """Define ``bad/2`` somewhere in the background, and declare it."""
    lines = files["bk.pl"].split(b"\n")
    lines.insert(chance.randrange(len(lines)), chance.choice(_CLAUSES).encode())
    files["bk.pl"] = b"\n".join(lines)
    if b"modeh" in files["bias.pl"]:
        declared = ":- modeb(*, bad(+person,-person)). :- determination(gp/2, bad/2)."
    else:
        declared = "body_pred(bad,2). " + chance.choice(
            ("", "type(bad,(person,person)). direction(bad,(in,out)).", "direction(bad,(in,in)).")
        )
    files["bias.pl"] += f"\n{declared}\n".encode()


def _bad_bias(files: Files, chance: random.Random) -> None:
    lines = _MODE_LINES if b"modeh" in files["bias.pl"] else _BIAS_LINES
    files["bias.pl"] += f"\n{chance.choice(lines)}\n".encode()


def _other_encoding(files: Files, chance: random.Random) -> None:
    """Write one file in another encoding, or with letters outside of ASCII."""
    name = chance.choice(("bk.pl", "exs.pl", "bias.pl"))
    text = files[name].decode()
    comment = "% für alle\n"
    encoded: tuple[bytes, ...] = (
        (comment + text).encode("latin-1"),
        (comment + text).encode("utf-16"),
        (comment + text).encode("utf-8-sig"),
        text.replace("\n", "\r\n").encode(),
        text.replace("\n", "\r").encode(),
        f"{text}% \ud800".encode(errors="surrogatepass"),
    )
    files[name] = chance.choice(encoded)


def _spoiled_tests(files: Files, chance: random.Random) -> None:
    """Add test examples that cannot be read, or none."""
    files["exs_test.pl"] = chance.choice((b"", b"\xff\xfe\0", b"pos(gp(", b"pos(other(a)).", b"%"))


HARMLESS: tuple[Damage, ...] = (
    _bad_predicate,
    _bad_predicate,
    _bad_predicate,
    _bad_bias,
    _bad_bias,
    _line("exs.pl", _EXAMPLE_LINES),
    _spoiled_tests,
    _other_encoding,
)


def _missing(files: Files, chance: random.Random) -> None:
    del files[chance.choice(("bk.pl", "exs.pl", "bias.pl"))]


def _emptied(files: Files, chance: random.Random) -> None:
    name = chance.choice(("bk.pl", "exs.pl", "bias.pl"))
    files[name] = chance.choice((b"", b"\n\n", b"% nothing here", b"/* not closed", b"\0" * 100))


def _binary(files: Files, chance: random.Random) -> None:
    files[chance.choice(("bk.pl", "exs.pl", "bias.pl"))] = chance.randbytes(500)


def _no_target(files: Files, chance: random.Random) -> None:
    """Examples or bias of another target."""
    if chance.random() < 0.5:
        files["exs.pl"] = files["exs.pl"].replace(b"gp(", b"other(")
    else:
        files["bias.pl"] = b"body_pred(parent,2).\n"


def _no_positives(files: Files, chance: random.Random) -> None:
    files["exs.pl"] = files["exs.pl"].replace(b"pos(", b"neg(")


def _unknown_body(files: Files, chance: random.Random) -> None:
    """Declare only predicates that do not exist."""
    files["bias.pl"] = b"head_pred(gp,2). head_pred(gp,1). body_pred(none,1). body_pred(nil,2).\n"


FATAL: tuple[Damage, ...] = (
    _missing,
    _emptied,
    _binary,
    _no_target,
    _no_positives,
    _unknown_body,
)


@dataclass(frozen=True)
class DamagedFolder:
    """The files of a damaged folder, and whether its theory can be learned."""

    files: Files
    learnable: bool

    def write(self, folder: Path) -> None:
        """Write the files."""
        for name, contents in self.files.items():
            (folder / name).write_bytes(contents)


def damaged(number: int) -> DamagedFolder:
    """Return a damaged folder; equal numbers give equal folders."""
    chance = random.Random(number)
    files = dict(chance.choice(TASKS))
    fatal = chance.random() < 0.25
    damages = chance.sample(HARMLESS, 1 if fatal else chance.randint(1, 3))
    for damage in sorted(damages, key=HARMLESS.index):  # another encoding comes last
        damage(files, chance)
    if fatal:
        chance.choice(FATAL)(files, chance)
    return DamagedFolder(files, not fatal)
