"""Terms, the building blocks of facts, clauses and examples, and their Prolog text.

A constant is any hashable Python value. An atom is a ``str``, a number an ``int`` or ``float``; any
other value that a Python predicate returns is a constant too, but has no text form. A ``Struct`` is
a compound term, and a ``Variable`` stands for a term. The text of a term parses back to an equal
term.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from mio.errors import InputError

Term: TypeAlias = Hashable

#: The empty list, an atom.
NIL = "[]"
#: The name of the compound terms ``[Head|Tail]``.
PAIR = "."


class Placeholder:
    """Stands for a term that is not yet known."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Variable(Placeholder):
    """A variable, identified by its name within a clause."""

    name: str


class Struct:
    """A compound term: a name and one or more arguments.

    Equal terms have equal arguments of the same types: ``f(1)`` is not ``f(1.0)``. ``ground`` is
    true if there is no placeholder in it.
    """

    __slots__ = ("_hash", "args", "ground", "name")

    def __init__(self, name: str, args: Sequence[Term]) -> None:
        self.name = name
        self.args: tuple[Term, ...] = tuple(args)
        self._hash = hash((name, self.args))
        self.ground = all(map(is_ground, self.args))

    def __eq__(self, other: object) -> bool:
        one: Term = self
        while one is not other:  # long lists nest in the last argument
            if not (isinstance(one, Struct) and isinstance(other, Struct)):
                return same(one, other)
            if (one._hash, one.name, len(one.args)) != (other._hash, other.name, len(other.args)):
                return False
            if not all(map(same, one.args[:-1], other.args[:-1])):
                return False
            one, other = one.args[-1], other.args[-1]
        return True

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Callable[..., Term], tuple[object, ...]]:
        """Omit the hash, which differs between processes; lists would nest too deeply."""
        if self.name == PAIR and len(self.args) == 2:
            return listed, items(self)
        return Struct, (self.name, self.args)

    def __repr__(self) -> str:
        return f"Struct({self.name!r}, {self.args!r})"


def is_ground(term: Term) -> bool:
    """Return whether a term contains no variables."""
    return term.ground if isinstance(term, Struct) else not isinstance(term, Placeholder)


def same(one: object, other: object) -> bool:
    """Return whether two terms are equal and of the same type: 1 and 1.0 are different terms."""
    return type(one) is type(other) and one == other


def signature(term: Term) -> tuple[str, int] | None:
    """Return the name and arity of an atom or compound term, None for other terms."""
    if isinstance(term, Struct):
        return term.name, len(term.args)
    return (term, 0) if isinstance(term, str) else None


def arguments(term: Term) -> tuple[Term, ...]:
    """Return the arguments of a compound term, or an empty tuple for any other."""
    return term.args if isinstance(term, Struct) else ()


def literal(name: str, args: Sequence[Term]) -> Term:
    """Return a compound term, or an atom without arguments."""
    return Struct(name, args) if args else name


def listed(items: Iterable[Term], tail: Term = NIL) -> Term:
    """Return the Prolog list of some terms."""
    result = tail
    for item in reversed(list(items)):
        result = Struct(PAIR, (item, result))
    return result


def items(term: Term) -> tuple[list[Term], Term]:
    """Return the items of a list, and its tail: ``[]`` for a proper list."""
    found: list[Term] = []
    while isinstance(term, Struct) and term.name == PAIR and len(term.args) == 2:
        found.append(term.args[0])
        term = term.args[1]
    return found, term


def conjuncts(term: Term) -> list[Term]:
    """Return the goals of ``a, b, c`` in order."""
    goals: list[Term] = []
    while isinstance(term, Struct) and term.name == "," and len(term.args) == 2:
        goals.extend(conjuncts(term.args[0]))
        term = term.args[1]
    return [*goals, term]


def nests_beyond(term: Term, most: int) -> bool:
    """Return whether a term has more than so many levels; a conjunction and a ground list have
    one."""
    level = [term]
    for _ in range(most):
        level = [part for one in level for part in _parts(one) if isinstance(part, Struct)]
        if not level:
            return False
    return True


def _parts(term: Term) -> Sequence[Term]:
    if isinstance(term, Struct) and term.ground and term.name == PAIR:
        found, rest = items(term)
        return [*found, rest]
    return conjuncts(term) if signature(term) == (",", 2) else arguments(term)


def variables(term: Term) -> Iterator[Variable]:
    """Yield the variables of a term from left to right, with repetitions."""
    waiting: list[Term] = [term]
    while waiting:
        found = waiting.pop()
        if isinstance(found, Variable):
            yield found
        elif isinstance(found, Struct):
            waiting.extend(reversed(found.args))


_PLAIN = re.compile(r"[a-z][A-Za-z0-9_]*\Z|\[\]\Z|!\Z")
_WORD_OPERATORS = frozenset(("is", "mod", "rem", "div", "dynamic", "discontiguous", "table"))
#: Infix operators that compare.
COMPARISON_OPERATORS = (
    *("=", "\\=", "==", "\\==", "@<", "@>", "@=<", "@>="),
    *("=:=", "=\\=", "<", "=<", ">", ">="),
)
#: Infix operators; nested ones are put in parentheses.
_INFIX_OPERATORS = frozenset(
    (*COMPARISON_OPERATORS, "is", "+", "-", "*", "/", "//", "mod", "rem", "->", ";", ",")
)


def written(term: Term) -> str:
    """Return a term as Prolog text. Raises ``InputError`` for a Python value without a text
    form."""
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
    if term.name == "," and len(term.args) == 2:
        goals = (term.args[0], *conjuncts(term.args[1]))
        return ", ".join(written(g) if _is_negation(g) else _argument(g) for g in goals)
    if term.name in _INFIX_OPERATORS and len(term.args) == 2:
        return f"{_argument(term.args[0])} {term.name} {_argument(term.args[1])}"
    if term.name == "\\+" and len(term.args) == 1 and _is_negatable(term.args[0]):
        return f"\\+ {_argument(term.args[0])}"
    name = "'[]'" if term.name == NIL else _atom(term.name)
    return f"{name}({','.join(map(_argument, term.args))})"


_MAX_SHOWN_CHARACTERS = 80  #: characters of terms in a message


def shortened(*terms: Term) -> str:
    """Return terms as text for a message, cut if they are long."""
    try:
        text = ", ".join(map(written, terms))
    except (InputError, RecursionError):
        return "a term without a text form" if len(terms) == 1 else "terms without a text form"
    return text if len(text) <= _MAX_SHOWN_CHARACTERS else f"{text[:_MAX_SHOWN_CHARACTERS]} …"


def _atom(name: str) -> str:
    if _PLAIN.match(name):
        return name
    inner = name.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{inner.replace(chr(9), chr(92) + 't').replace(chr(13), chr(92) + 'r')}'"


def _number(number: int | float) -> str:
    text = digits(number) if isinstance(number, int) else repr(number)
    if isinstance(number, float) and "." not in text:  # 1e-07
        if "e" not in text:  # nan, inf
            raise InputError(f"{text} has no text form")
        text = text.replace("e", ".0e")
    return text


_CHUNK_DIGITS = 4000  #: digits that Python converts at once; it refuses more than 4,300


def digits(number: int) -> str:
    """Return the decimal digits of an integer of any size, with a minus sign if negative."""
    left, chunks = abs(number), list[str]()
    while left >= 10**_CHUNK_DIGITS:
        left, chunk = divmod(left, 10**_CHUNK_DIGITS)
        chunks.append(str(chunk).zfill(_CHUNK_DIGITS))
    return ("-" if number < 0 else "") + "".join([str(left), *reversed(chunks)])


def integer(text: str) -> int:
    """Return the integer with these decimal digits, however many."""
    found = 0
    for start in range(0, len(text), _CHUNK_DIGITS):
        chunk = text[start : start + _CHUNK_DIGITS]
        found = found * 10 ** len(chunk) + int(chunk)
    return found


def _is_operator(term: Term) -> bool:
    if not isinstance(term, Struct) or term.name == PAIR:
        return False
    return (term.name in _INFIX_OPERATORS and len(term.args) == 2) or term.name == "\\+"


def _is_negation(term: Term) -> bool:
    return isinstance(term, Struct) and term.name == "\\+" and len(term.args) == 1


def _is_negatable(term: Term) -> bool:
    """Return whether a negated term cannot be mistaken for an operator and its argument."""
    if not isinstance(term, Struct):
        return False
    plain = bool(_PLAIN.match(term.name)) and term.name not in _WORD_OPERATORS
    return plain or (term.name == "," and len(term.args) == 2)


def _argument(term: Term) -> str:
    """Return the text of an argument, operand or list item, with operators in parentheses."""
    return f"({written(term)})" if _is_operator(term) else written(term)
