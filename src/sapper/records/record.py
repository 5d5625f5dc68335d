"""Records: everything that happened in one game, with a text form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from sapper.errors import InputError, NotationError
from sapper.game import Cell, Deal, Position, Referee, Rules
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.players import Decision
from sapper.players.native import Tally

#: ``passed``: every strategy passed; ``unfinished``: the player was stopped.
Outcome = Literal["won", "lost", "passed", "unfinished"]


@dataclass(frozen=True)
class Step:
    """A decision, and the cells that its move opened (by row; a mine lost a life)."""

    decision: Decision
    opened: tuple[Cell, ...]


@dataclass(frozen=True)
class Record:
    """One game: who played which deal under which rules, step by step, and how it ended.

    ``seed`` and ``number`` say where deal and luck came from, if from a seed; ``world`` is the
    name of the world, if it has one. Text form: one JSON object, a line a step; see
    ``Record.parse``.
    """

    player: str
    rules: Rules
    deal: Deal
    steps: tuple[Step, ...]
    outcome: Outcome
    seed: int | None = None
    number: int = 0
    world: str | None = None

    def __str__(self) -> str:
        from sapper.records import text

        return text.write(self)

    @classmethod
    def parse(cls, source: str) -> Record:
        """Read ``str(record)`` back. Raises ``NotationError`` for what is no record, or for one
        that could not have been played: it is played through again."""
        from sapper.records import text

        return text.read(source)

    @property
    def mines(self) -> tuple[Cell, ...]:
        """Where the mines lay, row by row; empty if no cell was opened."""
        return tuple(self.deal.grid.cell(i) for i in sorted(self._mines()))

    @property
    def gold(self) -> tuple[Cell, ...]:
        """Where the gold lay, row by row; empty if no cell was opened."""
        if not self.deal.gold or self._first() is None:
            return ()
        return tuple(self.deal.grid.cell(i) for i in sorted(self.deal.gold_cells(self._mines())))

    @property
    def begun(self) -> bool:
        """Whether a cell was opened, which is when the mines are laid."""
        return self._first() is not None

    def _first(self) -> Cell | None:
        """The first cell opened."""
        opens = (step.decision.move for step in self.steps if step.decision.move.action == "open")
        first = next(opens, None)
        return first.cell if first else None

    def _mines(self) -> frozenset[int]:
        first = self._first()
        if first is None:
            return frozenset()
        return self.deal.mine_cells(self.deal.grid.index(first), self.rules.first)

    @property
    def guesses(self) -> int:
        """How many moves might have opened a mine, for all their strategies knew."""
        return sum(step.decision.guess for step in self.steps)

    @property
    def decisions(self) -> dict[str, int]:
        """How many moves each strategy chose."""
        return dict(sorted(Counter(step.decision.strategy for step in self.steps).items()))

    def tally(self) -> Tally:
        """What of this game counts in a match."""
        return Tally(self.outcome, len(self.steps), self.guesses, self.decisions)

    def positions(self) -> Iterator[Position]:
        """The positions in turn: one before the first step, and one after each.

        Raises ``IllegalMoveError`` at a step that could not be made.
        """
        referee = Referee(self.deal, self.rules)
        yield referee.position
        for step in self.steps:
            yield referee.play(step.decision.move)

    def check(self) -> None:
        """Play the steps through. Raises ``NotationError`` where they could not have been."""
        positions = self.positions()
        position = next(positions)
        for number, step in enumerate(self.steps, start=1):
            try:
                after = next(positions)
            except InputError as error:
                raise NotationError(f"step {number} of the record: {error}") from None
            if newly_open(position, after) != step.opened:
                raise NotationError(
                    f"step {number} of the record: {step.decision.move} opens other cells"
                )
            position = after
        over = "playing" if self.outcome in ("passed", "unfinished") else self.outcome
        if position.outcome != over:
            raise NotationError(f"the record says '{self.outcome}', its steps do not")


def newly_open(before: Position, after: Position) -> tuple[Cell, ...]:
    """The cells that were hidden and no longer are, row by row."""
    covered = (HIDDEN, FLAGGED)
    changed = zip(before.cells, after.cells, strict=True)
    now = [i for i, (a, b) in enumerate(changed) if a != b and a in covered and b not in covered]
    return tuple(before.grid.cell(i) for i in now)
