"""Boards and moves, as JSON for the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sapper.game import Cell, Position, Rules
from sapper.game.position import Outcome
from sapper.records.game import Step
from sapper.records.record import WholeDecision, changes, codes
from sapper.web.http.fields import Answer

Code = Annotated[
    str,
    Meta(
        pattern=r"^([HF*G#]|\d{1,3}(\+\d{1,3})?)$",
        description="H hidden, F flagged, * open mine, G gold, # blocked, or a clue: 2, 2+1",
    ),
]
Change = Annotated[tuple[int, Code], Meta(description="the index of a cell and its new code")]


class TruthJson(Answer):
    """The mines and the gold of a board whose game is over."""

    mines: list[Cell]
    gold: list[Cell]

    @classmethod
    def of(cls, mines: Iterable[Cell], gold: Iterable[Cell] = ()) -> TruthJson:
        """Return the cells in order."""
        return cls(sorted(mines), sorted(gold))


class LevelJson(Answer):
    """A size with a number of mines."""

    width: int
    height: int
    mines: int


class BoardJson(LevelJson):
    """Everything that a position shows."""

    grid: str
    rules: Rules
    cells: list[Code]
    lives_left: int
    mines_left: int
    outcome: Outcome

    @classmethod
    def of(cls, position: Position) -> BoardJson:
        """Return the board of a position."""
        return cls(
            width=position.grid.width,
            height=position.grid.height,
            mines=position.mines,
            grid=position.grid.kind,
            rules=position.rules,
            cells=codes(position),
            lives_left=position.lives_left,
            mines_left=position.mines_left,
            outcome=position.outcome,
        )


class StepJson(Answer):
    """A move and its changes. ``path`` are the cells that the pointer came to before it, if that
    was recorded, each with the milliseconds from then to the move."""

    number: int
    decision: WholeDecision
    changed: list[Change]
    lives_left: int
    mines_left: int
    outcome: Outcome
    path: list[tuple[int, Cell]] | UnsetType = UNSET

    @classmethod
    def of(cls, step: Step, number: int, before: Position, after: Position) -> StepJson:
        """Return a numbered step, which led from the position ``before`` to the one ``after``."""
        return cls(
            number=number,
            decision=WholeDecision.of(step.decision),
            path=list(step.path) or UNSET,
            changed=changes(before, after),
            lives_left=after.lives_left,
            mines_left=after.mines_left,
            outcome=after.outcome,
        )
