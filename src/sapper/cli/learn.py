"""``sapper learn``: rules from examples."""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
from click.exceptions import Exit

from sapper.cli.errors import INTERRUPTED
from sapper.cli.options import as_json, whole
from sapper.cli.options import seconds as read_seconds
from sapper.errors import plural

if TYPE_CHECKING:
    from types import FrameType

    from sapper.mio.active import Active
    from sapper.mio.folder import Folder
    from sapper.mio.learn import Learned
    from sapper.mio.settings import Settings
    from sapper.mio.theory import Confusion

#: The searches that can be asked for: the first decides by the examples what to do about noise.
SEARCHES = ("auto", "greedy-macros", "ida-macros", "ida")


@click.command(epilog="\b\nExample:\n  sapper learn FOLDER --seconds 30")
@click.argument("task", metavar="FOLDER|minesweeper")
@click.option(
    "--search",
    type=click.Choice(SEARCHES),
    default="auto",
    show_default=True,
    help="How to search; all but the first are those of Mio's authors.",
)
@click.option(
    "--seconds",
    metavar="S",
    callback=read_seconds,
    default="60",
    show_default=True,
    help="Time to learn; after it the best theory so far is printed.",
)
@click.option(
    "--seed",
    metavar="N",
    callback=whole(),
    default="0",
    show_default=True,
    help="Of the choice of examples to learn from.",
)
@click.option(
    "--workers",
    metavar="N",
    callback=whole(1, 256),
    default="1",
    show_default=True,
    help="Processes; the theory does not depend on them.",
)
@click.option("--save", "file", metavar="FILE", help="Keep the theory in a file.")
@click.option(
    "--theory", "known", metavar="FILE", help="Learn nothing: score the theory of a file."
)
@as_json
def command(
    task: str,
    search: str,
    seconds: float,
    seed: int,
    workers: int,
    file: str | None,
    known: str | None,
    as_json: bool,
) -> None:
    """Learn rules from examples.

    A folder holds bk.pl (what is known, in Prolog), exs.pl (pos(…) and neg(…)), bias.pl (what a
    rule may use, in Popper's or Aleph's form) and perhaps exs_test.pl, on which the theory is
    scored. The task minesweeper learns which cells are safe and which are mines, from random
    positions and from counterexamples; 2,000 cells drawn anew for each score its theory. Ctrl-C
    ends the search and prints what has been found.

    With --json: theory, train_accuracy, test_accuracy, clauses_explored, seconds, and searches,
    searches_cut, facts, finished, train, test, notes and notices.
    """
    if task == "minesweeper":
        _minesweeper(search, seconds, seed, workers, file, known, as_json)
        return
    from sapper.mio.folder import folder, learn_folder

    read = folder(task, _settings(search, seconds, seed, workers))
    if known is not None:
        learned, test = _scored(read, known)
    else:
        with _interrupted() as interrupted, _progress() as report:
            learned, test = learn_folder(
                read,
                auto=search == "auto",
                interrupted=lambda: bool(interrupted),
                report=report,
            )
    if file is not None:
        from sapper.mio.theory import save

        save(learned.theory, file)
    if as_json:
        click.echo(json.dumps(learned_json(learned, test, read.notices), ensure_ascii=False))
    else:
        click.echo("\n".join(sentences(learned, test, read.notices)))
    if known is None and interrupted:
        raise Exit(INTERRUPTED)


def learned_json(
    learned: Learned, test: Confusion | None, notices: tuple[str, ...]
) -> dict[str, Any]:
    """The JSON of what was learned."""
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
        "train": _counts(learned.train),
        "test": None if test is None else _counts(test),
        "notes": list(learned.notes),
        "notices": list(notices),
    }


def sentences(learned: Learned, test: Confusion | None, notices: tuple[str, ...]) -> list[str]:
    """What was learned, for people: the clauses, and comments that Prolog skips."""
    lines = [f"% {notice}" for notice in notices]
    lines += [str(clause) for clause in learned.theory] or ["% no clause was found"]
    lines += [f"% {note}" for note in learned.notes]
    lines.append(f"% training examples: {_words(learned.train)}")
    if test is not None:
        lines.append(f"% test examples: {_words(test)}")
    lines.append(
        f"% {learned.explored:,} clauses explored, searches: {len(learned.searches)}"
        f" ({learned.cut} cut), {learned.seconds:.1f} s"
    )
    return lines


def _settings(search: str, seconds: float, seed: int, workers: int) -> Settings:
    from dataclasses import replace

    from sapper.mio.settings import GREEDY_MACROS, IDA, IDA_MACROS, Settings

    known = {"ida": IDA, "ida-macros": IDA_MACROS, "greedy-macros": GREEDY_MACROS}
    chosen = known.get(search, Settings())
    facts = search == "auto"
    return replace(chosen, facts=facts, seconds=seconds, seed=seed, workers=workers)


def _scored(read: Folder, known: str) -> tuple[Learned, Confusion | None]:
    """A theory from a file, as if it had been learned."""
    from sapper.mio.learn import Learned, measured
    from sapper.mio.theory import load

    clauses = load(known, read.declared)
    train = measured(read.background, clauses, read.examples)
    facts = sum(not clause.body for clause in clauses)
    learned = Learned(clauses, train, facts, (), (), 0.0, True, ())
    test = None if read.test is None else measured(read.background, clauses, read.test)
    return learned, test


def _minesweeper(
    search: str,
    seconds: float,
    seed: int,
    workers: int,
    file: str | None,
    known: str | None,
    as_json: bool,
) -> None:
    """Learn both targets, each in half the time, and print them as one theory."""
    from dataclasses import replace

    from sapper.errors import InputError
    from sapper.players.mio_examples import TARGETS
    from sapper.players.mio_task import SETTINGS, learn_target, scored

    if known is not None:
        raise InputError("minesweeper is learned: --theory is for folders")
    settings = replace(SETTINGS, seconds=seconds / len(TARGETS), workers=workers)
    if search in ("ida", "ida-macros"):
        settings = replace(settings, search="ida", macros=search == "ida-macros")
    parts, tests = [], []
    with _interrupted() as interrupted, _progress() as show:
        for target in TARGETS:
            found = learn_target(
                target,
                seed=seed,
                settings=settings,
                interrupted=lambda: bool(interrupted),
                report=lambda now: show(
                    len(now.learned.left), now.positives, len(now.learned.theory)
                ),
            )
            parts.append(found)
            tests.append(scored(target, found.theory, level="beginner8", seed=seed, count=2000))
    learned, test = _together(parts, tests)
    if file is not None:
        from sapper.mio.theory import save

        save(learned.theory, file)
    if as_json:
        click.echo(json.dumps(learned_json(learned, test, ()), ensure_ascii=False))
    else:
        click.echo("\n".join(sentences(learned, test, ())))
    if interrupted:
        raise Exit(INTERRUPTED)


def _together(parts: Sequence[Active], tests: Sequence[Confusion]) -> tuple[Learned, Confusion]:
    """Several targets learned actively, as if they were one theory."""
    from sapper.mio.learn import Learned

    rounds = [part.rounds[-1].learned for part in parts if part.rounds]
    learned = Learned(
        tuple(clause for part in parts for clause in part.theory),
        _sum([one.train for one in rounds]),
        0,
        tuple(row for one in rounds for row in one.left),
        tuple(search for part in parts for now in part.rounds for search in now.learned.searches),
        sum(now.learned.seconds for part in parts for now in part.rounds),
        all(part.end != "stopped" for part in parts),
        tuple(
            f"{part.end} after {plural(len(part.rounds), 'iteration')}, {part.drawn[0]} positives "
            f"and {part.drawn[1]} negatives drawn, {len(part.examples)} learned from"
            for part in parts
        ),
    )
    return learned, _sum(tests)


def _sum(several: Sequence[Confusion]) -> Confusion:
    from sapper.mio.theory import Confusion

    counts = [_counts(one).values() for one in several]
    return Confusion(*map(sum, zip(*counts, strict=True))) if counts else Confusion(0, 0, 0, 0)


def _counts(confusion: Confusion) -> dict[str, int]:
    from dataclasses import asdict

    return asdict(confusion)


def _words(confusion: Confusion) -> str:
    right = confusion.true_positives + confusion.true_negatives
    total = right + confusion.false_positives + confusion.false_negatives
    return (
        f"{100 * confusion.accuracy:.1f} % right ({right} of {total}; "
        f"{confusion.false_negatives} missed, {confusion.false_positives} wrongly covered)"
    )


@contextmanager
def _interrupted() -> Iterator[list[int]]:
    """A list that Ctrl-C makes true; a second Ctrl-C ends the program at once."""
    seen: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield seen
        return

    def note(number: int, frame: FrameType | None) -> None:
        if seen:
            raise KeyboardInterrupt
        seen.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield seen
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _progress() -> Iterator[Callable[[int, int, int], None]]:
    """A function that shows how far learning is, in terminals only."""
    if not sys.stderr.isatty():
        yield lambda left, total, clauses: None
        return
    from sapper.cli.screen import screen

    with screen(stderr=True).status("learning") as status:
        yield lambda left, total, clauses: status.update(
            f"{left} of {total} positives left · {plural(clauses, 'clause')}"
        )
