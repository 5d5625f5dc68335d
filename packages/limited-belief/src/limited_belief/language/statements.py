"""The statements of files of limited belief, with their vocabulary and text form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import astuple

from limited_belief.errors import NotationError, quoted
from limited_belief.language.logic import (
    TRUTH,
    Axiom,
    Expression,
    Formula,
    Function,
    Guarantee,
    Level,
    Name,
    Variable,
    written,
)

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

    Methods that declare raise ``NotationError`` for a word with another meaning and for an
    undeclared sort. Repeating a declaration has no effect.
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
            message = f"{quoted(meaning.text)} is already declared as {describe_meaning(existing)}"
            raise NotationError(message)
        return meaning


def describe_meaning(meaning: Meaning) -> str:
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


class Sorts(Struct, frozen=True):
    """``sort a, b``; the functions of a ``rigid`` sort, such as actions, are names."""

    sorts: tuple[str, ...]
    rigid: bool = False

    def __str__(self) -> str:
        return f"{'rigid ' if self.rigid else ''}sort {', '.join(self.sorts)}"


class Names(Struct, frozen=True):
    """``name a, b : sort``, one or more names of one sort; ``1..9`` stands for nine names."""

    names: tuple[Name, ...]

    def __str__(self) -> str:
        return _declaration("name", self.names)


class Variables(Struct, frozen=True):
    """``variable x, y : sort``, one or more variables of one sort."""

    variables: tuple[Variable, ...]

    def __str__(self) -> str:
        return _declaration("variable", self.variables)


class Functions(Struct, frozen=True):
    """``function f, g(sort) : sort`` or ``predicate p(sort)``: functions to one sort."""

    functions: tuple[Function, ...]

    def __str__(self) -> str:
        predicates = self.functions[0].sort == TRUTH
        return _declaration("predicate" if predicates else "function", self.functions)


class Placed(Struct, frozen=True, kw_only=True):
    """A statement with its line number, which comparisons ignore."""

    line: int = 0

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and astuple(self)[:-1] == astuple(other)[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(astuple(self)[:-1])


def _declaration(keyword: str, declared: Sequence[Meaning]) -> str:
    """Return the text of the declaration of words of one sort; predicates do not name theirs."""
    symbols = (
        f"{word.text}({', '.join(word.arguments)})"
        if isinstance(word, Function) and word.arguments
        else word.text
        for word in declared
    )
    sort = "" if keyword == "predicate" else f" : {declared[0].sort}"
    return f"{keyword} {', '.join(symbols)}{sort}"


class Know(Placed, frozen=True):
    """``know formula``: the formula is true. Free variables stand for all names of their sort."""

    formula: Formula

    def __str__(self) -> str:
        return f"know {self.formula}"


class Believe(Placed, frozen=True):
    """``believe <k, l> condition => consequence``: a conditional belief.

    Free variables stand for all names of their sort: each instance is a separate belief.
    """

    condition: Formula
    consequence: Formula
    level: Level = 1
    possible: Level = 1
    guarantee: bool = False  #: whether the condition is judged under the guarantee ``G``

    def __str__(self) -> str:
        levels = f"<{written(self.level)}, {written(self.possible)}> "
        if (self.level, self.possible) == (1, 1):
            levels = ""
        condition = Guarantee(self.condition) if self.guarantee else self.condition
        return f"believe {levels}{condition} => {self.consequence}"


class Ask(Placed, frozen=True):
    """``ask formula at 1 is yes``: a question, optionally with a level and an expected answer."""

    formula: Formula
    level: Level = None
    at: bool = False  #: whether ``level`` was given, since None is the unlimited level
    expected: bool | None = None
    real: bool = False  #: whether it is about the real world outside any belief

    def __str__(self) -> str:
        real = "real " if self.real else ""
        at = f" at {written(self.level)}" if self.at else ""
        answer = {None: "", True: " is yes", False: " is no"}[self.expected]
        return f"ask {real}{self.formula}{at}{answer}"


class Real(Placed, frozen=True):
    """``real formula``: the formula is true, but perhaps not known."""

    formula: Formula

    def __str__(self) -> str:
        return f"real {self.formula}"


class Define(Placed, frozen=True):
    """``always [action] term = value <-> formula``: a dynamic axiom."""

    axiom: Axiom

    def __str__(self) -> str:
        return str(self.axiom)


class Do(Placed, frozen=True):
    """``do action``: what follows is about the situation after the action."""

    action: Expression

    def __str__(self) -> str:
        return f"do {self.action}"


class Sensors(Struct, frozen=True):
    """``sensor s(action) : sort``: functions whose values are known after an action."""

    functions: tuple[Function, ...]

    def __str__(self) -> str:
        return _declaration("sensor", self.functions)


Statement = (
    Sorts | Names | Variables | Functions | Sensors | Know | Real | Define | Believe | Do | Ask
)


class File(Struct, frozen=True):
    """All statements of a file. The text form has one line for each."""

    statements: tuple[Statement, ...]

    def __str__(self) -> str:
        return "".join(f"{statement}\n" for statement in self.statements)
