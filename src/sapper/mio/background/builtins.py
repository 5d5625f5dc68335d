"""Built-in predicates of Prolog: arithmetic, tests, and a library written in Prolog."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from functools import cmp_to_key
from typing import Any

from sapper.errors import InputError
from sapper.mio.language.program import Program, Signature
from sapper.mio.language.reader import read
from sapper.mio.language.terms import NIL, Struct, Term, items, listed, same, signature
from sapper.mio.language.unify import Ref, UnboundError, resolved, undo, unify, walk


def is_number(term: Term) -> bool:
    """Return whether a term is a number."""
    return isinstance(term, int | float) and not isinstance(term, bool)


_LARGEST = 100_000  #: maximum number of bits of an integer that arithmetic makes
_LONGEST = 10_000  #: maximum number of variables that ``length/2`` or ``functor/3`` makes


def _multiplied(a: Any, b: Any) -> Any:
    if isinstance(a, int) and isinstance(b, int):
        _check_bits(a.bit_length() + b.bit_length())
    return a * b


def _power(a: Any, b: Any) -> Any:
    if isinstance(a, int) and isinstance(b, int):
        _check_bits(a.bit_length() * b if abs(a) > 1 else 0)
    return a**b


def _check_bits(bits: int) -> None:
    if bits > _LARGEST:
        raise InputError(f"arithmetic: a number of more than {_LARGEST:,} bits")


def _variables(name: str, number: int) -> list[Term]:
    """Return new variables. A call counts as a single step, so it cannot make arbitrarily many."""
    if number > _LONGEST:
        raise InputError(f"{name}: more than {_LONGEST:,} new variables")
    return [Ref() for _ in range(number)]


def _divided(a: Any, b: Any) -> Any:
    return a // b if isinstance(a, int) and isinstance(b, int) and a % b == 0 else a / b


def _remainder(a: Any, b: Any) -> Any:
    return a - b * _truncated(a, b)


def _truncated(a: Any, b: Any) -> Any:
    whole = abs(a) // abs(b)
    return whole if (a < 0) == (b < 0) else -whole


_TWO: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": _multiplied,
    "/": _divided,
    "//": _truncated,
    "div": operator.floordiv,
    "mod": operator.mod,
    "rem": _remainder,
    "min": min,
    "max": max,
    "**": _power,
    "^": _power,
}
#: The comparisons of two numbers, or of two columns of them.
COMPARED: dict[str, Callable[[Any, Any], Any]] = {"=<": operator.le, ">=": operator.ge}
_ONE: dict[str, Callable[[Any], Any]] = {
    "-": operator.neg,
    "+": operator.pos,
    "abs": abs,
    "sqrt": math.sqrt,
    "log": math.log,
    "exp": math.exp,
    "float": float,
    "truncate": math.trunc,
    "integer": round,
    "round": round,
    "floor": math.floor,
    "ceiling": math.ceil,
    "sign": lambda a: (a > 0) - (a < 0),
}
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=:=": operator.eq,
    "=\\=": operator.ne,
    "<": operator.lt,
    "=<": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _real(value: Any) -> Any:
    """Return a value that has a text form. Raises ``InputError`` for any other."""
    if isinstance(value, complex) or (isinstance(value, float) and not math.isfinite(value)):
        raise InputError("arithmetic: the value is undefined or infinite")
    return value


def evaluated(term: Term) -> Any:
    """Return the value of an expression.

    Raises ``UnboundError`` for a variable and ``InputError`` for anything else without a value.
    """
    term = walk(term)
    if isinstance(term, int | float):
        return term
    if isinstance(term, Ref):
        raise UnboundError("arithmetic needs bound variables")
    if isinstance(term, Struct):
        try:
            if len(term.args) == 2 and term.name in _TWO:
                return _real(_TWO[term.name](evaluated(term.args[0]), evaluated(term.args[1])))
            if len(term.args) == 1 and term.name in _ONE:
                return _real(_ONE[term.name](evaluated(term.args[0])))
        except (ZeroDivisionError, ValueError, OverflowError, TypeError) as error:
            raise InputError(f"arithmetic: {error}") from None
        raise InputError(f"arithmetic: unknown function {term.name}/{len(term.args)}")
    raise InputError(f"arithmetic: expected a number, found {str(term)[:40]!r}")


def _rank(term: Term) -> int:
    if isinstance(term, Ref):
        return 0
    if isinstance(term, int | float):
        return 1
    return 3 if isinstance(term, Struct) else 2


def compared(one: Term, other: Term) -> int:
    """Compare two terms by the standard order: variables, numbers, atoms, compound terms.

    Returns -1, 0 or 1.
    """
    one, other = walk(one), walk(other)
    if one is other:
        return 0
    kinds = _rank(one), _rank(other)
    if kinds[0] != kinds[1]:
        return -1 if kinds[0] < kinds[1] else 1
    if isinstance(one, Struct) and isinstance(other, Struct):
        mine, its = (len(one.args), one.name), (len(other.args), other.name)
        if mine != its:
            return -1 if mine < its else 1
        parts = (compared(a, b) for a, b in zip(one.args, other.args, strict=True))
        return next((part for part in parts if part), 0)
    a: Any = one if kinds[0] == 1 else id(one) if kinds[0] == 0 else str(one)
    b: Any = other if kinds[0] == 1 else id(other) if kinds[0] == 0 else str(other)
    if a == b:
        return (isinstance(a, int) > isinstance(b, int)) - (isinstance(a, int) < isinstance(b, int))
    return -1 if a < b else 1


in_order = cmp_to_key(compared)
"""A sort key for the standard order."""


Test = Callable[[tuple[Term, ...], list[Ref]], bool]


def _compares(name: str) -> Test:
    compare = COMPARE[name]
    return lambda args, trail: compare(evaluated(args[0]), evaluated(args[1]))


def _is(args: tuple[Term, ...], trail: list[Ref]) -> bool:
    return unify(args[0], evaluated(args[1]), trail)


def _equals(args: tuple[Term, ...], trail: list[Ref]) -> bool:
    """``#=`` with at most one unknown side; finite domains are not supported beyond that."""
    one, other = walk(args[0]), walk(args[1])
    if isinstance(one, Ref):
        return unify(one, evaluated(other), trail)
    if isinstance(other, Ref):
        return unify(other, evaluated(one), trail)
    return bool(evaluated(one) == evaluated(other))


def _differs(args: tuple[Term, ...], trail: list[Ref]) -> bool:
    mark = len(trail)
    equal = unify(args[0], args[1], trail)
    undo(trail, mark)
    return not equal


def _length(args: tuple[Term, ...], trail: list[Ref]) -> bool:
    found, rest = items(resolved(args[0]))
    if isinstance(rest, Ref):
        size = walk(args[1])
        if not isinstance(size, int):
            raise UnboundError("length/2 needs a bound list or a bound length")
        missing = _variables("length/2", size - len(found))
        return size >= len(found) and unify(rest, listed(missing), trail)
    return rest == NIL and unify(args[1], len(found), trail)


def _sorted(args: tuple[Term, ...], trail: list[Ref], unique: bool) -> bool:
    found, rest = items(resolved(args[0]))
    if rest != NIL:
        raise UnboundError("sorting needs a proper list")
    ordered = sorted(found, key=in_order)
    if unique:
        ordered = [x for i, x in enumerate(ordered) if i == 0 or compared(ordered[i - 1], x)]
    return unify(args[1], listed(ordered), trail)


def _functor(args: tuple[Term, ...], trail: list[Ref]) -> bool:
    term = walk(args[0])
    if isinstance(term, Ref):
        name, arity = walk(args[1]), walk(args[2])
        if not isinstance(arity, int) or isinstance(name, Ref):
            raise UnboundError("functor/3 needs a term, or a name and an arity")
        made = Struct(str(name), _variables("functor/3", arity)) if arity else name
        return unify(term, made, trail)
    about = signature(term) or (term, 0)
    return unify(args[1], about[0], trail) and unify(args[2], about[1], trail)


def _arg(args: tuple[Term, ...], trail: list[Ref]) -> bool:
    place, term = walk(args[0]), walk(args[1])
    if not isinstance(place, int) or not isinstance(term, Struct):
        raise UnboundError("arg/3 needs a number and a compound term")
    return 1 <= place <= len(term.args) and unify(term.args[place - 1], args[2], trail)


def _univ(args: tuple[Term, ...], trail: list[Ref]) -> bool:
    term = walk(args[0])
    if isinstance(term, Struct):
        return unify(args[1], listed((term.name, *term.args)), trail)
    if not isinstance(term, Ref):
        return unify(args[1], listed((term,)), trail)
    parts, rest = items(resolved(args[1]))
    if rest != NIL or not parts or isinstance(parts[0], Ref):
        raise UnboundError("=../2 needs a term or a list that begins with a name")
    made = Struct(str(parts[0]), parts[1:]) if len(parts) > 1 else parts[0]
    return unify(term, made, trail)


def _kind(*kinds: type) -> Test:
    return lambda args, trail: isinstance(walk(args[0]), kinds)


class _Integers(Sequence[tuple[Term]]):
    """Consecutive integers as rows of one column, made when they are needed."""

    def __init__(self, first: int, last: int) -> None:
        self._range = range(first, last + 1)

    def __len__(self) -> int:
        return len(self._range)

    def __getitem__(self, index: Any) -> Any:
        return (self._range[index],)


_MANY = 10**9  #: values of ``between/3`` beyond those of any query within its limits


def between(args: tuple[Term, ...]) -> Sequence[tuple[Term]]:
    """Return the values of ``between(Low, High, X)``: all, or X if it is given."""
    low, high, value = evaluated(args[0]), walk(args[1]), walk(args[2])
    if isinstance(low, int) and high in ("inf", "infinite"):
        high = low + _MANY
    if not isinstance(low, int) or not isinstance(high, int):
        raise InputError("between/3 needs two integers")
    if not isinstance(value, Ref):
        return [(value,)] if isinstance(value, int) and low <= value <= high else []
    return _Integers(low, min(high, low + _MANY))


TESTS: dict[Signature, Test] = {
    **{(name, 2): _compares(name) for name in COMPARE},
    ("is", 2): _is,
    ("#=", 2): _equals,
    **{(f"#{sign}", 2): _compares(sign) for sign in ("<", "=<", ">", ">=")},
    ("#\\=", 2): _compares("=\\="),
    ("=", 2): lambda args, trail: unify(args[0], args[1], trail),
    ("\\=", 2): _differs,
    ("==", 2): lambda args, trail: compared(args[0], args[1]) == 0,
    ("\\==", 2): lambda args, trail: compared(args[0], args[1]) != 0,
    ("@<", 2): lambda args, trail: compared(args[0], args[1]) < 0,
    ("@>", 2): lambda args, trail: compared(args[0], args[1]) > 0,
    ("@=<", 2): lambda args, trail: compared(args[0], args[1]) <= 0,
    ("@>=", 2): lambda args, trail: compared(args[0], args[1]) >= 0,
    ("var", 1): _kind(Ref),
    ("nonvar", 1): lambda args, trail: not isinstance(walk(args[0]), Ref),
    ("atom", 1): _kind(str),
    ("number", 1): _kind(int, float),
    ("integer", 1): _kind(int),
    ("float", 1): _kind(float),
    ("compound", 1): _kind(Struct),
    ("atomic", 1): lambda args, trail: not isinstance(walk(args[0]), Ref | Struct),
    ("is_list", 1): lambda args, trail: same(items(resolved(args[0]))[1], NIL),
    ("length", 2): _length,
    ("functor", 3): _functor,
    ("arg", 3): _arg,
    ("=..", 2): _univ,
    ("sort", 2): lambda args, trail: _sorted(args, trail, unique=True),
    ("msort", 2): lambda args, trail: _sorted(args, trail, unique=False),
}

LIBRARY = Program.read(
    read(
        """
        append([], L, L).
        append([H|T], L, [H|R]) :- append(T, L, R).
        member(X, [X|_]).
        member(X, [_|T]) :- member(X, T).
        memberchk(X, L) :- member(X, L), !.
        reverse(L, R) :- '$reverse'(L, [], R).
        '$reverse'([], R, R).
        '$reverse'([H|T], A, R) :- '$reverse'(T, [H|A], R).
        last([X], X).
        last([_|T], X) :- last(T, X).
        nth0(N, L, X) :- '$nth'(L, 0, N, X).
        nth1(N, L, X) :- '$nth'(L, 1, N, X).
        '$nth'([X|_], N, N, X).
        '$nth'([_|T], I, N, X) :- J is I + 1, '$nth'(T, J, N, X).
        select(X, [X|T], T).
        select(X, [H|T], [H|R]) :- select(X, T, R).
        delete([], _, []).
        delete([X|T], Y, R) :- X == Y, !, delete(T, Y, R).
        delete([X|T], Y, [X|R]) :- delete(T, Y, R).
        subtract([], _, []).
        subtract([X|T], L, R) :- memberchk(X, L), !, subtract(T, L, R).
        subtract([X|T], L, [X|R]) :- subtract(T, L, R).
        flatten(L, F) :- '$flatten'(L, [], F).
        '$flatten'(X, T, [X|T]) :- var(X), !.
        '$flatten'([], T, T) :- !.
        '$flatten'([X|L], T, F) :- !, '$flatten'(L, T, R), '$flatten'(X, R, F).
        '$flatten'(X, T, [X|T]).
        sum_list(L, S) :- '$sum'(L, 0, S).
        sumlist(L, S) :- '$sum'(L, 0, S).
        '$sum'([], S, S).
        '$sum'([X|T], A, S) :- B is A + X, '$sum'(T, B, S).
        max_list([X|T], M) :- '$max'(T, X, M).
        '$max'([], M, M).
        '$max'([X|T], A, M) :- B is max(X, A), '$max'(T, B, M).
        min_list([X|T], M) :- '$min'(T, X, M).
        '$min'([], M, M).
        '$min'([X|T], A, M) :- B is min(X, A), '$min'(T, B, M).
        succ(X, Y) :- integer(X), !, X >= 0, Y is X + 1.
        succ(X, Y) :- integer(Y), Y > 0, X is Y - 1.
        plus(X, Y, Z) :- integer(X), integer(Y), !, Z is X + Y.
        plus(X, Y, Z) :- integer(X), integer(Z), !, Y is Z - X.
        plus(X, Y, Z) :- integer(Y), integer(Z), X is Z - Y.
        """,
        "library",
    )
)
