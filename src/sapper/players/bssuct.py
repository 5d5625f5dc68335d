"""``bssuct``: the myopic solver inside upper confidence trees, so that guesses look ahead.

Sebag & Teytaud 2012, "Combining Myopic Optimization and Tree Search: Application to MineSweeper"
(LION 6), table 1: every simulation draws a layout of the position, exactly uniformly, and plays
in it; in the tree and in the playouts what is certainly safe is opened, and only guesses are
decided – in the tree by upper confidence bounds with variances and double progressive widening,
in the playouts by the myopic solver. There is no opening book.

Beyond the paper, the layouts of every state are counted, so the search knows how likely each reply
to a guess is, and what a guess wins at least and at most. Small boards end in proof: with some ten
thousand simulations the best guess is known, and what it wins, exactly.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from sapper.errors import BudgetError, InputError, RecipeError, plural
from sapper.game import Cell, Chance, Grid, Move, Position, Rules
from sapper.game.codes import HIDDEN
from sapper.inference import Analysis
from sapper.planning import Budget, Search, Settings, Stop, Summary, Ucb1Tuned, Widening, playout
from sapper.players.belief_model import BeliefModel, Laid, Outlook, myopic
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.proved import Proved

SIMULATIONS = 1000  #: for one guess, where no budget is given: the same game on every machine
#: UCB1-tuned is the bound with variances that unlucky first tries do not mislead: a short UCB-V
#: gives up an action that lost its first games, a long one tries all alike. What guesses lead to
#: does not depend on their order, so equal positions share what is known of them; and exploring
#: below a guess hardly counts against it. The figures are the best of those tried on small boards.
SETTINGS = Settings(
    Ucb1Tuned(c=2.0), Widening(0.5, 4.0), Widening(0.5, 8.0), backup="robust", shared=True
)

KEPT = 2  #: models of boards, for each thread

Board = tuple[Grid, int, Rules]
_kept = threading.local()


class Bssuct:
    """Opens proved cells first; a guess is what a tree search recommends.

    ``simulations`` and ``seconds`` bound the thinking about one guess (1000 simulations where
    neither is given); with ``seconds`` the outcome depends on the machine. The tree is kept from
    guess to guess, and thinking ends where no cell can be better. Recommended is the cell most
    tried: its value is known best, while the highest mean may be one of few, lucky tries; or else
    one that is certainly as good. Its reason's figures are chances to win the game, as the tree
    estimates them. Passes where counting is too hard.
    """

    name = "bssuct"

    def __init__(self, *, seconds: float | None = None, simulations: int | None = None) -> None:
        if seconds is None and simulations is None:
            simulations = SIMULATIONS
        try:
            self._budget = Budget(simulations, seconds)
        except InputError as error:
            raise RecipeError(f"strategy '{self.name}': {error}") from None
        self._proved = Proved(self.name)
        self._board: Board | None = None
        self._search: Search[Outlook, int, Laid, Outlook] | None = None
        self._guessed = -1

    def decide(self, position: Position, chance: Chance) -> Decision | Pass:
        """A certain cell, or the guess that wins most simulated games."""
        found = self._proved.decide(position)
        if not isinstance(found, Analysis):
            return found
        return self._guess(position, found.mine_probability.ravel().tolist(), chance)

    def _guess(self, position: Position, risk: list[float], chance: Chance) -> Decision | Pass:
        allowed = [i for i, code in enumerate(position.cells) if code == HIDDEN and risk[i] < 1.0]
        if not allowed:
            return Pass(self.name, "every hidden cell is flagged or certainly a mine")
        try:
            search = self._at(position, allowed)
            if not search.state.options:
                return Pass(self.name, "no first cell leaves room for the mines")
            stop = search.run(self._budget, chance)
        except BudgetError as error:
            self._search = None
            return Pass(self.name, str(error))
        index = self._guessed = search.best
        return Decision(
            Move("open", position.grid.cell(index)),
            self.name,
            Why(position.grid, index, search.summary(), stop),
            0.0 if position.promised else risk[index],
        )

    def _at(self, position: Position, allowed: list[int]) -> Search[Outlook, int, Laid, Outlook]:
        """The search at this position: the tree so far, where it goes on from the last guess."""
        board = position.grid, position.mines, position.rules
        if board != self._board:
            self._board, self._model, self._search = board, _model_of(board), None
        state = self._model.outlook(position, allowed)
        search = self._search
        if search is not None and search.state != state and search.knows(self._guessed, state):
            search.advance(self._guessed, state)
        if search is None or search.state.options != state.options or search.state != state:
            search = Search(self._model, state, playout(self._model, myopic), SETTINGS, self._model)
        self._search = search
        return search


@dataclass(frozen=True)
class Why:
    """The reason of a guess: called, it tells what the search found out."""

    grid: Grid
    index: int
    found: Summary[int, Outlook]
    stop: Stop

    def __call__(self) -> Reason:
        """The reason in words, with the best candidates."""
        return _reason(self.grid, self.index, self.found, self.stop)

    @property
    def tried(self) -> tuple[tuple[Cell, int, float], ...]:
        """The candidates: how often each was tried, and the share of games it won."""
        found = self.found.candidates
        return tuple((self.grid.cell(c.action), c.visits, c.mean) for c in found)


def _model_of(board: Board) -> BeliefModel:
    """This thread's model of a board. The last few are kept: what they have counted serves the
    next game, and what luck taught a tree does not."""
    models: OrderedDict[Board, BeliefModel] = _kept.__dict__.setdefault("models", OrderedDict())
    model = models.pop(board, None)
    if model is None or model.full:
        model = BeliefModel(*board)
    models[board] = model
    if len(models) > KEPT:
        models.popitem(last=False)
    return model


def _reason(grid: Grid, index: int, found: Summary[int, Outlook], stop: Stop) -> Reason:
    """The candidates with what they won, and how often they were tried."""
    if not found.candidates:
        return Reason("forced", "no other cell may be guessed")
    ranked = sorted(found.candidates, key=lambda c: (-c.mean, -c.visits))
    considered = tuple((grid.cell(c.action), c.mean) for c in ranked)
    chosen = next(c for c in found.candidates if c.action == index)
    words = (
        f"{100 * chosen.mean:.1f} % to win by {plural(chosen.visits, 'simulated game')},"
        f" the most of {plural(len(ranked), 'cell')}"
    )
    others = [c for c in found.candidates if c is not chosen]
    if others:
        second = others[0]
        row, column = grid.cell(second.action)
        words += f"; next [{row}, {column}] with {100 * second.mean:.1f} % by {second.visits:,}"
    if stop == "proved":
        words += "; certainly no cell is better"
    return Reason("tree search", words, considered=considered)
