"""Built-in predicates of Prolog: arithmetic, comparison, and tests."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from functools import cmp_to_key
from typing import Any

from mio.background.atoms import ATOM_ROWS, ATOM_TESTS, Rows
from mio.errors import BudgetError, InputError
from mio.language.program import Signature
from mio.language.terms import (
    NIL,
    Struct,
    Term,
    arguments,
    items,
    listed,
    same,
    signature,
)
from mio.language.unify import (
    Ref,
    UnboundError,
    copied,
    references,
    resolved,
    undo,
    unify,
    walk,
)


def is_number(term: Term) -> bool:
    """Return whether a term is a number."""
    return isinstance(term, int | float) and not isinstance(term, bool)


_MAX_BITS = 100_000  #: maximum number of bits of an integer that arithmetic makes
_MAX_NEW_TERMS = 10_000  #: maximum number of variables that ``length/2`` or ``functor/3`` makes


def _multiplied(a: Any, b: Any) -> Any:
    if isinstance(a, int) and isinstance(b, int):
        _check_bits(a.bit_length() + b.bit_length())
    return a * b


def _power(a: Any, b: Any) -> Any:
    if isinstance(a, int) and isinstance(b, int):
        _check_bits(a.bit_length() * b if abs(a) > 1 else 0)
    return a**b


def _check_bits(bits: int) -> None:
    if bits > _MAX_BITS:
        raise InputError(f"arithmetic: a number of more than {_MAX_BITS:,} bits")


def _variables(name: str, number: int) -> list[Term]:
    """Return new variables. A call counts as a single step, so it cannot make arbitrarily many."""
    if number > _MAX_NEW_TERMS:
        raise InputError(f"{name}: more than {_MAX_NEW_TERMS:,} new variables")
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
    "gcd": math.gcd,
    "atan2": math.atan2,
    ">>": operator.rshift,
    "<<": lambda a, b: _multiplied(a, _power(2, b)),
    "/\\": operator.and_,
    "\\/": operator.or_,
    "xor": operator.xor,
}
#: The comparisons of two numbers, or of two columns of them.
THRESHOLD_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {"=<": operator.le, ">=": operator.ge}
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
    **{name: getattr(math, name) for name in ("sin", "cos", "tan", "asin", "acos", "atan", "log2")},
    "\\": operator.invert,
    "msb": lambda a: a.bit_length() - 1,
}
_NONE: dict[str, float | int] = {"pi": math.pi, "e": math.e, "max_tagged_integer": 2**60 - 1}
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
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
        except InputError:
            raise
        except (ZeroDivisionError, ValueError, OverflowError, TypeError) as error:
            raise InputError(f"arithmetic: {error}") from None
        raise InputError(f"arithmetic: unknown function {term.name}/{len(term.args)}")
    if isinstance(term, str) and term in _NONE:
        return _NONE[term]
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
    compare = COMPARISONS[name]
    return lambda args, trail: compare(evaluated(args[0]), evaluated(args[1]))


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


def without_repetitions(
    ordered: list[Term], key: Callable[[Term], Term] = lambda term: term
) -> list[Term]:
    """Return ordered terms without those whose keys equal the one before."""
    return [
        one for i, one in enumerate(ordered) if i == 0 or compared(key(ordered[i - 1]), key(one))
    ]


def _sort(args: tuple[Term, ...], trail: list[Ref], unique: bool) -> bool:
    ordered = sorted(_proper(args[0], "sorting needs a proper list"), key=in_order)
    if unique:
        ordered = without_repetitions(ordered)
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


_MAX_BETWEEN = 10**9  #: values of ``between/3`` beyond those of any query within its limits


def between(args: tuple[Term, ...]) -> Sequence[tuple[Term]]:
    """Return the values of ``between(Low, High, X)``: all, or X if it is given."""
    low, high, value = evaluated(args[0]), walk(args[1]), walk(args[2])
    if isinstance(low, int) and high in ("inf", "infinite"):
        high = low + _MAX_BETWEEN
    if not isinstance(low, int) or not isinstance(high, int):
        raise InputError("between/3 needs two integers")
    if not isinstance(value, Ref):
        return [(value,)] if isinstance(value, int) and low <= value <= high else []
    return _Integers(low, min(high, low + _MAX_BETWEEN))


def is_bound(term: Term) -> bool:
    """Return whether a term at run time contains no unbound variable."""
    return next(references(resolved(term)), None) is None


def _unify_acyclic(args: tuple[Term, ...], trail: list[Ref]) -> bool:
    if not unify(args[0], args[1], trail):
        return False
    try:
        resolved(args[0])
    except BudgetError:
        return False
    return True


def _numlist(args: tuple[Term, ...], trail: list[Ref]) -> bool:
    low, high = evaluated(args[0]), evaluated(args[1])
    if not isinstance(low, int) or not isinstance(high, int):
        raise InputError("numlist/3 needs two integers")
    if high - low >= _MAX_NEW_TERMS:
        raise InputError(f"numlist/3: more than {_MAX_NEW_TERMS:,} integers")
    return low <= high and unify(args[2], listed(range(low, high + 1)), trail)


def _proper(term: Term, words: str = "expected a proper list") -> list[Term]:
    found, rest = items(resolved(term))
    if rest != NIL:
        raise UnboundError(words)
    return found


def _list_to_set(args: tuple[Term, ...], trail: list[Ref]) -> bool:
    """Keep the first of equal items."""
    found = _proper(args[0])
    order = sorted(range(len(found)), key=lambda i: in_order(found[i]))
    kept = [i for n, i in enumerate(order) if n == 0 or compared(found[order[n - 1]], found[i])]
    return unify(args[1], listed([found[i] for i in sorted(kept)]), trail)


def _sort_by(args: tuple[Term, ...], trail: list[Ref]) -> bool:
    """``sort(Key, Order, List, Sorted)``; the key is the number of an argument, or 0."""
    place, order, found = evaluated(args[0]), walk(args[1]), _proper(args[2])
    if order not in ("@<", "@=<", "@>", "@>=") or not isinstance(place, int):
        raise InputError("sort/4 needs the number of an argument, and @<, @=<, @> or @>=")

    def key(term: Term) -> Term:
        if place == 0:
            return term
        if not isinstance(term, Struct) or not 1 <= place <= len(term.args):
            raise InputError("sort/4: an item has no such argument")
        return walk(term.args[place - 1])

    ordered = sorted(found, key=lambda one: in_order(key(one)), reverse=">" in order)
    if "=" not in order:
        ordered = without_repetitions(ordered, key)
    return unify(args[3], listed(ordered), trail)


def _keysort(args: tuple[Term, ...], trail: list[Ref]) -> bool:
    found = _proper(args[0])
    if not all(signature(one) == ("-", 2) for one in found):
        raise InputError("keysort/2 needs pairs Key-Value")
    ordered = sorted(found, key=lambda one: in_order(arguments(one)[0]))
    return unify(args[1], listed(ordered), trail)


def differ(args: tuple[Term, ...], trail: list[Ref]) -> bool | None:
    """Return whether two terms are different whatever their variables become; None if that depends
    on them."""
    if compared(args[0], args[1]) == 0:
        return False
    return True if _differs(args, trail) else None


TESTS: dict[Signature, Test] = {
    **ATOM_TESTS,
    **{(name, 2): _compares(name) for name in COMPARISONS},
    ("is", 2): lambda args, trail: unify(args[0], evaluated(args[1]), trail),
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
    ("callable", 1): _kind(str, Struct),
    ("string", 1): lambda args, trail: False,
    ("ground", 1): lambda args, trail: is_bound(args[0]),
    ("compare", 3): lambda args, trail: unify(
        args[0], "<=>"[compared(args[1], args[2]) + 1], trail
    ),
    ("copy_term", 2): lambda args, trail: unify(args[1], copied(args[0]), trail),
    ("term_variables", 2): lambda args, trail: unify(
        args[1], listed(dict.fromkeys(references(resolved(args[0])))), trail
    ),
    ("unify_with_occurs_check", 2): _unify_acyclic,
    ("numlist", 3): _numlist,
    ("list_to_set", 2): _list_to_set,
    ("sort", 4): _sort_by,
    ("keysort", 2): _keysort,
    ("is_list", 1): lambda args, trail: same(items(resolved(args[0]))[1], NIL),
    ("length", 2): _length,
    ("functor", 3): _functor,
    ("arg", 3): _arg,
    ("=..", 2): _univ,
    ("sort", 2): lambda args, trail: _sort(args, trail, unique=True),
    ("msort", 2): lambda args, trail: _sort(args, trail, unique=False),
}


#: Predicates with several answers: the arguments to unify, and the rows to unify them with.
ROWS: dict[Signature, Callable[[tuple[Term, ...]], Rows]] = {
    **ATOM_ROWS,
    ("between", 3): lambda args: (args[2:], between(args)),
}
