"""The exact minimum number of clicks that open a board with known mines, by maximum satisfiability.

A solution is a set of left clicks, flags and chords: every flag serves a chord, and a chord needs
its cell open. The effect of each click is fixed, so the order matters only in that something must
come first. The search ignores the order; whenever a solution opens some cells only by chords on one
another, it learns that one of them must be opened from outside (a loop formula, as in answer set
programming: Fangzhen Lin and Yuting Zhao, *ASSAT: computing answer sets of a logic program by SAT
solvers*, 2004).
"""

from __future__ import annotations

from itertools import count

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from sapper.game.regions import Regions

CELLS, BBBV = 100, 20  #: the limits of the boards searched, usually in tenths of a second


def fewest_clicks(board: Regions) -> int | None:
    """Return the fewest clicks (left clicks, flags and chords) that open all safe cells.

    The time grows quickly with the board: the result is None for more than ``CELLS`` cells or a 3BV
    above ``BBBV``.
    """
    if len(board.near) > CELLS or board.bbbv > BBBV:
        return None
    return _Search(board).solve()


class _Search:
    """A search whose variables are clicks. A place is an opening or a number, which opens as a
    unit."""

    def __init__(self, board: Regions) -> None:
        opening_of = {zero: opening for opening in board.openings for zero in opening.zeros}
        place_of = {zero: opening.zeros[0] for zero, opening in opening_of.items()}
        numbers = {*board.isolated, *(i for opening in board.openings for i in opening.border)}
        self.needed = [*board.isolated, *(opening.zeros[0] for opening in board.openings)]
        self.places = sorted({*numbers, *self.needed})
        numbered = count(1)
        self.left = {place: next(numbered) for place in self.places}
        self.chord = {i: next(numbered) for i in sorted(numbers)}
        self.flag = {mine: next(numbered) for mine in sorted(board.mines)}
        #: the places that a chord on a number opens, and those that open together with a place
        self.opens = {
            i: {place_of.get(j, j) for j in board.near[i] if j not in board.mines} for i in numbers
        }
        self.beside = {opening.zeros[0]: set(opening.border) for opening in board.openings}
        self.formula = WCNF()
        for i in numbers:
            for mine in board.near[i]:
                if mine in board.mines:
                    self.formula.append([-self.chord[i], self.flag[mine]])
        for click in range(1, next(numbered)):
            self.formula.append([-click], weight=1)
        for place in self.needed:
            self.formula.append(self._openers({place}))
        for i in numbers:
            self.formula.append([-self.chord[i], *self._openers({i} | self._around(i))])

    def _around(self, number: int) -> set[int]:
        """Return the openings that open a number."""
        return {place for place, border in self.beside.items() if number in border}

    def _openers(self, places: set[int]) -> list[int]:
        """Return the clicks that open one of some places from outside, given that no opening
        does."""
        clicks = [self.left[place] for place in sorted(places)]
        chords = (i for i in self.chord if i not in places and self.opens[i] & places)
        return [*clicks, *(self.chord[i] for i in sorted(chords))]

    def solve(self) -> int:
        with RC2(self.formula) as solver:
            while True:
                made = {click for click in solver.compute() if click > 0}
                stuck = self._stuck(made)
                if not stuck:
                    return int(solver.cost)
                solver.add_clause(self._openers(stuck))

    def _stuck(self, made: set[int]) -> set[int]:
        """Return the needed places that some clicks do not open, and those that only these would
        open."""
        open_, waiting = set[int](), [place for place in self.places if self.left[place] in made]
        while waiting:
            place = waiting.pop()
            if place in open_:
                continue
            open_.add(place)
            waiting += self.beside.get(place, ())
            if place in self.chord and self.chord[place] in made:
                waiting += self.opens[place]
        wanted = {*self.needed, *(i for i in self.chord if self.chord[i] in made)}
        return set(self.places) - open_ if wanted - open_ else set()
