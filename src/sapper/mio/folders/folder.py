"""Reads and learns task folders, in the usual layout of inductive logic programming.

``bk.pl`` holds the background knowledge in Prolog, ``exs.pl`` the examples ``pos(…)`` and
``neg(…)``, ``bias.pl`` the bias in Popper's or Aleph's format, and the optional ``exs_test.pl``
held-out examples that only score the theory.
"""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from sapper.errors import InputError, NotationError, listed
from sapper.mio.background.background import Background
from sapper.mio.folders import aleph, popper
from sapper.mio.language.program import Clause, Program, Signature
from sapper.mio.language.reader import read
from sapper.mio.learning.active import active, together
from sapper.mio.learning.learn import Learned, learn, measured
from sapper.mio.learning.modes import Declarations
from sapper.mio.learning.remote import PATIENCE, RemoteServer
from sapper.mio.learning.settings import LearningSettings
from sapper.mio.learning.theory import Confusion, Examples, examples, load

FIRST = (10, 10)  #: numbers of positives and negatives at the start of active learning
BACKGROUND, EXAMPLES, BIAS, TEST = "bk.pl", "exs.pl", "bias.pl", "exs_test.pl"


@dataclass(frozen=True)
class Folder:
    """A task read from a folder; ``notices`` are sentences about its ignored parts."""

    background: Background
    declared: Declarations
    examples: Examples
    test: Examples | None
    settings: LearningSettings
    notices: tuple[str, ...]


def folder(
    path: str | Path,
    settings: LearningSettings | None = None,
    *,
    first: Callable[[Signature], Examples] | None = None,
) -> Folder:
    """Read a task folder; limits in its bias change the settings.

    ``first`` supplies the examples of a target, by default those in ``exs.pl``. Raises
    ``InputError`` for a missing file or contents that do not match, and ``NotationError`` with line
    and column for text that cannot be parsed.
    """
    base = Path(path)
    if base.is_file():
        wanted = listed((BACKGROUND, EXAMPLES, BIAS))
        raise InputError(f"{path}: expected a folder that contains {wanted}, but this is a file")
    if not base.is_dir():
        raise InputError(f"{path}: no such folder")
    encodings: list[str] = []
    task = task_of(lambda name: _text(base, name, encodings), settings, first=first)
    return replace(task, notices=(*encodings, *task.notices))


def task_of(
    text: Callable[[str], str | None],
    settings: LearningSettings | None = None,
    *,
    first: Callable[[Signature], Examples] | None = None,
) -> Folder:
    """Read a task from the texts of its files by name; None stands for a missing file.

    Arguments and errors are those of ``folder``.
    """

    def needed(name: str) -> str:
        found = text(name)
        if found is None:
            raise InputError(f"the folder has no {name}")
        return found

    settings = settings or LearningSettings()
    unread: list[str] = []
    program = Program.read(read(needed(BACKGROUND), BACKGROUND, unread))
    if unread and not program.predicates:
        raise NotationError(unread[0].removesuffix("; the clause is left out"))
    program.notices[:0] = unread
    background = Background(program)
    bias = needed(BIAS)
    if aleph.is_aleph(bias):
        declared, changes, notices = aleph.declared(bias, background, BIAS)
        target = declared.head.about
        found = first(target) if first else _positive(needed(EXAMPLES), target, program.notices)
        settings = replace(settings, **changes)
    else:
        stated = popper.bias(bias, BIAS)
        target = stated.head
        found = first(target) if first else _positive(needed(EXAMPLES), target, program.notices)
        declared, more = popper.declared(stated, background, found.positives)
        notices = (*stated.notices, *more)
        if stated.length is not None:
            settings = replace(settings, length=stated.length)
    tests = text(TEST)
    test = None if tests is None else examples(tests, target, TEST, program.notices)
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
    return learned, _tested(task, learned.theory)


def score_folder(task: Folder, file: str | Path) -> tuple[Learned, Confusion | None]:
    """Score a theory from a file as if it had just been learned. Raises the errors of ``load``."""
    clauses = load(file, task.declared)
    train = measured(task.background, clauses, task.examples)
    facts = sum(not clause.body for clause in clauses)
    return Learned(clauses, train, facts, (), (), 0.0, True, ()), _tested(task, clauses)


def learn_asking(
    path: str | Path,
    command: str,
    settings: LearningSettings | None = None,
    *,
    patience: float = PATIENCE,
    interrupted: Callable[[], bool] = lambda: False,
    report: Callable[[int, int, int], None] = lambda left, total, clauses: None,
) -> tuple[Folder, Learned, Confusion | None]:
    """Learn the task of a folder actively, from the answers of a server.

    - ``path``: the folder, whose ``exs.pl`` is not read;
    - ``command``: the server, a program that answers as ``remote`` says;
    - ``settings``: how to search;
    - ``patience``: seconds to wait for an answer;
    - ``interrupted`` and ``report``: as for ``learn``.

    Returns the folder with all examples from the server, the result of learning, and its score on
    the folder's test examples, if any. Raises the errors of ``folder``, ``RemoteServer`` and
    ``active``.
    """
    with ExitStack() as stack:
        servers: list[RemoteServer] = []

        def first(target: Signature) -> Examples:
            server = RemoteServer(command, target, patience=patience, interrupted=interrupted)
            servers.append(stack.enter_context(server))
            return server.examples(*FIRST)

        task = folder(path, settings or LearningSettings(), first=first)
        found = active(
            task.background,
            task.declared,
            servers[0],
            task.examples,
            task.settings,
            interrupted=interrupted,
            progress=report,
        )
    train = measured(task.background, found.theory, found.examples)
    learned = replace(together([found]), train=train)
    return replace(task, examples=found.examples), learned, _tested(task, found.theory)


def _tested(task: Folder, theory: tuple[Clause, ...]) -> Confusion | None:
    return None if task.test is None else measured(task.background, theory, task.test)


def _positive(text: str, target: Signature, notices: list[str]) -> Examples:
    """Read the examples of a folder, which must include a positive one.

    Adds notices about the examples that are left out.
    """
    unread: list[str] = []
    found = examples(text, target, EXAMPLES, unread)
    if not found.positives:
        expected = f"{EXAMPLES}: expected at least one positive example"
        raise InputError(unread[0].rpartition("; ")[0] if unread else expected)
    notices += unread
    return found


def _text(base: Path, name: str, notices: list[str]) -> str | None:
    try:
        contents = (base / name).read_bytes()
    except FileNotFoundError:
        if name == TEST:
            return None
        raise InputError(f"{base}: the folder has no {name}") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"{base / name}: cannot be read: {reason}") from None
    found, encoding = _decoded(contents)
    if encoding != "utf-8":
        notices.append(f"{name} is not valid UTF-8, so it is read as {encoding}")
    return found.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(contents: bytes) -> tuple[str, str]:
    """Return a text and its encoding: UTF-8, UTF-16 with a byte order mark, or else Latin-1."""
    for encoding, marks in (("utf-8", ()), ("utf-16", (BOM_UTF16_LE, BOM_UTF16_BE))):
        if not marks or contents.startswith(marks):
            try:
                return contents.decode(encoding).removeprefix("\ufeff"), encoding
            except UnicodeDecodeError:
                continue
    return contents.decode("latin-1"), "latin-1"
