"""Records: games with a text form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sapper.arguments import shown
from sapper.errors import InputError
from sapper.records.game import PlayedGame
from sapper.records.text import to_json, write


@dataclass(frozen=True)
class Record(PlayedGame):
    """A game with a text form, ``text``: a JSON object with one line for each step.

    ``str(record)`` is a summary for people: the player, the board, the rules, the outcome and the
    moves by strategy.
    """

    def __repr__(self) -> str:
        who, how = str(self).split("\n")
        return f"<Record: {who}, {how}>"

    def _repr_html_(self) -> str:
        """Return a view to step through the game, for notebooks."""
        from sapper.records.game import stepper

        return stepper(self)

    def rows(self) -> list[dict[str, Any]]:
        """Return the moves as the rows of a table, such as ``pandas.DataFrame(rows)``."""
        return [
            {
                "move": number,
                "action": step.decision.move.action,
                "row": step.decision.move.cell[0],
                "column": step.decision.move.cell[1],
                "strategy": step.decision.strategy,
                "mine_probability": step.decision.mine_probability,
                "guess": step.decision.guess,
                "opened": len(step.opened),
                "seconds": step.decision.seconds,
            }
            for number, step in enumerate(self.steps, start=1)
        ]

    @property
    def text(self) -> str:
        """The text form; ``Record.parse`` reads it back."""
        return write(self)

    def to_json(self) -> dict[str, Any]:
        """Return the plain values of the text: cells as ``[row, column]``, the deal as indices.

        Raises ``IllegalMoveError`` for a record with a step that is not allowed.
        """
        return to_json(self)

    @classmethod
    def of(cls, record: Record | str) -> Record:
        """Return the record itself, or parse its text.

        Raises ``InputError`` for anything else, and the errors of ``parse``.
        """
        if isinstance(record, Record):
            return record
        if isinstance(record, str):
            return cls.parse(record)
        raise InputError(f"record: expected a sapper.Record or its text, not {shown(record)}")

    @classmethod
    def parse(cls, source: str) -> Record:
        """Read the text form of a record, or its plain values formatted as JSON in any way.

        The game is replayed. Raises ``NotationError`` if the text is not a record, or if the game
        is impossible.
        """
        from sapper.records.text import read  # with msgspec, which playing does not need

        return read(source, cls)
