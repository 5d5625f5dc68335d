"""The vocabulary of limbo files: declared words, and the formulas and terms built from them.

Functions are declared with a number of arguments of any sort; each choice of sorts makes a separate
function, since names of different sorts differ.
"""

from __future__ import annotations

from msgspec import Struct, field

from limited_belief.errors import plural, quoted
from limited_belief.language import logic
from limited_belief.language.parser import MAX_LEVEL, connected
from limited_belief.language.syntax import MAX_DEPTH, SyntaxTree, Token, fault

MAX_PARTS = 100_000  #: maximum parts of a formula once its abbreviations are expanded
MAX_ARGUMENTS = 64  #: of one function


class Words(Struct):
    """The meanings of words at one point of a program, which abbreviations and loops change."""

    sorts: dict[str, bool] = field(default_factory=dict)  #: sorts, and whether they are rigid
    terms: dict[str, logic.Name | logic.Variable] = field(default_factory=dict)
    functions: dict[str, tuple[int, str]] = field(default_factory=dict)  #: arguments and sort
    bound: dict[str, logic.Expression] = field(default_factory=dict)  #: by the loops around
    formulas: dict[str, logic.Formula] = field(default_factory=dict)

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

    def declare(self, word: Token, meaning: logic.Name | logic.Variable) -> None:
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

    def function(self, text: str, sorts: tuple[str, ...]) -> logic.Function:
        """Return a declared function for arguments of these sorts."""
        _, sort = self.functions[text]
        return logic.Function(text, sort, sorts, self.sorts[sort])

    def variable(self, word: Token) -> logic.Variable:
        """Return a declared variable."""
        meaning = self.terms.get(str(word))
        if not isinstance(meaning, logic.Variable):
            raise fault(word, f"{quoted(word)} is not a variable")
        return meaning

    def expression(self, tree: SyntaxTree) -> logic.Expression:
        """Return a name, a variable or a term."""
        (word,), arguments = tree.tokens, tree.trees
        text = str(word)
        values = tuple(map(self.expression, arguments))
        if text in self.functions:
            if len(values) != self.functions[text][0]:
                expected = plural(self.functions[text][0], "argument")
                raise fault(word, f"{quoted(word)} takes {expected}, not {len(values)}")
            return logic.Term(self.function(text, tuple(e.sort for e in values)), values)
        meaning = self.terms.get(text) or self.bound.get(text)
        if meaning is None:
            raise fault(word, f"{quoted(word)} is not declared")
        if values:
            raise fault(word, f"{quoted(word)} is not a function: it takes no arguments")
        return meaning

    def equation(self, tree: SyntaxTree) -> logic.Equal:
        """Return the equation of ``equal`` or, without its negation, of ``unequal``."""
        left, right = map(self.expression, tree.trees)
        return logic.Equal(left, right)

    def formula(self, tree: SyntaxTree) -> logic.Formula:
        """Return a formula. Raises ``NotationError`` if its abbreviations expand it too far."""
        parsed = self._formula(tree)
        waiting, count = [(parsed, 1)], 0
        while waiting:
            part, depth = waiting.pop()
            waiting += [(inner, depth + 1) for inner in logic.parts(part)]
            count += 1
            if depth > MAX_DEPTH or count > MAX_PARTS:
                most = f"{MAX_PARTS:,} parts or {MAX_DEPTH} nested formulas"
                raise fault(tree, f"with its abbreviations expanded, this has more than {most}")
        return parsed

    def _formula(self, tree: SyntaxTree) -> logic.Formula:
        words = tree.tokens
        match tree.rule:
            case "equal":
                return self.equation(tree)
            case "unequal":
                return logic.Not(self.equation(tree))
            case "abbreviation":
                if str(words[0]) not in self.formulas:
                    raise fault(words[0], f"{quoted(words[0])} is not an abbreviation")
                return self.formulas[str(words[0])]
            case "after":
                action, part = tree.trees
                return logic.After(self.expression(action), self._formula(part))
        parts = [self._formula(part) for part in tree.trees]
        match tree.rule:
            case "exists":
                return logic.Exists(self.variable(words[0]), parts[0])
            case "forall":
                return logic.ForAll(self.variable(words[0]), parts[0])
        return connected(tree, parts, _level)  # also REG: every question is regressed


def _level(token: Token) -> int:
    if len(token) > 2 or int(token) > MAX_LEVEL:
        raise fault(token, f"level {token[:20]} is above {MAX_LEVEL}")
    return int(token)
