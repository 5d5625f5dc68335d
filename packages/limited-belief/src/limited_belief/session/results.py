"""Answers to the questions in a file of statements, in an example, or in a problem of limbo."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from limited_belief.errors import InputError, listed, quoted
from limited_belief.examples import EXAMPLES, example
from limited_belief.limbo import parse_program
from limited_belief.session.arguments import path
from limited_belief.session.reading import is_file, naming_errors, read_text
from limited_belief.session.session import MAX_SPLITS, Result, Session


class Results(tuple[Result, ...]):
    """The results of all questions, in their order.

    ``consistent`` says whether the knowledge is; None if that is too hard to decide. ``str`` gives
    one line for each question.
    """

    consistent: bool | None

    @property
    def unexpected(self) -> int:
        """The number of answers that differ from the expected ones."""
        return sum(not result.as_expected for result in self)

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "consistent": self.consistent,
            "results": [result.to_json() for result in self],
            "unexpected": self.unexpected,
        }


def believe(file: str | Path, *, seconds: float | None = None, splits: int = MAX_SPLITS) -> Results:
    """Return the answers to the questions in a file, in a text, or in the example of this name.

    - ``file``: a file of statements and questions, or their text, which has line breaks; a problem
      of limbo if the name of the file ends in ``.limbo``; or the name of one of
      ``EXAMPLES``.
    - ``seconds``: a limit for each question.
    - ``splits``: the highest level tried for questions without one.

    Each result has a ``verdict``: ``yes``, ``no``, ``unknown`` or ``open``. Its ``answer`` is None
    for a question left open: one without sense, or for which the time was too short; ``words`` say
    why.

    Raises ``InputError`` for an unreadable file or unusable knowledge, and ``NotationError`` with
    line and column for text that cannot be parsed.
    """
    session = Session(seconds=seconds, deepest=splits)
    if isinstance(file, str) and "\n" in file:
        results = Results(session.run(session.read(file)))
    else:
        results = Results(answers(session, path("file", file)))
    results.consistent = session.consistent()
    return results


def answers(session: Session, file: str) -> Iterator[Result]:
    """Read a file or an example as ``believe`` does, and yield the results as they come."""
    text = _text(file)
    with naming_errors(file):
        if file.endswith(".limbo"):
            return parse_program(text).run(session)
        return session.run(session.read(text))


def _text(file: str) -> str:
    """Return the text of a file or, if there is no such file, of the example of that name."""
    if file == "-" or is_file(file):
        text = read_text(file)
        if not text.strip():
            with naming_errors(file):
                raise InputError("the text is empty: expected statements")
        return text
    if file in EXAMPLES:
        return example(file)
    if "/" not in file and "." not in file:
        raise InputError(f"unknown file or example {quoted(file)}: {_expected(file)}")
    return read_text(file)


def _expected(name: str) -> str:
    """Return the example with the most similar name as a question, or else all names."""
    from difflib import get_close_matches  # only mistakes need it

    near = get_close_matches(name.lower(), EXAMPLES, 1)
    return f"did you mean '{near[0]}'?" if near else f"expected {listed(EXAMPLES, 'or')}"
