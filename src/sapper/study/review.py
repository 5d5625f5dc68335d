"""The review of a game: every guess with what it risked and lost, and the chance of winning.

A guess is a move that might have opened a mine, for all that its position told – whatever its
player thought of it. What it lost is how much oftener the best other move wins.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from math import inf, isnan

from sapper.errors import BudgetError, InputError
from sapper.game import Cell, Position
from sapper.game.codes import HIDDEN, MINE, UNFLAGGED
from sapper.inference import Analysis, analyse
from sapper.inference.counting import STEPS
from sapper.players.proved import proven
from sapper.players.single_point import settle
from sapper.records.record import Record, Step
from sapper.study.counts import HINT
from sapper.study.review_chances import Chances, Comparison, Try
from sapper.study.review_estimate import Estimate
from sapper.study.review_findings import Guess, Point, Review, Slip

PLAYOUTS = 400  #: of each of two moves compared
MOST_PLAYOUTS = 1_000_000
CURVE = 4  #: a position of the curve has this fraction of them

PULSE = 0.2  #: seconds between reports, at the most

#: Called with the positions looked at and how many there are, also while one takes its time; what
#: is true ends the review early.
Report = Callable[[int, int], bool]


def review(
    record: Record, *, playouts: int = PLAYOUTS, workers: int = 1, report: Report | None = None
) -> Review:
    """Look at a finished or unfinished game, position by position, in so many threads.

    The same record and number of playouts give the same review, on every machine. Raises
    ``InputError`` for a number of playouts out of range, ``NotationError`` for a record that could
    not have been played.
    """
    if not 1 <= playouts <= MOST_PLAYOUTS:
        raise InputError(f"a review takes 1 to {MOST_PLAYOUTS:,} playouts, not {playouts}")
    record.check()
    stop = threading.Event()
    reviewer = _Reviewer(record, playouts, stop)
    guesses: list[Guess] = []
    slips: list[Slip] = []
    curve: list[Point] = []
    threads = ThreadPoolExecutor(max(1, workers))
    try:
        looks = [threads.submit(reviewer.look, n) for n in range(len(record.steps) + 1)]
        for said, point in _in_turn(looks, report):
            if isinstance(said, Guess):
                guesses.append(said)
            elif said is not None:
                slips.append(said)
            # Flags change no chance: those positions are not looked at again.
            curve.append(point or Point(len(curve), curve[-1].chance))
    finally:
        stop.set()
        threads.shutdown(cancel_futures=True)
    return Review(
        record.player,
        record.outcome,
        len(record.steps),
        playouts,
        tuple(guesses),
        tuple(slips),
        tuple(curve),
        tuple(reviewer.notes()),
    )


Look = tuple[Guess | Slip | None, Point | None]


def _in_turn(looks: Sequence[Future[Look]], report: Report | None) -> Iterator[Look]:
    """What was seen, step by step, until the report ends it."""
    for done, look in enumerate(looks):
        while report is not None and not wait([look], PULSE).done:
            if report(done, len(looks)):
                return
        yield look.result()
        if report is not None and report(done + 1, len(looks)):
            return


class _Reviewer:
    """Looks at the positions of one game, in any order and from any thread."""

    def __init__(self, record: Record, playouts: int, stop: threading.Event) -> None:
        self._record, self._playouts, self._stop = record, playouts, stop
        self._positions = list(record.positions())
        self._kept = threading.local()
        self._too_hard = False

    @property
    def _chances(self) -> Chances:
        """This thread's own: they hold a position at a time."""
        if not hasattr(self._kept, "chances"):
            deal = self._record.deal
            self._kept.chances = Chances(deal.grid, deal.mines, self._record.rules, self._stop)
        found: Chances = self._kept.chances
        return found

    def look(self, number: int) -> Look:
        """What is to be said of step ``number`` (0: before the first), if anything; and the chance
        after it, None where the step changed nothing but flags."""
        after = self._positions[number]
        if number == 0:
            return None, Point(0, self._chance(after, 0))
        before = self._positions[number - 1]
        said = self._said(number, self._record.steps[number - 1], before, after)
        if _shown(before) == _shown(after) and after.outcome == "playing":
            return said, None
        return said, Point(number, self._chance(after, number))

    def notes(self) -> Iterator[str]:
        """What is not estimated, and why."""
        record = self._record
        if record.deal.gold:
            yield "chances of winning are not estimated where gold gives lives"
            if record.rules.signs != "none":
                yield "what is told of gold makes cells certain, but does not count in other risks"
        elif record.rules.lives > 1:
            yield "chances of winning are estimated for the last life only"
        if self._too_hard:
            yield "some positions were too hard to count"

    def _estimable(self, position: Position) -> bool:
        return not self._record.deal.gold and position.lives_left <= 1

    def _chance(self, position: Position, number: int) -> Estimate | None:
        """The chance of winning from a position; ``number`` gives it luck of its own."""
        if position.outcome != "playing":
            return Estimate.exactly(float(position.outcome == "won"))
        if not self._estimable(position):
            return None
        playouts = max(1, self._playouts // CURVE)
        if position.untouched:
            return self._chances.start(self._playouts, 0)
        found = self._chances.of(position, playouts, _luck(number))
        if found is None:
            self._too_hard = True  # no |=, which could lose what another thread says
        return found

    def _said(
        self, number: int, step: Step, before: Position, after: Position
    ) -> Guess | Slip | None:
        """What is to be said of a step, if anything is."""
        move, rules = step.decision.move, self._record.rules
        promised = before.untouched and rules.first != "any" and move.action == "open"
        if step.decision.strategy == HINT or move.action == "unflag" or promised:
            return None
        analysis = analyse(before, seconds=inf, steps=STEPS)
        if move.action == "flag":
            return _slip(number, step, analysis) if move.cell in analysis.safe else None
        index = before.grid.index(move.cell)
        tried: Try | None
        try:
            if move.action == "open":
                tried = self._chances.opening(before, index)
            else:
                tried = self._chances.chording(before, index)
        except BudgetError:
            tried, self._too_hard = None, True
        risk = _risk_of(step, analysis, tried)
        if risk == 0.0 or not step.opened:
            return None
        return self._guess(number, step, analysis, risk, tried, _mines(after) > _mines(before))

    def _guess(
        self,
        number: int,
        step: Step,
        analysis: Analysis,
        risk: float | None,
        tried: Try | None,
        hit: bool,
    ) -> Guess:
        position, move = analysis.position, step.decision.move
        grid = position.grid
        safe = _plainest_safe(analysis, move.cell)
        compared: Comparison | None = None
        if tried is not None and self._estimable(position):
            target = None if safe is None else grid.index(safe)
            luck = _luck(number) + (1 << 31)
            compared = self._chances.compare(position, tried, target, self._playouts, luck)
            if compared is None:
                self._too_hard = True
        if compared is not None:
            best = move.cell if compared.best is None else grid.cell(compared.best)
        else:
            best = safe or _least_risk(analysis, move.cell, risk)
        best_risk = risk if best == move.cell else _number(analysis.mine_probability[best])
        proof = None if safe is None else proven(position, grid.index(safe), mine=False)
        return Guess(
            step=number,
            move=move,
            strategy=step.decision.strategy,
            risk=risk,
            hit=hit,
            safe=safe,
            proof="" if proof is None else proof.words,
            clues=() if proof is None else proof.clues,
            best=best,
            best_risk=best_risk,
            chance=None if compared is None else compared.own,
            best_chance=None if compared is None else compared.best_chance,
            loss=None if compared is None else compared.loss,
        )


def _slip(number: int, step: Step, analysis: Analysis) -> Slip:
    cell = step.decision.move.cell
    proof = proven(analysis.position, analysis.position.grid.index(cell), mine=False)
    return Slip(number, cell, step.decision.strategy, proof.words, proof.clues)


def _luck(number: int) -> int:
    """Where the luck of a step begins: no two steps share playouts."""
    return number << 32


def _shown(position: Position) -> bytes:
    """What a position shows, apart from its flags."""
    return position.cells.translate(UNFLAGGED)


def _mines(position: Position) -> int:
    return position.cells.count(MINE)


def _number(value: float) -> float | None:
    return None if isnan(value) else float(value)


def _risk_of(step: Step, analysis: Analysis, tried: Try | None) -> float | None:
    """The chance that a move hits a mine. What is told of gold counts where it makes the cell
    certain."""
    move = step.decision.move
    if move.action == "open":
        return _number(analysis.mine_probability[move.cell])
    grid = analysis.position.grid
    near = (grid.cell(i) for i in grid.neighbours(grid.index(move.cell)))
    opened = [cell for cell in near if analysis.position[cell] == HIDDEN]
    if all(cell in analysis.safe for cell in opened):
        return 0.0
    if any(cell in analysis.certain_mines for cell in opened):
        return 1.0
    return None if tried is None else 1.0 - tried.safety


def _plainest_safe(analysis: Analysis, cell: Cell) -> Cell | None:
    """The certainly safe cell that a player would see first: one without a flag, one that single
    clues prove, one near a move's cell, in this order."""
    position = analysis.position
    seen = settle(position)

    def rank(safe: Cell) -> tuple[bool, bool, int]:
        away = max(abs(safe[0] - cell[0]), abs(safe[1] - cell[1]))
        return position[safe] != HIDDEN, position.grid.index(safe) not in seen, away

    return min(analysis.safe, key=rank, default=None)


def _least_risk(analysis: Analysis, own: Cell, risk: float | None) -> Cell:
    """A cell of least risk, the move's own if that is one."""
    grid = analysis.position.grid
    risks = [
        (float(analysis.mine_probability[cell]), cell)
        for cell in map(grid.cell, analysis.position.hidden)
        if not isnan(analysis.mine_probability[cell])
    ]
    least, cell = min(risks, default=(inf, own))
    return own if risk is None or risk <= least else cell
