"""Answers of ``sapper believe`` as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.limited.session import Result

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
