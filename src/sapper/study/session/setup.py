"""The setup of a game: a board, a player, and a seed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from sapper.errors import InputError, nearest, unknown
from sapper.game import Deal, Level, Rules, World, seeded_world
from sapper.game.level import LEVELS, SIZES
from sapper.game.rules import First
from sapper.notation.worlds.worlds import examples, find_world
from sapper.players import player as read_recipe
from sapper.study.puzzles.daily import PREFIX
from sapper.study.session.decider import Decide
from sapper.study.session.session import Session


@dataclass(frozen=True)
class GameSetup:
    """The setup of a game.

    ``board`` is a level (a name or ``WxHxM``) or a world of Daggers & Gold as ``find_world`` finds
    it: by name, size or file. ``first`` is the first-move rule of levels; worlds have their own.
    With ``no_guess``, the board of a level is dealt when its first cell is opened, so that it needs
    no guess from there on.
    Deal ``number`` of ``seed`` is the same as in ``sapper play``.
    """

    board: str = "expert"
    player: str = "swift"
    first: First = "safe"
    seed: int = 0
    number: int = 0
    no_guess: bool = False

    @classmethod
    def of(cls, session: Session) -> GameSetup:
        """Return the setup of a session. A deal whose mines were placed by hand, or on a grid of
        another shape than squares, is described only by its size, as is the board of a day."""
        deal, name = session.world.deal, session.world.name
        if name.startswith(PREFIX):
            name = ""
        size = f"{deal.grid.width}x{deal.grid.height}x{deal.mines}"
        first = session.world.rules.first
        return cls(name or size, str(session.player), first, session.seed, session.number)

    def next(self) -> GameSetup:
        """Return the same setup with the next deal; a world with only one deal gets other random
        numbers."""
        return replace(self, number=self.number + 1)

    def world(self) -> World:
        """The world to play. Raises ``InputError`` for an unknown board, and for a world that is to
        need no guess."""
        if self.board not in LEVELS and not self.board[:1].isdigit():
            found = self._named()
            if self.no_guess:
                raise InputError("only levels and sizes can be dealt to need no guess")
            return found
        level = Level.parse(self.board)
        deal = Deal.seeded(level.grid, level.mines, self.seed, self.number)
        return World("", deal, Rules(self.first))

    def _named(self) -> World:
        if self.board.lower() in SIZES:
            return seeded_world(self.board.lower(), self.seed, self.number)
        if nearest(self.board, boards()) in LEVELS and not Path(self.board).exists():
            raise InputError(unknown("board", self.board, boards()))
        return find_world(self.board, self.seed)

    def session(self, decide: Decide | None = None) -> Session:
        """The game before its first move. Raises ``InputError`` for an unknown board and
        ``RecipeError`` for an unknown player."""
        return Session(
            self.world(), read_recipe(self.player), self.seed, self.number, decide=decide
        )


def boards() -> list[str]:
    """The names of all levels, world sizes and worlds."""
    return [*LEVELS, *SIZES, *examples()]
