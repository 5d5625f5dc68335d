"""Parses Prolog text to terms.

The parser is written by hand for speed: tasks have up to half a megabyte of facts. The operators
are those of ISO Prolog (13211-1) and the comparisons of finite domains; they cannot be changed.
Text in double quotes is a list of characters.
"""

from __future__ import annotations

import gc
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import isinf
from typing import NamedTuple, TypeVar

from mio.errors import NotationError, plural, quoted
from mio.language.terms import (
    COMPARISON_OPERATORS,
    NIL,
    Struct,
    Term,
    Variable,
    integer,
    listed,
    nests_beyond,
)


@contextmanager
def no_collection() -> Iterator[None]:
    """Suspend garbage collection while many objects are made."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


_TOKENS = re.compile(
    r"""
    (?P<skip> \s+ | %[^\n]* | /\* [^*]* \*+ (?: [^*/] [^*]* \*+ )* / )
  | (?P<variable> [A-Z_][A-Za-z0-9_]* )
  | (?P<atom> [a-z][A-Za-z0-9_]* )
  | (?P<float> [0-9]+ (?: \. [0-9]+ (?: [eE][+-]?[0-9]+ )? | [eE][+-]?[0-9]+ ) )
  | (?P<character> 0' (?: \\. | '' | [^\\'] ) )
  | (?P<integer> 0x[0-9a-fA-F]+ | 0o[0-7]+ | 0b[01]+ | [0-9]+ (?: _[0-9]+ )* )
  | (?P<quoted> ' [^'\\]* (?: (?: '' | \\. ) [^'\\]* )* ' )
  | (?P<string> " [^"\\]* (?: (?: "" | \\. ) [^"\\]* )* " )
  | (?P<end> \. (?= \s | % | \Z ) )
  | (?P<symbol> (?!/\*) [-+*/\\^<>=~:.?@\#&$]+ | != | [!;] )
  | (?P<mark> [(),\[\]{}|] )
    """,
    re.VERBOSE | re.DOTALL,
)
#: A whole fact about plain atoms and integers: nearly all of most texts.
_FACT = re.compile(
    r"[a-z][A-Za-z0-9_]*\((?:[a-z][A-Za-z0-9_]*|-?[0-9]+)"
    r"(?:,[ ]*(?:[a-z][A-Za-z0-9_]*|-?[0-9]+))*\)\.(?=\s|%|\Z)"
)
_FACT_LINE = re.compile(r"^[a-z][A-Za-z0-9_]*\([^()\n]*\)\.(?=\s|%|\Z)", re.MULTILINE)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "\n": "", "0": "\0"}


_MAX_UNCLOSED = 100  #: quotations not closed after which the rest of a text is left out
_MAX_LEVELS = 200  #: levels of a term, not counting the items of a ground list
_SHORT_LENGTH = 2 * _MAX_LEVELS  #: characters of a statement that cannot nest so deeply
_MAX_DIGITS = 30_000  #: digits of an integer, about as many as arithmetic allows
_MAX_REPORTED = 100  #: statements of a text that are reported one by one


class Token(NamedTuple):
    """A token: its kind, its text, its start, and whether white space comes before it."""

    kind: str
    text: str
    start: int
    spaced: bool


class Source:
    """A text to parse, and its name in messages.

    Reading takes time in proportion to its length: quotations and comments that are not closed,
    each of which has to be looked for up to the end, shorten the text.
    """

    def __init__(self, text: str, where: str) -> None:
        self.text, self.where = text, where
        self.end = len(text)  #: what follows is left out
        self._unclosed = 0
        self._lines: list[int] | None = None

    def line(self, start: int) -> int:
        """Return the number of the line at an offset, from 1."""
        if self._lines is None:
            self._lines = [0, *(found.end() for found in re.finditer("\n", self.text))]
        return bisect_right(self._lines, start)

    def problem(self, start: int, words: str) -> NotationError:
        """Return the error for an offset: ``bk.pl, line 3, column 7: …``."""
        line = self.line(start)
        assert self._lines is not None
        column = start - self._lines[line - 1] + 1
        return NotationError(f"{self.where}, line {line}, column {column}: {words}")

    def no_token(self, start: int) -> NotationError:
        """Return the error for an offset where no token begins."""
        if self.text.startswith("/*", start):
            self.end = start
            return self.problem(start, "the comment that starts here is not closed")
        if self.text[start] in "'\"":
            self._unclosed += 1
            if self._unclosed >= _MAX_UNCLOSED:
                self.end = start
            return self.problem(start, "the quotation that starts here is not closed")
        return self.problem(start, f"unexpected character {self.text[start]!r}")


def tokens(source: Source, start: int = 0) -> Iterator[Token]:
    """Yield the tokens of a text from an offset on; the last has the kind ``eof``.

    A fact about plain atoms and integers, with its full stop, is one token, of the kind ``fact``.
    Raises ``NotationError`` at characters that do not form a token.
    """
    text, position, spaced, begins = source.text, start, True, True
    match, match_fact = _TOKENS.match, _FACT.match
    while position < source.end:
        found = match_fact(text, position) if begins else None
        kind = "fact"
        if found is None:
            found = match(text, position)
            if found is None:
                raise source.no_token(position)
            kind = found.lastgroup or ""
        if kind == "skip":
            spaced = True
        else:
            yield Token(kind, found.group(), position, spaced)
            spaced, begins = False, kind in ("end", "fact")
        position = found.end()
    yield Token("eof", "", position, True)


def unquoted(text: str) -> str:
    """Return the text between quotes, with its escapes replaced."""
    quote, inner = text[0], text[1:-1]
    inner = inner.replace(quote * 2, "\\" + quote)
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m.group(1), m.group(0)), inner, flags=re.DOTALL)


_INFIX = {
    **dict.fromkeys((":-", "-->"), (1200, 1199, 1199)),
    ";": (1100, 1099, 1100),
    "->": (1050, 1049, 1050),
    ",": (1000, 999, 1000),
    **dict.fromkeys((*COMPARISON_OPERATORS, "=..", "is", "!="), (700, 699, 699)),
    **dict.fromkeys(("#=", "#\\=", "#<", "#=<", "#>", "#>="), (700, 699, 699)),
    ":": (200, 199, 200),
    **dict.fromkeys(("+", "-", "/\\", "\\/", "xor"), (500, 500, 499)),
    **dict.fromkeys(("*", "/", "//", "mod", "rem", "div", ">>", "<<"), (400, 400, 399)),
    "**": (200, 199, 199),
    "^": (200, 199, 200),
}
_PREFIX = {
    **dict.fromkeys((":-", "?-"), (1200, 1199)),
    **dict.fromkeys(("dynamic", "discontiguous", "table"), (1150, 1150)),
    "\\+": (900, 900),
    **dict.fromkeys(("-", "+", "\\"), (200, 200)),
    "#": (200, 200),
    "-#": (200, 200),
}


_STOP = re.compile(r"\.(?=\s|%|\Z)")
_Parsed = TypeVar("_Parsed")


class Statement(NamedTuple):
    """A clause or directive, and where it begins: ``bk.pl, line 3``."""

    term: Term
    where: str


def few(sentences: Sequence[str], count: int, kind: str, where: str) -> list[str]:
    """Return some sentences and, if their ``count`` is beyond what is reported, the number of the
    others: ``bk.pl: 12 more clauses left out``."""
    noun, _, rest = kind.partition(" ")
    more = [f"{where}: {plural(count - _MAX_REPORTED, f'more {noun}')} {rest}"]
    return [*sentences[:_MAX_REPORTED], *(more if count > _MAX_REPORTED else [])]


def read(
    text: str, where: str = "text", notices: list[str] | None = None, kind: str = "clause"
) -> list[Statement]:
    """Parse the statements of a Prolog text, each of which ends with a full stop.

    Within a statement, equal names are the same variable, except that each ``_`` is a new one. With
    a list of ``notices``, statements that cannot be parsed are skipped and reported there.
    Otherwise they raise ``NotationError``, which names the line, the column and what was expected.
    """
    with no_collection():
        return list(_Reader(Source(text, where), notices, kind).statements())


def statements(source: Source) -> Iterator[tuple[list[Token], int, int]]:
    """Yield the tokens of each statement, and where it begins and ends, without parsing it.

    What does not consist of tokens is passed over up to the next full stop.
    """
    start, found = 0, list[Token]()
    while True:
        try:
            for token in tokens(source, start):
                start = token.start + len(token.text)
                found.append(token)
                if token.kind in ("end", "eof", "fact"):
                    if found[0].kind != "eof":
                        yield found, found[0].start, start
                    found = []
            return
        except NotationError:
            stop = _STOP.search(source.text, start)
            start, found = min(stop.end() if stop else source.end, source.end), []


def read_term(text: str, where: str = "term") -> Term:
    """Parse one term, with or without a full stop. Raises ``NotationError``."""
    statements = read(text if text.rstrip().endswith(".") else f"{text} .", where)
    if len(statements) != 1:
        raise NotationError(f"{where}: expected one term, found {len(statements)}")
    return statements[0].term


class _Reader:
    """An operator-precedence parser with one token of look-ahead."""

    def __init__(
        self, source: Source, notices: list[str] | None = None, kind: str = "clause"
    ) -> None:
        self._source, self._text = source, source.text
        self._notices, self._kind, self._unread = notices, kind, 0
        self._restart(0)
        self._line, self._counted, self._seen = 1, 0, 0
        self._variables: dict[str, Variable] = {}
        self._unnamed = 0
        self._plain_args: dict[str, Term] = {}

    def statements(self) -> Iterator[Statement]:
        self._try_to(self._next)
        while self._token.kind != "eof":
            statement = self._try_to(self._statement)
            if statement is not None:
                yield statement
                self._seen = self._token.start
                self._try_to(self._next)
        if self._notices is not None:
            self._notices += few([], self._unread, f"{self._kind} left out", self._source.where)

    def _try_to(self, parse: Callable[[], _Parsed]) -> _Parsed | None:
        """Parse something, skipping a statement that cannot be parsed with a notice."""
        try:
            return parse()
        except (NotationError, RecursionError) as caught:
            deep = isinstance(caught, RecursionError)
            error = self._too_deep() if deep else caught
            if self._notices is None:
                raise error from None
            self._unread += 1
            if self._unread <= _MAX_REPORTED:
                rest = self._source.end < len(self._text)
                left_out = "the rest of the text" if rest else f"the {self._kind}"
                self._notices.append(f"{error}; {left_out} is left out")
            if deep or not (self._begins_line() or self._resume()):
                self._skip()
            return None

    def _too_deep(self) -> NotationError:
        return self._source.problem(self._seen, f"the terms of the {self._kind} nest too deeply")

    def _begins_line(self) -> bool:
        """True if the token at an error may begin the next statement, as after a missing full
        stop: it is a fact or an atom without space before it on its line."""
        start = self._token.start
        before = self._text[max(self._seen, start - 1) : start]
        return self._token.kind in ("atom", "fact") and start > self._seen and before == "\n"

    def _resume(self) -> bool:
        """Go back to the first fact that begins a line after the first of the statement at an
        error, as after an unclosed parenthesis; return whether there is one."""
        found = _FACT_LINE.search(self._text, self._seen + 1, self._token.start + 1)
        if found is None:
            return False
        self._restart(found.start())
        self._next()
        return True

    def _restart(self, start: int) -> None:
        """Continue with the token after an offset."""
        self._tokens = tokens(self._source, start)
        self._token = Token("end", "", start, True)

    def _skip(self) -> None:
        while self._token.kind != "eof":
            last = self._token
            try:
                self._next()
            except NotationError:
                stop = _STOP.search(self._text, last.start + max(1, len(last.text)))
                self._restart(min(stop.end() if stop else len(self._text), self._source.end))
                continue
            if last.kind == "end":
                return

    def _statement(self) -> Statement:
        self._variables, self._unnamed = {}, 0
        self._line += self._text.count("\n", self._counted, self._token.start)
        self._counted = self._seen = self._token.start
        if self._token.kind == "fact":
            term = self._fact(self._token.text)
        else:
            term = self._term(1200)
            if self._token.kind != "end":
                raise self._expected("an operator or a full stop")
            if self._token.start - self._seen > _SHORT_LENGTH and nests_beyond(term, _MAX_LEVELS):
                raise RecursionError
        return Statement(term, f"{self._source.where}, line {self._line}")

    def _fact(self, text: str) -> Term:
        """Read a token of the kind ``fact``; equal arguments are one object."""
        name, _, rest = text.partition("(")
        known = self._plain_args
        args = []
        for part in rest[:-2].split(","):
            arg = known.get(part)
            if arg is None:
                bare = part.strip()
                arg = known[part] = bare if bare[0].isalpha() else self._signed(bare)
            args.append(arg)
        return Struct(name, args)

    def _next(self) -> Token:
        token = self._token
        if token.kind != "eof":
            found = next(self._tokens, None)
            if found is None:  # an error ended the tokens: raise it again
                self._tokens = tokens(self._source, token.start + len(token.text))
                found = next(self._tokens)
            self._token = found
        return token

    def _expected(self, words: str) -> NotationError:
        found = quoted(self._token.text) if self._token.text else "the end of the text"
        return self._source.problem(self._token.start, f"expected {words}, found {found}")

    def _take(self, mark: str, words: str) -> None:
        if self._token.kind != "mark" or self._token.text != mark:
            raise self._expected(words)
        self._next()

    def _is(self, mark: str) -> bool:
        return self._token.kind == "mark" and self._token.text == mark

    def _term(self, most: int) -> Term:
        left, priority = self._primary(most)
        while self._token.kind in ("symbol", "atom") or self._is(",") or self._is("|"):
            name = ";" if self._is("|") else self._token.text
            operator = _INFIX.get(name)
            if operator is None or operator[0] > most or priority > operator[1]:
                break
            self._next()
            if name == "," and self._is(")"):  # (ex, int,) of answer-set programs
                break
            left, priority = Struct(name, (left, self._term(operator[2]))), operator[0]
        return left

    def _primary(self, most: int) -> tuple[Term, int]:
        token = self._token
        kind, text = token.kind, token.text
        if kind in ("atom", "symbol", "quoted"):
            return self._read_name(most)
        if kind in ("integer", "float", "character", "variable", "string"):
            self._next()
            return self._plain(kind, text), 0
        if kind == "mark" and text == "(":
            self._next()
            inner = self._term(1200)
            self._take(")", "an operator or ')'")
            return inner, 0
        if kind == "mark" and text == "[":
            return self._list(), 0
        if kind == "mark" and text == "{":
            self._next()
            inner = self._term(1200)
            self._take("}", "an operator or '}'")
            return Struct("{}", (inner,)), 0
        raise self._expected("a term")

    def _plain(self, kind: str, text: str) -> Term:
        if kind == "integer":
            return self._integer(text)
        if kind == "float":
            return self._float(text)
        if kind == "character":
            return ord(unquoted(f"'{text[2:]}'"))
        if kind == "string":
            return listed(unquoted(text))
        if text == "_":
            self._unnamed += 1
            return Variable(f"_{self._unnamed}")
        return self._variables.setdefault(text, Variable(text))

    def _float(self, text: str) -> float:
        """Return a floating-point number. Raises ``NotationError`` for an infinite one."""
        found = float(text)
        if isinf(found):
            raise self._too_large()
        return found

    def _integer(self, text: str) -> int:
        """Return an integer. Raises ``NotationError`` for one with very many digits."""
        if len(text) > _MAX_DIGITS:
            raise self._too_large()
        return int(text, 0) if text[1:2].isalpha() else integer(text.replace("_", ""))

    def _signed(self, text: str) -> int:
        return -self._integer(text[1:]) if text.startswith("-") else self._integer(text)

    def _too_large(self) -> NotationError:
        return self._source.problem(self._token.start, "the number before is too large")

    def _read_name(self, most: int) -> tuple[Term, int]:
        token = self._next()
        name = unquoted(token.text) if token.kind == "quoted" else token.text
        after = self._token
        if after.kind == "mark" and after.text == "(" and not after.spaced:
            self._next()
            args = self._arguments(")")
            self._take(")", "',' or ')'")
            return Struct(name, args), 0
        if name == "-" and token.kind == "symbol" and not after.spaced:
            if after.kind == "integer":
                return -self._integer(self._next().text), 0
            if after.kind == "float":
                return -self._float(self._next().text), 0
        if token.kind != "quoted" and name in _PREFIX and self._begins_term():
            priority, inner = _PREFIX[name]
            if priority > most:
                priority, inner = 999, 999
            return Struct(name, (self._term(inner),)), priority
        return name, 0

    def _begins_term(self) -> bool:
        kind, text = self._token.kind, self._token.text
        if kind == "mark":
            return text in "([{"
        if kind in ("symbol", "atom"):
            return text in _PREFIX or text not in _INFIX
        return kind not in ("end", "eof")

    def _arguments(self, closing: str) -> list[Term]:
        args = [self._term(999)]
        while self._is(","):
            self._next()
            if self._is(closing) and closing == ")":
                break
            args.append(self._term(999))
        return args

    def _list(self) -> Term:
        self._next()
        if self._is("]"):
            self._next()
            return NIL
        found = self._arguments("]")
        tail: Term = NIL
        if self._is("|"):
            self._next()
            tail = self._term(999)
        self._take("]", "',', '|' or ']'")
        return listed(found, tail)
