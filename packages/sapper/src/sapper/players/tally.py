"""Tallies: the figures of finished games that a match sums, singly and as columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sapper.game.rules import OUTCOMES, Ending

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Tally:
    """The figures of a finished game that a match sums.

    ``decisions`` has the number of moves by strategy, and ``seconds`` the CPU time if it was
    measured. ``false_proofs`` is the number of moves that were wrongly called certain. Games that
    differ in these two only are equal.
    """

    outcome: Ending
    moves: int
    guesses: int
    decisions: dict[str, int] = field(hash=False)
    seconds: float = field(default=0.0, compare=False)
    false_proofs: int = field(default=0, compare=False)

    @property
    def won(self) -> bool:
        """True if the game was won."""
        return self.outcome == "won"


@dataclass(frozen=True, eq=False)
class Tallies:
    """The tallies of several games as columns: arrays with a value or a row per game.

    - ``outcomes``: indices of ``OUTCOMES`` (uint8).
    - ``moves``, ``guesses``, ``false_proofs``: whole numbers.
    - ``strategies``: the names of the columns of ``decisions``.
    - ``decisions``: the number of moves by strategy, with shape (games, strategies).
    - ``seconds``: CPU times (float64).

    Iterating yields a ``Tally`` for each game.
    """

    outcomes: npt.NDArray[np.uint8]
    moves: npt.NDArray[np.integer]
    guesses: npt.NDArray[np.integer]
    strategies: tuple[str, ...]
    decisions: npt.NDArray[np.integer]
    seconds: npt.NDArray[np.float64]
    false_proofs: npt.NDArray[np.integer]

    @classmethod
    def of(cls, tallies: Sequence[Tally]) -> Tallies:
        """Return tallies as columns."""
        import numpy as np

        strategies = tuple(dict.fromkeys(name for tally in tallies for name in tally.decisions))
        decisions = [[tally.decisions.get(name, 0) for name in strategies] for tally in tallies]
        return cls(
            np.array([OUTCOMES.index(tally.outcome) for tally in tallies], np.uint8),
            np.array([tally.moves for tally in tallies], np.int64),
            np.array([tally.guesses for tally in tallies], np.int64),
            strategies,
            np.array(decisions, np.int64).reshape(len(tallies), len(strategies)),
            np.array([tally.seconds for tally in tallies], np.float64),
            np.array([tally.false_proofs for tally in tallies], np.int64),
        )

    def __len__(self) -> int:
        return len(self.outcomes)

    def __iter__(self) -> Iterator[Tally]:
        columns = (self.outcomes, self.moves, self.guesses, self.decisions, self.seconds)
        rows = zip(*(column.tolist() for column in (*columns, self.false_proofs)), strict=True)
        for outcome, moves, guesses, decisions, seconds, wrong in rows:
            counts = {name: n for name, n in zip(self.strategies, decisions, strict=True) if n}
            yield Tally(OUTCOMES[outcome], moves, guesses, counts, seconds, wrong)

    @property
    def won(self) -> npt.NDArray[np.bool_]:
        """A Boolean array: the games won."""
        won: npt.NDArray[np.bool_] = self.outcomes == OUTCOMES.index("won")
        return won

    def part(self, games: slice) -> Tallies:
        """Return the tallies of a slice of the games."""
        return Tallies(
            self.outcomes[games],
            self.moves[games],
            self.guesses[games],
            self.strategies,
            self.decisions[games],
            self.seconds[games],
            self.false_proofs[games],
        )
