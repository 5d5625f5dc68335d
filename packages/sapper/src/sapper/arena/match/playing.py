"""Plays single games to their end, and batches of games on the same deals."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice
from typing import TYPE_CHECKING

from sapper.arena.runner.runner import Sums
from sapper.arguments import checked
from sapper.game import Cell, Chance, Deal, Grid, Level, Position, Rules, World
from sapper.game.deal import PLAYS
from sapper.game.rules import First
from sapper.players import Pass, Player, native
from sapper.players.recipes import player_of
from sapper.players.tally import Tallies
from sapper.records import Game, Step
from sapper.worker.threads import thread_time

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class Turn:
    """A step with the positions before and after it."""

    before: Position
    step: Step
    after: Position


def turns(
    player: Player | str,
    rules: Rules,
    deal: Deal,
    chance: Chance | None = None,
    *,
    hints: Iterable[Cell] = (),
) -> Iterator[Turn]:
    """Play a deal move by move until the game is over or every strategy passes.

    - ``player``: a player or its recipe.
    - ``rules``, ``deal``: the game to play.
    - ``chance``: the random numbers of the player; by default those of game 0 of seed 0.
    - ``hints``: cells to open before the first turn, unless they are open already.

    Raises ``RecipeError`` for an unknown player, ``RulesError`` if the first-move rule leaves too
    few cells for the mines, and ``StrategyError`` if a strategy makes an illegal move.
    """
    return turns_of(Game(World("", deal, rules, tuple(hints))), player, chance)


def turns_of(game: Game, player: Player | str, chance: Chance | None = None) -> Iterator[Turn]:
    """Let a player continue a game until it is over or every strategy passes.

    ``chance`` are the random numbers of the player, by default those of the seed of the game.
    Raises as ``turns`` does.
    """
    player = player_of(player)
    decide = player.begin(chance or Chance(game.seed, PLAYS, game.number))
    game.recipe = str(player)
    after = game.position
    while after.outcome == "playing":
        before, decision = after, decide(after)
        if isinstance(decision, Pass):
            game.passed = game.tree.here
            return
        step = game.take(decision, game.recipe)
        after = game.position
        yield Turn(before, step, after)


@checked
def play(
    player: Player | str,
    level: Level | World | Deal | str,
    *,
    seed: int = 0,
    number: int = 0,
    rules: Rules | None = None,
    first: First | None = None,
    chance: Chance | None = None,
) -> Game:
    """Let a player play a game to its end, and return the game.

    - ``player``: a player or its recipe, such as ``"swift"``.
    - ``level``: the board: a ``Level``, its name, ``WxHxM``, a ``World`` or a ``Deal``.
    - ``seed``, ``number``: choose the deal of a level and the player's random numbers, as in
      ``sapper play``.
    - ``rules``: by default ``Rules()``, or those of the world.
    - ``first``: the first-move rule (``any``, ``safe``, ``opening``) instead of that of ``rules``.
    - ``chance``: other random numbers of the player.

    Raises ``RecipeError`` for an unknown player, ``RulesError`` if the first-move rule leaves too
    few cells for the mines, and ``StrategyError`` if a strategy makes an illegal move.

    >>> game = sapper.play("swift", "beginner", seed=7)
    >>> game.outcome, len(game.moves) == len(game.record.steps)
    ('won', True)
    """
    game = Game(level, seed, number, rules=rules, first=first)
    deque(turns_of(game, player, chance), maxlen=0)
    return game


@dataclass(frozen=True)
class MatchSetup:
    """The data that all batches of a match share: the players, the board, the rules and the seed.

    All random numbers depend only on ``seed`` and the number of the deal, so the results do not
    depend on how the deals are divided into batches, or on where and when they are played.
    """

    players: tuple[Player, ...]
    grid: Grid
    mines: int
    rules: Rules
    seed: int

    @property
    def native(self) -> bool:
        """True if all games run in the kernel, which releases the GIL."""
        board = (self.rules, self.grid, self.mines)
        return all(native.playouts(one, *board) is not None for one in self.players)


@dataclass(frozen=True)
class NumberedDeals:
    """The deals of a batch: numbers of seeded deals, or given orderings with these numbers."""

    numbers: range
    orders: tuple[tuple[int, ...], ...] | None = None


class DealOrders:
    """The orderings of given deals, read in order as batches need them.

    ``deals`` opens their sequence, again if a batch starts before the previous one.
    """

    def __init__(self, deals: Callable[[], Iterable[Deal]]) -> None:
        self._open = deals
        self._deals: Iterator[Deal] | None = None
        self._next = 0

    def numbered(self, numbers: range) -> NumberedDeals:
        """Return the deals with these numbers."""
        if self._deals is None or numbers.start < self._next:
            self._deals, self._next = iter(self._open()), 0
        wanted = islice(self._deals, numbers.start - self._next, numbers.stop - self._next)
        self._next = numbers.stop
        return NumberedDeals(numbers, tuple(deal.order for deal in wanted))


@dataclass(frozen=True)
class PlayerSums(Sums):
    """Sums over one player's games; ``cpu_seconds`` is the CPU time they took, and ``false_proofs``
    counts moves that were wrongly called certain."""

    wins: int = 0
    guesses: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    cpu_seconds: float = 0.0
    false_proofs: int = 0


@dataclass(frozen=True)
class MatchSums(Sums):
    """Sums over deals: for each player, and for each pair of players in the order of
    ``itertools.combinations``: the deals won by both, only the first, only the second, neither."""

    players: tuple[PlayerSums, ...] = ()
    pairs: tuple[tuple[int, int, int, int], ...] = ()

    @classmethod
    def zero(cls, players: int) -> MatchSums:
        """Return the sums before the first game."""
        return cls.of([Tallies.of([])] * players)

    @classmethod
    def of(cls, games: Sequence[Tallies]) -> MatchSums:
        """Return the sums over the games of each player."""
        pairs = tuple(compare(a.won, b.won) for a, b in combinations(games, 2))
        return cls(tuple(map(_player_sums, games)), pairs)


def play_games(setup: MatchSetup, deals: NumberedDeals) -> tuple[Tallies, ...]:
    """Play every deal with every player; return the games of each player by deal."""
    return tuple(games_of(player, setup, deals) for player in setup.players)


def play_sums(setup: MatchSetup, deals: NumberedDeals) -> MatchSums:
    """Play like ``play_games``, and return only the sums."""
    return MatchSums.of(play_games(setup, deals))


def games_of(player: Player, setup: MatchSetup, deals: NumberedDeals) -> Tallies:
    """Play the games of one player, in the kernel if possible, else move by move.

    Both ways play the same games.
    """
    board = (setup.rules, setup.grid, setup.mines, setup.seed)
    games = native.play(player, *board, deals.numbers, deals.orders)
    return _games_in_python(player, setup, deals) if games is None else games


def _games_in_python(player: Player, setup: MatchSetup, deals: NumberedDeals) -> Tallies:
    games = []
    for i, number in enumerate(deals.numbers):
        before = thread_time()
        if deals.orders is None:
            deal = Deal.seeded(setup.grid, setup.mines, setup.seed, number)
        else:
            deal = Deal(setup.grid, setup.mines, deals.orders[i])
        chance = Chance(setup.seed, PLAYS, number)
        tally = play(player, deal, rules=setup.rules, chance=chance).record.tally()
        games.append(replace(tally, seconds=thread_time() - before))
    return Tallies.of(games)


def _player_sums(games: Tallies) -> PlayerSums:
    moves = games.decisions.sum(axis=0, dtype="int64").tolist()
    return PlayerSums(
        int(games.won.sum()),
        int(games.guesses.sum(dtype="int64")),
        Counter(dict(zip(games.strategies, moves, strict=True))),
        float(games.seconds.sum()),
        int(games.false_proofs.sum(dtype="int64")),
    )


def compare(a: npt.NDArray[np.bool_], b: npt.NDArray[np.bool_]) -> tuple[int, int, int, int]:
    """Return the numbers of common deals won by both, only a, only b, and neither."""
    both, only_a, only_b = (int(won.sum()) for won in (a & b, a & ~b, b & ~a))
    return both, only_a, only_b, len(a) - both - only_a - only_b
