"""The results of a review: guesses, slips and the curve of the chance of winning; their JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from sapper.arguments import whole
from sapper.errors import article, listed, plural
from sapper.estimate import Estimate, estimate_json, percent, total
from sapper.game.rules import Ending
from sapper.metrics.figures import GameFigures, figures
from sapper.records import HINT, Record
from sapper.reviews.guess import (
    GRADES,
    Grade,
    Guess,
    GuessVerdict,
    Slip,
    accuracy_of,
    is_fault,
    risk_words,
)

#: What each verdict on a guess means, for the screens that show one.
MEANINGS: dict[GuessVerdict, str] = {
    "avoidable": "a cell was certainly safe, the move certainly hit a mine, or another move wins"
    " more games and the 95% interval of the difference lies above 0",
    "unclear": "another move may be better, but the playouts do not show it with 95% confidence",
    "forced": "no cell was certainly safe, and no better move was found",
}


@dataclass(frozen=True)
class CurvePoint:
    """The chance of winning after a number of steps; None where it is not estimated."""

    step: int
    chance: Estimate | None

    def to_json(self) -> dict[str, object]:
        """Return plain values."""
        return {"step": self.step, **estimate_json("chance", self.chance)}


@dataclass(frozen=True)
class Progress:
    """The numbers of positions reviewed and of all positions; reported often."""

    done: int
    of: int


@dataclass(frozen=True)
class StepReview:
    """The comment on a step, if any, and the chance of winning after it.

    Step 0 stands for the position before the first step, which has no comment.
    """

    comment: Guess | Slip | None
    point: CurvePoint


@dataclass(frozen=True)
class Note:
    """A clause about figures that are not estimated, with the reason."""

    words: str


#: The events of a review, which reports the steps from the last one to the first.
ReviewEvent = Progress | StepReview | Note


@dataclass(frozen=True)
class Review:
    """The review of a game.

    ``guesses`` and ``slips`` (flags on safe cells) are in the order of play. ``safe_guesses`` is
    the number of moves that the player considered guesses although they were certainly safe; with
    ``guesses``, and without chords, they are the guesses of the record. ``curve`` is the chance of
    winning before the first step and after each step; as games are reviewed from their end, it
    begins later if the review was ended early. ``openings`` is the number of moves that opened
    cells, the guesses among them, and ``false_proofs`` that of moves in the whole game that a
    strategy wrongly called certain. ``playouts`` is the number for each of two moves
    compared, and ``notes`` name the figures that are not estimated, with reasons. ``figures`` are
    the player's, None if undefined or, because they depend on the mines, if the game is unfinished.

    >>> review = sapper.review(sapper.play("random", "4x4x4", seed=5), playouts=20)
    >>> review
    <Review: random, lost, 1 guess>
    >>> [(guess.move.cell, guess.verdict) for guess in review.guesses]
    [((3, 0), 'avoidable')]
    """

    player: str
    outcome: Ending
    steps: int
    openings: int
    playouts: int
    guesses: tuple[Guess, ...]
    safe_guesses: int
    slips: tuple[Slip, ...]
    curve: tuple[CurvePoint, ...]
    notes: tuple[str, ...]
    figures: GameFigures | None
    false_proofs: int = 0

    def __repr__(self) -> str:
        return f"<Review: {self.player}, {self.outcome}, {plural(len(self.guesses), 'guess')}>"

    def rows(self) -> list[dict[str, Any]]:
        """Return the guesses as the rows of a table, such as ``pandas.DataFrame(rows)``.

        The columns are ``step``, ``row``, ``column``, ``strategy``, ``verdict``, ``risk``, ``hit``,
        and ``chance``, ``best_chance`` and ``loss``; None stands for an unknown number.
        """
        return [
            {
                "step": guess.step,
                "row": guess.move.cell[0],
                "column": guess.move.cell[1],
                "strategy": guess.strategy,
                "verdict": guess.verdict,
                "risk": guess.risk,
                "hit": guess.hit,
                "chance": guess.chance and guess.chance.value,
                "best_chance": guess.best_chance and guess.best_chance.value,
                "loss": guess.loss and guess.loss.value,
            }
            for guess in self.guesses
        ]

    @property
    def complete(self) -> bool:
        """True if every step was reviewed."""
        return len(self.curve) == self.steps + 1

    def number(self, verdict: GuessVerdict) -> int:
        """Return the number of guesses with a verdict."""
        return sum(guess.verdict == verdict for guess in self.guesses)

    @property
    def grades(self) -> dict[Grade, int]:
        """The number of guesses with each grade."""
        grades = [guess.grade for guess in self.guesses]
        return {grade: grades.count(grade) for grade in GRADES}

    @property
    def missed(self) -> int:
        """The number of guesses made although some cell was certainly safe."""
        return sum(guess.missed for guess in self.guesses)

    @property
    def motifs(self) -> dict[str, int]:
        """What it took to see the safe cells that were missed: the number of each motif, the most
        frequent first."""
        seen = (guess.motif for guess in self.guesses if guess.missed and guess.motif)
        return dict(Counter(seen).most_common())

    def chance(self, step: int) -> Estimate | None:
        """Return the chance of winning after a step; None where it is not estimated, or not yet."""
        point = whole("step", step) - (self.steps + 1 - len(self.curve))
        return self.curve[point].chance if 0 <= point < len(self.curve) else None

    @property
    def loss(self) -> Estimate | None:
        """The sum of the losses of all guesses, each measured where the game stood then.

        It explains the curve together with ``luck``, and can exceed 1. None if one of the losses is
        not estimated.
        """
        losses = [guess.loss for guess in self.guesses]
        known = [loss for loss in losses if loss is not None]
        if len(known) < len(losses):
            return None
        return total(known).clamp(0.0, inf)

    @property
    def luck(self) -> Estimate | None:
        """The contribution of luck to the result: that of the opening and of all guesses.

        The chance before the first step, plus luck, minus ``loss``, is the chance at the end. None
        if one of these is not estimated.
        """
        start, end, loss = self.chance(0), self.chance(self.steps), self.loss
        if start is None or end is None or loss is None:
            return None
        return total([end, -start, loss])

    @property
    def opening_luck(self) -> float | None:
        """The part of ``luck`` that does not come from guesses: the information of the opening."""
        luck = self.luck
        lucks = [guess.luck.value for guess in self.guesses if guess.luck is not None]
        if luck is None or len(lucks) < len(self.guesses):
            return None
        return luck.value - sum(lucks)

    @property
    def accuracy(self) -> float | None:
        """The accuracy of all moves that opened cells, from 0 to 1; None if the loss of one is not
        estimated."""
        losses = [guess.loss.value for guess in self.guesses if guess.loss is not None]
        return accuracy_of(losses, self.openings) if len(losses) == len(self.guesses) else None

    @property
    def summary(self) -> tuple[str, ...]:
        """The summary: clauses without a capital or a final stop."""
        clauses = (_guesses, _safe_guesses, _false_proofs, _accuracy, _grades)
        return tuple(words for clause in clauses if (words := clause(self)))

    @property
    def story(self) -> str:
        """The game in at most two sentences: how it ended, by which move, and what cost most; empty
        until the review is complete."""
        return " ".join(_story(self)) if self.complete else ""

    def to_json(self) -> dict[str, object]:
        """Return plain values for strict JSON: null where there is no figure."""
        return {
            "player": self.player,
            "outcome": self.outcome,
            "steps": self.steps,
            "playouts": self.playouts,
            "complete": self.complete,
            "accuracy": self.accuracy,
            **estimate_json("loss", self.loss),
            **estimate_json("luck", self.luck),
            "opening_luck": self.opening_luck,
            "grades": self.grades,
            "missed": self.missed,
            "motifs": self.motifs,
            "safe_guesses": self.safe_guesses,
            "false_proofs": self.false_proofs,
            "story": self.story,
            "summary": self.summary,
            "guesses": [guess.to_json() for guess in self.guesses],
            "slips": [slip.to_json() for slip in self.slips],
            "curve": [point.to_json() for point in self.curve],
            "notes": self.notes,
            "figures": None if self.figures is None else self.figures.to_json(),
        }


class ReviewInProgress:
    """Builds a review from its events; ``review`` is the result so far."""

    def __init__(self, record: Record, playouts: int) -> None:
        self._record, self._playouts = record, playouts
        over = record.outcome != "unfinished"  # they count mines that are not seen yet
        self._figures = figures(record) if over else None
        self._comments: list[Guess | Slip] = []
        self._curve: list[CurvePoint] = []
        self._notes: list[str] = []

    def add(self, event: ReviewEvent) -> None:
        """Add an event."""
        if isinstance(event, StepReview):
            self._curve.append(event.point)
            if event.comment is not None:
                self._comments.append(event.comment)
        elif isinstance(event, Note):
            self._notes.append(event.words)

    @property
    def review(self) -> Review:
        """The review of the events so far."""
        record = self._record
        comments = self._comments[::-1]
        guesses = tuple(comment for comment in comments if isinstance(comment, Guess))
        return Review(
            record.player if record.steps else "",
            record.outcome,
            len(record.steps),
            sum(bool(step.opened) and step.decision.strategy != HINT for step in record.steps),
            self._playouts,
            guesses,
            self._safe_guesses({guess.step for guess in guesses}),
            tuple(comment for comment in comments if isinstance(comment, Slip)),
            tuple(reversed(self._curve)),
            tuple(self._notes),
            self._figures,
            record.false_proofs,
        )

    def _safe_guesses(self, guesses: set[int]) -> int:
        """Return the number of steps reviewed so far that the player considered guesses although
        they were certain."""
        reviewed = {point.step for point in self._curve} - guesses
        steps = enumerate(self._record.steps, start=1)
        return sum(step.decision.guess for number, step in steps if number in reviewed)


def meanings(review: Review) -> list[str]:
    """Return the meaning of each verdict that occurs in a review."""
    return [f"{verdict}: {MEANINGS[verdict]}" for verdict in MEANINGS if review.number(verdict)]


def _guesses(review: Review) -> str:
    """Return a clause with the number of guesses, and of avoidable ones."""
    guesses, slips = len(review.guesses), len(review.slips)
    words = plural(guesses, "guess")
    if guesses == 1:
        words += {
            "avoidable": ", which was avoidable",
            "unclear": ", which may have been avoidable",
            "forced": ", which was forced",
        }[review.guesses[0].verdict]
    elif guesses:
        unclear = review.number("unclear")
        words += f", {review.number('avoidable') or 'none'} of them avoidable"
        words += f" and {unclear} unclear" if unclear else ""
    words += f", {plural(slips, 'flag')} on safe cells" if slips else ""
    return words


def _safe_guesses(review: Review) -> str:
    """Return a clause about certainly safe moves that the player considered guesses."""
    if not review.safe_guesses:
        return ""
    one, number = review.safe_guesses == 1, review.safe_guesses
    moves = "1 more move was a guess" if one else f"{number} more moves were guesses"
    return f"{moves} for {review.player}, but certainly safe"


def _false_proofs(review: Review) -> str:
    """Return a clause about moves that a strategy wrongly called certain."""
    if not review.false_proofs:
        return ""
    moves = plural(review.false_proofs, "move")
    return f"{moves} that {review.player} called certain turned out wrong"


def _accuracy(review: Review) -> str:
    """Return the accuracy of the game."""
    if review.accuracy is None or not review.complete:
        return ""
    return f"accuracy {percent(review.accuracy, 0)}"


def _grades(review: Review) -> str:
    """Return the number of guesses with each grade, and of certain cells missed."""
    found = {grade: number for grade, number in review.grades.items() if number}
    words = ""
    if sum(found.values()) == 1:
        words = f"the guess was {_graded(*next(iter(found.items())))}"
    elif found:
        parts = [
            f"{n} {'was' if n == 1 else 'were'} {_graded(grade, n)}" for grade, n in found.items()
        ]
        words = f"of the {sum(found.values())} guesses, {listed(parts)}"
    missed = f"a certain cell was missed {plural(review.missed, 'time')}" if review.missed else ""
    missed += f" ({motif_words(review.motifs)})" if review.motifs else ""
    return "; ".join(filter(None, (words, missed)))


def motif_words(motifs: Mapping[str, int]) -> str:
    """Return what it took to see missed cells: ``hole 2 times and 1-2 once``."""
    times = {1: "once", 2: "twice"}
    return listed([f"{name} {times.get(n, f'{n} times')}" for name, n in motifs.items()])


def _graded(grade: Grade, number: int) -> str:
    """Return what a number of guesses with a grade are: ``fine``, ``a mistake``, ``blunders``."""
    if grade == "best":
        return "the best move found" if number == 1 else "the best moves found"
    if grade == "fine":
        return grade
    return article(grade) if number == 1 else plural(number, grade).split(" ", 1)[1]


def _story(review: Review) -> list[str]:
    """Return how the game ended with the guess that decided it or risked most, and then the guess
    that cost most or the chance at the start."""
    guesses, start = review.guesses, review.chance(0)
    decided = max(guesses, key=lambda guess: guess.risk or 0.0, default=None)
    if review.outcome == "lost":
        decided = guesses[-1] if guesses and guesses[-1].hit else None
        by = f"Lost at move {decided.step}" if decided else "Lost"
    elif review.outcome == "won":
        by = "Won without a guess"
        if decided and len(guesses) == 1:
            by = f"Won with one guess, at move {decided.step}"
        elif decided:
            by = f"Won with {len(guesses)} guesses, the riskiest at move {decided.step}"
    else:
        by, decided = f"Not finished after {plural(review.steps, 'move')}", None
    sentences = [f"{by}: {_risked(decided)}." if decided else f"{by}."]
    costly = [(guess.loss.value, guess) for guess in guesses if guess.loss and guess.loss.low > 0.0]
    lost, costliest = max(costly, key=lambda one: one[0], default=(0.0, None))
    if costliest and costliest is not decided and is_fault(costliest.grade):
        sentences.append(
            f"Move {costliest.step} cost most: {100 * lost:.0f} points of the chance of winning."
        )
    elif start is not None and review.steps:
        sentences.append(f"The chance of winning was {percent(start.value)} before the first move.")
    return sentences


def _risked(guess: Guess) -> str:
    """Return the risk of a guess, and what would have been better."""
    if guess.safe is not None:
        return f"{risk_words(guess.risk)}, although a cell was certainly safe"
    best, risk = guess.best_risk, guess.risk
    if guess.avoidable and best is not None and risk is not None and best < risk:
        return f"{risk_words(risk)}, where {percent(best)} was enough"
    if guess.avoidable:
        return f"{risk_words(risk)}, where another guess wins more games"
    return (
        f"{risk_words(risk)}, and no better guess was found" if guess.forced else risk_words(risk)
    )
