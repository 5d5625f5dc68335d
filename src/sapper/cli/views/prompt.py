"""The prompt of ``sapper believe``: statements one by one, each answered at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from sapper.cli.views.limited import INCONSISTENT, lines
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


def converse(session: Session, *, why: bool, read: Callable[[], str] | None = None) -> None:
    """Read statements until the input ends or ``quit``. After an error the session goes on.

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
