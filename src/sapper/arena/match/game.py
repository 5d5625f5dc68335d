"""One game: a player plays a deal to the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from sapper.arguments import checked
from sapper.errors import InputError
from sapper.game import Cell, Chance, Deal, Level, Position, Referee, Rules
from sapper.game.codes import HIDDEN
from sapper.game.deal import PLAYS
from sapper.game.rules import Ending, First
from sapper.players import Pass, Player
from sapper.players.recipes import player_of
from sapper.records.game import Step
from sapper.records.record import Record


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
    player = player_of(player)
    decide = player.begin(chance or Chance(0, PLAYS, 0))
    referee = begun(rules, deal, hints)
    before = referee.position
    while before.outcome == "playing":
        decision = decide(before)
        if isinstance(decision, Pass):
            return
        after = referee.play(decision.move)
        yield Turn(before, Step(decision, referee.opened), after)
        before = after


def begun(rules: Rules, deal: Deal, hints: Iterable[Cell] = ()) -> Referee:
    """Return a new game with its hints opened.

    Raises ``RulesError`` if the first-move rule leaves too few cells for the mines.
    """
    referee = Referee(deal, rules)
    for cell in hints:
        hidden = referee.position.cells[deal.grid.index(cell)] == HIDDEN
        if hidden and referee.position.outcome == "playing":
            referee.open(cell)
    return referee


@checked
def play(
    player: Player | str,
    rules: Rules | None = None,
    deal: Deal | None = None,
    chance: Chance | None = None,
    *,
    level: Level | str | None = None,
    seed: int = 0,
    first: First | None = None,
) -> Record:
    """Play one game to its end, and return its record.

    - ``player``: a player or its recipe, such as ``"swift"``.
    - ``rules``: by default ``Rules()``, with the first-move rule ``safe``.
    - ``deal``: the deal to play; or
    - ``level``: the level, or its name, whose game 0 of ``seed`` to play, as ``sapper play`` does.
    - ``seed``: determines the deal of a level and, without ``chance``, the player's random numbers.
    - ``chance``: the random numbers of the player.
    - ``first``: the first-move rule (``any``, ``safe``, ``opening``) instead of that of ``rules``.

    Raises ``InputError`` without a deal or a level, and the errors of ``turns``.
    """
    rules = with_first(rules, first)
    if (deal is None) == (level is None):
        raise InputError("a game needs either a deal or a level")
    if level is not None:
        board = Level.of(level)
        deal = Deal.seeded(board.grid, board.mines, seed)
    assert deal is not None
    chance = chance or Chance(seed, PLAYS, 0)
    steps = []
    last = Position.start(deal.grid, deal.mines, rules, deal.gold)
    for turn in turns(player, rules, deal, chance):
        steps.append(turn.step)
        last = turn.after
    return Record(str(player), rules, deal, tuple(steps), ended(last))


def with_first(rules: Rules | None, first: First | None) -> Rules:
    """Return the rules, by default ``Rules()``, with another first-move rule if given.

    Raises ``RulesError`` for an unknown first-move rule.
    """
    rules = rules or Rules()
    return rules if first is None else replace(rules, first=first)


def ended(last: Position) -> Ending:
    """Return the outcome of a game whose player makes no more moves."""
    return "passed" if last.outcome == "playing" else last.outcome
