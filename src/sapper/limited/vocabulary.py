"""What words mean: the sorts, names, variables and functions declared so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from sapper.errors import NotationError, quoted
from sapper.limited.language import TRUTH, Function, Name, Variable

#: What an identifier may stand for in a formula.
Meaning = Name | Variable | Function
M = TypeVar("M", Name, Variable, Function)

_STATEMENTS = "sort name variable function predicate know believe ask at is"
_FORMULAS = "not and or exists forall true false G"
RESERVED = frozenset(f"{_STATEMENTS} {_FORMULAS}".split())


@dataclass
class Vocabulary:
    """Declared words. An identifier has one meaning, sorts apart, which are words of their own.

    Every method that declares raises ``NotationError`` for a word that has another meaning, or a
    sort that is not declared; declaring the same again changes nothing.
    """

    sorts: dict[str, None] = field(default_factory=dict)
    words: dict[str, Meaning] = field(default_factory=dict)

    def copy(self) -> Vocabulary:
        """Another one, to go on from here."""
        return Vocabulary(dict(self.sorts), dict(self.words))

    def sort(self, text: str) -> None:
        """Declare a sort."""
        if text == TRUTH:
            raise NotationError(f"'{TRUTH}' is the sort of predicates: it cannot be declared")
        _check(text)
        self.sorts[text] = None

    def name(self, text: str, sort: str) -> Name:
        """Declare a standard name."""
        return self._declare(Name(text, self._sort(sort)))

    def variable(self, text: str, sort: str) -> Variable:
        """Declare a variable."""
        return self._declare(Variable(text, self._sort(sort)))

    def function(self, text: str, sort: str, arguments: Iterable[str] = ()) -> Function:
        """Declare a function; a predicate is one of the sort ``truth``."""
        result = sort if sort == TRUTH else self._sort(sort)
        return self._declare(Function(text, result, tuple(map(self._sort, arguments))))

    def _sort(self, text: str) -> str:
        if text not in self.sorts:
            known = ", ".join(self.sorts) or "none is declared"
            raise NotationError(f"unknown sort {quoted(text)}: {known}")
        return text

    def _declare(self, meaning: M) -> M:
        _check(meaning.text)
        found = self.words.setdefault(meaning.text, meaning)
        if found != meaning:
            words = f"{quoted(meaning.text)} is declared already: {described(found)}"
            raise NotationError(words)
        return meaning


def described(meaning: Meaning) -> str:
    """What a word is, for people: ``a name of sort person``."""
    match meaning:
        case Name():
            return f"a name of sort {meaning.sort}"
        case Variable():
            return f"a variable of sort {meaning.sort}"
        case Function(_, sort, arguments):
            what = "a predicate" if sort == TRUTH else f"a function of sort {sort}"
            return f"{what} with arguments of sorts {', '.join(arguments)}" if arguments else what


def _check(text: str) -> None:
    if text in RESERVED:
        raise NotationError(f"'{text}' is a word of the language: it cannot be declared")
