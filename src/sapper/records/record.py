"""Records: games with a text form."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.records import text
from sapper.records.game import Game


@dataclass(frozen=True)
class Record(Game):
    """A game with a text form: one JSON object, one line for each step; see ``Record.parse``."""

    def __str__(self) -> str:
        return text.write(self)

    @classmethod
    def parse(cls, source: str) -> Record:
        """Read ``str(record)`` back.

        The game is replayed. Raises ``NotationError`` for text that is not a record, and for a game
        that could not have been played.
        """
        from sapper.records.parsing import read  # with msgspec, which playing does not need

        return read(source, cls)
