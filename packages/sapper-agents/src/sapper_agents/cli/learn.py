"""``sapper learn``: the command ``mio``, and the rules of Minesweeper with their proofs."""

from __future__ import annotations

import os

# NumPy reads this when it is imported. Its threads would use CPU time that no budget counts.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from inspect import cleandoc
from pathlib import Path
from typing import Any

import click

from mio import LearnedTask, most_specific_clause, printed, report_lines
from mio.cli import Stop, bottom_lines
from mio.cli import command as mio
from sapper.cli import options
from sapper.cli.errors import end_if
from sapper.errors import InputError, nearest, quoted, unknown
from sapper.files import check_writable, is_file, write_file
from sapper.game import Position
from sapper_agents.cli.views import learning, proof_json, proof_lines, why_lines
from sapper_agents.learner.minesweeper import (
    LearnedRules,
    LearningEvent,
    SearchProgress,
    learn_minesweeper,
)
from sapper_agents.mio.export import export_task
from sapper_agents.mio.mio import rules as theory_rules
from sapper_agents.mio.task import MIN_ACCURACY, judged, sample, scored, settings
from sapper_agents.mio.view import background, declared

LEARNING = 0.6  #: share of the time for learning minesweeper, with the tests of its rules
MINESWEEPER = "minesweeper"  #: the task that needs no files
TEST_SEED = 1_000_000  #: added to the seed for exported test examples
TESTED = (200, 200)  #: numbers of exported test examples
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


class _Share(click.FloatRange):
    """A number from 0 to 1."""

    def __init__(self) -> None:
        super().__init__(0, 1)

    def _describe_range(self) -> str:
        return "0 to 1"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        with suppress(click.BadParameter):
            number = super().convert(value, param, ctx)
            if number == number:  # "nan" is within every range
                return number
        raise click.BadParameter(f"{quoted(value)} is not a number from 0 to 1", ctx, param)


ACCURACY = click.Option(
    ["--accuracy"],
    type=_Share(),
    metavar="SHARE",
    help="The least share of the examples that a rule of minesweeper covers for which it must be"
    " right, or counterexamples discard it.  [default: 1]",
)
EXAMPLES = click.Option(
    ["--examples"],
    nargs=2,
    type=options.Whole(1, 100_000),
    metavar="P N",
    help="Learn minesweeper from this many random positives and negatives of each target, without"
    " counterexamples.",
)
EXPORT = click.Option(
    ["--export"],
    metavar="FOLDER",
    help="Write minesweeper with the examples that were learned from to the folders FOLDER/safe and"
    " FOLDER/mine, in the forms of Popper, Aleph and FOIL.",
)

HELP = f"""{cleandoc(mio.help or "")}

The task minesweeper learns which cells are safe and which are mines, from random positions and from
counterexamples. Each rule is proved for all square-celled boards; a rule that is refuted or cannot
be decided is dropped. The theory is scored on 2,000 new cells for safe cells and 2,000 for mines.
Of the time limit, {LEARNING:.0%} is for learning, and the rest for proving the rules and scoring
them. There are then also proofs in the JSON, and seconds counts only the searches. With --theory,
the rules of a file are proved and scored; none is dropped.
"""


def _learn(task: str, rules: str, **given: Any) -> None:
    """Learn the rules of Minesweeper, or leave another task to ``mio``."""
    own = {f"--{name}": given.pop(name) for name in ("accuracy", "examples", "export")}
    if task == MINESWEEPER:
        _minesweeper(rules=rules, own=own, **given)
        return
    if not is_file(task) and nearest(task, [MINESWEEPER]):
        raise InputError(unknown("task", task, [MINESWEEPER]))
    if rules != "all":
        own["--rules"] = rules
    for option in (name for name, value in own.items() if value is not None):
        raise InputError(f"{option} is for the task minesweeper, not for a folder")
    assert mio.callback is not None
    given["seconds"] = options.start().cpu_left(given["seconds"])
    mio.callback(task=task, **given)


command = click.Command(
    "learn",
    params=[TASK, *mio.params[1:-1], RULES, ACCURACY, EXAMPLES, EXPORT],  # the last shows a version
    callback=_learn,
    help=HELP,
    epilog="\b\nExample:\n  sapper learn FOLDER --seconds 30",
)


def _minesweeper(*, own: dict[str, Any], **given: Any) -> None:
    """Learn the rules of Minesweeper, score those of a file, or show a most specific clause."""
    if given["server"] is not None or given["facts"]:
        option = "--facts" if given["server"] is None else "--ask"
        raise InputError(f"{option} needs a folder, not the task minesweeper")
    own |= {"--iterations": given.pop("iterations"), "--output": given["file"]}
    chosen = [name for name, value in own.items() if value is not None]
    for name, option in (("known", "--theory"), ("bottom", "--bottom")):
        if given[name] is not None and chosen:
            raise InputError(f"{option} learns nothing, so it cannot go with {chosen[0]}")
    if own["--examples"] is not None and {"--accuracy", "--iterations"}.intersection(chosen):
        raise InputError("--accuracy and --iterations need counterexamples, so not --examples")
    limits = {name: given.pop(name) for name in ("nodes", "length", "levels", "recall")}
    if given["bottom"] is not None:
        _show_bottom(given["bottom"], given["seed"], limits, given["as_json"])
    else:
        _learn_minesweeper(limits, own, **given)


def _show_bottom(number: int, seed: int, limits: dict[str, int | None], as_json: bool) -> None:
    """Print the most specific clause of a random safe cell, with its position."""
    tile, text = sample("safe", seed=seed, counts=(number, 1)).positives[number - 1]
    position = Position.parse(str(text))
    cell = list(position.grid.cell(int(str(tile))))
    depth = settings(seed=seed).limited(limits).depth
    clause = most_specific_clause(background(), declared("safe"), (tile, text), depth)
    if not as_json:
        click.echo("\n".join(f"% {line}" for line in str(position).splitlines()))
    click.echo("\n".join(bottom_lines(f"the safe cell {cell}", clause, as_json)))


@dataclass(frozen=True)
class _Limits:
    """When to stop: the CPU time, counted from now, Ctrl-C, and memory."""

    stop: Stop
    seconds: float
    end: float

    @staticmethod
    def of(seconds: float, megabytes: int) -> _Limits:
        left = options.start().cpu_left(seconds)
        return _Limits(Stop(megabytes), left, time.process_time() + left)

    def over(self, share: float = 1.0) -> bool:
        """Return whether a share of the time has passed."""
        return self.stop() or time.process_time() >= self.end - (1 - share) * self.seconds


def _learn_minesweeper(
    limits: dict[str, int | None],
    own: dict[str, Any],
    *,
    search: str,
    seconds: float,
    megabytes: int,
    seed: int,
    workers: int,
    rules: Any,
    known: str | None,
    file: str | None,
    why: bool,
    as_json: bool,
    **others: Any,
) -> None:
    """Learn the rules, or read them, and print them with their proofs. Exits with 130 if Ctrl-C
    ended it."""
    if file is not None:
        check_writable(file)  # before the search, whose result would be lost
    until = _Limits.of(seconds, megabytes)
    with until.stop.on_interruption(), learning() as show:

        def tell(event: LearningEvent) -> None:
            if isinstance(event, SearchProgress):
                show(event.left, event.positives, event.clauses)

        if known is not None:
            result = _known(known, until)
        else:
            result = learn_minesweeper(
                tell,
                search="greedy-macros" if search == "auto" else search,  # type: ignore[arg-type]
                seed=seed,
                seconds=LEARNING * until.seconds,
                rules=rules,
                counts=own["--examples"],
                iterations=own["--iterations"],
                accuracy=MIN_ACCURACY if own["--accuracy"] is None else own["--accuracy"],
                limits=limits,
                workers=workers,
                interrupted=lambda: until.over(LEARNING),
                unproved=until.over,
            )
        test = scored(result.theory, seed=seed, interrupted=until.over)
    notes = (*result.learned.notes, *until.stop.notes)
    if test is None and not until.stop():
        notes += ("no time was left to score the theory",)
    learned = replace(result.learned, theory=result.theory, notes=notes)
    if file is not None:
        write_file(file, printed(learned.theory))
    if own["--export"] is not None:
        _export(own["--export"], result, seed)
    task = LearnedTask(learned, test, ())
    if as_json:
        output = task.to_json()
        output["proofs"] = [proof_json(one) for one in result.judged]
        if why:
            output["why"] = list(why_lines(result.theory))
        options.echo_json(output)
    else:
        lines = report_lines(task, TIMED, interrupted=until.stop.interrupted)
        lines += proof_lines(result.theory, result.judged)
        click.echo("\n".join([*lines, *(why_lines(result.theory) if why else ())]))
    end_if(until.stop.interrupted, "")  # the theory says so


def _known(file: str, until: _Limits) -> LearnedRules:
    """Read the rules of a file, and prove or refute each."""
    read = tuple(rule.clause for rule in theory_rules(file))
    return LearnedRules(read, tuple(judged(clause, interrupted=until.over) for clause in read), ())


def _export(folder: str, result: LearnedRules, seed: int) -> None:
    """Write what each target was learned from, with as many new examples to test theories."""
    for part in result.parts:
        test = sample(part.target, seed=seed + TEST_SEED, counts=TESTED)
        export_task(Path(folder) / part.target, part.target, part.examples, test)
