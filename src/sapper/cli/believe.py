"""``sapper believe``: what follows from knowledge with so much effort, and why."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from sapper.cli.errors import INTERRUPTED, WRONG_INPUT
from sapper.cli.files import is_file
from sapper.cli.options import as_json, time_limit, whole
from sapper.errors import InputError, nearest, plural, unknown

if TYPE_CHECKING:
    from sapper.limited.session import Result, Session

#: What is said of inconsistent knowledge.
INCONSISTENT = "what is known contradicts itself, so at some level everything is believed"


@click.command(epilog="\b\nExample:\n  sapper believe rich-father --why")
@click.argument("file", required=False, metavar="[FILE|NAME|-]")
@time_limit("each question; one that takes longer is left open")
@click.option(
    "--splits",
    metavar="K",
    callback=whole(0, 99),
    default="2",
    show_default=True,
    help="The deepest level tried for questions that name none.",
)
@click.option("--why", is_flag=True, help="Show the split tree or the fixes behind each answer.")
@as_json
def command(file: str | None, seconds: float | None, splits: int, why: bool, as_json: bool) -> None:
    """Say what follows from knowledge with so much effort, and why.

    The file declares sorts, names, functions and predicates, says what is known, and asks; it may
    say which answers it expects. NAME is one of the examples: rich-father, siblings,
    vegetarian-dinner, battleship, penguins, sudoku. Without FILE, and in a terminal, statements are
    read from a prompt.

    With --json: file, consistent (null where that is too hard to say), results (line, question,
    answer, expected, level, seconds, explanation; answer is null where a question was left open)
    and unexpected, the number of answers that are not the expected ones. Such answers, and
    questions left open, end in exit code 2 when all questions are done. Ctrl-C ends the questions;
    what is answered is printed.
    """
    from sapper.limited.session import Session

    session = Session(seconds=seconds, deepest=splits)
    if file is None and sys.stdin.isatty() and not as_json:
        from sapper.cli.limited_prompt import converse

        converse(session, why=why)
        return
    _run(session, file or "-", why=why, as_json=as_json)


def _run(session: Session, file: str, *, why: bool, as_json: bool) -> None:
    from sapper.notation.files import named

    text = _text(file)
    told_of = "standard input" if file == "-" else file
    with named(file):
        statements = session.read(text)
    results: list[Result] = []
    interrupted = False
    try:
        with named(file):
            for result in session.run(statements):
                results.append(result)
                if not as_json:
                    click.echo("\n".join(lines(result, why=why)))
    except KeyboardInterrupt:
        interrupted = True
    left = [result for result in results if result.answer is None]
    wrong = [result for result in results if not result.as_expected]
    consistent = None if interrupted else session.consistent()
    if as_json:
        told = {
            "file": file,
            **({"interrupted": True} if interrupted else {}),
            "consistent": consistent,
            "results": [result.to_json() for result in results],
            "unexpected": len(wrong),
        }
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
    if consistent is False:
        click.echo(f"sapper: {told_of}: {INCONSISTENT}", err=True)
    if interrupted:
        click.echo(f"sapper: interrupted after {len(results)} questions", err=True)
        raise Exit(INTERRUPTED)
    if left or wrong:
        click.echo(f"sapper: {told_of}: {_missed(left, wrong)}", err=True)
        raise Exit(WRONG_INPUT)


def _text(file: str) -> str:
    """The text of a file, or of an example of that name where there is no such file."""
    from sapper.limited.examples import example, examples
    from sapper.notation.files import read_text

    if file == "-" or is_file(file):
        return read_text(file)
    if file in examples():
        return example(file)
    if nearest(file, examples()) is not None:
        raise InputError(unknown("file or example", file, examples()))
    return read_text(file)


def lines(result: Result, *, why: bool, numbered: bool = True) -> Iterator[str]:
    """A question and its answer, with the number of its line, and why."""
    answer, ask = result.answer, result.ask
    head = f"line {ask.line}: " if numbered else ""
    if answer is None:
        yield f"{head}open  {ask.formula}: {result.words}"
        return
    word = "yes" if answer.holds else "no"
    level = f"   (level {answer.level})" if answer.holds and result.searched else ""
    note = "" if result.as_expected else "   – not as expected"
    yield f"{head}{word:4}  {ask.formula}{level}{note}"
    if why:
        yield from answer.lines("    ")


def _missed(left: list[Result], wrong: list[Result]) -> str:
    """What went not as it should: why the first question was left open, which answers differ."""
    found = []
    if left:
        first, more = left[0], len(left) - 1
        sentence = f"line {first.ask.line}: {first.words}"
        found.append(sentence + (f" ({more} more left open)" if more else ""))
    if wrong:
        lines = ", ".join(str(result.ask.line) for result in wrong)
        found.append(f"{plural(len(wrong), 'answer')} not as expected (line {lines})")
    return "; ".join(found)
