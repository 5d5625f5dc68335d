"""The errors that sapper raises, and helpers that word their messages.

Every message is one sentence: where the problem is, what is wrong, and what was expected.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


class SapperError(Exception):
    """The base of all errors that sapper raises; an interface can show the message as it is.

    >>> try:
    ...     sapper.analyse("nonsense")
    ... except sapper.SapperError as error:
    ...     print(error)
    line 1 should start with WIDTHxHEIGHTxMINES, not 'nonsense'
    """


class InputError(SapperError, ValueError):
    """An argument is wrong: a text, a file, a name or a number.

    >>> sapper.Game("expret")
    Traceback (most recent call last):
        ...
    sapper.errors.InputError: unknown level 'expret': did you mean 'expert'?
    """


class NotationError(InputError):
    r"""A text form cannot be read; the message names the line.

    >>> sapper.Position("2x1x1\n1X")
    Traceback (most recent call last):
        ...
    sapper.errors.NotationError: line 2, column 2: unknown letter 'X'
    """


class RulesError(InputError):
    """Rules, a level, a grid or a deal are impossible, such as more mines than cells.

    >>> sapper.Level(2, 2, 9)
    Traceback (most recent call last):
        ...
    sapper.errors.RulesError: 9 mines on 4 cells: no cell is left for the first move
    """


class RecipeError(InputError):
    """The recipe of a player cannot be read, or names an unknown strategy or option.

    >>> sapper.Player("cps")
    Traceback (most recent call last):
        ...
    sapper.errors.RecipeError: unknown player or strategy 'cps': did you mean 'csp'?
    """


class StrategyError(InputError):
    """A strategy is unusable, or returns something other than a valid decision or pass.

    >>> sapper.Player("my", own={"my": 5})
    Traceback (most recent call last):
        ...
    sapper.errors.StrategyError: strategy 'my': expected a class or a function that makes it, got 5
    """


class IllegalMoveError(InputError):
    """The position does not allow a move.

    >>> sapper.Game("beginner").undo()
    Traceback (most recent call last):
        ...
    sapper.errors.IllegalMoveError: there is no move to undo
    """


class ImpossiblePositionError(InputError):
    r"""No layout is consistent with the position.

    ``clues`` is a minimal set of contradictory clues, as ``(row, column)``: together they
    contradict each other or the number of mines, and without any one of them they do not. It is
    empty if the number of mines alone is impossible.

    >>> sapper.analyse("3x1x2\n1H1")
    Traceback (most recent call last):
        ...
    sapper.errors.ImpossiblePositionError: no layout fits: 2 mines left for 1 hidden cell
    """

    def __init__(self, sentence: str, clues: tuple[tuple[int, int], ...] = ()) -> None:
        super().__init__(sentence)
        self.clues = clues


class MissingError(InputError):
    """Nothing with this name or number exists, or it was removed."""


#: The error codes of a full disk, or of a full quota.
FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


class StorageError(InputError):
    """A file of the user's data cannot be written; ``reason`` says why without naming the file."""

    def __init__(self, sentence: str, reason: str = "") -> None:
        super().__init__(sentence)
        self.reason = reason or sentence

    @classmethod
    def of(cls, path: object, error: OSError) -> StorageError:
        """Return the error for a file or folder that the system does not let us write."""
        full = error.errno in FULL
        reason = "the disk is full" if full else (error.strerror or str(error)).lower()
        return cls(f"{path}: {reason}", reason)


class BudgetError(SapperError):
    """An exact computation has exceeded its budget of time or memory; the message says which.

    >>> sapper.optimum("6x6x6", megabytes=1)
    Traceback (most recent call last):
        ...
    sapper.errors.BudgetError: 1,623,160 layouts take more than 1 MB
    """


#: Errors that packages below sapper raise under the same names.
_COMMON: dict[str, type[SapperError]] = {
    error.__name__: error for error in (InputError, NotationError, BudgetError)
}


@contextmanager
def translated(*foreign: type[Exception]) -> Iterator[None]:
    """Raise the errors of another package as sapper's of the same name, with the same message."""
    try:
        yield
    except foreign as error:
        names = (base.__name__ for base in type(error).__mro__)
        own = next((_COMMON[name] for name in names if name in _COMMON), SapperError)
        raise own(str(error)) from error


def require(package: str, extra: str, what: str) -> None:
    """Raise ``InputError`` naming the extra if ``package``, which ``what`` needs, is missing."""
    if find_spec(package) is None:
        raise missing(extra, what)


def import_beside(module: str, what: str) -> ModuleType:
    """Import a module of a package beside sapper, ``sapper_EXTRA``, which ``what`` needs.

    Raises ``InputError`` naming the extra if the package is missing.
    """
    package = module.partition(".")[0]
    require(package, package.removeprefix("sapper_"), what)
    return import_module(module)


def missing(extra: str, what: str) -> InputError:
    """Return the error of something that needs an extra."""
    return InputError(
        f"{what} needs the packages of the extra '{extra}': pip install 'sapper[{extra}]'"
    )


def plural(number: int, word: str) -> str:
    """Return a number with its noun: ``1 mine``, ``2,000 mines``, ``2 guesses``, ``2 lives``."""
    if number == 1:
        return f"{number} {word}"
    if word.endswith("life"):
        return f"{number:,} {word[:-2]}ves"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{number:,} {word[:-1]}ies"
    return f"{number:,} {word}" + ("es" if word.endswith("s") else "s")


def article(noun: str) -> str:
    """Return a noun with its indefinite article: ``a flag``, ``an open mine``, ``an 8``."""
    vowel = noun[:1].lower() in "aeiou" or noun.split(" ")[0] in ("8", "11", "18", "hour")
    return f"{'an' if vowel and not noun.startswith('one') else 'a'} {noun}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return words as a list in a sentence: ``a, b and c``. ``last`` is the final conjunction."""
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


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


def unknown(kind: str, word: str, known: Iterable[str], more: str = "") -> str:
    """Return the message for an unknown name.

    It suggests the nearest of the ``known`` names or, if none is near, lists them all, followed by
    ``more``, other possibilities.
    """
    names = list(known)
    near = nearest(word, names)
    if near is not None:
        return f"unknown {kind} {quoted(word)}: did you mean '{near}'?"
    everything = listed([*names, *([more] if more else [])], "or")
    return f"unknown {kind} {quoted(word)}: expected {everything}"
