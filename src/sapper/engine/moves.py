"""Moves for programs that keep the game themselves: a position in, a decision out.

A named game keeps its strategies and their memory from one move to the next.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from sapper.engine.requests import CELLS, Id, MoveRequest
from sapper.errors import InputError
from sapper.game import Position
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.players import Decision, Player
from sapper.players import player as read_recipe
from sapper.players.recipes import STRATEGIES, parameters_of
from sapper.records.record import decision_json
from sapper.study.session.decider import Decider

GAMES = 64  #: games that one worker keeps; the least recently used is dropped first
#: The share of a request's time for its strategies; the rest is for work that they cannot measure.
SHARE = 0.8


def read_position(text: str) -> Position:
    """Parse the position of a request. Raises ``InputError`` if it is wrong or too large."""
    position = Position.parse(text)
    if position.grid.size > CELLS:
        raise InputError(f"a board has at most {CELLS:,} cells, not {position.grid.size:,}")
    return position


@dataclass
class _NamedGame:
    """A client's game: its player, the last position, and the positions that the player decided."""

    key: tuple[object, ...]
    decider: Decider
    last: Position
    decided: list[Position]


class MoveAnswers:
    """Answers move requests one at a time."""

    def __init__(self) -> None:
        self._games: OrderedDict[Id, _NamedGame] = OrderedDict()

    def decide(self, request: MoveRequest) -> dict[str, Any]:
        """Return the decision of a request's player, with its reason.

        ``decision`` is null if all its strategies pass; ``passed`` says why. ``begun`` is true if
        the strategies began a game with this move. Raises ``InputError`` if the position or the
        recipe cannot be read, or if the game is over.
        """
        position = read_position(request.position)
        if position.outcome != "playing":
            raise InputError(f"the game is {position.outcome}: there is no move to make")
        player = within(read_recipe(request.player), request.seconds)
        key = (player.recipe, request.seed, request.number, position.grid, position.rules)
        game = self._games.pop(request.game, None) if request.game is not None else None
        begun = game is None or game.key != key or not follows(game.last, position)
        if game is None or begun:
            decider = Decider(player, request.seed, request.number)
            game = _NamedGame(key, decider, position, [])
        earlier = game.decided
        if earlier and earlier[-1] == position:  # asked again: the game has not advanced
            earlier = earlier[:-1]
        answer = game.decider.decide(position, earlier)
        game.last = position
        decision = answer if isinstance(answer, Decision) else None
        if decision is not None:
            game.decided = [*earlier, position]
        if request.game is not None:
            self._games[request.game] = game
            if len(self._games) > GAMES:
                self._games.popitem(last=False)
        return {
            "decision": decision and {**decision_json(decision), "guess": decision.guess},
            "passed": [{"strategy": it.strategy, "words": it.words} for it in answer.passed],
            "begun": begun,
        }


def within(player: Player, seconds: float | None) -> Player:
    """Return the player with a limit on its thinking time.

    The limit goes to each strategy that takes ``seconds``, unless the recipe gives it options.
    """
    if seconds is None:
        return player
    links = []
    for link in player.chain:
        made = STRATEGIES.get(link.text) if link.own is None else link.own.make
        bare = made if "(" not in link.text else None
        by_clock = bare is not None and "seconds" in parameters_of(bare)
        links.append(f"{link.text}(seconds={SHARE * seconds:g})" if by_clock else link.text)
    return read_recipe(" > ".join(links))


def follows(before: Position, after: Position) -> bool:
    """Return whether ``after`` can come later in the game of ``before``: all open cells are still
    open and show the same."""
    if (before.grid, before.rules, before.mines) != (after.grid, after.rules, after.mines):
        return False
    pairs = zip(before.cells, after.cells, strict=True)
    return all(old in (HIDDEN, FLAGGED) or old == new for old, new in pairs)
