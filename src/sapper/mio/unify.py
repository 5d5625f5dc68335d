"""Terms while a query runs: references that are bound and, on backtracking, freed again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sapper.errors import InputError
from sapper.mio.terms import Struct, Term, Variable


class _Free:
    """What an unbound reference holds."""


FREE = _Free()


class Ref:
    """A variable at run time."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value: Term = FREE


@dataclass(frozen=True, slots=True)
class Hole:
    """A variable of a stored clause, by its number."""

    number: int


def walk(term: Term) -> Term:
    """What a term is bound to; an unbound reference is its own."""
    while isinstance(term, Ref):
        value = term.value
        if value is FREE:
            return term
        term = value
    return term


def unify(one: Term, other: Term, trail: list[Ref]) -> bool:
    """Bind references so that two terms become equal; those bound are added to the trail.

    Without occurs check. Where it fails, some may have been bound: undo the trail.
    """
    waiting = [(one, other)]
    while waiting:
        a, b = waiting.pop()
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
    """Free what was bound since the trail had a length."""
    while len(trail) > length:
        trail.pop().value = FREE


def resolved(term: Term) -> Term:
    """The term with all bindings put in; ``Ref`` stays where it is unbound."""
    term = walk(term)
    around: list[tuple[str, list[Term]]] = []
    while isinstance(term, Struct):  # long lists nest in the last argument
        around.append((term.name, [resolved(arg) for arg in term.args[:-1]]))
        term = walk(term.args[-1])
    for name, args in reversed(around):
        term = Struct(name, (*args, term))
    return term


def stored(term: Term, numbers: dict[Variable, int]) -> Term:
    """A term with its variables numbered."""
    if isinstance(term, Variable):
        return Hole(numbers.setdefault(term, len(numbers)))
    if isinstance(term, Struct):
        return Struct(term.name, [stored(arg, numbers) for arg in term.args])
    return term


def built(term: Term, frame: list[Ref | None]) -> Term:
    """A stored term with references in its holes, new ones where the frame has none yet."""
    if isinstance(term, Hole):
        found = frame[term.number]
        if found is None:
            found = frame[term.number] = Ref()
        return found
    if isinstance(term, Struct):
        return Struct(term.name, [built(arg, frame) for arg in term.args])
    return term


def renamed(term: Term, names: dict[Ref, Variable]) -> Term:
    """The resolved term, with variables ``_1``, ``_2`` … where it is unbound."""
    term = resolved(term)
    if isinstance(term, Ref):
        return names.setdefault(term, Variable(f"_{len(names) + 1}"))
    if isinstance(term, Struct) and any(True for _ in _references(term)):
        return Struct(term.name, [renamed(arg, names) for arg in term.args])
    return term


def plain(term: Term) -> Term:
    """The resolved term. Raises ``InputError`` if a variable is left in it."""
    term = resolved(term)
    if next(_references(term), None) is not None:
        raise InputError("an answer has a variable left in it")
    return term


def _references(term: Term) -> Iterator[Ref]:
    waiting = [term]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Ref):
            yield part
        elif isinstance(part, Struct):
            waiting.extend(part.args)
