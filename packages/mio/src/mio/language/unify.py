"""Terms of a running query, whose references are bound, and freed on backtracking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mio.errors import BudgetError, InputError
from mio.language.terms import Placeholder, Struct, Term, Variable, is_ground


class UnboundError(InputError):
    """A predicate was called without an input that it needs, or left an output unbound."""


class _Free:
    """The value of an unbound reference."""


FREE = _Free()


class Ref(Placeholder):
    """A variable at run time."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value: Term = FREE


@dataclass(frozen=True, slots=True)
class Hole(Placeholder):
    """A numbered variable of a stored clause."""

    number: int


def walk(term: Term) -> Term:
    """Return the value of a term; an unbound reference is its own value."""
    while isinstance(term, Ref):
        value = term.value
        if value is FREE:
            return term
        term = value
    return term


_MAX_PARTS = 1_000_000  #: parts of two terms that are unified
_MAX_LEVELS = 30_000  #: levels of a term with variables, such as items of a list


def unify(one: Term, other: Term, trail: list[Ref]) -> bool:
    """Bind references so that two terms become equal, and add them to the trail.

    There is no occurs check. After a failure some references may be bound; call ``undo``. Raises
    ``BudgetError`` for terms that are very large, or contain themselves.
    """
    waiting, left = [(one, other)], _MAX_PARTS
    while waiting:
        a, b = waiting.pop()
        left -= 1
        if left < 0:
            raise BudgetError("two terms are too large to compare, or contain themselves")
        a, b = walk(a), walk(b)
        if a is b:
            continue
        if isinstance(a, Ref):
            a.value = b
            trail.append(a)
        elif isinstance(b, Ref):
            b.value = a
            trail.append(b)
        elif isinstance(a, Struct):
            if not (isinstance(b, Struct) and a.name == b.name and len(a.args) == len(b.args)):
                return False
            waiting.extend(zip(a.args, b.args, strict=True))
        elif type(a) is not type(b) or a != b:
            return False
    return True


def undo(trail: list[Ref], length: int) -> None:
    """Free the references bound since the trail had this length."""
    while len(trail) > length:
        trail.pop().value = FREE


def resolved(term: Term) -> Term:
    """Return the term with all bindings substituted; unbound references stay.

    Raises ``BudgetError`` for a term that nests very deeply, or contains itself.
    """
    term = walk(term)
    around: list[tuple[str, list[Term]]] = []
    while isinstance(term, Struct) and not term.ground:  # long lists nest in the last argument
        around.append((term.name, [resolved(arg) for arg in term.args[:-1]]))
        term = walk(term.args[-1])
        if len(around) > _MAX_LEVELS:
            raise BudgetError("a term nests too deeply, or contains itself")
    for name, args in reversed(around):
        term = Struct(name, (*args, term))
    return term


def stored(term: Term, numbers: dict[Variable, int]) -> Term:
    """Return a term with numbered variables."""
    if isinstance(term, Variable):
        return Hole(numbers.setdefault(term, len(numbers)))
    if isinstance(term, Struct) and not term.ground:
        return Struct(term.name, [stored(arg, numbers) for arg in term.args])
    return term


def built(term: Term, frame: list[Ref | None]) -> Term:
    """Return a stored term with references for its holes, creating those missing from the frame."""
    if isinstance(term, Hole):
        found = frame[term.number]
        if found is None:
            found = frame[term.number] = Ref()
        return found
    if isinstance(term, Struct) and not term.ground:
        return Struct(term.name, [built(arg, frame) for arg in term.args])
    return term


def renamed(term: Term, names: dict[Ref, Variable]) -> Term:
    """Return the resolved term, with ``_1``, ``_2`` … for unbound variables."""
    term = resolved(term)
    if isinstance(term, Ref):
        return names.setdefault(term, Variable(f"_{len(names) + 1}"))
    if isinstance(term, Struct) and any(True for _ in references(term)):
        return Struct(term.name, [renamed(arg, names) for arg in term.args])
    return term


def copied(term: Term) -> Term:
    """Return the resolved term with new variables for the unbound ones."""
    term = resolved(term)
    if is_ground(term):
        return term
    numbers: dict[Variable, int] = {}
    term = stored(renamed(term, {}), numbers)
    return built(term, [None] * len(numbers))


def plain(term: Term) -> Term:
    """Return the resolved term. Raises ``UnboundError`` if it contains a variable."""
    term = resolved(term)
    if next(references(term), None) is not None:
        raise UnboundError("an answer contains an unbound variable")
    return term


def references(term: Term) -> Iterator[Ref]:
    """Yield the unbound references of a resolved term from left to right, with repetitions."""
    waiting = [term]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Ref):
            yield part
        elif isinstance(part, Struct) and not part.ground:
            waiting.extend(reversed(part.args))
