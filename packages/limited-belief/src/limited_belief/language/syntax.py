"""Parses texts into tokens and trees; errors name the line, the column and what was expected.

The grammars of this package are recursive-descent parsers, which look ahead by one or two tokens
and record what they would have accepted. They share the grammar of formulas.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, TypeVar

from limited_belief.errors import NotationError, listed, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

M = TypeVar("M")

MAX_DEPTH = 100  #: maximum nesting of formulas and of terms
MAX_TOKENS = 300_000  #: maximum number in one text


class Token(str):
    """A piece of text with its place; the end of a text is an empty token."""

    __slots__ = ("column", "line")
    line: int
    column: int

    @classmethod
    def at(cls, text: str, line: int, column: int) -> Token:
        """Return a token at a place; lines and columns are counted from 1."""
        token = cls(text)
        token.line, token.column = line, column
        return token


class SyntaxTree:
    """An application of a grammar rule: its words, its subtrees and its place."""

    __slots__ = ("column", "line", "rule", "tokens", "trees")
    line: int
    column: int

    def __init__(
        self, rule: str, place: Token | SyntaxTree, tokens: list[Token], trees: list[SyntaxTree]
    ) -> None:
        self.rule = rule
        self.line, self.column = place.line, place.column
        self.tokens, self.trees = tokens, trees


class FormulaParser:
    """The tokens of a text, and a parser of formulas in the spellings of one language, with a
    method for each rule.

    ``pattern`` matches one token, or, as its group ``skip``, ignored text. Raises ``NotationError``
    for a text that is too long. Subclasses define

    - ``names``: the pattern of a word.
    - ``operators``: the rules of operators before a formula, of ``[`` and of ``(``, by spelling.
    - ``conjunction``, ``disjunction``: the spellings of these connectives.
    - ``nesting``: what messages call nested formulas, and nested terms.
    """

    names: ClassVar[re.Pattern[str]]
    operators: ClassVar[Mapping[str, str]]
    conjunction: ClassVar[tuple[str, ...]]
    disjunction: ClassVar[tuple[str, ...]]
    nesting: ClassVar[tuple[str, str]]

    def __init__(self, source: str, pattern: re.Pattern[str]) -> None:
        self._tokens = list(islice(_tokens(source, pattern), MAX_TOKENS + 1))
        if len(self._tokens) > MAX_TOKENS:
            raise fault(self._tokens[-1], f"more than {MAX_TOKENS:,} words and signs")
        self._place = 0
        self._expected: dict[str, None] = {}
        self._depth = 0

    @property
    def token(self) -> Token:
        """The next token."""
        return self._tokens[self._place]

    @property
    def second(self) -> Token:
        """The token after the next one."""
        return self._tokens[min(self._place + 1, len(self._tokens) - 1)]

    def next_is(self, *texts: str) -> bool:
        """Return whether the next token is one of these spellings."""
        if self.token in texts:
            return True
        self.note(f"'{texts[0]}'")
        return False

    def note(self, expected: str) -> None:
        """Record, for messages, what would have been accepted as the next token."""
        self._expected[expected] = None

    def take(self) -> Token:
        """Take the next token."""
        token = self.token
        self._place += 1
        self._expected = {}
        return token

    def skip(self, *texts: str) -> bool:
        """Take the next token if it is one of these; return whether it was."""
        if not self.next_is(*texts):
            return False
        self.take()
        return True

    def need(self, *texts: str) -> Token:
        """Take the next token, which must be one of these."""
        if not self.next_is(*texts):
            self.fail()
        return self.take()

    def match(self, pattern: re.Pattern[str], what: str) -> Token:
        """Take the next token, which must match a pattern completely."""
        if not pattern.fullmatch(self.token):
            self.note(what)
            self.fail()
        return self.take()

    def several(self, item: Callable[[], M], *between: str) -> list[M]:
        """Parse one or more items separated by one of these tokens."""
        items = [item()]
        while self.skip(*between):
            items.append(item())
        return items

    def fail(self) -> None:
        """Raise ``NotationError`` about the next token."""
        actual = quoted(self.token) if self.token else "the end"
        expected = listed(self._expected or ["something else"], "or")
        raise fault(self.token, f"expected {expected}, found {actual}")

    @contextmanager
    def nested(self, what: str, levels: int = 1, at: SyntaxTree | None = None) -> Iterator[None]:
        """Count a level of nesting. Raises ``NotationError`` about the next token or the place
        ``at`` if there are too many."""
        self._depth += levels
        if self._depth > MAX_DEPTH:
            raise fault(at or self.token, f"more than {MAX_DEPTH} nested {what}")
        yield
        self._depth -= levels

    # ---- formulas

    def level(self) -> Token:
        """Parse a level of belief."""
        raise NotImplementedError

    def conditional(self) -> list[SyntaxTree]:
        """Parse the condition and the consequence of a conditional belief."""
        raise NotImplementedError

    def plain(self) -> SyntaxTree:
        """Parse a formula that begins with a word."""
        raise NotImplementedError

    def operator(self) -> str:
        """Return the rule of the operator that the next token is, or an empty string."""
        return self.operators.get(self.token, "")

    def word(self) -> Token:
        """Parse a word."""
        return self.match(self.names, "a word")

    def words(self) -> list[Token]:
        """Parse words separated by commas."""
        return self.several(self.word, ",")

    def bound(self) -> list[Token]:
        """Parse the variables of a quantifier."""
        return self.words()

    def action(self) -> list[Token]:
        """Parse the variable of an action in brackets, if there is one."""
        if not self.skip("["):
            return []
        word = self.word()
        self.need("]")
        return [word]

    def levels(self, *between: str) -> list[Token]:
        """Parse levels in angle brackets: one, or two with this token between them."""
        self.need("<", "⟨")
        levels = [self.level()]
        if between:
            self.need(*between)
            levels.append(self.level())
        self.need(">", "⟩")
        return levels

    def formula(self) -> SyntaxTree:
        """Parse a formula."""
        left = self._implied()
        if self.skip("<->", "↔"):
            return SyntaxTree("iff", left, [], [left, self._implied()])
        return left

    def _implied(self) -> SyntaxTree:
        parts = self.several(self._either, "->", "→")
        with self.nested(self.nesting[0], len(parts) - 1, parts[0]):
            *premises, tree = parts  # a -> b -> c associates to the right
            for part in reversed(premises):
                tree = SyntaxTree("implies", part, [], [part, tree])
            return tree

    def _either(self) -> SyntaxTree:
        parts = self.several(self._both, *self.disjunction)
        return parts[0] if len(parts) == 1 else SyntaxTree("disjunction", parts[0], [], parts)

    def _both(self) -> SyntaxTree:
        parts = self.several(self.primary, *self.conjunction)
        return parts[0] if len(parts) == 1 else SyntaxTree("conjunction", parts[0], [], parts)

    def primary(self) -> SyntaxTree:
        """Parse a formula without a connective outside parentheses."""
        with self.nested(self.nesting[0]):
            rule = self.operator()
            if not rule:
                return self.plain()
            start, words, trees = self.take(), list[Token](), list[SyntaxTree]()
            match rule:
                case "parentheses":
                    inner = self.formula()
                    self.need(")")
                    return inner
                case "believed":
                    words = self.levels(",")
                    return SyntaxTree(rule, start, words, self.conditional())
                case "exists" | "forall":
                    words = self.bound()
                case "known" | "possible":
                    words = self.levels()
                case "after":
                    trees = [self.term()]
                    self.need("]")
            return SyntaxTree(rule, start, words, [*trees, self.primary()])

    def term(self) -> SyntaxTree:
        """Parse a word with its arguments, if any."""
        word, arguments = self.word(), list[SyntaxTree]()
        if self.skip("("):
            with self.nested(self.nesting[1]):
                arguments = self.several(self.term, ",")
            self.need(")")
        return SyntaxTree("term", word, [word], arguments)


def _tokens(source: str, pattern: re.Pattern[str]) -> Iterator[Token]:
    starts = [0, *(match.end() for match in re.finditer("\n", source))]
    for match in pattern.finditer(source):
        if match.lastgroup != "skip":
            line = bisect_right(starts, match.start())
            yield Token.at(match.group(), line, match.start() - starts[line - 1] + 1)
    end = len(source.rstrip())
    line = bisect_right(starts, end)
    yield Token.at("", line, end - starts[line - 1] + 1)


def fault(place: Token | SyntaxTree, sentence: str) -> NotationError:
    """Return an error that names the line and column of a token or a tree."""
    return NotationError(f"line {place.line}, column {place.column}: {sentence}")


def declare_at(token: Token, declare: Callable[..., M], *arguments: object) -> M:
    """Return the result of a declaration, adding the token's place to its error."""
    try:
        return declare(*arguments)
    except NotationError as error:
        raise fault(token, str(error)) from None
