"""The review of a game: what every guess risked and lost, and the chance of winning.

A guess is a move that might have opened a mine, judging by what the position showed, whatever its
player thought of it. Its loss is how many more games the best other move wins.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from math import inf, isnan

from sapper.errors import BudgetError, InputError
from sapper.estimate import Estimate
from sapper.game import Cell, Position
from sapper.game.codes import HIDDEN, MINE, UNFLAGGED
from sapper.inference import Analysis, analyse
from sapper.inference.counting import STEPS
from sapper.players.proved import proven
from sapper.players.single_point import settle
from sapper.records.record import Record
from sapper.records.step import Step
from sapper.study.review.chances import Chances, Comparison, Try
from sapper.study.review.findings import CurvePoint, Review
from sapper.study.review.guess import Guess, Slip
from sapper.study.session.counts import HINT

PLAYOUTS = 400  #: for each of two moves compared
MOST_PLAYOUTS = 1_000_000
CURVE = 4  #: a point of the curve gets one in this many of them

PULSE = 0.2  #: the longest time between reports, in seconds

#: Called with the number of positions reviewed and the total, also while a position takes long. A
#: true result ends the review early.
Report = Callable[[int, int], bool]


def review(
    record: Record, *, playouts: int = PLAYOUTS, workers: int = 1, report: Report | None = None
) -> Review:
    """Review a finished or unfinished game, position by position, in ``workers`` threads.

    The same record and number of playouts give the same review on every machine. Raises
    ``InputError`` if the number of playouts is out of range and ``NotationError`` for a record that
    could not have been played.
    """
    if not 1 <= playouts <= MOST_PLAYOUTS:
        raise InputError(f"playouts: expected 1 to {MOST_PLAYOUTS:,}, got {playouts}")
    record.check()
    stop = threading.Event()
    reviewer = _Reviewer(record, playouts, stop)
    guesses: list[Guess] = []
    slips: list[Slip] = []
    curve: list[CurvePoint] = []
    threads = ThreadPoolExecutor(max(1, workers))
    try:
        looks = [threads.submit(reviewer.look, n) for n in range(len(record.steps) + 1)]
        for comment, point in _in_turn(looks, report):
            if isinstance(comment, Guess):
                guesses.append(comment)
            elif comment is not None:
                slips.append(comment)
            # Flags change no chance, so their positions are not estimated again.
            curve.append(point or CurvePoint(len(curve), curve[-1].chance))
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


Look = tuple[Guess | Slip | None, CurvePoint | None]


def _in_turn(looks: Sequence[Future[Look]], report: Report | None) -> Iterator[Look]:
    """Yield the results step by step, until the report ends the review."""
    for done, look in enumerate(looks):
        while report is not None and not wait([look], PULSE).done:
            if report(done, len(looks)):
                return
        yield look.result()
        if report is not None and report(done + 1, len(looks)):
            return


class _Reviewer:
    """Reviews the positions of one game, in any order and from any thread."""

    def __init__(self, record: Record, playouts: int, stop: threading.Event) -> None:
        self._record, self._playouts, self._stop = record, playouts, stop
        self._positions = list(record.positions())
        self._kept = threading.local()
        self._too_hard = False

    @property
    def _chances(self) -> Chances:
        """The estimator of this thread; it works on one position at a time."""
        if not hasattr(self._kept, "chances"):
            deal = self._record.deal
            self._kept.chances = Chances(deal.grid, deal.mines, self._record.rules, self._stop)
        found: Chances = self._kept.chances
        return found

    def look(self, number: int) -> Look:
        """Return the comment on step ``number`` (0: before the first), if any, and the chance of
        winning after it, None if the step changed only flags."""
        after = self._positions[number]
        if number == 0:
            return None, CurvePoint(0, self._chance(after, 0))
        before = self._positions[number - 1]
        comment = self._comment(number, self._record.steps[number - 1], before, after)
        if _shown(before) == _shown(after) and after.outcome == "playing":
            return comment, None
        return comment, CurvePoint(number, self._chance(after, number))

    def notes(self) -> Iterator[str]:
        """Say what is not estimated, and why."""
        record = self._record
        if record.deal.gold:
            yield "chances of winning are not estimated in games where gold gives lives"
            if record.rules.signs != "none":
                yield "signs of gold can make cells certain, but do not change the other risks"
        elif record.rules.lives > 1:
            yield "chances of winning are estimated only for the last life"
        if self._too_hard:
            yield "some positions were too hard to count, so they have no figures"

    def _estimable(self, position: Position) -> bool:
        return not self._record.deal.gold and position.lives_left <= 1

    def _chance(self, position: Position, number: int) -> Estimate | None:
        """The chance of winning from a position; ``number`` selects its random numbers."""
        if position.outcome != "playing":
            return Estimate.exactly(float(position.outcome == "won"))
        if not self._estimable(position):
            return None
        playouts = max(1, self._playouts // CURVE)
        if position.untouched:
            return self._chances.start(self._playouts, 0)
        found = self._chances.of(position, playouts, _luck(number))
        if found is None:
            self._too_hard = True  # not |=, which could lose the value set by another thread
        return found

    def _comment(
        self, number: int, step: Step, before: Position, after: Position
    ) -> Guess | Slip | None:
        """Return the comment on a step, None if there is nothing to say."""
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
    """Where the random numbers of a step begin, so that no two steps share playouts."""
    return number << 32


def _shown(position: Position) -> bytes:
    """The cells of a position without its flags."""
    return position.cells.translate(UNFLAGGED)


def _mines(position: Position) -> int:
    return position.cells.count(MINE)


def _number(value: float) -> float | None:
    return None if isnan(value) else float(value)


def _risk_of(step: Step, analysis: Analysis, tried: Try | None) -> float | None:
    """The probability that a move hits a mine. Signs of gold count where they make the cell
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
    """The certainly safe cell that a player would see first.

    Prefers cells without a flag, then cells that a single clue proves, then cells near the move.
    """
    position = analysis.position
    seen = settle(position)

    def rank(safe: Cell) -> tuple[bool, bool, int]:
        away = max(abs(safe[0] - cell[0]), abs(safe[1] - cell[1]))
        return position[safe] != HIDDEN, position.grid.index(safe) not in seen, away

    return min(analysis.safe, key=rank, default=None)


def _least_risk(analysis: Analysis, own: Cell, risk: float | None) -> Cell:
    """A cell of least risk; the move's own cell if it is one of them."""
    grid = analysis.position.grid
    risks = [
        (float(analysis.mine_probability[cell]), cell)
        for cell in map(grid.cell, analysis.position.hidden)
        if not isnan(analysis.mine_probability[cell])
    ]
    least, cell = min(risks, default=(inf, own))
    return own if risk is None or risk <= least else cell
