"""The steps of games: decisions, with what their moves opened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sapper.arguments import describe, several
from sapper.errors import InputError, plural
from sapper.game import Cell, Position
from sapper.game.codes import changed
from sapper.players import Decision

#: Cells that a person's pointer came to, each with the milliseconds from then to the move.
Path = tuple[tuple[int, Cell], ...]
LONGEST_PATH = 20_000  #: cells of the paths of a game

YOU = "you"  #: the strategy of the user's own moves
PEOPLE = (YOU, "person")  #: strategies that are people's moves: here and in replays


class CellsBetween(Sequence[Cell]):
    """The cells that differ between two positions of a game, row by row.

    They are found when they are read, so that games in memory need not hold a tuple for each cell
    that a move opened. Equal to the tuple of these cells.
    """

    __slots__ = ("_after", "_before")

    def __init__(self, before: Position, after: Position) -> None:
        self._before, self._after = before, after

    def _found(self) -> tuple[Cell, ...]:
        indices = changed(self._before.cells, self._after.cells)
        return tuple(map(self._after.grid.cell, indices))

    def __getitem__(self, index: Any) -> Any:
        return self._found()[index]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._found())

    def __len__(self) -> int:
        return len(self._found())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple | CellsBetween) and self._found() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._found())

    def __repr__(self) -> str:
        return repr(self._found())


@dataclass(frozen=True)
class Step:
    """A decision and the cells that its move opened, row by row; an opened mine costs a life.

    ``path`` is that of the person's pointer since the move before, if it was recorded.

    >>> game = sapper.Game("beginner", seed=7)
    >>> step = game.open((4, 4))
    >>> str(step.decision.move), step.opened
    ('open [4, 4]', ((4, 4),))
    """

    decision: Decision
    opened: Sequence[Cell]
    path: Path = ()

    def __post_init__(self) -> None:
        decision: object = self.decision
        if not isinstance(decision, Decision):
            raise InputError(f"decision: expected a sapper.Decision, not {describe(decision)}")
        for name, value in (("opened", self.opened), ("path", self.path)):
            read = several(name, value)
            if read is not value or isinstance(read, list):
                object.__setattr__(self, name, tuple(read))

    def __str__(self) -> str:
        several = f" (opens {len(self.opened)} cells)" if len(self.opened) > 1 else ""
        return f"{self.decision}{several}"

    def __repr__(self) -> str:
        opened = plural(len(self.opened), "cell")
        return f"<Step: {self.decision.move}, {self.decision.strategy}, opened {opened}>"

    def _repr_html_(self) -> str:
        """Return the decision as notebooks show it."""
        return self.decision._repr_html_()
