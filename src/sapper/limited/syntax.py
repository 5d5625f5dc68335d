"""Grammars: texts become parse trees, or one sentence with line, column and what was expected.

Lark builds the parsers from grammar files beside this module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, TypeVar

from sapper.errors import NotationError, listed, quoted

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

    Node = Tree[Token]

M = TypeVar("M")


@dataclass(frozen=True)
class Group:
    """Symbols that messages name in one word if the parser accepts ``all`` of them.

    ``more`` are symbols that the word covers as well.
    """

    word: str
    all: Set[str]
    more: Set[str] = frozenset()


@dataclass(frozen=True)
class Grammar:
    """A grammar file, the symbols that texts may start with, and its symbols' names in messages.

    A symbol whose name is empty is left out of messages.
    """

    file: str
    starts: tuple[str, ...]
    spoken: Mapping[str, str]
    groups: tuple[Group, ...]

    def parse(self, source: str, start: str) -> Node:
        """Return the parse tree of a text. Raises ``NotationError`` naming line and column."""
        from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

        try:
            return _parser(self.file, self.starts).parse(source, start=start)
        except UnexpectedToken as error:
            expected = f"expected {self._expected(error.accepts or error.expected)}"
            if error.token.type == "$END":
                raise NotationError(f"{_end(source)}: {expected}, found the end") from None
            raise fault(error, f"{expected}, found {quoted(error.token)}") from None
        except UnexpectedCharacters as error:
            sentence = f"expected {self._expected(error.allowed or set())}, found {error.char!r}"
            raise fault(error, sentence) from None
        except UnexpectedInput as error:
            raise fault(error, "cannot read the text here") from None

    def _expected(self, symbols: set[str]) -> str:
        """Return what is allowed here, in words; the order of the symbols does not matter."""
        found = set(symbols)
        words = []
        for group in self.groups:
            if found >= group.all:
                words.append(group.word)
                found -= group.all | group.more
                found = {symbol for symbol in found if not symbol.startswith("__ANON")}
        terminals = _parser(self.file, self.starts).terminals
        patterns = {terminal.name: terminal.pattern for terminal in terminals}
        for symbol in sorted(found):
            pattern = patterns.get(symbol)
            spoken = self.spoken.get(symbol)
            if spoken is None and pattern is not None and pattern.value.isascii():
                spoken = f"'{pattern.value}'"
            if spoken:
                words.append(spoken)
        return listed(words or ["something else"], "or")


@lru_cache(maxsize=4)
def _parser(file: str, starts: tuple[str, ...]) -> Lark:
    from lark import Lark

    grammar = files("sapper.limited").joinpath(file).read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", start=list(starts), propagate_positions=True)


def fault(place: object, sentence: str) -> NotationError:
    """Return an error that names the line and column of a token or a tree's ``meta``."""
    line, column = getattr(place, "line", -1), getattr(place, "column", -1)
    if line < 1:
        return NotationError(sentence)
    return NotationError(f"line {line}, column {column}: {sentence}")


def placed(token: Token, declare: Callable[..., M], *arguments: object) -> M:
    """Return the result of a declaration; its error gets the token's place."""
    try:
        return declare(*arguments)
    except NotationError as error:
        raise fault(token, str(error)) from None


def trees(tree: Node) -> list[Node]:
    """Return the parts of a tree that are trees."""
    from lark import Tree

    return [child for child in tree.children if isinstance(child, Tree)]


def tokens(tree: Node) -> list[Token]:
    """Return the parts of a tree that are tokens."""
    from lark import Token

    return [child for child in tree.children if isinstance(child, Token)]


def _end(source: str) -> str:
    """Return the place where a text ends."""
    text = source.rstrip()
    return f"line {text.count(chr(10)) + 1}, column {len(text) - text.rfind(chr(10))}"
