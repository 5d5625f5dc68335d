"""The rules of a game, apart from its size: what the first move promises, and how it ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from sapper.errors import RulesError

First = Literal["any", "safe", "opening"]
WonBy = Literal["opening", "flagging"]


@dataclass(frozen=True)
class Rules:
    """``first``: what the first opened cell promises – nothing (``any``), no mine (``safe``), or
    no mine in it and its neighbours (``opening``). ``zeros_open``: a 0 opens its neighbours.
    ``lives``: open mines it takes to lose. ``won_by``: ``opening`` every safe cell, or
    ``flagging`` every mine as well.

    Raises ``RulesError`` for an unknown word or fewer than one life.
    """

    first: First = "safe"
    zeros_open: bool = True
    lives: int = 1
    won_by: WonBy = "opening"

    def __post_init__(self) -> None:
        if self.first not in get_args(First):
            raise RulesError(f"unknown first-move rule '{self.first}': any, safe or opening")
        if self.won_by not in get_args(WonBy):
            raise RulesError(f"unknown way to win '{self.won_by}': opening or flagging")
        if self.lives < 1:
            raise RulesError(f"a game needs at least one life, not {self.lives}")
