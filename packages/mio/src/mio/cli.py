"""The command ``mio``: learns a theory from the files of a task, or scores a known one."""

from __future__ import annotations

import os

# NumPy reads this when it is imported. Its threads would use CPU time that no budget counts.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import json
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from math import ceil
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Literal, TypeVar

import click

from mio.errors import InputError, MioError, plural
from mio.folders.convert import convert_task
from mio.folders.folder import learn_asking, learn_folder, read_folder, score_folder
from mio.language.terms import literal, written
from mio.learning.active import ITERATIONS
from mio.learning.explanation import explain, most_specific_clause
from mio.learning.settings import SEARCHES, LearningSettings, SearchName
from mio.learning.theory import save
from mio.memory import MemoryLimit
from mio.task import report_lines, why_json

if TYPE_CHECKING:
    from mio.folders.folder import Folder, LearnedTask
    from mio.language.program import Clause

INTERRUPTED = 130  #: exit code after Ctrl-C, as in a shell
SILENT_SECONDS = 5.0  #: before the first line of progress that goes to a file


class Number(click.ParamType[float]):
    """A number of a kind from ``least`` to ``most``, which ``words`` names in messages."""

    def __init__(
        self, name: str, kind: Callable[[str], float], least: float, most: float, words: str
    ) -> None:
        self.name, self.kind, self.least, self.most, self.words = name, kind, least, most, words

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a number. Raises a usage error if it is not one, or out of range."""
        with suppress(ValueError):
            number = self.kind(str(value))
            if self.least <= number <= self.most:
                return number
        raise click.BadParameter(f"{str(value)[:40]!r} is not {self.words}", ctx, param)


COUNT = Number("n", int, 1, 2**63 - 1, "a whole number from 1")
SEED = Number("n", int, 0, 2**128 - 1, "a whole number from 0")
WORKERS = Number("n", int, 1, 1024, "a whole number from 1 to 1024")
SECONDS = Number("s", float, 0, 1e6, "a number of seconds")

Decorated = TypeVar("Decorated", bound=Callable[..., object])


def _limit(option: str, name: str, words: str) -> Callable[[Decorated], Decorated]:
    return click.option(option, name, type=COUNT, help=words)


@click.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExamples:\n  mio FOLDER --seconds 30\n  mio cv --help\n  mio bench --help",
)
@click.argument("task", metavar="FOLDER|FILE")
@click.option(
    "--search",
    type=click.Choice(["auto", *SEARCHES]),
    default="auto",
    show_default=True,
    help="The search strategy. All but auto are those of Mio's authors.",
)
@click.option(
    "--seconds",
    type=SECONDS,
    default=60,
    show_default=True,
    help="Time limit for everything, in CPU time; when it is up, the best theory so far is"
    " printed.",
)
@click.option(
    "--megabytes",
    type=Number("n", int, 1, 1_000_000, "a whole number from 1 to 1000000"),
    default=4096,
    show_default=True,
    help="Memory for learning, its workers included, in megabytes.",
)
@click.option(
    "--seed",
    type=SEED,
    default=0,
    show_default=True,
    help="Seed for choosing the examples to learn from.",
)
@click.option(
    "--workers",
    type=WORKERS,
    default=1,
    show_default=True,
    help="Number of parallel workers; the result is the same for any number.",
)
@click.option(
    "--ask",
    "server",
    metavar="COMMAND",
    help="Learn actively: a program answers with examples, and with counterexamples to what has"
    " been learned. exs.pl is not read.",
)
@click.option(
    "--iterations",
    type=COUNT,
    help="Maximum number of times that --ask is asked for counterexamples.  [default: 20]",
)
@_limit("--nodes", "nodes", "Maximum number of clauses per search; wider searches explore more.")
@_limit(
    "--max-literals",
    "length",
    "Maximum number of literals in a body; overrides max_body or clauselength in bias.pl.",
)
@_limit(
    "--depth",
    "levels",
    "Maximum number of literals between the head and a variable; wider searches go deeper.",
)
@_limit(
    "--recall",
    "recall",
    "Maximum number of answers of a literal per input, unless its mode sets a recall.",
)
@click.option(
    "--facts",
    is_flag=True,
    help="Add the positives that no rule covers to the theory, if there are few.",
)
@click.option("-o", "--output", "file", metavar="FILE", help="Write the theory to a file.")
@click.option(
    "--theory", "known", metavar="FILE", help="Score the theory in a file instead of learning one."
)
@click.option(
    "--why",
    is_flag=True,
    help="Explain the theory: what each clause covers, its value beside that of the next best"
    " clause, the positives that are missed and the negatives that are covered.",
)
@click.option(
    "--bottom",
    type=COUNT,
    help="Print the most specific clause of the N-th positive example, in which searches look for"
    " rules, instead of learning.",
)
@click.option(
    "--convert",
    "target",
    metavar="FILE",
    help="Write the task in another form instead of learning: FILE.pl in that of Progol, FILE.b,"
    " FILE.f and FILE.n in Aleph's, or a folder in Popper's.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.version_option(package_name="mio-ilp", prog_name="mio")
def command(
    task: str,
    search: SearchName | Literal["auto"],
    seconds: float,
    megabytes: int,
    seed: int,
    workers: int,
    server: str | None,
    iterations: int | None,
    facts: bool,
    file: str | None,
    known: str | None,
    why: bool,
    bottom: int | None,
    target: str | None,
    as_json: bool,
    **limits: int | None,
) -> None:
    """Learn rules from examples.

    A folder contains bk.pl (background knowledge in Prolog), exs.pl (pos(…) and neg(…)), bias.pl
    (what a rule may use, in Popper's or Aleph's form) and optionally exs_test.pl, on which the
    theory is scored. Aleph's and Progol's files are read too: FILE is x for x.b, x.f and x.n, or
    the single file of SWI-Prolog's Aleph or of Progol.

    With --json: theory, train_accuracy, test_accuracy, clauses_explored, seconds (CPU), searches,
    searches_cut, facts, finished, end, train, test, notes and notices; with --why also why; with
    --bottom only example, clause and literals. Ctrl-C, or more memory than --megabytes, ends the
    search at once and prints what has been found.
    """
    try:
        _check_together(server, known, iterations, bottom, target, facts or any(limits.values()))
        if target is not None:
            convert_task(task, target)
            return
        if file is not None:
            check_writable(file)  # before the search, whose result would be lost
        chosen = LearningSettings() if search == "auto" else SEARCHES[search]
        settings = replace(chosen, seconds=seconds, seed=seed, workers=workers, facts=facts)
        if bottom is not None:
            _show_bottom(task, settings.limited(limits), bottom, as_json)
            return
        stop = Stop(megabytes)
        read, result = _learn(task, settings, search, server, iterations, known, stop, limits)
        if file is not None:
            save(result.theory, file)
        reasons = None
        if why:  # the searches of active learning had fewer examples, so are left out
            searches = result.learned.searches if server is None else ()
            reasons = explain(read.background, result.theory, read.examples, searches)
    except MioError as error:
        raise Failure(str(error)) from None
    if as_json:
        output = result.to_json()
        if reasons is not None:
            output["why"] = why_json(reasons)
        click.echo(json.dumps(output, allow_nan=False, ensure_ascii=False))
    else:
        lines = report_lines(result, why=reasons, interrupted=stop.interrupted)
        click.echo("\n".join(lines))
    if stop.interrupted:  # the output says so
        raise click.exceptions.Exit(INTERRUPTED)


def _check_together(
    server: str | None,
    known: str | None,
    iterations: int | None,
    bottom: int | None,
    target: str | None,
    limits: bool,
) -> None:
    """Raise ``InputError`` for options that exclude each other."""
    given = {"--ask": server, "--theory": known, "--bottom": bottom, "--convert": target}
    if len(names := [name for name, value in given.items() if value is not None]) > 1:
        raise InputError(f"choose {' or '.join(names)}")
    if iterations is not None and server is None:
        raise InputError("--iterations needs --ask, which gives counterexamples")
    if server is not None and limits:
        raise InputError(
            "--nodes, --max-literals, --depth, --recall and --facts cannot go with --ask"
        )


def _show_bottom(task: str, settings: LearningSettings, number: int, as_json: bool) -> None:
    """Print the most specific clause of a positive example."""
    read = read_folder(task, settings)
    positives = read.examples.positives
    if number > len(positives):
        raise InputError(f"--bottom {number}: there are {plural(len(positives), 'positive')}")
    example = positives[number - 1]
    clause = most_specific_clause(read.background, read.declared, example, read.settings.depth)
    about = written(literal(read.declared.head.name, example))
    click.echo("\n".join(bottom_lines(about, clause, as_json)))


def bottom_lines(about: str, clause: Clause, as_json: bool) -> list[str]:
    """Return the most specific clause of the example ``about`` as text, a literal to a line, or as
    JSON."""
    body = list(map(written, clause.body))
    if as_json:
        found = {"example": about, "clause": str(clause), "literals": len(body)}
        return [json.dumps(found, ensure_ascii=False)]
    head = f"{written(clause.head)} :-" if body else f"{written(clause.head)}."
    title = f"% the most specific clause of {about}: {plural(len(body), 'literal')}"
    ends = [","] * (len(body) - 1) + ["."]
    lines = [f"    {goal}{end}" for goal, end in zip(body, ends, strict=bool(body))]
    return [title, head, *lines]


class Failure(click.ClickException):
    """An error that click shows as one sentence."""

    exit_code = 2


def check_writable(file: str) -> None:
    """Raise ``InputError`` if a file cannot be written, without changing anything."""
    path = Path(file)
    new = not path.exists()
    try:
        path.open("a").close()
    except OSError as error:
        raise InputError(f"{file}: {(error.strerror or str(error)).lower()}") from None
    if new:
        path.unlink(missing_ok=True)


def _learn(
    task: str,
    settings: LearningSettings,
    search: str,
    server: str | None,
    iterations: int | None,
    known: str | None,
    stop: Stop,
    limits: Mapping[str, int | None],
) -> tuple[Folder, LearnedTask]:
    """Learn the task of a folder, or score the theory in the file ``known``."""
    if known is not None:
        read = read_folder(task, settings)
        return read, score_folder(read, known)
    began = click.get_current_context().find_object(float) or time.process_time()

    def timed(settings: LearningSettings) -> LearningSettings:
        """Leave at least half of the time, so that something is learned after long reading; in
        twentieths, so that the result does not depend on the exact time of reading."""
        seconds, spent = settings.seconds or 0.0, time.process_time() - began
        used = min(10, ceil(20 * spent / seconds)) if seconds else 0
        return replace(settings, seconds=seconds * (20 - used) / 20)

    if server is not None:
        with stop.on_interruption(), progress() as report:
            read, result = learn_asking(
                task,
                server,
                timed(settings),
                iterations=iterations or ITERATIONS,
                interrupted=stop,
                report=report,
            )
    else:
        read = read_folder(task, settings)
        read = replace(read, settings=timed(read.settings.limited(limits)))
        with stop.on_interruption(), progress() as report:
            result = learn_folder(read, auto=search == "auto", interrupted=stop, report=report)
    notes = (*result.learned.notes, *stop.notes)
    return read, replace(result, learned=replace(result.learned, notes=notes))


class Stop:
    """Whether learning has to stop: after Ctrl-C or SIGTERM, or because it takes too much memory.

    A second signal raises ``KeyboardInterrupt``.
    """

    def __init__(self, megabytes: int) -> None:
        self.interrupted = False
        self._limit = MemoryLimit(megabytes)

    def __call__(self) -> bool:
        """Return whether learning has to stop."""
        return self.interrupted or self._limit.look()

    @property
    def notes(self) -> tuple[str, ...]:
        """What the result says about the limit."""
        if not self._limit.exceeded:
            return ()
        limit = f"the {self._limit.megabytes:,} MB of --megabytes"
        return (f"learning stopped because it needs more memory than {limit}",)

    @contextmanager
    def on_interruption(self) -> Iterator[None]:
        """Stop on a signal within the block, instead of ending the program."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def note(number: int, frame: FrameType | None) -> None:
            if self.interrupted:
                raise KeyboardInterrupt
            self.interrupted = True

        before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


@contextmanager
def progress() -> Iterator[Callable[[int, int, int], None]]:
    """A function to call with the positives left, all positives, and the clauses found. It shows
    them on standard error: in one line of a terminal, otherwise rarely."""
    name = click.get_current_context().find_root().info_name or "mio"
    started = time.monotonic()
    line = sys.stderr.isatty()
    due = 0.0 if line else SILENT_SECONDS

    def show(left: int, total: int, clauses: int) -> None:
        nonlocal due
        passed = time.monotonic() - started
        if passed < due:
            return
        due = passed + (0.1 if line else max(1.0, passed))
        words = f"{left} of {total} positives left · {plural(clauses, 'clause')}"
        click.echo(
            f"\r\x1b[K{words}" if line else f"{name}: {words}, {passed:.0f} s",
            nl=not line,
            err=True,
        )

    try:
        yield show
    finally:
        if line:
            click.echo("\r\x1b[K", nl=False, err=True)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("task", metavar="FOLDER|FILE")
@click.option("--folds", type=COUNT, default=10, show_default=True, help="Number of parts.")
@click.option(
    "--seeds",
    type=COUNT,
    default=1,
    show_default=True,
    help="Number of repetitions, each with the next random seed and other folds.",
)
@click.option("--held-out", is_flag=True, help="Score on exs_test.pl instead of folds.")
@click.option(
    "--seconds", type=SECONDS, default=60, show_default=True, help="CPU time for each fold."
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="First random seed.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def validation_command(
    task: str, folds: int, seeds: int, held_out: bool, seconds: float, seed: int, as_json: bool
) -> None:
    """Cross-validate the learner on a task.

    The examples are divided into folds with equal shares of positives. Rules are learned from all
    but one fold, and tested on that one. Ctrl-C prints the folds that are finished.
    """
    from mio.validation import Fold, cross_validate, validation_lines

    done: list[Fold] = []
    interrupted = False
    try:
        read = read_folder(task, LearningSettings(seconds=seconds, seed=seed))
        for one in cross_validate(read, folds, seeds, held_out=held_out):
            done.append(one)
            words = f"seed {one.seed}, fold {one.number}: accuracy {one.test.accuracy:.3f}"
            click.echo(words, err=True)
    except KeyboardInterrupt:
        interrupted = True
    except MioError as error:
        raise Failure(str(error)) from None
    if as_json:
        click.echo(json.dumps([asdict(one) | {"accuracy": one.test.accuracy} for one in done]))
    elif done:
        click.echo("\n".join(validation_lines(done)))
    if interrupted:
        raise click.exceptions.Exit(INTERRUPTED)


def main() -> None:
    """Run the command as the program, whose CPU time counts from its start.

    ``mio bench FOLDER`` learns all tasks in a folder instead, and compares the results with those
    of other learners; ``mio cv FOLDER`` cross-validates.
    """
    if sys.argv[1:2] == ["cv"]:
        validation_command(sys.argv[2:], prog_name="mio cv")
        return
    if sys.argv[1:2] == ["bench"]:
        from mio_bench.__main__ import main as bench

        del sys.argv[1]
        bench("mio bench")
        return
    command(obj=1e-9)
