"""The rules of a game, apart from its size: what the first move promises, and how it ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from sapper.errors import RulesError, quoted

First = Literal["any", "safe", "opening"]
WonBy = Literal["opening", "flagging"]
Signs = Literal["none", "marks", "counts"]


@dataclass(frozen=True)
class Rules:
    """``first``: what the first opened cell promises – nothing (``any``), no mine (``safe``), or
    no mine in it and its neighbours (``opening``). ``zeros_open``: a 0 opens its neighbours.
    ``lives``: open mines it takes to lose. ``won_by``: ``opening`` every safe cell, or
    ``flagging`` every mine as well. ``signs``: what a clue also shows of gold – nothing, a mark if
    any lies on a cell that shares a side with it, or the count of it on all its neighbours.
    ``gold_known``: whether the number of gold in all is told.

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
            raise RulesError(f"unknown first-move rule {quoted(self.first)}: any, safe or opening")
        if self.won_by not in get_args(WonBy):
            raise RulesError(f"unknown way to win {quoted(self.won_by)}: opening or flagging")
        if self.signs not in get_args(Signs):
            raise RulesError(f"unknown signs of gold {quoted(self.signs)}: none, marks or counts")
        if self.lives < 1:
            raise RulesError(f"a game needs at least one life, not {self.lives}")
