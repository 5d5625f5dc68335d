"""Which players can be played natively, and playing them: whole matches inside the kernel."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Literal

from sapper.errors import RulesError
from sapper.game import Grid, Rules
from sapper.players.player import Player
from sapper.players.playout import Playouts
from sapper.players.start import best_start

#: Numbers of the strategies in ``playout``; only as written here, without options.
NUMBERS = {"corner": 0, "single-point": 1, "csp": 2, "random": 3, "swift": 4, "start": 5}
PROMISES = {"any": 0, "safe": 1, "opening": 2}

#: ``passed``: every strategy passed; ``unfinished``: the player was stopped.
Outcome = Literal["lost", "won", "passed", "unfinished"]
OUTCOMES: tuple[Outcome, ...] = ("lost", "won", "passed")


@dataclass(frozen=True, slots=True)
class Tally:
    """What a finished game leaves for a match: how it ended, moves, guesses and decisions by
    strategy; ``seconds`` is the CPU time it took, where that was measured, and no part of what
    makes two games the same."""

    outcome: Outcome
    moves: int
    guesses: int
    decisions: dict[str, int]
    seconds: float = field(default=0.0, compare=False)

    @property
    def won(self) -> bool:
        """Whether the game was won."""
        return self.outcome == "won"


def _game(
    player: Player, grid: Grid, mines: int, rules: Rules
) -> Callable[[int, int, Sequence[int] | None], tuple[Outcome, int, int, dict[str, int]]] | None:
    """A function that plays game ``number`` of ``seed`` – on a given ordering, or on the seed's
    own deal – and releases the GIL meanwhile; None if this player or these rules need Python.

    The function returns what a ``Tally`` begins with, and raises ``RulesError`` where the first
    move's promise leaves no room for the mines.
    """
    names = [link.text for link in player.chain]
    known = all(name in NUMBERS for name in names)
    if rules.lives > 1 or rules.won_by != "opening" or rules.signs != "none" or not known:
        return None
    playouts = Playouts(
        grid,
        mines,
        PROMISES[rules.first],
        rules.zeros_open,
        [NUMBERS[name] for name in names],
        grid.index(best_start(grid, rules.first)),
    )

    def play(
        seed: int, number: int, order: Sequence[int] | None
    ) -> tuple[Outcome, int, int, dict[str, int]]:
        if order is None:
            outcome = playouts.seeded(seed, number)
        else:
            outcome = playouts.dealt(order, seed, number)
        if outcome == len(OUTCOMES):
            raise RulesError(
                f"{mines} mines find no room once the first move promises '{rules.first}'"
            )
        _, moves, guesses, decisions = playouts.tally()
        counts: dict[str, int] = {}
        for name, n in zip(names, decisions, strict=True):
            counts[name] = counts.get(name, 0) + n
        return OUTCOMES[outcome], moves, guesses, counts

    return play


def play(
    player: Player,
    rules: Rules,
    grid: Grid,
    mines: int,
    seed: int,
    numbers: Sequence[int],
    orders: Sequence[Sequence[int]] | None = None,
) -> list[Tally] | None:
    """Play the deals ``numbers`` of a seed, or those with the given orderings; None if this
    player or these rules need Python."""
    play_game = _game(player, grid, mines, rules)
    if play_game is None:
        return None
    given = repeat(None, len(numbers)) if orders is None else orders
    tallies = []
    clock = time.thread_time()  # read once a game: it takes a microsecond
    for number, order in zip(numbers, given, strict=True):
        game = play_game(seed, number, order)
        before, clock = clock, time.thread_time()
        tallies.append(Tally(*game, clock - before))
    return tallies
