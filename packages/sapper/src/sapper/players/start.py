"""The first cell: ``corner``, ``start``, and ``random``, which opens any hidden cell."""

from __future__ import annotations

from collections.abc import Mapping

from sapper.errors import plural
from sapper.game import Cell, Chance, Grid, Move, Position
from sapper.game.codes import HIDDEN
from sapper.game.rules import First, leaves_room
from sapper.players.decision import Decision, Pass, Reason

OPENED = "the first cell has been opened already"  #: why it passes in all later moves

#: The best first cells under a promised opening, by width, height and mines, as measured by
#: ``sapper opening`` (docs/openings.md).
MEASURED_STARTS: Mapping[tuple[int, int, int], Cell] = {
    (8, 8, 10): (2, 2),
    (9, 9, 10): (2, 2),
    (16, 16, 40): (2, 2),
    (30, 16, 99): (3, 3),
}
DENSE_SHARE = 0.18  #: the mine density above which openings are so small that [3, 3] is better


def best_start(grid: Grid, mines: int, first: First) -> Cell:
    """Return the best first cell known.

    If an opening is promised, it lies a few cells inside a corner, so that the opening is large;
    otherwise it is a corner, the likeliest cell to be a 0.
    """
    if first == "opening" and grid.kind == "square" and min(grid.width, grid.height) > 4:
        measured = None if grid.blocked else MEASURED_STARTS.get((grid.width, grid.height, mines))
        wide = mines >= DENSE_SHARE * len(grid.playable) and min(grid.width, grid.height) > 6
        inner = measured or ((3, 3) if wide else (2, 2))
        index = grid.index(inner)
        if index not in grid.blocked and leaves_room(grid, mines, index, first):
            return inner
    return grid.cell(grid.corner)


class Corner:
    """Opens a corner of an untouched board, and passes from then on."""

    name = "corner"

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open the first of the playable cells with the fewest neighbours."""
        corner = position.grid.cell(position.grid.corner)
        return open_first(position, corner, self.name, _corner_words(position))


class Start:
    """Opens the best first cell known on an untouched board, and passes from then on."""

    name = "start"

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open a corner or, if an opening is promised, a cell inside it."""
        cell = best_start(position.grid, position.mines, position.rules.first)
        if cell == position.grid.cell(position.grid.corner):
            words = _corner_words(position)
        else:
            words = "openings tend to be larger a few cells away from the corner"
        return open_first(position, cell, self.name, words)


def _corner_words(position: Position) -> str:
    if position.rules.first == "opening":
        return "this player starts in a corner"
    return "a corner is the likeliest cell to be a 0"


def with_promise(position: Position, words: str) -> str:
    """Return the words of a reason, followed by the promise of the rules, if any."""
    if not position.next_open_is_safe:
        return words
    what = "an opening" if position.rules.first == "opening" else "safe"
    return f"{words}; the rules guarantee that the first cell is {what}"


def open_first(position: Position, cell: Cell, strategy: str, words: str) -> Decision | Pass:
    """Return the decision to open a cell first, or a pass once a cell is open."""
    if not position.untouched:
        return Pass(strategy, OPENED)
    if position[cell] != HIDDEN:
        return Pass(strategy, f"the cell to open first, {list(cell)}, is flagged")
    risk = position.mines_left / len(position.hidden_indices)
    reason = Reason("first cell", with_promise(position, words))
    return Decision(Move("open", cell), strategy, reason, risk)


class JavaRandom:
    """The numbers of ``java.util.Random(seed)``: Knuth's linear congruential generator of 48 bits,
    as Java's documentation specifies it. It only repeats published runs of Java programs."""

    def __init__(self, seed: int) -> None:
        self._state = (seed ^ 0x5DEECE66D) & (1 << 48) - 1

    def _bits(self) -> int:
        """Return ``next(31)``."""
        self._state = (self._state * 0x5DEECE66D + 0xB) & (1 << 48) - 1
        return self._state >> 17

    def below(self, n: int) -> int:
        """Return ``nextInt(n)``, for n from 1 to 2**31 - 1."""
        if n & -n == n:
            return n * self._bits() >> 31
        drawn = self._bits()
        while drawn - drawn % n + n > 1 << 31:
            drawn = self._bits()
        return drawn % n


class RandomProbe:
    """Opens a uniformly random hidden cell that is not flagged; passes if all are flagged.

    With ``java=SEED``, the cells are those of a Java program that draws a row and a column by
    ``java.util.Random(SEED)``, and draws again while the cell is open or flagged.
    """

    name = "random"
    variants = True

    def __init__(self, java: int | None = None) -> None:
        self._java = None if java is None else JavaRandom(java)

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """Open a random hidden cell."""
        cells = [i for i, code in enumerate(position.cells) if code == HIDDEN]
        if not cells:
            return Pass(self.name, "every hidden cell is flagged")
        if self._java is None:
            cell = position.grid.cell(chance.choice(cells))
        else:
            cell = _drawn(position, self._java)
        words = with_promise(position, f"chosen at random from {plural(len(cells), 'hidden cell')}")
        return Decision(Move("open", cell), self.name, Reason("random", words), None)


def _drawn(position: Position, java: JavaRandom) -> Cell:
    """Draw rows and columns until the cell is hidden."""
    while True:
        cell = java.below(position.grid.height), java.below(position.grid.width)
        if position[cell] == HIDDEN:
            return cell
