"""Games that the tests of records write down."""

from __future__ import annotations

from sapper.game import Chance, Referee
from sapper.players import Decision, Reason
from sapper.records.record import Record
from sapper.records.step import Step, newly_open
from tests.strategies import legal


def recorded(referee: Referee, luck: int) -> Record:
    """A game of the same deal, by random moves of every kind."""
    game, chance, steps = Referee(referee.deal, referee.rules), Chance(luck), []
    for _ in range(12):
        moves = legal(game.position)
        if not moves:
            break
        move, before = chance.choice(moves), game.position
        decision = Decision(move, "any", Reason("whim", "why not"), None)
        steps.append(Step(decision, newly_open(before, game.play(move))))
    outcome = game.position.outcome
    ended = "unfinished" if outcome == "playing" else outcome
    return Record("any", referee.rules, referee.deal, tuple(steps), ended)
