"""Answers to the questions in a file of statements, in an example, or in a problem of limbo."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sapper.arguments import checked
from sapper.errors import InputError, unknown
from sapper.files import is_file, named, read_text
from sapper.limited.examples import example, examples
from sapper.limited.limbo import parse_program
from sapper.limited.session import DEEPEST, Result, Session


@checked
def believe(
    file: str | Path, *, seconds: float | None = None, splits: int = DEEPEST
) -> tuple[Result, ...]:
    """Return the answers to the questions in a file, or in the example of this name.

    - ``file``: statements and questions, a problem of limbo if its name ends in ``.limbo``; or the
      name of one of ``limited.examples.examples()``.
    - ``seconds``: a limit for each question.
    - ``splits``: the highest level tried for questions without one.

    Raises ``InputError`` for an unreadable file or unusable knowledge, and ``NotationError`` with
    line and column for text that cannot be parsed.
    """
    return tuple(answers(Session(seconds=seconds, deepest=splits), str(file)))


def answers(session: Session, file: str) -> Iterator[Result]:
    """Read a file or an example as ``believe`` does, and yield the results as they come."""
    text = _text(file)
    with named(file):
        if file.endswith(".limbo"):
            return parse_program(text).run(session)
        return session.run(session.read(text))


def _text(file: str) -> str:
    """Return the text of a file or, if there is no such file, of the example of that name."""
    if file == "-" or is_file(file):
        text = read_text(file)
        if not text.strip():
            with named(file):
                raise InputError("the text is empty: expected statements")
        return text
    if file in examples():
        return example(file)
    if "/" not in file and "." not in file:
        raise InputError(unknown("file or example", file, examples()))
    return read_text(file)
