"""The Battleship of limbo's examples: ships in hidden places, the same ones in every game.

It draws with the generator ``minstd_rand0`` of the C++ standard library, seeded with the number of
fields, so that it places the ships where the reference program does.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from sapper.limited.language import Expression

_LENGTHS = {4: (1, 4, (3,)), 16: (4, 4, (2, 3))}  # width, height, ships
_MODULUS = 2**31 - 1


class Battleship:
    """A board of 1 × 4 fields with a ship of three, or of 4 × 4 with ships of two and three.

    ``fields`` name the places column by column. Ships are vertical and do not touch.
    """

    def __init__(self, fields: Sequence[Expression]) -> None:
        self.fields = tuple(fields)
        self._width, self._height, lengths = _LENGTHS[len(fields)]
        self._state = len(fields)
        self._ships: set[int] = set()
        for length in lengths:
            self._place(length)

    def hit(self, field: Expression) -> bool:
        """Whether there is a ship on a field."""
        return self.fields.index(field) in self._ships

    def _place(self, length: int) -> None:
        for _ in count():
            first = self._draw(len(self.fields))
            ship = range(first, first + length)
            if first % self._height + length <= self._height and not self._touches(ship):
                self._ships.update(ship)
                return

    def _touches(self, ship: range) -> bool:
        height = self._height
        return any(
            abs(a // height - b // height) <= 1 and abs(a % height - b % height) <= 1
            for a in ship
            for b in self._ships
        )

    def _draw(self, below: int) -> int:
        scale = (_MODULUS - 2) // below
        while True:
            self._state = self._state * 16807 % _MODULUS
            if self._state - 1 < below * scale:
                return (self._state - 1) // scale
