"""Task folders, in the layout that tools of inductive logic programming share.

``bk.pl`` is the background in Prolog, ``exs.pl`` contains ``pos(…)`` and ``neg(…)``, ``bias.pl`` is
in Popper's or Aleph's format, and the optional ``exs_test.pl`` has examples that only score the
theory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from sapper.errors import InputError
from sapper.mio.background.background import Background
from sapper.mio.folders import aleph, popper
from sapper.mio.learning.examples import Examples, examples
from sapper.mio.learning.learn import Learned, learn, measured
from sapper.mio.learning.modes import Declarations
from sapper.mio.learning.settings import Settings
from sapper.mio.learning.theory import Confusion

BACKGROUND, EXAMPLES, BIAS, TEST = "bk.pl", "exs.pl", "bias.pl", "exs_test.pl"


@dataclass(frozen=True)
class Folder:
    """A task from a folder; ``notices`` are sentences about parts of it that are ignored."""

    background: Background
    declared: Declarations
    examples: Examples
    test: Examples | None
    settings: Settings
    notices: tuple[str, ...]


def folder(path: str | Path, settings: Settings | None = None) -> Folder:
    """Read a task folder; limits in its bias change the settings.

    Raises ``InputError`` for a missing file or contents that do not match, and ``NotationError``
    with line and column for text that cannot be parsed.
    """
    base = Path(path)
    if not base.is_dir():
        raise InputError(f"{path}: no such folder")
    settings = settings or Settings(facts=True)
    background = Background(_text(base, BACKGROUND), BACKGROUND)
    bias = _text(base, BIAS)
    if aleph.is_aleph(bias):
        declared, changes, notices = aleph.declared(bias, background, BIAS)
        target = declared.head.about
        found = examples(_text(base, EXAMPLES), target, EXAMPLES)
        settings = replace(settings, **changes)
    else:
        stated = popper.bias(bias, BIAS)
        target = stated.head
        found = examples(_text(base, EXAMPLES), target, EXAMPLES)
        declared, more = popper.declared(stated, background, found.positives)
        notices = (*stated.notices, *more)
        if stated.length is not None:
            settings = replace(settings, length=stated.length)
    if not found.positives:
        raise InputError(f"{EXAMPLES}: expected at least one positive example")
    test = examples(_text(base, TEST), target, TEST) if (base / TEST).exists() else None
    notices = (*background.notices, *notices)
    return Folder(background, declared, found, test, settings, notices)


def learn_folder(
    task: Folder,
    *,
    auto: bool = True,
    interrupted: Callable[[], bool] = lambda: False,
    report: Callable[[int, int, int], None] = lambda left, total, clauses: None,
) -> tuple[Learned, Confusion | None]:
    """Learn the task of a folder, and score the theory on its test examples, if it has any.

    The keywords are those of ``learn``.
    """
    learned = learn(
        task.background,
        task.declared,
        task.examples,
        task.settings,
        auto=auto,
        interrupted=interrupted,
        report=report,
    )
    if task.test is None:
        return learned, None
    return learned, measured(task.background, learned.theory, task.test)


def _text(base: Path, name: str) -> str:
    try:
        return (base / name).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError(f"{base}: the folder has no {name}") from None
    except UnicodeDecodeError:
        raise InputError(f"{base / name}: expected UTF-8 text") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"{base / name}: cannot be read: {reason}") from None
