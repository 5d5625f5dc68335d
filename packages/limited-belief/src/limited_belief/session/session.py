"""Sessions: statements run one by one, from a text or as they are typed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from limited_belief.errors import BudgetError, InputError, LimitedBeliefError
from limited_belief.language import (
    Ask,
    Believe,
    Define,
    Do,
    File,
    Know,
    Real,
    Sensors,
    Statement,
    Vocabulary,
)
from limited_belief.language.logic import Known, Not, objective
from limited_belief.language.parser import parse_file
from limited_belief.reasoning.answer import Answer
from limited_belief.reasoning.knowledge import KnowledgeBase
from limited_belief.session.arguments import duration, whole
from limited_belief.session.arguments import text as string

CONSISTENCY_SECONDS = 2.0  #: seconds for the check that the knowledge is consistent
MAX_SPLITS = 2  #: highest level tried for questions without one


Verdict = Literal["yes", "no", "unknown", "open"]


class Result(Struct, frozen=True):
    """A question with its answer, or with None and the reason why it is unanswered in ``words``.

    A formula without K, M, G and B that does not follow may be false or unknown: ``negation`` is
    then the answer for its negation, or None if that took too long, as ``words`` say. ``seconds``
    is the wall time taken.
    """

    ask: Ask
    answer: Answer | None
    seconds: float
    words: str = ""
    negation: Answer | None = None

    @property
    def verdict(self) -> Verdict:
        """``yes`` or ``no``; ``unknown`` if neither the formula nor its negation was shown to
        follow; ``open`` without an answer."""
        if self.answer is None:
            return "open"
        if self.answer.holds:
            return "yes"
        if not self._follows or (self.negation is not None and self.negation.holds):
            return "no"
        return "unknown"

    def __str__(self) -> str:
        if self.answer is None:
            return f"open  {self.ask.formula}: {self.words}"
        found = self.answer.holds and self.searched
        how = f"level {self.answer.level}" if found else self.because
        note = "" if self.as_expected else "   – not as expected"
        return f"{self.verdict:4}  {self.ask.formula}{f'   ({how})' if how else ''}{note}"

    @property
    def _follows(self) -> bool:
        """True if the question is whether a formula follows: a belief is true or false."""
        return not self.ask.real and objective(self.ask.formula)

    @property
    def because(self) -> str:
        """Why the answer to such a question is not yes, in words; otherwise empty."""
        verdict = self.verdict
        if verdict == "unknown" and self.negation is None:
            return self.words
        if verdict == "unknown" and self.answer is not None:
            _, shown, how = self.answer.words.partition("not shown ")
            return "neither it nor its negation follows" + (f" {how}" if shown else "")
        if verdict == "no" and self.negation is not None:
            level = self.negation.level
            return "its negation follows" + ("" if level is None else f" at level {level}")
        return ""

    @property
    def as_expected(self) -> bool:
        """False if there is an answer, one was expected, and they differ."""
        return self.answer is None or self.ask.expected in (None, self.answer.holds)

    @property
    def searched(self) -> bool:
        """True if the question names no level, so that the lowest sufficient one is sought."""
        return not self.ask.at and not self.ask.real and objective(self.ask.formula)

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        answer = self.answer
        return {
            "line": self.ask.line,
            "question": str(self.ask.formula),
            "answer": None if answer is None else answer.holds,
            "expected": self.ask.expected,
            "level": None if answer is None else answer.level,
            "seconds": self.seconds,
            "explanation": None if answer is None else answer.to_json(),
            "verdict": self.verdict,
            **({} if self.negation is None else {"negation": self.negation.to_json()}),
            **({"words": self.words} if self.words else {}),
        }


class Session:
    """A vocabulary and a knowledge base that grow statement by statement.

    ``seconds`` limits each question. ``deepest`` is the highest level tried for questions that
    name none.
    """

    def __init__(self, *, seconds: float | None = None, deepest: int = MAX_SPLITS) -> None:
        self.vocabulary = Vocabulary()
        self.knowledge = KnowledgeBase()
        self._seconds = None if seconds is None else duration("seconds", seconds)
        self._deepest = whole("splits", deepest)

    def read(self, text: str) -> File:
        """Parse statements with the words declared so far, and declare new ones.

        Raises ``NotationError`` naming line and column.
        """
        return parse_file(string("text", text), self.vocabulary)

    def run(self, file: File) -> Iterator[Result]:
        """Run all statements and yield the results of the questions.

        Raises the errors of ``do``, prefixed with the line.
        """
        for statement in file.statements:
            try:
                result = self.do(statement)
            except LimitedBeliefError as error:
                line = getattr(statement, "line", 0)
                raise type(error)(f"line {line}: {error}") from None
            if result is not None:
                yield result

    def do(self, statement: Statement) -> Result | None:
        """Run a statement and return the result if it is a question, else None.

        The result of an invalid question, or of one that takes too long, has no answer; no
        knowledge is lost. Raises ``InputError`` for unusable knowledge.
        """
        match statement:
            case Know(formula):
                self.knowledge.know(formula)
            case Real(formula):
                self.knowledge.real(formula)
            case Define(axiom):
                self.knowledge.define(axiom)
            case Do(action):
                self.knowledge.do(action, seconds=self._seconds)
            case Sensors(functions):
                for function in functions:
                    self.knowledge.sense(function)
            case Believe(condition, consequence, level, possible, guarantee):
                self.knowledge.believe(condition, consequence, level, possible, guarantee=guarantee)
            case Ask():
                return self._ask(statement)
        return None

    def consistent(self) -> bool | None:
        """Return whether the knowledge is consistent, None if that cannot be decided in time."""
        try:
            return not self.knowledge.contradictory(seconds=CONSISTENCY_SECONDS)
        except BudgetError:
            return None

    def _ask(self, ask: Ask) -> Result:
        started = time.perf_counter()
        formula, plain = ask.formula, objective(ask.formula)
        try:
            if ask.at and not plain:
                raise InputError(
                    "'at' is only for questions without K, M, G and B, which have levels already"
                )
            if ask.real:
                answer = self.knowledge.ask(formula, real=True, seconds=self._seconds)
            elif plain and not ask.at:
                answer = self.knowledge.least(formula, self._deepest, seconds=self._seconds)
            else:
                asked = Known(ask.level, formula) if plain else formula
                answer = self.knowledge.ask(asked, seconds=self._seconds)
        except (BudgetError, InputError) as error:
            return Result(ask, None, time.perf_counter() - started, str(error))
        negation, words = None, ""
        if plain and not ask.real and not answer.holds:
            try:
                negation = self._negation(ask, time.perf_counter() - started)
            except BudgetError:
                words = "whether its negation follows was not found out in time"
        return Result(ask, answer, time.perf_counter() - started, words, negation)

    def _negation(self, ask: Ask, spent: float) -> Answer:
        """Answer the negation of a question that names no belief. Raises ``BudgetError``."""
        left = None if self._seconds is None else max(0.0, self._seconds - spent)
        negation = Not(ask.formula)
        if ask.at:
            return self.knowledge.ask(Known(ask.level, negation), seconds=left)
        return self.knowledge.least(negation, self._deepest, seconds=left)
