"""Puzzles from games: a look-ahead player plays deals of a seed, and positions become puzzles.

Games use single clues while these suffice. Where they do not, either several clues must be combined
or a guess is needed; both make puzzles. Positions with one clearly best guess are rare: once the
other kinds are complete, further games are searched only for these.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf, log
from statistics import fmean
from typing import Any

from sapper.errors import BudgetError
from sapper.estimate import Values
from sapper.estimate import mean_difference as gained
from sapper.game import LEVELS, Level, Position, Rules
from sapper.game.codes import HIDDEN
from sapper.game.rules import FIRST_CODES
from sapper.inference.counting import MAX_COUNT_STEPS, MAX_MEGABYTES
from sapper.inference.kernel.counter import Counter
from sapper.inference.proof import MinimalProof
from sapper.inference.status import Status
from sapper.kernel.arrays import doubles, indices
from sapper.players.kernel.certain import CertainGame
from sapper.players.kernel.lookahead import Lookahead
from sapper.reviews.chances import Chances, Try
from sapper_workbench.study.puzzles.answers import Ending
from sapper_workbench.study.puzzles.crop import cropped
from sapper_workbench.study.puzzles.grading import (
    MIN_GAP,
    explained,
    grade,
    guess_rating,
    known_mines,
    proof_of,
    valued_again,
)
from sapper_workbench.study.puzzles.package import Kind, Puzzle, line_of, name_of

RULES = Rules("opening")
#: The levels in turn: more games of the smaller boards, which have fewer such positions.
LEVEL_CYCLE = (
    *("beginner", "beginner", "intermediate", "beginner", "beginner", "expert"),
    *("beginner", "beginner", "intermediate", "beginner", "intermediate", "beginner", "expert"),
)
#: The most puzzles of each kind in hundredths of all, and of each theme in hundredths of its kind.
KIND_QUOTAS: dict[Kind, int] = {"safe": 66, "certain": 22, "guess": 10, "ending": 15}
THEME_QUOTAS = {
    "1-1": 14,
    "1-2": 14,
    "1-2-1": 14,
    "two clues": 14,
    "a few clues": 25,
    "many clues": 20,
    "mines left": 16,
    "yes": 50,
    "no": 50,
    "playouts": 15,
}
MAX_SAFE_CELLS = 6  #: safe cells of a puzzle that asks for all of them
MAX_ENDING_LAYOUTS, MAX_GUESS_LAYOUTS = (
    200,
    1_000,
)  #: of an ending to play out, and of an exact guess
FIRST_PLAYOUTS, SECOND_PLAYOUTS = 40, 600  #: playouts of a guess that choose it and that measure it
MAX_RIVALS = 6  #: guesses that are measured the first time
#: The advantage of the best guess in the look-ahead from which playouts measure it: small while all
#: kinds are wanted, larger in games that are searched only for guesses.
MIN_RATIO, MIN_CLEAR_RATIO = 1.12, 1.3
EXTRA_INTERVAL = 81  #: one puzzle in 81 is a guess from games that are searched for guesses only
MEASURED_INTERVAL = 3  #: one in three of those is measured by playouts
ENDINGS_INTERVAL = 3  #: one ending in three is asked as a question without a certain cell
SURPLUS_FIFTHS = 2  #: of the questions without a certain cell and without the number of mines
MAX_HIDDEN_CELLS = 150  #: cells of a position whose guesses are measured: playouts take time


@dataclass
class Quotas:
    """The numbers of puzzles of each kind and theme still wanted out of ``count``; with
    ``guesses``, only guesses are wanted."""

    count: int
    guesses: bool = False
    taken: Tally[str] = field(default_factory=Tally)

    def wants(self, kind: Kind, theme: str | None = None) -> bool:
        """True if one more is wanted."""
        if self.guesses:
            measured = self.taken["guess playouts"]
            return kind == "guess" and (
                theme != "playouts" or measured < self.count / MEASURED_INTERVAL
            )
        whole = self.count * KIND_QUOTAS[kind] / 100
        if self.taken[kind] >= whole:
            return False
        if theme is None:
            return True
        return self.taken[f"{kind} {theme}"] < whole * THEME_QUOTAS.get(theme, 100) / 100

    def take(self, kind: Kind, theme: str) -> None:
        """Count a puzzle."""
        self.taken[kind] += 1
        self.taken[f"{kind} {theme}"] += 1

    @property
    def found(self) -> int:
        """The number of puzzles taken."""
        return sum(self.taken[kind] for kind in KIND_QUOTAS)

    @property
    def done(self) -> bool:
        """True if no more puzzles are wanted; guesses are wanted until their quota is full."""
        return not self.guesses and self.found >= self.count


def mine(
    count: int,
    seed: int,
    *,
    games: int = 1_000_000,
    report: Callable[[int, int], None] = lambda found, games: None,
) -> Iterator[Puzzle]:
    """Yield ``count`` puzzles of a seed, in the order in which the games are played.

    There are fewer if ``games`` games do not yield enough, and because some are left out: guesses
    that a second valuation does not confirm, positions in which single clues settle every mine, so
    that there is no task, and surplus questions without a certain cell. The same count, seed and
    games give the same puzzles.
    ``report`` gets the number of puzzles and of games so far.
    """
    return filter(None, map(confirmed, candidates(count, seed, games=games, report=report)))


def confirmed(puzzle: Puzzle) -> Puzzle | None:
    """Return a puzzle with its window, and with the gap of the second valuation, or with the theme
    and rating of its explanations; None if it is not kept."""
    puzzle = _asked(puzzle)
    if puzzle.playouts:
        kept = valued_again(puzzle, RULES)
    else:
        asked = puzzle.kind in ("guess", "ending") or known_mines(puzzle.position).mines_left
        kept = explained(puzzle) if asked else None
    if kept is None:
        return None
    kept = cropped(kept)
    surplus = "no" in kept.themes and not kept.counted and _luck(kept) % 5 < SURPLUS_FIFTHS
    return None if surplus else kept


def _luck(puzzle: Puzzle) -> int:
    return int(puzzle.id[-8:], 16)


def _asked(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle, or of every third ending, the question whether anything is certain: the
    number of mines, where a question shows it, must not tell its answer."""
    if puzzle.kind != "ending" or _luck(puzzle) % ENDINGS_INTERVAL:
        return puzzle
    name = name_of("certain", puzzle.text)
    return Puzzle(name, "certain", puzzle.text, ("no", puzzle.themes[-1]), 0)


def candidates(
    count: int,
    seed: int,
    *,
    games: int = 1_000_000,
    report: Callable[[int, int], None] = lambda found, games: None,
) -> Iterator[Puzzle]:
    """Yield the puzzles of a seed, including those that ``mine`` leaves out."""
    guesses = count // EXTRA_INTERVAL
    number, seen = 0, set[str]()
    for quotas in (Quotas(count - guesses), Quotas(guesses, guesses=True)):
        miners = {name: Miner(LEVELS[name], name, quotas) for name in dict.fromkeys(LEVEL_CYCLE)}
        while len(seen) < count and not quotas.done and number < games:
            for puzzle in miners[LEVEL_CYCLE[number % len(LEVEL_CYCLE)]].game(seed, number):
                if puzzle.text not in seen and len(seen) < count:
                    seen.add(puzzle.text)
                    yield puzzle
            number += 1
            report(len(seen), number)


class Miner:
    """Plays games of one level and makes puzzles of their positions."""

    def __init__(self, level: Level, name: str, quotas: Quotas) -> None:
        grid = level.grid
        middle = grid.index((level.height // 2, level.width // 2))
        self._level, self._name, self._quotas = level, name, quotas
        self._game = CertainGame(grid, level.mines, FIRST_CODES[RULES.first], True, middle, 0)
        self._counter = Counter(grid)
        self._ahead = Lookahead(grid)
        self._chances = Chances(grid, level.mines, RULES)
        self._risk = doubles(grid.size)

    def game(self, seed: int, number: int) -> Iterator[Puzzle]:
        """Play one game, and yield its puzzles: at most one of each kind and theme."""
        self._game.deal(seed, number)
        left = self._game.play()
        had: set[tuple[Kind, str]] = set()
        while left > 0:
            cells = self._game.show()
            if self._count(cells) != Status.OK:
                return
            safe = indices(self._risk, 0.0)
            position = Position(self._level.grid, Rules(), self._level.mines, cells)
            made = self._with_safe(position, safe) if safe else self._without(position)
            if made is not None and (made.kind, made.themes[0]) not in had:
                had.add((made.kind, made.themes[0]))
                self._quotas.take(made.kind, made.themes[0])
                yield made
            if safe:
                for index in safe:
                    if self._game.show()[index] == HIDDEN:
                        self._game.open(index)
            else:
                self._count(cells)
                weighed = self._ahead.weigh(self._counter, cells)
                index = max(weighed, key=lambda candidate: (candidate[3], -candidate[0]))[0]
                if self._game.holds_mine(index):
                    return
                self._game.open(index)
            left = self._game.resume()

    def _count(self, cells: bytes) -> int:
        status = self._counter.count(cells, self._level.mines, inf, MAX_MEGABYTES, MAX_COUNT_STEPS)
        self._counter.risks(self._risk)
        return status

    def _puzzle(
        self, kind: Kind, position: Position, themes: tuple[str, ...], rating: int, *guess: Any
    ) -> Puzzle:
        text = line_of(position)
        return Puzzle(name_of(kind, text), kind, text, (*themes, self._name), rating, *guess)

    def _with_safe(self, position: Position, safe: list[int]) -> Puzzle | None:
        """Return a puzzle of a position with cells that are certainly safe."""
        asks = self._quotas.wants("certain", "yes") and len(safe) <= 2
        if not asks and not (self._quotas.wants("safe") and len(safe) <= MAX_SAFE_CELLS):
            return None
        known = known_mines(position)
        try:
            proofs = [proof for i in safe if (proof := proof_of(known, i)) is not None]
        except BudgetError:
            return None
        hard = all(len(proof.clues) > 2 or proof.total for proof in proofs)
        if asks and hard:
            return self._puzzle("certain", position, ("yes",), 0)
        return self._safe(position, known, proofs)

    def _safe(
        self, position: Position, known: Position, proofs: list[MinimalProof]
    ) -> Puzzle | None:
        theme, rating = grade(known, proofs)
        if not self._quotas.wants("safe", theme):
            return None
        cells = "one cell" if len(proofs) == 1 else "several cells"
        return self._puzzle("safe", position, (theme, cells), rating)

    def _without(self, position: Position) -> Puzzle | None:
        """Return a puzzle of a position that needs a guess."""
        if self._counter.logarithm <= log(
            MAX_ENDING_LAYOUTS if self._quotas.guesses else MAX_GUESS_LAYOUTS
        ):
            if self._quotas.wants("ending") or self._quotas.wants("guess"):
                return self._ending(position)
            return None
        few = position.cells.count(HIDDEN) <= MAX_HIDDEN_CELLS
        if few and self._quotas.wants("guess", "playouts"):
            puzzle = self._guess(position)
            if puzzle is not None:
                return puzzle
        if self._quotas.wants("certain", "no"):
            return self._puzzle("certain", position, ("no",), 0)
        return None

    def _ending(self, position: Position) -> Puzzle | None:
        """Return an ending in which a guess can be wrong, or its only good guess."""
        ending = Ending(position)
        try:
            layouts, values = ending.values()
            ranked = sorted(values.values(), reverse=True)
            if len(ranked) < 3 or ranked[0] - ranked[-1] < MIN_GAP * layouts:
                return None
            gap, best = (ranked[0] - ranked[1]) / layouts, max(values, key=values.__getitem__)
            if gap >= MIN_GAP and self._quotas.wants("guess", "exact"):
                return self._only(position, best, gap, len(ranked), 0)
            if layouts > MAX_ENDING_LAYOUTS or not self._quotas.wants("ending"):
                return None
            theme = "one guess" if len(ending.line()) == 1 else "several guesses"
        except BudgetError:
            return None
        return self._puzzle("ending", position, (theme,), 0)

    def _only(self, position: Position, best: int, gap: float, cells: int, playouts: int) -> Puzzle:
        themes = ("playouts" if playouts else "exact",)
        guess = position.grid.cell(best), round(gap, 4), playouts
        return self._puzzle("guess", position, themes, guess_rating(gap, cells), *guess)

    def _guess(self, position: Position) -> Puzzle | None:
        """Return the only good guess of a position, if playouts show that there is one."""
        weighed = self._ahead.weigh(self._counter, position.cells)
        ranked = sorted(weighed, key=lambda candidate: (-candidate[3], candidate[0]))[:MAX_RIVALS]
        least = MIN_CLEAR_RATIO if self._quotas.guesses else MIN_RATIO
        if len(ranked) < 2 or ranked[0][3] < least * ranked[1][3]:
            return None
        tries = [Try(position.cells, index, safety) for index, safety, _, _ in ranked]
        try:
            chosen = [self._chances.values(candidate, FIRST_PLAYOUTS, 0) for candidate in tries]
            means = list(map(fmean, chosen))
            first = means.index(max(means))
            if means[first] - sorted(means)[-2] < MIN_GAP:
                return None
            gap = self._gap(tries, first)
        except BudgetError:
            return None
        if gap is None:
            return None
        index = tries[first].index
        assert index is not None, "every try opens a cell"
        hidden = sum(risk < 1.0 for risk in self._risk)
        return self._only(position, index, gap, hidden, SECOND_PLAYOUTS)

    def _gap(self, tries: list[Try], first: int) -> float | None:
        """Return a lower bound on the advantage of a guess over any other; None if it is too small.

        Its playouts are not those that chose the guess.
        """
        own: Values = self._chances.values(tries[first], SECOND_PLAYOUTS, FIRST_PLAYOUTS)
        least = inf
        for at, other in enumerate(tries):
            if at != first:
                gain = gained(own, self._chances.values(other, SECOND_PLAYOUTS, FIRST_PLAYOUTS))
                least = min(least, gain.low)
                if least < MIN_GAP:
                    return None
        return least
