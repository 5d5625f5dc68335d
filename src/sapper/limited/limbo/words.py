"""Words of limbo files: what they were declared as, and the formulas and terms made of them.

Functions are declared with a number of arguments of any sort: each choice of sorts makes a function
of its own, since names of different sorts differ.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sapper.errors import plural, quoted
from sapper.limited.language import (
    After,
    Believed,
    Equal,
    Exists,
    Expression,
    ForAll,
    Formula,
    Function,
    Known,
    Name,
    Not,
    Possible,
    Term,
    Variable,
)
from sapper.limited.parser import MAX_DEPTH, MAX_LEVEL, connected
from sapper.limited.syntax import fault, tokens, trees

if TYPE_CHECKING:
    from lark import Token

    from sapper.limited.syntax import Node

MAX_ARGUMENTS = 64  #: of one function


@dataclass
class Words:
    """What words mean at one point of a program; abbreviations and loops change it."""

    sorts: dict[str, bool] = field(default_factory=dict)  #: whether each is rigid
    terms: dict[str, Name | Variable] = field(default_factory=dict)
    functions: dict[str, tuple[int, str]] = field(default_factory=dict)  #: arguments and sort
    bound: dict[str, Expression] = field(default_factory=dict)  #: by the loops around
    formulas: dict[str, Formula] = field(default_factory=dict)
    _depth: int = 0

    def sort(self, word: Token) -> str:
        """Return a declared sort. Raises ``NotationError``, as all methods do."""
        if str(word) not in self.sorts:
            raise fault(word, f"sort {quoted(word)} is not declared")
        return str(word)

    def declare_sort(self, word: Token, *, rigid: bool) -> None:
        """Declare a sort."""
        if str(word) in self.sorts:
            raise fault(word, f"sort {quoted(word)} is already declared")
        self.sorts[str(word)] = rigid

    def declare(self, word: Token, meaning: Name | Variable) -> None:
        """Declare a name or a variable."""
        self._check_new(word)
        self.terms[str(word)] = meaning

    def declare_function(self, word: Token, arguments: int, sort: str) -> None:
        """Declare a function."""
        self._check_new(word)
        if arguments > MAX_ARGUMENTS:
            raise fault(word, f"{quoted(word)} has more than {MAX_ARGUMENTS} arguments")
        self.functions[str(word)] = arguments, sort

    def _check_new(self, word: Token) -> None:
        if str(word) in self.terms or str(word) in self.functions:
            raise fault(word, f"{quoted(word)} is already declared")

    def function(self, text: str, sorts: tuple[str, ...]) -> Function:
        """Return a declared function for arguments of these sorts."""
        _, sort = self.functions[text]
        return Function(text, sort, sorts, self.sorts[sort])

    def variable(self, word: Token) -> Variable:
        """Return a declared variable."""
        found = self.terms.get(str(word))
        if not isinstance(found, Variable):
            raise fault(word, f"{quoted(word)} is not a variable")
        return found

    def expression(self, tree: Node) -> Expression:
        """Return a name, a variable or a term."""
        (word,), arguments = tokens(tree), trees(tree)
        text = str(word)
        self._depth += 1
        try:
            if self._depth > MAX_DEPTH:
                raise fault(word, f"more than {MAX_DEPTH} nested terms and formulas")
            found = tuple(map(self.expression, arguments))
        finally:
            self._depth -= 1
        if text in self.functions:
            if len(found) != self.functions[text][0]:
                expected = plural(self.functions[text][0], "argument")
                raise fault(word, f"{quoted(word)} takes {expected}, not {len(found)}")
            return Term(self.function(text, tuple(e.sort for e in found)), found)
        meaning = self.terms.get(text) or self.bound.get(text)
        if meaning is None:
            raise fault(word, f"{quoted(word)} is not declared")
        if found:
            raise fault(word, f"{quoted(word)} is not a function: it takes no arguments")
        return meaning

    def equation(self, tree: Node) -> Equal:
        """Return the equation of ``equal`` or, without its negation, of ``unequal``."""
        left, right = map(self.expression, trees(tree))
        return Equal(left, right)

    def formula(self, tree: Node) -> Formula:
        """Return a formula."""
        self._depth += 1
        try:
            if self._depth > MAX_DEPTH:
                raise fault(tree.meta, f"more than {MAX_DEPTH} nested terms and formulas")
            return self._formula(tree)
        finally:
            self._depth -= 1

    def _formula(self, tree: Node) -> Formula:
        words = tokens(tree)
        match tree.data:
            case "equal":
                return self.equation(tree)
            case "unequal":
                return Not(self.equation(tree))
            case "abbreviation":
                if str(words[0]) not in self.formulas:
                    raise fault(words[0], f"{quoted(words[0])} is not an abbreviation")
                return self.formulas[str(words[0])]
            case "after":
                action, part = trees(tree)
                return After(self.expression(action), self.formula(part))
        found = [self.formula(part) for part in trees(tree)]
        match tree.data:
            case "exists":
                return Exists(self.variable(words[0]), found[0])
            case "forall":
                return ForAll(self.variable(words[0]), found[0])
            case "known":
                return Known(_level(words[0]), found[0])
            case "possible":
                return Possible(_level(words[0]), found[0])
            case "believed":
                return Believed(_level(words[0]), _level(words[1]), found[0], found[1])
        return connected(tree.data, found)  # also REG: every question is regressed


def _level(token: Token) -> int:
    if len(token) > 2 or int(token) > MAX_LEVEL:
        raise fault(token, f"level {token[:20]} is above {MAX_LEVEL}")
    return int(token)
