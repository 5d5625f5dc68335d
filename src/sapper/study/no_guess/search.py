"""Finds boards that can be won without a guess, and repairs boards that need one."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf

from sapper.errors import BudgetError, RulesError, plural
from sapper.game import Cell, Deal, Grid, Level, Rules
from sapper.game.codes import HIDDEN
from sapper.game.rules import PROMISES
from sapper.kernel.chance import Chance
from sapper.players.kernel.certain import STRENGTHS, CertainGame

TRIES = 1_000_000  #: boards played if no time is given
DEALS_FIRST = 200  #: deals that are tried before one is repaired
SWAPS = 3_000  #: boards played to repair one deal
REPAIRS = 2  #: the stream of a seed for repairs, after those for deals and players
ALL = STRENGTHS.index("all clues and the number of mines")


@dataclass(frozen=True)
class NoGuessBoard:
    """A board that needs no guess after its first cell.

    It comes from deal ``number`` of the seed, in which ``moved`` mines were moved: 0 for an
    unchanged deal. ``deal`` begins with exactly the mines of the board, so that the board is the
    same under every first-move rule that it was found for.
    """

    deal: Deal
    number: int
    moved: int

    @property
    def repaired(self) -> bool:
        """True if mines were moved."""
        return self.moved > 0


def no_guess(
    level: Level,
    rules: Rules,
    first: Cell,
    seed: int,
    number: int = 0,
    *,
    tries: int = TRIES,
    seconds: float = inf,
) -> NoGuessBoard:
    """Return a board that needs no guess after ``first``, made of a seed's deals from ``number``.

    - ``level``, ``rules``: the board and its rules.
    - ``first``: the first cell.
    - ``seed``, ``number``: the first deal to try.
    - ``tries``, ``seconds``: limits on the boards played and on the time.

    The opening of the first cell is not counted as a guess even if the rules do not protect it.
    The same arguments give the same board, unless the time is up. Raises ``RulesError`` for a first
    cell outside the board and for rules with lives, flags or gold. Raises ``BudgetError`` if there
    is no such board among the ``tries`` boards played or within ``seconds``.
    """
    if rules.lives > 1 or rules.won_by != "opening" or rules.signs != "none":
        raise RulesError("boards without guesses need rules with one life, no flags and no gold")
    grid = level.grid
    start = grid.index(first)
    game = CertainGame(grid, level.mines, PROMISES[rules.first], rules.zeros_open, start, ALL)
    until = time.monotonic() + seconds
    tried = 0

    def over() -> bool:
        return tried >= tries or time.monotonic() >= until

    while tried < DEALS_FIRST and not over():
        if game.deal(seed, number + tried):
            rule = f"the first-move rule '{rules.first}' at {list(first)}"
            raise RulesError(f"{rule} leaves too few cells for {plural(level.mines, 'mine')}")
        if game.play() == 0:
            return _board(game, level, number + tried, 0)
        tried += 1
    repaired = 0
    while not over():
        chance = Chance(seed, REPAIRS, number + repaired)
        game.deal(seed, number + repaired)
        before = _mines(game, level)
        if game.holds_mine(start):
            tried += 1
        else:
            left = min(SWAPS, tries - tried)
            done, played = repair(game, grid, chance, left, until)
            tried += played
            if done and _solved(game, level, rules, start):
                moved = len(before - _mines(game, level))
                return _board(game, level, number + repaired, moved)
        repaired += 1
    raise BudgetError(
        f"found no board of {level} that can be won from {list(first)} without a guess"
        f" among {plural(tried, 'board')}: try fewer mines or the first-move rule 'opening'"
    )


def _solved(game: CertainGame, level: Level, rules: Rules, first: int) -> bool:
    """Return whether the board of ``game`` is solved by another game, which has moved no mines."""
    promise = PROMISES[rules.first]
    other = CertainGame(level.grid, level.mines, promise, rules.zeros_open, first, ALL)
    other.place(_mines(game, level))
    return other.play() == 0


def _mines(game: CertainGame, level: Level) -> frozenset[int]:
    return frozenset(filter(game.holds_mine, range(level.grid.size)))


def _board(game: CertainGame, level: Level, number: int, moved: int) -> NoGuessBoard:
    return NoGuessBoard(Deal.of_mines(level.grid, _mines(game, level)), number, moved)


SEVERAL = 4  #: one move in four may go to any cell, not only to those most likely to help


def repair(
    game: CertainGame, grid: Grid, chance: Chance, boards: int, until: float
) -> tuple[bool, int]:
    """Move mines of the board in ``game`` until certain moves finish it.

    - ``game``: the board, whose mines are moved.
    - ``grid``: its grid.
    - ``chance``: the source of random numbers.
    - ``boards``, ``until``: the largest number of boards to play, and the time (``time.monotonic``)
      to stop.

    Plays at most ``boards`` boards, until a time (``time.monotonic``). Returns whether the board
    can be finished, and the number of boards played. The first cell must not be a mine.
    """
    left, played = game.play(), 1
    while left and played < boards:
        frontier, undecided, beyond = _cells(game, grid)
        hidden = frontier + beyond
        kept = False
        while not kept and played < boards and time.monotonic() < until:
            here = chance.choice(undecided if undecided and chance.below(SEVERAL) else frontier)
            fill = not game.holds_mine(here)
            others = beyond if beyond and chance.below(SEVERAL) else hidden
            fitting = [i for i in others if i != here and game.holds_mine(i) == fill]
            if not fitting:
                played += 1  # so that this ends
                continue
            there = chance.choice(fitting)
            source, goal = (there, here) if fill else (here, there)
            game.move(source, mine=False)
            game.move(goal, mine=True)
            after = game.play()
            played += 1
            kept = after <= left
            if kept:
                left = after
            else:
                game.move(goal, mine=False)
                game.move(source, mine=True)
        if not kept:
            break
    return left == 0, played


def _cells(game: CertainGame, grid: Grid) -> tuple[list[int], list[int], list[int]]:
    """Return the hidden cells on the frontier, the undecided ones, and those off the frontier."""
    view = game.show()
    frontier, undecided, beyond = [], [], []
    for i in range(grid.size):
        if view[i] != HIDDEN:
            continue
        if all(view[j] >= HIDDEN for j in grid.neighbours(i)):
            beyond.append(i)
            continue
        frontier.append(i)
        if not game.decided(i):
            undecided.append(i)
    return frontier, undecided, beyond
