"""``sapper learn``: rules from examples."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from sapper.cli.errors import INTERRUPTED
from sapper.cli.files import is_file
from sapper.cli.interruption import interruption
from sapper.cli.options import OneOf, Seconds, Whole, as_json
from sapper.cli.views.learn import learned_json, learning, sentences
from sapper.errors import InputError, nearest, unknown

if TYPE_CHECKING:
    from sapper.mio.folders.folder import Folder
    from sapper.mio.learning.learn import Learned
    from sapper.mio.learning.settings import Settings
    from sapper.mio.learning.theory import Confusion

#: The searches to choose from. The first one decides from the examples how to deal with noise.
SEARCHES = ("auto", "greedy-macros", "ida-macros", "ida")


@click.command(epilog="\b\nExample:\n  sapper learn FOLDER --seconds 30")
@click.argument("task", metavar="FOLDER|minesweeper")
@click.option(
    "--search",
    type=OneOf(SEARCHES),
    default="auto",
    show_default=True,
    help="How to search. All but auto are the searches of Mio's authors.",
)
@click.option(
    "--seconds",
    metavar="S",
    type=Seconds(),
    default="60",
    show_default=True,
    help="Time for learning; when it is up, the best theory so far is printed. For minesweeper it"
    " does not include proving the rules and scoring them.",
)
@click.option(
    "--seed",
    metavar="N",
    type=Whole(0),
    default="0",
    show_default=True,
    help="Seed for choosing the examples to learn from.",
)
@click.option(
    "--workers",
    metavar="N",
    type=Whole(1, 256),
    default="1",
    show_default=True,
    help="Number of processes; the theory is the same for any number.",
)
@click.option(
    "--rules",
    type=OneOf(["all", "paper", "larger"]),
    default="all",
    show_default=True,
    help="Which rules of minesweeper to print: all that were proved, only those that cover the same"
    " cells as a rule of the paper, or all and more, learned from the cells that they miss.",
)
@click.option("--save", "file", metavar="FILE", help="Write the theory to a file.")
@click.option(
    "--theory", "known", metavar="FILE", help="Score the theory in a file instead of learning one."
)
@as_json
def command(
    task: str,
    search: str,
    seconds: float,
    seed: int,
    workers: int,
    rules: str,
    file: str | None,
    known: str | None,
    as_json: bool,
) -> None:
    """Learn rules from examples.

    A folder contains bk.pl (background knowledge in Prolog), exs.pl (pos(…) and neg(…)), bias.pl
    (what a rule may use, in Popper's or Aleph's form) and optionally exs_test.pl, on which the
    theory is scored.

    The task minesweeper learns which cells are safe and which are mines, from random positions and
    from counterexamples. Each rule is proved for all boards of squares; a rule that is refuted or
    cannot be decided is dropped. The theory is scored on 2,000 new cells for safe cells and 2,000
    for mines.

    With --json: theory, train_accuracy, test_accuracy, clauses_explored, seconds, searches,
    searches_cut, facts, finished, train, test, notes and notices; for minesweeper also proofs, and
    seconds is the time of the searches alone, without drawing examples, proofs and scoring. Ctrl-C
    ends the search and prints what has been found.
    """
    if task == "minesweeper":
        from sapper.cli.verbs.learn_minesweeper import Asked, learn_minesweeper

        if known is not None:
            raise InputError("--theory needs a folder of examples, not the task minesweeper")
        learn_minesweeper(Asked(search, seconds, seed, workers, rules, file, as_json))
        return
    if not is_file(task) and nearest(task, ["minesweeper"]):
        raise InputError(unknown("task", task, ["minesweeper"]))
    if rules != "all":
        raise InputError("--rules is for the task minesweeper, not for a folder")
    from sapper.mio.folders.folder import folder, learn_folder

    read = folder(task, _settings(search, seconds, seed, workers))
    if known is not None:
        learned, test = _scored(read, known)
    else:
        with interruption() as interrupted, learning() as report:
            learned, test = learn_folder(
                read,
                auto=search == "auto",
                interrupted=lambda: bool(interrupted),
                report=report,
            )
    if file is not None:
        from sapper.mio.learning.theory import save

        save(learned.theory, file)
    if as_json:
        click.echo(json.dumps(learned_json(learned, test, read.notices), ensure_ascii=False))
    else:
        click.echo("\n".join(sentences(learned, test, read.notices)))
    if known is None and interrupted:
        raise Exit(INTERRUPTED)


def _settings(search: str, seconds: float, seed: int, workers: int) -> Settings:
    from dataclasses import replace

    from sapper.mio.learning.settings import GREEDY_MACROS, IDA, IDA_MACROS, Settings

    known = {"ida": IDA, "ida-macros": IDA_MACROS, "greedy-macros": GREEDY_MACROS}
    chosen = known.get(search, Settings())
    facts = search == "auto"
    return replace(chosen, facts=facts, seconds=seconds, seed=seed, workers=workers)


def _scored(read: Folder, known: str) -> tuple[Learned, Confusion | None]:
    """A theory from a file with its scores, in the form of a learned one."""
    from sapper.mio.learning.learn import Learned, measured
    from sapper.mio.learning.theory import load

    clauses = load(known, read.declared)
    train = measured(read.background, clauses, read.examples)
    facts = sum(not clause.body for clause in clauses)
    learned = Learned(clauses, train, facts, (), (), 0.0, True, ())
    test = None if read.test is None else measured(read.background, clauses, read.test)
    return learned, test
