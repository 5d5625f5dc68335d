"""Watch: a game goes on, back and forth, and tells why."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input

from sapper.players import Answer, DecisionRequest
from sapper.reviews import explain, find
from sapper.worker import Call, P, StoppedError, T
from sapper_workbench.narration import prose
from sapper_workbench.session import Session
from sapper_workbench.study import GameSetup
from sapper_workbench.tui import TerminalApp, watch
from tests.session.games import timeless_record
from tests.tui.driving import SETUP, Here, drive, line, press, rows, settled, until


def finished(setup: GameSetup = SETUP) -> Session:
    """A game played to its end."""
    session = setup.session()
    while session.position.outcome == "playing":
        session.play_agent()
    return session


def moves(number: int) -> list[str]:
    """The keys for so many moves: each is two half steps."""
    return ["right"] * 2 * number


def test_agent_moves_and_says_why_and_who_passed() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, *moves(3))
        step = app.watching.session.steps[-1]
        assert len(app.watching.session.steps) == 3
        assert f"3  {step.decision.move}" in app.watching.words
        assert prose(step.decision.reason.words) in app.watching.words
        assert "corner passes" not in app.watching.words, "which says nothing about this move"
        assert any(">" in row for row in rows(app))

    drive(scenario, view="watch")


@pytest.mark.slow
def test_it_steps_back_and_forth_and_the_agent_decides_nothing_twice() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        session = app.watching.session
        await press(app, pilot, *moves(5))
        made = session.steps
        await press(app, pilot, *["left"] * 4)
        assert session.steps == made[:3]
        assert "move 3 of 5" in line(app, "status")
        await press(app, pilot, "home")
        assert not session.steps
        await press(app, pilot, "right", "end")
        assert session.steps == made
        await press(app, pilot, "pageup", "left", "left")
        assert not session.steps
        await press(app, pilot, "pagedown")
        assert session.steps == made

    drive(scenario, view="watch")


def test_it_plays_on_to_the_end_as_the_player_does_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watch, "MOVE_SECONDS", 0.001)

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await pilot.press("space")
        await until(pilot, lambda: not app.watching.going and app.idle)
        assert app.watching.position.outcome != "playing"

    app = drive(scenario, view="watch")
    there = finished().record
    assert timeless_record(app.watching.session.record) == timeless_record(there)


def test_space_pauses() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await pilot.press("space")
        await until(pilot, lambda: len(app.watching.session.steps) >= 2)
        await press(app, pilot, "space")
        assert not app.watching.going
        made = len(app.watching.session.steps)
        await asyncio.sleep(0.4)
        assert len(app.watching.session.steps) == made

    drive(scenario, view="watch")


def test_what_waits_for_a_thought_is_not_done_after_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watch, "MOVE_SECONDS", 0.001)

    class Gate(Here):
        """Decides once it is let."""

        def __init__(self) -> None:
            super().__init__()
            self.open = threading.Event()

        def decide(self, request: DecisionRequest) -> Answer | None:
            self.open.wait(120)
            return super().decide(request)

    gate = Gate()

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        app.post_message(Key("right", None))
        await until(pilot, lambda: app.thinking is not None)
        app.post_message(Key("space", None))
        await until(pilot, lambda: app.watching.going)
        app.post_message(Key("space", None))
        await until(pilot, lambda: not app.watching.going)
        gate.open.set()
        await settled(app, pilot)
        assert not app.watching.session.steps
        assert app.watching.watched.coming is not None

    drive(scenario, view="watch", decider=gate)


@pytest.mark.slow
def test_risks_that_are_asked_for_meanwhile_do_not_displace_a_review() -> None:
    class Slow(Here):
        """Answers when it is released."""

        def __init__(self) -> None:
            super().__init__()
            self.now = threading.Event()
            self.asked: list[str] = []

        def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
            self.asked.append(function.__name__)
            self.now.wait(120)
            return super().call(function, *args, **kwargs)

        def follow(self, call: Call, on_news: Callable[[Any], None]) -> Any:
            self.asked.append(call.function.__name__)
            self.now.wait(120)
            return super().follow(call, on_news)

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        slow = app.analyst = Slow()
        watching = app.watching
        await press(app, pilot, *moves(2))
        app.post_message(Key("p", None))
        await until(pilot, lambda: slow.asked == ["find"])
        for key in ("v", "left", "left", "right", "right", "left", "left"):
            app.post_message(Key(key, None))
        await until(pilot, lambda: len(watching.session.steps) == 1)
        slow.now.set()
        await settled(app, pilot)
        assert watching.review is not None
        assert watching.findings is not None
        assert slow.asked == ["find", "report_review", "find"], "only what is still wanted"

    drive(scenario, shown=finished(), view="watch")


def test_game_that_was_played_is_stepped_through() -> None:
    session = finished()
    record = session.record

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, *moves(1))
        assert app.watching.session.steps == record.steps[:1]
        await press(app, pilot, "end")
        assert app.watching.session.steps == record.steps
        assert f"{record.player} {record.outcome} after" in app.watching.words
        await press(app, pilot, "right")
        assert "no more moves" in app.watching.words

    drive(scenario, shown=session, view="watch")


def test_own_game_is_reviewed_from_its_start() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "enter", "h", "a", "v")
        assert app.view is app.watching
        assert app.watching.session.line == app.playing.session.steps
        assert app.watching.session.undoable == 0
        assert "chance of winning" in app.watching.words
        assert app.watching.review is not None
        for guess in app.watching.review.guesses:
            app.watching.session.go_to(guess.step - 1)
            await press(app, pilot, "end")
            app.watching.session.go_to(guess.step - 1)
            await press(app, pilot, "right")
            if app.watching.watched.coming is not None:
                await press(app, pilot, "right")
            assert prose(guess.words) in app.watching.words
            assert f"{guess.verdict} guess" in app.watching.words
            shown = app.watching.board.drawing.at(guess.best)
            better = guess.best != guess.move.cell
            assert (shown.mark == "?") == better
        await press(app, pilot, "home", "right")
        assert "you opened" in app.watching.words

    drive(scenario)


def test_a_review_is_told_only_of_its_own_game() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, "v")
        assert "chance of winning" in app.watching.words
        assert "Reviewing" not in app.watching.words
        await press(app, pilot, "n")
        assert not app.watching.session.steps
        assert "chance of winning" not in app.watching.words

    drive(scenario, shown=finished(), view="watch")


def test_a_review_that_comes_late_is_not_told_of_the_next_game() -> None:
    class Slow(Here):
        """Answers when it is released."""

        def __init__(self) -> None:
            super().__init__()
            self.now = threading.Event()

        def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
            self.now.wait(120)
            return super().call(function, *args, **kwargs)

        def follow(self, call: Call, on_news: Callable[[Any], None]) -> Any:
            self.now.wait(120)
            return super().follow(call, on_news)

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        slow = app.analyst = Slow()
        app.post_message(Key("v", None))
        await until(pilot, lambda: app.finding)
        app.post_message(Key("n", None))
        await until(pilot, lambda: not app.watching.session.steps)
        slow.now.set()
        await settled(app, pilot)
        assert app.watching.review is None
        assert "chance of winning" not in app.watching.words

    drive(scenario, shown=finished(), view="watch")


class Stuck(Here):
    """Thinks for ever, until it is stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.stopped = threading.Event()

    def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        self.stopped.wait(120)
        raise StoppedError("the computation was stopped")

    def stop(self) -> None:
        self.stopped.set()

    close = stop


def test_long_thinking_is_shown_and_stopped_and_keys_still_work() -> None:
    stuck = Stuck()

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await pilot.press("a")
        await until(pilot, lambda: "is thinking … " in line(app, "status"))
        await pilot.press("left", "n")
        assert app.view.cursor == (4, 3)
        assert app.playing.setup.number == 0, "a new game waits for the thought"
        await press(app, pilot, "escape")
        assert app.thinking is None
        assert "omputation was stopped" in app.playing.words
        assert app.playing.setup.number == 0, "what waited was forgotten"
        assert not app.playing.session.steps

    drive(scenario, decider=stuck)


def test_leaving_ends_the_thinking() -> None:
    stuck = Stuck()

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await pilot.press("a")
        await pilot.press("q")

    assert drive(scenario, decider=stuck).return_code == 0
    assert stuck.stopped.is_set()


def test_keys_that_wait_are_done_in_their_order() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await pilot.press(*moves(3), "left", "left")
        await settled(app, pilot)
        assert len(app.watching.session.steps) == 2
        assert len(app.watching.session.line) == 3

    drive(scenario, view="watch")


def test_another_agent_goes_on_with_the_game() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, *moves(1), "o")
        app.screen.query_one("#player", Input).value = "random"
        await press(app, pilot, "enter")
        assert str(app.watching.session.player) == "random"
        await press(app, pilot, *moves(1))
        steps = app.watching.session.steps
        assert [step.decision.strategy for step in steps] == ["corner", "random"]

    drive(scenario, view="watch")


def test_a_review_pauses_the_game_it_is_about() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, *moves(2))
        app.watching.going = True
        await press(app, pilot, "v")
        assert not app.watching.going
        assert app.watching.session.undoable == 2
        await press(app, pilot, "home")
        assert "Review: " in app.watching.words

    drive(scenario, view="watch")


@pytest.mark.slow
def test_the_reason_comes_before_the_move() -> None:
    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        await press(app, pilot, *moves(2))
        before = app.watching.position
        await press(app, pilot, "right")
        coming = app.watching.watched.coming
        assert coming is not None
        assert app.watching.position == before
        assert coming.reason.kind == "proof"
        why = explain(before, coming.move.cell)
        steps = why.narration()
        assert prose(why.lettered(steps[0][0])) in app.watching.words
        for clue in steps[0][1].clues:
            assert app.watching.board.drawing.at(clue).mark == why.letters[clue]
        await press(app, pilot, *["full_stop"] * len(steps))
        assert prose(why.lettered(steps[-1][0])) in app.watching.words
        assert app.watching.board.drawing.at(coming.move.cell).mark == "A"
        await press(app, pilot, "right")
        assert app.watching.session.steps[-1].decision.move == coming.move
        await press(app, pilot, "left")
        assert (app.watching.watched.coming, app.watching.position) == (coming, before)

    drive(scenario, view="watch")


@pytest.mark.slow
def test_the_viewer_finds_the_moves() -> None:
    async def to_cell(app: TerminalApp, pilot: Pilot[None], cell: tuple[int, int]) -> None:
        rows, columns = (there - here for there, here in zip(cell, app.view.cursor, strict=True))
        await press(app, pilot, *["down" if rows > 0 else "up"] * abs(rows))
        await press(app, pilot, *["right" if columns > 0 else "left"] * abs(columns))

    async def scenario(app: TerminalApp, pilot: Pilot[None]) -> None:
        watching = app.watching
        await press(app, pilot, *moves(2), "y", "right")
        decision = watching.watched.asks
        assert decision is not None
        assert prose(decision.reason.words) not in watching.words
        assert watching.board.drawing.at(decision.move.cell).mark != "?"
        flagged = find(watching.position).analysis
        assert flagged is not None
        await to_cell(app, pilot, flagged.certain_mines[0])
        await press(app, pilot, "enter")
        assert "Wrong" in watching.words
        assert watching.watched.hidden
        await to_cell(app, pilot, decision.move.cell)
        await press(app, pilot, "enter")
        assert "Right:" in watching.words
        assert prose(decision.reason.words) in watching.words
        assert "0 of 1 move found at the first try" in line(app, "status")
        await press(app, pilot, *moves(1), "g")
        assert "0 of 2 moves found" in line(app, "status")
        assert watching.watched.coming is not None
        await press(app, pilot, "space")
        await until(pilot, lambda: not watching.going and app.idle)
        assert watching.watched.asks is not None, "it stops at the next question"
        await press(app, pilot, "y")
        assert watching.keys == "watch"
        await press(app, pilot, "right")
        assert watching.keys == "watch"

    drive(scenario, view="watch")
