"""The rules of a game, apart from its size: what the first move guarantees and how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from sapper.errors import RulesError, quoted

First = Literal["any", "safe", "opening"]
WonBy = Literal["opening", "flagging"]
Signs = Literal["none", "marks", "counts"]

#: How a game ended. ``passed``: every strategy passed; ``unfinished``: the player was stopped.
Ending = Literal["lost", "won", "passed", "unfinished"]

#: The endings of games that players finish, by the number that compiled code knows them by.
OUTCOMES: tuple[Ending, ...] = ("lost", "won", "passed")

#: The numbers by which compiled code knows the first-move rules.
PROMISES: Mapping[First, int] = {first: number for number, first in enumerate(get_args(First))}


@dataclass(frozen=True)
class Rules:
    """The rules of a game.

    ``first`` is the first-move rule: the first cell opened may be a mine (``any``), cannot be one
    (``safe``), or cannot touch one either (``opening``). ``zeros_open``: whether a 0
    opens its neighbours. ``lives``: the number of open mines that loses the game. ``won_by``:
    whether a game is won by ``opening`` every safe cell, or by ``flagging`` every mine as well.
    ``signs``: what a clue also shows of gold – ``none``; ``marks`` shows a mark if there is gold on
    a cell that shares a side with it; ``counts`` shows the number of gold on all its neighbours.
    ``gold_known``: whether players know the total number of gold.

    Raises ``RulesError`` for an unknown word or fewer than one life.
    """

    first: First = "safe"
    zeros_open: bool = True
    lives: int = 1
    won_by: WonBy = "opening"
    signs: Signs = "none"
    gold_known: bool = False

    def __post_init__(self) -> None:
        if self.first not in get_args(First):
            raise RulesError(
                f"unknown first-move rule {quoted(self.first)}: expected any, safe or opening"
            )
        if self.won_by not in get_args(WonBy):
            raise RulesError(
                f"unknown way to win {quoted(self.won_by)}: expected opening or flagging"
            )
        if self.signs not in get_args(Signs):
            raise RulesError(
                f"unknown signs of gold {quoted(self.signs)}: expected none, marks or counts"
            )
        if self.lives < 1:
            raise RulesError(f"a game needs at least one life, not {self.lives}")
