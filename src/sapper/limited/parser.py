"""Parse formulas and files; errors name the line, the column and what was expected.

Lark builds the parser from ``grammar.lark``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, TypeVar

from sapper.errors import NotationError, listed, plural, quoted
from sapper.limited.language import (
    TRUTH,
    And,
    Believed,
    Constant,
    Equal,
    Exists,
    Expression,
    ForAll,
    Formula,
    Function,
    Guarantee,
    Iff,
    Implies,
    Known,
    Level,
    Name,
    Not,
    Or,
    Possible,
    T,
    Term,
    Variable,
    objective,
)
from sapper.limited.statements import (
    Ask,
    Believe,
    File,
    Functions,
    Know,
    Names,
    Sorts,
    Statement,
    Variables,
)
from sapper.limited.vocabulary import Vocabulary, described

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

    Node = Tree[Token]

M = TypeVar("M")

MAX_LEVEL = 99  #: no computer finishes so many splits
MAX_RANGE = 1000
MAX_DEPTH = 100  #: of nested formulas and of nested terms

#: The names of the parser's symbols in messages.
_SPOKEN = {
    "IDENT": "a word",
    "RANGE": "a range such as 1..9",
    "LEVEL": "a level",
    "ANSWER": "'yes' or 'no'",
    "KNOWN": "",  # formulas begin in many ways: one word for all of them
    "POSSIBLE": "",
    "BELIEVED": "",
    "CONDITIONAL": "'=>'",
    "IS": "'is'",
    "$END": "the end",
}
_FORMULA = {"NOT", "EXISTS", "FORALL", "LPAR", "TRUE", "FALSE"}
_STATEMENT = {"SORT", "NAME", "VARIABLE", "FUNCTION", "PREDICATE", "KNOW", "BELIEVE", "ASK"}


def parse_file(source: str, vocabulary: Vocabulary | None = None) -> File:
    """Parse the statements of a text, and add its declarations to ``vocabulary`` if given.

    Raises ``NotationError`` naming line and column, and then leaves the vocabulary unchanged.
    """
    tree = _tree(source, "file")
    words = Vocabulary() if vocabulary is None else vocabulary.copy()
    reader = _Reader(words)
    found = File(tuple(reader.statement(child) for child in _trees(tree)))
    if vocabulary is not None:
        vocabulary.sorts, vocabulary.words = words.sorts, words.words
    return found


def parse_formula(source: str, vocabulary: Vocabulary) -> Formula:
    """Parse a formula in the words of a vocabulary. Raises ``NotationError``."""
    tree = _tree(source, "formula")
    return _Reader(vocabulary).formula(tree)


@lru_cache(maxsize=1)
def _parser() -> Lark:
    from lark import Lark

    grammar = files("sapper.limited").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", start=["file", "formula"], propagate_positions=True)


def _tree(source: str, start: Literal["file", "formula"]) -> Node:
    from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

    try:
        return _parser().parse(source, start=start)
    except UnexpectedToken as error:
        expected = f"expected {_expected(error.accepts or error.expected)}"
        if error.token.type == "$END":
            raise NotationError(f"{_end(source)}: {expected}, found the end") from None
        raise _error(error, f"{expected}, found {quoted(error.token)}") from None
    except UnexpectedCharacters as error:
        sentence = f"expected {_expected(error.allowed or set())}, found {error.char!r}"
        raise _error(error, sentence) from None
    except UnexpectedInput as error:
        raise _error(error, "cannot read the text here") from None


def _error(error: object, sentence: str) -> NotationError:
    line, column = getattr(error, "line", -1), getattr(error, "column", -1)
    if line < 1:
        return NotationError(sentence)
    return NotationError(f"line {line}, column {column}: {sentence}")


def _end(source: str) -> str:
    """Return the place where a text ends."""
    text = source.rstrip()
    return f"line {text.count(chr(10)) + 1}, column {len(text) - text.rfind(chr(10))}"


def _expected(symbols: set[str]) -> str:
    """Return what is allowed here, in words; the order of the symbols does not matter."""
    found = set(symbols)
    words = []
    if found >= _FORMULA:
        words.append("a formula")
        found -= _FORMULA | {"KNOWN", "POSSIBLE", "BELIEVED", "IDENT", "G"}
        found = {symbol for symbol in found if not symbol.startswith("__ANON")}
    if found >= _STATEMENT:
        words.append("a statement (sort, name, variable, function, predicate, know, believe, ask)")
        found -= _STATEMENT | {"$END"}
    patterns = {terminal.name: terminal.pattern for terminal in _parser().terminals}
    for symbol in sorted(found):
        pattern = patterns.get(symbol)
        spoken = _SPOKEN.get(symbol)
        if spoken is None and pattern is not None and pattern.value.isascii():
            spoken = f"'{pattern.value}'"
        if spoken:
            words.append(spoken)
    return listed(words or ["something else"], "or")


def _trees(tree: Node) -> list[Node]:
    from lark import Tree

    return [child for child in tree.children if isinstance(child, Tree)]


def _tokens(tree: Node) -> list[Token]:
    from lark import Token

    return [child for child in tree.children if isinstance(child, Token)]


class _Reader:
    """Turns parse trees into values, with the words of a vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._depth = 0

    def statement(self, tree: Node) -> Statement:
        tokens, trees = _tokens(tree), _trees(tree)
        match tree.data:
            case "sorts":
                for token in tokens:
                    self._at(token, self._vocabulary.sort, str(token))
                return Sorts(tuple(map(str, tokens)))
            case "names":
                *words, sort = tokens
                texts = [(word, text) for word in words for text in _range(word)]
                declare = self._vocabulary.name
                return Names(tuple(self._at(w, declare, text, str(sort)) for w, text in texts))
            case "variables":
                *words, sort = tokens
                declare_variable = self._vocabulary.variable
                found = (self._at(word, declare_variable, str(word), str(sort)) for word in words)
                return Variables(tuple(found))
            case "functions" | "predicates":
                sort_text = str(tokens[0]) if tree.data == "functions" else TRUTH
                return Functions(tuple(self._symbol(child, sort_text) for child in trees))
            case "know":
                return Know(self._objective(trees[0], "knowledge"), tree.meta.line)
            case "believe":
                return self._believe(tree)
        return self._ask(tree)

    def _symbol(self, tree: Node, sort: str) -> Function:
        word, *arguments = _tokens(tree)
        texts = tuple(map(str, arguments))
        declare = self._vocabulary.function
        return self._at(word, declare, str(word), sort, texts)

    def _believe(self, tree: Node) -> Believe:
        *levels, condition, consequence = _trees(tree)
        level: Level = 1
        possible: Level = 1
        if levels:
            level, possible = map(_level, _tokens(levels[0]))
        both = [self._objective(part, "a conditional belief") for part in (condition, consequence)]
        return Believe(both[0], both[1], level, possible, tree.meta.line)

    def _ask(self, tree: Node) -> Ask:
        formula = self.formula(_trees(tree)[0])
        at, level, expected = False, None, None
        for token in _tokens(tree):
            if token.type == "LEVEL":
                at, level = True, _level(token)
            elif token.type == "ANSWER":
                expected = token == "yes"
        return Ask(formula, level, at, expected, tree.meta.line)

    def _objective(self, tree: Node, what: str) -> Formula:
        formula = self.formula(tree)
        if not objective(formula):
            raise _error(tree.meta, f"{what} cannot be about belief: remove K, M, G and B")
        return formula

    def formula(self, tree: Node) -> Formula:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise _error(tree.meta, f"more than {MAX_DEPTH} nested formulas")
        try:
            return self._formula(tree)
        finally:
            self._depth -= 1

    def _formula(self, tree: Node) -> Formula:
        match tree.data:
            case "equal" | "unequal":
                left, right = (self._expression(child) for child in _trees(tree))
                if TRUTH in (left.sort, right.sort):
                    raise _error(
                        tree.meta, "a predicate stands alone: remove '=' or '!=' and what follows"
                    )
                if left.sort != right.sort:
                    sorts = f"{left} is of sort {left.sort}, {right} of sort {right.sort}"
                    raise _error(tree.meta, f"{sorts}: only equal sorts can be compared")
                return Equal(left, right) if tree.data == "equal" else Not(Equal(left, right))
            case "atom":
                term = self._expression(_trees(tree)[0])
                if term.sort != TRUTH:
                    raise _error(tree.meta, f"{term} is of sort {term.sort}: expected '=' or '!='")
                return Equal(term, T)
            case "truth" | "falsity":
                return Constant(tree.data == "truth")
            case "exists" | "forall":
                return self._quantified(tree)
        return self._compound(tree)

    def _compound(self, tree: Node) -> Formula:
        found = [self.formula(child) for child in _trees(tree) if child.data != "levels"]
        match tree.data:
            case "negation":
                return Not(found[0])
            case "conjunction":
                return And(tuple(found))
            case "disjunction":
                return Or(tuple(found))
            case "implies":
                return Implies(*found)
            case "iff":
                return Iff(*found)
            case "guarantee":
                return Guarantee(found[0])
            case "known":
                return Known(_level(_tokens(tree)[-1]), found[0])
            case "possible":
                return Possible(_level(_tokens(tree)[-1]), found[0])
        levels = [_level(token) for token in _tokens(_trees(tree)[0])]
        return Believed(levels[0], levels[1], found[0], found[1])

    def _quantified(self, tree: Node) -> Formula:
        formula = self.formula(_trees(tree)[0])
        for token in reversed(_tokens(tree)):
            variable = self._meaning(token)
            if not isinstance(variable, Variable):
                words = f"'{token}' is {described(variable)}: expected a variable"
                raise _error(token, words)
            formula = (Exists if tree.data == "exists" else ForAll)(variable, formula)
        return formula

    def _expression(self, tree: Node, depth: int = 0) -> Expression:
        (word,) = _tokens(tree)
        arguments = _trees(tree)
        if depth > MAX_DEPTH:
            raise _error(word, f"more than {MAX_DEPTH} nested terms")
        meaning = self._meaning(word)
        if not isinstance(meaning, Function):
            if arguments:
                raise _error(word, f"'{word}' is {described(meaning)}: it takes no arguments")
            return meaning
        expected = meaning.arguments
        if len(arguments) != len(expected):
            words = f"'{word}' takes {plural(len(expected), 'argument')}, not {len(arguments)}"
            raise _error(word, words)
        found = tuple(self._expression(argument, depth + 1) for argument in arguments)
        for child, argument, sort in zip(arguments, found, expected, strict=True):
            if argument.sort != sort:
                words = f"{argument} is of sort {argument.sort}, but '{word}' takes the sort {sort}"
                raise _error(child.meta, words)
        return Term(meaning, found)

    def _meaning(self, word: Token) -> Name | Variable | Function:
        meaning = self._vocabulary.words.get(str(word))
        if meaning is None:
            raise _error(word, f"{quoted(word)} is not declared")
        return meaning

    def _at(self, token: Token, declare: Callable[..., M], *arguments: object) -> M:
        """Return the result of a declaration; its error gets the token's place."""
        try:
            return declare(*arguments)
        except NotationError as error:
            raise _error(token, str(error)) from None


def _level(token: Token) -> Level:
    if token in ("inf", "∞"):
        return None
    if len(token) > 2 or int(token) > MAX_LEVEL:
        raise _error(token, f"level {token[:20]} is above {MAX_LEVEL}: write inf for no limit")
    return int(token)


def _range(token: Token) -> list[str]:
    """Return the word, or all words of a range such as ``p1..p4``."""
    match = re.fullmatch(r"(\D*)(\d+)\.\.(\D*)(\d+)", str(token))
    if match is None:
        return [str(token)]
    prefix, first, again, last = match.groups()
    if again not in ("", prefix) or len(last) > 6 or not 0 <= int(last) - int(first) < MAX_RANGE:
        raise _error(token, f"{quoted(token)}: expected a range such as 1..9 or p1..p4")
    return [f"{prefix}{number}" for number in range(int(first), int(last) + 1)]
