"""The tasks of workers. Each calls ``tell`` with its results: the name of an event and its data.

Arguments and data are pickled. A task that fails raises an error of ``sapper.errors``. ``tell``
raises an exception if the caller has cancelled the task.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

from sapper.game import Position

if TYPE_CHECKING:
    from sapper.game import Cell, Deal, Rules
    from sapper.game.rules import Ending
    from sapper.players.own import StrategySource
    from sapper.study.mistakes import Action, Exercise
    from sapper.study.session.decider import DecisionRequest
    from sapper.study.watch import Claim

Tell = Callable[[str, Any], None]


def decide(tell: Tell, request: DecisionRequest) -> None:
    """Report a player's decision, or None if this worker lacks the state to resume."""
    from sapper.study.session.decider import decide

    tell("decision", decide(request))


def no_guess(
    tell: Tell, position: str, cell: list[int], seed: int, number: int, seconds: float
) -> None:
    """Report a deal that needs no guess after a first cell, with its mines if it was repaired.

    If there is none, report a clause that says so.
    """
    from sapper.errors import BudgetError
    from sapper.game import Level
    from sapper.study.no_guess.search import no_guess as search
    from sapper.study.session.events import Redealt

    start = Position.parse(position)
    level = Level(start.grid.width, start.grid.height, start.mines)
    row, column = cell
    try:
        found = search(level, start.rules, (row, column), seed, number, seconds=seconds)
    except BudgetError as error:
        tell("deal", str(error))
    else:
        mines = found.deal.order[: level.mines] if found.repaired else ()
        tell("deal", Redealt(number=found.number, mines=mines))


def difficulty(tell: Tell, deal: Deal, rules: Rules, cell: Cell) -> None:
    """Report the difficulty of a no-guess board from its first cell on."""
    from sapper.web.views.figures import NoGuessJson

    tell("difficulty", NoGuessJson.of(deal, rules, cell))


def analyse(tell: Tell, position: str, player: str, seconds: float) -> None:
    """Report the analysis of a position."""
    from sapper.web.views.analysis import AnalysisJson

    tell("analysis", AnalysisJson.of(Position.parse(position), player, seconds))


def candidates(tell: Tell, position: str, player: str, playouts: int, seconds: float) -> None:
    """Report the candidates of a position and the move that ``player`` suggests."""
    from sapper.web.views.analysis import show_candidates

    show_candidates(tell, Position.parse(position), player, playouts, seconds)


def why(tell: Tell, position: str, cell: list[int], seconds: float) -> None:
    """Report whether a cell is certain, and its proof."""
    from sapper.web.views.analysis import WhyJson

    row, column = cell
    tell("why", WhyJson.of(Position.parse(position), (row, column), seconds))


def answer(
    tell: Tell, position: str, cell: list[int], claim: Claim, chosen: list[int], seconds: float
) -> None:
    """Report whether a visitor's claim about a cell that a player chose is right."""
    from sapper.web.views.analysis import JudgementJson

    (row, column), (r, c) = cell, chosen
    start = Position.parse(position)
    tell("answer", JudgementJson.of(start, (row, column), claim, (r, c), seconds))


def read(tell: Tell, file: str, name: str, player: str, cells: int, seconds: float) -> None:
    """Report the contents of a file (in base64): a game, or a position with its analysis."""
    from sapper.web.views.files import shown_file

    tell("read", shown_file(base64.b64decode(file), name, player, cells, seconds))


def watch(tell: Tell, player: str, game: dict[str, Any]) -> None:
    """Report a player's game move by move, with all reasons."""
    from sapper.web.views.replay import show_game

    show_game(tell, player, game)


def review(tell: Tell, record: str, playouts: int, seconds: float) -> None:
    """Report the review of a game as it proceeds, from the last move to the first.

    The events are ``guess`` and ``slip``, each after the ``chances`` of winning since the previous
    one; ``progress``; the ``exercise`` on the mistakes; and the whole ``review``. Guesses that are
    not estimated within ``seconds`` have no figures.
    """
    from sapper.records.record import Record
    from sapper.study.mistakes import Exercise
    from sapper.study.review.findings import Progress, ReviewInProgress, StepReview
    from sapper.study.review.guess import Guess
    from sapper.study.review.review import review_events

    game = Record.parse(record)
    found = ReviewInProgress(game, playouts)
    points: list[object] = []
    before: object = None
    with closing(review_events(game, playouts=playouts, seconds=seconds)) as events:
        for event in events:
            found.add(event)
            if isinstance(event, StepReview):
                points.append(event.point.to_json())
            comment = event.comment if isinstance(event, StepReview) else None
            waits = isinstance(event, Progress) and event == before
            if points and (comment is not None or waits):
                tell("chances", points)
                points = []
            if comment is not None:
                tell("guess" if isinstance(comment, Guess) else "slip", comment.to_json())
            elif isinstance(event, Progress):
                if waits:
                    tell("progress", {"done": event.done, "of": event.of})
                before = event
    tell("exercise", Exercise.of(found.review))
    tell("review", found.review.to_json())


def figures(tell: Tell, record: str, seconds: float | None) -> None:
    """Report the metrics of a game that lasted ``seconds`` (None: unknown)."""
    from sapper.records.record import Record
    from sapper.web.views.figures import FiguresJson

    tell("figures", FiguresJson.of(Record.parse(record), seconds))


def keep_file(tell: Tell, path: str, file: str, name: str, at: float, cells: int) -> None:
    """Import the game in a file (base64) into the history at ``path``; report whether it is new."""
    from pathlib import Path

    from sapper.history.files import import_bytes
    from sapper.history.store import History

    history = History(Path(path))
    try:
        tell("added", import_bytes(history, base64.b64decode(file), name, at, cells))
    finally:
        history.close()


def grade(tell: Tell, record: str) -> None:
    """Report the grades of the guesses of a game."""
    from sapper.history.grading import graded
    from sapper.records.record import Record

    tell("graded", graded(Record.parse(record)))


def learn_from(
    tell: Tell, record: str, exercise: Exercise, action: Action, cell: Cell | None
) -> None:
    """Report the state of an exercise on the mistakes of a game after an action."""
    from sapper.records.record import Record
    from sapper.web.views.mistakes import LearnedJson

    tell("mistakes", LearnedJson.after(Record.parse(record), exercise, action, cell))


def learn(tell: Tell, search: str, seed: int, rules: str, seconds: float) -> None:
    """Report the progress of the rule learner on Minesweeper."""
    from sapper.web.views.learning import show_learning

    show_learning(tell, search, seed, rules, seconds)


def learn_task(tell: Tell, files: dict[str, str], seed: int, seconds: float) -> None:
    """Report the progress of learning a visitor's task, and the theory with its explanation."""
    from sapper.web.views.learning import show_task

    show_task(tell, files, seed, seconds)


def report(tell: Tell, path: str) -> None:
    """Report the summary of a store of results."""
    from sapper.arena.report.report import report as summed

    tell("report", summed(path).to_json())


def games(
    tell: Tell,
    path: str,
    contest: int,
    player: str,
    outcome: Ending | None,
    start: int,
    most: int,
) -> None:
    """Report games of a player in a store of results."""
    from sapper.arena.report.parts import stored_games
    from sapper.web.views.match import StoredGamesJson

    page = stored_games(path, contest, player, outcome, start=start, most=most)
    tell("games", StoredGamesJson.of(*page))


def match(tell: Tell, **arguments: Any) -> None:
    """Report the progress and the result of a match; ``show_match`` has the arguments."""
    from sapper.web.views.match import show_match

    show_match(tell, **arguments)


def run(report: Callable[[tuple[str, Any]], None], name: str, arguments: dict[str, Any]) -> None:
    """Run a task by name, reporting each event with its data."""

    def tell(event: str, data: Any) -> None:
        report((event, data))

    TASKS[name](tell, **arguments)


def warm(strategies: Sequence[StrategySource]) -> None:
    """Load what most tasks need, so that the first visitor does not wait for it.

    ``strategies`` are the sources of the strategies added on the server's command line.
    """
    from sapper.game import Chance
    from sapper.players import player
    from sapper.players.recipes import use_sources

    use_sources(strategies)

    position = Position.parse("4x3x2\nHHHH\n1221\n0000")
    for recipe in ("swift", "champion", "mio", "limited"):
        player(recipe).begin(Chance(0))(position)


TASKS: dict[str, Callable[..., None]] = {
    task.__name__: task
    for task in (
        decide,
        no_guess,
        difficulty,
        analyse,
        candidates,
        why,
        answer,
        read,
        watch,
        review,
        figures,
        keep_file,
        grade,
        learn_from,
        learn,
        learn_task,
        report,
        games,
        match,
    )
}
