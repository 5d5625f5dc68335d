"""One game: a player against a deal, to the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sapper.arena.record import Outcome, Record, Step, newly_open
from sapper.game import Chance, Deal, Position, Referee, Rules
from sapper.game.deal import PLAYS
from sapper.players import Pass, Player
from sapper.players import player as read_recipe


@dataclass(frozen=True)
class Turn:
    """One step, with the positions on either side of it."""

    before: Position
    step: Step
    after: Position


def turns(
    player: Player | str, rules: Rules, deal: Deal, chance: Chance | None = None
) -> Iterator[Turn]:
    """Play move by move, until the game is over or every strategy passes.

    ``chance`` is the player's own luck; without one it is that of game 0 of seed 0. Raises
    ``RecipeError`` for an unknown player, ``RulesError`` for a deal that cannot keep the rules'
    promise, ``IllegalMoveError`` for a strategy that breaks them.
    """
    if isinstance(player, str):
        player = read_recipe(player)
    decide = player.begin(chance or Chance(0, PLAYS, 0))
    referee = Referee(deal, rules)
    before = referee.position
    while before.outcome == "playing":
        decision = decide(before)
        if isinstance(decision, Pass):
            return
        after = referee.play(decision.move)
        yield Turn(before, Step(decision, newly_open(before, after)), after)
        before = after


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
