"""``sapper learn``: rules from examples, and the rules of Minesweeper with their proofs."""

from __future__ import annotations

import os

# NumPy reads this when it is imported. Its threads would use CPU time that no budget counts.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Literal

import click

from sapper.cli import options
from sapper.cli.errors import end_if, interruption
from sapper.cli.memory import MemoryLimit
from sapper.cli.views.learn import learning, proof_json, proof_lines, sentences
from sapper.errors import InputError, nearest, unknown
from sapper.files import check_writable, is_file, write_file
from sapper.mio import LearningSettings, explained, printed
from sapper.mio.folders.folder import folder, learn_asking, learn_folder, score_folder
from sapper.mio.learning.settings import SEARCHES, SearchName
from sapper.players.mio.task import scored
from sapper.study.learner.learned import LearnedTask, why_json
from sapper.study.learner.minesweeper import (
    LearningEvent,
    RuleChoice,
    SearchProgress,
    learn_minesweeper,
)

LEARNING = 0.6  #: share of the time for learning minesweeper, with the tests of its rules


@click.command(epilog="\b\nExample:\n  sapper learn FOLDER --seconds 30")
@click.argument("task", metavar="FOLDER|FILE|minesweeper")
@click.option(
    "--search",
    type=options.OneOf(["auto", "greedy-macros", "ida-macros", "ida"]),
    default="auto",
    show_default=True,
    help="The search strategy. All but auto are those of Mio's authors.",
)
@options.time_limit(
    "everything, in CPU time; when it is up, the best theory so far is printed. For minesweeper,"
    f" {LEARNING:.0%} of it is for learning, the rest for proving the rules and scoring them",
    60,
)
@options.megabytes("learning, its workers included", 4096)
@options.seed("choosing the examples to learn from")
@options.workers
@click.option(
    "--rules",
    type=options.OneOf(["all", "paper", "larger"]),
    default="all",
    show_default=True,
    help="Which rules of minesweeper to print: all that were proved, only those of the paper, or"
    " all and, in addition, rules learned from the cells that they miss.",
)
@click.option(
    "--ask",
    "server",
    metavar="COMMAND",
    help="Learn actively: a program answers with examples, and with counterexamples to what has"
    " been learned. exs.pl is not read.",
)
@click.option(
    "--nodes",
    type=options.Whole(1),
    metavar="N",
    help="Maximum number of clauses per search; wider searches explore at least six times as many.",
)
@click.option(
    "--max-literals",
    "length",
    type=options.Whole(1),
    metavar="N",
    help="Maximum number of literals in a body; overrides max_body or clauselength in bias.pl.",
)
@click.option(
    "--depth",
    "levels",
    type=options.Whole(1),
    metavar="N",
    help="Maximum number of literals between the head and a variable; wider searches go deeper.",
)
@click.option(
    "--recall",
    type=options.Whole(1),
    metavar="N",
    help="Maximum number of answers of a literal per input, unless its mode sets a recall.",
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
@options.as_json
def command(
    task: str,
    search: SearchName | Literal["auto"],
    seconds: float,
    megabytes: int,
    seed: int,
    workers: int,
    rules: RuleChoice,
    server: str | None,
    facts: bool,
    file: str | None,
    known: str | None,
    why: bool,
    as_json: bool,
    **limits: int | None,
) -> None:
    """Learn rules from examples.

    A folder contains bk.pl (background knowledge in Prolog), exs.pl (pos(…) and neg(…)), bias.pl
    (what a rule may use, in Popper's or Aleph's form) and optionally exs_test.pl, on which the
    theory is scored. Aleph's files are read too: FILE is x for x.b, x.f and x.n, or the single file
    of SWI-Prolog's Aleph.

    The task minesweeper learns which cells are safe and which are mines, from random positions and
    from counterexamples. Each rule is proved for all square-celled boards; a rule that is refuted
    or cannot be decided is dropped. The theory is scored on 2,000 new cells for safe cells and
    2,000 for mines.

    With --json: theory, train_accuracy, test_accuracy, clauses_explored, seconds (CPU), searches,
    searches_cut, facts, finished, train, test, notes and notices; with --why also why. For
    minesweeper there are also proofs, and seconds counts only the searches, not drawing examples,
    proving and scoring. Ctrl-C, or more memory than --megabytes, ends the search at once and prints
    what has been found.
    """
    if known is not None and server is not None:
        raise InputError("choose --ask or --theory")
    if file is not None:
        check_writable(file)  # before the search, whose result would be lost
    limited = any(limits.values()) or facts
    if limited and (task == "minesweeper" or server is not None):
        other = "--ask" if server is not None else "the task minesweeper"
        raise InputError(
            f"--nodes, --max-literals, --depth, --recall and --facts cannot go with {other}"
        )
    if task == "minesweeper":
        if known is not None or server is not None:
            option = "--ask" if known is None else "--theory"
            raise InputError(f"{option} needs a folder of examples, not the task minesweeper")
        if why:
            raise InputError("--why needs a folder of examples; rules of minesweeper are proved")
        method = "greedy-macros" if search == "auto" else search
        ended = _minesweeper(method, seconds, megabytes, seed, workers, rules, file, as_json)
    else:
        if not is_file(task) and nearest(task, ["minesweeper"]):
            raise InputError(unknown("task", task, ["minesweeper"]))
        if rules != "all":
            raise InputError("--rules is for the task minesweeper, not for a folder")
        chosen = LearningSettings() if search == "auto" else SEARCHES[search]
        settings = replace(chosen, seconds=seconds, seed=seed, workers=workers, facts=facts)
        stop = _Stop(MemoryLimit(megabytes))
        if known is not None:
            read = folder(task, settings)
            learned, test = score_folder(read, known)
        elif server is not None:
            with stop.on_interruption(), learning() as report:
                read, learned, test = learn_asking(
                    task, server, _timed(settings), interrupted=stop, report=report
                )
        else:
            read = folder(task, settings)
            read = replace(read, settings=_timed(read.settings.limited(limits)))
            with stop.on_interruption(), learning() as report:
                learned, test = learn_folder(
                    read, auto=search == "auto", interrupted=stop, report=report
                )
        ended = stop.interrupted
        learned = replace(learned, notes=(*learned.notes, *stop.notes))
        if file is not None:
            write_file(file, printed(learned.theory))
        reasons = None
        if why:  # the searches of active learning had fewer examples, so are left out
            searches = learned.searches if server is None else ()
            reasons = explained(read.background, learned.theory, read.examples, searches)
        if as_json:
            output = LearnedTask(learned, test, tuple(read.notices)).to_json()
            if reasons is not None:
                output["why"] = why_json(reasons)
            options.echo_json(output)
        else:
            lines = sentences(learned, test, read.notices, why=reasons, interrupted=ended)
            click.echo("\n".join(lines))
    end_if(ended, "")  # the theory says so


class _Stop:
    """Whether learning has to stop: after Ctrl-C, or because it takes too much memory."""

    def __init__(self, limit: MemoryLimit) -> None:
        self._limit = limit
        self._signals: list[int] = []

    def __call__(self) -> bool:
        return self.interrupted or self._limit.look()

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C was pressed."""
        return bool(self._signals)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the result says about the limit."""
        if not self._limit.exceeded:
            return ()
        limit = f"the {self._limit.megabytes:,} MB of --megabytes"
        return (f"learning stopped because it needs more memory than {limit}",)

    @contextmanager
    def on_interruption(self) -> Iterator[None]:
        """Stop on Ctrl-C within the block, instead of ending it."""
        with interruption() as self._signals:
            yield


def _timed(settings: LearningSettings) -> LearningSettings:
    """Return the settings with the seconds that are left after starting and reading."""
    assert settings.seconds is not None
    return replace(settings, seconds=options.start().cpu_left(settings.seconds))


TIMED = "searching, without drawing examples, proofs and scoring"


def _minesweeper(
    search: SearchName,
    seconds: float,
    megabytes: int,
    seed: int,
    workers: int,
    rules: RuleChoice,
    file: str | None,
    as_json: bool,
) -> bool:
    """Learn the rules, print them with their proofs, and return whether Ctrl-C ended it.

    The arguments are the values of the options of ``sapper learn``: ``file`` is ``--output``.
    """
    stop, start = _Stop(MemoryLimit(megabytes)), options.start()
    left = start.cpu_left(seconds)
    end = time.process_time() + left

    def over(share: float) -> bool:
        return stop() or time.process_time() >= end - (1 - share) * left

    with stop.on_interruption(), learning() as show:

        def tell(event: LearningEvent) -> None:
            if isinstance(event, SearchProgress):
                show(event.left, event.positives, event.clauses)

        result = learn_minesweeper(
            tell,
            search=search,
            seed=seed,
            seconds=LEARNING * left,
            rules=rules,
            workers=workers,
            interrupted=lambda: over(LEARNING),
            unproved=lambda: over(1),
        )
        test = scored(result.theory, seed=seed, interrupted=lambda: over(1))
    learned = result.learned
    notes = (*learned.notes, *stop.notes)
    if test is None and not stop():
        notes += ("no time was left to score the theory",)
    learned = replace(learned, theory=result.theory, notes=notes)
    if file is not None:
        write_file(file, printed(learned.theory))
    if as_json:
        output = LearnedTask(learned, test, ()).to_json()
        output["proofs"] = [proof_json(one) for one in result.judged]
        options.echo_json(output)
    else:
        lines = sentences(learned, test, (), TIMED, interrupted=stop.interrupted)
        click.echo("\n".join([*lines, *proof_lines(result)]))
    return stop.interrupted
