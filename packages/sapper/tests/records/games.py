"""Games that the tests of records write down."""

from __future__ import annotations

from sapper.game import Chance, Referee
from sapper.players import Decision, Reason
from sapper.records import Record, Step
from tests.strategies import legal


def recorded(referee: Referee, luck: int) -> Record:
    """A game of the same deal, by random moves of every kind."""
    game, chance, steps = Referee(referee.deal, referee.rules), Chance(luck), []
    for _ in range(12):
        moves = legal(game.position)
        if not moves:
            break
        move = chance.choice(moves)
        decision = Decision(move, "any", Reason("whim", "why not"), None)
        game.play(move)
        steps.append(Step(decision, game.opened))
    outcome = game.position.outcome
    ended = "unfinished" if outcome == "playing" else outcome
    return Record("any", referee.rules, referee.deal, tuple(steps), ended)
