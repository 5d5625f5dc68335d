"""A session: a game that an agent and a user play."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

from sapper.errors import RecipeError
from sapper.game import Position, World
from sapper.lazy import Recent
from sapper.players import Decision, Pass, Player
from sapper.players import player as read_recipe
from sapper.players.decider import Decide, Decider
from sapper.records import PEOPLE, SEVERAL, Game, Record, Step, players_of
from sapper_workbench.session.counts import GameCounts, counts

MAX_PLAYERS = 8  #: players whose state a session keeps; the least recently asked is dropped first
ADVISER = "swift"  #: the agent of a person's game that names no other


class Session(Game):
    """A game in which players move or advise.

    The memory and the random numbers of a player are those of one that has decided only its own
    moves on this line. So a player that makes every move plays the game of ``sapper play``, and
    decides the same again after undo. It never sees positions in which someone else moved, or in
    which its advice was ignored.

    ``decide`` answers the requests for decisions; by default players run in this process.
    """

    def __init__(
        self,
        world: World,
        player: Player,
        seed: int = 0,
        number: int = 0,
        *,
        decide: Decide | None = None,
    ) -> None:
        super().__init__(world, seed, number)
        self.hand_over(player)
        self._decide = decide
        self._deciders: Recent[str, Decider] = Recent(MAX_PLAYERS)

    @classmethod
    def of_game(
        cls, game: Game, player: Player | None = None, *, decide: Decide | None = None
    ) -> Session:
        """Create the session of a game, and take it over: only the session may change it now.

        By default the player of the game continues it, or ``ADVISER`` that of a person. Raises
        ``RecipeError`` if its player is not a recipe and none is given.
        """
        chosen = player or read_recipe(game.recipe or ADVISER)
        session = cls(game.world, chosen, game.seed, game.number, decide=decide)
        vars(session).update(vars(game))
        session.hand_over(chosen)
        return session

    @classmethod
    def of_record(
        cls, record: Record | str, player: Player | None = None, *, decide: Decide | None = None
    ) -> Session:
        """Create the session of a record or its text as ``of_game`` does. Raises also
        ``NotationError`` for impossible steps."""
        return cls.of_game(Game.of_record(record), player, decide=decide)

    @property
    def counts(self) -> GameCounts:
        """The counts of the line so far."""
        return counts(self.steps, self.position)

    @property
    def by_agents(self) -> int:
        """The number of moves so far that agents made; hints do not count."""
        names = [step.decision.strategy for step in self.steps[self.opening_steps :]]
        return sum(name not in PEOPLE for name in names)

    @property
    def assisted(self) -> bool:
        """True if a person and an agent both made moves so far."""
        return 0 < self.by_agents < self.undoable

    @property
    def helpers(self) -> str:
        """The name of the player that made these moves, or ``agents`` for several."""
        line = self.tree.here.path()
        return SEVERAL if len(players_of(line)) > 1 else self._agent_of(line)

    def play_agent(self) -> Step | Pass:
        """Let the agent move; nothing changes if all its strategies pass.

        If the agent's move here was undone, it is made again. Raises ``IllegalMoveError`` if the
        game is over.
        """
        decision = self.hint()
        return decision if isinstance(decision, Pass) else self.take(decision, str(self.player))

    def hint(self) -> Decision | Pass:
        """Return the agent's move here, without making it.

        Raises ``IllegalMoveError`` if the game is over.
        """
        self.check_playing()
        made = self.decided_here(self.player)
        return made or self.decider(self.player).decide(self.position, self.earlier(self.player))

    def decider(self, player: Player) -> Decider:
        """Return the decider that ``hint`` asks for a player's decisions."""
        name = str(player)
        decider = self._deciders.get(name) or Decider(player, self.seed, self.number, self._decide)
        self._deciders[name] = decider  # the one used last
        return decider

    def earlier(self, player: Player) -> list[Position]:
        """Return the earlier positions of this line that a player decided."""
        name, line = str(player), [self.tree.root, *self.tree.here.path()]
        return [at.value.position for at, node in pairwise(line) if node.value.player == name]

    def decided_here(self, player: Player) -> Decision | None:
        """Return a player's decision that was made here and undone, or None."""
        own = (node for node in self.tree.here.children if node.value.player == str(player))
        node = next(own, None)
        return None if node is None else node.value.step.decision

    def hand_over(self, player: Player) -> None:
        """Make another player the agent from now on, in every line."""
        self.player, self.recipe = player, str(player)

    def redeal(self, number: int, mines: Sequence[int] = ()) -> None:
        """Replace the deal as ``Game.redeal`` does; players forget the game."""
        super().redeal(number, mines)
        self._deciders.clear()


def session_of(game: Game, fallback: Player, *, decide: Decide | None = None) -> Session:
    """Create the session of a game, with another player if that of the game is not a recipe."""
    player = fallback
    with suppress(RecipeError):
        player = read_recipe(game.recipe)
    return Session.of_game(game, player, decide=decide)
