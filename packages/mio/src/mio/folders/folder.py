"""Reads and learns task folders, in the usual layouts of inductive logic programming.

In that of Popper, ``bk.pl`` holds the background knowledge in Prolog, ``exs.pl`` the examples
``pos(…)`` and ``neg(…)``, ``bias.pl`` the bias in Popper's or Aleph's format, and the optional
``exs_test.pl`` held-out examples that only score the theory. ``files`` reads Aleph's own files and
those of Progol, too.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from mio.background.background import Background
from mio.errors import InputError, NotationError, percent, plural
from mio.folders import aleph, popper
from mio.folders.files import (
    EXAMPLES,
    TaskTexts,
    read_texts,
    texts_of,
)
from mio.language.program import Clause, Program, Signature
from mio.language.reader import read
from mio.learning.active import ITERATIONS, learn_actively, together
from mio.learning.learn import Learned, learn, score
from mio.learning.modes import Declarations
from mio.learning.remote import ANSWER_SECONDS, RemoteServer
from mio.learning.settings import LearningSettings
from mio.learning.theory import (
    Confusion,
    Examples,
    confusion,
    consistent,
    load,
    parse_examples,
    parse_facts,
)

FIRST_EXAMPLES = (10, 10)  #: numbers of positives and negatives at the start of active learning


@dataclass(frozen=True)
class Folder:
    """A task read from a folder; ``notices`` are sentences about its ignored parts."""

    background: Background
    declared: Declarations
    examples: Examples
    test: Examples | None
    settings: LearningSettings
    notices: tuple[str, ...]


@dataclass(frozen=True)
class LearnedTask:
    """The result of learning from a folder of examples.

    ``test`` is the score on the test examples, if the folder has any, and ``notices`` are remarks
    about the folder. ``str(task)`` is the theory, with one clause per line.
    """

    learned: Learned
    test: Confusion | None
    notices: tuple[str, ...]

    @property
    def theory(self) -> tuple[Clause, ...]:
        """The clauses learned."""
        return self.learned.theory

    def __str__(self) -> str:
        return "\n".join(map(str, self.theory))

    def __repr__(self) -> str:
        accuracy = f"{percent(self.learned.train.accuracy)} of the training examples"
        if self.test is not None:
            accuracy += f", {percent(self.test.accuracy)} of the test examples"
        return f"<LearnedTask: {plural(len(self.theory), 'clause')}, right about {accuracy}>"

    def rows(self) -> list[dict[str, Any]]:
        """Return the clauses as the rows of a table: ``clause`` and its number of ``literals``."""
        return [{"clause": str(clause), "literals": len(clause.body)} for clause in self.theory]

    def to_json(self) -> dict[str, Any]:
        """Return plain values, as ``mio --json`` prints them."""
        learned, test = self.learned, self.test
        return {
            "theory": [str(clause) for clause in learned.theory],
            "train_accuracy": learned.train.accuracy,
            "test_accuracy": None if test is None else test.accuracy,
            "clauses_explored": learned.explored,
            "seconds": learned.seconds,
            "searches": len(learned.searches),
            "searches_cut": learned.cut,
            "facts": learned.facts,
            "finished": learned.finished,
            "end": learned.end,
            "train": asdict(learned.train),
            "test": None if test is None else asdict(test),
            "notes": list(learned.notes),
            "notices": list(self.notices),
        }


def read_folder(
    path: str | Path,
    settings: LearningSettings | None = None,
    *,
    first: Callable[[Signature], Examples] | None = None,
) -> Folder:
    """Read a task; limits in its bias change the settings.

    ``path`` is a folder, one of Aleph's files ``.b``, ``.f`` and ``.n``, or a file of
    SWI-Prolog's Aleph or of Progol.

    ``first`` supplies the examples of a target, by default those in ``exs.pl``. Raises
    ``InputError`` for a missing file or contents that do not match, and ``NotationError`` with line
    and column for text that cannot be parsed.
    """
    found = read_texts(path)
    task = _task(found, settings, first)
    return replace(task, notices=(*found.notices, *task.notices))


def read_task(
    text: Callable[[str], str | None],
    settings: LearningSettings | None = None,
    *,
    first: Callable[[Signature], Examples] | None = None,
) -> Folder:
    """Read a task from the texts of its files by name; None stands for a missing file.

    Arguments and errors are those of ``folder``.
    """
    return _task(texts_of(text), settings, first)


def _task(
    texts: TaskTexts,
    settings: LearningSettings | None,
    first: Callable[[Signature], Examples] | None,
) -> Folder:
    settings = settings or LearningSettings()
    unread: list[str] = []
    program = Program.read(read(texts.background.text, texts.background.where, unread))
    if unread and not program.predicates:
        raise NotationError(unread[0].removesuffix("; the clause is left out"))
    program.notices[:0] = unread
    background = Background(program)
    bias, where = texts.bias.text, texts.bias.where

    def positive(target: Signature) -> Examples:
        return first(target) if first else _read_positives(texts, target, program.notices)

    if aleph.is_aleph(bias):
        declared, changes, notices = aleph.declare_modes(bias, background, where)
        target = declared.head.about
        found = positive(target)
        settings = replace(settings, **changes)
    else:
        stated = popper.parse_bias(bias, where)
        target = stated.head
        found = positive(target)
        declared, more = popper.declare_modes(stated, background, found.positives)
        notices = (*stated.notices, *more)
        if stated.length is not None:
            settings = replace(settings, length=stated.length)
    tests = texts.test
    test = (
        None if tests is None else parse_examples(tests.text, target, tests.where, program.notices)
    )
    notices = (*background.notices, *background.undefined, *notices)
    return Folder(background, declared, found, test, settings, notices)


def learn_folder(
    task: Folder,
    *,
    auto: bool = True,
    interrupted: Callable[[], bool] = lambda: False,
    report: Callable[[int, int, int], None] = lambda left, total, clauses: None,
) -> LearnedTask:
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
    return _scored(task, learned, interrupted)


def score_folder(task: Folder, file: str | Path) -> LearnedTask:
    """Score a theory from a file as if it had just been learned. Raises the errors of ``load``."""
    clauses = load(file, task.declared)
    train = confusion(task.background, clauses, task.examples)
    facts = sum(not clause.body for clause in clauses)
    return _scored(task, Learned(clauses, train, facts, (), (), 0.0, True, ()))


def learn_asking(
    path: str | Path,
    command: str,
    settings: LearningSettings | None = None,
    *,
    iterations: int = ITERATIONS,
    patience: float = ANSWER_SECONDS,
    interrupted: Callable[[], bool] = lambda: False,
    report: Callable[[int, int, int], None] = lambda left, total, clauses: None,
) -> tuple[Folder, LearnedTask]:
    """Learn the task of a folder actively, from the answers of a server.

    - ``path``: the folder, whose ``exs.pl`` is not read;
    - ``command``: the server, a program that answers as ``remote`` says;
    - ``settings``: how to search;
    - ``iterations``: the maximum number of rounds of learning and asking;
    - ``patience``: seconds to wait for an answer;
    - ``interrupted`` and ``report``: as for ``learn``.

    Returns the folder with all examples from the server, and the result of learning. Raises the
    errors of ``folder``, ``RemoteServer`` and
    ``active``.
    """
    with ExitStack() as stack:
        servers: list[RemoteServer] = []

        def first(target: Signature) -> Examples:
            server = RemoteServer(command, target, patience=patience, interrupted=interrupted)
            servers.append(stack.enter_context(server))
            return server.examples(*FIRST_EXAMPLES)

        task = read_folder(path, settings or LearningSettings(), first=first)
        found = learn_actively(
            task.background,
            task.declared,
            servers[0],
            task.examples,
            task.settings,
            iterations=iterations,
            interrupted=interrupted,
            progress=report,
        )
    learned = together([found])
    train = score(task.background, found.theory, found.examples, interrupted)
    learned = replace(learned, train=train or learned.train)
    task = replace(task, examples=found.examples)
    return task, _scored(task, learned, interrupted)


def _scored(
    task: Folder, learned: Learned, interrupted: Callable[[], bool] = lambda: False
) -> LearnedTask:
    """Return the result of a task with the score on its test examples: None without any, and if
    interrupted."""
    test = None
    if task.test is not None and not interrupted():
        test = score(task.background, learned.theory, task.test, interrupted)
    return LearnedTask(learned, test, tuple(task.notices))


def _read_positives(texts: TaskTexts, target: Signature, notices: list[str]) -> Examples:
    """Read the examples of a task, which must include a positive one.

    Adds notices about the examples that are left out.
    """
    unread: list[str] = []
    if texts.positives is not None:
        where, more = texts.positives.where, texts.negatives
        positives = parse_facts(texts.positives.text, target, where, unread)
        negatives = () if more is None else parse_facts(more.text, target, more.where, unread)
        found = consistent(positives, negatives, target, where, unread)
    elif texts.examples is not None:
        where = texts.examples.where
        found = parse_examples(texts.examples.text, target, where, unread)
    else:
        raise InputError(f"{texts.where} has no {EXAMPLES}")
    if not found.positives:
        expected = f"{where}: expected at least one positive example"
        raise InputError(unread[0].rpartition("; ")[0] if unread else expected)
    notices += unread
    return found
