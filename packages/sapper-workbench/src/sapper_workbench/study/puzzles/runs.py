"""Runs of puzzles, each harder than the one before: a streak ends with the first mistake, and a
storm after three minutes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from sapper.kernel.chance import Chance
from sapper_workbench.study.puzzles.package import Collection, Puzzle
from sapper_workbench.study.puzzles.ratings import Mode

STORM_SECONDS = 180.0
MISTAKE_SECONDS = 10.0  #: that a mistake in a storm costs
COMBO, COMBO_SECONDS = 5, 3.0  #: right answers in a row that win time back, and how much
STORM_THEME = "one cell"  #: of the puzzles of a storm, which are answered by a single cell
STORM_TASK = "choose the only safe cell"
EASIEST, HARDER = 850, 25  #: the rating of the first puzzle of a run, and what each solved one adds


@dataclass(frozen=True)
class Run:
    """A run of puzzles: how many are ``solved``, in all and in a ``row``, the ids of those
    ``answered``, and its ``end`` by ``time.monotonic``."""

    mode: Mode
    end: float
    solved: int = 0
    row: int = 0
    answered: tuple[str, ...] = ()

    @classmethod
    def begin(cls, mode: Mode, now: float) -> Run:
        """Begin a run."""
        return cls(mode, now + STORM_SECONDS if mode == "storm" else inf)

    def next(self, among: Collection, chance: Chance) -> Puzzle:
        """Return the next puzzle of the run."""
        theme = STORM_THEME if self.mode == "storm" else None
        return among.chosen(EASIEST + HARDER * self.solved, chance, theme, self.answered)

    def after(self, puzzle: Puzzle, *, right: bool) -> Run:
        """Return the run after an answer."""
        row = self.row + 1 if right else 0
        end = self.end
        if right:
            end += COMBO_SECONDS if row % COMBO == 0 else 0.0
        else:
            end = end - MISTAKE_SECONDS if self.mode == "storm" else -inf
        answered = (*self.answered, puzzle.id)
        return replace(self, end=end, solved=self.solved + right, row=row, answered=answered)
