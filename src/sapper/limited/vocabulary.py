"""The vocabulary: the sorts, names, variables and functions declared so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct, field

from sapper.errors import NotationError, quoted
from sapper.limited.language import TRUTH, Function, Name, Variable

#: What an identifier can mean in a formula.
Meaning = Name | Variable | Function
M = TypeVar("M", Name, Variable, Function)

_STATEMENTS = (
    "rigid sort name variable function predicate sensor know real always believe do ask at is"
)
_FORMULAS = "not and or exists forall true false G"
RESERVED = frozenset(f"{_STATEMENTS} {_FORMULAS}".split())


class Vocabulary(Struct):
    """Declared words. An identifier has one meaning; sorts have a namespace of their own.

    Every method that declares raises ``NotationError`` for a word that has another meaning and
    for a sort that is not declared. Repeating a declaration changes nothing.
    """

    sorts: dict[str, None] = field(default_factory=dict)
    words: dict[str, Meaning] = field(default_factory=dict)
    rigid: set[str] = field(default_factory=set)  #: sorts whose functions are names

    def copy(self) -> Vocabulary:
        """Return a copy, which can be extended independently."""
        return Vocabulary(dict(self.sorts), dict(self.words), set(self.rigid))

    def sort(self, text: str, rigid: bool = False) -> None:
        """Declare a sort; the functions of a ``rigid`` one are names."""
        if text == TRUTH:
            raise NotationError(f"'{TRUTH}' is the sort of predicates and cannot be declared")
        _check(text)
        if text in self.sorts and rigid != (text in self.rigid):
            raise NotationError(f"{quoted(text)} is already declared, as another kind of sort")
        self.sorts[text] = None
        if rigid:
            self.rigid.add(text)

    def name(self, text: str, sort: str) -> Name:
        """Declare a standard name."""
        return self._declare(Name(text, self._sort(sort)))

    def variable(self, text: str, sort: str) -> Variable:
        """Declare a variable."""
        return self._declare(Variable(text, self._sort(sort)))

    def function(self, text: str, sort: str, arguments: Iterable[str] = ()) -> Function:
        """Declare a function; a predicate is one of the sort ``truth``."""
        result = sort if sort == TRUTH else self._sort(sort)
        sorts = tuple(map(self._sort, arguments))
        return self._declare(Function(text, result, sorts, result in self.rigid))

    def _sort(self, text: str) -> str:
        if text not in self.sorts:
            known = f"expected {', '.join(self.sorts)}" if self.sorts else "declare it with 'sort'"
            raise NotationError(f"unknown sort {quoted(text)}: {known}")
        return text

    def _declare(self, meaning: M) -> M:
        _check(meaning.text)
        existing = self.words.setdefault(meaning.text, meaning)
        if existing != meaning:
            message = f"{quoted(meaning.text)} is already declared as {described(existing)}"
            raise NotationError(message)
        return meaning


def described(meaning: Meaning) -> str:
    """Describe a word for people: ``a name of sort person``."""
    match meaning:
        case Name():
            return f"a name of sort {meaning.sort}"
        case Variable():
            return f"a variable of sort {meaning.sort}"
        case Function(_, sort, arguments):
            what = "a predicate" if sort == TRUTH else f"a function of sort {sort}"
            sorts = f"{'sort' if len(arguments) == 1 else 'sorts'} {', '.join(arguments)}"
            return f"{what} with arguments of {sorts}" if arguments else what


def _check(text: str) -> None:
    if text in RESERVED:
        raise NotationError(f"'{text}' is a keyword and cannot be declared")
