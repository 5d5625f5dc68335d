"""``sapper learn``: rules from examples, and the rules of Minesweeper with their proofs."""

from __future__ import annotations

import os

# NumPy reads this when it is imported. Its threads would use CPU time that no budget counts.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import click

from sapper.cli import options
from sapper.cli.errors import end_if, interruption
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

if TYPE_CHECKING:
    from sapper.mio import Confusion, Folder, Learned


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
    "learning, in CPU time; when it is up, the best theory so far is printed. For minesweeper it"
    " does not include proving the rules and scoring them",
    60,
)
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
    proving and scoring. Ctrl-C ends the search at once and prints what has been found.
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
        ended = _minesweeper(method, seconds, seed, workers, rules, file, as_json)
    else:
        if not is_file(task) and nearest(task, ["minesweeper"]):
            raise InputError(unknown("task", task, ["minesweeper"]))
        if rules != "all":
            raise InputError("--rules is for the task minesweeper, not for a folder")
        chosen = LearningSettings() if search == "auto" else SEARCHES[search]
        settings = replace(chosen, seconds=seconds, seed=seed, workers=workers, facts=facts)
        with interruption() as interrupted:
            read, learned, test = _learned(
                task, settings, search, server, known, interrupted, limits
            )
        ended = bool(interrupted)
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


def _learned(
    task: str,
    settings: LearningSettings,
    search: str,
    server: str | None,
    known: str | None,
    interrupted: list[int],
    limits: Mapping[str, int | None],
) -> tuple[Folder, Learned, Confusion | None]:
    """Learn the task of a folder, or score the theory in the file ``known``."""
    if known is not None:
        read = folder(task, settings)
        return read, *score_folder(read, known)
    with learning() as report:
        if server is not None:
            return learn_asking(
                task, server, settings, interrupted=lambda: bool(interrupted), report=report
            )
        auto = search == "auto"
        read = folder(task, settings)
        read = replace(read, settings=read.settings.limited(limits))
        learned, test = learn_folder(
            read, auto=auto, interrupted=lambda: bool(interrupted), report=report
        )
    return read, learned, test


TIMED = "searching, without drawing examples, proofs and scoring"


def _minesweeper(
    search: SearchName,
    seconds: float,
    seed: int,
    workers: int,
    rules: RuleChoice,
    file: str | None,
    as_json: bool,
) -> bool:
    """Learn the rules, print them with their proofs, and return whether Ctrl-C ended it.

    The arguments are the values of the options of ``sapper learn``: ``file`` is ``--output``.
    """
    with interruption() as interrupted, learning() as show:

        def tell(event: LearningEvent) -> None:
            if isinstance(event, SearchProgress):
                show(event.left, event.positives, event.clauses)

        result = learn_minesweeper(
            tell,
            search=search,
            seed=seed,
            seconds=seconds,
            rules=rules,
            workers=workers,
            interrupted=lambda: bool(interrupted),
            unproved=lambda: bool(interrupted),
        )
        test = None if interrupted else scored(result.theory, seed=seed)
    learned = replace(result.learned, theory=result.theory)
    if file is not None:
        write_file(file, printed(learned.theory))
    if as_json:
        output = LearnedTask(learned, test, ()).to_json()
        output["proofs"] = [proof_json(one) for one in result.judged]
        options.echo_json(output)
    else:
        lines = sentences(learned, test, (), TIMED, interrupted=bool(interrupted))
        click.echo("\n".join([*lines, *proof_lines(result)]))
    return bool(interrupted)
