"""Example files of limited belief: lessons with the expected answers."""

from __future__ import annotations

from limited_belief.errors import InputError, quoted

#: The names of the examples, in the order of the course.
EXAMPLES = (
    *("rich-father", "siblings", "vegetarian-dinner", "battleship", "penguins", "sudoku"),
    "minefield",
)


def example(name: str) -> str:
    """Return the text of an example. Raises ``InputError`` for an unknown name."""
    if name not in EXAMPLES:
        raise InputError(f"unknown example {quoted(name)}: expected {', '.join(EXAMPLES)}")
    from importlib.resources import files  # takes a while to import

    file = files("limited_belief.examples").joinpath(f"{name}.believe")
    return file.read_text(encoding="utf-8")
