"""``sapper learn``: the command ``mio``, and the rules of Minesweeper with their proofs."""

from __future__ import annotations

import os

# NumPy reads this when it is imported. Its threads would use CPU time that no budget counts.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import time
from dataclasses import replace
from inspect import cleandoc
from typing import Any

import click

from mio import LearnedTask, printed, report_lines
from mio.cli import Stop
from mio.cli import command as mio
from sapper.cli import options
from sapper.cli.errors import end_if
from sapper.errors import InputError, nearest, unknown
from sapper.files import check_writable, is_file, write_file
from sapper_agents.cli.views import learning, proof_json, proof_lines
from sapper_agents.learner.minesweeper import LearningEvent, SearchProgress, learn_minesweeper
from sapper_agents.mio.task import scored

LEARNING = 0.6  #: share of the time for learning minesweeper, with the tests of its rules
MINESWEEPER = "minesweeper"  #: the task that needs no files
TIMED = "searching, without drawing examples, proofs and scoring"

TASK = click.Argument(["task"], metavar="FOLDER|FILE|minesweeper")
RULES = click.Option(
    ["--rules"],
    type=options.OneOf(["all", "paper", "larger"]),
    default="all",
    show_default=True,
    help="Which rules of minesweeper to print: all that were proved, only those of the paper, or"
    " all and, in addition, rules learned from the cells that they miss.",
)

HELP = f"""{cleandoc(mio.help or "")}

The task minesweeper learns which cells are safe and which are mines, from random positions and from
counterexamples. Each rule is proved for all square-celled boards; a rule that is refuted or cannot
be decided is dropped. The theory is scored on 2,000 new cells for safe cells and 2,000 for mines.
Of the time limit, {LEARNING:.0%} is for learning, and the rest for proving the rules and scoring
them. There are then also proofs in the JSON, and seconds counts only the searches.
"""


def _learn(task: str, rules: str, **given: Any) -> None:
    """Learn the rules of Minesweeper, or leave another task to ``mio``."""
    if task == MINESWEEPER:
        _learn_minesweeper(rules=rules, **given)
        return
    if not is_file(task) and nearest(task, [MINESWEEPER]):
        raise InputError(unknown("task", task, [MINESWEEPER]))
    if rules != "all":
        raise InputError("--rules is for the task minesweeper, not for a folder")
    assert mio.callback is not None
    given["seconds"] = options.start().cpu_left(given["seconds"])
    mio.callback(task=task, **given)


command = click.Command(
    "learn",
    params=[TASK, *mio.params[1:-1], RULES],  # the last shows the version
    callback=_learn,
    help=HELP,
    epilog="\b\nExample:\n  sapper learn FOLDER --seconds 30",
)


def _learn_minesweeper(
    *,
    search: str,
    seconds: float,
    megabytes: int,
    seed: int,
    workers: int,
    rules: Any,
    file: str | None,
    as_json: bool,
    **others: Any,
) -> None:
    """Learn the rules, print them with their proofs, and exit with 130 if Ctrl-C ended it."""
    if any(others[name] is not None for name in ("known", "server")):
        option = "--theory" if others["server"] is None else "--ask"
        raise InputError(f"{option} needs a folder of examples, not the task minesweeper")
    if others["why"]:
        raise InputError("--why needs a folder of examples; rules of minesweeper are proved")
    if any(others[name] for name in ("nodes", "length", "levels", "recall", "facts")):
        raise InputError(
            "--nodes, --max-literals, --depth, --recall and --facts cannot go with the task"
            " minesweeper"
        )
    if file is not None:
        check_writable(file)  # before the search, whose result would be lost
    stop, left = Stop(megabytes), options.start().cpu_left(seconds)
    end = time.process_time() + left

    def over(share: float) -> bool:
        return stop() or time.process_time() >= end - (1 - share) * left

    with stop.on_interruption(), learning() as show:

        def tell(event: LearningEvent) -> None:
            if isinstance(event, SearchProgress):
                show(event.left, event.positives, event.clauses)

        result = learn_minesweeper(
            tell,
            search="greedy-macros" if search == "auto" else search,  # type: ignore[arg-type]
            seed=seed,
            seconds=LEARNING * left,
            rules=rules,
            workers=workers,
            interrupted=lambda: over(LEARNING),
            unproved=lambda: over(1),
        )
        test = scored(result.theory, seed=seed, interrupted=lambda: over(1))
    notes = (*result.learned.notes, *stop.notes)
    if test is None and not stop():
        notes += ("no time was left to score the theory",)
    learned = replace(result.learned, theory=result.theory, notes=notes)
    if file is not None:
        write_file(file, printed(learned.theory))
    task = LearnedTask(learned, test, ())
    if as_json:
        output = task.to_json()
        output["proofs"] = [proof_json(one) for one in result.judged]
        options.echo_json(output)
    else:
        lines = report_lines(task, TIMED, interrupted=stop.interrupted)
        click.echo("\n".join([*lines, *proof_lines(result)]))
    end_if(stop.interrupted, "")  # the theory says so
