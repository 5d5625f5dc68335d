"""A game as a tree: no line is lost, each is as if it were the only one, and all of it has a
text form."""

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.errors import IllegalMoveError, InputError, NotationError
from sapper.game import Move
from sapper.players import Decision, Pass, player
from sapper.records import Step, read, write
from sapper_workbench.session import Session
from tests.session.games import FICKLE, timeless, world
from tests.session.test_session import sessions
from tests.strategies import legal


@given(sessions())
def test_every_line_is_a_game_that_could_have_been(session: Session) -> None:
    lines = session.lines()
    for record in lines:
        record.check()
    assert lines[-1].steps == session.line
    steps = [record.steps for record in lines]
    assert all(steps.count(line) == 1 for line in steps)


@given(sessions(), st.data())
def test_no_move_is_lost_until_the_game_is_left(session: Session, data: st.DataObject) -> None:
    before = [record.steps for record in session.lines()]
    for _ in range(data.draw(st.integers(0, session.undoable))):
        session.undo()
    moves = legal(session.position)
    if moves:
        session.play(data.draw(st.sampled_from(moves)))
    after = [record.steps for record in session.lines()]
    for line in before:
        assert any(other[: len(line)] == line for other in after)


@given(sessions(), st.integers(-1, 30))
def test_cursor_goes_anywhere_on_its_line_and_changes_nothing(session: Session, moves: int) -> None:
    line, lines = session.line, session.lines()
    session.go_to(moves)
    assert session.undoable == max(0, min(moves, len(line) - session.opening_steps))
    assert (session.line, session.lines()) == (line, lines)


@settings(max_examples=30)
@given(st.integers(0, 99), st.lists(st.integers(0, 5), min_size=2, max_size=6, unique=True))
def test_instead_goes_round_all_that_was_tried_there(seed: int, cells: list[int]) -> None:
    session = Session(world(seed), FICKLE)
    made = []
    for cell in cells:
        made.append(session.play(Move("flag", (0, cell % 5)) if cell < 5 else Move("open", (4, 4))))
        session.undo()
    session.redo()
    assert session.siblings == tuple(made[:-1])
    assert [session.next_variation() for _ in made] == made


def test_nothing_stands_instead_of_a_hint_or_of_a_lone_move() -> None:
    session = Session(world(1), FICKLE)
    for cell in [(0, 0), (4, 4)]:
        with pytest.raises(IllegalMoveError, match="no other move"):
            session.next_variation()
        session.play(Move("flag", cell))


@settings(max_examples=40)
@given(sessions(), st.integers(0, 4))
def test_hint_is_what_the_agent_then_does(session: Session, more: int) -> None:
    for _ in range(more):
        if session.position.outcome != "playing":
            return
        here, lines = session.position, session.lines()
        hint = session.hint()
        assert (session.position, session.lines()) == (here, lines)
        step = session.play_agent()
        if isinstance(step, Pass):
            assert hint == step
            return
        assert isinstance(hint, Decision)
        assert timeless(step) == timeless(Step(hint, step.opened))


def test_agent_that_takes_over_decides_for_itself() -> None:
    session = Session(world(2, size="medium"), player("random"), 5)
    made = session.play_agent()
    session.undo()
    session.hand_over(player("origin > random"))
    step = session.play_agent()
    assert isinstance(step, Step)
    assert step.decision.strategy == "origin"
    assert session.siblings == (made,)
    assert read(write(session)).lines() == session.lines()


def test_move_of_another_player_is_taken_and_is_not_the_agents() -> None:
    session = Session(world(2, size="medium"), player("random"), 5)
    other = Session(world(2, size="medium"), player("origin > random"), 5).hint()
    assert isinstance(other, Decision)
    taken = session.take(other, "origin > random")
    assert taken.decision == other
    session.undo()
    assert session.take(other, "origin > random") is taken
    session.undo()
    step = session.play_agent()
    assert isinstance(step, Step)
    assert step.decision.strategy == "random"
    assert read(write(session)).lines() == session.lines()


@settings(max_examples=60)
@given(st.data())
def test_text_that_was_damaged_is_read_or_refused(data: st.DataObject) -> None:
    session = Session(world(3), player("random"))
    for action, cell in [("open", (0, 0)), ("flag", (4, 4))]:
        session.play(Move(action, cell))  # type: ignore[arg-type]
        session.undo()
    text = write(session)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    damaged = text[:start] + data.draw(st.text(max_size=8)) + text[end:]
    with contextlib.suppress(InputError):
        read(damaged).record.check()


def _session() -> Session:
    session = Session(world(1), player("random"))
    session.play_agent()
    return session


def _with(event: object, **changes: object) -> str:
    """The text of a session with changes of its first line, and an event."""
    head, *_ = write(_session()).splitlines()
    return "\n".join([json.dumps({**json.loads(head), **changes}), json.dumps(event)])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "JSON"),
        ("[" * 100_000, "JSON"),
        ("[]", "JSON object"),
        (_with({"do": "undo"}, version=2), "version 2, and this version of sapper reads only"),
        (_with({"do": "undo"}, hints=[5]), r"line 1 of the session: 'hints\[0\]'"),
        (_with({"do": "undo"}, start=5), "line 1 of the session: "),
        (_with({"do": "undo"}), "line 2 of the session: there is no move to undo"),
        (_with({"do": "dance"}), "line 2 of the session: 'do': expected move"),
        (_with({"do": "move", "action": "open"}), "line 2 of the session: the field 'cell'"),
        (_with({"do": "move", "action": "open", "cell": [9, 9]}), r"\[9, 9\] is outside"),
        (
            _with({"do": "take", "player": "csp", "decision": {}}),
            "'decision': the field 'action' is missing",
        ),
        (_with(5), "line 2 of the session: expected"),
    ],
)
def test_what_is_no_session_is_refused_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words) as refused:
        read(text)
    assert "\n" not in str(refused.value)
