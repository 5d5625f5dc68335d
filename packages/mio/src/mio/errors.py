"""The errors that mio raises, and helpers that word their messages.

Every message is one sentence: where the problem is, what is wrong, and what was expected.
"""

from __future__ import annotations

from collections.abc import Iterable


class MioError(Exception):
    """The base of all errors that mio raises; an interface can show the message as it is."""


class InputError(MioError, ValueError):
    """An argument is wrong: a text, a file, a name or a number."""


class NotationError(InputError):
    """A text cannot be parsed; the message names the line."""


class BudgetError(MioError):
    """A computation has exceeded its budget of steps, time or memory; the message says which."""


def plural(number: int, word: str) -> str:
    """Return a number with its noun: ``1 clause``, ``2,000 clauses``, ``2 classes``."""
    if number == 1:
        return f"{number} {word}"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{number:,} {word[:-1]}ies"
    return f"{number:,} {word}" + ("es" if word.endswith("s") else "s")


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return words as a list in a sentence: ``a, b and c``. ``last`` is the final conjunction."""
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def meaningless(names: list[str], owner: str, where: str) -> str:
    """Return a notice about settings of another learner, which ``owner`` names."""
    words = f"this setting of {owner} has" if len(names) == 1 else f"these settings of {owner} have"
    return f"{where}: {words} no meaning here: {listed(names)}"


def quoted(text: object) -> str:
    """Return foreign text for a message: in quotes, on one line, at most 40 characters."""
    whole = str(text)
    return repr(whole[:40]) + ("…" if len(whole) > 40 else "")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known name with the most similar spelling, or None if none is close."""
    from difflib import get_close_matches  # only mistakes need it

    names = {name.lower(): name for name in known}
    matches = get_close_matches(word[:100].lower(), names, 1)
    return names[matches[0]] if matches else None


def unknown(kind: str, word: str, known: Iterable[str]) -> str:
    """Return the message for an unknown name: it suggests the nearest of the ``known`` names or, if
    none is near, lists them all."""
    names = list(known)
    near = nearest(word, names)
    expected = f"expected {listed(names, 'or')}" if near is None else f"did you mean '{near}'?"
    return f"unknown {kind} {quoted(word)}: {expected}"


def percent(share: float) -> str:
    """Return a share in percent: ``12.3%``. ``0%`` and ``100%`` are exact."""
    if share in (0.0, 1.0):
        return f"{100 * share:.0f}%"
    shown = f"{min(100 * share, 99.9):.1f}"
    return "<0.1%" if float(shown) == 0 else f"{shown}%"


def checked_text(name: str, value: object) -> str:
    """Return a text. Raises ``InputError`` for a value of another type."""
    if not isinstance(value, str):
        raise InputError(f"{name}: expected text, not {quoted(repr(value))}")
    return value
