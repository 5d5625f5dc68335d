"""``bssuct``: a myopic solver inside upper confidence trees, so that guesses look ahead.

Sebag & Teytaud 2012, "Combining Myopic Optimization and Tree Search: Application to MineSweeper"
(LION 6), table 1: every simulation samples a layout of the position and plays in it. Both the tree
and the playouts open all certainly safe cells, so only guesses are decided: in the tree by upper
confidence bounds with variances and double progressive widening, in the playouts by the myopic
solver. There is no opening book.

``search="paper"`` is that algorithm, with constants of ours, since the paper gives none. By
default, there are three additions. The layouts of every state are counted, so the search knows the
probability of each reply to a guess, and bounds on what a guess can win; on very small boards these
bounds meet, which proves the best guess. The tree has another score, another backup and shared
nodes. And positions with few layouts for the budget, the start included, are solved exactly
without a search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from sapper.errors import BudgetError, InputError, RecipeError, plural
from sapper.estimate import percent
from sapper.game import Chance, Grid, Move, Position, Rules
from sapper.game.codes import HIDDEN
from sapper.inference.counting import ThreadCache
from sapper.players.decision import Decision, Pass, Reason
from sapper.players.effort import TriedMove, TriedMoves
from sapper.players.proved import Counting
from sapper_agents.bssuct.belief_model import BeliefModel, Laid, Outlook, myopic
from sapper_agents.bssuct.samplers import SamplerName
from sapper_agents.planning import (
    Budget,
    Search,
    Settings,
    Stop,
    Summary,
    TriedAction,
    Ucb1Tuned,
    UcbV,
    Widening,
    playout,
)

SIMULATIONS = 1000  #: default for one guess, so that games are the same on every machine
#: UCB1-tuned uses variances but is not misled by unlucky first tries: a tight UCB-V abandons an
#: action that lost its first games, and a wide one tries all actions equally. Guesses in different
#: orders lead to the same position, so equal positions share one node; and exploration below a
#: guess hardly counts against it. The parameters are the best of those tried on small boards.
SETTINGS = Settings(Ucb1Tuned(c=2.0), Widening(0.5, 4.0), Widening(0.5, 8.0))
#: The paper's table 1: UCB-V, double progressive widening and the mean of all simulations. It gives
#: no constants; narrower trees, such as n ** .5 actions and n ** .25 outcomes, play worse.
PAPER = Settings(UcbV(), SETTINGS.actions, SETTINGS.outcomes, backup="mean", shared=False)

SearchName = Literal["paper", "odds", "shared", "sapper"]
#: The searches, each with one addition to the one before, and whether they use exact odds.
SEARCHES: Mapping[SearchName, tuple[Settings, bool]] = {
    "paper": (PAPER, False),
    "odds": (PAPER, True),
    "shared": (replace(PAPER, shared=True), True),
    "sapper": (SETTINGS, True),
}

#: A position of the game is solved exactly, instead of simulated, if it has at most this many
#: layouts per allowed simulation or per second. That takes as long as the simulations with 10,000
#: layouts, and up to three times as long with 64,000 (3×7, 10 mines). A start with a promised first
#: cell takes several times as long, once per board.
LAYOUTS_PER_SIMULATION, LAYOUTS_PER_SECOND = 4, 4_000
MAX_LAYOUTS = 100_000  #: of such a position

BoardKey = tuple[Grid, int, Rules, SamplerName, bool]

#: The counts of a model serve the next game; trees, which depend on chance, are not kept.
_MODELS: ThreadCache[BoardKey, BeliefModel] = ThreadCache(
    lambda board: BeliefModel(*board), lambda model: model.held
)


class Bssuct(Counting):
    """Opens proved cells first, then the guess that a tree search recommends.

    ``simulations`` and ``seconds`` limit the thinking about one guess (1000 simulations by
    default); with ``seconds``, the choice depends on the machine. The tree is kept from guess to
    guess, and thinking ends once no other cell can be better. The search recommends its most
    visited cell, whose value is the most reliable – the highest mean may come from a few lucky
    tries – or a cell that is certainly as good. The figures of the reason are the tree's estimates
    of the chance of winning the game. Passes where counting or sampling is too hard.

    - ``search``: the ``paper``'s tree, the same with exact ``odds``, that with ``shared`` nodes, or
      ``sapper``'s, which also has another score and another backup.
    - ``sampler``: draws the layouts: ``exact``, or as in the paper by ``rejection``, from the list
      of all layouts (``csp``) or by a Markov chain (``mcmc``), which is not uniform.
    - ``exact``: whether positions with few layouts for the budget are solved instead of searched;
      by default only with ``sapper``'s search.
    """

    name = "bssuct"

    def __init__(
        self,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        search: SearchName = "sapper",
        sampler: SamplerName = "exact",
        exact: bool | None = None,
    ) -> None:
        super().__init__()
        if seconds is None and simulations is None:
            simulations = SIMULATIONS
        try:
            self._budget = Budget(simulations, seconds)
        except InputError as error:
            raise RecipeError(f"strategy '{self.name}': {error}") from None
        self._settings, self._uses_odds = SEARCHES[search]
        self._options = sampler, search == "sapper" if exact is None else exact
        self._max_layouts = min(
            MAX_LAYOUTS,
            MAX_LAYOUTS if simulations is None else LAYOUTS_PER_SIMULATION * simulations,
            MAX_LAYOUTS if seconds is None else int(LAYOUTS_PER_SECOND * seconds),
        )
        self._board: BoardKey | None = None
        self._search: Search[Outlook, int, Laid, Outlook] | None = None
        self._guessed = -1

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
        summary, cell = search.summary(), position.grid.cell
        tried = tuple(TriedMove(cell(c.action), c.visits, c.mean) for c in summary.candidates)
        return Decision(
            Move("open", cell(index)),
            self.name,
            _reason(position.grid, index, summary, stop, search.state.value),
            risk[index],
            effort=TriedMoves(tried) if tried else None,
        )

    def _at(self, position: Position, allowed: list[int]) -> Search[Outlook, int, Laid, Outlook]:
        """Return the search at this position, keeping the old tree if it follows the last guess."""
        board = position.grid, position.mines, position.rules, *self._options
        if board != self._board:
            self._board, self._model, self._search = board, _MODELS.of(board), None
            self._model.begin_game()
        state = self._model.outlook(position, allowed)
        solved = self._model.solved(state, self._max_layouts)
        search = self._search if solved is None else None
        state = state if solved is None else solved
        if search is not None and search.state != state and search.knows(self._guessed, state):
            search.advance(self._guessed, state)
        if search is None or search.state.options != state.options or search.state != state:
            leaf, odds = playout(self._model, myopic), self._model if self._uses_odds else None
            search = Search(self._model, state, leaf, self._settings, odds)
        self._search = search
        return search


def _reason(
    grid: Grid, index: int, summary: Summary[int, Outlook], stop: Stop, value: float | None
) -> Reason:
    """Return the reason: the chance of winning, and how the chosen cell compares with the others.

    ``value`` is the chance of winning if it is known without a search."""
    if value is not None:
        words = f"wins {percent(value)} of the games if played on perfectly"
        return Reason("endgame", f"{words}; it is proved that no cell is better")
    if not summary.candidates:
        return Reason("forced", "no other cell can be guessed")
    ranked = sorted(summary.candidates, key=lambda c: (-c.mean, -c.visits))
    considered = tuple((grid.cell(c.action), c.mean) for c in ranked)
    chosen = next(c for c in summary.candidates if c.action == index)
    others = [c for c in ranked if c is not chosen]
    words = (
        f"{percent(chosen.mean)} chance of winning after {plural(chosen.visits, 'simulated game')}"
    )
    if others:
        words += "; " + _compared(grid, chosen, others, stop)
    return Reason("tree search", words, considered=considered)


def _compared(
    grid: Grid,
    chosen: TriedAction[int, Outlook],
    others: Sequence[TriedAction[int, Outlook]],
    stop: Stop,
) -> str:
    """Say why a candidate was chosen; the others are in descending order of their means."""
    next_best, most_tried = others[0], max(others, key=lambda c: c.visits)
    cell = list(grid.cell(next_best.action))
    figure = percent(next_best.mean)
    if stop == "proved":
        return "it is proved that no cell is better"
    if chosen.visits < most_tried.visits:
        return (
            f"at least {percent(chosen.low)} is proved, no less than the estimate of"
            f" {list(grid.cell(most_tried.action))}, which was tried most often"
        )
    if round(next_best.mean, 3) > round(chosen.mean, 3):
        if next_best.visits < chosen.visits:
            return (
                f"chosen for its reliable estimate: {cell} shows {figure}, but after only"
                f" {next_best.visits:,}"
            )
        return f"{cell}, tried as often, has {figure}"
    return f"the next best is {cell} with {figure} after {next_best.visits:,}"
