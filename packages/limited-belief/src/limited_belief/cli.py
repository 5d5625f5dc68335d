"""The command: the consequences of knowledge within limited effort, with reasons; and its prompt.

It is a program of its own, ``limited-belief``, and a verb of others.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import IO, Any

import click
from click.exceptions import Exit

from limited_belief.errors import LimitedBeliefError, plural
from limited_belief.session.reading import naming_errors
from limited_belief.session.results import answers
from limited_belief.session.session import Result, Session

PROGRAM = "limited-belief"  #: of the program
WRONG_INPUT_CODE = 2  #: the exit code of wrong input, unexpected answers and open questions
INTERRUPTED_CODE = 130

HELP = """\
sort person                      declare a sort, then its names, functions, predicates, variables:
name frank, fred : person
function father : person
predicate rich(person)
variable x : person
know father = frank or father = fred
ask K<1> exists x father = x     a question; without a level the lowest one is found
why                              the split tree of the last answer
show                             all statements so far
quit                             or Ctrl-D"""

KEYWORDS = (
    *("rigid", "sort", "name", "variable", "function", "predicate", "sensor"),
    *("know", "real", "always", "believe", "ask"),
)

#: The message for inconsistent knowledge.
INCONSISTENT = "the knowledge contradicts itself, so everything is believed at some level"


class Refused(click.ClickException):
    """Ends the command with a sentence."""

    exit_code = WRONG_INPUT_CODE

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence after the name of the program."""
        click.echo(f"{PROGRAM}: {self.message}", file=file, err=file is None)


class Command(click.Command):
    """A command whose help ends with an example that names the program."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example."""
        formatter.write(f"\nExample:\n  {ctx.command_path} rich-father --why\n")


def note(sentence: str) -> None:
    """Print a sentence on standard error, after the name of the program."""
    click.echo(f"{click.get_current_context().find_root().command.name}: {sentence}", err=True)


def lines(result: Result, *, why: bool, numbered: bool = True) -> Iterator[str]:
    """The lines that show a question and its answer; ``why`` adds the explanation."""
    yield (f"line {result.ask.line}: " if numbered else "") + str(result)
    answer = result.answer
    if why and answer is not None:
        yield from answer.lines("    ")
        if result.negation is not None and result.negation.holds:
            yield from result.negation.lines("    ")


def converse(session: Session, *, why: bool, read: Callable[[], str] | None = None) -> None:
    """Read statements until the input ends or ``quit``. An error does not end the session.

    A line that does not begin with a keyword is a question. Ctrl-C gives up a question; at the
    prompt it ends the program.
    """
    read = read or (lambda: input("› "))
    statements: list[str] = []
    last: Result | None = None
    warned = False
    click.echo("Type help for help, quit to end.")
    while True:
        try:
            line = read().strip()
        except EOFError:
            click.echo()
            return
        match line:
            case "":
                continue
            case "quit" | "exit":
                return
            case "help":
                click.echo(HELP)
            case "show":
                click.echo("\n".join(statements))
            case "why":
                _explain(last)
            case _:
                found = _run_line(session, line, statements, why=why)
                last = found or last
                if not warned and found is None and session.consistent() is False:
                    warned = True
                    click.echo(INCONSISTENT)


def _run_line(session: Session, line: str, statements: list[str], *, why: bool) -> Result | None:
    """Carry out a line, and return the result of its last question."""
    text = line if line.split(maxsplit=1)[0] in KEYWORDS else f"ask {line}"
    last = None
    try:
        for statement in session.read(text).statements:
            result = session.do(statement)
            statements.append(str(statement))
            if result is not None:
                last = result
                click.echo("\n".join(lines(result, why=why, numbered=False)))
    except LimitedBeliefError as error:
        click.echo(str(error).removeprefix("line 1, "))
    except KeyboardInterrupt:
        session.knowledge.start_over()
        click.echo("interrupted")
    return last


def _explain(last: Result | None) -> None:
    if last is None:
        click.echo("no question has been asked yet")
    elif last.answer is None:
        click.echo(last.words)
    else:
        click.echo(str(last.answer))
        if last.negation is not None and last.negation.holds:
            click.echo(str(last.negation))


@click.command(PROGRAM, cls=Command)
@click.argument("file", required=False, metavar="[FILE|NAME|-]")
@click.option(
    "--seconds",
    type=float,
    metavar="S",
    help="Time limit for each question; a question that takes longer is left open."
    "  [default: none]",
)
@click.option(
    "--splits",
    type=int,
    metavar="K",
    default=2,
    show_default=True,
    help="The highest split level to try for a question that names no level.",
)
@click.option(
    "--why", is_flag=True, help="Show the split tree, or the fixed terms, behind each answer."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str | None, seconds: float | None, splits: int, why: bool, as_json: bool) -> None:
    """Answer questions about knowledge with limited effort.

    FILE declares sorts, names, functions and predicates, states what is known, and asks questions;
    it may state the expected answers. NAME is an example: rich-father, siblings, vegetarian-dinner,
    battleship, penguins, sudoku or minefield. A FILE whose name ends in .limbo is a problem file of
    limbo, the reference program. Without FILE, statements are read from a prompt in a terminal,
    otherwise from standard input.

    The answer to a question without K, M, B and G is yes if the formula follows, no if its negation
    does, and otherwise unknown: more splits may show more.

    With --json: file, consistent (null if that is too hard to decide), results (line, question,
    answer, expected, level, seconds, explanation, verdict and, if it was sought, negation) and
    unexpected, the number of answers that differ from the expected ones. answer is false for no and
    unknown, and null if the question was left open; verdict is yes, no, unknown or open. If there
    are unexpected answers or open questions, the exit code is 2. Ctrl-C stops; the answers so far
    are printed.
    """
    try:
        session = Session(seconds=seconds, deepest=splits)
        if file is None and sys.stdin.isatty() and not as_json:
            converse(session, why=why)
        else:
            run(session, file or "-", why=why, as_json=as_json)
    except LimitedBeliefError as error:
        raise Refused(str(error)) from error


def run(session: Session, file: str, *, why: bool, as_json: bool) -> None:
    """Answer the questions in a file or an example, and print the answers as they come.

    Raises ``Refused`` after them if some are not as expected, or if questions were left open.
    """
    source = "standard input" if file == "-" else file
    results: list[Result] = []
    interrupted = False
    found = answers(session, file)
    try:
        with naming_errors(file):
            for result in found:
                results.append(result)
                if not as_json:
                    click.echo("\n".join(lines(result, why=why)))
    except KeyboardInterrupt:
        interrupted = True
    left = [result for result in results if result.answer is None]
    wrong = [result for result in results if not result.as_expected]
    consistent = None if interrupted else session.consistent()
    if as_json:
        output = {
            "file": file,
            **({"interrupted": True} if interrupted else {}),
            "consistent": consistent,
            "results": [result.to_json() for result in results],
            "unexpected": len(wrong),
        }
        click.echo(json.dumps(output, allow_nan=False, ensure_ascii=False))
    if consistent is False:
        note(f"{source}: {INCONSISTENT}")
    if interrupted:
        note(f"interrupted after {plural(len(results), 'question')}")
        raise Exit(INTERRUPTED_CODE)
    if not results and not as_json:
        note(f"{source}: no question is asked")
    if left or wrong:
        raise Refused(f"{source}: {failure_words(left, wrong)}")


def failure_words(left: list[Result], wrong: list[Result]) -> str:
    """Return why the first open question was left open, and which answers are unexpected."""
    found = []
    if left:
        first, more = left[0], len(left) - 1
        sentence = f"line {first.ask.line}: {first.words}"
        found.append(sentence + (f" ({more} more left open)" if more else ""))
    if wrong:
        numbers = ", ".join(str(result.ask.line) for result in wrong)
        found.append(f"{plural(len(wrong), 'answer')} not as expected (line {numbers})")
    return "; ".join(found)
