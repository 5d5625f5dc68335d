"""Everything sapper raises on purpose: one sentence each, naming what is wrong and where."""

from __future__ import annotations

from collections.abc import Iterable


class SapperError(Exception):
    """Root of the tree; a face prints its message as it stands."""


class InputError(SapperError, ValueError):
    """Something handed in is wrong: a text, a file, a name, a number."""


class NotationError(InputError):
    """A text form cannot be read; the sentence names the line."""


class RulesError(InputError):
    """Rules, level, grid or deal that cannot be: more mines than cells, no lives, …"""


class RecipeError(InputError):
    """A player's recipe names an unknown strategy or option."""


class StrategyError(InputError):
    """A strategy answers something that is not a valid decision or pass, or is not a strategy."""


class IllegalMoveError(InputError):
    """A move that the position does not allow."""


class ImpossiblePositionError(InputError):
    """No layout agrees with the position.

    ``clues`` is a minimal set of cells at fault, as ``(row, column)``: taken together they
    contradict each other (or the number of mines), and leaving out any one of them they do not.
    It is empty where the number of mines alone is at fault.
    """

    def __init__(self, sentence: str, clues: tuple[tuple[int, int], ...] = ()) -> None:
        super().__init__(sentence)
        self.clues = clues


class BudgetError(SapperError):
    """Exact work was stopped by its budget of time or memory; the sentence says which."""


def plural(number: int, word: str) -> str:
    """How many of something, as sentences have it: ``1 mine``, ``2 mines``."""
    return f"{number} {word}" + ("" if number == 1 else "s")


def listed(words: Iterable[str], last: str = "and") -> str:
    """Some words as sentences have them: ``a, b and c``; ``last`` is the word before the last."""
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def quoted(text: object) -> str:
    """Something from outside as sentences have it: in quotes, short, and on one line."""
    whole = str(text)
    return repr(whole[:40]) + ("…" if len(whole) > 40 else "")
