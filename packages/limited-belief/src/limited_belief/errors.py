"""The errors that this package raises, and helpers that word their messages.

Every message is one sentence: where the problem is, what is wrong, and what was expected.
"""

from __future__ import annotations

from collections.abc import Iterable


class LimitedBeliefError(Exception):
    """The base of all errors that this package raises; its message can be shown as it is."""


class InputError(LimitedBeliefError, ValueError):
    """An argument, a file or a formula cannot be used."""


class NotationError(InputError):
    """A text cannot be parsed; the message names the line."""


class BudgetError(LimitedBeliefError):
    """A question has exceeded its budget of time or memory; the message says which."""


def plural(number: int, word: str) -> str:
    """Return a number with its noun: ``1 split``, ``2 splits``, ``2,000 questions``."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return words as a list in a sentence: ``a, b and c``. ``last`` is the final conjunction."""
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def quoted(text: object) -> str:
    """Return foreign text for a message: in quotes, on one line, at most 40 characters."""
    whole = str(text)
    return repr(whole[:40]) + ("…" if len(whole) > 40 else "")
