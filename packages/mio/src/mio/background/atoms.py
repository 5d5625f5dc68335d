"""Built-in predicates about the text of atoms and numbers, as in SWI-Prolog.

Text is an atom, a number, or a list of characters or of their codes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from mio.errors import InputError
from mio.language.program import Signature
from mio.language.terms import NIL, Struct, Term, integer, items, listed, written
from mio.language.unify import Ref, UnboundError, resolved, unify, walk

_NUMBER = re.compile(r"\s*([+-]?)([0-9]++)(\.[0-9]++(?:[eE][+-]?[0-9]++)?)?")
_MAX_DIGITS = 30_000  #: digits of an integer, as in text to parse
_MAX_ATOM_LENGTH = 10_000  #: characters of an atom that is made

Rows = tuple[tuple[Term, ...], Sequence[tuple[Term, ...]]]


def _text(term: Term, name: str) -> str:
    """Return the text of a bound term. Raises ``InputError``."""
    term = walk(term)
    if isinstance(term, Ref):
        raise UnboundError(f"{name} needs a bound argument")
    if isinstance(term, str):
        return term
    if isinstance(term, int | float) and not isinstance(term, bool):
        return written(term)
    if isinstance(term, Struct):
        found, rest = items(resolved(term))
        if rest == NIL and any(isinstance(one, Ref) for one in found):
            raise UnboundError(f"{name} needs a bound argument")
        if rest == NIL and all(isinstance(one, str) and len(one) == 1 for one in found):
            return "".join(map(str, found))
        if rest == NIL and all(isinstance(one, int) and 0 <= one < 0x110000 for one in found):
            return "".join(chr(one) for one in found if isinstance(one, int))
    raise InputError(f"{name}: expected an atom, a number or a list of characters")


def _number(text: str) -> int | float | None:
    found = _NUMBER.fullmatch(text)
    if found is None or len(text) > _MAX_DIGITS:
        return None
    sign, whole, rest = found.groups()
    value = integer(whole) if rest is None else float(whole + rest)
    return -value if sign == "-" else value


def _atom_or_number(text: str) -> Term:
    value = _number(text)
    return text if value is None else value


def _check_length(text: str) -> str:
    if len(text) > _MAX_ATOM_LENGTH:
        raise InputError(f"an atom of more than {_MAX_ATOM_LENGTH:,} characters")
    return text


def _is_list(term: Term) -> bool:
    """Return whether a term is a list of bound items."""
    found, rest = items(resolved(term))
    return rest == NIL and not any(isinstance(one, Ref) for one in found)


def _parts(
    name: str, part: Callable[[str], Term], made: Callable[[str], Term | None]
) -> Callable[[tuple[Term, ...], list[Ref]], bool]:
    """Return a predicate that relates a text to the list of its parts, such as characters."""

    def test(args: tuple[Term, ...], trail: list[Ref]) -> bool:
        whole = walk(args[0])
        if not isinstance(whole, Ref):
            return unify(args[1], listed(map(part, _text(whole, name))), trail)
        if not _is_list(args[1]):
            raise UnboundError(f"{name} needs a bound argument")
        value = made(_text(args[1], name))
        if value is None:
            raise InputError(f"{name}: expected the text of a number")
        return unify(whole, value, trail)

    return test


def _char_code(args: tuple[Term, ...], trail: list[Ref]) -> bool:
    character = walk(args[0])
    if isinstance(character, str) and len(character) == 1:
        return unify(args[1], ord(character), trail)
    code = walk(args[1])
    if isinstance(character, Ref) and isinstance(code, int) and 0 <= code < 0x110000:
        return unify(character, chr(code), trail)
    raise UnboundError("char_code/2 needs a character or its code")


def _atom_number(args: tuple[Term, ...], trail: list[Ref]) -> bool:
    text = walk(args[0])
    if isinstance(text, Ref):
        return unify(text, _text(args[1], "atom_number/2"), trail)
    value = _number(_text(text, "atom_number/2"))
    return value is not None and unify(args[1], value, trail)


def _atom_length(args: tuple[Term, ...], trail: list[Ref]) -> bool:
    return unify(args[1], len(_text(args[0], "atom_length/2")), trail)


def _change_text(name: str, change: Callable[[str], str]) -> Callable[..., bool]:
    return lambda args, trail: unify(args[1], change(_text(args[0], name)), trail)


def _join_or_split(args: tuple[Term, ...], trail: list[Ref]) -> bool:
    """``atomic_list_concat/2`` and ``/3``, which also splits an atom at a separator."""
    name = f"atomic_list_concat/{len(args)}"
    separator = _text(args[1], name) if len(args) == 3 else ""
    if _is_list(args[0]):
        found, _ = items(resolved(args[0]))
        text = separator.join(_text(one, name) for one in found)
        return unify(args[-1], _check_length(text), trail)
    if not separator:
        raise UnboundError(f"{name} needs a list of bound items")
    return unify(args[0], listed(_text(args[2], name).split(separator)), trail)


def _atom_concat(args: tuple[Term, ...]) -> Rows:
    one, other = walk(args[0]), walk(args[1])
    name = "atom_concat/3"
    if not isinstance(one, Ref) and not isinstance(other, Ref):
        return (args[2],), [(_check_length(_text(one, name) + _text(other, name)),)]
    whole = _text(args[2], name)
    if not isinstance(one, Ref):
        start = _text(one, name)
        return (other,), [(whole[len(start) :],)] if whole.startswith(start) else []
    if not isinstance(other, Ref):
        end = _text(other, name)
        return (one,), [(whole[: len(whole) - len(end)],)] if whole.endswith(end) else []
    return (one, other), [(whole[:i], whole[i:]) for i in range(len(whole) + 1)]


def _sub_atom(args: tuple[Term, ...]) -> Rows:
    """``sub_atom(Atom, Before, Length, After, Sub)``."""
    whole = _text(args[0], "sub_atom/5")
    size, known = len(whole), [walk(arg) for arg in args[1:4]]
    sub = walk(args[4])
    before, length, after = (one if isinstance(one, int) else None for one in known)
    spans: Sequence[tuple[int, int]]
    if not isinstance(sub, Ref):
        text = _text(sub, "sub_atom/5")
        last = size - len(text)
        spans = [(i, i + len(text)) for i in range(last + 1) if whole.startswith(text, i)]
    elif before is not None and length is not None:
        spans = [(before, before + length)]
    elif before is not None and after is not None:
        spans = [(before, size - after)]
    elif length is not None and after is not None:
        spans = [(size - after - length, size - after)]
    elif before is not None:
        spans = [(before, end) for end in range(before, size + 1)]
    elif length is not None:
        spans = [(start, start + length) for start in range(size - length + 1)]
    elif after is not None:
        spans = [(start, size - after) for start in range(size - after + 1)]
    elif size <= 1000:
        spans = [(i, j) for i in range(size + 1) for j in range(i, size + 1)]
    else:
        raise UnboundError("sub_atom/5 needs more bound arguments for so long an atom")
    rows = [(i, j - i, size - j, whole[i:j]) for i, j in spans if 0 <= i <= j <= size]
    return args[1:], rows


ATOM_TESTS: dict[Signature, Callable[[tuple[Term, ...], list[Ref]], bool]] = {
    ("atom_codes", 2): _parts("atom_codes/2", ord, str),
    ("atom_chars", 2): _parts("atom_chars/2", str, str),
    ("number_codes", 2): _parts("number_codes/2", ord, _number),
    ("number_chars", 2): _parts("number_chars/2", str, _number),
    ("name", 2): _parts("name/2", ord, _atom_or_number),
    ("char_code", 2): _char_code,
    ("atom_number", 2): _atom_number,
    ("atom_length", 2): _atom_length,
    ("upcase_atom", 2): _change_text("upcase_atom/2", str.upper),
    ("downcase_atom", 2): _change_text("downcase_atom/2", str.lower),
    ("atomic_list_concat", 2): _join_or_split,
    ("atomic_list_concat", 3): _join_or_split,
}
#: Predicates with several answers: the arguments to unify, and the rows to unify them with.
ATOM_ROWS: dict[Signature, Callable[[tuple[Term, ...]], Rows]] = {
    ("atom_concat", 3): _atom_concat,
    ("sub_atom", 5): _sub_atom,
}
