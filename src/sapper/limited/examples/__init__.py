"""Example files of limited belief: lessons with the expected answers."""

from __future__ import annotations

from sapper.errors import InputError, quoted

#: The examples, in the order of the course.
NAMES = ("rich-father", "siblings", "vegetarian-dinner", "battleship", "penguins", "sudoku")


def examples() -> tuple[str, ...]:
    """Return the names of the examples."""
    return NAMES


def example(name: str) -> str:
    """Return the text of an example. Raises ``InputError`` for an unknown name."""
    if name not in NAMES:
        raise InputError(f"unknown example {quoted(name)}: expected {', '.join(NAMES)}")
    from importlib.resources import files  # takes a while to import

    file = files("sapper.limited.examples").joinpath(f"{name}.believe")
    return file.read_text(encoding="utf-8")
