"""The format of Progol (Muggleton 1995, "Inverse entailment and Progol").

A single file has everything: directives end with a question mark, as in
``:- modeb(1,short(+car))?``, facts about the predicate of ``modeh`` are the positive examples, and
clauses without a head, as in ``:- east(t3).``, the negative ones. All else is background.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mio.errors import InputError
from mio.language.program import Signature
from mio.language.reader import Source, read, tokens
from mio.language.terms import Struct, Term, is_ground, shortened, signature

_MODEH = re.compile(r"^[ \t]*:-\s*modeh\s*\([^?]*\?", re.MULTILINE)
#: The settings of Progol that have a meaning here: their names in Aleph's form, and what their
#: numbers become.
_SETTINGS: Mapping[str, tuple[str, Callable[[int], float]]] = {
    "c": ("clauselength", lambda literals: literals + 1),  # Aleph counts the head, too
    "i": ("i", lambda levels: levels),
    "nodes": ("nodes", lambda clauses: clauses),
    "noise": ("noise_share", lambda percent: percent / 100),
}


class _Statement(NamedTuple):
    """A statement without the mark at its end: whether that is a question mark, its line, its text,
    and its parts; None stands for a part that it does not have."""

    asks: bool
    line: int
    text: str
    head: Term | None
    body: Term


def is_progol(text: str) -> bool:
    """Return whether a text has the mode of a target in Progol's form."""
    return _MODEH.search(text) is not None


def divided(text: str, where: str) -> tuple[str, str, str, str]:
    """Return the background of a file of Progol, its bias in Aleph's form, and its positives and
    negatives as facts, each statement on its line of the file.

    Raises ``NotationError`` for what cannot be parsed, and ``InputError`` with the line for what is
    not supported: several targets, directives other than modes, determinations and settings,
    learning from positives only, pruning, and examples that are not ground atoms.
    """
    found = list(_statements(Source(text, where)))
    target = _target(found, where)
    background, bias, positives, negatives = (list[str]() for _ in range(4))
    for one in found:
        lines, shown = background, one.text
        if one.asks:
            lines, shown = bias, _bias(one, where)
        elif one.head is None or signature(one.head) == target:
            example = one.body if one.head is None else one.head
            single = one.head is None or one.body is None
            if not (single and signature(example) == target and is_ground(example)):
                expected = f"expected a ground atom of {target[0]}/{target[1]}"
                raise _unsupported(where, one, f"the example {one.text[:60]}: {expected}")
            lines = negatives if one.head is None else positives
            shown = one.text.removeprefix(":-").lstrip()
        elif signature(one.head) == ("prune", 2):
            raise _unsupported(where, one, "pruning (prune/2)")
        lines += [""] * (one.line - len(lines))
        lines[-1] += f"{shown}. "
    return "\n".join(background), "\n".join(bias), "\n".join(positives), "\n".join(negatives)


def _target(found: Sequence[_Statement], where: str) -> Signature:
    """Return the predicate to learn. Raises ``InputError`` unless there is one."""
    heads = []
    for one in found:
        match one.body:
            case Struct(name="modeh", args=(_, mode)) if one.asks:
                heads.append((one, signature(mode)))
    if len(heads) > 1:
        raise _unsupported(where, heads[1][0], "a second modeh")
    if not heads or heads[0][1] is None:
        raise InputError(f"{where}: expected :- modeh(RECALL, MODE)?")
    return heads[0][1]


def _statements(source: Source) -> Iterator[_Statement]:
    """Yield the statements of a text. Raises ``NotationError``."""
    spans: list[tuple[int, int]] = []
    start: int | None = None
    for token in tokens(source):
        start = token.start if start is None else start
        if token.kind in ("end", "fact") or token.text == "?":
            spans.append((start, token.start + len(token.text) - 1))
            start = None
        elif token.kind == "eof" and start != token.start:
            raise source.problem(start, "expected a full stop or a question mark at the end")
    pieces, done = list[str](), 0
    for _, end in spans:
        pieces += [source.text[done:end], "."]
        done = end + 1
    found = read("".join(pieces), source.where)
    for (start, end), statement in zip(spans, found, strict=True):
        asks, term = source.text[end] == "?", statement.term
        if asks and not (isinstance(term, Struct) and term.name == ":-" and len(term.args) == 1):
            raise source.problem(start, "expected :- before what ends with a question mark")
        head, body = term, None
        if isinstance(term, Struct) and term.name == ":-":
            *heads, body = term.args
            head = heads[0] if heads else None
        yield _Statement(asks, source.line(start), source.text[start:end].rstrip(), head, body)


def _bias(one: _Statement, where: str) -> str:
    """Return a directive in Aleph's form."""
    match one.body:
        case Struct(name="modeh" | "modeb" | "determination"):
            return one.text
        case Struct(name="set", args=(str(name), int(number))):
            name, changed = _SETTINGS.get(name, (name, float))
            return f":- set({name},{changed(number):g})"
        case Struct(name="set", args=("posonly",)):
            raise _unsupported(where, one, "learning from positive examples only")
        case Struct(name="set", args=(str(name), *_)):
            return f":- set({name},on)"
    raise _unsupported(where, one, f"the directive {shortened(one.body)}")


def _unsupported(where: str, one: _Statement, what: str) -> InputError:
    return InputError(f"{where}, line {one.line}: not supported: {what}")
