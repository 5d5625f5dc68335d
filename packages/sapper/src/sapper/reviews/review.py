"""The review of a game: what every guess risked and lost, and the chance of winning.

A guess is a move that might have opened a mine, judging by the position, whatever the player
thought of it. Its loss is the advantage of the best other move.

The last steps are reviewed first: their guesses are estimated most quickly, and they decided the
game. Certain moves decide nothing, so all positions from one guess to the next have the same chance
of winning: that of the last of them, which contains all available information.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from concurrent.futures import Future, wait
from contextlib import closing
from dataclasses import replace
from math import inf, isnan
from time import monotonic
from typing import TypeVar

from sapper.arguments import checked, ranged
from sapper.errors import BudgetError, InputError
from sapper.estimate import Estimate, total
from sapper.explanations.explanation import easiest_of
from sapper.game import Cell, Position
from sapper.game.codes import HIDDEN, MINE
from sapper.inference import Analysis, analyse
from sapper.inference.counting import MAX_COUNT_STEPS
from sapper.players import Reason
from sapper.players.proved import proven, reason_of
from sapper.records import HINT, Game, Record, Step
from sapper.reviews.chances import Chances, Comparison, Stopped, Try
from sapper.reviews.comparison import supported
from sapper.reviews.findings import (
    CurvePoint,
    Note,
    Progress,
    Review,
    ReviewEvent,
    ReviewInProgress,
    StepReview,
)
from sapper.reviews.guess import Guess, Slip, grade_of, is_fault
from sapper.worker.threads import THREADS, pool


class StepReviewer:
    """Reviews the steps of one game, in any order and from any thread.

    Once ``stopped`` returns true, figures that take long are omitted.
    """

    def __init__(self, record: Record, playouts: int, stopped: Callable[[], bool]) -> None:
        self._record, self._playouts, self._stopped = record, playouts, stopped
        self._positions = list(record.positions())
        self._kept = threading.local()
        self._too_hard = self._out_of_time = False

    @property
    def _chances(self) -> Chances:
        """The estimator of this thread; it works on one position at a time."""
        if not hasattr(self._kept, "chances"):
            deal = self._record.deal
            self._kept.chances = Chances(deal.grid, deal.mines, self._record.rules, self._stopped)
        chances: Chances = self._kept.chances
        return chances

    @property
    def rules_notes(self) -> list[str]:
        """Return the figures that the rules make impossible to estimate, with reasons."""
        record = self._record
        if record.deal.gold:
            notes = ["chances of winning are not estimated in games where gold gives lives"]
            if record.rules.signs != "none":
                signs = "signs of gold can make cells certain, but do not change the other risks"
                notes.append(signs)
            return notes
        if record.rules.variant:
            return ["chances of winning are not estimated by the rules of a variant"]
        lives = "chances of winning are estimated only for the last life"
        return [lives] if record.rules.lives > 1 else []

    @property
    def limits_notes(self) -> list[str]:
        """Return clauses about figures that were too hard or took too long."""
        hard = "some positions were too hard to count, so they have no figures"
        late = "time ran out before everything was estimated, so early guesses have no figures"
        return [hard] * self._too_hard + [late] * self._out_of_time

    def begins(self, number: int) -> bool:
        """Return whether step ``number`` opened the first cell."""
        before, after = self._positions[number - 1], self._positions[number]
        return before.untouched and not after.untouched

    def chance(self, number: int) -> Estimate | None:
        """Return the chance of winning after a number of steps."""
        position = self._positions[number]
        if position.outcome != "playing":
            return Estimate.exactly(float(position.outcome == "won"))
        if not estimable(self._record, position):
            return None
        try:
            if position.untouched:
                return self._chances.start(self._playouts, 0)
            chance = self._chances.of(position, self._playouts, _luck(number))
        except Stopped:
            self._out_of_time = True
            return None
        if chance is None:
            self._too_hard = True  # not |=, which could lose the value set by another thread
        return chance

    def comment(self, number: int) -> Guess | Slip | None:
        """Return the comment on step ``number``, from 1; None if there is nothing to say."""
        before, after = self._positions[number - 1], self._positions[number]
        step = self._record.steps[number - 1]
        move, rules = step.decision.move, self._record.rules
        promised = before.untouched and rules.first != "any" and move.action == "open"
        if step.decision.strategy == HINT or move.action == "unflag" or promised:
            return None
        analysis = analyse(before, seconds=inf, steps=MAX_COUNT_STEPS)
        index = before.grid.index(move.cell)
        if move.action == "flag":
            if move.cell not in analysis.safe:
                return None
            proof = self._proof(before, index)
            return Slip(number, move.cell, step.decision.strategy, proof.words, proof.clues)
        tried: Try | None
        try:
            if rules.variant:
                tried = None
            elif move.action == "open":
                tried = self._chances.opening(before, index)
            else:
                tried = self._chances.chording(before, index)
        except BudgetError:
            tried, self._too_hard = None, True
        risk = _risk_of(step, analysis, tried)
        if risk == 0.0 or not step.opened:
            return None
        hit = after.cells.count(MINE) > before.cells.count(MINE)
        return self._guess(number, step, analysis, risk, tried, hit)

    @staticmethod
    def _proof(position: Position, index: int) -> Reason:
        """Return why a cell is safe."""
        if position.rules.variant:
            reason: Reason = position.rules.variants.reason_of(position, index)
            return reason
        return proven(position, index, mine=False)

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
        easiest = None if position.rules.variant else easiest_of(analysis)
        safe = next(iter(analysis.safe), None) if easiest is None else easiest.cell
        compared: Comparison | None = None
        if tried is not None and estimable(self._record, position):
            target = None if safe is None else grid.index(safe)
            luck = luck_of_guess(number)
            try:
                compared = self._chances.compare(position, tried, target, self._playouts, luck)
                if compared is None:
                    self._too_hard = True
            except Stopped:
                self._out_of_time = True
        if compared is not None:
            best = move.cell if compared.best is None else grid.cell(compared.best)
        else:
            best = safe or _least_risk(analysis, move.cell, risk)
        best_risk = risk if best == move.cell else _number(analysis.probability(best))
        proof = easiest and reason_of(position, grid.index(easiest.cell), easiest, mine=False)
        if proof is None and safe is not None:
            proof = self._proof(position, grid.index(safe))
        reason = None
        if compared is not None and safe is None and is_fault(grade_of(compared.loss)):
            reason = supported(analysis, grid.index(best))
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
            reason="" if reason is None else reason.words,
            motif="" if easiest is None else easiest.hardest.motif,
        )


def _luck(number: int) -> int:
    """Return the first playout of a step; no two steps share playouts."""
    return number << 32


def luck_of_guess(number: int) -> int:
    """Return the first playout that compares the guess of a step with other moves."""
    return _luck(number) + (1 << 31)


def estimable(record: Record, position: Position) -> bool:
    """Return whether chances of winning can be estimated from a position of a game."""
    variant = record.rules.variant
    return not record.deal.gold and position.lives_left <= 1 and not variant


def _number(value: float) -> float | None:
    return None if isnan(value) else float(value)


def _risk_of(step: Step, analysis: Analysis, tried: Try | None) -> float | None:
    """Return the probability of a mine; signs of gold count only if they make it certain."""
    move = step.decision.move
    if move.action == "open":
        return _number(analysis.probability(move.cell))
    grid = analysis.position.grid
    near = (grid.cell(i) for i in grid.neighbour_indices(grid.index(move.cell)))
    opened = [cell for cell in near if analysis.position[cell] == HIDDEN]
    if all(cell in analysis.safe for cell in opened):
        return 0.0
    if any(cell in analysis.certain_mines for cell in opened):
        return 1.0
    return None if tried is None else 1.0 - tried.safety


def _least_risk(analysis: Analysis, own: Cell, risk: float | None) -> Cell:
    """Return a cell of the lowest risk; the move's own cell if it is one of them."""
    grid = analysis.position.grid
    risks = [
        (analysis.probability(cell), cell)
        for cell in map(grid.cell, analysis.position.hidden_indices)
        if not isnan(analysis.probability(cell))
    ]
    least, cell = min(risks, default=(inf, own))
    return own if risk is None or risk <= least else cell


T = TypeVar("T")

PLAYOUTS = 400  #: for each of two moves compared
MAX_PLAYOUTS = 1_000_000
PULSE_SECONDS = 0.2  #: the longest time between events, in seconds


@checked
def review(
    record: Game | Record | str,
    *,
    playouts: int = PLAYOUTS,
    workers: int = 1,
    seconds: float | None = None,
) -> Review:
    """Review a finished or unfinished game, a record or its text, in ``workers`` threads.

    The same record and number of playouts give the same review on every machine. After ``seconds``,
    if given, guesses are still found but have no figures. Raises ``InputError`` if the number of
    playouts is out of range and ``NotationError`` for a record that could not have been played.

    >>> sapper.review(sapper.play("csp", "beginner8", seed=1), playouts=20).to_json()["player"]
    'csp'
    """
    record = record.record if isinstance(record, Game) else Record.of(record)
    progress = ReviewInProgress(record, playouts)
    for event in review_events(record, playouts=playouts, workers=workers, seconds=seconds):
        progress.add(event)
    return progress.review


def review_events(
    record: Record, *, playouts: int = PLAYOUTS, workers: int = 1, seconds: float | None = None
) -> Generator[ReviewEvent, None, None]:
    """Return the events of a review as they come: one for each step, the last step first.

    An event follows within ``PULSE_SECONDS`` of the one before. To end the review early, close the
    iterator. Parameters and errors are those of ``review``.
    """
    ranged("workers", workers, 1)
    if not 1 <= playouts <= MAX_PLAYOUTS:
        raise InputError(f"playouts: expected 1 to {MAX_PLAYOUTS:,}, got {playouts}")
    record.check()
    return _events(record, playouts, workers, inf if seconds is None else seconds)


def report_review(report: Callable[[ReviewEvent], None], record: Record) -> None:
    """Report the events of a review, for a worker process (``worker.worker.Call``)."""
    with closing(review_events(record)) as events:
        for event in events:
            report(event)


def _events(
    record: Record, playouts: int, workers: int, seconds: float
) -> Generator[ReviewEvent, None, None]:
    closed, until = threading.Event(), monotonic() + seconds
    reviewer = StepReviewer(record, playouts, lambda: closed.is_set() or monotonic() > until)
    steps = range(len(record.steps), 0, -1)
    of = len(steps) + 1
    threads = pool(workers)
    try:
        yield from map(Note, reviewer.rules_notes)
        end = threads.submit(reviewer.chance, len(steps))
        begun = (threads.submit(reviewer.comment, step) for step in steps)
        comments = list(begun) if THREADS else begun  # without threads, each step in its turn
        chance = yield from _awaited(end, Progress(0, of))
        for done, (step, future) in enumerate(zip(steps, comments, strict=True)):
            comment = yield from _awaited(future, Progress(done, of))
            point = CurvePoint(step, chance)
            if isinstance(comment, Guess):
                comment = replace(comment, luck=_luck_of(comment, chance))
                chance = comment.best_chance
            elif reviewer.begins(step):
                start = threads.submit(reviewer.chance, step - 1)
                chance = yield from _awaited(start, Progress(done, of))
            yield StepReview(comment, point)
            yield Progress(done + 1, of)
        yield StepReview(None, CurvePoint(0, chance))
        yield Progress(of, of)
        yield from map(Note, reviewer.limits_notes)
    finally:
        closed.set()
        threads.shutdown(cancel_futures=True)


def _awaited(future: Future[T], progress: Progress) -> Generator[ReviewEvent, None, T]:
    """Yield the progress so far until a result is there, and return it."""
    while not wait([future], PULSE_SECONDS).done:
        yield progress
    return future.result()


def _luck_of(guess: Guess, after: Estimate | None) -> Estimate | None:
    """Return the luck of a guess: the chance ``after`` it minus the expected one."""
    chance, best, loss = guess.chance, guess.best_chance, guess.loss
    if after is None or chance is None or best is None or loss is None:
        return None
    luck = total([after, -chance])
    # The chances before and after all guesses add up: before - loss + luck = after.
    exact = after.value - (best.value - loss.value)
    shift = exact - luck.value
    return Estimate(exact, luck.low + shift, luck.high + shift, luck.playouts)
