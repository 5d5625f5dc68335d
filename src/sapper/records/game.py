"""What happened in one game: the deal, every step, and how it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from sapper.errors import InputError, NotationError, plural
from sapper.game import Cell, Deal, Position, Referee, Rules
from sapper.game.words import grid_words, rules_words
from sapper.game.rules import Ending
from sapper.players.native.tally import Tally
from sapper.records.step import Step


@dataclass(frozen=True)
class PlayedGame:
    """One game: the player, the rules, the deal, all steps, and how it ended.

    - ``player``: the recipe of the player, or the name of a person.
    - ``rules``, ``deal``: what was played.
    - ``steps``: the decisions, each with the cells that it opened.
    - ``outcome``: ``won``, ``lost``, ``passed`` (every strategy passed) or ``unfinished``.
    - ``seed``, ``number``: where the deal and the player's random numbers came from, if they came
      from a seed.
    - ``world``: the name of the world, if it has one.
    """

    player: str
    rules: Rules
    deal: Deal
    steps: tuple[Step, ...]
    outcome: Ending
    seed: int | None = None
    number: int = 0
    world: str | None = None

    def __str__(self) -> str:
        deal = self.deal
        words = [*rules_words(self.rules, Rules()), *grid_words(deal.grid)]
        board = " ".join([f"{deal.grid.width}x{deal.grid.height}x{deal.mines}", *words])
        board += f" with {deal.gold} gold" if deal.gold else ""
        where = f"{self.world}, {board}" if self.world else board
        origin = "" if self.seed is None else f", seed {self.seed}, deal {self.number}"
        guesses = f"{self.guesses} guess" + ("" if self.guesses == 1 else "es")
        chosen = ", ".join(f"{name} {moves}" for name, moves in self.decisions.items())
        moves = plural(len(self.steps), "move") + (f": {chosen}" if chosen else "")
        return f"{self.player} on {where}{origin}\n{self.outcome} with {guesses} in {moves}"

    @property
    def mines(self) -> tuple[Cell, ...]:
        """The cells of the mines, row by row; empty if no cell was opened."""
        return tuple(self.deal.grid.cell(i) for i in sorted(self._mines()))

    @property
    def gold(self) -> tuple[Cell, ...]:
        """The cells of the gold, row by row; empty if no cell was opened."""
        if not self.deal.gold or self._first() is None:
            return ()
        return tuple(self.deal.grid.cell(i) for i in sorted(self.deal.gold_cells(self._mines())))

    @property
    def begun(self) -> bool:
        """Whether a cell was opened, which is when the mines are laid."""
        return self._first() is not None

    def _first(self) -> Cell | None:
        """The first cell opened."""
        opens = (step.decision.move for step in self.steps if step.decision.move.action == "open")
        first = next(opens, None)
        return first.cell if first else None

    def _mines(self) -> frozenset[int]:
        first = self._first()
        if first is None:
            return frozenset()
        return self.deal.mine_cells(self.deal.grid.index(first), self.rules.first)

    @property
    def guesses(self) -> int:
        """The number of moves that could have opened a mine, according to their strategies."""
        return sum(step.decision.guess for step in self.steps)

    @property
    def decisions(self) -> dict[str, int]:
        """The number of moves by strategy."""
        return dict(sorted(Counter(step.decision.strategy for step in self.steps).items()))

    def tally(self) -> Tally:
        """Return the figures of this game that a match adds up."""
        return Tally(self.outcome, len(self.steps), self.guesses, self.decisions)

    def positions(self) -> Iterator[Position]:
        """Yield the positions: one before the first step, and one after each step.

        Raises ``IllegalMoveError`` at a step that is not allowed.
        """
        referee = Referee(self.deal, self.rules)
        yield referee.position
        for step in self.steps:
            yield referee.play(step.decision.move)

    def check(self) -> None:
        """Replay the steps. Raises ``NotationError`` if they could not have been played."""
        referee = Referee(self.deal, self.rules)
        for number, step in enumerate(self.steps, start=1):
            try:
                referee.play(step.decision.move)
            except InputError as error:
                raise NotationError(f"step {number} of the record: {error}") from None
            if referee.opened != step.opened:
                raise NotationError(
                    f"step {number} of the record: {step.decision.move} opens other cells"
                )
        over, end = self.outcome, referee.position.outcome
        if end != ("playing" if over in ("passed", "unfinished") else over):
            raise NotationError(f"the record says '{over}', but its steps end with '{end}'")
