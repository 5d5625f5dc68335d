"""Mistakes: the costly guesses of a game, tried again in the terminal."""

import pytest
from textual.pilot import Pilot

import sapper
from sapper.arena import play
from sapper.game import Deal, Grid, Position, Rules
from sapper.records import Game, Record
from sapper.reviews import explain
from sapper_workbench.narration import items, prose
from sapper_workbench.session import Session, session_of
from sapper_workbench.study import Answer
from sapper_workbench.tui import TerminalApp, Walk
from tests.tui.driving import drive, line, press, rows


def lost() -> Session:
    """A game that was lost by a guess which cost 7.0 games in 100, though nothing was certain."""
    record: Record = play("random", Deal.seeded(Grid(4, 4), 4, 5, 0), rules=Rules("safe")).record
    return session_of(Game.of_record(record), sapper.player("csp"))


def shown(app: TerminalApp) -> str:
    """The view in front."""
    return app.view.view


@pytest.mark.slow
def test_costly_guesses_are_tried_again_and_counted() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "m")
        view = app.mistakes
        assert shown(app) == "mistakes"
        assert "Mistakes" in line(app, "title")
        count = len(view.exercise.tasks)
        assert count
        assert line(app, "status").strip().startswith(f"position 1 of {count}")
        assert "find a better cell" in view.words
        assert not any("*" in row for row in rows(app))
        await press(app, pilot, "enter")
        assert "not this one" in view.words
        assert view.exercise.task is not None
        view.cursor = view.exercise.task.best
        await press(app, pilot, "enter")
        assert "right\n" in view.words
        assert view.exercise.task.solved == "later"
        await press(app, pilot, "n")
        for _ in range(count - 1):
            await press(app, pilot, "s", "n")
        assert "1 later" in view.words
        await press(app, pilot, "n", "s", "enter")
        assert line(app, "status").strip().startswith("the end")
        await press(app, pilot, "v")
        assert shown(app) == "watch"
        assert "Mistakes" not in line(app, "title")
        await press(app, pilot, "m")
        assert shown(app) == "mistakes", "the review is kept"

    drive(scenario, shown=lost(), view="watch")


@pytest.mark.slow
def test_a_proof_is_walked_step_by_step() -> None:
    """The answer to a cell that is certain shows the steps of its explanation, one at a time."""

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "m")
        view = app.mistakes
        view._position, view._made, view.cursor = Position.parse("3x2x1\nH11\nH1H"), None, (0, 0)
        why = explain(view.position, (0, 0))
        view.answer = Answer((0, 0), True, "[0, 0] is certainly safe", why.clues, None, why)
        view.walk = Walk(why)
        view.redraw()
        steps = why.narration()
        assert len(steps) > 1
        assert items(f"step 1 of {len(steps)}") in view.words
        await press(app, pilot, "full_stop")
        assert items(f"step 2 of {len(steps)}") in view.words
        assert prose(why.lettered(steps[1][0])) in view.words
        await press(app, pilot, "comma")
        assert items(f"step 1 of {len(steps)}") in view.words

    drive(scenario, shown=lost(), view="watch")


def test_own_mistakes_are_asked_for_only_at_the_end() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter", "m")
        assert shown(app) == "play"
        assert "when the game ends" in app.playing.words
        while app.playing.position.outcome == "playing":
            await press(app, pilot, "a")
        await press(app, pilot, "m")
        assert shown(app) == "mistakes"

    drive(scenario)
