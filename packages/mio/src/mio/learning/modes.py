"""Mode declarations: the literals that a clause may contain.

The language is that of Progol (Muggleton 1995, "Inverse entailment and Progol"), with the ``-#`` of
Mio (Peña Castillo & Wrobel 2003, "Learning Minesweeper with multirelational learning"). Each
argument of a mode has a sign and a type, and variables are strictly typed: two places can share one
only if their types are equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from mio.background.builtins import THRESHOLD_COMPARISONS
from mio.errors import InputError
from mio.language.reader import read_term
from mio.language.terms import Struct, Term, arguments, shortened, signature

#: input variable, output variable, constant, output variable or constant
Sign = Literal["+", "-", "#", "-#"]


@dataclass(frozen=True, slots=True)
class Place:
    """One argument of a mode."""

    sign: Sign
    type: str

    def __str__(self) -> str:
        return f"{self.sign}{self.type}"


@dataclass(frozen=True)
class Mode:
    """How a predicate may be used; ``recall`` limits its answers to one input (None: no limit)."""

    name: str
    places: tuple[Place, ...]
    recall: int | None = None

    @cached_property
    def about(self) -> tuple[str, int]:
        """The name and the number of arguments of the predicate."""
        return self.name, len(self.places)

    @cached_property
    def inputs(self) -> tuple[int, ...]:
        """The places that have to be bound."""
        return tuple(i for i, place in enumerate(self.places) if place.sign == "+")

    @cached_property
    def others(self) -> tuple[Place, ...]:
        """The arguments that are not inputs."""
        return tuple(place for place in self.places if place.sign != "+")

    def __str__(self) -> str:
        if self.is_threshold:
            return f"{self.places[0]} {self.name} {self.places[1]}"
        return f"{self.name}({','.join(map(str, self.places))})"

    @property
    def is_threshold(self) -> bool:
        """True if it compares a number with a constant, such as ``+size =< #size``.

        The constants are taken from the data.
        """
        signs = tuple(place.sign for place in self.places)
        return self.name in THRESHOLD_COMPARISONS and signs == ("+", "#")

    def filled(self, inputs: Iterable[int], others: Iterable[int]) -> tuple[int, ...]:
        """Return the arguments of a literal from its inputs and its other arguments, in order."""
        given, free = iter(inputs), iter(others)
        return tuple(next(given if place.sign == "+" else free) for place in self.places)

    @staticmethod
    def thresholds(kind: str) -> tuple[Mode, ...]:
        """Return the modes that compare numbers of a type with constants."""
        return tuple(
            Mode(name, (Place("+", kind), Place("#", kind))) for name in THRESHOLD_COMPARISONS
        )

    @staticmethod
    def parse(text: str, recall: int | None = None) -> Mode:
        """Parse a mode such as ``setHasXMines(-td,+board,+zone,-set)``.

        Raises ``NotationError``, and ``InputError`` for a place without a sign.
        """
        return mode_of(read_term(text, "mode"), recall)


@dataclass(frozen=True, slots=True)
class Declarations:
    """The mode of the target, and the modes of the predicates in bodies.

    With ``recursive``, bodies may also call the target. ``generators`` are modes without inputs,
    used only by recursive programs, except for the ``sources`` among them, which any clause may
    use. ``focused`` are body modes, some of those in ``body`` or stricter ones, that are tried
    first: they keep a clause to the case that its head is about. ``constants`` are the only values
    of some types that may be constants of a clause.

    Raises ``InputError`` if there is no body mode, or one of them has no input.
    """

    head: Mode
    body: tuple[Mode, ...]
    recursive: bool = False
    generators: tuple[Mode, ...] = ()
    sources: tuple[Mode, ...] = ()
    focused: tuple[Mode, ...] = ()
    constants: tuple[tuple[str, frozenset[Term]], ...] = ()

    def __post_init__(self) -> None:
        if not self.head.places:
            raise InputError(f"the target {self.head.name} needs at least one argument")
        if not self.body:
            raise InputError("no predicate is declared for the body")
        for mode in self.body:
            if not mode.inputs:
                raise InputError(f"the mode {mode} needs at least one input (+)")


def parse_declarations(head: str, *body: str | tuple[int, str]) -> Declarations:
    """Parse declarations; a body mode may be a pair of recall and text."""
    pairs = [mode if isinstance(mode, tuple) else (None, mode) for mode in body]
    return Declarations(Mode.parse(head), tuple(Mode.parse(text, n) for n, text in pairs))


def mode_of(term: Term, recall: int | None = None) -> Mode:
    """Convert a term to a mode. Raises ``InputError`` for a place without a sign."""
    about = signature(term)
    if about is None:
        raise InputError(f"expected a mode, found {shortened(term)}")
    return Mode(about[0], tuple(_place(arg, term) for arg in arguments(term)), recall)


def _place(term: Term, mode: Term) -> Place:
    match term:
        case Struct(name="+" | "-" | "#" | "-#" as sign, args=(str(kind),)):
            return Place(sign, kind)
        case Struct(name="-", args=(Struct(name="#", args=(str(kind),)),)):
            return Place("-#", kind)
    raise InputError(
        f"mode {shortened(mode)}: expected +, -, # or -# and a type, found {shortened(term)}"
    )
