"""Parses texts into tokens and trees; errors name the line, the column and what was expected.

The grammars of this package are recursive-descent parsers, which look ahead by one or two tokens
and record what they would have accepted.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from sapper.errors import NotationError, listed, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

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


class Parser:
    """The tokens of a text, from the next one on.

    ``pattern`` matches one token, or, as its group ``skip``, ignored text. Raises ``NotationError``
    for a text that is too long.
    """

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


def placed(token: Token, declare: Callable[..., M], *arguments: object) -> M:
    """Return the result of a declaration, adding the token's place to its error."""
    try:
        return declare(*arguments)
    except NotationError as error:
        raise fault(token, str(error)) from None


def implication(parts: list[SyntaxTree]) -> SyntaxTree:
    """Return ``a -> b -> c``, associated to the right."""
    *premises, tree = parts
    for part in reversed(premises):
        tree = SyntaxTree("implies", part, [], [part, tree])
    return tree
