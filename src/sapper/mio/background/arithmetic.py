"""Arithmetic in Prolog clauses, and the standard order of terms."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from functools import cmp_to_key
from typing import Any

from sapper.errors import InputError
from sapper.mio.language.terms import Struct, Term
from sapper.mio.language.unify import Ref, walk


class UnboundError(InputError):
    """A predicate was called with an unbound argument that it needs bound."""


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
    "*": operator.mul,
    "/": _divided,
    "//": _truncated,
    "div": operator.floordiv,
    "mod": operator.mod,
    "rem": _remainder,
    "min": min,
    "max": max,
    "**": operator.pow,
    "^": operator.pow,
}
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
                return _TWO[term.name](evaluated(term.args[0]), evaluated(term.args[1]))
            if len(term.args) == 1 and term.name in _ONE:
                return _ONE[term.name](evaluated(term.args[0]))
        except (ZeroDivisionError, ValueError, OverflowError, TypeError) as error:
            raise InputError(f"arithmetic: {error}") from None
        raise InputError(f"arithmetic: unknown function {term.name}/{len(term.args)}")
    raise InputError(f"arithmetic: expected a number, found {str(term)[:40]!r}")


def _kind(term: Term) -> int:
    if isinstance(term, Ref):
        return 0
    if isinstance(term, int | float):
        return 1
    return 3 if isinstance(term, Struct) else 2


def compared(one: Term, other: Term) -> int:
    """Compare by the standard order: variables, numbers, atoms, compound terms.

    Returns -1, 0 or 1.
    """
    one, other = walk(one), walk(other)
    if one is other:
        return 0
    kinds = _kind(one), _kind(other)
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
