"""A worked example of each variant: a proof on a tiny board."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sapper.errors import MissingError, quoted
from sapper_variants.position import Position
from sapper_variants.proof import Explanation, explain


def example(name: str) -> Explanation:
    """Return the worked example of a variant that comes with the package.

    Raises ``MissingError`` if there is none.

    >>> from sapper_variants import example
    >>> print(example("knight"))
    The 2 at [1, 1] allows only layouts in which [0, 3] and [2, 3] are mines.
    """
    found = _examples().get(name)
    if found is None:
        raise MissingError(f"there is no example of {quoted(name)}")
    place, _, text = found.partition("\n")
    row, column = map(int, place.split(","))
    return explain(Position.parse(text), (row, column))


@cache
def _examples() -> dict[str, str]:
    """The blocks of the file by the name in their first line, which the cell to prove follows."""
    text = (files("sapper_variants") / "examples.txt").read_text(encoding="utf-8")
    blocks = (block.partition(" ") for block in text.strip().split("\n\n"))
    return {name: rest for name, _, rest in blocks}
