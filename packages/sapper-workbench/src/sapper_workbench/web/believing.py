"""Endpoints for limited belief: questions about knowledge, answered in a worker, and lessons."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from sapper.errors import translated
from sapper.game import Position
from sapper_workbench.web.http.endpoints import Endpoint
from sapper_workbench.web.http.fields import Answer, CellField, Fields, LongText, Tell
from sapper_workbench.web.http.stream import Stream
from sapper_workbench.web.workbench import Workbench

if TYPE_CHECKING:
    from limited_belief import Result

MAX_CHARACTERS = 50_000  #: of a text with knowledge and questions
QUESTION_SECONDS = 10.0  #: the time limit of a question, which is then left open
MAX_EXPLANATION_BYTES = 200_000  #: of an explanation in JSON; a longer one is not sent


class Statements(Fields):
    """Knowledge and questions in the language of limited belief."""

    text: Annotated[
        str, Meta(max_length=MAX_CHARACTERS, description="declarations, knowledge and questions")
    ]
    splits: Annotated[
        int, Meta(ge=0, le=9, description="the highest level for questions that name none")
    ] = 2


class LessonTextJson(Answer):
    """A lesson: its name, its title, and its statements with the expected answers."""

    name: str
    title: str
    text: str


class BelievedJson(Answer, kw_only=True):
    """A question, as a formula and ``said`` in words, with its answer: ``verdict`` is yes, no,
    unknown or open.

    ``words`` say how it was found, or why not, and ``expected`` is what the text expects.
    ``explanation`` has the split tree, and is null without an answer or if it is too long.
    """

    line: int
    question: str
    said: str
    verdict: str
    words: str
    expected: bool | None
    as_expected: bool
    seconds: float
    explanation: dict[str, Any] | None

    @classmethod
    def of(cls, result: Result) -> BelievedJson:
        """Return the answer of a result."""
        from limited_belief import in_words

        answer = result.answer
        shown = None
        if answer is not None:
            proof = result.negation if result.verdict == "no" and result.negation else answer
            shown = proof.to_json()
            if len(msgspec.json.encode(shown)) > MAX_EXPLANATION_BYTES:
                shown = None
        found = answer is not None and answer.holds and result.searched
        words = f"level {answer.level}" if found and answer else result.because or result.words
        return cls(
            line=result.ask.line,
            question=str(result.ask.formula),
            said=in_words(result.ask.formula),
            verdict=result.verdict,
            words=words,
            expected=result.ask.expected,
            as_expected=result.as_expected,
            seconds=result.seconds,
            explanation=shown,
        )


async def believe(app: Workbench, request: Statements) -> Stream:
    """Stream an ``answer`` for each question, and whether the knowledge is ``consistent`` (null if
    that is too hard to decide)."""
    task = partial(answer_questions, text=request.text, splits=request.splits)
    return Stream(app.workers.events(task, app.limits.believe_seconds))


def answer_questions(tell: Tell, text: str, splits: int) -> None:
    """Answer the questions in a text, and report each ``answer`` as it comes.

    Raises ``InputError`` with the line at fault.
    """
    from limited_belief import LimitedBeliefError, Session

    with translated(LimitedBeliefError):
        session = Session(seconds=QUESTION_SECONDS, deepest=splits)
        for result in session.run(session.read(text)):
            tell("answer", BelievedJson.of(result))
        tell("consistent", session.consistent())


class Reasoned(Fields):
    """A position, and how deep to reason about it."""

    text: LongText
    splits: Annotated[int, Meta(ge=0, le=9, description="the highest level")] = 2


class EffortJson(Answer):
    """The cells that limited belief decides: each with the lowest level that does, and whether it
    is a mine."""

    levels: list[tuple[CellField, int, bool]]


async def effort(app: Workbench, request: Reasoned) -> EffortJson:
    """Return the split level at which each cell of a position is decided."""
    seconds = app.limits.analysis_seconds
    task = partial(effort_in, request.text, request.splits, seconds)
    return await app.workers.compute(task, 2 * seconds)


def effort_in(text: str, splits: int, seconds: float) -> EffortJson:
    """Return the levels of the cells of a position. Raises ``InputError``."""
    from sapper_agents.limited import levels_of

    found = levels_of(Position.parse(text), splits, seconds=seconds)
    return EffortJson([(cell, level, mine) for cell, (level, mine) in found.items()])


def lessons(app: Workbench) -> list[LessonTextJson]:
    """List the lessons of limited belief, in the order of the course."""
    from limited_belief import EXAMPLES, example

    texts = {name: example(name) for name in EXAMPLES}
    titles = {name: text.partition("\n")[0].strip("# .") for name, text in texts.items()}
    return [LessonTextJson(name, titles[name], text) for name, text in texts.items()]


ENDPOINTS = (
    Endpoint("POST", "/api/believe", believe),
    Endpoint("GET", "/api/believe/lessons", lessons),
    Endpoint("POST", "/api/effort", effort),
)
