"""``sapper.believe``: the reasoner of limited belief, with the errors of sapper."""

from __future__ import annotations

from pathlib import Path

from sapper import limited
from sapper.errors import translated
from sapper.limited import LimitedBeliefError, Results


def believe(file: str | Path, *, seconds: float | None = None, splits: int = 2) -> Results:
    """Return the answers to the questions in a file, in a text, or in the example of this name.

    - ``file``: a file of statements and questions, or their text, which has line breaks; a problem
      of limbo if the name of the file ends in ``.limbo``; or the name of an example.
    - ``seconds``: a limit for each question.
    - ``splits``: the highest level tried for questions without one.

    Raises ``InputError`` for an unreadable file or unusable knowledge, and ``NotationError`` with
    line and column for text that cannot be parsed.
    """
    with translated(LimitedBeliefError):
        return limited.believe(file, seconds=seconds, splits=splits)
