"""The tokens of Prolog text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sapper.errors import NotationError

_TOKENS = re.compile(
    r"""
    (?P<skip> (?: \s | %[^\n]* | /\*.*?\*/ )+ )
  | (?P<variable> [A-Z_][A-Za-z0-9_]* )
  | (?P<atom> [a-z][A-Za-z0-9_]* )
  | (?P<float> [0-9]+ \. [0-9]+ (?: [eE][+-]?[0-9]+ )? )
  | (?P<character> 0' (?: \\. | '' | [^\\'] ) )
  | (?P<integer> 0x[0-9a-fA-F]+ | 0o[0-7]+ | 0b[01]+ | [0-9]+ (?: _[0-9]+ )* )
  | (?P<quoted> ' (?: '' | \\. | [^'\\] )* ' )
  | (?P<string> " (?: "" | \\. | [^"\\] )* " )
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
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "\n": "", "0": "\0"}


class Token(NamedTuple):
    """A token: its kind, its text, its start, and whether white space comes before it."""

    kind: str
    text: str
    start: int
    spaced: bool


def tokens(text: str, where: str, start: int = 0) -> Iterator[Token]:
    """Yield the tokens of a text from a place on; the last one is of the kind ``eof``.

    A fact about plain atoms and integers, with its full stop, is one token, of the kind ``fact``.
    Raises ``NotationError`` at characters that do not form a token.
    """
    position, spaced, begins = start, True, True
    match, match_fact = _TOKENS.match, _FACT.match
    while position < len(text):
        found = match_fact(text, position) if begins else None
        kind = "fact"
        if found is None:
            found = match(text, position)
            if found is None:
                raise problem(text, position, where, _no_token(text, position))
            kind = found.lastgroup or ""
        if kind == "skip":
            spaced = True
        else:
            yield Token(kind, found.group(), position, spaced)
            spaced, begins = False, kind in ("end", "fact")
        position = found.end()
    yield Token("eof", "", position, True)


def problem(text: str, start: int, where: str, words: str) -> NotationError:
    """Return the error for a place in a text: ``bk.pl, line 3, column 7: …``."""
    line = text.count("\n", 0, start) + 1
    column = start - (text.rfind("\n", 0, start) + 1) + 1
    return NotationError(f"{where}, line {line}, column {column}: {words}")


def unquoted(text: str) -> str:
    """Return the text between quotes, with its escapes replaced."""
    quote, inner = text[0], text[1:-1]
    inner = inner.replace(quote * 2, "\\" + quote)
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m.group(1), m.group(0)), inner, flags=re.DOTALL)


def _no_token(text: str, start: int) -> str:
    if text.startswith("/*", start):
        return "the comment that starts here is not closed"
    if text[start] in "'\"":
        return "the quotation that starts here is not closed"
    return f"unexpected character {text[start]!r}"
