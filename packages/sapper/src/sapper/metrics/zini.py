"""The minimum number of clicks that opens a board with flags and chords: estimated by ZiNi and
chain ZiNi, and computed exactly by maximum satisfiability."""

from __future__ import annotations

from itertools import count

from sapper.game.grid import Regions

NEVER = -1000  #: a premium too low to be chosen


def greedy_zini(board: Regions, width: int) -> int:
    """Return the clicks of greedy ZiNi, which may chord any cell, opening it first if necessary.

    Each round chords the cell with the highest premium: the clicks that the chord saves, less the
    flags and the clicks that it needs. If no premium is at least 0, it opens the first cell that
    needs a click of its own.
    """
    return _Zini(board, width, human=False).clicks()


def human_zini(board: Regions, width: int) -> int:
    """Return the clicks of human ZiNi, which first clicks all openings and then only chords."""
    return _Zini(board, width, human=True).clicks()


class _Zini:
    """One run; cells are numbered by column, so that the leftmost of equal cells comes first."""

    def __init__(self, board: Regions, width: int, *, human: bool) -> None:
        places = sorted(range(len(board.near)), key=lambda i: (i % width, i))
        at = [0] * len(places)
        for place, i in enumerate(places):
            at[i] = place
        self.human = human
        self.near = [[at[j] for j in board.near[i]] for i in places]
        self.mines = frozenset(at[i] for i in board.mines)
        self.isolated = frozenset(at[i] for i in board.isolated)
        self.openings = [
            [at[i] for i in (*opening.zeros, *opening.border)] for opening in board.openings
        ]
        self.opening_of = {
            at[i]: number for number, region in enumerate(board.openings) for i in region.zeros
        }
        # the cells that take a click of the 3BV, in the order of trial
        firsts = (min(at[i] for i in opening.zeros) for opening in board.openings)
        self.starts = sorted([*self.isolated, *firsts])
        self.closed = {*self.isolated, *(i for cells in self.openings for i in cells)}
        self.flagged: set[int] = set()
        self.premium = self._premiums([board.clues[i] for i in places])
        self.made = 0

    def _premiums(self, clues: list[int]) -> list[int]:
        """Return the clicks that a chord on each cell saves: what it opens, less its flags, itself,
        and the click that opens the cell."""
        borders = [0] * len(clues)
        for opening in self.openings:
            for place in opening:
                borders[place] += 1
        premiums = []
        for place, clue in enumerate(clues):
            around = sum(i in self.isolated for i in (place, *self.near[place]))
            gain = around + borders[place] - clue - 2
            never = place in self.mines or self.human or not clue
            premiums.append(gain + (NEVER if never else 0))
        return premiums

    def clicks(self) -> int:
        if self.human:
            for place in self.starts:
                if place in self.opening_of:
                    self._click(place)
        while self.closed:
            best = max(self.premium)
            if best < 0:
                self._click(next(place for place in self.starts if place in self.closed))
                continue
            place = self.premium.index(best)
            if place in self.closed:
                self._click(place)
            self._flag_around(place)
            self.made += 1
            for i in self.near[place]:
                self._reveal(i)
        return self.made

    def _click(self, place: int) -> None:
        self.made += 1
        self._reveal(place)

    def _flag_around(self, place: int) -> None:
        for mine in self.near[place]:
            if mine in self.mines and mine not in self.flagged:
                self.flagged.add(mine)
                self.made += 1
                for i in self.near[mine]:
                    self.premium[i] += 1

    def _reveal(self, place: int) -> None:
        if place not in self.closed:
            return
        if place not in self.opening_of:
            self._open(place)
            return
        for i in self.openings[self.opening_of[place]]:
            if i in self.closed:
                self._open(i)
            self.premium[i] -= 1

    def _open(self, place: int) -> None:
        self.closed.remove(place)
        self.premium[place] += 1
        if self.human and place not in self.opening_of:
            self.premium[place] -= NEVER
        if place in self.isolated:
            for i in (place, *self.near[place]):
                self.premium[i] -= 1


def chain_zini(board: Regions) -> int:
    """Return the clicks of chain ZiNi."""
    chords = _Chords(board)
    clicks, last = board.bbbv, len(board.near) - 1
    premium = [chords.premium(last - place) for place in range(last + 1)]  # the last cell first
    while (best := max(premium)) >= 0:
        clicks -= best
        for i in chords.add(last - premium.index(best)):
            premium[last - i] = chords.premium(i)
    return clicks


class _Chords:
    """A growing set of chords; cells are indices."""

    def __init__(self, board: Regions) -> None:
        self.board = board
        self.isolated = frozenset(board.isolated)
        self.touched: dict[int, list[int]] = {}  #: the openings that a chord on a cell opens
        for number, opening in enumerate(board.openings):
            for i in opening.border:
                self.touched.setdefault(i, []).append(number)
        self.flagged: set[int] = set()
        self.opened: set[int] = set()  #: isolated numbers that a chord opens
        #: the chain of each chorded cell, and of each opening that a chord opens
        self.chain: dict[int, int] = {}
        self.chain_of_opening: dict[int, int] = {}
        self.members: dict[int, list[int]] = {}  #: the cells of each chain
        self.beside: dict[int, set[int]] = {}  #: the numbers whose chords would join each chain

    def premium(self, i: int) -> int:
        """Return the clicks that a chord on a cell saves."""
        board = self.board
        if i in board.mines or not board.clues[i] or i in self.chain:
            return NEVER
        around = (i, *board.near[i])
        touched = self.touched.get(i, ())
        gain = sum(j in self.isolated and j not in self.opened for j in around)
        gain += sum(number not in self.chain_of_opening for number in touched)
        flags = sum(j in board.mines and j not in self.flagged for j in around)
        return gain - flags - 1 + len(self._joined(i)) - 1

    def _joined(self, i: int) -> set[int]:
        """Return the chains that a chord on a cell joins."""
        chain, openings = self.chain, self.chain_of_opening
        chains = {chain[j] for j in self.board.near[i] if j in chain}
        return chains | {openings[n] for n in self.touched.get(i, ()) if n in openings}

    def add(self, i: int) -> set[int]:
        """Add a chord; return the cells whose premium may have changed."""
        board, touched = self.board, self.touched.get(i, [])
        joined = self._joined(i)
        changed = {i, *board.near[i]}
        for j in (i, *board.near[i]):
            if j in board.mines and j not in self.flagged:
                self.flagged.add(j)
                changed.update(board.near[j])
            elif j in self.isolated and j not in self.opened:
                self.opened.add(j)
                changed.update(board.near[j])
        beside = set(board.near[i]).union(*(board.openings[n].border for n in touched))
        members = [i]
        for chain in joined:
            changed |= self.beside[chain]
            beside |= self.beside.pop(chain)
            members += self.members.pop(chain)
        for j in members:
            self.chain[j] = i
            for number in self.touched.get(j, ()):
                self.chain_of_opening[number] = i
        self.members[i], self.beside[i] = members, beside
        return changed | beside


CELLS, BBBV = 100, 20  #: the limits of the boards searched, usually in tenths of a second


def fewest_clicks(board: Regions) -> int | None:
    """Return the fewest clicks (left clicks, flags and chords) that open all safe cells.

    A solution is a set of left clicks, flags and chords: every flag serves a chord, and a chord
    needs its cell open. The effect of each click is fixed, so the order matters only in that
    something must come first. The search ignores the order; whenever a solution opens some cells
    only by chords on one another, it learns that one of them must be opened from outside (a loop
    formula, as in answer set programming: Fangzhen Lin and Yuting Zhao, *ASSAT: computing answer
    sets of a logic program by SAT solvers*, 2004).

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
        from pysat.formula import WCNF  # 100 ms that not every program needs

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
        from pysat.examples.rc2 import RC2

        with RC2(self.formula) as solver:
            while True:
                made = {click for click in solver.compute() if click > 0}
                stuck = self._stuck(made)
                if not stuck:
                    return int(solver.cost)
                solver.add_clause(self._openers(stuck))

    def _stuck(self, made: set[int]) -> set[int]:
        """Return the needed places that some clicks do not open, and what only these would open."""
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
