"""What a game is begun from: a board, who plays, and which luck."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from sapper.errors import InputError, nearest, unknown
from sapper.game import Deal, Level, Rules, World, seeded_world
from sapper.game.level import LEVELS
from sapper.game.rules import First
from sapper.game.world import SIZES
from sapper.notation.worlds import examples, find_world
from sapper.players import player as read_recipe
from sapper.study.mind import Mind, Minds
from sapper.study.session import Session


@dataclass(frozen=True)
class Setup:
    """``board`` is a level (``WxHxM`` or its name) or what ``find_world`` finds: a world of
    Daggers & Gold by name, size or file. ``first`` is the rule of levels; worlds have their own.

    Deal ``number`` of ``seed`` is the same as in ``sapper play``.
    """

    board: str = "expert"
    player: str = "swift"
    first: First = "safe"
    seed: int = 0
    number: int = 0

    @classmethod
    def of(cls, session: Session) -> Setup:
        """What a session was begun from, as far as it has a name: mines that a deal has moved to
        where they are have none, nor have other grids than square ones."""
        deal, name = session.world.deal, session.world.name
        size = f"{deal.grid.width}x{deal.grid.height}x{deal.mines}"
        first = session.world.rules.first
        return cls(name or size, str(session.player), first, session.seed, session.number)

    def next(self) -> Setup:
        """The same with the next deal, and for a world that has but one deal, with other luck."""
        return replace(self, number=self.number + 1)

    def world(self) -> World:
        """What is played. Raises ``InputError`` for a board that is none."""
        if self.board.lower() in SIZES:
            return seeded_world(self.board.lower(), self.seed, self.number)
        if self.board not in LEVELS and not self.board[:1].isdigit():
            if nearest(self.board, boards()) in LEVELS and not Path(self.board).exists():
                raise InputError(unknown("board", self.board, boards()))
            return find_world(self.board, self.seed)
        level = Level.parse(self.board)
        deal = Deal.seeded(level.grid, level.mines, self.seed, self.number)
        return World("", deal, Rules(self.first))

    def session(self, minds: Minds = Mind) -> Session:
        """The game, before its first move. Raises ``InputError``, ``RecipeError`` for a player."""
        return Session(self.world(), read_recipe(self.player), self.seed, self.number, minds=minds)


def boards() -> list[str]:
    """The names of all boards that have one: levels, sizes of worlds, worlds."""
    return [*LEVELS, *SIZES, *examples()]
