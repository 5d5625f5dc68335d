"""The prompt of ``sapper believe``, and how its answers are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from sapper.errors import SapperError

if TYPE_CHECKING:
    from sapper.limited.session import Result, Session

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


def lines(result: Result, *, why: bool, numbered: bool = True) -> Iterator[str]:
    """The lines that show a question and its answer; ``why`` adds the explanation."""
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
                found = _done(session, line, statements, why=why)
                last = found or last
                if not warned and found is None and session.consistent() is False:
                    warned = True
                    click.echo(INCONSISTENT)


def _done(session: Session, line: str, statements: list[str], *, why: bool) -> Result | None:
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
    except SapperError as error:
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
