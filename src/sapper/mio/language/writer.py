"""Write terms as Prolog text, which parses back to equal terms."""

from __future__ import annotations

import re

from sapper.errors import InputError
from sapper.mio.language.terms import NIL, PAIR, Struct, Term, Variable, items

_PLAIN = re.compile(r"[a-z][A-Za-z0-9_]*\Z|\[\]\Z|!\Z")
_WORDS = frozenset(("is", "mod", "rem", "div", "dynamic", "discontiguous", "table"))
#: Infix operators; nested ones are put in parentheses.
_COMPARING = (
    "=",
    "\\=",
    "==",
    "\\==",
    "@<",
    "@>",
    "@=<",
    "@>=",
    "=:=",
    "=\\=",
    "<",
    "=<",
    ">",
    ">=",
)
_BETWEEN = frozenset((*_COMPARING, "is", "+", "-", "*", "/", "//", "mod", "rem", "->", ";", ","))


def written(term: Term) -> str:
    """Return a term as Prolog text. Raises ``InputError`` for a Python value without one."""
    if isinstance(term, Variable):
        return term.name
    if isinstance(term, str):
        return _atom(term)
    if isinstance(term, bool) or not isinstance(term, int | float | Struct):
        raise InputError(f"a Python value of type {type(term).__name__} has no text form")
    if isinstance(term, int | float):
        return _number(term)
    if term.name == PAIR and len(term.args) == 2:
        found, rest = items(term)
        tail = "" if rest == NIL else f"|{_argument(rest)}"
        return f"[{','.join(map(_argument, found))}{tail}]"
    if term.name in _BETWEEN and len(term.args) == 2:
        space = "" if term.name == "," else " "
        return f"{_operand(term.args[0])}{space}{term.name} {_operand(term.args[1])}"
    if term.name == "\\+" and len(term.args) == 1 and _is_plain(term.args[0]):
        return f"\\+ {_operand(term.args[0])}"
    name = "'[]'" if term.name == NIL else _atom(term.name)
    return f"{name}({','.join(map(_argument, term.args))})"


def _atom(name: str) -> str:
    if _PLAIN.match(name):
        return name
    inner = name.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{inner.replace(chr(9), chr(92) + 't').replace(chr(13), chr(92) + 'r')}'"


def _number(number: int | float) -> str:
    text = repr(number)
    if isinstance(number, float) and "." not in text:  # 1e-07
        if "e" not in text:  # nan, inf
            raise InputError(f"{text} has no text form")
        text = text.replace("e", ".0e")
    return text


def _is_operator(term: Term) -> bool:
    if not isinstance(term, Struct) or term.name == PAIR:
        return False
    return (term.name in _BETWEEN and len(term.args) == 2) or term.name == "\\+"


def _is_plain(term: Term) -> bool:
    """Whether a term cannot be mistaken for an operator and its argument."""
    return isinstance(term, Struct) and bool(_PLAIN.match(term.name)) and term.name not in _WORDS


def _argument(term: Term) -> str:
    """Put an operator in parentheses, as lists and arguments need it."""
    return f"({written(term)})" if _is_operator(term) else written(term)


def _operand(term: Term) -> str:
    return f"({written(term)})" if _is_operator(term) else written(term)
