"""Moves for programs that hold the game themselves: a position in, a decision out.

A game that has a name keeps its strategies, and so what they remember, from one move to the next.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any

from sapper.errors import InputError
from sapper.game import Chance, Position
from sapper.game.codes import FLAGGED, HIDDEN
from sapper.game.deal import PLAYS
from sapper.players import Decision, Pass, Player
from sapper.players import player as read_recipe
from sapper.players.recipes import STRATEGIES
from sapper.records.plain import decision_json
from sapper.study.engine_requests import CELLS, Id, Move

GAMES = 64  #: kept by one worker; the one asked about longest ago is the first to go
#: How much of a request's time strategies are told of; the rest is for what they cannot measure.
SHARE = 0.8


def read_position(text: str) -> Position:
    """A position of a request. Raises ``InputError`` for one that is none, or too large."""
    position = Position.parse(text)
    if position.grid.size > CELLS:
        raise InputError(f"a board of {position.grid.size:,} cells: at most {CELLS:,} are taken")
    return position


@dataclass
class _Game:
    """A game under way: who plays it by which luck, and the last position it was asked about."""

    key: tuple[object, ...]
    decide: Callable[[Position], Decision | Pass]
    last: Position


class Moves:
    """Decides one request after another."""

    def __init__(self) -> None:
        self._games: OrderedDict[Id, _Game] = OrderedDict()

    def decide(self, request: Move) -> dict[str, Any]:
        """The decision of a request's player, with its reason; ``decision`` is null where all its
        strategies pass, and ``passed`` says why. ``begun`` tells whether its strategies began
        with this move. Raises ``InputError`` for what cannot be read or is over."""
        position = read_position(request.position)
        if position.outcome != "playing":
            raise InputError(f"the game is {position.outcome}: there is no move to make")
        player = within(read_recipe(request.player), request.seconds)
        key = (player.recipe, request.seed, request.number, position.grid, position.rules)
        game = self._games.pop(request.game, None) if request.game is not None else None
        begun = game is None or game.key != key or not follows(game.last, position)
        if game is None or begun:
            chance = Chance(request.seed, PLAYS, request.number)
            game = _Game(key, player.begin(chance), position)
        found = game.decide(position)
        if request.game is not None:
            game.last = position
            self._games[request.game] = game
            if len(self._games) > GAMES:
                self._games.popitem(last=False)
        chosen = found if isinstance(found, Decision) else None
        return {
            "decision": chosen and {**decision_json(chosen), "guess": chosen.guess},
            "passed": [{"strategy": one.strategy, "words": one.words} for one in found.passed],
            "begun": begun,
        }


def within(player: Player, seconds: float | None) -> Player:
    """The player, told how long it may think: so are all its strategies that take ``seconds`` and
    are not told how much to think already."""
    if seconds is None:
        return player
    told = []
    for link in player.chain:
        by_clock = (
            link.text in STRATEGIES and "seconds" in signature(STRATEGIES[link.text]).parameters
        )
        told.append(f"{link.text}(seconds={SHARE * seconds:g})" if by_clock else link.text)
    return read_recipe(" > ".join(told))


def follows(before: Position, after: Position) -> bool:
    """Whether a position can come later in the game of another: what was open is, and shows the
    same."""
    if (before.grid, before.rules, before.mines) != (after.grid, after.rules, after.mines):
        return False
    pairs = zip(before.cells, after.cells, strict=True)
    return all(old in (HIDDEN, FLAGGED) or old == new for old, new in pairs)
