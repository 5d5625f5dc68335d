"""Finds boards that can be won without a guess, repairs boards that need one, and says how
difficult a board is: the weakest player that solves it, and its longest proof.

The players (``STRENGTHS``) are fixed: each opens every cell that it can prove safe, until it finds
none. The longest proof is the largest number of clues needed at once: where single clues settle
nothing more, the cell with the smallest proof is opened next.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Any

from sapper.errors import BudgetError, RulesError, plural
from sapper.game import Cell, Deal, Grid, Level, Position, Rules
from sapper.game.codes import HIDDEN
from sapper.game.rules import FIRST_CODES
from sapper.inference.counting import Belief
from sapper.inference.proof import MinimalProof, because
from sapper.kernel.chance import Chance
from sapper.players.kernel.certain import STRENGTHS, CertainGame
from sapper.records import Step

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
    game = CertainGame(grid, level.mines, FIRST_CODES[rules.first], rules.zeros_open, start, ALL)
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
            # Another game, which has moved no mines, must solve it too.
            if done and certain_game(level, rules, start, _mines(game, level), ALL).play() == 0:
                moved = len(before - _mines(game, level))
                return _board(game, level, number + repaired, moved)
        repaired += 1
    raise BudgetError(
        f"found no board of {level} that can be won from {list(first)} without a guess"
        f" among {plural(tried, 'board')}: try fewer mines or the first-move rule 'opening'"
    )


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
        if all(view[j] >= HIDDEN for j in grid.neighbour_indices(i)):
            beyond.append(i)
            continue
        frontier.append(i)
        if not game.decided(i):
            undecided.append(i)
    return frontier, undecided, beyond


PROPAGATIONS = 200_000  #: limit for one proof, the same on every machine


@dataclass(frozen=True)
class Difficulty:
    """``weakest`` is the weakest of ``STRENGTHS`` that solves the board. ``proof`` is the number of
    clues of the longest proof that is needed where single clues settle nothing more, 0 if they
    settle everything; ``mines_left`` says whether some proof needs the number of mines."""

    weakest: str
    proof: int
    mines_left: bool

    @property
    def words(self) -> str:
        """The difficulty as a clause."""
        if not self.proof:
            return "single clues solve it"
        clues = f"the longest proof has {self.proof} clue" + "s" * (self.proof != 1)
        return f"{self.weakest} solve it; {clues}"

    def to_json(self) -> dict[str, Any]:
        """Return plain values for ``json.dumps``."""
        return {"weakest": self.weakest, "proof": self.proof, "mines_left": self.mines_left}


def difficulty(deal: Deal, rules: Rules, first: Cell) -> Difficulty:
    """Return the difficulty of a deal from its first cell on.

    Raises ``RulesError`` if it needs a guess, ``BudgetError`` if a proof is too hard to find.
    """
    start = deal.grid.index(first)
    mines = deal.mine_indices(start, rules.first)
    for strength in range(len(STRENGTHS)):
        if certain_game(deal, rules, start, mines, strength).play() == 0:
            break
    else:
        raise RulesError(f"from {list(first)}, this deal needs a guess")
    proof, total = _longest(certain_game(deal, rules, start, mines, 0), deal, rules)
    return Difficulty(STRENGTHS[strength], proof, total)


def first_cell(steps: Iterable[Step]) -> Cell | None:
    """Return the first cell that the steps of a game open, or None."""
    return next((step.decision.move.cell for step in steps if step.opened), None)


def certain_game(
    board: Deal | Level, rules: Rules, first: int, mines: frozenset[int], strength: int
) -> CertainGame:
    """Return the game of certain moves from a first cell, with these mines."""
    promise = FIRST_CODES[rules.first]
    game = CertainGame(board.grid, board.mines, promise, rules.zeros_open, first, strength)
    game.place(mines)
    return game


def _longest(game: CertainGame, deal: Deal, rules: Rules) -> tuple[int, bool]:
    """Return the clues of the longest proof, and whether some proof needs the number of mines.

    Proofs stay valid when more cells are open, so opening the cell of the smallest proof first
    keeps the longest one as short as possible. Cells whose proofs need the number of mines come
    last.
    """
    longest, total = 0, False
    left = game.play()
    while left:
        position = Position(deal.grid, rules, deal.mines, game.show())
        found = _smallest(position, longest, total=total)
        longest, total = max(longest, len(found[1].clues)), total or found[1].total
        game.open(found[0])
        left = game.resume()
    return longest, total


def _smallest(position: Position, enough: int, *, total: bool) -> tuple[int, MinimalProof]:
    """Return the safe cell with the smallest proof, or the first with at most ``enough`` clues.

    Cells whose proofs are too hard to find are left out. Raises ``BudgetError`` if all are.
    """
    best: tuple[int, MinimalProof] | None = None
    risks = Belief(position).probabilities
    for cell in position.hidden_indices:
        if risks[cell] != 0.0:
            continue
        try:
            proof = because(position, cell, mine=False, propagations=PROPAGATIONS)
        except BudgetError:
            continue
        assert proof is not None, "counting and satisfiability agree"
        if best is None or _size(proof) < _size(best[1]):
            best = cell, proof
        if len(proof.clues) <= enough and proof.total <= total:
            break
    if best is None:
        raise BudgetError("the proofs of this board are too hard to find")
    return best


def _size(proof: MinimalProof) -> tuple[bool, int]:
    return proof.total, len(proof.clues)
