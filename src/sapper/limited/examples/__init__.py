"""Example files of limited belief, each a lesson with the answers it expects."""

from __future__ import annotations

from importlib.resources import files

from sapper.errors import InputError, quoted

#: By name, in the order of a course.
NAMES = (
    "rich-father",
    "siblings",
    "vegetarian-dinner",
    "battleship",
    "penguins",
    "sudoku",
)


def examples() -> tuple[str, ...]:
    """The names of the examples."""
    return NAMES


def example(name: str) -> str:
    """The text of an example. Raises ``InputError`` for an unknown name."""
    if name not in NAMES:
        raise InputError(f"{quoted(name)} is no example: {', '.join(NAMES)}")
    file = files("sapper.limited.examples").joinpath(f"{name}.believe")
    return file.read_text(encoding="utf-8")
