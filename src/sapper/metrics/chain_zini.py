"""Chain ZiNi: the estimate of the fewest clicks that LlamaSweeper uses (H. Watson, 2024).

It chooses chords greedily, as greedy ZiNi does, but counts what all of them need together. Chords
that open the cells of one another form a chain, directly or through an opening that they share,
and a chain needs only one left click, wherever it begins. So a set of chords needs its chords, the
flags around them, one left click for each of its chains, and one for each opening and isolated
number that no chord opens. The chord with the highest premium, the clicks that it saves, is added
until none is 0 or more; one that joins several chains saves a click for each chain but one.

The fewest clicks of all are the smallest such count over all sets of chords, so this estimate is
never below them, and never above the 3BV. Ties are broken as in a single run of LlamaSweeper: the
last row first, then the rightmost column.
"""

from __future__ import annotations

from sapper.game.regions import Regions



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
    """A set of chords, which grows; cells are indices."""

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
        """The clicks that a chord on a cell saves."""
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
        """The chains that a chord on a cell joins."""
        chain, openings = self.chain, self.chain_of_opening
        found = {chain[j] for j in self.board.near[i] if j in chain}
        return found | {openings[n] for n in self.touched.get(i, ()) if n in openings}

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
