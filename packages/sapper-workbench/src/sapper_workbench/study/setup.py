"""The setup of a game: a board, a player, and a seed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from sapper.errors import InputError, nearest, unknown
from sapper.game import Deal, Level, Rules, World, seeded_world
from sapper.game.level import LEVELS
from sapper.game.rules import First
from sapper.game.world import SIZES
from sapper.notation.worlds.worlds import examples, find_world
from sapper.players import player as read_recipe
from sapper.players.decider import Decide
from sapper_workbench.session.session import Session
from sapper_workbench.study.puzzles.package import DAILY_PREFIX

#: The first-move rule of games on the page and in the terminal: the first click opens a region, as
#: newcomers expect, instead of a single number.
DEFAULT_FIRST: First = "opening"


@dataclass(frozen=True)
class GameSetup:
    """The setup of a game.

    - ``board``: a level (a name or ``WxHxM``), or a world of Daggers & Gold by name, size or file.
    - ``first``: the first-move rule of levels; worlds have their own.
    - ``seed``, ``number``: choose the deal, the same as in ``sapper play``.
    - ``no_guess``: deal the board of a level when its first cell is opened, so that it needs no
      guess from there on.
    """

    board: str = "expert"
    player: str = "swift"
    first: First = DEFAULT_FIRST
    seed: int = 0
    number: int = 0
    no_guess: bool = False

    @classmethod
    def of(cls, session: Session) -> GameSetup:
        """Return the setup of a session. Only the size describes a deal whose mines were placed by
        hand, a grid that is not square, and the board of a day."""
        deal, name = session.world.deal, session.world.name
        if name.startswith(DAILY_PREFIX):
            name = ""
        size = f"{deal.grid.width}x{deal.grid.height}x{deal.mines}"
        first = session.world.rules.first
        return cls(name or size, str(session.player), first, session.seed, session.number)

    def next(self) -> GameSetup:
        """Return the setup with the next deal; in a world with a single deal, only the player's
        random numbers change."""
        return replace(self, number=self.number + 1)

    def world(self) -> World:
        """Return the world to play. Raises ``InputError`` for an unknown board, and for a world
        with ``no_guess``."""
        if self.board not in LEVELS and not self.board[:1].isdigit():
            world = self._named()
            if self.no_guess:
                raise InputError("only levels and sizes can be dealt without guesses")
            return world
        level = Level.parse(self.board)
        deal = Deal.seeded(level.grid, level.mines, self.seed, self.number)
        return World("", deal, Rules(self.first))

    def _named(self) -> World:
        if self.board.lower() in SIZES:
            return seeded_world(self.board.lower(), self.seed, self.number)
        word = self.board.isalpha() or nearest(self.board, boards()) in LEVELS
        if word and not Path(self.board).exists():
            raise InputError(unknown("board", self.board, boards(), "WIDTHxHEIGHTxMINES"))
        return find_world(self.board, self.seed + self.number)

    def session(self, decide: Decide | None = None) -> Session:
        """Return the game before its first move. Raises ``InputError`` for an unknown board and
        ``RecipeError`` for an unknown player."""
        return Session(
            self.world(), read_recipe(self.player), self.seed, self.number, decide=decide
        )


def boards() -> list[str]:
    """Return the names of all levels, world sizes and worlds."""
    return [*LEVELS, *SIZES, *examples()]
