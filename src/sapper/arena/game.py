"""One game: a player against a deal, to the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sapper.game import Cell, Chance, Deal, Position, Referee, Rules
from sapper.game.codes import HIDDEN
from sapper.game.deal import PLAYS
from sapper.players import Pass, Player
from sapper.players import player as read_recipe
from sapper.records.record import Outcome, Record, Step, newly_open


@dataclass(frozen=True)
class Turn:
    """One step, with the positions on either side of it."""

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
    """Play move by move, until the game is over or every strategy passes.

    ``chance`` is the player's own luck; without one it is that of game 0 of seed 0. ``hints`` are
    opened before the first turn, as far as they are still hidden then. Raises
    ``RecipeError`` for an unknown player, ``RulesError`` for a deal that cannot keep the rules'
    promise, ``IllegalMoveError`` for a strategy that breaks them.
    """
    if isinstance(player, str):
        player = read_recipe(player)
    decide = player.begin(chance or Chance(0, PLAYS, 0))
    referee = begun(rules, deal, hints)
    before = referee.position
    while before.outcome == "playing":
        decision = decide(before)
        if isinstance(decision, Pass):
            return
        after = referee.play(decision.move)
        yield Turn(before, Step(decision, newly_open(before, after)), after)
        before = after


def begun(rules: Rules, deal: Deal, hints: Iterable[Cell] = ()) -> Referee:
    """The game as its player finds it, hints opened. Raises ``RulesError`` for one that cannot
    be."""
    referee = Referee(deal, rules)
    for cell in hints:
        hidden = referee.position.cells[deal.grid.index(cell)] == HIDDEN
        if hidden and referee.position.outcome == "playing":
            referee.open(cell)
    return referee


def play(player: Player | str, rules: Rules, deal: Deal, chance: Chance | None = None) -> Record:
    """Play a deal to the end; arguments and errors as for ``turns``."""
    steps = []
    last = Position.start(deal.grid, deal.mines, rules, deal.gold)
    for turn in turns(player, rules, deal, chance):
        steps.append(turn.step)
        last = turn.after
    return Record(str(player), rules, deal, tuple(steps), ended(last))


def ended(last: Position) -> Outcome:
    """How a game ended whose player moves no more."""
    return "passed" if last.outcome == "playing" else last.outcome
